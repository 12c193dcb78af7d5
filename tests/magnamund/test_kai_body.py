"""Kai Lords: their disciplines of body and weapon, and how many they have."""

from __future__ import annotations

import pytest

from warhost.rulebooks.magnamund.aiming import may_not_shoot
from warhost.rulebooks.magnamund.combat import may_not_strike
from warhost.rulebooks.magnamund.events import Healed
from warhost.rulebooks.magnamund.library import check_hero
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.steps import movement_points

from . import gunnery
from .heroics import blow, card, opening, price, targets, why
from .scene import (
    Square,
    alive,
    asks,
    board,
    book,
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

FOUR = ["tracking", "healing", "weapon_skill_mace", "weapon_skill_crossbow"]


def archers(square: Square, **more: object) -> Fight:
    """A Giak with a short bow, five squares from Lone Wolf at (5,5) or where he is put."""
    bows = unit("giaks", [square], side="theirs", weapons=["short_bow", "dagger"])
    wolf = hero("lone_wolf", (5, 5), skills=["camouflage"])
    return scene(wolf, bows, active="theirs", red="theirs", **more)


@pytest.mark.rule("mag.kai.lord")
def test_a_kai_lord_strikes_as_a_veteran_by_the_human_sheet() -> None:
    fight = scene(hero("lone_wolf", (5, 5)), unit("giaks", [(5, 6)], side="theirs"), phase="combat")
    assert fight.setting.figures[number(fight, "lone_wolf")].sheet.id == "human"
    strike = blow(fight, "lone_wolf", "giaks-1")
    assert strike.chance == 24 + 5
    assert why(strike)["mag.combat.mod.training"] == 5


@pytest.mark.rule("mag.kai.lord")
def test_a_kai_lord_shoots_as_a_veteran() -> None:
    wolf = hero("lone_wolf", (5, 5), weapons=["longbow", "sword"])
    fight = scene(wolf, unit("giaks", [(5, 10)], side="theirs"))
    assert gunnery.chance(fight, "lone_wolf", "giaks-1") == 17 + 3


@pytest.mark.rule("mag.kai.lord")
def test_nobody_but_a_kai_lord_learns_a_discipline() -> None:
    library = book().library
    assert check_hero(card(kai_lord=True, skills=["camouflage"]), library) == []
    assert check_hero(card(skills=["camouflage"]), library) == [
        "skills[0]: expected one of the Heroic Abilities, got camouflage"
    ]


@pytest.mark.rule("mag.kai.random_number")
def test_a_four_on_the_die_gives_four_disciplines() -> None:
    fight = opening("forest_road", {"disciplines": "rolled"})
    assert refusal(fight, FOUR[:3], dice=[4]) == "mag.kai.progression"
    assert refusal(fight, [*FOUR, "hunting"], dice=[4]) == "mag.kai.progression"
    play(fight, dice=[4], answers=[FOUR])
    assert piece(fight, "lone_wolf").skills == tuple(FOUR)


@pytest.mark.rule("mag.kai.random_number")
def test_a_nought_on_the_die_is_ten() -> None:
    fight = opening("forest_road", {"disciplines": "rolled"})
    question = asks(fight, dice=[10])
    assert question.describe()["least"] == question.describe()["most"] == 10


@pytest.mark.rule("mag.kai.progression")
def test_in_his_first_encounter_lone_wolf_has_one_discipline() -> None:
    fight = opening("forest_road")
    assert refusal(fight, ["tracking", "healing"]) == "mag.kai.progression"
    assert refusal(fight, ["rally"]) == "mag.kai.progression"
    play(fight, answers=[["tracking"]])
    assert piece(fight, "lone_wolf").skills == ("tracking",)


@pytest.mark.rule("mag.kai.equip_missile")
def test_the_skill_of_a_missile_weapon_brings_it_along_with_the_sword() -> None:
    fight = opening("forest_road")
    play(fight, answers=[["weapon_skill_crossbow"]])
    assert piece(fight, "lone_wolf").weapons == ("crossbow", "sword")


@pytest.mark.rule("mag.kai.equip_combat")
def test_the_skill_of_a_mace_takes_the_place_of_the_sword() -> None:
    fight = opening("forest_road")
    play(fight, answers=[["weapon_skill_mace"]])
    assert piece(fight, "lone_wolf").weapons == ("mace",)


@pytest.mark.rule("mag.kai.equip_combat")
def test_with_two_hand_weapons_he_names_one_for_each_attack() -> None:
    wolf = hero("lone_wolf", (5, 5), weapons=["mace", "axe"], skills=["weapon_skill_mace", "weapon_skill_axe"])
    fight = scene(wolf, unit("giaks", [(5, 6)], side="theirs"), phase="combat")
    assert refusal(fight, "sword", answers=["lone_wolf"]) == "mag.kai.equip_combat"
    play(fight, answers=["lone_wolf", "mace", {"lone_wolf": "giaks-1"}], dice=[27 + 5 + 15])
    assert not alive(fight, "giaks-1")


@pytest.mark.rule("mag.kai.weapon_skill")
def test_weapon_skill_with_the_sword_adds_fifteen() -> None:
    wolf = hero("lone_wolf", (5, 5), skills=["weapon_skill_sword"])
    fight = scene(wolf, unit("giaks", [(5, 6)], side="theirs"), phase="combat")
    strike = blow(fight, "lone_wolf", "giaks-1")
    assert strike.chance == 24 + 5 + 15 == 44
    assert why(strike)["mag.kai.weapon_skill"] == 15
    assert blow(fight, "lone_wolf", "giaks-1", "axe").chance == 26 + 5


@pytest.mark.rule("mag.kai.weapon_skill")
def test_weapon_skill_with_the_longbow_adds_ten_before_the_range_divides() -> None:
    wolf = hero("lone_wolf", (5, 2), weapons=["longbow", "sword"], skills=["weapon_skill_longbow"])
    fight = scene(wolf, unit("giaks", [(5, 12)], side="theirs"))
    assert gunnery.chance(fight, "lone_wolf", "giaks-1") == (17 + 3 + 10) // 2 == 15
    assert gunnery.reasons(fight, "lone_wolf", "giaks-1")["mag.kai.weapon_skill"] == 10


# --- camouflage, hunting, tracking --------------------------------------------------------------------------


@pytest.mark.rule("mag.kai.camouflage")
def test_in_scrub_camouflage_is_added_to_the_cover() -> None:
    fight = archers((5, 10), on=board(scrub=[(5, 5)]))
    assert gunnery.chance(fight, "giaks-1", "lone_wolf") == 22 - 2 - 2 == 18
    assert gunnery.reasons(fight, "giaks-1", "lone_wolf")["mag.kai.camouflage"] == -2


@pytest.mark.rule("mag.kai.camouflage")
@pytest.mark.parametrize("ground", ["slope", "steps", "rampart", "hilltop"])
def test_on_plain_ground_there_is_no_camouflage(ground: str) -> None:
    fight = archers((5, 10), on=board(**{ground: [(5, 5)]}))
    assert gunnery.chance(fight, "giaks-1", "lone_wolf") == 22


@pytest.mark.rule("mag.kai.camouflage")
def test_marsh_camouflages_though_it_gives_no_cover() -> None:
    assert gunnery.chance(archers((5, 10), on=board(marsh=[(5, 5)])), "giaks-1", "lone_wolf") == 22 - 2
    assert gunnery.chance(archers((5, 10)), "giaks-1", "lone_wolf") == 22


@pytest.mark.rule("mag.kai.camouflage")
def test_a_hedge_camouflages_only_against_shots_from_behind_it() -> None:
    hedge = board(edges=[("hedge", "N", [(5, 5)])])
    assert gunnery.chance(archers((5, 10), on=hedge), "giaks-1", "lone_wolf") == 22 - 4 - 2
    south = unit("giaks", [(5, 1)], side="theirs", weapons=["short_bow", "dagger"], facing="N")
    fight = scene(hero("lone_wolf", (5, 5), skills=["camouflage"]), south, on=hedge, active="theirs", red="theirs")
    assert gunnery.chance(fight, "giaks-1", "lone_wolf") == 22


@pytest.mark.rule("mag.kai.hunting")
def test_a_hunter_steps_diagonally_into_rocks_for_two_points() -> None:
    rocks = board(rocks=[(6, 6)], scrub=[(4, 6)], trees=[(5, 6)])
    fight = scene(hero("lone_wolf", (5, 5), skills=["hunting"]), on=rocks, phase="movement")
    assert price(fight, "lone_wolf", "R") == 2
    assert price(fight, "lone_wolf", "L") == 2
    assert price(fight, "lone_wolf", "F") == 1
    other = scene(hero("lone_wolf", (5, 5)), on=rocks, phase="movement")
    assert price(other, "lone_wolf", "R") == 6


@pytest.mark.rule("mag.kai.hunting")
def test_marsh_stays_marsh_to_a_hunter() -> None:
    fight = scene(hero("lone_wolf", (5, 5), skills=["hunting"]), on=board(marsh=[(5, 6)]), phase="movement")
    assert price(fight, "lone_wolf", "F") == 3


@pytest.mark.rule("mag.kai.hunting")
def test_on_horseback_hunting_is_of_no_use() -> None:
    rider = card(kai_lord=True, sheet="cavalry", armour="none")
    fight = scene(
        hero("rorn", (5, 5), skills=["hunting"]), cards=[rider], on=board(rocks=[(5, 6)]), phase="movement"
    )
    assert price(fight, "rorn", "F") == 6


@pytest.mark.rule("mag.kai.tracking")
def test_tracking_adds_two_movement_points() -> None:
    fight = scene(hero("lone_wolf", (5, 2), skills=["tracking"]), phase="movement", on=board(water=[(6, 3)]))
    points = movement_points(fight, number(fight, "lone_wolf"))
    assert points.total == 10 + 2
    assert [step.rule for step in points.steps][-1] == "mag.kai.tracking"
    assert price(fight, "lone_wolf", "F" * 12) == 12
    assert price(fight, "lone_wolf", "F" * 13) == "mag.move.points"
    assert price(fight, "lone_wolf", "R") == "mag.terrain.impassable"


# --- healing ------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.kai.healing")
def test_a_fifty_fails_and_is_one_of_his_three_tries() -> None:
    wolf = hero("lone_wolf", (5, 5), skills=["healing"], now=standing(wounds=[("legs", "wound")]))
    fight = scene(wolf, unit("giaks", [(5, 20)], side="theirs"))
    play(fight, answers=["lone_wolf", "lone_wolf: legs wound"], dice=[50])
    assert piece(fight, "lone_wolf").used("healing") == 1
    assert len(piece(fight, "lone_wolf").wounds) == 1


@pytest.mark.rule("mag.kai.healing")
@pytest.mark.parametrize(
    ("severity", "left"),
    [("slight", []), ("wound", []), ("serious", [("arms", "wound")]), ("critical", [("arms", "serious")])],
)
def test_a_fifty_one_heals_a_wound_as_far_as_it_can_be(severity: str, left: list[tuple[str, str]]) -> None:
    wolf = hero("lone_wolf", (5, 5), skills=["healing"], now=standing(wounds=[("arms", severity)]))
    fight = scene(wolf, unit("giaks", [(5, 20)], side="theirs"))
    play(fight, answers=["lone_wolf", f"lone_wolf: arms {severity}"], dice=[51])
    assert [(wound.location, wound.severity) for wound in piece(fight, "lone_wolf").wounds] == left


@pytest.mark.rule("mag.kai.healing")
def test_one_wound_is_treated_at_a_time() -> None:
    wounds = [("legs", "wound"), ("legs", "wound"), ("body", "slight")]
    wolf = hero("lone_wolf", (5, 5), skills=["healing"], now=standing(wounds=wounds))
    fight = scene(wolf, unit("giaks", [(5, 20)], side="theirs"))
    play(fight, answers=["lone_wolf", "lone_wolf: legs wound"], dice=[100])
    assert sorted(wound.location for wound in piece(fight, "lone_wolf").wounds) == ["body", "legs"]


@pytest.mark.rule("mag.kai.healing")
def test_he_heals_heroes_and_monsters_next_to_him_but_no_enemy_and_nobody_farther_off() -> None:
    hurt = standing(wounds=[("body", "wound")])
    fight = scene(
        hero("lone_wolf", (5, 5), skills=["healing"]),
        hero("prince_pelathar", (6, 6), now=hurt),
        hero("beast", (4, 6), sheet="gourgaz", weapons=["claws"], now=hurt),
        hero("rorn", (7, 4), now=hurt),
        hero("kootak", (6, 4), side="theirs", now=hurt),
        cards=[card()],
    )
    assert targets(fight, "lone_wolf")["healing"] == ["prince_pelathar: body wound", "beast: body wound"]


@pytest.mark.rule("mag.kai.healing")
def test_no_fourth_try_and_none_in_the_second_firing_phase() -> None:
    def wolf(**now: object) -> dict[str, object]:
        return standing(wounds=[("body", "wound")], **now)

    spent = scene(hero("lone_wolf", (5, 5), skills=["healing"], now=wolf(uses={"healing": 3})))
    assert targets(spent, "lone_wolf") == {}
    late = scene(hero("lone_wolf", (5, 5), skills=["healing"], now=wolf()), phase="second firing")
    assert targets(late, "lone_wolf") == {}
    third = scene(hero("lone_wolf", (5, 5), skills=["healing"], now=wolf(uses={"healing": 2})))
    assert targets(third, "lone_wolf") == {"healing": ["lone_wolf: body wound"]}


@pytest.mark.rule("mag.kai.healing")
def test_who_heals_does_not_shoot_in_either_firing_phase() -> None:
    now = standing(wounds=[("body", "wound")])
    wolf = hero("lone_wolf", (5, 5), skills=["healing"], weapons=["longbow", "sword"], now=now)
    fight = scene(wolf, unit("giaks", [(5, 15)], side="theirs"))
    play(fight, answers=["lone_wolf", "healing", "lone_wolf: body wound"], dice=[7])
    fight.state.phase = "second firing"
    piece(fight, "lone_wolf").busy = False
    refused = may_not_shoot(fight, number(fight, "lone_wolf"))
    assert refused is not None and refused.rule == "mag.kai.healing"


@pytest.mark.rule("mag.kai.healing")
def test_a_kai_lord_in_the_thick_of_it_may_still_heal() -> None:
    wolf = hero("lone_wolf", (5, 5), skills=["healing"], now=standing(wounds=[("arms", "critical")]))
    fight = scene(wolf, unit("giaks", [(5, 6)], side="theirs"))
    assert may_not_strike(fight, number(fight, "lone_wolf")) is not None
    events = play(fight, answers=["lone_wolf", "lone_wolf: arms critical"], dice=[80])
    assert may_not_strike(fight, number(fight, "lone_wolf")) is None
    assert [(healed.severity, healed.becomes) for healed in happened(events, Healed)] == [("critical", "serious")]


@pytest.mark.rule("mag.kai.equip_missile", "mag.kai.equip_combat")
@pytest.mark.parametrize(
    ("skills", "carried", "weapons"),
    [
        ([], [], ("sword",)),
        (["weapon_skill_longbow"], [], ("longbow", "sword")),
        (["weapon_skill_axe", "tracking"], [], ("axe",)),
        (["weapon_skill_longbow"], ["sling", "sword"], ("sling", "sword")),
    ],
)
def test_the_referee_arms_a_kai_lord_with_what_he_has_learned_unless_told_otherwise(
    skills: list[str], carried: list[str], weapons: tuple[str, ...]
) -> None:
    fight = scene(hero("lone_wolf", (5, 5), skills=skills, weapons=carried))
    assert piece(fight, "lone_wolf").weapons == weapons
