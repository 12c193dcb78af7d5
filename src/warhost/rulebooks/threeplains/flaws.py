"""What must always be true of a battle; anything said here is a fault of the program."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from warhost.engine.battle import Battle
from warhost.engine.field.shapes import Shape, contains, overlap
from warhost.engine.oracle import Scripted

from .bodies import body, figure, on_table, strength
from .fighting.contact import engaged
from .kinds import insignificant, nimble
from .land.ground import clings_to, terrace
from .moving.wedges import may_wedge, wedge_files
from .setting import Fight, Setting
from .state import NOBODY, Number, State

DEEP = 30  # thousandths of an inch by which bases may share ground before it is called an overlap
IN_WORKS = ("standing", "within", "hidden", "slain")
OFF = 1500  # a body may hang over the edge by this much while its middle front is on the board


def flaws(setting: Setting, state: State) -> list[str]:
    fight: Fight = Battle(setting, state, Scripted())
    return [
        *_people(fight), *_places(fight), *_barred(fight), *_tops(fight), *_wedges(fight), *_contacts(fight),
        *_overlaps(fight),
    ]  # fmt: skip


TOGETHER = ("stopped", "escaped")
"""What becomes of a group with all who are in it."""


def _people(fight: Fight) -> Iterator[str]:
    """Nobody is lost, nobody is in two places, nobody has fewer life points than none."""
    state = fight.state
    for number, piece in state.numbered():
        found = figure(fight, number)
        if piece.fate != "slain" and piece.models < 1:
            yield f"{piece.name} has {piece.models} models"
        if not 0 <= piece.hurt < found.life + piece.vigour:
            yield f"{piece.name} has lost {piece.hurt} of {found.life} life points and still stands"
        if piece.fate == "within":
            host = state.pieces[piece.host] if piece.host != NOBODY else None
            if host is None or number not in (*host.leaders, *host.backing, host.masters):
                yield f"{piece.name} is within a group that does not know it"
        if piece.fate == "within" and piece.host != NOBODY and piece.aloft != state.pieces[piece.host].aloft:
            yield f"{piece.name} is not on the same floor as its group"
        if piece.fate == "within" and piece.host != NOBODY and piece.inside != state.pieces[piece.host].inside:
            yield f"{piece.name} is not inside with its group"
        strewn = piece.inside or piece.airborne or len(set(piece.places)) != 1
        if piece.standing and piece.stacked and strewn:
            yield f"{piece.name} is on a ladder and not stacked beside it"
        if piece.inside and (piece.aloft or piece.airborne or piece.places or piece.fate not in IN_WORKS):
            yield f"{piece.name} is inside works and elsewhere too"
        fate = piece.fate if piece.fate in TOGETHER else "within"
        for other in (*piece.leaders, *piece.backing):
            if state.pieces[other].host != number or (state.pieces[other].fate != fate and piece.fate != "slain"):
                yield f"{state.pieces[other].name} is with {piece.name} and elsewhere too"
        if piece.fleeing and found.engine:
            yield f"{piece.name} is a war machine and flees"
        if piece.places and piece.fate == "standing" and len(piece.places) != strength(fight, number):
            yield f"{piece.name} has {len(piece.places)} places for {strength(fight, number)} models"
        if not set(piece.tried) <= set(piece.spells) or not set(piece.swapped) <= set(piece.spells):
            yield f"{piece.name} has used a spell that it does not know"
        if piece.torches > piece.models and piece.fate != "slain":
            yield f"{piece.name} has {piece.torches} torches for {piece.models} models"
        if any(piece.turn is other.turn for other in state.pieces[:number]):
            yield f"{piece.name} goes through the turn of another piece"
        if piece.mana < 0 or piece.warded < 0:
            yield f"{piece.name} has given dice that it did not have"
    for at, entry in enumerate(fight.setting.entries):
        left = sum(piece.models for piece in state.pieces if piece.entry == at and piece.fate != "slain")
        if left > entry.models:
            yield f"{entry.title} has grown to {left} models"


def _places(fight: Fight) -> Iterator[str]:
    table = fight.setting.table
    for number in on_table(fight):
        piece, (left, right, bottom, top) = fight.state.pieces[number], body(fight, number).box
        if left < -OFF or bottom < -OFF or right > table.width + OFF or top > table.depth + OFF:
            yield f"{piece.name} stands off the table"
        if piece.places and (piece.x, piece.y) != body(fight, number).front:
            yield f"the middle front of {piece.name} is not where its models are"


def _barred(fight: Fight) -> Iterator[str]:
    """Nobody stands where no foot comes; skirmishers mind as little as flyers."""
    bars = fight.setting.land(fight.state.terrain).bars  # as far as no bridge leads over them
    barred = [ground for ground in bars if ground.kind.pace == "barred"]
    for number in on_table(fight) if barred else ():
        piece, own = fight.state.pieces[number], body(fight, number)
        if piece.airborne or piece.aloft or nimble(fight, number) or figure(fight, number).flight:
            continue
        for ground in barred:
            if any(contains(ground.shape, base.centre) for base in own.bases):
                yield f"{piece.name} stands in {ground.kind.title}"


def _tops(fight: Fight) -> Iterator[str]:
    """Who is on a fortress stands on one floor of it, model by model, and nobody else stands where works are."""
    works = fight.setting.land(fight.state.terrain).works
    for number in on_table(fight) if works else ():
        piece, own = fight.state.pieces[number], body(fight, number)
        floor = terrace(fight, own)
        if piece.airborne:
            continue
        held = floor is not None and all(floor.holds(base.centre) for base in own.bases)
        if piece.aloft and not held and clings_to(fight, number) == NOBODY:
            yield f"{piece.name} stands on the works where there are none"
        if piece.aloft and (piece.wedge or piece.bend or piece.ring != NOBODY):
            yield f"{piece.name} stands on the works and not loosely"
        solid = [work.shape for work in works if work.bars]  # under an open arch one may stand
        if not piece.aloft and any(contains(shape, base.centre) for shape in solid for base in own.bases):
            yield f"{piece.name} stands in the works"


def _wedges(fight: Fight) -> Iterator[str]:
    """A wedge is formed by those who may, alone, and is as wide as its models make it."""
    for number in on_table(fight):
        piece = fight.state.pieces[number]
        if piece.wedge and (piece.places or may_wedge(fight, number)):
            yield f"{piece.name} stands in a wedge and may form none"
        if piece.wedge and piece.files != wedge_files(fight, number, piece.wedge):
            yield f"{piece.name} stands in a wedge {piece.files} files wide"


def _contacts(fight: Fight) -> Iterator[str]:
    state = fight.state
    for contact in fight.state.contacts:
        a, b = state.pieces[contact.a], state.pieces[contact.b]
        if a.fate != "standing" or b.fate != "standing":
            yield f"{a.name} fights {b.name}, but one of them is gone"
        if a.side == b.side:
            yield f"{a.name} fights its friend {b.name}"
        if a.fleeing or b.fleeing:
            yield f"{a.name} and {b.name} are in combat though one of them flees"


def _overlaps(fight: Fight) -> Iterator[str]:
    """Nothing ever overlaps, but airborne pieces, a ring and its victim, and single models that share a space."""
    state = fight.state
    ground = [n for n in on_table(fight) if not state.pieces[n].airborne]
    bodies = {number: _ground(fight, number) for number in ground}
    beasts = {number: _without_masters(fight, number) for number in ground}
    for one, other in combinations(ground, 2):
        a, b = state.pieces[one], state.pieces[other]
        if a.ring == other or b.ring == one or a.aloft != b.aloft or _share(fight, one, other):
            continue
        stood = beasts if a.side == b.side else bodies
        if _lies_on(stood[one], stood[other]):
            yield f"{a.name} and {b.name} stand on the same ground"


def _share(fight: Fight, one: Number, other: Number) -> bool:
    """A small single model, or skirmishers on foot, may share a friend's space.

    [tp.move.individual.share] [tp.unit.skirmish.interpenetrate]
    """
    if fight.state.pieces[one].side != fight.state.pieces[other].side:
        return False
    return any(insignificant(fight, n) or nimble(fight, n) for n in (one, other))


def _ground(fight: Fight, number: Number) -> tuple[Shape, ...]:
    """Where its models stand; beast masters in a fight squeeze in wherever their beasts let them."""
    return _without_masters(fight, number) if engaged(fight, number) else body(fight, number).parts


def _without_masters(fight: Fight, number: Number) -> tuple[Shape, ...]:
    """Masters who squeezed in among friends stay there when the fight is over, until their beasts move on."""
    piece, parts = fight.state.pieces[number], body(fight, number).parts
    return parts if piece.masters == NOBODY else parts[: -fight.state.pieces[piece.masters].models]


def _lies_on(a: tuple[Shape, ...], b: tuple[Shape, ...]) -> bool:
    return any(overlap(one, other, DEEP) for one in a for other in b)
