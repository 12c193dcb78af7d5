"""How one gets in, up, through and over: the places of a fortress and the ways between them."""

from __future__ import annotations

import pytest

from warhost.engine.field.shapes import HAIR, contains, line_gap
from warhost.rulebooks.threeplains.siege.fixtures import fixed
from warhost.rulebooks.threeplains.siege.places import COURTYARD, OUTSIDE, Way, inside, mother_of, spot_on, top

from .strongholds import BENT, STRAIGHT, broken, changed, fortress, twin_towers


@pytest.mark.rule("tp.siege.levels")
def test_through_a_tower_costs_its_passage_once_whichever_exits_are_used() -> None:
    places = twin_towers().places
    for start, goal in ((top(2), top(4)), (top(2), COURTYARD), (top(2), top(3)), (COURTYARD, top(3))):
        found = places.cheapest(start, goal, lambda way: way.kind not in ("ladder", "arch"))
        assert found is not None and found[0] == 3, (start, goal)


@pytest.mark.rule("tp.siege.levels")
def test_tops_of_walls_and_gates_form_one_walk_and_a_tower_parts_it() -> None:
    places = twin_towers().places
    walks = [(way.a, way.b) for way in places.ways if way.kind == "walk"]
    assert walks == [(top(1), top(2)), (top(4), top(5)), (top(5), top(6)), (top(8), top(9))]
    found = places.cheapest(top(4), top(6))
    assert found is not None and found[0] == 0  # measured distance alone


@pytest.mark.rule("tp.siege.levels")
def test_a_fortress_ladder_joins_courtyard_and_top_for_two_inches() -> None:
    places = twin_towers().places
    ladders = [way for way in places.ways if way.kind == "ladder"]
    assert [(way.a, way.b, way.cost) for way in ladders] == [(COURTYARD, top(2), 2), (COURTYARD, top(5), 2)]
    found = places.cheapest(COURTYARD, top(1))
    assert found is not None and found[0] == 2


@pytest.mark.rule("tp.siege.levels")
def test_the_gate_joins_the_ground_outside_and_the_courtyard_through_its_arch() -> None:
    places = twin_towers().places
    found = places.cheapest(OUTSIDE, COURTYARD)
    assert found is not None and [way.kind for way in found[1]] == ["arch", "arch"]
    assert places.cheapest(OUTSIDE, COURTYARD, lambda way: way.kind != "arch") is None


@pytest.mark.rule("tp.siege.move.passage")
def test_each_model_that_is_passed_through_is_paid_for_separately() -> None:
    plan = changed(STRAIGHT, 3, "tower: door to left, door to right, door to courtyard, door to right inside")
    places = fortress(changed(plan, 4, "wall: door to courtyard")).places
    ways = [way for way in places.ways if way.model == 4 or (way.model == 3 and way.b != COURTYARD)]
    found = places.cheapest(top(2), COURTYARD, lambda way: way in ways)
    assert found is not None and found[0] == 3 + 3


@pytest.mark.rule("tp.siege.plan.access")
def test_a_tower_without_doors_is_reached_by_nobody() -> None:
    assert broken(changed(STRAIGHT, 3, "tower")) == ["tp.siege.plan.access"] * 2  # neither its roof nor its inside
    alone = ["wall: ladder", "tower: door to left", "wall: ladder", "gate", *["wall"] * 6]
    assert broken(alone) == []  # a door to one wall, and that wall has a ladder
    assert broken(["wall", "tower: door to left", *alone[2:], "wall: ladder"]) == [
        "tp.siege.plan.access", "tp.siege.plan.access", "tp.siege.plan.access",
    ]  # fmt: skip


@pytest.mark.rule("tp.siege.plan.access")
def test_walls_beside_a_gate_with_a_ladder_need_no_door() -> None:
    assert broken(["wall", "wall", "wall", "gate: 2 ladders", *["wall"] * 4]) == []


@pytest.mark.rule("tp.siege.plan.access")
def test_a_wall_without_doors_is_solid() -> None:
    places = twin_towers().places
    assert [number for number in range(1, 10) if places.enterable(number)] == [3, 7]
    assert inside(1) not in places.all()
    walled = fortress(changed(STRAIGHT, 1, "wall: door to courtyard")).places
    assert walled.enterable(1)
    found = walled.cheapest(COURTYARD, top(1), lambda way: way.kind != "ladder" and way.model != 3)
    assert found is not None and found[0] == 3  # through its inside, up to its own top


@pytest.mark.rule("tp.siege.wall_45")
def test_a_half_bend_belongs_to_the_wall_before_it_or_else_to_the_one_after_it() -> None:
    bends = ["wall: door to courtyard", "half bend outwards", "half bend inwards", "wall", "gate", *["wall"] * 4]
    found = fortress(bends)
    assert [mother_of(found.layout, number) for number in (1, 2, 3, 4)] == [0, 1, 4, 0]
    assert found.places.enterable(2) and not found.places.enterable(3)
    part = [way for way in found.places.ways if way.kind == "part"]
    assert part == [Way(inside(2), inside(1), "part")]
    shared = fortress(["wall", "half bend outwards: door to courtyard", *bends[2:]]).places
    assert shared.enterable(1) and shared.enterable(2)


def test_a_bent_line_has_one_walk_all_along() -> None:
    walks = [way for way in fortress(BENT).places.ways if way.kind == "walk"]
    assert len(walks) == len(BENT) - 1


@pytest.mark.rule("tp.siege.bolted_door", "tp.siege.levels")
@pytest.mark.parametrize(
    ("bend", "at"),
    [
        ("bend outwards: door to courtyard", (14.667, 13)),  # beside the corner of its face
        ("bend outwards: door to outside", (13.333, 15)),
        ("bend outwards: door to courtyard at 6", (16, 15)),
        ("wall: door to courtyard", (15, 13)),
        ("wall: door to courtyard at 1", (13, 13)),
        ("wall: 2 doors to courtyard", (14, 13)),  # evenly
    ],
)
def test_one_comes_out_of_a_door_where_it_is(bend: str, at: tuple[float, float]) -> None:
    found = fortress(["wall", "wall: ladder", bend, *BENT[3:]])
    door = next(thing for thing in fixed(found.layout) if thing.kind == "bolted door")
    way = next(way for way in found.places.ways if way.kind == "door")
    ground = COURTYARD if "courtyard" in bend else OUTSIDE
    x, y = spot_on(found.layout, way, ground)
    assert (x, y) == (round(at[0] * 1000), at[1] * 1000) and contains(door.shape, (x, y))


@pytest.mark.rule("tp.siege.fortress_ladder", "tp.siege.plan.chain")
@pytest.mark.parametrize(
    ("gate", "lawful"),
    [
        ("2 ladders", True),
        ("ladder at 2, ladder at 3", True),  # a ladder is an inch wide
        ("ladder at 2, ladder at 2.999", False),
        ("ladder, ladder at 2", False),  # of two that are spread evenly the first is at 2
        ("ladder, cauldron at 2, cauldron at 2.787", True),
        ("ladder, cauldron at 2, cauldron at 2.786", False),
        ("ladder, 7 cauldrons", True),
    ],
)
def test_no_two_things_of_a_kind_are_in_one_place(gate: str, lawful: bool) -> None:
    rule = "tp.siege.cauldron" if "cauldron" in gate else "tp.siege.fortress_ladder"
    assert broken(changed(STRAIGHT, 5, f"gate: {gate}")) == ([] if lawful else [rule])


@pytest.mark.rule("tp.siege.bolted_door")
def test_two_doors_of_a_wall_are_not_in_one_place() -> None:
    doors = "door to courtyard at {}, door to courtyard at {}"
    assert broken(changed(STRAIGHT, 1, f"wall: {doors.format(2, 3)}")) == []
    assert broken(changed(STRAIGHT, 1, f"wall: {doors.format(2, 2.9)}")) == ["tp.siege.bolted_door"]
    assert broken(changed(STRAIGHT, 1, f"wall: {doors.format(2, 6.1)}")) == ["tp.siege.bolted_door"]


@pytest.mark.rule("tp.siege.setup.fortress", "tp.siege.plan.chain")
@pytest.mark.parametrize("bend", ["bend outwards", "bend inwards"])
@pytest.mark.parametrize("kind", ["cauldron", "spike", "loop", "ladder"])
def test_nothing_hangs_over_the_corner_of_a_bend(bend: str, kind: str) -> None:
    """What stands on a bend stands on one of its legs; a ladder has one of them behind its whole width."""
    back = "bend inwards" if bend == "bend outwards" else "bend outwards"
    layout = fortress(["wall", f"{bend}: {kind}", back, "gate", *["wall"] * 6]).layout
    thing = next(thing for thing in fixed(layout) if thing.model == 2)
    legs, (a, b, *foot) = layout.laid[1].shapes, thing.shape.points
    corners = (a, b) if kind == "ladder" else (a, b, *foot)
    if kind == "ladder":  # its head is at the wall
        corners = tuple(sorted(thing.shape.points, key=lambda at: min(line_gap(at, at, leg) for leg in legs))[:2])
    assert any(all(line_gap(at, at, leg) <= HAIR for at in corners) for leg in legs)
