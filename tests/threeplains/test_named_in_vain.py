"""Whoever names a piece that may not is told why: by the rule that bars it, and with its name."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.situation import Case, judge

from .judging import book


def group(name: str, side: str, at: tuple[float, float], facing: float = 0, **more: Any) -> dict[str, Any]:
    return {"id": name, "side": side, "models": 10, "files": 5, "at": at, "facing": facing, **more}


BOWS = {"weapons": ["hand weapon", "longbow"]}
LINES = [
    group("guard", "ours", (36, 20)), group("runners", "ours", (20, 20), now={"fleeing": True}),
    group("behind", "theirs", (36, 10)), group("ahead", "theirs", (36, 30)),
]  # fmt: skip
ARCHERS = [
    group("archers", "ours", (36, 20), **BOWS), group("tired", "ours", (46, 20), now={"shot": True}, **BOWS),
    group("behind", "theirs", (36, 10)), group("left", "theirs", (33, 30)), group("right", "theirs", (40, 30)),
]  # fmt: skip
HELP = [
    group("horde", "ours", (36, 24), now={"acted": True}), group("militia", "theirs", (36, 24), 180),
    group("friends", "theirs", (28, 23), 90), group("bows", "theirs", (44, 25), 225, now={"last_shot": True}),
    group("far", "theirs", (60, 40), 90),
]  # fmt: skip


def refused(phase: str, groups: list[dict[str, Any]], *answers: Any, **more: Any) -> tuple[str, str]:
    whole = {"rulebook": "threeplains", "phase": phase, "groups": groups, "answers": list(answers), **more}
    refusal = judge(Case("made_up.toml", whole, lambda _: book())).refusal
    assert refusal is not None
    return refusal.rule, refusal.why


@pytest.mark.rule("tp.move.charge", "tp.aware.ranges")
@pytest.mark.parametrize(("order", "rule", "why"), [
    ({"runners": "ahead"}, "tp.move.charge", "runners is fleeing"),
    ({"guard": "behind"}, "tp.aware.ranges", "behind is neither ahead of guard nor close enough to be noticed"),
    ({"guard": "nobody"}, "tp.move.charge", "guard may not take 'nobody'"),
    ({"ahead": "guard"}, "tp.move.charge", "ahead may not take 'guard'"),
])  # fmt: skip
def test_an_order_to_charge_that_cannot_be_given(order: dict[str, str], rule: str, why: str) -> None:
    assert refused("declaring", LINES, order, measuring="open") == (rule, why)


@pytest.mark.rule("tp.shoot.phase", "tp.aware.ranges")
@pytest.mark.parametrize(("answers", "rule", "why"), [
    (["tired"], "tp.shoot.phase", "tired has had its shot"),
    (["archers", "behind"], "tp.aware.ranges", "behind is neither ahead of archers nor close enough to be noticed"),
])  # fmt: skip
def test_a_shot_that_cannot_be_had(answers: list[str], rule: str, why: str) -> None:
    assert refused("shooting", ARCHERS, *answers) == (rule, why)


@pytest.mark.rule("tp.move.counter")
@pytest.mark.parametrize(("name", "why"), [
    ("bows", "bows moved, dashed or shot in its own turn"), ("militia", "militia is in combat"),
    ("far", "far: no enemy that has just charged home can be reached in one leg"),
])  # fmt: skip
def test_a_counter_charge_that_cannot_be_made(name: str, why: str) -> None:
    met = {"a": "horde", "b": "militia", "charge": 5}
    assert refused("counter charges", HELP, name, contacts=[met]) == ("tp.move.counter", why)
