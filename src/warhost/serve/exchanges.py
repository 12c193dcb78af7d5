"""Armies that are written one after the other: one list is fixed and shown in full before the next is begun.

Where a scenario wants it so, a game can be agreed on before its armies are there. It waits under the id that it
will have; the tokens of its seats are good already, and with the last list it begins.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Any

import msgspec

from warhost.engine.book import Book, Scenario, Unknown
from warhost.roster.book import ArmyBook
from warhost.roster.commission import Commission
from warhost.roster.roster import Roster, roster_of, roster_text

from .books import ARMIES, judged_rosters, setup_of
from .errors import Wrong
from .guests import token_hash
from .lobby import Lobby, clock_of, entry_of, given, seated
from .messages import HandedIn, NewGame
from .replies import ExchangeInFull, GameBegun
from .storage import NotStored, SeatEntry

NOT_HERE = "there is no such exchange of army lists"
NO_ROSTERS = "exchange: the armies are handed in afterwards, one after the other"
ONLY_PEOPLE = "exchange: army lists are exchanged between people"


class Exchange(msgspec.Struct, frozen=True):
    """A game that was agreed on: what was wished for, and who sits where."""

    id: str
    wish: NewGame
    seats: tuple[SeatEntry, ...]

    def seat_of(self, token: str) -> int:
        shown = token_hash(token)
        held = [side for side, seat in enumerate(self.seats) if hmac.compare_digest(seat.hash, shown)]
        if not held:
            raise Wrong(403, "only players may see the lists, and that is no token of theirs")
        return held[0]


_EXCHANGES = msgspec.json.Decoder(Exchange)


# --- opening -------------------------------------------------------------------------------------------------


async def begin(lobby: Lobby, wish: NewGame, key: str) -> GameBegun:
    """A game that waits for its armies; asked again under the same key it is the same one."""
    book = await lobby.workers.study(lobby.book, wish.rulebook)
    await lobby.workers.study(_agreed, book, wish)
    id, tokens, seats = seated(wish, key)
    keeping, body = lobby.storage.exchanges, msgspec.json.encode(Exchange(id, wish, seats))
    if await lobby.workers.study(keeping.body, id) is None:
        try:
            await keeping.add(id, body)
        except NotStored:  # unless another process was quicker
            if await lobby.workers.study(keeping.body, id) is None:
                raise
    return GameBegun(id, given(id, seats, tokens, "exchange"), f"/watch/{id}")


def _agreed(book: Book[Any, Any], wish: NewGame) -> None:
    scenario = _scenario(book, wish)
    if not scenario.written_first:
        raise Wrong(400, f"exchange: in {scenario.title} nobody is shown a list before he writes his own")
    if len(wish.seats) != len(scenario.sides):
        raise Wrong(400, f"this game has {len(scenario.sides)} seats, not {len(wish.seats)}")
    if any(seat.kind == "computer" for seat in wish.seats):
        raise Wrong(400, ONLY_PEOPLE)
    if wish.rosters or ARMIES in wish.options:
        raise Wrong(400, NO_ROSTERS, scenario.written_rule)
    setup_of(book, wish)  # with the ready armies, to see that all else is as it should be
    clock_of(wish)


def refuse_both_at_once(book: Book[Any, Any], wish: NewGame) -> None:
    """Whoever invites a friend to such a scenario does not write the lists of both."""
    scenario, friend = _scenario(book, wish), any(seat.kind == "friend" for seat in wish.seats)
    if scenario.written_first and friend and (wish.rosters or ARMIES in wish.options):
        first = " and ".join(scenario.sides[side] for side in scenario.written_first)
        why = f"the list of the {first} is fixed and shown before the other is written: begin with an exchange"
        raise Wrong(409, why, scenario.written_rule)


def _scenario(book: Book[Any, Any], wish: NewGame) -> Scenario:
    try:
        return book.scenario(wish.scenario)
    except Unknown as error:
        raise Wrong(400, str(error)) from None


# --- handing in ----------------------------------------------------------------------------------------------


async def hand_in(lobby: Lobby, id: str, said: HandedIn) -> ExchangeInFull:
    """A list is fixed, for good; whoever did not hear so may hand in the same once more."""
    exchange = await _found(lobby, id)
    seat, book = exchange.seat_of(said.token), exchange.wish.rulebook
    lists = await lobby.workers.study(lobby.storage.exchanges.lists, id)
    args = (exchange.wish, seat, lists, said.roster)
    text = await lobby.workers.write_up(accepted, book, *args)
    if seat not in lists:
        try:
            await lobby.storage.exchanges.fix(id, seat, text)
        except NotStored:  # unless he has just handed it in elsewhere
            lists = await lobby.workers.study(lobby.storage.exchanges.lists, id)
            await lobby.workers.write_up(accepted, book, exchange.wish, seat, lists, said.roster)
            if seat not in lists:
                raise
    return await in_full(lobby, id, said.token)


def accepted(book: Book[Any, Any], wish: NewGame, side: int, lists: Mapping[int, str], text: str) -> str:
    """The list as it will be fought with; or why it is not taken."""
    scenario = _scenario(book, wish)
    commission = _commission(book, wish, side, lists)
    roster = roster_of(text)
    written = roster_text(commission.taken_on(roster))
    if side in lists:
        if written != lists[side]:
            why = f"the list of the {scenario.sides[side]} has been handed over and stays as it is"
            raise Wrong(409, why, scenario.written_rule)
        return written
    if side != _awaited(scenario, lists):
        first = scenario.sides[scenario.written_first[0]]
        raise Wrong(409, f"the {first} hand over their list first", scenario.written_rule)
    unchecked = wish.options.get("rosters") == "unchecked"
    if (why := commission.why_not(roster)) and not unchecked:
        raise Wrong(400, why, commission.rule)
    judged_rosters(book, [written], unchecked)
    if _awaited(scenario, {**lists, side: written}) is None:
        _setup(book, wish, {**lists, side: written})
    return written


def _setup(book: Book[Any, Any], wish: NewGame, lists: Mapping[int, str]) -> dict[str, Any]:
    rosters = [text for _, text in sorted(lists.items())]
    return setup_of(book, msgspec.structs.replace(wish, rosters=rosters))


def _order(scenario: Scenario) -> list[int]:
    """In which the sides write."""
    later = [side for side in range(len(scenario.sides)) if side not in scenario.written_first]
    return [*scenario.written_first, *later]


def _awaited(scenario: Scenario, lists: Mapping[int, str]) -> int | None:
    return next((side for side in _order(scenario) if side not in lists), None)


def _commission(book: Book[Any, Any], wish: NewGame, side: int, lists: Mapping[int, str]) -> Commission:
    assert isinstance(book, ArmyBook)
    enemies: list[Roster] = [roster_of(text) for other, text in sorted(lists.items()) if other != side]
    return book.commission(wish.scenario, side, enemies[0] if enemies else None)


# --- looking -------------------------------------------------------------------------------------------------


async def _found(lobby: Lobby, id: str) -> Exchange:
    body = await lobby.workers.study(lobby.storage.exchanges.body, id)
    if body is None:
        raise Wrong(404, NOT_HERE)
    return _EXCHANGES.decode(body)


async def in_full(lobby: Lobby, id: str, token: str) -> ExchangeInFull:
    """How it stands for a seat. With all lists there the game begins, if it has not."""
    exchange = await _found(lobby, id)
    seat, wish = exchange.seat_of(token), exchange.wish
    book = await lobby.workers.study(lobby.book, wish.rulebook)
    lists = await lobby.workers.study(lobby.storage.exchanges.lists, id)
    awaited = _awaited(_scenario(book, wish), lists)
    if awaited is None and not await lobby.has(id):
        setup = await lobby.workers.write_up(_setup, book.id, wish, lists)
        await lobby.begin_once(entry_of(id, wish, exchange.seats, setup))
    return _told(book, exchange, lists, seat)


def _told(book: Book[Any, Any], exchange: Exchange, lists: Mapping[int, str], seat: int) -> ExchangeInFull:
    wish, scenario = exchange.wish, _scenario(book, exchange.wish)
    awaited, sides = _awaited(scenario, lists), range(len(scenario.sides))
    shown = [lists.get(side) if side == seat or side in scenario.written_first else None for side in sides]
    commission = _commission(book, wish, seat, lists) if awaited == seat else None
    return ExchangeInFull(
        exchange.id, wish.rulebook, scenario.id, wish.title or scenario.title, seat, scenario.sides,
        scenario.written_rule, [side in lists for side in sides], shown, awaited, commission, awaited is None,
    )  # fmt: skip
