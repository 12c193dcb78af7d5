"""How likely that is on which a standing order hangs: by what is promised to its side, or may be lost."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from warhost.engine.forecast import Losses, expected
from warhost.engine.foresight import Foresight
from warhost.engine.game import Game
from warhost.engine.moment import Moment

from .hands import Shelf
from .seats import OnlyIf


def chance(shelf: Shelf, found: Moment, side: int, only: OnlyIf) -> Fraction | None:
    """The chance, or None if nobody can know: what may not be done now, or not be measured yet, or hangs on what
    others choose."""
    game = shelf.game(found)
    question = next(question for question in game.pending() if question.side == side)
    if question.refuse(only.answer):
        return None
    return _success(game, side, only) if only.of == "success" else _toll(game, side, only)


def _success(game: Game[Any, Any], side: int, only: OnlyIf) -> Fraction | None:
    seen = Foresight(game, side).of(only.answer)
    return Fraction(1) if seen.chance is None and seen.certain else seen.chance


def _toll(game: Game[Any, Any], side: int, only: OnlyIf) -> Fraction | None:
    """That one piece loses something or flees: the one to which it is likeliest to happen."""
    seen = expected(game, side, only.answer)
    if not (seen.losses or seen.flights or seen.tries):
        return None
    own = _own(game, side)
    if only.of == "flight":
        return max((chance for about, chance in seen.flights.items() if about in own), default=Fraction(0))
    wanted = (one for one in seen.losses if (one.about in own) == (only.of == "loss"))
    return max(map(_any_loss, wanted), default=Fraction(0))


def _any_loss(losses: Losses) -> Fraction:
    return sum((chance for count, chance in losses.spread if count), Fraction(0))


def _own(game: Game[Any, Any], side: int) -> set[str]:
    view = game.book.view(game.setting, game.state, side)
    pieces: Iterable[Any] = (*view.units, *view.pieces, *view.blocks)
    return {one.id for one in pieces if one.side == side}
