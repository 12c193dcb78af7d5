"""Dice: what is thrown and why, and a stream of faces that anyone can check afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import blake2b, sha256
from itertools import combinations_with_replacement, groupby, pairwise, product
from itertools import count as count_up
from math import comb, factorial, prod
from struct import Struct as Layout

import msgspec

# Little-endian by decree, so that every machine reads the same faces.
_BLOCK = Layout("<32H")
_WORDS = 1 << 16


class Throw(msgspec.Struct, frozen=True):
    """A request for dice. `cuts` are the faces after which the outcome changes: with (7,) a D100 only says
    whether it is 7 or less; without cuts every face matters. They hold for each die."""

    count: int
    sides: int
    purpose: str
    rule: str
    side: int  # who throws
    cuts: tuple[int, ...] = ()
    fails: int | None = None  # the last face that fails and may yet be thrown again, if that is not the first cut
    need: int | None = None  # what each die is held against, where that is one number: so much or less …
    over: bool = False  # … or so much or more
    again: tuple[int, ...] = ()  # which dice of an earlier throw these take the place of, counted from 0
    since: int = 0  # so many throws like that one came after it
    alike: bool = False  # it only matters how many fall in each band, never which of the dice

    def bands(self) -> tuple[tuple[int, int], ...]:
        """The ranges of faces, lowest to highest, that lead to the same outcome."""
        if not self.cuts:
            return tuple((face, face) for face in range(1, self.sides + 1))
        edges = (0, *(cut for cut in self.cuts if 0 < cut < self.sides), self.sides)
        return tuple((below + 1, high) for below, high in pairwise(edges))

    def needed(self) -> str:
        """What the faces are held against.

        >>> Throw(1, 6, "to hit", "rule", 0, (3,), need=4, over=True).needed()
        'needs 4 or more'
        >>> Throw(1, 6, "where it goes", "rule", 0, (2, 5)).needed()
        'tells apart 1-2, 3-5 and 6'
        """
        if not self.cuts:
            return "every face counts"
        if self.need is not None:
            return f"needs {self.need} or {'more' if self.over else 'less'}"
        *most, last = [f"{low}-{high}" if low < high else str(low) for low, high in self.bands()]
        return f"tells apart {', '.join(most)} and {last}"

    @property
    def ways(self) -> int:
        """In how many ways that make a difference the dice can fall."""
        bands = len(self.bands())
        found: int = comb(self.count + bands - 1, self.count) if self.alike else bands**self.count
        return found

    def falls(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """Each way the dice can fall that makes a difference, with its chance; a band stands for all its faces."""
        bands = self.bands()
        rows = combinations_with_replacement(bands, self.count) if self.alike else product(bands, repeat=self.count)
        for fallen in rows:
            ways = prod(high - low + 1 for low, high in fallen) * (_orders(fallen) if self.alike else 1)
            yield tuple(low for low, _ in fallen), Fraction(ways, self.sides**self.count)


def _orders(fallen: Sequence[object]) -> int:
    """In how many orders dice could have fallen that lie sorted now.

    >>> _orders([2, 2, 5])
    3
    """
    return factorial(len(fallen)) // prod(factorial(len([*same])) for _, same in groupby(fallen))


class Faces(tuple[int, ...]):
    """Faces of which the last so many lie `fast`: a player's hand was on them, and no rule throws them again.

    `was` is what those showed before; 0 where a die lay so from the first."""

    fast = 0
    was: tuple[int, ...] = ()

    @classmethod
    def fixed(cls, loose: Sequence[int], fast: Sequence[int], was: Sequence[int] = ()) -> Faces:
        faces = cls((*loose, *fast))
        faces.fast, faces.was = len(fast), tuple(was)
        return faces


def not_fast(faces: tuple[int, ...]) -> int:
    """How many of these dice, from the first on, a rule may still throw again."""
    return len(faces) - faces.fast if isinstance(faces, Faces) else len(faces)


def read_off(marks: Sequence[str], throw: Throw) -> list[int]:
    """The faces of real dice by the digits on them.

    A ten-sided die has a nought for its ten. Two of them, the tens first, are one of a hundred sides: `0 7` or `07`
    is seven, and two noughts are a hundred.
    """
    if throw.sides == 100 and len(marks) == 2 * throw.count and all(len(mark) == 1 for mark in marks):
        marks = [tens + units for tens, units in zip(marks[::2], marks[1::2], strict=True)]
    noughts = {10: "0", 100: "00"}.get(throw.sides)
    return [throw.sides if mark == noughts else int(mark) for mark in marks]


class DiceStream:
    """The dice of one step of a battle. They follow from the seed and the number of the step alone."""

    __slots__ = ("_words",)

    def __init__(self, seed: str, step: int) -> None:
        self._words = _words(seed, step)

    def throw(self, count: int, sides: int) -> tuple[int, ...]:
        """The next `count` faces, each from 1 to `sides`."""
        if not 0 < sides <= _WORDS:
            raise ValueError(f"a die has 1 to {_WORDS} sides, not {sides}")
        fair = _WORDS - _WORDS % sides  # words from here on would favour the low faces: they are passed over
        faces: list[int] = []
        while len(faces) < count:
            word = next(self._words)
            if word < fair:
                faces.append(word % sides + 1)
        return tuple(faces)


def _words(seed: str, step: int) -> Iterator[int]:
    key = blake2b(seed.encode(), digest_size=32, person=b"warhost seed").digest()
    prefix = step.to_bytes(8, "little")
    for block in count_up():
        message = prefix + block.to_bytes(8, "little")
        yield from _BLOCK.unpack(blake2b(message, key=key, person=b"warhost dice").digest())


def commitment(seed: str) -> str:
    """What is shown before a game to prove after it that no die was chosen: the seed must have this hash.
    It hides the seed only if the seed is too long to guess."""
    return sha256(b"warhost seed commitment\0" + seed.encode()).hexdigest()
