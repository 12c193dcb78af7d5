"""Orders in the making, for pages: where pieces would stand, and what they could be told."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.engine.field.board import FACINGS
from warhost.engine.question import Answer, Question

from .drafts import MarchDraft, PlaceDraft
from .orders import Lead, March
from .placing import Place
from .setting import Setting
from .state import State
from .steps import Mover, movement_points
from .view import view


def imagined(setting: Setting, known: State, question: Question, answer: Answer) -> State | None:
    """The board as a player knows it after an order; those that cannot go so far stay where they are."""
    if isinstance(question, March):
        march = MarchDraft(question)
        march.order = dict(answer)
        return march.state(known)
    if isinstance(question, Place):
        place = PlaceDraft(question)
        place.at, place.hidden = dict(answer["at"]), question.hidden_of(answer)
        return place.state(known)
    return None


def preview(setting: Setting, known: State, question: Question, answer: Answer) -> Any:
    """The pieces that an order moves, as they would stand."""
    state = imagined(setting, known, question, answer)
    if state is None:
        return None
    return _pieces(setting, state, question.side, list(answer["at"] if isinstance(question, Place) else answer))


def _pieces(setting: Setting, state: State, player: int, names: list[str]) -> Any:
    found = [piece for piece in view(setting, state, player).pieces if piece.id in names]
    squares = [square for piece in found for square in piece.squares]
    return {"pieces": msgspec.to_builtins(found), "squares": squares}


def order_data(setting: Setting, known: State, question: Question) -> Any:
    """What a page needs to let a person put an order together."""
    if isinstance(question, March):
        movers = [question.mover(number) for number in question.free]
        pieces = {setting.name(mover.number): _mover_data(setting, mover) for mover in movers}
        return {"form": "path", "pieces": pieces}
    if isinstance(question, Lead):
        pair: dict[str, Any] = {setting.name(number): {} for number in (question.blind, question.guide)}
        return {"form": "paths together", "pieces": pair}
    if isinstance(question, Place):
        zone = question.group.zone
        return {
            "form": "squares",
            "pieces": [setting.name(number) for number in question.group.members],
            "zone": {"x": list(zone.x), "y": list(zone.y)},
            "facing": FACINGS[question.group.facing],
            "may_hide": question.group.entry.may_hide,
        }
    return None


def _mover_data(setting: Setting, mover: Mover) -> dict[str, Any]:
    return {
        "points": mover.points,
        "allowance": movement_points(mover.fight, mover.number).total,
        "square": setting.board.xy(mover.square),
        "facing": FACINGS[mover.facing],
        "length": 2 if mover.deep else 1,
    }
