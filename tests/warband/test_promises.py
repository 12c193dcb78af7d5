"""What is told before a move: where ways lead, how likely they come off, what failing costs, who sees whom."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from warhost.engine.aftermath import TRIES, aftermath
from warhost.engine.forecast import expected
from warhost.engine.foresight import foreseen, proved
from warhost.engine.game import Game
from warhost.engine.promise import Promise
from warhost.engine.question import Refusal
from warhost.rulebooks.warband.moving.movement import Move
from warhost.rulebooks.warband.telling.looks import look
from warhost.rulebooks.warband.telling.view import view

from .scene import book, man, scene

CANDLE = {"table": "candle", "phase": "movement"}
FAR_FOE = man(1, 46, 46)


def moving(*warriors: dict[str, Any], **more: Any) -> Game[Any, Any]:
    """The first of them is asked where he goes."""
    fight = scene(*warriors, **{**CANDLE, **more})
    found: Game[Any, Any] = Game(book(), {}, "1", start=fight.state, setting=fight.setting)
    found.answer(fight.setting.fighters[0].id)
    return found


def told(game: Game[Any, Any], *acts: list[Any]) -> Promise | None:
    """The one promise of a move, the same if it is followed die by die."""
    (question,) = game.pending()
    assert isinstance(question, Move)
    order = [list(act) for act in acts]
    assert question.refuse(order) is None, question.refuse(order)
    promises = foreseen(game, 0, order)
    assert promises == proved(game, 0, order, promises, 9_000)
    return promises[0] if promises else None


@pytest.mark.rule("war.climb.test")
def test_a_climb_up_promises_its_test_and_costs_the_move() -> None:
    promise = told(moving(man(0, 6, 9.5), FAR_FOE), ["climb", 3_000])
    assert promise is not None and promise.chance == Fraction(1, 2)  # Initiative 3
    assert (promise.what, promise.forfeit) == ("gets there", "stays at the foot")


@pytest.mark.rule("war.climb.test", "war.fall.damage")
def test_a_climb_down_promises_a_fall_to_who_fails() -> None:
    promise = told(moving(man(0, 12, 13, 3), FAR_FOE), ["climb", 0])
    assert str(promise) == "gets there: 50 %, or falls 3 inches, a hit of Strength 3"


@pytest.mark.rule("war.item.rope", "war.fall.min")
def test_with_a_rope_he_may_try_again_and_falls_softly() -> None:
    roped = man(0, 12, 13, 3, fighter="veteran", gear=["rope"], profile={"i": 3})
    promise = told(moving(roped, FAR_FOE), ["climb", 0])
    assert str(promise) == "gets there: 75 %, or falls 3 inches"


@pytest.mark.rule("war.jump.down", "war.fall.damage")
def test_a_jump_of_six_inches_is_tested_three_times() -> None:
    promise = told(moving(man(0, 22, 14, 6, profile={"i": 4}), FAR_FOE), ["jump"])
    assert promise is not None and promise.chance == Fraction(2, 3) ** 3
    assert promise.forfeit == "falls 6 inches, a hit of Strength 6"


@pytest.mark.rule("war.spell.grace", "war.move.normal")
def test_what_cannot_fail_promises_nothing() -> None:
    assert told(moving(man(0, 6, 9.5), FAR_FOE), ["go", 6_000, 7_000]) is None
    assert told(moving(man(0, 38, 9, 3), FAR_FOE), ["go", 39_000, 9_500]) is None


# --- on the table ---------------------------------------------------------------------------------------------


def test_ways_to_other_levels_are_marked_where_they_lead() -> None:
    game = moving(man(0, 6, 9.5), FAR_FOE)
    (question,) = game.pending()
    data = book().spokesman.order_data(game.setting, game.state, question)
    (climb,) = data["ways"]
    assert climb["answer"] == [["climb", 3_000]] and climb["base"] == climb["rise"] == 3_000
    assert climb["trail"][0] == (6_000, 9_500) and climb["trail"][-1] == climb["at"]
    north, south = question.outline()[question.about][0], question.outline()[question.about][18]
    assert south == (6_000, 5_500)  # four inches over open ground
    assert 9_500 <= north[1] < 9_700  # the wall


def test_a_table_names_its_levels_and_what_stands_on_each() -> None:
    fight = scene(man(0, 12, 13, 3), FAR_FOE, **CANDLE)
    seen = view(fight.setting, fight.state, 0)
    assert seen.table is not None
    assert [(level.title, level.base) for level in seen.table.levels] == [
        ("street", 0),
        ("3″", 3_000),
        ("6″", 6_000),
        ("9″", 9_000),
    ]
    assert [block.base for block in seen.blocks] == [0, 3_000]
    assert {feature.base for feature in seen.table.features if feature.kind == "roof"} == {3_000, 6_000, 9_000}


# --- looking --------------------------------------------------------------------------------------------------


def outlook(*warriors: dict[str, Any], **more: Any) -> dict[str, Any]:
    fight = scene(*warriors, **{**CANDLE, **more})
    found = look(fight.setting, fight.state, "outlook", fight.setting.fighters[0].id, None)
    assert isinstance(found, dict)
    return found


@pytest.mark.rule("war.terrain.los", "war.terrain.cover")
def test_an_outlook_tells_of_height_cover_and_who_looks_back() -> None:
    above = outlook(man(0, 12, 13, 3), man(1, 18, 4))["others"][0]
    assert above["seen"] and above["cover"]
    assert above["text"] == "in cover, 2 of 9 lines are clear, 3″ lower, sees him"
    street = outlook(man(0, 6, 4), man(1, 12, 4))["others"][0]
    assert street["text"] == "in the open, at the same height, sees him" and not street["cover"]
    below = outlook(man(0, 18, 4), man(1, 12, 13, 3))["others"][0]
    assert below["note"] == "3″ up" and "3″ higher" in below["text"]


@pytest.mark.rule("war.hide.basic")
def test_who_hides_is_seen_by_nobody() -> None:
    hidden = outlook(man(0, 18, 4), man(1, 24, 4, flags=["hidden"]))["others"][0]
    assert not hidden["seen"] and hidden["text"].startswith("hidden")


@pytest.mark.rule("war.terrain.measure")
@pytest.mark.parametrize("phase, measured", [("movement", True), ("charge", False), ("shooting", False)])
def test_distances_are_told_when_they_may_be_measured(phase: str, measured: bool) -> None:
    other = outlook(man(0, 18, 4), man(1, 24, 4), phase=phase)["others"][0]
    assert ("distance" in other) is measured
    fight = scene(man(0, 18, 4), man(1, 24, 4), **{**CANDLE, "phase": phase})
    tape = look(fight.setting, fight.state, "distance", fight.setting.fighters[0].id, (24_000, 4_000))
    assert isinstance(tape, Refusal) is not measured
    if isinstance(tape, dict):
        assert tape["distance"] == 6_000 - fight.setting.fighters[0].radius


@pytest.mark.rule("war.terrain.measure", "war.charge.declare")
@pytest.mark.parametrize("measuring, tries", [("open", TRIES), ("by the book", 0)])
def test_what_a_charge_may_cost_is_told_only_where_charges_are_measured(measuring: str, tries: int) -> None:
    fight = scene(man(0, 18, 4), man(1, 24, 4), phase="charge", options={"measuring": measuring})
    charger, foe = (fighter.id for fighter in fight.setting.fighters)
    game: Game[Any, Any] = Game(book(), {}, "1", start=fight.state, setting=fight.setting)
    game.answer(charger)
    found = aftermath(game, 0, foe)
    assert (found.tries, {loss.about for loss in found.losses}) == (tries, {charger, foe} if tries else set())


@pytest.mark.rule("war.terrain.measure", "war.shoot.tohit")
@pytest.mark.parametrize("measuring, told", [("by the book", False), ("open", True)])
def test_what_a_shot_may_do_is_told_only_where_ranges_are_measured(measuring: str, told: bool) -> None:
    archer = man(0, 20, 20, gear=["bow"])
    fight = scene(archer, man(1, 20, 30), phase="shooting", options={"measuring": measuring})
    game: Game[Any, Any] = Game(book(), {}, "1", start=fight.state, setting=fight.setting)
    while (question := game.pending()[0]).what != "shoot at":
        game.answer(question.suggest(1)[0])
    assert bool(expected(game, 0, fight.setting.fighters[1].id).losses) is told
