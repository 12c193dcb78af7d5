"""After the battle: injuries, experience, income, trade, hiring; and whole campaigns, stopped and resumed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine.battle import Battle
from warhost.engine.data import DataError
from warhost.engine.oracle import Scripted
from warhost.players.random import RandomPlayer
from warhost.roster.lists import find_roster
from warhost.rulebooks.warband.campaign.aftermath import After, Aftermath, Records, step
from warhost.rulebooks.warband.campaign.growing import (
    advance_group,
    advance_hero,
    crossed,
    learn_spell,
    may_rise,
    new_leader,
    skills_open_to,
    underdog,
)
from warhost.rulebooks.warband.campaign.happened import Happened, Side
from warhost.rulebooks.warband.campaign.healing import duel, injure_hero
from warhost.rulebooks.warband.campaign.ledger import Group, Hero, Ledger, company_of, founded, may_fight
from warhost.rulebooks.warband.campaign.market import (
    cost_of_one_more,
    offers,
    price_of_shards,
    search,
    trade_one,
    update,
)
from warhost.rulebooks.warband.campaign.report import lines, page, sheet, who_beat_whom
from warhost.rulebooks.warband.campaign.season import FIXTURES, Season, found

from .scene import book, thrown


def ledger(name: str = "lantern") -> Ledger:
    _, roster = find_roster(book().lists, f"{name}_500")
    return founded(roster, book().library, book().library.bands[name].title)


def after(
    dice: Any = (),
    answers: Any = (),
    out: Any = (),
    kills: Any = (),
    winner: int = 0,
    own: Ledger | None = None,
    **more: Any,
) -> After:
    ledgers = [own or ledger(), ledger("unquiet")]
    took = tuple(one.id for one in company_of(ledgers[0], book().library).recruits if one.role != "follower")
    sides = (Side(took, tuple(out), tuple(kills), **more), Side(("master",)))
    ratings = ledgers[0].rating, ledgers[1].rating
    state = Aftermath(ledgers, Happened((0, 1), sides, ratings, winner, (0, 1), "skirmish"))
    return Battle(Records(book().library), state, Scripted(dice, answers))


def captain(one: After) -> Hero:
    return one.state.ledgers[0].heroes[0]


# --- injuries -------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.camp.injury.hero")
@pytest.mark.parametrize(
    "dice, effect",
    [
        ([4, 2], "recovery"),
        ([2, 6], "t"),
        ([1, 5], "dead"),
        ([1, 6, 2, 4, 2], "several"),
        ([3, 5, 6], "deep wound"),
        ([2, 3, 1], "arm"),
        ([2, 2], "m"),
        ([2, 4, 3], "madness"),
        ([2, 5], "crushed leg"),
        ([3, 1], "eye"),
        ([3, 2], "old wound"),
        ([3, 3], "i"),
        ([3, 4], "ws"),
        ([3, 6], "robbed"),
        ([5, 5], "recovery"),
        ([5, 6], "enmity"),
        ([6, 2], "hardened"),
        ([6, 4], "scarred"),
        ([6, 6], "charmed"),
        ([2, 1, 1, 4, 2], "several"),
    ],
)
def test_every_line_of_the_injury_table(dice: list[int], effect: str) -> None:
    one = after(dice=dice)
    hero = captain(one)
    before = hero.profile, hero.experience
    assert injure_hero(one, one.state.ledgers[0], hero) == effect
    thrown(one)  # type: ignore[arg-type]
    kept = hero in one.state.ledgers[0].heroes
    assert kept is (effect != "dead")
    if effect in ("m", "t", "i", "ws"):
        assert getattr(hero.profile, effect) == max(1, getattr(before[0], effect) - 1)
    if effect == "deep wound":
        assert hero.misses == 3
    if effect == "arm":
        assert "lost arm" in hero.traits and not hero.misses
    if effect == "charmed":
        assert hero.experience == before[1] + 1
    if effect == "robbed":
        assert hero.gear == ()


@pytest.mark.rule("war.camp.injury.hero", "war.psych.hatred")
def test_enmity_is_for_a_hero_or_a_whole_warband() -> None:
    one = after(dice=[5, 6, 5, 6], out=[("captain", 1, "master"), ("veteran", 1, "risen-1")])
    injure_hero(one, one.state.ledgers[0], one.state.ledgers[0].heroes[0])
    injure_hero(one, one.state.ledgers[0], one.state.ledgers[0].heroes[1])
    assert [hero.hates for hero in one.state.ledgers[0].heroes[:2]] == [("The Unquiet: master",), ("The Unquiet",)]


@pytest.mark.rule("war.camp.injury.hench")
def test_henchmen_die_on_one_and_two() -> None:
    one = after(dice=[1, 2, 3], out=[("sword-1", 1, ""), ("sword-2", 1, ""), ("sword-3", 1, "")])
    for _ in range(3):
        step(one)
    assert next(group.count for group in one.state.ledgers[0].groups if group.id == "sword") == 3


@pytest.mark.rule("war.camp.captured", "war.multi.after")
def test_a_captive_is_ransomed_or_sold() -> None:
    own = ledger()
    own.treasury = 30
    one = after(dice=[6, 1, 4], answers=["30", "refuse", "sell"], out=[("captain", 1, "master")], winner=1, own=own)
    injure_hero(one, own, own.heroes[0])
    captor = one.state.ledgers[1]
    assert captor.treasury == 9 + 20 and own.heroes[0].id != "captain" and "sword" in captor.store
    own = ledger()
    one = after(dice=[6, 1], answers=["10", "take it"], out=[("captain", 1, "master")], winner=1, own=own)
    injure_hero(one, own, own.heroes[0])
    assert own.heroes[0].id == "captain" and own.treasury == 4 and one.state.ledgers[1].treasury == 19


@pytest.mark.rule("war.camp.captured")
def test_the_unquiet_may_raise_a_captive_and_nobody_is_captured_in_a_draw() -> None:
    one = after(dice=[6, 1], answers=["0", "raise"], out=[("captain", 1, "master")], winner=1)
    one.state.ledgers[1].groups[0].count = 2
    injure_hero(one, one.state.ledgers[0], captain(one))
    assert one.state.ledgers[1].groups[0].count == 3
    drawn = after(dice=[6, 1], out=[("captain", 1, "master")], winner=-1)
    injure_hero(drawn, drawn.state.ledgers[0], captain(drawn))
    assert captain(drawn).id == "captain"


@pytest.mark.rule("war.camp.pits")
def test_the_pits() -> None:
    one = after(dice=[6, 5, 6, 1, 6, 1, 6, 3, 5, 1])
    before = one.state.ledgers[0].treasury, captain(one).experience
    injure_hero(one, one.state.ledgers[0], captain(one))
    thrown(one)  # type: ignore[arg-type]
    assert (one.state.ledgers[0].treasury, captain(one).experience) == (before[0] + 50, before[1] + 2)
    beaten = after(dice=[1, 6, 4, 4, 6, 1, 5, 3, 1])
    captain(beaten).gear = ("club",)
    assert duel(beaten, captain(beaten)) is False


# --- experience -----------------------------------------------------------------------------------------------


@pytest.mark.rule("war.camp.xp")
@pytest.mark.parametrize("winner, kills, gained", [(0, [("captain", 2)], 4), (1, [("captain", 1)], 2), (1, [], 1)])
def test_what_a_leader_earns(winner: int, kills: list[tuple[str, int]], gained: int) -> None:
    one = after(kills=kills, winner=winner, dice=[2, 2] * 9)
    one.state.stage = "experience"
    before = captain(one).experience
    one.oracle.answers = ["sure strike"] * 3  # type: ignore[attr-defined]
    step(one)
    assert captain(one).experience == before + gained


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
        learn_spell(one, one.state.ledgers[0], hero)
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


# --- income and trade -----------------------------------------------------------------------------------------


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


@pytest.mark.rule("war.camp.trade", "war.weapon.limit", "war.price.list")
def test_selling_looking_and_arming() -> None:
    own = ledger()
    own.store, own.treasury = ("sword",), 500
    one = after(answers=["sell:sword", "look:plate:captain", "buy", "arm:light:sword"], dice=[6, 5], own=own)
    for _ in range(3):
        assert trade_one(one)
    assert own.treasury == 500 + 5 - 150 - 100 and own.store == ("plate",)
    assert next(group.gear for group in own.groups if group.id == "sword") == ("club", "light")
    assert not any("plate" in offer and "arm" in offer for offer, _ in offers(one, own))


@pytest.mark.rule("war.camp.recruit", "war.camp.disband", "war.camp.few")
def test_new_men_cost_their_experience() -> None:
    own = ledger()
    group = own.groups[0]
    group.experience, group.count, own.treasury = 4, 3, 500
    assert cost_of_one_more(book().library, own, group) == 25 + 3 + 8
    one = after(answers=["more:sword"], dice=[3, 4], own=own)
    assert trade_one(one) and group.count == 4 and one.state.pool == 3
    assert not any(offer == "more:sword" for offer, _ in offers(one, own))


@pytest.mark.rule("war.camp.recruit")
def test_the_dead_make_room_and_the_leader_is_never_hired() -> None:
    own = ledger("ash")
    own.treasury = 500
    one = after(own=own)
    assert "hire:confessor" not in dict(offers(one, own))
    own.heroes = [hero for hero in own.heroes if hero.fighter not in ("confessor", "prior")]
    assert {"hire:confessor", "hire:hunter"} <= set(dict(offers(one, own)))
    assert "hire:prior" not in dict(offers(one, own))


@pytest.mark.rule("war.camp.disband")
def test_a_dismissed_hero_leaves_his_equipment() -> None:
    own = ledger()
    own.heroes[1].experience = 30
    before = own.rating
    one = after(answers=["dismiss:veteran"], own=own)
    trade_one(one)
    assert own.store == ("sword",) and before - own.rating == 35


@pytest.mark.rule("war.camp.leader")
def test_the_best_hero_takes_over() -> None:
    own = ledger()
    own.heroes = own.heroes[1:]
    for hero, (ld, experience) in zip(own.heroes, [(8, 9), (8, 12), (7, 30), (7, 1)], strict=True):
        hero.profile, hero.experience = replace(hero.profile, ld=ld), experience
    new_leader(after(own=own))
    assert own.leader is own.heroes[1] and "lore" in own.heroes[1].lists
    own.heroes = []
    new_leader(after(own=own))
    assert own.ended


@pytest.mark.rule("war.camp.few")
def test_missing_and_few() -> None:
    own = ledger()
    own.heroes[0].misses = 1
    assert len(company_of(own, book().library).recruits) == 13
    one = after(own=own)
    update(one)
    assert own.heroes[0].misses == 0
    own.heroes, own.groups[0].count = [], 2
    own.groups = own.groups[:1]
    assert not may_fight(own)


@pytest.mark.rule("war.item.poison", "war.item.brew")
def test_what_is_used_up_is_struck_off() -> None:
    own = ledger()
    own.heroes[0].gear = ("sword", "poison", "brew", "rope")
    update(after(own=own))
    assert own.heroes[0].gear == ("sword", "rope")


@pytest.mark.rule("war.camp.example", "war.camp.sequence")
def test_the_worked_example() -> None:
    out = [("veteran", 1, ""), ("sword-1", 1, ""), ("sword-2", 1, "")]
    one = after(
        dice=[4, 2, 1, 5, 3, 4, 6, 3, 3, 1, 4, 4, 2, 5],
        answers=["ws", "more:sword", "done"],
        out=out,
        kills=[("captain", 2)],
    )
    while one.state.place == 0:
        step(one)
    thrown(one)  # type: ignore[arg-type]
    own = one.state.ledgers[0]
    assert (own.treasury, own.size, own.rating) == (64, 14, 116)
    assert (own.heroes[0].profile.ws, own.heroes[0].experience) == (5, 24)


# --- campaigns ------------------------------------------------------------------------------------------------


def rolling(name: str, seed: str) -> RandomPlayer:
    return RandomPlayer(seed)


def quick(path: Path, number: int = 2) -> Season:
    rosters = ["unquiet_500", "ash_500", "gutter_500", "lantern_500"][:number]
    return found(book(), path, rosters, 1, "9", ["random"] * number)


@pytest.mark.rule("war.camp.linked", "war.camp.fixtures")
def test_who_plays_whom(tmp_path: Path) -> None:
    assert FIXTURES[3][1] == ((1, 2),) and FIXTURES[4][0] == ((0, 1), (2, 3))
    season = quick(tmp_path / "four.jsonl", 4)
    assert list(season.schedule) == [(0, 1), (2, 3)] and season.next_pairing() == (0, 1)
    season.ledgers[0].treasury, season.ledgers[1].treasury = 20, 35
    for one in season.ledgers:
        one.heroes, one.groups = [], []
    assert season.standings()[0] == 1


@pytest.mark.rule("war.camp.fixtures", "war.camp.few")
def test_who_sits_out_heals(tmp_path: Path) -> None:
    season = quick(tmp_path / "three.jsonl", 3)
    season.ledgers[2].heroes[0].misses = 1
    season._sit_out(Happened((0, 1), (), (), 0, (0, 1), "skirmish"))
    assert season.ledgers[2].heroes[0].misses == 0


@pytest.mark.rule("war.camp.linked", "war.multi.scenarios")
def test_the_scenario_is_rolled_and_breaking_through_is_for_two(tmp_path: Path) -> None:
    season = quick(tmp_path / "three.jsonl", 3)
    drawn = {season.scenario((0, 1, 2), number) for number in range(60)}
    assert drawn == {"skirmish", "hunt", "tower", "box"}
    assert "breakthrough" in {season.scenario((0, 1), number) for number in range(60)}


@pytest.mark.rule("war.camp.linked", "war.camp.sequence")
def test_a_campaign_stopped_at_every_step_ends_alike(tmp_path: Path) -> None:
    straight = quick(tmp_path / "straight.jsonl")
    while not straight.over:
        straight.advance(rolling)
    stopped = quick(tmp_path / "stopped.jsonl")
    while not stopped.over:
        stopped.advance(rolling)
        if len(stopped.chronicle.entries) % 3 == 0:
            stopped = Season.opened(book(), tmp_path / "stopped.jsonl")
    assert [entry.hash for entry in stopped.chronicle.entries] == [
        entry.hash for entry in straight.chronicle.entries
    ]
    assert [one.rating for one in stopped.ledgers] == [one.rating for one in straight.ledgers]
    assert "battle 1" in "\n".join(lines(straight)) and "<svg" in page(straight)
    assert sum(map(sum, who_beat_whom(straight))) <= 1 and list(sheet(straight, straight.ledgers[0]))


def test_bad_campaigns_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="two to four"):
        found(book(), tmp_path / "a.jsonl", ["ash_500"], 1, "1", ["random"])
    season = quick(tmp_path / "b.jsonl")
    text = (tmp_path / "b.jsonl").read_text()
    (tmp_path / "b.jsonl").write_text(text.replace('"treasury":9', '"treasury":999'))
    with pytest.raises(DataError, match="line 1"):
        Season.opened(book(), tmp_path / "b.jsonl")
    assert isinstance(season.ledgers[0].groups[0], Group)
