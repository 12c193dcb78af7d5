"""What has come into play in a battle: kinds of pieces, traits, weapons, steeds, spells, items and terrain.

A kind, a trait or an item has when a piece with it moves, shoots, strikes or takes a check; a weapon when it is
shot, or carried by somebody who strikes; a spell when it is cast; terrain when a move ends on or beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from warhost.engine.battle import Battle
from warhost.engine.encounters import Thing
from warhost.engine.event import Event
from warhost.engine.field.shapes import nearest_gap
from warhost.engine.oracle import Scripted

from ..bodies import body, figure
from ..events.blows import Shot, Struck
from ..events.charges import Charged
from ..events.moves import Moved
from ..events.nerves import Checked
from ..events.spells import SpellRolled
from ..figure import inches
from ..library import Library
from ..magic.book import book
from ..setting import Fight, Setting
from ..state import NOBODY, Number, State

BESIDE = inches(1)


class ThreePlainsEncounters:
    """The inventory of the lists, and what the events of a battle show of it."""

    def __init__(self, library: Library):
        self.library = library

    def things(self) -> Mapping[str, Sequence[str]]:
        armies = self.library.armies
        profiles = [profile for army in armies.lists.values() for profile in army.profile]
        weapons = {weapon for profile in profiles for weapon in profile.weapons}
        weapons |= {weapon for profile in profiles for option in profile.options for weapon in option.gives}
        return {
            "kind": sorted({profile.kind for profile in profiles}),
            "trait": sorted({trait for profile in profiles for trait in profile.all_traits}),
            "weapon": sorted(weapons),
            "spell": sorted(rule for rule, spell in book.spells.items() if spell.discipline),
            "terrain": sorted(kind for kind in self.library.kinds if kind != "open"),
        }

    def met(self, setting: Setting, state: State, events: Sequence[Event]) -> Iterator[Thing]:
        fight: Fight = Battle(setting, state, Scripted())
        for event in events:
            if isinstance(event, Moved | Charged | Checked | Shot | Struck):
                yield from _carried(fight, event.piece)
            if isinstance(event, Moved):
                yield from _ground(fight, event.piece)
            elif isinstance(event, Shot):
                yield "weapon", event.weapon
            elif isinstance(event, Struck):
                yield from (("weapon", weapon) for weapon in figure(fight, event.piece).weapons)
            elif isinstance(event, SpellRolled) and event.cast:
                yield "spell", event.spell


def _carried(fight: Fight, number: Number) -> Iterator[Thing]:
    """What a piece and the characters in it are and have."""
    piece = fight.state.pieces[number]
    masters = () if piece.masters == NOBODY else (piece.masters,)
    for member in (number, *piece.leaders, *masters):
        found = figure(fight, member)
        yield "kind", found.kind
        yield from (("trait", trait) for trait in found.traits)
        yield from (("item", item) for item in found.items)


def _ground(fight: Fight, number: Number) -> Iterator[Thing]:
    """The terrain under a piece and beside it."""
    if not fight.state.pieces[number].standing:
        return
    own = body(fight, number)
    for feature in fight.state.terrain:
        if nearest_gap(own.parts, (fight.setting.ground(feature).shape,)) <= BESIDE:
            yield "terrain", feature.kind
