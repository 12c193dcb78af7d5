"""Campaigns as a whole: battles to which not everybody can come, stopping at every step, files altered by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from warhost.cli.main import cli
from warhost.engine.chronicle import Chronicled, Founding
from warhost.engine.data import DataError
from warhost.engine.game import Game
from warhost.players.random import RandomPlayer

from ..aftermath import end_of
from ..scene import book

NAMES = ["lantern", "unquiet", "gutter", "ash"]


def begun(path: Path, number: int, absent: tuple[int, ...] = (), **options: str) -> Chronicled:
    """A campaign whose absent warbands have nobody left but a hero who misses two battles."""
    kind = book().campaign
    setup = kind.found([f"{name}_500" for name in NAMES[:number]], options)
    for player in absent:
        one = setup["ledgers"][player]
        one["heroes"], one["groups"] = one["heroes"][:1], []
        one["heroes"][0]["misses"] = 2
    return Chronicled.begun(path, Founding("warband.campaign", setup, "9", ("random",) * number), kind)


def answer_one(game: Chronicled) -> bool:
    """One answer more, the same for whoever comes to this moment; False when it is over."""
    questions, kind = game.pending(), book().campaign
    if not questions:
        return False
    question, fixture = questions[0], kind.due(game.setting, game.checkpoint)
    if fixture is not None and question.side == kind.field(game.setting):
        game.answer(end_of(fixture), question.side)
    else:
        known = game.seat(question.side).known()
        game.answer(next(kind.consider(game.setting, known, question)), question.side)
    return True


# --- who cannot come --------------------------------------------------------------------------------------------


@pytest.mark.rule("war.camp.few", "war.multi.after", "war.camp.fixtures")
@pytest.mark.parametrize("number, absent", [(4, 1), (3, 0)])
def test_the_others_fight_a_real_battle_without_who_cannot_come(number: int, absent: int, tmp_path: Path) -> None:
    game, kind = begun(tmp_path / "a.jsonl", number, (absent,), battles="1", pairings="together"), book().campaign
    before = [ledger.heroes[0].experience for ledger in game.setting.ledgers]
    game.pending()
    fixture = kind.due(game.setting, game.checkpoint)
    assert fixture is not None and fixture.players == tuple(one for one in range(number) if one != absent)
    fought = Game(book(), fixture.setup, fixture.seed(game.seed))
    fought.play([RandomPlayer(str(at)) for at in range(number - 1)], keep=False)
    game.answer(kind.home(game.setting, game.checkpoint, fought), kind.field(game.setting))
    while answer_one(game):
        pass
    end = game.checkpoint.fought[0]
    assert end.players == (*fixture.players, absent) and end.ranking[-1] == number - 1 and not end.forfeit
    stayed = game.checkpoint.ledgers[absent].heroes[0]
    assert stayed.misses == 1 and stayed.experience == before[absent]
    others = [ledger for player, ledger in enumerate(game.checkpoint.ledgers) if player != absent]
    assert all(ledger.battles == 1 for ledger in others) and game.result is not None


@pytest.mark.rule("war.camp.few")
@pytest.mark.parametrize("absent, players", [((1, 2), (0, 3)), ((0, 1, 2), None), ((0, 1, 2, 3), None)])
def test_of_four_two_fight_and_one_alone_has_won(
    absent: tuple[int, ...], players: tuple[int, ...] | None, tmp_path: Path
) -> None:
    game, kind = begun(tmp_path / "a.jsonl", 4, absent, battles="1", pairings="together"), book().campaign
    game.pending()
    fixture = kind.due(game.setting, game.checkpoint)
    assert (fixture.players if fixture else None) == players
    while answer_one(game):
        pass
    end = game.checkpoint.fought[0]
    assert end.forfeit is (players is None) and end.winner == (-1 if len(absent) == 4 else 0)
    assert [
        ledger.heroes[0].misses for player, ledger in enumerate(game.checkpoint.ledgers) if player in absent
    ] == [1] * len(absent)
    if len(absent) == 3:
        assert end.players[0] == 3 and game.checkpoint.ledgers[3].won == 1


@pytest.mark.rule("war.camp.few", "war.camp.xp", "war.camp.income")
def test_a_forfeit_gives_a_win_a_die_and_nothing_for_enemies(tmp_path: Path) -> None:
    game = begun(tmp_path / "a.jsonl", 2, (1,), battles="1")
    while answer_one(game):
        pass
    won, lost = game.checkpoint.ledgers
    assert won.won == 1 and lost.won == 0 and game.checkpoint.fought[0].forfeit
    assert won.heroes[0].experience == 20 + 1 + 1 and lost.heroes[0].experience == 20
    assert won.treasury != 14  # what was searched for, sold and spent


# --- stopped and taken up ---------------------------------------------------------------------------------------


@pytest.mark.rule("war.camp.linked", "war.camp.sequence", "war.camp.fixtures")
@pytest.mark.parametrize(
    "number, options",
    [
        (4, {"battles": "1", "pairings": "together"}),
        pytest.param(3, {"battles": "4"}, marks=pytest.mark.slow),
        pytest.param(4, {"battles": "4"}, marks=pytest.mark.slow),
    ],
)
def test_stopped_at_every_step_a_campaign_of_several_ends_alike(
    number: int, options: dict[str, str], tmp_path: Path
) -> None:
    straight = begun(tmp_path / "straight.jsonl", number, **options)
    while answer_one(straight):
        pass
    stopped = begun(tmp_path / "stopped.jsonl", number, **options)
    while answer_one(stopped):
        again = Chronicled.opened(tmp_path / "stopped.jsonl", book().campaign)
        stopped.pending()
        assert again.hash == stopped.hash and again.decisions == stopped.decisions
        stopped = again
    assert (tmp_path / "stopped.jsonl").read_bytes() == (tmp_path / "straight.jsonl").read_bytes()
    assert stopped.result == straight.result is not None
    accounts = [book().campaign.account(game.setting, game.checkpoint) for game in (straight, stopped)]
    assert accounts[0] == accounts[1]


# --- altered by hand --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("camp") / "whole.jsonl"
    game = begun(path, 2, battles="1")
    while answer_one(game):
        pass
    return path.read_bytes()


def _swapped(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[2], lines[1], *lines[3:]]


ALTERED: list[tuple[str, Any, int]] = [
    ("richer at the founding", lambda lines: [lines[0].replace(b'"treasury":14', b'"treasury":94'), *lines[1:]], 1),
    (
        "another end of the battle",
        lambda lines: [lines[0], lines[1].replace(b'"winner":0', b'"winner":1'), *lines[2:]],
        2,
    ),
    ("a line left out", lambda lines: [lines[0], lines[1], *lines[3:]], 3),
    ("a line written twice", lambda lines: [*lines[:3], lines[2], *lines[3:]], 4),
    ("two lines swapped", _swapped, 2),
    ("not a line of a chronicle", lambda lines: [*lines[:2], b"a note in the margin", *lines[2:]], 3),
    ("an empty line", lambda lines: [*lines[:2], b"", *lines[2:]], 3),
    ("the founding left out", lambda lines: lines[1:], 1),
]


@pytest.mark.parametrize("what, change, line", ALTERED, ids=[one[0] for one in ALTERED])
def test_an_altered_file_is_refused_with_its_place_and_nothing_is_lost(
    what: str, change: Any, line: int, written: bytes, tmp_path: Path
) -> None:
    path, lines = tmp_path / "city.jsonl", written.splitlines()
    changed = b"\n".join(change(lines)) + b"\n"
    assert changed != written
    path.write_bytes(changed)
    with pytest.raises(DataError, match=rf"city\.jsonl: line {line}\b"):
        Chronicled.opened(path, book().campaign)
    for command in ("show", "next", "play"):
        said = CliRunner().invoke(cli, ["campaign", command, str(path)])
        assert said.exit_code != 0 and f"line {line}" in said.output and "Traceback" not in said.output
    assert path.read_bytes() == changed  # whoever altered it finds it as he left it
    path.write_bytes(written)
    assert Chronicled.opened(path, book().campaign).result is not None


@pytest.mark.parametrize("end", [b"", b"\r\n"])
def test_an_editor_that_touches_the_ends_of_lines_loses_nothing(end: bytes, written: bytes, tmp_path: Path) -> None:
    path = tmp_path / "city.jsonl"
    path.write_bytes((end or b"\n").join(written.splitlines()) + end)
    game = Chronicled.opened(path, book().campaign)
    assert game.result is not None and len(game.chronicle.entries) == len(written.splitlines())
    assert Chronicled.opened(path, book().campaign).hash == game.hash


def test_what_was_never_finished_is_done_again(written: bytes, tmp_path: Path) -> None:
    """The program was killed in the middle of a line."""
    path, lines = tmp_path / "city.jsonl", written.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:5]) + lines[5][:20])
    game = Chronicled.opened(path, book().campaign)
    while answer_one(game):
        pass
    assert path.read_bytes() == written
