"""What is fixed to the works and how it falls; the gate and those who work it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from warhost.engine.field.shapes import polygon
from warhost.rulebooks.threeplains.bodies import on_table
from warhost.rulebooks.threeplains.events.moves import Battered, Collapsed, GateMoved
from warhost.rulebooks.threeplains.fighting.battering import batter_one
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.ground import level_of, stands_in, swept
from warhost.rulebooks.threeplains.land.sense import sees
from warhost.rulebooks.threeplains.land.structures import batter
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.ending import routes_so_far
from warhost.rulebooks.threeplains.siege.fixtures import DRAWN, broken, fixed, layout_of, open_gates
from warhost.rulebooks.threeplains.siege.gates import CLOSE, LEAVE, OPEN, gatekeepers, shut, throw_open
from warhost.rulebooks.threeplains.siege.setting_up import put_up
from warhost.rulebooks.threeplains.siege.works import equipment, fittings, works
from warhost.rulebooks.threeplains.state import NOBODY, Feature
from warhost.rulebooks.threeplains.tactics import consider
from warhost.rulebooks.threeplains.wounds.hits import Attack

from .scene import asked, kinds, number, script, told, unit
from .strongholds import siege
from .test_siege_field import post

ORCS = unit("orcs", (25, 40), facing=180)
GATE, WOOD = "gate 5", "wooden gate of gate 5"
ATTACK = "tp.siege.attack_structures"


def place_of(fight: Fight, name: str) -> int:
    return next(at for at, feature in enumerate(fight.state.terrain) if feature.name == name)


def names(fight: Fight) -> set[str]:
    return {feature.name for feature in fight.state.terrain}


def hit(fight: Fight, name: str, dice: Sequence[int], *, hits: int = 1, kind: Any = "melee", **more: Any) -> int:
    attack = Attack(NOBODY, hits, kind, "tp.combat.objects", by=0, **more)
    with script(fight, dice=dice):
        return batter(fight, place_of(fight, name), attack)


def crush(fight: Fight, name: str) -> None:
    """Until it is gone, six life points at a time."""
    while name in names(fight) and fight.state.terrain[place_of(fight, name)].kind != "rough":
        hit(fight, name, [6], toughness=20, top=6)


# --- what is fixed ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.list")
def test_everything_has_the_toughness_and_the_life_points_of_the_price_list() -> None:
    for thing, kind in DRAWN.items():
        listed, built = fittings()[thing], kinds()[kind].structure
        assert (listed.toughness, listed.life) == ((built.toughness, built.life) if built else (0, 0))
    gate, wood = works()["gate"].gate, kinds()["wooden gate"].structure
    assert gate and wood and (gate.toughness, gate.life) == (wood.toughness, wood.life) == (10, 10)


@pytest.mark.rule(ATTACK)
def test_two_sixes_of_ten_blows_take_two_life_points_off_a_bolted_door() -> None:
    fight, door = siege(ORCS), "bolted door 3 of tower 3"
    assert hit(fight, door, [6, 6, 5, 4, 3, 3, 2, 2, 1, 1], hits=10) == 2
    assert told(fight, Battered)[0].left == 1
    assert hit(fight, door, [5]) == 0
    assert hit(fight, door, [6]) == 1 and door not in names(fight)
    assert told(fight, Collapsed)[0].feature == door


@pytest.mark.rule("tp.siege.bolted_door", "tp.siege.fortress_ladder")
def test_what_is_destroyed_is_known_by_its_model_and_its_place_in_the_plan() -> None:
    fight = siege(ORCS)
    assert broken(fight) == frozenset()
    crush(fight, "bolted door 1 of tower 3")
    crush(fight, "fortress ladder of gate 5")
    known = {(one.model, one.fixture): one.kind for one in fixed(layout_of(fight))}
    assert {(model, known[model, place]) for model, place in broken(fight)} == {
        (3, "bolted door"), (5, "fortress ladder"),
    }  # fmt: skip


@pytest.mark.rule("tp.siege.destroyed_structure")
def test_what_is_fixed_to_a_model_goes_with_it_and_the_rest_stays() -> None:
    fight = siege(ORCS)
    before = names(fight)
    crush(fight, "tower 3")
    gone = before - names(fight)
    assert gone == {name for name in before if name.endswith(" of tower 3")} and len(gone) == 5


@pytest.mark.rule("tp.siege.wall", "tp.siege.wall_45")
def test_a_bend_and_its_wall_share_their_life_points_and_fall_together() -> None:
    plan = [
        "wall",
        "half bend outwards",
        "half bend inwards",
        "wall",
        "gate: ladder",
        "wall",
        "wall",
        "wall",
        "wall",
    ]
    fight = siege(ORCS, plan=plan)
    first = fight.state.terrain[0].name
    assert first == "straight wall 1"
    for _ in range(2):
        hit(fight, "45 degree bend 2/1", [6], toughness=20, top=6)
    hit(fight, first, [6], toughness=20, top=6)
    assert told(fight, Battered)[-1].left == 2
    hit(fight, "45 degree bend 2/2", [2], toughness=20, top=6)
    fallen = {feature.name for feature in fight.state.terrain if feature.kind == "rough"}
    assert fallen == {"straight wall 1", "45 degree bend 2/1", "45 degree bend 2/2"}


@pytest.mark.rule("tp.siege.gate")
def test_no_magic_harms_a_gate_and_blows_do() -> None:
    fight = siege(ORCS)
    assert hit(fight, GATE, [], kind="magic", toughness=20, top=6) == 0
    assert hit(fight, WOOD, [], kind="magic", toughness=20, top=6) == 0
    assert hit(fight, "straight wall 4", [6], kind="magic", toughness=20, top=6) == 6
    assert hit(fight, WOOD, [2], toughness=8) == 0  # the ram of the rulebook: a save of 2 is left
    assert hit(fight, WOOD, [5], toughness=8) == 1


@pytest.mark.rule(ATTACK, "tp.siege.levels")
def test_besiegers_strike_at_what_they_can_reach_and_defenders_spare_their_works() -> None:
    before = unit("orcs", (25, 15.001), facing=180, models=5, files=5)
    fight = siege(before, post("guard", 17, 14.5))
    fight.state.phase = "combat"
    assert asked(fight, batter_one).options == ["nobody", "orcs: gate 5", "orcs: wooden gate of gate 5"]
    fight.state.active = 1
    assert not batter_one(fight)  # the guard stands on its wall beside a cauldron


@pytest.mark.rule(ATTACK, "tp.siege.levels")
def test_besiegers_on_the_walk_strike_at_the_door_and_the_tower_beside_them_not_at_the_floor() -> None:
    fight = siege(post("orcs", 16.31, 14.2, side=0, models=2), post("guard", 30, 14.5))
    fight.state.phase = "combat"
    assert asked(fight, batter_one).options == ["nobody", "orcs: tower 3", "orcs: bolted door 2 of tower 3"]


@pytest.mark.rule(ATTACK, "tp.siege.levels", "tp.siege.portable_bridge")
@pytest.mark.parametrize(
    ("thing", "y", "struck"),
    [
        ("siege_ladder", 14.6, True),  # it reaches the turrets
        ("siege_ladder", 16, True),
        ("portable_bridge", 14.6, False),  # it lies three inches below them
        ("portable_bridge", 15.6, True),
    ],
)
def test_from_the_walk_nobody_strikes_at_what_lies_on_the_ground_below(thing: str, y: float, struck: bool) -> None:
    """Walls end at 15, where a bridge over the moat begins that is four inches long."""
    aloft = y < 15
    guard = post("guard", 25, y) if aloft else unit("guard", (25, y), side=1, models=1)
    fight = siege(ORCS, guard)
    put_up(fight, equipment()[thing], (inches(25), inches(15 if thing == "siege_ladder" else 17)))
    fight.state.phase, fight.state.active = "combat", 1
    named = fight.state.terrain[-1].name
    if struck:
        assert asked(fight, batter_one).options == ["nobody", f"guard: {named}"]
    else:
        assert not batter_one(fight)


# --- the gate ---------------------------------------------------------------------------------------------------


def manned(models: int = 4, side: int = 1, *more: Any) -> Fight:
    fight = siege(ORCS, post("guard", 23, 14.5, models=models, side=side), *more)
    fight.state.active = side
    return fight


@pytest.mark.rule("tp.siege.gate_open")
def test_a_gate_is_open_or_closed_and_a_bridge_lies_over_the_moat_before_an_open_one() -> None:
    fight = manned()
    gate = next(one for one in layout_of(fight).works if one.title == GATE)
    before = fight.state.terrain
    throw_open(fight, gate)
    assert open_gates(fight) == {5} and told(fight, GateMoved)[-1].opened
    assert "lowered bridge of gate 5" in names(fight)
    assert level_of(fight, number(fight, "guard")) == 1  # who stands on it stays there
    shut(fight, gate)
    assert fight.state.terrain == before and open_gates(fight) == frozenset()


@pytest.mark.rule("tp.siege.gate_open", "tp.siege.moat")
def test_the_way_through_an_open_gate_is_free_and_what_is_behind_it_is_seen() -> None:
    wide = unit("orcs", (25, 20), facing=180, models=3, files=3)
    yard = unit("yard", (25, 8), side=1, models=3, files=3)
    fight = siege(wide, yard, post("guard", 23, 14.5))
    orcs = number(fight, "orcs")

    def strip(width: float) -> Any:
        from_x, to_x = 25 - width / 2, 25 + width / 2
        points = [(from_x, 18.0), (to_x, 18.0), (to_x, 11.0), (from_x, 11.0)]
        return polygon(tuple((inches(x), inches(y)) for x, y in points))

    assert swept(fight, orcs, strip(3.9)) is not None and not sees(fight, orcs, number(fight, "yard"))
    gate = next(one for one in layout_of(fight).works if one.title == GATE)
    throw_open(fight, gate)
    assert swept(fight, orcs, strip(3.9)) is None and sees(fight, orcs, number(fight, "yard"))
    assert swept(fight, orcs, strip(4.1)) is not None  # beside the arch
    moat = next(fight.setting.ground(f) for f in fight.state.terrain if f.kind == "moat")
    assert not stands_in(fight, moat, (inches(25), inches(17)))
    assert stands_in(fight, moat, (inches(22.5), inches(17)))


@pytest.mark.rule("tp.siege.gate_open")
def test_four_models_open_a_gate_and_three_do_not() -> None:
    assert not gatekeepers(manned(3))
    fight = manned(4)
    assert asked(fight, gatekeepers).options == [LEAVE, OPEN]
    with script(fight, answers=[OPEN]):
        assert gatekeepers(fight)
    assert open_gates(fight) == {5}
    assert not gatekeepers(fight)  # once in a phase
    fight.state.clock += 2
    with script(fight, answers=[CLOSE]):
        assert gatekeepers(fight)
    assert open_gates(fight) == frozenset()


@pytest.mark.rule("tp.siege.gate_open")
@pytest.mark.parametrize(("y", "near"), [(13 - 1.0, True), (13 - 1.1, False)])
def test_an_inch_behind_the_gate_is_near_enough(y: float, near: bool) -> None:
    fight = siege(ORCS, unit("guard", (25, y), side=1, models=4, files=4))
    fight.state.active = 1
    with script(fight, answers=[LEAVE] if near else []):
        assert gatekeepers(fight) == near


@pytest.mark.rule("tp.siege.gate_open")
def test_besiegers_work_a_gate_when_no_defender_is_left_on_it() -> None:
    with script(fight := manned(4, 0), answers=[OPEN]):
        assert gatekeepers(fight)
    beside = siege(post("orcs", 23, 14.5, side=0, models=4), unit("guard", (25, 12.5), side=1, models=1, files=1))
    beside.state.active = 0
    assert not gatekeepers(beside)


@pytest.mark.rule("tp.siege.gate_open")
def test_a_gate_is_not_closed_while_somebody_is_under_it() -> None:
    fight = siege(unit("orcs", (25, 14.2), facing=180, models=1, files=1), post("guard", 23, 14.5))
    fight.state.active = 1
    throw_open(fight, next(one for one in layout_of(fight).works if one.title == GATE))
    assert level_of(fight, number(fight, "orcs")) == 0
    assert not gatekeepers(fight)


@pytest.mark.rule("tp.siege.gate", "tp.siege.gate_open", "tp.siege.route")
def test_a_gate_whose_wood_is_broken_is_open_for_good_and_its_structure_stands() -> None:
    fight = manned()
    for points in (6, 3):
        assert hit(fight, WOOD, [points], toughness=10, top=6) == points
    assert open_gates(fight) == frozenset()
    hit(fight, WOOD, [1], toughness=10, top=6)
    assert open_gates(fight) == {5} and level_of(fight, number(fight, "guard")) == 1
    assert not gatekeepers(fight)  # nothing is left to close
    assert routes_so_far(fight)[0].startswith("Clear routes into the fortress: 0")  # they stand over it
    away = siege(ORCS, post("guard", 40, 14.5))
    crush(away, WOOD)
    assert routes_so_far(away)[0].startswith("Clear routes into the fortress: 1")


@pytest.mark.rule("tp.siege.gate", "tp.siege.destroyed_structure")
def test_an_open_gate_that_is_brought_down_leaves_rubble_and_nothing_of_its_wood() -> None:
    fight = manned()
    throw_open(fight, next(one for one in layout_of(fight).works if one.title == GATE))
    crush(fight, "gate 5/2")
    assert {f.name for f in fight.state.terrain if f.kind == "rough"} == {"gate 5/1", "gate 5/2", "gate 5/3"}
    assert WOOD not in names(fight) and open_gates(fight) == frozenset()
    assert number(fight, "guard") not in on_table(fight)
    assert routes_so_far(fight)[0].startswith("Clear routes into the fortress: 1")


@pytest.mark.rule("tp.siege.gate_open")
@pytest.mark.parametrize(("side", "opened", "answer"), [(0, False, OPEN), (1, False, LEAVE), (1, True, CLOSE)])
def test_computers_open_a_gate_they_have_taken_and_close_their_own(side: int, opened: bool, answer: str) -> None:
    fight = manned(4, side)
    if opened:
        throw_open(fight, next(one for one in layout_of(fight).works if one.title == GATE))
    question = asked(fight, gatekeepers)
    assert list(consider(fight.setting, fight.state, question))[-1] == answer


@pytest.mark.rule(ATTACK)
def test_computers_strike_at_the_wooden_gate_and_not_at_walls() -> None:
    fight = siege(unit("orcs", (25, 15.001), facing=180, models=5, files=5), post("guard", 17, 14.5))
    fight.state.phase = "combat"
    assert list(consider(fight.setting, fight.state, asked(fight, batter_one)))[-1] == f"orcs: {WOOD}"
    wall = siege(unit("orcs", (3, 15.001), facing=180, models=5, files=5), post("guard", 17, 14.5))
    wall.state.phase = "combat"
    assert list(consider(wall.setting, wall.state, asked(wall, batter_one)))[-1] == "nobody"
    corners = ((20_000, 40_020), (26_000, 40_020), (26_000, 40_320), (20_000, 40_320))
    low = Feature("Orchard Wall", "stone wall", corners)
    field = siege(unit("orcs", (23, 40), models=5, files=5), post("guard", 17, 14.5))
    field.state.terrain, field.state.phase = (*field.state.terrain, low), "combat"
    question = asked(field, batter_one)
    assert question.options == ["nobody", "orcs: Orchard Wall"]
    assert list(consider(field.setting, field.state, question))[-1] == "nobody"
