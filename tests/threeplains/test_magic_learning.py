"""Choosing spells before deployment."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.events.spells import SpellExchanged, SpellsLearned
from warhost.rulebooks.threeplains.magic import learning
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.learning import choose_spells
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.turn import ORDER

from .scene import asked, hero, piece, scene, script, told, unit
from .wizardry import mage

DRAW = "draw all"


def table(*disciplines: str, master: bool = False) -> Fight:
    figure = mage(disciplines=disciplines, master=master)
    merlin = hero("merlin", (36, 10), role="wizard", figure=figure)
    return scene(merlin, unit("orcs", (36, 22), side=1), phase="magic", clock=0)


def names(fight: Fight, who: str) -> list[str]:
    return [spell.rpartition(".")[2] for spell in piece(fight, who).spells]


@pytest.mark.rule("tp.setup.magic", "tp.setup.steps")
def test_spells_are_chosen_after_the_terrain_and_before_deployment() -> None:
    assert ORDER[ORDER.index("magic") - 1] == "bonus terrain" and ORDER[ORDER.index("magic") + 1] == "deployment"


@pytest.mark.rule("tp.magic.choose", "tp.magic.basic", "tp.character.wizard", "tp.magic.casters")
def test_a_basic_wizard_draws_two_different_cards() -> None:
    fight = table("base")
    with script(fight, dice=[2, 2], answers=[DRAW]):
        assert choose_spells(fight)
    assert names(fight, "merlin") == ["zap", "energize"]
    assert not choose_spells(fight)


@pytest.mark.rule("tp.magic.choose", "tp.magic.master")
def test_a_master_draws_three() -> None:
    fight = table("base", master=True)
    with script(fight, dice=[9, 8, 1], answers=[DRAW]):
        choose_spells(fight)
    assert names(fight, "merlin") == ["dispel", "great_fortune", "look_of_death"]


@pytest.mark.rule("tp.magic.choose.first")
def test_the_first_spell_may_take_the_place_of_a_card() -> None:
    fight = table("base")
    with script(fight, dice=[8], answers=["Look of Death"]):
        choose_spells(fight)
    assert names(fight, "merlin") == ["look_of_death", "dispel"]


@pytest.mark.rule("tp.magic.disciplines")
def test_every_wizard_draws_from_a_full_deck() -> None:
    both = [hero(name, (36, 10), role="wizard", figure=mage()) for name in ("merlin", "morgan")]
    fight = scene(*both, phase="magic")
    with script(fight, dice=[2, 2, 2, 2], answers=[DRAW, DRAW]):
        choose_spells(fight)
        choose_spells(fight)
    assert names(fight, "merlin") == names(fight, "morgan")
    assert len(told(fight, SpellsLearned)) == 2


@pytest.mark.rule("tp.magic.choose")
def test_the_player_picks_one_discipline_of_those_his_wizard_may_know() -> None:
    question = asked(table("base", "battle"), choose_spells)
    assert question.options == ("base", "battle")  # type: ignore[attr-defined]


@pytest.mark.rule("tp.spell.list")
def test_a_discipline_has_nine_spells_numbered_from_one() -> None:
    for discipline in ("harmony", "chaos", "black", "white", "destruction", "base", "creation", "battle"):
        assert [spell.number for spell in book.of(discipline)] == list(range(1, 10))
    spells = [spell for spell in book.spells.values() if spell.discipline]
    assert max(spell.ether[-1] for spell in spells) == 7 and len(spells) == 72
    assert [spell.name for spell in spells if len(spell.ether) > 1] == ["thunderous_blows", "spring"]


@pytest.mark.rule("tp.magic.choose.exchange")
def test_a_useless_card_is_laid_aside_and_another_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    useless = {"tp.spell.base.zap": lambda fight, number: True, "tp.spell.base.slow": lambda fight, number: True}
    monkeypatch.setattr(learning.useless, "useless", useless)
    fight = table("base")
    with script(fight, dice=[2, 1, 2, 6], answers=[DRAW, "exchange it", "exchange it"]):
        choose_spells(fight)
    assert names(fight, "merlin") == ["dispel", "look_of_death"]
    assert [event.old.rpartition(".")[2] for event in told(fight, SpellExchanged)] == ["zap", "slow"]


@pytest.mark.rule("tp.magic.choose.exchange")
def test_a_useless_card_may_be_kept_for_a_die(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning.useless, "useless", {"tp.spell.base.zap": lambda fight, number: True})
    fight = table("base")
    with script(fight, dice=[2, 1], answers=[DRAW, "keep it"]):
        choose_spells(fight)
    assert names(fight, "merlin") == ["zap", "look_of_death"]
