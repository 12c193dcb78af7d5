"""Armies named on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from warhost.cli.armies import by_chance
from warhost.cli.main import cli
from warhost.rulebooks.threeplains.rulebook import ThreePlains

READY = ThreePlains().lists.rosters / "orcs_500.toml"


def battle(*words: str | Path, book: str = "threeplains") -> Result:
    drawn = ["battle", book, "--players", "random,random", "--seed", "3", *map(str, words)]
    return CliRunner().invoke(cli, drawn)


def outcome(*words: str | Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(battle(*words, "--json").stdout.splitlines()[-1])
    return found


def test_two_armies_fight_and_the_summary_says_who_won() -> None:
    found = outcome("--army", "elves_500", "--army", "orcs_500")
    assert found["options"] == {"armies": "elves_500, orcs_500"}
    assert found["winner"] in ("first", "second", None)
    assert found["turns"] == 8 and found["decisions"] > 20 and len(found["hash"]) == 16


def test_army_is_a_spelling_of_the_option() -> None:
    named = outcome("--army", "elves_500", "--army", "orcs:500:7")
    assert named == outcome("--option", "armies=elves_500, orcs:500:7")
    assert named["hash"] != outcome("--army", "elves_500", "--army", "orcs:500:8")["hash"]


def test_the_command_for_the_same_battle_names_the_armies() -> None:
    last = battle("--army", "elves_500", "--army", READY, "--option", "measuring=open").stdout.splitlines()[-1]
    assert last.endswith(f"--seed 3 --army elves_500 --army {READY} --option measuring=open")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["elves_500"], "--army: expected 2, one for each side, got 1"),
        (["elves_500", "orcs_50"], "no file and no ready roster is called 'orcs_50', did you mean orcs_500?"),
        (["elves_500", "orcs_50"], "; see warhost muster threeplains --list"),
        (["elves_500", "orcs_1000"], "both sides spend the same points, not 500 and 1000 [tp.army.size]"),
    ],
)
def test_armies_that_cannot_meet_are_refused_with_what_to_do(words: list[str], said: str) -> None:
    result = battle(*(word for name in words for word in ("--army", name)))
    assert result.exit_code == 2 and said in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("points = 500", "points = 300", "[tp.army.points]"),
        ('army = "orcs"', 'army = "orks"', "mine.toml: army: expected an army list, got orks, did you mean orcs?"),
        ("[[group]]", "[[group", "mine.toml: line "),
    ],
)
def test_a_roster_with_a_fault_names_file_key_and_the_muster(
    right: str, wrong: str, said: str, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(READY.read_text("utf8").replace(right, wrong, 1), "utf8")
    result = battle("--army", mine, "--army", "elves_500")
    assert result.exit_code == 2 and said in result.stderr and "mine.toml: " in result.stderr
    assert result.stderr.endswith(f"see warhost muster threeplains {mine}\n")


@pytest.mark.rule("tp.scenario.forest.ambusher_restrictions")
def test_what_is_said_to_show_the_faults_of_a_roster_shows_them(tmp_path: Path) -> None:
    """It is lawful by itself, and not as the army of Ambushers; with what is said written into it, neither."""
    mine, goblins = tmp_path / "mine.toml", READY.read_text("utf8")
    mine.write_text(goblins, "utf8")
    words = ("--scenario", "forest_ambush", "--army", mine, "--army", "elves_500")
    keys = 'scenario = "forest_ambush", part = "ambushers"'
    assert f"with {keys} written into it, see warhost muster threeplains {mine}\n" in battle(*words).stderr
    assert CliRunner().invoke(cli, ["muster", "threeplains", str(mine)]).exit_code == 0
    mine.write_text(keys.replace(", ", "\n") + "\n" + goblins, "utf8")
    told = CliRunner().invoke(cli, ["muster", "threeplains", str(mine)])
    assert told.exit_code == 1 and "[tp.scenario.forest.ambusher_restrictions]" in told.output
    assert battle(*words).stderr.endswith(f": see warhost muster threeplains {mine}\n")


def test_what_is_wrong_elsewhere_is_not_blamed_on_the_armies() -> None:
    for wrong in (["--scenario", "moon"], ["--option", "weather=fine"]):
        result = battle("--army", "elves_500", "--army", "orcs_500", *wrong)
        assert result.exit_code == 2 and "muster" not in result.stderr


@pytest.mark.rule("tp.scenario.rampage.known_enemy")
def test_whoever_writes_after_the_invaders_is_told_for_what() -> None:
    result = battle("--scenario", "rampage", "--army", "orcs_1000")
    assert result.exit_code == 2 and "[tp.scenario.rampage.known_enemy]" in result.stderr
    assert 'a roster of 666 points with scenario = "rampage", part = "defenders", against = 1000' in result.stderr


def test_a_game_without_army_lists_says_so() -> None:
    result = battle("--army", "a", "--army", "b", book="magnamund")
    assert result.exit_code == 2 and "Battle for Magnamund has no army lists" in result.stderr


def test_an_army_is_named_in_one_way_only() -> None:
    result = battle("--army", "elves_500", "--army", "orcs_500", "--option", "armies=elves_500, orcs_500")
    assert result.exit_code == 2 and "use one of them" in result.stderr


def test_armies_of_chance_are_the_same_for_the_same_seed_and_of_the_same_points() -> None:
    lists = ThreePlains().lists
    assert by_chance(lists, "1") == by_chance(lists, "1")
    assert len({by_chance(lists, str(seed)) for seed in range(20)}) == 20
    for seed in range(20):
        one, other = (army.split(":") for army in by_chance(lists, str(seed)).split(", "))
        assert one[1] == other[1]
