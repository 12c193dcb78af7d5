"""What is said of the data files in a folder of the player's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from warhost.engine.data import DataError
from warhost.engine.game import Game
from warhost.engine.record import record, reopen
from warhost.players.random import RandomPlayer
from warhost.rulebooks.magnamund.encounter import DEFAULT_VICTORY
from warhost.rulebooks.magnamund.library import DATA, check, load_library
from warhost.rulebooks.magnamund.rulebook import Magnamund

FORD = "encounters/ford.toml"
OURS, THEIRS = "forces[0].units[0]", "forces[1].units[0]"
ENCOUNTER = """
id = "ford"
title = "The Ford"
story = "Two patrols meet."
board = { rows = ["........", "...ww...", "........", "........"] }

[[forces]]
id = "ours"
title = "Ours"
alignment = "good"
home_edge = "S"
leader = "spears"

[[forces.units]]
id = "spears"
title = "Spears"
count = 4
sheet = "human"
training = "regular"
armour = "mail"
shield = true
weapons = ["spear"]
deploy = { x = [1, 8], y = [1, 1] }
facing = "N"

[[forces]]
id = "theirs"
title = "Theirs"
alignment = "evil"
home_edge = "N"

[[forces.units]]
id = "axes"
title = "Axes"
count = 4
sheet = "giak"
training = "poor"
armour = "leather"
weapons = ["axe"]
deploy = { x = [1, 8], y = [4, 4] }
facing = "S"
"""


def faults(tmp_path: Path, *changes: tuple[str, str], file: str = FORD, text: str = ENCOUNTER) -> list[str]:
    """What is said of the player's folder with one file in it, changed in these places."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(text)
    return [str(fault) for fault in check(tmp_path)]


def test_a_players_encounter_is_added_on_top(tmp_path: Path) -> None:
    assert faults(tmp_path) == []
    library = load_library(tmp_path)
    assert set(library.encounters) == {*load_library().encounters, "ford"}
    assert library.encounters["ford"].victory == DEFAULT_VICTORY


def test_the_first_fault_is_raised_when_loading(tmp_path: Path) -> None:
    faults(tmp_path, ('"spear"', '"speer"'))
    with pytest.raises(DataError, match=r"ford\.toml: .*expected a weapon, got speer, did you mean spear\?"):
        load_library(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"spear"', '"speer"', f"{OURS}.weapons[0]: expected a weapon, got speer, did you mean spear?"),
        ('"axe"', '"longbow"', f"{THEIRS}.weapons[0]: expected a weapon of the sheet giak, got longbow"),
        ('"spear"', '"pike"', f"{OURS}.shield: expected no shield, pike takes both hands"),
        (
            'sheet = "human"',
            'sheet = "humen"',
            f"{OURS}.sheet: expected a sheet, got humen, did you mean human?",
        ),
        (
            'leader = "spears"',
            'leader = "axes"',
            "forces[0].leader: expected a unit or character of this force, got axes",
        ),
        ("count = 4", "count = 0", f"{OURS}.count: expected int >= 1"),
        ("count = 4", "count = 9", f"{OURS}.deploy: expected room for 9, there is room for 8"),
        ("y = [1, 1]", "y = [0, 1]", f"{OURS}.deploy.y: expected squares from 1 to 4, got [0, 1]"),
        ("y = [4, 4]", "y = [4, 5]", f"{THEIRS}.deploy.y: expected squares from 1 to 4, got [4, 5]"),
        (
            "x = [1, 8], y = [1, 1]",
            "x = [4, 5], y = [3, 3]",
            f"{OURS}.deploy: expected ground on which human can stand",
        ),
        (
            'id = "axes"',
            'id = "spears"',
            f"{THEIRS}.id: expected another id, spears is already used in this encounter",
        ),
        (
            'id = "ford"',
            'id = "mill_farm"',
            "id: expected another id, mill_farm is already in encounters/mill_farm.toml",
        ),
        ('"...ww..."', '"...ww.."', "board.rows[1]: expected 8 squares, got 7"),
        (
            '"...ww..."',
            '"...wq..."',
            "board.rows[1]: column 5: expected one of . b c f h k m p r s t w R S, got 'q'",
        ),
        (
            'armour = "mail"',
            'armour = "silk"',
            f"{OURS}.armour: expected leather, mail, none or plate, got 'silk'",
        ),
        (
            'sheet = "giak"',
            'sheet = "gourgaz"',
            f"{THEIRS}.sheet: expected a sheet of rank and file, gourgaz is a monster",
        ),
    ],
)
def test_a_wrong_encounter_names_the_file_the_key_and_the_expectation(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert f"{FORD}: {message}" in faults(tmp_path, (old, new))


@pytest.mark.rule("mag.army.alignment")
def test_an_army_mixes_good_or_evil_with_neutral_but_not_with_each_other(tmp_path: Path) -> None:
    assert faults(tmp_path, ('sheet = "human"', 'sheet = "giak"')) == [
        f"{FORD}: {OURS}.sheet: expected good or neutral in this army, got evil"
    ]
    text = (DATA / "sheets" / "human.toml").read_text()
    mercenary = (('id = "human"', 'id = "mercenary"'), ('alignment = "good"', 'alignment = "neutral"'))
    assert faults(tmp_path, ('sheet = "giak"', 'sheet = "mercenary"')) != []
    assert faults(tmp_path, *mercenary, file="sheets/mercenary.toml", text=text) == []
    assert faults(tmp_path, ('sheet = "human"', 'sheet = "mercenary"')) == []


@pytest.mark.rule("mag.army.alignment")
def test_a_neutral_army_may_not_hold_good_and_evil_either(tmp_path: Path) -> None:
    unit = ENCOUNTER[ENCOUNTER.index("[[forces.units]]") :].split("\n\n", 1)[0]
    other = unit.replace('"spears"', '"scouts"').replace('"human"', '"giak"').replace("y = [1, 1]", "y = [2, 2]")
    both = (('alignment = "good"', 'alignment = "neutral"'), (unit, f"{unit}\n\n{other}"))
    assert faults(tmp_path, *both) == [
        f"{FORD}: forces[0].units[1].sheet: expected good or neutral in this army, got evil"
    ]


@pytest.mark.rule("mag.setup.deploy_strips")
def test_a_unit_without_a_zone_needs_a_long_edge_for_its_strip(tmp_path: Path) -> None:
    no_zone = ("deploy = { x = [1, 8], y = [1, 1] }\n", "")
    assert faults(tmp_path, no_zone) == [
        f"{FORD}: {OURS}.deploy: expected a zone, the board is too small for the head-on strips"
    ]
    assert faults(tmp_path, no_zone, ('home_edge = "S"', 'home_edge = "W"')) == [
        f"{FORD}: {OURS}.deploy: expected a zone, the head-on strips lie along the long edges only"
    ]


@pytest.mark.rule("mag.piece.footprint")
def test_two_square_pieces_need_room_in_line(tmp_path: Path) -> None:
    riders = (('sheet = "human"', 'sheet = "cavalry"'), ('"spear"', '"lance"'))
    assert faults(tmp_path, *riders) == [f"{FORD}: {OURS}.deploy: expected room for 4, there is room for 0"]
    assert faults(tmp_path, *riders, ("y = [1, 1]", "y = [1, 2]")) == []


def test_units_that_share_a_zone_need_room_together(tmp_path: Path) -> None:
    unit = ENCOUNTER[ENCOUNTER.index("[[forces.units]]") :].split("\n\n", 1)[0]
    other = unit.replace('"spears"', '"scouts"').replace("count = 4", "count = 5")
    assert faults(tmp_path, (unit, f"{unit}\n\n{other}")) == [
        f"{FORD}: forces[0].units[1].deploy: expected 9 squares for all in this zone, got 8"
    ]


def test_squares_fixed_by_an_encounter_must_be_free_ground(tmp_path: Path) -> None:
    fixed = ("deploy = { x = [1, 8], y = [1, 1] }", "at = [[1, 1], [1, 1], [4, 3]]")
    assert faults(tmp_path, fixed) == [
        f"{FORD}: {OURS}.at: expected 4 squares, got 3",
        f"{FORD}: {OURS}.at: expected a free square, got [1, 1]",
        f"{FORD}: {OURS}.at: expected a square on which human can stand, got [4, 3]",
    ]


def test_victory_conditions_name_what_there_is(tmp_path: Path) -> None:
    victory = """
[victory]
otherwise = "nobody"
at_once = [{ by = "condition", winner = "ours", when = [{ is = "eliminated", who = "thiers" }] }]
at_end = [
    { by = "majority", area = "mill" },
    { by = "condition", winner = "ours", when = [{ is = "inside", who = ["axes", "bows"], area = "mill" }] },
]

[[forces]]"""
    where = f"{FORD}: victory"
    assert faults(tmp_path, ("\n[[forces]]", victory)) == [
        f"{where}.otherwise: expected a force, got nobody",
        f"{where}.at_once[0].when[0].who: expected a force, got thiers, did you mean theirs?",
        f"{where}.at_end[0].area: expected an objective, got mill",
        f"{where}.at_end[1].when[0].who[1]: expected a force, unit or character, got bows",
        f"{where}.at_end[1].when[0].area: expected an objective, got mill",
    ]


def test_a_character_is_a_card_or_a_monster(tmp_path: Path) -> None:
    def with_character(lines: str) -> list[str]:
        entry = f'id = "x"\ntitle = "X"\nfacing = "N"\ndeploy = {{ x = [1, 8], y = [2, 2] }}\n{lines}'
        theirs = '[[forces]]\nid = "theirs"'
        return faults(tmp_path, (theirs, f"[[forces.characters]]\n{entry}\n\n{theirs}"))

    where = f"{FORD}: forces[0].characters[0]"
    assert with_character('sheet = "human"\ncard = "lone_wolf"') == []
    assert with_character('sheet = "human"') == [f"{where}.card: expected a hero card, human is not a monster"]
    assert with_character('sheet = "giak"\ncard = "lone_wolf"') == [
        f"{where}.sheet: expected human as on the card lone_wolf, got giak"
    ]
    assert with_character('sheet = "giak"\ncard = "kootak"') == [
        f"{where}.card: expected good or neutral in this army, got evil"
    ]
    assert with_character('sheet = "human"\ncard = "lone_wolf"\nskills = ["rally"]') == [
        f"{where}.skills[0]: expected one of the Kai Disciplines, got rally"
    ]


def test_a_sheet_is_checked_for_names_and_gaps(tmp_path: Path) -> None:
    text = (DATA / "sheets" / "human.toml").read_text().replace('id = "human"', 'id = "dwarf"')
    changes = (
        ("short = [2, 7]", "short = [2, 8]"),
        ("target_moved = -2", "target_movd = -2"),
        ("dagger = { none = 30, ", "dagger = { "),
        ('scrub = "L"\n', ""),
    )
    assert faults(tmp_path, *changes, file="sheets/dwarf.toml", text=text) == [
        "sheets/dwarf.toml: cover.scrub: expected a value, but the key is missing",
        "sheets/dwarf.toml: firing_modifiers.target_movd: expected a firing modifier, got target_movd, "
        "did you mean target_moved?",
        "sheets/dwarf.toml: combat.dagger.none: expected a value, but the key is missing",
        "sheets/dwarf.toml: weapon_chart.longbow.medium: expected squares from 9 on, got [8, 14]",
    ]
    assert faults(tmp_path, ("mail = 8", 'mail = "8"'), file="sheets/dwarf.toml", text=text) == [
        "sheets/dwarf.toml: movement_points.mail: expected int, got str"
    ]


def test_a_rule_of_ones_own_has_an_id_of_its_own(tmp_path: Path) -> None:
    rule = '{"id": "%s", "title": "T", "chapter": "C", "kind": "rule", "text": "X", "needs": ["my.gone"]}'
    text = f"[{rule % 'my.rule'}, {rule % 'mag.move.cost'}]"
    assert faults(tmp_path, file="rules.json", text=text) == [
        "rules.json: mag.move.cost: expected another id, there is such a rule",
        "rules.json: my.rule.needs: expected the id of a rule, got my.gone",
    ]


def test_a_file_in_the_wrong_place_is_not_passed_over(tmp_path: Path) -> None:
    assert faults(tmp_path, file="encounter/ford.toml") == [
        "encounter/ford.toml: expected weapons.toml or a file in sheets, heroes or encounters"
    ]
    nowhere = tmp_path / "nowhere"
    assert [str(fault) for fault in check(nowhere)] == [f"{nowhere}: no such folder"]


def test_a_battle_with_own_sheets_is_replayed_without_their_folder(tmp_path: Path) -> None:
    sheet = (DATA / "sheets" / "giak.toml").read_text("utf8")
    encounter = (DATA / "encounters" / "mill_farm.toml").read_text("utf8")
    cold = encounter.replace('"mill_farm"', '"cold_farm"').replace('"giak"', '"snow_giak"')
    for folder, name, text in (
        ("sheets", "snow_giak", sheet.replace('id = "giak"', 'id = "snow_giak"')),
        ("encounters", "cold_farm", cold),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{name}.toml").write_text(text, "utf8")
    book = Magnamund(tmp_path)
    game = Game(book, book.setup("cold_farm", {}), "1")
    game.play([RandomPlayer("a"), RandomPlayer("b")])
    assert "snow_giak" in game.setup["sheets"]
    assert reopen(record(game), book=Magnamund()).hash == game.hash
