"""The page in a few parcels. A browser fetches six files at a time, so that a hundred keep a line that needs two
seconds there and back busy for a minute; one alone would begin anew whenever the line breaks off.

Nothing is built. A parcel holds modules as they are written, each in a block of its own after all that it imports.
Under its own address a module hands on what its parcel holds, so that whoever asks for it gets the same one. What a
rulebook brings along comes in one parcel, if it is written as the page is, and else as it lies there.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import NamedTuple

FIRST = "app.js"
WHOLE = ("html.js", "place.js")  # these ask the libraries and their own address, and come as they are
PARCELS = 6
# Later styles outweigh earlier ones.
STYLES = ("style", "table", "sizes", "banner", "field", "tray", "build", "learn", "campaign", "apart", "aside")
DRESS = "styles.css"
OWN = "page.js"  # the module that the page asks of a rulebook that has modules of its own
IMPORT = re.compile(r'^import (?:(?:(\{[^}]*\})|\* as (\w+)) from )?"(\.[^"]+)";\n', re.MULTILINE)
PASSED_ON = re.compile(r'^export (\{[^}]*\}) from "\./([^"]+)";$', re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import\b|export\b(?! (?:const|async|function|class)\b))|\bimport\(", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|const|class)\*? (\w+))", re.MULTILINE)


class Parcel(NamedTuple):
    """A text as it goes over the line."""

    text: bytes
    packed: bytes
    tag: str


def parcels(folder: Path) -> Mapping[str, Parcel]:
    """By address what is sent for it: the parcels, and for each module in one of them where it is found."""
    return _made(folder, _changed(folder))


def own_parcel(folder: Path) -> Parcel | None:
    """All that a rulebook brings along for the page, or nothing where it cannot be put together."""
    return _made_of_book(folder, _changed(folder))


def _changed(folder: Path) -> tuple[tuple[Path, int], ...]:
    found = (path for path in folder.rglob("*") if path.suffix in (".js", ".css"))
    return tuple(sorted((path, path.stat().st_mtime_ns) for path in found))


@lru_cache(maxsize=2)
def _made(folder: Path, changed: tuple[tuple[Path, int], ...]) -> Mapping[str, Parcel]:
    """Made once for each time that a file is changed."""
    texts = {path.relative_to(folder).as_posix(): path.read_text("utf8") for path, _ in changed}
    lots = _lots(in_order(texts), texts)
    made = {address(number): _parcel(lot, texts, number) for number, lot in enumerate(lots, 1)}
    made |= {name: _handed_on(name, texts[name]) for lot in lots for name in lot}
    made[DRESS] = "\n".join(texts[f"{style}.css"] for style in STYLES)
    return {name: _wrapped(text) for name, text in made.items()}


@lru_cache(maxsize=20)
def _made_of_book(folder: Path, changed: tuple[tuple[Path, int], ...]) -> Parcel | None:
    texts = {path.relative_to(folder).as_posix(): path.read_text("utf8") for path, _ in changed}
    try:
        order = in_order(texts, OWN)
    except (KeyError, ValueError):
        return None
    blocks = [_block(name, texts[name], "own") for name in order if name != OWN]
    page = _bodied(OWN, PASSED_ON.sub(r'export const \1 = own["\2"];', texts[OWN]), "own")
    if any(UNKNOWN.search(text) for text in (*blocks, page)):
        return None
    before = [*(f'import * as {_alias(name)} from "../../{name}";' for name in WHOLE),
              f'import {{ modules }} from "../../{address(PARCELS)}";', "const own = {};"]  # fmt: skip
    return _wrapped("\n".join([*before, *blocks, page]))


def address(number: int) -> str:
    return f"parcel-{number}.js"


def imported(name: str, text: str) -> list[str]:
    """The modules that one of them imports or passes on."""
    return [_place(name, found[-1]) for found in (*IMPORT.findall(text), *PASSED_ON.findall(text))]


def exported(text: str) -> list[str]:
    return EXPORT.findall(text)


def in_order(texts: Mapping[str, str], first: str = FIRST) -> list[str]:
    """The modules that the first one needs, each after all that it imports."""
    done: dict[str, bool] = {}

    def visit(name: str) -> None:
        if done.setdefault(name, False):
            return
        for wanted in imported(name, texts[name]):
            if wanted in done and not done[wanted]:
                raise ValueError(f"{name} and {wanted} import each other")
            if wanted not in WHOLE and not wanted.startswith("../"):
                visit(wanted)
        done.pop(name)
        done[name] = True

    visit(first)
    return list(done)


def _lots(order: list[str], texts: Mapping[str, str]) -> list[list[str]]:
    """The modules in lots of about the same size."""
    whole, before = sum(len(texts[name]) for name in order), 0
    lots: list[list[str]] = [[] for _ in range(PARCELS)]
    for name in order:
        lots[before * PARCELS // whole].append(name)
        before += len(texts[name])
    return lots


def _parcel(lot: list[str], texts: Mapping[str, str], number: int) -> str:
    before = f'import {{ modules }} from "./{address(number - 1)}";' if number > 1 else "const modules = {};"
    wholes = [f'import * as {_alias(name)} from "./{name}";' for name in WHOLE]
    blocks = [_block(name, texts[name]) for name in lot]
    return "\n".join([*wholes, before, *blocks, "export { modules };\n"])


def _block(name: str, text: str, shelf: str = "modules") -> str:
    names = exported(text)
    body = EXPORT.sub("", _bodied(name, text, shelf))
    return f'{{ // {name}\n{body}\n{shelf}["{name}"] = {{ {", ".join(names)} }};\n}}'


def _bodied(name: str, text: str, shelf: str) -> str:
    """A module that takes what it imports from where that lies; no line of it comes to stand elsewhere."""

    def taken(found: re.Match[str]) -> str:
        names, space, wanted = found.groups()
        lines = "\n" * found.group().count("\n")
        if not names and not space:
            return lines
        parts = " ".join(names.split()).replace(" as ", ": ") if names else space
        return f"const {parts} = {_source(_place(name, wanted), shelf)};{lines}"

    return IMPORT.sub(taken, text)


def _source(place: str, shelf: str) -> str:
    """Where a module lies: by itself, on the shelf of a rulebook, or with those of the page."""
    ours = place.removeprefix("../../")
    if ours in WHOLE:
        return _alias(ours)
    return f'{shelf if place == ours else "modules"}["{ours}"]'


def _handed_on(name: str, text: str) -> str:
    up = "../" * len(PurePosixPath(name).parent.parts) or "./"
    names = ", ".join(exported(text))
    handed = f'export const {{ {names} }} = modules["{name}"];\n' if names else ""
    return f'import {{ modules }} from "{up}{address(PARCELS)}";\n{handed}'


def _wrapped(text: str) -> Parcel:
    content = text.encode()
    return Parcel(content, gzip.compress(content, mtime=0), f'W/"{blake2b(content, digest_size=12).hexdigest()}"')


def _place(name: str, wanted: str) -> str:
    return normpath(PurePosixPath(name).parent / wanted)


def _alias(name: str) -> str:
    return f"${name.removesuffix('.js')}"
