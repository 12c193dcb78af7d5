"""Flight, rallying and pursuit, check by check."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.regiments.bodies import body, stance
from warhost.rulebooks.regiments.events import Tested
from warhost.rulebooks.regiments.fighting.aftermath import charge_ahead, flight_and_pursuit
from warhost.rulebooks.regiments.fighting.places import arc_of
from warhost.rulebooks.regiments.moving import compulsory
from warhost.rulebooks.regiments.moving.flight import run
from warhost.rulebooks.regiments.moving.moves import move_one
from warhost.rulebooks.regiments.nerve import panic
from warhost.rulebooks.regiments.setting import Fight

from ..field import easily, front, number, ours, scene, script, theirs, told, unit
from ..test_combat import melee_of

# --- flight


@pytest.mark.rule("reg.panic.through", "reg.flee.move")
@pytest.mark.parametrize(("gap", "crossed"), [(7.0, False), (6.9, True)])
def test_who_stops_an_inch_short_has_crossed_nobody(gap: float, crossed: bool) -> None:
    fight = scene(
        ours("own", "men.spears", 10, front=(36, 10), files=5),
        ours("friend", "men.halberds", 10, front=(36, 10 + gap + 2 * 0.7874), files=5),
    )
    unit(fight, "own").fleeing = True
    run(fight, 0, 0, 6000)
    assert bool(fight.state.shaken) is crossed


@pytest.mark.rule("reg.terrain.impassable", "reg.flee.move", "reg.char.join")
def test_eight_men_and_their_captain_flee_through_rocks() -> None:
    """Nine models, nine tests: two of the men roll a 1, and the Captain, who has two wounds."""
    fight = scene(
        ours("own", "men.crossbows", 8, front=(36, 18), files=5), ours("captain", "men.captain", joined="own"),
        terrain=[{"kind": "rocks", "at": [36, 22]}],
    )  # fmt: skip
    unit(fight, "own").fleeing = True
    with script(fight, [1, 1, 2, 2, 3, 4, 5, 6, 1]):
        run(fight, 0, 0, 8000)
    assert (unit(fight, "own").models, unit(fight, "captain").hurt) == (6, 1)


@pytest.mark.rule("reg.rally.test", "reg.char.general", "reg.rally.quarter", "reg.char.bsb")
def test_rallying_with_help() -> None:
    fight = scene(
        ours("own", "men.foresters", 10, at=(36, 20), files=5, fleeing=True), ours("lord", "men.lord", at=(36, 28)),
    )  # fmt: skip
    with script(fight, [5, 4]):
        assert compulsory.rallies(fight, 0)
    remnant = scene(
        ours("own", "men.spears", 4, at=(36, 20), files=4, fleeing=True, started=20),
        ours("bearer", "men.captain", at=(36, 24), role="battle standard"),
    )
    with script(remnant, [3, 3, 1, 1]):
        assert compulsory.rallies(remnant, 0)


@pytest.mark.rule("reg.panic.casualties", "reg.terrain.marsh")
@pytest.mark.parametrize(("faces", "tests"), [([1, 1, 1, 6, 6, 6, 6, 6, 6, 6], True), ([1, 1] + [6] * 8, False)])
def test_losses_in_a_marsh_shake_a_unit_too(faces: list[int], tests: bool) -> None:
    fight = scene(
        ours("own", "men.spears", 10, front=(36, 20), files=5), theirs("foe", "orc.warriors", 20, at=(36, 44)),
        terrain=[{"kind": "marsh", "at": [36, 21]}], phase="moves",
    )  # fmt: skip
    with script(fight, [*faces, *([1, 1] if tests else [])], ["own", [["go", 8000]]]):
        move_one(fight)
    assert [test.what for test in told(fight, Tested)] == (["panic"] if tests else [])


# --- pursuit


def chase(*more: dict[str, Any], pursuit: list[int]) -> Fight:
    """Spearmen whose enemies break and are caught, and go on."""
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5),
        theirs("foe", "orc.warriors", 5, front=(36, 20), files=5),
        *more,
        contacts=[{"a": "own", "b": "foe", "fresh": False}],
        phase="combat",
    )
    with easily(fight, {"flight": [1, 1], "pursuit": pursuit}, face=1):
        flight_and_pursuit(melee_of(fight), 0, [number(fight, "foe")])
    return fight


@pytest.mark.rule("reg.combat.pursuit")
def test_a_pursuer_destroys_whom_it_meets_already_in_flight_and_moves_on() -> None:
    fight = chase(
        theirs("other", "orc.warriors", 10, front=(36, 29), files=5, fleeing=True, facing=90), pursuit=[6, 6]
    )
    assert unit(fight, "other").fate == "destroyed"
    assert front(fight, "own") == (36, 32)


@pytest.mark.rule("reg.combat.pursuit")
def test_behind_the_fleeing_it_charges_whoever_stands() -> None:
    fight = chase(
        theirs("other", "orc.warriors", 5, front=(36, 25), files=5, fleeing=True, facing=90),
        theirs("fresh", "orc.warriors", 20, front=(36, 28), files=5),
        pursuit=[6, 6],
    )
    assert unit(fight, "other").fate == "destroyed"
    assert [one.b for one in fight.state.contacts] == [number(fight, "fresh")]


@pytest.mark.rule("reg.combat.pursuit", "reg.charge.side")
def test_a_fresh_enemy_is_struck_on_the_side_the_path_meets_first() -> None:
    """They stand in the arc of its flank, but run at 30 degrees into the corner of its front."""
    fight = scene(
        ours("own", "men.spears", 20, front=(36.2, 21), files=5, facing=120),
        theirs("fresh", "orc.warriors", 20, front=(33 - 2.461, 24), files=5), phase="combat",
    )  # fmt: skip
    assert arc_of(body(fight, 1), body(fight, 0).front) == "left"
    with easily(fight):
        charge_ahead(fight, 0, stance(unit(fight, "own")), 8000, overrun=True)
    assert [(one.b, one.b_side) for one in fight.state.contacts] == [(number(fight, "fresh"), "front")]


@pytest.mark.rule("reg.lore.ember.cinderwall", "reg.combat.pursuit")
def test_a_pursuit_is_a_move_for_falling_embers() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5),
        theirs("foe", "men.swords", 5, front=(36, 20), files=5),
        theirs("mage", "men.adept", at=(60, 40)),
        contacts=[{"a": "own", "b": "foe", "fresh": False}],
        effects=[{"spell": "Falling Embers", "on": "own", "by": "mage"}],
        phase="combat",
    )
    with easily(fight, {"falling embers": [2], "to wound": [6, 6], "armour save": [1, 1]}, face=1):
        flight_and_pursuit(melee_of(fight), 0, [number(fight, "foe")])
    assert unit(fight, "own").models == 18


@pytest.mark.rule("reg.panic.casualties", "reg.lore.ember.cinderwall")
@pytest.mark.parametrize(("phase", "tests"), [("combat", False), ("moves", True)])
def test_losses_in_close_combat_never_lead_to_panic(phase: str, tests: bool) -> None:
    fight = scene(
        ours("own", "men.spears", 14, at=(36, 20), started=20), theirs("foe", "orc.warriors", 5, at=(36, 40))
    )
    fight.state.phase = phase  # type: ignore[assignment]
    unit(fight, "own").phase_models = 20
    panic.mark_losses(fight, 0)
    assert bool(fight.state.shaken) is tests
