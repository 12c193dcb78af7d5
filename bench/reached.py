"""Which tests come to which function: a plugin of pytest that writes it down, for `bench/mutants.py`.

    PYTHONPATH=bench python -m pytest -p reached --reached map.json tests/threeplains

What is remembered from one test to the next (tables that are read once) is counted for the test that came first.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

import pytest

SOURCE = Path(__file__).resolve().parent.parent
Reached = dict[str, list[str]]
"""Tests by function, as path:qualified name."""


class Footprints:
    """The functions that were called while a test ran, its fixtures included."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.called: dict[CodeType, None] = {}
        self.reached: Reached = {}

    def look(self, frame: FrameType, event: str, argument: object) -> None:
        self.called[frame.f_code] = None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.called.clear()
        sys.settrace(self.look)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            for code in self.called:
                path = Path(code.co_filename)
                if path.is_relative_to(SOURCE / "src"):
                    name = f"{path.relative_to(SOURCE)}:{code.co_qualname}"
                    self.reached.setdefault(name, []).append(item.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.file.write_text(json.dumps(self.reached))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reached", help="the file into which it is written which tests come to which function")


def pytest_configure(config: pytest.Config) -> None:
    if file := config.getoption("--reached"):
        config.pluginmanager.register(Footprints(Path(file)))
