"""A siege on the table: sight and shots from and at the works, their fall, and what holds for a whole side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.land.ground import level_of, on_works
from warhost.rulebooks.threeplains.land.sense import sees
from warhost.rulebooks.threeplains.land.structures import batter, collapse
from warhost.rulebooks.threeplains.magic.book import book as spells
from warhost.rulebooks.threeplains.magic.ether import ether_met
from warhost.rulebooks.threeplains.magic.targets import Casting
from warhost.rulebooks.threeplains.missiles.aiming import reach, to_hit
from warhost.rulebooks.threeplains.morale.checks import soldiering
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.tempers import frenzied
from warhost.rulebooks.threeplains.state import NOBODY
from warhost.rulebooks.threeplains.wounds.casualties import becomes_it
from warhost.rulebooks.threeplains.wounds.hits import Attack

from .scene import foot, number, piece, script, unit, weapons
from .strongholds import siege

BOWMAN = foot(weapons=("longbow",))
LOOSE = foot(loose=True, weapons=("longbow",))


def row(x: float, y: float, models: int = 5) -> list[tuple[float, float]]:
    return [(x + 0.8 * at, y) for at in range(models)]


def post(name: str, x: float, y: float, *, side: int = 1, models: int = 5, **more: Any) -> Any:
    """A loose row on the works, or behind them, its first model here, facing outwards."""
    return unit(name, (x, y), side=side, models=models, figure=more.pop("figure", LOOSE), places=row(x, y, models),
                aloft=y > BEHIND, **more)  # fmt: skip


def needed(fight: Fight, shooter: str, target: str) -> int:
    return to_hit(fight, number(fight, shooter), number(fight, target)).total


BEHIND = 12  # the rear of the towers
WALL_4 = (17.0, 14.5)  # on the wall between the first tower and the gate


# --- levels ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.levels")
def test_walls_and_gates_are_a_level_high_and_towers_two() -> None:
    fight = siege(post("wall", *WALL_4), post("gate", 23, 14.5), post("roof", 12.4, 15.4), post("yard", 20, 5))
    assert [level_of(fight, number(fight, name)) for name in ("wall", "gate", "roof", "yard")] == [1, 1, 2, 0]
    assert [on_works(fight, number(fight, name)) for name in ("wall", "roof", "yard")] == [True, True, False]


@pytest.mark.rule("tp.siege.levels")
def test_a_tower_hides_what_is_behind_it_and_a_wall_does_not_from_a_tower() -> None:
    """From the walk along the tower to the ground beyond it; from its roof over the walls."""
    far = unit("orcs", (8, 16.5), facing=180, models=1, files=1)
    fight = siege(post("wall", 17, 15.0, models=1), post("roof", 34.5, 15.4, models=1), far)
    assert not sees(fight, number(fight, "wall"), number(fight, "orcs"))
    behind = unit("yard", (30, 10), facing=0, models=1, files=1, side=0)
    fight = siege(post("roof", 34.5, 13, models=1), behind)
    assert sees(fight, number(fight, "roof"), number(fight, "yard"))


@pytest.mark.rule("tp.siege.total_awareness")
def test_whoever_stands_on_the_works_sees_and_shoots_all_round() -> None:
    inside = unit("orcs", (19, 5), models=5, files=5)
    fight = siege(post("wall", *WALL_4), post("yard", 17, 9), inside)
    assert sees(fight, number(fight, "wall"), number(fight, "orcs"))  # behind their backs
    assert not sees(fight, number(fight, "yard"), number(fight, "orcs"))
    taken = siege(post("orcs", *WALL_4, side=0), unit("guard", (19, 5), side=1, models=5, files=5))
    assert sees(taken, number(taken, "orcs"), number(taken, "guard"))  # besiegers on a captured wall too


@pytest.mark.rule("tp.siege.total_awareness")
@pytest.mark.parametrize(("on_top", "of", "there"), [(2, 4, True), (1, 4, False), (2, 5, False)])
def test_half_of_a_piece_on_top_of_the_works_is_enough(on_top: int, of: int, there: bool) -> None:
    x, y = WALL_4
    places = [(x + 0.79 * at, y if at < on_top else y - 6) for at in range(of)]
    fight = siege(unit("guard", WALL_4, side=1, models=of, places=places, figure=foot(loose=True), aloft=True))
    assert on_works(fight, number(fight, "guard")) == there


@pytest.mark.rule("tp.siege.high_ground")
def test_a_longbow_on_a_wall_reaches_four_inches_farther_downwards() -> None:
    fight = siege(post("wall", *WALL_4), unit("orcs", (19, 44), facing=180), post("other", 40, 14.5, side=0))
    wall, bow = number(fight, "wall"), weapons()["longbow"]
    assert reach(fight, wall, bow, number(fight, "orcs")) == inches(30)
    assert reach(fight, wall, bow, number(fight, "other")) == inches(26)  # on the same level


# --- hard cover -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.levels", "tp.aware.los.levels")
def test_along_one_walk_nothing_of_it_hides_anybody_and_a_tower_does() -> None:
    """From wall 4 over the gate to wall 6; wall 8 is behind a tower."""
    captors = post("captors", *WALL_4, side=0, models=2)
    fight = siege(captors, post("near", 30, 14.5, models=2), post("far", 42, 14.5, models=2))
    assert sees(fight, number(fight, "captors"), number(fight, "near"))
    assert sees(fight, number(fight, "near"), number(fight, "captors"))
    assert not sees(fight, number(fight, "captors"), number(fight, "far"))
    assert needed(fight, "captors", "near") == 5  # eleven inches, and no turrets between them


@pytest.mark.rule("tp.siege.hard_cover")
@pytest.mark.parametrize(("y", "score"), [(30, 7), (23, 6)])
def test_turrets_take_two_off_shots_from_outside(y: float, score: int) -> None:
    archers = unit("archers", (19, y), facing=180, models=5, files=5, figure=BOWMAN)
    fight = siege(archers, post("wall", *WALL_4))
    assert needed(fight, "archers", "wall") == score
    reasons = [step.rule for step in to_hit(fight, 0, 1).steps]
    assert "tp.siege.hard_cover" in reasons and "tp.shoot.mod.cover" not in reasons


@pytest.mark.rule("tp.siege.hard_cover")
def test_there_are_no_turrets_towards_the_courtyard_but_round_a_tower() -> None:
    inside = unit("archers", (19, 1), models=5, files=5, figure=BOWMAN)
    assert needed(siege(inside, post("wall", *WALL_4)), "archers", "wall") == 5
    below = unit("archers", (14, 1), models=5, files=5, figure=BOWMAN)
    assert needed(siege(below, post("roof", 12.4, 13)), "archers", "roof") == 7


@pytest.mark.rule("tp.siege.hard_cover")
def test_neither_besiegers_on_a_wall_nor_what_cannot_be_missed_have_hard_cover() -> None:
    archers = unit("archers", (19, 30), side=1, facing=180, models=5, files=5, figure=BOWMAN)
    assert needed(siege(post("orcs", *WALL_4, side=0), archers), "archers", "orcs") == 5
    ours = unit("archers", (19, 30), facing=180, models=5, files=5, figure=BOWMAN)
    huge = foot(loose=True, traits=("unmissable",))
    assert needed(siege(ours, post("dragon", *WALL_4, figure=huge)), "archers", "dragon") == 5


@pytest.mark.rule("tp.siege.hard_cover")
def test_half_of_a_piece_behind_turrets_is_enough_and_less_is_not() -> None:
    def split(above: int) -> int:
        places = [*row(17, 14.5, above), *row(17, 10, 4 - above)]
        mixed = unit("guard", (19, 14), side=1, models=4, figure=LOOSE, places=places, aloft=True)
        archers = unit("archers", (19, 30), facing=180, models=5, files=5, figure=BOWMAN)
        return sum(step.rule == "tp.siege.hard_cover" for step in to_hit(siege(archers, mixed), 0, 1).steps)

    assert [split(above) for above in (1, 2, 3, 4)] == [0, 1, 1, 1]


# --- the fall of a structure ----------------------------------------------------------------------------------


def hit(fight: Fight, name: str, dice: Sequence[int], **more: Any) -> int:
    at = next(index for index, feature in enumerate(fight.state.terrain) if feature.name == name)
    attack = Attack(NOBODY, more.pop("hits", 1), "melee", "tp.combat.objects", by=0, **more)
    with script(fight, dice=dice):
        return batter(fight, at, attack)


@pytest.mark.rule("tp.siege.attack_structures")
def test_four_sixes_of_twenty_do_nothing_to_a_wall() -> None:
    fight = siege(unit("orcs", (19, 16)))
    assert hit(fight, "straight wall 4", [6] * 4 + [3] * 16, hits=20) == 0  # a horde hit of 9 against 20


@pytest.mark.rule("tp.siege.destroyed_structure")
def test_whoever_stands_on_a_wall_falls_with_it_and_rough_ground_is_left() -> None:
    archers = unit(
        "archers", (19, 14), side=1, models=8, figure=LOOSE, places=[*row(17, 14.6, 4), *row(17, 13.6, 4)]
    )
    beside = post("others", 23, 14.5)
    fight = siege(unit("orcs", (19, 20), facing=180), archers, beside)
    assert hit(fight, "straight wall 4", [6], toughness=20, top=20) == 6
    for _ in range(3):
        hit(fight, "straight wall 4", [6], toughness=20, top=20)
    assert piece(fight, "archers").fate == "slain"
    assert piece(fight, "others").models == 5
    assert next(f.kind for f in fight.state.terrain if f.name == "straight wall 4") == "rough"


@pytest.mark.rule("tp.siege.destroyed_structure")
def test_of_a_group_on_two_walls_those_fall_who_stand_on_the_one_that_falls() -> None:
    """Wall 4 ends at x = 22, where the gate begins."""
    places = [(20.5, 14.5), (21.5, 14.5), (22.5, 14.5), (23.5, 14.5)]
    guard = unit("guard", (20.5, 14.5), side=1, models=4, figure=LOOSE, places=places, aloft=True)
    fight = siege(unit("orcs", (40, 40)), guard)
    _bring_down(fight, "straight wall 4")
    assert piece(fight, "guard").places == tuple((inches(x), inches(y)) for x, y in places[2:])
    assert piece(fight, "guard").aloft and flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.destroyed_structure", "tp.siege.levels")
def test_a_group_on_both_sides_of_a_wall_that_falls_is_in_two_places() -> None:
    plan = ("wall: ladder", "wall", "wall", "wall", "gate: ladder", "wall", "wall", "wall", "wall")
    places = [(x, 14.5) for x in (4.0, 5.0, 7.0, 8.0, 13.0, 14.0, 15.0)]
    guard = unit("guard", (4, 14.5), side=1, models=7, figure=LOOSE, places=places, aloft=True)
    fight = siege(unit("orcs", (40, 40)), guard, plan=plan)
    _bring_down(fight, "straight wall 2")
    left, right = piece(fight, "guard"), piece(fight, "guard/2")
    assert [x for x, _ in left.places] == [4000, 5000] and [x for x, _ in right.places] == [13000, 14000, 15000]
    assert left.group == right.group and left.aloft and right.aloft
    assert flaws(fight.setting, fight.state) == []


def _bring_down(fight: Fight, name: str) -> None:
    collapse(fight, next(at for at, feature in enumerate(fight.state.terrain) if feature.name == name))


@pytest.mark.rule("tp.siege.destroyed_structure")
def test_a_flyer_on_a_falling_wall_takes_one_hit() -> None:
    beast = foot(category="beast", loose=True, flight=inches(20), life=20, toughness=5)
    dragon = unit("dragon", (19, 14.5), side=1, models=1, figure=beast, places=[(19, 14)], aloft=True)
    fight = siege(unit("orcs", (19, 20), facing=180), dragon)
    for _ in range(3):
        hit(fight, "straight wall 4", [6], toughness=20, top=20)
    hit(fight, "straight wall 4", [6, 4], toughness=20, top=20)  # then the damage die of its fall
    assert piece(fight, "dragon").hurt == 4 and not piece(fight, "dragon").aloft  # in the rubble


# --- whole sides ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.bravery")
def test_defenders_have_three_more_bravery() -> None:
    stout = unit("guard", (25, 5), side=1, models=10, figure=foot(soldiering=3, ratings={"bravery": 1}))
    fight = siege(unit("orcs", (25, 40), facing=180, models=10, figure=foot(soldiering=3)), stout)
    assert soldiering(fight, number(fight, "guard"), "break").total == 7
    assert soldiering(fight, number(fight, "guard"), "deviancy").total == 3
    assert soldiering(fight, number(fight, "orcs"), "break").total == 3


@pytest.mark.rule("tp.siege.frenzy")
def test_defenders_with_frenzy_are_in_it_without_a_charge_until_they_are_exhausted() -> None:
    wild = foot(traits=("frenzy",))
    fight = siege(unit("orcs", (25, 40), facing=180, figure=wild), unit("guard", (25, 5), side=1, figure=wild),
                  unit("calm", (40, 5), side=1))  # fmt: skip
    assert frenzied(fight, number(fight, "guard"))
    assert not frenzied(fight, number(fight, "orcs")) and not frenzied(fight, number(fight, "calm"))
    piece(fight, "guard").tired = 4
    assert not frenzied(fight, number(fight, "guard"))


@pytest.mark.rule("tp.siege.no_it")
def test_a_defending_unit_fights_to_its_last_model_and_a_besieging_one_does_not() -> None:
    fight = siege(unit("orcs", (25, 40), facing=180, models=2, files=2), unit("guard", (25, 5), side=1, models=1,
                  files=1))  # fmt: skip
    assert not becomes_it(fight, number(fight, "guard"))
    assert becomes_it(fight, number(fight, "orcs"))


@pytest.mark.rule("tp.siege.magic")
@pytest.mark.parametrize(("side", "ether", "dice"), [(0, 1, 2), (1, 1, 1), (0, 5, 6)])
def test_spells_of_besiegers_meet_an_ether_die_more(side: int, ether: int, dice: int) -> None:
    fight = siege(unit("orcs", (25, 40), facing=180), unit("guard", (25, 5), side=1))
    casting = Casting(side, spells["tp.spell.base.zap"], side, ether)
    assert ether_met(fight, casting).ether == dice
