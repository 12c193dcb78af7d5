"""The page is whole: whatever its files ask for is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "src" / "warhost" / "web"
MODULES = sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*.js") if "vendor" not in path.parts)


@pytest.mark.parametrize("module", MODULES)
def test_every_module_that_is_imported_is_there(module: str) -> None:
    text = (WEB / module).read_text("utf8")
    for wanted in re.findall(r'from "(\.[^"]+)"', text):
        assert (WEB / module).parent.joinpath(wanted).is_file(), wanted


def test_every_file_that_the_page_begins_with_is_there() -> None:
    for wanted in re.findall(r'(?:href|src)="/([^"]+)"', (WEB / "index.html").read_text("utf8")):
        assert (WEB / wanted).is_file(), wanted
