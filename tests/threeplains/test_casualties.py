"""Losses: who goes, from where, and what is left."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.bodies import TOUCH, body, range_between
from warhost.rulebooks.threeplains.events.blows import Fell, LeftBehind, Slain
from warhost.rulebooks.threeplains.fighting.contact import engaged, foes
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.morale.checks import kills
from warhost.rulebooks.threeplains.morale.stress import clear
from warhost.rulebooks.threeplains.moving.groups import special_places
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.wounds.casualties import becomes_it, destroy, lose, slay

from .scene import (
    Placed,
    champion,
    contact,
    foot,
    hero,
    horse,
    number,
    piece,
    scene,
    script,
    told,
    unit,
)

LOOSE = foot(loose=True, traits=("skirmishers",))


def loses(fight: Fight, name: str, points: int) -> int:
    gone = lose(fight, number(fight, name), points, "tp.shoot.damage")
    assert not flaws(fight.setting, fight.state)
    return gone


def spots(fight: Fight, name: str) -> set[tuple[int, int]]:
    return {base.centre for base in body(fight, number(fight, name)).bases}


# --- life points -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.piece.stats.own", "tp.check.bs.kills")
def test_three_points_are_three_models_and_are_remembered() -> None:
    fight = scene(unit("guard", (36, 20)))
    assert loses(fight, "guard", 3) == 3
    assert (piece(fight, "guard").models, piece(fight, "guard").lost) == (17, 3)
    assert told(fight, Fell)[0].left == 17


@pytest.mark.rule("tp.check.bs.kills")
def test_the_points_of_a_character_are_counted_apart_from_its_groups() -> None:
    fight = scene(unit("guard", (36, 20)), hero("captain", within="guard"))
    loses(fight, "guard", 1)
    loses(fight, "captain", 1)
    assert (piece(fight, "guard").lost, piece(fight, "captain").lost) == (1, 1)
    assert piece(fight, "captain").hurt == 1


@pytest.mark.rule("tp.piece.slain")
def test_a_model_without_life_points_is_gone_for_good() -> None:
    fight = scene(hero("captain", (36, 20), figure=champion(life=1)))
    loses(fight, "captain", 1)
    assert piece(fight, "captain").fate == "slain"
    assert told(fight, Slain)


@pytest.mark.rule("tp.piece.combine.inseparable", "tp.piece.combine.plus")
def test_rider_and_steed_fall_together() -> None:
    fight = scene(hero("general", (36, 20), figure=horse(category="character", life=3), role="general"))
    assert loses(fight, "general", 2) == 0
    assert loses(fight, "general", 1) == 1
    assert fight.state.generals_fell == (True, False)


def test_who_loses_no_point_has_not_bled() -> None:
    fight = scene(unit("men", (36, 20)))
    assert lose(fight, 0, 0, "tp.shoot.damage") == 0 and not piece(fight, "men").bled
    lose(fight, 0, 1, "tp.shoot.damage")
    assert piece(fight, "men").bled


@pytest.mark.rule("tp.check.bs.kills")
def test_a_point_more_than_there_are_takes_no_more() -> None:
    fight = scene(unit("wolves", (36, 20), models=2, figure=foot(life=2, loose=True)))
    assert loses(fight, "wolves", 9) == 2
    assert piece(fight, "wolves").lost == 4


# --- the ranks -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.piece.casualties.back")
@pytest.mark.parametrize(("lost", "columns"), [(1, [0, 1, 2, 3]), (2, [1, 2, 3]), (3, [1, 2]), (4, [2]), (5, [])])
def test_the_last_rank_shrinks_from_both_ends_the_right_one_first(lost: int, columns: list[int]) -> None:
    fight = scene(unit("guard", (36, 20), models=15))
    before = [base.centre for base in body(fight, number(fight, "guard")).bases]
    loses(fight, "guard", lost)
    assert spots(fight, "guard") == {*before[:10], *(before[10 + column] for column in columns)}


@pytest.mark.rule("tp.piece.casualties.back")
@pytest.mark.parametrize(("lost", "kept"), [(1, [0, 1, 2, 3]), (2, [1, 2, 3])])
def test_a_single_rank_grows_narrower_and_nobody_moves(lost: int, kept: list[int]) -> None:
    fight = scene(unit("guard", (36, 20), models=5, facing=30))
    before = [base.centre for base in body(fight, number(fight, "guard")).bases]
    loses(fight, "guard", lost)
    near = [(x, y) for x, y in spots(fight, "guard")]
    for x, y in (before[at] for at in kept):
        assert any(abs(x - a) <= 2 and abs(y - b) <= 2 for a, b in near)
    assert piece(fight, "guard").files == len(kept) == len(near)


@pytest.mark.rule("tp.piece.casualties.back")
def test_when_the_last_rank_is_gone_the_next_one_forward_goes_on() -> None:
    fight = scene(unit("guard", (36, 20), models=12))
    before = [base.centre for base in body(fight, number(fight, "guard")).bases]
    loses(fight, "guard", 4)
    assert spots(fight, "guard") == {*before[:5], *before[6:9]}


@pytest.mark.rule("tp.piece.casualties.character")
def test_a_slain_hero_is_replaced_from_the_back() -> None:
    fight = scene(unit("guard", (36, 20), models=12), hero("captain", within="guard"))
    front = [base.centre for base in body(fight, number(fight, "guard")).bases][:5]
    loses(fight, "captain", 2)
    assert piece(fight, "captain").fate == "slain"
    assert piece(fight, "guard").models == 12
    assert piece(fight, "guard").leaders == ()
    assert set(front) <= spots(fight, "guard")
    assert len(spots(fight, "guard")) == 12


@pytest.mark.rule("tp.piece.casualties.character")
@pytest.mark.parametrize("loose", [False, True])
def test_the_row_closes_up_when_a_hero_dies_in_it(loose: bool) -> None:
    """Six stand in one row; five are left of them, whether they stand in ranks or loosely."""
    places = [(34 + 0.8 * at, 20) for at in range(6)] if loose else []
    figure = LOOSE if loose else None
    guard = unit("guard", (36, 20), models=5, files=6, figure=figure, places=places)
    fight = scene(guard, hero("captain", within="guard"))
    assert len(spots(fight, "guard")) == 6
    loses(fight, "captain", 2)
    assert len(spots(fight, "guard")) == 5
    assert len(piece(fight, "guard").places) == 5 if loose else piece(fight, "guard").files == 5


@pytest.mark.rule("tp.unit.command.succession")
def test_the_command_passes_on_as_long_as_there_is_an_ordinary_model() -> None:
    fight = scene(unit("guard", (36, 20), models=10, command=True), hero("captain", within="guard"), points=400)
    loses(fight, "guard", 9)
    assert piece(fight, "guard").command and number(fight, "guard") in special_places(fight, 0).values()
    loses(fight, "guard", 1)
    assert not piece(fight, "captain").command


# --- loose groups ----------------------------------------------------------------------------------------------

LINE = [(36, 20), (36.8, 20), (37.6, 20), (36, 19.2)]


def pack(places: list[tuple[float, float]], *more: Placed) -> Fight:
    return scene(unit("pack", (36, 20), models=len(places), figure=LOOSE, places=places), *more)


@pytest.mark.rule("tp.piece.casualties.back")
def test_the_rearmost_of_a_loose_group_goes_first() -> None:
    fight = pack(LINE)
    loses(fight, "pack", 1)
    assert set(piece(fight, "pack").places) == {(inches(x), inches(y)) for x, y in LINE[:3]}


@pytest.mark.rule("tp.piece.casualties.back")
@pytest.mark.parametrize("lost", [1, 2])
def test_the_outermost_goes_first_among_equals(lost: int) -> None:
    fight = pack([(x, y) for y in (20, 19.2) for x in (35.2, 36, 36.8)])
    loses(fight, "pack", lost)
    assert (inches(36), inches(19.2)) in piece(fight, "pack").places


@pytest.mark.rule("tp.piece.casualties.back")
def test_whoever_holds_a_loose_group_together_stays() -> None:
    fight = pack([(35.3, 20), (36.7, 20), (36, 19.21)])  # the rearmost is the only one between the others
    loses(fight, "pack", 1)
    assert (inches(36), inches(19.21)) in piece(fight, "pack").places


@pytest.mark.rule("tp.piece.casualties.back")
def test_those_who_touch_an_enemy_go_last() -> None:
    enemy = unit("orcs", (36, 18.8), side=1, models=5)  # behind them, at the heels of the rearmost
    fight = pack(LINE, enemy)
    contact(fight, "orcs", "pack", "front", "rear")
    loses(fight, "pack", 1)
    assert (inches(36), inches(19.2)) in piece(fight, "pack").places


# --- its -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.combat.it", "tp.unit.it", "tp.piece.unit.numbers")
@pytest.mark.parametrize(
    ("figure", "models", "lost", "stays"),
    [
        (foot(), 3, 1, False),
        (foot(), 4, 1, True),
        (horse(), 3, 2, True),
        (horse(), 3, 4, False),
        (horse(), 2, 2, False),
        (LOOSE, 4, 3, True),
        (foot(category="beast"), 3, 2, True),
    ],
)
def test_a_unit_of_which_too_few_are_left_is_removed(figure: Any, models: int, lost: int, stays: bool) -> None:
    fight = scene(unit("guard", (36, 20), models=models, figure=figure))
    loses(fight, "guard", lost)
    assert (piece(fight, "guard").fate == "standing") == stays


@pytest.mark.rule("tp.piece.unit.tinygames", "tp.unit.it.tiny_game")
@pytest.mark.parametrize(("points", "stays"), [(500, True), (501, False)])
def test_in_a_small_game_everybody_fights_to_the_last(points: int, stays: bool) -> None:
    fight = scene(unit("guard", (36, 20), models=3), points=points)
    loses(fight, "guard", 2 if stays else 1)
    assert (piece(fight, "guard").fate == "standing") == stays


@pytest.mark.rule("tp.combat.it", "tp.unit.it", "tp.piece.unit.numbers")
def test_the_heroes_of_an_it_stay_where_they_stand() -> None:
    heroes = [hero("captain", within="guard"), hero("sergeant", within="guard")]
    fight = scene(unit("guard", (36, 20), models=5, files=4), *heroes)
    at = {who: body(fight, 0).bases[base].centre for base, who in special_places(fight, 0).items()}
    loses(fight, "guard", 3)
    assert piece(fight, "guard").fate == "slain"
    for name in ("captain", "sergeant"):
        who = number(fight, name)
        assert piece(fight, name).fate == "standing"
        (x, y), (a, b) = at[who], body(fight, who).middle
        assert abs(x - a) <= 2 and abs(y - b) <= 2
    assert len(told(fight, LeftBehind)) == 2


@pytest.mark.rule("tp.combat.it")
def test_a_hero_left_alone_is_set_down_where_there_is_room() -> None:
    fight = scene(
        unit("guard", (36, 20), models=3),
        hero("captain", within="guard"),
        unit("others", (36, 20.03), facing=180, models=5, side=1),
    )
    loses(fight, "guard", 1)
    assert piece(fight, "captain").fate == "standing"
    assert range_between(fight, number(fight, "captain"), number(fight, "others")) > TOUCH


@pytest.mark.rule("tp.combat.it")
def test_a_hero_who_still_touches_the_enemy_fights_on() -> None:
    fight = scene(
        unit("guard", (36, 20), models=3, files=3),
        hero("captain", within="guard"),
        unit("orcs", (36, 20), facing=180, side=1),
    )
    contact(fight, "orcs", "guard", rounds=1)
    loses(fight, "guard", 1)
    assert foes(fight, number(fight, "captain")) == [number(fight, "orcs")]
    assert fight.state.contacts[0].rounds == 1


@pytest.mark.rule("tp.piece.slain")
def test_whoever_fought_a_slain_piece_is_free() -> None:
    fight = scene(unit("guard", (36, 20), models=3), unit("orcs", (36, 20), facing=180, side=1))
    contact(fight, "orcs", "guard")
    loses(fight, "guard", 3)
    assert not engaged(fight, number(fight, "orcs"))


@pytest.mark.rule("tp.combat.it")
def test_an_it_can_be_looked_for_by_name() -> None:
    fight = scene(unit("guard", (36, 20), models=3))
    assert not becomes_it(fight, 0)
    piece(fight, "guard").models = 2
    assert becomes_it(fight, 0)


@pytest.mark.rule("tp.character.halfwit.exposed")
def test_losses_bring_a_hidden_halfwit_to_light() -> None:
    fight = scene(unit("guard", (36, 20), models=6), hero("fool", within="guard", role="halfwit", fate="hidden"))
    loses(fight, "guard", 1)
    assert piece(fight, "fool").fate == "hidden"
    loses(fight, "guard", 1)
    assert piece(fight, "fool").fate == "within"
    loses(fight, "guard", 2)
    assert piece(fight, "fool").fate == "standing"


@pytest.mark.rule("tp.character.halfwit.exposed")
def test_a_halfwit_whose_group_falls_at_once_stands_alone() -> None:
    fight = scene(unit("guard", (36, 20), models=6), hero("fool", within="guard", role="halfwit", fate="hidden"))
    loses(fight, "guard", 6)
    assert piece(fight, "fool").fate == "standing"


# --- whole pieces ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.whole_piece_effects")
def test_a_destroyed_unit_takes_everybody_with_it() -> None:
    fight = scene(
        unit("guard", (36, 20), models=6),
        hero("captain", within="guard", role="general"),
        hero("fool", within="guard", role="halfwit", fate="hidden"),
    )
    destroy(fight, 0, "tp.move.flee.caught")
    assert [one.fate for one in fight.state.pieces] == ["slain"] * 3
    assert fight.state.generals_fell == (True, False)
    assert not flaws(fight.setting, fight.state)


def reinforced() -> Fight:
    fight = scene(
        unit("old", (36, 20), models=4), hero("captain", within="old"),
        unit("fresh", (36, 18), models=10), hero("sergeant", within="fresh"),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    )  # fmt: skip
    old, fresh = piece(fight, "old"), piece(fight, "fresh")
    old.backing, fresh.fate, fresh.host = (number(fight, "fresh"),), "within", number(fight, "old")
    contact(fight, "orcs", "old")
    return fight


@pytest.mark.rule("tp.move.reinforce.ranks", "tp.unit.it")
def test_the_front_of_a_reinforced_unit_fights_to_its_last_model() -> None:
    fight = reinforced()
    loses(fight, "old", 3)
    assert piece(fight, "old").models == 1 and piece(fight, "old").standing


@pytest.mark.rule("tp.move.reinforce.slide")
def test_when_the_front_is_gone_the_fresh_unit_stands_in_its_place() -> None:
    fight = reinforced()
    loses(fight, "old", 4)
    fresh = piece(fight, "fresh")
    assert fresh.standing and fresh.point == (inches(36), inches(20))
    assert set(fresh.leaders) == {number(fight, "captain"), number(fight, "sergeant")}
    assert foes(fight, number(fight, "orcs")) == [number(fight, "fresh")]


@pytest.mark.rule("tp.move.reinforce.slide")
def test_when_the_back_is_gone_its_hero_stays_in_the_ranks() -> None:
    fight = reinforced()
    loses(fight, "fresh", 10)
    assert piece(fight, "fresh").fate == "slain"
    assert set(piece(fight, "old").leaders) == {number(fight, "captain"), number(fight, "sergeant")}


# --- in the air ------------------------------------------------------------------------------------------------

DRAGON = foot(category="beast", life=12, base=(2000, 2000), flight=inches(20))


@pytest.mark.rule("tp.move.fly.crash", "tp.move.fly.crash.rider")
def test_a_dragon_shot_down_falls_on_those_below_and_its_rider_falls_with_it() -> None:
    fight = scene(
        unit("guard", (36, 20), models=10),
        unit("dragon", (36, 20.4), models=1, files=1, side=1, figure=DRAGON, airborne=True),
        hero("rider", side=1, within="dragon", figure=champion(resistance=1, agility=2, life=3)),
    )
    below = sum(abs(base.centre[0] - 36000) < 1300 for base in body(fight, 0).bases)
    assert below == 6
    with script(fight, dice=[1, 1, 1, 1, 1, 1, 2, 3, 5]):
        lose(fight, number(fight, "dragon"), 12, "tp.shoot.damage")
    assert piece(fight, "guard").models == 4
    assert piece(fight, "rider").fate == "slain"


@pytest.mark.rule("tp.move.fly.crash")
def test_a_small_flyer_harms_nobody() -> None:
    steed = foot(category="character", life=3, base=(1200, 1200), flight=inches(20))
    fight = scene(
        unit("guard", (36, 20), models=10), hero("rider", (36, 20.4), side=1, figure=steed, airborne=True)
    )  # fmt: skip
    lose(fight, number(fight, "rider"), 3, "tp.shoot.damage")
    assert piece(fight, "guard").models == 10


def test_traits_hear_of_a_death() -> None:
    heard: list[tuple[int, str]] = []
    specials.moments("test: bell")(lambda fight, who, moment: heard.append((who, moment)))
    fight = scene(hero("captain", (36, 20), figure=champion(traits=("test: bell",))))
    slay(fight, 0, "tp.piece.slain")
    assert heard == [(0, "slain")]
    del specials.moments._hooks["test: bell"]


@pytest.mark.rule("tp.check.bs.kills")
def test_a_hero_slain_in_his_group_weighs_on_it_for_the_rest_of_the_turn() -> None:
    fight = scene(unit("guard", at=(36, 20)), hero("hero", within="guard"))
    lose(fight, number(fight, "hero"), 2, "tp.shoot.damage")
    assert piece(fight, "hero").fate == "slain"
    assert kills(fight, number(fight, "guard")) == 1
    clear(fight)
    assert kills(fight, number(fight, "guard")) == 0
