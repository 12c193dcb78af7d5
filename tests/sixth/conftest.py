"""The example game, installed into a folder of its own as anybody would install it."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "poachers"


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which it was installed."""
    folder = tmp_path_factory.mktemp("shelf")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*install, "--target", str(folder), str(EXAMPLE)], check=True)
    return folder


@pytest.fixture
def book(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The game, as every command finds it."""
    monkeypatch.syspath_prepend(shelf)
    yield importlib.import_module("warhost.engine.rulebook").rulebook("poachers")
    for name in [name for name in sys.modules if name.partition(".")[0] == "poachers"]:
        del sys.modules[name]
