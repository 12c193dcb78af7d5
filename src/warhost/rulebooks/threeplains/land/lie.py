"""How everything lies on the table, and the lines of sight that were tried: kept from one glance to the next."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from operator import attrgetter
from typing import Concatenate, ParamSpec, TypeVar

from warhost.engine.field.body import Body
from warhost.engine.field.gaze import Gaze, Seen

from ..bodies import MARK, body, on_table
from ..figure import inches
from ..setting import Fight

GAP = inches(1) + MARK // 2 - 1  # what is no wider by the tape cannot be looked through

Pose = tuple[object, ...]
Found = TypeVar("Found")
Given = ParamSpec("Given")

POSE = attrgetter(
    "fate", "x", "y", "facing", "models", "files", "narrow", "places", "airborne", "aloft", "inside", "bend",
    "ring", "host", "leaders", "backing", "masters", "figure", "side", "wedge",
)  # fmt: skip
"""All of a piece that matters to who sees whom."""


class Lie(Gaze):
    """The table at one moment; what was seen before it is remembered as long as it holds."""

    __slots__ = ("bases", "poses", "seen", "terrain")

    def __init__(self, fight: Fight, poses: list[Pose]):
        self.poses, self.terrain = poses, fight.state.terrain
        grounds = fight.setting.land(self.terrain).grounds
        super().__init__([ground.shape for ground in grounds if ground.hides], GAP)
        self.seen: Seen[bool] = {}
        self.bases: Seen[list[int]] = {}
        self._survey(fight, ())

    def _survey(self, fight: Fight, changed: Collection[int]) -> None:
        pieces = fight.state.pieces
        bodies: dict[int, Body] = {n: body(fight, n) for n in on_table(fight)}
        self.stand(bodies, {number for number in bodies if pieces[number].airborne}, changed)

    def follow(self, fight: Fight, poses: list[Pose]) -> None:
        """Some pieces are not what or where they were."""
        changed = {number for number, pose in enumerate(poses) if pose != self.poses[number]}
        self.poses = poses
        self._survey(fight, changed)


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
