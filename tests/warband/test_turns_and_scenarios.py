"""Turns, nerve, warbands as they are mustered, scenarios, games of several, whole battles."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine.battle import Battle
from warhost.engine.data import DataError
from warhost.engine.game import Game
from warhost.engine.oracle import Scripted
from warhost.players.random import RandomPlayer
from warhost.roster.lists import find_roster, ready_rosters
from warhost.roster.roster import Group, Roster
from warhost.rulebooks.warband import flaws
from warhost.rulebooks.warband.charging.declaring import may_charge
from warhost.rulebooks.warband.events import PhaseBegan, Routed
from warhost.rulebooks.warband.library import Library
from warhost.rulebooks.warband.moving.course import may_not_run
from warhost.rulebooks.warband.moving.movement import may_move, move_one
from warhost.rulebooks.warband.mustering.enlist import enlist
from warhost.rulebooks.warband.nerve.heart import (
    frightens,
    losses,
    panic,
    quarter_lost,
    rally,
    rout,
    rout_test,
    squabble,
)
from warhost.rulebooks.warband.scenarios import ending
from warhost.rulebooks.warband.scenarios.opening import (
    Deploy,
    Marker,
    Points,
    choose_edges,
    first_turn,
    lay_table,
    place_markers,
)
from warhost.rulebooks.warband.scenarios.prizes import after_move, before_move, burden, let_go
from warhost.rulebooks.warband.scenarios.zones import at_own_edge
from warhost.rulebooks.warband.setting import Fight
from warhost.rulebooks.warband.shooting.aim import may_shoot
from warhost.rulebooks.warband.specials import POINTS
from warhost.rulebooks.warband.turn import begin_turn, recover
from warhost.rulebooks.warband.turn import step as turn_step

from .scene import RISEN, book, events, faces, man, replies, scene, thrown

GOBLIN = {"band": "gutter", "fighter": "goblin"}


# --- turns ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.turn.phases", "war.turn.active", "war.turn.start", "war.turn.round")
@pytest.mark.parametrize("phases, first", [("usual", "recovery"), ("as printed", "combat")])
def test_the_order_of_phases_is_data(phases: str, first: str) -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), phase="start", options={"phases": phases})
    begin_turn(fight)
    assert fight.state.phase == first == events(fight, PhaseBegan)[0].phase


@pytest.mark.rule("war.turn.round")
def test_a_round_is_over_when_the_last_player_has_had_his_turn() -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), phase="start", round=3, active=1)
    begin_turn(fight)
    assert fight.state.round == 3 and ending.last_of_round(fight) == 1


@pytest.mark.rule("war.turn.move", "war.turn.states")
def test_a_warrior_moves_once_and_engaged_ones_do_not() -> None:
    fight = scene(
        man(0, 10, 10, id="a"),
        man(0, 20, 20, id="b"),
        man(1, 21, 20),
        phase="movement",
        answers=["lantern1-a", [["go", 12_000, 10_000]]],
    )
    assert move_one(fight)
    assert may_move(fight, 0) is not None and may_move(fight, 1) is not None


@pytest.mark.rule("war.turn.recovery.stand", "war.turn.recovery.stunned")
def test_the_fallen_stand_up_and_the_stunned_come_round() -> None:
    fight = scene(
        man(0, 10, 10, posture="down"), man(0, 12, 10, posture="stunned"), man(1, 40, 40), phase="recovery"
    )
    recover(fight)
    assert [one.posture for one in fight.state.warriors[:2]] == ["up", "down"]
    assert fight.state.warriors[0].stood and fight.state.warriors[0].wounds == 1
    fight.state.shaken = ()
    recover(fight)
    assert fight.state.warriors[1].posture == "up"


@pytest.mark.rule("war.spell.stone", "war.turn.recovery.stand")
def test_stones_hold_down_who_lies() -> None:
    fight = scene(
        man(0, 10, 10, posture="down", id="held"),
        man(1, 40, 40, id="wiz"),
        phase="recovery",
        effects=[{"spell": "stone", "on": "held", "by": "wiz"}],
    )
    recover(fight)
    assert fight.state.warriors[0].posture == "down"


@pytest.mark.rule("war.turn.recovery.stupid", "war.psych.stupidity", "war.band.gutter.troll")
@pytest.mark.parametrize("dice, stupid", [([3, 2], True), ([2, 2], False)])
def test_a_troll_tests_its_wits(dice: list[int], stupid: bool) -> None:
    fight = scene(man(0, 10, 10, band="gutter", fighter="troll"), man(1, 40, 40), phase="recovery", dice=dice)
    recover(fight)
    assert fight.state.warriors[0].stupid is stupid


@pytest.mark.rule("war.flee.rally", "war.turn.recovery.rally")
@pytest.mark.parametrize(
    "friend, foe, dice, rallies",
    [((18, 10), (16, 10), [1, 1], False), ((14, 10), (20, 10), [4, 3], True), ((14, 10), (20, 10), [4, 4], False)],
)
def test_rallying(friend: tuple[float, float], foe: tuple[float, float], dice: list[int], rallies: bool) -> None:
    fight = scene(man(0, 10, 10, flags=["fleeing"], gear=["bow"]), man(0, *friend), man(1, *foe), dice=dice)
    rally(fight, 0)
    assert fight.state.warriors[0].fleeing is not rallies
    if rallies:
        assert may_move(fight, 0) is not None and may_shoot(fight, 0) is not None


@pytest.mark.rule("war.flee.rally")
@pytest.mark.parametrize("x, rallies", [(22.5, False), (23.1, True)])
def test_without_friends_he_rallies_if_no_enemy_is_within_twelve_inches(x: float, rallies: bool) -> None:
    fight = scene(man(0, 10, 10, flags=["fleeing"]), man(1, x, 10), dice=[1, 1])
    rally(fight, 0)
    assert fight.state.warriors[0].rallied is rallies


@pytest.mark.rule("war.panic.test", "war.flee.move")
def test_who_breaks_is_struck_once_by_everybody_and_runs() -> None:
    fight = scene(
        man(0, 20, 20),
        man(1, 21, 20, weapons=["club"]),
        man(1, 20, 21, weapons=["club"]),
        phase="combat",
        dice=[5, 4, 3, 3, 3, 5],
    )
    panic(fight, 0)
    thrown(fight)
    assert fight.state.warriors[0].fleeing
    steady = scene(man(0, 20, 20), man(1, 21, 20), phase="combat", dice=[3, 4])
    panic(steady, 0)
    assert not steady.state.warriors[0].fleeing


@pytest.mark.rule("war.psych.fear", "war.psych.immune", "war.item.brew")
@pytest.mark.parametrize(
    "own, afraid",
    [
        ({}, True),
        (RISEN, False),
        ({"flags": ["frenzied"]}, False),
        ({"fighter": "captain", "gear": ["brew"]}, False),
        ({"traits": ["hardened"]}, False),
    ],
)
def test_who_fears(own: dict[str, Any], afraid: bool) -> None:
    assert frightens(scene(man(0, 10, 10, **own), man(1, 12, 10, **RISEN)), 0, 1) is afraid


@pytest.mark.rule("war.band.gutter.goblin", "war.turn.states", "war.turn.start")
def test_goblins_squabble() -> None:
    fight = scene(*[man(0, 10 + 2 * at, 10, **GOBLIN) for at in range(5)], man(1, 40, 40), dice=[1])
    squabble(fight, 0)
    assert all(one.squabbling for one in fight.state.warriors[:5])
    assert may_move(fight, 0) is not None and may_charge(fight, 0) is not None
    busy = scene(man(0, 10, 10, **GOBLIN), man(1, 11, 10))
    squabble(busy, 0)


@pytest.mark.rule("war.item.herbs")
def test_healing_herbs() -> None:
    fight = scene(
        man(0, 10, 10, fighter="captain", gear=["herbs"], profile={"w": 3}, wounds=1),
        man(1, 40, 40),
        phase="recovery",
        answers=["use them"],
    )
    recover(fight)
    assert recover(fight)
    assert fight.state.warriors[0].wounds == 3 and "herbs" in fight.state.warriors[0].used


# --- routs ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.turn.recovery.rout", "war.rout.test")
@pytest.mark.parametrize(
    "started, out, test", [(8, 2, True), (10, 2, False), (10, 3, True), (9, 2, False), (12, 3, True)]
)
def test_a_quarter_out_of_action(started: int, out: int, test: bool) -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), started=[started, 1], out=[out, 0])
    assert losses(fight, 0) == (out, started) and quarter_lost(fight, 0) is test


@pytest.mark.rule("war.turn.recovery.rout", "war.scen.end")
def test_who_fled_off_counts_and_who_left_with_a_prize_does_not() -> None:
    fight = scene(man(0, 10, 10), man(0, 12, 10), man(1, 40, 40), started=[12, 1], out=[2, 0])
    fight.state.warriors[1].fate = "fled"
    assert quarter_lost(fight, 0)
    fight.state.warriors[1].fate = "left"
    assert not quarter_lost(fight, 0)


@pytest.mark.rule("war.rout.test", "war.rout.leader")
@pytest.mark.parametrize("dice, stays", [([5, 3], True), ([5, 4], False)])
def test_the_rout_test(dice: list[int], stays: bool) -> None:
    fight = scene(man(0, 10, 10, fighter="captain"), man(1, 40, 40), dice=dice)
    assert rout_test(fight, 0) is stays
    fight.state.warriors[0].posture = "stunned"
    assert rout_test(fight, 0) is False  # nobody stands


@pytest.mark.rule("war.rout.test")
def test_a_player_may_concede_once_a_quarter_is_lost() -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), phase="start", started=[8, 1], out=[2, 0], answers=["concede"])
    begin_turn(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == 1
    none = scene(man(0, 10, 10), man(1, 40, 40), phase="start", started=[9, 1], out=[2, 0])
    begin_turn(none)
    assert none.state.outcome is None


@pytest.mark.rule("war.scen.skirmish", "war.scen.end", "war.psych.immune")
def test_a_rout_ends_a_street_fight() -> None:
    fight = scene(man(0, 10, 10, **RISEN), man(1, 40, 40), round=6)
    rout(fight, 0, "routs")
    ending.look_for_end(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == 1
    assert fight.state.warriors[0].fate == "gone" and events(fight, Routed)


@pytest.mark.rule("war.scen.end")
@pytest.mark.parametrize("lost, winner", [((2, 2), 1), ((3, 2), 1), ((0, 0), -1)])
def test_when_the_rounds_are_over_the_smaller_share_wins(lost: tuple[int, int], winner: int) -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), started=[12, 15], out=list(lost), round=12, active=1)
    ending.end_of_turn(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == winner


@pytest.mark.rule("war.multi.rout")
def test_several_are_ranked_by_how_late_they_went_out() -> None:
    fight = scene(man(0, 10, 10), man(1, 20, 20), man(2, 30, 30), round=4)
    rout(fight, 2, "routs")
    ending.look_for_end(fight)
    assert fight.state.outcome is None
    fight.state.turn += 9
    rout(fight, 0, "routs")
    ending.look_for_end(fight)
    assert fight.state.outcome is not None and fight.state.outcome.ranking == (1, 0, 2)


@pytest.mark.rule("war.multi.rout", "war.multi.fight")
def test_those_left_are_ranked_above() -> None:
    fight = scene(
        man(0, 10, 10), man(1, 20, 20), man(2, 30, 30), started=[8, 12, 1], out=[1, 2, 0], round=12, active=1
    )
    rout(fight, 2, "routs")
    ending.end_of_turn(fight)
    assert fight.state.outcome is not None and fight.state.outcome.ranking == (0, 1, 2)


# --- scenarios ------------------------------------------------------------------------------------------------


def opening(scenario: str, number: int = 2, dice: Any = (), answers: Any = (), **options: str) -> Fight:
    names = {3: "_three", 4: "_four"}
    setup = book().setup(scenario + names.get(number, ""), options)
    setting = book().setting(setup)
    return Battle(setting, setting.begin(), Scripted(dice, answers))


@pytest.mark.rule("war.scen.setup")
@pytest.mark.parametrize("die, title", [(2, "Candle Street"), (4, "The Drowned Market")])
def test_a_die_says_which_table(die: int, title: str) -> None:
    fight = opening("skirmish", dice=[die])
    lay_table(fight)
    assert fight.state.plan is not None and fight.state.plan.title == title


@pytest.mark.rule("war.scen.setup")
def test_the_higher_picks_an_edge_and_sets_up_first() -> None:
    fight = opening("skirmish", dice=[2, 5, 3, 4], answers=["west"], table="candle")
    lay_table(fight)
    choose_edges(fight)
    assert fight.state.edges == ("east", "west") and fight.state.placing == (1, 0)
    first_turn(fight)
    assert fight.state.order == (1, 0)


@pytest.mark.rule("war.scen.setup", "war.band.gutter.rats", "war.move.fit")
def test_where_a_warrior_may_be_set_up() -> None:
    fight = opening("skirmish", table="candle", armies="gutter_500, ash_500")
    lay_table(fight)
    fight.state.edges, fight.state.placing = ("south", "north"), (0, 1)
    question = Deploy(fight, 0)
    assert question.refuse({"at": [20_000, 7_500]}) is None
    for order in (
        {"at": [20_000, 7_600]},
        {"at": [20_000, 4_000], "z": 3_000},
        {"at": [300, 4_000]},
        "nobody",
        {"at": [1]},
    ):
        assert question.refuse(order) is not None
    keeper = next(one.number for one in fight.setting.fighters if one.recruit.fighter == "rats")
    rat = next(
        one.number
        for one in fight.setting.fighters
        if one.recruit.keeper == fight.setting.fighters[keeper].recruit.id
    )
    fight.state.warriors[keeper].fate, fight.state.warriors[keeper].x, fight.state.warriors[keeper].y = (
        "there",
        10_000,
        4_000,
    )
    assert Deploy(fight, rat).refuse({"at": [14_000, 4_000]}) is None
    refusal = Deploy(fight, rat).refuse({"at": [14_200, 4_000]})
    assert refusal is not None and refusal.rule == "war.band.gutter.rats"


@pytest.mark.rule("war.multi.setup")
def test_corners_and_turns_of_several() -> None:
    fight = opening(
        "skirmish",
        3,
        dice=[6, 2, 1, 5, 2, 1, 6, 2],
        answers=["south-west", "north-east", "south-east"],
        table="candle",
    )
    lay_table(fight)
    choose_edges(fight)
    assert fight.state.edges == ("south-west", "north-east", "south-east")
    first_turn(fight)
    assert fight.state.order == (1, 2, 0)


@pytest.mark.rule("war.multi.setup", "war.multi.scenarios")
@pytest.mark.parametrize("y, own", [(11.0, True), (15.0, False)])
def test_of_a_corner_only_its_own_sides_are_its_edge(y: float, own: bool) -> None:
    fight = scene(man(0, 0.5, y), man(1, 40, 40), man(2, 30, 30), edges=["south-west", "north-east", "south-east"])
    assert at_own_edge(fight, 0) is own


@pytest.mark.rule("war.multi.scenarios", "war.scen.breakthrough")
def test_breaking_through_is_not_played_by_several() -> None:
    ids = [one.id for one in book().scenarios()]
    assert (
        "breakthrough" in ids
        and "breakthrough_three" not in ids
        and {"skirmish_four", "hunt_three", "tower_four", "box_three"} <= set(ids)
    )


@pytest.mark.rule("war.scen.hunt", "war.multi.scenarios", "war.dice.kinds")
def test_shards_are_placed_in_turn() -> None:
    fight = opening("hunt", dice=[4], table="candle")
    lay_table(fight)
    fight.state.edges, fight.state.placing, fight.state.phase = ("south", "north"), (0, 1), "markers"
    first = Marker(fight, 1)
    assert first.refuse({"at": [24_000, 5_000]}) is not None
    replies(fight, {"at": [16_000, 24_000]}, {"at": [24_000, 31_500]}, {"at": [24_000, 18_000]})
    for _ in range(3):
        place_markers(fight)
    assert len(fight.state.prizes) == 3 and fight.state.phase == "deployment"
    assert first.refuse({"at": [16_500, 24_000]}) is not None


@pytest.mark.rule("war.scen.hunt", "war.turn.states")
def test_a_shard_is_carried_dropped_and_taken_off() -> None:
    fight = scene(
        man(0, 20, 20, gear=["bow"]),
        man(1, 40, 40),
        scenario="hunt",
        prizes=[{"kind": "shard", "at": [20.7, 20]}],
        edges=["south", "north"],
    )
    after_move(fight, 0)
    assert fight.state.prizes[0].holder == 0
    for refusal in (may_not_run(fight, 0), may_shoot(fight, 0)):
        assert refusal is not None and refusal.rule == "war.scen.hunt"
    let_go(fight, 0, "down")
    assert fight.state.prizes[0].holder == 0
    let_go(fight, 0, "stunned")
    assert fight.state.prizes[0].holder == -1
    home = scene(
        man(0, 20, 0.5, id="home"),
        man(1, 40, 40),
        scenario="hunt",
        prizes=[{"kind": "shard", "at": [20, 1], "holder": "home"}],
        edges=["south", "north"],
    )
    after_move(home, 0)
    assert home.state.warriors[0].fate == "left"
    ending.look_for_end(home)
    assert home.state.outcome is not None and home.state.outcome.winner == 0


@pytest.mark.rule("war.scen.breakthrough")
def test_breaking_through() -> None:
    two = [man(0, 20, 46, id="a"), man(0, 24, 46, id="b", band="ash", fighter="hound")]
    fight = scene(*two, man(1, 40, 10), scenario="breakthrough", attacker=0, edges=["south", "north"])
    ending.end_of_turn(fight)
    assert fight.state.outcome is None
    fight = scene(
        man(0, 20, 46),
        man(0, 24, 46),
        man(1, 40, 10),
        scenario="breakthrough",
        attacker=0,
        edges=["south", "north"],
    )
    ending.end_of_turn(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == 0
    late = scene(
        man(0, 20, 46),
        man(1, 40, 10),
        scenario="breakthrough",
        attacker=0,
        round=10,
        active=1,
        edges=["south", "north"],
    )
    ending.end_of_turn(late)
    assert late.state.outcome is not None and late.state.outcome.winner == 1


@pytest.mark.rule("war.scen.breakthrough")
def test_the_points_of_the_defender() -> None:
    question = Points(opening("breakthrough", table="candle"), 0)
    assert question.refuse([[24_000, 24_000], [30_000, 24_000]]) is None
    for order in ([[24_000, 37_000]], [[24_000, 24_000], [27_000, 24_000]], [], "x"):
        assert question.refuse(order) is not None


@pytest.mark.rule("war.scen.tower", "war.map.piece.belfry")
@pytest.mark.parametrize("round, posture, points", [(4, "down", 1), (2, "down", 0), (4, "up", 0)])
def test_holding_the_belfry(round: int, posture: str, points: int) -> None:
    own = [man(0, 23, 23, 9), man(0, 25, 25, 9)]
    fight = scene(
        *own, man(1, 23, 25, 9, posture=posture), scenario="tower", table="candle", belfry=True, round=round
    )
    ending.end_of_turn(fight)
    assert fight.state.scores == (points, 0)


@pytest.mark.rule("war.scen.tower")
def test_five_points_win() -> None:
    fight = scene(
        man(0, 23, 23, 9), man(1, 40, 40), scenario="tower", table="candle", belfry=True, round=7, scores=[4, 0]
    )
    ending.end_of_turn(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == 0


@pytest.mark.rule("war.scen.box", "war.char.test", "war.turn.states")
def test_the_strongbox() -> None:
    chest = {"scenario": "box", "prizes": [{"kind": "chest", "at": [24, 24]}], "edges": ["south", "north"]}
    fight = scene(man(0, 24, 23), man(1, 40, 40), dice=[4], answers=["lift"], **chest)
    before_move(fight, 0)
    assert fight.state.prizes[0].holder == -1 and fight.state.warriors[0].lifted
    fight.state.warriors[0].lifted = False
    faces(fight, 3)
    replies(fight, "lift")
    before_move(fight, 0)
    assert fight.state.prizes[0].holder == 0 and burden(fight, 0, 4_000) == 2_000
    helped = scene(
        man(0, 24, 23, id="a"),
        man(0, 25, 23.5),
        man(1, 40, 40),
        **{**chest, "prizes": [{"kind": "chest", "at": [24, 23], "holder": "a"}]},
    )
    helped.state.warriors[1].x, helped.state.warriors[1].y = 25_000, 23_000
    assert burden(helped, 0, 4_000) == 4_000
    strong = scene(
        man(0, 24, 23, id="a", traits=["strong back"]),
        man(1, 40, 40),
        **{**chest, "prizes": [{"kind": "chest", "at": [24, 23], "holder": "a"}]},
    )
    assert burden(strong, 0, 4_000) == 4_000
    let_go(strong, 0, "fights")
    assert strong.state.prizes[0].holder == -1


@pytest.mark.rule("war.scen.box")
def test_whoever_takes_the_chest_off_his_own_edge_wins() -> None:
    fight = scene(
        man(0, 24, 0.5, id="a"),
        man(1, 40, 40),
        scenario="box",
        prizes=[{"kind": "chest", "at": [24, 1], "holder": "a"}],
        edges=["south", "north"],
    )
    after_move(fight, 0)
    ending.look_for_end(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == 0


# --- mustering ------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "war.band.lantern.sample",
    "war.band.ash.sample",
    "war.band.gutter.sample",
    "war.band.unquiet.sample",
    "war.band.found",
    "war.camp.rating",
)
@pytest.mark.parametrize(
    "name, crowns, warriors, rating",
    [("lantern", 486, 14, 106), ("ash", 483, 12, 108), ("gutter", 484, 16, 120), ("unquiet", 491, 12, 88)],
)
def test_the_sample_warbands(name: str, crowns: int, warriors: int, rating: int) -> None:
    _, roster = find_roster(book().lists, f"{name}_500")
    assert book().lists.breaches(roster) == [] and book().lists.bill(roster).points == crowns
    company = enlist(roster, book().library)
    assert sum(one.role != "follower" for one in company.recruits) == warriors and company.rating == rating
    assert book().lists.sheet(roster).cards and book().lists.army_sheet(name).cards


RULES_OF_KINDS = [(band.id, kind.id, kind.rule) for band in Library().bands.values() for kind in band.fighter]


@pytest.mark.rule(
    "war.band.lantern",
    "war.band.lantern.captain",
    "war.band.lantern.veteran",
    "war.band.lantern.greenhand",
    "war.band.lantern.sword",
    "war.band.lantern.marksman",
    "war.band.ash",
    "war.band.ash.pilgrim",
    "war.band.ash.scourged",
    "war.band.ash.hound",
    "war.band.gutter",
    "war.band.gutter.chief",
    "war.band.gutter.nob",
    "war.band.gutter.rats",
    "war.band.unquiet",
    "war.band.unquiet.master",
    "war.band.unquiet.drudge",
    "war.band.unquiet.eater",
    "war.band.heroes",
)
@pytest.mark.parametrize("band, kind, rule", RULES_OF_KINDS)
def test_every_kind_of_fighter_is_as_its_rule_says(band: str, kind: str, rule: str) -> None:
    text = book().catalogue.get(rule).text
    found = book().library.bands[band].kind(kind)
    assert found is not None
    if found.role != "follower":
        assert f"{found.price} crowns" in text and found.title in text
        assert ("leader" in text) is (found.role == "leader") or "Leader" in text
        assert f"starting experience {found.experience}" in text


@pytest.mark.rule("war.band.gutter.rats", "war.turn.recovery.rout", "war.camp.rating")
def test_rats_count_for_nothing() -> None:
    _, roster = find_roster(book().lists, "gutter_500")
    company = enlist(roster, book().library)
    assert sum(one.role == "follower" for one in company.recruits) == 4


def changed(name: str, **more: Any) -> list[str]:
    _, roster = find_roster(book().lists, f"{name}_500")
    return [breach.rule for breach in book().lists.breaches(replace(roster, **more))]


@pytest.mark.rule(
    "war.band.found",
    "war.weapon.limit",
    "war.price.list",
    "war.band.ash.scourged",
    "war.band.heroes",
    "war.psych.animal",
)
def test_unlawful_warbands() -> None:
    def group(**more: Any) -> tuple[Group, ...]:
        return (Group(**more),)

    assert "war.band.found" in changed("lantern", group=group(profile="sword", models=6))
    assert "war.band.found" in changed("lantern", points=485)
    assert "war.band.found" in changed(
        "lantern", group=group(profile="sword", models=5, options=("sword", "heavy"))
    )
    assert "war.weapon.limit" in changed(
        "lantern", group=group(profile="sword", models=1, options=("sword", "axe", "club"))
    )
    assert "war.weapon.limit" in changed(
        "lantern", group=group(profile="marksman", models=1, options=("bow", "crossbow", "pistol", "pistol"))
    )
    assert "war.price.list" in changed("lantern", group=group(profile="sword", models=1, options=("plate",)))
    assert "war.price.list" in changed("lantern", group=group(profile="sword", models=1, options=("handbow",)))
    assert "war.band.ash.scourged" in changed("ash", group=group(profile="scourged", models=1, options=("sword",)))
    assert "war.band.ash.hound" in changed("ash", group=group(profile="hound", models=1, options=("club",)))
    assert "war.band.heroes" in changed("lantern", group=group(profile="veteran", models=1))
    assert "war.band.lantern.captain" in changed("lantern", character=())


@pytest.mark.rule("war.armour.heavy")
@pytest.mark.parametrize(
    "gear, traits, move",
    [
        (["heavy", "shield"], [], 3000),
        (["heavy"], [], 4000),
        (["heavy", "shield"], ["iron hide"], 4000),
        (["light", "shield"], [], 4000),
    ],
)
def test_heavy_armour_and_a_shield_slow_him(gear: list[str], traits: list[str], move: int) -> None:
    assert scene(man(0, 10, 10, gear=gear, traits=traits), man(1, 40, 40)).setting.fighters[0].move == move


@pytest.mark.parametrize("army", ["lantern", "ash", "gutter", "unquiet"])
def test_warbands_of_chance_are_lawful(army: str) -> None:
    roster = book().lists.raise_army(army, 500, "7")
    assert book().lists.breaches(roster) == [] and roster == book().lists.raise_army(army, 500, "7")


def test_faults_of_rosters_are_named() -> None:
    wrong = Roster(name="x", rulebook="warband", army="lanter", points=500)
    assert "did you mean lantern" in book().lists.faults(wrong)[0][1]
    assert len(ready_rosters(book().lists)) == 4
    with pytest.raises(DataError, match="expected one of"):
        book().situation({"warriors": [man(0, 1, 1, fighter="nobody")]}, "x")


def test_all_traits_of_the_data_are_hooked_in_or_known() -> None:
    known = {
        "leader",
        "animal",
        "large",
        "wizard",
        "undead",
        "litany",
        "squabble",
        "rat pack",
        "penitent",
        "stupidity",
    }
    hooked = {name for point in POINTS for name in point.names}
    named = {trait for band in book().library.bands.values() for kind in band.fighter for trait in kind.traits}
    skills = {skill for skills in book().library.charts.skills.values() for skill in skills}
    between = {"deadly eye", "haggle", "streetwise", "signs", "weapon training", "iron hide"}
    assert named <= hooked | known and skills <= hooked | between


# --- whole battles --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["breakthrough", "skirmish_three"])
def test_random_battles_come_to_their_end(scenario: str) -> None:
    game = Game(book(), book().setup(scenario, {"table": "candle"}), "4")
    sides = len(book().sides(game.setting))

    def sound(played: Game[Any, Any]) -> bool:
        assert flaws.flaws(played.setting, played.checkpoint) == []
        return False

    game.play([RandomPlayer(f"{side}") for side in range(sides)], until=sound)
    assert game.result is not None


def test_a_step_that_only_passes_phases_tells_little() -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), phase="combat", active=0)
    turn_step(fight)
    assert fight.state.phase == "start"


@pytest.mark.rule("war.scen.hunt", "war.scen.end")
def test_when_the_rounds_are_over_shards_decide_a_hunt() -> None:
    shard = [{"kind": "shard", "at": [20, 20], "holder": "rich"}]
    fight = scene(man(0, 20, 20, id="rich"), man(1, 40, 40), scenario="hunt", prizes=shard, round=12, active=1)
    ending.end_of_turn(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == 0
