"""Wedges: who may form one, how it is formed and given up again, and what happens to it in a fight.

[tp.unit.infantry_wedge.eligible] [tp.unit.cavalry_wedge.eligible]
"""

from __future__ import annotations

from typing import Literal

from warhost.engine.question import Choose, Refusal

from ..bodies import figure, on_table, pyramid, strength
from ..events.moves import Manoeuvred, Unwedged, Wedged
from ..fighting.contact import contacts_of, engaged, foes
from ..fighting.positions import defended
from ..kinds import cavalry_wedge, infantry_wedge
from ..land.ground import carries_pikes
from ..morale.checks import deviancy
from ..setting import Fight
from ..stands import stands
from ..state import NO_CHARGE, NOBODY, Contact, Number
from ..wedge import POINT_MODELS, wedge_of
from .dashing import pay
from .manoeuvres import failed, half_move, reform, reform_place

FEWEST_RIDERS = 3  # a tip and one row
TRY, STAY = "reform", "stay"


def rule_for(fight: Fight, number: Number, what: str) -> str:
    """The rule of its own kind of wedge."""
    kind = "cavalry" if pyramid(figure(fight, number)) else "infantry"
    return f"tp.unit.{kind}_wedge.{what}"


# --- who may form one ----------------------------------------------------------------------------------------


def may_wedge(fight: Fight, number: Number) -> Refusal | None:
    """Why a unit never forms a wedge.  [tp.unit.infantry_wedge.eligible] [tp.unit.cavalry_wedge.eligible]"""
    found, rule = figure(fight, number), rule_for(fight, number, "eligible")
    if not found.wedges:
        return Refusal(rule, "its profile knows no wedge")
    if not pyramid(found) and not (found.shield and "hand weapon" in found.weapons):
        return Refusal(rule, "a wedge takes hand weapons and shields")
    if fight.state.pieces[number].backing:
        return Refusal(rule, "a reinforced unit forms no wedge")
    piece = fight.state.pieces[number]
    if found.loose or piece.aloft or piece.underway:  # as all do in a raid, and on works
        return Refusal(rule, "whoever moves loosely forms no wedge")
    return None


def most_points(fight: Fight, number: Number) -> int:
    """As many points as its numbers fill; cavalry has never more than one.  [tp.unit.infantry_wedge.multiple]"""
    models = strength(fight, number)
    return int(models >= FEWEST_RIDERS) if pyramid(figure(fight, number)) else models // POINT_MODELS


def why_not_wedged(fight: Fight, number: Number, points: int) -> Refusal | None:
    """Why it may not take this formation.  [tp.unit.infantry_wedge.multiple] [tp.unit.cavalry_wedge.shape]"""
    if refusal := may_wedge(fight, number):
        return refusal
    most, rule = most_points(fight, number), rule_for(fight, number, "shape")
    if not 1 <= points <= most:
        return Refusal(rule, f"its numbers are enough for {most} points, not for {points}")
    if points == fight.state.pieces[number].wedge:
        return Refusal(rule, "it stands in this wedge already")
    return None


def wedge_files(fight: Fight, number: Number, points: int) -> int:
    return wedge_of(strength(fight, number), points, pyramid(figure(fight, number))).files


# --- forming and leaving -------------------------------------------------------------------------------------


def form(fight: Fight, number: Number, points: int) -> bool:
    """A deviancy check; passed, the wedge is formed for half of the movement. A unit that fails stays where it is,
    with flimsy ranks, and tries again when its next movement phase begins.

    [tp.unit.infantry_wedge.reform] [tp.unit.cavalry_wedge.reform] [tp.appendix3.deviancy_checks]
    """
    piece, rule = fight.state.pieces[number], rule_for(fight, number, "reform")
    passed = deviancy(fight, number, rule)
    piece.wedge_due = 0 if passed else points
    if not passed:
        fight.tell(Manoeuvred(rule, number, "wedge", passed))
        failed(fight, number)
        return False
    files = wedge_files(fight, number, points)
    place = reform_place(fight, number, piece.point, piece.facing, files, points)
    if not isinstance(place, Refusal):
        piece.x, piece.y = place
        piece.wedge, piece.files, piece.narrow, piece.bend = points, files, 0, ()
        fight.tell(Wedged(rule, number, points, stands(fight, number)))
    pay(fight, number, half_move(fight, number))
    return True


def dissolve(fight: Fight, number: Number, what: str) -> None:
    """A wedge falls into ranks as wide as it is; its front stays where it was."""
    piece = fight.state.pieces[number]
    if piece.wedge:
        piece.wedge, piece.files = 0, min(piece.files, strength(fight, number))
        fight.tell(Unwedged(rule_for(fight, number, what), number, piece.files, stands(fight, number)))


def broken_up(fight: Fight, number: Number) -> bool:
    """Whether an infantry wedge has no full rank left behind its points: it has to become an ordinary unit.

    [tp.unit.infantry_wedge.ranks]
    """
    piece = fight.state.pieces[number]
    return infantry_wedge(fight, number) and strength(fight, number) < POINT_MODELS * piece.wedge


def renew_one(fight: Fight) -> bool:
    """Before anything else in a movement phase: what failed is tried again, wedges that have lost their ranks try
    to leave their formation, and those caught in a fight may.

    [tp.move.reform] [tp.unit.infantry_wedge.reform] [tp.unit.infantry_wedge.ranks] [tp.unit.cavalry_wedge.charged]
    """
    for number in on_table(fight, fight.state.active):
        piece = fight.state.pieces[number]
        if not (piece.wedge or piece.wedge_due or piece.reform_due) or piece.turn.barred or piece.fleeing:
            continue
        if engaged(fight, number):
            if cavalry_wedge(fight, number) and not piece.turn.manoeuvred:
                _reform_in_combat(fight, number)
                return True
            continue
        if piece.wedge_due and why_not_wedged(fight, number, piece.wedge_due):
            piece.wedge_due = 0
        if again := tries_again(fight, number):
            _try_again(fight, number, again)
            return True
    return False


def tries_again(fight: Fight, number: Number) -> Literal["", "form a wedge", "reform"]:
    """What it has to try once more before it does anything else in this movement phase.

    [tp.move.reform] [tp.unit.infantry_wedge.reform] [tp.unit.infantry_wedge.ranks]
    """
    piece = fight.state.pieces[number]
    if not (piece.wedge or piece.wedge_due or piece.reform_due) or piece.turn.barred or piece.fleeing:
        return ""
    late = piece.away_until > fight.state.clock or piece.charge_target != NOBODY or piece.turn.spent
    if late or engaged(fight, number):
        return ""
    if piece.wedge_due and why_not_wedged(fight, number, piece.wedge_due) is None:
        return "form a wedge"
    return "reform" if piece.reform_due or broken_up(fight, number) else ""


def _try_again(fight: Fight, number: Number, what: Literal["form a wedge", "reform"]) -> None:
    piece = fight.state.pieces[number]
    if what == "form a wedge":
        form(fight, number, piece.wedge_due)
    else:
        reform(fight, number, piece.reform_due or min(piece.files, strength(fight, number)))


def _reform_in_combat(fight: Fight, number: Number) -> None:
    """Its way out of buckling, tried once in a movement phase.  [tp.unit.cavalry_wedge.charged]"""
    piece, rule = fight.state.pieces[number], "tp.unit.cavalry_wedge.charged"
    piece.turn.manoeuvred = True
    text = "Shall {who} try to leave the wedge in the middle of the fight?"
    if (
        fight.ask(Choose(piece.side, "wedge in combat", (TRY, STAY), rule, piece.name, usual=STAY, text=text))
        == TRY
    ):
        passed = deviancy(fight, number, rule)
        if passed:
            dissolve(fight, number, "charged")
        else:
            fight.tell(Manoeuvred(rule, number, "leave the wedge", passed))


# --- in a fight ----------------------------------------------------------------------------------------------


def flatten(fight: Fight) -> None:
    """At the start of a turn cavalry wedges that have fought the round of their charge become oblongs.

    [tp.unit.cavalry_wedge.flatten]
    """
    for number in on_table(fight):
        if cavalry_wedge(fight, number) and any(
            met.rounds and _charged(met, number) for met in contacts_of(fight, number)
        ):
            dissolve(fight, number, "flatten")


def _charged(met: Contact, number: Number) -> bool:
    return (met.charge if met.a == number else met.counter) != NO_CHARGE


def collapse(fight: Fight, number: Number) -> None:
    """A wedge that attacks a defended position is none any more.

    [tp.unit.infantry_wedge.defended] [tp.unit.cavalry_wedge.defended]
    """
    if fight.state.pieces[number].wedge and any(defended(fight, foe, number) for foe in foes(fight, number)):
        dissolve(fight, number, "defended")


# --- what it may not do --------------------------------------------------------------------------------------


def stiff(fight: Fight, number: Number, deed: str) -> Refusal | None:
    """An infantry wedge does not pivot, flip, dash or engulf, and turns by 45 degrees at most.

    [tp.unit.infantry_wedge.movement]
    """
    if not infantry_wedge(fight, number):
        return None
    return Refusal("tp.unit.infantry_wedge.movement", f"an infantry wedge cannot {deed}; it has to reform first")


def cannot_dash(fight: Fight, number: Number) -> bool:
    """[tp.weapon.pike.movement] [tp.unit.infantry_wedge.movement] [tp.siege.race.siege_tower]"""
    burden = fight.setting.load.too_heavy(fight, number)
    return burden is not None or carries_pikes(fight, number) or infantry_wedge(fight, number)


def in_no_wedge(fight: Fight, number: Number) -> Refusal | None:
    """Why a unit that is to be split, merged or reinforced must leave its wedge before."""
    if not fight.state.pieces[number].wedge:
        return None
    name = fight.state.pieces[number].name
    return Refusal(rule_for(fight, number, "shape"), f"{name} has to leave its wedge first")
