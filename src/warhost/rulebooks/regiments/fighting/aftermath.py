"""After the break tests: flight, pursuit, overruns, and contact after losses.

[reg.combat.pursuit] [reg.combat.restrain] [reg.combat.overrun] [reg.combat.keepcontact] [reg.reform.restrain.flee]
[reg.reform.restrain.wipe] [reg.wm.crew]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Angle, Point, ahead, heading, opposite, rays, to_frame, turn, veered
from warhost.engine.field.shapes import Shape, closest, gap, overlap, overlaps_any
from warhost.engine.field.shapes import cast as cast_shape
from warhost.engine.field.stance import Stance, shifted, turned
from warhost.engine.question import Choose

from ..bodies import body, centre, pose, set_stance, stance
from ..choosing import in_turn, next_of
from ..events import Captured, Noted, Pursued
from ..land.hazards import cross
from ..measures import TOUCH
from ..moving.approach import best_approach
from ..moving.buildings import garrison_of, move_in
from ..moving.chargers import come_in, free_run, turned_on_table
from ..moving.exits import leave_by_edge
from ..moving.flight import flee_from, roll_way, run, take_flight
from ..moving.onset import Onset
from ..moving.reforms import free_reform
from ..moving.ways import edge_gap, others, swept
from ..nature import anybody_has, enemies, engaged, foes, has, kind, named, nature
from ..nerve import panic
from ..nerve.leadership import ld_test
from ..opening.rolloff import at_random
from ..setting import Fight
from ..special import points
from ..state import NOBODY, Side
from ..wounds.gone import friends_shaken, run_down
from .places import side_line
from .result import ranks_of_unit
from .round import Melee

CLEARED, TURNS = 100, 36  # steps in which room is looked for, and how many of a turn
NEAR_ROOM, ANY_ROOM = 6_000, 24_000  # how far it is looked for at first, and then
PURSUIT, RESTRAIN, OVERRUN = "reg.combat.pursuit", "reg.combat.restrain", "reg.combat.overrun"
FRENZY, GUARDS = "reg.sr.frenzy", "guards the fallen"
PURSUE, HOLD = "pursue", "restrain"
RUN, REFORM = "overrun", "reform"


def flight_and_pursuit(melee: Melee, winner: int, broken: list[int]) -> None:
    """Panic, restraint, dice of the fleers, dice of the pursuers, and then all of them move."""
    fight = melee.fight
    afield = [number for number in broken if _in_the_open(melee, number)]
    victors = _victors(melee, broken, afield)
    wiped = _wipers(melee, broken)
    for number in broken:
        friends_shaken(fight, number, "reg.panic.broken")
    _disengage(fight, broken)
    panic.settle(fight)
    _leave_walls(melee, winner, broken, [*afield, *victors])
    pursuers = [number for number in victors if _pursues(fight, number)]
    restrained = [number for number in victors if number not in pursuers]
    _run_and_chase(melee, afield, pursuers)
    for number in restrained:
        if fight.state.units[number].alive and not engaged(fight, number):
            free_reform(fight, number, "reg.reform.restrain.flee")
    for number in wiped:
        if fight.state.units[number].present and not engaged(fight, number):
            _after_wipeout(fight, number)


def _in_the_open(melee: Melee, number: int) -> bool:
    """Whether it fought anybody but a garrison, or those who assault its walls."""
    return any(number in (contact.a, contact.b) and not contact.assault for contact in melee.contacts)


def _victors(melee: Melee, broken: list[int], afield: list[int]) -> list[int]:
    """Units that touched one that broke in the open, and touch nobody else who stands."""
    fight, found = melee.fight, list[int]()
    for number in melee.units:
        unit = fight.state.units[number]
        if number in broken or unit.fate != "standing" or kind(fight, number).machine:
            continue
        touched = foes(fight, number)
        if any(foe in afield for foe in touched) and all(foe in broken for foe in touched):
            found.append(number)
    return found


def _wipers(melee: Melee, broken: list[int]) -> list[int]:
    """Units all of whose enemies have been slain."""
    fight = melee.fight
    return [
        number
        for number in melee.units
        if fight.state.units[number].alive and number not in broken and not foes(fight, number)
        and not kind(fight, number).machine and melee.touch[number]
        and not any(contact.assault and number in (contact.a, contact.b) for contact in melee.contacts)
    ]  # fmt: skip


def _pursues(fight: Fight, number: int) -> bool:
    """A winner that does not want to pursue must pass a test not to.  [reg.combat.restrain]"""
    unit = fight.state.units[number]
    if has(fight, number, GUARDS):
        return False
    if anybody_has(fight, number, FRENZY):
        return True
    question = Choose(
        unit.side, "pursue", [PURSUE, HOLD], RESTRAIN, unit.name, text="The enemy breaks: {does} {who} pursue?",
        meanings={PURSUE: "Pursue", HOLD: "Restrain (a Leadership test)"}, usual=PURSUE,
    )  # fmt: skip
    return fight.ask(question) == PURSUE or not ld_test(fight, number, "restraint", RESTRAIN)


def _disengage(fight: Fight, broken: list[int]) -> None:
    """They turn their backs: for the tests of their friends they are already in flight."""
    fight.state.chased = tuple((number, *foes(fight, number)) for number in broken)
    fight.state.contacts = [one for one in fight.state.contacts if one.a not in broken and one.b not in broken]
    for number in broken:
        fight.state.units[number].fleeing = True


def _run_and_chase(melee: Melee, broken: list[int], pursuers: list[int]) -> None:
    fight = melee.fight
    touched = {row[0]: list(row[1:]) for row in fight.state.chased}
    fight.state.chased = ()
    bodies = {number: body(fight, number) for number in melee.units}
    flights = {n: roll_way(fight, n, "flight") for n in broken}
    chases = {n: roll_way(fight, n, "pursuit") for n in pursuers}
    met = {n: touched[n] or list(dict.fromkeys(foe for _, foe, _, _ in melee.touch[n])) for n in broken}
    away = {n: _away(fight, n, met[n], bodies) for n in broken}
    for number in broken:
        hunters = [one for one in pursuers if one in touched[number]]
        caught = [one for one in hunters if chases[one] >= flights[number]]
        if hunters and fight.state.units[number].flag:
            _capture(fight, number, hunters[0])
        if caught:
            run_down(fight, number, panics=False)
        elif fight.state.units[number].alive and take_flight(fight, number):
            standing = [foe for foe in touched[number] if fight.state.units[foe].present]
            run(fight, number, away[number], flights[number], ignoring=standing)
    panic.settle(fight)
    goals = {n: ahead(centre(bodies[n]), away[n], flights[n]) for n in broken}
    for side in (fight.state.active, 1 - fight.state.active):
        own = [n for n in pursuers if fight.state.units[n].side == side]
        for number in in_turn(fight, side, own, "next pursuer", PURSUIT, "Which unit pursues next?"):
            if fight.state.units[number].present:
                prey = [one for one in broken if number in touched[one]]
                _chase(fight, number, chases[number], _goal(fight, number, prey, goals), broken)
                panic.settle(fight)
    for number in pursuers:
        if fight.state.units[number].fate == "standing" and not engaged(fight, number):
            off_others(fight, number, bodies[number].facing)


def _goal(fight: Fight, number: int, prey: list[int], goals: dict[int, Point]) -> Point:
    """Where the unit is that it pursues, or where that would have gone; of several its owner says after which."""
    side = fight.state.units[number].side
    one = next_of(fight, side, prey, "whom to pursue", PURSUIT, "After which of them does it go?")
    return centre(body(fight, one)) if fight.state.units[one].present else goals[one]


def _capture(fight: Fight, number: int, by: int) -> None:
    """The winner who pursues takes the banner.  [reg.break.standard]"""
    unit = fight.state.units[number]
    unit.flag = False
    side = fight.state.units[by].side
    first, second = fight.state.trophies
    fight.state.trophies = (first + (side == 0), second + (side == 1))
    fight.tell(Captured("reg.break.standard", unit.name, named(fight, by)))


def _away(fight: Fight, number: int, enemies: list[int], bodies: dict[int, Body]) -> Angle:
    """Away from the enemy it touched, from the one with the most ranks if there were several."""
    threat, one = from_whom(fight, number, enemies), bodies[number]
    if threat == NOBODY or centre(one) == centre(bodies[threat]):
        return one.facing
    return heading(centre(bodies[threat]), centre(one))


def from_whom(fight: Fight, number: int, enemies: list[int]) -> int:
    standing = [foe for foe in enemies if fight.state.units[foe].alive] or enemies[:1]
    if not standing:
        return NOBODY
    most = max(ranks_of_unit(fight, foe) for foe in standing)
    best = [foe for foe in standing if ranks_of_unit(fight, foe) == most]
    return at_random(fight, best, "from whom it flees", PURSUIT, fight.state.units[number].side)


# --- pursuit -------------------------------------------------------------------------------------------------


def _chase(fight: Fight, number: int, way: int, goal: Point, prey: Sequence[int]) -> None:
    """Turn about the centre towards the prey, and the full roll straight on."""
    here = body(fight, number)
    middle = centre(here)
    facing = heading(middle, goal) if goal != middle else here.facing
    start = turned_on_table(fight, number, facing)
    charge_ahead(fight, number, start, way, overrun=False, prey=prey)


def off_others(fight: Fight, number: int, before: Angle) -> None:
    """When all have run, whom his turn has left on another's ground goes on, or back, by the least distance that
    clears it; where neither does, he first turns back towards where he faced before, as little as will do.

    [reg.combat.pursuit]
    """
    unit, here = fight.state.units[number], body(fight, number)
    taken = [block for _, block in others(fight, number)]
    if not overlaps_any(here.block, taken):
        return
    set_stance(unit, _cleared(fight, number, before, taken))
    fight.tell(Pursued(PURSUIT, unit.name, (here.front, unit.point), unit.facing, False))


def _cleared(fight: Fight, number: int, before: Angle, taken: Sequence[Shape]) -> Stance:
    unit, here = fight.state.units[number], body(fight, number)
    back, least = turn(unit.facing, before), min(0, edge_gap(fight, here.block))
    for most, step in product((NEAR_ROOM, ANY_ROOM), range(TURNS + 1)):
        start = turned(stance(unit), veered(unit.facing, back * step // TURNS), centre(here))
        for way in sorted(range(-most, most + 1, CLEARED), key=abs):
            found = shifted(start, start.facing, way)
            block = pose(fight, number, found).block
            if edge_gap(fight, block) >= least and not overlaps_any(block, taken):
                return found
    return stance(unit)


def charge_ahead(
    fight: Fight, number: int, start: Stance, way: int, overrun: bool, prey: Sequence[int] = ()
) -> None:  # fmt: skip
    """Straight on: friends, rocks and fleers it did not catch stop it an inch short, a fresh enemy is charged, and
    others who flee are destroyed on the way."""
    unit = fight.state.units[number]
    unit.charged_at = -1
    met = _first_enemy(fight, number, start, way)
    foes_there = tuple(foe for foe in enemies(fight, number) if foe not in prey)
    strays = tuple(foe for foe in foes_there if fight.state.units[foe].fleeing)
    here = pose(fight, number, start)
    if met is not None and free_run(fight, number, start, met[1], foes_there) >= met[1] - TOUCH:
        if points.met.any(nature(fight, met[0]), fight, number, met[0]):
            if unit.present:  # that was the end of what it met, and it goes on
                charge_ahead(fight, number, start, way, overrun, prey)
            return
        _trample(fight, swept(start, here, start.facing, met[1]), strays)
        if _meet(fight, number, start, *met, overrun=overrun):
            return
    ignoring = strays if met is None else (met[0], *strays)
    gone = free_run(fight, number, start, way, ignoring, to_edge=True)
    _trample(fight, swept(start, here, start.facing, gone), strays)
    end = shifted(start, start.facing, gone)
    before = body(fight, number)
    set_stance(unit, end)
    rule = OVERRUN if overrun else PURSUIT
    fight.tell(Pursued(rule, unit.name, (before.front, end.front), end.facing, overrun))
    cross(fight, number, [here, pose(fight, number, end)], "flight")
    points.moved.each(("reg.lore.ember.cinderwall",), fight, number)
    leave_by_edge(fight, number)


def _trample(fight: Fight, path: Shape, strays: Sequence[int]) -> None:
    """A pursuer destroys whom it meets already in flight."""
    for stray in strays:
        if fight.state.units[stray].present and overlap(path, body(fight, stray).block):
            run_down(fight, stray)


def _first_enemy(fight: Fight, number: int, start: Stance, way: int) -> tuple[int, int] | None:
    """The first enemy in the way who does not flee, and after how far."""
    block, side = pose(fight, number, start).block, fight.state.units[number].side
    found: tuple[int, int] | None = None
    for other, shape in others(fight, number):
        unit = fight.state.units[other]
        if unit.side == side or unit.fleeing:
            continue
        far = cast_shape(block, start.facing, way, shape)
        if far is not None and far <= way and (found is None or far < found[1]):
            found = other, far
    return found


def _meet(fight: Fight, number: int, start: Stance, foe: int, far: int, overrun: bool) -> bool:
    """A fresh enemy is charged and may only hold; they fight next turn, or join a combat still to be fought."""
    unit, other = fight.state.units[number], fight.state.units[foe]
    before = body(fight, number)
    stand = shifted(start, start.facing, max(0, far - 1))
    if not overlap(pose(fight, number, stand).block, body(fight, foe).block):  # else it comes from where it stood
        set_stance(unit, stand)
    struck = _side_met(body(fight, foe), body(fight, number).block, start.facing)
    unit.struck, unit.from_high = struck, False
    approach = best_approach(Onset(fight, number, foe, struck))
    if approach is None:
        set_stance(unit, stance_of(before))
        return False
    joins = engaged(fight, foe) and other.fought != fight.state.clock
    rule = OVERRUN if overrun else PURSUIT
    fight.tell(Pursued(rule, unit.name, (before.front, unit.point), start.facing, overrun))
    come_in(fight, number, foe, approach, pursuit=not joins, run=[pose(fight, number, start)])
    return True


def _side_met(there: Body, here: Shape, facing: Angle) -> Side:
    """The side of a unit that a straight path has come to; of two at a corner the one it runs at more squarely."""
    x, y = to_frame(closest(here, there.block)[1], there.front, there.facing)
    half, near = there.width // 2, 5
    sides: dict[Side, int] = {"front": -y, "rear": y + there.depth, "right": half - x, "left": half + x}
    met = [side for side, far in sides.items() if far <= near] or list(sides)
    return min(met, key=lambda side: abs(turn(side_line(there, side).inward, facing)))


def stance_of(one: Body) -> Stance:
    return Stance(one.front, one.facing, one.files)


# --- wipeouts ------------------------------------------------------------------------------------------------


def _after_wipeout(fight: Fight, number: int) -> None:
    """One that charged this turn may overrun; anybody may reform.

    [reg.combat.overrun] [reg.reform.restrain.wipe]
    """
    unit = fight.state.units[number]
    charged = unit.charged_at == fight.state.clock
    if charged and not has(fight, number, GUARDS):
        choice = RUN
        if not anybody_has(fight, number, FRENZY):
            question = Choose(
                unit.side, "overrun", [RUN, REFORM], OVERRUN, unit.name,
                text="No enemy is left: {does} {who} overrun or reform?",
                meanings={RUN: "Overrun straight ahead", REFORM: "Reform"}, usual=REFORM,
            )  # fmt: skip
            choice = fight.ask(question)
        if choice == RUN:
            way = roll_way(fight, number, "pursuit")
            charge_ahead(fight, number, stance(unit), way, overrun=True)
            return
    free_reform(fight, number, "reg.reform.restrain.wipe")


# --- buildings -----------------------------------------------------------------------------------------------


def _leave_walls(melee: Melee, winner: int, broken: list[int], elsewhere: list[int]) -> None:
    """Attackers who have lost, or after a draw, move an inch back; a broken garrison flees and the assailants may
    move in. Attackers who flee from others besides, or may pursue some, do that instead.  [reg.terrain.building]"""
    fight, units = melee.fight, melee.fight.state.units
    for contact in [one for one in melee.contacts if one.assault]:
        attacker, garrison = contact.a, contact.b
        held = units[garrison].alive and garrison not in broken
        if held and winner == melee.side(attacker) and units[attacker].present:
            continue  # those who won and could not drive it out fight on
        fight.state.contacts = [one for one in fight.state.contacts if one != contact]
        if garrison in broken:
            walls = units[garrison].building
            threat = body(fight, attacker)
            if take_flight(fight, garrison):
                flee_from(fight, garrison, threat)
            if attacker not in elsewhere:
                _occupy(fight, attacker, walls)
        elif attacker in elsewhere:
            continue
        elif attacker in broken:
            threat = body(fight, garrison)
            if take_flight(fight, attacker):
                flee_from(fight, attacker, threat)
        elif units[attacker].present and not engaged(fight, attacker):
            if units[garrison].alive:
                _step_back(fight, attacker, garrison)
            else:
                _after_wipeout(fight, attacker)
    panic.settle(fight)


def _step_back(fight: Fight, attacker: int, garrison: int) -> None:
    """An inch, or as far as there is room behind it."""
    unit, block = fight.state.units[attacker], body(fight, attacker).block
    way = opposite(unit.facing)
    met = [cast_shape(block, way, 1000, other) for _, other in others(fight, attacker, [garrison])]
    set_stance(unit, shifted(stance(unit), way, min([1000, *(far for far in met if far is not None)])))


def _occupy(fight: Fight, attacker: int, walls: int) -> None:
    unit = fight.state.units[attacker]
    able = kind(fight, attacker).troop.id in ("infantry", "monstrous infantry") and unit.present
    if not able or engaged(fight, attacker) or garrison_of(fight, walls) != NOBODY:
        return
    question = Choose(
        unit.side, "occupy", ["stay", "move in"], "reg.terrain.building", unit.name,
        text="The garrison flees: {does} {who} move in?", meanings={"stay": "Stay outside", "move in": "Move in"},
        usual="stay",
    )  # fmt: skip
    if fight.ask(question) == "move in":
        move_in(fight, attacker, walls)
        fight.tell(Noted("reg.terrain.building", unit.name, "takes the building"))


# --- contact after losses ------------------------------------------------------------------------------------


def close_up(melee: Melee, winner: int) -> None:
    """Units that no longer touch an enemy they were fighting close up; if they cannot, they are out of the fight.

    [reg.combat.keepcontact]
    """
    fight = melee.fight
    for contact in list(fight.state.contacts):
        if contact.a not in melee.units or contact.b not in melee.units or contact.assault or contact.barrier:
            continue
        here, there = body(fight, contact.a).block, body(fight, contact.b).block
        far = gap(here, there)
        if far <= TOUCH:
            continue
        side = winner if winner != NOBODY else fight.state.active
        first = contact.a if fight.state.units[contact.a].side == side else contact.b
        if not any(_closes(fight, one, contact.foe(one), far) for one in (first, contact.foe(first))):
            fight.state.contacts = [one for one in fight.state.contacts if one != contact]


def _closes(fight: Fight, number: int, foe: int, far: int) -> bool:
    """Straight towards the enemy by the least distance, if that breaks no other contact and nobody stands there."""
    if len(foes(fight, number)) > 1 or kind(fight, number).machine:
        return False
    unit, here, there = fight.state.units[number], body(fight, number), body(fight, foe).block
    way = _way_to(here, there)
    step = cast_shape(here.block, way, 4 * far + 2000, there)
    if step is None:
        return False
    stand = shifted(stance(unit), way, step)
    taken = [block for _, block in others(fight, number) if not overlap(block, here.block)]
    if overlaps_any(pose(fight, number, stand).block, taken):
        return False
    set_stance(unit, stand)
    return True


def _way_to(here: Body, there: Shape) -> Angle:
    """Along its own front or flanks, whichever leads most nearly to the enemy."""
    start, end = closest(here.block, there)
    wanted = heading(start, end)
    return min(rays(4, here.facing), key=lambda way: abs(turn(way, wanted)))
