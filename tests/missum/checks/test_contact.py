"""Contact in odd places: wheels that end against the enemy, companions in the way of a swing, swung wings."""

from __future__ import annotations

import pytest

from warhost.engine.field.shapes import overlap
from warhost.rulebooks.missum.bodies import body, distance_between
from warhost.rulebooks.missum.events import Contacted
from warhost.rulebooks.missum.fighting.ranks import strikers
from warhost.rulebooks.missum.setting import Fight

from ..scene import events, go, leader, load, melee, north, number, order, piece, scene, south

COUNTER = {"step": 5, "mover": "north"}


def apart(fight: Fight, one: str, other: str) -> bool:
    """Whether two bodies do not stand on each other."""
    mine, theirs = (body(fight, number(fight, name)).parts for name in (one, other))
    return not any(overlap(a, b) for a in mine for b in theirs)


@pytest.mark.rule("mis.move.wheel", "mis.move.contact", "mis.add.rounding")
@pytest.mark.parametrize("ahead, contact", [(0.5, True), (2, False)])
def test_a_wheel_that_ends_nearer_than_a_millimetre_is_contact(ahead: float, contact: bool) -> None:
    """The right corner stays at (675, 500); after 20 degrees the middle of the front is at (604.5, 525.7)."""
    spot = 604.52 + 0.342 * ahead, 525.65 + 0.94 * ahead
    fight = scene(south("a", (600, 500)), north("b", spot, facing=200), **COUNTER)
    order(fight, "a", ("face", 2000))
    assert bool(fight.state.melees) is contact and len(events(fight, Contacted)) == contact
    assert (distance_between(fight, 0, 1) < 1000) is contact


@pytest.mark.rule("mis.add.conform", "mis.add.command-move")
@pytest.mark.parametrize("slant", [10, 20, 30])
def test_a_dritlan_makes_room_when_his_legion_is_lined_up(slant: int) -> None:
    fight = scene(
        south("a", (600, 500)), leader("d", "dritlan", (640, 420)), leader("k", "kerdu", (550, 395)),
        north("b", (600, 600), facing=180 - slant), **COUNTER,
    )  # fmt: skip
    order(fight, "a", go(600, 640))
    assert fight.state.melees and piece(fight, "a").facing == (36000 - 100 * slant) % 36000
    assert apart(fight, "a", "d") and apart(fight, "a", "k")


@pytest.mark.rule("mis.move.contact", "mis.move.pass-through", "mis.add.rounding")
def test_whoever_friends_stop_against_the_enemy_is_in_contact() -> None:
    """Friends stand where the way would end; half a millimetre before that place the enemy is reached."""
    fight = scene(
        south("a", (600, 500)), south("friend", (690, 620), files=2, figures=8), north("b", (560, 540.5), files=4),
        **COUNTER,
    )  # fmt: skip
    order(fight, "a", go(600, 540))
    assert (distance_between(fight, 0, number(fight, "b")) < 1000) is bool(fight.state.melees)


@pytest.mark.rule("mis.move.contact-radius", "mis.move.wheel")
def test_whoever_may_touch_nobody_stops_a_wheel_five_millimetres_short() -> None:
    fight = scene(south("a", (600, 500), bound=True), north("b", (560, 520), files=4, figures=8), **COUNTER)
    order(fight, "a", ("face", 1500))
    assert not fight.state.melees and piece(fight, "a").facing > 0
    assert distance_between(fight, 0, number(fight, "b")) >= 5000


@pytest.mark.rule("mis.add.command-combat", "mis.move.pass-through")
def test_a_commander_with_his_legion_makes_room_for_the_enemy_beside_it() -> None:
    """He is not struck while he is with a legion, and nobody stands on him either."""
    fight = scene(
        south("a", (750, 400), files=4, figures=16), north("b", (600, 480)),
        leader("d", "dritlan", (698, 500), "north"), **COUNTER,
    )  # fmt: skip
    order(fight, "a", go(750, 510))
    assert not any(number(fight, "d") in (one.a, one.b) for one in fight.state.melees)
    assert apart(fight, "a", "d")


@pytest.mark.rule("mis.add.conform", "mis.melee.wheel-in")
@pytest.mark.parametrize("x, y, facing", [(850, 530, 270), (850, 480, 270), (720, 650, 180)])
def test_whoever_strikes_a_swung_wing_does_not_stand_in_it(x: float, y: float, facing: int) -> None:
    fight = scene(
        south("a", (630, 500), figures=56, files=14), north("b", (600, 500)),
        north("c", (x, y), facing=facing, figures=20, files=5, effects={"grace": 5}),
        turn=5, step=5, mover="south", melee=[{"a": "a", "b": "b", "round": 2}],
    )  # fmt: skip
    piece(fight, "a").wing = 4
    fight.state.active = 1
    load(fight, [1, 1])
    target = (600, y) if facing == 270 else (x, 480)
    order(fight, "c", go(*target))
    assert apart(fight, "a", "c") and apart(fight, "b", "c")
    assert strikers(fight, melee(fight, "a", "b"), number(fight, "b")) > 0
