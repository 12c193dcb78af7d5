"""Who may do what at a moment, and how everybody stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from warhost.engine.charts import CLASSIC_WOUND, second_need
from warhost.engine.promise import whole_percent
from warhost.engine.question import Refusal
from warhost.engine.tally import Tally
from warhost.engine.verdict import Fact, Verdict

from ..charging.declaring import WAYS, may_charge, ways, why_no_charge
from ..charging.way import charge_distance, way_to
from ..fighting.arms import arms, strength_of
from ..fighting.blow import Blow
from ..fighting.combat import linked
from ..fighting.strikes import blow_of, hated, targets_of, to_hit
from ..flaws import looking
from ..lookout import enemies, foes, of_side, sees
from ..magic.casting import targets, why_not_cast
from ..magic.lasting import held_fast
from ..moving.course import allowance, may_not_run, running
from ..moving.fitness import may_move
from ..moving.hiding import may_not_hide
from ..nerve.heart import frightens, quarter_lost, why_no_rally
from ..setting import Fight, Setting
from ..shooting.aim import Aim, in_range, may_shoot, offered, why_no_target, why_not_ready
from ..specials import casting, rerolls
from ..state import NOBODY, Charge, State
from ..trials import acting_leader, leadership, limited

FATES = {
    "there": "standing",
    "out": "out of action",
    "fled": "fled",
    "left": "left",
    "gone": "gone",
    "away": "missing",
    "waiting": "waiting",
}


def facts(setting: Setting, state: State) -> dict[str, Fact]:
    found = {}
    for fighter, warrior in zip(setting.fighters, state.warriors, strict=True):
        fate = FATES[warrior.fate]
        if warrior.there:
            fate = {"up": "standing", "down": "knocked down", "stunned": "stunned"}[warrior.posture]
            fate = "fleeing" if warrior.fleeing else "hidden" if warrior.hidden else fate
        at = (warrior.x / 1000, warrior.y / 1000) if warrior.there else None
        high = f"{warrior.z / 1000:g} inches up"
        found[fighter.id] = Fact(fate, at, high, (), None, warrior.wounds, turned="")
    return found


def verdicts(setting: Setting, state: State) -> list[Verdict]:
    if state.plan is None or state.outcome is not None or not state.order:
        return []
    fight = looking(setting, state)
    return list(JUDGED[state.phase](fight)) if state.phase in JUDGED else []


def _recovery(fight: Fight) -> Iterator[Verdict]:
    """[war.turn.recovery.rout] [war.turn.recovery.rally] [war.turn.recovery.stand] [war.turn.recovery.stunned]"""
    side = fight.state.active
    leader = acting_leader(fight, side) if quarter_lost(fight, side) else NOBODY
    if leader != NOBODY:
        ld = fight.setting.fighters[leader].profile.ld
        note = f"Leadership {ld}"
        yield Verdict(_id(fight, leader), "test for a rout", chance=_at_most(ld), note=note, must=True)
    for number in of_side(fight, side):
        warrior, ld = fight.state.warriors[number], leadership(fight, number)
        if warrior.fleeing:
            refusal = why_no_rally(fight, number)
            chance, note = (None, "") if refusal else (_at_most(ld), f"Leadership {ld}")
            yield Verdict(_id(fight, number), "rally", chance=chance, note=note, refusal=refusal)
        elif fight.setting.fighters[number].has("stupidity") and warrior.standing:
            note = f"Leadership {ld}"
            yield Verdict(_id(fight, number), "test for stupidity", chance=_at_most(ld), note=note, must=True)
        elif warrior.posture == "down":
            held = Refusal("war.spell.stone", "the stones hold {who}", (_id(fight, number),))
            refusal = held if held_fast(fight, number) else None
            note = "" if refusal else "neither runs nor charges this turn"
            yield Verdict(_id(fight, number), "stand up", note=note, refusal=refusal)
        elif warrior.posture == "stunned":
            yield Verdict(_id(fight, number), "come round", note="knocked down until the next recovery")


def _charges(fight: Fight) -> Iterator[Verdict]:
    for number in of_side(fight, fight.state.active):
        refusal = may_charge(fight, number)
        if refusal is not None:
            yield Verdict(_id(fight, number), "charge", refusal=refusal)
            continue
        for foe in enemies(fight, fight.state.warriors[number].side):
            refusal = why_no_charge(fight, number, foe)
            note = "" if refusal else _way_there(fight, number, foe)
            yield Verdict(_id(fight, number), "charge", _id(fight, foe), note=note, refusal=refusal)


def _way_there(fight: Fight, number: int, foe: int) -> str:
    """The shortest way of each kind, and what must be tested before he goes; too long a charge fails."""
    far = charge_distance(fight, number)
    routes = {way: way_to(fight, Charge(number, foe, way), far) for way in ways(fight, number, foe)}
    told = [
        f"{WAYS[way]} {route.length / 1000:.1f} inches of {far / 1000:g}" for way, route in routes.items() if route
    ]
    told = told or [f"no way within {far / 1000:g} inches: it would fail"]
    if frightens(fight, number, foe):
        told.append("fear is tested for first")
    if not sees(fight, number, foe):
        told.append("unseen, an Initiative test")
    return "; ".join(told)


def _moves(fight: Fight) -> Iterator[Verdict]:
    for number in of_side(fight, fight.state.active):
        id, move = _id(fight, number), allowance(fight, number)
        refusal = may_move(fight, number)
        crawls = fight.state.warriors[number].posture == "down"
        note = "" if refusal or crawls else f"up to {move / 1000:g} inches"
        yield Verdict(id, "crawl" if crawls else "move", note=note, refusal=refusal)
        if refusal is None and not crawls:
            refusal = may_not_run(fight, number)
            note = "" if refusal else f"up to {running(fight, number) / 1000:g} inches"
            yield Verdict(id, "run", note=note, refusal=refusal)
        yield Verdict(id, "hide", refusal=may_not_hide(fight, number))


def _missiles(fight: Fight) -> Iterator[Verdict]:
    for number in of_side(fight, fight.state.active):
        if fight.setting.fighters[number].missiles:
            yield from _shots(fight, number)
        if fight.state.warriors[number].spells:
            yield from _spells(fight, number)


def _shots(fight: Fight, number: int) -> Iterator[Verdict]:
    id, refusal = _id(fight, number), may_shoot(fight, number)
    if refusal is not None:
        yield Verdict(id, "shoot", refusal=refusal)
        return
    for weapon in {weapon.id: weapon for weapon in fight.setting.fighters[number].missiles}.values():
        if refusal := why_not_ready(fight, number, weapon):
            yield Verdict(id, "shoot", refusal=refusal)
            continue
        found = {aim.target: aim for aim in offered(fight, number, weapon)}
        for foe in enemies(fight, fight.state.warriors[number].side):
            if foe in found:
                yield _aimed(fight, found[foe])
            else:
                yield Verdict(id, "shoot", _id(fight, foe), refusal=why_no_target(fight, number, weapon, foe))


def _aimed(fight: Fight, aim: Aim) -> Verdict:
    """Range is measured when the target has been named: whoever is too far off may be shot at in vain."""
    id, foe, weapon = _id(fight, aim.shooter), _id(fight, aim.target), aim.weapon
    if not in_range(weapon, aim.distance):
        return Verdict(id, "shoot", foe, 0, note=f"{weapon.title}, farther than {weapon.range} inches: in vain")
    return Verdict(id, "shoot", foe, _shot(aim.need.total), aim.need.steps, f"{weapon.title}, {aim.need.total}+")


def _spells(fight: Fight, number: int) -> Iterator[Verdict]:
    if refusal := why_not_cast(fight, number):
        yield Verdict(_id(fight, number), "cast", refusal=refusal)
        return
    for name, _ in fight.state.warriors[number].spells:
        spell = fight.setting.library.spells[name]
        need = Tally(next(need for known, need in fight.state.warriors[number].spells if known == name), spell.rule)
        bonus = Tally(0, "war.magic.cast")
        casting.each(fight.setting.fighters[number].traits, bonus)
        chance = 100 - _at_most(need.total - bonus.total - 1)
        found = targets(fight, number, name)
        if not found:
            refusal = Refusal(spell.rule, f"nobody within {spell.range} inches is a target for {spell.title}")
            yield Verdict(_id(fight, number), f"cast {spell.title}", refusal=refusal)
        for target in found:
            note = f"{spell.title}, {need.total} or more"
            yield Verdict(_id(fight, number), "cast at", _id(fight, target), chance, bonus.steps[1:], note)


def _blows(fight: Fight) -> Iterator[Verdict]:
    """Everybody in a combat of the active player's; with the first of his weapons where he has picked none."""
    own = [one for one in of_side(fight, fight.state.active) if foes(fight, one)]
    for number in sorted({other for one in own for other in linked(fight, one)}):
        warrior = fight.state.warriors[number]
        if not warrior.steady or warrior.stupid:
            continue
        weapon = fight.setting.library.weapon(warrior.main or next(iter(arms(fight, number).values()))[0])
        for target in targets_of(fight, number):
            blow = blow_of(fight, number, target, weapon)
            need, strength = to_hit(fight, blow), limited(strength_of(fight, blow).total)
            wounds = CLASSIC_WOUND.need(strength, fight.setting.fighters[target].profile.t)
            posture = fight.state.warriors[target].posture
            hits = f"{need.total}+ to hit" if posture == "up" else "hits by itself"
            note = f"{weapon.title}, {hits}, Strength {strength} wounds on {wounds}+"
            note = "out of action without a roll" if posture == "stunned" else note
            again = posture == "up" and hated(fight, blow)
            note += ", thrown again if it misses" if again else _one_again(fight, blow)
            chance = _shot(need.total, again) if posture == "up" else 100
            yield Verdict(_id(fight, number), "strike", _id(fight, target), chance, need.steps, note)


def _one_again(fight: Fight, blow: Blow) -> str:
    """Of all his blows one that misses; the chance told is that of each without it.  [war.band.lantern.bravo]"""
    warrior, other = fight.state.warriors[blow.striker], fight.state.warriors[blow.target]
    spare = sum(rerolls.replies(fight.setting.fighters[blow.striker].traits, blow))
    told = spare and "swagger" not in warrior.used and other.posture == "up"
    return ", one of his misses thrown again" if told else ""


def _id(fight: Fight, number: int) -> str:
    return fight.setting.fighters[number].id


def _shot(need: int, again: bool = False) -> int:
    """In per cent: a natural 1 never hits, and what needs 7 or more takes a second die after a 6."""
    second = second_need(need)
    chance = Fraction(7 - min(6, max(2, need)), 6)
    chance = chance * Fraction(7 - second, 6) if second else chance
    return whole_percent(1 - (1 - chance) ** 2 if again else chance)


def _at_most(limit: int) -> int:
    """In per cent: two dice show no more than this."""
    return whole_percent(Fraction(sum(a + b <= limit for a in range(1, 7) for b in range(1, 7)), 36))


JUDGED: Mapping[str, Callable[[Fight], Iterator[Verdict]]] = {
    "recovery": _recovery,
    "charge": _charges,
    "movement": _moves,
    "shooting": _missiles,
    "combat": _blows,
}
