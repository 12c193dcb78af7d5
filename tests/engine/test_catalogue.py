"""The texts of the rules are found by id and by words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from warhost.engine.catalogue import Catalogue, RuleText
from warhost.engine.data import DataError


def some_rules() -> Catalogue:
    return Catalogue(
        [
            RuleText("x.move", "Moving", "1", "rule", "A piece steps over a hedge."),
            RuleText("x.hedge", "Hedge", "1", "terrain", "Covers a piece.", ruling="As high as a fence."),
            RuleText("x.fence", "Fence", "1", "terrain", "Covers a piece too."),
        ]
    )


def test_a_rule_is_got_by_its_id() -> None:
    rules = some_rules()
    assert rules.get("x.hedge").title == "Hedge"
    assert rules.ids == ("x.move", "x.hedge", "x.fence")
    assert "x.move" in rules
    assert len(rules) == 3


def test_a_wrong_id_is_answered_with_the_nearest() -> None:
    with pytest.raises(LookupError, match=r"no rule is called x\.hegde, did you mean x\.hedge\?"):
        some_rules().get("x.hegde")


def test_search_wants_all_words_and_puts_headings_first() -> None:
    rules = some_rules()
    assert [rule.id for rule in rules.search("HEDGE")] == ["x.hedge", "x.move"]
    assert [rule.id for rule in rules.search("fence covers")] == ["x.hedge", "x.fence"]
    assert rules.search("moat") == []


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_text(json.dumps([{"id": 3}]))
    with pytest.raises(DataError, match=r"rules\.json: \[0\]\.id: expected text, got a whole number"):
        Catalogue.read(path)
