"""Formations, terrain and zones of a table in words: the text alternative of its drawing."""

from __future__ import annotations

from warhost.draw.wording import plain, side_name
from warhost.engine.view import BlockView, FeatureView, Outline, Point, View, ZoneView

LOOKS = {0: "the far edge", 90: "right", 180: "the near edge", 270: "left"}


def inches(thousandths: int) -> str:
    return f"{thousandths / 1000:.1f}"


def place(point: Point) -> str:
    return f"({inches(point[0])}, {inches(point[1])})"


def looking(facing: int) -> str:
    """'the far edge', 'right', or an angle clockwise from the far edge: '30°'."""
    degrees = round(facing / 100) % 360
    return LOOKS.get(degrees, f"{degrees}°")


def block_words(view: View, block: BlockView) -> str:
    """All there is to know of a piece, first line who and where, then its states, then its details."""
    who = f"{block.title} ({side_name(view, block.side)}), {block.shape}"
    return "\n".join([f"{who}, {stand(block)}", *states_line(block), *block.details])


def stand(block: BlockView) -> str:
    models = f"{len(block.bases)} models, " if len(block.bases) > 1 else ""
    return f"{models}front at {place(block.front)}, facing {looking(block.facing)}"


def states_line(block: BlockView) -> list[str]:
    return [", ".join(block.marks)] if block.marks else []


def specials(block: BlockView) -> list[str]:
    """The special models of a group."""
    if len(block.bases) == 1:
        return []
    return [f"{base.title} ({base.role})" for base in block.bases if base.role and base.role != "command"]


def feature_words(feature: FeatureView) -> str:
    details = "; ".join(dict.fromkeys((plain(feature.kind), *feature.details)))
    height = f", height {feature.height}" if feature.height else ""
    return f"{feature.name} ({details}{height}): {extent(feature.outline)}"


def extent(outline: Outline) -> str:
    """From corner to corner of the oblong around it."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return f"{place((min(xs), min(ys)))} to {place((max(xs), max(ys)))}"


def zone_words(zone: ZoneView) -> str:
    kind = "" if zone.kind in zone.title else f" ({plain(zone.kind)})"
    return f"{zone.title}{kind}: {extent(zone.outline)}"


def clash_words(view: View) -> list[str]:
    titles = {block.id: block.title for block in view.blocks}
    return [
        f"Fighting: {titles.get(clash.a, clash.a)} against {titles.get(clash.b, clash.b)}" for clash in view.clashes
    ]
