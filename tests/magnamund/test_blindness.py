"""The blinded: led by a friend, or going where chance takes them."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.board import FACINGS
from warhost.rulebooks.magnamund.events import Drowned, Halted, LeftBoard, Moved, Slain
from warhost.rulebooks.magnamund.morale import must_test
from warhost.rulebooks.magnamund.setting import Fight

from .scene import Square, alive, asks, at, board, happened, hero, piece, play, refusal, scene, standing, unit

BLIND = standing(wounds=[("head", "serious")])
FAR = unit("giaks", [(23, 23)], side="theirs")


def blind(*others: Any, place: Square = (12, 12), **more: Any) -> Fight:
    """Lone Wolf, blinded and facing north with 6 points left, about to move."""
    return scene(hero("lone_wolf", place, now=BLIND), *(others or (FAR,)), phase="movement", **more)


def facing(fight: Fight, name: str = "lone_wolf") -> str:
    return FACINGS[piece(fight, name).facing]


@pytest.mark.rule("mag.wound.random_direction", "mag.wound.head_serious")
@pytest.mark.parametrize(
    ("roll", "end", "looks"),
    [
        (1, (12, 18), "N"), (12, (12, 18), "N"), (13, (15, 15), "N"), (25, (15, 15), "N"),
        (26, (18, 12), "E"), (37, (18, 12), "E"), (38, (15, 9), "S"), (50, (15, 9), "S"),
        (51, (12, 6), "S"), (62, (12, 6), "S"), (63, (9, 9), "S"), (75, (9, 9), "S"),
        (76, (6, 12), "W"), (87, (6, 12), "W"), (88, (9, 15), "N"), (100, (9, 15), "N"),
    ],
)  # fmt: skip
def test_one_of_eight_directions_with_the_whole_allowance(roll: int, end: Square, looks: str) -> None:
    fight = blind()
    play(fight, dice=[roll])
    assert (at(fight, "lone_wolf"), facing(fight)) == (end, looks)


@pytest.mark.rule("mag.wound.random_facing")
def test_back_right_turns_about_and_goes_three_squares_to_the_south_east() -> None:
    fight = blind()
    events = play(fight, dice=[40])
    assert happened(events, Moved)[0].path == ((12, 12), (13, 11), (14, 10), (15, 9))
    assert facing(fight) == "S" and happened(events, Moved)[0].cost == 6


@pytest.mark.rule("mag.wound.random_facing")
def test_left_turns_west_and_goes_six_squares() -> None:
    fight = blind()
    play(fight, dice=[80])
    assert (at(fight, "lone_wolf"), facing(fight)) == ((6, 12), "W")


@pytest.mark.rule("mag.wound.random_facing")
def test_directions_are_counted_from_the_facing() -> None:
    fight = scene(hero("lone_wolf", (12, 12), facing="E", now=BLIND), FAR, phase="movement")
    play(fight, dice=[30])  # to the right
    assert (at(fight, "lone_wolf"), facing(fight)) == ((12, 6), "S")


@pytest.mark.rule("mag.wound.random_stop")
def test_at_a_wall_he_rolls_again_and_goes_on_with_the_points_he_has_left() -> None:
    fight = blind(on=board(edges=[("building_wall", "N", [(12, 14)])]))
    play(fight, dice=[5, 80])  # two squares north, then four west
    assert (at(fight, "lone_wolf"), facing(fight)) == ((8, 14), "W")


@pytest.mark.rule("mag.wound.random_stop")
def test_a_friend_in_the_way_is_an_obstacle() -> None:
    fight = blind(hero("prince_pelathar", (12, 15), facing="S"), FAR)
    play(fight, answers=["lone_wolf"], dice=[5, 55])  # two squares north, then four back
    assert at(fight, "lone_wolf") == (12, 10)


@pytest.mark.rule("mag.wound.random_stop")
def test_contact_with_an_enemy_ends_the_move() -> None:
    fight = blind(unit("giaks", [(13, 16)], side="theirs"))
    events = play(fight, dice=[5])
    assert at(fight, "lone_wolf") == (12, 15)
    assert happened(events, Halted)[0].enemies == ("giaks-1",)


@pytest.mark.rule("mag.wound.random_stop")
def test_a_step_he_cannot_pay_for_ends_the_move() -> None:
    fight = blind(on=board(rocks=[(12, 17)]))  # four squares north, and two points do not buy the fifth
    play(fight, dice=[5])
    assert at(fight, "lone_wolf") == (12, 16)


@pytest.mark.rule("mag.wound.random_stop")
def test_off_the_board_he_is_lost() -> None:
    fight = blind(FAR, place=(12, 22), leaders=("lone_wolf", ""))
    events = play(fight, dice=[5])
    assert not alive(fight, "lone_wolf")
    assert happened(events, LeftBoard)[0].safe is False
    assert fight.state.leaders_slain == (False, False)


@pytest.mark.rule("mag.wound.random_stop")
@pytest.mark.parametrize(("row", "stays"), [(7, True), (6, False)])
def test_the_corner_of_the_board_is_still_on_it(row: int, stays: bool) -> None:
    """Six squares straight ahead, to the south."""
    fight = scene(hero("lone_wolf", (1, row), facing="S", now=BLIND), FAR, phase="movement")
    play(fight, dice=[5])
    assert alive(fight, "lone_wolf") is stays
    assert not stays or at(fight, "lone_wolf") == (1, 1)


@pytest.mark.rule("mag.wound.random_stop")
def test_after_eight_rolls_he_stands_still() -> None:
    walls = [("building_wall", side, [(12, 12)]) for side in "NESW"]
    fight = blind(on=board(edges=walls))
    play(fight, dice=[1] * 8)
    assert at(fight, "lone_wolf") == (12, 12)


@pytest.mark.rule("mag.wound.random_stop")
def test_a_rider_without_room_to_turn_rolls_again() -> None:
    """He faces north and is to turn east; friends stand where his rear or his front would come to lie."""
    friends = unit("friends", [(11, 12), (13, 11)], all=standing(acted=True))
    prince = hero("prince_pelathar", (12, 12), now=BLIND)  # 11 - 4 points
    fight = scene(prince, friends, FAR, phase="movement")
    play(fight, dice=[30, 1])
    assert (at(fight, "prince_pelathar"), facing(fight, "prince_pelathar")) == ((12, 19), "N")


@pytest.mark.rule("mag.wound.random_facing", "mag.move.turn_long")
@pytest.mark.parametrize(
    ("looks", "roll", "end"),
    [("E", 80, (12, 19)), ("W", 30, (12, 19)), ("N", 80, (5, 12)), ("N", 30, (19, 12)), ("N", 55, (12, 4))],
)
def test_a_blinded_rider_turns_aside_round_his_front_and_about_on_the_spot(
    looks: str, roll: int, end: Square
) -> None:
    """Seven squares to the left, to the right and back; about, his rear at (12, 11) has become his front."""
    prince = hero("prince_pelathar", (12, 12), facing=looks, now=BLIND)
    fight = scene(prince, FAR, phase="movement")
    play(fight, dice=[roll])
    assert at(fight, "prince_pelathar") == end


@pytest.mark.rule("mag.wound.random_stop")
def test_a_rider_who_swings_his_rear_against_an_enemy_is_engaged() -> None:
    prince = hero("prince_pelathar", (12, 12), now=BLIND)
    fight = scene(prince, unit("giaks", [(10, 13)], side="theirs"), phase="movement")
    events = play(fight, dice=[30])  # to the right: his rear comes to lie at (11, 12)
    assert at(fight, "prince_pelathar") == (12, 12)
    assert happened(events, Halted)[0].enemies == ("giaks-1",)


@pytest.mark.rule("mag.wound.random_direction")
def test_a_blinded_piece_locked_in_combat_does_not_move() -> None:
    fight = scene(
        hero("lone_wolf", (12, 12), now=BLIND), unit("giaks", [(12, 13)], side="theirs"), phase="movement"
    )
    play(fight, answers=["done"])  # no roll is asked for, and the next question is in the combat phase
    assert fight.state.phase == "combat" and at(fight, "lone_wolf") == (12, 12)


@pytest.mark.rule("mag.wound.random_direction")
def test_who_lies_hidden_in_the_way_comes_to_light_and_stops_him() -> None:
    lurker = unit("giaks", [(12, 15)], side="theirs", all=standing(hidden=True))
    fight = blind(lurker, on=board(trees=[(12, 15)]))
    play(fight, dice=[5])
    assert alive(fight, "giaks-1") and at(fight, "lone_wolf") == (12, 14)


@pytest.mark.rule("mag.wound.random_water")
def test_a_blinded_piece_that_enters_water_drowns() -> None:
    fight = blind(on=board(water=[(x, 14) for x in range(1, 25)]))
    events = play(fight, dice=[5])
    assert happened(events, Drowned)[0].square == (12, 14)
    assert not alive(fight, "lone_wolf")


@pytest.mark.rule("mag.wound.random_water")
def test_even_a_monster_that_could_wade_drowns() -> None:
    beast = hero("beast", (12, 12), sheet="gourgaz", now=BLIND)
    fight = scene(beast, FAR, phase="movement", on=board(water=[(x, 14) for x in range(1, 25)]))
    events = play(fight, dice=[5])
    assert happened(events, Drowned) and not alive(fight, "beast")


# --- led by the hand ----------------------------------------------------------------------------------------


def led(guide: Square = (13, 12), **more: Any) -> Fight:
    return blind(unit("guides", [guide]), FAR, **more)


LEAD = ["lone_wolf", "guides-1"]


@pytest.mark.rule("mag.wound.lead_blind")
def test_a_friend_beside_him_leads_him_where_his_owner_likes() -> None:
    fight = led()
    play(fight, answers=[*LEAD, {"lone_wolf": "FFFF", "guides-1": "FFFF"}])
    assert (at(fight, "lone_wolf"), at(fight, "guides-1")) == ((12, 16), (13, 16))


@pytest.mark.rule("mag.wound.lead_blind")
def test_the_two_may_be_let_stand() -> None:
    fight = led()
    play(fight, answers=[*LEAD, {}])
    assert at(fight, "lone_wolf") == (12, 12)


@pytest.mark.rule("mag.wound.lead_blind")
def test_the_guide_stays_beside_him_at_every_step_and_goes_no_faster() -> None:
    fight = led()
    parted = {"lone_wolf": "", "guides-1": "FFwFF"}  # away, and back again
    assert refusal(fight, parted, answers=LEAD) == "mag.wound.lead_blind"
    assert refusal(fight, {"lone_wolf": "FFFF", "guides-1": "FF"}, answers=LEAD) == "mag.wound.lead_blind"
    seven = {"lone_wolf": "FFFFFFF", "guides-1": "FFFFFFF"}
    assert refusal(fight, seven, answers=LEAD) == "mag.move.points"
    faster = {"lone_wolf": "FFFFF", "guides-1": "eFnLFFF"}  # he would need eight points to the blind man's six
    assert refusal(fight, faster, answers=LEAD) == "mag.wound.lead_blind"


@pytest.mark.rule("mag.wound.lead_blind")
def test_nobody_leads_from_afar_or_while_engaged() -> None:
    assert asks(led((15, 12))).describe()["options"] == ["guides", "lone_wolf", "done"]
    far = led((15, 12))
    play(far, answers=["lone_wolf"], dice=[5])  # no guide is asked for
    assert at(far, "lone_wolf") == (12, 18)
    locked = blind(unit("guides", [(13, 12)]), unit("giaks", [(14, 11)], side="theirs"))
    play(locked, dice=[80])
    assert at(locked, "lone_wolf") == (6, 12)


@pytest.mark.rule("mag.wound.lead_blind")
def test_a_guide_from_a_unit_does_not_break_it_apart() -> None:
    fight = blind(unit("guides", [(13, 12), (14, 12)]), FAR)
    away = {"lone_wolf": "FFF", "guides-1": "FFF"}
    assert refusal(fight, away, answers=LEAD) == "mag.unit.coherency"
    assert refusal(fight, {"lone_wolf": "F", "guides-1": "F"}, answers=LEAD) == ""


@pytest.mark.rule("mag.wound.lead_blind")
def test_his_owner_may_let_him_blunder_all_the_same() -> None:
    fight = led()
    play(fight, answers=["lone_wolf", "nobody"], dice=[5])
    assert at(fight, "lone_wolf") == (12, 18)


@pytest.mark.rule("mag.wound.random_water", "mag.morale.trigger.leader")
def test_every_unit_tests_when_its_blinded_leader_drowns() -> None:
    pond = board(water=[(12, y) for y in range(13, 20)])
    men = unit("men", [(3, 3), (4, 3)])
    fight = blind(FAR, men, on=pond, leaders=("lone_wolf", ""))
    assert not must_test(fight, fight.setting.group["men"].unit)
    events = play(fight, answers=["lone_wolf"], dice=[1])
    assert happened(events, Drowned) and not happened(events, Slain)
    assert piece(fight, "lone_wolf").fate == "slain"
    assert must_test(fight, fight.setting.group["men"].unit)
    assert not must_test(fight, fight.setting.group["giaks"].unit)


@pytest.mark.rule("mag.wound.random_stop", "mag.morale.trigger.leader")
def test_a_blinded_leader_who_blunders_off_the_board_has_not_been_killed() -> None:
    fight = blind(FAR, unit("men", [(3, 3), (4, 3)]), place=(12, 24), leaders=("lone_wolf", ""))
    play(fight, answers=["lone_wolf"], dice=[1])
    assert piece(fight, "lone_wolf").fate == "fled"
    assert not must_test(fight, fight.setting.group["men"].unit)
