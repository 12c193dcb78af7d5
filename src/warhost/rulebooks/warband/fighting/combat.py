"""The close combat phase: which combats are fought, who strikes when, and who is shaken afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from warhost.engine.question import Choose

from ..burdens import let_go
from ..events import Missed, Shot
from ..library import Weapon
from ..lookout import apart, foes, of_side, standing_foes, those_there, within
from ..setting import Fight
from ..shooting.throws import first_die, hits
from ..specials import ignores_panic, quick_reflexes
from ..trials import rank_off
from .arms import choose_weapons
from .blow import Arm, Hit, Source
from .strikes import strike, targets_of, weapons_of
from .wounds import suffer

FRIEND_NEAR = 6_000
FIRE, HOLD = "fire", "hold"


class Moment(NamedTuple):
    """When somebody strikes, and at whom; all whom he can if nobody is named."""

    group: int
    initiative: int
    number: int
    among: tuple[int, ...] = ()


def fight_one(fight: Fight) -> bool:
    """The next combat in which the active player takes part.  [war.turn.combat.who]"""
    for number in of_side(fight, fight.state.active):
        if number not in fight.state.fought and foes(fight, number):
            combat = linked(fight, number)
            _round(fight, combat)
            fight.state.fought = (*fight.state.fought, *combat)
            return True
    return False


def linked(fight: Fight, number: int) -> list[int]:
    """Everybody linked by touching enemies.  [war.turn.combat.multi] [war.multi.fight]"""
    found, open_ones = [number], [number]
    while open_ones:
        for foe in foes(fight, open_ones.pop()):
            if foe not in found:
                found.append(foe)
                open_ones.append(foe)
    return sorted(found)


def _round(fight: Fight, combat: Sequence[int]) -> None:
    """Everybody in it who fights strikes once through.  [war.combat.round] [war.combat.example]"""
    able = [number for number in combat if _fights(fight, number)]
    for number in able:
        choose_weapons(fight, number)
    contacts = {number: foes(fight, number) for number in able}
    _point_blank(fight, able)
    _strike_in_order(fight, able)
    for number in able:
        _close_round(fight, number, contacts[number])
    for number in combat:
        fight.state.warriors[number].feared = ()


def _close_round(fight: Fight, number: int, met: list[int]) -> None:
    """Who lay all through it or had lost his wits has not fought a round.  [war.combat.first]"""
    warrior = fight.state.warriors[number]
    warrior.rounds += 1
    warrior.met = tuple(dict.fromkeys((*warrior.met, *met)))
    if warrior.second == "pistol":
        warrior.second = ""


# --- the order of blows ---------------------------------------------------------------------------------------


def _strike_in_order(fight: Fight, able: Sequence[int]) -> None:
    """A warrior who is down, stunned or out when his moment comes does not strike."""
    pool: dict[int, list[Arm]] = {}
    coming = _ordered(fight, [moment for number in able for moment in moments(fight, number)])
    while coming:
        moment = _next_of(fight, coming)
        coming.remove(moment)
        number, among = moment.number, _aims(fight, moment)
        weapons = pool.setdefault(number, weapons_of(fight, number))
        if not among or not weapons:
            continue
        share = _held_back(fight, moment, weapons)
        used = strike(fight, number, weapons[:share], among)
        pool[number] = weapons[used:]
        _drop_load(fight, number)


def _next_of(fight: Fight, coming: list[Moment]) -> Moment:
    """Of his own equals, where they strike at the same enemy, the owner says who is first.  [war.combat.order]"""
    first, warriors = coming[0], fight.state.warriors
    names = {
        fight.setting.fighters[moment.number].id: moment
        for moment in coming
        if moment[:2] == first[:2] and warriors[moment.number].side == warriors[first.number].side
        if set(_aims(fight, moment)) & set(_aims(fight, first))
    }
    if len(names) < 2:
        return first
    side = warriors[first.number].side
    question = Choose(
        side,
        "strikes first",
        list(names),
        "war.combat.order",
        text="Equally quick: who of them strikes first?",
        usual=next(iter(names)),
    )
    return names[fight.ask(question)]


def _aims(fight: Fight, moment: Moment) -> list[int]:
    """Whom he can strike at now."""
    if not _fights(fight, moment.number):
        return []
    return [one for one in targets_of(fight, moment.number) if not moment.among or one in moment.among]


def _fights(fight: Fight, number: int) -> bool:
    """Who is down, flees or has lost his wits makes no attack.  [war.turn.states] [war.psych.stupidity]"""
    warrior = fight.state.warriors[number]
    return warrior.steady and not warrior.stupid


def _drop_load(fight: Fight, number: int) -> None:
    """Who fights lets go of the chest.  [war.scen.box]"""
    let_go(fight, number, "fights")


def _held_back(fight: Fight, moment: Moment, weapons: list[Arm]) -> int:
    """Who strikes first at one enemy alone may keep attacks for the others."""
    others = [target for target in targets_of(fight, moment.number) if target not in moment.among]
    if not moment.among or not others or moment.group > 1 or len(weapons) < 2:
        return len(weapons)
    fighter = fight.setting.fighters[moment.number]
    numbers = [str(count) for count in range(1, len(weapons) + 1)]
    text = "How many attacks does {who} make at once at the newcomer?"
    chosen = fight.ask(
        Choose(
            fighter.side,
            "attacks now",
            numbers,
            "war.combat.first",
            fighter.id,
            text=text,
            meanings={one: f"{one} now, the rest in turn" for one in numbers},
        )
    )
    return int(chosen)


def moments(fight: Fight, number: int) -> Iterator[Moment]:
    """In which groups he strikes: those who charged or strike first, all others, the slow, those who just stood up.

    [war.combat.order] [war.turn.recovery.stand] [war.weapon.spear] [war.weapon.great]
    """
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    initiative = fighter.profile.i
    weapon = fight.setting.library.weapon(warrior.main)
    if warrior.stood:
        yield Moment(4, initiative, number)
    elif weapon.strikes == "last":
        yield Moment(3, initiative, number)
    elif warrior.charged and warrior.reached:
        yield Moment(1, initiative, number)
    else:
        now = foes(fight, number)
        quick = tuple(foe for foe in now if _struck_first(fight, number, foe, weapon))
        if quick:
            yield Moment(1, initiative, number, () if len(quick) == len(now) else quick)
        if len(quick) < len(now):
            yield Moment(2, initiative, number, tuple(foe for foe in now if foe not in quick) if quick else ())


def _struck_first(fight: Fight, number: int, foe: int, weapon: Weapon) -> bool:
    """A spear in the first round with this enemy; quick reflexes against who charged him."""
    warrior, other = fight.state.warriors[number], fight.state.warriors[foe]
    if weapon.strikes == "first" and foe not in warrior.met:
        return True
    return number in other.reached and quick_reflexes.any(fight.setting.fighters[number].traits)


def _ordered(fight: Fight, found: list[Moment]) -> list[Moment]:
    """Group by group, the quickest first; equals of several sides throw for it, side against side."""
    ordered: list[Moment] = []
    for key in sorted({(moment.group, -moment.initiative) for moment in found}):
        equal = [moment for moment in found if (moment.group, -moment.initiative) == key]
        ordered += _among_equals(fight, equal)
    return ordered


def _among_equals(fight: Fight, equal: list[Moment]) -> list[Moment]:
    warriors, order = fight.state.warriors, _turn_order(fight)
    here = {warriors[moment.number].side for moment in equal}
    sides = tuple(side for side in order if side in here)
    ranked = rank_off(fight, sides, "equal Initiative: who strikes first", "war.combat.order")
    return [moment for side in ranked for moment in equal if warriors[moment.number].side == side]


def _turn_order(fight: Fight) -> tuple[int, ...]:
    """The active player first."""
    order = fight.state.order or tuple(range(len(fight.setting.companies)))
    at = order.index(fight.state.active)
    return order[at:] + order[:at]


# --- shots in contact -----------------------------------------------------------------------------------------


def _point_blank(fight: Fight, able: Sequence[int]) -> None:
    """Hand crossbows are loosed before all blows, the quickest first.  [war.weapon.handbow]"""
    armed = [number for number in able if fight.state.warriors[number].rounds == 0 and _handbow(fight, number)]
    for number in sorted(armed, key=lambda number: -fight.setting.fighters[number].profile.i):
        weapon, targets = _handbow(fight, number), standing_foes(fight, number)
        if weapon is None or not targets or not _fights(fight, number):
            continue
        fighter = fight.setting.fighters[number]
        names = {fight.setting.fighters[target].id: target for target in targets}
        text = "At whom does {who} loose the hand crossbow, before the blows?"
        question = Choose(
            fighter.side,
            "point blank",
            [*names, HOLD],
            weapon.rule,
            fighter.id,
            text=text,
            meanings={HOLD: "hold it"},
            usual=HOLD,
        )
        chosen = fight.ask(question)
        if chosen != HOLD:
            _loose(fight, number, names[chosen], weapon)


def _handbow(fight: Fight, number: int) -> Weapon | None:
    if fight.setting.fighters[number].has("brew"):
        return None
    return next((weapon for weapon in fight.setting.fighters[number].missiles if weapon.point_blank), None)


def _loose(fight: Fight, number: int, target: int, weapon: Weapon) -> None:
    fighter = fight.setting.fighters[number]
    names = fighter.id, fight.setting.fighters[target].id
    need = max(2, weapon.point_blank - fighter.profile.bs)
    fight.tell(Shot(weapon.rule, *names, weapon.title.lower(), need))
    face = first_die(fight, fighter.side, need, weapon.rule)
    if not hits(fight, fighter.side, face, need, weapon.rule):
        fight.tell(Missed(weapon.rule, *names))
        return
    source = Source(number, "missile", "war.wound.chart", thrower=fighter.side)
    poisoned = face == 6 and weapon.id == fighter.smeared  # [war.item.poison]
    suffer(fight, target, [Hit(weapon.strength, weapon.save, sure=poisoned)], source)


# --- afterwards -----------------------------------------------------------------------------------------------


def shaken(fight: Fight) -> list[int]:
    """Who fought this turn, stands against a standing enemy and has no friend near: the active player's first.

    [war.turn.combat.alone]
    """
    found = [
        number
        for number in fight.state.fought
        if fight.state.warriors[number].steady
        and standing_foes(fight, number)
        and alone(fight, number)
        and not ignores_panic.any(fight.setting.fighters[number].traits)
        and not fight.state.warriors[number].frenzied
    ]
    order = _turn_order(fight)
    return sorted(dict.fromkeys(found), key=lambda number: (order.index(fight.state.warriors[number].side), number))


def alone(fight: Fight, number: int) -> bool:
    side = fight.state.warriors[number].side
    return not any(
        other != number
        and fight.state.warriors[other].side == side
        and fight.state.warriors[other].steady
        and within(apart(fight, number, other), FRIEND_NEAR)
        for other in those_there(fight)
    )


def part(fight: Fight) -> None:
    """Whoever touches no enemy any more is free: his next combat has a first round again.  [war.combat.first]"""
    for number, warrior in enumerate(fight.state.warriors):
        if warrior.rounds or warrior.main or warrior.met or warrior.dived or warrior.feared:
            now = foes(fight, number)
            warrior.met = tuple(foe for foe in warrior.met if foe in now)
            warrior.feared = tuple(foe for foe in warrior.feared if foe in now)
            if not now:
                warrior.rounds, warrior.main, warrior.second, warrior.dived = 0, "", "", False
