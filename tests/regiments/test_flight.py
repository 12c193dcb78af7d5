"""Flight, rallying, and leaving the table."""

from __future__ import annotations

import pytest

from warhost.rulebooks.regiments.moving import compulsory
from warhost.rulebooks.regiments.moving.charges import cannot_charge
from warhost.rulebooks.regiments.moving.flight import run
from warhost.rulebooks.regiments.moving.moves import cannot_move

from .field import at, ours, rule_of, scene, script, theirs, unit

# --- flight


@pytest.mark.rule("reg.flee.move", "reg.panic.through")
def test_on_until_the_friends_are_an_inch_behind() -> None:
    fight = scene(
        ours("own", "men.outriders", 5, at=(36, 10), files=5, facing=90),
        ours("friends", "men.spears", 20, front=(36, 10.985 + 4 + 3.148), files=5),
        theirs("foe", "orc.warriors", 20, at=(36, 2), files=5),
    )
    unit(fight, "own").fleeing = True
    run(fight, 0, 0, 6000)
    # The friends are 3.15 deep and 4 ahead, the fleers 1.97 deep.
    assert at(fight, "own")[1] == pytest.approx(10 + 4 + 3.148 + 1.969 + 1, abs=0.01)
    assert [(who, rule) for who, rule, _ in fight.state.shaken] == [(1, "reg.panic.through")]


@pytest.mark.rule("reg.flee.move", "reg.terrain.impassable")
def test_through_the_enemy_costs_a_test_for_each_model() -> None:
    fight = scene(
        ours("own", "men.crossbows", 10, front=(36, 10), files=5),
        theirs("foe", "orc.warriors", 5, front=(36, 13.984), files=5),
    )
    unit(fight, "own").fleeing = True
    with script(fight, [1, 2, 3, 4, 5, 6, 2, 2, 2, 1]):
        run(fight, 0, 0, 8000)
    assert unit(fight, "own").models == 8


@pytest.mark.rule("reg.flee.offtable")
def test_off_the_table() -> None:
    fight = scene(ours("own", "men.crossbows", 10, front=(36, 5), files=5, fleeing=True, facing=270))
    run(fight, 0, 18000, 6000)
    assert unit(fight, "own").fate == "fled"
    assert not fight.state.shaken


@pytest.mark.rule("reg.rally.test", "reg.cmd.musician", "reg.char.general", "reg.move.compulsory")
@pytest.mark.parametrize(("options", "dice", "rallies"), [(["musician"], [5, 3], True), ([], [5, 3], False)])
def test_rallying(options: list[str], dice: list[int], rallies: bool) -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 20), files=5, fleeing=True, options=options),
        theirs("foe", "orc.warriors", 20, at=(36, 40)),
        phase="compulsory",
        turn=2,
    )
    unit(fight, "own").fled_at = 1
    with script(fight, [*dice, *([] if rallies else [2, 3])], [{}] if rallies else []):
        compulsory.move_one(fight)
    assert unit(fight, "own").fleeing is not rallies
    assert unit(fight, "own").did == ("rallied" if rallies else "flees")


@pytest.mark.rule("reg.rally.test", "reg.turn.decisions")
def test_who_began_to_flee_this_turn_is_not_asked_to_rally() -> None:
    """Of two who flee one began this turn: nobody is asked who comes first, and one test is thrown."""
    fight = scene(
        ours("long", "men.spears", 20, front=(20, 20), files=5, fleeing=True),
        ours("now", "men.spears", 20, front=(40, 20), files=5, fleeing=True),
        theirs("foe", "orc.warriors", 20, at=(36, 40)),
        phase="compulsory",
        turn=2,
    )
    unit(fight, "now").fled_at = fight.state.clock
    with script(fight, [3, 4], [{}]):
        assert compulsory.move_one(fight) and not compulsory.move_one(fight)
    assert (unit(fight, "long").fleeing, unit(fight, "now").fleeing) == (False, True)


@pytest.mark.rule("reg.rally.quarter")
@pytest.mark.parametrize(("models", "dice", "rallies"), [(5, [3, 4], True), (4, [3, 4], False), (4, [1, 1], True)])
def test_remnants_rally_only_on_a_double_one(models: int, dice: list[int], rallies: bool) -> None:
    fight = scene(ours("own", "men.spears", models, front=(36, 20), files=4, fleeing=True, started=20))
    with script(fight, dice):
        assert compulsory.rallies(fight, 0) is rallies


@pytest.mark.rule("reg.sr.fastcav")
def test_fast_cavalry_that_fled_by_choice_may_still_move() -> None:
    fight = scene(
        ours("own", "orc.wolfriders", 5, front=(36, 20), files=5, fleeing=True),
        theirs("foe", "men.spears", 20, at=(36, 40)), phase="compulsory", turn=2,
    )  # fmt: skip
    unit(fight, "own").fled_at, unit(fight, "own").by_choice = fight.state.clock - 1, True
    with script(fight, [1, 1], [{}]):
        compulsory.move_one(fight)

    assert cannot_move(fight, 0) is None
    assert rule_of(cannot_charge(fight, 0)) == "reg.charge.declare"
