"""All games of the server: begun, found, listed, and put away when nobody looks at them."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from threading import Lock
from time import time
from typing import Any

import msgspec

from warhost.engine.book import Book
from warhost.engine.campaign import NAME
from warhost.engine.kept import Kept
from warhost.engine.record import Record, RecordError, reopen, understood
from warhost.engine.rulebook import campaign_of, installed, rulebook

from .books import offer, read_through
from .clock import Clock
from .errands import Errands
from .errors import Wrong
from .faults import Faults
from .guests import seat_held, token_hash
from .hands import Shelf
from .holding import Alone, Elsewhere, Fellows, Holding, unit_of
from .limits import Limits
from .match import Match, Opened
from .messages import GAME_ID, Fork, MyGames, NewGame, SeatWish
from .play import Play
from .replies import BookOffer, GameBegun, GameLine, HeldGame, HeldGames, SeatGiven
from .sharing import Among, Shares
from .storage import GameEntry, NotStored, SeatEntry, Standing, Storage
from .workers import Workers

MOST_LISTED, MOST_RESUMED = 100, 300
NOTICES = "notices"  # what is held by whoever sends them
PATIENCE = 5.0  # seconds that a server which is stopped gives to what was begun
NOT_OPENED = "this game cannot be opened: what it began with is damaged, or was written for other rules"
log = logging.getLogger(__name__)

_READING = Lock()  # of all lobbies of the process: threads must not meet a struct for the first time at once


class Lobby:
    def __init__(
        self, storage: Storage, limits: Limits, faults: Faults, address: str = "", among: Among | None = None
    ):
        """`address` is where other servers on the same database reach this one; or it is `among` some processes."""
        self.storage, self.limits, self.faults = storage, limits, faults
        self.share = among.share if among else None
        self._holding: Holding = Shares(self.share) if self.share else Alone()
        if address:
            self._holding = Fellows(storage.url, address, self._dissolve)
        self.workers = Workers(limits, Shelf(self.book))
        self.books: dict[str, Book[Any, Any]] = {}
        self._matches: dict[str, Match] = {}
        self._opening, self._offering = asyncio.Lock(), asyncio.Lock()
        self._offers: list[BookOffer] = []
        self._unanswered = Kept[str, Standing](most=1000)  # of games held elsewhere in which nobody has answered
        self._errands = Errands("lobby")
        self.bring_home: Callable[[str], Coroutine[Any, Any, None]] | None = None
        """Brings the end of a battle to the campaign of this id."""
        self._homecomings: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """What was begun is finished first."""
        for match in self._matches.values():
            match.close()
        await self._errands.settle(PATIENCE)
        await asyncio.gather(*(match.settle(PATIENCE) for match in self._matches.values()))
        await self.workers.close()
        await self._holding.close()
        self.storage.close()

    async def leads(self) -> bool:
        """Whether this is the server that sends notices: of several only one does."""
        try:
            await self._holding.take(NOTICES)
        except Elsewhere:
            return False
        return True

    def book(self, name: str) -> Book[Any, Any]:
        """Rulebooks are read once, one at a time; their data never changes while the server runs."""
        base, _, part = name.partition(".")
        if part == NAME:
            return self._campaign(base)
        if name not in self.books:
            with _READING:
                if name not in self.books:
                    self.books[name] = read_through(rulebook(name))
        return self.books[name]

    def _campaign(self, base: str) -> Book[Any, Any]:
        """Campaigns share the data of their rulebook."""
        book = self.book(base)
        with _READING:
            kind = campaign_of(book)
            if kind.id not in self.books:
                self.books[kind.id] = read_through(kind)
        return self.books[kind.id]

    async def offers(self) -> list[BookOffer]:
        """What can be played here; worked out once."""
        async with self._offering:
            if not self._offers:
                self._offers = await self.workers.study(
                    lambda: [offer(self.book(name)) for name in sorted(installed())]
                )
        return self._offers

    # --- beginning -----------------------------------------------------------------------------------------

    async def begin(
        self, wish: NewGame, setup: dict[str, Any], *, key: str, start: Any = None, source: str = ""
    ) -> GameBegun:
        """A new game: its id, and for everybody who shall sit there the secret token of the seat. They follow from
        the `key`: whoever did not hear the reply asks again with the same one, and finds the same game."""
        id, tokens, seats = seated(wish, key, source)
        entry = entry_of(id, wish, seats, setup, start, source)
        await self._errands.finish(self._begin_or_find, entry)
        return GameBegun(id, given(id, seats, tokens), f"/watch/{id}")

    async def _begin(self, entry: GameEntry) -> None:
        play = await self.workers.study(Play, entry, self.book(entry.rulebook), [])
        if len(entry.seats) != len(play.view(None).sides):
            raise Wrong(400, f"this game has {len(play.view(None).sides)} seats, not {len(entry.seats)}")
        play.entry = msgspec.structs.replace(entry, title=entry.title or play.view(None).title)
        mine = await self._mine(entry)
        await self.storage.add_game(play.entry)
        if mine:
            self._opened(Opened(play, {}, None))

    async def _mine(self, entry: GameEntry) -> bool:
        """Whether a game that is begun here is held here, too; else its holder finds it when somebody comes."""
        try:
            await self._holding.take(unit_of(entry))
        except Elsewhere:
            return False
        return True

    async def _begin_or_find(self, entry: GameEntry) -> None:
        """Nobody waits for others who begin games of their own; of two who begin the same one comes too late."""
        if await self.has(entry.id):
            return
        try:
            await self._begin(entry)
        except NotStored:
            if not await self.has(entry.id):
                raise

    async def begin_once(self, entry: GameEntry) -> None:
        """A game whose id follows from something else: whoever asks first begins it, the others find it."""
        await self._errands.finish(self._begin_once, entry)

    async def _begin_once(self, entry: GameEntry) -> None:
        async with self._opening:
            if await self.has(entry.id):
                return
            try:
                await self._begin(entry)
            except NotStored:
                if not await self.has(entry.id):  # unless another process was quicker
                    raise

    async def has(self, id: str) -> bool:
        return id in self._matches or await self.workers.study(self.storage.game, id) is not None

    async def fork(self, match: Match, step: int, wish: Fork, key: str) -> GameBegun:
        """A game of its own from a moment of another, with dice of its own."""
        entry, seats = match.entry, wish.seats or [SeatWish("person")] * len(match.entry.seats)
        start = await match.read(_moment, step)
        title = wish.title or f"{entry.title or entry.rulebook}, another way"[:120]
        again = NewGame(entry.rulebook, seats, title=title, listed=False)
        return await self.begin(again, entry.setup, key=key, start=start, source=f"{entry.id}/{step}")

    async def open_record(self, plain: Any) -> GameBegun:
        """A record from a file, to be looked at; nobody sits at it. The same file is always the same game."""
        made = await self.workers.study(_understood, plain)
        title, sides = await self.workers.refer(_looked_through, made.rulebook, made)
        seats = (SeatEntry(),) * sides
        id = _digest(f"record {made.checksum} {made.seed}")
        entry = GameEntry(id, title, made.rulebook, made.setup, made.seed, seats, time(), False, made.start)
        await self.begin_once(msgspec.structs.replace(entry, record=plain))
        return GameBegun(id, given(id, seats, [""] * len(seats)), f"/watch/{id}")

    async def go_on(self, match: Match, seat: int, token: str) -> GameBegun:
        """The sound part of a damaged game as a game of its own: the same seats, held by the same tokens, with dice
        of its own. Whoever asks first begins it; the others find it."""
        id = _heir(match.entry)
        await self._errands.finish(self._go_on, match, id)
        tokens = [token if side == seat else "" for side in range(len(match.entry.seats))]
        return GameBegun(id, given(id, match.entry.seats, tokens), f"/watch/{id}")

    async def _go_on(self, match: Match, id: str) -> None:
        async with self._opening:
            if await self.has(id):
                return
            step = len(match.play.game.steps)
            start, source = await match.read(_moment, step), f"{match.entry.id}/{len(match.play.own_steps(None))}"
            more = {"id": id, "seed": fresh_seed(), "made": time(), "start": start, "source": source}
            await self._begin(msgspec.structs.replace(match.entry, **more))

    # --- finding -------------------------------------------------------------------------------------------

    async def make_ready(self) -> None:
        """What computers and standing orders were about to answer when the server was stopped they answer now,
        where somebody waits to be called; in other games it is early enough when he comes."""
        await self.offers()
        with suppress(NotStored):  # visitors are told so
            for id in await self.workers.study(self._left_to_machines):
                with suppress(Wrong, Elsewhere):
                    await self.match(id)

    def _left_to_machines(self) -> list[str]:
        found = self.storage.named(self.storage.seats.uncalled(MOST_RESUMED))
        return [entry.id for entry, standing in found if self._goes_on_alone(entry, standing)]

    def _goes_on_alone(self, entry: GameEntry, standing: Standing | None) -> bool:
        waiting = range(len(entry.seats)) if standing is None else standing.waiting or ()
        ordered = {side for side, wishes in self.storage.seats.of(entry.id).items() if wishes.orders or wishes.aide}
        return any(side in ordered or (side < len(entry.seats) and entry.seats[side].computer) for side in waiting)

    async def match(self, id: str) -> Match:
        while id not in self._matches:
            await self._errands.finish(self._open, id)
        return self._matches[id]

    async def _open(self, id: str) -> None:
        async with self._opening:  # so that nobody opens the same game twice
            if id in self._matches:
                return
            entry = await self.workers.study(self._entry, id)
            await self._holding.take(unit_of(entry))
            try:
                self._opened(await self.workers.study(self._read, entry))
            except BaseException:
                self._let_go(entry)
                raise

    def _entry(self, id: str) -> GameEntry:
        try:
            entry = self.storage.game(id) if re.match(GAME_ID, id) else None
        except msgspec.DecodeError:
            log.exception("game %s cannot be opened", id)
            raise Wrong(409, NOT_OPENED) from None
        if entry is None:
            raise Wrong(404, "there is no such game")
        return entry

    def _read(self, entry: GameEntry) -> Opened:
        """Why it cannot be opened is for the log: what was recorded may be hidden from whoever asks."""
        id = entry.id
        try:
            play = Play(entry, self.book(entry.rulebook), self.storage.rows(id))
            found = self.storage.named([id])
            return Opened(play, self.storage.seats.of(id), found[0][1] if found else None)
        except (Wrong, NotStored):
            raise
        except Exception:
            log.exception("game %s cannot be opened", id)
            raise Wrong(409, NOT_OPENED) from None

    def _opened(self, found: Opened) -> None:
        if found.play.entry.id in self._matches:
            return
        self._make_room()
        self._matches[found.play.entry.id] = Match(
            found, self.storage, self.workers, self.faults, self.limits, self._over
        )

    def _over(self, entry: GameEntry) -> None:
        """A battle of a campaign has ended: those who wait there are told, and nobody has to ask."""
        if entry.campaign and self.bring_home is not None:
            task = asyncio.create_task(self._errands.finish(self.bring_home, entry.campaign))
            self._homecomings.add(task)
            task.add_done_callback(self._homed)

    def _homed(self, task: asyncio.Task[None]) -> None:
        """Whoever looks at the campaign next brings home what could not be now."""
        self._homecomings.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("the end of a battle could not be brought home", exc_info=error)

    @property
    def open_games(self) -> dict[str, int]:
        """The games in memory, and how many are at each."""
        return {id: len(match.guests) for id, match in self._matches.items()}

    def _make_room(self) -> None:
        """Everything is on disk: whoever comes back finds the game as it was."""
        idle = [id for id, match in self._matches.items() if match.idle]
        for id in idle[: max(0, len(self._matches) - self.limits.loaded + 1)]:
            match = self._matches.pop(id)
            match.close()
            self._let_go(match.entry)

    def _let_go(self, entry: GameEntry) -> None:
        """Another server may have it, if nothing that belongs to it is open here."""
        unit = unit_of(entry)
        if all(unit_of(match.entry) != unit for match in self._matches.values()):
            self._holding.release(unit)

    def _dissolve(self) -> None:
        """Others may hold these games now: all who are here come back, to whoever it is."""
        for match in self._matches.values():
            match.close()
            for guest in list(match.guests):
                guest.dismiss()
        self._matches.clear()

    async def listed(self) -> list[GameLine]:
        found = await self.workers.study(self.storage.listed, MOST_LISTED)
        return [summary(entry, standing) for entry, standing in found]

    async def held(self, wish: MyGames) -> HeldGames:
        """The games of somebody who shows his tokens, those first in which he is to answer."""
        tokens = {held.id: held.token for held in wish.games}
        found = [
            (entry, standing, seat)
            for entry, standing in await self.workers.study(self.storage.named, list(tokens))
            if (seat := seat_held(entry, tokens[entry.id])) is not None
        ]
        games = [await self._held(*one) for one in found]
        known = {entry.id for entry, _, _ in found}
        return HeldGames(sorted(games, key=lambda game: not game.yours), [id for id in tokens if id not in known])

    async def _held(self, entry: GameEntry, standing: Standing | None, seat: int) -> HeldGame:
        if standing is None or not standing.seen:  # nobody has answered yet, or an earlier version kept it
            standing = await self._standing(entry.id)
        waiting, line = _seen(standing, seat), msgspec.structs.asdict(summary(entry, standing))
        since = standing.since[seat] if standing.since else standing.at
        return HeldGame(
            **line, seat=seat, yours=seat in (standing.waiting or ()), waiting=waiting, at=since,
            phase=standing.phase, sides=standing.sides, result=standing.result, left=_left(standing, seat),
        )  # fmt: skip

    async def _standing(self, id: str) -> Standing:
        """Of a game that cannot be opened nothing is known; it does not keep the others from being listed."""
        try:
            match = await self.match(id)
            return match.standing if match.standing.seen else await match.read(lambda play: play.standing())
        except Elsewhere:
            return await self.workers.study(self._standing_on_disk, id)
        except Wrong:
            return Standing(0, False, 0.0)

    def _standing_on_disk(self, id: str) -> Standing:
        """Of a game that is held elsewhere, and of which nothing has been written but how it began: as long as
        that is so it stands as it stood then."""
        if known := self._unanswered.get(id):
            return known
        try:
            play = self._read(self._entry(id)).play
        except Wrong:
            return Standing(0, False, 0.0)
        return self._unanswered.keep(id, play.standing(at=play.entry.made))


def _seen(standing: Standing, seat: int) -> list[int]:
    """Whose answers are awaited, as far as a seat may know."""
    return list(standing.seen[seat] if standing.seen else standing.waiting or ())


def _left(standing: Standing, seat: int) -> float | None:
    """The time that whoever is awaited has left, as far as a seat may know."""
    clock = standing.clock_of(seat)
    if clock is None or not clock.runs or standing.over:
        return None
    return min(clock.left_at(side, time()) for side in clock.runs)


def clock_of(wish: NewGame) -> Clock | None:
    people = [seat for seat in wish.seats if seat.kind != "computer"]
    if wish.clock is not None and (len(wish.seats) != 2 or not people):
        raise Wrong(400, "clock: expected two sides, and people at one of them at least")
    return wish.clock


def summary(entry: GameEntry, standing: Standing | None) -> GameLine:
    turn, over = (standing.turn, standing.over) if standing else (0, False)
    return GameLine(entry.id, entry.title, entry.rulebook, turn, entry.who, over, entry.made)


def _moment(play: Play, step: int) -> Any:
    """The state after so many steps, to begin another game from."""
    return msgspec.to_builtins(play.game.rewound(step).checkpoint)


def _heir(entry: GameEntry) -> str:
    """The id of the game in which a damaged one goes on: always the same, and nobody can guess it."""
    return _digest(f"{entry.id}/{entry.seed}")


def _digest(text: str, size: int = 9) -> str:
    return urlsafe_b64encode(hashlib.blake2b(text.encode(), digest_size=size).digest()).decode()


def _understood(plain: Any) -> Record:
    try:
        return understood(plain)
    except RecordError as error:
        raise Wrong(400, str(error)) from None


def _looked_through(book: Book[Any, Any], made: Record) -> tuple[str, int]:
    """Played again from beginning to end: its title, and how many play."""
    try:
        game = reopen(made, book=book)
    except RecordError as error:
        raise Wrong(400, str(error)) from None
    return book.view(game.setting, game.state, None).title, len(book.sides(game.setting))


def fresh_seed() -> str:
    """Of the dice of one game; nobody can guess it."""
    return secrets.token_hex(16)


def _token(secret: str, side: int, seat: SeatWish) -> str:
    return "" if seat.kind == "computer" else _digest(f"seat {side} {secret}", 24)


def _seated(seat: SeatWish, token: str) -> SeatEntry:
    if seat.kind == "computer":
        return SeatEntry(level=seat.level, seconds=seat.seconds)
    return SeatEntry(hash=token_hash(token))


def seated(wish: NewGame, key: str, source: str = "") -> tuple[str, list[str], tuple[SeatEntry, ...]]:
    """The id of the game that is wished for, the tokens of its seats, and the seats as they are kept."""
    secret = f"{key} {source} {msgspec.json.encode(wish).decode()}"
    tokens = [_token(secret, side, seat) for side, seat in enumerate(wish.seats)]
    seats = tuple(_seated(seat, token) for seat, token in zip(wish.seats, tokens, strict=True))
    return _digest(f"game {secret}"), tokens, seats


def entry_of(
    id: str, wish: NewGame, seats: tuple[SeatEntry, ...], setup: dict[str, Any], start: Any = None, source: str = ""
) -> GameEntry:
    clock, seed = clock_of(wish), fresh_seed()
    return GameEntry(
        id, wish.title, wish.rulebook, setup, seed, seats, time(), wish.listed, start, source, clock
    )


def given(id: str, seats: Sequence[SeatEntry], tokens: Sequence[str], room: str = "join") -> list[SeatGiven]:
    return [
        SeatGiven(side, token, f"/{room}/{id}#{token}" if token else "", seat.computer)
        for side, (seat, token) in enumerate(zip(seats, tokens, strict=True))
    ]
