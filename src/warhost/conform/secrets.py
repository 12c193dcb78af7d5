"""What is secret: two worlds that differ only in what one side decided for itself are the same to all others."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from warhost.engine.battle import fingerprint
from warhost.engine.game import Game
from warhost.engine.two_worlds import Onlooker, Parted, TwoWorlds

from .trial import Moment, Trial

MOST_PAIRS = 12  # of worlds that are compared
MOST_ANSWERS = 25  # that both of them get
TRIES = 4  # to decide otherwise

AnyGame = Game[Any, Any]
Seats = list[int | None]


def kept(trial: Trial) -> Iterator[str]:
    """Wherever a decision told others nothing, it goes on to tell them nothing until an event brings it out."""
    chance, compared = Random(f"secrets {trial.seed}"), 0
    for moment in trial.moments():
        if compared == MOST_PAIRS:
            return
        others = _others(moment)
        if pair := _decided_otherwise(moment, others, chance):
            compared += 1
            yield from (f"{moment.where}: {parted}" for parted in _told_apart(*pair, others, chance))


def _told_apart(one: AnyGame, other: AnyGame, others: Seats, chance: Random) -> Iterator[Parted]:
    """The moment at which somebody could tell which of the two worlds he is in, if there is one."""

    def out(_: AnyGame) -> bool:
        """Whether somebody has heard of it: every event names the rule by which it is told."""
        return any(one.events(seat) != other.events(seat) for seat in others)

    try:
        TwoWorlds(one, other, others, out, chance).play(MOST_ANSWERS)
    except Parted as parted:
        yield parted


def _others(moment: Moment) -> Seats:
    sides = range(len(moment.game.book.sides(moment.game.setting)))
    return [*(side for side in sides if side != moment.question.side), None]


def _decided_otherwise(moment: Moment, others: Seats, chance: Random) -> tuple[AnyGame, AnyGame] | None:
    """Two games after two decisions that nobody else can tell apart, if there are such."""
    question, first = moment.question, moment.question.sample(chance)
    one = _after(moment, first)
    for _ in range(TRIES):
        second = question.sample(chance)
        if second == first or _puts_off(moment, first, second):
            continue
        other = _after(moment, second)
        if fingerprint(one.state) != fingerprint(other.state) and _same(one, other, others):
            return one, other
    return None


def _puts_off(moment: Moment, *answers: Any) -> bool:
    """Whether one is asked openly again, and when, is no secret."""
    question, manner = moment.question, moment.game.book.spokesman.manner(moment.question)
    return not question.secret and all(answer in (*manner.last, *manner.enough) for answer in answers)


def _after(moment: Moment, answer: Any) -> AnyGame:
    game = moment.game.fork()
    game.answer(answer, moment.question.side)
    game.pending()
    return game


def _same(one: AnyGame, other: AnyGame, others: Seats) -> bool:
    return all(Onlooker(one, seat).news() == Onlooker(other, seat).news() for seat in others)
