"""Who can shoot at whom: ranks, arcs, ranges, sight, and melees that may not be shot into.

[mis.missile.eligible] [mis.missile.ranks] [mis.missile.arc] [mis.missile.range-measure] [mis.missile.into-melee]
"""

from __future__ import annotations

from math import tan
from typing import NamedTuple

from warhost.engine.field.body import boxes_within
from warhost.engine.field.compass import HALF_TURN, Angle, Point, ahead, distance, to_frame, turn
from warhost.engine.field.shapes import Shape, gap, overlap
from warhost.engine.question import Refusal

from ..bodies import body, centre, edge_line, engaged, flying, foes, levels_at, lie, troop
from ..command import with_legion
from ..fighting.contact import hit_side
from ..fighting.ranks import row
from ..forms import LegionBody
from ..land.ground import LEVEL
from ..land.sight import sees
from ..library import MM
from ..setting import Fight
from ..state import NOBODY, Piece
from .loading import may_shoot_again, ready

ARC, ENGINE_ARC = 2250, 750
"""To each side of straight ahead, in hundredths of a degree."""
SLOPES = {ARC: tan(0.39269908169872414), ENGINE_ARC: tan(0.1308996938995747)}
SIDES = ("front", "right", "rear", "left")
TRIED = 3  # bases that are measured for each figure: the nearest by their middles


class Aim(NamedTuple):
    """One figure with a shot at a target: how far, and at which base."""

    figure: int
    range: int  # height included
    base: int


def shooters(fight: Fight, number: int) -> list[int]:
    """The figures who may shoot: of a line the front rank, of skirmishers all.  [mis.disorg.front-rank]"""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    if kind.kind == "battery":
        return list(range(piece.engines))
    if piece.square:
        here = body(fight, number)
        rim = {figure for side in SIDES for figure in row(here, side)}
        return sorted(rim - set(_with_eyes(fight, number)))
    last = piece.figures if kind.skirmishes and not piece.disorganized else min(piece.files, piece.figures)
    busy = _with_eyes(fight, number)
    return [figure for figure in range(last) if figure not in busy] if busy else list(range(last))


def _with_eyes(fight: Fight, number: int) -> tuple[int, ...]:
    """Bearers of 'eyes' who use them in this turn and so shoot nothing else.  [mis.device.eye]"""
    piece, state = fight.state.pieces[number], fight.state
    return tuple(
        min(piece.files, piece.figures) // 2
        for index, eye in enumerate(state.eyes)
        if eye.bearer == number
        and (eye.used == state.turn or any(shot.eye == index for shot in state.shots))
    )  # fmt: skip


def why_not_shoot(fight: Fight, number: int) -> Refusal | None:
    """Why a legion makes no missile attack in this phase."""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    if kind.missile is None:
        return Refusal("mis.missile.eligible", "{who} {has} no missiles", (number,))
    if piece.fate != "standing":
        return Refusal("mis.rout.timing", "{who} {is} routing", (number,))
    if piece.huitsan == 0:
        return Refusal("mis.army.reserve-transfer", "{who} {is} in the reserve", (number,))
    if engaged(fight, number):
        return Refusal("mis.missile.in-contact", "{who} {is} in contact with an enemy", (number,))
    if not may_shoot_again(fight, number):
        return Refusal("mis.missile.phases", "{who} {has} shot in this turn", (number,))
    if not ready(fight, number):
        spent = kind.missile.supply.value and not piece.supply
        if spent:
            return Refusal("mis.missile.supply", "{who} {has} no missiles left", (number,))
        return Refusal("mis.missile.reload", "{who} {is} still reloading", (number,))
    return None


def why_not_at(fight: Fight, number: int, target: int) -> Refusal | None:
    """Why a target may not be shot at, apart from arc and range."""
    if fight.state.pieces[target].fate not in ("standing", "routing"):
        return Refusal("mis.missile.eligible", "{who} {is} not there", (target,))
    if engaged(fight, target) and (refusal := _into_melee(fight, number, target)):
        return refusal
    if _kept_safe(fight, target):
        return Refusal("mis.add.command-combat", "{who} {is} with a legion", (target,))
    if not sees(fight, number, target):
        return Refusal("mis.add.visibility", "nobody of them sees {who}", (target,))
    return None


def _kept_safe(fight: Fight, target: int) -> bool:
    return troop(fight, target).special and with_legion(fight, target) != NOBODY


def _into_melee(fight: Fight, number: int, target: int) -> Refusal | None:
    """[mis.missile.into-melee]"""
    theirs = body(fight, target)
    side = hit_side(theirs, centre(body(fight, number)))
    if side == "rear" or (side != "front" and theirs.ranks >= 3):
        return None
    return Refusal("mis.missile.into-melee", "{who} {is} in melee and cannot be shot at from there", (target,))


# --- arcs and ranges -----------------------------------------------------------------------------------------


def aims(fight: Fight, number: int, target: int) -> list[Aim]:
    """Every figure with this target in arc and range."""
    kind, piece = troop(fight, number), fight.state.pieces[number]
    assert kind.missile is not None
    farthest = kind.missile.long.value * MM
    found: list[Aim] = []
    here, there = body(fight, number), body(fight, target)
    if not boxes_within(here.box, there.box, farthest):
        return found
    hilly = (
        bool(lie(fight).tiers)
        or piece.height
        or fight.state.pieces[target].height
        or _raised(fight, number, target)
    )
    for figure, plan, base in _in_arc(fight, number, target, farthest):
        up = _climb(fight, number, target, here.bases[figure].centre, there.bases[base].centre) if hilly else 0
        far = plan + max(0, up) * LEVEL
        if far <= min(farthest, _woods(fight, here.bases[figure], there.bases[base])):
            found.append(Aim(figure, far, base))
    return found


def _raised(fight: Fight, number: int, target: int) -> bool:
    return fight.state.pieces[number].platform >= 0 or fight.state.pieces[target].platform >= 0


def _climb(fight: Fight, number: int, target: int, mine: Point, theirs: Point) -> int:
    """By how many levels the target is higher.  [mis.missile.elevation]"""
    return levels_at(fight, target, theirs) - levels_at(fight, number, mine)


def _woods(fight: Fight, mine: Shape, theirs: Shape) -> int:
    """[mis.terrain.open-woods] [mis.terrain.dense-woods]"""
    land = lie(fight)
    reach = 10_000 * MM
    for ground in land.screens:
        if ground.kind.missile_range and (ground.touches(mine) or ground.touches(theirs)):
            reach = min(reach, ground.kind.missile_range.value * MM)
    return reach


def _in_arc(fight: Fight, number: int, target: int, farthest: int) -> list[tuple[int, int, int]]:
    """Figures, the distances on the plan to their nearest base in arc, and that base; remembered by poses."""
    setting = fight.setting
    piece, other = fight.state.pieces[number], fight.state.pieces[target]
    key = (number, _pose(piece), len(shooters(fight, number)), _with_eyes(fight, number), target, _pose(other))
    found = setting.memory.get(key)
    if found is None:
        found = setting.memory.keep(key, in_arc_of(fight, number, target, farthest, shooters(fight, number)))
    return found  # type: ignore[no-any-return]


def _pose(piece: Piece) -> tuple[object, ...]:
    return (
        piece.x,
        piece.y,
        piece.facing,
        piece.files,
        piece.figures,
        piece.gap,
        piece.wing,
        piece.height,
        piece.askew,
        piece.square,
        *piece.bend,
    )


def in_arc_of(
    fight: Fight, number: int, target: int, farthest: int, figures: list[int]
) -> list[tuple[int, int, int]]:  # fmt: skip
    """Those of some figures who have a target in arc and range, how far away, and its nearest base.

    In a defensive formation each looks out of the sides it stands on.  [mis.move.facing-same]
    """
    here, there = body(fight, number), body(fight, target)
    if not boxes_within(here.box, there.box, farthest):
        return []
    if not fight.state.pieces[number].square:
        if not _before(fight, number, here, there):
            return []
        return _out_of(fight, number, target, farthest, figures, here.facing)
    found: dict[int, tuple[int, int, int]] = {}
    for side in SIDES:
        able = [figure for figure in row(here, side) if figure in figures and figure not in found]
        for one in _out_of(fight, number, target, farthest, able, edge_line(here, side)[1]):
            found[one[0]] = one
    return [found[figure] for figure in sorted(found)]


def _out_of(
    fight: Fight, number: int, target: int, farthest: int, figures: list[int], facing: Angle
) -> list[tuple[int, int, int]]:  # fmt: skip
    """The same for figures who all look one way."""
    here, there = body(fight, number), body(fight, target)
    half = here.base[turn(here.facing, facing) in (0, HALF_TURN)] // 2
    above = flying(fight.state.pieces[target])  # figures may shoot straight up
    slope = None if flying(fight.state.pieces[number]) else SLOPES[_arc(fight, number)] + 1e-6
    seen = [
        (index, [to_frame(point, here.front, facing) for point in there.bases[index].points])
        for index in _outer(there)
    ]
    found: list[tuple[int, int, int]] = []
    for figure in figures:
        shape = here.bases[figure]
        muzzle = to_frame(ahead(shape.centre, facing, half), here.front, facing)
        able = [
            index for index, points in seen
            if slope is None or _within(points, muzzle, slope) or (above and overlap(shape, there.bases[index]))
        ]  # fmt: skip
        if not able:
            continue
        nearest = sorted(able, key=lambda index: distance(shape.centre, there.bases[index].centre))[:TRIED]
        far, base = min((gap(shape, there.bases[index]), index) for index in nearest)
        if far <= farthest:
            found.append((figure, far, base))
    return found


def _before(fight: Fight, number: int, here: LegionBody, there: LegionBody) -> bool:
    """A quick look whether anything of a block can lie in the arc of anybody."""
    if flying(fight.state.pieces[number]):
        return True
    slope = SLOPES[_arc(fight, number)]
    corners = [to_frame(point, here.front, here.facing) for point in there.block.points]
    half, deep = here.width / 2, here.depth
    reach = [half + slope * max(0, y + deep) for _, y in corners]
    right = all(x > most for (x, _), most in zip(corners, reach, strict=True))
    left = all(-x > most for (x, _), most in zip(corners, reach, strict=True))
    return not right and not left and max(y for _, y in corners) > -deep


def _outer(one: LegionBody) -> list[int]:
    """The figures along the rim of a block."""
    files, models = one.files, one.models
    last = (models - 1) // files * files
    return [n for n in range(models) if n < files or n >= last - files or n % files in (0, files - 1)]


def _arc(fight: Fight, number: int) -> int:
    return ENGINE_ARC if troop(fight, number).kind == "battery" else ARC


def _within(points: list[Point], muzzle: Point, slope: float) -> bool:
    """Whether part of a base lies in the arc that opens so widely from the muzzle.  [mis.missile.arc]"""
    x, y = muzzle
    not_right = not_left = False
    for px, py in points:
        if py > y:
            side = (px - x) / (py - y)
            not_right = not_right or side <= slope
            not_left = not_left or side >= -slope
            if not_right and not_left:
                return True
    return False


def straight_up(fight: Fight, number: int, target: int, aim: Aim) -> bool:
    """Whether a figure on the ground shoots at a base right above its own.  [mis.missile.overhead]"""
    pieces = fight.state.pieces
    if not flying(pieces[target]) or flying(pieces[number]):
        return False
    mine = body(fight, number).bases[aim.figure]
    return any(overlap(mine, base) for base in body(fight, target).bases)


def targets(fight: Fight, number: int) -> dict[int, list[Aim]]:
    """All lawful targets with the figures that have them in arc and range."""
    found = {}
    for target in foes(fight, fight.state.pieces[number].side):
        able = aims(fight, number, target)
        if able and why_not_at(fight, number, target) is None:
            found[target] = able
    return found
