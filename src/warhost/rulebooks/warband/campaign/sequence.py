"""A campaign step by step: founding, pairing off, the battle, and what each warband goes through after it.

[war.camp.sequence] [war.camp.example]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .captives import settle_captives
from .fixtures import await_battle, close_battle, pair_off
from .growing import first_spells, learn_one, new_leader
from .healing import injure_one
from .hiring import anew
from .market import buy_one, look_one, sell_one, update
from .searching import search, sell_shards
from .season import AFTERWARDS, After

SEQUENCE: Mapping[str, Callable[[After], bool]] = {
    "injuries": injure_one,
    "captives": settle_captives,
    "experience": learn_one,
    "search": search,
    "shards": sell_shards,
    "sell": sell_one,
    "look": look_one,
    "buy": buy_one,
    "leader": new_leader,
    "anew": anew,
    "update": update,
}
"""Each does one thing, an injury, an advance, a purchase, and says whether it did; then the next stage begins."""


def step(after: After) -> None:
    stage = after.state.stage
    if stage in SEQUENCE:
        _afterwards(after)
    else:
        {"founding": _found, "fixture": pair_off, "battle": await_battle}[stage](after)


def _found(after: After) -> None:
    for player in range(len(after.state.ledgers)):
        first_spells(after, player)
    after.state.go_to("fixture")


def _afterwards(after: After) -> None:
    season, stage = after.state, after.state.stage
    if SEQUENCE[stage](after):
        return
    at = AFTERWARDS.index(stage) + 1
    if at < len(AFTERWARDS):
        season.go_to(AFTERWARDS[at])
        return
    season.next_player()
    season.go_to(AFTERWARDS[0])
    if season.place == len(season.happened.ranking):
        close_battle(after)
