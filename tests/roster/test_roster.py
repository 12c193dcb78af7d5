"""Rosters as files, bills and printed sheets, whatever the rulebook."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from warhost.engine.data import DataError
from warhost.engine.sheet import Card, Sheet, Term
from warhost.roster.bill import Bill, Line, Measure
from warhost.roster.page import sheet_page
from warhost.roster.roster import Character, Group, Roster, named_entries, read_roster, roster_faults, roster_text

WRITTEN = """
name = "Watch"
rulebook = "toy"
army = "men"
points = 500

[[group]]
profile = "spears"
models = 20
command = true
files = 5

[[group]]
profile = "hired.spears"
models = 10
options = ["pikes"]

[[character]]
profile = "captain"
role = "general"
with = "spears-2"
"""


def roster(*groups: Group, characters: tuple[Character, ...] = ()) -> Roster:
    return Roster(name="Watch", rulebook="toy", army="men", points=500, group=groups, character=characters)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "watch.toml"
    path.write_text(WRITTEN)
    return path


def test_a_roster_is_read_from_a_file_that_people_write(file: Path) -> None:
    read = read_roster(file)
    assert (read.name, read.points, read.group[0].models, read.group[0].files) == ("Watch", 500, 20, 5)
    assert read.character[0].with_ == "spears-2" and read.group[1].options == ("pikes",)


def test_what_is_written_is_what_was_read(file: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.toml"
    again.write_text(roster_text(read_roster(file)))
    assert read_roster(again) == read_roster(file)
    assert tomllib.loads(again.read_text()) == tomllib.loads(WRITTEN)


def test_names_with_quotes_are_written_so_that_they_can_be_read(tmp_path: Path) -> None:
    odd = roster(Group(profile="spears", name='Will "Ox" Müller\\', models=3))
    path = tmp_path / "odd.toml"
    path.write_text(roster_text(odd), "utf8")
    assert read_roster(path) == odd


@pytest.mark.parametrize(
    ("wrong", "key", "expected"),
    [
        (("models = 20", "model = 20"), "group[0].model", "unknown key, did you mean models?"),
        (("models = 20", 'models = "20"'), "group[0].models", "expected int, got str"),
        (("models = 20", "models = 0"), "group[0].models", "expected int >= 1"),
        (("points = 500\n", ""), "points", "expected a value, but the key is missing"),
    ],
)
def test_a_wrong_key_is_named_with_what_was_expected(
    file: Path, wrong: tuple[str, str], key: str, expected: str
) -> None:
    file.write_text(WRITTEN.replace(*wrong))
    with pytest.raises(DataError) as found:
        read_roster(file)
    assert (found.value.key, found.value.expected) == (key, expected)


def test_entries_go_by_their_profile_and_a_second_one_by_a_number(file: Path) -> None:
    assert [named.id for named in named_entries(read_roster(file))] == ["spears", "spears-2", "captain"]
    taken = roster(Group(profile="spears"), Group(profile="bows", id="spears"), Group(profile="spears"))
    assert [named.id for named in named_entries(taken)] == ["spears-2", "spears", "spears-3"]


def test_ids_used_twice_and_groups_that_are_not_there_are_faults() -> None:
    twice = roster(Group(profile="a", id="x"), Group(profile="b", id="x"))
    assert list(roster_faults(twice)) == [("group[1].id", "expected another id, x is taken")]
    astray = roster(Group(profile="spears"), characters=(Character(profile="captain", with_="spear"),))
    ((key, expected),) = roster_faults(astray)
    assert key == "character[0].with" and expected.endswith("got spear, did you mean spears?")
    himself = roster(Group(profile="spears", with_="spears"))
    assert [key for key, _ in roster_faults(himself)] == ["group[0].with"]


def test_a_bill_adds_up_and_measures_say_whether_they_are_kept() -> None:
    bill = Bill((Line("a", "A", "", 3, 30), Line("b", "B", "", 1, 12, {"star": 1})), 50)
    assert bill.points == 42
    assert Measure("x", "r", 3, least=3).kept and not Measure("x", "r", 2.75, least=3).kept
    assert Measure("x", "r", 3, most=3).kept and not Measure("x", "r", 3.25, most=3).kept


# --- the printed sheet ---------------------------------------------------------------------------------------

SHEET = Sheet(
    "Tom & the <Bold>",
    "Men, 42 of 50 points",
    ("", "M", "LP"),
    (
        Card(
            id="spears",
            title="Spears",
            detail="infantry",
            points=30,
            shares="1 block",
            rows=(("Spears", "7", "2"),),
            gear=("spear",),
            remarks=("with Tom",),
            boxes=(2, 2, 2),
        ),
    ),
    (Term("spear", "Two ranks fight."),),
)


def test_a_sheet_has_numbers_gear_and_a_box_for_every_life_point() -> None:
    page = sheet_page(SHEET)
    assert '<th scope="row">Spears</th><td>7</td><td>2</td>' in page
    assert page.count("<i></i>") == 6 and page.count('class="life"') == 3
    assert "30 points, 1 block" in page and "with Tom" in page
    assert "<dt>spear</dt><dd>Two ranks fight.</dd>" in page


def test_a_sheet_is_whole_in_itself_safe_and_made_for_paper() -> None:
    page = sheet_page(SHEET)
    assert "Tom &amp; the &lt;Bold&gt;" in page and "<Bold>" not in page
    assert "http" not in page and "src=" not in page and "url(" not in page
    assert "@media print" in page and "size: A4" in page and "prefers-color-scheme: dark" in page
