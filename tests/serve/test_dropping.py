"""Clients who go away in the middle: what was begun is finished and written, and nobody else is held up by it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from secrets import token_urlsafe
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from starlette.websockets import WebSocket

from warhost.engine.question import Refused
from warhost.serve import app
from warhost.serve.errands import Errands
from warhost.serve.errors import Wrong
from warhost.serve.faults import Faults
from warhost.serve.limits import Limits
from warhost.serve.lobby import Lobby
from warhost.serve.match import Match
from warhost.serve.messages import Fork, NewGame, SeatWish
from warhost.serve.play import Play
from warhost.serve.storage import GameEntry, NotStored, Row, Storage, UndoWish

from .conftest import PATIENCE, Server, first_offer

PERSON = SeatWish("person")


class Brake:
    """Holds one kind of work up until it is let go."""

    def __init__(self) -> None:
        self.reached, self.free = threading.Event(), threading.Event()

    def hold(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def held(*args: Any) -> Any:
            self.reached.set()
            assert self.free.wait(PATIENCE)
            return work(*args)

        return held


@pytest.fixture
def brake() -> Iterator[Brake]:
    made = Brake()
    yield made
    made.free.set()


@asynccontextmanager
async def lobby(folder: Path) -> AsyncIterator[Lobby]:
    made = Lobby(Storage(f"sqlite:///{folder / 'games.db'}"), Limits(), Faults(folder / "faults"))
    yield made
    await made.close()


async def begun(lobby: Lobby) -> Match:
    book = lobby.book("magnamund")
    setup = book.setup(book.scenarios()[0].id, {})
    made = await lobby.begin(NewGame("magnamund", [PERSON, PERSON]), setup, key=token_urlsafe(24))
    return await lobby.match(made.id)


def move(match: Match) -> tuple[int, int, Any]:
    """Whoever is asked, the number of the question, and a lawful answer."""
    question = match.play.open[0]
    offered = match.play.asking.described(match.play.game, question, match.play.number(question.side))
    return question.side, match.play.number(question.side), first_offer(offered)


async def dropped(work: Awaitable[Any], brake: Brake) -> None:
    """Whoever waits for it goes away while it is being done."""
    task = asyncio.ensure_future(work)
    await asyncio.to_thread(brake.reached.wait, PATIENCE)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    brake.free.set()


def written(lobby: Lobby, match: Match) -> list[Row]:
    return lobby.storage.rows(match.entry.id)


@pytest.mark.parametrize("place", [(Play, "answer"), (Storage, "_commit")], ids=["judged", "written"])
def test_an_answer_is_kept_though_its_player_went_away_while_it_was(
    place: tuple[type, str], tmp_path: Path, brake: Brake, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match = await begun(open)
            with monkeypatch.context() as patch:
                patch.setattr(*place, brake.hold(getattr(*place)))
                side, number, reply = move(match)
                await dropped(match.answer(side, number, reply), brake)
            assert not await match.answer(side, number, reply)  # it waits for its turn, and comes second
            assert [(row.number, row.side) for row in written(open, match)] == [(0, side)]
            assert await match.answer(*move(match))
            assert [row.number for row in written(open, match)] == [0, 1] and match.play.logged == 2
            assert Play(match.entry, match.play.book, written(open, match)).broken is None

    asyncio.run(play())


def test_an_undo_is_kept_though_its_player_went_away(
    tmp_path: Path, brake: Brake, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match = await begun(open)
            side, *answer = move(match)
            await match.answer(side, *answer)
            with monkeypatch.context() as patch:
                patch.setattr(Storage, "_commit", brake.hold(Storage._commit))
                await dropped(match.undo(side), brake)
            assert await match.read(lambda play: play.undone) == 1
            assert [row.kind for row in written(open, match)] == ["answer", "undo"]

    asyncio.run(play())


def test_leave_to_take_back_is_kept_though_whoever_gave_it_went_away(
    tmp_path: Path, brake: Brake, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match = await begun(open)
            while match.play.why_no_undo(0) or not match.play.since_answer(0):
                await match.answer(*move(match))
            await match.undo(0)
            with monkeypatch.context() as patch:
                patch.setattr(Storage, "_commit", brake.hold(Storage._commit))
                await dropped(match.allow_undo(1, True), brake)
            assert await match.read(lambda play: play.undone) == 1
            assert written(open, match)[-1].kind == "undo"

    asyncio.run(play())


@pytest.mark.parametrize("what", ["begin", "fork"])
def test_a_game_is_begun_though_whoever_wished_for_it_went_away(
    what: str, tmp_path: Path, brake: Brake, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match = await begun(open)
            with monkeypatch.context() as patch:
                patch.setattr(Storage, "_commit", brake.hold(Storage._commit))
                again = open.fork(match, 0, Fork(0), token_urlsafe(24)) if what == "fork" else begun(open)
                await dropped(again, brake)
            until_begun = asyncio.get_running_loop().time() + PATIENCE
            while len(open._matches) < 2:
                assert asyncio.get_running_loop().time() < until_begun
                await asyncio.sleep(0.01)
            new = next(id for id in open._matches if id != match.entry.id)
            assert open.storage.game(new) is not None

    asyncio.run(play())


def test_nobody_comes_to_the_table_while_the_work_of_one_who_left_goes_on(tmp_path: Path, brake: Brake) -> None:
    """A thread cannot be called off: it would look at a game that another thread is changing."""

    async def play() -> None:
        async with lobby(tmp_path) as open:
            match = await begun(open)
            looking = asyncio.ensure_future(match.read(brake.hold(lambda play: play.number(0))))
            await asyncio.to_thread(brake.reached.wait, PATIENCE)
            looking.cancel()
            answer = asyncio.ensure_future(match.answer(*move(match)))
            await asyncio.sleep(0.2)
            assert not answer.done() and match.play.logged == 0
            brake.free.set()
            assert await answer

    asyncio.run(play())


class Visitor:
    """Somebody at the table who hears everything."""

    seat = mark = None
    brought = ""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.heard.append(message)


def test_whoever_leaves_before_he_is_greeted_does_not_stay_at_the_table(
    tmp_path: Path, brake: Brake, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match, visitor = await begun(open), Visitor()
            monkeypatch.setattr(match, "_greeting", brake.hold(match._greeting))
            await dropped(match.join(visitor), brake)
            match.leave(visitor)
            await match.settle(PATIENCE)
            assert match.guests == [] and match.idle

    asyncio.run(play())


# --- the writer ----------------------------------------------------------------------------------------------


def entry(id: str) -> GameEntry:
    return GameEntry(id, "", "magnamund", {}, "a seed", (), 0.0)


def test_the_writer_bears_that_nobody_waits_for_it(
    tmp_path: Path, brake: Brake, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'games.db'}")

    async def write() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(Storage, "_commit", brake.hold(Storage._commit))
            await dropped(storage.add_game(entry("first")), brake)
        await asyncio.wait_for(storage.add_game(entry("second")), PATIENCE)

    asyncio.run(write())
    assert storage.game("first") is not None and storage.game("second") is not None
    assert caplog.text == ""
    storage.close()


class Collapse(BaseException):
    """What no writer expects."""


def test_a_writer_that_fails_is_said_and_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'games.db'}")

    def collapse(*args: Any) -> None:
        raise Collapse

    async def write() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(Storage, "_commit", collapse)
            with pytest.raises(NotStored):
                await asyncio.wait_for(storage.add_game(entry("first")), PATIENCE)
        await asyncio.wait_for(storage.add_game(entry("second")), PATIENCE)

    asyncio.run(write())
    assert storage.game("first") is None and storage.game("second") is not None
    assert "the writer of games failed" in caplog.text
    storage.close()


def test_what_is_handed_to_a_writer_that_was_stopped_is_refused(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'games.db'}")
    storage.close()
    with pytest.raises(NotStored):
        asyncio.run(asyncio.wait_for(storage.add_game(entry("late")), PATIENCE))


# --- over real sockets ---------------------------------------------------------------------------------------


def test_an_answer_that_is_sent_again_is_taken_once(server: Server) -> None:
    game = server.begin()
    guests = [server.sit(game, side) for side in (0, 1)]
    for guest in guests:
        guest.hear("state")
    side = next(side for side in (0, 1) if guests[side].state["question"])
    question = guests[side].asked()
    say = {"type": "answer", "number": question["number"], "answer": first_offer(question)}
    guests[side].say(**say)
    guests[side].socket.socket.close()  # without a word, before the reply
    again = server.sit(game, side)
    again.hear("state")
    for _ in range(2):
        again.say(**say)
        taken = again.hear("taken")
        assert taken["number"] == question["number"]
    assert taken["again"]
    again.say(**{**say, "answer": "something else"})
    refused = again.hear("refused")
    assert f"you have answered question {question['number']} already" in refused["why"]
    assert refused["answer"] == question["number"]
    again.say(type="allow_undo", yes=True)
    assert again.hear("refused")["answer"] is None
    late = server.sit(game, side)
    assert late.hear("state")["number"] <= question["number"] + 1


def test_after_a_restart_an_answer_that_is_sent_again_is_still_taken_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match = await begun(open)
            given = []
            for _ in range(12):
                given.append(move(match))
                assert await match.answer(*given[-1])
        async with lobby(tmp_path) as open:
            match = await open.match(match.entry.id)
            assert {side for side, *_ in given} == {0, 1}
            for answer in given:  # also those that come long after others
                assert not await match.answer(*answer)
            assert match.play.logged == 12 and await match.answer(*move(match))

    asyncio.run(play())


def test_what_was_taken_back_is_not_taken_again_by_an_answer_that_comes_late(tmp_path: Path) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match = await begun(open)
            given = move(match)
            await match.answer(*given)
            await match.undo(given[0])
            await match.answer(given[0], match.play.number(given[0]), given[2])
            with pytest.raises(Refused, match="is not open"):
                await match.answer(*given)

    asyncio.run(play())


@pytest.mark.parametrize("restarted", [False, True], ids=["at once", "after a restart"])
def test_taking_back_is_done_once_however_often_it_is_sent(tmp_path: Path, restarted: bool) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match = await begun(open)
            side = match.play.open[0].side
            for _ in range(2):
                await match.answer(*move(match))
            assert [who for who, _ in match.play.answers] == [side, side]
            number = match.play.number(side)
            await match.undo(side, number)
            open = await stack.enter_async_context(lobby(tmp_path)) if restarted else open
            match = await open.match(match.entry.id)
            with pytest.raises(Refused, match="taken back already"):
                await match.undo(side, number)
            with pytest.raises(Refused, match="meant at question 0; now it is question 3"):
                await match.undo(side, 0)
            assert len(match.play.answers) == 1 and match.play.undone == 1
            await match.undo(side)  # who names no number means whatever was answered last
            assert match.play.undone == 2

    async def whole() -> None:
        async with stack:
            await play()

    stack = AsyncExitStack()
    asyncio.run(whole())


def test_a_wish_to_take_back_that_is_sent_again_does_not_ask_those_who_agreed(tmp_path: Path) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match = await begun(open)
            while match.play.why_no_undo(0) or not match.play.since_answer(0):
                await match.answer(*move(match))
            number = match.play.number(0)
            await match.undo(0, number)
            others_agreed = replace(match.standing, undo=UndoWish(0, (5,)))
            match.standing = others_agreed
            await match.undo(0, number)
            assert match.standing == others_agreed and match.play.undone == 0

    asyncio.run(play())


# --- a reply that is not heard -------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["game", "lesson", "fork", "campaign"])
def test_a_game_that_is_wished_for_again_is_the_same_game(server: Server, what: str) -> None:
    old = server.begin()
    tokens = [seat["token"] for seat in old["seats"]]
    path, wish = {
        "game": ("/api/games", {"rulebook": "magnamund", "seats": [{"kind": "person"}, {"kind": "friend"}]}),
        "lesson": ("/api/lessons/magnamund/0", {}),
        "fork": (f"/api/games/{old['id']}/fork", {"step": 0, "tokens": tokens}),
        "campaign": ("/api/campaigns", {"rulebook": "threeplains", "seats": [{"kind": "person"}] * 2}),
    }[what]
    key = {"Idempotency-Key": token_urlsafe(24)}
    first, again = (server.http.post(path, json=wish, headers=key) for _ in range(2))
    assert first.status_code == again.status_code == 200, first.text
    assert first.json() == again.json()
    other = server.http.post(path, json=wish, headers={"Idempotency-Key": token_urlsafe(24)}).json()
    assert other["id"] != first.json()["id"]
    assert server.http.post(path, json=wish).json()["id"] not in (other["id"], first.json()["id"])
    held = [seat["token"] for seat in first.json()["seats"] if "token" in seat]
    assert held and all(len(token) == 32 for token in held) and len(set(held)) == len(held)
    assert server.connect(first.json()["id"], held[0]).hear("welcome")["seat"] == 0


def test_another_wish_under_the_same_key_is_another_game(server: Server) -> None:
    key = {"Idempotency-Key": token_urlsafe(24)}
    wishes = ({"rulebook": "magnamund", "seats": [{"kind": "person"}] * 2, "title": title} for title in "AB")
    one, other = (server.http.post("/api/games", json=wish, headers=key).json() for wish in wishes)
    assert one["id"] != other["id"] and one["seats"][0]["token"] != other["seats"][0]["token"]


def test_a_key_that_could_be_guessed_is_refused(server: Server) -> None:
    wish = {"rulebook": "magnamund", "seats": [{"kind": "person"}] * 2}
    reply = server.http.post("/api/games", json=wish, headers={"Idempotency-Key": "game 1"})
    assert reply.status_code == 400 and "drawn by chance" in reply.json()["error"]["why"]


def test_of_two_who_begin_the_same_game_at_once_one_finds_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            book, key = open.book("magnamund"), token_urlsafe(24)
            setup, wish = book.setup(book.scenarios()[0].id, {}), NewGame("magnamund", [PERSON, PERSON])
            both = await asyncio.gather(*(open.begin(wish, setup, key=key) for _ in range(2)))
            assert both[0] == both[1] and len(open._matches) == 1
            assert len(open.storage.listed(10)) == 1

    asyncio.run(play())


# --- errands -------------------------------------------------------------------------------------------------


def test_what_fails_when_nobody_waits_any_more_is_said(brake: Brake, caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        await asyncio.to_thread(brake.hold(lambda: None))
        raise ZeroDivisionError

    async def play() -> None:
        errands = Errands("a game")
        await dropped(errands.finish(fail), brake)
        await errands.settle(PATIENCE)
        assert not errands.busy

    asyncio.run(play())
    assert "a game: what was begun could not be finished" in caplog.text and "ZeroDivisionError" in caplog.text


def test_whoever_asks_and_drops_cannot_pile_up_work_without_end(
    brake: Brake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warhost.serve.errands.MOST", 1)

    async def play() -> None:
        errands = Errands("a game")
        first = asyncio.ensure_future(errands.finish(asyncio.to_thread, brake.hold(lambda: 7)))
        await asyncio.to_thread(brake.reached.wait, PATIENCE)
        with pytest.raises(Wrong, match="too much is asked for"):
            await errands.finish(asyncio.sleep, 0)
        brake.free.set()
        assert await first == 7
        assert await errands.finish(asyncio.to_thread, lambda: 8) == 8

    asyncio.run(play())


def test_who_is_still_at_the_door_when_the_server_stops_leaves_no_complaint() -> None:
    """Called off while his game is being opened, he goes without a traceback."""

    door = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(lobby=None)))

    async def opening(socket: object, lobby: object) -> None:
        await asyncio.sleep(60)

    async def stop() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(app, "serve_socket", opening)
            knocking = asyncio.create_task(app.game_socket(cast(WebSocket, door)))
            await asyncio.sleep(0)
            knocking.cancel()
            await knocking

    asyncio.run(stop())


def test_a_game_at_which_a_thread_is_at_work_is_not_looked_at_to_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two that run on in the same game would take each other's steps."""

    async def play() -> None:
        async with lobby(tmp_path) as open:
            match = await begun(open)

            async def ask_meanwhile() -> bool:
                with monkeypatch.context() as patch:
                    patch.setattr(Play, "open", property(lambda play: pytest.fail("the game was looked at")))
                    return match.idle

            assert not await match.at_table(ask_meanwhile)
            assert match.idle

    asyncio.run(play())
