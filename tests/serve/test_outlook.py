"""Looking from where an order would lead: arcs, ranges and lines of sight of a piece that is being dragged."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Question, Refusal
from warhost.serve.match import Match
from warhost.serve.messages import Look
from warhost.serve.play import Play

from .test_previews import block, play_to, playing


def outlook(play: Play, side: int, origin: Any, order: Any = None) -> Any:
    return play.asking.look(play.game, side, Look(1, "outlook", origin, None, order))


def marching(play: Play, acts: str) -> Question:
    """The first question whose piece can be told so."""
    while True:
        question = play_to(play, "move", 1)
        if question.kind == "order" and acts in play.asking.described(play.game, question, 0)["order"]["acts"]:
            return question
        play.answer(question.side, play.number(question.side), question.suggest()[0])


def test_a_piece_that_turns_its_back_sees_no_enemy_ahead() -> None:
    play = playing("threeplains", measuring="open")
    question = marching(play, "flip")
    now, then = (outlook(play, question.side, question.about, order) for order in (None, [["flip"]]))
    assert any(other["seen"] for other in now["others"])
    assert not any(other["seen"] for other in then["others"])
    assert all(other["why"] for other in then["others"])
    assert now["arcs"][0]["outline"] != then["arcs"][0]["outline"]


def test_the_outlook_is_from_where_the_order_leads() -> None:
    play = playing("threeplains", measuring="open")
    question = marching(play, "pivot")
    order = next(order for order in question.suggest() if order and order[0][0] == "go")
    before = play.view(question.side).blocks
    then = outlook(play, question.side, question.about, order)
    (ring,) = [arc["outline"] for arc in then["arcs"] if arc["kind"] == "senses"]
    assert _middle(ring) == pytest.approx(_middle(block(play, question, order)["outline"]), abs=5)
    assert play.book.view(play.game.setting, play.game.state, question.side).blocks == before  # nothing has moved


def _middle(points: Any) -> list[float]:
    return [(max(at) + min(at)) / 2 for at in zip(*points, strict=True)]


def test_nothing_is_measured_on_the_way_where_orders_come_first() -> None:
    play = playing("threeplains", measuring="orders first")
    question = marching(play, "pivot")
    found = outlook(play, question.side, question.about)
    assert [arc["kind"] for arc in found["arcs"]] == ["sight"]
    assert found["others"] and not any({"distance", "shot", "nearest"} & set(other) for other in found["others"])


def test_from_a_point_everybody_is_looked_at() -> None:
    play = playing("threeplains")
    marching(play, "pivot")
    found = outlook(play, 0, [36_000, 24_000])
    assert {other["id"] for other in found["others"]} == {one.id for one in play.view(0).blocks}
    assert found["arcs"] == []


def test_a_marching_soldier_of_magnamund_sees_from_the_square_he_goes_to() -> None:
    play = playing("magnamund")
    question = play_to(play, "march")
    order = next(order for order in question.suggest() if order)
    name = next(iter(order))
    now, then = outlook(play, question.side, name), outlook(play, question.side, name, order)
    assert now["arcs"][0]["squares"] != then["arcs"][0]["squares"]
    assert set(then["arcs"][1]["squares"]) <= set(then["arcs"][0]["squares"])
    assert {"seen", "line", "shots"} <= set(then["others"][0])


def test_one_who_is_asked_nothing_cannot_imagine_an_order() -> None:
    play = playing("threeplains")
    question = marching(play, "pivot")
    assert isinstance(outlook(play, 1 - question.side, question.about, [["flip"]]), Refusal)


@pytest.mark.parametrize("order", [[["go"]], {"at": 3}, [7], "march", [["go", "a", "b"]]])
def test_an_order_that_makes_no_sense_is_refused(order: Any) -> None:
    play = playing("threeplains")
    question = marching(play, "pivot")
    match = object.__new__(Match)
    match.play = play
    refused = match._looked(question.side, Look(1, "outlook", question.about, None, order))
    assert isinstance(refused, Refusal)
