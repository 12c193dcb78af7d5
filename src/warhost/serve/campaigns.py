"""Campaigns of the server. A campaign is a game like all others; this is what its battles need besides.

A battle is a game of its own under an id that follows from the campaign and the number of the battle, so nobody can
begin it twice. Its end is one answer in the log of the campaign: it is brought home as soon as it is there, by
whoever comes first, and a second time it is no news.
"""

from __future__ import annotations

import hashlib
import secrets
import tempfile
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from contextlib import suppress
from time import time
from typing import Any

import msgspec

from warhost.engine.book import Book, Unknown
from warhost.engine.campaign import NAME, Campaign, Fixture
from warhost.engine.data import DataError
from warhost.engine.game import Game
from warhost.engine.question import Answer

from .books import judged_rosters, no_files, written_armies
from .errors import Wrong
from .holding import Elsewhere
from .lobby import Lobby, summary
from .match import Match
from .messages import Held, MyGames, NewCampaign
from .play import Play
from .replies import CampaignBattle, CampaignInFull, HeldGame, HeldGames
from .storage import CAMPAIGN, GameEntry

NO_CAMPAIGN = "that game is no campaign"
NOT_DUE = "no battle is to be fought now: first what comes after the last one is settled"


def campaign_setup(book: Book[Any, Any], wish: NewCampaign) -> dict[str, Any]:
    """The setup of a campaign that was wished for; a client names things, never files of the server."""
    kind = book.campaign
    if kind is None:
        raise Wrong(400, f"{book.title} has no campaigns")
    no_files(kind, wish.options)
    judged_rosters(book, wish.rosters)
    try:
        with tempfile.TemporaryDirectory() as folder:
            return kind.found(written_armies(folder, wish.rosters) or kind.starting, wish.options, wish.title)
    except (Unknown, DataError) as error:
        raise Wrong(400, str(error)) from None


def campaign_of(play: Play) -> Campaign[Any, Any]:
    if not isinstance(play.book, Campaign):
        raise Wrong(404, NO_CAMPAIGN)
    return play.book


def battle_id(campaign: GameEntry, number: int) -> str:
    """Always the same, and nobody can guess it."""
    made = hashlib.blake2b(f"{campaign.id}/{campaign.seed}/battle {number}".encode(), digest_size=9)
    return urlsafe_b64encode(made.digest()).decode()


def due(play: Play) -> Fixture | None:
    """The battle that is to be fought now."""
    kind = campaign_of(play)
    field = kind.field(play.game.setting)
    waiting = any(question.side == field for question in play.open)
    return kind.due(play.game.setting, play.game.checkpoint) if waiting else None


# --- fighting -----------------------------------------------------------------------------------------------------


async def fight(lobby: Lobby, match: Match, seat: int | None) -> str:
    """The game in which the battle that is due is fought; whoever asks first begins it, the others find it."""
    if seat is None and any(not one.computer for one in match.entry.seats):
        raise Wrong(403, "only players may begin the next battle")
    fixture = await match.read(due)
    if fixture is None:
        raise Wrong(409, NOT_DUE)
    entry = _battle(match.entry, campaign_of(match.play).base.id, fixture)
    await lobby.begin_once(entry)
    await _call(lobby, match, fixture, seat)
    return entry.id


async def _call(lobby: Lobby, match: Match, fixture: Fixture, here: int | None) -> None:
    """Those who wish to be told that it is their move are told so in the battles, too. Mails about each have links
    of their own."""
    called = {player: match.wishes[player] for player in fixture.players if player in match.wishes}
    for player, wishes in called.items():
        battle = await lobby.match(battle_id(match.entry, fixture.number))
        place = fixture.players.index(player)
        own = msgspec.structs.replace(wishes, key=secrets.token_urlsafe(18), orders=(), aide=False)
        await battle.orders.bring_along(place, own, here=player == here)


def _battle(campaign: GameEntry, rulebook: str, fixture: Fixture) -> GameEntry:
    """With the seats of the campaign, held by the same tokens."""
    seats = tuple(campaign.seats[player] for player in fixture.players)
    title = f"{campaign.title}: battle {fixture.number}, {fixture.title.lower()}"[:120]
    source = f"{CAMPAIGN}{campaign.id}"
    seed = fixture.seed(campaign.seed)
    id = battle_id(campaign, fixture.number)
    return GameEntry(id, title, rulebook, fixture.setup, seed, seats, time(), campaign.listed, None, source)


async def bring_home(lobby: Lobby, match: Match) -> None:
    """What became of the battle that is due, if it is over: one answer, once."""
    fixture = await match.read(due)
    if fixture is None or not await lobby.has(battle_id(match.entry, fixture.number)):
        return
    battle = await lobby.match(battle_id(match.entry, fixture.number))
    fought = await battle.read(lambda play: play.game.fork() if play.result else None)
    if fought is None:
        return
    found = await match.read(_home, fixture.number, fought)
    if found is not None:
        await match.answer(*found)


def _home(play: Play, number: int, fought: Game[Any, Any]) -> tuple[int, int, Answer] | None:
    """The field's side, the number of its question and the answer; nothing if another was quicker."""
    fixture, kind = due(play), campaign_of(play)
    if fixture is None or fixture.number != number:
        return None
    field = kind.field(play.game.setting)
    return field, play.number(field), kind.home(play.game.setting, play.game.checkpoint, fought)


# --- whose turn it is ---------------------------------------------------------------------------------------------


async def with_battles(lobby: Lobby, wish: MyGames) -> HeldGames:
    """The games of somebody who shows his tokens; of campaigns, whom their battles wait for."""
    tokens, held = {one.id: one.token for one in wish.games}, await lobby.held(wish)
    games = [await _with_battle(lobby, game, tokens[game.id]) if _fights(game) else game for game in held.games]
    return HeldGames(sorted(games, key=lambda game: not game.yours), held.lost)


def _fights(game: HeldGame) -> bool:
    """Whether it is a campaign in which a battle is due."""
    field = len(game.sides)
    return game.rulebook.endswith(f".{NAME}") and not game.over and field in game.waiting


async def _with_battle(lobby: Lobby, game: HeldGame, token: str) -> HeldGame:
    with suppress(Wrong, Elsewhere):  # the campaign says itself what is the matter with it
        match = await lobby.match(game.id)
        fixture = await match.read(due)
        if fixture is None or game.seat not in fixture.players:
            return game
        battle = await lobby.held(MyGames([Held(battle_id(match.entry, fixture.number), token)]))
        if not battle.games:
            people = [one for one in fixture.players if not match.entry.seats[one].computer]
            return msgspec.structs.replace(game, yours=True, waiting=people)
        return _led(game, battle.games[0], fixture)
    return game


def _led(game: HeldGame, battle: HeldGame, fixture: Fixture) -> HeldGame:
    """The campaign as the battle stands that is fought in it."""
    waiting = [fixture.players[side] for side in battle.waiting if side < len(fixture.players)]
    phase = f"battle {fixture.number} is fought, {f'turn {battle.turn}' if battle.turn else 'setting up'}"
    return msgspec.structs.replace(game, yours=battle.yours, waiting=waiting, at=battle.at, phase=phase)


# --- looking ------------------------------------------------------------------------------------------------------


async def in_full(lobby: Lobby, match: Match, seat: int | None) -> CampaignInFull:
    """How it stands, with the games in which its battles were fought."""
    account = await match.read(lambda play: campaign_of(play).account(play.game.setting, play.game.checkpoint))
    numbers = [one.number for one in account.pairings if one.stands != "to come"]
    battles = await _battles(lobby, match.entry, numbers)
    entry = match.entry
    rulebook = campaign_of(match.play).base.id
    return CampaignInFull(entry.id, rulebook, seat, entry.who, account, battles)


async def _battles(lobby: Lobby, campaign: GameEntry, numbers: Sequence[int]) -> list[CampaignBattle]:
    ids = {battle_id(campaign, number): number for number in numbers}
    found = await lobby.workers.study(lobby.storage.named, list(ids))
    lines = [(ids[entry.id], summary(entry, standing)) for entry, standing in found]
    battles = [CampaignBattle(number, line.id, line.turn, line.over) for number, line in lines]
    return sorted(battles, key=lambda one: one.number)
