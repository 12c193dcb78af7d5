"""Setup, seed and answers: live, direct, replayed, undone and forked games are the same game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from warhost.engine.battle import fingerprint
from warhost.engine.game import Game, PlayerError
from warhost.engine.player import Seat
from warhost.engine.question import Answer, Question, Refused, TypeDice
from warhost.players.random import RandomPlayer

from .toy import Toy

TOY: Any = Toy()


def new(seed: str = "x", **more: Any) -> Game[Any, Any]:
    return Game(TOY, TOY.setup(None, {}), seed, **more)


def fought(seed: str) -> Game[Any, Any]:
    game = new(seed)
    game.play([RandomPlayer(f"{seed}a"), RandomPlayer(f"{seed}b")])
    return game


def one_by_one(game: Game[Any, Any], steps: list[tuple[Answer, ...]]) -> None:
    for answers in steps:
        for answer in answers:
            game.answer(answer)


@pytest.mark.parametrize("seed", [str(number) for number in range(30)])
def test_one_answer_at_a_time_ends_as_the_direct_run_did(seed: str) -> None:
    direct, live = fought(seed), new(seed)
    one_by_one(live, [step.answers for step in direct.steps])
    assert live.pending() == ()
    assert live.checkpoint == direct.checkpoint
    assert [step.hash for step in live.steps] == [step.hash for step in direct.steps]
    assert live.told == direct.told


def test_the_course_of_a_game_is_what_it_was_after_every_step() -> None:
    game = fought("7")
    assert [fingerprint(state) for state in game.course()][1:] == [step.hash for step in game.steps]


def test_the_same_seed_gives_the_same_dice_and_another_seed_others() -> None:
    assert fought_with("charge", "1") == fought_with("charge", "1")
    assert fought_with("charge", "1") != fought_with("charge", "2")


def fought_with(order: str, seed: str) -> list[Any]:
    game = new(seed)
    one_by_one(game, [("bold", "bold", order, "brace")])
    game.pending()
    return game.events(None)


def test_simultaneous_questions_are_open_together_and_answered_in_any_order() -> None:
    game = new()
    assert [question.side for question in game.pending()] == [0, 1]
    game.answer("wary", side=1)
    assert [(question.side, question.what) for question in game.pending()] == [(0, "stance")]
    with pytest.raises(Refused, match="nothing is asked of side 1 now"):
        game.answer("bold", side=1)
    game.answer("bold", side=0)
    assert game.known == ["bold", "wary"]


def test_an_unlawful_answer_changes_nothing() -> None:
    game = new()
    before = game.pending()
    with pytest.raises(Refused, match=r"'rash' is not one of bold, wary \[toy.stance\]"):
        game.answer("rash")
    assert game.pending() == before
    assert not game.known


def test_an_answer_for_another_side_is_refused() -> None:
    game = new()
    one_by_one(game, [("bold", "bold")])
    with pytest.raises(Refused, match="nothing is asked of side 1 now; side 0 must answer"):
        game.answer("charge", side=1)


def test_an_answer_that_comes_late_is_refused() -> None:
    game = new()
    one_by_one(game, [("bold", "bold")])
    asked = game.decisions
    game.answer("charge", at=asked)
    with pytest.raises(Refused, match="question 2 is not open; question 3 is"):
        game.answer("brace", at=asked)
    assert game.known == ["bold", "bold", "charge"]


def test_an_answer_after_the_end_is_refused() -> None:
    game = fought("7")
    with pytest.raises(Refused, match="the battle is over"):
        game.answer("charge")


def test_a_fork_leaves_the_game_as_it_was() -> None:
    game = new()
    one_by_one(game, [("bold", "bold", "charge")])
    before, question = fingerprint(game.checkpoint), game.pending()[0]
    fork = game.fork()
    fork.answer("shoot")
    fork.pending()
    assert fork.checkpoint.turn == 2
    assert fingerprint(game.checkpoint) == before
    assert game.pending()[0] is question


def test_a_fork_played_to_the_end_with_the_same_dice_ends_the_same() -> None:
    game = new("5")
    one_by_one(game, [("bold", "bold", "charge")])
    ends = []
    for twin in (game, game.fork()):
        twin.play([RandomPlayer("a"), RandomPlayer("b")])
        ends.append((twin.hash, twin.checkpoint))
    assert ends[0] == ends[1]


def test_a_fork_with_another_seed_does_not_see_the_coming_dice() -> None:
    tries = []
    game = new("5")
    one_by_one(game, [("bold", "bold", "charge")])
    for number in range(20):
        fork = game.fork(seed=f"guess {number}")
        fork.answer("brace")
        fork.pending()
        tries.append(fork.checkpoint.models[1])
    assert len(set(tries)) > 1


def test_undo_keeps_the_dice() -> None:
    game = new("9")
    one_by_one(game, [("bold", "bold", "charge", "brace")])
    game.pending()
    told, after = game.told[0], game.checkpoint
    back = game.undone()
    assert back.pending()[0].what == "reaction"
    back.answer("brace")
    back.pending()
    assert back.told[0] == told
    assert back.checkpoint == after


def test_undo_goes_back_to_a_side_s_own_last_decision() -> None:
    game = new("9")
    one_by_one(game, [("bold", "bold", "charge", "brace")])
    back = game.undone(side=0)
    assert (back.pending()[0].side, back.pending()[0].what) == (0, "order")


def test_undo_through_steps_that_bots_played_at_once() -> None:
    game = fought("3")
    back = game
    for _ in range(4):
        back = back.undone()
    again = new("3")
    for step in back.steps:
        again.run_step(step.answers)
    assert again.checkpoint == back.checkpoint


def test_nothing_can_be_taken_back_before_the_first_answer() -> None:
    with pytest.raises(Refused, match="nothing to take back"):
        new().undone()


def test_what_is_told_to_one_side_is_not_heard_by_the_other() -> None:
    game = new("2")
    one_by_one(game, [("wary", "bold", "hold")])
    game.pending()
    assert any(told.event.rule == "toy.secret" for told in game.events(0))
    assert not any(told.event.rule == "toy.secret" for told in game.events(1))
    assert not any(told.event.rule == "toy.secret" for told in game.events(None))


def test_real_dice_are_typed_in_as_answers() -> None:
    game = new(manual=True)
    one_by_one(game, [("bold", "bold", "charge", "brace")])
    question = game.pending()[0]
    assert isinstance(question, TypeDice)
    with pytest.raises(Refused, match="expected 6 dice from 1 to 6"):
        game.answer([1, 2, 3])
    with pytest.raises(Refused, match="expected 6 dice from 1 to 6"):
        game.answer([1, 2, 3, 4, 5, 7])
    game.answer([1, 1, 4, 5, 6, 3])
    game.pending()
    assert game.checkpoint.models == [6, 3]
    again = new(manual=True)
    again.run_step(game.steps[0].answers)
    assert again.checkpoint == game.checkpoint


def test_players_who_err_are_named() -> None:
    class Rash:
        name, lawful = "rash", False

        def answer(self, question: Question, seat: Seat) -> Answer:
            return "rash"

    with pytest.raises(PlayerError, match="rash answered 'stance' with 'rash'"):
        new().play([Rash(), Rash()])


def test_play_goes_on_from_the_middle_of_a_step() -> None:
    game = new("4")
    one_by_one(game, [("bold", "bold", "charge")])
    decisions = game.play([RandomPlayer("a"), RandomPlayer("b")])
    assert game.result is not None
    assert decisions == sum(len(step.answers) for step in game.steps) - 3


def test_without_keeping_only_the_state_is_left() -> None:
    kept, bare = new("4"), new("4")
    for game, keep in ((kept, True), (bare, False)):
        game.play([RandomPlayer("a"), RandomPlayer("b")], keep=keep)
    assert bare.checkpoint == kept.checkpoint
    assert bare.steps == []


def test_a_copy_never_changes_when_the_original_plays_on() -> None:
    game = new("6")
    one_by_one(game, [("bold", "bold", "charge", "brace")])
    game.pending()
    copy = game.checkpoint.copy()
    mark = fingerprint(copy)
    game.play([RandomPlayer("a"), RandomPlayer("b")])
    assert fingerprint(copy) == mark


def test_dice_since_the_last_answer_are_noticed() -> None:
    game = new("6")
    one_by_one(game, [("bold", "bold")])
    assert not game.dice_since_answer
    one_by_one(game, [("charge", "shoot")])
    assert game.dice_since_answer


def test_a_random_player_draws_only_lawful_answers() -> None:
    chance = Random(1)
    for question in new().pending():
        assert all(question.refuse(question.sample(chance)) is None for _ in range(20))
