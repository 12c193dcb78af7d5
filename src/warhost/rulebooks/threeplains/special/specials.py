"""Where traits, weapons, spells and items hook into the game.

Every trait is one small function found by its name; the phases only know these points. Which traits a model has
stands in its Figure; those of a character in a group are asked for besides those of the group's own models.
A number after the battle is the piece, or whoever has the trait or the item; where a point hands a value on from
one to the next, that value comes first.  [tp.trait.sources] [tp.army.override]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from warhost.engine.chain import Link
from warhost.engine.dice import Throw
from warhost.engine.point import Point, hooked
from warhost.engine.tally import Tally

from ..figure import Blows
from ..state import Contact, Effect, Number, Player
from ..state import Point as Place
from ..weapons import Weapon

if TYPE_CHECKING:
    from ..fighting.besides import Delivered
    from ..fighting.blows import Blow, Striker
    from ..fighting.prowess import Readied
    from ..magic.hands import Roll
    from ..magic.mana import Faces
    from ..magic.targets import Casting
    from ..magic.verbs import Spell
    from ..missiles.shooting import Flight
    from ..setting import Fight
    from ..wounds.hits import Attack

# --- nerve ----------------------------------------------------------------------------------------------------

soldiering: Point[[Fight, Number, str, Tally], None] = Point("soldiering", "dice in a check")
stress: Point[[Fight, Number, str, Tally], None] = Point("stress", "dice against it in a check")
stress_in_all: Point[[Fight, Number, str, Tally], None] = Point(
    "stress in all", "all dice against it, when they have been counted"
)
rolls_stress: Point[[Fight, Number, str], Tally | None] = Point(
    "rolls stress", "the dice against it in place of those that were counted, or None"
)
passes: Point[[Fight, Number, str], bool | None] = Point(
    "passes", "True or False for a check that is not rolled, or None"
)
steels: Point[[Fight, Number, str], tuple[int, str, str]] = Point(
    "steels", "soldiering dice for a check of this kind, found just before it is rolled, and by what"
)
checks_again: Point[[Fight, Number, str], str] = Point(
    "checks again", "the item by which a failed check is rolled once more, or nothing"
)
unbreakable: Point[[Fight, Number], bool] = Point("unbreakable", "True: no check can make it flee")
panics: Point[[Fight, Number], bool] = Point("panics", "False if friends do not mind its flight")
enemy_quails: Point[[Fight, Number, Number], None] = Point(
    "enemy quails", "a piece of the other side has failed a bravery check"
)
spares: Point[[Fight, Number, Number], str | None] = Point(
    "spares", "the item by which a friend gains no exhaustion counters, or nothing"
)
loyalty: Point[[Fight, Number], int] = Point("loyalty", "what friendly beasts add to theirs on the reaction chart")

# --- moving and charging --------------------------------------------------------------------------------------

movement: Point[[Fight, Number, Tally], None] = Point("movement", "how far a piece may go")
every_move: Point[[Fight, Number, Tally], None] = Point(
    "every move", "the same, in moves of every kind, after all else has been reckoned"
)
slows: Point[[Fight, Number, Tally], None] = Point(
    "slows", "the same, once for all of whom it lies on, when all else has been reckoned"
)
may_gain: Point[[Fight, Number], int] = Point("may gain", "the most that dice may add to a move as it sets off")
sets_off: Point[[Fight, Number], None] = Point("sets off", "it is about to move, before it is known how far")
runs: Point[[Fight, str], tuple[str, str] | None] = Point(
    "runs", "the item by which a flight or a pursuit goes farther, and its dice, or None"
)
cannot_move: Point[[Fight, Number], str] = Point("cannot move", "the rule by which it makes no move of its own now")
has_moved: Point[[Fight, Number], None] = Point("has moved", "a move of any kind is over")
wades: Point[[Fight, Number], None] = Point("wades", "it has come into water")
must_charge: Point[[Fight, Number], list[Number]] = Point(
    "must charge", "the enemies of whom its piece has to charge one"
)
charged: Point[[Fight, Number], None] = Point("charged", "its piece has made a charge move")
must_counter: Point[[Fight, Number, Number], bool] = Point(
    "must counter", "True if its piece has to counter charge that enemy"
)
may_fall_back: Point[[Fight, Number], str] = Point(
    "may fall back", "the rule by which its piece never does, or nothing"
)
not_trodden: Point[[Fight, Number, Number], bool] = Point(
    "not trodden", "True if that mover passes over it without harm"
)
trodden_down: Point[[Fight, Number, Number, Place], None] = Point(
    "trodden down", "its bearer has been marched over: by whom, and where he stood"
)
at_bay: Point[[Fight, Number], bool] = Point(
    "at bay", "True if its piece, caught in flight, turns against its pursuer"
)
pursues: Point[[Fight, Number, Number], str] = Point(
    "pursues", "whether its piece runs after that quarry: 'always', 'never' or nothing"
)

# --- shooting -------------------------------------------------------------------------------------------------

shoots: Point[[Fight, Number], str] = Point("shoots", "the rule by which it cannot shoot now, or nothing")
must_shoot_at: Point[[Fight, Number], Number] = Point(
    "must shoot at", "the piece at which it has to shoot if it can hit it"
)
has_shot: Point[[Fight, Number], bool] = Point("has shot", "True if that shot does not count")
looses: Point[[Fight, Number, Weapon, Number], Flight | None] = Point(
    "looses", "the one arrow that he shoots besides his others, or None"
)
weather: Point[[Fight, Attack, Tally], None] = Point(
    "weather", "what all shooting needs, by what lies on the whole table"
)
shot_at: Point[[Fight, Number], None] = Point("shot at", "a volley has been shot at it")
turns_missiles: Point[[Fight, Number], str | None] = Point(
    "turns missiles", "the item by which all hits on its piece are thrown again, or nothing"
)
throws_back: Point[[Fight, Number], bool] = Point(
    "throws back", "True if missiles that have hit its piece strike those who shot them"
)

# --- to hit ---------------------------------------------------------------------------------------------------

rating: Point[[Fight, Number, Tally], None] = Point(
    "rating", "its combat rating, when it strikes and when it is struck at"
)
to_hit: Point[[Fight, Attack, Tally], None] = Point("to hit", "what is needed in shooting and combat")
struck_at: Point[[Fight, Attack, Tally], None] = Point("struck at", "the same, by what the target has")
never_misses: Point[[Fight, Blow], str] = Point(
    "never misses", "the rule by which a model's own blow hits without a roll, or nothing"
)
sixes: Point[[Fight, Blow, int], None] = Point("sixes", "so many sixes were rolled to hit with a magic weapon")
outright: Point[[Fight, Blow], str] = Point(
    "outright", "the rule by which a 6 to hit takes a life point at once, or None"
)

# --- blows ----------------------------------------------------------------------------------------------------

attacks: Point[[Fight, Number, Blows, Tally], None] = Point(
    "attacks", "how many blows more a model of it strikes with this line"
)
attacks_in_all: Point[[Fight, Number, Blows, Tally], None] = Point(
    "attacks in all", "the same, when everything else has been counted"
)
reach: Point[[Fight, Number, Weapon | None], bool] = Point(
    "reach", "False if a member so armed cannot strike; traits of both are asked"
)
strikes_first: Point[[Fight, Number, Contact], str] = Point("strikes first", "the rule by which it does, or None")
own_blows: Point[[Attack, Fight], Attack] = Point(
    "own blows", "the attack of a model itself, not of its steed, as its weapon is changed"
)
instead_of_blows: Point[[Fight, Number, Striker], Iterator[Attack | Delivered]] = Point(
    "instead of blows", "what a model does in place of all its blows, if anything"
)
strikes_besides: Point[[Fight, Number, Striker], Iterator[Attack | Delivered]] = Point(
    "strikes besides", "attacks that hit without a roll besides a model's blows"
)
together: Point[[list[Readied], Fight, Number], list[Readied]] = Point(
    "together", "the same, by what several strike together"
)
strikes_on: Point[[Fight, Blow], int] = Point("strikes on", "how many blows more these have earned")
first_hit: Point[[Fight, Attack], Attack | None] = Point(
    "first hit", "the attack as the first hit of a magic weapon is struck, or None"
)
hits_home: Point[[Attack, Fight, Blow], Attack] = Point(
    "hits home", "the attack as the hits of a magic weapon are struck, when there are any"
)
blows_exchanged: Point[[Fight, Number, Sequence[Delivered]], None] = Point(
    "blows exchanged", "both sides have struck in a round; the dead are asked too"
)
hit_by_hit: Point[[list[Attack], Fight, Blow], list[Attack]] = Point(
    "hit by hit", "his own blows have hit: what happens at each hit before its damage"
)
after_round: Point[[Fight, Number], None] = Point("after round", "it has struck in a round of combat")

# --- what a hit does ------------------------------------------------------------------------------------------

toughness: Point[[Fight, Attack, Tally], None] = Point("toughness", "by what the target has")
agility: Point[[Fight, Attack, Tally], None] = Point("agility", "by what the target has")
resistance: Point[[Fight, Attack, Tally], None] = Point(
    "resistance", "what softens the loss of toughness, by a trait of the target"
)
magic_save: Point[[Fight, Attack, Tally], None] = Point("magic save", "by what the target has")
spoils_magic: Point[[Fight, Number, Attack], bool] = Point(
    "spoils magic", "True if the target of the attack has no magic save beside him"
)
hits_taken: Point[[Fight, Attack], tuple[Link, ...]] = Point(
    "hits taken", "links that the hits go through first, by a trait of the target"
)
absorbs: Point[[Attack, Fight], Attack] = Point(
    "absorbs", "the attack with those of its hits that are left, by what the target has"
)
screens: Point[[Attack, Fight], Attack] = Point(
    "screens", "the same for hits of magic, by what anybody in the piece of the target has"
)
damage: Point[[Attack, Fight], Attack] = Point(
    "damage", "by what the attacker has: other reductions, range, multiplier, rerolls"
)
struck_with: Point[[Attack, Fight], Attack] = Point(
    "struck with", "the same, by the magic weapon that these hits are struck with"
)
wounds: Point[[Attack, Fight], Attack] = Point(
    "wounds", "the same, by what the target has: points spared, for instance"
)

# --- what it has done -----------------------------------------------------------------------------------------

was_hit: Point[[Fight, Attack], None] = Point(
    "was hit", "by what the target has, when the hits that told on it have been worked out"
)
damaged: Point[[Fight, Attack, int], None] = Point(
    "damaged", "by a trait of the attacker, when the losses have been taken"
)
wounded_with: Point[[Fight, Attack, int], None] = Point(
    "wounded with", "the same, by the magic weapon that these hits were struck with"
)
kills: Point[[Fight, Number, int], None] = Point(
    "kills", "so many enemies fell to his own hand, with whatever means"
)
shares_pain: Point[[int, Fight, Number, str], int] = Point(
    "shares pain", "the life points it loses itself, by whatever rule"
)
dies_for_him: Point[[Fight, Number, str], bool] = Point(
    "dies for him", "True if somebody else dies in place of one who is killed outright"
)
survives: Point[[Fight, Number, str], bool] = Point("survives", "True if he stands up again who has been slain")
slain: Point[[Fight, Number], None] = Point("slain", "it has been slain")
fated: Point[[int, Fight, Effect, Number], int] = Point(
    "fated", "the life points it loses, by what lies on no piece"
)

# --- casting --------------------------------------------------------------------------------------------------

casts: Point[[Fight, Number], str] = Point("casts", "the rule by which a wizard cannot cast now, or nothing")
gives_a_die: Point[[Fight, Number, Spell], str] = Point(
    "gives a die", "the item by which he may add a magic die to this spell, or nothing"
)
takes_dice: Point[[Fight, Number, Casting], int] = Point(
    "takes dice", "how many magic dice an enemy casting has less"
)
feeds_castings: Point[[Fight, Casting], int | None] = Point(
    "feeds castings", "magic dice that its caster found for it, or None if he did not try"
)
thickens_ether: Point[[Fight, Number, Casting], str] = Point(
    "thickens ether", "the item by which an enemy spell meets an ether die more"
)
thins_ether: Point[[Fight, Casting], bool] = Point(
    "thins ether", "True if the spell of who has it meets an ether die less"
)
enemy_casts: Point[[Fight, Number, Casting], None] = Point("enemy casts", "an enemy spell has been named")
raises_magic: Point[[], int] = Point("raises magic", "how much more every magic die of his shows, up to 6")
mends_magic: Point[[Faces, Fight, Casting, Faces], Faces] = Point("mends magic", "the magic dice as they lie then")
casts_again: Point[[Fight, Number], bool] = Point(
    "casts again", "True if the magic dice of a spell that the ether stopped are thrown again"
)
bears_chaos: Point[[Fight, Number, str], bool] = Point(
    "bears chaos", "True if a die that turns a spell against him is thrown again"
)
stops_castings: Point[[Fight, Number], str] = Point(
    "stops castings", "the item by which he stops an enemy spell without a roll, or nothing"
)
stopped_casting: Point[[Fight, Number, Casting], None] = Point(
    "stopped casting", "by that item, when it has been used so"
)
undoes_from: Point[[], int] = Point("undoes from", "the least face of the die by which it may stop an enemy spell")
stops_spells: Point[[Fight, Number, Casting], str] = Point(
    "stops spells", "the item by which an enemy spell at its piece is undone"
)
wards_off: Point[[Fight, Effect, Casting], bool] = Point(
    "wards off", "True if a spell that was cast is stopped, by what lies on no piece"
)
throws_spells_back: Point[[Fight, Number, Casting], str] = Point(
    "throws spells back", "the item by which an enemy spell at its bearer works on its caster, or nothing"
)
tears_reality: Point[[Fight, Casting], bool] = Point(
    "tears reality", "True if its caster does not come to cast a spell that he has named"
)
mends_ether: Point[[Faces, Fight, Number, Casting, int], Faces] = Point(
    "mends ether", "the dice with which a wizard dispels as they lie then; so many from the first on are his own"
)
hoards: Point[[Fight, Number], str] = Point("hoards", "by what its bearer has laid dice by, or nothing")
kills_by_magic: Point[[Fight, Number, int], None] = Point("kills by magic", "so many models fell to his spells")
has_cast: Point[[Fight, Number, Casting, bool], None] = Point("has cast", "a spell of his has been tried")
spell_over: Point[[Fight, Number, int], None] = Point(
    "spell over", "by the spell that has ended on it, and how strong it was"
)

# --- dice -----------------------------------------------------------------------------------------------------

hands_before: Point[[Fight, Effect, Throw], bool] = Point(
    "hands before", "by what is held ready: True if one of these dice counts as its highest face"
)
hands_after: Point[[Fight, Effect, Roll], None] = Point("hands after", "by what is held ready: dice have fallen")
forbids_again: Point[[Fight, Effect, Throw], bool] = Point(
    "forbids again", "by what is held ready: True if dice are not thrown again that were to be"
)

# --- the turn -------------------------------------------------------------------------------------------------

before_the_first_turn: Point[[Fight, Number], bool] = Point(
    "before the first turn", "True if it did something, once all stand"
)
any_turn: Point[[Fight, Number], None] = Point("any turn", "a turn of either player begins")
start_of_turn: Point[[Fight, Number], None] = Point("start of turn", "a turn of its own side begins")
start_of_combat: Point[[Fight, Number], None] = Point("start of combat", "a combat phase begins, of either player")
end_of_shooting: Point[[Fight, Number], None] = Point("end of shooting", "a shooting phase is over")
end_of_combat: Point[[Fight, Number], None] = Point("end of combat", "a combat phase is over")
end_of_stress: Point[[Fight, Player], None] = Point(
    "end of stress", "asked for what a player has, when all flights and pursuits are over"
)
gremlins: Point[[Fight, Number, Number], None] = Point(
    "gremlins", "a machine anywhere on the field rolls on its gremlin chart"
)


def names() -> frozenset[str]:
    """Every trait, spell and item that hooks in anywhere."""
    return hooked(point for point in globals().values() if isinstance(point, Point))
