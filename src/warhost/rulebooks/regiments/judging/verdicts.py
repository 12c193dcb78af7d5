"""Who may do what at a moment, and why not; and how every unit stands."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.artillery import direction_of
from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.engine.promise import percent, whole_percent
from warhost.engine.strikes import ALWAYS, NEVER
from warhost.engine.tally import Tally
from warhost.engine.verdict import Fact, Verdict
from warhost.engine.words import count

from ..bodies import body, centre, footprint_gap
from ..fighting.blows import blow_at, blows_of_one, mark_name, reach_of
from ..fighting.combats import combats
from ..fighting.round import Mark, Melee
from ..fighting.strikers import Party, parties
from ..magic import pools
from ..magic.casting import TOO_LITTLE, cannot_cast, why_not_spell
from ..magic.effort import chance
from ..magic.targets import TYPES
from ..magic.targets import why_not as refused
from ..measures import INCH, said
from ..moving.charges import cannot_charge, why_not
from ..moving.compulsory import rally_value, to_rally
from ..moving.flight import chance_of
from ..moving.marching import must_test, why_not_march
from ..moving.moves import cannot_move
from ..moving.onset import said_side, struck_sides
from ..moving.speed import movement
from ..nature import enemies, kind, named, nature, present
from ..nerve.leadership import ld_chance, leadership
from ..records import Spell
from ..setting import Fight, Setting
from ..shooting import breath, machines, sniping
from ..shooting.phase import TITLES
from ..shooting.shot import Shot
from ..shooting.volley import cannot_shoot, salvoes, why_not_target
from ..special import points
from ..state import State

HARMLESS = "cannot harm it"

SHOTS = {"grapeshot": "as many shots as the artillery die says", "bolt": "1 shot", "volley": "6 shots"}
MOST_SAID = 4  # numbers of power dice whose chances are told


def verdicts(setting: Setting, state: State) -> list[Verdict]:
    fight: Fight = Battle(setting, state, Scripted())
    judges = {
        "charges": _charges, "compulsory": _rallies, "moves": _moves, "magic": _spells, "shooting": _shots,
        "combat": _blows,
    }  # fmt: skip
    judge = judges.get(state.phase)
    return list(judge(fight)) if judge is not None else []


def _charges(fight: Fight) -> Iterator[Verdict]:
    for number in present(fight, fight.state.active):
        refusal = cannot_charge(fight, number)
        if refusal is not None:
            yield Verdict(named(fight, number), "charge", refusal=refusal)
            continue
        for foe in enemies(fight, number):
            yield _charge(fight, number, foe)


def _charge(fight: Fight, number: int, foe: int) -> Verdict:
    """With the chance that it reaches an enemy who stays where he is."""
    who, target, refusal = named(fight, number), named(fight, foe), why_not(fight, number, foe)
    if refusal is not None:
        return Verdict(who, "charge", target, refusal=refusal)
    far = footprint_gap(fight, number, foe)
    likely = chance_of(fight, number, far - movement(fight, number))
    sides = " or ".join(said_side(fight, foe, side) for side in struck_sides(fight, number, foe))
    return Verdict(who, "charge", target, whole_percent(likely), note=f"{said(far)}, {sides}")


def _rallies(fight: Fight) -> Iterator[Verdict]:
    """[reg.rally.test] [reg.rally.quarter]"""
    for number in to_rally(fight, fight.state.active):
        rule, value = rally_value(fight, number)
        yield _tested(fight, number, "rally", rule, value)


def _moves(fight: Fight) -> Iterator[Verdict]:
    for number, unit in enumerate(fight.state.units):
        if unit.side == fight.state.active and unit.alive:
            refusal = cannot_move(fight, number)
            yield Verdict(unit.name, "move", refusal=refusal)
            if refusal is None:
                yield _march(fight, number)


def _march(fight: Fight, number: int) -> Verdict:
    """With the chance that it may, where an enemy is near.  [reg.move.march]"""
    refusal = why_not_march(fight, number)
    if refusal is None and must_test(fight, number):
        return _tested(fight, number, "march", "reg.move.march")
    return Verdict(named(fight, number), "march", refusal=refusal)


def _tested(fight: Fight, number: int, what: str, rule: str, value: Tally | None = None) -> Verdict:
    chance, needed = ld_chance(fight, number, what, rule, value)
    note = f"Leadership test, {needed.total} or less"
    return Verdict(named(fight, number), what, chance=whole_percent(chance), because=needed.steps, note=note)


def _spells(fight: Fight) -> Iterator[Verdict]:
    """Every spell of whose turn it is, at everybody of the side that its type wants.

    [reg.magic.cast] [reg.magic.types]
    """
    for number in pools.wizards(fight, fight.state.active):
        who, refusal = named(fight, number), cannot_cast(fight, number)
        if refusal is not None:
            yield Verdict(who, "cast", refusal=refusal)
            continue
        for rule in fight.state.units[number].spells:
            yield from _spell(fight, number, fight.setting.library.spells[rule])


def _spell(fight: Fight, number: int, spell: Spell) -> Iterator[Verdict]:
    who, deed, side = named(fight, number), f"cast {spell.title}", fight.state.active
    note = _dice_for(fight, number, spell)
    among = present(fight, side if TYPES[spell.type].friends else 1 - side)
    refusals = {target: refused(fight, number, spell, target) for target in among}
    refusal = why_not_spell(fight, number, spell)
    if spell.radius or (refusal is not None and any(why is None for why in refusals.values())):
        yield Verdict(who, deed, note="" if refusal else note, refusal=refusal)
        return
    for target, why in refusals.items():
        yield Verdict(who, f"{deed} at", named(fight, target), note="" if why else note, refusal=why)


def _dice_for(fight: Fight, number: int, spell: Spell) -> str:
    """What the dice must show, and how likely they do so.  [reg.magic.boost]"""
    note = f"{spell.value} less the wizard's level, {_odds_of(fight, number, spell.value)}"
    return f"{note}; boosted, {_odds_of(fight, number, spell.boosted)}" if spell.boosted else note


def _odds_of(fight: Fight, number: int, value: int) -> str:
    needed = value - fight.state.units[number].level
    most = min(MOST_SAID, pools.left(fight, fight.state.active))
    odds = [f"{percent(chance(dice, needed, TOO_LITTLE))} with {dice}" for dice in range(1, most + 1)]
    return "; ".join((f"{needed} or more on the dice", *odds))


def _shots(fight: Fight) -> Iterator[Verdict]:
    for number in present(fight, fight.state.active):
        if kind(fight, number).machine:
            yield from _machine(fight, number)
            continue
        yield from _screams(fight, number)
        if kind(fight, number).missile is None:
            continue
        refusal = cannot_shoot(fight, number)
        for foe in enemies(fight, number):
            why = refusal or why_not_target(fight, number, foe)
            if why is not None:
                yield Verdict(named(fight, number), "shoot", named(fight, foe), refusal=why)
            else:
                yield from _volley(fight, number, foe)
        if refusal is None:
            yield from _aims(fight, number)


def _machine(fight: Fight, number: int) -> Iterator[Verdict]:
    """A war machine at everybody, in each of its ways; what is aimed at the ground hits by no roll."""
    who, refusal = named(fight, number), machines.why_not_fire(fight, number)
    if refusal is not None:
        yield Verdict(who, "shoot", refusal=refusal)
        return
    for way in machines.ways(fight, number):
        deed = f"{TITLES[way].lower()} at"
        for foe in enemies(fight, number):
            why = machines.why_not_at(fight, number, way, foe)
            if why is None and way in machines.MISSILES:
                yield _shot(fight, deed, machines.shot_at(fight, number, foe, way), SHOTS[way], named(fight, foe))
            else:
                yield Verdict(who, deed, named(fight, foe), refusal=why)


def _screams(fight: Fight, number: int) -> Iterator[Verdict]:
    """What breathes or wails, and at whom."""
    who = named(fight, number)
    if breath.may_breathe(fight, number) and breath.breaths(fight, number):
        yield Verdict(who, "breathe")
    for foe in breath.wail_targets(fight, number):
        note = f"2D6 less Leadership {leadership(fight, foe).total}"
        yield Verdict(who, "wail at", named(fight, foe), note=note)


def _volley(fight: Fight, number: int, foe: int) -> Iterator[Verdict]:
    """One for each group of shooters with a number of its own, and one more where they may shoot several times.

    [reg.sr.multishots]
    """
    once = salvoes(fight, number, foe, several=False)
    often = [one for one in salvoes(fight, number, foe, several=True) if one[0].several]
    for made, shots in (*once, *often):
        yield _shot(fight, "shoot", made, count(shots, "shot"), named(fight, foe))


def _shot(fight: Fight, deed: str, made: Shot, shots: str, target: str) -> Verdict:
    need, strikes = made.need(), made.harm(made.target, 1).strikes()
    note = f"{made.weapon.title}, {shots}, {need.total}+" + (f": {HARMLESS}" if strikes.wound == NEVER else "")
    return Verdict(named(fight, made.shooter), deed, target, whole_percent(strikes.hit_chance), need.steps, note)


def _aims(fight: Fight, number: int) -> Iterator[Verdict]:
    """[reg.sr.sniper]"""
    for name, victim in sniping.victims(fight, number).items():
        for one in sniping.marksmen(fight, number, victim):
            yield _shot(fight, "aim at", sniping.aimed(fight, number, one, victim), "1 shot", name)


def _blows(fight: Fight) -> Iterator[Verdict]:
    """A blow of everybody at everybody he touches, in the order of the strikes; before fear and challenges.

    [reg.combat.order] [reg.combat.who]
    """
    for units in combats(fight):
        melee = Melee(fight, units)
        for party in sorted(parties(melee), key=lambda one: -one.step):
            reach = reach_of(melee, party).values()
            otherwise = points.no_blows.first(nature(fight, party.unit))
            for mark in dict.fromkeys(mark for marks in reach for mark in marks):
                if otherwise is None:
                    yield _blow(melee, party, mark)
                else:
                    yield Verdict(named(fight, party.unit), "strike", mark_name(fight, mark), note=otherwise)


def _blow(melee: Melee, party: Party, mark: Mark) -> Verdict:
    made = blow_at(melee, party, mark)
    strikes = made.harm(1).strikes()
    hits = "hits by itself" if strikes.hit == ALWAYS else f"{strikes.hit}+ to hit"
    each = count(blows_of_one(melee, party, mark), "blow")
    wounds = f"Strength {made.strength().total} wounds on {strikes.wound}+"
    note = f"{each}, {hits}, {HARMLESS if strikes.wound == NEVER else wounds}"
    who, whom = named(melee.fight, party.unit), mark_name(melee.fight, mark)
    note = f"{party.who}: {note}" if party.who else note
    return Verdict(who, "strike", whom, whole_percent(strikes.hit_chance), note=note)


# --- facts -------------------------------------------------------------------------------------------------------

WORDS = {"standing": "standing", "within": "in a unit", "garrison": "in a building", "reserve": "in ambush"}


def facts(setting: Setting, state: State) -> dict[str, Fact]:
    """How each unit stands: the middle of its ground in inches, and its direction in degrees."""
    fight: Fight = Battle(setting, state, Scripted())
    return {unit.name: _fact(fight, number) for number, unit in enumerate(state.units)}


def _fact(fight: Fight, number: int) -> Fact:
    unit = fight.state.units[number]
    fate = "fleeing" if unit.fleeing else WORDS.get(unit.fate, unit.fate)
    gone = unit.fate in ("destroyed", "fled", "left")
    life = 0 if gone else unit.models * kind(fight, number).life - unit.hurt - unit.champion_hurt
    if not unit.present:
        return Fact("slain" if unit.fate == "destroyed" else fate, None, "", (), 0 if gone else unit.models, life)
    x, y = centre(body(fight, number))
    at = round(x / INCH, 2), round(y / INCH, 2)
    return Fact(fate, at, str(direction_of(body(fight, number).facing)), (), unit.models, life)
