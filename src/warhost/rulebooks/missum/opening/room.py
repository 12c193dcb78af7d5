"""Room for everybody of the standard drawing up, whatever the dice have laid in his place.

[mis.setup.standard] [mis.setup.map]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from warhost.engine.field.body import apart
from warhost.engine.field.shapes import Shape, near, overlap

from ..armies.troops import Troop
from ..bodies import body_at, form_of
from ..forms import LegionBody
from ..land.ground import LEVEL, platform_shape
from ..library import MM, Kind
from ..setting import Setting
from ..state import Piece, State
from .zones import LINE_DEPTH, MARGIN, PLATFORM_AT, SCREEN_DEPTH, Map, Spot, from_edge, placed

STEP, FARTHEST, DEEPEST = 10 * MM, 1200 * MM, 300 * MM


class Room:
    """Who has found his place so far, and where others may still stand."""

    def __init__(self, setting: Setting, state: State, side: int):
        self.setting, self.state, self.side = setting, state, side
        self.grounds = [ground for ground in setting.lie(state.grounds).grounds if ground.kind.barred]
        self.platform = platform_shape(platform_at(setting, side))
        self.kept: dict[int, tuple[Piece, LegionBody]] = {}

    def settle(self, found: Map) -> None:
        """Whoever is new stays where he is, or goes to the nearest free place beside or behind it."""
        for name in found:
            number, at = self.setting.number[name], found[name]["at"]
            if number in self.kept:
                continue
            assert isinstance(at, list)
            for x, y in self._places(at):
                piece, body = self._stood(number, {**found[name], "at": [x, y]})
                if self._free(number, piece, body):
                    found[name]["at"] = [x, y]
                    self.kept[number] = piece, body
                    break
            else:
                self.kept[number] = self._stood(number, found[name])

    def _places(self, at: list[int]) -> Iterator[tuple[int, int]]:
        back = -1 if self.side == 0 else 1
        return ((at[0] + aside, at[1] + back * behind) for aside, behind in _steps())

    def _stood(self, number: int, spot: Spot) -> tuple[Piece, LegionBody]:
        piece = placed(self.state.pieces[number], spot)
        return piece, body_at(self.setting, number, piece, piece.stance, form_of(piece))

    def _free(self, number: int, piece: Piece, body: LegionBody) -> bool:
        kind = self.setting.troops[number]
        if piece.platform >= 0:
            return True
        if not self._in_zone(kind, body) or (not piece.height and self._barred(kind, body)):
            return False
        for other, theirs in self.kept.values():
            level = abs(other.height - piece.height) <= LEVEL
            if level and other.platform < 0 and _share(theirs.parts, body.parts):
                return False
        return kind.kind != "dritlan" or self._with_his_own(kind, body)

    def _in_zone(self, kind: Troop, body: LegionBody) -> bool:
        deep = SCREEN_DEPTH if kind.skirmishes else LINE_DEPTH
        low, high = sorted((from_edge(self.setting, self.side, 0), from_edge(self.setting, self.side, deep)))
        left, right, bottom, top = body.box
        return left >= MARGIN and right <= self.setting.width - MARGIN and bottom >= low and top <= high

    def _barred(self, kind: Troop, body: LegionBody) -> bool:
        shut = [ground.shape for ground in self.grounds if barred_to(kind, ground.kind)]
        return _share([self.platform], body.parts) or any(near(bar, part, 0) for bar in shut for part in body.parts)

    def _with_his_own(self, kind: Troop, body: LegionBody) -> bool:
        """[mis.command.dritlan-attached]"""
        return any(
            self.setting.troops[other].legion
            and not piece.height
            and piece.huitsan == kind.huitsan
            and apart(theirs, body) < MM
            for other, (piece, theirs) in self.kept.items()
        )


def _share(some: Sequence[Shape], others: Sequence[Shape]) -> bool:
    return any(overlap(a, b) for a in some for b in others)


@cache
def _steps() -> tuple[tuple[int, int], ...]:
    """How far aside and how far to the rear, the nearest first; the rear is dear."""
    wide, deep = FARTHEST // STEP, DEEPEST // STEP
    found = [(x * STEP, y * STEP) for x in range(-wide, wide + 1) for y in range(deep + 1)]
    return tuple(sorted(found, key=lambda step: (abs(step[0]) + 4 * step[1], step[1], -step[0])))


def barred_to(troop: Troop, ground: Kind) -> bool:
    """Whether nobody may stand there, or none of the line but those who are at home there."""
    at_home = bool(ground.milder_to) and troop.has(ground.milder_to)
    return ground.barred == "all" or (ground.barred == "line" and troop.kind in ("line", "battery") and not at_home)


def platform_at(setting: Setting, side: int) -> tuple[int, int]:
    return setting.width // 2, from_edge(setting, side, PLATFORM_AT)
