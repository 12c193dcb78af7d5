"""Who was pushed over the edge of the table while lines were drawn up comes back when the melee is over."""

from __future__ import annotations

import pytest

from warhost.rulebooks.missum.bodies import body
from warhost.rulebooks.missum.events import Moved
from warhost.rulebooks.missum.morale.rout import gone
from warhost.rulebooks.missum.setting import Fight

from .scene import at, events, north, number, piece, scene, south

MM = 1000


def at_the_edge(*more: str) -> Fight:
    """Spears in melee whose rear ranks stand beyond the southern edge."""
    foes = "swords", *more
    placed = [north(one, (500 + 200 * at, 200)) for at, one in enumerate(foes)]
    fight = scene(south("spears", (600, 200)), *placed, melee=[("spears", one) for one in foes])
    spears = piece(fight, "spears")
    _, _, rear, _ = body(fight, number(fight, "spears")).box
    spears.y -= rear + 12 * MM
    return fight


@pytest.mark.rule("mis.move.contact-broken")
def test_whoever_is_left_at_the_edge_comes_back_onto_the_table() -> None:
    fight = at_the_edge()
    before = at(piece(fight, "spears"))
    gone(fight, number(fight, "swords"), "surrenders", number(fight, "spears"))
    assert at(piece(fight, "spears")) == (before[0], before[1] + 12)
    assert body(fight, number(fight, "spears")).box[2] == 0
    assert [event.distance for event in events(fight, Moved)] == [12 * MM]


@pytest.mark.rule("mis.move.contact-broken")
def test_whoever_fights_on_stays_where_he_is() -> None:
    fight = at_the_edge("axes")
    before = at(piece(fight, "spears"))
    gone(fight, number(fight, "swords"), "surrenders", number(fight, "spears"))
    assert at(piece(fight, "spears")) == before and events(fight, Moved) == []
