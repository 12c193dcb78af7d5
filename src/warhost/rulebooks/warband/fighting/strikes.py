"""One warrior strikes: to hit, re-rolls, parry, and what the hits do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warhost.engine.charts import CLASSIC_SKILL
from warhost.engine.dice import Throw
from warhost.engine.question import Choose
from warhost.engine.tally import Tally

from ..events import Parried, Struck
from ..library import Weapon
from ..lookout import foes, standing_foes
from ..magic.lasting import held_fast
from ..setting import Fight
from ..specials import closing, hatred, one_handed, rerolls
from ..trials import limited
from .arms import PISTOL, attacks_of, barrels, save_modifier, strength_of
from .blow import Arm, Blow, Hit, Source
from .powder import reload_until
from .wounds import out_of_action, suffer

HITS_RULE = "war.combat.tohit"
SIXES = 6
PARRY, WAIT = "parry", "wait"


class Die(NamedTuple):
    """A to-hit die, and the blow it belongs to."""

    face: int
    blow: Blow


def weapons_of(fight: Fight, number: int) -> list[Arm]:
    """A weapon for each of his attacks, those of the first before that of the second; of two of a kind he holds the
    smeared one in his better hand.

    [war.item.poison]
    """
    warrior, library = fight.state.warriors[number], fight.setting.library
    count, smeared = attacks_of(fight, number).total, fight.setting.fighters[number].smeared
    main = Arm(library.weapon(warrior.main), warrior.main == smeared)
    if not warrior.second:
        return [main] * count
    second = Arm(library.weapon(warrior.second), warrior.second == smeared and not main.smeared)
    if warrior.second != PISTOL:
        return [main] * (count - 1) + [second]
    loaded = barrels(fight, number) if warrior.rounds == 0 else 0
    shots = min(2, loaded, count) if loaded > 1 else loaded
    blows = count - shots if loaded else count - 1
    return [main] * blows + [second] * shots


def targets_of(fight: Fight, number: int) -> list[int]:
    """Enemies on their feet; lying ones only if no other is in contact, and nobody he himself laid low this phase.

    [war.combat.allocate] [war.injury.same]
    """
    standing = standing_foes(fight, number)
    if standing:
        return standing
    laid = fight.state.warriors[number].laid
    return [foe for foe in foes(fight, number) if foe not in laid]


def strike(fight: Fight, number: int, weapons: Sequence[Arm], among: Sequence[int]) -> int:
    """He divides these attacks among these enemies, and goes through one after the other; how many he used.

    [war.combat.allocate]
    """
    shares = _divide(fight, number, list(weapons), among)
    for target, share in shares.items():
        if fight.state.warriors[target].there:
            _at_one(fight, number, target, share)
        if not fight.state.warriors[number].standing:
            break
    return sum(len(share) for share in shares.values())


def _divide(fight: Fight, number: int, weapons: list[Arm], among: Sequence[int]) -> dict[int, list[Arm]]:
    fighter = fight.setting.fighters[number]
    if len(among) == 1:
        return {among[0]: weapons}
    shares: dict[int, list[Arm]] = {}
    names = {fight.setting.fighters[target].id: target for target in among}
    for at, weapon in enumerate(weapons):
        text = f"Whom does {{who}} strike at with attack {at + 1} of {len(weapons)} ({weapon.called})?"
        chosen = fight.ask(
            Choose(fighter.side, "strike at", list(names), "war.combat.allocate", fighter.id, text=text)
        )
        shares.setdefault(names[chosen], []).append(weapon)
    return shares


def _at_one(fight: Fight, number: int, target: int, weapons: list[Arm]) -> None:
    warrior, other = fight.state.warriors[number], fight.state.warriors[target]
    names = fight.setting.fighters[number].id, fight.setting.fighters[target].id
    blows = [blow_of(fight, number, target, *arm) for arm in weapons]
    if other.posture == "stunned":
        fight.tell(Struck("war.injury.stunned", *names, weapons[0].called, len(blows), 0, len(blows)))
        out_of_action(fight, target, number, "war.injury.stunned")
        return
    _spend_powder(fight, number, weapons)
    if other.posture == "down":
        hits = [hit_of(fight, blow) for blow in blows]
        fight.tell(Struck("war.injury.down", *names, weapons[0].called, len(blows), 0, len(blows)))
        suffer(fight, target, hits, Source(number, "blow", "war.wound.chart", thrower=warrior.side))
        return
    need = to_hit(fight, blows[0])
    dice = _hits(fight, blows, need.total)
    fight.tell(Struck(HITS_RULE, *names, weapons[0].called, len(blows), need.total, len(dice), need.steps))
    dice = _parried(fight, number, target, dice)
    hits = [hit_of(fight, die.blow, die.face) for die in dice]
    if hits:
        suffer(fight, target, hits, Source(number, "blow", "war.wound.chart", thrower=warrior.side))


def blow_of(fight: Fight, number: int, target: int, weapon: Weapon, smeared: bool = False) -> Blow:
    warrior = fight.state.warriors[number]
    charged = warrior.charged and bool(warrior.reached)
    first = _first_round(fight, number)
    return Blow(number, target, weapon, charged, first, target not in warrior.met, smeared)


def _first_round(fight: Fight, number: int) -> bool:
    """Whoever breaks after the blows is still struck in the round that was fought.  [war.combat.first]"""
    fought = fight.state.phase == "combat" and number in fight.state.fought
    return fight.state.warriors[number].rounds <= fought


def hit_of(fight: Fight, blow: Blow, face: int = 0) -> Hit:
    """Night-root makes a natural 6 to hit a sure wound.  [war.item.poison]"""
    strength = limited(strength_of(fight, blow).total)
    return Hit(strength, save_modifier(fight, blow), blow.weapon.concussion, sure=blow.smeared and face == 6)


def to_hit(fight: Fight, blow: Blow) -> Tally:
    """Skill against skill; who is afraid needs sixes, whatever else there is.

    [war.combat.tohit] [war.char.ws] [war.psych.fear] [war.spell.stone]
    """
    own, foe = fight.setting.fighters[blow.striker], fight.setting.fighters[blow.target]
    if blow.target in fight.state.warriors[blow.striker].feared:
        return Tally(SIXES, "war.psych.fear", "afraid")
    need = Tally(CLASSIC_SKILL.need(own.profile.ws, foe.profile.ws), HITS_RULE, "Weapon Skill")
    closing.each(own.traits, blow, need)
    need.add(1 if held_fast(fight, blow.striker) else 0, "war.spell.stone", "held by the stones")
    need.floor(2, HITS_RULE)
    return need


def _hits(fight: Fight, blows: list[Blow], need: int) -> list[Die]:
    """All to-hit dice, then those that are thrown again, each once.  [war.dice.kinds] [war.psych.hatred]"""
    side, cuts = fight.state.warriors[blows[0].striker].side, _cuts(fight, blows[0].target, need)
    faces = list(fight.throw(Throw(len(blows), 6, "to hit", HITS_RULE, side, cuts, need=need, over=True)))
    missed = [at for at, face in enumerate(faces) if face < need]
    again = missed[: _again(fight, blows[0])] if missed else []
    if again:
        places = tuple(again)
        thrown = Throw(len(again), 6, "to hit, again", HITS_RULE, side, cuts, need=need, over=True, again=places)
        for at, face in zip(again, fight.throw(thrown), strict=True):
            faces[at] = face
    return [Die(face, blow) for face, blow in zip(faces, blows, strict=True) if face >= need]


def _cuts(fight: Fight, target: int, need: int) -> tuple[int, ...]:
    """A 6 is never parried; against who can parry each face that hits is of its own account."""
    return tuple(range(need - 1, 6)) if parrying(fight, target) else (need - 1, 5)


def hated(fight: Fight, blow: Blow) -> bool:
    """Whether all that miss are thrown again.  [war.psych.hatred]"""
    own, foe = fight.setting.fighters[blow.striker], fight.setting.fighters[blow.target]
    return blow.first_with and hatred.any(own.traits, fight, own, foe)


def _again(fight: Fight, blow: Blow) -> int:
    """How many missed dice are thrown again: all against an enemy he hates, in their first round."""
    own = fight.setting.fighters[blow.striker]
    if hated(fight, blow):
        return len(own.close) * 100
    warrior = fight.state.warriors[blow.striker]
    if "swagger" in warrior.used:
        return 0
    again = sum(rerolls.replies(own.traits, blow))
    if again:
        warrior.used = (*warrior.used, "swagger")
    return again


# --- parry ----------------------------------------------------------------------------------------------------


def _parried(fight: Fight, number: int, target: int, dice: list[Die]) -> list[Die]:
    """One hit in each phase may be turned aside, the best of those just made.

    [war.combat.parry] [war.weapon.sword]
    """
    tools = parrying(fight, target)
    if not dice or not tools:
        return dice
    best = max(dice, key=lambda die: die.face)
    own = fight.setting.fighters[target].profile.s
    if best.face == 6 or strength_of(fight, best.blow).total >= 2 * own or not _wants_to(fight, target):
        return dice
    fight.state.warriors[target].parried = True
    side = fight.state.warriors[target].side
    names = fight.setting.fighters[target].id, fight.setting.fighters[number].id
    for _ in range(2 if tools > 1 else 1):
        thrown = Throw(1, 6, "parry", "war.combat.parry", side, (best.face,), need=best.face + 1, over=True)
        if fight.throw(thrown)[0] > best.face:
            fight.tell(Parried("war.combat.parry", *names, True))
            return [die for die in dice if die is not best]
    fight.tell(Parried("war.combat.parry", *names, False))
    return dice


def parrying(fight: Fight, number: int) -> int:
    """With what he can parry now: nothing, a sword or a buckler, or both.  [war.armour.buckler]"""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    if warrior.parried or warrior.posture != "up" or warrior.frenzied or warrior.stupid:
        return 0
    library = fight.setting.library
    blade = any(library.weapon(name).parry for name in (warrior.main, warrior.second) if name)
    free = not warrior.second and bool(warrior.main) and library.weapon(warrior.main).hands == 1
    buckler = fighter.shield is not None and fighter.shield.parry and free and not one_handed.any(fighter.traits)
    return int(blade) + int(buckler)


def _wants_to(fight: Fight, target: int) -> bool:
    """Against one enemy alone there is nothing to wait for."""
    fighter = fight.setting.fighters[target]
    if len(standing_foes(fight, target)) < 2:
        return True
    names = {PARRY: "parry it", WAIT: "wait for a better moment"}
    text = "Does {who} try to parry this blow?"
    question = Choose(
        fighter.side, "parry", [PARRY, WAIT], "war.combat.parry", fighter.id, text=text, meanings=names, usual=PARRY
    )
    return bool(fight.ask(question) == PARRY)


def _spend_powder(fight: Fight, number: int, weapons: list[Arm]) -> None:
    """A pistol that was fired may not be fired in his own next turn.  [war.weapon.pistol]"""
    shots = sum(arm.weapon.powder for arm in weapons)
    if shots:
        warrior = fight.state.warriors[number]
        warrior.reload = (*warrior.reload, *([reload_until(fight, number)] * shots))
