"""The charts of the sheet, cell by cell."""

from __future__ import annotations

import pytest

from warhost.engine.charts import Crosstable, armour_modifier, second_need, shooting_need
from warhost.rulebooks.regiments.fighting.blow import SKILL
from warhost.rulebooks.regiments.library import band, load_library
from warhost.rulebooks.regiments.wounds.hits import WOUND

from ...engine import test_charts as printed
from ...engine.test_charts import cells

LIBRARY = load_library()


@pytest.mark.rule("reg.tohit.chart", "reg.towound.chart")
@pytest.mark.parametrize(("printed", "chart"), [(printed.SKILL, SKILL), (printed.WOUND, WOUND)])
def test_every_cell(printed: str, chart: Crosstable) -> None:
    for own, row in enumerate(cells(printed), 1):
        for target, cell in enumerate(row, 1):
            assert chart.need(own, target) == cell, (own, target)


@pytest.mark.rule("reg.shoot.bs", "reg.save.strength", "reg.shoot.sevenplus")
def test_rows_of_numbers() -> None:
    assert [shooting_need(skill) for skill in range(1, 11)] == [6, 5, 4, 3, 2, 1, 0, -1, -2, -3]
    assert [armour_modifier(strength) for strength in range(1, 11)] == [0, 0, 0, -1, -2, -3, -4, -5, -6, -7]
    assert [second_need(need) for need in (6, 7, 8, 9)] == [None, 4, 5, 6]


@pytest.mark.rule("reg.miscast.table", "reg.wm.misfire.powder", "reg.wm.misfire.stone", "reg.terrain.generate")
@pytest.mark.parametrize(
    ("chart", "scores", "titles"),
    [
        ("miscast", range(2, 13), ["reg.miscast.cascade"] * 3 + ["reg.miscast.calamity"] * 2
         + ["reg.miscast.detonation"] + ["reg.miscast.feedback"] * 2 + ["reg.miscast.drain"] * 3),
        ("powder", range(1, 7), [(True, 0, 0)] * 2 + [(False, 1, 0)] * 2 + [(False, 0, 0)] * 2),
        ("stone", range(1, 7), [(True, 0, 0)] + [(False, 1, 1)] * 2 + [(False, 0, 0)] * 3),
        ("terrain", range(2, 13), ["marsh", "building", "wall", "wall", "forest", "forest", "hill", "hill", "hedge",
                                   "river", "rocks"]),
    ],
)  # fmt: skip
def test_every_line_of_the_charts(chart: str, scores: range, titles: list[object]) -> None:
    lines = [band(LIBRARY.tables.chart[chart], score) for score in scores]
    found: list[object] = [
        (line.destroyed, line.silent, line.wounds) if chart in ("powder", "stone")
        else line.rule if chart == "miscast" else line.title
        for line in lines
    ]  # fmt: skip
    assert found == titles


@pytest.mark.rule("reg.terrain.generate", "reg.terrain.hill", "reg.terrain.forest", "reg.terrain.river")
def test_sizes_of_the_pieces() -> None:
    sizes = {one.id: one.size for one in LIBRARY.tables.ground}
    assert sizes == {
        **sizes, "marsh": (8, 6), "building": (6, 4), "wall": (8, 0.5), "forest": (9, 6), "hill": (10, 7),
        "hedge": (8, 0.5), "river": (16, 3), "rocks": (5, 4), "tower": (4, 4),
    }  # fmt: skip
    assert {one.id: one.floors for one in LIBRARY.tables.ground if one.floors} == {"building": 2, "tower": 3}
    assert next(one.ford for one in LIBRARY.tables.ground if one.id == "river") == 4


@pytest.mark.rule("reg.turn.status")
def test_the_table_of_what_a_unit_may_still_do() -> None:
    """Remaining move, shoot, shoots as having moved, cast, magic missiles."""
    rows = {one.id: (one.moves, one.shoots, one.moved, one.casts, one.missiles) for one in LIBRARY.tables.status}
    for did, row in {
        "charged": (False, False, None, True, False), "failed charge": (False, False, None, True, True),
        "stood still": (True, True, False, True, True), "normal move": (False, True, True, True, True),
        "march": (False, False, None, True, True), "reform": (False, False, None, True, True),
        "swift reform": (False, True, True, True, True), "compulsory move": (False, True, True, True, True),
        "rallied": (False, False, None, False, None), "flees": (False, False, None, False, None),
        "stumbled": (False, False, None, False, None),
    }.items():  # fmt: skip
        for want, got in zip(row, rows[did], strict=True):
            assert want is None or got is want, (did, rows[did])


WEAPONS = {
    "short_bow": (16, 3, None, {"volleyfire"}), "bow": (24, 3, None, {"volleyfire"}),
    "longbow": (30, 3, None, {"volleyfire"}), "crossbow": (30, 4, None, {"moveorfire"}),
    "handgun": (24, 4, None, {"armourpiercing", "moveorfire"}),
    "pistol": (12, 4, None, {"armourpiercing", "quickfire"}),
    "javelin": (12, 0, 0, {"quickfire"}), "throwing_axe": (6, 0, 1, {"quickfire"}),
    "sling": (18, 3, None, set()), "long_rifle": (36, 4, None, {"armourpiercing", "moveorfire", "sniper"}),
}  # fmt: skip


@pytest.mark.rule(
    "reg.weapon.shortbow", "reg.weapon.bow", "reg.weapon.longbow", "reg.weapon.crossbow", "reg.weapon.handgun",
    "reg.weapon.pistol", "reg.weapon.javelin", "reg.weapon.throwingaxe", "reg.weapon.sling", "reg.weapon.longrifle",
)  # fmt: skip
@pytest.mark.parametrize("name", WEAPONS)
def test_missile_weapons(name: str) -> None:
    one = LIBRARY.weapons[name]
    names = {rule.rpartition(".")[2] for rule in one.rules}
    assert (one.range, one.strength, one.user, names - {"multishots"}) == WEAPONS[name]


@pytest.mark.rule("reg.weapon.brace", "reg.weapon.knives", "reg.weapon.firepot", "reg.weapon.sling")
def test_weapons_that_shoot_twice_or_burn() -> None:
    weapons = {one.rule: one for one in LIBRARY.weapons.values()}
    brace, knives, pots = (weapons[f"reg.weapon.{name}"] for name in ("brace", "knives", "firepot"))
    assert (brace.range, brace.strength, brace.shots, brace.attacks) == (12, 4, 2, 1)
    assert {"reg.sr.armourpiercing", "reg.sr.quickfire"} <= set(brace.rules)
    assert (knives.range, knives.user, knives.shots) == (6, 0, 2) and "reg.sr.quickfire" in knives.rules
    assert (pots.range, pots.strength) == (8, 4) and {"reg.sr.flaming", "reg.sr.slowfire"} <= set(pots.rules)
    sling = weapons["reg.weapon.sling"]
    assert (sling.shots, sling.shots_within_half) == (2, True)


SPELLS = {
    "reg.lore.ember.cinder": (0, "magic missile", 5, 9, 24), "reg.lore.ember.ward": (1, "augment", 7, 0, 18),
    "reg.lore.ember.steel": (2, "augment", 8, 0, 18), "reg.lore.ember.glare": (3, "hex", 8, 14, 24),
    "reg.lore.ember.cinderwall": (4, "direct damage", 9, 0, 24),
    "reg.lore.ember.sunlance": (5, "magic missile", 12, 0, 36),
    "reg.lore.ember.wheel": (6, "magical vortex", 14, 0, 0), "reg.lore.dusk.call": (0, "augment", 6, 0, 18),
    "reg.lore.dusk.chill": (1, "hex", 7, 0, 24), "reg.lore.dusk.wither": (2, "hex", 9, 14, 18),
    "reg.lore.dusk.splinters": (3, "magic missile", 7, 0, 24), "reg.lore.dusk.mantle": (4, "augment", 8, 0, 18),
    "reg.lore.dusk.drain": (5, "direct damage", 11, 0, 18), "reg.lore.dusk.maw": (6, "magical vortex", 15, 0, 0),
}  # fmt: skip


@pytest.mark.rule("reg.lore.ember", "reg.lore.dusk", *SPELLS)
def test_the_lores_as_printed() -> None:
    found = {
        rule: (one.number, one.type, one.value, one.boosted, one.range) for rule, one in LIBRARY.spells.items()
    }
    assert found == SPELLS
