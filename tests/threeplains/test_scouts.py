"""Scouts: held back, set up where nobody sees them, and safe there until they stir."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.charging.charges import declare
from warhost.rulebooks.threeplains.charging.marchover import can_march_over
from warhost.rulebooks.threeplains.events.course import Deployed, HeldBack, ScoutsRolled, Spotted
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.missiles.aiming import why_no_shot_at
from warhost.rulebooks.threeplains.missiles.shooting import volley
from warhost.rulebooks.threeplains.opening.deployment import LATER, NOW, deploy_one
from warhost.rulebooks.threeplains.opening.scouting import Scout, scout_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import Feature

from .marching import go, play
from .scene import asked, feature, foot, number, piece, scene, script, told, unit

RANGER = foot(loose=True, traits=("skirmishers", "scouting"), weapons=("bow", "hand weapon"), soldiering=3)
ENEMY = unit("orcs", at=(36, 40), side=1, facing=180, figure=foot(weapons=("bow",)))
WOOD = feature("wood", (36, 26), (6, 6))


def rangers(name: str = "rangers", **more: Any) -> Any:
    plain = {"at": (0, 0), "models": 5, "files": 5, "figure": RANGER, "fate": "waiting"}
    return unit(name, **{**plain, **more})


def held(*terrain: Feature, enemy: Any = ENEMY) -> Fight:
    """Rangers who were held back until everybody else stood."""
    return scene(rangers(scouts="held back"), enemy, terrain=list(terrain), phase="scouts", clock=0)


def order(x: float, y: float, facing: float = 0, files: int = 2) -> dict[str, Any]:
    return {"at": [inches(x), inches(y)], "facing": round(facing * 100), "files": files}


def verdict(fight: Fight, wanted: dict[str, Any]) -> str:
    """The rule that forbids a place, or nothing."""
    said = Scout(fight, 0).check(wanted)
    return said.rule if isinstance(said, Refusal) else ""


PLACEMENT = "tp.trait.scouting.placement"


# --- held back -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.trait.scouting.deploy")
def test_scouts_are_deployed_in_their_turn_or_held_back() -> None:
    fight = scene(rangers(), unit("guard", at=(0, 0), fate="waiting"), ENEMY, phase="deployment", clock=0)
    with script(fight, answers=["rangers", LATER]):
        deploy_one(fight)
    assert told(fight, HeldBack) and piece(fight, "rangers").fate == "waiting"
    with script(fight, answers=[order(36, 10, files=5)]):
        deploy_one(fight)  # the guard, and nobody asks for the rangers again
        assert not deploy_one(fight)
    with script(fight, answers=[order(20, 10)]):
        assert scout_one(fight)
        assert not scout_one(fight)
    assert piece(fight, "rangers").standing and flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.trait.scouting.deploy")
def test_scouts_deployed_in_their_turn_stand_in_the_zone_like_everybody() -> None:
    fight = scene(rangers(), ENEMY, terrain=[WOOD], phase="deployment", clock=0)
    question = asked(fight, deploy_one, answers=[NOW])
    assert question.refuse(order(36, 26.8)) is not None
    with script(fight, answers=[NOW, order(36, 10)]):
        deploy_one(fight)
    assert piece(fight, "rangers").scouts == ""


@pytest.mark.rule("tp.trait.scouting.deploy")
def test_the_scouts_with_most_passes_are_set_up_first_and_ties_are_rolled_again() -> None:
    fight = scene(
        rangers("a", scouts="held back"), rangers("b", scouts="held back", side=1), ENEMY, phase="scouts", clock=0
    )  # fmt: skip
    first, second = number(fight, "a"), number(fight, "b")
    dice = [6, 4, 1, 5, 4, 2, 1, 1, 4, 6, 5, 3]  # two passes each, then one for a and two for b
    with script(fight, dice=dice, answers=[order(36, 34, 180)]):
        scout_one(fight)
    assert told(fight, ScoutsRolled)[0].order == (second, first)
    assert [event.piece for event in told(fight, Deployed)] == [second]
    with script(fight, answers=[order(36, 10)]):
        scout_one(fight)
    assert piece(fight, "a").standing


@pytest.mark.rule("tp.trait.scouting.deploy")
def test_one_side_alone_rolls_nothing_and_places_its_scouts_as_it_likes() -> None:
    fight = scene(
        rangers("a", scouts="held back"), rangers("b", scouts="held back"), ENEMY, phase="scouts", clock=0
    )  # fmt: skip
    with script(fight, answers=["b", order(36, 10), order(20, 10)]):
        scout_one(fight)
        scout_one(fight)
    assert piece(fight, "a").x == inches(20) and piece(fight, "b").x == inches(36)


# --- where they may lie --------------------------------------------------------------------------------------


@pytest.mark.rule("tp.trait.scouting.placement")
def test_deep_in_a_wood_nobody_sees_them() -> None:
    fight = held(WOOD)
    assert verdict(fight, order(36, 26.8)) == ""
    assert verdict(fight, order(36, 28.8)) == PLACEMENT  # at its edge they are seen


@pytest.mark.rule("tp.trait.scouting.placement")
def test_nine_inches_from_every_enemy() -> None:
    near = feature("wood", (36, 29), (12, 12))
    assert verdict(held(near), order(36, 30.9)) == ""
    assert verdict(held(near), order(36, 31.1)) == PLACEMENT


@pytest.mark.rule("tp.trait.scouting.placement")
def test_water_conceals_nobody_and_the_open_is_for_the_zone() -> None:
    pond = feature("deep water", (36, 25), (6, 6))
    assert verdict(held(pond), order(36, 26)) == PLACEMENT
    assert verdict(held(pond), order(36, 20)) == PLACEMENT
    assert verdict(held(), order(36, 14)) == ""


@pytest.mark.rule("tp.trait.scouting.placement")
@pytest.mark.parametrize("kind", ["hedge", "stone wall", "hill", "large building"])
def test_close_behind_what_all_lines_of_the_enemy_cross(kind: str) -> None:
    screen = feature(kind, (36, 24), (20, 1))
    assert verdict(held(screen), order(36, 23.5)) == ""
    assert verdict(held(screen), order(36, 28)) == PLACEMENT  # before it
    beside = unit("orcs", at=(60, 22), side=1, facing=270)
    assert verdict(held(screen, enemy=beside), order(36, 23.5)) == PLACEMENT


@pytest.mark.rule("tp.trait.scouting.placement")
def test_a_hedge_some_steps_away_is_no_hiding_place() -> None:
    assert verdict(held(feature("hedge", (36, 24), (20, 1))), order(36, 22)) == PLACEMENT


@pytest.mark.rule("tp.trait.scouting.placement")
def test_hiding_places_are_suggested_and_lawful() -> None:
    fight = held(WOOD, feature("hedge", (50, 24), (12, 1)))
    question = Scout(fight, 0)
    found = question.suggest(12)
    assert all(question.refuse(one) is None for one in found)
    assert sum(question.hides(one) for one in found) >= 2


@pytest.mark.rule("tp.trait.scouting.placement")
def test_the_one_good_wood_is_found_among_many_that_are_too_near() -> None:
    near = [feature("wood", (28 + 2 * column, 36), (1.5, 1.5), f"wood {column}") for column in range(9)]
    question = Scout(held(*near, WOOD), 0)
    assert any(question.hides(one) and one["at"][1] > inches(15) for one in question.suggest(12))


@pytest.mark.rule("tp.trait.scouting.placement")
def test_behind_a_wall_they_lie_in_a_line_at_the_end_away_from_the_enemy() -> None:
    wall = feature("stone wall", (36, 24), (6, 0.5))
    question = Scout(held(wall, enemy=unit("orcs", at=(16, 32), side=1, facing=180, models=1, files=1)), 0)
    hidden = [one for one in question.suggest(12) if one["at"][1] > inches(15)]
    assert hidden == [order(37.5, 23.75, files=5)]


# --- concealed -----------------------------------------------------------------------------------------------


def concealed() -> Fight:
    fight = held(WOOD, enemy=unit("orcs", at=(36, 40), side=1, facing=180, figure=foot(weapons=("bow",))))
    with script(fight, answers=[order(36, 26.8)]):
        scout_one(fight)
    fight.state.clock, fight.state.phase = 1, "moves"
    return fight


@pytest.mark.rule("tp.trait.scouting.concealed")
def test_concealed_scouts_are_no_target_for_missiles_charges_and_feet() -> None:
    fight = concealed()
    rule = "tp.trait.scouting.concealed"
    assert piece(fight, "rangers").scouts == "concealed"
    shot = why_no_shot_at(fight, 1, 0, "phase")
    over = can_march_over(fight, 1, 0, on_purpose=True)
    assert shot is not None and shot.rule == rule and over is not None and over.rule == rule
    fight.state.active, fight.state.phase = 1, "declaring"
    with script(fight):
        assert not declare(fight)  # there is nobody to charge, and nothing is asked
    piece(fight, "rangers").scouts = ""
    assert asked(fight, declare).what == "charges"


@pytest.mark.rule("tp.trait.scouting.concealed")
def test_scouts_who_move_or_shoot_are_concealed_no_more() -> None:
    fight = concealed()
    play(fight, "rangers", [])
    assert piece(fight, "rangers").scouts == "concealed"
    fight = concealed()
    play(fight, "rangers", [go(36, 28)])
    assert told(fight, Spotted) and piece(fight, "rangers").scouts == ""
    fight = scene(rangers(at=(36, 24), fate="standing", scouts="concealed"), ENEMY, phase="shooting")
    with script(fight, dice=[1] * 5):
        volley(fight, 0, 1)
    assert told(fight, Spotted)


@pytest.mark.rule("tp.trait.scouting.concealed", "tp.move.split", "tp.move.reorganise")
@pytest.mark.parametrize(
    ("last", "dice", "left"),
    [
        (["split", {"models": 3, "stay": [34819, 24000, 0, 3], "go": [37181, 24000, 0, 3]}], [], []),
        (["reorganise", 36000, 23000], [6, 6, 6, 1, 1, 1], []),
        (["reorganise", 36000, 23000], [1, 1, 1, 6, 6, 6], ["rangers"]),  # nobody has stirred
    ],
)
def test_a_manoeuvre_is_a_move_and_gives_scouts_away(last: list[Any], dice: list[int], left: list[str]) -> None:
    hidden = rangers(at=(36, 24), models=6, files=6, fate="standing", scouts="concealed")
    fight = scene(hidden, ENEMY)
    play(fight, "rangers", [last], *[[]] * (dice[:1] == [6]), dice=dice)
    assert [each.name for each in fight.state.pieces if each.scouts == "concealed"] == left


@pytest.mark.rule("tp.trait.scouting.concealed")
def test_scouts_set_up_in_the_open_of_their_zone_are_not_concealed() -> None:
    fight = held()
    with script(fight, answers=[order(36, 14)]):
        scout_one(fight)
    assert piece(fight, "rangers").scouts == ""
