"""Several rules of close combat at once."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.warband.events import Shot, Struck
from warhost.rulebooks.warband.fighting.arms import barrels
from warhost.rulebooks.warband.fighting.combat import fight_one
from warhost.rulebooks.warband.fighting.powder import reload_until
from warhost.rulebooks.warband.fighting.strikes import strike, weapons_of
from warhost.rulebooks.warband.magic.casting import cast
from warhost.rulebooks.warband.nerve.flight import break_and_flee

from ..duels import armed, duel
from ..scene import events, man, scene, thrown

HEXER = {"band": "gutter", "fighter": "hexer", "spells": {"whisper": 8}}


@pytest.mark.rule("war.band.lantern.bravo", "war.combat.allocate")
def test_a_bravo_keeps_his_second_try_until_he_misses() -> None:
    bravo = man(0, 10, 10, fighter="bravo", weapons=["club"], profile={"a": 2}, flags=["charged"])
    foes = man(1, 11, 10, id="a", weapons=["club"]), man(1, 9, 10, id="b", weapons=["club"])
    fight = scene(bravo, *foes, phase="combat", answers=["lantern2-a", "lantern2-b"], dice=[5, 1, 1, 5, 1])
    strike(fight, 0, weapons_of(fight, 0), [1, 2])
    thrown(fight)  # the first hit and did not wound; the second missed, was thrown again, hit and did not wound


@pytest.mark.rule("war.dice.kinds", "war.psych.hatred", "war.band.lantern.bravo")
def test_a_die_is_thrown_again_once_whatever_else_would_allow_it() -> None:
    bravo = {"fighter": "bravo", "weapons": ["club"], "gear": ["club"], "flags": ["charged"]}
    fight = duel({**bravo, "traits": ["hates undead"]}, {"band": "unquiet", "fighter": "risen"}, dice=[1, 2])
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)


@pytest.mark.rule("war.panic.test", "war.combat.first", "war.weapon.flail", "war.charge.dive.bonus")
@pytest.mark.parametrize("foe", [{"weapons": ["flail"]}, {"weapons": ["club"], "flags": ["dived"]}])
def test_free_hits_after_the_first_round_are_still_of_that_round(foe: dict[str, Any]) -> None:
    """Strength 5 or 4 against Toughness 3 wounds on a 3 at the latest, Strength 3 does not."""
    coward = man(0, 10, 10, weapons=["club"], profile={"i": 1})
    fight = scene(coward, man(1, 11, 10, **foe), phase="combat", dice=[1, 1])
    assert fight_one(fight)
    thrown(fight)
    fight.oracle.dice = [3, 1]  # type: ignore[attr-defined]
    break_and_flee(fight, 0, "war.flee.move")
    thrown(fight)
    assert fight.state.warriors[0].posture == "down"


@pytest.mark.rule("war.combat.first", "war.weapon.flail", "war.injury.down")
def test_who_lay_through_a_round_has_not_fought_it() -> None:
    lying = man(1, 11, 10, posture="down", gear=["flail"], id="flail")
    fight = scene(man(0, 10, 10, weapons=["club"]), lying, phase="combat", dice=[1])
    assert fight_one(fight)
    assert (fight.state.warriors[0].rounds, fight.state.warriors[1].rounds) == (1, 0)


@pytest.mark.rule("war.psych.stupidity", "war.combat.order", "war.combat.first", "war.dice.order")
def test_nobody_throws_for_the_turn_of_who_has_lost_his_wits() -> None:
    """He is as quick as his enemy and has two weapons to choose from, and neither matters as he does not fight."""
    dull = man(1, 11, 10, gear=["flail", "halberd"], flags=["stupid"])
    fight = scene(man(0, 10, 10, weapons=["club"]), dull, phase="combat", dice=[1])
    assert fight_one(fight)
    thrown(fight)
    own, foe = fight.state.warriors
    assert (own.rounds, foe.rounds, foe.main) == (1, 0, "")


@pytest.mark.rule("war.combat.order", "war.injury.same")
@pytest.mark.parametrize("first, left", [("a", False), ("b", True)])
def test_the_owner_says_who_of_equals_strikes_first(first: str, left: bool) -> None:
    """A stuns the man; only who strikes after that finishes him."""
    a, b = man(0, 10, 10, id="a", weapons=["club"]), man(0, 12, 10, id="b", weapons=["axe"])
    foe = man(1, 11, 10, weapons=["club"], profile={"i": 1})
    dice = [4, 4, 3] if first == "a" else [1, 4, 4, 3]
    fight = scene(a, b, foe, phase="combat", answers=[f"lantern1-{first}"], dice=dice)
    assert fight_one(fight)
    thrown(fight)
    assert fight.state.warriors[2].there is left


@pytest.mark.rule("war.combat.order")
def test_nobody_is_asked_where_the_order_does_not_matter() -> None:
    pairs = [man(side, 10 + 5 * at + side, 10, weapons=["club"]) for at in range(2) for side in (0, 1)]
    fight = scene(*pairs, phase="combat", dice=[6, 1, 1, 1])
    assert fight_one(fight)
    thrown(fight)


@pytest.mark.rule("war.weapon.handbow", "war.shoot.seven")
@pytest.mark.parametrize("bs, dice", [(4, [5, 1]), (4, [4]), (2, [6, 4, 1]), (2, [6, 3])])
def test_a_hand_crossbow_that_needs_seven_takes_two_dice(bs: int, dice: list[int]) -> None:
    """What hits throws one die more, to wound."""
    own = {"fighter": "captain", "gear": ["sword", "handbow"], "weapons": ["sword"], "profile": {"bs": bs}}
    fight = duel({**own, "flags": ["stood"]}, armed("club"), dice=[*dice, 1, 1], answers=["lantern2-foe"])
    assert fight_one(fight)
    thrown(fight)
    assert len(events(fight, Shot)) == 1 and len(events(fight, Struck)) == 2


@pytest.mark.rule("war.weapon.pistol")
@pytest.mark.parametrize(
    "fired, round, active, ready",
    [
        (0, 2, 1, False),
        (0, 3, 0, False),
        (0, 3, 1, True),
        (0, 4, 0, True),
        (1, 3, 0, False),
        (1, 3, 1, True),
    ],
)
def test_when_a_pistol_may_be_fired_again_in_combat(fired: int, round: int, active: int, ready: bool) -> None:
    """Fired in round 2 (in his own turn, or in the enemy's after it): when his own next turn is over."""
    fight = duel({"fighter": "captain", "gear": ["sword", "pistol"]}, {}, round=2, active=fired)
    fight.state.warriors[0].reload = (reload_until(fight, 0),)
    fight.state.round, fight.state.active = round, active
    assert (barrels(fight, 0) == 1) is ready


@pytest.mark.rule("war.spell.whisper", "war.panic.test", "war.weapon.flail")
def test_a_whisper_before_the_first_round_lets_a_flail_strike_hard() -> None:
    wizard = man(0, 14, 10, id="wiz", **HEXER)
    flail = man(0, 10, 10, weapons=["flail"], band="ash", fighter="pilgrim", flags=["charged"])
    fight = scene(wizard, flail, man(1, 11, 10, weapons=["club"]), phase="shooting", dice=[4, 4, 6, 6, 2, 1])
    cast(fight, 0, "whisper")
    thrown(fight)
    assert fight.state.warriors[2].posture == "down"
