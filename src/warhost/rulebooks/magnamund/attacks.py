"""What a shot and a blow have in common: one piece, one target, one weapon, and a percentage with its reasons."""

from __future__ import annotations

from abc import ABC, abstractmethod

from warhost.engine.chain import Chain, Percentage
from warhost.engine.point import Point
from warhost.engine.tally import Tally

from .setting import Fight
from .sheets import Armour


class Attack(ABC):
    """`armour` and `shield` are what counts of them; poison may see to it that neither does.

    `poison` is added to the severity of a wound.
    """

    __slots__ = ("armour", "by", "fight", "poison", "shield", "tally", "target", "weapon")
    rule = ""

    def __init__(self, fight: Fight, by: int, target: int, weapon: str, point: Point[[Attack], None]):
        self.fight, self.by, self.target, self.weapon = fight, by, target, weapon
        figure = fight.setting.figures[target]
        self.armour: Armour = figure.armour
        self.shield, self.poison = figure.shield, 0
        point.each(fight.state.pieces[by].skills, self)
        self.tally = self._percentage()

    @property
    def chance(self) -> int:
        return self.tally.total

    @property
    def chain(self) -> Chain:
        """1D100, equal or below hits, once at most: at 100 it is sure, and no die is thrown.

        [mag.dice.d100] [mag.dice.zero_floor]
        """
        return Chain(Percentage(min(self.chance, 100), "to hit", self.rule))

    @abstractmethod
    def _percentage(self) -> Tally:
        """What the dice are held against, and why."""

    def _in_words(self) -> str:
        """The first reason, such as `sword against mail`."""
        worn = self.fight.setting.figures[self.target].armour
        ignored = "" if self.armour == worn else f" (poison: {worn} does not count)"
        return f"{self.weapon.replace('_', ' ')} against {self.armour}{ignored}"
