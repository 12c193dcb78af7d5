"""How everything lies on the table, and the lines of sight that were tried: kept from one glance to the next.

A line is tried again only when an end of it has moved, or something near it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from math import isqrt
from operator import attrgetter
from typing import Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Point
from warhost.engine.field.shapes import SLACK, Box, Shape

from ..bodies import body
from ..figure import inches
from ..setting import Fight

GAP = inches(1)  # what is no wider cannot be looked through
MOVES_KEPT = 200

Ends = tuple[int, int]  # who looks at whom
Pose = tuple[object, ...]
Found = TypeVar("Found")
Given = ParamSpec("Given")

POSE = attrgetter(
    "fate", "x", "y", "facing", "models", "files", "narrow", "places", "airborne", "bend", "ring", "host",
    "leaders", "backing", "masters", "figure", "side", "wedge",
)  # fmt: skip
"""All of a piece that matters to who sees whom."""


class Moved(NamedTuple):
    """A piece has moved, come or gone; the ground it stood on and stands on now."""

    number: int
    boxes: tuple[Box, ...]


class Glimpse(Generic[Found]):
    """What a look has shown, after how many moves, and the ground between both ends with a gap around it."""

    __slots__ = ("found", "span", "when")

    def __init__(self, found: Found, when: int, own: Body, other: Body):
        self.found, self.when = found, when
        left, right, bottom, top = own.box
        west, east, south, north = other.box
        self.span = min(left, west) - GAP, max(right, east) + GAP, min(bottom, south) - GAP, max(top, north) + GAP


class Lie:
    """The table at one moment; what was seen before it is remembered as long as it holds."""

    __slots__ = ("bases", "bodies", "crowd", "moves", "poses", "seen", "terrain", "wall_boxes", "walls")

    def __init__(self, fight: Fight, poses: list[Pose]):
        self.poses, self.terrain = poses, fight.state.terrain
        grounds = fight.setting.land(self.terrain).grounds
        self.walls = [ground.shape for ground in grounds if ground.hides]
        self.wall_boxes = [(wall.left, wall.right, wall.bottom, wall.top) for wall in self.walls]
        self.moves: list[Moved] = []
        self.seen: dict[Ends, Glimpse[bool]] = {}
        self.bases: dict[Ends, Glimpse[list[int]]] = {}
        self.bodies: dict[int, Body] = {}
        self._survey(fight)

    def _survey(self, fight: Fight) -> None:
        pieces = fight.state.pieces
        self.bodies = {n: body(fight, n) for n, piece in enumerate(pieces) if piece.fate == "standing"}
        self.crowd = [(number, there) for number, there in self.bodies.items() if not pieces[number].airborne]

    def follow(self, fight: Fight, poses: list[Pose]) -> None:
        """Some pieces are not what or where they were."""
        if len(self.moves) > MOVES_KEPT:
            self.moves, self.seen, self.bases = [], {}, {}
        poses_before, before = self.poses, self.bodies
        self.poses = poses
        self._survey(fight)
        now = self.bodies
        for number, pose in enumerate(poses):
            was, here = before.get(number), now.get(number)
            if was is not here or pose != poses_before[number]:
                self.moves.append(Moved(number, tuple([there.box for there in (was, here) if there is not None])))

    def recall(self, glimpses: dict[Ends, Glimpse[Found]], ends: Ends) -> Found | None:
        """What was found, unless an end has moved since, or somebody between the two."""
        glimpse = glimpses.get(ends)
        if glimpse is None:
            return None
        moves = self.moves
        if glimpse.when < len(moves):
            left, right, bottom, top = glimpse.span
            for number, boxes in moves[glimpse.when :]:
                if number in ends:
                    return None
                for west, east, south, north in boxes:
                    if west <= right and east >= left and south <= top and north >= bottom:
                        return None
            glimpse.when = len(moves)
        return glimpse.found

    def open(self, eyes: Iterable[Point], point: Point, near: int, ends: Ends) -> bool:
        """Whether the line from some eye is clear at a glance: nothing but its two ends is anywhere as near as that
        to it, and no two of the others could close a gap across it."""
        others = [other for number, other in self.crowd if number not in ends]
        boxes = [other.box for other in others]
        for eye in eyes:
            walls = [self.walls[at] for at in _passed(eye, point, near + SLACK, self.wall_boxes)]
            if walls and _beside(eye, point, near + SLACK, walls):
                continue
            parts = [part for at in _passed(eye, point, near + GAP, boxes) for part in others[at].parts]
            close = _beside(eye, point, near + GAP, parts) if parts else []
            if not close or (len(close) == 1 and not _beside(eye, point, near + SLACK, close)):
                return True
        return False


def _passed(eye: Point, point: Point, near: int, boxes: list[Box]) -> list[int]:
    """Which of the boxes come as near as that to a line."""
    (ex, ey), (px, py) = eye, point
    dx, dy = px - ex, py - ey
    wide, high = abs(dx), abs(dy)
    west, east = (ex - near, px + near) if dx > 0 else (px - near, ex + near)
    south, north = (ey - near, py + near) if dy > 0 else (py - near, ey + near)
    found = []
    for at, (left, right, bottom, top) in enumerate(boxes):
        if left > east or right < west or bottom > north or top < south:
            continue
        # How far the middle of the box is from the line, and how far the box reaches towards it.
        aside = abs((left + right - 2 * ex) * dy - (bottom + top - 2 * ey) * dx)
        if aside <= (right - left + 2 * near) * high + (top - bottom + 2 * near) * wide:
            found.append(at)
    return found


def _beside(eye: Point, point: Point, near: int, shapes: list[Shape]) -> list[Shape]:
    """Those of the shapes that come as near as that to the line on which these two points lie."""
    (ex, ey), (px, py) = eye, point
    dx, dy = px - ex, py - ey
    limit = near * (isqrt(dx * dx + dy * dy) + 1)
    found = []
    for shape in shapes:
        aside = [dx * (y - ey) - dy * (x - ex) for x, y in shape.points]
        if min(aside) <= limit and max(aside) >= -limit:
            found.append(shape)
    return found


def lie_of(fight: Fight) -> Lie:
    """The table as it is now."""
    survey = fight.setting.survey
    lie: Lie | None = survey.lie
    if survey.at_rest:
        assert lie is not None
        return lie
    poses = list(map(POSE, fight.state.pieces))
    if lie is None or lie.terrain is not fight.state.terrain or len(lie.poses) != len(poses):
        lie = survey.lie = Lie(fight, poses)
    elif lie.poses != poses:
        lie.follow(fight, poses)
    return lie


def at_rest(look: Callable[Concatenate[Fight, Given], Found]) -> Callable[Concatenate[Fight, Given], Found]:
    """For what only looks: nobody moves, comes or goes while it lasts, so the table is surveyed once."""

    @wraps(look)
    def looking(fight: Fight, /, *args: Given.args, **more: Given.kwargs) -> Found:
        survey = fight.setting.survey
        if survey.at_rest:
            return look(fight, *args, **more)
        lie_of(fight)
        survey.at_rest = True
        try:
            return look(fight, *args, **more)
        finally:
            survey.at_rest = False

    return looking
