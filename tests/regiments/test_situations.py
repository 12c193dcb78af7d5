"""The situations in examples/: what they say should be seen is seen; and what is wrong in such a file is told."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from warhost.engine.data import DataError
from warhost.engine.expect import differences
from warhost.engine.situation import judge, read_case

from .field import number, ours, scene, theirs

FILES = sorted((Path(__file__).parents[2] / "examples" / "situations" / "regiments").glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    case = read_case(path)
    assert case.script.expect is not None
    assert differences(case.script.expect, judge(case)) == []


def test_there_are_a_dozen() -> None:
    assert len(FILES) >= 12


@pytest.mark.parametrize(
    ("unit", "key"),
    [
        (theirs("a", "men.speers", at=(30, 30)), "units[0].entry"),
        (theirs("a", "men.spears", options=["wings"], at=(30, 30)), "units[0].options"),
        (theirs("a", "men.spears"), "units[0].at"),
        (theirs("a", "men.adept", at=(30, 30), spells=["Rain"]), "units[0].spells"),
        (theirs("a", "men.spears", at=(30, 30), did="danced"), "units[0].did"),
    ],
)
def test_mistakes_are_told(unit: dict[str, object], key: str) -> None:
    with pytest.raises(DataError) as told:
        scene(unit)
    assert told.value.key == key


@pytest.mark.rule("reg.troop.monster.ridden", "reg.core.engaged")
def test_what_a_file_says_of_a_rider_is_said_of_his_monster() -> None:
    fight = scene(
        ours("prince", "elf.prince", mount="young drake", front=(36, 20), charged=True),
        theirs("wolves", "orc.wolfriders", 10, front=(36, 20), files=5),
        contacts=[{"a": "prince", "b": "wolves"}],
        effects=[{"spell": "Dawn's Ward", "on": "prince"}],
        phase="combat",
    )
    drake = number(fight, "prince_mount")
    assert fight.state.contacts[0].a == fight.state.effects[0].bearer == drake
    assert fight.state.units[drake].charged_at == fight.state.clock


FIVE_SHOTS = """
rulebook = "regiments"
title = "Five crossbows at five lancers"
phase = "shooting"
answers = ["bows"]
units = [
    { id = "bows", side = "ours", entry = "men.crossbows", models = 5, started = 10, files = 5, front = [36, 10] },
    { id = "lancers", side = "theirs", entry = "men.knights", models = 5, front = [36, 25], facing = 270 },
]
"""


@pytest.mark.rule("reg.shoot.tohit", "reg.panic.casualties", "reg.charge.fleeroll")
def test_chances_are_exact_though_panic_and_flight_may_follow(tmp_path: Path) -> None:
    """Each shot takes a lancer by 1/2 x 2/3 x 1/6; two or more bring a test on Leadership 8: 10 of 36 fail."""
    (tmp_path / "shots.toml").write_text(FIVE_SHOTS)
    shot = Fraction(1, 18)
    lost = [comb(5, n) * shot**n * (1 - shot) ** (5 - n) for n in range(6)]
    found = judge(read_case(tmp_path / "shots.toml")).outcomes
    assert sum(one.chance for one in found if not one.changes) == lost[0]
    assert sum(one.chance for one in found if "lancers lost 2 models" in one.changes) == lost[2]
    assert sum(one.chance for one in found if "lancers fleeing" in one.changes) == sum(lost[2:5]) * Fraction(10, 36)


LAST_SHOTS = """
rulebook = "regiments"
title = "The last shots of a battle"
phase = "shooting"
turn = 6
active = "theirs"
first = "ours"
answers = ["done"]
dice = []
units = [
    { id = "bows", side = "theirs", entry = "orc.bowmen", models = 10, files = 5, front = [30, 20], facing = 90 },
    { id = "guns", side = "ours", entry = "men.handguns", models = 10, front = [30, 40], fleeing = true },
    { id = "general", side = "ours", entry = "men.captain", front = [36, 38], role = "general", fleeing = GENERAL },
    { id = "swords", side = "ours", entry = "men.swords", models = 20, files = 5, front = [45, 38], facing = 270 },
]
"""


@pytest.mark.rule("reg.vp.units", "reg.vp.general", "reg.vp.result", "reg.game.length")
@pytest.mark.parametrize(("general", "said"), [("false", "0 to 90"), ("true", "0 to 250")])
def test_a_last_turn_is_played_to_its_end_where_no_die_falls(tmp_path: Path, general: str, said: str) -> None:
    """Ten handgunners in flight are 90 points and a draw; the captain who runs is 60, and 100 as the General."""
    path = tmp_path / "last.toml"
    path.write_text(LAST_SHOTS.replace("GENERAL", general), "utf8")
    found = judge(read_case(path))
    result = found.case.book.result(found.case.setting, found.state)
    assert result is not None and said in result.why
    assert (result.winner is None) == (general == "false")


CALLED = """
rulebook = "regiments"
title = "Some of the fallen come back"
phase = "magic"
power = 4
winds = true
answers = ["acolyte/Call the Fallen", "bones", "2"]
dice = [4, 4, 6]
units = [
    { id = "acolyte", side = "ours", entry = "und.acolyte", front = [30, 20], spells = ["Call the Fallen"] },
    { id = "bones", side = "ours", entry = "und.skeletons", models = MODELS, started = 20, front = [36, 20] },
    { id = "swords", side = "theirs", entry = "men.swords", models = 20, front = [30, 40], facing = 270 },
]
"""


@pytest.mark.rule("reg.lore.dusk.call")
@pytest.mark.parametrize(("models", "more"), [(13, "7 models"), (14, "6 models"), (19, "1 model")])
def test_models_that_return_are_among_what_has_changed(tmp_path: Path, models: int, more: str) -> None:
    """D6 and the level make seven, up to the twenty with which the unit began."""
    path = tmp_path / "called.toml"
    path.write_text(CALLED.replace("MODELS", str(models)), "utf8")
    assert f"bones gained {more}" in judge(read_case(path)).changes()
