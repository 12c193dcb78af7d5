"""Charges with their reactions, moves, reforms, flight, panic and rallying."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.regiments.bodies import body
from warhost.rulebooks.regiments.events import ChargeFailed, Fled, Shot, Tested
from warhost.rulebooks.regiments.magic.casting import cannot_cast
from warhost.rulebooks.regiments.magic.pools import wizards
from warhost.rulebooks.regiments.moving import chargers, compulsory
from warhost.rulebooks.regiments.moving.approach import best_approach
from warhost.rulebooks.regiments.moving.charges import cannot_charge, declare, declare_one, why_not
from warhost.rulebooks.regiments.moving.flight import run
from warhost.rulebooks.regiments.moving.joining import why_not_join
from warhost.rulebooks.regiments.moving.marching import must_test, why_not_march
from warhost.rulebooks.regiments.moving.moves import Move, cannot_move, move_one, order_one
from warhost.rulebooks.regiments.moving.onset import Onset, struck_sides
from warhost.rulebooks.regiments.moving.reactions import lawful, react
from warhost.rulebooks.regiments.moving.reactions import why_not as why_not_react
from warhost.rulebooks.regiments.moving.reforms import judge, reformed
from warhost.rulebooks.regiments.moving.speed import greatest_charge, movement
from warhost.rulebooks.regiments.nature import all_have
from warhost.rulebooks.regiments.nerve import panic
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.shooting.volley import cannot_shoot
from warhost.rulebooks.regiments.turn import step
from warhost.rulebooks.regiments.wounds.gone import destroyed, friends_shaken

from .field import at, facing, front, number, ours, scene, script, theirs, told, unit


def rule_of(refusal: Refusal | None) -> str:
    return refusal.rule if refusal is not None else ""


def apart(gap: float, own: str = "men.spears", foe: str = "orc.warriors", **more: Any) -> Fight:
    mine, yours = more.pop("mine", {}), more.pop("yours", {})
    return scene(
        ours("own", own, front=(36, 10), **{"models": 20, "files": 5, **mine}),
        theirs("foe", foe, front=(36, 10 + gap), **{"models": 20, "files": 5, **yours}),
        **more,
    )


# --- who may charge


@pytest.mark.rule("reg.charge.legal", "reg.charge.declare")
@pytest.mark.parametrize(("gap", "rule"), [(16, ""), (16.5, "reg.charge.legal")])
def test_too_far(gap: float, rule: str) -> None:
    fight = apart(gap)
    assert rule_of(why_not(fight, 0, 1)) == rule


@pytest.mark.rule("reg.charge.legal", "reg.sr.swiftstride", "reg.charge.range")
def test_horsemen_reach_further() -> None:
    fight = apart(20, "men.outriders", mine={"models": 5})
    assert greatest_charge(fight, 0) == 20000
    assert why_not(fight, 0, 1) is None


@pytest.mark.rule("reg.charge.legal")
def test_out_of_sight_and_behind() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5), theirs("foe", "orc.warriors", 20, at=(36, 10))
    )
    assert rule_of(why_not(fight, 0, 1)) == "reg.charge.legal"


@pytest.mark.rule("reg.charge.geometry", "reg.charge.legal")
def test_no_way_through_others() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 10), files=5),
        ours("wall", "men.halberds", 30, front=(36, 16), files=15),
        theirs("foe", "orc.giant", front=(36, 20)),
    )
    assert rule_of(why_not(fight, number(fight, "own"), number(fight, "foe"))) == "reg.charge.geometry"


@pytest.mark.rule("reg.flee.limits", "reg.charge.legal", "reg.turn.status", "reg.sr.stupidity", "reg.turn.start")
@pytest.mark.parametrize(
    ("more", "rule"),
    [({"fleeing": True}, "reg.flee.limits"), ({"did": "stumbled"}, "reg.turn.status"), ({"did": "free move"}, "")],
)
def test_what_bars_a_charge(more: dict[str, Any], rule: str) -> None:
    assert rule_of(cannot_charge(apart(8, mine=more), 0)) == rule


@pytest.mark.rule("reg.charge.declare", "reg.charge.redirect")
def test_one_charge_a_turn() -> None:
    fight = apart(8)
    unit(fight, "own").declared = True
    assert rule_of(cannot_charge(fight, 0)) == "reg.charge.declare"


@pytest.mark.rule("reg.charge.side", "reg.core.arcs")
def test_most_of_the_front_rank_decides_the_side() -> None:
    """The corner line of the target leads between the third and the fourth file."""
    fight = scene(
        ours("own", "men.spears", 5, front=(44.6, 14), files=5, facing=135),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5),
    )
    assert struck_sides(fight, 0, 1) in (["left"], ["front"])
    flank = scene(
        ours("own", "men.spears", 5, at=(50, 22), files=5, facing=180),
        theirs("foe", "orc.warriors", 20, at=(36, 22)),
    )
    assert struck_sides(flank, 0, 1) == ["left"]


# --- how they come in


@pytest.mark.rule("reg.charge.geometry")
def test_a_monster_takes_the_end_with_four_in_contact() -> None:
    fight = scene(
        ours("own", "elf.oakwarden", front=(36, 10)), theirs("foe", "men.swords", 20, front=(36, 18), files=5)
    )
    best = best_approach(Onset(fight, 0, 1, "front"))
    assert best is not None and best.contacts == 1 + 4


@pytest.mark.rule("reg.charge.geometry", "reg.charge.side")
def test_a_charge_wheels_freely_into_a_flank() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(46, 22), files=5, facing=200),
        theirs("foe", "orc.warriors", 20, at=(36, 22), files=5),
    )
    with script(fight, [5, 4], ["own", "hold", "nearest"]):
        declare_one(fight)
        chargers.move_one(fight)
    (contact,) = fight.state.contacts
    assert contact.b_side == "left"
    assert facing(fight, "own") == 180
    assert front(fight, "own")[0] == pytest.approx(36 + 5 * 0.984 / 2, abs=0.02)


@pytest.mark.rule("reg.charge.several")
def test_two_chargers_share_a_front() -> None:
    fight = scene(
        ours("left", "men.spears", 20, front=(33, 10), files=5),
        ours("right", "men.spears", 20, front=(39, 10), files=5),
        theirs("foe", "men.swords", 20, front=(36, 16), files=5),
    )
    for name in ("left", "right"):
        with script(fight, [], ["hold"]):
            declare(fight, number(fight, name), number(fight, "foe"))
    with script(fight, [4, 4, 4, 4], ["left"]):
        chargers.move_one(fight)
        chargers.move_one(fight)
    assert [unit(fight, name).did for name in ("left", "right")] == ["charged", "charged"]
    assert len(fight.state.contacts) == 2


@pytest.mark.rule("reg.charge.move", "reg.charge.next", "reg.move.sequence")
def test_all_are_declared_before_any_moves() -> None:
    fight = scene(
        ours("a", "men.spears", 20, front=(20, 10), files=5),
        ours("b", "men.spears", 20, front=(50, 10), files=5),
        theirs("c", "orc.warriors", 20, front=(20, 18), files=5),
        theirs("d", "orc.warriors", 20, front=(50, 18), files=5),
    )
    with script(fight, [1, 1, 3, 3], ["a", "hold", "b", "hold", "a"]):
        for _ in range(6):
            step(fight)
    assert unit(fight, "a").did == "failed charge" and unit(fight, "b").did == "charged"


@pytest.mark.rule("reg.charge.gone")
@pytest.mark.parametrize(("answer", "dice", "gone"), [("stand still", [], 0), ("move on", [6, 3], 6)])
def test_a_target_that_is_gone(answer: str, dice: list[int], gone: int) -> None:
    fight = apart(12)
    unit(fight, "own").charge = 1
    unit(fight, "foe").fate = "destroyed"
    with script(fight, dice, [answer]):
        chargers.run_home(fight, 0)
    assert front(fight, "own") == (36, 10 + gone)
    assert unit(fight, "own").did == "failed charge"


@pytest.mark.rule("reg.charge.failed", "reg.sr.swiftstride", "reg.charge.fleeroll")
def test_a_failed_charge_of_horse_goes_as_far_as_the_highest_die() -> None:
    fight = apart(19, "men.outriders", mine={"models": 5})
    with script(fight, [5, 1, 4], ["own", "hold"]):
        declare_one(fight)
        chargers.move_one(fight)
    assert front(fight, "own") == (36, 15)
    assert told(fight, ChargeFailed)


@pytest.mark.rule("reg.charge.fleeing")
@pytest.mark.parametrize(("gap", "caught"), [(11, True), (11.5, False)])
def test_hunting_the_fleeing(gap: float, caught: bool) -> None:
    fight = apart(gap, yours={"fleeing": True})
    unit(fight, "own").charge, unit(fight, "own").struck = 1, "rear"
    with script(fight, [3, 4, *([3, 3] if caught else [])], [{}] if caught else []):
        chargers.run_home(fight, 0)
    assert (unit(fight, "foe").fate == "destroyed") is caught
    if not caught:
        assert front(fight, "own") == (36, 14)


@pytest.mark.rule("reg.charge.range", "reg.move.slowest", "reg.char.join")
def test_the_slowest_sets_the_pace() -> None:
    fight = scene(
        ours("spears", "men.spears", 20, front=(36, 10), files=5),
        ours("captain", "men.captain", joined="spears", mount="warhorse"),
    )
    spears = number(fight, "spears")
    assert movement(fight, spears) == 4000

    assert not all_have(fight, spears, "reg.sr.swiftstride")
    assert body(fight, spears).width == pytest.approx(4921, abs=4)  # 100 mm and 25 mm


# --- reactions


@pytest.mark.rule("reg.charge.reaction", "reg.charge.hold")
def test_what_a_charged_unit_may_do() -> None:
    bows = apart(10, foe="orc.bowmen")
    assert lawful(bows, 0, 1) == ["hold", "stand and shoot", "flee"]
    unit(bows, "foe").stood = True
    assert lawful(bows, 0, 1) == ["hold", "flee"]
    unit(bows, "foe").fleeing = True
    assert lawful(bows, 0, 1) == ["flee"]
    engaged = scene(
        ours("own", "men.spears", 20, front=(36, 10), files=5),
        theirs("foe", "orc.bowmen", 20, front=(36, 20), files=5),
        ours("other", "men.spears", 20, front=(36, 20), files=5),
        contacts=[{"a": "other", "b": "foe"}],
    )
    assert lawful(engaged, 0, 2) == ["hold"]


@pytest.mark.rule("reg.sr.immunepsych", "reg.sr.unbreakable", "reg.army.und.rule.undead", "reg.troop.warmachine")
@pytest.mark.parametrize(
    ("foe", "models", "options"),
    [("orc.ironhides", 10, ["hold"]), ("und.bones", 10, ["hold"]), ("orc.hurler", 1, ["hold", "flee"])],
)
def test_who_may_not_flee(foe: str, models: int, options: list[str]) -> None:
    assert lawful(apart(10, foe=foe, yours={"models": models, "files": min(5, models)}), 0, 1) == options


@pytest.mark.rule("reg.charge.standshoot", "reg.sr.quickfire", "reg.sr.slowfire", "reg.army.men.grenadiers")
def test_too_near_to_stand_and_shoot() -> None:
    near = apart(7, "men.outriders", "orc.bowmen", mine={"models": 5})
    assert rule_of(why_not_react(near, 0, 1, "stand and shoot")) == "reg.charge.standshoot"
    quick = scene(
        theirs("own", "orc.boarriders", 5, front=(36, 17), files=5), ours("foe", "men.outriders", 5, front=(36, 10))
    )
    assert why_not_react(quick, 1, 0, "stand and shoot") is None
    slow = scene(
        theirs("own", "orc.warriors", 5, front=(36, 17), files=5), ours("foe", "men.grenadiers", 8, front=(36, 10))
    )
    assert rule_of(why_not_react(slow, 1, 0, "stand and shoot")) == "reg.sr.slowfire"


@pytest.mark.rule("reg.charge.standshoot", "reg.shoot.mod.standshoot", "reg.sr.volleyfire")
def test_twenty_bowmen_stand_and_shoot() -> None:
    """At 20 in: ten shots that need 4 + 1 + 1."""
    fight = apart(20, "men.knights", "orc.bowmen", mine={"models": 6})
    unit(fight, "own").charge = 1
    with script(fight, [6, *[1] * 9, 4, 2], ["stand and shoot"]):
        react(fight, 0, 1)

    (shot,) = told(fight, Shot)
    assert (shot.shots, shot.need) == (10, 6)


@pytest.mark.rule("reg.charge.flee", "reg.charge.reaction", "reg.flee.move")
def test_directly_away_from_the_charger() -> None:
    fight = scene(
        ours("own", "men.spears", 20, at=(20, 10), files=5), theirs("foe", "orc.warriors", 20, at=(20, 20), files=5)
    )
    unit(fight, "own").charge = 1
    with script(fight, [3, 4], ["flee"]):
        react(fight, 0, 1)
    assert (at(fight, "foe"), facing(fight, "foe")) == ((20, 27), 90)
    aside = scene(
        ours("own", "men.spears", 20, at=(14, 12), files=5), theirs("foe", "orc.warriors", 20, at=(20, 20), files=5)
    )
    unit(aside, "own").charge = 1
    with script(aside, [5, 5], ["flee"]):
        react(aside, 0, 1)
    assert at(aside, "foe") == pytest.approx((26, 28), abs=0.02)


@pytest.mark.rule("reg.charge.redirect")
@pytest.mark.parametrize(("dice", "target"), [([5, 4], "foe"), ([3, 3], "other")])
def test_redirecting_takes_a_test(dice: list[int], target: str) -> None:
    fight = scene(
        ours("own", "men.oathblades", 20, front=(36, 10), files=5),
        theirs("foe", "orc.goblins", 20, front=(36, 18), files=5),
        theirs("other", "orc.warriors", 20, front=(42, 18), files=5),
    )
    answers = ["own", "foe", "flee", "other", *(["hold"] if target == "other" else [])]
    with script(fight, [1, 1, *dice], answers):
        declare_one(fight)
    assert unit(fight, "own").charge == number(fight, target)
    assert unit(fight, "own").redirected


@pytest.mark.rule("reg.sr.terror")
@pytest.mark.parametrize(("dice", "flees"), [([5, 4], True), ([3, 3], False)])
def test_terror_is_tested_before_the_reaction(dice: list[int], flees: bool) -> None:
    fight = apart(8, "elf.oakwarden", "men.spears", mine={"models": 1, "files": 1})
    unit(fight, "own").charge = 1
    with script(fight, [*dice, *([3, 3] if flees else [])], [] if flees else ["hold"]):
        react(fight, 0, 1)
    assert unit(fight, "foe").fleeing is flees


@pytest.mark.rule("reg.sr.frenzy")
@pytest.mark.parametrize(("dice", "charges"), [([5, 4], True), ([3, 3], False)])
def test_the_frenzied_must_hold_themselves_back(dice: list[int], charges: bool) -> None:
    fight = apart(15, "orc.berserkers", "men.spears", mine={"models": 10})
    with script(fight, dice, ["done", *(["hold"] if charges else [])]):
        declare_one(fight)
        declare_one(fight)
    assert (unit(fight, "own").charge == 1) is charges


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
    trolls = Move(scene(ours("own", "orc.trolls", 3, front=(25, 20), files=3), terrain=river, phase="moves"), 0)
    assert not isinstance(trolls.check([["go", 8000]]), Refusal)
    dry = move("orc.trolls", 3)
    assert refused(dry, ["go", 8000]) == "reg.sr.seacreature"


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
    with script(fight, dice, ["own", [["reform", 10, 0]], *([[["go", 2000]]] if passed else [])]):
        move_one(fight)
    assert unit(fight, "own").did == did

    assert (cannot_shoot(fight, 0) is None) is passed


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


# --- flight


@pytest.mark.rule("reg.flee.move", "reg.panic.through")
def test_on_until_the_friends_are_an_inch_behind() -> None:
    fight = scene(
        ours("own", "men.outriders", 5, at=(36, 10), files=5, facing=90),
        ours("friends", "men.spears", 20, front=(36, 10.985 + 4 + 3.148), files=5),
        theirs("foe", "orc.warriors", 20, at=(36, 2), files=5),
    )
    unit(fight, "own").fleeing = True
    run(fight, 0, 0, 6000)
    # The friends are 3.15 deep and 4 ahead, the fleers 1.97 deep.
    assert at(fight, "own")[1] == pytest.approx(10 + 4 + 3.148 + 1.969 + 1, abs=0.01)
    assert [(who, rule) for who, rule, _ in fight.state.shaken] == [(1, "reg.panic.through")]


@pytest.mark.rule("reg.flee.move", "reg.terrain.impassable")
def test_through_the_enemy_costs_a_test_for_each_model() -> None:
    fight = scene(
        ours("own", "men.crossbows", 10, front=(36, 10), files=5),
        theirs("foe", "orc.warriors", 5, front=(36, 13.984), files=5),
    )
    unit(fight, "own").fleeing = True
    with script(fight, [1, 2, 3, 4, 5, 6, 2, 2, 2, 1]):
        run(fight, 0, 0, 8000)
    assert unit(fight, "own").models == 8


@pytest.mark.rule("reg.flee.offtable")
def test_off_the_table() -> None:
    fight = scene(ours("own", "men.crossbows", 10, front=(36, 5), files=5, fleeing=True, facing=270))
    run(fight, 0, 18000, 6000)
    assert unit(fight, "own").fate == "fled"
    assert not fight.state.shaken


@pytest.mark.rule("reg.rally.test", "reg.cmd.musician", "reg.char.general", "reg.move.compulsory")
@pytest.mark.parametrize(("options", "dice", "rallies"), [(["musician"], [5, 3], True), ([], [5, 3], False)])
def test_rallying(options: list[str], dice: list[int], rallies: bool) -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5, fleeing=True, options=options),
        theirs("foe", "orc.warriors", 20, at=(36, 40)),
        phase="compulsory",
        turn=2,
    )
    unit(fight, "own").fled_at = 1
    with script(fight, [*dice, *([] if rallies else [2, 3])], [{}] if rallies else []):
        compulsory.move_one(fight)
    assert unit(fight, "own").fleeing is not rallies
    assert unit(fight, "own").did == ("rallied" if rallies else "flees")


@pytest.mark.rule("reg.rally.quarter")
@pytest.mark.parametrize(("models", "dice", "rallies"), [(5, [3, 4], True), (4, [3, 4], False), (4, [1, 1], True)])
def test_remnants_rally_only_on_a_double_one(models: int, dice: list[int], rallies: bool) -> None:
    fight = scene(ours("own", "men.spears", models, front=(36, 20), files=4, fleeing=True, started=20))
    with script(fight, dice):
        assert compulsory.rallies(fight, 0) is rallies


@pytest.mark.rule("reg.sr.fastcav")
def test_fast_cavalry_that_fled_by_choice_may_still_move() -> None:
    fight = scene(
        ours("own", "orc.wolfriders", 5, front=(36, 20), files=5, fleeing=True),
        theirs("foe", "men.spears", 20, at=(36, 40)), phase="compulsory", turn=2,
    )  # fmt: skip
    unit(fight, "own").fled_at, unit(fight, "own").by_choice = 1, True
    with script(fight, [1, 1], [{}]):
        compulsory.move_one(fight)

    assert cannot_move(fight, 0) is None
    assert rule_of(cannot_charge(fight, 0)) == "reg.charge.declare"


# --- panic


@pytest.mark.rule("reg.panic.casualties", "reg.panic.test")
@pytest.mark.parametrize(
    ("before", "lost", "tests"), [(20, 4, False), (20, 5, True), (10, 3, True), (10, 2, False)]
)
def test_a_quarter_of_the_models(before: int, lost: int, tests: bool) -> None:
    fight = scene(
        ours("own", "men.spears", before, at=(36, 20), files=5), theirs("foe", "orc.warriors", 20, at=(36, 40))
    )
    unit(fight, "own").models -= lost
    panic.mark_losses(fight, 0, 1)
    assert bool(fight.state.shaken) is tests


@pytest.mark.rule("reg.panic.flee", "reg.panic.casualties")
def test_a_panicked_unit_flees_from_who_did_it() -> None:
    fight = scene(
        theirs("bows", "orc.bowmen", 10, at=(20, 10)), ours("own", "men.spears", 15, at=(20, 30), started=20)
    )
    unit(fight, "own").phase_models = 20
    own = number(fight, "own")
    panic.mark_losses(fight, own, number(fight, "bows"))
    with script(fight, [6, 5, 2, 5]):
        panic.settle(fight)
    assert (at(fight, "own"), facing(fight, "own")) == ((20, 37), 90)


@pytest.mark.rule("reg.panic.destroyed", "reg.panic.once", "reg.panic.exempt")
def test_friends_within_six_inches_test_once() -> None:

    fight = scene(
        ours("gone", "men.spears", 5, at=(20, 20), files=5),
        ours("near", "men.spears", 20, at=(29.9, 20), files=5),
        ours("far", "men.spears", 20, at=(50, 20), files=5),
        ours("fleeing", "men.spears", 20, at=(20, 26), files=5, fleeing=True),
        theirs("foe", "orc.warriors", 20, at=(20, 40)),
    )
    destroyed(fight, number(fight, "gone"), "destroyed")
    with script(fight, [3, 3]):
        panic.settle(fight)
    assert [event.unit for event in told(fight, Tested)] == ["near"]
    assert not panic.may_panic(fight, number(fight, "near"))


@pytest.mark.rule("reg.panic.exempt", "reg.panic.broken")
def test_the_engaged_and_the_immune_do_not_panic() -> None:
    fight = scene(
        ours("own", "orc.ironhides", 10, front=(36, 20), files=5),
        ours("other", "orc.warriors", 10, front=(20, 20), files=5),
        theirs("foe", "men.spears", 10, front=(20, 20), files=5),
        contacts=[{"a": "other", "b": "foe"}],
    )
    assert not panic.may_panic(fight, number(fight, "own"))
    assert not panic.may_panic(fight, number(fight, "other"))


@pytest.mark.rule("reg.army.orc.rule.nobody", "reg.panic.broken")
def test_nobody_minds_goblins() -> None:

    fight = scene(
        ours("goblins", "orc.goblins", 20, at=(30, 20), files=5),
        ours("orcs", "orc.warriors", 20, at=(38, 20), files=5),
        ours("wolves", "orc.wolfriders", 5, at=(22, 20), files=5),
    )
    friends_shaken(fight, number(fight, "goblins"), "reg.panic.broken")
    assert [who for who, _, _ in fight.state.shaken] == [number(fight, "wolves")]


@pytest.mark.rule("reg.flee.limits")
def test_the_fleeing_neither_cast_nor_lead() -> None:

    fight = scene(ours("adept", "men.adept", at=(30, 20), spells=["Cinder Bolt"]))
    unit(fight, "adept").fleeing = True
    assert rule_of(cannot_cast(fight, 0)) == "reg.flee.limits"
    assert wizards(fight, 0) == []


@pytest.mark.rule("reg.charge.flee")
def test_a_second_charge_makes_it_flee_again() -> None:
    fight = scene(
        ours("own", "men.spears", 20, at=(20, 10), files=5),
        theirs("foe", "orc.warriors", 20, at=(20, 20), files=5, fleeing=True, facing=90),
    )
    unit(fight, "own").charge = 1
    with script(fight, [1, 2]):
        react(fight, 0, 1)
    assert len(told(fight, Fled)) == 1
