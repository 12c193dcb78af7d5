"""When the general is slain: every piece under his command checks, and nobody rallies any more."""

from __future__ import annotations

from ..bodies import in_battle
from ..charging.flight import flee, lost_without_general
from ..charging.pursuit import after_flight
from ..choosing import one_of
from ..events.nerves import Mourned
from ..scenario.customs import customs_of
from ..setting import Fight
from ..state import Number, Player, opponent
from .checks import deviancy, never_flees

DEATH = "tp.character.general.death"


def mourn_one(fight: Fight) -> bool:
    """One piece takes its check at the end of the combat phase after the death; a failure is a flight.

    Whoever it fought pursues it as if it had been broken. No role passes on to anybody else.
    [tp.character.general.death] [tp.character.role_assignment]
    """
    if waiting := _mourners(fight):
        number = _next(fight, waiting)
        fight.state.mourning = tuple(n for n in waiting if n != number)
        if not deviancy(fight, number, DEATH) and not customs_of(fight, number).stays(fight, number, "general"):
            after_flight(fight, [number], flee(fight, number, DEATH))
        return True
    fight.state.mourning = ()
    return False


def _mourners(fight: Fight) -> list[Number]:
    """Who has still to check: of the side whose turn it is, then of the other."""
    waiting = _left(fight)
    for side in (fight.state.active, opponent(fight.state.active)):
        if not waiting and fight.state.generals_fell[side]:
            _learn(fight, side)
            waiting = _left(fight)
    return waiting


def _left(fight: Fight) -> list[Number]:
    """Whoever flees already or never does takes no check."""
    pieces = fight.state.pieces
    return [
        number
        for number in fight.state.mourning
        if pieces[number].standing and not pieces[number].fleeing and not never_flees(fight, number)
        and not customs_of(fight, number).unmoved(fight, number)
    ]  # fmt: skip


def _learn(fight: Fight, side: Player) -> None:
    """Word goes round: pieces that are fleeing already are lost, all others will check.

    [tp.character.general.no_rally]
    """
    fell = list(fight.state.generals_fell)
    fell[side] = False
    fight.state.generals_fell = (fell[0], fell[1])
    fight.tell(Mourned(DEATH, side))
    lost_without_general(fight, list(in_battle(fight, side)))
    fight.state.mourning = tuple(in_battle(fight, side))


def _next(fight: Fight, waiting: list[Number]) -> Number:
    """The owner says who is first."""
    side, text = fight.state.pieces[waiting[0]].side, "Which piece takes its check next?"
    return one_of(fight, side, "check", waiting, DEATH, text)
