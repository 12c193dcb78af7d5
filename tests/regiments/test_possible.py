"""Situations that could not come to pass are refused with their key."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.data import DataError

from .field import BOOK, ours, scene, theirs

BANNER = "battle standard"
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
        ([ours("a", "orc.whirlers", at=(36, 10)), ours("b", "orc.chief", joined="a")], {}, "units[1].joined"),
        ([ours("a", "und.spectres", 3, at=(36, 10)), ours("b", "und.king", joined="a")], {}, "units[1].joined"),
        ([ours("b", "men.lord", mount="griffon", joined="a", at=(9, 9)), ours("a", "men.spears", at=(36, 9))], {},
         "units[0].joined"),
        ([captain(joined="nobody", at=(3, 3))], {}, "units[0].joined"),
        ([captain(joined="b"), ours("b", "men.lord", at=(9, 9))], {}, "units[0].joined"),
        ([ours("a", "men.spears", 20, front=(36, 20), files=5), theirs("b", "orc.warriors", 20, front=(36, 20))],
         {"contacts": [{"a": "a", "b": "b", "on": "left"}]}, "contacts[0].on: a stands at another side"),
        ([ours("a", "men.spears", 20, front=(36, 20), files=5), theirs("b", "orc.whirlers", front=(36, 20))],
         {"contacts": [{"a": "a", "b": "b"}]}, "contacts[0]: b fights nobody"),
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
        ([ours("a", "men.spears", 9, at=(20, 9), charges="foe", fleeing=True), FOE], {}, "units[0].charges"),
        ([ours("a", "men.spears", 9, at=(20, 9), rounds=1), FOE], {}, "units[0].rounds"),
        ([ours("a", "men.spears", 9, reserve=True)], {}, "units[0].reserve"),
        ([captain(at=(36, 10), mount="griffon")], {}, "units[0].mount: captain has no mount griffon"),
        ([captain(at=(36, 10), role="king")], {}, "units[0].role"),
        ([captain(at=(36, 10), options=["shield", "shield"])], {}, "units[0].options"),
        ([ours("a", "men.spears", 9, at=(20, 9), mount="warhorse")], {}, "units[0].mount"),
        ([ours("a", "men.griffon", at=(20, 9))], {}, "units[0].entry"),
        ([ours("lord", "men.lord", at=(20, 9)), captain(at=(36, 10), role="general")], {}, "units[1].role"),
        ([captain(at=(20, 9), role=BANNER), ours("b", "men.captain", at=(9, 9), role=BANNER)], {}, "units[1].role"),
        ([ours("mage", "men.adept", at=(20, 9), spells=["Cinder Bolt", "Dawn's Ward"])], {}, "units[0].spells"),
        ([ours("mage", "men.adept", at=(20, 9), level=5)], {}, "units[0].level"),
        ([captain(at=(36, 10), level=1)], {}, "units[0].level"),
        ([ours("a", "men.spears", 9, at=(36, 24))], {"terrain": [{"kind": "building", "at": [36, 24]}]},
         "units[0].at"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(units: list[dict[str, Any]], more: dict[str, Any], key: str) -> None:
    with pytest.raises(DataError) as refused:
        scene(*units, **more)
    assert key in str(refused.value)


MAGE = ours("mage", "men.magister", at=(20, 9))


@pytest.mark.rule("reg.magic.types", "reg.magic.duration")
@pytest.mark.parametrize(
    ("effect", "key"),
    [
        ({"spell": "Cinder Bolt", "on": "foe", "by": "mage"}, "effects[0].spell"),  # over at once
        ({"spell": "Burning Wheel", "on": "foe", "by": "mage"}, "effects[0].spell"),
        ({"spell": "Noonday Gleam", "on": "foe", "by": "mage"}, "effects[0].spell: "),
        ({"spell": "Dawn's Ward", "on": "foe", "by": "mage"}, "effects[0].on"),
        ({"spell": "Noonday Glare", "on": "mage", "by": "captain"}, "effects[0].by"),
        ({"spell": "Noonday Glare", "on": "captain", "by": "mage"}, "effects[0].on"),
        ({"spell": "Withering", "on": "foe", "by": "mage"}, "effects[0].by"),
        ({"spell": "Noonday Glare", "on": "foe", "by": "mage", "strength": 2}, "effects[0].strength"),
        ({"spell": "Grave Chill", "on": "foe", "strength": 4}, "effects[0].strength"),
    ],
)
def test_spells_lie_where_they_can_be_cast(effect: dict[str, Any], key: str) -> None:
    units = (MAGE, captain(at=(36, 10)), FOE)
    with pytest.raises(DataError) as refused:
        scene(*units, effects=[effect])
    assert key in str(refused.value)
    glare, chill = {"spell": "Noonday Glare", "on": "foe", "by": "mage"}, {"spell": "Grave Chill", "on": "foe"}
    scene(*units, effects=[glare, {**chill, "strength": 3}])


@pytest.mark.rule("reg.break.steadfast")
@pytest.mark.parametrize("options", [{"steadfast": "perhaps"}, {"stubbornness": "on"}])
def test_nobody_plays_by_options_that_there_are_not(options: dict[str, str]) -> None:
    with pytest.raises(DataError) as refused:
        BOOK.situation({"units": [MAGE, FOE], "options": options}, "test")
    assert "options" in str(refused.value)
