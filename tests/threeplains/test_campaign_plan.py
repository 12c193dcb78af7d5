"""Campaigns as they are written down: what must be there, where the routes lead, and how a war ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine.book import Unknown
from warhost.engine.data import DataError
from warhost.engine.tidings import Seen
from warhost.rulebooks.threeplains.campaign.account import stage_words
from warhost.rulebooks.threeplains.campaign.plan import moved, outcome
from warhost.rulebooks.threeplains.campaign.sequence import step

from .campaigns import ARMIES, READY, campaign, faults, kind


def test_the_ready_campaign_has_no_fault() -> None:
    assert faults(lambda plan: None) == []


def cut_rows(plan: dict[str, Any], rows: int) -> None:
    plan["battle"] = [one for one in plan["battle"] if one["row"] <= rows]


@pytest.mark.rule("tp.campaign.story", "tp.campaign.structure", "tp.campaign.flowchart")
@pytest.mark.parametrize(
    "change, where, rule",
    [
        (lambda plan: plan["B"].pop("stakes"), "B.stakes: the story lacks a part", "tp.campaign.story"),
        (lambda plan: plan["A"].update(stakes=" "), "A.stakes: the story lacks a part", "tp.campaign.story"),
        (lambda plan: plan["back"].pop("beginning"), "back.beginning: the story lacks", "tp.campaign.story"),
        (lambda plan: plan["back"].pop("characters"), "back.characters: the story lacks", "tp.campaign.story"),
        (lambda plan: plan["back"].pop("conflict"), "back.conflict: the story lacks", "tp.campaign.story"),
        (lambda plan: plan["A"].update(army="elfs"), "A.army: expected an army list, got", "tp.campaign.story"),
        (lambda plan: plan["battle"][4].pop("scenario"), "battle[4].scenario: battle 3A has no scenario",
         "tp.campaign.structure"),
        (lambda plan: plan["battle"][4].pop("story"), "battle[4].story: battle 3A has no story",
         "tp.campaign.structure"),
        (lambda plan: plan["battle"][0].update(scenario="pitched"), "battle[0].scenario: expected one of",
         "tp.campaign.structure"),
        (lambda plan: plan["battle"][7].update(points=[1500, 375]), "no fortress is ready against 1500 points",
         "tp.campaign.structure"),
        (lambda plan: plan["battle"][1].pop("roles"), "battle[1].roles: expected ambushers, victims, got none",
         "tp.campaign.structure"),
        (lambda plan: plan["battle"][1]["roles"].update(victims="B"), "battle[1].roles: expected A and B",
         "tp.campaign.structure"),
        (lambda plan: plan["battle"][2].update(points=[500, 500]), "points: expected points for 3 rosters",
         "tp.army.size"),
        (lambda plan: plan["battle"][2].update(points=[500, 301, 500]), "battle[2].points: expected 300 points",
         "tp.scenario.raid.forces"),
        (lambda plan: plan["battle"][4].update(points=[2000, 667]), "expected 666 points against 2000 for",
         "tp.scenario.time.army_size"),
        (lambda plan: plan["battle"][4].update(points=[1999, 666]), "expected 2000 to 6000 points for attackers",
         "tp.scenario.time.army_size"),
        (lambda plan: plan["battle"][0].update(points=[1000, 1001]), "expected 1000 points against 1000",
         "tp.army.size"),
        (lambda plan: plan["battle"][3].update(route=1), "battle[3]: row 2, route 1 has a battle already",
         "tp.campaign.flowchart"),
        (lambda plan: plan["battle"][0].update(route=1), "one battle in the first row", "tp.campaign.flowchart"),
        (lambda plan: cut_rows(plan, 3), "battle: of 3 battles, whoever has lost the first 2 has no way left",
         "tp.campaign.structure"),
        (lambda plan: plan.update(battle=[]), "battle: expected battles", "tp.campaign.structure"),
    ],
)  # fmt: skip
def test_a_campaign_that_is_not_whole_is_refused(
    change: Callable[[dict[str, Any]], object], where: str, rule: str
) -> None:
    found = faults(change)
    assert found and where in found[0] and found[0].endswith(f"[{rule}]") and found[0].startswith("mine.toml: ")


@pytest.mark.rule("tp.campaign.structure")
def test_four_rows_are_enough_to_turn_a_war_round() -> None:
    assert faults(lambda plan: cut_rows(plan, 4)) == []


@pytest.mark.rule("tp.campaign.flowchart")
def test_a_row_may_have_fewer_routes_and_then_the_nearest_is_taken() -> None:
    def change(plan: dict[str, Any]) -> None:
        plan["battle"] = [one for one in plan["battle"] if one["node"] != "3A"]

    assert faults(change) == []
    one = campaign()
    plan = replace(one.setting.plan, battle=tuple(node for node in one.setting.plan.battle if node.node != "3A"))
    assert plan.at(3, 1).node == "3="


# --- routes and results ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.campaign.flowchart", "tp.campaign.ready")
@pytest.mark.parametrize(
    "results, node",
    [
        ([], "1"),
        ([0], "2A"),
        ([1], "2B"),
        ([-1], "2="),
        ([0, 1], "3="),
        ([0, 0], "3A"),
        ([-1, 1], "3B"),
        ([0, 0, 1], "4="),
        ([0, 0, 0], "4A"),
        ([1, 1, 1], "4B"),
        ([1, 1, -1], "4B"),
    ],
)
def test_the_results_so_far_say_which_battle_is_next(results: list[int], node: str) -> None:
    one = campaign(results=results, dice=[6, 1] if node == "2=" else [])
    step(one)
    assert one.state.due is not None and one.state.due.node == node


@pytest.mark.rule("tp.campaign.flowchart")
def test_a_win_moves_one_route_and_never_beyond_the_outermost() -> None:
    assert [moved(0, 0), moved(1, 0), moved(1, 1), moved(1, -1)] == [1, 1, 0, 1]
    assert [moved(0, 1), moved(-1, 1), moved(-1, 0), moved(-1, -1)] == [-1, -1, 0, -1]


@pytest.mark.rule("tp.campaign.result", "tp.campaign.concept", "tp.campaign.ready")
@pytest.mark.parametrize(
    "results, ends",
    [
        ((0, 0, 0, 0), ("Great Win", "Great Defeat")),
        ((1, 1, 1, 1), ("Great Defeat", "Great Win")),
        ((0, 0, 0, 1), ("Win", "Defeat")),  # three battles to one: the island is A's
        ((0, 0, 0, -1), ("Win", "Defeat")),  # all but one: no great win
        ((0, 0, 1, 1), ("Draw", "Draw")),
        ((-1, -1, -1, -1), ("Draw", "Draw")),
        ((-1, -1, -1, 1), ("Defeat", "Win")),
    ],
)
def test_battles_won_and_lost_decide_the_war(results: tuple[int, ...], ends: tuple[str, str]) -> None:
    assert outcome(results) == ends


@pytest.mark.rule("tp.campaign.result")
@pytest.mark.parametrize(
    ("results", "words"),
    [
        (("Great Win", "Great Defeat"), "a great win for {0}, a great defeat for {1} (so it went)"),
        (("Defeat", "Win"), "a defeat for {0}, a win for {1} (so it went)"),
        (("Draw", "Draw"), "a draw (so it went)"),
    ],
)
def test_the_end_of_a_war_is_told_in_a_sentence(results: tuple[str, str], words: str) -> None:
    one = campaign()
    one.state.stage, one.state.results, one.state.why = "over", results, "so it went"
    names = one.setting.named(0), one.setting.named(1)
    assert stage_words(one.setting, one.state) == f"The campaign is over: {words.format(*names)}"


@pytest.mark.rule("tp.campaign.ready")
def test_the_side_that_is_behind_lies_in_ambush() -> None:
    """B has won the first battle: A are the ambushers, and they are the first part of the scenario."""
    one = campaign(results=[1])
    step(one)
    assert one.state.due is not None and one.state.due.sides == (0, 1)
    other = campaign(results=[0])
    step(other)
    assert other.state.due is not None and other.state.due.sides == (1, 0)


@pytest.mark.rule("tp.campaign.ready", "tp.campaign.flowchart")
@pytest.mark.parametrize("dice, sides", [([6, 1], (0, 1)), ([2, 3], (1, 0)), ([4, 4, 1, 2], (1, 0))])
def test_the_higher_die_raids_and_ties_are_rolled_again(dice: list[int], sides: tuple[int, int]) -> None:
    one = campaign(results=[-1], dice=dice)
    step(one)
    assert one.state.due is not None and one.state.due.sides == sides and not one.oracle.dice  # type: ignore[attr-defined]


@pytest.mark.rule("tp.campaign.flowchart", "tp.dice.rolloff")
def test_the_roll_off_may_be_for_the_second_part() -> None:
    one = campaign(results=[-1], dice=[6, 1])
    roles = {"raiders": "the other", "defenders": "roll-off"}
    chart = tuple(replace(node, roles=roles) if node.node == "2=" else node for node in one.setting.plan.battle)
    one.setting.plan = replace(one.setting.plan, battle=chart)
    step(one)
    assert one.state.due is not None and one.state.due.sides == (1, 0)
    seen = [told.event.text for told in one.told if isinstance(told.event, Seen)]
    assert "The roll-off goes to People of Herlanceia: who has the part of the defenders" in seen


# --- founding --------------------------------------------------------------------------------------------------


def test_a_campaign_of_ones_own_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(READY.read_text("utf8").replace('title = "The beacon island"', 'title = "My war"', 1))
    assert kind().found(ARMIES, {"campaign": str(file)})["title"] == "My war"
    file.write_text(READY.read_text("utf8").replace("stakes", "steaks"))
    with pytest.raises(DataError, match="steaks"):
        kind().found(ARMIES, {"campaign": str(file)})


@pytest.mark.parametrize(
    "armies, options, why",
    [
        (["herlanceia_1000"], {}, "2 to 4 players"),
        (["herlanceia_1000"] * 5, {}, "2 to 4 players"),
        (["herlanceia", "nobody"], {}, "no ready roster"),
        (["herlanceia", "orcs", "elves"], {}, "share its army list, herlanceia, not elves"),
        (["herlanceia", "orcs"], {"campaign": "nowhere"}, "beacon_island"),
        (["herlanceia", "orcs"], {"battles": "4"}, "no option is called"),
        (["herlanceia", "orcs"], {"leader death": "perhaps"}, "as written, on, off"),
    ],
)
def test_a_founding_that_cannot_be_is_refused(armies: list[str], options: dict[str, str], why: str) -> None:
    with pytest.raises(Unknown, match=why):
        kind().found(armies, options)
