"""A real server in a process of its own, and a real browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.proof import left_out

from .visitor import SIZE, Come, Visitor

STEADY = Path(__file__).with_name("steady.py")
CHROMIUM = Path("/usr/bin/chromium")
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


class Running(NamedTuple):
    """A server under way: where it is, and the process, for those who want to kill it."""

    address: str
    process: subprocess.Popen[str]


Serve = Callable[[Path, int], AbstractContextManager[Running]]


@contextmanager
def serving(folder: Path, port: int = 0, more: tuple[str, ...] = ()) -> Iterator[Running]:
    command = [sys.executable, str(STEADY), "serve", "--port", str(port), "--data-dir", str(folder), "--no-open"]
    command += more
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        try:
            yield Running(next(word for word in said.split() if word.startswith("http")).rstrip("/"), process)
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def serve() -> Serve:
    return serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a database of its own."""
    with serving(tmp_path_factory.mktemp("games")) as running:
        yield running.address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        left_out(f"no browser: {CHROMIUM} is not there (apt install chromium)")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def come(browser: Browser, server: str) -> Iterator[Come]:
    """Opens the page for one visitor more; at the end none of them may have seen an error."""
    visitors: list[Visitor] = []

    def come(speed: str = "off", **settings: Any) -> Visitor:
        context = browser.new_context(**{"viewport": SIZE, **settings})
        visitors.append(Visitor(context, server, speed))
        return visitors[-1]

    yield come
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.context.close()
    assert not faults
