"""The load of bench/load.py, shortly: what it prints is there, and limits hold."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SIZES = {"games": 2, "watchers": 4, "tacticians": 1, "sockets": 210, "seconds": 10}
SMALL = [*(f"--{name}={size}" for name, size in SIZES.items()), "--no-history"]


def loaded(*words: str) -> list[str]:
    """The lines of its table."""
    command = [sys.executable, "bench/load.py", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[1:]


@pytest.mark.slow
@pytest.mark.parametrize("cores", ["1", "2"])
def test_games_are_played_beside_watchers_and_tacticians(cores: str) -> None:
    (line,) = loaded("steady", "--cores", cores, *SMALL)
    name, games, watchers, tacticians, answers, *_ = line.split()
    assert (name, games, watchers, tacticians) == ("steady", "2", "4", "1")
    assert int(answers) > 0


@pytest.mark.slow
def test_a_table_has_room_for_two_hundred() -> None:
    (line,) = loaded("limit", *SMALL)
    assert line.endswith("200 at one table, 10 turned away")


def test_a_scenario_that_there_is_not_is_refused() -> None:
    command = [sys.executable, "bench/load.py", "siege"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2 and "no scenario is called siege; there are steady" in done.stderr
