"""Computers with a ram: what they buy for the gate, how they come to it, and where they go when it is open."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Choose
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.structures import collapse
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.aims import in_a_siege
from warhost.rulebooks.threeplains.siege.buying import DEPLOY, ENOUGH, affordable
from warhost.rulebooks.threeplains.siege.implements import hand_over
from warhost.rulebooks.threeplains.tactics import consider

from .scene import foot, number, unit
from .strongholds import STRAIGHT, siege

WOOD = "wooden gate of gate 5"
GUARD = unit("guard", (40, 5), side=1)


def crew(y: float, *things: str, models: int = 20, plan: Any = (), figure: Any = None) -> Fight:
    """Orcs so far up the table before gate 5, behind its moat from 16 to 18 unless there is another plan."""
    orcs = unit("orcs", (25, y), facing=180, models=models, files=5, figure=figure)
    fight = siege(orcs, unit("others", (10, 40), facing=180), GUARD, plan=plan)
    for thing in things:
        hand_over(fight, number(fight, "orcs"), thing)
    return fight


def wanted(fight: Fight) -> Any:
    return in_a_siege(fight, Move(fight, number(fight, "orcs")))


def bought(fight: Fight) -> list[str]:
    """All that a computer buys for the orcs, one thing after the other."""
    found = list[str]()
    while True:
        offers = [*affordable(fight, number(fight, "orcs")), ENOUGH]
        question = Choose(0, "siege equipment", offers, DEPLOY, "orcs", usual=ENOUGH)
        thing = list(consider(fight.setting, fight.state, question))[-1]
        if thing == ENOUGH:
            return found
        hand_over(fight, number(fight, "orcs"), thing)
        found.append(thing)


@pytest.mark.parametrize(
    ("fight", "things"),
    [
        (crew(40), ["battering_ram", "portable_bridge"]),
        (crew(40, models=16), ["siege_ladder", "siege_ladder"]),
        (crew(40, plan=STRAIGHT), ["battering_ram", "siege_ladder"]),
        (crew(40, figure=foot(weapons=("longbow",))), []),
    ],
    ids=["water before the gate", "too few for both", "no water", "archers"],
)
def test_a_ram_is_bought_with_what_it_takes_to_come_to_the_gate(fight: Fight, things: list[str]) -> None:
    assert bought(fight) == things


def test_one_ram_is_enough() -> None:
    fight = crew(40)
    hand_over(fight, number(fight, "others"), "battering_ram")
    assert "battering_ram" not in bought(fight)


def test_who_carries_a_ram_lays_his_bridge_and_goes_over_it_to_the_gate() -> None:
    order = wanted(crew(19, "battering_ram", "portable_bridge"))
    assert [act[0] for act in order] == ["go", "set"]
    assert order[-1] == ["set", "portable_bridge", [[inches(25), inches(17)]]]


def test_at_the_gate_he_strikes_it() -> None:
    assert wanted(crew(15.02, "battering_ram", plan=STRAIGHT)) == [["assault", WOOD]]


def test_when_it_is_open_he_goes_in() -> None:
    fight = crew(15.02, "battering_ram", plan=STRAIGHT)
    collapse(fight, next(at for at, one in enumerate(fight.state.terrain) if one.name == WOOD))
    (go,) = wanted(fight)
    assert go[0] == "go" and go[2] < inches(13)
