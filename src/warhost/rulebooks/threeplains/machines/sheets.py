"""What the data say of war machines: how each kind shoots, and its gremlin chart."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from warhost.engine.data import Definition, read_toml

from ..weapons import Weapon

DATA = Path(__file__).parents[1] / "data"
Count = Annotated[int, Meta(ge=0)]
Mishap = Literal[
    "destroyed", "cracked", "jammed", "hurt", "crooked", "bored", "snapped", "dropped", "wild",
]  # fmt: skip


class Engine(Definition, frozen=True, kw_only=True):
    """A way to shoot: bolts go through ranks, a volley is several of them, stones are lobbed at a place."""

    id: str
    rule: str
    title: str
    shot: Literal["bolt", "volley", "stone"]
    range: tuple[float, float]  # inches; the nearest and the farthest
    shots: Count = 1
    toughness: tuple[Count, ...]  # what comes off it, for each model that a bolt goes through one after the other
    damage: Count  # the top of the damage range
    ones: Count = 1  # so many natural ones to hit send it to its chart
    on_target: Count = 0  # the face from which a stone lands where it should
    on_wall: Count = 3  # ... and from which it hits a wall, with stones made for that
    winding: Count = 0  # shooting phases that the crew spends on it after a shot
    chart: str
    chart_modifier: int = 0


class Row(Definition, frozen=True):
    effect: Mishap
    text: str


class Chart(Definition, frozen=True, kw_only=True):
    """What each face of a D6 does to a machine.  [tp.machine.gremlin_chart]"""

    id: str
    rule: str
    row: Annotated[tuple[Row, ...], Meta(min_length=6, max_length=6)]


class MachinesFile(Definition, frozen=True):
    """machines.toml."""

    engine: tuple[Engine, ...]
    chart: tuple[Chart, ...]


_FILE = read_toml(DATA / "machines.toml", MachinesFile, DATA)
ENGINES: Mapping[str, Engine] = {engine.id: engine for engine in _FILE.engine}
CHARTS: Mapping[str, Chart] = {chart.id: chart for chart in _FILE.chart}
MISSILES: Mapping[str, Weapon] = {
    engine.id: Weapon(
        id=engine.id, title=engine.title, rule=engine.rule, text="", range=engine.range[1], shots=engine.shots,
        hold_and_shoot=False,
    )
    for engine in ENGINES.values()
    if engine.shot != "stone"
}  # fmt: skip
"""The engines that are aimed at a piece, as the missile weapons of their crews."""
