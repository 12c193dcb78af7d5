"""Who may charge whom, and how chargers come in."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.foresight import disproved, foreseen
from warhost.engine.game import Game
from warhost.rulebooks.regiments.bodies import body
from warhost.rulebooks.regiments.events import ChargeFailed
from warhost.rulebooks.regiments.moving import chargers
from warhost.rulebooks.regiments.moving.approach import best_approach
from warhost.rulebooks.regiments.moving.charges import cannot_charge, declare, declare_one, why_not
from warhost.rulebooks.regiments.moving.onset import Onset, struck_sides
from warhost.rulebooks.regiments.moving.speed import greatest_charge, movement
from warhost.rulebooks.regiments.nature import all_have
from warhost.rulebooks.regiments.turn import step

from .field import BOOK, apart, facing, front, number, ours, rule_of, scene, script, theirs, told, unit


@pytest.mark.rule("reg.charge.legal", "reg.charge.declare")
@pytest.mark.parametrize(("gap", "rule"), [(16, ""), (16.5, "reg.charge.legal")])
def test_too_far(gap: float, rule: str) -> None:
    fight = apart(gap)
    assert rule_of(why_not(fight, 0, 1)) == rule


@pytest.mark.rule("reg.charge.legal", "reg.sr.swiftstride", "reg.charge.range")
def test_horsemen_reach_further() -> None:
    fight = apart(20, "men.outriders", mine={"models": 5})
    assert greatest_charge(fight, 0) == 20000
    assert why_not(fight, 0, 1) is None


@pytest.mark.rule("reg.charge.legal")
def test_out_of_sight_and_behind() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5), theirs("foe", "orc.warriors", 20, at=(36, 10))
    )
    assert rule_of(why_not(fight, 0, 1)) == "reg.charge.legal"


@pytest.mark.rule("reg.charge.geometry", "reg.charge.legal")
def test_no_way_through_others() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 10), files=5),
        ours("wall", "men.halberds", 30, front=(36, 16), files=15),
        theirs("foe", "orc.giant", front=(36, 20)),
    )
    assert rule_of(why_not(fight, number(fight, "own"), number(fight, "foe"))) == "reg.charge.geometry"


@pytest.mark.rule("reg.flee.limits", "reg.charge.legal", "reg.turn.status", "reg.sr.stupidity", "reg.turn.start")
@pytest.mark.parametrize(
    ("more", "rule"),
    [({"fleeing": True}, "reg.flee.limits"), ({"did": "stumbled"}, "reg.turn.status"), ({"did": "free move"}, "")],
)
def test_what_bars_a_charge(more: dict[str, Any], rule: str) -> None:
    assert rule_of(cannot_charge(apart(8, mine=more), 0)) == rule


@pytest.mark.rule("reg.charge.declare", "reg.charge.redirect")
def test_one_charge_a_turn() -> None:
    fight = apart(8)
    unit(fight, "own").declared = True
    assert rule_of(cannot_charge(fight, 0)) == "reg.charge.declare"


@pytest.mark.rule("reg.charge.side", "reg.core.arcs")
def test_most_of_the_front_rank_decides_the_side() -> None:
    """The corner line of the target leads between the third and the fourth file."""
    fight = scene(
        ours("own", "men.spears", 5, front=(44.6, 14), files=5, facing=135),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5),
    )
    assert struck_sides(fight, 0, 1) in (["left"], ["front"])
    flank = scene(
        ours("own", "men.spears", 5, at=(50, 22), files=5, facing=180),
        theirs("foe", "orc.warriors", 20, at=(36, 22)),
    )
    assert struck_sides(flank, 0, 1) == ["left"]


# --- how they come in


@pytest.mark.rule("reg.charge.geometry")
def test_a_monster_takes_the_end_with_four_in_contact() -> None:
    fight = scene(
        ours("own", "elf.oakwarden", front=(36, 10)), theirs("foe", "men.swords", 20, front=(36, 18), files=5)
    )
    best = best_approach(Onset(fight, 0, 1, "front"))
    assert best is not None and best.contacts == 1 + 4


@pytest.mark.rule("reg.charge.geometry", "reg.charge.side")
def test_a_charge_wheels_freely_into_a_flank() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(46, 22), files=5, facing=200),
        theirs("foe", "orc.warriors", 20, at=(36, 22), files=5),
    )
    with script(fight, [5, 4], ["own", "hold", "nearest"]):
        declare_one(fight)
        chargers.move_one(fight)
    (contact,) = fight.state.contacts
    assert contact.b_side == "left"
    assert facing(fight, "own") == 180
    assert front(fight, "own")[0] == pytest.approx(36 + 5 * 0.984 / 2, abs=0.02)


@pytest.mark.rule("reg.charge.several")
def test_two_chargers_share_a_front() -> None:
    fight = scene(
        ours("left", "men.spears", 20, front=(33, 10), files=5),
        ours("right", "men.spears", 20, front=(39, 10), files=5),
        theirs("foe", "men.swords", 20, front=(36, 16), files=5),
    )
    for name in ("left", "right"):
        with script(fight, [], ["hold"]):
            declare(fight, number(fight, name), number(fight, "foe"))
    with script(fight, [4, 4, 4, 4], ["left"]):
        chargers.move_one(fight)
        chargers.move_one(fight)
    assert [unit(fight, name).did for name in ("left", "right")] == ["charged", "charged"]
    assert len(fight.state.contacts) == 2


@pytest.mark.rule("reg.charge.move", "reg.charge.next", "reg.move.sequence")
def test_all_are_declared_before_any_moves() -> None:
    fight = scene(
        ours("a", "men.spears", 20, front=(20, 10), files=5),
        ours("b", "men.spears", 20, front=(50, 10), files=5),
        theirs("c", "orc.warriors", 20, front=(20, 18), files=5),
        theirs("d", "orc.warriors", 20, front=(50, 18), files=5),
    )
    with script(fight, [1, 1, 3, 3], ["a", "hold", "b", "hold", "a"]):
        for _ in range(6):
            step(fight)
    assert unit(fight, "a").did == "failed charge" and unit(fight, "b").did == "charged"


@pytest.mark.rule("reg.charge.gone")
@pytest.mark.parametrize(("answer", "dice", "gone"), [("stand still", [], 0), ("move on", [6, 3], 6)])
def test_a_target_that_is_gone(answer: str, dice: list[int], gone: int) -> None:
    fight = apart(12)
    unit(fight, "own").charge = 1
    unit(fight, "foe").fate = "destroyed"
    with script(fight, dice, [answer]):
        chargers.run_home(fight, 0)
    assert front(fight, "own") == (36, 10 + gone)
    assert unit(fight, "own").did == "failed charge"


@pytest.mark.rule("reg.charge.failed", "reg.sr.swiftstride", "reg.charge.fleeroll")
def test_a_failed_charge_of_horse_goes_as_far_as_the_highest_die() -> None:
    fight = apart(19, "men.outriders", mine={"models": 5})
    with script(fight, [5, 1, 4], ["own", "hold"]):
        declare_one(fight)
        chargers.move_one(fight)
    assert front(fight, "own") == (36, 15)
    assert told(fight, ChargeFailed)


@pytest.mark.rule("reg.charge.fleeing")
@pytest.mark.parametrize(("gap", "caught"), [(11, True), (11.5, False)])
def test_hunting_the_fleeing(gap: float, caught: bool) -> None:
    fight = apart(gap, yours={"fleeing": True})
    unit(fight, "own").charge, unit(fight, "own").struck = 1, "rear"
    with script(fight, [3, 4, *([3, 3] if caught else [])], [{}] if caught else []):
        chargers.run_home(fight, 0)
    assert (unit(fight, "foe").fate == "destroyed") is caught
    if not caught:
        assert front(fight, "own") == (36, 14)


@pytest.mark.rule("reg.charge.range", "reg.move.slowest", "reg.char.join")
def test_the_slowest_sets_the_pace() -> None:
    fight = scene(
        ours("spears", "men.spears", 20, front=(36, 10), files=5),
        ours("captain", "men.captain", joined="spears", mount="warhorse"),
    )
    spears = number(fight, "spears")
    assert movement(fight, spears) == 4000

    assert not all_have(fight, spears, "reg.sr.swiftstride")
    assert body(fight, spears).width == pytest.approx(4921, abs=4)  # 100 mm and 25 mm


@pytest.mark.rule("reg.charge.range")
@pytest.mark.parametrize(("gap", "chance"), [(9.9, "72 %"), (10.9, "58 %"), (6.5, "97 %")])
def test_whoever_declares_a_charge_is_told_how_likely_it_arrives(gap: float, chance: str) -> None:
    """Movement 4 and two dice: thrown only when all charges are declared, and told before."""
    fight = apart(gap, phase="charges")
    game = Game(BOOK, {}, "seed", start=fight.state, setting=fight.setting)
    promised = [str(one) for one in foreseen(game, 0, "own")]
    assert promised == [f"reaches its target, if they say “Hold”: {chance}"]


@pytest.mark.rule("reg.sr.swiftstride", "reg.charge.range")
@pytest.mark.parametrize(("gap", "chance"), [(12, "95 %"), (13, "89 %"), (19, "7 %")])
def test_horsemen_are_told_it_too_whose_three_dice_fall_in_far_more_ways(gap: float, chance: str) -> None:
    fight = apart(gap, "men.knights", mine={"models": 6, "files": 6}, phase="charges")
    game = Game(BOOK, {}, "seed", start=fight.state, setting=fight.setting)
    promised = [str(one) for one in foreseen(game, 0, "own")]
    assert promised == [f"reaches its target, if they say “Hold”: {chance}"]
    assert disproved(game, 0, "own", 300) == ""
