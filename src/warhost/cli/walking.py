"""A dry run in words: what is asked and thrown, what was taken for it, and how a file would say it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape

from warhost.engine.question import Answer
from warhost.engine.walk import Asked, Thrown, Walk

from .common import write
from .rulings import toml

MOST_ORDERS = 4
IN_THE_FILE = "as the file says"


def show_walk(out: Console, found: Walk) -> None:
    """Every step with its number; in the end what may be copied into the file."""
    case = found.case
    names = case.book.view(case.setting, case.state, None).sides
    out.print(f"[bold]{escape(case.title or case.file)}[/], walked through", soft_wrap=True)
    told = None
    for number, step in enumerate(found.steps, 1):
        if step.moment != told:
            told = step.moment
            acting = f", {names[told.acting]} to act" if told.acting is not None else ""
            phase = f", {told.phase}" if told.phase else ""
            out.print(f"\n[bold]Turn {told.turn}{escape(phase + acting)}[/]", soft_wrap=True)
        if isinstance(step, Asked):
            _asked(out, number, step)
        else:
            _thrown(out, number, step, names[step.side])
    out.print(f"\n[bold]Here the walk ends[/]: {escape(found.ended)}", soft_wrap=True)
    for words in found.left_over:
        write(out, escape(f"Not used: {words}"), 2)
    _to_copy(out, found)


def _asked(out: Console, number: int, step: Asked) -> None:
    write(out, escape(f"{number}. {step.put} (question {step.what!r})"), 0)
    write(out, f"[dim]an answer is {escape(step.shape)}[/]", 4)
    for words in _offers(step.lawful):
        write(out, f"[dim]{escape(words)}[/]", 6)
    if step.refusal:
        write(out, escape(f"answer {toml(step.answer)} is not lawful: {step.refusal}"), 4)
        return
    source = "assumed: the first that is offered" if step.assumed else IN_THE_FILE
    write(out, escape(f"answer {toml(step.answer)}  ({source})"), 4)


def _offers(lawful: Sequence[Answer]) -> list[str]:
    """Choices on one line, orders each on its own."""
    if all(isinstance(answer, str) for answer in lawful):
        return [", ".join(toml(answer) for answer in lawful)]
    return [toml(answer) for answer in lawful[:MOST_ORDERS]]


def _thrown(out: Console, number: int, step: Thrown, who: str) -> None:
    dice = f"{step.count}D{step.sides} for {toml(step.purpose)}, {step.needed}"
    write(out, escape(f"{number}. {who}: {dice} [{step.rule}]"), 0)
    assumed = "assumed: middle dice" if step.assumed == step.count else f"the last {step.assumed} assumed"
    faces = ", ".join(map(str, step.faces))
    write(out, escape(f"dice {faces}  ({assumed if step.assumed else IN_THE_FILE})"), 4)


def _to_copy(out: Console, found: Walk) -> None:
    out.print("\n[bold]To have it so, write above the first table of the file[/]")
    out.print(escape(f"answers = {toml(found.answers)}"), soft_wrap=True)
    out.print(escape(f"dice = {toml(found.dice)}"), soft_wrap=True)
    if found.dice:
        out.print("[dim]or, by purpose:[/]")
        out.print(escape(f"dice = {toml(found.dice_by_purpose)}"), soft_wrap=True)
