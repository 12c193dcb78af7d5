"""Random battles of every rulebook: they end, break nothing, and run again elsewhere to the same hashes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from warhost.engine.battle import fingerprint
from warhost.engine.game import Game
from warhost.engine.record import load, record, reopen, save
from warhost.engine.rulebook import installed, rulebook
from warhost.players.random import RandomPlayer
from warhost.roster.lists import ready_rosters

SCENARIOS = [(name, scenario.id) for name in sorted(installed()) for scenario in rulebook(name).scenarios()]
FIRST = [
    pytest.param(name, scenario.id, marks=[pytest.mark.slow] * number)
    for name in sorted(installed())
    for number, scenario in enumerate(rulebook(name).scenarios()[:2])
]
"""Enough for a look at every game, the second more slowly; all its scenarios are fought by the slow tests."""
POINTS = (500, 1000)
FEW, MANY = range(24), range(24, 60)  # battles of each game, all its scenarios together


def random_players(seed: int, sides: int = 2) -> list[RandomPlayer]:
    return [RandomPlayer(f"{seed}{letter}") for letter in "abcd"[:sides]]


def shared_out(battles: range, name: str, scenario: str) -> range:
    """The scenarios of a game share its battles: together they fight all of them."""
    scenarios = [one.id for one in opened(name).scenarios()]
    return battles[scenarios.index(scenario) :: len(scenarios)]


@cache
def opened(name: str) -> Any:
    """Reading the data files takes as long as a battle."""
    return rulebook(name)


def options(book: Any, scenario: str, seed: int) -> dict[str, str]:
    """What was agreed on: the values of options in every combination, and ready armies; no free words."""
    offered = {name: values for name, values in book.options.items() if values}
    agreed = {name: values[(seed >> place) % len(values)] for place, (name, values) in enumerate(offered.items())}
    own_forces = any(one.forces for one in book.scenarios() if one.id == scenario)
    return agreed if own_forces else {**agreed, **armies(book, seed)}


def armies(book: Any, seed: int) -> dict[str, str]:
    """Two ready rosters of the same points, where there are any; in time every army meets every other."""
    if not hasattr(book, "lists"):
        return {}
    names, around = sorted(book.lists.armies()), seed // len(book.lists.armies())
    sizes = sizes_of(book)
    points = sizes[(seed + around) % len(sizes)]
    one, other = names[seed % len(names)], names[(seed + around + 1) % len(names)]
    return {"armies": f"{fielded(book, one, points)}, {fielded(book, other, points)}"}


def fielded(book: Any, army: str, points: int) -> str:
    """The ready roster of an army; where there is none a small one of chance, for points buy more in some games."""
    ready = f"{army}_{points}"
    return ready if ready in ready_rosters(book.lists) else f"{army}:{points // 5}:{points}"


def sizes_of(book: Any) -> list[int]:
    """Of these points there are ready armies; where there are none at all, any will do."""
    ready = ready_rosters(book.lists)
    sizes = [points for points in POINTS if all(f"{army}_{points}" in ready for army in book.lists.armies())]
    return sizes or list(POINTS)


def fought(book: Any, scenario: str, seed: int) -> Game[Any, Any]:
    """A battle of random players to its end, looked at after every step."""
    game = Game(book, book.setup(scenario, options(book, scenario, seed)), str(seed))

    def sound(game: Game[Any, Any]) -> bool:
        flaws = book.flaws(game.setting, game.checkpoint)
        assert not flaws, f"seed {seed}, step {len(game.steps)}: {flaws}"
        return False

    game.play(random_players(seed, len(book.sides(game.setting))), until=sound)
    assert game.result is not None
    return game


@pytest.mark.parametrize("name", sorted(installed()))
def test_seeds_that_follow_each_other_try_every_option_and_every_army_in_time(name: str) -> None:
    book = opened(name)
    tried = [options(book, "", seed) for seed in range(144)]
    for option, values in book.options.items():
        assert {agreed.get(option) for agreed in tried if option != "armies"} >= set(values)
    if hasattr(book, "lists"):
        seen = {army for agreed in tried for army in agreed["armies"].split(", ")}
        assert seen == {fielded(book, army, points) for army in book.lists.armies() for points in sizes_of(book)}
        assert len({agreed["armies"] for agreed in tried}) == len(book.lists.armies()) ** 2


@pytest.mark.parametrize("name, scenario", FIRST)
def test_random_battles_run_to_their_end_and_break_nothing(name: str, scenario: str) -> None:
    for seed in shared_out(FEW, name, scenario):
        fought(opened(name), scenario, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name, scenario", SCENARIOS)
def test_many_random_battles_run_to_their_end_and_break_nothing(name: str, scenario: str) -> None:
    for seed in shared_out(MANY, name, scenario):
        fought(opened(name), scenario, seed)


def hashes_elsewhere(games: Iterable[Game[Any, Any]], folder: Path) -> list[str]:
    """What these battles come to in a process of their own, which orders its sets otherwise."""
    files = [folder / f"{number}.json" for number, _ in enumerate(games)]
    for game, file in zip(games, files, strict=True):
        save(record(game), file)
    script = "import sys; from pathlib import Path; from warhost.engine.record import load, reopen; "
    script += "[print(reopen(load(Path(file))).hash) for file in sys.argv[1:]]"
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    command = [sys.executable, "-c", script, *map(str, files)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.parametrize("name, scenario", FIRST)
def test_a_replay_in_a_fresh_process_gives_the_same_hashes(name: str, scenario: str, tmp_path: Path) -> None:
    game = fought(opened(name), scenario, 1)
    assert hashes_elsewhere([game], tmp_path) == [game.hash]


@pytest.mark.slow
@pytest.mark.parametrize("name, scenario", SCENARIOS)
def test_replays_of_many_battles_give_the_same_hashes(name: str, scenario: str, tmp_path: Path) -> None:
    games = [fought(opened(name), scenario, seed) for seed in shared_out(MANY, name, scenario)[::12]]
    assert hashes_elsewhere(games, tmp_path) == [game.hash for game in games]


@pytest.mark.parametrize("name, scenario", FIRST)
def test_one_answer_at_a_time_gives_the_same_battle(name: str, scenario: str) -> None:
    book = opened(name)
    direct = fought(book, scenario, 2)
    live = Game(book, direct.setup, direct.seed)
    for answer in (answer for step in direct.steps for answer in step.answers):
        live.pending()
        live.answer(answer)
    live.pending()
    assert [step.hash for step in live.steps] == [step.hash for step in direct.steps]
    assert live.told == direct.told


@pytest.mark.parametrize("name, scenario", FIRST)
def test_copies_and_forks_do_not_touch_the_original(name: str, scenario: str) -> None:
    book = opened(name)
    game = Game(book, book.setup(scenario, options(book, scenario, 3)), "fork")
    sides = len(book.sides(game.setting))
    players = dict(enumerate(random_players(3, sides)))
    for number in range(60):
        questions = game.pending()
        if not questions:
            break
        if number % 15 == 7:
            before, asked = fingerprint(game.checkpoint), [question.describe() for question in questions]
            ends = []
            for twin in (game.fork(), game.fork()):
                twin.play(random_players(4, sides))
                ends.append(twin.hash)
            assert ends[0] == ends[1]
            assert fingerprint(game.checkpoint) == before
            assert [question.describe() for question in game.pending()] == asked
        question = questions[0]
        game.answer(players[question.side].answer(question, game.seat(question.side)), question.side)


@pytest.mark.parametrize("name, scenario", FIRST)
def test_a_game_saved_at_any_question_goes_on_there(name: str, scenario: str, tmp_path: Path) -> None:
    book = opened(name)
    direct = fought(book, scenario, 4)
    game = Game(book, direct.setup, direct.seed)
    answers = [answer for step in direct.steps for answer in step.answers]
    for number, answer in enumerate(answers):
        question = game.pending()[0]
        if number % 40 == 11:
            save(record(game), tmp_path / "open.json")
            again = reopen(load(tmp_path / "open.json"))
            assert again.pending()[0].describe() == question.describe()
            assert again.seat(question.side).view() == game.seat(question.side).view()
        game.answer(answer)


@pytest.mark.parametrize("name, scenario", FIRST)
def test_every_answer_that_questions_offer_is_lawful(name: str, scenario: str) -> None:
    book = opened(name)
    game = Game(book, book.setup(scenario, options(book, scenario, 5)), "offers")
    players = dict(enumerate(random_players(5, len(book.sides(game.setting)))))
    for _ in range(60):
        questions = game.pending()
        if not questions:
            break
        for question in questions:
            offered = question.suggest()
            assert offered, question.describe()
            for answer in offered:
                assert question.refuse(answer) is None, (question.what, answer)
        question = questions[0]
        game.answer(players[question.side].answer(question, game.seat(question.side)), question.side)
