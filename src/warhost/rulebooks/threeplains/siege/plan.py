"""A fortress as its owner writes it down: a chain of models from the left board edge to the right one.

    plan = '''
    wall
    wall: ladder, loop
    tower: 2 loops, door to left, door to right, door to courtyard
    bend outwards: door to courtyard
    gate: ladder at 1, cauldron, moat
    '''

Seen from behind the wall the first model is the leftmost. Behind a colon stands what is fixed to it: doors with the
place they lead to, and anything else with the inches from the left end of the model, if that matters.
[tp.siege.plan.chain] [tp.siege.lists]
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal, cast, get_args

from msgspec import Meta, Struct

from warhost.engine.bounds import Few, Name, Text
from warhost.engine.data import DataError, Definition, nearest, one_of, read_toml

from .works import FIRST_SIZE, Attachment, Work, works

Way = Literal["", "outwards", "inwards"]
Target = Literal["courtyard", "outside", "left", "right", "left inside", "right inside"]
"""Where a door leads: the ground on either side, or the model beside: its top, or its inside."""

GAP = "gap"
MACHINE = "machine"
MOST_MODELS = 60
TARGETS: tuple[Target, ...] = get_args(Target)
ATTACHMENTS: tuple[Attachment, ...] = get_args(Attachment)
_FIXED = re.compile(r"(?:(\d+) )?([a-z]+?)s?(?: to ([a-z ]+?))?(?: at (\d+(?:\.\d+)?))?")


class FortressEntry(Definition, frozen=True, kw_only=True):
    """fortresses/*.toml: the part of the Defenders' list that is paid in siege points."""

    id: Name
    title: Name
    army: Name  # the Defenders' list, for machines and for bows in arrow-loops
    besiegers: Annotated[int, Meta(ge=1, le=10_000)] = FIRST_SIZE  # the points of their army: the size of the game
    plan: Text
    loops: Name = ""  # the weapon of all arrow-loops
    projectiles: Few[Name] = ()  # ids of the defending units that have things to throw
    courtyard: Few[Name] = ()  # war machines that stand behind the wall
    story: Text = ""
    origin: Literal["source", "authored"] = "authored"


class Fixture(Struct, frozen=True):
    """Something fixed to a model of the fortress."""

    kind: Attachment
    to: Target | None = None  # of a door
    at: float | None = None  # inches from the left end of the model; None: spread evenly

    def __str__(self) -> str:
        return f"{self.kind} to {self.to}" if self.to else self.kind


class Model(Struct, frozen=True):
    """A model of the chain. `work` is None for a gap."""

    work: Work | None
    line: int
    way: Way = ""
    fixtures: tuple[Fixture, ...] = ()
    machines: tuple[str, ...] = ()

    def count(self, kind: Attachment) -> int:
        return sum(fixture.kind == kind for fixture in self.fixtures)

    def among_its_like(self, place: int) -> int:
        """Which one of its kind a fixture is, from 0; of doors, of those that lead to the same place."""
        fixture = self.fixtures[place]
        return sum((other.kind, other.to) == (fixture.kind, fixture.to) for other in self.fixtures[:place])


def read_fortress(path: Path, root: Path | None = None) -> FortressEntry:
    return read_toml(path, FortressEntry, root)


def models_of(entry: FortressEntry, file: str) -> list[Model]:
    """The chain, model by model; a DataError names the line that cannot be read."""
    return models_in(entry.plan, file)


def models_in(plan: str, file: str) -> list[Model]:
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(plan.split("\n"), 1)]
    written = [(number, line) for number, line in lines if line]
    if not 1 <= len(written) <= MOST_MODELS:
        raise DataError(file, "plan", f"expected 1 to {MOST_MODELS} models, a line each, got {len(written)}")
    return [_model(_Place(file, number), line) for number, line in written]


class _Place(Struct, frozen=True):
    """A line of a plan, for complaints about it."""

    file: str
    line: int

    def fault(self, expected: str) -> DataError:
        return DataError(self.file, f"plan, line {self.line}", expected)


def _model(place: _Place, line: str) -> Model:
    head, _, fixed = line.partition(":")
    words = head.split()
    way: Way = ""
    if words and words[-1] in ("outwards", "inwards"):
        way = cast(Way, words.pop())
    name, known = " ".join(words), works()
    if name == GAP and not way and not fixed:
        return Model(None, place.line)
    if name not in known:
        raise place.fault(f"expected {one_of(known)}, got {name[:40]!r}{nearest(name, known)}")
    work = known[name]
    if work.turn and not way:
        raise place.fault(f"expected 'outwards' or 'inwards' behind {name}")
    if way and not (work.turn or work.corner):
        raise place.fault(f"expected a {name} to go straight on; bends and towers turn the line")
    items = [item.strip() for item in fixed.split(",") if item.strip()]
    machines = [item.split(maxsplit=1)[1] for item in items if item.startswith(f"{MACHINE} ")]
    others = [item for item in items if not item.startswith(f"{MACHINE} ")]
    fixtures = tuple(fixture for item in others for fixture in _fixtures(place, item))
    return Model(work, place.line, way, fixtures, tuple(machines))


def _fixtures(place: _Place, item: str) -> list[Fixture]:
    found = _FIXED.fullmatch(" ".join(item.split()))
    kind = found[2] if found else ""
    if item == MACHINE:
        raise place.fault(f"expected a war machine of the army behind {MACHINE}")
    if found is None or kind not in ATTACHMENTS:
        known = [*ATTACHMENTS, MACHINE]
        raise place.fault(f"expected {one_of(known)}, got {item[:40]!r}{nearest(kind or item, known)}")
    number, to, at = int(found[1] or 1), found[3], found[4]
    if not 1 <= number <= 9 or (number > 1 and at):
        raise place.fault(f"expected 1 to 9 of them, and one for each place, got {item[:40]!r}")
    if (kind == "door") != (to is not None):
        raise place.fault(f"expected 'door to' and {one_of(TARGETS)}, got {item[:40]!r}")
    if to is not None and to not in TARGETS:
        raise place.fault(f"expected a door to {one_of(TARGETS)}, got {to[:40]!r}{nearest(to, TARGETS)}")
    if to is not None and to not in ("courtyard", "outside") and at:
        raise place.fault(f"expected no 'at' behind a door to {to}: it is where the two models meet")
    fixture = Fixture(cast(Attachment, kind), cast("Target | None", to), float(at) if at else None)
    return [fixture] * number
