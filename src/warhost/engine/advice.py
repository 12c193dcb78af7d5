"""What a good player would answer, in every game: a sentence, and what it brings.

The sentence is the spokesman's. What it brings is worked out as everywhere else: what dice decide, from the very
step that would be run; where a piece would stand, from the table as it would be then.
"""

from __future__ import annotations

from typing import Any

from .field.shapes import gap, polygon
from .foresight import Foresight
from .game import Game
from .question import Answer, Choose, Order, Question
from .view import BlockView, View


def advice(game: Game[Any, Any], question: Question, answer: Answer) -> str:
    says, setting = game.book.spokesman, game.setting
    known = game.book.known(setting, game.state, question.side)
    said = says.advised(setting, known, question, answer)
    if promises := [str(one) for one in Foresight(game, question.side).of(answer).promises]:
        untold = [one for one in promises if one.rpartition(": ")[2] not in said]
        return f"{said[:-1]} ({'; '.join(untold)})." if untold else said
    why = _why(game, question, answer, known) if answer and says.may_measure(setting) and ":" not in said else ""
    return f"{said[:-1]}: {why}." if why else said


def _why(game: Game[Any, Any], question: Question, answer: Answer, known: Any) -> str:
    """What speaks for it where no dice do."""
    match question:
        case Order():
            return brought(game, question, answer, known)
        case Choose() if not question.about:
            return threatened(game, question, str(answer), known)
    return ""


def threatened(game: Game[Any, Any], question: Question, name: str, known: Any) -> str:
    """How near the enemy is to a piece that is to act, where it stands on a table."""
    view = game.book.view(game.setting, known, question.side)
    own = block(view, name)
    met = nearest(view, name, question.side) if own is not None and own.side == question.side else None
    if met is None or view.table is None:
        return ""
    enemy, far = met
    names = game.book.spokesman.names(game.setting, known)
    return f"{names.piece(enemy)}, the nearest enemy, {view.table.measure.length(far)} away" if far else ""


def brought(game: Game[Any, Any], question: Question, answer: Answer, known: Any) -> str:
    """How near to the enemy a piece would stand, and what that changes."""
    book, setting = game.book, game.setting
    there = book.spokesman.imagined(setting, known, question, answer)
    if there is None:
        return ""
    now, then = (book.view(setting, state, question.side) for state in (known, there))
    met = nearest(then, question.about, question.side)
    if met is None or then.table is None:
        return ""
    enemy, far = met
    length, name = then.table.measure.length, book.spokesman.names(setting, there).piece(enemy)
    if not far:
        return f"that brings it into contact with {name}"
    before = distance(now, question.about, enemy)
    change = 0 if before is None else before - far
    if length(abs(change)) == length(0):
        return f"{length(far)} from {name}"
    return f"{length(far)} from {name}, {length(abs(change))} {'nearer' if change > 0 else 'farther off'} than now"


def nearest(view: View, name: str, side: int) -> tuple[str, int] | None:
    """The enemy that stands nearest to a piece, and how far away."""
    own = block(view, name)
    if own is None:
        return None
    enemies = [one for one in view.blocks if one.side not in (side, len(view.sides))]
    found = [(apart(own, enemy), enemy.id) for enemy in enemies]
    far, enemy = min(found, default=(0, ""))
    return (enemy, far) if enemy else None


def distance(view: View, name: str, other: str) -> int | None:
    one, another = block(view, name), block(view, other)
    return None if one is None or another is None else apart(one, another)


def block(view: View, name: str) -> BlockView | None:
    return next((one for one in view.blocks if one.id == name), None)


def apart(a: BlockView, b: BlockView) -> int:
    return gap(polygon(a.outline), polygon(b.outline))
