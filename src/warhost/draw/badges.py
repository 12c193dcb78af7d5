"""Small round badges for the states of a piece, told apart by their sign rather than by colour."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.draw.markup import line, shape, words
from warhost.draw.palette import BLOOD, GOLD, INK, PAPER

DISC = f'<circle r="6.5" fill="{PAPER}" stroke="{INK}"/>'
STAR = "M0-9L2.4-3.3 8.6-2.8 3.8 1.2 5.3 7.3 0 4 -5.3 7.3 -3.8 1.2 -8.6-2.8 -2.4-3.3Z"


def drawn(data: str) -> str:
    return DISC + line(data, INK, 1.5, cap="round")


SIGNS = {
    "leader": shape(STAR, GOLD, INK, 1.2),
    "engaged": drawn("M-3.5-3.5L3.5 3.5M3.5-3.5L-3.5 3.5M-4 1.5L-1.5 4M4 1.5L1.5 4"),
    "wounded": DISC + shape("M0-5C2-2 3.5-.2 3.5 1.5A3.5 3.5 0 0 1-3.5 1.5C-3.5-.2-2-2 0-5Z", BLOOD),
    "stunned": drawn("M-1-5L2.5-1.5H-2L1.5 4.5"),
    "blinded": drawn("M-4.5 0Q0-4.5 4.5 0Q0 4.5-4.5 0ZM-4 4L4-4"),
    "hidden": drawn("M-4.5-1Q0 3.5 4.5-1M-3 1.5L-4 3.5M0 2V4.5M3 1.5L4 3.5"),
    "moved": drawn("M-4-3L-1 0-4 3M1-3L4 0 1 3"),
    "fired": drawn("M-4 4L4-4M4-4H0M4-4V0M-4 4V1.5M-4 4H-1.5"),
    "hypnotised": drawn("M0 0A1.5 1.5 0 0 1 3 0A3 3 0 0 1-3 0A4 4 0 0 1 4.5-1.5"),
}


def sign(mark: str) -> str:
    """The badge of a mark; one that nobody has drawn yet shows its first letter."""
    if mark in SIGNS:
        return SIGNS[mark]
    initial = words(mark[:1].upper())
    return f'{DISC}<text y="3.5" font-size="9" text-anchor="middle" fill="{INK}">{initial}</text>'


def badge_defs(marks: Iterable[str]) -> str:
    return "".join(f'<g id="wh-mark-{number}">{sign(mark)}</g>' for number, mark in enumerate(marks))
