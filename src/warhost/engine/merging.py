"""Looking ahead along rows of deeds: ways that leave the same behind them are one way.

Ten blows at one unit and eight at another can fall in thousands of ways, but leave behind little more than so
many dead here and so many there. Where the rules say that rows of deeds have no hand in each other
(`Battle.apart`), each row is followed for itself, deed by deed. Whenever a deed is done, ways after which the
battle stands the same, and of which as much is to be told, become one. So the rest of the step is run once for each
end of the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from .battle import Battle, R, fingerprint
from .dice import Throw
from .event import Told
from .foresight import Enough, Foreseeing, Past
from .oracle import Apart, Branch, Faces

MOST_DEEDS = 800  # that are followed for one answer
Counted = Callable[[Sequence[Told]], Hashable]


class TooMany(Exception):
    """There are more outcomes than anybody would wait for."""


class Fell(NamedTuple):
    """What dice came to, out of so much."""

    what: Any
    chance: Fraction


Path = tuple[Fell, ...]
Ways = list[tuple[Path, Fraction]]


class Left(NamedTuple):
    """The battle when some deeds of a row are done, what was told till then, and one way that leads there."""

    state: Any
    told: list[Told]
    path: Path
    chance: Fraction


class Memory:
    """The ends of the rows that have been followed, by what fell before them, and how many deeds may still be."""

    def __init__(self, most: int = MOST_DEEDS):
        self._ends: dict[tuple[tuple[Any, ...], int], Ways] = {}
        self._most = most

    def ends(self, before: tuple[Any, ...], to: int, followed: Callable[[], Ways]) -> Ways:
        if (before, to) not in self._ends:
            self._ends[before, to] = followed()
        return self._ends[before, to]

    def count(self) -> None:
        self._most -= 1
        if self._most < 0:
            raise TooMany


class Merging(Foreseeing):
    """Follows rows of deeds each for itself. What is to be told of them is `counted`."""

    def __init__(self, path: Sequence[Any], side: int, past: Past | None, memory: Memory, counted: Counted):
        super().__init__(path, side, past, die_by_die=False)
        self._memory, self._counted = memory, counted
        self._row: Row | None = None

    def throw(self, throw: Throw) -> Faces:
        return super().throw(throw) if self._row is None else self._row.fallen(throw.falls)

    def settle(self, outcomes: Callable[[], Iterable[tuple[R, Fraction]]]) -> R:
        return super().settle(outcomes) if self._row is None else self._row.fallen(outcomes)

    def apart(self, battle: Battle[Any, Any], deeds: Sequence[Apart]) -> None:
        if self._row is not None:
            super().apart(battle, deeds)
            return
        rows: dict[int, list[Apart]] = {}
        for deed in deeds:
            rows.setdefault(deed.to, []).append(deed)
        before = tuple(self.path[: self.at])
        for to, row in rows.items():
            if self.at == len(self.path):
                ends = self._memory.ends(before, to, partial(self._followed, battle, row))
                raise Branch(ends, len(ends))
            self._done(row, Row(self._fallen()))

    def _done(self, row: Sequence[Apart], falls: Row) -> None:
        """The deeds of a row once more, in one of the ways that were found."""
        self._row = falls
        try:
            for deed in row:
                deed.do()
        except (Open, Enough):  # more falls or is asked now than when it was followed for itself
            raise TooMany from None
        falls.is_over()
        self._row = None

    def _followed(self, battle: Battle[Any, Any], row: Sequence[Apart]) -> Ways:
        """All ends of a row. The battle is not what it was after it: this run of the step is at its end."""
        before = len(battle.told)
        lefts = [Left(battle.state, battle.told, (), Fraction(1))]
        for deed in row:
            merged: dict[Hashable, Left] = {}
            for end in self._ends_of(battle, deed, lefts):
                like = fingerprint(end.state), self._counted(end.told[before:])
                same = merged.get(like)
                merged[like] = end if same is None else same._replace(chance=same.chance + end.chance)
            lefts = list(merged.values())
        return [(left.path, left.chance) for left in lefts]

    def _ends_of(self, battle: Battle[Any, Any], deed: Apart, lefts: Sequence[Left]) -> Iterator[Left]:
        for left in lefts:
            waiting: Ways = [((), left.chance)]
            while waiting:
                path, chance = waiting.pop()
                self._memory.count()
                battle.state, battle.told = left.state.copy(), [*left.told]
                self._row = Row(path)
                try:
                    deed.do()
                except Open as open:
                    waiting.extend(((*path, fell), chance * fell.chance) for fell in open.ways)
                    continue
                except Enough:
                    raise TooMany from None
                yield Left(battle.state, battle.told, (*left.path, *path), chance)


class Open(BaseException):
    """In a row dice are thrown that have not fallen yet."""

    def __init__(self, ways: list[Fell]):
        super().__init__("dice in a row of deeds")
        self.ways = ways


class Row:
    """What falls in a row of deeds, one after the other."""

    def __init__(self, path: Path):
        self._path, self._at = path, 0

    def fallen(self, outcomes: Callable[[], Iterable[tuple[Any, Fraction]]]) -> Any:
        """What falls next must be as likely as it was when the row was followed for itself; otherwise another row
        has had its hand in this one after all."""
        ways = [Fell(*way) for way in outcomes()]
        if self._at == len(self._path):
            raise Open(ways)
        fell = self._path[self._at]
        self._at += 1
        if fell not in ways:
            raise TooMany
        return fell.what

    def is_over(self) -> None:
        """Nothing has fallen that is not wanted."""
        if self._at < len(self._path):
            raise TooMany
