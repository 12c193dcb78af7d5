"""A fortress with every structure and everything that is fixed to one, and what strikes them, with given dice."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from warhost.rulebooks.threeplains.events.moves import Battered, Collapsed
from warhost.rulebooks.threeplains.fighting.battering import batter_down
from warhost.rulebooks.threeplains.fighting.combat import fight_round
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.land.structures import batter, drown
from warhost.rulebooks.threeplains.machines.stones import throw_stone
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.implements import hand_over
from warhost.rulebooks.threeplains.siege.places import Places
from warhost.rulebooks.threeplains.wounds.hits import Attack

from .scene import foot, number, piece, script, told, unit
from .strongholds import fortress, siege
from .test_siege_storming import MAN, hookers, on_the_walk, storm

EVERY = (
    "wall: ladder, 2 loops, cauldron, door to courtyard, moat",
    "half bend outwards",
    "wall: loop, spike",
    "half bend inwards",
    "tower: door to left, door to right, door to courtyard, 2 loops",
    "wall: ladder",
    "gate: 2 ladders, cauldron, moat",
    "bend outwards: door to courtyard",
    "bend inwards",
    "wall",
)
"""Walls, both kinds of bends, a tower and a gate, with each kind of thing that can be fixed to them."""
AWAY = unit("watch", (40, 3), side=1)


def stormed(*pieces: Any, **more: Any) -> Fight:
    return siege(*pieces, AWAY, plan=EVERY, **more)


def place_of(fight: Fight, name: str) -> int:
    return next(at for at, one in enumerate(fight.state.terrain) if one.name == name)


def worn(fight: Fight, name: str, damage: int) -> Fight:
    at = place_of(fight, name)
    whole = fight.state.terrain
    fight.state.terrain = (*whole[:at], replace(whole[at], damage=damage), *whole[at + 1 :])
    return fight


@pytest.mark.rule("tp.siege.list", "tp.siege.plan", "tp.siege.plan.access")
def test_a_fortress_has_every_structure_and_everything_that_is_fixed_to_one() -> None:
    built = fortress(EVERY, loops="longbow")
    assert built.breaches == []
    structures = 4 * 50 + 2 * 50 + 2 * 25 + 200 + 0
    fixed = 5 * 10 + 4 * 5 + 5 * 5 + 2 * 25 + 5 + 2 * 75
    assert built.bill.points == structures + fixed == 850
    places = Places(built.layout)
    assert set(places.all()) <= places.reached(), "every top, inside and arch"
    fight = stormed(unit("orcs", (20, 46), facing=180))
    assert {one.kind for one in fight.state.terrain} == {
        "fortress wall", "fortress tower", "fortress gate", "wooden gate", "moat", "bolted door", "arrow-loop",
        "fortress ladder", "cauldron", "dragon spike",
    }  # fmt: skip
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.wall", "tp.siege.attack_structures")
@pytest.mark.parametrize("name", ["straight wall 1", "90 degree bend 8/1"])
def test_four_sixes_of_twenty_do_nothing_to_a_wall_or_a_bend(name: str) -> None:
    """A horde hit of 9 against a toughness of 20."""
    fight = stormed(unit("orcs", (20, 46), facing=180))
    blows = Attack(number(fight, "watch"), 20, "blow", "tp.combat.objects", by=number(fight, "orcs"))
    with script(fight, dice=[6] * 4 + [1] * 16):
        assert batter(fight, place_of(fight, name), blows) == 0


@pytest.mark.rule("tp.siege.wall_45")
@pytest.mark.parametrize(("die", "falls"), [(1, False), (2, True)], ids=["19", "20"])
def test_a_bend_and_its_wall_share_their_life_points(die: int, falls: bool) -> None:
    """12 points on the bend and 8 on its wall bring both down."""
    fight = stormed(unit("orcs", (20, 46), facing=180))
    stone = Attack(number(fight, "watch"), 1, "stone", "tp.siege.race.wall_stones", toughness=20, top=6)
    for name, face in (("45 degree bend 2/1", 6),) * 2 + (("straight wall 1", 6), ("straight wall 1", die)):
        with script(fight, dice=[face]):
            assert batter(fight, place_of(fight, name), stone) == face
    names = {one.name.partition("/")[0] for one in fight.state.terrain if one.kind == "fortress wall"}
    assert (not names & {"straight wall 1", "45 degree bend 2"}) == falls and bool(told(fight, Collapsed)) == falls


@pytest.mark.rule("tp.siege.tower", "tp.siege.race.wall_stones", "tp.siege.destroyed_structure")
@pytest.mark.parametrize(("before", "die", "falls"), [(24, 5, False), (24, 6, True)])
def test_a_tower_has_thirty_life_points(before: int, die: int, falls: bool) -> None:
    machine = unit("hurler", (16, 44), facing=180, models=1, files=1, figure=foot(
        category="machine", movement=0, base=(from_mm(50), from_mm(50)), shoots="stone"))  # fmt: skip
    fight = worn(stormed(machine), "tower 5", before)
    fight.state.phase = "shooting"
    hand_over(fight, number(fight, "hurler"), "wall_stones")
    with script(fight, answers=["tower 5"], dice=[3, die]):
        throw_stone(fight, number(fight, "hurler"))
    assert told(fight, Battered)[0].points == die and bool(told(fight, Collapsed)) == falls


@pytest.mark.rule("tp.siege.fortress_ladder", "tp.siege.quick_assault")
def test_a_fortress_ladder_is_hacked_at_for_two_inches_a_blow() -> None:
    """Toughness 4, 3 life points: of 3, 4 and 5 the last one hurts."""
    ladder = "fortress ladder of straight wall 6"
    built = next(one for one in stormed().state.terrain if one.name == ladder)
    x, y = (sum(point[axis] for point in built.points) / 4000 for axis in (0, 1))
    fight = stormed(unit("orcs", (x, y - 0.25), models=4, files=4))
    fight.state.phase = "moves"
    with script(fight, answers=["orcs", *([["assault", ladder]],) * 3, []], dice=[3, 4, 5]):
        move_one(fight)
    assert [event.points for event in told(fight, Battered)] == [0, 0, 1]
    assert piece(fight, "orcs").turn.spent == inches(6)


@pytest.mark.rule("tp.siege.moat", "tp.terrain.deep_water.drown")
def test_the_heavily_armoured_drown_in_a_moat() -> None:
    """The moat before straight wall 1 lies from 16 to 18; each of the four in it takes a hit without a save."""
    fight = stormed(unit("knights", (3, 16.2), facing=180, models=4, files=4, figure=foot(heavy=True)))
    with script(fight, dice=[1, 2, 5, 6]):
        drown(fight)
    assert piece(fight, "knights").fate == "slain"


@pytest.mark.rule("tp.siege.grappling_hooks", "tp.siege.breach.contact")
def test_of_six_who_hang_on_hooks_only_a_six_hits() -> None:
    """Six against four: sixes hit, five does not; each of the four guards hits on 4 and takes one off the save."""
    row = [17 + MAN * at for at in range(6)]
    fight = hookers(*row, guard=on_the_walk(*row[1:5]))
    storm(fight)
    fight.state.phase = "combat"
    with script(fight, dice=[5, 5, 5, 5, 6, 6, 6, 1, 4, 3, 3, 3, 6]):
        fight_round(fight, [number(fight, "orcs"), number(fight, "guard")])
    assert piece(fight, "guard").models == 3 and piece(fight, "orcs").models == 5


@pytest.mark.rule("tp.siege.attack_structures", "tp.siege.bolted_door")
def test_those_at_a_door_take_a_life_point_off_it_for_each_six() -> None:
    """Three of ten touch the door in the courtyard."""
    fight = stormed(unit("orcs", (15.656, 17.6), models=10, files=5))
    door = place_of(fight, "bolted door 3 of tower 5")
    fight.state.phase = "combat"
    with script(fight, dice=[6, 6, 5]):
        batter_down(fight, number(fight, "orcs"), door)
    assert sum(event.points for event in told(fight, Battered)) == 2
