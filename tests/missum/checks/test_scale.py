"""The checks of chapter 1, scale: dice and multipliers of under-strength figures, to the last die."""

from __future__ import annotations

import pytest

from warhost.engine.tally import Tally
from warhost.rulebooks.missum.fighting.odds import settle
from warhost.rulebooks.missum.magic.saving import saves_against
from warhost.rulebooks.missum.shooting.aiming import aims
from warhost.rulebooks.missum.shooting.volley import attacks_of
from warhost.rulebooks.missum.state import Shot

from ..scene import load, north, scene, south

BEASTS = {"profile": "serudla", "figures": 4, "files": 4, "options": ["heavy", "claws"]}
ENGINE = {"profile": "light dart-thrower", "figures": 1, "files": 1, "options": []}


@pytest.mark.rule("mis.scale.serudla-target", "mis.scale.engine-target", "mis.odds.casualties", "mis.scale.dice")
@pytest.mark.parametrize(
    "target, figures, difference, roll, fallen",
    [
        (BEASTS, 1, -15, 80, 1),  # .08 becomes .80
        (BEASTS, 1, -15, 81, 0),
        (BEASTS, 6, -13, 20, 8),  # .72 becomes 7.20
        (BEASTS, 6, -13, 21, 7),
        (ENGINE, 1, -15, 40, 1),  # .08 becomes .40
        (ENGINE, 1, -15, 41, 0),
        ({}, 1, -15, 8, 1),
        ({}, 1, -15, 9, 0),
    ],
)
def test_attacks_on_figures_that_stand_for_fewer(
    target: dict, figures: int, difference: int, roll: int, fallen: int  # type: ignore[type-arg]
) -> None:  # fmt: skip
    fight = scene(south("a"), north("b", (600, 700), **target), dice=[roll])
    attack = settle(fight, 0, 1, figures, Tally(difference, "mis.odds.difference"), "spear", "mis.odds.casualties")
    assert fight.roll(attack.chain, 0) == fallen


@pytest.mark.rule("mis.odds.casualties", "mis.scale.dice")
@pytest.mark.parametrize("figures, fallen", [(10, 4), (5, 2)])
def test_whole_numbers_need_no_die(figures: int, fallen: int) -> None:
    fight = scene(south("a"), north("b", (600, 700)), dice=[])
    attack = settle(fight, 0, 1, figures, Tally(0, "mis.odds.difference"), "sword", "mis.odds.casualties")
    assert fight.roll(attack.chain, 0) == fallen


@pytest.mark.rule("mis.scale.engine-missile", "mis.missile.one-attack")
@pytest.mark.parametrize("roll, fallen", [(60, 2), (61, 1)])
def test_a_medium_dart_thrower_with_four_of_crew(roll: int, fallen: int) -> None:
    engine = south("e", (600, 500), profile="medium dart-thrower", figures=1, files=1, options=[])
    fight = scene(engine, north("b", (600, 800), options=["heavy", "two-handed ax"]), step=4)
    load(fight, [roll])
    (attack,) = attacks_of(fight, Shot(0, 1, (0,)), aims(fight, 0, 1))
    assert (attack.figures, attack.tally.total, attack.casualties) == (4, 24 - 9, 160)
    assert fight.roll(attack.chain, 0) == fallen


@pytest.mark.rule(
    "mis.scale.serudla-save", "mis.scale.serudla-acid-save", "mis.scale.engine-crew-save", "mis.scale.dice"
)
@pytest.mark.parametrize(
    "target, acid, roll, saved",
    [
        (BEASTS, False, 9, True),
        (BEASTS, False, 10, False),
        ({}, True, 17, True),
        ({}, True, 18, False),
        (ENGINE, False, 1, True),
        (ENGINE, False, 2, False),
        ({}, False, 8, True),
        ({}, False, 9, False),
    ],
)
def test_saving_throws(target: dict, acid: bool, roll: int, saved: bool) -> None:  # type: ignore[type-arg]
    fight = scene(south("a", **target), dice=[roll])
    assert bool(saves_against(fight, 0, 1, "mis.magic.saving-throw", acid=acid)) is saved
