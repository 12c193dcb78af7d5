"""Who answers in a campaign at the terminal: computers between battles, and the field that fights them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from warhost.engine.campaign import Campaign, Fixture
from warhost.engine.chronicle import Chronicled
from warhost.engine.game import Game
from warhost.engine.player import Player, Seat
from warhost.engine.question import Answer, Question
from warhost.engine.record import RecordError, load, reopen
from warhost.players.roster import player

from .table import PERSON, Table

STRONGEST = "tactician"
UNHURRIED = float("inf")  # without a clock the same seed plays the same campaign
Watch = Callable[[int, str], None]


class Enough(Exception):
    """So many battles were wanted, or a battle was left before its end."""


class Sitting:
    """A computer player who decides each question afresh: a campaign that was stopped goes on alike."""

    lawful = False

    def __init__(self, game: Chronicled, side: int, name: str):
        self.game, self.side, self.name = game, side, name

    def answer(self, question: Question, seat: Seat) -> Answer:
        seed = f"{self.game.seed}/{self.game.decisions}/{self.side}"
        return player(self.name, seed, UNHURRIED).answer(question, seat)


class Field:
    """Fights the battle that is due, and says what became of it."""

    name, lawful = "field", False

    def __init__(
        self, game: Chronicled, kind: Campaign[Any, Any], battles: int | None, watch: Watch,
        people_play: Callable[[Table], bool],
    ):  # fmt: skip
        self.game, self.kind, self.left, self.watch, self.people_play = game, kind, battles, watch, people_play

    def answer(self, question: Question, seat: Seat) -> Answer:
        if self.left is not None:
            if not self.left:
                raise Enough
            self.left -= 1
        fixture = self.kind.due(self.game.setting, self.game.checkpoint)
        assert fixture is not None
        fought = self._fought(fixture)
        result = fought.result
        assert result is not None
        names = self.kind.view(self.game.setting, self.game.state, None).sides
        winner = names[fixture.players[result.winner]] if result.winner is not None else "nobody"
        against = " against ".join(names[one] for one in fixture.players)
        self.watch(fixture.number, f"{fixture.title}, {against}; won by {winner}")
        return self.kind.home(self.game.setting, self.game.checkpoint, fought)

    def _fought(self, fixture: Fixture) -> Game[Any, Any]:
        seats = [self.game.players[one] for one in fixture.players]
        seed = fixture.seed(self.game.seed)
        if PERSON not in seats:
            fought = Game(self.kind.base, fixture.setup, seed)
            fought.play([player(name, f"{seed}/{at}", UNHURRIED) for at, name in enumerate(seats)], keep=False)
            return fought
        kept = self.game.chronicle.path.with_name(f"{self.game.chronicle.path.stem}-battle{fixture.number}.json")
        fought = _taken_up(kept, fixture) or Game(self.kind.base, fixture.setup, seed)
        computers: dict[int, Player] = {
            at: player(name, f"{seed}/{at}") for at, name in enumerate(seats) if name != PERSON
        }
        table = Table(fought, computers, file=kept, adviser=player(STRONGEST, f"{seed}/adviser"))
        if not self.people_play(table):
            raise Enough(f"The battle is kept in {kept} and goes on with the campaign.")
        return table.game


def _taken_up(kept: Path, fixture: Fixture) -> Game[Any, Any] | None:
    """A battle that was left before its end."""
    if not kept.exists():
        return None
    found = reopen(load(kept))
    if msgspec.json.encode(found.setup) != msgspec.json.encode(fixture.setup):
        raise RecordError(f"{kept}: expected the battle of this campaign, this is another")
    return found
