"""Charges that strike home, and who fights after them: for tests of squaring up."""

from __future__ import annotations

from warhost.engine.field.shapes import overlap
from warhost.rulebooks.threeplains.bodies import body, on_table
from warhost.rulebooks.threeplains.fighting.contact import between
from warhost.rulebooks.threeplains.fighting.edges import fighters
from warhost.rulebooks.threeplains.fighting.squaring import meet
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import Contact, Side

from .scene import (
    foot,
    number,
)  # fmt: skip

ROUND = foot(base=(inches(1), inches(1)))  # bases of an inch make the sums easy
LOOSE = foot(base=(inches(1), inches(1)), loose=True)


def strike(fight: Fight, mover: str, target: str, struck: Side = "front", **more: object) -> bool:
    return meet(fight, number(fight, mover), number(fight, target), struck, charge=inches(6), **more)  # type: ignore[arg-type]


def met(fight: Fight, a: str, b: str) -> Contact:
    found = between(fight, number(fight, a), number(fight, b))
    assert found is not None
    return found


def strikers(fight: Fight, name: str, foe: str) -> list[int]:
    return fighters(fight, number(fight, name), met(fight, name, foe))


def nobody_overlaps(fight: Fight) -> bool:
    shapes = [(n, room) for n in on_table(fight) for room in body(fight, n).room]
    return not any(
        overlap(one, other) for index, (a, one) in enumerate(shapes) for b, other in shapes[:index] if a != b
    )
