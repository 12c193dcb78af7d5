"""Firefox, driven by WebDriver BiDi: just enough to open a page, look at it, point, type and take its picture.

Playwright drives only a Firefox of its own making; this is the one that people have.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 30.0  # seconds
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
QUIET = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1,  # BiDi alone
    "ui.prefersReducedMotion": 1,
}
STEPS = 10  # of a drag: a hand is slower than a program


class Wrong(AssertionError):
    """The browser could not do what it was told, or the page did not."""


class Tab:
    """One page in Firefox. What its scripts complain about is kept in `faults`."""

    def __init__(self, socket: ClientConnection, size: tuple[int, int]):
        self._socket, self._numbers = socket, count(1)
        self.faults: list[str] = []
        self.tell("session.new", capabilities={})
        self.tell("session.subscribe", events=["log.entryAdded"])
        self.context = self.tell("browsingContext.getTree")["contexts"][0]["context"]
        viewport = {"width": size[0], "height": size[1]}
        self.tell("browsingContext.setViewport", context=self.context, viewport=viewport)

    def tell(self, method: str, **params: Any) -> dict[str, Any]:
        """A command, and what the browser replies; events that come in between are looked at."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(PATIENCE))
            if message.get("method") == "log.entryAdded":
                self._heard(message["params"])
            if message.get("id") != number:
                continue
            if message["type"] == "error":
                raise Wrong(f"{method}: {message['message']}")
            result: dict[str, Any] = message["result"]
            return result

    def _heard(self, entry: dict[str, Any]) -> None:
        if entry["level"] == "error":
            self.faults.append(str(entry["text"]))

    # --- looking -------------------------------------------------------------------------------------------

    def open(self, address: str) -> None:
        self.tell("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def read(self, expression: str) -> Any:
        """The value of a JavaScript expression."""
        wrapped = f"(async () => JSON.stringify(await ({expression}) ?? null))()"
        target = {"context": self.context}
        told = self.tell("script.evaluate", expression=wrapped, target=target, awaitPromise=True)
        if told["type"] != "success":
            raise Wrong(f"{expression}: {told['exceptionDetails']['text']}")
        return json.loads(told["result"]["value"])

    def wait_for(self, expression: str) -> Any:
        """The value of an expression once it is true."""
        end = time.monotonic() + PATIENCE
        while not (found := self.read(expression)):
            if time.monotonic() > end:
                raise Wrong(f"never true: {expression}")
            time.sleep(0.05)
        return found

    def there(self, selector: str) -> bool:
        return bool(self.read(f"document.querySelector({json.dumps(selector)}) !== null"))

    def wait(self, selector: str) -> None:
        self.wait_for(f"document.querySelector({json.dumps(selector)}) !== null")

    def text(self, selector: str) -> str:
        found = self.read(f"document.querySelector({json.dumps(selector)})?.innerText")
        return str(found or "")

    def middle_of(self, selector: str) -> tuple[int, int]:
        self.wait(selector)
        found = self.read(
            f"""(() => {{ const one = document.querySelector({json.dumps(selector)});
            one.scrollIntoView({{block: "nearest", behavior: "instant"}});
            const box = one.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2]; }})()"""
        )
        return round(found[0]), round(found[1])

    def shot(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        told = self.tell("browsingContext.captureScreenshot", context=self.context)
        path.write_bytes(base64.b64decode(told["data"]))

    # --- doing ---------------------------------------------------------------------------------------------

    def click(self, selector: str) -> None:
        self._mouse(_to(*self.middle_of(selector)), DOWN, UP)

    def drag(self, selector: str, dx: int, dy: int, until: Callable[[], object] = lambda: None) -> None:
        """With the button held down, piece by piece; it is let go once `until` has returned."""
        x, y = self.middle_of(selector)
        self._mouse(_to(x, y), DOWN)
        for part in range(1, STEPS + 1):
            self._mouse(_to(x + dx * part // STEPS, y + dy * part // STEPS), {"type": "pause", "duration": 30})
        until()
        self._mouse(UP)

    def press(self, key: str) -> None:
        keys = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self._act({"type": "key", "id": "keys", "actions": keys})

    def _mouse(self, *actions: dict[str, Any]) -> None:
        self._act({"type": "pointer", "id": "mouse", "actions": list(actions)})

    def _act(self, source: dict[str, Any]) -> None:
        self.tell("input.performActions", context=self.context, actions=[source])


DOWN: dict[str, Any] = {"type": "pointerDown", "button": 0}
UP: dict[str, Any] = {"type": "pointerUp", "button": 0}


def _to(x: int, y: int) -> dict[str, Any]:
    return {"type": "pointerMove", "x": x, "y": y, "duration": 0}


@contextmanager
def firefox(program: str, profile: Path, size: tuple[int, int]) -> Iterator[Tab]:
    """A Firefox without a window, with a profile of its own."""
    profile.mkdir(parents=True, exist_ok=True)
    written = [f'user_pref("{name}", {json.dumps(value)});' for name, value in QUIET.items()]
    (profile / "user.js").write_text("\n".join(written), "utf8")
    command = [program, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(profile)]
    said = profile / "said.txt"  # not a pipe: nobody empties it, and Firefox talks much
    with said.open("w") as ear, subprocess.Popen(command, stdout=ear, stderr=ear) as process:
        try:
            address = f"{_address(said, process)}/session"
            with connect(address, max_size=None, open_timeout=PATIENCE) as socket:
                yield Tab(socket, size)
        finally:
            process.terminate()


def _address(said: Path, process: subprocess.Popen[bytes]) -> str:
    """Firefox says where it listens, among much else."""
    end = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        if found := LISTENING.search(said.read_text("utf8", "replace")):
            return found[1]
        time.sleep(0.05)
    raise Wrong("Firefox does not listen")
