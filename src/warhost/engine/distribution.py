"""Exact chances of whole numbers from 0 upwards: integer weights, no rounding anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm


class Distribution:
    """`weights[k]` of `total` is the chance of the outcome k, in lowest terms."""

    __slots__ = ("total", "weights")

    weights: tuple[int, ...]
    total: int

    def __init__(self, weights: Sequence[int]) -> None:
        end = len(weights)
        while end and not weights[end - 1]:
            end -= 1
        if not end or min(weights) < 0:
            raise ValueError("a distribution needs weights of 0 or more, and one above 0")
        common = gcd(*weights)
        self.weights = tuple(weight // common for weight in weights[:end])
        self.total = sum(self.weights)

    @classmethod
    def of(cls, weights: Mapping[int, int]) -> Distribution:
        """From outcomes and their weights: `Distribution.of({0: 3, 1: 1})` is a chance of one in four."""
        if not weights or min(weights) < 0:
            raise ValueError("outcomes are whole numbers from 0 upwards, at least one of them")
        return cls([weights.get(outcome, 0) for outcome in range(max(weights) + 1)])

    @classmethod
    def mixed(cls, parts: Iterable[tuple[Fraction, Distribution]]) -> Distribution:
        """One of several, each with its chance; these add up to one.

        >>> half = Fraction(1, 2)
        >>> Distribution.mixed([(half, Distribution.of({0: 1})), (half, Distribution.of({1: 1}))])
        Distribution.of({0: 1, 1: 1})
        """
        chances: dict[int, Fraction] = {}
        for chance, part in parts:
            for outcome, share in part.items():
                chances[outcome] = chances.get(outcome, Fraction(0)) + chance * share
        whole = lcm(*(chance.denominator for chance in chances.values()))
        return cls.of({outcome: int(chance * whole) for outcome, chance in chances.items()})

    def chance(self, outcome: int) -> Fraction:
        weight = self.weights[outcome] if 0 <= outcome < len(self.weights) else 0
        return Fraction(weight, self.total)

    def at_least(self, outcome: int) -> Fraction:
        return Fraction(sum(self.weights[max(0, outcome) :]), self.total)

    def mean(self) -> Fraction:
        return Fraction(sum(k * weight for k, weight in enumerate(self.weights)), self.total)

    def variance(self) -> Fraction:
        squares = sum(k * k * weight for k, weight in enumerate(self.weights))
        return Fraction(squares, self.total) - self.mean() ** 2

    def items(self) -> Iterator[tuple[int, Fraction]]:
        """Every outcome that can happen, with its chance."""
        return ((k, Fraction(weight, self.total)) for k, weight in enumerate(self.weights) if weight)

    def to_floats(self) -> tuple[float, ...]:
        return tuple(weight / self.total for weight in self.weights)

    def convolve(self, other: Distribution) -> Distribution:
        """The sum of two independent numbers."""
        return Distribution(_product(self.weights, other.weights))

    def compose(self, per_unit: Distribution) -> Distribution:
        """The sum of N independent copies of `per_unit`, where N has this distribution.

        Horner's rule on the generating function; the powers of the denominator that a division would need
        are carried in the weights that are still to come, so that all stays whole.
        """
        unit, scale = per_unit.weights, 1
        result = [self.weights[-1]]
        for weight in self.weights[-2::-1]:
            result = _product(result, unit)
            scale *= per_unit.total
            result[0] += weight * scale
        return Distribution(result)

    def unless(self, stopped: Fraction) -> Distribution:
        """Nothing at all, with this chance; otherwise as it is."""
        whole, free = stopped.denominator, stopped.denominator - stopped.numerator
        weights = [weight * free for weight in self.weights]
        return Distribution([weights[0] + self.total * (whole - free), *weights[1:]])

    def capped(self, most: int) -> Distribution:
        """Outcomes above `most` count as `most`."""
        if most < 0:
            raise ValueError(f"a cap is 0 or more, not {most}")
        return Distribution([*self.weights[:most], sum(self.weights[most:])])

    def __eq__(self, other: object) -> bool:
        return self.weights == other.weights if isinstance(other, Distribution) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.weights)

    def __repr__(self) -> str:
        return f"Distribution.of({ {k: weight for k, weight in enumerate(self.weights) if weight} })"


def _product(left: Sequence[int], right: Sequence[int]) -> list[int]:
    result = [0] * (len(left) + len(right) - 1)
    for shift, factor in enumerate(right):
        if factor:
            for k, weight in enumerate(left, shift):
                result[k] += weight * factor
    return result
