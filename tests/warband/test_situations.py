"""Moments of a battle from files: what is written works, or is refused with its key."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from warhost.engine.data import DataError
from warhost.engine.expect import differences
from warhost.engine.situation import Case, judge, read_case
from warhost.engine.verdict import Verdict
from warhost.rulebooks.warband.fighting.combat import moments
from warhost.rulebooks.warband.judging.verdicts import verdicts
from warhost.rulebooks.warband.turn import begin_turn

from .scene import book, man, scene

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "situations" / "warband").glob("*.toml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_as_its_file_expects(path: Path) -> None:
    case = read_case(path)
    assert case.script.expect is not None
    assert differences(case.script.expect, judge(case)) == []


def test_who_has_charged_has_come_to_whom_he_touches() -> None:
    fight = scene(
        man(0, 10, 10, flags=["charged"], weapons=["club"], profile={"i": 3}),
        man(1, 11, 10, weapons=["club"], profile={"i": 5}),
        phase="combat",
    )
    assert fight.state.warriors[0].reached == (1,)
    groups = [next(iter(moments(fight, number))).group for number in (0, 1)]
    assert groups[0] < groups[1]


@pytest.mark.rule("war.turn.round")
@pytest.mark.parametrize("active", [0, 1])
def test_a_turn_that_is_about_to_begin_is_of_the_round_that_is_written(active: int) -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), phase="start", round=6, active=active)
    begin_turn(fight)
    assert fight.state.round == 6


A_BLOW = {
    "rulebook": "warband",
    "phase": "combat",
    "warriors": [
        man(0, 10, 10, id="a", gear=["halberd"], profile={"i": 5}),
        man(1, 11, 10, id="b", flags=["stupid"], profile={"t": 6}),
    ],
}


@pytest.mark.rule("war.turn.recovery.stand", "war.turn.recovery.stunned")
@pytest.mark.parametrize("injury, fate", [(2, "knocked down"), (3, "stunned")])
def test_who_goes_down_is_not_up_again_before_his_own_turn(injury: int, fate: str) -> None:
    found = judge(Case("blow", {**A_BLOW, "dice": [4, 6, injury]}))
    assert found.case.facts(found.state)["lantern2-b"].fate == fate


@pytest.mark.rule("war.injury.roll")
def test_the_chances_of_a_blow_are_those_of_the_turn_it_is_struck_in() -> None:
    """Half of the blows hit, a third of those wound, and a third each lays low, stuns and takes out of action."""
    chances = {one.changes[-1]: one.chance for one in judge(Case("blow", A_BLOW)).outcomes if one.changes}
    fates = "knocked down", "stunned", "out of action"
    assert chances == {f"lantern2-b {fate}": Fraction(1, 36) for fate in fates}


@pytest.mark.parametrize(
    "own, more, key",
    [
        ({"traits": ["blubber"]}, {}, "warriors[0].traits"),
        ({"weapons": ["great"], "gear": ["club"]}, {}, "warriors[0].weapons"),
        ({"gear": ["sword", "axe", "club", "spear", "great"]}, {}, "warriors[0].gear"),
        ({"wounds": 9}, {}, "warriors[0].wounds"),
        ({"side": 7}, {}, "warriors[0].side"),
        ({"profile": {"i": 99}}, {}, "warriors[0].profile.i"),
        ({}, {"out": [5], "started": [1]}, "out[0]"),
        ({}, {"started": [0]}, "started[0]"),
        ({}, {"started": [1, -1]}, "started[1]"),
        ({}, {"active": 2}, "active"),
        ({}, {"active": -1}, "active"),
        ({}, {"order": [0, 0]}, "order"),
        ({}, {"order": [0, 1, 2]}, "order"),
        ({}, {"edges": ["up", "down"]}, "edges"),
        ({}, {"attacker": 2}, "attacker"),
        ({}, {"scenario": "breakthrough"}, "attacker"),
        ({}, {"scenario": "breakthrough", "attacker": 0, "round": 11}, "round"),
        ({}, {"round": 0}, "round"),
        ({}, {"round": 13}, "round"),
        ({}, {"scores": [1, 2, 3], "scenario": "tower"}, "scores"),
        ({"met": ["nobody"]}, {}, "warriors[0].met"),
        ({"rounds": -1}, {}, "warriors[0].rounds"),
        ({"posture": "stunned", "flags": ["fleeing"]}, {}, "warriors[0].flags"),
        ({"flags": ["fleeing", "hidden"]}, {}, "warriors[0].flags"),
        ({"spells": {"fireball": 7}}, {}, "warriors[0].spells"),
        ({"spells": {"dart": 13}}, {}, "warriors[0].spells.dart"),
        ({"gear": ["halberd", "sword"], "weapons": ["halberd", "sword"]}, {}, "warriors[0].weapons"),
    ],
)
def test_what_cannot_be_is_refused_with_its_key(own: dict[str, Any], more: dict[str, Any], key: str) -> None:
    with pytest.raises(DataError) as fault:
        scene({**man(0, 10, 10), **own}, man(1, 40, 40), **more)
    assert key in str(fault.value)


def test_two_of_a_side_have_names_of_their_own() -> None:
    with pytest.raises(DataError, match=r"warriors\[1\].id"):
        scene(man(0, 10, 10, id="a"), man(0, 12, 10, id="a"), man(1, 40, 40, id="a"))


@pytest.mark.rule("war.multi.setup")
def test_three_sides_have_corners() -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), man(2, 10, 40))
    assert fight.state.edges == ("south-west", "north-west", "north-east")


@pytest.mark.parametrize("trait", ["deadly eye", "lost arm", "lost eye", "old wound", "stupidity", "enmity"])
def test_skills_and_old_injuries_are_known(trait: str) -> None:
    assert scene(man(0, 10, 10, traits=[trait]), man(1, 40, 40)).setting.fighters[0].has(trait)


# --- verdicts -------------------------------------------------------------------------------------------------


def judged(*warriors: dict[str, Any], **more: Any) -> dict[tuple[str, str], Any]:
    """What the referee says at a moment, by deed and target: how likely it is, or the rule that forbids it."""
    fight = scene(*warriors, **more)
    return {
        (one.deed, one.target.rpartition("-")[2]): one.refusal.rule if one.refusal else one.chance
        for one in book().verdicts(fight.setting, fight.state)
    }


def test_the_referee_says_only_what_may_be_done_in_this_phase() -> None:
    pair = man(0, 10, 10, gear=["bow"]), man(1, 20, 10, id="foe")
    assert {deed for deed, _ in judged(*pair, phase="charge")} == {"charge"}
    assert {deed for deed, _ in judged(*pair, phase="movement")} == {"move", "run", "hide"}
    assert {deed for deed, _ in judged(*pair, phase="shooting")} == {"shoot"}


@pytest.mark.rule("war.charge.hidden", "war.charge.unseen")
def test_the_referee_says_why_somebody_may_not_be_charged() -> None:
    wall = [{"name": "wall", "rect": [12, 5, 12.5, 35], "height": 4}]
    foes = man(1, 15, 20, id="near"), man(1, 16, 22, id="far"), man(1, 10, 24, id="hidden", flags=["hidden"])
    said = judged(man(0, 10, 20), *foes, phase="charge", obstacles=wall)
    assert said == {
        ("charge", "near"): None, ("charge", "far"): "war.charge.unseen", ("charge", "hidden"): "war.charge.hidden",
    }  # fmt: skip


@pytest.mark.rule("war.shoot.seven", "war.combat.tohit", "war.rout.test")
def test_the_referee_says_how_likely_it_is() -> None:
    wall = [{"name": "wall", "rect": [24, 5, 24.5, 35], "height": 1}]
    archer = man(0, 10, 20, gear=["bow"], profile={"bs": 2}, flags=["moved"])
    far = man(1, 25.1, 20, id="foe")  # 8: moved, at long range, behind a wall
    assert judged(archer, far, phase="shooting", obstacles=wall) == {("shoot", "foe"): 6}
    better, worse = man(0, 10, 20, id="a", profile={"ws": 4}), man(1, 11, 20, id="b", profile={"ws": 1})
    assert judged(better, worse, phase="combat") == {("strike", "b"): 67, ("strike", "a"): 33}
    rout = judged(man(0, 10, 20), man(1, 40, 20), phase="recovery", started=[4, 1], out=[1, 0])
    assert rout == {("test for a rout", ""): 58}


@pytest.mark.rule("war.turn.move", "war.turn.states")
@pytest.mark.parametrize("flag", ["moved", "ran"])
def test_who_has_moved_does_not_move_again(flag: str) -> None:
    said = judged(man(0, 10, 20, flags=[flag]), man(1, 40, 20), phase="movement")
    assert said[("move", "")] == "war.turn.move" and ("run", "") not in said


def told(*men: dict[str, Any], **moment: Any) -> list[Verdict]:
    fight = scene(*men, **moment)
    return verdicts(fight.setting, fight.state)


def refused(found: list[Verdict]) -> list[tuple[str, str]]:
    return [(one.deed, one.refusal.rule) for one in found if one.refusal]


@pytest.mark.rule("war.shoot.target", "war.terrain.measure")
@pytest.mark.parametrize(("far", "chance"), [(35, 33), (35.01, 0)])
def test_whoever_is_out_of_range_is_shot_at_in_vain(far: float, chance: int) -> None:
    """Twenty-four inches from base to base, which nobody measures before: he may be named all the same."""
    bow = man(0, 10, 10, fighter="marksman", band="lantern", gear=["bow"])
    (found,) = told(bow, man(1, far, 10), phase="shooting")
    assert (found.lawful, found.chance) == (True, chance)


@pytest.mark.rule("war.weapon.crossbow", "war.shoot.who")
@pytest.mark.parametrize(("flags", "silent"), [([], False), (["moved"], True), (["stood"], True)])
def test_why_a_crossbow_is_silent(flags: list[str], silent: bool) -> None:
    bow = man(0, 10, 10, fighter="marksman", band="lantern", gear=["crossbow"], flags=flags)
    assert refused(told(bow, man(1, 20, 10), phase="shooting")) == [("shoot", "war.weapon.crossbow")] * silent


@pytest.mark.rule("war.scen.box", "war.scen.hunt", "war.run.basic")
@pytest.mark.parametrize(
    ("kind", "scenario", "far", "rule"),
    [("chest", "box", "2", "war.scen.box"), ("shard", "hunt", "4", "war.scen.hunt")],
)
def test_how_far_a_carrier_goes(kind: str, scenario: str, far: str, rule: str) -> None:
    carrier = {**man(0, 10, 10), "id": "carrier"}
    prizes = [{"kind": kind, "at": [10, 10], "holder": "carrier"}]
    found = told(carrier, man(1, 40, 40), phase="movement", scenario=scenario, prizes=prizes)
    assert [one.note for one in found if one.deed == "move"] == [f"up to {far} inches"]
    assert ("run", rule) in refused(found)


@pytest.mark.rule("war.flee.rally", "war.char.ldtest")
@pytest.mark.parametrize(("friend", "may"), [(15, True), (15.01, False)])
def test_who_may_rally_and_how_likely(friend: float, may: bool) -> None:
    """An enemy stands four inches off: a friend as near is near enough. Leadership 7 is 21 in 36."""
    runner = man(0, 10, 10, fighter="sword", band="lantern", flags=["fleeing"])
    comrade = man(0, 10, friend, fighter="sword", band="lantern")
    found = told(runner, comrade, man(1, 15, 10), phase="recovery")
    assert [one.chance for one in found if one.lawful] == ([58] if may else [])
    assert refused(found) == ([] if may else [("rally", "war.flee.rally")])


@pytest.mark.rule("war.psych.stupidity")
def test_a_test_for_stupidity_is_foretold() -> None:
    """Leadership 4: 6 ways of 36."""
    (found,) = told(man(0, 10, 10, fighter="troll", band="gutter"), man(1, 40, 40), phase="recovery")
    assert (found.deed, found.chance, found.must) == ("test for stupidity", 17, True)


@pytest.mark.rule("war.magic.cast", "war.spell.dart")
@pytest.mark.parametrize(
    ("more", "far", "found"),
    [
        ({}, 29, []),
        ({}, 29.01, [("cast Ember Dart", "war.spell.dart")]),
        ({"gear": ["helmet"]}, 20, [("cast", "war.magic.cast")]),
        ({"flags": ["fleeing"]}, 20, [("cast", "war.flee.move")]),
        ({"flags": ["fell"]}, 20, [("cast", "war.fall.rest")]),
        ({"posture": "down"}, 20, [("cast", "war.injury.down")]),
        ({"flags": ["cast"]}, 20, [("cast", "war.magic.cast")]),
    ],
)
def test_why_a_wizard_does_not_cast(more: dict[str, Any], far: float, found: list[tuple[str, str]]) -> None:
    wizard = man(0, 10, 10, fighter="hexer", band="gutter", spells={"dart": 7}, **more)
    foe = man(1, far, 10, band="lantern", fighter="sword")
    assert refused(told(wizard, foe, phase="shooting")) == found


@pytest.mark.rule("war.turn.states", "war.shoot.who")
@pytest.mark.parametrize(
    ("flag", "rule", "why"),
    [
        ("rallied", "war.flee.rally", "{who} has rallied this turn"),
        ("fell", "war.fall.rest", "{who} fell this turn"),
        ("squabbling", "war.band.gutter.goblin", "{who} squabbles this turn"),
        ("stupid", "war.psych.stupidity", "{who} has failed the test for stupidity"),
        ("ran", "war.run.basic", "{who} ran this turn"),
    ],
)
def test_the_referee_says_what_keeps_a_warrior_from_shooting(flag: str, rule: str, why: str) -> None:
    (found,) = told(man(0, 10, 10, gear=["bow"], flags=[flag]), man(1, 20, 10), phase="shooting")
    assert found.refusal is not None and (found.refusal.rule, found.refusal.why) == (rule, why)


@pytest.mark.rule("war.injury.stunned", "war.injury.down", "war.combat.tohit")
@pytest.mark.parametrize(
    ("posture", "chance", "note"),
    [
        ("up", 50, "Sword, 4+ to hit, Strength 3 wounds on 4+"),
        ("down", 100, "Sword, hits by itself, Strength 3 wounds on 4+"),
        ("stunned", 100, "out of action without a roll"),
    ],
)
def test_what_a_blow_does_to_one_who_lies(posture: str, chance: int, note: str) -> None:
    found = told(man(0, 10, 10, gear=["sword"]), man(1, 11, 10, posture=posture), phase="combat")
    assert (found[0].chance, found[0].note) == (chance, note)


@pytest.mark.rule("war.band.ash.confessor")
def test_a_confessor_knows_his_litany() -> None:
    priest = man(0, 10, 10, fighter="confessor", band="ash", gear=["light"])
    hurt = man(0, 12, 10, fighter="pilgrim", band="ash", posture="down")
    found = told(priest, hurt, man(1, 40, 40), phase="shooting")
    assert {one.note for one in found if one.lawful} == {"Cat's Grace, 7 or more", "Knitting Hands, 7 or more"}


@pytest.mark.rule("war.spell.stone", "war.turn.recovery.stand")
@pytest.mark.parametrize("held", [True, False])
def test_whom_the_stones_hold_is_not_said_to_stand_up(held: bool) -> None:
    stones = [{"spell": "stone", "on": "lantern-f", "by": "gutter-e"}] if held else []
    hexer = man(1, 10, 20, id="e", band="gutter", fighter="hexer", spells={"stone": 9})
    fight = scene(man(0, 10, 10, id="f", posture="down"), hexer, effects=stones, phase="recovery")
    found = next(one for one in verdicts(fight.setting, fight.state) if one.deed == "stand up")
    assert (found.refusal.rule if found.refusal else "") == ("war.spell.stone" if held else "")


SHARD, CHEST = {"kind": "shard", "at": [10, 10]}, {"kind": "chest", "at": [12, 10]}
HEXER = man(1, 30, 20, id="h", band="gutter", fighter="hexer")


@pytest.mark.parametrize(
    "own, more, key",
    [
        ({"at": [0.4, 10]}, {}, r"warriors\[0\].at: .*on the table"),
        ({"at": [10, 10, 3]}, {}, r"warriors\[0\].at: .*floor"),
        ({"at": [30.5, 20]}, {}, r"warriors\[1\].at: .*free"),
        ({"wounds": 0}, {}, r"warriors\[0\].wounds"),
        ({"flags": ["hidden", "ran"]}, {}, r"warriors\[0\].flags"),
        ({"flags": ["frenzied"], "posture": "down"}, {}, r"warriors\[0\].flags"),
        ({}, {"prizes": [SHARD]}, r"prizes\[0\].kind: .*no prize"),
        ({}, {"prizes": [CHEST], "scenario": "hunt"}, r"prizes\[0\].kind: expected shard"),
        ({}, {"prizes": [CHEST, CHEST], "scenario": "box"}, r"prizes\[1\].kind: .*single"),
        ({}, {"prizes": [{**SHARD, "at": [99, 1]}], "scenario": "hunt"}, r"prizes\[0\].at"),
        ({}, {"prizes": [{**SHARD, "holder": "b"}], "scenario": "hunt"}, r"prizes\[0\].holder: no warrior"),
        ({}, {"prizes": [{**SHARD, "holder": "a"}] * 2, "scenario": "hunt"}, r"prizes\[1\].holder"),
        ({"posture": "stunned"}, {"prizes": [{**SHARD, "holder": "a"}], "scenario": "hunt"}, r"prizes\[0\].holder"),
        ({"flags": ["fleeing"]}, {"prizes": [{**SHARD, "holder": "a"}], "scenario": "hunt"}, r"prizes\[0\].holder"),
        ({}, {"effects": [{"spell": "dart", "on": "a", "by": "h"}]}, r"effects\[0\].spell: expected grace or"),
        ({}, {"effects": [{"spell": "grace", "on": "a", "by": "h"}]}, r"effects\[0\].on: expected a friend"),
        ({}, {"effects": [{"spell": "stone", "on": "h", "by": "h"}]}, r"effects\[0\].on: expected an enemy"),
        ({}, {"effects": [{"spell": "stone", "on": "a", "by": "x"}]}, r"effects\[0\].by: no warrior"),
    ],
)
def test_what_could_not_come_to_pass_is_refused_with_its_key(
    own: dict[str, Any], more: dict[str, Any], key: str
) -> None:
    with pytest.raises(DataError, match=key):
        scene({**man(0, 10, 10, id="a"), **own}, HEXER, **more)


def test_who_is_knocked_down_may_still_carry_a_shard() -> None:
    prizes = [{**SHARD, "holder": "a"}]
    fight = scene(man(0, 10, 10, id="a", posture="down"), HEXER, prizes=prizes, scenario="hunt")
    assert fight.state.prizes[0].holder == 0


@pytest.mark.rule("war.psych.hatred", "war.combat.tohit")
@pytest.mark.parametrize(("met", "chance"), [([], 89), (["unquiet-b"], 67)])
def test_the_chance_of_a_blow_counts_what_is_thrown_again_for_hatred(met: list[str], chance: int) -> None:
    prior = man(0, 10, 10, id="a", band="ash", fighter="prior", weapons=["sword"], met=met)
    fight = scene(prior, man(1, 11, 10, id="b", band="unquiet", fighter="risen"), phase="combat")
    assert next(one.chance for one in verdicts(fight.setting, fight.state) if one.who == "ash-a") == chance


@pytest.mark.rule("war.band.lantern.bravo")
@pytest.mark.parametrize("flags, told", [(["charged"], True), ([], False)])
def test_a_bravo_who_charged_is_known_to_throw_one_miss_again(flags: list[str], told: bool) -> None:
    bravo = man(0, 10, 10, fighter="bravo", weapons=["club"], flags=flags)
    fight = scene(bravo, man(1, 11, 10), phase="combat")
    found = next(iter(verdicts(fight.setting, fight.state)))
    assert found.note.endswith(", one of his misses thrown again") is told
