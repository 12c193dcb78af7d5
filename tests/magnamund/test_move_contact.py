"""Contact with the enemy ends moves, and levels keep pieces apart."""

from __future__ import annotations

import pytest

from warhost.rulebooks.magnamund.events import Attacked, Halted, PhaseBegan
from warhost.rulebooks.magnamund.pieces import engaged, touching
from warhost.rulebooks.magnamund.setting import Fight

from .marching import barred, field, forbidden, march, walk
from .scene import Square, asks, board, happened, hero, number, piece, play, refusal, scene, unit

BANK = ["......", "......", "kkkkkk", "wwwwww", "wwwwww", "kkkkkk", "......", "......"]


def facing_off(ours: Square, theirs: Square, **more: object) -> Fight:
    return field(unit("men", [ours]), unit("giaks", [theirs], side="theirs"), **more)


def in_contact(fight: Fight, one: str, other: str) -> bool:
    first, second = number(fight, one), number(fight, other)
    assert (second in touching(fight, first)) == (first in touching(fight, second))
    return second in touching(fight, first)


@pytest.mark.rule("mag.move.engage")
def test_a_step_to_a_square_diagonal_to_an_enemy_ends_the_move_and_holds_the_enemy() -> None:
    fight = facing_off((5, 5), (6, 9))
    assert forbidden(fight, "men", {"men-1": "FFFF"}) == "mag.move.engage"
    assert forbidden(fight, "men", {"men-1": "FFFe"}) == "mag.move.engage"  # nor may it turn with what is left
    events = march(fight, "men", {"men-1": "FFF"})
    assert happened(events, Halted) == [Halted("mag.move.engage", "men-1", ("giaks-1",))]
    assert asks(fight).what == "attack with"  # the Giak has no move, so that next comes combat
    began = happened(play(fight, answers=["done"]), PhaseBegan)
    assert (began[0].side, began[0].phase) == (1, "movement")  # its half went by without a question


@pytest.mark.rule("mag.move.engage")
def test_of_the_enemys_unit_only_the_piece_in_contact_is_held() -> None:
    fight = field(unit("men", [(5, 5)]), unit("giaks", [(6, 9), (7, 9), (8, 9)], side="theirs"))
    march(fight, "men", {"men-1": "FFF"})
    assert refusal(fight, {"giaks-1": "F"}, answers=["giaks"]) == "mag.move.locked"
    assert refusal(fight, {"giaks-2": "s"}, answers=["giaks"]) == "mag.move.turn"
    assert refusal(fight, {"giaks-3": "R"}, answers=["giaks"]) == ""


@pytest.mark.rule("mag.move.engage")
@pytest.mark.parametrize("feature", ["high_wall", "building_wall", "arrow_slit", "rampart_crenellation"])
def test_there_is_no_contact_through_a_high_wall_and_its_like(feature: str) -> None:
    walled = board(edges=[(feature, "N", [(4, 4), (5, 4), (6, 4)])])
    assert not in_contact(facing_off((5, 4), (5, 5), on=walled), "men-1", "giaks-1")
    low = board(edges=[("low_wall", "N", [(5, 4)])])
    assert in_contact(facing_off((5, 4), (5, 5), on=low), "men-1", "giaks-1")


@pytest.mark.rule("mag.move.engage", "mag.piece.footprint")
def test_a_rider_is_in_contact_with_any_of_his_squares() -> None:
    def rider_and(theirs: Square) -> Fight:
        return field(
            unit("riders", [(5, 5)], sheet="cavalry", weapons=["lance"]), unit("giaks", [theirs], side="theirs")
        )

    near = {(x, y) for x in (4, 5, 6) for y in (3, 4, 5, 6)} - {(5, 5), (5, 4)}
    around = {(x, y) for x in range(3, 8) for y in range(2, 8)} - {(5, 5), (5, 4)}
    assert {square for square in around if in_contact(rider_and(square), "riders-1", "giaks-1")} == near


@pytest.mark.rule("mag.move.engage")
def test_a_riders_rear_square_halts_him_too() -> None:
    fight = field(
        unit("riders", [(5, 5)], sheet="cavalry", weapons=["lance"]), unit("giaks", [(8, 4)], side="theirs")
    )
    assert walk(fight, "riders-1", "RR") == ([(7, 7), (7, 6)], "N", 4)
    assert barred(fight, "riders-1", "eFFF") == "mag.move.engage"  # his front has come next to the Giak
    rear = field(
        unit("riders", [(5, 5)], sheet="cavalry", weapons=["lance"]), unit("giaks", [(3, 5)], side="theirs")
    )
    assert barred(rear, "riders-1", "eF") == "mag.move.engage"  # his rear came next to it in the turn


@pytest.mark.rule("mag.move.locked")
def test_a_piece_next_to_an_enemy_neither_moves_nor_turns_but_its_comrades_do() -> None:
    fight = field(unit("men", [(5, 5), (4, 5), (3, 5)]), unit("giaks", [(6, 5)], side="theirs"))
    assert forbidden(fight, "men", {"men-1": "F"}) == "mag.move.locked"
    assert forbidden(fight, "men", {"men-1": "e"}) == "mag.move.locked"
    assert forbidden(fight, "men", {"men-3": "R"}) == ""
    assert forbidden(fight, "men", {"men-3": "FF"}) == "mag.unit.coherency"
    assert forbidden(fight, "men", {"men-2": "FF"}) == "mag.unit.coherency"


@pytest.mark.rule("mag.move.locked")
def test_a_hero_in_combat_is_not_even_asked_to_move() -> None:
    fight = field(hero("lone_wolf", (5, 5)), unit("men", [(9, 5)]), unit("giaks", [(6, 6)], side="theirs"))
    assert list(asks(fight).options) == ["men", "done"]  # type: ignore[attr-defined]
    assert refusal(fight, "lone_wolf") == "mag.turn.phase2"


# Levels


@pytest.mark.rule("mag.move.levels")
def test_a_man_on_a_rampart_and_a_giak_below_it_cannot_reach_each_other() -> None:
    fight = facing_off((5, 5), (5, 6), on=board(rampart=[(5, 5), (4, 5)]))
    assert not engaged(fight, number(fight, "men-1"))
    assert not engaged(fight, number(fight, "giaks-1"))
    fight.state.phase = "combat"
    assert fight.state.outcome is None
    play(fight)  # nobody can attack: the combat phase passes
    assert fight.state.phase != "combat"
    lone = field(unit("men", [(5, 5)]), on=board(rampart=[(5, 5)]))
    assert forbidden(lone, "men", {"men-1": "F"}) == "mag.move.levels"
    below = field(unit("men", [(5, 4)]), on=board(rampart=[(5, 5)]))
    assert forbidden(below, "men", {"men-1": "F"}) == "mag.move.levels"


@pytest.mark.rule("mag.move.levels")
def test_half_a_level_is_stepped_and_fought_over_as_on_the_flat() -> None:
    slope = board(slope=[(5, 5)], hilltop=[(5, 6)])
    fight = field(unit("men", [(5, 4)]), on=slope)
    assert walk(fight, "men-1", "FF") == ([(5, 6)], "N", 3)  # up the slope for 2, onto the top for 1
    assert in_contact(facing_off((5, 4), (5, 5), on=slope), "men-1", "giaks-1")
    assert in_contact(facing_off((5, 5), (5, 6), on=slope), "men-1", "giaks-1")
    cliff = board(hilltop=[(5, 5)])
    assert not in_contact(facing_off((5, 4), (5, 5), on=cliff), "men-1", "giaks-1")
    assert forbidden(field(unit("men", [(5, 4)]), on=cliff), "men", {"men-1": "F"}) == "mag.move.levels"


@pytest.mark.rule("mag.move.levels")
def test_a_gourgaz_in_the_river_is_in_contact_with_a_man_on_the_bank_who_stands_higher() -> None:
    fight = scene(
        unit("men", [(3, 6)], facing="S"),
        hero("gourgaz", (3, 5), side="theirs", sheet="gourgaz", card="", weapons=["axe"], facing="W"),
        on=board(rows=BANK),
        phase="combat",
    )
    assert fight.setting.board.levels[piece(fight, "gourgaz").square] == -2
    assert in_contact(fight, "men-1", "gourgaz")
    events = play(fight, answers=["men", {"men-1": "gourgaz"}], dice=[100])
    (blow,) = happened(events, Attacked)
    assert "mag.combat.mod.high_ground" in [step.rule for step in blow.because]


@pytest.mark.rule("mag.move.levels")
def test_a_ladder_joins_two_levels() -> None:
    data = board(rampart=[(5, 5)], edges=[("ladder", "S", [(5, 5)])])
    assert walk(field(unit("men", [(5, 4)]), on=data), "men-1", "F") == ([(5, 5)], "N", 4)
    assert in_contact(facing_off((5, 4), (5, 5), on=data), "men-1", "giaks-1")
