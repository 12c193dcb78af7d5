"""Who wins where an encounter says nothing of its own, and when that is looked at."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from warhost.engine.game import Game
from warhost.rulebooks.magnamund.encounter import DEFAULT_VICTORY
from warhost.rulebooks.magnamund.events import Ended, Slain
from warhost.rulebooks.magnamund.flaws import flaws
from warhost.rulebooks.magnamund.pieces import remove
from warhost.rulebooks.magnamund.setting import Fight, Setting
from warhost.rulebooks.magnamund.state import State

from .scene import SituationCharacter, book, happened, hero, number, piece, play, scene, standing, unit

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


# --- a battle that can no longer change ---------------------------------------------------------------------

LAME = standing(wounds=[("legs", "critical")])
AWAY = {"by": "condition", "winner": "ours", "when": [{"is": "left", "who": "wolf", "edge": "E"}]}
ESCAPE = {"at_once": [AWAY], "at_end": [], "otherwise": "theirs"}


def dusk(*pieces: Any, **more: Any) -> Fight:
    """The end of turn 6 of 12, after the last test of morale; ours win if Lone Wolf escapes to the east."""
    plain = {"victory": ESCAPE, "exits": [{"who": ["wolf"], "edge": "E"}]}
    return scene(*pieces, phase="morale", turn=6, turn_limit=12, active="theirs", **{**plain, **more})


def evening(*pieces: Any, **more: Any) -> Fight:
    fight = dusk(*pieces, **more)
    play(fight)
    return fight


def wolf(now: Any = LAME, **more: Any) -> SituationCharacter:
    return hero("wolf", (5, 5), card="lone_wolf", now=now, **more)


@pytest.mark.rule("mag.setup.victory")
def test_nobody_waits_for_the_last_turn_when_all_who_are_left_are_lame() -> None:
    fight = evening(wolf())
    assert result(fight) == "theirs" and fight.state.turn == 6
    over = book().result(fight.setting, fight.state)
    assert over is not None and over.rule == "mag.setup.victory"
    assert over.why == "the other side did not do what it came for (nobody who is left can do anything any more)"


@pytest.mark.rule("mag.setup.victory")
@pytest.mark.parametrize(
    "still",
    [
        [wolf(standing(wounds=[("legs", "serious")]))],  # he limps on
        [wolf(standing(stunned=7))],  # tomorrow he cannot, the day after he can
        [wolf(skills=["healing"])],  # he may heal his own legs
        [wolf(), unit("giaks", [(20, 20)], side="theirs", tested=True)],
        [wolf(), unit("men", [(20, 20)], tested=True)],
        [wolf(standing(wounds=[("legs", "critical")], obeys=8))],  # the enemy's until turn 8
    ],
)
def test_as_long_as_anybody_may_do_anything_the_battle_goes_on(still: list[Any]) -> None:
    fight = evening(*still)
    assert result(fight) is None and fight.state.phase == "initiative"


@pytest.mark.rule("mag.setup.victory")
def test_who_has_spent_his_healing_can_do_nothing_more() -> None:
    spent = standing(wounds=[("legs", "critical")], uses={"healing": 3})
    assert result(evening(wolf(spent, skills=["healing"]))) == "theirs"


@pytest.mark.rule("mag.setup.victory")
def test_two_lame_enemies_are_done_with_each_other_unless_they_touch_or_shoot() -> None:
    far = hero("beast", (15, 15), side="theirs", card="kootak", now=LAME)
    near = hero("beast", (5, 6), side="theirs", card="kootak", now=LAME)
    assert result(evening(wolf(), far)) == "theirs"
    assert result(evening(wolf(), near)) is None
    assert result(evening(wolf(weapons=["longbow", "sword"]), far)) is None


@pytest.mark.rule("mag.setup.victory")
def test_when_the_enemy_is_gone_and_nothing_left_to_do_decides_it_is_over() -> None:
    """Lone Wolf has blundered off the board: he can neither escape nor be killed any more."""
    giaks = unit("giaks", [(20, 20)], side="theirs", tested=True)
    gone = dusk(wolf(standing()), giaks)
    remove(gone, number(gone, "wolf"), "fled")
    play(gone)
    assert result(gone) == "theirs"
    assert gone.state.outcome is not None and "the enemy is gone" in gone.state.outcome.why


@pytest.mark.rule("mag.setup.victory")
def test_an_area_that_may_yet_be_taken_or_lost_keeps_the_battle_open() -> None:
    area = {"id": "hill", "title": "The hill", "area": {"x": [5, 6], "y": [5, 6]}}
    men = unit("men", [(5, 5)], tested=True)
    for at_end in ([{"by": "majority", "area": "hill"}], [{"by": "share_removed"}]):
        assert result(evening(men, objectives=[area], victory={"at_once": [], "at_end": at_end}, exits=[])) is None


@pytest.mark.rule("mag.setup.victory")
@pytest.mark.parametrize(("needed", "ends"), [(1, None), (2, "theirs")])
def test_an_area_for_which_too_few_are_left_does_not(needed: int, ends: str | None) -> None:
    area = {"id": "hill", "title": "The hill", "area": {"x": [5, 6], "y": [5, 6]}}
    held = {"is": "inside", "who": ["men"], "area": "hill", "at_least": needed}
    at_end = [{"by": "condition", "winner": "ours", "when": [held]}]
    victory = {"at_once": [], "at_end": at_end, "otherwise": "theirs"}
    fight = evening(unit("men", [(9, 9)], tested=True), objectives=[area], victory=victory, exits=[])
    assert result(fight) == ends


# How it stands


def on_the_march(encounter: str) -> tuple[Setting, State]:
    """Everybody stands where he is first offered to stand, and the first turn begins."""
    game = Game(book(), book().setup(encounter, {}), "1")
    chance = Random(1)
    while game.checkpoint.phase in ("sides", "skills", "placing", "leaders"):
        question = game.pending()[0]
        game.answer(question.sample(chance), question.side)
    return game.setting, game.checkpoint


@pytest.mark.rule("mag.setup.victory")
@pytest.mark.parametrize(
    "encounter, said",
    [
        ("mill_farm", "Now a draw; the farmhouse: 0 to 0; enemies removed: 0 % to 0 %"),
        ("princes_stand", "Now a draw; points: 0 to 0"),
        ("forest_road", "Now victory for the Darklords; Lone Wolf has not left the board; Lone Wolf lives"),
    ],
)
def test_the_score_tells_what_the_verdicts_count_and_who_would_win_now(encounter: str, said: str) -> None:
    setting, state = on_the_march(encounter)
    assert [book().view(setting, state, player).score for player in (0, 1, None)] == [said] * 3


@pytest.mark.rule("mag.setup.victory", "mag.setup.hidden")
def test_a_hidden_piece_counts_in_the_score_of_its_own_side_alone() -> None:
    setting, state = on_the_march("mill_farm")
    lurker = next(piece for piece in state.pieces if piece.side == 1)
    lurker.square, lurker.fate = min(setting.areas["farmhouse"]), "hidden"
    own, other, watcher = (book().view(setting, state, player).score for player in (1, 0, None))
    assert own.startswith("Now victory for the Darklords; the farmhouse: 0 to 1;")
    assert other == watcher and other.startswith("Now a draw; the farmhouse: 0 to 0;")
