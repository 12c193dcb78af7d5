"""What dice decide about an answer: as likely as the rules that then throw them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from random import Random
from typing import Any

import pytest

from warhost.engine.foresight import Foresight, disproved, foreseen, proved
from warhost.engine.game import Game
from warhost.engine.promise import Promise
from warhost.engine.question import Question
from warhost.rulebooks.magnamund.morale import morale_value, trial_of
from warhost.rulebooks.magnamund.setting import Fight

from .scene import book, hero, scene, standing, unit
from .test_tricks import GASH, THEIRS, gash, shaken

GIAKS = unit("giaks", [(5, 9)], side="theirs")


def game(fight: Fight, *answers: Any) -> Game[Any, Any]:
    found: Game[Any, Any] = Game(book(), {}, "1", start=fight.state, setting=fight.setting)
    for answer in answers:
        found.answer(answer)
    return found


def told(now: Game[Any, Any], what: str, answer: Any, most: int = 9000) -> list[Promise]:
    """What is promised of an answer to the open question, the same as if die by die is looked at."""
    (question,) = now.pending()
    assert question.what == what
    found = foreseen(now, question.side, answer)
    slowly = proved(now, question.side, answer, found, most)
    assert slowly is None or slowly == found
    return found


def power(skill: str, **more: Any) -> Fight:
    return scene(hero("lone_wolf", (5, 5), skills=[skill], **more), GIAKS)


@pytest.mark.rule("mag.kai.mind_blast")
def test_a_mind_blast_is_as_likely_as_its_table_says() -> None:
    fight = power("mind_blast")
    (found,) = told(game(fight, "lone_wolf"), "mind blast", "giaks-1")
    assert found.chance == Fraction(fight.setting.library.tables.kai_mind_blast.soldier.hit, 100)
    assert (found.what, found.about) == ("mind blast works", "lone_wolf")


@pytest.mark.rule("mag.kai.healing")
def test_healing_is_as_likely_as_its_table_says() -> None:
    fight = power("healing", now=standing(wounds=[("head", "slight")]))
    needed = fight.setting.library.tables.healing.succeeds_from
    (found,) = told(game(fight, "lone_wolf"), "healing", "lone_wolf: head slight")
    assert found.chance == Fraction(101 - needed, 100)


@pytest.mark.rule("mag.kai.sixth_sense")
def test_whoever_is_unsure_feels_again() -> None:
    fight = scene(hero("lone_wolf", (5, 5), skills=["sixth_sense"]), GIAKS, phase="movement")
    bands = fight.setting.library.tables.sixth_sense
    sizes = [band.upto - below for band, below in zip(bands, (0, *(band.upto for band in bands)), strict=False)]
    shares = dict(zip((band.result for band in bands), sizes, strict=True))
    (found,) = told(game(fight), "sixth sense", "yes", most=200)  # die by die it has no end
    assert found.chance == Fraction(shares["reveal"], 100 - shares["again"])
    assert told(game(fight), "sixth sense", "no") == []


@pytest.mark.rule("mag.morale.results")
def test_morale_is_as_likely_as_its_dice() -> None:
    fight = scene(unit("guard", [(5, 5), (6, 5), (7, 5)], side="theirs", sheet="giak"), hero("lone_wolf", (5, 9)))
    trial = trial_of(fight, 0)
    rolls = [sum(faces) for faces in product(range(1, 7), repeat=2)]
    passed = [trial.read(morale_value(fight, 0, rolled).total) == "carry on" for rolled in rolls]
    assert trial.chance("carry on") == Fraction(sum(passed), 36)
    assert 0 < sum(passed) < 36


@pytest.mark.rule("mag.trick.brutality", "mag.morale.results")
def test_whoever_is_not_cut_down_for_the_others_tests_with_them() -> None:
    fight = scene(
        shaken((6, 8), (7, 8), (8, 8)), gash("brutality"), cards=[GASH], phase="morale", **THEIRS
    )  # fmt: skip
    (found,) = told(game(fight), "brutality", "no")
    assert (found.what, found.about, found.chance) == ("carries on", "giaks", trial_of(fight, 0).chance("carry on"))
    assert told(game(fight), "brutality", "yes") == []


# --- where there is nothing to foresee ----------------------------------------------------------------------------


def asked(encounter: str, seed: int) -> Iterator[tuple[Game[Any, Any], Question]]:
    """Every question of a battle of chance."""
    now: Game[Any, Any] = Game(book(), book().setup(encounter, {}), f"{encounter} {seed}")
    chance = Random(seed)
    while questions := now.pending():
        yield now, questions[0]
        now.answer(questions[0].sample(chance), questions[0].side)


@pytest.mark.parametrize("encounter", [encounter.id for encounter in book().scenarios()])
def test_of_a_question_that_is_silent_nothing_is_promised_die_by_die(encounter: str) -> None:
    silent, chance = set[str](), Random(1)
    for now, question in islice(asked(encounter, 1), 150):
        if Foresight(now, question.side).silent:
            silent.add(question.what)
            assert disproved(now, question.side, question.sample(chance), 60) == ""
    assert "march" in silent


def test_shots_are_silent_until_somebody_has_powers() -> None:
    archers, giaks = unit("archers", [(5, 5)], weapons=["short_bow"]), unit("giaks", [(5, 9)], side="theirs")
    plain = game(scene(archers, giaks))
    learned = game(scene(archers, giaks, hero("lone_wolf", (2, 2), skills=["healing"])))
    assert [plain.pending()[0].what, learned.pending()[0].what] == ["fire", "fire"]
    assert Foresight(plain, 0).silent and not Foresight(learned, 0).silent


def test_powers_nobody_may_know_of_do_not_show() -> None:
    """Whether an enemy who lies hidden has powers does not change what is said of a shot."""
    archers, giaks = unit("archers", [(5, 5)], weapons=["short_bow"]), unit("giaks", [(5, 9)], side="theirs")
    lurker = hero("lone_wolf", (1, 1), side="theirs", skills=["mind_blast"], now=standing(hidden=True))
    assert Foresight(game(scene(archers, giaks, lurker)), 0).silent
