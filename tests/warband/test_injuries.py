"""Criticals and injuries."""

from __future__ import annotations

import pytest

from warhost.rulebooks.warband.fighting.blow import Hit, Source
from warhost.rulebooks.warband.fighting.strikes import strike, targets_of, weapons_of
from warhost.rulebooks.warband.fighting.wounds import suffer

from .duels import armed, duel
from .scene import man, scene, thrown


@pytest.mark.rule("war.crit.basic", "war.crit.table")
@pytest.mark.parametrize(
    "strength, tough, dice, wounds",
    [
        (3, 3, [6, 3], 2),
        (4, 6, [6], 1),
        (3, 3, [6, 1], 2),
        (3, 3, [5], 1),
    ],
)
def test_a_natural_six_is_critical_unless_it_was_needed(
    strength: int, tough: int, dice: list[int], wounds: int
) -> None:
    fight = duel({}, {"profile": {"t": tough, "w": 4}, "wounds": 4}, dice=dice)
    assert suffer(fight, 1, [Hit(strength)], Source(0)) == wounds
    thrown(fight)
    assert fight.state.warriors[1].wounds == 4 - wounds


@pytest.mark.rule("war.crit.basic")
def test_one_warrior_causes_one_critical_in_a_phase() -> None:
    fight = duel({}, {"profile": {"w": 5}, "wounds": 5}, dice=[6, 6, 3])
    assert suffer(fight, 1, [Hit(3), Hit(3)], Source(0)) == 3
    thrown(fight)


@pytest.mark.rule("war.crit.table", "war.injury.roll")
def test_a_master_stroke_makes_injuries_worse() -> None:
    fight = duel({}, {}, dice=[6, 5, 1, 2])
    suffer(fight, 1, [Hit(3)], Source(0))
    thrown(fight)
    assert fight.state.warriors[1].posture == "stunned"


@pytest.mark.rule("war.crit.table")
def test_a_saved_critical_is_no_wound_at_all() -> None:
    fight = duel({}, {"gear": ["light"]}, dice=[6, 2, 6])
    assert suffer(fight, 1, [Hit(3)], Source(0)) == 0
    thrown(fight)


@pytest.mark.rule("war.injury.roll", "war.char.w", "war.injury.down", "war.injury.stunned", "war.injury.out")
@pytest.mark.parametrize(
    "die, posture", [(1, "down"), (2, "down"), (3, "stunned"), (4, "stunned"), (5, "out"), (6, "out")]
)
def test_the_injury_roll(die: int, posture: str) -> None:
    fight = duel({}, {}, dice=[4, die])
    suffer(fight, 1, [Hit(3)], Source(0))
    warrior = fight.state.warriors[1]
    assert (warrior.fate if posture == "out" else warrior.posture) == posture
    assert fight.state.warriors[0].kills == ((1,) if posture == "out" else ())


@pytest.mark.rule("war.injury.roll")
def test_only_the_last_wound_is_an_injury() -> None:
    fight = duel({}, {"profile": {"w": 2}, "wounds": 2}, dice=[4])
    suffer(fight, 1, [Hit(3)], Source(0))
    thrown(fight)
    assert fight.state.warriors[1].wounds == 1


@pytest.mark.rule("war.injury.roll", "war.injury.same")
def test_both_wounds_of_one_enemy_are_rolled_and_the_worse_counts() -> None:
    fight = duel({}, {}, dice=[4, 4, 2, 3])
    suffer(fight, 1, [Hit(3), Hit(3)], Source(0))
    thrown(fight)
    assert fight.state.warriors[1].posture == "stunned"


@pytest.mark.rule("war.weapon.club", "war.injury.roll")
@pytest.mark.parametrize("die, result", [(1, "down"), (2, "stunned"), (4, "stunned"), (5, "out")])
def test_clubs_stun(die: int, result: str) -> None:
    fight = duel({}, {}, dice=[4, die])
    suffer(fight, 1, [Hit(3, 0, True)], Source(0))
    assert (fight.state.warriors[1].fate if result == "out" else fight.state.warriors[1].posture) == result


@pytest.mark.rule("war.injury.helmet", "war.armour.helmet")
@pytest.mark.parametrize("dice, posture", [([4, 3, 3], "stunned"), ([4, 3, 4], "down")])
def test_helmets(dice: list[int], posture: str) -> None:
    fight = duel({}, {"gear": ["helmet"]}, dice=dice)
    suffer(fight, 1, [Hit(3)], Source(0))
    thrown(fight)
    assert fight.state.warriors[1].posture == posture


@pytest.mark.rule("war.injury.helmet", "war.weapon.club")
def test_a_helmet_helps_against_a_club() -> None:
    fight = duel({}, {"gear": ["helmet"]}, dice=[4, 2, 4])
    suffer(fight, 1, [Hit(3, 0, True)], Source(0))
    assert fight.state.warriors[1].posture == "down"


@pytest.mark.rule("war.injury.down")
def test_a_blow_that_wounds_a_man_on_the_ground_takes_him_out() -> None:
    fight = duel(armed("club"), {"posture": "down"}, dice=[4])
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    assert fight.state.warriors[1].fate == "out"


@pytest.mark.rule("war.injury.down")
@pytest.mark.parametrize("die, posture", [(1, "down"), (4, "stunned")])
def test_an_arrow_at_a_man_on_the_ground_is_rolled_as_an_injury(die: int, posture: str) -> None:
    fight = duel({}, {"posture": "down"}, dice=[4, die])
    suffer(fight, 1, [Hit(3)], Source(0, "missile"))
    assert fight.state.warriors[1].posture == posture


@pytest.mark.rule("war.injury.stunned")
def test_two_attacks_finish_two_stunned_men() -> None:
    two = man(0, 10, 10, profile={"a": 2}, weapons=["club"])
    fight = scene(
        two,
        man(1, 11, 10, posture="stunned", id="one"),
        man(1, 9, 10, posture="stunned", id="two"),
        phase="combat",
        answers=["lantern2-one", "lantern2-two"],
    )
    strike(fight, 0, weapons_of(fight, 0), targets_of(fight, 0))
    assert [fight.state.warriors[n].fate for n in (1, 2)] == ["out", "out"]


@pytest.mark.rule("war.injury.same")
def test_a_friend_who_strikes_later_may_finish_him_but_not_the_same_hand() -> None:
    fight = duel(armed("club"), {}, dice=[4, 4, 3])
    strike(fight, 0, weapons_of(fight, 0), [1])
    assert fight.state.warriors[1].posture == "stunned"
    assert targets_of(fight, 0) == []


@pytest.mark.rule("war.combat.allocate")
def test_attacks_go_to_those_who_stand() -> None:
    fight = scene(man(0, 10, 10), man(1, 11, 10), man(1, 9, 10, posture="stunned"), phase="combat")
    assert targets_of(fight, 0) == [1]


@pytest.mark.rule("war.combat.allocate", "war.multi.fight")
def test_attacks_are_divided_before_rolling() -> None:
    many = [man(1, 11, 10, id="a"), man(1, 9, 10, id="b"), man(1, 10, 11, id="c")]
    fight = scene(
        man(0, 10, 10, profile={"a": 2}, weapons=["club"]),
        *many,
        phase="combat",
        dice=[1, 1],
        answers=["lantern2-a", "lantern2-c"],
    )
    strike(fight, 0, weapons_of(fight, 0), [1, 2, 3])
    thrown(fight)
