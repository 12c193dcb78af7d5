"""The charts of the game as typed data: races, weapons, odds, morale, magic, terrain, battles.

Every value of a chart keeps its origin: `read` off the source, `reconstructed` from what is left of it, or
`authored`.
A clean copy of a chart replaces the file and touches no code.
"""

from __future__ import annotations

from functools import cache
from math import ceil, floor
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from warhost.engine.bounds import Few, Name
from warhost.engine.data import DataError, Definition, json_schema, read_toml

DATA = Path(__file__).parent / "data"
MM = 1000
"""Lengths on the table are thousandths of a millimetre."""


def tenths(length: float, up: bool = False) -> str:
    """Millimetres, to a tenth where they are not whole; what is needed is rounded up, and what there is down.

    >>> tenths(37_500), tenths(75_040, up=True), tenths(150_000)
    ('37.5', '75.1', '150')
    """
    return f"{(ceil(length / 100) if up else floor(length / 100)) / 10:g}"


Origin = Literal["read", "reconstructed", "authored"]
Armour = Literal["heavy", "medium", "light"]
Whole = Annotated[int, Meta(ge=-10_000, le=10_000)]
Across = Annotated[float, Meta(ge=-10_000, le=10_000)]


class Cell(Definition, frozen=True):
    """One value of a chart, and where it comes from."""

    value: Whole
    origin: Origin


class BaseSize(Definition, frozen=True):
    """Of one figure: its front edge and its depth in millimetres.  [mis.scale.bases]"""

    front: Whole
    depth: Whole
    origin: Origin

    @property
    def size(self) -> tuple[int, int]:
        return self.front * MM, self.depth * MM


class Race(Definition, frozen=True):
    """A people or a kind of beast: everything the charts say of it.  [mis.army.races] [mis.chart.magic-defense]"""

    id: str
    title: str
    rule: str
    kind: Literal["human", "allied", "animal", "hostile"]
    base: BaseSize
    move_light: Cell
    magic_defense: Cell
    attack: dict[str, Cell]
    bare: dict[Armour, Cell]
    traits: tuple[str, ...] = ()
    shield: dict[Armour, Cell] = msgspec.field(default_factory=dict)
    missile_shield: dict[Armour, Cell] = msgspec.field(default_factory=dict)
    missile_bare: dict[Armour, Cell] = msgspec.field(default_factory=dict)
    move_armoured: Cell | None = None
    skirmish_base: BaseSize | None = None
    slow_armoured: Cell | None = None  # with a halberd, a pike or a heavy crossbow
    slow_light: Cell | None = None
    fly: Cell | None = None
    swim: Cell | None = None
    morale: Cell | None = None


class RaceFile(Definition, frozen=True):
    race: tuple[Race, ...]


class MeleeWeapon(Definition, frozen=True):
    """A weapon for hand to hand fighting.  [mis.melee.groups]"""

    id: str
    title: str
    rule: str
    group: Whole
    origin: Origin  # of its group and of its length
    families: tuple[str, ...]
    length: Whole = 0
    later_group: Whole = 0
    two_handed: bool = False
    pike: bool = False
    burdens: bool = False
    second_rank: bool = False
    half_rank: bool = False
    breaks_hedge: bool = False


class MissileWeapon(Definition, frozen=True):
    """[mis.chart.missile-factors] [mis.chart.missile-range] [mis.missile.supply]"""

    id: str
    title: str
    rule: str
    kind: Literal["bow", "sling", "staff", "crossbow", "thrown", "blowgun", "engine"]
    attack: Cell
    normal: Cell
    long: Cell
    reload: Cell  # in half turns
    supply: Cell
    burdens: bool = False
    teams: bool = False
    fire: bool = False
    loads: Whole = 1
    race: str = ""
    crew: Cell | None = None
    base: BaseSize | None = None


class WeaponFile(Definition, frozen=True):
    melee: tuple[MeleeWeapon, ...]
    missile: tuple[MissileWeapon, ...]
    hedge: dict[str, dict[Armour, Cell]]


class OddsRow(Definition, frozen=True):
    difference: Whole
    casualties: tuple[Whole, ...]
    origin: Origin
    other: dict[str, Origin] = msgspec.field(default_factory=dict)


class OddsFile(Definition, frozen=True):
    rule: str
    above: Cell
    row: tuple[OddsRow, ...]


class LevelRow(Definition, frozen=True):
    most: Whole
    tests: tuple[Whole, ...]
    further: tuple[Whole, ...]
    origin: Origin
    other: dict[str, Origin] = msgspec.field(default_factory=dict)


class Levels(Definition, frozen=True):
    """[mis.chart.morale-levels]"""

    rule: str
    ratings: tuple[Whole, ...]
    shares: tuple[Whole, ...]
    shares_origin: Origin
    row: tuple[LevelRow, ...]


class StandTable(Definition, frozen=True):
    rule: str
    origin: Origin
    ratings: tuple[Whole, ...]
    needs: tuple[Whole, ...]
    fanatic: Whole


class MoraleFile(Definition, frozen=True):
    rule: str
    ratings: dict[str, Cell]
    levels: Levels
    stand: StandTable


class Band(Definition, frozen=True):
    """What magic users of these levels can do."""

    least: Whole
    most: Whole
    spells: tuple[Cell, Cell, Cell]
    anti_magic: Cell
    anti_missile: Cell
    accurate: Cell
    guards: Cell


class SpellType(Definition, frozen=True):
    """A pair of spells that answer each other.  [mis.magic.types]"""

    number: Whole
    rule: str
    attack: str
    attack_title: str
    attack_rule: str
    attack_does: str  # in a few words
    defense: str
    defense_title: str
    defense_rule: str
    defense_does: str
    width: Cell
    depths: tuple[Cell, Cell, Cell]
    lines: tuple[Cell, ...] = ()


class CombatRow(Definition, frozen=True):
    """Against a defense spell of one strength: the most a d20 may show for an attack of strength I, II or III."""

    defending: Whole
    attacking: tuple[Cell, Cell, Cell]


class MagicFile(Definition, frozen=True):
    rule: str
    band: tuple[Band, ...]
    combat: tuple[CombatRow, CombatRow, CombatRow]
    type: tuple[SpellType, ...]


class Kind(Definition, frozen=True):
    """A kind of ground.  [mis.chart.terrain]"""

    id: str
    title: str
    rule: str
    look: str
    origin: Origin  # of what it says in words: whom it bars, disorders, keeps from charging
    other: dict[str, Origin] = msgspec.field(default_factory=dict)  # words that do not come from there
    loss: Cell | None = None
    loss_marsh: Cell | None = None
    toll: Cell | None = None
    double: Cell | None = None
    barred: Literal["", "line", "all"] = ""
    no_charge: Literal["", "line", "all"] = ""
    disorganizes: bool = False
    disorganizes_skirmishers: bool = False
    stops_rout: bool = False
    slope: bool = False
    missiles_only: bool = False
    downhill: Cell | None = None
    line: bool = False
    way: bool = False
    columns_free: bool = False
    water: bool = False
    hides: bool = False
    sight: Cell | None = None
    shot_at: Cell | None = None
    missile: Cell | None = None
    missile_range: Cell | None = None
    melee: Cell | None = None
    attack: Cell | None = None
    attack_marsh: Cell | None = None
    long_weapons: Cell | None = None
    no_long_weapons: bool = False
    defender: Cell | None = None
    attacker: Cell | None = None
    defender_missile: Cell | None = None
    attacker_missile: Cell | None = None
    clear_to: str = ""
    milder: str = ""
    milder_to: str = ""


class Situations(Definition, frozen=True):
    """What a situation does to moves, attacks and nerves, whoever is in it.  [mis.chart.terrain]"""

    rule: str
    charge_move: Cell
    charge_attack: Cell
    disorganized_attack: Cell
    disorganized_against: Cell
    disorganized_morale: Cell
    rear_against: Cell
    long_range: Cell
    skirmishers_against: Cell
    climb: Cell
    dive: Cell
    ceiling: Cell
    flying_attack: Cell
    flying_against: Cell
    flying_gaze: Cell
    pleasures_turns: Cell
    grace_turns: Cell
    grace_times: Cell
    gift_turns: Cell
    gift_attack: Cell
    gift_against: Cell
    peace_turns: Cell
    peace_attack: Cell
    peace_against: Cell
    engine_move: Cell


class TerrainFile(Definition, frozen=True):
    rule: str
    kind: tuple[Kind, ...]


class ChartRow(Definition, frozen=True):
    upto: Whole
    kind: str
    origin: Origin
    size: Whole = 0
    square: bool = False
    tiers: tuple[Whole, ...] = ()
    chances: tuple[Whole, ...] = ()
    widths: tuple[Whole, ...] = ()
    count: Whole = 1
    other: dict[str, Origin] = msgspec.field(default_factory=dict)  # what does not come from there


class TerrainChart(Definition, frozen=True):
    id: str
    rule: str
    row: tuple[ChartRow, ...]
    large: bool = False


class ChartFile(Definition, frozen=True):
    chart: tuple[TerrainChart, ...]


class Feature(Definition, frozen=True, rename={"start": "from"}):
    """A piece of terrain as a battle lists it, in millimetres.  [mis.add.terrain-pieces]"""

    kind: Name
    at: tuple[Across, Across] | None = None
    start: tuple[Across, Across] | None = None
    to: tuple[Across, Across] | None = None
    width: Across = 0
    size: Across = 0
    square: bool = False
    tiers: Few[Whole] = ()


class Crossing(Definition, frozen=True):
    title: str
    at: tuple[Across, Across]
    radius: Whole
    points: Whole


class BattlePlan(Definition, frozen=True):
    """A table, its terrain, and the armies that may meet on it.  [mis.add.table]"""

    id: str
    title: str
    rule: str
    origin: Origin
    width: Whole
    depth: Whole
    turns: Whole
    south: tuple[str, ...]
    north: tuple[str, ...]
    feature: tuple[Feature, ...] = ()
    crossing: tuple[Crossing, ...] = ()


class BattleFile(Definition, frozen=True):
    battle: tuple[BattlePlan, ...]


FILES: dict[str, Any] = {
    "races": RaceFile, "weapons": WeaponFile, "attack_odds": OddsFile, "morale": MoraleFile, "magic": MagicFile,
    "terrain": TerrainFile, "situations": Situations, "terrain_charts": ChartFile, "battles": BattleFile,
}  # fmt: skip


class Library(msgspec.Struct, frozen=True):
    """All charts, ready to be looked up."""

    races: dict[str, Race]
    melee: dict[str, MeleeWeapon]
    missiles: dict[str, MissileWeapon]
    hedge: dict[str, dict[Armour, Cell]]
    odds: dict[int, tuple[int, ...]]
    above: int
    morale: MoraleFile
    magic: MagicFile
    kinds: dict[str, Kind]
    situations: Situations
    charts: dict[str, TerrainChart]
    battles: dict[str, BattlePlan]

    # --- casualties --------------------------------------------------------------------------------------------

    def casualties(self, difference: int, figures: int) -> int:
        """Hundredths of figures that so many attackers remove.  [mis.chart.attack-odds] [mis.odds.limits]"""
        lowest, highest = min(self.odds), max(self.odds)
        row = self.odds[min(max(difference, lowest), highest)]
        found = row[figures - 1] if 1 <= figures <= len(row) else row[0] * figures
        return found + max(0, difference - highest) * self.above * figures

    # --- morale ------------------------------------------------------------------------------------------------

    def levels(self, figures: int, rating: int) -> tuple[int, int]:
        """At how many lost points a legion tests, and after how many more it routs.  [mis.chart.morale-levels]"""
        chart = self.morale.levels
        column = chart.ratings.index(rating)
        for row in chart.row:
            if figures <= row.most:
                return row.tests[column], row.further[column]
        end = -(-figures // 10) * 10
        first = max(1, (end * chart.shares[column] + 500) // 1000)
        return first, 1 if first <= 3 else 3

    def stand_needs(self, rating: int, fanatic: bool) -> int:
        """[mis.stand.test]"""
        table = self.morale.stand
        if fanatic:
            return table.fanatic
        return table.needs[table.ratings.index(rating)]

    # --- magic -------------------------------------------------------------------------------------------------

    def band(self, level: int) -> Band:
        return next(band for band in self.magic.band if band.least <= level <= band.most)

    def breaks_through(self, attack: int, defense: int) -> int:
        """The most a d20 may show for the attack to go through; 0 if it cannot.  [mis.chart.magic-combat]"""
        return self.magic.combat[defense - 1].attacking[attack - 1].value

    def spell_type(self, number: int) -> SpellType:
        return self.magic.type[number - 1]


@cache
def library() -> Library:
    """The charts of the game."""
    races = read_toml(DATA / "races.toml", RaceFile, DATA).race
    weapons = read_toml(DATA / "weapons.toml", WeaponFile, DATA)
    odds = read_toml(DATA / "attack_odds.toml", OddsFile, DATA)
    kinds = read_toml(DATA / "terrain.toml", TerrainFile, DATA).kind
    charts = read_toml(DATA / "terrain_charts.toml", ChartFile, DATA).chart
    battles = read_toml(DATA / "battles.toml", BattleFile, DATA).battle
    return Library(
        races={race.id: race for race in races},
        melee={weapon.id: weapon for weapon in weapons.melee},
        missiles={weapon.id: weapon for weapon in weapons.missile},
        hedge=weapons.hedge,
        odds={row.difference: row.casualties for row in odds.row},
        above=odds.above.value,
        morale=read_toml(DATA / "morale.toml", MoraleFile, DATA),
        magic=read_toml(DATA / "magic.toml", MagicFile, DATA),
        kinds={kind.id: kind for kind in kinds},
        situations=read_toml(DATA / "situations.toml", Situations, DATA),
        charts={chart.id: chart for chart in charts},
        battles={battle.id: battle for battle in battles},
    )


def check_files(folder: Path | None) -> list[str]:
    """Every fault of the data files, or of those of the same names in a folder of the player's own."""
    root, faults = folder or DATA, list[str]()
    for name, made in FILES.items():
        path = root / f"{name}.toml"
        if not path.exists() and folder is not None:
            continue
        try:
            read_toml(path, made, root)
        except DataError as fault:
            faults.append(str(fault))
    return faults


def schemas() -> dict[str, dict[str, object]]:
    return {name: json_schema(made) for name, made in FILES.items()}
