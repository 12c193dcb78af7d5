"""Creation, spell by spell: ground that was not there before."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.compass import distance, heading
from warhost.engine.field.shapes import area, contains, polygon
from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.events.spells import (
    LandChanged,
    LandCleared,
    MarkerMoved,
    SpellFailed,
    SpellNamed,
)
from warhost.rulebooks.threeplains.fighting.combat import fight_round
from warhost.rulebooks.threeplains.fighting.fronts import flimsy
from warhost.rulebooks.threeplains.fighting.positions import defended
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.land.ground import level_of, movement
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import castable
from warhost.rulebooks.threeplains.magic.effects import shooting_is_over
from warhost.rulebooks.threeplains.magic.naming import name_target
from warhost.rulebooks.threeplains.magic.spells.creation import wears_away
from warhost.rulebooks.threeplains.missiles.aiming import why_no_missiles
from warhost.rulebooks.threeplains.missiles.shooting import volley
from warhost.rulebooks.threeplains.moving.stride import dice_run
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.casualties import destroy

from .scene import asked, contact, feature, foot, hero, number, piece, scene, script, told, unit
from .wizardry import WINS, casts, wizard

THREE, FOUR, FIVE, SIX = ((1,) * ether + (6, 6) for ether in (3, 4, 5, 6))
STEADY, SHAKEN = [4, 4, 4, 4, 1, 1, 1], [1, 1, 1, 1, 6, 6, 6]


def at(x: float, y: float, **more: int) -> dict[str, Any]:
    return {"at": [inches(x), inches(y)], **more}


def kinds_at(fight: Fight, x: float, y: float) -> list[str]:
    point = (inches(x), inches(y))
    return [f.kind for f in fight.state.terrain if contains(polygon(f.points), point)]


# --- earth wall ----------------------------------------------------------------------------------------------


def walled() -> Fight:
    fight = scene(
        wizard("merlin", (36, 12), "creation.earth_wall"), unit("guard", (36, 15), models=10),
        unit("orcs", (36, 15.3), facing=180, side=1, models=10),
    )  # fmt: skip
    piece(fight, "orcs").y = inches(30)
    casts(fight, "merlin", "creation.earth_wall", dice=WINS, answers=["guard"])
    piece(fight, "orcs").y = inches(15.25)
    return fight


@pytest.mark.rule("tp.spell.creation.earth_wall")
def test_an_earth_wall_is_a_defended_position_for_one_round() -> None:
    fight = walled()
    contact(fight, "orcs", "guard", charge=5000)
    assert defended(fight, number(fight, "guard"), number(fight, "orcs"))
    with script(fight, dice=[1] * 10):
        fight_round(fight, [number(fight, "guard"), number(fight, "orcs")])
    assert not fight.state.terrain and not fight.state.effects


@pytest.mark.rule("tp.spell.creation.earth_wall")
def test_an_earth_wall_falls_with_the_last_who_held_it() -> None:
    fight = walled()
    fight.state.phase = "combat"
    piece(fight, "guard").models = piece(fight, "guard").files = 1
    contact(fight, "orcs", "guard", charge=5000)
    orcs, guard = number(fight, "orcs"), number(fight, "guard")
    with script(fight, dice=[1, 6, 6, 6, 6, 6, 6], answers=["stay"]):
        fight_round(fight, [guard, orcs])
    assert piece(fight, "guard").fate == "slain" and not fight.state.terrain


@pytest.mark.rule("tp.spell.creation.earth_wall")
def test_an_earth_wall_outlives_holders_whom_nobody_fought() -> None:
    fight = walled()
    fight.state.phase = "combat"
    destroy(fight, number(fight, "guard"), "tp.spell.earth.abyss")
    assert fight.state.terrain


@pytest.mark.rule("tp.spell.creation.earth_wall")
def test_an_earth_wall_crumbles_after_the_phase_in_which_its_holders_are_shot_at() -> None:
    fight = walled()
    piece(fight, "orcs").y = inches(30)
    shooting_is_over(fight)
    assert fight.state.terrain
    archers = foot(weapons=("longbow",))
    fight.setting.figures[piece(fight, "orcs").figure] = archers
    fight.setting.missiles.clear()
    with script(fight, dice=[1] * 5):
        volley(fight, number(fight, "orcs"), number(fight, "guard"))
    assert fight.state.terrain
    shooting_is_over(fight)
    assert not fight.state.terrain
    assert [gone.was for gone in told(fight, LandCleared)] == ["the earth wall"]


@pytest.mark.rule("tp.spell.creation.earth_wall")
def test_an_earth_wall_stands_while_those_who_had_it_fight_and_are_shot_at_elsewhere() -> None:
    fight = walled()
    piece(fight, "guard").y, piece(fight, "orcs").y = inches(25), inches(25)
    wears_away(fight, number(fight, "guard"), "shot at")
    shooting_is_over(fight)
    contact(fight, "orcs", "guard", charge=5000)
    with script(fight, dice=[1] * 10):
        fight_round(fight, [number(fight, "guard"), number(fight, "orcs")])
    assert len(fight.state.terrain) == 1


@pytest.mark.rule("tp.spell.creation.earth_wall")
def test_only_the_wall_that_was_fought_over_crumbles() -> None:
    fight = walled()
    piece(fight, "guard").y = inches(25)
    piece(fight, "orcs").y = inches(40)
    piece(fight, "merlin").tried, piece(fight, "merlin").y = (), inches(20)
    casts(fight, "merlin", "creation.earth_wall", dice=WINS, answers=["guard"])
    wears_away(fight, number(fight, "guard"), "fought")
    (old,) = fight.state.terrain
    assert polygon(old.points).top < inches(16) and fight.state.effects


@pytest.mark.rule("tp.spell.creation.earth_wall")
def test_no_wall_rises_before_who_is_fighting() -> None:
    fight = scene(
        wizard("merlin", (36, 12), "creation.earth_wall", facing=180), unit("guard", (36, 20), models=10),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    )  # fmt: skip
    contact(fight, "orcs", "guard")
    casts(fight, "merlin", "creation.earth_wall", dice=WINS)  # it can only be the wizard himself
    assert "merlin" in fight.state.terrain[0].name


# --- stony path ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.creation.stony_path")
def test_a_path_goes_through_a_wood_but_not_a_hill() -> None:
    land = [feature("hill", (36, 30), (20, 20)), feature("wood", (36, 30), (12, 12))]
    fight = scene(wizard("merlin", (36, 10), "creation.stony_path"), terrain=land)
    casts(fight, "merlin", "creation.stony_path", dice=WINS, answers=[at(36, 30, turn=0)])
    assert kinds_at(fight, 36, 30) == ["hill"] and kinds_at(fight, 33, 30) == ["hill", "wood"]
    woods = [polygon(f.points) for f in fight.state.terrain if f.kind == "wood"]
    assert sum(area(wood) for wood in woods) == pytest.approx(inches(12) ** 2 - inches(4) * inches(8), rel=0.001)


@pytest.mark.rule("tp.spell.creation.stony_path")
@pytest.mark.parametrize("kind", ["moat", "cliff", "trapped wood", "deep water"])
def test_a_path_goes_through_whatever_nature_bars_the_way_with(kind: str) -> None:
    fight = scene(wizard("merlin", (36, 10), "creation.stony_path"), terrain=[feature(kind, (36, 30), (6, 2))])
    casts(fight, "merlin", "creation.stony_path", dice=WINS, answers=[at(36, 30, turn=0)])
    assert kinds_at(fight, 36, 30) == [] and kinds_at(fight, 33.5, 30) == kinds_at(fight, 38.5, 30) == [kind]


@pytest.mark.rule("tp.spell.creation.stony_path")
def test_a_path_does_nothing_to_houses_and_needs_something_to_go_through() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "creation.stony_path"), terrain=[feature("small building", (36, 30), (4, 4))]
    )  # fmt: skip
    assert not castable(fight)


# --- spring --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.creation.spring", "tp.spell.creation.stony_path")
def test_a_stream_that_a_path_has_cut_still_grows_into_a_river() -> None:
    stream = feature("shallow water", (36, 20), (10, 2), "spring stream 1 2")
    fight = scene(wizard("merlin", (36, 10), "creation.spring"), terrain=[stream])
    casts(fight, "merlin", "creation.spring", dice=SIX, answers=[at(36, 20)])
    assert told(fight, SpellNamed)[0].ether == 6 and kinds_at(fight, 36, 20) == ["deep water"]


@pytest.mark.rule("tp.spell.creation.spring")
def test_a_spring_grows_from_pond_to_river_against_ever_more_ether() -> None:
    fight = scene(wizard("merlin", (36, 10), "creation.spring"))
    seen = []
    for ether, course in ((3, []), (4, []), (5, [91]), (6, [])):
        piece(fight, "merlin").tried = ()
        dice = [*(1,) * ether, 6, 6, *course]
        casts(fight, "merlin", "creation.spring", dice=dice, answers=[at(36, 20)])
        seen.append((told(fight, SpellNamed)[-1].ether, kinds_at(fight, 36, 20), kinds_at(fight, 60, 20)))
    assert seen == [
        (3, ["shallow water"], []), (4, ["deep water"], []), (5, ["shallow water"], ["shallow water"]),
        (6, ["deep water"], ["deep water"]),
    ]  # fmt: skip
    assert kinds_at(fight, 50, 21.5) == ["deep water"] and kinds_at(fight, 50, 22.5) == []
    question = asked(fight, lambda trial: name_target(trial, 0, book["tp.spell.creation.spring"]))
    refusal = question.refuse(at(36, 20))
    assert refusal == Refusal("tp.spell.creation.spring", "a river does not grow any more")
    assert all(question.refuse(idea) is None for idea in question.suggest())


# --- trees ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.creation.the_word_of_the_ents")
def test_one_tree_is_an_obstacle_and_three_are_a_wood() -> None:
    fight = scene(wizard("merlin", (36, 10), "creation.the_word_of_the_ents"))
    casts(fight, "merlin", "creation.the_word_of_the_ents", dice=[*THREE, 1], answers=[at(36, 20)])
    assert [f.kind for f in fight.state.terrain] == ["small obstacle"]
    piece(fight, "merlin").tried = ()
    casts(fight, "merlin", "creation.the_word_of_the_ents", dice=[*THREE, 4], answers=[at(38, 21)])
    assert [f.kind for f in fight.state.terrain] == ["wood"]


@pytest.mark.rule("tp.spell.creation.the_word_of_the_ents")
@pytest.mark.parametrize(("face", "left"), [(1, ["wood"]), (3, ["small obstacle"] * 2), (5, ["small obstacle"])])
def test_trees_are_felled(face: int, left: list[str]) -> None:
    fight = scene(
        wizard("merlin", (36, 10), "creation.the_word_of_the_ents"), terrain=[feature("wood", (36, 20), (8, 8))]
    )  # fmt: skip
    answers = [at(36, 17), "trees are felled"]
    casts(fight, "merlin", "creation.the_word_of_the_ents", dice=[*THREE, face], answers=answers)
    assert [f.kind for f in fight.state.terrain] == left


@pytest.mark.rule("tp.spell.creation.the_word_of_the_ents")
@pytest.mark.parametrize("spot", [(36, 47), (72, 48), (0, 48), (72, 0), (0, 0), (71, 24), (70, 46)])
def test_trees_grow_on_the_table_however_near_its_edge(spot: tuple[float, float]) -> None:
    x, y = spot
    caster = wizard("merlin", (min(max(x, 5), 67), min(max(y, 5), 43)), "creation.the_word_of_the_ents")
    fight = scene(caster)
    with_two = [*THREE, 3]  # a D3 of 2
    piece(fight, "merlin").facing = heading(piece(fight, "merlin").point, (inches(x), inches(y)))
    casts(fight, "merlin", "creation.the_word_of_the_ents", dice=with_two, answers=[at(x, y)])
    first, second = (polygon(f.points).centre for f in fight.state.terrain)
    places = [new.at for new in told(fight, LandChanged)]  # each is told of; a trunk may reach over the edge
    assert len(places) == 2 and distance(places[0], first) < inches(0.25) > distance(places[1], second)
    assert inches(4) <= distance(first, second) <= inches(5)
    fight.state.terrain, piece(fight, "merlin").tried = (), ()
    casts(fight, "merlin", "creation.the_word_of_the_ents", dice=[*THREE, 5], answers=[at(x, y)])
    assert [f.kind for f in fight.state.terrain] == ["wood"]


@pytest.mark.rule("tp.spell.creation.the_word_of_the_ents")
def test_what_is_left_of_a_wood_at_the_edge_stands_on_the_table() -> None:
    fight = scene(
        wizard("merlin", (69, 10), "creation.the_word_of_the_ents"), terrain=[feature("wood", (69, 20), (6, 6))]
    )  # fmt: skip
    answers = [at(69, 18), "trees are felled"]
    casts(fight, "merlin", "creation.the_word_of_the_ents", dice=[*THREE, 1], answers=answers)
    assert [f.kind for f in fight.state.terrain] == ["small obstacle"] * 2


# --- earth spike ---------------------------------------------------------------------------------------------


def beast(toughness: int = 5) -> Fight:
    figure = foot(category="beast", life=6, toughness=toughness, base=(from_mm(40), from_mm(40)))
    return scene(
        wizard("merlin", (36, 10), "creation.earth_spike"),
        unit("beast", (36, 20), facing=180, side=1, models=1, files=1, figure=figure),
    )


@pytest.mark.rule("tp.spell.creation.earth_spike")
@pytest.mark.parametrize(("tough", "face", "lost"), [(5, 2, 2), (8, 4, 2), (8, 6, 3)])
def test_a_spike_strikes_where_it_was_called_on_a_six(tough: int, face: int, lost: int) -> None:
    fight = beast(tough)
    casts(fight, "merlin", "creation.earth_spike", dice=[*THREE, 6, face], answers=[at(36, 20.5)])
    assert piece(fight, "beast").hurt == lost


@pytest.mark.rule("tp.spell.creation.earth_spike")
def test_otherwise_a_spike_strays_and_may_strike_nobody() -> None:
    fight = beast()
    casts(fight, "merlin", "creation.earth_spike", dice=[*THREE, 4, 1], answers=[at(36, 20.5)])
    assert told(fight, MarkerMoved)[0].at == (inches(36), inches(24.5)) and piece(fight, "beast").hurt == 0


# --- great growth --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.creation.great_growth")
def test_weeds_halve_every_move_and_stop_shots_and_spells() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "creation.great_growth"),
        unit("archers", (36, 20), facing=180, side=1, figure=foot(weapons=("longbow",))),
        wizard("shaman", (0, 0), "base.zap", within="archers", side=1),
    )
    casts(fight, "merlin", "creation.great_growth", dice=FOUR, answers=[[]])
    archers = number(fight, "archers")
    assert movement(fight, archers).total == inches(3.5)
    with script(fight, dice=[3, 4]):
        assert dice_run(fight, archers, "flee move", "tp.move.flee.move").total == inches(3.5)
    fight.state.active = 1
    assert why_no_missiles(fight, archers) and not castable(fight)


@pytest.mark.rule("tp.spell.creation.great_growth", "tp.move.fly.charged")
def test_weeds_reach_those_in_the_air_and_halve_their_flight() -> None:
    eagle = foot(category="beast", flight=inches(18), life=3)
    fight = scene(
        wizard("merlin", (36, 10), "creation.great_growth"),
        unit("eagle", (36, 20), facing=180, side=1, models=1, files=1, figure=eagle, airborne=True),
    )
    casts(fight, "merlin", "creation.great_growth", dice=FOUR)
    assert movement(fight, number(fight, "eagle")).total == inches(9)


# --- earthquake and hill -------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.creation.earthquake")
@pytest.mark.parametrize(("dice", "shaken"), [(STEADY, False), (SHAKEN, True)])
def test_an_earthquake_makes_ranks_flimsy(dice: list[int], shaken: bool) -> None:
    fight = scene(
        wizard("merlin", (36, 10), "creation.earthquake"), unit("orcs", (36, 20), facing=180, side=1, models=10)
    )
    casts(fight, "merlin", "creation.earthquake", dice=[*FOUR, *dice])
    assert bool(flimsy(fight, number(fight, "orcs"))) is shaken


@pytest.mark.rule("tp.spell.creation.earthquake", "tp.move.fly.height")
@pytest.mark.parametrize(("far", "shaken"), [(14.8, True), (14.9, False)])  # 6 inches up: 15.97, 16.06
def test_an_earthquake_shakes_those_in_the_air_whom_it_reaches(far: float, shaken: bool) -> None:
    eagles = foot(category="beast", flight=inches(18), life=3)
    fight = scene(
        wizard("merlin", (36, 10), "creation.earthquake"),
        unit("eagles", (36, 10 + far), facing=180, side=1, models=4, files=4, figure=eagles, airborne=True),
    )
    casts(fight, "merlin", "creation.earthquake", dice=[*FOUR, *(SHAKEN if shaken else [])])
    assert [effect.target for effect in fight.state.effects] == [number(fight, "eagles")] * shaken


@pytest.mark.rule("tp.spell.creation.raising_earth")
def test_the_earth_lifts_the_steady() -> None:
    fight = scene(wizard("merlin", (36, 10), "creation.raising_earth"), unit("guard", (36, 17), models=10))
    casts(fight, "merlin", "creation.raising_earth", dice=[*FIVE, *STEADY], answers=[at(36, 16.5)])
    assert level_of(fight, number(fight, "guard")) == 1


@pytest.mark.rule("tp.spell.creation.raising_earth")
def test_the_earth_drives_the_shaken_away_from_its_middle() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "creation.raising_earth"), unit("orcs", (36, 18), facing=180, side=1, models=10)
    )  # fmt: skip
    casts(fight, "merlin", "creation.raising_earth", dice=[*FIVE, *SHAKEN, 3, 4], answers=[at(36, 17)])
    assert piece(fight, "orcs").fleeing and piece(fight, "orcs").y > inches(18)


@pytest.mark.rule("tp.spell.creation.raising_earth")
def test_no_hill_rises_on_a_hill() -> None:
    fight = scene(wizard("merlin", (36, 10), "creation.raising_earth"), terrain=[feature("hill", (36, 22), (6, 6))])
    casts(fight, "merlin", "creation.raising_earth", dice=FIVE, answers=[at(36, 17)])
    assert told(fight, SpellFailed) and len(fight.state.terrain) == 1


# --- abyss ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.creation.abyss")
def test_the_abyss_takes_a_hero_without_a_save() -> None:
    fight = scene(wizard("merlin", (36, 10), "creation.abyss"), hero("chief", (36, 18), facing=180, side=1))
    casts(fight, "merlin", "creation.abyss", dice=[*FIVE, 8], answers=[at(36, 18.4)])
    assert piece(fight, "chief").fate == "slain"


@pytest.mark.rule("tp.spell.creation.abyss")
def test_the_abyss_takes_all_four_whose_bases_meet_over_it() -> None:
    fight = scene(wizard("merlin", (36, 10), "creation.abyss"), unit("orcs", (36, 18), facing=180, side=1, files=4))
    casts(fight, "merlin", "creation.abyss", dice=[*FIVE, 8], answers=[at(36, 18.787)])
    assert piece(fight, "orcs").models == 16


@pytest.mark.rule("tp.spell.creation.abyss")
def test_wings_and_large_bases_are_not_simply_lost() -> None:
    for figure, dice, fate in (
        (foot(category="beast", flight=inches(16), life=3), STEADY, "standing"),
        (foot(category="beast", flight=inches(16), life=3), SHAKEN, "slain"),
        (foot(category="beast", base=(from_mm(60), from_mm(60)), life=3), [], "standing"),
    ):
        fight = scene(
            wizard("merlin", (36, 10), "creation.abyss"),
            unit("beast", (36, 18), facing=180, side=1, models=1, files=1, figure=figure),
        )
        casts(fight, "merlin", "creation.abyss", dice=[*FIVE, 8, *dice], answers=[at(36, 18.4)])
        assert piece(fight, "beast").fate == fate


@pytest.mark.rule("tp.spell.creation.abyss")
@pytest.mark.parametrize(("dice", "fate"), [(STEADY, "standing"), (SHAKEN, "slain")])
def test_the_abyss_endangers_those_in_the_air_above_it(dice: list[int], fate: str) -> None:
    eagle = foot(category="beast", flight=inches(16), life=3, base=(from_mm(40), from_mm(40)))
    fight = scene(
        wizard("merlin", (36, 10), "creation.abyss"),
        unit("eagle", (36, 18), facing=180, side=1, models=1, files=1, figure=eagle, airborne=True),
    )
    casts(fight, "merlin", "creation.abyss", dice=[*FIVE, 8, *dice], answers=[at(36, 18.4)])
    assert piece(fight, "eagle").fate == fate


@pytest.mark.rule("tp.spell.creation.abyss", "tp.beast.mounted.separate")
@pytest.mark.parametrize(("dice", "fates"), [(STEADY, ("standing", "within")), (SHAKEN, ("slain", "slain"))])
def test_a_rider_shares_the_fate_of_his_winged_beast(dice: list[int], fates: tuple[str, str]) -> None:
    griffon = foot(category="beast", kind="mount", flight=inches(16), life=3)
    fight = scene(
        wizard("merlin", (36, 10), "creation.abyss"),
        unit("griffon", (36, 18), facing=180, side=1, models=1, files=1, figure=griffon),
        hero("lord", within="griffon", side=1),
    )
    casts(fight, "merlin", "creation.abyss", dice=[*FIVE, 8, *dice], answers=[at(36, 18.4)])
    assert (piece(fight, "griffon").fate, piece(fight, "lord").fate) == fates
