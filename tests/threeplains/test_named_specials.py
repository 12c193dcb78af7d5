"""Special rules are found by name at named points."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.special.named import Specials


def test_hooks_come_in_the_order_in_which_skills_are_carried() -> None:
    special = Specials(["attacks"])
    special("brave", on="attacks")(lambda: "brave")
    special("quick", "swift", on="attacks")(lambda: "fast")
    found = special.at("attacks", ("swift", "lucky", "brave", "quick"))
    assert [hook() for hook in found] == ["fast", "brave", "fast"]
    assert special.has("attacks", ("lucky", "brave"))
    assert not special.has("attacks", ("lucky",))
    assert special.names == {"brave", "quick", "swift"}


def test_an_unknown_point_is_refused_with_what_there_is() -> None:
    with pytest.raises(ValueError, match="no point called 'atacks'; there are: attacks, saves"):
        Specials(["attacks", "saves"])("brave", on="atacks")


def test_a_name_hooks_in_once_at_a_point() -> None:
    special = Specials(["attacks"])
    special("brave", on="attacks")(lambda: None)
    with pytest.raises(ValueError, match="'brave' is already hooked in at 'attacks'"):
        special("brave", on="attacks")(lambda: None)
