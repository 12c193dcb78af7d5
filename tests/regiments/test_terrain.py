"""Ground: dangerous tests, woods, marshes, walls, buildings."""

from __future__ import annotations

import pytest

from warhost.rulebooks.regiments.bodies import body
from warhost.rulebooks.regiments.fighting.breaking import in_the_woods
from warhost.rulebooks.regiments.fighting.round import Melee
from warhost.rulebooks.regiments.land.barriers import lined_up
from warhost.rulebooks.regiments.land.hazards import cross, hazard
from warhost.rulebooks.regiments.moving import chargers
from warhost.rulebooks.regiments.moving.charges import declare_one
from warhost.rulebooks.regiments.setting import Fight

from .field import ours, scene, script, theirs, unit


def passing(entry: str, models: int, kind: str) -> Fight:
    """A unit that stands in the ground."""
    return scene(ours("own", entry, models, at=(36, 24), files=5), terrain=[{"kind": kind, "at": [36, 24]}])


@pytest.mark.rule("reg.terrain.dangerous")
def test_two_of_ten() -> None:
    fight = scene(ours("own", "men.spears", 10, at=(36, 24), files=5))
    with script(fight, [1, 1, 2, 2, 3, 4, 5, 5, 6, 6]):
        hazard(fight, 0, 10)
    assert unit(fight, "own").models == 8


@pytest.mark.rule("reg.terrain.forest", "reg.terrain.dangerous")
def test_horsemen_in_a_wood() -> None:
    fight = passing("men.outriders", 5, "forest")
    with script(fight, [1, 3, 4, 6, 6]):
        cross(fight, 0, [body(fight, 0)], "charge")
    assert unit(fight, "own").models == 4
    foot = passing("men.spears", 10, "forest")
    with script(foot):
        cross(foot, 0, [body(foot, 0)], "march")


@pytest.mark.rule("reg.terrain.marsh")
def test_horsemen_in_a_marsh_fail_on_two() -> None:
    fight = passing("men.outriders", 5, "marsh")
    with script(fight, [1, 2, 3, 5, 6]):
        cross(fight, 0, [body(fight, 0)], "charge")
    assert unit(fight, "own").models == 3
    skirmishers = passing("men.foresters", 5, "marsh")
    with script(skirmishers):
        cross(skirmishers, 0, [body(skirmishers, 0)], "charge")


@pytest.mark.rule("reg.troop.chariot", "reg.terrain.dangerous")
def test_a_chariot_loses_d6_wounds_and_tests_whenever_it_enters() -> None:
    fight = scene(ours("own", "elf.chariot", at=(36, 24)), terrain=[{"kind": "forest", "at": [36, 24]}])
    with script(fight, [1, 4]):
        cross(fight, 0, [body(fight, 0)], "walk")
    assert unit(fight, "own").fate == "destroyed"


@pytest.mark.rule("reg.sr.strider", "reg.army.elf.stagknights")
def test_stag_knights_know_the_woods() -> None:
    fight = scene(
        ours("own", "elf.stagknights", 3, at=(36, 24), files=3), terrain=[{"kind": "forest", "at": [36, 24]}]
    )
    with script(fight):
        cross(fight, 0, [body(fight, 0)], "charge")
    marsh = scene(
        ours("own", "elf.stagknights", 3, at=(36, 24), files=3), terrain=[{"kind": "marsh", "at": [36, 24]}]
    )
    with script(marsh, [6, 6, 6]):
        cross(marsh, 0, [body(marsh, 0)], "charge")


@pytest.mark.rule("reg.terrain.dangerous", "reg.sr.ethereal")
def test_only_those_who_pass_through_test() -> None:
    fight = scene(
        ours("own", "men.outriders", 10, at=(30, 24), files=10), terrain=[{"kind": "forest", "at": [36, 24]}]
    )
    touched = sum(base.right > 31500 for base in body(fight, 0).bases)
    with script(fight, [6] * touched):
        cross(fight, 0, [body(fight, 0)], "charge")
    ghosts = scene(
        ours("own", "und.spectres", 3, at=(36, 24), files=3), terrain=[{"kind": "marsh", "at": [36, 24]}]
    )
    with script(ghosts):
        cross(ghosts, 0, [body(ghosts, 0)], "charge")


@pytest.mark.rule("reg.terrain.forest", "reg.sr.stubborn")
def test_skirmishers_in_a_wood_are_stubborn() -> None:
    assert in_the_woods(passing("men.foresters", 5, "forest"), 0)
    assert not in_the_woods(passing("men.spears", 5, "forest"), 0)


@pytest.mark.rule("reg.terrain.obstacle")
def test_lined_up_behind_a_wall() -> None:
    wall = [{"kind": "wall", "at": [36, 25]}]
    near = scene(ours("own", "men.spears", 20, front=(36, 24), files=5), terrain=wall)
    far = scene(ours("own", "men.spears", 20, front=(36, 23), files=5), terrain=wall)
    behind = scene(ours("own", "men.spears", 20, front=(36, 24), files=5, facing=270), terrain=wall)
    assert lined_up(near, 0) and not lined_up(far, 0) and not lined_up(behind, 0)


@pytest.mark.rule("reg.terrain.obstacle")
def test_horsemen_cross_a_wall_at_their_peril() -> None:
    fight = scene(ours("own", "men.outriders", 5, at=(36, 24), files=5), terrain=[{"kind": "wall", "at": [36, 24]}])
    with script(fight, [6] * 5):
        cross(fight, 0, [body(fight, 0)], "march")


@pytest.mark.rule("reg.troop.infantry", "reg.troop.warbeasts", "reg.troop.monbeasts", "reg.troop.table")
def test_the_chart_of_troop_types() -> None:
    troops = scene().setting.library.troops
    rows = {
        one.id: (one.rank, one.horde, one.support, "reg.sr.swiftstride" in one.gives) for one in troops.values()
    }
    assert rows == {
        "infantry": (5, 10, 1, False), "war beasts": (5, 10, 1, True), "cavalry": (5, 10, 1, True),
        "monstrous infantry": (3, 6, 3, False), "monstrous beasts": (3, 6, 3, True),
        "monstrous cavalry": (3, 6, 3, True), "monsters": (0, 0, 0, False), "chariot": (0, 0, 0, True),
        "swarms": (5, 10, 1, False), "war machine": (0, 0, 0, False),
    }  # fmt: skip


@pytest.mark.rule("reg.terrain.obstacle")
def test_a_charge_stops_at_the_wall() -> None:
    fight = scene(
        ours("own", "men.knights", 5, front=(36, 16), files=5),
        theirs("foe", "men.spears", 20, front=(36, 24), files=5),
        terrain=[{"kind": "wall", "at": [36, 23.5]}],
    )
    with script(fight, [6, 6, 6], ["own", "hold"]):
        declare_one(fight)
        chargers.move_one(fight)
    (contact,) = fight.state.contacts
    assert contact.barrier
    assert body(fight, 0).front[1] == pytest.approx(23230, abs=25)
    assert Melee(fight, [0, 1]).in_contact(0)
