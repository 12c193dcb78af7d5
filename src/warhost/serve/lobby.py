"""All games of the server: begun, found, listed, and put away when nobody looks at them."""

from __future__ import annotations

import asyncio
import re
import secrets
from threading import Lock
from time import time
from typing import Any

import msgspec

from warhost.engine.question import Refused
from warhost.engine.rulebook import Rulebook, Unknown, installed, rulebook

from .books import offer, read_through
from .errors import Wrong
from .limits import Limits
from .match import Match, seat_held, token_hash
from .messages import GAME_ID, Fork, MyGames, NewGame, SeatWish
from .play import Play
from .replies import BookOffer, GameBegun, GameLine, HeldGame, HeldGames, SeatGiven
from .storage import GameEntry, SeatEntry, Standing, Storage
from .workers import Workers

MOST_LISTED = 100


class Lobby:
    def __init__(self, storage: Storage, limits: Limits):
        self.storage, self.limits = storage, limits
        self.workers = Workers(limits.thinkers)
        self.books: dict[str, Rulebook[Any, Any]] = {}
        self._matches: dict[str, Match] = {}
        self._opening, self._offering = asyncio.Lock(), asyncio.Lock()
        self._offers: list[BookOffer] = []
        self._reading = Lock()

    def close(self) -> None:
        for match in self._matches.values():
            match.close()
        self.workers.close()
        self.storage.close()

    def book(self, name: str) -> Rulebook[Any, Any]:
        """Rulebooks are read once, one at a time; their data never changes while the server runs."""
        if name not in self.books:
            with self._reading:
                if name not in self.books:
                    self.books[name] = read_through(rulebook(name))
        return self.books[name]

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
        self, wish: NewGame, setup: dict[str, Any], *, start: Any = None, source: str = ""
    ) -> GameBegun:
        """A new game: its id, and for everybody who shall sit there the secret token of the seat."""
        id, tokens = secrets.token_urlsafe(9), [_token(seat) for seat in wish.seats]
        seats = tuple(_seated(seat, token) for seat, token in zip(wish.seats, tokens, strict=True))
        seed = fresh_seed()
        entry = GameEntry(id, wish.title, wish.rulebook, setup, seed, seats, time(), wish.listed, start, source)
        play = await self.workers.study(Play, entry, self.book(wish.rulebook), [])
        if len(seats) != len(play.view(None).sides):
            raise Wrong(400, f"this game has {len(play.view(None).sides)} seats, not {len(seats)}")
        entry = play.entry = msgspec.structs.replace(entry, title=entry.title or play.view(None).title)
        await self.storage.add_game(entry)
        self._opened(play)
        return GameBegun(id, [_told(id, side, token) for side, token in enumerate(tokens)], f"/watch/{id}")

    async def fork(self, match: Match, step: int, wish: Fork) -> GameBegun:
        """A game of its own from a moment of another, with dice of its own."""
        entry, seats = match.entry, wish.seats or [SeatWish("person")] * len(match.entry.seats)
        start = await match.read(lambda: msgspec.to_builtins(match.play.game.rewound(step).checkpoint))
        title = wish.title or f"{entry.title or entry.rulebook}, another way"[:120]
        again = NewGame(entry.rulebook, seats, title=title, listed=False)
        return await self.begin(again, entry.setup, start=start, source=f"{entry.id}/{step}")

    # --- finding -------------------------------------------------------------------------------------------

    async def match(self, id: str) -> Match:
        if id not in self._matches:
            async with self._opening:  # so that nobody opens the same game twice
                if id not in self._matches:
                    self._opened(await self.workers.study(self._read, id))
        return self._matches[id]

    def _read(self, id: str) -> Play:
        entry = self.storage.game(id) if re.match(GAME_ID, id) else None
        if entry is None:
            raise Wrong(404, "there is no such game")
        try:
            return Play(entry, self.book(entry.rulebook), self.storage.rows(id))
        except (Refused, Unknown, msgspec.ValidationError) as error:
            raise Wrong(409, f"this game was begun with other rules and cannot be opened: {error}") from None

    def _opened(self, play: Play) -> None:
        self._make_room()
        self._matches[play.entry.id] = Match(play, self.storage, self.workers)

    def _make_room(self) -> None:
        """Everything is on disk: whoever comes back finds the game as it was."""
        idle = [id for id, match in self._matches.items() if match.idle]
        for id in idle[: max(0, len(self._matches) - self.limits.loaded + 1)]:
            self._matches.pop(id).close()

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
        if standing is None or standing.waiting is None:  # nobody has answered yet, or an earlier version kept it
            match = await self.match(entry.id)
            standing = await match.read(lambda: match.play.standing)
        waiting, line = list(standing.waiting or ()), msgspec.structs.asdict(summary(entry, standing))
        return HeldGame(**line, seat=seat, yours=seat in waiting, waiting=waiting, at=standing.at)


def summary(entry: GameEntry, standing: Standing | None) -> GameLine:
    turn, over = (standing.turn, standing.over) if standing else (0, False)
    return GameLine(entry.id, entry.title, entry.rulebook, turn, entry.who, over, entry.made)


def fresh_seed() -> str:
    """Of the dice of one game; nobody can guess it."""
    return secrets.token_hex(16)


def _token(seat: SeatWish) -> str:
    return "" if seat.kind == "computer" else secrets.token_urlsafe(24)


def _seated(seat: SeatWish, token: str) -> SeatEntry:
    if seat.kind == "computer":
        return SeatEntry(level=seat.level, seconds=seat.seconds)
    return SeatEntry(hash=token_hash(token))


def _told(id: str, side: int, token: str) -> SeatGiven:
    return SeatGiven(side, token, f"/join/{id}#{token}") if token else SeatGiven(side, computer=True)
