"""A roster: the army a player has written down, before anybody has looked whether it may be fielded.

It is a short TOML file with a table for each group and each character. What the names in it stand for is the
business of the rulebook whose lists it is written for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct, field

from warhost.engine.bounds import Few, Name, Text
from warhost.engine.data import Definition, convert, nearest, parse_toml, read_toml

Fault = tuple[str, str]
"""A key of the roster, and what was expected there."""

MOST_POINTS = 10_000
MOST_MODELS = 1_000  # of a whole roster: somewhat more than ten thousand points commonly buy
Points = Annotated[int, Meta(ge=1, le=MOST_POINTS)]
Models = Annotated[int, Meta(ge=1, le=100)]


class Entry(Definition, frozen=True, kw_only=True):
    """What groups and characters have in common."""

    profile: Name
    id: Name = ""  # what others call it; left out, it is that of the profile
    name: Name = ""
    options: Few[Name] = ()
    items: Few[Name] = ()  # things of magic that it carries
    with_: Name = field(default="", name="with")  # the id of the group it stands with


class Group(Entry, frozen=True, kw_only=True):
    """Models all alike that fight together."""

    models: Models = 1
    command: bool = False
    files: Annotated[int, Meta(ge=0, le=100)] = 0  # how wide it stands; 0 leaves that to the rulebook


class Character(Entry, frozen=True, kw_only=True):
    role: Name = ""
    mount: Name = ""


class Roster(Definition, frozen=True, kw_only=True):
    """An army within a limit of points. `side` is the limit of a whole side that allies share."""

    name: Name
    rulebook: Name
    army: Name
    points: Points
    side: Annotated[int, Meta(ge=0, le=4 * MOST_POINTS)] = 0
    scenario: Name = ""  # the scenario it is written for, if that changes what may be mustered
    part: Name = ""  # and which side it is in it
    against: Annotated[int, Meta(ge=0, le=MOST_POINTS)] = 0  # the points of the enemy, where they matter
    story: Text = ""
    group: Few[Group] = ()
    character: Few[Character] = ()


class Named(Struct, frozen=True):
    """An entry with the id it goes by and its place in the file."""

    id: str
    key: str
    entry: Group | Character


def read_roster(path: Path) -> Roster:
    return read_toml(path, Roster)


def roster_of(text: str, file: str = "roster") -> Roster:
    """A roster from its text; a DataError says what is wrong with it."""
    return convert(parse_toml(text, file), Roster, file)


def named_entries(roster: Roster) -> list[Named]:
    """Groups, then characters; of several with the same id the second is 'guard-2'."""
    kinds: tuple[tuple[str, tuple[Group | Character, ...]], ...] = (
        ("group", roster.group),
        ("character", roster.character),
    )
    placed = [(f"{kind}[{number}]", entry) for kind, entries in kinds for number, entry in enumerate(entries)]
    taken = [entry.id for _, entry in placed if entry.id]
    named = []
    for key, entry in placed:
        id = entry.id
        if not id:
            id = _free(entry.profile.rpartition(".")[2], taken)
            taken.append(id)
        named.append(Named(id, key, entry))
    return named


def _free(wanted: str, taken: list[str]) -> str:
    number = 1
    while (id := wanted if number == 1 else f"{wanted}-{number}") in taken:
        number += 1
    return id


def roster_faults(roster: Roster) -> Iterator[Fault]:
    """Ids that are used twice, groups to stand with that do not exist, and more models than a table holds."""
    entries = named_entries(roster)
    if (models := sum(group.models for group in roster.group)) > MOST_MODELS:
        yield "group", f"expected at most {MOST_MODELS} models in all, got {models}"
    groups = [named.id for named in entries if isinstance(named.entry, Group)]
    for place, named in enumerate(entries):
        if named.id in [other.id for other in entries[:place]]:
            yield f"{named.key}.id", f"expected another id, {named.id} is taken"
        host = named.entry.with_
        if host and (host not in groups or host == named.id):
            others = [group for group in groups if group != named.id]
            yield f"{named.key}.with", f"expected the id of another group, got {host}{nearest(host, others)}"


# --- writing ------------------------------------------------------------------------------------------------


def roster_text(roster: Roster) -> str:
    """The roster as a file for people to go on with; what is usual is left out."""
    lines = _pairs(roster, leave=("group", "character"))
    for kind in ("group", "character"):
        for entry in getattr(roster, kind):
            lines += ["", f"[[{kind}]]", *_pairs(entry)]
    return "\n".join(lines) + "\n"


FIRST = ("profile", "models", "role", "mount")
"""What one wants to see of an entry before the rest."""


def _pairs(definition: Definition, leave: tuple[str, ...] = ()) -> list[str]:
    made = type(definition)
    keys = dict(zip(made.__struct_fields__, made.__struct_encode_fields__, strict=True))
    order = [name for name in FIRST if name in keys] + [name for name in keys if name not in FIRST]
    values = {keys[name]: getattr(definition, name) for name in order if name not in leave}
    return [f"{key} = {_value(value)}" for key, value in values.items() if value]


def _value(value: str | int | tuple[str, ...]) -> str:
    """JSON writes strings, numbers, truth and lists of strings as TOML does."""
    return json.dumps(value, ensure_ascii=False)
