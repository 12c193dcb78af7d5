"""Blows, parries, criticals, saves and injuries, with the dice given."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.charts import CLASSIC_SKILL, CLASSIC_WOUND
from warhost.rulebooks.warband.events import Parried
from warhost.rulebooks.warband.fighting import combat
from warhost.rulebooks.warband.fighting.arms import arms, attacks_of, choose_weapons, strength_of
from warhost.rulebooks.warband.fighting.blow import Blow, Hit, Source
from warhost.rulebooks.warband.fighting.combat import fight_one, linked, moments, part, shaken
from warhost.rulebooks.warband.fighting.strikes import parrying, strike, targets_of, to_hit, weapons_of
from warhost.rulebooks.warband.fighting.wounds import save_needed, suffer
from warhost.rulebooks.warband.lookout import engaged
from warhost.rulebooks.warband.setting import Fight
from warhost.rulebooks.warband.specials import hatred

from .scene import RISEN, events, faces, man, scene, thrown


def duel(own: dict[str, Any], foe: dict[str, Any], dice: Any = (), answers: Any = (), **more: Any) -> Fight:
    """Two in contact."""
    first = {**man(0, 10, 10), "id": "own", **own}
    second = {**man(1, 11, 10), "id": "foe", **foe}
    return scene(first, second, dice=dice, answers=answers, phase="combat", **more)


def struck(fight: Fight) -> None:
    """The first strikes at the second with all he has."""
    for number in range(len(fight.state.warriors)):
        choose_weapons(fight, number)
    strike(fight, 0, weapons_of(fight, 0), [1])


def armed(*gear: str, **more: Any) -> dict[str, Any]:
    return {
        "gear": list(gear),
        "weapons": [
            name for name in gear if name not in ("shield", "buckler", "light", "heavy", "helmet", "plate")
        ][:1],
        **more,
    }


# --- to hit, to wound -----------------------------------------------------------------------------------------


@pytest.mark.rule("war.combat.tohit", "war.char.ws")
@pytest.mark.parametrize("own, foe, need", [(3, 3, 4), (2, 5, 5), (4, 3, 3), (2, 4, 4), (10, 10, 4), (1, 3, 5)])
def test_skill_against_skill(own: int, foe: int, need: int) -> None:
    fight = duel(armed("club", profile={"ws": own}), armed("club", profile={"ws": foe}))
    blow = Blow(0, 1, fight.setting.library.weapon("club"))
    assert to_hit(fight, blow).total == need == CLASSIC_SKILL.need(own, foe)


@pytest.mark.rule("war.wound.chart", "war.char.t")
@pytest.mark.parametrize("strength, toughness, need", [(4, 3, 3), (3, 7, 6), (3, 3, 4), (10, 1, 2), (1, 10, 6)])
def test_strength_against_toughness(strength: int, toughness: int, need: int) -> None:
    assert CLASSIC_WOUND.need(strength, toughness) == need


@pytest.mark.rule("war.dice.order", "war.combat.round")
def test_hit_wound_injury_without_dice_that_are_not_needed() -> None:
    fight = duel(armed("sword", "shield"), armed("club"), dice=[4, 5, 2])
    struck(fight)
    thrown(fight)
    assert fight.state.warriors[1].posture == "down"


@pytest.mark.rule("war.dice.order", "war.crit.basic", "war.crit.table", "war.combat.parry")
def test_a_critical_on_one_may_be_saved_once_for_both_wounds() -> None:
    fight = duel(armed("club", profile={"a": 1}), armed("sword", "light"), dice=[4, 3, 6, 1, 6])
    fight.state.warriors[0].main, fight.state.warriors[1].main = "club", "sword"
    struck(fight)
    thrown(fight)
    assert fight.state.warriors[1].posture == "up" and fight.state.warriors[1].wounds == 1


# --- weapons --------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "war.weapon.halberd",
    "war.weapon.great",
    "war.weapon.flail",
    "war.weapon.morningstar",
    "war.weapon.fist",
    "war.weapon.natural",
    "war.weapon.club",
    "war.weapon.axe",
    "war.weapon.sword",
    "war.char.s",
)
@pytest.mark.parametrize(
    "weapon, own, first, later",
    [
        ("halberd", 3, 4, 4),
        ("great", 3, 5, 5),
        ("flail", 4, 6, 4),
        ("morningstar", 3, 4, 3),
        ("fist", 3, 2, 2),
        ("natural", 4, 4, 4),
        ("club", 3, 3, 3),
        ("axe", 3, 3, 3),
        ("sword", 3, 3, 3),
    ],
)
def test_how_hard_weapons_strike(weapon: str, own: int, first: int, later: int) -> None:
    fight = duel(armed("club", profile={"s": own}), armed("club"))
    blow = Blow(0, 1, fight.setting.library.weapon(weapon), first=True)
    assert strength_of(fight, blow).total == first
    assert strength_of(fight, blow._replace(first=False)).total == later


@pytest.mark.rule("war.charge.dive.bonus")
@pytest.mark.parametrize("weapon, first, later", [("sword", 4, 3), ("halberd", 5, 4)])
def test_a_diving_charge_strikes_harder_in_the_first_round(weapon: str, first: int, later: int) -> None:
    fight = duel(armed(weapon, flags=["dived", "charged"]), armed("club"))
    blow = Blow(0, 1, fight.setting.library.weapon(weapon), first=True)
    assert (strength_of(fight, blow).total, strength_of(fight, blow._replace(first=False)).total) == (first, later)


@pytest.mark.rule("war.weapon.lance", "war.weapon.spear", "war.item.mount")
@pytest.mark.parametrize("weapon, more", [("lance", 2), ("spear", 1), ("sword", 0)])
def test_riders_who_charge_strike_harder_with_lance_and_spear(weapon: str, more: int) -> None:
    rider = {"fighter": "captain", "gear": [weapon, "horse"], "at": [9.7, 10]}
    fight = duel(rider, armed("club"))
    blow = Blow(0, 1, fight.setting.library.weapon(weapon), charged=True)
    assert strength_of(fight, blow).total == 3 + more
    assert strength_of(fight, blow._replace(charged=False)).total == 3


@pytest.mark.rule("war.combat.twoweapons", "war.psych.frenzy", "war.char.a")
@pytest.mark.parametrize(
    "gear, attacks, frenzied, count",
    [
        (["sword"], 1, False, 2),
        (["club", "club"], 2, True, 5),
        (["halberd"], 1, False, 1),
        (["spear"], 1, False, 1),
        (["sword"], 2, True, 5),
    ],
)
def test_a_second_weapon_is_one_attack_more(gear: list[str], attacks: int, frenzied: bool, count: int) -> None:
    fight = duel({"gear": gear, "profile": {"a": attacks}, "flags": ["frenzied"] if frenzied else []}, {})
    main, second = next(iter(arms(fight, 0).values()))
    fight.state.warriors[0].main, fight.state.warriors[0].second = main, second
    assert attacks_of(fight, 0).total == count


@pytest.mark.rule("war.combat.twoweapons", "war.weapon.spear", "war.weapon.morningstar", "war.weapon.two")
def test_what_may_be_held_together() -> None:
    fight = duel({"gear": ["spear", "sword", "shield"]}, {"gear": ["morningstar", "halberd"]})
    assert set(arms(fight, 0)) == {"sword+dagger", "spear", "sword"}
    assert set(arms(fight, 1)) == {"morningstar", "halberd"}


@pytest.mark.rule("war.weapon.dagger", "war.combat.twoweapons")
def test_sword_and_dagger_strike_one_after_the_other_and_daggers_help_the_armour() -> None:
    fight = duel({"gear": ["sword"]}, {"gear": ["club"]}, dice=[1, 4, 4, 6])
    struck(fight)
    thrown(fight)
    assert fight.state.warriors[1].wounds == 1  # the dagger's wound was saved on a 6


# --- saves ----------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "war.armour.save",
    "war.armour.strength",
    "war.armour.light",
    "war.armour.heavy",
    "war.armour.plate",
    "war.armour.shield",
    "war.armour.barding",
    "war.char.armoursave",
    "war.weapon.dagger",
    "war.weapon.axe",
)
@pytest.mark.parametrize(
    "gear, strength, save, need",
    [
        (["heavy", "shield"], 4, 0, 5),
        (["light"], 4, 0, 7),
        (["light"], 3, 1, 5),
        (["light", "shield", "horse", "barding"], 3, 0, 3),
        (["plate", "shield"], 5, 0, 5),
        (["heavy"], 3, -1, 6),
        ([], 3, 1, 6),
        ([], 4, 1, 7),
        (["heavy"], 4, -1, 7),
        (["heavy", "shield"], 4, -1, 6),
        (["shield"], 3, 0, 6),
        (["plate", "shield", "horse", "barding"], 3, 0, 1),
        ([], 3, 0, 7),
    ],
)
def test_armour_saves(gear: list[str], strength: int, save: int, need: int) -> None:
    fight = duel({}, {"fighter": "captain", "gear": gear, "at": [11.5, 10]})
    assert save_needed(fight, 1, Hit(strength, save), "missile") == need


@pytest.mark.rule("war.char.armoursave", "war.armour.save")
def test_a_natural_one_fails_the_best_save() -> None:
    fight = duel(
        {},
        {"fighter": "captain", "gear": ["plate", "shield", "horse", "barding"], "at": [11.5, 10]},
        dice=[4, 1, 5],
    )
    suffer(fight, 1, [Hit(3)], Source(0, "missile"))
    assert fight.state.warriors[1].fate == "out"


@pytest.mark.rule("war.weapon.two", "war.armour.shield")
@pytest.mark.parametrize("against, need", [("missile", 5), ("blow", 6)])
def test_two_hands_leave_none_for_the_shield_in_close_combat(against: str, need: int) -> None:
    fight = duel({}, {"gear": ["halberd", "shield", "light"], "weapons": ["halberd"]})
    assert save_needed(fight, 1, Hit(3), against) == need


# --- parry ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.combat.parry", "war.weapon.sword")
@pytest.mark.parametrize("die, success", [(5, True), (4, False)])
def test_a_parry_must_beat_the_hit(die: int, success: bool) -> None:
    fight = duel(armed("club"), armed("sword"), dice=[4, die] + ([] if success else [1]))
    fight.state.warriors[0].main, fight.state.warriors[1].main = "club", "sword"
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    assert [parried.success for parried in events(fight, Parried)] == [success]


@pytest.mark.rule("war.combat.parry")
def test_a_parry_stops_the_best_hit_alone() -> None:
    fight = duel(armed("club", profile={"a": 2}), armed("sword"), dice=[5, 4, 6, 3])
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    assert fight.state.warriors[1].wounds == 1  # the other hit did not wound


@pytest.mark.rule("war.combat.parry")
@pytest.mark.parametrize("own, dice", [({"s": 6}, [4, 1]), ({"s": 3}, [6, 3])])
def test_what_cannot_be_parried(own: dict[str, int], dice: list[int]) -> None:
    """A blow of twice his Strength, and a six."""
    fight = duel(armed("club", profile=own), armed("sword"), dice=dice)
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    assert not events(fight, Parried)


@pytest.mark.rule("war.combat.parry", "war.armour.buckler")
def test_sword_and_buckler_try_twice() -> None:
    fight = duel(armed("club"), armed("sword", "buckler"), dice=[4, 2, 5])
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    assert events(fight, Parried)[0].success


@pytest.mark.rule("war.combat.parry", "war.psych.frenzy")
@pytest.mark.parametrize(
    "flags, posture", [(["frenzied"], "up"), (["stupid"], "up"), ([], "down"), (["parried"], "up")]
)
def test_who_does_not_parry(flags: list[str], posture: str) -> None:
    fight = duel({}, armed("sword", flags=flags, posture=posture))
    assert parrying(fight, 1) == 0


# --- criticals and injuries -----------------------------------------------------------------------------------


@pytest.mark.rule("war.crit.basic", "war.crit.table")
@pytest.mark.parametrize(
    "strength, tough, dice, wounds",
    [
        (3, 3, [6, 3], 2),
        (4, 6, [6], 1),
        (3, 3, [6, 1], 2),
        (3, 3, [5], 1),
    ],
)
def test_a_natural_six_is_critical_unless_it_was_needed(
    strength: int, tough: int, dice: list[int], wounds: int
) -> None:
    fight = duel({}, {"profile": {"t": tough, "w": 4}, "wounds": 4}, dice=dice)
    assert suffer(fight, 1, [Hit(strength)], Source(0)) == wounds
    thrown(fight)
    assert fight.state.warriors[1].wounds == 4 - wounds


@pytest.mark.rule("war.crit.basic")
def test_one_warrior_causes_one_critical_in_a_phase() -> None:
    fight = duel({}, {"profile": {"w": 5}, "wounds": 5}, dice=[6, 6, 3])
    assert suffer(fight, 1, [Hit(3), Hit(3)], Source(0)) == 3
    thrown(fight)


@pytest.mark.rule("war.crit.table", "war.injury.roll")
def test_a_master_stroke_makes_injuries_worse() -> None:
    fight = duel({}, {}, dice=[6, 5, 1, 2])
    suffer(fight, 1, [Hit(3)], Source(0))
    thrown(fight)
    assert fight.state.warriors[1].posture == "stunned"


@pytest.mark.rule("war.crit.table")
def test_a_saved_critical_is_no_wound_at_all() -> None:
    fight = duel({}, {"gear": ["light"]}, dice=[6, 2, 6])
    assert suffer(fight, 1, [Hit(3)], Source(0)) == 0
    thrown(fight)


@pytest.mark.rule("war.injury.roll", "war.char.w", "war.injury.down", "war.injury.stunned", "war.injury.out")
@pytest.mark.parametrize(
    "die, posture", [(1, "down"), (2, "down"), (3, "stunned"), (4, "stunned"), (5, "out"), (6, "out")]
)
def test_the_injury_roll(die: int, posture: str) -> None:
    fight = duel({}, {}, dice=[4, die])
    suffer(fight, 1, [Hit(3)], Source(0))
    warrior = fight.state.warriors[1]
    assert (warrior.fate if posture == "out" else warrior.posture) == posture
    assert fight.state.warriors[0].kills == ((1,) if posture == "out" else ())


@pytest.mark.rule("war.injury.roll")
def test_only_the_last_wound_is_an_injury() -> None:
    fight = duel({}, {"profile": {"w": 2}, "wounds": 2}, dice=[4])
    suffer(fight, 1, [Hit(3)], Source(0))
    thrown(fight)
    assert fight.state.warriors[1].wounds == 1


@pytest.mark.rule("war.injury.roll", "war.injury.same")
def test_both_wounds_of_one_enemy_are_rolled_and_the_worse_counts() -> None:
    fight = duel({}, {}, dice=[4, 4, 2, 3])
    suffer(fight, 1, [Hit(3), Hit(3)], Source(0))
    thrown(fight)
    assert fight.state.warriors[1].posture == "stunned"


@pytest.mark.rule("war.weapon.club", "war.injury.roll")
@pytest.mark.parametrize("die, result", [(1, "down"), (2, "stunned"), (4, "stunned"), (5, "out")])
def test_clubs_stun(die: int, result: str) -> None:
    fight = duel({}, {}, dice=[4, die])
    suffer(fight, 1, [Hit(3, 0, True)], Source(0))
    assert (fight.state.warriors[1].fate if result == "out" else fight.state.warriors[1].posture) == result


@pytest.mark.rule("war.injury.helmet", "war.armour.helmet")
@pytest.mark.parametrize("dice, posture", [([4, 3, 3], "stunned"), ([4, 3, 4], "down")])
def test_helmets(dice: list[int], posture: str) -> None:
    fight = duel({}, {"gear": ["helmet"]}, dice=dice)
    suffer(fight, 1, [Hit(3)], Source(0))
    thrown(fight)
    assert fight.state.warriors[1].posture == posture


@pytest.mark.rule("war.injury.helmet", "war.weapon.club")
def test_a_helmet_helps_against_a_club() -> None:
    fight = duel({}, {"gear": ["helmet"]}, dice=[4, 2, 4])
    suffer(fight, 1, [Hit(3, 0, True)], Source(0))
    assert fight.state.warriors[1].posture == "down"


@pytest.mark.rule("war.injury.down")
def test_a_blow_that_wounds_a_man_on_the_ground_takes_him_out() -> None:
    fight = duel(armed("club"), {"posture": "down"}, dice=[4])
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    assert fight.state.warriors[1].fate == "out"


@pytest.mark.rule("war.injury.down")
@pytest.mark.parametrize("die, posture", [(1, "down"), (4, "stunned")])
def test_an_arrow_at_a_man_on_the_ground_is_rolled_as_an_injury(die: int, posture: str) -> None:
    fight = duel({}, {"posture": "down"}, dice=[4, die])
    suffer(fight, 1, [Hit(3)], Source(0, "missile"))
    assert fight.state.warriors[1].posture == posture


@pytest.mark.rule("war.injury.stunned")
def test_two_attacks_finish_two_stunned_men() -> None:
    two = man(0, 10, 10, profile={"a": 2}, weapons=["club"])
    fight = scene(
        two,
        man(1, 11, 10, posture="stunned", id="one"),
        man(1, 9, 10, posture="stunned", id="two"),
        phase="combat",
        answers=["lantern2-one", "lantern2-two"],
    )
    strike(fight, 0, weapons_of(fight, 0), targets_of(fight, 0))
    assert [fight.state.warriors[n].fate for n in (1, 2)] == ["out", "out"]


@pytest.mark.rule("war.injury.same")
def test_a_friend_who_strikes_later_may_finish_him_but_not_the_same_hand() -> None:
    fight = duel(armed("club"), {}, dice=[4, 4, 3])
    strike(fight, 0, weapons_of(fight, 0), [1])
    assert fight.state.warriors[1].posture == "stunned"
    assert targets_of(fight, 0) == []


@pytest.mark.rule("war.combat.allocate")
def test_attacks_go_to_those_who_stand() -> None:
    fight = scene(man(0, 10, 10), man(1, 11, 10), man(1, 9, 10, posture="stunned"), phase="combat")
    assert targets_of(fight, 0) == [1]


@pytest.mark.rule("war.combat.allocate", "war.multi.fight")
def test_attacks_are_divided_before_rolling() -> None:
    many = [man(1, 11, 10, id="a"), man(1, 9, 10, id="b"), man(1, 10, 11, id="c")]
    fight = scene(
        man(0, 10, 10, profile={"a": 2}, weapons=["club"]),
        *many,
        phase="combat",
        dice=[1, 1],
        answers=["lantern2-a", "lantern2-c"],
    )
    strike(fight, 0, weapons_of(fight, 0), [1, 2, 3])
    thrown(fight)


# --- the order of blows ---------------------------------------------------------------------------------------


def order(fight: Fight) -> list[int]:
    found = [moment for number in range(len(fight.state.warriors)) for moment in moments(fight, number)]
    return [moment.number for moment in combat._ordered(fight, found)]


def charging(**more: Any) -> dict[str, Any]:
    return {"flags": ["charged"], **more}


def with_reach(fight: Fight, *chargers: int) -> Fight:
    for number in chargers:
        fight.state.warriors[number].reached = tuple(
            other
            for other in range(len(fight.state.warriors))
            if fight.state.warriors[other].side != fight.state.warriors[number].side
        )
    return fight


@pytest.mark.rule("war.combat.order", "war.char.i")
@pytest.mark.parametrize(
    "own, foe, dice, first",
    [
        ({"profile": {"i": 3}, "weapons": ["club"]}, {"profile": {"i": 5}, "weapons": ["sword"]}, [], 0),
        ({"profile": {"i": 3}, "weapons": ["sword"]}, {"profile": {"i": 3}, "weapons": ["spear"]}, [2, 5], 1),
        ({"weapons": ["great"]}, {"profile": {"i": 2}, "weapons": ["club"]}, [], 1),
        ({"profile": {"i": 3}, "weapons": ["great"]}, {"profile": {"i": 2}, "weapons": ["great"]}, [], 0),
    ],
)
def test_who_strikes_first_against_a_charger(
    own: dict[str, Any], foe: dict[str, Any], dice: list[int], first: int
) -> None:
    gear = {"gear": own["weapons"]}
    fight = with_reach(duel({**charging(**own), **gear}, {**foe, "gear": foe["weapons"]}, dice=dice), 0)
    assert order(fight)[0] == first
    thrown(fight)


@pytest.mark.rule("war.combat.order")
def test_chargers_then_the_others_each_by_initiative() -> None:
    a = man(0, 10, 10, profile={"i": 4}, weapons=["club"], flags=["charged"])
    c = man(0, 12, 10, profile={"i": 3}, weapons=["club"], flags=["charged"])
    b = man(1, 11, 10, profile={"i": 5}, weapons=["club"])
    fight = with_reach(scene(a, c, b, phase="combat"), 0, 1)
    assert order(fight) == [0, 1, 2]


@pytest.mark.rule("war.turn.recovery.stand", "war.combat.order", "war.weapon.spear")
def test_who_stood_up_strikes_last() -> None:
    fight = duel(
        {"profile": {"i": 6}, "weapons": ["spear"], "gear": ["spear"], "flags": ["stood"]},
        {"profile": {"i": 2}, "weapons": ["club"]},
    )
    assert order(fight) == [1, 0]


@pytest.mark.rule("war.combat.first", "war.weapon.spear")
def test_a_spear_strikes_first_at_a_newcomer_only() -> None:
    spearman = man(0, 10, 10, id="spear", gear=["spear"], weapons=["spear"], rounds=1, met=["old"])
    fight = scene(
        spearman,
        man(1, 11, 10, id="old", weapons=["club"]),
        man(1, 9, 10, id="new", weapons=["club"]),
        phase="combat",
    )
    assert [(moment.group, moment.among) for moment in moments(fight, 0)] == [(1, (2,)), (2, (1,))]


@pytest.mark.rule("war.combat.first", "war.weapon.flail")
def test_the_first_round_is_each_warriors_own() -> None:
    flail = man(0, 10, 10, gear=["flail"], weapons=["flail"], flags=["charged"])
    fight = scene(flail, man(1, 11, 10, rounds=1, weapons=["sword"]), phase="combat")
    assert (
        strength_of(
            fight, Blow(0, 1, fight.setting.library.weapon("flail"), first=fight.state.warriors[0].rounds == 0)
        ).total
        == 5
    )


@pytest.mark.rule("war.combat.first")
def test_who_is_free_again_begins_anew() -> None:
    fight = scene(man(0, 10, 10, rounds=2, weapons=["club"]), man(1, 20, 10))
    part(fight)
    assert (fight.state.warriors[0].rounds, fight.state.warriors[0].main) == (0, "")


# --- who fights -----------------------------------------------------------------------------------------------


@pytest.mark.rule("war.combat.engaged")
@pytest.mark.parametrize("z, both", [(1.0, True), (3.0, False)])
def test_touching_bases_are_engaged_within_an_inch_of_height(z: float, both: bool) -> None:
    piece = {"obstacles": [{"name": "crate", "rect": [10.5, 9, 12.5, 11], "height": z}]}
    fight = scene(man(0, 10, 10), man(1, 11, 10, z), **piece)
    assert engaged(fight, 0) is both


@pytest.mark.rule("war.combat.engaged")
@pytest.mark.parametrize("gap, both", [(1.0, True), (1.4, False)])
def test_warriors_fight_over_a_low_barrier_that_both_touch(gap: float, both: bool) -> None:
    rubble = {"pieces": [{"piece": "rubble", "at": [9, 9]}]}  # its south wall runs along y = 10, an inch high
    fight = scene(man(0, 12, 10 - gap / 2), man(1, 12.3, 10 + gap / 2), **rubble)
    assert engaged(fight, 0) is both


@pytest.mark.rule("war.turn.combat.multi", "war.multi.fight")
def test_a_combat_is_everybody_linked_by_touching_enemies() -> None:
    a, b1, c1, b2 = man(0, 10, 10), man(1, 11, 10), man(2, 12, 10), man(1, 13, 10)
    fight = scene(a, b1, c1, b2, phase="combat")
    assert linked(fight, 0) == [0, 1, 2, 3]


@pytest.mark.rule("war.turn.combat.who", "war.multi.fight")
def test_no_combat_is_fought_in_which_the_active_player_has_no_part() -> None:
    fight = scene(man(0, 30, 30), man(1, 10, 10), man(2, 11, 10), phase="combat", active=0)
    assert fight_one(fight) is False


@pytest.mark.rule("war.turn.combat.alone")
@pytest.mark.parametrize("friend, tests", [(18.0, [0]), (17.0, [])])
def test_who_has_no_friend_within_six_inches_is_shaken(friend: float, tests: list[int]) -> None:
    fight = scene(man(0, 10, 10), man(0, friend, 10), man(1, 10, 11), man(1, 11, 11.6), phase="combat")
    fight.state.fought = (0, 2)
    assert [number for number in shaken(fight) if number == 0] == tests


@pytest.mark.rule("war.turn.combat.alone")
def test_two_friends_side_by_side_do_not_test_but_their_enemy_does() -> None:
    fight = scene(man(0, 10, 10), man(0, 12, 10), man(1, 11, 10), phase="combat")
    fight.state.fought = (0, 1, 2)
    assert shaken(fight) == [2]


# --- the worked example ---------------------------------------------------------------------------------------


@pytest.mark.rule("war.combat.example", "war.injury.stunned", "war.combat.parry", "war.crit.table")
def test_three_against_one() -> None:
    captain = man(
        0, 10, 10, fighter="captain", id="captain", gear=["sword"], flags=["charged"], weapons=["sword", "dagger"]
    )
    first = man(0, 12, 10, id="first", gear=["club"], flags=["charged"], weapons=["club", "dagger"])
    second = man(0, 11, 11, id="second", gear=["club"], flags=["charged"], weapons=["club", "dagger"])
    master = man(
        1, 11, 10, band="unquiet", fighter="master", id="master", gear=["sword"], weapons=["sword", "dagger"]
    )
    fight = with_reach(scene(captain, first, second, master, phase="combat"), 0, 1, 2)
    faces(fight, 5, 4, 6, 5, 3, 4, 3, 6, 3, 2, 1)
    fight.oracle.answers = ["parry"]  # type: ignore[attr-defined]
    assert fight_one(fight)
    thrown(fight)
    assert fight.state.warriors[3].fate == "out"
    assert fight.state.warriors[3].by == 2 and fight.state.warriors[0].kills == ()


@pytest.mark.rule("war.band.unquiet.risen", "war.injury.stunned")
def test_a_risen_is_never_stunned() -> None:
    fight = duel({}, RISEN, dice=[4, 4])
    suffer(fight, 1, [Hit(3)], Source(0))
    assert fight.state.warriors[1].posture == "down"


@pytest.mark.rule("war.band.gutter.troll")
def test_a_troll_grows_together_again() -> None:
    troll = {"band": "gutter", "fighter": "troll", "at": [11.3, 10]}
    fight = duel({}, troll, dice=[6, 3, 4, 3])
    suffer(fight, 1, [Hit(4)], Source(0))
    thrown(fight)
    assert fight.state.warriors[1].wounds == 2


@pytest.mark.rule("war.spell.dart", "war.band.gutter.troll")
def test_fire_stops_that() -> None:
    fight = duel({}, {"band": "gutter", "fighter": "troll", "at": [11.3, 10]}, dice=[6])
    suffer(fight, 1, [Hit(3)], Source(0, "spell", "war.spell.dart", critical=False))
    thrown(fight)
    assert fight.state.warriors[1].wounds == 2


@pytest.mark.rule("war.psych.hatred", "war.band.ash.prior")
def test_a_prior_strikes_the_dead_again_where_he_missed() -> None:
    prior = {"band": "ash", "fighter": "prior", "gear": ["sword"], "weapons": ["sword", "dagger"]}
    fight = duel(prior, RISEN, dice=[1, 2, 4, 1, 3])
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    fight = duel({**prior, "rounds": 1, "met": ["foe"]}, RISEN, dice=[1, 2])
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)


@pytest.mark.rule("war.band.ash.hunter", "war.band.ash.confessor", "war.psych.hatred")
@pytest.mark.parametrize("foe, hated", [("hexer", True), ("nob", False)])
def test_hunters_hate_wizards(foe: str, hated: bool) -> None:
    fight = duel({"band": "ash", "fighter": "hunter"}, {"band": "gutter", "fighter": foe})
    own, other = fight.setting.fighters[:2]
    assert hatred.any(own.traits, fight, own, other) is hated


@pytest.mark.rule("war.band.lantern.bravo")
def test_a_bravo_who_charges_strikes_once_more() -> None:
    bravo = {"fighter": "bravo", "weapons": ["club", "dagger"], "gear": ["club"], "flags": ["charged"]}
    fight = with_reach(duel(bravo, {}, dice=[1, 1, 2]), 0)
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)


@pytest.mark.rule("war.item.poison")
def test_night_root_wounds_on_a_natural_six() -> None:
    fight = duel({"fighter": "captain", "gear": ["sword", "poison"], "weapons": ["sword"]}, {}, dice=[6, 2])
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    assert fight.state.warriors[1].posture == "down"


@pytest.mark.rule("war.item.charm")
def test_a_lucky_charm_has_one_wound_rolled_again() -> None:
    fight = duel({}, {"fighter": "captain", "gear": ["charm"]}, dice=[5, 2], answers=["use it"])
    assert suffer(fight, 1, [Hit(3)], Source(0)) == 0
    thrown(fight)
    assert "charm" in fight.state.warriors[1].used


@pytest.mark.rule("war.weapon.handbow")
def test_a_hand_crossbow_is_loosed_before_all_blows() -> None:
    own = {"fighter": "captain", "gear": ["sword", "handbow"], "weapons": ["sword", "dagger"], "profile": {"bs": 4}}
    fight = duel(own, {"weapons": ["club"], "profile": {"a": 1}}, dice=[5, 4, 5], answers=["lantern2-foe"])
    assert fight_one(fight)
    assert fight.state.warriors[1].fate == "out"


@pytest.mark.rule("war.weapon.pistol")
def test_a_pistol_may_be_the_second_weapon_in_the_first_round() -> None:
    fight = duel({"fighter": "captain", "gear": ["sword", "pistol"]}, {})
    assert "sword+pistol" in arms(fight, 0)
    fight.state.warriors[0].main, fight.state.warriors[0].second = "sword", "pistol"
    assert [weapon.id for weapon in weapons_of(fight, 0)] == ["sword", "pistol"]
    fight.state.warriors[0].rounds = 1
    assert [weapon.id for weapon in weapons_of(fight, 0)] == ["sword"]
