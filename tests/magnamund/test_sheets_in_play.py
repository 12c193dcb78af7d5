"""The five Play Sheets and the hand weapons, as they are felt at the table."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from warhost.rulebooks.magnamund.checks import equipment_faults
from warhost.rulebooks.magnamund.library import check_hero
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.sheets import Armour, HeroCard
from warhost.rulebooks.magnamund.steps import movement_points
from warhost.rulebooks.magnamund.wounds import burden

from .gunnery import chance as shot_chance
from .gunnery import reasons as shot_reasons
from .melee import chance, foes, melee
from .scene import alive, asks, at, board, book, hero, number, piece, play, refusal, scene, standing, unit

FAR = unit("giaks", [(23, 23)], side="theirs")
BEAST: dict[str, Any] = {"side": "theirs", "sheet": "gourgaz"}


def points(fight: Fight, name: str) -> int:
    return movement_points(fight, number(fight, name)).total


def moving(*pieces: Any, **more: Any) -> Fight:
    """Our movement phase, at its first question."""
    return scene(*pieces, phase="movement", **more)


def marched(fight: Fight, order: dict[str, str], who: str) -> str:
    """The rule that refuses a march, or "" after it has been made."""
    refused = refusal(fight, order, answers=[who])
    if not refused:
        play(fight, answers=[who, order])
    return refused


# --- humans -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.sheet.human")
def test_a_longbow_at_a_giak_with_a_shield_who_moved_thirteen_squares_away() -> None:
    giaks = unit("giaks", [(5, 14)], side="theirs", shield=True, all=standing(moved=True))
    fight = scene(unit("archers", [(5, 1)], weapons=["longbow", "sword"]), giaks)
    assert shot_chance(fight, "archers-1", "giaks-1") == 7


@pytest.mark.rule("mag.sheet.human")
@pytest.mark.parametrize(("armour", "allowance"), [("none", 10), ("leather", 9), ("mail", 8), ("plate", 7)])
def test_humans_on_foot_by_their_armour(armour: str, allowance: int) -> None:
    fight = moving(unit("humans", [(5, 1)], armour=armour), FAR)
    assert marched(fight, {"humans-1": "F" * (allowance + 1)}, "humans") == "mag.move.points"
    assert marched(fight, {"humans-1": "F" * allowance}, "humans") == ""


# --- cavalry ------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.sheet.cavalry")
def test_cavalry_in_mail_turns_once_and_goes_eleven_squares() -> None:
    fight = moving(unit("riders", [(5, 5)], sheet="cavalry"), FAR)
    assert marched(fight, {"riders-1": "e" + "F" * 12}, "riders") == "mag.move.points"
    assert marched(fight, {"riders-1": "e" + "F" * 11}, "riders") == ""
    assert at(fight, "riders-1") == (16, 5)


@pytest.mark.rule("mag.sheet.cavalry")
def test_cavalry_passes_a_large_door_but_no_small_one() -> None:
    for feature, refused in (("small_door", "mag.terrain.edge_features"), ("large_door", "")):
        fight = moving(unit("riders", [(5, 5)], sheet="cavalry"), FAR, on=board(edges=[(feature, "N", [(5, 6)])]))
        assert marched(fight, {"riders-1": "FF"}, "riders") == refused


@pytest.mark.rule("mag.sheet.cavalry", "mag.weapon.lance")
def test_a_lancer_who_charges_a_giak_with_a_shield() -> None:
    riders = unit("riders", [(5, 5)], sheet="cavalry", weapons=["lance"], all=standing(charged=["giaks-1"]))
    fight = melee(riders, unit("giaks", [(5, 6)], side="theirs", shield=True))
    assert chance(fight, "riders-1") == 41
    standing_still = melee(
        unit("riders", [(5, 5)], sheet="cavalry", weapons=["lance"]), FAR, unit("g", [(5, 6)], side="theirs")
    )
    assert chance(standing_still, "riders-1", "g-1") == 18 + 5  # weak when standing


# --- giaks --------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.sheet.giak")
def test_a_giak_in_mail_goes_three_squares_through_scrub() -> None:
    fight = scene(
        unit("giaks", [(5, 20)], side="theirs"), unit("humans", [(20, 2)]),
        phase="movement", red="theirs", active="theirs", on=board(scrub=[(5, y) for y in range(1, 20)]),
    )  # fmt: skip
    assert marched(fight, {"giaks-1": "FFFF"}, "giaks") == "mag.move.points"
    assert marched(fight, {"giaks-1": "FFF"}, "giaks") == ""


@pytest.mark.rule("mag.sheet.giak")
def test_kootak_in_plate_has_six_points() -> None:
    assert points(scene(hero("kootak", (5, 5), side="theirs")), "kootak") == 6


@pytest.mark.rule("mag.sheet.giak", "mag.weapon.halberd")
def test_a_giak_halberdier_against_a_human_with_a_shield() -> None:
    fight = melee(
        unit("humans", [(5, 5)], shield=True), unit("giaks", [(5, 6)], side="theirs", weapons=["halberd"])
    )
    assert chance(fight, "giaks-1", "humans-1") == 23


# --- wolfriders ---------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.sheet.wolfrider", "mag.weapon.lance")
def test_of_two_wolfriders_in_file_only_the_first_attacks() -> None:
    wolves = unit("wolves", [(5, 6), (5, 8)], side="theirs", sheet="wolfrider", weapons=["lance"])
    fight = melee(unit("humans", [(5, 5)]), wolves, red="theirs", active="theirs")
    assert list(asks(fight, answers=["wolves"]).describe()["options"]) == ["wolves-1"]


@pytest.mark.rule("mag.sheet.wolfrider")
def test_a_wolfrider_who_charges_with_his_lance() -> None:
    wolves = unit(
        "wolves", [(5, 6)], side="theirs", sheet="wolfrider", armour="leather", weapons=["lance"],
        all=standing(charged=["humans-1"]),
    )  # fmt: skip
    fight = melee(unit("humans", [(5, 5)], shield=True), wolves)
    assert chance(fight, "wolves-1", "humans-1") == 39


@pytest.mark.rule("mag.sheet.wolfrider")
def test_wolves_are_slower_than_horses_but_better_in_the_rough() -> None:
    def reaches(sheet: str, path: str, **ground: Any) -> bool:
        fight = moving(unit("riders", [(5, 5)], sheet=sheet), FAR, on=board(**ground))
        return marched(fight, {"riders-1": path}, "riders") == ""

    assert reaches("cavalry", "F" * 12) and not reaches("wolfrider", "F" * 12) and reaches("wolfrider", "F" * 11)
    rocks = [(5, y) for y in range(6, 24)]
    assert reaches("cavalry", "FF", rocks=rocks) and not reaches("cavalry", "FFF", rocks=rocks)
    assert reaches("wolfrider", "FFF", rocks=rocks)


# --- the gourgaz --------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.sheet.gourgaz")
def test_a_gourgaz_has_light_cover_behind_a_low_wall() -> None:
    low_wall = board(edges=[("low_wall", "S", [(5, 8)])])
    fight = scene(unit("archers", [(5, 1)], weapons=["longbow"]), hero("beast", (5, 8), **BEAST), on=low_wall)
    assert shot_reasons(fight, "archers-1", "beast")["mag.fire.mod.cover"] == -2


@pytest.mark.rule("mag.sheet.gourgaz", "mag.weapon.double_handed_axe")
def test_a_gourgaz_with_its_axe_against_a_human_with_a_shield() -> None:
    beast = hero("beast", (5, 6), weapons=["double_handed_axe"], **BEAST)
    fight = melee(unit("humans", [(5, 5)], shield=True), beast)
    assert chance(fight, "beast", "humans-1") == 48


@pytest.mark.rule("mag.sheet.gourgaz")
def test_its_second_serious_body_wound_kills_a_gourgaz() -> None:
    beast = hero("beast", (5, 6), weapons=["claws"], **BEAST)
    fight = melee(unit("humans", [(5, 5), (6, 5)]), beast)
    play(fight, answers=["humans", {"humans-1": "beast"}], dice=[1, 75, 70])
    hurt = burden(fight, number(fight, "beast"))
    assert (hurt.combat, hurt.movement) == (-8, -3)
    assert (chance(fight, "beast", "humans-1"), points(fight, "beast")) == (38 - 8, 9 - 3)
    play(fight, answers=["humans", {"humans-2": "beast"}], dice=[1, 80, 90])
    assert not alive(fight, "beast")


@pytest.mark.rule("mag.sheet.gourgaz")
def test_a_mind_blast_drives_hits_on_a_gourgaz_to_its_head() -> None:
    fight = scene(hero("lone_wolf", (5, 5), skills=["mind_blast"]), hero("beast", (5, 8), **BEAST))
    play(fight, answers=["lone_wolf", "beast"], dice=[40, 80, 44])
    assert not alive(fight, "beast")


@pytest.mark.rule("mag.sheet.gourgaz", "mag.wound.monster")
@pytest.mark.parametrize(
    ("wound", "movement", "combat"),
    [
        (("legs", "slight"), -1, 0), (("legs", "critical"), -6, -5), (("arms", "wound"), 0, -6),
        (("arms", "critical"), 0, -20), (("body", "wound"), -1, -3), (("head", "serious"), -4, 0),
    ],
)  # fmt: skip
def test_wounds_of_a_gourgaz(wound: tuple[str, str], movement: int, combat: int) -> None:
    beast = hero("beast", (5, 6), weapons=["claws"], now=standing(wounds=[wound]), **BEAST)
    fight = melee(unit("humans", [(5, 5)]), beast)
    assert points(fight, "beast") == 9 + movement
    assert chance(fight, "beast", "humans-1") == (38 + combat) // (2 if wound == ("head", "serious") else 1)


@pytest.mark.rule("mag.sheet.gourgaz")
def test_a_gourgaz_is_no_veteran_and_goes_by_its_hide_or_forged_armour() -> None:
    fight = scene(hero("beast", (5, 6), **BEAST), hero("forged", (9, 6), armour="plate", **BEAST))
    assert (points(fight, "beast"), points(fight, "forged")) == (9, 7)
    assert [fight.setting.figures[number(fight, name)].armour for name in ("beast", "forged")] == ["mail", "plate"]


# --- hand weapons -------------------------------------------------------------------------------------------


def percent(weapon: str, armour: str, sheet: str = "human") -> int:
    """A regular against an enemy in that armour, before any modifier but the rider's."""
    fight = melee(
        unit("men", [(5, 5)], weapons=[weapon], sheet=sheet), unit("giaks", [(5, 6)], side="theirs", armour=armour)
    )
    return chance(fight, "men-1")


@pytest.mark.rule(
    "mag.weapon.dagger", "mag.weapon.sword", "mag.weapon.axe", "mag.weapon.mace", "mag.weapon.great_sword",
    "mag.weapon.double_handed_axe", "mag.weapon.spear", "mag.weapon.halberd", "mag.weapon.pike",
    "mag.weapon.unarmed",
)  # fmt: skip
@pytest.mark.parametrize(
    ("weapon", "row"),
    [
        ("dagger", (30, 22, 14, 8)), ("sword", (40, 32, 24, 16)), ("axe", (40, 33, 26, 18)),
        ("mace", (36, 31, 27, 22)), ("great_sword", (46, 38, 30, 22)), ("double_handed_axe", (46, 39, 32, 24)),
        ("spear", (38, 30, 22, 14)), ("halberd", (42, 35, 28, 20)), ("pike", (36, 28, 21, 14)),
        ("unarmed", (12, 8, 4, 2)),
    ],
)  # fmt: skip
def test_the_row_of_a_hand_weapon(weapon: str, row: tuple[int, ...]) -> None:
    assert tuple(percent(weapon, armour) for armour in get_args(Armour)) == row


@pytest.mark.rule("mag.weapon.dagger", "mag.weapon.mace")
def test_the_dagger_is_the_weakest_and_the_mace_loses_least_to_plate() -> None:
    weapons = ["sword", "axe", "mace", "great_sword", "double_handed_axe", "spear", "halberd", "pike"]
    assert all(percent("dagger", "mail") < percent(weapon, "mail") for weapon in weapons)
    lost = {weapon: percent(weapon, "none") - percent(weapon, "plate") for weapon in weapons}
    assert min(lost, key=lambda weapon: lost[weapon]) == "mace"


@pytest.mark.rule("mag.weapon.sword")
def test_lone_wolf_and_kootak_carry_a_sword() -> None:
    fight = scene(hero("lone_wolf", (5, 5)), hero("kootak", (5, 15), side="theirs"))
    assert piece(fight, "lone_wolf").weapons == piece(fight, "kootak").weapons == ("sword",)


@pytest.mark.rule("mag.weapon.claws")
def test_a_monster_without_a_weapon_fights_with_its_claws() -> None:
    fight = melee(unit("humans", [(5, 5)]), hero("beast", (5, 6), **BEAST), red="theirs", active="theirs")
    assert foes(fight, "beast") == ["humans-1"]
    play(fight, answers=["beast", {"beast": "humans-1"}], dice=[38])
    assert not alive(fight, "humans-1")


@pytest.mark.rule("mag.weapon.unarmed")
def test_a_soldier_without_a_hand_weapon_fights_with_bare_hands() -> None:
    archers = unit("archers", [(5, 5), (5, 4)], weapons=["longbow"])
    fight = melee(archers, unit("giaks", [(5, 6)], side="theirs"))
    assert foes(fight, "archers-2") == []
    play(fight, answers=["archers", {"archers-1": "giaks-1"}], dice=[5])
    assert alive(fight, "giaks-1")
    assert chance(melee(archers, unit("giaks", [(5, 6)], side="theirs")), "archers-1") == 4


def invented(**more: Any) -> HeroCard:
    plain = {"id": "x", "title": "X", "race": "human", "sheet": "human", "alignment": "good", "armour": "mail"}
    return msgspec.convert({**plain, "weapons": ["sword"], **more}, HeroCard)


@pytest.mark.rule("mag.weapon.claws", "mag.weapon.unarmed")
def test_nobody_has_weapon_skill_with_claws_or_bare_hands() -> None:
    for weapon in ("claws", "unarmed"):
        assert check_hero(invented(skills=[f"weapon_skill_{weapon}"]), book().library)
    assert check_hero(invented(skills=["weapon_skill_sword"]), book().library) == []


@pytest.mark.rule("mag.weapon.lance")
def test_a_lance_is_for_riders_only() -> None:
    assert any("on foot" in fault for fault in check_hero(invented(weapons=["lance"]), book().library))
    assert check_hero(invented(weapons=["lance"], sheet="cavalry", shield=True), book().library) == []


@pytest.mark.rule("mag.weapon.two_hands")
@pytest.mark.parametrize(
    ("weapons", "lawful"),
    [
        (["sword"], True), (["axe"], True), (["spear"], True), (["great_sword"], False), (["halberd"], False),
        (["double_handed_axe"], False), (["pike"], False), (["halberd", "sword"], True),
        (["longbow", "sword"], False), (["short_bow", "sword"], False), (["crossbow", "sword"], False),
        (["javelin", "sword"], True), (["sling", "sword"], True),
    ],
)  # fmt: skip
def test_who_may_carry_a_shield(weapons: list[str], lawful: bool) -> None:
    library = book().library
    faults = list(equipment_faults(library.sheets["human"], "mail", True, tuple(weapons), library))
    assert [key for key, _ in faults] == ([] if lawful else ["shield"])
    assert not list(equipment_faults(library.sheets["human"], "mail", False, tuple(weapons), library))
