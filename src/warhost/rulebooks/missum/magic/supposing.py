"""What may come of a spell that is laid, before the strengths of the others are shown.

It is looked at alone: with nothing set against it, or against each strength that its counterpart may have. Of the
other side no more is read than its announced spells and those its teams began with, which everybody knows.
[mis.magic.strength] [mis.magic.counter]
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from warhost.engine.promise import Supposed

from ..setting import Setting
from ..state import NOBODY, Cast, State
from .casting import NUMERALS, SHOWN


def supposed(setting: Setting, known: State, index: int) -> list[Supposed]:
    cast = known.casts[index]
    if cast.attack:
        return list(_attacking(setting, known, cast))
    return list(_defending(setting, known, cast))


def _attacking(setting: Setting, known: State, cast: Cast) -> Iterator[Supposed]:
    kind = setting.charts.spell_type(cast.type)
    counters = [other for other in known.casts if _may_counter(known, cast, other)]
    nothing = f"if no {kind.defense_title} is set against it" if counters else ""
    yield Supposed(nothing, _shown(known, cast))
    for strength in sorted({n for other in counters for n in strengths(setting, other)}):
        counter = msgspec.structs.replace(counters[0], strength=strength, at=cast.at, against=0)
        yield Supposed(_if_of(strength), _shown(known, cast, counter))


def _defending(setting: Setting, known: State, cast: Cast) -> Iterator[Supposed]:
    """Set against a spell of the enemy it must hold that; otherwise it works for friends."""
    if cast.against == NOBODY:
        yield Supposed("", _shown(known, cast))
        return
    enemy, counter = known.casts[cast.against], msgspec.structs.replace(cast, against=0)
    for strength in strengths(setting, enemy):
        attack = msgspec.structs.replace(enemy, strength=strength)
        yield Supposed(_if_of(strength), _shown(known, attack, counter))


def _may_counter(known: State, cast: Cast, other: Cast) -> bool:
    foe = known.pieces[other.team].side != known.pieces[cast.team].side
    return foe and not other.attack and other.type == cast.type


def strengths(setting: Setting, cast: Cast) -> list[int]:
    """What a spell may be, for whoever knows no more of a team than what it began the battle with."""
    return [strength for strength, count in enumerate(setting.troops[cast.team].spells, 1) if count]


def _if_of(strength: int) -> str:
    return f"if of strength {NUMERALS[strength]}"


def _shown(known: State, *casts: Cast) -> State:
    """The moment at which these spells alone take effect."""
    twin = known.copy()
    twin.casts, twin.passed, twin.asked, twin.done = casts, SHOWN, (), ()
    return twin
