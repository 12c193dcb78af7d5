"""Blows, wounds, morale, moves and powers, refereed from the rules alone; a sample like that of shots."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.board import FACINGS
from warhost.rulebooks.magnamund.events import Fired, FleesFrom, Missed, MoraleTested, Wounded
from warhost.rulebooks.magnamund.morale import morale_value, must_test
from warhost.rulebooks.magnamund.orders import coherent
from warhost.rulebooks.magnamund.pieces import squares_of, touching
from warhost.rulebooks.magnamund.state import Wound
from warhost.rulebooks.magnamund.steps import movement_points
from warhost.rulebooks.magnamund.wounds import wound

from . import gunnery, melee
from .heroics import card, targets
from .heroics import opening as before
from .marching import field, forbidden, march
from .refereeing import BOWS, HILL, THEIRS, giak, riders, walkable, why
from .scene import (
    Square,
    alive,
    asks,
    at,
    board,
    book,
    give,
    happened,
    hero,
    number,
    piece,
    play,
    refusal,
    scene,
    standing,
    unit,
)

# --- combat -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.combat.zones_foot")
@pytest.mark.parametrize(
    ("facing", "front", "flank", "rear"), [("S", (4, 4), (6, 5), (6, 6)), ("W", (4, 6), (5, 4), (6, 4))]
)
def test_zones_turn_with_the_defender(facing: str, front: Square, flank: Square, rear: Square) -> None:
    fight = melee.melee(unit("men", [(5, 5)], facing=facing), giak((20, 20)))
    zones = [melee.zone_from(fight, square, "men-1") for square in (front, flank, rear)]
    assert zones == ["front", "flank", "rear"]


@pytest.mark.rule(
    "mag.combat.procedure", "mag.combat.mod.high_ground", "mag.combat.mod.mounted", "mag.wound.head_wound"
)
def test_a_rider_downhill_at_a_footman_and_a_hurt_hero_uphill() -> None:
    fight = melee.melee(unit("men", [(5, 5)], shield=True), riders((5, 4), facing="N"), on=HILL, **THEIRS)
    assert melee.chance(fight, "riders-1", "men-1") == 16 + 15 + 5 + 5  # rear: no shield
    hurt = standing(wounds=[("head", "wound")])
    wolf = hero("lone_wolf", (5, 5), facing="S", now=hurt)
    fight = melee.melee(wolf, giak((5, 4), facing="N"), on=HILL)
    assert melee.chance(fight, "lone_wolf", "giaks-1") == (24 + 5 - 5) // 2


@pytest.mark.rule("mag.combat.mod.mounted")
def test_a_rider_has_no_advantage_over_a_monster_on_foot() -> None:
    beast = hero("beast", (5, 6), side="theirs", sheet="gourgaz")
    knight = unit("men", [(5, 5)], sheet="cavalry", weapons=["lance"])
    assert "mag.combat.mod.mounted" not in melee.reasons(melee.melee(knight, beast), "men-1", "beast")


@pytest.mark.rule("mag.weapon.spear", "mag.weapon.great_sword")
@pytest.mark.parametrize(
    ("weapon", "training", "strikes"),
    [("spear", "regular", True), ("spear", "poor", False), ("great_sword", "veteran", False)],
)
def test_who_strikes_from_the_second_rank(weapon: str, training: str, strikes: bool) -> None:
    men = unit("men", [(5, 5), (5, 4), (5, 3)], weapons=[weapon], training=training)
    fight = melee.melee(men, giak((5, 6)))
    assert melee.foes(fight, "men-1") == ["giaks-1"]
    assert (melee.foes(fight, "men-2") == ["giaks-1"]) is strikes
    assert melee.foes(fight, "men-3") == []


@pytest.mark.rule("mag.armour.shield")
def test_a_shield_counts_without_armour_and_against_the_flank() -> None:
    bare = unit("men", [(5, 5)], armour="none", shield=True)
    fight = melee.melee(bare, giak((6, 5), facing="W"), **THEIRS)
    assert melee.chance(fight, "giaks-1", "men-1") == 36 + 10 - 2
    shot = scene(bare, giak((5, 9), weapons=["sling", "dagger"]), **THEIRS)
    assert gunnery.chance(shot, "giaks-1", "men-1") == 17 - 1


# --- wounds -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.wound.legs_serious", "mag.wound.stacking")
def test_a_lame_hero_comes_to_blows_but_does_not_charge() -> None:
    lame = standing(wounds=[("legs", "serious")])
    fight = field(hero("lone_wolf", (5, 5), now=lame), giak((5, 9)))
    assert movement_points(fight, number(fight, "lone_wolf")).total == 3
    march(fight, "lone_wolf", {"lone_wolf": "FFF"})
    assert touching(fight, number(fight, "lone_wolf")) and piece(fight, "lone_wolf").charged == ()


@pytest.mark.rule("mag.wound.head_wound")
def test_a_second_head_wound_does_not_halve_again() -> None:
    now = standing(wounds=[("head", "wound"), ("head", "wound")])
    fight = melee.melee(hero("lone_wolf", (5, 5), now=now), giak((5, 6)))
    assert melee.chance(fight, "lone_wolf", "giaks-1") == 29 // 2


@pytest.mark.rule("mag.wound.random_direction")
def test_a_blinded_hero_next_to_an_enemy_does_not_stumble() -> None:
    blind = standing(wounds=[("head", "serious")])
    fight = field(hero("lone_wolf", (5, 5), now=blind), giak((5, 6)), unit("men", [(15, 15)]))
    assert asks(fight).describe()["options"] == ["men", "done"]


# --- morale -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.morale.trigger.half", "mag.unit.composition")
@pytest.mark.parametrize(("left", "began", "tests"), [(4, 7, False), (3, 7, True), (3, 6, True), (4, 6, False)])
def test_half_of_an_odd_number(left: int, began: int, tests: bool) -> None:
    men = unit("men", [(x, 5) for x in range(1, left + 1)], lost=began - left)
    assert ("mag.morale.trigger.half" in why(scene(men, giak((20, 20)), phase="morale"), "men")) is tests


@pytest.mark.rule("mag.morale.trigger.flank")
def test_a_missed_blow_into_the_flank_of_one_makes_all_test() -> None:
    men = unit("men", [(5, 5), (4, 5), (3, 5), (2, 5), (1, 5), (1, 4)])
    fight = melee.melee(men, giak((6, 5), facing="W"), **THEIRS)
    play(fight, answers=["giaks", {"giaks-1": "men-1"}], dice=[100])
    assert why(fight, "men") == ["mag.morale.trigger.flank"]


@pytest.mark.rule("mag.morale.trigger.leader", "mag.setup.leader")
def test_a_soldier_who_leads_dies_and_a_far_unit_tests_but_not_the_enemy() -> None:
    men, others = unit("men", [(5, 5), (6, 5)], weapons=BOWS), unit("others", [(20, 2), (21, 2)])
    archers = unit("giaks", [(5, 9)], side="theirs", weapons=["short_bow", "dagger"])
    fight = scene(men, others, archers, leaders=("men-2", ""), **THEIRS)
    play(fight, answers=["giaks", {"giaks-1": "men-2"}], dice=[12])
    assert not alive(fight, "men-2")
    assert "mag.morale.trigger.leader" in why(fight, "others") and "mag.morale.trigger.leader" in why(fight, "men")
    assert why(fight, "giaks") == []
    assert fight.state.leaders[0] == number(fight, "men-2")  # no new leader is named


@pytest.mark.rule("mag.morale.modifiers")
def test_all_modifiers_of_a_bad_turn_add_up() -> None:
    giaks = unit(
        "giaks", [(5, 5), (6, 5)], side="theirs", lost=3, lost_this_turn=2, flank_attackers=["men-1"],
        rear_attackers=["men-1"], monsters=["men-1"], friends_routed=True,
    )  # fmt: skip
    fight = scene(giaks, unit("men", [(5, 9)]), phase="morale", leaders_slain=(False, True), **THEIRS)
    assert morale_value(fight, fight.setting.group["giaks"].unit, 7).total == (4 + 7 - 1 - 2 - 2 - 1 - 2 - 1)


@pytest.mark.rule("mag.morale.who")
def test_an_aura_makes_no_hero_test() -> None:
    own = card("shine", skills=["aura_of_goodness"])
    fight = scene(
        hero("shine", (5, 5), card="shine"), hero("kootak", (5, 7), side="theirs"), cards=[own], phase="morale",
        **THEIRS,
    )  # fmt: skip
    assert not happened(play(fight), MoraleTested)


@pytest.mark.rule("mag.morale.flow")
def test_in_flight_a_wall_ahead_is_gone_round_by_the_cheapest_way() -> None:
    """Scrub on one side and open ground on the other: both lead into the next row, and the open way is taken."""
    walled = board(edges=[("high_wall", "S", [(5, 8)])], scrub=[(4, 7)])
    giaks = unit("giaks", [(5, 8)], side="theirs", lost=4, lost_this_turn=4, training="poor", facing="N")
    fight = scene(giaks, unit("men", [(5, 14)]), on=walled, phase="morale", **THEIRS)
    events = play(fight, dice=[1, 2])
    assert happened(events, FleesFrom)[0].direction == "S"
    assert at(fight, "giaks-1")[0] == 6


# --- units and moves ----------------------------------------------------------------------------------------


@pytest.mark.rule("mag.unit.coherency_gap", "mag.move.locked")
def test_the_free_part_of_a_broken_unit_goes_to_the_part_that_is_locked() -> None:
    men = unit("men", [(5, 5), (6, 5), (12, 5), (13, 5), (14, 5)])
    fight = field(men, giak((5, 6)))
    still = dict.fromkeys(("men-3", "men-4", "men-5"), "")
    assert forbidden(fight, "men", still) == "mag.unit.coherency_gap"
    assert forbidden(fight, "men", {"men-3": "wFFFFF", "men-4": "wFFFFF", "men-5": "wFFFFF"}) == ""
    assert forbidden(fight, "men", {"men-1": "F", **still})


@pytest.mark.rule("mag.unit.alt_coherency")
def test_in_open_order_an_enemy_may_stand_between_two_of_a_unit() -> None:
    men, foe = unit("men", [(5, 5), (7, 7)]), giak((6, 6))
    loose = scene(men, foe, phase="movement", options={"open_order": True})
    places = [squares_of(loose, n) for n in loose.setting.group["men"].members]
    assert coherent(loose, places)
    assert not coherent(scene(men, foe, phase="movement"), places)


@pytest.mark.rule("mag.move.points", "mag.move.unused", "mag.hero.card_precedence")
def test_a_piece_may_spend_some_of_its_points_but_not_one_more_than_it_has() -> None:
    fight = field(unit("men", [(5, 5)], armour="plate"), giak((20, 20)))
    assert walkable(fight, "men-1", "F" * 7) and not walkable(fight, "men-1", "F" * 8)
    march(fight, "men", {"men-1": "FF"})
    assert at(fight, "men-1") == (5, 7)


@pytest.mark.rule("mag.move.occupied")
def test_one_squeezes_between_two_pieces_over_the_corner_but_not_through_them() -> None:
    fight = field(unit("men", [(5, 5)]), unit("others", [(5, 6), (6, 5)]), giak((20, 20)))
    assert walkable(fight, "men-1", "R")
    assert not walkable(fight, "men-1", "F")


@pytest.mark.rule("mag.move.locked")
def test_a_piece_with_an_enemy_behind_it_cannot_even_turn() -> None:
    fight = field(unit("men", [(5, 5), (6, 5), (7, 5)]), giak((4, 4)))
    assert forbidden(fight, "men", {"men-1": "s"})
    assert forbidden(fight, "men", {"men-3": "s"}) == ""


# --- powers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.kai.mind_shield")
@pytest.mark.parametrize(("die", "parried"), [(50, True), (51, False)])
def test_a_kai_lord_shields_himself_less_well_from_another(die: int, parried: bool) -> None:
    """One of them has been hypnotised, so that two Kai Lords are at odds."""
    other = card("other", kai_lord=True, skills=["mind_blast"])
    wolf = hero("lone_wolf", (5, 5), skills=["mind_shield"])
    foe = hero("other", (5, 7), card="other", now=standing(obeys=9), facing="S", skills=["mind_blast"])
    fight = scene(wolf, foe, unit("giaks", [(20, 20)], side="theirs"), cards=[other], **THEIRS)
    events = play(fight, answers=["other", "lone_wolf"], dice=[die] if parried else [die, 36])
    assert not happened(events, Wounded)


@pytest.mark.rule("mag.kai.mind_over_matter")
@pytest.mark.parametrize(("die", "turned"), [(30, True), (31, False)])
def test_a_turned_missile_may_fall_on_empty_ground(die: int, turned: bool) -> None:
    wolf = hero("lone_wolf", (5, 5), skills=["mind_over_matter"])
    archer = giak((5, 9), weapons=["short_bow", "dagger"])
    fight = scene(wolf, archer, **THEIRS)
    answers = ["giaks", {"giaks-1": "lone_wolf"}, "yes", *(["4,4"] if turned else [])]
    events = play(fight, answers=answers, dice=[die] if turned else [die, 100])
    assert happened(events, Fired) and bool(happened(events, Missed)) is not turned


@pytest.mark.rule("mag.skill.secret_parry")
def test_a_red_hero_who_has_struck_cannot_parry_the_reply() -> None:
    own = card("rorn", skills=["secret_parry"])
    rorn = hero("rorn", (5, 5), card="rorn", skills=["secret_parry"])
    fight = melee.melee(rorn, giak((5, 6)), cards=[own])
    play(fight, answers=["rorn", {"rorn": "giaks-1"}], dice=[100])
    events = play(fight, answers=["giaks", {"giaks-1": "rorn"}], dice=[21, 10, 90])
    assert happened(events, Wounded)


@pytest.mark.rule("mag.trick.mind_blast")
@pytest.mark.parametrize(("place", "reached"), [((5, 9), True), ((5, 10), False)])
def test_an_evil_mind_blast_reaches_four_squares_and_needs_a_whole_mind(place: Square, reached: bool) -> None:
    evil = card("vor", race="vordak", sheet="giak", alignment="evil", skills=["mind_blast"])

    def powers(now: Any) -> dict[str, list[str]]:
        vor = hero("vor", place, side="theirs", card="vor", now=now, skills=["mind_blast"])
        return targets(scene(unit("men", [(5, 5)]), vor, cards=[evil], **THEIRS), "vor")

    assert powers(standing()) == ({"mind blast": ["men-1"]} if reached else {})
    assert powers(standing(wounds=[("body", "slight")])) == {}
    assert powers(standing(uses={"mind_blast": 2})) == {}


@pytest.mark.rule("mag.trick.mind_blast", "mag.wound.location")
@pytest.mark.parametrize(("rolled", "struck"), [(45, "head"), (46, "legs")])
def test_an_evil_blast_strikes_a_kai_lord_twentyfive_higher(rolled: int, struck: str) -> None:
    evil = card("vor", race="vordak", sheet="giak", alignment="evil", skills=["mind_blast"])
    vor = hero("vor", (5, 8), side="theirs", card="vor", skills=["mind_blast"])
    fight = scene(hero("lone_wolf", (5, 5)), vor, cards=[evil], **THEIRS)
    events = play(fight, answers=["vor", "lone_wolf"], dice=[35, 35, rolled])
    assert happened(events, Wounded)[0].location == struck


@pytest.mark.rule("mag.kai.random_number")
@pytest.mark.parametrize("die", [1, 7])
def test_so_many_disciplines_as_the_die_shows_no_more_and_no_less(die: int) -> None:
    fight = before("forest_road", {"disciplines": "rolled"})
    weapons = [
        f"weapon_skill_{weapon}" for weapon in ("sword", "axe", "mace", "dagger", "longbow", "spear", "sling")
    ]
    assert refusal(fight, [*weapons[: die - 1]], dice=[die]) == "mag.kai.progression"
    assert refusal(fight, [*weapons[:die]], dice=[die]) == ""  # each weapon is a discipline of its own


@pytest.mark.rule("mag.fire.mod.target_moved", "mag.kai.animal_kinship")
def test_a_mount_that_another_moved_has_moved() -> None:
    wolf = hero("lone_wolf", (5, 5), skills=["animal_kinship"])
    bows = unit("bows", [(9, 3)], weapons=BOWS, all=standing(acted=True))
    fight = scene(wolf, bows, riders((9, 9)), phase="movement", animals=[("lone_wolf", "riders-1")])
    play(fight, answers=["8,9,S"])
    fight.state.phase = "second firing"
    assert gunnery.reasons(fight, "bows-1", "riders-1")["mag.fire.mod.target_moved"] == -2


@pytest.mark.rule("mag.fire.modifiers", "mag.kai.camouflage")
def test_camouflage_counts_besides_cover() -> None:
    wolf = hero("lone_wolf", (5, 9), skills=["camouflage"])
    archer = giak((5, 5), facing="N", weapons=["short_bow", "dagger"])
    fight = scene(wolf, archer, on=board(trees=[(5, 9)]), **THEIRS)
    assert gunnery.chance(fight, "giaks-1", "lone_wolf") == 22 - 2 - 4


# --- encounters ---------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.encounter.princes_stand", "mag.setup.board_layout", "mag.setup.sides", "mag.board.squares")
def test_the_ridge_the_farm_and_who_leads() -> None:
    setting = book().setting(book().setup("princes_stand", {}))
    land = setting.board
    assert (land.width, land.height, setting.encounter.turn_limit) == (34, 30, 12)
    assert land.terrain[land.square(13, 13)] == "slope" and land.terrain[land.square(12, 13)] == "open"
    assert land.levels[land.square(14, 13)] > land.levels[land.square(13, 13)] > land.levels[land.square(12, 13)]
    assert land.terrain[land.square(24, 19)] == "trees" and land.terrain[land.square(29, 15)] == "marsh"
    assert [side.leader for side in setting.sides] == ["prince_pelathar", "kootak"]
    assert setting.group["pikemen"].facing == FACINGS.index("N")
    assert [len(setting.group[name].members) for name in ("pikemen", "axemen", "wolfriders")] == [12, 16, 8]


@pytest.mark.rule("mag.wound.record")
def test_wounds_are_kept_one_by_one_with_place_and_severity() -> None:
    fight = scene(hero("lone_wolf", (5, 5)), giak((9, 9)))
    give(fight, dice=[10, 90, 40, 25])
    wound(fight, number(fight, "lone_wolf"), None)
    wound(fight, number(fight, "lone_wolf"), None)
    assert piece(fight, "lone_wolf").wounds == (Wound("body", "slight"), Wound("legs", "wound"))
    assert not must_test(fight, fight.setting.group["giaks"].unit)
