"""Casting and dispelling: dice given, and what comes of them."""

from __future__ import annotations

from itertools import product

import pytest

from warhost.rulebooks.threeplains.events.course import Spotted
from warhost.rulebooks.threeplains.events.spells import DispelRolled, SpellFailed, SpellRolled, SpellStopped
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import cast, castable
from warhost.rulebooks.threeplains.magic.mana import (
    chance_against,
    chance_to_cast,
    chance_to_dispel,
    prevails,
)
from warhost.rulebooks.threeplains.magic.naming import fitting
from warhost.rulebooks.threeplains.magic.pools import come_back
from warhost.rulebooks.threeplains.magic.verbs import Dice, Hits, Spell
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.turn import _enter, step

from .scene import asked, champion, contact, feature, hero, piece, scene, script, told, unit
from .wizardry import WINS, casts, mage, wizard

FACES = range(1, 7)


def duel(*known: str, **more: object):  # type: ignore[no-untyped-def]
    """A wizard before orcs, twelve inches away."""
    return scene(
        wizard("merlin", (36, 10), *known, **more),  # type: ignore[arg-type]
        unit("orcs", (36, 22), facing=180, side=1),
    )


# --- the dice ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.magic.compare")
@pytest.mark.parametrize(
    ("magic", "ether", "cast"),
    [
        ((6, 4, 2), (6, 5), False),
        ((6, 5, 2), (6, 5), True),
        ((6, 5), (6, 5), False),
        ((5, 5, 5), (6,), False),
        ((6, 1), (5, 5, 5), True),
        ((2, 4, 6), (5, 6), False),
    ],
)
def test_dice_are_compared_from_the_top(magic: tuple[int, ...], ether: tuple[int, ...], cast: bool) -> None:
    assert prevails(magic, ether) is cast


@pytest.mark.rule("tp.magic.cast", "tp.magic.chart")
@pytest.mark.parametrize(("magic", "ether"), list(product(range(4), range(4))))
def test_odds_of_casting_agree_with_every_roll_counted(magic: int, ether: int) -> None:
    rolls = product(product(FACES, repeat=magic), product(FACES, repeat=ether))
    assert chance_to_cast(magic, ether) * 6 ** (magic + ether) == sum(prevails(a, b) for a, b in rolls)


def test_odds_against_dice_that_lie_there_agree_with_every_roll_counted() -> None:
    ether, magic = (5, 3), (6, 4)
    assert chance_against(3, ether) * 216 == sum(prevails(roll, ether) for roll in product(FACES, repeat=3))
    assert chance_to_dispel(magic, ether, 2) * 36 == sum(
        not prevails(magic, (*ether, *roll)) for roll in product(FACES, repeat=2)
    )


@pytest.mark.rule("tp.magic.ether", "tp.magic.basic", "tp.magic.dice")
def test_a_basic_wizard_throws_two_dice_against_the_ether() -> None:
    fight = duel("base.zap")
    casts(fight, "merlin", "base.zap", dice=[4, 5, 1, 2, 6])
    (rolled,) = told(fight, SpellRolled)
    assert (rolled.ether, rolled.magic, rolled.cast) == ((4,), (5, 1), True)
    assert piece(fight, "orcs").models == 19


@pytest.mark.rule("tp.magic.master", "tp.magic.dice")
def test_a_master_throws_three_for_every_spell() -> None:
    fight = duel("base.zap", "base.slow", master=True)
    casts(fight, "merlin", "base.zap", dice=[6, 1, 2, 3], answers=[[]])
    casts(fight, "merlin", "base.slow", dice=[1, 1, 2, 3])
    assert [len(one.magic) for one in told(fight, SpellRolled)] == [3, 3]


@pytest.mark.rule("tp.magic.cast", "tp.magic.compare")
def test_a_draw_is_the_ethers() -> None:
    fight = duel("base.great_fortune")
    casts(fight, "merlin", "base.great_fortune", dice=[6, 5, 5, 6])
    assert not told(fight, SpellRolled)[0].cast and not fight.state.effects


# --- attempts and swaps --------------------------------------------------------------------------------------


@pytest.mark.rule("tp.magic.attempts")
def test_a_spell_that_failed_is_not_tried_again_this_turn_but_another_is() -> None:
    fight = duel("base.zap", "base.slow")
    casts(fight, "merlin", "base.zap", dice=[6, 1, 1], answers=[[]])
    assert list(castable(fight)) == ["cast: merlin/slow"]


@pytest.mark.rule("tp.magic.swap", "tp.magic.dice", "tp.magic.chart")
def test_a_master_who_swaps_two_spells_casts_the_third_with_five_dice() -> None:
    fight = duel("base.zap", "base.slow", "base.energize", master=True)
    given = ["merlin/slow", "merlin/energize"]
    casts(fight, "merlin", "base.zap", dice=[6, 6, 6, 1, 1, 1, 1, 4], answers=[given])
    assert len(told(fight, SpellRolled)[0].magic) == 5
    assert not castable(fight)


@pytest.mark.rule("tp.magic.swap")
def test_spells_come_back_when_the_wizards_turn_begins() -> None:
    fight = duel("base.zap", "base.slow")
    casts(fight, "merlin", "base.zap", dice=[6, 1, 1, 1], answers=[["merlin/slow"]])
    fight.state.active = 1
    come_back(fight)
    assert piece(fight, "merlin").tried and piece(fight, "merlin").swapped
    fight.state.active = 0
    come_back(fight)
    assert not piece(fight, "merlin").tried and not piece(fight, "merlin").swapped


# --- dispelling ----------------------------------------------------------------------------------------------


def contest(*theirs: str, **more: object):  # type: ignore[no-untyped-def]
    return scene(
        wizard("merlin", (36, 10), "base.zap"),
        unit("orcs", (36, 22), facing=180, side=1),
        wizard("shaman", (10, 40), *theirs, side=1, facing=180, **more),  # type: ignore[arg-type]
    )


@pytest.mark.rule("tp.magic.dispel", "tp.magic.swap")
def test_an_ether_die_added_may_stop_the_spell() -> None:
    fight = contest("base.slow")
    casts(fight, "merlin", "base.zap", dice=[5, 6, 4, 6], answers=["orcs", ["shaman/slow"]])
    (tried,) = told(fight, DispelRolled)
    assert tried.stopped and tried.ether == (5, 6)
    assert piece(fight, "orcs").models == 20
    assert piece(fight, "shaman").swapped == ("tp.spell.base.slow",)


@pytest.mark.rule("tp.magic.dispel")
def test_a_dispel_that_is_too_weak_lets_the_spell_through_at_once() -> None:
    fight = contest("base.slow")
    casts(fight, "merlin", "base.zap", dice=[5, 6, 4, 3, 1, 5], answers=["orcs", ["shaman/slow"]])
    assert not told(fight, DispelRolled)[0].stopped
    assert piece(fight, "orcs").models == 19


@pytest.mark.rule("tp.magic.dispel")
def test_nobody_is_asked_to_dispel_what_the_ether_has_stopped() -> None:
    fight = contest("base.slow")
    casts(fight, "merlin", "base.zap", dice=[6, 5, 4], answers=["orcs"])
    assert not told(fight, DispelRolled)


@pytest.mark.rule("tp.magic.fleeing")
def test_a_fleeing_wizard_neither_casts_nor_dispels() -> None:
    fight = contest("base.slow", fleeing=True)
    casts(fight, "merlin", "base.zap", dice=[5, 6, 4, 1, 5], answers=["orcs"])
    piece(fight, "merlin").fleeing = True
    come_back(fight)
    assert not castable(fight)


@pytest.mark.rule("tp.magic.dead")
def test_a_slain_wizard_casts_no_more_and_his_spells_run_on() -> None:
    fight = duel("base.slow", "base.zap")
    casts(fight, "merlin", "base.slow", dice=WINS, answers=[[]])
    piece(fight, "merlin").fate = "slain"
    assert not castable(fight)
    assert [effect.source for effect in fight.state.effects] == ["tp.spell.base.slow"]


@pytest.mark.rule("tp.magic.dead", "tp.move.offboard")
def test_a_wizard_in_a_group_that_is_off_the_board_does_not_cast() -> None:
    fight = scene(
        unit("guard", (36, 10)),
        wizard("merlin", (0, 0), "base.zap", within="guard"),
        unit("orcs", (36, 30), side=1),
    )
    assert castable(fight)
    piece(fight, "guard").fate = "away"
    assert not castable(fight)


# --- what a spell asks for -----------------------------------------------------------------------------------


@pytest.mark.rule("tp.magic.requirements", "tp.spell.conventions")
def test_range_is_looked_at_when_the_spell_has_been_cast() -> None:
    fight = scene(wizard("merlin", (36, 10), "base.slow"), unit("orcs", (36, 25), facing=180, side=1))
    casts(fight, "merlin", "base.slow", dice=WINS)
    assert "out of range" in told(fight, SpellFailed)[0].why
    assert piece(fight, "merlin").tried == ("tp.spell.base.slow",)


@pytest.mark.rule("tp.magic.requirements")
def test_an_enemy_noticed_behind_ones_back_is_no_target() -> None:
    fight = scene(wizard("merlin", (36, 10), "base.zap"), unit("orcs", (36, 7), side=1))
    assert not castable(fight)


@pytest.mark.rule("tp.shoot.highground.spells")
def test_a_hill_adds_nothing_to_the_range_of_a_spell() -> None:
    hill = feature("hill", (36, 10), (6, 6))
    fight = scene(
        wizard("merlin", (36, 10), "base.slow"), unit("orcs", (36, 25), facing=180, side=1), terrain=[hill]
    )
    casts(fight, "merlin", "base.slow", dice=WINS)
    assert told(fight, SpellFailed)


def test_a_lone_man_beside_his_friends_cannot_be_made_out_from_afar() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "base.zap"),
        hero("chief", (36, 20), facing=180, side=1),
        unit("orcs", (39, 20), facing=180, side=1, models=10),
    )
    with_friends = {name for name, _ in castable(fight).items()}
    casts(fight, "merlin", "base.zap", dice=[1, 6, 6, 1, 4])
    assert with_friends and piece(fight, "chief").hurt == 0 and piece(fight, "orcs").models == 9


@pytest.mark.rule("tp.magic.combat")
def test_all_hits_of_a_spell_go_on_the_enemy_in_a_combat_with_friends() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "base.zap"),
        unit("guard", (30, 20), models=10),
        unit("orcs", (30, 20), facing=180, side=1, models=10),
    )
    contact(fight, "guard", "orcs")
    casts(fight, "merlin", "base.zap", dice=[1, 6, 6, 6, 5, 5, 5])
    assert piece(fight, "guard").models == 10 and piece(fight, "orcs").models == 7


# --- when ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.magic.timing")
@pytest.mark.parametrize("phase", ["declaring", "charges", "moves", "shooting", "combat"])
def test_spells_are_offered_in_every_phase_but_the_last(phase: str) -> None:
    fight = duel("base.zap")
    fight.state.phase = phase
    question = asked(fight, step)
    assert "cast: merlin/zap" in question.options  # type: ignore[attr-defined]


@pytest.mark.rule("tp.magic.timing")
def test_nothing_is_cast_in_the_stress_phase_nor_in_the_enemys_turn() -> None:
    fight = duel("base.zap")
    fight.state.phase = "stress"
    assert not castable(fight)
    fight.state.phase, fight.state.active = "moves", 1
    assert not castable(fight)


@pytest.mark.rule("tp.magic.timing")
def test_whoever_has_nothing_to_cast_is_asked_once_until_something_happens() -> None:
    fight = duel("base.zap")
    fight.state.phase = "combat"
    with script(fight, answers=["nothing more"]):
        step(fight)
    assert fight.state.phase == "declaring" and fight.state.active == 1


def fighting_twice() -> Fight:
    """A wizard watches two combats."""
    fight = scene(
        wizard("merlin", (36, 10), "base.zap"),
        unit("left", (20, 20), models=10), unit("orcs", (20, 20), facing=180, side=1, models=10),
        unit("right", (50, 20), models=10), unit("trolls", (50, 20), facing=180, side=1, models=10),
        phase="combat",
    )  # fmt: skip
    contact(fight, "left", "orcs")
    contact(fight, "right", "trolls")
    return fight


@pytest.mark.rule("tp.magic.timing")
@pytest.mark.parametrize(("answer", "again"), [("nothing more", False), ("later", True)])
def test_magic_is_asked_for_once_in_a_phase_unless_it_may_come_later(answer: str, again: bool) -> None:
    fight = fighting_twice()
    with script(fight, dice=[1] * 10, answers=[answer, "left"]):
        step(fight)
    known = {"cast: merlin/zap", "later", "nothing more"}
    if again:
        assert set(asked(fight, step).options) == known  # type: ignore[attr-defined]
    else:
        with script(fight, dice=[1] * 10):
            step(fight)
    _enter(fight, "combat")
    assert not fight.state.hushed


def test_odds_stand_beside_the_spell() -> None:
    fight = duel("base.zap")
    question = asked(fight, step)
    assert question.describe()["odds"]["cast: merlin/zap"] == "Zap!, 75% with 2 dice against 1"
    assert question.describe()["odds"]["merlin"] == ""


# --- dice from items -----------------------------------------------------------------------------------------

STAFF, SCROLL = "tp.item.staff", "tp.item.scroll"


@pytest.fixture
def items(monkeypatch: pytest.MonkeyPatch) -> None:
    """A staff with two dice every turn and a scroll with two for one spell, magic or ether."""
    monkeypatch.setitem(book.dice, STAFF, Dice(magic=2, ether=2, times="turn"))
    monkeypatch.setitem(book.dice, SCROLL, Dice(magic=2, ether=2, times="battle"))


@pytest.mark.rule("tp.magic.dice.items")
def test_only_one_item_gives_magic_dice_to_a_spell(items: None) -> None:
    fight = duel("base.zap", figure=mage(items=(STAFF, SCROLL)))
    question = asked(fight, lambda battle: cast(battle, 0, book["tp.spell.base.zap"]), dice=[6])
    assert question.refuse(["merlin/staff 1"]) is None and question.refuse(["merlin/staff 1", "merlin/scroll"])
    casts(fight, "merlin", "base.zap", dice=[6, 1, 1, 1, 1], answers=[["merlin/scroll"]])
    assert len(told(fight, SpellRolled)[0].magic) == 4 and piece(fight, "merlin").used == (SCROLL,)


@pytest.mark.rule("tp.magic.dispel.items")
def test_every_wizard_may_use_one_item_to_dispel(items: None) -> None:
    fight = scene(
        wizard("merlin", (36, 10), "base.zap"),
        unit("orcs", (36, 22), facing=180, side=1),
        wizard("shaman", (10, 40), side=1, facing=180, figure=mage(items=(STAFF, SCROLL))),
        wizard("hexer", (60, 40), side=1, facing=180, figure=mage(items=(SCROLL,))),
    )
    given = asked(
        fight, lambda battle: cast(battle, 0, book["tp.spell.base.zap"]), dice=[1, 6, 6], answers=["orcs"]
    )
    assert given.refuse(["shaman/staff 1", "hexer/scroll"]) is None
    assert given.refuse(["shaman/staff 1", "shaman/scroll"])
    answers = ["orcs", ["shaman/staff 1", "shaman/staff 2", "hexer/scroll"]]
    casts(fight, "merlin", "base.zap", dice=[1, 6, 6, 6, 6, 1, 1], answers=answers)
    assert told(fight, DispelRolled)[0].stopped
    assert len(piece(fight, "shaman").drawn) == 2 and piece(fight, "hexer").used == (SCROLL,)


def test_an_items_own_spell_is_cast_with_its_own_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    bolt = Spell(rule="tp.item.rod", title="Rod", ether=(2,), range=18, target="enemy", hits=Hits(), magic=4)
    monkeypatch.setitem(book.spells, bolt.rule, bolt)
    fight = scene(
        hero("hero", (36, 10), figure=champion(items=(bolt.rule,))), unit("orcs", (36, 22), facing=180, side=1)
    )  # fmt: skip
    with script(fight, dice=[5, 5, 6, 1, 1, 1, 6]):
        cast(fight, *castable(fight)["cast: hero/rod"])
    assert piece(fight, "orcs").models == 19 and not castable(fight)
    come_back(fight)
    assert castable(fight)


# --- the spell that answers ----------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.base.dispel")
def test_dispel_undoes_the_spell_that_has_just_been_cast() -> None:
    fight = contest("base.dispel")
    answers = ["orcs", [], "cast: shaman/dispel"]
    casts(fight, "merlin", "base.zap", dice=[1, 6, 6, 5, 2, 6, 3], answers=answers)
    assert told(fight, SpellStopped)[0].spell == "tp.spell.base.zap"
    assert piece(fight, "orcs").models == 20


@pytest.mark.rule("tp.spell.base.dispel")
def test_dispel_can_be_dispelled_itself() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "base.zap", "base.slow"),
        unit("orcs", (36, 22), facing=180, side=1),
        wizard("shaman", (10, 40), "base.dispel", side=1, facing=180),
    )
    dice = [1, 6, 6, 5, 2, 6, 3, 6, 1, 4]
    answers = ["orcs", [], [], "cast: shaman/dispel", ["merlin/slow"]]
    casts(fight, "merlin", "base.zap", dice=dice, answers=answers)
    assert told(fight, DispelRolled)[0].ether == (5, 2, 6)
    assert piece(fight, "orcs").models == 19


@pytest.mark.rule("tp.spell.base.dispel")
def test_dispel_comes_back_with_the_enemys_next_turn_and_is_never_cast_for_itself() -> None:
    fight = contest("base.dispel")
    piece(fight, "shaman").tried = ("tp.spell.base.dispel",)
    fight.state.active = 1
    come_back(fight)
    assert piece(fight, "shaman").tried and not castable(fight)
    fight.state.active = 0
    come_back(fight)
    assert not piece(fight, "shaman").tried


def test_a_swapped_dispel_cannot_be_cast() -> None:
    fight = contest("base.dispel")
    answers = ["orcs", ["shaman/dispel"]]
    casts(fight, "merlin", "base.zap", dice=[5, 6, 4, 3, 1, 5], answers=answers)
    assert piece(fight, "orcs").models == 19


# --- scouts who lie hidden -----------------------------------------------------------------------------------


def hidden_orcs(spell: str) -> Fight:
    return scene(
        wizard("merlin", (36, 10), spell),
        unit("orcs", (36, 22), facing=180, side=1, scouts="concealed"),
        unit("trolls", (20, 22), facing=180, side=1),
    )


@pytest.mark.rule("tp.trait.scouting.concealed")
def test_no_spell_is_cast_at_concealed_scouts() -> None:
    fight = hidden_orcs("base.zap")
    assert list(fitting(fight, 0, book["tp.spell.base.zap"])) == [2]
    piece(fight, "trolls").scouts = "concealed"
    assert not castable(fight)


@pytest.mark.rule("tp.trait.scouting.concealed")
def test_no_place_among_concealed_scouts_is_named_for_a_spell_that_strikes() -> None:
    fight = hidden_orcs("creation.earth_spike")
    place = asked(fight, lambda battle: cast(battle, 0, book["tp.spell.creation.earth_spike"]))
    refusal = place.refuse({"at": [inches(36), inches(22.5)]})
    assert refusal is not None and refusal.rule == "tp.trait.scouting.concealed"
    assert place.suggest() and all(place.refuse(one) is None for one in place.suggest())
    assert place.refuse({"at": [inches(20), inches(22.5)]}) is None


@pytest.mark.rule("tp.trait.scouting.concealed")
def test_scouts_among_whom_a_wizard_casts_are_concealed_no_more() -> None:
    fight = scene(
        unit("rangers", (36, 10), scouts="concealed"), wizard("merlin", (0, 0), "base.zap", within="rangers"),
        unit("orcs", (36, 22), facing=180, side=1),
    )  # fmt: skip
    casts(fight, "merlin", "base.zap", dice=[6, 1, 1])
    assert told(fight, Spotted)[0].piece == 0 and piece(fight, "rangers").scouts == ""
