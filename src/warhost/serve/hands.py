"""What can be worked out anywhere, in another process for instance: handed over as data, it comes back as data."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from warhost.engine.aftermath import aftermath
from warhost.engine.book import Book, Unknown
from warhost.engine.data import DataError
from warhost.engine.forecast import Expectation, expected
from warhost.engine.game import Game, PlayerError
from warhost.engine.kept import Kept
from warhost.engine.moment import Moment, game_at
from warhost.engine.question import Answer
from warhost.players.random import RandomPlayer
from warhost.players.roster import player

from .errors import Wrong
from .messages import Until

T = TypeVar("T")
FAULT = 500
SETTINGS = 64  # of battles that are kept at hand


class Shelf:
    """The rulebooks at hand where the work is done, and the battles that were thought about last."""

    def __init__(self, book: Callable[[str], Book[Any, Any]]):
        self.book = book
        self._settings = Kept[tuple[str, bytes], Any](SETTINGS)

    def game(self, found: Moment) -> Game[Any, Any]:
        book, key = self.book(found.rulebook), (found.rulebook, found.setup)
        setting = self._settings.get(key)
        if setting is None:
            setting = self._settings.keep(key, book.setting(msgspec.json.decode(found.setup)))
        return game_at(found, book, setting)


class Failed(msgspec.Struct, frozen=True):
    """What went wrong, since not every exception can be sent: the status of a reply and its words, or a fault of
    this program with its traceback."""

    status: int
    why: str
    rule: str = ""
    faults: list[str] = []


def told(shelf: Shelf, work: Callable[..., T], args: tuple[Any, ...]) -> T | Failed:
    """What comes of the work, or why nothing does."""
    try:
        return work(shelf, *args)
    except Wrong as wrong:
        return Failed(wrong.status, wrong.why, wrong.rule, wrong.faults)
    except (Unknown, DataError) as error:
        return Failed(404 if isinstance(error, Unknown) else 400, str(error))
    except MemoryError:
        return Failed(413, "that takes more memory than one visitor may have; ask for less")
    except Exception:
        return Failed(FAULT, traceback.format_exc())


def plainly(shelf: Shelf, work: Callable[..., T], *args: Any) -> T:
    """Work that needs no rulebook."""
    return work(*args)


def by_book(shelf: Shelf, work: Callable[..., T], name: str, *args: Any) -> T:
    """Work that begins with a rulebook."""
    return work(shelf.book(name), *args)


class Thinker(msgspec.Struct, frozen=True):
    """A computer player of this level, or chance where it has failed so often."""

    level: str
    seed: str
    seconds: float
    failed: int = 0

    @property
    def name(self) -> str:
        return RandomPlayer("").name if self.failed else self.level


def considered(shelf: Shelf, thinker: Thinker, found: Moment, side: int) -> Answer:
    """The answer of a computer player; one that the rules refuse is a fault, too."""
    game, chance = shelf.game(found), f"{thinker.seed}/{found.number}/{len(found.known)}/{thinker.failed}"
    who = player(thinker.name, chance, thinker.seconds)
    question = next(question for question in game.pending() if question.side == side)
    answer = who.answer(question, game.seat(side))
    if refusal := question.refuse(answer):
        raise PlayerError(f"{who.name} answered {question.what!r} with {answer!r}: {refusal}")
    return answer


def foreseen(shelf: Shelf, found: Moment, side: int, answer: Answer, until: Until) -> Expectation:
    """What an answer may cost both sides."""
    work = aftermath if until == "turn" else expected
    return work(shelf.game(found), side, answer)
