"""Ranks and files: where the models of a block stand, and whether loose models hang together.

A block is given by the middle of its front edge, its facing, its files and models, and the base of a model as
width and depth. Files count from the left, seen from behind; models from the front rank's left, rank by rank.
The models of an incomplete last rank stand in the middle files.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from warhost.engine.field.compass import Angle, Point, all_from_frame, from_frame
from warhost.engine.field.shapes import Shape, near, oblong, oblongs

Base = tuple[int, int]


def ranks(models: int, files: int) -> int:
    """How many ranks there are, an incomplete one included."""
    return -(-models // files)


def last_rank(models: int, files: int) -> int:
    """How many models stand in the last rank.

    >>> last_rank(17, 5), last_rank(20, 5)
    (2, 5)
    """
    return (models - 1) % files + 1


def square_fronts(models: int) -> range:
    """The fronts in which so many stand as nearly square as their numbers allow.

    >>> list(square_fronts(20)), list(square_fronts(16))
    ([4, 5], [4])
    """
    root = isqrt(models)
    return range(root, root + 1 + (root * root < models))


def first_column(models_in_rank: int, files: int) -> int:
    """The file of a rank's leftmost model; what cannot be halved leaves the rank one place further left."""
    return (files - models_in_rank) // 2


def middle_outwards(files: int) -> list[int]:
    """The files from the middle outwards, the left one of two first.

    >>> middle_outwards(5), middle_outwards(4)
    ([2, 1, 3, 0, 4], [1, 2, 0, 3])
    """
    return sorted(range(files), key=lambda file: (abs(2 * file + 1 - files), file))


def block(front: Point, facing: Angle, files: int, models: int, base: Base) -> Shape:
    """The ground of all ranks, the last imagined full."""
    width, depth = base
    return oblong(front, facing, files * width, ranks(models, files) * depth)


def bodies(front: Point, facing: Angle, files: int, models: int, base: Base) -> tuple[Shape, ...]:
    """The ground where models really stand: the full ranks, and the incomplete last one if there is one."""
    width, depth = base
    full, rest = divmod(models, files)
    ground = []
    if full:
        ground.append(oblong(front, facing, files * width, full * depth))
    if rest:
        middle = (2 * first_column(rest, files) + rest - files) * width // 2
        ground.append(oblong(from_frame((middle, -full * depth), front, facing), facing, rest * width, depth))
    return tuple(ground)


def place(front: Point, facing: Angle, files: int, models: int, base: Base, index: int) -> Point:
    """The middle of the base of a model: so far behind its front edge as a body takes its base to reach ahead."""
    x, row = _column(files, models, base, index)
    return from_frame((x, -row * base[1] - base[1] // 2), front, facing)


def bases(front: Point, facing: Angle, files: int, models: int, base: Base) -> list[Shape]:
    """The base of every model, in order."""
    (width, depth), (full, rest) = base, divmod(models, files)
    left = first_column(rest, files)
    fronts = [((2 * file + 1 - files) * width // 2, -row * depth) for row in range(full) for file in range(files)]
    fronts += [((2 * file + 1 - files) * width // 2, -full * depth) for file in range(left, left + rest)]
    return oblongs(all_from_frame(fronts, front, facing), facing, width, depth)


def base_at(front: Point, facing: Angle, files: int, models: int, base: Base, index: int) -> Shape:
    """The base of one model."""
    x, row = _column(files, models, base, index)
    return oblong(from_frame((x, -row * base[1]), front, facing), facing, *base)


def _column(files: int, models: int, base: Base, index: int) -> tuple[int, int]:
    """How far right of the middle a model stands, and in which rank."""
    row, column = divmod(index, files)
    if row == models // files:
        column += first_column(models % files, files)
    return (2 * column + 1 - files) * base[0] // 2, row


def joined(bases: Sequence[Shape], reach: int) -> bool:
    """Whether loose models hang together: from each one can come to every other, base to base over such gaps."""
    if not bases:
        return True
    waiting, alone = [bases[0]], list(bases[1:])
    while waiting and alone:
        base = waiting.pop()
        beside = [near(base, other, reach) for other in alone]
        waiting += [other for other, is_near in zip(alone, beside, strict=True) if is_near]
        alone = [other for other, is_near in zip(alone, beside, strict=True) if not is_near]
    return not alone
