"""Chargers move: into contact, after the fleeing, or not far enough.

[reg.charge.move] [reg.charge.range] [reg.charge.geometry] [reg.charge.gone] [reg.charge.failed]
[reg.charge.fleeing] [reg.charge.several]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile
from typing import cast

from warhost.engine.field.body import Body
from warhost.engine.field.compass import RIGHT_ANGLE, Angle, aside, heading, opposite, turn, veered
from warhost.engine.field.shapes import Shape, closest, gap, overlap, overlaps_any
from warhost.engine.field.stance import Stance, shifted, turned
from warhost.engine.question import Choose

from ..bodies import body, centre, footprint_gap, pose, set_stance, stance
from ..choosing import next_of
from ..events import Charged, ChargeFailed
from ..fighting.arming import begin_anew
from ..fighting.places import arc_of, facing_side, side_line
from ..land.barriers import lined_up
from ..land.hazards import How, cross
from ..land.sight import sights
from ..measures import TIE
from ..nature import engaged, has, named, nature
from ..nerve import panic
from ..nerve.leadership import ld_test
from ..setting import Fight
from ..special import points
from ..state import NEVER, NOBODY, Contact, Side
from ..wounds.gone import run_down
from .approach import approaches, best_approach
from .exits import leave_by_edge
from .flight import roll_distance
from .onset import Approach, Onset, said_side
from .reforms import free_reform
from .speed import flies, movement
from .ways import Obstacles, edge_gap, others, swept

RULE = "reg.charge.move"
STAND, FOLLOW = "stand still", "move on"
ETHEREAL = "reg.sr.ethereal"
MOST_ALIKE = 12


def move_one(fight: Fight) -> bool:
    """One charger moves; False when all have."""
    side = fight.state.active
    waiting = [n for n, unit in enumerate(fight.state.units) if unit.charge != NOBODY and unit.side == side]
    if not waiting:
        return False
    run_home(fight, next_of(fight, side, waiting, "next charger", RULE, "Which charger moves next?"))
    panic.settle(fight)
    return True


def run_home(fight: Fight, number: int) -> None:
    unit = fight.state.units[number]
    target = unit.charge
    if not fight.state.units[target].present:
        _gone(fight, number, target)
    else:
        for other in _same_mark(fight, number):
            _roll(fight, other)
        if fight.state.units[target].fleeing:
            _hunt(fight, number, target)
        else:
            _strike(fight, number, target)
    unit.charge, unit.reach, unit.also = NOBODY, NEVER, ()


def _same_mark(fight: Fight, number: int) -> list[int]:
    """All who charge the same side of the same unit roll before the first of them moves.  [reg.charge.several]"""
    unit = fight.state.units[number]
    same = [
        other
        for other, one in enumerate(fight.state.units)
        if one.charge == unit.charge and one.struck == unit.struck
    ]
    return [number, *(other for other in same if other != number)]


def _roll(fight: Fight, number: int) -> None:
    unit = fight.state.units[number]
    if unit.reach == NEVER:
        own = movement(fight, number)
        there = fight.state.units[unit.charge].present
        enough = footprint_gap(fight, number, unit.charge) - own if there else None
        way, unit.leap = roll_distance(fight, number, "charge", "reg.charge.range", enough)
        unit.reach = own + way


# --- home ----------------------------------------------------------------------------------------------------


def _strike(fight: Fight, number: int, target: int) -> None:
    unit = fight.state.units[number]
    reaches = footprint_gap(fight, number, target) <= unit.reach + TIE
    found = _best_end(fight, number, target) if reaches else None
    if found is None:
        fail(fight, number, target)
        return
    if points.met.any(nature(fight, target), fight, number, target):
        _after_meeting(fight, number, found)
        return
    come_in(fight, number, target, found)


def _after_meeting(fight: Fight, number: int, approach: Approach) -> None:
    unit = fight.state.units[number]
    if unit.present:
        poses = [pose(fight, number, stand) for stand in approach.way[:-1]]
        set_stance(unit, approach.way[-1])
        unit.did = "charged"
        _came_through(fight, number, poses)


def _best_end(fight: Fight, number: int, target: int) -> Approach | None:
    """Of equally good ends the owner picks."""
    unit = fight.state.units[number]
    found = _best_ends(fight, number, target, _share(fight, number, target, cast(Side, unit.struck)))
    return _picked(fight, number, found[0], found) if len(found) > 1 else next(iter(found), None)


def _best_ends(fight: Fight, number: int, target: int, room: tuple[int, int] | None) -> list[Approach]:
    """Looked for once, as long as nobody on the table moves."""
    unit, known = fight.state.units[number], sights(fight).ends
    key = number, target, unit.struck, room, unit.also, flies(fight, number)
    if key not in known:
        onset = Onset(fight, number, target, cast(Side, unit.struck), room=room)
        ways = approaches(onset)
        best = next(ways, None)
        if best is None or onset.single or best.swings:
            known[key] = [] if best is None else [best]
        else:
            alike = takewhile(lambda one: _as_good(onset, best, one), islice(ways, MOST_ALIKE))
            known[key] = [best, *alike]
    found: list[Approach] = known[key]
    return found


def _as_good(onset: Onset, best: Approach, one: Approach) -> bool:
    return not one.swings and onset.rank(one) == onset.rank(best)


def _picked(fight: Fight, number: int, best: Approach, others: list[Approach]) -> Approach:
    left = min(others, key=lambda one: one.place, default=best)
    right = max(others, key=lambda one: one.place, default=best)
    ends = {"nearest": best}
    if best.place - left.place > 500:
        ends["left"] = left
    if right.place - best.place > 500:
        ends["right"] = right
    if len(ends) == 1:
        return best
    question = Choose(
        fight.state.units[number].side,
        "charge end",
        list(ends),
        "reg.charge.geometry",
        named(fight, number),
        text="Several ends bring as many into contact: where {does} {who} come in?",
        meanings={"nearest": "By the shortest way", "left": "Further left", "right": "Further right"},
        usual="nearest",
    )
    question.slight = True  # it comes home in any case
    return ends[fight.ask(question)]


def _share(fight: Fight, number: int, target: int, struck: Side) -> tuple[int, int] | None:
    """The part of the side that a charger leaves to itself while others are still to come, from left to right as
    they stand."""
    coming = [
        other
        for other in _same_mark(fight, number)
        if fight.state.units[other].present
        and footprint_gap(fight, other, target) <= fight.state.units[other].reach + TIE
    ]
    if len(coming) < 2:
        return None
    onsets = {other: Onset(fight, other, target, struck) for other in coming}
    order = sorted(coming, key=lambda other: (onsets[other].natural, other))
    length, widths = onsets[number].line.length, {other: onsets[other].here.width for other in coming}
    shares = [length * widths[other] // sum(widths.values()) for other in order]
    at = order.index(number)
    low, half = -length // 2 + sum(shares[:at]), widths[number] // 2
    least = -(10**6) if at == 0 else low + half
    most = 10**6 if at == len(order) - 1 else low + shares[at] - half
    return (least, most) if least <= most else None


def come_in(
    fight: Fight, number: int, target: int, approach: Approach, pursuit: bool = False, run: Sequence[Body] = ()
) -> None:  # fmt: skip
    """The charger stands against its target from now on; it may have `run` straight on before that."""
    unit, foe = fight.state.units[number], fight.state.units[target]
    unit.loose = foe.loose = False
    poses = [pose(fight, number, stand) for stand in approach.way[:-1]]
    struck = cast(Side, unit.struck)
    barrier = struck == "front" and lined_up(fight, target) and not has(fight, number, ETHEREAL)
    _stand(fight, number, target, approach)
    if barrier:
        stop_at_barrier(fight, number)
    for one in (number, target):
        if not engaged(fight, one):
            begin_anew(fight, one)
    unit.charged_at, unit.did = fight.state.clock + (1 if pursuit else 0), "charged"
    fight.state.contacts.append(
        Contact(
            number, target, "front", struck, unit.charged_at, barrier, unit.from_high and not pursuit,
            foe.fate == "garrison",
        )
    )  # fmt: skip
    for other in () if approach.swings else approach.also:
        _touch_too(fight, number, other)
    way = tuple(stand.front for stand in (*approach.way, approach.end))
    side, facing = said_side(fight, target, struck), body(fight, number).facing
    fight.tell(Charged("reg.charge.geometry", unit.name, foe.name, way, facing, side))
    _came_through(fight, number, [*run, *poses], on_foot=bool(run))


def _came_through(fight: Fight, number: int, poses: Sequence[Body], on_foot: bool = False) -> None:
    """Whatever a charge leads over takes its toll, wherever and at whom it ends; pursuers do not fly.

    [reg.terrain.dangerous] [reg.sr.fly]
    """
    how: How = "fly" if flies(fight, number) and not on_foot else "charge"
    cross(fight, number, [*poses, body(fight, number)], how)
    points.moved.each(("reg.lore.ember.cinderwall",), fight, number)


def _touch_too(fight: Fight, number: int, other: int) -> None:
    """Another enemy whom the front cannot but touch is fought too.  [reg.charge.several]"""
    unit, foe = fight.state.units[number], fight.state.units[other]
    foe.loose = False
    if not engaged(fight, other):
        begin_anew(fight, other)
    side = facing_side(body(fight, other), unit.facing)
    barrier = side == "front" and lined_up(fight, other) and not has(fight, number, ETHEREAL)
    fight.state.contacts.append(
        Contact(number, other, "front", side, unit.charged_at, barrier, False, foe.fate == "garrison")
    )


def stop_at_barrier(fight: Fight, number: int) -> None:
    """A charger stops at the wall and fights across it.  [reg.terrain.obstacle]"""
    unit = fight.state.units[number]
    walls = [ground.shape for ground in fight.setting.land(fight.state.terrain).barriers]
    start, step = stance(unit), 20
    for back in range(0, 3000, step):
        stand = shifted(start, opposite(start.facing), back)
        if not overlaps_any(pose(fight, number, stand).block, walls):
            set_stance(unit, shifted(stand, opposite(start.facing), step))  # a hair clear of it
            return


def _stand(fight: Fight, number: int, target: int, approach: Approach) -> None:
    """Flush; if that cannot be, the target swings instead, and if that cannot be either, both stay as they are."""
    unit, foe = fight.state.units[number], fight.state.units[target]
    if not approach.swings:
        set_stance(unit, approach.end)
        return
    touching = approach.way[-1]
    set_stance(unit, touching)
    if engaged(fight, target) or foe.fate == "garrison":
        return
    there = body(fight, target)
    line = side_line(there, cast(Side, unit.struck))
    swing = turn(line.inward, touching.facing)
    pivot = closest(pose(fight, number, touching).block, there.block)[1]
    swung = turned(stance(foe), veered(foe.facing, swing), pivot)
    block = pose(fight, target, swung).block
    if Obstacles(fight, target, [number]).hit(block) is None and not overlap(block, body(fight, number).block):
        set_stance(foe, swung)


# --- after the fleeing ---------------------------------------------------------------------------------------


def _hunt(fight: Fight, number: int, target: int) -> None:
    """A fleeing enemy in reach is destroyed; the charger stops there and may reform.  [reg.charge.fleeing]"""
    unit = fight.state.units[number]
    if footprint_gap(fight, number, target) > unit.reach + TIE:
        fail(fight, number, target)
        return
    there = body(fight, target)
    struck = arc_of(there, centre(body(fight, number)))
    unit.struck = struck
    approach = best_approach(Onset(fight, number, target, struck))
    before, poses = body(fight, number), [body(fight, number)]
    if approach is not None:
        poses = [pose(fight, number, stand) for stand in approach.way[:-1]]
        set_stance(unit, approach.way[-1] if approach.swings else approach.end)
    else:
        _close_on(fight, number, target)
    unit.did = "charged"
    after = body(fight, number)
    way = before.front, after.front
    fight.tell(Charged("reg.charge.fleeing", unit.name, named(fight, target), way, after.facing, "rear"))
    run_down(fight, target)
    _came_through(fight, number, poses)
    if unit.present and ld_test(fight, number, "reform", "reg.charge.fleeing"):
        free_reform(fight, number, "reg.charge.fleeing")


def _close_on(fight: Fight, number: int, target: int) -> None:
    """Straight at it, as far as nobody else is in the way."""
    here, there = body(fight, number), body(fight, target)
    start = turned_with_room(fight, number, heading(centre(here), centre(there)))
    way = free_run(fight, number, start, gap(here.block, there.block), (target,))
    set_stance(fight.state.units[number], shifted(start, start.facing, way))


# --- in vain -------------------------------------------------------------------------------------------------


def _gone(fight: Fight, number: int, target: int) -> None:
    """The target is no longer there: it stands still or moves on towards where that was.  [reg.charge.gone]"""
    unit = fight.state.units[number]
    question = Choose(
        unit.side, "charge in vain", [STAND, FOLLOW], "reg.charge.gone", unit.name,
        text="The target is gone: {does} {who} move all the same?",
        meanings={STAND: "Stand still", FOLLOW: "Move towards where it was"}, usual=STAND,
    )  # fmt: skip
    unit.did = "failed charge"
    if fight.ask(question) == FOLLOW:
        _roll(fight, number)
        fail(fight, number, target)


def fail(fight: Fight, number: int, target: int) -> None:
    """One free wheel towards the nearest point of the target, then straight on by the highest die.

    [reg.charge.failed]
    """
    unit, foe = fight.state.units[number], fight.state.units[target]
    unit.did, unit.from_high = "failed charge", False
    start, here = stance(unit), body(fight, number)
    goal = closest(here.block, body(fight, target).block)[1] if foe.present else foe.point
    stand = faced_towards(fight, number, start, goal)
    gone = free_run(fight, number, stand, unit.leap)
    end = shifted(stand, stand.facing, gone)
    set_stance(unit, end)
    way = (start.front, stand.front, end.front)
    fight.tell(ChargeFailed("reg.charge.failed", unit.name, foe.name, way, end.facing, unit.reach))
    _came_through(fight, number, [here])
    leave_by_edge(fight, number)


def faced_towards(fight: Fight, number: int, start: Stance, goal: tuple[int, int]) -> Stance:
    """Wheeled, up to 90 degrees and as far as there is room, to look at a point; a lone model turns on the spot."""
    here = body(fight, number)
    obstacles = Obstacles(fight, number)
    if len(here.bases) == 1:
        wanted = max(-RIGHT_ANGLE, min(RIGHT_ANGLE, turn(start.facing, heading(centre(here), goal))))
        return turned_with_room(fight, number, veered(start.facing, wanted))
    wanted = turn(start.facing, heading(start.front, goal))
    best, least = start, min(0, edge_gap(fight, here.block))
    sign = 1 if wanted > 0 else -1
    pivot = aside(start.front, start.facing, sign * here.width // 2)
    for degree in range(1, 91):
        swung = turned(start, veered(start.facing, sign * degree * 100), pivot)
        left = turn(swung.facing, heading(swung.front, goal)) * sign
        block = pose(fight, number, swung).block
        if left < -50 or obstacles.hit(block) is not None or edge_gap(fight, block) < least:
            break
        best = swung
        if left <= 50:
            break
    return best if abs(wanted) > 50 else start


def turned_on_table(fight: Fight, number: int, facing: Angle, among: Sequence[Shape] = ()) -> Stance:
    """Turned about its centre to face so, or as nearly so as leaves it on the table and off others' ground."""
    unit, here = fight.state.units[number], body(fight, number)
    wanted, least = turn(here.facing, facing), min(0, edge_gap(fight, here.block))
    for step in range(36, -1, -1):
        found = turned(stance(unit), veered(here.facing, wanted * step // 36), centre(here))
        block = pose(fight, number, found).block
        if edge_gap(fight, block) >= least and not overlaps_any(block, among):
            return found
    return stance(unit)


def turned_with_room(fight: Fight, number: int, facing: Angle) -> Stance:
    """The same, off the ground of everybody else.  [reg.move.apart]"""
    return turned_on_table(fight, number, facing, [block for _, block in others(fight, number)])


def free_run(
    fight: Fight, number: int, stand: Stance, most: int, ignoring: tuple[int, ...] = (), to_edge: bool = False
) -> int:  # fmt: skip
    """How far it can go straight on, stopping an inch from anything it may not touch; a pursuit goes on to the very
    edge of the table.  [reg.flee.offtable]"""
    obstacles = Obstacles(fight, number, ignoring)
    here = pose(fight, number, stand)
    obstacles.edge = min(0 if to_edge else obstacles.edge, edge_gap(fight, here.block))
    low, high = 0, most
    if _clear(obstacles, swept(stand, here, stand.facing, most)):
        return most
    while high - low > 2:
        middle = (low + high) // 2
        if _clear(obstacles, swept(stand, here, stand.facing, middle)):
            low = middle
        else:
            high = middle
    return low


def _clear(obstacles: Obstacles, shape: Shape) -> bool:
    return obstacles.hit(shape) is None and not obstacles.beyond(shape)
