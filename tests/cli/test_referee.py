"""`warhost referee`: what a player in a dispute reads, and what programs get."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from warhost.cli.main import cli
from warhost.cli.rulings import prohibitions
from warhost.engine.question import Refusal
from warhost.engine.verdict import Verdict

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "situations"


def referee(name: str | Path, *options: str) -> Result:
    path = name if isinstance(name, Path) else EXAMPLES / f"{name}.toml"
    return CliRunner().invoke(cli, ["referee", str(path), *options])


def changed(tmp_path: Path, name: str, old: str, new: str) -> Path:
    """A copy of an example with one thing written differently."""
    text = (EXAMPLES / f"{name}.toml").read_text("utf8")
    assert old in text
    path = tmp_path / f"{Path(name).name}.toml"
    path.write_text(text.replace(old, new), "utf8")
    return path


def test_who_may_shoot_whom_is_told_with_the_chance_and_its_reasons() -> None:
    result = referee("arc_of_fire")
    assert result.exit_code == 0
    assert "archer-1 may shoot cavalry-1: 14 %, short bow, 4 squares, short range\n" in result.output
    assert "12 short bow against mail, +2 mounted target\n" in result.output


def test_one_reason_against_many_targets_is_one_line() -> None:
    output = referee("arc_of_fire").output
    assert "archer-1 may not shoot spearmen-1, spearmen-2, cavalry-2: the target is outside the arc" in output
    assert output.count("[mag.fire.arc]") == 1


def test_many_with_the_same_reason_are_called_together() -> None:
    result = referee("arc_of_ranks")
    assert "crossbows-1, crossbows-2 each may shoot riders-1: 34 %, crossbow, 4 squares" in result.output
    assert "crossbows-1 to crossbows-4 may not shoot halberds-1: " in result.output


def test_what_happens_is_told_rule_by_rule() -> None:
    output = referee("charge_of_pelathar").output
    assert output.index("[mag.combat.charge]") < output.index("[mag.combat.procedure]") < output.index("slays")
    assert "warband-1 slain" in output


def test_a_die_without_consequence_stands_in_the_turn_in_which_it_fell(tmp_path: Path) -> None:
    """An answer that is given for the next turn leads on into it."""
    goes_on = changed(tmp_path, "warband/over_the_edge", "dice = ", 'answers = ["unquiet-victim"]\ndice = ')
    output = referee(goes_on).output
    assert output.index("throws 1, needs 2 or more") < output.index("Round 1: the turn of side 2")


def test_sums_of_both_sides_bear_their_names_in_a_scenario_too(tmp_path: Path) -> None:
    siege = changed(tmp_path, "threeplains/storming_ladders", 'phase = "moves"', 'phase = "stress"')
    said = [line for line in siege.read_text("utf8").splitlines() if not line.startswith(("answers", "dice"))]
    text = "\n".join(said).split("[expect]")[0]
    siege.write_text(f'{text}\n[[contacts]]\na = "orcs"\nb = "guard"\nacross = "turrets"\n', "utf8")
    output = referee(siege).output
    assert "        orcs:\n" in output and "first:" not in output


def test_without_dice_the_chances_are_told() -> None:
    output = referee("long_shot_odds").output
    assert "7 %  warband-1 slain" in output
    assert "93 %  nothing changes" in output


def test_a_change_that_comes_about_in_several_ways_is_summed_up() -> None:
    assert "1.14 %  in all: kootak slain" in referee("hard_as_nails_used_up").output


def test_what_must_be_done_need_not_be_allowed(tmp_path: Path) -> None:
    asked = changed(tmp_path, "rout_round_friends", 'answers = ["4,12"]\ndice = [1, 1]\n', "")
    output = referee(asked).output
    assert "warband must test: " in output
    assert "reserve need not test: " in output


def test_answers_are_offered_as_they_are_written_in_a_file() -> None:
    assert '{ "archer-1" = "cavalry-1" }' in referee("shot_out_of_arc").output


def test_explain_prints_the_rules_in_full() -> None:
    assert "45 degrees" not in referee("trees").output
    explained = referee("arc_of_fire", "--explain").output
    assert "-1  shield  [mag.fire.mod.shield]" in explained
    assert "[mag.fire.arc]" in explained.partition("The rules")[2]


def test_json_has_the_documented_keys() -> None:
    told = json.loads(referee("long_shot", "--json").output)
    moment, found = (
        "rulebook title text turn phase side",
        "lawful refusals events outcomes refused question answers",
    )
    assert list(told) == [*moment.split(), *found.split(), "state", "differences"]
    (shot,) = told["lawful"]
    assert (shot["who"], shot["target"], shot["chance"]) == ("bowmen-1", "warband-1", 7)
    assert shot["because"][-1] == {
        "figure": "÷2", "title": "medium range", "rule": "mag.fire.range_divisor", "total": 7,
    }  # fmt: skip
    assert [event["event"] for event in told["events"]] == ["Fired", "Rolled", "Missed", *["PhaseBegan"] * 5]
    assert told["state"]["pieces"]["warband-1"]["at"] == [4, 14]


def test_json_of_refusals_a_question_and_its_answers() -> None:
    told = json.loads(referee("arc_of_fire", "--json").output)
    assert {"who": "archer-1", "deed": "shoot", "target": "cavalry-2", "rule": "mag.fire.arc",
            "why": "cavalry-2 is outside the arc of fire"} in told["refusals"]  # fmt: skip
    assert told["question"]["what"] == "fire"
    assert told["answers"] == ["archer", "done"]


def test_json_of_exact_chances() -> None:
    told = json.loads(referee("long_shot_odds", "--json").output)
    assert [(one["chance"], one["percent"], one["changes"]) for one in told["outcomes"]] == [
        ("93/100", 93.0, []),
        ("7/100", 7.0, ["warband-1 slain"]),
    ]


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "hill.svg"
    assert referee("slopes", "--svg", str(picture)).exit_code == 0
    assert picture.read_text("utf8").startswith("<svg")


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_what_is_not_as_expected_exits_with_1(tmp_path: Path, options: tuple[str, ...]) -> None:
    result = referee(changed(tmp_path, "long_shot", "chance = 7", "chance = 14"), *options)
    assert result.exit_code == 1
    assert "expect.chance: expected 14, but it is 7" in result.output


def test_a_bad_situation_exits_with_2_and_one_line(tmp_path: Path) -> None:
    path = changed(tmp_path, "long_shot", 'sheet = "giak"', 'sheet = "gyak"')
    result = referee(path)
    assert result.exit_code == 2
    assert result.stderr == f"warhost: {path}: units[1].sheet: expected a sheet, got gyak, did you mean giak?\n"


def test_an_unlawful_answer_exits_with_2_and_says_what_would_be_lawful(tmp_path: Path) -> None:
    result = referee(changed(tmp_path, "shot_out_of_arc", 'refused = "mag.fire.arc"', ""))
    assert result.exit_code == 2
    assert 'answers[1]: { "archer-1" = "spearmen-1" } is not lawful: ' in result.stderr
    assert '[mag.fire.arc]; expected for example { "archer-1" = "cavalry-1" }' in result.stderr


def test_whoever_lacks_a_die_is_told_how_to_see_what_is_thrown(tmp_path: Path) -> None:
    result = referee(changed(tmp_path, "long_shot", "dice = [56]", "dice = []"))
    assert result.exit_code == 2
    assert result.stderr.endswith("no more dice are given; --walk lists all that is asked and thrown\n")


def test_a_file_that_is_not_there_exits_with_2() -> None:
    result = referee(Path("nowhere.toml"))
    assert result.exit_code == 2
    assert "nowhere.toml: no such file" in result.stderr


def test_the_dispute_in_the_documentation_ends_as_it_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "situations.md").read_text("utf8")
    blocks = re.findall(r"```(\w+)\n(.*?)```", page, re.DOTALL)
    (_, file), (_, verdict), (_, answers) = blocks[:3]
    path = tmp_path / "dispute.toml"
    path.write_text(file, "utf8")
    assert referee(path).stdout == verdict.partition("\n")[2]
    path.write_text(answers + file, "utf8")
    assert "cavalry-1 slain" in referee(path).stdout
    path.write_text(answers.partition("dice")[0] + file, "utf8")
    assert "14 %  cavalry-1 slain" in referee(path).stdout


def test_a_targets_name_inside_another_word_is_left_alone() -> None:
    why = Refusal("reg.turn.status", "nobody's shot is at s-1 or s")
    (line,) = prohibitions([Verdict("b", "shoot", "s", refusal=why)])
    assert line == "b may not shoot s: nobody's shot is at s-1 or the target [reg.turn.status]"
