"""Power and dispel dice.  [reg.magic.winds] [reg.magic.channel] [reg.magic.maxpool]"""

from __future__ import annotations

from warhost.engine.dice import Throw

from ..events import Channelled, Winds
from ..nature import everybody, kind, top
from ..setting import Fight

MOST = 12


def raise_winds(fight: Fight) -> None:
    """2D6 power dice, the higher die as many dispel dice; then every wizard tries to channel one more."""
    active = fight.state.active
    faces = fight.throw(Throw(2, 6, "winds of magic", "reg.magic.winds", active))
    add(fight, active, sum(faces))  # to what a vortex may have won already
    add(fight, 1 - active, max(faces))
    fight.tell(Winds("reg.magic.winds", *fight.state.pools))
    for side in (active, 1 - active):
        for number in wizards(fight, side):
            face = fight.throw(Throw(1, 6, "channelling", "reg.magic.channel", side, (5,), need=6, over=True))[0]
            if face == 6:
                add(fight, side, 1)
                fight.tell(Channelled("reg.magic.channel", fight.state.units[number].name))


def wizards(fight: Fight, side: int) -> list[int]:
    """Wizards on the table who are not fleeing, nor stumbling about."""
    return [
        number
        for number in everybody(fight, side)
        if kind(fight, number).lore and not _helpless(fight, number)
    ]  # fmt: skip


def _helpless(fight: Fight, number: int) -> bool:
    host = fight.state.units[top(fight, number)]
    return host.fleeing or (host.did == "stumbled" and not host.squabbles)


def add(fight: Fight, side: int, dice: int) -> None:
    """No pool ever holds more than twelve; none less than nothing."""
    power, dispel = fight.state.pools
    if side == fight.state.active:
        power = max(0, min(MOST, power + dice))
    else:
        dispel = max(0, min(MOST, dispel + dice))
    fight.state.pools = (power, dispel)


def left(fight: Fight, side: int) -> int:
    return fight.state.pools[0 if side == fight.state.active else 1]
