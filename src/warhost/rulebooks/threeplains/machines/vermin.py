"""Gremlins at large: let out of a shield or a cage, they run to the nearest war machine and gnaw at it.

[tp.list.source.gremlin] [tp.item.armour.gremlin_shield] [tp.item.enchanted.caged_gremlin]
"""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.field.body import apart
from warhost.engine.field.compass import Angle, ahead, distance, heading, rays
from warhost.engine.field.detour import obstacles, shortest
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import Shape, cast, closest, overlaps_any
from warhost.engine.field.stance import Stance

from ..bodies import TOUCH, body, figure, on_table, range_between
from ..dice import roll
from ..events.machines import GremlinFreed, GremlinRan, GremlinVanished
from ..fighting.contact import engaged
from ..fighting.parting import leave
from ..figure import inches
from ..items.creatures import AT_LARGE
from ..land.sense import senses
from ..moving.groups import base_of, outermost
from ..moving.stride import body_in, off_board, stance, take
from ..setting import Fight
from ..special import specials
from ..state import NOBODY, Number
from .gremlins import gremlins

GREMLIN = "tp.list.source.gremlin"
WAYS, FARTHEST, STEP = 16, inches(6), inches(0.5)  # where room for it is looked for round whoever lets it out
BERTH = inches(0.1)  # kept clear of whatever it runs past
DETOURS = 4


# --- let out -------------------------------------------------------------------------------------------------


def caged(fight: Fight, bearer: Number) -> Number:
    """The next that may come out of his items; NOBODY if none is left, or there is no room for it."""
    found = next(
        (n for n, piece in fight.state.numbered() if piece.fate == "caged" and piece.host == bearer), NOBODY
    )
    return found if found != NOBODY and _beside(fight, bearer, found) is not None else NOBODY


def let_out(fight: Fight, bearer: Number, rule: str) -> None:
    """It is set down beside him and runs at once."""
    number = caged(fight, bearer)
    stand = _beside(fight, bearer, number) if number != NOBODY else None
    if stand is None:
        return
    piece = fight.state.pieces[number]
    piece.fate, piece.host = "standing", NOBODY
    take(fight, number, stand)
    fight.tell(GremlinFreed(rule, bearer, number, piece.point, piece.facing))
    scurry(fight, number)
    piece.turn.acted = True


def _beside(fight: Fight, bearer: Number, number: Number) -> Stance | None:
    """The nearest free place round the base of its bearer."""
    host = body(fight, outermost(fight, bearer))
    centre, base = host.bases[base_of(fight, bearer)].centre, figure(fight, number).base
    taken = _in_the_way(fight, number)
    for far in range((host.base[0] + host.base[1] + sum(base)) // 3, FARTHEST, STEP):
        for way in rays(WAYS, host.facing):
            stand = Stance(ahead(ahead(centre, way, far), way, base[1] // 2), way, 1)
            shape = body_in(fight, number, stand).block
            if not overlaps_any(shape, taken) and not any(off_board(fight, corner) for corner in shape.points):
                return stand
    return None


# --- on its way ----------------------------------------------------------------------------------------------


@specials.start_of_turn(AT_LARGE)
def scurry_on(fight: Fight, number: Number) -> None:
    """In every turn of its side; one that has just come out has run already."""
    if not fight.state.pieces[number].turn.acted:
        scurry(fight, number)


def scurry(fight: Fight, number: Number) -> None:
    """2D6 inches towards the nearest war machine that it is aware of, whosever it is, round all that is in its way.

    [tp.list.source.gremlin]
    """
    machine = _nearest_machine(fight, number)
    if machine == NOBODY or engaged(fight, number) or _reached(fight, number, machine):
        return
    piece = fight.state.pieces[number]
    far = run = inches(roll(fight, "2D6", "how far a gremlin runs", GREMLIN, piece.side))
    taken, way = _in_the_way(fight, number, machine), [piece.point]
    while run > 0 and not _reached(fight, number, machine):
        gone = _leg(fight, number, machine, run, taken)
        if gone < BERTH:
            break
        run -= gone
        way.append(piece.point)
    if way[-1] != piece.point:  # it turned, without coming any farther
        way.append(piece.point)
    fight.tell(GremlinRan(GREMLIN, number, machine, far - max(NOTHING, run), piece.point, tuple(way)))


def _leg(fight: Fight, number: Number, machine: Number, most: Length, taken: Sequence[Shape]) -> Length:
    """One straight piece of its way; gives how far it came."""
    own, table = body(fight, number), fight.setting.table
    half = sum(own.base) * 3 // 8  # it may turn on the spot
    goal = closest(own.block, body(fight, machine).block)[1]
    bars, centre = obstacles(taken, half + BERTH), own.middle
    first = shortest(bars, centre, goal, (0, table.width, 0, table.depth), BERTH, DETOURS).first
    way = heading(centre, first)
    parts = body(fight, machine).parts
    stand = _turned(fight, number, way, (*taken, *parts))
    shape = body_in(fight, number, stand).block
    run = most if first == goal else min(most, distance(centre, first))
    met = [cast(shape, way, run, part) for part in parts]
    met += [max(NOTHING, hit - BERTH) for other in taken if (hit := cast(shape, way, run, other)) is not None]
    run = min([run, *(hit for hit in met if hit is not None)])
    take(fight, number, stand._replace(front=ahead(stand.front, way, run)))
    return run


def _turned(fight: Fight, number: Number, way: Angle, taken: Sequence[Shape]) -> Stance:
    """The creature turned on the spot, or as it stands where its corners would have no room for that."""
    here, own = stance(fight, number), body(fight, number)
    stand = Stance(ahead(own.middle, way, own.base[1] // 2), way, 1)
    room = not overlaps_any(body_in(fight, number, stand).block, taken)
    return stand if room else here


def _nearest_machine(fight: Fight, number: Number) -> Number:
    """Of either side, since nobody commands the creature."""
    known = [n for n in on_table(fight) if figure(fight, n).category == "machine" and senses(fight, number, n)]
    return min(known, key=lambda n: (range_between(fight, number, n), n), default=NOBODY)


def _in_the_way(fight: Fight, number: Number, goal: int = NOBODY) -> list[Shape]:
    """Everybody else on the ground, and all that nobody can enter."""
    others = [n for n in on_table(fight) if n not in (number, goal) and not fight.state.pieces[n].airborne]
    grounds = fight.setting.land(fight.state.terrain).bars
    return [*(part for n in others for part in body(fight, n).room), *(ground.shape for ground in grounds)]


def _reached(fight: Fight, number: Number, machine: Number) -> bool:
    return apart(body(fight, number), body(fight, machine)) <= TOUCH


# --- at work -------------------------------------------------------------------------------------------------


def gnaw_one(fight: Fight) -> bool:
    """In a combat phase a machine that a gremlin has reached rolls on its chart, and the gremlin is gone.

    [tp.list.source.gremlin] [tp.machine.gremlin_chart]
    """
    for number in on_table(fight):
        if AT_LARGE not in figure(fight, number).traits:
            continue
        machine = _nearest_machine(fight, number)
        if machine != NOBODY and _reached(fight, number, machine):
            leave(fight, number)
            fight.state.pieces[number].fate = "slain"
            fight.tell(GremlinVanished(GREMLIN, number, machine))
            gremlins(fight, machine)
            return True
    return False


@specials.unbreakable(AT_LARGE)
def knows_no_fear(fight: Fight, number: Number) -> bool:
    return True
