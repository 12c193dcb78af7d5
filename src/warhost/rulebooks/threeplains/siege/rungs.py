"""Charges up and down ladders against enemies at their other end: whoever is still on one fights from it.

[tp.siege.fortress_ladder] [tp.siege.siege_ladder_combat]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from warhost.engine.field.alignment import Pairs
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import Shape, gap
from warhost.engine.order import Malformed
from warhost.engine.question import Refusal
from warhost.engine.tally import Tally

from ..bodies import TOUCH, body, enemies
from ..events.siege import ChargedOnLadder
from ..fighting.across import Divide, divides
from ..fighting.blows import Blow
from ..fighting.contact import engage
from ..fighting.squaring import close_up
from ..figure import inches
from ..moving.climbing import paid_towards
from ..moving.course import Course
from ..moving.dashing import pay
from ..scenario.points import acts
from ..setting import Fight
from ..state import NOBODY, Contact, Number, Point
from .manning import kept_off
from .passage import fallen, open_to, starts
from .places import COURTYARD, OUTSIDE, places_of, spot_on, top
from .scaling import REACH, away, foot, scalers
from .storming import AGAINST_ONE, announced

RUNGS = "tp.siege.fortress_ladder"
CLUMSY = 2  # what whoever is on a ladder needs more to hit


class Ladder(NamedTuple):
    """Where it begins for a piece, where it ends, and what it costs."""

    goal: str
    title: str
    near: Point
    far: Point
    cost: Length


def ladders(fight: Fight, number: Number) -> Iterator[Ladder]:
    """All that lead off the floor on which a piece stands: those of the fortress both ways, siege ladders down.

    Up a siege ladder one storms.
    """
    piece = fight.state.pieces[number]
    if piece.inside or piece.airborne:
        return
    here, places = starts(fight, number), places_of(fight.setting.mission.plan)
    may, down = open_to(fight, piece.side), fallen(fight)
    for way in places.ways:
        if way.kind == "ladder" and may(way) and way.model not in down:
            for start in {way.a, way.b} & set(here):
                goal, layout = way.other(start), places.layout
                title = layout.laid[way.model - 1].title if goal != COURTYARD else f"the {COURTYARD}"
                ends = spot_on(layout, way, start), spot_on(layout, way, goal)
                yield Ladder(goal, title, *ends, inches(way.cost))
    for spot, thing in scalers(fight):
        if thing.climbers == 1 and top(spot.laid.number) in here:
            yield Ladder(OUTSIDE, "the ground outside", spot.at, foot(spot), inches(thing.passage))


def reaches(at: Point, bases: Sequence[Shape]) -> list[int]:
    """The models that stand at an end of a ladder, the nearest first.  [tp.siege.breach.contact]"""
    near = [base for base in range(len(bases)) if away(at, bases[base]) <= REACH]
    return sorted(near, key=lambda base: (away(at, bases[base]), base))


# --- the charge ---------------------------------------------------------------------------------------------------


@acts("ladder")
def charge_by_ladder(course: Course, args: list[Any]) -> Refusal | None:
    """["ladder", place]: up or down a ladder to which it has come, at the enemies at its other end.

    [tp.siege.fortress_ladder] [tp.siege.siege_ladder_combat]
    """
    fight, number = course.fight, course.number
    if len(args) != 1 or not isinstance(args[0], str):
        raise Malformed("it takes the place to which the ladder leads")
    if course.host != NOBODY:
        return Refusal(RUNGS, "it charges on a ladder with its whole group")
    if refusal := kept_off(fight, number):
        return refusal
    held = [one for one in _held(course) if one.goal == args[0]]
    if not held:
        return Refusal(RUNGS, "no enemy is at the other end of a ladder to which it has come")
    cost = max(NOTHING, held[0].cost - paid_towards(course.piece, args[0]))
    if cost > course.left:
        return course.too_dear(cost)
    return course.then(partial(_charge, fight, number, held[0], cost), price=cost)


def against_ladders(course: Course) -> list[str]:
    """The places to which it could charge on a ladder now."""
    return list(dict.fromkeys(one.goal for one in _held(course)))


def _held(course: Course) -> list[Ladder]:
    """The ladders to which it has come, with enemies at their other ends."""
    fight, bases = course.fight, course.body().bases
    there = ladders(fight, course.number) if fight.setting.mission.plan else ()
    near = [one for one in there if reaches(one.near, bases)]
    return [one for one in near if _at_the_end(fight, course.number, one)]


def _at_the_end(fight: Fight, number: Number, ladder: Ladder) -> list[Number]:
    """The enemies at the other end, who do not flee or fly."""
    return [
        foe
        for foe in enemies(fight, number)
        if not (fight.state.pieces[foe].airborne or fight.state.pieces[foe].fleeing)
        and ladder.goal in starts(fight, foe)
        and reaches(ladder.far, body(fight, foe).bases)
    ]


def _charge(fight: Fight, number: Number, ladder: Ladder, cost: Length) -> None:
    """It is announced and answered as a charge is; then they are in combat.  [tp.siege.fortress_ladder]"""
    piece = fight.state.pieces[number]
    pay(fight, number, cost)
    piece.turn.charge_turn = piece.charge_struck = piece.turn.spent
    foes = partial(_at_the_end, fight, number, ladder)
    fight.tell(ChargedOnLadder(RUNGS, number, foes()[0], ladder.title))
    if not announced(fight, number, foes):
        return
    piece.climbing, piece.climbs = ladder.cost, ladder.goal
    for foe in foes():
        engage(fight, number, foe, ("front", "front"), charge=piece.turn.charge_turn, across=RUNGS)
        piece.charge_fights, piece.turn.acted = fight.state.clock, True
    close_up(fight)


# --- who strikes whom ---------------------------------------------------------------------------------------------


def on_the_rungs(fight: Fight, contact: Contact) -> Pairs:
    """One model on the ladder and up to three at its end; one against one if both sides are on it."""
    ours, theirs = body(fight, contact.a).bases, body(fight, contact.b).bases
    most = 1 if on_it(fight, contact, contact.b) else AGAINST_ONE
    if _on_one_floor(fight, contact):
        return _beside_it(fight, contact)
    for ladder in ladders(fight, contact.a):
        mine, its = reaches(ladder.near, ours), reaches(ladder.far, theirs)
        if mine and its and ladder.goal in starts(fight, contact.b):
            return sorted((mine[0], one) for one in its[:most])
    return []


def on_it(fight: Fight, contact: Contact, number: Number) -> bool:
    """Whether a piece fights from the ladder: it has charged on it, or had begun to climb it.

    [tp.siege.fortress_ladder]
    """
    piece = fight.state.pieces[number]
    if _on_one_floor(fight, contact):
        return piece.stacked
    return number == contact.a or piece.stacked or piece.climbing > 0


def struck_on_the_ladder(fight: Fight, mover: Number, target: Number) -> str:
    """Whoever comes to blows with a piece that is stacked beside a ladder fights those on it.

    [tp.siege.fortress_ladder]
    """
    return RUNGS if any(fight.state.pieces[one].stacked for one in (mover, target)) else ""


def _on_one_floor(fight: Fight, contact: Contact) -> bool:
    """Whether a stack fights those who have come to it, and not those at the other end of the ladder."""
    a, b = fight.state.pieces[contact.a], fight.state.pieces[contact.b]
    return (a.stacked or b.stacked) and a.aloft == b.aloft


def _beside_it(fight: Fight, contact: Contact) -> Pairs:
    """One model of a stack and up to three who touch it."""
    ours, theirs = body(fight, contact.a).bases, body(fight, contact.b).bases
    a, b = (fight.state.pieces[one].stacked for one in (contact.a, contact.b))
    near = [(gap(mine, its), x, y) for x, mine in enumerate(ours) for y, its in enumerate(theirs)
            if not (a and x) and not (b and y)]  # fmt: skip
    touching = sorted((x, y) for away, x, y in near if away <= TOUCH)
    return touching[: 1 if a and b else AGAINST_ONE]


def from_the_rungs(fight: Fight, blow: Blow, tally: Tally) -> None:
    """[tp.siege.fortress_ladder] [tp.siege.siege_ladder_combat]"""
    if on_it(fight, blow.contact, blow.group):
        tally.add(CLUMSY, RUNGS, "on a ladder")


divides[RUNGS] = Divide(pairs=on_the_rungs, to_hit=from_the_rungs)
