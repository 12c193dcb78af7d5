"""The picture of a table: well-formed, complete, to scale, and readable without eyes."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

from warhost.draw.plates import laid_out
from warhost.draw.sheet import sheet_of
from warhost.draw.svg import svg
from warhost.engine.view import View, ZoneView

from .drawn_tables import FORD, block, feature, table, tables

NS = "{http://www.w3.org/2000/svg}"
SCALE = 16  # pixels an inch on a table of 72 inches


def drawn(shown: View, **options: object) -> ET.Element:
    return ET.fromstring(svg(shown, **options))  # type: ignore[arg-type]


def pieces(root: ET.Element) -> dict[str, ET.Element]:
    return {group.attrib["data-piece"]: group for group in root.iter() if "data-piece" in group.attrib}


def text_of(element: ET.Element) -> str:
    return element.findtext(f"{NS}title") or ""


def group(root: ET.Element, name: str) -> ET.Element | None:
    return next((element for element in root.iter() if element.get("class") == name), None)


@settings(max_examples=40, deadline=None)
@given(tables())
def test_any_table_gives_well_formed_xml_with_every_piece_once(shown: View) -> None:
    root = drawn(shown)
    groups = [element for element in root.iter() if "data-piece" in element.attrib]
    assert len(groups) == len(shown.blocks)
    assert all(text_of(one) for one in groups)
    assert len([one for one in root.iter() if one.get("class") == "feature"]) == len(shown.table.features)  # type: ignore[union-attr]


@settings(max_examples=40, deadline=None)
@given(tables())
def test_every_reference_leads_to_a_drawing_and_no_id_is_used_twice(shown: View) -> None:
    text = svg(shown)
    ids = [element.attrib["id"] for element in ET.fromstring(text).iter() if "id" in element.attrib]
    used = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
    assert len(ids) == len(set(ids))
    assert used <= set(ids)


def test_every_base_is_drawn_where_it_stands() -> None:
    found = pieces(drawn(FORD))["guard"]
    path = next(path.attrib["d"] for path in found.iter(f"{NS}path") if "id" in path.attrib)
    corners = [tuple(map(float, pair.split())) for pair in re.findall(r"[ML]([\d.]+ [\d.]+)", path)]
    assert path.count("Z") == 8
    left, top = (30 - 1.6) * SCALE, (48 - 20) * SCALE
    assert corners[0] == (round(left, 1), top)
    assert max(y for _, y in corners) == round(top + 1.6 * SCALE, 1)


def test_a_piece_carries_a_text_that_says_it_all() -> None:
    said = text_of(pieces(drawn(FORD))["guard"])
    for words in ("Guard (Herlanceia)", "foot", "8 models", "(30.0, 20.0)", "the far edge", "engaged", "M 7, A 1"):
        assert words in said


def test_special_models_have_their_emblems_and_the_key_names_them() -> None:
    root = drawn(FORD)
    uses = [use.attrib["href"] for use in pieces(root)["guard"].iter(f"{NS}use")]
    assert [name for name in uses if "role" in name] == ["#wh-role-0", "#wh-role-1"]
    labels = [text.text for text in root.iter(f"{NS}text")]
    assert {"general", "command", "hill", "wood", "stone wall", "tired 2"} <= set(labels)


def test_those_who_flee_are_faint_and_leave_streaks() -> None:
    found = pieces(drawn(FORD))
    faint = {name: any(g.get("opacity") == ".72" for g in one.iter(f"{NS}g")) for name, one in found.items()}
    assert faint == {"guard": False, "orcs": False, "wolf & <rider>": True}


def test_sides_differ_by_hatching_and_by_the_shape_of_their_plates() -> None:
    root = drawn(FORD)
    fills = {
        name: next(use.attrib["fill"] for use in one.iter(f"{NS}use") if use.get("stroke-width") == ".7")
        for name, one in pieces(root).items()
    }
    assert fills["orcs"] == "url(#wh-hatch-1)" and not fills["guard"].startswith("url")
    plates = group(root, "plates")
    assert plates is not None
    corners = [rect.attrib["rx"] for rect in plates.iter(f"{NS}rect")]
    assert corners[0] != corners[1]


def test_where_blows_fall_there_is_a_jagged_line() -> None:
    clashes = group(drawn(FORD), "clashes")
    assert clashes is not None and len(list(clashes)) == 2
    assert group(drawn(table(block("guard", (10, 10)))), "clashes") is None


def test_a_piece_that_is_lit_shows_its_arc_if_one_is_wanted() -> None:
    root = drawn(FORD, highlight=["guard"], arc=90)
    lit = [name for name, one in pieces(root).items() if any(g.get("class") == "lit" for g in one.iter())]
    assert lit == ["guard"]
    arcs = group(root, "arcs")
    assert arcs is not None and len(list(arcs)) == 2
    assert group(drawn(FORD, highlight=["guard"]), "arcs") is None


def test_a_group_in_ranks_has_one_point_and_a_loose_one_a_point_for_each_model() -> None:
    tight, wide = block("tight", (20, 20), files=3, ranks=1), block("wide", (40, 20), files=3, ranks=1)
    apart = tuple(
        type(base)(tuple((x + 2500 * place, y) for x, y in base.outline)) for place, base in enumerate(wide.bases)
    )
    ends = apart[0].outline[0], apart[-1].outline[1], apart[-1].outline[2], apart[0].outline[3]
    loose = type(wide)("loose", "Loose", 0, wide.front, 0, ends, apart, "Lo", "foot", "loose")
    found = pieces(drawn(table(tight, loose)))

    def points(name: str) -> int:
        tips = [
            path.attrib["d"] for path in found[name].iter(f"{NS}path") if path.get("stroke-linejoin") == "round"
        ]
        return sum(tip.count("Z") for tip in tips)

    assert (points("tight"), points("loose")) == (1, 3)


@pytest.mark.parametrize(("apart", "rows"), [(7, (20,)), (5, (20, 24))])
def test_plates_keep_clear_of_formations_and_of_each_other(apart: int, rows: tuple[int, ...]) -> None:
    places = [(12 + apart * n, y) for y in rows for n in range(7)]
    crowd = table(*(block(f"unit-{n}", at, side=n % 2, marks=("engaged",)) for n, at in enumerate(places)))
    boxes = [plate.box for plate in laid_out(crowd, sheet_of(crowd), 1152, 768)]
    for one in boxes:
        for other in boxes:
            clear = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert one is other or clear


def test_a_ruler_runs_along_all_four_edges() -> None:
    labels = [text.text for text in drawn(table()).iter(f"{NS}text")]
    assert labels.count("72") == 2 and labels.count("6") == 4 and labels.count("48") == 4


def test_a_deployment_zone_is_outlined_and_named() -> None:
    zone = ZoneView("zone of Orcs", ((12000, 33000), (60000, 33000), (60000, 48000), (12000, 48000)))
    found = next(one for one in drawn(table(zones=(zone,))).iter() if one.get("data-zone") == "zone of Orcs")
    assert "(12.0, 33.0) to (60.0, 48.0)" in text_of(found)


def test_unknown_ground_is_outlined_and_named() -> None:
    assert "Sands" in [text.text for text in drawn(FORD).iter(f"{NS}text")]
    found = [one for one in drawn(FORD).iter() if one.get("class") == "feature" and "quicksand" in text_of(one)]
    assert len(found) == 1


def test_a_large_battle_stays_small() -> None:
    crowd = [block(f"unit-{n}", (6 + 6 * (n % 11), 10 + 12 * (n // 11)), side=n % 2, files=8, ranks=4,
                   marks=("engaged", "moved"), details=("x" * 60,) * 5) for n in range(20)]  # fmt: skip
    woods = tuple(feature("wood", (8 + 14 * n, 42), (12, 10)) for n in range(5))
    assert len(svg(table(*crowd, features=woods)).encode()) < 150_000


def test_the_picture_has_a_title_and_a_description() -> None:
    root = drawn(FORD)
    assert root.attrib["aria-label"] == "The Ford. Turn 2, shooting"
    description = root.findtext(f"{NS}desc") or ""
    assert "A table 72 inches wide and 48 deep." in description and "Eight turns." in description
    assert "Herlanceia (you): 8 of 10" in description
