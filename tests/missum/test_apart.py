"""Nobody ends a move, a turn or a fall in another's place."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.battle import Battle
from warhost.engine.field.shapes import overlap
from warhost.engine.oracle import Scripted
from warhost.rulebooks.missum.bodies import body, distance_between, touching
from warhost.rulebooks.missum.command import with_legion
from warhost.rulebooks.missum.events import Flew
from warhost.rulebooks.missum.fighting.contact import turn_round
from warhost.rulebooks.missum.moving.aside import make_room
from warhost.rulebooks.missum.opening.drawing_up import DrawUp, refuse_map
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.soundness import flaws
from warhost.rulebooks.missum.state import NOBODY, Ground, Melee
from warhost.rulebooks.missum.wounds import remove

from .scene import MM, at, book, events, go, leader, north, number, order, piece, refused, scene, south

COUNTER: dict[str, Any] = {"step": 5, "mover": "north", "turn": 4}
FLIERS = {"profile": "hlaka", "figures": 4, "files": 2, "options": ["light", "sword", "skirmishers"]}


def apart(fight: Fight) -> bool:
    return not flaws(fight.setting, fight.state)


@pytest.mark.rule("mis.move.pass-through")
def test_two_in_one_place_are_a_flaw_and_neighbours_are_none() -> None:
    assert apart(scene(south("a", (600, 500)), south("b", (750, 500))))
    fight = scene(south("a", (600, 500)), south("b", (744, 500)))
    assert flaws(fight.setting, fight.state) == ["a and b stand in each other's place"]


@pytest.mark.rule("mis.add.flight")
@pytest.mark.parametrize("lower, rule", [(50, ""), (25, "mis.add.flight"), (0, "mis.add.flight")])
def test_fliers_hover_over_friends_by_more_than_25_mm(lower: int, rule: str) -> None:
    fight = scene(south("a", (600, 500)), south("h", (600, 480), height=100, **FLIERS), **COUNTER)
    assert refused(fight, "h", ("height", lower * MM)) == rule
    order(fight, "h", ("height", 50 * MM))
    assert apart(fight) and [event.height for event in events(fight, Flew)] == [50 * MM]


@pytest.mark.rule("mis.add.flight", "mis.command.dritlan-attached")
@pytest.mark.parametrize("height, host", [(0, True), (25, True), (50, False)])
def test_nobody_on_the_ground_is_with_those_who_fly_over_him(height: int, host: bool) -> None:
    fliers = south("h", (600, 480), height=height, **FLIERS)
    fight = scene(fliers, leader("dritlan", "dritlan", (600, 420)), **COUNTER)
    assert (with_legion(fight, number(fight, "dritlan")) != NOBODY) is host
    assert touching(fight, number(fight, "h"), number(fight, "dritlan")) is host


@pytest.mark.rule("mis.add.command-combat", "mis.move.pass-through")
def test_a_sheltered_commander_makes_room_and_stays_with_his_legion() -> None:
    fight = scene(
        south("a", (600, 400)), leader("dritlan", "dritlan", (698, 415)), north("b", (700, 500)),
        step=5, mover="south", turn=4,
    )  # fmt: skip
    order(fight, "b", go(700, 380))
    dritlan, b = number(fight, "dritlan"), number(fight, "b")
    assert at(piece(fight, "b")) == (700, 400) and apart(fight)
    assert with_legion(fight, dritlan) == number(fight, "a")
    assert not any(overlap(x, y) for x in body(fight, dritlan).parts for y in body(fight, b).parts)


@pytest.mark.rule("mis.add.conform", "mis.move.contact")
def test_a_flank_that_brushes_an_enemy_is_no_attack() -> None:
    """A column that goes west before an enemy front and drifts towards it stops beside it."""
    line = north("b", (595, 823), files=15, figures=90)
    fight = scene(south("a", (448.7, 776.6), facing=266, files=2, figures=24), line, **COUNTER)
    order(fight, "a", go(357, 806))
    assert not fight.state.melees and apart(fight) and 357 < at(piece(fight, "a"))[0] < 440


@pytest.mark.rule("mis.move.wheel", "mis.add.conform")
def test_a_wheel_is_stopped_by_whoever_stands_behind_and_attacks_nobody_there() -> None:
    line = north("b", (287.6, 461.2), facing=189.96, files=12, figures=60)
    fight = scene(south("a", (562.8, 332.5), facing=98.21, files=5, figures=95), line, **COUNTER)
    order(fight, "a", ("face", 13076))
    assert not fight.state.melees and apart(fight) and 9821 < piece(fight, "a").facing < 13076


@pytest.mark.rule("mis.add.conform")
def test_a_hindered_swing_ends_beside_its_enemy_and_not_in_him() -> None:
    """They come from before his front, where a friend stands, and touch his flank."""
    column = north("b", (600, 700), facing=270, files=1, figures=5)
    fight = scene(south("a", (590, 580)), south("friend", (520, 790)), column, **COUNTER)
    piece(fight, "b").disorganized = 4  # and controls no ground
    order(fight, "a", go(620, 700))
    assert fight.state.melees and apart(fight)


@pytest.mark.rule("mis.move.facing-melee", "mis.add.turning")
def test_who_was_struck_beside_a_short_rank_turns_where_the_enemy_stands() -> None:
    fight = scene(
        south("t", (600, 500), figures=33), north("c", (545, 440), facing=0, files=2, figures=8), step=9,
        melee=[{"a": "c", "b": "t", "side": "rear", "round": 3}],
    )  # fmt: skip
    turn_round(fight)
    assert piece(fight, "t").facing == 18000 and at(piece(fight, "t")) == (600, 440) and apart(fight)


@pytest.mark.rule("mis.melee.casualties")
def test_a_shrunken_rank_is_not_slid_into_friends() -> None:
    fight = scene(
        south("a", (530, 500), files=4, figures=12), south("b", (580, 500), files=2, figures=2),
        north("t", (530, 500), files=2, figures=4), step=9, melee=[("a", "t"), ("b", "t")],
    )  # fmt: skip
    remove(fight, number(fight, "b"), 1, "mis.melee.casualties")
    assert apart(fight)


@pytest.mark.rule("mis.melee.casualties", "mis.add.conform", "mis.move.contact-broken")
def test_a_shrunken_rank_beside_a_slanted_front_is_not_slid_into_the_enemy() -> None:
    """Somebody had hindered the swing: it stands beside that front, and comes up to its end again."""
    team = leader("t", "team", (509.5, 525.5), "north", options=["level 5"], figures=2)
    fight = scene(south("a", (600, 500), facing=181.1), team, step=9, melee=[("a", "t")], dice=[4])
    assert distance_between(fight, 0, 1) < MM
    remove(fight, number(fight, "t"), 1, "mis.melee.casualties")
    assert apart(fight) and distance_between(fight, 0, 1) < MM


@pytest.mark.rule("mis.melee.casualties", "mis.move.contact-broken")
def test_a_rank_beside_a_slanted_front_that_loses_its_end_comes_up_to_the_enemy() -> None:
    rank = north("t", (479.137, 536.503), facing=196.67, figures=4, files=4, profile="shunned-ones",
                 options=["light", "spear", "shield", "regular"])  # fmt: skip
    fight = scene(south("a", (599.372, 537.274), facing=16.21), rank, step=9, melee=[("a", "t")])
    assert distance_between(fight, 0, 1) < MM
    remove(fight, number(fight, "t"), 1, "mis.melee.casualties")
    assert apart(fight) and distance_between(fight, 0, 1) < MM


@pytest.mark.rule("mis.melee.casualties", "mis.move.contact-broken")
def test_who_touched_the_end_of_a_rank_that_fights_others_too_goes_after_it() -> None:
    """He could not be lined up with its front, and stands across its flank."""
    fight = scene(
        south("t", (600, 500), figures=6, files=6), north("a", (700, 500), figures=20),
        north("b", (555, 515), facing=90, figures=20, files=4), step=9, melee=[("a", "t")],
    )  # fmt: skip
    fight.state.melees.append(Melee(number(fight, "b"), number(fight, "t"), "front", "front", 4, counts="front"))
    remove(fight, number(fight, "t"), 1, "mis.melee.casualties")
    assert apart(fight) and at(piece(fight, "b")) == (570, 515)
    assert distance_between(fight, number(fight, "b"), number(fight, "t")) < MM


@pytest.mark.rule("mis.melee.casualties", "mis.move.contact-broken")
def test_who_lost_touch_with_a_rank_that_fights_others_too_slides_until_a_figure_touches_fully() -> None:
    fight = scene(
        south("t", (600, 500), figures=2, files=2), north("a", (690, 500), figures=20, files=10),
        north("b", (570, 515), facing=90, figures=20, files=4), step=9, melee=[("a", "t")],
    )  # fmt: skip
    fight.state.melees.append(Melee(number(fight, "b"), number(fight, "t"), "front", "front", 4, counts="front"))
    piece(fight, "t").from_right = True
    remove(fight, number(fight, "t"), 1, "mis.melee.casualties")
    assert apart(fight) and at(piece(fight, "a")) == (660, 500)


@pytest.mark.rule("mis.melee.casualties", "mis.move.contact-broken")
@pytest.mark.parametrize(
    ("blocker", "places"),
    [((900, 300), {"b": (570, 515), "c": (525, 485), "t": (607.5, 500), "a": (700, 500)}),  # the smaller knot goes
     ((560, 470), {"b": (555, 515), "c": (510, 485), "t": (592.5, 500), "a": (685, 500)})],
)  # fmt: skip
def test_where_both_are_held_by_others_one_comes_up_with_all_who_fight_him(
    blocker: tuple[int, int], places: dict[str, tuple[float, float]]
) -> None:
    fight = scene(
        south("t", (600, 500), figures=6, files=6), north("a", (700, 500), figures=20),
        north("b", (555, 515), facing=90, figures=20, files=4),
        south("c", (510, 485), figures=8, files=4), south("friend", blocker, figures=2, files=2),
        step=9, melee=[("a", "t")],
    )  # fmt: skip
    for one, other, side in (("b", "t", "front"), ("c", "b", "right")):
        a, b = number(fight, one), number(fight, other)
        fight.state.melees.append(Melee(a, b, "front", side, 4, counts=side))  # type: ignore[arg-type]
    remove(fight, number(fight, "t"), 1, "mis.melee.casualties")
    assert {name: at(piece(fight, name)) for name in places} == places and apart(fight)
    for melee in fight.state.melees:
        assert distance_between(fight, melee.a, melee.b) < MM


@pytest.mark.rule("mis.melee.casualties", "mis.move.contact-broken")
def test_who_lost_touch_along_a_front_slides_with_those_who_hold_him() -> None:
    """The last figure at the end of each touches fully then; the longer row of enemies stays where it is."""
    fight = scene(
        south("a", (600, 500), figures=20, files=10), north("t", (716.5, 500), figures=7, files=7),
        south("c", (800, 500), figures=20, files=8), north("d", (480, 500), figures=20, files=10),
        south("e", (390, 500), figures=4, files=4), step=9, melee=[("a", "t"), ("c", "t"), ("d", "a"), ("e", "d")],
    )  # fmt: skip
    piece(fight, "t").from_right = True
    assert distance_between(fight, number(fight, "a"), number(fight, "t")) < MM
    remove(fight, number(fight, "t"), 1, "mis.melee.casualties")
    assert at(piece(fight, "t"))[0] == 705 and at(piece(fight, "c"))[0] == 781
    assert at(piece(fight, "a")) == (600, 500) and apart(fight)


@pytest.mark.rule("mis.move.pass-through", "mis.terrain.pond")
@pytest.mark.parametrize("pond, place", [((600, 300), (600, 420)), ((600, 330), (525, 420))])
def test_nobody_steps_aside_into_a_pond(pond: tuple[int, int], place: tuple[int, int]) -> None:
    """Straight behind the legion is nearest; where the pond reaches up to it, beside it."""
    team = leader("t", "team", (600, 440), options=["level 5"], figures=2)
    fight = scene(south("a", (600, 500)), team, terrain=[{"kind": "pond", "at": pond, "size": 180}], **COUNTER)
    make_room(fight, number(fight, "a"))
    assert at(piece(fight, "t")) == place and apart(fight)


@pytest.mark.rule("mis.add.turning")
def test_a_block_closes_up_before_it_is_seen_whether_it_can_turn() -> None:
    """With its short rear rank where it will stand then, not where the last fall has left it."""
    neighbour = south("b", (645.2, 333.9), figures=96, files=20)
    fight = scene(south("a", (952.5, 308.9), figures=100, files=20), neighbour, **COUNTER)
    remove(fight, number(fight, "a"), 1, "mis.missile.casualties")
    assert piece(fight, "a").askew
    order(fight, "a", ("turn", 9000))
    assert apart(fight)


@pytest.mark.rule("mis.add.turning", "mis.move.pass-through")
def test_a_block_that_comes_nowhere_does_not_close_up_into_friends() -> None:
    """Friends stand where its short rear rank would come to stand, and others bar its way at once."""
    fight = scene(
        south("a", (600, 500), figures=29, files=20), south("ahead", (600, 541), figures=40, files=20),
        south("corner", (500, 480), figures=2, files=1),
    )  # fmt: skip
    remove(fight, number(fight, "a"), 1, "mis.missile.casualties")
    piece(fight, "corner").x = 540 * MM
    assert piece(fight, "a").askew and apart(fight)
    order(fight, "a", go(600, 560))
    assert at(piece(fight, "a")) == (600, 500) and piece(fight, "a").askew and apart(fight)


@pytest.mark.rule("mis.setup.standard", "mis.setup.map")
@pytest.mark.parametrize("x", [420, 600, 780])
def test_the_standard_drawing_up_stands_beside_a_pond_and_apart(x: int) -> None:
    setting = book().setting(book().setup("b1", {}))
    fight: Fight = Battle(setting, book().begin(setting), Scripted())
    fight.state.grounds = (Ground("pond", (x * MM, 200 * MM), 150 * MM),)
    for side in (0, 1):
        assert refuse_map(setting, fight.state, side, DrawUp(fight, side).standard) is None


@pytest.mark.rule("mis.skirmish.rear", "mis.move.pass-through")
def test_caught_skirmishers_who_are_turned_stand_in_no_friends_place() -> None:
    """Their short rear rank becomes a full one where a friend stands beside it."""
    loose = {"options": ["light", "long sword", "skirmishers"], "facing": 180}
    fight = scene(
        south("a", (600, 500)), north("b", (600, 560), figures=12, files=5, **loose),
        north("friend", (448, 622), figures=16, files=8, **loose), step=5, mover="north", turn=4, dice=[1],
    )  # fmt: skip
    assert apart(fight)
    order(fight, "a", ("charge",), go(600, 570))
    assert fight.state.melees and piece(fight, "b").facing == 0 and apart(fight)
