"""What has come into play in a battle: lines of the army lists, special rules, gear, spells and terrain.

A line, a special rule or armour has when somebody with it moves, shoots, strikes or takes a test; a weapon when its
bearer shoots or strikes; a spell when it is cast; terrain when a move ends on or beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from warhost.engine.battle import Battle
from warhost.engine.encounters import Thing
from warhost.engine.event import Event
from warhost.engine.field.shapes import gap, polygon
from warhost.engine.oracle import Scripted

from ..bodies import body
from ..events import Arrived, Cast, Charged, Fled, Laid, Moved, Pursued, Shot, Struck, Tested
from ..kinds import with_implied
from ..library import Library
from ..measures import INCH
from ..nature import company, kind, nature
from ..records import Entry
from ..setting import Fight, Setting
from ..state import State

DEEDS = Moved | Charged | Pursued | Fled | Arrived | Shot | Struck | Laid | Tested
STEPS = Moved | Charged | Pursued | Fled | Arrived


class RegimentsEncounters:
    """The inventory of the lists, and what the events of a battle show of it."""

    def __init__(self, library: Library):
        self.library = library

    def things(self) -> Mapping[str, Sequence[str]]:
        entries = [entry for army in self.library.armies.values() for entry in army.entry]
        gear = {name for entry in entries for name in _gear(entry)}
        return {
            "army": sorted(self.library.armies),
            "entry": sorted({entry.rule for entry in entries}),
            "special rule": sorted({rule for entry in entries for rule in self._rules(entry)}),
            "weapon": sorted(gear & self.library.weapons.keys()),
            "armour": sorted(gear & self.library.armour.keys()),
            "spell": sorted(spell.title for spell in self.library.spells.values()),
            "terrain": sorted(self.library.grounds),
        }

    def _rules(self, entry: Entry) -> Iterable[str]:
        """Those a model has by itself, by its mount, its troop type and what it carries."""
        weapons = [self.library.weapons[name] for name in _gear(entry) if name in self.library.weapons]
        return with_implied(
            [
                *entry.rules, *entry.mount_rules, *entry.shot_rules, *self.library.troops[entry.troop].gives,
                *(rule for weapon in weapons for rule in weapon.rules),
            ]
        )  # fmt: skip

    def met(self, setting: Setting, state: State, events: Sequence[Event]) -> Iterator[Thing]:
        fight: Fight = Battle(setting, state, Scripted())
        for event in events:
            if isinstance(event, DEEDS):
                number = setting.number[event.unit]
                yield from _carried(fight, number)
                if isinstance(event, STEPS):
                    yield from _ground(fight, number)
                if isinstance(event, Shot | Struck):
                    yield from _used(fight, number, isinstance(event, Shot))
            if isinstance(event, Cast) and event.success:
                yield "spell", event.spell


def _gear(entry: Entry) -> list[str]:
    return [*entry.gear, *(name for option in entry.option for name in option.gives)]


def _carried(fight: Fight, number: int) -> Iterator[Thing]:
    """What a unit and the characters in it are and have."""
    for one in company(fight, number):
        found = kind(fight, one)
        yield "army", found.army
        yield "entry", found.rule
        rules = [*nature(fight, one), *found.mount_rules, *found.figure.shot_rules]
        yield from (("special rule", rule) for rule in rules)
        yield from (("armour", piece.id) for piece in found.suit)


def _used(fight: Fight, number: int, shot: bool) -> Iterator[Thing]:
    """The weapons of those who shoot or strike."""
    found = kind(fight, number)
    missiles = [weapon for weapon in (found.missile, found.champion_missile) if weapon is not None]
    for weapon in missiles if shot else found.melee:
        yield "weapon", weapon.id
        yield from (("special rule", rule) for rule in weapon.rules)


def _ground(fight: Fight, number: int) -> Iterator[Thing]:
    """The terrain under a unit and beside it."""
    if not fight.state.units[number].present:
        return
    own = body(fight, number).block
    for feature in fight.state.terrain:
        if gap(own, polygon(feature.points)) <= INCH:
            yield "terrain", feature.kind
