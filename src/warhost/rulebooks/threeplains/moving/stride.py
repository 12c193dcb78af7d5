"""Going straight: how a piece stands before and after a leg, what lies in its way, and how far dice carry it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from warhost.engine.dice import Throw
from warhost.engine.field.body import Body
from warhost.engine.field.compass import Angle, rays
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape, oblong
from warhost.engine.field.stance import Rest, Stance, settled, shifted
from warhost.engine.tally import Tally

from ..bodies import body, figure, pose, strength, width_of
from ..dice import most, roll
from ..figure import inches
from ..land.ground import Allowance, hastened, standing_room
from ..land.paces import unhindered
from ..land.trampling import trample
from ..land.wading import wade
from ..machines.spacing import ranked
from ..magic.bearing import loans, nature
from ..morale.exhaustion import held_back
from ..setting import Fight
from ..special import qualities, specials
from ..special.riding import bearers
from ..state import NOBODY, Number, Point
from .flying import can_fly
from .sweep import Sweep, cross

FAST = inches(12)  # from this movement on there is a die, or half a move, more
INCH = inches(1)
STEP = inches(0.25)  # how exactly a free place is looked for
HAIR = inches(0.1)  # kept clear of whatever bars the way of a piece that runs along it
RING, HEADINGS, RINGS = inches(0.5), 24, 60  # how the nearest free place is looked for


def stance(fight: Fight, number: Number) -> Stance:
    """How it stands when it sets out: models that were stacked beside a ladder spread out as they leave it.

    [tp.siege.fortress_ladder]
    """
    piece = fight.state.pieces[number]
    if piece.stacked:
        return unstacked(fight, number)
    return Stance(body(fight, number).front, piece.facing, width_of(piece), piece.places)


def unstacked(fight: Fight, number: Number) -> Stance:
    piece, models = fight.state.pieces[number], strength(fight, number)
    files = min(piece.files, models)
    scattered = models > 1 and (piece.aloft or figure(fight, number).loose)
    places = ranked(fight, number, models, piece.point, piece.facing, files) if scattered else ()
    return Stance(piece.point, piece.facing, files, places)


def body_in(fight: Fight, number: Number, stand: Stance) -> Body:
    return pose(fight, fight.state.pieces[number], strength(fight, number), stand)


def take(fight: Fight, number: Number, stand: Stance) -> None:
    """The piece stands so from now on; split columns are straight again."""
    piece = fight.state.pieces[number]
    piece.x, piece.y = body_in(fight, number, stand).front
    piece.facing, piece.bend, piece.ring = stand.facing, (), NOBODY
    piece.places = stand.places[: strength(fight, number)]  # some may have fallen since it was worked out
    piece.narrow = stand.files if stand.files != piece.files else 0
    piece.stacked = False


class Footing(NamedTuple):
    """How a piece really stands, bent or not: what it goes back to if it finds no room."""

    stand: Stance
    bend: tuple[int, ...]


def footing(fight: Fight, number: Number) -> Footing:
    return Footing(stance(fight, number), fight.state.pieces[number].bend)


def step_back(fight: Fight, number: Number, back: Footing) -> None:
    take(fight, number, back.stand)
    fight.state.pieces[number].bend = back.bend


def in_ranks(fight: Fight, number: Number, front: Point, facing: Angle, files: int) -> Stance:
    """Drawn up behind its front in so many files; the places of a loose group are dealt out so too."""
    piece = fight.state.pieces[number]
    if not piece.places:
        return Stance(front, facing, files)
    places = ranked(fight, number, strength(fight, number), front, facing, files)
    return Stance(front, facing, width_of(piece), places)


def leading_shapes(fight: Fight, number: Number, stand: Stance) -> Sequence[Shape]:
    """What meets an obstacle first on the way ahead: the front rank, or each base of a loose group."""
    whole = body_in(fight, number, stand)
    if stand.places:
        return whole.bases
    return (oblong(whole.front, whole.facing, whole.width, whole.base[1]),)


def resting_place(
    fight: Fight, number: Number, stances: Sequence[Stance], heading: Angle, distance: Length, *,
    ignoring: Collection[int] = (), may_touch: Collection[int] = (),
) -> Rest | None:  # fmt: skip
    """The end of a leg, in the first of these shapes for which there is room, or as far on as there is; None if
    there is no room anywhere along the leg."""

    def room(stand: Stance) -> bool:
        there = body_in(fight, number, stand)
        return standing_room(fight, number, there, ignoring=ignoring, may_touch=may_touch) is None

    return settled(stances, heading, distance, STEP, room)


def settle(
    fight: Fight, number: Number, stances: Sequence[Stance], heading: Angle, distance: Length, *,
    ignoring: Collection[int] = (), may_touch: Collection[int] = (), before: Sequence[Sweep] = (),
    crossing: bool = True,
) -> Length | None:  # fmt: skip
    """Stand at the end of a leg, or as far on as there is room. Gives how far it came; None if there is none: then
    it has not moved. It crosses the ground of the leg, and of those `before` it, unless it has done so already."""
    rest = resting_place(fight, number, stances, heading, distance, ignoring=ignoring, may_touch=may_touch)
    if rest is None:
        return None
    front = body(fight, number).front
    take(fight, number, rest.stand)
    wade(fight, number, front)
    if crossing:
        leg = leg_of(fight, number, shifted(rest.stand, heading, -rest.run), heading, rest.run)
        if cross(fight, number, [*before, leg]) and not figure(fight, number).chariot:  # those are jolted first
            for one in (*before, leg):
                trample(fight, number, (one.start, one.end))
    return rest.run


def leg_of(fight: Fight, number: Number, stand: Stance, heading: Angle, run: Length) -> Sweep:
    """So far straight that way, in the shape in which it stands there."""
    end = body_in(fight, number, shifted(stand, heading, run))
    return Sweep(fight, number, body_in(fight, number, stand), end)


def late(fight: Fight) -> bool:
    """Whether a contact made now has to wait for the next combat phase.  [tp.move.unintentional.late]"""
    return fight.state.phase in ("combat", "stress")


def off_board(fight: Fight, point: Point) -> bool:
    """A piece has left the board as soon as its middle front crosses the edge.  [tp.move.offboard]"""
    return not fight.setting.table.holds(point)


def brink(fight: Fight, point: Point) -> Point:
    """Where somebody who ended beyond the edge of the table went over it."""
    return fight.setting.table.nearest(point)


# --- how far the dice carry it -------------------------------------------------------------------------------


def printed_movement(fight: Fight, number: Number) -> Length:
    """The movement on the profile: that of the slowest who are in the piece."""
    return min(figure(fight, member).movement for member in bearers(fight, number))


def fast(fight: Fight, number: Number) -> bool:
    return printed_movement(fight, number) >= FAST


def running_dice(fight: Fight, number: Number) -> int:
    """2D6 inches; a die more with a movement of 12 or more, and one more for wings.

    [tp.move.flee.move] [tp.move.pursue.move] [tp.move.fallback.move]
    """
    return 2 + fast(fight, number) + can_fly(fight, number)


def dice_run(fight: Fight, number: Number, purpose: str, rule: str) -> Allowance:
    """How far the dice carry a piece that flees, pursues or falls back."""
    side = fight.state.pieces[number].side
    dice = fight.total(Throw(running_dice(fight, number), 6, purpose, rule, side))
    run = Allowance(inches(dice), rule, "the dice")
    if not unhindered(fight, number):
        burden(fight, number, run)
    for item, more in _carried_on(fight, number, purpose):
        run.add(inches(roll(fight, more, f"{purpose}: more", item, side)), *loans.credit[item])
    return run


def greatest_run(fight: Fight, number: Number) -> Length:
    """As far as the dice could carry it."""
    run = Allowance(inches(6 * running_dice(fight, number)), "tp.move.pursue.move")
    burden(fight, number, run)
    for item, dice in _carried_on(fight, number, "pursuit"):
        run.add(inches(most(dice)), item)
    return run.total


def _carried_on(fight: Fight, number: Number, purpose: str) -> list[tuple[str, str]]:
    """The items of a piece by which it runs farther in such a move, and the dice of each."""
    if not fight.setting.enchanted:
        return []
    everybody = (number, *fight.state.pieces[number].leaders)
    names = tuple(dict.fromkeys(name for one in everybody for name in nature(fight, one)))
    return [more for more in specials.runs.replies(names, fight, purpose) if more is not None]


def burden(fight: Fight, number: Number, run: Tally) -> None:
    """Heavy armour takes an inch off every move that is not the printed one, exhaustion takes half.

    [tp.armour.heavy.movement] [tp.trait.exhaustion.effects]
    """
    heavy = [member for member in bearers(fight, number) if figure(fight, member).heavy]
    weighed = any(not qualities.unburdened(fight, member) for member in heavy)
    if weighed and figure(fight, number).category != "beast":
        run.add(-INCH, "tp.armour.heavy.movement", "heavy armour")
    if held_back(fight, number):
        run.divide(2, "tp.trait.exhaustion.effects", "exhausted")
    hastened(fight, number, run)
    run.floor(0, run.steps[-1].rule, "inches")


def free_spots(fight: Fight, number: Number, there: Stance) -> Iterator[Stance]:
    """Places with room for it, the nearest to that one first."""
    for way, far in rings(RINGS):
        spot = shifted(there, way, far)
        room = standing_room(fight, number, body_in(fight, number, spot)) is None
        if room and not off_board(fight, spot.front):
            yield spot


def rings(most: int) -> Iterator[tuple[Angle, int]]:
    """Which way and how far from a place one looks for a free one: in rings round it, the place itself first."""
    for ring in range(most):
        for way in rays(HEADINGS if ring else 1):
            yield way, ring * RING
