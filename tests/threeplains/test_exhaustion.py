"""Exhaustion counters: where they come from, whose they are, and how they go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.threeplains.marching import refused
from tests.threeplains.scene import champion, contact, foot, hero, horse, number, piece, scene, script, told, unit

from warhost.engine.dice import Throw
from warhost.engine.question import Answer, Question
from warhost.rulebooks.threeplains.events.nerves import Rested, Tired
from warhost.rulebooks.threeplains.fighting.combat import fight_one
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.morale.exhaustion import exhausted, rest, tire, tire_all
from warhost.rulebooks.threeplains.moving.dashing import allowance, dash
from warhost.rulebooks.threeplains.moving.stride import dice_run
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.casualties import lose

RULE = "tp.trait.exhaustion.sources"


def men(**more: Any) -> Fight:
    return scene(unit("men", (36, 20), **more))


@pytest.mark.rule("tp.trait.exhaustion", "tp.trait.exhaustion.sources")
def test_the_fourth_counter_exhausts() -> None:
    fight = men(tired=3)
    assert not exhausted(fight, 0)
    with script(fight, dice=[3]):
        dash(fight, 0)
    assert piece(fight, "men").tired == 4 and exhausted(fight, 0)
    assert [(event.counters, event.total) for event in told(fight, Tired)] == [(1, 4)]


@pytest.mark.rule("tp.trait.exhaustion")
@pytest.mark.parametrize(("movement_", "counters"), [(0, 0), (inches(10), 1)], ids=["a catapult", "a chariot"])
def test_what_cannot_move_is_not_animated(movement_: int, counters: int) -> None:
    fight = men(models=1, files=1, figure=horse(category="machine", movement=movement_))
    tire(fight, 0, 1, RULE)
    assert piece(fight, "men").tired == counters


@pytest.mark.rule("tp.trait.exhaustion.groups")
def test_a_dash_tires_the_group_and_everybody_in_it() -> None:
    fight = scene(
        unit("men", (36, 20), models=8, backing=(1,)),
        unit("more", (36, 20), models=8, fate="within"),
        hero("captain", within="men"),
        hero("sergeant", within="more"),
    )
    piece(fight, "more").host = 0
    tire_all(fight, 0, 1, "tp.move.dash")
    assert [one.tired for one in fight.state.pieces] == [1, 1, 1, 1]


@pytest.mark.rule("tp.trait.exhaustion.groups")
def test_a_character_is_exhausted_by_his_own_counters_alone() -> None:
    fight = scene(unit("men", (36, 20), tired=4), hero("captain", within="men", tired=1))
    assert exhausted(fight, 0) and not exhausted(fight, number(fight, "captain"))
    tire(fight, number(fight, "captain"), 1, RULE)
    assert (piece(fight, "men").tired, piece(fight, "captain").tired) == (4, 2)


@pytest.mark.rule("tp.trait.exhaustion.groups", "tp.unit.slowest")
@pytest.mark.parametrize(("tired", "pace", "run"), [((0, 3), 7, 8), ((0, 4), 3.5, 4), ((4, 4), 3.5, 4)])
def test_a_group_goes_no_faster_than_an_exhausted_man_in_it(
    tired: tuple[int, int], pace: float, run: int
) -> None:
    fight = scene(unit("men", (36, 20), tired=tired[0]), hero("captain", within="men", tired=tired[1]))
    assert movement(fight, 0).total == inches(pace)
    with script(fight, dice=[4, 4]):
        assert dice_run(fight, 0, "flee move", "tp.move.flee.move").total == inches(run)


@pytest.mark.rule("tp.trait.exhaustion.groups", "tp.move.reinforce.one")
def test_an_exhausted_unit_behind_another_slows_it_down() -> None:
    fight = scene(
        unit("men", (36, 20), models=8, backing=(1,)), unit("more", (36, 20), models=8, fate="within", tired=4)
    )
    piece(fight, "more").host = 0
    assert movement(fight, 0).total == inches(3.5)


@pytest.mark.rule("tp.trait.exhaustion.groups", "tp.move.dash")
def test_a_group_with_an_exhausted_man_in_it_does_not_dash() -> None:
    fight = scene(unit("men", (36, 20)), hero("captain", within="men", tired=4))
    assert refused(fight, "men", ["dash"]) == "tp.trait.exhaustion.groups"


@pytest.mark.rule("tp.trait.exhaustion.groups", "tp.move.dash")
def test_the_counter_of_a_dash_tells_on_a_man_in_the_group_when_it_is_over() -> None:
    fight = scene(unit("men", (36, 20)), hero("captain", within="men", tired=3))
    with script(fight, dice=[3]):
        dash(fight, 0)
    assert allowance(fight, 0) == inches(9)
    piece(fight, "men").turn.acted = True
    assert movement(fight, 0).total == inches(3.5)


@pytest.mark.rule("tp.trait.exhaustion.effects")
def test_the_exhausted_move_at_half_pace() -> None:
    assert movement(men(tired=4), 0).total == inches(3.5)
    assert movement(men(tired=3), 0).total == inches(7)


@pytest.mark.rule("tp.trait.exhaustion.sources")
def test_a_round_with_a_great_blade_is_a_counter_for_those_who_swing_it() -> None:
    fight = scene(
        unit("men", (36, 20), models=12, files=4, figure=foot(weapons=("great blade",))),
        hero("captain", within="men", figure=champion(attacks=1)),
        unit("orcs", (36, 20), facing=180, side=1, models=12, files=4),
        phase="combat",
    )
    contact(fight, "orcs", "men", rounds=1)
    fight.oracle = _Misses()
    assert fight_one(fight)
    assert [one.tired for one in fight.state.pieces] == [1, 0, 0]


class _Misses:
    """Every die is a 1, and no enemy is engulfed."""

    ahead = None

    def ask(self, question: Question) -> Answer:
        return "fight on" if question.what == "engulf" else question.suggest()[0]

    def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        return [self.ask(question) for question in questions]

    def throw(self, throw: Throw) -> tuple[int, ...]:
        return (1,) * throw.count


# --- rest ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.trait.exhaustion.recover")
@pytest.mark.parametrize("counters", [1, 4, 6])
def test_two_combat_phases_of_rest_clear_all_counters(counters: int) -> None:
    fight = men(tired=counters)
    rest(fight)
    assert piece(fight, "men").tired == counters
    rest(fight)
    assert piece(fight, "men").tired == piece(fight, "men").rested == 0
    assert [event.piece for event in told(fight, Rested)] == [0]


@pytest.mark.rule("tp.trait.exhaustion.recover", "tp.move.wipeout")
@pytest.mark.parametrize(
    "deed",
    [
        {"spent": 500},
        {"shot": True},
        {"held_and_shot": True},
        {"struck_defensively": True},
        {"fell_back": 1},
        {"stirred": 1},  # by a wipe out move, which uses none of its own movement
        {"charge_turn": 2000},
        {"fleeing": True},
    ],
    ids=lambda deed: next(iter(deed)),
)
def test_whatever_it_does_rest_begins_anew(deed: dict[str, Any]) -> None:
    fight = men(tired=4, rested=1, **deed)
    rest(fight)
    assert (piece(fight, "men").tired, piece(fight, "men").rested) == (4, 0)


@pytest.mark.rule("tp.trait.exhaustion.recover")
def test_whoever_is_charged_has_not_rested_even_if_he_is_free_again() -> None:
    fight = scene(unit("men", (36, 20), tired=4, rested=1), unit("orcs", (36, 20), facing=180, side=1))
    contact(fight, "orcs", "men")
    rest(fight)
    assert piece(fight, "men").rested == 0
    piece(fight, "men").rested = 1
    fight.state.contacts.clear()
    fight.state.fought = (0, 1)
    rest(fight)
    assert (piece(fight, "men").tired, piece(fight, "men").rested) == (4, 0)


@pytest.mark.rule("tp.trait.exhaustion.recover", "tp.trait.exhaustion.groups")
def test_a_group_and_its_characters_rest_together() -> None:
    fight = scene(unit("men", (36, 20), tired=2), hero("captain", within="men", tired=5))
    for _ in range(2):
        rest(fight)
    assert [one.tired for one in fight.state.pieces] == [0, 0]


@pytest.mark.rule("tp.trait.exhaustion.recover")
def test_losses_do_not_disturb_rest() -> None:
    fight = men(tired=4, rested=1)
    lose(fight, 0, 2, "tp.shoot.damage")
    rest(fight)
    assert piece(fight, "men").tired == 0


@pytest.mark.rule("tp.trait.exhaustion.recover")
def test_a_wizard_who_casts_does_not_rest_but_those_around_him_do() -> None:
    wizard = hero("wizard", within="men", tired=2, rested=1, tried=("tp.spell.base.dispel",))
    fight = scene(unit("men", (36, 20), tired=2), wizard)
    rest(fight)
    assert (piece(fight, "men").rested, piece(fight, "wizard").rested) == (1, 0)
    fight.state.active = 1  # what he cast in his own turn is long past
    rest(fight)
    assert (piece(fight, "men").tired, piece(fight, "wizard").rested) == (0, 1)
