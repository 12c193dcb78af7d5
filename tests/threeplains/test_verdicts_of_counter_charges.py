"""What a referee says of counter charges: the reason against each is the one that bars it."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.situation import Case, judge

from .judging import book, said

RIDERS = {"category": "cavalry", "base_mm": [30, 30], "stats": {"M": 12, "LP": 2}, "files": 3, "models": 6}


def why_not(run: float, came: dict[str, Any] | None = None, **now: Any) -> str:
    """Of a guard beside a friend who has just been charged over so many inches; nothing if he may."""
    groups = [
        {"id": "comers", "side": "ours", "at": [36, 20], "models": 10, "files": 5, **(came or {})},
        {"id": "struck", "side": "theirs", "at": [36, 20], "facing": 180, "models": 10, "files": 5},
        {"id": "guard", "side": "theirs", "at": [41, 22], "facing": 180, "models": 10, "files": 5, "now": now},
    ]
    contacts = [{"a": "comers", "b": "struck", "charge": run}]
    document = {"rulebook": "threeplains", "phase": "counter charges", "groups": groups, "contacts": contacts}
    verdict = said(judge(Case("counter.toml", document, lambda _: book())), "guard", "counter charge")
    return verdict.refusal.why if verdict.refusal else ""


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
