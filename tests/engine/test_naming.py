"""Names that players give: what will do, and what will not."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.naming import MOST_LETTERS, Naming


def naming() -> Naming:
    return Naming(0, "Captain", ["Captain", "Taken"], "toy.name", "What is he called?", "this band")


@pytest.mark.parametrize("name", ["Captain", "Bram of the Long Stair", "x" * MOST_LETTERS])
def test_a_name_that_nobody_else_has_will_do(name: str) -> None:
    assert naming().refuse(name) is None


@pytest.mark.parametrize("name", ["", "x" * (MOST_LETTERS + 1), "two\nlines", "too  wide", "Taken", 7, None])
def test_other_names_are_refused_by_the_rule_of_the_question(name: Any) -> None:
    refusal = naming().refuse(name)
    assert refusal is not None and refusal.rule == "toy.name"


def test_who_says_nothing_keeps_the_name_before() -> None:
    assert naming().suggest() == ["Captain"] and naming().usual == "Captain"
