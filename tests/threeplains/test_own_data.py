"""Army lists, weapons and terrain of a player's own folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from warhost.rulebooks.threeplains.library import check, load_library
from warhost.rulebooks.threeplains.rulebook import ThreePlains

FLAIL = """
[[weapon]]
id = "flail"
title = "flail"
rule = "my.weapon.flail"
text = "Hits take 1 off toughness."
melee = true
toughness = 1
"""
BOG = """
[[kind]]
id = "bog"
title = "bog"
rule = "my.terrain.bog"
pace = "half"
"""
BOARD = """
id = "moor"
title = "The Moor"
story = "Wet."
[[feature]]
kind = "bog"
middle = [20, 24]
size = [6, 6]
"""
DWARVES = """
id = "dwarves"
rule = "my.list.dwarves"
title = "Dwarves of the Moor"
text = "Short."
race = "dwarf"
deviancy = 2
origin = "authored"

[[profile]]
id = "king"
rule = "my.list.dwarves.king"
title = "King"
text = "Old."
kind = "character"
points = 100
line = { M = 6, A = 3, CR = 6, D = 2, LP = 3, S = 6 }
save = { toughness = 4 }
base = [20, 20]
weapons = ["flail"]
roles = ["general"]

[[profile]]
id = "guard"
rule = "my.list.dwarves.guard"
title = "Dwarf Guard"
text = "Many."
kind = "infantry"
points = 10
shapes = { block = 4 }
line = { M = 6, A = 1, CR = 5, D = 1, LP = 1, S = 5 }
save = { toughness = 4 }
base = [20, 20]
size = [10, 40]
weapons = ["flail"]
"""
ROSTER = """
rulebook = "threeplains"
army = "dwarves"
points = 500
name = "The Moor Watch"

[[group]]
id = "guard"
profile = "guard"
models = 40

[[character]]
id = "king"
profile = "king"
role = "general"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {
        "weapons.toml": FLAIL, "terrain.toml": BOG, "boards/moor.toml": BOARD, "armies/dwarves.toml": DWARVES,
        "rosters/watch.toml": ROSTER,
    }.items():  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf8")
    return tmp_path


@pytest.mark.rule("tp.army.lists", "tp.list.names")
def test_lists_weapons_and_terrain_of_ones_own_come_on_top_of_the_games(folder: Path) -> None:
    assert check(folder) == []
    library = load_library(folder)
    assert {"dwarves", "orcs"} <= set(library.armies.lists)
    assert {"flail", "spear"} <= set(library.armies.weapons)
    assert library.kinds["bog"].pace == "half" and "wood" in library.kinds
    assert "dwarves" not in load_library().armies.lists


def test_an_army_of_ones_own_goes_to_battle_and_its_save_needs_no_folder(folder: Path) -> None:
    roster = folder / "rosters" / "watch.toml"
    setup = ThreePlains(folder).setup("moor", {"armies": f"{roster}, orcs_500", "rosters": "unchecked"})
    setting = ThreePlains().setting(setup)
    assert setting.armies[0].groups[0].figure.weapons[0] == "flail"
    assert setting.weapons["flail"].toughness == 1 and setting.kinds["bog"].pace == "half"


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("armies/dwarves.toml", '"flail"', '"flial"', "a weapon, got flial"),
        ("weapons.toml", "melee = true", 'melee = "yes"', "bool"),
        ("terrain.toml", 'pace = "half"', 'pace = "slow"', "slow"),
        (
            "terrain.toml",
            'pace = "half"',
            'pace = "half"\nstructure = { toughness = 2, life = 4, becomes = "mudd" }',
            "mudd",
        ),
    ],
)
def test_faults_of_own_files_say_where_and_what(folder: Path, file: str, old: str, new: str, said: str) -> None:
    path = folder / file
    path.write_text(path.read_text("utf8").replace(old, new), "utf8")
    faults = [str(fault) for fault in check(folder)]
    assert faults and all(file in fault for fault in faults) and said in faults[0]
