"""What has come into play in a battle: peoples, weapons, spells, ground and manoeuvres.

A people has when one of its bodies moves, shoots or strikes; a weapon when it is used; a spell when it is cast;
ground when a move ends on it or goes over it; whatever else is done or suffered when it is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from warhost.engine.battle import Battle
from warhost.engine.encounters import Thing
from warhost.engine.event import Event
from warhost.engine.field.shapes import crosses, near
from warhost.engine.oracle import Scripted

from ..bodies import body, lie
from ..events import (
    Armed,
    Attacked,
    Charged,
    Contacted,
    Flew,
    Formed,
    Gone,
    LeaderLost,
    Moved,
    NerveTested,
    Retired,
    SpellTold,
    Struck,
    Turned,
)
from ..library import MM, Library
from ..setting import Fight, Setting
from ..state import State

ACTS: dict[type[Event], str] = {
    Turned: "turn", Formed: "form", Charged: "charge", Flew: "climb or dive", Retired: "fall back",
    Armed: "change weapons", LeaderLost: "lose a leader",
}  # fmt: skip
TESTS = ("sudden panic", "group support", "last stand")
ENDS = ("surrenders", "dissolves", "is destroyed", "leaves the table")
SIDES = ("front", "left", "right", "rear")


class MissumEncounters:
    """The inventory of the charts, and what the events of a battle show of it."""

    def __init__(self, charts: Library):
        self.charts = charts

    def things(self) -> Mapping[str, Sequence[str]]:
        return {
            "race": sorted(self.charts.races),
            "melee weapon": sorted({weapon.title for weapon in self.charts.melee.values()}),
            "missile weapon": sorted({weapon.title for weapon in self.charts.missiles.values()}),
            "spell": sorted(
                title for one in self.charts.magic.type for title in (one.attack_title, one.defense_title)
            ),
            "ground": sorted(self.charts.kinds),
            "deed": sorted(["move", "wheel", *ACTS.values()]),
            "test": TESTS,
            "end": ENDS,
            "contact": SIDES,
        }

    def met(self, setting: Setting, state: State, events: Sequence[Event]) -> Iterator[Thing]:
        fight: Fight = Battle(setting, state, Scripted())
        for event in events:
            if isinstance(event, Moved):
                yield "race", setting.troops[event.piece].race.id
                yield "deed", "wheel" if event.how == "wheels" else "move"
                yield from _ground(fight, event)
            elif isinstance(event, Attacked):
                yield "race", setting.troops[event.piece].race.id
                yield "melee weapon" if isinstance(event, Struck) else "missile weapon", event.weapon
            elif isinstance(event, SpellTold):
                yield "spell", event.title
            elif isinstance(event, NerveTested):
                yield "test", event.what
            elif isinstance(event, Gone):
                yield "end", event.how
            elif isinstance(event, Contacted):
                yield "contact", event.side
            if type(event) in ACTS:
                yield "deed", ACTS[type(event)]


def _ground(fight: Fight, event: Moved) -> Iterator[Thing]:
    """The ground under a body, and what the middle of its front has gone over."""
    piece = fight.state.pieces[event.piece]
    parts = body(fight, event.piece).parts if piece.present and not piece.height else ()
    for ground in lie(fight).all:
        points = ground.shape.points
        edges = list(zip(points, (*points[1:], points[0]), strict=True))
        over = any(crosses(a, b, *edge) for a, b in zip(event.way, event.way[1:], strict=False) for edge in edges)
        if (over and not piece.height) or any(near(ground.shape, part, MM) for part in parts):
            yield "ground", ground.kind.id
