"""The charts: every value is in the data with its origin, and is looked up as the rules say."""

from __future__ import annotations

import pytest

from warhost.engine.data import read_toml
from warhost.roster.roster import Group, Roster, read_roster
from warhost.rulebooks.missum.armies.muster import troops_of
from warhost.rulebooks.missum.armies.troops import Troop, spells_of
from warhost.rulebooks.missum.library import DATA, BaseSize, Cell, OddsFile, library

from .scene import book, number, scene, south

CHARTS = library()


def troop(race: str, *options: str, figures: int = 40, files: int = 10) -> Troop:
    group = Group(profile=race, models=figures, files=files, options=options, id="it")
    roster = Roster(name="x", rulebook="missum", army="men", points=1000, group=(group,))
    return troops_of(CHARTS, roster, 0)[0]


# --- casualties ----------------------------------------------------------------------------------------------

ODDS = read_toml(DATA / "attack_odds.toml", OddsFile, DATA).row
ONE_FIGURE = {
    -20: 2,
    -19: 4,
    -18: 6,
    -17: 6,
    -16: 8,
    -15: 8,
    -14: 10,
    -13: 12,
    -12: 14,
    -11: 14,
    -10: 16,
    -9: 18,
    -8: 18,
    -7: 20,
    -6: 20,
    -5: 22,
    -4: 24,
    -3: 28,
    -2: 32,
    -1: 36,
    0: 40,
    1: 44,
    2: 50,
    3: 60,
    4: 70,
    5: 80,
    6: 90,
    7: 100,
    8: 110,
    9: 120,
    10: 130,
    11: 140,
    12: 150,
    13: 160,
    14: 180,
    15: 200,
}


@pytest.mark.rule("mis.chart.attack-odds")
@pytest.mark.parametrize("difference", sorted(ONE_FIGURE))
def test_every_printed_cell_of_the_attack_odds(difference: int) -> None:
    for figures in range(1, 11):
        assert CHARTS.casualties(difference, figures) == ONE_FIGURE[difference] * figures


@pytest.mark.rule("mis.chart.attack-odds")
def test_every_cell_says_where_it_comes_from() -> None:
    assert {row.difference for row in ODDS} == set(ONE_FIGURE)
    repaired = sum(len(row.other) for row in ODDS)
    assert sum(len(row.casualties) for row in ODDS) == 360 and 360 - repaired == 346


@pytest.mark.rule("mis.odds.limits", "mis.odds.casualties", "mis.odds.difference", "mis.example.spears")
@pytest.mark.parametrize(
    "difference, figures, casualties",
    [
        (-4, 8, 192),
        (7, 5, 500),
        (-12, 8, 112),
        (17, 1, 300),
        (18, 1, 350),
        (-4, 23, 552),
        (-25, 10, 20),
        (16, 2, 500),
    ],
)
def test_casualties_on_the_chart_and_beyond_it(difference: int, figures: int, casualties: int) -> None:
    assert CHARTS.casualties(difference, figures) == casualties


# --- races, arms, armour -------------------------------------------------------------------------------------


@pytest.mark.rule("mis.chart.movement", "mis.armour.heavy", "mis.armour.medium", "mis.armour.light")
@pytest.mark.parametrize(
    "race, options, move",
    [
        ("human", ("medium", "long pike"), 100),
        ("human", ("light", "long sword"), 200),
        ("human", ("heavy", "long sword"), 150),
        ("human", ("light", "halberd"), 150),
        ("human", ("medium", "short sword", "heavy winch crossbow"), 100),
        ("shen", ("light", "sword-ax"), 200),
        ("pygmy-folk", ("light", "spear"), 150),
        ("hlyss", ("heavy", "sword"), 200),
        ("pe-choi", ("light", "halberd"), 200),
        ("serudla", ("heavy", "claws"), 200),
        ("sro", ("light", "claws"), 250),
    ],
)
def test_movement_allowances(race: str, options: tuple[str, ...], move: int) -> None:
    assert troop(race, *options).move == move * 1000


@pytest.mark.rule("mis.chart.movement", "mis.profile.hlaka", "mis.profile.sro")
def test_flying_swimming_and_engines() -> None:
    assert troop("hlaka", "light", "sword").fly == 400_000
    assert troop("sro", "light", "claws").swim == 300_000
    fight = scene(south("battery", profile="light dart-thrower", figures=2, files=2, options=[]))
    assert fight.setting.troops[0].move == 25_000 and fight.setting.troops[0].figures == 4


@pytest.mark.rule(
    "mis.chart.melee",
    "mis.weapon.spear",
    "mis.weapon.short-pike",
    "mis.weapon.long-pike",
    "mis.weapon.halberd",
    "mis.weapon.two-handed",
    "mis.weapon.dagger",
    "mis.weapon.sword",
    "mis.armour.shield",
    "mis.profile.human",
)
@pytest.mark.parametrize(
    "weapon, shield, attack, defenses, rear",
    [
        ("long spear", True, 5, (11, 9, 5), (6, 4, 2)),
        ("spear", False, 5, (6, 4, 2), (6, 4, 2)),
        ("short pike", False, 5, (9, 7, 4), (6, 4, 2)),
        ("long pike", False, 5, (7, 5, 3), (6, 4, 2)),
        ("halberd", True, 11, (6, 4, 2), (6, 4, 2)),
        ("two-handed ax", True, 11, (6, 4, 2), (6, 4, 2)),
        ("dagger", True, 3, (11, 9, 5), (6, 4, 2)),
        ("club", False, 3, (6, 4, 2), (6, 4, 2)),
        ("long sword", True, 7, (11, 9, 5), (6, 4, 2)),
        ("mace", True, 7, (11, 9, 5), (6, 4, 2)),
    ],
)
def test_human_factors(
    weapon: str, shield: bool, attack: int, defenses: tuple[int, ...], rear: tuple[int, ...]
) -> None:
    for armour, defense, bare in zip(("heavy", "medium", "light"), defenses, rear, strict=True):
        one = troop("human", armour, weapon, *(("shield",) if shield else ()))
        assert (one.attack(0), one.defense(0, False), one.defense(0, True)) == (attack, defense, bare)


@pytest.mark.rule("mis.chart.melee")
def test_pikemen_who_drop_the_pike_have_no_hedge() -> None:
    pikes = troop("human", "medium", "long pike", "short sword")
    assert (pikes.defense(0, False), pikes.defense(1, False), pikes.missile_defense(False)) == (5, 4, 7)


NONHUMAN = {
    "ahoggya": ({"halberd": 19, "spear": 13, "mace": 15}, (18, 13), (13, 8), 14, 16),
    "hlaka": ({"sword": 7}, None, (None, 2), 6, 11),
    "nlyss": ({"spear": 5, "sword": 7, "two-handed sword": 11}, (15, 9), (10, 6), 12, 13),
    "pachi-lei": ({"clubs": 9, "spear": 7}, (12, 6), (7, 1), 10, 11),
    "pe-choi": ({"halberd": 15, "spear": 9, "sword": 11}, (14, 9), (9, 4), 10, 13),
    "pygmy-folk": ({"dagger": 3, "spear": 3, "sword": 3}, (9, 3), (4, 0), 6, 8),
    "shen": ({"halberd": 23, "spear": 17, "sword-ax": 19}, (20, 15), (15, 10), 14, 16),
    "swamp-folk": ({"spear": 5, "sword": 7}, (12, 6), (7, 1), 10, 11),
    "tinaliya": ({"halberd": 7, "spear": 3}, (None, 7), (None, 2), 6, 11),
    "serudla": ({"claws": 27}, None, (25, 20), 18, 8),
    "sro": ({"claws": 33}, None, (None, 22), 18, 18),
    "chyrstalli": ({"rapier": 13}, None, (None, 10), 14, 13),
    "hlutrgu": ({"javelin": 5}, None, (None, 7), 10, 11),
    "hlyss": ({"halberd": 17, "sword": 13}, (18, 13), (13, 8), 12, 20),
    "shunned-ones": ({"spear": 7}, (14, 9), (9, 4), 10, 16),
    "gray-ssu": ({"halberd": 17, "sword": 13}, (16, 11), (11, 6), 12, 18),
    "black-ssu": ({"halberd": 21, "sword": 17}, (18, 13), (13, 8), 14, 18),
}


@pytest.mark.rule(
    "mis.chart.melee",
    "mis.chart.magic-defense",
    "mis.chart.morale-rating",
    "mis.profile.ahoggya",
    "mis.profile.hlaka",
    "mis.profile.nlyss",
    "mis.profile.pachi-lei",
    "mis.profile.pe-choi",
    "mis.profile.pygmy-folk",
    "mis.profile.shen",
    "mis.profile.swamp-folk",
    "mis.profile.tinaliya",
    "mis.profile.serudla",
    "mis.profile.sro",
    "mis.profile.chyrstalli",
    "mis.profile.hlutrgu",
    "mis.profile.hlyss",
    "mis.profile.shunned-ones",
    "mis.profile.gray-ssu",
    "mis.profile.black-ssu",
    "mis.weapon.clubs",
    "mis.weapon.sword-ax",
    "mis.weapon.rapier",
)
@pytest.mark.parametrize("race", sorted(NONHUMAN))
def test_nonhuman_profiles(race: str) -> None:
    attacks, shielded, bare, magic, morale = NONHUMAN[race]
    for place, armour in enumerate(("heavy", "light")):
        if bare[place] is None:
            continue
        for weapon, attack in attacks.items():
            one = troop(race, armour, weapon, *(("shield",) if shielded and shielded[place] else ()))
            handed = one.melee[0].two_handed
            expected = shielded[place] if shielded and shielded[place] and not handed else bare[place]
            assert (one.attack(0), one.defense(0, False), one.defense(0, True)) == (attack, expected, bare[place])
            assert (one.rating, one.race.magic_defense.value) == (morale, magic)


@pytest.mark.rule("mis.scale.bases", "mis.scale.figure")
@pytest.mark.parametrize(
    "race, options, base",
    [
        ("human", ("light", "dagger"), (15, 20)),
        ("human", ("light", "dagger", "skirmishers"), (30, 30)),
        ("pygmy-folk", ("light", "spear"), (15, 20)),
        ("tinaliya", ("light", "spear"), (15, 20)),
        ("hlutrgu", ("light", "javelin"), (15, 20)),
        ("nlyss", ("light", "sword"), (20, 30)),
        ("pe-choi", ("light", "sword"), (20, 30)),
        ("shen", ("light", "spear"), (30, 30)),
        ("hlaka", ("light", "sword"), (60, 60)),
        ("serudla", ("light", "claws"), (75, 150)),
        ("sro", ("light", "claws"), (75, 225)),
        ("chyrstalli", ("light", "rapier"), (30, 30)),
        ("gray-ssu", ("light", "sword"), (20, 30)),
        ("black-ssu", ("light", "sword"), (30, 30)),
    ],
)
def test_base_sizes(race: str, options: tuple[str, ...], base: tuple[int, int]) -> None:
    assert troop(race, *options).base == (base[0] * 1000, base[1] * 1000)


@pytest.mark.rule("mis.scale.bases")
def test_bases_of_engines() -> None:
    sizes = {name: one.base.front for name, one in CHARTS.missiles.items() if one.base}
    assert sizes == {
        "light dart-thrower": 45,
        "light stone-thrower": 90,
        "medium dart-thrower": 90,
        "medium stone-thrower": 120,
    }


# --- missiles ------------------------------------------------------------------------------------------------

MISSILES = {
    "short self bow": (0, 150, 250, 1, 3),
    "short composite bow": (2, 200, 300, 1, 3),
    "strong short bow": (2, 200, 350, 1, 3),
    "long bow": (4, 250, 400, 1, 3),
    "composite bow": (4, 250, 450, 1, 3),
    "long composite bow": (6, 300, 500, 1, 3),
    "shot sling": (4, 200, 350, 1, 3),
    "nonshot sling": (0, 125, 250, 1, 3),
    "staff sling": (4, 200, 400, 2, 3),
    "light crossbow": (4, 200, 300, 2, 3),
    "medium winch crossbow": (8, 250, 400, 3, 3),
    "heavy winch crossbow": (10, 300, 500, 4, 3),
    "shén crossbow": (8, 250, 400, 2, 3),
    "hláka crossbow": (4, 150, 250, 2, 3),
    "repeating crossbow": (4, 100, 200, 2, 3),
    "throwing dart": (2, 50, 100, 0, 3),
    "light javelin": (4, 75, 125, 0, 3),
    "medium javelin": (6, 60, 100, 0, 2),
    "heavy javelin": (8, 50, 75, 0, 1),
    "hláka javelin": (4, 75, 125, 0, 3),
    "throwing ax": (8, 50, 75, 0, 1),
    "throwing club": (4, 50, 75, 0, 2),
    "bola": (2, 50, 100, 0, 2),
    "firepot": (6, 50, 75, 0, 2),
    "blowgun": (2, 75, 125, 2, 0),
    "light dart-thrower": (18, 400, 600, 4, 0),
    "light stone-thrower": (21, 400, 700, 8, 0),
    "medium dart-thrower": (24, 500, 800, 8, 0),
    "medium stone-thrower": (32, 500, 900, 12, 0),
}


@pytest.mark.rule(
    "mis.chart.missile-factors",
    "mis.chart.missile-range",
    "mis.missile.supply",
    "mis.missile.reload",
    "mis.weapon.short-self-bow",
    "mis.weapon.short-composite-bow",
    "mis.weapon.strong-short-bow",
    "mis.weapon.long-bow",
    "mis.weapon.composite-bow",
    "mis.weapon.long-composite-bow",
    "mis.weapon.shot-sling",
    "mis.weapon.nonshot-sling",
    "mis.weapon.staff-sling",
    "mis.weapon.light-crossbow",
    "mis.weapon.medium-crossbow",
    "mis.weapon.heavy-crossbow",
    "mis.weapon.shen-crossbow",
    "mis.weapon.hlaka-crossbow",
    "mis.weapon.repeating-crossbow",
    "mis.weapon.throwing-dart",
    "mis.weapon.light-javelin",
    "mis.weapon.medium-javelin",
    "mis.weapon.heavy-javelin",
    "mis.weapon.hlaka-javelin",
    "mis.weapon.throwing-ax",
    "mis.weapon.throwing-club",
    "mis.weapon.bola",
    "mis.weapon.firepot",
    "mis.weapon.blowgun",
    "mis.weapon.light-dart-thrower",
    "mis.weapon.light-stone-thrower",
    "mis.weapon.medium-dart-thrower",
    "mis.weapon.medium-stone-thrower",
)
@pytest.mark.parametrize("weapon", sorted(MISSILES))
def test_missile_weapons(weapon: str) -> None:
    one = CHARTS.missiles[weapon]
    found = one.attack.value, one.normal.value, one.long.value, one.reload.value, one.supply.value
    assert found == MISSILES[weapon]


@pytest.mark.rule("mis.chart.missile-factors")
def test_missile_defenses() -> None:
    found = [
        troop("human", armour, "sword", *shield).missile_defense(False)
        for shield in (("shield",), ())
        for armour in ("heavy", "medium", "light")
    ]
    assert found == [13, 11, 7, 9, 7, 4]
    assert troop("gray-ssu", "heavy", "halberd").missile_defense(False) == 11
    assert troop("shen", "light", "shield", "sword-ax").missile_defense(False) == 15


# --- morale and magic ----------------------------------------------------------------------------------------

LEVELS = {
    10: "1/1 1/1 1/1 2/1 3/1 4/3 5/3 6/3 7/3",
    20: "1/1 2/1 3/1 4/3 5/3 7/3 9/3 11/3 13/3",
    30: "2/1 2/1 4/3 5/3 8/3 11/3 14/3 17/3 20/3",
    40: "2/1 3/1 5/3 7/3 10/3 14/3 18/3 22/3 26/3",
    50: "3/1 4/3 6/3 9/3 13/3 18/3 23/3 28/3 33/3",
    60: "3/1 5/3 8/3 11/3 15/3 21/3 27/3 33/3 39/3",
    70: "4/3 5/3 9/3 12/3 18/3 25/3 32/3 39/3 46/3",
    80: "4/3 6/3 10/3 14/3 20/3 28/3 36/3 44/3 52/3",
    90: "5/3 7/3 11/3 16/3 23/3 32/3 41/3 50/3 59/3",
    100: "5/3 8/3 13/3 18/3 25/3 35/3 45/3 55/3 65/3",
}
RATINGS = (2, 4, 6, 8, 11, 13, 16, 18, 20)


@pytest.mark.rule("mis.chart.morale-levels")
@pytest.mark.parametrize("size", sorted(LEVELS))
def test_morale_levels(size: int) -> None:
    for figures in (size - 9, size):
        found = ["/".join(map(str, CHARTS.levels(figures, rating))) for rating in RATINGS]
        assert " ".join(found) == LEVELS[size]


@pytest.mark.rule("mis.chart.morale-levels")
def test_morale_levels_of_larger_legions_go_by_the_shares() -> None:
    assert CHARTS.levels(101, 11) == (28, 3) and CHARTS.levels(120, 2) == (6, 3)


@pytest.mark.rule("mis.chart.morale-rating", "mis.army.line", "mis.army.qualities")
@pytest.mark.parametrize(
    "options, rating",
    [
        (("heavy", "regular"), 13),
        (("medium", "regular"), 11),
        (("light", "regular"), 11),
        (("light", "irregular"), 4),
        (("medium", "irregular"), 6),
        (("heavy", "irregular"), 8),
        (("light", "peasants"), 2),
        (("heavy", "elite"), 16),
        (("heavy", "imperial bodyguard"), 18),
        (("medium", "fanatic"), 18),
        (("light", "irregular", "skirmishers", "light javelin"), 4),
    ],
)
def test_morale_ratings(options: tuple[str, ...], rating: int) -> None:
    assert troop("human", "sword", *options).rating == rating


@pytest.mark.rule("mis.chart.spells", "mis.magic.livyani-spells", "mis.magic.gifted-races", "mis.magic.poor-races")
@pytest.mark.parametrize(
    "level, race, livyani, guarded, spells",
    [
        (3, "human", False, False, (3, 0, 0)),
        (5, "human", False, False, (3, 2, 0)),
        (8, "human", False, False, (3, 2, 1)),
        (11, "human", False, False, (2, 3, 2)),
        (11, "human", True, False, (3, 5, 3)),
        (11, "gray-ssu", False, False, (3, 5, 3)),
        (11, "gray-ssu", False, True, (4, 6, 4)),
        (11, "shen", False, False, (1, 2, 1)),
        (2, "shen", False, False, (2, 0, 0)),
    ],
)
def test_spells_by_level_and_race(
    level: int, race: str, livyani: bool, guarded: bool, spells: tuple[int, ...]
) -> None:
    assert spells_of(CHARTS, level, CHARTS.races[race], livyani, guarded) == spells


@pytest.mark.rule("mis.chart.spells", "mis.magic.livyani")
def test_shields_and_guards_by_level() -> None:
    bands = [CHARTS.band(level) for level in (1, 4, 7, 10)]
    assert [band.anti_magic.value for band in bands] == [1, 1, 2, 3]
    assert [band.anti_missile.value for band in bands] == [15, 10, 5, 2]
    assert [band.guards.value for band in bands] == [2, 4, 6, 8]
    assert CHARTS.levels(8, 18) == (6, 3)


@pytest.mark.rule("mis.chart.magic-combat")
def test_spell_against_spell() -> None:
    found = [[CHARTS.breaks_through(attack, defense) for attack in (1, 2, 3)] for defense in (1, 2, 3)]
    assert found == [[7, 14, 20], [2, 7, 14], [0, 2, 7]]


@pytest.mark.rule("mis.chart.spell-area", "mis.magic.types")
def test_areas_and_pairs_of_spells() -> None:
    types = CHARTS.magic.type
    assert [(one.attack, one.defense) for one in types] == [
        ("gaze", "arm"),
        ("pleasures", "grace"),
        ("knowledge", "cloak"),
        ("gift", "peace"),
        ("abode", "illumination"),
    ]
    assert [one.width.value for one in types] == [25, 50, 75, 100, 125]
    depths = [[cell.value for cell in one.depths] for one in types]
    assert depths == [[25, 38, 50], [50, 75, 100], [75, 115, 150], [100, 150, 200], [125, 190, 250]]
    assert [cell.value for cell in types[0].lines] == [100, 150, 200]


# --- origins -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.chart.melee", "mis.chart.missile-range")
def test_every_value_of_the_charts_keeps_its_origin() -> None:
    def cells(value: object) -> list[Cell | BaseSize]:
        if isinstance(value, Cell | BaseSize):
            return [value]
        if isinstance(value, dict):
            return [cell for inner in value.values() for cell in cells(inner)]
        if isinstance(value, tuple):
            return [cell for inner in value for cell in cells(inner)]
        fields = getattr(value, "__struct_fields__", ())
        return [cell for field in fields for cell in cells(getattr(value, field))]

    parts = (CHARTS.races, CHARTS.missiles, CHARTS.hedge, CHARTS.morale, CHARTS.magic, CHARTS.kinds)
    found = [cell for part in parts for cell in cells(part)]
    assert len(found) > 400
    assert {cell.origin for cell in found} == {"read", "reconstructed", "authored"}


def test_the_data_files_are_sound() -> None:
    assert book().check_data(None) == []
    assert set(book().schemas()) >= {"races", "weapons", "battles"}
    assert (
        number(scene(south("a")), "a") == 0 and read_roster(DATA / "rosters" / "b1-tsolyanu-a.toml").points == 200
    )
