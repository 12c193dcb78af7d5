"""Who goes where: whether everybody can reach one of the new places without going too far."""

from __future__ import annotations

from collections.abc import Sequence

from .compass import Point


def all_within(olds: Sequence[Point], news: Sequence[Point], reach: int) -> bool:
    """Whether each of those who stand here can take a place of his own there and go no farther than this.

    >>> all_within([(0, 0), (10, 0)], [(10, 0), (20, 0)], 10), all_within([(0, 0), (10, 0)], [(10, 0), (20, 0)], 9)
    (True, False)
    """
    square = reach * reach
    if len(olds) <= len(news) and all(
        (x - a) * (x - a) + (y - b) * (y - b) <= square for (a, b), (x, y) in zip(olds, news, strict=False)
    ):
        return True  # as they stand in their order: most who change their front come so far
    open_to = [
        [at for at, (x, y) in enumerate(news) if (x - a) * (x - a) + (y - b) * (y - b) <= square] for a, b in olds
    ]
    holder: dict[int, int] = {}

    def finds_place(one: int, asked: set[int]) -> bool:
        """A free place, or one whose holder finds another."""
        for place in open_to[one]:
            if place not in asked:
                asked.add(place)
                if place not in holder or finds_place(holder[place], asked):
                    holder[place] = one
                    return True
        return False

    order = sorted(range(len(olds)), key=lambda one: len(open_to[one]))
    return all(finds_place(one, set()) for one in order)
