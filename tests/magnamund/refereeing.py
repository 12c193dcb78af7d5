"""What refereed situations are made of."""

from __future__ import annotations

from typing import Any

from warhost.rulebooks.magnamund.morale import triggers
from warhost.rulebooks.magnamund.setting import Fight

from .marching import barred
from .scene import (
    Square,
    board,
    unit,
)

BOWS = ["longbow", "sword"]
THEIRS: dict[str, Any] = {"red": "theirs", "active": "theirs"}
HILL = board(slope=[(5, 4)], hilltop=[(5, 3)])


def riders(*places: Square, **more: Any) -> Any:
    plain = {"side": "theirs", "sheet": "wolfrider", "weapons": ["lance"], "armour": "leather"}
    return unit("riders", list(places), **{**plain, **more})


def giak(place: Square, **more: Any) -> Any:
    return unit("giaks", [place], side="theirs", **more)


def why(fight: Fight, name: str) -> list[str]:
    return [rule for _, rule in triggers(fight, fight.setting.group[name].unit)]


def walkable(fight: Fight, name: str, path: str) -> bool:
    return barred(fight, name, path) == ""
