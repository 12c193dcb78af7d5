"""The server: HTTP for beginning, finding and reading games, a socket for playing them, and the page itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from warhost.engine.book import Book, Unknown
from warhost.engine.bounds import OutOfBounds, plain, whole_number
from warhost.engine.campaign import NAME
from warhost.engine.data import DataError
from warhost.engine.record import record
from warhost.engine.unreadable import not_json

from . import books, building, campaigns, exchanges, fields, health, labour, lessons, odds, sheets
from .errors import Wrong
from .faults import Faults
from .files import page_routes
from .gate import Gate
from .going_wrong import HANDLERS
from .keys import key_of
from .limits import HOUR, Limits, Visitors
from .lobby import Lobby, summary
from .match import Match
from .messages import (
    MOST_RULES,
    MOST_SIDES,
    MOST_STEPS,
    MOST_WORDS,
    Calls,
    DiceOdds,
    Draft,
    Fork,
    GoOn,
    HandedIn,
    LessonWish,
    MailKey,
    MyGames,
    NewCampaign,
    NewGame,
    NextBattle,
    RosterText,
    SituationText,
)
from .notices import Notices, Post
from .openapi import openapi
from .passing import passed_on, wherever
from .play import Play
from .replies import BattleBegun, GameInFull, Moment
from .report import report
from .settings import Settings
from .sharing import Among
from .socket import serve_socket
from .storage import Storage
from .telling import lines_of
from .turns import asking
from .understood import NotUnderstood, understood

B = TypeVar("B")
STOPPING = "the server is being stopped; look whether it was done, and try again"
Handler = Callable[[Lobby, Request], Awaitable[Any]]


def make_app(
    url: str, limits: Limits | None = None, hosts: tuple[str, ...] = (), faults: Path | None = None,
    post: Post | None = None, metrics: bool = False, address: str = "", among: Among | None = None,
) -> Starlette:  # fmt: skip
    """The server on a database. `hosts` are names it may be called by besides those of this machine; in the folder
    `faults` it keeps records of what computer players could not answer; `post` says how it sends notices.
    Only with `metrics` it tells how much it has to do. `address` is where other servers on the same PostgreSQL
    reach it; without one it is alone, or `among` several processes."""
    bounds = limits or Limits()

    @asynccontextmanager
    async def living(app: Starlette) -> AsyncIterator[None]:
        lobby = app.state.lobby = Lobby(
            Storage(url, among.turn if among else None), bounds, Faults(faults), address, among
        )
        if bounds.apart:
            labour.prepare()
        reading = asyncio.create_task(lobby.make_ready())  # before the first visitor asks
        app.state.beginners = Visitors(bounds.games / HOUR, bounds.games)
        app.state.askers = Visitors(bounds.asks, bounds.asks_at_once)
        app.state.comers = Visitors(bounds.comings, bounds.comings_at_once)
        lobby.bring_home = lambda id: _bring_home(lobby, id)
        notices = Notices(lobby.storage, post or Post(), lobby.leads)
        app.state.settings = Settings(lobby, notices)
        yield
        reading.cancel()
        notices.close()
        await lobby.close()

    gate = Middleware(Gate, hosts=hosts, most=bounds.message, larger={"/api/records": bounds.record})
    told = [_get("/metrics", health.metrics)] if metrics else []
    return Starlette(routes=[*told, *_routes()], lifespan=living, middleware=[gate], exception_handlers=HANDLERS)


def _routes() -> list[BaseRoute]:
    return [
        _get("/api/rulebooks", rulebooks),
        _get("/api/rules/{book}", rules),
        _get("/api/rules/{book}/{id}", rule),
        _dear("/api/muster/{book}", muster),
        _get("/api/palette/{book}/{army}", palette),
        _dear("/api/build/{book}", build),
        _get("/api/rosters/{book}/{roster}", roster_text),
        _get("/api/sheet/{book}/{roster}", roster_sheet),
        _dear("/api/sheet/{book}", written_sheet),
        _get("/api/fields/{book}/{scenario}", fields.picture),
        _get("/api/lessons/{book}", lesson),
        _post("/api/lessons/{book}/{step}", begin_lesson),
        _dear("/api/odds", dice_odds),
        _dear("/api/odds/{book}", situation_odds),
        _get("/api/games", games),
        _post("/api/games", new_game),
        _get("/api/exchanges/{id}", exchange),
        _dear("/api/exchanges/{id}", hand_in),
        _post("/api/mine", my_games),
        _post("/api/records", open_record),
        _get("/api/games/{id}", game),
        _get("/api/games/{id}/record", game_record),
        _get("/api/games/{id}/at/{step}", moment),
        _post("/api/games/{id}/fork", fork),
        _post("/api/games/{id}/go_on", go_on),
        _get("/api/games/{id}/seat", seat_settings),
        _post("/api/games/{id}/seat", set_seat),
        _post("/api/mail/confirm", confirm_mail),
        _post("/api/mail/stop", stop_mail),
        _post("/api/mail/stop/{key}", stop_mail_at_once),
        _get("/api/games/{id}/report", game_report),
        _get("/api/games/{id}/sheet/{side}", side_sheet),
        _post("/api/campaigns", new_campaign),
        _get("/api/campaigns/{id}", campaign),
        _post("/api/campaigns/{id}/battle", next_battle),
        _get("/api/campaigns/{id}/report", campaign_report),
        _get("/api/openapi.json", api),
        _get("/health", health.alive),
        _get("/ready", health.ready),
        WebSocketRoute("/api/games/{id}/socket", game_socket),
        *page_routes(),
    ]


def _get(path: str, handler: Handler) -> Route:
    return Route(path, _answering(handler), methods=["GET"])


def _post(path: str, handler: Handler) -> Route:
    return Route(path, _answering(handler), methods=["POST"])


def _dear(path: str, handler: Handler) -> Route:
    """What anybody may ask for and what takes long; nobody may have it without end."""

    async def spared(lobby: Lobby, request: Request) -> Any:
        if not request.app.state.askers.may(asking.get()):
            raise Wrong(429, "you ask for more than this server can work out; wait a moment")
        return await handler(lobby, request)

    return _post(path, spared)


def _answering(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            lobby = request.app.state.lobby
            found = await wherever(request, lambda: handler(lobby, request), partial(passed_on, request))
        except (Unknown, DataError) as error:
            raise Wrong(404 if isinstance(error, Unknown) else 400, str(error)) from None
        except asyncio.CancelledError:  # a server that stops calls off whoever waits; what was begun is finished
            raise Wrong(503, STOPPING) from None
        if isinstance(found, Response):
            return found
        return Response(msgspec.json.encode(found), media_type="application/json")

    return answer


async def _body(request: Request, kind: type[B]) -> B:
    try:
        return understood(await request.body(), msgspec.json.Decoder(kind))
    except NotUnderstood as error:
        raise Wrong(400, str(error)) from None


def _number(name: str, said: str, most: int) -> int:
    """A number that somebody wrote into an address."""
    number = whole_number(said, 0, most)
    if number is None:
        raise Wrong(400, f"{name}: expected a whole number from 0 to {most}, got {said!r:.40}")
    return number


# --- rulebooks -----------------------------------------------------------------------------------------------


async def rulebooks(lobby: Lobby, request: Request) -> Any:
    return await lobby.offers()


async def _book(lobby: Lobby, request: Request) -> Book[Any, Any]:
    return await lobby.workers.study(lobby.book, request.path_params["book"])


async def _book_id(lobby: Lobby, request: Request) -> str:
    return (await _book(lobby, request)).id


async def rules(lobby: Lobby, request: Request) -> Any:
    book = await _book(lobby, request)
    words, limit = request.query_params.get("q", ""), request.query_params.get("limit", "1000")
    if len(words) > MOST_WORDS:
        raise Wrong(400, f"q: expected at most {MOST_WORDS} characters")
    return await lobby.workers.study(books.rules, book, words, _number("limit", limit, MOST_RULES))


async def rule(lobby: Lobby, request: Request) -> Any:
    return await lobby.workers.study(books.rule, await _book(lobby, request), request.path_params["id"])


async def muster(lobby: Lobby, request: Request) -> Any:
    text = (await _body(request, RosterText)).roster
    return await lobby.workers.write_up(books.muster, await _book_id(lobby, request), text)


async def palette(lobby: Lobby, request: Request) -> Any:
    return await lobby.workers.study(building.palette, await _book(lobby, request), request.path_params["army"])


async def build(lobby: Lobby, request: Request) -> Any:
    draft = await _body(request, Draft)
    return await lobby.workers.write_up(building.build, await _book_id(lobby, request), draft)


async def roster_text(lobby: Lobby, request: Request) -> Any:
    return await lobby.workers.study(books.roster_text, await _book(lobby, request), request.path_params["roster"])


async def roster_sheet(lobby: Lobby, request: Request) -> Any:
    book = await _book(lobby, request)
    return sheets.page(await lobby.workers.study(sheets.roster_sheet, book, request.path_params["roster"]))


async def written_sheet(lobby: Lobby, request: Request) -> Any:
    text = (await _body(request, RosterText)).roster
    return sheets.page(await lobby.workers.write_up(sheets.written_sheet, await _book_id(lobby, request), text))


async def dice_odds(lobby: Lobby, request: Request) -> Any:
    return await lobby.workers.reckon(odds.dice_odds, await _body(request, DiceOdds))


async def situation_odds(lobby: Lobby, request: Request) -> Any:
    text = (await _body(request, SituationText)).situation
    return await lobby.workers.refer(odds.situation_odds, await _book_id(lobby, request), text)


async def api(lobby: Lobby, request: Request) -> Any:
    return openapi()


async def lesson(lobby: Lobby, request: Request) -> Any:
    return await lobby.workers.study(lessons.steps, await _book(lobby, request))


async def begin_lesson(lobby: Lobby, request: Request) -> Any:
    wish = await _body(request, LessonWish)
    book, step = await _book(lobby, request), _number("step", request.path_params["step"], MOST_STEPS)
    case = await lobby.workers.study(lessons.case, book, step)
    _count_visitor(request)
    game = lessons.game(case, wish.seconds)
    return await lobby.begin(game, case.setup, key=key_of(request), start=lessons.start(case))


# --- games ---------------------------------------------------------------------------------------------------


async def games(lobby: Lobby, request: Request) -> Any:
    return await lobby.listed()


async def my_games(lobby: Lobby, request: Request) -> Any:
    return await campaigns.with_battles(lobby, await _body(request, MyGames))


async def new_game(lobby: Lobby, request: Request) -> Any:
    wish = await _body(request, NewGame)
    _count_visitor(request)
    if wish.exchange:
        return await exchanges.begin(lobby, wish, key_of(request))
    book = await lobby.workers.study(lobby.book, wish.rulebook)
    await lobby.workers.study(exchanges.refuse_both_at_once, book, wish)
    if books.is_written(wish):
        setup = await lobby.workers.write_up(books.setup_of, book.id, wish)
    else:  # of ready things alone: nothing of it can take long
        setup = await lobby.workers.study(books.setup_of, book, wish)
    return await lobby.begin(wish, setup, key=key_of(request))


async def exchange(lobby: Lobby, request: Request) -> Any:
    return await exchanges.in_full(lobby, request.path_params["id"], request.query_params.get("token", ""))


async def hand_in(lobby: Lobby, request: Request) -> Any:
    return await exchanges.hand_in(lobby, request.path_params["id"], await _body(request, HandedIn))


async def open_record(lobby: Lobby, request: Request) -> Any:
    """A record from a file."""
    _count_visitor(request)
    try:
        found = msgspec.json.decode(await request.body())
        plain(found)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, OutOfBounds) as error:
        raise Wrong(400, f"not understood: {not_json(error)}") from None
    return await lobby.open_record(found)


def _count_visitor(request: Request) -> None:
    if not request.app.state.beginners.may(asking.get()):
        raise Wrong(429, "you have begun many games in the last hour; play one of them first")


async def _seated(lobby: Lobby, request: Request) -> tuple[Match, int | None]:
    match = await lobby.match(request.path_params["id"])
    return match, match.seat_of(request.query_params.get("token"))


async def game(lobby: Lobby, request: Request) -> Any:
    match, seat = await _seated(lobby, request)
    return await match.read(_in_full, seat)


def _in_full(play: Play, seat: int | None) -> GameInFull:
    line = msgspec.structs.asdict(summary(play.entry, play.standing()))
    sides, steps = play.view(None).sides, len(play.own_steps(seat))
    broken = play.broken.why if play.broken else ""
    return GameInFull(
        **line, seat=seat, sides=sides, steps=steps, undone=play.undone, source=play.entry.source, broken=broken,
        faults=play.faults,
    )  # fmt: skip


async def game_record(lobby: Lobby, request: Request) -> Any:
    match, _ = await _seated(lobby, request)
    return await match.read(_record)


def _record(play: Play) -> Any:
    if play.result is None:
        raise Wrong(409, "the game is not over; its record holds the seed of the dice that are still to fall")
    return record(play.game, tuple(play.entry.who))


async def moment(lobby: Lobby, request: Request) -> Any:
    match, seat = await _seated(lobby, request)
    return await match.read(_moment, _number("step", request.path_params["step"], MOST_STEPS), seat)


def _moment(play: Play, step: int, seat: int | None) -> Moment:
    at, own = _step(play, step, seat), play.own_steps(seat)
    lines = lines_of(play, seat, own[step - 1] - 1) if step else []
    return Moment(step, len(own), play.view_at(at, seat), lines)


def _step(play: Play, step: int, seat: int | None) -> int:
    """The steps of the game that were over before a seat heard of one more than so many."""
    own = play.own_steps(seat)
    if step > len(own):
        raise Wrong(404, f"the game has steps 0 to {len(own)}, no step {step}")
    return own[step] - 1 if step < len(own) else len(play.seen_by(seat).steps)


async def fork(lobby: Lobby, request: Request) -> Any:
    """A new game from a moment of this one. It shows what is hidden, so both seats must agree or be one's own."""
    wish = await _body(request, Fork)
    match = await lobby.match(request.path_params["id"])
    held = {match.seat_of(token) for token in (wish.token, *wish.tokens)} - {None}
    step = await match.read(_forked_at, wish.step, match.seat_of(wish.token), len(held) == len(match.entry.seats))
    _count_visitor(request)
    return await lobby.fork(match, step, wish, key_of(request))


def _forked_at(play: Play, step: int, seat: int | None, holds_all: bool) -> int:
    if play.result is None and not play.closed and not holds_all:
        raise Wrong(409, "a game that is not over can be forked only by one who holds all its seats")
    return _step(play, step, seat)


async def go_on(lobby: Lobby, request: Request) -> Any:
    """A damaged game, from where its record is sound; whoever has a seat in it may ask."""
    token = (await _body(request, GoOn)).token
    match = await lobby.match(request.path_params["id"])
    seat = match.seat_of(token)
    if seat is None:
        raise Wrong(403, "only players may do that")
    if match.play.broken is None:
        raise Wrong(409, "the record of this game is sound; go on in the game itself")
    return await lobby.go_on(match, seat, token)


async def _own_seat(lobby: Lobby, id: str, token: str) -> tuple[Match, int]:
    match = await lobby.match(id)
    seat = match.seat_of(token)
    if seat is None:
        raise Wrong(403, "only players have a seat")
    return match, seat


async def seat_settings(lobby: Lobby, request: Request) -> Any:
    seated = await _own_seat(lobby, request.path_params["id"], request.query_params.get("token", ""))
    return await request.app.state.settings.told(*seated)


async def set_seat(lobby: Lobby, request: Request) -> Any:
    wish = await _body(request, Calls)
    match, seat = await _own_seat(lobby, request.path_params["id"], wish.token)
    address = request.app.state.settings.address or str(request.base_url).rstrip("/")
    return await request.app.state.settings.change(match, seat, wish, address)


async def confirm_mail(lobby: Lobby, request: Request) -> Any:
    return await request.app.state.settings.confirm((await _body(request, MailKey)).key)


async def stop_mail(lobby: Lobby, request: Request) -> Any:
    wish = await _body(request, MailKey)
    return await request.app.state.settings.stop(wish.key, wish.never)


async def stop_mail_at_once(lobby: Lobby, request: Request) -> Any:
    """As mail programs do it, by one click."""
    return await request.app.state.settings.stop(request.path_params["key"][:80], False)


async def game_report(lobby: Lobby, request: Request) -> Any:
    match, _ = await _seated(lobby, request)
    return await match.read(report)


async def side_sheet(lobby: Lobby, request: Request) -> Any:
    match, seat = await _seated(lobby, request)
    side = _number("side", request.path_params["side"], MOST_SIDES)
    found = await match.read(sheets.side_sheet, seat, side)
    return sheets.as_wished(found, request.headers.get("accept", ""))


# --- campaigns -----------------------------------------------------------------------------------------------


async def new_campaign(lobby: Lobby, request: Request) -> Any:
    wish = await _body(request, NewCampaign)
    _count_visitor(request)
    book = await lobby.workers.study(lobby.book, wish.rulebook)
    setup = await lobby.workers.write_up(campaigns.campaign_setup, book.id, wish)
    game = NewGame(f"{wish.rulebook}.{NAME}", wish.seats, title=wish.title, listed=wish.listed)
    whole = msgspec.json.encode(wish).decode()  # with armies and options, which the game does not name
    return await lobby.begin(game, setup, key=f"{key_of(request)} {whole}")


async def campaign(lobby: Lobby, request: Request) -> Any:
    """How it stands. A battle that has ended meanwhile is brought home first."""
    match, seat = await _seated(lobby, request)
    await campaigns.bring_home(lobby, match)
    return await campaigns.in_full(lobby, match, seat)


async def _bring_home(lobby: Lobby, id: str) -> None:
    await campaigns.bring_home(lobby, await lobby.match(id))


async def next_battle(lobby: Lobby, request: Request) -> Any:
    wish = await _body(request, NextBattle)
    match = await lobby.match(request.path_params["id"])
    return BattleBegun(await campaigns.fight(lobby, match, match.seat_of(wish.token)))


async def campaign_report(lobby: Lobby, request: Request) -> Any:
    """The report with its plots, as a page."""
    match, seat = await _seated(lobby, request)
    found = await campaigns.in_full(lobby, match, seat)
    return sheets.report_page(found.account)


async def game_socket(socket: WebSocket) -> None:
    # A server that stops calls off whoever is still at the door; what was begun is finished by itself.
    with suppress(asyncio.CancelledError):
        await serve_socket(socket, socket.app.state.lobby)
