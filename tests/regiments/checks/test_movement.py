"""Movement, check by check: charges and how they end, reactions, remaining moves."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.regiments.bodies import body, footprint_gap
from warhost.rulebooks.regiments.magic.casting import cannot_cast
from warhost.rulebooks.regiments.moving import chargers, compulsory
from warhost.rulebooks.regiments.moving.approach import approaches
from warhost.rulebooks.regiments.moving.charges import cannot_charge, declare, declare_one
from warhost.rulebooks.regiments.moving.flight import roll_distance
from warhost.rulebooks.regiments.moving.moves import Move, cannot_move, move_one, open_ranks, order_one
from warhost.rulebooks.regiments.moving.onset import Onset, struck_sides
from warhost.rulebooks.regiments.moving.reactions import react
from warhost.rulebooks.regiments.moving.reactions import why_not as why_not_react
from warhost.rulebooks.regiments.moving.speed import movement
from warhost.rulebooks.regiments.shooting.machines import ready
from warhost.rulebooks.regiments.shooting.volley import archers, cannot_shoot, salvoes

from ..field import apart, at, easily, facing, front, number, ours, rule_of, scene, script, theirs, unit

# --- who may charge, and the distance


@pytest.mark.rule("reg.move.apart", "reg.charge.geometry")
@pytest.mark.parametrize("gap", [0.5, 0.0])
def test_a_charge_may_pass_close_by_another_enemy(gap: float) -> None:
    """Five wide, so 1.97 in to either side of the middle; the other stands so far beside its way."""
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 10), files=5),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5),
        theirs("other", "orc.warriors", 5, at=(36 + 1.97 + gap + 2.47, 15), files=5),
    )
    with script(fight, [3, 3], ["hold"]):
        declare(fight, 0, number(fight, "foe"))
        chargers.move_one(fight)
    assert [one.b for one in fight.state.contacts] == [number(fight, "foe")]
    assert front(fight, "own") == (36, 20)


@pytest.mark.rule("reg.charge.range", "reg.charge.fleeroll", "reg.sr.swiftstride", "reg.sr.fly")
@pytest.mark.parametrize(
    ("entry", "models", "dice", "reach"),
    [("men.outriders", 5, [1, 6, 4], 18), ("men.spears", 20, [2, 5], 11), ("elf.eagle", 1, [2, 4, 6], 20),
     ("elf.lancers", 5, [2, 5, 4], 17), ("men.knights", 5, [6, 6, 6], 19)],
)  # fmt: skip
def test_how_far_the_dice_carry(entry: str, models: int, dice: list[int], reach: int) -> None:
    fight = scene(ours("own", entry, models, at=(36, 20)))
    with script(fight, dice):
        way, _ = roll_distance(fight, 0, "charge", "reg.charge.range")
    assert movement(fight, 0) + way == 1000 * reach


@pytest.mark.rule("reg.charge.range", "reg.move.slowest", "reg.army.mounts", "reg.armour.barding")
def test_a_horseman_among_footmen_walks_with_them() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5),
        ours("captain", "men.captain", joined="own", mount="warhorse with barding"),
        ours("rider", "men.captain", at=(60, 20), mount="warhorse with barding"),
    )
    with script(fight, [6, 5]):
        way, _ = roll_distance(fight, 0, "charge", "reg.charge.range")
    assert movement(fight, 0) + way == 15000
    rider = number(fight, "rider")
    with script(fight, [6, 5, 1]):
        assert movement(fight, rider) + roll_distance(fight, rider, "charge", "reg.charge.range")[0] == 18000


@pytest.mark.rule("reg.charge.geometry")
@pytest.mark.parametrize(("dice", "reaches"), [([3, 4], True), ([3, 3], False)])
def test_the_wheel_of_a_charge_is_free(dice: list[int], reaches: bool) -> None:
    """10.5 in to the nearest point and a wheel of 30 degrees: 11 in are enough, 10 are not."""
    fight = scene(
        ours("own", "men.spears", 20, front=(30, 10), files=5),
        theirs("foe", "orc.warriors", 20, front=(36.9, 19.28), files=5, facing=240),
    )
    unit(fight, "own").charge, unit(fight, "own").struck = 1, "front"
    assert footprint_gap(fight, 0, 1) == pytest.approx(10500, abs=10)
    with easily(fight, {"charge": dice}):
        chargers.run_home(fight, 0)
    assert bool(fight.state.contacts) is reaches


@pytest.mark.rule("reg.charge.geometry")
def test_the_end_with_more_in_contact_must_be_taken() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(33.5, 10), files=5),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5),
    )
    found = list(approaches(Onset(fight, 0, 1, "front")))
    assert found[0].contacts == max(one.contacts for one in found) == 10


@pytest.mark.rule("reg.charge.side")
@pytest.mark.parametrize(("files", "side"), [(0.5, "left"), (-0.5, "front"), (0, "front")])
def test_three_of_five_decide_the_side(files: float, side: str) -> None:
    """A rank square across the line that runs out from the corner, shifted along it by half a file; whoever stands
    on the line is before the front."""
    corner, slant = (36 + 2.5 * 25 / 25.4, 20), 0.5**0.5
    shift = files * 20 / 25.4
    fight = scene(
        ours("own", "men.spears", 5, files=5, facing=135,
             front=(corner[0] + (6 + shift) * slant, corner[1] - (6 - shift) * slant)),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5),
    )  # fmt: skip
    assert struck_sides(fight, 0, 1) == [side]


# --- reactions


@pytest.mark.rule("reg.charge.reaction", "reg.charge.flee")
def test_it_flees_again_with_new_dice_away_from_the_second_charger() -> None:
    """From the first in the south 6 in to the north; then from the second in the west 4 in to the east."""
    fight = scene(
        ours("first", "men.spears", 20, at=(36, 12), files=5),
        ours("second", "men.spears", 20, at=(24, 28), files=5, facing=0),
        theirs("foe", "orc.warriors", 20, at=(36, 22), files=5),
    )
    foe = number(fight, "foe")
    for name, dice, answers, place, way in (
        ("first", [3, 3], ["flee"], (36, 28), 90), ("second", [2, 2], [], (40, 28), 0),
    ):  # fmt: skip
        unit(fight, name).charge = foe
        with script(fight, dice, answers):
            react(fight, number(fight, name), foe)
        assert (at(fight, "foe"), facing(fight, "foe")) == (place, way)


@pytest.mark.rule("reg.charge.redirect")
def test_no_second_redirect() -> None:
    fight = scene(
        ours("own", "men.oathblades", 20, front=(36, 10), files=5),
        theirs("foe", "orc.goblins", 20, front=(36, 18), files=5),
        theirs("other", "orc.warriors", 20, front=(42, 18), files=5),
        theirs("third", "orc.warriors", 20, front=(30, 18), files=5),
    )
    with script(fight, [1, 1, 3, 3, 1, 2], ["own", "foe", "flee", "other", "flee"]):
        declare_one(fight)
    assert unit(fight, "own").charge == number(fight, "other")
    assert rule_of(cannot_charge(fight, number(fight, "own"))) == "reg.charge.declare"


@pytest.mark.rule("reg.charge.standshoot", "reg.core.coordinates")
@pytest.mark.parametrize(("gap", "allowed"), [(8.0, False), (8.0005, False), (8.01, True)])
def test_how_near_is_too_near_to_stand_and_shoot(gap: float, allowed: bool) -> None:
    fight = apart(gap, "men.outriders", "orc.bowmen", mine={"models": 5})
    assert (why_not_react(fight, 0, 1, "stand and shoot") is None) is allowed


@pytest.mark.rule("reg.sr.fastcav", "reg.sr.terror")
def test_fast_cavalry_that_terror_drives_away_did_not_choose_to_flee() -> None:
    fight = apart(8, "elf.oakwarden", "orc.wolfriders", mine={"models": 1, "files": 1}, yours={"models": 5})
    unit(fight, "own").charge = 1
    with script(fight, [6, 6, 1, 1, 1]):
        react(fight, 0, 1)
    assert unit(fight, "foe").fleeing and not unit(fight, "foe").by_choice


@pytest.mark.rule("reg.sr.fastcav")
@pytest.mark.parametrize(("ago", "moves"), [(1, True), (3, False)])
def test_fast_cavalry_moves_on_only_if_it_rallies_in_its_next_turn(ago: int, moves: bool) -> None:
    fight = scene(
        ours("own", "orc.wolfriders", 5, front=(36, 20), files=5, fleeing=True),
        theirs("foe", "men.spears", 20, at=(36, 40)), phase="compulsory", turn=3,
    )  # fmt: skip
    unit(fight, "own").by_choice, unit(fight, "own").fled_at = True, fight.state.clock - ago
    with script(fight, [1, 1], [{}]):
        compulsory.move_one(fight)
    assert (cannot_move(fight, 0) is None) is moves


# --- chargers


@pytest.mark.rule("reg.charge.gone", "reg.charge.fleeing")
@pytest.mark.parametrize(("answer", "dice", "gone"), [("stand still", [], 0), ("move on", [6, 3], 6)])
def test_the_second_hunter_finds_nobody_left(answer: str, dice: list[int], gone: int) -> None:
    fight = scene(
        ours("first", "men.spears", 20, front=(30, 10), files=5),
        ours("second", "men.spears", 20, front=(42, 10), files=5),
        theirs("foe", "orc.warriors", 5, front=(36, 18), files=5, fleeing=True, facing=90),
    )
    for name in ("first", "second"):
        unit(fight, name).charge, unit(fight, name).struck = number(fight, "foe"), name  # apart from each other
    with script(fight, [6, 6, 3, 3], [{}]):
        chargers.run_home(fight, number(fight, "first"))
    before = at(fight, "second")
    with script(fight, dice, [answer]):
        chargers.run_home(fight, number(fight, "second"))
    x, y = at(fight, "second")
    assert ((x - before[0]) ** 2 + (y - before[1]) ** 2) ** 0.5 == pytest.approx(gone, abs=2.2 if gone else 0.01)
    assert unit(fight, "second").did == "failed charge"
    assert rule_of(cannot_shoot(fight, number(fight, "second"))) == "reg.turn.status"


@pytest.mark.rule("reg.charge.failed", "reg.turn.status")
def test_a_wizard_casts_after_a_failed_charge() -> None:
    fight = scene(
        ours("own", "orc.bowmen", 10, front=(36, 20), did="failed charge"),
        ours("shaman", "orc.shaman", joined="own", spells=["Grave Chill"]),
        theirs("foe", "men.spears", 10, front=(36, 30)), phase="magic",
    )  # fmt: skip
    assert cannot_cast(fight, number(fight, "shaman")) is None
    assert rule_of(cannot_shoot(fight, 0)) == "reg.turn.status"


@pytest.mark.rule("reg.move.compulsory")
def test_the_fleeing_come_before_random_movers() -> None:
    fight = scene(
        ours("ball", "orc.whirlers", at=(20, 10)),
        ours("orcs", "orc.warriors", 20, at=(40, 10), fleeing=True),
        theirs("foe", "men.spears", 20, at=(36, 40)), phase="compulsory", turn=2,
    )  # fmt: skip
    unit(fight, "orcs").fled_at = 1
    with script(fight, [1, 1], [{}]):
        compulsory.move_one(fight)
    assert unit(fight, "orcs").did == "rallied" and not unit(fight, "ball").acted
    with script(fight, [1, 2], [0]):
        compulsory.move_one(fight)
    assert unit(fight, "ball").acted


# --- remaining moves


def order(entry: str, models: int, files: int, **more: Any) -> Move:
    return Move(scene(ours("own", entry, models, front=(36, 20), files=files, **more), phase="moves"), 0)


@pytest.mark.rule("reg.move.remaining", "reg.move.march", "reg.move.wheel")
@pytest.mark.parametrize(
    ("entry", "models", "files", "acts", "verdict"),
    [("men.outriders", 5, 5, [["go", 8000]], (8000, 0)), ("men.outriders", 5, 5, [["go", 16000]], (16000, 1)),
     ("men.spears", 20, 5, [["wheel", 4500], ["go", 4910]], (8000, 1)),
     ("orc.warriors", 20, 10, [["wheel", 2300]], (3950, 0)), ("orc.warriors", 20, 10, [["wheel", 2400]], (4123, 1)),
     ("elf.oakwarden", 1, 1, [["pivot", 12000], ["go", 5000]], (5000, 0))],
)  # fmt: skip
def test_what_moves_cost(
    entry: str, models: int, files: int, acts: list[Any], verdict: tuple[int, int]
) -> None:  # fmt: skip
    found = order(entry, models, files).check(acts)
    assert isinstance(found, dict)
    assert (found["cost"], found["march"]) == (pytest.approx(verdict[0], abs=6), verdict[1])


@pytest.mark.rule("reg.troop.warmachine", "reg.sr.moveorfire")
@pytest.mark.parametrize(("acts", "fires"), [([["pivot", 9000]], True), ([["pivot", 9000], ["go", 1000]], False)])
def test_a_machine_may_turn_and_fire(acts: list[Any], fires: bool) -> None:
    fight = scene(
        ours("gun", "men.cannon", 1, front=(36, 8)), theirs("foe", "orc.warriors", 20, at=(60, 9), files=5),
        phase="moves",
    )  # fmt: skip
    with script(fight, [], [acts]):
        order_one(fight, 0)
    assert ready(fight, 0) is fires
    assert facing(fight, "gun") == 0


@pytest.mark.rule("reg.turn.status", "reg.reform.swift", "reg.sr.moveorfire", "reg.shoot.mod.moving")
@pytest.mark.parametrize(("entry", "shoots"), [("orc.bowmen", True), ("men.crossbows", False)])
def test_after_a_swift_reform_bows_shoot_and_crossbows_do_not(entry: str, shoots: bool) -> None:
    fight = scene(
        ours("own", entry, 20, front=(36, 20), files=10, options=["musician"]),
        theirs("foe", "orc.warriors" if entry.startswith("men") else "men.spears", 20, front=(36, 30), files=5),
        phase="moves",
    )
    with script(fight, [3, 3], ["own", [["reform", 5, 0]], "keep", [["go", 2000]]]):
        move_one(fight)
    assert len(archers(fight, 0)) == (10 if shoots else 0)  # two ranks of five, and no volley
    assert [made.need().total for made, _ in salvoes(fight, 0, 1, False)] == ([5] if shoots else [])


@pytest.mark.rule("reg.sr.skirmishers")
def test_skirmishers_open_again_in_their_next_remaining_moves() -> None:
    fight = scene(ours("own", "men.foresters", 10, front=(36, 20), files=5), phase="moves")
    unit(fight, "own").loose = False
    open_ranks(fight)
    assert body(fight, 0).width == pytest.approx(5937, abs=4)
