"""What a question is about, in a sentence, for whoever meets it for the first time."""

from __future__ import annotations

from collections.abc import Mapping

TIPS: Mapping[str, str] = {
    "manner": "Several archers may add their chances up against one target, or each shoots by himself.",
    "attack": "Each piece strikes one enemy next to it, over an edge or a corner.",
    "skills": "A Kai Lord brings one discipline into his first battle and one more into each that follows.",
    "sixth sense": "He may throw for a sense of what is hidden; with luck the enemy must show it all.",
    "runs first": "Those who run go one after the other: say who goes first.",
    "way round": "The way ahead is closed: choose to which side he runs round it.",
}
