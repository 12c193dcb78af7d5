"""The game turn: initiative, then five phases, red before blue in each.  [mag.turn.sequence]"""

from __future__ import annotations

from warhost.engine.question import Choose

from .aiming import Enemies
from .combat import attack, can_strike
from .events import PhaseBegan, TurnBegan
from .morale import morale_one
from .movement import DONE, move_one
from .pieces import commander, loners, members, skilled, squares_of, threatened
from .placing import choose_sides, choose_skills, name_leaders, place_one, roll_off
from .setting import Fight
from .shooting import volley
from .specials import Power, firing_power
from .standstill import settled
from .state import NOBODY, Phase
from .tricks import wake_and_obey
from .victory import close

PHASES: tuple[Phase, ...] = ("first firing", "movement", "second firing", "combat", "morale")
RULES = {phase: f"mag.turn.phase{number}" for number, phase in enumerate(PHASES, 1)}
SHOOT = "shoot"


def step(fight: Fight) -> None:
    """One thing happens: a unit acts, a volley is fired, a group attacks, a unit tests."""
    preparing = {
        "sides": choose_sides,
        "skills": choose_skills,
        "placing": place_one,
        "leaders": name_leaders,
    }
    phase = fight.state.phase
    if phase in preparing:
        preparing[phase](fight)
    elif phase == "initiative":
        begin_turn(fight)
    else:
        _next_deed(fight)


def begin_turn(fight: Fight) -> None:
    """Who rolls higher is red for this turn; nothing is left over from the last.

    [mag.turn.initiative] [mag.move.unused]
    """
    state = fight.state
    state.turn += 1
    winner = roll_off(fight, "initiative", "mag.turn.initiative")
    state.red = state.commanders.index(winner)
    state.leaders_slain, state.animals = (False, False), ()
    for piece in state.pieces:
        piece.moved = piece.acted = piece.struck = piece.spent = piece.parrying = False
        piece.wary = piece.lightning = piece.busy = piece.rested = False
        piece.fired, piece.paid, piece.foe, piece.charged = 0, 0, NOBODY, ()
    for index, unit in enumerate(state.units):
        unit.strength = len(members(fight, index))
        unit.acted = unit.tested = unit.friends_routed = False
        unit.flank_attackers = unit.rear_attackers = unit.monsters = unit.killers = ()
        unit.killed = unit.lost = 0
    fight.tell(TurnBegan("mag.turn.initiative", state.turn, state.red))
    wake_and_obey(fight)
    _enter(fight, "first firing", 0)


def _next_deed(fight: Fight) -> None:
    """The next thing that somebody can do, passing over halves and phases in which nobody can do anything."""
    deeds = {
        "first firing": fire_one, "movement": move_one, "second firing": fire_one, "combat": fight_one,
        "morale": morale_one,
    }  # fmt: skip
    state = fight.state
    while state.outcome is None and state.phase != "initiative":
        if deeds[state.phase](fight):
            return
        _end_half(fight)


def _end_half(fight: Fight) -> None:
    state = fight.state
    if state.half == 0:
        _enter(fight, state.phase, 1)
    elif state.phase != PHASES[-1]:
        _enter(fight, PHASES[PHASES.index(state.phase) + 1], 0)
    elif state.turn >= fight.setting.encounter.turn_limit:
        close(fight)
    elif why := settled(fight):
        close(fight, early=why)
    else:
        state.phase = "initiative"


def _enter(fight: Fight, phase: Phase, half: int) -> None:
    state = fight.state
    if phase != state.phase:
        for piece in state.pieces:
            piece.busy = False
    state.phase, state.half, state.sensed = phase, half, False
    fight.tell(PhaseBegan(RULES[phase], phase, state.active))


# --- phases 1 and 3 -----------------------------------------------------------------------------------------


def fire_one(fight: Fight) -> bool:
    """A volley or a power of the active side; False when it can do nothing, or wants nothing more.

    Blue shoots after red with whoever is left, at whom it likes.  [mag.fire.return]
    """
    side = fight.state.active
    enemies = Enemies(fight, side)
    actors = _shooters(fight, side, enemies)
    powers = firing_powers(fight, side)
    options = list(dict.fromkeys([*actors, *powers]))
    if not options:
        return False
    able = [number for group in actors.values() for number in group]
    able += [fight.setting.number[hero] for hero in powers]
    lurking = all(fight.state.pieces[number].fate == "hidden" for number in able)  # nobody knows that they could
    text, enough = "Who shoots next?", {DONE: "nobody: no more shots and powers in this phase"}
    player, rule = commander(fight, side), RULES[fight.state.phase]
    question = Choose(player, "fire", [*options, DONE], rule, text=text, meanings=enough, usual=DONE)
    choice = fight.ask(question.in_secret(lurking))
    if choice == DONE:
        _hold_fire(fight, side)
    elif choice not in powers:
        volley(fight, actors[choice], enemies)
    else:
        _act(fight, fight.setting.number[choice], powers[choice], actors.get(choice))
    return True


def _shooters(fight: Fight, side: int, enemies: Enemies) -> dict[str, list[int]]:
    """Units and characters of which anybody has a shot."""
    found: dict[str, list[int]] = {}
    for index, unit in enumerate(fight.setting.units):
        if unit.force == side and unit.shoots:
            group = members(fight, index)
            if any(enemies.have_to_fear(number) for number in group):
                found[unit.id] = group
    for number in loners(fight, side):
        if enemies.have_to_fear(number):
            found[fight.setting.name(number)] = [number]
    return found


def firing_powers(fight: Fight, side: int) -> dict[str, list[Power]]:
    """Who can use a power in this firing phase, and which."""
    found: dict[str, list[Power]] = {}
    for number in skilled(fight, side):
        piece = fight.state.pieces[number]
        if piece.busy:
            continue
        if piece.trance is not None and fight.state.turn < piece.trance.first:
            continue
        offered = firing_power.replies(piece.skills, fight, number)
        usable = [power for power in offered if power is not None]
        if usable:
            found[fight.setting.name(number)] = usable
    return found


def _act(fight: Fight, number: int, powers: list[Power], shooter: list[int] | None) -> None:
    """A character uses a power, or shoots after all."""
    side, name = fight.state.pieces[number].side, fight.setting.name(number)
    actions = {power.name: power for power in powers}
    options = [*actions, SHOOT] if shooter else list(actions)
    choice = options[0]
    if len(options) > 1:
        rule, text = RULES[fight.state.phase], "What shall {who} do now?"
        choice = fight.ask(Choose(commander(fight, side), "action", options, rule, name, text=text))
    if choice == SHOOT:
        volley(fight, [number])
        return
    power = actions[choice]
    player, asks = commander(fight, side), power.asks
    target = fight.ask(Choose(player, power.name, power.targets, power.rule, name, text=asks))
    fight.state.pieces[number].busy = True
    power.use(fight, number, target)


def _hold_fire(fight: Fight, side: int) -> None:
    """The rest of the side does nothing more in this phase."""
    for piece in fight.state.pieces:
        if piece.side == side:
            piece.busy = True


# --- phase 4 ------------------------------------------------------------------------------------------------


def fight_one(fight: Fight) -> bool:
    """An attack of the active side; False when it can make none, or wants no more.

    Any number may attack the same enemy; blue replies with whoever is left.
    [mag.combat.many_attackers] [mag.combat.reply]
    """
    side = fight.state.active
    strikers = _strikers(fight, side)
    if not strikers:
        return False
    enough = {DONE: "nobody: no more attacks this turn"}
    question = Choose(
        commander(fight, side), "attack with", [*strikers, DONE], "mag.turn.phase4",
        text="Who attacks next?", meanings=enough,
    )  # fmt: skip
    choice = fight.ask(question)
    if choice == DONE:
        for number in (number for group in strikers.values() for number in group):
            fight.state.pieces[number].rested = True
    else:
        attack(fight, strikers[choice])
    return True


def _strikers(fight: Fight, side: int) -> dict[str, list[int]]:
    """Units and characters that can attack, each with the pieces that can."""
    found: dict[str, list[int]] = {}
    threat = threatened(fight, side)
    for index, unit in enumerate(fight.setting.units):
        if unit.force == side:
            group = members(fight, index)
            if threat.isdisjoint([square for number in group for square in squares_of(fight, number)]):
                continue
            ready = [number for number in group if can_strike(fight, number)]
            if ready:
                found[unit.id] = ready
    for number in loners(fight, side):
        if can_strike(fight, number):
            found[fight.setting.name(number)] = [number]
    return found
