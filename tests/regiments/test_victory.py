"""Victory points, scenarios, and the end of a battle."""

from __future__ import annotations

import pytest

from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.state import Contact
from warhost.rulebooks.regiments.victory import (
    decided,
    end_of_turn,
    judge_now,
    may_slip_away,
    pride,
    slip_away,
    standing,
    victory_points,
)
from warhost.rulebooks.regiments.wounds.gone import destroyed

from .field import BOOK, number, ours, scene, theirs, unit


def armies(**more: object) -> Fight:
    return scene(
        ours("own", "men.spears", 20, at=(20, 20)),
        theirs("foe", "orc.warriors", 25, at=(30, 40), options=["standard bearer"]),
        theirs("chief", "orc.warlord", at=(50, 40)),
        **more,
    )


@pytest.mark.rule("reg.vp.units", "reg.vp.general")
def test_only_what_is_gone_counts() -> None:
    fight = armies()
    unit(fight, "foe").models = 1
    assert victory_points(fight, 0).total == 0
    unit(fight, "foe").fleeing = True
    assert victory_points(fight, 0).total == 160
    unit(fight, "chief").fate = "destroyed"
    assert victory_points(fight, 0).total == 160 + 115 + 100


@pytest.mark.rule("reg.vp.general", "reg.troop.monster.ridden")
def test_a_lord_without_his_griffon() -> None:
    fight = scene(
        theirs("lord", "men.lord", at=(30, 30), mount="griffon"), ours("own", "orc.warriors", 20, at=(20, 10))
    )
    unit(fight, "lord").fate, unit(fight, "lord").host = "destroyed", -1
    assert victory_points(fight, 0).total == 190


@pytest.mark.rule("reg.vp.standards")
@pytest.mark.parametrize(
    ("phase", "fights", "points"), [("combat", True, 185), ("combat", False, 160), ("shooting", False, 160)]
)
def test_a_standard_counts_when_its_unit_fell_in_combat(phase: str, fights: bool, points: int) -> None:
    fight = armies(phase=phase)
    if fights:
        fight.state.contacts.append(Contact(number(fight, "own"), number(fight, "foe"), "front", "front", 1))
    destroyed(fight, number(fight, "foe"), "destroyed")
    assert victory_points(fight, 0).total == points


@pytest.mark.rule("reg.vp.result")
@pytest.mark.parametrize(("points", "winner"), [((1240, 600), 0), ((90, 0), -1), ((0, 100), 1), ((500, 401), -1)])
def test_less_than_a_hundred_is_a_draw(points: tuple[int, int], winner: int) -> None:
    assert decided(points) == winner


@pytest.mark.rule("reg.vp.result", "reg.game.length", "reg.scenario.pitched")
def test_the_battle_ends_after_six_turns() -> None:
    fight = armies(turn=6)
    fight.state.clock = 12
    assert end_of_turn(fight)
    assert fight.state.score is not None and "a draw" in fight.state.score.why
    early = armies(turn=5)
    assert not end_of_turn(early)


@pytest.mark.rule("reg.game.length", "reg.vp.result")
def test_it_ends_at_once_when_nobody_is_left() -> None:
    fight = armies()
    unit(fight, "foe").fate = unit(fight, "chief").fate = "fled"
    assert judge_now(fight)
    assert fight.state.score is not None and fight.state.score.winner == 0 and "massacre" in fight.state.score.why


@pytest.mark.rule("reg.scenario.rearguard")
def test_the_rearguard_counts_more_and_slips_away() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(20, 47), files=5), theirs("foe", "orc.warriors", 20, at=(50, 30)),
        theirs("more", "orc.warriors", 20, at=(60, 30)), scenario="rearguard", turn=4,
    )  # fmt: skip
    unit(fight, "foe").fate = "destroyed"
    assert victory_points(fight, 0).total == 180
    assert may_slip_away(fight, 0)
    slip_away(fight, 0)
    assert (unit(fight, "own").fate, fight.state.exits) == ("left", (100, 0))
    assert victory_points(fight, 1).total == 0


@pytest.mark.rule("reg.scenario.standards")
def test_broken_pride() -> None:
    fight = scene(
        ours("own", "men.spears", 20, at=(20, 20), options=["standard bearer"]),
        ours("lord", "men.lord", at=(30, 20)),
        ours("captain", "men.captain", at=(40, 20), role="battle standard"),
        theirs("foe", "orc.warriors", 20, at=(30, 40), options=["standard bearer"]),
        scenario="standards",
    )
    assert pride(fight, 0) == (6, 6)
    unit(fight, "lord").fate = unit(fight, "captain").fate = "destroyed"
    assert pride(fight, 0) == (1, 6)
    assert end_of_turn(fight)
    assert fight.state.score is not None and fight.state.score.winner == 1


@pytest.mark.rule("reg.scenario.tower")
@pytest.mark.parametrize(("garrison", "winner"), [("old tower", 1), ("", 0)])
def test_who_holds_the_tower(garrison: str, winner: int) -> None:
    foe = (
        theirs("foe", "orc.warriors", 10, garrison=garrison)
        if garrison
        else theirs("foe", "orc.warriors", 10, at=(60, 40))
    )
    fight = scene(
        ours("own", "men.spears", 20, at=(36, 18), files=5), foe, scenario="tower", turn=6,
        terrain=[{"kind": "tower", "at": [36, 24], "name": "old tower"}],
    )  # fmt: skip
    fight.state.clock = 12
    assert end_of_turn(fight)
    assert fight.state.score is not None and fight.state.score.winner == winner


@pytest.mark.rule("reg.vp.units", "reg.sr.ambushers")
def test_the_score_that_both_hear_tells_nothing_of_ambushers_before_the_end() -> None:
    fight = scene(ours("own", "orc.skulkers", 10, reserve=True), theirs("foe", "men.spears", 20, at=(36, 30)))
    assert victory_points(fight, 1).total > 0
    for side in (0, 1, None):
        assert BOOK.view(fight.setting, fight.state, side).score == "Victory points: 0 to 0"


@pytest.mark.rule("reg.scenario.standards")
def test_the_score_of_broken_pride_tells_what_is_left_of_it() -> None:
    fight = armies(scenario="standards")
    unit(fight, "chief").fate = "destroyed"
    assert standing(fight) == "Pride: 0 of 0 to 1 of 4; victory points: 215 to 0"


@pytest.mark.rule("reg.scenario.tower")
def test_the_score_of_the_tower_tells_who_has_it() -> None:
    tower = [{"kind": "tower", "at": [36, 24], "name": "old tower"}]
    fight = scene(
        ours("own", "men.spears", 20, at=(36, 18), files=5), theirs("foe", "orc.warriors", 20, at=(36, 44)),
        scenario="tower", terrain=tower,
    )  # fmt: skip
    assert standing(fight) == f"The tower: {fight.setting.armies[0].name}; victory points: 0 to 0"
    unit(fight, "own").fleeing = True
    assert standing(fight).startswith("The tower: nobody; victory points: 0 to 1")
