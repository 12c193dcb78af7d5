"""The question for a move: what it refuses, suggests and shows."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.moving.orders import ACTS, Move

from .marching import FAR_ENEMY, go, refused
from .scene import feature, foot, hero, horse, number, scene, unit
from .strongholds import siege

SKIRMISHER = foot(loose=True, traits=("skirmishers",))
PIKES = foot(weapons=("pike", "sidearm"))


MALFORMED: list[Any] = [
    None, 3, "go", {"go": 1}, [3], [[]], [["zz"]], [["go"]], [["go", 1]], [["go", 1.5, 2]], [["go", True, 1]],
    [["go", float("nan"), 0]], [["go", 10**40, 0]], [["go", 1, 2, "narrow", 3]], [[["go"]]], [["pivot", "left"]],
    [["places", 3]], [["places", [3]]], [["form", None]], [["split", {}]], [["split", 3]], [["remerge"]],
    [["remerge", "a", 1]], [["join"]], [["join", {}]], [["over", 3]], [["over", ["a"]]], [["land", "nobody"]],
    [["fight", "x"]], [["face", None]], [["reorganise", 1]], [["reform", "wide"]], [["flip", 1]],
    [["go", 20000, 12000]] * 70,
    [["set", ["siege_ladder"], [[1, 2]]]], [["set", "catapult", [[1, 2]]]], [["set", "siege_ladder", [["a"]]]],
]  # fmt: skip
WITHOUT_A_FORTRESS: list[Any] = [
    ["force", "courtyard"], ["ladder", "courtyard"], ["storm", "top 4"], ["climb", "top 4", 20000, 10000, 0, 5],
    ["enter", "inside 3"], ["set", "siege_ladder", [[20000, 10000]]], ["assault", "gate 5"], ["leave"],
]  # fmt: skip


@pytest.mark.parametrize("act", WITHOUT_A_FORTRESS, ids=lambda act: act[0])
@pytest.mark.parametrize("name", ["a", "sk", "h"])
def test_acts_of_a_siege_are_refused_in_words_where_there_is_none(name: str, act: Any) -> None:
    fight = scene(
        unit("a", at=(20, 10)),
        unit("sk", at=(40, 10), models=6, figure=SKIRMISHER),
        hero("h", at=(60, 10)),
        FAR_ENEMY,
    )
    refusal = Move(fight, number(fight, name)).refuse([act])
    assert refusal is not None and refusal.rule and refusal.why


@pytest.mark.parametrize("order", MALFORMED, ids=repr)
@pytest.mark.parametrize("name", ["a", "sk", "h"])
def test_a_malformed_order_is_refused_in_words(name: str, order: Any) -> None:
    fight = scene(
        unit("a", at=(20, 10)),
        unit("sk", at=(40, 10), models=6, figure=SKIRMISHER),
        hero("h", at=(60, 10)),
        FAR_ENEMY,
    )
    refusal = Move(fight, number(fight, name)).refuse(order)
    assert refusal is not None and refusal.why and refusal.rule.startswith("tp.")


WORDS: list[list[Any]] = [[], [3], [None], [[]], [3, 3], ["a", 3], ["a", "b"], ["a", "b", "c"], [3, 3, 3, 3, 3]]


@pytest.mark.parametrize("act", sorted(ACTS))
def test_whatever_is_said_of_an_act_is_judged(act: str) -> None:
    fight = crowded()
    for name in ("a", "h", "lone", "sk", "rider"):
        for words in WORDS:
            refusal = Move(fight, number(fight, name)).refuse([[act, *words]])
            assert refusal is None or (refusal.why and refusal.rule.startswith("tp."))


@pytest.mark.parametrize("act", ["assault", "climb", "enter", "force", "ladder", "set", "storm"])
def test_whatever_is_said_of_an_act_of_a_siege_is_judged(act: str) -> None:
    fight = siege(unit("a", at=(36, 30)), hero("lone", at=(20, 30)), unit("guard", at=(40, 4), side=1))
    for name, words in product(("a", "lone"), WORDS):
        refusal = Move(fight, number(fight, name)).refuse([[act, *words]])
        assert refusal is not None and refusal.why and refusal.rule.startswith("tp.")


def crowded() -> Any:
    winged = horse(flight=inches(18), category="character")
    terrain = [("wood", (20, 16), (6, 4)), ("rocks", (45, 15), (4, 4)), ("hill", (60, 16), (8, 4))]
    return scene(
        unit("a", at=(20, 10)),
        unit("b", at=(26, 10), command=True),
        hero("h", within="b"),
        hero("lone", at=(32, 10)),
        unit("sk", at=(40, 10), models=6, figure=SKIRMISHER),
        unit("riders", at=(50, 10), models=6, figure=horse()),
        hero("rider", at=(60, 10), figure=winged),
        unit("pikes", at=(10, 10), figure=PIKES),
        *[unit(f"orcs{n}", at=(10 + 10 * n, 24), facing=180, side=1) for n in range(6)],
        terrain=[feature(*one) for one in terrain],
    )


@pytest.mark.parametrize("name", ["a", "b", "h", "lone", "sk", "riders", "rider", "pikes"])
def test_suggestions_and_samples_are_lawful_and_change_nothing(name: str) -> None:
    fight = crowded()
    before = fight.state.copy()
    question = Move(fight, number(fight, name))
    orders = question.suggest()
    assert len(orders) > 3 and [] in orders
    chance = Random(7)
    orders += [question.sample(chance) for _ in range(200)]
    assert sum(bool(order) for order in orders) > 60
    for order in orders:
        assert Move(fight, number(fight, name)).refuse(order) is None, order
    assert fight.state == before


@pytest.mark.parametrize(("facing", "offered"), [(180, False), (180.4, False), (178, True)])
def test_nobody_is_offered_a_pivot_to_where_he_faces(facing: float, offered: bool) -> None:
    fight = scene(unit("a", at=(36, 30), facing=facing), unit("orcs", at=(36, 10), side=1, models=5))
    orders = Move(fight, 0).suggest(40)
    assert any(act[0] == "pivot" for order in orders for act in order) == offered


def test_a_refused_order_leaves_everything_as_it_was() -> None:
    fight = crowded()
    before = fight.state.copy()
    assert refused(fight, "a", go(20, 12), go(20, 2))
    assert fight.state == before


def test_the_outline_shows_how_far_the_middle_front_can_go() -> None:
    fight = scene(unit("a", at=(20, 10)), FAR_ENEMY, terrain=[feature("rocks", (20, 14), (8, 1))])
    points = Move(fight, number(fight, "a")).outline()["a"]
    assert max(y for _, y in points) < inches(16)
    ahead = [y for x, y in points if abs(x - 20000) < 10]
    assert max(ahead) == pytest.approx(inches(13.5), abs=15)
