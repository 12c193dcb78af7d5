"""Loose groups wrap round an enemy, arrive piecemeal and may spill on to others."""

from __future__ import annotations

import pytest
from msgspec import structs

from warhost.engine.field.body import apart
from warhost.engine.field.formation import joined
from warhost.rulebooks.threeplains.bodies import TOUCH, body
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.pursuit import pursue
from warhost.rulebooks.threeplains.events.contacts import LappedRound
from warhost.rulebooks.threeplains.fighting.contact import between, foes
from warhost.rulebooks.threeplains.fighting.edges import touching
from warhost.rulebooks.threeplains.fighting.engulf import engulfed, rings
from warhost.rulebooks.threeplains.fighting.fronts import flank_and_rear, overlapped
from warhost.rulebooks.threeplains.fighting.squaring import close_up, turn_to_face, zone_of
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import Side

from .charges_home import ROUND, met, nobody_overlaps, strike, strikers
from .scene import champion, contact, feature, foot, hero, number, piece, scene, script, told, unit

INCH_BASE = (inches(1), inches(1))
SKIRMISHERS = foot(base=INCH_BASE, loose=True, traits=("skirmishers",), title="Skirmisher")
BEASTS = foot(base=INCH_BASE, loose=True, attacks=2, category="beast", title="Wolf")
LORD = champion(base=INCH_BASE, attacks=4, life=3)


def hangs_together(fight: Fight, name: str) -> bool:
    return joined(body(fight, number(fight, name)).bases, TOUCH)


@pytest.mark.rule("tp.move.squareup.lap", "tp.move.charge.loose")
def test_skirmishers_wrap_their_spare_models_round_a_hero() -> None:
    fight = scene(
        unit("skirmishers", (36, 20), models=10, files=5, figure=SKIRMISHERS),
        hero("lord", (36, 20), facing=180, side=1, figure=LORD),
    )
    piece(fight, "skirmishers").turn.charge_turn = inches(1)
    with script(fight, dice=[4, 4, 4, 4, 1, 1, 1, 1, 1, 1]):
        assert strike(fight, "skirmishers", "lord")
    assert engulfed(fight, number(fight, "lord"))
    assert rings(fight, number(fight, "skirmishers"))
    assert hangs_together(fight, "skirmishers")
    assert nobody_overlaps(fight)
    assert told(fight, LappedRound)[0].models >= 8


@pytest.mark.rule("tp.move.pursue.move", "tp.move.loose")
@pytest.mark.parametrize("hemmed_in", [False, True])
def test_skirmishers_form_up_again_when_they_pursue_whom_they_lapped(hemmed_in: bool) -> None:
    rock = [feature("impassable", (33, 23), (2.8, 1.4))] if hemmed_in else []
    fight = scene(
        unit("skirmishers", (36, 20), models=10, files=5, figure=SKIRMISHERS),
        unit("goblins", (36, 20), facing=180, side=1, models=6, files=3, figure=ROUND),
        terrain=rock,
    )
    hunters, goblins = number(fight, "skirmishers"), number(fight, "goblins")
    piece(fight, "skirmishers").turn.charge_turn = inches(1)
    assert strike(fight, "skirmishers", "goblins")
    lapped = body(fight, hunters)
    assert (lapped.width, lapped.depth) != (inches(5), inches(2))
    with script(fight, dice=[6, 6, 1, 2]):
        flee(fight, goblins, "tp.check.break")
        pursue(fight, hunters, goblins)
    after = body(fight, hunters)
    assert ((after.width, after.depth) == (inches(5), inches(2))) is not hemmed_in
    assert hangs_together(fight, "skirmishers") and nobody_overlaps(fight)


@pytest.mark.rule("tp.move.squareup.lap", "tp.move.charge.loose")
def test_models_without_movement_close_up_behind_and_lap_in_the_second_round() -> None:
    fight = scene(
        unit("wolves", (36, 20), models=9, files=3, figure=BEASTS),
        unit("goblins", (36, 20), facing=180, models=12, files=4, figure=ROUND, side=1),
    )
    wolves = piece(fight, "wolves")
    wolves.turn.charge_turn = inches(7)
    assert strike(fight, "wolves", "goblins")
    assert hangs_together(fight, "wolves")
    first = len(strikers(fight, "wolves", "goblins"))
    assert first == 3  # the whole first row, that has gone no farther than its leader
    close_up(fight)
    assert len(strikers(fight, "wolves", "goblins")) == first  # they are still arriving
    fight.state.contacts[0] = structs.replace(fight.state.contacts[0], rounds=1)
    close_up(fight)
    assert len(strikers(fight, "wolves", "goblins")) == 9
    assert hangs_together(fight, "wolves")
    assert nobody_overlaps(fight)


@pytest.mark.rule("tp.move.squareup.lap", "tp.move.charge.loose")
@pytest.mark.parametrize("files", [2, 3, 4])
def test_those_who_arrive_in_front_of_the_enemy_need_no_movement_to_stay_there(files: int) -> None:
    fight = scene(
        unit("wolves", (36, 20), models=8, files=files, figure=BEASTS),
        unit("goblins", (36, 20), facing=180, models=12, files=4, figure=ROUND, side=1),
    )
    piece(fight, "wolves").turn.charge_turn = inches(7)
    assert strike(fight, "wolves", "goblins")
    assert len(strikers(fight, "wolves", "goblins")) == told(fight, LappedRound)[0].models == files
    assert piece(fight, "wolves").point == (inches(36), inches(20))


@pytest.mark.rule("tp.move.squareup.lap", "tp.move.charge.loose")
@pytest.mark.parametrize(("x", "come"), [(36, 4), (38, 3), (38.5, 2), (39.5, 1)])
def test_past_the_end_of_the_side_those_fight_who_come_against_it(x: float, come: int) -> None:
    """Four wolves in one row against a front of four inches, with nothing left to step aside."""
    fight = scene(
        unit("wolves", (x, 20), models=4, files=4, figure=BEASTS),
        unit("goblins", (36, 20), facing=180, models=12, files=4, figure=ROUND, side=1),
    )
    piece(fight, "wolves").turn.charge_turn = inches(7)
    assert strike(fight, "wolves", "goblins")
    assert told(fight, LappedRound)[0].models == come


@pytest.mark.rule("tp.move.squareup.lap")
@pytest.mark.parametrize(("gone", "come"), [(7, 2), (1, 5)])
def test_two_abreast_both_come_to_blows_with_a_single_man(gone: float, come: int) -> None:
    fight = scene(
        unit("skirmishers", (36, 20), models=6, files=2, figure=SKIRMISHERS),
        hero("lord", (36, 20), facing=180, side=1, figure=LORD),
    )
    piece(fight, "skirmishers").turn.charge_turn = inches(gone)
    assert strike(fight, "skirmishers", "lord")
    assert told(fight, LappedRound)[0].models >= come


@pytest.mark.rule("tp.move.squareup.lapstress", "tp.combat.overlap.loose", "tp.combat.flankrear")
def test_lapping_on_to_the_rear_is_an_overlap_and_no_rear_attack() -> None:
    """Wolves charge the left flank and lap past the middle of the rear: 5 for the flank, 2 for the overlap."""
    fight = scene(
        unit("wolves", (34, 18.5), facing=90, models=11, files=3, figure=BEASTS),
        unit("goblins", (36, 20), models=12, files=4, figure=ROUND, side=1),
    )
    assert strike(fight, "wolves", "goblins", "left")
    goblins = number(fight, "goblins")
    assert flank_and_rear(fight, goblins) == [number(fight, "wolves")]
    assert overlapped(fight, goblins).total == 2
    assert [step.note for step in overlapped(fight, goblins).steps[1:]] == ["rear"]


@pytest.mark.rule("tp.combat.overlap.flimsy", "tp.combat.overlap.loose")
def test_skirmishers_stress_only_those_as_flimsy_as_themselves() -> None:
    against_unit = scene(
        unit("skirmishers", (36, 20), models=12, files=4, figure=SKIRMISHERS),
        unit("goblins", (36, 20), facing=180, models=9, files=3, figure=ROUND, side=1),
    )
    assert strike(against_unit, "skirmishers", "goblins")
    assert overlapped(against_unit, number(against_unit, "goblins")).total == 0
    against_others = scene(
        unit("skirmishers", (36, 20), models=12, files=4, figure=SKIRMISHERS),
        unit("others", (36, 20), facing=180, models=4, files=2, figure=SKIRMISHERS, side=1),
        clock=1,
    )
    with script(against_others, dice=[4] * 4 + [1] * 6):
        assert strike(against_others, "skirmishers", "others")
    assert overlapped(against_others, number(against_others, "others")).total == 6


@pytest.mark.rule("tp.move.squareup.newzones")
def test_whoever_rings_an_enemy_shows_his_rear_to_all() -> None:
    fight = scene(
        unit("skirmishers", (36, 20), models=12, files=4, figure=SKIRMISHERS),
        hero("lord", (36, 20), facing=180, side=1, figure=LORD),
        unit("guard", (36, 40), facing=180, models=10, figure=ROUND, side=1),
    )
    with script(fight, dice=[4] * 4 + [1] * 6):
        assert strike(fight, "skirmishers", "lord")
    ring = number(fight, "skirmishers")
    assert zone_of(fight, ring, piece(fight, "guard").point) == "rear"
    assert zone_of(fight, ring, (inches(60), inches(20))) == "rear"
    assert strike(fight, "guard", "skirmishers", "rear")
    assert flank_and_rear(fight, ring) == [number(fight, "guard")]
    assert nobody_overlaps(fight)


@pytest.mark.rule("tp.move.squareup.charged")
def test_small_gaps_do_not_keep_a_charged_loose_group_from_being_struck() -> None:
    fight = scene(
        unit("guard", (36, 18), models=10, files=5, figure=ROUND),
        unit(
            "skirmishers", (36, 20), facing=180, models=5, figure=SKIRMISHERS, side=1,
            places=[(34, 20.5), (35, 21.2), (36, 20.5), (37, 21.4), (38, 22.4)],
        ),
    )  # fmt: skip
    assert strike(fight, "guard", "skirmishers")
    assert piece(fight, "guard").y == inches(20)
    assert strikers(fight, "guard", "skirmishers") == [0, 1, 2, 3]
    assert strikers(fight, "skirmishers", "guard") == [0, 1, 2, 3]


@pytest.mark.rule("tp.move.squareup.charged")
def test_nobody_strikes_over_the_heads_of_his_friends() -> None:
    """The second rank is less than an inch from the enemy, but a friend stands straight before it."""
    fight = scene(
        unit("elves", (36, 20), models=6, files=3, figure=foot(loose=True)),
        unit("others", (36, 20), facing=180, models=3, files=3, figure=foot(loose=True), side=1),
    )
    contact(fight, "elves", "others")
    assert strikers(fight, "elves", "others") == [0, 1, 2]


@pytest.mark.rule("tp.move.squareup.charged", "tp.move.squareup")
def test_attackers_close_straight_in_on_loose_models() -> None:
    fight = scene(
        unit("guard", (33, 18), models=4, files=2, figure=ROUND),
        unit(
            "skirmishers", (36, 20), facing=180, models=4, figure=SKIRMISHERS, side=1,
            places=[(36, 20.5), (35, 21), (34, 21.5), (33, 22)],
        ),
    )  # fmt: skip
    assert strike(fight, "guard", "skirmishers")
    assert piece(fight, "guard").y > inches(20)
    assert nobody_overlaps(fight)
    assert touching(fight, number(fight, "guard"), number(fight, "skirmishers"))


def beside_another() -> Fight:
    return scene(
        unit("wolves", (36, 20), models=8, files=4, figure=BEASTS),
        unit("goblins", (36, 20), facing=180, models=4, files=2, figure=ROUND, side=1),
        unit("guard", (39.5, 21.5), facing=180, models=6, files=3, figure=ROUND, side=1),
    )


@pytest.mark.rule("tp.move.squareup.spill")
def test_models_that_fan_out_on_to_another_enemy_fight_him_too() -> None:
    fight = beside_another()
    with script(fight, answers=["lap on"]):
        assert strike(fight, "wolves", "goblins")
    spilled = met(fight, "wolves", "guard")
    assert spilled.lapped


@pytest.mark.rule("tp.move.squareup.spill")
@pytest.mark.parametrize(("own", "spilled"), [(4, False), (1, True)])
def test_a_deviancy_check_may_hold_them_back(own: int, spilled: bool) -> None:
    fight = beside_another()
    with script(fight, answers=["hold back"], dice=[own] * 4 + [4] * 3):
        assert strike(fight, "wolves", "goblins")
    wolves, guard = number(fight, "wolves"), number(fight, "guard")
    assert (guard in foes(fight, wolves)) is spilled
    if not spilled:
        assert apart(body(fight, wolves), body(fight, guard)) >= inches(0.5)


@pytest.mark.rule("tp.move.squareup.spill")
def test_who_has_been_held_back_this_turn_stays_so_without_another_check() -> None:
    fight = beside_another()
    piece(fight, "wolves").held_back = fight.state.clock
    with script(fight):
        assert strike(fight, "wolves", "goblins")
    assert number(fight, "guard") not in foes(fight, number(fight, "wolves"))



@pytest.mark.rule("tp.move.squareup.turn")
def test_a_loose_group_turns_and_laps_round_the_attacker() -> None:
    fight = scene(
        unit("elves", (34, 19), facing=90, models=4, files=2, figure=ROUND),
        unit("wolves", (36, 20), models=9, files=4, figure=BEASTS, side=1),
    )
    contact(fight, "elves", "wolves", "front", "left", rounds=1)
    assert turn_to_face(fight, number(fight, "wolves"))
    assert piece(fight, "wolves").facing == 27000
    assert met(fight, "elves", "wolves").b_side == "front"
    assert len(strikers(fight, "wolves", "elves")) >= 6
    assert hangs_together(fight, "wolves")
    assert nobody_overlaps(fight)


@pytest.mark.parametrize("turned", [0, 30, 45, 200.5])
@pytest.mark.parametrize("struck", ["front", "left", "right", "rear"])
def test_lapping_works_at_every_angle(turned: float, struck: Side) -> None:
    fight = scene(
        unit("wolves", (36, 10), models=11, files=4, figure=foot(base=INCH_BASE, loose=True, movement=inches(40))),
        unit("goblins", (36, 24), facing=turned, models=17, files=5, side=1),
    )
    assert strike(fight, "wolves", "goblins", struck)
    assert hangs_together(fight, "wolves")
    assert nobody_overlaps(fight)
    assert between(fight, 0, 1) is not None
    assert len(strikers(fight, "wolves", "goblins")) >= 2


@pytest.mark.rule("tp.move.squareup.compulsory", "tp.piece.casualties.back")
@pytest.mark.parametrize("fallen", [5, 6])
def test_a_loose_group_follows_when_the_rank_that_it_struck_in_the_rear_has_gone(fallen: int) -> None:
    """Casualties leave from the back, where the wolves are."""
    fight = scene(
        unit("wolves", (36, 20), models=3, files=3, figure=BEASTS),
        unit("men", (36, 22), models=10, files=5, figure=ROUND, side=1),
    )
    contact(fight, "wolves", "men", "front", "rear", charge=inches(4))
    assert len(strikers(fight, "wolves", "men")) == 3
    piece(fight, "men").models -= fallen
    close_up(fight)
    assert foes(fight, number(fight, "wolves")) == [number(fight, "men")]
    assert len(strikers(fight, "wolves", "men")) == 3
    assert apart(body(fight, 0), body(fight, 1)) <= TOUCH
    assert hangs_together(fight, "wolves") and nobody_overlaps(fight)
