"""The picture of a board: well-formed, complete, everything in its place, and readable without eyes."""

from __future__ import annotations

import re
from math import cos, radians, sin
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

from warhost.draw.grid import border_loops, outline, uphill
from warhost.draw.svg import svg
from warhost.engine.view import AreaView, EdgeView, View

from .drawn_views import FARM, board, piece, view, views

NS = "{http://www.w3.org/2000/svg}"


def drawn(shown: View, **options: object) -> ET.Element:
    return ET.fromstring(svg(shown, **options))  # type: ignore[arg-type]


def piece_elements(root: ET.Element) -> dict[str, ET.Element]:
    return {group.attrib["data-piece"]: group for group in root.iter() if "data-piece" in group.attrib}


def text_of(element: ET.Element) -> str:
    return element.findtext(f"{NS}title") or ""


def edge_line(use: ET.Element) -> set[tuple[int, int]]:
    """The two ends of an edge, from its transform alone."""
    numbers = [int(number) for number in re.findall(r"-?\d+", use.attrib["transform"])]
    x, y, turn = numbers if len(numbers) == 3 else (*numbers, 0)
    return {(x, y), (x + round(40 * cos(radians(turn))), y + round(40 * sin(radians(turn))))}


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(views())
def test_any_view_gives_well_formed_xml_with_every_piece_on_the_board_once(shown: View) -> None:
    root = drawn(shown)
    groups = [element for element in root.iter() if "data-piece" in element.attrib]
    assert len(groups) == sum(bool(piece.squares) for piece in shown.pieces)
    assert all(text_of(group) for group in groups)


@settings(max_examples=60, deadline=None)
@given(views())
def test_every_reference_leads_to_a_drawing_and_no_id_is_used_twice(shown: View) -> None:
    text = svg(shown)
    ids = [element.attrib["id"] for element in ET.fromstring(text).iter() if "id" in element.attrib]
    used = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
    assert len(ids) == len(set(ids))
    assert used <= set(ids)


def test_pieces_carry_their_id_and_a_text_that_says_it_all() -> None:
    found = piece_elements(drawn(FARM))
    assert list(found) == ["ann", "bob", "wolf & <rider>", "kootak"]
    text = text_of(found["ann"])
    for words in ("Ann", "Spearmen", "Sommerlund", "(1,1)", "north", "leader", "wounded", "moves 6"):
        assert words in text
    assert "(3,4)-(4,4) on trees" in text_of(found["wolf & <rider>"])


def test_pieces_stand_in_the_middle_of_their_front_square_and_look_their_way() -> None:
    found = piece_elements(drawn(FARM))
    places = {name: group.attrib["transform"] for name, group in found.items()}
    assert places["ann"] == "translate(20 140)"
    assert places["wolf & <rider>"] == "translate(100 20)"
    turns = {name: group.find(f"{NS}use").get("transform") for name, group in found.items()}  # type: ignore[union-attr]
    assert turns["ann"] is None
    assert turns["bob"] == "rotate(90)"
    assert turns["kootak"] == "rotate(180)"
    assert turns["wolf & <rider>"] == "rotate(270)"


def test_a_mounted_tile_reaches_over_two_squares_and_a_foot_tile_over_one() -> None:
    root = drawn(FARM)
    found = piece_elements(root)
    bodies = {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}

    def depth(name: str) -> float:
        use = found[name].find(f"{NS}use")
        assert use is not None
        path = bodies[use.attrib["href"][1:]].find(f"{NS}path")
        assert path is not None
        return max(float(number) for number in re.findall(r"-?[\d.]+", path.attrib["d"]))

    assert 10 < depth("ann") < 20
    assert 50 < depth("wolf & <rider>") < 60


@pytest.mark.parametrize(
    ("side", "ends"),
    [
        ("N", {(40, 40), (80, 40)}),
        ("E", {(80, 40), (80, 80)}),
        ("S", {(40, 80), (80, 80)}),
        ("W", {(40, 40), (40, 80)}),
    ],
)
def test_an_edge_lies_on_its_side_of_its_square(side: str, ends: set[tuple[int, int]]) -> None:
    root = drawn(view(board("...", "...", "...", edges=(EdgeView((2, 2), side, "hedge"),))))
    group = next(element for element in root.iter() if element.get("data-feature") == "hedge")
    assert text_of(group) == "hedge"
    assert [edge_line(use) for use in group.iter(f"{NS}use")] == [ends]


def test_openings_lie_over_the_wall_they_open() -> None:
    edges = (EdgeView((1, 1), "N", "small_door"), EdgeView((1, 1), "N", "building_wall"))
    root = drawn(view(board("..", "..", edges=edges)))
    assert [g.attrib["data-feature"] for g in root.iter() if "data-feature" in g.attrib] == [
        "building_wall",
        "small_door",
    ]


def test_sides_differ_by_outline_and_hatching_as_well_as_colour() -> None:
    text = svg(view(board("..", ".."), piece("ann", (1, 1)), piece("giak", (2, 2), side=1)))
    root = ET.fromstring(text)
    bodies = [g.findall(f"{NS}path")[1] for g in root.iter() if g.get("id", "").startswith("wh-tile-")]
    assert bodies[0].attrib["d"] != bodies[1].attrib["d"]
    assert [body.attrib["fill"].startswith("url(#wh-hatch") for body in bodies] == [False, True]


def test_highlight_lights_pieces_by_their_id_or_their_unit() -> None:
    def lit(*names: str) -> list[str]:
        found = piece_elements(drawn(FARM, highlight=names))
        return [name for name, group in found.items() if group.find(f"{NS}rect[@class='lit']") is not None]

    assert lit() == []
    assert lit("bob") == ["bob"]
    assert lit("spears", "kootak") == ["ann", "bob", "kootak"]


def test_the_picture_has_a_role_a_label_a_title_and_a_description() -> None:
    root = drawn(FARM)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == "The Mill Farm. Turn 3, shooting"
    assert root.findtext(f"{NS}title") == "The Mill Farm"
    description = root.findtext(f"{NS}desc") or ""
    assert "Sommerlund (you): 7 of 8" in description
    assert "Darklords (to move): 1 of 4 and 1 character" in description
    assert "Farmhouse" in description
    assert "Ten turns." in description
    assert drawn(FARM, title="After the charge").findtext(f"{NS}title") == "After the charge"


def test_the_picture_needs_nothing_from_elsewhere() -> None:
    text = svg(FARM).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|<script|<image|@import|<style", text)


def test_four_hundred_pieces_stay_below_four_hundred_kilobytes() -> None:
    rows = ("." * 20 + "tbst" * 5,) * 40
    look = {"marks": ("engaged", "moved"), "details": ("x" * 60,)}
    crowd = (piece(f"soldier-{n}", (n % 40 + 1, n // 40 + 1), side=n % 2, **look) for n in range(400))
    assert len(svg(view(board(*rows), *crowd)).encode()) < 400_000


def test_unknown_ground_is_named_on_the_board() -> None:
    root = drawn(view(board("..", ".?")))
    assert "quicksand" in [text.text for text in root.iter(f"{NS}text")]


def test_slopes_rise_towards_the_hilltop() -> None:
    hill = board(".....", ".sss.", ".shs.", ".sss.", ".....")
    assert uphill(hill, (3, 4)) == (0, -1)
    assert uphill(hill, (2, 3)) == (1, 0)
    assert uphill(hill, (2, 4)) == (1, -1)
    assert uphill(hill, (1, 1)) == (0, 0)
    uses = [u.attrib for u in drawn(view(hill)).iter(f"{NS}use")]
    assert {"href": "#wh-slope", "transform": "translate(100 60)rotate(180)"} in uses
    assert {"href": "#wh-slope", "transform": "translate(60 100)rotate(90)"} in uses
    assert {"href": "#wh-spur", "transform": "translate(60 60)rotate(90)"} in uses


def test_an_area_is_outlined_around_its_squares_and_round_its_holes() -> None:
    ground = board("...", "...", "...")
    ring = [(x, y) for x in (1, 2, 3) for y in (1, 2, 3) if (x, y) != (2, 2)]
    outer, hole = border_loops(ground, ring)
    assert sorted(outer) == [(0, 0), (0, 120), (120, 0), (120, 120)]
    assert sorted(hole) == [(40, 40), (40, 80), (80, 40), (80, 80)]
    assert outline(ground, [(2, 2)], inset=4) == "M44 44L76 44L76 76L44 76Z"


def test_squares_that_touch_at_a_corner_keep_rings_of_their_own() -> None:
    ground = board("...", "...", "...")
    for pair in ([(1, 1), (2, 2)], [(2, 2), (1, 1)], [(1, 2), (2, 1)], [(2, 1), (1, 2)]):
        assert [len(loop) for loop in border_loops(ground, pair)] == [4, 4]


def test_the_name_of_an_area_leaves_doors_and_windows_free() -> None:
    house = tuple((x, y) for x in (3, 4, 5) for y in (2, 3))
    edges = (EdgeView((4, 3), "N", "small_door"), EdgeView((4, 1), "N", "window"))
    root = drawn(view(board(*["." * 7] * 4, edges=edges), areas=(AreaView("Barn", house),)))
    label = next(g for g in root.iter(f"{NS}g") if g.get("class") == "label").find(f"{NS}rect")
    assert label is not None
    left, width = float(label.attrib["x"]), float(label.attrib["width"])
    assert left + width <= 140 - 14 or left >= 140 + 14


def test_the_name_of_an_area_lies_under_the_pieces_and_keeps_clear_of_them_if_it_can() -> None:
    field = tuple((x, y) for x in range(1, 8) for y in (2, 3))
    crowd = [piece(f"ann-{x}", (x, 3)) for x in range(1, 8)]
    root = drawn(view(board(*["." * 7] * 4), *crowd, areas=(AreaView("Barn", field),)))
    classes = [g.get("class") for g in root.iter(f"{NS}g") if g.get("class") in ("label", "pieces")]
    assert classes == ["label", "pieces"]
    label = next(g for g in root.iter(f"{NS}g") if g.get("class") == "label").find(f"{NS}text")
    assert label is not None and float(label.attrib["y"]) > 100  # on the southern border, where nobody stands


def test_soldiers_carry_the_number_that_orders_call_them_by() -> None:
    root = drawn(view(board(".."), piece("ann-7", (1, 1)), piece("kootak", (2, 1))))
    told = {name: [t.text for t in group.iter(f"{NS}text")] for name, group in piece_elements(root).items()}
    assert told == {"ann-7": ["S", "7"], "kootak": ["S"]}


def test_coordinates_run_along_all_four_sides() -> None:
    labels = [t.text for t in drawn(view(board("." * 12))).iter(f"{NS}text")]
    assert labels.count("12") == 2
    assert labels.count("1") == 4
