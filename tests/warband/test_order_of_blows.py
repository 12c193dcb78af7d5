"""Who strikes when, who fights, and the worked example."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.event import Rerolled
from warhost.rulebooks.warband.fighting import combat
from warhost.rulebooks.warband.fighting.arms import arms, strength_of
from warhost.rulebooks.warband.fighting.blow import Blow, Hit, Source
from warhost.rulebooks.warband.fighting.combat import fight_one, linked, moments, part, shaken
from warhost.rulebooks.warband.fighting.strikes import strike, weapons_of
from warhost.rulebooks.warband.fighting.wounds import suffer
from warhost.rulebooks.warband.lookout import engaged
from warhost.rulebooks.warband.setting import Fight
from warhost.rulebooks.warband.specials import hatred
from warhost.rulebooks.warband.turn import begin_turn

from .duels import armed, duel
from .scene import RISEN, faces, man, scene, thrown


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
        ({"weapons": ["great"]}, {"profile": {"i": 2}, **armed("club")}, [], 1),
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
        {"profile": {"i": 2}, **armed("club")},
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
    fight.oracle.answers = ["parry", "lantern-first"]  # type: ignore[attr-defined]
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


@pytest.mark.rule("war.item.poison")
def test_of_two_swords_one_is_smeared() -> None:
    fight = duel({"fighter": "captain", "gear": ["sword", "sword", "poison"], "weapons": ["sword", "sword"]}, {})
    assert [arm.smeared for arm in weapons_of(fight, 0)] == [True, False]
    faces(fight, 6, 6, 1, 2)  # both hit: the first wounds by itself, the second throws for it; one injury
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    assert fight.state.warriors[1].posture == "down"


@pytest.mark.rule("war.item.poison", "war.weapon.handbow")
def test_a_smeared_hand_crossbow_wounds_by_itself_in_contact_too() -> None:
    own = {"fighter": "captain", "gear": ["handbow", "poison"], "weapons": ["dagger"], "id": "own"}
    fight = duel(own, {"id": "foe"}, dice=[6, 5], answers=["lantern2-foe"])
    fight.state.phase = "combat"
    fight_one(fight)
    thrown(fight)
    assert fight.state.warriors[1].fate == "out"


@pytest.mark.rule("war.item.charm")
def test_a_lucky_charm_has_one_wound_rolled_again() -> None:
    fight = duel({}, {"fighter": "captain", "gear": ["charm"]}, dice=[5, 2], answers=["use it"])
    assert suffer(fight, 1, [Hit(3)], Source(0)) == 0
    thrown(fight)
    assert "charm" in fight.state.warriors[1].used


@pytest.mark.rule("war.item.charm")
@pytest.mark.parametrize(("answer", "back"), [("use it", 2), ("use it, die 3", 1)])
def test_the_die_that_a_charm_has_rolled_again_is_named(answer: str, back: int) -> None:
    fight = duel({}, {"fighter": "captain", "gear": ["charm"]}, dice=[2, 5, 4, 1, 1], answers=[answer])
    suffer(fight, 1, [Hit(3), Hit(3), Hit(3)], Source(0))
    again = [one.event for one in fight.told if isinstance(one.event, Rerolled)]
    assert [(one.again, one.back, one.faces) for one in again] == [((0,), back, (1,))]


@pytest.mark.rule("war.weapon.handbow")
def test_a_hand_crossbow_is_loosed_before_all_blows() -> None:
    own = {"fighter": "captain", "gear": ["sword", "handbow"], "weapons": ["sword", "dagger"], "profile": {"bs": 4}}
    fight = duel(own, {**armed("club"), "profile": {"a": 1}}, dice=[5, 4, 5], answers=["lantern2-foe"])
    assert fight_one(fight)
    assert fight.state.warriors[1].fate == "out"


@pytest.mark.rule("war.weapon.handbow", "war.psych.stupidity", "war.turn.states")
def test_who_has_lost_his_wits_looses_no_hand_crossbow() -> None:
    own = {"fighter": "captain", "gear": ["sword", "handbow"], "weapons": ["sword"], "flags": ["stupid"]}
    fight = duel(own, armed("club"), dice=[1])  # the other strikes
    assert fight_one(fight)
    thrown(fight)


@pytest.mark.rule("war.weapon.pistol")
def test_a_pistol_may_be_the_second_weapon_in_the_first_round() -> None:
    fight = duel({"fighter": "captain", "gear": ["sword", "pistol"]}, {})
    assert "sword+pistol" in arms(fight, 0)
    fight.state.warriors[0].main, fight.state.warriors[0].second = "sword", "pistol"
    assert [arm.weapon.id for arm in weapons_of(fight, 0)] == ["sword", "pistol"]
    fight.state.warriors[0].rounds = 1
    assert [arm.weapon.id for arm in weapons_of(fight, 0)] == ["sword"]


@pytest.mark.rule("war.psych.fear", "war.turn.phases")
def test_fear_of_a_charger_lasts_until_the_round_is_fought_whoever_has_the_turn() -> None:
    """In the printed order of phases the first round after a charge is fought in the next player's turn."""
    fight = duel({"id": "own"}, {**RISEN, "id": "foe"}, dice=[5, 1], options={"phases": "as printed"})
    fight.state.warriors[0].feared, fight.state.phase = (1,), "start"
    begin_turn(fight)
    assert fight.state.warriors[0].feared == (1,) and fight.state.phase == "combat"
    assert fight_one(fight)  # a 5 misses, for he needs sixes; so does the other
    assert fight.state.warriors[0].feared == ()


@pytest.mark.rule("war.psych.fear")
def test_who_is_parted_from_what_he_feared_is_afraid_no_more() -> None:
    fight = scene(man(0, 10, 10), man(1, 15, 10, **RISEN))
    fight.state.warriors[0].feared = (1,)
    part(fight)
    assert fight.state.warriors[0].feared == ()
