"""Games that go on for days: one notice a handover, by webhook and mail, with reminders, and no secret in any."""

from __future__ import annotations

import json
import socketserver
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from warhost.serve import webhook as hooks
from warhost.serve.computers import Computers
from warhost.serve.limits import Limits
from warhost.serve.mail import Smtp
from warhost.serve.notices import Post, notice
from warhost.serve.seatkeeping import Due
from warhost.serve.seats import SeatWishes
from warhost.serve.storage import GameEntry

from .conftest import PERSON, RANDOM, Guest, Server, run, until
from .post import Hook, Mailbox, mailbox, running, webhook

SOON = 0.05


@pytest.mark.parametrize(("turn", "words"), [(0, "(setting up)"), (1, "(turn 1)")])
def test_before_the_first_turn_a_notice_speaks_of_setting_up(turn: int, words: str) -> None:
    due = Due("ab", 0, SeatWishes(address="https://table.test"), 1.0, 0, 0, ())
    entry = GameEntry("ab", "Sunday", "duel", {}, "seed", (), 0.0)
    told = notice(due, entry, turn)
    assert told.text == f"It is your move in Sunday {words}. https://table.test/game/ab"


@pytest.fixture
def hook() -> Iterator[Hook]:
    with webhook() as made:
        yield made


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mailbox() as made:
        yield made


def posting(box: Mailbox | None = None) -> Post:
    smtp = Smtp("127.0.0.1", box.port, "table@warhost.test") if box else None
    return Post(smtp, "https://table.test", private=True, pulse=SOON, pause=SOON)


@pytest.fixture
def calling(tmp_path: Path, box: Mailbox) -> Iterator[Server]:
    yield from run(f"sqlite:///{tmp_path / 'games.db'}", Limits(), post=posting(box))


def wish(server: Server, game: dict[str, Any], side: int, status: int = 200, **more: Any) -> Any:
    told = {"token": game["seats"][side]["token"], **more}
    reply = server.http.post(f"/api/games/{game['id']}/seat", json=told)
    assert reply.status_code == status, reply.text
    return reply.json()


def at_table(server: Server, game: dict[str, Any]) -> list[Guest]:
    guests = [server.sit(game, side) for side in (0, 1)]
    for guest in guests:
        guest.hear("state")
    return guests


def hand_over(guests: list[Guest]) -> tuple[int, int]:
    """Answer until it is the other side's move; who did, and who is asked then."""
    first = next(side for side, guest in enumerate(guests) if guest.state["question"])
    while guests[first].state["question"]:
        guests[first].answer()
    guests[1 - first].asked()
    return first, 1 - first


def settled(pause: float = 0.4) -> None:
    """What was to come has come; nothing more should."""
    time.sleep(pause)


def test_one_notice_a_handover_however_many_questions_follow(calling: Server, hook: Hook) -> None:
    game = calling.begin("threeplains", title="Sunday")
    guests = at_table(calling, game)
    for side in (0, 1):
        wish(calling, game, side, webhook=hook.url, wait=0)
    asked, handed, answers = next(side for side, guest in enumerate(guests) if guest.state["question"]), [], 0
    while len(handed) < 3 or answers == len(handed):
        guests[asked].answer()
        answers += 1
        if not guests[asked].state["question"]:
            asked = 1 - asked
            guests[asked].asked()
            handed.append(asked)
            until(lambda: len(hook.heard) == len(handed))
    settled()
    assert [one["side"] for one in hook.heard] == handed
    assert {one["kind"] for one in hook.heard} == {"turn"}
    assert hook.heard[0]["title"] == "Sunday" and hook.heard[0]["url"] == f"https://table.test/game/{game['id']}"


def test_whoever_is_called_to_a_campaign_is_called_to_its_battles(calling: Server, hook: Hook) -> None:
    wanted = {"rulebook": "warband", "seats": [PERSON, PERSON], "rosters": ["lantern_500", "unquiet_500"]}
    campaign = calling.http.post("/api/campaigns", json=wanted).json()
    tokens = [seat["token"] for seat in campaign["seats"]]
    for side in (0, 1):
        wish(calling, campaign, side, webhook=f"{hook.url}?{side}", wait=0)
    settled()
    assert hook.heard == []  # nobody is asked anything yet
    begun = [
        calling.http.post(f"/api/campaigns/{campaign['id']}/battle", json={"token": token}).json()["id"]
        for token in (*tokens, *tokens)
    ]
    guests = [calling.connect(begun[0], token) for token in tokens]
    asked = next(side for side, guest in enumerate(guests) if guest.hear("state")["question"])
    until(lambda: len(hook.heard) == asked)  # the first began it, and sees it himself
    settled()
    assert [(one["kind"], one["game"], one["side"]) for one in hook.heard] == [("turn", begun[0], 1)] * asked
    while guests[asked].state["question"]:
        guests[asked].answer()
    until(lambda: len(hook.heard) == asked + 1)
    assert hook.heard[-1]["side"] == 1 - asked and hook.paths[-1].endswith(f"?{1 - asked}")


def test_a_notice_waits_and_is_dropped_when_he_answers_meanwhile(calling: Server, hook: Hook) -> None:
    game = calling.begin()
    guests = at_table(calling, game)
    for side in (0, 1):
        wish(calling, game, side, webhook=hook.url, wait=4)
    _, second = hand_over(guests)
    guests[second].answer()
    settled(4.4)
    assert [one for one in hook.heard if one["side"] == second] == []


def test_a_notice_has_no_secret_and_no_token(calling: Server, hook: Hook) -> None:
    game = calling.begin()
    guests = at_table(calling, game)
    for side in (0, 1):
        wish(calling, game, side, webhook=hook.url, wait=0)
    _, second = hand_over(guests)
    until(lambda: bool(hook.heard))
    told = json.dumps(hook.heard)
    assert guests[second].state["question"]["text"] not in told
    assert not any(seat["token"] in told for seat in game["seats"])
    assert set(hook.heard[0]) == {"id", "kind", "game", "title", "side", "turn", "url", "text", "content"}


def test_reminders_come_three_times_at_most(calling: Server, hook: Hook) -> None:
    game = calling.begin()
    guests = at_table(calling, game)
    for side in (0, 1):
        wish(calling, game, side, webhook=hook.url, wait=0, remind=0.15)
    _, second = hand_over(guests)
    mine = lambda: [one["kind"] for one in hook.heard if one["side"] == second]  # noqa: E731
    until(lambda: len(mine()) == 4)
    settled(0.5)
    assert mine() == ["turn", "reminder", "reminder", "reminder"]


def test_what_fails_is_tried_again_with_an_end(calling: Server, hook: Hook) -> None:
    game = calling.begin()
    guests = at_table(calling, game)
    hook.statuses = [500, 302, 500, 500, 500, 500, 500]
    for side in (0, 1):
        wish(calling, game, side, webhook=hook.url, wait=0)
    _, second = hand_over(guests)
    until(lambda: len(hook.heard) == 3)
    token = game["seats"][second]["token"]
    assert "webhook: it answered" in calling.get(f"/api/games/{game['id']}/seat", token=token)["trouble"]
    assert set(hook.paths) == {"/hook"}  # no redirect is followed
    assert len({one["id"] for one in hook.heard}) == 1


def test_a_notice_survives_a_restart(tmp_path: Path, hook: Hook) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    for server in run(url, Limits(), post=Post(pulse=60.0, private=True)):
        game = server.begin()
        guests = at_table(server, game)
        for side in (0, 1):
            wish(server, game, side, webhook=hook.url, wait=0)
        _, second = hand_over(guests)
    assert not hook.heard
    for server in run(url, Limits(), post=posting()):
        until(lambda: bool(hook.heard))
        token = game["seats"][second]["token"]
        assert server.get(f"/api/games/{game['id']}/seat", token=token)["webhook"] == hook.url
    assert [one["side"] for one in hook.heard] == [second]


def test_a_computer_that_was_thinking_when_the_server_was_stopped_answers_though_nobody_comes(
    tmp_path: Path, hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = Computers._answer_one

    async def thinks(self: Computers) -> bool:
        return not self._match.play.number(0) and await really(self)

    url = f"sqlite:///{tmp_path / 'games.db'}"
    with monkeypatch.context() as patch:
        patch.setattr(Computers, "_answer_one", thinks)
        for server in run(url, Limits(), post=posting()):
            game = server.begin("magnamund", (PERSON, RANDOM))
            guest = server.sit(game, 0)
            while guest.asked() and guest.answer()["question"]:
                pass
            guest.close()
            wish(server, game, 0, webhook=hook.url, wait=0)
        assert not hook.heard
    for _ in run(url, Limits(), post=posting()):
        until(lambda: bool(hook.heard))
    assert [(one["side"], one["kind"]) for one in hook.heard] == [(0, "turn")]


# --- webhooks lead nowhere else ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://10.0.0.1/", "http://192.168.1.1/",
        "http://169.254.169.254/latest", "http://100.64.0.1/", "http://[::ffff:127.0.0.1]/", "http://0.0.0.0/",
        "http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/", "http://2130706433/", "http://[fd00::1]/",
    ],
)  # fmt: skip
def test_a_webhook_does_not_lead_into_the_house(url: str) -> None:
    with pytest.raises(hooks.NotSent, match=r"does not lie in the open net|not known"):
        hooks.place_of(url, private=False)


NONE = ["ftp://example.org/", "javascript:alert(1)", "http://", "http://a:b@example.org/", "//["]


@pytest.mark.parametrize("url", NONE)
def test_an_address_that_is_none_is_refused(calling: Server, url: str) -> None:
    game = calling.begin()
    assert "webhook" in wish(calling, game, 0, 400, webhook=url)["error"]["why"]


def test_whoever_answers_byte_by_byte_is_not_listened_to_for_ever() -> None:
    class Slow(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            for byte in b"HTTP/1.1 200 OK" + b" " * 60:
                try:
                    self.request.sendall(bytes([byte]))
                except OSError:
                    return
                time.sleep(0.1)

    began = time.monotonic()
    with running(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Slow)) as port, pytest.raises(hooks.NotSent):
        hooks.post(f"http://127.0.0.1:{port}/", b"{}", private=True, seconds=0.3)
    assert time.monotonic() - began < 3


# --- mail ----------------------------------------------------------------------------------------------------


def key_in(text: str, what: str) -> str:
    return text.split(f"/mail/{what}/")[1].split(maxsplit=1)[0]


def test_mail_goes_out_only_after_its_address_has_agreed(calling: Server, box: Mailbox) -> None:
    game = calling.begin(title="Buy this")
    guests = at_table(calling, game)
    first = next(side for side, guest in enumerate(guests) if guest.state["question"])
    told = wish(calling, game, 1 - first, mail="ann@example.org", wait=0)
    assert told["by_mail"] and not told["confirmed"]
    until(lambda: len(box.mails) == 1)
    assert "Buy this" not in box.texts()[0]  # a stranger reads nobody's words but ours
    hand_over(guests)
    settled()
    assert len(box.mails) == 1
    key = key_in(box.texts()[0], "confirm")
    assert calling.http.post("/api/mail/confirm", json={"key": key}).json()["mail"] == "ann@example.org"
    hand_over(guests)
    hand_over(guests)
    until(lambda: len(box.mails) == 2)
    mail = box.mails[1]
    assert mail["To"] == "ann@example.org" and "It is your move in Buy this" in mail["Subject"]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    calling.http.post(f"/api/mail/stop/{key}", content=b"List-Unsubscribe=One-Click")
    hand_over(guests)
    hand_over(guests)
    settled()
    assert len(box.mails) == 2


def test_who_wants_no_mail_is_not_asked_again(calling: Server, box: Mailbox) -> None:
    game = calling.begin()
    wish(calling, game, 0, mail="bob@example.org")
    until(lambda: len(box.mails) == 1)
    key = key_in(box.texts()[0], "stop")
    assert calling.http.post("/api/mail/stop", json={"key": key, "never": True}).status_code == 200
    again = wish(calling, calling.begin(), 0, 409, mail="Bob@example.org")
    assert "wants no mail" in again["error"]["why"]
    assert len(box.mails) == 1


def test_who_wants_no_mail_ever_again_gets_none_of_other_games_either(calling: Server, box: Mailbox) -> None:
    game, other = calling.begin(), calling.begin()
    guests = at_table(calling, game)
    first = next(side for side, guest in enumerate(guests) if guest.state["question"])
    keys = []
    for each in (game, other):
        wish(calling, each, 1 - first, mail="bob@example.org", wait=0)
        until(lambda: len(box.mails) == len(keys) + 1)
        keys.append(key_in(box.texts()[-1], "confirm"))
        assert calling.http.post("/api/mail/confirm", json={"key": keys[-1]}).status_code == 200
    assert calling.http.post("/api/mail/stop", json={"key": keys[1], "never": True}).status_code == 200
    hand_over(guests)
    settled()
    assert len(box.mails) == len(keys)


def test_one_address_is_not_asked_over_and_over(calling: Server, box: Mailbox) -> None:
    for _ in range(3):
        wish(calling, calling.begin(), 0, mail="eve@example.org")
    wish(calling, calling.begin(), 0, 429, mail="eve@example.org")
    assert len(box.mails) == 3


@pytest.mark.parametrize("mail", ["nobody", "a@b", "a b@example.org", "a@example.org\nBcc: x@example.org"])
def test_an_address_that_is_none_gets_no_mail(calling: Server, box: Mailbox, mail: str) -> None:
    wish(calling, calling.begin(), 0, 400, mail=mail)
    assert not box.mails


def test_without_a_mail_server_there_is_no_mail(server: Server) -> None:
    game = server.begin()
    assert "sends none" in wish(server, game, 0, 409, mail="ann@example.org")["error"]["why"]
    assert server.get(f"/api/games/{game['id']}/seat", token=game["seats"][0]["token"])["by_mail"] is False


def test_only_the_player_sees_what_he_has_set(calling: Server, hook: Hook) -> None:
    game = calling.begin()
    wish(calling, game, 0, webhook=hook.url)
    path = f"/api/games/{game['id']}/seat"
    assert calling.get(path, token=game["seats"][1]["token"])["webhook"] == ""
    calling.get(path, 403)
    assert hook.url not in json.dumps([calling.get("/api/games"), calling.get(f"/api/games/{game['id']}")])
