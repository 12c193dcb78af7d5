"""Flight from the works: by the nearest way down, or with a jump."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from warhost.rulebooks.threeplains.bodies import set_inside, set_places
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.pursuit import after_flight
from warhost.rulebooks.threeplains.events.charges import Fled
from warhost.rulebooks.threeplains.events.moves import ClimbedDown, Jumped
from warhost.rulebooks.threeplains.events.siege import FledOutside
from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.fleeing import _as_many_as_fit, _nearest
from warhost.rulebooks.threeplains.siege.passage import passages

from .scene import foot, number, piece, script, told, unit
from .strongholds import siege

HALF = 0.3937  # half of a base of 20 mm


def row(name: str, x: float, y: float, models: int = 5, figure: Figure | None = None, **more: Any) -> Any:
    """On the works, its models to the right of this point."""
    places = [(x + HALF + 2 * HALF * at, y) for at in range(models)]
    return unit(name, (x, y), models=models, figure=figure or foot(), places=places,
                **{"side": 1, "aloft": True, "files": models, **more})  # fmt: skip


def run(fight: Fight, name: str, *dice: int) -> None:
    with script(fight, dice=dice):
        flee(fight, number(fight, name), "tp.check.break")


def held(*pieces: Any) -> Fight:
    return siege(unit("orcs", (25, 40), facing=180), *pieces)


@pytest.mark.rule("tp.siege.levels")
def test_the_ways_off_a_walk_and_off_a_roof() -> None:
    """The ready fortress: ladders on wall 2 and gate 5, towers 3 and 7 with doors to both walks and to the yard."""
    fight = held(row("guard", 23, 14), row("roof", 12.5, 15, 3), unit("yard", (25, 5), side=1))
    walk = {(one.goal, one.cost) for one in passages(fight, number(fight, "guard"))}
    assert walk == {
        ("courtyard", inches(2)), ("top 2", inches(3)), ("top 3", inches(3)), ("courtyard", inches(3)),
        ("top 7", inches(3)), ("top 8", inches(3)),
    }  # fmt: skip
    roof = {(one.goal, one.cost) for one in passages(fight, number(fight, "roof"))}
    assert roof == {("top 2", inches(3)), ("top 4", inches(3)), ("courtyard", inches(3))}
    yard = {(one.goal, one.cost) for one in passages(fight, number(fight, "yard"))}
    assert {("top 2", inches(2)), ("top 5", inches(2)), ("top 3", inches(3)), ("top 7", inches(3))} <= yard


@pytest.mark.rule("tp.siege.flee")
def test_who_flees_from_a_wall_takes_the_ladder_and_runs_on() -> None:
    """2 inches to the ladder, 2 down, 4 inches on towards the rear edge; nobody jumps."""
    fight = held(row("guard", 27, 13 + HALF))  # the ladder of gate 5 stands at 25
    run(fight, "guard", 3, 5)
    down = told(fight, ClimbedDown)[0]
    assert down.cost == inches(4)
    assert told(fight, Fled)[0].distance == inches(4)
    guard = piece(fight, "guard")
    assert not told(fight, Jumped) and not guard.aloft and guard.models == 5 and guard.places == ()
    assert guard.flight_heading == 18000 and guard.y < inches(12.5 - 3.9)
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.flee")
@pytest.mark.parametrize(("dice", "jumps"), [((1, 3), False), ((1, 2), True)], ids=["exactly", "an inch short"])
def test_a_ladder_that_is_too_far_away_is_none(dice: tuple[int, int], jumps: bool) -> None:
    fight = held(row("guard", 27, 13 + HALF, figure=foot(toughness=6)))
    run(fight, "guard", *dice, *([1] * 5 if jumps else ()))
    assert bool(told(fight, Jumped)) == jumps


@pytest.mark.rule("tp.siege.flee.jump")
def test_who_is_boxed_in_jumps_and_the_rest_flees_on() -> None:
    """A save of 3 less 2: 2, 3, 4 and 6 beat it; the whole distance is left for the one who lives."""
    fight = held(row("guard", 38.5, 13.5))  # wall 8, and no ladder for 30 inches
    run(fight, "guard", 1, 1, 1, 2, 3, 4, 6)
    guard = piece(fight, "guard")
    assert guard.models == 1 and not guard.aloft and guard.fleeing
    assert told(fight, Fled)[0].distance == inches(2)
    assert guard.y < inches(13)  # on the side of their own edge


@pytest.mark.rule("tp.siege.flee.jump", "tp.move.pursue")
def test_nobody_on_the_works_goes_after_those_who_died_of_their_jump() -> None:
    fight = held(row("guard", 38.5, 13.5), row("ladder party", 36.5, 14.1, side=0))
    fight.state.pieces[number(fight, "guard")].fled_from = (number(fight, "ladder party"),)
    run(fight, "guard", 1, 1, 2, 3, 4, 6, 2)
    assert piece(fight, "guard").fate == "slain" and not piece(fight, "guard").aloft
    with script(fight):
        after_flight(fight, [number(fight, "guard")], [number(fight, "ladder party")])
    assert piece(fight, "ladder party").point == (inches(36.5), inches(14.1))


@pytest.mark.rule("tp.siege.flee.jump")
def test_besiegers_jump_off_on_their_side() -> None:
    fight = siege(row("orcs", 38.5, 14, side=0, figure=foot(toughness=6)), unit("guard", (10, 5), side=1))
    run(fight, "orcs", 1, 2, 1, 1, 1, 1, 1)
    assert not piece(fight, "orcs").aloft and piece(fight, "orcs").y > inches(15)


@pytest.mark.rule("tp.siege.flee.jump")
def test_what_flies_takes_off_and_is_not_hit() -> None:
    bird = foot(category="beast", loose=True, flight=inches(14), life=3)
    fight = held(row("bird", 38.5, 14, 1, bird))
    run(fight, "bird", 1, 1, 1)
    assert piece(fight, "bird").airborne and not piece(fight, "bird").aloft and not told(fight, Jumped)
    assert piece(fight, "bird").hurt == 0


@pytest.mark.rule("tp.siege.flee")
def test_from_the_roof_of_a_tower_they_run_through_its_door() -> None:
    fight = held(row("guard", 12.5, 14, 3))
    run(fight, "guard", 1, 3)
    assert told(fight, ClimbedDown)[0].cost <= inches(4) and not piece(fight, "guard").aloft


# --- no room for all ----------------------------------------------------------------------------------------------


def packed(models: int, free: float) -> Fight:
    """A group inside tower 3, and friends all over the courtyard but for a strip so deep behind it."""
    group = unit("group", (14, 9), side=1, models=models, files=min(5, models), figure=foot())
    crowd = [unit(f"crowd {at}", (x, 12 - free), side=1, models=110, files=10, facing=0, figure=foot())
             for at, x in enumerate((6.0, 14.0, 22.0))]  # fmt: skip
    away = [unit(name, (45, 3), side=1, models=1, files=1, figure=foot(loose=True), fate="waiting")
            for name in ("roof", "walks")]  # fmt: skip
    fight = siege(unit("orcs", (40, 40)), group, *crowd, *away)
    set_inside(fight, number(fight, "group"), 3)
    return fight


@pytest.mark.rule("tp.siege.flee", "tp.move.flee.trapped")
@pytest.mark.parametrize(("free", "out"), [(2.05, 10), (1.05, 5), (0.7, 1)], ids=["two ranks", "one rank", "none"])
def test_of_a_group_inside_those_are_lost_for_whom_there_is_no_room_outside(free: float, out: int) -> None:
    """Room for so many ranks of five between the tower and the crowd, through which one man slips; other exits are
    left out."""
    fight = packed(10, free)
    group = number(fight, "group")
    found = _as_many_as_fit(fight, group, partial(_nearest, fight, group, inches(5)))
    assert found is not None and piece(fight, "group").models == out


@pytest.mark.rule("tp.siege.flee")
def test_a_group_that_fits_nowhere_as_a_whole_runs_out_in_part() -> None:
    """The roof of the tower and the walks beside it are full as well."""
    fight = packed(10, 1.05)
    group = number(fight, "group")
    roof = [(12 + HALF + 2 * HALF * x, 12 + HALF + 2 * HALF * y) for x in range(5) for y in range(5)]
    walks = [(x * 2 * HALF, y) for x in range(64) for y in (13.4, 14.2, 14.6) if not 11.6 < x * 2 * HALF < 16.4]
    for name, places in (("roof", roof), ("walks", walks)):
        other = fight.state.pieces[number(fight, name)]
        other.aloft, other.fate, other.models = True, "standing", len(places)
        set_places(fight, number(fight, name), tuple((inches(x), inches(y)) for x, y in places), 0)
    with script(fight, dice=[2, 3]):
        flee(fight, group, "tp.check.break")
    assert piece(fight, "group").models == 5 and not piece(fight, "group").inside
    assert told(fight, FledOutside)[0].cost == inches(3)
