"""Lengths, angles, places and sides in words."""

from __future__ import annotations

from warhost.engine.words import count

from .figure import INCH
from .state import Point

HARDLY = 50  # thousandths of an inch: less is told as no inch at all


def length(thousandths: int) -> str:
    """'5.5 inches': what a ruler can tell."""
    return f"{tenths(thousandths)} inches"


def tenths(thousandths: int) -> str:
    return f"{thousandths / INCH:.1f}"


def place(point: Point) -> str:
    return f"({tenths(point[0])}, {tenths(point[1])})"


def degrees(hundredths: int) -> str:
    return count(round(hundredths / 100) % 360, "degree")


def flank(side: str) -> str:
    """'front', 'left flank'."""
    return f"{side} flank" if side in ("left", "right") else side
