"""The checks of chapter 2, the army: command radius, commanders with a legion, the general who takes over."""

from __future__ import annotations

import pytest

from warhost.rulebooks.missum.armies.lists import dritlanyal_for
from warhost.rulebooks.missum.command import commander_of, lose
from warhost.rulebooks.missum.fighting.strikes import attack_of
from warhost.rulebooks.missum.morale.support import support_need
from warhost.rulebooks.missum.moving.allowance import judge_radius, step_budget
from warhost.rulebooks.missum.moving.fanatics import duty
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.shooting.aiming import aims, targets, why_not_shoot
from warhost.rulebooks.missum.shooting.volley import attacks_of
from warhost.rulebooks.missum.state import NOBODY, Shot

from ..scene import at, go, leader, melee, north, number, order, piece, refused, scene, south

HEAVY = ["heavy", "shield", "long sword", "regular"]
BOWS = ["light", "short sword", "long bow", "regular"]


def far_from_his_dritlan(gap: float, **more: object) -> Fight:
    """Heavy swords so far to the right of the officer, who is the left one of three."""
    return scene(
        south("near", (600, 500)),
        leader("d", "dritlan", (600, 420)),
        south("a", (592.5 + gap + 75, 430), **{"options": HEAVY, **more}),
        north("foe", (592.5 + gap + 75, 490)),
        step=5,
        mover="north",
    )


@pytest.mark.rule("mis.command.radius", "mis.move.contact-radius", "mis.charge.limits")
@pytest.mark.parametrize("gap, allowance, contact", [(300, 150, True), (301, 75, False)])
def test_heavy_swords_at_300_and_301_mm(gap: float, allowance: int, contact: bool) -> None:
    fight = far_from_his_dritlan(gap)
    a = number(fight, "a")
    judge_radius(fight, a)
    assert step_budget(fight, a, piece(fight, "a")) == allowance * 1000
    x = at(piece(fight, "a"))[0]
    assert (refused(fight, "a", ("charge",), go(x, 450)) == "") is contact
    order(fight, "a", go(x, 490))
    assert bool(fight.state.melees) is contact
    assert at(piece(fight, "a"))[1] == pytest.approx(490 if contact else 485, abs=0.1)


@pytest.mark.rule("mis.command.radius")
def test_out_of_radius_a_legion_may_still_shoot() -> None:
    fight = far_from_his_dritlan(301, options=BOWS)
    judge_radius(fight, number(fight, "a"))
    fight.state.step = 6
    assert piece(fight, "a").bound and why_not_shoot(fight, number(fight, "a")) is None
    assert number(fight, "foe") in targets(fight, number(fight, "a"))


@pytest.mark.rule("mis.command.dritlan-attack")
def test_long_bows_with_their_dritlan() -> None:
    fight = scene(
        south("bows", (600, 500), figures=20, options=BOWS),
        leader("d", "dritlan", (600, 460)),
        north("b", (600, 700)),
        step=4,
    )
    able = aims(fight, 0, number(fight, "b"))
    (attack,) = attacks_of(fight, Shot(0, number(fight, "b"), tuple(aim.figure for aim in able)), able)
    assert (attack.tally.total, attack.casualties) == (4 + 1 - 11, 200)


@pytest.mark.rule("mis.command.kerdu-attack", "mis.command.dritlan-defense")
def test_swords_with_the_kerdu_against_swords_with_a_dritlan() -> None:
    fight = scene(
        south("a", (600, 500)),
        north("b", (600, 500)),
        leader("k", "kerdu", (600, 420)),
        leader("d", "dritlan", (600, 580), "north"),
        step=9,
        melee=[("a", "b")],
    )
    fight.state.vacant = ((0, 1, 1),)
    attack = attack_of(fight, melee(fight, "a", "b"), 0, 1)
    assert (attack.tally.total, attack.casualties) == (7 + 3 - 1 - 9, 40)


@pytest.mark.rule("mis.command.dritlan-number")
@pytest.mark.parametrize("figures, leaders", [(150, 1), (451, 4), (600, 4), (601, 5)])
def test_how_many_dritlanyal(figures: int, leaders: int) -> None:
    assert dritlanyal_for(figures) == leaders


@pytest.mark.rule("mis.command.kerdu-post", "mis.command.kerdu-defense", "mis.command.kerdu-morale")
@pytest.mark.parametrize("turn, with_them", [(5, False), (6, True)])
def test_the_kerdu_with_the_heavy_spears_after_their_dritlan_was_lost(turn: int, with_them: bool) -> None:
    fight = scene(
        south("spears", (600, 500), options=["heavy", "shield", "long spear", "regular"]),
        leader("d", "dritlan", (300, 100)),
        leader("k", "kerdu", (700, 420)),
        north("b", (600, 500)),
        turn=4,
        step=9,
        melee=[("spears", "b")],
    )
    lose(fight, number(fight, "d"), "killed")
    fight.state.turn = turn
    worth = 3 if with_them else 0
    one, spears, b = melee(fight, "spears", "b"), number(fight, "spears"), number(fight, "b")
    piece(fight, "k").x = 600_000
    assert attack_of(fight, one, spears, 10).tally.total == 5 + worth - 9
    assert attack_of(fight, one, b, 10).tally.total == 7 - worth - 11
    assert support_need(fight, spears).total == 5 + worth
    fight.state.step, fight.state.mover = 5, 1
    piece(fight, "k").x = 700_000
    assert refused(fight, "k", go(645, 420)) == ("" if with_them else "mis.command.kerdu-post")


@pytest.mark.rule("mis.command.kerdu-replace", "mis.command.radius-fanatics", "mis.command.dritlan-lost")
def test_an_army_without_any_commander() -> None:
    fight = scene(
        south("swords", (300, 500), options=HEAVY),
        south("bows", (600, 500), options=BOWS),
        south("zealots", (900, 500), options=["medium", "two-handed sword", "fanatic"]),
        leader("d", "dritlan", (300, 420)),
        leader("k", "kerdu", (600, 60)),
        north("b", (600, 700)),
        turn=4,
        step=5,
        mover="north",
    )
    lose(fight, number(fight, "d"), "killed")
    lose(fight, number(fight, "k"), "killed")
    fight.state.turn = 9
    for name in ("swords", "bows", "zealots"):
        assert commander_of(fight, number(fight, name)) == NOBODY
        judge_radius(fight, number(fight, name))
    budgets = [step_budget(fight, number(fight, n), piece(fight, n)) for n in ("swords", "bows", "zealots")]
    assert budgets == [75_000, 100_000, 150_000]
    assert refused(fight, "swords", ("charge",), go(300, 520)) == "mis.charge.limits"
    assert duty(fight, number(fight, "zealots"), piece(fight, "zealots")) == 150_000
    fight.state.step = 6
    assert why_not_shoot(fight, number(fight, "bows")) is None
