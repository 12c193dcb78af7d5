"""The ways of charges: through gaps, past friends, into one enemy and, where it cannot be helped, into two."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random

import pytest

from warhost.rulebooks.regiments.bodies import body
from warhost.rulebooks.regiments.events import ChargeDeclared
from warhost.rulebooks.regiments.land.sight import sights
from warhost.rulebooks.regiments.moving.approach import approaches, best_approach, reachable
from warhost.rulebooks.regiments.moving.chargers import move_one
from warhost.rulebooks.regiments.moving.charges import declare, why_not
from warhost.rulebooks.regiments.moving.onset import Onset, struck_sides
from warhost.rulebooks.regiments.moving.wheeling import every_way
from warhost.rulebooks.regiments.setting import Fight

from .field import number, ours, scene, script, theirs, told, unit

BASE = 20 / 25.4  # of a man, an inch across
ORC = 25 / 25.4


def line_of_three(**charger: object) -> Fight:
    """Three units of five men in line, an inch apart, and before them a unit of ours."""
    step = 5 * BASE + 1
    return scene(
        ours("own", "men.spears", 30, front=(36, 20), **charger),
        *(theirs(name, "men.swords", 20, front=(36 + at * step, 26), files=5)
          for name, at in (("left", 1), ("middle", 0), ("right", -1))),
    )  # fmt: skip


@pytest.mark.rule("reg.charge.declare", "reg.charge.several")
def test_a_narrow_front_charges_one_of_a_line() -> None:
    fight = line_of_three(files=6)
    with script(fight, [6, 6], ["hold"]):
        declare(fight, 0, number(fight, "middle"))
        move_one(fight)
    assert [(one.a, one.b) for one in fight.state.contacts] == [(0, number(fight, "middle"))]


@pytest.mark.rule("reg.charge.declare", "reg.charge.several", "reg.charge.reaction")
def test_a_front_too_wide_for_the_gap_charges_two_and_each_reacts() -> None:
    """Ten men abreast, 7.87 in, and from neighbour to neighbour there are 5.94 in."""
    fight = line_of_three(files=10)
    with script(fight, [6, 6], ["left", "hold", "hold"]) as oracle:
        declare(fight, 0, number(fight, "middle"))
        move_one(fight)
    middle = number(fight, "middle")
    declared = [event.target for event in told(fight, ChargeDeclared)]
    assert declared == ["middle", "left"]
    assert [question.about for question in oracle.asked if question.what == "reaction"] == declared
    assert [(one.a, one.b, one.b_side) for one in fight.state.contacts] == [
        (0, middle, "front"), (0, number(fight, declared[1]), "front"),
    ]  # fmt: skip


@pytest.mark.rule("reg.charge.several", "reg.charge.flee")
def test_when_the_second_flees_only_the_first_is_fought() -> None:
    fight = line_of_three(files=10)
    with script(fight, [1, 2, 6, 6], ["left", "hold", "flee"]):
        declare(fight, 0, number(fight, "middle"))
        move_one(fight)
    assert [one.b for one in fight.state.contacts] == [number(fight, "middle")]


@pytest.mark.rule("reg.charge.several", "reg.charge.geometry")
@pytest.mark.parametrize(("beyond", "touched"), [(0.001, True), (0.045, True), (0.055, False)])
def test_a_front_that_ends_a_hair_beside_the_flank_of_another_enemy_touches_him_too(
    beyond: float, touched: bool
) -> None:
    """It reaches the charged side by its other corner alone, as far out as it can stand."""
    fight = scene(
        ours("own", "men.swords", 10, front=(40, 12), files=5),
        theirs("foe", "orc.warriors", 5, front=(36, 20), files=5),
        theirs("other", "orc.warriors", 5, front=(36 + 10 * ORC + 5 * (BASE - ORC) + beyond, 20), files=5),
    )  # fmt: skip
    onset = Onset(fight, 0, number(fight, "foe"), "front")
    assert onset.count(onset.reach) and (onset.also(onset.reach) == (number(fight, "other"),)) is touched


@pytest.mark.rule("reg.charge.legal", "reg.charge.geometry")
@pytest.mark.parametrize(("gap", "allowed"), [(4.0, True), (3.9, False)])
def test_a_gap_just_wide_enough_is_charged_through(gap: float, allowed: bool) -> None:
    """Five men abreast are 3.94 in wide; a wheel of 20 degrees leads through the gap between friends."""
    ahead, aside = (sin(radians(20)), cos(radians(20))), (cos(radians(20)), -sin(radians(20)))
    start = 36 + 2.5 * BASE * (1 - aside[0]), 12 - 2.5 * BASE * aside[1]

    def spot(far: float, across: float) -> tuple[float, float]:
        return start[0] + far * ahead[0] + across * aside[0], start[1] + far * ahead[1] + across * aside[1]

    half = gap / 2 + 2.5 * BASE
    friends = [("a", -half), ("b", half), ("c", -half - 4), ("d", half + 4)]
    fight = scene(
        ours("own", "men.swords", 10, front=(36, 12), files=5),
        *(ours(name, "men.swords", 5, front=spot(8, across), files=5, facing=70) for name, across in friends),
        theirs("foe", "orc.warriors", 20, front=spot(12, 0), files=5, facing=250),
    )
    onset = Onset(fight, 0, number(fight, "foe"), "front")
    assert reachable(onset) is allowed
    assert (best_approach(onset) is not None) is allowed


@pytest.mark.rule("reg.charge.geometry")
def test_where_there_is_no_room_to_stand_flush_it_may_still_charge() -> None:
    """A friend stands so near to the flank that the door cannot be closed: both stay as they are."""
    fight = scene(
        ours("own", "men.swords", 10, front=(31, 16), files=5, facing=60),
        ours("friend", "men.swords", 10, front=(34.2, 22.7), files=3, facing=60),
        theirs("foe", "orc.warriors", 5, front=(36, 26), files=5),
        theirs("other", "orc.warriors", 5, front=(30.2, 25.5), files=5),
    )
    onset = Onset(fight, 0, number(fight, "foe"), "front")
    best = best_approach(onset)
    assert reachable(onset) is (best is not None)


@pytest.mark.rule("reg.charge.geometry", "reg.charge.legal")
def test_whatever_the_fine_search_finds_is_allowed() -> None:
    """Crowded tables: wheels in whole degrees and first parts by quarters of an inch lead nowhere that is refused,
    and whoever may charge finds an end."""
    for seed in range(15):
        fight = _crowd(Random(seed))
        foe = number(fight, "foe")
        for struck in struck_sides(fight, 0, foe):
            onset = Onset(fight, 0, foe, struck)
            found = next(iter(every_way(onset)), None)
            assert reachable(onset) or found is None, seed
            assert (next(approaches(onset), None) is not None) == reachable(onset), seed


def _crowd(chance: Random) -> Fight:
    taken: list[tuple[float, float]] = [(36, 12), (36, 24)]
    units = [
        ours("own", "men.swords", 15, at=(36, 12), files=chance.choice((3, 5)), facing=chance.randrange(40, 140)),
        theirs("foe", "orc.warriors", 15, at=(36, 24), files=5, facing=chance.randrange(360)),
    ]
    for at in range(6):
        spot = 28 + 16 * chance.random(), 14 + 12 * chance.random()
        if min((spot[0] - x) ** 2 + (spot[1] - y) ** 2 for x, y in taken) < 20:
            continue
        taken.append(spot)
        units.append(ours(f"friend {at}", "men.swords", 6, at=spot, files=3, facing=chance.randrange(360)))
    return scene(*units)


@pytest.mark.rule("reg.charge.geometry")
def test_no_way_crosses_anybody() -> None:
    fight = line_of_three(files=6)
    onset = Onset(fight, 0, number(fight, "middle"), "front")
    blocks = [body(fight, other).block for other in (number(fight, "left"), number(fight, "right"))]
    best = best_approach(onset)
    assert best is not None and best.also == ()
    assert blocks == onset.bodies
    assert why_not(fight, 0, number(fight, "middle")) is None
    assert unit(fight, "own").charge == -1


def test_a_table_that_comes_back_is_known_and_another_is_not_taken_for_it() -> None:
    """Whoever looks ahead begins at the same table again and again."""
    fight = scene(ours("own", "men.spears", 20, at=(36, 10)), theirs("foe", "orc.warriors", 20, at=(36, 20)))
    before = sights(fight)
    y = unit(fight, "foe").y
    unit(fight, "foe").y = y + 5000
    assert sights(fight) is not before
    unit(fight, "foe").y = y
    assert sights(fight) is before
    unit(fight, "foe").models -= 1
    assert sights(fight) is not before
