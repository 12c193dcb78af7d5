"""Casting: a spell and its target are named, the ether is rolled, then magic dice; then the enemy may dispel.

[tp.magic.timing] [tp.magic.cast] [tp.magic.combat]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from warhost.engine.dice import Throw, not_fast
from warhost.engine.promise import whole_percent
from warhost.engine.question import Choose, Refusal

from ..bodies import figure
from ..events.items import ItemUsed
from ..events.spells import DispelRolled, SpellFailed, SpellNamed, SpellRolled, SpellStopped
from ..fighting.contact import engaged
from ..land.lie import at_rest
from ..missiles.aiming import missiles, shares_space
from ..moving.groups import outermost
from ..setting import Fight
from ..special import qualities, specials
from ..special.concealment import come_to_light
from ..special.specials import Moment
from ..stands import marker
from ..state import Number, Player, opponent
from .bearing import nature, unseen
from .book import book, in_play, spend, unspent, wizard
from .ether import (
    dice_fed,
    dice_taken,
    ether_met,
    known_ether,
    mended,
    noticed_by_enemies,
    steadied,
    thrown_back,
    undoes,
)
from .fortune import COHESION, again, forbidden, magic_throw
from .fortune import held as gift
from .learning import studies
from .mana import (
    SIDES,
    Power,
    cast_outcomes,
    chance_to_cast,
    chance_to_dispel,
    dispel_outcomes,
    prevails,
    thrown_twice,
)
from .naming import could_name, name_target, why_nobody
from .nullity import nullified
from .places import why_not_there
from .pools import (
    BY_ITEM,
    PREPARATION,
    SURE,
    Pool,
    Source,
    chances,
    draw,
    ether_sources,
    fresh,
    magic_sources,
    own_dice,
    use_chance,
    wakeful,
    ward,
)
from .targets import Casting, why_no_candidate, why_not, works_inside
from .verbs import Spell
from .working import work

CAST = "cast: "
USE = "use: "
WARD = "keep for dispelling: "
PASS = "let it pass"
PHASES = ("declaring", "charges", "moves", "counter charges", "shooting", "combat")
Known = dict[str, tuple[Number, Spell]]
"""What answers may say of casting, and who casts which spell by them."""


# --- who can cast what ---------------------------------------------------------------------------------------


def usable(fight: Fight, side: Player) -> Known:
    """The items that a player can simply use, in the enemy's turn too.  [tp.magic.items]"""
    found: Known = {}
    for number, piece in fight.state.numbered():
        if piece.side == side and figure(fight, number).items and why_absent(fight, number) is None:
            known = _ready(fight, number)
            found |= {name: use for name, use in known.items() if name.startswith(USE)}
    return found


def castable(fight: Fight) -> Known:
    """All that the player whose turn it is could cast now.  [tp.magic.timing] [tp.magic.attempts]"""
    state = fight.state
    if state.phase not in PHASES or not fight.setting.magical:
        return {}
    able = [
        number
        for number, piece in state.numbered()
        if piece.side == state.active and (piece.spells or figure(fight, number).items)
    ]
    return _among(fight, able) if able else {}


@at_rest
def _among(fight: Fight, able: list[Number]) -> Known:
    found: Known = {}
    for number in able:
        if why_absent(fight, number) is None:
            found |= _ready(fight, number)
    return found


def _ready(fight: Fight, number: Number) -> Known:
    name = fight.state.pieces[number].name
    free = why_hindered(fight, number) is None
    found: Known = {}
    for spell in held(fight, number):
        at_will = not spell.answers and not spell.itself and (free or _at_hand(spell))
        if at_will and why_no_spell(fight, number, spell) is None:
            found[f"{USE if spell.plain else CAST}{name}/{spell.name}"] = (number, spell)
    if not free:
        return found
    if chances(fight, number):
        found[f"{WARD}{name}"] = (number, book[PREPARATION])
    return found | _cards_to_keep(fight, number)


def _at_hand(spell: Spell) -> bool:
    """Whether it is an item that its bearer need not cast, aim or read to use: a potion, a horn, a ring.

    [tp.magic.items.enchanted] [tp.magic.items.potions]
    """
    return spell.plain and not spell.arcane and not spell.shooting


def _cards_to_keep(fight: Fight, number: Number) -> Known:
    """Cards that go back when his turn is over are swapped for ether dice before that, or not at all.

    [tp.item.arcane.wand_of_randomisation] [tp.magic.swap]
    """
    piece = fight.state.pieces[number]
    if not piece.spells or not any(study.each_turn for _, study in studies(fight, number)):
        return {}
    return {f"{WARD}{piece.name}/{book[card].name}": (number, book[card]) for card in fresh(piece)}


def act(fight: Fight, known: Known, answer: str) -> None:
    """A spell is cast, or a card or a chance to cast one swapped for an ether die."""
    number, spell = known[answer]
    if answer.startswith(WARD):
        ward(fight, number, spell.rule if answer.endswith(f"/{spell.name}") else PREPARATION)
    else:
        cast(fight, number, spell)


def why_no_casting(fight: Fight, number: Number) -> Refusal | None:
    """What keeps a wizard, or a bearer of a bound item, from casting anything."""
    return why_absent(fight, number) or why_hindered(fight, number)


def why_absent(fight: Fight, number: Number) -> Refusal | None:
    """What keeps somebody from doing anything at all.  [tp.magic.dead] [tp.move.offboard]"""
    piece, host = fight.state.pieces[number], outermost(fight, number)
    if piece.fate not in ("standing", "within") or not fight.state.pieces[host].standing:
        return Refusal("tp.magic.dead", f"{piece.name} is not on the table")
    if fight.state.pieces[host].away_until > fight.state.clock:
        return Refusal("tp.move.offboard", f"{piece.name} has just come back and does nothing this turn")
    return None


def why_hindered(fight: Fight, number: Number) -> Refusal | None:
    """What keeps somebody from casting, though not from drinking a potion.

    [tp.magic.fleeing] [tp.unit.skirmish.shared_no_shoot] [tp.spell.creation.great_growth]
    """
    piece, host = fight.state.pieces[number], outermost(fight, number)
    if not wakeful(fight, number):
        return Refusal("tp.magic.fleeing", f"{piece.name} is fleeing")
    if shares_space(fight, host):
        return Refusal("tp.unit.skirmish.shared_no_shoot", f"{piece.name} stands among friends")
    rule = specials.casts.first(nature(fight, number), fight, number)
    return Refusal(rule, f"{piece.name} cannot cast") if rule else None


def held(fight: Fight, number: Number) -> Iterator[Spell]:
    """The spells it could try: its own, as long as it is a wizard, and those of its items.

    [tp.magic.bound] [tp.item.enchanted.apprentice_kit]
    """
    piece, learned = fight.state.pieces[number], wizard(fight, number)
    more = chances(fight, number) > 0
    for rule in piece.spells if learned else ():
        if rule in fresh(piece) or (more and rule != PREPARATION):
            yield book[rule]
    for item in unspent(fight, number) if figure(fight, number).items else ():
        spell = book.spells.get(item)
        if spell is not None and (learned or not spell.arcane):
            yield spell


def why_no_spell(fight: Fight, number: Number, spell: Spell) -> Refusal | None:
    """Why a spell that is at hand cannot be cast now."""
    if refusal := _why_once(fight, number, spell):
        return refusal
    return None if could_name(fight, number, spell) else why_nobody(fight, number, spell)


def _why_once(fight: Fight, number: Number, spell: Spell) -> Refusal | None:
    if (piece := fight.state.pieces[number]).inside and not works_inside(spell):
        return Refusal("tp.siege.levels", f"{piece.name} sees nothing from inside, where only himself is in reach")
    if spell.unique and in_play(fight, spell.rule, fight.state.pieces[number].side):
        return Refusal(spell.rule, f"{spell.title} is in play already")
    return why_no_throw(fight, number, spell) if spell.shooting else None


def why_no_throw(fight: Fight, number: Number, spell: Spell) -> Refusal | None:
    """What is used in the shooting phase waits for one's own; what is thrown goes in place of a shot, and nobody
    throws in combat.

    [tp.shoot.phase] [tp.item.weapon.scolex_keg] [tp.item.command.doom_stick]
    """
    state, host = fight.state, outermost(fight, number)
    piece = state.pieces[number]
    if state.phase != "shooting" or state.active != piece.side:
        return Refusal(spell.rule, f"{spell.title} is used in a shooting phase of its own side")
    if spell.thrown and engaged(fight, host):
        return Refusal(spell.rule, f"{piece.name} fights, and throws nothing")
    if spell.thrown and missiles(fight, number) and state.pieces[host].turn.shot:
        return Refusal(spell.rule, f"{piece.name} has shot already")
    return None


def why_never_now(fight: Fight, number: Number, spell: Spell) -> Refusal | None:
    """Why a spell of a wizard, or of his items, cannot be cast now, at whomever.  [tp.magic.attempts]"""
    piece = fight.state.pieces[number]
    if spell not in held(fight, number):
        if spell.rule in piece.spells and not wizard(fight, number):
            return Refusal("tp.magic.casters", f"{piece.name} is no wizard without what made him one")
        if spell.rule in piece.spells:
            return Refusal("tp.magic.attempts", f"{piece.name} has tried {spell.title} already, or given it up")
        return Refusal(spell.rule, f"{piece.name} has no use of {spell.title} left, or cannot use it")
    if spell.answers:
        return Refusal(spell.rule, f"{spell.title} is cast only at an enemy spell")
    hindered = None if _at_hand(spell) else why_hindered(fight, number)
    return why_absent(fight, number) or hindered or _why_once(fight, number, spell)


def why_not_cast(fight: Fight, answer: str) -> Refusal | None:
    """For those who choose: why a spell or an item that they name is not among what can be cast or used."""
    deed, _, named = answer.partition(": ")
    who, _, name = named.partition("/")
    if f"{deed}: " not in (CAST, USE):
        return None
    for number, piece in fight.state.numbered():
        if piece.name == who and piece.side == fight.state.active:
            rules = (*piece.spells, *figure(fight, number).items)
            spells = (book.spells[rule] for rule in rules if rule in book.spells)
            for spell in (one for one in spells if one.name == name):
                return why_never_now(fight, number, spell) or why_no_spell(fight, number, spell)
    return None


def promises(fight: Fight, known: Known) -> Callable[[str], str] | None:
    """For those who choose: how likely each spell gets past the ether with its caster's own dice."""
    if not known:
        return None

    def odds(name: str) -> str:
        if name not in known or name.startswith(WARD):
            return ""
        number, spell = known[name]
        if spell.plain:
            return spell.title
        dice = own_dice(fight, number, spell)
        named = Casting(number, spell, fight.state.pieces[number].side, spell.ether[0])
        levels = [known_ether(fight, named, ether) for ether in spell.ether]
        fumbling = fumbles(fight, number)
        chances = [f"{whole_percent(chance_to_cast(dice, ether, fumbling))}%" for ether in levels]
        against = " or ".join(str(ether) for ether in levels)
        return f"{spell.title}, {' or '.join(chances)} with {dice} dice against {against}"

    return odds


# --- casting -------------------------------------------------------------------------------------------------


def cast(fight: Fight, number: Number, spell: Spell) -> None:
    """From its name to its effect. What it asks for is looked at when it has been rolled.

    [tp.magic.cast] [tp.magic.requirements] [tp.magic.attempts]
    """
    casting = name_target(fight, number, spell)
    if spell.quiet:
        work(fight, casting)
        return
    if spell.plain:
        _note(fight, casting)
        fight.tell(ItemUsed(spell.rule, number, spell.rule))
    elif not goes_through(fight, casting):
        _has_cast(fight, casting, "spell stopped")
        return
    if refusal := _unmet(fight, casting):
        fight.tell(SpellFailed(refusal.rule, number, spell.rule, refusal.why))
        _has_cast(fight, casting, "spell cast")
    elif item := undoes(fight, casting):
        fight.tell(SpellStopped(item, number, spell.rule, item))
        _has_cast(fight, casting, "spell stopped")
    else:
        _has_cast(fight, casting, "spell cast")
        back = thrown_back(fight, casting)
        if back is None:
            work(fight, casting)
        elif why_no_candidate(fight, back.caster, back.spell, back.target, anywhere=True) is None:
            work(fight, back)


def _has_cast(fight: Fight, casting: Casting, moment: Moment) -> None:
    if fight.setting.enchanted and not casting.spell.plain:
        specials.moments.each(nature(fight, casting.caster), fight, casting.caster, moment)


def _unmet(fight: Fight, casting: Casting) -> Refusal | None:
    """What a spell that has been cast asks for and does not find.  [tp.magic.requirements]"""
    if casting.place is not None:
        return why_not_there(fight, casting, casting.place)
    return why_not(fight, casting)


def goes_through(fight: Fight, casting: Casting) -> bool:
    """Whether a spell gets past the ether, added ether dice, and a spell cast against it.

    [tp.magic.ether] [tp.magic.cast]
    """
    spell, caster = casting.spell, casting.caster
    come_to_light(fight, outermost(fight, caster))
    casting = ether_met(fight, casting)
    spot = casting.place
    laid = () if spot is None else (marker(spot).points,)
    fight.tell(SpellNamed(spell.rule, caster, spell.rule, casting.ether, casting.target, spot, laid))
    _note(fight, casting)
    noticed_by_enemies(fight, casting)
    if fight.state.pieces[caster].fate == "slain":
        fight.tell(SpellFailed("tp.magic.dead", caster, spell.rule, "its caster is dead"))
        return False
    if specials.named.any(nature(fight, caster), fight, caster, casting):
        return False
    ether, magic = _rolled(fight, casting)
    won = prevails(magic, ether)
    fight.tell(SpellRolled("tp.magic.compare", caster, spell.rule, ether, magic, won))
    if not won:
        return False
    fight.state.casts += casting.side == fight.state.active
    stopped = nullified(fight, casting) or _dispelled(fight, casting, magic, ether)
    return not stopped and not _answered(fight, casting)


def _rolled(fight: Fight, casting: Casting) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The ether's dice, and the magic dice as they lie at last; where nobody decides anything between, they are one
    thing for whoever looks ahead.  [tp.magic.cast]"""
    caster, side, spell = casting.caster, casting.side, casting.spell
    fumbling, taken = fumbles(fight, caster), dice_taken(fight, casting)
    fed = dice_fed(fight, casting)

    def thrown() -> tuple[tuple[int, ...], tuple[int, ...]]:
        asked = Throw(casting.ether, SIDES, "ether dice", "tp.magic.ether", opponent(side), alike=True)
        ether = fight.throw(asked)
        more, plus = _more_magic(fight, casting, ether, fed, taken)
        dice = own_dice(fight, caster, spell) + more + (fed or 0) - taken
        return ether, _conjured(fight, casting, Power(max(0, dice), ether, plus, fumbling))

    if magic_sources(fight, caster, spell) or _handled(fight, casting):
        return thrown()
    dice = max(0, own_dice(fight, caster, spell) + (fed or 0) - taken)
    return fight.settle(thrown, lambda: cast_outcomes(dice, casting.ether, fumbling))


def _conjured(fight: Fight, casting: Casting, power: Power) -> tuple[int, ...]:
    def thrown() -> tuple[int, ...]:
        magic = power.roll(fight.throw, casting.side)
        fumbled = power.wins(magic) and power.fumbles
        once_more = fumbled or (not power.wins(magic) and _once_more(fight, casting))
        if once_more and not forbidden(fight, magic_throw(len(magic), casting.side)):
            loose = not_fast(magic)
            new = power._replace(dice=loose).roll(fight.throw, casting.side, again=True)
            magic = thrown_twice(magic, range(loose), new)
        return mended(fight, casting, magic, power.ether)

    return thrown() if _handled(fight, casting) else fight.settle(thrown, power.outcomes)


def _handled(fight: Fight, casting: Casting) -> bool:
    """Whether somebody has a hand in the magic dice after they fell, and looks at every one of them."""
    names = nature(fight, casting.caster) if fight.setting.enchanted else ()
    gifted = bool(fight.state.effects) and gift(fight, COHESION, casting.side) is not None
    hands = (specials.casts_again, specials.mends_magic)
    return gifted or any(point.heeds(names) for point in hands)


def fumbles(fight: Fight, caster: Number) -> bool:
    """Whether the dice of a spell that got past the ether are thrown once more."""
    return qualities.fumbles(fight, caster) or qualities.rambles(fight, caster)


def _once_more(fight: Fight, casting: Casting) -> bool:
    """Whether the magic dice are thrown again, by what his player or the wizard himself has for it."""
    if again(fight, casting.side, casting.spell.title):
        return True
    names = nature(fight, casting.caster) if fight.setting.enchanted else ()
    return specials.casts_again.any(names, fight, casting.caster)


def _note(fight: Fight, casting: Casting) -> None:
    """It has been tried, whatever comes of it; one that could be tried no more takes up a chance.

    [tp.magic.attempts] [tp.spell.harmony.preparation] [tp.item.arcane.spell_compendium]
    """
    piece, spell = fight.state.pieces[casting.caster], casting.spell
    if spell.magic or spell.plain:
        spend(fight, casting.caster, spell.rule, spell.times)
        if spell.thrown:
            piece.aimed = fight.state.clock
    elif spell.rule not in fresh(piece) and chances(fight, casting.caster):
        use_chance(fight, casting.caster)
    else:
        piece.tried += (spell.rule,)


def _more_magic(
    fight: Fight, casting: Casting, ether: tuple[int, ...], fed: int | None, taken: int
) -> tuple[int, int]:
    """The caster has seen the ether's dice and says what he adds to his own: so many dice, and so much to one of
    them. Whoever has been `fed` dice by an item uses no other.  [tp.magic.cast] [tp.magic.swap]
    [tp.magic.dice.items]"""
    sources = magic_sources(fight, casting.caster, casting.spell)
    if fed is not None:
        sources = [source for source in sources if source.kind not in BY_ITEM]
    if not sources:
        return 0, 0
    own = own_dice(fight, casting.caster, casting.spell) + (fed or 0) - taken
    fumbling = fumbles(fight, casting.caster)

    def chance(more: int) -> Fraction:
        return Power(max(0, own + more), ether, fumbles=fumbling).chance()

    text = "What do you add to the magic dice for {who}?"
    question = Pool(casting.side, "magic dice", sources, "tp.magic.dice", casting.spell.title, chance, text=text)
    secret = all(source.kind in BY_ITEM and unseen(fight, source.piece, source.what) for source in sources)
    chosen = question.chosen(fight.ask(question.in_secret(secret)))
    return draw(fight, chosen, ether=False), sum(source.plus for source in chosen)


def _dispelled(fight: Fight, casting: Casting, magic: tuple[int, ...], ether: tuple[int, ...]) -> bool:
    """One attempt: the dice to add are chosen and rolled together, and the rolls are compared again.

    [tp.magic.dispel] [tp.magic.dispel.items]
    """
    enemy = opponent(casting.side)
    sources = ether_sources(fight, enemy)
    guarded = fight.setting.enchanted and any(
        piece.side == enemy and wizard(fight, number) and wakeful(fight, number)
        for number, piece in fight.state.numbered()
    )  # he may have dice that nobody has seen
    if not sources and not guarded:
        return False

    def chance(more: int) -> Fraction:
        return Fraction(1) if more >= SURE else chance_to_dispel(magic, ether, more)

    text = "{who} has got past the ether. What do you add to the ether dice?"
    question = Pool(enemy, "dispel", sources, "tp.magic.dispel", casting.spell.title, chance, text=text)
    chosen = question.chosen(fight.ask(question.window([], empty=not sources)))
    if any(source.kind == "stopper" for source in chosen):
        _stop(fight, casting, next(source for source in chosen if source.kind == "stopper"))
        return True
    dice = draw(fight, chosen, ether=True)
    if not dice:
        return False
    added = steadied(
        fight,
        casting,
        chosen,
        fight.settle(
            lambda: fight.throw(Throw(dice, SIDES, "dispelling", "tp.magic.dispel", enemy)),
            lambda: dispel_outcomes(magic, ether, dice),
        ),
    )
    stopped = not prevails(magic, (*ether, *added))
    fight.tell(DispelRolled("tp.magic.dispel", enemy, casting.spell.rule, (*ether, *added), stopped))
    return stopped


def _stop(fight: Fight, casting: Casting, source: Source) -> None:
    """An item stops a spell without a roll."""
    fight.tell(SpellStopped(source.what, casting.caster, casting.spell.rule, source.what))
    specials.stopped_casting.each((source.what,), fight, source.piece, casting)


def _answered(fight: Fight, casting: Casting) -> bool:
    """Enemy wizards may cast a spell at the spell, one after the other until one stops it, and each of these may be
    answered in its turn.

    [tp.spell.base.dispel]
    """
    enemy = opponent(casting.side)
    while ready := _answers(fight, enemy):
        options, rule = [*ready, PASS], "tp.spell.base.dispel"
        text = "{who} has been cast. Do you cast a spell against it?"
        answer = fight.ask(Choose(enemy, "answer spell", options, rule, casting.spell.title, usual=PASS, text=text))
        if answer == PASS:
            return False
        number, spell = ready[answer]
        if goes_through(fight, Casting(number, spell, enemy, spell.ether[0])):
            fight.tell(SpellStopped(spell.rule, casting.caster, casting.spell.rule, spell.rule))
            return True
    return False


def _answers(fight: Fight, side: Player) -> Known:
    """What the wizards of a side could cast at an enemy spell."""
    return {
        f"{CAST}{fight.state.pieces[number].name}/{spell.name}": (number, spell)
        for number, piece in fight.state.numbered()
        if piece.side == side and piece.spells and why_no_casting(fight, number) is None
        for spell in held(fight, number)
        if spell.answers and (not piece.inside or works_inside(spell))
    }
