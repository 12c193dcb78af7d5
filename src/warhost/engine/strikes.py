"""Blows or shots of one kind as data: to hit, to wound, saves, and what each wound is worth. They are thrown by the
battle and worked out exactly for the odds, from the same numbers.

Where a natural 6 to hit wounds by itself (`poison`), or a natural 6 to wound slays outright (`lethal`), the way of
one die decides the next: so each die goes its own way here, which a chain of counts cannot tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Literal, NamedTuple

import msgspec

from .chain import Thrower
from .charts import FACES, out_of_reach, second_need, succeeds
from .dice import Throw
from .distribution import Distribution
from .phrase import Phrase

Reroll = Literal["none", "failures", "ones"]
ALWAYS = 0  # a need that is met without dice
NEVER = 7  # one that no die can meet


class Rules(msgspec.Struct, frozen=True):
    """By which rule each of the dice is thrown."""

    hit: str = ""
    wound: str = ""
    save: str = ""
    ward: str = ""
    worth: str = ""
    regeneration: str = ""


class Wound(NamedTuple):
    """An unsaved wound: how many it counts, and whether it slays whatever it strikes."""

    worth: int
    lethal: bool


class Struck(msgspec.Struct, frozen=True):
    """What came of it."""

    hits: int
    wounds: int  # before saves
    unsaved: tuple[Wound, ...]


class Strikes(msgspec.Struct, frozen=True):
    """So many dice that all need the same. Needs of 2 to 6; `hit` and `wound` may be ALWAYS, `save` and `ward` are
    NEVER where there is none; a `hit` of 7 to 9 wants a second die after a natural 6.

    `regeneration` is tried like a ward, but not against a lethal wound; the better of both is taken, never both.
    """

    dice: int
    hit: int
    wound: int
    save: int = NEVER
    ward: int = NEVER
    regeneration: int = NEVER
    hit_again: Reroll = "none"
    wound_again: Reroll = "none"
    poison: bool = False
    lethal: bool = False
    sixes_hit: bool = False  # a natural 6 to hit always does
    worth: Phrase | None = None  # wounds for each unsaved one; one each where nothing is said
    times: int = 1  # by which that is multiplied
    rules: Rules = Rules()

    # --- thrown ----------------------------------------------------------------------------------------------

    def roll(self, throw: Thrower, side: int, against: int) -> Struck:
        poisoned, plain = self.to_hit(throw, side)
        wounds = [False] * poisoned + self._wounds(throw, side, plain)
        unsaved = self._unsaved(throw, against, wounds)
        lethal = sum(unsaved)
        return Struck(poisoned + plain, len(wounds), self._counted(throw, side, len(unsaved) - lethal, lethal))

    def to_hit(self, throw: Thrower, side: int) -> tuple[int, int]:
        """Those that wound by themselves, and the others."""
        if self.hit == ALWAYS or self.dice <= 0:
            return 0, max(0, self.dice)
        if out_of_reach(self.hit):
            return 0, 0
        faces = self._thrown(throw, self.dice, self.hit, "to hit", self.rules.hit, side, self.hit_again)
        again = second_need(self.hit)
        if again is not None:
            sixes = sum(face == FACES for face in faces)
            second = self._thrown(throw, sixes, again, "to hit after a 6", self.rules.hit, side) if sixes else []
            return 0, sum(face >= again for face in second)
        hits = [face for face in faces if succeeds(face, self.hit, self.sixes_hit)]
        poisoned = sum(face == FACES for face in hits) if self.poison else 0
        return poisoned, len(hits) - poisoned

    def _wounds(self, throw: Thrower, side: int, hits: int) -> list[bool]:
        """Whether each of them is lethal, from left to right."""
        if self.wound == ALWAYS or not hits:
            return [False] * hits
        if self.wound > FACES:
            return []
        faces = self._thrown(throw, hits, self.wound, "to wound", self.rules.wound, side, self.wound_again)
        return [self.lethal and face == FACES for face in faces if succeeds(face, self.wound)]

    def _unsaved(self, throw: Thrower, against: int, wounds: list[bool]) -> list[bool]:
        """Each wound has its own die, from left to right: armour is for those that are not lethal, and so is
        regeneration where it is better than the ward."""
        left = self._saved(throw, against, wounds, self.save, "armour save", self.rules.save, spares=True)
        if self.regeneration < self.ward:
            rule = self.rules.regeneration or self.rules.ward
            left = self._saved(throw, against, left, self.regeneration, "regeneration", rule, spares=True)
            left.sort()  # what is left to the ward are the lethal ones
            first = len(left) - sum(left)
            return left[:first] + self._saved(throw, against, left[first:], self.ward, "ward save", self.rules.ward)
        return self._saved(throw, against, left, self.ward, "ward save", self.rules.ward)

    def _saved(
        self, throw: Thrower, against: int, wounds: list[bool], need: int, purpose: str, rule: str,
        spares: bool = False,
    ) -> list[bool]:  # fmt: skip
        """Those that are left; it `spares` the lethal ones the dice."""
        tried = sum(not lethal for lethal in wounds) if spares else len(wounds)
        if not tried or need > FACES:
            return wounds
        faces = iter(self._thrown(throw, tried, need, purpose, rule, against))
        return [lethal for lethal in wounds if (spares and lethal) or not succeeds(next(faces), need)]

    def _counted(self, throw: Thrower, side: int, ordinary: int, lethal: int) -> tuple[Wound, ...]:
        worths = [self.times] * ordinary
        if self.worth is not None and ordinary:
            worths = [
                self.times * self.worth.roll(throw, "wounds from each", self.rules.worth, side)
                for _ in range(ordinary)
            ]
        return (*(Wound(0, True) for _ in range(lethal)), *(Wound(worth, False) for worth in worths))

    def _thrown(
        self, throw: Thrower, count: int, need: int, purpose: str, rule: str, side: int, again: Reroll = "none"
    ) -> list[int]:
        """The dice as they lie at last: a die thrown again takes the place of the first."""
        need = max(2, need)
        asked = Throw(
            count, FACES, purpose, rule, side, self._cuts(need, again), need=need, over=True, alike=True
        )
        faces = list(throw(asked))
        loose = [at for at, face in enumerate(faces) if _again(again, face, need)]
        if loose:
            cuts, places = self._cuts(need), tuple(loose)
            once_more = msgspec.structs.replace(
                asked, count=len(loose), purpose=f"{purpose} again", cuts=cuts, again=places
            )
            second = throw(once_more)
            for at, face in zip(loose, second, strict=True):
                faces[at] = face
        return faces

    def _cuts(self, need: int, again: Reroll = "none") -> tuple[int, ...]:
        cuts = [min(need, FACES) - 1] + ([FACES - 1] if self.poison or self.lethal or need >= FACES else [])
        return tuple(dict.fromkeys(sorted([*cuts, 1] if again == "ones" else cuts)))

    # --- worked out ------------------------------------------------------------------------------------------

    def each(self) -> dict[tuple[int, bool], Fraction]:
        """What becomes of one die: how many wounds it is worth at last, or that it slays, and how likely."""
        found: dict[tuple[int, bool], Fraction] = {}
        for poisoned, chance in self._hit_chances():
            for lethal, share in self._wound_chances(poisoned):
                through = chance * share * self._through(lethal)
                for worth, part in self._worths(lethal):
                    key = worth, lethal
                    found[key] = found.get(key, Fraction(0)) + through * part
        found[0, False] = found.get((0, False), Fraction(0)) + 1 - sum(found.values())
        return {key: chance for key, chance in found.items() if chance}

    @property
    def hit_chance(self) -> Fraction:
        """Of one die."""
        return sum((chance for _, chance in self._hit_chances()), Fraction(0))

    def unsaved(self) -> Distribution:
        """How many wounds are not saved, lethal ones among them, whatever each is worth."""
        none = self.each().get((0, False), Fraction(0))
        die = Distribution([none.numerator, none.denominator - none.numerator])
        return Distribution.of({max(0, self.dice): 1}).compose(die)

    def mean(self, life: int) -> Fraction:
        """The wounds that one body after another of so much life loses on average, none carried over."""
        worth = sum(
            (chance * (life if lethal else min(worth, life)) for (worth, lethal), chance in self.each().items()),
            Fraction(0),
        )
        return max(0, self.dice) * worth

    @property
    def ways(self) -> int:
        """How many ends there are, the order of the wounds left aside."""
        return comb(max(0, self.dice) + len(self.each()) - 1, max(0, self.dice))

    def outcomes(self) -> Iterator[tuple[Struck, Fraction]]:
        """Every end with its chance, where there are few; the order of the wounds makes no difference."""
        kinds = sorted(self.each().items(), key=lambda kind: (not kind[0][1], kind[0][0]))
        for counts in _shared(max(0, self.dice), len(kinds)):
            chance, wounds, left = Fraction(1), list[Wound](), max(0, self.dice)
            for ((worth, lethal), share), count in zip(kinds, counts, strict=True):
                chance *= comb(left, count) * share**count
                left -= count
                wounds += [Wound(worth, lethal)] * count if worth or lethal else []
            yield Struck(len(wounds), len(wounds), tuple(wounds)), chance

    def _hit_chances(self) -> Iterator[tuple[bool, Fraction]]:
        """Whether a hit wounds by itself, with the chances of both kinds."""
        if self.hit == ALWAYS:
            yield False, Fraction(1)
        elif not out_of_reach(self.hit):
            six = self._chance_of(lambda face: face == FACES, self.hit, self.hit_again)
            again = second_need(self.hit)
            if again is not None:
                yield False, six * Fraction(FACES + 1 - again, FACES)
                return
            all_hits = self._chance_of(
                lambda face: succeeds(face, max(2, self.hit), self.sixes_hit), self.hit, self.hit_again
            )
            poisoned = six if self.poison else Fraction(0)
            yield True, poisoned
            yield False, all_hits - poisoned

    def _wound_chances(self, poisoned: bool) -> Iterator[tuple[bool, Fraction]]:
        if poisoned or self.wound == ALWAYS:
            yield False, Fraction(1)
        elif self.wound <= FACES:
            six = self._chance_of(lambda face: face == FACES, self.wound, self.wound_again)
            good = self._chance_of(lambda face: succeeds(face, self.wound), self.wound, self.wound_again)
            lethal = six if self.lethal else Fraction(0)
            yield True, lethal
            yield False, good - lethal

    def _chance_of(self, good: Callable[[int], bool], need: int, again: Reroll) -> Fraction:
        """How likely a die lies so at last."""
        need, ways = max(2, need), 0
        for first, second in product(range(1, FACES + 1), repeat=2):
            ways += good(second if _again(again, first, need) else first)
        return Fraction(ways, FACES * FACES)

    def _through(self, lethal: bool) -> Fraction:
        armour = Fraction(1) if lethal else _fails(self.save)
        return armour * _fails(self.ward if lethal else min(self.ward, self.regeneration))

    def _worths(self, lethal: bool) -> Iterator[tuple[int, Fraction]]:
        if lethal or self.worth is None:
            yield 0 if lethal else self.times, Fraction(1)
            return
        for worth, chance in self.worth.distribution().items():
            yield worth * self.times, chance


def _again(again: Reroll, face: int, need: int) -> bool:
    return (again == "failures" and not succeeds(face, min(need, FACES))) or (again == "ones" and face == 1)


def _shared(dice: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """All ways to share out so many dice among so many kinds."""
    if kinds == 1:
        yield (dice,)
        return
    for first in range(dice + 1):
        yield from ((first, *rest) for rest in _shared(dice - first, kinds - 1))


def _fails(need: int) -> Fraction:
    return Fraction(1) if need > FACES else Fraction(max(2, need) - 1, FACES)
