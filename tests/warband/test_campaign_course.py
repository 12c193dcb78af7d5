"""Whole campaigns: who plays whom, scenarios, forfeits, and stopping at every step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.dice_box import DiceBox

from warhost.draw.annals import lines, page, party_lines
from warhost.engine.battle import Battle
from warhost.engine.book import Unknown
from warhost.engine.chronicle import Chronicle, Chronicled, Founding
from warhost.engine.data import DataError
from warhost.engine.game import Game
from warhost.engine.question import Refused
from warhost.players.random import RandomPlayer
from warhost.rulebooks.warband.campaign.book import WarbandCampaign
from warhost.rulebooks.warband.campaign.fixtures import (
    FIXTURES,
    await_battle,
    close_battle,
    pair_off,
    schedule,
    standings,
)
from warhost.rulebooks.warband.campaign.happened import Happened, Side
from warhost.rulebooks.warband.campaign.season import After, Season

from .aftermath import end_of, ledger, terms
from .scene import book, thrown

NAMES = ["lantern", "unquiet", "gutter", "ash"]


def kind() -> WarbandCampaign:
    return book().campaign


def between(number: int, dice: Any = (), answers: Any = (), together: bool = False) -> After:
    ledgers = [ledger(name) for name in NAMES[:number]]
    return Battle(terms(ledgers, together=together), Season(ledgers, stage="fixture"), DiceBox(dice, answers))


# --- who plays whom ---------------------------------------------------------------------------------------------


@pytest.mark.rule("war.camp.fixtures", "war.camp.linked")
def test_the_pairings_by_the_number_of_players() -> None:
    assert schedule(between(2).setting) == [(0, 1)] * 4
    assert schedule(between(3).setting) == [(0, 1), (1, 2), (2, 0), (0, 1, 2)]
    pairs = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2), (0, 1, 2, 3)]
    assert schedule(between(4).setting) == pairs and set(FIXTURES) == {2, 3, 4}
    assert schedule(between(4, together=True).setting) == [(0, 1, 2, 3)] * 4


@pytest.mark.rule("war.camp.linked", "war.multi.scenarios", "war.camp.fixtures")
@pytest.mark.parametrize(
    "players, dice, scenario",
    [
        (2, [1], "skirmish"),
        (2, [2], "hunt"),
        (2, [3], "breakthrough"),
        (2, [4], "tower"),
        (2, [5], "box"),
        (3, [3, 3, 4], "tower"),
    ],
)
def test_a_die_says_what_is_fought(players: int, dice: list[int], scenario: str) -> None:
    one = between(players, dice, together=True)
    pair_off(one)
    thrown(one)  # type: ignore[arg-type]
    assert one.state.due is not None and one.state.due.scenario == scenario and one.state.stage == "battle"


@pytest.mark.rule("war.camp.linked")
def test_on_a_six_the_lower_rating_chooses() -> None:
    one = between(2, [6], ["box"])
    pair_off(one)
    assert one.oracle.asked[0].side == 1 and one.state.due is not None  # type: ignore[attr-defined]
    assert one.state.due.scenario == "box"
    level = between(2, [6, 4, 4, 2, 5], ["hunt"])
    level.state.ledgers[0].heroes[0].experience -= 18
    assert len({each.rating for each in level.state.ledgers}) == 1
    pair_off(level)
    thrown(level)  # type: ignore[arg-type]
    assert level.oracle.asked[0].side == 1  # type: ignore[attr-defined]
    three = between(3, [6], ["hunt"], together=True)
    pair_off(three)
    assert "breakthrough" not in three.oracle.asked[0].options  # type: ignore[attr-defined]


@pytest.mark.rule("war.camp.few")
def test_two_henchmen_forfeit() -> None:
    one = between(2)
    weak = one.state.ledgers[0]
    weak.heroes, weak.groups = [], weak.groups[:1]
    weak.groups[0].count = 2
    pair_off(one)
    end = one.state.happened
    assert end.forfeit and end.players[end.winner] == 1 and len(end.sides[0].took_part) == 12
    assert one.state.stage == "injuries" and one.state.player == 1


@pytest.mark.rule("war.camp.few")
@pytest.mark.parametrize("answer, stage", [("fight", "battle"), ("forfeit", "injuries")])
def test_a_hero_may_lead_two_and_need_not(answer: str, stage: str) -> None:
    one = between(2, [1] if answer == "fight" else [], [answer])
    weak = one.state.ledgers[0]
    weak.heroes, weak.groups = weak.heroes[:2], []
    pair_off(one)
    assert one.state.stage == stage


@pytest.mark.rule("war.camp.few", "war.multi.after")
def test_of_three_the_others_fight_without_who_cannot_come() -> None:
    one = between(3, [2], together=True)
    one.state.ledgers[1].heroes, one.state.ledgers[1].groups = [], []
    pair_off(one)
    due = one.state.due
    assert due is not None and (due.players, due.absent) == ((0, 2), (1,))
    sides = (Side(("captain",)), Side(("chief",)))
    end = Happened((0, 2), sides, (106, 120), 1, (1, 0), "hunt")
    one.oracle.answers = [msgspec.to_builtins(end)]  # type: ignore[attr-defined]
    await_battle(one)
    assert (one.state.happened.players, one.state.happened.ranking) == ((0, 2, 1), (1, 0, 2))
    assert one.state.player == 2


@pytest.mark.rule("war.camp.fixtures", "war.camp.few")
def test_who_sits_out_heals() -> None:
    one = between(3)
    one.state.fought = (Happened((1, 2), (Side(()), Side(())), (1, 1), 0, (0, 1), "skirmish"),)
    for each in one.state.ledgers:
        each.heroes[0].misses = 1
    close_battle(one)
    assert [each.heroes[0].misses for each in one.state.ledgers] == [0, 1, 1]


@pytest.mark.rule("war.camp.linked")
def test_equal_ratings_are_decided_by_crowns_then_by_battles_won() -> None:
    one = between(2)
    for each, crowns, won in zip(one.state.ledgers, (20, 35), (3, 1), strict=True):
        each.heroes, each.groups, each.treasury, each.won = [], [], crowns, won
    assert standings(one.state) == [1, 0]
    one.state.ledgers[0].treasury = 35
    assert standings(one.state) == [0, 1]


# --- a whole campaign -------------------------------------------------------------------------------------------


def begun(path: Path, number: int = 2, battles: str = "2") -> Chronicled:
    armies = [f"{name}_500" for name in NAMES[:number]]
    setup = kind().found(armies, {"battles": battles})
    return Chronicled.begun(path, Founding("warband.campaign", setup, "9", ("random",) * number), kind())


def answer_one(game: Chronicled, sensibly: bool = False) -> bool:
    """One answer more, the same for whoever comes to this moment; False when it is over."""
    questions = game.pending()
    if not questions:
        return False
    question, campaign = questions[0], kind()
    fixture = campaign.due(game.setting, game.checkpoint)
    if fixture is not None and question.side == campaign.field(game.setting):
        game.answer(end_of(fixture), question.side)
    elif sensibly:
        known = game.seat(question.side).known()
        game.answer(next(campaign.consider(game.setting, known, question)), question.side)
    else:
        player = RandomPlayer(f"{game.seed}/{game.decisions}")
        game.answer(player.answer(question, game.seat(question.side)), question.side)
    return True


@pytest.mark.rule("war.camp.linked", "war.camp.sequence")
@pytest.mark.parametrize("sensibly", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_campaign_stopped_at_every_step_ends_alike(sensibly: bool, tmp_path: Path) -> None:
    straight = begun(tmp_path / "straight.jsonl")
    while answer_one(straight, sensibly):
        pass
    stopped = begun(tmp_path / "stopped.jsonl")
    while answer_one(stopped, sensibly):
        stopped = Chronicled.opened(tmp_path / "stopped.jsonl", kind())
    assert (tmp_path / "stopped.jsonl").read_bytes() == (tmp_path / "straight.jsonl").read_bytes()
    assert stopped.hash == straight.hash and len(straight.steps) > 40
    assert [step.hash for step in stopped.steps] == [step.hash for step in straight.steps]


def test_a_campaign_is_told_and_drawn(tmp_path: Path) -> None:
    game = begun(tmp_path / "told.jsonl", 4, "4")
    while answer_one(game, sensibly=True):
        pass
    account = kind().account(game.setting, game.checkpoint)
    assert account.over and game.result is not None
    assert [one.stands for one in account.pairings] == ["fought"] * 7
    assert sum(map(sum, account.beaten)) == 6 + 3
    assert all(len(series) == 8 for of_all in account.series.values() for series in of_all)
    told, drawn = "\n".join(lines(account)), page(account)
    assert "battle 7" in told and drawn.count("<svg") == 3 and drawn.count("<polyline") == 12
    for side, party in enumerate(account.parties):
        assert list(party_lines(party)) and party.figures["rating"] == game.checkpoint.ledgers[side].rating
        sheet = kind().spokesman.sheet(game.setting, game.checkpoint, side, None)
        assert sheet is not None and sheet.title == party.name


@pytest.mark.rule("war.camp.linked", "war.camp.xp")
def test_a_real_battle_comes_home(tmp_path: Path) -> None:
    game, campaign = begun(tmp_path / "real.jsonl", battles="1"), kind()
    fixture = campaign.due(game.setting, game.pending() and game.checkpoint)
    assert fixture is not None
    fought = Game(book(), fixture.setup, fixture.seed(game.seed))
    fought.play([RandomPlayer("1"), RandomPlayer("2")], keep=False)
    home = campaign.home(game.setting, game.checkpoint, fought)
    game.answer(home, campaign.field(game.setting))
    while answer_one(game):
        pass
    assert game.result is not None and len(game.checkpoint.fought) == 1
    assert fixture.seed("a") != fixture.seed("b")


@pytest.mark.rule("war.camp.linked")
@pytest.mark.parametrize(
    "change, why",
    [
        ({"players": [1, 0]}, "another battle"),
        ({"scenario": "tower"}, "another battle"),
        ({"winner": 5}, "sides"),
        ({"ranking": [0, 0]}, "sides"),
        ({"sides": []}, "sides"),
        ({"winner": "me"}, "not how a battle ends"),
    ],
)
def test_only_the_end_of_this_battle_is_taken(change: dict[str, Any], why: str, tmp_path: Path) -> None:
    game, campaign = begun(tmp_path / "one.jsonl"), kind()
    game.pending()
    fixture = campaign.due(game.setting, game.checkpoint)
    assert fixture is not None
    with pytest.raises(Refused, match=why):
        game.answer(end_of(fixture) | change, campaign.field(game.setting))
    assert len(game.chronicle.entries) == 1


# --- bad input --------------------------------------------------------------------------------------------------


def test_unlawful_warbands_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Unknown, match="2 to 4 players"):
        kind().found(["ash_500"], {})
    with pytest.raises(Unknown, match="from 1 to 40"):
        kind().found(["ash_500", "lantern_500"], {"battles": "0"})
    with pytest.raises(Unknown, match="no option"):
        kind().found(["ash_500", "lantern_500"], {"rounds": "4"})
    text = (book().lists.rosters / "ash_500.toml").read_text()
    (tmp_path / "greedy.toml").write_text(text.replace("models = 3", "models = 5"))
    with pytest.raises(DataError, match=r"greedy\.toml.*war\.band\.found"):
        kind().found([str(tmp_path / "greedy.toml"), "lantern_500"], {})


@pytest.mark.parametrize(
    "before, after, place",
    [
        ('"treasury":14', '"treasury":999', "line 1"),
        ('"winner":0', '"winner":1', "line 2"),
        ('"answer":"done"', '"answer":"hire:sword"', "line"),
        ('"number":2', '"number":3', "line 3"),
    ],
)
def test_a_file_altered_by_hand_is_refused_with_its_place(
    before: str, after: str, place: str, tmp_path: Path
) -> None:
    path = tmp_path / "altered.jsonl"
    game = begun(path)
    while answer_one(game, sensibly=True):
        pass
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after, 1))
    with pytest.raises(DataError, match=place):
        Chronicled.opened(path, kind())


@pytest.mark.rule("war.camp.linked")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda end: end["sides"][0].update(took_part=["nobody"], out=[], kills=[]), "nobody did not take part"),
        (lambda end: end["sides"][0].update(out=[["nobody", 1, "x"]]), "nobody did not take part"),
        (lambda end: end["sides"][1].update(kills=[["nobody", 3]]), "nobody did not take part"),
        (lambda end: end["sides"][0].update(took_part=2 * list(end["sides"][0]["took_part"])), "told of twice"),
        (lambda end: end["sides"][1].update(shards=-1), "fewer than none"),
        (lambda end: end.update(ratings=[1]), "not how a battle ends"),
        (lambda end: end.update(rounds=-1), "not how a battle ends"),
        (lambda end: end.update(forfeit=True), "not how a battle ends"),
    ],
)
def test_a_forged_end_that_the_ledgers_do_not_bear_out_is_refused_though_its_hashes_are_made_good(
    change: Any, why: str, tmp_path: Path
) -> None:
    game = begun(tmp_path / "whole.jsonl")
    while answer_one(game, sensibly=True):
        pass
    first, second = game.chronicle.entries[:2]
    change(second.data["answer"])
    forged = Chronicle.begun(tmp_path / "forged.jsonl", first.kind, first.data)
    forged.add(second.kind, second.data)
    with pytest.raises(DataError, match=rf"line 2: .*{why}"):
        Chronicled.opened(tmp_path / "forged.jsonl", kind())


def test_an_answer_that_the_rules_do_not_bear_is_named(tmp_path: Path) -> None:
    game = begun(tmp_path / "a.jsonl")
    game.pending()
    game.chronicle.add("answer", {"side": 0, "answer": "done"})
    with pytest.raises(DataError, match=r"line 2.*nothing is asked of side 0"):
        Chronicled.opened(tmp_path / "a.jsonl", kind())
    other = begun(tmp_path / "b.jsonl")
    other.chronicle.add("gossip", {})
    with pytest.raises(DataError, match=r"line 2.*expected an answer"):
        Chronicled.opened(tmp_path / "b.jsonl", kind())
