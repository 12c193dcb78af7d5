"""Rounds of close combat: results, break tests, challenges, pursuit, reforms."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.strikes import Wound
from warhost.engine.tally import Tally
from warhost.rulebooks.regiments.bodies import body, pose
from warhost.rulebooks.regiments.events import Captured, CombatResult, Lost, Tested
from warhost.rulebooks.regiments.fighting.aftermath import close_up, flight_and_pursuit
from warhost.rulebooks.regiments.fighting.blows import Allocation, impact, stomp, strike_all
from warhost.rulebooks.regiments.fighting.breaking import losers_test, prepared
from warhost.rulebooks.regiments.fighting.challenges import challenge, make_way
from warhost.rulebooks.regiments.fighting.combats import combats, fear_tests, fight_one
from warhost.rulebooks.regiments.fighting.reforming import combat_reforms, ways_to_stand
from warhost.rulebooks.regiments.fighting.result import disrupted, totals, winner_of
from warhost.rulebooks.regiments.fighting.round import Melee
from warhost.rulebooks.regiments.fighting.strikers import parties
from warhost.rulebooks.regiments.moving.compulsory import beasts_react
from warhost.rulebooks.regiments.nerve.leadership import leadership
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.special.instead import giant, spew
from warhost.rulebooks.regiments.state import NOBODY, Duel, Fighter
from warhost.rulebooks.regiments.wounds.casualties import suffer
from warhost.rulebooks.regiments.wounds.gone import destroyed

from .field import at, facing, number, ours, scene, script, theirs, told, unit
from .test_blows import clash


def melee_of(fight: Fight, wounds: tuple[int, int] = (0, 0)) -> Melee:
    melee = Melee(fight, [n for n, one in enumerate(fight.state.units) if one.present])
    melee.wounds = list(wounds)
    return melee


def points(fight: Fight, wounds: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    first, second = totals(melee_of(fight, wounds))
    return first.total, second.total


# --- the result


@pytest.mark.rule("reg.combat.result", "reg.combat.cr.wounds", "reg.combat.cr.charge", "reg.combat.cr.standard")
def test_eight_to_six() -> None:
    fight = clash(
        "men.spears", "orc.warriors", 15, 20, mine={"options": ["standard bearer"], "charged": True},
        yours={"options": ["standard bearer"]},
    )  # fmt: skip
    assert points(fight, (4, 2)) == (8, 6)
    assert winner_of(melee_of(fight), 8, 6) == (0, 2)


@pytest.mark.rule("reg.combat.cr.high")
@pytest.mark.parametrize(("fresh", "gained"), [(True, 2), (False, 0)])
def test_high_ground_only_in_the_turn_of_the_charge(fresh: bool, gained: int) -> None:
    fight = clash(
        "men.knights", "orc.warriors", 5, 5, mine={"charged": fresh}, contact={"high": True, "fresh": fresh}
    )
    assert points(fight) == (gained, 0)


@pytest.mark.rule("reg.combat.cr.bsb", "reg.char.bsb")
def test_the_battle_standard_is_worth_one_more() -> None:
    fight = scene(
        ours("own", "men.spears", 5, front=(36, 20), files=5, options=["standard bearer"]),
        ours("captain", "men.captain", joined="own", role="battle standard"),
        theirs("foe", "orc.warriors", 5, front=(36, 20), files=5),
        contacts=[{"a": "foe", "b": "own", "fresh": False}],
        phase="combat",
    )
    assert points(fight) == (2, 0)


@pytest.mark.rule("reg.combat.cr.flank", "reg.combat.disrupt", "reg.combat.cr.rear")
def test_flanks_and_disruption() -> None:
    def flanked(entry: str, models: int, files: int = 5) -> Fight:
        return scene(
            ours("own", "men.swords", 20, at=(36, 20), files=5),
            theirs("foe", entry, models, front=(37.97, 20), files=files, facing=180),
            contacts=[{"a": "foe", "b": "own", "on": "right", "fresh": False}],
            phase="combat",
        )

    horse = flanked("orc.boarriders", 5)
    assert not disrupted(melee_of(horse), number(horse, "own"))
    assert points(horse) == (3, 1)
    foot = flanked("orc.warriors", 20)
    assert disrupted(melee_of(foot), number(foot, "own"))
    assert points(foot) == (0, 1 + 3)


@pytest.mark.rule("reg.combat.cr.rear", "reg.combat.cr.flank")
def test_two_in_the_rear_and_both_flanks() -> None:
    fight = scene(
        ours("own", "men.swords", 5, at=(36, 20), files=5),
        theirs("rear", "orc.boarriders", 5, at=(36, 18), files=5, facing=90),
        theirs("rear2", "orc.boarriders", 5, at=(42, 18), files=5, facing=90),
        theirs("left", "orc.boarriders", 5, at=(32, 23), files=5, facing=0),
        theirs("right", "orc.boarriders", 5, at=(40, 23), files=5, facing=180),
        contacts=[
            {"a": "rear", "b": "own", "on": "rear", "fresh": False},
            {"a": "rear2", "b": "own", "on": "rear", "fresh": False},
            {"a": "left", "b": "own", "on": "left", "fresh": False},
            {"a": "right", "b": "own", "on": "right", "fresh": False},
        ],
        phase="combat",
    )
    assert points(fight) == (0, 4)


@pytest.mark.rule("reg.combat.cr.overkill")
@pytest.mark.parametrize(("overkill", "counted"), [(3, 3), (8, 5)])
def test_overkill_up_to_five(overkill: int, counted: int) -> None:
    fight = clash("men.spears", "orc.warriors", 5, 5, contact={"fresh": False})
    melee = melee_of(fight, (1, 0))
    melee.overkill[0] = overkill
    assert totals(melee)[0].total == 1 + counted


@pytest.mark.rule("reg.cmd.musician")
@pytest.mark.parametrize(("mine", "yours", "result"), [(True, False, (0, 1)), (True, True, (NOBODY, 0))])
def test_a_musician_wins_a_draw(mine: bool, yours: bool, result: tuple[int, int]) -> None:
    fight = clash("men.spears", "orc.warriors")
    unit(fight, "own").musician, unit(fight, "foe").musician = mine, yours
    assert winner_of(melee_of(fight), 5, 5) == result


# --- break tests


@pytest.mark.rule("reg.break.test", "reg.break.insane", "reg.combat.multi")
@pytest.mark.parametrize(("dice", "holds"), [([2, 3], True), ([2, 4], False), ([1, 1], True)])
def test_leadership_less_the_difference(dice: list[int], holds: bool) -> None:
    fight = clash("men.oathblades", "orc.warriors", 20)
    unit(fight, "own").lost = ("reg.sr.stubborn",)
    with script(fight, dice):
        broken = losers_test(melee_of(fight), 0, 3)
    assert (broken == []) is holds


@pytest.mark.rule("reg.sr.stubborn", "reg.army.men.oathblades")
def test_the_stubborn_do_not_mind_defeat() -> None:
    fight = clash("men.oathblades", "orc.warriors", 20)
    with script(fight, [4, 4]):
        assert losers_test(melee_of(fight), 0, 5) == []


@pytest.mark.rule("reg.sr.unbreakable", "reg.sr.unstable", "reg.troop.swarm", "reg.army.und.spectres")
def test_the_unstable_crumble_instead() -> None:
    fight = clash("und.skeletons", "orc.warriors", 20)
    with script(fight):
        assert losers_test(melee_of(fight), 0, 4) == []
    assert unit(fight, "own").models == 16
    swarm = clash("und.spectres", "orc.warriors", 3)
    losers_test(melee_of(swarm), 0, 3)
    assert (unit(swarm, "own").models, unit(swarm, "own").hurt) == (3, 3)


@pytest.mark.rule("reg.break.steadfast")
@pytest.mark.parametrize(("option", "unmodified"), [("off", False), ("on", True)])
def test_steadfast_is_an_option(option: str, unmodified: bool) -> None:
    fight = clash("men.spears", "orc.boarriders", 25, 5, options={"steadfast": option})
    assert prepared(melee_of(fight), number(fight, "own"), 4).unmodified is unmodified


@pytest.mark.rule("reg.sr.frenzy")
def test_a_lost_round_calms_the_frenzied() -> None:
    fight = clash("orc.berserkers", "men.spears", 10)
    with script(fight, [1, 1]):
        losers_test(melee_of(fight), 0, 1)
    assert unit(fight, "own").lost == ("reg.sr.frenzy",)


@pytest.mark.rule("reg.break.standard", "reg.cmd.standard", "reg.vp.standards")
def test_the_standard_falls_and_is_captured() -> None:
    fight = clash("men.halberds", "orc.warriors", 12, 20, mine={"options": ["standard bearer"]})
    melee = melee_of(fight)
    with script(fight, [6, 6]):
        broken = losers_test(melee, 0, 3)
    assert (unit(fight, "own").models, unit(fight, "own").standard) == (11, False)
    with script(fight, [6, 6, 1, 2], ["pursue"]):
        flight_and_pursuit(melee, 1, broken)
    assert [event.by for event in told(fight, Captured)] == ["foe"]
    assert fight.state.trophies == (0, 1)


@pytest.mark.rule("reg.combat.restrain", "reg.reform.restrain.flee", "reg.combat.pursuit")
@pytest.mark.parametrize(("dice", "pursues"), [([4, 5], True), ([3, 4], False)])
def test_restraint_is_tested_before_the_dice_of_flight(dice: list[int], pursues: bool) -> None:
    fight = clash("men.halberds", "orc.warriors", 20, 20)
    melee = melee_of(fight)
    before = at(fight, "foe")
    with script(fight, [*dice, 6, 6, *([1, 1] if pursues else [])], ["restrain", *([] if pursues else [{}])]):
        flight_and_pursuit(melee, 1, [number(fight, "own")])
    assert (at(fight, "foe") != before) is pursues


@pytest.mark.rule("reg.combat.overrun", "reg.reform.restrain.wipe")
@pytest.mark.parametrize(("charged", "answers"), [(True, ["overrun"]), (False, [{}])])
def test_after_a_wipeout(charged: bool, answers: list[Any]) -> None:
    fight = clash("men.halberds", "orc.warriors", 20, 1, mine={"charged": charged}, contact={"fresh": charged})
    melee = melee_of(fight)
    before = at(fight, "own")

    destroyed(fight, number(fight, "foe"), "destroyed")
    with script(fight, [2, 3] if charged else [], answers):
        flight_and_pursuit(melee, 0, [])
    assert at(fight, "own")[1] == pytest.approx(before[1] + (5 if charged else 0), abs=0.02)


@pytest.mark.rule("reg.wm.crew", "reg.combat.overrun")
def test_a_machine_that_breaks_is_destroyed() -> None:
    fight = clash("men.halberds", "orc.skewer", 20, 1, mine={"charged": True})
    melee = melee_of(fight)
    with script(fight, [6, 6]):
        assert losers_test(melee, 1, 3) == []
    assert unit(fight, "foe").fate == "destroyed"
    with script(fight, [3, 2], ["overrun"]):
        flight_and_pursuit(melee, 0, [])


@pytest.mark.rule("reg.combat.keepcontact")
def test_the_winner_closes_the_gap() -> None:

    fight = scene(
        ours("own", "men.swords", 20, front=(36, 20), files=5),
        theirs("foe", "orc.warriors", 20, front=(36, 20.79), files=5),
        contacts=[{"a": "own", "b": "foe"}],
        phase="combat",
    )
    before = at(fight, "own")
    close_up(melee_of(fight), 0)
    assert at(fight, "own")[1] == pytest.approx(before[1] + 0.79, abs=0.01)
    assert len(fight.state.contacts) == 1


# --- reforms


@pytest.mark.rule("reg.reform.won")
@pytest.mark.parametrize("struck", ["left", "right", "rear"])
def test_a_unit_struck_on_one_side_alone_may_reform_and_keeps_that_side_where_it_is(struck: str) -> None:
    """Twenty men, five wide: 3.94 in wide, 3.15 in deep. Whoever is struck on two sides stands as he is."""
    places = {"left": ((34.03, 18.4), 0), "right": ((37.97, 18.4), 180), "rear": ((36, 16.85), 90)}
    spot, turned = places[struck]
    foe = theirs("foe", "orc.warriors", 5, front=spot, facing=turned, files=5)
    ahead = theirs("ahead", "orc.warriors", 3, front=(36, 20), files=3)
    contact = {"a": "foe", "b": "own", "on": struck}
    own = ours("own", "men.swords", 20, front=(36, 20), files=5)
    fight = scene(own, foe, contacts=[contact], phase="combat")
    options = ways_to_stand(fight, 0)
    assert ("4 wide" if struck != "rear" else "6 wide") in options
    line = {"left": "left", "right": "right", "rear": "bottom"}[struck]  # it looks up the table
    before = getattr(body(fight, 0).block, line)
    for stand in options.values():
        assert abs(getattr(pose(fight, 0, stand).block, line) - before) <= 2
    both = scene(own, foe, ahead, contacts=[contact, {"a": "ahead", "b": "own"}], phase="combat")
    assert ways_to_stand(both, 0) == {}


@pytest.mark.rule("reg.reform.won", "reg.reform.chart", "reg.reform.lost")
def test_reforms_in_combat() -> None:
    fight = clash("men.swords", "orc.warriors", 20, 20)
    options = ways_to_stand(fight, number(fight, "own"))
    assert {"7 wide", "10 wide"} <= set(options) and "4 wide" not in options
    with script(fight, [], ["own", "7 wide", "stay"]):
        combat_reforms(melee_of(fight), 0, 0)
    assert unit(fight, "own").files == 7
    lost = clash("men.swords", "orc.warriors", 20, 20)
    with script(lost, [3, 3], ["enemy", "stay", "6 wide"]):
        combat_reforms(melee_of(lost), 1, 2)
    assert unit(lost, "own").files == 5
    (test,) = told(lost, Tested)
    assert (test.value, test.passed) == (5, False)


@pytest.mark.rule("reg.reform.lost", "reg.sr.stubborn")
def test_the_stubborn_reform_with_the_modifier_of_their_break_test() -> None:
    """Which is none: lost by 5, Leadership 8, dice 4 and 4."""
    fight = clash("men.swords", "orc.warriors", 20, 20)
    unit(fight, "own").gained = ("reg.sr.stubborn",)
    value = leadership(fight, number(fight, "own")).total
    with script(fight, [value - 4, 4], ["own", "6 wide", "stay"]):
        combat_reforms(melee_of(fight), 1, 5)
    assert unit(fight, "own").files == 6


@pytest.mark.rule("reg.combat.pursuit")
def test_a_pursuer_faces_where_the_caught_would_have_gone() -> None:
    """Orcs broken by spearmen before them and halberdiers in their left flank flee from the deeper spearmen, 4 in;
    the halberdiers, who catch them, turn towards that place and not to where they stood."""
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5),
        ours("flank", "men.halberds", 5, front=(38.46, 21.97), files=5, facing=180),
        theirs("foe", "orc.warriors", 5, front=(36, 20), files=5),
        contacts=[{"a": "own", "b": "foe"}, {"a": "flank", "b": "foe", "on": "left"}],
        phase="combat",
    )
    with script(fight, [2, 2, 2, 2, 2, 2], ["pursue", "pursue", "own"]):
        flight_and_pursuit(melee_of(fight), 0, [number(fight, "foe")])
    assert unit(fight, "foe").fate == "destroyed"
    assert 135 <= facing(fight, "flank") <= 143


# --- who strikes whom


@pytest.mark.rule("reg.combat.allocate")
def test_blows_are_shared_out() -> None:
    fight = clash("men.swords", "orc.warriors", 5, 20, yours={"options": ["champion"]})
    with script(fight, [], []) as oracle:
        pass

    party = next(one for one in parties(melee_of(fight)) if one.host == number(fight, "own"))
    foe = number(fight, "foe")
    question = Allocation(fight, party, {(foe, "file"): 5, (foe, "champion"): 3}, 5, False)
    assert question.refuse({"foe": 4, "foe champion": 1}) is None
    refusal = question.refuse({"foe champion": 4, "foe": 1})
    assert refusal is not None and refusal.rule == "reg.combat.allocate"
    assert question.refuse({"foe": 4}) is not None
    assert oracle.asked == []


@pytest.mark.rule("reg.combat.allocate", "reg.cmd.champion")
def test_wounds_beyond_the_last_of_the_rank_and_file_are_lost() -> None:

    fight = clash("men.swords", "orc.warriors", 5, 4, yours={"options": ["champion"]})
    foe = number(fight, "foe")
    lost = suffer(fight, foe, "file", [Wound(1, False)] * 4, combat=True)
    assert (lost, unit(fight, "foe").models, unit(fight, "foe").champion) == (3, 1, True)
    assert suffer(fight, foe, "champion", [Wound(1, False)], combat=True) == 1
    assert unit(fight, "foe").fate == "destroyed"


@pytest.mark.rule("reg.combat.sequence", "reg.turn.decisions", "reg.combat.multi")
def test_the_active_player_says_which_combat_comes_first() -> None:
    fight = scene(
        ours("a", "men.swords", 5, front=(20, 20), files=5),
        theirs("b", "orc.warriors", 5, front=(20, 20), files=5),
        ours("c", "men.swords", 5, front=(50, 20), files=5),
        theirs("d", "orc.warriors", 5, front=(50, 20), files=5),
        contacts=[{"a": "b", "b": "a"}, {"a": "d", "b": "c"}],
        phase="combat",
        active="theirs",
    )
    assert combats(fight) == [[0, 2], [1, 3]]
    with script(fight) as oracle, pytest.raises(AssertionError):
        fight_one(fight)
    assert oracle.asked[0].side == 1
    assert oracle.asked[0].what == "combat"


@pytest.mark.rule("reg.combat.round", "reg.sr.fear")
def test_fear_is_tested_first() -> None:
    fight = clash("men.swords", "und.skeletons")
    with script(fight, [6, 6]):
        fear_tests(fight, [0, 1])
    assert unit(fight, "own").afraid and not unit(fight, "foe").afraid


@pytest.mark.rule("reg.sr.immunepsych", "reg.sr.fear")
def test_the_immune_do_not_test_for_fear() -> None:
    fight = clash("orc.ironhides", "und.skeletons", 10)
    with script(fight):
        fear_tests(fight, [0, 1])
    assert not unit(fight, "own").afraid


# --- impact hits and stomps


@pytest.mark.rule("reg.sr.impact")
def test_impact_hits_of_a_chariot() -> None:
    fight = clash("orc.boarchariot", "men.crossbows", 1, 20, mine={"charged": True})
    melee = melee_of(fight)
    with script(fight, [3, 2, 2, 1]):
        impact(melee)
    assert unit(fight, "foe").models == 18
    assert melee.wounds == [2, 0]


@pytest.mark.rule("reg.sr.impact", "reg.terrain.obstacle")
def test_no_impact_across_a_wall_or_later() -> None:
    for more in ({"mine": {"charged": True}, "contact": {"barrier": True}}, {"contact": {"fresh": False}}):
        fight = clash("orc.boarchariot", "men.crossbows", 1, 20, **more)
        with script(fight):
            impact(melee_of(fight))


@pytest.mark.rule("reg.terrain.obstacle", "reg.combat.cr.charge")
def test_a_wall_takes_the_charge_away() -> None:
    fight = clash("men.knights", "men.spears", 5, 5, mine={"charged": True}, contact={"barrier": True})
    assert points(fight) == (0, 0)


@pytest.mark.rule("reg.sr.stomp", "reg.troop.monster")
def test_thunderstomp_is_for_those_on_foot() -> None:
    foot = clash("elf.oakwarden", "men.crossbows", 1, 20)
    melee = melee_of(foot)
    with script(foot, [2, 2, 2]):
        stomp(melee)
    assert melee.wounds == [2, 0]
    horse = clash("elf.oakwarden", "men.outriders", 1, 5)
    with script(horse):
        stomp(melee_of(horse))


@pytest.mark.rule("reg.sr.stomp", "reg.combat.cr.overkill")
def test_a_monster_in_a_challenge_stomps_its_opponent() -> None:
    fight = clash("elf.oakwarden", "men.crossbows", 1, 20, yours={"options": ["champion"]})
    own, foe = number(fight, "own"), number(fight, "foe")
    fight.state.duels = (Duel(Fighter(own), Fighter(foe, True)),)
    melee = melee_of(fight)
    with script(fight, [5, 2, 2, 2, 2, 2]):
        stomp(melee)
    assert (melee.wounds[0], melee.overkill[0]) == (1, 4)
    assert not unit(fight, "foe").champion


def lord_against(foe: dict[str, Any], mount: str = "griffon") -> Fight:
    """A lord on a monster, in a challenge with the champion of a unit or with another lord."""
    fight = scene(
        ours("lord", "men.lord", front=(36, 20), mount=mount, charged=True),
        foe,
        contacts=[{"a": "lord", "b": "foe"}],
        phase="combat",
    )
    rival = Fighter(number(fight, "foe"), "options" in foe)
    fight.state.duels = (Duel(Fighter(number(fight, "lord")), rival),)
    return fight


@pytest.mark.rule("reg.char.challenge", "reg.troop.monster.ridden")
def test_a_champion_in_a_challenge_strikes_the_rider_or_his_monster_and_nobody_else_does() -> None:
    fight = lord_against(theirs("foe", "orc.warriors", 20, front=(36, 20), files=5, options=["champion"]))
    missed = [1, 1, 1, 1]  # by the lord, and by the griffon
    hit_and_wounded = [6, 6, 6, 6]  # both blows of the champion; his comrades have nobody to strike at
    with script(fight, [*missed, *missed, *hit_and_wounded, 6, 1, 1, 1, 1, 1, 1], [{"lord_mount": 2}]):
        strike_all(melee_of(fight))
        stomp(melee_of(fight))
    assert unit(fight, "lord_mount").hurt == 2


@pytest.mark.rule("reg.sr.stomp", "reg.char.challenge")
def test_a_monster_does_not_stomp_on_a_slain_champion_nor_on_another_rider() -> None:
    fight = lord_against(theirs("foe", "orc.warriors", 20, front=(36, 20), files=5, options=["champion"]))
    unit(fight, "foe").champion = False
    with script(fight):
        stomp(melee_of(fight))
    riders = lord_against(theirs("foe", "orc.warlord", front=(36, 20), mount="wyvern"))
    with script(riders):
        stomp(melee_of(riders))


@pytest.mark.rule("reg.combat.cr.overkill", "reg.troop.monster.ridden")
def test_wounds_beyond_the_last_of_a_monster_are_no_overkill() -> None:
    fight = lord_against(theirs("foe", "orc.warlord", front=(36, 20), mount="wyvern"))
    unit(fight, "foe_mount").hurt = 3
    melee = melee_of(fight)
    missed, griffon = [1, 1, 1, 1], [6, 6, 6, 6, 6, 6, 6, 6]
    with script(fight, [*missed, *griffon, *missed], [{"foe_mount": 4}, {"foe_mount": 4}, {"lord": 4}]):
        strike_all(melee)
    assert (melee.wounds[0], melee.overkill[0]) == (1, 0)


@pytest.mark.rule("reg.army.orc.trolls")
def test_spewing_trolls() -> None:

    fight = clash("orc.trolls", "men.knights", 3, 5, mine={"files": 3})
    with script(fight, [2, 2, 2], ["spew"]):
        assert spew(fight, number(fight, "own"), [number(fight, "foe")])
    assert fight.state.done == (3, 0)


@pytest.mark.rule("reg.army.orc.giant", "reg.sr.randomattacks", "reg.combat.cr.wounds")
def test_the_giant_sweeps_and_falls() -> None:
    fight = clash("orc.giant", "men.crossbows", 1, 20)
    own, foe = number(fight, "own"), number(fight, "foe")
    with script(fight, [2, 4, 2, 2, 2, 2]):
        giant(fight, own, [foe])
    assert fight.state.done == (4, 0)
    with script(fight, [1, 2, 2, 2]):
        giant(fight, own, [foe])
    assert unit(fight, "own").fallen
    with script(fight, [6, 1, 1, 2, 2, 5]):
        giant(fight, own, [foe])
    assert unit(fight, "own").hurt == 3


@pytest.mark.rule("reg.army.orc.giant", "reg.sr.ethereal")
@pytest.mark.parametrize(("foe", "slain"), [("und.wraith", False), ("men.captain", True)])
def test_the_giant_grabs_nobody_who_is_ethereal(foe: str, slain: bool) -> None:
    fight = clash("orc.giant", foe, 1, 1)
    with script(fight, [4, 6]):
        giant(fight, number(fight, "own"), [number(fight, "foe")])
    assert unit(fight, "foe").alive is not slain


# --- challenges


def duelists() -> Fight:
    return scene(
        ours("own", "men.swords", 20, front=(36, 20), files=5, options=["champion"]),
        ours("captain", "men.captain", joined="own"),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5, options=["champion"]),
        theirs("chief", "orc.chief", joined="foe"),
        contacts=[{"a": "own", "b": "foe"}],
        phase="combat",
    )


@pytest.mark.rule("reg.char.challenge")
def test_a_challenge_is_taken_up() -> None:
    fight = duelists()
    with script(fight, [], ["captain", "chief"]):
        challenge(melee_of(fight))
    assert fight.state.duels == (Duel(Fighter(number(fight, "captain")), Fighter(number(fight, "chief"))),)


@pytest.mark.rule("reg.char.challenge", "reg.turn.decisions")
def test_a_challenge_is_refused_and_a_coward_sent_back() -> None:
    fight = duelists()
    unit(fight, "foe").champion = False
    with script(fight, [], ["own champion", "refuse"]):
        challenge(melee_of(fight))
    assert unit(fight, "chief").back

    assert leadership(fight, number(fight, "foe")).total == 7
    other = duelists()
    with script(other, [], ["none", "chief", "refuse"]):
        challenge(melee_of(other))
    assert unit(other, "captain").back


@pytest.mark.rule("reg.char.makeway")
def test_a_captain_pushes_to_the_front() -> None:
    fight = scene(
        ours("own", "men.swords", 20, front=(36, 20), files=5),
        ours("captain", "men.captain", joined="own"),
        theirs("foe", "orc.trolls", 1, front=(34.4, 20), files=1),
        contacts=[{"a": "own", "b": "foe"}],
        phase="combat",
    )
    with script(fight, [], ["place 1"]):
        make_way(fight, [number(fight, "own"), number(fight, "foe")])
    assert unit(fight, "captain").post == 0


@pytest.mark.rule("reg.sr.handlers", "reg.army.orc.wyrm", "reg.troop.monster.reaction")
def test_goaders_take_wounds_for_their_wyrm() -> None:

    fight = scene(theirs("wyrm", "orc.wyrm", at=(30, 30)))
    wyrm = number(fight, "wyrm")
    with script(fight, [2, 5, 4]):
        suffer(fight, wyrm, "file", [Wound(1, False)] * 3)
    assert (unit(fight, "wyrm").hurt, unit(fight, "wyrm").handlers) == (2, 2)
    unit(fight, "wyrm").reaction = True
    with script(fight, [5, 4, 4]):
        beasts_react(fight)
    assert "guards the fallen" in unit(fight, "wyrm").gained
    assert Tally(6, "x").total == 6


@pytest.mark.rule("reg.combat.stepup")
def test_those_who_strike_together_are_counted_before_any_falls() -> None:
    fight = clash("men.crossbows", "men.crossbows", 5, 5)
    # Both sides at Initiative 3: everybody hits and wounds, and all fall.
    with script(fight, [6] * 5 + [6] * 5 + [6] * 5 + [6] * 5):
        fight_one(fight)
    assert [event.models for event in told(fight, Lost)] == [5, 5]
    (result,) = told(fight, CombatResult)
    assert result.totals[0] - result.totals[1] == 0


@pytest.mark.rule("reg.break.insane", "reg.break.test")
@pytest.mark.parametrize(("option", "stands"), [("on", True), ("off", False)])
def test_a_double_one_holds_unless_agreed_otherwise(option: str, stands: bool) -> None:
    """Leadership 7, lost by 9, dice 1 and 1."""
    fight = clash("men.swords", "orc.warriors", 20, 20)
    fight.setting.options["double_one_holds"] = option
    with script(fight, [1, 1]):
        assert (losers_test(melee_of(fight), 0, 9) == []) is stands
