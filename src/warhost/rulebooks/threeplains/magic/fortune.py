"""Dice that a player may turn after they have fallen, or throw again.

[tp.spell.base.great_fortune] [tp.spell.harmony.flow_of_cohesion]
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warhost.engine.dice import Faces, Throw
from warhost.engine.oracle import Ahead, Oracle
from warhost.engine.question import Answer, Choose, Question

from ..events.spells import DieThrownAgain, DieTurned
from ..setting import Fight
from ..special import specials
from ..state import Effect, Player

FORTUNE = "tp.spell.base.great_fortune"
COHESION = "tp.spell.harmony.flow_of_cohesion"
AGAIN = "throw again"
PASSING = ("to hit", "damage", "soldiering", "spared", "regeneration")
"""What dice are thrown for that pass from a certain face on."""
WHOLE = ("soldiering", "battle stress")
"""Dice that are thrown again all together or not at all."""
LEAVE = "leave them"
LARGEST = 20  # a die with more sides is an arrow or a deck, not a die whose face is turned


def fails(throw: Throw, face: int) -> bool | None:
    """Whether this face of a die fails; None where a die neither passes nor fails.

    >>> fails(Throw(1, 12, "death cloak", "rule", 0, (11,), need=11), 12)
    True
    """
    purpose = throw.purpose.removesuffix(" again")
    if purpose in PASSING and (last := last_failing(throw)) is not None:
        return face <= last
    if throw.count == 1 and throw.need is not None and purpose not in WHOLE:
        return face < throw.need if throw.over else face > throw.need
    return None


def last_failing(throw: Throw) -> int | None:
    """The last face that fails, of dice that pass from a certain face on."""
    return throw.cuts[0] if throw.fails is None and throw.cuts else throw.fails


def looked_at(throw: Throw, count: int) -> Throw:
    """So many of the dice, when each of their faces matters; which of them fail is known all the same."""
    return structs.replace(throw, count=count, cuts=(), fails=last_failing(throw))


def second(throw: Throw) -> Throw:
    """One die that is thrown once more: whoever has a hand on dice cannot throw it a third time."""
    return structs.replace(throw, count=1, cuts=(), fails=0, need=None, again=())


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

    def _repeated(self, throw: Throw, faces: list[int], lying: list[int], was: list[int]) -> Faces:
        """Dice that failed may be thrown again one by one, none of them twice, and none that was turned.

        [tp.spell.harmony.flow_of_cohesion] [tp.spell.base.great_fortune]
        """
        if throw.purpose.endswith(" again") or throw.purpose in WHOLE:
            return Faces.fixed(faces, lying, was)
        while failed := sorted({face for face in faces if fails(throw, face)}):
            if not held(self.fight, COHESION, Player(throw.side)):
                break
            options = [LEAVE, *(f"{AGAIN}: {face}" for face in failed)]
            shown = ", ".join(str(face) for face in (*faces, *lying))
            about = f"{throw.purpose}: {shown}"
            text = "Do you throw what has failed once more? {who}"
            answer = self.fight.ask(Choose(Player(throw.side), "throw again", options, COHESION, about, text=text))
            if answer == LEAVE:
                break
            face = int(answer.rpartition(" ")[2])
            faces.remove(face)
            was.append(face)
            use(self.fight, COHESION, Player(throw.side))
            if forbidden(self.fight, throw):
                lying.append(face)
                continue
            lying += self.dice.throw(second(throw))
            self.fight.tell(DieThrownAgain(COHESION, Player(throw.side), throw.purpose, face, lying[-1]))
        return Faces.fixed(faces, lying, was)

    def _turned(self, throw: Throw) -> tuple[list[int], list[int], list[int]]:
        """Turning comes before throwing again: the dice left alone, those turned, and what these were.

        [tp.spell.base.great_fortune]
        """
        lying, turned, was = list(self.dice.throw(looked_at(throw, throw.count))), list[int](), list[int]()
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
        text = "Do you turn one of your dice? {who}"
        return str(
            self.fight.ask(
                Choose(Player(throw.side), "turn a die", options, FORTUNE, f"{throw.purpose}: {shown}", text=text)
            )
        )

    def _left(self, side: Player) -> Effect | None:
        return held(self.fight, FORTUNE, side)


def forbidden(fight: Fight, throw: Throw) -> bool:
    """Whether somebody who holds such a thing ready forbids these dice to be thrown again.

    [tp.item.enchanted.black_cats_foot]
    """
    notes = fight.state.effects
    return any(specials.hands_before.any((note.source,), fight, note, throw, "thrown again") for note in notes)


def magic_throw(dice: int, side: Player) -> Throw:
    """Magic dice of a spell that are thrown once more."""
    return Throw(dice, 6, "magic dice", "tp.magic.dice", side)


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
    text = "Do you throw what has failed once more? {who}"
    if fight.ask(Choose(side, "throw again", [LEAVE, AGAIN], COHESION, about, text=text)) == LEAVE:
        return False
    use(fight, COHESION, side)
    return True
