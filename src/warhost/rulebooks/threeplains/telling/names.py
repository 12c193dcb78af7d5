"""What players call pieces and armies, and lengths, angles and places in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..figure import INCH
from ..setting import Setting
from ..state import Number, Player, Point
from ..titles import mention


def several(setting: Setting, number: Number) -> bool:
    """Whether a piece is spoken of as 'they': groups are; characters, lone models and detachments are not."""
    if number >= len(setting.recruits):
        return False
    entry = setting.entries[setting.recruits[number].entry]
    return entry.role is None and entry.models > 1



def army(setting: Setting, side: Player) -> str:
    """An army by its name; those of chance without their points, as long as that tells them apart."""
    short = [re.sub(r", \d+ points$", "", one.name) for one in setting.armies]
    return mention(short[side] if short[0] != short[1] else setting.armies[side].name)


def listed(words: Sequence[str]) -> str:
    *most, last = words or [""]
    return f"{', '.join(most)} and {last}" if most else last


def count(amount: int, one: str, many: str = "") -> str:
    """'1 model', '2 models'."""
    return f"{amount} {one if amount == 1 else many or f'{one}s'}"


def length(thousandths: int) -> str:
    """'5.5 inches': what a ruler can tell."""
    return f"{tenths(thousandths)} inches"


def tenths(thousandths: int) -> str:
    return f"{thousandths / INCH:.1f}"


def side(name: str) -> str:
    """'front', 'left flank'."""
    return f"{name} flank" if name in ("left", "right") else name


def place(point: Point) -> str:
    return f"({tenths(point[0])}, {tenths(point[1])})"


def degrees(hundredths: int) -> str:
    return f"{round(hundredths / 100) % 360} degrees"
