"""The turn: recovery, charge, movement, shooting, close combat, in the order the data give.  [war.turn.phases]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from warhost.engine.question import Choose

from .charging.declaring import declare_one
from .charging.resolving import resolve_one
from .events import Changed, PhaseBegan, TurnBegan
from .fighting.combat import alone as alone_now
from .fighting.combat import fight_one, part, shaken
from .lookout import engaged, of_side, standing_foes
from .magic.casting import rise
from .magic.lasting import end_at_shooting, end_at_turn, held_fast
from .moving.hiding import look_round
from .moving.movement import move_one
from .nerve.heart import panic, quarter_lost, rally, rout, rout_test, squabble, test_wits
from .scenarios.ending import end_of_turn, look_for_end, round_over
from .scenarios.opening import choose_edges, deploy_one, first_turn, lay_table, place_markers, prepare
from .setting import Fight
from .shooting.shots import act_one

PHASE_RULES = {
    "recovery": "war.turn.recovery.rout",
    "charge": "war.turn.charge",
    "movement": "war.turn.move",
    "shooting": "war.turn.shoot",
    "combat": "war.turn.combat.who",
}
FIGHT_ON, CONCEDE = "fight on", "concede"
USE, KEEP = "use them", "keep them"

PREPARING: Mapping[str, Callable[[Fight], None]] = {
    "table": lay_table,
    "before": prepare,
    "edges": choose_edges,
    "markers": place_markers,
    "deployment": deploy_one,
    "first turn": first_turn,
}


def step(fight: Fight) -> None:
    """One thing happens: a warrior acts, a combat is fought, a test is taken."""
    state = fight.state
    if state.phase in PREPARING:
        PREPARING[state.phase](fight)
        return
    if state.phase == "start":
        begin_turn(fight)
        return
    told = len(fight.told)
    while state.outcome is None and state.phase != "start":
        if DEEDS[state.phase](fight):
            return
        _next_phase(fight)
        if len(fight.told) > told + 4:
            return


def begin_turn(fight: Fight) -> None:
    """[war.turn.start] [war.turn.round] [war.turn.active]"""
    state = fight.state
    state.turn += 1
    if state.opens:
        state.round, state.opens = state.round + 1, False
    fight.tell(TurnBegan("war.turn.round", state.round, state.active))
    _afresh(fight)
    if quarter_lost(fight, state.active) and _concedes(fight):
        rout(fight, state.active, "concedes the field")
        _after_rout(fight)
        return
    squabble(fight, state.active)
    _enter(fight, fight.setting.phases[0])


def _concedes(fight: Fight) -> bool:
    """[war.rout.test]"""
    text = f"A quarter of {fight.setting.called(fight.state.active)} is out of action. Fight on?"
    question = Choose(
        fight.state.active,
        "concede",
        [FIGHT_ON, CONCEDE],
        "war.rout.test",
        text=text,
        meanings={FIGHT_ON: "fight on", CONCEDE: "leave the field"},
        usual=FIGHT_ON,
    )
    return bool(fight.ask(question) == CONCEDE)


def _afresh(fight: Fight) -> None:
    """Nothing of the last turn is left; what lasts until his next turn ends for the active player."""
    for warrior in fight.state.warriors:
        warrior.moved = warrior.ran = warrior.charged = warrior.failed = warrior.stood = warrior.rallied = False
        warrior.fell = warrior.acted = warrior.shot = warrior.cast = warrior.held = warrior.intercepted = False
        warrior.lifted = False
        warrior.reached = warrior.braved = ()
        if "swagger" in warrior.used:
            warrior.used = tuple(one for one in warrior.used if one != "swagger")
        if warrior.side == fight.state.active:
            warrior.squabbling = False
    state = fight.state
    state.charges, state.declaring, state.fought, state.shaken, state.hiding = (), True, (), (), False


def _enter(fight: Fight, phase: str) -> None:
    state = fight.state
    state.phase = phase
    for warrior in state.warriors:
        warrior.parried = warrior.critical = False
        warrior.laid = ()
    if phase == "shooting":
        end_at_shooting(fight)
    state.fought, state.shaken = (), ()
    fight.tell(PhaseBegan(PHASE_RULES[phase], phase, state.active))


def _next_phase(fight: Fight) -> None:
    """Whether the battle is over is looked at when each phase ends.  [war.scen.end]"""
    state, phases = fight.state, fight.setting.phases
    part(fight)
    look_for_end(fight)
    if state.outcome is not None:
        return
    if state.active in state.beaten:
        _pass_on(fight)
        return
    at = phases.index(state.phase)
    if at + 1 < len(phases):
        _enter(fight, phases[at + 1])
        return
    end_at_turn(fight)
    end_of_turn(fight)
    if state.outcome is None:
        _pass_on(fight)


def _pass_on(fight: Fight) -> None:
    """To the next player who is still in the battle.  [war.multi.rout]"""
    state = fight.state
    at = state.order.index(state.active)
    following = state.order[at + 1 :] + state.order[: at + 1]
    state.active = next(side for side in following if side not in state.beaten)
    state.phase, state.opens = "start", state.order.index(state.active) <= at
    if state.opens:
        round_over(fight)


def _after_rout(fight: Fight) -> None:
    look_for_end(fight)
    if fight.state.outcome is None:
        _pass_on(fight)


# --- recovery -------------------------------------------------------------------------------------------------


def recover(fight: Fight) -> bool:
    """Rout test, rallying, stupidity, standing up, coming round; then herbs.  [war.turn.recovery.rout]"""
    state = fight.state
    side = state.active
    if state.shaken:  # the steps have been taken
        return _herbs(fight)
    state.shaken = (-1,)
    if quarter_lost(fight, side) and not rout_test(fight, side):
        rout(fight, side, "routs")
        _after_rout(fight)
        return True
    for number in of_side(fight, side):
        if state.warriors[number].fleeing:
            rally(fight, number)
    _wits(fight, side)
    _stand_up(fight, side)
    look_round(fight)
    return True


def _wits(fight: Fight, side: int) -> None:
    for number in of_side(fight, side):
        warrior = fight.state.warriors[number]
        warrior.stupid = False
        if fight.setting.fighters[number].has("stupidity") and warrior.standing:
            test_wits(fight, number)


def _stand_up(fight: Fight, side: int) -> None:
    """First who is down, then who is stunned.  [war.turn.recovery.stand] [war.turn.recovery.stunned]"""
    down = [number for number in of_side(fight, side) if fight.state.warriors[number].posture == "down"]
    stunned = [number for number in of_side(fight, side) if fight.state.warriors[number].posture == "stunned"]
    for number in down:
        if held_fast(fight, number):
            fight.tell(Changed("war.spell.stone", fight.setting.fighters[number].id, "held down"))
        else:
            rise(fight, number, fight.state.warriors[number], "war.turn.recovery.stand")
    for number in stunned:
        fight.state.warriors[number].posture = "down"
        fight.tell(Changed("war.turn.recovery.stunned", fight.setting.fighters[number].id, "coming round"))


def _herbs(fight: Fight) -> bool:
    """[war.item.herbs] [war.turn.start]"""
    for number in of_side(fight, fight.state.active):
        warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
        hurt = warrior.steady and warrior.wounds < fighter.profile.w and "herbs" in fighter.items
        if not hurt or "herbs" in warrior.used or warrior.held or engaged(fight, number):
            continue
        text = "Does {who} use the healing herbs?"
        warrior.held = True
        question = Choose(
            fighter.side,
            "herbs",
            [USE, KEEP],
            "war.item.herbs",
            fighter.id,
            text=text,
            meanings={USE: "all wounds are healed", KEEP: "keep them"},
            usual=KEEP,
        )
        if fight.ask(question) == USE:
            warrior.used, warrior.wounds = (*warrior.used, "herbs"), fighter.profile.w
            fight.tell(Changed("war.item.herbs", fighter.id, "healed"))
        return True
    for number in of_side(fight, fight.state.active):
        fight.state.warriors[number].held = False
    return False


# --- charges, combat ------------------------------------------------------------------------------------------


def charge(fight: Fight) -> bool:
    """All are declared before anybody moves.  [war.turn.charge]"""
    if fight.state.declaring:
        if declare_one(fight):
            return True
        fight.state.declaring = False
    return resolve_one(fight)


def combat(fight: Fight) -> bool:
    """Combats, then tests for being alone.  [war.turn.combat.alone]"""
    state = fight.state
    if -2 not in state.shaken:
        if fight_one(fight):
            return True
        state.shaken = (*shaken(fight), -2)
    for number in state.shaken[:-1]:
        state.shaken = tuple(one for one in state.shaken if one != number)
        if state.warriors[number].steady and standing_foes(fight, number) and alone_now(fight, number):
            panic(fight, number)
            return True
    return False


DEEDS: Mapping[str, Callable[[Fight], bool]] = {
    "recovery": recover,
    "charge": charge,
    "movement": move_one,
    "shooting": act_one,
    "combat": combat,
}
