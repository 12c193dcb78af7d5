"""The folder of a server: its own, sound copies of it while it runs, and back."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from warhost.cli.main import cli

from .test_keeping import process


def warhost(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words])


def second_server(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "warhost.cli", "serve", "--port", "0", "--no-open", "--data-dir", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.slow
def test_a_running_server_is_copied_and_put_back(tmp_path: Path) -> None:
    folder, copy = tmp_path / "games", tmp_path / "copy.db"
    with process(folder) as (server, _):
        game = server.begin()
        guest = server.sit(game, 0)
        guest.hear("state")
        assert "1 game is in" in warhost("backup", copy, "--data-dir", folder).output
        server.begin()
        told = warhost("restore", copy, "--data-dir", folder)
        assert told.exit_code != 0 and "another server keeps its games" in told.output
        refused = second_server(folder)
        assert refused.returncode != 0 and "another server keeps its games" in refused.stderr
        assert "Traceback" not in refused.stderr and refused.stderr.strip().count("\n") == 0
        assert len(server.get("/api/games")) == 2
    told = warhost("restore", copy, "--data-dir", folder)
    assert told.exit_code == 0 and "those before are in" in told.output
    with process(folder) as (server, _):
        assert [line["id"] for line in server.get("/api/games")] == [game["id"]]
        assert server.sit(game, 0).hear("state")["type"] == "state"
    before = next(folder.glob("warhost.db.before-*"))
    with sqlite3.connect(before) as games:
        assert games.execute("SELECT count(*) FROM games").fetchone() == (2,)


@pytest.mark.slow
def test_nobody_else_may_read_the_games(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with process(folder) as (server, _):
        server.begin()
        copied = tmp_path / "copy.db"
        apart = [sys.executable, "-m", "warhost.cli", "backup", str(copied), "--data-dir", str(folder)]
        subprocess.run(apart, check=True, umask=0o022)  # of somebody who shares all other files of his
        rights = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (folder, copied, *folder.iterdir())}
    assert all(mode & 0o077 == 0 for mode in rights.values()), rights


def test_what_is_no_copy_is_not_put_back_and_nothing_is_written_over(tmp_path: Path) -> None:
    folder, copy = tmp_path / "games", tmp_path / "copy.db"
    folder.mkdir()
    copy.write_text("not a database at all, though it is long enough to look like one " * 20)
    assert "holds no games" in warhost("restore", copy, "--data-dir", folder).output
    assert "there are no games" in warhost("backup", tmp_path / "more.db", "--data-dir", folder).output
    assert not (folder / "warhost.db").exists()
    sqlite3.connect(folder / "warhost.db").close()
    assert "is there already" in warhost("backup", copy, "--data-dir", folder).output


def test_a_folder_that_cannot_be_used_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = second_server(tmp_path / "file" / "games")
    assert told.returncode != 0 and "cannot be written to" in told.stderr and "Traceback" not in told.stderr
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "warhost.db").write_bytes(os.urandom(8192))
    told = second_server(folder)
    assert told.returncode != 0 and "the games cannot be kept" in told.stderr and "Traceback" not in told.stderr
