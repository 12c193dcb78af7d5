"""The ground under foot: what squares and edges cost, and what they keep apart."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from warhost.rulebooks.magnamund.encounter import BoardData
from warhost.rulebooks.magnamund.events import Moved
from warhost.rulebooks.magnamund.layout import Feature, Terrain, Zone
from warhost.rulebooks.magnamund.pieces import engaged, touching
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.sheets import FEATURES

from .gunnery import chance, in_sight
from .scene import Square, at, board, happened, hero, number, play, refusal, scene, unit

FAR = unit("far", [(10, 10)], side="theirs")


def field(**marks: Any) -> BoardData:
    """A small board, quickly made."""
    return board(10, 10, **marks)


def walker(start: Square, on: BoardData, sheet: str = "human", facing: str = "N", **more: Any) -> Fight:
    """One piece about to move, with a Giak far away."""
    if sheet == "gourgaz":
        one: Any = hero("walker", start, sheet="gourgaz", weapons=["claws"], facing=facing)
    else:
        one = unit("walker", [start], sheet=sheet, facing=facing, **more)
    return scene(one, FAR, on=on, phase="movement")


def name_of(fight: Fight) -> str:
    return next(name for name in ("walker", "walker-1") if name in fight.setting.number)


def cost(fight: Fight, path: str) -> int:
    """What a move costs that is carried out."""
    events = play(fight, answers=["walker", {name_of(fight): path}])
    (moved,) = happened(events, Moved)
    return int(moved.cost)


def stopped(fight: Fight, path: str) -> str:
    """The rule that forbids a move; "" if it is lawful."""
    return refusal(fight, {name_of(fight): path}, answers=["walker"])


GROUNDS = [
    ("human", {"marsh": 3, "scrub": 2, "rocks": 3, "trees": 2, "planking": 1}),
    ("giak", {"marsh": 2, "scrub": 2, "rocks": 2, "trees": 2, "planking": 1}),
    ("cavalry", {"marsh": 5, "scrub": 3, "rocks": 6, "trees": 5, "planking": 1}),
    ("gourgaz", {"marsh": 2, "scrub": 1, "rocks": 2, "trees": 3, "planking": 1}),
]


@pytest.mark.rule(
    "mag.terrain.open", "mag.terrain.marsh", "mag.terrain.scrub", "mag.terrain.rocks", "mag.terrain.trees",
    "mag.sheet.human", "mag.sheet.giak",
)  # fmt: skip
@pytest.mark.parametrize(("sheet", "costs"), GROUNDS)
def test_each_ground_has_its_price_and_a_diagonal_step_costs_twice_as_much(
    sheet: str, costs: dict[str, int]
) -> None:
    for ground, price in costs.items():
        assert cost(walker((4, 4), field(**{ground: [(4, 5)]}), sheet), "F") == price, ground
        if 2 * price <= 7:
            assert cost(walker((4, 4), field(**{ground: [(5, 5)]}), sheet), "R") == 2 * price, ground


@pytest.mark.rule("mag.terrain.open", "mag.terrain.marsh")
def test_open_ground_and_marsh_give_no_cover_and_block_no_sight() -> None:
    archers, giaks = unit("archers", [(3, 1)], weapons=["longbow", "sword"]), unit("giaks", [(3, 6)], side="theirs")
    for ground in (field(), field(marsh=[(3, 4), (3, 6)], planking=[(3, 5)])):
        assert chance(scene(archers, giaks, on=ground), "archers-1", "giaks-1") == 17


@pytest.mark.rule("mag.terrain.trees")
def test_trees_can_be_seen_into_but_not_through() -> None:
    fight = scene(on=field(trees=[(3, 5)]))
    assert in_sight(fight, (3, 1), (3, 5)) and not in_sight(fight, (3, 1), (3, 6))


HILL = field(slope=[(3, 5), (4, 5), (5, 5), (3, 6), (5, 6), (3, 7), (4, 7), (5, 7)], hilltop=[(4, 6)])


@pytest.mark.rule("mag.terrain.slope", "mag.sheet.human")
def test_up_a_slope_costs_more_than_down() -> None:
    fight = walker((4, 4), HILL)
    assert cost(fight, "FF") == 3  # 2 up the slope, 1 for the hilltop
    assert at(fight, "walker-1") == (4, 6)
    assert cost(walker((4, 6), HILL, facing="S"), "FF") == 2  # 1 down the slope, 1 for the flat
    assert cost(walker((3, 5), HILL, facing="E"), "F") == 2  # along the slope: from the same level


STEPS = field(rampart=[(4, 6), (5, 6)], steps=[(4, 5)])


@pytest.mark.rule("mag.terrain.steps", "mag.terrain.rampart")
def test_steps_lead_up_to_a_rampart_and_down_again() -> None:
    assert cost(walker((4, 4), STEPS), "FF") == 2 + 1
    assert cost(walker((5, 6), STEPS, facing="W"), "FsFF") == 1 + 1 + 1 + 1  # along, a turn, down, off


@pytest.mark.rule("mag.terrain.rampart")
def test_without_steps_or_ladder_nobody_gets_onto_a_rampart_or_down() -> None:
    assert stopped(walker((5, 5), STEPS), "F") == "mag.move.levels"
    assert stopped(walker((5, 6), STEPS, facing="S"), "F") == "mag.move.levels"
    outside = field(rampart=[(4, 6)], edges=[("rampart_crenellation", "N", [(4, 6)])])
    assert stopped(walker((4, 7), outside, facing="S"), "F") == "mag.move.levels"
    fight = scene(unit("humans", [(4, 6)]), unit("giaks", [(4, 7)], side="theirs"), on=outside)
    assert not engaged(fight, number(fight, "humans-1"))


LADDER = field(rampart=[(4, 6)], edges=[("rampart_crenellation", "N", [(4, 6)]), ("ladder", "N", [(4, 6)])])


@pytest.mark.rule("mag.terrain.ladder", "mag.sheet.human", "mag.sheet.giak")
@pytest.mark.parametrize(("sheet", "price"), [("human", 4), ("giak", 3)])
def test_a_ladder_is_climbed_by_a_straight_step_either_way_for_its_own_price(sheet: str, price: int) -> None:
    assert cost(walker((4, 7), LADDER, sheet, facing="S"), "F") == price
    assert cost(walker((4, 6), LADDER, sheet), "F") == price
    assert stopped(walker((5, 7), LADDER, sheet, facing="S"), "R") == "mag.move.levels"


@pytest.mark.rule("mag.terrain.ladder")
def test_riders_and_monsters_do_not_climb_ladders() -> None:
    for sheet in ("cavalry", "wolfrider", "gourgaz"):
        assert stopped(walker((4, 7), LADDER, sheet, facing="S"), "F") == "mag.move.levels"


@pytest.mark.rule("mag.terrain.ladder")
def test_pieces_at_the_two_ends_of_a_ladder_are_in_contact() -> None:
    fight = scene(unit("humans", [(4, 6)]), unit("giaks", [(4, 7), (5, 7)], side="theirs"), on=LADDER)
    assert touching(fight, number(fight, "humans-1")) == [number(fight, "giaks-1")]


EDGES = {
    "human": {"low_wall": 2, "fence": 1, "hedge": 2, "small_door": 0, "large_door": 0, "window": 3},
    "giak": {"low_wall": 3, "fence": 2, "hedge": 2, "small_door": 0, "large_door": 0, "window": 3},
    "cavalry": {"low_wall": 4, "fence": 3, "hedge": 4, "large_door": 0},
    "gourgaz": {"low_wall": 1, "fence": 1, "hedge": 1, "large_door": 0, "high_wall": 6},
}


@pytest.mark.rule(
    "mag.terrain.edge_features", "mag.terrain.low_wall", "mag.terrain.fence", "mag.terrain.hedge",
    "mag.terrain.high_wall", "mag.terrain.small_door", "mag.terrain.large_door", "mag.terrain.window",
    "mag.terrain.arrow_slit", "mag.terrain.building", "mag.terrain.impassable", "mag.sheet.human", "mag.sheet.giak",
)  # fmt: skip
@pytest.mark.parametrize("sheet", EDGES)
def test_crossing_an_edge_costs_extra_or_cannot_be_done(sheet: str) -> None:
    """One Movement Point for the open square behind, and what lies on the edge."""
    for feature in FEATURES:
        fight = walker((4, 4), field(edges=[(feature, "N", [(4, 4)])]), sheet)
        if feature in EDGES[sheet]:
            assert cost(fight, "F") == 1 + EDGES[sheet][feature], feature
        else:
            assert stopped(fight, "F") == "mag.terrain.edge_features", feature


@pytest.mark.rule("mag.terrain.edge_features")
def test_a_diagonal_step_takes_the_cheaper_way_round_the_corner_doubled() -> None:
    both = field(edges=[("low_wall", "N", [(4, 4), (5, 4)])])
    assert cost(walker((4, 4), both), "R") == 6  # 2 x (1 + 2)
    one = field(edges=[("low_wall", "N", [(4, 4)])])
    assert cost(walker((4, 4), one), "R") == 2  # round by (5,4)
    closed = field(edges=[("high_wall", "N", [(4, 4)]), ("low_wall", "N", [(5, 4)])])
    assert cost(walker((4, 4), closed), "R") == 6  # one way is barred, the other holds a wall
    barred = field(edges=[("high_wall", "N", [(4, 4), (5, 4)])])
    assert stopped(walker((4, 4), barred), "R") == "mag.terrain.edge_features"


@pytest.mark.rule("mag.terrain.edge_features")
def test_the_squares_beside_a_diagonal_step_are_not_entered() -> None:
    fight = walker((4, 4), field(water=[(4, 5), (5, 4)]))
    assert cost(fight, "R") == 2


CONTACT = {
    "low_wall": True, "fence": True, "hedge": True, "small_door": True, "large_door": True, "window": True,
    "high_wall": False, "building_wall": False, "arrow_slit": False, "rampart_crenellation": False,
}  # fmt: skip


@pytest.mark.rule("mag.terrain.edge_features")
@pytest.mark.parametrize(("feature", "touch"), CONTACT.items())
def test_enemies_fight_over_low_things_and_through_openings_only(feature: str, touch: bool) -> None:
    fight = scene(
        unit("humans", [(4, 4)]),
        unit("giaks", [(4, 5)], side="theirs"),
        on=field(edges=[(feature, "N", [(4, 4)])]),
        phase="combat",
    )
    assert engaged(fight, number(fight, "humans-1")) is touch
    assert engaged(fight, number(fight, "giaks-1")) is touch
    if touch:
        assert refusal(fight, "humans") == ""
    else:
        play(fight)  # nobody is asked for an attack
        assert fight.state.phase == "initiative"


@pytest.mark.rule("mag.terrain.edge_features")
def test_contact_over_a_corner_needs_one_open_way_round_it() -> None:
    for walls, touch in (([(4, 4)], True), ([(4, 4), (5, 4)], False)):
        fight = scene(
            unit("humans", [(4, 4)]),
            unit("giaks", [(5, 5)], side="theirs"),
            on=field(edges=[("high_wall", "N", walls)]),
        )
        assert engaged(fight, number(fight, "humans-1")) is touch


@pytest.mark.rule("mag.terrain.high_wall")
def test_only_the_large_climb_over_a_high_wall() -> None:
    walled = field(edges=[("high_wall", "N", [(x, 4) for x in range(1, 9)])])
    assert stopped(walker((4, 4), walled), "F") == "mag.terrain.edge_features"
    fight = walker((4, 4), field(edges=[("high_wall", "N", [(4, 4)])], rocks=[(4, 5)]), "gourgaz")
    assert cost(fight, "F") == 6 + 2


@pytest.mark.rule("mag.terrain.small_door", "mag.terrain.large_door")
def test_riders_and_monsters_pass_the_large_door_only() -> None:
    for sheet in ("cavalry", "wolfrider", "gourgaz"):
        small, large = (field(edges=[(door, "N", [(4, 4)])]) for door in ("small_door", "large_door"))
        assert stopped(walker((4, 4), small, sheet), "F") == "mag.terrain.edge_features"
        assert cost(walker((4, 4), large, sheet), "F") == 1


@pytest.mark.rule("mag.terrain.water", "mag.terrain.impassable")
def test_a_gourgaz_wades_through_a_river_two_squares_wide_and_nobody_else_does() -> None:
    river = board(rows=["." * 10] * 3 + ["w" * 10] * 2 + ["." * 10] * 5)
    fight = walker((4, 5), river, "gourgaz")
    assert cost(fight, "FFF") == 3 + 3 + 1
    for sheet in ("human", "giak", "cavalry", "wolfrider"):
        assert stopped(walker((4, 5), river, sheet), "F") == "mag.terrain.impassable"


@pytest.mark.rule("mag.terrain.water")
def test_water_that_does_not_touch_land_over_a_side_is_too_deep_even_for_a_gourgaz() -> None:
    lake = board(rows=["." * 10] * 2 + ["w" * 10] * 3 + ["." * 10] * 5)
    assert stopped(walker((4, 5), lake, "gourgaz"), "FF") == "mag.terrain.impassable"
    corner = field(water=[(x, y) for x in (3, 4, 5) for y in (6, 7, 8)])
    assert stopped(walker((4, 5), corner, "gourgaz"), "FF") == "mag.terrain.impassable"


@pytest.mark.rule("mag.terrain.water")
@pytest.mark.parametrize(("land", "shallow"), [
    ((4, 8), True), ((5, 7), True), ((3, 7), True),
    ((3, 8), False), ((5, 8), False), ((3, 6), False), ((5, 6), False),
])  # fmt: skip
def test_a_gourgaz_stands_in_water_with_land_before_it_or_beside_it_but_not_across_a_corner(
    land: Square, shallow: bool
) -> None:
    everywhere = [(x, y) for x in range(1, 10) for y in range(6, 11) if (x, y) != land]
    fight = walker((4, 5), field(water=everywhere), "gourgaz")
    if shallow:
        assert cost(fight, "FF") == 6
    else:
        assert stopped(fight, "FF") == "mag.terrain.impassable"



@pytest.mark.rule("mag.terrain.building", "mag.terrain.impassable")
def test_a_building_is_entered_by_its_openings_only() -> None:
    rows, door = ("." * 10,) * 10, field(edges=[("small_door", "N", [(4, 4)])]).edges
    house = BoardData(rows=rows, buildings=(Zone((3, 6), (5, 8)),), edges=door)
    assert cost(walker((4, 4), house), "F") == 1
    for start, facing in (((3, 4), "N"), ((2, 6), "E"), ((7, 6), "W"), ((5, 9), "S")):
        assert stopped(walker(start, house, facing=facing), "F") == "mag.terrain.edge_features"
    assert cost(walker((4, 5), house), "FF") == 2  # an open floor inside


@pytest.mark.rule("mag.terrain.reserved_types")
def test_every_listed_terrain_has_its_place_on_every_sheet() -> None:
    setting = scene().setting
    listed = {"open", "slope", "marsh", "scrub", "rocks", "trees", "water", "rampart", "steps"}
    edges = {"low_wall", "high_wall", "fence", "hedge", "small_door", "large_door", "window", "arrow_slit"}
    assert listed == set(get_args(Terrain))
    assert edges < set(get_args(Feature))
    for sheet in setting.library.sheets.values():
        assert listed | edges <= set(sheet.cover)
