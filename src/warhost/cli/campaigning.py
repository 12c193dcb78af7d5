"""Who answers in a campaign at the terminal: computers between battles, and the field that fights them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from warhost.engine.campaign import Campaign, Fight, Fixture
from warhost.engine.chronicle import Chronicled, Given
from warhost.engine.data import DataError
from warhost.engine.game import Game
from warhost.engine.player import Player, Seat
from warhost.engine.question import Answer, Question
from warhost.engine.record import RecordError, load, reopen
from warhost.players.roster import player

from .table import PERSON, Table

STRONGEST = "tactician"
UNHURRIED = float("inf")  # without a clock the same seed plays the same campaign
MOST_SHOWN = 300  # letters of what is wrong
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
        seats = _seats(self.game, fixture)
        seed = fixture.seed(self.game.seed)
        if PERSON not in seats:
            return _by_computers(self.kind, fixture, seed, seats)
        kept = _kept(self.game, fixture)
        fought = _taken_up(kept, fixture, seed) or Game(self.kind.base, fixture.setup, seed)
        computers: dict[int, Player] = {
            at: player(name, f"{seed}/{at}") for at, name in enumerate(seats) if name != PERSON
        }
        table = Table(fought, computers, file=kept, adviser=player(STRONGEST, f"{seed}/adviser"))
        if not self.people_play(table):
            raise Enough(f"The battle is kept in {kept} and goes on with the campaign.")
        return table.game


def _seats(game: Chronicled, fixture: Fixture) -> list[str]:
    return [game.players[one] for one in fixture.players]


def _kept(game: Chronicled, fixture: Fixture) -> Path:
    """Where a battle of people is kept, beside the campaign."""
    path = game.chronicle.path
    return path.with_name(f"{path.stem}-battle{fixture.number}.json")


def _by_computers(
    kind: Campaign[Any, Any], fixture: Fixture, seed: str, seats: Sequence[str]
) -> Game[Any, Any]:
    fought = Game(kind.base, fixture.setup, seed)
    fought.play([player(name, f"{seed}/{at}", UNHURRIED) for at, name in enumerate(seats)], keep=False)
    return fought


def _taken_up(kept: Path, fixture: Fixture, seed: str) -> Game[Any, Any] | None:
    """A battle that was left before its end: from its beginning, and with the dice of the campaign."""
    if not kept.exists():
        return None
    found = reopen(load(kept))
    same = msgspec.json.encode(found.setup) == msgspec.json.encode(fixture.setup)
    if not same or found.seed != seed or found.start is not None or found.manual:
        raise RecordError(f"{kept}: expected the battle of this campaign, this is another")
    return found


# --- whether a file says what came of its battles -----------------------------------------------------------------


def looked_into(game: Chronicled, kind: Campaign[Any, Any], first: int, again: Watch | None) -> list[int]:
    """The battles from `first` that bear out what the file says of their ends; one that does not is an error with
    its line.

    What people fought is read off its record, if that is there. What computers fought is fought again if somebody
    watches it, for that takes as long as it took.
    """
    course: Game[Any, Any] = Game(kind, game.setup, game.seed)
    found = []
    for entry in game.chronicle.entries[1:]:
        given = msgspec.convert(entry.data, Given)
        asked = next(one for one in course.pending() if one.side == given.side)
        if isinstance(asked, Fight):
            fixture = kind.due(course.setting, course.checkpoint)
            assert fixture is not None
            fought = _looked_up(game, kind, fixture, again) if fixture.number >= first else None
            if fought is not None:
                _compare(game, entry.number + 1, fixture, _end(course, kind, fought), given.answer)
                found.append(fixture.number)
        course.answer(given.answer, given.side)
    return found


def _looked_up(
    game: Chronicled, kind: Campaign[Any, Any], fixture: Fixture, again: Watch | None
) -> Game[Any, Any] | None:
    seats, seed = _seats(game, fixture), fixture.seed(game.seed)
    if PERSON in seats:
        return _taken_up(_kept(game, fixture), fixture, seed)
    if again is None:
        return None
    again(fixture.number, f"{fixture.title}, fought again by computers")
    return _by_computers(kind, fixture, seed, seats)


def _end(course: Game[Any, Any], kind: Campaign[Any, Any], fought: Game[Any, Any]) -> Answer | None:
    """What its end brings to the campaign; nothing if it is not over."""
    return kind.home(course.setting, course.checkpoint, fought) if fought.result is not None else None


def _compare(game: Chronicled, line: int, fixture: Fixture, end: Answer | None, said: Answer) -> None:
    where = str(game.chronicle.path), f"line {line}"
    if end is None:
        raise DataError(*where, f"battle {fixture.number} has an end here, and its record has none")
    told = msgspec.json.decode(msgspec.json.encode(end))
    for key in sorted({*told, *said} if isinstance(said, dict) else ()):
        if told.get(key) != said.get(key):
            why = f"expected {_short(told.get(key))}, got {_short(said.get(key))}"
            raise DataError(*where, f"battle {fixture.number} did not end like that, looked into: {key}: {why}")


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"
