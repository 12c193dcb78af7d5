"""The command that breaks rules by seed and looks whether a test notices."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

TOOL = Path(__file__).parents[2] / "bench" / "mutants.py"
RULE = '''
REACH = 8
UNUSED = 3

def near(a, b):
    """[tp.aware.near]"""
    return not (a < REACH and b == 2)

def unruled(a):
    return a < 3
'''


@pytest.fixture(scope="module")
def mutants() -> Any:
    spec = spec_from_file_location("mutants", TOOL)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_signs_words_and_numbers_of_rules_are_broken_and_nothing_else(mutants: Any) -> None:
    found = mutants.mutants_of(Path("near.py"), RULE)
    changed = [set(one.broken.splitlines()) - set(RULE.splitlines()) for one in found]
    said = "    return not (a < REACH and b == 2)"
    assert [line for (line,) in changed] == [
        "REACH = 7", "REACH = 9",
        said.replace("not ", ""), said.replace("<", "<="), said.replace("and", "or"),
        said.replace("==", "!="), said.replace("2", "1"), said.replace("2", "3"),
    ]  # fmt: skip
    assert {one.rules for one in found} == {frozenset({"tp.aware.near"})}


def test_a_tolerance_is_not_told_apart_to_the_hair(mutants: Any) -> None:
    rule = '''def touch(a):\n    """[tp.combat.contact]"""\n    return a <= TOUCH and a != TOUCH\n'''
    found = [one.broken.splitlines()[-1].strip() for one in mutants.mutants_of(Path("touch.py"), rule)]
    assert found == ["return a <= TOUCH or a != TOUCH", "return a <= TOUCH and a == TOUCH"]


def test_an_assertion_is_left_alone(mutants: Any) -> None:
    rule = '''def fires(a):\n    """[tp.shoot]"""\n    assert a and a != 3\n    return not a\n'''
    found = [one.broken.splitlines()[-1].strip() for one in mutants.mutants_of(Path("fires.py"), rule)]
    assert found == ["return a"]


def test_the_same_seed_breaks_the_same_places(mutants: Any) -> None:
    first, again, other = (mutants.drawn("threeplains", 5, seed, "wounds/") for seed in ("1", "1", "2"))
    assert first == again != other
    assert len(first) == 5 and all("wounds/" in str(one.path) for one in first)


def test_tests_that_are_gone_since_the_map_was_written_are_left_out(mutants: Any) -> None:
    tests = [f"tests/a.py::test_{name}" for name in ("one[1]", "one[2]", "other", "one_more")]
    assert mutants.still_there(tests, ["/copy/tests/a.py::test_one"]) == tests[2:]
    assert mutants.still_there(tests, ["/copy/tests/a.py::test_one[2]"]) == [tests[0], *tests[2:]]
    assert mutants.still_there(tests, []) == tests


def test_nobody_who_only_speaks_or_plays_is_broken(mutants: Any) -> None:
    folders = {path.parts[4] for path in mutants.rule_code("threeplains")}
    assert "wounds" in folders and not folders & {"telling", "tactics", "judging", "events"}
    assert not {"aims", "thinking", "ideas"} & {path.stem for path in mutants.rule_code("threeplains")}


@pytest.mark.parametrize(
    ("verdicts", "status", "said"),
    [
        (["killed", "killed"], 0, "2 of 2 mutants killed (100 %), 0 survived"),
        (["killed", "survived", "late"], 1, "1 of 2 mutants killed (50 %), 1 survived; 1 undecided"),
        (["unsound"], 2, "nothing could be tried"),
    ],
)
def test_survivors_are_owned_up_to(
    mutants: Any, capsys: pytest.CaptureFixture[str], verdicts: list[str], status: int, said: str
) -> None:
    mutant = mutants.mutants_of(Path("near.py"), RULE)[0]
    assert mutants.report([mutants.Trial(mutant, verdict) for verdict in verdicts]) == status
    assert capsys.readouterr().out.strip().endswith(said)
