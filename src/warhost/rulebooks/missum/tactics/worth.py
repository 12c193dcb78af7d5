"""How good things are: what a fight promises, what a legion is worth."""

from __future__ import annotations

from ..bodies import body, legions, troop
from ..morale.support import net_loss
from ..setting import Fight

CHARGE, REAR, FLANK = 3, 9, 4


def stamina(fight: Fight, number: int) -> float:
    """How many more points a legion can lose before it runs."""
    kind = troop(fight, number)
    left = (
        kind.tests
        + (kind.further if fight.state.pieces[number].tested else kind.further / 2)
        - net_loss(fight, number)
    )
    return max(1.0, left)


def exchange(fight: Fight, number: int, foe: int, charge: bool, side: str = "front") -> float:
    """What a round of melee promises: the enemy's losses by his stamina, less one's own by one's own."""
    mine, theirs = troop(fight, number), troop(fight, foe)
    one, other = fight.state.pieces[number], fight.state.pieces[foe]
    charts = fight.setting.charts
    rear = side == "rear"
    disorder = 3 * bool(other.disorganized or side != "front") - 3 * bool(one.disorganized)
    struck = mine.attack(one.weapon) + disorder + 3 * charge + 3 * rear - theirs.defense(other.weapon, rear)
    back = theirs.attack(other.weapon) - disorder - mine.defense(one.weapon, False)
    files = min(one.files, other.files + 2) * _ranks(mine, one.weapon)
    facing = (other.files if side == "front" else 3) * _ranks(theirs, other.weapon)
    dealt = charts.casualties(struck, max(1, int(files))) / 100 * (10 if theirs.has("dreadful") else 1)
    taken = (
        charts.casualties(back, max(1, int(min(facing, one.files + 2)))) / 100 * (10 if mine.has("dreadful") else 1)
    )
    return (
        dealt / stamina(fight, foe) - taken / stamina(fight, number) + (0.4 if rear else 0.15 * (side != "front"))
    )


def _ranks(kind, weapon: int) -> float:  # type: ignore[no-untyped-def]
    held = kind.weapon(weapon)
    return 2 if held.second_rank else 1.5 if held.half_rank else 1


def value(fight: Fight, number: int) -> float:
    """What a legion is worth to its side."""
    kind = troop(fight, number)
    return fight.state.pieces[number].figures * kind.strength_each / 40 if kind.line_status else 0.3


def nearest(fight: Fight, number: int, line: bool) -> int | None:
    """The nearest enemy legion."""
    from warhost.engine.field.body import apart

    here, side = body(fight, number), fight.state.pieces[number].side
    foes = [foe for foe in legions(fight, 1 - side) if not line or troop(fight, foe).line_status]
    return min(foes, key=lambda foe: apart(here, body(fight, foe)), default=None)
