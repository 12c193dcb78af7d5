"""Why a number is what it is: the reasons an event carries, as lines for a reader."""

from __future__ import annotations

from collections.abc import Sequence

from .event import Event
from .tally import Step


def reasons(event: Event) -> tuple[Step, ...]:
    """How the number of an event came about; nothing where an event has no number."""
    found: tuple[Step, ...] = getattr(event, "because", ())
    return found


def explain(event: Event) -> list[str]:
    """Base and modifiers, one a line with its rule id, and what they come to."""
    return explain_steps(reasons(event))


def explain_steps(steps: Sequence[Step]) -> list[str]:
    if not steps:
        return []
    wide = max(len(step.figure) for step in steps)
    lines = [f"{step.figure:>{wide}}  {step.title}  [{step.rule}]" for step in steps]
    return [*lines, f"{f'= {steps[-1].total_after}':>{wide}}"]
