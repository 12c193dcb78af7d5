"""Shots in the enemy's turn: hold and shoot, defensive strikes."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.body import Body
from warhost.engine.field.stance import Stance
from warhost.engine.question import Choose
from warhost.rulebooks.threeplains.bodies import body, pose, range_between, strength
from warhost.rulebooks.threeplains.events.blows import Shot, ShotOutOfTurn
from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.missiles.aiming import salvos, to_hit
from warhost.rulebooks.threeplains.missiles.defensive import defensive_strikes, hold_and_shoot
from warhost.rulebooks.threeplains.setting import Fight

from .scene import Placed, asked, foot, hero, number, piece, scene, script, told, unit

PASSED, FAILED = [4, 4, 4, 4, 1, 1, 1], [1, 1, 1, 1, 4, 4, 4]
ARCHER = foot(weapons=("longbow", "sidearm"))


# --- hold and shoot --------------------------------------------------------------------------------------------


def charged(charge: float, figure: Figure = ARCHER, facing: float = 180, **own: Any) -> Fight:
    """Orcs have charged so far and stand at the archers."""
    return scene(
        unit("orcs", (36, 20), models=10, charge_turn=inches(charge)),
        unit("archers", (36, 20.02), facing=facing, side=1, models=4, files=4, figure=figure, **own),
        phase="charges",
    )


def holds(fight: Fight) -> None:
    hold_and_shoot(fight, number(fight, "archers"), number(fight, "orcs"))


@pytest.mark.rule("tp.shoot.hold")
def test_archers_hold_and_shoot_with_sixes_at_a_long_charge() -> None:
    fight = charged(5)
    with script(fight, dice=[*PASSED, 4, 5, 6, 6, 4, 4], answers=["shoot"]):
        holds(fight)
    assert piece(fight, "orcs").models == 8
    assert told(fight, Shot)[0].need == 6
    assert not piece(fight, "archers").turn.shot


@pytest.mark.rule("tp.shoot.hold")
def test_a_failed_check_costs_the_shot() -> None:
    fight = charged(5)
    with script(fight, dice=FAILED, answers=["shoot"]):
        holds(fight)
    assert told(fight, ShotOutOfTurn)[0].passed is False
    with script(fight):
        holds(fight)


@pytest.mark.rule("tp.shoot.hold", "tp.weapon.crossbow")
@pytest.mark.parametrize(
    "fight",
    [
        pytest.param(charged(3), id="a short charge"),
        pytest.param(charged(3.5), id="half the movement is not more than half"),
        pytest.param(charged(5, facing=0), id="in the rear"),
        pytest.param(charged(5, foot(weapons=("crossbow",))), id="crossbows"),
        pytest.param(charged(5, foot(weapons=("longbow",), category="machine")), id="a machine"),
        pytest.param(charged(5, foot()), id="no bows"),
        pytest.param(charged(5, held_and_shot=True), id="once a turn"),
        pytest.param(charged(5, fell_back=1), id="fell back"),
        pytest.param(charged(5, fleeing=True), id="fleeing"),
    ],
)
def test_who_does_not_hold_and_shoot(fight: Fight) -> None:
    with script(fight):
        holds(fight)


@pytest.mark.rule("tp.shoot.hold")
def test_no_mass_volley_and_no_close_range_when_holding() -> None:
    fight = charged(5, foot(weapons=("longbow",), traits=("mass volley",)))
    piece(fight, "archers").models, piece(fight, "archers").files = 8, 4
    firing = list(salvos(fight, number(fight, "archers"), number(fight, "orcs"), "hold"))
    assert [shots for _, _, shots in firing] == [4]
    assert to_hit(fight, number(fight, "archers"), number(fight, "orcs"), "hold").total == 6


# --- defensive strikes -----------------------------------------------------------------------------------------


def coming(
    *more: Placed, figure: Figure = ARCHER, mover: Figure | None = None, models: int = 4, **own: Any
) -> Fight:
    """Orcs 14 inches away from archers; it is the orcs' turn."""
    return scene(
        unit("orcs", (36, 10), models=10, figure=mover),
        unit("archers", (36, 24), facing=180, side=1, models=models, files=4, figure=figure, **own),
        *more,
        phase="moves",
    )


def ahead(fight: Fight, inches_on: float) -> Body:
    orcs, far = piece(fight, "orcs"), inches(inches_on)
    places = tuple((x, y + far) for x, y in orcs.places)
    return pose(fight, orcs, strength(fight, 0), Stance((orcs.x, orcs.y + far), orcs.facing, orcs.files, places))


def move(fight: Fight, inches_on: float) -> None:
    defensive_strikes(fight, 0, body(fight, 0), ahead(fight, inches_on))
    assert not flaws(fight.setting, fight.state)


@pytest.mark.rule("tp.shoot.defensive")
def test_archers_who_saved_their_arrows_shoot_at_whoever_comes_near() -> None:
    fight = coming()
    with script(fight, dice=[*PASSED, 3, 4, 5, 6, 4, 4, 4], answers=["archers"]):
        move(fight, 5)
    assert piece(fight, "orcs").models == 7
    assert told(fight, Shot)[0].need == 4
    assert piece(fight, "archers").turn.struck_defensively
    assert piece(fight, "orcs").point == (inches(36), inches(10))


@pytest.mark.rule("tp.shoot.defensive")
def test_the_enemy_is_shot_at_where_it_first_came_within_ten_inches() -> None:
    fight = coming()

    def watch(battle: Fight) -> None:
        defensive_strikes(battle, 0, body(battle, 0), ahead(battle, 7))

    question = asked(fight, watch)
    assert isinstance(question, Choose) and question.options == ["archers", "hold fire"]
    with script(fight, dice=[*PASSED, 1, 1, 1, 1], answers=["archers"]):
        watch(fight)
    assert "tp.shoot.mod.close" in [step.rule for step in told(fight, Shot)[0].because]
    assert range_between(fight, 0, 1) == inches(14)


@pytest.mark.rule("tp.shoot.defensive")
@pytest.mark.parametrize(
    "own",
    [
        {"last_shot": True},
        {"last_dashed": True},
        {"struck_defensively": True},
        {"fleeing": True},
        {"figure": foot()},
        {"facing": 0},
    ],
)
def test_who_does_not_strike(own: dict[str, Any]) -> None:
    fight = coming(**{key: value for key, value in own.items() if key != "facing"})
    piece(fight, "archers").facing = round(own.get("facing", 180) * 100)
    with script(fight):
        move(fight, 5)


@pytest.mark.rule("tp.shoot.defensive")
def test_an_enemy_that_stays_farther_away_is_not_struck() -> None:
    fight = coming()
    with script(fight):
        move(fight, 3.9)


@pytest.mark.rule("tp.shoot.defensive", "tp.shoot.mod.close")
def test_who_moved_more_than_half_in_his_last_turn_has_no_close_range() -> None:
    fight = coming(last_moved=inches(5))
    with script(fight, dice=[*PASSED, 1, 1, 1, 1], answers=["archers"]):
        move(fight, 5)
    assert told(fight, Shot)[0].need == 5


@pytest.mark.rule("tp.shoot.defensive")
def test_a_failed_check_uses_the_strike_up() -> None:
    fight = coming()
    with script(fight, dice=FAILED, answers=["archers"]):
        move(fight, 5)
    with script(fight):
        move(fight, 5)


@pytest.mark.rule("tp.shoot.defensive")
def test_fire_held_against_one_enemy_is_not_asked_for_again_on_its_next_leg() -> None:
    fight = coming()
    with script(fight, answers=["hold fire"]):
        move(fight, 5)
    with script(fight):
        move(fight, 6)
    assert not piece(fight, "archers").turn.struck_defensively


@pytest.mark.rule("tp.shoot.defensive", "tp.shoot.volley")
def test_the_whole_unit_may_volley_if_it_did_not_move() -> None:
    fight = coming(figure=foot(weapons=("longbow",), traits=("mass volley",)), models=8)
    with script(fight, dice=[*PASSED, *[1] * 8], answers=["archers"]):
        move(fight, 5)
    assert told(fight, Shot)[0].shots == 8


@pytest.mark.rule("tp.shoot.defensive")
def test_several_who_may_strike_at_once_do_so_in_the_order_their_owner_says() -> None:
    more = unit("bowmen", (37.6, 24), facing=180, side=1, models=3, files=3, figure=ARCHER)
    fight = coming(more)
    piece(fight, "archers").x = inches(34.6)
    with script(fight, dice=[*PASSED, 1, 1, 1, *PASSED, 1, 1, 1, 1], answers=["bowmen", "archers"]):
        move(fight, 5)
    assert [shot.piece for shot in told(fight, Shot)] == [number(fight, "bowmen"), number(fight, "archers")]


@pytest.mark.rule("tp.shoot.defensive")
def test_a_loose_group_is_shot_at_on_its_way_and_stands_again_where_it_stood() -> None:
    fight = coming(mover=foot(loose=True))
    before = set(piece(fight, "orcs").places)
    with script(fight, dice=[*PASSED, 1, 4, 5, 6, 4, 4, 4], answers=["archers"]):
        move(fight, 5)
    left = piece(fight, "orcs").places
    assert len(left) == 7 and set(left) < before


@pytest.mark.rule("tp.shoot.defensive", "tp.combat.it")
def test_a_mover_shot_to_pieces_leaves_its_hero_where_it_was_stopped() -> None:
    fight = coming(hero("captain", within="orcs"))
    piece(fight, "orcs").models = 3
    with script(fight, dice=[*PASSED, 6, 1, 1, 1, 6], answers=["archers"]):
        move(fight, 5)
    captain = piece(fight, "captain")
    assert piece(fight, "orcs").fate == "slain" and captain.standing
    assert range_between(fight, number(fight, "captain"), number(fight, "archers")) < inches(10.3)
