"""Dice that a player may turn after they have fallen, or throw again.

[tp.spell.base.great_fortune] [tp.spell.harmony.flow_of_cohesion]
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warhost.engine.dice import Faces, Throw
from warhost.engine.oracle import Ahead, Oracle
from warhost.engine.question import Answer, Choose, Question

from ..events import DieThrownAgain, DieTurned
from ..setting import Fight
from ..state import Effect, Player

FORTUNE = "tp.spell.base.great_fortune"
COHESION = "tp.spell.harmony.flow_of_cohesion"
AGAIN = "throw again"
PASSING = ("to hit", "damage", "spared", "regeneration")
"""What dice are thrown for that pass from a certain face on."""
LEAVE = "leave them"
LARGEST = 20  # a die with more sides is an arrow or a deck, not a die whose face is turned


def fortunate(fight: Fight) -> None:
    """While somebody has dice to turn, every throw of his passes through his hands."""
    if any(effect.source in (FORTUNE, COHESION) for effect in fight.state.effects):
        fight.oracle = Fortune(fight, fight.oracle)


class Fortune:
    """The oracle of a step, with a player's hand on his own dice, of which each is then looked at."""

    ahead: Ahead | None = None

    def __init__(self, fight: Fight, dice: Oracle):
        self.fight, self.dice = fight, dice

    def ask(self, question: Question) -> Answer:
        return self.dice.ask(question)

    def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        return self.dice.ask_all(questions)

    def throw(self, throw: Throw) -> tuple[int, ...]:
        """Every face matters now that it can be changed, so the throw is not cut into bands. What was changed lies
        fast.
        """
        if throw.sides > LARGEST or not (
            self._left(Player(throw.side)) or held(self.fight, COHESION, Player(throw.side))
        ):
            return self.dice.throw(throw)
        return self._repeated(throw, *self._turned(throw))

    def _repeated(self, throw: Throw, faces: list[int], second: list[int], was: list[int]) -> Faces:
        """Dice that failed may be thrown again one by one, none of them twice, and none that was turned.

        [tp.spell.harmony.flow_of_cohesion] [tp.spell.base.great_fortune]
        """
        if throw.purpose not in PASSING or not throw.cuts:
            return Faces.fixed(faces, second, was)
        last = throw.cuts[0] if throw.fails is None else throw.fails
        while failed := sorted({face for face in faces if face <= last}):
            if not held(self.fight, COHESION, Player(throw.side)):
                break
            options = [LEAVE, *(f"{AGAIN}: {face}" for face in failed)]
            shown = ", ".join(str(face) for face in (*faces, *second))
            about = f"{throw.purpose}: {shown}"
            answer = self.fight.ask(Choose(Player(throw.side), "throw again", options, COHESION, about))
            if answer == LEAVE:
                break
            face = int(answer.rpartition(" ")[2])
            faces.remove(face)
            was.append(face)
            second += self.dice.throw(structs.replace(throw, count=1, cuts=()))
            use(self.fight, COHESION, Player(throw.side))
            self.fight.tell(DieThrownAgain(COHESION, Player(throw.side), throw.purpose, face, second[-1]))
        return Faces.fixed(faces, second, was)

    def _turned(self, throw: Throw) -> tuple[list[int], list[int], list[int]]:
        """Turning comes before throwing again: the dice left alone, those turned, and what these were.

        [tp.spell.base.great_fortune]
        """
        lying, turned, was = list(self.dice.throw(structs.replace(throw, cuts=()))), list[int](), list[int]()
        while lying and (left := self._left(Player(throw.side))):
            answer = self._asked(throw, lying, turned)
            if answer == LEAVE:
                break
            face, _, way = answer.partition(" ")
            lying.remove(int(face))
            was.append(int(face))
            turned.append(int(face) + (1 if way == "up" else -1))
            use(self.fight, FORTUNE, Player(throw.side))
            self.fight.tell(
                DieTurned(FORTUNE, Player(throw.side), throw.purpose, int(face), turned[-1], left.number - 1)
            )
        return lying, turned, was

    def _asked(self, throw: Throw, lying: Sequence[int], turned: Sequence[int]) -> str:
        """Which of the dice that have not been turned is, and which way; there is no way past 1 or the top face."""
        options = [LEAVE]
        for face in sorted(dict.fromkeys(lying)):
            options += [f"{face} up"] if face < throw.sides else []
            options += [f"{face} down"] if face > 1 else []
        shown = ", ".join(str(face) for face in (*lying, *turned))
        return str(
            self.fight.ask(Choose(Player(throw.side), "turn a die", options, FORTUNE, f"{throw.purpose}: {shown}"))
        )

    def _left(self, side: Player) -> Effect | None:
        return held(self.fight, FORTUNE, side)


def held(fight: Fight, source: str, side: Player) -> Effect | None:
    """What a player has left of such a gift."""
    return next((e for e in fight.state.effects if e.source == source and e.side == side and e.number > 0), None)


def use(fight: Fight, source: str, side: Player) -> None:
    """One is spent; the last of them takes the spell with it."""
    left = held(fight, source, side)
    assert left is not None
    fewer = structs.replace(left, number=left.number - 1)
    fight.state.effects = tuple(
        fewer if effect is left else effect for effect in fight.state.effects if effect is not left or fewer.number
    )


def again(fight: Fight, side: Player, about: str) -> bool:
    """Whether a player repeats a whole roll that has failed: a check, or the dice of a spell.

    [tp.spell.harmony.flow_of_cohesion]
    """
    if not fight.state.effects or held(fight, COHESION, side) is None:
        return False
    if fight.ask(Choose(side, "throw again", [LEAVE, AGAIN], COHESION, about)) == LEAVE:
        return False
    use(fight, COHESION, side)
    return True
