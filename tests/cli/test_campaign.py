"""`warhost campaign`: founded, fought, settled by computers and people, stopped, printed, reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace
from tests.threeplains.campaigns import asked_for, opened

from warhost.cli import campaign as command
from warhost.cli.main import cli
from warhost.engine.chronicle import Chronicle, Chronicled
from warhost.engine.game import Game
from warhost.engine.record import load, record, save
from warhost.engine.rulebook import rulebook
from warhost.players.roster import player
from warhost.roster.roster import roster_text

FEW = """
name = "{}"
rulebook = "warband"
army = "lantern"
points = 500
[[character]]
profile = "captain"
options = ["sword"]
[[group]]
profile = "sword"
models = 2
options = ["axe"]
"""


def warhost(*words: object, said: str = "") -> Result:
    return CliRunner().invoke(cli, ["campaign", *map(str, words)], input=said)


@pytest.fixture
def armies(tmp_path: Path) -> list[str]:
    """Two warbands of three, whose battles are short."""
    names = ["Lamplighters", "Nightwatch"]
    for name in names:
        (tmp_path / f"{name}.toml").write_text(FEW.format(name))
    return [word for name in names for word in ("--army", str(tmp_path / f"{name}.toml"))]


def test_one_command_fights_a_campaign_to_its_end_and_reports(tmp_path: Path, armies: list[str]) -> None:
    file, page = tmp_path / "city.jsonl", tmp_path / "report.html"
    result = warhost("new", file, *armies, "--option", "battles=2", "--players", "random", "--play", "--html", page)
    assert result.exit_code == 0, result.output
    assert "battle 2 of 2: " in result.stderr and "The campaign is over" in result.stdout
    assert page.read_text().count("<svg") == 3
    shown = warhost("show", file, "--all")
    assert "2 of 2 battles" in shown.stdout and "experience" in shown.stdout


def test_battle_by_battle_is_the_same_as_all_at_once(tmp_path: Path, armies: list[str]) -> None:
    once, twice = tmp_path / "once.jsonl", tmp_path / "twice.jsonl"
    for file in (once, twice):
        assert warhost("new", file, *armies, "--option", "battles=2", "--players", "random").exit_code == 0
    assert warhost("play", once).exit_code == 0
    for fought in (1, 2):
        assert f"{fought} of 2 battles" in warhost("next", twice).stdout
    assert once.read_bytes() == twice.read_bytes()
    assert warhost("next", twice).stdout.startswith("A campaign in the ruined city: 2 of 2")


def test_a_person_answers_at_the_keyboard_and_may_stop_anywhere(tmp_path: Path, armies: list[str]) -> None:
    file = tmp_path / "city.jsonl"
    warhost("new", file, *armies, "--option", "battles=1", "--players", "person,tactician")
    begun = warhost("next", file, said="1\nquit\n")
    assert begun.exit_code == 0, begun.output
    kept = tmp_path / "city-battle1.json"
    assert kept.exists() and f"The battle is kept in {kept}" in begun.output
    assert len(Chronicled.opened(file).chronicle.entries) == 1
    fought = warhost("next", file, said="auto\n" * 400)  # a whole phase at a time
    assert "1 of 1 battles" in fought.stdout and "The campaign is over" in fought.stdout, fought.output


def test_what_is_asked_between_battles_is_answered_by_words(
    tmp_path: Path, armies: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The battle is left to computers here; the questions after it come to the keyboard."""
    file = tmp_path / "city.jsonl"
    warhost("new", file, *armies, "--option", "battles=1", "--players", "person,tactician")

    def by_computers(table: command.Table) -> bool:
        table.game.play([command.Sitting(Chronicled.opened(file), side, "random") for side in range(2)], keep=False)
        return True

    monkeypatch.setattr(command, "_fought_here", by_computers)
    result = warhost("next", file, said="why\n" + "done\n" * 30)
    assert result.exit_code == 0, result.output
    assert "What does Lamplighters sell" in result.output and "The campaign is over" in result.output
    assert "war.camp.trade" in result.output


def test_sheets_are_printed(tmp_path: Path, armies: list[str]) -> None:
    file = tmp_path / "city.jsonl"
    warhost("new", file, *armies)
    assert warhost("sheets", file, tmp_path / "sheets").exit_code == 0
    assert "Lamplighters" in (tmp_path / "sheets" / "1.html").read_text()


@pytest.mark.parametrize(
    "words, why",
    [
        (["new", "{}/x.jsonl", "--players", "nobody"], "nobody"),
        (["new", "{}/x.jsonl", "--players", "random,random"], "4 names"),
        (["new", "{}/x.jsonl", "--rulebook", "magnamund"], "no campaigns"),
        (["new", "{}/x.jsonl", "--army", "lantern_500"], "2 to 4"),
        (["new", "{}/x.jsonl", "--option", "battles=99"], "from 1 to 40"),
        (["show", "{}/none.jsonl"], "can be read"),
        (["show", "{}/other.jsonl"], "line 1"),
    ],
)
def test_bad_input_is_refused_in_a_line(tmp_path: Path, words: list[str], why: str) -> None:
    (tmp_path / "other.jsonl").write_text('{"format": "something else"}\n')
    result = warhost(*(word.format(tmp_path) for word in words))
    assert result.exit_code == 2 and why in result.stderr and result.stderr.count("\n") == 1


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "city.jsonl"
    file.write_text("my diary\n")
    result = warhost("new", file)
    assert result.exit_code == 2 and "not taken" in result.stderr and file.read_text() == "my diary\n"


# --- forged, every hash made good --------------------------------------------------------------------------------


def forged(file: Path, line: int, change: Callable[[Any], object]) -> None:
    """The file with another end of a battle in that line, which is its last one then."""
    chronicle = Chronicle.opened(file)
    entries = chronicle.entries[:line]
    change(entries[-1].data)
    file.unlink()
    again = Chronicle.begun(file, entries[0].kind, entries[0].data)
    for entry in entries[1:]:
        again.add(entry.kind, entry.data)


def ended_otherwise(data: Any) -> None:
    data["answer"]["winner"] = (data["answer"]["winner"] + 2) % 3 - 1  # nobody, the first or the second: the next


def test_a_forged_end_of_a_battle_of_computers_is_noticed_when_it_is_fought_again(
    tmp_path: Path, armies: list[str]
) -> None:
    file = tmp_path / "city.jsonl"
    warhost("new", file, *armies, "--option", "battles=1", "--players", "random", "--play")
    sound = warhost("verify", file)
    assert sound.exit_code == 0 and "1 of 1 battles ended as it says" in sound.stdout, sound.output
    assert f"whether its battles ended so: warhost campaign verify {file}" in warhost("show", file).stdout
    line = battle_line(file)
    forged(file, line, ended_otherwise)
    found = warhost("verify", file)
    assert found.exit_code == 2, found.output
    assert f"line {line}: battle 1 did not end like that" in found.stderr and "winner: expected" in found.stderr
    assert "check-data" not in found.stderr


def battle_line(file: Path) -> int:
    """The line with the end of the last battle."""
    entries = Chronicle.opened(file).entries
    return max(at for at, one in enumerate(entries, 1) if isinstance(one.data.get("answer"), dict))


@pytest.fixture
def fought_here(tmp_path: Path, armies: list[str]) -> Path:
    """A campaign of one battle that people fought, and the record of it beside the file."""
    file = tmp_path / "city.jsonl"
    warhost("new", file, *armies, "--option", "battles=1", "--players", "person,tactician")
    fought = warhost("next", file, said="auto\n" * 400)
    assert "The campaign is over" in fought.stdout, fought.output
    return file


@pytest.mark.parametrize("command", ["show", "next", "play", "report", "verify"])
def test_a_forged_end_of_a_battle_of_people_is_noticed_by_its_record(fought_here: Path, command: str) -> None:
    assert warhost(command, fought_here).exit_code == 0
    line = battle_line(fought_here)
    forged(fought_here, line, ended_otherwise)
    found = warhost(command, fought_here)
    assert found.exit_code == 2 and f"line {line}: battle 1 did not end like that" in found.stderr, found.output


def test_without_its_record_a_battle_of_people_is_not_looked_into_and_with_another_it_is_refused(
    fought_here: Path,
) -> None:
    kept = fought_here.with_name("city-battle1.json")
    made = load(kept)
    kept.unlink()
    blind = warhost("verify", fought_here)
    assert blind.exit_code == 0 and "0 of 1 battles" in blind.stdout
    assert "battle 1: people fought it, and its record is not beside the file" in blind.stdout
    luckier = Game(rulebook(made.rulebook), made.setup, "lucky")
    luckier.play([player("random", "1"), player("random", "2")])
    save(record(luckier), kept)
    other = warhost("verify", fought_here)
    assert other.exit_code == 2 and "expected the battle of this campaign, this is another" in other.stderr
    shown = warhost("show", fought_here)
    assert shown.exit_code == 0 and "Battle 1 cannot be looked into" in shown.stderr


def test_as_many_players_answer_as_there_are_sides(tmp_path: Path, armies: list[str]) -> None:
    file = tmp_path / "city.jsonl"
    warhost("new", file, *armies)
    for players in (["random"], ["random"] * 3):
        forged(file, 1, lambda data, players=players: data.update(players=players))  # type: ignore[misc]
        found = warhost("show", file)
        assert found.exit_code == 2 and f"players: expected 2, got {len(players)}" in found.stderr, found.output


# --- a chart of battles -----------------------------------------------------------------------------------------


def founded(file: Path, *more: str) -> Path:
    result = warhost("new", file, "--rulebook", "threeplains", *more)
    assert result.exit_code == 0, result.output
    return file


def up_to_the_first_battle(game: Chronicled) -> int:
    """How many answers that takes."""
    answers = 0
    while game.pending()[0].side < 2:
        question = game.pending()[0]
        game.answer(question.suggest(1)[0], question.side)
        answers += 1
    return answers


@pytest.mark.rule("tp.campaign.ready")
@pytest.mark.parametrize(
    "text, changed, line", [("1000,1000", "1000,1001", 1), ('"agree"', '"rework"', 2), ('"levy"', '"orcs_1000"', 6)]
)
def test_a_chart_altered_by_hand_is_refused_with_its_line(
    tmp_path: Path, text: str, changed: str, line: int
) -> None:
    file = founded(tmp_path / "island.jsonl")
    up_to_the_first_battle(Chronicled.opened(file))
    file.write_text(file.read_text("utf8").replace(text, changed, 1))
    result = warhost("show", file)
    assert result.exit_code == 2 and f"line {line}: " in result.stderr and "not as it was written" in result.stderr


@pytest.mark.rule("tp.campaign.structure")
@pytest.mark.parametrize(
    "change, why",
    [
        (lambda setup: setup["plan"]["battle"][0].update(scenario="foo"), "battle[0].scenario: expected one of"),
        (lambda setup: setup["plan"].update(battle=[]), "plan: battle: expected battles"),
        (lambda setup: setup.update(armies=["herlanceia", "mice"]), "armies[1]: expected an army list, got mice"),
        (lambda setup: setup.update(players=0), "players: expected 2 to 4, got 0"),
        (lambda setup: setup.update(measuring="by eye"), "measuring: expected orders first or open, got by eye"),
    ],
)
def test_a_chart_that_nobody_could_have_founded_is_refused_though_its_hashes_are_made_good(
    tmp_path: Path, change: Callable[[Any], object], why: str
) -> None:
    file = founded(tmp_path / "island.jsonl")
    forged(file, 1, lambda data: change(data["setup"]))
    result = warhost("show", file)
    assert result.exit_code == 2 and "line 1: " in result.stderr and why in result.stderr, result.output


@pytest.mark.rule("tp.campaign.ready", "tp.campaign.between_battles")
def test_stopped_at_every_step_it_goes_on_alike(tmp_path: Path) -> None:
    """Opened anew for every answer: the same file in the end, up to the first battle."""
    once, often = founded(tmp_path / "once.jsonl"), founded(tmp_path / "often.jsonl")
    game = Chronicled.opened(once)
    answers = up_to_the_first_battle(game)
    for _ in range(answers):
        again = Chronicled.opened(often)
        question = again.pending()[0]
        again.answer(question.suggest(1)[0], question.side)
    assert once.read_bytes() == often.read_bytes() and Chronicled.opened(often).hash == game.hash
    assert answers >= 6


@pytest.mark.rule("tp.campaign.between_battles")
def test_a_person_at_the_keyboard_brings_a_roster_from_a_file(tmp_path: Path) -> None:
    file = founded(tmp_path / "island.jsonl", "--players", "person,tactician")
    own = tmp_path / "own.toml"
    roster = asked_for(opened()).wanted.levied("7")
    own.write_text(roster_text(replace(roster, name="Zebra Company", character=roster.character[1:])))
    refused = warhost("next", file, said=f"agree\nleader\n{own}\nquit\n")
    assert "Captain Ysolde lives and must be in the roster" in refused.output
    own.write_text(roster_text(replace(roster, name="Zebra Company")))
    taken = warhost("next", file, said=f"{own}\nquit\n")
    assert taken.exit_code == 0 and "Zebra Company: How shall the terrain lie?" in taken.output, taken.output


@pytest.mark.slow
@pytest.mark.rule("tp.campaign.ready")
def test_computers_play_the_ready_campaign_to_its_end_in_one_command_or_battle_by_battle(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    once = tmp_path / "once.jsonl"
    result = warhost("new", once, "--rulebook", "threeplains", "--seed", "5", "--play", "--html", report)
    assert result.exit_code == 0, result.output
    assert result.stderr.count("battle ") == 4 and "The campaign is over: " in result.stdout
    assert "Captain Ysolde" in report.read_text("utf8")
    often = founded(tmp_path / "often.jsonl", "--seed", "5")
    for fought in range(1, 5):
        assert f"{fought} of 4 battles" in warhost("next", often).stdout
    assert once.read_bytes() == often.read_bytes()
