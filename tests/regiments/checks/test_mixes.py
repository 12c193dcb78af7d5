"""Two or three rules together, as they meet on a table."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.shapes import gap, overlap
from warhost.rulebooks.regiments.bodies import pose, stance
from warhost.rulebooks.regiments.fighting.aftermath import charge_ahead, close_up, flight_and_pursuit, off_others
from warhost.rulebooks.regiments.fighting.reforming import ways_to_stand
from warhost.rulebooks.regiments.fighting.round import Melee
from warhost.rulebooks.regiments.flaws import flaws
from warhost.rulebooks.regiments.magic import workings
from warhost.rulebooks.regiments.moving import chargers
from warhost.rulebooks.regiments.moving.approach import approaches, best_approach
from warhost.rulebooks.regiments.moving.charges import declare, why_not
from warhost.rulebooks.regiments.moving.moves import Move, open_ranks
from warhost.rulebooks.regiments.moving.onset import Onset
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.shooting.machines import roll_ball
from warhost.rulebooks.regiments.special.turns import rush, wander

from ..field import body_of, easily, facing, front, number, ours, rule_of, scene, script, theirs, unit
from ..test_combat import melee_of

# --- what one runs into


@pytest.mark.rule("reg.army.orc.whirlers", "reg.combat.pursuit")
def test_a_pursuer_runs_over_a_whirler_and_on() -> None:
    """Two of three hits wound and are not saved; nobody fights a whirler."""
    fight = scene(
        ours("own", "men.crossbows", 20, front=(36, 20), files=5), theirs("ball", "orc.whirlers", at=(36, 24)),
        phase="combat",
    )  # fmt: skip
    with script(fight, [3, 2, 2, 1]):
        charge_ahead(fight, 0, stance(unit(fight, "own")), 8000, overrun=True)
    assert (unit(fight, "ball").fate, unit(fight, "own").models) == ("destroyed", 18)
    assert fight.state.contacts == [] and front(fight, "own") == (36, 28)


@pytest.mark.rule("reg.army.orc.rule.squabble", "reg.charge.fleeing")
def test_a_rush_at_a_fleeing_enemy_catches_it() -> None:
    fight = scene(
        ours("own", "orc.warriors", 20, front=(36, 20), files=5),
        theirs("foe", "men.spears", 10, front=(36, 23), files=5, fleeing=True),
    )
    with script(fight, [5]):
        rush(fight, 0)
    assert unit(fight, "foe").fate == "destroyed" and fight.state.contacts == []


@pytest.mark.rule("reg.sr.randommove", "reg.charge.fleeing")
def test_a_random_mover_catches_the_fleeing_too() -> None:
    fight = scene(
        ours("own", "orc.giant", front=(36, 10)),
        theirs("foe", "men.spears", 20, front=(36, 15), files=5, fleeing=True), phase="compulsory",
    )  # fmt: skip
    fight.setting.kinds[0].ratings["random_movement"] = "2D6"
    with script(fight, [5, 4], [0]):
        wander(fight, 0)
    assert unit(fight, "foe").fate == "destroyed" and fight.state.contacts == []


# --- the ethereal


def ghosts(*more: dict[str, Any], **moment: Any) -> Fight:
    return scene(ours("own", "und.spectres", 3, front=(36, 12), files=3), *more, **moment)


@pytest.mark.rule("reg.sr.ethereal", "reg.terrain.impassable", "reg.move.apart")
@pytest.mark.parametrize(("length", "rule"), [(12000, ""), (5000, "reg.move.apart"), (1000, "")])
def test_the_ethereal_go_through_rocks_but_do_not_stay_in_them(length: int, rule: str) -> None:
    """Rocks from y = 15 to 19; three spectres are 1.57 in deep."""
    fight = ghosts(
        ours("king", "und.king", at=(30, 12)), terrain=[{"kind": "rocks", "at": [36, 17]}], phase="moves"
    )
    assert rule_of(Move(fight, number(fight, "own")).refuse([["go", length]])) == rule


@pytest.mark.rule("reg.sr.ethereal", "reg.charge.geometry")
@pytest.mark.parametrize(("entry", "models", "rule"), [("und.spectres", 3, ""), ("und.skeletons", 10, "sight")])
def test_the_ethereal_charge_through_rocks(entry: str, models: int, rule: str) -> None:
    """A row of rocks that leaves no way round; a giant is seen over nothing, so they stand aside of the line."""
    rocks = [{"kind": "rocks", "at": [x, 17]} for x in (29.4, 34.5, 42, 47.1)]
    fight = scene(
        ours("own", entry, models, front=(36, 12), files=3), theirs("foe", "orc.giant", front=(38.2, 24)),
        terrain=rocks,
    )  # fmt: skip
    assert rule_of(why_not(fight, 0, 1)) == ("" if not rule else "reg.charge.geometry")


@pytest.mark.rule("reg.sr.ethereal", "reg.terrain.obstacle")
@pytest.mark.parametrize(("entry", "models", "barrier"), [("und.spectres", 3, False), ("und.wardens", 10, True)])
def test_a_wall_does_not_stop_the_ethereal(entry: str, models: int, barrier: bool) -> None:
    fight = scene(
        ours("own", entry, models, front=(36, 16), files=3),
        theirs("foe", "men.spears", 20, front=(36, 24), files=5), terrain=[{"kind": "wall", "at": [36, 23.5]}],
    )  # fmt: skip
    with easily(fight, face=6):
        declare(fight, 0, 1)
        chargers.move_one(fight)
    assert [one.barrier for one in fight.state.contacts] == [barrier]


# --- raising the dead in a fight


@pytest.mark.rule("reg.lore.dusk.call", "reg.combat.cr.rear")
@pytest.mark.parametrize(("side", "models"), [("front", 14), ("rear", 10)])
def test_nobody_returns_where_an_enemy_stands(side: str, models: int) -> None:
    """Two ranks of five; the third would stand where those are who fight it in the rear."""
    deep = 2 * 20 / 25.4
    place = {"front": (36, 20), "facing": 270} if side == "front" else {"front": (36, 20 - deep), "facing": 90}
    fight = scene(
        ours("mage", "und.acolyte", at=(20, 10), level=1),
        ours("own", "und.skeletons", 10, front=(36, 20), started=20, files=5),
        theirs("foe", "men.spears", 20, files=5, **place),
        contacts=[{"a": "foe", "b": "own", "on": side}], phase="magic",
    )  # fmt: skip
    with script(fight, [3]):
        workings.call_the_fallen(fight, number(fight, "mage"), number(fight, "own"))
    assert unit(fight, "own").models == models


# --- side by side


@pytest.mark.rule("reg.combat.pursuit", "reg.move.apart")
def test_a_pursuer_whom_a_friend_has_turned_into_goes_his_way() -> None:
    """They break the same enemy side by side, and it flees slantwise: the first turns onto the ground of the other,
    who is not held up by that."""
    fight = scene(
        ours("left", "men.halberds", 20, front=(34, 20), files=5),
        ours("right", "men.halberds", 20, front=(34 + 3.938, 20), files=5),
        theirs("foe", "orc.warriors", 10, front=(36, 20), files=5),
        contacts=[{"a": "left", "b": "foe", "fresh": False}, {"a": "right", "b": "foe", "fresh": False}],
        phase="combat",
    )
    with easily(fight, {"flight": [6, 6], "pursuit": [3, 2, 3, 2]}, face=1):
        flight_and_pursuit(melee_of(fight), 0, [number(fight, "foe")])
    assert not overlap(*(body_of(fight, name).block for name in ("left", "right")))
    assert front(fight, "right")[1] > 22


@pytest.mark.rule("reg.combat.pursuit", "reg.move.apart")
def test_a_column_among_friends_finds_room_however_deep_all_of_them_are() -> None:
    """Six ranks behind it and fleers before it: it must go back nearly seven inches."""
    fight = scene(
        ours("column", "men.halberds", 20, front=(20, 20), files=2),
        ours("friends", "men.halberds", 30, front=(44, 20), files=5),
        theirs("fleers", "orc.warriors", 20, front=(44, 22), files=20, fleeing=True),
    )
    unit(fight, "column").x += 24_000
    unit(fight, "column").y += 2_000
    off_others(fight, number(fight, "column"), unit(fight, "column").facing)
    assert flaws(fight.setting, fight.state) == []
    assert 15.1 <= front(fight, "column")[1] <= 15.3


@pytest.mark.rule("reg.combat.pursuit", "reg.move.apart")
def test_a_pursuer_is_not_left_on_the_ground_of_a_friend_who_stays() -> None:
    """It turns about its centre towards the fleers, whoever is beside it; at the end it stands on nobody."""
    fight = scene(
        ours("left", "men.halberds", 20, front=(34, 20), files=5),
        ours("guards", "men.halberds", 20, front=(34 + 3.938, 20), files=5),
        theirs("foe", "orc.warriors", 10, front=(38, 20), files=5),
        contacts=[{"a": "left", "b": "foe", "fresh": False}],
        phase="combat",
    )
    before = front(fight, "guards")
    with easily(fight, {"flight": [6, 6], "pursuit": [1, 1]}, face=1):
        flight_and_pursuit(melee_of(fight), 0, [number(fight, "foe")])
    assert not overlap(*(body_of(fight, name).block for name in ("left", "guards")))
    assert front(fight, "guards") == before
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("reg.combat.pursuit", "reg.move.apart")
def test_a_pursuer_hemmed_in_by_friends_turns_back_as_little_as_clears_them() -> None:
    """They struck a flank. Those in front restrain themselves, the drake has gone ahead and stopped there."""
    fight = scene(
        ours("held", "und.hounds", 19, front=(34.890, 20.221), files=5, facing=219),
        ours("chasers", "und.hounds", 5, front=(32.983, 23.358), files=5, facing=309),
        ours("drake", "und.drake", front=(30.233, 21.132), facing=309),
        theirs("foe", "men.handguns", 9, front=(33.838, 21.520), files=5, facing=39),
        contacts=[
            {"a": name, "b": "foe", "on": side, "fresh": False}
            for name, side in (("held", "front"), ("chasers", "left"), ("drake", "left"))
        ],
        phase="combat",
    )
    with easily(
        fight, {"flight": [3, 6], "pursuit": [6, 3, 1, 6, 4, 1], "restraint test": [1, 1]},
        {"pursue": ["restrain"], "next pursuer": ["drake"]}, face=1,
    ):  # fmt: skip
        flight_and_pursuit(melee_of(fight), 0, [number(fight, "foe")])
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("reg.flee.move", "reg.combat.pursuit")
def test_fleers_clear_an_enemy_who_fought_them_too() -> None:
    """They flee from the many in front, and their rear would stay beside the riders who struck their flank."""
    fight = scene(
        ours("hounds", "und.hounds", 20, front=(65.6, 24.5), files=5, facing=273),
        ours("riders", "und.riders", 5, front=(63.14, 20.69), files=5, facing=2.5),
        theirs("foe", "orc.bowmen", 22, front=(65.441, 24.395), files=5, facing=92.5),
        contacts=[{"a": name, "b": "foe", "on": side, "fresh": False}
                  for name, side in (("hounds", "front"), ("riders", "left"))],
        phase="combat",
    )  # fmt: skip
    with easily(
        fight, {"flight": [4, 1], "restraint test": [1, 1, 1, 1]}, {"pursue": ["restrain", "restrain"]}, face=1
    ):
        flight_and_pursuit(melee_of(fight), 0, [number(fight, "foe")])
    assert flaws(fight.setting, fight.state) == []
    assert gap(body_of(fight, "foe").block, body_of(fight, "riders").block) >= 999


@pytest.mark.rule("reg.army.orc.rule.squabble", "reg.move.apart")
def test_a_rush_turns_only_as_far_as_a_friend_leaves_room() -> None:
    """Seven ranks of riders turn about their middle: their rear swings towards the machine beside them."""
    fight = scene(
        ours("own", "orc.wolfriders", 28, front=(18, 13.838), files=5),
        ours("hurler", "orc.hurler", front=(12.203, 7.343)),
        theirs("foe", "men.spears", 20, front=(34, 36), files=5),
    )
    with script(fight, [1]):
        rush(fight, 0)
    assert flaws(fight.setting, fight.state) == []
    assert 60 < facing(fight, "own") < 90


@pytest.mark.rule("reg.move.apart")
def test_that_somebody_stands_on_anothers_ground_is_seen() -> None:
    fight = scene(
        ours("left", "men.halberds", 20, front=(34, 20), files=5),
        ours("guards", "men.halberds", 20, front=(34 + 3.938, 20), files=5),
    )
    assert flaws(fight.setting, fight.state) == []
    unit(fight, "guards").x -= 100
    assert flaws(fight.setting, fight.state) == ["left stands on the ground of guards"]


@pytest.mark.rule("reg.charge.geometry")
@pytest.mark.parametrize("aside", [-8, -4, 0, 4, 8])
def test_no_charge_slides_sideways(aside: float) -> None:
    """At a lone enemy who looks straight back at them but stands aside: first straight ahead, then a wheel."""
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 10), files=5),
        theirs("foe", "orc.chief", 1, front=(36 + aside, 20)),
    )
    onset = Onset(fight, 0, 1, "front")
    for one in approaches(onset):
        x, _ = one.way[1].front
        assert abs(x - 36000) <= 2
        assert len(one.way) == 4 or aside == 0
    assert best_approach(onset) is not None


@pytest.mark.rule("reg.charge.failed")
def test_a_lone_model_turns_after_a_failed_charge_as_far_as_there_is_room() -> None:
    """A horseman between two units, an inch and less away on either side: 25 mm wide, 50 mm deep."""
    fight = scene(
        ours("rider", "men.captain", front=(36, 20), mount="warhorse"),
        ours("a", "men.spears", 20, front=(36 - 0.5 - 0.1 - 1.97, 20), files=5),
        ours("b", "men.spears", 20, front=(36 + 0.5 + 0.1 + 1.97, 20), files=5),
        theirs("foe", "orc.warriors", 10, front=(50, 30), files=5),
    )
    rider = number(fight, "rider")
    unit(fight, "rider").leap = 2000
    chargers.fail(fight, rider, number(fight, "foe"))
    assert not any(overlap(body_of(fight, "rider").block, body_of(fight, name).block) for name in "ab")


@pytest.mark.rule("reg.reform.won", "reg.deploy.table")
def test_no_reform_in_combat_leads_over_the_table_edge() -> None:
    """Ten men five wide, 2.2 in from the left edge: eight abreast would be 6.3 in wide."""
    fight = scene(
        ours("own", "men.swords", 10, front=(2.2, 20), files=5),
        theirs("foe", "orc.warriors", 5, front=(2.5, 20), files=5),
        contacts=[{"a": "own", "b": "foe"}], phase="combat",
    )  # fmt: skip
    for stand in ways_to_stand(fight, 0).values():
        assert pose(fight, 0, stand).block.left >= 0


@pytest.mark.rule("reg.sr.ethereal", "reg.move.remaining")
def test_ghosts_among_friends_may_stay_where_they_are() -> None:
    fight = scene(
        ours("own", "und.spectres", 3, front=(36, 12), files=3),
        ours("friend", "und.skeletons", 10, front=(36, 16)), phase="moves",
    )  # fmt: skip
    unit(fight, "own").y += 1500
    assert Move(fight, 0).refuse([]) is None


@pytest.mark.rule("reg.combat.keepcontact", "reg.move.apart")
@pytest.mark.parametrize(("friend", "closes"), [(34.4, "foe"), (20, "own")])
def test_whoever_has_a_friend_in_the_way_lets_the_enemy_close_up(friend: float, closes: str) -> None:
    """A Captain stands in the gap of 0.79 in before the winners' left, or far off."""
    fight = scene(
        ours("own", "men.swords", 20, front=(36, 20), files=5), ours("captain", "men.captain", at=(friend, 20.394)),
        theirs("foe", "orc.warriors", 5, front=(37.5, 20.79), files=3), contacts=[{"a": "own", "b": "foe"}],
        phase="combat",
    )  # fmt: skip
    before = {name: front(fight, name) for name in ("own", "foe")}
    close_up(Melee(fight, [0, number(fight, "foe")]), 0)
    assert [name for name in before if front(fight, name) != before[name]] == [closes]
    assert len(fight.state.contacts) == 1


@pytest.mark.rule("reg.sr.fly", "reg.charge.geometry")
def test_a_flyer_does_not_come_down_on_its_friends() -> None:
    """Friends stand flush against the whole front of a small unit: there is no room before it."""
    fight = scene(
        ours("eagle", "elf.eagle", front=(36, 8)), ours("spears", "elf.spears", 20, front=(36, 20), files=5),
        theirs("foe", "orc.chief", 1, front=(36, 20)), contacts=[{"a": "spears", "b": "foe"}],
    )  # fmt: skip
    eagle, foe = number(fight, "eagle"), number(fight, "foe")
    for one in approaches(Onset(fight, eagle, foe, "front")):
        stand = one.way[-1] if one.swings else one.end
        assert not overlap(pose(fight, eagle, stand).block, body_of(fight, "spears").block)


@pytest.mark.rule("reg.sr.skirmishers", "reg.move.apart")
@pytest.mark.parametrize(("nearer", "opens"), [(0, True), (1500, False)])
def test_skirmishers_open_only_where_there_is_room(nearer: int, opens: bool) -> None:
    """Five abreast they grow by an inch to either side; friends stand 2.1 in beside them, or 0.6."""
    fight = scene(
        ours("own", "men.foresters", 5, front=(36, 20), files=5),
        ours("friend", "men.spears", 10, front=(36 + 2 * 1.969 + 2.1, 20), files=5), phase="moves",
    )  # fmt: skip
    unit(fight, "own").loose = False
    unit(fight, "friend").x -= nearer
    open_ranks(fight)
    assert unit(fight, "own").loose is opens
    unit(fight, "own").loose, unit(fight, "own").x = False, 2100  # and not over the table edge
    open_ranks(fight)
    assert not unit(fight, "own").loose


@pytest.mark.rule("reg.wm.cannon", "reg.troop.monster.ridden")
def test_a_ball_slays_a_beast_and_its_rider_and_rolls_on() -> None:
    fight = scene(
        ours("gun", "men.cannon", front=(36, 8)), theirs("lord", "orc.warlord", front=(36, 20), mount="wyvern"),
        theirs("foe", "orc.warriors", 20, front=(36, 24), files=5), phase="shooting",
    )  # fmt: skip
    with easily(fight, face=6):
        roll_ball(fight, 0, (36000, 18000), (36000, 28000))
    assert [unit(fight, name).fate for name in ("lord", "lord_mount")] == ["destroyed", "destroyed"]
    assert unit(fight, "foe").models == 16


@pytest.mark.rule("reg.charge.fleeing", "reg.charge.geometry", "reg.sr.fly")
def test_a_hunter_without_room_does_not_stand_on_its_friends() -> None:
    """Friends stand close on both sides of a fleeing Chief: an eagle catches him and stops before them."""
    fight = scene(
        ours("eagle", "elf.eagle", front=(30, 12), facing=60),
        *(ours(name, "elf.spears", 10, front=(x, 19.5), files=5) for name, x in (("a", 33.6), ("b", 38.8))),
        theirs("foe", "orc.chief", 1, front=(36.2, 20), fleeing=True, facing=90),
    )  # fmt: skip
    eagle = number(fight, "eagle")
    unit(fight, "eagle").charge, unit(fight, "eagle").struck = number(fight, "foe"), "rear"
    with easily(fight, face=6):
        chargers.run_home(fight, eagle)
    assert unit(fight, "foe").fate == "destroyed"
    assert not any(overlap(body_of(fight, "eagle").block, body_of(fight, name).block) for name in "ab")


@pytest.mark.rule("reg.combat.pursuit", "reg.move.apart")
def test_pursuers_whose_deep_columns_cross_are_led_clear_of_each_other() -> None:
    """The column turns about its middle, and its eight ranks come to lie where its friends run after the lord."""
    fight = scene(
        ours("column", "orc.ironhides", 16, front=(31.094, 37.413), files=2, facing=75),
        ours("block", "orc.warriors", 26, front=(32.508, 31.276), files=5, facing=165),
        theirs("lord", "orc.warlord", front=(30.905, 32.904), facing=165),
        contacts=[{"a": "lord", "b": "column", "on": "right", "fresh": False},
                  {"a": "block", "b": "lord", "on": "rear"}],
        phase="combat",
    )  # fmt: skip
    with easily(
        fight, {"flight": [4, 5], "pursuit": [2, 3, 3, 3]},
        {"pursue": ["pursue", "pursue"], "next pursuer": ["column"]}, face=1,
    ):  # fmt: skip
        flight_and_pursuit(melee_of(fight), 0, [number(fight, "lord")])
    assert flaws(fight.setting, fight.state) == []
