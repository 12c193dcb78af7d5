"""Seats that a browser keeps: several tabs have them in one place, and none forgets what another has put there."""

from __future__ import annotations

import re

import pytest

from .visitor import BEGIN, Come

pytestmark = pytest.mark.slow
TAKE = "id => import('/prefs.js').then(({remember}) => remember(id, {seats: [{token: `token of ${id}`}]}))"
HELD = "() => Object.keys(JSON.parse(localStorage['warhost.seats'])).sort()"


def test_a_seat_that_was_taken_in_one_tab_is_not_lost_by_another(come: Come) -> None:
    visitor = come()
    visitor.go("/#/prefs")
    other = visitor.context.new_page()
    other.goto(f"{visitor.address}/#/prefs")
    for tab, game in ((other, "first"), (visitor.page, "second"), (other, "third")):
        tab.evaluate(TAKE, game)
        tab.wait_for_timeout(300)  # for the others to hear of it
    assert visitor.page.evaluate(HELD) == ["first", "second", "third"]
    assert other.evaluate("import('/prefs.js').then(({seats}) => Object.keys(seats.peek()).length)") == 3


def test_whoever_followed_a_broken_link_first_plays_on_with_the_right_one(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    wish = {"rulebook": "magnamund", "seats": [{"kind": "person"}, {"kind": "computer", "level": "random"}]}
    made = visitor.page.evaluate(BEGIN, wish)
    token = made["seats"][0]["token"]
    for link in (token[:-3], token):
        visitor.go(f"/#/join/{made['id']}/{link}")
        visitor.page.wait_for_url(re.compile(f"#/game/{made['id']}$"))
    visitor.wait_for_question()
    assert visitor.page.locator(".cover").count() == 0
    kept = visitor.page.evaluate("id => JSON.parse(localStorage['warhost.seats'])[id].seats", made["id"])
    assert [seat["token"] for seat in kept] == [token]
