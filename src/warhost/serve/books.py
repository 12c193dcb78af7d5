"""What the installed rulebooks offer: scenarios, options, rosters, rules; and new games of them."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from warhost.engine.book import Book, Unknown
from warhost.engine.bounds import whole_number
from warhost.engine.campaign import Campaign
from warhost.engine.catalogue import RuleText
from warhost.engine.data import DataError
from warhost.engine.lesson import lesson_files
from warhost.engine.question import Refused
from warhost.roster.book import lists_of
from warhost.roster.lists import READY, Lists, all_faults, find_roster, ready_rosters
from warhost.roster.roster import MOST_POINTS, roster_of

from .errors import Wrong
from .fields import sets_up
from .files import cover
from .messages import NewGame, RosterText
from .replies import BookOffer, CampaignOffer, Mustered, RosterOffer, RuleExample, RuleInFull, RuleName

ARMIES = "armies"  # the option that names the rosters, in rulebooks with army lists


def read_through(book: Book[Any, Any]) -> Book[Any, Any]:
    """Meet every kind of data of a book once, before threads share it.

    msgspec works out how to read a struct when it first meets it, and crashes if two threads do so at once.
    """
    offer(book)
    setting = book.setting(book.setup(None, {}))
    book.restore(setting, msgspec.to_builtins(book.begin(setting)))
    return book


def offer(book: Book[Any, Any]) -> BookOffer:
    """A rulebook as the page lists it."""
    lists = lists_of(book)
    armies = dict(lists.armies()) if lists else {}
    options, casual = dict(book.options), dict(book.casual)
    scenarios, rosters = list(book.scenarios()), _rosters(lists)
    lessons, campaign = len(lesson_files(book)), _campaign(book.campaign)
    return BookOffer(
        book.id, book.title, options, scenarios, rosters, armies, book.blurb, casual, lessons, campaign,
        cover(book), book.demands, sets_up(book),
    )  # fmt: skip


def _campaign(kind: Campaign[Any, Any] | None) -> CampaignOffer | None:
    if kind is None:
        return None
    options = {name: values or tuple(kind.ready(name) or ()) for name, values in kind.options.items()}
    starting = list(kind.starting)
    return CampaignOffer(kind.id, kind.title, kind.blurb, kind.fewest, kind.most, options, starting)


def _rosters(lists: Lists | None) -> list[RosterOffer]:
    if lists is None:
        return []
    found = {id: find_roster(lists, id)[1] for id in ready_rosters(lists)}
    return [RosterOffer(id, roster.name, roster.army, roster.points) for id, roster in found.items()]


# --- rules ---------------------------------------------------------------------------------------------------


def rules(book: Book[Any, Any], words: str, most: int) -> list[RuleName]:
    found = book.catalogue.search(words) if words.strip() else list(book.catalogue)
    return [_named(rule) for rule in found[:most]]


def rule(book: Book[Any, Any], id: str) -> RuleInFull:
    """A rule in full, with the rules that lean on it."""
    if id not in book.catalogue:
        raise Wrong(404, f"no rule of {book.title} is called {id}")
    found = book.catalogue.get(id)
    return RuleInFull(
        found.id, found.title, found.chapter, found.kind, found.text, found.ruling,
        [RuleExample(example.given, example.expect) for example in found.examples],
        [_named(book.catalogue.get(need)) for need in found.needs if need in book.catalogue],
        [_named(other) for other in book.catalogue if id in other.needs],
    )  # fmt: skip


def _named(found: RuleText) -> RuleName:
    return RuleName(found.id, found.title, found.chapter)


# --- armies --------------------------------------------------------------------------------------------------


def roster_text(book: Book[Any, Any], name: str) -> RosterText:
    """A ready roster as its author wrote it, to make one's own of it."""
    ready = ready_rosters(army_lists(book))
    if name not in ready:
        raise Wrong(404, f"no ready roster is called {name!r:.80}; see the rosters of the rulebook")
    return RosterText(ready[name].read_text("utf8"))


def muster(book: Book[Any, Any], text: str) -> Mustered:
    """What an army costs, and what is wrong with it."""
    lists = army_lists(book)
    try:
        roster = roster_of(text)
    except DataError as fault:
        return Mustered(None, [], [": ".join(part for part in (fault.key, fault.expected) if part)])
    if faults := [f"{key}: {expected}" for key, expected in all_faults(lists, roster)]:
        return Mustered(None, [], faults)
    bill = lists.bill(roster)
    breaches = msgspec.to_builtins(lists.breaches(roster))
    return Mustered({**msgspec.to_builtins(bill), "points": bill.points}, breaches, [])


def army_lists(book: Book[Any, Any]) -> Lists:
    lists = lists_of(book)
    if lists is None:
        raise Wrong(404, f"{book.title} has no army lists")
    return lists


def _written(folder: str, number: int, text: str) -> Path:
    path = Path(folder) / f"roster{number + 1}.toml"
    path.write_text(text, "utf8")
    return path


# --- a new game ----------------------------------------------------------------------------------------------


def setup_of(book: Book[Any, Any], wish: NewGame) -> dict[str, Any]:
    """The setup of a game that was wished for; a client names things, never files of the server."""
    no_files(book, wish.options)
    try:
        if not wish.rosters:
            if ARMIES in wish.options and lists_of(book) is not None:
                _named_armies(book, _chosen(book, wish, wish.options[ARMIES].split(",")))
            return book.setup(wish.scenario, wish.options)
        if ARMIES not in book.options:
            raise Wrong(400, f"{book.title} is not played with rosters")
        judged_rosters(book, _chosen(book, wish, wish.rosters), wish.options.get("rosters") == "unchecked")
        with tempfile.TemporaryDirectory() as folder:
            armies = written_armies(folder, wish.rosters)
            return book.setup(wish.scenario, {**wish.options, ARMIES: ", ".join(armies)})
    except (Unknown, DataError) as error:
        raise Wrong(400, str(error)) from None
    except Refused as refused:  # an army of chance for which the points are too few
        raise Wrong(400, refused.refusal.plain, refused.refusal.rule) from None


def _chosen(book: Book[Any, Any], wish: NewGame, armies: Sequence[str]) -> list[str]:
    """Without those that the scenario itself brings, where it brings any."""
    brings = any(scenario.forces and scenario.id == wish.scenario for scenario in book.scenarios())
    return [said for said in armies if not (brings and said.strip() == READY)]


def no_files(book: Book[Any, Any], options: Mapping[str, str]) -> None:
    """A client names what is ready there, never a file of the server."""
    for option, said in options.items():
        ready = book.ready(option)
        if ready is not None and said and said not in ready:
            raise Wrong(400, f"option {option}: expected one of {', '.join(ready)}")


def is_written(wish: NewGame) -> bool:
    """Whether it brings armies of its own, or asks for some of chance, rather than ready ones."""
    named = wish.options.get(ARMIES, "")
    return any(_is_text(said) for said in wish.rosters) or ":" in named


def _is_text(said: str) -> bool:
    """A roster is written down in lines such as `army = "orcs"`; anything else is the name of one."""
    return "=" in said


def written_armies(folder: str, rosters: Sequence[str]) -> list[str]:
    """Names of ready rosters as they are, texts as files in a folder."""
    return [_army(folder, number, said) for number, said in enumerate(rosters)]


def _army(folder: str, number: int, said: str) -> str:
    return str(_written(folder, number, said)) if _is_text(said) else said.strip()


def judged_rosters(book: Book[Any, Any], rosters: Sequence[str], unchecked: bool = False) -> None:
    """Every roster as `muster` judges it; whatever is wrong is told at once."""
    _named_armies(book, [said for said in rosters if not _is_text(said)])
    wrong: list[tuple[str, str]] = []
    for number, said in enumerate(rosters):
        if _is_text(said):
            wrong += [(rule, f"roster {number + 1}: {why}") for rule, why in _wrongs(book, said, unchecked)]
    if wrong:
        raise Wrong(400, wrong[0][1], wrong[0][0], [why for _, why in wrong])


def _wrongs(book: Book[Any, Any], text: str, unchecked: bool) -> list[tuple[str, str]]:
    """The rule each breaks, if it breaks one, and what is wrong."""
    found = muster(book, text)
    broken = [] if unchecked else found.breaches
    faults = [("", fault) for fault in found.faults]
    return faults + [(one["rule"], f"{one['where']}: {one['why']}; {one['mend']}") for one in broken]


def _named_armies(book: Book[Any, Any], words: Sequence[str]) -> None:
    """Rosters by the names of ready ones, or of chance such as orcs:500:7."""
    lists = army_lists(book)
    for word in words:
        army, _, rest = word.strip().partition(":")
        points = rest.partition(":")[0]
        by_chance = army in lists.armies() and whole_number(points, 1, MOST_POINTS) is not None
        if not by_chance and word.strip() not in ready_rosters(lists):
            expected = f"expected one of the rulebook's, or army:points:seed with 1 to {MOST_POINTS} points"
            raise Wrong(400, f"no ready roster is called {word.strip()!r:.80}; {expected}")
