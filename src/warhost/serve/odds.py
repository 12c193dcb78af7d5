"""Exact odds: of dice and what they need, and of a situation judged by the rules themselves."""

from __future__ import annotations

from time import monotonic
from typing import Any

from warhost.engine.book import Book
from warhost.engine.chain import Chain, Link, Pool, Save, Test
from warhost.engine.data import DataError, parse_toml
from warhost.engine.judged import as_data
from warhost.engine.situation import Case, judge

from .messages import DiceOdds, DiceTest
from .replies import DiceChance, DiceChances

FILE = "situation"
MOST_FALLS = 2_000  # ways the dice of a situation may fall: a page waits for its answer
MOST_SECONDS = 5.0  # to try them: others wait for theirs


def dice_odds(wish: DiceOdds) -> DiceChances:
    """So many dice go through one test after the other; what comes out of the last."""
    chain = Chain(Pool(wish.dice), tuple(_link(test) for test in wish.tests))
    found = chain.distribution()
    each = [
        DiceChance(count, str(chance), float(100 * chance), float(100 * found.at_least(count)))
        for count, chance in found.items()
    ]
    return DiceChances(float(found.mean()), float(found.variance()) ** 0.5, each)


def _link(test: DiceTest) -> Link:
    made = Save if test.save else Test
    return made(test.sides, test.need, "save" if test.save else "test", "", test.over, test.reroll)


def situation_odds(book: Book[Any, Any], text: str) -> dict[str, Any]:
    """What may be done in a situation and, if its dice are not given, the chances of all that can come of it."""
    document = parse_toml(text, FILE)
    named = document.setdefault("rulebook", book.id)
    if named != book.id:
        raise DataError(FILE, "rulebook", f"expected {book.id}, got {named!r}")
    late = monotonic() + MOST_SECONDS
    return as_data(judge(Case(FILE, document, lambda name: book), MOST_FALLS, lambda: monotonic() > late), [])
