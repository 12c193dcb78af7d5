"""What is written down, paid for or rolled before spells and turns: notes, sacrifices, and hands on castings."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Question
from warhost.rulebooks.threeplains.events.blows import TemplateLaid
from warhost.rulebooks.threeplains.events.items import ItemLost, ItemStirred, ItemUsed
from warhost.rulebooks.threeplains.events.spells import SpellFailed, SpellRolled, SpellStopped
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items.moments import begin_turn
from warhost.rulebooks.threeplains.items.portents import eye_of_death, nags
from warhost.rulebooks.threeplains.items.secrecy import keep_secret
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.magic.bearing import carried
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import cast
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.magic.pools import come_back, ether_sources, fresh, magic_sources
from warhost.rulebooks.threeplains.magic.targets import Casting
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.turn import before_the_battle
from warhost.rulebooks.threeplains.wounds.casualties import lose

from .armoury import alone, blow, duel, one_hit, rules
from .scene import Placed, asked, champion, foot, hero, number, piece, scene, script, told, unit
from .wizardry import casts, mage, wizard

ZAP = "tp.spell.base.zap"


def seer(*items: str, **more: Any) -> Any:
    return mage(items=rules(*items), prices=(30,) * len(items), **more)


def facing(
    item: str, *more: Placed, active: int = 1, theirs: tuple[str, ...] = ("base.zap",), **own: Any
) -> Fight:  # fmt: skip
    """A mage with this item, and an enemy shaman who knows Zap and sees guards."""
    return scene(
        wizard("mage", (10, 10), *own.pop("knows", ()), figure=seer(item, **own)),
        unit("guard", (36, 20), models=10),
        wizard("shaman", (36, 30), *theirs, side=1, facing=180),
        unit("orcs", (12, 30), side=1, facing=180), *more, active=active,
    )  # fmt: skip


def dice_at_hand(fight: Fight, spell: str = ZAP) -> list[str]:
    """Where the mage could take more magic dice from."""
    return [source.name for source in magic_sources(fight, number(fight, "mage"), book[spell])]


def zapped(fight: Fight, *dice: int, answers: Any = ()) -> None:
    casts(fight, "shaman", "base.zap", dice=dice, answers=["guard", *answers])


# --- the hourglass -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.arcane.mysterious_hourglass", "tp.magic.dispel")
def test_the_hourglass_stops_a_spell_without_a_roll() -> None:
    fight = facing("mysterious_hourglass")
    level = book[ZAP].ether[0]
    for times in (1, 2):
        zapped(fight, *[1] * level, 6, 6, times * level + 1, answers=[["mage/mysterious_hourglass"]])
        piece(fight, "shaman").tried = ()
    assert [stirred.number for stirred in told(fight, ItemStirred)] == [level, 2 * level]
    assert len(told(fight, SpellStopped)) == 2 and piece(fight, "guard").models == 10
    assert carried(fight, number(fight, "mage")) == rules("mysterious_hourglass")


@pytest.mark.rule("tp.item.arcane.mysterious_hourglass", "tp.shoot.template")
def test_an_hourglass_that_holds_too_much_bursts() -> None:
    fight = facing("mysterious_hourglass", toughness=6)
    level = book[ZAP].ether[0]
    zapped(fight, *[1] * level, 6, 6, level, 1, answers=[["mage/mysterious_hourglass"]])
    assert told(fight, TemplateLaid) and told(fight, ItemLost) and told(fight, SpellStopped)
    assert carried(fight, number(fight, "mage")) == ()


@pytest.mark.rule("tp.item.arcane.mysterious_hourglass")
@pytest.mark.parametrize(("face", "points"), [(2, 0), (3, 1), (4, 2), (5, 3), (6, 3)])
def test_the_burst_of_the_hourglass_takes_one_off_toughness_and_up_to_three_life_points(
    face: int, points: int
) -> None:
    """Toughness 3 is a save of 2 against it: what a die shows beyond that is lost."""
    fight = facing("mysterious_hourglass", toughness=3, life=9)
    level = book[ZAP].ether[0]
    zapped(fight, *[1] * level, 6, 6, level, face, answers=[["mage/mysterious_hourglass"]])
    assert piece(fight, "mage").hurt == points


@pytest.mark.rule("tp.item.arcane.mysterious_hourglass")
def test_whoever_is_asked_for_dice_sees_that_the_hourglass_is_sure() -> None:
    fight = facing("mysterious_hourglass")
    question = asked(fight, lambda f: cast(f, number(f, "shaman"), book[ZAP]), dice=[1, 6, 6], answers=["guard"])
    assert question.what == "dispel" and question.describe()["odds"]["20"] == "100%"


# --- spite ---------------------------------------------------------------------------------------------------


def spiteful(*dice: int) -> Fight:
    """The mage has tried his first spell with these dice, and the enemy's turn has come."""
    fight = facing("wand_of_spite", active=0, knows=("base.zap",))
    casts(fight, "mage", "base.zap", dice=dice, answers=["orcs", []] if dice[-1] == 6 else ["orcs"])
    fight.state.clock, fight.state.active = 2, 1
    expire(fight)
    come_back(fight)
    return fight


@pytest.mark.rule("tp.item.arcane.wand_of_spite")
def test_the_wand_of_spite_stops_one_spell_after_a_first_one_was_stopped() -> None:
    fight = spiteful(6, 1, 1)
    assert "mage/wand_of_spite" in [source.name for source in ether_sources(fight, 0)]
    zapped(fight, 1, 6, 6, answers=[["mage/wand_of_spite"]])
    assert told(fight, SpellStopped)[0].rule == rules("wand_of_spite")[0] and piece(fight, "guard").models == 10
    assert "mage/wand_of_spite" not in [source.name for source in ether_sources(fight, 0)]


@pytest.mark.rule("tp.item.arcane.wand_of_spite")
def test_only_the_first_spell_of_a_turn_makes_spiteful() -> None:
    fight = facing("wand_of_spite", active=0, knows=("base.zap",))
    mage_number = number(fight, "mage")
    specials.moments.each(rules("wand_of_spite"), fight, mage_number, "spell cast")
    specials.moments.each(rules("wand_of_spite"), fight, mage_number, "spell stopped")
    fight.state.clock, fight.state.active = 2, 1
    assert "mage/wand_of_spite" not in [source.name for source in ether_sources(fight, 0)]


@pytest.mark.rule("tp.item.arcane.wand_of_spite", "tp.magic.requirements")
def test_a_first_spell_that_was_cast_in_vain_was_the_first_all_the_same() -> None:
    """Cast out of range, and so not stopped by anybody; the second spell that is stopped makes nobody spiteful."""
    fight = facing("wand_of_spite", active=0, knows=("base.slow", "base.zap"))
    casts(fight, "mage", "base.slow", dice=[1, 6, 6], answers=["orcs", [], []])
    assert told(fight, SpellFailed)[0].rule == "tp.magic.requirements"
    casts(fight, "mage", "base.zap", dice=[6, 1, 1], answers=["orcs"])
    fight.state.clock, fight.state.active = 2, 1
    assert "mage/wand_of_spite" not in [source.name for source in ether_sources(fight, 0)]


@pytest.mark.rule("tp.item.arcane.wand_of_spite")
def test_spite_lapses() -> None:
    fight = spiteful(6, 1, 1)
    fight.state.clock, fight.state.active = 3, 0
    expire(fight)
    fight.state.active = 1
    assert "mage/wand_of_spite" not in [source.name for source in ether_sources(fight, 0)]


# --- nagging -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.arcane.naggers_staff", "tp.magic.cast")
def test_the_staff_takes_dice_from_enemy_castings() -> None:
    fight = facing("naggers_staff")
    with script(fight, dice=[3]):
        begin_turn(fight)
    zapped(fight, 1, answers=["take 2"])
    (rolled,) = told(fight, SpellRolled)
    assert rolled.magic == () and not rolled.cast
    fight.state.clock += 1
    expire(fight)
    assert all("nags" not in effect.source for effect in fight.state.effects)
    assert not nags(fight, 0, Casting(1, book[ZAP], 1, 1, 0))


@pytest.mark.rule("tp.item.arcane.naggers_staff")
def test_what_the_staff_has_left_it_takes_from_another_spell() -> None:
    fight = facing("naggers_staff")
    with script(fight, dice=[5]):
        begin_turn(fight)
    zapped(fight, 6, 1, answers=["take 1"])
    piece(fight, "shaman").tried = ()
    question = asked(fight, lambda f: cast(f, number(f, "shaman"), book[ZAP]), answers=["guard"])
    assert question.suggest() == ["take none", "take 1", "take 2"]


@pytest.mark.rule("tp.item.arcane.naggers_staff", "tp.magic.swap")
@pytest.mark.parametrize(("taken", "chances"), [("take 2", ["0%", "33%"]), ("take 1", ["33%", "75%"])])
def test_who_has_no_die_left_is_told_what_others_are_worth(taken: str, chances: list[str]) -> None:
    """Against a 4 of the ether, with none or one of the die for a spell that he gives up."""
    fight = facing("naggers_staff", theirs=("base.zap", "base.dispel"))
    with script(fight, dice=[3]):
        begin_turn(fight)
    question = asked(
        fight, lambda f: cast(f, number(f, "shaman"), book[ZAP]), answers=["guard", taken], dice=[4]
    )  # fmt: skip
    assert question.what == "magic dice" and list(question.describe()["odds"].values()) == chances



@pytest.mark.rule("tp.item.arcane.naggers_staff")
def test_a_staff_that_has_taken_all_its_dice_nags_no_more() -> None:
    fight = facing("naggers_staff")
    with script(fight, dice=[3]):
        begin_turn(fight)
    zapped(fight, 1, answers=["take 2"])
    assert not fight.state.effects


@pytest.mark.rule("tp.item.arcane.naggers_staff")
def test_the_staff_does_nothing_in_its_own_turn() -> None:
    fight = facing("naggers_staff", active=0)
    with script(fight):
        begin_turn(fight)
    assert not fight.state.effects


# --- the hat -------------------------------------------------------------------------------------------------


def hatted(face: int, *answers: str) -> Fight:
    fight = facing("rambling_hat", active=0, knows=("base.zap", "base.dispel", "chaos.disorder"), master=True)
    with script(fight, dice=[face], answers=answers):
        specials.start_of_turn.each(rules("rambling_hat"), fight, number(fight, "mage"))
    return fight


@pytest.mark.rule("tp.item.arcane.rambling_hat")
def test_the_hat_forgets_a_spell_on_a_2() -> None:
    fight = hatted(2, book[ZAP].title)
    assert len(fresh(piece(fight, "mage"))) == 2 and ZAP not in fresh(piece(fight, "mage"))
    assert hatted(3).state.effects == ()


@pytest.mark.rule("tp.item.arcane.rambling_hat", "tp.magic.dice.items")
@pytest.mark.parametrize("face", [4, 5, 6])
def test_the_hat_gives_a_die_to_one_spell_or_to_all(face: int) -> None:
    fight = hatted(face, *(() if face == 6 else (book[ZAP].title,)))
    for spell, given in ((ZAP, True), ("tp.spell.chaos.disorder", face == 6)):
        assert ("mage/rambling_hat" in dice_at_hand(fight, spell)) == given
    fight.state.clock += 2
    expire(fight)
    assert "mage/rambling_hat" not in dice_at_hand(fight)


@pytest.mark.rule("tp.item.arcane.rambling_hat")
def test_a_rambling_wizard_throws_what_succeeded_once_more() -> None:
    fight = hatted(1)
    casts(fight, "mage", "base.zap", dice=[3, 6, 6, 6, 1, 1, 1], answers=["orcs", []])
    assert not told(fight, SpellRolled)[0].cast


# --- the ring ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.arcane.ring_of_sacrifice")
@pytest.mark.parametrize(("life", "face", "dice"), [(1, 4, 2), (4, 6, 0)])
def test_every_model_that_dies_for_the_ring_is_a_die(life: int, face: int, dice: int) -> None:
    friends = unit("friends", (14, 10), models=6, files=3, figure=foot(life=life))
    fight = facing("ring_of_sacrifice", friends, active=0, knows=("base.zap",))
    casts(fight, "mage", "base.zap", dice=[face, 6, *[1] * (2 + dice)], answers=["orcs", "friends"])
    assert told(fight, SpellRolled)[0].magic == (1,) * (2 + dice)
    assert piece(fight, "friends").models == 6 - dice


@pytest.mark.rule("tp.item.arcane.ring_of_sacrifice")
def test_the_ring_takes_living_friends_within_8_inches() -> None:
    near = unit("near", (10, 18), models=6, files=3)
    bones = unit("bones", (14, 10), models=6, files=3, figure=foot(traits=("undead",)))
    fight = facing("ring_of_sacrifice", near, bones, active=0, knows=("base.zap",))
    question = asked(fight, lambda f: cast(f, number(f, "mage"), book[ZAP]), answers=["orcs"])
    assert question.suggest() == ["nobody", "near"] and question.secret
    piece(fight, "near").y = inches(20)
    assert asked(fight, lambda f: cast(f, number(f, "mage"), book[ZAP]), answers=["orcs"]).suggest() == ["nobody"]


@pytest.mark.rule("tp.item.arcane.ring_of_sacrifice", "tp.magic.bound")
def test_nobody_is_sacrificed_for_a_bound_spell() -> None:
    friends = unit("friends", (14, 10), models=6, files=3)
    scroll = "chill_blades_scroll"
    fight = scene(
        wizard("mage", (10, 10), figure=seer("ring_of_sacrifice", scroll)), friends,
        unit("orcs", (12, 20), side=1, facing=180),
    )  # fmt: skip
    with script(fight, dice=[6, 1, 1, 1, 1]):
        cast(fight, number(fight, "mage"), book[rules(scroll)[0]])
    assert told(fight, SpellRolled)[0].magic == (1,) * 4 and piece(fight, "friends").models == 6



# --- the ball ------------------------------------------------------------------------------------------------


def foreseen(spell: str) -> Fight:
    fight = facing("sears_crystal_ball", knows=("base.zap",), theirs=("base.zap", "base.dispel"))
    fight.state.phase = "first turn"
    with script(fight, answers=[book[f"tp.spell.{spell}"].title]):
        assert before_the_battle(fight)
    return fight


@pytest.mark.rule("tp.item.arcane.sears_crystal_ball")
@pytest.mark.parametrize(("guess", "right"), [("base.zap", True), ("base.dispel", False)])
def test_a_guess_that_comes_true_is_a_die_for_every_spell(guess: str, right: bool) -> None:
    fight = foreseen(guess)
    assert "mage/sears_crystal_ball" not in dice_at_hand(fight)
    zapped(fight, 6, 1, 1, answers=[[]])
    names = dice_at_hand(fight)
    assert ("mage/sears_crystal_ball" in names) == right == (not told(fight, ItemLost))


@pytest.mark.rule("tp.item.arcane.sears_crystal_ball", "tp.item.arcane.wand_of_randomisation")
def test_a_guess_is_not_confused_by_spells_that_the_enemy_learns_later() -> None:
    fight = foreseen("base.zap")
    shaman = piece(fight, "shaman")
    shaman.spells = ("tp.spell.base.haste", *shaman.spells)
    zapped(fight, 6, 1, 1, answers=[[]])
    assert "mage/sears_crystal_ball" in dice_at_hand(fight)


@pytest.mark.rule("tp.item.arcane.sears_crystal_ball", "tp.magic.items")
def test_nobody_else_knows_what_was_written_down() -> None:
    fight = foreseen("base.zap")
    for side, known in ((0, 1), (1, 0)):
        twin = fight.state.copy()
        keep_secret(fight.setting, twin, side)
        assert len(twin.effects) == known


@pytest.mark.rule("tp.item.arcane.sears_crystal_ball")
def test_the_first_spell_is_guessed_once_and_only_of_an_enemy_who_has_spells() -> None:
    assert asked(foreseen("base.zap"), before_the_battle, dice=[6, 1] * 9).what == "first turn"
    nobody = facing("sears_crystal_ball", theirs=())
    nobody.state.phase = "first turn"
    assert asked(nobody, before_the_battle, dice=[6, 1] * 9).what == "first turn"



# --- the eye -------------------------------------------------------------------------------------------------


def eyed(turn: str) -> Fight:
    fight = alone("eye_of_death", more=(
        hero("chief", (36, 40), side=1, figure=champion(life=20)), hero("boss", (20, 40), side=1),
    ))  # fmt: skip
    fight.state.phase = "first turn"
    with script(fight, answers=["chief", turn]):
        assert before_the_battle(fight)
    return fight


@pytest.mark.rule("tp.item.enchanted.eye_of_death", "tp.appendix1.damage_multiplier")
@pytest.mark.parametrize(("clock", "active", "lost"), [(6, 1, 10), (5, 0, 2), (4, 1, 2), (8, 1, 2)])
def test_the_eye_multiplies_what_is_lost_in_the_turn_that_was_noted(clock: int, active: int, lost: int) -> None:
    fight = eyed("turn 3")
    fight.state.clock, fight.state.active = clock, active
    lose(fight, number(fight, "chief"), 2, "tp.shoot.damage")
    assert piece(fight, "chief").hurt == lost and bool(told(fight, ItemUsed)) == (lost == 10)


@pytest.mark.rule("tp.item.enchanted.eye_of_death")
def test_the_eye_sees_though_its_bearer_is_dead_and_nobody_but_him_is_asked() -> None:
    fight = eyed("turn 3")
    lose(fight, 0, 9, "tp.shoot.damage")
    fight.state.clock, fight.state.active = 6, 1
    lose(fight, number(fight, "boss"), 1, "tp.shoot.damage")
    lose(fight, number(fight, "chief"), 2, "tp.shoot.damage")
    assert piece(fight, "boss").hurt == 1 and piece(fight, "chief").hurt == 10
    first: Question = asked(alone("eye_of_death", more=(hero("chief", (36, 40), side=1),)), before_the_battle)
    assert first.secret and first.side == 0


@pytest.mark.rule("tp.item.enchanted.eye_of_death")
def test_the_eye_sees_one_character_once_and_nobody_where_there_is_none() -> None:
    fight = eyed("turn 3")
    with script(fight):
        assert not eye_of_death(fight, 0) and not eye_of_death(alone("eye_of_death"), 0)


# --- the sword -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.sword_of_sacrifice", "tp.trait.exhaustion")
def test_the_sword_of_sacrifice_is_paid_for_with_strength() -> None:
    fight = duel("sword_of_sacrifice", own={"attacks": 3}, foe={"toughness": 4})
    fight.state.phase = "first turn"
    with script(fight, dice=[2, 5], answers=["accept"]):
        assert before_the_battle(fight)
    assert piece(fight, "hero").tired == 2 and movement(fight, 0).total == inches(12)
    assert blow(fight).attacks == 4 and one_hit(fight, 4) == 1


@pytest.mark.rule("tp.item.weapon.sword_of_sacrifice")
def test_who_declines_the_sacrifice_has_a_plain_sword() -> None:
    fight = duel("sword_of_sacrifice", own={"attacks": 3}, foe={"toughness": 4})
    fight.state.phase = "first turn"
    with script(fight, answers=["decline"]):
        assert before_the_battle(fight)
    assert (piece(fight, "hero").tired, blow(fight).attacks, one_hit(fight, 4)) == (0, 3, 0)
    assert asked(fight, before_the_battle, dice=[6, 1] * 9).what == "first turn"
