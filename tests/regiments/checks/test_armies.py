"""Terrain, setting up, victory and the customs of the armies, check by check."""

from __future__ import annotations

import pytest

from warhost.engine.strikes import Wound
from warhost.rulebooks.regiments.events import Shot as Fired
from warhost.rulebooks.regiments.events import Struck
from warhost.rulebooks.regiments.fighting.blows import strike_all
from warhost.rulebooks.regiments.fighting.breaking import losers_test
from warhost.rulebooks.regiments.fighting.result import extra_ranks, totals
from warhost.rulebooks.regiments.fighting.round import Melee
from warhost.rulebooks.regiments.land.hazards import cross
from warhost.rulebooks.regiments.moving import chargers
from warhost.rulebooks.regiments.moving.charges import declare
from warhost.rulebooks.regiments.moving.marching import must_test, why_not_march
from warhost.rulebooks.regiments.opening import deployment
from warhost.rulebooks.regiments.shooting.machines import bolt_volley
from warhost.rulebooks.regiments.special.turns import squabble
from warhost.rulebooks.regiments.victory import end_of_turn, victory_points
from warhost.rulebooks.regiments.wounds.casualties import suffer, wound_directly

from ..field import body_of, easily, number, ours, rule_of, scene, script, theirs, told, unit
from ..test_blows import blow, clash
from ..test_combat import melee_of
from ..test_opening import fresh
from ..test_shooting import range_of

# --- terrain


@pytest.mark.rule("reg.terrain.hill", "reg.combat.cr.high", "reg.combat.cr.charge")
@pytest.mark.parametrize(("hill", "points"), [((36, 12), 2), ((36, 40), 1)])
def test_a_charge_downhill(hill: tuple[float, float], points: int) -> None:
    fight = scene(
        ours("own", "men.knights", 5, front=(36, 14), files=5),
        theirs("foe", "orc.warriors", 4, front=(36, 22), files=4),
        terrain=[{"kind": "hill", "at": list(hill)}],
    )  # fmt: skip
    with easily(fight, face=6):
        declare(fight, 0, 1)
        chargers.move_one(fight)
    assert totals(Melee(fight, [0, 1]))[0].total == points


@pytest.mark.rule("reg.terrain.river", "reg.combat.cr.ranks")
@pytest.mark.parametrize(("bank", "extra"), [(23.7, 0), (28, 3)])
def test_ranks_in_the_water(bank: float, extra: int) -> None:
    """The first rank on the bank and the others in the river; or all of them beyond it."""
    fight = scene(
        ours("own", "men.spears", 20, front=(25, bank), files=5), terrain=[{"kind": "river", "at": [30, 21.5]}]
    )
    assert extra_ranks(fight, 0) == extra


@pytest.mark.rule("reg.terrain.forest", "reg.terrain.marsh", "reg.terrain.dangerous")
@pytest.mark.parametrize(
    ("kind", "faces", "slain"),
    [("forest", [1, 3, 4, 6, 6], 1), ("forest", [2, 3, 4, 6, 6], 0), ("marsh", [1, 2, 3, 5, 6], 2)],
)
def test_horsemen_charge_through(kind: str, faces: list[int], slain: int) -> None:
    fight = scene(
        ours("own", "men.outriders", 5, at=(36, 24), files=5), terrain=[{"kind": kind, "at": [36, 24]}],
        phase="chargers",
    )  # fmt: skip
    with script(fight, faces):
        cross(fight, 0, [body_of(fight, "own")], "charge")
    assert unit(fight, "own").models == 5 - slain


@pytest.mark.rule("reg.terrain.obstacle", "reg.weapon.lance", "reg.sr.devcharge", "reg.combat.cr.charge")
def test_lancers_gain_nothing_from_a_charge_at_a_wall() -> None:
    fight = scene(
        ours("own", "men.knights", 5, front=(36, 16), files=5),
        theirs("foe", "orc.warriors", 4, front=(36, 24), files=4),
        terrain=[{"kind": "wall", "at": [36, 23.5]}],
    )  # fmt: skip
    with script(fight, [6, 6, 6], ["hold"]):
        declare(fight, 0, 1)
        chargers.move_one(fight)
    fight.state.phase = "combat"
    melee = Melee(fight, [0, 1])
    assert totals(melee)[0].total == 0
    with easily(fight, face=1):
        strike_all(melee)
    riders = [one for one in told(fight, Struck) if one.unit == "own" and one.who == "riders"]
    assert [one.attacks for one in riders] == [5]


# --- setting up, and the end


@pytest.mark.rule("reg.deploy.order")
@pytest.mark.parametrize(("dice", "first"), [([4, 5, 3, 3], 0), ([3, 5], 1), ([5, 5], 0)])
def test_who_has_finished_first_adds_one_to_his_roll(dice: list[int], first: int) -> None:
    fight = fresh()
    fight.state.finished = 0
    with script(fight, dice, ["me"]):
        deployment.choose_first(fight)
    assert fight.state.first == first


@pytest.mark.rule("reg.deploy.table")
@pytest.mark.parametrize(("y", "allowed"), [(12.0, True), (12.5, False)])
def test_a_unit_stands_wholly_in_its_zone(y: float, allowed: bool) -> None:
    fight = fresh()
    question = deployment.Deploy(fight, number(fight, "spears"))
    assert (question.refuse({"at": [36000, round(1000 * y)], "facing": 0}) is None) is allowed


@pytest.mark.rule("reg.vp.units", "reg.vp.general")
def test_a_unit_and_its_character_are_counted_apart() -> None:
    """150 points of orcs are slain around their Chief, who is not the General and lives."""
    fight = scene(
        ours("own", "men.spears", 20, at=(20, 10)), theirs("foe", "orc.warriors", 25, at=(36, 40)),
        theirs("chief", "orc.chief", joined="foe"), theirs("lord", "orc.warlord", at=(60, 40)),
    )  # fmt: skip
    suffer(fight, number(fight, "foe"), "file", [Wound(1, False)] * 24)
    assert victory_points(fight, 0).total == 0
    suffer(fight, number(fight, "foe"), "file", [Wound(1, False)])
    assert unit(fight, "chief").fate == "standing"
    assert victory_points(fight, 0).total == 150


@pytest.mark.rule("reg.scenario.rearguard", "reg.vp.result")
@pytest.mark.parametrize(("before", "after"), [(440, 660), (25, 38), (0, 0)])
def test_the_points_of_the_rearguard_count_one_and_a_half_times(before: int, after: int) -> None:
    fight = scene(
        ours("own", "men.spears", 20, at=(20, 10)), theirs("foe", "orc.warriors", 20, at=(36, 40)),
        scenario="rearguard",
    )  # fmt: skip
    fight.state.exits = (before, 0)
    assert victory_points(fight, 0).total == after


@pytest.mark.rule("reg.scenario.tower")
@pytest.mark.parametrize(("far", "winner"), [(6.0, 0), (6.1, -1)])
def test_only_one_side_near_the_tower(far: float, winner: int) -> None:
    """Their fleeing unit beside it does not count."""
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 22 - far), files=5),
        theirs("foe", "orc.warriors", 10, at=(36, 30), files=5, fleeing=True),
        theirs("more", "orc.warriors", 10, at=(60, 40), files=5),
        scenario="tower", turn=6, terrain=[{"kind": "tower", "at": [36, 24], "name": "old tower"}],
    )  # fmt: skip
    fight.state.clock = 12
    unit(fight, "foe").fleeing = True
    assert end_of_turn(fight)
    assert fight.state.score is not None
    assert (fight.state.score.rule == "reg.scenario.tower") is (winner == 0)


# --- customs


@pytest.mark.rule("reg.army.men.cannon", "reg.troop.warmachine")
@pytest.mark.parametrize(("hurt", "blows"), [(0, 3), (2, 1)])
def test_each_crewman_strikes_back(hurt: int, blows: int) -> None:
    fight = clash("men.cannon", "orc.warriors", 1, 10, mine={"hurt": hurt})
    with easily(fight, face=1):
        strike_all(Melee(fight, [0, 1]))
    assert [(one.attacks, one.need) for one in told(fight, Struck) if one.unit == "own"] == [(blows, 4)]


@pytest.mark.rule("reg.army.elf.ballista", "reg.sr.armourpiercing")
def test_a_volley_of_the_ballista_pierces_armour() -> None:
    """Against a 4+ save Strength 4 and Armour Piercing leave 6+."""
    fight = range_of(15, "elf.ballista", "und.wardens", mine={"models": 1, "files": 1})
    with script(fight, [4, 1, 1, 1, 1, 1, 6, 5]):
        bolt_volley(fight, 0)
    assert [(one.shots, one.need) for one in told(fight, Fired)] == [(6, 4)]
    assert unit(fight, "foe").models == 19


@pytest.mark.rule("reg.army.elf.rule.hands", "reg.army.elf.ballista")
@pytest.mark.parametrize("entry", ["elf.ballista", "elf.spears", "elf.chariot"])
def test_all_elves_have_swift_hands(entry: str) -> None:
    fight = clash(entry, "orc.warriors", 1 if entry != "elf.spears" else 10)
    one = blow(fight)
    one.harm(3)
    assert one.again == "ones"


@pytest.mark.rule("reg.army.und.rule.undead", "reg.move.march")
@pytest.mark.parametrize(("gap", "rule"), [(12.0, ""), (12.1, "reg.army.und.rule.undead")])
def test_the_dead_march_within_twelve_inches_of_their_general(gap: float, rule: str) -> None:
    fight = scene(
        ours("own", "und.skeletons", 20, front=(36, 40), files=5),
        ours("king", "und.king", front=(36, 40 - 3.148 - gap)),
        theirs("foe", "orc.warriors", 5, front=(36, 45), files=5), phase="moves",
    )  # fmt: skip
    assert rule_of(why_not_march(fight, 0)) == rule
    assert not must_test(fight, 0)


@pytest.mark.rule("reg.army.und.rule.undead", "reg.sr.unstable")
def test_losses_of_the_unstable_fall_on_the_living_last() -> None:
    fight = scene(ours("own", "und.skeletons", 5, at=(36, 20), files=5), ours("mage", "und.acolyte", joined="own"))
    wound_directly(fight, 0, 6, combat=True)
    assert (unit(fight, "own").fate, unit(fight, "mage").hurt) == ("destroyed", 1)


@pytest.mark.rule("reg.army.orc.rule.squabble")
@pytest.mark.parametrize(("models", "dice"), [(5, [3]), (4, [])])
def test_five_are_enough_to_squabble(models: int, dice: list[int]) -> None:
    fight = scene(ours("own", "orc.warriors", models, at=(36, 20)), theirs("foe", "men.spears", 20, at=(36, 40)))
    with script(fight, dice):
        squabble(fight, 0)


@pytest.mark.rule("reg.army.und.rule.undead", "reg.break.test")
def test_the_dead_never_flee() -> None:
    fight = clash("und.wardens", "orc.warriors", 20)
    with script(fight):
        assert losers_test(melee_of(fight), 0, 3) == []
    assert unit(fight, "own").models == 17
