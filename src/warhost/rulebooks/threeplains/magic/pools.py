"""Where more dice come from: spells swapped, items, dice laid by.  [tp.magic.dice] [tp.magic.swap]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from msgspec import structs

from warhost.engine.promise import whole_percent
from warhost.engine.question import Answer, ChooseSome, Refusal
from warhost.engine.words import Names

from ..bodies import figure
from ..events.spells import DiceFound
from ..figure import inches
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..state import Number, Piece, Player
from .bearing import carried, effects_on, lay, lift, marked, nature
from .book import book, spend, title, wizard
from .targets import reach_of_bearer
from .verbs import Spell

BASIC, MASTER = 2, 3
SURE = 20  # what stops a spell without a roll counts as so many dice, more than any wizard has
ETHER = "/ether"
BY_ITEM = ("item", "gift", "stopper", "hoard")
PREPARATION = "tp.spell.harmony.preparation"


class Source(NamedTuple):
    """Dice that a wizard can add: for a spell or a chance given up, from an item, or laid by."""

    name: str  # as answers write it
    piece: Number
    kind: Literal["spell", "chance", "item", "lent", "stored", "warded", "gift", "stopper", "hoard"]
    what: str = ""  # the rule of the spell or item
    dice: int = 1
    plus: int = 0  # what it adds to one die


class Pool(ChooseSome):
    """Which of several sources of dice are used, none or all; of one wizard's items only one.

    `chance` says how likely so many dice from them are enough.
    """

    __slots__ = ("chance", "sources")

    def __init__(
        self, side: Player, what: str, sources: Sequence[Source], rule: str, about: str,
        chance: Callable[[int], Fraction], usual: Answer = None, text: str = "",
    ):  # fmt: skip
        super().__init__(side, what, [source.name for source in sources], rule, 0, len(sources), about, text)
        self.usual = usual
        self.sources, self.chance = sources, chance

    def asked(self, names: Names) -> str:
        without = self.chance(0)
        return f"{super().asked(names)}{f' Without more: {whole_percent(without)}%.' if without else ''}"

    def refuse(self, answer: Answer) -> Refusal | None:
        """[tp.magic.dice.items] [tp.magic.dispel.items]"""
        if refusal := super().refuse(answer):
            return refusal
        items = [source for source in self.chosen(answer) if source.kind in BY_ITEM]
        drawn = dict.fromkeys((source.piece, source.what) for source in items)
        if len(dict.fromkeys(piece for piece, _ in drawn)) < len(drawn):
            return Refusal(self.rule, "a wizard uses only one item at a time")
        return None

    def chosen(self, answer: Answer) -> list[Source]:
        return [source for source in self.sources if source.name in answer]

    def dice(self, answer: Answer) -> int:
        return sum(source.dice for source in self.chosen(answer))

    def suggest(self, most: int = 12) -> list[Answer]:
        """Nothing, each alone, and as much as there is."""
        alone: list[Answer] = [[name] for name in self.options]
        full: list[str] = []
        for source in sorted(self.sources, key=lambda source: -source.dice):
            if self.refuse([*full, source.name]) is None:
                full.append(source.name)
        return [[], *alone, *([full] if len(full) > 1 else [])][:most]

    def sample(self, chance: Any) -> Answer:
        drawn = super().sample(chance)
        return drawn if self.refuse(drawn) is None else []

    def describe(self) -> dict[str, Any]:
        sums = sorted({self.dice(answer) for answer in self.suggest()})
        odds = {str(dice): f"{whole_percent(self.chance(dice))}%" for dice in sums}
        titles = {source.name: title(source.what) for source in self.sources if source.what}
        dice = {source.name: source.dice for source in self.sources}
        return {**super().describe(), "dice": dice, "odds": odds, "titles": titles}


# --- what there is -------------------------------------------------------------------------------------------


def own_dice(fight: Fight, number: Number, spell: Spell) -> int:
    """What is there for every attempt: two dice, a master's three, or those of the item that holds the spell.

    [tp.magic.basic] [tp.magic.master] [tp.magic.chart]
    """
    if spell.magic:
        return spell.magic
    return MASTER if figure(fight, number).master else BASIC


def fresh(piece: Piece) -> list[str]:
    """The spells that it has neither tried nor given up: each can be cast or swapped once.  [tp.magic.swap]"""
    left = [spell for spell in piece.spells if spell not in piece.tried and spell not in piece.swapped]
    return left if not piece.reads or _turns_left(piece) > 0 else []


def _turns_left(piece: Piece) -> int:
    """How many of the spells that he may read he can still try or give up.  [tp.item.arcane.spell_compendium]"""
    return piece.reads - len(piece.tried) - len(piece.swapped)


def magic_sources(fight: Fight, number: Number, spell: Spell) -> list[Source]:
    """What the caster himself can add to his dice; nothing to those of an item.

    [tp.magic.dice.items] [tp.magic.bound]
    """
    if spell.magic:
        return []
    piece = fight.state.pieces[number]
    stored = [Source(f"{piece.name}/stored {at + 1}", number, "stored") for at in range(piece.mana)]
    own = [*stored, *_chances(fight, number), *_swaps(piece, number), *_items(fight, number, ether=False)]
    if not fight.setting.enchanted:
        return own
    return [*own, *_gifts(fight, number, spell), *_hoarded(fight, number), *_lent(fight, number)]


def _hoarded(fight: Fight, number: Number) -> Iterator[Source]:
    """Dice that an item has laid by for its bearer.  [tp.item.arcane.deaths_sceptre]"""
    name, names = fight.state.pieces[number].name, nature(fight, number)
    for source in dict.fromkeys(effect.source for effect in effects_on(fight, number)):
        item = source.partition("/")[0]
        hoard = item in names and marked((source,), "dice laid by")
        for at in range(laid_by(fight, number, source) if hoard else 0):
            yield Source(f"{name}/{item.rpartition('.')[2]} {at + 1}", number, "hoard", source)


def _gifts(fight: Fight, number: Number, spell: Spell) -> Iterator[Source]:
    """What an item gives for this spell as often as it is cast."""
    for item in specials.gives_a_die.replies(nature(fight, number), fight, number, spell):
        if item:
            yield Source(f"{fight.state.pieces[number].name}/{item.rpartition('.')[2]}", number, "gift", item)


def ether_sources(fight: Fight, side: Player) -> list[Source]:
    """What the wizards of a side can add to the ether, wherever they stand.

    [tp.magic.dispel] [tp.magic.fleeing] [tp.magic.dead]
    """
    found: list[Source] = []
    for number, piece in fight.state.numbered():
        if piece.side == side and wizard(fight, number) and wakeful(fight, number):
            found += [*_warded(piece, number), *_swaps(piece, number), *_items(fight, number, ether=True)]
            found += _stoppers(fight, number) if fight.setting.enchanted else ()
    return found


def _stoppers(fight: Fight, number: Number) -> Iterator[Source]:
    """What stops a spell without a roll."""
    for item in specials.stops_castings.replies(nature(fight, number), fight, number):
        if item:
            name = f"{fight.state.pieces[number].name}/{item.rpartition('.')[2]}"
            yield Source(name, number, "stopper", item, SURE)


def wakeful(fight: Fight, number: Number) -> bool:
    """On the table, and not running away.  [tp.magic.fleeing] [tp.magic.dead]"""
    holder = fight.state.pieces[outermost(fight, number)]
    return fight.state.pieces[number].fate != "hidden" and holder.standing and not holder.fleeing


def chances(fight: Fight, number: Number) -> int:
    """How many more spells its preparation lets it cast, or swap.  [tp.spell.harmony.preparation]"""
    return laid_by(fight, number, PREPARATION)


def laid_by(fight: Fight, number: Number, source: str) -> int:
    """How much of something is left to it."""
    return max([e.number for e in effects_on(fight, number) if e.source == source], default=0)


def use_chance(fight: Fight, number: Number, source: str = PREPARATION) -> None:
    old = next(e for e in effects_on(fight, number) if e.source == source and e.number > 0)
    lift(fight, old)
    if old.number > 1:
        lay(fight, structs.replace(old, number=old.number - 1))


def ward(fight: Fight, number: Number, source: str) -> None:
    """A chance, or a card, is swapped for an ether die, which is kept until the wizard's next turn.

    [tp.spell.harmony.preparation] [tp.item.arcane.wand_of_randomisation] [tp.magic.swap]
    """
    piece = fight.state.pieces[number]
    if source in fresh(piece):
        piece.swapped += (source,)
    else:
        use_chance(fight, number)
    piece.warded += 1
    fight.tell(DiceFound("tp.magic.swap", number, (source,), 1, True))


def _chances(fight: Fight, number: Number) -> Iterator[Source]:
    name = fight.state.pieces[number].name
    for at in range(chances(fight, number)):
        yield Source(f"{name}/chance {at + 1}", number, "chance", PREPARATION)


def _warded(piece: Piece, number: Number) -> Iterator[Source]:
    for at in range(piece.warded):
        yield Source(f"{piece.name}/warded {at + 1}", number, "warded")


def _swaps(piece: Piece, number: Number) -> Iterator[Source]:
    left = fresh(piece)
    for spell in left[: _turns_left(piece)] if piece.reads else left:
        yield Source(f"{piece.name}/{book[spell].name}", number, "spell", spell)


def _items(fight: Fight, number: Number, *, ether: bool) -> Iterator[Source]:
    """What an item gives in a turn may be split over several spells, die by die; anything else is used whole.

    [tp.magic.dice.items] [tp.magic.dispel.items]
    """
    piece = fight.state.pieces[number]
    for item in dict.fromkeys(carried(fight, number)):
        given = book.dice.get(item)
        if given is None or given.lends:
            continue
        dice = given.ether if ether else given.magic
        name = f"{piece.name}/{item.rpartition('.')[2]}"
        if given.times == "turn":
            left = dice - piece.drawn.count(_tapped(item, ether))
            yield from (Source(f"{name} {at + 1}", number, "item", item) for at in range(left))
        elif dice or (given.plus and not ether):
            yield Source(name, number, "item", item, dice, given.plus)


def _lent(fight: Fight, number: Number) -> Iterator[Source]:
    """What others near by lend to every friendly wizard, once in each of his turns.

    [tp.item.command.standard_of_magic]
    """
    wizard = fight.state.pieces[number]
    for bearer, piece in fight.state.numbered():
        if piece.side != wizard.side or piece.fate not in ("standing", "within"):
            continue
        for item in carried(fight, bearer) if figure(fight, bearer).items else ():
            given = book.dice.get(item)
            if given is None or not given.lends or item in wizard.drawn:
                continue
            if reach_of_bearer(fight, bearer, number) <= inches(given.lends):
                yield Source(f"{piece.name}/{item.rpartition('.')[2]}", number, "lent", item, given.magic)


def _tapped(item: str, ether: bool) -> str:
    """How a die of an item that has been used this turn is noted: ether dice are another store than magic dice."""
    return f"{item}{ETHER}" if ether else item


# --- using it ------------------------------------------------------------------------------------------------


def draw(fight: Fight, sources: Sequence[Source], *, ether: bool) -> int:
    """Spells are given up until their wizard's next turn, items used, dice laid by spent; how many dice it makes.

    [tp.magic.swap] [tp.magic.dice]
    """
    for source in sources:
        piece = fight.state.pieces[source.piece]
        if source.kind == "spell":
            piece.swapped += (source.what,)
        elif source.kind in ("chance", "hoard"):
            use_chance(fight, source.piece, source.what)
        elif source.kind in ("item", "lent"):
            spend(fight, source.piece, source.what, book.dice[source.what].times, _tapped(source.what, ether))
        elif source.kind == "warded":
            piece.warded -= 1
        elif source.kind == "stored":
            piece.mana -= 1
    for number in dict.fromkeys(source.piece for source in sources):
        own = [source for source in sources if source.piece == number]
        names = tuple(source.what for source in own)
        fight.tell(DiceFound(_rule_of(own), number, names, sum(source.dice for source in own), ether))
    return sum(source.dice for source in sources)


def _rule_of(sources: Sequence[Source]) -> str:
    """What gives a wizard these dice: an item or a chance, or else spells given up or dice laid by."""
    helpers = (source.what for source in sources if source.what and source.kind != "spell")
    swapped = any(source.kind == "spell" for source in sources)
    return next(helpers, "tp.magic.swap" if swapped else "tp.magic.dice")


def come_back(fight: Fight) -> None:
    """A turn begins: what its player's wizards have tried or given up is theirs again.

    A spell that answers others is back when the enemy's next turn begins, and the ether dice that an item gives in
    each turn are there in every turn.
    [tp.magic.attempts] [tp.magic.swap] [tp.spell.base.dispel] [tp.item.arcane.dispel_staff]
    """
    for piece in fight.state.pieces:
        if piece.side == fight.state.active:
            piece.swapped, piece.drawn, piece.warded = (), (), 0
            piece.tried = tuple(spell for spell in piece.tried if book[spell].answers)
        else:
            piece.drawn = tuple(item for item in piece.drawn if not item.endswith(ETHER))
            piece.tried = tuple(spell for spell in piece.tried if not book[spell].answers)
