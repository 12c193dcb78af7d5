"""Computer players by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from warhost.engine.book import Unknown
from warhost.engine.data import nearest
from warhost.engine.player import Player

from .random import RandomPlayer

SECONDS = 1.0
"""The longest a thinking player takes for one answer."""


def _random(seed: str, seconds: float) -> Player:
    return RandomPlayer(seed)


def _tactician(seed: str, seconds: float) -> Player:
    try:
        made: Player = import_module("warhost.players.tactician").Tactician(seed, seconds)
    except ModuleNotFoundError as missing:
        if missing.name != "warhost.players.tactician":
            raise
        raise Unknown("the player 'tactician' is not installed here; let 'random' play instead") from None
    return made


PLAYERS: Mapping[str, Callable[[str, float], Player]] = {"tactician": _tactician, "random": _random}


def player(name: str, seed: str, seconds: float = SECONDS) -> Player:
    """The player of this name; the same seed makes the same choices."""
    if name not in PLAYERS:
        known = ", ".join(PLAYERS)
        raise Unknown(f"no player is called {name!r}{nearest(name, PLAYERS)}; there are: {known}")
    return PLAYERS[name](seed, seconds)
