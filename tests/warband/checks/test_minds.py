"""The checks of nerve, magic and scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.warband.charging.declaring import may_charge
from warhost.rulebooks.warband.events import Struck
from warhost.rulebooks.warband.fighting.blow import Blow, Source
from warhost.rulebooks.warband.fighting.combat import fight_one, shaken
from warhost.rulebooks.warband.fighting.strikes import to_hit
from warhost.rulebooks.warband.fighting.wounds import lay_low
from warhost.rulebooks.warband.magic.casting import cast, castable, targets
from warhost.rulebooks.warband.magic.lasting import held_fast
from warhost.rulebooks.warband.moving.course import may_not_run
from warhost.rulebooks.warband.moving.fitness import may_move
from warhost.rulebooks.warband.moving.movement import move_one
from warhost.rulebooks.warband.nerve.heart import panic, rally, rout_test, withstands
from warhost.rulebooks.warband.scenarios import ending
from warhost.rulebooks.warband.scenarios.prizes import after_move
from warhost.rulebooks.warband.scenarios.zones import at_own_edge
from warhost.rulebooks.warband.setting import Fight
from warhost.rulebooks.warband.trials import acting_leader, leadership
from warhost.rulebooks.warband.turn import begin_turn, recover
from warhost.rulebooks.warband.turn import step as turn_step

from ..scene import RISEN, events, faces, man, scene, thrown

TROLL = {"band": "gutter", "fighter": "troll"}
DIFFICULTY = {"dart": 7, "cloak": 6, "grace": 6, "whisper": 8, "mend": 7, "stone": 9}


def wizard(spell: str, *others: dict[str, Any], **more: Any) -> Fight:
    own = man(0, 10, 10, band="gutter", fighter="hexer", spells={spell: DIFFICULTY[spell]}, id="wiz")
    return scene(own, *others, phase="shooting", **more)


# --- magic ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.magic.cast")
@pytest.mark.parametrize("dice, works", [([5, 3], True), ([5, 2], False)])
def test_a_total_of_at_least_the_difficulty(dice: list[int], works: bool) -> None:
    fight = wizard("whisper", man(1, 15, 10), dice=[*dice, *([1, 1] if works else [])])
    cast(fight, 0, "whisper")
    thrown(fight)


@pytest.mark.rule("war.spell.dart", "war.magic.damage", "war.dice.kinds")
@pytest.mark.parametrize("die, hits", [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_how_many_hits_an_ember_dart_has(die: int, hits: int) -> None:
    """All sixes: they wound, and none of them is critical."""
    fight = wizard("dart", man(1, 15, 10, profile={"w": 5}), dice=[4, 3, die, *[6] * hits])
    cast(fight, 0, "dart")
    thrown(fight)
    assert fight.state.warriors[1].wounds == 5 - hits


@pytest.mark.rule("war.spell.dart", "war.shoot.melee", "war.magic.damage")
@pytest.mark.parametrize("x, lawful", [(29.0, True), (29.1, False)])
def test_the_range_of_a_dart(x: float, lawful: bool) -> None:
    assert bool(targets(wizard("dart", man(1, x, 10)), 0, "dart")) is lawful


@pytest.mark.rule("war.spell.mend", "war.turn.recovery.stand", "war.combat.order")
def test_who_is_raised_by_knitting_hands_strikes_last() -> None:
    friend = man(0, 14, 10, posture="stunned", id="friend", weapons=["club"], profile={"i": 6})
    fight = wizard("mend", friend, man(1, 15, 10, id="foe", weapons=["club"], profile={"i": 1}), dice=[4, 3])
    cast(fight, 0, "mend")
    assert (fight.state.warriors[1].posture, fight.state.warriors[1].wounds) == ("up", 1)
    fight.state.phase = "combat"
    faces(fight, 1, 1)
    fight_one(fight)
    assert [event.who.rpartition("-")[2] for event in events(fight, Struck)] == ["foe", "friend"]


@pytest.mark.rule("war.spell.mend")
@pytest.mark.parametrize("x, lawful", [(15.0, True), (15.1, False)])
def test_knitting_hands_reach_four_inches_seen_or_not(x: float, lawful: bool) -> None:
    wall = {"obstacles": [{"name": "wall", "rect": [12.4, 5, 12.5, 15], "height": 4}]}
    fight = wizard("mend", man(0, x, 10, posture="down"), man(1, 40, 40), **wall)
    assert bool(targets(fight, 0, "mend")) is lawful


@pytest.mark.rule("war.spell.stone", "war.turn.recovery.stand")
def test_stones_hold_a_lying_man_down_through_his_next_recovery() -> None:
    fight = wizard("stone", man(1, 15, 10, posture="down"), dice=[5, 4])
    cast(fight, 0, "stone")
    seen = []
    for side in (1, 0, 1):
        fight.state.phase = "combat"
        turn_step(fight)  # the turn ends
        assert fight.state.active == side
        begin_turn(fight)
        recover(fight)
        seen.append(fight.state.warriors[1].posture)
    assert seen == ["down", "down", "up"]


@pytest.mark.rule("war.spell.stone")
def test_stones_end_with_the_victims_own_next_turn_and_cost_him_one_to_hit() -> None:
    fight = wizard("stone", man(1, 15, 10), man(0, 16, 10), dice=[5, 4])
    cast(fight, 0, "stone")
    club = fight.setting.library.weapon("club")
    assert to_hit(fight, Blow(2, 1, club)).total == 5 and held_fast(fight, 2)
    fight.state.active = 1
    for refusal in (may_move(fight, 2), may_charge(fight, 2)):
        assert refusal is not None and refusal.rule == "war.spell.stone"


@pytest.mark.rule("war.spell.grace", "war.run.enemy")
def test_cats_grace_lets_him_run_whoever_is_near() -> None:
    fight = wizard("grace", man(0, 13, 10, id="cat"), man(1, 17, 10), dice=[3, 3], answers=["lantern1-cat"])
    fight.oracle.answers = [fight.setting.fighters[1].id]  # type: ignore[attr-defined]
    assert may_not_run(fight, 1) is not None
    cast(fight, 0, "grace")
    assert may_not_run(fight, 1) is None


@pytest.mark.rule("war.magic.cast", "war.combat.engaged")
def test_an_engaged_wizard_casts_but_no_dart_at_those_who_fight() -> None:
    assert castable(wizard("whisper", man(1, 11, 10)), 0) == ["whisper"]
    assert castable(wizard("dart", man(1, 11, 10)), 0) == []


# --- nerve ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.psych.fear")
@pytest.mark.parametrize("dice, score", [([6, 5], 6), ([3, 4], 4)])
def test_who_is_charged_by_what_he_fears_may_need_sixes(dice: list[int], score: int) -> None:
    fight = scene(man(0, 10, 10, traits=["sure strike"]), man(1, 11, 10, **RISEN, profile={"ws": 3}), dice=dice)
    withstands(fight, 0, 1)
    thrown(fight)
    club = fight.setting.library.weapon("club")
    assert to_hit(fight, Blow(0, 1, club)).total == score


@pytest.mark.rule("war.psych.fear")
def test_once_a_turn_for_each_enemy() -> None:
    fight = scene(man(0, 10, 10), man(1, 11, 10, **RISEN), man(1, 9, 10, **RISEN), dice=[1, 1, 1, 1])
    for foe in (1, 1, 2, 2):
        withstands(fight, 0, foe)
    thrown(fight)


@pytest.mark.rule("war.psych.stupidity", "war.turn.move")
def test_a_stupid_troll_goes_first_and_three_inches_south() -> None:
    fight = scene(man(0, 20, 20, **TROLL, flags=["stupid"]), man(0, 30, 20), man(1, 40, 40), dice=[4])
    assert move_one(fight)
    thrown(fight)
    assert fight.state.warriors[0].spot == (20_000, 17_000, 0)


@pytest.mark.rule("war.psych.stupidity", "war.move.apart")
@pytest.mark.parametrize("die, where", [(1, (20, 23)), (2, (22.598, 21.5)), (4, (20, 17)), (6, (17.402, 21.5))])
def test_each_point_is_sixty_degrees_clockwise(die: int, where: tuple[float, float]) -> None:
    fight = scene(man(0, 20, 20, **TROLL, flags=["stupid"]), man(1, 40, 40), dice=[die])
    move_one(fight)
    x, y, _ = fight.state.warriors[0].spot
    assert (x, y) == (pytest.approx(1000 * where[0], abs=3), pytest.approx(1000 * where[1], abs=3))


@pytest.mark.rule("war.panic.test", "war.flee.move")
def test_two_free_hits_fail_and_he_runs_eight_inches() -> None:
    foes = man(1, 21, 20, weapons=["club"]), man(1, 21, 21, weapons=["club"])
    fight = scene(man(0, 20, 20.5), *foes, phase="combat", dice=[5, 4, 3, 3, 3, 5])
    fight.state.warriors[0].x = 20_134
    panic(fight, 0)
    thrown(fight)
    warrior = fight.state.warriors[0]
    assert warrior.fleeing and 7_000 <= 20_134 - warrior.x <= 8_000


@pytest.mark.rule("war.turn.combat.alone", "war.psych.frenzy", "war.psych.immune")
@pytest.mark.parametrize("more, tests", [({}, [0]), ({"flags": ["frenzied"]}, []), ({"traits": ["immune"]}, [])])
def test_who_is_never_alone(more: dict[str, Any], tests: list[int]) -> None:
    fight = scene(man(0, 10, 10, **more), man(1, 11, 10), man(1, 12, 12), phase="combat")
    fight.state.fought = (0, 1)
    assert shaken(fight) == tests


@pytest.mark.rule("war.flee.rally", "war.turn.states")
def test_a_rallied_wizard_may_still_cast() -> None:
    own = man(0, 10, 10, band="gutter", fighter="hexer", spells={"grace": 6}, flags=["fleeing"])
    fight = scene(own, man(0, 13, 10), man(1, 30, 10), dice=[2, 2])
    rally(fight, 0)
    assert castable(fight, 0) == ["grace"] and may_move(fight, 0) is not None and may_charge(fight, 0) is not None


@pytest.mark.rule("war.rout.leader", "war.camp.skills")
@pytest.mark.parametrize(
    "away, traits, value", [(7, [], 8), (7.1, [], 7), (13, ["battle tongue"], 8), (13.1, ["battle tongue"], 7)]
)
def test_how_far_a_leaders_word_carries(away: float, traits: list[str], value: int) -> None:
    captain = man(0, 10 + away, 10, fighter="captain", traits=traits, flags=["hidden"])
    assert leadership(scene(man(0, 10, 10), captain, man(1, 40, 40)), 0) == value


@pytest.mark.rule("war.rout.leader", "war.rout.test")
@pytest.mark.parametrize("dice, stays", [([3, 4], True), ([4, 4], False)])
def test_the_rout_test_on_a_standing_hero_while_the_leader_is_stunned(dice: list[int], stays: bool) -> None:
    captain = man(0, 10, 10, fighter="captain", posture="stunned")
    lying = man(0, 12, 10, fighter="veteran", profile={"ld": 8}, posture="down")
    fight = scene(captain, lying, man(0, 14, 10, fighter="veteran"), man(1, 40, 40), dice=dice)
    assert fight.setting.fighters[acting_leader(fight, 0)].profile.ld == 7 and rout_test(fight, 0) is stays


# --- scenarios ------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.scen.hunt")
@pytest.mark.parametrize("posture, kept", [("down", True), ("stunned", False)])
def test_a_carrier_who_goes_down_keeps_his_shard_and_a_stunned_one_does_not(posture: Any, kept: bool) -> None:
    shard = [{"kind": "shard", "at": [20, 20], "holder": "a"}]
    fight = scene(man(0, 20, 20, id="a"), man(1, 40, 40), scenario="hunt", prizes=shard)
    lay_low(fight, 0, posture, Source(1))
    prize = fight.state.prizes[0]
    assert (prize.holder == 0) is kept and (prize.x, prize.y) == (20_000, 20_000)


@pytest.mark.rule("war.multi.setup", "war.scen.hunt")
@pytest.mark.parametrize(
    "at, own", [((0.5, 12), True), ((0.5, 12.1), False), ((11.9, 0.5), True), ((0.5, 15), False)]
)
def test_the_own_edge_of_a_corner(at: tuple[float, float], own: bool) -> None:
    shard = [{"kind": "shard", "at": list(at), "holder": "a"}]
    three = man(0, *at, id="a"), man(1, 40, 40), man(2, 40, 5)
    edges = ["south-west", "north-east", "south-east"]
    fight = scene(*three, scenario="hunt", prizes=shard, edges=edges)
    assert at_own_edge(fight, 0) is own
    after_move(fight, 0)
    assert (fight.state.warriors[0].fate == "left") is own


@pytest.mark.rule("war.scen.breakthrough")
@pytest.mark.parametrize(
    "second, won",
    [
        ({}, True),
        ({"posture": "down"}, False),
        ({"band": "ash", "fighter": "hound"}, False),
        ({"at": [24, 45.4]}, False),
    ],
)
def test_two_standing_warriors_within_two_inches_of_the_edge(second: dict[str, Any], won: bool) -> None:
    pair = man(0, 20, 45.5), {**man(0, 24, 46), **second}
    fight = scene(*pair, man(1, 40, 10), scenario="breakthrough", attacker=0, edges=["south", "north"])
    ending.end_of_turn(fight)
    assert (fight.state.outcome is not None) is won


@pytest.mark.rule("war.scen.tower", "war.scen.end")
@pytest.mark.parametrize("scores, winner", [([3, 2], 0), ([2, 2], -1), ([0, 1], 1)])
def test_points_decide_when_the_rounds_are_over(scores: list[int], winner: int) -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), scenario="tower", round=12, active=1, scores=scores, out=[0, 0])
    ending.round_over(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == winner


@pytest.mark.rule("war.multi.rout", "war.scen.end")
def test_those_left_after_twelve_rounds_stand_above_who_went_out() -> None:
    three = man(0, 10, 10), man(1, 20, 20), man(2, 30, 30)
    fight = scene(*three, started=[8, 12, 4], out=[1, 2, 1], round=12, active=1)
    fight.state.beaten, fight.state.late = (2,), (14,)
    ending.round_over(fight)
    assert fight.state.outcome is not None and fight.state.outcome.ranking == (0, 1, 2)
