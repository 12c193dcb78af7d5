"""Buildings: who goes in and comes out, who shoots from them, assaults."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.data import DataError
from warhost.rulebooks.regiments.bodies import body
from warhost.rulebooks.regiments.events import Charged, Struck
from warhost.rulebooks.regiments.fighting.aftermath import flight_and_pursuit
from warhost.rulebooks.regiments.fighting.breaking import prepared
from warhost.rulebooks.regiments.fighting.combats import fight_one
from warhost.rulebooks.regiments.fighting.result import totals
from warhost.rulebooks.regiments.fighting.round import Melee
from warhost.rulebooks.regiments.judging.verdicts import verdicts
from warhost.rulebooks.regiments.magic.miscasts import calamity, cascade
from warhost.rulebooks.regiments.magic.vortices import aim, conjure
from warhost.rulebooks.regiments.magic.workings import strike
from warhost.rulebooks.regiments.moving.chargers import move_one as charge_one
from warhost.rulebooks.regiments.moving.charges import declare_one, why_not
from warhost.rulebooks.regiments.moving.moves import Move, move_one
from warhost.rulebooks.regiments.moving.reactions import lawful, react
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.shooting.machines import fire_bolt, roll_ball
from warhost.rulebooks.regiments.shooting.volley import archers

from .field import at, easily, number, ours, scene, script, theirs, told, unit


def house(models: int = 12) -> Fight:
    return scene(
        theirs("own", "orc.bowmen", models, garrison="building 1"),
        ours("foe", "men.swords", 20, front=(36, 18), files=5),
        terrain=[{"kind": "building", "at": [36, 24]}],
    )


@pytest.mark.rule("reg.terrain.building")
def test_ten_shoot_from_two_floors() -> None:
    fight = house()
    assert len(archers(fight, number(fight, "own"))) == 10


@pytest.mark.rule("reg.terrain.building")
def test_a_garrison_holds_or_shoots_and_can_be_assaulted() -> None:
    fight = house()
    own, foe = number(fight, "own"), number(fight, "foe")
    assert "flee" not in lawful(fight, foe, own)
    assert why_not(fight, foe, own) is None


@pytest.mark.rule("reg.terrain.building", "reg.charge.side")
def test_a_garrison_is_charged_at_its_walls() -> None:
    fight = house()
    (found,) = verdicts(fight.setting, fight.state)
    assert (found.target, found.note) == ("own", "4 in, walls")
    with script(fight, [3, 3], ["foe", "nearest"]):
        declare_one(fight)
        charge_one(fight)
    assert [event.struck for event in told(fight, Charged)] == ["walls"]


@pytest.mark.rule("reg.terrain.building", "reg.move.march")
def test_a_garrison_does_not_march() -> None:
    fight = scene(
        ours("own", "orc.bowmen", 12, garrison="building 1"),
        terrain=[{"kind": "building", "at": [36, 24]}],
        phase="moves",
    )
    found = [(one.deed, one.lawful) for one in verdicts(fight.setting, fight.state)]
    assert found == [("move", True), ("march", False)]


@pytest.mark.rule("reg.terrain.building")
def test_infantry_moves_in() -> None:
    fight = scene(
        ours("own", "men.swords", 20, front=(36, 20), files=5),
        terrain=[{"kind": "building", "at": [36, 24]}],
        phase="moves",
    )
    with script(fight, [], ["own", [["garrison", "building 1"]]]):
        move_one(fight)
    assert unit(fight, "own").fate == "garrison"
    horse = scene(
        ours("own", "men.outriders", 5, front=(36, 20), files=5),
        terrain=[{"kind": "building", "at": [36, 24]}],
        phase="moves",
    )

    refusal = Move(horse, 0).refuse([["garrison", "building 1"]])
    assert refusal is not None and refusal.rule == "reg.terrain.building"


@pytest.mark.rule("reg.terrain.building", "reg.combat.cr.wounds")
def test_an_assault_counts_only_wounds() -> None:

    fight = scene(
        theirs("own", "orc.bowmen", 12, garrison="building 1", options=["standard bearer"]),
        ours("foe", "men.swords", 20, front=(36, 22), files=5, charged=True),
        terrain=[{"kind": "building", "at": [36, 24]}],
        contacts=[{"a": "foe", "b": "own"}],
        phase="combat",
    )
    melee = Melee(fight, [0, 1])
    melee.wounds = [2, 1]
    assert tuple(one.total for one in totals(melee)) == (2, 1)
    assert prepared(melee, number(fight, "own"), 3).unmodified


@pytest.mark.rule("reg.terrain.building")
def test_attackers_who_do_not_win_step_back() -> None:

    fight = scene(
        theirs("own", "orc.bowmen", 12, garrison="building 1"),
        ours("foe", "men.swords", 20, front=(36, 22), files=5, charged=True),
        terrain=[{"kind": "building", "at": [36, 24]}],
        contacts=[{"a": "foe", "b": "own"}],
        phase="combat",
    )
    before = at(fight, "foe")
    flight_and_pursuit(Melee(fight, [0, 1]), -1, [])
    assert at(fight, "foe") == (before[0], pytest.approx(before[1] - 1, abs=0.01))
    assert fight.state.contacts == []


def assault(own: str, models: int, by: str, men: int, **more: Any) -> Fight:
    """A garrison, and a unit against its southern wall."""
    return scene(
        theirs("own", own, models, garrison="building 1"),
        ours("foe", by, men, front=(36, 22), charged=True, **more),
        terrain=[{"kind": "building", "at": [36, 24]}],
        contacts=[{"a": "foe", "b": "own"}],
        phase="combat",
    )


@pytest.mark.rule("reg.terrain.building")
@pytest.mark.parametrize(
    ("own", "models", "by", "men", "inside", "outside"),
    [("orc.bowmen", 12, "men.swords", 20, 10, 10), ("orc.bowmen", 4, "men.swords", 20, 4, 10)],
)  # fmt: skip
def test_ten_of_each_side_fight_for_a_building(
    own: str, models: int, by: str, men: int, inside: int, outside: int
) -> None:  # fmt: skip
    fight = assault(own, models, by, men, files=5)
    with easily(fight, face=1):
        assert fight_one(fight)
    blows = {name: sum(one.attacks for one in told(fight, Struck) if one.unit == name) for name in ("own", "foe")}
    assert blows == {"own": inside, "foe": outside}


@pytest.mark.rule("reg.terrain.building")
def test_three_of_the_monstrous_fight_for_a_building() -> None:
    fight = scene(
        ours("own", "men.halberds", 12, garrison="building 1"),
        theirs("foe", "orc.trolls", 5, front=(36, 26), charged=True, files=5),
        terrain=[{"kind": "building", "at": [36, 24]}],
        contacts=[{"a": "foe", "b": "own"}],
        phase="combat",
    )
    melee = Melee(fight, [0, 1])
    assert (len(melee.in_contact(0)), len(melee.in_contact(1))) == (10, 3)


@pytest.mark.rule("reg.terrain.building")
def test_who_wins_and_cannot_drive_them_out_fights_on() -> None:
    fight = assault("orc.bowmen", 12, "men.swords", 20, files=5)
    before = at(fight, "foe")
    flight_and_pursuit(Melee(fight, [0, 1]), 0, [])
    assert at(fight, "foe") == before and len(fight.state.contacts) == 1


@pytest.mark.rule("reg.terrain.building", "reg.flee.move")
def test_a_garrison_that_breaks_flees_from_the_building() -> None:
    """Straight away from the assailants in the south, from its middle at (36, 24): on until an inch behind it."""
    fight = assault("orc.bowmen", 12, "men.swords", 20, files=5)
    with script(fight, [2, 2], ["stay"]):
        flight_and_pursuit(Melee(fight, [0, 1]), 0, [number(fight, "own")])
    x, y = at(fight, "own")
    assert x == pytest.approx(36, abs=0.05) and 28 <= y < 31


@pytest.mark.rule("reg.terrain.building")
def test_a_garrison_leaves_wholly_within_its_movement() -> None:
    """Four ranks of men are 3.15 in deep, and they move 4 in."""
    fight = scene(
        ours("own", "men.swords", 20, garrison="building 1", files=5),
        terrain=[{"kind": "building", "at": [36, 24]}],
        phase="moves",
    )
    question = Move(fight, 0)
    south = body(fight, 0).block.bottom
    assert len(question.suggest()) > 1
    assert question.refuse([["leave", 36000, south - 3200, 18000]]) is None
    for order in ([["leave", 36000, south - 4100, 18000]], [["go", 3000]], [["wheel", 3000]]):
        refusal = question.refuse(order)
        assert refusal is not None and refusal.rule == "reg.terrain.building"
    with script(fight, [], ["own", [["go", 36000, south - 3200]]]):
        move_one(fight)
    assert (unit(fight, "own").fate, unit(fight, "own").acted) == ("standing", True)
    assert not fight.setting.statuses[unit(fight, "own").did].shoots


@pytest.mark.rule("reg.terrain.building")
def test_a_building_near_by_is_offered() -> None:
    fight = scene(
        ours("own", "men.swords", 20, front=(36, 20), files=5),
        terrain=[{"kind": "building", "at": [36, 24]}],
        phase="moves",
    )
    assert [["garrison", "building 1"]] in Move(fight, 0).suggest(20)


@pytest.mark.rule("reg.terrain.building", "reg.move.backside")
@pytest.mark.parametrize(
    ("front", "facing", "lawful"),
    [
        ((36, 18), 90, True),  # the walls are 4 in ahead
        ((36, 17.99), 90, False),
        ((36, 18), 270, False),  # they lie 2.4 in behind it, and each inch costs two
        ((36, 18.426), 270, True),  # its rear is 2 in away
        ((36, 18.42), 270, False),
    ],
)
def test_a_unit_comes_to_the_walls_as_it_moves(front: tuple[float, float], facing: float, lawful: bool) -> None:
    """Swordsmen have 4 in, and two ranks of them are 1.57 in deep; the southern wall lies at 22 in."""
    fight = scene(
        ours("own", "men.swords", 10, front=front, facing=facing, files=5),
        theirs("foe", "orc.warriors", 20, front=(10, 40), files=5),
        terrain=[{"kind": "building", "at": [36, 24]}],
        phase="moves",
    )
    assert (Move(fight, 0).refuse([["garrison", "building 1"]]) is None) is lawful


@pytest.mark.rule("reg.terrain.building", "reg.char.join", "reg.move.apart")
def test_nobody_walks_through_others_to_a_building_or_a_unit() -> None:
    fight = scene(
        ours("own", "men.swords", 10, front=(36, 18), files=5),
        ours("captain", "men.captain", front=(36, 20.5)),
        ours("guard", "men.captain", at=(36, 12)),
        theirs("foe", "orc.chief", at=(36, 14)),
        terrain=[{"kind": "building", "at": [36, 24]}],
        phase="moves",
    )
    refused = [
        Move(fight, number(fight, "own")).refuse([["garrison", "building 1"]]),
        Move(fight, number(fight, "guard")).refuse([["join", "own"]]),
    ]
    assert [one and (one.rule, str(one)) for one in refused] == [
        ("reg.move.apart", "captain stands in its way [reg.move.apart]"),
        ("reg.move.apart", "foe stands in its way [reg.move.apart]"),
    ]
    assert Move(fight, number(fight, "captain")).refuse([["join", "own"]]) is None


@pytest.mark.rule("reg.terrain.building")
def test_one_unit_at_a_time_assaults() -> None:
    fight = scene(
        theirs("own", "orc.bowmen", 12, garrison="building 1"),
        ours("foe", "men.swords", 20, front=(36, 18), files=5),
        ours("third", "men.swords", 20, front=(36, 30), files=5, facing=270),
        terrain=[{"kind": "building", "at": [36, 24]}],
    )
    own, third = number(fight, "own"), number(fight, "third")
    assert why_not(fight, third, own) is None
    unit(fight, "foe").charge = own
    refusal = why_not(fight, third, own)
    assert refusal is not None and refusal.rule == "reg.terrain.building"


@pytest.mark.rule("reg.terrain.building", "reg.wm.cannon")
def test_a_ball_makes_several_hits_in_a_building() -> None:
    fight = scene(
        theirs("own", "orc.bowmen", 12, garrison="building 1"),
        ours("gun", "men.cannon", 1, front=(36, 4)),
        terrain=[{"kind": "building", "at": [36, 24]}],
        phase="shooting",
    )
    with easily(fight, {"hits in the building": [5], "to wound": [6] * 5}, face=6):
        roll_ball(fight, number(fight, "gun"), (36000, 20000), (36000, 26000))
    assert unit(fight, "own").models == 7


@pytest.mark.rule("reg.scenario.tower")
def test_a_battle_for_the_tower_wants_one() -> None:
    with pytest.raises(DataError, match="tower"):
        scene(ours("own", "men.swords", 20, at=(36, 10)), scenario="tower")


@pytest.mark.rule("reg.sr.terror", "reg.terrain.building")
def test_a_garrison_cannot_flee_and_takes_no_terror_test() -> None:
    fight = scene(
        theirs("own", "orc.bowmen", 12, garrison="building 1"),
        ours("foe", "elf.oakwarden", front=(36, 14)),
        terrain=[{"kind": "building", "at": [36, 24]}],
    )
    with script(fight, [], ["hold"]):
        react(fight, number(fight, "foe"), number(fight, "own"))
    assert not unit(fight, "own").fleeing


def relieved(*more: dict[str, Any]) -> Fight:
    """Orcs at the walls of a house, with halberdiers of the garrison's side in their backs."""
    return scene(
        theirs("own", "men.swords", 10, garrison="building 1"),
        theirs("relief", "men.halberds", 10, front=(36, 18.06), facing=90, files=5),
        ours("foe", "orc.warriors", 20, front=(36, 22), files=5),
        *more,
        terrain=[{"kind": "building", "at": [36, 24]}],
        contacts=[{"a": "foe", "b": "own", "fresh": False}, {"a": "relief", "b": "foe", "on": "rear"}],
        phase="combat",
    )


@pytest.mark.rule("reg.terrain.building", "reg.combat.pursuit")
@pytest.mark.parametrize(("garrison", "gone"), [([1, 1], 0), ([6, 6], 2)])
def test_whoever_breaks_in_the_open_before_the_walls_flees(garrison: list[int], gone: float) -> None:
    """Orcs who have driven out the garrison too may pursue; else they fight on."""
    fight = relieved()
    broken = garrison == [6, 6]
    dice = {"to hit": [1] * 20, "break test": [*garrison, 6, 6], "flight": [*([2, 2] if broken else []), 4, 4]}
    chase = {"pursuit": [1, 1]} if broken else {}
    answers = {"next break test": ["own"], **({"pursue": ["pursue"]} if broken else {})}
    with easily(fight, {**dice, **chase}, answers, face=5):
        fight_one(fight)
    assert unit(fight, "relief").fleeing and unit(fight, "own").fleeing is broken
    assert at(fight, "relief")[1] == pytest.approx(18.06 - 0.79 + 0.39 - 8, abs=0.01)
    assert at(fight, "foe")[1] == pytest.approx(22 - 1.97 - gone, abs=0.01)


@pytest.mark.rule("reg.terrain.building", "reg.combat.pursuit")
def test_assailants_who_break_are_pursued_by_those_in_their_backs_and_not_by_the_garrison() -> None:
    fight = relieved()
    dice = {"break test": [6, 6], "flight": [6, 6], "pursuit": [6, 6]}
    with easily(fight, dice, {"pursue": ["pursue"]}, face=6) as oracle:
        fight_one(fight)
    assert [question.about for question in oracle.asked if question.what == "pursue"] == ["relief"]
    assert unit(fight, "foe").fate == "destroyed"
    assert unit(fight, "own").fate == "garrison"


@pytest.mark.rule("reg.terrain.building", "reg.combat.who")
def test_assailants_strike_at_those_in_their_backs_besides() -> None:
    fight = relieved()
    with easily(fight, face=1):
        fight_one(fight)
    struck = {(event.unit, event.target): event.attacks for event in told(fight, Struck)}
    assert (struck["foe", "own"], struck["foe", "relief"]) == (10, 5)


@pytest.mark.rule("reg.terrain.building")
@pytest.mark.parametrize(("behind", "back"), [(10, 1), (17.56, 0.5)])
def test_assailants_step_back_as_far_as_there_is_room(behind: float, back: float) -> None:
    fight = scene(
        theirs("own", "men.swords", 10, garrison="building 1"),
        ours("foe", "orc.warriors", 20, front=(36, 22), files=5),
        ours("friends", "orc.goblins", 20, front=(36, behind), files=5),
        terrain=[{"kind": "building", "at": [36, 24]}],
        contacts=[{"a": "foe", "b": "own", "fresh": False}],
        phase="combat",
    )
    with easily(fight, face=1):
        fight_one(fight)
    assert body(fight, number(fight, "foe")).front[1] == pytest.approx(22_000 - 1000 * back, abs=10)


@pytest.mark.rule("reg.terrain.building", "reg.miscast.calamity", "reg.miscast.cascade")
@pytest.mark.parametrize("explosion", [calamity, cascade])
def test_a_wizard_who_explodes_in_a_building_costs_its_garrison_d6_hits(explosion: Any) -> None:
    fight = scene(
        ours("own", "men.halberds", 12, garrison="building 1"),
        ours("adept", "men.adept", joined="own"),
        theirs("foe", "orc.warriors", 20, at=(36, 40), files=5),
        terrain=[{"kind": "building", "at": [36, 22]}],
        phase="magic",
    )
    spell = fight.setting.library.spells["reg.lore.ember.cinder"]
    dice = {"hits in the building": [4], "to wound": [6, 6, 6, 1, 1], "is the wizard swallowed": [6]}
    if explosion is calamity:
        del dice["is the wizard swallowed"]
    with easily(fight, dice, face=1):
        explosion(fight, number(fight, "adept"), spell)
    assert unit(fight, "own").models == 9
    assert unit(fight, "adept").hurt == 0


@pytest.mark.rule("reg.terrain.building", "reg.wm.bolt", "reg.lore.ember.sunlance")
def test_a_garrison_has_no_ranks_for_a_bolt_or_a_lance_of_the_sun() -> None:
    fight = scene(
        ours("own", "elf.ballista", at=(36, 8)),
        ours("adept", "elf.adept", at=(40, 8)),
        theirs("foe", "orc.goblins", 20, garrison="building 1"),
        terrain=[{"kind": "building", "at": [36, 22]}],
        phase="shooting",
    )
    own, adept, foe = (number(fight, name) for name in ("own", "adept", "foe"))
    with easily(fight, {"to hit": [6], "to wound": [6]}, face=6):
        fire_bolt(fight, own)
    assert unit(fight, "foe").models == 19
    with easily(fight, {"hits of the spell": [2], "to wound": [6, 6], "lore attribute": [1]}):
        strike(fight, adept, fight.setting.library.spells["reg.lore.ember.sunlance"], foe, False)
    assert unit(fight, "foe").models == 17


@pytest.mark.rule("reg.terrain.building", "reg.magic.type.vortex", "reg.lore.ember.wheel")
def test_a_vortex_leaves_a_building_on_any_side_and_spares_its_garrison() -> None:
    """Out of the wall on the left, 6 in high on the table: along y 22, over spearmen 10 in away."""
    fight = scene(
        ours("own", "men.halberds", 12, garrison="building 1"),
        ours("adept", "men.adept", joined="own", spells=["Burning Wheel"]),
        theirs("foe", "orc.goblins", 20, at=(20, 22), files=5),
        terrain=[{"kind": "building", "at": [36, 22], "facing": 90}],
        phase="magic",
    )
    adept, spell = number(fight, "adept"), fight.setting.library.spells["reg.lore.ember.wheel"]
    with script(fight, [], [27000]):
        facing = aim(fight, adept, spell)
    dice = {"artillery die": [5], "to wound": [1] * 20}
    with easily(fight, dice, face=1):
        conjure(fight, adept, spell, facing)
    (struck,) = told(fight, Struck)
    assert struck.target == "foe" and struck.hits >= 10
    (vortex,) = fight.state.vortices
    assert vortex.at == (36_000 - 3000 - 1500 - 10 - 30_000, 22_000)


@pytest.mark.rule("reg.terrain.building", "reg.armour.shield")
@pytest.mark.parametrize(("wall", "front", "facing"), [("left", (33, 22), 0), ("front", (36, 24), 270)])
def test_a_garrison_parries_at_every_wall(wall: str, front: tuple[float, float], facing: int) -> None:
    """It has no flank: ten blows wound, armour saves none, and every ward does."""
    fight = scene(
        theirs("foe", "orc.warriors", 20, front=front, files=5, facing=facing),
        ours("own", "men.swords", 10, garrison="building 1"),
        terrain=[{"kind": "building", "at": [36, 22], "facing": 90}],
        contacts=[{"a": "foe", "b": "own", "on": wall, "fresh": False}],
        phase="combat",
    )
    dice = {"to hit": [1] * 10 + [6] * 10, "armour save": [1] * 10, "ward save": [6] * 10}
    with easily(fight, dice, face=6):
        fight_one(fight)
    assert unit(fight, "own").models == 10


@pytest.mark.rule("reg.terrain.building", "reg.lore.dusk.maw")
def test_the_maw_tries_d6_of_those_in_a_building() -> None:
    fight = scene(
        ours("own", "orc.greatshaman", at=(20, 22), facing=0),
        theirs("foe", "men.halberds", 12, garrison="building 1"),
        terrain=[{"kind": "building", "at": [36, 22]}],
        phase="magic",
    )
    own, spell = number(fight, "own"), fight.setting.library.spells["reg.lore.dusk.maw"]
    dice = {"artillery die": [5], "hits in the building": [4], "Strength test": [4, 6, 3, 1], "lore attribute": [1]}
    with easily(fight, dice):
        conjure(fight, own, spell, 9000)
    assert unit(fight, "foe").models == 10
