"""What has come into play: the inventory, and what the events of a battle show of it."""

from __future__ import annotations

from tests.threeplains.scene import feature, foot, hero, scene, unit

from warhost.engine.event import Event
from warhost.rulebooks.threeplains.events.blows import Shot, Struck
from warhost.rulebooks.threeplains.events.moves import Moved
from warhost.rulebooks.threeplains.events.nerves import Checked
from warhost.rulebooks.threeplains.events.spells import SpellRolled
from warhost.rulebooks.threeplains.rulebook import ThreePlains

BOOK = ThreePlains()
SPELL = "tp.spell.base.zap"


def met(*events: Event) -> set[tuple[str, str]]:
    """In a battle of a guard with a frenzied hero beside a wall, against archers far away."""
    fight = scene(
        unit("guard", (36, 20), figure=foot(weapons=("spear", "sidearm"))),
        hero("bull", within="guard", figure=foot(category="character", traits=("frenzy",), kind="character")),
        unit("archers", (36, 40), side=1, figure=foot(kind="missile", weapons=("longbow", "hand weapon"))),
        terrain=[feature("stone wall", (36, 20.6), (8, 0.4)), feature("wood", (60, 10), (6, 6))],
    )
    return set(BOOK.encounters.met(fight.setting, fight.state, events))


def test_the_inventory_names_everything_that_the_lists_hold() -> None:
    things = BOOK.encounters.things()
    assert {"mob", "chariot", "machine", "pack", "mount", "skirmishers"} <= set(things["kind"])
    assert {"frenzy", "poison", "scouting", "cavalry wedge"} <= set(things["trait"])
    assert {"pike", "longbow", "great hammer"} <= set(things["weapon"])
    assert SPELL in things["spell"] and "wood" in things["terrain"] and "open" not in things["terrain"]


def test_a_move_brings_the_mover_its_characters_and_the_ground_beside_it_into_play() -> None:
    moved = Moved("tp.move.p2p", 0, ((36000, 18000), (36000, 20000)), 0, 2000)
    assert met(moved) == {
        ("kind", "infantry"),
        ("kind", "character"),
        ("trait", "frenzy"),
        ("terrain", "stone wall"),
    }


def test_shots_bring_their_weapon_and_blows_those_that_are_carried() -> None:
    shot = Shot("tp.shoot.hit", 2, 0, "longbow", 10, 4, 5, ())
    assert met(shot) == {("kind", "missile"), ("weapon", "longbow")}
    struck = Struck("tp.combat.hit", 2, 0, 5, 2)
    assert met(struck) == {("kind", "missile"), ("weapon", "longbow"), ("weapon", "hand weapon")}


def test_a_spell_counts_when_it_is_cast_and_not_when_it_fails() -> None:
    assert met(SpellRolled(SPELL, 1, SPELL, (1,), (6, 5), True)) == {("spell", SPELL)}
    assert not met(SpellRolled(SPELL, 1, SPELL, (6,), (1, 2), False))


def test_a_check_counts_for_kinds_and_traits_alone() -> None:
    check = Checked("tp.check.break", 0, "break", 1, 0, True, (), ())
    assert met(check) == {("kind", "infantry"), ("kind", "character"), ("trait", "frenzy")}
