"""Orders in everyday words: which way a part of one says, how much, and the words that are left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .field.compass import HALF_TURN, Angle, Point, ahead, aside

WAYS = {
    "forward": "forward", "forwards": "forward", "ahead": "forward", "advance": "forward", "up": "forward",
    "back": "back", "backward": "back", "backwards": "back", "down": "back", "left": "left", "right": "right",
}  # fmt: skip
WAY_WORDS = ("forward", "back", "left", "right")
TURNS = ("pivot", "wheel", "turn", "face", "rotate")
ABOUT = ("about", "around", "round")
STEPS = {"forward": (0, 1), "back": (0, -1), "left": (-1, 0), "right": (1, 0)}
FILLING = frozenset(
    ("inch", "inches", "in", "mm", "degrees", "degree", "square", "squares", "to", "by", "at", "and", "of")
)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
PARTS = re.compile(r"\s*;\s*|\s*,\s+|,(?=[a-z])|\s+then\s+")
GOES_ON = re.compile(r"(then|and|also)\s+")


UNIT = 1000  # lengths on a free table are thousandths of what players say
AMOUNT = "turn left or right, and by how many degrees? pivot left 30"


class Unclear(ValueError):
    """Words that are no order; the message says what would be one."""


class Spoken(NamedTuple):
    """'pivot left 30' is the verb pivot, the way left and the number 30; a way alone has no verb."""

    verb: str
    ways: tuple[str, ...]
    numbers: tuple[float, ...]
    more: tuple[str, ...]

    @property
    def about(self) -> bool:
        """Whether it says to turn about."""
        return any(word in ABOUT for word in (self.verb, *self.more))

    @property
    def led(self) -> tuple[float, float]:
        """How far all its ways together lead, across and ahead: 'forward left 2' is two of each."""
        far = self.numbers[0] if self.numbers else 1
        steps = [STEPS[way] for way in self.ways]
        return far * sum(across for across, _ in steps), far * sum(ahead for _, ahead in steps)


def spoken(words: Sequence[str]) -> Spoken:
    """What a part of an order says.

    >>> spoken(["pivot", "left", "30", "degrees"])
    Spoken(verb='pivot', ways=('left',), numbers=(30.0,), more=())
    """
    verb, ways, numbers, more = "", list[str](), list[float](), list[str]()
    for word in words:
        if re.match(r"-?\d", word):
            numbers += [float(number) for number in NUMBER.findall(word)]
        elif word in WAYS:
            ways.append(WAYS[word])
        elif word in FILLING:
            continue
        elif not verb:
            verb = word
        else:
            more.append(word)
    return Spoken(verb, tuple(ways), tuple(numbers), tuple(more))


def turned(said: Spoken) -> int:
    """By how many hundredths of a degree, to the right."""
    if said.about or "back" in said.ways:
        return HALF_TURN
    if not said.ways and not said.numbers:
        raise Unclear(AMOUNT)
    degrees = said.numbers[0] if said.numbers else 90
    return round(degrees * 100) * (-1 if "left" in said.ways else 1)


def led(said: Spoken, front: Point, facing: Angle) -> Point:
    """The point of a free table to which its ways lead."""
    if said.verb or (said.ways == ("forward",) and not said.numbers):
        raise Unclear("how far? 4 forward")
    across, on = said.led
    return ahead(aside(front, facing, round(across * UNIT)), facing, round(on * UNIT))


def parts_of(words: Sequence[str]) -> list[list[str]]:
    """What is to be done one after the other: commas, semicolons and 'then' stand between.

    >>> parts_of("then 4 forward, pivot left 30".split())
    [['4', 'forward'], ['pivot', 'left', '30']]
    """
    line = GOES_ON.sub("", " ".join(words), count=1) if goes_on(words) else " ".join(words)
    return [part.split() for part in PARTS.split(line) if part.strip()]


def goes_on(words: Sequence[str]) -> bool:
    """Whether a line says that it goes on with the order in the making."""
    return len(words) > 1 and words[0] in ("then", "and", "also")


def listed_sayings(sayings: Sequence[tuple[str, str]]) -> str:
    """Words and what they mean, in two columns, for a terminal."""
    wide = min(36, max(len(words) for words, _ in sayings))
    return "\n".join(f"  {words:<{wide}}   {meaning}" for words, meaning in sayings)
