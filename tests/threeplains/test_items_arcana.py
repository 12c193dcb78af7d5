"""Arcane items, one by one: staffs, scrolls, pearls."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import mark, param

from warhost.rulebooks.threeplains.events.items import Cleansed
from warhost.rulebooks.threeplains.events.spells import DiceFound, DispelRolled, SpellRolled
from warhost.rulebooks.threeplains.figure import Figure
from warhost.rulebooks.threeplains.items.shelf import ITEMS
from warhost.rulebooks.threeplains.magic.bearing import carried
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import cast, castable
from warhost.rulebooks.threeplains.magic.learning import ALL_BY_CHANCE, choose_spells
from warhost.rulebooks.threeplains.magic.pools import Pool, come_back, ether_sources, magic_sources
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .armoury import rules
from .scene import asked, champion, foot, hero, number, piece, scene, script, told, unit
from .wizardry import casts, mage, wizard

ZAP = "tp.spell.base.zap"


def laden_mage(*items: str, **more: Any) -> Figure:
    return mage(items=rules(*items), prices=tuple(ITEMS[item].points for item in items), **more)


def study(*items: str, side: int = 0, **more: Any) -> Fight:
    """A wizard of the first or the second side has these items; the first knows spells, orcs are his target."""
    first = laden_mage(*items, **more) if side == 0 else mage()
    second = laden_mage(*items, **more) if side == 1 else mage()
    return scene(
        wizard("merlin", (36, 10), "base.zap", "base.slow", figure=first, mana=0),
        unit("orcs", (36, 22), facing=180, side=1, models=10),
        wizard("shaman", (10, 40), side=1, facing=180, figure=second),
    )


def offered(fight: Fight, who: str, *, ether: bool) -> list[tuple[str, int]]:
    if ether:
        found = ether_sources(fight, piece(fight, who).side)
    else:
        found = magic_sources(fight, number(fight, who), book[ZAP])
    return [(source.name, source.dice) for source in found if source.kind == "item"]


@pytest.mark.parametrize(
    ("item", "dice"),
    [
        param("ultimate_staff_of_power", [2], marks=mark.rule("tp.item.arcane.ultimate_staff_of_power")),
        param("ultimate_power_scroll", [6], marks=mark.rule("tp.item.arcane.ultimate_power_scroll")),
        param("grey_pearl", [1], marks=mark.rule("tp.item.arcane.grey_pearl")),
        param("master_power_staff", [1, 1, 1], marks=mark.rule("tp.item.arcane.master_power_staff")),
        param("black_pearl", [1, 1], marks=mark.rule("tp.item.arcane.black_pearl")),
        param("supreme_manna_boost_scroll", [3], marks=mark.rule("tp.item.arcane.supreme_manna_boost_scroll")),
        param("power_staff", [1, 1], marks=mark.rule("tp.item.arcane.power_staff")),
        param("lesser_power_staff", [1], marks=mark.rule("tp.item.arcane.lesser_power_staff")),
        param("great_manna_boost_scroll", [2], marks=mark.rule("tp.item.arcane.great_manna_boost_scroll")),
        param("manna_boost_scroll", [1], marks=mark.rule("tp.item.arcane.manna_boost_scroll")),
        param("dispel_staff", []),
    ],
)
def test_magic_dice(item: str, dice: list[int]) -> None:
    assert [given for _, given in offered(study(item), "merlin", ether=False)] == dice


@pytest.mark.parametrize(
    ("item", "dice"),
    [
        param("unicorn_staff", [1] * 5, marks=mark.rule("tp.item.arcane.unicorn_staff")),
        param("black_pearl", [1, 1], marks=mark.rule("tp.item.arcane.black_pearl")),
        param("greater_dispel_staff", [1, 1, 1], marks=mark.rule("tp.item.arcane.greater_dispel_staff")),
        param("dispel_staff", [1, 1], marks=mark.rule("tp.item.arcane.dispel_staff")),
        param(
            "supreme_booster_dispel_scroll", [6], marks=mark.rule("tp.item.arcane.supreme_booster_dispel_scroll")
        ),
        param("dispel_boost_scroll", [3], marks=mark.rule("tp.item.arcane.dispel_boost_scroll")),
        param("lesser_dispel_staff", [1], marks=mark.rule("tp.item.arcane.lesser_dispel_staff")),
        param("dispel_magic_scroll", [1], marks=mark.rule("tp.item.arcane.dispel_magic_scroll")),
        param("power_staff", []),
    ],
)
def test_ether_dice(item: str, dice: list[int]) -> None:
    assert [given for _, given in offered(study(item, side=1), "shaman", ether=True)] == dice


@pytest.mark.rule("tp.item.arcane.master_power_staff")
def test_the_dice_of_a_staff_are_split_over_the_spells_of_a_turn_and_come_back() -> None:
    fight = study("master_power_staff")
    two = ["merlin/master_power_staff 1", "merlin/master_power_staff 2"]
    casts(fight, "merlin", "base.zap", dice=[6, 1, 1, 1, 1], answers=["orcs", two])
    assert len(told(fight, SpellRolled)[0].magic) == 4
    assert offered(fight, "merlin", ether=False) == [("merlin/master_power_staff 1", 1)]
    fight.state.clock = 3
    come_back(fight)
    assert len(offered(fight, "merlin", ether=False)) == 3


@pytest.mark.rule(
    "tp.item.arcane.lesser_power_staff", "tp.item.arcane.lesser_dispel_staff", "tp.item.arcane.grey_pearl"
)
def test_one_die_a_turn_is_not_one_die_for_every_spell_nor_one_for_the_battle() -> None:
    left = {}
    for item, die in (("lesser_power_staff", " 1"), ("grey_pearl", ""), ("manna_boost_scroll", "")):
        fight = study(item)
        casts(fight, "merlin", "base.zap", dice=[6, 1, 1, 1], answers=["orcs", [f"merlin/{item}{die}"]])
        left[item] = [len(offered(fight, "merlin", ether=False))]
        come_back(fight)
        left[item].append(len(offered(fight, "merlin", ether=False)))
    assert left == {"lesser_power_staff": [0, 1], "grey_pearl": [1, 1], "manna_boost_scroll": [0, 0]}
    fight = study("lesser_dispel_staff", side=1)
    answers = ["orcs", [], ["shaman/lesser_dispel_staff 1"]]
    casts(fight, "merlin", "base.zap", dice=[2, 5, 3, 6], answers=answers)
    assert not offered(fight, "shaman", ether=True) and carried(fight, number(fight, "shaman"))


@pytest.mark.rule("tp.item.arcane.black_pearl")
def test_the_pearl_keeps_magic_and_ether_dice_apart() -> None:
    fight = study("black_pearl")
    two = ["merlin/black_pearl 1", "merlin/black_pearl 2"]
    casts(fight, "merlin", "base.zap", dice=[6, 1, 1, 1, 1], answers=["orcs", two])
    assert not offered(fight, "merlin", ether=False)
    assert len(offered(fight, "merlin", ether=True)) == 2


@pytest.mark.rule("tp.item.arcane.ultimate_staff_of_power")
def test_the_ultimate_staff_serves_every_spell() -> None:
    fight = study("ultimate_staff_of_power", master=True)
    for spell in ("base.zap", "base.slow"):
        casts(fight, "merlin", spell, dice=[6, 1, 1, 1, 1, 1], answers=["orcs", ["merlin/ultimate_staff_of_power"]])
    assert [len(rolled.magic) for rolled in told(fight, SpellRolled)] == [5, 5]


@pytest.mark.rule("tp.item.arcane.dispel_magic_scroll", "tp.magic.items.scrolls")
def test_a_scroll_is_used_once_and_the_other_one_is_left() -> None:
    fight = study("dispel_magic_scroll", "dispel_magic_scroll", side=1)
    answers = ["orcs", [], ["shaman/dispel_magic_scroll"]]
    casts(fight, "merlin", "base.zap", dice=[2, 5, 3, 6], answers=answers)
    assert told(fight, DispelRolled)[0].stopped
    assert len(carried(fight, number(fight, "shaman"))) == 1


@pytest.mark.rule("tp.magic.items.scrolls", "tp.magic.dice.items")
def test_only_one_scroll_at_a_time() -> None:
    fight = study("manna_boost_scroll", "great_manna_boost_scroll")
    question = asked(fight, lambda battle: cast(battle, 0, book[ZAP]), dice=[6], answers=["orcs"])
    assert isinstance(question, Pool)
    both = ["merlin/manna_boost_scroll", "merlin/great_manna_boost_scroll"]
    assert question.refuse(both) and question.refuse(both[:1]) is None


# --- bound spells --------------------------------------------------------------------------------------------


def bound(item: str, *more: Any, **orcs: Any) -> Fight:
    return scene(
        wizard("merlin", (36, 10), figure=laden_mage(item)),
        unit("orcs", (36, 15), facing=180, side=1, models=10, **orcs),
        *more,
    )


def cast_item(fight: Fight, item: str, dice: Any, answers: Any = ()) -> None:
    with script(fight, dice=dice, answers=answers):
        cast(fight, number(fight, "merlin"), book[ITEMS[item].rule])


@pytest.mark.rule("tp.item.arcane.mocklings_funder_staff", "tp.magic.bound")
def test_the_funder_staff_smashes_once_a_turn() -> None:
    fight = bound("mocklings_funder_staff", figure=foot(life=2, toughness=3))
    cast_item(fight, "mocklings_funder_staff", [6, 5, 4, 6, 5, 5, 2, 1, 1, 6])
    assert told(fight, SpellRolled)[0].cast and piece(fight, "orcs").models == 9
    assert not castable(fight)
    come_back(fight)
    assert list(castable(fight)) == ["cast: merlin/mocklings_funder_staff"]


@pytest.mark.rule("tp.magic.bound", "tp.item.arcane.chill_blades_scroll", "tp.magic.items.arcane")
def test_only_wizards_use_arcane_items_and_a_scroll_works_once() -> None:
    fight = bound("chill_blades_scroll")
    cast_item(fight, "chill_blades_scroll", [1, 6, 6, 6, 6, 3, 6, 6, 1])
    assert piece(fight, "orcs").models == 8 and not carried(fight, number(fight, "merlin"))
    layman = champion(items=rules("chill_blades_scroll"), prices=(7,))
    assert not castable(scene(hero("hero", (36, 10), figure=layman), unit("orcs", (36, 15), facing=180, side=1)))


@pytest.mark.rule("tp.item.arcane.crack_in_reality_scroll")
@pytest.mark.parametrize(("face", "orcs", "fate"), [(5, 8, "standing"), (6, 10, "slain")])
def test_reality_may_crack_under_the_caster(face: int, orcs: int, fate: str) -> None:
    fight = bound("crack_in_reality_scroll")
    cast_item(fight, "crack_in_reality_scroll", [1, 6, 6, 6, 6, face, 4, 3, 3])
    assert piece(fight, "orcs").models == orcs and piece(fight, "merlin").fate == fate


@pytest.mark.rule("tp.item.arcane.crack_in_reality_scroll", "tp.spell.chaos.crack_in_reality")
def test_a_crack_under_the_caster_spares_the_group_that_he_is_with() -> None:
    fight = scene(
        unit("guard", (36, 10), models=10), hero("merlin", within="guard", role="wizard",
        figure=laden_mage("crack_in_reality_scroll", life=9)),
        unit("orcs", (36, 15), facing=180, side=1, models=10),
    )  # fmt: skip
    cast_item(fight, "crack_in_reality_scroll", [1, 6, 6, 6, 6, 6, 6, 1, 1, 1])
    assert piece(fight, "guard").models == 10 and piece(fight, "merlin").hurt == 3


@pytest.mark.rule("tp.item.arcane.zootawls_staff_of_death")
@pytest.mark.parametrize(("good", "hurt"), [([6] * 4, 0), ([1] * 4, 5)])
def test_the_staff_of_death_steals_the_souls_of_the_unruly(good: list[int], hurt: int) -> None:
    chief = hero("chief", within="orcs", side=1, figure=champion(life=9, magic=6))
    fight = bound("zootawls_staff_of_death", chief)
    check = [*good, 6, 6, 6]
    cast_item(fight, "zootawls_staff_of_death", [1] * 4 + [6] * 5 + check + ([5] if hurt else []))
    assert piece(fight, "chief").hurt == hurt


@pytest.mark.rule("tp.item.arcane.healing_scroll")
@pytest.mark.parametrize(("hurt", "left"), [(3, 0), (7, 2)])
def test_a_healing_scroll_gives_back_five_life_points(hurt: int, left: int) -> None:
    fight = bound("healing_scroll", hero("hero", (40, 12), figure=champion(life=9), hurt=hurt))
    cast_item(fight, "healing_scroll", [1, 6, 6, 6, 6])
    assert piece(fight, "hero").hurt == left


@pytest.mark.rule("tp.item.arcane.scroll_of_cleansing")
def test_a_cleansing_scroll_takes_all_poison_off() -> None:
    fight = bound("scroll_of_cleansing", unit("guard", (40, 14), models=10, poison=(3, 3, 5)))
    cast_item(fight, "scroll_of_cleansing", [1, 6, 6, 6, 6])
    assert piece(fight, "guard").poison == () and told(fight, Cleansed)[0].markers == 3


@pytest.mark.rule("tp.item.arcane.scroll_of_cleansing")
def test_a_cleansing_scroll_may_be_used_on_any_piece_an_enemy_too() -> None:
    fight = bound("scroll_of_cleansing", unit("guard", (40, 14), models=10, poison=(3,)), poison=(2, 2))
    cast_item(fight, "scroll_of_cleansing", [1, 6, 6, 6, 6], ["orcs"])
    assert (piece(fight, "orcs").poison, piece(fight, "guard").poison) == ((), (3,))


@pytest.mark.rule("tp.magic.bound")
def test_a_bound_spell_can_be_dispelled_but_its_wizard_adds_nothing() -> None:
    shaman = wizard("shaman", (10, 40), side=1, facing=180, figure=laden_mage("dispel_boost_scroll"))
    fight = bound("chill_blades_scroll", shaman)
    cast_item(fight, "chill_blades_scroll", [1, 5, 5, 5, 5, 6, 6, 6], ["orcs", ["shaman/dispel_boost_scroll"]])
    assert told(fight, DispelRolled)[0].stopped and piece(fight, "orcs").models == 10


@pytest.mark.rule("tp.item.arcane.dispel_boost_scroll", "tp.magic.swap")
@pytest.mark.parametrize(
    ("given", "dice", "rule"),
    [
        (["shaman/dispel_boost_scroll"], [6, 6, 6], "tp.item.arcane.dispel_boost_scroll"),
        (["shaman/zap"], [6], "tp.magic.swap"),
    ],
)
def test_dice_for_dispelling_name_the_scroll_or_the_swap_that_gives_them(
    given: list[str], dice: list[int], rule: str
) -> None:
    figure = laden_mage("dispel_boost_scroll", disciplines=("base",))
    fight = bound("chill_blades_scroll", wizard("shaman", (10, 40), "base.zap", side=1, facing=180, figure=figure))
    cast_item(fight, "chill_blades_scroll", [1, 5, 5, 5, 5, *dice], ["orcs", given])
    assert [event.rule for event in told(fight, DiceFound)] == [rule]


# --- before the battle ---------------------------------------------------------------------------------------


def student(*items: str, master: bool = False) -> Fight:
    figure = laden_mage(*items, disciplines=("base",), master=master)
    return scene(hero("merlin", (36, 10), role="wizard", figure=figure), phase="magic", clock=0)


@pytest.mark.rule("tp.item.arcane.spell_book_of_yarn")
@pytest.mark.parametrize(("master", "spells"), [(False, 3), (True, 4)])
def test_the_book_of_yarn_holds_one_spell_more(master: bool, spells: int) -> None:
    fight = student("spell_book_of_yarn", master=master)
    with script(fight, dice=[2] * spells, answers=[ALL_BY_CHANCE]):
        choose_spells(fight)
    assert len(dict.fromkeys(piece(fight, "merlin").spells)) == spells


@pytest.mark.rule("tp.item.arcane.crystal_ball_of_cantly")
def test_with_the_crystal_ball_spells_are_chosen() -> None:
    fight = student("crystal_ball_of_cantly")
    with script(fight, answers=["Zap!", "Haste"]):
        choose_spells(fight)
    assert piece(fight, "merlin").spells == ("tp.spell.base.zap", "tp.spell.base.haste")


@pytest.mark.rule("tp.item.arcane.wand_of_oblivion")
@pytest.mark.parametrize(("target", "rule", "lost"), [
    ("orcs", "tp.spell.base.zap", 1), ("merlin", "tp.spell.base.zap", 0), ("orcs", "tp.item.arcane.any", 0),
])  # fmt: skip
def test_nothing_saves_an_enemy_from_spells_with_the_wand_of_oblivion(target: str, rule: str, lost: int) -> None:
    fight = study("wand_of_oblivion", toughness=3)
    with script(fight, dice=[1]):
        assert strike(fight, Attack(number(fight, target), 1, "magic", rule, by=number(fight, "merlin"))) == lost


@pytest.mark.rule("tp.item.arcane.miscast_scroll")
@pytest.mark.parametrize(("answer", "second", "cast_at_last"), [("read it", [6, 6], True), ("keep it", [], False)])
def test_a_miscast_scroll_rolls_the_magic_dice_again(answer: str, second: list[int], cast_at_last: bool) -> None:
    fight = study("miscast_scroll")
    casts(fight, "merlin", "base.slow", dice=[5, 1, 1, *second], answers=["orcs", [], answer])
    assert told(fight, SpellRolled)[-1].cast is cast_at_last
    assert carried(fight, number(fight, "merlin")) == (() if cast_at_last else rules("miscast_scroll"))
