"""The terminal game, driven by lines of text."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from warhost.cli.play import play
from warhost.cli.said import answer
from warhost.cli.table import NEW_PAGE, Table
from warhost.engine.dice import Throw
from warhost.engine.game import Game
from warhost.engine.question import TypeDice
from warhost.engine.record import load, reopen
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer

BOOK, THREE_PLAINS = rulebook("magnamund"), rulebook("threeplains")
TO_FIRST_MARCH = ["1", "1", "1", "2", "1"]  # place both units, name a leader, hold fire, pick the spearmen


def table(
    scenario: str | None = None,
    *,
    book: Any = BOOK,
    seed: str = "5",
    people: tuple[int, ...] = (0,),
    **more: Any,
) -> Table:
    game = Game(book, book.setup(scenario, {}), seed, manual=bool(more.pop("manual", False)))
    computers = {side: RandomPlayer(f"bot {side}") for side in (0, 1) if side not in people}
    return Table(game, computers, **more)


def say(at: Table, *lines: str) -> str:
    """Type these lines; what is shown after the last."""
    text = ""
    for line in lines:
        text = at.read(line)
    return text


def fingerprint(at: Table) -> tuple[object, ...]:
    return len(at.game.steps), tuple(map(str, at.game.known)), at.game.hash


# --- asking -------------------------------------------------------------------------------------------------


def test_a_newcomer_is_told_the_story_what_wins_and_the_first_question_with_its_rule() -> None:
    text = table().open()
    assert "two small forces fight for the farmhouse" in text
    assert "After turn 10: the side with more pieces in the farmhouse wins." in text
    assert "Where shall the Spearmen stand" in text and "[mag.setup.place_pieces]" in text
    assert "  1  front left: one rank of 8, (5,3) to (12,3)" in text
    assert "Type ? for help" in text


def test_a_person_plays_through_placing_and_a_whole_turn() -> None:
    at = table()
    at.open()
    assert "Where shall the Longbowmen stand" in say(at, "1")
    assert "Which of your pieces leads the army?" in say(at, "2")
    text = say(at, "spearmen-2")
    assert "Spearmen 2 leads Sommerlund." in text and "Who shoots next?" in text
    assert "% together" in say(at, "1")
    assert "How shall they shoot?" in say(at, "1")
    assert "Throws" in say(at, "together")
    assert "each with 8 Movement Points, facing north" in say(at, "done", "spearmen")
    say(at, "all FF", "go", "done")
    while at.game.checkpoint.turn < 2 and not at.done:
        say(at, str(len(at._offers)) if at.question and at.question.kind == "choose" else "1")
    assert at.game.checkpoint.turn == 2 or at.done


def test_the_board_is_drawn_again_only_when_somebody_has_moved() -> None:
    at = table()
    at.open()
    assert "The Mill Farm. Turn 1, movement" not in say(at, *TO_FIRST_MARCH)
    assert "The Mill Farm. Turn 1, movement" in say(at, "all F", "go")


def test_a_long_march_is_told_in_a_few_lines_and_the_log_has_all_of_it() -> None:
    at = table()
    at.open()
    text = say(at, *TO_FIRST_MARCH, "all F", "go")
    assert "… and 5 more like this" in text and "Spearmen 8 moves" not in text
    assert "Spearmen 8 moves to (5,4), facing north. [mag." in say(at, "log")


def test_why_explains_the_numbers_of_a_choice_the_question_and_any_rule() -> None:
    at = table()
    at.open()
    say(at, "1", "1", "1", "1")
    text = say(at, "why 1")
    assert "[mag.fire.basic]" in text and "÷3  long range  [mag.fire.range_divisor]" in text
    assert "Who may fire [mag.fire.who]" in say(at, "why")
    assert "[mag.move.turn]" in say(at, "why mag.move.turn")
    assert "These speak of it" in say(at, "why longbow")
    assert "There is no choice 77" in say(at, "why 77")


def test_help_units_goal_reach_and_the_question_again_change_nothing() -> None:
    at = table()
    at.open()
    say(at, *TO_FIRST_MARCH)
    before = fingerprint(at)
    assert "all FFF" in say(at, "?")
    assert "Longbowmen" in say(at, "units")
    assert "trees: " in say(at, "ground")
    assert "farmhouse wins" in say(at, "goal")
    assert "spearmen-3 can come to" in say(at, "reach spearmen-3")
    assert "No piece called dragon" in say(at, "reach dragon")
    assert "Where shall the Spearmen go?" in say(at, "ask")
    assert "24" in say(at, "board")
    assert fingerprint(at) == before


def test_a_hint_can_be_taken() -> None:
    at = table()
    at.open()
    assert "I would take choice 1: Place the Spearmen in the zone, front left" in say(at, "hint")
    assert "Where shall the Longbowmen stand" in say(at, "take")
    assert "Which of your pieces leads the army?" in say(at, "take")  # without having asked for the hint


def test_the_computer_can_be_left_to_finish_the_phase() -> None:
    at = table()
    at.open()
    assert "Which of your pieces leads the army?" in say(at, "auto")
    assert {unit.strength for unit in at._view(0).units if unit.side == 0} == {6, 8}
    assert "Where shall the Longbowmen stand" in say(at, "undo"), "only the last answer is taken back"


def test_the_computer_left_alone_answers_for_no_other_person() -> None:
    at = table(book=THREE_PLAINS, people=(0, 1))
    at.open()
    before = at.question
    assert before is not None
    say(at, "auto")
    assert at.question is not None and at.question.side != before.side
    assert at.game.state.phase == "sides", "there is more to be answered in this phase, by the other"


def test_the_computer_left_alone_throws_no_real_dice() -> None:
    at = table(book=THREE_PLAINS, manual=True)
    assert "Type what fell" in at.open()
    assert "nobody can advise you" in say(at, "take") and "Type what fell" in say(at, "auto")


# --- Three Plains -------------------------------------------------------------------------------------------


def test_help_names_rules_and_pieces_of_the_game_that_is_played() -> None:
    at = deployed()
    page = say(at, "?")
    assert "why tp.move." in page and "reach guard" in page and "mag." not in page
    mill_farm = table()
    mill_farm.open()
    assert "why mag.setup.place_pieces" in say(mill_farm, "?")


def deployed() -> Table:
    """A battle at its first question after both have deployed; the computer has done it."""
    at = table("three_hills", book=THREE_PLAINS, seed="5")
    at.open()
    while at.game.state.turn == 0:
        say(at, "auto")
    return at


def test_an_army_is_deployed_with_one_word() -> None:
    at = deployed()
    assert "Which of your pieces charge, and at whom?" in say(at, "ask")
    assert "not yet deployed" not in say(at, "units")


@pytest.mark.parametrize("book", [BOOK, THREE_PLAINS], ids=lambda book: str(book.id))
def test_a_battle_left_to_the_computer_phase_by_phase_comes_to_its_end(book: Any) -> None:
    at = table(book=book)
    text = at.open()
    for _ in range(500):
        if at.done:
            break
        text = say(at, "auto")
    assert "The battle is over." in text and at.game.result is not None


def test_a_unit_is_marched_by_a_draft_that_can_be_taken_back() -> None:
    at = deployed()
    say(at, "nobody", "guard")
    assert "stopping" in say(at, "forward 30") and "stay" in say(at, "stay")
    assert "Lawful." in say(at, "forward 4")
    before = fingerprint(at)
    assert "Bridge Guard move 4.0 inches" in say(at, "go")
    assert "How do Bridge Guard move?" in say(at, "undo") and fingerprint(at) == before


def test_a_battle_of_three_plains_is_kept_and_taken_up_again(tmp_path: Path) -> None:
    at = deployed()
    say(at, f"save {tmp_path / 'plains.json'}", "nobody")
    assert "Saved in" in say(at, "quit")
    again = reopen(load(tmp_path / "plains.json"))
    assert again.pending()[0].describe() == at.game.pending()[0].describe()
    assert again.book.id == "threeplains"


# --- orders of one's own ------------------------------------------------------------------------------------


def test_an_order_is_drafted_shown_with_its_cost_and_given_with_go() -> None:
    at = table()
    at.open()
    say(at, *TO_FIRST_MARCH)
    text = say(at, "all fff")
    assert "FFF (3)" in text and "Lawful" in text
    assert at.game.known == ["spearmen"]
    row = say(at, "board").split("\n  6 ")[1].splitlines()[0]
    assert "▲8  ▲6  ▲4" in row  # whoever gets an order shows his number
    say(at, "go")
    assert set(at.game.steps[-1].answers[-1].values()) == {"FFF"}


def test_an_empty_draft_is_not_taken_for_an_order_to_hold() -> None:
    at = table()
    at.open()
    say(at, *TO_FIRST_MARCH)
    for _ in range(2):  # a refused order in between makes it doubtful again
        assert "The draft is empty" in say(at, "go") and at.game.known == ["spearmen"]
        say(at, "8 FFFFFFFFF")
    say(at, "go", "go")
    assert at.game.steps[-1].answers[-1] == {}


def test_an_answer_may_be_typed_as_the_list_shows_it() -> None:
    at = table()
    at.open()
    say(at, "1", "1", "1", "nobody")
    assert at.game.steps[-1].answers[-1] == "done"


def test_hold_keeps_a_unit_where_it_stands() -> None:
    at = table()
    at.open()
    say(at, *TO_FIRST_MARCH, "all FF", "hold")
    assert at.game.steps[-1].answers[-1] == {}


def test_pieces_are_found_by_their_numbers() -> None:
    at = table()
    at.open()
    say(at, *TO_FIRST_MARCH)
    assert "▲LO" in say(at, "board") and "▲LO" not in say(at, "board numbers")
    assert "spearmen-3 can come to" in say(at, "reach 3")


def test_a_draft_that_tears_the_unit_apart_is_kept_but_not_accepted() -> None:
    at = table()
    at.open()
    text = say(at, *TO_FIRST_MARCH, "3 FFFF")
    assert "Not lawful yet" in text and "[mag.unit.coherency]" in text
    assert "Not allowed" in say(at, "go") and at.game.known == ["spearmen"]
    assert "Lawful" in say(at, "1-2,4-8 FFF")


def test_a_way_is_found_to_a_square_or_refused_with_rule_and_reason() -> None:
    at = table()
    at.open()
    say(at, *TO_FIRST_MARCH)
    assert "spearmen-4 FF" in say(at, "to 4 7,5,N")
    text = say(at, "to 4 7,20")
    assert "cannot come there with 8 Movement Points [mag.move.points]" in text and "Nothing has changed" in text


@pytest.mark.parametrize(
    ("line", "rule"),
    [("8 FFFFFFFFF", "mag.move.points"), ("3 Q", "mag.turn.phase2"), ("9 F", "mag.turn.phase2"),
     ("all ^3,3,N", "mag.turn.phase2"), ('{"spearmen-1": "wwF"}', "mag.")],
)  # fmt: skip
def test_a_refused_order_names_its_rule_and_changes_nothing(line: str, rule: str) -> None:
    at = table()
    at.open()
    say(at, *TO_FIRST_MARCH)
    before = fingerprint(at)
    text = say(at, line)
    assert text.startswith("Not allowed: ") and f"[{rule}" in text
    assert fingerprint(at) == before


@pytest.mark.parametrize(
    ("line", "rule"),
    [("put 3 9,9", "mag.setup.place_pieces"), ("hide all", "mag.setup.hidden"),
     ("shift 0,9", "mag.setup.place_pieces")],
)  # fmt: skip
def test_a_refused_placement_names_its_rule_and_leaves_the_draft(line: str, rule: str) -> None:
    at = table()
    at.open()
    before = at._draft.answer if at._draft else None
    text = say(at, line)
    assert text.startswith("Not allowed: ") and f"[{rule}]" in text
    assert at._draft is not None and at._draft.answer == before


def test_a_placement_is_drafted_from_an_offer_piece_by_piece() -> None:
    at = table()
    at.open()
    assert "spearmen-1 (14,3)" in say(at, "right")
    assert "spearmen-1 (7,2)" in say(at, "put 1 7,2")
    say(at, "shift -1,0", "go")
    assert at.game.steps[-1].answers[-1]["at"]["spearmen-1"] == [6, 2]


def test_shots_can_be_aimed_in_words_and_a_barred_one_says_why() -> None:
    at = table()
    at.open()
    say(at, "1", "1", "1", "1")
    before = fingerprint(at)
    assert "  longbowmen-1 > swordsmen-" in say(at, "?")
    assert "[mag.fire." in say(at, "longbowmen-1 > archers-5")
    assert "Write who takes which target" in say(at, "fire!")
    assert fingerprint(at) == before
    say(at, "2 > " + next(iter(at._offers[0].values())))
    assert fingerprint(at) != before


def test_what_is_not_understood_is_said_and_changes_nothing() -> None:
    at = table()
    at.open()
    before = fingerprint(at)
    for line in ("", "abracadabra", "99", "{broken", "drop", "undo", "save"):
        assert say(at, line)
    assert fingerprint(at) == before


# --- going back, saving, going on ---------------------------------------------------------------------------


def test_undo_goes_back_to_the_last_question_of_the_person() -> None:
    at = table()
    at.open()
    say(at, "1")
    before = fingerprint(at)
    say(at, "2")
    text = say(at, "undo")
    assert "Taken back" in text and "Where shall the Longbowmen stand" in text
    assert fingerprint(at) == before
    assert "Where shall the Spearmen stand" in say(at, "undo")
    assert say(at, "undo") == "There is nothing to take back."


def test_every_answer_is_saved_and_a_battle_goes_on_at_the_same_question(tmp_path: Path) -> None:
    file = tmp_path / "battle.json"
    at = table(file=file)
    at.open()
    shown = say(at, *TO_FIRST_MARCH)
    kept = load(file)
    assert kept.players == ("person", "random") and kept.open == ("spearmen",)
    again = Table(reopen(kept), {1: RandomPlayer("other")}, file=file)
    text = again.open()
    assert text.endswith(shown[shown.index("Sommerlund: Where") :])
    assert fingerprint(again) == fingerprint(at)


def test_quit_saves_and_says_how_to_go_on(tmp_path: Path) -> None:
    at = table(file=tmp_path / "battle.json")
    at.open()
    text = say(at, "quit")
    assert at.done and f"warhost play magnamund --resume {tmp_path / 'battle.json'}" in text


def test_a_file_that_cannot_be_written_is_said_and_the_battle_goes_on(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    at = table(file=tmp_path / "taken" / "battle.json")
    assert "could not be saved" in at.open()
    assert "Saved in" in say(at, f"save {tmp_path / 'other.json'}")


# --- dice by hand, and two at one keyboard ------------------------------------------------------------------


def test_dice_are_typed_in_for_both_sides() -> None:
    at = table(manual=True)
    assert "Throw 1D10: who places first" in at.open()
    assert "[mag.setup.place_pieces]" in say(at, "11") and not at.game.known
    assert "are no dice" in say(at, "six")
    assert "The Darklords: Throw 1D10" in say(at, "2")
    assert "Where shall the Spearmen stand" in say(at, "8")
    assert at.game.known == [[2], [8]]


@pytest.mark.rule("mag.dice.d10_d6")
def test_a_nought_on_a_ten_sided_die_is_ten() -> None:
    at = table(manual=True)
    at.open()
    say(at, "2", "0")
    assert at.game.known == [[2], [10]]


@pytest.mark.rule("mag.dice.d100")
@pytest.mark.parametrize(
    ("typed", "face"), [("00", 100), ("0 0", 100), ("0 7", 7), ("07", 7), ("7 0", 70), ("7", 7), ("100", 100)]
)
def test_percentage_dice_are_typed_as_they_lie(typed: str, face: int) -> None:
    question = TypeDice(Throw(1, 100, "to hit", "mag.fire.roll", 0))
    assert answer(question, typed, []) == [face] and question.refuse([face]) is None


@pytest.mark.rule("mag.dice.d100")
@pytest.mark.parametrize("typed", ["0", "000", "101", "0 7 1", "10 7"])
def test_what_two_ten_sided_dice_cannot_show_is_refused(typed: str) -> None:
    question = TypeDice(Throw(1, 100, "to hit", "mag.fire.roll", 0))
    assert question.refuse(answer(question, typed, [])) is not None


def test_a_nought_is_no_face_of_six() -> None:
    question = TypeDice(Throw(2, 6, "morale", "mag.morale.procedure", 0))
    assert answer(question, "6, 5", []) == [6, 5]
    assert question.refuse(answer(question, "0 5", [])) is not None


def test_the_keyboard_is_handed_over_and_hidden_pieces_stay_hidden() -> None:
    at = table("forest_road", people=(0, 1))
    at.open()
    say(at, "camouflage", "1", "1")  # a skill, the rangers, Lone Wolf
    assert at.prompt == "The Darklords> "
    assert "out of sight" in say(at, "1")  # the spearmen hide
    text = say(at, "1", "1")
    while "Hand the keyboard" not in text:
        text = say(at, "1")
    assert text.startswith(NEW_PAGE) and "Sommerlund" in text and "Spearmen" not in text
    shown = say(at, "")
    assert shown.startswith(NEW_PAGE) and "Sommerlund: " in shown
    assert "▽sp" not in shown and "◁wo" in shown
    assert "out of sight" not in shown + say(at, "log 99")
    assert "hidden" not in say(at, "units").split("The Giak spearmen and archers")[0]
    assert "No piece called" in say(at, "reach north_spearmen-1")


def test_leaders_are_chosen_unseen_by_the_other_person() -> None:
    at = table(people=(0, 1))
    at.open()
    while at.question is not None and at.question.what != "leader":
        say(at, "1")
    assert "Hand the keyboard to The Darklords" in say(at, "2")
    assert "spearmen" not in say(at, "").split("leads the army")[1]


def test_a_battle_is_played_to_its_end_and_the_outcome_told(tmp_path: Path) -> None:
    at, chance = table(file=tmp_path / "battle.json"), Random(3)
    text = at.open()
    while not at.done:
        text = say(at, str(1 + chance.randrange(len(at._offers))))
    assert re.search(r"The battle is over. (Sommerlund won|The Darklords won|A draw): .+ \[mag\.", text)
    assert "The seed was 5." in text
    assert reopen(load(tmp_path / "battle.json")).result == at.game.result


# --- the command --------------------------------------------------------------------------------------------


def run(*words: str, lines: str = "") -> str:
    result = CliRunner().invoke(play, list(words), input=lines)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


def test_the_end_of_input_saves_and_the_battle_is_resumed(tmp_path: Path) -> None:
    file = str(tmp_path / "battle.json")
    first = run("magnamund", "--against", "random", "--seed", "5", "--save", file, lines="1\n")
    assert f"Saved in {file}." in first
    again = run("--resume", file)
    question = first[first.index("Sommerlund: Where shall the Longbowmen") : first.rindex("Sommerlund>")]
    assert question in again


def test_the_other_side_can_be_played_and_nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = run("magnamund", "--side", "darklords", "--against", "random", "--seed", "1", "--no-save")
    assert "The Darklords: Where shall" in text and "was not saved" in text
    assert not list(tmp_path.iterdir())


def test_a_new_battle_never_takes_the_place_of_an_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        run("magnamund", "--against", "random", "--seed", "1")
    assert {file.name for file in tmp_path.iterdir()} == {"warhost-magnamund.json", "warhost-magnamund-2.json"}
    (tmp_path / "letter.txt").write_text("dear friend")
    result = CliRunner().invoke(play, ["magnamund", "--save", "letter.txt"])
    assert result.exit_code == 2 and "is no battle" in result.output
    assert (tmp_path / "letter.txt").read_text() == "dear friend"
