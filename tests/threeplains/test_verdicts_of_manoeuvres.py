"""What a referee says of manoeuvres before they are tried."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.situation import Case, Judgement, judge
from warhost.rulebooks.threeplains.events.blows import Struck
from warhost.rulebooks.threeplains.events.moves import Manoeuvred
from warhost.rulebooks.threeplains.figure import inches

from .judging import book, said

FOE = {"id": "foe", "side": "theirs", "models": 10, "files": 5, "at": [36, 44], "facing": 180}
COLUMN = {"id": "own", "side": "ours", "models": 36, "files": 3, "at": [36, 20]}  # 9.45 inches deep


def moving(own: dict[str, Any], **more: Any) -> Judgement:
    document = {"rulebook": "threeplains", "phase": "moves", "groups": [own, FOE], **more}
    return judge(Case("moves.toml", document, lambda _: book()))


def why_not(own: dict[str, Any], deed: str) -> str:
    refusal = said(moving(own), "own", deed).refusal
    return refusal.rule if refusal else ""


@pytest.mark.rule("tp.machine.chariot.turning", "tp.move.reorganise")
def test_chariots_are_not_said_to_reorganise() -> None:
    chariots = {"category": "machine", "kind": "chariot", "base_mm": [40, 50], "models": 2, "files": 2}
    assert why_not({**COLUMN, **chariots}, "reorganise") == "tp.machine.chariot.turning"
    assert why_not(COLUMN, "reorganise") == ""


@pytest.mark.rule("tp.move.flip.partial")
@pytest.mark.parametrize(
    ("due", "note", "no_reform"),
    [(3.5, "3.5 inches of 7.0 inches left", ""), (3.6, "3.4 inches of 7.0 inches left", "tp.move.value")],
)
def test_what_is_left_of_a_flip_is_paid_first(due: float, note: str, no_reform: str) -> None:
    turning = {**COLUMN, "now": {"flip_due": due}}
    assert said(moving(turning), "own", "move").note == note
    assert why_not(turning, "reform") == no_reform


@pytest.mark.rule("tp.move.flip.partial")
def test_a_flip_that_takes_all_movement_leaves_nothing_to_move_with() -> None:
    assert why_not({**COLUMN, "now": {"flip_due": 7}}, "move") == "tp.move.flip.partial"


@pytest.mark.rule("tp.move.flip.partial")
def test_a_flip_that_is_begun_is_told() -> None:
    found = moving(COLUMN, answers=["own", [["flip"]]], dice=[])
    (turning,) = [event for event in found.events if isinstance(event, Manoeuvred)]
    assert (turning.rule, turning.done) == ("tp.move.flip.partial", False)
    assert found.state.pieces[0].flip_due == pytest.approx(inches(2.45), abs=10)


@pytest.mark.rule("tp.move.squareup.turn", "tp.combat.round")
@pytest.mark.parametrize(("rounds", "attacks"), [(0, "4 attacks"), (1, "5 attacks")])
def test_blows_are_told_as_they_fall_when_all_have_turned(rounds: int, attacks: str) -> None:
    """Four ranks touch the enemy in their flank; the front that they turn to him is five wide."""
    own = {"id": "own", "side": "ours", "models": 20, "files": 5, "at": [36, 20]}
    foe = {"id": "foe", "side": "theirs", "models": 10, "files": 5, "at": [37.968, 18.426], "facing": 270}
    contact = {"a": "foe", "b": "own", "b_side": "right", "charge": 5, "rounds": rounds}
    document = {"rulebook": "threeplains", "phase": "combat", "groups": [own, foe], "contacts": [contact]}
    found = judge(Case("turned.toml", {**document, "dice": [1] * (9 if rounds == 0 else 10)}, lambda _: book()))
    assert said(found, "own", "foe").note.startswith(attacks)
    (struck,) = [event for event in found.events if isinstance(event, Struck) and event.piece == 0][:1]
    assert f"{struck.blows} attacks" == attacks


# --- who runs or strikes by nature ---------------------------------------------------------------------------

BEAST = {"category": "beast", "base_mm": [40, 40], "stats": {"M": 9, "A": 3, "LP": 4}, "models": 1, "files": 1}


@pytest.mark.rule("tp.beast.reaction.4", "tp.beast.reaction.5")
@pytest.mark.parametrize(
    ("now", "at"),
    [({"wild": 4}, (36, 29)), ({"wild": 4, "goal": [36, 0]}, (36, 9.43)), ({"wild": 5}, (36, 20)),
     ({"wild": 5, "goal": [36, 23]}, (36, 23.79))],
)  # fmt: skip
def test_wild_beasts_run_as_the_situation_says(now: dict[str, Any], at: tuple[float, float]) -> None:
    """Nine inches straight ahead, or the other way once it has turned about its middle; or to the grave."""
    found = moving({**COLUMN, **BEAST, "now": now}, dice=[])
    assert found.case.facts(found.state)["own"].at == pytest.approx(at, abs=0.01)


@pytest.mark.rule("tp.trait.out_of_reach")
@pytest.mark.parametrize(("weapon", "bar"), [("hand weapon", "tp.trait.out_of_reach"), ("spear", "")])
def test_nobody_strikes_a_rider_who_is_out_of_reach(weapon: str, bar: str) -> None:
    rider = {"id": "own", "side": "ours", "at": [36, 20], "traits": ["out of reach"]}
    foe = {**FOE, "at": [36, 20], "weapons": [weapon]}
    contact = {"a": "foe", "b": "own", "rounds": 0}
    document = {"rulebook": "threeplains", "phase": "combat", "groups": [foe], "contacts": [contact]}
    found = judge(Case("high.toml", {**document, "characters": [rider]}, lambda _: book()))
    against = [verdict.refusal for verdict in found.verdicts if verdict.who == "foe"]
    assert [refusal.rule if refusal else "" for refusal in against][:1] == [bar]


@pytest.mark.rule("tp.move.reform", "tp.unit.infantry_wedge.reform")
@pytest.mark.parametrize(
    ("now", "must"),
    [({"reform_due": 4}, "reform"), ({"wedge_due": 1}, "form a wedge"), ({"wedge_due": 2}, "charge")],
)
def test_a_manoeuvre_that_is_tried_again_is_said_to_come_before_charges(now: dict[str, Any], must: str) -> None:
    men = {"id": "own", "side": "ours", "models": 14, "files": 4, "at": [36, 38], "shield": True, "now": now}
    found = moving({**men, "traits": ["infantry wedge"]}, phase="declaring")
    (verdict,) = found.verdicts
    assert (verdict.deed, verdict.must) == (must, must != "charge")
    assert verdict.chance == (66 if verdict.must else 100)
