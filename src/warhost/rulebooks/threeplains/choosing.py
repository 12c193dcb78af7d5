"""Naming one of several pieces: where there is only one, nobody is asked."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.engine.question import Choose, Refusal

from .setting import Fight
from .state import NOBODY, Number, Player

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


def number_of(fight: Fight, name: str, side: Player) -> Number:
    """The piece of a side that is called so and stands on the table, or nobody."""
    own = (number for number, piece in fight.state.numbered() if piece.name == name and piece.side == side)
    return next((number for number in own if fight.state.pieces[number].standing), NOBODY)


def of_him(fight: Fight, number: Number, refusal: Refusal | None) -> Refusal | None:
    """A reason against a piece that was named, with its name in front: nobody else knows whom 'it' means."""
    if refusal is None:
        return None
    name, why = fight.state.pieces[number].name, refusal.why
    said = name + why.removeprefix("it") if why.startswith("it ") else why if name in why else f"{name}: {why}"
    return Refusal(refusal.rule, said, refusal.who)
