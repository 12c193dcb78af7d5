"""The checks of shooting, close combat, wounds, weapons and armour; charts cell by cell."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.charts import CLASSIC_WOUND, armour_modifier, out_of_reach, second_need
from warhost.rulebooks.warband.events import Struck
from warhost.rulebooks.warband.fighting.arms import strength_of
from warhost.rulebooks.warband.fighting.blow import Blow, Hit, Source
from warhost.rulebooks.warband.fighting.combat import fight_one, part
from warhost.rulebooks.warband.fighting.strikes import blow_of, strike, to_hit, weapons_of
from warhost.rulebooks.warband.fighting.wounds import save_needed, suffer
from warhost.rulebooks.warband.lookout import apart
from warhost.rulebooks.warband.setting import Fight
from warhost.rulebooks.warband.shooting.aim import aims
from warhost.rulebooks.warband.shooting.shots import act_one, loose

from ..duels import armed, duel
from ..scene import book, events, faces, man, scene, thrown

TO_HIT = [
    "4455555555",
    "3444555555",
    "3344445555",
    "3334444455",
    "3333444444",
    "3333344444",
    "3333334444",
    "3333333444",
    "3333333344",
    "3333333334",
]
TO_WOUND = [
    "4566666666",
    "3456666666",
    "2345666666",
    "2234566666",
    "2223456666",
    "2222345666",
    "2222234566",
    "2222223456",
    "2222222345",
    "2222222234",
]
GEAR = {
    "dagger": (2, 1, 0), "club": (3, 1, 0), "axe": (5, 1, 0), "sword": (10, 1, 0), "spear": (10, 1, 0),
    "halberd": (10, 2, 0), "great": (15, 2, 0), "flail": (15, 2, 0), "morningstar": (15, 1, 0), "lance": (40, 1, 8),
    "sling": (2, 2, 0), "shortbow": (5, 2, 0), "bow": (10, 2, 0), "longbow": (15, 2, 0), "crossbow": (25, 2, 0),
    "handbow": (35, 1, 9), "knives": (15, 1, 0), "pistol": (15, 1, 0), "handgun": (35, 2, 0), "light": (20, 0, 0),
    "heavy": (50, 0, 0), "plate": (150, 0, 11), "shield": (5, 0, 0), "buckler": (5, 0, 0), "helmet": (10, 0, 0),
    "barding": (30, 0, 8), "rope": (5, 0, 0), "lantern": (10, 0, 0), "herbs": (20, 0, 0), "charm": (10, 0, 0),
    "poison": (10, 0, 9), "brew": (25, 0, 0), "horse": (40, 0, 8),
}  # fmt: skip
"""Crowns, hands, availability (0 is common)."""


@pytest.mark.rule("war.price.list")
def test_every_line_of_the_price_list() -> None:
    gear = book().library.gear
    found = {
        name: (thing.price, getattr(thing, "hands", 0), thing.rare)
        for name, thing in gear.items()
        if thing.for_sale
    }
    assert found == GEAR


# --- shooting -------------------------------------------------------------------------------------------------


def shooter(*others: dict[str, Any], gear: str = "bow", dice: Any = (), at: Any = (10, 10), **own: Any) -> Fight:
    return scene(man(0, *at, gear=[gear], **own), *others, phase="shooting", dice=dice)


def need(fight: Fight, gear: str = "bow") -> list[tuple[int, int]]:
    return [(aim.target, aim.need.total) for aim in aims(fight, 0, fight.setting.library.weapon(gear))]


@pytest.mark.rule("war.shoot.tohit")
@pytest.mark.parametrize("bs", range(1, 11))
def test_every_ballistic_skill(bs: int) -> None:
    assert need(shooter(man(1, 15, 10), profile={"bs": bs})) == [(1, 7 - bs)]


@pytest.mark.rule("war.shoot.seven")
@pytest.mark.parametrize("score, second", [(6, None), (7, 4), (8, 5), (9, 6)])
def test_the_ladder_beyond_six(score: int, second: int | None) -> None:
    assert second_need(score) == second and not out_of_reach(score) and out_of_reach(10)


@pytest.mark.rule("war.shoot.tohit", "war.shoot.mod.cover")
@pytest.mark.parametrize("die, hit", [(4, False), (5, True)])
def test_a_target_in_cover_needs_one_more(die: int, hit: bool) -> None:
    rubble = [{"piece": "rubble", "at": [9, 9]}]
    fight = scene(man(0, 12, 3, gear=["bow"]), man(1, 12, 10.5), phase="shooting", pieces=rubble, dice=[die, 1])
    aim = aims(fight, 0, fight.setting.library.weapon("bow"))[0]
    assert aim.need.total == 5 and loose(fight, aim) is hit


@pytest.mark.rule("war.shoot.tohit", "war.shoot.mod.large")
@pytest.mark.parametrize("die, hit", [(2, True), (1, False)])
def test_a_troll_is_easy_to_hit(die: int, hit: bool) -> None:
    fight = shooter(man(1, 15, 10, band="gutter", fighter="troll"), profile={"bs": 4}, dice=[die, 1])
    assert need(fight) == [(1, 2)]
    assert loose(fight, aims(fight, 0, fight.setting.library.weapon("bow"))[0]) is hit


@pytest.mark.rule("war.shoot.tohit", "war.shoot.mods", "war.shoot.seven")
def test_six_is_hit_by_one_die() -> None:
    """Ballistic Skill 4, 13 inches, moved, in cover: a 6 hits, and the next die is to wound."""
    rubble = [{"piece": "rubble", "at": [9, 14.5]}]
    own = man(0, 12, 2, gear=["bow"], profile={"bs": 4}, flags=["moved"])
    fight = scene(own, man(1, 12, 16), phase="shooting", pieces=rubble, dice=[6, 2])
    aim = aims(fight, 0, fight.setting.library.weapon("bow"))[0]
    assert apart(fight, 0, 1) == 13_000 and aim.need.total == 6 and loose(fight, aim)
    thrown(fight)


NEAR, FAR = man(1, 16, 10, id="near"), man(1, 20, 13, id="far")


@pytest.mark.rule("war.shoot.target", "war.shoot.melee")
@pytest.mark.parametrize(
    "others, lawful",
    [
        ([NEAR, FAR], {"near"}),
        ([{**NEAR, "posture": "stunned"}, FAR], {"near", "far"}),
        ([{**NEAR, "flags": ["fleeing"]}, FAR], {"near", "far"}),
        ([NEAR, man(0, 17, 10), FAR], {"far"}),
        ([NEAR, man(0, 17, 10, posture="down"), FAR], {"far"}),
        ([NEAR, {**FAR, "at": [10, 16]}], {"near", "far"}),
        ([NEAR, {**FAR, "band": "gutter", "fighter": "troll"}], {"near", "far"}),
        ([NEAR, {**FAR, "flags": ["hidden"]}], {"near"}),
    ],
)
def test_who_may_be_shot_at(others: list[dict[str, Any]], lawful: set[str]) -> None:
    fight = shooter(*others)
    assert {fight.setting.fighters[target].recruit.id for target, _ in need(fight)} == lawful


@pytest.mark.rule("war.weapon.sling")
@pytest.mark.parametrize("x, offered", [(20.0, True), (20.1, False)])
def test_a_slinger_shoots_twice_within_nine_inches(x: float, offered: bool) -> None:
    fight = shooter(man(1, x, 10, id="foe"), gear="sling", id="own", dice=[5, 1, 5, 1] if offered else [1])
    fight.oracle.answers = ["lantern1-own", "lantern2-foe", *(["two shots"] if offered else [])]  # type: ignore[attr-defined]
    act_one(fight)
    thrown(fight)  # twice 5 hits at 5+, and does not wound


# --- to hit and to wound --------------------------------------------------------------------------------------


@pytest.mark.rule("war.combat.tohit")
@pytest.mark.parametrize("own", range(1, 11))
def test_every_cell_of_the_chart_to_hit(own: int) -> None:
    cells = ""
    for foe in range(1, 11):
        fight = duel(armed("club", profile={"ws": own}), armed("club", profile={"ws": foe}))
        cells += str(to_hit(fight, Blow(0, 1, fight.setting.library.weapon("club"))).total)
    assert cells == TO_HIT[own - 1]


@pytest.mark.rule("war.wound.chart")
@pytest.mark.parametrize("strength", range(1, 11))
def test_every_cell_of_the_chart_to_wound(strength: int) -> None:
    """One less than needed does not wound, the score itself does."""
    cells = "".join(str(CLASSIC_WOUND.need(strength, toughness)) for toughness in range(1, 11))
    assert cells == TO_WOUND[strength - 1]
    for toughness in range(1, 11):
        score = int(cells[toughness - 1])
        for die, wounds in ((score, 1), (score - 1, 0)):
            fight = duel({}, {"profile": {"t": toughness, "w": 5}}, dice=[die])
            source = Source(0, critical=False)
            assert suffer(fight, 1, [Hit(strength)], source) == wounds


@pytest.mark.rule("war.armour.strength")
def test_every_line_of_what_strength_does_to_armour() -> None:
    assert [armour_modifier(strength) for strength in range(1, 11)] == [0, 0, 0, -1, -2, -3, -4, -5, -6, -7]


@pytest.mark.rule("war.weapon.pistol", "war.weapon.handgun", "war.weapon.axe", "war.weapon.crossbow")
@pytest.mark.parametrize(
    "weapon, gear, score",
    [
        ("pistol", ["heavy"], 7),
        ("handgun", ["heavy", "shield"], 6),
        ("crossbow", ["heavy", "shield"], 5),
        ("bow", ["light"], 6),
        ("pistol", ["plate", "shield"], 5),
    ],
)
def test_armour_against_missiles(weapon: str, gear: list[str], score: int) -> None:
    thing = book().library.weapon(weapon)
    fight = duel({}, {"fighter": "captain", "gear": gear})
    assert save_needed(fight, 1, Hit(thing.strength, thing.save), "missile") == score


# --- rounds, order, injuries ----------------------------------------------------------------------------------


@pytest.mark.rule("war.combat.first", "war.weapon.flail", "war.multi.fight")
def test_turns_of_others_do_not_count_as_rounds() -> None:
    """B charges C1 late in his turn; nothing is fought in A's; in C's turn it is round two."""
    pilgrim = {"band": "ash", "fighter": "pilgrim", "weapons": ["flail"]}
    fight = scene(
        man(0, 30, 30),
        man(1, 10, 10, **pilgrim),
        man(2, 11, 10, weapons=["club"], profile={"i": 2}),
        phase="combat",
    )
    strengths = []
    for active in (1, 0, 2):
        fight.state.active, fight.state.fought = active, ()
        flail = fight.setting.library.weapon("flail")
        strengths.append(strength_of(fight, blow_of(fight, 1, 2, flail)).total)
        faces(fight, *[1] * (0 if active == 0 else 2))
        assert fight_one(fight) is (active != 0)
        part(fight)
    assert strengths == [5, 3, 3] and fight.state.warriors[1].rounds == 2


@pytest.mark.rule("war.combat.first", "war.weapon.spear")
def test_a_spearman_in_his_second_round_strikes_first_only_at_the_newcomer() -> None:
    spear = man(0, 10, 10, id="spear", weapons=["spear"], rounds=1, met=["old"], profile={"a": 2, "i": 2})
    old = man(1, 11, 10, id="old", weapons=["club"], profile={"i": 4})
    new = man(1, 9, 10, id="new", weapons=["club"], profile={"i": 1}, flags=["charged"])
    fight = scene(spear, old, new, phase="combat", active=1, dice=[1] * 4, answers=["1"])
    assert fight_one(fight)
    order = [(event.who.rpartition("-")[2], event.target.rpartition("-")[2]) for event in events(fight, Struck)]
    assert order == [("spear", "new"), ("new", "spear"), ("old", "spear"), ("spear", "old")]


@pytest.mark.rule("war.injury.same", "war.injury.stunned")
def test_a_stuns_him_and_b_who_is_slower_finishes_him() -> None:
    a, b = man(0, 10, 10, weapons=["club"], profile={"i": 5}), man(0, 12, 10, weapons=["club"])
    fight = scene(a, b, man(1, 11, 10, weapons=["club"], profile={"i": 1}), phase="combat", dice=[4, 4, 3])
    assert fight_one(fight)
    thrown(fight)
    assert fight.state.warriors[2].fate == "out" and fight.state.warriors[1].kills == (2,)


@pytest.mark.rule("war.injury.same", "war.injury.roll")
def test_the_second_blow_of_one_hand_is_a_further_wound() -> None:
    fight = duel(armed("axe", profile={"a": 2}), {"weapons": ["club"], "gear": ["club"]}, dice=[4, 4, 4, 4, 3, 1])
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    assert fight.state.warriors[1].there and fight.state.warriors[1].posture == "stunned"


@pytest.mark.rule("war.injury.roll", "war.band.gutter.troll")
def test_a_troll_with_three_wounds_loses_two() -> None:
    fight = duel({}, {"band": "gutter", "fighter": "troll", "at": [11.3, 10]}, dice=[5, 5, 3, 3])
    assert suffer(fight, 1, [Hit(4), Hit(4)], Source(0)) == 2
    thrown(fight)
    assert fight.state.warriors[1].wounds == 1 and fight.state.warriors[1].posture == "up"


@pytest.mark.rule("war.crit.basic")
def test_of_two_sixes_the_first_is_critical() -> None:
    fight = duel({}, {"profile": {"w": 9}}, dice=[6, 6, 5])
    assert suffer(fight, 1, [Hit(3), Hit(3)], Source(0)) == 3
    thrown(fight)


@pytest.mark.rule("war.crit.table")
@pytest.mark.parametrize(
    "die, dice, wounds", [(1, [6], 0), (2, [5], 2), (3, [], 2), (4, [], 2), (5, [], 2), (6, [], 2)]
)
def test_every_line_of_the_critical_chart(die: int, dice: list[int], wounds: int) -> None:
    """Light armour: one save for both wounds on 1 and 2, none above."""
    fight = duel({}, {"gear": ["light"], "profile": {"w": 5}}, dice=[6, die, *dice])
    assert suffer(fight, 1, [Hit(3)], Source(0)) == wounds
    thrown(fight)


@pytest.mark.rule("war.dice.order", "war.combat.parry", "war.camp.skills", "war.injury.helmet")
def test_all_dice_of_one_striker_fall_in_their_order() -> None:
    """Two to hit, the parry, one to wound, save, step aside, two injuries of a critical, helmet."""
    foe = armed("sword", "light", "helmet", traits=["step aside"], fighter="captain")
    fight = duel(armed("sword", profile={"a": 2}), foe, dice=[5, 4, 6, 6, 1, 2, 3, 4, 2, 4])
    fight.state.warriors[1].main = "sword"
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    assert fight.state.warriors[1].posture == "down"
