"""A PostgreSQL server of the tests' own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest
from tests.proof import left_out

OWNER = "postgres"


class Database:
    """A cluster in a folder, reached only through a socket in it."""

    def __init__(self, tools: Path, folder: Path):
        self.tools, self.folder = tools, folder
        self._as_owner("initdb", "-D", folder / "data", "-A", "trust", "-N", "-U", OWNER)
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://{OWNER}@/{OWNER}?host={self.folder}"

    def start(self) -> None:
        settings = f"-c listen_addresses='' -k {self.folder}"
        self._as_owner(
            "pg_ctl", "-D", self.folder / "data", "-o", settings, "-l", self.folder / "log", "-w", "start"
        )

    def stop(self) -> None:
        self._as_owner("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop")

    def _as_owner(self, tool: str, *args: object) -> None:
        """It does not run as root."""
        become = ["runuser", "-u", OWNER, "--"] if os.geteuid() == 0 else []
        subprocess.run(
            [*become, self.tools / tool, *map(str, args)], check=True, stdout=subprocess.DEVNULL, cwd=self.folder
        )


@pytest.fixture
def database() -> Iterator[Database]:
    try:
        import psycopg  # noqa: F401, PLC0415
    except ImportError as missing:  # itself, or the library of PostgreSQL that it speaks through
        left_out(f"no psycopg: {missing}")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    if not found:
        left_out("no PostgreSQL server (apt install postgresql)")
    folder = Path(mkdtemp())  # not pytest's: the path of a socket must be short
    if os.geteuid() == 0:
        shutil.chown(folder, OWNER)
    made = Database(found[-1].parent, folder)
    yield made
    made.stop()
    shutil.rmtree(folder)
