"""A judgement in words: the answer to a dispute, as short as it can be, with the rule."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction

import msgspec
from rich.console import Console
from rich.markup import escape

from warhost.draw.wording import turn_words
from warhost.engine.explain import explain_steps
from warhost.engine.question import Answer
from warhost.engine.situation import Judgement, Outcome
from warhost.engine.tally import Step
from warhost.engine.verdict import Verdict

from .common import write
from .telling import PHASE, TURN, ProseTeller

MOST_OUTCOMES, MOST_CHOICES, MOST_ORDERS = 12, 12, 4
NOTHING = "nothing changes"


def show(out: Console, found: Judgement, *, explain: bool) -> None:
    """What the file asks: who may do what, or what comes of its answers."""
    case = found.case
    out.print(f"[bold]{escape(case.title or case.file)}[/]", soft_wrap=True)
    if case.text:
        write(out, escape(" ".join(case.text.split())), 2)
    view = case.book.view(case.setting, case.state, None)
    acting = f", {view.sides[view.active]} to act" if view.active is not None else ""
    out.print(f"[dim]{escape(turn_words(view) + acting)}[/]", soft_wrap=True)
    if explain or not case.script.answers:
        _verdicts(out, found.verdicts, explain)
    if any(type(event).__name__ not in (TURN, PHASE) for event in found.events):
        _heading(out, "What happens")
        ProseTeller(out, case.book, case.setting, explain=True).hear(0, found.told, found.state)
    if found.outcomes:
        _chances(out, found)
    elif changed := found.changes():
        _heading(out, "What has changed")
        for words in changed:
            write(out, escape(words), 2)
    _next(out, found)
    if explain:
        _rule_texts(out, found)


def _heading(out: Console, words: str) -> None:
    out.print(f"\n[bold]{words}[/]")


def _next(out: Console, found: Judgement) -> None:
    if found.refusal:
        answer = toml(found.case.script.answers[found.refused])
        _heading(out, "Not lawful")
        write(out, escape(f"{answer}: {found.refusal}"), 2)
    if found.question is None:
        return
    _heading(out, "Asked" if found.refusal else "Asked next")
    write(out, escape(found.case.book.put(found.case.setting, found.question)), 2)
    out.print("  [dim]Lawful answers, for example:[/]")
    offers = found.question.suggest(MOST_CHOICES)
    short = all(isinstance(answer, str) for answer in offers)
    for answer in offers if short else offers[:MOST_ORDERS]:
        write(out, escape(toml(answer)), 4)


def toml(answer: Answer) -> str:
    """An answer as it is written in a situation file."""
    if isinstance(answer, dict):
        pairs = ", ".join(f"{json.dumps(key)} = {toml(value)}" for key, value in answer.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(answer, list | tuple):
        return f"[{', '.join(toml(value) for value in answer)}]"
    return json.dumps(answer, ensure_ascii=False)


# --- who may do what ----------------------------------------------------------------------------------------


def _verdicts(out: Console, verdicts: list[Verdict], explain: bool) -> None:
    lawful = [verdict for verdict in verdicts if verdict.lawful]
    if lawful:
        _heading(out, "What may be done")
        told: list[str] = []
        for line, steps in permissions(lawful):
            write(out, escape(line), 2)
            reasons = explain_steps(steps) if explain else _in_one_line(steps)
            for reason in reasons if reasons != told else []:  # what goes for the line before is not said again
                out.print(f"      [dim]{escape(reason)}[/]", soft_wrap=True)
            told = reasons
    if len(lawful) < len(verdicts):
        _heading(out, "What may not, and why")
        for line in prohibitions(verdict for verdict in verdicts if not verdict.lawful):
            write(out, escape(line), 2)


def _in_one_line(steps: tuple[Step, ...]) -> list[str]:
    """Only where there is more than the base to be told."""
    return [", ".join(f"{step.figure} {step.title}" for step in steps)] if len(steps) > 1 else []


def permissions(verdicts: Iterable[Verdict]) -> list[tuple[str, tuple[Step, ...]]]:
    """A line for each deed, with those who may do it alike; and the reasons of its number."""
    alike: dict[Verdict, list[str]] = {}
    for verdict in verdicts:
        alike.setdefault(msgspec.structs.replace(verdict, who=""), []).append(verdict.who)
    lines = []
    for verdict, whos in alike.items():
        chance = f"{verdict.chance} %" if verdict.chance is not None else ""
        told = ", ".join(part for part in (chance, verdict.note) if part)
        deed = f"{'must' if verdict.must else 'may'} {verdict.deed} {verdict.target}".rstrip()
        each = " each" if chance and len(whos) > 1 else ""
        lines.append((f"{roll_call(whos)}{each} {deed}{': ' if told else ''}{told}", verdict.because))
    return lines


def prohibitions(verdicts: Iterable[Verdict]) -> list[str]:
    """A line for each reason, with all whom it keeps from acting and all whom they may not act against."""
    whos: dict[tuple[str, str, str, str], list[str]] = {}
    for verdict in verdicts:
        assert verdict.refusal is not None
        why = verdict.refusal.plain
        why = _spared(why, verdict.target) if verdict.target else why
        deed = f"{'need not' if verdict.must else 'may not'} {verdict.deed}"
        whos.setdefault((deed, why, verdict.refusal.rule, verdict.target), []).append(verdict.who)
    targets: dict[tuple[str, str, str, str], list[str]] = {}
    for (deed, why, rule, target), names in whos.items():
        targets.setdefault((roll_call(names), deed, why, rule), []).append(target)
    return [
        f"{who} {deed} {roll_call(t for t in against if t)}".rstrip() + f": {why} [{rule}]"
        for (who, deed, why, rule), against in targets.items()
    ]


def _spared(why: str, name: str) -> str:
    """The target is not named again; a name that is part of another word is left alone."""
    return re.sub(rf"(?<![\w'-]){re.escape(name)}(?![\w-])", "the target", why)


def roll_call(names: Iterable[str]) -> str:
    """'archers-1 to archers-4, archers-6, lone_wolf'."""
    runs: list[list[str]] = []
    for name in dict.fromkeys(names):
        if runs and _follows(runs[-1][-1], name):
            runs[-1].append(name)
        else:
            runs.append([name])
    told = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else run for run in runs]
    return ", ".join(words for run in told for words in run)


def _follows(one: str, other: str) -> bool:
    (unit, _, place), (other_unit, _, other_place) = one.rpartition("-"), other.rpartition("-")
    numbered = place.isdecimal() and other_place.isdecimal()
    return numbered and unit == other_unit and int(other_place) == int(place) + 1


# --- chances and texts --------------------------------------------------------------------------------------


def _chances(out: Console, found: Judgement) -> None:
    _heading(out, "The chances, exactly")
    for outcome in found.outcomes[:MOST_OUTCOMES]:
        asked = [f"then asked: {outcome.asked}"] if outcome.asked else []
        words = "; ".join([*outcome.changes, *asked]) or NOTHING
        write(out, escape(f"{percent(outcome.chance):>9}  {words}"), 0)
    if rest := found.outcomes[MOST_OUTCOMES:]:
        together = percent(sum((outcome.chance for outcome in rest), Fraction(0)))
        out.print(f"{together:>9}  {len(rest)} other outcomes; --json lists them", soft_wrap=True)
    for change, chance in _in_all(found.outcomes).items():
        write(out, escape(f"{percent(chance):>9}  in all: {change}"), 0)


def _in_all(outcomes: list[Outcome]) -> dict[str, Fraction]:
    """The whole chance of a change that comes about in several ways."""
    ways: dict[str, list[Fraction]] = {}
    for outcome in outcomes:
        for change in outcome.changes:
            ways.setdefault(change, []).append(outcome.chance)
    return {change: sum(chances, Fraction(0)) for change, chances in ways.items() if len(chances) > 1}


def percent(chance: Fraction) -> str:
    """With the figures that tell; what is not certain is not rounded to it."""
    said = f"{float(100 * chance):.4g}"
    return f"{f'{float(100 * chance):.10g}' if said == '100' else said} %"


def _rule_texts(out: Console, found: Judgement) -> None:
    """Every rule that was named, in full."""
    named = [event.rule for event in found.events]
    for verdict in found.verdicts:
        named += [step.rule for step in verdict.because]
        named += [verdict.refusal.rule] if verdict.refusal else []
    named += [found.refusal.rule] if found.refusal else []
    named += [found.question.rule] if found.question else []
    _heading(out, "The rules")
    for rule in dict.fromkeys(named):
        if rule in found.case.book.catalogue:
            text = found.case.book.catalogue.get(rule)
            write(out, f"[bold]{escape(text.title)}[/] [dim]\\[{rule}][/] {escape(text.text)}", 2)
