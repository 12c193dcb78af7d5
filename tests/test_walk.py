"""Dry runs of situations: what is asked and thrown, in order, and what a file would say it with."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from warhost.cli.main import cli
from warhost.engine.data import DataError
from warhost.engine.situation import Case, judge
from warhost.engine.walk import Asked, Thrown, Walk, walk

EXAMPLES = Path(__file__).parents[1] / "examples" / "situations"
EVERY = sorted(EXAMPLES.rglob("*.toml"))


def document(name: str, **changed: Any) -> dict[str, Any]:
    whole = {**tomllib.loads((EXAMPLES / f"{name}.toml").read_text("utf8")), **changed}
    return {key: value for key, value in whole.items() if value is not None}


def walked(name: str, most: int = 30, **changed: Any) -> Walk:
    return walk(Case(f"{name}.toml", document(name, **changed)), most)


def referee(path: Path, *options: str) -> Result:
    return CliRunner().invoke(cli, ["referee", str(path), *options])


BARE: dict[str, Any] = {"answers": None, "dice": None, "expect": None}


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
def test_what_a_walk_has_assumed_can_be_copied_into_the_file(path: Path) -> None:
    name = path.relative_to(EXAMPLES).with_suffix("").as_posix()
    found = walked(name, most=8, **BARE)
    assert found.ended
    for dice in (found.dice, found.dice_by_purpose):
        judged = judge(Case(path.name, document(name, answers=found.answers, dice=dice, expect=None)))
        assert judged.refusal is None


def test_what_the_file_says_comes_first_and_what_is_assumed_is_marked() -> None:
    found = walked("arc_of_fire", answers=["archer"], dice=None, expect=None)
    first, second, thrown = found.steps[:3]
    assert isinstance(first, Asked) and isinstance(second, Asked) and isinstance(thrown, Thrown)
    assert (first.answer, first.assumed, first.lawful) == ("archer", False, ("archer", "done"))
    assert second.assumed and second.answer == second.lawful[0]
    assert (thrown.purpose, thrown.count, thrown.sides, thrown.assumed) == ("to hit", 1, 100, 1)
    assert (thrown.faces, thrown.needed) == ((50,), "needs 14 or less")


def test_middle_dice_alternate_so_that_ties_end() -> None:
    """Initiative is thrown for until one side has more."""
    found = walked("long_shot", phase="morale", **BARE)
    initiative = [step.faces for step in found.steps if isinstance(step, Thrown) and step.purpose == "initiative"]
    assert initiative[:2] == [(5,), (6,)]


def test_dice_of_the_file_that_do_not_suffice_are_filled_up() -> None:
    found = walked("threeplains/stress_under_fire", dice=[6, 6], expect=None)
    thrown = next(step for step in found.steps if isinstance(step, Thrown))
    assert thrown.faces[:2] == (6, 6)
    assert thrown.assumed == thrown.count - 2 > 0


def test_a_walk_ends_at_a_question_when_enough_has_been_assumed() -> None:
    found = walked("arc_of_fire", most=0, **BARE)
    assert found.steps == []
    assert found.ended == "0 answers have been assumed; the next question would be 'fire'"


def test_in_a_later_step_dice_are_in_a_players_hand_only_once() -> None:
    """Whoever may turn a die is asked once for every throw, in the second phase of the walk as in the first."""
    line = {"models": 10, "files": 5, "at": [36, 20]}
    groups = [{"id": "ours", "side": "ours", **line}, {"id": "theirs", "side": "theirs", "facing": 180, **line}]
    setup = {
        "rulebook": "threeplains", "phase": "combat", "groups": groups,
        "effects": [{"source": "base.great_fortune", "side": "ours", "number": 1, "ends": 0}],
        "contacts": [{"a": "ours", "b": "theirs", "rounds": 1}],
        "dice": {"to hit": [1] * 10, "soldiering": [4] * 3},
    }  # fmt: skip
    steps = walk(Case("fortune.toml", setup), 6).steps
    thrown = [step for step in steps if isinstance(step, Thrown) and step.side == 0]
    turned = [step for step in steps if isinstance(step, Asked) and step.what == "turn a die"]
    assert len({step.moment for step in thrown}) > 1
    assert len(turned) == len(thrown)
    left = judge(Case("fortune.toml", {**setup, "answers": ["leave them"], "dice": [1] * 10}))
    assert left.refusal is None and left.question is None


def test_a_walk_ends_with_the_turn() -> None:
    assert walked("long_shot_odds", expect=None).ended == "turn 2 begins"


def test_a_walk_ends_at_an_answer_that_is_not_lawful() -> None:
    found = walked("shot_out_of_arc")
    last = found.steps[-1]
    assert isinstance(last, Asked) and last.refusal is not None
    assert last.refusal.rule == "mag.fire.arc"
    assert found.answers == ["archer"], "the answer that is refused is not among those to copy"


def test_what_the_file_gives_in_vain_is_told() -> None:
    found = walked("shot_out_of_arc", answers=["archer", {"archer-1": "spearmen-1"}, "done"], dice=[3])
    assert found.left_over == ["answers ['done']", "dice [3]"]


def test_a_die_that_cannot_fall_is_still_a_fault_of_the_file() -> None:
    with pytest.raises(DataError, match=r"dice\[0\]: expected 1D100 for to hit .*, got 101"):
        walked("long_shot", dice=[101], expect=None)


def test_how_an_order_is_written_is_told_with_examples() -> None:
    found = walked("threeplains/pivot", dice=None, expect=None)
    order = next(step for step in found.steps if isinstance(step, Asked) and step.about == "guard")
    assert order.shape.startswith('[["go", x, y]')
    assert order.lawful


def test_the_command_prints_lines_that_can_be_copied(tmp_path: Path) -> None:
    path = EXAMPLES / "group_attack.toml"
    text = referee(path, "--walk").output
    assert "1. Sommerlund: Who attacks next? [mag.turn.phase4] (question 'attack with')" in text
    assert '    answer "spearmen"  (as the file says)' in text
    assert "(assumed: the first that is offered)" in text
    assert '1D100 for "to hit", needs 35 or less [mag.combat.multiple]' in text
    assert "    dice 50  (assumed: middle dice)" in text
    assert "Here the walk ends: turn 2 begins" in text
    lines = [line for line in text.splitlines() if line.startswith(("answers = ", "dice = "))]
    whole = document("group_attack", **BARE)
    for dice in lines[1:]:
        copied = tomllib.loads(f"{lines[0]}\n{dice}")
        assert judge(Case("copy.toml", {**whole, **copied})).refusal is None


def test_the_command_walks_for_programs_too() -> None:
    told = json.loads(referee(EXAMPLES / "group_attack.toml", "--walk", "--json", "--most", "2").output)
    assert list(told) == [
        "rulebook", "title", "steps", "ended", "left_over", "answers", "dice", "dice_by_purpose",
    ]  # fmt: skip
    asked, thrown = told["steps"][0], told["steps"][2]
    assert (asked["number"], asked["kind"], asked["turn"], asked["phase"]) == (1, "question", 1, "combat")
    assert (asked["answer"], asked["assumed"], asked["lawful"]) == ("spearmen", False, ["spearmen", "done"])
    assert (thrown["kind"], thrown["needed"], thrown["faces"]) == ("throw", "needs 35 or less", [36])
    assert sum(step["kind"] == "question" and step["assumed"] for step in told["steps"]) == 2
