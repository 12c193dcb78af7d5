"""What a battle has brought into play."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.missum.events import Gone, SpellTold, Struck
from warhost.rulebooks.missum.setting import Fight

from .scene import book, events, go, north, order, scene, south


def met(fight: Fight, happened: list[Any]) -> set[tuple[str, str]]:
    found = set(book().encounters.met(fight.setting, fight.state, happened))
    known = book().encounters.things()
    assert all(name in known[kind] for kind, name in found)
    return found


@pytest.mark.rule("mis.move.wheel", "mis.terrain.open-woods")
def test_a_move_brings_its_people_its_ground_and_its_contact_into_play() -> None:
    woods = {"kind": "open woods", "at": [600, 530], "size": 100}
    fight = scene(south("a", (600, 500)), north("b", (600, 520)), terrain=[woods], step=5, mover="north", turn=4)
    order(fight, "a", go(600, 530))
    assert met(fight, [told.event for told in fight.told]) >= {
        ("race", "human"), ("deed", "move"), ("contact", "front"), ("ground", "open woods"),
    }  # fmt: skip
    assert not events(fight, Struck)


@pytest.mark.rule("mis.magic.types", "mis.rout.move")
def test_spells_blows_and_ends_come_into_play_when_they_are_told() -> None:
    fight = scene(south("a"), north("b"))
    happened = [
        SpellTold("mis.spell.gaze", 0, "Gaze of Vimúhla"), Gone("mis.rout.move", 1, "dissolves"),
        Struck("mis.odds.casualties", 0, 1, 4, 0, 40, "long sword"),
    ]  # fmt: skip
    assert met(fight, happened) == {
        ("spell", "Gaze of Vimúhla"), ("end", "dissolves"), ("melee weapon", "long sword"), ("race", "human"),
    }  # fmt: skip
