"""Contacts: which pieces are in one combat, in which order, and who is free when one leaves."""

from __future__ import annotations

import pytest

from warhost.engine.field.alignment import model_at
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.fighting.contact import (
    combat_of,
    combats,
    contacts_of,
    engage,
    engaged,
    fighting,
    foes,
)
from warhost.rulebooks.threeplains.fighting.edges import fighters, touching
from warhost.rulebooks.threeplains.fighting.parting import leave  # fmt: skip
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.setting import Fight

from .scene import champion, contact, foot, hero, horse, number, piece, scene, unit

ROUND = foot(base=(inches(1), inches(1)))


def row_of_four() -> Fight:
    """A and C are friends; A touches B, B touches C, C touches D."""
    fight = scene(
        unit("a", (30, 20), models=8, files=4, figure=ROUND),
        unit("c", (36, 20), models=8, files=4, figure=ROUND),
        unit("far", (10, 20), models=8, files=4, figure=ROUND),
        unit("b", (33, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
        unit("d", (39, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
        unit("e", (10, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
    )
    for one, other in (("a", "b"), ("c", "b"), ("c", "d"), ("far", "e")):
        contact(fight, one, other)
    return fight


@pytest.mark.rule("tp.combat.combat")
def test_contacts_link_pieces_to_one_combat() -> None:
    fight = row_of_four()
    linked = sorted(number(fight, name) for name in "abcd")
    assert combat_of(fight, number(fight, "a")) == linked
    assert combat_of(fight, number(fight, "d")) == linked


@pytest.mark.rule("tp.combat.phase")
def test_combats_are_taken_along_the_long_edge() -> None:
    fight = row_of_four()
    assert [number(fight, "far") in combat for combat in combats(fight)] == [True, False]


@pytest.mark.rule("tp.combat.combat")
def test_who_leaves_frees_those_who_fought_nobody_else() -> None:
    fight = row_of_four()
    assert leave(fight, number(fight, "b")) == [number(fight, "a")]
    assert not engaged(fight, number(fight, "a"))
    assert foes(fight, number(fight, "c")) == [number(fight, "d")]


def test_those_who_are_gone_are_not_freed() -> None:
    fight = row_of_four()
    piece(fight, "e").fate = "slain"
    assert leave(fight, number(fight, "far")) == []
    assert contacts_of(fight, number(fight, "e")) == []


@pytest.mark.rule("tp.move.unintentional.late")
def test_a_late_contact_belongs_to_no_combat_yet() -> None:
    fight = row_of_four()
    engage(fight, number(fight, "a"), number(fight, "e"), ("front", "left"), late=True)
    assert number(fight, "e") not in combat_of(fight, number(fight, "a"))
    assert len(fighting(fight, number(fight, "a"))) == 1
    fight.state.clock += 1
    assert number(fight, "e") in combat_of(fight, number(fight, "a"))


@pytest.mark.rule("tp.move.squareup.lapstress")
def test_a_charge_takes_the_place_of_a_contact_by_lapping() -> None:
    fight = row_of_four()
    a, d = number(fight, "a"), number(fight, "d")
    engage(fight, a, d, ("front", "left"), lapped=True)
    engage(fight, a, d, ("front", "rear"), charge=inches(5))
    found = [one for one in contacts_of(fight, a) if one.foe(a) == d]
    assert [(one.b_side, one.lapped) for one in found] == [("rear", False)]


# --- who touches whom ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.combat.contact")
def test_five_against_three_strike_with_three_and_their_corners() -> None:
    fight = scene(
        unit("wide", (36, 20), models=10, files=5), unit("slim", (36, 20), facing=180, models=9, files=3, side=1)
    )
    contact(fight, "wide", "slim")
    met = fight.state.contacts[0]
    assert fighters(fight, 0, met) == [0, 1, 2, 3, 4]
    assert fighters(fight, 1, met) == [0, 1, 2]
    assert touching(fight, 0, 1) == [(0, 2), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (4, 0)]
    piece(fight, "wide").x += inches(0.3)  # now only one end reaches a corner
    assert fighters(fight, 0, met) == [0, 1, 2, 3]


@pytest.mark.rule("tp.combat.corner")
def test_two_bases_that_meet_at_their_corners_strike_each_other() -> None:
    side = from_mm(20)
    fight = scene(
        hero("elf", (36, 20)), hero("goblin", (36 + side / 1000, 20), facing=180, side=1, figure=champion())
    )
    contact(fight, "elf", "goblin")
    goblin = piece(fight, "goblin")
    for way in (1, -1):
        for off, pairs in ((0, [(0, 0)]), (40, [(0, 0)]), (60, [])):
            goblin.x = inches(36) + way * (side + off)
            assert touching(fight, 0, 1) == pairs


@pytest.mark.rule("tp.combat.contact")
@pytest.mark.parametrize(("gap", "touch"), [(0.05, True), (0.06, False)])
def test_bases_touch_up_to_a_twentieth_of_an_inch(gap: float, touch: bool) -> None:
    fight = scene(
        unit("elves", (36, 20), models=10), unit("goblins", (36, 20 + gap), facing=180, models=10, side=1)
    )
    contact(fight, "elves", "goblins")
    assert bool(touching(fight, 0, 1)) is touch


@pytest.mark.rule("tp.combat.contact", "tp.move.squareup.backrank")
def test_in_a_flank_fight_the_models_along_the_side_strike() -> None:
    fight = scene(
        unit("riders", (34, 18.5), facing=90, models=4, files=4, figure=horse()),
        unit("goblins", (36, 20), models=9, files=4, figure=ROUND, side=1),
    )
    contact(fight, "riders", "goblins", "front", "left")
    met = fight.state.contacts[0]
    assert fighters(fight, number(fight, "goblins"), met) == [0, 4, 8]


def test_places_map_to_models_clockwise() -> None:
    fight = scene(unit("goblins", (36, 20), models=12, files=5, figure=ROUND))
    one = body(fight, 0)  # 5, 5 and 2: the last two stand in files 1 and 2
    assert [model_at(one, "front", place) for place in range(5)] == [0, 1, 2, 3, 4]
    assert [model_at(one, "right", place) for place in range(3)] == [4, 9, 11]
    assert [model_at(one, "rear", place) for place in range(5)] == [9, 8, 11, 10, 5]
    assert [model_at(one, "left", place) for place in range(3)] == [10, 5, 0]
