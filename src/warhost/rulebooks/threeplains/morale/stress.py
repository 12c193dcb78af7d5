"""The battle stress phase: dice are counted, combats are won and lost, pieces check, flee and are pursued.

[tp.stress.phase] [tp.stress.order] [tp.stress.scenario.1] [tp.stress.scenario.2] [tp.stress.scenario.3]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import structs

from warhost.engine.tally import Tally

from ..bodies import in_battle, on_table
from ..charging.flight import flee, general_dead, rally
from ..charging.pursuit import after_flight
from ..choosing import one_of
from ..events.nerves import CombatReckoned
from ..fighting.contact import combats, engaged
from ..fighting.fronts import flank_and_rear
from ..land.lie import at_rest
from ..magic.effects import stress_is_over
from ..scenario.customs import customs_of
from ..setting import Fight
from ..special import qualities
from ..state import BOTH, NEITHER, NOBODY, Number, Player, Pools, opponent
from ..titles import called
from .checks import (
    add_fear,
    add_own_stress,
    dread,
    flank_stress,
    frightening,
    highest,
    natures,
    never_flees,
    panicking,
    passed,
    soldiering,
    stress,
)

BREAK = "tp.check.break"


def stress_one(fight: Fight) -> bool:
    """Count first; then combat by combat, then the pieces outside combat one by one; then all is cleared."""
    state = fight.state
    if not state.reckoned:
        reckon(fight)
    if state.losers:
        losers, state.losers = state.losers[0], state.losers[1:]
        _settle_combat(fight, losers)
        return True
    for side in (state.active, opponent(state.active)):
        if waiting := _still_to_check(fight, side):
            text = "Which piece takes its check next?"  # [tp.stress.order]
            _check_outside(fight, one_of(fight, side, "check", waiting, "tp.stress.order", text))
            return True
    if state.effects:
        stress_is_over(fight)
    clear(fight)
    return False


# --- counting ------------------------------------------------------------------------------------------------


@at_rest
def reckon(fight: Fight) -> None:
    """All dice of the phase are those of its beginning; what comes about later waits for the next.

    Whoever won or drew a combat is immune: only losers, and those outside combat, are left to check. Deviancy dice
    are counted for those who may have to hold, and for bystanders who may fall back before a pursuit.
    [tp.stress.newdice] [tp.stress.combat] [tp.stress.phase]
    """
    state = fight.state
    counted: dict[Number, Pools] = {}
    for number in in_battle(fight):
        against = stress(fight, number, "break")
        if against.total > 0:
            counted[number] = Pools(number, soldiering(fight, number, "break").steps, against.steps)
    safe: dict[Number, None] = {}
    losers, alert = list[tuple[Number, ...]](), list[Number]()
    for combat in _in_order(fight, combats(fight)):
        lost = loser(fight, combat)
        beaten = tuple(n for n in combat if state.pieces[n].side == lost and n in counted)
        others = [n for n in combat if n not in beaten]
        safe |= dict.fromkeys(others)
        if beaten:
            losers.append(beaten)
            alert += [n for n in others if state.pieces[n].side != lost]
    state.counted = tuple(pools for n, pools in counted.items() if n not in safe)
    if losers:
        alert += [n for n in on_table(fight) if not state.pieces[n].fleeing and not engaged(fight, n)]
    state.poised = tuple(_hold_dice(fight, n) for n in alert)
    state.losers, state.reckoned = tuple(losers), True


def _hold_dice(fight: Fight, number: Number) -> Pools:
    return Pools(number, soldiering(fight, number, "deviancy").steps, stress(fight, number, "deviancy").steps)


def _in_order(fight: Fight, fights: list[list[Number]]) -> list[list[Number]]:
    """Combats are settled in the order in which they were fought.  [tp.stress.order]"""
    rank = {number: place for place, number in enumerate(fight.state.fought)}
    return sorted(fights, key=lambda combat: min(rank.get(number, len(rank)) for number in combat))


def loser(fight: Fight, combat: Sequence[Number]) -> Player | None:
    """The side with the higher total of stress has lost; equal totals are a draw.

    [tp.stress.combat] [tp.stress.draw]
    """
    first, second = (side_total(fight, combat, side) for side in BOTH)
    totals = (first.total, second.total)
    lost = None if first.total == second.total else max(BOTH, key=totals.__getitem__)
    rule = "tp.stress.draw" if lost is None else "tp.stress.combat"
    fight.tell(
        CombatReckoned(rule, tuple(combat), totals, NEITHER if lost is None else lost, first.steps, second.steps)
    )
    return lost


def side_total(fight: Fight, combat: Iterable[Number], side: Player) -> Tally:
    """Kills, overlaps and buckling count for each piece; fear, cowardice, panic and attacks in flank or rear once.

    Where both sides cause fear, the weaker is taken off the stronger.
    [tp.stress.combat.winner] [tp.check.bs.once] [tp.trait.fear.mixed_combat]
    """
    own = [n for n in combat if fight.state.pieces[n].side == side]
    tally = Tally(0, "tp.stress.combat.winner", "stress of the side")
    for number in own:
        add_own_stress(fight, number, "break", tally, f"{called(fight, number)}: ")
    tally.add(_flank_attacks(fight, own), "tp.check.bs.flankrear", "attacks in flank and rear")
    brave = [number for number in own if qualities.fearless.name not in natures(fight, number)]
    feared = [(dread(fight, foe, number), foe, number) for number in brave for foe in frightening(fight, number)]
    worst, dreaded, afraid = max(feared, default=(0, NOBODY, NOBODY))
    if worst and worst > (courage := max(dread(fight, number, dreaded) for number in own)):
        add_fear(fight, tally, afraid, dreaded, courage)
    tally.add(max(highest(fight, number, "cowardly") for number in own), "tp.check.bs.cowardly", "cowardly")
    runners = dict.fromkeys(friend for number in own for friend in panicking(fight, number))
    tally.add(len(runners), "tp.check.bs.panic", "friends in flight")
    return tally


def _flank_attacks(fight: Fight, own: Iterable[Number]) -> int:
    """Each enemy in a flank or rear is one occurrence, however many pieces it reaches."""
    worst: dict[int, int] = {}
    for number in own:
        for foe in flank_and_rear(fight, number):
            worst[foe] = max(worst.get(foe, 0), flank_stress(fight, number))
    return sum(worst.values())


# --- checking ------------------------------------------------------------------------------------------------


def _fails(fight: Fight, number: Number) -> bool:
    """The break check of a piece, with the dice that were counted for it; nobody takes two.

    [tp.check.break] [tp.trait.unbreakable]
    """
    state = fight.state
    pools = next(pools for pools in state.counted if pools.piece == number)
    state.counted = tuple(other for other in state.counted if other is not pools)
    if never_flees(fight, number):
        return False
    return not passed(fight, number, "break", BREAK, pools.soldiering, pools.stress)


def _runs(fight: Fight, number: Number) -> bool:
    return _fails(fight, number) and not customs_of(fight, number).stays(fight, number, "break")


def _settle_combat(fight: Fight, losers: Sequence[Number]) -> None:
    """All checks of the losing side, then the flights, then those who are free now hold or pursue.

    [tp.stress.result] [tp.stress.order] [tp.move.flee.resquare]
    """
    pieces = fight.state.pieces
    broken = [n for n in losers if pieces[n].standing and not pieces[n].fleeing and _runs(fight, n)]
    fled, freed = list[Number](), dict[Number, None]()
    while waiting := [n for n in broken if n not in fled and pieces[n].standing]:
        side, text = pieces[waiting[0]].side, "Which piece flees next?"
        number = one_of(fight, side, "next to flee", waiting, "tp.stress.order", text)
        fled.append(number)
        freed |= dict.fromkeys(flee(fight, number, "tp.stress.result"))
    after_flight(fight, fled, list(freed))


def _still_to_check(fight: Fight, side: Player) -> list[Number]:
    """Pieces of a side outside combat with stress that have not checked yet, fleeing ones included; those who never
    break have nothing to check.  [tp.trait.unbreakable]"""
    pieces = fight.state.pieces
    own = [pools.piece for pools in fight.state.counted if pieces[pools.piece].side == side]
    return [n for n in own if pieces[n].standing and (pieces[n].fleeing or not never_flees(fight, n))]


def _check_outside(fight: Fight, number: Number) -> None:
    """A piece that fails flees before the next one checks; one in flight that passes rallies.

    Nobody rallies whose general is dead.
    [tp.stress.result] [tp.move.rerally] [tp.character.general.no_rally]
    """
    piece = fight.state.pieces[number]
    if _fails(fight, number):
        if customs_of(fight, number).stays(fight, number, "break"):
            return
        after_flight(fight, [number], flee(fight, number, "tp.stress.result"))
    elif piece.fleeing and not general_dead(fight, piece.side):
        rally(fight, number)


def clear(fight: Fight) -> None:
    """Stress of casualties never outlives the phase; contacts that came too late fight from the next turn on.

    [tp.stress.clear] [tp.move.unintentional.late]
    """
    state = fight.state
    for piece in state.pieces:
        piece.lost, piece.fallen = 0, ()
    state.contacts = [structs.replace(c, waiting=False) if c.waiting else c for c in state.contacts]
    state.counted, state.poised, state.losers, state.reckoned = (), (), (), False
