"""What spells and magic items are made of: numbers that hook in where traits do.  [tp.spell.conventions]

A spell is a `Spell`: whom it is cast at, how far, for how long, and what it does: `hits`, a `Gift` that lies on the
target while it lasts, or a deed of its own (a function that deeds.py finds by the spell's rule).

Magic items are made of the same stuff. Figure.items names the items that a model carries by their rules.

* `lending.worn("tp.item…", "Title", Gift(agility=1))` once, when the module of the item is read: that is what it
  does for whoever carries it, until it stands in Piece.used or a spell silences it. What a gift cannot say is a
  function hooked in by the item's rule, `@specials.struck_at("tp.item…")`, beside a `worn` with an empty gift.
* `lending.lent("tp.item…", "Title", Gift(attacks=2))` instead: what it does once it lies on somebody as an effect,
  put there by `bearing.lay(fight, Effect(rule, bearer, target, side, ends, number))`: a potion that is drunk.
  `working.end_of(fight, side, "own turn")` gives the end; bearing.lift and effects.end take it away.
* `book.dice("tp.item…", "Title", Dice(magic=2, times="turn"))`: dice that it adds to its bearer's castings, or with
  `ether` to dispelling. The question of the dice, the rule of one item at a time and its use are in pools.py.
* `book.bind(Spell(rule="tp.item…", magic=4, ether=(2,), times="battle", …))`: a bound spell. It is offered, rolled,
  dispelled and resolved like any other; with `arcane` only a wizard can use it.
* With `plain` in place of dice of its own it is simply used: nothing is rolled, nobody dispels it, and it can be
  used in the enemy's turn too; with `itself` it is cast when its moment has come, without being asked for.
* Used up for good: Piece.used; used until its bearer's next turn: Piece.drawn. `book.spend` does either, and
  `book.unspent` gives what is left.
"""

from __future__ import annotations

from typing import Literal

from msgspec import field

from warhost.engine.bounds import Count
from warhost.engine.data import Definition

from ..armies.profiles import Discipline

Target = Literal[
    "player", "self", "own group", "one of own group", "friend", "enemy", "any", "enemy or self", "all friends",
    "all enemies", "enemy model", "friendly character", "friendly member", "friendly model", "friendly group",
    "enemy beast", "enemy machines", "enemy contact", "touched enemy", "enemy items", "enemy spell", "unholy",
    "breath", "explosion", "point", "ground",
]  # fmt: skip
"""Whom a spell is cast at; targets.py knows who that may be."""

Sight = Literal["primary", "mutual", "sense", "any"]
"""Of an enemy: in the caster's primary sense, each in the other's, or no matter. Friends need only be sensed, and
the caster's own piece always is; places may be in either sense with "sense"."""

Lasts = Literal["instant", "own turn", "enemy turn", "this turn", "next combat", "next phases", "battle"]
"""Until the caster's next turn begins, or the enemy's, or this one is over; until the target has fought a round;
until it has had a shooting and a combat phase."""

Times = Literal["spell", "turn", "battle"]
"""How often an item works: for every spell, once in each of its bearer's turns, once."""


Mark = Literal[
    "blinds",  # whom its piece charges neither falls back nor holds and shoots
    "breaks by dice",  # what stands against its group in a break check is rolled for in place of being counted
    "calls to heel",  # the beasts of its side add 1 to their loyalty
    "daunts",  # enemies who name its piece for a charge must not be deviant
    "dice laid by",  # he may add them to castings of his own, as long as the item is with him
    "draws blows",  # whoever can reach him in a combat aims a blow at him at least
    "guides blows",  # all misses of its group are thrown again
    "guides himself",  # his own misses are thrown again
    "hard to strike",  # blows that hit it are thrown again
    "needs no air",  # it may lie under water
    "rallies",  # its piece rallies of itself, whatever has become of the general
    "shoots at that one",  # whoever it lies on has to, if he can hit the one with whom it has to do
    "still charges",  # a charge of his group counts for him whose first round was fought without him
    "strikes before all",  # his own blows come before those of everybody
]
"""What is simply so for whoever has it."""


class Hits(Definition, frozen=True, kw_only=True):
    """Automatic hits on the target, and what they do to its save."""

    number: str = "1"  # dice as the rules write them
    damage: Count = 1  # the top of the damage range
    times: Count = 1  # what the damage is multiplied by
    toughness: Count = 0  # what comes off these two
    agility: Count = 0
    no_agility: bool = False
    no_magic: bool = False
    no_saves: bool = False
    fire: bool = False


class Gift(Definition, frozen=True, kw_only=True):
    """What a spell does to its target while it lasts, or an item for its bearer. Negative numbers harm.

    Where the spell has an `amount` of dice, each number is multiplied by what was rolled.
    """

    movement: int = 0  # inches of its movement value
    walks: int = 0  # ... as long as it goes on its own feet
    moves: int = 0  # inches of every kind of move
    soldiering: int = 0  # dice
    steadies: int = 0  # dice in break checks alone
    nerves: int = 0  # dice in break and bravery checks
    valour: int = 0  # its soldiering value, which others may go by as well
    stress: int = 0
    rating: int = 0  # combat rating, at least 1 and at most 10
    attacks: int = 0  # of each model; with a spell at one model of a group, of that one
    strikes: int = 0  # better to hit in combat
    shoots: int = 0  # ... and in shooting
    wards: int = 0  # what enemies need more to hit it in combat
    eludes: int = 0  # ... and in shooting
    life: int = 0  # life points; of items alone
    toughness: int = 0
    shelters: int = 0  # toughness against missiles and magic
    resistance: int = 0
    agility: int = 0
    magic: int = 0  # a magic save; of several the best counts
    pierces: int = 0  # what its own hits take off toughness
    unbalances: int = 0  # ... and off agility
    damage: int = 0  # more on top of its damage range
    multiplies: int = 0  # the factor of the damage its own blows do
    fire: bool = False  # its own blows are of fire
    erodes: int = 0  # what its own blows take off resistance
    thins: int = 0  # ... and off magic saves
    lowers: int = 0  # ... and off every part of a save, whatever resists
    no_agility: bool = False  # nobody dodges them
    no_magic: bool = False  # no magic saves from them
    bare: bool = False  # nothing but the flesh of the profile is tough against them
    forces: int = 0  # the face from which their damage dice always get through
    undoes: int = 0  # the face from which its die stops an enemy spell at his piece
    raises: int = 0  # what every magic die for his own spells shows more, up to 6
    traits: tuple[str, ...] = ()  # what it has besides
    without: tuple[str, ...] = ()  # ... and what it lacks
    marks: tuple[Mark, ...] = ()
    ratings: dict[str, int] = field(default_factory=dict)  # fear, bravery; of several the highest counts


class Dice(Definition, frozen=True, kw_only=True):
    """What an item adds to the pools of its bearer."""

    magic: Count = 0
    ether: Count = 0
    plus: Count = 0  # what is added to one magic die, up to 6
    lends: Count = 0  # inches round its bearer in which friendly wizards have its dice, in place of himself
    times: Times = "battle"


class Study(Definition, frozen=True, kw_only=True):
    """What an item changes in how its bearer comes by his spells."""

    more: Count = 0  # how many he has more
    picks: bool = False  # he chooses them instead of drawing
    every: bool = False  # he reads any spell of any discipline
    each_turn: bool = False  # he draws in each of his turns, and none before the battle
    last: bool = False  # the enemy's wizards draw theirs before his side does
    copies: bool = False  # he takes over a spell of an enemy wizard
    anew: Times | None = None  # how often he may exchange a spell for another; the item is spent so


ONE_MODEL = ("enemy model", "friendly character", "friendly model", "one of own group", "self")
"""Targets of which a spell works on one model alone."""


class Spell(Definition, frozen=True, kw_only=True):
    """A spell of a discipline, or one that an item holds."""

    rule: str
    title: str
    discipline: Discipline | None = None
    number: Count = 0  # its place in the discipline
    ether: tuple[Count, ...]  # ether dice; of several the caster chooses, or the target says which
    range: Count | None = None  # inches; nothing for one that reaches everywhere
    target: Target
    sight: Sight = "primary"
    lasts: Lasts = "instant"
    amount: str = ""  # dice rolled when it takes effect: how strong it is
    hits: Hits | None = None
    gives: Gift | None = None
    living: bool = False  # works on living things alone
    unique: bool = False  # not while it is in play already for the same side
    plain: bool = False  # an item that is simply used: no dice are rolled, and nobody can dispel it
    quiet: bool = False  # ... and nobody else learns of it: it is held ready, and spent by what comes of it
    itself: bool = False  # an item casts it of itself, when its moment has come
    answers: bool = False  # cast only at an enemy spell, right after it, in either player's turn
    units: bool = False  # works on units alone: infantry, cavalry, mobs, skirmishers
    shooting: bool = False  # used in a shooting phase of one's own alone
    thrown: bool = False  # ... in place of a shot, out of combat
    open_air: bool = False  # it moves somebody, builds, or reaches for others: nothing for whoever is inside works
    text: str = ""
    # of an item
    magic: Count = 0  # magic dice of its own
    times: Times = "turn"
    arcane: bool = False

    @property
    def name(self) -> str:
        """The last word of its rule, as answers write it."""
        return self.rule.rpartition(".")[2]


class SpellsFile(Definition, frozen=True):
    spell: tuple[Spell, ...] = field(default_factory=tuple)
