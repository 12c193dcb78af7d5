"""What is kept: saves at every question, forks, replays here and in a fresh process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from warhost.engine.record import Record, RecordError, record, reopen, save

from .trial import Trial

SAVED = 9  # every so manieth question is saved and opened again
FRESH = """
import sys
from pathlib import Path
from warhost.engine.record import load, reopen
reopen(load(Path(sys.argv[1])))
"""


def saved(trial: Trial) -> Iterator[str]:
    """A save at a question opens at the same question."""
    for number, moment in enumerate(trial.moments()):
        if number % SAVED:
            continue
        written = msgspec.json.decode(msgspec.json.encode(record(moment.game)), type=Record)
        try:
            again = reopen(written, book=trial.book)
        except RecordError as error:
            yield f"{moment.where}: a save cannot be opened: {error}"
            continue
        asked = [(one.side, one.what, one.about) for one in again.pending()]
        if asked != [(one.side, one.what, one.about) for one in moment.game.pending()]:
            yield f"{moment.where}: a save opens at another question: {asked}"


def forked(trial: Trial) -> Iterator[str]:
    """A fork that is played on alike, with the same dice, goes the same way; the original does not notice."""
    for number, moment in enumerate(trial.moments()):
        if number % SAVED:
            continue
        before, twins = moment.game.hash, (moment.game.fork(), moment.game.fork())
        for twin in twins:
            chance = Random(f"fork {moment.game.seed}")
            for _ in range(SAVED):
                if questions := twin.pending():
                    trial.play_on(twin, questions[0], chance)
        if twins[0].hash != twins[1].hash:
            yield f"{moment.where}: two forks with the same dice and answers go different ways"
        if moment.game.hash != before:
            yield f"{moment.where}: the game changed when a fork of it was played"


def replayed(trial: Trial) -> Iterator[str]:
    """A battle is run again to the same hashes, here and in a fresh process with another order of sets."""
    for game in trial.fought():
        made = record(game)
        try:
            reopen(made, book=trial.book)
        except RecordError as error:
            yield f"seed {game.seed}: {error}"
        if complaint := elsewhere(made, hash_seed=len(game.steps) + 1):
            yield f"seed {game.seed}: in a fresh process: {complaint}"
        break  # one is enough: they take as long as the battle, twice


def elsewhere(made: Record, hash_seed: int) -> str:
    """What a fresh process complains of that runs a record and orders its sets otherwise; nothing if it agrees."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "record.json"
        save(made, path)
        done = subprocess.run(
            [sys.executable, "-c", FRESH, str(path)],
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
            capture_output=True,
            text=True,
            check=False,
        )
    return "" if done.returncode == 0 else done.stderr.strip().rpartition("\n")[2]
