"""Trade, swapping, hiring, dismissing and founding anew."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.naming import Naming
from warhost.engine.tidings import Befell
from warhost.rulebooks.warband.campaign.healing import injure_hero
from warhost.rulebooks.warband.campaign.hiring import anew, cost_of_one_more
from warhost.rulebooks.warband.campaign.ledger import Ledger
from warhost.rulebooks.warband.campaign.market import buy_one, buying, look_one, may_carry, sell_one
from warhost.rulebooks.warband.campaign.season import After
from warhost.rulebooks.warband.campaign.sequence import step

from .aftermath import after, captain, ledger
from .scene import book, thrown


def rich(name: str = "lantern", **more: Any) -> Ledger:
    own = ledger(name)
    own.treasury = 500
    return own


def gear_of(own: Ledger, id: str) -> tuple[str, ...]:
    return next(one.gear for one in own.everybody if one.id == id)


def offered(one: After) -> dict[str, str]:
    return dict(buying(one, one.state.ledgers[0]))


@pytest.mark.rule("war.camp.trade")
@pytest.mark.parametrize(
    "answer, crowns",
    [("sell:sword", 5), ("sell:sword:veteran", 5), ("sell:club:sword", 5), ("sell:helmet:captain", 5)],
)
def test_old_things_sell_for_half_their_price(answer: str, crowns: int) -> None:
    """A club is worth 3, each of five sells for one crown."""
    own = rich()
    own.store = ("sword", "dagger")
    one = after(answers=[answer], own=own)
    assert sell_one(one) and own.treasury == 500 + crowns
    assert not any("dagger" in option for option in one.oracle.asked[0].options)  # type: ignore[attr-defined]


@pytest.mark.rule("war.camp.trade", "war.armour.plate", "war.price.list")
@pytest.mark.parametrize(
    "dice, skill, found", [([5, 5], "", False), ([6, 5], "", True), ([4, 5], "streetwise", True)]
)
def test_rare_things_are_looked_for_once_by_each_hero(dice: list[int], skill: str, found: bool) -> None:
    own = rich()
    captain_ = own.heroes[0]
    captain_.traits = (*captain_.traits, skill)
    one = after(answers=["look:plate:captain", *(["buy"] if found else [])], dice=dice, own=own)
    assert look_one(one)
    assert own.treasury == (350 if found else 500) and own.store == (("plate",) if found else ())
    one.oracle.answers = ["done"]  # type: ignore[attr-defined]
    look_one(one)
    assert not any(option.endswith(":captain") for option in one.oracle.asked[-1].options)  # type: ignore[attr-defined]


@pytest.mark.rule("war.camp.trade", "war.camp.injury.hero")
def test_who_was_out_of_action_or_misses_battles_does_not_look() -> None:
    own = rich()
    own.heroes[1].misses = 1
    one = after(answers=["done"], own=own, out=[("captain", 1, "")])
    look_one(one)
    lookers = {option.split(":")[2] for option in one.oracle.asked[0].options[1:]}  # type: ignore[attr-defined]
    assert lookers == {"veteran-2", "greenhand", "greenhand-2"}


@pytest.mark.rule("war.camp.trade")
def test_selling_comes_first_then_looking_then_buying() -> None:
    one = after(own=rich(), answers=["done", "done", "done"], stage="sell")
    while one.state.stage != "leader":
        step(one)
    assert [question.what for question in one.oracle.asked] == ["sell", "look", "buy"]  # type: ignore[attr-defined]


@pytest.mark.rule("war.camp.trade", "war.weapon.limit")
def test_a_group_is_armed_alike() -> None:
    own = rich()
    one = after(answers=["buy:light:sword"], own=own)
    assert offered(one)["buy:light:sword"].endswith("100 crowns")
    assert buy_one(one) and own.treasury == 400 and gear_of(own, "sword") == ("club", "light")
    own.store = ("shield",) * 4
    assert "take:shield:sword" not in offered(one)
    own.store = ("shield",) * 5
    assert "take:shield:sword" in offered(one)


@pytest.mark.rule("war.camp.trade", "war.weapon.limit")
def test_things_are_swapped_between_warriors() -> None:
    own = rich()
    one = after(answers=["stow:helmet:captain", "take:helmet:veteran", "stow:club:sword"], own=own)
    for _ in range(3):
        assert buy_one(one)
    assert gear_of(own, "captain") == ("sword",) and gear_of(own, "veteran") == ("sword", "helmet")
    assert own.store == ("club",) * 5 and gear_of(own, "sword") == ()
    assert "take:helmet:veteran" not in offered(one)


@pytest.mark.rule("war.camp.skills", "war.weapon.limit")
def test_trained_heroes_carry_any_close_combat_weapon() -> None:
    own = rich("gutter")
    hexer = own.heroes[1]
    own.store = ("halberd", "longbow")
    one = after(own=own)
    assert f"take:halberd:{hexer.id}" not in offered(one)
    hexer.traits = (*hexer.traits, "weapon training")
    assert f"take:halberd:{hexer.id}" in offered(one) and f"take:longbow:{hexer.id}" not in offered(one)


@pytest.mark.rule("war.weapon.pistol", "war.weapon.limit")
def test_a_brace_and_a_pair_can_be_bought() -> None:
    own = rich()
    one = after(own=own)
    assert "buy:sword:captain" in offered(one)
    own.heroes[0].gear = ("sword", "pistol")
    assert "buy:pistol:captain" in offered(one)


@pytest.mark.rule("war.camp.injury.hero")
def test_who_has_lost_an_arm_buys_nothing_for_two_hands() -> None:
    own = rich()
    one = after(own=own)
    assert {"buy:halberd:captain", "buy:bow:captain"} <= set(offered(one))
    own.heroes[0].traits = (*own.heroes[0].traits, "lost arm")
    assert not {"buy:halberd:captain", "buy:bow:captain"} & set(offered(one)) and "buy:axe:captain" in offered(one)


@pytest.mark.rule("war.camp.skills")
@pytest.mark.parametrize(
    "answers, dice, left", [(["now"], [3, 4], 497), (["later"], [], 490), (["now"], [6, 6], 499)]
)
def test_one_thing_is_haggled_over(answers: list[str], dice: list[int], left: int) -> None:
    own = rich()
    own.heroes[0].traits = (*own.heroes[0].traits, "haggle")
    one = after(answers=["buy:sword:greenhand", *answers], dice=dice, own=own)
    assert buy_one(one) and own.treasury == left and one.state.haggled is (answers == ["now"])


@pytest.mark.rule("war.camp.recruit", "war.camp.disband", "war.camp.few")
def test_new_men_cost_their_experience() -> None:
    own = ledger()
    group = own.groups[0]
    group.experience, group.count, own.treasury = 4, 3, 500
    assert cost_of_one_more(book().library, own, group) == 25 + 3 + 8
    one = after(answers=["more:sword"], dice=[3, 4], own=own)
    assert buy_one(one) and group.count == 4 and one.state.pool == 3
    assert not any(offer == "more:sword" for offer in offered(one))


@pytest.mark.rule("war.camp.recruit")
def test_the_dead_make_room_and_the_leader_is_never_hired() -> None:
    own = ledger("ash")
    own.treasury = 500
    one = after(own=own)
    assert "hire:confessor" not in offered(one)
    own.heroes = [hero for hero in own.heroes if hero.fighter not in ("confessor", "prior")]
    assert {"hire:confessor", "hire:hunter"} <= set(offered(one))
    assert "hire:prior" not in offered(one)


@pytest.mark.rule("war.camp.disband")
def test_a_dismissed_hero_leaves_his_equipment() -> None:
    own = ledger()
    own.heroes[1].experience = 30
    before = own.rating
    one = after(answers=["dismiss:veteran"], own=own)
    buy_one(one)
    assert own.store == ("sword",) and before - own.rating == 35


@pytest.mark.rule("war.camp.recruit", "war.band.found")
def test_limits_of_the_list_hold_at_any_time() -> None:
    own = rich()
    one = after(own=own)
    assert "hire:bravo" in offered(one) and "more:sword" not in offered(one)  # five are the most of a group
    own.groups[0].count = 4
    assert "more:sword" in offered(one)
    own.groups[0].count, own.groups[1].count = 5, 5
    assert own.size == 15 and not any(offer.startswith(("hire:", "more:")) for offer in offered(one))


@pytest.mark.rule("war.camp.advance.hench", "war.camp.recruit", "war.band.lantern.bravo")
def test_the_place_of_who_was_raised_to_hero_is_filled_again() -> None:
    own = rich()
    own.groups[0].fighter, own.groups[0].count = "bravo", 4
    own.heroes[1].fighter = "bravo"
    one = after(own=own)
    assert "more:sword" in offered(one)
    own.groups[0].count = 5
    assert "more:sword" not in offered(one) and "hire:bravo" not in offered(one)


@pytest.mark.rule("war.price.list", "war.camp.trade")
@pytest.mark.parametrize(
    "fighter, has, has_not",
    [
        ("sword", {"handbow", "lance", "plate", "barding", "charm"}, {"flail"}),
        ("marksman", {"handbow", "plate", "horse"}, {"axe", "heavy"}),
    ],
)
def test_who_was_raised_to_hero_may_carry_rare_things(fighter: str, has: set[str], has_not: set[str]) -> None:
    own = rich()
    own.heroes[1].fighter, own.heroes[1].gear = fighter, ()
    one, group = after(own=own), own.groups[0]
    library = one.setting.library
    assert {name for name in has | has_not if may_carry(library, own, own.heroes[1], name)} == has
    assert not any(may_carry(library, own, group, name) for name in has)


@pytest.mark.rule("war.band.ash.scourged", "war.price.list")
def test_a_penitent_uses_flails_and_clubs_as_a_hero_too() -> None:
    own = rich("ash")
    own.heroes[1].fighter, own.heroes[1].gear = "scourged", ()
    library = after(own=own).setting.library
    hero = own.heroes[1]
    assert may_carry(library, own, hero, "flail") and may_carry(library, own, hero, "charm")
    assert not any(may_carry(library, own, hero, name) for name in ("lance", "handbow", "plate", "sword"))


@pytest.mark.rule("war.camp.captured", "war.camp.recruit")
def test_a_captive_frees_no_place_until_he_is_lost() -> None:
    own = rich("ash")
    one = after(own=own)
    confessor = own.heroes[1]
    confessor.captor = 1
    assert "hire:confessor" not in offered(one)
    own.heroes.remove(confessor)
    assert "hire:confessor" in offered(one)


@pytest.mark.rule("war.camp.recruit", "war.magic.learn")
def test_a_new_wizard_comes_with_a_spell_and_his_starting_experience() -> None:
    own = rich("gutter")
    own.heroes = [hero for hero in own.heroes if hero.fighter != "hexer"]
    one = after(answers=["hire:hexer"], dice=[1], own=own)
    assert buy_one(one)
    hexer = own.heroes[-1]
    assert dict(hexer.spells) == {"dart": 7} and hexer.experience == 8


@pytest.mark.rule("war.camp.disband", "war.band.found")
def test_a_warband_is_disbanded_and_another_founded() -> None:
    one = after(answers=["disband", "ash_500"], own=rich(), stage="buy")
    one.state.ledgers[0].battles, one.state.ledgers[0].won = 3, 2
    step(one)
    fresh = one.state.ledgers[0]
    assert (fresh.army, fresh.rating, fresh.battles, fresh.won) == ("ash", 108, 0, 0)
    while one.state.place == 0:
        step(one)
    assert one.state.ledgers[0].won == 0


@pytest.mark.rule("war.camp.disband", "war.camp.leader")
@pytest.mark.parametrize("answer, army", [("none", "lantern"), ("gutter_500", "gutter")])
def test_whose_warband_is_at_an_end_may_found_another(answer: str, army: str) -> None:
    own = ledger()
    own.heroes, own.ended = [], True
    one = after(own=own, answers=[answer], dice=[3] if army == "gutter" else [], stage="anew")
    assert anew(one) and one.state.ledgers[0].army == army
    assert one.state.ledgers[0].ended is (answer == "none")


def test_stories_tell_what_befell_a_warrior() -> None:
    one = after(dice=[2, 2])
    one.state.ledgers[0].battles, one.state.fought = 2, one.state.fought * 3  # the third of the campaign
    injure_hero(one, one.state.ledgers[0], captain(one))
    thrown(one)  # type: ignore[arg-type]
    assert captain(one).story == ("battle 3: a leg wound",)


# --- names ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.camp.linked")
def test_a_warrior_is_given_another_name() -> None:
    one = after(stage="buy", answers=["name:captain", "Bram of the Long Stair"])
    before = captain(one).title
    assert buy_one(one) and captain(one).title == "Bram of the Long Stair"
    (told,) = [one.event for one in one.told if isinstance(one.event, Befell)]
    assert (told.who, told.what) == (before, "is called Bram of the Long Stair from now on")


@pytest.mark.rule("war.camp.linked")
@pytest.mark.parametrize("name", ["", " ", "x" * 41, "two\nlines", "too  wide", "Taken", 7, None, ["a"]])
def test_not_every_name_will_do(name: Any) -> None:
    question = Naming(0, "Captain", ["Captain", "Taken"], "war.camp.linked", "What is he called?", "this warband")
    assert question.refuse(name) is not None
    assert question.refuse("x" * 40) is None and question.refuse("Captain") is None
