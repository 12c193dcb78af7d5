"""Every value of the charts says where it comes from, as the ruling of its chart has it."""

from __future__ import annotations

import pytest

from warhost.engine.data import read_toml
from warhost.rulebooks.missum.library import DATA, Cell, OddsFile, library

CHARTS = library()
LETTERS = {"r": "read", "c": "reconstructed", "a": "authored"}
ARMOURS = ("heavy", "medium", "light")


def said(cell: Cell | None) -> str:
    return "-" if cell is None else cell.origin[0] if cell.origin != "reconstructed" else "c"


def line(cells: dict[str, Cell]) -> str:
    """Heavy, medium and light."""
    return "".join(said(cells.get(armour)) for armour in ARMOURS)


# Moves (armoured, light), attacks as in the file, defense with a shield and without, magic defense, morale:
# r read, c reconstructed, a authored, - no such value.
RACES = {
    "human": ("cr", "rccaraa", "crr", "crc", "a", "-"),
    "ahoggya": ("rr", "aaa", "a-a", "a-a", "c", "a"),
    "hlaka": ("rr", "a", "---", "--c", "a", "a"),
    "nlyss": ("rr", "aar", "ccc", "ccc", "a", "a"),
    "pachi-lei": ("rr", "ac", "ccc", "ccc", "a", "a"),
    "pe-choi": ("rr", "aca", "crc", "ccc", "a", "a"),
    "pygmy-folk": ("rr", "ccc", "ccc", "ccc", "a", "a"),
    "shen": ("rr", "ara", "r-r", "c-c", "c", "a"),
    "swamp-folk": ("rr", "aa", "aaa", "aaa", "a", "a"),
    "tinaliya": ("rr", "ac", "--c", "--c", "a", "a"),
    "serudla": ("rr", "a", "---", "r-r", "a", "a"),
    "sro": ("-r", "r", "---", "--r", "a", "a"),
    "chyrstalli": ("-c", "r", "---", "--r", "c", "a"),
    "hlutrgu": ("-c", "c", "---", "--r", "a", "a"),
    "hlyss": ("cc", "ra", "c-r", "c-r", "a", "a"),
    "shunned-ones": ("cc", "r", "c-c", "c-c", "a", "a"),
    "gray-ssu": ("cc", "ra", "r-c", "c-c", "a", "a"),
    "black-ssu": ("cc", "ra", "c-r", "c-c", "c", "a"),
}


@pytest.mark.rule("mis.chart.movement", "mis.chart.melee", "mis.chart.magic-defense", "mis.chart.morale-rating")
@pytest.mark.parametrize("name", sorted(CHARTS.races))
def test_the_origins_of_every_race(name: str) -> None:
    race = CHARTS.races[name]
    found = (
        said(race.move_armoured) + said(race.move_light), "".join(said(cell) for cell in race.attack.values()),
        line(race.shield), line(race.bare), said(race.magic_defense), said(race.morale),
    )  # fmt: skip
    assert found == RACES[name] and race.base.origin == "read"


@pytest.mark.rule("mis.chart.movement", "mis.chart.missile-factors", "mis.chart.melee", "mis.scale.bases")
def test_the_origins_of_what_only_some_have() -> None:
    human, hlaka, sro = (CHARTS.races[name] for name in ("human", "hlaka", "sro"))
    assert "".join(map(said, (human.slow_armoured, human.slow_light, hlaka.fly, sro.swim))) == "rrar"
    assert (line(human.missile_shield), line(human.missile_bare)) == ("aaa", "aaa")
    assert {name: line(cells) for name, cells in CHARTS.hedge.items()} == {"short pike": "cca", "long pike": "cca"}
    assert human.skirmish_base is not None and human.skirmish_base.origin == "read"


@pytest.mark.rule("mis.chart.movement")
@pytest.mark.parametrize(
    "name, moves",
    [("human", (150, 200)), ("ahoggya", (150, 200)), ("hlaka", (150, 200)), ("nlyss", (150, 200)),
     ("pachi-lei", (150, 200)), ("pe-choi", (150, 200)), ("pygmy-folk", (150, 150)), ("shen", (150, 200)),
     ("swamp-folk", (150, 150)), ("tinaliya", (150, 150)), ("chyrstalli", (None, 150)), ("hlutrgu", (None, 200)),
     ("hlyss", (200, 250)), ("shunned-ones", (150, 200)), ("gray-ssu", (150, 200)), ("black-ssu", (150, 200)),
     ("serudla", (200, 250)), ("sro", (None, 250))],
)  # fmt: skip
def test_every_cell_of_the_movement_allowances(name: str, moves: tuple[int | None, int]) -> None:
    race = CHARTS.races[name]
    armoured = race.move_armoured.value if race.move_armoured else None
    assert (armoured, race.move_light.value) == moves


# Attack, normal and long range, reloading, supply.
MISSILES = {
    "short self bow": "aaarr", "short composite bow": "aaarr", "strong short bow": "aaarr", "long bow": "aaarr",
    "composite bow": "aaarr", "long composite bow": "aaarr", "shot sling": "caarr", "nonshot sling": "caarr",
    "staff sling": "caacr", "light crossbow": "aaacr", "medium winch crossbow": "aaarr",
    "heavy winch crossbow": "aaarr", "shén crossbow": "aaacr", "hláka crossbow": "aaacr",
    "repeating crossbow": "aaacr", "throwing dart": "caarr", "light javelin": "aaarr", "medium javelin": "aaarr",
    "heavy javelin": "aaarr", "hláka javelin": "aaarr", "throwing ax": "aaarr", "throwing club": "aaarr",
    "bola": "aaarr", "firepot": "aaarr", "blowgun": "caacr", "light dart-thrower": "aaarr",
    "light stone-thrower": "caarr", "medium dart-thrower": "caarr", "medium stone-thrower": "caaar",
}  # fmt: skip


@pytest.mark.rule("mis.chart.missile-factors", "mis.chart.missile-range")
@pytest.mark.rule("mis.missile.reload", "mis.missile.supply")
@pytest.mark.parametrize("name", sorted(CHARTS.missiles))
def test_the_origins_of_every_missile_weapon(name: str) -> None:
    one = CHARTS.missiles[name]
    assert "".join(map(said, (one.attack, one.normal, one.long, one.reload, one.supply))) == MISSILES[name]
    assert one.crew is None or one.crew.origin == "authored"
    assert one.base is None or one.base.origin == ("authored" if name == "medium stone-thrower" else "read")


@pytest.mark.rule("mis.melee.groups")
def test_the_origins_of_weapon_groups() -> None:
    authored = {name for name, weapon in CHARTS.melee.items() if weapon.origin == "authored"}
    assert authored == {"club", "clubs", "sword-ax"}
    assert {weapon.origin for weapon in CHARTS.melee.values()} == {"read", "authored"}


@pytest.mark.rule("mis.chart.attack-odds")
def test_the_fourteen_cells_of_the_odds_that_were_not_read() -> None:
    rows = read_toml(DATA / "attack_odds.toml", OddsFile, DATA).row
    found = {(row.difference, int(figures)) for row in rows for figures in row.other}
    assert found == {
        (7, 5), (-20, 9), (-12, 8),  # corrected
        (6, 1), (5, 1), (3, 1), (2, 1), (-15, 10), (-16, 10), (-17, 10),  # printed upside down
        (-1, 7), (-1, 10), (-2, 8), (-12, 10),  # missing
    }  # fmt: skip
    assert {row.origin for row in rows} == {"read"}


@pytest.mark.rule("mis.chart.morale-levels", "mis.chart.morale-rating", "mis.stand.test")
def test_the_origins_of_morale() -> None:
    morale = CHARTS.morale
    assert [row.most for row in morale.levels.row if row.origin == "reconstructed"] == [40]
    assert {row.origin for row in morale.levels.row} == {"reconstructed", "authored"}
    assert {row.most: row.other for row in morale.levels.row if row.other} == {40: {"20": "authored"}}
    assert morale.levels.shares_origin == "authored" and morale.stand.origin == "read"
    assert {name: said(cell) for name, cell in morale.ratings.items()} == {
        "regular heavy": "r", "regular medium": "c", "regular light": "r", "elite": "a", "imperial bodyguard": "a",
        "irregular heavy": "c", "irregular medium": "c", "irregular light": "r", "peasants": "r", "fanatic": "r",
        "guards": "r", "crew": "a",
    }  # fmt: skip


@pytest.mark.rule("mis.chart.spells", "mis.chart.magic-combat", "mis.chart.spell-area", "mis.spell.gaze-accuracy")
def test_the_origins_of_magic() -> None:
    magic = CHARTS.magic
    assert ["".join(map(said, band.spells)) for band in magic.band] == ["cac", "aac", "aaa", "rrr"]
    other = ["".join(map(said, (b.anti_magic, b.anti_missile, b.accurate, b.guards))) for b in magic.band]
    assert other == ["acrr"] * 4
    assert {said(cell) for row in magic.combat for cell in row.attacking} == {"c"}
    assert [said(one.width) + "".join(map(said, one.depths)) for one in magic.type] == [
        "rrcr", "rrrr", "rrrc", "rrrc", "rrrr",
    ]  # fmt: skip
    assert "".join(map(said, magic.type[0].lines)) == "rrr"


NOT_READ = {
    "cliff": {"downhill": "c"}, "wall": {"attacker_missile": "c"}, "ruins": {"loss": "a", "shot_at": "a"},
    "open woods": {"missile": "a", "long_weapons": "c", "sight": "a"}, "dense woods": {"sight": "a"},
    "ditch": {"toll": "c"}, "bridge": {"defender": "a", "attacker": "a"},
}  # fmt: skip
WORDS = {"cliff": "c", "ruins": "a", "road": "a", "bridge": "a", "platform": "a"}
OTHER = {
    "ditch": {"disorganizes": "c", "no_charge": "c"}, "open woods": {"clear_to": "c"}, "wall": {"hides": "a"},
    "village": {"hides": "a"}, "town": {"hides": "a"},
}  # fmt: skip


@pytest.mark.rule("mis.chart.terrain")
@pytest.mark.parametrize("name", sorted(CHARTS.kinds))
def test_the_origins_of_every_kind_of_ground(name: str) -> None:
    kind = CHARTS.kinds[name]
    cells = {field: getattr(kind, field) for field in kind.__struct_fields__}
    found = {field: said(cell) for field, cell in cells.items() if isinstance(cell, Cell) and cell.origin != "read"}
    assert found == NOT_READ.get(name, {})
    assert kind.origin == LETTERS[WORDS.get(name, "r")]
    assert kind.other == {word: LETTERS[letter] for word, letter in OTHER.get(name, {}).items()}


@pytest.mark.rule("mis.chart.terrain", "mis.setup.hills", "mis.setup.running-water")
def test_the_origins_of_situations_and_terrain_rolls() -> None:
    sheet = CHARTS.situations
    cells = [getattr(sheet, field) for field in sheet.__struct_fields__ if field != "rule"]
    assert {cell.origin for cell in cells} == {"read"}
    rows = {(name, row.upto): row for name, chart in CHARTS.charts.items() for row in chart.row}
    unread = {key for key, row in rows.items() if row.origin != "read"}
    assert unread == {("running water", 65), ("running water", 85)}
    other = {key: row.other for key, row in rows.items() if row.other}
    assert other == {("hills", 5): {"third tier": "reconstructed"}}
