"""Experience, advances, income, leaders; each table cell by cell."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from warhost.rulebooks.warband.campaign.growing import (
    advance_group,
    advance_hero,
    crossed,
    first_spells,
    learn_spell,
    may_rise,
    name_leader,
    skills_open_to,
    underdog,
)
from warhost.rulebooks.warband.campaign.happened import Use
from warhost.rulebooks.warband.campaign.healing import injure_hero
from warhost.rulebooks.warband.campaign.ledger import company_of, fit_for_battle
from warhost.rulebooks.warband.campaign.market import update
from warhost.rulebooks.warband.campaign.preparing import prepared, used_by
from warhost.rulebooks.warband.campaign.searching import price_of_shards, search
from warhost.rulebooks.warband.campaign.sequence import step

from .aftermath import after, captain, ledger
from .scene import book, thrown


@pytest.mark.rule("war.camp.xp")
@pytest.mark.parametrize("winner, kills, gained", [(0, [("captain", 2)], 4), (1, [("captain", 1)], 2), (1, [], 1)])
def test_what_a_leader_earns(winner: int, kills: list[tuple[str, int]], gained: int) -> None:
    one = after(kills=kills, winner=winner, dice=[2, 2] * 9)
    one.state.stage = "experience"
    before = captain(one).experience
    one.oracle.answers = ["sure strike"] * 3  # type: ignore[attr-defined]
    step(one)
    assert captain(one).experience == before + gained


@pytest.mark.rule("war.camp.xp", "war.camp.injury.hero", "war.camp.advance.hero")
def test_experience_of_a_charmed_life_counts_for_advances() -> None:
    own = ledger()
    own.heroes[1].experience = own.heroes[1].reached = 9
    one = after(dice=[6, 6, 2, 2], answers=["mighty blow"], out=[("veteran", 1, "")], winner=1, own=own)
    injure_hero(one, own, own.heroes[1])
    one.state.stage = "experience"
    while one.state.stage == "experience":
        step(one)
    thrown(one)  # type: ignore[arg-type]
    assert own.heroes[1].experience == 11 and "mighty blow" in own.heroes[1].traits


@pytest.mark.rule("war.camp.xp")
def test_who_stayed_at_home_or_died_gains_nothing() -> None:
    own = ledger()
    own.heroes[2].misses = 1
    one = after(own=own, dice=[1, 1], out=[("veteran", 1, "")], stage="experience")
    injure_hero(one, own, own.heroes[1])
    step(one)
    assert [hero.experience for hero in own.heroes][1] == 8 and own.fallen[0].experience == 8


@pytest.mark.rule("war.camp.xp", "war.camp.advance.hench", "war.psych.animal")
def test_groups_share_experience_and_beasts_learn_nothing() -> None:
    own = ledger("ash")
    one = after(own=own)
    one.state.stage = "experience"
    step(one)
    gained = {group.fighter: group.experience for group in own.groups}
    assert gained["pilgrim"] == 1 and gained["hound"] == 0


@pytest.mark.rule("war.camp.underdog", "war.camp.rating", "war.multi.after")
@pytest.mark.parametrize(
    "ratings, side, more",
    [
        ((106, 180), 0, 1),
        ((106, 257), 0, 4),
        ((106, 180), 1, 0),
        ((120, 90, 60), 1, 0),
        ((120, 90, 60), 2, 1),
        ((100, 150), 0, 0),
        ((100, 151), 0, 1),
        ((100, 200), 0, 2),
        ((100, 201), 0, 3),
    ],
)
def test_underdogs_learn_more(ratings: tuple[int, ...], side: int, more: int) -> None:
    assert underdog(book().library, ratings, side) == more


@pytest.mark.rule("war.camp.advance.hero")
@pytest.mark.parametrize(
    "start, before, now, advances", [(8, 8, 12, 1), (0, 7, 12, 2), (20, 20, 23, 0), (20, 20, 24, 1), (0, 90, 99, 0)]
)
def test_thresholds_of_heroes(start: int, before: int, now: int, advances: int) -> None:
    assert crossed(book().library.charts.hero_advance.thresholds, before, now, start) == advances


@pytest.mark.rule("war.camp.advance.hench")
@pytest.mark.parametrize("before, now, advances", [(1, 5, 2), (0, 1, 0), (5, 9, 1)])
def test_thresholds_of_henchmen(before: int, now: int, advances: int) -> None:
    assert crossed(book().library.charts.henchman_advance.thresholds, before, now) == advances


ROLLS = {total: (total // 2, (total + 1) // 2) for total in range(2, 13)}


@pytest.mark.rule("war.camp.advance.hero")
@pytest.mark.parametrize(
    "total, die, stat",
    [
        *((total, 0, "skill") for total in (2, 3, 4, 5, 10, 11, 12)),
        *((6, die, "s" if die <= 3 else "a") for die in range(1, 7)),
        (7, 0, "ws"),
        (7, 0, "bs"),
        *((8, die, "i" if die <= 3 else "ld") for die in range(1, 7)),
        *((9, die, "w" if die <= 3 else "t") for die in range(1, 7)),
    ],
)
def test_every_cell_of_the_heroes_advances(total: int, die: int, stat: str) -> None:
    answers = {"skill": ["dodge"]}.get(stat, [stat] if total == 7 else [])
    one = after(dice=[*ROLLS[total], *([die] if die else [])], answers=answers)
    hero = captain(one)
    before, traits = hero.profile, hero.traits
    advance_hero(one, one.state.ledgers[0], hero)
    thrown(one)  # type: ignore[arg-type]
    for name in before.__struct_fields__:
        assert getattr(hero.profile, name) == getattr(before, name) + (name == stat)
    assert hero.traits == ((*traits, "dodge") if stat == "skill" else traits)


@pytest.mark.rule("war.camp.advance.hench")
@pytest.mark.parametrize(
    "total, stat",
    [(2, "i"), (3, "i"), (4, "i"), (5, "s"), (6, "ws"), (6, "bs"), (7, "ws"), (7, "bs"), (8, "a"), (9, "ld")],
)
def test_every_cell_of_the_henchmens_advances(total: int, stat: str) -> None:
    one = after(dice=ROLLS[total], answers=[stat] if total in (6, 7) else [])
    own = one.state.ledgers[0]
    group = own.groups[0]
    before = group.profile
    advance_group(one, own, group)
    thrown(one)  # type: ignore[arg-type]
    assert group.risen == (stat,)
    for name in before.__struct_fields__:
        assert getattr(group.profile, name) == getattr(before, name) + (name == stat)


@pytest.mark.rule("war.camp.advance.hench")
@pytest.mark.parametrize("total", [10, 11, 12])
def test_a_seventh_hero_is_rolled_again(total: int) -> None:
    own = ledger()
    own.heroes.append(own.heroes[4])
    one = after(dice=[*ROLLS[total], *ROLLS[8]], own=own)
    advance_group(one, own, own.groups[0])
    thrown(one)  # type: ignore[arg-type]
    assert len(own.heroes) == 6 and own.groups[0].risen == ("a",)


@pytest.mark.rule("war.camp.advance.hero", "war.camp.maxima")
@pytest.mark.parametrize(
    "dice, answers, profile, stat",
    [
        ([3, 3, 2], [], {}, "s"),
        ([3, 3, 2], [], {"s": 4}, "a"),
        ([3, 4], ["ws"], {}, "ws"),
        ([4, 4, 5], [], {}, "ld"),
        ([5, 4, 1], [], {}, "w"),
        ([3, 3, 2, 4, 4, 1], [], {"s": 4, "a": 4}, "i"),
    ],
)
def test_advances_of_heroes(dice: list[int], answers: list[str], profile: dict[str, int], stat: str) -> None:
    one = after(dice=dice, answers=answers)
    hero = captain(one)
    hero.profile = replace(hero.profile, **profile)
    before = getattr(hero.profile, stat)
    advance_hero(one, one.state.ledgers[0], hero)
    thrown(one)  # type: ignore[arg-type]
    assert getattr(hero.profile, stat) == before + 1


@pytest.mark.rule("war.camp.skills", "war.camp.skilllists")
def test_skills_are_picked_from_his_lists_none_twice() -> None:
    one = after(dice=[2, 3], answers=["mighty blow"])
    hero = captain(one)
    advance_hero(one, one.state.ledgers[0], hero)
    assert "mighty blow" in hero.traits and "mighty blow" not in skills_open_to(book().library, hero)
    greenhand = one.state.ledgers[0].heroes[3]
    assert not set(skills_open_to(book().library, greenhand)) & set(book().library.charts.skills["lore"])


@pytest.mark.rule("war.magic.learn")
def test_a_spell_that_is_known_becomes_easier() -> None:
    one = after(dice=[1, 1, 1, 1, 1], own=ledger("gutter"))
    hero = one.state.ledgers[0].heroes[1]
    needs = []
    for _ in range(5):
        learn_spell(one, 0, hero)
        needs.append(dict(hero.spells)["dart"])
    assert needs == [7, 6, 5, 4, 4]


@pytest.mark.rule("war.camp.advance.hench", "war.camp.skilllists")
def test_a_henchman_becomes_a_hero() -> None:
    own = ledger()
    group = own.groups[0]
    group.experience = 5
    one = after(dice=[5, 5, 1, 2], answers=["combat", "speed"], own=own)
    advance_group(one, own, group)
    hero = own.heroes[-1]
    assert (hero.experience, hero.lists, group.count) == (5, ("combat", "speed"), 4) and group.risen == ("i",)
    assert crossed(book().library.charts.hero_advance.thresholds, 5, 6, hero.start) == 1


@pytest.mark.rule("war.camp.advance.hench")
def test_what_has_risen_once_does_not_rise_again() -> None:
    own = ledger()
    group = own.groups[0]
    group.risen = ("i",)
    one = after(dice=[1, 1, 4, 4], own=own)
    advance_group(one, own, group)
    assert group.risen == ("i", "a")


@pytest.mark.rule("war.camp.maxima")
def test_both_at_their_maximum() -> None:
    chief = ledger("gutter").heroes[0]
    assert not may_rise(book().library, chief.profile, chief.maxima, "s")
    assert may_rise(book().library, chief.profile, chief.maxima, "a")


@pytest.mark.rule("war.camp.rating")
def test_the_rating_counts_warriors_and_experience() -> None:
    own = ledger()
    assert (
        own.rating == 106
        and ledger("ash").rating == 108
        and ledger("gutter").rating == 120
        and ledger("unquiet").rating == 88
    )
    own.heroes[0].captor = 1
    assert own.rating == 106 - 25


# --- income, leaders, the books --------------------------------------------------------------------------------


@pytest.mark.rule("war.camp.sale")
@pytest.mark.parametrize(
    "shards, warriors, crowns", [(9, 15, 100), (0, 5, 0), (3, 13, 60), (1, 5, 40), (1, 6, 35), (6, 9, 110)]
)
def test_shards_are_sold(shards: int, warriors: int, crowns: int) -> None:
    assert price_of_shards(book().library, shards, warriors) == crowns


@pytest.mark.rule("war.camp.income", "war.scen.hunt", "war.scen.box")
@pytest.mark.parametrize(
    "dice, answers, shards, crowns",
    [
        ([3, 3, 3, 5, 5, 1, 1, 4], ["done", "sword"], 4, 10),
        ([1, 2, 3, 4, 5, 6], [], 4, 0),
        ([2, 2, 2, 2, 6, 6, 1, 1, 1, 1], ["crowns", "sword"], 4, 20),
    ],
)
def test_searching(dice: list[int], answers: list[str], shards: int, crowns: int) -> None:
    own = ledger()
    own.treasury = 0
    if len(dice) == 8:
        dice = dice[:7]
    one = after(dice=dice, answers=answers, own=own, winner=0 if len(dice) != 7 else 1)
    assert search(one)
    thrown(one)  # type: ignore[arg-type]
    assert one.state.shards == shards and own.treasury == crowns


@pytest.mark.rule("war.camp.income")
def test_a_winner_whose_heroes_all_went_out_has_one_die() -> None:
    own = ledger()
    one = after(dice=[4], out=[(hero.id, 1, "") for hero in own.heroes], own=own)
    search(one)
    assert one.state.shards == 1


@pytest.mark.rule("war.magic.learn")
def test_wizards_know_their_first_spell_from_the_founding_on() -> None:
    one = after(own=ledger("gutter"), dice=[2])
    first_spells(one, 0)
    first_spells(one, 0)
    thrown(one)  # type: ignore[arg-type]
    assert one.state.ledgers[0].heroes[1].spells == (("cloak", book().library.spells["cloak"].difficulty),)
    assert dict(company_of(one.state.ledgers[0], book().library).recruits[1].spells)


@pytest.mark.rule("war.camp.leader")
def test_equals_are_told_apart_by_a_fair_die() -> None:
    own = ledger()
    own.heroes = own.heroes[1:]
    for hero in own.heroes:
        hero.profile, hero.experience = replace(hero.profile, ld=8), 9
    one = after(own=own, dice=[5, 6, 4])  # of four the fifth and sixth face are thrown again
    name_leader(one, 0)
    thrown(one)  # type: ignore[arg-type]
    assert own.leader is own.heroes[3]


@pytest.mark.rule("war.camp.leader")
def test_the_best_hero_takes_over() -> None:
    own = ledger()
    own.heroes = own.heroes[1:]
    for hero, (ld, experience) in zip(own.heroes, [(8, 9), (8, 12), (7, 30), (7, 1)], strict=True):
        hero.profile, hero.experience = replace(hero.profile, ld=ld), experience
    name_leader(after(own=own), 0)
    assert own.leader is own.heroes[1] and "lore" in own.heroes[1].lists
    own.heroes = []
    name_leader(after(own=own), 0)
    assert own.ended


@pytest.mark.rule("war.camp.few")
def test_missing_and_few() -> None:
    own = ledger()
    own.heroes[0].misses = 1
    assert len(company_of(own, book().library).recruits) == 13
    own.battles = 1
    one = after(own=own)
    update(one)
    assert own.heroes[0].misses == 0
    own.heroes, own.groups[0].count = [], 2
    own.groups = own.groups[:1]
    assert fit_for_battle(own) == (0, 2)


@pytest.mark.rule("war.item.poison", "war.item.brew")
def test_what_is_used_up_is_struck_off() -> None:
    own = ledger()
    own.heroes[0].gear = ("sword", "poison", "brew", "rope")
    own.battles = 1
    one = after(own=own)
    kept = one.state.happened
    one.state.fought = (replace(kept, used=(Use(0, "captain", "poison", "sword"),)),)
    update(one)
    assert own.heroes[0].gear == ("sword", "brew", "rope")


@pytest.mark.rule("war.item.poison", "war.item.brew")
@pytest.mark.parametrize(
    "answers, uses, gear",
    [
        (["on:axe", "keep"], [("poison", "axe")], ("sword", "axe", "poison")),
        (["on:dagger", "keep"], [("poison", "dagger")], ("sword", "axe", "poison")),
        (["keep", "use"], [("brew", "")], ("sword", "axe", "brew")),
        (["keep", "keep"], [], ("sword", "axe")),
    ],
)
def test_before_a_battle_it_is_asked_what_is_used_and_on_what(
    answers: list[str], uses: list[tuple[str, str]], gear: tuple[str, ...]
) -> None:
    own = ledger()
    own.heroes[0].gear = ("sword", "axe", "poison", "brew")
    one = after(own=own, answers=answers)
    found = tuple(used_by(one, [0, 1]))
    assert [(use.item, use.on) for use in found] == uses
    ready = prepared(book().library, own, 0, found).recruits[0]
    assert (ready.gear, ready.smeared) == (gear, next((on for item, on in uses if item == "poison"), ""))


@pytest.mark.rule("war.camp.example", "war.camp.sequence")
def test_the_worked_example() -> None:
    out = [("veteran", 1, ""), ("sword-1", 1, ""), ("sword-2", 1, "")]
    one = after(
        dice=[4, 2, 1, 5, 3, 4, 6, 3, 3, 1, 4, 4, 2, 5],
        answers=["ws", "done", "done", "more:sword", "done"],
        out=out,
        kills=[("captain", 2)],
    )
    while one.state.place == 0:
        step(one)
    thrown(one)  # type: ignore[arg-type]
    own = one.state.ledgers[0]
    assert (own.treasury, own.size, own.rating) == (64, 14, 116)
    assert (own.heroes[0].profile.ws, own.heroes[0].experience) == (5, 24)
