"""Who panics, when, and where to."""

from __future__ import annotations

import pytest

from warhost.rulebooks.regiments.events import Fled, Tested
from warhost.rulebooks.regiments.magic.casting import cannot_cast
from warhost.rulebooks.regiments.magic.pools import wizards
from warhost.rulebooks.regiments.moving.reactions import react
from warhost.rulebooks.regiments.nerve import panic
from warhost.rulebooks.regiments.wounds.gone import destroyed, friends_shaken

from .field import at, facing, number, ours, rule_of, scene, script, theirs, told, unit

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


@pytest.mark.rule("reg.panic.test", "reg.turn.decisions")
def test_who_of_several_tests_first_is_for_the_owner_to_say() -> None:
    fight = scene(
        ours("a", "men.spears", 10, at=(20, 10)), ours("b", "men.spears", 10, at=(40, 10)),
        theirs("c", "orc.warriors", 10, at=(20, 40)), theirs("foe", "orc.warriors", 10, at=(60, 40)),
    )  # fmt: skip
    fight.state.shaken = tuple((number(fight, name), "reg.panic.destroyed", -1) for name in ("c", "a", "b"))
    with script(fight, [1, 1, 1, 2, 2, 1], ["b"]):
        panic.settle(fight)
    assert [test.unit for test in told(fight, Tested)] == ["b", "a", "c"]


@pytest.mark.rule("reg.panic.broken", "reg.panic.flee", "reg.turn.decisions")
def test_where_friends_break_all_test_before_anyone_moves() -> None:
    """Both fail; then they run in the order their owner wants. For other causes each runs at once."""
    orders = []
    for rule in ("reg.panic.broken", "reg.panic.destroyed"):
        fight = scene(
            ours("a", "men.spears", 10, at=(20, 10)), ours("b", "men.spears", 10, at=(40, 10)),
            theirs("foe", "orc.warriors", 10, at=(30, 40)),
        )  # fmt: skip
        fight.state.shaken = ((0, rule, -1), (1, rule, -1))
        together = rule == "reg.panic.broken"
        dice = [6, 6, 6, 6, 1, 1, 1, 1] if together else [6, 6, 1, 1, 6, 6, 1, 1]
        with script(fight, dice, ["a", "b"] if together else ["a"]):
            panic.settle(fight)
        orders.append([one.event.unit for one in fight.told if isinstance(one.event, Tested | Fled)])
    assert orders == [["a", "b", "b", "a"], ["a", "a", "b", "b"]]


@pytest.mark.rule("reg.army.orc.whirlers", "reg.panic.casualties")
def test_a_whirler_causes_no_panic() -> None:
    fight = scene(ours("own", "men.spears", 20, at=(36, 20)), theirs("ball", "orc.whirlers", 1, at=(36, 30)))
    unit(fight, "own").models -= 10
    panic.mark_losses(fight, 0, number(fight, "ball"))
    assert fight.state.shaken == ()
