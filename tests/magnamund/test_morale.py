"""Phase 5: who tests morale and why, with what dice, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.magnamund.events import MoraleTested
from warhost.rulebooks.magnamund.morale import morale_value, must_test, trial_of, triggers
from warhost.rulebooks.magnamund.pieces import put
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.wounds import hit

from .scene import Square, at, board, give, happened, hero, number, play, scene, standing, unit

FOE = unit("giaks", [(10, 23)], side="theirs")
GIAKS_TURN: dict[str, Any] = {"red": "theirs", "active": "theirs"}


def row(count: int, y: int = 10) -> list[Square]:
    return [(x, y) for x in range(1, count + 1)]


def evening(*pieces: Any, **more: Any) -> Fight:
    """A scene in the morale phase."""
    return scene(*pieces, phase="morale", **more)


def why(fight: Fight, name: str) -> list[str]:
    """The rules by which a unit must test."""
    return [rule for _, rule in triggers(fight, fight.setting.group[name].unit)]


def must(fight: Fight, name: str) -> bool:
    return must_test(fight, fight.setting.group[name].unit)


def modifiers(fight: Fight, name: str = "humans") -> int:
    """What is added to the dice of a unit, in all."""
    return morale_value(fight, fight.setting.group[name].unit, 0).total - {"h": 10, "g": 4}[name[0]]


def outcome(fight: Fight, dice: list[int], **more: Any) -> MoraleTested:
    test: MoraleTested = happened(play(fight, dice=dice, **more), MoraleTested)[0]
    return test


# --- who, and how often -------------------------------------------------------------------------------------


@pytest.mark.rule("mag.morale.who", "mag.hero.no_morale", "mag.piece.classes")
def test_heroes_and_monsters_never_test_whatever_happens() -> None:
    fight = evening(
        hero("lone_wolf", (5, 5), now=standing(wounds=[("head", "serious")])),
        hero("prince_pelathar", (15, 9)),
        hero("beast", (5, 7), side="theirs", sheet="gourgaz"),
        hero("kootak", (6, 6), side="theirs"),
        leaders_slain=(True, True),
    )
    assert not happened(play(fight), MoraleTested)  # no die is asked for
    assert fight.state.phase == "initiative"


@pytest.mark.rule("mag.morale.who")
def test_a_unit_tests_as_a_whole_with_one_throw() -> None:
    fight = evening(unit("humans", row(6), lost=4, lost_this_turn=2), FOE)
    assert outcome(fight, [6]).unit == "humans"


@pytest.mark.rule("mag.morale.once")
def test_a_unit_with_several_reasons_tests_once() -> None:
    humans = unit("humans", row(4), lost=4, lost_this_turn=2, flank_attackers=["giaks-1"])
    fight = evening(humans, FOE, leaders_slain=(True, False))
    assert len(why(fight, "humans")) == 4
    play(fight, dice=[6])
    assert not must(fight, "humans")
    assert not happened(play(fight), MoraleTested)


@pytest.mark.rule("mag.morale.once")
def test_a_unit_without_a_reason_does_not_test() -> None:
    assert not happened(play(evening(unit("humans", row(6)), FOE)), MoraleTested)


@pytest.mark.rule("mag.morale.once", "mag.morale.trigger.rout_nearby")
def test_a_unit_that_has_tested_does_not_test_again_when_a_friend_routs() -> None:
    steady = unit("humans", [(12, 10)], tested=True)
    giaks = unit("giaks", [(10, 12)], side="theirs")
    fight = evening(unit("others", row(2), lost=4, lost_this_turn=2, training="poor"), steady, giaks)
    assert outcome(fight, [1], steps=1).result == "rout"
    assert not must(fight, "humans")


# --- why ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.morale.trigger.casualties", "mag.unit.composition")
@pytest.mark.parametrize(
    ("strength", "lost", "tests"), [(10, 2, True), (10, 1, False), (6, 1, False), (5, 1, True), (1, 0, False)]
)
def test_a_fifth_of_the_unit_lost_this_turn(strength: int, lost: int, tests: bool) -> None:
    humans = unit("humans", row(strength - lost), lost=lost, lost_this_turn=lost)
    assert must(evening(humans, FOE), "humans") is tests


@pytest.mark.rule("mag.morale.trigger.casualties")
def test_the_fifth_is_counted_from_the_start_of_this_turn() -> None:
    humans = unit("humans", row(8), lost=3, lost_this_turn=2)  # 11 once, 10 this morning
    assert why(evening(humans, FOE), "humans") == ["mag.morale.trigger.casualties"]
    earlier = unit("humans", row(8), lost=3, lost_this_turn=0)
    assert why(evening(earlier, FOE), "humans") == []


@pytest.mark.rule("mag.morale.trigger.casualties")
def test_arrows_and_blows_count_alike() -> None:
    fight = scene(unit("humans", [(5, 1)], weapons=["longbow", "sword"]), unit("giaks", row(5, 8), side="theirs"))
    play(fight, answers=["humans", {"humans-1": "giaks-5"}], dice=[1])
    assert why(fight, "giaks") == ["mag.morale.trigger.casualties"]


@pytest.mark.rule("mag.morale.trigger.half")
@pytest.mark.parametrize(("left", "tests"), [(6, False), (5, True), (1, True)])
def test_half_of_the_unit_lost_since_the_battle_began(left: int, tests: bool) -> None:
    fight = evening(unit("humans", row(left), lost=10 - left), FOE)
    assert why(fight, "humans") == (["mag.morale.trigger.half"] if tests else [])


@pytest.mark.rule("mag.morale.trigger.half")
def test_a_unit_at_half_strength_tests_every_turn() -> None:
    fight = evening(unit("humans", row(5), lost=5), FOE)
    for _ in range(2):
        play(fight, dice=[6])
        play(fight)
        play(fight, dice=[6, 1])
        fight.state.phase, fight.state.half = "morale", 0
        assert must(fight, "humans")


@pytest.mark.rule("mag.morale.trigger.half")
def test_who_has_left_by_an_exit_is_not_lost() -> None:
    fight = evening(unit("humans", row(5), lost=5), FOE)
    for member in fight.setting.units[0].members[5:]:
        fight.state.pieces[member].fate = "left"
    assert not must(fight, "humans")


@pytest.mark.rule("mag.morale.trigger.flank", "mag.combat.mod.flank_rear")
@pytest.mark.parametrize(
    ("facing", "rule"), [("N", []), ("E", ["mag.morale.trigger.flank"]), ("S", ["mag.morale.trigger.flank"])]
)
def test_a_blow_at_the_side_or_back_of_one_piece_makes_the_unit_test(facing: str, rule: list[str]) -> None:
    humans = unit("humans", row(6, 5), pieces={"3": standing(facing=facing)})
    fight = scene(humans, unit("giaks", [(3, 6)], side="theirs"), phase="combat", **GIAKS_TURN)
    play(fight, answers=["giaks", {"giaks-1": "humans-3"}], dice=[100])  # a miss
    assert why(fight, "humans") == rule
    assert modifiers(fight) == {"N": 0, "E": -1, "S": -2}[facing]


@pytest.mark.rule("mag.morale.trigger.monster", "mag.sheet.gourgaz", "mag.morale.modifiers")
@pytest.mark.parametrize("beast_begins", [True, False])
def test_a_unit_that_fought_a_gourgaz_tests_with_minus_one(beast_begins: bool) -> None:
    beast = hero("beast", (3, 6), side="theirs", sheet="gourgaz", weapons=["claws"])
    fight = scene(unit("humans", row(6, 5)), beast, phase="combat", **(GIAKS_TURN if beast_begins else {}))
    if beast_begins:
        play(fight, answers=["beast", {"beast": "humans-3"}], dice=[100])
    else:
        play(fight, answers=["humans", {"humans-3": "beast"}], dice=[100])
    assert why(fight, "humans") == ["mag.morale.trigger.monster"]
    assert modifiers(fight) == -1


@pytest.mark.rule("mag.morale.trigger.monster")
def test_who_only_stands_beside_a_monster_has_not_fought_it() -> None:
    beast = hero("beast", (3, 6), side="theirs", sheet="gourgaz")
    assert why(evening(unit("humans", row(6, 5)), beast), "humans") == []


@pytest.mark.rule("mag.morale.trigger.leader")
def test_when_the_leader_dies_in_the_first_phase_every_unit_of_his_army_tests_once() -> None:
    fight = scene(
        unit("humans", row(3)),
        unit("others", row(3, 12)),
        hero("lone_wolf", (8, 8)),
        FOE,
        leaders=("lone_wolf", ""),
    )
    give(fight, dice=[95, 10])
    hit(fight, number(fight, "lone_wolf"), number(fight, "giaks-1"), "mag.fire.hit")
    assert [why(fight, name) for name in ("humans", "others", "giaks")] == [
        ["mag.morale.trigger.leader"], ["mag.morale.trigger.leader"], [],
    ]  # fmt: skip
    fight.state.phase = "morale"
    play(fight, answers=["others"], dice=[6])
    play(fight, dice=[6])
    assert not happened(play(fight), MoraleTested)


@pytest.mark.rule("mag.morale.trigger.leader")
def test_another_hero_who_dies_is_no_reason() -> None:
    fight = scene(unit("humans", row(3)), hero("lone_wolf", (8, 8)), FOE, leaders=("humans-1", ""))
    give(fight, dice=[95, 10])
    hit(fight, number(fight, "lone_wolf"), number(fight, "giaks-1"), "mag.fire.hit")
    assert why(fight, "humans") == []


@pytest.mark.rule("mag.morale.trigger.rout_nearby")
@pytest.mark.parametrize(("tester", "tests"), [((3, 3), False), ((4, 3), True)])
def test_friends_within_six_squares_of_a_rout_test_too(tester: Square, tests: bool) -> None:
    routing = unit("others", [(10, 3)], lost=4, lost_this_turn=2, training="poor")
    fight = evening(routing, unit("humans", [tester, (tester[0], 2)]), unit("giaks", [(10, 9)], side="theirs"))
    assert outcome(fight, [1]).result == "rout"
    assert at(fight, "others-1") != (10, 3)  # it is measured from where they stood
    assert why(fight, "humans") == (["mag.morale.trigger.rout_nearby"] if tests else [])
    assert modifiers(fight) == (-1 if tests else 0)


@pytest.mark.rule("mag.morale.trigger.rout_nearby")
def test_a_rout_spreads_from_unit_to_unit_but_a_retreat_does_not() -> None:
    first = unit("first", [(4, 20)], lost=4, lost_this_turn=1, training="poor", friends_routed=True)
    second = unit("second", [(8, 20)], training="poor", lost=3)
    third = unit("third", [(14, 20)], training="poor")
    giaks = unit("giaks", [(10, 22)], side="theirs")
    fight = evening(first, second, third, giaks)
    play(fight, answers=["first"], dice=[1])
    assert why(fight, "third") == []
    assert outcome(fight, [1]).result == "rout"  # 10 + 1 - 2 - 1 = 8
    assert why(fight, "third") == ["mag.morale.trigger.rout_nearby"]
    assert outcome(fight, [1]).result == "retire"  # 10 + 1 - 1 = 10


@pytest.mark.rule("mag.morale.trigger.magic")
def test_psychic_powers_are_no_magic() -> None:
    wolf = hero("lone_wolf", (5, 5), skills=["mind_blast"])
    fight = scene(wolf, unit("giaks", [(x, 8) for x in range(1, 11)], side="theirs"))
    play(fight, answers=["lone_wolf", "giaks-5"], dice=[40])
    assert not must(fight, "giaks")
    assert modifiers(fight, "giaks") == 0


@pytest.mark.rule("mag.morale.trigger.aura")
@pytest.mark.parametrize(("square", "tests"), [((5, 7), True), ((7, 7), True), ((5, 8), False)])
def test_a_piece_in_the_aura_when_the_phase_begins_makes_its_unit_test(square: Square, tests: bool) -> None:
    wolf = hero("prince_pelathar", (5, 5), skills=["aura_of_goodness"])
    fight = evening(wolf, unit("giaks", [square, (square[0], square[1] + 1)], side="theirs"), **GIAKS_TURN)
    assert must(fight, "giaks") is tests
    assert modifiers(fight, "giaks") == (-2 if tests else 0)


@pytest.mark.rule("mag.morale.trigger.aura")
def test_who_has_once_withstood_a_heros_aura_need_not_test_for_it_again() -> None:
    prince = hero("prince_pelathar", (5, 5), skills=["aura_of_goodness"])
    other = hero("other", (15, 5), card="prince_pelathar", skills=["aura_of_goodness"])
    fight = evening(prince, other, unit("giaks", [(5, 7)], side="theirs"), **GIAKS_TURN)
    test = outcome(fight, [4, 3])
    assert (test.value, test.result) == (4 + 7 - 2, "carry on")
    fight.state.units[0].tested = False
    assert not must(fight, "giaks")
    put(fight, number(fight, "giaks-1"), fight.setting.board.square(15, 7), 2)
    assert must(fight, "giaks")  # another hero's aura is another matter
    play(fight, dice=[4, 3])
    fight.state.units[0].tested = False
    put(fight, number(fight, "giaks-1"), fight.setting.board.square(5, 7), 2)
    assert not must(fight, "giaks")


@pytest.mark.rule("mag.morale.trigger.aura")
def test_the_aura_is_merged_with_other_reasons_into_one_test() -> None:
    kootak = hero("kootak", (5, 12), side="theirs", skills=["inspire_terror"])
    fight = evening(unit("humans", row(8), lost=2, lost_this_turn=2), kootak)
    test = outcome(fight, [6])
    assert (test.value, test.result) == (10 + 6 - 1 - 2, "carry on")


# --- the test -----------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.morale.procedure", "mag.morale.value", "mag.sheet.human", "mag.morale.carry_on")
def test_regular_humans_with_a_four_carry_on_and_nothing_changes() -> None:
    fight = evening(unit("humans", row(8), flank_attackers=["giaks-1"], killed=1), FOE)
    test = outcome(fight, [4])  # the flank and the won combat cancel out
    assert (test.faces, test.value, test.result) == ((4,), 14, "carry on")
    assert [at(fight, f"humans-{n}") for n in range(1, 9)] == row(8)


@pytest.mark.rule("mag.morale.procedure", "mag.morale.value", "mag.sheet.giak")
def test_regular_giaks_with_five_and_three_carry_on() -> None:
    giaks = unit("giaks", row(8), side="theirs", flank_attackers=["humans-1"], killed=1)
    test = outcome(evening(giaks, unit("humans", [(3, 2)]), **GIAKS_TURN), [5, 3])
    assert (test.faces, test.value, test.result) == ((5, 3), 12, "carry on")


@pytest.mark.rule("mag.morale.results", "mag.unit.training")
@pytest.mark.parametrize(
    ("training", "value", "result"),
    [
        ("veteran", 9, "carry on"), ("veteran", 8, "retire"), ("veteran", 6, "retire"), ("veteran", 5, "rout"),
        ("regular", 11, "carry on"), ("regular", 10, "retire"), ("regular", 8, "retire"), ("regular", 7, "rout"),
        ("poor", 12, "carry on"), ("poor", 11, "retire"), ("poor", 9, "retire"), ("poor", 8, "rout"),
    ],
)  # fmt: skip
def test_the_results_of_humans_by_training(training: str, value: int, result: str) -> None:
    fight = evening(unit("humans", row(8), training=training))
    assert trial_of(fight, 0).read(value) == result


@pytest.mark.rule("mag.morale.results")
def test_regular_giaks_with_two_and_three_and_casualties_retire() -> None:
    giaks = unit("giaks", row(8), side="theirs", lost=2, lost_this_turn=2)
    fight = evening(giaks, unit("humans", [(3, 2)]), **GIAKS_TURN)
    test = outcome(fight, [2, 3])
    assert (test.value, test.result) == (8, "retire")


@pytest.mark.rule("mag.morale.results")
@pytest.mark.parametrize(("training", "needed"), [("veteran", (8, 5)), ("regular", (9, 6)), ("poor", (10, 7))])
def test_the_results_of_giaks_by_training(training: str, needed: tuple[int, int]) -> None:
    fight = evening(unit("giaks", row(8), side="theirs", training=training))
    carry_on, retire = needed
    results = [trial_of(fight, 0).read(value) for value in (carry_on, carry_on - 1, retire, retire - 1)]
    assert results == ["carry on", "retire", "retire", "rout"]


# --- modifiers ----------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.morale.modifiers")
@pytest.mark.parametrize(
    ("facts", "modifier"),
    [
        ({"lost": 2, "lost_this_turn": 2}, -1),
        ({"lost": 8}, -2),
        ({"lost": 8, "lost_this_turn": 2}, -3),
        ({"flank_attackers": ["giaks-1"]}, -1),
        ({"rear_attackers": ["giaks-1"]}, -2),
        ({"flank_attackers": ["giaks-1"], "rear_attackers": ["giaks-1"]}, -2),
        ({"friends_routed": True}, -1),
        ({"killed": 2, "lost_in_combat": 1}, 1),
        ({"killed": 1, "lost_in_combat": 1}, 0),
    ],
)
def test_what_a_unit_suffered_and_did_weighs_on_it(facts: dict[str, Any], modifier: int) -> None:
    assert modifiers(evening(unit("humans", row(8), **facts), FOE)) == modifier


@pytest.mark.rule("mag.morale.modifiers")
@pytest.mark.parametrize(("place", "modifier"), [((8, 16), 1), ((8, 17), 0)])
def test_the_leader_within_six_squares_heartens(place: Square, modifier: int) -> None:
    fight = evening(unit("humans", row(8)), hero("lone_wolf", place), FOE, leaders=("lone_wolf", ""))
    assert modifiers(fight) == modifier
    assert modifiers(evening(unit("humans", row(8)), hero("lone_wolf", place), FOE)) == 0  # no leader


@pytest.mark.rule("mag.morale.modifiers")
def test_a_dead_leader_weighs_two() -> None:
    assert modifiers(evening(unit("humans", row(8)), FOE, leaders_slain=(True, False))) == -2


@pytest.mark.rule("mag.morale.modifiers")
def test_rally_and_the_leader_add_up() -> None:
    """Regular humans at half strength with Pelathar beside them: 10 + 1 - 2 + 3 + 1."""
    humans = unit("humans", row(4), lost=4)
    fight = evening(humans, hero("prince_pelathar", (5, 10)), FOE, leaders=("prince_pelathar", ""))
    test = outcome(fight, [1])
    assert (test.value, test.result) == (13, "carry on")


@pytest.mark.rule("mag.morale.modifiers")
@pytest.mark.parametrize(("covered", "modifier"), [(4, 0), (5, 1)])
def test_more_than_half_in_medium_or_heavy_cover(covered: int, modifier: int) -> None:
    humans = unit("humans", row(8))
    assert modifiers(evening(humans, FOE, on=board(rocks=row(covered)))) == modifier
    assert modifiers(evening(humans, FOE, on=board(scrub=row(8)))) == 0  # light cover is not enough
    wall = board(edges=[("low_wall", "N", row(covered))])
    assert modifiers(evening(humans, FOE, on=wall)) == modifier


@pytest.mark.rule("mag.morale.modifiers")
def test_good_and_evil_zones() -> None:
    terror = hero("kootak", (5, 12), side="theirs", skills=["inspire_terror"])
    assert modifiers(evening(unit("humans", row(8)), terror)) == -2
    light = hero("prince_pelathar", (5, 12), skills=["aura_of_goodness"])
    fight = evening(light, unit("giaks", row(8), side="theirs", facing="N"))
    assert modifiers(fight, "giaks") == -2
