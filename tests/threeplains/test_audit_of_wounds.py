"""Faults in hits and falls that a third reading of the rules brought to light, and rules that no test had kept."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.charging.flight import scatter
from warhost.rulebooks.threeplains.events.moves import Crashed
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.missiles.aiming import to_hit
from warhost.rulebooks.threeplains.moving.flying import crash
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .marching import refused
from .mustering import enlisted, group
from .scene import Placed, champion, foot, hero, kinds, piece, scene, script, told, unit


def falling(*below: Placed) -> dict[str, int]:
    """A dragon four inches wide and two bases deep falls on whoever stands below: the hits on each."""
    dragon = foot(category="beast", life=12, flight=inches(16), base=(from_mm(100), from_mm(40)))
    high = unit("dragon", (36, 20), models=1, files=1, figure=dragon, airborne=True)
    fight = scene(high, *below)
    with script(fight, dice=[1] * 10):
        crash(fight, 0)
    (fell,) = told(fight, Crashed)
    return {fight.state.pieces[target].name: hits for target, hits in fell.below}


@pytest.mark.rule("tp.move.fly.crash")
def test_a_falling_dragon_hits_friends_and_every_kind_of_model_below() -> None:
    front = unit("front", (36, 20), models=5, backing=(2,))
    back = unit("back", (36, 20), models=5, fate="within", host=1)
    assert falling(front, back) == {"front": 5, "back": 5}


@pytest.mark.rule("tp.move.fly.crash", "tp.beast.unit.formation")
def test_a_falling_dragon_hits_beast_masters_by_themselves() -> None:
    hounds = foot(category="beast", loose=True)
    masters = unit(
        "masters", (36, 20), models=5, figure=foot(category="beast", kind="master"), fate="within", host=1
    )
    assert falling(unit("pack", (36, 20), models=5, figure=hounds, masters=2), masters) == {"pack": 5, "masters": 5}


@pytest.mark.rule("tp.character.in_group.hits", "tp.shoot.checks.view")
def test_arrows_left_over_from_those_in_sight_do_not_reach_a_hero_while_others_live() -> None:
    captain = hero("captain", side=1, within="target")
    fight = scene(unit("archers", (36, 10)), unit("target", (36, 20), side=1, models=9), captain)
    with script(fight, dice=[6] * 5):
        strike(fight, Attack(1, 5, "missile", "tp.weapon.bow", 0, most=2))
    assert piece(fight, "target").models == 7
    assert piece(fight, "captain").hurt == 0


@pytest.mark.rule("tp.shoot.hit")
def test_whatever_helps_a_shot_a_one_misses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        specials.to_hit._hooks, "eagle-eyed", lambda fight, attack, tally: tally.add(-5, "tp.shoot.modifiers")
    )
    archers = foot(weapons=("longbow",), traits=("eagle-eyed",))
    fight = scene(unit("archers", (36, 10), figure=archers), unit("orcs", (36, 25), facing=180, side=1))
    assert to_hit(fight, 0, 1).total == 2


@pytest.mark.rule("tp.move.reorganise")
@pytest.mark.parametrize(("between", "rule"), [(33.5, "tp.move.p2p.space"), (24, "")])
def test_a_block_that_is_shifted_does_not_pass_through_others(between: float, rule: str) -> None:
    swift = foot(movement=inches(14))
    fight = scene(
        unit("block", (36, 20), models=9, files=3, figure=swift), unit("friends", (between, 20), models=9, files=3)
    )
    order = ["reorganise", inches(31), inches(20)]
    assert (refused(fight, "block", order) if rule else "") == rule


@pytest.mark.parametrize(
    ("kind", "toughness", "life", "becomes"),
    [
        pytest.param("wooden bridge", 7, 12, "open", marks=pytest.mark.rule("tp.terrain.bridge.wooden")),
        pytest.param("high wall", 16, 20, "rough", marks=pytest.mark.rule("tp.terrain.high_wall")),
    ],
)
def test_what_walls_and_bridges_bear(kind: str, toughness: int, life: int, becomes: str) -> None:
    built = kinds()[kind].structure
    assert built is not None
    assert (built.toughness, built.life, built.segment, built.becomes) == (toughness, life, 6, becomes)


@pytest.mark.rule("tp.piece.warmachine")
def test_a_machine_of_the_lists_is_one_model_with_its_crew_on_it() -> None:
    (machine,) = enlisted(group("catapult")).groups
    assert (machine.figure.category, machine.models, machine.figure.movement) == ("machine", 1, 0)


def reinforced(behind: int = 10, life: int = 1) -> Fight:
    """Two men with their captain before others."""
    return scene(
        unit("archers", (36, 10)),
        unit("front", (36, 20), side=1, models=2, backing=(2,)),
        unit("back", (36, 20), side=1, models=behind, figure=foot(life=life), fate="within", host=1),
        hero("captain", side=1, within="front", figure=champion(life=9)),
    )


@pytest.mark.rule("tp.character.in_group.hits", "tp.move.reinforce.one")
def test_no_arrow_reaches_a_hero_while_men_of_the_unit_behind_live() -> None:
    """Three of the hits are for the two in front; the third kills nobody."""
    fight = reinforced()
    with script(fight, dice=[6] * 3 + [1] * 14):
        strike(fight, Attack(1, 17, "missile", "tp.weapon.bow", 0))
    assert piece(fight, "front").fate == "slain" and piece(fight, "captain").fate == "within"
    assert piece(fight, "captain").hurt == 0


@pytest.mark.rule("tp.move.scatter", "tp.move.reinforce.one")
def test_no_hero_melts_away_while_men_of_the_unit_behind_live() -> None:
    """Twelve points: three for the two in front, nine for the six behind."""
    fight = reinforced(6, life=3)
    piece(fight, "front").fleeing, piece(fight, "front").flights = True, 2
    with script(fight, dice=[6, 6]):
        scatter(fight, 1)
    assert piece(fight, "front").fate == "slain" and piece(fight, "back").models == 3
    assert piece(fight, "captain").lost == 0
