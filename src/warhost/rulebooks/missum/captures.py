"""What becomes of an 'eye' whose bearer is gone.  [mis.device.capture] [mis.device.eye-bearers]"""

from __future__ import annotations

from .bodies import opponents, troop
from .events import Noted
from .setting import Fight
from .state import NOBODY, Eye


def taker(fight: Fight, number: int, by: int) -> int:
    """Who can take what the fallen bore: whoever felled them hand to hand, nobody from afar."""
    return by if by in opponents(fight, number) else NOBODY


def fall_of_bearer(fight: Fight, number: int, by: int) -> None:
    """An 'eye' goes to the legion that took its bearer, or is lost with him."""
    if not fight.state.eyes:
        return
    eyes = []
    for eye in fight.state.eyes:
        if eye.bearer != number or not fight.state.pieces[number].present:
            eyes.append(eye)
        elif by != NOBODY and troop(fight, by).race.kind != "animal":
            eyes.append(Eye(fight.state.pieces[by].side, eye.strong, by, eye.charges, eye.used))
            fight.tell(Noted("mis.device.capture", "{who} {takes} an 'eye' from {1}", (by, number)))
    fight.state.eyes = tuple(eyes)
