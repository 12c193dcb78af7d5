"""Who wins where an encounter says nothing of its own, and when that is looked at."""

from __future__ import annotations

import pytest

from warhost.rulebooks.magnamund.encounter import DEFAULT_VICTORY
from warhost.rulebooks.magnamund.events import Ended, Slain
from warhost.rulebooks.magnamund.flaws import flaws
from warhost.rulebooks.magnamund.pieces import remove
from warhost.rulebooks.magnamund.setting import Fight

from .scene import book, happened, number, piece, play, scene, standing, unit

BOW = ["longbow", "sword"]


def home_made(ours: int, theirs: int, *, lost: tuple[int, int] = (0, 0), **more: object) -> Fight:
    """So many men and Giaks far apart, and so many lost already, under the default victory."""
    return scene(
        unit("men", [(x, 3) for x in range(1, ours + 1)], lost=lost[0], tested=True),
        unit("giaks", [(x, 22) for x in range(1, theirs + 1)], side="theirs", lost=lost[1], tested=True),
        victory=DEFAULT_VICTORY,
        **more,
    )


def result(fight: Fight) -> str | None:
    if fight.state.outcome is None:
        return None
    return {0: "ours", 1: "theirs", -1: "draw"}[fight.state.outcome.winner]


def after_turn_ten(ours: int, theirs: int, lost: tuple[int, int]) -> str | None:
    fight = home_made(ours, theirs, lost=lost, phase="morale", turn=10, turn_limit=10)
    play(fight)
    return result(fight)


@pytest.mark.rule("mag.setup.victory")
def test_the_larger_share_removed_wins_after_the_last_turn_and_equal_shares_are_a_draw() -> None:
    assert after_turn_ten(8, 8, (2, 2)) == "draw"
    assert after_turn_ten(8, 7, (2, 3)) == "ours"
    assert after_turn_ten(3, 15, (1, 4)) == "theirs"  # a quarter against four of nineteen
    assert after_turn_ten(3, 12, (1, 4)) == "draw"  # a quarter each


@pytest.mark.rule("mag.setup.victory")
def test_a_side_with_nobody_left_loses_in_the_middle_of_a_phase() -> None:
    fight = scene(
        unit("archers", [(5, 5), (6, 5)], weapons=BOW),
        unit("giaks", [(5, 10)], side="theirs"),
        victory=DEFAULT_VICTORY,
        turn=2,
    )
    events = play(fight, answers=["archers", {"archers-1": "giaks-1"}], dice=[1])
    assert [type(event) for event in events if isinstance(event, Slain | Ended)] == [Slain, Ended]
    assert (result(fight), fight.state.phase) == ("ours", "first firing")
    over = book().result(fight.setting, fight.state)
    assert over is not None
    assert (over.winner, over.why) == (0, "the enemy has nothing left on the board")


@pytest.mark.rule("mag.setup.victory")
def test_a_hidden_piece_keeps_its_side_in_the_battle_and_one_that_fled_does_not() -> None:
    fight = home_made(2, 2)
    giaks = [number(fight, "giaks-1"), number(fight, "giaks-2")]
    hidden = scene(
        unit("men", [(5, 3)]),
        unit("giaks", [(5, 22), (6, 22)], side="theirs", pieces={"2": standing(hidden=True)}),
        victory=DEFAULT_VICTORY,
    )
    remove(hidden, number(hidden, "giaks-1"), "slain")
    assert result(hidden) is None
    remove(fight, giaks[0], "fled")
    assert result(fight) is None
    remove(fight, giaks[1], "fled")
    assert result(fight) == "ours"


@pytest.mark.rule("mag.setup.victory")
def test_nothing_is_won_before_the_first_turn_and_nothing_is_won_twice() -> None:
    fight = home_made(1, 1)
    fight.state.phase = "placing"
    remove(fight, number(fight, "giaks-1"), "slain")
    assert result(fight) is None
    fight = home_made(1, 1)
    remove(fight, number(fight, "giaks-1"), "slain")
    remove(fight, number(fight, "men-1"), "slain")
    assert result(fight) == "ours"
    assert len(happened([told.event for told in fight.told], Ended)) == 1


# What must always be true


def test_flaws_tell_of_pieces_that_share_a_square_or_stand_where_they_cannot() -> None:
    fight = scene(
        unit("men", [(5, 5), (6, 5)]),
        unit("giaks", [(5, 9)], side="theirs", all=standing(hidden=True)),
    )
    assert flaws(fight.setting, fight.state) == []
    piece(fight, "giaks-1").square = piece(fight, "men-1").square
    assert flaws(fight.setting, fight.state) == ["giaks-1 and men-1 are both at (5, 5)"]
    piece(fight, "giaks-1").square = fight.setting.board.square(5, 9)
    piece(fight, "men-2").square = fight.setting.board.square(8, 8)
    assert flaws(fight.setting, fight.state) == ["the board and the pieces disagree about [(6, 5), (8, 8)]"]
    piece(fight, "men-2").square = -1
    assert "men-2 is on the board but fills 0 squares" in flaws(fight.setting, fight.state)
