"""The page in a few parcels: whole, in order, one module for all who ask; what is written otherwise untouched."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from warhost.serve.parcels import (
    DRESS,
    IMPORT,
    PARCELS,
    STYLES,
    WHOLE,
    address,
    exported,
    imported,
    in_order,
    own_parcel,
    parcels,
)

from .conftest import Server

WEB = Path(__file__).parents[2] / "src" / "warhost" / "web"
TEXTS = {path.relative_to(WEB).as_posix(): path.read_text("utf8") for path in WEB.rglob("*.js")}
PACKED = in_order(TEXTS)
APART = {"boot.js", *WHOLE}  # the first is no module


def text_of(name: str) -> str:
    return parcels(WEB)[name].text.decode()


def test_every_module_lies_in_one_parcel() -> None:
    held = [
        name
        for number in range(1, PARCELS + 1)
        for name in re.findall(r"^{ // (.+)$", text_of(address(number)), re.M)
    ]
    assert sorted(held) == sorted(set(TEXTS) - APART)
    assert held == PACKED


@pytest.mark.parametrize("name", PACKED)
def test_a_module_comes_after_all_that_it_imports_and_finds_it_there(name: str) -> None:
    for wanted in imported(name, TEXTS[name]):
        assert wanted in WHOLE or PACKED.index(wanted) < PACKED.index(name)
    for (names, _, _), wanted in zip(IMPORT.findall(TEXTS[name]), imported(name, TEXTS[name]), strict=True):
        asked = {part.split(" as ")[0].strip() for part in names.strip("{}").split(",")} - {""}
        assert wanted == "html.js" or asked <= {*exported(TEXTS[wanted])}, wanted


@pytest.mark.parametrize("name", PACKED)
def test_whatever_a_module_exports_is_found_by_its_word(name: str) -> None:
    """A list of constants would have more names than the first, and what is passed on would be missed."""
    assert len(re.findall(r"^export\b", TEXTS[name], re.M)) == len(exported(TEXTS[name]))
    assert not re.search(r"^export const \w+ = [^;({\[`]*,$", TEXTS[name], re.M)
    assert len(re.findall(r"^import\b", TEXTS[name], re.M)) == len(IMPORT.findall(TEXTS[name]))


def test_the_page_begins_with_all_parcels_and_all_styles() -> None:
    asked = re.findall(r'href="/([^"]+)"', (WEB / "index.html").read_text("utf8"))
    assert [name for name in asked if name.startswith("parcel")] == [address(at) for at in range(1, PARCELS + 1)]
    assert DRESS in asked and sorted(STYLES) == sorted(path.stem for path in WEB.glob("*.css"))


def test_two_that_import_each_other_are_told_of() -> None:
    texts = {"app.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./app.js";\n'}
    with pytest.raises(ValueError, match=r"b\.js and app\.js import each other"):
        in_order(texts)


def test_a_parcel_is_packed_and_asked_for_anew(server: Server) -> None:
    for path, kind in ((address(1), "text/javascript"), (DRESS, "text/css"), ("makers/march.js", "text/javascript"),
                       ("books/threeplains/page.js", "text/javascript")):  # fmt: skip
        plain = server.http.get(f"/{path}", headers={"Accept-Encoding": "identity"})
        packed = server.http.get(f"/{path}", headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
        assert packed.text == plain.text and plain.headers["content-type"].startswith(kind)
        again = server.http.get(f"/{path}", headers={"If-None-Match": packed.headers["etag"]})
        assert again.status_code == 304 and packed.headers["cache-control"] == "no-cache"
        assert server.http.post(f"/{path}").status_code == 405


def test_a_module_under_its_own_address_is_the_one_of_its_parcel() -> None:
    held = 'export const { March } = modules["makers/march.js"];'
    assert text_of("makers/march.js") == f'import {{ modules }} from "../{address(PARCELS)}";\n{held}\n'


@pytest.mark.parametrize(
    "page",
    [
        'import all from "./other.js";\nexport const makers = {};\n',
        "export default {};\n",
        'export * from "./other.js";\n',
        'export const makers = {};\nconst later = () => import("./other.js");\n',
        'import { gone } from "./gone.js";\nexport const makers = { gone };\n',
    ],
    ids=["default", "exports a default", "passes all on", "fetches later", "not there"],
)
def test_a_rulebook_whose_page_is_written_otherwise_brings_it_as_it_is(tmp_path: Path, page: str) -> None:
    (tmp_path / "other.js").write_text("export const other = 1;\n")
    (tmp_path / "page.js").write_text(page)
    assert own_parcel(tmp_path) is None


def test_a_rulebooks_page_comes_in_one_parcel_made_anew_when_it_changes(tmp_path: Path) -> None:
    (tmp_path / "other.js").write_text("export const other = 1;\n")
    (tmp_path / "page.js").write_text('import { other } from "./other.js";\nexport const makers = { other };\n')
    first = own_parcel(tmp_path)
    assert first and b'const { other } = own["other.js"];' in first.text and b"export const makers" in first.text
    (tmp_path / "other.js").write_text("export const other = 22;\n")
    second = own_parcel(tmp_path)
    assert second and second.tag != first.tag


@pytest.mark.parametrize("name", PACKED)
def test_every_part_that_a_module_draws_is_its_own_or_imported(name: str) -> None:
    """One that is not is missed only when it is to be drawn."""
    drawn = {*re.findall(r"<\$\{(\w+)\}", TEXTS[name])}
    known = {*re.findall(r"\b\w+\b", " ".join(names for names, _, _ in IMPORT.findall(TEXTS[name])))}
    known |= {*re.findall(r"(?:\b(?:const|function|class) |[({,:] *)(\w+)", re.sub(r"<\$\{\w+\}", "", TEXTS[name]))}
    assert drawn <= known
