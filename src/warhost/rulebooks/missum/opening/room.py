"""Room for everybody of the standard drawing up, whatever the dice have laid in his place.

[mis.setup.standard] [mis.setup.map]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from warhost.engine.field.body import apart
from warhost.engine.field.shapes import Shape, near, overlap

from ..armies.troops import Troop
from ..bodies import body_at, form_of
from ..forms import LegionBody
from ..land.ground import LEVEL, platform_shape
from ..library import MM, Kind
from ..setting import Setting
from ..state import Piece, Point, State
from .zones import LINE_DEPTH, MARGIN, PLATFORM, PLATFORM_AT, SCREEN_DEPTH, Map, Spot, from_edge, placed

Suits = Callable[[int, Piece, LegionBody], bool]
STEP, FARTHEST, DEEPEST = 10 * MM, 1200 * MM, 300 * MM


class Room:
    """Who has found his place so far, and where others may still stand."""

    def __init__(self, setting: Setting, state: State, side: int):
        self.setting, self.state, self.side = setting, state, side
        self.grounds = [ground for ground in setting.lie(state.grounds).grounds if ground.kind.barred]
        self.platform = platform_shape(platform_at(setting, state, side))
        self.kept: dict[int, tuple[Piece, LegionBody]] = {}

    def settle(self, found: Map) -> None:
        """Whoever is new stays where he is, or goes to the nearest free place beside or behind it."""
        for name, spot in found.items():
            number = self.setting.number[name]
            if number not in self.kept:
                spot["at"] = self._place(number, spot)
                self.kept[number] = self._stood(number, spot)

    def _place(self, number: int, spot: Spot) -> list[int]:
        """As the rules want it; where there is no such place, at least out of everybody's way."""
        at, kind = spot["at"], self.setting.troops[number]
        assert isinstance(at, list)
        wishes: list[tuple[Suits, Iterable[list[int]]]] = [(self._free, _around(at, self.side))]
        if kind.kind == "dritlan":
            wishes.append((self._free, self._posts(number, spot, at)))
            wishes.append((self._clear, _around(at, self.side)))
        wishes.append((self._alone, _around(at, self.side)))
        for suits, places in wishes:
            for place in places:
                piece, body = self._stood(number, {**spot, "at": place})
                if suits(number, piece, body):
                    return place
        return at

    def _posts(self, number: int, spot: Spot, at: list[int]) -> list[list[int]]:
        """Where a dritlán's row touches one of his legions, the nearest first.  [mis.command.dritlan-attached]"""
        _, one = self._stood(number, spot)
        left, right, bottom, top = one.box
        found: set[tuple[int, int]] = set()
        for his, (_, theirs) in self.kept.items():
            if self._commands(number, his):
                west, east, low, high = theirs.box
                ends, sides = (low - top, high - bottom), (west - right, east - left)
                found |= {(at[0] + x, at[1] + y) for x in range(*_stretch(sides)) for y in ends}
                found |= {(at[0] + x, at[1] + y) for x in sides for y in range(*_stretch(ends))}
        return [list(spot) for spot in sorted(found, key=lambda to: (abs(to[0] - at[0]) + abs(to[1] - at[1]), to))]

    def _stood(self, number: int, spot: Spot) -> tuple[Piece, LegionBody]:
        piece = placed(self.state.pieces[number], spot)
        return piece, body_at(self.setting, number, piece, piece.stance, form_of(piece))

    def _free(self, number: int, piece: Piece, body: LegionBody) -> bool:
        """Out of everybody's way, and a dritlán with his own."""
        return self._clear(number, piece, body) and (
            self.setting.troops[number].kind != "dritlan" or self._with_his_own(number, body)
        )

    def _clear(self, number: int, piece: Piece, body: LegionBody) -> bool:
        """On ground that he may enter, in nobody's place."""
        barred = not piece.height and self._barred(self.setting.troops[number], body)
        return piece.platform >= 0 or (not barred and self._alone(number, piece, body))

    def _alone(self, number: int, piece: Piece, body: LegionBody) -> bool:
        """In nobody's place, whatever ground lies there."""
        if not self._in_zone(self.setting.troops[number], body):
            return False
        return not (not piece.height and _share([self.platform], body.parts)) and not any(
            abs(other.height - piece.height) <= LEVEL and other.platform < 0 and _share(theirs.parts, body.parts)
            for other, theirs in self.kept.values()
        )

    def _in_zone(self, kind: Troop, body: LegionBody) -> bool:
        deep = SCREEN_DEPTH if kind.skirmishes else LINE_DEPTH
        low, high = sorted((from_edge(self.setting, self.side, 0), from_edge(self.setting, self.side, deep)))
        left, right, bottom, top = body.box
        return left >= MARGIN and right <= self.setting.width - MARGIN and bottom >= low and top <= high

    def _barred(self, kind: Troop, body: LegionBody) -> bool:
        shut = [ground.shape for ground in self.grounds if barred_to(kind, ground.kind)]
        return any(near(bar, part, 0) for bar in shut for part in body.parts)

    def _commands(self, number: int, other: int) -> bool:
        """Whether a dritlán may be with this legion: it is of his huitsán, and on the ground."""
        his, (piece, _) = self.setting.troops[other], self.kept[other]
        return his.legion and not piece.height and piece.huitsan == self.setting.troops[number].huitsan

    def _with_his_own(self, number: int, body: LegionBody) -> bool:
        """[mis.command.dritlan-attached]"""
        return any(
            self._commands(number, other) and apart(theirs, body) < MM for other, (_, theirs) in self.kept.items()
        )


def _share(some: Sequence[Shape], others: Sequence[Shape]) -> bool:
    return any(overlap(a, b) for a in some for b in others)


def _stretch(ends: tuple[int, int]) -> tuple[int, int, int]:
    return ends[0] + STEP // 2, ends[1], STEP // 2


def _around(at: Sequence[int], side: int) -> Iterator[list[int]]:
    """Places beside and behind one, the nearest first."""
    back = -1 if side == 0 else 1
    return ([at[0] + aside, at[1] + back * behind] for aside, behind in _steps())


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


def platform_at(setting: Setting, state: State, side: int) -> Point:
    """The middle of a side's platform: off ground that nobody enters, or where the dice have left no such place.

    [mis.setup.platform] [mis.setup.map]
    """
    usual = setting.width // 2, from_edge(setting, side, PLATFORM_AT)
    shut = [ground.shape for ground in setting.lie(state.grounds).grounds if ground.kind.barred == "all"]
    inside = setting.width - MARGIN - PLATFORM // 2, setting.depth - PLATFORM // 2
    for x, y in _around(usual, side):
        stands = setting.width - inside[0] <= x <= inside[0] and setting.depth - inside[1] <= y <= inside[1]
        shape = platform_shape((x, y))
        if stands and not any(overlap(bar, shape) for bar in shut):
            return x, y
    return usual
