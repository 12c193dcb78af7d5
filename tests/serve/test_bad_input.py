"""Whatever anybody sends, he is told what was expected; nothing he sends is a fault of the server.

The fuzz below follows the server's own description of itself: every way to ask, with bodies and parameters that fit
it, that nearly fit it, and that do not.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from warhost.roster.roster import MOST_MODELS, MOST_POINTS
from warhost.serve.limits import Limits
from warhost.serve.openapi import openapi

from .conftest import PERSON, RANDOM, Server, run

SIDES = {"rulebook": "threeplains", "seats": [PERSON, PERSON]}
HEAD = 'name = "x"\nrulebook = "threeplains"\narmy = "orcs"\npoints = 500\n'
HORDE = '[[group]]\nprofile = "goblin_horde"\nmodels = {}\n'
SOON = 5.0  # seconds of work, for whoever may do it


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets one visitor begin as many games as the fuzz likes."""
    folder: Path = tmp_path_factory.mktemp("fuzz")
    yield from run(f"sqlite:///{folder / 'games.db'}", Limits(games=1_000_000, loaded=20))


@pytest.fixture(scope="module")
def game(open_server: Server) -> dict[str, Any]:
    return open_server.begin("threeplains")


def refused(reply: httpx.Response) -> str:
    """Why, in the body that every refusal has."""
    assert 400 <= reply.status_code < 500, reply.text
    why: str = reply.json()["error"]["why"]
    return why


# --- the door ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["[", "]", "[::1", "[v1.x]", "a b", "//", "", "[[[]"])
def test_a_host_that_is_none_is_turned_away(server: Server, name: str) -> None:
    assert "not called so" in refused(server.http.get("/api/games", headers={"Host": name}))


@pytest.mark.parametrize("origin", ["[", "http://[", "http://[::1", "//]", "null", "", "x" * 5_000])
def test_an_origin_that_is_none_is_turned_away(server: Server, origin: str) -> None:
    assert "only pages of this server" in refused(server.http.get("/api/games", headers={"Origin": origin}))


# --- addresses -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["9" * 4_400, "-1", "x", "%00", "1e3", "1.0", "%D9%A3", "1000001", "%20"])
def test_a_number_in_an_address_is_one_from_nought_up(server: Server, number: str) -> None:
    begun = server.begin()
    for path in ("at/{}", "sheet/{}"):
        address = f"/api/games/{begun['id']}/{path.format(number)}"
        assert "expected a whole number from 0 to" in refused(server.http.get(address))
    assert "expected a whole number from 0 to" in refused(server.http.get(f"/api/rules/magnamund?limit={number}"))


@pytest.mark.parametrize("id", ["%00", "a%00b", "%FF", "x" * 5_000, "%ED%A0%80", "a b", "..%2F..", "'", "%0A"])
def test_a_name_that_nothing_has_is_not_found(server: Server, id: str) -> None:
    for path in ("games/{}", "rules/{}", "rules/threeplains/{}", "sheet/threeplains/{}", "rosters/threeplains/{}"):
        reply = server.http.get(f"/api/{path.format(id)}")
        assert reply.status_code == 404 and refused(reply)


@pytest.mark.parametrize(
    "path", ["/api/sheet/threeplains/", "/api/nothing", "/%00", "/vendor/%00", "/api/", "/a%00.js"]
)
def test_an_address_with_nothing_behind_it(server: Server, path: str) -> None:
    reply = server.http.get(path)
    assert reply.status_code == 404 and "nothing at this address" in refused(reply)


@pytest.mark.parametrize(
    ("way", "path", "expected"),
    [("DELETE", "/api/games", "expected GET, HEAD or POST, got DELETE"),
     ("PUT", "/api/lessons/magnamund/0", "expected POST, got PUT"),
     ("GET", "/api/odds", "expected POST, got GET"), ("PATCH", "/", "expected GET or HEAD, got PATCH")],
)  # fmt: skip
def test_an_address_that_is_asked_otherwise_says_how(server: Server, way: str, path: str, expected: str) -> None:
    reply = server.http.request(way, path)
    assert reply.status_code == 405 and refused(reply) == expected
    assert reply.headers["Allow"] == expected[9:].rpartition(",")[0].replace(" or ", ", ")


BEGUN = {"rulebook": "magnamund", "seats": [PERSON, PERSON]}


@pytest.mark.parametrize(
    ("change", "expected"),
    [({"seats": [{"kind": "alien"}]}, "seats[0].kind: expected computer, friend or person, got 'alien'"),
     ({"seats": None}, "seats: expected array, got null"),
     ({"scenaro": "x"}, "scenaro: unknown key, did you mean scenario?"),
     ({"options": {"good": "x", "bad": 3}}, "options.bad: expected str, got int"),
     ({"options": {"x" * 121: "y"}}, "options: expected at most 120 characters in each key"),
     ({"title": "x" * 121}, "title: expected at most 120 characters")],
)  # fmt: skip
def test_what_is_not_understood_names_the_place_and_what_was_expected(
    server: Server, change: dict[str, Any], expected: str
) -> None:
    assert server.http.post("/api/games", json={**BEGUN, "title": "x" * 120}).status_code == 200
    assert refused(server.http.post("/api/games", json={**BEGUN, **change})) == f"not understood: {expected}"


def test_a_body_that_is_cut_off_behind_its_first_fault_is_told_of_that(server: Server) -> None:
    told = refused(server.http.post("/api/games", content=b'{"rulebook": 3, "seats": ['))
    assert told.startswith("not understood") and "rulebook" in told


@pytest.mark.parametrize(
    ("message", "expected"),
    [({"type": "nonsense"}, "type: expected answer, check, expect"), ({}, "type: expected a value"),
     ({"type": "look", "id": 1, "what": "smell", "from": "a"},
      "what: expected arc, distance, outlook, reach or sight, got 'smell'"),
     ({"type": "answer", "number": "x", "answer": 1}, "number: expected int, got str")],
)  # fmt: skip
def test_a_message_that_is_not_understood_names_the_place_and_what_was_expected(
    server: Server, message: dict[str, Any], expected: str
) -> None:
    guest = server.sit(server.begin(seats=(PERSON, RANDOM)), 0)
    guest.asked()
    guest.say(**message)
    assert guest.hear("error")["why"].startswith(f"not understood: {expected}")


@pytest.mark.parametrize("step", [-1, 10**30, 10**6 + 1, 1.5, "1", None])
def test_a_fork_is_from_a_step_that_there_is(server: Server, step: Any) -> None:
    begun = server.begin()
    wish = {"step": step, "tokens": [seat["token"] for seat in begun["seats"]]}
    assert "not understood" in refused(server.http.post(f"/api/games/{begun['id']}/fork", json=wish))


# --- armies --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "army", ["orcs:0:1", "orcs:-5:1", f"orcs:{MOST_POINTS + 1}:1", f"orcs:{'0' * 20}999999:1", "orcs:", "orcs::",
             ":", f"orcs:{'9' * 300}:1", "orcs:5e2:1"],
)  # fmt: skip
def test_an_army_of_chance_has_so_many_points(server: Server, army: str) -> None:
    named = {**SIDES, "options": {"armies": f"{army}, orcs_500"}}
    listed = {**SIDES, "rosters": [army, "orcs_500"]}
    for wish in (named, listed):
        assert f"1 to {MOST_POINTS} points" in refused(server.http.post("/api/games", json=wish))


def test_a_client_names_a_town_and_never_a_file_of_the_server(server: Server, tmp_path: Path) -> None:
    own = tmp_path / "town.txt"
    own.write_text("anything at all")
    for town in (str(own), "/etc/passwd", "nowhere"):
        wish = {"rulebook": "warband", "seats": [PERSON, PERSON], "options": {"town": town}}
        reply = server.http.post("/api/games", json=wish)
        assert reply.status_code == 400 and "option town: expected one of" in refused(reply)


def test_too_few_points_for_any_army_are_refused_by_their_rule(server: Server) -> None:
    reply = server.http.post("/api/games", json={**SIDES, "options": {"armies": "orcs:5:1, orcs_500"}})
    assert "no lawful army" in refused(reply) and reply.json()["error"]["rule"] == "tp.army.points"


TOO_MUCH = [
    (HEAD + HORDE.format(999_999_999), "group[0].models: expected int <= 100"),
    (HEAD + HORDE.format(100) * 100, f"group: expected at most {MOST_MODELS} models in all, got 10000"),
    (HEAD + HORDE.format(1) * 101, "group: expected a list of at most 100"),
    (HEAD.replace("500", "999999999"), f"points: expected int <= {MOST_POINTS}"),
    (HEAD.replace('"x"', f'"{"x" * 121}"'), "name: expected at most 120 characters"),
    ("a." * 20_000 + "a = 1", "line 1: expected keys of at most 16 parts"),
    ("a = " + "[" * 30_000, "line 1: expected lists and tables at most 16 deep"),
    ("a = " + "9" * 5_000, "line 1: expected a number"),
    ("a = 0x" + "f" * 50_000, "line 1: expected a number"),
    (HEAD + "side = nan", "side: expected a number"),
    ("a = \0", "line 1, column 5: Invalid value"),
]


@pytest.mark.parametrize(("roster", "expected"), TOO_MUCH)
def test_a_roster_out_of_bounds_is_refused_soon(server: Server, roster: str, expected: str) -> None:
    began = time.process_time()
    mustered = server.http.post("/api/muster/threeplains", json={"roster": roster}).json()
    assert mustered["bill"] is None and mustered["faults"][0].startswith(expected)
    assert expected in refused(server.http.post("/api/sheet/threeplains", json={"roster": roster}))
    wish = {**SIDES, "rosters": [roster, "orcs_500"], "options": {"rosters": "unchecked"}}
    assert expected in refused(server.http.post("/api/games", json=wish))
    assert time.process_time() - began < SOON


def test_the_largest_roster_that_nobody_checks_keeps_no_other_game_waiting(server: Server) -> None:
    """All models there may be, loose ones that cost most: others are answered while they come to the table."""
    rank = HORDE.replace("goblin_horde", "goblin_sneaks").format(20)
    wish = {**SIDES, "rosters": [HEAD + rank * (MOST_MODELS // 20)] * 2, "options": {"rosters": "unchecked"}}
    other = server.sit(server.begin(seats=(PERSON, RANDOM)), 0)
    other.asked()
    begun = server.http.post("/api/games", json=wish)
    assert begun.status_code == 200
    crowd = [server.sit(begun.json(), side) for side in (0, 1)]
    waits: list[float] = []

    def drive() -> None:
        for _ in range(12):
            turn = next(guest for guest in crowd if guest.state and guest.state["question"])
            turn.answer()
            for guest in crowd:
                if guest is not turn:
                    guest.catch_up()

    for guest in crowd:
        guest.hear("state")
    driver = Thread(target=drive)
    driver.start()
    while driver.is_alive():
        began = time.process_time()
        other.say(type="check", id=1, number=other.asked()["number"], answer="?")
        other.hear("checked")
        assert other.answer()["type"] == "state"
        waits.append(time.process_time() - began)
    driver.join()
    assert max(waits) < SOON


# --- situations ----------------------------------------------------------------------------------------------

BOARD = '[board]\nrows = ["....", "....", "....", "...."]\n'
UNIT = '[[units]]\nid = "a"\nside = "ours"\nsheet = "human"\nfacing = "N"\nat = [[1, 1]]\nweapons = ["sword"]\n'
GROUP = '[[groups]]\nid = "a"\nside = "ours"\nprofile = "orcs.goblin_horde"\nat = [36, 10]\n'


@pytest.mark.parametrize(
    ("book", "situation", "expected"),
    [
        ("magnamund", BOARD + UNIT + "lost = 1_000_000_000", "units[0].lost: expected int <= 100"),
        ("magnamund", BOARD + UNIT + "lost = 100", "units[0].lost: expected at most 100 pieces"),
        ("magnamund", BOARD + UNIT + "lost = -1", "units[0].lost: expected int >= 0"),
        ("magnamund", "turn = 1_000_000\n" + BOARD + UNIT, "turn: expected int <= 100"),
        ("magnamund", BOARD + UNIT.replace("[1, 1]", "[1, 1_000_000]"), "units[0].at[0][1]: expected int <= 101"),
        ("magnamund", BOARD + "buildings = [{ x = [1, 999_999], y = [1, 2] }]", "board.buildings[0].x[1]"),
        ("magnamund", f"[board]\nrows = {['.' * 101]}", "board.rows[0]: expected at most 100 characters"),
        ("magnamund", "dice = [999_999]\n" + BOARD + UNIT, "dice[0]: expected int <= 1000"),
        ("threeplains", GROUP + "models = 1_000_000_000", "groups[0].models: expected int <= 100"),
        ("threeplains", GROUP + "now = { lost = 1_000_000_000 }", "groups[0].now.lost: expected int <= 1000"),
        ("threeplains", GROUP + "stats = { A = 1_000_000 }", "groups[0].stats.A: expected int <= 1000"),
        ("threeplains", GROUP.replace("36, 10", "36, 1e12"), "groups[0].at[1]: expected a number"),
        ("threeplains", GROUP + "facing = nan", "groups[0].facing: expected a number"),
        ("threeplains", "[table]\nwidth = 1e6\n" + GROUP, "table.width: expected float <= 240"),
    ],
)
def test_a_situation_out_of_bounds_is_refused(server: Server, book: str, situation: str, expected: str) -> None:
    began = time.process_time()
    assert expected in refused(server.http.post(f"/api/odds/{book}", json={"situation": situation}))
    assert time.process_time() - began < SOON


ARCHERS = """
[[groups]]
id = "archers-{at}"
side = "ours"
profile = "orcs.goblin_archers"
models = 20
files = 20
at = [{at}, 10]
[[groups]]
id = "horde-{at}"
side = "theirs"
profile = "orcs.goblin_horde"
models = 20
at = [{at}, 20]
facing = 180
"""


def test_chances_of_more_dice_than_can_be_counted_are_refused_soon(server: Server) -> None:
    """Sixty bows at three hordes: what becomes of each alone is found, but not of all three together."""
    places = (12, 36, 60)
    answers = [name for at in places for name in (f"archers-{at}", f"horde-{at}")]
    situation = f'phase = "shooting"\nanswers = {answers}' + "".join(ARCHERS.format(at=at) for at in places)
    began = time.process_time()
    reply = server.http.post("/api/odds/threeplains", json={"situation": situation})
    assert "more than 2000 ways they can fall" in refused(reply)
    assert time.process_time() - began < SOON


# --- bodies --------------------------------------------------------------------------------------------------

BODIES = [
    b"", b"{", b"null", b"[]", b"3", b"\xff\xfe", b"[" * 60_000, b'{"a":' * 12_000, b'"\\ud800"', b'{"\\u0000":1}',
    b'{"roster":"\\ud800"}', b'{"roster":"\\u0000"}', b'{"situation":"\\u0000"}', b'{"step":1e999}', b"NaN",
    b'{"dice":' + b"9" * 5_000 + b',"tests":[]}', b'{"games":[{"id":"\\u0000","token":"\\u0000"}]}', b"\0",
    b'{"rulebook":"threeplains","seats":[]}', b'{"rulebook":"threeplains","seats":[' + b'{"kind":"person"},' * 9,
    b'{"rulebook":"\\u0000","seats":[]}', b'{"rulebook":"magnamund","seats":[],"scenario":"\\u0000"}',
]  # fmt: skip


def ways() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in openapi()["paths"].items():
        for method, described in methods.items():
            yield path, method, described


@pytest.mark.parametrize("path", [path for path, method, _ in ways() if method == "post"])
def test_bodies_that_are_none_are_refused(open_server: Server, game: dict[str, Any], path: str) -> None:
    for body in BODIES:
        address = path.format(book="threeplains", id=game["id"], step=0)
        reply = open_server.http.post(address, content=body)
        assert reply.status_code < 500, (path, body[:60], reply.text)


# --- the fuzz ------------------------------------------------------------------------------------------------

ODD_TEXTS = st.sampled_from(
    ["", "\0", "threeplains", "magnamund", "orcs_500", "orcs:500:7", "orcs:0:1", "armies", "checked", "unchecked",
     "rosters", "races", HEAD, HEAD + HORDE.format(9), BOARD + UNIT, GROUP, "a." * 99 + "a=1", "[" * 99, "\u202e",
     "💀", "person", "computer", "%00", "..", "mag.fire.arc", "tp.move.charge", "mill_farm", "three_hills", "a=nan"]
)  # fmt: skip
TEXTS = ODD_TEXTS | st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
ODD_NUMBERS = st.sampled_from([-1, 0, 1, 2, 3, 10**6, 10**18, 10**30, -(10**30)])
NUMBERS = ODD_NUMBERS | st.integers() | st.floats(allow_nan=False)
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)


def fitting(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a schema describes, and now and then something else in their place."""
    return st.one_of(_fitting(schema), _fitting(schema), _fitting(schema), ANYTHING)


def _fitting(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return _fitting(openapi()["components"]["schemas"][name])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([_fitting(one) for one in schema["anyOf"]])
    kind = schema.get("type")
    if kind == "object":
        return _object(schema)
    if kind == "array":
        return st.lists(fitting(schema["items"]), max_size=min(3, schema.get("maxItems", 3)))
    if kind in ("integer", "number"):
        return st.integers(int(schema["minimum"]), int(schema["maximum"]))
    return {"string": TEXTS, "boolean": st.booleans(), "null": st.none()}.get(kind or "", ANYTHING)


def _object(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    more = schema.get("additionalProperties")
    if isinstance(more, dict):
        return st.dictionaries(TEXTS, fitting(more), max_size=3)
    parts = {name: fitting(part) for name, part in schema.get("properties", {}).items()}
    needed = {name: parts.pop(name) for name in schema.get("required", []) if name in parts}
    return st.fixed_dictionaries(needed, optional=parts)


def asked(draw: st.DataObject, server: Server, game: dict[str, Any], path: str, described: dict[str, Any]) -> Any:
    """One request of the way that is described, by chance."""
    known = {"book": st.sampled_from(["threeplains", "magnamund"]), "id": st.just(game["id"])}
    known["token"] = st.sampled_from([seat["token"] for seat in game["seats"]])
    values, query = {}, {}
    for one in described["parameters"]:
        usual = known.get(one["name"], _fitting(one["schema"]))
        value = draw.draw(st.one_of(usual, usual, usual, TEXTS, NUMBERS), label=one["name"])
        if one["in"] == "path":
            values[one["name"]] = quote(str(value), safe="")
        elif draw.draw(st.booleans()):
            query[one["name"]] = str(value)
    body = None
    if "requestBody" in described:
        schema = described["requestBody"]["content"]["application/json"]["schema"]
        body = json.dumps(draw.draw(fitting(schema), label="body")).encode()
    method = "GET" if body is None else "POST"
    return server.http.request(method, path.format(**values), params=query or None, content=body)


def fuzz(server: Server, game: dict[str, Any], draw: st.DataObject) -> None:
    path, _, described = draw.draw(st.sampled_from(list(ways())), label="way")
    reply = asked(draw, server, game, path, described)
    assert reply.status_code < 500, reply.text
    if reply.status_code >= 400:
        assert refused(reply)


EASY = settings(deadline=None, suppress_health_check=list(HealthCheck), database=None)


@pytest.mark.slow
@settings(EASY, max_examples=150, derandomize=True)
@given(draw=st.data())
def test_requests_by_chance_are_never_a_fault_of_the_server(
    open_server: Server, game: dict[str, Any], draw: st.DataObject
) -> None:
    fuzz(open_server, game, draw)


@pytest.mark.slow
@settings(EASY, max_examples=4_000)
@given(draw=st.data())
def test_many_requests_by_chance_are_never_a_fault_of_the_server(
    open_server: Server, game: dict[str, Any], draw: st.DataObject
) -> None:
    fuzz(open_server, game, draw)
