"""Orders in everyday words, as they are typed at the terminal and in the browser."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.charging.facing import Facing
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.opening.deployment import Deploy
from warhost.rulebooks.threeplains.opening.setup import PlaceFeature
from warhost.rulebooks.threeplains.telling.drafts import DeployDraft, FacingDraft, FeatureDraft, MoveDraft

from .scene import hero, number, scene, unit


def marching() -> MoveDraft:
    fight = scene(unit("guard", at=(36, 20), models=10, files=5))
    return MoveDraft(Move(fight, number(fight, "guard")))


@pytest.mark.parametrize(
    ("words", "acts"),
    [
        ("4 forward", [["go", 36000, 24000]]),
        ("advance 4 inches", [["go", 36000, 24000]]),
        ("left 90 2", [["go", 34000, 20000]]),
        ("right 1", [["reorganise", 37000, 20000]]),
        ("back 1", [["reorganise", 36000, 19000]]),
        ("pivot left 10", [["pivot", 35000]]),
        ("turn right 10 degrees", [["pivot", 1000]]),
        ("turn about", [["flip"]]),
        ("face back", [["flip"]]),
        ("front 4", [["reform", 4]]),
        ("2 forward, pivot left 10", [["go", 36000, 22000], ["pivot", 35000]]),
        ("2 forward then flip", [["go", 36000, 22000], ["flip"]]),
    ],
)
def test_everyday_words_become_acts(words: str, acts: list[list[object]]) -> None:
    made = marching()
    assert isinstance(made.take(words.split()), str)
    assert made.answer == made.wanted == acts


def test_a_single_model_goes_back_without_an_order_of_its_own_and_faces_anywhere() -> None:
    fight = scene(hero("ostrel", at=(36, 20)))
    made = MoveDraft(Move(fight, number(fight, "ostrel")))
    made.take(["back", "1"])
    made.take(["turn", "left"])
    assert made.answer == [["go", 36000, 19000], ["face", 9000]]  # from how it looks when it has gone there


@pytest.mark.parametrize(
    ("before", "words"), [([["reorganise", 37000, 20000]], "2 forward"), ([["go", 36000, 22000]], "left 1")]
)
def test_a_shift_is_an_order_of_its_own(before: list[Any], words: str) -> None:
    made = marching()
    made.resume(before)
    reply = made.take(words.split())
    assert isinstance(reply, Refusal) and "an order of its own" in reply.why
    assert made.wanted is None and made.answer == before


@pytest.mark.rule("tp.move.unit.slim")
def test_a_front_is_narrowed_on_all_of_the_way() -> None:
    made = marching()
    refused = made.take(["narrow,", "2", "forward,", "left", "30", "2"])
    assert isinstance(refused, Refusal) and refused.rule == "tp.move.unit.slim"  # nothing here makes it
    assert made.wanted == [["go", 36000, 22000, "narrow"]]


@pytest.mark.parametrize("words", ["forward", "wheel", "front", "forward far"])
def test_what_is_not_clear_is_asked_back(words: str) -> None:
    made = marching()
    assert isinstance(made.take(words.split()), Refusal) and made.wanted is None


@pytest.mark.parametrize("words", ["straight ahead", "4", "sing", "split"])
def test_what_may_mean_something_else_is_left_to_others(words: str) -> None:
    made = marching()
    assert made.take(words.split()) is None or isinstance(made.take(words.split()), Refusal)
    assert made.answer == []


@pytest.mark.rule("tp.move.value")
def test_what_may_not_be_is_still_what_was_wanted() -> None:
    made = marching()
    made.resume([["go", 36000, 27000]])
    assert isinstance(made.take(["1", "forward"]), Refusal)
    assert made.wanted == [["go", 36000, 27000], ["go", 36000, 28000]] and made.answer == [["go", 36000, 27000]]


def test_a_part_that_is_split_off_is_moved_as_it_looks() -> None:
    made = marching()
    made.resume([["split", {"models": 5, "stay": [36000, 20000, 0, 5], "go": [36000, 18000, 9000, 5]}]])
    made.take(["2", "forward"])
    assert made.answer[0][1]["go"] == [38000, 18000, 9000, 5]
    made.take(["turn", "left"])
    assert made.answer[0][1]["go"] == [38000, 18000, 0, 5]


def test_a_place_is_moved_turned_and_widened() -> None:
    fight = scene(unit("guard", at=(36, 20), models=10, files=5, fate="waiting"), phase="deployment", clock=0)
    made = DeployDraft(Deploy(fight, number(fight, "guard")))
    made.resume({"at": [30000, 8000], "facing": 0, "files": 5})
    for words in ("left 3, forward 1", "pivot right 10", "front 4"):
        assert isinstance(made.take(words.split()), str), words
    assert made.answer == {"at": [27000, 9000], "facing": 1000, "files": 4}
    made.take(["to", "30", "10"])
    assert made.answer["at"] == [30000, 10000]
    assert isinstance(made.take(["forward", "40"]), Refusal) and made.wanted["at"] == [
        pytest.approx(30000, abs=8000), pytest.approx(49392, abs=700),
    ]  # fmt: skip


def test_a_facing_is_turned_from_how_the_piece_stands() -> None:
    fight = scene(hero("ostrel", at=(36, 20)))
    made = FacingDraft(Facing(fight, number(fight, "ostrel"), "tp.move.value"))
    made.take(["turn", "left", "30"])
    assert made.answer == 33000
    made.take(["about"])
    assert made.answer == 33000


def test_a_feature_is_moved_from_where_it_lies() -> None:
    fight = scene()
    made = FeatureDraft(PlaceFeature(fight.setting, fight.state, 0))
    assert made.take(["left", "2"]) is None
    made.take(["hill", "at", "30", "8", "size", "10", "6"])
    made.take(["left", "2,", "turn", "right", "20"])
    assert made.answer["middle"] == [28000, 8000] and made.answer["turn"] == 2000
