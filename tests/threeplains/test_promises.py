"""What dice decide about an answer: told to whoever may know it, and as likely as it then turns out."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from warhost.engine.foresight import Foresight, foreseen, proved
from warhost.engine.game import Game
from warhost.engine.promise import Promise, percent
from warhost.engine.question import Question
from warhost.rulebooks.threeplains.events.moves import Dashed
from warhost.rulebooks.threeplains.fighting.contact import engaged
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.rulebook import ThreePlains
from warhost.rulebooks.threeplains.setting import Fight
from warhost.serve.asking import Asking

from .charging import GUARD, charge, charging, orcs
from .scene import foot, scene, unit
from .test_items_commands import marching
from .test_mobs import MOB
from .wizardry import wizard

OPENLY = {"measuring": "open"}
DEVIANCY = "passes its deviancy check"
PLAIN = Fraction(99, 128)  # soldiering 4 against deviancy 3


@cache
def book() -> ThreePlains:
    return ThreePlains()


def game(fight: Fight, *answers: Any, seed: str = "1") -> Game[Any, Any]:
    """The battle of a scene, with these answers given."""
    found: Game[Any, Any] = Game(book(), {}, seed, start=fight.state, setting=fight.setting)
    for answer in answers:
        found.answer(answer)
    return found


def asked(now: Game[Any, Any]) -> Question:
    """The first question that leaves anything to decide."""
    (question,) = now.pending()
    while question.empty:
        now.answer(question.usual)
        (question,) = now.pending()
    return question


def told(fight: Fight, answer: Any, what: str = "") -> list[Promise]:
    """What is promised of an answer to the first question of a scene, the same as if die by die is looked at."""
    now = game(fight)
    question = asked(now)
    assert not what or question.what == what
    found = foreseen(now, question.side, answer)
    assert proved(now, question.side, answer, found, 9000) == found
    return found


def chances(fight: Fight, answer: Any) -> dict[str, Fraction]:
    return {promise.what: promise.chance for promise in told(fight, answer)}


def declaring(*pieces: Any, options: dict[str, str] | None = None) -> Fight:
    return scene(*pieces, phase="declaring", options=OPENLY if options is None else options)


# --- checks --------------------------------------------------------------------------------------------------


def guard(figure: Any) -> Any:
    return unit("guard", at=(36, 20), models=15, files=5, figure=figure, command=True)


def halting(figure: Any) -> list[Promise]:
    """The guard's charge is to be halted."""
    return told(charging(guard(figure), orcs(6)), "halt", "charge")


@pytest.mark.rule("tp.move.charge.halt", "tp.check.deviancy")
def test_a_charge_that_is_to_halt_needs_a_check() -> None:
    (found,) = halting(foot(soldiering=3))
    assert (found.what, found.chance, found.about) == (DEVIANCY, PLAIN, "guard")


@pytest.mark.rule("tp.item.command.overlord_banner")
def test_under_the_overlord_a_failed_check_has_a_second_chance() -> None:
    (found,) = halting(marching("overlord_banner", soldiering=3))
    assert found.chance == 1 - (1 - PLAIN) ** 2 and percent(found.chance) == "95 %"


@pytest.mark.rule("tp.spell.chaos.mayhem")
def test_whoever_fumbles_passes_less_often() -> None:
    (found,) = halting(foot(soldiering=3, traits=("fumbles",)))
    assert percent(found.chance) == "64 %"


@pytest.mark.rule("tp.item.command.standard_of_excellence")
def test_the_standard_of_excellence_leaves_nothing_to_dice() -> None:
    assert halting(marching("standard_of_excellence", soldiering=3)) == []


@pytest.mark.rule("tp.item.command.noteus_scarred_banner")
def test_what_is_certain_needs_no_promise() -> None:
    assert told(charging(GUARD, orcs(6), options=OPENLY), "charge", "charge") == []


@pytest.mark.rule("tp.move.charge.redirect")
def test_so_does_one_that_is_to_turn_on_another() -> None:
    others = unit("wolves", at=(40, 28), facing=180, side=1, models=10)
    (found,) = told(charging(GUARD, orcs(6), others), "redirect to wolves", "charge")
    assert (found.what, found.chance) == (DEVIANCY, PLAIN)


@pytest.mark.rule("tp.move.reform")
def test_another_front_needs_a_check_and_a_leg_does_not() -> None:
    fight = scene(GUARD, orcs(20), phase="moves")
    now = game(fight, "guard")
    assert [one.chance for one in foreseen(now, 0, [["reform", 6]])] == [PLAIN]
    assert foreseen(now, 0, [["go", 36000, 22000]]) == []


@pytest.mark.rule("tp.shoot.defensive", "tp.move.dash")
@pytest.mark.parametrize("seed", "1234")
def test_dice_that_lie_on_the_table_stay_as_they_fell(seed: str) -> None:
    """The charge has made its dash before the archers are asked; only what is still to fall is open."""
    fight = charging(GUARD, orcs(9, figure=foot(weapons=("longbow", "sidearm"))), options=OPENLY)
    now = game(fight, "charge", seed=seed)
    question = asked(now)
    dashed = [one.event for one in now.under_way if isinstance(one.event, Dashed)]
    assert (question.what, len(dashed)) == ("defensive strike", 1)
    strikes, *comes = foreseen(now, 1, "orcs")
    assert (strikes.what, strikes.chance) == (DEVIANCY, PLAIN)
    too_short = dashed[0].added < inches(2)
    assert [one.chance for one in comes] == ([Fraction(0)] if too_short else [])
    assert bool(foreseen(now, 1, "hold fire")) == too_short


# --- charges -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.charge.far")
@pytest.mark.parametrize(("gap", "chance"), [(8.5, Fraction(2, 3)), (9.5, Fraction(1, 3))])
def test_a_charge_that_needs_a_dash_is_as_likely_as_its_die(gap: float, chance: Fraction) -> None:
    (found,) = told(declaring(GUARD, orcs(gap)), {"guard": "orcs"}, "charges")
    assert (found.what, found.chance, found.given) == ("gets there this turn", chance, "“stand”")
    arrived = 0
    for face in range(1, 7):
        fight = charge(charging(GUARD, orcs(gap)), dice=[face])
        arrived += engaged(fight, 0)
    assert Fraction(arrived, 6) == chance


@pytest.mark.rule("tp.unit.mob.movement", "tp.move.charge.far")
@pytest.mark.parametrize(("gap", "chance"), [(6, None), (8.5, Fraction(1, 3))])
def test_a_mob_adds_its_own_die_and_a_dash(gap: float, chance: Fraction | None) -> None:
    """Movement 4, D3 for the mob, D3 for a dash: 6 inches are certain, 8.5 take 5 of both."""
    mob = unit("guard", at=(36, 20), models=16, files=4, figure=MOB)
    found = chances(declaring(mob, orcs(gap)), {"guard": "orcs"})
    assert found == ({} if chance is None else {"gets there this turn": chance})


def test_a_charge_that_gets_there_anyhow_promises_nothing() -> None:
    assert told(declaring(GUARD, orcs(5)), {"guard": "orcs"}) == []


def test_a_charge_that_cannot_get_there_says_so() -> None:
    assert chances(declaring(GUARD, orcs(14)), {"guard": "orcs"}) == {"gets there this turn": 0}


@pytest.mark.parametrize(("gap", "chance"), [(3, 1), (14, 0)])
def test_a_charge_says_whether_it_arrives_also_where_that_is_certain(gap: int, chance: int) -> None:
    now = game(declaring(GUARD, orcs(gap)))
    said = Asking(book()).described(now, asked(now), 1)
    (pair,) = said["pairs"]
    assert pair["answer"] == {"guard": "orcs"} and pair["chance"] == chance
    assert [(one.what, one.chance) for one in pair["chances"]] == [
        ("gets there this turn, if they say “stand”", chance)
    ]
    assert Asking(book()).foreseen(now, asked(now), {"guard": "orcs"}).chance == chance


@pytest.mark.rule("tp.move.charge.far")
def test_of_several_charges_each_has_its_own_chance() -> None:
    riders = unit("riders", at=(10, 20))
    wolves = unit("wolves", at=(10, 28.5), side=1, facing=180)
    fight = declaring(GUARD, orcs(3), riders, wolves)
    both = {"guard": "orcs", "riders": "wolves"}
    found = told(fight, both, "charges")
    assert [(one.about, one.whose, one.chance) for one in found] == [("riders", "riders", Fraction(2, 3))]
    now = game(fight)
    seen = Foresight(now, asked(now).side).of(both)
    assert [(one.about, one.chance) for one in seen.certain] == [("guard", 1)] and seen.chance == Fraction(2, 3)


@pytest.mark.rule("tp.setup.commands")
def test_nobody_learns_a_distance_before_he_has_given_his_order() -> None:
    assert told(declaring(GUARD, orcs(9), options={}), {"guard": "orcs"}) == []
    assert told(charging(GUARD, orcs(9)), "charge", "charge") == []


@pytest.mark.rule("tp.check.bravery")
def test_whoever_charges_a_terror_must_dare_and_then_get_there() -> None:
    giant = orcs(8.5, figure=foot(traits=("fear",), ratings={"fear": 3}))
    found = chances(declaring(GUARD, giant), {"guard": "orcs"})
    dares = found["passes its bravery check"]
    assert 0 < dares < 1 and found["gets there this turn"] == dares * Fraction(2, 3)


@pytest.mark.rule("tp.move.fallback")
def test_falling_back_is_carried_out_later_and_needs_a_check() -> None:
    fight = declaring(GUARD, orcs(6.5))
    now = game(fight, {"guard": "orcs"})
    (found,) = foreseen(now, 1, "fall back")
    assert (found.what, found.chance, found.about) == (DEVIANCY, PLAIN, "orcs")


# --- spells --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.magic.dice", "tp.magic.compare")
def test_dice_that_are_added_promise_to_be_enough() -> None:
    fight = scene(wizard("merlin", (36, 10), "base.zap", "base.slow"), unit("orcs", (36, 22), facing=180, side=1))
    now = game(fight, "cast: merlin/zap", seed="4")
    question = asked(now)
    assert question.what == "magic dice"
    alone, helped = (foreseen(now, 0, more)[0] for more in ([], ["merlin/slow"]))
    assert alone.worded == "gets past the ether" and alone.chance < helped.chance
    for more, found in ([], alone), (["merlin/slow"], helped):
        assert proved(now, 0, more, [found], 9000) == [found]


@pytest.mark.rule("tp.magic.dispel")
def test_dice_added_to_the_ether_promise_to_stop_the_spell() -> None:
    shaman = wizard("shaman", (10, 40), "base.slow", side=1, facing=180)
    fight = scene(wizard("merlin", (36, 10), "base.zap"), shaman, unit("orcs", (36, 22), facing=180, side=1))
    now = game(fight, "cast: merlin/zap", "orcs", seed="4")
    question = asked(now)
    assert question.what == "dispel"
    (found,) = foreseen(now, 1, ["shaman/slow"])
    assert found.worded == "dispels it" and 0 < found.chance < 1
    assert proved(now, 1, ["shaman/slow"], [found], 9000) == [found]


def test_only_what_is_certain_is_called_certain() -> None:
    assert [percent(Fraction(chance)) for chance in (0, 1)] == ["0 %", "100 %"]
    assert percent(Fraction(1, 1000)) == "under 1 %" and percent(Fraction(999, 1000)) == "over 99 %"
