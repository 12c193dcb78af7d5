"""What a piece is for the moment: its own traits, and what spells and items lend to it or take from it.

Every point at which traits hook in asks for the `nature` of a piece, so that a spell or an item is hooked in by its
rule just as a trait is by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import structs

from warhost.engine.tally import Tally

from ..setting import COMMANDS, Fight
from ..state import NOBODY, Effect, Number
from .verbs import Mark

ITEM = "tp.item."
WEAPON = "tp.item.weapon."

ITEMS = "magic items"  # what a spell takes away that silences all of them
SILENCE = "tp.spell.white.seek_and_desist"  # silences the one item that its number says


class Loans:
    """The traits that spells and items lend, and those they take away, by their rules."""

    def __init__(self) -> None:
        self.lent: dict[str, tuple[str, ...]] = {}
        self.taken: dict[str, tuple[str, ...]] = {}
        self.marks: dict[str, tuple[Mark, ...]] = {}
        self.worn: dict[str, str] = {}  # items that work by being carried, and their titles
        self.credit: dict[str, tuple[str, str]] = {}  # the rule and the title that what they lend goes by
        self.personal: set[str] = set()  # what serves one character himself, and nothing that carries him
        self.ratings: dict[str, dict[str, int]] = {}
        self.valour: dict[str, int] = {}
        self.life: dict[str, int] = {}
        self.raises: dict[str, int] = {}  # the magic dice of their bearers' own spells
        self.undoes: dict[str, int] = {}  # enemy spells, from this face on
        self.plain_against: Callable[[Fight, Number, Number], bool] = lambda fight, bearer, target: False
        """Whose magic weapons are plain to whom."""
        self.untouched: Callable[[Fight, Number], str] = lambda fight, number: ""  # by what no magic touches him
        self.forged: set[str] = set()  # spells that make a magic weapon of a plain one
        self.in_hand: set[str] = set()  # magic weapons of close combat, and what coats one
        self.silencers: dict[str, Callable[[Fight, Number, str], bool]] = {}  # items that silence others near by

    def note(self, source: str, rule: str, title: str, lent: tuple[str, ...], taken: tuple[str, ...]) -> None:
        self.credit[source] = rule, title
        if rule in self.personal or (rule.startswith(ITEM) and not rule.startswith(COMMANDS)):
            self.personal.add(source)
        if lent:
            self.lent[source] = lent
        if taken:
            self.taken[source] = taken


loans = Loans()


def nature(fight: Fight, number: Number, chosen: bool = False, plain: bool = False) -> tuple[str, ...]:
    """The traits of a piece's own models with what works on them: the names that hooks are found by.

    What lies on one model of a group is left out, unless that `chosen` model is meant. What an item has counted up
    lies on its bearer too: that works through the item, for as long as he carries it. His magic weapons may be
    `plain` ones, that neither work nor lend anything.
    """
    state, setting = fight.state, fight.setting
    piece = state.pieces[number]
    sheet = setting.figures[piece.figure]
    at_work = effects_on(fight, number) if state.effects else ()
    if at_work and setting.bannered and untouched(fight, number):
        at_work = ()
    bannered = setting.bannered and (piece.leaders or piece.fate == "within")
    if not at_work and not sheet.items and not piece.wild and not bannered:
        return sheet.traits
    alone = chosen or piece.lone
    lying = (effect.source for effect in at_work if alone or not effect.single)
    sources = tuple(dict.fromkeys([source for source in lying if source not in loans.worn]))
    if setting.enchanted and not loans.forged.isdisjoint(sources):
        sources = tuple(source for source in sources if not _blunted(fight, number, source))
    if sheet.items:
        sources += tuple(item for item in carried(fight, number) if item in loans.worn)
    if bannered:
        sources += tuple(item for item in commands_beside(fight, number) if item not in sources)
    if piece.wild:
        sources += (f"tp.beast.reaction.{piece.wild}",)
    if plain:
        sources = tuple(source for source in sources if not _of_a_weapon(source))
    if not sources:
        return sheet.traits
    taken = [trait for source in sources for trait in loans.taken.get(source, ())]
    lent = [trait for source in sources for trait in loans.lent.get(source, ())]
    return tuple(name for name in dict.fromkeys((*sheet.traits, *lent, *sources)) if name not in taken)


def marked(names: Iterable[str], mark: Mark) -> str:
    """The rule by which one of these names has such a mark, or nothing."""
    return next((loans.credit[name][0] for name in names if mark in loans.marks.get(name, ())), "")


def _blunted(fight: Fight, number: Number, source: str) -> bool:
    """Whether a weapon that a spell has made magical is plain beside what an enemy near by has.

    [tp.item.weapon.blue_blade_of_jaykaz] [tp.spell.destruction.inferno_charge]
    """
    silencers = (silences for rule, silences in loans.silencers.items() if rule in fight.setting.items)
    return source in loans.forged and any(silences(fight, number, source) for silences in silencers)


def untouched(fight: Fight, number: Number) -> str:
    """The item by which no magic touches it, of friend or foe.  [tp.item.command.banner_of_true_combat]"""
    return loans.untouched(fight, number)


def nature_against(fight: Fight, striker: Number, target: Number, chosen: bool = False) -> tuple[str, ...]:
    """The nature of somebody who strikes at that target, or is struck at by it, to whom his magic weapons may be
    plain ones.

    [tp.item.enchanted.gladiators_signet]
    """
    names = nature(fight, striker, chosen)
    if not fight.setting.enchanted or not any(_of_a_weapon(name) for name in names):
        return names
    if not powerless(fight, striker, WEAPON, target):
        return names
    return nature(fight, striker, chosen, plain=True)


def _of_a_weapon(name: str) -> bool:
    """Whether it works by a magic weapon, be it one that a spell has made so.  [tp.magic.items.weapon]"""
    return name.startswith(WEAPON) or name in loans.forged


def powerless(fight: Fight, bearer: Number, rule: str, target: Number) -> bool:
    """Whether what a magic weapon does by its rule, in its bearer's hands, is nothing to that target.

    [tp.item.enchanted.gladiators_signet]
    """
    known = rule.startswith(WEAPON) and NOBODY not in (bearer, target)
    return known and loans.plain_against(fight, bearer, target)


def effects_on(fight: Fight, number: Number) -> Sequence[Effect]:
    """The spells and items at work on a piece; sorted out once for as long as none comes or goes."""
    effects = fight.state.effects
    if not effects:
        return ()
    sorted_out, on_each = fight.setting.afflicted
    if sorted_out is not effects:
        on_each = {}
        for effect in effects:
            on_each.setdefault(effect.target, []).append(effect)
        fight.setting.afflicted = effects, on_each
    return on_each.get(number, ())


def overhead(fight: Fight) -> tuple[str, ...]:
    """What lies on no piece, but on a place, on the whole table or in somebody's keeping: names of hooks."""
    return tuple(dict.fromkeys(effect.source for effect in fight.state.effects if effect.target == NOBODY))


def one_chosen(fight: Fight, number: Number) -> bool:
    """Whether something lies on one model of a group alone."""
    return any(effect.single for effect in effects_on(fight, number))


def carried(fight: Fight, number: Number) -> tuple[str, ...]:
    """What it carries that is neither used up nor silenced by a spell, or by what an enemy near by has."""
    left = awake(fight, number)
    for rule, silences in loans.silencers.items():
        if left and rule in fight.setting.items:
            left = tuple(item for item in left if not silences(fight, number, item))
    return left


def awake(fight: Fight, number: Number) -> tuple[str, ...]:
    """The same, whatever enemies have near by."""
    piece = fight.state.pieces[number]
    at_work = effects_on(fight, number)
    if any(ITEMS in loans.taken.get(effect.source, ()) for effect in at_work):
        return ()
    sheet = fight.setting.figures[piece.figure]
    if sheet.category != "character" and not piece.command:
        return ()
    silent = [sheet.items[effect.number] for effect in at_work if effect.source == SILENCE]
    if not silent and not piece.used:
        return sheet.items
    left = list(sheet.items)
    for item in (*piece.used, *silent):
        if item in left:
            left.remove(item)
    return tuple(left)


def unseen(fight: Fight, number: Number, item: str) -> bool:
    """Whether only its owner knows that it carries this.  [tp.magic.items]"""
    return item.startswith(ITEM) and item not in fight.state.pieces[number].shown


def commands_beside(fight: Fight, number: Number) -> list[str]:
    """The magical commands that work on it without being its own: of its group, and of who stands in that.

    They do nothing for the beast that their bearer rides, nor for units that back the group.
    [tp.magic.items.commands] [tp.unit.command.magical]
    """
    piece = fight.state.pieces[number]
    group = piece.host if piece.fate == "within" and piece.host != NOBODY else number
    whole = fight.state.pieces[group]
    if fight.setting.figures[whole.figure].carries or (group != number and number not in whole.leaders):
        return []
    beside = (other for other in (group, *whole.leaders) if other != number)
    return [item for other in beside for item in carried(fight, other) if item.startswith(COMMANDS)]


def nature_afoot(fight: Fight, number: Number) -> tuple[str, ...]:
    """The nature of somebody who goes his own way: the commands of the group that he leaves stay with it.

    [tp.magic.items.commands] [tp.character.leave]
    """
    names = nature(fight, number)
    if not fight.setting.bannered or fight.state.pieces[number].fate != "within":
        return names
    beside = [item for item in commands_beside(fight, number) if item not in carried(fight, number)]
    return tuple(name for name in names if name not in beside) if beside else names


def rated(fight: Fight, number: Number, trait: str, foe: Number = NOBODY) -> int:
    """The rating of a trait that has one, as that foe meets it; what is lent is never added to its own, the higher
    counts. By what a scenario raises the ratings of a side it raises both. Nothing lent is anything to whom no
    magic touches.

    [tp.trait.fear.highest_only] [tp.scenario.rampage.bravery] [tp.item.enchanted.gladiators_signet]
    [tp.item.command.banner_of_true_combat]
    """
    sheet = fight.setting.figures[fight.state.pieces[number].figure]
    own = sheet.ratings.get(trait, 0)
    names = nature_against(fight, number, foe)
    if names is sheet.traits or (foe != NOBODY and untouched(fight, foe)):
        return own
    if trait in sheet.traits and trait not in names:
        own = 0
    return max([own, *(_lent(fight, number, name, trait) for name in names if name in loans.ratings)])


def _lent(fight: Fight, number: Number, name: str, trait: str) -> int:
    """The rating of a trait that something lends, if it does."""
    rating = loans.ratings.get(name, {}).get(trait, 0)
    entry = fight.setting.entries[fight.state.pieces[number].entry]
    return rating + fight.setting.parts[entry.side].ratings.get(trait, 0) if rating else 0


def whence(fight: Fight, number: Number, trait: str, rule: str, foe: Number = NOBODY) -> tuple[str, str]:
    """By which rule it has the rating of a trait that counts, and in words: its own, or what lends a higher one."""
    sheet, best = fight.setting.figures[fight.state.pieces[number].figure], rated(fight, number, trait, foe)
    own = sheet.ratings.get(trait, 0)
    names = nature_against(fight, number, foe)
    lenders = (name for name in names if _lent(fight, number, name, trait) == best > own)
    source = next(lenders, None)
    if source is None:
        return rule, trait
    by, title = loans.credit[source]
    return by, f"{trait} ({title})"


def soldierly(fight: Fight, number: Number) -> int:
    """Its soldiering value, with what items add to it.  [tp.check.sol.value]"""
    sheet = fight.setting.figures[fight.state.pieces[number].figure]
    if not sheet.items:
        return sheet.soldiering
    return sheet.soldiering + sum(loans.valour.get(item, 0) for item in carried(fight, number))


def valued(fight: Fight, number: Number, rule: str, note: str) -> Tally:
    """Its soldiering value with its reasons: the printed one goes by this rule.  [tp.check.sol.value]"""
    sheet = fight.setting.figures[fight.state.pieces[number].figure]
    tally = Tally(sheet.soldiering, rule, note)
    if sheet.items:
        for item in carried(fight, number):
            tally.add(loans.valour.get(item, 0), *loans.credit.get(item, (item, "")))
    return tally


def power(fight: Fight, number: Number, source: str) -> int:
    """How strong a spell is on a piece or on anybody in it: the same spell twice counts once, at its strongest.

    An item that it carries counts as 1, whatever has been counted up by it: charges, kills, gremlins.
    """
    if source in loans.worn:
        return 1
    pieces = fight.state.pieces
    cast = [e for e in fight.state.effects if e.source == source and e.target != NOBODY]
    return max([e.number for e in cast if number in (e.target, pieces[e.target].host)], default=1)


def lay(fight: Fight, effect: Effect) -> None:
    fight.state.effects += (effect,)


def lift(fight: Fight, effect: Effect) -> None:
    """Take one away, or what is left of it."""
    fight.state.effects = tuple(other for other in fight.state.effects if other is not effect)


def hand_on(fight: Fight, old: Number, new: Number) -> None:
    """A part that splits off takes along what lies on the whole."""
    fight.state.effects += tuple(
        Effect(e.source, e.caster, new, e.side, e.ends, e.number, e.foe)
        for e in effects_on(fight, old)
        if not e.single
    )


def bring_along(fight: Fight, part: Number, whole: Number) -> None:
    """What lies on a part that is taken in lies on the whole, unless the like of it does so.  [tp.move.remerge]"""
    known = {effect.source for effect in effects_on(fight, whole)}
    fight.state.effects += tuple(
        structs.replace(effect, target=whole)
        for effect in effects_on(fight, part)
        if effect.source not in known
    )
