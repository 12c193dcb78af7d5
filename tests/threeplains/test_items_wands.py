"""Staffs, wands, crowns and scrolls at castings, and what decides which spells a wizard has."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.events.items import ItemStirred, ItemUsed
from warhost.rulebooks.threeplains.events.spells import Backfired, SpellFailed, SpellNamed, SpellRolled
from warhost.rulebooks.threeplains.figure import Figure
from warhost.rulebooks.threeplains.items.secrecy import notice
from warhost.rulebooks.threeplains.items.shelf import ITEMS
from warhost.rulebooks.threeplains.magic.bearing import carried, lay
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import act, cast, castable
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.magic.fortune import FORTUNE, fortunate
from warhost.rulebooks.threeplains.magic.learning import ALL_BY_CHANCE, KEEP_ALL, choose_spells
from warhost.rulebooks.threeplains.magic.pools import come_back, ether_sources, magic_sources
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER, NOBODY, Effect

from .armoury import duel as duel_of
from .armoury import one_hit, rules
from .scene import Placed, asked, foot, hero, number, piece, scene, script, told, unit
from .wizardry import casts, mage, wizard

ZAP = "tp.spell.base.zap"


def scholar(*items: str, **more: Any) -> Figure:
    return mage(items=rules(*items), prices=tuple(ITEMS[item].points for item in items), **more)


def study(*items: str, more: tuple[Placed, ...] = (), spells: tuple[str, ...] = ("base.zap",), **own: Any) -> Fight:
    """A wizard with these items before orcs who cannot dispel."""
    return scene(
        wizard("merlin", (36, 10), *spells, figure=scholar(*items, **own)),
        unit("orcs", (36, 22), facing=180, side=1, models=10),
        unit("others", (28, 22), facing=180, side=1, models=5),
        *more,
    )


def shaman(at: tuple[float, float], *items: str, **more: Any) -> Placed:
    """An enemy who casts nothing himself."""
    return hero("shaman", at, side=1, facing=180, figure=scholar(*items), role="wizard", **more)


def rolled(fight: Fight) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    event = told(fight, SpellRolled)[-1]
    return event.ether, event.magic, event.cast


@pytest.mark.rule("tp.item.arcane.dispel_staff", "tp.item.arcane.power_staff")
@pytest.mark.parametrize(("active", "ether", "magic"), [(0, 2, 2), (1, 2, 1)])
def test_the_ether_dice_of_a_staff_are_there_in_every_turn(active: Any, ether: int, magic: int) -> None:
    """Those used in one's own turn, against a spell that answers another, are back in the enemy's; magic dice serve
    in one's own alone."""
    fight = study("dispel_staff", "power_staff")
    staff, power = rules("dispel_staff", "power_staff")
    piece(fight, "merlin").drawn = (f"{staff}/ether", f"{staff}/ether", power)
    fight.state.active = active
    come_back(fight)
    names = [source.name for source in ether_sources(fight, 0)]
    assert sum("staff" in name for name in names) == ether
    assert sum("power_staff" in source.name for source in magic_sources(fight, 0, book[ZAP])) == magic


# --- more ether ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.arcane.master_magical_defence_staff")
@pytest.mark.parametrize(("away", "dice"), [((45, 22), 2), ((49, 22), 1)])
def test_the_master_staff_thickens_the_ether_for_friends_within_eight_inches(away: Any, dice: int) -> None:
    fight = study(more=(shaman(away, "master_magical_defence_staff"),))
    casts(fight, "merlin", "base.zap", answers=["orcs"], dice=[6] * dice + [5, 5])
    assert told(fight, SpellNamed)[0].ether == dice and len(told(fight, ItemUsed)) == dice - 1
    notice(fight)
    assert bool(piece(fight, "shaman").shown) == (dice == 2)


@pytest.mark.rule("tp.item.arcane.master_magical_defence_staff", "tp.magic.dispel.items")
@pytest.mark.parametrize("second", ["master_magical_defence_staff", "magical_defence_staff"])
def test_staffs_of_several_wizards_add_up(second: str) -> None:
    other = hero("witch", within="orcs", side=1, figure=scholar(second), role="wizard")
    fight = study(more=(shaman((45, 22), "master_magical_defence_staff"), other))
    casts(fight, "merlin", "base.zap", answers=["orcs"], dice=[6, 6, 6, 5, 5])
    assert len(rolled(fight)[0]) == 3 and len(told(fight, ItemUsed)) == 2


@pytest.mark.rule("tp.item.arcane.master_magical_defence_staff", "tp.magic.dispel.items")
def test_two_staffs_of_one_wizard_do_not_add_up() -> None:
    both = scholar("master_magical_defence_staff", "magical_defence_staff")
    fight = study(more=(hero("witch", within="orcs", side=1, figure=both, role="wizard"),))
    casts(fight, "merlin", "base.zap", answers=["orcs"], dice=[6, 6, 5, 5])
    assert len(rolled(fight)[0]) == 2


@pytest.mark.rule("tp.item.arcane.magical_defence_staff")
@pytest.mark.parametrize(("spell", "target", "dice"), [
    ("base.zap", ["orcs"], 2), ("base.zap", ["others"], 1), ("harmony.serenity", [], 6),
])  # fmt: skip
def test_the_defence_staff_guards_its_bearers_group(spell: str, target: list[str], dice: int) -> None:
    inside = hero("shaman", within="orcs", side=1, figure=scholar("magical_defence_staff"), role="wizard")
    fight = study(more=(inside,), spells=(spell,))
    casts(fight, "merlin", spell, answers=target, dice=[6] * dice + [5, 5])
    assert len(rolled(fight)[0]) == dice


@pytest.mark.rule("tp.item.arcane.magical_defence_staff", "tp.magic.dispel.items")
def test_the_defence_staff_stops_no_spell_of_friends() -> None:
    bearer = hero("shaman", within="friends", figure=scholar("magical_defence_staff"), role="wizard")
    fight = study(more=(unit("friends", (28, 12), models=10), bearer), spells=("base.haste",))
    casts(fight, "merlin", "base.haste", answers=["friends"], dice=[6, 5, 5])
    assert len(rolled(fight)[0]) == 1


@pytest.mark.rule("tp.item.arcane.magical_defence_staff", "tp.magic.dispel.items")
def test_the_defence_staff_of_the_slain_guards_nobody() -> None:
    fight = study(more=(hero("shaman", within="orcs", side=1, figure=scholar("magical_defence_staff")),))
    piece(fight, "shaman").fate = "slain"
    casts(fight, "merlin", "base.zap", answers=["orcs"], dice=[6, 5, 5])
    assert len(rolled(fight)[0]) == 1


@pytest.mark.rule("tp.item.arcane.dispel_range_booster_scroll")
def test_the_booster_scroll_thickens_the_ether_until_its_readers_next_turn() -> None:
    fight = study(more=(shaman((40, 24), "dispel_range_booster_scroll"),))
    casts(fight, "merlin", "base.zap", answers=["orcs"], dice=[6, 5, 5])
    fight.state.active = 1
    with script(fight):
        act(fight, castable(fight), "use: shaman/dispel_range_booster_scroll")
    assert not carried(fight, number(fight, "shaman"))
    fight.state.active, fight.state.clock = 0, 2
    expire(fight)
    come_back(fight)
    casts(fight, "merlin", "base.zap", answers=["orcs"], dice=[6, 6, 5, 5])
    fight.state.clock = 3
    expire(fight)
    come_back(fight)
    casts(fight, "merlin", "base.zap", answers=["orcs"], dice=[6, 5, 5])


# --- less of it ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.arcane.crown_of_desperation")
def test_the_crown_takes_a_die_for_more_hits_every_time() -> None:
    fight = study("crown_of_desperation", toughness=2, life=9)
    for hits in (1, 2):
        come_back(fight)
        dice = [*([3] + [1] * (hits - 1)), 2, 1, 1, 1]
        casts(fight, "merlin", "base.zap", answers=["orcs", "use it"], dice=dice)
        assert rolled(fight) == ((), (2, 1), True) and piece(fight, "merlin").hurt == hits
    come_back(fight)
    casts(fight, "merlin", "base.zap", answers=["orcs", "keep it"], dice=[6, 5, 5])
    assert rolled(fight)[0] == (6,)


@pytest.mark.rule("tp.item.arcane.crown_of_desperation")
def test_whoever_dies_of_the_crown_casts_nothing() -> None:
    fight = study("crown_of_desperation", toughness=2, life=1)
    casts(fight, "merlin", "base.zap", answers=["orcs", "use it"], dice=[6])
    assert piece(fight, "merlin").fate == "slain" and not told(fight, SpellRolled)
    assert told(fight, SpellFailed)[0].rule == "tp.magic.dead"


@pytest.mark.rule("tp.item.arcane.magical_coin")
@pytest.mark.parametrize(("face", "ether"), [(4, ()), (3, (6,))])
def test_the_coin_is_flipped_once_a_turn(face: int, ether: tuple[int, ...]) -> None:
    fight = study("magical_coin", spells=("base.zap", "base.slow"))
    fight.state.pieces[0].swapped = ("tp.spell.base.slow",)
    dice = [face, *ether, 1, 1]
    casts(fight, "merlin", "base.zap", answers=["orcs", "use it"], dice=[*dice, 1, 1] if face == 4 else dice)
    assert rolled(fight)[0] == ether
    assert [event.number for event in told(fight, ItemStirred)] == [2 if face == 4 else 1]
    fight.state.pieces[0].tried = ()
    casts(fight, "merlin", "base.zap", answers=["orcs"], dice=[6, 1, 1])
    assert rolled(fight)[0] == (6,)


# --- dice mended ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.arcane.black_dragons_egg")
def test_the_egg_raises_one_die_once_a_turn() -> None:
    fight = study("black_dragons_egg")
    casts(fight, "merlin", "base.zap", answers=["orcs", "raise 5"], dice=[6, 5, 4, 1, 1])
    assert rolled(fight) == ((6,), (6, 4), True) and len(told(fight, ItemUsed)) == 1
    fight.state.pieces[0].tried = ()
    casts(fight, "merlin", "base.zap", answers=["orcs"], dice=[6, 5, 5])
    assert rolled(fight) == ((6,), (5, 5), False)


@pytest.mark.rule("tp.item.arcane.black_dragons_egg")
def test_the_egg_raises_no_six() -> None:
    trial = study("black_dragons_egg")
    question = asked(trial, lambda f: cast(f, 0, book["tp.spell.base.zap"]), answers=["orcs"], dice=[6, 6, 4])
    assert sorted(question.suggest()) == ["leave them", "raise 4"]


@pytest.mark.rule("tp.item.arcane.lywdans_robe")
@pytest.mark.parametrize(("answer", "dice", "magic"), [
    ("throw again", [6, 5, 4, 6, 1, 1], (5, 6)), ("leave them", [6, 5, 4], (5, 4)),
])  # fmt: skip
def test_the_robe_throws_the_lowest_die_again(answer: str, dice: list[int], magic: tuple[int, ...]) -> None:
    fight = study("lywdans_robe")
    casts(fight, "merlin", "base.zap", answers=["orcs", answer], dice=dice)
    assert rolled(fight)[1] == magic


@pytest.mark.rule("tp.item.arcane.lywdans_robe")
def test_the_robe_is_a_magic_save_of_four() -> None:
    assert one_hit(duel_of(foe={"items": rules("lywdans_robe"), "prices": (70,), "toughness": 0}), 4) == 0


@pytest.mark.rule("tp.item.arcane.unicorn_wand")
def test_the_wand_throws_any_dice_again_and_gives_an_ether_die() -> None:
    fight = study("unicorn_wand")
    answers = ["orcs", ["die 1: 1", "die 2: 1"]]
    casts(fight, "merlin", "base.zap", answers=answers, dice=[5, 1, 1, 6, 2, 1, 1])
    assert rolled(fight) == ((5,), (6, 2), True)
    fight.state.pieces[0].tried = (ZAP,)
    assert [source.dice for source in ether_sources(fight, 0)] == [1]
    fight.state.pieces[0].tried = ()
    casts(fight, "merlin", "base.zap", answers=["orcs"], dice=[5, 1, 1])


@pytest.mark.rule("tp.item.arcane.unicorn_wand", "tp.item.arcane.lywdans_robe")
@pytest.mark.parametrize(
    ("die", "answers", "dice", "magic"),
    [
        ("die 1: 1", [], [2], [2, 4]),
        ("die 1: 1", ["throw again"], [5, 3], [3, 5]),
        ("die 2: 4", ["throw again"], [2, 5], [2, 5]),
    ],
)
def test_the_robe_throws_no_die_a_third_time(die: str, answers: Any, dice: list[int], magic: list[int]) -> None:
    """It has the lowest die, as long as that is one that the wand has not thrown again."""
    fight = study("unicorn_wand", "lywdans_robe")
    casts(fight, "merlin", "base.zap", answers=["orcs", [die], *answers], dice=[6, 1, 4, *dice])
    assert sorted(rolled(fight)[1]) == magic


@pytest.mark.rule("tp.item.arcane.miscast_scroll", "tp.item.arcane.unicorn_wand", "tp.item.arcane.lywdans_robe")
@pytest.mark.parametrize("item", ["unicorn_wand", "lywdans_robe"])
def test_nothing_throws_the_dice_of_a_miscast_scroll_again(item: str) -> None:
    fight = study("miscast_scroll", item)
    casts(fight, "merlin", "base.zap", answers=["orcs", "read it"], dice=[6, 1, 2, 3, 3])
    assert rolled(fight) == ((6,), (3, 3), False)


@pytest.mark.rule("tp.spell.base.great_fortune", "tp.item.arcane.miscast_scroll")
def test_a_die_that_was_turned_is_not_thrown_again_by_a_scroll() -> None:
    fight = study("miscast_scroll")
    lay(fight, Effect(FORTUNE, NOBODY, 0, 0, NEVER, 1))
    with script(fight, answers=["orcs", "1 up", "read it"], dice=[6, 1, 3, 4]):
        fortunate(fight)
        cast(fight, 0, book[ZAP])
    assert sorted(rolled(fight)[1]) == [2, 4]


@pytest.mark.rule("tp.item.arcane.black_dragons_egg", "tp.magic.bound")
def test_the_dice_of_a_bound_spell_are_not_mended() -> None:
    fight = study("black_dragons_egg", "mocklings_funder_staff")
    with script(fight, answers=["orcs"], dice=[6, 6, 6, 5, 5, 5, 5, 5]):
        cast(fight, 0, book["tp.item.arcane.mocklings_funder_staff"])
    assert not rolled(fight)[2]


@pytest.mark.rule("tp.item.arcane.power_scroll", "tp.item.arcane.manna_spark_scroll")
@pytest.mark.parametrize(("item", "die", "counts"), [
    ("power_scroll", 4, 5), ("manna_spark_scroll", 3, 5), ("manna_spark_scroll", 5, 6),
])  # fmt: skip
def test_scrolls_that_raise_the_die_that_was_named(item: str, die: int, counts: int) -> None:
    fight = study(item)
    casts(fight, "merlin", "base.zap", answers=["orcs", [f"merlin/{item}"]], dice=[4, die, 1, 1, 1])
    assert rolled(fight) == ((4,), (counts, 1), True) and not carried(fight, 0)


@pytest.mark.rule("tp.item.command.standard_of_magic")
@pytest.mark.parametrize(("away", "dice"), [(41, 1), (46, 0)])
def test_the_standard_lends_wizards_near_by_a_die_once_a_turn(away: float, dice: int) -> None:
    bearers = foot(items=rules("standard_of_magic"), prices=(120,))
    fight = study(more=(unit("guard", (away, 10), models=6, files=3, command=True, figure=bearers),))
    merlin = number(fight, "merlin")

    def lent() -> list[int]:
        return [source.dice for source in magic_sources(fight, merlin, book[ZAP]) if source.kind == "lent"]

    assert lent() == [1] * dice
    if dice:
        answers = ["orcs", ["guard/standard_of_magic"]]
        casts(fight, "merlin", "base.zap", answers=answers, dice=[5, 1, 1, 6, 1, 1])
        assert rolled(fight)[1] == (1, 1, 6) and not lent()
        come_back(fight)
        assert lent()


# --- chaos ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.arcane.failed_book_of_chaos")
@pytest.mark.parametrize(("answer", "dice", "astray"), [
    ("throw again", [6, 5], 0), ("throw again", [6, 6], 1), ("let it go astray", [6], 1),
])  # fmt: skip
def test_the_failed_book_throws_the_die_of_chaos_again(answer: str, dice: list[int], astray: int) -> None:
    fight = study("failed_book_of_chaos", spells=("chaos.crack_in_reality",))
    casts(fight, "merlin", "chaos.crack_in_reality", answers=["orcs", answer], dice=[1, 6, 6, *dice, 1, 1])
    assert len(told(fight, Backfired)) == astray
    assert piece(fight, "orcs").models == 9 + astray


@pytest.mark.rule("tp.item.arcane.failed_book_of_chaos", "tp.item.arcane.crack_in_reality_scroll")
@pytest.mark.parametrize(("known", "dice", "astray"), [("base.zap", [6], 1), ("chaos.mayhem", [6, 5], 0)])
def test_the_failed_book_helps_with_a_scroll_of_chaos_only_who_uses_that_discipline(
    known: str, dice: list[int], astray: int
) -> None:
    fight = study("failed_book_of_chaos", "crack_in_reality_scroll", spells=(known,))
    answers = ["orcs", *(["throw again"] if not astray else [])]
    with script(fight, dice=[1, 6, 6, 6, 6, *dice, 1, 1], answers=answers):
        cast(fight, number(fight, "merlin"), book[ITEMS["crack_in_reality_scroll"].rule])
    assert len(told(fight, Backfired)) == astray


# --- before the battle ---------------------------------------------------------------------------------------


def lecture(*items: str, theirs: tuple[str, ...] = ()) -> Fight:
    """A wizard of each side before he has drawn his spells."""
    return scene(
        hero("merlin", (36, 10), role="wizard", figure=scholar(*items)),
        hero("shaman", (36, 40), side=1, role="wizard", figure=scholar(*theirs)),
        phase="magic", clock=0,
    )  # fmt: skip


@pytest.mark.rule("tp.item.arcane.scroll_of_knowledge", "tp.item.weapon.mindful_mallet")
@pytest.mark.parametrize(("items", "left"), [
    (("scroll_of_knowledge", "scroll_of_knowledge"), ("scroll_of_knowledge",)),
    (("mindful_mallet",), ("mindful_mallet",)),
])  # fmt: skip
def test_a_spell_is_handed_back_for_another(items: tuple[str, ...], left: tuple[str, ...]) -> None:
    fight = lecture(*items)
    with script(fight, dice=[1, 1, 1], answers=[ALL_BY_CHANCE, book.of("base")[0].title]):
        choose_spells(fight)
    assert piece(fight, "merlin").spells == (book.of("base")[2].rule, book.of("base")[1].rule)
    assert carried(fight, 0) == rules(*left)


@pytest.mark.rule("tp.item.arcane.scroll_of_knowledge")
def test_nobody_has_to_hand_a_spell_back() -> None:
    fight = lecture("scroll_of_knowledge")
    with script(fight, dice=[1, 1], answers=[ALL_BY_CHANCE, KEEP_ALL]):
        choose_spells(fight)
    assert piece(fight, "merlin").spells == tuple(spell.rule for spell in book.of("base")[:2])
    assert carried(fight, 0) == rules("scroll_of_knowledge")


@pytest.mark.rule("tp.item.weapon.mindful_mallet")
def test_the_mallet_hits_hard() -> None:
    assert one_hit(duel_of("mindful_mallet", foe={"toughness": 5}), 4) == 1


@pytest.mark.rule("tp.item.arcane.wildoon_the_raven")
@pytest.mark.parametrize(("own", "theirs", "first"), [
    ((), (), "merlin"), (("wildoon_the_raven",), (), "shaman"),
    (("wildoon_the_raven",), ("wildoon_the_raven",), "merlin"),
])  # fmt: skip
def test_whoever_has_the_raven_sees_the_enemy_draw_first(own: Any, theirs: Any, first: str) -> None:
    fight = lecture(*own, theirs=theirs)
    with script(fight, dice=[1, 1], answers=[ALL_BY_CHANCE]):
        choose_spells(fight)
    assert piece(fight, first).spells and len([one for one in fight.state.pieces if one.spells]) == 1
    assert bool(told(fight, ItemUsed)) == (first == "shaman")
