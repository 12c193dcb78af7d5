"""A moment of a game as plain data, so that somebody elsewhere can think about it."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from .battle import State
from .book import Book
from .game import Game
from .question import Answer

S = TypeVar("S", bound=State)
T = TypeVar("T")


class Moment(msgspec.Struct, frozen=True):
    """Where the step under way began, and what was answered since; the battle before it is left out."""

    rulebook: str
    setup: bytes
    seed: str
    number: int
    state: Any
    known: tuple[Answer, ...]
    early: dict[int, Answer]
    manual: bool


def moment(game: Game[Any, Any]) -> Moment:
    setup, state = msgspec.json.encode(dict(game.setup), order="sorted"), msgspec.to_builtins(game.checkpoint)
    known, early = tuple(game.known), dict(game.early)
    return Moment(game.book.id, setup, game.seed, game.number, state, known, early, game.manual)


def game_at(found: Moment, book: Book[S, T], setting: T) -> Game[S, T]:
    """A game that stands at this very question."""
    game = Game(
        book, msgspec.json.decode(found.setup), found.seed, start=book.restore(setting, found.state),
        manual=found.manual, setting=setting, before=found.number,
    )  # fmt: skip
    game.known = list(found.known)
    game.pending()
    for side, answer in found.early.items():
        game.answer(answer, side)
    return game
