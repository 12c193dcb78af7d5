"""Retire and rout: from whom, which way, how far, and round what."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.board import FACINGS
from warhost.rulebooks.magnamund.events import FleesFrom, LeftBoard, MoraleTested, Moved
from warhost.rulebooks.magnamund.flight import flee
from warhost.rulebooks.magnamund.morale import triggers
from warhost.rulebooks.magnamund.setting import Fight

from .melee import foes
from .scene import Square, alive, at, board, give, happened, hero, number, piece, play, scene, standing, unit

SHAKEN: dict[str, Any] = {"lost": 4, "lost_this_turn": 2}  # half strength -2 and casualties -1
RETIRE, ROUT = [2, 3], [1, 1]  # 4 + 5 - 3 = 6, and 4 + 2 - 3 = 3


def evening(*giaks_at: Square, north: Square = (12, 23), **more: Any) -> Fight:
    """Giaks in mail who have to test, with the threat to their north."""
    giaks = unit("giaks", giaks_at, side="theirs", facing=more.pop("facing", "N"), **SHAKEN)
    humans = unit("humans", [north], facing="S")
    return scene(giaks, humans, *more.pop("others", ()), phase="morale", red="theirs", active="theirs", **more)


def flight(fight: Fight) -> tuple[str, tuple[str, ...]]:
    """The direction in which the unit fled, and from whom."""
    told = happened([one.event for one in fight.told], FleesFrom)[0]
    return told.direction, told.threat


def run(fight: Fight, facing_from: str, *, rout: bool = False, answers: tuple[str, ...] = ()) -> None:
    """The Giaks flee from a piece."""
    script = give(fight, answers=answers)
    flee(fight, fight.setting.group["giaks"].unit, [number(fight, facing_from)], rout=rout)
    script.check_empty()


# --- how far ------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.morale.retire")
def test_giaks_in_mail_turn_their_backs_and_go_seven_squares() -> None:
    fight = evening((12, 20), (13, 20))
    events = play(fight, dice=RETIRE)
    assert happened(events, MoraleTested)[0].result == "retire"
    assert [at(fight, "giaks-1"), at(fight, "giaks-2")] == [(12, 13), (13, 13)]
    assert [FACINGS[piece(fight, name).facing] for name in ("giaks-1", "giaks-2")] == ["S", "S"]


@pytest.mark.rule("mag.morale.retire", "mag.sheet.giak")
def test_through_scrub_they_go_three_squares_and_lose_the_last_point() -> None:
    fight = evening((12, 20), (13, 20), on=board(scrub=[(x, y) for x in (12, 13) for y in range(1, 25)]))
    play(fight, dice=RETIRE)
    assert [at(fight, "giaks-1"), at(fight, "giaks-2")] == [(12, 17), (13, 17)]


@pytest.mark.rule("mag.morale.retire")
def test_engaged_pieces_break_off_and_act_as_they_like_next_turn() -> None:
    fight = evening((12, 22), north=(12, 23))
    play(fight, dice=RETIRE)
    assert at(fight, "giaks-1") == (12, 15)
    play(fight)
    play(fight, dice=[1, 6])
    fight.state.phase, fight.state.half = "movement", 0
    play(fight, answers=["giaks", {"giaks-1": "nFFFFFF"}])
    assert at(fight, "giaks-1") == (12, 21)


@pytest.mark.rule("mag.morale.rout")
def test_a_rout_goes_fourteen_squares() -> None:
    fight = evening((12, 20), (13, 20))
    events = play(fight, dice=ROUT)
    assert happened(events, MoraleTested)[0].result == "rout"
    assert [at(fight, "giaks-1"), at(fight, "giaks-2")] == [(12, 6), (13, 6)]
    assert happened(events, Moved)[0].rule == "mag.morale.rout"


@pytest.mark.rule("mag.morale.retire")
def test_a_rider_turns_about_on_his_own_squares_and_runs() -> None:
    wolves = unit("giaks", [(12, 20)], side="theirs", facing="N", sheet="wolfrider")
    fight = scene(wolves, unit("humans", [(12, 23)]))
    run(fight, "humans-1")
    assert at(fight, "giaks-1") == (12, 19 - 11)  # his rear at (12, 19) has become his front
    assert FACINGS[piece(fight, "giaks-1").facing] == "S"


@pytest.mark.rule("mag.morale.retire")
def test_a_rider_without_room_to_turn_neither_turns_nor_moves() -> None:
    wolves = unit("giaks", [(12, 12)], side="theirs", facing="E", sheet="wolfrider")  # its rear is at (11, 12)
    rocks = board(water=[(12, 13), (12, 11), (11, 13), (11, 11)])
    fight = scene(wolves, unit("humans", [(12, 23)]), on=rocks)
    run(fight, "humans-1")
    assert (at(fight, "giaks-1"), FACINGS[piece(fight, "giaks-1").facing]) == ((12, 12), "E")


# --- off the board ------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.morale.off_board")
@pytest.mark.parametrize(("start", "lost"), [(8, False), (7, True)])
def test_who_runs_over_the_edge_is_lost(start: int, lost: bool) -> None:
    fight = evening((12, start), north=(12, 14))
    events = play(fight, dice=RETIRE)  # seven points: six squares and the step over the edge, from row 7
    assert alive(fight, "giaks-1") is not lost
    assert len(happened(events, LeftBoard)) == lost
    assert piece(fight, "giaks-1").fate == ("fled" if lost else "fighting")


@pytest.mark.rule("mag.morale.off_board", "mag.morale.trigger.half")
def test_those_who_fled_count_as_casualties_for_half_strength() -> None:
    giaks = unit("giaks", [(12, 3), (12, 15)], side="theirs")
    fight = scene(giaks, unit("humans", [(12, 23)]))
    run(fight, "humans-1")
    assert [alive(fight, "giaks-1"), alive(fight, "giaks-2")] == [False, True]
    assert [rule for _, rule in triggers(fight, fight.setting.group["giaks"].unit)] == ["mag.morale.trigger.half"]


# --- round what is in the way -------------------------------------------------------------------------------


def blocked(*friends: Square, start: Square = (5, 10), **more: Any) -> Fight:
    giaks = unit("giaks", more.pop("giaks", [start]), side="theirs")
    others = unit("others", friends, side="theirs")
    return scene(giaks, others, unit("humans", [more.pop("threat", (5, 20))]), **more)


@pytest.mark.rule("mag.morale.flow")
@pytest.mark.parametrize(("choice", "end"), [("4,8", (4, 4)), ("6,8", (6, 4))])
def test_he_goes_diagonally_round_a_friend_as_his_owner_picks(choice: str, end: Square) -> None:
    fight = blocked((5, 8))
    run(fight, "humans-1", answers=(choice,))
    assert at(fight, "giaks-1") == end
    assert FACINGS[piece(fight, "giaks-1").facing] == "S"


@pytest.mark.rule("mag.morale.flow")
def test_he_takes_the_cheapest_way_then_the_one_nearest_his_own_file() -> None:
    wall = [(3, 8), (4, 8), (5, 8), (6, 8)]
    fight = blocked(*wall)
    run(fight, "humans-1")  # to (7, 8): a step aside and a diagonal, 3 points; to (2, 8) it would be 4
    assert at(fight, "giaks-1") == (7, 8 - 3)
    scrub = blocked((5, 8), on=board(scrub=[(4, 8), (4, 9)]))
    run(scrub, "humans-1")  # the other side is cheaper
    assert at(scrub, "giaks-1") == (6, 4)


@pytest.mark.rule("mag.morale.flow")
def test_he_goes_as_far_on_the_way_round_as_his_points_allow() -> None:
    wall = [(x, 4) for x in range(1, 9)]
    fight = blocked(*wall)
    run(fight, "humans-1")  # five squares on, then along the wall towards (9, 4)
    assert at(fight, "giaks-1") == (7, 5)


@pytest.mark.rule("mag.morale.flow")
def test_enemies_do_not_halt_him_and_impassable_ground_is_gone_round() -> None:
    humans = unit("humans", [(5, 20), (4, 7), (6, 7)])
    fight = scene(unit("giaks", [(5, 10)], side="theirs"), humans)
    run(fight, "humans-1")
    assert at(fight, "giaks-1") == (5, 3)
    pond = blocked((20, 20), on=board(water=[(5, 8)], scrub=[(6, 8), (6, 9)]))
    run(pond, "humans-1")
    assert at(pond, "giaks-1") == (4, 4)


@pytest.mark.rule("mag.morale.flow")
def test_if_there_is_no_way_he_stops() -> None:
    fight = blocked(*[(x, 8) for x in range(1, 25)])
    run(fight, "humans-1")
    assert at(fight, "giaks-1") == (5, 9)


@pytest.mark.rule("mag.morale.flow")
def test_who_ends_next_to_an_enemy_is_engaged() -> None:
    humans = unit("humans", [(5, 20), (6, 3)], facing="N")
    fight = scene(unit("giaks", [(5, 10)], side="theirs"), humans, phase="combat")
    run(fight, "humans-1")
    assert at(fight, "giaks-1") == (5, 3) and foes(fight, "giaks-1") == ["humans-2"]


@pytest.mark.rule("mag.morale.flow")
def test_those_furthest_on_run_first_so_that_a_unit_does_not_block_itself() -> None:
    fight = blocked((20, 20), giaks=[(5, 12), (5, 11), (5, 10)])
    run(fight, "humans-1")
    assert [at(fight, f"giaks-{n}") for n in (1, 2, 3)] == [(5, 5), (5, 4), (5, 3)]


@pytest.mark.rule("mag.morale.flow")
@pytest.mark.parametrize(("first", "ends"), [("giaks-1", [(6, 8), (7, 9)]), ("giaks-2", [(5, 9), (6, 8)])])
def test_of_equals_the_owner_says_who_runs_first_where_it_matters(first: str, ends: list[Square]) -> None:
    """Two Giaks who reach the wall with two points left: only one of them gets into the gap at (6, 8)."""
    wall = [(x, 8) for x in range(1, 25) if x != 6]
    giaks = unit("giaks", [(5, 14), (7, 14)], side="theirs")
    fight = scene(giaks, unit("others", wall, side="theirs"), unit("humans", [(6, 20)]))
    script = give(fight, answers=[first])
    flee(fight, fight.setting.group["giaks"].unit, [number(fight, "humans-1")], rout=False)
    script.check_empty()
    assert [at(fight, "giaks-1"), at(fight, "giaks-2")] == ends


@pytest.mark.rule("mag.morale.flow")
def test_of_equals_with_a_free_run_nobody_is_asked() -> None:
    fight = blocked((20, 20), giaks=[(5, 10), (6, 10), (7, 10)])
    run(fight, "humans-1")  # no answer is given
    assert [at(fight, f"giaks-{n}") for n in (1, 2, 3)] == [(5, 3), (6, 3), (7, 3)]


@pytest.mark.rule("mag.morale.flow")
def test_a_rider_only_shifts_diagonally() -> None:
    wolves = unit("giaks", [(5, 10)], side="theirs", sheet="wolfrider")
    others = unit("others", [(5, 8), (4, 8)], side="theirs")
    fight = scene(wolves, others, unit("humans", [(5, 20)]))
    run(fight, "humans-1")
    assert at(fight, "giaks-1") == (6, 1)  # 1 and 2 points, and 7 of the other 8 squares to the edge
    walled = scene(wolves, unit("others", [(4, 8), (5, 8), (6, 8)], side="theirs"), unit("humans", [(5, 20)]))
    run(walled, "humans-1")
    assert at(walled, "giaks-1") == (5, 9)


@pytest.mark.rule("mag.morale.flow")
def test_hidden_friends_are_in_the_way_and_hidden_enemies_come_to_light() -> None:
    lurking = unit("others", [(5, 8)], side="theirs", all=standing(hidden=True))
    friend = scene(
        unit("giaks", [(5, 10)], side="theirs"),
        lurking,
        unit("humans", [(5, 20)]),
        on=board(trees=[(5, 8), (6, 8)]),
    )
    run(friend, "humans-1")
    assert at(friend, "giaks-1")[0] == 4
    ambush = unit("humans", [(5, 20), (5, 8)], facing="N", pieces={"2": standing(hidden=True)})
    enemy = scene(unit("giaks", [(5, 10)], side="theirs"), ambush, on=board(trees=[(5, 8), (6, 8)]))
    run(enemy, "humans-1")
    assert alive(enemy, "humans-2") and at(enemy, "giaks-1")[0] == 4


# --- from whom ----------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.morale.threat")
def test_the_larger_difference_says_which_way() -> None:
    fight = scene(unit("giaks", [(10, 10)], side="theirs"), unit("humans", [(12, 17)]))
    run(fight, "humans-1")
    assert flight(fight) == ("S", ("humans-1",))
    east = scene(unit("giaks", [(10, 10)], side="theirs"), unit("humans", [(2, 13)]))
    run(east, "humans-1")
    assert flight(east)[0] == "E"


@pytest.mark.rule("mag.morale.threat")
def test_of_two_equal_ways_the_one_home_then_as_the_owner_likes() -> None:
    giaks = unit("giaks", [(10, 10)], side="theirs")
    home = scene(giaks, unit("humans", [(5, 5)]))  # the Giaks' edge is in the north
    run(home, "humans-1")
    assert flight(home)[0] == "N"
    west = scene(giaks, unit("humans", [(15, 15)]), home_edges=("S", "W"))
    run(west, "humans-1")
    assert flight(west)[0] == "W"
    away = scene(giaks, unit("humans", [(15, 15)]))
    run(away, "humans-1", answers=("W",))
    assert flight(away)[0] == "W"


@pytest.mark.rule("mag.morale.threat")
def test_middles_are_means_of_all_squares() -> None:
    giaks = unit("giaks", [(10, 10), (10, 11), (10, 12)], side="theirs")  # middle (10, 11)
    wolves = unit("riders", [(13, 15)], sheet="cavalry")  # fills (13, 15) and (13, 14): 3 east, 3.5 north
    fight = scene(giaks, wolves)
    run(fight, "riders-1")
    assert flight(fight)[0] == "S"


def threatened(
    *pieces: Any, dice: list[int] = ROUT, answers: tuple[str, ...] = (), **facts: Any
) -> tuple[str, ...]:
    """From whom Giaks at (12, 12) with these facts flee; humans stand around them."""
    around = [unit("north", [(13, 20)]), unit("near", [(11, 8)]), unit("west", [(2, 13)])]
    giaks = unit("giaks", [(12, 12)], side="theirs", **{"lost": 1, **facts})
    fight = scene(giaks, *around, *pieces, phase="morale", red="theirs", active="theirs")
    play(fight, dice=dice, answers=list(answers))
    return flight(fight)[1]


@pytest.mark.rule("mag.morale.threat")
def test_the_order_of_threats() -> None:
    beast = hero("beast", (20, 14), sheet="gourgaz")
    prince = hero("prince_pelathar", (14, 14), skills=["aura_of_goodness"])
    killed: dict[str, Any] = {"lost": 2, "lost_this_turn": 1, "killers": ["north-1"]}
    attacked = {"flank_attackers": ["west-1"], "rear_attackers": ["near-1"]}
    fought = {"monsters": ["beast"]}
    assert threatened(beast, prince, **killed, **attacked, **fought) == ("west-1", "near-1")
    assert threatened(beast, prince, **killed, **fought) == ("beast",)
    assert threatened(prince, **killed) == ("prince_pelathar",)
    assert threatened(**killed) == ("north-1",)


@pytest.mark.rule("mag.morale.threat")
def test_for_half_strength_alone_the_nearest_enemy_is_the_threat() -> None:
    assert threatened() == ("near-1",)
    few: dict[str, Any] = {"lost": 12, "lost_this_turn": 1, "killers": ["north-1"]}
    giaks = [(x, 12) for x in range(12, 19)]
    fight = scene(
        unit("giaks", giaks, side="theirs", **few), unit("north", [(24, 20)]), unit("near", [(24, 8)]),
        phase="morale", red="theirs", active="theirs",
    )  # fmt: skip
    play(fight, dice=[1, 1])  # one of eight is no reason to test, so who killed him is not the threat
    assert flight(fight)[1] == ("near-1",)


@pytest.mark.rule("mag.morale.threat")
def test_if_two_units_killed_equally_many_or_the_cause_is_dead_it_is_the_nearest() -> None:
    two = {"lost": 3, "lost_this_turn": 2, "killers": ["north-1", "west-1"]}
    assert threatened(**two) == ("near-1",)
    more = {"lost": 4, "lost_this_turn": 3, "killers": ["north-1", "west-1", "west-1"]}
    assert threatened(**more) == ("west-1",)
    dead = unit("dead", [(1, 1)], lost=1)
    assert threatened(dead, flank_attackers=["dead-2"]) == ("near-1",)


@pytest.mark.rule("mag.morale.threat")
def test_of_equally_near_enemies_the_owner_names_one() -> None:
    assert threatened(unit("too", [(16, 12)]), answers=("too-1",)) == ("too-1",)


@pytest.mark.rule("mag.morale.threat")
def test_with_no_enemy_on_the_board_they_flee_home() -> None:
    fight = scene(unit("giaks", [(12, 10)], side="theirs", lost=1), phase="morale", red="theirs", active="theirs")
    play(fight, dice=[2, 2])
    assert flight(fight) == ("N", ())
