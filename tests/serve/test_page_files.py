"""The page is whole: whatever its files ask for is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from warhost.serve.parcels import parcels

from .conftest import Server

WEB = Path(__file__).parents[2] / "src" / "warhost" / "web"
MODULES = sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*.js") if "vendor" not in path.parts)


@pytest.mark.parametrize("module", MODULES)
def test_every_module_that_is_imported_is_there(module: str) -> None:
    text = (WEB / module).read_text("utf8")
    for wanted in re.findall(r'from "(\.[^"]+)"', text):
        assert (WEB / module).parent.joinpath(wanted).is_file(), wanted


def test_every_file_that_the_page_begins_with_is_there() -> None:
    for wanted in re.findall(r'(?:href|src)="/([^"]+)"', (WEB / "index.html").read_text("utf8")):
        assert (WEB / wanted).is_file() or wanted in parcels(WEB), wanted


def test_texts_of_the_page_are_packed_for_those_who_take_them_so(server: Server) -> None:
    plain = server.http.get("/field.css", headers={"Accept-Encoding": "identity"})
    packed = server.http.get("/field.css", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 3
    for answer in (plain, packed):
        assert answer.headers["vary"] == "Accept-Encoding"
        again = {"Accept-Encoding": "gzip", "If-None-Match": answer.headers["etag"]}
        assert server.http.get("/field.css", headers=again).status_code == 304
    picture = server.http.get("/books/magnamund/cover.jpg", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in picture.headers
