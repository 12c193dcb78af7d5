"""Counter charges of the player whose turn it is not."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.charging.charges import run_charge
from warhost.rulebooks.threeplains.charging.countercharges import counter_charge_one, counter_targets
from warhost.rulebooks.threeplains.fighting.contact import engaged, foes
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.setting import Fight

from .charging import FAIL, FURY, PASS
from .scene import Placed, champion, contact, foot, hero, horse, number, piece, scene, script, unit


def countered(charger: Placed, charge: float, **more: Any) -> Fight:
    """An enemy has charged the guard's neighbours; the guard could strike back."""
    fight = scene(
        unit("guard", at=(29, 25), facing=45, models=15, **more), unit("struck", at=(36, 26)), charger,
        active=1, clock=2, phase="counter charges",
    )  # fmt: skip
    contact(fight, charger.name, "struck", charge=inches(charge), clock=2)
    return fight


ATTACKER = unit("orcs", at=(36, 26), facing=180, side=1)
CAVALRY = unit("riders", at=(36, 26), facing=180, side=1, figure=horse(), models=5)


@pytest.mark.rule("tp.move.counter")
def test_who_charged_ten_inches_or_more_is_counter_charged_only_if_it_goes_on_foot() -> None:
    assert counter_targets(countered(CAVALRY, 11), 0) == []
    assert counter_targets(countered(CAVALRY, 9), 0) == [2]
    assert counter_targets(countered(ATTACKER, 10), 0) == [2]


@pytest.mark.rule("tp.move.counter")
@pytest.mark.parametrize(
    "state",
    [
        {"last_moved": 1}, {"last_shot": True}, {"fleeing": True}, {"rallied": 1}, {"fell_back": 2},
        {"countered": 2},
    ],
)  # fmt: skip
def test_who_may_not_counter_charge(state: dict[str, Any]) -> None:
    assert counter_targets(countered(ATTACKER, 5, **state), 0) == []


@pytest.mark.rule("tp.move.counter")
def test_a_counter_charge_takes_a_check_and_is_tried_once() -> None:
    done = countered(ATTACKER, 5)
    with script(done, answers=["guard", "charge"], dice=[*PASS]):
        assert counter_charge_one(done)
    assert foes(done, 0) == [2]
    failed = countered(ATTACKER, 5)
    with script(failed, answers=["guard"], dice=FAIL):
        assert counter_charge_one(failed)
    assert not engaged(failed, 0)
    with script(failed):
        assert not counter_charge_one(failed)


@pytest.mark.rule("tp.move.counter.forced")
def test_the_furious_counter_charge_unasked_and_without_a_check() -> None:
    fight = countered(ATTACKER, 5, figure=FURY)
    with script(fight, answers=["charge"]):
        assert counter_charge_one(fight)
    assert foes(fight, 0) == [2]


@pytest.mark.rule("tp.move.counter")
def test_nobody_has_to_counter_charge() -> None:
    fight = countered(ATTACKER, 5)
    with script(fight, answers=["nobody"]):
        assert counter_charge_one(fight)
    with script(fight):
        assert not counter_charge_one(fight)


@pytest.mark.rule("tp.move.counter")
def test_who_shot_his_own_charger_down_was_charged_all_the_same() -> None:
    """The captain runs at the archers and falls to their arrows; the orcs beside him have struck home."""
    archers = unit("archers", at=(29, 25), facing=45, models=4, files=4, figure=foot(weapons=("longbow",)))
    captain = hero("captain", at=(26, 30), facing=150, side=1, figure=champion(life=1))
    fight = scene(archers, unit("struck", at=(36, 26)), ATTACKER, captain, active=1, clock=2, phase="charges")
    contact(fight, "orcs", "struck", charge=inches(5), clock=2)
    assert counter_targets(fight, 0) == [2]
    piece(fight, "captain").charge_target = 0
    with script(fight, answers=["charge", "archers"], dice=[*PASS, 6, 6, 6, 6, 6, 6, 6, 6]):
        run_charge(fight, number(fight, "captain"))
    assert piece(fight, "captain").fate == "slain" and not engaged(fight, 0)
    assert counter_targets(fight, 0) == []


@pytest.mark.rule("tp.move.counter")
def test_a_charge_of_an_earlier_turn_does_not_hinder_a_counter_charge() -> None:
    assert counter_targets(countered(ATTACKER, 5, charged=1), 0) == [2]
    assert counter_targets(countered(ATTACKER, 5, charged=2), 0) == []


@pytest.mark.rule("tp.move.counter", "tp.move.charge.move")
@pytest.mark.parametrize(("y", "able"), [(22, True), (24, True), (25, False)])
def test_whom_friends_bar_at_the_nearest_point_is_reached_at_another(y: float, able: bool) -> None:
    """The orcs' flank can be struck past those whom they have charged; from their front zone it cannot."""
    fight = scene(
        unit("guard", at=(42, y), facing=270, models=20), unit("struck", at=(36, 20), facing=180, models=20),
        unit("orcs", at=(36, 20), models=20, side=1), active=1, clock=2, phase="counter charges",
    )  # fmt: skip
    contact(fight, "orcs", "struck", charge=inches(5), clock=2)
    assert counter_targets(fight, 0) == ([2] if able else [])
