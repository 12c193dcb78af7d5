"""Orders in everyday words, as they are typed at the terminal and in the browser."""

from __future__ import annotations

import pytest

from warhost.engine.question import Refusal
from warhost.engine.saying import spoken
from warhost.rulebooks.magnamund.drafts import MarchDraft, PlaceDraft
from warhost.rulebooks.magnamund.everyday import beyond, facing_after
from warhost.rulebooks.magnamund.orders import March
from warhost.rulebooks.magnamund.placing import Place

from .test_asking import battle, met


def marching() -> MarchDraft:
    return MarchDraft(met(battle(), March))


@pytest.mark.parametrize(
    ("words", "facing", "after"),
    [("turn left", 0, 3), ("turn right", 3, 0), ("turn about", 1, 3), ("turn left 180", 0, 2), ("face north", 2, 0),
     ("west", 0, 3), ("face back", 0, 2)],
)  # fmt: skip
def test_turns_are_quarters(words: str, facing: int, after: int) -> None:
    assert facing_after(words.split(), facing) == after


@pytest.mark.parametrize(("facing", "square"), [(0, (4, 7)), (1, (7, 6)), (2, (6, 3)), (3, (3, 4))])
def test_ways_are_as_a_piece_looks(facing: int, square: tuple[int, int]) -> None:
    ahead = {0: (5, 7), 1: (7, 5), 2: (5, 3), 3: (3, 5)}[facing]
    assert beyond(spoken(["2", "forward"]), (5, 5), facing) == ahead
    aslant = beyond(spoken(["forward", "left", "1"]), (5, 5), facing)
    assert aslant == {0: (4, 6), 1: (6, 6), 2: (6, 4), 3: (4, 4)}[facing]


def test_a_unit_goes_straight_on_together() -> None:
    made = marching()
    assert "Lawful" in str(made.take(["2", "forward"]))
    assert made.answer == made.wanted and set(made.answer.values()) == {"FF"}
    made.take(["then", "turn", "about"])
    assert {(path[:2], len(path)) for path in made.answer.values()} == {("FF", 3)}


def test_the_leading_piece_is_taken_at_its_word_though_it_cannot() -> None:
    made = marching()
    lead = made.question.fight.setting.name(made.question.free[0])
    refused = made.take(["30", "forward"])
    assert isinstance(refused, Refusal) and refused.plain.startswith(f"{lead}:")
    assert made.wanted[lead] == "F" * 30 and made.answer == {}


def test_one_of_them_goes_alone_beside_what_the_others_were_told() -> None:
    made = marching()
    made.take(["2", "forward"])
    name = list(made.answer)[-1]
    made.take([name, "1", "forward"])
    assert made.answer[name] == "F" and set(made.answer.values()) == {"F", "FF"}


def test_the_way_to_a_square_is_found_for_the_leading_piece() -> None:
    made = marching()
    question = made.question
    lead = question.free[0]
    x, y = question.fight.setting.board.xy(question.fight.state.pieces[lead].square)
    ahead = {0: (0, 1), 1: (1, 0), 2: (0, -1), 3: (-1, 0)}[question.fight.state.pieces[lead].facing]
    made.take(["to", f"{x + ahead[0]},{y + ahead[1]}"])
    assert made.wanted[question.fight.setting.name(lead)] == "F"
    assert isinstance(made.take(["to", "900,900"]), Refusal)


def test_a_group_is_shifted_as_it_looks_and_cannot_turn() -> None:
    made = PlaceDraft(met(battle(), Place))
    before, facing = dict(made.at), made.question.group.facing
    made.take(["1", "back"])
    dx, dy = {0: (0, -1), 1: (-1, 0), 2: (0, 1), 3: (1, 0)}[facing]
    assert made.wanted["at"] == {name: [x + dx, y + dy] for name, (x, y) in before.items()}
    assert isinstance(made.take(["turn", "left"]), Refusal)


def test_one_of_a_group_changes_places_with_another() -> None:
    made = PlaceDraft(met(battle(), Place))
    first, second = list(made.at)[:2]
    there = made.at[second]
    made.take([first, "to", f"{there[0]},{there[1]}"])
    assert made.wanted["at"][first] == there and made.wanted["at"][second] != there
