"""Ground: what it takes off a move, what it does to order, charges, missiles and melee."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.battle import Battle
from warhost.engine.field.shapes import overlap
from warhost.engine.question import Refusal
from warhost.rulebooks.missum.bodies import body, lie
from warhost.rulebooks.missum.fighting.contact import join
from warhost.rulebooks.missum.fighting.strikes import attack_of
from warhost.rulebooks.missum.land.sight import sees
from warhost.rulebooks.missum.moving.course import Course
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.shooting.aiming import aims
from warhost.rulebooks.missum.shooting.volley import attacks_of
from warhost.rulebooks.missum.state import Shot

from .scene import MM, at, go, leader, melee, north, number, order, piece, plan, refused, scene, south

HEAVY = ["heavy", "shield", "long sword", "regular"]
SCREEN = ["light", "dagger", "shot sling", "regular", "skirmishers"]
BOWS = ["light", "short sword", "long bow", "regular"]
SHEN = ["light", "shield", "sword-ax"]


def disc(kind: str, x: float = 600, y: float = 700, size: float = 200) -> dict[str, Any]:
    return {"kind": kind, "at": [x, y], "size": size}


def strip(kind: str, y: float = 700, width: float = 50) -> dict[str, Any]:
    return {"kind": kind, "from": [0, y], "to": [1200, y], "width": width}


def hill(*tiers: int, x: float = 600, y: float = 700) -> dict[str, Any]:
    return {"kind": "hill", "at": [x, y], "tiers": list(tiers)}


def march(troop: dict[str, Any], *terrain: dict[str, Any], **more: Any) -> Fight:
    return scene(troop, terrain=list(terrain), step=5, mover="north", **more)


def farthest(fight: Fight, id: str = "a", x: float | None = None) -> float:
    """How far straight on it comes: the longest lawful order, or where the ground stops it."""
    start = at(piece(fight, id))
    x = start[0] if x is None else x
    low, high = 0.0, 400.0
    for _ in range(12):
        middle = (low + high) / 2
        found = plan(fight, id, go(x, start[1] + middle))
        if isinstance(found, Course):
            if found.short:
                return found.piece.y / 1000 - start[1]
            low = middle
        else:
            high = middle
    return low


# --- losses of a turn ----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "mis.terrain.ploughed",
    "mis.terrain.rough",
    "mis.terrain.village",
    "mis.terrain.open-woods",
    "mis.terrain.swamp",
    "mis.terrain.ruins",
    "mis.chart.terrain",
)
@pytest.mark.parametrize(
    "kind, loss, disorder, charge",
    [
        ("ploughed", 25, False, True),
        ("rough", 75, True, False),
        ("village", 50, True, False),
        ("town", 50, True, False),
        ("open woods", 75, True, False),
        ("swamp", 100, True, False),
        ("ruins", 75, True, False),
    ],
)
def test_what_is_taken_off_the_move_of_a_turn(kind: str, loss: int, disorder: bool, charge: bool) -> None:
    fight = march(south("a", (600, 590), options=HEAVY), disc(kind, y=700, size=200))
    assert farthest(fight) == pytest.approx(150 - loss, abs=1)
    order(fight, "a", go(600, 610))
    assert bool(piece(fight, "a").disorganized) is disorder
    fresh = march(south("a", (600, 590), options=HEAVY), disc(kind, y=700, size=200))
    assert (refused(fresh, "a", ("charge",), go(600, 650)) == "") is charge


@pytest.mark.rule("mis.terrain.rough", "mis.chart.terrain")
@pytest.mark.parametrize("before, reach", [(140, 140), (100, 125), (10, 125)])
def test_who_has_gone_too_far_stops_at_the_edge(before: int, reach: int) -> None:
    fight = march(
        south("a", (600, 600 - before), options=SCREEN, figures=6, files=1), disc("rough", y=700, size=200)
    )
    assert farthest(fight) == pytest.approx(reach, abs=1.5)
    order(fight, "a", go(600, 605))
    assert not piece(fight, "a").disorganized


@pytest.mark.rule("mis.chart.terrain")
def test_pikes_in_mud_creep_on() -> None:
    fight = march(south("a", (600, 590), options=["medium", "long pike"]), disc("swamp", size=200))
    assert farthest(fight) == pytest.approx(25, abs=1)


@pytest.mark.rule("mis.chart.terrain")
def test_the_rest_of_a_loss_is_taken_from_the_other_half() -> None:
    fight = scene(south("a", (600, 590), options=HEAVY), terrain=[disc("swamp", size=200)], step=3)
    order(fight, "a", go(600, 605))
    assert at(piece(fight, "a"))[1] == pytest.approx(600, abs=1) and piece(fight, "a").owed == pytest.approx(
        35_000, abs=1500
    )
    fight.state.step = 7
    assert farthest(fight) == pytest.approx(40, abs=2)


@pytest.mark.rule("mis.terrain.open-woods", "mis.terrain.dense-woods", "mis.terrain.swamp")
def test_races_at_home_in_woods_and_swamps() -> None:
    choi = march(
        south("a", (600, 590), profile="pe-choi", options=["medium", "sword"], figures=12, files=6),
        disc("open woods"),
    )
    assert farthest(choi) == pytest.approx(150, abs=1)
    deep = march(
        south("a", (600, 590), profile="pe-choi", options=["light", "sword"], figures=12, files=6),
        disc("dense woods"),
    )
    assert farthest(deep) == pytest.approx(125, abs=1)
    ahoggya = march(
        south("a", (600, 590), profile="ahoggya", options=["light", "mace"], figures=4, files=4), disc("swamp")
    )
    assert farthest(ahoggya) == pytest.approx(150, abs=1)
    assert refused(ahoggya, "a", ("charge",), go(600, 620)) == ""
    order(ahoggya, "a", go(600, 620))
    assert not piece(ahoggya, "a").disorganized


@pytest.mark.rule("mis.terrain.dense-woods", "mis.disorg.terrain")
def test_dense_woods() -> None:
    line = march(south("a", (600, 590), options=HEAVY), disc("dense woods"))
    assert farthest(line) == pytest.approx(10, abs=1.5)
    loose = march(south("a", (600, 590), options=SCREEN, figures=6, files=2), disc("dense woods"))
    assert farthest(loose) == pytest.approx(75, abs=1.5)
    order(loose, "a", go(600, 620))
    assert piece(loose, "a").disorganized


@pytest.mark.rule("mis.move.column", "mis.terrain.village", "mis.terrain.road", "mis.disorg.terrain")
def test_columns_march_through_towns_and_along_roads() -> None:
    column = march(south("a", (600, 590), figures=20, files=2, options=HEAVY), disc("town", size=150, y=680))
    assert farthest(column) == pytest.approx(150, abs=1)
    order(column, "a", go(600, 640))
    assert not piece(column, "a").disorganized
    road = {"kind": "road", "from": [600, 0], "to": [600, 1200], "width": 30}
    along = march(south("a", (600, 590), figures=20, files=2, options=HEAVY), disc("rough"), road)
    assert farthest(along) == pytest.approx(150, abs=1)
    order(along, "a", go(600, 650))
    assert not piece(along, "a").disorganized
    wide = march(south("a", (600, 590), options=HEAVY), disc("rough"), road)
    assert farthest(wide) == pytest.approx(75, abs=1.5)


@pytest.mark.rule("mis.chart.terrain")
def test_a_refusal_says_what_the_ground_takes() -> None:
    field = [{"kind": "ploughed", "at": [600, 600], "size": 200, "square": True}]
    fight = scene(south("a", (600, 500)), north("b", (600, 1100)), terrain=field, step=5, mover="north")
    found = plan(fight, "a", go(600, 626))
    assert isinstance(found, Refusal) and "comes} 125: the ground takes 25 of 150 mm" in found.why
    stream = [{"kind": "stream", "from": [0, 525], "to": [1200, 525], "width": 50}]
    bank = scene(south("a", (600, 500)), north("b", (600, 1100)), terrain=stream, step=5, mover="north")
    dear = plan(bank, "a", go(600, 560))
    assert isinstance(dear, Refusal) and dear.rule == "mis.chart.terrain" and "crossing takes" in dear.why


# --- to cross ------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.terrain.stream", "mis.terrain.ditch", "mis.terrain.barricade", "mis.terrain.wall")
@pytest.mark.parametrize(
    "kind, width, toll, charge",
    [("ditch", 25, 75, False), ("stream", 50, 150, False), ("barricade", 0, 50, True), ("wall", 0, 150, False)],
)
def test_what_a_crossing_costs(kind: str, width: float, toll: int, charge: bool) -> None:
    ground = strip(kind, 700, width)
    fight = march(south("a", (600, 700 - max(width, 1) / 2), options=HEAVY), ground)
    across = max(width, 1) + 150 - toll
    assert farthest(fight) == pytest.approx(across, abs=2)
    order(fight, "a", go(600, 700 + width / 2))
    assert piece(fight, "a").disorganized
    near = march(south("a", (600, 690 - width / 2), options=["light", "shield", "long sword"]), ground)
    assert (refused(near, "a", ("charge",), go(600, 705 + width / 2)) == "") is charge


@pytest.mark.rule("mis.terrain.stream", "mis.chart.terrain")
def test_a_crossing_is_paid_over_several_moves() -> None:
    fight = scene(south("a", (600, 674), options=HEAVY), terrain=[strip("stream")], step=3)
    order(fight, "a", go(600, 690))
    assert at(piece(fight, "a"))[1] == pytest.approx(675, abs=0.5) and piece(fight, "a").toll[1] > 70_000
    fight.state.step = 7
    order(fight, "a", go(600, 720))
    assert at(piece(fight, "a"))[1] == pytest.approx(675, abs=0.5)
    fight.state.turn, fight.state.step = 5, 5
    fight.state.mover = 1
    piece(fight, "a").judged = 5
    order(fight, "a", go(600, 760))
    assert at(piece(fight, "a"))[1] == pytest.approx(760, abs=1)


@pytest.mark.rule("mis.terrain.wide-stream", "mis.terrain.pond", "mis.terrain.ford", "mis.terrain.bridge")
def test_wide_streams_and_ponds_bar_all_but_fords_and_bridges_lead_over() -> None:
    wide = strip("wide stream", 700, 100)
    assert farthest(march(south("a", (600, 640), options=HEAVY), wide)) == pytest.approx(10, abs=1)
    assert farthest(march(south("a", (600, 590), options=HEAVY), disc("pond"))) == pytest.approx(10, abs=1.5)
    ford = {"kind": "ford", "at": [600, 700], "width": 30}
    column = march(south("a", (600, 650), figures=20, files=2, options=["light", "sword"]), wide, ford)
    assert farthest(column) == pytest.approx(100, abs=1)  # 50 mm for every 25 mm of ford
    order(column, "a", go(600, 700))
    assert not piece(column, "a").disorganized
    bridge = {"kind": "bridge", "at": [600, 700], "width": 30}
    over = march(south("a", (600, 645), figures=20, files=2, options=["light", "sword"]), wide, bridge)
    assert farthest(over) == pytest.approx(200, abs=1)
    broad = march(south("a", (600, 645), figures=20, files=4, options=["light", "sword"]), wide, bridge)
    assert farthest(broad) == pytest.approx(5, abs=1)


@pytest.mark.rule("mis.add.obstacles", "mis.terrain.wall")
def test_a_wall_that_is_held_cannot_be_crossed() -> None:
    fight = march(south("a", (600, 690), options=["light", "sword"]), strip("wall", 700, 0))
    assert farthest(fight) > 15
    held = scene(
        south("a", (600, 690), options=["light", "sword"]),
        north("b", (600, 720.5)),
        terrain=[strip("wall", 700, 0)],
        step=5,
        mover="north",
    )
    assert farthest(held) == pytest.approx(9.5, abs=1)


# --- slopes --------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.add.slopes", "mis.terrain.gentle-slope", "mis.terrain.steep-slope", "mis.terrain.cliff")
@pytest.mark.parametrize(
    "tiers, kinds",
    [
        ((400,), ["gentle"]),
        ((400, 200), ["gentle", "gentle"]),
        ((400, 200, 100), ["gentle", "steep", "steep"]),
        ((200,), ["gentle"]),
        ((200, 100), ["steep", "steep"]),
        ((200, 190), ["cliff", "gentle"]),
    ],
)
def test_slopes_by_the_distance_of_contours(tiers: tuple[int, ...], kinds: list[str]) -> None:
    fight = march(south("a", (100, 100)), hill(*tiers))
    assert [tier.kind.id for tier in lie(fight).tiers] == kinds
    assert lie(fight).level_at((600_000, 700_000)) == len(tiers)


@pytest.mark.rule("mis.terrain.gentle-slope", "mis.add.slopes")
def test_going_up_costs_and_going_down_is_free() -> None:
    up = march(south("a", (600, 460), options=HEAVY, figures=20, files=2), hill(400))
    assert farthest(up) == pytest.approx(100, abs=1.5)
    down = march(south("a", (600, 750), options=HEAVY, figures=20, files=2), hill(400))
    assert farthest(down) == pytest.approx(150, abs=1.5)
    steep = march(south("a", (600, 590), options=HEAVY, figures=20, files=2), hill(200, 100))
    assert farthest(steep) < 60
    order(steep, "a", go(600, 610))
    assert piece(steep, "a").disorganized


def clash(*terrain: dict[str, Any], south_y: float = 700, **more: Any) -> tuple[Fight, int, int]:
    """Swords against swords, front to front; the odds of each side."""
    fight = scene(
        south("a", (600, south_y), **more),
        north("b", (600, south_y)),
        terrain=list(terrain),
        step=9,
        melee=[("a", "b")],
    )
    return fight, *odds(fight)


def odds(fight: Fight) -> tuple[int, int]:
    one = melee(fight, "a", "b")
    return attack_of(fight, one, one.a, 10).tally.total, attack_of(fight, one, one.b, 10).tally.total


@pytest.mark.rule("mis.terrain.gentle-slope", "mis.add.slopes", "mis.odds.modifiers")
def test_melee_on_slopes() -> None:
    assert clash()[1:] == (-2, -2)
    assert clash(hill(400, y=850))[1:] == (-3, -1)
    assert clash(hill(200, 100, y=760))[1:] == (-5, 1)


@pytest.mark.rule("mis.terrain.village", "mis.terrain.swamp", "mis.terrain.open-woods", "mis.terrain.dense-woods")
def test_melee_in_villages_swamps_and_woods() -> None:
    assert clash(disc("village", size=300))[1:] == (1, 1)
    assert clash(disc("swamp", size=300))[1:] == (-7, -7)
    assert clash(disc("open woods", size=300))[1:] == (-2, -2)
    spears = clash(disc("open woods", size=300), options=["medium", "shield", "long spear"])
    assert spears[1] == 5 - 5 - 9
    banned = clash(disc("dense woods", size=300), options=["medium", "shield", "long spear"])
    assert banned[1] == 3 - 9
    marsh = clash(disc("swamp", size=300), profile="swamp-folk", options=["heavy", "sword"])
    assert marsh[1] == 7 - 3 - 9


@pytest.mark.rule(
    "mis.add.obstacles",
    "mis.terrain.wall",
    "mis.terrain.barricade",
    "mis.terrain.stream",
    "mis.terrain.ditch",
    "mis.terrain.ford",
    "mis.terrain.bridge",
)
@pytest.mark.parametrize(
    "kind, width, attacker, defender",
    [("wall", 0, -5, 3), ("barricade", 0, -2, 2), ("stream", 50, -3, 3), ("ditch", 25, -1, 1)],
)
def test_who_defends_an_obstacle(kind: str, width: float, attacker: int, defender: int) -> None:
    y = 700.0
    ground = strip(kind, y if not width else y - width / 2, width)
    fight = scene(
        south("a", (600, y - (0.6 if not width else 0))), north("b", (600, y + 0.5)), terrain=[ground], step=5
    )
    join(fight, 0, 1, (600_000, 500_000))
    assert odds(fight) == (7 + attacker - 9, 7 + defender - 9)


# --- missiles and sight --------------------------------------------------------------------------------------


def shot(target: dict[str, Any], *terrain: dict[str, Any], shooter: dict[str, Any] | None = None) -> int:
    """The odds of a volley of long bows; -99 if there is none."""
    archers = shooter or south("bows", (600, 500), figures=20, options=BOWS)
    fight = scene(archers, target, terrain=list(terrain), step=4)
    able = aims(fight, 0, 1)
    if not able or not sees(fight, 0, 1):
        return -99
    return attacks_of(fight, Shot(0, 1, tuple(aim.figure for aim in able)), able)[0].tally.total


@pytest.mark.rule(
    "mis.terrain.rough",
    "mis.terrain.village",
    "mis.terrain.open-woods",
    "mis.terrain.dense-woods",
    "mis.terrain.cliff",
)
def test_missiles_and_ground() -> None:
    assert shot(north("b", (600, 700))) == -7
    assert shot(north("b", (600, 700)), disc("rough", y=740, size=300)) == -10
    assert shot(north("b", (600, 700)), disc("village", y=740, size=300)) == -12
    assert shot(north("b", (600, 700)), disc("open woods", y=800, size=400)) == -99
    assert shot(north("b", (600, 570)), disc("open woods", y=700, size=300)) == -10
    assert shot(north("b", (600, 520)), disc("dense woods", y=640, size=300)) == -12
    assert shot(north("b", (600, 530)), disc("dense woods", y=640, size=300)) == -99


@pytest.mark.rule("mis.add.slopes", "mis.terrain.gentle-slope", "mis.missile.elevation")
def test_missiles_from_and_to_hills() -> None:
    down = south("bows", (600, 700), figures=20, options=BOWS)
    assert shot(north("b", (600, 900)), hill(400, 200, y=690), shooter=down) == -6
    assert shot(north("b", (600, 700)), hill(400, 200, y=710)) == -8


@pytest.mark.rule("mis.terrain.wall", "mis.terrain.barricade", "mis.add.obstacles")
def test_missiles_over_walls() -> None:
    assert shot(north("b", (600, 700)), strip("barricade", 690, 0)) == -12
    assert shot(north("b", (600, 700)), strip("barricade", 600, 0)) == -7
    behind = south("bows", (600, 500), figures=20, options=BOWS)
    assert shot(north("b", (600, 700)), strip("barricade", 505, 0), shooter=behind) == -7


@pytest.mark.rule("mis.add.visibility", "mis.missile.eligible")
def test_who_sees_whom() -> None:
    team = leader("team", "team", (600, 420), options=["level 5"])
    hidden = scene(team, south("line", (600, 500), figures=30), north("b", (600, 800)))
    assert not sees(hidden, number(hidden, "team"), number(hidden, "b"))
    raised = scene({**team, "platform": True}, south("line", (600, 500), figures=30), north("b", (600, 800)))
    assert sees(raised, number(raised, "team"), number(raised, "b"))
    for ground, seen in (
        (hill(300), False),
        (disc("village", size=300), False),
        (disc("pond"), True),
        (disc("rough"), True),
        (disc("open woods", size=300), False),
        (strip("wall", 650, 0), False),
    ):
        fight = scene(south("a", (600, 500), figures=10), north("b", (600, 850), figures=10), terrain=[ground])
        assert sees(fight, 0, 1) is seen, ground
    thin = scene(
        south("a", (600, 500), figures=1, files=1),
        north("b", (600, 850), figures=1, files=1),
        terrain=[disc("open woods", size=60)],
    )
    assert sees(thin, 0, 1)


def test_a_battle_can_be_looked_at() -> None:
    assert isinstance(scene(south("a")), Battle)


@pytest.mark.rule("mis.add.obstacles", "mis.terrain.wall")
def test_fronts_on_both_sides_of_a_wall_are_in_contact() -> None:
    held = scene(
        south("a", (600, 690), options=["light", "shield", "sword"]),
        north("b", (600, 700.5)),
        terrain=[strip("wall", 700, 0)],
        step=5,
        mover="north",
    )
    order(held, "a", go(600, 720))
    assert held.state.melees and odds(held) == (7 - 5 - 9, 7 + 3 - 5)


@pytest.mark.rule("mis.add.visibility", "mis.terrain.open-woods", "mis.terrain.dense-woods")
@pytest.mark.parametrize(
    ("wood", "apart", "seen"),
    [
        ("open woods", 65, True), ("open woods", 65.1, False),
        ("dense woods", 10, True), ("dense woods", 10.1, False),
    ],
)
def test_how_far_one_sees_in_a_wood(wood: str, apart: float, seen: bool) -> None:
    """From the middle of a base to the base that is looked at: 10 mm of the archer's own base, or 15 of a loose
    one, are of the 75 or 25 mm."""
    loose = {"figures": 1, "files": 1, "options": ["light", "javelin", "light javelin", "irregular", "skirmishers"]}
    bows = {"figures": 1, "files": 1, "options": ["light", "long sword", "long bow", "regular"]}
    more = bows if wood == "open woods" else loose
    fight = scene(
        south("a", at=(600, 500), **more), north("b", at=(600, 500 + apart), **loose),
        terrain=[{"kind": wood, "at": [600, 520], "size": 400}],
    )  # fmt: skip
    assert sees(fight, 0, 1) == seen


@pytest.mark.rule("mis.terrain.pond", "mis.chart.terrain", "mis.move.drift")
@pytest.mark.parametrize(("x", "stands"), [(630, 761), (598, 832)])
def test_the_ranks_behind_do_not_slant_into_a_pond(x: int, stands: int) -> None:
    """Straight past it, or on a slant that would bring the rear ranks into it."""
    pond = [{"kind": "pond", "at": [399, 878], "size": 150}]
    loose = ["light", "dagger", "skirmishers", "regular"]
    screen = north("screen", (630, 846), figures=30, files=10, options=loose)
    fight = scene(south("far", (200, 200)), screen, terrain=pond, step=5, mover="south", turn=4)
    order(fight, "screen", go(x, 761))
    assert at(piece(fight, "screen"))[1] == pytest.approx(stands, abs=4)
    water = fight.setting.lie(fight.state.grounds).grounds[0].shape
    assert not any(overlap(water, part, MM) for part in body(fight, 1).parts)
