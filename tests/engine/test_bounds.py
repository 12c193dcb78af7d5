"""What is too long, too deep or too large is refused before it costs anything."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from warhost.engine.bounds import DEEPEST, LARGEST, MOST_TEXT, OutOfBounds, plain, read_json, whole_number
from warhost.engine.data import DataError, Definition, convert, parse_toml, read_toml

A_MEGABYTE = 1 << 20


class Shelf(Definition, frozen=True):
    books: dict[str, int] = {}  # noqa: RUF012


def refused(text: str) -> DataError:
    with pytest.raises(DataError) as caught:
        parse_toml(text, "f")
    return caught.value


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("\n" + "a." * 20_000 + "a = 1", "line 2", "expected keys of at most 16 parts"),
        ("[" + "a . " * 20_000 + "a]", "line 1", "expected keys of at most 16 parts"),
        ("'a'." * 20_000 + "a = 1", "line 1", "expected keys of at most 16 parts"),
        ("x = " + "[" * 20_000, "line 1", "expected lists and tables at most 16 deep"),
        ("y = '''\n\n'''\nx = " + "{a = " * 20_000, "line 4", "expected lists and tables at most 16 deep"),
        ("x = " + "9" * 5_000, "line 1", "expected a number from -1000000000"),
        ("x = 0x" + "f" * 5_000, "line 1", "expected a number from -1000000000"),
        (f"x = [1, {LARGEST + 1}]", "x[1]", "expected a number from -1000000000"),
        ("x.y = nan", "x.y", "expected a number from -1000000000"),
        ("x = -inf", "x", "expected a number from -1000000000"),
        ("x = 1e400", "x", "expected a number from -1000000000"),
        ("x = 1979-05-27", "x", "expected a text, a number, a list or a table"),
        ("x = 1979-05-27T07:32:00Z", "x", "expected a text, a number, a list or a table"),
        ("#" * (MOST_TEXT + 1), "", "expected at most 1000000 characters"),
    ],
)
def test_a_text_out_of_bounds_is_refused_cheaply(text: str, key: str, expected: str) -> None:
    tracemalloc.start()
    error = refused(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (error.file, error.key) == ("f", key) and error.expected.startswith(expected)
    assert peak < 10 * A_MEGABYTE


@pytest.mark.parametrize(
    "text",
    [
        "x = '" + "[" * 5_000 + "a." * 5_000 + "'",
        'x = """' + '\\"""' * 3_000 + "[" * 100 + '"""',
        "x = '''" + "[" * 100 + "'''",
        "# " + "a." * 5_000 + "[" * 100,
        f'x = "{"9" * 5_000}"',
        f"x = {'[' * (DEEPEST - 1)}{']' * (DEEPEST - 1)}",
        ".".join("a" * (DEEPEST - 1)) + " = 1",
        f"x = [{LARGEST}, -{LARGEST}]",
    ],
)
def test_what_stands_in_a_text_or_a_comment_nests_nothing(text: str) -> None:
    parse_toml(text, "f")


@pytest.mark.parametrize("text", ['x = """a', "x = '''a", 'x = "a', "x = 'a", 'x = """a\\'])
def test_a_text_without_an_end_is_a_fault_of_syntax(text: str) -> None:
    assert "nterminated" in refused(text).expected or "Illegal" in refused(text).expected or refused(text).key


def test_a_file_without_an_end_is_not_read_to_it() -> None:
    with pytest.raises(DataError, match="at most 1000000 characters"):
        read_toml(Path("/dev/zero"), Shelf)
    with pytest.raises(OutOfBounds, match="at most"):
        read_json(Path("/dev/zero"))


@pytest.mark.parametrize("name", [".", "a\0b", "x" * 5_000])
def test_what_is_no_file_is_said_so(name: str) -> None:
    with pytest.raises(DataError, match="expected a file that can be read"):
        read_toml(Path(name), Shelf)


def test_the_guilty_key_of_a_long_table_is_found_soon() -> None:
    books: dict[str, Any] = {f"b{number}": number for number in range(20_000)}
    with pytest.raises(DataError) as caught:
        convert({"books": {**books, "b15000": "x"}}, Shelf, "f")
    assert caught.value.key == "books.b15000"


@pytest.mark.parametrize(("raw", "why"), [(b"[" * 100_000, "16 deep"), (b"[" * 20 + b"]" * 20, "16 deep")])
def test_deep_json_is_refused(tmp_path: Path, raw: bytes, why: str) -> None:
    (tmp_path / "deep.json").write_bytes(raw)
    with pytest.raises(OutOfBounds, match=why):
        read_json(tmp_path / "deep.json")


@pytest.mark.parametrize("answer", ["x", 3, 1.5, None, True, [1, ["a", {"b": [1, 2]}]], LARGEST])
def test_plain_answers_pass(answer: Any) -> None:
    plain(answer)


@pytest.mark.parametrize("answer", [10**30, -(10**4000), 1e300, float("nan"), object(), "x" * 200_000])
def test_what_is_not_plain_does_not_pass(answer: Any) -> None:
    with pytest.raises(OutOfBounds):
        plain([{"a": answer}])


@pytest.mark.parametrize(
    ("said", "number"),
    [("1", 1), ("10", 10), ("11", None), ("0", None), ("0000000010", 10), ("000000000000011", None),
     ("-1", None), ("1.0", None), ("", None), ("٣", None), ("²", None), ("9" * 5_000, None),
     ("0" * 5_000 + "7", 7), (" 1", None)],
)  # fmt: skip
def test_digits_are_a_number_between_its_bounds_or_none(said: str, number: int | None) -> None:
    assert whole_number(said, 1, 10) == number
