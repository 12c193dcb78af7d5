"""Games that nobody looks at make room for others, and their memory comes back."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from warhost.serve.limits import Limits

from .conftest import PERSON, RANDOM, Server, run

LOADED = 4


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    """A server with room for a few games."""
    limits = Limits(loaded=LOADED, games=1_000_000)
    yield from run(f"sqlite:///{tmp_path / 'games.db'}", limits, metrics=True)


def in_memory(server: Server) -> int:
    found = re.search(r"^warhost_games_open (\d+)", server.http.get("/metrics").text, re.MULTILINE)
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize("seats", [(PERSON, PERSON), (RANDOM, RANDOM)], ids=["people", "computers"])
def test_games_begun_and_left_make_room(small: Server, seats: tuple[dict[str, str], ...]) -> None:
    for _ in range(3 * LOADED):
        small.begin(seats=seats)
    assert in_memory(small) <= LOADED


def test_games_at_which_somebody_sits_stay(small: Server) -> None:
    games = [small.begin() for _ in range(LOADED + 2)]
    guests = [small.sit(game, 0) for game in games]
    for guest in guests:
        guest.hear("state")
    assert in_memory(small) == len(games)


@pytest.mark.slow
def test_memory_comes_back(small: Server) -> None:
    def taken() -> float:
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * 4096 / 1e6

    def begin(games: int) -> None:
        for _ in range(games):
            small.begin("threeplains")

    begin(30)
    before = taken()
    begin(150)
    assert taken() - before < 60  # they have about 1 MB each
