"""Hands on single dice of either player, by what somebody holds ready: looked at when they fall, and before.

[tp.magic.items.enchanted]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from warhost.engine.dice import Faces, Throw, not_fast
from warhost.engine.oracle import Ahead, Oracle
from warhost.engine.question import Answer, Question

from ..events.spells import DieThrownAgain
from ..setting import Fight
from ..special import specials
from ..state import NOBODY, Effect, Number, Player
from .fortune import LARGEST, fails, forbidden, looked_at, second

NEVER_HELPED = "tp.magic.oblivion.check"
AGAIN = " again"
POOLS = ("soldiering", "battle stress")


class Roll:
    """Dice that have fallen, while hands may be on them: those left alone, and those that lie fast."""

    def __init__(self, hands: Hands, throw: Throw, faces: tuple[int, ...]):
        self.hands, self.throw = hands, throw
        self.loose, self.fast = list(faces[: not_fast(faces)]), list(faces[not_fast(faces) :])
        self.was = list(faces.was) if isinstance(faces, Faces) else []
        self.who, self.whom = hands.who, hands.whom

    @property
    def shown(self) -> str:
        return f"{self.throw.purpose}: {', '.join(str(face) for face in (*self.loose, *self.fast))}"

    def failed(self) -> list[int]:
        """The faces that fail, where each die passes or fails."""
        return [face for face in sorted(dict.fromkeys(self.loose)) if fails(self.throw, face)]

    def passed(self) -> list[int]:
        return [face for face in sorted(dict.fromkeys(self.loose)) if fails(self.throw, face) is False]

    def turn(self, face: int, becomes: int) -> None:
        self.loose.remove(face)
        self.fast.append(becomes)
        self.was.append(face)

    def sure(self, count: int) -> None:
        """So many dice lie with their highest face up without having been thrown."""
        self.fast += [self.throw.sides] * count
        self.was += [0] * count

    def again(self, face: int, rule: str) -> None:
        """One die of this face is thrown once more, if nobody forbids it, and lies fast then."""
        if forbidden(self.hands.fight, self.throw):
            self.turn(face, face)
            return
        (becomes,) = self.hands.dice.throw(second(self.throw))
        self.turn(face, becomes)
        told = DieThrownAgain(rule, Player(self.throw.side), self.throw.purpose, face, becomes)
        self.hands.fight.tell(told)


class Hands:
    """The oracle of a step with the hands of both players on its dice."""

    ahead: Ahead | None = None

    def __init__(self, fight: Fight, dice: Oracle):
        self.fight, self.dice = fight, dice
        self.who = self.whom = NOBODY  # whose dice they are, and against whom, where that is known
        self.lay: dict[tuple[int, str], tuple[int, ...]] = {}
        self.forgone = False  # whether a check that was to be taken again has just been forbidden

    def ask(self, question: Question) -> Answer:
        return self.dice.ask(question)

    def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        return self.dice.ask_all(questions)

    def throw(self, throw: Throw) -> tuple[int, ...]:
        """Before a die is thrown again, before it is thrown at all, and when it lies."""
        if throw.sides > LARGEST or throw.rule == NEVER_HELPED:
            return self.dice.throw(throw)
        key = Player(throw.side), throw.purpose.removesuffix(AGAIN)
        self.forgone = self._forbidden(throw, key)
        if self.forgone:
            return tuple(self.lay[key][at] for at in throw.again)
        sure = throw.count if throw.count < 1 else sum(self._sure(throw))
        rest = throw.count - min(sure, throw.count)
        fallen = self.dice.throw(looked_at(throw, rest)) if rest else ()
        roll = Roll(self, throw, fallen)
        roll.sure(throw.count - rest)
        for note in self.fight.state.effects:
            specials.hands_after.each((note.source,), self.fight, note, roll)
        faces = Faces.fixed(roll.loose, roll.fast, roll.was)
        if not throw.again:
            self.lay[key] = tuple(faces)
        return faces

    def _sure(self, throw: Throw) -> Iterator[bool]:
        """For each who makes one die of his count as its highest face before it is thrown."""
        for note in self.fight.state.effects:
            yield specials.hands_before.any((note.source,), self.fight, note, throw, "thrown")

    def _forbidden(self, throw: Throw, key: tuple[int, str]) -> bool:
        """Whether dice that were to be thrown again stay as they lie; not one that is thrown until it counts. Where
        the soldiering dice of a check have to stay, those against them stay with them.

        [tp.item.enchanted.black_cats_foot] [tp.item.command.overlord_banner]
        """
        right = throw.purpose.endswith(AGAIN) or throw.purpose in POOLS
        known = key in self.lay and len(self.lay[key]) > max(throw.again, default=0)
        if not throw.again or not right or not known:
            return False
        together = self.forgone and throw.purpose == POOLS[1]
        return together or forbidden(self.fight, throw)


def lay_hands_on(fight: Fight) -> None:
    """While somebody holds such a thing ready every throw passes through his hands."""
    if any(_ready(effect) for effect in fight.state.effects):
        fight.oracle = Hands(fight, fight.oracle)


def _ready(effect: Effect) -> bool:
    return any(point.heeds((effect.source,)) for point in (specials.hands_before, specials.hands_after))


@contextmanager
def rolling(fight: Fight, who: Number, whom: Number = NOBODY) -> Iterator[None]:
    """The dice thrown meanwhile are this piece's, against that one."""
    hands = fight.oracle
    if not isinstance(hands, Hands):
        yield
        return
    before, (hands.who, hands.whom) = (hands.who, hands.whom), (who, whom)
    try:
        yield
    finally:
        hands.who, hands.whom = before
