"""Blocks in ranks as most games of massed foot have them: the rear rank centred to half a file, gaps between loose
models, bases of another size at one end of the front, and places in the front rank for those who lead.

    >>> form = Ranked()
    >>> body = form.body(Stance((0, 0), 0, 5), (1000, 1000), 7)
    >>> [base.centre for base in body.bases[5:]]
    [(-500, -1500), (500, -1500)]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from .body import Body
from .compass import all_from_frame, from_frame
from .formation import Base
from .shapes import Shape, oblong, oblongs
from .stance import Stance

Who = TypeVar("Who")


class Ranked(msgspec.Struct, frozen=True):
    """Rank behind rank, so far apart; a short rear rank stands in the middle, to half a file. `ends` are bases of
    another size that stand flush with the front at its right end and make it wider: they come last of all bases."""

    gap: int = 0
    ends: tuple[Base, ...] = ()

    def width(self, base: Base, files: int) -> int:
        """Of the whole front."""
        return self.files_width(base, files) + sum(wide + self.gap for wide, _ in self.ends)

    def files_width(self, base: Base, files: int) -> int:
        """Of the models of one kind alone."""
        return files * base[0] + max(0, files - 1) * self.gap

    def depth(self, base: Base, ranks: int) -> int:
        own = ranks * base[1] + max(0, ranks - 1) * self.gap
        return max([own, *(deep for _, deep in self.ends)])

    def body(self, stand: Stance, base: Base, models: int) -> Body:
        front, facing = stand.front, stand.facing
        files = max(1, min(stand.files, models))
        ranks = -(-models // files)
        size = self.width(base, files), self.depth(base, ranks)
        if not self.gap and not self.ends:
            parts = self._parts(stand, base, models, files) if models % files else ()
            return _Block(front, facing, files, models, base, size, parts, level=stand.level)
        bases = tuple(self.placed(stand, base, models, files))
        block = (oblong(front, facing, *size),)
        return Body(front, facing, files, models, base, size, bases, block, bases, level=stand.level)

    def placed(self, stand: Stance, base: Base, models: int, files: int) -> list[Shape]:
        wide, deep = base[0] + self.gap, base[1] + self.gap
        left = self.files_width(base, files) - self.width(base, files)  # twice how far the files are off the middle
        fronts = []
        for first in range(0, models, files):
            abreast = min(files, models - first)
            row = -(first // files) * deep
            fronts += [((left + (2 * file + 1 - abreast) * wide) // 2, row) for file in range(abreast)]
        return [
            *oblongs(all_from_frame(fronts, stand.front, stand.facing), stand.facing, *base),
            *self._flanking(stand, base, files),
        ]

    def _flanking(self, stand: Stance, base: Base, files: int) -> Iterable[Shape]:
        edge = self.files_width(base, files) - self.width(base, files) // 2 + self.gap
        for size in self.ends:
            middle = from_frame((edge + size[0] // 2, 0), stand.front, stand.facing)
            yield oblong(middle, stand.facing, *size)
            edge += size[0] + self.gap

    def _parts(self, stand: Stance, base: Base, models: int, files: int) -> tuple[Shape, ...]:
        """The full ranks as one, and the short one behind them."""
        full, rest = divmod(models, files)
        parts = [oblong(stand.front, stand.facing, files * base[0], full * base[1])] if full else []
        if rest:
            behind = from_frame((0, -full * base[1]), stand.front, stand.facing)
            parts.append(oblong(behind, stand.facing, rest * base[0], base[1]))
        return tuple(parts)


class _Block(Body):
    """Closed ranks: where every single base lies is worked out when somebody asks for it."""

    __slots__ = ()

    @property
    def bases(self) -> tuple[Shape, ...]:
        if not self._bases:
            stand = Stance(self.front, self.facing, self.files)
            self._bases = tuple(_CLOSED.placed(stand, self.base, self.models, self.files))
        return self._bases

    def base_at(self, index: int) -> Shape:
        return self.bases[index]


_CLOSED = Ranked()


def front_posts(
    files: int, leaders: Sequence[tuple[Who, int | None]], middle: Who | None, right: Who | None, left: Who | None
) -> dict[int, Who]:
    """Who of note stands where in a front rank: leaders who have a place of their own take it first, then the other
    leaders and those who belong in the middle, at its right and its left hand, as near to it as there is room.
    Whoever finds no room is left out: he stands behind.

    >>> front_posts(5, [("captain", None)], "standard", "champion", "musician")
    {2: 'standard', 3: 'champion', 1: 'musician', 4: 'captain'}
    """
    posts: dict[int, Who] = {}
    for who, wanted in leaders:
        if wanted is not None and 0 <= wanted < files and wanted not in posts:
            posts[wanted] = who
    posted = list(posts.values())
    others = [who for who, _ in leaders if who not in posted]
    kept = max(0, files - len(posts) - len(others))
    usual = [who for who in (right, middle, left) if who is not None][:kept]  # the champion goes first
    centre = (files - 1) // 2
    for who in [who for who in (middle, right, left) if who in usual]:
        wished = centre if who == middle else centre + 1 if who == right else centre - 1
        posts[_nearest_free(files, posts, wished)] = who
    for who in others:
        if len(posts) < files:
            posts[_nearest_free(files, posts, centre + 1)] = who
    return posts


def _nearest_free(files: int, taken: dict[int, Who], wished: int) -> int:
    free = [file for file in range(files) if file not in taken]
    return min(free, key=lambda file: (abs(file - wished), -file))


def thinned(files: int, models: int, lost: int) -> tuple[int, int]:
    """The front after losses from the rear, and by how many half files its middle moves to the right: a single rank
    loses its right end and its left end in turn, whoever is left stays where he is.

    >>> thinned(5, 10, 3), thinned(5, 5, 1), thinned(5, 6, 3)
    ((5, 0), (4, -1), (3, 0))
    """
    left = models - lost
    if left >= files or left <= 0:
        return files, 0
    gone = min(files, models) - left
    right, other = -(-gone // 2), gone // 2
    return left, other - right


def ranks_of(files: int, models: int) -> list[int]:
    """How many models stand in each rank, from the front.

    >>> ranks_of(6, 23)
    [6, 6, 6, 5]
    """
    return [min(files, models - first) for first in range(0, models, max(1, files))]
