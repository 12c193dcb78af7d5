"""Fortresses: read from a text file, laid out, priced in siege points and checked."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from msgspec import structs

from warhost.draw.svg import svg
from warhost.engine.data import DataError
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.siege.account import left_over, machine_price, machines_allowed, machines_of
from warhost.rulebooks.threeplains.siege.command import fortress as command
from warhost.rulebooks.threeplains.siege.drawing import fortress_view
from warhost.rulebooks.threeplains.siege.fixtures import fixed
from warhost.rulebooks.threeplains.siege.fortress import (
    find_fortress,
    fortress_against,
    fortress_faults,
    raise_fortress,
    ready_fortresses,
    sizes_ready,
)
from warhost.rulebooks.threeplains.siege.lawful import immobile, offered_bows
from warhost.rulebooks.threeplains.siege.layout import length_of
from warhost.rulebooks.threeplains.siege.works import (
    converted,
    defenders_points,
    price_list,
    siege_points,
    wall_needed,
    works,
)

from .strongholds import ARMIES, BENT, STRAIGHT, TOWER, broken, changed, fortress, twin_towers

# --- the size of the game ------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.points")
@pytest.mark.parametrize(("besiegers", "defenders", "each"), [(4000, 1000, 4000), (8000, 2000, 8000)])
def test_both_sides_have_as_many_siege_points_as_the_besiegers_have_points(
    besiegers: int, defenders: int, each: int
) -> None:
    assert (defenders_points(besiegers), siege_points(besiegers)) == (defenders, each)


@pytest.mark.rule("tp.siege.army_size")
def test_nobody_lays_siege_with_less_than_a_thousand_points() -> None:
    assert broken(STRAIGHT, 999) == ["tp.siege.army_size"]
    assert broken(STRAIGHT, 1000) == []
    assert defenders_points(1003) == 250  # a fraction is dropped


@pytest.mark.rule("tp.siege.excess_points")
def test_left_over_siege_points_become_a_quarter_of_standard_ones() -> None:
    assert [converted(left) for left in (200, 10, 3, 0)] == [50, 2, 0, 0]
    assert left_over(twin_towers().bill) == 5


@pytest.mark.rule("tp.siege.plan.wall")
@pytest.mark.parametrize(
    ("besiegers", "needed"), [(1000, 48), (1400, 48), (1499, 48), (1500, 54), (2000, 60), (4000, 84)]
)
def test_the_wall_grows_with_the_game(besiegers: int, needed: int) -> None:
    assert wall_needed(besiegers) == needed * 1000


# --- the chain ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.plan.chain")
def test_the_straight_example_is_fifty_inches_long_and_wide() -> None:
    found = fortress(STRAIGHT)
    assert (found.layout.length, found.layout.width) == (50_000, 50_000)
    assert found.breaches == []
    assert [(one.name, one.spent, one.least) for one in found.bill.measures[1:]] == [
        ("inches of wall", 50, 48),
        ("ladders", 2, 2),
    ]
    assert broken(STRAIGHT, 1500) == ["tp.siege.plan.wall"]


@pytest.mark.rule("tp.siege.plan.chain")
def test_the_example_with_bends_bulges_by_twelve_inches() -> None:
    layout = fortress(BENT, 2500).layout
    assert (layout.length, layout.width, layout.bulge) == (66_000, 42_000, 12_000)
    assert wall_needed(2500) == 66_000
    gate = layout.laid[5]
    assert gate.start[1] == gate.end[1] == 26_000  # the ends lie at 14


@pytest.mark.rule("tp.siege.models")
def test_a_right_angled_bend_fills_the_corner_of_a_square_of_four_by_four() -> None:
    bend = fortress(BENT).layout.laid[2]
    corners = [point for shape in bend.shapes for point in shape.points]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    assert (max(xs) - min(xs), max(ys) - min(ys)) == (4_000, 4_000)
    assert length_of(bend.outer) == 4_000 and length_of(bend.inner) == 8_000


@pytest.mark.rule("tp.siege.models")
def test_fourteen_stand_on_a_wall_and_ten_fit_into_it() -> None:
    found = works()
    assert [(name, work.top, work.inside) for name, work in found.items()] == [
        ("wall", 14, 10), ("bend", 12, 10), ("half bend", 4, 0), ("tower", 25, 30), ("gate", 14, 0),
    ]  # fmt: skip
    assert [work.height for work in found.values()] == [3, 3, 3, 5, 3]
    assert [work.level for work in found.values()] == [1, 1, 1, 2, 1]


@pytest.mark.rule("tp.siege.plan.chain")
def test_two_half_bends_turn_the_line_and_turn_it_back() -> None:
    plan = ["wall", "wall: ladder", "half bend outwards", "wall", "half bend inwards", "wall", "gate: ladder"]
    layout = fortress([*plan, *["wall"] * 4]).layout
    assert layout.laid[2].leaving == 4500 and layout.laid[4].leaving == 9000
    assert layout.laid[3].end[1] > layout.laid[3].start[1]


@pytest.mark.rule("tp.siege.plan.chain")
def test_from_a_tower_the_next_model_may_leave_at_a_right_angle() -> None:
    tower = fortress(["wall", "tower outwards: door to left", "wall"]).layout.laid[1]
    assert tower.end == (8_000, 16_000) and tower.leaving == 0
    assert len(tower.outer) == 1 and length_of(tower.inner) == 8_000


@pytest.mark.rule("tp.siege.plan.chain")
def test_a_line_that_touches_itself_is_refused() -> None:
    turns = ["bend outwards", "bend outwards", "bend outwards"]
    assert "tp.siege.plan.chain" in broken(["wall", "wall", *turns, "wall", "wall", "gate"])


@pytest.mark.rule("tp.siege.plan.wall")
def test_a_gap_and_an_end_off_the_edge_are_refused() -> None:
    gap = fortress(changed(STRAIGHT, 4, "gap")).breaches
    assert gap[0].rule == "tp.siege.plan.wall" and gap[0].where == "line 4" and "16″ and 22″" in gap[0].why
    assert "tp.siege.plan.wall" in broken([*STRAIGHT, "bend outwards"])


@pytest.mark.rule("tp.siege.plan.chain")
@pytest.mark.parametrize(("plan", "wide"), [(["wall"] * 6, True), (["wall"] * 5 + ["tower"], False)])
def test_a_board_is_thirty_six_inches_wide_at_least(plan: list[str], wide: bool) -> None:
    found = fortress(plan)
    assert found.layout.laid[-1].end[0] == (36_000 if wide else 34_000)
    assert any("does not close" in breach.why for breach in found.breaches) is not wide


@pytest.mark.rule("tp.siege.plan")
def test_the_plan_of_the_rulebook_is_lawful_and_without_one_wall_it_is_not() -> None:
    assert broken(STRAIGHT) == []
    assert "tp.siege.plan.wall" in broken(changed(STRAIGHT, 2, "gap"))


@pytest.mark.rule("tp.siege.plan.zones")
def test_the_zones_of_a_straight_fortress() -> None:
    layout = fortress(STRAIGHT).layout
    walls = layout.laid[0].shapes[0]
    assert (walls.bottom, walls.top) == (13_000, 15_000)
    assert layout.depth == 48_000
    assert layout.line_of_no_mans_land[0] == (0, 33_000)
    assert max(y for _, y in layout.line_of_no_mans_land) == 34_000  # before the towers
    zones = fortress_view(fortress(STRAIGHT)).zones
    assert [zone.title for zone in zones] == ["the Defenders' zone", "the Besiegers' zone"]


@pytest.mark.rule("tp.siege.plan.zones")
def test_no_mans_land_follows_a_bulge() -> None:
    layout = fortress(BENT, 2500).layout
    assert max(y for _, y in layout.line_of_no_mans_land) == 27_000 + 18_000
    assert layout.depth == 53_000
    assert layout.face == 66_000 and 45_000 < length_of(layout.line_of_no_mans_land) < 47_000


@pytest.mark.rule("tp.siege.plan.zones")
def test_borders_are_measured_from_one_end_of_the_wall_to_the_other() -> None:
    """The walls end at 15: No Man's Land has 18 inches of board edge beside it, the Besiegers' zone all of it."""
    layout = fortress(["wall"] * 8).layout
    assert (layout.face, layout.border_of_no_mans_land) == (48_000, 48_000 + 2 * 18_000)
    assert layout.border_of_besiegers == 48_000 + 2 * (48_000 - 15_000)


@pytest.mark.rule("tp.siege.plan.zones", "tp.siege.plan.chain")
def test_the_example_with_bends_is_lawful() -> None:
    assert broken(BENT, 2500) == []


@pytest.mark.rule("tp.siege.plan.zones")
@pytest.mark.parametrize(("teeth", "where"), [(3, ""), (4, "No Man's Land")])
def test_a_wall_with_too_many_teeth_has_a_longer_face_than_no_mans_land(teeth: int, where: str) -> None:
    tooth = ["bend outwards", "bend inwards", "bend inwards", "bend outwards"]
    found = fortress(["wall: ladder", "gate", *tooth * teeth, "wall"], 5000)
    assert found.layout.face == (18 + 24 * teeth) * 1000
    places = [breach.where for breach in found.breaches if breach.rule == "tp.siege.plan.zones"]
    assert places == ([where] if where else [])


@pytest.mark.rule("tp.siege.plan.zones")
@pytest.mark.parametrize("bulges", [1, 2])
def test_between_two_deep_bulges_no_mans_land_has_a_longer_border_than_the_besiegers(bulges: int) -> None:
    bulge = ["bend outwards", *["wall"] * 4, "bend inwards", "wall", "bend inwards", *["wall"] * 4, "bend outwards"]
    found = fortress(["wall", "gate", *[*bulge, *["wall"] * 7] * bulges], 5000)
    places = [breach.where for breach in found.breaches if breach.rule == "tp.siege.plan.zones"]
    assert places == (["the Besiegers' zone"] if bulges > 1 else [])


@pytest.mark.rule("tp.siege.plan.zones")
def test_six_inches_stay_clear_behind_the_works() -> None:
    dent = ["wall", "wall: ladder", "bend inwards", "wall", "bend outwards", "gate", "bend outwards", "wall"]
    found = fortress([*dent, "bend inwards", "wall", "wall"], 1000)
    assert any(breach.where == "the courtyard" for breach in found.breaches)
    short = ["wall", "bend inwards", "bend outwards", "gate", TOWER, "bend outwards", "bend inwards", "wall"]
    found = fortress(short, 1000)
    assert min(shape.bottom for shape in found.layout.shapes) == 6_000
    assert not any(breach.where == "the courtyard" for breach in found.breaches)


@pytest.mark.rule("tp.siege.plan.zones")
@pytest.mark.parametrize(("walls", "depth"), [(8, 96_000), (9, 102_000)])
def test_no_table_is_deeper_than_eight_feet(walls: int, depth: int) -> None:
    """A tower stands out an inch at the front of the bulge."""
    out, back = ["bend outwards", *["wall"] * walls, "bend inwards"], ["bend inwards", *["wall"] * walls]
    found = fortress(["wall", *out, "gate", TOWER, *back, "bend outwards", "wall"], 5000)
    assert found.layout.depth == depth
    assert any(breach.where == "the table" for breach in found.breaches) is (depth > 96_000)


@pytest.mark.rule("tp.siege.plan.gate")
def test_a_fortress_without_a_gate_is_refused() -> None:
    assert broken(changed(STRAIGHT, 5, "wall: ladder")) == ["tp.siege.plan.gate"]


@pytest.mark.rule("tp.siege.plan.ladders")
def test_one_ladder_for_every_four_models() -> None:
    bare = [line.replace(": ladder", "") for line in STRAIGHT]
    ladders = {measure.name: measure.least for measure in fortress(bare).bill.measures}
    assert ladders["ladders"] == 2  # of nine models
    assert "tp.siege.plan.ladders" in broken(changed(STRAIGHT, 2, "wall"))
    twelve = [*STRAIGHT, "wall", "wall", "wall"]
    assert broken(twelve) == ["tp.siege.plan.ladders"]
    assert broken([*twelve[:-1], "wall: ladder"]) == []


# --- what is fixed to it --------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.wall")
def test_a_wall_has_at_most_two_doors_one_ladder_and_two_loops() -> None:
    assert broken(changed(STRAIGHT, 1, "wall: 2 doors to courtyard")) == []
    assert broken(changed(STRAIGHT, 1, "wall: 3 doors to courtyard")) == ["tp.siege.wall"]
    assert broken(changed(STRAIGHT, 2, "wall: 2 ladders")) == ["tp.siege.wall"]
    assert broken(changed(STRAIGHT, 1, "wall: 2 loops"), loops="longbow") == []
    assert broken(changed(STRAIGHT, 1, "wall: 3 loops"), loops="longbow") == ["tp.siege.wall"]


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_a_gate_has_two_ladders_and_a_tower_none() -> None:
    assert broken(changed(STRAIGHT, 5, "gate: 2 ladders")) == []
    assert broken(changed(STRAIGHT, 5, "gate: 3 ladders")) == ["tp.siege.gate"]
    assert broken(changed(STRAIGHT, 3, f"{TOWER}, ladder")) == ["tp.siege.fortress_ladder"]


@pytest.mark.rule("tp.siege.bolted_door")
def test_doors_belong_to_towers_and_walls_and_lead_somewhere() -> None:
    assert broken(changed(STRAIGHT, 5, "gate: ladder, door to courtyard")) == ["tp.siege.bolted_door"]
    edge = fortress(changed(STRAIGHT, 1, "wall: door to left, door to courtyard")).breaches
    assert [breach.rule for breach in edge] == ["tp.siege.bolted_door"]
    assert edge[0].where == "straight wall 1" and "hangs in the air" in edge[0].why


@pytest.mark.rule("tp.siege.tower")
def test_a_tower_has_a_door_on_the_ground_and_one_on_the_walk_on_each_side() -> None:
    doors = "door to left, door to right, door to left inside, door to right inside, door to courtyard"
    both = changed(STRAIGHT, 3, f"tower: {doors}, door to outside")
    assert broken(both) == []
    assert broken(changed(STRAIGHT, 3, f"tower: {doors}, door to left")) == ["tp.siege.tower"]
    assert works()["tower"].doors == 8 and not works()["tower"].scaled


@pytest.mark.rule("tp.siege.arrow_loop")
def test_a_weapon_for_loops_that_the_army_does_not_have_is_refused_though_there_are_none() -> None:
    assert broken(STRAIGHT) == broken(STRAIGHT, loops="longbow") == []
    assert broken(STRAIGHT, loops="shortbow") == ["tp.siege.arrow_loop"]


@pytest.mark.rule("tp.siege.arrow_loop")
def test_arrow_loops_have_a_bow_of_the_army_list() -> None:
    looped = changed(STRAIGHT, 1, "wall: loop")
    assert broken(looped, army="orcs", loops="longbow") == ["tp.siege.arrow_loop"]
    assert broken(looped, army="orcs", loops="bow") == []
    assert broken(looped, army="elves", loops="longbow") == []
    assert broken(looped) == ["tp.siege.arrow_loop"]  # nothing was chosen
    assert broken(changed(STRAIGHT, 5, "gate: ladder, loop"), loops="longbow") == ["tp.siege.arrow_loop"]
    assert offered_bows(ARMIES.lists["mercenaries"]) == ["short bow", "bow", "crossbow"]


@pytest.mark.rule("tp.siege.wall_45")
def test_a_half_bend_shares_the_limits_of_its_wall_and_needs_one_of_its_own() -> None:
    bends = ["half bend outwards", "wall", "half bend inwards"]
    rest = ["wall", "gate: ladder", "wall", "wall", "wall", "wall"]
    assert "tp.siege.wall_45" not in broken(["wall", *bends, *rest])
    assert "tp.siege.wall_45" in broken(["wall: ladder", "half bend outwards: ladder", *bends[1:], *rest])
    orphans = ["wall", "half bend outwards", "half bend inwards", "half bend outwards", "half bend inwards"]
    assert "tp.siege.wall_45" in broken([*orphans, *rest])


@pytest.mark.rule("tp.siege.moat")
def test_a_section_of_moat_lies_an_inch_before_its_model() -> None:
    (gate, water), *_ = twin_towers().layout.moats()
    assert gate.title == "gate 5"
    assert (water.left, water.right, water.bottom, water.top) == (22_000, 28_000, 16_000, 18_000)
    assert broken(changed(STRAIGHT, 1, "wall: 2 moats")) == ["tp.siege.moat"] * 2  # one over the other, and off
    long = [f"{line}, moat" if ":" in line else f"{line}: moat" for line in STRAIGHT if "tower" not in line]
    assert fortress([*long, "wall: moat", "wall: moat"], 2000).bill.lines[-1].points == 9 * 75


@pytest.mark.rule("tp.siege.cauldron")
def test_what_is_fixed_beyond_the_end_of_a_face_hangs_in_the_air() -> None:
    assert broken(changed(STRAIGHT, 4, "wall: cauldron at 6")) == []
    assert broken(changed(STRAIGHT, 4, "wall: cauldron at 6.5")) == ["tp.siege.cauldron"]
    assert broken(changed(STRAIGHT, 4, "wall: 7 cauldrons")) == []
    assert broken(changed(STRAIGHT, 4, "wall: 8 cauldrons")) == ["tp.siege.cauldron"]
    outwards = [breach for breach in fortress(["wall", "tower outwards: cauldron"]).breaches if "air" in breach.why]
    assert [breach.rule for breach in outwards] == ["tp.siege.cauldron"]


# --- prices ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.list")
def test_the_fortress_of_the_price_list_costs_875() -> None:
    doors = "door to left, door to right, door to courtyard"
    plan = ["wall: ladder", "wall", f"tower: {doors}", *["wall: ladder"] * 2, "gate", "wall", "wall"]
    bill = fortress([*plan, f"tower: {doors}", "wall", "wall"]).bill
    assert bill.points == 8 * 50 + 2 * 200 + 6 * 10 + 3 * 5 == 875


@pytest.mark.rule("tp.siege.list")
def test_every_price_toughness_and_life_of_the_general_list() -> None:
    rows = price_list()
    assert [(f.id, f.price, f.toughness, f.life, f.passage, f.assault) for f in rows.fitting] == [
        ("door", 10, 5, 3, 0, 2), ("ladder", 5, 4, 3, 2, 2), ("loop", 5, 0, 0, 0, 0), ("cauldron", 25, 6, 2, 0, 0),
        ("spike", 5, 8, 3, 0, 0), ("moat", 75, 0, 0, 0, 0),
    ]  # fmt: skip
    assert [(w.id, w.price, w.toughness, w.life, w.passage) for w in rows.work] == [
        ("wall", 50, 20, 20, 3), ("bend", 50, 20, 20, 3), ("half bend", 25, 20, 20, 1), ("tower", 200, 20, 30, 3),
        ("gate", 50, 20, 20, 0),
    ]  # fmt: skip
    assert works()["gate"].gate and (works()["gate"].gate.toughness, works()["gate"].gate.life) == (10, 10)


@pytest.mark.rule("tp.siege.gate")
def test_the_first_gate_is_free_and_every_further_one_costs_as_much_as_a_wall() -> None:
    def gates(number: int) -> int:
        plan = ["gate: ladder"] * number + ["wall"] * (9 - number)
        return next(line.points for line in fortress(plan).bill.lines if line.id == "gate")

    assert [gates(1), gates(2), gates(3)] == [0, 50, 100]


@pytest.mark.rule("tp.siege.points")
def test_a_fortress_that_costs_too_much_is_refused_with_its_price() -> None:
    rich = [f"{line}, 5 cauldrons" if ":" in line else f"{line}: 5 cauldrons" for line in STRAIGHT[3:6]]
    breach = fortress([*STRAIGHT[:3], *rich, *STRAIGHT[6:]]).breaches[0]
    assert breach.rule == "tp.siege.points" and breach.why == "siege points: 1145, of at most 1000"


@pytest.mark.rule("tp.siege.war_machines")
def test_machines_cost_four_siege_points_a_point_and_come_one_for_each_started_thousand() -> None:
    catapult = ARMIES.lists["herlanceia"].find("catapult")
    assert machine_price(catapult.points) == 264
    assert [machines_allowed(points) for points in (1000, 1001, 2000)] == [1, 2, 2]
    plan = changed(STRAIGHT, 4, "wall: machine bolt_thrower")
    assert broken(plan) == []
    assert fortress(plan).bill.lines[-1].points == 4 * 38
    assert broken(plan, courtyard=("bolt_thrower",)) == ["tp.siege.points", "tp.siege.war_machines"]
    assert "tp.siege.war_machines" in broken(changed(STRAIGHT, 4, "wall: machine stone_hurler"))
    both = changed(STRAIGHT, 4, "wall: machine bolt_thrower, machine bolt_thrower")
    assert broken(both, 1001).count("tp.siege.war_machines") == 1


@pytest.mark.rule("tp.machine.movement", "tp.siege.war_machines")
def test_only_machines_that_cannot_move_stand_on_a_fortress() -> None:
    catapult, knights = (ARMIES.lists["herlanceia"].find(name) for name in ("catapult", "guard"))
    rolling = structs.replace(catapult, line=structs.replace(catapult.line, movement=inches(4)))
    assert [immobile(one) for one in (catapult, rolling, knights)] == [True, False, False]


@pytest.mark.rule("tp.siege.ready")
def test_the_ready_fortress_is_the_one_of_the_rulebook() -> None:
    found = twin_towers()
    assert (found.bill.points, found.layout.length, len(found.layout.works)) == (980, 50_000, 9)
    assert found.breaches == []
    assert [line.points for line in found.bill.lines] == [300, 400, 0, 60, 10, 40, 75, 75, 20]


# --- reading and drawing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("wal", "did you mean wall?"),
        ("bend", "expected 'outwards' or 'inwards'"),
        ("wall outwards", "go straight on"),
        ("wall: lader", "did you mean ladder?"),
        ("wall: door", "expected 'door to'"),
        ("wall: door to cellar", "expected a door to"),
        ("tower: door to left at 2", "expected no 'at' behind a door to left: it is where the two models meet"),
        ("wall: machine", "expected a war machine of the army behind machine"),
        ("wall: ladder to left", "expected 'door to'"),
        ("wall: 2 ladders at 3", "one for each place"),
        ("wall: 12 loops", "1 to 9"),
        ("", "expected 1 to 60 models"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, expected: str) -> None:
    with pytest.raises(DataError, match=expected):
        fortress([line])


def test_the_pictures_show_every_model_and_the_levels() -> None:
    view = fortress_view(twin_towers())
    assert view.table is not None
    assert [level.title for level in view.table.levels] == ["the ground", "the walk", "the towers"]
    kinds = [feature.kind for feature in view.table.features]
    assert (kinds.count("bolted door"), kinds.count("arrow-loop"), kinds.count("cauldron")) == (6, 8, 3)
    assert "gate 5" in svg(view)


def test_the_command_prices_checks_and_draws(tmp_path: Path) -> None:
    run = CliRunner()
    ready = run.invoke(command, ["twin_towers", "--svg", str(tmp_path / "it.svg")])
    assert ready.exit_code == 0 and "980" in ready.output and "Lawful." in ready.output
    assert (tmp_path / "it.svg").read_text("utf8").startswith("<svg")
    own = tmp_path / "own.toml"
    own.write_text('id = "own"\ntitle = "Own"\narmy = "orcs"\nplan = """\nwall\ngap\ngate: ladder\n"""\n', "utf8")
    bad = run.invoke(command, [str(own), "--json"])
    assert bad.exit_code == 1 and "tp.siege.plan.wall" in bad.output
    assert "twin_towers" in run.invoke(command, []).output


def test_own_fortresses_are_checked_with_their_place(tmp_path: Path) -> None:
    folder = tmp_path / "fortresses"
    folder.mkdir()
    text = 'id = "own"\ntitle = "Own"\narmy = "goblins"\nplan = "wall"\n'
    (folder / "own.toml").write_text(text, "utf8")
    faults = [str(fault) for fault in fortress_faults(ARMIES, tmp_path)]
    assert len(faults) == 1 and faults[0].startswith("own.toml: army: expected")


MODELS = (
    "wall", "wall", "wall", "bend outwards", "bend inwards", "half bend outwards", "half bend inwards", "tower",
    "tower outwards", "tower inwards", "gate", "gap",
)  # fmt: skip
FIXED = (
    "ladder", "2 ladders", "loop", "cauldron", "spike", "moat", "door to left", "door to right",
    "door to courtyard", "door to outside", "door to left inside", "door to right inside", "ladder at 3",
    "machine bolt_thrower",
    "machine of nobody",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_written_is_judged_and_drawn(seed: int) -> None:
    chance = Random(seed)
    lines = []
    for _ in range(chance.randint(1, 14)):
        model = chance.choice(MODELS)
        fixed = [chance.choice(FIXED) for _ in range(chance.choice((0, 0, 1, 3)))] if model != "gap" else []
        lines.append(f"{model}: {', '.join(fixed)}" if fixed else model)
    found = fortress(lines, chance.choice((1, 1000, 10_000)), loops=chance.choice(("", "bow")))
    assert found.breaches and all(breach.rule.startswith("tp.siege.") and breach.mend for breach in found.breaches)
    assert svg(fortress_view(found)).startswith("<svg")
    assert found.places.reached() <= set(found.places.all())


@pytest.mark.rule("tp.siege.plan.wall", "tp.siege.setup.fortress")
@pytest.mark.parametrize("army", ["herlanceia", "orcs", "elves", "mercenaries"])
def test_every_list_has_a_lawful_fortress_of_its_own_against_two_thousand_points(army: str) -> None:
    entry = fortress_against(2000, army)
    found = raise_fortress(entry, ARMIES, entry.id)
    assert (entry.army, entry.besiegers, found.breaches) == (army, 2000, [])
    assert found.layout.length >= inches(60)
    assert left_over(found.bill) <= 1  # nearly all siege points are spent
    assert len(machines_of(entry, found.layout)) == 2


@pytest.mark.rule("tp.siege.arrow_loop", "tp.siege.setup.fortress")
@pytest.mark.parametrize(
    ("army", "bow"), [("herlanceia", "longbow"), ("orcs", "bow"), ("elves", "longbow"), ("mercenaries", "crossbow")]
)
def test_every_list_has_its_own_bows_in_the_loops_of_its_fortress_against_a_thousand(army: str, bow: str) -> None:
    entry = fortress_against(1000, army)
    found = raise_fortress(entry, ARMIES, entry.id)
    assert (entry.army, entry.loops, found.breaches) == (army, bow, [])
    assert left_over(found.bill) == 5  # as the Twin Towers have


def test_against_other_sizes_the_nearest_is_found() -> None:
    assert [fortress_against(points, "orcs").besiegers for points in (1400, 1600, 9000)] == [1000, 2000, 2000]
    assert fortress_against(1000, "").id in ready_fortresses()  # before anybody knows who holds it
    assert sizes_ready() == ["1000", "2000"]


@pytest.mark.rule("tp.siege.setup.fortress")
def test_an_arrow_loop_is_drawn_in_front_of_the_cauldron_over_it() -> None:
    """Both are at the middle of the fourth wall."""
    picture = svg(fortress_view(twin_towers()))
    assert picture.rindex(">cauldron, ") < picture.index(">arrow-loop, ")
    names = [thing.name for thing in fixed(twin_towers().layout)]
    kettle, loop = "cauldron of straight wall 4", "arrow-loop of straight wall 4"
    assert names.index(kettle) < names.index(loop)  # the order in which a page draws them


def test_the_name_of_a_bend_is_written_once() -> None:
    named = [feature.name for feature in fortress_view(fortress(BENT)).table.features]  # type: ignore[union-attr]
    bends = [name for name in named if name.startswith("90 degree bend")]
    assert bends == [f"90 degree bend {number}" for number in (3, 5, 7, 9)]


@pytest.mark.rule("tp.siege.plan")
def test_the_fortress_of_the_page_about_data_is_lawful(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "data.md"
    _, _, after = page.read_text("utf8").partition('```toml\nid = "hold"')
    (tmp_path / "hold.toml").write_text('id = "hold"' + after.partition("```")[0], "utf8")
    assert find_fortress(str(tmp_path / "hold.toml"), ARMIES).breaches == []
