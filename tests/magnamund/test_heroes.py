"""Hero Cards: what they say, what the Play Sheet says instead, and the heroes that come with the game."""

from __future__ import annotations

import pytest

from warhost.rulebooks.magnamund.library import check_hero
from warhost.rulebooks.magnamund.record_sheet import piece_sheet
from warhost.rulebooks.magnamund.state import NOBODY, Wound
from warhost.rulebooks.magnamund.steps import movement_points

from . import gunnery
from .heroics import blow, card, opening, price, why
from .scene import alive, at, book, hero, number, piece, play, refusal, scene, standing, unit

GIAK = unit("giaks", [(5, 6)], side="theirs")


# --- cards --------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.hero.card")
def test_a_card_gives_a_hero_his_equipment_skills_and_own_alignment() -> None:
    turncoat = card(alignment="evil", armour="plate", shield=True, weapons=["mace"], skills=["hard_as_nails"])
    fight = scene(hero("rorn", (5, 5), side="theirs"), cards=[turncoat])
    figure = fight.setting.figures[number(fight, "rorn")]
    assert (figure.alignment, figure.sheet.alignment) == ("evil", "good")
    assert (figure.armour, figure.shield) == ("plate", True)
    assert piece(fight, "rorn").weapons == ("mace",)
    assert piece(fight, "rorn").skills == ("hard_as_nails",)


@pytest.mark.rule("mag.hero.card_precedence")
def test_a_card_without_movement_points_leaves_them_to_the_sheet() -> None:
    fight = scene(hero("rorn", (5, 5)), cards=[card()])
    points = movement_points(fight, number(fight, "rorn"))
    assert (points.total, points.steps[0].rule) == (8, "mag.move.points")


@pytest.mark.rule("mag.hero.card_precedence")
def test_twelve_movement_points_on_the_card_are_twelve_whatever_the_sheet_says() -> None:
    fight = scene(hero("rorn", (5, 2)), cards=[card(movement_points=12)], phase="movement")
    points = movement_points(fight, number(fight, "rorn"))
    assert (points.total, points.steps[0].rule) == (12, "mag.hero.card_precedence")
    assert price(fight, "rorn", "F" * 12) == 12


@pytest.mark.rule("mag.hero.card_precedence")
def test_a_percentage_on_the_card_replaces_that_of_the_sheet_for_that_armour_alone() -> None:
    mighty = card(combat={"sword": {"mail": 50}}, firing={"sling": {"mail": 20}}, weapons=["sling", "sword"])
    fight = scene(hero("rorn", (5, 5)), GIAK, cards=[mighty], phase="combat")
    assert blow(fight, "rorn", "giaks-1").chance == 50 + 5
    bare = scene(
        hero("rorn", (5, 5)), unit("giaks", [(5, 6)], side="theirs", armour="none"), cards=[mighty], phase="combat"
    )
    assert blow(bare, "rorn", "giaks-1").chance == 40 + 5
    far = scene(hero("rorn", (5, 5)), unit("giaks", [(5, 9)], side="theirs"), cards=[mighty])
    assert gunnery.chance(far, "rorn", "giaks-1") == 20 + 3


@pytest.mark.rule("mag.hero.individual")
def test_a_hero_goes_his_own_way_where_a_soldier_may_not() -> None:
    men = unit("men", [(4, 5), (6, 5), (5, 4)])
    fight = scene(men, hero("rorn", (5, 5)), cards=[card()], phase="movement")
    assert fight.setting.figures[number(fight, "rorn")].unit == NOBODY
    assert refusal(fight, {"men-1": "FFFFFF"}, answers=["men"]) == "mag.unit.coherency"
    play(fight, answers=["rorn", {"rorn": "FFFFFF"}])
    assert at(fight, "rorn") == (5, 11)


@pytest.mark.rule("mag.hero.individual")
def test_any_kai_lord_is_a_hero_with_a_card() -> None:
    fight = scene(hero("lone_wolf", (5, 5)), hero("rorn", (7, 5)), cards=[card(kai_lord=True)])
    for name in ("lone_wolf", "rorn"):
        figure = fight.setting.figures[number(fight, name)]
        assert figure.hero and figure.individual and figure.kai_lord and figure.card is not None


# --- the heroes of the game ---------------------------------------------------------------------------------


@pytest.mark.rule("mag.hero.lone_wolf")
def test_lone_wolf_comes_unarmoured_with_a_sword_and_one_discipline_to_choose() -> None:
    fight = opening("forest_road")
    figure = fight.setting.figures[number(fight, "lone_wolf")]
    assert (figure.sheet.id, figure.armour, figure.shield, figure.mounted) == ("human", "none", False, False)
    assert figure.kai_lord and figure.alignment == "good" and figure.training == "veteran"
    play(fight, answers=[["camouflage"]])
    assert piece(fight, "lone_wolf").weapons == ("sword",)
    assert piece(fight, "lone_wolf").skills == ("camouflage",)


@pytest.mark.rule("mag.hero.lone_wolf")
def test_beside_the_prince_he_has_two() -> None:
    fight = opening("princes_stand")
    assert refusal(fight, ["camouflage"]) == "mag.kai.progression"
    assert refusal(fight, ["camouflage", "healing"]) == ""


@pytest.mark.rule("mag.hero.prince_pelathar")
def test_pelathar_charges_a_giak_with_his_lance_at_sixty_three() -> None:
    prince = hero("prince_pelathar", (5, 5), now=standing(charged=["giaks-1"]))
    fight = scene(prince, GIAK, phase="combat")
    strike = blow(fight, "prince_pelathar", "giaks-1", "lance")
    assert strike.chance == 18 + 5 + 15 + 20 + 5 == 63
    assert why(strike)["mag.skill.weapon"] == 15 and why(strike)["mag.combat.charge"] == 20
    assert fight.setting.squares(0, piece(fight, "prince_pelathar").square, 0) == tuple(
        fight.setting.board.square(*xy) for xy in ((5, 5), (5, 4))
    )
    assert piece(fight, "prince_pelathar").skills == ("rally", "weapon_skill_lance")


@pytest.mark.rule("mag.hero.prince_pelathar")
def test_in_plate_and_with_a_shield_the_prince_is_hard_to_hit() -> None:
    fight = scene(hero("prince_pelathar", (5, 5)), GIAK, phase="combat", active="theirs", red="theirs")
    assert blow(fight, "giaks-1", "prince_pelathar").chance == 14 - 2
    assert movement_points(fight, number(fight, "prince_pelathar")).total == 11


@pytest.mark.rule("mag.hero.kootak")
def test_kootaks_first_wound_is_cancelled_and_the_next_counts_in_full() -> None:
    fight = scene(hero("lone_wolf", (5, 5)), hero("kootak", (5, 6), side="theirs"), phase="combat")
    play(fight, answers=["lone_wolf", {"lone_wolf": "kootak"}], dice=[1, 95, 10])
    assert alive(fight, "kootak") and piece(fight, "kootak").wounds == ()
    piece(fight, "lone_wolf").struck = False
    fight.state.half = 0
    play(fight, answers=["lone_wolf", {"lone_wolf": "kootak"}], dice=[1, 75, 30])
    assert piece(fight, "kootak").wounds == (Wound("legs", "serious"),)


@pytest.mark.rule("mag.hero.kootak")
def test_kootaks_poisoned_sword() -> None:
    kootak, man = hero("kootak", (5, 6), side="theirs"), unit("men", [(5, 5)], armour="plate", shield=True)
    fight = scene(kootak, man, phase="combat", active="theirs", red="theirs")
    assert blow(fight, "kootak", "men-1").chance == 36 + 5 + 15
    duel = scene(kootak, hero("lone_wolf", (5, 5)), phase="combat", active="theirs", red="theirs")
    play(duel, answers=["kootak", {"kootak": "lone_wolf"}], dice=[56, 52, 50])
    assert piece(duel, "lone_wolf").wounds == (Wound("arms", "serious"),)
    assert movement_points(duel, number(duel, "kootak")).total == 6


# --- skills -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.hero.skill_lists")
def test_each_alignment_has_its_list_and_kai_disciplines_are_for_kai_lords() -> None:
    lists = book().library.tables.skills
    own = {name: [skill.id for skill in listed.skills if not skill.kin] for name, listed in lists.items()}
    heroic, evil, kai = own["heroic_abilities"], own["evil_tricks"], own["kai_disciplines"]
    assert (len(heroic), len(evil), len(kai)) == (8, 5, 9)
    allowed = {"good": [heroic], "evil": [evil], "neutral": [heroic, evil]}
    for alignment, mine in allowed.items():
        for listed in (heroic, evil, kai):
            for skill in listed:
                faults = check_hero(card(alignment=alignment, skills=[skill]), book().library)
                assert (faults == []) == (listed in mine), (alignment, skill)


@pytest.mark.rule("mag.hero.skill_lists")
def test_heroes_of_the_game_have_the_skills_of_their_cards_and_choose_none() -> None:
    fight = opening("princes_stand")
    play(fight, answers=[["camouflage", "healing"]])
    play(fight)
    assert fight.state.phase == "placing"
    assert piece(fight, "kootak").skills == ("weapon_skill_sword", "poisoner", "hard_as_nails")


# --- record sheets ------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.wound.record")
def test_the_record_sheet_of_a_wounded_hero_in_battle() -> None:
    now = standing(wounds=[("legs", "wound")], uses={"healing": 2})
    fight = scene(hero("lone_wolf", (5, 5), skills=["healing", "weapon_skill_axe"], now=now))
    assert piece_sheet(fight.setting, fight.state, 0).splitlines() == [
        "Name         Lone Wolf",
        "Armour       none",
        "Weapons      Axe",
        "Disciplines  Healing",
        "             Weapon Skill (Axe)",
        "Wounds       legs wound",
        "Notes        healing used 2x",
    ]


@pytest.mark.rule("mag.wound.record")
def test_monsters_have_one_too() -> None:
    beast = hero("gourgaz", (5, 5), sheet="gourgaz", weapons=["claws"], now=standing(wounds=[("body", "slight")]))
    sheet = piece_sheet((fight := scene(beast)).setting, fight.state, 0)
    assert "Weapons      Claws and fangs" in sheet and "Wounds       body slight" in sheet
    assert "Skills       none" in sheet
