"""Before a charge moves: its owner picks the point it makes for, tries to halt it, or turns it on another enemy."""

from __future__ import annotations

from warhost.engine.field.compass import heading, turn
from warhost.engine.field.length import NOTHING

from ..bodies import body, enemies
from ..choosing import one_of
from ..events.charges import Charged, ChargeRedirected
from ..fighting.squaring import zone_of
from ..figure import inches
from ..land.ground import movement, reach
from ..land.lie import at_rest
from ..land.sense import senses
from ..machines.driving import gone_over
from ..morale.checks import deviancy
from ..moving.dashing import allowance
from ..moving.mobs import surge
from ..moving.stride import body_in, footing, stance
from ..setting import Fight
from ..special.concealment import come_to_light
from ..special.tempers import must_charge
from ..state import Number
from .leg import aim_point, out_of_reach, plan
from .mark import Heading, choose_mark, make_for, marks
from .onset import halt, more, stop, under_fire

WIDEST_REDIRECT = 4500


def halt_or_redirect(fight: Fight, number: Number, target: Number) -> int | None:
    """(d) Before the charge moves its owner may try to stop it, or to turn it on another enemy; gives the point it
    makes for.

    [tp.move.charge.halt] [tp.move.charge.redirect] [tp.move.charge.move] [tp.move.fallback.missed]
    """
    if target in must_charge(fight, number):
        return choose_mark(fight, number, target)
    piece, points = fight.state.pieces[number], marks(fight, number, target)
    late = _missed(fight, number, target)
    others = [] if piece.turn.redirected or late else _other_targets(fight, number, target)
    names = {f"redirect to {fight.state.pieces[other].name}": other for other in others}
    half_way = ["half way, then redirect"] if late and not piece.turn.redirected else []
    options = [*points, "halt", *names, *half_way]
    text = "How shall {who} carry out the charge?"
    answer = fight.ask(Heading(piece, "charge", options, "tp.move.charge.halt", text, points))
    if answer in points:
        return make_for(fight, number, target, points[answer])
    if answer == "halt":
        _stop(fight, number)
    else:
        piece.turn.redirected = True
        if answer in half_way:
            _half_way(fight, number, target)
        elif deviancy(fight, number, "tp.move.charge.redirect") and piece.standing:
            _redirect(fight, number, names[answer])
    return choose_mark(fight, number, target) if piece.standing and piece.charge_target == target else None


def _stop(fight: Fight, number: Number) -> None:
    if deviancy(fight, number, "tp.move.charge.halt") and fight.state.pieces[number].standing:
        halt(fight, number, "tp.move.charge.halt", "ordered to halt")


def _missed(fight: Fight, number: Number, target: Number) -> bool:
    """Whether the target has just fallen back out of reach of a charge that had not begun to move.

    [tp.move.fallback.missed]
    """
    piece = fight.state.pieces[number]
    if fight.state.pieces[target].fell_back != fight.state.clock or piece.charge_run:
        return False
    return out_of_reach(fight, number, target) is not None or (
        plan(fight, number, target).distance > allowance(fight, number) + more(fight, number)
    )


@at_rest
def _other_targets(fight: Fight, number: Number, target: Number) -> list[Number]:
    """Enemies it senses within 45 degrees of its forward direction.  [tp.move.charge.redirect]"""
    here = stance(fight, number)
    found = []
    for enemy in enemies(fight, number):
        if enemy == target or out_of_reach(fight, number, enemy) is not None:
            continue
        aim = aim_point(body(fight, enemy).block, zone_of(fight, enemy, here.front), here.front)
        within = abs(turn(here.facing, heading(here.front, aim))) <= WIDEST_REDIRECT
        if within and senses(fight, number, enemy):
            found.append(enemy)
    return found


def _redirect(fight: Fight, number: Number, target: Number) -> None:
    piece = fight.state.pieces[number]
    piece.charges(target)
    fight.tell(ChargeRedirected("tp.move.charge.redirect", number, target))


def _half_way(fight: Fight, number: Number, target: Number) -> None:
    """Half its movement after the piece that fell back, then a check: passed, it may take another target.

    [tp.move.fallback.missed]
    """
    surge(fight, number)
    come_to_light(fight, number)
    piece, back = fight.state.pieces[number], footing(fight, number)
    leg, half = plan(fight, number, target), movement(fight, number).total // 2
    far = reach(fight, number, leg.stand.front, leg.stand.facing, half, body_in(fight, number, leg.stand).width)
    run = min(far, max(NOTHING, leg.distance - inches(1)))
    leg = under_fire(fight, number, target, leg, run)
    if not piece.standing:
        return
    start = body_in(fight, number, leg.stand)
    run = stop(fight, number, leg._replace(distance=run), back, crossing=True)
    if not piece.standing:
        return
    way = (back.stand.front, piece.point)
    fight.tell(
        Charged("tp.move.fallback.missed", number, target, leg.struck, run, False, way[1], way, piece.facing)
    )
    gone_over(fight, number, start)
    if not piece.standing:
        return
    piece.turn.spent += half
    piece.charge_run, piece.turn.charge_turn = piece.charge_run + run, piece.turn.charge_turn + run
    if not deviancy(fight, number, "tp.move.fallback.missed") or not piece.standing:
        return
    others = _other_targets(fight, number, target)
    if others:
        rule, text = "tp.move.fallback.missed", "The target of {who} is gone. Which enemy is charged instead?"
        wanted = one_of(fight, piece.side, "new target", [target, *others], rule, text, piece.name)
        if wanted != target:
            _redirect(fight, number, wanted)
