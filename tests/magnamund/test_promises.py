"""What dice decide about an answer: as likely as the rules that then throw them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from warhost.engine.question import Choose
from warhost.rulebooks.magnamund.morale import morale_value, result_of
from warhost.rulebooks.magnamund.promises import promises
from warhost.rulebooks.magnamund.setting import Fight

from .scene import hero, scene, standing, unit


def chance(fight: Fight, what: str, about: str, option: str, *more: str) -> Fraction:
    question = Choose(0, what, [option, *more], "mag.turn.phase1", about)
    (found,) = promises(fight.setting, fight.state, question, option)
    return found.chance


GIAKS = unit("giaks", [(5, 9)], side="theirs")


@pytest.mark.rule("mag.kai.mind_blast")
def test_a_mind_blast_is_as_likely_as_its_table_says() -> None:
    fight = scene(hero("lone_wolf", (5, 5), skills=["mind_blast"]), GIAKS)
    assert chance(fight, "mind blast", "lone_wolf", "giaks-1") == Fraction(
        fight.setting.library.tables.kai_mind_blast.soldier.hit, 100
    )


@pytest.mark.rule("mag.kai.healing")
def test_healing_is_as_likely_as_its_table_says() -> None:
    hurt = standing(wounds=[("head", "slight")])
    fight = scene(hero("lone_wolf", (5, 5), skills=["healing"], now=hurt), GIAKS)
    needed = fight.setting.library.tables.healing.succeeds_from
    assert chance(fight, "healing", "lone_wolf", "lone_wolf: head slight") == Fraction(101 - needed, 100)


@pytest.mark.rule("mag.kai.mind_over_matter")
def test_turning_a_missile_aside() -> None:
    fight = scene(hero("lone_wolf", (5, 5), skills=["mind_over_matter"]), GIAKS)
    found = chance(fight, "mind over matter", "lone_wolf", "yes", "no")
    assert found == Fraction(fight.setting.library.tables.mind_over_matter, 100)


@pytest.mark.rule("mag.kai.sixth_sense")
def test_whoever_is_unsure_feels_again() -> None:
    fight = scene(hero("lone_wolf", (5, 5), skills=["sixth_sense"]), GIAKS)
    bands = fight.setting.library.tables.sixth_sense
    sizes = [band.upto - below for band, below in zip(bands, (0, *(band.upto for band in bands)), strict=False)]
    shares = dict(zip((band.result for band in bands), sizes, strict=True))
    found = chance(fight, "sixth sense", "lone_wolf", "yes", "no")
    assert found == Fraction(shares["reveal"], 100 - shares["again"])


@pytest.mark.rule("mag.morale.results")
def test_morale_is_as_likely_as_its_dice() -> None:
    fight = scene(unit("guard", [(5, 5), (6, 5), (7, 5)], side="theirs", sheet="giak"), hero("lone_wolf", (5, 9)))
    rolls = [sum(faces) for faces in product(range(1, 7), repeat=2)]
    passed = [result_of(fight, 0, morale_value(fight, 0, rolled).total) == "carry on" for rolled in rolls]
    assert chance(fight, "test", "", "guard") == Fraction(sum(passed), 36)
    assert 0 < sum(passed) < 36


def test_what_needs_no_dice_promises_nothing() -> None:
    fight = scene(hero("lone_wolf", (5, 5), skills=["mind_over_matter"]), GIAKS)
    question = Choose(0, "mind over matter", ["yes", "no"], "mag.kai.mind_over_matter", "lone_wolf")
    assert promises(fight.setting, fight.state, question, "no") == []
