"""Who is in the way of a move: enemies to be touched or kept away from, zones of control, friends to pass through.

[mis.zoc.zone] [mis.skirmish.distance] [mis.move.pass-through]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from warhost.engine.field.body import apart, boxes_within
from warhost.engine.field.compass import Angle, Point, cosine, sine, to_frame, turn
from warhost.engine.field.compass import ahead as goes_to
from warhost.engine.field.shapes import SLACK, Shape, cast, near, oblong, overlap
from warhost.engine.field.stance import Stance, shifted
from warhost.engine.field.terrain import meets
from warhost.engine.field.way import swath

from ..bodies import TOUCH, as_line, body, control, engaged, flying, foes, may_choose, own, same_height, troop
from ..command import with_legion
from ..forms import LegionBody
from ..land.ground import Laid, platform_shape
from ..library import MM
from ..morale.disorder import disorganize
from ..setting import Fight
from ..state import NOBODY, Piece
from .allowance import may_contact, under

KEEP_AWAY = 50 * MM
"""[mis.skirmish.distance]"""
SHORT = 5 * MM  # before touching, for those who may not
LOW = 50 * MM  # fliers lower than this retire
OPPOSED = 25 * MM
TOUCHING, ZONE_OF_CONTROL = "contact with the enemy", "an enemy zone of control"


def line_before(fight: Fight, number: int) -> bool:
    """Whether it counts as line troops to skirmishers.  [mis.skirmish.melee]"""
    kind = troop(fight, number)
    return kind.line_status or kind.kind == "battery" or bool(kind.guards)


def gives_way(fight: Fight, foe: int, number: int, piece: Piece) -> bool:
    """Whether an enemy falls back before this body instead of being touched.

    [mis.skirmish.retire] [mis.spell.cloak]
    """
    theirs, kind = fight.state.pieces[foe], troop(fight, foe)
    if not kind.skirmishes or as_line(fight, foe) or theirs.fate != "standing" or engaged(fight, foe):
        return False
    if not as_line(fight, number) or theirs.height >= LOW:
        return False
    return not under(fight, theirs, "pleasures") and not under(fight, piece, "cloak")


def alone(fight: Fight, number: int) -> bool:
    """Commanders and magic users who are with no legion and in no melee."""
    return troop(fight, number).special and not engaged(fight, number) and with_legion(fight, number) == NOBODY


def undecided(fight: Fight, foe: int, number: int) -> bool:
    """Whether its owner will say, when this body comes near, if it falls back or receives it.

    [mis.skirmish.command-figures] [mis.army.skirmish-line-status]
    """
    if may_choose(fight, foe):
        free = fight.state.pieces[foe].fate == "standing" and not engaged(fight, foe)
        return free and as_line(fight, number)
    return alone(fight, foe)


def sheltered(fight: Fight, number: int) -> bool:
    """Commanders and magic users with a legion are not struck as long as it stands.  [mis.add.command-combat]"""
    return troop(fight, number).special and with_legion(fight, number) != NOBODY


def keeps_away(fight: Fight, number: int, piece: Piece, foe: int) -> int:
    """How far from this enemy a body must stay; 0 if it may touch him.  [mis.skirmish.melee]"""
    kind = troop(fight, number)
    if kind.skirmishes and not as_line(fight, number) and line_before(fight, foe):
        return KEEP_AWAY
    if may_contact(fight, number, piece) is not None:
        return SHORT
    return 0


def comes_too_near(fight: Fight, number: int, piece: Piece, here: LegionBody, there: LegionBody) -> bool:
    """Whether a wheel, a turn or another form brings a body nearer to an enemy than it may come to him.

    [mis.skirmish.distance] [mis.move.contact-radius]
    """
    for foe in foes(fight, piece.side):
        keep, theirs = keeps_away(fight, number, piece, foe), body(fight, foe)
        if not keep or not same_height(piece, fight.state.pieces[foe]) or sheltered(fight, foe):
            continue
        if boxes_within(there.box, theirs.box, keep) and apart(there, theirs) < min(keep, apart(here, theirs)):
            return True
    return False


def held_off(fight: Fight, here: LegionBody, way: Angle, length: int, foe: int, keep: int) -> int:
    """How far a body comes until it is so near to an enemy; who is too near already may only go away from him."""
    theirs = body(fight, foe)
    box = swath(here.block, way, length)
    if not boxes_within(theirs.box, (int(box[0]), int(box[1]), int(box[2]), int(box[3])), keep):
        return length

    def gap_at(run: int) -> int:
        return apart(_moved(here, way, run), theirs)

    now = gap_at(0)
    step, best = 5 * MM, 0
    least = min(now, keep)
    while best < length:
        far = min(length, best + step)
        if gap_at(far) < least:
            return _halved(gap_at, best, far, least)
        best = far
    return length


def _halved(gap_at: Callable[[int], int], low: int, high: int, least: int) -> int:
    while high - low > 50:
        middle = (low + high) // 2
        low, high = (middle, high) if gap_at(middle) >= least else (low, middle)
    return low


def _moved(here: LegionBody, way: Angle, run: int) -> LegionBody:
    stand = shifted(Stance(here.front, here.facing, here.files, (), here.level), way, run)
    found = here._form.body(stand, here.base, here.models)
    assert isinstance(found, LegionBody)
    return found


class Touch:
    """The nearest enemy on a way, after how far, and what stops before that."""

    __slots__ = ("by", "foe", "reach", "rule", "set_against", "why")

    def __init__(self, reach: int):
        self.reach, self.foe, self.by, self.set_against = reach, NOBODY, NOBODY, False
        self.rule = self.why = ""

    def at(self, reach: int, rule: str, why: str, foe: int = NOBODY, by: int = NOBODY) -> None:
        if reach < self.reach or (reach == self.reach and foe != NOBODY):
            self.reach, self.rule, self.why, self.foe, self.by = reach, rule, why, foe, by


def along(
    fight: Fight, numbers: Iterable[int], here: LegionBody, way: Angle, length: int, reach: int = 0
) -> list[int]:
    """Those of some bodies to whom a straight way may lead so near: a quick look before anything is measured."""
    left, right, bottom, top = here.box
    dx, dy = int(length * sine(way)), int(length * cosine(way))
    box = left + min(dx, 0) - 1, right + max(dx, 0) + 1, bottom + min(dy, 0) - 1, top + max(dy, 0) + 1
    return [number for number in numbers if boxes_within(body(fight, number).box, box, reach)]


def meet(
    fight: Fight, number: int, piece: Piece, here: LegionBody, way: Angle, length: int, ahead: list[int]
) -> Touch:
    """What a straight way meets first: of the enemies ahead one it touches or must keep away from, or any zone of
    control.
    """
    touch, met = Touch(length), list[int]()
    in_line = not troop(fight, number).skirmishes or as_line(fight, number)
    for foe in ahead:
        theirs = fight.state.pieces[foe]
        if not same_height(piece, theirs):
            continue
        keep = keeps_away(fight, number, piece, foe)
        if keep:
            far = held_off(fight, here, way, touch.reach, foe, keep)
            if far < touch.reach and not sheltered(fight, foe):
                rule = "mis.skirmish.distance" if keep == KEEP_AWAY else "mis.move.contact-radius"
                touch.at(far, rule, "the enemy is too near")
            continue
        for part in _reached_by(fight, foe):
            touched = cast(here.block, way, length, part)
            if touched is None or sheltered(fight, foe):
                continue
            if in_line and not before_front(part, goes_to(here.front, way, touched), here.facing):
                beside = held_off(fight, here, way, touched, foe, TOUCH)
                touch.at(beside, "mis.move.contact", "an enemy stands beside the way")
                continue
            met.append(foe)
            touch.at(touched, "mis.move.contact", TOUCHING, foe)
    _zones(fight, piece, here, way, touch, met, ahead)
    return touch


def before_front(shape: Shape, front: Point, facing: Angle) -> bool:
    """Whether something of it lies before a front: whoever is merely passed is not attacked.  [mis.add.conform]"""
    return any(to_frame(point, front, facing)[1] > 0 for point in shape.points)


def _reached_by(fight: Fight, foe: int) -> tuple[Shape, ...]:
    """Where an enemy can be touched: on a platform by whoever touches its edge.  [mis.setup.platform]"""
    platform = fight.state.pieces[foe].platform
    if platform == NOBODY:
        return body(fight, foe).parts
    return (platform_shape(fight.state.platforms[platform].at),)


def _zones(
    fight: Fight, piece: Piece, here: LegionBody, way: Angle, touch: Touch, met: list[int], ahead: list[int]
) -> None:
    """Ground beside enemy fronts stops whoever enters it with his own front; not whom the same way leads into that
    very front: a slanted line cannot keep an enemy off with its own end.

    [mis.zoc.zone] [mis.add.conform]
    """
    if flying(piece) or abs(turn(here.facing, way)) > 5000:
        return
    front = oblong(here.front, here.facing, here.width, 2 * SLACK)
    for strip, foe in strips(fight, ahead):
        if overlap(front, strip, 0) or near(front, strip, 1):
            continue
        if foe in met and to_frame(here.middle, body(fight, foe).front, body(fight, foe).facing)[1] > 0:
            continue
        far = cast(front, way, touch.reach, strip)
        if far is not None and far < touch.reach:
            touch.at(far, "mis.zoc.zone", ZONE_OF_CONTROL, by=foe)


def strips(fight: Fight, numbers: list[int]) -> Iterator[tuple[Shape, int]]:
    for foe in numbers:
        yield from ((strip, foe) for strip in control(fight, foe))


# --- friends, ground, edges ----------------------------------------------------------------------------------


def friends_in(
    fight: Fight, number: int, here: LegionBody, piece: Piece, going: tuple[int, ...],
    among: list[int] | None = None,
) -> int:  # fmt: skip
    """A friend in whose place a body would stand, of those who may be there; nobody if there is room."""
    for other in own(fight, piece.side) if among is None else among:
        if other == number or other in going:
            continue
        theirs = fight.state.pieces[other]
        if not same_height(piece, theirs):
            continue
        one = body(fight, other)
        if boxes_within(one.box, here.box, 0) and any(overlap(a, b) for a in one.parts for b in here.parts):
            return other
    return NOBODY


def enemy_in(
    fight: Fight, here: LegionBody, piece: Piece, but: tuple[int, ...] = (), among: list[int] | None = None
) -> int:
    """An enemy in whose place a body would stand, of those who may be there."""
    for other in foes(fight, piece.side) if among is None else among:
        if other in but or not same_height(piece, fight.state.pieces[other]):
            continue
        one = body(fight, other)
        shared = boxes_within(one.box, here.box, 0) and any(overlap(a, b) for a in one.parts for b in here.parts)
        if shared and not sheltered(fight, other):
            return other
    return NOBODY


def beside_enemy(fight: Fight, here: LegionBody, piece: Piece) -> bool:
    """Whether a body would touch an enemy there: nobody turns or forms up into contact.  [mis.add.rounding]"""
    return any(
        same_height(piece, fight.state.pieces[foe]) and not sheltered(fight, foe)
        and boxes_within(body(fight, foe).box, here.box, TOUCH) and apart(here, body(fight, foe)) < TOUCH
        for foe in foes(fight, piece.side)
    )  # fmt: skip


def platform_in(fight: Fight, here: LegionBody, piece: Piece) -> bool:
    """Platforms bar legions.  [mis.setup.platform]"""
    return not piece.height and any(
        overlap(platform_shape(platform.at), part) for platform in fight.state.platforms for part in here.parts
    )


def on_table(fight: Fight, here: LegionBody) -> bool:
    left, right, bottom, top = here.box
    setting = fight.setting
    return left >= -SLACK and bottom >= -SLACK and right <= setting.width + SLACK and top <= setting.depth + SLACK


def passed(
    fight: Fight, number: int, here: LegionBody, way: Angle, reach: int, going: tuple[int, ...]
) -> dict[int, int]:  # fmt: skip
    """Friends through whom a body goes on a way, and after how far, the first of them first."""
    piece = fight.state.pieces[number]
    found: dict[int, int] = {}
    box = swath(here.block, way, reach)
    for other in own(fight, piece.side):
        if other == number or other in going or not same_height(piece, fight.state.pieces[other]):
            continue
        ways = [cast(here.block, way, reach, shape) for shape in body(fight, other).parts if meets(shape, box)]
        far = min((far for far in ways if far is not None), default=reach)
        if far < reach - SLACK:
            found[other] = far
    return dict(sorted(found.items(), key=lambda one: one[1]))


def two_lines(fight: Fight, number: int, friend: int) -> bool:
    """Whether passing disorders both.  [mis.move.pass-line]"""
    return troop(fight, number).kind == "line" and troop(fight, friend).kind == "line"


def pass_through(fight: Fight, number: int, friend: int, disordered: bool) -> None:
    """What passing does to both: nothing, but for two lines, disordered troops, and magic users who are disturbed.

    [mis.move.pass-line] [mis.move.pass-disorganized] [mis.magic.prohibitions]
    """
    mine, other = troop(fight, number), troop(fight, friend)
    if other.kind == "team":
        fight.state.pieces[friend].barred = fight.state.turn, fight.state.turn
    if mine.special or other.special:
        return
    if two_lines(fight, number, friend):
        disorganize(fight, number, "mis.move.pass-line")
        disorganize(fight, friend, "mis.move.pass-line")
    if disordered:
        disorganize(fight, friend, "mis.move.pass-disorganized")


def opposed_lines(fight: Fight, piece: Piece, grounds: list[Laid]) -> tuple[int, ...]:
    """Walls and barricades that an enemy holds.  [mis.add.obstacles] [mis.terrain.barricade]"""
    if not grounds:
        return ()
    enemies = [body(fight, foe) for foe in foes(fight, piece.side)]
    return tuple(
        ground.index for ground in grounds
        if any(near(ground.shape, part, OPPOSED) for one in enemies for part in one.parts)
    )  # fmt: skip
