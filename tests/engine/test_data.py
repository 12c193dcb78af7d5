"""A wrong data file is answered with the file, the key and what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from warhost.engine.data import DataError, Definition, json_schema, read_toml


class Cart(Definition, frozen=True, tag="cart", tag_field="is"):
    wheels: int


class Boat(Definition, frozen=True, tag="boat", tag_field="is"):
    oars: int


class Troop(Definition, frozen=True):
    count: int
    armour: Literal["none", "mail"] = "none"
    mood: Literal["", "calm", "wild"] = ""


class Band(Definition, frozen=True):
    title: str
    points: dict[Literal["none", "mail"], int] = {}  # noqa: RUF012
    rows: dict[str, dict[str, int]] = {}  # noqa: RUF012
    troops: tuple[Troop, ...] = ()
    area: tuple[int, int] = (1, 1)
    ride: Cart | Boat | None = None


def read(tmp_path: Path, text: str) -> Band:
    (tmp_path / "bands").mkdir(exist_ok=True)
    path = tmp_path / "bands" / "red.toml"
    path.write_text(text)
    return read_toml(path, Band, tmp_path)


def test_a_good_file_is_read_into_its_type(tmp_path: Path) -> None:
    band = read(tmp_path, 'title = "Red"\ntroops = [{ count = 3 }]\nride = { is = "boat", oars = 4 }')
    assert band == Band("Red", troops=(Troop(3),), ride=Boat(4))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = 3", "title: expected str, got int"),
        ("", "title: expected a value, but the key is missing"),
        ('titel = "Red"', "titel: unknown key, did you mean title?"),
        ('title = "Red"\nxyz = 1', "xyz: unknown key"),
        ('title = "Red"\npoints = { none = 1, mail = "2" }', "points.mail: expected int, got str"),
        ('title = "Red"\npoints = { chain = 1 }', "points.chain: expected mail or none, got chain"),
        ('title = "Red"\nrows.a.x = 1\nrows.b.y = 2\nrows.b.z = "3"', "rows.b.z: expected int, got str"),
        (
            'title = "Red"\ntroops = [{ count = 1 }, { cuont = 2 }]',
            "troops[1].cuont: unknown key, did you mean count?",
        ),
        (
            'title = "Red"\ntroops = [{ count = 1, armour = "silk" }]',
            "troops[0].armour: expected mail or none, got 'silk'",
        ),
        (
            'title = "Red"\ntroops = [{ count = 1, mood = "sad" }]',
            "troops[0].mood: expected calm or wild, got 'sad'",
        ),
        ('title = "Red"\narea = [1, 2, 3]', "area: expected array of length 2, got 3"),
        ('title = "Red"\nride = { is = "kite" }', "ride.is: expected cart or boat, got 'kite'"),
        ('title = "Red"\nride = { is = "boat", oar = 1 }', "ride.oar: unknown key, did you mean oars?"),
        ('title = "Red"\npoints = [1 2]', "line 2, column 13: Unclosed array"),
        ('title = "Red', "end of document: Unterminated"),
    ],
)
def test_a_wrong_file_names_the_key_and_the_expectation(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, text)
    assert str(caught.value).startswith(f"bands/red.toml: {message}")
    assert caught.value.file == "bands/red.toml"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"gone\.toml: no such file"):
        read_toml(tmp_path / "gone.toml", Band)


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_bytes(b'title = "\xff"')
    with pytest.raises(DataError, match=r"odd\.toml: byte 10: expected text in UTF-8"):
        read_toml(tmp_path / "odd.toml", Band)


def test_the_schema_forbids_unknown_keys() -> None:
    assert json_schema(Band)["$defs"]["Band"]["additionalProperties"] is False
