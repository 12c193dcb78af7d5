"""Naming one of several pieces: where there is only one, nobody is asked."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.engine.question import Choose

from .setting import Fight
from .state import Number, Player

AT_WHOM = "At whom {does} {who} aim?"


def one_of(
    fight: Fight, side: Player, what: str, among: Iterable[Number], rule: str, text: str, about: str = "", *,
    usual: bool = False, secret: bool = False,
) -> Number:  # fmt: skip
    """Which of these pieces a player names; `usual` makes the first the choice of who says nothing."""
    names = {fight.state.pieces[number].name: number for number in among}
    first, *others = names
    if not others:
        return names[first]
    question = Choose(side, what, list(names), rule, about, text=text, usual=first if usual else None)
    return names[fight.ask(question.in_secret(secret))]
