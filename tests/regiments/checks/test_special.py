"""Special rules, troop types and characters, check by check."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.phrase import Phrase
from warhost.engine.question import Refusal
from warhost.engine.strikes import Wound
from warhost.rulebooks.regiments.bodies import body
from warhost.rulebooks.regiments.events import Struck
from warhost.rulebooks.regiments.fighting.blow import Blow
from warhost.rulebooks.regiments.fighting.blows import impact, strike_all
from warhost.rulebooks.regiments.fighting.challenges import challenge
from warhost.rulebooks.regiments.fighting.combats import fear_tests
from warhost.rulebooks.regiments.fighting.round import Melee
from warhost.rulebooks.regiments.land.sight import unit_sees
from warhost.rulebooks.regiments.magic.pools import wizards
from warhost.rulebooks.regiments.moving import compulsory
from warhost.rulebooks.regiments.moving.charges import cannot_charge, declare_one, targets
from warhost.rulebooks.regiments.moving.compulsory import beasts_react
from warhost.rulebooks.regiments.moving.moves import Move
from warhost.rulebooks.regiments.moving.reactions import lawful, react
from warhost.rulebooks.regiments.nature import all_have, kind
from warhost.rulebooks.regiments.nerve.leadership import leadership
from warhost.rulebooks.regiments.opening.deployment import _restrain
from warhost.rulebooks.regiments.wounds.casualties import suffer, wound_directly
from warhost.rulebooks.regiments.wounds.hits import Harm
from warhost.rulebooks.regiments.wounds.spreading import inflict

from ..field import apart, easily, number, ours, rule_of, scene, script, theirs, told, unit
from ..test_blows import blow, clash

# --- striking


@pytest.mark.rule("reg.sr.asf", "reg.sr.asl", "reg.weapon.great")
@pytest.mark.parametrize(("initiative", "again"), [(3, "failures"), (4, "ones")])
def test_who_always_strikes_first_needs_to_be_as_quick_for_the_rest(initiative: int, again: str) -> None:
    """An elf made slow: Initiative 3 against 3 throws misses again, against 4 not."""
    fight = clash("elf.spears", "men.spears")
    unit(fight, "own").gained = ("reg.sr.asf",)
    for name, value in (("own", 3), ("foe", initiative)):
        found = fight.setting.kinds[unit(fight, name).figure]
        found.profile = type(found.profile)(4, 3, 3, 3, 3, 1, value, 1, 7)
    one = blow(fight)
    one.harm(3)
    assert one.again == (again if again == "failures" else "none")


@pytest.mark.rule("reg.sr.devcharge", "reg.weapon.lance", "reg.weapon.great", "reg.weapon.spear")
@pytest.mark.parametrize(
    ("entry", "charged", "mount", "attacks", "strength"),
    [("men.knights", True, False, 2, 6), ("men.knights", True, True, 1, 3), ("men.knights", False, False, 1, 4),
     ("orc.ironhides", False, False, 1, 6), ("elf.chariot", True, False, 1, 5),
     ("orc.boarriders", True, True, 2, 4)],
)  # fmt: skip
def test_blows_with_and_without_a_charge(
    entry: str, charged: bool, mount: bool, attacks: int, strength: int
) -> None:  # fmt: skip
    one = kind(scene(ours("own", entry, 1, at=(36, 10))), 0)
    fight = clash(entry, "men.spears", 1 if one.single else 8)
    found = blow(fight, mount=mount, charged=charged)
    assert (found.attacks().total, found.strength().total) == (attacks, strength)


@pytest.mark.rule("reg.sr.killingblow", "reg.combat.cr.wounds")
def test_a_killing_blow_slays_a_hero_of_two_wounds() -> None:
    fight = scene(
        ours("own", "und.wardens", 10, at=(36, 10)),
        theirs("foe", "men.captain", at=(36, 30), options=["full plate", "shield"], mount="warhorse with barding"),
        theirs("trolls", "men.spears", 5, at=(50, 30)),
    )
    foe = number(fight, "foe")
    made = Blow(fight, 0, foe, kind(fight, 0).profile).harm(1)
    made.hit = 3
    with script(fight, [6, 6]):
        assert inflict(fight, made, combat=True) == 2
    assert unit(fight, "foe").fate == "destroyed"


@pytest.mark.rule("reg.sr.multiwounds", "reg.sr.flammable", "reg.sr.flaming")
@pytest.mark.parametrize(("names", "lost"), [((), 2), (("reg.sr.flaming",), 4)])
def test_fire_doubles_what_has_been_multiplied(names: tuple[str, ...], lost: int) -> None:
    """An Oak Warden, one unsaved wound, a D3 of 2."""
    fight = scene(ours("own", "orc.hurler", at=(36, 10)), theirs("foe", "elf.oakwarden", at=(36, 30)))
    harm = Harm(fight, 1, 1, 10, by=0, names=names)
    harm.worth, harm.armour = Phrase.read("D3"), False
    with script(fight, [6, 3]):
        assert inflict(fight, harm) == lost


@pytest.mark.rule("reg.sr.multiwounds", "reg.combat.cr.wounds")
def test_many_wounds_on_one_man_count_once() -> None:
    fight = scene(theirs("foe", "men.spears", 10, at=(36, 30)))
    assert suffer(fight, 0, "file", [Wound(5, False)], combat=True) == 1
    assert unit(fight, "foe").models == 9


@pytest.mark.rule("reg.sr.regeneration", "reg.sr.flaming", "reg.sr.killingblow")
def test_after_fire_no_troll_regenerates_in_that_phase() -> None:
    fight = scene(ours("own", "men.grenadiers", 8, at=(36, 20)), theirs("trolls", "orc.trolls", 3, at=(36, 30)))
    with script(fight, [6]):
        inflict(fight, Harm(fight, 1, 1, 4, by=0, names=("reg.sr.flaming",)))
    with script(fight, [6, 6]):  # and no die for regeneration
        inflict(fight, Harm(fight, 1, 2, 4, by=0))
    assert (unit(fight, "trolls").models, unit(fight, "trolls").hurt) == (2, 0)


@pytest.mark.rule("reg.sr.impact", "reg.troop.chariot")
def test_two_chariots_make_seven_hits() -> None:
    fight = scene(
        ours("a", "orc.boarchariot", front=(34, 20), charged=True),
        ours("b", "orc.boarchariot", front=(38, 20), charged=True),
        theirs("foe", "men.crossbows", 20, front=(36, 20), files=10),
        contacts=[{"a": "a", "b": "foe"}, {"a": "b", "b": "foe"}], phase="combat",
    )  # fmt: skip
    with easily(fight, {"impact hits": [2, 5]}, face=1):
        impact(Melee(fight, [0, 1, 2]))
    assert sum(one.attacks for one in told(fight, Struck)) == 7


@pytest.mark.rule("reg.sr.breath", "reg.army.und.drake")
def test_a_drake_breathes_on_top_of_its_blows() -> None:
    fight = clash("und.drake", "men.crossbows", 1, 20)
    with easily(fight, {"hits of the breath": [3, 4]}, {"breathe at": ["foe"]}, face=1):
        strike_all(Melee(fight, [0, 1]))
    assert [one.attacks for one in told(fight, Struck) if one.unit == "own"] == [7, 4]


@pytest.mark.rule("reg.sr.breath", "reg.troop.warmachine")
def test_breath_in_close_combat_burns_the_crew() -> None:
    """Strength 2 against the crew's Toughness 3: 5+; against the machine's 7 it would be 6."""
    fight = clash("und.drake", "men.cannon", 1, 1)
    with easily(fight, {"hits of the breath": [1, 1], "to wound": [5, 5]}, {"breathe at": ["foe"]}, face=1):
        strike_all(Melee(fight, [0, 1]))
    assert unit(fight, "foe").hurt == 2


@pytest.mark.rule("reg.sr.handlers", "reg.army.orc.wyrm")
@pytest.mark.parametrize(("handlers", "blows"), [(3, [5, 3]), (1, [5, 1]), (0, [5])])
def test_handlers_add_their_blows(handlers: int, blows: list[int]) -> None:
    fight = clash("orc.wyrm", "men.crossbows", 1, 20)
    unit(fight, "own").handlers, unit(fight, "own").breathed = handlers, True
    with easily(fight, face=1):
        strike_all(Melee(fight, [0, 1]))
    assert sorted([one.attacks for one in told(fight, Struck) if one.unit == "own"], reverse=True) == blows


# --- nerve


@pytest.mark.rule("reg.sr.terror", "reg.sr.stupidity", "reg.sr.immunepsych")
@pytest.mark.parametrize(("foe", "models", "tests"), [("orc.trolls", 3, False), ("orc.warriors", 20, True)])
def test_who_tests_for_terror(foe: str, models: int, tests: bool) -> None:
    fight = apart(8, "elf.oakwarden", foe, mine={"models": 1, "files": 1}, yours={"models": models, "files": 3})
    unit(fight, "own").charge = 1
    dice = [1, 1] if tests else []
    with script(fight, dice, ["hold"] if len(lawful(fight, 0, 1)) > 1 else []):
        react(fight, 0, 1)


@pytest.mark.rule("reg.sr.terror", "reg.sr.fear")
def test_the_engaged_do_not_test_for_terror_but_for_fear() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5),
        ours("warden", "men.lord", at=(50, 10), mount="griffon"),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5), contacts=[{"a": "own", "b": "foe"}],
    )  # fmt: skip
    beast = fight.state.units[number(fight, "warden")].host
    with script(fight):
        react(fight, beast, number(fight, "foe"))
    joined = clash("elf.oakwarden", "men.spears", 1, 20)
    with script(joined, [6, 6]):
        fear_tests(joined, [0, 1])
    assert unit(joined, "foe").afraid


@pytest.mark.rule("reg.sr.frenzy")
@pytest.mark.parametrize(("far", "dice", "must"), [(15, [4, 4], True), (15, [3, 4], False), (16.5, [], False)])
def test_the_frenzied_who_see_an_enemy_in_reach(far: float, dice: list[int], must: bool) -> None:
    fight = apart(far, "orc.berserkers", "men.spears", mine={"models": 10})
    answers = (["done"] if far < 16 else []) + (["hold"] if must else [])
    with script(fight, dice, answers):
        declare_one(fight)
        if far < 16:
            declare_one(fight)
    assert (unit(fight, "own").charge == 1) is must


@pytest.mark.rule("reg.troop.monster.reaction")
@pytest.mark.parametrize(
    ("face", "gained"), [(1, "reg.sr.stupidity"), (2, "reg.sr.stupidity"), (3, "guards the fallen"),
                         (4, "reg.sr.unbreakable"), (5, "reg.sr.frenzy"), (6, "reg.sr.hatred")],
)  # fmt: skip
def test_what_a_monster_without_its_master_does(face: int, gained: str) -> None:
    fight = scene(theirs("lord", "men.lord", at=(36, 20), mount="griffon"))
    griffon = fight.state.units[number(fight, "lord_mount")]
    suffer(fight, number(fight, "lord"), "file", [Wound(1, False)] * 3)
    with script(fight, [5, 4, face]):
        beasts_react(fight)
    assert gained in griffon.gained
    assert leadership(fight, number(fight, "lord_mount")).total == 7


@pytest.mark.rule("reg.troop.monster.reaction", "reg.sr.frenzy")
def test_a_beast_that_runs_wild_charges_the_nearest() -> None:
    fight = scene(
        ours("own", "orc.wyrm", front=(36, 20)), theirs("near", "men.spears", 20, front=(32, 26), files=5),
        theirs("far", "men.spears", 20, front=(40, 28), files=5),
    )  # fmt: skip
    assert len(targets(fight, 0)) == 2
    unit(fight, "own").gained = ("runs wild", "reg.sr.frenzy", "reg.sr.hatred")
    assert targets(fight, 0) == [number(fight, "near")]


@pytest.mark.rule("reg.sr.stupidity", "reg.flee.limits", "reg.magic.channel")
@pytest.mark.parametrize(("more", "helps"), [({"fleeing": True}, False), ({"did": "stumbled"}, False), ({}, True)])
def test_who_channels(more: dict[str, Any], helps: bool) -> None:
    fight = scene(
        theirs("own", "orc.warriors", 10, at=(36, 30), **more),
        theirs("shaman", "orc.shaman", joined="own", level=2),
        phase="magic",
    )  # fmt: skip
    assert bool(wizards(fight, 1)) is helps


# --- moving


@pytest.mark.rule("reg.sr.skirmishers", "reg.core.los")
def test_skirmishers_do_not_see_behind_them() -> None:
    fight = scene(
        ours("own", "men.foresters", 10, front=(36, 20), files=5), theirs("foe", "orc.warriors", 10, at=(36, 10))
    )
    assert not unit_sees(fight, 0, 1)


@pytest.mark.rule("reg.sr.seacreature", "reg.terrain.river")
@pytest.mark.parametrize(("entry", "length", "rule"), [("orc.trolls", 12000, ""), ("orc.trolls", 6000, ""),
                                                       ("orc.warriors", 6000, "reg.terrain.river")])  # fmt: skip
def test_trolls_march_in_the_water(entry: str, length: int, rule: str) -> None:
    fight = scene(
        ours("own", entry, 3, front=(30, 24), files=3, facing=0), phase="moves",
        terrain=[{"kind": "river", "at": [36, 24], "facing": 90}],
    )  # fmt: skip
    found = Move(fight, 0).refuse([["go", length]])
    assert rule_of(found) == rule


@pytest.mark.rule("reg.sr.fly", "reg.army.elf.drake")
@pytest.mark.parametrize(("length", "allowed"), [(20000, True), (20100, False)])
def test_a_drake_marches_twenty_inches_in_flight(length: int, allowed: bool) -> None:
    fight = scene(ours("prince", "elf.prince", front=(36, 10), mount="young drake"), phase="moves")
    drake = fight.state.units[0].host if fight.state.units[0].host >= 0 else 0
    found = Move(fight, drake).check([["fly"], ["go", length]])
    assert (not isinstance(found, Refusal)) is allowed


@pytest.mark.rule("reg.sr.ambushers")
def test_ambushers_try_again_each_turn() -> None:
    fight = scene(
        ours("own", "orc.skulkers", 10, reserve=True), theirs("foe", "men.spears", 20, at=(36, 30)), turn=1
    )
    with script(fight):
        compulsory.roll_ambushers(fight)
    for clock, face, coming in ((3, 2, ()), (5, 3, (0,))):
        fight.state.clock = clock
        with script(fight, [face]):
            compulsory.roll_ambushers(fight)
        assert fight.state.coming == coming


@pytest.mark.rule("reg.sr.scouts", "reg.sr.vanguard")
@pytest.mark.parametrize(("first", "rule"), [(0, "reg.sr.vanguard"), (1, "")])
def test_scouts_may_charge_at_once_if_their_side_comes_second(first: int, rule: str) -> None:
    fight = apart(8, "men.foresters", mine={"models": 10})
    fight.state.scouts_out = (0,)
    _restrain(fight, first)
    assert rule_of(cannot_charge(fight, 0)) == rule


@pytest.mark.rule("reg.sr.swiftstride", "reg.char.join")
def test_a_horseman_among_footmen_gives_nobody_wings() -> None:
    fight = scene(
        ours("own", "men.outriders", 5, at=(20, 20)), ours("foot", "men.spears", 10, at=(40, 20)),
        ours("captain", "men.captain", joined="foot", mount="warhorse"),
    )  # fmt: skip
    assert all_have(fight, 0, "reg.sr.swiftstride") and not all_have(fight, 1, "reg.sr.swiftstride")
    assert body(fight, 1).width == pytest.approx(5 * 787 + 984, abs=5)


# --- champions, characters, cavalry


@pytest.mark.rule("reg.cmd.champion", "reg.troop.cavalry")
def test_who_is_left_after_arrows() -> None:
    foot = scene(theirs("foe", "men.swords", 6, at=(36, 30), options=["champion"]))
    wound_directly(foot, 0, 4)
    assert (unit(foot, "foe").models, unit(foot, "foe").champion) == (2, True)
    horse = scene(theirs("foe", "men.knights", 5, at=(36, 30)))
    wound_directly(horse, 0, 1)
    assert unit(horse, "foe").models == 4


@pytest.mark.rule("reg.char.challenge")
def test_the_only_character_refuses_and_goes_to_the_rear() -> None:
    """He neither fights nor lends his Leadership nor the battle standard in this round."""
    fight = scene(
        ours("own", "men.swords", 20, front=(36, 20), files=5, options=["champion"]),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5),
        theirs("chief", "orc.chief", joined="foe", role="battle standard"),
        contacts=[{"a": "own", "b": "foe"}], phase="combat",
    )  # fmt: skip
    melee = Melee(fight, [0, number(fight, "foe")])
    with script(fight, [], ["own champion", "refuse"]):
        challenge(melee)
    assert unit(fight, "chief").back
    assert leadership(fight, number(fight, "foe")).total == 7
    with easily(fight, face=1):
        strike_all(melee)
    assert "chief" not in [one.unit for one in told(fight, Struck)]
