"""What follows a round: who is left of a unit, in which order all happens, where pursuers stop."""

from __future__ import annotations

import pytest

from warhost.rulebooks.regiments.events import CombatBegan, CombatResult, Struck, Tested
from warhost.rulebooks.regiments.fighting.aftermath import flight_and_pursuit
from warhost.rulebooks.regiments.fighting.combats import _settle, combats, fight_one
from warhost.rulebooks.regiments.fighting.round import Melee
from warhost.rulebooks.regiments.flaws import flaws
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.wounds.gone import destroyed

from .field import BOOK, easily, front, number, ours, scene, script, theirs, told, unit
from .test_combat import melee_of


def last_stand() -> Fight:
    """Five halberdiers with a Captain among them against many orcs."""
    return scene(
        ours("own", "men.halberds", 5, front=(36, 20), files=5),
        ours("captain", "men.captain", joined="own"),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5, options=["standard bearer"]),
        contacts=[{"a": "foe", "b": "own", "fresh": False}],
        phase="combat",
    )


@pytest.mark.rule("reg.combat.sequence", "reg.break.test", "reg.char.join")
def test_whoever_is_left_of_a_slain_unit_tests_in_the_same_combat() -> None:
    """The Captain and his men miss, then ten blows hit, wound and are not saved: he is alone, and flees."""
    fight = last_stand()
    dice = {"to hit": [1] * 8, "armour save": [1] * 10, "break test": [6, 6]}
    with easily(fight, dice, face=6):
        assert fight_one(fight)
    assert unit(fight, "own").fate == "destroyed"
    assert len(told(fight, CombatBegan)) == 1
    assert [(test.unit, test.passed) for test in told(fight, Tested) if test.what == "break"] == [
        ("captain", False)
    ]
    assert combats(fight) == []


@pytest.mark.rule("reg.combat.sequence", "reg.combat.order")
def test_he_strikes_although_his_men_have_fallen_before_his_turn() -> None:
    fight = last_stand()
    unit(fight, "foe").gained = ("reg.sr.asf",)
    dice = {"armour save": [1] * 10, "break test": [1, 1]}
    with easily(fight, dice, face=6):
        assert fight_one(fight)
    assert "captain" in [struck.unit for struck in told(fight, Struck)]


def rout(*more: dict[str, object], own: float = 20) -> Fight:
    """Spearmen about to break orcs, with others on the table."""
    return scene(
        ours("own", "men.spears", 20, front=(36, own), files=5),
        theirs("foe", "orc.warriors", 5, front=(36, own), files=5),
        *more,
        contacts=[{"a": "own", "b": "foe", "fresh": False}],
        phase="combat",
    )


@pytest.mark.rule("reg.combat.sequence", "reg.reform.won", "reg.combat.pursuit")
def test_nobody_reforms_against_whom_he_has_pursued_into() -> None:
    fight = rout(theirs("fresh", "orc.warriors", 20, front=(36, 27), files=5))
    dice = {"to hit": [6, 6], "to wound": [6, 6], "break test": [6, 6], "flight": [1, 1], "pursuit": [6, 6]}
    with easily(fight, dice, face=1) as oracle:
        assert fight_one(fight)
    assert unit(fight, "own").charged_at == fight.state.clock + 1
    assert "combat reform" not in [question.what for question in oracle.asked]


@pytest.mark.rule("reg.combat.pursuit", "reg.panic.broken")
def test_friends_panic_before_the_winner_decides() -> None:
    fight = rout(theirs("friend", "orc.warriors", 20, front=(42, 22), files=5))
    with easily(fight, {"panic test": [6, 6]}, {"pursue": ["restrain"]}, face=1):
        flight_and_pursuit(melee_of(fight), 0, [number(fight, "foe")])
    assert [test.what for test in told(fight, Tested)] == ["panic", "restraint"]


@pytest.mark.rule("reg.flee.offtable")
def test_a_pursuer_stops_at_the_very_edge() -> None:
    fight = rout(own=42.5)
    with script(fight, [6, 6, 4, 3], ["pursue"]):
        flight_and_pursuit(melee_of(fight), 0, [number(fight, "foe")])
    assert front(fight, "own")[1] == 48


@pytest.mark.rule("reg.troop.warmachine", "reg.combat.who", "reg.combat.support")
@pytest.mark.parametrize(("files", "blows"), [(5, 6), (10, 6)])
def test_six_strike_at_a_machine_those_behind_counted_in(files: int, blows: int) -> None:
    """Four of them touch the 50 mm of the cannon, and some of those behind support."""
    fight = scene(
        ours("own", "men.halberds", 20, front=(36, 20), files=files),
        theirs("gun", "men.cannon", 1, front=(36, 20)),
        contacts=[{"a": "own", "b": "gun", "fresh": False}],
        phase="combat",
    )
    with easily(fight, face=1):
        assert fight_one(fight)
    assert [one.attacks for one in told(fight, Struck) if one.unit == "own"] == [blows]


@pytest.mark.rule("reg.army.und.rule.crumble")
def test_the_dead_crumble_at_once_when_their_general_falls() -> None:
    """He is slain at Initiative 3; his skeletons crumble before they strike at 2, and before the result."""
    fight = scene(
        ours("own", "men.knights", 10, front=(36, 20), files=5),
        theirs("foe", "und.skeletons", 20, front=(36, 20), files=5),
        theirs("king", "und.acolyte", joined="foe", role="general"),
        contacts=[{"a": "own", "b": "foe", "fresh": False}],
        phase="combat",
    )
    unit(fight, "king").hurt = 1
    with easily(fight, {"crumbling test": [6, 6]}, {"blows": [{"king": 2, "foe": 3}]}, face=6):
        assert fight_one(fight)
    events = [told_of.event for told_of in fight.told]
    crumbled = next(at for at, one in enumerate(events) if isinstance(one, Tested) and one.what == "crumbling")
    result = next(at for at, one in enumerate(events) if isinstance(one, CombatResult))
    assert crumbled < result


@pytest.mark.rule("reg.scenario.rearguard", "reg.combat.pursuit")
def test_the_rearguard_slips_away_after_a_pursuit_too() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 42.5), files=5),
        theirs("foe", "orc.warriors", 5, front=(36, 42.5), files=5),
        contacts=[{"a": "own", "b": "foe", "fresh": False}],
        phase="combat", scenario="rearguard", turn=4,
    )  # fmt: skip
    with script(fight, [6, 6, 4, 3], ["pursue", "leave"]):
        flight_and_pursuit(melee_of(fight), 0, [number(fight, "foe")])
    assert unit(fight, "own").fate == "left"


@pytest.mark.rule("reg.combat.pursuit")
def test_a_pursuer_whose_turn_leads_over_another_enemy_meets_him_from_where_he_stood() -> None:
    """They turn to the left after the goblins, and their right corner would come down on the wyrm before it."""
    fight = scene(
        ours("own", "men.outriders", 13, front=(36, 20), files=9),
        theirs("goblins", "orc.goblins", 5, front=(33.3, 20), files=5),
        theirs("wyrm", "orc.wyrm", front=(39, 20.06), facing=270),
        contacts=[{"a": "own", "b": "goblins", "fresh": False}],
        phase="combat",
    )
    dice = {"to hit": [6, *[1] * 17], "to wound": [6], "break test": [6, 6], "flight": [1, 1], "pursuit": [6, 5, 3]}
    with easily(fight, dice, {"pursue": ["pursue"]}, face=1):
        fight_one(fight)
    assert flaws(fight.setting, fight.state) == []
    assert [fight.state.units[one.b].name for one in fight.state.contacts] == ["wyrm"]


@pytest.mark.rule("reg.combat.result", "reg.reform.restrain.wipe")
@pytest.mark.parametrize("dead", [7, 9])
def test_whoever_has_slain_all_his_enemies_has_not_lost_to_them(dead: int) -> None:
    """The lancers had charged and slain as many goblins, or nearly: those who slew them all have won."""
    fight = scene(
        ours("own", "men.knights", 5, front=(36, 20), files=5, charged=True),
        ours("others", "men.spears", 20, at=(10, 5), files=5),
        theirs("foe", "orc.goblins", 20, front=(36, 20), files=5),
        contacts=[{"a": "own", "b": "foe"}],
        phase="combat",
    )
    melee = Melee(fight, [number(fight, "own"), number(fight, "foe")])
    melee.wounds = [dead, 5]
    destroyed(fight, number(fight, "own"), "destroyed")
    with script(fight, [], [{}]) as oracle:
        _settle(melee)
    (result,) = told(fight, CombatResult)
    assert (result.totals, result.winner) == ((dead + 1, 8), 1)
    assert "no enemy is left" in BOOK.narrate(fight.setting, fight.state, result)
    assert [question.what for question in oracle.asked] == ["reform"]
    assert not unit(fight, "foe").fleeing
