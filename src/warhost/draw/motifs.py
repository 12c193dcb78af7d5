"""What grows and lies on the ground: one square of each, and surfaces that run on from square to square."""

from __future__ import annotations

from warhost.draw.markup import line, shape


def crowns(fill: str, edge: str, trees: tuple[tuple[float, float, float], ...]) -> str:
    """Round tops of trees, each by its middle and its radius."""
    circles = "".join(f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}"/>' for x, y, r in trees)
    stroke = f' stroke="{edge}" stroke-width="1.2"' if edge else ""
    return f'<g fill="{fill}"{stroke}>{circles}</g>'


HACHURE, STEP = "#8f7443", "#8a8271"

# Drawn around the middle of a square of 40. Slopes and steps rise to the north, the corners of a hill to the
# north-east: a spur falls away from one point, a hollow falls from two sides.
MOTIFS = {
    "trees": crowns("#7d9460", "#566b40", ((-9, -9, 10), (10, -7, 9), (-7, 10, 9), (11, 11, 7.5)))
    + crowns("#9db27c", "", ((-11, -11, 4.5), (8, -9, 4), (-9, 8, 4), (9.5, 9.5, 3))),
    "scrub": shape(
        "M-14-8a4 4 0 0 1 8 0zM5-11a3.5 3.5 0 0 1 7 0zM-4 4a4 4 0 0 1 8 0z"
        "M8 12a3.5 3.5 0 0 1 7 0zM-15 14a3 3 0 0 1 6 0z",
        "#98a257",
        "#727c3a",
    )
    + line("M0-14h.1M-8-2h.1M12 1h.1M0 13h.1M-15 4h.1", "#727c3a", 2.2, cap="round"),
    "rocks": shape(
        "M-16-2l4-9 8-2 5 6-3 7-9 2zM3 10l3-8 7-1 4 6-4 6-7 1zM-9 14l2-5 5 0 2 5zM6-9l4-4 4 2 0 5-5 1z",
        "#aaa492",
        "#6f6959",
        1.1,
    )
    + line("M-12-11l3 6 7-1M-9-5l-1 7M6 2l4 4 6-1M10 6l0 7", "#8a8473"),
    "slope": shape("M-18-20L-15.5-5-13-20zM-8-20L-5.5 2-3-20zM3-20L5.5-4 8-20zM13-20L15.5 4 18-20z", HACHURE)
    + line("M-15.5-6V12M-5.5 0V18M5.5-6V10M15.5 2V18", HACHURE, opacity=".8"),
    "spur": shape("M20-20L-4-17L20-15zM20-20L-1-8L17-17zM20-20L8 1L15-20zM20-20L17 4L20-15z", HACHURE)
    + line("M-4-17L-17-16M-1-8L-14 1M2-2L-11 11M8 1L0 14M17 4L16 17", HACHURE, opacity=".8"),
    "hollow": shape(
        "M-16-20L-14-6L-11-20zM-4-20L-4-2L2-20zM20-11L4-4L20-6zM20 3L0 6L20 8zM20 14L8 15L20 18z", HACHURE
    )
    + line("M-14-6V8M-4-2L-9 10M4-4L-7 12M0 6L-10 14M8 15H-6", HACHURE, opacity=".8"),
    "steps": line("M-20-15H20M-20-9H20M-20-3H20M-20 3H20M-20 9H20M-20 15H20", STEP, 1.5),
}

# The size of the repeat, and its strokes.
SURFACES = {
    "open": (
        160,
        line(
            "M18 24l1-5M20 24V18M22 24l2-5M131 61l1-5M133 61V55M135 61l2-5"
            "M58 104l1-5M60 104V98M62 104l2-5M104 142l1-5M106 142V136M108 142l2-5",
            "#bfc595",
            1.3,
        ),
    ),
    "marsh": (
        40,
        line("M5 14h12M23 32h12", "#7b97a0", 1.5)
        + line("M9 13l-2-7M11 13V4M13 13l2-7M27 31l-2-7M29 31V22M31 31l2-7M30 11h5M4 27h5", "#6d8060", 1.2),
    ),
    "water": (40, line("M2 10q5-5 10 0t10 0M20 24q5-5 10 0t10 0M0 36q4-4 8 0M26 8q4-4 8 0", "#7fa9be", 1.4)),
    "floor": (20, line("M0 0H20V20H0zM0 10H20M10 0V10M5 10V20M15 10V20", "#d3c5ab")),
    "planking": (
        40,
        line("M0 8H40M0 16H40M0 24H40M0 32H40M0 40H40M12 0V8M30 8V16M8 16V24M24 24V32M16 32V40", "#9d7c50"),
    ),
    "rampart": (20, line("M0 0H20M0 10H20M5 0V10M15 10V20", "#a59d8c")),
}
