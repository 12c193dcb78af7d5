"""Turning to face an enemy in combat, and how combats close up again."""

from __future__ import annotations

from random import Random

import pytest

from warhost.rulebooks.threeplains.events.contacts import ClosedUp, TurnedToFace
from warhost.rulebooks.threeplains.fighting.contact import combats
from warhost.rulebooks.threeplains.fighting.edges import touching
from warhost.rulebooks.threeplains.fighting.squaring import begin_round, close_up, turn_to_face
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.setting import Fight

from .charges_home import ROUND, met, nobody_overlaps, strike, strikers
from .melees import brawl, melee, sound
from .scene import (
    champion,
    contact,
    feature,
    hero,
    horse,
    number,
    piece,
    scene,
    told,
    unit,
)  # fmt: skip

# --- turning -------------------------------------------------------------------------------------------------


def flanked(**more: object) -> Fight:
    """Elves in the left flank of goblins, one round fought."""
    fight = scene(
        unit("elves", (34, 19), facing=90, models=8, files=2, figure=ROUND),
        unit("goblins", (36, 20), models=12, files=4, figure=ROUND, side=1),
    )
    contact(fight, "elves", "goblins", "front", "left", **{"rounds": 1, **more})
    return fight


@pytest.mark.rule("tp.move.squareup.turn")
def test_a_unit_turns_to_its_only_enemy_in_the_second_round() -> None:
    fight = flanked()
    assert turn_to_face(fight, number(fight, "goblins"))
    goblins = piece(fight, "goblins")
    assert goblins.facing == 27000
    assert goblins.point == (inches(34), inches(19))
    assert met(fight, "elves", "goblins").b_side == "front"
    assert told(fight, TurnedToFace)[0].piece == number(fight, "goblins")
    assert nobody_overlaps(fight)


@pytest.mark.rule("tp.move.squareup.turn")
def test_who_turns_sets_his_middle_before_the_enemys() -> None:
    """Half an inch aside one more model would touch at a corner; that is for closing up."""
    fight = scene(
        hero("elf", (34, 18.2), facing=90, figure=champion(base=(inches(1), inches(1)))),
        unit("goblins", (36, 20), models=12, files=4, figure=ROUND, side=1),
    )
    contact(fight, "elf", "goblins", "front", "left", rounds=1)
    assert turn_to_face(fight, number(fight, "goblins"))
    assert piece(fight, "goblins").point == (inches(34), inches(18.2))


@pytest.mark.rule("tp.move.squareup.turn")
def test_nobody_turns_in_the_first_round() -> None:
    fight = flanked(rounds=0)
    assert not turn_to_face(fight, number(fight, "goblins"))


@pytest.mark.rule("tp.move.squareup.turn")
def test_a_unit_that_fights_in_front_cannot_turn() -> None:
    fight = scene(
        unit("elves", (36, 20), facing=180, models=8, files=4, figure=ROUND),
        unit("riders", (36, 17), models=4, files=2, figure=horse()),
        unit("goblins", (36, 20), models=12, files=4, figure=ROUND, side=1),
    )
    contact(fight, "elves", "goblins", rounds=1)
    contact(fight, "riders", "goblins", "front", "rear", rounds=1)
    assert not turn_to_face(fight, number(fight, "goblins"))


@pytest.mark.rule("tp.move.squareup.turn", "tp.move.charge.fit")
def test_without_any_room_it_does_not_turn() -> None:
    fight = scene(
        unit("elves", (34, 19), facing=90, models=8, files=2, figure=ROUND),
        unit("goblins", (36, 20), models=12, files=4, figure=ROUND, side=1),
        terrain=[
            feature("impassable", (38, 21), (8, 1.5)), feature("impassable", (38, 15.5), (8, 2.5)),
            feature("impassable", (40.6, 18), (1, 4)),
        ],
    )  # fmt: skip
    contact(fight, "elves", "goblins", "front", "left", rounds=1)
    before = piece(fight, "goblins").point
    if turn_to_face(fight, number(fight, "goblins")):
        assert piece(fight, "goblins").narrow
    else:
        assert piece(fight, "goblins").point == before
    assert nobody_overlaps(fight)


# --- closing up ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.squareup.compulsory")
def test_it_slides_by_the_smallest_distance_that_brings_more_to_blows() -> None:
    """Five against five, two and a half files out: each in turn brings one more model to a corner."""
    fight = scene(
        unit("elves", (38.5, 20), models=10, files=5, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=10, files=5, figure=ROUND, side=1),
    )
    contact(fight, "elves", "goblins", rounds=1)
    assert len(strikers(fight, "elves", "goblins")) == 3
    close_up(fight)
    assert len(strikers(fight, "elves", "goblins")) == len(strikers(fight, "goblins", "elves")) == 5
    assert piece(fight, "elves").x == inches(38)
    assert piece(fight, "goblins").x == inches(37)


@pytest.mark.rule("tp.move.squareup.compulsory")
def test_several_steps_of_one_piece_are_told_as_one() -> None:
    fight = scene(
        unit("elves", (38.5, 20), models=10, files=5, figure=ROUND),
        hero("lord", (36, 20), facing=180, side=1, figure=champion(base=(inches(2.5), inches(1)))),
    )
    contact(fight, "elves", "lord", rounds=1)
    close_up(fight)
    assert [(event.piece, event.at) for event in told(fight, ClosedUp)] == [(0, piece(fight, "elves").point)]
    assert piece(fight, "elves").x == inches(36.75)


@pytest.mark.rule("tp.move.squareup.locked")
def test_a_piece_all_of_whose_front_fights_stays() -> None:
    fight = scene(
        unit("elves", (37, 20), models=10, files=5, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=10, files=5, figure=ROUND, side=1),
    )
    contact(fight, "elves", "goblins", rounds=1)
    close_up(fight)
    assert (piece(fight, "elves").x, piece(fight, "goblins").x) == (inches(37), inches(36))
    assert told(fight, ClosedUp) == []


@pytest.mark.rule("tp.move.squareup.compulsory")
def test_nobody_slides_if_a_model_would_lose_its_fight() -> None:
    """Half an inch to the right one more elf would fight the orcs, but the goblin lord would be left alone."""
    fight = scene(
        unit("elves", (36, 20), models=10, files=5, figure=ROUND),
        hero("lord", (33, 20), facing=180, side=1, figure=champion(base=(inches(1), inches(1)))),
        hero("troll", (34.8, 20), facing=180, side=1, figure=champion(base=(inches(2.6), inches(1)))),
        unit("orcs", (41, 20), facing=180, models=18, files=6, figure=ROUND, side=1),
        terrain=[feature("impassable", (32.4, 18.9), (2, 1.5))],
    )
    for foe in ("lord", "troll", "orcs"):
        contact(fight, "elves", foe, rounds=1)
    close_up(fight)
    assert piece(fight, "elves").x == inches(36)
    assert strikers(fight, "lord", "elves") == [0]
    assert len(strikers(fight, "elves", "orcs")) > 1  # the orcs came to them


@pytest.mark.rule("tp.move.squareup.compulsory")
def test_the_attacker_in_the_rear_follows_when_the_last_rank_falls() -> None:
    fight = scene(
        unit("elves", (36, 17), models=8, files=4, figure=ROUND),
        unit("goblins", (36, 20), models=12, files=4, figure=ROUND, side=1),
    )
    contact(fight, "elves", "goblins", "front", "rear", rounds=1)
    piece(fight, "goblins").models = 8
    assert strikers(fight, "elves", "goblins") == []
    close_up(fight)
    assert piece(fight, "elves").y == inches(18)
    assert len(strikers(fight, "elves", "goblins")) == 4


@pytest.mark.rule("tp.move.flee.resquare", "tp.move.squareup.compulsory")
def test_those_who_are_left_close_up_when_a_friend_has_gone() -> None:
    fight = scene(
        unit("elves", (36, 20), models=10, files=5, figure=ROUND),
        unit("friends", (31, 20), models=10, files=5, figure=ROUND),
        unit("goblins", (32, 20), facing=180, models=12, files=4, figure=ROUND, side=1),
    )
    contact(fight, "elves", "goblins", rounds=1)
    contact(fight, "friends", "goblins", rounds=1)
    close_up(fight)
    assert piece(fight, "elves").x == inches(36)
    piece(fight, "friends").fate = "away"
    close_up(fight)
    assert piece(fight, "elves").x < inches(36)
    assert len(strikers(fight, "elves", "goblins")) == 5


@pytest.mark.rule("tp.move.squareup.compulsory")
def test_whoever_touches_nobody_is_out_of_the_combat() -> None:
    fight = scene(
        unit("elves", (36, 20), models=8, files=4, figure=ROUND),
        unit("goblins", (50, 40), facing=180, models=8, files=4, figure=ROUND, side=1, fate="slain"),
    )
    contact(fight, "elves", "goblins")
    close_up(fight)
    assert fight.state.contacts == []


@pytest.mark.rule("tp.move.unintentional.late")
def test_a_late_contact_is_fought_from_the_next_turn_on() -> None:
    fight = scene(
        unit("elves", (36, 19), models=8, files=4, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
        phase="combat",
    )
    assert strike(fight, "elves", "goblins", late=True)
    assert combats(fight) == []
    fight.state.clock += 1
    assert combats(fight) == [[0, 1]]
    begin_round(fight, [0, 1])
    assert not met(fight, "elves", "goblins").waiting


@pytest.mark.rule("tp.combat.contact", "tp.combat.defended")
def test_a_wall_between_two_fronts_does_not_part_them() -> None:
    fight = scene(
        unit("elves", (36, 18), models=10, files=5, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=10, files=5, figure=ROUND, side=1),
        terrain=[feature("stone wall", (36, 19.75), (6, 0.5))],
    )
    assert strike(fight, "elves", "goblins")
    assert piece(fight, "elves").y == inches(19.5)
    assert len(strikers(fight, "elves", "goblins")) == 5
    assert len(touching(fight, 0, 1)) == 13


def test_bases_of_different_size_touch_by_their_places() -> None:
    fight = scene(
        unit("riders", (36, 18), models=8, files=4, figure=horse()),
        unit("goblins", (36, 20), facing=180, models=20, files=5, side=1),
    )
    assert strike(fight, "riders", "goblins")
    wide = from_mm(30) * 4 - from_mm(20) * 5
    assert wide > 0
    assert len(strikers(fight, "riders", "goblins")) == 4
    assert len(strikers(fight, "goblins", "riders")) == 5


@pytest.mark.rule("tp.move.squareup.compulsory")
@pytest.mark.parametrize("seed", range(12))
def test_melees_at_random_stay_sound(seed: int) -> None:
    fight = melee(seed)
    brawl(fight, Random(seed))
    sound(fight)
