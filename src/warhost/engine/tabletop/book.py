"""A game of single figures on a free table: what is seen, said and dragged follows from who stands where."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property
from itertools import combinations
from typing import Any, Generic, TypeVar

import msgspec

from warhost.engine.battle import State
from warhost.engine.book import Book
from warhost.engine.data import DataError, nearest
from warhost.engine.field.compass import of_degrees
from warhost.engine.field.shapes import Shape, oblong, overlap
from warhost.engine.spokesman import Spokesman
from warhost.engine.unreadable import explained
from warhost.engine.verdict import Fact
from warhost.engine.view import BaseView, BlockView, UnitView, View

from .figure import Figure
from .spokesman import FigureSpokesman
from .table import Table

UNIT = 1000

S = TypeVar("S", bound=State)
T = TypeVar("T")


class FigureBook(Book[S, T], Generic[S, T]):
    """Two things more than any game has to say: its table, and who stands on it."""

    @abstractmethod
    def table(self, setting: T) -> Table: ...

    @abstractmethod
    def figures(self, state: S) -> Mapping[str, Figure]:
        """All of them by their ids, the fallen too."""

    # --- what a rulebook may know better -------------------------------------------------------------------

    def details(self, setting: T, state: S, figure: Figure, side: int | None) -> tuple[str, ...]:
        """Lines about one of them that this side may read."""
        return ()

    def marks(self, setting: T, state: S, figure: Figure, side: int | None) -> tuple[str, ...]:
        """States of one of them that this side may see."""
        return ()

    def shape(self, figure: Figure) -> str:
        """How he is drawn: foot, archers, mounted, hero, beast …"""
        return "foot"

    def active(self, state: S) -> int | None:
        """The side whose move it is."""
        return None

    def phase(self, state: S) -> str:
        return ""

    # --- what follows --------------------------------------------------------------------------------------

    @cached_property
    def spokesman(self) -> Spokesman[S, T]:
        return FigureSpokesman(self)

    def view(self, setting: T, state: S, side: int | None) -> View:
        figures = list(self.figures(state).values())
        return View(
            self.title, self.turn(state), self.phase(state), self.sides(setting), side, self.active(state),
            board=None, pieces=(),
            units=tuple([UnitView(one.id, one.title, one.side, int(one.standing), 1) for one in figures]),
            table=self.table(setting).view(),
            blocks=tuple([self._block(setting, state, one, side) for one in figures if one.standing]),
        )  # fmt: skip

    def _block(self, setting: T, state: S, figure: Figure, side: int | None) -> BlockView:
        return BlockView(
            figure.id, figure.title, figure.side, figure.at, figure.facing, _square(figure).points,
            (BaseView(figure.base.points),), figure.title[0], self.shape(figure), figure.id,
            marks=self.marks(setting, state, figure, side),
            details=self.details(setting, state, figure, side),
        )  # fmt: skip

    def facts(self, setting: T, state: S) -> dict[str, Fact]:
        return {one.id: _fact(one) for one in self.figures(state).values()}

    def flaws(self, setting: T, state: S) -> list[str]:
        standing = [one for one in self.figures(state).values() if one.standing]
        table = self.table(setting)
        off = [f"{one.id} is not wholly on the table" for one in standing if not table.holds(one.base)]
        return off + [
            f"{one.id} and {other.id} stand in the same place"
            for one, other in combinations(standing, 2)
            if overlap(one.base, other.base)
        ]

    # --- the referee ---------------------------------------------------------------------------------------

    def situation(self, data: Mapping[str, Any], file: str) -> tuple[dict[str, Any], S]:
        """`[figures.ID]` says where somebody stands, in the measure of the table, and how he looks, in degrees, and
        whatever else he is; who is not named is not there. `[state]` says the rest."""
        setup = self.setup(data.get("scenario"), data.get("options", {}))
        state = self.begin(self.setting(setup))
        plain = msgspec.to_builtins(state) | data.get("state", {})
        figures = self.figures(state)
        placed = data.get("figures", {})
        for name in placed:
            if name not in figures:
                there = ", ".join(figures)
                raise DataError(file, f"figures.{name}", f"nobody is called that{nearest(name, figures)}; {there}")
        for one in figures.values():
            told = placed.get(one.id)
            self._put(plain, one.id, {"standing": False} if told is None else _in_thousandths(told))
        try:
            return setup, self.restore(self.setting(setup), plain)
        except msgspec.ValidationError as error:
            raise DataError(file, "", explained(error)) from None

    def _put(self, plain: dict[str, Any], name: str, told: Mapping[str, Any]) -> None:
        """Change a figure in a state that is written down as `figures` by id."""
        plain["figures"][name] |= told


def _square(figure: Figure) -> Shape:
    """The smallest square in line with his facing that holds him."""
    wide = 2 * figure.radius
    x, y = figure.at
    there = oblong((0, 0), figure.facing, wide, wide)
    cx, cy = there.centre
    return oblong((x - cx, y - cy), figure.facing, wide, wide)


def _fact(figure: Figure) -> Fact:
    x, y = figure.at
    at = (x / UNIT, y / UNIT) if figure.standing else None
    return Fact("standing" if figure.standing else "slain", at, f"{figure.facing / 100:g}°")


def _in_thousandths(told: Mapping[str, Any]) -> dict[str, Any]:
    """What a situation says of a figure, as a state is written."""
    written = dict(told)
    if "at" in written:
        written["at"] = [round(part * UNIT) for part in written["at"]]
    if "facing" in written:
        written["facing"] = of_degrees(written["facing"])
    return {"standing": True, **written}
