"""Faults that a second reading of the rules brought to light."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from warhost.engine.event import Event
from warhost.rulebooks.threeplains.charging.fallback import too_late
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.pursuit import pursue
from warhost.rulebooks.threeplains.events.blows import Struck
from warhost.rulebooks.threeplains.events.charges import ChargeHalted, RanInto
from warhost.rulebooks.threeplains.events.contacts import LostTouch, SquaredUp
from warhost.rulebooks.threeplains.events.moves import Moved
from warhost.rulebooks.threeplains.events.nerves import Checked
from warhost.rulebooks.threeplains.fighting.combat import fight_round
from warhost.rulebooks.threeplains.fighting.fronts import fighters, flank_and_rear, flimsy, overlapped
from warhost.rulebooks.threeplains.fighting.squaring import close_up
from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.morale.stress import stress_one
from warhost.rulebooks.threeplains.special.tempers import frenzied
from warhost.rulebooks.threeplains.state import NOBODY

from .melee import clash, strokes
from .scene import champion, contact, foot, hero, horse, narrate, number, piece, scene, script, told, unit

BROKEN = [1] * 4 + [6] * 4  # soldiering 4 against eight life points lost
PASS = [6] * 4 + [1] * 3  # soldiering 4 against deviancy 3


@pytest.mark.rule("tp.combat.overlap")
def test_who_reaches_just_as_far_as_a_vulnerable_point_has_not_passed_it() -> None:
    """Half a file to the side: 1.5 files of depth at one end, exactly half the depth at the other."""
    fight = scene(
        unit("pikes", (36.350, 30.137), facing=326.90, models=21, files=6),
        unit("militia", (36.021, 29.922), facing=146.90, models=4, files=3, side=1),
    )
    contact(fight, "pikes", "militia")
    assert overlapped(fight, number(fight, "militia")).total == 2


@pytest.mark.rule("tp.stress.newdice", "tp.stress.order", "tp.move.fallback.order")
def test_a_bystander_falls_back_before_a_pursuit_with_the_dice_of_the_beginning() -> None:
    """The goblins see the orcs run past them, but that frightens nobody before the next phase."""
    fight = scene(
        unit("guard", (36, 20), models=15, files=5),
        unit("orcs", (36, 20), facing=180, side=1, models=15, files=5, lost=8),
        unit("goblins", (39.5, 30), facing=180, side=1, models=15, files=5),
        phase="stress",
    )
    contact(fight, "guard", "orcs")
    dice = [*BROKEN, 1, 2, *PASS, 1, 2, 1, 1]
    with script(fight, dice=dice, answers=["pursue", "fall back", 0]):
        stress_one(fight)
    check = next(event for event in told(fight, Checked) if event.piece == number(fight, "goblins"))
    assert piece(fight, "orcs").fleeing and piece(fight, "orcs").standing
    assert check.stress[-1].total_after == 3


@pytest.mark.rule("tp.combat.round", "tp.combat.it")
def test_what_is_left_of_an_it_strikes_back_before_it_is_removed() -> None:
    """The guard strikes first from the flank and kills one of three: two still strike in this round."""
    fight = clash(models=(20, 3), files=(5, 1), side="left", charge=3)
    with script(fight, dice=[6, *[1] * (strokes(fight, "guard") - 1), 6, 1, 1]):
        fight_round(fight, [0, 1])
    assert piece(fight, "orcs").fate == "slain"
    assert [event.blows for event in told(fight, Struck) if event.piece == 1] == [2]


@pytest.mark.rule("tp.move.fallback")
def test_an_attacker_held_up_by_somebody_else_is_not_near() -> None:
    """The orcs stand two inches before the riders, the goblins behind them twelve."""
    fight = scene(
        unit("riders", (36, 20), models=6, files=3, figure=horse()),
        unit("orcs", (34.5, 22), facing=180, side=1, models=3, files=3),
        unit("goblins", (36, 32), facing=180, side=1, models=15, files=5),
    )
    assert too_late(fight, number(fight, "orcs"), [0]) is not None
    assert too_late(fight, number(fight, "goblins"), [0]) is None


@pytest.mark.rule("tp.move.fallback.hit", "tp.move.fallback.after")
def test_a_pursuit_that_catches_up_strikes_the_back_of_who_falls_back() -> None:
    """They may be turned when they got away, not while the pursuer is still coming."""
    fight = scene(
        unit("guard", (36, 20), models=15, files=5),
        unit("orcs", (36, 47), side=1, models=15, files=5, fleeing=True, flights=1, flight_run=inches(20)),
        unit("others", (36, 25), facing=180, side=1, models=15, files=5),
        phase="stress",
    )
    with script(fight, dice=[*PASS, 1, 1, 6, 6], answers=["fall back"]):
        pursue(fight, 0, 1)
    met = fight.state.contacts[0]
    assert (met.a, met.b, met.b_side) == (0, number(fight, "others"), "rear")
    assert piece(fight, "guard").y < piece(fight, "others").y


@pytest.mark.rule("tp.move.fallback.after", "tp.move.charge.lands")
def test_who_fell_back_and_has_turned_since_is_struck_where_the_pursuit_comes_from() -> None:
    fight = scene(
        unit("guard", (36, 20), models=15, files=5),
        unit("orcs", (36, 47), side=1, models=15, files=5, fleeing=True, flights=1, flight_run=inches(20)),
        unit("others", (36, 23), facing=180, side=1, models=15, files=5, fell_back=1),
        phase="stress",
    )
    with script(fight, dice=[6, 6]):
        pursue(fight, 0, 1)
    assert fight.state.contacts[0].b_side == "front"


@pytest.mark.rule("tp.combat.flankrear", "tp.weapon.two_hand_weapons", "tp.trait.frenzy")
@pytest.mark.parametrize(
    ("figure", "raging", "felt"),
    [
        (foot(), "", []),
        (foot(weapons=("two hand weapons", "sidearm")), "", [0]),
        (foot(traits=("frenzy",)), "raging", [0]),
    ],
    ids=["three plain blows", "three pairs of blades", "three madmen"],
)
def test_attacks_in_the_flank_are_counted_with_a_second_blade_and_a_frenzy(
    figure: Figure, raging: str, felt: list[int]
) -> None:
    fight = clash(ours=figure, models=(3, 20), files=(3, 5), side="left")
    piece(fight, "guard").frenzy = raging  # type: ignore[assignment]
    assert frenzied(fight, 0) == bool(raging)
    assert flank_and_rear(fight, 1) == felt


@pytest.mark.rule("tp.combat.flimsy", "tp.weapon.two_hand_weapons")
def test_a_lone_hero_with_two_blades_has_more_than_four_attacks() -> None:
    blades = champion(attacks=4, weapons=("two hand weapons",))
    fight = scene(hero("plain", (20, 20), figure=champion(attacks=4)), hero("blades", (40, 20), figure=blades))
    assert flimsy(fight, 0) and not flimsy(fight, 1)


@pytest.mark.rule("tp.combat.contact", "tp.move.squareup.compulsory")
def test_the_last_model_of_a_loose_group_that_has_lapped_round_fights_on() -> None:
    """The wolves struck the right flank of the guard; whoever is left of them stands behind its middle."""
    last = horse(loose=True, base=foot().base)
    wolves = unit("wolves", (35.606, 18.032), facing=270, side=1, models=1, files=1, figure=last)
    fight = scene(unit("guard", (36, 20), models=6, files=3), wolves, phase="combat")
    contact(fight, "wolves", "guard", b_side="right", rounds=1)
    close_up(fight)
    assert fight.state.contacts and not told(fight, LostTouch)
    assert fighters(fight, number(fight, "guard"), fight.state.contacts[0]) == [3, 4, 5]


@pytest.mark.rule("tp.combat.it", "tp.check.perpiece", "tp.move.scatter")
def test_the_hero_of_a_unit_that_melts_away_in_flight_is_still_in_flight() -> None:
    fight = scene(
        unit("guard", (36, 20), models=4, files=2, fleeing=True, flights=1, flight_heading=18000),
        hero("boss", within="guard"),
        unit("orcs", (36, 40), side=1),
        phase="stress",
    )
    with script(fight, dice=[1, 1, 4, 5]):
        flee(fight, 0, "tp.check.break")
    boss = piece(fight, "boss")
    assert piece(fight, "guard").fate == "slain"
    assert (boss.standing, boss.fleeing, boss.flights, boss.flight_heading) == (True, True, 2, 18000)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            ChargeHalted("r", 0, NOBODY, "Mill is in the way"),
            "Old Guard break off the charge: Mill is in the way.",
        ),
        (
            ChargeHalted("r", 0, 1, "orcs is in the way"),
            "Old Guard break off the charge at Orcs: Orcs are in the way.",
        ),
        (SquaredUp("r", 0, 1, "left", (0, 0), 0), "Old Guard square up against the left flank of Orcs."),
        (RanInto("r", 0, 1, "rear"), "Old Guard run into the rear of Orcs instead."),
        (Moved("r", 0, ((0, 0), (0, 0)), 35996, 0), "Old Guard turn to face 0 degrees."),
    ],
)
def test_the_log_calls_pieces_and_sides_by_their_names(event: Event, said: str) -> None:
    fight = scene(unit("guard", (36, 20)), unit("orcs", (36, 30), side=1))
    titles = ("Old Guard", "Orcs")
    fight.setting.entries = [
        replace(one, title=two) for one, two in zip(fight.setting.entries, titles, strict=True)
    ]
    assert narrate(fight.setting, event) == said
