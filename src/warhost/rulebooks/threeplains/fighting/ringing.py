"""An enemy is ringed: it breaks at once, or fights to the end.  [tp.move.engulf]"""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.question import Choose
from warhost.engine.sequel import Sequel
from warhost.engine.words import mention

from ..charging.marchover import harmed_by, spared, too_strong
from ..events.contacts import Engulfed
from ..morale.checks import breaks, never_flees, soldiering, stress
from ..scenario.customs import customs_of
from ..setting import Fight
from ..stands import stands
from ..state import Number, opponent
from ..titles import called
from ..wounds.casualties import destroy
from .contact import contacts_of, foes
from .engulf import engulfed, may_engulf

gain_wipe_out_moves: Sequel[[Fight, Sequence[Number]], None] = Sequel("whoever is free of all combat moves at once")


def check(fight: Fight, number: Number) -> bool:
    """A piece just engulfed takes a break check at once; False if it is destroyed. One so weak that it could be
    marched over is killed, however few there are to do it.

    [tp.move.engulf] [tp.move.engulf.marchover] [tp.unit.engulf.effects] [tp.unit.engulf.march_over]
    """
    piece = fight.state.pieces[number]
    if not piece.standing or piece.unbreakable or not engulfed(fight, number):
        return piece.standing
    ringing = foes(fight, number)
    fight.tell(Engulfed("tp.move.engulf", number, tuple(ringing), stands(fight, *ringing)))
    weak = not (spared(fight, number) or too_strong(fight, number))
    if weak and any(harmed_by(fight, one, number) for one in ringing):
        _crush(fight, number, "tp.move.engulf.marchover")
        return False
    own, against_it = soldiering(fight, number, "break"), stress(fight, number, "break")
    if not never_flees(fight, number) and breaks(fight, number, own, against_it, "tp.move.engulf"):
        if not customs_of(fight, number).stays(fight, number, "break"):
            _crush(fight, number, "tp.move.engulf")
        if not piece.standing:
            return False
    piece.unbreakable = True
    return True


def _crush(fight: Fight, number: Number, rule: str) -> None:
    """It is destroyed; those who are free of all combat then gain the wipe out move.  [tp.move.engulf.wipeout]"""
    former = foes(fight, number)
    destroy(fight, number, rule)
    gain_wipe_out_moves(fight, [one for one in former if _freed(fight, one)])


def _freed(fight: Fight, number: Number) -> bool:
    return fight.state.pieces[number].standing and not contacts_of(fight, number)


def offer(fight: Fight, combat: Sequence[Number]) -> None:
    """Before the blows of a new round units may engulf an enemy; the player whose turn it is decides first.

    [tp.unit.engulf.conditions]
    """
    for side in (fight.state.active, opponent(fight.state.active)):
        for number in combat:
            piece = fight.state.pieces[number]
            if piece.side != side or not piece.standing:
                continue
            for victim in foes(fight, number):
                if may_engulf(fight, number, victim) is None and _wants(fight, number, victim):
                    engulf(fight, number, victim)
                    break


def _wants(fight: Fight, number: Number, victim: Number) -> bool:
    piece, text = fight.state.pieces[number], f"{{Does}} {{who}} close round {mention(called(fight, victim))}?"
    options, rule = ["engulf", "fight on"], "tp.unit.engulf.conditions"
    question = Choose(piece.side, "engulf", options, rule, piece.name, text=text, usual="fight on")
    return bool(fight.ask(question) == "engulf")


def engulf(fight: Fight, number: Number, victim: Number) -> None:
    """The unit closes round its victim, which is tested at once; nobody pays movement for it.

    [tp.unit.engulf.move] [tp.unit.engulf.casualties] [tp.unit.engulf.display]
    """
    fight.state.pieces[number].ring = victim
    check(fight, victim)
