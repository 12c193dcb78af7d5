"""A chain of rolls as data: dice go in, each link lets some through, and hits, wounds or damage come out.

The rules work out once what a volley or a melee needs. `roll` throws that chain, `distribution` gives every
outcome with its exact chance; both read the same links, so odds and battle cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from warhost.engine.dice import Faces, Throw, not_fast
from warhost.engine.distribution import Distribution

Thrower: TypeAlias = Callable[[Throw], tuple[int, ...]]
Reroll: TypeAlias = Literal["none", "failures", "ones", "successes", "all"]


def reroll(successes: bool, failures: bool) -> Reroll:
    """Which dice are thrown again, by rules that ask for it apart from each other; no die is thrown a third time.

    >>> reroll(successes=True, failures=True)
    'all'
    """
    if successes and failures:
        return "all"
    return "successes" if successes else "failures" if failures else "none"


class Stage(msgspec.Struct, frozen=True):
    """What one part of a chain let through, and the dice that said so."""

    purpose: str
    rule: str
    count: int
    faces: tuple[int, ...] = ()
    rerolled: tuple[int, ...] = ()  # the second faces of the dice that were thrown again
    left: int = 0  # of those that came in, how many found nobody left to strike


class Outcome(msgspec.Struct, frozen=True):
    """What came out of a chain, and how it got there, from the start to the last link."""

    count: int
    stages: tuple[Stage, ...]


class Pool(msgspec.Struct, frozen=True, tag=True):
    """So many dice go into the first link; fewer than none are none."""

    dice: int
    purpose: str = "dice"
    rule: str = ""

    def roll(self, throw: Thrower, side: int) -> Stage:
        return Stage(self.purpose, self.rule, max(0, self.dice))

    def distribution(self) -> Distribution:
        return Distribution.of({max(0, self.dice): 1})


class Percentage(msgspec.Struct, frozen=True, tag=True):
    """Every full hundred is a sure hit, the rest is the chance of one more; 0 and less cannot hit."""

    total: int
    purpose: str = "to hit"
    rule: str = ""

    def roll(self, throw: Thrower, side: int) -> Stage:
        sure, rest = divmod(max(0, self.total), 100)
        if not rest:
            return Stage(self.purpose, self.rule, sure)
        faces = throw(Throw(1, 100, self.purpose, self.rule, side, (rest,), need=rest))
        return Stage(self.purpose, self.rule, sure + (faces[0] <= rest), faces)

    def distribution(self) -> Distribution:
        sure, rest = divmod(max(0, self.total), 100)
        return Distribution.of({sure: 100 - rest, sure + 1: rest})


class _EachDie(msgspec.Struct, frozen=True):
    """One die for each that comes in: it needs a face of `need` or more (`over`), or of `need` or less.

    Where a natural 1 always fails and a natural 6 always succeeds, the need is between 2 and 6. A need that
    every face or no face meets throws no dice. No die is thrown a third time.
    """

    sides: int
    need: int
    purpose: str
    rule: str
    over: bool = True
    reroll: Reroll = "none"

    @property
    def top(self) -> int:
        """The highest face that counts."""
        return self.sides

    def gain(self, face: int) -> int:
        """How many a die with this face lets through."""
        return int(self.meets(face, self.need))

    def meets(self, face: int, need: int) -> bool:
        return face >= need if self.over else face <= need

    def again(self, face: int) -> bool:
        """Whether a die with this face is thrown once more."""
        return _again(self.reroll, face, self.meets(face, self.need))

    def cuts(self) -> tuple[int, ...]:
        """The faces after which the gain changes."""
        return self._inside(self.need)

    def _inside(self, *needs: int) -> tuple[int, ...]:
        cuts = sorted(need - self.over for need in needs)
        return tuple(cut for cut in cuts if 0 < cut < self.top)

    def roll(self, count: int, throw: Thrower, side: int, against: int) -> Stage:
        cuts = self.cuts()
        if not count or not cuts:
            return Stage(self.purpose, self.rule, count * self.gain(1))
        by = self.thrower(side, against)
        seen = (1, *cuts) if self.reroll == "ones" and cuts[0] != 1 else cuts
        faces = self.thrown(count, throw, by, seen, _may_yet_fail(self.reroll, cuts))
        kept, again = kept_of(faces, self.again), again_of(faces, self.again)
        rerolled: tuple[int, ...] = ()
        if again:
            rerolled = self.thrown(len(again), throw, by, cuts, fails=0, again=again)
        through = sum(map(self.gain, kept)) + sum(map(self.gain, rerolled))
        return Stage(self.purpose, self.rule, through, faces, rerolled)

    def thrown(
        self, count: int, throw: Thrower, by: int, cuts: tuple[int, ...], fails: int | None,
        again: tuple[int, ...] = (),
    ) -> tuple[int, ...]:  # fmt: skip
        """With `again`, in place of the dice at these places."""
        purpose = _purpose(self.purpose, bool(again))
        dice = Throw(
            count, self.sides, purpose, self.rule, by, cuts, fails, self.need, self.over, again, alike=True
        )
        return throw(dice)

    def thrower(self, side: int, against: int) -> int:
        return side

    def follow(self, before: Distribution) -> Distribution:
        return before.compose(self.each())

    def each(self) -> Distribution:
        """What becomes of one die."""
        faces = range(1, self.top + 1)
        return _one_die([self.gain(face) for face in faces], [self.again(face) for face in faces])


def _may_yet_fail(reroll: Reroll, cuts: tuple[int, ...]) -> int | None:
    """The last face that anybody else would want to throw again: none where a rule does so with all that fail."""
    if reroll in ("failures", "all"):
        return 0
    return cuts[0] if reroll == "ones" else None


def kept_of(faces: tuple[int, ...], again: Callable[[int], bool]) -> list[int]:
    """The dice that are not thrown again, those that lie fast among them."""
    loose = not_fast(faces)
    return [face for at, face in enumerate(faces) if at >= loose or not again(face)]


def again_of(faces: tuple[int, ...], again: Callable[[int], bool]) -> tuple[int, ...]:
    """The places of the others."""
    return tuple(at for at, face in enumerate(faces[: not_fast(faces)]) if again(face))


def _purpose(purpose: str, again: bool) -> str:
    """What dice are thrown for, so that those thrown a second time are known."""
    return f"{purpose} again" if again else purpose


def _again(reroll: Reroll, face: int, success: bool) -> bool:
    if reroll in ("none", "all"):
        return reroll == "all"
    if reroll == "ones":
        return face == 1
    return success == (reroll == "successes")


def _one_die(gains: Sequence[int], again: Sequence[bool]) -> Distribution:
    """What one die gains, where some of its faces are thrown once more."""
    weights = [0] * (max(gains) + 1)
    for gain, rerolled in zip(gains, again, strict=True):
        if rerolled:
            for second in gains:
                weights[second] += 1
        else:
            weights[gain] += len(gains)
    return Distribution(weights)


class Test(_EachDie, frozen=True, tag=True):
    """Successes go on: to hit, to wound. A success with a face as good as `bonus_on` counts `bonus` more.

    Void faces are thrown again until another shows: a D7 is a D8 whose 8 is void.
    """

    __test__ = False  # a test of the rules, not one that pytest should collect

    bonus_on: int | None = None
    bonus: int = 1
    void: int = 0  # so many faces, from the top, do not count

    @property
    def top(self) -> int:
        return self.sides - self.void

    def thrown(
        self, count: int, throw: Thrower, by: int, cuts: tuple[int, ...], fails: int | None,
        again: tuple[int, ...] = (),
    ) -> tuple[int, ...]:
        if not self.void:
            return super().thrown(count, throw, by, cuts, fails, again)
        loose, fast = list[int](), list[int]()
        while (missing := count - len(loose) - len(fast)) > 0:
            more = super().thrown(missing, throw, by, (*cuts, self.top), fails, again)
            for at, face in enumerate(more):
                if face <= self.top:
                    (loose if at < not_fast(more) else fast).append(face)
        return Faces.fixed(loose, fast)

    def gain(self, face: int) -> int:
        if not self.meets(face, self.need):
            return 0
        return 1 + self.bonus if self.bonus_on is not None and self.meets(face, self.bonus_on) else 1

    def cuts(self) -> tuple[int, ...]:
        if self.bonus_on is None or self.meets(self.need, self.bonus_on):  # every success is as good
            return self._inside(self.need)
        return self._inside(self.need, self.bonus_on)


class Save(_EachDie, frozen=True, tag=True):
    """Failures go on: those who are struck throw, and what they save is stopped."""

    def gain(self, face: int) -> int:
        return 0 if self.meets(face, self.need) else 1

    def thrower(self, side: int, against: int) -> int:
        return against


class Damage(msgspec.Struct, frozen=True, tag=True):
    """Each that comes in becomes the sum of `count` dice: wounds of D3 each, a spell of 2D6 hits."""

    count: int
    sides: int
    purpose: str
    rule: str

    def roll(self, count: int, throw: Thrower, side: int, against: int) -> Stage:
        dice = count * self.count
        faces = throw(Throw(dice, self.sides, self.purpose, self.rule, side, alike=True)) if dice else ()
        return Stage(self.purpose, self.rule, sum(faces), faces)

    def follow(self, before: Distribution) -> Distribution:
        die = Distribution([0] + [1] * self.sides)
        return before.compose(Distribution.of({self.count: 1}).compose(die))


class Wounds(msgspec.Struct, frozen=True, tag=True):
    """Each that comes in throws a die, and its face says how many points it takes off one of several bodies.

    One body is struck until it has fallen, then the next; what a die does beyond the last point of its body is
    lost. Points go on, and what comes in when all have fallen is left over. Where points may be spared, a D6 is
    thrown for each.
    """

    gains: tuple[int, ...]  # the points of each face, from 1 on
    life: int
    bodies: int
    purpose: str
    rule: str
    hurt: int = 0  # what the first of them has lost already
    reroll: Reroll = "none"  # a success is a die that takes any points
    spared_on: int = 0  # the face from which a point is spared; 0: never
    apart: tuple[int, ...] = ()  # further faces after which dice are told apart, whatever they take
    fells: bool = False  # a body that loses any point, and is not spared it, has fallen

    @property
    def room(self) -> int:
        """All the points that can be taken."""
        return max(0, self.life * self.bodies - self.hurt)

    def taken(self, lost: int, gain: int) -> int:
        """What such a die takes when so many points are lost already."""
        if lost >= self.room:
            return 0
        left = self.life - (self.hurt + lost) % self.life
        return left if self.fells and gain else min(gain, left)

    def again(self, face: int) -> bool:
        return _again(self.reroll, face, self.gains[face - 1] > 0)

    def cuts(self) -> tuple[int, ...]:
        """The faces after which the gain changes."""
        changes = [face for face in range(1, len(self.gains)) if self.gains[face - 1] != self.gains[face]]
        seen = {*changes, *self.apart, *((1,) if self.reroll == "ones" else ())}
        return tuple(sorted(seen))

    @property
    def need(self) -> int | None:
        """The first face that takes any points, where all above it do; none where every face or no face does."""
        good = [gain > 0 for gain in self.gains]
        first = good.index(True) + 1 if True in good else 1
        return first if first > 1 and all(good[first - 1 :]) else None

    def roll(self, count: int, throw: Thrower, side: int, against: int) -> Stage:
        if not count or not self.room or not any(self.gains):
            return Stage(self.purpose, self.rule, 0, left=0 if self.room else count)
        fails = 0 if self.reroll in ("failures", "all") else None
        cuts, need = self.cuts(), self.need
        asked = Throw(count, len(self.gains), self.purpose, self.rule, side, cuts, fails, need, need is not None)
        faces = throw(asked)
        again = again_of(faces, self.again)
        purpose = _purpose(self.purpose, again=True)
        second_throw = msgspec.structs.replace(asked, count=len(again), purpose=purpose, again=again)
        rerolled = throw(second_throw) if again else ()
        second, loose = iter(rerolled), not_fast(faces)
        lost = left = 0
        for at, face in enumerate(faces):
            if lost == self.room:
                left += 1
                continue
            gain = self.gains[(next(second) if at < loose and self.again(face) else face) - 1]
            lost += self.taken(lost, self._unspared(gain, throw, against))
        return Stage(self.purpose, self.rule, lost, faces, rerolled, left)

    def _unspared(self, gain: int, throw: Thrower, by: int) -> int:
        if not gain or not self.spared_on:
            return gain
        cuts, need = (self.spared_on - 1,), self.spared_on
        spared = throw(Throw(gain, 6, "spared", self.rule, by, cuts, need=need, over=True, alike=True))
        return sum(face < self.spared_on for face in spared)

    def follow(self, before: Distribution) -> Distribution:
        each = self.each()
        lost = [1] + [0] * self.room  # by so many dice, out of the powers of each.total
        result = [before.weights[0]] + [0] * self.room
        for weight in before.weights[1:]:
            after = [0] * len(lost)
            for points, ways in enumerate(lost):
                if ways:
                    for gain, share in enumerate(each.weights):
                        after[points + self.taken(points, gain)] += ways * share
            lost = after
            result = [known * each.total + weight * ways for known, ways in zip(result, lost, strict=True)]
        return Distribution(result)

    def each(self) -> Distribution:
        """The points that one die would take if nobody fell."""
        gains = _one_die(self.gains, [self.again(face) for face in range(1, len(self.gains) + 1)])
        if not self.spared_on:
            return gains
        return gains.compose(Distribution([7 - self.spared_on, self.spared_on - 1]))


class Table(msgspec.Struct, frozen=True, tag=True):
    """What comes in is looked up: halved, shared out, counted together. Beyond its end the last value holds."""

    values: tuple[int, ...]
    purpose: str
    rule: str

    def read(self, count: int) -> int:
        return self.values[min(count, len(self.values) - 1)]

    def roll(self, count: int, throw: Thrower, side: int, against: int) -> Stage:
        return Stage(self.purpose, self.rule, self.read(count))

    def follow(self, before: Distribution) -> Distribution:
        weights = [0] * (max(self.values) + 1)
        for count, weight in enumerate(before.weights):
            weights[self.read(count)] += weight
        return Distribution(weights)


class Cap(msgspec.Struct, frozen=True, tag=True):
    """No more than `most` go on, such as the models or the wounds that are left; less than 0 is 0."""

    most: int
    purpose: str = "at most"
    rule: str = ""

    def roll(self, count: int, throw: Thrower, side: int, against: int) -> Stage:
        return Stage(self.purpose, self.rule, min(count, max(0, self.most)))

    def follow(self, before: Distribution) -> Distribution:
        return before.capped(max(0, self.most))


Link: TypeAlias = Test | Save | Damage | Wounds | Table | Cap


class Chain(msgspec.Struct, frozen=True):
    """A start and the links it goes through, in their order."""

    start: Pool | Percentage
    links: tuple[Link, ...] = ()

    def roll(self, throw: Thrower, side: int, against: int | None = None) -> Outcome:
        """Throw it for `side`; saves are thrown by `against`, or by `side` too if nobody else is named."""
        saver = side if against is None else against
        stages = [self.start.roll(throw, side)]
        for link in self.links:
            stages.append(link.roll(stages[-1].count, throw, side, saver))
        return Outcome(stages[-1].count, tuple(stages))

    def distribution(self) -> Distribution:
        """Every outcome with its exact chance."""
        return _distribution(self)

    def ends(self) -> Iterator[tuple[Outcome, Fraction]]:
        """Every outcome with its chance, but not how it came about."""
        return ((Outcome(count, ()), chance) for count, chance in self.distribution().items())

    def chance_of_at_least(self, count: int) -> Fraction:
        return self.distribution().at_least(count)

    def mean(self) -> Fraction:
        return self.distribution().mean()


@lru_cache(maxsize=2048)
def _distribution(chain: Chain) -> Distribution:
    """Whoever looks ahead comes by the same chain in many ways."""
    result = chain.start.distribution()
    for link in chain.links:
        result = link.follow(result)
    return result
