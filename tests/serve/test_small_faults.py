"""Things that went wrong in corners: games held elsewhere, games begun twice, matches put away meanwhile."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from warhost.engine.book import Result
from warhost.serve import campaigns
from warhost.serve.clock import Clock
from warhost.serve.holding import Elsewhere
from warhost.serve.lobby import Lobby
from warhost.serve.messages import Calls, Held, MyGames
from warhost.serve.notices import Notices, Post
from warhost.serve.play import Play
from warhost.serve.settings import Settings
from warhost.serve.storage import NotStored, Storage

from .test_dropping import begun, lobby

LONG_AGO = 1_000_000.0


def test_a_game_held_elsewhere_is_set_up_once_and_stands_as_it_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask() -> None:
        async with lobby(tmp_path) as open:
            entry = (await begun(open)).entry
            old = msgspec.structs.replace(entry, id="elsewhere", made=LONG_AGO, clock=Clock("turn", 60.0))
            await open.storage.add_game(old)
            read: list[str] = []

            async def held_by_another(self: Lobby, id: str) -> Any:
                raise Elsewhere("")

            def counted(self: Lobby, entry: Any, before: Any = Lobby._read) -> Any:
                read.append(entry.id)
                return before(self, entry)

            monkeypatch.setattr(Lobby, "match", held_by_another)
            monkeypatch.setattr(Lobby, "_read", counted)
            monkeypatch.setattr("warhost.serve.lobby.seat_held", lambda entry, token: 0)
            for _ in range(3):
                (game,) = (await open.held(MyGames([Held("elsewhere", "token")]))).games
                assert game.at == LONG_AGO and game.left is not None and game.left < 0
            assert read == ["elsewhere"]
            monkeypatch.undo()
            assert (await open.match("elsewhere")).standing.at == LONG_AGO  # and so it does for its holder

    asyncio.run(ask())


def test_whoever_begins_a_game_that_is_there_is_no_fault(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def begin() -> None:
        async with lobby(tmp_path) as open:
            entry = (await begun(open)).entry
            with caplog.at_level(logging.ERROR), pytest.raises(NotStored):
                await open.storage.add_game(entry)
            assert open.storage.failed == 0 and not caplog.records

    asyncio.run(begin())


def test_what_cannot_be_written_otherwise_is_one(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def write(storage: Storage) -> None:
        with pytest.raises(NotStored):
            await storage.exchanges._write("no statement")
        assert storage.failed == 1 and "could not be written" in caplog.text

    storage = Storage(f"sqlite:///{tmp_path / 'games.db'}")
    asyncio.run(write(storage))
    storage.close()


def test_a_seat_is_set_at_the_game_that_is_open_when_the_mail_has_gone_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the mail server is talked to the game is put away, and opened anew by somebody else."""

    async def change() -> None:
        async with lobby(tmp_path) as open:
            match = await begun(open)
            notices = Notices(open.storage, Post(None, "https://table.test"))
            settings = Settings(open, notices)

            async def put_away(mail: str, key: str, address: str) -> None:
                match.close()
                del open._matches[match.entry.id]
                await open.match(match.entry.id)

            monkeypatch.setattr(settings, "_ask", put_away)
            await settings.change(match, 0, Calls("token", mail="ann@example.org"), "https://table.test")
            anew = await open.match(match.entry.id)
            assert anew is not match and anew.wishes[0].mail == "ann@example.org"
            notices.close()

    asyncio.run(change())


def test_a_battle_is_brought_home_as_it_was_read_at_its_own_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What happens to the battle while the campaign's table is waited for does not show."""

    async def bring() -> None:
        async with lobby(tmp_path) as open:
            battle, campaign = await begun(open), await begun(open)
            battle.play.claimed = Result(0, "", "all others have fled")
            brought: list[Any] = []

            def home(play: Play, number: int, fought: Any) -> None:
                brought.append(fought)

            async def there(id: str) -> Any:
                return True

            async def found(id: str) -> Any:
                return battle

            monkeypatch.setattr(campaigns, "due", lambda play: SimpleNamespace(number=1))
            monkeypatch.setattr(campaigns, "_home", home)
            monkeypatch.setattr(open, "has", there)
            monkeypatch.setattr(open, "match", found)
            await campaigns.bring_home(open, campaign)
            (fought,) = brought
            assert fought is not battle.play.game and fought.checkpoint is battle.play.game.checkpoint

    asyncio.run(bring())
