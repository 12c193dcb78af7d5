"""`warhost rules`: the rules in words, where they are written and tested, and how many are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from warhost.engine.book import Book, Unknown
from warhost.engine.catalogue import Catalogue, RuleText
from warhost.engine.coverage import Coverage, Open, coverage, folder_of_tests
from warhost.engine.rulebook import installed

from .common import console, count, echo_json, open_rulebook, write

EXAMPLES = """\b
Examples:
  warhost rules magnamund                   all rules by chapter
  warhost rules magnamund mag.fire.arc      one rule in full
  warhost rules magnamund mag.fire          the rules under it
  warhost rules magnamund hidden pieces     rules in which these words occur
  warhost rules threeplains tp.move.charge  the same of another game
  warhost rules --coverage                  which rules are written and tested

\b
--coverage --json prints an object with an entry for each rulebook:
  ids          how many rules the rulebook has
  implemented  how many of them its code or data files name
  tested       how many of them tests are marked with
  open         list of {id, reason}: rules known not to be in the game yet
  unwritten    ids that no code names and that are not listed as open
  missing      ids that are neither tested nor listed as open
  strange      ids that are tested or listed as open, but are no rules
It exits with 1 if any are missing or strange.
"""


@click.command(epilog=EXAMPLES, short_help="Read, search and count the rules.")
@click.argument("rulebook", required=False)
@click.argument("words", nargs=-1, metavar="[ID | WORDS...]")
@click.option("--coverage", "count_them", is_flag=True, help="Count which rules are written and tested.")
@click.option("--tests", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR",
              help="Where the tests are.  [default: tests/ of the checkout]")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_context
def rules(
    ctx: click.Context, rulebook: str | None, words: tuple[str, ...], count_them: bool, tests: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Print a rule of RULEBOOK by its id, search them by words, or list them all."""
    if count_them:
        ctx.exit(0 if count_rules(rulebook, tests, as_json) else 1)
    if rulebook is None:
        raise click.UsageError(f"which rulebook? There are: {', '.join(sorted(installed()))}", ctx)
    book = open_rulebook(rulebook)
    id = words[0] if len(words) == 1 else ""
    if id in book.catalogue:
        show(book, book.catalogue.get(id), tests, as_json)
        return
    found = chosen(book.catalogue, words)
    if as_json:
        echo_json([{"id": rule.id, "title": rule.title, "chapter": rule.chapter} for rule in found])
    else:
        contents(console(), found, by_chapter=not words)


def chosen(catalogue: Catalogue, words: tuple[str, ...]) -> list[RuleText]:
    """All rules, those whose ids begin so, or those in which the words occur."""
    if not words:
        return list(catalogue)
    asked = " ".join(words)
    if below := [rule for rule in catalogue if rule.id.startswith(f"{asked.rstrip('.')}.")]:
        return below
    if found := catalogue.search(asked):
        return found
    if "." in asked:
        try:
            catalogue.get(asked)
        except LookupError as error:
            raise Unknown(str(error)) from None
    raise Unknown(f"no rule speaks of {asked!r}; try fewer words, or none to see all rules")


def contents(out: Console, found: list[RuleText], *, by_chapter: bool) -> None:
    wide = max(len(rule.id) for rule in found)
    ordered = sorted(found, key=lambda rule: _chapter_place(rule.chapter)) if by_chapter else found
    for chapter, rules in groupby(ordered, key=lambda rule: rule.chapter if by_chapter else ""):
        if chapter:
            out.print(f"\n[bold]{escape(chapter)}[/]", soft_wrap=True)
        for rule in rules:
            out.print(f"  {rule.id:<{wide}}  {escape(rule.title)}", soft_wrap=True)
    out.print(f"\n[dim]{count(len(found), 'rule')}[/]")


def _chapter_place(chapter: str) -> tuple[int, str]:
    """Chapters with a number in their order, those without one first; the rest in theirs."""
    number = chapter.split(" ", 1)[0].rstrip(".")
    return (int(number), chapter) if number.isdecimal() else (0, chapter)


def show(book: Book[Any, Any], rule: RuleText, tests: Path | None, as_json: bool) -> None:
    found = count_book(book, tests, required=False)
    root = book.code.name
    written = [f"{root}/{place}" for place in found.implemented.get(rule.id, [])]
    tested = [f"tests/{place}" for place in found.tested.get(rule.id, [])]
    reasons = [entry.reason for entry in found.open if entry.id == rule.id]
    if as_json:
        echo_json({**msgspec.to_builtins(rule), "implemented": written, "tested": tested, "open": reasons})
        return
    out = console()
    out.print(f"[bold]{escape(rule.title)}[/]  \\[{rule.id}]", soft_wrap=True)
    out.print(f"[dim]{escape(rule.chapter)}, {rule.kind}[/]\n", soft_wrap=True)
    write(out, escape(rule.text))
    if rule.ruling:
        write(out, f"\n[italic]Ruling:[/] {escape(rule.ruling)}")
    if rule.examples:
        out.print()
    for example in rule.examples:
        write(out, f"[italic]Example:[/] {escape(example.given)} → {escape(example.expect)}")
    out.print()
    for label, lines in {"needs": rule.needs, "written in": written, "tested in": tested, "open": reasons}.items():
        if lines:
            write(out, f"[dim]{label:<10}[/] {escape(', '.join(lines))}")
    if not written and not reasons:
        write(out, "[dim]No code names this rule by its id.[/]")


# --- counting -----------------------------------------------------------------------------------------------


def count_rules(rulebook: str | None, tests: Path | None, as_json: bool) -> bool:
    """Whether every rule is tested or known to be open."""
    books = [open_rulebook(name) for name in ([rulebook] if rulebook else sorted(installed()))]
    counted = {book.id: count_book(book, tests) for book in books}
    if as_json:
        echo_json({id: figures(found) for id, found in counted.items()})
    else:
        print_counts(console(), counted)
    return all(found.sound for found in counted.values())


def count_book(book: Book[Any, Any], tests: Path | None, *, required: bool = True) -> Coverage:
    folder = tests or folder_of_tests(book.code)
    if folder is None and required:
        raise click.UsageError(f"the tests of {book.id} are not here; name their folder with --tests DIR")
    return coverage(book.catalogue.ids, book.code, folder)


def figures(found: Coverage) -> dict[str, Any]:
    return {
        "ids": len(found.ids),
        "implemented": len(found.implemented),
        "tested": len([id for id in found.ids if id in found.tested]),
        "open": msgspec.to_builtins(found.open),
        "unwritten": found.unwritten,
        "missing": found.missing,
        "strange": found.strange,
    }


def print_counts(out: Console, counted: dict[str, Coverage]) -> None:
    table = Table("rulebook", box=None, pad_edge=False)
    for column in ("rules", "implemented", "tested", "open", "missing"):
        table.add_column(column, justify="right")
    for id, found in counted.items():
        numbers = figures(found)
        told = [numbers["ids"], numbers["implemented"], numbers["tested"], len(found.open), len(found.missing)]
        table.add_row(id, *(str(number) for number in told))
    out.print(table)
    for found in counted.values():
        for ids, reason in open_by_reason(found.open):
            write(out, f"open: {ids}: {escape(reason)}")
        for id in found.unwritten:
            out.print(f"[dim]not named in the code: {id}[/]", soft_wrap=True)
        for id in found.missing:
            out.print(f"not tested: {id}", soft_wrap=True)
        for id in found.strange:
            places = ", ".join(found.tested.get(id, ["open.toml"]))
            out.print(f"no such rule: {id} ({places})", soft_wrap=True)


def open_by_reason(found: Iterable[Open]) -> Iterator[tuple[str, str]]:
    """Rules that are open for the same reason, on one line: a whole chapter may be."""
    alike: dict[str, list[str]] = {}
    for entry in found:
        alike.setdefault(entry.reason, []).append(entry.id)
    for reason, ids in alike.items():
        more = f" and {count(len(ids) - 1, 'more rule')}" if len(ids) > 1 else ""
        yield f"{ids[0]}{more}", reason
