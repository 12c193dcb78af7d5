"""The colours of every drawing, chosen so that colour-blind players and grey printers lose nothing.

Sides take their colours from the Okabe-Ito palette, and never from colour alone: each livery also has its own
outline, its own hatching and its own front mark in the terminal. Terrain is muted, so that pieces stand out.
"""

from __future__ import annotations

import msgspec

BLUE, VERMILLION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
ORANGE, SKY, YELLOW = "#E69F00", "#56B4E9", "#F0E442"

PAPER, PAGE, INK, FAINT_INK = "#fffaf0", "#f3ead6", "#33291c", "#6b5c45"
GOLD, BLOOD, GROUND = "#f2b705", "#9b1c1c", "#dde0bd"


class Livery(msgspec.Struct, frozen=True):
    """How the pieces of one side are told apart from all others."""

    colour: str
    fill: str
    letters: str
    hatch: str  # the strokes of an 8 by 8 tile, empty for a plain fill
    cut_corners: bool
    fronts: str  # terminal front marks for N, E, S, W
    terminal: str  # a rich style that holds on dark and on light terminals


SLANTED, LEVEL, CROSSED = "M-2 2L2-2M0 8L8 0M6 10L10 6", "M0 4H8", "M4 0V8M0 4H8"
LIVERIES = (
    Livery(BLUE, BLUE, "#fff", "", False, "▲▶▼◀", "bold white on #005a8c"),
    Livery(VERMILLION, "#ffe9d6", "#4a1c00", SLANTED, True, "△▷▽◁", "bold black on #E69F00"),
    Livery(GREEN, "#e2f5ee", "#003d2b", LEVEL, False, "↑→↓←", "bold black on #35c29b"),
    Livery(PURPLE, "#fbeaf3", "#4d1535", CROSSED, True, "⇑⇒⇓⇐", "bold black on #e6a3c8"),
)


def livery(side: int) -> Livery:
    return LIVERIES[side % len(LIVERIES)]


class Soil(msgspec.Struct, frozen=True):
    """What a kind of terrain looks like: its colour, the line around it, its corners, its terminal sign."""

    fill: str
    line: str
    radius: int  # natural ground has round corners, built ground sharp ones
    sign: str
    terminal: str = ""


SOILS = {
    "open": Soil(GROUND, "#b9bd92", 0, " "),
    "slope": Soil("#d9c79d", "#b09868", 10, "/", "yellow"),
    "hilltop": Soil("#e8d9b0", "#8f7443", 10, "^", "yellow"),
    "marsh": Soil("#c3cfb4", "#8fa38a", 14, "~", "cyan"),
    "scrub": Soil("#cfd3a0", "#a3a868", 14, '"', "green"),
    "rocks": Soil("#cdc8b8", "#a39c88", 12, "o", "bright_black"),
    "trees": Soil("#b4c394", "#86996a", 15, "♣", "green"),
    "water": Soil("#a9c8d6", "#6f9bb0", 0, "≈", "blue"),
    "rampart": Soil("#c9c2b4", "#8a8271", 0, "#", "bright_black"),
    "steps": Soil("#d3cbb9", "#8a8271", 0, "≡", "bright_black"),
    "floor": Soil("#e6dccb", "#a8977c", 0, "_", "magenta"),
    "planking": Soil("#cfae80", "#8d6c41", 0, "=", "yellow"),
}


class Tint(msgspec.Struct, frozen=True):
    """How an area is marked: a coloured outline with its own dashes and a wash inside."""

    line: str
    wash: str
    dashes: str


TINTS = {
    "objective": Tint("#8a5a00", GOLD, "9 5"),
    "zone": Tint("#005a8c", SKY, "2 4"),
    "reach": Tint("#00654a", GREEN, "5 3"),
}


def tint(kind: str) -> Tint:
    return TINTS.get(kind, Tint(INK, "#999999", "3 3"))
