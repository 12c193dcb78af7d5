"""`warhost muster`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from warhost.cli.main import cli

LAWFUL = """
name = "Bridge Watch"
rulebook = "threeplains"
army = "herlanceia"
points = 300

[[group]]
profile = "guard"
models = 20

[[character]]
profile = "champion"
role = "general"
with = "guard"
"""


def muster(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["muster", "threeplains", *(str(word) for word in words)])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "watch.toml"
    path.write_text(LAWFUL)
    return path


def test_a_lawful_army_is_priced_and_exits_with_0(file: Path) -> None:
    result = muster(file)
    assert result.exit_code == 0 and result.stdout.endswith("Lawful.\n")
    assert "points: 252, at most 300" in result.stdout and "blocks: 1, at least 1" in result.stdout


def test_a_breach_names_its_rule_and_what_would_mend_it_and_exits_with_1(file: Path) -> None:
    file.write_text(LAWFUL.replace("models = 20", "models = 9").replace('role = "general"\n', ""))
    result = muster(file)
    assert result.exit_code == 1
    assert "guard: 9 models, of 10 to 30 [tp.list.composition]; field 10" in result.stdout
    assert "[tp.setup.general]; make Herlanceian Champion the general" in result.stdout


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('"herlanceia"', '"herlancia"', "watch.toml: army: expected an army list, got herlancia, did you mean"),
        (
            '"guard"\nmodels',
            '"gard"\nmodels',
            "watch.toml: group[0].profile: expected a group of the list",
        ),
        ("models = 20", 'models = 20\noptions = ["halbert"]', "group[0].options[0]: expected an option of the"),
        ('role = "general"', 'mount = "war hoarse"', "character[0].mount: expected a mount of the Herlanceian"),
        ('role = "general"', 'role = "generl"', "character[0].role: expected hero, general, standard"),
        ('with = "guard"', 'with = "gaurd"', "character[0].with: expected the id of another group, got gaurd"),
        ('"threeplains"', '"missum"', "watch.toml: rulebook: expected threeplains, got missum"),
    ],
)
def test_a_name_that_stands_for_nothing_is_told_with_file_and_key_and_exits_with_2(
    file: Path, right: str, wrong: str, said: str
) -> None:
    file.write_text(LAWFUL.replace(right, wrong))
    result = muster(file)
    assert result.exit_code == 2 and said in result.stderr and not result.stdout


def test_a_file_that_is_no_roster_exits_with_2(file: Path) -> None:
    file.write_text("name = ")
    assert muster(file).exit_code == 2
    missing = muster("orks_500")
    assert missing.exit_code == 2 and "did you mean orcs_500?" in missing.stderr


def test_a_roster_as_json_has_its_bill_and_its_breaches(file: Path) -> None:
    told = json.loads(muster(file, "--json").stdout)
    assert told["lawful"] and told["points"] == 252 and told["breaches"] == []
    assert told["bill"]["lines"][0]["shares"] == {"block": 1}


def test_allies_are_checked_together(file: Path) -> None:
    assert muster(file, "--ally", "orcs_500").exit_code == 1
    file.write_text(LAWFUL.replace("points = 300", "points = 300\nside = 800"))
    assert muster(file, "--ally", "orcs_500").exit_code == 0


def test_an_army_sheet_is_written_for_the_table(tmp_path: Path) -> None:
    page = tmp_path / "orcs.html"
    assert muster("orcs_1000", "--print", page).exit_code == 0
    text = page.read_text("utf8")
    assert "The Black Tide" in text and "Gorbag Halftusk" in text and "leads Ironjaws" in text
    assert "<dt>poison</dt>" in text and "<dt>two hand weapons</dt><dd>One attack more.</dd>" in text
    boxes = 24 + 30 + 11 + 10 + 2 * 4 + 4 + 3 + 2 + 1  # a box for every life point
    assert text.count("<i></i>") == boxes


def test_an_army_of_chance_is_written_and_can_be_read_again(tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    first = muster("--random", "--army", "elves", "--points", "800", "--seed", "5", "--out", out)
    assert first.exit_code == 0 and "seed 5" in first.stdout
    assert muster(out).exit_code == 0
    again = muster("--random", "--army", "elves", "--points", "800", "--seed", "5", "--json")
    assert json.loads(again.stdout)["points"] == json.loads(muster(out, "--json").stdout)["points"]


def test_ready_rosters_and_army_lists_are_shown() -> None:
    assert "orcs_500" in muster("--list").stdout and "elves_1000" in muster("--list").stdout
    text = muster("--army", "orcs").stdout
    assert "Orc Saws: infantry unit, 10 to 20 models; 17 points, 1 diamond" in text
    assert "M 7  A 1  CR 6  D 1  T 3  R 1  Ag 0  Mg 0  LP 1  S 3" in text and "poison 4" in text
    assert json.loads(muster("--army", "orcs", "--json").stdout)["title"] == "Orcs of the Black Lands"


def test_what_is_missing_is_asked_for() -> None:
    assert "which roster?" in muster().stderr and muster().exit_code == 2
    assert "which army?" in muster("--random").stderr
    assert "did you mean orcs?" in muster("--army", "orks").stderr
    other = CliRunner().invoke(cli, ["muster", "magnamund"])
    assert other.exit_code == 2 and "'magnamund' has no army lists; these have: missum" in other.stderr
