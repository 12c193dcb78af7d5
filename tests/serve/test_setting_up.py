"""The computer sets up for a player who would rather fight at once."""

from __future__ import annotations

import msgspec
import pytest

from warhost.engine.rulebook import installed, rulebook
from warhost.serve.limits import Limits
from warhost.serve.seats import SeatWishes

from .conftest import Guest, Server, run


def set_up_lines(guest: Guest) -> list[str]:
    return [
        line["text"] for said in guest.heard for line in said.get("lines", []) if line["kind"] == "Aide"
    ]


def first_turn(guest: Guest) -> None:
    """Whatever is asked before it is answered by the computer."""
    while guest.state["setting_up"]:
        question = guest.state["question"]
        assert question is None or question["settled"]
        guest.hear("state")


@pytest.mark.parametrize("id", sorted(installed()))
def test_a_battle_is_set_up_until_its_first_turn(id: str) -> None:
    book = rulebook(id)
    setting = book.setting(book.setup(None, {}))
    assert book.setting_up(book.begin(setting))


@pytest.mark.parametrize("id", ["magnamund", "threeplains"])
def test_the_computer_sets_up_and_says_so_for_good(server: Server, id: str) -> None:
    game = server.begin(id)
    mine, other = (server.sit(game, side) for side in (0, 1))
    for guest in (mine, other):
        guest.hear("state")
        guest.say(type="set_up")
    for guest in (mine, other):
        guest.catch_up()
        first_turn(guest)
    said = [f"The computer sets up for {side}, as its player wished." for side in mine.state["view"]["sides"]]
    again = server.sit(game, 0)
    again.hear("state")
    for guest in (mine, other, again):
        assert sorted(set_up_lines(guest)) == sorted(said)
    mine.say(type="undo", number=mine.state["number"])
    assert mine.hear("refused")["why"] == "the computer has set up for you, and that stands"


def test_only_who_wishes_so_is_set_up(server: Server) -> None:
    game = server.begin("magnamund")
    mine, other = (server.sit(game, side) for side in (0, 1))
    other.hear("state")
    mine.hear("state")
    mine.say(type="set_up")
    while other.state["setting_up"]:
        if (question := other.state["question"]) is None:
            other.hear("state")
        else:
            assert not question["settled"]
            other.answer()
    assert len(set_up_lines(other)) == 1


def test_it_goes_on_after_a_restart_and_is_kept(tmp_path: object) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    for server in run(url, Limits()):
        game = server.begin("magnamund")
        mine = server.sit(game, 0)
        mine.hear("state")
        mine.say(type="set_up")
        mine.catch_up()
    for server in run(url, Limits()):
        mine, other = (server.sit(game, side) for side in (0, 1))
        for guest in (mine, other):
            guest.hear("state")
        other.say(type="set_up")
        first_turn(mine)
        assert len(set_up_lines(mine)) == 2


def test_what_was_set_for_a_seat_before_there_was_such_a_wish_is_read() -> None:
    assert msgspec.json.decode(b'{"webhook":"https://a.example"}', type=SeatWishes).aide is False


def test_a_field_is_shown_before_the_battle_where_it_is_known(server: Server) -> None:
    known = server.http.get("/api/fields/threeplains/raid")
    assert known.headers["content-type"].startswith("image/svg+xml") and known.text.startswith("<svg")
    assert server.http.get("/api/fields/threeplains/plain").status_code == 204
    assert server.http.get("/api/fields/threeplains/nowhere").status_code == 404
