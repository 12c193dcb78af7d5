"""What is said of a spell that is laid, held against a count of its dice; and that it tells no sealed strength."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from warhost.engine.forecast import Expectation, expected
from warhost.engine.foresight import Foreseen, Foresight, proved
from warhost.engine.game import Game
from warhost.rulebooks.missum.magic.casting import PLACES
from warhost.rulebooks.missum.magic.places import SpellPlace
from warhost.rulebooks.missum.magic.saving import save_need
from warhost.rulebooks.missum.magic.supposing import strengths
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.state import Cast

from .scene import MM, book, north, number, piece, scene, south
from .test_magic import TEAM, THEIRS, on

FACES = range(1, 21)


def laying(*casts: tuple[str, str, int], level: int = 5, near: bool = False) -> tuple[Fight, Game[Any, Any]]:
    """The first of these spells is to be laid, the others are announced: whose, which, how strong."""
    theirs = {**THEIRS, "options": [f"level {level}"]}
    enemy = north("b", at=(600, 300)) if near else north("b")
    fight = scene(south("a"), enemy, TEAM, theirs, step=2)
    charts = fight.setting.charts
    found = []
    for team, spell, strength in casts:
        kind = next(one for one in charts.magic.type if spell in (one.attack, one.defense))
        found.append(Cast(number(fight, team), spell == kind.attack, kind.number, strength))
    fight.state.casts, fight.state.passed = tuple(found), PLACES
    return fight, Game(book(), {}, "1", start=fight.state, setting=fight.setting)


def place(fight: Fight, target: str) -> dict[str, list[int]]:
    return {"at": [round(value * MM) for value in on(fight, target)]}


def seen(game: Game[Any, Any], order: Any) -> tuple[Foreseen, Expectation]:
    (question,) = game.pending()
    assert isinstance(question, SpellPlace)
    return Foresight(game, question.side).of(order), expected(game, question.side, order)


@pytest.mark.rule("mis.magic.saving-throw")
@pytest.mark.parametrize("strength", [1, 2])
def test_whoever_lays_a_spell_hears_how_likely_it_takes_hold(strength: int) -> None:
    fight, game = laying(("team", "abode", strength))
    found, _ = seen(game, place(fight, "b"))
    need = save_need(fight, number(fight, "b"))
    falls = sum(any(face > need for face in faces) for faces in product(FACES, repeat=strength))
    (promise,) = found.promises
    assert (promise.what, promise.about) == ("falls under the Abode of Sárku", "b")
    assert (promise.chance, promise.supposed) == (Fraction(falls, 20**strength), "")


@pytest.mark.rule("mis.spell.gaze")
def test_a_gaze_says_how_many_may_die() -> None:
    fight, game = laying(("team", "gaze", 1), near=True)
    order = place(fight, "b")
    (question,) = game.pending()
    assert isinstance(question, SpellPlace)
    cost = question.check(order)
    assert isinstance(cost, dict) and cost["distance"] <= 300 * MM
    figures, safe = cost["under b"], Fraction(save_need(fight, number(fight, "b")), 20)
    _, losses = seen(game, order)
    by_hand = {
        fallen: comb(figures, fallen) * (1 - safe) ** fallen * safe ** (figures - fallen)
        for fallen in range(figures + 1)
    }
    (loss,) = losses.losses
    assert (loss.about, dict(loss.spread), losses.tries) == ("b", by_hand, 0)


@pytest.mark.rule("mis.magic.combat")
def test_every_strength_that_a_counter_may_have_is_told_with_its_chance() -> None:
    fight, game = laying(("team", "abode", 1), ("theirs", "illumination", 2))
    found, losses = seen(game, place(fight, "b"))
    table = fight.setting.charts.breaks_through
    met = {one.supposed: one.chance for one in found.promises if one.what.startswith("breaks through")}
    assert met == {
        "if of strength I": Fraction(table(1, 1), 20),
        "if of strength II": Fraction(table(1, 2), 20),
    }
    free = found.promises[0]
    assert free.supposed == losses.given == "if no Illumination of Thúmis is set against it"


@pytest.mark.rule("mis.magic.strength")
@pytest.mark.parametrize("level", [5, 11])
@pytest.mark.parametrize("mine", [("team", "abode", 2), ("team", "gaze", 1)])
def test_what_is_told_of_a_spell_is_the_same_whatever_strength_is_sealed(mine: Any, level: int) -> None:
    """The enemy's strength is chosen and sealed; neither chances nor losses change with it."""
    kind = "illumination" if mine[1] == "abode" else "arm"
    told = []
    for strength in (1, 2, 3):
        fight, game = laying(mine, ("theirs", kind, strength), level=level)
        told.append(seen(game, place(fight, "b")))
    assert told[0] == told[1] == told[2]
    met = [one for one in told[0][0].promises if one.what.startswith("breaks through")]
    assert len(met) == (2 if level == 5 else 3)


@pytest.mark.rule("mis.magic.strength")
def test_nor_is_the_strength_of_a_spell_told_to_whoever_sets_his_own_against_it() -> None:
    told = []
    for strength in (1, 2, 3):
        fight, game = laying(("team", "illumination", 2), ("theirs", "abode", strength), level=11)
        spot = place(fight, "a")
        mine, theirs = fight.state.casts
        at = spot["at"][0], spot["at"][1]
        game.checkpoint.casts = mine, Cast(theirs.team, True, theirs.type, strength, at)
        told.append(seen(game, spot))
    assert told[0] == told[1] == told[2]
    table = fight.setting.charts.breaks_through
    met = [one.chance for one in told[0][0].promises if one.what == "breaks through the Illumination of Thúmis"]
    assert met == [Fraction(table(strength, 2), 20) for strength in (1, 2, 3)]


@pytest.mark.rule("mis.magic.options")
def test_spread_or_concentrated_is_chosen_by_its_chances_die_by_die() -> None:
    fight, game = laying(("team", "abode", 2))
    game.answer(place(fight, "b"))
    (question,) = game.pending()
    assert question.what == "option"
    need = save_need(fight, number(fight, "b"))
    safe = Fraction(need, 20)
    for option, chance in (("concentrated", 1 - safe**2), ("along", 1 - safe)):
        promises = Foresight(game, 0).of(option).promises
        assert [one.chance for one in promises] == [chance]
        assert proved(game, 0, option, promises, 2000) == list(promises)


@pytest.mark.rule("mis.spell.knowledge")
def test_the_knowledge_says_how_likely_somebody_routs() -> None:
    fight, game = laying(("team", "knowledge", 1))
    _, found = seen(game, place(fight, "b"))
    rating = fight.setting.troops[number(fight, "b")].rating
    fails = 1 - Fraction(save_need(fight, number(fight, "b")), 20)
    assert found.flights == {"b": fails * (1 - Fraction(rating, 20))}
    assert piece(fight, "b").fate == "standing"


@pytest.mark.rule("mis.magic.poor-races", "mis.chart.spells")
@pytest.mark.parametrize("options, able", [([], [1, 2, 3]), (["shen"], [1, 2]), (["livyani"], [1, 2, 3])])
def test_a_sealed_spell_is_supposed_no_stronger_than_the_team_ever_had(options: list[str], able: list[int]) -> None:
    fight = scene(south("a"), north("b"), TEAM, {**THEIRS, "options": ["level 8", *options]}, step=2)
    assert strengths(fight.setting, Cast(number(fight, THEIRS["id"]), True, 5, 0)) == able
