"""What pieces are aware of: ahead, close by, behind others, from hills, in woods."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.figure import Figure, from_mm, inches
from warhost.rulebooks.threeplains.land.ground import level_of
from warhost.rulebooks.threeplains.land.sense import (
    covered_from,
    in_cover,
    notices,
    seen_bases,
    sees,
    senses,
    why_not_sensed,
)
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import Feature

from .scene import champion, feature, foot, hero, horse, number, piece, scene, unit

GIANT_BASE = (from_mm(50), from_mm(50))


def giant(*traits: str, **more: Any) -> Figure:
    return foot(category="beast", base=GIANT_BASE, life=8, traits=traits, **more)


def skirmishers(**more: Any) -> Figure:
    return foot(loose=True, traits=("skirmishers", *more.pop("traits", ())), **more)


def aware(fight: Fight, viewer: str, target: str) -> bool:
    return senses(fight, number(fight, viewer), number(fight, target))


def seen(fight: Fight, viewer: str, target: str) -> bool:
    return sees(fight, number(fight, viewer), number(fight, target))


def noticed(fight: Fight, viewer: str, target: str) -> bool:
    return notices(fight, number(fight, viewer), number(fight, target))


def bases(fight: Fight, viewer: str, target: str) -> list[int]:
    return seen_bases(fight, number(fight, viewer), number(fight, target))


def covered(fight: Fight, shooter: str, target: str) -> bool:
    return in_cover(fight, number(fight, shooter), number(fight, target))


def why(fight: Fight, viewer: str, target: str) -> str:
    refusal = why_not_sensed(fight, number(fight, viewer), number(fight, target))
    return refusal.rule if refusal else ""


# --- ranges --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.aware.ranges", "tp.aware.secondary")
def test_a_hero_at_the_edge_of_the_ring_behind_a_general_is_noticed() -> None:
    depth = from_mm(20) / 1000
    fight = scene(hero("general", (36, 20)), hero("sneak", (36, 20 - depth - 3), side=1))
    assert aware(fight, "general", "sneak")
    piece(fight, "sneak").y -= 10
    assert not aware(fight, "general", "sneak")
    assert why(fight, "general", "sneak") == "tp.aware.ranges"


@pytest.mark.rule("tp.aware.ranges")
def test_a_troll_five_inches_behind_a_general_is_not_noticed() -> None:
    fight = scene(hero("general", (36, 20)), hero("troll", (36, 14), side=1, figure=giant()))
    assert not aware(fight, "general", "troll")


@pytest.mark.rule("tp.aware.primary")
def test_who_is_partly_ahead_of_the_front_edge_is_seen_at_any_distance() -> None:
    fight = scene(unit("archers", (5, 20)), unit("orcs", (60, 20.5), side=1))
    assert seen(fight, "archers", "orcs")
    piece(fight, "orcs").y = inches(20)  # its front rank only touches the line
    assert not seen(fight, "archers", "orcs")


@pytest.mark.rule("tp.aware.primary")
def test_the_front_line_of_a_loose_group_is_that_of_its_block() -> None:
    pack = giant(loose=True)
    fight = scene(
        unit("pack", (30, 20), figure=pack, models=2, places=[(30, 20), (31.9, 22)]),
        unit("orcs", (10, 22), side=1, models=5),
    )
    piece(fight, "pack").x, piece(fight, "pack").y = inches(31), inches(23)
    assert not seen(fight, "pack", "orcs")
    piece(fight, "orcs").y = inches(24)
    assert seen(fight, "pack", "orcs")


@pytest.mark.rule("tp.aware.primary.skirmish", "tp.unit.skirmish.all_round_sight")
def test_skirmishers_see_who_is_behind_them() -> None:
    fight = scene(
        unit("scouts", (36, 30), figure=skirmishers(), models=6),
        unit("guard", (10, 30), models=6),
        unit("orcs", (36, 14), side=1),
    )
    assert seen(fight, "scouts", "orcs")
    assert not seen(fight, "guard", "orcs")


@pytest.mark.rule("tp.aware.secondary")
def test_an_enemy_close_behind_is_noticed_but_not_seen_until_the_archers_turn() -> None:
    fight = scene(unit("archers", (36, 20)), unit("orcs", (36, 14.8), side=1))
    assert noticed(fight, "archers", "orcs")
    assert not seen(fight, "archers", "orcs")
    piece(fight, "archers").facing = 18000
    piece(fight, "archers").y = inches(18)
    assert seen(fight, "archers", "orcs")


@pytest.mark.rule("tp.aware.unmissable")
def test_an_unmissable_giant_is_noticed_at_six_inches() -> None:
    plain, big = hero("giant", (36, 11.8), side=1, figure=giant()), giant("unmissable")
    assert not aware(scene(unit("guard", (36, 20)), plain), "guard", "giant")
    fight = scene(unit("guard", (36, 20)), hero("giant", (36, 11.8), side=1, figure=big))
    assert noticed(fight, "guard", "giant")
    piece(fight, "giant").y = inches(10)
    assert not noticed(fight, "guard", "giant")


@pytest.mark.rule("tp.aware.lightfooted")
def test_the_light_footed_are_not_noticed_close_behind() -> None:
    light = skirmishers(traits=("light footed",))
    fight = scene(unit("guard", (36, 20)), unit("scouts", (36, 14.8), side=1, figure=light, models=5))
    assert not aware(fight, "guard", "scouts")
    assert why(fight, "guard", "scouts") == "tp.aware.lightfooted"


@pytest.mark.rule("tp.move.fly.height", "tp.aware.secondary")
def test_a_flyer_straight_above_is_six_inches_away() -> None:
    fight = scene(unit("guard", (36, 20)), hero("bat", (36, 19), side=1, airborne=True))
    assert not noticed(fight, "guard", "bat")
    fight = scene(
        unit("guard", (36, 20)), hero("wyvern", (36, 19), side=1, airborne=True, figure=giant("unmissable"))
    )
    assert noticed(fight, "guard", "wyvern")


def test_a_character_in_a_group_senses_what_the_group_does() -> None:
    fight = scene(unit("guard", (36, 20)), hero("wizard", within="guard"), unit("orcs", (36, 30), side=1))
    piece(fight, "wizard").host = number(fight, "guard")
    piece(fight, "wizard").fate = "within"
    piece(fight, "guard").leaders = (number(fight, "wizard"),)
    assert seen(fight, "wizard", "orcs")
    assert seen(fight, "orcs", "wizard") == seen(fight, "orcs", "guard")


# --- out of view ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.aware.los")
def test_goblins_wholly_behind_boulders_are_hidden() -> None:
    goblins = unit("goblins", (36, 36), facing=180, side=1, models=10)
    fight = scene(unit("guard", (36, 20)), goblins, terrain=[feature("rocks", (36, 33), (16, 3))])
    assert not aware(fight, "guard", "goblins")
    assert why(fight, "guard", "goblins") == "tp.aware.los"


@pytest.mark.rule("tp.aware.los")
def test_one_clear_line_to_one_base_is_enough() -> None:
    goblins = unit("goblins", (36, 36), facing=180, side=1, models=10)
    fight = scene(unit("guard", (36, 20)), goblins, terrain=[feature("rocks", (38, 33), (5, 3))])
    assert aware(fight, "guard", "goblins")
    assert 0 < len(bases(fight, "guard", "goblins")) < 10


@pytest.mark.rule("tp.aware.los")
@pytest.mark.parametrize("side", [0, 1])
def test_another_unit_hides_whether_friend_or_foe(side: int) -> None:
    screen = unit("screen", (36, 26), side=side, models=20, files=10)
    fight = scene(unit("guard", (36, 20), models=5), screen, unit("orcs", (36, 34), side=1, models=5))
    assert not aware(fight, "guard", "orcs")


@pytest.mark.rule("tp.aware.los", "tp.move.obstacle.small")
def test_small_single_models_and_small_obstacles_hide_nobody() -> None:
    fight = scene(
        hero("archer", (36, 20)),
        hero("friend", (36, 25), figure=champion(base=(from_mm(30), from_mm(30)))),
        hero("orc", (36, 30), side=1),
        terrain=[feature("small obstacle", (36, 27), (1.1, 1.1))],
    )
    assert seen(fight, "archer", "orc")
    assert covered(fight, "archer", "orc") is False


@pytest.mark.rule("tp.aware.los")
def test_a_boulder_of_more_than_30_mm_hides_a_single_model() -> None:
    fight = scene(
        hero("archer", (36, 20)),
        hero("orc", (36, 30), side=1),
        terrain=[feature("small obstacle", (36, 27), (4, 1))],
    )
    assert not seen(fight, "archer", "orc")


@pytest.mark.rule("tp.aware.los")
def test_a_line_along_the_edge_of_a_house_is_clear() -> None:
    width = from_mm(20) / 2000
    house = feature("small building", (36 + width + 2, 25), (4, 4))
    fight = scene(hero("archer", (36, 20)), hero("orc", (36, 30), side=1), terrain=[house])
    assert seen(fight, "archer", "orc")


@pytest.mark.rule("tp.unit.skirmish.transparent", "tp.shoot.checks.view")
def test_friends_look_through_their_own_skirmishers_and_enemies_do_not() -> None:
    fight = scene(
        unit("archers", (36, 20), models=5),
        unit("scouts", (36, 26), figure=skirmishers(), models=16, files=16),
        unit("orcs", (36, 34), facing=180, side=1, models=5),
    )
    assert seen(fight, "archers", "orcs")
    assert not seen(fight, "orcs", "archers")


@pytest.mark.rule("tp.shoot.checks.stacked")
def test_nobody_is_hidden_by_his_own_group() -> None:
    fight = scene(unit("archers", (36, 20)), unit("orcs", (36, 30), facing=180, side=1, models=30))
    assert bases(fight, "archers", "orcs") == list(range(30))


@pytest.mark.rule("tp.shoot.checks.view")
def test_only_two_models_of_a_unit_stick_out_from_behind_a_hill() -> None:
    orcs = unit("orcs", (36, 34), facing=180, side=1, models=10, files=10)
    hill = feature("hill", (40.6, 28), (16, 8))
    fight = scene(unit("archers", (30, 20), models=1, files=1), orcs, terrain=[hill])
    assert bases(fight, "archers", "orcs") == [8, 9]


# --- gaps ----------------------------------------------------------------------------------------------------


def two_screens(apart: float) -> Fight:
    half = 5 * from_mm(20) / 1000
    return scene(
        unit("archers", (36, 20), models=1, files=1),
        unit("left", (36 - half - apart / 2, 26), models=10, files=10),
        unit("right", (36 + half + apart / 2, 26), models=10, files=10),
        unit("orcs", (36, 32), side=1, models=1, files=1),
    )


@pytest.mark.rule("tp.aware.gaps")
def test_a_gap_of_an_inch_cannot_be_looked_through_and_a_wider_one_can() -> None:
    assert seen(two_screens(1.2), "archers", "orcs")
    assert not seen(two_screens(1.0), "archers", "orcs")
    assert not seen(two_screens(0.3), "archers", "orcs")
    assert not seen(two_screens(0), "archers", "orcs")


@pytest.mark.rule("tp.aware.gaps")
def test_a_gap_between_a_unit_and_a_house_is_open() -> None:
    half = 5 * from_mm(20) / 1000
    fight = scene(
        unit("archers", (36, 20), models=1, files=1),
        unit("left", (36 - half - 0.25, 26), models=10, files=10),
        unit("orcs", (36, 32), side=1, models=1, files=1),
        terrain=[feature("small building", (36.25 + 4, 25.6), (8, 1))],
    )
    assert seen(fight, "archers", "orcs")


@pytest.mark.rule("tp.aware.gaps")
def test_a_gap_beside_the_viewer_is_open() -> None:
    half = 5 * from_mm(20) / 1000
    fight = scene(
        unit("archers", (36, 20), models=1, files=1),
        unit("left", (36 - half - 0.8, 20.3), models=10, files=10),
        unit("orcs", (34, 32), side=1, models=1, files=1),
    )
    assert seen(fight, "archers", "orcs")


@pytest.mark.rule("tp.aware.gaps")
def test_two_models_of_one_loose_group_close_their_gap_too() -> None:
    figures = giant(loose=True)
    fight = scene(
        unit("archers", (36, 20), models=1, files=1),
        unit("pack", (36, 28), side=1, figure=figures, models=2, places=[(34.6, 26), (37.4, 26)]),
        unit("orcs", (36, 34), side=1, models=1, files=1),
    )
    assert not seen(fight, "archers", "orcs")


# --- levels --------------------------------------------------------------------------------------------------


def three(*terrain: Feature, viewer: Figure | None = None, target: Figure | None = None, side: int = 1) -> Fight:
    """Somebody looks over a line of infantry at somebody beyond."""
    return scene(
        hero("viewer", (36, 10), figure=viewer or champion()),
        unit("line", (36, 20), side=side, models=20, files=20),
        hero("target", (36, 36), side=1, figure=target or champion()),
        terrain=terrain,
    )


@pytest.mark.rule("tp.aware.highground", "tp.aware.los.levels", "tp.shoot.highground")
def test_archers_on_a_hill_shoot_over_a_unit_on_the_flat() -> None:
    assert not seen(three(), "viewer", "target")
    assert seen(three(feature("hill", (36, 9), (8, 8))), "viewer", "target")


@pytest.mark.rule("tp.aware.los.levels")
def test_a_target_on_a_hill_is_seen_over_a_unit_on_the_flat() -> None:
    assert seen(three(feature("hill", (36, 36), (8, 8))), "viewer", "target")


@pytest.mark.rule("tp.aware.los.levels")
def test_a_unit_on_the_hill_between_hides_as_before() -> None:
    ridge = feature("hill", (36, 20), (40, 3))
    assert not seen(three(feature("hill", (36, 9), (8, 8)), ridge), "viewer", "target")


@pytest.mark.rule("tp.aware.los.levels")
def test_a_wood_on_the_flat_hides_from_a_hill() -> None:
    wood = feature("wood", (36, 26), (30, 6))
    fight = scene(
        unit("archers", (36, 12), models=5),
        unit("orcs", (36, 36), side=1, models=5),
        terrain=[feature("hill", (36, 10), (8, 8)), wood],
    )
    assert level_of(fight, number(fight, "archers")) == 1
    assert not seen(fight, "archers", "orcs")


@pytest.mark.rule("tp.aware.los.levels")
def test_a_hill_between_hides_but_not_from_those_on_it() -> None:
    fight = scene(
        unit("archers", (36, 14), models=5),
        unit("orcs", (36, 36), side=1, models=5),
        unit("scouts", (36, 25), models=5),
        terrain=[feature("hill", (36, 26), (40, 8))],
    )
    assert not seen(fight, "archers", "orcs")
    assert seen(fight, "scouts", "orcs")
    assert seen(fight, "archers", "scouts")


@pytest.mark.rule("tp.aware.largebeast")
def test_a_large_beast_looks_over_infantry_friend_or_foe_but_not_over_another() -> None:
    dragon = giant()
    assert seen(three(viewer=dragon), "viewer", "target")
    assert seen(three(viewer=dragon, side=0), "viewer", "target")
    rider = champion(mounted=True, base=GIANT_BASE)
    assert seen(three(viewer=rider), "viewer", "target")
    assert not seen(three(target=dragon), "viewer", "target")
    fight = three(viewer=dragon)
    fight.setting.figures[piece(fight, "line").figure] = dragon
    assert not seen(fight, "viewer", "target")


@pytest.mark.rule("tp.aware.mounted")
def test_a_rider_looks_over_friendly_foot_and_not_over_enemies() -> None:
    rider = champion(mounted=True, base=(from_mm(30), from_mm(30)))
    assert seen(three(viewer=rider, side=0), "viewer", "target")
    assert not seen(three(viewer=rider, side=1), "viewer", "target")
    assert not seen(three(side=0), "viewer", "target")


@pytest.mark.rule("tp.aware.mounted")
@pytest.mark.parametrize(
    ("wide", "deep", "sees"), [(20, 62, True), (20, 63, False), (62, 20, True), (63, 20, False)]
)
def test_a_rider_looks_over_friends_who_are_smaller_than_himself(wide: int, deep: int, sees: bool) -> None:
    """His base is 25 by 50 mm; those in the way are no infantry."""
    rider = champion(mounted=True, base=(from_mm(25), from_mm(50)))
    fight = three(viewer=rider, side=0)
    beast = foot(category="beast", base=(from_mm(wide), from_mm(deep)))
    fight.setting.figures[piece(fight, "line").figure] = beast
    assert seen(fight, "viewer", "target") == sees


@pytest.mark.rule("tp.aware.mounted")
def test_a_rider_does_not_look_over_other_riders() -> None:
    rider = champion(mounted=True, base=(from_mm(30), from_mm(30)))
    fight = three(viewer=rider, side=0)
    fight.setting.figures[piece(fight, "line").figure] = horse()
    assert not seen(fight, "viewer", "target")


@pytest.mark.rule("tp.aware.unmissable", "tp.aware.los.levels")
def test_pieces_do_not_hide_the_unmissable_and_houses_do() -> None:
    assert not seen(three(target=giant()), "viewer", "target")
    big = giant("unmissable")
    assert seen(three(target=big), "viewer", "target")
    assert not covered(three(target=big), "viewer", "target")
    house = feature("large building", (36, 30), (20, 4))
    assert not seen(three(house, target=big), "viewer", "target")


@pytest.mark.rule("tp.move.fly.nohide", "tp.move.fly.noblock")
def test_those_in_the_air_hide_nobody_and_hide_nowhere() -> None:
    house = feature("large building", (36, 30), (20, 4))
    fight = three(house)
    assert not seen(fight, "viewer", "target")
    piece(fight, "target").airborne = True
    assert seen(fight, "viewer", "target")
    assert not covered(fight, "viewer", "target")
    piece(fight, "target").airborne = False
    piece(fight, "viewer").airborne = True
    assert seen(fight, "viewer", "target")
    fight = three()
    piece(fight, "line").airborne = True
    assert seen(fight, "viewer", "target")


# --- woods ---------------------------------------------------------------------------------------------------

WOOD = feature("wood", (36, 30), (30, 20))  # from (21, 20) to (51, 40)


def at_the_wood(depth: float) -> Fight:
    """Archers on the open ground, orcs so deep in the wood that they face them."""
    return scene(
        unit("archers", (36, 10), models=5),
        unit("orcs", (36, 20 + depth), facing=180, side=1, models=5),
        terrain=[WOOD],
    )


@pytest.mark.rule("tp.aware.woods.edge", "tp.terrain.woods", "tp.shoot.mod.cover")
def test_at_the_edge_of_a_wood_they_see_and_are_seen_in_cover() -> None:
    fight = at_the_wood(0.5)
    assert seen(fight, "archers", "orcs")
    assert seen(fight, "orcs", "archers")
    assert covered(fight, "archers", "orcs")
    assert not covered(fight, "orcs", "archers")


@pytest.mark.rule("tp.aware.woods.edge", "tp.aware.woods.hidden")
def test_three_inches_inside_a_wood_they_neither_see_nor_are_seen() -> None:
    fight = at_the_wood(3)
    assert not aware(fight, "archers", "orcs")
    assert not aware(fight, "orcs", "archers")


@pytest.mark.rule("tp.aware.woods.edge")
def test_the_strip_along_the_edge_is_one_inch() -> None:
    assert seen(at_the_wood(0.99), "archers", "orcs")
    assert not seen(at_the_wood(1.05), "archers", "orcs")
    assert not seen(at_the_wood(1.05), "orcs", "archers")


@pytest.mark.rule("tp.aware.woods.edge", "tp.aware.woods.hidden")
@pytest.mark.parametrize(("y", "facing", "sees"), [(45, 180, True), (15, 0, False)])
def test_who_stands_at_the_far_edge_of_a_wood_is_not_seen_through_it(y: float, facing: int, sees: bool) -> None:
    """Half an inch inside as seen from beyond the wood, 17 inches of trees from this side."""
    orcs = unit("orcs", (36, 39.5), facing=0, side=1, models=5)
    fight = scene(unit("archers", (36, y), facing=facing, models=5), orcs, terrain=[WOOD])
    assert seen(fight, "archers", "orcs") is sees


@pytest.mark.rule("tp.aware.woods.hidden")
def test_the_wood_hides_even_from_the_air() -> None:
    fight = at_the_wood(3)
    piece(fight, "archers").airborne = True
    assert not seen(fight, "archers", "orcs")


@pytest.mark.rule("tp.aware.woods.hidden", "tp.aware.woods.edge")
@pytest.mark.parametrize(("depth", "sees"), [(0.99, True), (1.05, False), (8, False)])
def test_out_of_a_wood_nobody_sees_who_is_in_the_air(depth: float, sees: bool) -> None:
    fight = at_the_wood(depth)
    piece(fight, "archers").airborne = True
    assert seen(fight, "orcs", "archers") is sees


@pytest.mark.rule("tp.aware.woods.hidden", "tp.aware.woods.edge")
def test_not_even_from_the_air_is_the_far_edge_of_a_wood_seen() -> None:
    orcs = unit("orcs", (36, 39.5), facing=0, side=1, models=5)
    fight = scene(unit("archers", (36, 15), models=5, airborne=True), orcs, terrain=[WOOD])
    assert not seen(fight, "archers", "orcs")


@pytest.mark.rule("tp.aware.woods.hidden")
def test_inside_a_wood_pieces_are_aware_of_each_other_at_two_inches() -> None:
    def inside(apart: float) -> Fight:
        return scene(
            unit("archers", (36, 28), models=5),
            unit("orcs", (36, 28 + apart), facing=180, side=1, models=5),
            terrain=[WOOD],
        )

    assert seen(inside(2), "archers", "orcs")
    assert not aware(inside(3), "archers", "orcs")
    assert not aware(inside(3), "orcs", "archers")


@pytest.mark.rule("tp.aware.los")
def test_nobody_looks_through_a_wood() -> None:
    fight = scene(unit("archers", (36, 10)), unit("orcs", (36, 45), side=1), terrain=[WOOD])
    assert not seen(fight, "archers", "orcs")


@pytest.mark.rule("tp.aware.los.levels", "tp.aware.woods.edge")
@pytest.mark.parametrize(("where", "sees"), [("flat", False), ("hill", False), ("air", True)])
def test_those_beyond_a_wood_are_seen_over_it_from_the_air_and_not_from_a_hill(where: str, sees: bool) -> None:
    """A column that has come out of the far side of the wood with its head."""
    hill = [feature("hill", (36, 8), (8, 8))] if where == "hill" else []
    fight = scene(
        unit("archers", (36, 10), models=5, airborne=where == "air"),
        unit("orcs", (36, 43), side=1, models=10, files=1),
        terrain=[*hill, WOOD],
    )
    assert seen(fight, "archers", "orcs") is sees


# --- cover ---------------------------------------------------------------------------------------------------


def behind(kind: str, y: float) -> Fight:
    return scene(
        unit("archers", (36, 10), models=5),
        unit("orcs", (36, 25), facing=180, side=1, models=10),
        terrain=[feature(kind, (36, y), (10, 0.4))],
    )


@pytest.mark.rule("tp.shoot.mod.cover", "tp.aware.los.levels")
@pytest.mark.parametrize("kind", ["hedge", "fence", "stone wall"])
def test_behind_a_hedge_a_fence_or_a_low_wall_is_cover_and_in_view(kind: str) -> None:
    fight = behind(kind, 24.5)
    assert len(bases(fight, "archers", "orcs")) == 10
    assert covered(fight, "archers", "orcs")


@pytest.mark.rule("tp.aware.unmissable", "tp.shoot.mod.cover")
def test_what_cannot_be_missed_has_no_cover_behind_a_hedge() -> None:
    def giant_behind(*traits: str) -> Fight:
        return scene(
            unit("archers", (36, 10), models=5),
            hero("giant", (36, 25), side=1, figure=giant(*traits)),
            terrain=[feature("hedge", (36, 20), (10, 0.4))],
        )

    assert covered(giant_behind(), "archers", "giant")
    assert not covered(giant_behind("unmissable"), "archers", "giant")
    loop = (inches(36), inches(10))
    assert covered_from(giant_behind(), loop, 1) and not covered_from(giant_behind("unmissable"), loop, 1)
    flown = giant_behind()
    piece(flown, "giant").airborne = True
    assert not covered_from(flown, loop, 1)


@pytest.mark.rule("tp.shoot.mod.cover")
def test_a_wall_at_the_shooters_own_front_is_no_cover_for_the_target() -> None:
    assert not covered(behind("stone wall", 11), "archers", "orcs")
    assert covered(behind("stone wall", 12), "archers", "orcs")


@pytest.mark.rule("tp.shoot.mod.cover")
def test_half_a_unit_behind_a_house_is_in_cover_and_less_is_not() -> None:
    def half_hidden(x: float) -> Fight:
        return scene(
            unit("archers", (36, 10), models=1, files=1),
            unit("orcs", (36, 25), facing=180, side=1, models=10, files=10),
            terrain=[feature("small building", (x, 22), (6, 2))],
        )

    assert len(bases(half_hidden(38.9), "archers", "orcs")) == 5
    assert covered(half_hidden(38.9), "archers", "orcs")
    assert len(bases(half_hidden(40.2), "archers", "orcs")) == 7
    assert not covered(half_hidden(40.2), "archers", "orcs")


@pytest.mark.rule("tp.terrain.deep_water", "tp.shoot.mod.cover")
def test_deep_water_is_cover_unless_a_bridge_carries_them_over_it() -> None:
    river = feature("deep water", (36, 26), (60, 6))
    bridge = feature("stone bridge", (36, 26), (6, 8))
    guards = unit("archers", (36, 10), models=5), unit("orcs", (36, 25), facing=180, side=1, models=10)
    assert covered(scene(*guards, terrain=[river]), "archers", "orcs")
    assert not covered(scene(*guards, terrain=[river, bridge]), "archers", "orcs")
