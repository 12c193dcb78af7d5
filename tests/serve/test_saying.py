"""Orders in words over the socket: the rulebook's own grammar, for whatever client asks."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import PERSON, RANDOM, Guest, Server


def to_an_order(server: Server, rulebook: str, form: str) -> Guest:
    """Somebody at the table who is asked for an order of this form."""
    guest = server.sit(server.begin(rulebook, (PERSON, RANDOM)), 0)
    for _ in range(200):
        question = guest.asked()
        if question["order"] and question["order"]["form"] == form:
            return guest
        guest.answer()
    raise AssertionError(f"never asked for {form}")


def say(guest: Guest, text: str, order: Any = None) -> dict[str, Any]:
    guest.say(type="say", id=7, number=guest.state["question"]["number"], text=text, order=order)
    heard = guest.hear("heard")
    assert heard["id"] == 7
    return heard


@pytest.fixture(scope="module")
def moving(server: Server) -> Guest:
    return to_an_order(server, "threeplains", "regiment")


@pytest.fixture(scope="module")
def marching(server: Server) -> Guest:
    return to_an_order(server, "magnamund", "path")


def test_words_become_an_order_with_its_verdict(moving: Guest) -> None:
    heard = say(moving, "2 forward")
    assert heard["understood"] and [act[0] for act in heard["answer"]] == ["go"]
    assert heard["verdict"]["ok"] and heard["verdict"]["preview"]["blocks"] and heard["label"]


def test_words_go_on_with_the_order_that_comes_with_them(moving: Guest) -> None:
    first = say(moving, "2 forward")["answer"]
    assert [act[0] for act in say(moving, "then pivot left 10", first)["answer"]] == ["go", "pivot"]
    assert [act[0] for act in say(moving, "pivot left 10")["answer"]] == ["pivot"]


def test_an_order_that_may_not_be_is_told_with_the_rule(moving: Guest) -> None:
    heard = say(moving, "front 60")
    assert heard["answer"] == [["reform", 60]] or heard["answer"] == [["form", 60]]
    assert not heard["verdict"]["ok"] and heard["verdict"]["rule"].startswith("tp.")


@pytest.mark.parametrize("words", ["wheel", "forward far", "forward"])
def test_words_that_are_not_clear_say_what_would_be(moving: Guest, words: str) -> None:
    heard = say(moving, words)
    assert heard["understood"] and heard["answer"] is None and heard["why"]


@pytest.mark.parametrize("words", ["wibble", "7", "", "the second of them"])
def test_words_that_are_no_order_are_not_understood(moving: Guest, words: str) -> None:
    heard = say(moving, words)
    assert not heard["understood"] and heard["answer"] is None


def test_a_unit_on_a_board_goes_together_and_one_of_it_alone(marching: Guest) -> None:
    heard = say(marching, "1 forward")
    assert heard["verdict"]["ok"] and set(heard["answer"].values()) == {"F"}
    name = list(heard["answer"])[-1]
    turned = say(marching, f"{name} face west", heard["answer"])["answer"]
    assert turned[name] == "w" and set(turned.values()) == {"F", "w"}


def test_an_order_to_another_question_is_not_read(moving: Guest) -> None:
    moving.say(type="say", id=8, number=999_999, text="2 forward")
    heard = moving.hear("heard")
    assert heard["answer"] is None and "is not open" in heard["why"]


@pytest.mark.parametrize("order", [{"a": 1}, 7, [[]], [["go", "x", None]], "north"])
def test_an_order_of_a_strange_shape_does_no_harm(moving: Guest, order: Any) -> None:
    assert say(moving, "then 1 forward", order)["type"] == "heard"
    assert say(moving, "1 forward")["answer"]
