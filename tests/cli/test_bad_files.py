"""Files that nobody should write: the command says where they are wrong, soon, and never breaks down."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from warhost.cli.main import cli, sentence
from warhost.engine import record as records
from warhost.engine.game import Game
from warhost.engine.record import Record, RecordError, load, record, reopen, save
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.roster.roster import MOST_MODELS, MOST_POINTS

HEAD = 'name = "x"\nrulebook = "threeplains"\narmy = "orcs"\npoints = 500\n'
HORDE = '[[group]]\nprofile = "goblin_horde"\nmodels = {}\n'
SOON = 10.0  # seconds of work, reading the rulebook and all
STEPS = 12

NOT_TO_BE_READ: list[tuple[str | bytes, str]] = [
    ("a." * 20_000 + "a = 1", "line 1: expected keys of at most 16 parts"),
    ("a = " + "[" * 30_000, "line 1: expected lists and tables at most 16 deep"),
    ("a = " + "{b = " * 9_000, "line 1: expected lists and tables at most 16 deep"),
    ("a = " + "9" * 5_000, "line 1: expected a number from"),
    ("a = 0x" + "f" * 50_000, "line 1: expected a number from"),
    ("a = nan", "a: expected a number from"),
    ("a = 1979-05-27", "a: expected a text, a number, a list or a table"),
    ("\0", "line 1, column 1: Invalid statement"),
    (b"\xff\xfe\0", "byte 1: expected text in UTF-8"),
    (b"#" * 5_000_000, "expected at most 1000000 characters"),
    ("#" + "é" * 3_000_000, "expected at most 1000000 characters"),
]


def warhost(*words: str) -> tuple[Result, str]:
    began = time.process_time()
    result = CliRunner().invoke(cli, list(words))
    assert time.process_time() - began < SOON
    said = result.output + (sentence(result.exception) if isinstance(result.exception, Exception) else "")
    assert "fault of this program" not in said and "Traceback" not in said
    return result, said


def written(path: Path, content: str | bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


@pytest.mark.parametrize(("content", "expected"), NOT_TO_BE_READ)
def test_every_command_says_what_is_wrong_with_a_file(tmp_path: Path, content: str | bytes, expected: str) -> None:
    roster = written(tmp_path / "bad.toml", content)
    folder = tmp_path / "own"
    written(folder / "boards" / "bad.toml", content)
    written(folder / "rosters" / "bad.toml", content)
    written(tmp_path / "mine" / "encounters" / "bad.toml", content)
    for words in (
        ("muster", "threeplains", roster),
        ("referee", roster),
        ("battle", "threeplains", "--army", roster, "--army", "orcs_500"),
        ("check-data", str(folder)),
        ("check-data", str(tmp_path / "mine"), "--rulebook", "magnamund"),
    ):
        result, said = warhost(*words)
        assert result.exit_code and f"bad.toml: {expected}" in said, words


@pytest.mark.parametrize(
    ("roster", "expected"),
    [
        (HEAD + HORDE.format(999_999_999), "group[0].models: expected int <= 100"),
        (HEAD + HORDE.format(100) * 100, f"group: expected at most {MOST_MODELS} models in all, got 10000"),
        (HEAD.replace("500", "0"), "points: expected int >= 1"),
        (HEAD.replace("500", str(MOST_POINTS + 1)), f"points: expected int <= {MOST_POINTS}"),
    ],
)
def test_a_roster_has_so_many_models_and_points(tmp_path: Path, roster: str, expected: str) -> None:
    file = written(tmp_path / "bad.toml", roster)
    unchecked = ("--option", "rosters=unchecked")
    battle = ("battle", "threeplains", "--army", file, "--army", file, *unchecked)
    for words in (("muster", "threeplains", file), battle):
        result, said = warhost(*words)
        assert result.exit_code and expected in said


@pytest.mark.parametrize("points", ["0", str(MOST_POINTS + 1), "0" * 20 + "9999999", "9" * 5_000])
def test_an_army_of_chance_has_so_many_points(points: str) -> None:
    result, said = warhost("battle", "threeplains", "--army", f"orcs:{points}:1", "--army", "orcs_500")
    assert result.exit_code and f"of 1 to {MOST_POINTS} points" in said


@pytest.mark.parametrize(
    "words",
    [
        ("muster", "threeplains", "--random", "--army", "orcs", "--points", "99999999999"),
        ("battle", "magnamund", "--seed", "9" * 5_000),
        ("muster", "threeplains", "x" * 5_000),
        ("muster", "threeplains", "."),
        ("muster", "threeplains", "/dev/zero"),
        ("referee", "/dev/zero"),
        ("replay", "/dev/zero"),
        ("hero", "show", "/dev/zero"),
        ("battle", "threeplains", "--army", "x" * 5_000, "--army", "orcs_500"),
    ],
)
def test_words_that_no_command_expects(words: tuple[str, ...]) -> None:
    result, said = warhost(*words)
    assert result.exit_code and said


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[" * 100_000, b"\xff\xfe", b"null", b"9" * 5_000, b'{"a":1e999}', b'{"a":' * 9_000],
)
def test_what_is_no_record_and_no_hero(tmp_path: Path, raw: bytes) -> None:
    file = written(tmp_path / "bad.json", raw)
    for words in (("replay", file), ("hero", "show", file)):
        result, said = warhost(*words)
        assert result.exit_code and "bad.json" in said


# --- records -------------------------------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def fought() -> dict[str, dict[str, Any]]:
    """The beginning of a battle of each game, as its record has it."""
    found = {}
    for name in ("magnamund", "threeplains"):
        book = rulebook(name)
        game: Game[Any, Any] = Game(book, book.setup(None, {}), "3")
        game.play([RandomPlayer("a"), RandomPlayer("b")], until=lambda game: len(game.steps) >= STEPS)
        found[name] = msgspec.to_builtins(record(game))
    return found


def sealed(document: dict[str, Any]) -> Record:
    """As somebody would seal it who knows how."""
    made = msgspec.convert(document, Record)
    return replace(made, checksum=records._checksum(made))


def put(value: Any, *path: str | int) -> Change:
    def change(document: Any) -> None:
        for step in path[:-1]:
            document = document[step]
        document[path[-1]] = value

    return change


GROUP: tuple[str | int, ...] = ("setup", "armies", 0, "groups", 0)
UNIT: tuple[str | int, ...] = ("setup", "encounter", "forces", 0, "units", 0)
EITHER = [
    ("setup", put({}, "setup")),
    ("setup", put({"armies": 1, "encounter": 3, "table": {}, "options": {}}, "setup")),
    ("start", put({"turn": 1}, "start")),
    ("start", put(3, "start")),
    ("step", put([{"x": [1]}] * 5, "steps", 3, 0)),
    ("step", put([None], "steps", 3, 0)),
]
WRONG: list[tuple[str, str, Change]] = [
    *(("magnamund", where, change) for where, change in EITHER),
    *(("threeplains", where, change) for where, change in EITHER),
    ("threeplains", "setup", put(10**9, *GROUP, "models")),
    ("threeplains", "setup", put(10**9, *GROUP, "figure", "life")),
    ("threeplains", "setup", put([0, 0], *GROUP, "figure", "base")),
    ("threeplains", "setup", put([], *GROUP, "figure", "blows")),
    ("threeplains", "setup", put(10**9, "setup", "table", "width")),
    ("magnamund", "setup", put(10**9, *UNIT, "count")),
    ("magnamund", "setup", put("nobody", *UNIT, "sheet")),
    ("magnamund", "setup", put({"rows": ["zz"]}, "setup", "encounter", "board")),
    ("magnamund", "setup", put([{"x": [1, 10**9], "y": [1, 10**9]}], "setup", "encounter", "board", "buildings")),
]


@pytest.mark.parametrize(("name", "where", "change"), WRONG)
def test_a_record_that_no_battle_left_is_refused_where_it_is_wrong(
    fought: dict[str, Any], tmp_path: Path, name: str, where: str, change: Change
) -> None:
    document = copy.deepcopy(fought[name])
    change(document)
    save(sealed(document), tmp_path / "bad.json")
    began = time.process_time()
    with pytest.raises(RecordError, match=f"^{where}"):
        reopen(load(tmp_path / "bad.json"))
    assert time.process_time() - began < SOON


@pytest.mark.parametrize("answer", [10**30, json.loads("[" * 40 + "]" * 40)])
def test_a_record_with_answers_out_of_bounds_is_not_read(
    fought: dict[str, Any], tmp_path: Path, answer: Any
) -> None:
    document = copy.deepcopy(fought["magnamund"])
    put([answer], "steps", 3, 0)(document)
    file = written(tmp_path / "bad.json", json.dumps(document))
    with pytest.raises(RecordError, match=r"bad\.json: .*expected (a number|lists)"):
        load(Path(file))
