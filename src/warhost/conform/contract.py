"""What a rulebook is: its names, its scenarios, a setup and a state that can be written down."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from warhost.engine.battle import fingerprint
from warhost.engine.book import Unknown

from .trial import Trial


def named(trial: Trial) -> Iterator[str]:
    book = trial.book
    for name in ("id", "title", "version", "blurb"):
        if not getattr(book, name):
            yield f"{name}: expected a few words, got nothing"
    if not list(book.scenarios()):
        yield "scenarios: expected at least one"
    for scenario in book.scenarios():
        if len(scenario.sides) < 2:
            yield f"scenario {scenario.id}: expected two sides or more, got {len(scenario.sides)}"


def refuses_unknown_names(trial: Trial) -> Iterator[str]:
    for scenario, options in (("no such scenario", {}), (None, {"no such option": "x"})):
        try:
            trial.book.setup(scenario, options)
        except Unknown as unknown:
            if "there are" not in str(unknown):
                yield f"a wrong name: expected what there is, got {unknown}"
        else:
            yield f"setup({scenario!r}, {options!r}): expected Unknown"


def written_down(trial: Trial) -> Iterator[str]:
    """Setups are JSON, and a state that is written and read again is the same."""
    for game in trial.games():
        plain = msgspec.json.decode(msgspec.json.encode(game.setup))
        again = trial.book.begin(trial.book.setting(plain))
        if fingerprint(again) != fingerprint(game.checkpoint):
            yield f"seed {game.seed}: the battle begins otherwise when its setup has been written and read"
    for moment in trial.moments():
        state = moment.game.checkpoint
        written = msgspec.json.decode(msgspec.json.encode(state))
        if fingerprint(trial.book.restore(moment.game.setting, written)) != fingerprint(state):
            yield f"{moment.where}: the state is another when it has been written and read"


def copied(trial: Trial) -> Iterator[str]:
    """A copy never changes when the original plays on."""
    for game in trial.games():
        state = game.checkpoint
        copy, before = state.copy(), fingerprint(state)
        game.pending()
        if fingerprint(copy) != before:
            yield f"seed {game.seed}: a copy of the state changed when the original played on"


def sound(trial: Trial) -> Iterator[str]:
    """Nothing is ever as it cannot be."""
    for moment in trial.moments():
        for flaw in trial.book.flaws(moment.game.setting, moment.game.checkpoint):
            yield f"{moment.where}: {flaw}"
