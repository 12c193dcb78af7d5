"""Campaigns at the server: founded, fought, brought home once, kept over restarts, nothing given away."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import pytest
from msgspec.structs import replace
from tests.threeplains.campaigns import asked_for, opened
from tests.warband.aftermath import end_of

from warhost.engine.campaign import Campaign
from warhost.engine.question import Refused
from warhost.engine.rulebook import rulebook
from warhost.roster.roster import roster_text
from warhost.serve.campaigns import due
from warhost.serve.limits import Limits
from warhost.serve.play import Play
from warhost.serve.storage import GameEntry, SeatEntry

from .conftest import PERSON, RANDOM, Server, run, until

ROSTERS = ["lantern_500", "unquiet_500"]
FEW = """
name = "{}"
rulebook = "warband"
army = "lantern"
points = 500
[[character]]
profile = "captain"
options = ["sword"]
[[group]]
profile = "sword"
models = 2
options = ["axe"]
"""
QUICK = {"kind": "computer", "level": "tactician", "seconds": 0}
SMALL = [FEW.format("The Lamplighters"), FEW.format("The Nightwatch")]


def found(server: Server, *seats: Any, **more: Any) -> dict[str, Any]:
    wish = {"rulebook": "warband", "seats": list(seats), "rosters": ROSTERS, **more}
    reply = server.http.post("/api/campaigns", json=wish)
    assert reply.status_code == 200, reply.text
    begun: dict[str, Any] = reply.json()
    return begun


def stands(server: Server, campaign: dict[str, Any], side: int | None = None) -> dict[str, Any]:
    token = "" if side is None else campaign["seats"][side]["token"]
    told: dict[str, Any] = server.get(f"/api/campaigns/{campaign['id']}", token=token)
    return told


def fight(server: Server, campaign: dict[str, Any], token: str = "", status: int = 200) -> Any:
    reply = server.http.post(f"/api/campaigns/{campaign['id']}/battle", json={"token": token})
    assert reply.status_code == status, reply.text
    return reply.json()


def fought(server: Server, campaign: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in stands(server, campaign)["account"]["pairings"] if one["stands"] == "fought"]


@pytest.fixture(scope="module")
def over(server: Server) -> dict[str, Any]:
    """A campaign of two computers, one battle long, which has been fought."""
    campaign = found(server, QUICK, QUICK, options={"battles": "1"}, title="Two at once", rosters=SMALL)
    until(lambda: stands(server, campaign)["account"]["pairings"][0]["stands"] == "due")
    fight(server, campaign)
    until(lambda: bool(fought(server, campaign)))
    return campaign


def test_a_campaign_is_founded_and_shown_to_everybody(server: Server) -> None:
    campaign = found(server, PERSON, RANDOM, title="The Long Winter")
    told = stands(server, campaign, 0)
    assert told["seat"] == 0 and told["who"] == ["person", "random"] and told["rulebook"] == "warband"
    assert told["account"]["title"] == "The Long Winter"
    assert [party["name"] for party in told["account"]["parties"]] == ["The Lantern Company", "The Unquiet"]
    assert [one["stands"] for one in told["account"]["pairings"]] == ["due", "to come", "to come", "to come"]
    assert stands(server, campaign)["seat"] is None
    assert any(game["id"] == campaign["id"] for game in server.get("/api/games"))


def test_another_campaign_under_the_same_key_is_another_campaign(server: Server) -> None:
    key = {"Idempotency-Key": token_urlsafe(24)}
    wish = {"rulebook": "warband", "seats": [{"kind": "person"}] * 4}
    wishes = ({**wish, "options": {"battles": battles}} for battles in "12")
    replies = [server.http.post("/api/campaigns", json=each, headers=key) for each in wishes]
    assert [reply.status_code for reply in replies] == [200, 200], replies[0].text
    assert replies[0].json()["id"] != replies[1].json()["id"]


def test_rulebooks_say_whether_they_have_campaigns(server: Server) -> None:
    offers = {book["id"]: book["campaign"] for book in server.get("/api/rulebooks")}
    assert offers["warband"]["most"] == 4 and offers["magnamund"] is None
    assert offers["threeplains"]["options"]["campaign"] == ["beacon_island"]


@pytest.mark.parametrize(
    "wish, why",
    [
        ({"rulebook": "magnamund"}, "no campaigns"),
        ({"rosters": ["../secrets", "ash_500"]}, "no ready roster"),
        ({"rosters": ["ash_500"]}, "2 to 4"),
        ({"seats": [PERSON]}, "2 seats"),
        ({"options": {"battles": "no"}}, "1 to 40"),
        ({"rosters": ['army = "ash"\n', "ash_500"]}, "roster 1"),
        ({"rulebook": "threeplains", "rosters": ["orcs_500", "elves_500"], "options": {"campaign": "/etc/passwd"}},
         "expected one of beacon_island"),
        ({"rulebook": "threeplains", "rosters": ["orcs_500", "elves_500"], "options": {"battles": "4"}},
         "no option is called"),
    ],
)  # fmt: skip
def test_unlawful_wishes_are_refused_with_a_reason(server: Server, wish: dict[str, Any], why: str) -> None:
    usual = {"rulebook": "warband", "seats": [PERSON, PERSON], "rosters": ROSTERS}
    reply = server.http.post("/api/campaigns", json=usual | wish)
    assert reply.status_code == 400 and why in reply.json()["error"]["why"]


def test_the_next_battle_is_one_game_however_often_it_is_asked_for(server: Server) -> None:
    campaign = found(server, PERSON, PERSON)
    token = campaign["seats"][1]["token"]
    fight(server, campaign, status=403)
    fight(server, campaign, "no token", 403)
    with ThreadPoolExecutor(4) as pool:
        ids = set(pool.map(lambda _: fight(server, campaign, token)["id"], range(8)))
    assert len(ids) == 1
    battle = ids.pop()
    told = stands(server, campaign)
    assert [(one["number"], one["id"], one["over"]) for one in told["battles"]] == [(1, battle, False)]
    guest = server.connect(battle, token)  # tokens of the campaign are good for its battles
    assert guest.hear("welcome")["seat"] == 1 and guest.heard[-1]["game"]["campaign"] == campaign["id"]
    assert server.get(f"/api/games/{battle}")["rulebook"] == "warband"


def test_a_battle_comes_home_once(server: Server, over: dict[str, Any]) -> None:
    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(lambda _: stands(server, over), range(8)))
    assert all(len([one for one in each["account"]["pairings"] if one["stands"] == "fought"]) == 1 for each in told)
    until(lambda: stands(server, over)["account"]["over"])  # computers settle what is left
    parties = stands(server, over)["account"]["parties"]
    assert [party["figures"]["fought"] for party in parties] == [1, 1]
    fight(server, over, status=409)
    page = server.http.get(f"/api/campaigns/{over['id']}/report")
    assert page.status_code == 200 and page.text.count("<svg") == 3
    sheet = server.http.get(f"/api/games/{over['id']}/sheet/1")
    assert sheet.status_code == 200 and parties[1]["name"] in sheet.text
    record = server.get(f"/api/games/{over['id']}/record")
    assert record["rulebook"] == "warband.campaign"


def test_nobody_can_say_how_a_battle_ended_but_the_battle(server: Server) -> None:
    campaign = found(server, PERSON, PERSON)
    guest = server.sit(campaign, 0)
    guest.catch_up()
    lie = {"players": [0, 1], "sides": [{"took_part": []}] * 2, "ratings": [1, 1], "winner": 0, "ranking": [0, 1]}
    guest.say(type="answer", number=0, answer=lie)
    assert guest.hear("refused")["why"] == "nothing is asked of you now"
    assert not fought(server, campaign)


def test_what_a_battle_brought_stands() -> None:
    """The choices after a battle may be taken back, but not past the next battle."""
    kind = rulebook("warband").campaign
    assert kind is not None
    entry = GameEntry("x", "", kind.id, kind.found(ROSTERS, {}), "7", (SeatEntry("a"), SeatEntry("b")), 0.0)
    play = Play(entry, kind, [])
    rows = [bring_home(play, kind)]
    while due(play) is None:
        question = play.open[0]
        assert not play.why_no_undo(question.side) or rows[-1].side != question.side
        rows.append(play.answer(question.side, play.number(question.side), first_choice(question)))
    assert not play.why_no_undo(rows[-1].side)
    rows.append(bring_home(play, kind))
    for side in (0, 1):
        assert "a battle has been fought since" in play.why_no_undo(side)
        with pytest.raises(Refused, match="fought since"):
            play.undo(side)
    again = Play(entry, kind, rows)
    assert again.game.hash == play.game.hash and len(again.game.checkpoint.fought) == 2


def bring_home(play: Play, kind: Campaign[Any, Any]) -> Any:
    fixture, field = due(play), kind.field(play.game.setting)
    assert fixture is not None
    return play.answer(field, play.number(field), end_of(fixture))


def first_choice(question: Any) -> str:
    return "done" if "done" in question.options else str(question.options[0])


def test_what_one_side_writes_for_a_battle_is_not_sent_to_the_other(server: Server) -> None:
    """Rosters are written in secret: neither the answer nor what it holds reaches the enemy or a watcher."""
    wish = {"rulebook": "threeplains", "seats": [PERSON, PERSON], "rosters": ["herlanceia_1000", "orcs_1000"]}
    campaign = server.http.post("/api/campaigns", json=wish).json()
    guests = [server.sit(campaign, side) for side in (0, 1)]
    watcher = server.connect(campaign["id"])
    own = roster_text(replace(asked_for(opened()).wanted.levied("7"), name="Zebra Company"))
    for side, answer in ((0, "agree"), (1, "agree"), (0, "leader"), (1, "leader"), (0, own)):
        assert guests[side].answer(answer)["type"] == "state"
    guests[1].catch_up(), watcher.catch_up()
    told = "".join([*guests[1].raw, *watcher.raw, json.dumps(stands(server, campaign, 1))])
    assert "Captain Ysolde" in told and "Zebra" not in told and "spear_militia" not in told
    guests[1].answer("levy")
    watcher.catch_up()
    until(lambda: stands(server, campaign)["account"]["pairings"][0]["stands"] == "due")
    assert "Zebra" not in "".join([*guests[1].raw, *watcher.raw])


# --- kept ------------------------------------------------------------------------------------------------------


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


serving = contextmanager(run)


def test_a_stopped_server_goes_on_where_it_was(url: str) -> None:
    goes_on(url)


def goes_on(url: str) -> None:
    """A campaign whose server is stopped in the middle of a battle, which is fought once."""
    with serving(url, Limits()) as server:
        campaign = found(server, RANDOM, RANDOM, options={"battles": "1"}, rosters=SMALL)
        before = stands(server, campaign)
        battle = fight(server, campaign)["id"]
    for _ in range(2):  # stopped in the middle of the battle, and again
        with serving(url, Limits()) as server:
            told = stands(server, campaign)
            if not told["battles"][0]["over"]:  # a quick machine fights to the end before it is stopped
                assert told["account"]["parties"] == before["account"]["parties"]
    with serving(url, Limits()) as server:
        stands(server, campaign)  # whoever looks sees to it that the battle goes on
        until(lambda: bool(fought(server, campaign)))
        told = stands(server, campaign)
        assert [one["id"] for one in told["battles"]] == [battle] and told["battles"][0]["over"]
        assert len(fought(server, campaign)) == 1


def test_nothing_secret_is_in_the_bytes(server: Server, over: dict[str, Any]) -> None:
    campaign = found(server, PERSON, PERSON)
    tokens = [seat["token"] for seat in campaign["seats"]]
    battle = fight(server, campaign, tokens[0])["id"]
    watcher, other = server.connect(campaign["id"]), server.connect(battle)
    watcher.catch_up(), other.catch_up()
    heard = "".join([*watcher.raw, *other.raw, json.dumps(stands(server, campaign))])
    for id in (campaign["id"], battle):
        heard += json.dumps(server.get(f"/api/games/{id}"))
    assert not any(token in heard for token in tokens) and "steady seed" not in heard and '"hash"' not in heard
    server.get(f"/api/games/{battle}/record", status=409)
