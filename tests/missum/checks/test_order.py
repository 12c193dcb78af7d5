"""Who strikes first: every pair of melee weapons over five rounds, and real melees of five turns for each pair of
groups.
"""

from __future__ import annotations

from itertools import product

import pytest

from warhost.rulebooks.missum.events import Struck
from warhost.rulebooks.missum.fighting.order import who_is_first
from warhost.rulebooks.missum.fighting.strikes import close_round, strike
from warhost.rulebooks.missum.library import library
from warhost.rulebooks.missum.setting import Fight

from ..scene import load, north, scene, south

WEAPONS = library().melee

# What the weapons are to each other: pikes, long spears, beasts, halberds, short spears, two-handed weapons,
# peasant weapons, short striking and short thrusting ones.
KINDS = {
    "P": ("long pike", "short pike"),
    "L": ("long spear",),
    "B": ("claws",),
    "H": ("halberd",),
    "S": ("spear", "short spear"),
    "T": ("two-handed sword", "two-handed ax", "poleaxe", "long flail"),
    "W": ("peasant weapon",),
    "3": ("sword", "long sword", "mace", "ax", "flail", "club", "clubs", "sword-ax"),
    "4": ("short sword", "rapier", "dagger", "javelin"),
}
# For each pair who strikes first in rounds one to five: the first, the second, or both together.
FIRST = {
    "PP": "=====", "PL": "11222", "PB": "12222", "PH": "11222", "PS": "11222", "PT": "12222", "PW": "11222",
    "P3": "11222", "P4": "11222",
    "LL": "=====", "LB": "=====", "LH": "12222", "LS": "12222", "LT": "12222", "LW": "12222", "L3": "12222",
    "L4": "12222",
    "BB": "=====", "BH": "12222", "BS": "12222", "BT": "12222", "BW": "12222", "B3": "12222", "B4": "12222",
    "HH": "=====", "HS": "11111", "HT": "1====", "HW": "1====", "H3": "12222", "H4": "12222",
    "SS": "=====", "ST": "12222", "SW": "12222", "S3": "12222", "S4": "12222",
    "TT": "=====", "TW": "=====", "T3": "12222", "T4": "12222",
    "WW": "=====", "W3": "12222", "W4": "12222",
    "33": "=====", "34": "12222",
    "44": "=====",
}  # fmt: skip
TURNED = str.maketrans("12", "21")


def expected(one: str, other: str) -> str:
    return FIRST[one + other] if one + other in FIRST else FIRST[other + one].translate(TURNED)


@pytest.mark.rule("mis.melee.groups", "mis.melee.order", "mis.melee.order-pikes", "mis.melee.order-length")
@pytest.mark.parametrize("one, other", list(product(KINDS, repeat=2)))
def test_every_pair_of_weapons_over_five_rounds(one: str, other: str) -> None:
    said = {"one": "1", "other": "2", "together": "="}
    for mine, theirs in product(KINDS[one], KINDS[other]):
        found = [said[who_is_first(WEAPONS[mine], WEAPONS[theirs], round)] for round in range(1, 6)]
        assert "".join(found) == expected(one, other), (mine, theirs)


def test_no_weapon_is_left_out() -> None:
    assert sorted(name for names in KINDS.values() for name in names) == sorted(WEAPONS)


# --- real melees ---------------------------------------------------------------------------------------------

ARMS = {1: "short spear", 2: "two-handed ax", 3: "long sword", 4: "short sword"}


def five_turns(mine: str, theirs: str) -> str:
    """Two large legions front to front; whose blows fell first in each of five turns."""
    many = {"figures": 100, "files": 10}
    fight: Fight = scene(
        south("a", (600, 500), options=["heavy", mine, "fanatic"], **many),
        north("b", (600, 500), options=["heavy", theirs, "fanatic"], **many),
        turn=1, step=9, melee=[("a", "b")],
    )  # fmt: skip
    found = ""
    for _ in range(5):
        load(fight, [50] * 4)
        fight.told.clear()
        strike(fight, second=False)
        first = {told.event.piece for told in fight.told if isinstance(told.event, Struck)}
        strike(fight, second=True)
        close_round(fight)
        fight.state.turn += 1
        found += "=" if len(first) == 2 else "1" if 0 in first else "2"
    return found


@pytest.mark.rule("mis.melee.passes", "mis.melee.order", "mis.melee.groups")
@pytest.mark.parametrize("one, other", list(product(ARMS, repeat=2)))
def test_each_pair_of_groups_in_a_melee_of_five_turns(one: int, other: int) -> None:
    wanted = "=====" if one == other else "12222" if one < other else "21111"
    assert five_turns(ARMS[one], ARMS[other]) == wanted


@pytest.mark.rule("mis.melee.order-pikes", "mis.melee.order-length", "mis.weapon.halberd", "mis.weapon.two-handed")
@pytest.mark.parametrize(
    "mine, theirs, wanted",
    [
        ("long pike", "long sword", "11222"),
        ("short pike", "short sword", "11222"),
        ("long pike", "two-handed sword", "12222"),
        ("long pike", "long spear", "11222"),
        ("long pike", "short pike", "====="),
        ("long spear", "short spear", "12222"),
        ("long spear", "halberd", "12222"),
        ("halberd", "short spear", "11111"),
        ("halberd", "long sword", "12222"),
    ],
)
def test_pikes_spears_and_halberds_in_melees_of_five_turns(mine: str, theirs: str, wanted: str) -> None:
    assert five_turns(mine, theirs) == wanted
    assert five_turns(theirs, mine) == wanted.translate(TURNED)
