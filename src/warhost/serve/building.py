"""Armies in the making: what may be chosen for them, what they cost as they are, and what is wrong with them."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.engine.book import Book
from warhost.engine.bounds import whole_number
from warhost.engine.data import DataError
from warhost.engine.question import Refused
from warhost.roster.bill import Breach
from warhost.roster.book import palette_of
from warhost.roster.lists import Lists, all_faults
from warhost.roster.palette import Palette, prices, spelled
from warhost.roster.roster import MOST_POINTS, Named, Roster, named_entries, roster_of, roster_text

from .books import army_lists
from .errors import Wrong
from .messages import Draft
from .replies import Built, BuiltBreach, BuiltEntry


def palette(book: Book[Any, Any], army: str) -> Palette:
    lists = army_lists(book)
    found = palette_of(book, army)
    if found is None:
        raise Wrong(404, f"no army list is called {army!r:.80}; there are: {', '.join(lists.armies())}")
    return found


def build(book: Book[Any, Any], draft: Draft) -> Built:
    """The army as its parts and as text, with the bill and the breaches of the rulebook's own muster."""
    lists = army_lists(book)
    try:
        roster = draft.roster or (by_chance(lists, draft.chance) if draft.chance else roster_of(draft.text))
    except DataError as fault:
        unread = ": ".join(part for part in (fault.key, fault.expected) if part)
        return Built(None, draft.text, [], None, [], [unread], {})
    offered = palette_of(book, roster.army)
    roster = spelled(offered, roster) if offered else roster
    named, text = named_entries(roster), roster_text(roster)
    if faults := [f"{key}: {expected}" for key, expected in all_faults(lists, roster)]:
        return Built(roster, text, [BuiltEntry(one.key, one.id, None) for one in named], None, [], faults, {})
    bill = lists.bill(roster)
    costs = {line.id: line.points for line in bill.lines}
    return Built(
        roster,
        text,
        [BuiltEntry(one.key, one.id, costs.get(one.id)) for one in named],
        {**msgspec.to_builtins(bill), "points": bill.points},
        [_breach(breach, named) for breach in lists.breaches(roster)],
        [],
        prices(lists, offered, roster, draft.priced) if offered and draft.priced else {},
    )


def by_chance(lists: Lists, said: str) -> Roster:
    """A lawful army of chance by its list, its points and a seed."""
    army, points, seed = (*said.split(":", 2), "", "")[:3]
    limit = whole_number(points, 1, MOST_POINTS)
    if army not in lists.armies() or limit is None:
        raise Wrong(400, f"chance: expected army:points:seed with 1 to {MOST_POINTS} points, got {said!r:.80}")
    try:
        return lists.raise_army(army, limit, seed)
    except Refused as refused:
        raise Wrong(400, refused.refusal.plain, refused.refusal.rule) from None


def _breach(breach: Breach, named: list[Named]) -> BuiltBreach:
    """Rulebooks name an entry by its id or by its place in the file."""
    found = next((one for one in named if breach.where == one.id or breach.where.startswith(one.key)), None)
    where = found.entry.name or found.entry.profile if found else breach.where
    return BuiltBreach(breach.rule, where, breach.why, breach.mend, found.key if found else "")
