"""A judgement as plain data, for programs and pages."""

from __future__ import annotations

from typing import Any

import msgspec

from .event import Event
from .explain import reasons
from .situation import Judgement, Outcome
from .tally import Step
from .verdict import Verdict


def as_data(found: Judgement, wrong: list[str]) -> dict[str, Any]:
    """The judgement for programs."""
    case, question = found.case, found.question
    before, after = (case.book.view(case.setting, state, None) for state in (case.state, found.state))
    refusal = found.refusal
    return {
        "rulebook": case.book.id,
        "title": case.title,
        "text": case.text,
        "turn": before.turn,
        "phase": before.phase,
        "side": before.active,
        "lawful": [_lawful(verdict) for verdict in found.verdicts if verdict.lawful],
        "refusals": [_refused(verdict) for verdict in found.verdicts if not verdict.lawful],
        "events": [_event(found, event) for event in found.events],
        "outcomes": [_outcome(outcome) for outcome in found.outcomes],
        "refused": {"answer": found.refused, "rule": refusal.rule, "why": refusal.plain} if refusal else None,
        "question": {**question.describe(), "put": case.book.put(case.setting, question)} if question else None,
        "answers": question.suggest() if question else [],
        "state": {
            "turn": after.turn, "phase": after.phase, "side": after.active,
            "pieces": case.facts(found.state), "changes": found.changes(),
        },
        "differences": wrong,
    }  # fmt: skip


def _event(found: Judgement, event: Event) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(event)
    if "because" in told:
        told["because"] = _reasons(reasons(event))
    return {**told, "said": found.case.book.narrate(found.case.setting, found.state, event)}


def _outcome(outcome: Outcome) -> dict[str, Any]:
    chance = {"chance": str(outcome.chance), "percent": float(100 * outcome.chance)}
    return {**chance, "changes": outcome.changes, "asked": outcome.asked}


def _lawful(verdict: Verdict) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(verdict)
    del told["refusal"]
    return {**told, "because": _reasons(verdict.because)}


def _refused(verdict: Verdict) -> dict[str, Any]:
    assert verdict.refusal is not None
    return {
        "who": verdict.who,
        "deed": verdict.deed,
        "target": verdict.target,
        "rule": verdict.refusal.rule,
        "why": verdict.refusal.plain,
    }


def _reasons(steps: tuple[Step, ...]) -> list[dict[str, Any]]:
    return [
        {"figure": step.figure, "title": step.title, "rule": step.rule, "total": step.total_after} for step in steps
    ]
