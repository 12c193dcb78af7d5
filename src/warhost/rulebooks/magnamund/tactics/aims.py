"""What an encounter's victory data mean for one side: where to go, whom to kill, whom to spare."""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.field.board import FACINGS

from ..encounter import (
    ByCondition,
    ByMajority,
    ByPoints,
    Condition,
    Dead,
    Inside,
    Left,
    ScoreArea,
    ScoreDeath,
    ScoreLeader,
)
from ..setting import Setting

MAJORITY, CONDITION = 4.0, 4.0  # what an area is worth that decides the battle
ESCAPE, DEATH = 12.0, 3.0
PER_POINT = 1.0


class Area(NamedTuple):
    squares: frozenset[int]
    weight: float
    who: tuple[str, ...]  # the units and characters that count there; empty: all of ours


class Aims:
    """The aims of one force.

    `guarded` are areas in which the enemy wins; `exits` are our pieces that must leave, each with its facing;
    `prizes` are pieces of either side whose death means more than the loss of a soldier.
    """

    def __init__(self, setting: Setting, force: int):
        self._setting, self._force = setting, force
        self.areas: list[Area] = []
        self.guarded: list[Area] = []
        self.exits: dict[int, int] = {}
        self.prizes: dict[int, float] = {}
        self.leader_prize = 1.0
        victory = setting.encounter.victory
        self.must_act = victory.otherwise == setting.sides[1 - force].id  # waiting loses the battle
        for verdict in (*victory.at_once, *victory.at_end):
            if isinstance(verdict, ByCondition):
                for condition in verdict.when:
                    self._wish(condition, verdict.winner == setting.sides[force].id)
            elif isinstance(verdict, ByMajority):
                self.areas.append(Area(setting.areas[verdict.area], MAJORITY, ()))
            elif isinstance(verdict, ByPoints):
                self._score(verdict)

    def _wish(self, condition: Condition, ours: bool) -> None:
        if isinstance(condition, Inside):
            wanted = self.areas if ours else self.guarded
            wanted.append(Area(self._setting.areas[condition.area], CONDITION, condition.who))
        elif isinstance(condition, Left):
            number = self._setting.number[condition.who]
            self.prizes[number] = ESCAPE
            if ours:
                self.exits[number] = FACINGS.index(condition.edge)
        elif isinstance(condition, Dead):
            number = self._setting.number[condition.who]
            self.prizes[number] = max(DEATH, self.prizes.get(number, 0.0))

    def _score(self, verdict: ByPoints) -> None:
        for score in verdict.scores:
            if isinstance(score, ScoreArea):
                self.areas.append(Area(self._setting.areas[score.area], score.points * PER_POINT, ()))
            elif isinstance(score, ScoreDeath):
                number = self._setting.number[score.who]
                self.prizes[number] = self.prizes.get(number, 0.0) + score.points * PER_POINT
            elif isinstance(score, ScoreLeader):
                self.leader_prize = max(self.leader_prize, score.points * PER_POINT)
