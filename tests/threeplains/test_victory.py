"""Victory points and who has won."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.threeplains.armoury import settled
from tests.threeplains.scene import Placed, champion, foot, hero, horse, number, piece, scene, told, unit

from warhost.rulebooks.threeplains.events.course import Ended
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NOBODY
from warhost.rulebooks.threeplains.turn import _next_phase
from warhost.rulebooks.threeplains.victory import close, margin, verdict, victory_points
from warhost.rulebooks.threeplains.wounds.casualties import destroy, lose, slay

TEN_POINTS = foot(points=10)


def points(fight: Fight, side: int = 1) -> int:
    return victory_points(fight, side).total


def army(*pieces: Placed, **more: Any) -> Fight:
    return scene(*pieces, **more)


# --- points --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.setup.victory.points")
@pytest.mark.parametrize(("lost", "earned"), [(0, 0), (10, 0), (11, 100), (19, 100), (20, 200)])
def test_more_than_half_gives_half_and_all_gives_all(lost: int, earned: int) -> None:
    fight = army(unit("men", (36, 20), models=20, figure=TEN_POINTS), points=400)
    lose(fight, 0, lost, "tp.combat.attacks")
    assert points(fight) == earned and points(fight, 0) == 0


@pytest.mark.rule("tp.setup.victory.points")
def test_half_points_are_rounded_down() -> None:
    fight = army(unit("men", (36, 20), models=3, files=3, figure=foot(points=11)), points=400)
    lose(fight, 0, 2, "tp.combat.attacks")
    assert points(fight) == 16


@pytest.mark.rule("tp.setup.victory.points")
@pytest.mark.parametrize(("lost", "earned"), [(2, 0), (3, 40), (4, 80)])
def test_single_models_are_counted_in_life_points(lost: int, earned: int) -> None:
    fight = army(hero("lord", (36, 20), figure=champion(life=4, points=80)))
    lose(fight, 0, lost, "tp.combat.attacks")
    assert points(fight) == earned


@pytest.mark.rule("tp.setup.victory.points")
def test_groups_are_counted_in_models_whatever_their_wounds() -> None:
    fight = army(unit("riders", (36, 20), models=4, files=2, figure=horse(points=20)), points=400)
    lose(fight, 0, 5, "tp.combat.attacks")  # two slain, one hurt
    assert piece(fight, "riders").models == 2 and points(fight) == 0
    lose(fight, 0, 1, "tp.combat.attacks")
    assert points(fight) == 40


@pytest.mark.rule("tp.setup.victory.points", "tp.character.roles")
def test_characters_are_scored_on_their_own() -> None:
    fight = army(
        unit("men", (36, 20), figure=TEN_POINTS), hero("captain", within="men", figure=champion(points=70))
    )
    slay(fight, number(fight, "captain"), "tp.combat.attacks")
    assert points(fight) == 70
    slay(fight, number(fight, "men"), "tp.combat.attacks")
    assert points(fight) == 270


@pytest.mark.rule("tp.setup.victory.mounted")
def test_a_beast_and_its_rider_are_scored_apart() -> None:
    dragon = foot(category="beast", loose=True, life=6, points=300)
    fight = army(
        unit("dragon", (36, 20), models=1, files=1, figure=dragon),
        hero("rider", within="dragon", figure=champion(points=150)),
    )
    slay(fight, number(fight, "dragon"), "tp.combat.attacks")
    assert piece(fight, "rider").fate == "standing" and points(fight) == 300


@pytest.mark.rule("tp.setup.victory.points")
def test_the_parts_of_a_split_group_are_scored_by_what_was_paid_for_it() -> None:
    fight = army(unit("men", (36, 20), models=20, figure=TEN_POINTS))
    part = structs.replace(piece(fight, "men"), name="men 2", models=12, x=50000)
    piece(fight, "men").models = 8
    fight.state.pieces.append(part)
    destroy(fight, 1, "tp.move.flee.caught")
    assert points(fight) == 100


@pytest.mark.rule("tp.move.reinforce.victory")
def test_reinforced_units_are_scored_apart() -> None:
    fight = army(
        unit("front", (36, 20), models=10, figure=TEN_POINTS, backing=(1,)),
        unit("back", (36, 20), models=10, figure=TEN_POINTS, fate="within", host=0),
    )
    lose(fight, 0, 6, "tp.combat.attacks")
    assert points(fight) == 50


@pytest.mark.rule("tp.setup.victory.fleeing")
def test_whoever_flees_at_the_end_counts_as_destroyed_with_all_who_are_with_it() -> None:
    fight = army(
        unit("front", (36, 20), models=10, figure=TEN_POINTS, backing=(1,), fleeing=True),
        unit("back", (36, 20), models=10, figure=TEN_POINTS, fate="within", host=0),
        hero("captain", within="back", figure=champion(points=70)),
        unit("calm", (50, 20), models=10, figure=TEN_POINTS),
    )
    assert points(fight) == 100 + 100 + 70


@pytest.mark.rule("tp.setup.victory.points")
def test_whoever_is_off_the_board_for_a_while_is_not_lost() -> None:
    assert points(army(unit("men", (36, 20), fate="away"))) == 0


@pytest.mark.rule("tp.setup.victory.general")
def test_a_slain_general_is_worth_a_hundred_more() -> None:
    lord = hero("lord", (36, 20), role="general", figure=champion(points=180, life=3))
    slain = army(lord)
    slay(slain, 0, "tp.combat.attacks")
    assert points(slain) == 280
    assert [step.rule for step in victory_points(slain, 1).steps][1:] == [
        "tp.setup.victory.points",
        "tp.setup.victory.general",
    ]
    fled = army(structs.replace(lord, more={"fleeing": True}))
    assert points(fled) == 180, "he runs, but nobody has killed him"
    hurt = army(structs.replace(lord, more={"hurt": 2}))
    assert points(hurt) == 90


# --- the winner ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.setup.victory.winner", "tp.army.size")
@pytest.mark.parametrize(
    ("each", "scores", "wide", "winner"),
    [
        (2250, (900, 700), 200, NOBODY),
        (2250, (901, 700), 200, 0),
        (500, (51, 50), 0, 0),
        (500, (50, 51), 0, 1),
        (500, (50, 50), 0, NOBODY),
        (999, (0, 1), 0, 1),
        (1000, (0, 100), 100, NOBODY),
    ],
)
def test_the_lead_must_be_greater_than_the_drawing_margin(
    each: int, scores: tuple[int, int], wide: int, winner: int
) -> None:
    fight = army(unit("men", (36, 20)), points=each)
    assert margin(fight) == wide
    assert verdict(fight, scores)[0] == winner


@pytest.mark.rule("tp.setup.victory.winner")
def test_the_end_is_told_with_its_reasons() -> None:
    fight = army(unit("men", (36, 20), models=20, figure=TEN_POINTS), unit("orcs", (36, 40), side=1), points=500)
    slay(fight, 0, "tp.combat.attacks")
    close(fight)
    score = fight.state.score
    assert score is not None and (score.winner, score.points) == (1, (0, 200))
    (ended,) = told(fight, Ended)
    assert ended.second[-1].note == "men destroyed" and ended.margin == 0


def false_rosters(*sides: int) -> Fight:
    fight = army(unit("men", (36, 20), models=20, figure=TEN_POINTS), unit("orcs", (36, 40), side=1), points=500)
    slay(fight, 0, "tp.combat.attacks")
    armies = [
        structs.replace(one, breach="30 points too many") if side in sides else one
        for side, one in enumerate(fight.setting.armies)
    ]
    fight.setting.armies = (armies[0], armies[1])
    close(fight)
    return fight


@pytest.mark.rule("tp.setup.cheating")
@pytest.mark.parametrize(("false", "winner"), [((1,), 0), ((0,), 1), ((0, 1), 1), ((), 1)])
def test_a_false_roster_loses_whatever_happened(false: tuple[int, ...], winner: int) -> None:
    score = false_rosters(*false).state.score
    assert score is not None and score.winner == winner
    assert score.points == (0, 200)
    assert ("breaks its limits" in score.why) is (len(false) == 1)


@pytest.mark.rule("tp.setup.victory.points")
@pytest.mark.parametrize(("lost", "earned"), [(2, 0), (8, 0), (9, 30), (16, 30), (17, 60)])
def test_life_points_that_an_item_gives_are_counted_with_his_own(lost: int, earned: int) -> None:
    """Two of his own, and 15 more."""
    ring = "tp.item.enchanted.ring_of_zereener"
    fight = army(hero("lord", (36, 20), figure=champion(items=(ring,), points=60)))
    settled(fight)
    lose(fight, 0, lost, "tp.combat.attacks")
    assert points(fight) == earned


@pytest.mark.rule("tp.setup.victory.points")
@pytest.mark.parametrize(("lost", "earned"), [(1, 0), (2, 30), (3, 60)])
def test_a_life_point_of_a_blessing_is_counted_too(lost: int, earned: int) -> None:
    fight = army(hero("lord", (36, 20), figure=champion(points=60), vigour=1))
    lose(fight, 0, lost, "tp.combat.attacks")
    assert points(fight) == earned


@pytest.mark.rule("tp.setup.turns")
@pytest.mark.parametrize(("clock", "over"), [(15, False), (16, True)])
def test_the_battle_ends_with_the_eighth_turn_of_the_second_army(clock: int, over: bool) -> None:
    fight = scene(unit("guard", (36, 20)), unit("orcs", (36, 40), side=1), clock=clock, phase="stress")
    _next_phase(fight)
    assert bool(told(fight, Ended)) is over


@pytest.mark.rule("tp.setup.turns")
def test_the_battle_ends_before_when_one_army_has_nothing_left() -> None:
    fight = scene(unit("guard", (36, 20)), unit("orcs", (36, 40), side=1), clock=5, phase="stress")
    slay(fight, number(fight, "orcs"), "tp.check.break")
    _next_phase(fight)
    assert told(fight, Ended)
