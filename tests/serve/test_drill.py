"""The drill of bench/drops.py, shortly: players drop, the server is killed, and nothing is lost or doubled."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def drilled(*more: str) -> None:
    command = [sys.executable, "bench/drops.py", "--minutes", "0.4", "--tables", "2", "--kill-every", "10", *more]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.rstrip().endswith("0 things amiss.")
    count = {what: int(number) for number, what in re.findall(r"(\d+) (taken|kills)\b", done.stdout)}
    assert count["taken"] and count["kills"], done.stdout  # how many, a busy machine decides


@pytest.mark.slow
def test_what_was_acknowledged_is_there_once_though_players_drop_and_the_server_is_killed() -> None:
    drilled()


@pytest.mark.slow
def test_nor_is_anything_where_two_processes_write_to_one_file() -> None:
    drilled("--cores", "2")
