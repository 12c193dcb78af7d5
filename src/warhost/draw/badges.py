"""Small round badges for the states of a piece, told apart by their sign rather than by colour."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.draw.markup import line, shape, words
from warhost.draw.palette import BLOOD, GOLD, GREEN, INK, PAPER, VERMILLION

DISC = f'<circle r="6.5" fill="{PAPER}" stroke="{INK}"/>'
STAR = "M0-9L2.4-3.3 8.6-2.8 3.8 1.2 5.3 7.3 0 4 -5.3 7.3 -3.8 1.2 -8.6-2.8 -2.4-3.3Z"


def drawn(data: str) -> str:
    return DISC + line(data, INK, 1.5, cap="round")


SIGNS = {
    "leader": shape(STAR, GOLD, INK, 1.2),
    "engaged": drawn("M-3.5-3.5L3.5 3.5M3.5-3.5L-3.5 3.5M-4 1.5L-1.5 4M4 1.5L1.5 4"),
    "wounded": DISC + shape("M0-5C2-2 3.5-.2 3.5 1.5A3.5 3.5 0 0 1-3.5 1.5C-3.5-.2-2-2 0-5Z", BLOOD),
    "poisoned": DISC + shape("M0-5C2-2 3.5-.2 3.5 1.5A3.5 3.5 0 0 1-3.5 1.5C-3.5-.2-2-2 0-5Z", GREEN, INK, 0.8),
    "frenzy": DISC + shape("M-3 2.5Q-4-1-1-5Q0-2 1.5-2.5Q4 1 3 3Q0 6-3 2.5Z", VERMILLION, INK, 0.8),
    "stunned": drawn("M-1-5L2.5-1.5H-2L1.5 4.5"),
    "blinded": drawn("M-4.5 0Q0-4.5 4.5 0Q0 4.5-4.5 0ZM-4 4L4-4"),
    "hidden": drawn("M-4.5-1Q0 3.5 4.5-1M-3 1.5L-4 3.5M0 2V4.5M3 1.5L4 3.5"),
    "moved": drawn("M-4-3L-1 0-4 3M1-3L4 0 1 3"),
    "fired": drawn("M-4 4L4-4M4-4H0M4-4V0M-4 4V1.5M-4 4H-1.5"),
    "fleeing": drawn("M3.5 4V-1A3.2 3.2 0 0 0-3-1V3.5M-5 1.5L-3 4-1 1.5"),
    "charging": DISC + shape("M0-4.5L5 0 0 4.5V2H-4.5V-2H0Z", INK),
    "falling back": drawn("M0-4L-4.5 0 0 4M-4 0H4.5"),
    "flimsy ranks": drawn("M-4.2-2.5H-1.5M1-2.5H4.2M-4.2 0H-3M-.5 0H1.5M-4.2 2.5H-2M.5 2.5H4.2"),
    "half turned": drawn("M-3.8 2A4 4 0 1 1 3.8 2M1.3 1.2L3.6 2.8 5 .4"),
    "reforming": drawn("M-4.5-2.5H4.5M-2.5 0H2.5M-4.5 2.5H4.5"),
    "narrowed": drawn("M-5-3L-2 0-5 3M5-3L2 0 5 3"),
    "exhausted": drawn("M-3-3.5H3L-3 3.5H3"),
    "airborne": drawn("M-5.2 1.5Q-3-4.5 0 .5Q3-4.5 5.2 1.5"),
    "ring": drawn("M0-4.2A4.2 4.2 0 1 1-.1-4.2M0 0h.1"),
    "unbreakable": drawn("M0-4.5L4-3.2V0Q3.8 3 0 4.8Q-3.8 3-4 0V-3.2Z"),
    "cannot move": DISC + line("M-3.6 0H3.6", BLOOD, 2.6),
    "wild": drawn("M-4-4L-2 1M0-4V1M4-4L2 1M-4 4Q0 1 4 4"),
    "wedge": drawn("M-4 3.5L0-4 4 3.5Z"),
    "concealed": drawn("M-4.8 0Q0-4 4.8 0Q0 4-4.8 0ZM0-.6V.6"),
    "not ready to shoot": drawn("M-3.5-4.5H3.5M-3.5 4.5H3.5M-3-4.5L3 4.5M3-4.5L-3 4.5"),
    "bent sights": drawn("M-4.5 3H0L4-3.5M1.8-3.5H4V-1.2"),
    "hypnotised": drawn("M0 0A1.5 1.5 0 0 1 3 0A3 3 0 0 1-3 0A4 4 0 0 1 4.5-1.5"),
}


def sign(mark: str, letters: str) -> str:
    """The badge of a mark; one that nobody has drawn shows these letters."""
    if mark in SIGNS:
        return SIGNS[mark]
    size = 9 if len(letters) < 2 else 7 if len(letters) < 3 else 5
    text = f'<text y="{size * 0.38:g}" font-size="{size}" text-anchor="middle" fill="{INK}">{words(letters)}</text>'
    return DISC + text


def letters_for(marks: Sequence[str]) -> dict[str, str]:
    """What stands for each of these: the number at its end, or so many letters of it that no other has the same."""
    found: dict[str, str] = {}
    for mark in marks:
        number, bare = mark.rpartition(" ")[2], mark.replace(" ", "").replace("'", "")
        if number.isdecimal():
            found[mark] = number
            continue
        initials = "".join(word[0] for word in mark.split())
        short = [initials[:1], initials[:2], *(bare[:length] for length in range(2, len(bare) + 1))]
        taken = [letters.upper() for letters in found.values()]
        found[mark] = next((one for one in short if one.upper() not in taken), mark)
    return {mark: letters[:1].upper() + letters[1:] for mark, letters in found.items()}


def badge_defs(marks: Sequence[str]) -> str:
    letters = letters_for([mark for mark in marks if mark not in SIGNS])
    drawings = (sign(mark, letters.get(mark, "")) for mark in marks)
    return "".join(f'<g id="wh-mark-{number}">{drawing}</g>' for number, drawing in enumerate(drawings))
