"""Why a number is what it is: the reasons an event carries, as lines for a reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .event import Event
from .tally import Step

BECAUSE = "because"  # the field that holds the reasons of an event's only number
OF_SIDES = ("first", "second")  # those that hold a number of each side


def reasons(event: Event) -> tuple[Step, ...]:
    """How the number of an event came about; nothing where an event has no number."""
    found: tuple[Step, ...] = getattr(event, BECAUSE, ())
    return found


class Number(NamedTuple):
    """A number of an event: what it is called (nothing for its only one), its reasons, and how many make up one."""

    name: str
    steps: tuple[Step, ...]
    scale: int


def tallies(event: Event, sides: Sequence[str] = ()) -> list[Number]:
    """All numbers of an event that keep their reasons; those of the sides are called as these are."""
    called = {BECAUSE: "", **dict(zip(OF_SIDES, sides, strict=False))}
    found = [(name, getattr(event, name)) for name in event.__struct_fields__]
    kept = [(name, value) for name, value in found if isinstance(value, tuple) and value]
    numbers = [(name, value) for name, value in kept if isinstance(value[0], Step)]
    scale = getattr(event, "scale", 1)
    return [Number(called.get(name, name.replace("_", " ")), steps, scale) for name, steps in numbers]


def explain(event: Event) -> list[str]:
    """Base and modifiers, one a line with its rule id, and what they come to."""
    return explain_steps(reasons(event))


def explain_steps(steps: Sequence[Step], scale: int = 1) -> list[str]:
    """`scale` of the smallest parts make up one: thousandths of an inch are told in inches."""
    if not steps:
        return []
    figures = [_figure(step, scale) for step in steps]
    wide = max(len(figure) for figure in figures)
    lines = [f"{figure:>{wide}}  {step.title}  [{step.rule}]" for figure, step in zip(figures, steps, strict=True)]
    return [*lines, f"{f'= {steps[-1].total_after / scale:g}':>{wide}}"]


def _figure(step: Step, scale: int) -> str:
    """What is multiplied or divided by is no amount."""
    if scale == 1 or step.op in ("multiply", "divide"):
        return step.figure
    return step.figure.replace(str(abs(step.amount)), f"{abs(step.amount) / scale:g}")
