"""Counter charges: at the end of the movement phase, by the player whose turn it is not.  [tp.move.counter]"""

from __future__ import annotations

from collections.abc import Iterable

from warhost.engine.field.body import within
from warhost.engine.field.length import Length
from warhost.engine.question import Choose, Refusal

from ..bodies import body, enemies, figure, on_table
from ..choosing import AT_WHOM, number_of, of_him, one_of
from ..events.charges import CounterCharged
from ..fighting import contact
from ..figure import inches
from ..morale.checks import deviancy
from ..moving.dashing import allowance
from ..setting import Fight
from ..special.tempers import must_counter
from ..state import NOBODY, Number, opponent
from .charges import DASH, aware, brave, first_of
from .fallback import turn_those_who_fell_back
from .leg import out_of_reach, why_not_aware
from .mark import at_the_height_of, choose_mark, legs
from .onset import more
from .pursuit import charge_and_overrun
from .readiness import why_no_charge

LONG_CHARGE = inches(10)


def counter_charge_one(fight: Fight) -> bool:
    """One counter charge of the player whose turn it is not; those whose nature forces them come first.

    [tp.move.counter] [tp.move.counter.forced]
    """
    side = opponent(fight.state.active)
    able = {n: targets for n in on_table(fight, side) if (targets := counter_targets(fight, n))}
    if not able:
        return False
    forced = {number: wanted for number in able if (wanted := must_counter(fight, number, able[number]))}
    if forced:
        text = "Which counter-charge is carried out next?"
        _counter(fight, first_of(fight, forced, side, "next counter charge", text), forced, check=False)
        return True
    names = {fight.state.pieces[number].name: number for number in able}
    text = "Which of your pieces counter-charges?"
    question = Choose(
        side, "counter charge", ["nobody", *names], "tp.move.counter", usual="nobody", text=text,
        why_not=lambda name: _why_not_named(fight, number_of(fight, name, side)),
    )  # fmt: skip
    answer = fight.ask(question)
    if answer == "nobody":
        _asked(fight, able)
    else:
        _counter(fight, names[answer], able, check=True)
    return True


def _why_not_named(fight: Fight, number: Number) -> Refusal | None:
    if number == NOBODY:
        return None
    return of_him(fight, number, why_no_counter(fight, number) or why_no_target(fight))


def _asked(fight: Fight, numbers: Iterable[int]) -> None:
    for number in numbers:
        fight.state.pieces[number].countered = fight.state.clock


def _counter(fight: Fight, number: Number, able: dict[Number, list[Number]], *, check: bool) -> None:
    """The steps (a), (b), (e) and (g) of a charge; one that falls short runs on in its owner's turn."""
    piece = fight.state.pieces[number]
    _asked(fight, [number])
    target = one_of(fight, piece.side, "target", able[number], "tp.move.counter", AT_WHOM, piece.name)
    if check and not deviancy(fight, number, "tp.move.counter"):
        return
    piece.charges(target)
    fight.tell(CounterCharged("tp.move.counter", number, target))
    if aware(fight, number, target) and brave(fight, number, target):
        charge_and_overrun(fight, number, target, aim=choose_mark(fight, number, target))
        turn_those_who_fell_back(fight, opponent(piece.side))


def counter_targets(fight: Fight, number: Number) -> list[Number]:
    """The enemies that this piece may counter charge now.  [tp.move.counter]"""
    if why_no_counter(fight, number) is not None:
        return []
    slow = [enemy for enemy in _chargers_home(fight) if not _too_fast(fight, enemy)]
    return [enemy for enemy in slow if _within_one_leg(fight, number, enemy)]


def why_no_counter(fight: Fight, number: Number) -> Refusal | None:
    """Why it may counter charge nobody.  [tp.move.counter]"""
    piece, state = fight.state.pieces[number], fight.state
    why = ""
    if contact.engaged(fight, number):
        why = "it is in combat"
    elif piece.last_moved or piece.last_shot or piece.last_dashed:
        why = "it moved, dashed or shot in its own turn"
    elif piece.countered == state.clock:
        why = "it has been asked this turn"
    elif piece.fell_back == state.clock:
        why = "it has fallen back this turn"
    elif piece.rallied >= state.clock - 1 > 0:
        why = "it has only just rallied"
    elif _is_charged(fight, number):
        why = "it has been charged itself"
    return Refusal("tp.move.counter", why) if why else why_no_charge(fight, number)


def why_no_target(fight: Fight) -> Refusal:
    """Nobody who has charged home this turn can be counter charged by somebody who may.  [tp.move.counter]"""
    home = _chargers_home(fight)
    why = "no enemy that has just charged home can be reached in one leg"
    if home and all(_too_fast(fight, enemy) for enemy in home):
        why = "whoever has just charged home came 10 inches or more, and is no infantry"
    return Refusal("tp.move.counter", why)


def _is_charged(fight: Fight, number: Number) -> bool:
    """An enemy has run at it, though he may have been shot on the way, or his charge on it is still running."""
    if fight.state.pieces[number].charged == fight.state.clock:
        return True
    return any(fight.state.pieces[enemy].charge_target == number for enemy in enemies(fight, number))


def _chargers_home(fight: Fight) -> list[Number]:
    """Enemies that charged into contact this phase."""
    state = fight.state
    home = [met.a for met in state.contacts if met.clock == state.clock and met.charge >= 0]
    return [enemy for enemy in dict.fromkeys(home) if state.pieces[enemy].side == state.active]


def _too_fast(fight: Fight, enemy: Number) -> bool:
    """Only infantry is counter charged after a charge of 10 inches or more."""
    if figure(fight, enemy).category == "infantry":
        return False
    clock, contacts = fight.state.clock, fight.state.contacts
    return not any(0 <= met.charge < LONG_CHARGE for met in contacts if met.a == enemy and met.clock == clock)


def _within_one_leg(fight: Fight, number: Number, enemy: Number) -> bool:
    """Sensed, and to be reached in one straight charge move."""
    with at_the_height_of(fight, number, enemy):
        own, most = body(fight, number), _most_reach(fight, number)
    ranked = not fight.state.pieces[number].places
    if ranked and not within(own, body(fight, enemy), most + own.width + own.depth):  # it turns before it runs
        return False
    if out_of_reach(fight, number, enemy) or why_not_aware(fight, number, enemy):
        return False
    with at_the_height_of(fight, number, enemy):
        ways = legs(fight, number, enemy)
        return any(leg.halted is None and leg.hit == enemy and leg.distance <= most for leg in ways)


def _most_reach(fight: Fight, number: Number) -> Length:
    """As far as its movement and all its dice could carry a charge."""
    return allowance(fight, number) + more(fight, number) + DASH
