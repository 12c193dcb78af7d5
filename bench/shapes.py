"""Is our own geometry fast enough? `python bench/shapes.py` times it, beside Shapely where that is installed.

Microseconds for one question, the best of many short runs, so that a busy machine matters little.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from time import perf_counter
from typing import Any

from warhost.engine.field.compass import Point
from warhost.engine.field.shapes import Shape, cast, clear_line, clip, gap, oblong, overlap, overlaps_any

TABLE = (72_000, 48_000)
BLOCK = (3935, 3148)  # five files and four ranks of small bases
SMALL = (1968, 1574)  # so that 200 find room
LINE = ((-4000, -3500), (4000, 3500))
RUNS = 60

Pose = tuple[Point, int, int, int]


def best(ask: Callable[[Any], object], about: Sequence[Any]) -> float:
    """Microseconds for one question."""
    times = []
    for _ in range(RUNS):
        start = perf_counter()
        for matter in about:
            ask(matter)
        times.append(perf_counter() - start)
    return min(times) / len(about) * 1e6


def poses(count: int, size: tuple[int, int], seed: str) -> list[Pose]:
    chance = Random(seed)
    width, depth = TABLE
    return [
        ((chance.randrange(width), chance.randrange(depth)), chance.randrange(36000), *size) for _ in range(count)
    ]


def close_pairs(count: int) -> list[tuple[Shape, Shape]]:
    """Blocks so near each other that their boxes decide nothing."""
    chance = Random("close")
    pairs: list[tuple[Shape, Shape]] = []
    while len(pairs) < count:
        there = (chance.randrange(-4000, 4000), chance.randrange(-4000, 4000))
        a, b = oblong((0, 0), chance.randrange(36000), *BLOCK), oblong(there, chance.randrange(36000), *BLOCK)
        if a.left < b.right and b.left < a.right and a.bottom < b.top and b.bottom < a.top:
            pairs.append((a, b))
    return pairs


def far_pairs() -> list[tuple[Shape, Shape]]:
    shapes = [oblong(*pose) for pose in poses(200, BLOCK, "stand")]
    return [(a, b) for a, b in pairwise(shapes) if gap(a, b)]


def ours() -> dict[str, float]:
    near, far = close_pairs(200), far_pairs()
    sixty = [oblong(*pose) for pose in poses(60, BLOCK, "others")]
    result = {
        "build a block": best(lambda pose: oblong(*pose), poses(200, BLOCK, "stand")),
        "overlap, near": best(lambda pair: overlap(*pair), near),
        "overlap, far": best(lambda pair: overlap(*pair), far),
        "distance": best(lambda pair: gap(*pair), far),
        "slide up to, near": best(lambda pair: cast(pair[0], 3000, 8000, pair[1]), near),
        "line through a block, near": best(lambda pair: clip(*LINE, pair[1]), near),
        "sight line past 60": best(lambda pair: clear_line(pair[0].centre, pair[1].centre, sixty), far),
        "the same, each one clipped": best(
            lambda pair: [clip(pair[0].centre, pair[1].centre, shape) for shape in sixty], far
        ),
    }
    for count in (20, 60, 200):
        others = [oblong(*pose) for pose in poses(count, SMALL, "others")]
        result[f"new pose against {count}"] = best(_anew(others), poses(200, SMALL, "tried"))
    return result


def _anew(others: Sequence[Shape]) -> Callable[[Pose], bool]:
    return lambda pose: overlaps_any(oblong(*pose), others)


def shapelys(shapely: Any) -> dict[str, float]:
    """The same with Shapely: what stands is kept in an array and prepared, and asked in one call."""

    def built(shape: Shape) -> Any:
        return shapely.Polygon(shape.points)

    def kept(shapes: Sequence[Shape]) -> Any:
        array = shapely.polygons([shape.points for shape in shapes])
        shapely.prepare(array)
        return array

    def anew(others: Sequence[Shape]) -> Callable[[Pose], Any]:
        array = kept(others)
        return lambda pose: shapely.intersects(array, built(oblong(*pose))).any()

    near = [(built(a), built(b)) for a, b in close_pairs(200)]
    far = [(built(a), built(b)) for a, b in far_pairs()]
    ends = [(a.centre, b.centre) for a, b in far_pairs()]
    sixty = kept([oblong(*pose) for pose in poses(60, BLOCK, "others")])
    line = shapely.LineString(LINE)
    result = {
        "build a block": best(lambda pose: built(oblong(*pose)), poses(200, BLOCK, "stand")),
        "overlap, near": best(lambda pair: shapely.intersects(*pair), near),
        "overlap, far": best(lambda pair: shapely.intersects(*pair), far),
        "distance": best(lambda pair: shapely.distance(*pair), far),
        "line through a block, near": best(lambda pair: shapely.intersection(line, pair[1]), near),
        "sight line past 60": best(lambda pair: shapely.intersects(sixty, shapely.LineString(pair)).any(), ends),
        "the same, each one clipped": best(
            lambda pair: shapely.intersection(sixty, shapely.LineString(pair)), ends
        ),
    }
    for count in (20, 60, 200):
        others = [oblong(*pose) for pose in poses(count, SMALL, "others")]
        result[f"new pose against {count}"] = best(anew(others), poses(200, SMALL, "tried"))
    return result


def main() -> None:
    columns = {"warhost": ours()}
    try:
        columns["shapely"] = shapelys(importlib.import_module("shapely"))
    except ImportError:
        print("Shapely is not installed: only our own times.")
    print(f"{'microseconds':28}" + "".join(f"{name:>10}" for name in columns))
    for question in columns["warhost"]:
        times = [column.get(question) for column in columns.values()]
        print(f"{question:28}" + "".join(f"{'-' if time is None else f'{time:.2f}':>10}" for time in times))


if __name__ == "__main__":
    main()
