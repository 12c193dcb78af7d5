"""What a campaign needs to know of a battle: who took part, who went out by whose hand, who won, what was found."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..flaws import looking
from ..scenarios.ending import shards_of
from ..setting import Setting
from ..state import NOBODY, State


class Side(msgspec.Struct, frozen=True):
    """One warband's battle. Warriors are named by the ids of their recruits."""

    took_part: tuple[str, ...]
    out: tuple[tuple[str, int, str], ...] = ()  # who, by which side (-1: nobody), by whom
    kills: tuple[tuple[str, int], ...] = ()  # heroes, and how many enemies each put out of action
    shards: int = 0
    chest: bool = False


class Use(msgspec.Struct, frozen=True):
    """Something that a hero uses up in a battle, and on which of his weapons if that matters."""

    player: int
    hero: str
    item: str
    on: str = ""


class Happened(msgspec.Struct, frozen=True):
    players: tuple[int, ...]  # the numbers of the warbands in the campaign, side by side
    sides: tuple[Side, ...]
    ratings: tuple[int, ...]
    winner: int  # a side; -1 for nobody
    ranking: tuple[int, ...]
    scenario: str
    why: str = ""
    rounds: int = 0
    forfeit: bool = False
    used: tuple[Use, ...] = ()


def happened(setting: Setting, state: State, players: Sequence[int]) -> Happened:
    assert state.outcome is not None
    return Happened(
        tuple(players),
        tuple(_side(setting, state, side) for side in range(len(setting.companies))),
        tuple(company.rating for company in setting.companies),
        state.outcome.winner,
        state.outcome.ranking,
        setting.scenario.id,
        state.outcome.why,
        state.round,
    )


def _side(setting: Setting, state: State, side: int) -> Side:
    fighters = setting.fighters
    own = [number for number, fighter in enumerate(fighters) if fighter.side == side and fighter.role != "follower"]
    there = [number for number in own if state.warriors[number].fate != "away"]  # whom an old wound kept at home
    out = []
    for number in own:
        warrior = state.warriors[number]
        if warrior.fate == "out":
            by = (
                (fighters[warrior.by].side, fighters[warrior.by].recruit.id)
                if warrior.by != NOBODY
                else (NOBODY, "")
            )
            out.append((fighters[number].recruit.id, *by))
    kills = [
        (fighters[number].recruit.id, _worth(setting, state, number)) for number in own if fighters[number].hero
    ]
    chest = any(
        prize.kind == "chest"
        and (prize.taken == side or (prize.holder != NOBODY and state.warriors[prize.holder].side == side))
        for prize in state.prizes
    )
    shards = shards_of(looking(setting, state), side)
    return Side(
        tuple(fighters[number].recruit.id for number in there),
        tuple(out),
        tuple(one for one in kills if one[1]),
        shards,
        chest,
    )


def _worth(setting: Setting, state: State, number: int) -> int:
    """Enemies he put out of action, those that cost crowns.  [war.camp.xp]"""
    return sum(setting.fighters[foe].role != "follower" for foe in state.warriors[number].kills)
