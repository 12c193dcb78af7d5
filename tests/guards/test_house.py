"""Nothing outside its folder names a rulebook: the next one is installed beside the others, and that is all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import warhost
from warhost.engine.rulebook import installed, rulebook

SOURCE = Path(warhost.__file__).parent
HOUSE = ("cli", "draw", "engine", "players", "roster", "serve")
EXAMPLES = "Examples:"
"""Help that shows how a command is called may call it with a rulebook that is there."""


def _files() -> list[Path]:
    return sorted(file for folder in HOUSE for file in (SOURCE / folder).rglob("*.py"))


def _named(tree: ast.AST, names: list[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (node.module or "" for _ in [0] if "rulebooks." in (node.module or ""))
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if "rulebooks." in name.name)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and EXAMPLES not in node.value:
            yield from (node.value for name in names if name.lower() in node.value.lower())


@pytest.mark.parametrize("file", _files(), ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_rulebook_is_named_outside_its_folder(file: Path) -> None:
    names = [name for id in installed() for name in (id, rulebook(id).title)]
    assert list(_named(ast.parse(file.read_text(encoding="utf-8")), names)) == []


def test_naming_one_would_be_noticed() -> None:
    imports = "import warhost.rulebooks.toy.state\nfrom warhost.rulebooks.toy import x\n"
    seen = f"{imports}id = 'Toy'\nhelp = 'Examples: toy'"
    assert len(list(_named(ast.parse(seen), ["toy"]))) == 3
