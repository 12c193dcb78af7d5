"""What a body may be told besides going on: wheels, turns, formations, charges, heights; all acts of an order."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from warhost.engine.field.body import boxes_within
from warhost.engine.field.compass import (
    HALF_TURN,
    NORTH,
    RIGHT_ANGLE,
    Angle,
    ahead,
    bearing,
    distance,
    rays,
    turn,
    veered,
)
from warhost.engine.field.shapes import Box, overlap
from warhost.engine.field.stance import Stance, shifted, turned, wheel_for, wheeled
from warhost.engine.order import Malformed, numbers, only
from warhost.engine.question import Refusal

from ..bodies import TOUCH, body, centre, foes, lie
from ..fighting.wheeling import swing_in
from ..forms import LegionBody
from ..land.ground import LEVEL, Laid
from ..land.paces import Walk, column
from ..library import MM, Kind, tenths
from ..platforms import beside, may_build
from ..shooting.loading import is_loaded, phases_to_reload
from ..state import NOBODY, Piece
from .allowance import charge_bonus, may_charge, step_budget
from .bars import (
    KEEP_AWAY,
    TOUCHING,
    ZONE_OF_CONTROL,
    beside_enemy,
    comes_too_near,
    enemy_in,
    friends_in,
    gives_way,
    on_table,
    platform_in,
    strips,
)
from .course import Course, faces, go, may_touch, within_touch

PUSH = 50 * MM
CLIMBED, DIVED = 25, 50  # millimetres for which the sheet has its prices  [mis.situation.flying]
QUARTERS = (RIGHT_ANGLE, -RIGHT_ANGLE, HALF_TURN, -HALF_TURN)


# --- wheels and turns ----------------------------------------------------------------------------------------


def face(course: Course, args: list[Any]) -> Refusal | None:
    """A line wheels until it faces so; skirmishers and engines simply turn.

    [mis.move.wheel] [mis.move.facing-skirmish]
    """
    wanted = bearing(numbers(args, "facing")[0])
    if refusal := course.ordered():
        return refusal
    angle = turn(course.piece.facing, wanted)
    if not angle:
        return None
    if course.loose or course.kind.kind == "battery":
        return _spin(course, wanted)
    if refusal := course.free_to_move():
        return refusal
    if course.declared and course.bonus:
        return course.refuse("mis.charge.bonus", "{who} cannot wheel in a charge")
    if course.piece.bend:
        return course.refuse("mis.move.column", "{who} {is} still coming round a corner")
    return _wheel(course, angle)


def _spin(course: Course, wanted: Angle) -> Refusal | None:
    piece = course.piece
    if course.kind.kind == "battery":
        if piece.turns:
            return course.refuse("mis.add.engine-handling", "{who} {has} been turned in this turn")
        piece.turns = 1
    stand = turned(piece.stance, wanted, centre(course.body))
    there = course.body_at(stand)
    if not on_table(course.fight, there) or beside_enemy(course.fight, there, piece):
        return course.refuse("mis.move.facing-skirmish", "there is no room for {who} to turn")
    if friends_in(course.fight, course.number, there, piece, course.going) != NOBODY:
        return course.refuse("mis.move.facing-skirmish", "there is no room for {who} to turn")
    if _too_near(course, there):
        return course.refuse("mis.skirmish.distance", "{who} would come too near to the enemy")
    course.put(stand)
    return None


def _wheel(course: Course, angle: int) -> Refusal | None:
    """About a front corner; the way of the outer corner is what it costs."""
    here = course.body
    swung = wheeled(course.piece.stance, angle, here.width)
    if swung.length > course.left + course.rounding:
        most = wheel_for(course.left, here.width)
        takes, left = f"{tenths(swung.length, up=True)} mm", f"{tenths(course.left)} mm"
        enough = f", enough for {most // 100} degrees" if most >= 100 else ""
        return Refusal("mis.move.wheel", f"that wheel takes {takes}, and {left} are left{enough}")
    free, foe, why = _swept(course, angle, here)
    if not free:
        return course.refuse("mis.move.wheel", why or "there is no room for {who} to wheel")
    swung = wheeled(course.piece.stance, free, here.width)
    there = course.body_at(swung.stand)
    if friends_in(course.fight, course.number, there, course.piece, course.going) != NOBODY:
        return course.refuse("mis.move.wheel", "friends stand where {who} would wheel to")
    if refusal := _ground_of_wheel(course, here, there, swung.length):
        return refusal
    course.pay(swung.length)
    course.wheeled = True
    course.piece.came += swung.length
    course.put(swung.stand)
    if free != angle:
        course.rule, course.why = "mis.move.wheel", why or "something is in the way of the wheel"
        if foe != NOBODY:
            course.contact = foe
        elif why == ZONE_OF_CONTROL:
            course.piece.halted = course.fight.state.turn
            course.then(lambda: None)
    if course.contact == NOBODY:
        course.contact = within_touch(course, TOUCH - 1)
    return None


def _ground_of_wheel(course: Course, here: LegionBody, there: LegionBody, length: int) -> Refusal | None:
    """Ground that a wheel brings them into takes its part of the allowance.  [mis.chart.terrain]"""
    piece = course.piece
    for ground, kind in trodden(course, here, there, wheels=True):
        walk = Walk(lie(course.fight), course.kind, piece, here, piece.facing, max(1, length))
        price = kind.toll.value * MM if kind.toll else walk.loss(ground, kind)
        if not price or ground.index in piece.paid:
            continue
        if length + price > course.left + course.rounding:
            why = f"the {kind.title} takes {price / MM:.0f} mm, which {{who}} {{has}} not left after that wheel"
            return course.refuse(kind.rule, why)
        course.left -= price
        piece.paid, piece.lost = (*piece.paid, ground.index), piece.lost + price
    return None


def trodden(course: Course, here: LegionBody, there: LegionBody, wheels: bool) -> list[tuple[Laid, Kind]]:
    """Ground in which somebody would stand who did not before, or who has wheeled there."""
    land, walk = lie(course.fight), Walk(lie(course.fight), course.kind, course.piece, here, NORTH, 1)
    found = []
    for ground in land.grounds:
        kind = walk.nature(ground)
        if kind is None or not any(overlap(ground.shape, part) for part in there.parts):
            continue
        if (wheels and kind.loss) or not any(overlap(ground.shape, part) for part in here.parts):
            found.append((ground, kind))
    return found


def _swept(course: Course, angle: int, here: LegionBody) -> tuple[int, int, str]:
    """How far the wheel can go, and what stops it: ground that bars, enemies, zones of control."""
    fight, piece, sign, free = course.fight, course.piece, 1 if angle > 0 else -1, 0
    walk, round_it = Walk(lie(fight), course.kind, piece, here, NORTH, 1), _round(here)
    bars = [ground for ground in lie(fight).grounds if walk.barred(ground.kind)]
    near = [foe for foe in foes(fight, piece.side) if boxes_within(body(fight, foe).box, round_it, KEEP_AWAY)]
    inside = [strip for strip, _ in strips(fight, near) if any(overlap(strip, part) for part in here.parts)]
    for step in (*range(200, abs(angle), 200), abs(angle)):
        there = course.body_at(wheeled(piece.stance, sign * step, here.width).stand)
        if not on_table(fight, there) or any(overlap(bar.shape, part) for bar in bars for part in there.parts):
            return free, NOBODY, ""
        if not near:
            free = sign * step
            continue
        if comes_too_near(fight, course.number, piece, here, there):
            return free, NOBODY, ""
        foe = enemy_in(fight, there, piece, _falling_back(course, there, near), near)
        if foe != NOBODY:
            joins = may_touch(course, foe) and faces(there, body(fight, foe))
            return (free, foe, TOUCHING) if joins else (free, NOBODY, "")
        free = sign * step
        if any(zone not in inside and overlap(zone, p) for zone, _ in strips(fight, near) for p in there.parts):
            return free, NOBODY, ZONE_OF_CONTROL
    return angle, NOBODY, ""


def _too_near(course: Course, there: LegionBody) -> bool:
    return comes_too_near(course.fight, course.number, course.piece, course.body, there)


def _round(here: LegionBody) -> Box:
    """A box that holds a body wherever it wheels to about a corner of its front."""
    reach = here.width + here.depth
    left, right, bottom, top = here.box
    return left - reach, right + reach, bottom - reach, top + reach


def _falling_back(course: Course, there: LegionBody, near: list[int]) -> tuple[int, ...]:
    """Enemies who are out of the way when the wheel has come so far.  [mis.skirmish.retire]"""
    fight, number = course.fight, course.number
    stay = course.reacts.before(course, there) if course.reacts is not None else ()
    return tuple(foe for foe in near if foe not in stay and gives_way(fight, foe, number, course.piece))


def about(course: Course, args: list[Any]) -> Refusal | None:
    """A change of facing by a quarter or half.  [mis.move.facing-line] [mis.move.facing-pikes] [mis.add.turning]"""
    angle = numbers(args, "angle")[0]
    if angle not in QUARTERS:
        return course.refuse("mis.move.facing-line", "{who} {turns} by 90 or 180 degrees")
    if refusal := course.ordered():
        return refusal
    if course.loose or course.kind.kind == "battery":
        return _spin(course, veered(course.piece.facing, angle))
    if refusal := _may_turn(course):
        return refusal
    stand = cleared(course, turned_block(course.piece, course.body, angle, course.kind.base))
    if stand is None:
        return course.refuse("mis.add.turning", "there is no room for {who} to turn")
    course.piece.turns += 1
    course.piece.bend = ()
    course.put(stand)
    return None


def _may_turn(course: Course) -> Refusal | None:
    piece = course.piece
    if course.kind.pikes:
        return course.pay(course.whole // 2)
    if course.declared and course.bonus and course.legs:
        return course.refuse("mis.charge.bonus", "{who} {turns} before the charge, not in it")
    if piece.turns == 0:
        return None
    if piece.turns == 1 and piece.spent + course.spent <= course.whole // 2 + course.rounding:
        course.then(lambda: None)
        return None
    return course.refuse("mis.move.facing-line", "{who} {has} changed facing in this turn")


def turned_block(piece: Piece, here: LegionBody, angle: int, base: tuple[int, int]) -> Stance:
    """The same figures about the middle of the old rectangle, facing anew.  [mis.add.turning]"""
    middle, facing = centre(here), veered(piece.facing, angle)
    if abs(angle) == HALF_TURN:
        return Stance(ahead(middle, facing, here.depth // 2), facing, piece.files, (), piece.height)
    files = here.ranks
    depth = -(-here.models // files) * base[1]
    return Stance(ahead(middle, facing, depth // 2), facing, files, (), piece.height)


def cleared(course: Course, stand: Stance) -> Stance | None:
    """Pushed away from what is in the way by the least distance, at most 50 mm."""
    for push in range(0, PUSH + 1, 5 * MM):
        for way in rays(8 if push else 1, stand.facing):
            there = shifted(stand, way, push)
            if _stands_free(course, there):
                return there
    return None


def _stands_free(course: Course, stand: Stance) -> bool:
    fight, piece = course.fight, course.piece
    there = course.body_at(stand)
    if not on_table(fight, there) or platform_in(fight, there, piece) or beside_enemy(fight, there, piece):
        return False
    if friends_in(fight, course.number, there, piece, course.going) != NOBODY:
        return False
    walk = Walk(lie(fight), course.kind, piece, there, NORTH, 1)
    return not any(
        walk.barred(ground.kind) and overlap(ground.shape, part)
        for ground in lie(fight).grounds
        for part in there.parts
    )


def corner(course: Course, args: list[Any]) -> Refusal | None:
    """A column turns figure after figure on the same spot.  [mis.move.column]"""
    angle = numbers(args, "angle")[0]
    piece = course.piece
    if refusal := course.ordered():
        return refusal
    if not column(piece) or course.loose:
        return course.refuse("mis.move.column", "{who} {is} no column")
    if abs(angle) > RIGHT_ANGLE or not angle:
        return course.refuse("mis.move.column", "a column turns by up to 90 degrees at a corner")
    width = piece.files * course.kind.base[0]
    pivot = ahead(piece.stance.front, piece.facing, -width // 2)
    facing = veered(piece.facing, angle)
    stand = Stance(ahead(pivot, facing, width // 2), facing, piece.files, (), 0)
    before, piece.bend = piece.bend, ((*pivot, piece.facing), *piece.bend)
    if not _stands_free(course, stand):
        piece.bend = before
        return course.refuse("mis.move.column", "there is no room for {who} to turn the corner")
    course.put(stand)
    return None


# --- formations ----------------------------------------------------------------------------------------------


def form(course: Course, args: list[Any]) -> Refusal | None:
    """Another number of files; what it costs is the way of the figure that goes farthest.  [mis.move.formation]"""
    files = numbers(args, "files")[0]
    piece = course.piece
    if not 1 <= files <= max(1, piece.figures) or course.kind.special or course.kind.kind == "battery":
        return course.refuse("mis.add.formation", "{who} cannot stand in so many files")
    if files == piece.files:
        return None
    if refusal := _may_reform(course):
        return refusal
    stand = piece.stance._replace(files=files)
    if not course.loose:
        cost = _longest(course, stand)
        if piece.pending[:2] == ("form", files):
            cost = int(piece.pending[2])
        if cost > course.left + course.rounding:
            return course.half_done(("form", files), cost)
        course.pay(cost)
        course.stationary, course.left = True, 0
    piece.bend = ()
    if not _stands_free(course, stand):
        return course.refuse("mis.move.formation", "there is no room for {who}")
    if course.loose and _too_near(course, course.body_at(stand)):
        return course.refuse("mis.skirmish.distance", "{who} would come too near to the enemy")
    piece.pending = ()
    course.put(stand)
    return None


def _may_reform(course: Course) -> Refusal | None:
    """[mis.move.formation-bars]"""
    if course.engaged:
        return course.refuse("mis.move.formation-bars", "{who} {is} in contact with an enemy")
    if course.piece.disorganized and not course.loose:
        return course.refuse("mis.move.formation-bars", "{who} {is} disorganized")
    if course.declared:
        return course.refuse("mis.move.formation-bars", "{who} {charges}")
    if not course.loose and (course.legs or len(course.way) > 1):
        return course.refuse("mis.move.formation", "{who} {changes} formation only while standing still")
    return None


def _longest(course: Course, stand: Stance) -> int:
    """Figure k of the old formation takes place k of the new one."""
    old, new = course.body.bases, course.body_at(stand).bases
    return max(distance(a.centre, b.centre) for a, b in zip(old, new, strict=True))


def square(course: Course, args: list[Any]) -> Refusal | None:
    """Into a defensive formation, or out of it.  [mis.move.facing-same]"""
    wanted = bool(numbers(args, "1 or 0")[0])
    if course.loose or course.kind.kind != "line":
        return course.refuse("mis.move.facing-same", "{who} {forms} no square")
    if wanted == course.piece.square:
        return None
    if refusal := _may_reform(course):
        return refusal
    if refusal := course.pay(course.whole // 2):
        return refusal
    course.piece.square, course.stationary = wanted, True
    course.put(course.piece.stance)
    return None


def spread(course: Course, args: list[Any]) -> Refusal | None:
    """Skirmishers leave gaps of up to 30 mm.  [mis.add.formation]"""
    gap = numbers(args, "gap")[0]
    if not course.kind.skirmishes or not 0 <= gap <= 30 * MM:
        return course.refuse("mis.add.formation", "only skirmishers stand apart, by up to 30 mm")
    if course.declared:
        return course.refuse("mis.move.formation-bars", "{who} {charges}")
    before = course.piece.gap
    course.piece.gap = gap
    there = course.body
    crowded = friends_in(course.fight, course.number, there, course.piece, course.going) != NOBODY
    room = not crowded and on_table(course.fight, there) and not beside_enemy(course.fight, there, course.piece)
    course.piece.gap = before
    if not room:
        return course.refuse("mis.add.formation", "there is no room for {who}")
    if _too_near(course, there):
        return course.refuse("mis.skirmish.distance", "{who} would come too near to the enemy")
    course.piece.gap = gap
    course.put(course.piece.stance)
    return None


# --- charges, heights, companions ----------------------------------------------------------------------------


def charge(course: Course, args: list[Any]) -> Refusal | None:
    """The one charge of a battle: 75 mm more for the next leg.  [mis.charge.bonus] [mis.charge.once]"""
    if args:
        raise Malformed("it takes nothing")
    if refusal := may_charge(course.fight, course.number, course.piece):
        return refusal
    if course.stationary:
        return course.refuse("mis.move.formation-bars", "{who} {changes} formation")
    course.declared, course.bonus = True, charge_bonus(course.fight)
    course.piece.charged, course.piece.bonus = course.fight.state.turn, False
    return None


def height(course: Course, args: list[Any]) -> Refusal | None:
    """Fliers climb and dive.  [mis.add.flight]"""
    wanted = numbers(args, "height")[0]
    piece, kind = course.piece, course.kind
    if not kind.fly:
        return course.refuse("mis.add.flight", "{who} cannot fly")
    sheet = course.fight.setting.charts.situations
    if not 0 <= wanted <= sheet.ceiling.value * MM or wanted % LEVEL:
        why = f"heights go up to {sheet.ceiling.value} mm, in steps of 25"
        return course.refuse("mis.situation.flying", why)
    rise, more = wanted - piece.height, _more_in_the_air(course, wanted)
    price = rise * sheet.climb.value // CLIMBED if rise > 0 else -rise * sheet.dive.value // DIVED
    if more > 0:
        course.change_share(more)
    if refusal := course.pay(price):
        return refusal
    if more < 0:
        course.change_share(more)
    before, piece.height = piece.height, wanted
    if not (_stands_free(course, piece.stance) if not wanted else _hovers_free(course)):
        piece.height = before
        return course.refuse("mis.add.flight", "there is no room for {who} at that height")
    course.put(piece.stance)
    return None


def _more_in_the_air(course: Course, wanted: int) -> int:
    """By how much this step's share of the allowance grows for whoever takes off; it shrinks for whoever lands."""
    there = copy(course.piece)
    there.height = wanted
    shares = (step_budget(course.fight, course.number, one) for one in (there, course.piece))
    return next(shares) - next(shares)


def _hovers_free(course: Course) -> bool:
    """Nobody is above or below them by 25 mm or less."""
    fight, piece, here = course.fight, course.piece, course.body
    friend = friends_in(fight, course.number, here, piece, course.going)
    return friend == NOBODY and enemy_in(fight, here, piece) == NOBODY


def leave(course: Course, args: list[Any]) -> Refusal | None:
    """A commander or a team stays behind when the legion moves."""
    name = only(args)
    number = course.fight.setting.number.get(name, NOBODY) if isinstance(name, str) else NOBODY
    if number not in course.going:
        return Refusal("mis.add.command-move", "nobody of that name is with the legion")
    course.going = tuple(one for one in course.going if one != number)
    course.left_behind = (*course.left_behind, number)
    return None


def unload(course: Course, args: list[Any]) -> Refusal | None:
    """What was loaded is taken out, and all of it has to be put in again.  [mis.add.engine-handling]"""
    if args:
        raise Malformed("it takes nothing")
    if course.kind.kind != "battery":
        return course.refuse("mis.add.engine-handling", "{who} {has} no engines")
    if not is_loaded(course.fight, course.piece):
        return course.refuse("mis.add.engine-handling", "{who} {is} not loaded")
    course.piece.ready = course.fight.state.clock + 1 + phases_to_reload(course.kind, course.piece)
    return None


def swing(course: Course, args: list[Any]) -> Refusal | None:
    """Files beyond the end of the enemy front swing into his flank.  [mis.melee.wheel-in]"""
    way = only(args, "left or right")
    return swing_in(course, way) if way in ("left", "right") else Refusal("mis.melee.wheel-in", "left or right")


def build(course: Course, args: list[Any]) -> Refusal | None:
    """The defense magic user has a platform built, or taken down, while he stays.  [mis.setup.platform-build]"""
    what = only(args, "up or down")
    if what not in ("up", "down"):
        raise Malformed("up or down")
    able = may_build(course.fight, course.number) if what == "up" else beside(course.fight, course.number) != NOBODY
    if not able or course.legs:
        return course.refuse("mis.setup.platform-build", "{who} cannot have a platform built or taken down here")
    course.piece.pending = ("build" if what == "up" else "dismantle", course.fight.state.turn)
    course.then(lambda: None)
    return None


ACTS: dict[str, Callable[[Course, list[Any]], Refusal | None]] = {
    "go": go, "face": face, "turn": about, "corner": corner, "form": form, "square": square, "spread": spread,
    "charge": charge, "height": height, "leave": leave, "unload": unload, "swing": swing,
    "platform": build,
}  # fmt: skip
