"""Boiling oil: poured once over those below, or spilt when its cauldron is destroyed.

[tp.siege.cauldron] [tp.siege.cauldron_destroyed]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from warhost.engine.field.shapes import Shape, gap

from ..bodies import body, measured, on_table
from ..dice import roll
from ..events.blows import OilPoured
from ..fighting.contact import engaged
from ..figure import inches
from ..land.ground import terrace
from ..missiles.aiming import armed, hands_full
from ..missiles.dispersal import fair_shares
from ..missiles.templates import share_out
from ..scenario.points import Deed, busy, came_down, shots_besides
from ..setting import Fight
from ..state import NOBODY, Feature, Number, Player
from ..wounds.hits import Attack, strike
from .fixtures import DRAWN, fixed, layout_of
from .idle_hands import not_all_hands
from .outcome import behind
from .passage import captured
from .scaling import at_turrets
from .works import BESIEGERS, DEFENDERS

OIL, SPILT = "tp.siege.cauldron", "tp.siege.cauldron_destroyed"
FULL, EMPTY = DRAWN["cauldron"], "empty cauldron"
NEAR = inches(1)
BITES, TOP = 3, 3  # taken off toughness; the top of the damage range
POUR = "pour the oil: "


@shots_besides(OIL)
def cauldrons(fight: Fight) -> Mapping[str, Deed]:
    """Every full one that somebody stands at, with enemies below it.  [tp.siege.cauldron]"""
    if fight.state.active != DEFENDERS:
        return {}
    full = [feature for feature in fight.state.terrain if feature.kind == FULL]
    return {
        f"{POUR}{one.name}": partial(pour, fight, one, *hands)
        for one in full
        if (hands := at_hand(fight, one)) and below(fight, _shape(fight, one), BESIEGERS)
    }


def _shape(fight: Fight, one: Feature) -> Shape:
    return fight.setting.ground(one).shape


def at_hand(fight: Fight, one: Feature) -> tuple[Number, int] | None:
    """A defending model beside it that has nothing else to do: the piece, and which of its models. None on works
    that are lost.  [tp.siege.cauldron] [tp.siege.idle_hands]
    """
    shape = _shape(fight, one)
    if any(thing.name == one.name and thing.model in captured(fight) for thing in fixed(layout_of(fight))):
        return None
    for number in on_table(fight, DEFENDERS):
        piece = fight.state.pieces[number]
        loosed = piece.aimed == fight.state.clock
        if not piece.aloft or piece.fleeing or (loosed and armed(fight, number)) or _fights(fight, number):
            continue
        floor, taken = terrace(fight, body(fight, number)), hands_full(fight, number)
        taken |= set(at_turrets(fight, number)) if loosed else set()  # they have thrown things down
        if floor is not None and floor.holds(shape.centre):
            for base, ground in enumerate(body(fight, number).bases):
                if base not in taken and measured(gap(ground, shape)) <= NEAR:
                    return number, base
    return None


def _fights(fight: Fight, number: Number) -> bool:
    """Whether a piece is in a combat that leaves nobody's hands free.  [tp.siege.idle_hands] [tp.shoot.checks]"""
    return engaged(fight, number) and not not_all_hands(fight, number)


def below(fight: Fight, shape: Shape, side: Player) -> dict[Number, int]:
    """How many models of each piece are on the ground before the wall within an inch."""
    layout, found = layout_of(fight), dict[Number, int]()
    for number in on_table(fight, side):
        piece = fight.state.pieces[number]
        if piece.aloft or piece.airborne:
            continue
        bases = [base for base in body(fight, number).bases if measured(gap(base, shape)) <= NEAR]
        if models := sum(not behind(layout, base.centre) for base in bases):
            found[number] = models
    return found


def pour(fight: Fight, one: Feature, number: Number, base: int) -> None:
    """D6 hits, no more than there are models; it is empty for the rest of the game.  [tp.siege.cauldron]"""
    under = below(fight, _shape(fight, one), BESIEGERS)
    hits = min(roll(fight, "D6", "hits of the oil", OIL, DEFENDERS), sum(under.values()))
    fight.state.terrain = tuple(replace(f, kind=EMPTY) if f == one else f for f in fight.state.terrain)
    clock, poured = fight.state.clock, fight.state.progress.pourers
    done = poured[1:] if poured[:1] == ((clock, 0),) else ()
    fight.state.advance(pourers=((clock, 0), *done, (number, base)))
    fight.tell(OilPoured(OIL, number, one.name, hits))
    shares = fair_shares(list(under.values()), hits)
    for (target, models), share in zip(under.items(), shares, strict=True):
        if share:
            strike(fight, _scalds(target, share, models, OIL, number))


def _scalds(target: Number, hits: int, models: int, rule: str, by: Number = NOBODY) -> Attack:
    return Attack(target, hits, "missile", rule, by, TOP, BITES, most=models, fire=True, falls=True)


@busy(OIL)
def pouring(fight: Fight, number: Number) -> list[int]:
    """Who has poured oil in this phase does not shoot in it.  [tp.siege.cauldron]"""
    poured = fight.state.progress.pourers
    if poured[:1] != ((fight.state.clock, 0),):
        return []
    return [base for piece, base in poured[1:] if piece == number]


@came_down(OIL)
def spilt(fight: Fight, feature: Feature) -> None:
    """D6 hits in all on both sides: those beside it on the top, those below it.  [tp.siege.cauldron_destroyed]"""
    if feature.kind != FULL:
        return
    shape = _shape(fight, feature)
    reached = dict(_beside(fight, shape)) | below(fight, shape, BESIEGERS) | below(fight, shape, DEFENDERS)
    hits = roll(fight, "D6", "hits of the oil", SPILT, BESIEGERS)
    fight.tell(OilPoured(SPILT, NOBODY, feature.name, hits if reached else 0))
    for target, share in share_out(fight, reached, hits, BESIEGERS).items() if reached else ():
        strike(fight, _scalds(target, share, reached[target], SPILT))


def _beside(fight: Fight, shape: Shape) -> Iterator[tuple[Number, int]]:
    for number in on_table(fight):
        floor = terrace(fight, body(fight, number)) if fight.state.pieces[number].aloft else None
        models = sum(measured(gap(base, shape)) <= NEAR for base in body(fight, number).bases)
        if models and floor is not None and floor.holds(shape.centre):
            yield number, models
