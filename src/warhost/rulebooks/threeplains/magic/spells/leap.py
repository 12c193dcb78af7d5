"""Chaos: a piece is thrown across the table.  [tp.spell.chaos.scatter_leap]"""

from __future__ import annotations

from warhost.engine.field.compass import Angle, heading
from warhost.engine.field.shapes import overlap
from warhost.engine.field.stance import Stance, shifted, turned
from warhost.engine.question import Choose

from ...bodies import body, enemies
from ...charging.facing import Facing
from ...charging.flight import leave_board
from ...charging.pursuit import charge_and_overrun
from ...dice import direction, roll
from ...events.spells import Leapt
from ...fighting.contact import engaged
from ...fighting.parting import leave
from ...fighting.squaring import close_up
from ...figure import inches
from ...moving.groups import leave_group
from ...moving.stride import body_in, free_spots, off_board, stance, take
from ...setting import Fight
from ...stands import known_at_last
from ...state import NOBODY, Number, Point
from ..targets import Casting
from ..working import does

LEAP = "tp.spell.chaos.scatter_leap"
HERE, AGAIN = "there", "roll again"
RUSH = inches(12)  # room enough to reach an enemy it has come down on


@does(LEAP)
def scatter_leap(fight: Fight, casting: Casting) -> None:
    """Direction and distance by chance, once more if the caster likes. On an enemy of its own it comes down in a
    charge, unless it flees, and otherwise where there is room, facing as the caster says.

    [tp.spell.chaos.scatter_leap]
    """
    number = casting.target
    way, far = _location(fight, casting)
    if fight.state.pieces[number].fate == "within":
        leave_group(fight, number)
    leave(fight, number)
    here = stance(fight, number)
    there = shifted(here, way, inches(far))
    leap = Leapt(LEAP, number, there.front, far, (here.front, there.front))
    fight.tell(leap)
    if off_board(fight, there.front):
        leave_board(fight, number, there.front)
    else:
        at = _come_down(fight, casting, number, there)
        if not engaged(fight, number):
            known_at_last(fight, leap, at=at, way=(here.front, fight.state.pieces[number].point))
    close_up(fight)


def _location(fight: Fight, casting: Casting) -> tuple[Angle, int]:
    """The second result stands."""
    title, side = casting.spell.title, casting.side
    way, far = direction(fight, f"direction of {title}", LEAP, side), roll(fight, "2D6", title, LEAP, side)
    about = f"{title}: {far} inches towards {way // 100} degrees"
    text = "{who}. Is that where it shall come down, or is it rolled once more?"
    if fight.ask(Choose(side, "leap", [HERE, AGAIN], LEAP, about, text=text)) == HERE:
        return way, far
    return direction(fight, f"direction of {title}", LEAP, side), roll(fight, "2D6", title, LEAP, side)


def _come_down(fight: Fight, casting: Casting, number: Number, there: Stance) -> Point:
    """Where there is room for it, before it charges or is turned."""
    piece = fight.state.pieces[number]
    struck = NOBODY if piece.airborne or piece.fleeing else _below(fight, number, there)
    middle = body_in(fight, number, there).middle
    if struck != NOBODY and middle != body(fight, struck).middle:
        there = turned(there, heading(middle, body(fight, struck).middle), middle)
    spot = next(free_spots(fight, number, there), None)
    if spot is not None:
        take(fight, number, spot)
    if struck != NOBODY and spot is not None:
        piece.charge_target = struck
        charge_and_overrun(fight, number, struck, RUSH)
        piece.charge_target = NOBODY
    else:
        _face(fight, casting, number)
    return (spot or there).front


def _below(fight: Fight, number: Number, there: Stance) -> Number:
    """The enemy of the piece on whom it comes down, if there is one."""
    parts = body_in(fight, number, there).parts
    for enemy in enemies(fight, number):
        if fight.state.pieces[enemy].airborne:
            continue
        if any(overlap(part, other) for part in parts for other in body(fight, enemy).parts):
            return enemy
    return NOBODY


def _face(fight: Fight, casting: Casting, number: Number) -> None:
    """The casting player turns it as he likes."""
    question = Facing(fight, number, LEAP)
    question.side = casting.side
    facing = fight.ask(question)
    if facing != question.now:
        take(fight, number, question.stand(facing))
