"""Charges: named at the start of the movement phase, answered, then run one by one.  [tp.move.charge.sequence]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warhost.engine.field.compass import heading, turn
from warhost.engine.question import Assign, Choose, Refusal

from ..beasts.herds import surplus, why_not_free
from ..bodies import body, enemies, figure, in_range, on_table, range_between
from ..events import Charged, ChargeNamed, ChargeRedirected, CounterCharged
from ..fighting import contact
from ..fighting.squaring import zone_of
from ..figure import inches
from ..land.ground import movement, reach
from ..land.lie import at_rest
from ..land.sense import senses, why_not_sensed
from ..machines.driving import jolt
from ..morale.checks import deviancy
from ..morale.exhaustion import exhausted
from ..moving.dashing import allowance
from ..moving.mobs import surge, unrolled
from ..moving.stride import body_in, footing, stance
from ..setting import Fight
from ..special.concealment import come_to_light
from ..special.tempers import must_charge, must_counter, who_charges
from ..state import NOBODY
from .fallback import ask_for_answer, carry_out, turn_those_who_fell_back
from .leg import aim_point, out_of_reach, plan
from .marchover import may_march_out
from .onset import halt, stop, under_fire
from .pursuit import charge_and_overrun, dares, frighten

DASH = inches(3)  # at most
WIDEST_REDIRECT = 4500
LONG_CHARGE = inches(10)


# --- stage 1: naming charges ---------------------------------------------------------------------------------


def declare(fight: Fight) -> bool:
    """The active player names all charges at once; then the other says who is to fall back.

    [tp.move.charge] [tp.move.charge.far] [tp.setup.commands]
    """
    state = fight.state
    running = _running(fight)
    options = _possible(fight, running)
    if not options and not running:
        return False
    named = {piece.name: number for number, piece in enumerate(state.pieces)}
    for number in running:
        state.pieces[number].charge_turn = 0
        fight.tell(ChargeNamed("tp.move.charge.far", number, state.pieces[number].charge_target, True))
    for charger, wanted in _orders(fight, options).items():
        piece = state.pieces[named[charger]]
        piece.charge_target, piece.charge_run, piece.charge_turn = named[wanted], 0, 0
        fight.tell(ChargeNamed("tp.move.charge", named[charger], named[wanted]))
    for target in sorted({state.pieces[charger].charge_target for charger in _pending(fight)}):
        ask_for_answer(fight, target)
    return True


def _running(fight: Fight) -> list[int]:
    """Charges of earlier turns count as named again; those whose charger or target is gone end.

    [tp.move.charge.halt]
    """
    found = []
    for number in on_table(fight, fight.state.active):
        piece = fight.state.pieces[number]
        if piece.charge_target == NOBODY:
            continue
        if fight.state.pieces[piece.charge_target].standing and why_no_charge(fight, number) is None:
            found.append(number)
        else:
            halt(fight, number, "tp.move.charge.halt", "there is no way on, or no target any more")
    return found


def why_no_charge(fight: Fight, number: int) -> Refusal | None:
    """Why a piece cannot be ordered to charge.  [tp.move.charge] [tp.move.marchover]"""
    piece, clock = fight.state.pieces[number], fight.state.clock
    if piece.lawless:
        return Refusal("tp.beast.wild", "it is wild")
    if refusal := why_not_free(fight, number):
        return refusal
    if piece.fleeing or piece.ring != NOBODY:
        return Refusal("tp.move.charge", "it is fleeing or engulfing an enemy")
    if figure(fight, number).movement == 0 or piece.barred or piece.acted or piece.held_until > clock:
        return Refusal("tp.move.charge", "it may not move this turn")
    if piece.charge_ended:
        return Refusal("tp.move.charge.halted", "its charge of this turn is over")
    if piece.flip_due:
        return Refusal("tp.move.flip.partial", "it has to finish its flip")
    if exhausted(fight, number):
        return Refusal("tp.move.charge.halt", "it is exhausted")
    return may_march_out(fight, number) if contact.engaged(fight, number) else None


def _possible(fight: Fight, running: Sequence[int]) -> dict[str, list[str]]:
    """Who may charge, and whom. Nobody measures before an order, so nearly every enemy may be named.

    [tp.setup.commands] [tp.move.charge.aware]
    """
    pieces = fight.state.pieces
    open_measuring = fight.setting.options.get("measuring", "orders first") == "open"
    found = {}
    for number in on_table(fight, fight.state.active):
        if number in running or why_no_charge(fight, number) is not None:
            continue
        targets = [
            pieces[enemy].name
            for enemy in enemies(fight, number)
            if out_of_reach(fight, number, enemy) is None
            and not (open_measuring and not senses(fight, number, enemy))
        ]
        if targets:
            found[pieces[number].name] = targets
    return found


def _orders(fight: Fight, options: dict[str, list[str]]) -> dict[str, str]:
    if not options:
        return {}
    question = Assign(
        fight.state.active, "charges", options, "tp.move.charge",
        offers=lambda: _sensible(fight, options), none_allowed=True,
    )  # fmt: skip
    answer: dict[str, str] = fight.ask(question)
    return answer


@at_rest
def _sensible(fight: Fight, options: dict[str, list[str]]) -> list[dict[str, str]]:
    """Nobody; all at the nearest enemy they sense within reach; each of these charges alone; and the others."""
    named = {piece.name: number for number, piece in enumerate(fight.state.pieces)}
    nearest, others = {}, []
    for charger, targets in options.items():
        number = named[charger]
        far = movement(fight, number).total + _more(fight, number) + DASH
        foes = {target: named[target] for target in targets}
        ranges = {
            target: range_between(fight, number, foe)
            for target, foe in foes.items()
            if in_range(fight, number, foe, far) and senses(fight, number, foe)
        }
        near = sorted(ranges, key=ranges.__getitem__)
        if near:
            nearest[charger] = near[0]
            others += [{charger: target} for target in near[1:]]
    alone = [{charger: target} for charger, target in nearest.items()]
    return [{}, *([nearest] if len(nearest) > 1 else []), *alone, *others]


# --- stage 2: one charge after the other ---------------------------------------------------------------------


def charge_one(fight: Fight) -> bool:
    """One charge with all answers to it; after the last the forced ones, then those who fell back turn.

    [tp.move.charge.sequence] [tp.move.fallback.after]
    """
    waiting = _pending(fight)
    if waiting:
        run_charge(fight, _next(fight, waiting, fight.state.active, "next charge"))
        return True
    forced = _forced(fight)
    if forced:
        names = {fight.state.pieces[number].name: number for number in forced}
        charger = _next(fight, list(names.values()), fight.state.active, "next charge")
        target = _which(fight, charger, forced[charger], "target", "tp.move.charge.sequence")
        charger = who_charges(fight, charger)
        piece = fight.state.pieces[charger]
        piece.charge_target, piece.charge_run, piece.charge_turn = target, 0, 0
        fight.tell(ChargeNamed("tp.move.charge.sequence", charger, target))
        ask_for_answer(fight, target)
        run_charge(fight, charger)
        return True
    return turn_those_who_fell_back(fight, 1 - fight.state.active)


def _pending(fight: Fight) -> list[int]:
    """Whose charge has been named and not yet moved."""
    pieces = fight.state.pieces
    return [
        number
        for number in on_table(fight, fight.state.active)
        if pieces[number].charge_target != NOBODY and not pieces[number].charge_ended and not pieces[number].fleeing
    ]


def _forced(fight: Fight) -> dict[int, list[int]]:
    """Pieces whose nature makes them charge, with the enemies of whom they must take one."""
    found: dict[int, list[int]] = {}
    for number in on_table(fight, fight.state.active):
        if why_no_charge(fight, number) is not None or contact.engaged(fight, number):
            continue
        wanted = [enemy for enemy in must_charge(fight, number) if out_of_reach(fight, number, enemy) is None]
        if wanted:
            found[number] = wanted
    return found


def _next(fight: Fight, waiting: Sequence[int], side: int, what: str) -> int:
    if len(waiting) == 1:
        return waiting[0]
    names = {fight.state.pieces[number].name: number for number in waiting}
    return names[fight.ask(Choose(side, what, list(names), "tp.move.charge.sequence"))]


def _which(fight: Fight, number: int, targets: Sequence[int], what: str, rule: str) -> int:
    if len(targets) == 1:
        return targets[0]
    piece = fight.state.pieces[number]
    names = {fight.state.pieces[target].name: target for target in targets}
    return names[fight.ask(Choose(piece.side, what, list(names), rule, about=piece.name))]


def run_charge(fight: Fight, number: int) -> None:
    """Steps (a) to (g); a redirected charge begins again with its new target.  [tp.move.charge.sequence]"""
    piece = fight.state.pieces[number]
    target = NOBODY
    while piece.charge_target not in (NOBODY, target):
        target = piece.charge_target
        if _aware(fight, number, target) and _brave(fight, number, target):
            carry_out(fight, target, number, _chargers_of(fight, target))
            if _still_there(fight, number, target):
                _halt_or_redirect(fight, number, target)
        if piece.charge_target != target and piece.charge_target != NOBODY:
            ask_for_answer(fight, piece.charge_target)
    if piece.charge_target != NOBODY and piece.standing and not piece.fleeing:
        charge_and_overrun(fight, number, target)
    piece.charge_ended = True


def _aware(fight: Fight, number: int, target: int) -> bool:
    """(a) Without a target that it senses the charge does not happen; the piece may move normally.

    [tp.move.charge.aware] [tp.move.charge.halt]
    """
    if not fight.state.pieces[target].standing:
        halt(fight, number, "tp.move.charge.halt", "the target is gone")
        return False
    if contact.engaged(fight, number) and may_march_out(fight, number) is not None:
        halt(fight, number, "tp.move.charge", "it is fighting")
        return False
    refusal = why_not_sensed(fight, number, target)
    if refusal is not None:
        halt(fight, number, "tp.move.charge.aware", refusal.why)
    return refusal is None


def _brave(fight: Fight, number: int, target: int) -> bool:
    """(b) First the charger, whose charge is off if it fails; then the target, which flees at once.

    [tp.check.bravery] [tp.check.bravery.result]
    """
    piece = fight.state.pieces[number]
    if not dares(fight, number, target):
        piece.barred = True
        halt(fight, number, "tp.check.bravery.result", "it does not dare")
        return False
    frighten(fight, number, target)
    return _still_there(fight, number, target)


def _chargers_of(fight: Fight, target: int) -> list[int]:
    return [number for number in _pending(fight) if fight.state.pieces[number].charge_target == target]


def _still_there(fight: Fight, number: int, target: int) -> bool:
    """The charge ends when its target no longer exists or has left the board.  [tp.move.charge.halt]"""
    if fight.state.pieces[target].standing:
        return True
    halt(fight, number, "tp.move.charge.halt", "the target is gone")
    return False


# --- halting and redirecting ---------------------------------------------------------------------------------


def _halt_or_redirect(fight: Fight, number: int, target: int) -> None:
    """(d) Before the charge moves its owner may try to stop it, or to turn it on another enemy.

    [tp.move.charge.halt] [tp.move.charge.redirect] [tp.move.fallback.missed]
    """
    if target in must_charge(fight, number):
        return
    piece = fight.state.pieces[number]
    late = _missed(fight, number, target)
    others = [] if piece.redirected or late else _other_targets(fight, number, target)
    names = {f"redirect to {fight.state.pieces[other].name}": other for other in others}
    options = ["charge", "halt", *names]
    if late and not piece.redirected:
        options.append("half way, then redirect")
    answer = fight.ask(Choose(piece.side, "charge", options, "tp.move.charge.halt", about=piece.name))
    if answer == "halt" and deviancy(fight, number, "tp.move.charge.halt"):
        halt(fight, number, "tp.move.charge.halt", "ordered to halt")
    elif answer in names:
        piece.redirected = True
        if deviancy(fight, number, "tp.move.charge.redirect"):
            _redirect(fight, number, names[answer])
    elif answer == "half way, then redirect":
        piece.redirected = True
        _half_way(fight, number, target)


def _missed(fight: Fight, number: int, target: int) -> bool:
    """Whether the target has just fallen back out of reach of a charge that had not begun to move.

    [tp.move.fallback.missed]
    """
    piece = fight.state.pieces[number]
    if fight.state.pieces[target].fell_back != fight.state.clock or piece.charge_run:
        return False
    return out_of_reach(fight, number, target) is not None or (
        plan(fight, number, target).distance > allowance(fight, number) + _more(fight, number)
    )


@at_rest
def _other_targets(fight: Fight, number: int, target: int) -> list[int]:
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


def _redirect(fight: Fight, number: int, target: int) -> None:
    piece = fight.state.pieces[number]
    piece.charge_target, piece.charge_run, piece.charge_turn = target, 0, 0
    fight.tell(ChargeRedirected("tp.move.charge.redirect", number, target))


def _half_way(fight: Fight, number: int, target: int) -> None:
    """Half its movement after the piece that fell back, then a check: passed, it may take another target.

    [tp.move.fallback.missed]
    """
    surge(fight, number)
    come_to_light(fight, number)
    piece, back = fight.state.pieces[number], footing(fight, number)
    leg, half = plan(fight, number, target), movement(fight, number).total // 2
    far = reach(fight, number, leg.stand.front, leg.stand.facing, half, body_in(fight, number, leg.stand).width)
    run = min(far, max(0, leg.distance - inches(1)))
    leg = under_fire(fight, number, target, leg, run)
    if not piece.standing:
        return
    start = body_in(fight, number, leg.stand)
    run = stop(fight, number, leg._replace(distance=run), back)
    fight.tell(Charged("tp.move.fallback.missed", number, target, leg.struck, run, False, piece.point))
    jolt(fight, number, start)
    if not piece.standing:
        return
    piece.spent += half
    piece.charge_run, piece.charge_turn = piece.charge_run + run, piece.charge_turn + run
    if not deviancy(fight, number, "tp.move.fallback.missed"):
        return
    others = _other_targets(fight, number, target)
    if others:
        choices = [target, *others]
        wanted = _which(fight, number, choices, "new target", "tp.move.fallback.missed")
        if wanted != target:
            _redirect(fight, number, wanted)


# --- counter charges -----------------------------------------------------------------------------------------


def counter_charge_one(fight: Fight) -> bool:
    """One counter charge of the player whose turn it is not; those whose nature forces them come first.

    [tp.move.counter] [tp.move.counter.forced]
    """
    side = 1 - fight.state.active
    able = {n: targets for n in on_table(fight, side) if (targets := counter_targets(fight, n))}
    if not able:
        return False
    forced = {number: wanted for number in able if (wanted := must_counter(fight, number, able[number]))}
    if forced:
        _counter(fight, _next(fight, list(forced), side, "next counter charge"), forced, check=False)
        return True
    names = {fight.state.pieces[number].name: number for number in able}
    answer = fight.ask(Choose(side, "counter charge", ["nobody", *names], "tp.move.counter"))
    if answer == "nobody":
        _asked(fight, able)
    else:
        _counter(fight, names[answer], able, check=True)
    return True


def _asked(fight: Fight, numbers: Iterable[int]) -> None:
    for number in numbers:
        fight.state.pieces[number].countered = fight.state.clock


def _counter(fight: Fight, number: int, able: dict[int, list[int]], *, check: bool) -> None:
    """The steps (a), (b), (e) and (g) of a charge; one that falls short runs on in its owner's turn."""
    piece = fight.state.pieces[number]
    _asked(fight, [number])
    target = _which(fight, number, able[number], "target", "tp.move.counter")
    if check and not deviancy(fight, number, "tp.move.counter"):
        return
    piece.charge_target, piece.charge_run, piece.charge_turn = target, 0, 0
    fight.tell(CounterCharged("tp.move.counter", number, target))
    if _aware(fight, number, target) and _brave(fight, number, target):
        charge_and_overrun(fight, number, target)


def counter_targets(fight: Fight, number: int) -> list[int]:
    """The enemies that this piece may counter charge now.  [tp.move.counter]"""
    piece, state = fight.state.pieces[number], fight.state
    if piece.countered == state.clock or piece.last_moved or piece.last_shot or piece.last_dashed:
        return []
    if piece.rallied >= state.clock - 1 > 0 or piece.fell_back == state.clock or contact.engaged(fight, number):
        return []
    if why_no_charge(fight, number) is not None or _is_charged(fight, number):
        return []
    return [enemy for enemy in _chargers_home(fight) if _within_one_leg(fight, number, enemy)]


def _is_charged(fight: Fight, number: int) -> bool:
    """An enemy's charge on it is still running."""
    return any(fight.state.pieces[enemy].charge_target == number for enemy in enemies(fight, number))


def _chargers_home(fight: Fight) -> list[int]:
    """Enemies that charged into contact this phase; only infantry after a charge of 10 inches or more."""
    state = fight.state
    found = []
    for met in state.contacts:
        if met.clock != state.clock or met.charge < 0 or state.pieces[met.a].side != state.active or met.a in found:
            continue
        if met.charge < LONG_CHARGE or figure(fight, met.a).category == "infantry":
            found.append(met.a)
    return found


def _within_one_leg(fight: Fight, number: int, enemy: int) -> bool:
    """Sensed, and to be reached in one straight charge move."""
    if out_of_reach(fight, number, enemy) is not None or not senses(fight, number, enemy):
        return False
    leg = plan(fight, number, enemy)
    return leg.halted is None and leg.hit == enemy and leg.distance <= _most_reach(fight, number)


def _most_reach(fight: Fight, number: int) -> int:
    """As far as its movement and all its dice could carry a charge."""
    return allowance(fight, number) + _more(fight, number) + DASH


def _more(fight: Fight, number: int) -> int:
    """What a charge may add to the movement: a mob's die, the pace of beasts without their masters."""
    return unrolled(fight, number) + surplus(fight, number)
