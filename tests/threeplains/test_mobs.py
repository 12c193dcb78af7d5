"""Mobs: dice for their movement, their square, the ranks they need, the weapons they cannot use."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.bodies import strength
from warhost.rulebooks.threeplains.charging.countercharges import counter_charge_one, counter_targets
from warhost.rulebooks.threeplains.charging.onset import charge_move
from warhost.rulebooks.threeplains.events.charges import Charged
from warhost.rulebooks.threeplains.events.moves import Surged
from warhost.rulebooks.threeplains.fighting.arms import usable, wielded
from warhost.rulebooks.threeplains.fighting.fronts import flimsy
from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.morale.checks import soldiering
from warhost.rulebooks.threeplains.opening.deployment import Deploy
from warhost.rulebooks.threeplains.turn import step

from .charging import charge, charging, orcs
from .marching import at, cost, go, judge, play, refused
from .scene import contact, foot, horse, number, piece, scene, script, told, unit

FAR_ENEMY = unit("orcs", at=(36, 47), side=1, facing=180)
MOB = foot(traits=("mob",), kind="mob", movement=inches(4))
RIDING_MOB = horse(traits=("mob",), kind="mob")


def mob(name: str = "guard", **more: Any) -> Any:
    return unit(name, **{"at": (36, 20), "figure": MOB, **more})


# --- movement ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.mob.movement", "tp.unit.mob.class")
def test_a_mob_of_movement_4_that_rolls_a_2_moves_5_inches() -> None:
    fight = scene(mob(), FAR_ENEMY)
    play(fight, "guard", [go(36, 25)], dice=[2])
    assert at(fight, "guard") == (36, 25, 0)
    assert told(fight, Surged) == [Surged("tp.unit.mob.movement", 0, inches(1))]


@pytest.mark.rule("tp.unit.mob.movement")
def test_a_mob_goes_no_farther_than_its_die_lets_it() -> None:
    fight = scene(mob(surge=inches(1)), FAR_ENEMY)
    assert cost(fight, "guard", go(36, 25.1)) == 5


@pytest.mark.rule("tp.unit.mob.movement")
def test_a_riding_mob_rolls_a_whole_die() -> None:
    fight = scene(mob(figure=RIDING_MOB), FAR_ENEMY)
    play(fight, "guard", [go(36, 37)], dice=[5])
    assert at(fight, "guard") == (36, 37, 0)


@pytest.mark.rule("tp.unit.mob.movement")
def test_a_dash_comes_on_top_and_the_die_of_the_mob_is_rolled_once() -> None:
    fight = scene(mob(), FAR_ENEMY)
    play(fight, "guard", [["dash"]], [go(36, 30)], dice=[6, 6])
    assert at(fight, "guard") == (36, 30, 0)
    assert len(told(fight, Surged)) == 1


@pytest.mark.rule("tp.unit.mob.movement")
def test_a_charging_mob_rolls_before_it_moves_and_dashes_only_if_that_is_not_enough() -> None:
    fight = charge(charging(mob(), orcs(6.5)), dice=[5])
    assert told(fight, Surged)[0].added == inches(3)
    assert told(fight, Charged)[0].reached
    fight = charge(charging(mob(), orcs(6.5)), dice=[3, 3])
    assert told(fight, Charged)[0].reached and piece(fight, "guard").turn.dashed


@pytest.mark.rule("tp.unit.mob.movement")
def test_a_charge_that_runs_on_after_a_wiped_out_enemy_has_no_die_of_the_mob() -> None:
    fight = charging(mob(), orcs(5))
    with script(fight):
        assert charge_move(fight, 0, 1, free=inches(6)) == "blows"
    assert not told(fight, Surged)


@pytest.mark.rule("tp.unit.mob.movement")
def test_the_die_counts_for_one_turn_and_a_counter_charge_has_one_of_its_own() -> None:
    fight = scene(
        mob(surge=inches(2)), unit("friends", at=(44, 20)), unit("orcs", at=(44, 20), facing=180, side=1),
        phase="start", clock=1, active=0,
    )  # fmt: skip
    assert movement(fight, 0).total == inches(6)
    with script(fight):
        step(fight)
    assert movement(fight, 0).total == inches(4)
    fight.state.phase = "counter charges"
    fight.state.active = 1
    piece(fight, "guard").facing = 9000
    piece(fight, "guard").x, piece(fight, "guard").y = inches(33), inches(21)
    contact(fight, "orcs", "friends", charge=inches(3), clock=fight.state.clock)
    assert counter_targets(fight, 0) == [2]  # 9 inches: 4, and 3 by either die
    with script(fight, dice=[6] * 8 + [1] * 3 + [6, 6], answers=["guard", "charge"]):
        assert counter_charge_one(fight)
    assert told(fight, Surged)[-1].added == inches(3)


# --- the square ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.mob.formation")
@pytest.mark.parametrize(("files", "lawful"), [(3, False), (4, True), (5, True), (6, False), (10, False)])
def test_a_mob_of_twenty_is_set_up_four_or_five_wide(files: int, lawful: bool) -> None:
    fight = scene(mob(fate="waiting"), FAR_ENEMY, phase="deployment")
    question = Deploy(fight, 0)
    order = {"at": [inches(36), inches(10)], "facing": 0, "files": files}
    verdict = question.check(order)
    assert isinstance(verdict, Refusal) is not lawful
    if isinstance(verdict, Refusal):
        assert verdict.rule == "tp.unit.mob.formation"


@pytest.mark.rule("tp.unit.mob.formation")
def test_a_mob_never_reforms_and_its_parts_are_square_as_well() -> None:
    fight = scene(mob(), FAR_ENEMY)
    assert refused(fight, "guard", ["reform", 4]) == "tp.unit.mob.formation"

    def split(files: int) -> list[Any]:
        over = files * MOB.base[0] // 2
        stay, go_ = [inches(36) - over, inches(20), 0, files], [inches(36) + over, inches(20), 0, files]
        return ["split", {"models": 10, "stay": stay, "go": go_}]

    assert refused(fight, "guard", split(5)) == "tp.unit.mob.formation"
    assert not isinstance(judge(fight, "guard", split(4)), Refusal)


# --- ranks, weapons, command ---------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.mob.ranks")
@pytest.mark.parametrize(("models", "rule"), [(15, ""), (14, "tp.unit.mob.ranks")])
def test_a_mob_needs_three_full_ranks(models: int, rule: str) -> None:
    fight = scene(mob(models=models), FAR_ENEMY)
    assert strength(fight, 0) == models and flimsy(fight, 0) == rule


@pytest.mark.rule("tp.unit.mob.weapons")
@pytest.mark.parametrize("weapon", ["spear", "pike"])
def test_a_mob_leaves_its_spears_and_pikes_aside(weapon: str) -> None:
    def armed(traits: tuple[str, ...]) -> Figure:
        return foot(traits=traits, weapons=(weapon, "sidearm"))

    fight = scene(
        unit("guard", at=(36, 20), figure=armed(("mob",))), unit("drilled", at=(20, 20), figure=armed(())),
        unit("orcs", at=(36, 20), facing=180, side=1), unit("goblins", at=(20, 20), facing=180, side=1),
    )  # fmt: skip
    contact(fight, "guard", "orcs")
    contact(fight, "drilled", "goblins")
    rude, drilled = fight.state.contacts
    assert [one.id for one in usable(fight, 0, 0, rude)] == ["sidearm"]
    assert wielded(fight, {}, 1, 1, drilled) == fight.setting.weapons[weapon]


@pytest.mark.rule("tp.unit.mob.class", "tp.unit.command")
def test_a_mob_has_its_command_like_any_unit() -> None:
    fight = scene(mob(command=True, models=9), mob("plain", at=(50, 20), models=9), FAR_ENEMY)
    dice = [soldiering(fight, number(fight, name), "break").total for name in ("guard", "plain")]
    assert dice[0] == dice[1] + 1
