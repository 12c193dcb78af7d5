"""Orders in everyday words: '4 forward', 'forward left 2', 'turn about', 'face north'; as squares and facings."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.saying import ABOUT, TURNS, WAYS, Spoken, spoken

COMPASS = ("north", "east", "south", "west")
FARTHEST = 60  # squares


def everyday(words: Sequence[str]) -> bool:
    """Whether they speak of ways and turns."""
    said = spoken(words)
    turning = said.verb in (*TURNS, *ABOUT) or any(word in COMPASS for word in words)
    return turning or words[0] in WAYS or (not said.verb and bool(said.ways) and len(said.numbers) < 2)


def turns(words: Sequence[str]) -> bool:
    said = spoken(words)
    return said.verb in (*TURNS, *ABOUT) or any(word in COMPASS for word in words)


def facing_after(words: Sequence[str], facing: int) -> int:
    """How one looks who looks so now, when he has turned."""
    said = spoken(words)
    for place, name in enumerate(COMPASS):
        if name in words:
            return place
    if said.about or "back" in said.ways:
        return (facing + 2) % 4
    quarters = max(1, round((said.numbers[0] if said.numbers else 90) / 90))
    return (facing + quarters * (3 if "left" in said.ways else 1)) % 4


def straight_on(said: Spoken) -> int:
    """How many squares forward, where that is all it says."""
    if said.ways != ("forward",) or said.verb:
        return 0
    return min(round(said.numbers[0]) if said.numbers else 1, FARTHEST)


def beyond(said: Spoken, square: tuple[int, int], facing: int) -> tuple[int, int]:
    """The square to which its ways lead one who looks so."""
    across, ahead = (round(part) for part in said.led)
    (x, y), by = square, [(across, ahead), (ahead, -across), (-across, -ahead), (-ahead, across)][facing]
    return x + by[0], y + by[1]
