"""Counting rules on a rulebook and tests made up for the purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

from warhost.engine.coverage import Coverage, coverage, folder_of_tests
from warhost.engine.data import DataError

IDS = ("toy.move", "toy.fire.arc-of-fire", "toy.phase1", "toy.phase2", "toy.sword", "toy.siege", "toy.unseen")

CODE = '''
"""The toy game.

Pieces move.  [toy.move]
"""
# toy.unseen: a comment is not code
def fire(battle): battle.tell("toy.fire.arc-of-fire")
def phase(number): return f"toy.phase{number}"
'''

TESTS = """
import pytest
from pytest import mark
pytestmark = pytest.mark.rule("toy.move")

@pytest.mark.rule("toy.fire.arc-of-fire", "toy.phase1")
def test_arc(): ...

@mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("toy.sword"))])
def test_sword(x): ...

@pytest.mark.slow("toy.phase2")
def test_other(): "toy.unseen"

@pytest.mark.rule("other.rule")
def test_of_another_game(): ...
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A checkout with the toy game in src/toy and its tests beside."""
    data = tmp_path / "src" / "toy" / "data"
    data.mkdir(parents=True)
    (data.parent / "game.py").write_text(CODE)
    (data / "weapons.toml").write_text('[[weapon]]\nid = "sword"\nrule = "toy.sword"\n')
    (data / "rules.json").write_text('[{"id": "toy.unseen"}]')
    (data / "open.toml").write_text('[[open]]\nid = "toy.siege"\nreason = "walls come later"\n')
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_toy.py").write_text(TESTS)
    return data.parent


def count(code: Path) -> Coverage:
    return coverage(IDS, code, folder_of_tests(code))


def test_ids_in_strings_docstrings_patterns_and_data_are_implemented(toy: Path) -> None:
    assert count(toy).implemented == {
        "toy.move": ["game.py:4"],
        "toy.fire.arc-of-fire": ["game.py:7"],
        "toy.phase1": ["game.py:8"],
        "toy.phase2": ["game.py:8"],
        "toy.sword": ["data/weapons.toml:3"],
    }


def test_ids_in_marks_of_any_place_are_tested_and_other_games_are_left_out(toy: Path) -> None:
    assert count(toy).tested == {
        "toy.move": ["test_toy.py:4"],
        "toy.fire.arc-of-fire": ["test_toy.py:6"],
        "toy.phase1": ["test_toy.py:6"],
        "toy.sword": ["test_toy.py:9"],
    }


def test_what_is_neither_tested_nor_open_is_missing(toy: Path) -> None:
    found = count(toy)
    assert found.missing == ["toy.phase2", "toy.unseen"]
    assert found.unwritten == ["toy.unseen"]
    assert [(entry.id, entry.reason) for entry in found.open] == [("toy.siege", "walls come later")]
    assert not found.strange and not found.sound


def test_a_tested_or_open_id_that_is_no_rule_is_strange(toy: Path) -> None:
    tests = toy.parents[1] / "tests"
    (tests / "test_more.py").write_text("import pytest\n@pytest.mark.rule('toy.arc')\ndef test(): ...\n")
    (toy / "data" / "open.toml").write_text('[[open]]\nid = "toy.seige"\nreason = "walls"\n')
    assert count(toy).strange == ["toy.arc", "toy.seige"]


def test_a_rulebook_whose_rules_are_all_tested_or_open_is_sound(toy: Path) -> None:
    assert coverage(
        ("toy.move", "toy.siege", "toy.fire.arc-of-fire", "toy.phase1", "toy.sword"), toy, folder_of_tests(toy)
    ).sound


def test_an_open_rule_needs_a_reason(toy: Path) -> None:
    (toy / "data" / "open.toml").write_text('[[open]]\nid = "toy.siege"\n')
    with pytest.raises(DataError, match="reason"):
        count(toy)


def star(toy: Path, *entries: tuple[str, str]) -> None:
    text = "".join(f'[[open]]\nid = "{id}"\nreason = "{reason}"\n' for id, reason in entries)
    (toy / "data" / "open.toml").write_text(text)


def test_a_chapter_with_a_star_stands_for_its_rules_that_no_test_names(toy: Path) -> None:
    star(toy, ("toy.phase*", "the second phase comes later"), ("toy.s*", "walls come later"))
    assert [(entry.id, entry.reason) for entry in count(toy).open] == [
        ("toy.phase2", "the second phase comes later"),  # toy.phase1 is tested
        ("toy.siege", "walls come later"),
    ]
    assert count(toy).missing == ["toy.unseen"]


def test_of_two_entries_that_name_a_rule_the_first_gives_the_reason(toy: Path) -> None:
    star(toy, ("toy.siege", "walls come later"), ("toy.*", "all else comes later still"))
    reasons = {entry.id: entry.reason for entry in count(toy).open}
    assert reasons["toy.siege"] == "walls come later" and reasons["toy.unseen"] == "all else comes later still"
    assert count(toy).sound


def test_a_chapter_without_rules_is_no_fault(toy: Path) -> None:
    star(toy, ("toy.magic.*", "magic comes later"))
    assert count(toy).open == () and not count(toy).strange
