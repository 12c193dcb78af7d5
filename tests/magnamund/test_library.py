"""What the game's own data files hold, and which heroes may be played."""

from __future__ import annotations

import time

import msgspec
import pytest

from warhost.engine.catalogue import Catalogue
from warhost.engine.point import hooked
from warhost.rulebooks.magnamund.checks import hit_chart_faults, open_skills
from warhost.rulebooks.magnamund.encounter import (
    DEFAULT_VICTORY,
    ByElimination,
    ByMajority,
    ByPoints,
    ByShareRemoved,
    Encounter,
    Zone,
    build_board,
    strip,
)
from warhost.rulebooks.magnamund.layout import PlainBoard
from warhost.rulebooks.magnamund.library import DATA, Library, check, check_hero, load_library, schemas
from warhost.rulebooks.magnamund.rulebook import Magnamund
from warhost.rulebooks.magnamund.sheets import HeroCard, WoundEffect
from warhost.rulebooks.magnamund.specials import POINTS

LIBRARY = load_library()


def encounter(name: str) -> Encounter:
    return LIBRARY.encounters[name]


def board(name: str) -> PlainBoard:
    return build_board(encounter(name).board)


def strength(name: str) -> list[tuple[int, int]]:
    """Soldiers and characters of each side."""
    forces = encounter(name).forces
    return [(sum(unit.count for unit in force.units), len(force.characters)) for force in forces]


# The game's own data


def test_the_games_own_data_is_without_fault() -> None:
    assert check() == []


def test_all_285_rules_are_in_the_catalogue_and_read_fast() -> None:
    started = time.perf_counter()
    rules = Catalogue.read(DATA / "rules.json")
    assert time.perf_counter() - started < 0.03
    assert len(rules) == 285
    assert rules.get("mag.weapon.two_hands").title == "Two-handed weapons and shields"


def test_every_skill_of_the_lists_has_its_rule() -> None:
    for chosen in LIBRARY.tables.skills.values():
        assert chosen.weapon_rule in LIBRARY.rules
        assert all(skill.rule in LIBRARY.rules for skill in chosen.skills)
        assert all(weapon in LIBRARY.weapons for weapon in chosen.weapons)


@pytest.mark.rule("mag.encounter.mill_farm")
def test_the_mill_farm_is_set_up_with_14_humans_and_19_giaks_on_18_by_24() -> None:
    assert strength("mill_farm") == [(14, 0), (19, 0)]
    farm = board("mill_farm")
    assert (farm.width, farm.height) == (18, 24)
    assert farm.edges[9, 12, "S"] == farm.edges[10, 14, "N"] == "small_door"
    assert farm.edges[8, 13, "W"] == farm.edges[11, 13, "E"] == "window"
    assert farm.edges[8, 12, "W"] == farm.edges[7, 12, "E"] == "building_wall"
    assert [x for x in range(1, 19) if farm.edges.get((x, 10, "S")) == "low_wall"] == [6, 7, 8, 11, 12, 13]
    assert encounter("mill_farm").victory.at_end == (ByMajority("farmhouse"), ByShareRemoved())


@pytest.mark.rule("mag.encounter.princes_stand")
def test_the_princes_stand_is_35_and_two_heroes_against_62_and_one_on_34_by_30() -> None:
    assert strength("princes_stand") == [(35, 2), (62, 1)]
    field = board("princes_stand")
    assert (field.width, field.height) == (34, 30)
    assert field.edges[8, 14, "E"] == "large_door"
    (points,) = encounter("princes_stand").victory.at_end
    assert isinstance(points, ByPoints)
    assert [score.points for score in points.scores] == [3, 2, 3, 2, 1]


@pytest.mark.rule("mag.encounter.forest_road")
def test_on_the_forest_road_two_units_may_hide_among_trees_and_lone_wolf_may_leave_east() -> None:
    road = encounter("forest_road")
    assert strength("forest_road") == [(6, 1), (18, 0)]
    assert [unit.id for unit in road.forces[1].units if unit.may_hide] == ["spearmen_north", "archers_south"]
    assert road.hide_on == ("trees",)
    assert [(way.who, way.edge, way.cost) for way in road.exits] == [(("lone_wolf", "rangers"), "E", 1)]


@pytest.mark.rule("mag.encounter.gourgaz_bridge", "mag.los.levels")
def test_the_river_at_the_bridge_lies_a_level_below_the_planks_and_the_banks_half_a_level() -> None:
    bridge = board("gourgaz_bridge")
    assert [bridge.levels[bridge.index(8, y)] for y in (12, 13, 14, 15, 16, 17)] == [0, -1, -2, -2, -1, 0]
    assert [bridge.terrain[bridge.index(12, y)] for y in (13, 14)] == ["open", "open"]
    assert bridge.levels[bridge.index(12, 14)] == 0
    assert bridge.levels[bridge.index(4, 8)] == 2
    assert bridge.levels[bridge.index(3, 8)] == 1
    assert bridge.corners == [(3, 7), (7, 7), (3, 10), (7, 10)]


@pytest.mark.rule("mag.los.levels")
def test_water_without_banks_lies_level_with_the_land() -> None:
    data = msgspec.structs.replace(encounter("gourgaz_bridge").board, rows=("w.k", "w.w", "..w"), edges=())
    assert build_board(data).levels == [0, 0, -2, 0, 0, -2, 0, 0, -1]


@pytest.mark.rule("mag.setup.deploy_strips")
def test_head_on_strips_are_four_deep_and_end_four_short_of_the_corners() -> None:
    assert strip(30, 20, "S") == Zone((5, 26), (1, 4))
    assert strip(30, 20, "N") == Zone((5, 26), (17, 20))
    assert strip(20, 30, "W") == Zone((1, 4), (5, 26))
    assert strip(20, 30, "E") == Zone((17, 20), (5, 26))


@pytest.mark.rule("mag.setup.victory")
def test_without_conditions_the_default_victory_holds() -> None:
    assert DEFAULT_VICTORY.at_once == (ByElimination(),)
    assert DEFAULT_VICTORY.at_end == (ByShareRemoved(),)
    assert DEFAULT_VICTORY.otherwise == ""


@pytest.mark.rule("mag.sheet.human", "mag.sheet.giak", "mag.armour.mail", "mag.terrain.rocks")
def test_numbers_that_the_old_rulebook_gives() -> None:
    human, giak = LIBRARY.sheets["human"], LIBRARY.sheets["giak"]
    assert human.square_costs["rocks"] == 3
    assert human.firing["longbow"]["mail"] == 17
    assert human.weapon_chart["longbow"].long[1] == 20
    assert giak.movement_points["mail"] == 7
    assert human.morale is not None
    assert giak.morale is not None
    assert (human.morale.base, human.morale.dice) == (10, "1D6")
    assert (giak.morale.base, giak.morale.dice) == (4, "2D6")


@pytest.mark.rule("mag.sheet.gourgaz", "mag.terrain.high_wall", "mag.terrain.water")
def test_a_gourgaz_climbs_high_walls_and_wades_where_a_human_cannot() -> None:
    human, gourgaz = LIBRARY.sheets["human"], LIBRARY.sheets["gourgaz"]
    assert gourgaz.edge_costs["high_wall"] == 6
    assert "high_wall" not in human.edge_costs
    assert gourgaz.square_costs["water"] == 3
    assert "water" not in human.square_costs


@pytest.mark.rule("mag.wound.chart", "mag.wound.severity", "mag.wound.location")
def test_the_hero_hit_chart_is_whole() -> None:
    chart = LIBRARY.tables.hero_hits
    assert list(hit_chart_faults("hero_hits", chart)) == []
    assert [band.upto for band in chart.severity] == [35, 70, 90, 100]
    assert [band.upto for band in chart.location] == [20, 40, 60, 100]
    assert chart.effects["head"]["serious"] == WoundEffect(blinded=True, half_chances=True, movement=-4)
    assert chart.effects["legs"]["critical"] == WoundEffect(may_not_move=True, combat=-5)
    assert chart.effects["body"]["slight"] == WoundEffect()


# Heroes


def hero(**changes: object) -> HeroCard:
    """A good human with a sword and whatever is changed about him."""
    given = {"id": "bran", "title": "Bran", "race": "human", "sheet": "human", "alignment": "good"}
    return msgspec.convert({**given, "armour": "mail", "weapons": ["sword"], **changes}, HeroCard)


@pytest.mark.rule("mag.hero.skill_lists")
def test_good_heroes_have_heroic_abilities_evil_ones_tricks_and_neutral_ones_both() -> None:
    assert check_hero(hero(skills=["rally"]), LIBRARY) == []
    assert check_hero(hero(skills=["brutality"]), LIBRARY) == [
        "skills[0]: expected one of the Heroic Abilities, got brutality"
    ]
    assert check_hero(hero(alignment="evil", skills=["rally"]), LIBRARY) == [
        "skills[0]: expected one of the Evil Tricks, got rally"
    ]
    assert check_hero(hero(alignment="neutral", skills=["rally", "brutality"]), LIBRARY) == []
    assert check_hero(hero(skills=["raly"]), LIBRARY) == [
        "skills[0]: expected one of the Heroic Abilities, got raly, did you mean rally?"
    ]


@pytest.mark.rule("mag.hero.skill_lists", "mag.kai.lord")
def test_only_kai_lords_have_disciplines() -> None:
    assert check_hero(hero(kai_lord=True, skills=["tracking"]), LIBRARY) == []
    assert check_hero(hero(skills=["tracking"]), LIBRARY) == [
        "skills[0]: expected one of the Heroic Abilities, got tracking"
    ]
    assert check_hero(hero(kai_lord=True, skills=["rally"]), LIBRARY) == [
        "skills[0]: expected one of the Kai Disciplines, got rally"
    ]
    neutral = hero(kai_lord=True, alignment="neutral")
    assert check_hero(neutral, LIBRARY) == ["kai_lord: expected a good human"]


@pytest.mark.rule("mag.trick.restricted")
def test_only_vordaks_and_helghast_have_the_evil_mind_blast() -> None:
    villain = hero(alignment="evil", skills=["mind_blast", "brutality"])
    assert check_hero(villain, LIBRARY) == [
        "skills[0]: expected another skill, only a vordak or helghast has mind_blast"
    ]
    assert check_hero(msgspec.structs.replace(villain, kin="helghast"), LIBRARY) == []


@pytest.mark.rule("mag.skill.weapon", "mag.weapon.arquebus")
def test_a_human_hero_cannot_learn_the_arquebus() -> None:
    assert check_hero(hero(skills=["weapon_skill_arquebus"]), LIBRARY) == [
        "skills[0]: expected another weapon, only the dwarf uses the arquebus"
    ]


@pytest.mark.rule("mag.trick.weapon")
def test_a_gourgaz_hero_cannot_learn_the_longbow() -> None:
    beast = hero(race="gourgaz", sheet="gourgaz", alignment="evil", weapons=["axe"])
    learned = msgspec.structs.replace(beast, skills=("weapon_skill_axe", "weapon_skill_longbow"))
    assert check_hero(learned, LIBRARY) == ["skills[1]: expected a weapon of the race gourgaz, got longbow"]


@pytest.mark.rule("mag.trick.poisoner")
def test_poisoned_weapons_need_a_poisoner_who_carries_them() -> None:
    assert check_hero(hero(alignment="evil", poisoned=["axe"]), LIBRARY) == [
        "poisoned[0]: expected a weapon that he carries, got axe",
        "poisoned: expected nothing, only a Poisoner has poisoned weapons",
    ]


@pytest.mark.rule("mag.weapon.two_hands")
@pytest.mark.parametrize(
    ("weapons", "full"),
    [(["halberd"], "halberd"), (["longbow", "sword"], "longbow"), (["crossbow", "dagger"], "crossbow")],
)
def test_no_shield_with_both_hands_full(weapons: list[str], full: str) -> None:
    wrong = [f"shield: expected no shield, {full} takes both hands"]
    assert check_hero(hero(shield=True, weapons=weapons), LIBRARY) == wrong


@pytest.mark.rule("mag.weapon.two_hands")
@pytest.mark.parametrize("weapons", [["sword"], ["javelin", "spear"], ["sling", "axe"], ["sword", "great_sword"]])
def test_a_shield_with_a_hand_free(weapons: list[str]) -> None:
    assert check_hero(hero(shield=True, weapons=weapons), LIBRARY) == []


@pytest.mark.rule("mag.weapon.lance", "mag.piece.as_shown")
def test_weapons_are_those_of_the_sheet_and_lances_are_for_riders() -> None:
    assert check_hero(hero(weapons=["lance"]), LIBRARY) == [
        "weapons[0]: expected a weapon for fighting on foot, got lance"
    ]
    assert check_hero(hero(sheet="cavalry", weapons=["lance"]), LIBRARY) == []
    assert check_hero(hero(sheet="cavalry", weapons=["halberd"]), LIBRARY) == [
        "weapons[0]: expected a weapon of the sheet cavalry, got halberd"
    ]


@pytest.mark.rule("mag.kai.random_number")
def test_a_kai_lord_can_always_choose_ten_disciplines() -> None:
    assert len(open_skills(LIBRARY.heroes["lone_wolf"], LIBRARY)) == 9 + 15


def test_there_is_a_schema_for_every_kind_of_file() -> None:
    assert sorted(schemas()) == ["encounter", "hero", "sheet", "tables", "terrain", "weapons"]


def test_a_library_says_where_each_definition_was_read() -> None:
    assert isinstance(LIBRARY, Library)
    assert LIBRARY.files["sheets", "giak"] == "sheets/giak.toml"
    assert LIBRARY.files["weapons", "pike"] == "weapons.toml"


def test_every_skill_hooks_in_somewhere_and_nothing_else_does() -> None:
    """A name that no list has would never be run; a skill without a hook would do nothing."""
    lists = Magnamund().library.tables.skills.values()
    assert hooked(POINTS) == {skill.id for one in lists for skill in one.skills}
