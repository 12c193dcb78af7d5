"""A chronicle only grows, and finds out what was altered."""

from __future__ import annotations

from pathlib import Path

import pytest

from warhost.engine.chronicle import Chronicle
from warhost.engine.data import DataError


def test_what_was_written_is_there_again(tmp_path: Path) -> None:
    made = Chronicle.begun(tmp_path / "tale.jsonl", "founded", {"players": 2})
    made.add("battle", {"winner": 1})
    again = Chronicle.opened(tmp_path / "tale.jsonl")
    assert [(entry.kind, entry.data) for entry in again.entries] == [
        ("founded", {"players": 2}),
        ("battle", {"winner": 1}),
    ]
    again.add("battle", {"winner": 0})
    assert len(Chronicle.opened(tmp_path / "tale.jsonl").entries) == 3


def test_an_altered_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tale.jsonl"
    made = Chronicle.begun(path, "founded", {"crowns": 10})
    made.add("battle", {"crowns": 20})
    before = path.read_bytes()
    path.write_bytes(before.replace(b'"crowns":10', b'"crowns":99'))
    with pytest.raises(DataError, match="line 1"):
        Chronicle.opened(path)
    path.write_bytes(before.replace(b'"crowns":20', b'"crowns":99'))
    with pytest.raises(DataError, match="line 2"):
        Chronicle.opened(path)
    path.write_bytes(before[: before.index(b"\n") + 1] + b"nonsense\n")
    with pytest.raises(DataError, match="line 2"):
        Chronicle.opened(path)


def test_a_line_that_was_never_finished_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "tale.jsonl"
    Chronicle.begun(path, "founded", {}).add("battle", {})
    path.write_bytes(path.read_bytes() + b'{"number":2,"kind":"ba')
    again = Chronicle.opened(path)
    assert len(again.entries) == 2
    again.add("battle", {})
    assert len(Chronicle.opened(path).entries) == 3


def test_no_file_is_written_over(tmp_path: Path) -> None:
    Chronicle.begun(tmp_path / "tale.jsonl", "founded", {})
    with pytest.raises(DataError, match="there already"):
        Chronicle.begun(tmp_path / "tale.jsonl", "founded", {})
    with pytest.raises(DataError):
        Chronicle.opened(tmp_path / "nowhere.jsonl")
    (tmp_path / "empty.jsonl").write_bytes(b"")
    with pytest.raises(DataError, match="at least one"):
        Chronicle.opened(tmp_path / "empty.jsonl")
