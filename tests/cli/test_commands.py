"""The other commands: rules, coverage, data, fuzzing, scenarios, help."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from warhost.cli import fuzz as fuzzing
from warhost.cli.main import COMMANDS, cli, sentence
from warhost.engine.book import Unknown
from warhost.engine.rulebook import installed, rulebook
from warhost.players.roster import player
from warhost.rulebooks.magnamund.rulebook import Magnamund
from warhost.rulebooks.threeplains.rulebook import ThreePlains


def warhost(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ("bench", "play", "referee", "hero")])
def test_every_command_has_help_with_examples(name: str) -> None:
    result = warhost(name, "--help")
    assert result.exit_code == 0 and f"  warhost {name}" in result.stdout


def test_the_command_lists_its_commands_and_its_version() -> None:
    assert "Let computers fight a battle." in warhost("--help").stdout
    assert warhost("--version").stdout.startswith("warhost, version ")


def test_a_fault_of_the_program_is_one_line_with_its_place() -> None:
    try:
        {}["x"]  # type: ignore[index]
    except KeyError as error:
        said = sentence(error)
    assert said.startswith("a fault of this program: KeyError: 'x' (test_commands.py:") and "\n" not in said


# --- rules --------------------------------------------------------------------------------------------------


def test_a_rule_is_printed_with_its_text_and_where_it_is_written() -> None:
    text = warhost("rules", "magnamund", "mag.fire.arc").stdout
    assert text.startswith("Arc of fire  [mag.fire.arc]")
    assert "Example: shooter (5,1) facing N" in text and "magnamund/land.py:" in text


def test_a_rule_as_json_has_its_places() -> None:
    rule = json.loads(warhost("rules", "magnamund", "mag.fire.arc", "--json").stdout)
    assert rule["id"] == "mag.fire.arc"
    assert any(place.startswith("magnamund/land.py:") for place in rule["implemented"])


def test_rules_are_found_by_the_start_of_their_ids_and_by_words() -> None:
    below = json.loads(warhost("rules", "magnamund", "mag.fire", "--json").stdout)
    assert below and all(rule["id"].startswith("mag.fire.") for rule in below)
    found = json.loads(warhost("rules", "magnamund", "Hidden", "deployment", "--json").stdout)
    assert found[0]["id"] == "mag.setup.hidden"


def test_all_rules_are_listed_by_chapter() -> None:
    text = warhost("rules", "magnamund").stdout
    assert text.index("\nIntroduction\n") < text.index("\n2 Playing the Game\n") < text.index("\n3 Movement\n")
    assert all(f"  {id} " in text for id in Magnamund().catalogue.ids)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["magnamund", "mag.fire.arcs"], "no rule is called mag.fire.arcs, did you mean mag.fire.arc?"),
        (["magnamund", "submarines"], "no rule speaks of 'submarines'"),
        ([], "which rulebook? There are: magnamund"),
    ],
)
def test_what_is_no_rule_is_refused_with_a_hint(words: list[str], said: str) -> None:
    result = warhost("rules", *words)
    assert result.exit_code == 2 and said in result.stderr


# --- coverage -----------------------------------------------------------------------------------------------


def counted(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(warhost("rules", *words, "--coverage", "--json").stdout)
    return found


@pytest.mark.slow
def test_coverage_counts_the_rules_of_every_rulebook() -> None:
    found = counted()
    assert sorted(found) == sorted(installed())
    for name, figures in found.items():
        assert figures["ids"] == len(rulebook(name).catalogue)
        assert 0 < figures["implemented"] <= figures["ids"] and 0 < figures["tested"] <= figures["ids"]
    assert counted("magnamund") == {"magnamund": found["magnamund"]}


@pytest.mark.slow
def test_rules_that_are_open_for_one_reason_share_a_line() -> None:
    reasons = {entry["reason"] for entry in counted("threeplains")["threeplains"]["open"]}
    text = warhost("rules", "threeplains", "--coverage").stdout
    told = [line for line in text.splitlines() if line.startswith("open: ")]
    assert len(told) == len(reasons)
    assert any(re.fullmatch(r"open: tp\.\S+ and \d+ more rules: .*", line) for line in told)


def test_coverage_fails_while_a_rule_is_untested_and_names_it(tmp_path: Path) -> None:
    result = warhost("rules", "magnamund", "--coverage", "--tests", str(tmp_path))
    assert result.exit_code == 1 and "not tested: mag.fire.arc\n" in result.stdout


def test_coverage_fails_when_a_test_is_marked_with_no_rule(tmp_path: Path) -> None:
    marks = ", ".join(repr(id) for name in installed() for id in rulebook(name).catalogue.ids)
    (tmp_path / "test_all.py").write_text(f"import pytest\npytestmark = pytest.mark.rule({marks})\n")
    assert warhost("rules", "--coverage", "--tests", str(tmp_path)).exit_code == 0
    (tmp_path / "test_odd.py").write_text("import pytest\n@pytest.mark.rule('mag.odd')\ndef test(): ...\n")
    result = warhost("rules", "--coverage", "--tests", str(tmp_path))
    assert result.exit_code == 1 and "no such rule: mag.odd (test_odd.py:2)" in result.stdout


# --- data and scenarios -------------------------------------------------------------------------------------


def test_the_data_that_comes_with_the_games_is_sound() -> None:
    result = warhost("check-data")
    assert result.exit_code == 0 and result.stdout.endswith("files are sound.\n")


def test_every_fault_of_a_folder_is_a_line(tmp_path: Path) -> None:
    (tmp_path / "heroes").mkdir()
    for name in ("one", "two"):
        (tmp_path / "heroes" / f"{name}.toml").write_text(f'id = "{name}"\n')
    result = warhost("check-data", str(tmp_path))
    assert result.exit_code == 1
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == ["heroes/one.toml", "heroes/two.toml"]


def test_all_files_that_come_with_the_games_are_counted() -> None:
    files = [path for name in installed() for path in (rulebook(name).code / "data").rglob("*.*")]
    assert warhost("check-data").stdout == f"{len(files)} files are sound.\n"


BOARD = 'id = "moor"\ntitle = "The Moor"\nstory = "Heather."\nwidth = 72\ndepth = 48\n'


def test_whose_data_a_folder_holds_is_seen_by_its_layout(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "moor.toml").write_text(BOARD.replace("width = 72", "width = 7"))
    result = warhost("check-data", str(tmp_path))
    assert result.exit_code == 1 and result.stdout.startswith("moor.toml: width: expected a table of")
    (tmp_path / "boards" / "moor.toml").write_text(BOARD)
    assert warhost("check-data", str(tmp_path)).stdout == "1 file is sound.\n"


def test_a_folder_that_could_be_of_either_game_needs_a_name(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "sheets").mkdir()
    result = warhost("check-data", str(tmp_path))
    assert result.exit_code == 2 and "Add --rulebook with one of: magnamund, missum" in result.stderr
    assert warhost("check-data", str(tmp_path), "--rulebook", "threeplains").exit_code == 0


def test_rosters_of_a_folder_are_read_priced_and_held_to_the_rules(tmp_path: Path) -> None:
    ready = (ThreePlains().lists.rosters / "orcs_500.toml").read_text("utf8")
    (tmp_path / "rosters").mkdir()
    for name, text in {
        "dear": ready.replace("points = 500", "points = 300"),
        "good": ready,
        "odd": ready.replace('army = "orcs"', 'army = "orks"'),
        "torn": "[[group",
    }.items():
        (tmp_path / "rosters" / f"{name}.toml").write_text(text, "utf8")
    result = warhost("check-data", str(tmp_path))
    lines = result.stdout.splitlines()
    assert result.exit_code == 1
    assert any(line.startswith("rosters/dear.toml: the army: ") and "[tp.army.points]" in line for line in lines)
    assert any(line.startswith("rosters/odd.toml: army: expected an army list, got orks") for line in lines)
    assert any(line.startswith("rosters/torn.toml: ") and "']]'" in line for line in lines)
    assert not any("good.toml" in line for line in lines)


def test_schemas_are_written(tmp_path: Path) -> None:
    assert warhost("check-data", "--schemas", str(tmp_path)).exit_code == 0
    assert json.loads((tmp_path / "magnamund" / "hero.schema.json").read_text())
    assert json.loads((tmp_path / "threeplains" / "board.schema.json").read_text())


def test_boards_are_listed_with_how_to_bring_an_army() -> None:
    text = warhost("scenarios", "threeplains").stdout
    assert "  village  Burnt Hamlet\n" in text and "first against second" not in text
    assert "Armies, with --army ROSTER for each side" in text
    assert (
        "ready: elves_1000, elves_2000, elves_500," in text
        and "the lists: elves, herlanceia, mercenaries, orcs" in text
    )
    assert "measuring: orders first, open" in text and "races:" not in text


def test_scenarios_and_optional_rules_are_listed() -> None:
    text = warhost("scenarios").stdout
    assert "mill_farm  The Mill Farm: Sommerlund against The Darklords" in text
    assert "coherency: strict, open order" in text
    listed = json.loads(warhost("scenarios", "magnamund", "--json").stdout)
    assert listed[0]["scenarios"][0]["id"] == "mill_farm"


# --- players and fuzzing ------------------------------------------------------------------------------------


def test_players_are_made_by_name() -> None:
    assert player("random", "1").name == "random"
    with pytest.raises(Unknown, match="no player is called 'napoleon'; there are: tactician, random"):
        player("napoleon", "1")


def test_fuzzing_fights_all_scenarios_and_options_in_turn() -> None:
    todo = list(fuzzing.tasks(Magnamund(), "all", 40, 100))
    assert [task.scenario for task in todo[:5]] == [
        "mill_farm", "gourgaz_bridge", "forest_road", "princes_stand", "mill_farm",
    ]  # fmt: skip
    assert len({tuple(task.options.items()) for task in todo}) == 8
    assert [task.seed for task in todo[:2]] == ["100", "101"]


def test_fuzzing_draws_the_armies_where_there_are_army_lists() -> None:
    book = ThreePlains()
    todo = list(fuzzing.tasks(book, "all", 240, 1))
    assert {task.scenario for task in todo} == {board.id for board in book.scenarios()}
    boards = [task for task in todo if "armies" in task.options]  # the other scenarios bring their forces
    drawn = [army.split(":") for task in boards for army in task.options["armies"].split(", ")]
    assert {army for army, _, _ in drawn} == set(book.lists.armies())
    assert {points for _, points, _ in drawn} == {"500", "1000", "2000"}
    assert {task.options["measuring"] for task in todo} == {"orders first", "open"}
    assert todo == list(fuzzing.tasks(book, "all", 240, 1))


@pytest.mark.slow
@pytest.mark.parametrize("book", sorted(installed()))
def test_fuzzing_three_battles_finds_nothing_and_says_what_was_done(book: str) -> None:
    result = warhost("fuzz", book, "--battles", "3", "--seed", "1")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("3 battles from seed 1, ")
    assert result.stdout.endswith("1 record replayed in a fresh process: 0 faults.\n")


def test_a_fault_is_saved_as_a_record_that_can_be_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def flaws(self: Magnamund, setting: Any, state: Any) -> list[str]:
        return ["two pieces on (3,4)"] if state.turn == 2 else []

    monkeypatch.setattr(Magnamund, "flaws", flaws)
    result = warhost("fuzz", "magnamund", "--battles", "1", "--seed", "3", "--out", str(tmp_path))
    assert result.exit_code == 1 and "two pieces on (3,4)" in result.stderr
    path = tmp_path / "magnamund-3.json"
    assert f"warhost replay {path}" in result.stderr
    assert warhost("replay", str(path), "--verify").exit_code == 0


@pytest.mark.slow
def test_fuzzing_says_what_has_not_come_into_play() -> None:
    result = warhost("fuzz", "threeplains", "--battles", "1", "--seed", "1", "--until-met")
    assert result.exit_code == 0, result.output
    kinds = next(line for line in result.stdout.splitlines() if line.startswith("kind: "))
    assert re.fullmatch(r"kind: \d+ of 11 came into play; not met: .*", kinds)


def test_fuzzing_stops_when_everything_has_come_into_play() -> None:
    pike, bow = ("weapon", "pike"), ("weapon", "bow")
    reports = [fuzzing.Report(1, False, met=frozenset(met)) for met in ([pike], [bow], [pike])]
    assert len(list(fuzzing.until(iter(reports), frozenset([pike, bow])))) == 2
    assert len(list(fuzzing.until(iter(reports), frozenset()))) == 3


def test_a_game_without_an_inventory_cannot_say_what_was_met() -> None:
    result = warhost("fuzz", "magnamund", "--battles", "1", "--until-met")
    assert result.exit_code == 2 and "keeps no inventory" in result.stderr


def test_fuzzing_an_unknown_scenario_is_refused() -> None:
    result = warhost("fuzz", "magnamund", "--scenario", "moon")
    assert result.exit_code == 2 and "'moon'" in result.stderr
