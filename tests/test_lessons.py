"""Every game has a lesson: small situations with a task that can be done, told in a few words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from warhost.engine.game import Game
from warhost.engine.lesson import lesson_files
from warhost.engine.manner import lead
from warhost.engine.playing import played
from warhost.engine.rulebook import installed, rulebook
from warhost.engine.situation import Case, read_case
from warhost.players.tactician import Tactician

STEPS = [(name, path) for name in installed() for path in lesson_files(rulebook(name))]
GAMES = ("magnamund", "threeplains", "regiments", "warband", "missum")
MOST_ANSWERS, TRIES = 8, 20
SHORT = 420  # characters: half a minute of reading


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_goes_from_the_first_move_to_the_fight(name: str) -> None:
    titles = [read_case(path).title for path in lesson_files(rulebook(name))]
    assert titles == ["Move", "Shoot", "Charge", "Fight"]


def _game(case: Case) -> Game[Any, Any]:
    return Game(case.book, case.setup, "lesson", start=case.state)


@pytest.mark.parametrize(("name", "path"), STEPS, ids=lambda one: getattr(one, "stem", one))
def test_a_step_asks_the_learner_first_and_is_told_briefly(name: str, path: Any) -> None:
    case = read_case(path)
    assert case.script.rulebook == name
    assert case.script.lesson is not None and case.script.lesson.until
    assert [question.side for question in _game(case).pending()] == [0]
    lesson = case.script.lesson
    assert 0 < len(case.text) < SHORT and 0 < len(lesson.task) < 130 and 0 < len(lesson.after) < SHORT


@pytest.mark.parametrize(("name", "path"), STEPS, ids=lambda one: getattr(one, "stem", one))
def test_a_step_can_be_done(name: str, path: Any) -> None:
    """Chance in the learner's place comes upon what is asked within a few answers."""
    assert any(_done_by_chance(read_case(path), seed) for seed in range(TRIES))


def _done_by_chance(case: Case, seed: int) -> bool:
    assert case.script.lesson is not None
    game, chance = _game(case), Random(seed)
    for _ in range(MOST_ANSWERS):
        if not (pending := game.pending()) or _done(game, case.script.lesson.until):
            break
        game.answer(pending[0].sample(chance), pending[0].side)
    return _done(game, case.script.lesson.until)


@pytest.mark.parametrize(("name", "path"), STEPS, ids=lambda one: getattr(one, "stem", one))
def test_whoever_follows_the_advice_does_what_is_asked(name: str, path: Any) -> None:
    case, adviser = read_case(path), Tactician("advice", float("inf"))
    assert case.script.lesson is not None
    game = _game(case)
    for _ in range(MOST_ANSWERS):
        if not (pending := game.pending()) or _done(game, case.script.lesson.until):
            break
        side = pending[0].side
        game.answer(adviser.answer(pending[0], game.seat(side)), side)
    assert _done(game, case.script.lesson.until)


def _done(game: Game[Any, Any], until: tuple[str, ...]) -> bool:
    names = game.book.spokesman.names(game.setting, game.checkpoint)
    return any(played(one.event, names).deed in until for step in game.told for one in step)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("One thing. Another.", "One thing."),
        ("Roll off (tp.setup.roll); the winner begins.", "Roll off; the winner begins."),
        ("word " * 100, f"{'word ' * 46}word …"),
    ],
)
def test_the_lead_of_a_rule_is_its_first_sentence(text: str, said: str) -> None:
    assert lead(text) == said
