"""What a round of close combat promises: the same blows and the same chains, read as exact chances."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

from msgspec import structs

from warhost.engine.battle import Battle
from warhost.engine.chain import Chain
from warhost.engine.distribution import Distribution
from warhost.engine.field.stance import turned
from warhost.engine.field.zones import edge

from ..bodies import body, life_of, range_between
from ..moving.stride import stance, take
from ..setting import Fight
from ..state import Number
from ..wounds.hits import damage_chain
from .blows import blows_of
from .contact import between, engage
from .prowess import Readied, hit_chain, ready
from .squaring import zone_of


def odds(fight: Fight, attacker: Number, target: Number) -> Distribution:
    """The life points that the blows of one round would take from the target's own models.

    Nobody is asked anything: attacks go on ordinary models, weapons are the first that can be used. Pieces that do
    not fight yet are thought of as if the attacker had charged straight home. What a 6 does beyond hitting is left
    out, and nobody has fallen before he strikes.
    """
    there = _together(fight, attacker, target)
    there.state.striking = (target,)
    piece, life = there.state.pieces[target], life_of(there, target)
    hurt, most = piece.hurt, piece.models * life - piece.hurt
    lost = Distribution.of({0: 1})
    for blow in blows_of(there, attacker, {}, {}):
        if blow.target == target:
            readied = ready(there, blow)._replace(outright="", watched=False)
            by_wounds = []
            for points in range(life):
                piece.hurt = (hurt + points) % life
                by_wounds.append(_points(there, readied))
            lost = _after(lost, by_wounds)
    return lost.capped(max(0, most))


def _together(fight: Fight, attacker: Number, target: Number) -> Fight:
    """A copy of the battle in which the two fight."""
    there: Fight = Battle(fight.setting, fight.state.copy(), fight.oracle)
    if between(fight, attacker, target) is None:
        struck = zone_of(fight, target, fight.state.pieces[attacker].point)
        line = edge(body(fight, target).oblong, struck)
        run, stand = range_between(fight, attacker, target), stance(fight, attacker)
        facing_it = turned(stand, line.inward, stand.front)
        (ax, ay), (bx, by) = facing_it.front, line.middle
        places = tuple([(x + bx - ax, y + by - ay) for x, y in facing_it.places])
        take(there, attacker, facing_it._replace(front=line.middle, places=places))
        engage(there, attacker, target, ("front", struck), charge=run)
    return there


def _points(fight: Fight, readied: Readied) -> Distribution:
    """The life points that one kind of blows takes from the target as it is hurt now."""
    hits = hit_chain(readied)
    damage = damage_chain(fight, structs.replace(readied.attack, hits=readied.blow.attacks))
    return Chain(hits.start, (*hits.links, *damage.links)).distribution()


def _after(lost: Distribution, by_wounds: Sequence[Distribution]) -> Distribution:
    """Points lost before and now: how much is lost now depends on how hurt the wounded model is by then."""
    whole = lcm(*(one.total for one in by_wounds))
    weights = [0] * (len(lost.weights) + max(len(one.weights) for one in by_wounds))
    for before, weight in enumerate(lost.weights):
        now = by_wounds[before % len(by_wounds)]
        for points, ways in enumerate(now.weights):
            weights[before + points] += weight * ways * (whole // now.total)
    return Distribution(weights)
