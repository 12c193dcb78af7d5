"""Faults of computer players: said, counted, and kept so that they can be seen again."""

from __future__ import annotations

import logging
from pathlib import Path

from warhost.engine.record import record, save

from .play import Play

MOST_KEPT = 200  # records in the folder; what comes later is only said
TOLD = (
    "By a fault of this program the computer could not think of an answer; chance has answered for it. "
    "The fault is noted."
)
NO_ADVICE = "by a fault of this program the adviser could not think of an answer; the fault is noted"
log = logging.getLogger(__name__)


class Faults:
    def __init__(self, folder: Path | None):
        self.folder, self.count = folder, 0

    def keep(self, play: Play, side: int, number: int, who: str, error: Exception) -> None:
        """Said with a record that ends at the question which the player could not answer, if it is open still."""
        self.count += 1
        path = self._kept(play) if play.number(side) == number else None
        again = f"see it again: warhost replay {path} --ask {who}" if path else "no record was kept"
        log.error(
            "game %s: %s, side %d, failed at question %d; fault %d of computer players since the start; %s",
            play.entry.id, who, side, number, self.count, again, exc_info=error,
        )  # fmt: skip

    def _kept(self, play: Play) -> Path | None:
        if self.folder is None:
            return None
        path = self.folder / f"{play.entry.rulebook}-{play.entry.id}-{play.logged}.json"
        try:
            if len(list(self.folder.glob("*.json"))) < MOST_KEPT or path.exists():
                save(record(play.game, tuple(play.entry.who)), path)
                return path
        except OSError as error:
            log.error("%s: the record of a fault could not be kept there (%s)", self.folder, error.strerror)
        return None
