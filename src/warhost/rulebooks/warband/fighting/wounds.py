"""From a hit to what becomes of a warrior: to wound, criticals, saves, injuries.

Dice fall in the order of war.dice.order: all to-wound dice, the critical chart, the saves, what else may save him,
then all injury dice and the helmet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warhost.engine.charts import CLASSIC_WOUND, armour_modifier
from warhost.engine.dice import Throw
from warhost.engine.question import Choose
from warhost.engine.sequel import Sequel

from ..burdens import let_go
from ..events import Changed, CriticalHit, Saved, TakenOut, Wounded
from ..magic.lasting import end_of_caster
from ..setting import Fight
from ..specials import ignoring, injured, never_stunned, one_handed, sharper, sidestep
from ..state import NOBODY, Posture
from .blow import Hit, Source

NO_SAVE = 7
RANK = {"up": 0, "down": 1, "stunned": 2, "out": 3}
REGENERATION = "war.band.gutter.troll"
USE, KEEP = "use it", "keep it"

laid_low: Sequel[[Fight, int, Source], None] = Sequel("who goes down near an edge may go over it")


class Wound(NamedTuple):
    """One that got through so far; a critical one counts twice."""

    hit: Hit
    saved_by_armour: bool = True  # whether armour may still save him
    worse: int = 0  # added to injury rolls
    times: int = 1


def suffer(fight: Fight, target: int, hits: Sequence[Hit], source: Source) -> int:
    """All hits of one striker or shooter on one warrior, to their end; how many wounds got through.

    [war.wound.chart] [war.char.t] [war.shoot.wound] [war.magic.damage]
    """
    wounds = _wounds(fight, target, hits, source)
    wounds = [wound for wound in wounds if not _saved(fight, target, wound, source)]
    wounds = [wound for wound in wounds if not _sidestepped(fight, target, source)]
    wounds = _regenerated(fight, target, wounds, source)
    count = sum(wound.times for wound in wounds)
    if count:
        _lose(fight, target, wounds, count, source)
    return count


# --- to wound -------------------------------------------------------------------------------------------------


def _wounds(fight: Fight, target: int, hits: Sequence[Hit], source: Source) -> list[Wound]:
    toughness = fight.setting.fighters[target].profile.t
    needs = [CLASSIC_WOUND.need(min(10, hit.strength), toughness) for hit in hits]
    faces = [0 if hit.sure else _to_wound(fight, need, source) for hit, need in zip(hits, needs, strict=True)]
    _charmed(fight, target, needs, faces, source)
    found, critical = list[Wound](), -1
    for hit, need, face in zip(hits, needs, faces, strict=True):
        if face and face < need:
            continue
        if critical < 0 and face == 6 and need < 6 and _may_be_critical(fight, source):
            critical = len(found)
        found.append(Wound(hit))
    if critical >= 0:
        found[critical] = _critical(fight, target, found[critical].hit, source)
    return found


def _to_wound(fight: Fight, need: int, source: Source, again: tuple[int, ...] = (), since: int = 0) -> int:
    thrown = Throw(1, 6, "to wound", source.rule, source.thrower, _cuts(need), None, need, True, again, since)
    return fight.throw(thrown)[0]


def _cuts(need: int) -> tuple[int, ...]:
    """A natural 6 may be critical."""
    return (need - 1, 5) if need < 6 else (5,)


def _charmed(fight: Fight, target: int, needs: list[int], faces: list[int], source: Source) -> None:
    """Once a battle a charm has one successful roll to wound thrown again.  [war.item.charm]"""
    fighter, warrior = fight.setting.fighters[target], fight.state.warriors[target]
    if "charm" not in fighter.items or "charm" in warrior.used or source.by == NOBODY:
        return
    hurt = [at for at, (need, face) in enumerate(zip(needs, faces, strict=True)) if face >= need]
    if not hurt:
        return
    worst = max(hurt, key=lambda at: faces[at])
    dice = {USE: worst} | {f"{USE}, die {at + 1}": at for at in hurt if at != worst}
    meanings = {option: f"the {faces[at]} is rolled again" for option, at in dice.items()}
    question = Choose(
        warrior.side,
        "charm",
        [*dice, KEEP],
        "war.item.charm",
        fighter.id,
        text="Does {who} use the lucky charm against this wound?",
        usual=KEEP,
        meanings={**meanings, KEEP: "keep the charm"},
    )
    chosen = fight.ask(question)
    if chosen != KEEP:
        warrior.used = (*warrior.used, "charm")
        at = dice[chosen]
        later = sum(face > 0 for face in faces[at + 1 :])
        faces[at] = _to_wound(fight, needs[at], source, again=(0,), since=later)


def _may_be_critical(fight: Fight, source: Source) -> bool:
    """One warrior causes at most one in a phase; falls and spells cause none.

    [war.crit.basic] [war.fall.nocrit] [war.magic.damage]
    """
    return source.critical and (source.by == NOBODY or not fight.state.warriors[source.by].critical)


def _critical(fight: Fight, target: int, hit: Hit, source: Source) -> Wound:
    """[war.crit.table]"""
    name = fight.setting.fighters
    by_hand = source.by != NOBODY and source.against == "blow"
    more = sum(sharper.replies(name[source.by].traits)) if by_hand else 0
    cuts = tuple(line.to - more for line in fight.setting.library.charts.critical[:-1])
    face = min(6, more + fight.die(6, "the critical chart", "war.crit.table", source.thrower, cuts))
    if source.by != NOBODY:
        fight.state.warriors[source.by].critical = True
    line = next(line for line in fight.setting.library.charts.critical if face <= line.to)
    by = name[source.by].id if source.by != NOBODY else name[target].id
    fight.tell(CriticalHit("war.crit.table", by, name[target].id, line.title))
    return Wound(hit, line.save, line.injury, 2)


# --- saves ----------------------------------------------------------------------------------------------------


def save_needed(fight: Fight, target: int, hit: Hit, against: str) -> int:
    """The score that armour needs against a hit; more than 6 is no save.

    [war.armour.save] [war.armour.strength] [war.char.armoursave] [war.armour.light] [war.armour.shield]
    [war.armour.plate] [war.armour.barding] [war.item.mount]
    """
    fighter = fight.setting.fighters[target]
    need = fighter.suit.save if fighter.suit is not None else NO_SAVE
    if fighter.shield is not None and (against != "blow" or _shield_in_hand(fight, target)):
        need -= fighter.shield.better
    need -= (1 if fighter.mounted else 0) + (1 if fighter.mounted and fighter.barded else 0)
    return max(1, need - hit.save - armour_modifier(min(10, hit.strength)))


def _shield_in_hand(fight: Fight, target: int) -> bool:
    """Two hands on a weapon, or a weapon in each, leave none for a shield in close combat.  [war.weapon.two]"""
    warrior = fight.state.warriors[target]
    if warrior.second or (warrior.main and one_handed.any(fight.setting.fighters[target].traits)):
        return False
    return not warrior.main or fight.setting.library.weapon(warrior.main).hands == 1


def _saved(fight: Fight, target: int, wound: Wound, source: Source) -> bool:
    """No armour helps against a fall.  [war.fall.nosave]"""
    if not wound.saved_by_armour or source.against == "fall":
        return False
    need = save_needed(fight, target, wound.hit, source.against)
    if need > 6:
        return False
    side = fight.state.warriors[target].side
    need = max(2, need)  # a natural 1 always fails
    face = fight.throw(Throw(1, 6, "armour save", "war.armour.save", side, (need - 1,), need=need, over=True))[0]
    if face >= need:
        fight.tell(Saved("war.armour.save", fight.setting.fighters[target].id, "armour"))
    return face >= need


def _sidestepped(fight: Fight, target: int, source: Source) -> bool:
    """Skills that save besides armour, not while lying.  [war.camp.skills]"""
    fighter, warrior = fight.setting.fighters[target], fight.state.warriors[target]
    needs = [need for need in sidestep.replies(fighter.traits, source.against) if need]
    if not needs or warrior.posture != "up":
        return False
    need = min(needs)
    thrown = Throw(1, 6, "step aside or dodge", "war.camp.skills", warrior.side, (need - 1,), need=need, over=True)
    saved = fight.throw(thrown)[0] >= need
    if saved:
        fight.tell(Saved("war.camp.skills", fighter.id, "quick feet"))
    return saved


def _regenerated(fight: Fight, target: int, wounds: list[Wound], source: Source) -> list[Wound]:
    """One die for each wound.  [war.band.gutter.troll]"""
    fighter = fight.setting.fighters[target]
    needs = [need for need in ignoring.replies(fighter.traits, None, source.rule) if need]
    if not needs or not wounds:
        return wounds
    need, left = min(needs), list[Wound]()
    side = fight.state.warriors[target].side
    for wound in wounds:
        thrown = Throw(wound.times, 6, "regeneration", REGENERATION, side, (need - 1,), need=need, over=True)
        stays = sum(face < need for face in fight.throw(thrown))
        if stays:
            left.append(wound._replace(times=stays))
    return left


# --- injuries -------------------------------------------------------------------------------------------------


def _lose(fight: Fight, target: int, wounds: list[Wound], count: int, source: Source) -> None:
    """Wounds come off one by one; the last and each further one is an injury.

    [war.injury.roll] [war.injury.down] [war.char.w]
    """
    warrior, fighter = fight.state.warriors[target], fight.setting.fighters[target]
    by = fight.setting.fighters[source.by].id if source.by != NOBODY else ""
    if warrior.posture == "down" and source.against == "blow":
        out_of_action(fight, target, source.by)
        return
    spare = max(0, warrior.wounds - 1) if warrior.posture == "up" else 0
    warrior.wounds = max(0, warrior.wounds - count) if warrior.posture == "up" else warrior.wounds
    fight.tell(Wounded(source.rule, fighter.id, count, warrior.wounds, by))
    singles = [wound for wound in wounds for _ in range(wound.times)][spare:]
    if singles:
        worst = max((_injury(fight, target, wound, source) for wound in singles), key=lambda result: RANK[result])
        _injure(fight, target, worst, source)


def _injury(fight: Fight, target: int, wound: Wound, source: Source) -> str:
    """What the die says of him; faces that come to the same for him are not told apart."""
    traits = fight.setting.fighters[target].traits
    results = [_result(injured.fold(traits, face + wound.worse), wound) for face in range(1, 7)]
    cuts = tuple(face for face in range(1, 6) if results[face - 1] != results[face])
    return results[fight.die(6, "injury", "war.injury.roll", source.thrower, cuts) - 1]


def _result(score: int, wound: Wound) -> str:
    """Clubs stun from 2 on.  [war.weapon.club]"""
    if score > 4:
        return "out"
    return "stunned" if score > (1 if wound.hit.concussion else 2) else "down"


def _injure(fight: Fight, target: int, result: str, source: Source) -> None:
    """[war.injury.down] [war.injury.stunned] [war.injury.out]"""
    if result == "out":
        out_of_action(fight, target, source.by)
        return
    posture: Posture = "stunned" if result == "stunned" else "down"
    fighter, warrior = fight.setting.fighters[target], fight.state.warriors[target]
    stun = posture == "stunned"
    if stun and (never_stunned.any(fighter.traits) or (fighter.helmet and _helmet(fight, target))):
        posture = "down"
    if RANK[posture] > RANK[warrior.posture]:
        lay_low(fight, target, posture, source)


def _helmet(fight: Fight, target: int) -> bool:
    """On 4+ a stun is only a knock-down.  [war.injury.helmet] [war.armour.helmet]"""
    side = fight.state.warriors[target].side
    return fight.throw(Throw(1, 6, "helmet", "war.injury.helmet", side, (3,), need=4, over=True))[0] >= 4


def lay_low(fight: Fight, target: int, posture: Posture, source: Source) -> None:
    """He goes down where he stands, and perhaps over an edge."""
    warrior = fight.state.warriors[target]
    warrior.posture, warrior.hidden, warrior.fleeing, warrior.cloaked = posture, False, False, False
    warrior.frenzied = False  # for the rest of the battle  [war.psych.frenzy]
    rule = "war.injury.stunned" if posture == "stunned" else "war.injury.down"
    fight.tell(Changed(rule, fight.setting.fighters[target].id, posture))
    let_go(fight, target, posture)
    if source.by != NOBODY:
        striker = fight.state.warriors[source.by]
        striker.laid = (*striker.laid, target)
    if source.against != "fall" or not warrior.fell:  # one whom a falling body strikes has not fallen himself
        laid_low(fight, target, source)


def out_of_action(fight: Fight, target: int, by: int, rule: str = "war.injury.out") -> None:
    warrior = fight.state.warriors[target]
    let_go(fight, target, "out")
    warrior.fate, warrior.by, warrior.hidden, warrior.fleeing = "out", by, False, False
    if by != NOBODY:
        fight.state.warriors[by].kills = (*fight.state.warriors[by].kills, target)
    fighters = fight.setting.fighters
    place = warrior.x, warrior.y
    fight.tell(TakenOut(rule, fighters[target].id, fighters[by].id if by != NOBODY else "", place))
    end_of_caster(fight, target)
