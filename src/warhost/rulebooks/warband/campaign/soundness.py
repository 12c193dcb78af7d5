"""What the warbands of a campaign must be as it begins, whoever wrote them down."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from warhost.engine.data import nearest
from warhost.roster.roster import Fault

from ..library import Band, Library
from ..mustering.lawful import LARGEST_GROUP, too_much
from .ledger import Group, Hero, Ledger

FEWEST, MOST = 2, 4  # warbands


def faults(ledgers: Sequence[Ledger], library: Library) -> Iterator[Fault]:
    """[war.camp.linked] [war.band.found]"""
    if not FEWEST <= len(ledgers) <= MOST:
        yield "ledgers", f"expected {FEWEST} to {MOST} warbands, got {len(ledgers)}"
    for at, ledger in enumerate(ledgers):
        yield from ((f"ledgers[{at}].{key}", why) for key, why in _of_one(ledger, library))


def _of_one(ledger: Ledger, library: Library) -> Iterator[Fault]:
    band = library.bands.get(ledger.army)
    if band is None:
        yield "army", _expected("an army list", ledger.army, library.bands)
        return
    for key in ("treasury", "battles", "won", "dead"):
        if getattr(ledger, key) < 0:
            yield key, f"expected no number below 0, got {getattr(ledger, key)}"
    for at, name in enumerate(ledger.store):
        if name not in library.gear:
            yield f"store[{at}]", _expected("something from the price list", name, library.gear)
    ids = [one.id for one in ledger.everybody]
    if len(set(ids)) < len(ids):
        yield "heroes", "expected names of their own, and two have the same id"
    if sum(hero.role == "leader" for hero in ledger.heroes) > 1:
        yield "heroes", "expected one leader"
    for at, hero in enumerate(ledger.heroes):
        yield from ((f"heroes[{at}].{key}", why) for key, why in _of_hero(hero, band, library))
    for at, group in enumerate(ledger.groups):
        yield from ((f"groups[{at}].{key}", why) for key, why in _of_anybody(group, band, library))
        if not 1 <= group.count <= LARGEST_GROUP:
            yield f"groups[{at}].count", f"expected 1 to {LARGEST_GROUP}, got {group.count}"


def _of_hero(hero: Hero, band: Band, library: Library) -> Iterator[Fault]:
    yield from _of_anybody(hero, band, library)
    for key in ("misses", "start", "reached"):
        if getattr(hero, key) < 0:
            yield key, f"expected no number below 0, got {getattr(hero, key)}"
    if hero.captor != -1:
        yield "captor", f"expected -1, nobody's captive, got {hero.captor}"
    for spell, _ in hero.spells:
        if spell not in library.spells:
            yield "spells", _expected("a spell", spell, library.spells)
    for name in hero.lists:
        if name not in library.charts.skills:
            yield "lists", _expected("a list of skills", name, library.charts.skills)


def _of_anybody(one: Hero | Group, band: Band, library: Library) -> Iterator[Fault]:
    if band.kind(one.fighter) is None:
        yield "fighter", _expected(f"a fighter of {band.title}", one.fighter, [kind.id for kind in band.fighter])
    for name in one.gear:
        if name not in library.gear:
            yield "gear", _expected("something from the price list", name, library.gear)
    if all(name in library.gear for name in one.gear):
        yield from (("gear", f"expected what one can carry, got {why}") for why in too_much(library, one.gear))
    if one.experience < 0:
        yield "experience", f"expected no number below 0, got {one.experience}"


def _expected(what: str, got: str, known: Collection[str]) -> str:
    return f"expected {what}, got {got}{nearest(got, known)}"
