"""What is added to and taken from a blow."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.magnamund.events import Charged
from warhost.rulebooks.magnamund.setting import Fight

from .gunnery import shot
from .melee import chance, duel, melee, reasons
from .scene import Square, board, happened, hero, piece, play, scene, standing, unit


def against(attacker: dict[str, Any], defender: dict[str, Any], **more: Any) -> int:
    return chance(duel(attacker, defender, **more))


@pytest.mark.rule("mag.combat.modifiers")
def test_all_modifiers_that_apply_are_added() -> None:
    """A veteran lancer on a hill who charged a Giak with a shield in scrub, in the flank."""
    hill = board(hilltop=[(5, 5), (5, 4)], slope=[(x, y) for x in (4, 5, 6) for y in (3, 6)], scrub=[])
    riders = unit(
        "riders",
        [(5, 5)],
        sheet="cavalry",
        weapons=["lance"],
        training="veteran",
        all=standing(charged=["giaks-1"]),
    )
    giaks = unit("giaks", [(5, 6)], side="theirs", facing="E", shield=True)
    fight = melee(riders, giaks, on=hill)
    expected = {
        "mag.combat.mod.training": 5,
        "mag.combat.mod.flank_rear": 10,
        "mag.combat.charge": 20,
        "mag.combat.mod.mounted": 5,
        "mag.combat.mod.shield": -2,
        "mag.combat.mod.high_ground": 5,
    }
    assert reasons(fight, "riders-1") == expected
    assert chance(fight, "riders-1") == 18 + sum(expected.values())


@pytest.mark.rule("mag.combat.modifiers")
def test_weapon_skill_counts_with_that_weapon_only() -> None:
    skilled = hero("lone_wolf", (5, 5), skills=["weapon_skill_sword"], weapons=["sword", "axe"])
    fight = melee(skilled, unit("giaks", [(5, 6)], side="theirs"))
    assert chance(fight, "lone_wolf", weapon="sword") == 24 + 5 + 15
    assert chance(fight, "lone_wolf", weapon="axe") == 26 + 5


@pytest.mark.rule("mag.combat.modifiers")
def test_no_percentage_falls_below_zero() -> None:
    poor = unit("humans", [(5, 5)], training="poor", weapons=["unarmed"])
    giak = unit("giaks", [(5, 6)], side="theirs", armour="plate", shield=True)
    assert chance(melee(poor, giak, on=board(rocks=[(5, 6)]))) == 0


@pytest.mark.rule("mag.combat.mod.training", "mag.unit.training")
@pytest.mark.parametrize(("training", "percent"), [("veteran", 29), ("regular", 24), ("poor", 19)])
def test_training_makes_the_fighter(training: str, percent: int) -> None:
    assert against({"training": training}, {}) == percent


@pytest.mark.rule("mag.combat.mod.training")
def test_the_defenders_training_does_not_matter() -> None:
    assert against({}, {"training": "veteran"}) == against({}, {"training": "poor"}) == 24


@pytest.mark.rule("mag.hero.veteran")
def test_a_hero_fights_as_a_veteran() -> None:
    fight = melee(hero("lone_wolf", (5, 5)), unit("giaks", [(5, 6)], side="theirs"))
    assert chance(fight, "lone_wolf") == 24 + 5


@pytest.mark.rule("mag.hero.veteran")
def test_a_hero_shoots_as_a_veteran() -> None:
    archer = hero("lone_wolf", (5, 1), weapons=["longbow", "sword"])
    fight = scene(archer, unit("giaks", [(5, 8)], side="theirs"))
    assert shot(fight, "lone_wolf", "giaks-1").chance == 17 + 3


@pytest.mark.rule("mag.combat.mod.flank_rear")
@pytest.mark.parametrize(("facing", "percent"), [("S", 24), ("E", 34), ("W", 34), ("N", 39)])
def test_flank_and_rear_attacks(facing: str, percent: int) -> None:
    assert against({}, {"facing": facing}) == percent


@pytest.mark.rule("mag.combat.mod.shield")
@pytest.mark.parametrize(("facing", "percent"), [("S", 22), ("E", 32), ("N", 39)])
def test_a_shield_helps_in_front_and_flank_but_not_behind(facing: str, percent: int) -> None:
    assert against({}, {"facing": facing, "shield": True}) == percent


@pytest.mark.rule("mag.combat.mod.cover")
@pytest.mark.parametrize(("terrain", "malus"), [("scrub", -3), ("rocks", -6), ("trees", -6), ("marsh", 0)])
def test_cover_of_the_defenders_square(terrain: str, malus: int) -> None:
    assert against({}, {}, on=board(**{terrain: [(5, 6)]})) == 24 + malus
    assert against({}, {}, on=board(**{terrain: [(5, 5)]})) == 24  # the attacker's own cover is nothing to him


@pytest.mark.rule("mag.combat.mod.cover")
@pytest.mark.parametrize(("feature", "malus"), [("low_wall", -6), ("hedge", -6), ("window", -6), ("small_door", 0)])
def test_cover_of_what_the_blow_goes_over(feature: str, malus: int) -> None:
    fight = duel({}, {}, on=board(edges=[(feature, "N", [(5, 5)])]))
    assert chance(fight) == 24 + malus
    assert chance(fight, "giaks-1", "humans-1") == 21 + malus
    assert against({}, {}, on=board(edges=[(feature, "N", [(5, 6)])])) == 24  # a wall at the defender's back


@pytest.mark.rule("mag.combat.mod.cover")
def test_cover_is_read_on_the_defenders_sheet() -> None:
    fight = melee(
        unit("humans", [(5, 5)]),
        unit("wolves", [(5, 6)], side="theirs", sheet="wolfrider"),
        on=board(rocks=[(5, 6)]),
    )
    assert reasons(fight, "humans-1", "wolves-1") == {"mag.combat.mod.cover": -3}


@pytest.mark.rule("mag.combat.mod.high_ground")
def test_high_ground_a_slope_being_half_way() -> None:
    hill = board(slope=[(x, 6) for x in range(4, 7)], hilltop=[(x, 7) for x in range(4, 7)])
    fight = duel({}, {}, on=hill)  # the Giak on the slope
    assert (chance(fight), chance(fight, "giaks-1", "humans-1")) == (24 - 5, 21 + 5)
    above = duel({"at": (5, 6)}, {"at": (5, 7)}, on=hill)
    assert (chance(above), chance(above, "giaks-1", "humans-1")) == (24 - 5, 21 + 5)
    level = duel({"at": (4, 6)}, {"at": (5, 6), "facing": "W"}, on=hill)
    assert chance(level) == 24


@pytest.mark.rule("mag.combat.mod.high_ground")
def test_of_two_square_pieces_the_squares_that_touch_are_compared() -> None:
    hill = board(slope=[(5, 7), (4, 7), (6, 7)])
    riders = unit("wolves", [(5, 6)], side="theirs", sheet="wolfrider")  # front on the plain, rear on the slope
    assert "mag.combat.mod.high_ground" not in reasons(
        melee(unit("humans", [(5, 5)]), riders, on=hill), target="wolves-1"
    )
    behind = melee(unit("humans", [(6, 8)]), riders, on=hill)
    assert reasons(behind, target="wolves-1")["mag.combat.mod.high_ground"] == -5


@pytest.mark.rule("mag.combat.mod.mounted")
def test_a_rider_has_the_better_of_foot_but_not_of_riders_or_monsters() -> None:
    riders = unit("riders", [(5, 5)], sheet="cavalry")
    on_foot = melee(riders, unit("giaks", [(5, 6)], side="theirs"))
    assert chance(on_foot, "riders-1") == 24 + 5
    mounted = melee(riders, unit("giaks", [(5, 6)], side="theirs", sheet="wolfrider"))
    assert chance(mounted, "riders-1") == 24
    monster = melee(riders, hero("beast", (5, 6), side="theirs", sheet="gourgaz", weapons=["claws"]))
    assert chance(monster, "riders-1", "beast") == 24


@pytest.mark.rule("mag.combat.mod.long_weapon")
@pytest.mark.parametrize(
    ("weapon", "percent"), [("spear", 22 + 5), ("pike", 21 + 5), ("halberd", 28), ("sword", 24)]
)
def test_spears_and_pikes_against_riders(weapon: str, percent: int) -> None:
    wolves = unit("wolves", [(5, 6)], side="theirs", sheet="wolfrider")
    humans = unit("humans", [(5, 5), (5, 4)], weapons=[weapon])
    fight = melee(humans, wolves)
    assert chance(fight, "humans-1", "wolves-1") == percent
    if weapon in ("spear", "pike", "halberd"):
        assert chance(fight, "humans-2", "wolves-1") == percent  # the rank behind too


@pytest.mark.rule("mag.combat.mod.long_weapon")
def test_a_spear_is_no_better_against_a_rider_at_ones_side() -> None:
    wolves = unit("wolves", [(5, 6)], side="theirs", sheet="wolfrider")
    beside = unit("humans", [(5, 5)], weapons=["spear"], facing="E")
    assert chance(melee(beside, wolves), "humans-1", "wolves-1") == 22


# --- the charge ---------------------------------------------------------------------------------------------


def lancers(at: Square, target: Square, **more: Any) -> Fight:
    riders = unit("riders", [at], sheet="cavalry", weapons=more.pop("weapons", ["lance"]))
    giaks = unit("giaks", [target], side="theirs", shield=more.pop("shield", False))
    return scene(riders, giaks, phase="movement", **more)


@pytest.mark.rule("mag.combat.charge", "mag.weapon.lance")
def test_a_lancer_charges_five_squares_ahead_and_only_this_turn() -> None:
    fight = lancers((5, 5), (5, 11))
    events = play(fight, answers=["riders", {"riders-1": "FFFFF"}])
    assert happened(events, Charged)[0].enemies == ("giaks-1",)
    assert chance(fight, "riders-1") == 18 + 20 + 5
    play(fight, answers=["done", "done"], steps=2)  # in the combat phase neither side attacks
    play(fight, dice=[6, 1], steps=2)
    assert fight.state.turn == 2
    assert chance(fight, "riders-1") == 18 + 5


@pytest.mark.rule("mag.combat.charge")
def test_other_weapons_charge_with_less() -> None:
    fight = lancers((5, 5), (5, 11), weapons=["sword"])
    play(fight, answers=["riders", {"riders-1": "FFFFF"}])
    assert chance(fight, "riders-1") == 24 + 8 + 5
    foot = scene(unit("humans", [(5, 5)]), unit("giaks", [(5, 8)], side="theirs"), phase="movement")
    play(foot, answers=["humans", {"humans-1": "FF"}])
    assert chance(foot) == 24 + 5


def footman(path: str, target: Square, **more: Any) -> bool:
    """Whether a footman at (5, 5) facing north who goes so has charged the enemy there."""
    fight = scene(unit("humans", [(5, 5)]), unit("giaks", [target], side="theirs"), phase="movement", **more)
    events = play(fight, answers=["humans", {"humans-1": path}])
    assert piece(fight, "giaks-1").charged == ()  # who is run into has not charged
    return bool(happened(events, Charged))


@pytest.mark.rule("mag.combat.charge")
def test_a_footman_needs_two_steps_in_a_row() -> None:
    assert footman("FF", (5, 8))
    assert footman("RR", (7, 8))
    assert footman("LF", (4, 8))
    assert not footman("F", (5, 7))
    assert not footman("eF", (7, 5))
    assert not footman("FeF", (7, 6))


@pytest.mark.rule("mag.combat.charge")
def test_no_charge_over_rough_ground_or_an_obstacle() -> None:
    assert footman("FF", (5, 8), on=board(slope=[(x, 7) for x in range(1, 10)]))
    assert not footman("FF", (5, 8), on=board(scrub=[(5, 7)]))
    assert footman("FFF", (5, 9), on=board(scrub=[(5, 6)]))
    assert not footman("FF", (5, 8), on=board(edges=[("fence", "N", [(5, 6)])]))


@pytest.mark.rule("mag.combat.charge")
def test_a_rider_needs_three_steps_and_only_his_own_blow_gains() -> None:
    short = lancers((5, 5), (5, 8))
    assert not happened(play(short, answers=["riders", {"riders-1": "FF"}]), Charged)
    fight = melee(
        unit("humans", [(5, 5), (5, 4)], weapons=["spear"], all=standing(charged=["giaks-1"])),
        unit("giaks", [(5, 6), (6, 6)], side="theirs"),
    )
    assert chance(fight, "humans-1", "giaks-1") == 22 + 5
    assert chance(fight, "humans-1", "giaks-2") == 22  # he did not charge this one
    assert chance(fight, "humans-2", "giaks-1") == 22  # nor did the man behind him


@pytest.mark.rule("mag.combat.charge", "mag.wound.legs_serious")
def test_a_hero_with_a_serious_leg_wound_does_not_charge() -> None:
    def run(wounds: list[tuple[str, str]]) -> bool:
        wolf = hero("lone_wolf", (5, 5), now=standing(wounds=wounds))
        fight = scene(wolf, unit("giaks", [(5, 8)], side="theirs"), phase="movement")
        return bool(happened(play(fight, answers=["lone_wolf", {"lone_wolf": "FF"}]), Charged))

    assert run([("legs", "wound")])
    assert not run([("legs", "serious")])
