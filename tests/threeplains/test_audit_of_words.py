"""Faults in what players are told that a third reading brought to light."""

from __future__ import annotations

import pytest
from msgspec import structs

from warhost.engine.event import Event
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.charges import declare
from warhost.rulebooks.threeplains.charging.onset import charge_move
from warhost.rulebooks.threeplains.events.blows import Damaged
from warhost.rulebooks.threeplains.events.charges import ChargeHalted
from warhost.rulebooks.threeplains.events.contacts import RingBroken
from warhost.rulebooks.threeplains.events.course import BonusTerrain
from warhost.rulebooks.threeplains.events.moves import Split, Stretched
from warhost.rulebooks.threeplains.events.nerves import Calmed
from warhost.rulebooks.threeplains.events.spells import LandChanged, LandCleared
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.ground import standing_room
from warhost.rulebooks.threeplains.morale.checks import stress
from warhost.rulebooks.threeplains.opening.setup import PlaceFeature
from warhost.rulebooks.threeplains.state import Feature
from warhost.rulebooks.threeplains.victory import victory_points
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .scene import champion, contact, feature, foot, hero, narrate, piece, scene, script, told, unit

GUARD = unit("Old Guard", (36, 20))


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Calmed("r", 0), "The frenzy of Old Guard is over."),
        (RingBroken("r", 0), "The ring round Old Guard is broken."),
        (Split("r", 0, 2, 1), "Old Guard split: 1 model goes its own way as detachment 1 of Old Guard."),
        (BonusTerrain("r", 0, "shallow water"), "Bonus terrain in the zone of army 0: shallow water."),
        (
            LandChanged("r", "small obstacle", (12000, 3000)),
            "New on the table, at (12.0, 3.0): lone tree or boulder.",
        ),
        (LandCleared("r", "the earth wall", (12000, 3000)), "The earth wall at (12.0, 3.0) is gone."),
        (
            Damaged("r", 0, 1, 5, 3, 0, 1, False, (), 2),
            "5 hits on Old Guard, of which 3 count, save 3: 1 life point lost.",
        ),
    ],
)
def test_sentences_about_what_many_have_agree_with_the_thing(event: Event, said: str) -> None:
    fight = scene(GUARD, hero("Havel", (20, 20), side=1))
    part = structs.replace(fight.state.pieces[0], name="Old Guard/2")
    assert narrate(fight.setting, event, [*fight.state.pieces, part]) == said


@pytest.mark.rule("tp.shoot.mod.skirmish")
def test_hits_on_skirmishers_that_do_not_count_are_told() -> None:
    light = foot(traits=("skirmishers",), loose=True)
    fight = scene(unit("archers", (36, 10)), unit("target", (36, 20), side=1, models=9, figure=light))
    with script(fight, dice=[1, 1, 1]):
        strike(fight, Attack(1, 5, "missile", "tp.weapon.bow", 0))
    (damaged,) = told(fight, Damaged)
    assert (damaged.hits, damaged.void) == (5, 2)


@pytest.mark.rule("tp.move.unit.turn")
@pytest.mark.parametrize(("ahead", "told_of"), [((44, 22), True), ((36, 29), False)])
def test_a_charge_that_leaves_ranks_flimsy_says_so(ahead: tuple[float, float], told_of: bool) -> None:
    fight = scene(unit("guard", (36, 20), models=10), unit("orcs", ahead, facing=180, side=1), phase="combat")
    with script(fight):
        charge_move(fight, 0, 1, inches(7))
    assert bool(told(fight, Stretched)) is told_of is (piece(fight, "guard").flimsy_until > 1)


@pytest.mark.rule("tp.move.charge.halt")
@pytest.mark.parametrize(
    ("state", "rule", "why"),
    [
        ({"tired": 4}, "tp.move.charge.halt", "it is exhausted"),
        ({"held_until": 9}, "tp.move.charge", "it may not move this turn"),
        ({}, "tp.move.charge.halt", "the target is gone"),
    ],
)
def test_a_charge_that_does_not_run_on_says_what_ends_it(state: dict[str, int], rule: str, why: str) -> None:
    orcs = unit("orcs", (36, 40), facing=180, side=1, fate="standing" if state else "slain")
    fight = scene(unit("guard", (36, 20), charge_target=1, **state), orcs, phase="declaring", clock=3)
    with script(fight, answers=[]):
        declare(fight)
    (halted,) = told(fight, ChargeHalted)
    assert (halted.rule, halted.why) == (rule, why)


@pytest.mark.rule("tp.check.bs.flankrear")
def test_whoever_is_in_the_flank_is_called_as_on_the_roster() -> None:
    fight = scene(unit("guard", (36, 20), facing=90), unit("Snagga's Lads", (36, 20), side=1))
    fight.setting.recruits[1].name = fight.state.pieces[1].name = "lads"
    contact(fight, "lads", "guard", "front", "rear", brought=5)
    assert stress(fight, 0, "break").steps[-1].note == "Snagga's Lads in flank or rear"


@pytest.mark.rule("tp.move.p2p.space")
def test_what_bars_the_way_may_be_one_thing_or_several() -> None:
    fight = scene(GUARD, terrain=[feature("rocks", (36, 19), (6, 6), "Standing Stones")])
    refusal = standing_room(fight, 0, body(fight, 0))
    assert refusal is not None and refusal.why == "the way is barred by Standing Stones"


@pytest.mark.rule("tp.setup.victory.fleeing", "tp.setup.victory.wild")
def test_points_for_those_who_run_or_obey_nobody_name_their_rule() -> None:
    runners = unit("runners", (20, 20), fleeing=True)
    beast = unit("beast", (36, 20), models=1, files=1, figure=foot(category="beast"), wild=3)
    fight = scene(runners, beast, unit("dead", (50, 20), fate="slain"), hero("foe", (36, 40), side=1))
    assert [(step.rule, step.note) for step in victory_points(fight, 1).steps[1:]] == [
        ("tp.setup.victory.fleeing", "runners in flight"),
        ("tp.setup.victory.wild", "beast gone wild"),
        ("tp.setup.victory.points", "dead destroyed"),
    ]


@pytest.mark.rule("tp.setup.terrain.bonus")
def test_a_bonus_feature_is_called_what_it_is() -> None:
    fight = scene(hero("one", (36, 10), figure=champion()), hero("two", (36, 40), side=1))
    order = {"kind": "hill", "middle": [inches(30), inches(8)]}
    first = PlaceFeature(fight.setting, fight.state, 0).feature(order)
    assert isinstance(first, Feature) and first.name == "bonus hill"
    fight.state.terrain = (first,)
    second = PlaceFeature(fight.setting, fight.state, 0).feature(order)
    assert isinstance(second, Feature) and second.name == "bonus hill 2"


@pytest.mark.rule("tp.move.p2p.path")
def test_what_bars_the_way_is_called_as_it_was_before_it_was_cut_in_parts() -> None:
    wall = structs.replace(feature("high wall", (36, 19.7), (8, 1)), name="Old Wall/1")
    fight = scene(GUARD, terrain=[wall])
    refusal = standing_room(fight, 0, body(fight, 0))
    assert refusal is not None and refusal.why == "the way is barred by Old Wall"
