"""Games that go on for days: my games, what happened meanwhile, how one is called, standing orders and clocks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.serve.conftest import Guest, Server

from .visitor import ASKED, BEGIN, PATIENCE, Come, friends, new_game, one_is_charged, whoever_is_asked

pytestmark = pytest.mark.slow
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("size", [{"viewport": {"width": 1440, "height": 900}}, PHONE], ids=["laptop", "phone"])
def test_my_games_say_whose_move_it_is_and_since_when(come: Come, size: dict[str, object]) -> None:
    visitor = come(**size)
    visitor.play_now("magnamund")
    visitor.wait_for_question()
    visitor.go("/games")
    line = visitor.page.locator(".my-games .games li").first
    expect(line).to_contain_text("Your move, for", timeout=PATIENCE)
    expect(line).to_contain_text("(the computer)")
    expect(line).to_contain_text(re.compile("turn|setting up"))
    visitor.shot(f"games-{'phone' if 'has_touch' in size else 'laptop'}")
    line.locator("a").first.click()
    visitor.wait_for_question()


@pytest.mark.parametrize("size", [{"viewport": {"width": 1440, "height": 900}}, PHONE], ids=["laptop", "phone"])
def test_whoever_comes_back_finds_his_games_and_every_room_on_the_first_screen(
    come: Come, size: dict[str, object]
) -> None:
    visitor = come(**size)
    visitor.play_now("magnamund")
    visitor.wait_for_question()
    visitor.go("/#/")
    page = visitor.page
    expect(page.locator(".yours .awaited").first).to_be_in_viewport(timeout=PATIENCE)
    for room in ("New game …", "New campaign …", "My games", "Army builder", "Read the rules", "Preferences"):
        expect(page.get_by_role("link", name=room, exact=True)).to_be_in_viewport()


def test_as_long_as_it_is_not_known_whether_a_game_waits_nothing_is_said_of_it(come: Come) -> None:
    visitor = come()
    visitor.play_now("magnamund")
    visitor.wait_for_question()
    page = visitor.page
    page.route("**/api/mine", lambda route: route.abort())
    visitor.go("/#/games")
    expect(page.get_by_role("status")).to_contain_text("The server does not answer", timeout=PATIENCE)
    page.unroute("**/api/mine")
    expect(page.get_by_role("status")).to_have_text("1 game waits for you.", timeout=PATIENCE)
    expect(page.locator("main")).to_contain_text("against the Darklords (the computer)")
    visitor.faults.clear()  # the browser notes requests that failed


def asked_of(guests: list[Guest]) -> Guest | None:
    for guest in guests:
        guest.catch_up()
        while not guest.state:
            guest.hear("state")
    return next((guest for guest in guests if guest.state["question"]), None)


# Whoever lies under that, of dice, keys and sheet.
OVERLAID = """name => {
    const over = document.querySelector(name).getBoundingClientRect();
    return [...document.querySelectorAll(".tray, .zoom button, .levels button, .panel, .topbar")].filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < over.right && box.right > over.left && box.top < over.bottom && box.bottom > over.top;
    }).map(one => one.className || one.ariaLabel);
}"""
# As if somebody had gone away before the step that is under way began.
LEFT_BEFORE = """game => addEventListener("pagehide", () => {
    const seats = JSON.parse(localStorage.getItem("warhost.seats"));
    seats[game].under = 0;
    localStorage.setItem("warhost.seats", JSON.stringify(seats));
})"""


def left_alone(server: str, rulebook: str, so_long: Callable[[int], bool]) -> tuple[str, str]:
    """A game in which so many steps were made since the first side's last deed; its id and that side's token."""
    with closing(Server(server)) as table:
        game = table.begin(rulebook)
        guests = [table.sit(game, side) for side in (0, 1)]
        for _ in range(400):
            asked = asked_of(guests)
            again = table.sit(game, 0)
            steps, since = again.hear("state")["steps"], again.heard[0]["since"]
            if asked is guests[0] and since and so_long(steps - since):
                return game["id"], game["seats"][0]["token"]
            if asked is not None:
                asked.answer()
    raise AssertionError("the first side is never left out for long")


@pytest.mark.parametrize("rulebook", ["magnamund", "threeplains"])
def test_what_happened_meanwhile_is_played_when_one_comes_back(come: Come, server: str, rulebook: str) -> None:
    id, token = left_alone(server, rulebook, lambda missed: missed > 1)
    visitor = come(speed="normal")
    page = visitor.page
    visitor.go(f"/#/join/{id}/{token}")
    expect(page.locator(".since-here")).to_contain_text("Since you were here", timeout=PATIENCE)
    page.wait_for_selector(".play-bar")
    visitor.shot(f"since-you-were-here-{rulebook}")
    page.locator(".since-here").get_by_role("button", name="Skip").click()
    page.wait_for_selector(".play-bar", state="detached")
    visitor.wait_for_question()
    page.reload()
    visitor.wait_for_question()
    expect(page.locator(".since-here")).to_have_count(0)  # it has been seen


@pytest.mark.parametrize("rulebook", ["magnamund", "threeplains"])
def test_a_single_step_that_was_missed_is_played_and_told_too(come: Come, server: str, rulebook: str) -> None:
    id, token = left_alone(server, rulebook, lambda missed: missed == 1)
    visitor = come(speed="normal", **PHONE)
    page, line = visitor.page, visitor.page.locator(".since-here")
    visitor.go(f"/#/join/{id}/{token}")
    page.wait_for_selector(".play-bar", timeout=PATIENCE)
    page.wait_for_timeout(600)  # over at once, it would not be seen
    expect(page.locator(".play-bar")).to_be_visible()
    expect(line).to_contain_text(re.compile(r"Since you were here: [A-Z].+\."))
    page.wait_for_selector(".play-bar", state="detached")
    assert page.evaluate(OVERLAID, ".since-here") == []
    visitor.shot(f"since-one-step-{rulebook}")
    visitor.wait_for_question()
    line.get_by_role("button", name="Put this line away").tap()
    expect(line).to_have_count(0)


def test_what_was_missed_of_a_step_that_waits_for_an_answer_is_played(come: Come) -> None:
    charged = one_is_charged(friends(come))
    page, game = charged.page, charged.game
    page.evaluate(LEFT_BEFORE, game)
    page.reload()
    page.wait_for_selector(".since-here", timeout=PATIENCE)
    expect(page.locator(".since-here")).to_contain_text("charge")
    page.reload()
    charged.wait_for_question()
    expect(page.locator(".since-here")).to_have_count(0)  # it has been seen


@pytest.mark.parametrize("rulebook", ["magnamund", "threeplains"])
def test_what_one_did_oneself_was_not_missed(come: Come, server: str, rulebook: str) -> None:
    with closing(Server(server)) as table:
        game = table.begin(rulebook)
        guests = [table.sit(game, side) for side in (0, 1)]
        for _ in range(400):
            asked = asked_of(guests)
            if asked is None:
                continue
            before = asked.state["steps"]
            asked.answer()
            if asked_of(guests) is asked and asked.state["steps"] == before + 1:
                break
        assert asked is not None
        side = guests.index(asked)
        again = table.sit(game, side)
        assert again.hear("state")["steps"] == again.heard[0]["since"]
    visitor = come(speed="normal")
    visitor.go(f"/#/join/{game['id']}/{game['seats'][side]['token']}")
    visitor.wait_for_question()
    expect(visitor.page.locator(".since-here")).to_have_count(0)


def test_the_player_says_how_he_is_called(come: Come) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    visitor.wait_for_question()
    page = visitor.page
    page.get_by_role("button", name="Call me").click()
    page.get_by_label("By webhook").fill("https://hooks.example.org/x")
    page.get_by_label("Remind me").select_option("86400")
    page.get_by_role("button", name="Keep this").click()
    expect(page.locator(".calls .notice")).to_have_text("Kept.")
    visitor.shot("calls")
    page.get_by_role("button", name="Close").click()
    page.reload()
    visitor.wait_for_question()
    page.get_by_role("button", name="Call me").click()
    expect(page.get_by_label("By webhook")).to_have_value("https://hooks.example.org/x")
    expect(page.get_by_label("Remind me")).to_have_value("86400")
    assert page.get_by_label("By mail").is_disabled()  # this server sends none


def test_a_standing_order_is_given_seen_and_revoked(come: Come) -> None:
    pair = friends(come)
    charged = one_is_charged(pair)
    page, before = charged.page, charged.number
    page.click("text=Do not ask me that again")
    page.locator(".standing button", has_text="Always:").first.click()
    charged.question_passes(before)
    expect(page.locator(".standing-list .chip").first).to_be_visible(timeout=PATIENCE)
    page.reload()  # the server keeps it
    chip = page.locator(".standing-list .chip").first
    expect(chip).to_have_text(re.compile("^Stand, or fall back\\? – stand"), timeout=PATIENCE)
    expect(page.locator(".log .line", has_text="Your standing order has answered").first).to_be_visible()
    other = pair[1 - pair.index(charged)]
    assert other.page.locator(".log .line", has_text="standing order").count() == 0
    page.get_by_role("button", name="ask me again").first.click()
    expect(page.locator(".standing-list .chip")).to_have_count(0)


def test_a_standing_order_hangs_on_a_chance(come: Come) -> None:
    pair = friends(come)
    charged = one_is_charged(pair)
    page, before = charged.page, charged.number
    page.click("text=Do not ask me that again")
    form = page.locator(".only-if")
    form.locator("[name=of]").select_option("flight")
    form.get_by_label("per cent").fill("100")
    assert not re.search(r"\(\d|_", form.locator("[name=on]").inner_text())  # as beside the choice itself
    charged.shot("only-if")
    form.get_by_role("button", name="Order it").click()
    chip = page.locator(".standing-list .chip").first
    expect(chip).to_contain_text("only if one of mine flees: at least 100 %", timeout=PATIENCE)
    page.wait_for_timeout(2000)  # longer than an order takes
    assert charged.number == before  # it is not so, or nobody can tell: he is asked
    page.locator(".option").first.click()
    assert not page.locator(".log .line", has_text="Your standing order has answered").count()
    page.reload()
    expect(chip).to_contain_text("at least 100 %", timeout=PATIENCE)
    page.get_by_role("button", name="ask me again").first.click()
    expect(page.locator(".standing-list .chip")).to_have_count(0)


def test_a_clock_is_agreed_on_shown_and_claimed(come: Come) -> None:
    host, guest = come(), come(**PHONE)
    host.go("/")
    wish = {"rulebook": "magnamund", "seats": [{"kind": "person"}] * 2, "clock": {"kind": "side", "seconds": 6}}
    made = host.page.evaluate(BEGIN, wish)
    for visitor, seat in zip((host, guest), made["seats"], strict=True):
        visitor.go(f"/#/join/{made['id']}/{seat['token']}")
        visitor.page.wait_for_selector(".clocks")
    asked = whoever_is_asked([host, guest])
    other = guest if asked is host else host
    expect(other.page.locator(".clock.runs")).to_contain_text(re.compile(r"0:0\d"))
    claim = other.page.get_by_role("button", name="Claim the win")
    claim.wait_for()
    told = asked.page.locator(".running-out")  # whoever is late knows what he risks
    expect(told).to_have_text(re.compile("^Your time is up: until you have answered, [A-Z].* may claim the win$"))
    expect(other.page.locator(".running-out")).to_have_count(0)
    claim.click()
    expect(told).to_have_count(0)
    expect(other.page.locator(".question.over")).to_contain_text(re.compile("The time of [A-Z][^.]* was up"))
    expect(asked.page.locator(".question.over")).to_contain_text("was up")
    expect(other.page.locator(".question.over")).to_contain_text("You have won.")
    expect(asked.page.locator(".question.over")).to_contain_text("You have lost.")


AHEAD = "const now = Date.now; Date.now = () => now() + 600_000"


def test_whoever_has_little_time_left_is_told_what_the_other_may_do_then(come: Come) -> None:
    host, guest = come(), come()
    host.go("/")
    wish = {"rulebook": "magnamund", "seats": [{"kind": "person"}] * 2, "clock": {"kind": "side", "seconds": 60}}
    made = host.page.evaluate(BEGIN, wish)
    for visitor, seat in zip((host, guest), made["seats"], strict=True):
        visitor.page.clock.install()
        visitor.go(f"/#/join/{made['id']}/{seat['token']}")
        visitor.page.wait_for_selector(".clocks")
    asked = whoever_is_asked([host, guest])
    expect(asked.page.locator(".clock.runs")).to_contain_text(re.compile("0:[45]|1:00"))
    assert not asked.page.locator(".running-out").count()
    asked.page.clock.fast_forward(46_000)
    told = asked.page.locator(".running-out")
    expect(told).to_have_text(re.compile(r"^0:(0\d|1[0-4]) left: then [A-Z].* may claim the win$"))
    assert not asked.page.locator(".claim").count()


def test_a_clock_runs_by_the_server_whatever_that_of_the_machine_shows(come: Come) -> None:
    host, guest = come(), come()
    guest.context.add_init_script(AHEAD)
    host.go("/")
    wish = {"rulebook": "magnamund", "seats": [{"kind": "person"}] * 2, "clock": {"kind": "side", "seconds": 300}}
    made = host.page.evaluate(BEGIN, wish)
    for visitor, seat in zip((host, guest), made["seats"], strict=True):
        visitor.go(f"/#/join/{made['id']}/{seat['token']}")
        expect(visitor.page.locator(".clock.runs")).to_contain_text(re.compile(r"[45]:\d\d"))
        assert not visitor.page.locator(".claim").count()


def test_a_clock_can_be_chosen_for_a_new_game(come: Come) -> None:
    visitor = come()
    visitor.go("/#/new")
    page = visitor.page
    page.get_by_label("Magnamund").check()
    page.get_by_label("A friend far away").check()
    page.get_by_label("Clock").select_option("three")
    page.get_by_text("the other may claim the win").wait_for()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="To the table").click()
    expect(page.locator(".clocks")).to_contain_text(re.compile(r"2 d 23 h|3 d 0 h"))


def test_a_record_from_a_file_is_looked_at_and_played_on(come: Come, tmp_path: Path) -> None:
    visitor = come()
    visitor.go("/")
    seats = [{"kind": "computer", "level": "random", "seconds": 0}] * 2
    made = visitor.page.evaluate(BEGIN, {"rulebook": "magnamund", "seats": seats})
    visitor.go(f"/#/game/{made['id']}")
    visitor.page.wait_for_selector(".question.over", timeout=8 * PATIENCE)
    file = tmp_path / "battle.json"
    file.write_bytes(visitor.page.request.get(f"{visitor.address}/api/games/{made['id']}/record").body())
    stranger = come()
    stranger.go("/#/games")
    page = stranger.page
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url(re.compile("#/replay/"))
    page.get_by_role("button", name="One step on").click()
    expect(page.locator("output")).to_contain_text("1 /")
    page.get_by_role("button", name="Try another way").click()
    first, second = page.locator(".fork select").all()
    assert first.input_value() == "person" and second.input_value() == "tactician"
    first.select_option("tactician")
    second.select_option("person")
    stranger.shot("fork")
    page.locator(".fork .primary").click()
    page.wait_for_url(re.compile("#/game/"))
    page.wait_for_selector(ASKED, timeout=2 * PATIENCE)
    held = page.evaluate("JSON.parse(localStorage['warhost.seats'])[location.hash.split('/').pop()]")
    assert held["seats"][0]["side"] == 1


def test_a_file_that_is_no_record_is_refused_in_words(come: Come, tmp_path: Path) -> None:
    visitor = come()
    visitor.go("/#/games")
    for text in ("hello", json.dumps({"format": "else"})):
        file = tmp_path / "no.json"
        file.write_text(text, "utf8")
        visitor.page.locator("input[type=file]").set_input_files(file)
        expect(visitor.page.locator(".notice.error")).to_contain_text("That file cannot be opened")
        visitor.faults.clear()  # the browser notes that the request was refused


def test_what_was_taken_back_after_dice_fell_is_read_after_a_reload(come: Come) -> None:
    visitor = come()
    new_game(visitor, "Magnamund", "The computer")
    visitor.wait_for_question()
    page = visitor.page
    thrown = page.locator(".log .line.rolled")
    for _ in range(60):
        before = thrown.count()
        visitor.answer_somehow()
        visitor.wait_for_question()
        if thrown.count() > before:
            break
    page.keyboard.press("u")
    page.wait_for_timeout(800)
    page.reload()
    visitor.wait_for_question()
    expect(page.locator(".log .line", has_text="taken back, though").first).to_be_visible()
