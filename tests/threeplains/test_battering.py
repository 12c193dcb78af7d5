"""Pieces that batter the buildings and walls before them."""

from __future__ import annotations

import pytest

from warhost.engine.field.shapes import polygon
from warhost.rulebooks.threeplains.charging.readiness import why_no_charge
from warhost.rulebooks.threeplains.events.moves import Battered, Collapsed
from warhost.rulebooks.threeplains.fighting.combat import fight_one
from warhost.rulebooks.threeplains.fighting.contact import engaged
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NOBODY
from warhost.rulebooks.threeplains.telling.names import Names
from warhost.rulebooks.threeplains.telling.spokesman import ThreePlainsSpokesman

from .scene import asked, contact, feature, foot, piece, scene, script, told, unit

HUT = feature("small building", (36, 22), (4, 4), "hut")  # toughness 6, 12 life points


def before_the_hut(*more: object, **figure: object) -> Fight:
    guard = unit("guard", at=(36, 20), figure=foot(**figure))
    return scene(guard, unit("orcs", at=(10, 40), side=1), terrain=[HUT], phase="combat")


@pytest.mark.rule("tp.combat.objects", "tp.terrain.attack_structures", "tp.combat.hit.none", "tp.shoot.horde")
def test_a_unit_batters_the_hut_before_it_and_never_misses() -> None:
    fight = before_the_hut()
    with script(fight, dice=[6, 6, 6, 1, 1], answers=["guard: hut"]):  # a horde hit: 8 against 6
        assert fight_one(fight)
    assert told(fight, Battered)[0].points == 2 and fight.state.terrain[0].damage == 2
    with script(fight):
        assert not fight_one(fight)  # once in a phase


@pytest.mark.rule("tp.combat.objects", "tp.terrain.attack_structures")
def test_nothing_holds_them_at_a_thing_without_attacks() -> None:
    fight = before_the_hut()
    with script(fight, dice=[1] * 5, answers=["guard: hut"]):
        fight_one(fight)
    assert not engaged(fight, 0) and why_no_charge(fight, 0) is None


@pytest.mark.rule("tp.combat.objects")
def test_the_player_whose_turn_it_is_may_let_it_be() -> None:
    fight = before_the_hut()
    assert asked(fight, fight_one).describe()["options"] == ["nobody", "guard: hut"]
    with script(fight, answers=["nobody"]):
        assert fight_one(fight)
    with script(fight):
        assert not fight_one(fight)
    fight.state.active, fight.state.fought = 1, ()
    with script(fight):
        assert not fight_one(fight)


@pytest.mark.rule("tp.combat.objects", "tp.weapon.great_hammer", "tp.trait.exhaustion.sources")
def test_great_hammers_break_more_and_tire() -> None:
    fight = before_the_hut(weapons=("great hammer",))
    with script(fight, dice=[5, 6, 5, 1, 1], answers=["guard: hut"]):  # toughness 4: 1, 2 and 1 points
        fight_one(fight)
    assert fight.state.terrain[0].damage == 4 and piece(fight, "guard").tired == 1


@pytest.mark.rule("tp.combat.objects")
def test_a_hut_comes_down_at_its_last_point() -> None:
    fight = before_the_hut(weapons=("great hammer",))
    fight.state.terrain = (type(HUT)("hut", HUT.kind, HUT.points, 11),)
    with script(fight, dice=[5, 1, 1, 1, 1, 1], answers=["guard: hut"]):  # the last die is the fall on the guard
        fight_one(fight)
    assert told(fight, Collapsed) and fight.state.terrain[0].kind == "rough"


@pytest.mark.rule("tp.terrain.low_wall.destroy", "tp.terrain.high_wall", "tp.terrain.bridge.stone")
@pytest.mark.parametrize(("at", "left"), [(36.5, [37, 43]), (37.5, [31, 43])])
def test_of_a_wall_only_the_segment_falls_that_most_of_them_touch(at: float, left: list[int]) -> None:
    """Fourteen inches of wall are three segments, and of five men four touch the first or the second of them."""
    wall = feature("stone wall", (38, 20.2), (14, 0.4), "wall")
    guard = unit("guard", at=(at, 20), figure=foot(weapons=("great hammer",)))
    fight = scene(guard, unit("orcs", at=(10, 40), side=1), terrain=[wall], phase="combat")
    with script(fight, dice=[6] * 4, answers=["guard: wall"]):
        fight_one(fight)
    assert told(fight, Collapsed)
    assert [polygon(one.points).left for one in fight.state.terrain] == [inches(one) for one in left]


@pytest.mark.rule("tp.combat.objects")
@pytest.mark.parametrize("why", ["fleeing", "fighting", "too far"])
def test_who_cannot_batter_is_not_asked(why: str) -> None:
    fight = before_the_hut()
    if why == "fleeing":
        piece(fight, "guard").fleeing = True
    elif why == "fighting":
        contact(fight, "guard", "orcs")
        fight.state.fought = (0, 1)
    else:
        piece(fight, "guard").y -= 200
    with script(fight):
        assert not fight_one(fight)


@pytest.mark.rule("tp.combat.objects", "tp.unit.infantry_wedge.lineup")
@pytest.mark.parametrize("models", [5, 20])
def test_a_wedge_batters_with_its_tips_however_few_are_left(models: int) -> None:
    """Two points before the hut; those behind them do not reach it."""
    wedge = unit("guard", at=(36, 20), figure=foot(traits=("infantry wedge",)), models=models, files=8, wedge=2)
    fight = scene(wedge, unit("orcs", at=(10, 40), side=1), terrain=[HUT], phase="combat")
    with script(fight, dice=[6, 6], answers=["guard: hut"]):
        assert fight_one(fight)
    assert told(fight, Battered)[0].points == 1  # a horde hit: 7 against 6


@pytest.mark.rule("tp.terrain.low_wall.destroy")
def test_the_lengths_of_a_wall_are_called_its_parts() -> None:
    wall = feature("stone wall", (36, 20.2), (6, 0.4), "Old Wall/2")
    fight = scene(unit("guard", at=(36, 20)), unit("orcs", at=(10, 40), side=1), terrain=[wall], phase="combat")
    question, names = asked(fight, fight_one), Names(fight.setting, fight.state.pieces)
    label = ThreePlainsSpokesman().label(fight.setting, fight.state, question, "guard: Old Wall/2")
    assert label.partition(": ")[2] == "part 2 of Old Wall" and "guard" in label.lower()
    lost = Battered("tp.terrain.low_wall.destroy", "Old Wall/2", by=NOBODY, points=1, left=3)
    assert lost.say(names) == "part 2 of Old Wall loses 1 life point; 3 left."
    assert names.title("The Ford") == "the Ford"
