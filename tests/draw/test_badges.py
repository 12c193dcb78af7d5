"""Badges: no two that mean different things look the same in a picture."""

from __future__ import annotations

import re

from warhost.draw.badges import SIGNS, badge_defs, letters_for

STATES = ("wild", "wedge", "concealed", "not ready to shoot", "bent sights", "exhausted", "fired", "engaged")


def test_the_states_of_pieces_have_signs_of_their_own() -> None:
    assert set(STATES) <= set(SIGNS)
    assert len(set(SIGNS.values())) == len(SIGNS)


def test_marks_without_a_sign_have_as_many_letters_as_tell_them_apart() -> None:
    marks = ["Slow", "tired 3", "Serenity", "Weakness", "Fire Salt", "Flow of Cohesion", "Feeble Shots", "Slowness"]
    letters = letters_for(marks)
    assert letters["Slow"] == "S" and letters["tired 3"] == "3" and letters["Fire Salt"] == "F"
    assert len({one.upper() for one in letters.values()}) == len(marks)


def test_a_wild_wedge_shows_two_badges() -> None:
    drawn = re.findall(r'<g id="wh-mark-\d+">(.*?)</g>', badge_defs(["wild", "wedge", "Wrath", "Web"]))
    assert len(set(drawn)) == 4
