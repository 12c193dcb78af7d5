"""Where one rule ends and the next begins: exactly there, a hair before, a hair beyond."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.compass import ahead
from warhost.engine.field.stance import Stance
from warhost.engine.question import Choose
from warhost.rulebooks.threeplains.bodies import in_range
from warhost.rulebooks.threeplains.charging.charges import run_charge
from warhost.rulebooks.threeplains.charging.leg import turns_sharply
from warhost.rulebooks.threeplains.charging.marchover import sheltered
from warhost.rulebooks.threeplains.charging.onset import charge_move
from warhost.rulebooks.threeplains.charging.readiness import why_no_charge
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.land.sense import notices, sees
from warhost.rulebooks.threeplains.magic.targets import models_within, reach, shapes_of
from warhost.rulebooks.threeplains.morale.checks import soldiering
from warhost.rulebooks.threeplains.moving.groups import near_character, offer_reveal
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.setting import Fight

from .charging import GUARD, charging, orcs
from .marching import cost, judge, play, refused
from .scene import asked, champion, feature, foot, hero, number, piece, scene, script, unit
from .wizardry import wizard

FAR_ENEMY = unit("foe", at=(60, 44), facing=180, side=1)
HALF_FRONT = 5 * from_mm(20) // 2
BREAKING_POINT = inches(7) - HALF_FRONT


# --- redirected charges --------------------------------------------------------------------------------------


def redirects(angle: float) -> bool:
    """Whether the guard may turn its charge on a lone hero so many degrees to its right."""
    fight = charging(GUARD, orcs(9), hero("other", at=(0, 0), facing=180, side=1))
    other = piece(fight, "other")
    # The point aimed at is the middle of a side as small as a base: here the front, seen straight on.
    other.facing = (round(angle * 100) + 18000) % 36000
    other.x, other.y = ahead(piece(fight, "guard").point, round(angle * 100), inches(6))
    question = asked(fight, lambda trial: run_charge(trial, 0))
    return question.refuse("redirect to other") is None


@pytest.mark.rule("tp.move.charge.redirect")
@pytest.mark.parametrize(
    ("angle", "possible"),
    [(30, True), (44.5, True), (45, True), (45.5, False), (50, False), (59, False), (60, False)],
)
def test_a_charge_is_redirected_by_forty_five_degrees_and_not_by_more(angle: float, possible: bool) -> None:
    assert redirects(angle) is redirects(360 - angle) is possible


# --- the breaking point --------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.unit.turn")
@pytest.mark.parametrize(("far", "flimsy"), [(BREAKING_POINT, False), (BREAKING_POINT + 1, True)])
def test_a_unit_keeps_its_ranks_up_to_its_breaking_point(far: int, flimsy: bool) -> None:
    fight = scene(unit("a", at=(36, 20)), FAR_ENEMY)
    verdict = judge(fight, "a", ["go", inches(36) + far, inches(20)])
    assert isinstance(verdict, dict) and ("flimsy" in verdict) is flimsy
    play(fight, "a", [["go", inches(36) + far, inches(20)]])
    assert (piece(fight, "a").flimsy_until > 1) is flimsy


def charged_sideways(far: int, **more: Any) -> Fight:
    fight = scene(unit("guard", (36, 20), models=15), unit("orcs", (44, 20), facing=270, side=1), **more)
    piece(fight, "orcs").x = inches(36) + far
    with script(fight):
        charge_move(fight, 0, 1, inches(7))
    return fight


@pytest.mark.rule("tp.move.unit.turn")
@pytest.mark.parametrize(("far", "flimsy"), [(BREAKING_POINT, False), (BREAKING_POINT + 1, True)])
def test_a_charger_keeps_its_ranks_up_to_its_breaking_point(far: int, flimsy: bool) -> None:
    assert (piece(charged_sideways(far, phase="combat"), "guard").flimsy_until > 1) is flimsy


@pytest.mark.rule("tp.move.unit.turn")
def test_bad_ground_brings_a_charger_nearer_to_its_breaking_point() -> None:
    """Three inches through rough ground take six inches of movement, more than the five that it may go."""
    rough = feature("rough", (38, 20), (10, 12))
    assert piece(charged_sideways(inches(3), phase="combat"), "guard").flimsy_until == 0
    assert piece(charged_sideways(inches(3), phase="combat", terrain=[rough]), "guard").flimsy_until == 3


@pytest.mark.rule("tp.move.unit.turn")
@pytest.mark.parametrize(("active", "until"), [(0, 6), (1, 5)])
def test_disorder_lasts_until_its_own_next_turn_whoever_s_turn_it_is(active: int, until: int) -> None:
    fight = charged_sideways(inches(6.5), phase="combat", clock=4, active=active)
    assert piece(fight, "guard").flimsy_until == until


# --- held on the spot ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.pursue.move", "tp.move.dash")
def test_a_piece_held_until_this_turn_is_free_in_it() -> None:
    fight = scene(unit("a", at=(20, 10), held_until=4), FAR_ENEMY, clock=3)
    assert refused(fight, "a", ["dash"]) == "tp.move.pursue.move" and why_no_charge(fight, 0) is not None
    free = scene(unit("a", at=(20, 10), held_until=3), FAR_ENEMY, clock=3)
    assert cost(free, "a", ["dash"]) == 0 and why_no_charge(free, 0) is None
    assert cost(free, "a", ["go", inches(20), inches(12)]) == 2
    assert cost(free, "a", ["reorganise", inches(20), inches(9)]) > 0


# --- command models and halfwits -----------------------------------------------------------------------------


def with_halfwit(command: bool) -> Fight:
    halfwit = hero("wit", within="a", role="halfwit", fate="hidden", figure=champion(attacks=1, soldiering=1))
    return scene(unit("a", at=(36, 20), models=9, files=3, command=command), halfwit, FAR_ENEMY)


@pytest.mark.rule("tp.character.halfwit.reveal", "tp.unit.command.placement")
def test_a_hidden_halfwit_does_not_take_the_place_of_the_command_model() -> None:
    question = asked(with_halfwit(command=True), lambda trial: offer_reveal(trial, number(trial, "wit")))
    assert isinstance(question, Choose)
    assert question.refuse("1") is not None and question.refuse("0") is None and question.refuse("8") is None
    question = asked(with_halfwit(command=False), lambda trial: offer_reveal(trial, number(trial, "wit")))
    assert question.refuse("1") is None


@pytest.mark.rule("tp.check.sol.command", "tp.character.halfwit.hidden")
@pytest.mark.parametrize(("command", "dice"), [(True, 5), (False, 4)])
def test_a_command_model_counts_beside_a_hidden_halfwit(command: bool, dice: int) -> None:
    fight = with_halfwit(command)
    assert soldiering(fight, number(fight, "a"), "break").total == dice


@pytest.mark.rule("tp.move.unit.turn")
@pytest.mark.parametrize(("angle", "sharp"), [(4500, False), (4501, True), (31500, False), (31499, True)])
def test_a_charger_turns_sharply_by_more_than_forty_five_degrees(angle: int, sharp: bool) -> None:
    fight = scene(unit("guard", at=(36, 20)))
    assert turns_sharply(fight, 0, Stance((inches(36), inches(20)), angle, 5)) is sharp


@pytest.mark.rule("tp.character.halfwit.hidden", "tp.move.phase")
@pytest.mark.parametrize("spells", [(), ("base.zap",)], ids=["nothing", "a spell"])
def test_the_owner_of_a_hidden_halfwit_is_asked_only_if_something_is_left(spells: tuple[str, ...]) -> None:
    """Rocks behind the unit leave no room for one more rank, so that he cannot come out."""
    fight = scene(
        unit("a", at=(36, 20), acted=True), hero("wit", within="a", role="halfwit", fate="hidden"),
        wizard("mage", (50, 20), *spells, acted=True), unit("foe", at=(50, 26), facing=180, side=1),
        terrain=[feature("rocks", (36, 15.8), (6, 2))],
    )  # fmt: skip
    with script(fight, answers=["done"] if spells else []) as given:
        assert move_one(fight)
    assert [(question.what, question.usual) for question in given.asked] == [("move", "done")] * bool(spells)


# --- what a tape gives ---------------------------------------------------------------------------------------


@pytest.mark.rule("tp.dice.inches")
@pytest.mark.parametrize("files", [3, 5, 10])
@pytest.mark.parametrize(("gap", "near"), [(7.99, True), (8, True), (8.01, False)])
def test_bases_beside_each_other_are_measured_by_their_millimetres(files: int, gap: float, near: bool) -> None:
    """A front of 20 mm bases ends a few thousandths of an inch from where whole thousandths would have it."""
    fight = scene(unit("a", (30, 20), models=2 * files, files=files), hero("standard", at=beside(files, gap)))
    assert in_range(fight, 0, 1, inches(8)) is near
    assert near_character(fight, 0, 1, inches(8)) is near


def beside(files: int, gap: float) -> tuple[float, float]:
    """Where a single model stands so far beside the front of a unit at (30, 20)."""
    mm = 1 / 25.4
    return (30 + files * 10 * mm + gap + 10 * mm, 20.0)


@pytest.mark.rule("tp.dice.inches", "tp.move.marchover.protect")
@pytest.mark.parametrize(("gap", "near"), [(2.99, True), (3, True), (3.01, False)])
def test_three_inches_beside_a_unit_shelter(gap: float, near: bool) -> None:
    fight = scene(unit("a", (30, 20), models=20, files=10), hero("lone", at=beside(10, gap)))
    assert sheltered(fight, number(fight, "lone")) is near


@pytest.mark.rule("tp.dice.inches", "tp.shoot.radius")
@pytest.mark.parametrize(("gap", "near"), [(7.99, True), (8, True), (8.01, False)])
def test_eight_inches_beside_a_unit_are_within_eight_of_a_spell(gap: float, near: bool) -> None:
    fight = scene(unit("a", (30, 20), models=20, files=10), wizard("mage", beside(10, gap)))
    mage = number(fight, "mage")
    assert (reach(fight, mage, number(fight, "a")) <= inches(8)) is near
    assert (number(fight, "a") in models_within(fight, shapes_of(fight, mage), inches(8))) is near


@pytest.mark.rule("tp.aware.secondary", "tp.aware.unmissable")
@pytest.mark.parametrize(("traits", "reach"), [((), 3.0), (("unmissable",), 6.0)])
@pytest.mark.parametrize(("more", "noticed"), [(-0.01, True), (0, True), (0.01, False)])
def test_who_is_exactly_as_far_behind_as_one_hears_is_noticed(
    traits: tuple[str, ...], reach: float, more: float, noticed: bool
) -> None:
    """Two ranks of 20 mm bases end a thousandth of an inch from where whole thousandths would have it."""
    behind = 20 - 40 / 25.4 - reach - more
    beast = foot(base=(from_mm(40), from_mm(40)), category="beast", traits=traits, loose=True)
    fight = scene(
        unit("guard", (36, 20), models=10, files=5),
        unit("beast", (36, behind), models=1, files=1, figure=beast, side=1),
    )
    assert notices(fight, 0, 1) is noticed


@pytest.mark.rule("tp.aware.gaps")
@pytest.mark.parametrize(("wide", "seen"), [(1.0, False), (1.01, True)])
def test_through_exactly_an_inch_nobody_looks(wide: float, seen: bool) -> None:
    """Between two fronts of five 20 mm bases, which end a few thousandths of an inch short."""
    half = 50 / 25.4
    fight = scene(
        unit("viewer", (36, 20), models=3, files=3),
        unit("left", (36 - half - wide / 2, 26), models=5, files=5, side=1),
        unit("right", (36 + half + wide / 2, 26), models=5, files=5, side=1),
        hero("hero", at=(36, 34), facing=180, side=1),
    )
    assert sees(fight, 0, number(fight, "hero")) is seen
