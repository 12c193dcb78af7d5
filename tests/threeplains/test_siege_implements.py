"""Siege equipment in hands: dropped for want of hands and in flight, put down, gone for and taken up."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.events.course import PutDown, TookUp
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.implements import (
    _deeds,
    carried,
    hand_over,
    make_ready,
    nobody_goes_for_it,
)
from warhost.rulebooks.threeplains.state import Feature, Implement
from warhost.rulebooks.threeplains.telling.names import Names
from warhost.rulebooks.threeplains.telling.view import view
from warhost.rulebooks.threeplains.turn import DEEDS
from warhost.rulebooks.threeplains.wounds.casualties import lose

from .scene import foot, hero, number, piece, script, told, unit
from .strongholds import siege

GUARD = unit("guard", (25, 5), side=1)


def bearers(*kinds: str, models: int = 20, **more: Any) -> Fight:
    fight = siege(unit("orcs", (25, 30), facing=180, models=models, files=5, **more), GUARD)
    for kind in kinds:
        hand_over(fight, number(fight, "orcs"), kind)
    return fight


def kinds(fight: Fight, name: str = "orcs") -> list[str]:
    return [one.kind for one in carried(fight, number(fight, name))]


def lying(fight: Fight) -> list[Implement]:
    return [one for one in fight.state.progress.train if one.dropped]


def drop_at(fight: Fight, kind: str, x: float, y: float) -> None:
    thing = Implement(kind, at=(inches(x), inches(y)))
    fight.state.advance(train=(*fight.state.progress.train, thing))


# --- dropping -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.equip.drop")
@pytest.mark.parametrize(("models", "kept"), [(6, 1), (5, 0)], ids=["five left", "four left"])
def test_a_ladder_is_dropped_when_fewer_are_left_than_carry_it(models: int, kept: int) -> None:
    fight = bearers("siege_ladder", models=models)
    lose(fight, number(fight, "orcs"), 1, "tp.shoot.damage")
    assert len(kinds(fight)) == kept and len(lying(fight)) == 1 - kept


@pytest.mark.rule("tp.siege.equip.drop")
def test_the_owner_chooses_what_too_few_hands_drop() -> None:
    """A ram takes 7 and a bridge 10: seventeen carry both, sixteen one of them."""
    fight = bearers("battering_ram", "portable_bridge", models=18)
    lose(fight, number(fight, "orcs"), 1, "tp.shoot.damage")
    assert len(kinds(fight)) == 2
    with script(fight, answers=["portable bridge"]):
        lose(fight, number(fight, "orcs"), 1, "tp.shoot.damage")
    assert kinds(fight) == ["battering_ram"]
    assert lying(fight)[0].at == body(fight, number(fight, "orcs")).middle
    event = told(fight, PutDown)[0]
    assert "portable bridge" in (event.say(Names(fight.setting, fight.state.pieces)) or "")


@pytest.mark.rule("tp.siege.equip.drop", "tp.siege.flee")
def test_who_flees_drops_what_the_group_carries_and_keeps_personal_gear() -> None:
    fight = bearers("battering_ram", "grappling_hooks")
    before = body(fight, number(fight, "orcs")).middle
    with script(fight, dice=[1, 1]):
        flee(fight, number(fight, "orcs"), "tp.move.flee")
    assert kinds(fight) == ["grappling_hooks"]
    assert [one.at for one in lying(fight)] == [before]


@pytest.mark.rule("tp.siege.equip.drop")
def test_the_things_of_the_dead_lie_where_they_fell() -> None:
    fight = bearers("siege_ladder", models=5)
    lose(fight, number(fight, "orcs"), 5, "tp.shoot.damage")
    assert piece(fight, "orcs").fate == "slain" and len(lying(fight)) == 1


@pytest.mark.rule("tp.siege.equip.drop")
def test_things_are_put_down_before_charges_are_declared() -> None:
    fight = bearers("siege_ladder", "siege_ladder")
    fight.state.phase = "declaring"
    with script(fight, answers=["orcs: put down the siege ladder", "done"]):
        assert DEEDS["declaring"](fight) and DEEDS["declaring"](fight)
    assert len(kinds(fight)) == 1 and fight.state.phase == "declaring"
    assert not make_ready(fight), "once it is said, no more is asked this turn"


@pytest.mark.rule("tp.siege.equip.drop")
def test_nobody_is_asked_who_has_nothing() -> None:
    assert not make_ready(bearers())


# --- taking up ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.equip.pick_up")
@pytest.mark.parametrize("said", [True, False], ids=["declared", "not declared"])
def test_only_who_has_said_so_takes_what_he_comes_to(said: bool) -> None:
    fight = bearers(models=10)
    drop_at(fight, "battering_ram", 25, 25)
    with script(fight, answers=["orcs: go for the basic battering ram at (25.0, 25.0)" if said else "done"]):
        make_ready(fight)
    with script(fight, answers=["orcs", [["go", inches(25), inches(25.5)]], *([[]] if said else [])]):
        move_one(fight)
    assert kinds(fight) == (["battering_ram"] if said else [])
    assert len(told(fight, TookUp)) == said


@pytest.mark.rule("tp.siege.equip.pick_up")
@pytest.mark.parametrize(
    ("models", "more", "offered"),
    [(7, {}, True), (6, {}, False), (10, {"figure": foot(category="cavalry", kind="cavalry")}, False),
     (10, {"figure": foot(loose=True, traits=("skirmishers",), kind="skirmishers")}, False)],
    ids=["seven", "six", "cavalry", "skirmishers"],
)  # fmt: skip
def test_who_may_go_for_a_ram(models: int, more: dict[str, Any], offered: bool) -> None:
    fight = bearers(models=models, **more)
    drop_at(fight, "battering_ram", 25, 25)
    if not offered:
        assert not make_ready(fight)
        return
    with script(fight, answers=["done"]):
        assert make_ready(fight)


@pytest.mark.rule("tp.siege.equip.pick_up")
def test_what_it_carries_already_takes_hands_too() -> None:
    for models, offered in ((11, 1), (12, 2)):  # 5 and 7 are 12
        fight = bearers("siege_ladder", models=models)
        drop_at(fight, "battering_ram", 25, 29)
        assert len(list(_deeds(fight))) == offered


@pytest.mark.rule("tp.siege.equip.pick_up")
def test_defenders_may_take_up_what_was_dropped() -> None:
    fight = siege(unit("orcs", (25, 40), facing=180), unit("guard", (25, 5), side=1, models=10), active=1, clock=2)
    drop_at(fight, "battering_ram", 25, 5)
    with script(fight, answers=["guard: go for the basic battering ram at (25.0, 5.0)"]):
        make_ready(fight)
    assert kinds(fight, "guard") == ["battering_ram"], "it stands there already"


@pytest.mark.rule("tp.siege.equip.drop", "tp.siege.equip.pick_up")
def test_what_is_put_down_can_be_taken_up_again_once_and_then_is_kept() -> None:
    fight = bearers("siege_ladder", models=10)
    here = "({:.1f}, {:.1f})".format(*(part / 1000 for part in body(fight, number(fight, "orcs")).middle))
    with script(fight, answers=["orcs: put down the siege ladder", f"orcs: go for the siege ladder at {here}"]):
        assert make_ready(fight) and make_ready(fight)
    assert kinds(fight) == ["siege_ladder"] and not make_ready(fight)


def bridged(y: float = 20, damage: int = 0, **more: Any) -> Fight:
    """A bridge lies over the moat before gate 5, from 23 to 27 and from 15 to 19."""
    fight = siege(unit("orcs", (25, y), facing=180, **{"models": 12, "files": 4, **more}), GUARD)
    corners = ((23, 15), (27, 15), (27, 19), (23, 19))
    planks = tuple((inches(x), inches(y)) for x, y in corners)
    fight.state.terrain = (*fight.state.terrain, Feature("planks", "portable bridge", planks, damage))
    return fight


TAKE_BRIDGE = "orcs: go for the portable bridge at (25.0, 17.0)"


@pytest.mark.rule("tp.siege.portable_bridge", "tp.siege.equip.pick_up")
@pytest.mark.parametrize("said", [True, False], ids=["declared", "not declared"])
def test_a_laid_bridge_is_taken_up_like_what_was_dropped_and_keeps_its_damage(said: bool) -> None:
    fight = bridged(22, damage=2)
    with script(fight, answers=[TAKE_BRIDGE if said else "done"]):
        make_ready(fight)
    assert lying(fight) == []  # it is still a bridge
    with script(fight, answers=["orcs", [["go", inches(25), inches(19)]], *([[]] if said else [])]):
        move_one(fight)
    assert kinds(fight) == (["portable_bridge"] if said else [])
    assert any(feature.name == "planks" for feature in fight.state.terrain) != said
    assert [one.damage for one in fight.state.progress.train] == ([2] if said else [])
    assert len(told(fight, TookUp)) == said


@pytest.mark.rule("tp.siege.portable_bridge")
@pytest.mark.parametrize(("models", "offered"), [(10, True), (9, False)])
def test_ten_are_needed_to_take_up_a_bridge(models: int, offered: bool) -> None:
    assert (TAKE_BRIDGE in dict(_deeds(bridged(models=models)))) == offered


@pytest.mark.rule("tp.siege.portable_bridge")
def test_nobody_takes_up_a_bridge_on_which_others_stand_or_that_is_gone() -> None:
    trodden = bridged(19.01)
    guard = piece(trodden, GUARD.name)
    guard.x, guard.y = inches(25), inches(18)
    gone = bridged(20)
    for fight in (trodden, gone):
        with script(fight, answers=[TAKE_BRIDGE]):
            make_ready(fight)
    gone.state.terrain = tuple(one for one in gone.state.terrain if one.name != "planks")
    with script(gone, answers=["orcs", [["go", inches(25), inches(19)]]]):
        move_one(gone)
    assert kinds(trodden) == kinds(gone) == []


@pytest.mark.rule("tp.siege.portable_bridge", "tp.siege.equip.pick_up")
def test_what_was_said_of_a_bridge_is_forgotten_in_the_next_turn() -> None:
    fight = bridged(24)
    with script(fight, answers=[TAKE_BRIDGE]):
        make_ready(fight)
    nobody_goes_for_it(fight)
    assert fight.state.progress.train == () and any(one.name == "planks" for one in fight.state.terrain)


# --- burdens --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.race.siege_tower")
def test_whoever_pushes_a_siege_tower_is_slower_and_cannot_dash() -> None:
    plain, pushing = bearers(), bearers("siege_tower")
    orcs = number(plain, "orcs")
    assert movement(pushing, orcs).total == movement(plain, orcs).total - inches(2)
    assert Move(plain, orcs).refuse([["dash"]]) is None
    refused = Move(pushing, orcs).check([["dash"]])
    assert isinstance(refused, Refusal) and refused.rule == "tp.siege.race.siege_tower"


@pytest.mark.rule("tp.siege.race.siege_tower", "tp.siege.portable_bridge")
def test_a_siege_tower_stops_at_the_moat_until_a_bridge_lies_there() -> None:
    """The moat lies before gate 5, from 16 to 18."""
    fight = siege(unit("orcs", (25, 19), facing=180, models=20, files=5), GUARD)
    orcs, leg = number(fight, "orcs"), [["go", inches(25), inches(17)]]
    assert Move(fight, orcs).refuse(leg) is None
    hand_over(fight, orcs, "siege_tower")
    refused = Move(fight, orcs).refuse(leg)
    assert refused is not None and refused.rule == "tp.siege.race.siege_tower"
    assert Move(fight, orcs).refuse([["go", inches(25), inches(18.1)]]) is None
    planks = Feature("planks", "portable bridge", tuple((inches(x), inches(y)) for x, y in
                     ((23, 19), (27, 19), (27, 15), (23, 15))))  # fmt: skip
    fight.state.terrain = (*fight.state.terrain, planks)
    assert Move(fight, orcs).refuse(leg) is None


@pytest.mark.rule("tp.siege.equip.drop")
def test_everybody_sees_what_is_carried_and_what_lies_about() -> None:
    fight = bearers("siege_ladder", "siege_ladder")
    drop_at(fight, "battering_ram", 25, 25)
    for side in (0, 1, None):
        seen = view(fight.setting, fight.state, side)
        assert "siege ladder 2" in next(block for block in seen.blocks if block.id == "orcs").marks
        assert "basic battering ram" in [zone.title for zone in seen.zones]


@pytest.mark.rule("tp.siege.equip.drop")
@pytest.mark.parametrize(("lost", "kept"), [(0, ["battering_ram"]), (1, [])])
def test_a_character_among_the_bearers_lends_no_hand(lost: int, kept: list[str]) -> None:
    """Seven infantry models carry a ram; six and a hero do not."""
    orcs = unit("orcs", (25, 30), facing=180, models=7, files=4)
    fight = siege(orcs, hero("boss", within="orcs"), GUARD)
    hand_over(fight, number(fight, "orcs"), "battering_ram")
    lose(fight, number(fight, "orcs"), lost, "tp.shoot.damage")
    assert kinds(fight) == kept


@pytest.mark.rule("tp.siege.equip.drop")
def test_whoever_is_left_of_a_group_does_not_take_over_its_personal_gear() -> None:
    orcs = unit("orcs", (25, 30), facing=180, models=7, files=4)
    fight = siege(orcs, hero("boss", within="orcs"), GUARD)
    hand_over(fight, number(fight, "orcs"), "grappling_hooks")
    lose(fight, number(fight, "orcs"), 7, "tp.shoot.damage")
    assert piece(fight, "boss").standing and kinds(fight, "boss") == []
