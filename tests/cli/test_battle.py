"""`warhost battle` and `warhost replay`, as somebody who types them sees them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from click.testing import CliRunner, Result

from warhost.cli.main import cli
from warhost.engine.record import _checksum, load

RANDOM = ("battle", "magnamund", "--players", "random,random")


def warhost(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


def fresh(*words: str, hash_seed: str = "1") -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "warhost.cli", *words],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )


def outcome(result: Result) -> dict[str, Any]:
    last: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    return last


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "game.json"
    assert warhost(*RANDOM, "--seed", "5", "--save", str(path)).exit_code == 0
    return path


def test_a_battle_is_told_by_turns_and_phases_and_ends_with_its_outcome() -> None:
    result = warhost(*RANDOM, "--seed", "5")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "The Mill Farm, Battle for Magnamund, seed 5"
    assert "Turn 1: initiative for Sommerlund" in lines
    assert any(line.startswith("  Movement: ") for line in lines)
    assert lines[-1].endswith("--scenario mill_farm --players random,random --seed 5")


def test_a_die_and_what_came_of_it_stand_on_the_line_of_the_shot() -> None:
    lines = warhost(*RANDOM, "--seed", "5").stdout.splitlines()
    shots = [line for line in lines if " shoots at " in line]
    assert shots and all(line.count(" shoots at ") == 1 and " Throws " in line for line in shots)


def test_explain_adds_the_reasons_with_their_rules() -> None:
    text = warhost(*RANDOM, "--seed", "5", "--explain").stdout
    assert "17  longbow against mail  [mag.fire.basic]" in text
    assert "[mag.fire.procedure]" in text


def test_explain_calls_the_members_of_a_group_by_their_titles() -> None:
    text = warhost("battle", "magnamund", "--seed", "7", "--explain").stdout
    members = [line for line in text.splitlines() if re.match(r" +\+\d+ .*multiple\]$", line)]
    assert members and all(re.search(r"\+\d+  [A-Z][a-z]+ \d+  \[", line) for line in members)


def test_json_has_an_event_a_line_and_the_outcome_last() -> None:
    result = warhost(*RANDOM, "--seed", "5", "--json")
    *events, last = [json.loads(line) for line in result.stdout.splitlines()]
    assert all({"step", "event", "rule"} <= event.keys() for event in events)
    assert [event["step"] for event in events] == sorted(event["step"] for event in events)
    told = ("winner", "turns", "decisions", "hash", "rulebook", "scenario", "seed", "players", "reason")
    assert set(told) <= last.keys()
    assert last["winner"] in ("sommerlund", "darklords", None)
    assert (last["scenario"], last["seed"], last["players"]) == ("mill_farm", "5", ["random", "random"])


def test_the_same_seed_fights_the_same_battle_in_any_process() -> None:
    here = outcome(warhost(*RANDOM, "--seed", "11", "--json"))
    there = fresh(*RANDOM, "--seed", "11", "--json", hash_seed="77")
    assert json.loads(there.stdout.splitlines()[-1]) == here
    assert outcome(warhost(*RANDOM, "--seed", "12", "--json"))["hash"] != here["hash"]


def test_without_a_seed_one_is_drawn_and_told() -> None:
    told = outcome(warhost(*RANDOM, "--json"))
    again = outcome(warhost(*RANDOM, "--json", "--seed", told["seed"]))
    assert again == told


def test_pictures_show_the_placing_every_turn_and_the_end(tmp_path: Path) -> None:
    result = warhost(*RANDOM, "--seed", "5", "--json", "--svg", str(tmp_path / "out"))
    turns = outcome(result)["turns"]
    wanted = [*(f"turn-{turn:02}.svg" for turn in range(turns + 1)), "final.svg"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(wanted)
    for name in wanted:
        ElementTree.parse(tmp_path / "out" / name)
    assert "Turn 3" in (tmp_path / "out" / "turn-03.svg").read_text()


def test_an_optional_rule_goes_into_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert warhost(*RANDOM, "--option", "coherency=open order", "--save", str(path)).exit_code == 0
    assert load(path).setup["options"] == {"coherency": "open order"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["battle", "magnamnd"], "no rulebook is called 'magnamnd'; there are: magnamund"),
        ([*RANDOM, "--scenario", "moon"], "no scenario of Battle for Magnamund is called 'moon'"),
        (["battle", "magnamund", "--players", "random,randm"], "no player is called 'randm', did you mean random?"),
        (["battle", "magnamund", "--players", "random,random,random"], "expected one name, or 2"),
        ([*RANDOM, "--option", "wind=strong"], "no option is called 'wind'"),
        ([*RANDOM, "--option", "coherency"], "expected NAME=VALUE"),
        ([*RANDOM, "--seed", "seven"], "expected a whole number such as 7, got 'seven'"),
        ([*RANDOM, "--data", "nowhere"], "'nowhere' does not exist"),
        (["batle"], "no command is called 'batle', did you mean battle?"),
        (["replay", "nowhere.json"], "nowhere.json: cannot be read"),
    ],
)
def test_a_mistake_is_told_in_one_line_and_nothing_is_written(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    more = ["--save", "game.json", "--svg", "out"] if words[0] == "battle" else []
    result = warhost(*words, *more)
    assert result.exit_code == 2
    assert said in result.stderr and result.stderr.count("\n") == 1
    assert result.stdout == "" and not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", ["--save", "--svg"])
def test_a_place_that_cannot_be_written_is_told_before_the_battle(option: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    result = warhost(*RANDOM, option, str(tmp_path / "file" / "below"))
    assert result.exit_code == 2 and "name another place" in result.stderr and result.stdout == ""


def test_wrong_data_is_told_with_the_file_and_the_key(tmp_path: Path) -> None:
    (tmp_path / "heroes").mkdir()
    (tmp_path / "heroes" / "nobody.toml").write_text('id = "nobody"\n')
    result = warhost(*RANDOM, "--data", str(tmp_path))
    assert result.exit_code == 2
    assert "heroes/nobody.toml" in result.stderr and "warhost check-data" in result.stderr


def test_a_record_is_told_again_word_for_word(saved: Path) -> None:
    battle = warhost(*RANDOM, "--seed", "5").stdout
    replayed = warhost("replay", str(saved)).stdout
    told = [line for line in battle.splitlines() if line.startswith(("Turn", "  "))]
    assert told == [line for line in replayed.splitlines() if line.startswith(("Turn", "  "))]


def test_a_good_record_is_verified_in_a_fresh_process(saved: Path) -> None:
    done = fresh("replay", str(saved), "--verify", hash_seed="99")
    steps = len(load(saved).steps)
    assert (done.returncode, done.stdout) == (0, f"{saved}: {steps} steps, every hash agrees.\n")


def test_a_record_can_be_drawn_at_a_step(saved: Path, tmp_path: Path) -> None:
    result = warhost("replay", str(saved), "--to", "20", "--svg", str(tmp_path / "board.svg"))
    assert result.stdout == f"The board after 20 steps is drawn in {tmp_path / 'board.svg'}.\n"
    ElementTree.parse(tmp_path / "board.svg")


def test_a_replay_as_json_ends_with_the_hash_of_the_battle(saved: Path) -> None:
    *events, last = [json.loads(line) for line in warhost("replay", str(saved), "--json").stdout.splitlines()]
    assert events and last["hash"] == load(saved).steps[-1].hash and last["over"]


def test_a_record_that_was_cut_off_altered_or_of_another_version_is_refused(saved: Path, tmp_path: Path) -> None:
    text = saved.read_text()
    plain = json.loads(text)
    wrong = {
        "cut off": (text[: len(text) // 2], "it ends too soon"),
        "altered": (text.replace('"seed": "5"', '"seed": "6"'), "the file was altered"),
        "newer": (json.dumps({**plain, "version": 2}), "this program reads version 1"),
        "other": ('{"format": "chess"}', "not a record of Warhost"),
    }
    for name, (content, said) in wrong.items():
        path = tmp_path / f"{name}.json"
        path.write_text(content)
        result = warhost("replay", str(path), "--verify")
        assert result.exit_code == 2 and said in result.stderr, name
        assert str(path) in result.stderr and result.stderr.count("\n") == 1, name


def test_a_record_with_a_forged_hash_is_refused_at_its_step(saved: Path, tmp_path: Path) -> None:
    made = load(saved)
    steps = list(made.steps)
    steps[7] = msgspec.structs.replace(steps[7], hash="0" * 16)
    forged = msgspec.structs.replace(made, steps=tuple(steps))
    path = tmp_path / "forged.json"
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(forged, checksum=_checksum(forged))))
    result = warhost("replay", str(path), "--verify")
    assert result.exit_code == 2 and f"{path}: step 7: the state differs" in result.stderr
    assert warhost("replay", str(saved), "--to", "9999").exit_code == 2
