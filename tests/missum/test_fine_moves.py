"""Fine points of moving: routers, ground waded or wheeled into, wings, zones, turns, formations, squares, walls."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.missum.bodies import distance_between
from warhost.rulebooks.missum.events import Gone, Moved, NerveTested, Retired, Turned
from warhost.rulebooks.missum.fighting.contact import straighten
from warhost.rulebooks.missum.fighting.ranks import striking
from warhost.rulebooks.missum.fighting.strikes import attack_of
from warhost.rulebooks.missum.morale.rout import _beside
from warhost.rulebooks.missum.shooting.aiming import aims, targets
from warhost.rulebooks.missum.shooting.volley import attacks_of, resolve
from warhost.rulebooks.missum.state import Shot
from warhost.rulebooks.missum.telling.names import MissumNames
from warhost.rulebooks.missum.turn import step

from .scene import (
    at,
    events,
    go,
    leader,
    load,
    melee,
    north,
    number,
    order,
    piece,
    plan,
    refused,
    scene,
    south,
    spent,
)

MM = 1000
COUNTER = {"step": 5, "mover": "north"}


# --- routers and ground --------------------------------------------------------------------------------------


@pytest.mark.rule("mis.disorg.flank-rear", "mis.morale.panic-timing", "mis.situation.rear")
def test_a_router_who_is_contacted_is_disorganized_and_does_not_test() -> None:
    fight = scene(south("a", (600, 500)), north("b", (600, 600), fate="routing"), **COUNTER)
    order(fight, "a", go(600, 610))
    assert piece(fight, "b").disorganized == 4 and not events(fight, NerveTested)
    assert attack_of(fight, melee(fight, "a", "b"), 0, 10).tally.total == 7 + 3 + 3 - 4


@pytest.mark.rule("mis.rout.surrender", "mis.add.flight")
@pytest.mark.parametrize("height, fate", [(100, "fled"), (50, "fled"), (25, "surrendered")])
def test_routers_run_on_under_fliers(height: int, fate: str) -> None:
    fliers = north("h", (600, 420), facing=0, profile="hlaka", figures=4, files=2, height=height,
                   options=["light", "sword", "skirmishers"])  # fmt: skip
    fight = scene(south("a", (600, 600), fate="routing"), fliers, north("b", (600, 700)), step=1)
    piece(fight, "a").foes = (number(fight, "b"),)
    step(fight)
    assert piece(fight, "a").fate == fate


@pytest.mark.rule("mis.add.obstacles", "mis.terrain.stream", "mis.terrain.ditch")
@pytest.mark.parametrize("kind, width, worth", [("stream", 50, 3), ("ditch", 25, 1)])
@pytest.mark.parametrize("back", [0, 0.05])
def test_whoever_stands_flush_with_the_bank_defends_it(kind: str, width: int, worth: int, back: float) -> None:
    light = ["light", "shield", "long sword", "regular"]
    fight = scene(
        south("a", (600, 590), options=light, effects={"grace": 4}), north("b", (600, 625 + back)),
        terrain=[{"kind": kind, "from": [0, 625 - width / 2], "to": [1200, 625 - width / 2], "width": width}],
        **COUNTER,
    )  # fmt: skip
    order(fight, "a", go(600, 630))
    one = melee(fight, "a", "b")
    assert attack_of(fight, one, 0, 10).tally.total == 7 - 3 - worth - 9
    assert attack_of(fight, one, 1, 10).tally.total == 7 + 3 + worth - 5


@pytest.mark.rule("mis.chart.terrain", "mis.terrain.swamp")
def test_whoever_is_stuck_creeps_25_mm_in_a_turn_and_not_in_each_half() -> None:
    pikes = south("a", (600, 520), options=["medium", "long pike", "regular"])
    mud = [{"kind": "swamp", "at": [600, 620], "size": 225}]
    fight = scene(pikes, north("b", (600, 1100)), terrain=mud)
    assert refused(fight, "a", go(600, 546)) and refused(fight, "a", go(600, 545), go(600, 550))
    assert at(order(fight, "a", go(600, 545))) == (600, 545)
    fight.state.step = 7
    assert refused(fight, "a", go(600, 550)) != ""


# --- wings ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.melee.wheel-in")
@pytest.mark.parametrize("shift, fighting", [(0, 14), (1, 14), (3, 14), (5, 14), (7, 14), (-3, 14), (-7, 14)])
def test_a_wing_lies_along_the_flank_wherever_the_enemy_front_ends(shift: int, fighting: int) -> None:
    # ten files against fourteen, flush on the left but for the shift; four reach beyond the right end
    fight = scene(
        south("a", (630 + shift, 500), figures=56, files=14), north("b", (600, 500)), step=5, mover="north", turn=5,
        melee=[{"a": "a", "b": "b", "round": 2}],
    )  # fmt: skip
    order(fight, "a", ("swing", "right"))
    assert len(striking(fight, melee(fight, "a", "b"), 0)) == fighting


@pytest.mark.rule("mis.melee.wheel-in", "mis.melee.no-pursuit")
def test_a_wing_is_closed_as_soon_as_the_melee_is_over() -> None:
    fight = scene(
        south("a", (630, 500), figures=56, files=14), north("b", (600, 500), fate="routing"),
        north("c", (600, 1100)), step=1, turn=5, mover="north", melee=[{"a": "a", "b": "b", "round": 3}],
    )  # fmt: skip
    piece(fight, "a").wing = 4
    step(fight)
    assert piece(fight, "b").fate == "fled"
    load(fight, [], ["done", "a", [list(go(630, 560))]])
    step(fight)
    assert piece(fight, "a").wing == 0 and at(piece(fight, "a")) == (630, 560)


@pytest.mark.parametrize("how, said", [("is destroyed", "are destroyed"), ("surrenders", "surrender")])
def test_verbs_agree_with_many(how: str, said: str) -> None:
    fight = scene(south("bows", name="Long Bows"), north("b"))
    assert said in Gone("mis.rout.move", 0, how).say(MissumNames(fight.setting))


# --- zones ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.zoc.zone", "mis.add.conform")
@pytest.mark.parametrize("files", [10, 12, 14, 20])
@pytest.mark.parametrize("slant", [0, 1, 2, 5, 10, 15])
def test_a_slanted_front_is_contacted_and_lined_up_with(files: int, slant: int) -> None:
    slanted = north("b", (600, 580), facing=180 + slant)
    fight = scene(south("a", (600, 500), files=files, figures=4 * files), slanted, **COUNTER)
    order(fight, "a", go(600, 640))
    assert fight.state.melees and piece(fight, "a").facing == slant * 100


@pytest.mark.rule("mis.zoc.zone")
def test_a_zone_still_stops_whoever_passes_by() -> None:
    fight = scene(south("a", (680, 400)), north("b", (520, 500)), north("c", (680, 900)), **COUNTER)
    # b's front ends at x = 595, its zone at 620; a's front begins at 605
    assert at(order(fight, "a", go(680, 540))) == (680, 500)


@pytest.mark.rule("mis.morale.points-huitsan-routed")
def test_neighbours_are_those_beside_it_as_drawn_up() -> None:
    game = scene(south("a"), north("b"))
    game.state.lines = ((2, 1, 3), (1,))
    for huitsan, beside in ((2, [1]), (1, [2, 3]), (3, [1])):
        assert _beside(game, 0, huitsan) == beside


# --- wheels, turns and formations ----------------------------------------------------------------------------

FORMING = [("pond", "mis.move.formation"), ("dense woods", "mis.move.formation"), ("rough", "")]
SLINGS = ["light", "dagger", "shot sling", "regular", "skirmishers"]


@pytest.mark.rule("mis.skirmish.retire", "mis.move.wheel")
@pytest.mark.parametrize("angle", [20, 40, 55])
def test_skirmishers_retire_before_a_wheel(angle: int) -> None:
    screen = north("s", (600, 570), figures=12, files=6, options=SLINGS)
    fight = scene(south("a", (600, 500), effects={"grace": 4}), screen, **COUNTER)
    swung = order(fight, "a", ("face", 36000 - 100 * angle))
    assert swung.facing == 36000 - 100 * angle and events(fight, Retired)
    assert distance_between(fight, 0, 1) >= 50 * MM - 200


@pytest.mark.rule("mis.skirmish.command-figures", "mis.move.wheel")
def test_a_lone_commander_is_asked_before_a_wheel_too() -> None:
    dritlan = leader("d", "dritlan", (650, 530), "north")
    fight = scene(south("a", (600, 500), effects={"grace": 4}), dritlan, **COUNTER)
    load(fight, [], ["evade"])
    order(fight, "a", ("face", 36000 - 3000))
    spent(fight)
    assert distance_between(fight, 0, 1) >= 50 * MM - 200


@pytest.mark.rule("mis.move.pass-disorganized", "mis.skirmish.retire")
@pytest.mark.parametrize("disorganized", [0, 3])
def test_disorganized_skirmishers_who_retire_disorganize_their_own_line(disorganized: int) -> None:
    screen = north("s", (600, 600), figures=12, files=6, options=SLINGS, disorganized=disorganized)
    fight = scene(south("a", (600, 500)), screen, north("line", (600, 680), figures=10), **COUNTER)
    order(fight, "a", go(600, 600))
    assert bool(piece(fight, "line").disorganized) == bool(disorganized)


@pytest.mark.rule("mis.move.formation", "mis.disorg.terrain", "mis.terrain.pond", "mis.terrain.dense-woods")
@pytest.mark.parametrize("kind, rule", FORMING)
def test_a_change_of_formation_minds_the_ground(kind: str, rule: str) -> None:
    ground = [{"kind": kind, "at": [720, 480], "size": 60}]
    fight = scene(south("a", (600, 500)), north("b", (600, 1100)), terrain=ground, **COUNTER)
    assert refused(fight, "a", ("form", 20)) == rule
    if not rule:
        order(fight, "a", ("form", 20))
        assert piece(fight, "a").disorganized == 4


@pytest.mark.rule("mis.chart.terrain", "mis.move.wheel", "mis.disorg.terrain")
def test_a_wheel_into_rough_ground_pays_for_it() -> None:
    rough = [{"kind": "rough", "at": [700, 540], "size": 80}]
    fight = scene(south("a", (600, 500)), north("b", (100, 1100)), terrain=rough, **COUNTER)
    assert refused(fight, "a", ("face", 36000 - 3000)) == "mis.terrain.rough"  # 79 mm and the 75 of the ground
    order(fight, "a", ("face", 36000 - 2500))
    assert piece(fight, "a").disorganized == 4


@pytest.mark.rule("mis.add.turning", "mis.move.contact", "mis.add.rounding")
@pytest.mark.parametrize("far", [15, 25])
def test_nobody_turns_into_contact(far: int) -> None:
    fight = scene(south("a", (600, 500)), north("b", (675 + far, 460), facing=270), **COUNTER)
    order(fight, "a", ("turn", 9000))
    assert distance_between(fight, 0, 1) >= MM and not fight.state.melees
    assert [one.facing for one in events(fight, Turned)] == [9000] and not events(fight, Moved)


@pytest.mark.rule("mis.add.rounding", "mis.move.contact")
@pytest.mark.parametrize("gap, contact", [(0.5, True), (1.5, False)])
def test_bases_nearer_than_a_millimetre_touch(gap: float, contact: bool) -> None:
    fight = scene(south("a", (600, 500)), north("b", (600, 600)), **COUNTER)
    order(fight, "a", go(600, 600 - gap))
    assert bool(fight.state.melees) == contact


@pytest.mark.rule("mis.move.facing-same", "mis.missile.ranks")
@pytest.mark.parametrize("enemy, facing, figures", [((600, 340), 0, 10), ((780, 460), 270, 4), ((420, 460), 90, 4)])
def test_a_square_shoots_to_all_four_sides(enemy: tuple[float, float], facing: int, figures: int) -> None:
    bows = south("a", (600, 500), square=True, options=["light", "short sword", "long bow"])
    fight = scene(bows, north("b", enemy, facing=facing, files=20, figures=80), step=4)
    assert len(targets(fight, 0)[1]) == figures


@pytest.mark.rule("mis.spell.cloak")
def test_whoever_shoots_is_seen_again() -> None:
    bows = south("a", (600, 500), options=["light", "short sword", "long bow"], effects={"cloak": 6})
    fight = scene(bows, north("b", (600, 600)), step=4)
    fight.state.shots = (Shot(0, 1, (0, 1)),)
    load(fight, [100])
    resolve(fight)
    assert not piece(fight, "a").effects


@pytest.mark.rule("mis.stand.effect")
def test_a_last_stand_may_stir_within_its_place() -> None:
    town = [{"kind": "town", "at": [600, 500], "size": 400}]
    fight = scene(south("a", (600, 500), figures=10, stands=True), north("b", (600, 1000)), terrain=town, **COUNTER)
    assert refused(fight, "a", go(600, 520)) == ""
    assert refused(fight, "a", go(600, 600)) == ""
    out = scene(south("a", (600, 650), figures=10, stands=True), north("b", (600, 1000)), terrain=town, **COUNTER)
    assert refused(out, "a", go(600, 740)) == "mis.stand.effect"
    open_ground = scene(south("a", (600, 500), stands=True), north("b", (600, 1000)), **COUNTER)
    assert refused(open_ground, "a", go(600, 505)) == "mis.stand.effect"


# --- walls ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.add.obstacles", "mis.terrain.barricade")
@pytest.mark.parametrize("before, odds", [(50, -12), (51, -7), (58, -7)])
def test_a_barricade_covers_whoever_is_within_50_mm(before: int, odds: int) -> None:
    works = [{"kind": "barricade", "from": [0, 600 - before], "to": [1200, 600 - before], "width": 0}]
    bows = south("a", (600, 400), options=["light", "short sword", "long bow"])
    fight = scene(bows, north("b", (600, 600)), terrain=works, step=4)
    found = attacks_of(fight, Shot(0, 1, tuple(range(10))), aims(fight, 0, 1))
    assert {one.tally.total for one in found} == {odds}


@pytest.mark.rule("mis.add.visibility", "mis.terrain.wall")
@pytest.mark.parametrize("wall, seen", [(500, True), (600, True), (548, True), (650, False)])
def test_archers_shoot_over_the_wall_they_line_and_at_whoever_lines_one(wall: int, seen: bool) -> None:
    stones = [{"kind": "wall", "from": [0, wall], "to": [1200, wall], "width": 0}]
    bows = south("a", (600, 500), options=["light", "short sword", "long bow"])
    fight = scene(bows, north("b", (600, 600 if seen else 760)), terrain=stones, step=4)
    assert (1 in targets(fight, 0)) == seen


RELOADING = [("staff sling", 10, False), ("long bow", 100, True), ("long bow", 101, False)]


# --- contact -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.add.conform", "mis.melee.contact")
def test_where_the_swing_is_hindered_only_those_who_touch_fight() -> None:
    slanted = north("b", (600, 570), facing=160)
    fight = scene(south("a", (600, 500), files=8, figures=40), south("friend", (735, 495)), slanted, **COUNTER)
    order(fight, "a", go(600, 610))
    one = melee(fight, "a", "b")
    assert piece(fight, "a").facing == 0
    assert [len(striking(fight, one, who)) for who in (one.a, one.b)] == [1, 1]


@pytest.mark.rule("mis.charge.once")
def test_nobody_charges_standing_still() -> None:
    fight = scene(south("a", (600, 500)), north("b", (600, 600)))
    assert refused(fight, "a", ("charge",)) == "mis.charge.once"
    assert refused(fight, "a", ("charge",), go(600, 540)) == ""


@pytest.mark.rule("mis.missile.reload", "mis.missile.reload-move")
@pytest.mark.parametrize("weapon, far, ready", RELOADING)
def test_a_move_right_before_the_weapon_is_loaded_begins_it_anew(weapon: str, far: int, ready: bool) -> None:
    bows = south("a", (600, 300), options=["light", "short sword", weapon])
    fight = scene(bows, north("b", (600, 600)), **COUNTER)
    piece(fight, "a").ready = fight.state.clock + 1
    order(fight, "a", go(600, 300 + far))
    assert (piece(fight, "a").ready == fight.state.clock + 1) == ready


@pytest.mark.rule("mis.setup.platform", "mis.add.command-combat")
@pytest.mark.parametrize("files, strike", [(10, 4), (2, 2)])
def test_whoever_stands_on_a_platform_is_reached_at_its_edge(files: int, strike: int) -> None:
    team = leader("t", "team", (600, 610), "north", options=["level 5"], platform=True)
    fight = scene(south("a", (600, 500), files=files, figures=20), team, **COUNTER)
    load(fight, [], ["stand"])
    order(fight, "a", go(600, 600))
    assert at(piece(fight, "a")) == (600, 580) and fight.state.melees
    one = melee(fight, "a", "t")
    assert [len(striking(fight, one, who)) for who in (one.a, one.b)] == [strike, 2]


@pytest.mark.rule("mis.add.formation", "mis.add.conform", "mis.melee.contact")
@pytest.mark.parametrize("x, y, back", [(545, 440, 2), (600, 420, 3)])
def test_beside_a_short_rear_rank_the_rank_before_it_is_struck(x: float, y: float, back: int) -> None:
    target = south("t", (600, 500), figures=33)
    fight = scene(target, north("c", (x, 330), facing=0, files=2, figures=8), step=5, mover="south", dice=[1])
    order(fight, "c", go(x, 450))
    one = melee(fight, "c", "t")
    assert at(piece(fight, "c"))[1] == y and one.counts == "rear"
    assert [len(striking(fight, one, who)) for who in (one.a, one.b)] == [2, back]


@pytest.mark.rule("mis.add.conform")
def test_a_hindered_front_is_lined_up_when_there_is_room() -> None:
    slanted = north("b", (600, 570), facing=160)
    fight = scene(south("a", (600, 500), files=8, figures=40), south("friend", (735, 495)), slanted, **COUNTER)
    order(fight, "a", go(600, 610))
    straighten(fight)
    assert piece(fight, "a").facing == 0
    piece(fight, "friend").y -= 200 * MM
    straighten(fight)
    assert piece(fight, "a").facing == 34000 and len(striking(fight, melee(fight, "a", "b"), 0)) >= 8


@pytest.mark.rule("mis.add.conform", "mis.move.contact")
def test_whoever_is_touched_as_a_front_is_lined_up_fights_too() -> None:
    b, c = north("b", (600, 570), facing=160), north("c", (741.8, 622.1), facing=160)
    fight = scene(south("a", (600, 500), files=14), south("friend", (783, 600)), b, c, **COUNTER)
    order(fight, "a", go(600, 610))
    assert [{one.a, one.b} for one in fight.state.melees] == [{number(fight, "a"), number(fight, "b")}]
    piece(fight, "friend").y -= 200 * MM
    straighten(fight)
    assert piece(fight, "a").facing == 34000 and melee(fight, "a", "c").b_side == "front"


@pytest.mark.rule("mis.command.radius", "mis.move.wheel")
@pytest.mark.parametrize(
    ("order", "bound", "why"),
    [
        ([["go", 600_000, 338_000]], True, "that way is 38 mm long and the Swords come 37.5"),
        ([["go", 600_000, 375_500]], False, "that way is 75.5 mm long and the Swords come 75"),
        ([["face", 2900]], False, "that wheel takes 76 mm, and 75 mm are left, enough for 28 degrees"),
    ],
)
def test_what_is_too_far_is_told_to_the_tenth(order: list[Any], bound: bool, why: str) -> None:
    """Medium swords have 75 mm in a half move, and 37.5 out of reach of their commander."""
    fight = scene(south("swords", at=(600, 300), bound=bound), north("others", at=(600, 900)), step=3)
    refusal = plan(fight, "swords", *order)
    assert isinstance(refusal, Refusal) and refusal.worded(MissumNames(fight.setting)).why == why
