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
