"""Whole battles over a network that cuts lines at any byte, with a server that is killed on the way: the log has in
the end what players have answered, each answer once."""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from warhost.engine.record import reopen, understood
from warhost.serve.folder import DATABASE
from warhost.serve.soundness import standing_answers
from warhost.serve.storage import Row, Storage

from .conftest import PERSON
from .storm import House, Stubborn, Weather, fetched, post, stormy

GAMES = {
    "magnamund": {},
    "threeplains": {"options": {"armies": "elves_500, orcs_500"}},
    "regiments": {},
    "warband": {},
    "missum": {},
}
KILLS = (9, 43)
BATTLE = 900.0  # seconds at most


def begun(house: House, rulebook: str, seats: int = 2) -> dict[str, Any]:
    wish = {"rulebook": rulebook, "seats": [PERSON] * seats, **GAMES[rulebook]}
    made: dict[str, Any] = post(house.storm, "/api/games", wish, secrets.token_urlsafe(24))
    return made


def fought(house: House, game: dict[str, Any], undoes: int = 0) -> list[Stubborn]:
    """Until both have heard that the battle is over. After so many answers each the server is killed."""
    tokens = [seat["token"] for seat in game["seats"]]
    players = [Stubborn(house.storm, game["id"], token, side, undoes) for side, token in enumerate(tokens)]
    threads = [threading.Thread(target=player.play, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    end, kills = time.monotonic() + BATTLE, list(KILLS)
    while any(thread.is_alive() for thread in threads):
        assert time.monotonic() < end, [(len(player.given), player.refused[-3:]) for player in players]
        if kills and sum(len(player.given) for player in players) >= kills[0]:
            house.killed()
            kills.pop(0)
        time.sleep(0.02)
    return players


def log_of(house: House, game: str) -> list[Row]:
    storage = Storage(f"sqlite:///{house.folder / DATABASE}")
    rows = storage.rows(game)
    storage.close()
    return rows


def numbered(rows: list[Row]) -> dict[tuple[int, int], Any]:
    """Every answer in the log by its side and the number of its question, as docs/api.md counts them."""
    taken, undone, found = Counter[int](), 0, dict[tuple[int, int], Any]()
    for row in rows:
        if row.kind == "undo":
            undone += 1
            continue
        asked = row.side, taken[row.side] + undone
        assert asked not in found
        found[asked] = row.what
        taken[row.side] += 1
    return found


def proved(house: House, game: str) -> list[Any]:
    """All answers of the record in their order, after it has been played again and found true."""
    told = understood(fetched(house.storm, f"/api/games/{game}/record"))
    reopen(told)
    return [answer for step in told.steps for answer in step.answers]


def alike(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Two sides that are asked at once may answer in any order."""
    return Counter(map(msgspec.json.encode, one)) == Counter(map(msgspec.json.encode, other))


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", GAMES)
def test_a_battle_through_a_storm_is_the_battle_that_was_played(rulebook: str, tmp_path: Path) -> None:
    with stormy(tmp_path, f"gale over {rulebook}", Weather()) as house:
        game = begun(house, rulebook)
        players = fought(house, game)
        record = proved(house, game["id"])
        rows = log_of(house, game["id"])
        assert house.storm.cuts
    given = {(player.side, number): answer for player in players for number, answer in player.given.items()}
    assert numbered(rows) == given
    assert alike(record, [row.what for row in rows])
    for player in players:
        assert max(player.taken.values()) == 1  # nothing was news twice
        assert not player.refused
    assert players[0].result == players[1].result


@pytest.mark.slow
def test_what_is_taken_back_in_a_storm_is_taken_back_once(tmp_path: Path) -> None:
    with stormy(tmp_path, "gale with second thoughts", Weather()) as house:
        game = begun(house, "magnamund")
        players = fought(house, game, undoes=6)
        record = proved(house, game["id"])
        rows = log_of(house, game["id"])
    answers = numbered(rows)
    for asked, answer in answers.items():
        assert players[asked[0]].given[asked[1]] == answer
    for player in players:
        # What never got into the log came too late: somebody had taken something back meanwhile.
        assert all(count <= 1 for count in player.taken.values())
        lost = [number for number in player.given if (player.side, number) not in answers]
        assert len(lost) <= sum(row.kind == "undo" for row in rows)
        assert all((player.side, number) in answers for number, count in player.taken.items() if count)
    undone = [row for row in rows if row.kind == "undo"]
    assert undone and len(undone) <= sum(len(player.undone) for player in players)
    assert alike(record, [row.what for row in standing_answers(rows)])
