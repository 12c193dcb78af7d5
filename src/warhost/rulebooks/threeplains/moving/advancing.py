"""Who of a piece comes how far on a way through a fortress: some arrive, some are inside or on the ladder when
their movement ends, and for some there is no room yet.

[tp.siege.levels] [tp.siege.move.inside] [tp.siege.models] [tp.siege.fortress_ladder]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from warhost.engine.field.compass import Point, ahead, rays
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.stance import Stance
from warhost.engine.order import Malformed, whole
from warhost.engine.question import Refusal

from ..bodies import figure, set_places, strength
from ..events.siege import StackedUp
from ..figure import inches
from ..land.ground import standing_room
from ..scenario.ramparts import Passage
from ..setting import Fight
from ..stands import stands
from ..state import NOBODY, Number
from .climbing import (
    LEVELS,
    Climb,
    Halt,
    begin,
    best_way,
    climb,
    go_inside,
    paid_towards,
    tried_way,
    walks_to,
)
from .course import Course
from .dashing import pay
from .groups import expose
from .parts import left_standing, may_part, part_off, rejoin
from .reading import read_spot
from .splitting import Spot
from .stride import body_in

LADDER = "tp.siege.fortress_ladder"
ROUND = 8  # directions in which a place for a stack is looked for
CLOSE = (0.0, 0.5, 1.0, 1.5, 2.0)  # inches from the end of a ladder at which one is looked for

Stay = Callable[[Number], None]
"""What becomes of those who have come to a way and not beyond it, by the number of their piece."""


class Advance(NamedTuple):
    """So many arrive, so many more are on the way; the others wait where they are."""

    way: Passage
    arrive: Climb | None = None
    follow: int = 0
    stay: Stay | None = None


def climb_by_order(course: Course, args: list[Any]) -> Refusal | None:
    """["climb", place, x, y, facing, files], and how many go if not all do.  [tp.siege.levels]"""
    if not args or not isinstance(args[0], str):
        raise Malformed("it takes the place to which it goes, and where it stands there")
    models = whole(args[5], "models") if len(args) > 5 else None
    return climb_to(course, args[0], read_spot([*args[1:5], *args[6:]]), models)


def climb_to(course: Course, goal: str, spot: Spot, models: int | None = None) -> Refusal | None:
    """The piece goes to that place by the cheapest way, and is drawn up there: all who can, or only so many.

    [tp.siege.levels]
    """
    fight, number = course.fight, course.number
    if course.host != NOBODY or course.stops:
        return Refusal(LEVELS, "who goes by a way begins his move with it, and alone or with his whole group")
    if refusal := fight.setting.ramparts.barred(fight, number):
        return refusal
    going = course.models if models is None else models
    if models is not None and not may_part(fight, number, models):
        return Refusal(LEVELS, f"{models} of {course.models} models cannot go ahead of the others")
    if not 1 <= spot.files <= going:
        return Refusal("tp.move.loose", f"it has {going} models: no ranks of {spot.files}")
    best = best_way(course, goal, spot, going)
    if isinstance(best, Refusal):
        return best
    if models is not None:
        return _some_go(course, best)
    if best.cost > course.left:
        return _as_far_as_they_can(course, best.passage, spot)
    bases = body_in(fight, number, best.stand).bases
    if refusal := fight.setting.ramparts.strays(fight, number, goal, bases):
        return refusal
    return course.then(partial(climb, fight, number, best), goes_on=True, price=best.cost)


def _some_go(course: Course, best: Climb) -> Refusal | None:
    """The others stay where they are, with a way between them.  [tp.siege.levels]"""
    if legs(course, best.passage) > 1:
        return Refusal(LEVELS, "those who stay behind would not be joined with them by a way")
    if not can_stay(course, best.passage, best.models):
        return Refusal(LEVELS, "those who stay behind would not be one group")
    if best.cost > course.left:
        return course.too_dear(best.cost)
    course.arriving = best.models
    deed = partial(advance, course.fight, course.number, Advance(best.passage, best))
    return course.then(deed, goes_on=True, price=best.cost)


def legs(course: Course, way: Passage) -> int:
    """How many ways of the fortress it is to the goal: one joins two places."""
    ends_inside = bool(way.through) and way.through[-1].title == way.title and not way.up
    return len(way.through) - bool(course.piece.inside) + (not ends_inside)


def nearest_first(fight: Fight, number: Number, way: Passage) -> list[int]:
    """Its models by their places, those nearest to a way first."""
    walks = walks_to(fight, number, way)
    return sorted(range(len(walks)), key=lambda base: (walks[base] is None, walks[base] or 0, base))


def can_stay(course: Course, way: Passage, models: int) -> bool:
    """Whether the others have room where they are, when so many have gone. Off a ladder all come together."""
    fight, number = course.fight, course.number
    comes_off = course.piece.stacked and way.goal != course.piece.climbs
    if comes_off or not may_part(fight, number, models):
        return False
    stay = left_standing(fight, number, models, nearest_first(fight, number, way))
    return stay is not None


# --- a way that is too dear ---------------------------------------------------------------------------------------


def _as_far_as_they_can(course: Course, way: Passage, spot: Spot) -> Refusal | None:
    """Who can pay for all of it arrives; who has come to the way and cannot begins with what is left, and pays the
    rest next turn.

    [tp.siege.levels] [tp.siege.move.inside]
    """
    arrive = _arriving(course, way, spot)
    plan = _with_followers(course, way, arrive)
    if isinstance(plan, Refusal) and arrive is not None:
        plan = _with_followers(course, way, None)
    if isinstance(plan, Refusal):
        return plan
    course.arriving = plan.arrive.models if plan.arrive else 0
    price = plan.arrive.cost if plan.arrive else course.left
    deed = partial(advance, course.fight, course.number, plan)
    return course.then(deed, goes_on=plan.arrive is not None, price=price)


def _arriving(course: Course, way: Passage, spot: Spot) -> Climb | None:
    """As many as can pay for the whole way, drawn up where all were to stand."""
    budget = course.left + paid_towards(course.piece, way.goal) - way.cost
    fit, best = 0, None
    too_many = sum(walk is not None and walk <= budget for walk in walks_to(course.fight, course.number, way)) + 1
    too_many = min(too_many, course.models)
    while too_many - fit > 1:
        models = (fit + too_many) // 2
        tried = tried_way(course, way, spot._replace(files=min(spot.files, models)), models)
        if isinstance(tried, Climb) and tried.cost <= course.left and can_stay(course, way, models):
            fit, best = models, tried
        else:
            too_many = models
    return best


def _with_followers(course: Course, way: Passage, arrive: Climb | None) -> Advance | Refusal:
    """The same with those who are on the way when their movement ends."""
    fight, number = course.fight, course.number
    gone = arrive.models if arrive else 0
    walks = sorted(walk for walk in walks_to(fight, number, way) if walk is not None)[gone:]
    if course.piece.inside:
        return _still_inside(course, way, arrive)
    if way.through:
        return _coming_in(course, way, arrive, walks)
    at_it = [walk for walk in walks if walk < course.left + paid_towards(course.piece, way.goal)]
    if way.scales:
        return _wait(course, way, arrive) if at_it else course.too_dear(way.cost + walks[0])
    if not at_it:
        return Advance(way, arrive) if arrive else course.too_dear(way.cost + walks[0])
    if len(at_it) < len(walks) and not can_stay(course, way, gone + len(at_it)):
        return Advance(way, arrive) if arrive else _wait(course, way)
    paid = min(way.cost, course.left + paid_towards(course.piece, way.goal) - Length(at_it[-1]))
    return Advance(way, arrive, len(at_it), partial(stack, fight, way=way, paid=paid, price=course.left))


def _wait(course: Course, way: Passage, arrive: Climb | None = None) -> Advance:
    """All who are left wait where they are; what they have paid is kept."""
    rest = course.models - (arrive.models if arrive else 0)
    return Advance(way, arrive, rest, partial(begin, course.fight, way=way, paid=course.left))


def _still_inside(course: Course, way: Passage, arrive: Climb | None) -> Advance | Refusal:
    """They stay in there, and have paid more."""
    due = way.cost - course.piece.climbing
    if arrive is not None and legs(course, way) > 1:
        return course.too_dear(way.cost)
    if arrive is None and due <= course.left:
        return course.too_dear(way.cost)
    stay = partial(begin, course.fight, way=way, paid=min(course.left, max(NOTHING, due)))
    return Advance(way, arrive, course.models - (arrive.models if arrive else 0), stay)


def _coming_in(course: Course, way: Passage, arrive: Climb | None, walks: list[int]) -> Advance | Refusal:
    """As many as come to the door and find room inside; the others wait before it.  [tp.siege.move.inside]"""
    fight, follow = course.fight, len(walks)
    while follow:
        halt = halted(course, way, Length(round(walks[follow - 1], -1)))
        if halt is not None and (found := _room(course, way, arrive, halt, follow, len(walks))) == follow:
            whole = halt._replace(price=course.left)
            return Advance(way, arrive, follow, partial(go_inside, fight, way=way, halt=whole))
        follow = follow - 1 if halt is None else min(found, follow - 1)
    if arrive is not None or walks[0] >= course.left:
        return course.too_dear(way.cost + walks[0])
    return _wait(course, way)


def _room(course: Course, way: Passage, arrive: Climb | None, halt: Halt, follow: int, left: int) -> int:
    """How many of those who follow may stay in there, so that all are joined."""
    fight, number = course.fight, course.number
    if arrive is not None and halt.chamber != way.through[-1]:
        return 0
    room = min(follow, fight.setting.ramparts.room_on_the_way(fight, number, halt.chamber.work))
    gone = arrive.models if arrive else 0
    while 0 < room < left and (halt.chamber != way.through[0] or not can_stay(course, way, gone + room)):
        room -= 1
    return room


def halted(course: Course, way: Passage, before: Length) -> Halt | None:
    """Where on a way a piece stops that goes no further, or as far as it can; None if it does not come in.

    [tp.siege.move.inside]
    """
    had = paid_towards(course.piece, way.goal)
    rest = course.left + had - before
    owed = before
    for chamber in way.through:
        if 0 <= rest < chamber.cost or (rest >= chamber.cost and chamber is way.through[-1]):
            paid = min(rest, chamber.cost)
            return Halt(chamber, paid, max(NOTHING, owed + paid - had))
        rest, owed = rest - chamber.cost, owed + chamber.cost
    return None


# --- on their way -------------------------------------------------------------------------------------------------


def advance(fight: Fight, number: Number, going: Advance) -> None:
    """Some arrive, some stay on the way; the others are where they were, and may still move.  [tp.siege.levels]

    A halfwit among few comes to light when they stand where they were going: there is no place for one more before.
    """
    behind = number
    if going.arrive is not None:
        behind = go_ahead(fight, number, going.way, going.arrive.models)
        climb(fight, number, going.arrive)
        expose(fight, number)
    if going.stay is None:
        return
    if going.follow < strength(fight, behind):
        go_ahead(fight, behind, going.way, going.follow)
    going.stay(behind)
    expose(fight, behind)
    if behind != number:
        fight.state.pieces[behind].turn.acted = True
        rejoin(fight, behind)


def go_ahead(fight: Fight, number: Number, way: Passage, models: int) -> Number:
    """So many go, those nearest to the way."""
    stay = left_standing(fight, number, models, nearest_first(fight, number, way))
    assert stay is not None  # the order was refused otherwise
    return part_off(fight, number, models, stay)


def stack(fight: Fight, number: Number, way: Passage, paid: Length, price: Length) -> None:
    """Its models stand on top of each other beside the ladder until its next turn; where there is no room for that,
    they stay where they are.

    [tp.siege.fortress_ladder]
    """
    piece = fight.state.pieces[number]
    at = None if piece.stacked else next(_beside(fight, number, way.enters), None)
    if at is None and not piece.stacked:
        begin(fight, number, way, price)
        return
    piece.climbing, piece.climbs, piece.stacked = paid, way.goal, True
    piece.wedge, piece.narrow, piece.bend = 0, 0, ()
    piece.flip_due, piece.reform_due, piece.wedge_due = NOTHING, 0, 0
    if at is not None:
        set_places(fight, number, (at,) * strength(fight, number), piece.facing)
    pay(fight, number, price)
    fight.tell(StackedUp(LADDER, number, way.title, paid, stands(fight, number)))


def _beside(fight: Fight, number: Number, end: Point) -> Iterator[Point]:
    """Places beside the end of a ladder that are free for one base."""
    piece, models = fight.state.pieces[number], strength(fight, number)
    deep = figure(fight, number).base[1]
    for far in CLOSE:
        for way in rays(ROUND if far else 1):
            at = ahead(end, way, inches(far))
            stand = Stance(ahead(at, piece.facing, deep // 2), piece.facing, 1, (at,) * models)
            if standing_room(fight, number, body_in(fight, number, stand)) is None:
                yield at
