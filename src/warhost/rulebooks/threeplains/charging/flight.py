"""Running away: the flee move, scattering, rallying, and leaving the board.  [tp.move.flee]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from warhost.engine.dice import Throw
from warhost.engine.field.compass import (
    EAST,
    HALF_TURN,
    NORTH,
    RIGHT_ANGLE,
    SOUTH,
    WEST,
    Angle,
    ahead,
    distance,
    heading,
    opposite,
    veered,
)
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import Shape
from warhost.engine.field.stance import Stance, shifted, turned

from ..bodies import body, enemies, figure, life_of, range_between
from ..events.charges import CameBack, Fled, LeftBoard, Rallied, Scattered
from ..events.machines import Abandoned
from ..fighting import contact, parting
from ..fighting.squaring import close_up
from ..figure import inches
from ..items.coats import tempted
from ..land.ground import leg_cost, nearest_bar, reach, standing_room
from ..land.trampling import trample
from ..machines.runaway import drive_away
from ..magic.bearing import marked, nature
from ..magic.effects import has_moved
from ..missiles.dispersal import fair_shares, spread
from ..moving.flying import can_fly
from ..moving.groups import hidden_in
from ..moving.manoeuvres import drop_pikes, uses_pikes
from ..moving.stride import (
    HAIR,
    INCH,
    body_in,
    brink,
    dice_run,
    in_ranks,
    leg_of,
    off_board,
    resting_place,
    settle,
    stance,
    take,
)
from ..moving.wedges import dissolve
from ..scenario.customs import customs_of
from ..scenario.points import takes_flight
from ..setting import Fight
from ..special.concealment import come_to_light
from ..special.riding import ridden
from ..state import NOBODY, Clock, Number, Player, Point
from ..wounds.casualties import destroy, last_stand, lose
from .facing import choose_facing

AROUND = inches(12)  # enemies so near are 'around' a piece that flees
FAN = 1500  # 15 degrees
WIDEST = RIGHT_ANGLE
EDGES = (NORTH, EAST, SOUTH, WEST)  # headings of the far, right, near and left edge
SCATTER = "tp.move.scatter"
SEARCH = inches(0.5)  # steps in which a piece that comes back looks for a free place


class Run(NamedTuple):
    """How a flight goes: its last direction, where that leg begins, how long it is, and the way before it."""

    heading: Angle
    start: Stance
    distance: Length
    before: Length = NOTHING
    trapped: bool = False

    @property
    def whole(self) -> Length:
        return self.before + self.distance


def flee(fight: Fight, number: Number, rule: str, *, away_from: Sequence[Number] = ()) -> list[Number]:
    """The piece flees at once, out of combat too. `away_from` are the chargers who frightened it.

    Gives the enemies it fought that are free of all combat now; their pursuit is settled by the caller with
    pursuit.after_flight, which also removes a piece whose general is dead.  [tp.move.flee] [tp.move.flee.resquare]
    """
    piece = fight.state.pieces[number]
    if not piece.standing:
        return []
    course = _home(fight, number)
    if course is None:
        course = piece.flight_heading if piece.fleeing else _away(fight, number, away_from)
    if figure(fight, number).engine:
        return _abandon(fight, number, course)
    piece.fled_from = tuple(contact.foes(fight, number))
    freed = parting.leave(fight, number)
    _lose_order(fight, number)
    come_to_light(fight, number)
    piece.fleeing, piece.flights = True, piece.flights + 1
    fleers = (number, *piece.leaders, *hidden_in(fight, number))
    scatter(fight, number)
    for one in fleers:  # characters run by themselves when nothing is left of their group
        if fight.state.pieces[one].standing:
            (drive_away if figure(fight, one).chariot else _run_away)(fight, one, course, rule)
            has_moved(fight, one)
    tempted(fight, number)
    if not freed:
        lost_without_general(fight, fleers)
    close_up(fight)
    return freed


def _abandon(fight: Fight, number: Number, course: Angle) -> list[Number]:
    """A war machine never flees: its crew runs, and the whole piece is gone. Pursuers follow the crew that nobody
    sees on the table.  [tp.machine.flee]
    """
    piece, rule = fight.state.pieces[number], "tp.machine.flee"
    run = inches(sum(fight.throw(Throw(2, 6, "flight of the crew", rule, piece.side))))
    here = body(fight, number).middle
    fight.tell(Abandoned(rule, number, course, run, (here, ahead(here, course, run))))
    piece.fled_from, piece.flight_heading = tuple(contact.foes(fight, number)), course
    freed, stood = parting.leave(fight, number), body(fight, number).middle
    destroy(fight, number, rule)
    piece.x, piece.y = ahead(stood, course, run)
    close_up(fight)
    return freed


def _lose_order(fight: Fight, number: Number) -> None:
    """Whatever it was doing is over; pikes are thrown away, and wedges fall into ranks.

    [tp.weapon.pike.drop] [tp.unit.infantry_wedge.flee] [tp.unit.cavalry_wedge.flee]
    """
    piece = fight.state.pieces[number]
    here = stance(fight, number)
    piece.charges_no_more()
    piece.turn.answer = ""
    piece.unbreakable, piece.flip_due, piece.reform_due, piece.rested = False, NOTHING, 0, 0
    if not piece.inside:  # what it has paid for going through counts for its way out
        piece.climbing = NOTHING
    if piece.ring != NOBODY:
        piece.ring, (piece.x, piece.y), piece.facing = NOBODY, here.front, here.facing
    if uses_pikes(fight, number):
        drop_pikes(fight, number)
    takes_flight.each(fight.setting.mission.rules, fight, number)
    piece.wedge_due = 0
    dissolve(fight, number, "flee")


def scatter(fight: Fight, number: Number) -> None:
    """From its second flee move on a piece loses 2D6 life points first, shared out like missile hits.

    [tp.move.scatter] [tp.shoot.disperse]
    """
    if fight.state.pieces[number].flights > 1:
        melt(fight, number, SCATTER)


def melt(fight: Fight, number: Number, rule: str) -> None:
    """2D6 life points of it are gone, shared out like missile hits.  [tp.move.scatter]"""
    side = fight.state.pieces[number].side
    points = fight.total(Throw(2, 6, "scattering", SCATTER, side))
    fight.tell(Scattered(rule, number, points))
    for part, share in spread(fight, number, points, side):
        _melt_away(fight, part, share)


def _melt_away(fight: Fight, number: Number, points: int) -> None:
    """No save helps; what is left when the last model is gone its characters lose, but no rider for his mount.

    [tp.move.scatter] [tp.shoot.disperse.characters]
    """
    piece = fight.state.pieces[number]
    if piece.fate == "slain":  # in the fall of what it rode
        return
    followers = () if ridden(fight, number) else (*piece.leaders, *hidden_in(fight, number))
    rest = points - (piece.models - last_stand(fight, number)) * life_of(fight, number) + piece.hurt
    lose(fight, number, points, SCATTER)
    alone = [one for one in followers if fight.state.pieces[one].standing]
    for one, share in zip(alone, fair_shares([1] * len(alone), rest) if alone else (), strict=True):
        lose(fight, one, share, SCATTER)


# --- where to ------------------------------------------------------------------------------------------------


def _away(fight: Fight, number: Number, away_from: Sequence[Number]) -> Angle:
    """Directly away from all enemies around it.  [tp.move.flee.move]"""
    middle = body(fight, number).middle
    feared = _around(fight, number, away_from)
    if feared:
        middles = [body(fight, enemy).middle for enemy in feared]
        mean = (sum(x for x, _ in middles) // len(middles), sum(y for _, y in middles) // len(middles))
        if mean != middle:
            return heading(mean, middle)
    return _own_edge(fight, number)


def _home(fight: Fight, number: Number) -> Angle | None:
    """Where a piece runs in a scenario in which it matters not from whom.  [tp.siege.flee]"""
    return customs_of(fight, number).runs_home(fight, number)


def _own_edge(fight: Fight, number: Number) -> Angle:
    """The heading of the table edge on its own side."""
    return SOUTH if fight.state.zones[fight.state.pieces[number].side] == 0 else NORTH


def _around(fight: Fight, number: Number, away_from: Sequence[Number]) -> Sequence[Number]:
    """Those that touch it, else those who frightened it, else all within 12 inches, else the nearest."""
    named = contact.foes(fight, number) or [foe for foe in away_from if fight.state.pieces[foe].standing]
    if named:
        return named
    ranges = {enemy: range_between(fight, number, enemy) for enemy in enemies(fight, number)}
    near = [enemy for enemy, far in ranges.items() if far <= AROUND]
    return near or sorted(ranges, key=lambda enemy: ranges[enemy])[:1]


def _run_away(fight: Fight, number: Number, course: Angle, rule: str) -> None:
    """[tp.move.flee.move] [tp.move.flee.blocked] [tp.move.flee.trapped] [tp.move.offboard]"""
    piece = fight.state.pieces[number]
    dice, here = dice_run(fight, number, "flee move", "tp.move.flee.move"), body(fight, number).front
    piece.airborne = piece.airborne or can_fly(fight, number)
    left = fight.setting.ramparts.comes_down(fight, number, dice.total)
    if not piece.standing:
        return
    run = _course(fight, number, course, left)
    piece.flight_heading, piece.flight_run = run.heading, run.whole
    if _runs_off(fight, number, run):
        take(fight, number, shifted(run.start, run.heading, run.distance))
        trample(fight, number, (body_in(fight, number, run.start), body(fight, number)))
        fight.tell(Fled(rule, number, run.whole, piece.point, dice.steps, (here, piece.point), piece.facing))
        fight.tell(LeftBoard("tp.move.offboard", number, brink(fight, piece.point)))
        destroy(fight, number, "tp.move.offboard")
        return
    if run.trapped:
        perish_on_the_spot(fight, number)
        return
    first = [leg_of(fight, number, stance(fight, number), course, run.before)] if run.before else []
    came = settle(fight, number, _stands(fight, number, run), run.heading, run.distance, before=first)
    if not piece.standing:
        return
    piece.flight_run = NOTHING if came is None else run.before + came  # without room it stays where it is
    way = (here, piece.point)
    fight.tell(Fled(rule, number, piece.flight_run, piece.point, dice.steps, way, piece.facing))


def perish_on_the_spot(fight: Fight, number: Number) -> None:
    """It has nowhere to run. It never got out of its combat, so that there is nobody to pursue.

    [tp.move.flee.trapped] [tp.move.pursue]
    """
    fight.state.pieces[number].fled_from = ()
    destroy(fight, number, "tp.move.flee.trapped")


def _course(fight: Fight, number: Number, course: Angle, allowance: Length) -> Run:
    """Straight on; where that is barred, the rest is run for the nearest table edge, or wherever there is a way.

    [tp.move.flee.blocked] [tp.move.flee.trapped]
    """
    start = stance(fight, number)
    straight = _way(fight, number, Run(course, start, NOTHING), allowance)
    if straight.clear:
        return straight.run
    before = straight.run.distance
    turning = shifted(start, course, before)
    rest = allowance - leg_cost(fight, number, start.front, turning.front, _width(fight, number, start))
    best = Way(Run(course, turning, NOTHING, before), NOTHING)
    for direction in _ways_out(fight, number, turning):
        way = _way(fight, number, Run(direction, turning, NOTHING, before), rest)
        if way.clear:
            return way.run
        if way.free > best.free:
            best = way
    return best.run._replace(trapped=rest > INCH > best.free)


class Way(NamedTuple):
    """How one direction serves: the run that it allows, how far it is free, and whether it is for the whole way."""

    run: Run
    free: Length
    clear: bool = False


def _way(fight: Fight, number: Number, run: Run, allowance: Length) -> Way:
    """A way along an enemy whom it would touch at every step is not free."""
    far = _reach(fight, number, run.start, run.heading, allowance)
    bar = nearest_bar(fight, number, whole_shapes(fight, number, run.start), run.heading, far)
    free = far if bar is None else bar.distance
    run = run._replace(distance=far if bar is None else max(NOTHING, free - HAIR))
    if _runs_off(fight, number, run):
        return Way(run, free, clear=True)
    rest = resting_place(fight, number, _stands(fight, number, run), run.heading, run.distance)
    if rest is None:
        return Way(run._replace(distance=NOTHING), NOTHING)
    return Way(run, free, bar is None)


def _stands(fight: Fight, number: Number, run: Run) -> Sequence[Stance]:
    """Turned into the direction of its flight if there is room, else as it stood."""
    return turned(run.start, run.heading, body_in(fight, number, run.start).middle), run.start


def _ways_out(fight: Fight, number: Number, turning: Stance) -> Iterable[Angle]:
    """The directions in the order in which they are tried: about the way to the nearest table edge, about the way
    to its own, then all that are left.  [tp.move.flee.blocked]"""
    nearest = _nearest_edge(fight, body_in(fight, number, turning).middle)
    own = _own_edge(fight, number)
    return dict.fromkeys((*_fan(nearest, WIDEST), *_fan(own, WIDEST), *_fan(own, HALF_TURN)))


def _fan(edge: Angle, widest: int) -> Iterator[Angle]:
    """Straight at the edge, then 15 degrees to the left of it, 15 to the right, 30 to the left and so on."""
    yield edge
    for turn in range(FAN, widest + 1, FAN):
        yield veered(edge, -turn)
        yield veered(edge, turn)


def whole_shapes(fight: Fight, number: Number, stand: Stance) -> Sequence[Shape]:
    """What has to find its way when a piece is shifted in any direction."""
    whole = body_in(fight, number, stand)
    return whole.room


def _reach(fight: Fight, number: Number, start: Stance, course: Angle, allowance: Length) -> Length:
    return reach(fight, number, start.front, course, allowance, _width(fight, number, start))


def _width(fight: Fight, number: Number, start: Stance) -> Length:
    return body_in(fight, number, start).width


def _nearest_edge(fight: Fight, point: Point) -> Angle:
    """The heading of the table edge that is nearest."""
    gaps = fight.setting.table.to_edges(point)
    return min(gaps, key=gaps.__getitem__)


def _runs_off(fight: Fight, number: Number, run: Run) -> bool:
    """It runs with its front ahead, so it is the leading edge of the block that counts as its middle front."""
    whole = body_in(fight, number, run.start)
    return off_board(fight, ahead(whole.middle, run.heading, run.distance + whole.depth // 2))


# --- the general is dead -------------------------------------------------------------------------------------


def general_dead(fight: Fight, side: Player) -> bool:
    """Whether the general of a side has fallen, or changed sides; an army without one never loses him."""
    entries = fight.setting.entries
    own = [p for p in fight.state.pieces if entries[p.entry].general and entries[p.entry].side == side]
    return any(piece.fate == "slain" or piece.side != side for piece in own)


def lost_without_general(fight: Fight, fled: Iterable[Number]) -> None:
    """Nobody rallies when the general is dead: whoever flees is lost.  [tp.character.general.no_rally]"""
    for number in fled:
        piece = fight.state.pieces[number]
        lost = piece.standing and piece.fleeing and general_dead(fight, piece.side)
        if lost and not (fight.setting.enchanted and rallies_itself(fight, number)):
            destroy(fight, number, "tp.character.general.no_rally")


def rallies_itself(fight: Fight, number: Number) -> bool:
    """Whether somebody in it has what brings it to a halt as its next turn begins."""
    everybody = (number, *fight.state.pieces[number].leaders)
    return any(marked(nature(fight, one), "rallies") for one in everybody)


# --- rallying ------------------------------------------------------------------------------------------------


def rally(fight: Fight, number: Number) -> None:
    """It stops, takes its former shape as far as that fits, and may be turned to any facing.  [tp.move.rerally]"""
    piece = fight.state.pieces[number]
    piece.fleeing, piece.flights, piece.rallied = False, 0, fight.state.clock
    fight.tell(Rallied("tp.move.rerally", number))
    for files in range(piece.files, 0, -1) if piece.narrow else ():
        stand = in_ranks(fight, number, (piece.x, piece.y), piece.facing, files)
        if standing_room(fight, number, body_in(fight, number, stand)) is None:
            take(fight, number, stand)
            break
    choose_facing(fight, number, "tp.move.rerally")


# --- off the board and back ----------------------------------------------------------------------------------


def leave_board(fight: Fight, number: Number, at: Point) -> None:
    """A piece that does not flee runs off the table: it comes back in its next turn and acts in the one after.

    [tp.move.offboard]
    """
    piece, state = fight.state.pieces[number], fight.state
    parting.leave(fight, number)
    piece.x, piece.y = brink(fight, at)
    piece.charges_no_more()
    piece.fate, piece.turn.answer = "away", ""
    piece.away_until = state.clock_in(4 if state.active == piece.side else 3)
    fight.tell(LeftBoard("tp.move.offboard", number, (piece.x, piece.y)))


def come_back(fight: Fight, number: Number) -> None:
    """Where it left, facing inwards, or at the nearest free space; this turn it does nothing.

    [tp.move.offboard]
    """
    piece = fight.state.pieces[number]
    at = (piece.x, piece.y)
    inwards = opposite(_nearest_edge(fight, at))
    for stand in _spots(fight, number, at, inwards):
        if standing_room(fight, number, body_in(fight, number, stand)) is None:
            take(fight, number, stand)
            piece.fate, piece.turn.acted, piece.turn.barred, piece.turn.shot = "standing", True, True, True
            piece.held_until = piece.away_until
            fight.tell(CameBack("tp.move.offboard", number, piece.point, piece.facing))
            return
    # Not a free inch along any edge: it tries again in its next turn.
    piece.away_until = Clock(piece.away_until + 2)


def _spots(fight: Fight, number: Number, at: Point, inwards: Angle) -> Iterator[Stance]:
    """Places with their backs to an edge, the nearest to the point first; the edge it left by before the others."""
    found: list[tuple[Length, Point, Angle, Length]] = []
    table, piece = fight.setting.table, fight.state.pieces[number]
    for facing in EDGES:
        depth = body_in(fight, number, in_ranks(fight, number, (0, 0), facing, piece.files)).depth
        length = table.width if facing in (NORTH, SOUTH) else table.depth
        for along in range(0, length + 1, SEARCH):
            edge = {NORTH: (along, 0), SOUTH: (along, table.depth), EAST: (0, along), WEST: (table.width, along)}[
                facing
            ]
            far = distance(edge, at)
            if facing == inwards and far <= SEARCH // 2:  # the exact spot first; the others stand in the grid
                edge, far = at, NOTHING
            found.append((far + Length(facing != inwards), edge, facing, depth))
    for _, spot, facing, depth in sorted(found, key=itemgetter(0)):
        yield in_ranks(fight, number, ahead(spot, facing, depth), facing, piece.files)
