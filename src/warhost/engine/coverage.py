"""Which rules are written and which are tested, read off the code and the tests themselves.

A rule is implemented if its id stands in a string or docstring of the rulebook's code (or is put together there, as
in f"mag.turn.phase{number}"), or as a `rule` in its data files; it is tested if a test is marked with it. Nothing
is imported and no list is kept by hand, except of what is known to be open and why (`data/open.toml`).
"""

from __future__ import annotations

import ast
import fnmatch
import re
from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec

from .data import DataError, Definition, read_toml

_ID = re.compile(r"[a-z][a-z0-9]*(?:\.[a-z0-9_]+(?:-[a-z0-9_]+)*)+")
_RULE_KEY = re.compile(r'\brule\s*=\s*"([^"]+)"')

Places = dict[str, list[str]]
"""Where each rule id was found: 'file:line'."""


class Open(Definition, frozen=True):
    """A rule that is not in the game yet, and why. An id such as `tp.magic.*` is a whole chapter not yet begun:
    it stands for those of its rules that no test names."""

    id: str
    reason: str


class OpenFile(Definition, frozen=True):
    open: tuple[Open, ...] = ()


class Coverage(msgspec.Struct, frozen=True):
    ids: tuple[str, ...]
    implemented: Places
    tested: Places
    open: tuple[Open, ...]

    @property
    def missing(self) -> list[str]:
        """Rules that are neither tested nor known to be open."""
        known_open = {entry.id for entry in self.open}
        return [id for id in self.ids if id not in self.tested and id not in known_open]

    @property
    def unwritten(self) -> list[str]:
        """Rules whose ids no code names, though nobody lists them as open."""
        known_open = {entry.id for entry in self.open}
        return [id for id in self.ids if id not in self.implemented and id not in known_open]

    @property
    def strange(self) -> list[str]:
        """Ids that are tested or listed as open, but are no rules."""
        named = [*self.tested, *(entry.id for entry in self.open)]
        return [id for id in dict.fromkeys(named) if id not in self.ids]

    @property
    def sound(self) -> bool:
        return not self.missing and not self.strange


def coverage(ids: Collection[str], code: Path, tests: Path | None) -> Coverage:
    """Count the rules of one rulebook: its code with data/ below it, and a folder of tests."""
    prefixes = {id.partition(".")[0] for id in ids}
    own = tested(tests, prefixes) if tests is not None else {}
    left = open_rules(code / "data" / "open.toml", [id for id in ids if id not in own])
    return Coverage(tuple(ids), implemented(code, ids), own, left)


# --- the code -----------------------------------------------------------------------------------------------


def implemented(code: Path, ids: Collection[str]) -> Places:
    """The rules that the code or the data of a rulebook names, and where."""
    known, found = frozenset(ids), Places()
    for path in sorted(code.rglob("*.py")):
        for id, line in _ids_in_module(_parse(path, path.read_text("utf8")), known):
            _note(found, id, path.relative_to(code), line)
    for path in sorted((code / "data").rglob("*.toml")):
        if path.name == "open.toml":
            continue
        for line, text in enumerate(path.read_text("utf8").splitlines(), 1):
            for id in _RULE_KEY.findall(text):
                if id in known:
                    _note(found, id, path.relative_to(code), line)
    return found


def _ids_in_module(tree: ast.AST, known: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Every id that a string of a module names, docstrings too, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for offset, text in enumerate(node.value.split("\n")):
                yield from ((id, node.lineno + offset) for id in _ID.findall(text) if id in known)
        elif isinstance(node, ast.JoinedStr) and (pattern := _pattern(node)):
            yield from ((id, node.lineno) for id in sorted(known) if pattern.fullmatch(id))


def _pattern(made: ast.JoinedStr) -> re.Pattern[str] | None:
    """What ids an f-string can make, if it begins like one."""
    first = made.values[0]
    if not isinstance(first, ast.Constant) or not re.match(r"[a-z][a-z0-9]*\.", str(first.value)):
        return None
    parts = [re.escape(str(p.value)) if isinstance(p, ast.Constant) else "[a-z0-9-]+" for p in made.values]
    return re.compile("".join(parts))


# --- the tests ----------------------------------------------------------------------------------------------


def tested(tests: Path, prefixes: Collection[str]) -> Places:
    """The rules of a rulebook that tests are marked with, and where; ids that are no rules are found as well."""
    found, begins = Places(), tuple(f"{prefix}." for prefix in sorted(prefixes))
    for path in sorted(tests.rglob("*.py")):
        text = path.read_text("utf8")
        if not any(begin in text for begin in begins):  # most files speak of another game
            continue
        for node in ast.walk(_parse(path, text)):
            if isinstance(node, ast.Call) and _is_mark(node.func):
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and str(argument.value).startswith(begins):
                        _note(found, str(argument.value), path.relative_to(tests), argument.lineno)
    return found


def _is_mark(function: ast.expr) -> bool:
    """Whether this is `pytest.mark.rule` or a `mark.rule`, wherever it stands."""
    return isinstance(function, ast.Attribute) and function.attr == "rule" and _last_name(function.value) == "mark"


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def folder_of_tests(code: Path) -> Path | None:
    """The tests of a checkout: `tests/` beside the `src/` in which the code lies."""
    for folder in code.resolve().parents:
        if folder.name == "src" and (folder.parent / "tests").is_dir():
            return folder.parent / "tests"
    return None


# --- what is open -------------------------------------------------------------------------------------------


def open_rules(path: Path, untested: Collection[str]) -> tuple[Open, ...]:
    """What is listed as open, chapters written out rule by rule; the first entry that names a rule holds."""
    found: dict[str, Open] = {}
    for entry in read_toml(path, OpenFile).open if path.exists() else ():
        named = fnmatch.filter(untested, entry.id) if "*" in entry.id else [entry.id]
        for id in named:
            found.setdefault(id, Open(id, entry.reason))
    return tuple(found.values())


def _parse(path: Path, text: str) -> ast.AST:
    try:
        return ast.parse(text, str(path))
    except SyntaxError as error:
        raise DataError(str(path), f"line {error.lineno}", f"expected Python: {error.msg}") from None


def _note(found: Places, id: str, file: Path, line: int) -> None:
    place = f"{file.as_posix()}:{line}"
    places = found.setdefault(id, [])
    if place not in places:
        places.append(place)
