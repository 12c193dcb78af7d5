"""How a piece moves: forward, diagonally, turning, and what it costs."""

from __future__ import annotations

import pytest

from warhost.rulebooks.magnamund.events import Moved
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.situation import SituationUnit
from warhost.rulebooks.magnamund.steps import movement_points
from warhost.rulebooks.magnamund.verdicts import verdicts

from .marching import barred, field, forbidden, march, mover, walk
from .scene import Square, asks, at, board, happened, hero, number, piece, play, refusal, scene, standing, unit


def man(at: Square = (5, 5), **more: object) -> Fight:
    """A human in mail (8 points) facing north on open ground."""
    return field(unit("men", [at]), **more)


def rider(at: Square, id: str = "riders", **more: object) -> SituationUnit:
    return unit(id, [at], sheet="cavalry", weapons=["lance"], **more)


def giak(at: Square = (5, 2), **more: object) -> Fight:
    """A Giak in mail (7 points) facing north, whose side moves."""
    return field(unit("giaks", [at], side="theirs", facing="N"), active="theirs", **more)


def kootak(*lamed: str, **more: object) -> Fight:
    """Kootak in plate (6 points), wounded in the legs, whose side moves, with a soldier of his behind him."""
    wounds = [("legs", severity) for severity in lamed]
    lame = hero("kootak", (5, 5), side="theirs", now=standing(wounds=wounds), **more)
    return field(lame, unit("giaks", [(9, 9)], side="theirs"), active="theirs")


# Who is asked at all


@pytest.mark.rule("mag.move.points", "mag.wound.stacking")
def test_a_hero_whose_wounds_leave_him_no_point_is_not_asked_where_he_goes() -> None:
    lame = kootak("wound", "slight")
    assert asks(lame).suggest(9) == ["giaks", "done"]
    assert [(one.who, one.refusal and one.refusal.rule) for one in verdicts(lame.setting, lame.state)] == [
        ("giaks-1", None), ("kootak", "mag.move.points")
    ]  # fmt: skip
    assert "kootak" in asks(kootak("wound")).suggest(9)  # one point is left: he can turn


@pytest.mark.rule("mag.skill.salmon_leap", "mag.move.points")
def test_a_leap_needs_no_points() -> None:
    assert "kootak" in asks(kootak("wound", "slight", skills=["salmon_leap"])).suggest(9)


# Facing and stepping


@pytest.mark.rule("mag.move.forward_only")
def test_a_piece_facing_north_steps_only_to_the_three_squares_ahead() -> None:
    fight = man((5, 5))
    ends = [walk(fight, "men-1", letter) for letter in "FLR"]
    assert ends == [([(5, 6)], "N", 1), ([(4, 6)], "N", 2), ([(6, 6)], "N", 2)]
    fight.state.pieces[0].paid = 6  # with two points it comes to these and no others
    reached = {place // 4 for place in mover(fight, "men-1").reach()}
    two_straight, beside_after_a_turn = {(5, 7)}, {(4, 5), (6, 5), (5, 4)}
    squares = {fight.setting.board.xy(square) for square in reached}
    assert squares == {(5, 5), (5, 6), (4, 6), (6, 6)} | two_straight | beside_after_a_turn


@pytest.mark.rule("mag.move.forward_only")
def test_there_is_no_step_sideways_or_back_without_a_turn() -> None:
    assert forbidden(man(), "men", {"men-1": "B"}) == "mag.move.forward_only"
    assert forbidden(man(), "men", {"men-1": "FS"}) == "mag.move.forward_only"
    assert walk(man(), "men-1", "sF") == ([(5, 4)], "S", 2)


@pytest.mark.rule("mag.move.facing_edges", "mag.piece.facing")
def test_a_diagonal_step_keeps_the_facing_and_only_a_turn_changes_it() -> None:
    fight = man()
    events = march(fight, "men", {"men-1": "RRe"})
    assert happened(events, Moved) == [
        Moved("mag.turn.phase2", "men-1", ((5, 5), (6, 6), (7, 7)), "E", 5),
    ]
    assert piece(fight, "men-1").facing == 1
    fight = man()
    march(fight, "men", {"men-1": "RR"})
    assert (at(fight, "men-1"), piece(fight, "men-1").facing) == ((7, 7), 0)


@pytest.mark.rule("mag.piece.facing")
def test_the_facing_decides_which_way_is_forward() -> None:
    ends = {}
    for facing in "NESW":
        fight = field(unit("men", [(5, 5)], facing=facing))
        ends[facing] = [walk(fight, "men-1", letter)[0][0] for letter in "LFR"]
    assert ends == {
        "N": [(4, 6), (5, 6), (6, 6)],
        "E": [(6, 6), (6, 5), (6, 4)],
        "S": [(6, 4), (5, 4), (4, 4)],
        "W": [(4, 4), (4, 5), (4, 6)],
    }


# Points and costs


@pytest.mark.rule("mag.move.points")
def test_a_giak_in_mail_has_seven_points_and_may_spend_fewer_but_not_more() -> None:
    assert walk(giak(), "giaks-1", "FFFFFFF")[2] == 7
    assert forbidden(giak(), "giaks", {"giaks-1": "F" * 8}) == "mag.move.points"
    assert forbidden(giak(), "giaks", {"giaks-1": "FF"}) == ""
    assert forbidden(giak(), "giaks", {}) == ""


@pytest.mark.rule("mag.move.points")
@pytest.mark.parametrize(("armour", "points"), [("none", 10), ("leather", 9), ("mail", 8), ("plate", 7)])
def test_the_heavier_the_armour_the_fewer_the_points(armour: str, points: int) -> None:
    fight = field(unit("men", [(5, 5)], armour=armour))
    assert movement_points(fight, number(fight, "men-1")).total == points
    assert forbidden(fight, "men", {"men-1": "F" * (points + 1)}) == "mag.move.points"


@pytest.mark.rule("mag.move.points")
def test_the_allowance_says_whence_it_comes() -> None:
    fight = field(hero("lone_wolf", (5, 5)), unit("men", [(8, 5)]))
    assert movement_points(fight, number(fight, "men-1")).steps[0].rule == "mag.move.points"
    assert movement_points(fight, number(fight, "lone_wolf")).total == 10


@pytest.mark.rule("mag.move.cost")
def test_a_giak_goes_three_squares_through_scrub_and_loses_the_last_point() -> None:
    scrub = board(scrub=[(5, y) for y in range(1, 20)])
    assert walk(giak(on=scrub), "giaks-1", "FFF") == ([(5, 5)], "N", 6)
    assert forbidden(giak(on=scrub), "giaks", {"giaks-1": "FFFF"}) == "mag.move.points"


@pytest.mark.rule("mag.move.cost")
def test_a_human_pays_three_points_for_rocks_and_cannot_enter_them_with_two() -> None:
    rocks = board(rocks=[(5, 6), (5, 12)])
    assert walk(man(on=rocks), "men-1", "F")[2] == 3
    fight = man((5, 6), on=rocks)
    assert walk(fight, "men-1", "F")[2] == 1  # leaving them costs nothing
    assert forbidden(fight, "men", {"men-1": "FFFFFF"}) == ""  # 5 open and 3 for rocks
    fight = man((5, 5), on=board(rocks=[(5, 12)]))
    assert forbidden(fight, "men", {"men-1": "FFFFFFF"}) == "mag.move.points"  # two points are left


@pytest.mark.rule("mag.move.cost")
def test_a_rider_pays_for_the_ground_under_the_front_of_his_horse_alone() -> None:
    scrub = board(scrub=[(5, 6)])
    fight = field(rider((5, 5)), on=scrub)
    assert walk(fight, "riders-1", "F") == ([(5, 6), (5, 5)], "N", 3)
    assert walk(fight, "riders-1", "FF") == ([(5, 7), (5, 6)], "N", 4)


@pytest.mark.rule("mag.move.unused")
def test_points_that_were_not_spent_are_gone_next_turn() -> None:
    fight = giak(on=board(scrub=[(5, 3), (5, 4), (5, 5)]))
    march(fight, "giaks", {"giaks-1": "FFF"})
    assert at(fight, "giaks-1") == (5, 5)
    play(fight, answers=[], dice=[3, 8], steps=2)  # the turn ends; initiative of the next
    fight.state.phase = "movement"
    assert forbidden(fight, "giaks", {"giaks-1": "F" * 7}) == ""
    assert forbidden(fight, "giaks", {"giaks-1": "F" * 8}) == "mag.move.points"


@pytest.mark.rule("mag.move.diagonal")
def test_diagonal_steps_cost_double() -> None:
    assert walk(giak(), "giaks-1", "RRR") == ([(8, 5)], "N", 6)
    assert forbidden(giak(), "giaks", {"giaks-1": "RRRR"}) == "mag.move.points"
    assert walk(man(on=board(rocks=[(6, 6)])), "men-1", "R") == ([(6, 6)], "N", 6)
    assert walk(giak(), "giaks-1", "RRRe") == ([(8, 5)], "E", 7)  # turned for a further point


@pytest.mark.rule("mag.move.diagonal", "mag.move.long_step")
def test_a_long_piece_shifts_both_squares_diagonally() -> None:
    fight = field(rider((5, 5)))
    assert walk(fight, "riders-1", "R") == ([(6, 6), (6, 5)], "N", 2)
    for taken in ((6, 6), (6, 5)):
        blocked = field(rider((5, 5)), unit("men", [taken]))
        rule = "mag.move.occupied" if taken == (6, 6) else "mag.move.long_step"
        assert forbidden(blocked, "riders", {"riders-1": "R"}) == rule


@pytest.mark.rule("mag.move.long_step")
def test_on_a_straight_step_the_rear_takes_the_place_of_the_front() -> None:
    fight = field(rider((5, 5)), unit("men", [(4, 4), (4, 5), (6, 4), (6, 5)]))
    assert walk(fight, "riders-1", "FF") == ([(5, 7), (5, 6)], "N", 2)
    water = field(rider((5, 5)), on=board(water=[(6, 5)]))
    assert barred(water, "riders-1", "R") == "mag.move.long_step"  # its rear cannot stand there


# What is in the way


@pytest.mark.rule("mag.move.occupied")
def test_nobody_walks_through_a_friend() -> None:
    fight = field(unit("men", [(5, 5)]), unit("others", [(5, 7)]))
    assert forbidden(fight, "men", {"men-1": "FF"}) == "mag.move.occupied"
    assert forbidden(fight, "men", {"men-1": "FFF"}) == "mag.move.occupied"
    assert forbidden(fight, "men", {"men-1": "FRL"}) == ""


@pytest.mark.rule("mag.move.occupied")
def test_a_diagonal_step_between_two_occupied_squares_is_allowed() -> None:
    fight = field(unit("men", [(5, 5)]), unit("others", [(5, 6), (6, 5)]))
    assert forbidden(fight, "men", {"men-1": "R"}) == ""
    assert walk(fight, "men-1", "R") == ([(6, 6)], "N", 2)


@pytest.mark.rule("mag.move.occupied")
def test_a_comrade_who_has_moved_away_leaves_his_square_free() -> None:
    fight = field(unit("men", [(5, 5), (5, 6)]))
    assert forbidden(fight, "men", {"men-1": "F", "men-2": "F"}) == "mag.move.occupied"
    assert forbidden(fight, "men", {"men-2": "F", "men-1": "F"}) == ""
    march(fight, "men", {"men-2": "F", "men-1": "F"})
    assert (at(fight, "men-1"), at(fight, "men-2")) == ((5, 6), (5, 7))


# Turning


@pytest.mark.rule("mag.move.turn")
def test_turning_about_costs_a_point_and_leaves_seven_for_steps() -> None:
    assert walk(man((5, 12)), "men-1", "sFFFFFFF") == ([(5, 5)], "S", 8)
    assert forbidden(man((5, 12)), "men", {"men-1": "s" + "F" * 8}) == "mag.move.points"


@pytest.mark.rule("mag.move.turn")
def test_any_turn_costs_one_point_on_any_ground_before_between_and_after_steps() -> None:
    marsh = board(marsh=[(5, 5), (6, 5)])
    assert [walk(man(on=marsh), "men-1", turn)[2] for turn in "esw"] == [1, 1, 1]
    assert walk(man(on=marsh), "men-1", "eFn") == ([(6, 5)], "N", 1 + 3 + 1)
    assert forbidden(man(), "men", {"men-1": "n"}) == "mag.move.turn"  # it faces north already


@pytest.mark.rule("mag.move.turn_long")
def test_a_rider_swings_his_rear_round_only_where_there_is_room() -> None:
    friend = field(rider((5, 5)), unit("men", [(4, 4)]))
    assert forbidden(friend, "riders", {"riders-1": "e"}) == "mag.move.turn_long"
    assert walk(friend, "riders-1", "w") == ([(5, 5), (6, 5)], "W", 1)
    for taken in ((6, 4), (6, 5)):
        fight = field(rider((5, 5)), unit("men", [taken]))
        assert forbidden(fight, "riders", {"riders-1": "w"}) == "mag.move.turn_long"
        assert walk(fight, "riders-1", "e") == ([(5, 5), (4, 5)], "E", 1)


@pytest.mark.rule("mag.move.turn_long")
def test_a_rider_turns_about_by_whichever_side_is_free() -> None:
    left, right = [(4, 4), (4, 5), (4, 6)], [(6, 4), (6, 5), (6, 6)]
    assert walk(field(rider((5, 5))), "riders-1", "s") == ([(5, 5), (5, 6)], "S", 1)
    for side in (left, right):
        for taken in side:
            one = field(rider((5, 5)), unit("men", [taken]))
            assert walk(one, "riders-1", "s") == ([(5, 5), (5, 6)], "S", 1)
    both = field(rider((5, 5)), unit("men", [(4, 5), (6, 6)]))
    assert forbidden(both, "riders", {"riders-1": "s"}) == "mag.move.turn_long"
    behind = field(rider((5, 5)), unit("men", [(5, 6)]))
    assert forbidden(behind, "riders", {"riders-1": "s"}) == "mag.move.turn_long"


@pytest.mark.rule("mag.move.turn_long")
@pytest.mark.parametrize("shut", [4, 6])
@pytest.mark.parametrize("y", [4, 5, 6])
def test_a_rider_turns_about_through_three_squares_and_each_must_be_free(shut: int, y: int) -> None:
    """The other side is shut beside him; on this one a single man is enough."""
    way = field(rider((5, 5)), unit("men", [(shut, 5)]))
    assert forbidden(way, "riders", {"riders-1": "s"}) == ""
    neither = field(rider((5, 5)), unit("men", [(shut, 5), (10 - shut, y)]))
    assert forbidden(neither, "riders", {"riders-1": "s"}) == "mag.move.turn_long"


@pytest.mark.rule("mag.move.occupied")
def test_a_rider_comes_into_the_corner_of_the_board_and_turns_in_it() -> None:
    fight = field(rider((1, 2), facing="S"))
    assert fight.setting.board.xy(0) == (1, 1)
    assert walk(fight, "riders-1", "Fw") == ([(1, 1), (2, 1)], "W", 2)



@pytest.mark.rule("mag.move.turn_long")
def test_impassable_ground_stops_the_swing_as_pieces_do() -> None:
    fight = field(rider((5, 5)), on=board(water=[(4, 4)]))
    assert forbidden(fight, "riders", {"riders-1": "e"}) == "mag.move.turn_long"
    assert forbidden(fight, "riders", {"riders-1": "w"}) == ""


@pytest.mark.rule("mag.move.turn_long")
def test_a_free_turn_needs_no_swing() -> None:
    def turned(*men: Square, to: int) -> tuple[Square, int] | None:
        others = [unit("men", list(men))] if men else []
        fight = field(rider((5, 5)), *others)
        horse = mover(fight, "riders-1")
        place = horse.turned_free(horse.square, horse.facing, to)
        return None if place is None else (fight.setting.board.xy(place[0]), place[1])

    assert turned((4, 5), (6, 5), (5, 6), to=2) == ((5, 4), 2)  # it swaps ends on its own two squares
    assert turned((4, 4), to=1) == ((5, 5), 1)  # the swept square does not matter
    assert turned((4, 5), to=1) == ((6, 4), 1)  # on its rear square, as there is no room behind the front
    assert turned((4, 5), (6, 4), to=1) is None


@pytest.mark.rule("mag.move.turn_long", "mag.terrain.impassable")
def test_a_rider_does_not_swing_his_horse_through_the_walls_of_a_house() -> None:
    house = board(edges=[("building_wall", "E", [(8, 13), (8, 14)]), ("building_wall", "S", [(8, 13)])])
    riders = unit("riders", [(9, 13)], sheet="cavalry", weapons=["lance"])
    friend = unit("guards", [(10, 13)])
    assert refusal(scene(riders, friend, on=house, phase="movement"), {"riders-1": "s"}, answers=["riders"]) == (
        "mag.move.turn_long"
    )
    assert refusal(scene(riders, on=house, phase="movement"), {"riders-1": "s"}, answers=["riders"]) == ""
