"""Storeys of Three Plains: which of its modules may read which, and that none read each other in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import warhost

BOOK = Path(warhost.__file__).parent / "rulebooks" / "threeplains"
FLOORS: tuple[frozenset[str], ...] = (
    frozenset({
        "figure", "state", "weapons", "wedge", "land.terrain", "items.item", "items.shelf", "items.creatures",
        "magic.verbs", "armies.army", "armies.profiles", "scenario.mission", "scenario.customs", "scenario.fabric",
        "scenario.load", "scenario.ramparts", "scenario.sights", "events", "special.specials", "setting", "bodies",
        "kinds", "stands", "dice", "choosing", "titles", "torchlight", "wording",
    }),
    frozenset({
        "armies", "agreeing", "library", "land", "moving", "fighting", "charging", "missiles", "wounds", "morale",
        "magic", "items", "special", "beasts", "machines", "scenario", "siege", "opening", "victory", "turn",
        "flaws", "campaign",
    }),
    frozenset({"telling", "asking"}),
    frozenset({"judging", "tactics"}),
    frozenset({"rulebook"}),
)  # fmt: skip
"""From the ground up: things, rules, words, judges and players, the book. A module stands on the floor that names
it or its folder; it may read what stands on its own floor and below."""


def name_of(path: Path) -> str:
    parts = path.relative_to(BOOK).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(BOOK.rglob("*.py"))}


def floor(name: str) -> int:
    folder = name.partition(".")[0]
    return next(n for known in (name, folder) for n, floor in enumerate(FLOORS) if known in floor)


def read_by(name: str, path: Path) -> Iterator[str]:
    """The modules of the book that one reads when it is read itself; types alone do not count."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.parse(path.read_text("utf8")).body:
        if isinstance(node, ast.ImportFrom) and node.level:
            above = package[: len(package) + 1 - node.level]
            module = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = ".".join(filter(None, (module, alias.name)))
                yield inner if inner in MODULES else module


READS = {name: sorted({*read_by(name, path)} - {name, ""}) for name, path in MODULES.items()}


@pytest.mark.parametrize("name", [name for name in MODULES if name])
def test_nobody_reads_what_stands_above(name: str) -> None:
    assert [other for other in READS[name] if floor(other) > floor(name)] == []


def test_no_modules_read_each_other_in_a_circle() -> None:
    left = {name: {*others} for name, others in READS.items()}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    assert sorted(left) == []
