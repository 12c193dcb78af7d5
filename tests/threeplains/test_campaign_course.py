"""A campaign from agreement to end: who is named, what is brought, who dies, who learns."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from warhost.engine.event import Rolled
from warhost.engine.game import Game
from warhost.engine.tidings import Seen
from warhost.roster.roster import Character, roster_text
from warhost.rulebooks.threeplains.campaign.happened import happened
from warhost.rulebooks.threeplains.campaign.plan import HouseRule, Plan
from warhost.rulebooks.threeplains.campaign.rosters import LEVY, armies_of, sits_out, wanted
from warhost.rulebooks.threeplains.campaign.sequence import not_the_end, step
from warhost.rulebooks.threeplains.campaign.war import After, Due, Person
from warhost.rulebooks.threeplains.siege.places import places_of
from warhost.rulebooks.threeplains.siege.works import wall_needed
from warhost.rulebooks.threeplains.state import NOBODY, Score

from .campaigns import (
    ARMIES,
    GRUBNASH,
    YSOLDE,
    asked_for,
    campaign,
    fate,
    fight,
    kind,
    opened,
    said,
    settle,
    written,
)

LEVIED = [3, 1, 4, 1, 5, 2, 6, 5]


# --- agreement -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.campaign.check")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_who_has_not_agreed_keeps_it_from_starting(players: int) -> None:
    one = campaign("agreement", players=players, answers=["agree"] * (players - 1) + ["rework"])
    step(one)
    assert one.state.stage == "over" and one.state.results == ("", "")
    result = kind().result(one.setting, one.state)
    assert result is not None and result.winner is None and "not agreed" in result.why


@pytest.mark.rule("tp.campaign.check", "tp.campaign.story")
def test_all_agree_the_story_is_told_and_leaders_are_named() -> None:
    one = campaign("story", players=3, answers=["agree"] * 3)
    step(one)
    assert one.state.stage == "agreement" and "silver in its hills" in said(one)
    assert "gives up his ships" in said(one)
    assert "Battle 4: The beacon tower (4A)" in said(one) and "Special characters learn: yes" in said(one)
    step(one)
    assert one.state.stage == "names" and one.state.people[0].name == "Captain Ysolde"


@pytest.mark.rule("tp.campaign.special_rules")
@pytest.mark.parametrize("helps, warned", [("", False), ("A", True)])
def test_rules_of_the_players_own_are_shown_and_a_lopsided_one_is_warned_of(helps: Any, warned: bool) -> None:
    one = campaign("story", answers=["agree", "agree"])
    one.setting.plan = replace(one.setting.plan, special=(HouseRule(text="No giants.", helps=helps),))
    step(one)
    step(one)
    assert "No giants." in said(one) and ("side A alone" in said(one)) is warned
    asked = one.oracle.asked  # type: ignore[attr-defined]
    assert all(("helps one side alone" in question.text) is warned for question in asked)


@pytest.mark.rule("tp.campaign.special_rules")
def test_switches_are_as_written_unless_players_agree_otherwise() -> None:
    options = campaign().setting.plan.options
    assert (options.leader_death, options.character_development) == (False, True)
    options = campaign(leader_death="on", development="off").setting.plan.options
    assert (options.leader_death, options.character_development) == (True, False)


@pytest.mark.rule("tp.campaign.between_battles", "tp.campaign.character_development")
def test_special_characters_are_named_before_the_first_battle() -> None:
    one = campaign("agreement", answers=["agree", "agree", "leader", "other:goblin_boss", "Nib the Small"])
    settle(one)
    leader, bull, boss = one.state.people
    assert leader.special and not bull.special
    assert (boss.name, boss.profile, boss.special, boss.leading) == ("Nib the Small", "goblin_boss", True, False)


@pytest.mark.rule("tp.campaign.ready")
def test_other_lists_may_be_put_in_the_place_of_the_two() -> None:
    one = campaign("agreement", answers=["agree", "agree"], armies=("elves_1000", "mercenaries_1000"))
    step(one)
    assert all(person.name.startswith("The ") for person in one.state.people)


# --- rosters ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.campaign.between_battles", "tp.campaign.scope")
@pytest.mark.parametrize("results", [[], [0], [1], [-1], [0, 0], [0, 1], [1, 1], [0, 0, 0]])
def test_fresh_rosters_of_the_points_of_each_battle_with_the_named_in_them(results: list[int]) -> None:
    """Whatever was lost before: both sides bring as many points as the battle says, and there is no income."""
    raid = results == [-1]
    one = opened(results, dice=[5, 2] if raid else [])
    one.oracle.dice = LEVIED * (3 if raid else 2)  # type: ignore[attr-defined]
    one.oracle.answers = [LEVY] * (3 if raid else 2)  # type: ignore[attr-defined]
    while one.state.stage == "rosters":
        step(one)
    due = one.state.due
    assert due is not None
    first, second = armies_of(one.setting, one.state, due)
    node = one.setting.nodes[due.node]
    assert (first.points, second.points) == node.sizes[:2]
    names = {leader.title for army in (first, second) for leader in army.leaders}
    assert {"Captain Ysolde", "Grubnash Tide-Bull"} <= names
    fixture = kind().due(one.setting, one.state)
    assert fixture is not None and fixture.players == due.sides
    Game(kind().base, fixture.setup, "1").pending()  # the battle can be begun


def roster_for(one: After, side: int = 0, **changes: Any) -> str:
    return roster_text(replace(asked_for(one, side).wanted.levied("7"), **changes))


@pytest.mark.rule("tp.campaign.between_battles")
def test_a_roster_of_ones_own_is_taken_if_it_is_lawful() -> None:
    one = opened()
    assert asked_for(one).refuse(roster_for(one)) is None
    assert asked_for(one).refuse(LEVY) is None


@pytest.mark.rule("tp.campaign.between_battles")
def test_the_named_must_be_in_the_roster() -> None:
    one = opened()
    refusal = asked_for(one).refuse("herlanceia_1000")
    assert refusal is not None and refusal.rule == "tp.campaign.between_battles"
    assert "Captain Ysolde lives and must be in the roster" in refusal.why


@pytest.mark.rule("tp.campaign.between_battles")
@pytest.mark.parametrize(
    "said, why",
    [
        ("orcs_1000", "the army list may not"),
        ("herlanceia_500", "1000 points, not 500"),
        ("../../etc/passwd", "roster"),
        ("name =", "roster"),
        ('army = "herlanceia"', "name"),
        (7, "expected levy"),
        ("x" * 20_001, "expected levy"),
    ],
)
def test_other_rosters_are_refused_with_a_reason(said: Any, why: str) -> None:
    refusal = asked_for(opened()).refuse(said)
    assert refusal is not None and why in refusal.why


@pytest.mark.rule("tp.campaign.between_battles")
def test_what_the_muster_refuses_the_campaign_refuses_by_the_same_rule() -> None:
    one = opened()
    wants = asked_for(one).wanted
    roster = wants.levied("7")
    crowd = (*roster.group, *roster.group)
    refusal = asked_for(one).refuse(roster_text(replace(roster, group=crowd)))
    assert refusal is not None and refusal.rule in ("tp.army.points", "tp.army.roster")


@pytest.mark.rule("tp.campaign.between_battles")
def test_in_500_points_a_special_character_of_120_must_be_there_too() -> None:
    """A raid: a warlord of 165 points is named, and no roster without him will do."""
    one = campaign(results=[-1], dice=[1, 6])
    lord = Person("named-b1", 1, "warlord", "Old Gash", special=True)
    one.state.people = [*one.state.people, lord]
    step(one)
    want = asked_for(one, 1).wanted
    assert want.points == 500 and lord in want.people
    without = replace(want.levied("1"), character=(Character(profile="bull", role="general"),))
    refusal = want.judged(without)
    assert refusal is not None and "must be in the roster" in refusal.why


@pytest.mark.rule("tp.campaign.between_battles")
def test_who_is_not_among_the_defenders_of_a_camp_must_come_with_their_help() -> None:
    one = opened([-1], dice=[6, 1])  # A raids, B defends
    due = one.state.due
    assert due is not None and due.sides == (0, 1)
    _, first, later = wanted(one.setting, one.state, due)
    assert (first.points, later.points) == (300, 500)
    boss = Character(profile="goblin_boss", role="general")
    camp = replace(first.levied("2"), character=(boss,))
    assert first.judged(camp) is None  # he may still come later
    after = wanted(one.setting, one.state, replace(due, rosters=((), (camp,))))[2]
    assert [person.id for person in after.people] == [GRUBNASH]
    refusal = after.judged(replace(after.levied("2"), character=()))
    assert refusal is not None and "must be in the roster" in refusal.why
    assert after.judged(after.levied("2")) is None
    twice = wanted(one.setting, one.state, replace(due, rosters=((), (first.levied("2"),))))[2]
    refusal = twice.judged(after.levied("2"))
    assert refusal is not None and "in the first roster already" in refusal.why


@pytest.mark.rule("tp.campaign.between_battles")
def test_whom_a_scenario_forbids_sits_it_out() -> None:
    """Rampage lets nobody come who costs a triangle; where he is let, he must come."""
    one = campaign()
    node = replace(one.setting.plan.battle[0], scenario="rampage", points=(1000, 500))
    one.setting.plan = replace(one.setting.plan, battle=(node, *one.setting.plan.battle[1:]))
    leader, bull = one.state.people
    assert [sits_out(one.setting, one.state, Due("1"), person) for person in (leader, bull)] == [False, True]
    step(one)
    assert one.state.due is not None and one.state.due.resting == (bull.id,) and "sits out" in said(one)
    assert asked_for(one, 1).wanted.people == [] and asked_for(one, 0).wanted.people == [leader]


@pytest.mark.rule("tp.campaign.between_battles")
def test_for_whom_there_is_no_room_beside_the_others_sits_it_out() -> None:
    """Four bulls are four triangles, of three in 500 points and 4 in 1000; the leader comes first."""
    one = campaign()
    bulls = [Person(f"named-b{at}", 1, "bull", f"Bull {at}", special=True) for at in range(1, 5)]
    one.state.people = [*one.state.people, *bulls]
    step(one)
    assert one.state.due is not None and one.state.due.resting == ("named-b4",)
    assert asked_for(one, 1).refuse(LEVY) is None


@pytest.mark.rule("tp.campaign.between_battles")
def test_what_the_enemy_writes_is_not_known_before_the_battle() -> None:
    one = opened(dice=[])
    one.oracle.dice, one.oracle.answers = LEVIED * 2, [LEVY, LEVY]  # type: ignore[attr-defined]
    step(one)
    known = kind().known(one.setting, one.state, 0)
    assert known.due is not None and known.due.rosters[0][0].group
    hidden = known.due.rosters[1][0]
    assert not hidden.group and not hidden.character and hidden.points == 1000
    assert one.state.due is not None and one.state.due.rosters[1][0].group
    thrown = [(told.event.side, told.audience) for told in one.told if isinstance(told.event, Rolled)]
    assert thrown == [(0, 0), (1, 1)]  # nor are the dice of a levy


@pytest.mark.rule("tp.campaign.between_battles")
def test_players_of_one_side_take_turns() -> None:
    terms = campaign(players=3).setting
    assert [terms.commander(0, number) for number in (1, 2, 3, 4)] == [0, 2, 0, 2]
    assert [terms.commander(1, number) for number in (1, 2, 3, 4)] == [1, 1, 1, 1]
    assert terms.player_name(0) != terms.player_name(2)


# --- deaths ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.campaign.leader_death")
@pytest.mark.parametrize(
    "slain, winner, ends",
    [
        ((YSOLDE,), 0, ("Defeat", "Win")),  # even if his side won the battle
        ((YSOLDE,), -1, ("Defeat", "Win")),
        ((GRUBNASH,), 1, ("Win", "Defeat")),
        ((YSOLDE, GRUBNASH), 0, ("Win", "Defeat")),
        ((YSOLDE, GRUBNASH), 1, ("Defeat", "Win")),
        ((YSOLDE, GRUBNASH), -1, ("Draw", "Draw")),
    ],
)
def test_the_death_of_a_leader_ends_the_war_where_that_was_agreed(
    slain: tuple[str, ...], winner: int, ends: tuple[str, str]
) -> None:
    one = campaign(results=[-1], leader_death="on")
    fight(one, winner, *(fate(person, person in slain) for person in (YSOLDE, GRUBNASH)))
    assert settle(one).results == ends and one.state.stage == "over"
    names = {YSOLDE: "Captain Ysolde", GRUBNASH: "Grubnash Tide-Bull"}
    assert one.state.why == ("both leaders are dead" if len(slain) == 2 else f"{names[slain[0]]} is dead")
    assert all(person.skills == () for person in one.state.people)  # nobody learns any more


@pytest.mark.rule("tp.campaign.leader_death")
def test_without_that_rule_the_war_goes_on() -> None:
    one = campaign(special=(), development="off")
    fight(one, 1, fate(YSOLDE, slain=True), fate(GRUBNASH))
    assert settle(one).stage == "opening" and not one.state.people[0].alive
    assert [person.name for person in one.state.living(0)] == []


@pytest.mark.rule("tp.campaign.between_battles")
def test_a_slain_special_character_is_gone_and_another_may_be_named_without_skills() -> None:
    one = campaign(dice=[3], answers=[])
    one.state.people[0].skills = ("movement",)
    fight(one, 1, fate(YSOLDE, slain=True), fate(GRUBNASH))
    one.oracle.answers = ["other:wizard", "Tollan"]  # type: ignore[attr-defined]
    settle(one)
    old, bull, new = one.state.people
    assert not old.alive and old.story == ("battle 1: is slain",) and bull.skills == ("life point",)
    assert (new.name, new.skills, new.side, new.special) == ("Tollan", (), 0, True)
    step(one)
    assert [person.name for person in asked_for(one, 0).wanted.people] == ["Tollan"]


@pytest.mark.rule("tp.campaign.between_battles")
def test_the_place_of_the_dead_may_stay_empty() -> None:
    one = campaign(dice=[3])
    fight(one, 1, fate(YSOLDE, slain=True), fate(GRUBNASH))
    one.oracle.answers = ["nobody"]  # type: ignore[attr-defined]
    assert len(settle(one).people) == 2


@pytest.mark.rule("tp.campaign.between_battles", "tp.campaign.leader_death")
@pytest.mark.parametrize(
    "change, slain",
    [
        ({"fate": "slain"}, True),
        ({"fleeing": True}, False),
        ({"fate": "escaped"}, False),
        ({"fate": "away"}, False),
    ],
)
def test_slain_is_who_was_destroyed_in_any_way(change: dict[str, Any], slain: bool) -> None:
    one = opened(dice=[])
    one.oracle.dice, one.oracle.answers = LEVIED * 2, [LEVY, LEVY]  # type: ignore[attr-defined]
    step(one)
    fixture = kind().due(one.setting, one.state)
    assert fixture is not None
    fought = Game(kind().base, fixture.setup, "1")
    state = fought.checkpoint
    for each in state.pieces:
        each.fate = "standing"
    him = next(each for each in state.pieces if each.name == YSOLDE)
    for name, value in change.items():
        setattr(him, name, value)
    state.score = Score(1, (10, 500), "500 victory points to 10")
    end = happened(one.state, fought.setting, state)
    assert end.winner == 1 and end.node == "1"
    assert {each.person: each.slain for each in end.fates} == {YSOLDE: slain, GRUBNASH: False}
    assert [each.points for each in end.fates] == [72, 72]
    one.oracle.answers = [msgspec.to_builtins(end)]  # type: ignore[attr-defined]
    step(one)
    assert one.state.winners == (1,)


@pytest.mark.rule("tp.campaign.between_battles")
@pytest.mark.parametrize(("fate", "counts"), [("standing", True), ("coming", False), ("waiting", False)])
def test_who_waits_in_a_group_that_never_came_neither_gains_nor_loses_anything(fate: Any, counts: bool) -> None:
    one = opened(dice=[])
    one.oracle.dice, one.oracle.answers = LEVIED * 2, [LEVY, LEVY]  # type: ignore[attr-defined]
    step(one)
    fixture = kind().due(one.setting, one.state)
    assert fixture is not None
    fought = Game(kind().base, fixture.setup, "1")
    state = fought.checkpoint
    him = next(each for each in state.pieces if each.name == YSOLDE)
    group = next(each for each in state.pieces if each.side == him.side and each.models > 1)
    group.fate, him.fate, him.host = fate, "within", state.pieces.index(group)
    state.score = Score(1, (10, 500), "500 victory points to 10")
    assert (YSOLDE in [each.person for each in happened(one.state, fought.setting, state).fates]) is counts


# --- the whole -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.campaign.scope", "tp.campaign.between_battles")
def test_the_account_holds_the_ledger_and_no_treasury() -> None:
    one = campaign(results=[0, 1])
    found = kind().account(one.setting, one.state)
    assert [pairing.stands for pairing in found.pairings] == ["fought", "fought", "to come", "to come"]
    assert found.parties[0].figures == {"fought": 2, "won": 1, "drawn": 0, "lost": 1}
    assert "The wood road (2A): forest ambush" in found.pairings[1].title
    assert found.series["Battles won"] == ((0, 1, 1), (0, 0, 1)) and found.beaten == ((0, 1), (1, 0))
    assert "level" in found.stage and not found.over
    assert found.parties[0].members[0].title == "Captain Ysolde"


@pytest.mark.rule("tp.campaign.ready", "tp.campaign.between_battles")
def test_the_ledger_has_the_points_of_who_comes_later_too() -> None:
    one = opened([NOBODY], dice=[6, 1])
    one.state.go_to("battle")
    due = kind().account(one.setting, one.state).pairings[1]
    assert due.stands == "due" and due.title.endswith("as raiders, 500 against 300 and 500 points")
    seen = [told.event.text for told in one.told if isinstance(told.event, Seen)]
    assert "Battle 1 is over, won by nobody" in seen
    assert "The roll-off goes to People of Herlanceia: who has the part of the raiders" in seen


@pytest.mark.rule("tp.campaign.ready", "tp.campaign.result")
def test_three_won_and_the_tower_lost_is_a_win() -> None:
    one = campaign(results=[0, 0, 0], special=(), development="off")
    fight(one, 1)
    assert settle(one).results == ("Win", "Defeat")
    assert "The harbour is yours" in said(one)
    result = kind().result(one.setting, one.state)
    assert result is not None and result.winner == 0


@pytest.mark.rule("tp.campaign.structure")
def test_what_cannot_be_played_is_said_to_be_stood_in_for() -> None:
    one = campaign(results=[0, 0, 0])
    words = "No fortress is ready: a pitched battle stands in for the siege."
    battle = {"scenario": "pitched_battle", "points": [2000, 2000], "words": words}
    one.setting.plan = msgspec.convert(written(lambda plan: plan["battle"][7].update(stand_in=battle)), Plan)
    step(one)
    assert "stands in for the siege" in said(one)
    pairing = kind().account(one.setting, one.state).pairings[3]
    assert "in the place of a siege" in pairing.title and "2000 against 2000" in pairing.title


@pytest.mark.rule("tp.campaign.ready", "tp.siege.points")
@pytest.mark.parametrize(
    ("winner", "besiegers", "works"), [(0, "herlanceia", "stone_hurler"), (1, "orcs", "catapult")], ids=["4A", "4B"]
)
def test_the_last_battle_of_a_side_that_is_ahead_is_a_siege(winner: int, besiegers: str, works: str) -> None:
    """2000 points against 500 in a fortress of theirs, with its machines; whoever is ahead lays siege to it."""
    one = opened([winner] * 3)
    one.oracle.dice, one.oracle.answers = LEVIED * 2, [LEVY, LEVY]  # type: ignore[attr-defined]
    step(one)
    fixture = kind().due(one.setting, one.state)
    assert fixture is not None and fixture.players == (winner, 1 - winner)
    setting = kind().base.setting(fixture.setup)
    assert setting.mission.id == "siege" and [army.points for army in setting.armies] == [2000, 500]
    assert setting.armies[0].list == besiegers
    assert works in [place.profile for place in setting.emplaced.values()]
    assert wall_needed(2000) <= places_of(setting.mission.plan).layout.length
    title = kind().account(one.setting, one.state).pairings[3].title
    assert "as besiegers, 2000 against 500 points" in title


@pytest.mark.rule("tp.campaign.between_battles")
@pytest.mark.parametrize(
    "end, why",
    [
        ({"node": "2A", "winner": 0}, "another battle"),
        ({"node": "1", "winner": 2}, "sides"),
        ({"node": "1", "winner": 0, "fates": [msgspec.to_builtins(fate("somebody"))]}, "sides"),
        ({"node": 1}, "not how a battle ends"),
        ("won", "not how a battle ends"),
    ],
)  # fmt: skip
def test_nothing_but_the_end_of_the_battle_is_its_end(end: Any, why: str) -> None:
    assert why in not_the_end(campaign(), Due("1"), end)


@pytest.mark.rule("tp.campaign.between_battles")
@pytest.mark.parametrize(
    "changed, why",
    [
        ({}, ""),
        ({"slain": True}, ""),
        ({"rating": 6}, "Captain Ysolde is not as the roster has him"),
        ({"points": 71}, "Captain Ysolde is not as the roster has him"),
        ({"shoots": True}, "Captain Ysolde is not as the roster has him"),
        ({"bonus": 1}, "not how a battle ends"),
    ],
)
def test_the_end_of_a_battle_is_borne_out_by_the_rosters(changed: dict[str, Any], why: str) -> None:
    one = opened(dice=LEVIED * 2, answers=[LEVY, LEVY])
    step(one)
    due = one.state.due
    assert due is not None and all(due.rosters)
    fates = [fate(YSOLDE), fate(GRUBNASH)]
    told = [msgspec.to_builtins(fates[0]) | changed, msgspec.to_builtins(fates[1])]
    found = not_the_end(one, due, {"node": "1", "winner": 0, "fates": told})
    assert why in found and bool(found) is bool(why)


@pytest.mark.rule("tp.campaign.between_battles")
def test_nobody_comes_out_of_a_battle_twice() -> None:
    fates = [msgspec.to_builtins(fate(YSOLDE, slain)) for slain in (True, False)]
    why = not_the_end(campaign(), Due("1"), {"node": "1", "winner": 0, "fates": fates})
    assert why == "two things cannot have become of Captain Ysolde"


def test_a_state_is_read_back_as_it_was() -> None:
    setup = kind().found(ARMIES, {})
    game = Game(kind(), setup, "3")
    for side in (0, 1):
        game.answer("agree", side)
    while game.pending()[0].side < 2:
        question = game.pending()[0]
        game.answer(question.suggest(1)[0], question.side)
    data = msgspec.json.decode(msgspec.json.encode(game.checkpoint))
    assert kind().restore(game.setting, data) == game.checkpoint
    assert kind().due(game.setting, game.checkpoint) is not None


def shown_in_full(one: After) -> list[str]:
    seen = [told.event for told in one.told if isinstance(told.event, Seen)]
    return [event.text for event in seen if event.rule == "tp.scenario.rampage.known_enemy"]


@pytest.mark.rule("tp.scenario.rampage.known_enemy")
def test_in_a_rampage_the_defenders_write_when_they_have_read_the_invaders_roster() -> None:
    one = campaign()
    first = one.setting.plan.battle[0]
    rampage = replace(first, scenario="rampage", points=(1500, 1000), roles={"invaders": "B", "defenders": "A"})
    one.setting.plan = replace(one.setting.plan, battle=(rampage, *one.setting.plan.battle[1:]))
    step(one)
    one.oracle.dice, one.oracle.answers = LEVIED * 2, [LEVY]  # type: ignore[attr-defined]
    step(one)
    due = one.state.due
    assert due is not None and (len(due.rosters[0]), len(due.rosters[1])) == (0, 1)  # side B invades
    [shown] = shown_in_full(one)
    assert "Grubnash Tide-Bull (Orc Bull" in shown and "16 Goblin Archers (command)" in shown
    known = kind().known(one.setting, one.state, 0)
    assert known.due is not None and known.due.rosters[1][0].group
    one.oracle.answers = [LEVY]  # type: ignore[attr-defined]
    step(one)
    assert one.state.stage == "battle"
    assert shown_in_full(one) == [shown]
    known = kind().known(one.setting, one.state, 1)
    assert known.due is not None and not known.due.rosters[0][0].group  # in return nothing is shown
