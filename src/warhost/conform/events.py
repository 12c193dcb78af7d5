"""What happens: told in words, and shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from warhost.engine.event import Event, Rolled
from warhost.engine.game import Game
from warhost.engine.playing import played

from .questions import UNFILLED
from .trial import Trial


def told(trial: Trial) -> Iterator[str]:
    """Every kind of event has a sentence, or shows something; and it names a rule."""
    silent: dict[str, bool] = {}
    for game, event in _events(trial):
        said = trial.book.narrate(game.setting, game.checkpoint, event)
        if said and UNFILLED.search(said):
            yield f"seed {game.seed}: {type(event).__name__} was not filled in: {said}"
        if event.rule not in trial.book.catalogue and len(trial.book.catalogue):
            yield f"seed {game.seed}: {type(event).__name__} names {event.rule!r}, which is no rule"
        kind = type(event).__name__
        silent[kind] = silent.get(kind, True) and not said and event.shows.deed == "note"
    yield from (f"{kind} is never told and shows nothing" for kind, never in silent.items() if never)


def playable(trial: Trial) -> Iterator[str]:
    """What an event shows is there, and names pieces or units by ids that the views know."""
    known: dict[str, set[str]] = {}
    for game, event in _events(trial):
        names = trial.book.spokesman.names(game.setting, game.checkpoint)
        try:
            shown = played(event, names)
            msgspec.json.encode(shown)
        except Exception as fault:
            yield f"{type(event).__name__} cannot be shown: {type(fault).__name__}: {fault}"
            continue
        if game.seed not in known:
            known[game.seed] = _known(trial, game)
        strangers = [id for id in (*shown.who, *shown.at) if id not in known[game.seed]]
        if strangers and known[game.seed]:
            yield f"{type(event).__name__} shows {strangers[0]!r}, whom nobody knows"


def _known(trial: Trial, game: Game[Any, Any]) -> set[str]:
    book, setting, state = trial.book, game.setting, game.checkpoint
    views = [book.view(setting, state, side) for side in range(len(book.sides(setting)))]
    return {*book.facts(setting, state), *(unit.id for view in views for unit in view.units)}


def _events(trial: Trial) -> Iterator[tuple[Game[Any, Any], Event]]:
    for game in trial.fought():
        for step in game.told:
            yield from ((game, one.event) for one in step if not isinstance(one.event, Rolled))
