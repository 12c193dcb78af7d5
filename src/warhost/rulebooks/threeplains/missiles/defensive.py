"""Shots out of turn: hold and shoot at a charger, defensive strikes at whoever comes near.

[tp.shoot.hold] [tp.shoot.defensive]
"""

from __future__ import annotations

from warhost.engine.field.body import Body, within
from warhost.engine.field.compass import distance
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.question import Choose

from ..bodies import body, enemies, in_range, range_between
from ..charging.fallback import blinded
from ..events.blows import ShotOutOfTurn
from ..figure import inches
from ..land.ground import charging_pace
from ..land.sense import may_see, sees
from ..morale.checks import deviancy
from ..moving.sweep import Sweep
from ..setting import Fight
from ..state import NOBODY, Number, Piece
from .aiming import CLOSE, armed, why_hindered, why_no_missiles, why_no_shot, why_no_shot_at
from .shooting import volley

HOLD, STRIKE = "tp.shoot.hold", "tp.shoot.defensive"
SHOOT, HOLD_FIRE = "shoot", "hold fire"
STEP = inches(0.25)  # how exactly the point is found at which an enemy has come near


# --- hold and shoot ------------------------------------------------------------------------------------------


def hold_and_shoot(fight: Fight, number: Number, charger: Number) -> None:
    """A charged missile piece may shoot at the charger that stands at it, before anybody squares up.

    Once in an enemy turn, at a charge of more than half the charger's movement, not after falling back.
    [tp.shoot.hold]
    """
    piece, enemy = fight.state.pieces[number], fight.state.pieces[charger]
    if piece.turn.held_and_shot or piece.turn.answer == "fall back" or piece.fell_back == fight.state.clock:
        return
    if blinded(fight, number, charger):
        return
    if enemy.turn.charge_turn * 2 <= charging_pace(fight, charger) or why_no_shot(fight, number, charger, "hold"):
        return
    piece.turn.held_and_shot = True
    options = [SHOOT, HOLD_FIRE]
    text = "{who} {is} charged. Shoot first, or hold fire?"
    choice = fight.ask(Choose(piece.side, "hold and shoot", options, HOLD, piece.name, usual=HOLD_FIRE, text=text))
    if choice == SHOOT and _steady(fight, number, charger, HOLD):
        volley(fight, number, charger, "hold")


def _steady(fight: Fight, number: Number, target: Number, rule: str) -> bool:
    """The deviancy check for a shot out of turn; what was to steel them for it may be the end of them."""
    passed = deviancy(fight, number, rule)
    if not fight.state.pieces[number].standing:
        return False
    fight.tell(ShotOutOfTurn(rule, number, target, passed))
    return passed


# --- defensive strikes ---------------------------------------------------------------------------------------


def defensive_strikes(fight: Fight, mover: Number, start: Body, end: Body) -> None:
    """Missile pieces may shoot at an enemy that comes within 10 inches on this straight leg of its move.

    It is shot at where it has come to; then it stands again as it stood before the call, without those who fell.
    [tp.shoot.defensive]
    """
    waiting = [n for n in enemies(fight, mover) if _may_strike(fight, n, mover, start, end)]
    leg = _Approach(fight, mover, start, end)
    run = NOTHING
    while waiting and fight.state.pieces[mover].standing:
        moments = {n: at for n in waiting if (at := leg.first_moment(n, run)) is not None}
        if not moments:
            return
        run = min(moments.values())
        ready = [n for n, at in moments.items() if at == run]
        struck = _choose_striker(fight, mover, ready)
        gone = ready if struck == NOBODY else [struck]
        waiting = [n for n in moments if n not in gone]
        if struck != NOBODY and _steady(fight, struck, mover, STRIKE):
            with leg.stopped_at(run):
                volley(fight, struck, mover, "defensive")


def _may_strike(fight: Fight, number: Number, mover: Number, start: Body, end: Body) -> bool:
    """A missile piece that kept its shot, has not struck yet, and to which the mover may come near enough."""
    piece = fight.state.pieces[number]
    if piece.last_shot or piece.turn.struck_defensively or mover in _let_pass(fight, piece):
        return False
    if not armed(fight, number) or not within(body(fight, number), start, CLOSE + distance(start.front, end.front)):
        return False
    return why_hindered(fight, number, "defensive") is None


def _let_pass(fight: Fight, piece: Piece) -> tuple[int, ...]:
    """The enemies it has held its fire against this turn."""
    return piece.held_fire[1:] if piece.held_fire[:1] == (fight.state.clock,) else ()


def _choose_striker(fight: Fight, mover: Number, ready: list[Number]) -> Number:
    """Which of those that may strike at this moment does so first; NOBODY if their owner waits."""
    pieces = fight.state.pieces
    names = [pieces[n].name for n in ready]
    side, options = pieces[ready[0]].side, [*names, HOLD_FIRE]
    text = "{who} {has} come near. Who of yours shoots?"
    question = Choose(side, "defensive strike", options, STRIKE, pieces[mover].name, usual=HOLD_FIRE, text=text)
    choice = fight.ask(question)
    if choice == HOLD_FIRE:
        for n in ready:
            pieces[n].held_fire = (fight.state.clock, *_let_pass(fight, pieces[n]), mover)
        return NOBODY
    number = ready[names.index(choice)]
    pieces[number].turn.struck_defensively = True
    return number


class _Approach(Sweep):
    """The leg on which an enemy may come near enough to be shot at."""

    def first_moment(self, shooter: Number, run: Length) -> Length | None:
        """How far it has come, from `run` on, when it is first near enough to be struck and seen.

        What is still too far away cannot be near before it has come that much closer.
        """
        fight, mover = self.fight, self.mover
        if why_no_missiles(fight, shooter, "defensive") or not may_see(fight, shooter, self._ends()):
            return None
        while True:
            way = STEP
            with self.stopped_at(run), fight.borrowed():
                if not in_range(fight, shooter, mover, CLOSE):
                    way = max(STEP, range_between(fight, shooter, mover) - CLOSE)
                elif self._may_be_struck(shooter):
                    return run
            if run >= self.length:
                return None
            run = min(self.length, run + way)

    def _ends(self) -> list[Body]:
        """How it stands when it has turned into the leg, and when it has gone all of it."""
        ends = []
        for run in (NOTHING, self.length):
            with self.stopped_at(run), self.fight.borrowed():
                ends.append(body(self.fight, self.mover))
        return ends

    def _may_be_struck(self, shooter: Number) -> bool:
        """Where it stands now. Most who may not be struck are not seen, and nobody asks why."""
        fight, mover = self.fight, self.mover
        return sees(fight, shooter, mover) and why_no_shot_at(fight, shooter, mover, "defensive") is None
