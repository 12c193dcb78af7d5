"""What could not come to pass, though every name in a situation stands for something: friends who charge each
other, generals without end, men who fly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from warhost.roster.roster import Fault

from ..beasts.wild import owner
from ..bodies import figure, same_height
from ..figure import Figure
from ..kinds import mob, skirmishing
from ..land.ground import winged
from ..magic.bearing import SILENCE
from ..morale.exhaustion import exhausted
from ..moving.groups import may_join
from ..moving.wedges import may_wedge
from ..setting import Fight
from ..special.riding import bearers, ridden
from ..state import HUNTS, NOBODY, Number
from .lasting import source_of
from .situation import SIDES, Placed, Situation, SituationCharacter, SituationGroup

Entries = Sequence[tuple[str, Placed]]
"""All who are written down, each with the key where that is."""

AT_ENEMIES = ("charging", "ring", "tormentor")
"""Keys of `now` that name an enemy; the next name several."""
ENEMIES = ("fled_from", "held_fire")


# --- by their names ------------------------------------------------------------------------------------------


def name_odds(situation: Situation, entries: Entries) -> Iterator[Fault]:
    """What can be told before anybody has a place."""
    known = {entry.id: entry for _, entry in entries}
    for key, entry in entries:
        if not (entry.id.strip() and entry.id.isprintable()):
            yield f"{key}.id", "expected a name in letters, by which it is called"
        if isinstance(entry, SituationGroup):
            yield from _behind(key, entry, known)
        yield from _friends(key, entry, known)
    yield from _generals(entries)
    yield from _silences(situation, known)
    ours, theirs = situation.names
    if not ours.strip() or not theirs.strip() or ours == theirs:
        yield "names", "expected a name for each side, to tell them apart"


def _behind(key: str, group: SituationGroup, known: Mapping[str, Placed]) -> Iterator[Fault]:
    """Whoever stands behind another needs one who has a place of his own.  [tp.move.reinforce.stack]"""
    for where, name in (("with", group.with_), ("backs", group.backs)):
        front = known.get(name)
        if name == group.id or (isinstance(front, SituationGroup) and (front.with_ or front.backs)):
            yield f"{key}.{where}", f"expected a group with a place of its own, got {name}"


def _friends(key: str, entry: Placed, known: Mapping[str, Placed]) -> Iterator[Fault]:
    """Only a beast that hunts its own side has enemies there.  [tp.beast.reaction.1]"""
    named = [(where, getattr(entry.now, where)) for where in AT_ENEMIES]
    named += [(where, name) for where in ENEMIES for name in getattr(entry.now, where)]
    for where, name in named:
        other = known.get(name)
        if other is None or (HUNTS in (entry.now.wild, other.now.wild) and other is not entry):
            continue
        if other.side == entry.side:
            yield f"{key}.now.{where}", f"expected an enemy of {entry.id}, got {name}"


def _generals(entries: Entries) -> Iterator[Fault]:
    """[tp.character.general]"""
    for side in SIDES:
        own = [(key, one) for key, one in entries if isinstance(one, SituationCharacter) and one.side == side]
        generals = [(key, one.id) for key, one in own if one.general]
        for key, _ in generals[1:]:
            yield f"{key}.general", f"expected one general of {side}, and {generals[0][1]} is that already"


def _silences(situation: Situation, known: Mapping[str, Placed]) -> Iterator[Fault]:
    """What silences the item of a number lies on whoever has so many.  [tp.spell.white.seek_and_desist]"""
    for index, effect in enumerate(situation.effects):
        if source_of(effect.source) != SILENCE or (effect.on and effect.on not in known):
            continue
        items = known[effect.on].items if effect.on else ()
        if not items:
            yield f"effects[{index}].on", "expected somebody who carries magic items"
        elif effect.number >= len(items):
            yield f"effects[{index}].number", f"expected 0 to {len(items) - 1}, the place of the item in its list"


# --- as they stand -------------------------------------------------------------------------------------------


def state_odds(
    situation: Situation, fight: Fight, entries: Entries, numbers: Mapping[str, Number]
) -> Iterator[Fault]:
    """What can be told when everybody has his place and what he carries."""
    for key, entry in entries:
        number = numbers[entry.id]
        if isinstance(entry, SituationGroup):
            yield from ((f"{key}.{where}", why) for where, why in _group(fight, entry, number, numbers))
        elif isinstance(entry, SituationCharacter) and entry.with_ and not entry.now.slain:
            yield from ((f"{key}.{where}", why) for where, why in _guest(fight, entry, numbers))
        yield from ((f"{key}.now.{where}", why) for where, why in _now(fight, entry, number))
    for name in situation.unruly:
        if figure(fight, numbers[name]).category != "beast":
            yield "unruly", f"expected beasts, got {name}"
    yield from _standards(fight, entries)
    yield from _meetings(situation, fight, numbers)


def _group(
    fight: Fight, group: SituationGroup, number: Number, numbers: Mapping[str, Number]
) -> Iterator[Fault]:
    sheet = figure(fight, number)
    if group.command and (skirmishing(fight, number) or sheet.category not in ("infantry", "cavalry")):
        yield "command", "expected none: only units and mobs have one"  # [tp.unit.command.not_for_skirmishers]
    if group.wedge and (refusal := may_wedge(fight, number)):
        yield "wedge", f"expected none: {refusal}"
    if group.with_ and (sheet.kind != "master" or not _herded(figure(fight, numbers[group.with_]))):
        yield "with", "expected beast masters with a pack of beasts"
    elif group.with_ and fight.state.pieces[numbers[group.with_]].masters != number:
        yield "with", f"expected one group of masters: {group.with_} has its own"
    if group.now.narrow > max(group.files, fight.state.pieces[number].files):
        yield "now.narrow", f"expected no more than its {fight.state.pieces[number].files} files"


def _herded(beasts: Figure) -> bool:
    return beasts.category == "beast" and beasts.kind != "master"


def _may_follow(fight: Fight, masters: Number, pack: Number) -> bool:
    pieces = fight.state.pieces
    own = owner(fight, pack) == pieces[masters].side and pieces[pack].masters == NOBODY
    return own and figure(fight, masters).kind == "master" and _herded(figure(fight, pack))


def _guest(fight: Fight, guest: SituationCharacter, numbers: Mapping[str, Number]) -> Iterator[Fault]:
    """Who could never join a group does not stand in it.  [tp.character.join.eligible] [tp.beast.no_joining]"""
    number = numbers[guest.id]
    if guest.mount and not figure(fight, number).mounted:
        yield "with", f"expected none: on {guest.mount} nobody joins a group"
        return
    host = fight.state.pieces[numbers[guest.with_]]
    if not host.fleeing and (refusal := may_join(fight, number, numbers[guest.with_])):
        yield "with", f"expected a group that {guest.id} may join: {refusal}"


def _now(fight: Fight, entry: Placed, number: Number) -> Iterator[Fault]:
    now, sheet = entry.now, figure(fight, number)
    if now.airborne and not all(figure(fight, n).flies or winged(fight, n) for n in bearers(fight, number)):
        yield "airborne", "expected somebody who can fly"
    elif now.airborne and any(exhausted(fight, bearer) for bearer in bearers(fight, number)):
        yield "airborne", "expected none: whoever is exhausted comes down at once"  # [tp.trait.exhaustion.effects]
    if now.landed and (now.airborne or not sheet.flies):
        yield "landed", "expected none: only a flyer that is on the ground has landed"
    if now.fleeing and sheet.engine:
        yield "fleeing", "expected none: its crew abandons a war machine that has to flee"  # [tp.machine.flee]
    if now.fleeing and now.charging:
        yield "charging", "expected nobody: it flees"
    if now.herd and not _may_follow(fight, number, fight.state.pieces[number].herd):
        yield "herd", "expected beast masters, and a pack of their own side"  # [tp.beast.unit.divided]
    if now.wild and sheet.category != "beast":
        yield "wild", "expected a beast"
    elif now.wild and (fight.state.pieces[number].masters != NOBODY or ridden(fight, number)):
        yield "wild", "expected a beast that nobody herds or rides"  # [tp.beast.wild] [tp.beast.unit.reunite]
    elif now.fleeing and fight.state.pieces[number].lawless:
        yield "fleeing", "expected none: a wild beast flees from nobody"
    if now.surge and not mob(fight, number):
        yield "surge", "expected a mob"
    if now.pikes_dropped and not any(fight.setting.weapons[weapon].unwieldy for weapon in sheet.weapons):
        yield "pikes_dropped", "expected somebody who has pikes"


def _standards(fight: Fight, entries: Entries) -> Iterator[Fault]:
    """[tp.character.battle_standard]"""
    keys = {entry.id: key for key, entry in entries}
    for side, army in zip(SIDES, fight.setting.armies, strict=True):
        bearers_of_it = [leader for leader in army.leaders if leader.role == "standard"]
        for leader in bearers_of_it:
            key = keys[leader.id]
            if leader.general:
                yield f"{key}.general", "expected none: the bearer of the battle standard is no general"
            elif leader is not bearers_of_it[0]:
                yield f"{key}.role", f"expected one battle standard of {side}; {bearers_of_it[0].id} bears it"


def _meetings(situation: Situation, fight: Fight, numbers: Mapping[str, Number]) -> Iterator[Fault]:
    """Two pieces meet once, at one height; and a ring lies round somebody whom it fights."""
    met: dict[frozenset[Number], None] = {}
    for index, contact in enumerate(situation.contacts):
        pair = frozenset((numbers[contact.a], numbers[contact.b]))
        if pair in met:
            yield f"contacts[{index}]", f"expected one contact of {contact.a} and {contact.b}"
        met[pair] = None
        for key in ("a", "b"):
            if fight.state.pieces[numbers[getattr(contact, key)]].fleeing:
                yield f"contacts[{index}].{key}", f"expected somebody who stands: {getattr(contact, key)} flees"
        if not contact.across and not same_height(fight, numbers[contact.a], numbers[contact.b]):
            yield f"contacts[{index}].b", f"expected {contact.b} at the height at which {contact.a} is"
    for number, piece in fight.state.numbered():
        if piece.ring != NOBODY and frozenset((number, piece.ring)) not in met:
            yield "contacts", f"expected one of {piece.name} and {fight.state.pieces[piece.ring].name} in its ring"
