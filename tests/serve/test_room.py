"""Games that nobody looks at make room for others, and their memory comes back."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from warhost.engine.rulebook import installed
from warhost.serve.limits import Limits
from warhost.serve.match import Match

from .conftest import PERSON, RANDOM, Server, run, until

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


@pytest.fixture
def unswept() -> Iterator[None]:
    """Nobody looks for what holds on to itself in a circle."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("unswept")
@pytest.mark.parametrize("name", sorted(installed()))
def test_a_game_that_is_put_away_is_gone_without_being_swept_up(small: Server, name: str) -> None:
    """A sweep looks at all games and holds up everybody meanwhile, so it is seldom; nothing may wait for it."""

    def in_reach() -> int:
        return sum(type(one) is Match for one in gc.get_objects())

    before = in_reach()
    for _ in range(2 * LOADED):
        game = small.begin(name)
        guests = [small.sit(game, side) for side in (0, 1, None)]
        for guest in guests:
            guest.hear("state")
        asked = next(guest for guest in guests if guest.state["question"] is not None)
        asked.answer()
        for guest in guests:
            guest.close()
    for _ in range(2 * LOADED):
        small.begin(name, seats=(RANDOM, RANDOM))
    until(lambda: in_reach() - before <= LOADED + 1)  # those who have just hung up


@pytest.mark.slow
@pytest.mark.usefixtures("unswept")
def test_memory_comes_back(small: Server) -> None:
    def taken() -> float:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * 4096 / 1e6

    def begin(games: int) -> None:
        for _ in range(games):
            small.begin("threeplains")

    begin(30)
    before = taken()
    begin(150)
    assert taken() - before < 60  # they have about 1 MB each
