"""The turn: movement, shooting, close combat, battle stress; eight for each player.

Every phase is a function that does one thing and says whether it did; when nothing is left to do the next phase
begins.  [tp.setup.turns] [tp.setup.phases] [tp.move.phase]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from warhost.engine.field.length import Length

from .beasts.breath import breathe_one
from .beasts.wild import owner, rave_one, react_one, stir_one, take_sides
from .charging.charges import charge_one, declare
from .charging.countercharges import counter_charge_one
from .charging.flight import come_back
from .charging.pursuit import reward_the_freed
from .events.course import PhaseBegan, TurnBegan
from .fighting.combat import fight_one
from .items.dice_hands import put_away
from .items.losing import settle_life
from .items.moments import begin_turn as items_stir
from .items.moments import cast_of_itself, combat_begins, out_of_turn
from .items.resolve import flee_as_thrown
from .items.stillness import time_goes_on
from .land.structures import drown
from .machines.vermin import gnaw_one
from .magic.bearing import carried, nature
from .magic.effects import combat_is_over, expire, shooting_is_over
from .magic.fortune import fortunate
from .magic.hands import lay_hands_on
from .magic.learning import choose_spells
from .magic.moments import magic_first, offer
from .magic.pools import come_back as spells_come_back
from .magic.spells.harmony import turn_on_masters
from .missiles.shooting import shoot_one
from .morale.exhaustion import rest
from .morale.generals import mourn_one
from .morale.stress import stress_one
from .moving.movement import move_one
from .moving.wedges import flatten, renew_one
from .opening.deployment import choose_first_to_place, deploy_one, hide_one
from .opening.scouting import scout_one
from .opening.setup import bonus_terrain, choose_first_turn, choose_sides
from .scenario.ending import end_at_once, one_side_left
from .scenario.points import before_charges, combat_opens, moves_are_over, turn_begun
from .scenario.torches import ask_at_will
from .setting import Fight
from .special import specials
from .special.poison import poison_works
from .state import BOTH, Phase, Player, ThisTurn, opponent
from .victory import close

LAST_CLOCK = 16
PRESENT = ("standing", "away", "stopped")  # on the table, or on the way back to it

RULES: Mapping[Phase, str] = {
    "declaring": "tp.move.charge",
    "charges": "tp.move.charge.sequence",
    "moves": "tp.move.phase",
    "counter charges": "tp.move.counter",
    "shooting": "tp.shoot.phase",
    "combat": "tp.combat.phase",
    "stress": "tp.stress.phase",
}
TOLD: Mapping[Phase, str] = {
    "declaring": "movement",
    "shooting": "shooting",
    "combat": "close combat",
    "stress": "battle stress",
}
"""The four phases that players speak of, by the part that opens each."""


def step(fight: Fight) -> None:
    """One thing happens: a piece moves, a charge runs, a volley is shot, a combat is fought, a piece checks. Those
    whom it has freed of combat move before the next."""
    _step(fight)
    if fight.state.effects:
        flee_as_thrown(fight)
    reward_the_freed(fight)
    if fight.setting.mission.rules:
        end_at_once(fight)


def _step(fight: Fight) -> None:
    state = fight.state
    if state.effects:
        fortunate(fight)
        lay_hands_on(fight)
    if fight.setting.enchanted:
        settle_life(fight)
    while state.score is None:
        if (state.unruly or fight.setting.herded) and react_one(fight):
            return
        if fight.setting.enchanted and out_of_turn(fight):
            return
        if fight.setting.mission.rules and ask_at_will(fight):
            return
        if magic_first(fight) or _done(fight) or offer(fight):
            return
        _next_phase(fight)


def _done(fight: Fight) -> bool:
    """One deed of the phase. Whoever had nothing to cast is asked again when it has been done."""
    state = fight.state
    was_quiet, state.quiet = state.quiet, False
    if DEEDS[state.phase](fight):
        return True
    state.quiet = was_quiet
    return False


def _before(fight: Fight) -> bool:
    """Who places first is known before anybody is placed."""
    if fight.state.deployed == (0, 0) and choose_first_to_place(fight):
        return True
    return deploy_one(fight)


def before_the_battle(fight: Fight) -> bool:
    """What is written down or paid for before the first turn; then it is settled whose that is."""
    for number in fight.state.numbers() if fight.setting.enchanted else ():
        names = dict.fromkeys((*nature(fight, number), *carried(fight, number)))
        if specials.before_the_first_turn.any(names, fight, number):
            return True
    return choose_first_turn(fight)


def _begin_turn(fight: Fight) -> bool:
    """The next player's turn begins; all that falls due at its start is done first.

    [tp.setup.turnstart] [tp.move.value]
    """
    state = fight.state
    state.clock = state.clock_in(1)
    state.active = state.first if state.clock % 2 else opponent(state.first)
    fight.tell(TurnBegan("tp.setup.turns", state.turn, state.active))
    turn_begun.each(fight.setting.mission.rules, fight)
    take_sides(fight)
    expire(fight)
    spells_come_back(fight)
    state.casts = 0
    for piece in state.pieces:
        piece.turn = ThisTurn()
    for number, piece in state.numbered():
        if piece.side == state.active and piece.fate == "away":
            come_back(fight, number)
    time_goes_on(fight)
    flatten(fight)
    drown(fight)
    poison_works(fight)
    if fight.setting.enchanted:
        items_stir(fight)
    for number, piece in state.numbered():
        whose = owner(fight, number) if piece.lawless else piece.side
        for name in nature(fight, number) if whose == state.active else ():
            if piece.fate in ("standing", "within"):  # the one before may have killed it
                specials.start_of_turn.each((name,), fight, number)
    put_away(fight)
    _enter(fight, "declaring")
    return True


def _declaring(fight: Fight) -> bool:
    """Charges are declared once, all together."""
    if renew_one(fight) or before_charges.any(fight.setting.mission.rules, fight):
        return True
    acted = declare(fight)
    if fight.state.phase == "declaring":
        _enter(fight, "charges")
    return acted


def _fighting(fight: Fight) -> bool:
    """Gremlins at machines, combats one after the other, beasts that tear at themselves, and then the grief for a
    slain general."""
    if fight.setting.enchanted and gnaw_one(fight):
        return True
    if combat_opens.any(fight.setting.mission.rules, fight):
        return True
    dominated = bool(fight.state.effects) and turn_on_masters(fight)
    return dominated or fight_one(fight) or rave_one(fight) or mourn_one(fight)


def _shooting(fight: Fight) -> bool:
    """Banners cast their spells and beasts breathe fire before anybody shoots."""
    return cast_of_itself(fight) or breathe_one(fight) or shoot_one(fight)


def _moving(fight: Fight) -> bool:
    """What nobody commands moves first."""
    return stir_one(fight) or move_one(fight)


DEEDS: Mapping[Phase, Callable[[Fight], bool]] = {
    "sides": choose_sides,
    "bonus terrain": bonus_terrain,
    "magic": choose_spells,
    "deployment": _before,
    "halfwits": hide_one,
    "scouts": scout_one,
    "first turn": before_the_battle,
    "start": _begin_turn,
    "declaring": _declaring,
    "charges": charge_one,
    "moves": _moving,
    "counter charges": counter_charge_one,
    "shooting": _shooting,
    "combat": _fighting,
    "stress": stress_one,
}
ORDER: tuple[Phase, ...] = tuple(DEEDS)


def _next_phase(fight: Fight) -> None:
    phase, mission = fight.state.phase, fight.setting.mission
    if mission.rules and fight.state.clock and one_side_left(fight):
        close(fight)
        return
    if phase == "counter charges":
        moves_are_over.each(mission.rules, fight)
    if phase == "shooting" and fight.state.effects:
        shooting_is_over(fight)
    if phase == "combat":
        combat_is_over(fight)
        rest(fight)
    if phase == "stress":
        _end_turn(fight)
    elif phase == "scouts" and fight.state.active == mission.places_first:
        fight.state.active = opponent(Player(mission.places_first))
        _enter(fight, "deployment")
    else:
        _enter(fight, ORDER[ORDER.index(phase) + 1])


def _enter(fight: Fight, phase: Phase) -> None:
    state = fight.state
    state.phase, state.todo = phase, ()
    if phase == "combat":
        state.fought = ()  # kept through the stress phase, which goes by the order of the fights
    if phase in TOLD:
        state.hushed = False
        fight.tell(PhaseBegan(RULES[phase], TOLD[phase], state.active))
    if phase == "combat":
        combat_begins(fight)


def _end_turn(fight: Fight) -> None:
    """What a piece did in its own turn is remembered for its answers in the enemy's: whoever pursued or wiped an
    enemy out has moved, though it used none of its movement for that.  [tp.move.counter]"""
    state = fight.state
    for piece in state.pieces:
        if piece.side == state.active:
            piece.last_moved = piece.turn.spent or Length(piece.stirred == state.clock)
            piece.last_shot, piece.last_dashed = piece.turn.shot, piece.turn.dashed
    if state.clock >= LAST_CLOCK or _decided(fight):
        close(fight)
    else:
        _enter(fight, "start")


def _decided(fight: Fight) -> bool:
    """One side has nothing left, and none of the other's pieces is still running."""
    present = [
        [p for p in fight.state.pieces if p.side == side and p.fate in PRESENT and not p.lawless] for side in BOTH
    ]
    for own, others in (present, present[::-1]):
        if not own:
            return not any(piece.fleeing for piece in others)
    return False
