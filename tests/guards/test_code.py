"""What holds for all code: which way imports point, and what rules may not do."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from warhost.engine.rulebook import installed, rulebook

SOURCE = Path(__file__).parents[2] / "src" / "warhost"
# Each room may import from itself and from these.
MAY_IMPORT = {
    "engine": set[str](),
    "roster": {"engine"},
    "rulebooks": {"engine", "roster"},
    "draw": {"engine"},
    "players": {"engine"},
    "conform": {"engine", "draw"},
    "serve": {"engine", "roster", "draw", "players"},
    "cli": {"engine", "roster", "draw", "players", "serve", "conform"},
}
# A command that a rulebook brings along stands above it, beside those of the house.
PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf8"))["project"]
COMMANDS = {place.partition(":")[0] for place in PROJECT["entry-points"]["warhost.commands"].values()}
FILES = sorted(SOURCE.rglob("*.py"))
RULES = sorted((SOURCE / "rulebooks").rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """The rooms of Warhost that a file imports from."""
    package = ("warhost", *path.relative_to(SOURCE).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = list(package[: len(package) + 1 - node.level]) if node.level else []
            names = [above + (node.module.split(".") if node.module else [])]
        else:
            continue
        yield from (name[1] for name in names if name[0] == "warhost" and len(name) > 1)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    room = path.relative_to(SOURCE).parts[0]
    if room.endswith(".py"):
        return
    module = ".".join(("warhost", *path.relative_to(SOURCE).with_suffix("").parts))
    allowed = MAY_IMPORT["cli"] | {"cli"} if module in COMMANDS else MAY_IMPORT[room]
    assert set(imported(path)) <= allowed | {room}


def test_rulebooks_do_not_import_each_other() -> None:
    books = [folder for folder in (SOURCE / "rulebooks").iterdir() if folder.is_dir() and folder.name[0] != "_"]
    for book in books:
        others = {other.name for other in books if other != book}
        for path in book.rglob("*.py"):
            text = path.read_text("utf8")
            assert not [other for other in others if f"rulebooks.{other}" in text], path


@pytest.mark.parametrize("room", ["engine", "roster", "draw", "players", "conform", "serve", "web"])
def test_nothing_outside_a_rulebook_names_one(room: str) -> None:
    """Neither by its id nor by its title; the page and the server serve any that is installed."""
    books = [rulebook(name) for name in installed()]
    names = {name.lower() for book in books for name in (book.id, book.title)}
    texts = [path for path in (SOURCE / room).rglob("*") if path.suffix in (".py", ".js", ".css", ".html", ".svg")]
    assert texts
    for path in texts:
        text = path.read_text("utf8").lower()
        assert not [name for name in names if name in text], path


FORBIDDEN_MODULES = {"random", "time", "datetime", "secrets", "threading", "asyncio", "socket", "subprocess"}


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_rules_use_no_chance_no_clock_and_catch_nothing_blindly(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if isinstance(node, ast.Import):
            assert not {alias.name for alias in node.names} & FORBIDDEN_MODULES, node.lineno
        elif isinstance(node, ast.ImportFrom) and not node.level:
            assert node.module not in FORBIDDEN_MODULES, node.lineno
        elif isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else "everything"
            assert caught not in ("everything", "BaseException", "Exception"), (
                f"line {node.lineno} catches {caught}"
            )
        elif isinstance(node, ast.Global | ast.Nonlocal):
            pytest.fail(f"line {node.lineno} reaches for outer state")


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_rules_walk_no_sets_and_keep_no_module_state(path: Path) -> None:
    tree = ast.parse(path.read_text("utf8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension):
            walked = node.iter
            is_set = isinstance(walked, ast.Set | ast.SetComp)
            is_set |= isinstance(walked, ast.Call) and ast.unparse(walked.func) in ("set", "frozenset")
            assert not is_set, f"line {walked.lineno} walks a set: {ast.unparse(walked)}"
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.List | ast.Set | ast.Dict):
            names = [ast.unparse(target) for target in node.targets]
            assert all(name.strip("_").isupper() or name == "__all__" for name in names), f"{names} is module state"


def test_nothing_names_a_path_of_a_machine_or_an_address_of_a_registry() -> None:
    root = SOURCE.parents[1]
    words = ["/" + "root/", "/" + "home/", "pypi" + ".org", "files.python" + "hosted"]
    for folder in ("src", "requirements", "docs", "tests", "bench"):
        for path in (root / folder).rglob("*"):
            if path.is_file() and path.suffix in (".py", ".txt", ".in", ".md", ".toml", ".json", ".yaml"):
                text = path.read_text("utf8")
                assert not [word for word in words if word in text], path
