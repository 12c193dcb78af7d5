"""Room on the table: growing units, wheels at the edge, one inch apart."""

from __future__ import annotations

from copy import copy

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.regiments.bodies import posts
from warhost.rulebooks.regiments.fighting.aftermath import flight_and_pursuit
from warhost.rulebooks.regiments.fighting.round import Melee
from warhost.rulebooks.regiments.moving.chargers import fail
from warhost.rulebooks.regiments.moving.course import could_part
from warhost.rulebooks.regiments.moving.joining import why_not_join
from warhost.rulebooks.regiments.moving.moves import Move, cannot_move, move_one
from warhost.rulebooks.regiments.moving.ways import edge_gap
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.wounds.gone import destroyed

from .field import at, body_of, number, ours, rule_of, scene, script, theirs, unit


@pytest.mark.rule("reg.char.join", "reg.deploy.table", "reg.move.apart")
@pytest.mark.parametrize(("front", "rule"), [(4.0, ""), (3.2, "reg.deploy.table")])
def test_nobody_joins_a_unit_that_would_grow_over_the_edge(front: float, rule: str) -> None:
    """Four ranks of men are 3.15 in deep, five 3.94."""
    fight = scene(
        ours("own", "men.spears", 20, front=(36, front), files=5), ours("captain", "men.captain", at=(40, 6)),
        phase="moves",
    )  # fmt: skip
    assert rule_of(why_not_join(fight, number(fight, "captain"), 0)) == rule


@pytest.mark.rule("reg.char.join", "reg.move.apart")
@pytest.mark.parametrize(("behind", "rule"), [(2.0, ""), (1.2, "reg.move.apart")])
def test_nor_one_that_would_grow_into_those_behind(behind: float, rule: str) -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5),
        ours("friend", "men.halberds", 10, front=(36, 20 - 3.15 - behind), files=5),
        ours("captain", "men.captain", at=(40, 19)),
        phase="moves",
    )
    assert rule_of(why_not_join(fight, number(fight, "captain"), 0)) == rule


@pytest.mark.rule("reg.core.formation", "reg.char.join")
def test_a_character_takes_the_place_his_owner_picks() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5), ours("captain", "men.captain", at=(36, 22)),
        phase="moves",
    )  # fmt: skip
    captain = number(fight, "captain")
    refusal = Move(fight, captain).refuse([["join", "own", 6]])
    assert refusal is not None and refusal.rule == "reg.core.formation"
    with script(fight, [], ["captain", [["join", "own", 2]]]):
        move_one(fight)
    assert posts(fight, 0)[1] == captain


@pytest.mark.rule("reg.charge.failed")
def test_the_wheel_of_a_failed_charge_stays_on_the_table() -> None:
    """Men at the left edge who would wheel left; having turned as far as there is room they go on by the die."""
    fight = scene(
        ours("own", "men.spears", 20, front=(3, 20), files=5),
        theirs("foe", "orc.warriors", 20, front=(16, 34), files=5),
    )
    unit(fight, "own").leap = 4000
    before = at(fight, "own")
    fail(fight, 0, 1)
    assert edge_gap(fight, body_of(fight, "own").block) >= 0
    assert at(fight, "own")[1] - before[1] > 2


@pytest.mark.rule("reg.combat.pursuit", "reg.break.test")
def test_who_breaks_from_the_dead_flees_from_where_they_stood() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5),
        theirs("foe", "orc.warriors", 5, front=(36, 20), files=5),
        contacts=[{"a": "foe", "b": "own", "fresh": False}],
        phase="combat",
    )
    melee = Melee(fight, [0, 1])
    destroyed(fight, 1, "destroyed")
    before = at(fight, "own")
    with script(fight, [2, 2]):
        flight_and_pursuit(melee, 1, [0])
    assert at(fight, "own") == (36, pytest.approx(before[1] - 4, abs=0.01))


@pytest.mark.rule("reg.sr.fastcav", "reg.sr.vanguard")
def test_fast_cavalry_reforms_in_its_vanguard_move() -> None:
    fight = scene(ours("own", "orc.wolfriders", 5, front=(36, 10), files=5), phase="moves")
    assert not isinstance(Move(fight, 0, 12000).check([["reform", 5, 18000], ["go", 5000]]), Refusal)


# --- one inch apart


def crowded(gap: float) -> Fight:
    """Two units of ours, the second straight behind the first and too near to it."""
    return scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5),
        ours("behind", "men.spears", 20, front=(36, 20 - 3.15 - gap), files=5),
        theirs("foe", "orc.warriors", 20, front=(36, 44), files=5),
        phase="moves",
    )


@pytest.mark.rule("reg.move.apart")
@pytest.mark.parametrize(("gap", "length", "rule"), [(0.4, 300, "reg.move.apart"), (0.4, 700, ""), (1.0, 300, "")])
def test_who_stands_too_near_must_end_an_inch_away(gap: float, length: int, rule: str) -> None:
    assert rule_of(Move(crowded(gap), 0).refuse([["go", length]])) == rule


@pytest.mark.rule("reg.move.apart")
def test_who_cannot_get_an_inch_away_need_not() -> None:
    """Wedged in on all sides it may still shift a little, and come no nearer to anybody."""
    sides = {"behind": (36, 16.45), "before": (36, 23.75), "left": (31.6, 20), "right": (40.4, 20)}
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5),
        *(ours(name, "men.spears", 20, front=spot, files=5) for name, spot in sides.items()),
        phase="moves",
    )
    assert not could_part(fight, 0, None)
    assert Move(fight, 0).refuse([]) is None
    assert rule_of(Move(fight, 0).refuse([["back", 200]])) == "reg.move.apart"


@pytest.mark.rule("reg.move.apart")
@pytest.mark.parametrize(("end", "free"), [(60, True), (43, False)])
def test_a_turn_and_then_on_is_a_way_to_get_an_inch_away(end: float, free: bool) -> None:
    """Between two long rows: a lone model turns and walks out at the end, unless that is shut."""
    fight = scene(
        ours("own", "men.captain", front=(36, 20)),
        ours("before", "men.spears", 20, front=(35, 20.5), files=10, facing=270),
        ours("behind", "men.spears", 20, front=(35, 18.7), files=10),
        ours("right", "men.spears", 20, front=(end, 21.5), files=5),
        ours("left", "men.spears", 20, front=(29, 21.5), files=5),
        phase="moves",
    )
    own = number(fight, "own")
    assert could_part(fight, own, None) is free
    assert rule_of(Move(fight, own).refuse([["side", 200]])) == ("reg.move.apart" if free else "")


# --- characters in a unit ------------------------------------------------------------------------------------


def led(front: float, **more: object) -> Fight:
    """A captain in ten men who look north, and whose front is so far from the southern edge."""
    leader = ours("captain", "men.captain", joined="own", **more)
    return scene(ours("own", "men.spears", 10, front=(36, front), files=10), leader, phase="moves")


def slow_down(fight: Fight, number: int, pace: int) -> None:
    figure = fight.state.units[number].figure
    slow = copy(fight.setting.kinds[figure])
    slow.move = pace
    fight.setting.kinds[figure] = slow


@pytest.mark.rule("reg.move.apart", "reg.char.join")
@pytest.mark.parametrize("front", [1.5, 20])
def test_a_character_leaves_a_unit_that_stands_nearer_than_an_inch_to_the_edge(front: float) -> None:
    fight = led(front)
    captain = number(fight, "captain")
    assert Move(fight, captain).refuse([["go", 4000]]) is None
    assert cannot_move(fight, captain) is None


@pytest.mark.rule("reg.move.apart", "reg.char.join", "reg.move.remaining")
@pytest.mark.parametrize(("pace", "asked"), [(0, False), (1, True)])
def test_a_character_with_too_few_inches_to_leave_his_unit_is_not_asked(pace: int, asked: bool) -> None:
    """A march of two inches leads out to the front: an inch, and his base of 0.79 in."""
    fight = led(20)
    captain = number(fight, "captain")
    slow_down(fight, captain, pace)
    refusal = cannot_move(fight, captain)
    assert (refusal is None) is asked
    assert (Move(fight, captain).refuse([["go", 1800]]) is None) is asked
