"""Reading data files: TOML into typed definitions, and errors that say where and what was expected."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from .bounds import MOST_TEXT, OutOfBounds, Step, key_path, plain, readable

T = TypeVar("T")
LONGEST_WORD = 60  # that somebody may have mistyped


class Definition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a data file defines: never changed afterwards, and with no key that nobody reads."""


class DataError(Exception):
    """A data file is wrong: in which file, at which key, and what was expected there."""

    def __init__(self, file: str, key: str, expected: str) -> None:
        super().__init__(file, key, expected)
        self.file = file
        self.key = key
        self.expected = expected

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.key, self.expected) if part)


def read_toml(path: Path, type: type[T], root: Path | None = None) -> T:
    """The file as a `type`; errors name the file as seen from `root`."""
    file = path.relative_to(root).as_posix() if root else str(path)
    return convert(parse_toml(_text_of(path, file), file), type, file)


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """A text as a document of texts, numbers, lists and tables, none of them larger than anybody needs."""
    try:
        readable(text)
        document = tomllib.loads(text)
        plain(document)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(file, str(error)) from None
    except OutOfBounds as error:
        raise DataError(file, error.where, error.expected) from None
    except ValueError as error:
        raise DataError(file, "", f"expected values that can be read ({error})") from None
    return document


def _text_of(path: Path, file: str) -> str:
    """What a file says, if it is one of a bearable size."""
    try:
        with path.open("rb") as opened:
            raw = opened.read(4 * MOST_TEXT + 1)  # a character has at most four bytes
        return raw.decode("utf8").replace("\r\n", "\n")
    except FileNotFoundError:
        raise DataError(file, "", "no such file") from None
    except UnicodeDecodeError as error:
        if len(raw) > 4 * MOST_TEXT:
            raise DataError(file, "", f"expected at most {MOST_TEXT} characters") from None
        raise DataError(file, f"byte {error.start + 1}", "expected text in UTF-8") from None
    except (OSError, ValueError) as error:  # a folder, or a name that no file can have
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise DataError(file, "", f"expected a file that can be read ({why})") from None


def convert(document: Any, type: type[T], file: str) -> T:
    """A parsed document as a `type`."""
    try:
        return msgspec.convert(document, type, strict=True)
    except msgspec.ValidationError as error:
        raise _Explainer(document, type, file).explain(str(error)) from None


def json_schema(type: Any) -> dict[str, Any]:
    """The JSON Schema of a kind of data file, for editors that check while one types."""
    return msgspec.json.schema(type)


def one_of(names: Iterable[str]) -> str:
    """'none, leather, mail or plate'."""
    *most, last = [str(name) for name in names]
    return f"{', '.join(most)} or {last}" if most else last


def nearest(word: str, known: Iterable[str]) -> str:
    """', did you mean mail?' or nothing."""
    if len(word) > LONGEST_WORD:  # comparing takes as long as both words multiplied
        return ""
    found = difflib.get_close_matches(word, sorted(name for name in known if len(name) <= LONGEST_WORD), n=1)
    return f", did you mean {found[0]}?" if found else ""


def _syntax_error(file: str, message: str) -> DataError:
    found = re.fullmatch(r"(.*) \(at (line \d+, column \d+|end of document)\)", message, re.DOTALL)
    return DataError(file, found[2], found[1]) if found else DataError(file, "", message)


class _Explainer:
    """Turns what msgspec says of a document into the key and the expectation a person can act on."""

    def __init__(self, document: Any, type: Any, file: str) -> None:
        self.document = document
        self.type = type
        self.file = file

    def explain(self, message: str) -> DataError:
        fault, _, place = message.partition(" - at ")
        steps = self._steps(message, place.removeprefix("`key` in ").strip("`"))
        known = _types_at(inspect.type_info(self.type), steps)
        if found := re.fullmatch(r"Object contains unknown field `(.*)`", fault):
            return self._error([*steps, found[1]], "unknown key" + nearest(found[1], _field_names(known)))
        if found := re.fullmatch(r"Object missing required field `(.*)`", fault):
            return self._error([*steps, found[1]], "expected a value, but the key is missing")
        if place.startswith("`key` in "):
            return self._wrong_key(steps, known, fault)
        if found := re.fullmatch(r"Invalid (?:enum )?value (.*)", fault):
            return self._error(steps, f"expected {one_of(self._choices(steps, known))}, got {found[1]}")
        return self._error(steps, _plain(fault))

    def _error(self, steps: Iterable[Step], expected: str) -> DataError:
        return DataError(self.file, key_path(steps), expected)

    def _wrong_key(self, steps: list[Step], known: list[inspect.Type], fault: str) -> DataError:
        keys = [str(c) for t in known if isinstance(t, inspect.DictType) for c in _literals(t.key_type)]
        if not keys:
            return self._error(steps, f"{_plain(fault)} in each key")
        wrong = next(key for key in _look(self.document, steps) if key not in keys)
        return self._error([*steps, wrong], f"expected {one_of(keys)}, got {wrong}")

    def _choices(self, steps: list[Step], known: list[inspect.Type]) -> list[str]:
        literals = [str(choice) for t in known for choice in _literals(t) if choice != ""]
        if literals:
            return literals
        above = _types_at(inspect.type_info(self.type), steps[:-1])
        return [str(t.tag) for t in above if isinstance(t, inspect.StructType) and t.tag_field == steps[-1]]

    def _steps(self, message: str, place: str) -> list[Step]:
        """The path msgspec gives, with the keys of tables that it leaves out as [...] filled in."""
        steps: list[Step] = []
        for name, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", place):
            if index == "...":
                steps.append(self._guilty_key(steps, message))
            else:
                steps.append(int(index) if index else name)
        return steps

    def _guilty_key(self, steps: list[Step], message: str) -> Step:
        """The entry of the table at `steps` that alone still brings the same complaint, found by halving."""
        left = list(_look(self.document, steps).items())
        while len(left) > 1:
            half = left[: len(left) // 2]
            left = half if self._complaint(steps, dict(half)) == message else left[len(half) :]
        return str(left[0][0]) if left and self._complaint(steps, dict(left)) == message else "..."

    def _complaint(self, steps: list[Step], table: dict[str, Any]) -> str:
        """What is wrong with the document if this stands at `steps`."""
        try:
            msgspec.convert(_replaced(self.document, steps, table), self.type, strict=True)
        except msgspec.ValidationError as error:
            return str(error)
        return ""


LENGTHS = {"array": "a list of at most {}", "object": "a table of at most {}", "str": "at most {} characters"}


def _plain(fault: str) -> str:
    if found := re.fullmatch(r"Expected `(array|object|str)` of length <= (\d+)", fault):
        return f"expected {LENGTHS[found[1]].format(found[2])}"
    return (fault[:1].lower() + fault[1:]).replace("`", "").replace("| null", "or nothing")


def _look(document: Any, steps: Iterable[Step]) -> Any:
    for step in steps:
        document = document[step]
    return document


def _replaced(document: Any, steps: list[Step], value: Any) -> Any:
    """A copy of the document with another value at `steps`."""
    if not steps:
        return value
    copy = document.copy()
    copy[steps[0]] = _replaced(document[steps[0]], steps[1:], value)
    return copy


def _types_at(info: inspect.Type, steps: list[Step]) -> list[inspect.Type]:
    """Every type that may stand at `steps`: several where a union leaves the choice open."""
    here = _alternatives(info)
    for step in steps:
        here = [t for outer in here for inner in _inside(outer, step) for t in _alternatives(inner)]
    return here


def _alternatives(info: inspect.Type) -> list[inspect.Type]:
    if isinstance(info, inspect.Metadata):
        return _alternatives(info.type)
    return list(info.types) if isinstance(info, inspect.UnionType) else [info]


def _inside(info: inspect.Type, step: Step) -> list[inspect.Type]:
    if isinstance(info, inspect.StructType):
        return [field.type for field in info.fields if field.encode_name == step]
    if isinstance(info, inspect.DictType):
        return [info.value_type]
    if isinstance(info, inspect.VarTupleType | inspect.ListType):
        return [info.item_type]
    if isinstance(info, inspect.TupleType) and isinstance(step, int):
        return [info.item_types[step]]
    return []


def _literals(info: inspect.Type) -> tuple[Any, ...]:
    return tuple(info.values) if isinstance(info, inspect.LiteralType) else ()


def _field_names(known: list[inspect.Type]) -> list[str]:
    return [field.encode_name for t in known if isinstance(t, inspect.StructType) for field in t.fields]
