"""Who may do what at a moment of the turn, and why not: what a referee is asked in a dispute."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from warhost.engine.battle import Battle
from warhost.engine.enumerate import outcomes
from warhost.engine.event import Told
from warhost.engine.field.board import FACINGS
from warhost.engine.oracle import Scripted
from warhost.engine.promise import whole_percent
from warhost.engine.question import Refusal
from warhost.engine.verdict import Fact, Verdict

from .aiming import may_not_shoot, ready_weapons, targets_of, why_no_shot
from .combat import Blow, fight_ranks, file_front, hand_weapons, may_not_strike, reachable
from .events import PowerTried
from .morale import morale_value, must_test, sheet_of
from .movement import cannot_stir
from .orders import March
from .pieces import commander, fighters, forbidden_friend, members, touching
from .setting import Fight, Setting
from .shooting import Shot
from .specials import Power, unusable
from .state import NOBODY, State
from .steps import movement_points
from .turn import firing_powers

HYPNOTISED = Refusal("mag.trick.hypnotise_effect", "comrades do not attack one of their own who was hypnotised")


def facts(setting: Setting, state: State) -> dict[str, Fact]:
    """How every piece stands, by its id."""
    return {figure.id: _fact(setting, state, figure.number) for figure in setting.figures}


def _fact(setting: Setting, state: State, number: int) -> Fact:
    piece = state.pieces[number]
    return Fact(
        fate=piece.fate,
        at=setting.board.xy(piece.square) if piece.present else None,
        facing=FACINGS[piece.facing],
        wounds=tuple(f"{wound.location}, {wound.severity}" for wound in piece.wounds),
    )


def verdicts(setting: Setting, state: State) -> list[Verdict]:
    """For every piece of the side whose half of the phase it is."""
    fight: Fight = Battle(setting, state, Scripted())
    judges = {
        "first firing": _shooting, "movement": _moving, "second firing": _shooting, "combat": _striking,
        "morale": _testing,
    }  # fmt: skip
    return list(judges[state.phase](fight)) if state.phase in judges else []


def _present(fight: Fight) -> list[int]:
    side = fight.state.active
    return [number for number, piece in enumerate(fight.state.pieces) if piece.side == side and piece.present]


# --- firing -------------------------------------------------------------------------------------------------


def _shooting(fight: Fight) -> Iterator[Verdict]:
    for number in _present(fight):
        if refusal := may_not_shoot(fight, number):
            yield Verdict(fight.setting.name(number), "shoot", refusal=refusal)
            continue
        for weapon in ready_weapons(fight, number):
            yield from _shots(fight, number, weapon)
    yield from _powers(fight)


def _powers(fight: Fight) -> Iterator[Verdict]:
    """What characters can do instead of shooting, with the chance that it works."""
    for name, powers in firing_powers(fight, fight.state.active).items():
        for power in powers:
            for target in power.targets:
                chance = whole_percent(_works(fight, power, name, target))
                yield Verdict(name, f"use {power.name} on", target, chance, note="instead of shooting")
    for number in _present(fight):
        for skill in fight.state.pieces[number].skills:
            if (refusal := unusable.first((skill,), fight, number)) is not None:
                yield Verdict(fight.setting.name(number), f"use {skill.replace('_', ' ')}", refusal=refusal)


def _works(fight: Fight, power: Power, user: str, target: str) -> Fraction:
    """The very code that uses the power, run over every way its dice can fall."""
    told: list[Told] = []

    def use(battle: Fight) -> None:
        power.use(battle, battle.setting.number[user], target)
        told[:] = battle.told

    def worked(state: State) -> bool:
        tried = [one.event for one in told if isinstance(one.event, PowerTried) and one.event.power == power.name]
        return any(event.success for event in tried)

    found = outcomes(use, fight.setting, fight.state, lambda question: question.suggest(1)[0], worked)
    return found.get(True, Fraction(0))


def _shots(fight: Fight, firer: int, weapon: str) -> Iterator[Verdict]:
    name, found = fight.setting.name, targets_of(fight, firer, weapon)
    for target in fighters(fight, 1 - fight.state.pieces[firer].side):
        if target in found:
            shot = Shot(fight, firer, target, found[target], weapon)
            note = f"{weapon.replace('_', ' ')}, {shot.distance} squares, {shot.band} range"
            yield Verdict(name(firer), "shoot", name(target), shot.chance, shot.tally.steps, note)
        else:
            friend = forbidden_friend(fight, firer, target)
            refusal = HYPNOTISED if friend else why_no_shot(fight, firer, target, weapon)
            yield Verdict(name(firer), "shoot", name(target), refusal=refusal)


# --- movement -----------------------------------------------------------------------------------------------


def _moving(fight: Fight) -> Iterator[Verdict]:
    """Each piece; and for a unit that has come apart, that it may not be left so."""
    name = fight.setting.name
    for number in _present(fight):
        if refusal := cannot_stir(fight, number):
            yield Verdict(name(number), "move", refusal=refusal)
        else:
            points = movement_points(fight, number)
            note = f"{points.total} Movement Points"
            yield Verdict(name(number), "move", because=points.steps, note=note)
    side = fight.state.active
    for index, unit in enumerate(fight.setting.units):
        everyone = members(fight, index)
        if unit.force == side and everyone and not fight.state.units[index].acted:
            refusal = March(fight, commander(fight, side), index, everyone).refuse({})
            if refusal is not None:
                yield Verdict(unit.id, "stand as it is", refusal=refusal)


# --- combat -------------------------------------------------------------------------------------------------


def _striking(fight: Fight) -> Iterator[Verdict]:
    name = fight.setting.name
    for number in _present(fight):
        reach = reachable(fight, number)
        refusal = may_not_strike(fight, number) or (None if reach else _why_no_blow(fight, number))
        if refusal:
            yield Verdict(name(number), "strike", refusal=refusal)
            continue
        for weapon in hand_weapons(fight, number):
            for foe, front in reach.items():
                blow = Blow(fight, number, foe, front, weapon)
                note = weapon.replace("_", " ") + _manner(fight, blow)
                yield Verdict(name(number), "strike", name(foe), blow.chance, blow.tally.steps, note)


def _manner(fight: Fight, blow: Blow) -> str:
    from_behind = f", behind {fight.setting.name(blow.front)}" if blow.front != blow.attacker else ""
    return from_behind + (", over a corner: not added to others" if blow.over_corner else "")


def _why_no_blow(fight: Fight, number: int) -> Refusal:
    """Why a piece reaches nobody: neither by itself nor through its file."""
    if touching(fight, number):
        return HYPNOTISED
    front = file_front(fight, number)
    if front != number:
        why = f"no enemy is next to it, nor before {fight.setting.name(front)} at the front of its file"
        return Refusal("mag.combat.rank_support", why)
    if fight_ranks(fight, number) > 1:
        too_far = "it stands too far back in its file" if _friend_ahead(fight, number) else ""
        why = f"no enemy is next to it, and {too_far or 'nobody of its unit stands directly before it'}"
        return Refusal("mag.combat.rank_support", why)
    if _friend_ahead(fight, number):
        return Refusal("mag.combat.ranks", "no enemy is next to it, and it has no attack from a rear rank")
    return Refusal("mag.combat.adjacent", "no enemy is next to it")


def _friend_ahead(fight: Fight, number: int) -> bool:
    piece = fight.state.pieces[number]
    ahead = fight.setting.board.steps[piece.square][2 * piece.facing]
    other = fight.state.occupied[ahead] if ahead >= 0 else NOBODY
    return other != NOBODY and fight.state.pieces[other].side == piece.side


# --- morale -------------------------------------------------------------------------------------------------


def _testing(fight: Fight) -> Iterator[Verdict]:
    for index, unit in enumerate(fight.setting.units):
        if unit.force != fight.state.active or not members(fight, index):
            continue
        if must_test(fight, index):
            value = morale_value(fight, index, 0)
            yield Verdict(unit.id, "test", because=value.steps, note=_needs(fight, index), must=True)
        else:
            tested = fight.state.units[index].tested
            why = "it has tested this turn" if tested else "nothing that happened this turn calls for a test"
            yield Verdict(unit.id, "test", must=True, refusal=Refusal("mag.morale.once", why))


def _needs(fight: Fight, unit: int) -> str:
    """What the dice and the reasons together must come to."""
    sheet = sheet_of(fight, unit)
    assert sheet is not None
    needed = sheet.results[fight.setting.figures[fight.setting.units[unit].members[0]].training]
    return f"with {sheet.dice}: {needed.carry_on} carries on, {needed.retire} retires, less routs"
