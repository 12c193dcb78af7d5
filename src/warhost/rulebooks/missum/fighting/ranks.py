"""Which figures fight: those who touch, those who overlap, and the second rank of pikes.

[mis.melee.contact] [mis.melee.unengaged] [mis.melee.pikes-long] [mis.melee.pikes-short] [mis.melee.one-rank]
"""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.field.compass import Angle, Point, opposite, to_frame
from warhost.engine.field.shapes import near

from ..bodies import TOUCH, body, edge_line, melees_of, straight_part, troop
from ..forms import LegionBody, wing_of
from ..land.ground import platform_shape
from ..library import MM
from ..setting import Fight
from ..state import NOBODY, Melee

Span = tuple[int, int]
CORNER = 1  # the length of a touch that is not along a line


class Touching(NamedTuple):
    """Who fights in one melee: figures in contact, and those who reach beyond the enemy or were swung into him."""

    contact: tuple[int, ...]
    more: tuple[int, ...]


def row(one: LegionBody, side: str) -> list[int]:
    """The figures along a side of a block."""
    files, models = one.files, one.models
    if side == "front":
        return list(range(min(files, models)))
    last = (models - 1) // files * files
    if side == "rear":
        return list(range(max(0, last - files) if models - last < files else last, models))
    rows = range(0, models - models % files if models > files else models, files)
    column = files - 1 if side == "right" else 0
    return [first + column for first in rows if first + column < models]


def spans(one: LegionBody, side: str, axis: tuple[Point, Angle], skip: range = range(0)) -> dict[int, Span]:
    """Where the figures of a side lie along a line."""
    found = {}
    for figure in row(one, side):
        if figure in skip:
            continue
        across = [to_frame(point, *axis)[0] for point in one.bases[figure].points]
        found[figure] = min(across), max(across)
    return found


def shared(a: Span, b: Span) -> int:
    return min(a[1], b[1]) - max(a[0], b[0])


def axis_of(fight: Fight, melee: Melee) -> tuple[Point, Angle]:
    """The line along which two bodies touch, as the one that was contacted has it."""
    middle, way, _ = edge_line(body(fight, melee.b), melee.b_side)
    return middle, way


def touches(fight: Fight, melee: Melee, who: int) -> dict[int, int]:
    """The figures of one side that are in contact with the other, and by how much.

    At least half of the own front edge, or half of the edge of an enemy figure. Where nothing but corners touches,
    and neither can get away, those at the corners fight.
    """
    if max(fight.state.pieces[melee.a].platform, fight.state.pieces[melee.b].platform) != NOBODY:
        return _at_platform(fight, melee, who)
    if _blocked_swing(fight, melee) or _bent(fight, melee):
        return _aslant(fight, melee, who)
    other = melee.b if who == melee.a else melee.a
    found = _flat(fight, melee, who)
    return found if found or _flat(fight, melee, other) else _aslant(fight, melee, who)


def _flat(fight: Fight, melee: Melee, who: int) -> dict[int, int]:
    """Where two sides lie flat together; corners alone do not count."""
    axis = axis_of(fight, melee)
    other = melee.b if who == melee.a else melee.a
    side, their_side = (melee.a_side, melee.b_side) if who == melee.a else (melee.b_side, melee.a_side)
    own = spans(body(fight, who), side, axis, _winged(fight, who))
    theirs = spans(body(fight, other), their_side, axis, _winged(fight, other))
    found, here, there = {}, body(fight, who), body(fight, other)
    deep = "rear" in (side, their_side)  # a short rear rank leaves figures of the one before it open
    for figure, mine in own.items():
        meetings = [
            shared(mine, span) if not deep or near(here.bases[figure], there.bases[n], TOUCH - 1) else 0
            for n, span in theirs.items()
        ]
        whole = sum(length for length in meetings if length > 0)
        half_own = side == "front" and 2 * whole >= mine[1] - mine[0] - MM
        half_other = any(
            2 * length >= span[1] - span[0] - MM and length > 0
            for length, span in zip(meetings, theirs.values(), strict=True)
        )
        if whole > 0 and (half_own or half_other):
            found[figure] = whole
    return found


def _aslant(fight: Fight, melee: Melee, who: int) -> dict[int, int]:
    """Where a front could not be lined up, those fight whose bases touch.  [mis.add.conform]"""
    other = melee.b if who == melee.a else melee.a
    side = melee.a_side if who == melee.a else melee.b_side
    here, theirs = body(fight, who), body(fight, other).bases
    able = range(here.models) if fight.state.pieces[who].bend else row(here, side)
    return {n: CORNER for n in able if any(near(here.bases[n], base, TOUCH - 1) for base in theirs)}


def _bent(fight: Fight, melee: Melee) -> bool:
    """A column that is still coming round a corner fights with whoever of it is touched.  [mis.move.column]"""
    return bool(fight.state.pieces[melee.a].bend or fight.state.pieces[melee.b].bend)


def _at_platform(fight: Fight, melee: Melee, who: int) -> dict[int, int]:
    """Whoever stands on a platform fights with all his figures, his enemy with those along its edge.

    [mis.setup.platform]
    """
    here, platform = body(fight, who), fight.state.pieces[who].platform
    if platform >= 0:
        return dict.fromkeys(range(len(here.bases)), 1)
    other = melee.b if who == melee.a else melee.a
    shape = platform_shape(fight.state.platforms[fight.state.pieces[other].platform].at)
    edge = [to_frame(point, here.front, here.facing)[0] for point in shape.points]
    found = {}
    for figure, span in spans(here, "front", (here.front, here.facing)).items():
        if 2 * shared(span, (min(edge), max(edge))) >= span[1] - span[0] - MM:
            found[figure] = shared(span, (min(edge), max(edge)))
    return found


def _winged(fight: Fight, number: int) -> range:
    """Files that have been swung out of the front."""
    piece = fight.state.pieces[number]
    if not piece.wing:
        return range(0)
    swung = abs(piece.wing)
    return range(piece.files - swung, piece.files) if piece.wing > 0 else range(swung)


def torn(fight: Fight, who: int) -> dict[int, list[int]]:
    """Figures that touch several enemies, and whom: him of whom they touch most first."""
    melees = melees_of(fight, who)
    if len(melees) < 2:
        return {}
    found: dict[int, list[tuple[int, int]]] = {}
    for melee in melees:
        for figure, length in touches(fight, melee, who).items():
            found.setdefault(figure, []).append((length, melee.b if melee.a == who else melee.a))
    return {
        figure: [foe for _, foe in sorted(meant, key=lambda one: -one[0])]
        for figure, meant in found.items()
        if len(meant) > 1
    }


def fighters(fight: Fight, melee: Melee, who: int) -> Touching:
    """Who of a body fights in one of its melees; each figure fights in one alone, in that its owner has chosen."""
    mine, taken = touches(fight, melee, who), set[int]()
    foe = melee.b if melee.a == who else melee.a
    chosen = {figure: target for number, figure, target in fight.state.aims if number == who}
    for figure, touched in torn(fight, who).items():
        if chosen.get(figure, touched[0]) != foe:
            taken.add(figure)
    for other in melees_of(fight, who):
        if other is not melee:
            taken.update(figure for figure in touches(fight, other, who) if figure not in mine)
    contact = tuple(figure for figure in mine if figure not in taken)
    flat = any(length > CORNER for length in mine.values())
    beyond = _overlapping(fight, melee, who, contact, taken) if flat else []
    return Touching(contact, (*beyond, *_wing(fight, melee, who)))


def _overlapping(
    fight: Fight, melee: Melee, who: int, contact: tuple[int, ...], taken: set[int]
) -> list[int]:  # fmt: skip
    """One figure more for each side on which the front reaches at least half a base beyond the enemy's.

    [mis.melee.unengaged]
    """
    if melee.a_side != "front" or melee.b_side != "front" or not contact or fight.state.pieces[who].wing:
        return []
    if _blocked_swing(fight, melee) or _bent(fight, melee) or troop(fight, melee.b).special:
        return []
    axis = axis_of(fight, melee)
    other = melee.b if who == melee.a else melee.a
    own = spans(body(fight, who), "front", axis)
    theirs = spans(body(fight, other), "front", axis)
    if not own or not theirs:
        return []
    low, high = min(span[0] for span in theirs.values()), max(span[1] for span in theirs.values())
    half = body(fight, who).base[0] // 2 - MM
    free = {figure: span for figure, span in own.items() if figure not in contact and figure not in taken}
    left = [figure for figure, span in free.items() if low - span[0] >= half]
    right = [figure for figure, span in free.items() if span[1] - high >= half]
    nearest = [max(left, key=lambda n: free[n][0])] if left else []
    return nearest + ([min(right, key=lambda n: free[n][0])] if right else [])


def _wing(fight: Fight, melee: Melee, who: int) -> list[int]:
    """Files swung into the enemy's flank that touch it.  [mis.melee.wheel-in]"""
    piece = fight.state.pieces[who]
    other = melee.b if who == melee.a else melee.a
    if not piece.wing or (melee.a_side, melee.b_side) != ("front", "front"):
        return []
    here, theirs = body(fight, who), body(fight, other)
    _, (front, _, files) = wing_of(piece.stance, piece.files, here.base, piece.wing, piece.wing_in)
    across, along = to_frame(front, theirs.front, theirs.facing)
    if abs(abs(across) - theirs.width // 2) > 2 * MM:
        return []
    found = []
    for file, figure in enumerate(_winged(fight, who)):
        middle = along + (2 * file + 1 - files) * here.base[0] // 2
        span = middle - here.base[0] // 2, middle + here.base[0] // 2
        if 2 * shared(span, (-theirs.depth, 0)) >= here.base[0]:
            found.append(figure)
    return found


def second_rank(fight: Fight, who: int, contact: int) -> int:
    """What pikes add from behind.  [mis.melee.pikes-long] [mis.melee.pikes-short] [mis.disorg.front-rank]"""
    piece, kind = fight.state.pieces[who], troop(fight, who)
    weapon = kind.weapon(piece.weapon)
    if piece.disorganized or piece.square or kind.skirmishes:
        return 0
    behind = max(0, min(piece.files, piece.figures - piece.files))
    if weapon.second_rank:
        return min(contact, behind)
    return min(contact // 2, behind) if weapon.half_rank else 0


def striking(fight: Fight, melee: Melee, who: int) -> list[int]:
    """Every figure of a body that strikes in a melee, named by the front figure whose place counts for it."""
    piece, kind = fight.state.pieces[who], troop(fight, who)
    if kind.kind == "battery":
        engines = list(touches(fight, melee, who)) or [0]
        return [engine for engine in engines for _ in range(kind.crew_each)][: piece.figures]
    found = fighters(fight, melee, who)
    if not found.contact and not _blocked_swing(fight, melee):
        return []
    side = melee.a_side if who == melee.a else melee.b_side
    behind = second_rank(fight, who, len(found.contact)) if side == "front" else 0
    every = 1 if behind == len(found.contact) else 2
    back = found.contact[every - 1 :: every][:behind]
    return [*(found.contact or (0,)), *found.more, *back][: piece.figures]


def strikers(fight: Fight, melee: Melee, who: int) -> int:
    """How many figures of a body strike in a melee."""
    return len(striking(fight, melee, who))


def _blocked_swing(fight: Fight, melee: Melee) -> bool:
    """A front that could not be lined up: the figures that touch fight, one at least.  [mis.add.conform]"""
    a = body(fight, melee.a)
    _, way, _ = edge_line(straight_part(fight, melee.b, a), melee.b_side)
    return a.facing != opposite(way)
