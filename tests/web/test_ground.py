"""Every kind of ground has a drawing of its own on the page, in every game."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import expect

from warhost.draw.features import LOOKS

from .test_look import made
from .visitor import BEGIN, Come, Visitor

pytestmark = pytest.mark.slow

BOOKS = Path(__file__).parents[2] / "src" / "warhost" / "rulebooks"
STYLE = Path(__file__).parents[2] / "src" / "warhost" / "web" / "field.css"
SIEGE = {"fortress wall", "fortress tower", "fortress gate", "open gate", "wooden gate", "bolted door",
         "siege ladder", "fortress ladder", "siege tower", "portable bridge", "lowered bridge", "moat", "cauldron",
         "empty cauldron", "arrow-loop", "dragon spike"}  # fmt: skip
NOTHING = "open"  # no ground of its own: what has come down and left nothing


def look(visitor: Visitor, kind: str, name: str = "", *details: str) -> str:
    found: str = made(visitor, "looks", "lookOf", {"name": name or kind, "kind": kind, "details": details})
    return found


def kinds_of(book: str) -> dict[str, str]:
    terrain = tomllib.loads((BOOKS / book / "data" / "terrain.toml").read_text())
    return {one["id"]: one["title"] for one in terrain["kind"]}


def test_every_kind_of_ground_has_a_look(come: Come) -> None:
    """What pictures can draw is what rulebooks lay out: a guard sees to that."""
    visitor = come()
    visitor.go("/")
    titles = kinds_of("threeplains")
    kinds = LOOKS.keys() | titles.keys() - {NOTHING}
    unknown = [kind for kind in kinds if look(visitor, kind, "", titles.get(kind, "")) == "other"]
    assert unknown == []


def test_whatever_belongs_to_a_siege_is_told_apart(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    looks = {kind: look(visitor, kind) for kind in SIEGE}
    assert len(set(looks.values())) == len(SIEGE)
    assert not set(looks.values()) & {"wood", "wall", "house", "rough", "water", "road"}
    assert look(visitor, "rough", "straight wall 4") == "rubble"
    assert look(visitor, "rough", "bog") == "rough"
    assert look(visitor, "small obstacle", "tree 2", "lone tree or boulder") == "lone-tree"


def test_what_bars_the_way_looks_other_than_what_only_slows(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    assert len({look(visitor, kind) for kind in ("rough", "impassable")}) == 2
    assert len({look(visitor, kind) for kind in ("shallow water", "deep water", "ford")}) == 3
    assert len({look(visitor, kind) for kind in ("stone wall", "high wall", "fence", "hedge")}) == 4


def test_what_lies_about_is_drawn_where_it_lies(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    found = [
        made(visitor, "looks", "lyingAt", {"kind": kind, "title": title})
        for kind, title in (("objective", "door ram"), ("objective", "siege ladder"), ("objective", "the artifact"),
                            ("zone", "siege ladder"))
    ]  # fmt: skip
    assert found == ["ram", "siege-ladder", None, None]


def test_squares_of_a_board_have_a_soil_of_their_own() -> None:
    style = STYLE.read_text()
    terrain = tomllib.loads((BOOKS / "magnamund" / "data" / "terrain.toml").read_text())
    squares = {one["id"] for one in terrain["terrain"]} - {NOTHING}
    drawn = set(re.findall(r"^\.soil\.([\w-]+) > \.earth", style, re.MULTILINE))
    assert squares and squares <= drawn


def test_what_lies_on_the_edges_of_squares_has_a_drawing(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    terrain = tomllib.loads((BOOKS / "magnamund" / "data" / "terrain.toml").read_text())
    edges = [one["id"] for one in terrain["feature"]]
    assert edges and [edge for edge in edges if not made(visitor, "edges", "hasDrawing", edge)] == []


def test_a_fortress_has_walls_towers_a_gate_and_a_moat(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    seats = [{"kind": "person"}, {"kind": "computer", "level": "random", "seconds": 0.1}]
    wish = {"rulebook": "threeplains", "scenario": "siege", "seats": seats}
    game = visitor.page.evaluate(BEGIN, wish)["id"]
    visitor.go(f"/#/game/{game}")
    page = visitor.page
    for part in (".rampart .merlons", ".keep-tower .hatch", ".shut-gate .band", ".moat .bank", ".cauldron .oil",
                 ".loop .slit", ".door .door-bar", ".ladder .rung"):  # fmt: skip
        expect(page.locator(f".feature{part}").first).to_be_attached()
    expect(page.locator(".feature.other")).to_have_count(0)
    names = page.locator(".place-name")
    expect(names.first).to_be_attached()
    assert "moat before gate 5" not in names.all_inner_texts()


def test_a_lone_tree_is_a_crown_and_no_square(come: Come) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    visitor.wait_for_question()
    tree = visitor.page.locator(".feature.lone-tree")
    expect(tree.locator(".tree-shadow")).to_be_visible()
    assert tree.locator(".earth").evaluate("earth => getComputedStyle(earth).fill") == "none"
