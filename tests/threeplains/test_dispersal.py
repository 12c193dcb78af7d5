"""Hits that cannot pick their target, and dice as the rules write them."""

from __future__ import annotations

import msgspec
import pytest

from warhost.engine.event import Rolled
from warhost.engine.field.compass import FULL_TURN
from warhost.rulebooks.threeplains.dice import direction, roll
from warhost.rulebooks.threeplains.events.blows import Dispersed
from warhost.rulebooks.threeplains.figure import Figure, from_mm
from warhost.rulebooks.threeplains.missiles.dispersal import CHARTS, Melee, by_chart, chart_of, fair_shares, spread
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wording import degrees
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .scene import contact, foot, hero, narrate, number, piece, scene, script, told, unit

BEAST = foot(category="beast", base=(from_mm(50), from_mm(50)), life=6)
CHARIOT = foot(category="machine", base=(from_mm(50), from_mm(100)), life=4)


def ridden(mount: Figure = BEAST) -> Fight:
    return scene(
        unit("orc", (36, 10)),
        unit("mount", (36, 20), side=1, models=1, files=1, figure=mount),
        hero("rider", side=1, within="mount"),
    )


@pytest.mark.rule("tp.shoot.disperse", "tp.shoot.disperse.chart")
@pytest.mark.parametrize(
    ("chart", "dice", "parts"),
    [
        ("howdah", [3, 4, 5, 6], {"beast": 1, "howdah": 2, "crew": 1}),
        ("pack", [4, 5], {"beasts": 1, "masters": 1}),
        ("beast", [1, 4, 5, 6], {"beast": 3, "rider": 1}),
        ("chariot", [4, 5, 6], {"chariot": 1, "character": 2}),
    ],
)
def test_a_die_for_each_hit_says_which_part_is_struck(chart: str, dice: list[int], parts: dict[str, int]) -> None:
    fight = scene()
    with script(fight, dice=dice):
        assert by_chart(fight, len(dice), CHARTS[chart], 0) == parts


@pytest.mark.rule("tp.shoot.disperse")
def test_hits_on_a_ridden_beast_fall_on_beast_and_rider() -> None:
    fight = ridden()
    with script(fight, dice=[1, 4, 5, 6]):
        assert spread(fight, number(fight, "mount"), 4, 0) == [(1, 3), (2, 1)]
    assert told(fight, Dispersed)[0].shares == ((1, 3), (2, 1))


@pytest.mark.rule("tp.shoot.disperse")
def test_each_part_is_struck_with_its_own_save() -> None:
    fight = ridden()
    with script(fight, dice=[5, 6, 4, 4]):  # one on each, then a damage die for the beast and one for the rider
        strike(fight, Attack(number(fight, "mount"), 2, "missile", "tp.weapon.bow", 0))
    assert (piece(fight, "mount").hurt, piece(fight, "rider").hurt) == (1, 1)


@pytest.mark.rule("tp.shoot.disperse.chart", "tp.shoot.disperse.warmachine")
def test_a_chariot_has_its_own_chart_and_a_machine_without_a_rider_none() -> None:
    assert chart_of(ridden(CHARIOT), 1) == "chariot"
    alone = scene(unit("machine", (36, 20), models=1, files=1, figure=CHARIOT))
    assert chart_of(alone, 0) == ""
    assert spread(alone, 0, 4, 1) == [(0, 4)]


@pytest.mark.rule("tp.move.reinforce.one")
def test_hits_on_a_reinforced_unit_are_shared_by_models() -> None:
    assert fair_shares([10, 5], 3) == [2, 1]
    assert fair_shares([4, 4], 3) == [2, 1]
    units = [unit("old", (36, 20), side=1, models=4), unit("new", (36, 21), side=1, models=8)]
    fight = scene(unit("orc", (36, 10)), *units)
    old, new = piece(fight, "old"), piece(fight, "new")
    old.backing, new.fate, new.host = (number(fight, "new"),), "within", number(fight, "old")
    assert spread(fight, number(fight, "old"), 6, 0) == [(1, 2), (2, 4)]


# --- friends in combat -----------------------------------------------------------------------------------------


def brawl(theirs: int, ours: int) -> Fight:
    fight = scene(
        unit("orcs", (36, 20), side=1, models=theirs, facing=180),
        unit("guard", (36, 20), models=ours),
        points=400,
    )
    contact(fight, "guard", "orcs")
    return fight


def divided(fight: Fight, target: str, *dice: int) -> dict[str, int]:
    with script(fight, dice=dice):
        shares = Melee(fight, number(fight, target)).divide(fight, len(dice), 0)
    return {fight.state.pieces[struck].name: hits for struck, hits in shares}


@pytest.mark.rule("tp.shoot.disperse.friends")
def test_twenty_against_twelve_are_struck_by_four_faces_of_six() -> None:
    assert divided(brawl(20, 12), "orcs", 1, 3, 4, 5, 5, 6) == {"orcs": 3, "guard": 3}
    assert divided(brawl(12, 20), "orcs", 1, 3, 4, 5, 5, 6) == {"orcs": 3, "guard": 3}
    assert divided(brawl(12, 20), "orcs", 1, 2, 3, 4) == {"guard": 4}


@pytest.mark.rule("tp.shoot.disperse.friends")
@pytest.mark.parametrize("beast", [BEAST, msgspec.structs.replace(BEAST, base=(from_mm(100), from_mm(100)))])
def test_a_beast_that_fights_a_hero_is_struck_by_all_but_the_six(beast: Figure) -> None:
    fight = scene(
        unit("beast", (36, 20), side=1, models=1, files=1, figure=beast, facing=180),
        hero("rider", side=1, within="beast"),
        hero("captain", (36, 20)),
    )
    contact(fight, "captain", "beast")
    assert divided(fight, "beast", 1, 2, 3, 5, 6, 6) == {"beast": 4, "captain": 2}


@pytest.mark.rule("tp.shoot.disperse.friends", "tp.shoot.disperse.chart")
def test_hits_on_a_side_of_several_go_where_most_ground_is_left_for_each() -> None:
    fight = brawl(12, 12)
    more = scene(
        unit("orcs", (36, 20), side=1, models=12, facing=180),
        unit("boys", (40, 20), side=1, models=6, facing=180),
        unit("guard", (36, 20), models=12),
    )
    contact(more, "guard", "orcs")
    contact(more, "guard", "boys")
    assert divided(more, "orcs", 1, 2, 3) == {"orcs": 2, "boys": 1}
    assert divided(fight, "orcs", 1, 3, 4) == {"orcs": 2, "guard": 1}


# --- dice ------------------------------------------------------------------------------------------------------


def thrown(phrase: str, *dice: int) -> int:
    fight = scene()
    with script(fight, dice=dice):
        return roll(fight, phrase, "distance", "tp.dice.notation", 0)


@pytest.mark.rule("tp.dice.notation")
def test_the_dice_of_a_phrase_are_added() -> None:
    assert thrown("2D6", 3, 5) == 8
    assert thrown("D6", 4) == thrown("1D6", 4) == 4
    assert thrown("1") == 1


@pytest.mark.rule("tp.dice.d3", "tp.dice.d4")
def test_small_dice_are_read_off_a_d6() -> None:
    assert [thrown("D3", face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [thrown("D2", face) for face in range(1, 7)] == [1, 1, 1, 2, 2, 2]
    assert thrown("2D3", 6, 1) == 4
    assert thrown("D4", 6, 5, 4) == 4


@pytest.mark.rule("tp.dice.direction")
def test_the_arrow_points_anywhere() -> None:
    fight = scene()
    with script(fight, dice=[1, 91, 360]):
        angles = [direction(fight, "where it lands", "tp.dice.direction", 0) for _ in range(3)]
    assert angles == [0, 9000, 35900]
    assert all(0 <= angle < FULL_TURN for angle in angles)


@pytest.mark.rule("tp.dice.direction")
@pytest.mark.parametrize(
    ("face", "says"), [(1, "0 degrees"), (2, "1 degree"), (45, "44 degrees"), (360, "359 degrees")]
)
def test_the_log_says_which_way_a_face_points(face: int, says: str) -> None:
    fight = scene()
    with script(fight, dice=[face]):
        angle = direction(fight, "where it lands", "tp.dice.direction", 0)
    assert degrees(angle) == says
    (rolled,) = told(fight, Rolled)
    assert f"where it lands: {says} ({face} on a die of 360)." in str(narrate(fight.setting, rolled))
