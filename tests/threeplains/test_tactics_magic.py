"""At whom a computer player casts its spells."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.naming import name_target
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.tactics.mind import Mind
from warhost.rulebooks.threeplains.tactics.spellcraft import promise
from warhost.rulebooks.threeplains.wounds.casualties import lose

from .scene import number, scene, unit
from .test_tactics import answer, question_of
from .wizardry import wizard

CONFUSION = "chaos.confusion"


def two_wizards(first: tuple[float, float], second: tuple[float, float]) -> Fight:
    """Both know Confusion, which reaches 8 inches; one enemy stands on the left, a dearer one on the right."""
    return scene(
        wizard("merlin", first, CONFUSION),
        wizard("morgan", second, CONFUSION),
        unit("left", (16, 16), facing=180, side=1),
        unit("right", (56, 16), facing=180, side=1, models=30),
    )


def target(fight: Fight, caster: str) -> object:
    return answer(
        fight, question_of(fight, lambda f: name_target(f, number(f, caster), book[f"tp.spell.{CONFUSION}"]))
    )


@pytest.mark.rule("tp.spell.chaos.confusion")
def test_a_spell_is_aimed_from_where_its_own_caster_stands() -> None:
    fight = two_wizards((16, 10), (56, 10))
    assert target(fight, "merlin") == "left"
    assert target(fight, "morgan") == "right"


@pytest.mark.rule("tp.spell.chaos.confusion")
def test_a_spell_that_a_dead_wizard_knew_too_finds_its_target() -> None:
    fight = two_wizards((56, 10), (16, 10))
    lose(fight, number(fight, "merlin"), 9, "tp.spell.base.zap")
    assert target(fight, "morgan") == "left"


@pytest.mark.rule("tp.spell.chaos.carnal_warp")
@pytest.mark.parametrize(("enemy", "worth_it"), [(17, True), (22, False)])
def test_a_computer_warps_enemies_in_reach_and_never_its_own_men(enemy: float, worth_it: bool) -> None:
    """It reaches 8 inches; at 22 only friends are near enough."""
    fight = scene(
        wizard("merlin", (36, 10), "chaos.carnal_warp"),
        unit("own", (30, 14), models=30),
        unit("foe", (36, enemy), facing=180, side=1),
    )
    spell = book["tp.spell.chaos.carnal_warp"]
    found = promise(Mind(fight.setting, fight.state, 0), number(fight, "merlin"), spell)
    assert (found > 0) is worth_it
    if worth_it:
        assert answer(fight, question_of(fight, lambda f: name_target(f, number(f, "merlin"), spell))) == "foe"
