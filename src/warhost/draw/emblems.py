"""What marks special models on their bases: who commands, who carries the standard, who works magic."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.draw.badges import STAR
from warhost.draw.markup import line, shape, words
from warhost.draw.palette import GOLD, INK, PAPER

EMBLEMS = {
    "command": line("M-3 5V-6", INK, 1.4, cap="round") + shape("M-3-6.5L5-4-3-1Z", PAPER, INK, 0.9),
    "general": f'<g transform="scale(.85)">{shape(STAR, GOLD, INK, 1.3)}</g>',
    "standard": line("M-4 7V-9", INK, 1.8, cap="round")
    + shape("M-4-9H7L4-5.5 7-2H-4Z", GOLD, INK, 1)
    + line("M-1-5.5H2M.5-7V-4", INK),
    "hero": f'<circle r="5" fill="{GOLD}" stroke="{INK}" stroke-width="1.2"/>'
    + line("M-2.5 2.5L2.5-2.5", INK, 1.3),
    "wizard": shape("M0-6.5L5.6 3.2H-5.6ZM0 6.5L-5.6-3.2H5.6Z", "#fbeaf3", INK, 1),
    "halfwit": f'<circle r="5" fill="{PAPER}" stroke="{INK}"/>'
    f'<text y="3.2" font-size="9" font-weight="bold" text-anchor="middle" fill="{INK}">?</text>',
}


def emblem(role: str) -> str:
    """The sign of a role; one that nobody has drawn yet shows its first letter."""
    if role in EMBLEMS:
        return EMBLEMS[role]
    letter = f'<text y="3.2" font-size="9" text-anchor="middle" fill="{INK}">{words(role[:1].upper())}</text>'
    return f'<circle r="5" fill="{PAPER}" stroke="{INK}"/>{letter}'


def emblem_defs(roles: Iterable[str]) -> str:
    return "".join(f'<g id="wh-role-{number}">{emblem(role)}</g>' for number, role in enumerate(roles))
