"""Over the turrets: a piece at the foot of the works climbs up against those who hold them, and they fight there.

The climbers stay at the foot until the turrets are theirs.  [tp.siege.siege_ladder] [tp.siege.siege_ladder_combat]
[tp.siege.grappling_hooks] [tp.siege.race.siege_tower] [tp.siege.breach] [tp.siege.breach.contact]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from warhost.engine.chain import Chain, Pool, Test
from warhost.engine.field.alignment import Pairs
from warhost.engine.field.compass import Point, distance
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.question import Refusal
from warhost.engine.tally import Tally

from ..bodies import body, life_of
from ..charging.pursuit import dares, frighten
from ..events.blows import FendedOff
from ..events.siege import Stormed
from ..fighting.across import Divide, divides
from ..fighting.blows import Blow
from ..fighting.contact import contacts_of, engage
from ..fighting.squaring import close_up
from ..figure import inches
from ..land.structures import members_at
from ..missiles.defensive import hold_and_shoot
from ..moving.climbing import paid_towards, ways_on
from ..moving.course import Course
from ..moving.dashing import pay
from ..moving.groups import fell_in, outermost
from ..scenario.points import acts, came_down
from ..scenario.ramparts import Passage
from ..setting import Fight
from ..state import NOBODY, Contact, Feature, Number
from ..weapons import Weapon
from ..wounds.casualties import lose
from ..wounds.hits import Attack
from .fleeing import JUMP
from .manning import kept_off
from .places import OUTSIDE, top
from .scaling import (
    BREACH,
    CONTACT,
    HELD,
    REACH,
    Post,
    at_the_foot,
    guards,
    posts,
    set_up_at_walls,
    spot_near,
    spot_of,
)
from .turrets import plugged, switch_places
from .works import Equipment, equipment

PLAIN = "tp.siege.no_hit_bonuses"
AGAINST_ONE = 3  # guards who strike at one climber
BOTH_HANDS = 2
SIX = 6


# --- the storm ----------------------------------------------------------------------------------------------------


@acts("storm")
def storm(course: Course, args: list[Any]) -> Refusal | None:
    """["storm", place]: up to that top by all that the piece has where it has come to, against those who hold it.

    [tp.siege.siege_ladder] [tp.siege.grappling_hooks]
    """
    fight, number = course.fight, course.number
    if len(args) != 1 or course.host != NOBODY or course.airborne:
        return Refusal(BREACH, "who storms a wall names it, and comes on foot with his whole group")
    if refusal := kept_off(fight, number):
        return refusal
    found = [post for post in posts(fight, number, course.body().bases) if top(post.spot.laid.number) == args[0]]
    if not found:
        return Refusal(BREACH, "it has nothing there by which it could climb")
    if not _holders(fight, number, found, HELD):
        return Refusal(BREACH, "nobody holds the turrets there: it may climb")
    paid = NOTHING if course.stops else paid_towards(course.piece, args[0])
    cost = max(NOTHING, max(inches(post.thing.passage) for post in found) - paid)
    if cost > course.left:
        return course.too_dear(cost)
    return course.then(partial(_storm, fight, number, args[0], cost), price=cost)


def _holders(fight: Fight, number: Number, found: Sequence[Post], within: Length) -> list[Number]:
    """The enemies who hold the turrets above these places, the nearest first."""
    return list(dict.fromkeys(foe for post in found for foe, _ in guards(fight, number, post.spot.at, within)))


def _storm(fight: Fight, number: Number, goal: str, cost: Length) -> None:
    """It is announced; both sides take heart; the guards may shoot; then they are in combat.

    [tp.siege.siege_ladder] [tp.check.bravery] [tp.shoot.hold]
    """
    piece = fight.state.pieces[number]
    here = [post for post in posts(fight, number) if top(post.spot.laid.number) == goal]
    foes = _holders(fight, number, here, HELD)
    if not foes:  # those who had come to the foot were shot on their way
        return
    pay(fight, number, cost)
    piece.turn.charge_turn = piece.charge_struck = piece.turn.spent
    fight.tell(Stormed(BREACH, number, foes[0], here[0].spot.laid.title))
    holders = partial(_holders, fight, number, here, HELD)
    if not announced(fight, number, holders, lambda: switch_places(fight, holders())):
        return
    piece.climbing, piece.climbs = max(inches(post.thing.passage) for post in here), goal
    come_to_blows(fight, number, goal)


def announced(
    fight: Fight, number: Number, foes: Callable[[], Sequence[Number]], ready: Callable[[], object] = lambda: None
) -> bool:
    """Both sides take heart, those above make ready and may shoot; whether the climbers still come.

    [tp.siege.siege_ladder] [tp.check.bravery] [tp.shoot.hold]
    """
    piece, met = fight.state.pieces[number], foes()
    if not dares(fight, number, met[0]):
        return False
    for foe in met:
        frighten(fight, foe, number)
    ready()
    for foe in foes():
        fight.state.pieces[foe].charged = fight.state.clock
        hold_and_shoot(fight, foe, number)
        if not piece.standing or piece.fleeing:
            return False
    return True


def come_to_blows(fight: Fight, number: Number, goal: str) -> None:
    """All who hold the turrets there are in combat with the climbers, who count as having charged.

    [tp.siege.siege_ladder]
    """
    piece = fight.state.pieces[number]
    here = [post for post in posts(fight, number) if top(post.spot.laid.number) == goal]
    for foe in _holders(fight, number, here, HELD):
        engage(fight, number, foe, ("front", "front"), charge=piece.turn.charge_turn, across=CONTACT)
        piece.charge_fights, piece.turn.acted = fight.state.clock, True
    close_up(fight)


def turrets_are_held(fight: Fight, number: Number, way: Passage) -> Refusal | None:
    """No model comes on to a stretch that enemies guard; from within the fortress there are no turrets in the way.

    [tp.siege.breach]
    """
    if not way.scales or not guards(fight, number, way.leaves, HELD):
        return None
    return Refusal(BREACH, f"the turrets of {way.title} are held there: it must storm them")


def off_the_ramp(fight: Fight, feature: Feature) -> list[Attack]:
    """Whoever fights over a ramp falls when it is destroyed, as far as one who jumps off a wall.

    [tp.siege.race.siege_tower] [tp.siege.flee.jump]
    """
    thing = set_up_at_walls().get(feature.kind)
    if thing is None or not thing.throws:
        return []
    foot = spot_near(fight, fight.setting.ground(feature).shape.centre).at
    climbers = dict.fromkeys(one.a for one in fight.state.contacts if one.across == CONTACT)
    return [
        Attack(member, models, "fall", JUMP, toughness=thing.throws)
        for number in climbers
        for member, models in members_at(fight, number, partial(_on, fight, number, thing, foot))
    ]


@came_down(BREACH)
def gone_under_them(fight: Fight, feature: Feature) -> None:
    """Whoever is in a siege tower dies with it; whoever has nothing left to climb by has paid for his way in vain.

    [tp.siege.race.siege_tower] [tp.siege.breach] [tp.siege.fortress_ladder]
    """
    storming = {one.a for one in fight.state.contacts if one.across == CONTACT}
    for number, piece in fight.state.numbered():
        if not piece.standing or not piece.climbing or piece.inside:
            continue
        if number not in storming:
            _buried_in_it(fight, number, feature)
        if not piece.standing:
            continue
        ways = (way for way in ways_on(fight, number) if way.goal == piece.climbs)
        left = next(iter(posts(fight, number)), None) if number in storming else next(ways, None)
        if left is None:
            piece.climbing = NOTHING


def _buried_in_it(fight: Fight, number: Number, feature: Feature) -> None:
    """Of those who have begun to climb through it as many are inside as push it; the others wait at its foot.

    [tp.siege.race.siege_tower]
    """
    piece, thing = fight.state.pieces[number], set_up_at_walls().get(feature.kind)
    if thing is None or not thing.throws:
        return
    spot = spot_of(fight, feature)
    on_its_way = piece.climbs in (top(spot.laid.number), OUTSIDE)
    if on_its_way and at_the_foot(body(fight, number).bases, spot.at, inches(thing.width) // 2):
        models = min(piece.models, thing.operation)
        lose(fight, number, models * life_of(fight, number) - piece.hurt, thing.rule)


def _on(fight: Fight, number: Number, thing: Equipment, foot: Point, middle: Point) -> bool:
    """Whether the model with its base there is on this thing."""
    bases, half = body(fight, number).bases, inches(thing.width) // 2
    found = (one for one in posts(fight, number) if one.thing is thing and distance(one.spot.at, foot) <= half)
    return any(bases[one.base].centre == middle for one in found)


# --- who strikes whom ---------------------------------------------------------------------------------------------


def over_the_turrets(fight: Fight, contact: Contact) -> Pairs:
    """Each climber and the guards within an inch of his place, three of them at most, of whichever pieces in the
    fight they are.  [tp.siege.breach.contact]
    """
    found = []
    fought = {met.foe(contact.a) for met in contacts_of(fight, contact.a) if met.across} | {contact.b}
    for post in posts(fight, contact.a):
        near = [guard for guard in guards(fight, contact.a, post.spot.at, REACH) if guard[0] in fought]
        found += [(post.base, one) for foe, one in near[:AGAINST_ONE] if foe == contact.b]
    return sorted(set(found))


def _by_what(fight: Fight, contact: Contact) -> list[Equipment]:
    """The things by which the climbers of a contact come up."""
    bases = {base for base, _ in over_the_turrets(fight, contact)}
    return [post.thing for post in posts(fight, contact.a) if post.base in bases]


def with_one_hand(fight: Fight, group: Number, contact: Contact, weapon: Weapon, stands: str) -> bool:
    """On ladders and ropes, not on the ramp of a tower beside them.

    [tp.siege.siege_ladder_combat] [tp.siege.grappling_hooks] [tp.siege.race.siege_tower]
    """
    if group != contact.a or weapon.hands < BOTH_HANDS:
        return False
    things = [equipment()[stands]] if stands else _by_what(fight, contact)
    return bool(things) and all(thing.one_handed for thing in things)


def by_what_he_climbs(fight: Fight, group: Number, contact: Contact, base: int) -> str:
    """On the ramp of a siege tower and on the ladders beside it they do not strike alike.

    [tp.siege.race.siege_tower] [tp.siege.siege_ladder_combat]
    """
    found = posts(fight, group) if group == contact.a else ()
    return next((post.thing.id for post in found if post.base == base), "")


def from_a_ladder(fight: Fight, blow: Blow, tally: Tally) -> None:
    """What climbers fight from makes them clumsy.  [tp.siege.siege_ladder_combat] [tp.siege.grappling_hooks]"""
    if blow.group != blow.contact.a:
        return
    for post in posts(fight, blow.group):
        if post.base == blow.each[0][0]:  # all of a blow strike from the like
            tally.add(post.thing.clumsy, post.thing.fights_by, post.thing.title)


def no_bonuses(fight: Fight, blow: Blow) -> str:
    """[tp.siege.no_hit_bonuses]"""
    return PLAIN if blow.group == blow.contact.a else ""


def behind_their_turrets(fight: Fight, attack: Attack) -> Attack:
    """Hits of climbers that need no roll strike Defenders up there on a 6 alone, in the fighting; their own side is
    struck as ever.  [tp.siege.no_hit_bonuses]
    """
    pieces = fight.state.pieces
    if attack.rolled or attack.by == NOBODY or fight.state.phase != "combat":
        return attack
    if not pieces[outermost(fight, attack.target)].aloft:
        return attack
    group, side = fell_in(fight, attack.by), pieces[attack.by].side
    climbing = any(met.across == CONTACT and met.a == group for met in contacts_of(fight, group))
    if not climbing or pieces[attack.target].side == side:
        return attack
    chain = Chain(Pool(attack.hits, "hits", PLAIN), (Test(SIX, SIX, "over the turrets", PLAIN),))
    left = fight.roll(chain, side)
    fight.tell(FendedOff(PLAIN, attack.target, attack.by, attack.hits, left))
    return replace(attack, hits=left, rolled=True)


def hanging(fight: Fight, blow: Blow) -> tuple[int, str]:
    """[tp.siege.grappling_hooks]"""
    if blow.group == blow.contact.a:
        return (0, "")
    things = _by_what(fight, blow.contact)
    return max(((thing.exposes, thing.fights_by) for thing in things), default=(0, ""))


def coming_over(fight: Fight, number: Number, contact: Contact) -> tuple[int, str]:
    """[tp.siege.siege_ladder_combat] [tp.siege.grappling_hooks]"""
    if number != contact.a:
        return (0, "")
    return max(((post.thing.strain, post.thing.fights_by) for post in posts(fight, number)), default=(0, ""))


divides[CONTACT] = Divide(
    pairs=over_the_turrets,
    fill_gap=plugged,
    no_room_for=with_one_hand,
    footing=by_what_he_climbs,
    to_hit=from_a_ladder,
    unaided=no_bonuses,
    exposes=hanging,
    strains=coming_over,
)
