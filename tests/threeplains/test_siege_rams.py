"""Rams, axes at doors, and what is struck on the way."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.events.moves import Battered, RamSwung
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.structures import collapse
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.fixtures import open_gates
from warhost.rulebooks.threeplains.siege.implements import hand_over
from warhost.rulebooks.threeplains.siege.rams import swing_one

from .scene import contact, foot, horse, number, piece, script, told, unit
from .strongholds import STRAIGHT, siege

WOOD, DOOR = "wooden gate of gate 5", "bolted door 3 of tower 3"
FACE = 15.0  # the outer face of the gate
GUARD = unit("guard", (40, 5), side=1)


def crew(distance: float, *things: str, models: int = 12, figure: Any = None, **more: Any) -> Fight:
    """Orcs with equipment so far before the gate."""
    orcs = unit("orcs", (25, FACE + distance), facing=180, models=models, files=4, figure=figure or foot(), **more)
    fight = siege(orcs, GUARD, plan=STRAIGHT)  # no moat
    for thing in things:
        hand_over(fight, number(fight, "orcs"), thing)
    fight.state.phase = "moves"
    return fight


def verdict(fight: Fight, *acts: list[Any]) -> Any:
    return Move(fight, number(fight, "orcs")).check(list(acts))


def to_the_gate() -> list[Any]:
    return ["go", inches(25), inches(FACE)]


@pytest.mark.rule("tp.siege.quick_assault", "tp.siege.battering_ram")
def test_three_inches_to_the_gate_leave_four_for_one_blow() -> None:
    fight = crew(3, "battering_ram")
    assert verdict(fight, to_the_gate(), ["assault", WOOD]) == {"cost": inches(7), "left": 0}
    with script(fight, answers=["orcs", [to_the_gate(), ["assault", WOOD]]], dice=[5]):
        move_one(fight)
    assert told(fight, Battered)[0].points == 1  # a save of 2 is beaten by 3, and their damage is 1
    assert piece(fight, "orcs").turn.spent == inches(7)


@pytest.mark.rule("tp.siege.quick_assault", "tp.siege.siege_ladder", "tp.move.fly.airborne")
@pytest.mark.parametrize("act", [["assault", WOOD], ["set", "siege_ladder", [[inches(25), inches(FACE)]]]])
def test_nothing_is_struck_or_set_up_from_the_air(act: list[Any]) -> None:
    fight = crew(0, "battering_ram", "siege_ladder")
    piece(fight, "orcs").airborne = True
    found = verdict(fight, act)
    assert isinstance(found, Refusal) and found.rule == "tp.move.fly.airborne"


@pytest.mark.rule("tp.siege.quick_assault")
def test_four_inches_to_the_gate_leave_too_little() -> None:
    found = verdict(crew(4, "battering_ram"), to_the_gate(), ["assault", WOOD])
    assert isinstance(found, Refusal) and found.rule == "tp.move.value"


@pytest.mark.rule("tp.siege.quick_assault", "tp.siege.race.siege_ram")
def test_a_ram_of_three_inches_strikes_twice_and_an_inch_is_left() -> None:
    fight = crew(0, "siege_ram")
    with script(fight, answers=["orcs", [["assault", WOOD]], [["assault", WOOD]], []], dice=[6, 2]):
        move_one(fight)
    assert [event.points for event in told(fight, Battered)] == [1, 0]
    assert piece(fight, "orcs").turn.spent == inches(6)


@pytest.mark.rule("tp.siege.quick_assault")
def test_only_what_is_touched_is_struck_and_only_with_what_is_made_for_it() -> None:
    for fight in (crew(1, "battering_ram"), crew(0), crew(0, "door_ram")):
        found = verdict(fight, ["assault", WOOD])
        assert isinstance(found, Refusal) and found.rule == "tp.siege.quick_assault"


@pytest.mark.rule("tp.siege.quick_assault", "tp.siege.bolted_door")
def test_infantry_without_a_ram_hacks_at_a_door_for_two_inches_a_blow() -> None:
    """The door of the tower to the courtyard, at (14, 12)."""
    orcs = unit("orcs", (14, 12), models=4, files=4)
    fight = siege(orcs, GUARD)
    fight.state.phase = "moves"
    with script(fight, answers=["orcs", *([["assault", DOOR]],) * 3, []], dice=[6, 4, 2]):
        move_one(fight)
    assert [event.points for event in told(fight, Battered)] == [1, 0, 0]
    assert {event.rule for event in told(fight, RamSwung)} == {"tp.siege.quick_assault"}


@pytest.mark.rule("tp.siege.quick_assault")
def test_riders_do_not_hack_at_a_door_on_their_way() -> None:
    fight = siege(unit("orcs", (14, 12), models=4, files=4, figure=horse()), GUARD)
    found = verdict(fight, ["assault", DOOR])
    assert isinstance(found, Refusal) and found.rule == "tp.siege.quick_assault"


@pytest.mark.rule("tp.siege.door_ram", "tp.siege.quick_assault")
def test_a_door_ram_takes_three_off_the_toughness_of_a_door() -> None:
    fight = siege(unit("orcs", (14, 12), models=4, files=4), GUARD)
    fight.state.phase = "moves"
    hand_over(fight, number(fight, "orcs"), "door_ram")
    with script(fight, answers=["orcs", *([["assault", DOOR]],) * 3, []], dice=[2, 3, 6]):
        move_one(fight)
    assert [event.points for event in told(fight, Battered)] == [0, 1, 1]
    fight.state.phase = "combat"
    with script(fight, dice=[3]):
        assert swing_one(fight)
    assert told(fight, Battered)[-1].left == 0 and not swing_one(fight)


@pytest.mark.rule("tp.siege.battering_ram", "tp.siege.quick_assault")
def test_a_ram_swings_in_the_combat_phases_of_both_players_once_each() -> None:
    fight = crew(0, "battering_ram", figure=foot(damage=2))
    fight.state.phase = "combat"
    for _ in range(2):
        with script(fight, dice=[6]):
            assert swing_one(fight)
        assert not swing_one(fight)
        fight.state.active, fight.state.clock = 1 - fight.state.active, fight.state.clock + 1
    assert [event.points for event in told(fight, Battered)] == [2, 2]
    assert number(fight, "orcs") in fight.state.fought


@pytest.mark.rule("tp.siege.battering_ram")
def test_a_crew_in_combat_swings_its_ram_and_fights_as_well() -> None:
    orcs = unit("orcs", (25, FACE), facing=180, models=12, files=4)
    fight = siege(orcs, unit("guard", (25, 18), side=1, facing=180, models=4, files=4))
    hand_over(fight, number(fight, "orcs"), "battering_ram")
    contact(fight, "guard", "orcs", b_side="rear")
    fight.state.phase = "combat"
    with script(fight, dice=[5]):
        assert swing_one(fight)
    assert number(fight, "orcs") not in fight.state.fought


@pytest.mark.rule("tp.siege.gate", "tp.siege.battering_ram")
def test_the_last_blow_opens_the_gate() -> None:
    fight = crew(0, "battering_ram", figure=foot(damage=10))
    fight.state.phase = "combat"
    for _ in range(3):
        with script(fight, dice=[6]):
            assert swing_one(fight)
        fight.state.clock += 1
    assert open_gates(fight) == {5} and not swing_one(fight)


@pytest.mark.rule("tp.siege.gate_open", "tp.move.unit.slim")
@pytest.mark.parametrize(("aloft", "passes"), [(True, True), (False, False)], ids=["above the arch", "behind it"])
def test_a_wide_unit_narrows_under_an_open_gate_whoever_stands_above_it(aloft: bool, passes: bool) -> None:
    """Six files are 4.7 inches wide and the arch is 4. An enemy in the yard is one whom nobody slips past."""
    orcs = unit("orcs", (25, FACE + 0.02), facing=180, models=24, files=6)
    at, places = ((25.0, 15.0), [(25.0, 14.6)]) if aloft else ((27.2, 12.0), [])
    loose = foot(loose=True) if aloft else foot()
    guard = unit("guard", at, side=1, models=1, files=1, figure=loose, places=places, aloft=aloft)
    fight = siege(orcs, guard, plan=STRAIGHT)
    collapse(fight, next(at for at, one in enumerate(fight.state.terrain) if one.name == WOOD))
    refused = Move(fight, number(fight, "orcs")).refuse([["go", inches(25), inches(10)]])
    assert (refused is None) == passes
