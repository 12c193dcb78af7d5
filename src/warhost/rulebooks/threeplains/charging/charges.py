"""Charges: named at the start of the movement phase, answered, then run one by one.  [tp.move.charge.sequence]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warhost.engine.field.length import NOTHING
from warhost.engine.question import Assign, Refusal

from ..bodies import enemies, in_range, on_table, range_between
from ..choosing import AT_WHOM, number_of, of_him, one_of
from ..events.charges import ChargeNamed
from ..events.items import ItemUsed
from ..fighting import contact
from ..figure import inches
from ..land.ground import movement
from ..land.lie import at_rest
from ..land.sense import senses, why_not_sensed
from ..magic.bearing import marked, untouched
from ..morale.checks import deviancy, natures
from ..setting import Fight
from ..special.tempers import must_charge, who_charges
from ..state import NOBODY, Number, Player, opponent
from .fallback import ask_for_answer, carry_out, turn_those_who_fell_back
from .leg import out_of_reach, why_not_aware
from .marchover import may_march_out
from .onset import halt, more
from .pursuit import charge_and_overrun, dares, frighten
from .readiness import why_no_charge
from .redirecting import halt_or_redirect

DASH = inches(3)  # at most


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
    named = {piece.name: number for number, piece in state.numbered()}
    for number in running:
        state.pieces[number].turn.charge_turn = NOTHING
        fight.tell(ChargeNamed("tp.move.charge.far", number, state.pieces[number].charge_target, True))
    for charger, wanted in _orders(fight, options).items():
        piece = state.pieces[named[charger]]
        piece.charges(named[wanted])
        fight.tell(ChargeNamed("tp.move.charge", named[charger], named[wanted]))
        hesitate(fight, named[charger])
    for target in sorted({state.pieces[charger].charge_target for charger in _pending(fight)}):
        ask_for_answer(fight, target)
    return True


def _running(fight: Fight) -> list[Number]:
    """Charges of earlier turns count as named again; those whose charger or target is gone end.

    [tp.move.charge.halt]
    """
    found = []
    for number in on_table(fight, fight.state.active):
        piece = fight.state.pieces[number]
        if piece.charge_target == NOBODY:
            continue
        if not fight.state.pieces[piece.charge_target].standing:
            halt(fight, number, "tp.move.charge.halt", "the target is gone")
        elif refusal := why_no_charge(fight, number):
            halt(fight, number, refusal.rule, refusal.why)
        else:
            found.append(number)
    return found


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
    text = "Which of your pieces charge, and at whom?"
    question = Assign(
        fight.state.active, "charges", options, "tp.move.charge",
        offers=lambda: _sensible(fight, options), none_allowed=True,
        why_not=lambda who, whom: _why_not_named(fight, who, whom), text=text,
    )  # fmt: skip
    question.deferred = True
    answer: dict[str, str] = fight.ask(question)
    return answer


def _why_not_named(fight: Fight, who: str, whom: str) -> Refusal | None:
    """Why this piece cannot be ordered to charge at all, or not at that enemy.  [tp.move.charge]"""
    number = number_of(fight, who, fight.state.active)
    if number == NOBODY:
        return None
    if refusal := why_no_charge(fight, number):
        return of_him(fight, number, refusal)
    if fight.state.pieces[number].charge_target != NOBODY:
        return Refusal("tp.move.charge.far", f"{who} is charging and goes on with that")
    enemy = number_of(fight, whom, opponent(fight.state.active))
    if enemy == NOBODY:
        return None
    return of_him(fight, number, out_of_reach(fight, number, enemy) or why_not_sensed(fight, number, enemy))


@at_rest
def _sensible(fight: Fight, options: dict[str, list[str]]) -> list[dict[str, str]]:
    """Nobody; all at the nearest enemy they sense within reach; each of these charges alone; and the others."""
    named = {piece.name: number for number, piece in fight.state.numbered()}
    nearest, others = {}, []
    for charger, targets in options.items():
        number = named[charger]
        far = movement(fight, number).total + more(fight, number) + DASH
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
    waiting, text = _pending(fight), "Which charge is carried out next?"
    if waiting:
        run_charge(fight, first_of(fight, waiting, fight.state.active, "next charge", text))
        return True
    forced = _forced(fight)
    if forced:
        named = first_of(fight, forced, fight.state.active, "next charge", text)
        piece = fight.state.pieces[named]
        sequence = "tp.move.charge.sequence"
        target = one_of(fight, piece.side, "target", forced[named], sequence, AT_WHOM, piece.name)
        charger = who_charges(fight, named)
        piece = fight.state.pieces[charger]
        piece.charges(target)
        fight.tell(ChargeNamed("tp.move.charge.sequence", charger, target))
        hesitate(fight, charger)
        ask_for_answer(fight, target)
        run_charge(fight, charger)
        return True
    return turn_those_who_fell_back(fight, opponent(fight.state.active))


def _pending(fight: Fight) -> list[Number]:
    """Whose charge has been named and not yet moved."""
    pieces = fight.state.pieces
    return [
        number
        for number in on_table(fight, fight.state.active)
        if pieces[number].charge_target != NOBODY
        and not pieces[number].turn.charge_ended
        and not pieces[number].fleeing
    ]


def _forced(fight: Fight) -> dict[Number, list[Number]]:
    """Pieces whose nature makes them charge, with the enemies of whom they must take one."""
    found: dict[Number, list[Number]] = {}
    for number in on_table(fight, fight.state.active):
        if why_no_charge(fight, number) is not None or contact.engaged(fight, number):
            continue
        wanted = [enemy for enemy in must_charge(fight, number) if out_of_reach(fight, number, enemy) is None]
        if wanted:
            found[number] = wanted
    return found


def first_of(fight: Fight, waiting: Iterable[Number], side: Player, what: str, text: str) -> Number:
    return one_of(fight, side, what, waiting, "tp.move.charge.sequence", text, usual=True)


def run_charge(fight: Fight, number: Number) -> None:
    """Steps (a) to (g); a redirected charge begins again with its new target.  [tp.move.charge.sequence]"""
    piece = fight.state.pieces[number]
    target, aim = NOBODY, None
    while piece.charge_target not in (NOBODY, target):
        target = piece.charge_target
        if aware(fight, number, target) and brave(fight, number, target):
            carry_out(fight, target, number, _chargers_of(fight, target))
            if _still_there(fight, number, target):
                aim = halt_or_redirect(fight, number, target)
        if piece.charge_target not in (NOBODY, target):
            hesitate(fight, number)
        if piece.charge_target not in (NOBODY, target):
            ask_for_answer(fight, piece.charge_target)
    if piece.charge_target != NOBODY and piece.standing and not piece.fleeing:
        charge_and_overrun(fight, number, target, aim=aim)
    piece.turn.charge_ended = True


def hesitate(fight: Fight, number: Number) -> None:
    """Whom its target daunts checks as soon as the charge is named; if it fails, it stays where it is this turn.

    [tp.item.command.banner_of_hesitation] [tp.check.deviancy] [tp.item.command.banner_of_true_combat]
    """
    piece = fight.state.pieces[number]
    if item := daunting(fight, number, piece.charge_target):
        fight.tell(ItemUsed(item, piece.charge_target, item))
        if not deviancy(fight, number, item):
            piece.turn.barred = True
            halt(fight, number, item, "it hesitates")
            return


def daunting(fight: Fight, number: Number, target: Number) -> str:
    """The item for which whoever charges that target checks, if there is one and magic touches him."""
    if not fight.setting.enchanted or untouched(fight, number):
        return ""
    return marked(natures(fight, target), "daunts")


def aware(fight: Fight, number: Number, target: Number) -> bool:
    """(a) Without a target that it senses the charge does not happen; the piece may move normally.

    [tp.move.charge.aware] [tp.move.charge.halt]
    """
    if not fight.state.pieces[target].standing:
        halt(fight, number, "tp.move.charge.halt", "the target is gone")
        return False
    if contact.engaged(fight, number) and may_march_out(fight, number) is not None:
        halt(fight, number, "tp.move.charge", "it is fighting")
        return False
    refusal = why_not_aware(fight, number, target)
    if refusal is not None:
        halt(fight, number, "tp.move.charge.aware", refusal.why)
    return refusal is None


def brave(fight: Fight, number: Number, target: Number) -> bool:
    """(b) First the charger, whose charge is off if it fails; then the target, which flees at once.

    [tp.check.bravery] [tp.check.bravery.result]
    """
    piece = fight.state.pieces[number]
    if not dares(fight, number, target):
        piece.turn.barred = True
        halt(fight, number, "tp.check.bravery.result", "it does not dare")
        return False
    frighten(fight, number, target)
    return _still_there(fight, number, target)


def _chargers_of(fight: Fight, target: Number) -> list[Number]:
    return [number for number in _pending(fight) if fight.state.pieces[number].charge_target == target]


def _still_there(fight: Fight, number: Number, target: Number) -> bool:
    """The charge ends when its target no longer exists or has left the board.  [tp.move.charge.halt]"""
    if fight.state.pieces[target].standing:
        return True
    halt(fight, number, "tp.move.charge.halt", "the target is gone")
    return False
