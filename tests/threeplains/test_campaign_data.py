"""Campaign files of a player's own: every fault by file and key, and a schema for editors."""

from __future__ import annotations

from pathlib import Path

import pytest

from .campaigns import READY, kind


@pytest.mark.rule("tp.campaign.structure")
def test_every_fault_of_a_campaign_of_ones_own_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "campaigns"
    folder.mkdir()
    text = READY.read_text("utf8")
    (folder / "mine.toml").write_text(text.replace('scenario = "raid"', 'scenario = "read"'))
    (folder / "torn.toml").write_text(text.replace("row = 1", "row = 0", 1))
    found = kind().plains.check_data(tmp_path)
    assert any("mine.toml: battle[2].scenario: expected one of" in one and "raid" in one for one in found)
    assert any("torn.toml: battle[0].row" in one for one in found) and len(found) == 2


def test_there_is_a_schema_for_campaigns() -> None:
    assert "campaign" in kind().plains.schemas()
    assert kind().plains.check_data(None) == []
