"""What may come of a charge by the end of the turn, over the socket."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import PERSON, Guest, Server, first_offer

OPEN = {"scenario": "three_hills", "options": {"measuring": "open"}}
MOST = 600


def charge_of(question: dict[str, Any]) -> Any:
    """A charge that makes sense, if there is one."""
    offers = question["suggestions"] if question["what"] == "charges" else ()
    return next((offer["answer"] for offer in offers if offer["answer"]), None)


def onward(question: dict[str, Any]) -> Any:
    """Whoever can goes at the enemy."""
    offers = [offer["answer"] for offer in question["suggestions"]]
    ahead = [offer for offer in offers if isinstance(offer, list) and offer and offer[0][0] == "go"]
    return ahead[0] if ahead else first_offer(question)


@pytest.fixture(scope="module")
def charger(server: Server) -> Guest:
    """Somebody who may declare a charge."""
    made = server.begin("threeplains", (PERSON, {"kind": "computer", "level": "random"}), **OPEN)
    guest = server.sit(made, 0)
    for _ in range(MOST):
        question = guest.asked()
        if charge_of(question):
            return guest
        guest.answer(onward(question))
    raise AssertionError("nobody came near enough to charge")


def foretold(guest: Guest, answer: Any, **more: Any) -> dict[str, Any]:
    guest.say(type="expect", id=5, number=guest.state["question"]["number"], answer=answer, **more)
    return guest.hear("expected")


def test_a_charge_is_tried_to_the_end_of_the_turn(charger: Guest) -> None:
    question = charger.state["question"]
    assert question["deferred"] is True
    charge = charge_of(question)
    found = foretold(charger, charge, until="turn")
    assert (found["id"], found["until"], found["tries"]) == (5, "turn", 40)
    assert found["losses"]
    for loss in found["losses"]:
        assert sum(chance for _, chance in loss["spread"]) == pytest.approx(1)
    again = foretold(charger, charge, until="turn")
    assert {**again, "serial": found["serial"]} == found


def test_the_step_alone_and_an_unlawful_charge_say_nothing_of_it(charger: Guest) -> None:
    step = foretold(charger, charge_of(charger.state["question"]))
    assert (step["until"], step["losses"]) == ("step", [])
    assert foretold(charger, {"nobody": "nowhere"}, until="turn")["tries"] == 0
