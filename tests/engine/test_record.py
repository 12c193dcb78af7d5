"""A save is a replay is a bug report: it runs again to the same hashes, or says what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine import record as records
from warhost.engine.game import Game
from warhost.engine.record import RecordError, load, record, reopen, save
from warhost.players.random import RandomPlayer

from .toy import Toy

TOY: Any = Toy()


@pytest.fixture(autouse=True)
def toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "rulebook", lambda name: TOY)


def fought() -> Game[Any, Any]:
    game = Game(TOY, TOY.setup(None, {}), "42")
    game.play([RandomPlayer("a"), RandomPlayer("b")])
    return game


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "battle.json"
    save(record(fought(), ("random", "random")), path)
    return path


def altered(path: Path, **changes: Any) -> Path:
    """The file with other contents and a checksum that fits them: only the rules can tell."""
    made = load(path)
    changed = replace(made, **changes)
    save(replace(changed, checksum=records._checksum(changed)), path)
    return path


def test_a_record_runs_again_to_the_same_end(saved: Path) -> None:
    game, again = fought(), reopen(load(saved))
    assert again.hash == game.hash
    assert again.checkpoint == game.checkpoint
    assert again.told == game.told


def test_a_record_can_be_run_to_any_step(saved: Path) -> None:
    made = load(saved)
    for step in range(len(made.steps) + 1):
        assert len(reopen(made, to=step).steps) == step
    with pytest.raises(RecordError, match=r"step 99 is not in the record; it has steps 0 to"):
        reopen(made, to=99)


def test_a_game_saved_in_the_middle_of_a_step_goes_on_at_the_same_question(tmp_path: Path) -> None:
    game = Game(TOY, TOY.setup(None, {}), "42")
    for answer in ("bold", "wary", "charge"):
        game.answer(answer)
    question = game.pending()[0]
    save(record(game), tmp_path / "open.json")
    again = reopen(load(tmp_path / "open.json"))
    assert again.pending()[0].describe() == question.describe()
    again.answer("shoot")


def test_half_of_a_choice_that_both_make_at_once_is_saved_too(tmp_path: Path) -> None:
    game = Game(TOY, TOY.setup(None, {}), "42")
    game.pending()
    game.answer("wary", side=1)
    save(record(game), tmp_path / "half.json")
    again = reopen(load(tmp_path / "half.json"))
    assert [(one.side, one.what) for one in again.pending()] == [(0, "stance")]
    for one in (game, again):
        one.answer("bold", side=0)
        assert one.pending()[0].what == "order"
    assert again.known == game.known == ["bold", "wary"]


def test_a_game_that_began_from_a_state_of_its_own_is_saved_with_it(tmp_path: Path) -> None:
    start = TOY.begin(6)
    start.models = [3, 1]
    game = Game(TOY, TOY.setup(None, {}), "42", start=start)
    game.play([RandomPlayer("a"), RandomPlayer("b")])
    save(record(game), tmp_path / "start.json")
    assert reopen(load(tmp_path / "start.json")).hash == game.hash


def test_a_record_of_before_tales_were_kept_is_still_opened(saved: Path) -> None:
    plain = json.loads(saved.read_text())
    del plain["early"]
    plain["steps"] = [step[:2] for step in plain["steps"]]
    plain["checksum"] = records._checksum_of(plain)
    saved.write_text(json.dumps(plain))
    assert reopen(load(saved)).hash == fought().hash


def test_a_cut_off_file_is_refused(saved: Path) -> None:
    saved.write_bytes(saved.read_bytes()[:-200])
    with pytest.raises(RecordError, match="not a whole record"):
        load(saved)


def test_a_file_that_was_altered_is_refused(saved: Path) -> None:
    plain = json.loads(saved.read_text())
    plain["seed"] = "43"
    saved.write_text(json.dumps(plain))
    with pytest.raises(RecordError, match="checksum: the file was altered"):
        load(saved)


def test_another_version_is_refused(saved: Path) -> None:
    plain = json.loads(saved.read_text())
    plain["version"] = 99
    saved.write_text(json.dumps(plain))
    with pytest.raises(RecordError, match="version: 99 is not understood; this program reads version 1"):
        load(saved)


@pytest.mark.parametrize("content", ["[]", "{}", '{"format": "chess"}', "3"])
def test_what_is_no_record_is_refused(saved: Path, content: str) -> None:
    saved.write_text(content)
    with pytest.raises(RecordError, match="not a record of Warhost"):
        load(saved)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"none\.json: cannot be read"):
        load(tmp_path / "none.json")


def test_a_wrong_type_is_named(saved: Path) -> None:
    plain = json.loads(saved.read_text())
    plain["steps"] = "many"
    saved.write_text(json.dumps(plain))
    with pytest.raises(RecordError, match="steps: expected a list, got text"):
        load(saved)


def test_an_answer_that_is_not_lawful_is_found_at_its_step(saved: Path) -> None:
    steps = list(load(saved).steps)
    steps[2] = type(steps[2])(("bold", "bold", "dance"), steps[2].hash)
    with pytest.raises(RecordError, match=r"step 2: 'dance' is not one of charge, hold \[toy\.order\]"):
        reopen(load(altered(saved, steps=tuple(steps))))


def test_a_missing_answer_is_found_at_its_step(saved: Path) -> None:
    steps = list(load(saved).steps)
    steps[1] = type(steps[1])(("bold", "bold"), steps[1].hash)
    with pytest.raises(RecordError, match="step 1: no answer is recorded for 'order' of side 1"):
        reopen(load(altered(saved, steps=tuple(steps))))


def test_an_answer_too_many_is_found_at_its_step(saved: Path) -> None:
    steps = list(load(saved).steps)
    steps[1] = type(steps[1])((*steps[1].answers, "bold"), steps[1].hash)
    with pytest.raises(RecordError, match="step 1: 1 answers too many are recorded"):
        reopen(load(altered(saved, steps=tuple(steps))))


def test_a_state_that_differs_is_found_at_its_step(saved: Path) -> None:
    steps = list(load(saved).steps)
    steps[1] = type(steps[1])(steps[1].answers, "0" * 16)
    made = load(altered(saved, steps=tuple(steps)))
    with pytest.raises(RecordError, match="step 1: the state differs from the recorded one"):
        reopen(made)
    assert reopen(made, verify=False).result is not None


def test_with_other_rules_the_state_may_have_another_shape_but_the_tale_is_the_same(saved: Path) -> None:
    steps = list(load(saved).steps)
    steps[1] = replace(steps[1], hash="0" * 16)
    made = load(altered(saved, steps=tuple(steps), rules="0"))
    assert reopen(made).result is not None
    with pytest.raises(RecordError, match="step 1: the state differs from the recorded one"):
        reopen(replace(made, rules=TOY.version))


def test_a_battle_that_tells_something_else_says_where_and_with_which_rules_it_was_made(saved: Path) -> None:
    steps = list(load(saved).steps)
    steps[1] = replace(steps[1], tale="0" * 16)
    made = load(altered(saved, steps=tuple(steps), rules="0"))
    told = r"step 1: it tells something else than was recorded, namely: Side 2: thought: bold[.]"
    with pytest.raises(RecordError, match=told + "; it was made with version 0 of the rules, these are version 1"):
        reopen(made)


def test_a_seed_that_was_not_committed_to_is_refused(saved: Path) -> None:
    with pytest.raises(RecordError, match="seed: it is not the one that was committed to"):
        reopen(load(altered(saved, seed="lucky")))


def test_saving_leaves_no_draft_behind_and_replaces_whole_files(saved: Path) -> None:
    save(record(fought()), saved)
    assert [path.name for path in saved.parent.iterdir()] == ["battle.json"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seed": 7}, "seed: expected text, got a whole number"),
        ({"steps": [3]}, "steps[0]: expected a list, got a whole number"),
        ({"players": [None]}, "players[0]: expected text, got nothing"),
        ({"stepps": []}, "stepps: expected no such key"),
        ({"early": {"x": 1}}, "early: expected a whole number as every key, got text"),
        ({"version": 2}, "version: 2 is not understood; this program reads version 1"),
    ],
)
def test_a_damaged_record_is_refused_at_its_place_in_plain_words(
    saved: Path, change: dict[str, object], told: str
) -> None:
    saved.write_text(json.dumps({**json.loads(saved.read_text()), **change}))
    with pytest.raises(RecordError) as refused:
        load(saved)
    assert str(refused.value) == f"{saved}: {told}"


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b'{"format": ', "it ends too soon"),
        (b"{]", "it is no JSON from byte 1 on"),
        (b'{"a": "\xff"}', "it is no text in UTF-8"),
    ],
)
def test_what_is_no_json_is_told_where_it_stops_being_it(saved: Path, raw: bytes, told: str) -> None:
    saved.write_bytes(raw)
    with pytest.raises(RecordError) as refused:
        load(saved)
    assert str(refused.value) == f"{saved}: not a whole record; {told}"
