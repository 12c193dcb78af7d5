"""Who stands where, whose turn it is, and who carries the purses."""

from __future__ import annotations

from copy import copy

import msgspec

from warhost.engine.tabletop.figure import Figure


class Fellow(Figure, kw_only=True):
    fight: int = 2  # dice in a brawl
    traits: tuple[str, ...] = ()
    acted: bool = False


class State(msgspec.Struct):
    figures: dict[str, Fellow]
    bearers: list[str]  # who carries the purse of each side: its secret until he falls
    taken: list[int]  # how many purses of others each side has taken
    turn: int = 1
    side: int = 0

    def copy(self) -> State:
        figures = {name: copy(figure) for name, figure in self.figures.items()}
        return State(figures, self.bearers[:], self.taken[:], self.turn, self.side)

    def standing(self, side: int) -> list[Fellow]:
        return [one for one in self.figures.values() if one.side == side and one.standing]

    def enemies(self, side: int) -> list[Fellow]:
        return [one for one in self.figures.values() if one.side != side and one.standing]
