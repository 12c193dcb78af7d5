"""What has come into play: the inventory, and what the events of a battle show of it."""

from __future__ import annotations

from warhost.engine.event import Event
from warhost.rulebooks.regiments.events import Cast, Moved, Shot, Struck, Tested

from .field import BOOK, ours, scene, theirs

SPELL = "Cinder Bolt"


def met(*events: Event) -> set[tuple[str, str]]:
    """In a battle of guards with their captain behind a wall against archers far away."""
    fight = scene(
        ours("guards", "men.halberds", 20, front=(36, 20), files=5),
        ours("captain", "men.captain", joined="guards"),
        theirs("archers", "elf.archers", 10, front=(36, 40), files=5),
        terrain=[{"kind": "wall", "at": [36, 20.8]}, {"kind": "marsh", "at": [60, 40]}],
    )
    return set(BOOK.encounters.met(fight.setting, fight.state, events))


def test_the_inventory_names_everything_that_the_lists_hold() -> None:
    things = BOOK.encounters.things()
    assert set(things["army"]) == {"men", "elf", "orc", "und"}
    assert {"reg.army.orc.wyvern", "reg.army.men.halberds", "reg.army.und.king"} <= set(things["entry"])
    assert {"reg.sr.slowfire", "reg.sr.ambushers", "reg.army.orc.rule.squabble"} <= set(things["special rule"])
    assert {"fire_pots", "pistol", "lance"} <= set(things["weapon"])
    assert {"full_plate", "shield"} <= set(things["armour"])
    assert len(things["spell"]) == 14 and {"tower", "building"} <= set(things["terrain"])


def test_a_move_brings_the_unit_its_characters_and_the_ground_beside_it_into_play() -> None:
    found = met(Moved("reg.move.remaining", "guards", ((36000, 18000), (36000, 20000)), 0, "moves", 2000))
    assert {("army", "men"), ("entry", "reg.army.men.halberds"), ("entry", "reg.army.men.captain")} <= found
    assert {name for kind, name in found if kind == "terrain"} == {"wall"}
    assert not {name for kind, name in found if kind == "weapon"}


def test_blows_bring_the_weapons_of_close_combat_and_shots_the_others() -> None:
    struck = met(Struck("reg.tohit.chart", "guards", "archers", "", 5, 2, 1, 1))
    assert ("weapon", "halberd") in struck and ("special rule", "reg.sr.twohands") in struck
    shot = met(Shot("reg.shoot.bs", "archers", "guards", "longbow", 10, 4))
    assert {name for kind, name in shot if kind == "weapon"} == {"longbow"}


def test_a_test_counts_for_who_takes_it_and_not_for_his_weapons() -> None:
    found = met(Tested("reg.panic.quarter", "archers", "panic", 5, 8, True))
    assert ("army", "elf") in found and not {name for kind, name in found if kind in ("weapon", "terrain")}


def test_a_spell_counts_when_it_is_cast_and_not_when_it_fails() -> None:
    assert met(Cast("reg.magic.cast", "captain", SPELL, (), 9, 7, True)) == {("spell", SPELL)}
    assert not met(Cast("reg.magic.cast", "captain", SPELL, (), 5, 7, False))
