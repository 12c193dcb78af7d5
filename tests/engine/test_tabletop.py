"""Figures on a free table: what a march costs, what bars it, how it is typed, and what is seen."""

from __future__ import annotations

from random import Random

import pytest

from warhost.engine.field.shapes import oblong
from warhost.engine.question import Refusal
from warhost.engine.tabletop.draft import MarchDraft
from warhost.engine.tabletop.figure import Figure, between
from warhost.engine.tabletop.march import March
from warhost.engine.tabletop.table import Kind, Table
from warhost.engine.view import INCHES
from warhost.engine.words import Names

BOG = Kind("bog", "bog", rate=2)
WALL = Kind("wall", "wall", bars=True, hides=True)


def figure(name: str, at: tuple[int, int], side: int = 0) -> Figure:
    return Figure(id=name, title=name.title(), side=side, at=at)


def table(*grounds: tuple[Kind, tuple[int, int], int, int]) -> Table:
    """Grounds by the middle of their far edge, their width and their depth."""
    laid = [(kind, oblong(front, 0, width, depth)) for kind, front, width, depth in grounds]
    return Table(20_000, 20_000, INCHES, laid)


def march(*others: Figure, on: Table | None = None, allowance: int = 6000) -> March:
    return March(on or table(), figure("scout", (10_000, 10_000)), others, allowance, "toy.walk")


def refusal(found: object) -> str:
    assert isinstance(found, Refusal)
    return str(found)


# --- marches -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("far", "lawful"), [(5999, True), (6000, True), (6001, False)])
def test_a_march_goes_as_far_as_its_allowance(far: int, lawful: bool) -> None:
    assert (march().refuse([["go", 10_000, 10_000 + far]]) is None) is lawful


def test_what_it_costs_is_said_in_the_measure_of_the_table() -> None:
    assert march().check([["go", 10_000, 14_000], ["face", 9000]]) == {"cost": 4000, "left": 2000}
    assert refusal(march().check([["go", 10_000, 17_500]])) == "that takes 7.5″, and only 6″ are left [toy.walk]"


def test_slow_ground_counts_as_often_as_it_says_and_only_where_it_lies() -> None:
    bog = table((BOG, (10_000, 13_000), 4000, 2000))  # from 11 to 13
    assert march(on=bog).check([["go", 10_000, 12_000]]) == {"cost": 3000, "left": 3000}
    assert march(on=bog).check([["go", 10_000, 14_000]]) == {"cost": 6000, "left": 0}
    assert march(on=bog).check([["go", 14_000, 10_000]]) == {"cost": 4000, "left": 2000}


def test_nobody_walks_through_others_walls_or_off_the_table() -> None:
    foe = figure("foe", (10_000, 13_000), 1)
    assert "foe is in the way of scout" in refusal(march(foe).check([["go", 10_000, 14_000]]))
    walled = table((WALL, (10_000, 12_000), 6000, 200))
    assert "cannot pass the wall" in refusal(march(on=walled).check([["go", 10_000, 14_000]]))
    assert "would leave the table" in refusal(march(allowance=20_000).check([["go", 10_000, 19_700]]))
    fallen = figure("foe", (10_000, 13_000), 1)
    fallen.standing = False
    assert march(fallen).refuse([["go", 10_000, 14_000]]) is None


@pytest.mark.parametrize(("far", "lawful"), [(1990, True), (2000, True), (2020, False)])
def test_one_comes_up_to_others_and_no_farther(far: int, lawful: bool) -> None:
    foe = figure("foe", (10_000, 13_000), 1)  # two inches between the bases
    assert (march(foe).refuse([["go", 10_000, 10_000 + far]]) is None) is lawful


@pytest.mark.parametrize("order", [5, [[]], [["go", 1]], [["go", "x", 3]], [["fly", 1, 2]], [["face"]]])
def test_what_is_no_order_is_refused_by_its_rule(order: object) -> None:
    assert "[toy.walk]" in refusal(march().refuse(order))


def test_whatever_is_offered_or_drawn_by_chance_is_lawful() -> None:
    foe, chance = figure("foe", (13_000, 12_000), 1), Random(3)
    bog = table((BOG, (10_000, 13_000), 4000, 2000), (WALL, (5000, 12_000), 4000, 500))
    scout, goals = figure("scout", (10_000, 10_000)), [(13_000, 12_000), (5000, 18_000)]
    asked = March(bog, scout, [foe], 6000, "toy.walk", goals=goals)
    assert asked.suggest()[0] != [] and asked.suggest()[-1] == []
    for order in (*asked.suggest(), *(asked.sample(chance) for _ in range(200))):
        assert asked.refuse(order) is None


def test_the_reach_is_shorter_where_something_is_in_the_way() -> None:
    open_, barred = march(), march(figure("foe", (10_000, 13_000), 1))
    north = [outline["scout"][0] for outline in (open_.outline(), barred.outline())]
    assert north[0] == (10_000, 16_000) and north[1][1] <= 12_000


# --- words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("4 forward", [["go", 10_000, 14_000]]),
        ("turn right 90, 2 forward", [["face", 9000], ["go", 12_000, 10_000]]),
        ("to 12 11", [["go", 12_000, 11_000]]),
        ("face 270", [["face", 27_000]]),
        ("right 90 3", [["go", 13_000, 10_000]]),
    ],
)
def test_a_march_in_words(line: str, answer: object) -> None:
    draft = MarchDraft(march(), Names(), lambda order: order)
    assert isinstance(draft.take(line.split()), str)
    assert draft.answer == draft.wanted == answer


def test_words_that_may_not_be_are_not_taken_but_known() -> None:
    draft = MarchDraft(march(), Names(), lambda order: order)
    draft.take(["2", "forward"])
    assert isinstance(draft.take(["9", "forward"]), Refusal)
    assert draft.answer == [["go", 10_000, 12_000]] and len(draft.wanted) == 2
    assert draft.take(["sing"]) is None
    draft.take(["back"])
    assert draft.answer == [] and draft.state() == []


# --- the table -----------------------------------------------------------------------------------------------


def test_a_wall_hides_what_is_behind_it_but_not_who_stands_in_it() -> None:
    walled = table((WALL, (10_000, 12_000), 6000, 1000))
    assert not walled.sees((10_000, 10_000), (10_000, 14_000))
    assert walled.sees((10_000, 10_000), (10_000, 11_500))
    assert walled.sees((10_000, 10_000), (16_000, 11_000))


def test_how_far_apart_bases_are() -> None:
    assert between(figure("a", (0, 0)), figure("b", (3000, 4000))) == 4000
    assert between(figure("a", (0, 0)), figure("b", (500, 0))) == 0
