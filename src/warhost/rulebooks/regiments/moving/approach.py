"""The way of a charge: ahead, one free wheel of at most 90 degrees, ahead until it touches, and flush.

The rules let a charge end wherever such a way leads, and want the end with the most models in contact, one that
touches no other enemy before one that does. So the ends at which contacts change are tried, the best first; where
something stands in the way of the best, every way there is.
[reg.charge.geometry] [reg.charge.several] [reg.charge.declare] [reg.move.single]
"""

from __future__ import annotations

from collections.abc import Iterator

from .onset import Approach, Onset
from .pivoting import after_turns
from .wheeling import every_way, to_ends

FEW_ENDS, COARSE = 5, 4


def best_approach(onset: Onset) -> Approach | None:
    """The end with the most contacts that some way leads to."""
    return next(approaches(onset), None)


def approaches(onset: Onset) -> Iterator[Approach]:
    """Ways in, the best first; those last after which it cannot stand flush."""
    if onset.single:
        yield from _flush_first(onset, after_turns(onset))
        return
    ends = onset.ends()
    found = _flush_first(onset, to_ends(onset, ends))
    first = next(found, None)
    if first is not None and not first.swings and onset.rank(first) == onset.rank(ends[0]):
        yield first
        yield from found
        return
    others = list(_flush_first(onset, every_way(onset)))
    every = [*([first] if first else []), *found, *others]
    yield from sorted(every, key=lambda one: (one.swings, onset.rank(one), abs(one.place - onset.natural)))


def _flush_first(onset: Onset, found: Iterator[Approach]) -> Iterator[Approach]:
    jammed: Approach | None = None
    for approach in found:
        if onset.fits(approach.end):
            yield approach
        elif jammed is None and onset.fits(approach.way[-1]):
            jammed = approach._replace(swings=True)
    if jammed is not None:
        yield jammed


def reachable(onset: Onset) -> bool:
    """Whether some way leads to the side at all: a coarse look at few ends, and only then at every way.

    Whether it can stand flush there is another matter: else the target swings, or both stay as they are.
    """
    if onset.single:
        return any(_comes_in(onset, approach) for approach in after_turns(onset))
    ends = onset.ends()
    few = ends[:: max(1, len(ends) // FEW_ENDS)]
    if any(_comes_in(onset, approach) for approach in to_ends(onset, few, COARSE)):
        return True
    return any(_comes_in(onset, approach) for approach in every_way(onset))


def _comes_in(onset: Onset, approach: Approach) -> bool:
    return onset.fits(approach.end) or onset.fits(approach.way[-1])
