"""The page in a browser: how smoothly a regiment is dragged, the table moved and zoomed, and what happens played,
among 400 models; how long a newcomer waits, and how much he is sent; how long a whole enemy turn is played.

    python bench/page.py

Needs Chromium; starts a server of its own. `bench/serve.py` calls `smoothness` with the address of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import mean, quantiles
from time import perf_counter
from typing import Any

from playwright.sync_api import Page, Response, sync_playwright

Note = Callable[[str, float, str], None]

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
ARMY = """name = "{name}"
rulebook = "threeplains"
army = "{army}"
points = 9000
{groups}"""
GROUP = """
[[group]]
profile = "{profile}"
id = "{profile}-{number}"
name = "{profile} {number}"
models = 20
files = 7
"""
SIDES = (("Many", "herlanceia", "guard"), ("More", "orcs", "warriors"))
GROUPS = 10  # of 20 models, on each side
SEATS = [{"kind": "person"}, {"kind": "person"}]
BEGIN = """wish => fetch("/api/games", {method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify(wish)}).then(reply => reply.json())"""
FRAMES = """() => { const times = window.frames_seen = []; let last = performance.now();
    const look = now => { times.push(now - last); last = now; window.looking = requestAnimationFrame(look); };
    window.looking = requestAnimationFrame(look); }"""
ASKED = ".question:not(.waiting) #asked"
STEPS = 240
SEEN = 8000  # milliseconds of a turn that is played
MARCHING = "() => document.querySelector('.play-bar p')?.innerText.includes(' move')"
STOP = "() => { cancelAnimationFrame(window.looking); return window.frames_seen.slice(1); }"
# Both seats are played over sockets with what is suggested first, until one of them is asked who moves.
SET_UP = """({id, tokens}) => new Promise(done => tokens.forEach((token, seat) => {
    const socket = new WebSocket(`ws://${location.host}/api/games/${id}/socket?token=${token}`);
    socket.onmessage = ({data}) => {
        const {type, question, view} = JSON.parse(data);
        if (type !== "state" || !question) return;
        if (question.kind === "choose" && question.what === "move") {
            done({seat, models: view.blocks.reduce((sum, block) => sum + block.bases.length, 0)});
            return;
        }
        const offers = ["order", "assign"].includes(question.kind) ? question.suggestions : question.options;
        socket.send(JSON.stringify({type: "answer", number: question.number, answer: offers[0].answer}));
    };
}))"""

# The largest battle that lies ready: for so many turns whoever sits there does what is suggested first.
LARGEST = "regiments"
TURNS = 4
ANSWER = """({id, token}) => new Promise(done => {
    const socket = new WebSocket(`ws://${location.host}/api/games/${id}/socket?token=${token}`);
    socket.onmessage = ({data}) => {
        const {type, question, setting_up} = JSON.parse(data);
        if (type !== "state" || !question) return;
        const {kind, options, suggestions, least, most, number} = question;
        const answer = kind === "choose_some" ? options.slice(0, least || most).map(one => one.answer)
            : (suggestions?.length ? suggestions : options)[0].answer;
        socket.send(JSON.stringify(setting_up ? {type: "set_up"} : {type: "answer", number, answer}));
        socket.onmessage = ({data}) => JSON.parse(data).type === "state" && done(socket.close());
    };
})"""
CAUGHT_UP = """number => { const card = document.querySelector(".question");
    const asks = card && !card.matches(".waiting") && card.dataset.number !== number;
    return asks && !document.querySelector(".play-bar"); }"""


def rosters() -> list[str]:
    groups = [[GROUP.format(profile=profile, number=n) for n in range(GROUPS)] for _, _, profile in SIDES]
    return [
        ARMY.format(name=name, army=army, groups="".join(one))
        for (name, army, _), one in zip(SIDES, groups, strict=True)
    ]


def smoothness(address: str, note: Note) -> None:
    """From frame to frame while a regiment is dragged: 16.7 milliseconds are as good as a screen shows."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
        page.goto(address)
        models = _table_of_many(page, address)
        for what, moved in (("dragging", _dragging), ("moving the table", _panning), ("zooming", _zooming)):
            page.evaluate(FRAMES)
            moved(page)
            times: list[float] = page.evaluate(STOP)
            note(f"a frame while {what} among {models} models, mean", mean(times), "ms")
            note(f"a frame while {what} among {models} models, 95 %", quantiles(times, n=20)[-1], "ms")
        times = _playing(page, address)
        note("a frame while a turn is played among 400 models, mean", mean(times), "ms")
        note("a frame while a turn is played among 400 models, 95 %", quantiles(times, n=20)[-1], "ms")
        browser.close()


def first_answer(address: str, note: Note) -> None:
    """Somebody who has never been here begins a game and answers once: how long it takes, and how much is sent."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        files, messages = list[Response](), list[int]()
        page.on("response", lambda file: files.append(file))
        page.on("websocket", lambda line: line.on("framereceived", lambda frame: messages.append(len(frame))))
        page.goto(address)
        begun = perf_counter()
        page.click("[data-play=threeplains]")
        page.wait_for_selector(ASKED)
        note("from 'Play now' to the first question", 1000 * (perf_counter() - begun), "ms")
        number = page.locator(".question").get_attribute("data-number")
        answered = perf_counter()
        page.locator(".question .option").first.click()
        page.wait_for_selector(f".question[data-number='{number}']", state="detached")
        note("from the first answer to what follows", 1000 * (perf_counter() - answered), "ms")
        sent = sum(one.request.sizes()["responseBodySize"] for one in files)
        note("the page with its first game", sent / 1000, "kB")
        note("messages up to the first answer, the largest", max(messages) / 1000, "kB")
        note("messages up to the first answer, in all", sum(messages) / 1000, "kB")
        browser.close()


def catching_up(address: str, note: Note) -> None:
    """From an answer until the table shows all that followed and asks again: the longest of such stretches, and how
    much of it is left to play when the last of it has come from the server."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
        heard = [0.0]
        page.on("websocket", lambda line: line.on("framereceived", lambda _: heard.append(perf_counter())))
        page.goto(address)
        seats = [{"kind": "person"}, {"kind": "computer"}]
        begun: Any = page.evaluate(BEGIN, {"rulebook": LARGEST, "seats": seats})
        seat = begun["seats"][0]
        page.goto(f"{address}{seat['link']}")
        page.wait_for_function(CAUGHT_UP, arg="", timeout=120_000)
        stretches = [(0.0, 0.0)]
        while not page.locator(f".question.over, .turn:text-is('Turn {TURNS + 1}')").count():
            number = page.locator(".question").get_attribute("data-number")
            page.evaluate(ANSWER, {"id": begun["id"], "token": seat["token"]})
            answered = perf_counter()
            page.wait_for_function(CAUGHT_UP, arg=number, timeout=120_000)
            stretches.append((perf_counter() - answered, perf_counter() - heard[-1]))
        note(f"the fullest of {TURNS} enemy turns, from the answer to the next question", max(stretches)[0], "s")
        longest = max(left for _, left in stretches)
        note("the longest time that is still played when all has been sent", longest, "s")
        browser.close()


def _dragging(page: Page) -> None:
    page.locator(".question [data-answer]").first.click()
    page.wait_for_selector(".judgement")
    box = page.locator(".piece.about .rim").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(STOP)
    page.evaluate(FRAMES)
    for step in range(STEPS):
        page.mouse.move(x + 40 * (step % 20) / 20, y - step / 3)
    page.mouse.up()
    assert page.locator("[data-ghost]").count(), "nothing was dragged"


def _panning(page: Page) -> None:
    page.mouse.move(60, 600)
    page.mouse.down(button="middle")
    for step in range(STEPS):
        page.mouse.move(60 + step, 600 - step)
    page.mouse.up(button="middle")


def _zooming(page: Page) -> None:
    for step in range(STEPS // 2):
        page.mouse.wheel(0, -40 if step < STEPS // 4 else 40)


def _playing(page: Page, address: str) -> list[float]:
    """From frame to frame while two computers march and a watcher sees it."""
    computer = {"kind": "computer", "level": "random", "seconds": 0}
    begun: Any = page.evaluate(BEGIN, {**_many(), "seats": [computer, computer]})
    page.goto(f"{address}/watch/{begun['id']}")
    page.wait_for_function(MARCHING, timeout=120_000)
    page.evaluate(FRAMES)
    page.wait_for_timeout(SEEN)
    times: list[float] = page.evaluate(STOP)
    return times


def _many() -> dict[str, Any]:
    return {"rulebook": "threeplains", "scenario": "three_hills", "rosters": rosters(),
            "options": {"rosters": "unchecked"}}  # fmt: skip


def _table_of_many(page: Page, address: str) -> int:
    """A game with a great many models, before the eyes of whoever moves; how many they are."""
    begun: Any = page.evaluate(BEGIN, {**_many(), "seats": SEATS})
    if "error" in begun:
        raise SystemExit(json.dumps(begun))
    tokens = [seat["token"] for seat in begun["seats"]]
    stands = page.evaluate(SET_UP, {"id": begun["id"], "tokens": tokens})
    page.goto(f"{address}{begun['seats'][stands['seat']]['link']}")
    page.wait_for_selector(".piece .rim")
    return int(stands["models"])


def main() -> None:
    command = [sys.executable, "-m", "warhost.cli", "serve", "--port", "0", "--no-open", "--data-dir"]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen([*command, folder], stdout=subprocess.PIPE, text=True) as process,
    ):
        assert process.stdout is not None
        address = next(word for word in process.stdout.readline().split() if word.startswith("http")).rstrip("/")
        try:
            for work in (first_answer, catching_up, smoothness):
                work(address, lambda name, value, unit: print(f"{name:60} {value:8.1f} {unit}", flush=True))
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
