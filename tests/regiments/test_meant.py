"""Whoever does not know a spell is led to its rule, where it is cast and where it is learnt."""

from __future__ import annotations

import pytest

from warhost.engine.question import Choose
from warhost.engine.rulebook import rulebook

BOOK = rulebook("regiments")


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        ("adept/Sun Lance", "reg.lore.ember.sunlance"),
        ("adept/Cinder Bolt/boosted", "reg.lore.ember.cinder"),
        ("reg.lore.dusk.chill", "reg.lore.dusk.chill"),
        ("adept/No Such Spell", "adept/No Such Spell"),
        ("done", "done"),
    ],
)
def test_a_spell_is_known_by_its_rule(answer: str, rule: str) -> None:
    setting = BOOK.setting(BOOK.setup(None, {}))
    assert BOOK.spokesman.meant(setting, Choose(0, "cast", (answer,), ""), answer) == rule
    assert (rule in BOOK.catalogue) == rule.startswith("reg.lore.")
