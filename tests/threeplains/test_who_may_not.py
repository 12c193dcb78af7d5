"""Lists of who may not: each reason alone is enough, and without any of them it may be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.beasts.herds import strays
from warhost.rulebooks.threeplains.scenario.ending import one_side_left
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.poison import envenom
from warhost.rulebooks.threeplains.wounds.hits import Attack

from .marching import FAR_ENEMY, judge
from .scene import champion, contact, foot, hero, horse, number, piece, scene, script, unit

# --- reinforcing ---------------------------------------------------------------------------------------------

DEEP = 4 * 0.787  # twenty in ranks of five


def behind(angle: float = 0, front: dict[str, Any] | None = None, **own: Any) -> Fight:
    """A unit that stands right behind another."""
    return scene(
        unit("front", at=(36, 20), **(front or {})),
        unit("own", at=(36, 20 - DEEP), facing=angle, **own),
        unit("third", at=(50, 20)),
        FAR_ENEMY,
    )


def why_not(fight: Fight, whom: str = "front") -> str:
    verdict = judge(fight, "own", ["reinforce", whom])
    if not isinstance(verdict, Refusal):
        return ""
    assert verdict.rule == "tp.move.reinforce"
    return verdict.why


def changed(fight: Fight, name: str, **fields: Any) -> Fight:
    for field, value in fields.items():
        setattr(piece(fight, name), field, value)
    return fight


@pytest.mark.rule("tp.move.reinforce")
def test_a_unit_reinforces_the_one_that_it_stands_behind() -> None:
    assert why_not(behind()) == ""
    assert why_not(behind(angle=44.9)) == ""


RIDERS = horse(base=foot().base)
REASONS: dict[str, tuple[Callable[[], Fight], str, str]] = {
    "itself": (behind, "own", "no other unit"),
    "an enemy": (behind, "orcs", "no other unit"),
    "who is away": (lambda: changed(behind(), "front", fate="away"), "front", "no other unit"),
    "not touching": (behind, "third", "does not stand behind"),
    "riders in front": (lambda: behind(front={"figure": RIDERS}), "front", "only infantry"),
    "riders behind": (lambda: behind(figure=RIDERS), "front", "only infantry"),
    "larger bases": (lambda: behind(figure=foot(base=(1000, 787))), "front", "bases"),
    "the front flees": (lambda: changed(behind(), "front", fleeing=True), "front", "fleeing units"),
    "is backed itself": (lambda: changed(behind(), "own", backing=(2,)), "front", "fleeing units"),
    "facing elsewhere": (lambda: behind(angle=46), "front", "does not stand behind"),
}


@pytest.mark.rule("tp.move.reinforce")
@pytest.mark.parametrize("reason", REASONS)
def test_each_reason_not_to_reinforce_is_enough(reason: str) -> None:
    make, whom, said = REASONS[reason]
    assert said in why_not(make(), whom)


# --- packs left to themselves ----------------------------------------------------------------------------------


def left_behind() -> Fight:
    fight = scene(
        unit("masters", at=(20, 10), models=2, files=2),
        unit("pack", at=(20, 20), models=5, figure=foot(category="beast")),
        unit("orcs", at=(20, 20), facing=180, side=1),
    )
    piece(fight, "masters").herd = number(fight, "pack")
    return fight


@pytest.mark.rule("tp.beast.unit.stopped")
def test_a_pack_that_has_come_to_a_stop_is_a_stray() -> None:
    assert list(strays(left_behind())) == [1]


@pytest.mark.rule("tp.beast.unit.stopped")
@pytest.mark.parametrize(("whose", "fields"), [
    ("pack", {"fleeing": True}), ("pack", {"charge_target": 2}), ("pack", {"wild": 3}), ("pack", {"fate": "away"}),
    ("masters", {"fate": "slain"}), ("masters", {"herd": -1}),
])  # fmt: skip
def test_a_pack_that_has_something_to_do_is_none(whose: str, fields: dict[str, Any]) -> None:
    assert list(strays(changed(left_behind(), whose, **fields))) == []


@pytest.mark.rule("tp.beast.unit.stopped")
def test_a_pack_that_fights_is_no_stray() -> None:
    fight = left_behind()
    contact(fight, "pack", "orcs")
    assert list(strays(fight)) == []


# --- who is left -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.common.end")
@pytest.mark.parametrize(("whose", "fields", "over"), [
    ("a", {}, False), ("a", {"fate": "slain"}, True), ("b", {"fate": "slain"}, True), ("b", {"wild": 3}, True),
    ("a", {"wild": 3}, True), ("b", {"fate": "away"}, False),
])  # fmt: skip
def test_a_side_is_gone_with_the_last_whom_it_commands(whose: str, fields: dict[str, Any], over: bool) -> None:
    fight = scene(unit("a", at=(20, 10)), unit("b", at=(20, 40), side=1))
    assert one_side_left(changed(fight, whose, **fields)) == over


# --- poison ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.trait.poison", "tp.trait.poison.immunity")
@pytest.mark.parametrize(("attack", "victim", "level"), [
    ({}, {}, 2), ({"kind": "magic"}, {}, 0), ({"venom": 1}, {}, 2), ({"venom": 2}, {}, 2), ({"venom": 3}, {}, 0),
    ({"hits": 0}, {}, 0), ({}, {"traits": ("immune to poison",)}, 0), ({}, {"traits": ("undead",)}, 0),
])  # fmt: skip
def test_whose_blows_leave_his_own_poison(attack: dict[str, Any], victim: dict[str, Any], level: int) -> None:
    fight = scene(
        hero("snake", at=(20, 10), figure=champion(ratings={"poison": 2})),
        hero("foe", at=(20, 10), side=1, figure=champion(**{"life": 9, "toughness": 0, **victim})),
    )
    with script(fight, dice=[6] if level else []):
        envenom(fight, Attack(**{"target": 1, "hits": 1, "kind": "melee", "rule": "x", "by": 0, **attack}), 0)
    assert piece(fight, "foe").poison == ((level,) if level else ())
