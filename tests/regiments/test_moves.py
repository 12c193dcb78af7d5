"""The remaining moves: marches, wheels, wings, reforms, characters who join and leave."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.compass import NORTH
from warhost.engine.field.stance import Stance
from warhost.engine.question import Refusal
from warhost.rulebooks.regiments.bodies import body, set_stance
from warhost.rulebooks.regiments.events import Moved
from warhost.rulebooks.regiments.moving.joining import join, leave, why_not_join
from warhost.rulebooks.regiments.moving.marching import must_test, why_not_march
from warhost.rulebooks.regiments.moving.moves import Move, move_one, open_ranks, order_one
from warhost.rulebooks.regiments.moving.reactions import react
from warhost.rulebooks.regiments.moving.reforms import judge, reformed
from warhost.rulebooks.regiments.moving.speed import greatest_charge
from warhost.rulebooks.regiments.shooting.volley import cannot_shoot

from .field import apart, facing, front, number, ours, rule_of, scene, script, theirs, told, unit

# --- moves


def move(entry: str = "men.spears", models: int = 20, **more: Any) -> Move:
    return Move(scene(ours("own", entry, models, front=(36, 20), files=min(5, models), **more), phase="moves"), 0)


def refused(question: Move, *acts: list[Any]) -> str:
    return rule_of(question.refuse(list(acts)))


@pytest.mark.rule("reg.move.remaining", "reg.move.march", "reg.turn.status")
def test_a_normal_move_and_a_march() -> None:
    question = move()
    assert question.check([["go", 4000]]) == {"cost": 4000, "left": 4000, "march": 0}
    assert question.check([["go", 8000]]) == {"cost": 8000, "left": 0, "march": 1}
    assert refused(question, ["go", 8100]) == "reg.move.remaining"


@pytest.mark.rule("reg.move.wheel", "reg.move.march")
def test_the_outer_corner_is_paid_for() -> None:
    question = move()
    verdict = question.check([["wheel", 4500]])
    assert isinstance(verdict, dict) and verdict["cost"] == pytest.approx(3090, abs=4)
    assert not isinstance(question.check([["wheel", 5800]]), Refusal)
    normal = Move(question.fight, 0)
    normal.start.no_march = Refusal("reg.move.march", "no")
    normal.start.left = 4000
    assert refused(normal, ["wheel", 5900]) == "reg.move.march"
    wide = Move(scene(ours("own", "orc.warriors", 20, front=(36, 20), files=10), phase="moves"), 0)
    found = wide.check([["wheel", 2300]])
    assert isinstance(found, dict) and found["cost"] <= 4000


@pytest.mark.rule("reg.move.backside")
def test_back_and_aside_at_half_pace() -> None:
    question = move()
    assert not isinstance(question.check([["back", 2000]]), Refusal)
    assert refused(question, ["back", 2100]) == "reg.move.backside"
    assert refused(question, ["side", 1000], ["go", 2000]) == "reg.move.backside"


@pytest.mark.rule("reg.move.single")
def test_a_lone_model_turns_freely() -> None:
    question = move("elf.oakwarden", 1)
    assert question.check([["pivot", 12000], ["go", 5000]]) == {"cost": 5000, "left": 5000, "march": 0}


@pytest.mark.rule("reg.move.apart", "reg.terrain.impassable")
def test_an_inch_is_kept() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5), theirs("foe", "orc.warriors", 20, front=(36, 24)),
        phase="moves",
    )  # fmt: skip
    question = Move(fight, 0)
    assert not isinstance(question.check([["go", 3000]]), Refusal)
    assert refused(question, ["go", 3100]) == "reg.move.apart"
    rocks = Move(
        scene(
            ours("own", "men.spears", 20, front=(36, 20), files=5),
            terrain=[{"kind": "rocks", "at": [36, 26]}],
            phase="moves",
        ),
        0,
    )
    assert refused(rocks, ["go", 3100]) == "reg.move.apart"
    edge = Move(scene(ours("own", "men.spears", 20, front=(36, 45), files=5), phase="moves"), 0)
    assert not isinstance(edge.check([["go", 2000]]), Refusal)
    assert refused(edge, ["go", 2100]) == "reg.move.apart"


@pytest.mark.rule("reg.move.skirmish.gap", "reg.sr.skirmishers")
def test_skirmishers_stand_half_an_inch_apart() -> None:
    fight = scene(ours("own", "men.foresters", 10, front=(36, 20), files=5))
    assert body(fight, 0).width == pytest.approx(5937, abs=4)


@pytest.mark.rule("reg.sr.skirmishers", "reg.charge.reaction")
def test_skirmishers_close_up_when_charged() -> None:
    fight = apart(8, foe="elf.wayfinders", yours={"models": 10})
    unit(fight, "own").charge = 1
    with script(fight, [], ["hold"]):
        react(fight, 0, 1)
    assert not unit(fight, "foe").loose
    assert body(fight, 1).width == pytest.approx(3935, abs=4)


@pytest.mark.rule("reg.sr.skirmishers", "reg.sr.fastcav")
@pytest.mark.parametrize(("entry", "models"), [("men.foresters", 10), ("men.outriders", 5)])
def test_the_nimble_reform_as_they_move(entry: str, models: int) -> None:
    question = move(entry, models)
    order = [["go", 1000], ["reform", 3, 9000]]
    assert question.refuse(order) is None
    formed = move()
    assert refused(formed, ["go", 1000], ["reform", 3, 9000]) == "reg.reform.normal"


@pytest.mark.rule("reg.sr.fly", "reg.sr.hover", "reg.army.elf.eagle", "reg.army.und.bats", "reg.army.elf.drake")
def test_wings() -> None:
    eagle = move("elf.eagle", 1)
    assert not isinstance(eagle.check([["fly"], ["go", 20000]]), Refusal)
    assert refused(eagle, ["go", 4100]) == "reg.move.remaining"
    bats = move("und.bats", 3)
    assert not isinstance(bats.check([["fly"], ["go", 10000]]), Refusal)
    assert refused(bats, ["fly"], ["go", 10100]) == "reg.sr.hover"
    assert greatest_charge(eagle.fight, 0) == 22000


@pytest.mark.rule("reg.sr.skirmishers", "reg.move.march")
def test_skirmishers_reform_free_of_cost() -> None:
    """Ten foresters from five wide to ten: the outermost end sqrt(3.3 x 3.3 + 4.9 x 4.9) = 5.9 in off."""
    question = move("men.foresters", 10)
    assert question.check([["reform", 10, 0], ["go", 4900]]) == {"cost": 4900, "left": 3100, "march": 1}
    assert question.check([["reform", 10, 0], ["go", 1000]]) == {"cost": 1000, "left": 7000, "march": 0}
    assert refused(question, ["reform", 10, 0], ["go", 7900]) == "reg.sr.skirmishers"


@pytest.mark.rule("reg.move.march", "reg.sr.fly")
@pytest.mark.parametrize(("dice", "flown"), [([6, 5], 10000), ([3, 3], 20000)])
def test_a_march_in_flight_is_tested_too(dice: list[int], flown: int) -> None:
    fight = scene(
        ours("own", "elf.eagle", 1, front=(36, 10)), theirs("foe", "orc.warriors", 10, front=(36, 14)),
        phase="moves",
    )  # fmt: skip
    wings, orders = [["fly"], ["go", 20000]], [["fly"], ["go", 10000]]
    with script(fight, dice, [wings]):
        order_one(fight, 0)
    if flown == 10000:
        with script(fight, [], [orders]):
            order_one(fight, 0)
    (moved,) = told(fight, Moved)
    assert moved.cost == flown


@pytest.mark.rule("reg.move.backside")
def test_a_shift_is_told_by_how_far_it_led() -> None:
    fight = apart(20, phase="moves")
    with script(fight, [], [[["back", 2000]]]):
        order_one(fight, 0)
    (moved,) = told(fight, Moved)
    assert moved.cost == 2000


@pytest.mark.rule("reg.move.march")
def test_enemies_within_eight_inches_make_a_march_doubtful() -> None:
    fight = apart(7, phase="moves")
    assert must_test(fight, 0)
    unit(fight, "foe").fleeing = True
    assert not must_test(fight, 0)
    far = apart(8.1, phase="moves")
    assert not must_test(far, 0)


@pytest.mark.rule("reg.move.march", "reg.army.men.rule.drill")
@pytest.mark.parametrize(("musician", "dice", "marches"), [(True, [5, 4, 3, 3], True), (False, [5, 4], False)])
def test_drilled_ranks_try_again(musician: bool, dice: list[int], marches: bool) -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 10), files=5, options=["musician"] if musician else []),
        theirs("foe", "orc.warriors", 20, at=(45, 10), files=5),
        phase="moves",
    )
    with script(fight, dice, [[["go", 8000]]]):
        order_one(fight, 0)
    assert (unit(fight, "own").did == "march") is marches
    assert unit(fight, "own").slowed is not marches


@pytest.mark.rule("reg.army.und.rule.undead")
@pytest.mark.parametrize(("gap", "rule"), [(11, ""), (13, "reg.army.und.rule.undead")])
def test_the_dead_march_near_their_general(gap: float, rule: str) -> None:
    fight = scene(
        ours("king", "und.king", at=(20, 20)),
        ours("own", "und.skeletons", 20, front=(20, 20 + gap + 4 * 0.787 + 0.4), files=5),
        theirs("foe", "orc.warriors", 20, front=(20, 42), files=5),
        phase="moves",
    )
    own = number(fight, "own")
    assert rule_of(why_not_march(fight, own)) == rule
    assert not must_test(fight, own)


@pytest.mark.rule("reg.terrain.river", "reg.sr.seacreature")
def test_nobody_marches_through_a_river() -> None:
    river = [{"kind": "river", "at": [30, 24]}]
    question = Move(scene(ours("own", "men.spears", 20, front=(25, 20), files=5), terrain=river, phase="moves"), 0)
    assert refused(question, ["go", 6000]) == "reg.terrain.river"
    assert not isinstance(question.check([["go", 4000]]), Refusal)


@pytest.mark.rule("reg.sr.seacreature", "reg.terrain.river")
@pytest.mark.parametrize(
    ("front", "length", "rule"),
    [(20, 6000, ""), (20, 6100, "reg.sr.seacreature"), (23, 7000, "reg.sr.seacreature")],
)
def test_trolls_march_neither_into_the_water_nor_out_of_it(front: float, length: int, rule: str) -> None:
    """The river lies between 22.5 and 25.5 inches."""
    river = [{"kind": "river", "at": [30, 24]}]
    fight = scene(ours("own", "orc.trolls", 3, front=(25, front), files=3), terrain=river, phase="moves")
    assert rule_of(Move(fight, 0).refuse([["go", length]])) == rule


# --- reforms


@pytest.mark.rule("reg.reform.normal")
def test_no_model_travels_more_than_twice_its_movement() -> None:
    fight = scene(ours("own", "men.spears", 40, front=(36, 24), files=5), phase="moves")
    assert judge(fight, 0, reformed(fight, 0, 8, 0)) is None
    assert rule_of(judge(fight, 0, reformed(fight, 0, 40, 0))) == "reg.reform.normal"


@pytest.mark.rule("reg.reform.normal", "reg.turn.status")
def test_a_normal_reform_is_the_whole_move() -> None:
    fight = scene(ours("own", "men.spears", 20, front=(36, 20), files=5), phase="moves")
    with script(fight, [], ["own", [["reform", 5, 18000]]]):
        move_one(fight)
    assert unit(fight, "own").did == "reform"
    assert facing(fight, "own") == 270


@pytest.mark.rule("reg.reform.swift", "reg.turn.status", "reg.cmd.musician")
@pytest.mark.parametrize(("dice", "did"), [([3, 3], "swift reform"), ([6, 3], "reform")])
def test_a_swift_reform_takes_a_test(dice: list[int], did: str) -> None:
    fight = scene(ours("own", "orc.bowmen", 20, front=(36, 20), files=5, options=["musician"]), phase="moves")
    passed = did == "swift reform"
    with script(fight, dice, ["own", [["reform", 10, 0]], "keep", *([[["go", 2000]]] if passed else [])]):
        move_one(fight)
    assert unit(fight, "own").did == did

    assert (cannot_shoot(fight, 0) is None) is passed


@pytest.mark.rule("reg.reform.swift", "reg.reform.normal")
def test_after_a_swift_reform_there_is_no_second_one() -> None:
    fight = scene(ours("own", "orc.bowmen", 20, front=(36, 20), files=5, options=["musician"]), phase="moves")
    again = [["reform", 5, 9000]]
    with script(fight, [3, 3], ["own", [["reform", 10, 0]], "keep", [["back", 1000]]]) as oracle:
        move_one(fight)
    second = [question for question in oracle.asked if question.what == "move order"][1]
    unit(fight, "own").drilled = True  # as it was when that was asked
    assert rule_of(second.refuse(again)) == "reg.reform.swift"
    assert again not in second.suggest()


# --- characters


@pytest.mark.rule("reg.char.join")
def test_a_character_joins_and_leaves() -> None:
    fight = scene(
        ours("spears", "men.spears", 20, front=(36, 20), files=5), ours("captain", "men.captain", at=(40, 19)),
        phase="moves",
    )  # fmt: skip
    with script(fight, [], ["captain", [["join", "spears"]]]):
        move_one(fight)
    assert unit(fight, "captain").fate == "within"
    assert unit(fight, "spears").leaders == (number(fight, "captain"),)
    assert unit(fight, "spears").acted
    for one in fight.state.units:
        one.acted, one.did = False, "stood still"
    with script(fight, [], ["captain", [["go", 3000]]]):
        move_one(fight)
    assert unit(fight, "captain").fate == "standing"
    assert unit(fight, "spears").leaders == ()


@pytest.mark.rule("reg.char.join", "reg.sr.unbreakable", "reg.sr.ethereal")
def test_whom_nobody_joins() -> None:

    fight = scene(
        ours("cannon", "men.cannon", at=(20, 20)), ours("captain", "men.captain", at=(40, 19)), phase="moves"
    )
    assert rule_of(why_not_join(fight, number(fight, "captain"), number(fight, "cannon"))) == "reg.char.join"
    dead = scene(
        ours("spectres", "und.spectres", 3, at=(20, 20)), ours("acolyte", "und.acolyte", at=(40, 19)),
        ours("skeletons", "und.skeletons", 20, at=(60, 20)), phase="moves",
    )  # fmt: skip
    acolyte = number(dead, "acolyte")
    assert rule_of(why_not_join(dead, acolyte, number(dead, "spectres"))) == "reg.sr.ethereal"
    assert why_not_join(dead, acolyte, number(dead, "skeletons")) is None


@pytest.mark.rule("reg.char.join", "reg.sr.skirmishers", "reg.move.skirmish.gap")
def test_skirmishers_close_up_about_a_character_who_is_none_and_open_when_he_has_gone() -> None:
    fight = scene(
        ours("own", "men.foresters", 10, front=(36, 20), files=5), ours("captain", "men.captain", at=(36, 17)),
        phase="moves",
    )  # fmt: skip
    own, captain = number(fight, "own"), number(fight, "captain")
    assert body(fight, own).width == 5935
    join(fight, captain, own)
    assert (body(fight, own).width, front(fight, "own")) == (3935, (36, 20))
    open_ranks(fight)
    assert body(fight, own).width == 3935
    leave(fight, captain)
    set_stance(unit(fight, "captain"), Stance((50_000, 20_000), NORTH, 1))
    open_ranks(fight)
    assert body(fight, own).width == 5935
    mustered = scene(
        ours("own", "men.foresters", 10, front=(36, 20), files=5), ours("captain", "men.captain", joined="own")
    )
    assert body(mustered, 0).width == 3935
