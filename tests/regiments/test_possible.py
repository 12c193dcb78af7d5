"""Situations that could not come to pass are refused with their key."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.data import DataError

from .field import ours, scene, theirs

FOE = theirs("foe", "orc.warriors", 20, at=(36, 40), files=5)


def captain(**more: Any) -> dict[str, Any]:
    return ours("captain", "men.captain", **more)


@pytest.mark.parametrize(
    ("units", "more", "key"),
    [
        ([ours("a", "men.spears", 20, at=(36, 10)), ours("b", "men.spears", 20, at=(37, 11))], {}, "units[1].at"),
        ([ours("a", "men.spears", 20, at=(36, 10)), ours("a", "men.swords", 20, at=(20, 11))], {}, "units[1].id"),
        ([ours("a", "men.spears", 20, at=(36, 10)), FOE], {"contacts": [{"a": "a", "b": "foe"}]}, "contacts[0]"),
        ([captain(at=(36, 10), hurt=2)], {}, "units[0].hurt"),
        ([ours("a", "men.spears", 20, at=(36, 10), hurt=1)], {}, "units[0].hurt"),
        ([ours("a", "men.spears", 3, at=(36, 10), files=9)], {}, "units[0].files"),
        ([ours("a", "men.spears", 20, at=(36, 10), started=5)], {}, "units[0].started"),
        ([ours("a", "und.shamblers", 33, at=(36, 10), started=21, files=8), FOE], {}, "units[0].started"),
        ([ours("gun", "men.cannon", 1, at=(36, 10)), captain(joined="gun")], {}, "units[1].joined"),
        ([FOE, captain(joined="foe")], {}, "units[1].joined"),
        ([ours("a", "men.spears", 9, at=(36, 10)), captain(joined="a", at=(3, 3))], {}, "units[1].at"),
        ([captain(at=(36, 10), spells=["Cinder Bolt"])], {}, "units[0].spells"),
        ([ours("a", "men.spears", 20, at=(36, 10))], {"power": 13}, "power"),
        ([ours("a", "men.spears", 20, at=(36, 0.5))], {}, "units[0].at"),
        ([ours("a", "men.spears", 20, front=(36, 0.5))], {}, "units[0].front"),
        ([ours("a", "men.lord", 2, at=(36, 10))], {}, "units[0].models"),
        ([ours("a", "men.knights", 5, garrison="building 1")],
         {"terrain": [{"kind": "building", "at": [36, 24]}]}, "units[0].garrison"),
        ([ours("a", "men.spears", 9, garrison="building 1"), ours("b", "men.spears", 9, garrison="building 1")],
         {"terrain": [{"kind": "building", "at": [36, 24]}]}, "units[1].garrison"),
        ([ours("a", "men.spears", 9, at=(20, 9), charges="b"), ours("b", "men.spears", 9, at=(40, 9))], {},
         "units[0].charges"),
        ([ours("a", "men.spears", 9, at=(36, 24))], {"terrain": [{"kind": "building", "at": [36, 24]}]},
         "units[0].at"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(units: list[dict[str, Any]], more: dict[str, Any], key: str) -> None:
    with pytest.raises(DataError) as refused:
        scene(*units, **more)
    assert key in str(refused.value)
