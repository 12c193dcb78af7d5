"""The web socket of a game: one reader and one writer for everybody who is there."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from warhost.engine.question import Refused

from . import voice
from .errors import Wrong
from .limits import Bucket, Limits
from .lobby import Lobby
from .match import FAULT, NOT_WRITTEN, Match
from .messages import (
    AllowUndo,
    Answer,
    Check,
    Claim,
    Expect,
    FromClient,
    Hint,
    Look,
    Ping,
    Say,
    SetUp,
    Standing,
    Undo,
    decoder,
)
from .passing import NOBODY, pass_socket, wherever
from .storage import NotStored
from .telling import Mark
from .turns import asking
from .understood import NotUnderstood, understood

MOST_BESIDE = 4  # messages of one socket that are worked on while others are taken
TOO_LARGE, TOO_MUCH, TRY_LATER = 1009, 1008, 1013
OWN_CODES = 4000  # and the status that a request would have got
log = logging.getLogger(__name__)


class Connection:
    """One guest's socket. Messages wait in a row; a reader that falls too far behind is let go."""

    def __init__(self, socket: WebSocket, match: Match, limits: Limits):
        self.socket, self.match, self.limits = socket, match, limits
        self._token, self.brought = (socket.query_params.get(name, "") for name in ("token", "mark"))
        self.seat = match.seat_of(self._token)
        self.mark: Mark | None = None
        self._sent, self._beside = 0, set[asyncio.Task[None]]()
        self._outbox: asyncio.Queue[tuple[bytes, int]] = asyncio.Queue(limits.backlog)
        self._unread = 0  # bytes that wait in it
        self._bucket = Bucket(limits.rate, limits.burst)
        self._hopeless, self._why = asyncio.Event(), "you read too slowly; come back"

    def send(self, message: bytes) -> None:
        """Numbered from 1 on each socket, so that whoever listens knows when one is missing, late or doubled. Until
        its turn has come a message is kept once for all who are told the same."""
        self._sent += 1
        if self._outbox.full() or self._unread > self.limits.unread:
            self._hopeless.set()
            return
        self._unread += len(message)
        self._outbox.put_nowait((message, self._sent))

    def dismiss(self) -> None:
        self._why = NOBODY
        self._hopeless.set()

    def say(self, message: voice.FromServer) -> None:
        self.send(msgspec.json.encode(message))

    async def talk(self) -> None:
        """Until one of the two goes away."""
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        slow = asyncio.create_task(self._hopeless.wait())
        try:
            await self.match.join(self)
            await asyncio.wait((writer, reader, slow), return_when=asyncio.FIRST_COMPLETED)
            if slow.done():
                self.match.leave(self)  # at once: he may not hear that either
                await self._close(TRY_LATER, self._why)
        finally:
            self.match.leave(self)
            ending = (writer, reader, slow, *self._beside)
            for task in ending:
                task.cancel()
            await asyncio.gather(*ending, return_exceptions=True)

    async def _write(self) -> None:
        while True:
            message, number = await self._outbox.get()
            await self.socket.send_text((b'%s,"serial":%d}' % (message[:-1], number)).decode())
            self._unread -= len(message)

    async def _read(self) -> None:
        while True:
            raw = await self._received()
            if raw is None:
                return
            if len(raw) > self.limits.message:
                await self._close(TOO_LARGE, f"a message has at most {self.limits.message} bytes")
                return
            if not self._bucket.take():
                await self._close(TOO_MUCH, "too many messages")
                return
            await self._take(raw)

    async def _received(self) -> bytes | None:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        text = message.get("text")
        return text.encode("utf8", "surrogatepass") if text is not None else message.get("bytes") or b""

    async def _close(self, code: int, why: str) -> None:
        if self.socket.application_state is WebSocketState.CONNECTED:
            await _dismiss(self.socket, code, why)

    # --- what is asked of the table ------------------------------------------------------------------------

    async def _take(self, raw: bytes) -> None:
        try:
            message = understood(raw, decoder)
        except NotUnderstood as error:
            self.say(voice.Error(str(error)))
            return
        if isinstance(message, Expect | Hint) and len(self._beside) < MOST_BESIDE:
            task = asyncio.create_task(self._attend(message))
            self._beside.add(task)
            task.add_done_callback(self._beside.discard)
        else:
            await self._attend(message)

    async def _attend(self, message: FromClient) -> None:
        """One after the other; but what takes long and is worked out elsewhere keeps no answer waiting."""
        id, meant = getattr(message, "id", None), message.number if isinstance(message, Answer) else None
        try:
            await self._do(message)
        except Refused as refused:
            refusal = self.match.play.asking.worded(self.match.play.game, refused.refusal)
            self.say(voice.Refused(self.match.play.number(self.seat), refusal.why, refusal.rule, meant))
        except Wrong as wrong:
            self.say(voice.Error(wrong.why, id, meant))
        except NotStored:
            self.say(voice.Error(NOT_WRITTEN, id, meant))
        except Exception:
            log.exception("game %s: a message could not be worked on", self.match.entry.id)
            self.say(voice.Error(FAULT, id, meant))

    async def _do(self, message: FromClient) -> None:
        match message:
            case Ping():
                self.say(voice.Pong())
            case Answer(number, answer):
                news = await self.match.answer(self._sitting(), number, answer)
                self.say(voice.Taken(number, not news))
            case Check(id, number, answer):
                self.say(await self.match.check(id, self._sitting(), number, answer))
            case Expect():
                self.say(await self.match.expect(self._sitting(), message))
            case Say():
                self.say(await self.match.say(self._sitting(), message))
            case Hint():
                self.say(await self.match.hint(self._sitting()))
            case Undo(number):
                await self.match.undo(self._sitting(), number)
            case AllowUndo(yes):
                await self.match.allow_undo(self._sitting(), yes)
            case Standing():
                await self.match.orders.order(self._sitting(), message)
            case SetUp():
                await self.match.orders.leave_setting_up(self._sitting())
            case Claim():
                await self.match.claim(self._sitting())
            case Look():
                self.say(await self.match.look(self._looking(), message))

    def _looking(self) -> int | None:
        """Watchers share what they may look at, so that they never keep players waiting."""
        seat = self.match.seat_of(self._token)
        if seat is None and not self.match.looks.take():
            raise Wrong(429, "many are looking; try again in a moment")
        return seat

    def _sitting(self) -> int:
        """The seat this socket's token stands for, looked up again for every message."""
        seat = self.match.seat_of(self._token)
        if seat is None:
            raise Wrong(403, "you are watching; only players may do that")
        return seat


async def serve_socket(socket: WebSocket, lobby: Lobby) -> None:
    """The life of a socket, from the handshake on."""
    await socket.accept()
    with suppress(WebSocketDisconnect):
        if not socket.app.state.comers.may(asking.get()):
            await _dismiss(socket, TRY_LATER, "you come and go too often; come back in a moment")
            return
        try:
            await wherever(socket, partial(_at_table, socket, lobby), partial(pass_socket, socket))
        except Wrong as wrong:
            await _dismiss(socket, TRY_LATER, wrong.why)


async def _at_table(socket: WebSocket, lobby: Lobby) -> None:
    try:
        match = await lobby.match(socket.path_params["id"])
        connection = Connection(socket, match, lobby.limits)
        if len(match.guests) >= lobby.limits.sockets:
            raise Wrong(429, "too many are at this table already")
    except Wrong as wrong:
        await _dismiss(socket, OWN_CODES + wrong.status, wrong.why)
    except NotStored:
        await _dismiss(socket, TRY_LATER, "the games cannot be read now; come back")
    else:
        await connection.talk()


async def _dismiss(socket: WebSocket, code: int, why: str) -> None:
    await socket.send_text(msgspec.json.encode(voice.Error(why)).decode())
    await socket.close(code, why)
