"""Where traits, weapons, spells and items hook into the game.

Every trait is one small function found by its name; the phases only know these points. Which traits a model has
stands in its Figure; those of a character in a group are asked for besides those of the group's own models.
A number after the battle is the piece, or whoever has the trait or the item; where a point hands a value on from
one to the next, that value comes first.  [tp.trait.sources] [tp.army.override]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from warhost.engine.dice import Throw
from warhost.engine.event import Event
from warhost.engine.field.length import Length
from warhost.engine.point import Point, hooked
from warhost.engine.tally import Tally

from ..figure import Blows
from ..state import NOBODY, Effect, Number, Pools
from ..state import Point as Place
from ..weapons import Weapon

Moment = Literal[
    "moved",  # a move of any kind is over
    "charged",  # its piece has made a charge move
    "shot at",  # a volley is about to be shot at it
    "has shot",
    "fought",  # it has struck in a round of combat
    "slain",
    "spell cast", "spell stopped",  # one of his own that was no plain use of an item has been tried
    "shooting over", "combat over", "stress over",
]  # fmt: skip
"""What befalls a piece, or ends for everybody."""

Failed = Literal["deviancy", "break", "bravery", "chaos"]
"""A check of that kind, or a die by which a spell of chaos goes astray."""


class Doom(NamedTuple):
    """What is about to be the end of somebody, and by which rule."""

    what: Literal["slain", "killed outright", "trodden down", "caught in flight"]
    rule: str
    by: Number = NOBODY  # who treads on it


class Kills(NamedTuple):
    """So many models fell to somebody at once."""

    models: int
    foes: bool  # enemies, and by his own hand, with whatever means
    by_magic: bool


if TYPE_CHECKING:
    from ..fighting.besides import Delivered
    from ..fighting.blows import Blow, Striker
    from ..fighting.prowess import Readied
    from ..magic.hands import Roll
    from ..magic.mana import Faces
    from ..magic.targets import Casting
    from ..magic.verbs import Spell
    from ..missiles.shooting import Flight
    from ..morale.checks import Kind
    from ..setting import Fight
    from ..wounds.hits import Attack

# --- nerve ----------------------------------------------------------------------------------------------------

soldiering: Point[[Fight, Number, str, Tally], None] = Point("dice in a check")
stress: Point[[Fight, Number, str, Tally], None] = Point("dice against it in a check")
in_all: Point[[Fight, Number, Literal["movement", "deviancy", "break", "bravery"], Tally], None] = Point(
    "how far it may go, or the dice against it in a check of that kind, when all else has been reckoned"
)
before_check: Point[[Pools, Fight, Number, Kind], Pools] = Point(
    "the dice for a piece and against it in a check of that kind, just before they are rolled"
)
again: Point[[Fight, Number, Failed, str], str] = Point(
    "the item by which what has failed is thrown once more, or nothing; of a spell with its title"
)
passes: Point[[Fight, Number, str], bool | None] = Point("True or False for a check that is not rolled, or None")
unbreakable: Point[[Fight, Number], bool] = Point("True: no check can make it flee")
spares: Point[[Fight, Number, Number], str | None] = Point(
    "the item by which a friend gains no exhaustion counters, or nothing"
)

# --- moving and charging --------------------------------------------------------------------------------------

movement: Point[[Fight, Number, Tally], None] = Point("how far a piece may go")
every_move: Point[[Fight, Number, Tally], None] = Point(
    "the same, in moves of every kind, after all else has been reckoned"
)
may_gain: Point[[Fight, Number], Length] = Point("the most that dice may add to a move as it sets off")
sets_off: Point[[Fight, Number], None] = Point("it is about to move, before it is known how far")
runs: Point[[Fight, str], tuple[str, str] | None] = Point(
    "the item by which a flight or a pursuit goes farther, and its dice, or None"
)
cannot_move: Point[[Fight, Number], str] = Point("the rule by which it makes no move of its own now")
wades: Point[[Fight, Number], None] = Point("it has come into water")
must_charge: Point[[Fight, Number], list[Number]] = Point("the enemies of whom its piece has to charge one")
must_counter: Point[[Fight, Number, Number], bool] = Point("True if its piece has to counter charge that enemy")
may_fall_back: Point[[Fight, Number], str] = Point("the rule by which its piece never does, or nothing")
trodden_down: Point[[Fight, Number, Number, Place], None] = Point(
    "its bearer has been marched over: by whom, and where he stood"
)
pursues: Point[[Fight, Number, Number], str] = Point(
    "whether its piece runs after that quarry: 'always', 'never' or nothing"
)

# --- shooting -------------------------------------------------------------------------------------------------

shoots: Point[[Fight, Number], str] = Point("the rule by which it cannot shoot now, or nothing")
looses: Point[[Fight, Number, Weapon, Number], Flight | None] = Point(
    "the one arrow that he shoots besides his others, or None"
)
weather: Point[[Fight, Attack, Tally], None] = Point("what all shooting needs, by what lies on the whole table")
turns_missiles: Point[[Fight, Number], str | None] = Point(
    "the item by which all hits on its piece are thrown again, or nothing"
)

# --- to hit ---------------------------------------------------------------------------------------------------

rating: Point[[Fight, Number, Tally], None] = Point("its combat rating, when it strikes and when it is struck at")
to_hit: Point[[Fight, Attack, Tally], None] = Point("what is needed in shooting and combat")
struck_at: Point[[Fight, Attack, Tally], None] = Point("the same, by what the target has")
never_misses: Point[[Fight, Blow], str] = Point(
    "the rule by which a model's own blow hits without a roll, or nothing"
)
sixes: Point[[Fight, Blow, int], None] = Point("so many sixes were rolled to hit with a magic weapon")
outright: Point[[Fight, Blow], str] = Point("the rule by which a 6 to hit takes a life point at once, or None")

# --- blows ----------------------------------------------------------------------------------------------------

attacks: Point[[Fight, Number, Blows, Tally], None] = Point(
    "how many blows more a model of it strikes with this line"
)
attacks_in_all: Point[[Fight, Number, Blows, Tally], None] = Point(
    "the same, when everything else has been counted"
)
reach: Point[[Fight, Number, Weapon | None], bool] = Point(
    "False if a member so armed cannot strike; traits of both are asked"
)
own_blows: Point[[Attack, Fight], Attack] = Point(
    "the attack of a model itself, not of its steed, as its weapon is changed"
)
instead_of_blows: Point[[Fight, Number, Striker], Iterator[Attack | Delivered]] = Point(
    "what a model does in place of all its blows, if anything"
)
strikes_besides: Point[[Fight, Number, Striker], Iterator[Attack | Delivered]] = Point(
    "attacks that hit without a roll besides a model's blows"
)
together: Point[[list[Readied], Fight, Number], list[Readied]] = Point("the same, by what several strike together")
strikes_on: Point[[Fight, Blow], int] = Point("how many blows more these have earned")
hits_home: Point[[Attack, Fight, Blow], Attack] = Point(
    "the attack as the hits of a magic weapon are struck, when there are any"
)
hit_by_hit: Point[[list[Attack], Fight, Blow], list[Attack]] = Point(
    "his own blows have hit: the hits apart that are like no others, and what happens at each before its damage"
)
tears_at_itself: Point[[Fight, Number], None] = Point(
    "in the round of its combat, as all blows fall together: it strikes at no enemy"
)
blows_exchanged: Point[[Fight, Number, Sequence[Delivered]], None] = Point(
    "both sides have struck in a round; the dead are asked too"
)

# --- what a hit does ------------------------------------------------------------------------------------------

toughness: Point[[Fight, Attack, Tally], None] = Point("by what the target has")
agility: Point[[Fight, Attack, Tally], None] = Point("by what the target has")
resistance: Point[[Fight, Attack, Tally], None] = Point(
    "what softens the loss of toughness, by a trait of the target"
)
magic_save: Point[[Fight, Attack, Tally], None] = Point("by what the target has")
spoils_magic: Point[[Fight, Number, Attack], bool] = Point(
    "True if the target of the attack has no magic save beside him"
)
absorbs: Point[[Attack, Fight], Attack] = Point(
    "the attack with those of its hits that are left, by what the target has; of magic, by what anybody with it has"
)
damage: Point[[Attack, Fight], Attack] = Point(
    "by what the attacker has: other reductions, range, multiplier, rerolls"
)
struck_with: Point[[Attack, Fight], Attack] = Point("the same, by the magic weapon that these hits are struck with")
wounds: Point[[Attack, Fight], Attack] = Point("the same, by what the target has: points spared, for instance")

# --- what it has done -----------------------------------------------------------------------------------------

was_hit: Point[[Fight, Attack], None] = Point(
    "by what the target has, when the hits that told on it have been worked out"
)
damaged: Point[[Fight, Attack, int], None] = Point("by a trait of the attacker, when the losses have been taken")
wounded_with: Point[[Fight, Attack, int], None] = Point(
    "the same, by the magic weapon that these hits were struck with"
)
kills: Point[[Fight, Number, Kills], None] = Point("models fell to it")
loses: Point[[int, Fight, Number, str], int] = Point(
    "the life points it loses, by whatever rule: as what lies on no piece changes them, and then what it has"
)
averts: Point[[Fight, Number, Doom], bool] = Point("True if what would be its end does not come to pass")

# --- casting --------------------------------------------------------------------------------------------------

casts: Point[[Fight, Number], str] = Point("the rule by which a wizard cannot cast now, or nothing")
gives_a_die: Point[[Fight, Number, Spell], str] = Point(
    "the item by which he may add a magic die to this spell, or nothing"
)
thickens_ether: Point[[Fight, Number, Casting], str] = Point(
    "the item by which an enemy spell meets an ether die more"
)
thins_ether: Point[[Fight, Casting], bool] = Point("True if the spell of who has it meets an ether die less")
mends_magic: Point[[Faces, Fight, Casting, Faces], Faces] = Point("the magic dice as they lie then")
casts_again: Point[[Fight, Number], bool] = Point(
    "True if the magic dice of a spell that the ether stopped are thrown again"
)
casting_dice: Point[[Fight, Number, Casting], int | None] = Point(
    "magic dice that he finds for a casting of his own or takes from one of the enemy, or None if he did not try"
)
named: Point[[Fight, Number, Casting], bool] = Point(
    "a spell has been named by him or by an enemy: True if its caster does not come to cast it"
)
wards_off: Point[[Fight, Effect, Casting], bool] = Point(
    "True if a spell that was cast is stopped, by what lies on no piece"
)
stops_castings: Point[[Fight, Number], str] = Point(
    "the item by which he stops an enemy spell without a roll, or nothing"
)
stopped_casting: Point[[Fight, Number, Casting], None] = Point("by that item, when it has been used so")
stops_spells: Point[[Fight, Number, Casting], str] = Point(
    "the item by which an enemy spell at its piece is undone"
)
mends_ether: Point[[Faces, Fight, Number, Casting, int], Faces] = Point(
    "the dice with which a wizard dispels as they lie then; so many from the first on are his own"
)
spell_over: Point[[Fight, Number, int], None] = Point("by the spell that has ended on it, and how strong it was")
throws_back: Point[[Fight, Number, Casting | None], str] = Point(
    "the item by which an enemy spell at its bearer, or all missiles that have hit his piece, go back, or nothing"
)

# --- dice -----------------------------------------------------------------------------------------------------

hands_before: Point[[Fight, Effect, Throw, Literal["thrown", "thrown again"]], bool] = Point(
    "by what is held ready: True if one of these dice counts as its highest face, or none of them is thrown again"
)
hands_after: Point[[Fight, Effect, Roll], None] = Point("by what is held ready: dice have fallen")

# --- the turn -------------------------------------------------------------------------------------------------

moments: Point[[Fight, Number, Moment], None] = Point(
    "something has befallen it, or a phase is over; asked for what lies on no piece, too, when all flights are over"
)
hears: Point[[Fight, Number, Event], None] = Point("something was told that reaches everybody on the field")
before_the_first_turn: Point[[Fight, Number], bool] = Point("True if it did something, once all stand")
any_turn: Point[[Fight, Number], None] = Point("a turn of either player begins")
start_of_turn: Point[[Fight, Number], None] = Point("a turn of its own side begins")
start_of_combat: Point[[Fight, Number], None] = Point("a combat phase begins, of either player")


def names() -> frozenset[str]:
    """Every trait, spell and item that hooks in anywhere."""
    return hooked(point for point in globals().values() if isinstance(point, Point))
