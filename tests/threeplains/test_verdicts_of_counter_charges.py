"""What a referee says of counter charges: the reason against each is the one that bars it."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.situation import Case, judge
from warhost.engine.verdict import Verdict

from .judging import book, said

RIDERS = {"category": "cavalry", "base_mm": [30, 30], "stats": {"M": 12, "LP": 2}, "files": 3, "models": 6}


def verdict(run: float, came: dict[str, Any] | None = None, **guard: Any) -> Verdict:
    """Of a guard beside a friend who has just been charged over so many inches."""
    men = {"side": "theirs", "facing": 180, "models": 10, "files": 5}
    groups = [
        {"id": "comers", "side": "ours", "at": [36, 20], "models": 10, "files": 5, **(came or {})},
        {"id": "struck", "at": [36, 20], **men},
        {"id": "guard", "at": [41, 22], **men, **guard},
    ]
    contacts = [{"a": "comers", "b": "struck", "charge": run}]
    document = {"rulebook": "threeplains", "phase": "counter charges", "groups": groups, "contacts": contacts}
    return said(judge(Case("counter.toml", document, lambda _: book())), "guard", "counter charge")


def why_not(run: float, came: dict[str, Any] | None = None, **now: Any) -> str:
    """Nothing if he may."""
    found = verdict(run, came, now=now)
    return found.refusal.why if found.refusal else ""


@pytest.mark.rule("tp.move.counter")
@pytest.mark.parametrize(
    ("run", "came", "bar"), [(10, {}, ""), (9.9, RIDERS, ""), (10, RIDERS, "10 inches or more")]
)
def test_only_infantry_is_met_after_ten_inches(run: float, came: dict[str, Any], bar: str) -> None:
    assert bool(bar) == bool(why := why_not(run, came)) and bar in why


@pytest.mark.rule("tp.move.counter")
@pytest.mark.parametrize(
    ("now", "bar"),
    [({"last_moved": 0.1}, "moved"), ({"last_shot": True}, "shot"), ({"countered": True}, "asked"),
     ({"fell_back": True}, "fallen back"), ({"charged": True}, "charged")],
)  # fmt: skip
def test_each_bar_is_named(now: dict[str, Any], bar: str) -> None:
    assert bar in why_not(5, **now)


FRIGHTFUL, NEAR, FAR = {"ratings": {"fear": 2}}, [41, 22], [46, 20]


@pytest.mark.rule("tp.move.counter", "tp.move.dash", "tp.check.bravery")
@pytest.mark.parametrize(
    ("at", "came", "traits", "chance"),
    [
        (NEAR, {}, [], 66),  # 3 soldiering dice against 3 of deviancy: 42 in 64
        (FAR, {}, [], 44),  # more than 8 inches: a dash of 2 or more
        (NEAR, FRIGHTFUL, [], 30),  # fear stands against both checks: 93 in 256 against 5 dice, 13 in 16 against 2
        (NEAR, {}, ["frenzy"], 100),
        (FAR, {}, ["frenzy"], 67),
        (FAR, FRIGHTFUL, ["frenzy"], 54),
    ],
)
def test_the_chance_is_that_it_arrives(at: list[int], came: dict[str, Any], traits: list[str], chance: int) -> None:
    assert verdict(5, came, at=at, traits=traits).chance == chance
