"""Tempers that take a piece out of its owner's hand: frenzy, hatred, torment.

All points here are asked for each member of a piece: the group's own models, its characters, who backs it.
"""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.question import Choose
from warhost.engine.tally import Tally

from ..bodies import enemies, figure, in_range
from ..charging.fallback import escape, stays_on_the_spot, turn_those_who_fell_back, urges
from ..charging.onset import halt
from ..charging.pursuit import charge_and_overrun, dares, frighten
from ..charging.readiness import why_no_charge
from ..events.nerves import Calmed, Enraged, Tormented
from ..fighting.contact import engaged
from ..figure import Blows, inches
from ..land.sense import senses
from ..magic.bearing import effects_on, nature, untouched
from ..morale.checks import deviancy, passed, soldiering
from ..morale.exhaustion import exhausted, tire
from ..moving.groups import leave_group, outermost
from ..scenario.customs import customs_of
from ..setting import Fight
from ..state import NEVER, NOBODY, Number
from ..wounds.hits import Attack
from . import specials
from .specials import Moment

NEAR = inches(8)
EXTREME_HATRED = "tp.spell.black.extreme_hatred"
HATED_LANCE = "tp.item.weapon.fang_of_fallax/hated"
AT_ONE_FOE = (EXTREME_HATRED, HATED_LANCE)  # the hatred that these lend is of one enemy and those with him
BLOOD_LUST = "tp.spell.battle.blood_lust"


def _in_sight(fight: Fight, number: Number) -> list[Number]:
    """The enemies that a piece senses within 8 inches."""
    return [
        enemy
        for enemy in enemies(fight, number)
        if in_range(fight, number, enemy, NEAR) and senses(fight, number, enemy)
    ]


# --- frenzy --------------------------------------------------------------------------------------------------


def frenzy_left(fight: Fight, member: Number) -> bool:
    """Whether it can still be in a frenzy: it has neither fled nor been exhausted in this battle.

    [tp.trait.frenzy.loss]
    """
    piece, host = fight.state.pieces[member], fight.state.pieces[outermost(fight, member)]
    since = given_anew(fight, member)
    fled = host.flights > 0 or host.rallied != NEVER if since == NEVER else host.fleeing or host.rallied >= since
    return piece.frenzy != "spent" and not fled and not exhausted(fight, member)


def given_anew(fight: Fight, member: Number) -> int:
    """The clock at which a spell gave it its frenzy, whatever it had before; NEVER if none did.

    [tp.spell.battle.blood_lust]
    """
    return max([e.number for e in effects_on(fight, member) if e.source == BLOOD_LUST], default=NEVER)


def frenzied(fight: Fight, member: Number) -> bool:
    """It has charged once, or rages in this scenario from the start, and its rage still lasts.

    [tp.trait.frenzy] [tp.siege.frenzy]
    """
    piece = fight.state.pieces[member]
    raging = piece.frenzy == "raging" or customs_of(fight, member).rages(fight, member)
    return raging and frenzy_left(fight, member)


@specials.moments("frenzy")
def burns(fight: Fight, member: Number, moment: Moment) -> None:
    if moment == "charged":
        enrage(fight, member)
    elif moment == "fought":
        wild_blows(fight, member)


def enrage(fight: Fight, member: Number) -> None:
    """A charge move brings the frenzy on.  [tp.trait.frenzy]"""
    if not frenzied(fight, member) and frenzy_left(fight, member):
        fight.state.pieces[member].frenzy = "raging"
        fight.tell(Enraged("tp.trait.frenzy", member))


@specials.attacks("frenzy")
def rage(fight: Fight, member: Number, line: Blows, tally: Tally) -> None:
    """One attack more for every model; steeds keep calm.  [tp.trait.frenzy] [tp.trait.frenzy.cavalry]"""
    if line.part == "self" and frenzied(fight, member):
        tally.add(1, "tp.trait.frenzy", "frenzy")


def wild_blows(fight: Fight, member: Number) -> None:
    """A counter for every round fought in frenzy.  [tp.trait.frenzy] [tp.trait.exhaustion.sources]"""
    if frenzied(fight, member):
        tire(fight, member, 1, "tp.trait.frenzy")
    calm_down(fight, member)


@specials.start_of_turn("frenzy")
def calm_down(fight: Fight, member: Number) -> None:
    """Once lost the frenzy is lost for the battle, even if it rests or rallies later.  [tp.trait.frenzy.loss]"""
    piece = fight.state.pieces[member]
    if piece.frenzy != "spent" and not frenzy_left(fight, member):
        piece.frenzy = "spent"
        fight.tell(Calmed("tp.trait.frenzy.loss", member))


@specials.must_charge("frenzy")
def frenzy_charges(fight: Fight, member: Number) -> list[Number]:
    """[tp.trait.frenzy.forced_charge] [tp.trait.frenzy.character]"""
    return _in_sight(fight, outermost(fight, member)) if frenzy_left(fight, member) else []


@specials.must_counter("frenzy")
def frenzy_counters(fight: Fight, member: Number, enemy: Number) -> bool:
    """Whomever it can, without a check.  [tp.trait.frenzy.counter_charge] [tp.move.counter.forced]"""
    return frenzy_left(fight, member)


@specials.may_fall_back("frenzy")
def frenzy_stands(fight: Fight, member: Number) -> str:
    """[tp.trait.frenzy.counter_charge]"""
    return "tp.trait.frenzy.counter_charge" if frenzy_left(fight, member) else ""


@specials.pursues("frenzy")
def frenzy_pursues(fight: Fight, member: Number, quarry: Number) -> str:
    """[tp.trait.frenzy.pursue]"""
    return "always" if frenzied(fight, member) and _followed(fight, member) else ""


# --- hatred --------------------------------------------------------------------------------------------------


def hates(fight: Fight, member: Number, enemy: Number) -> bool:
    """Whether that enemy comes from an army that this member's profile says it hates, or a spell makes it.

    [tp.trait.hatred] [tp.spell.black.extreme_hatred] [tp.item.weapon.fang_of_fallax]
    """
    army = figure(fight, enemy).profile.partition(".")[0]
    if army in figure(fight, member).hates or "hatred of all" in nature(fight, member):
        return True
    whole = (enemy, outermost(fight, enemy))
    return any(effect.source in AT_ONE_FOE and effect.foe in whole for effect in effects_on(fight, member))


@specials.to_hit("hatred")
def strike_the_hated(fight: Fight, attack: Attack, tally: Tally) -> None:
    """One better, in combat and in shooting. A rider's hatred is not his steed's.

    [tp.trait.hatred] [tp.trait.hatred.cavalry]
    """
    if not attack.steed and hates(fight, attack.by, attack.target):
        tally.add(-1, "tp.trait.hatred", "hatred")


@specials.must_charge("hatred")
def hatred_charges(fight: Fight, member: Number) -> list[Number]:
    """[tp.trait.hatred.forced_charge] [tp.trait.hatred.character]"""
    return [enemy for enemy in _in_sight(fight, outermost(fight, member)) if hates(fight, member, enemy)]


@specials.must_counter("hatred")
def hatred_counters(fight: Fight, member: Number, enemy: Number) -> bool:
    """Those it hates, without a check.  [tp.trait.hatred.counter_charge] [tp.move.counter.forced]"""
    return hates(fight, member, enemy)


@specials.may_fall_back("hatred")
def hatred_stands(fight: Fight, member: Number) -> str:
    """[tp.trait.hatred.counter_charge]"""
    return "tp.trait.hatred.counter_charge"


@specials.pursues("hatred")
def hatred_pursues(fight: Fight, member: Number, quarry: Number) -> str:
    """[tp.trait.hatred.pursue]"""
    return "always" if hates(fight, member, quarry) and _followed(fight, member) else ""


# --- characters in calm groups -------------------------------------------------------------------------------


def must_charge(fight: Fight, number: Number) -> list[Number]:
    """The enemies of whom a piece has to charge one, for the temper of anybody in it."""
    found = [enemy for some in urges(fight, number, specials.must_charge) for enemy in some]
    return sorted(dict.fromkeys([*found, *_tormentors(fight, number)]))


def must_counter(fight: Fight, number: Number, targets: Sequence[Number]) -> list[Number]:
    """Which of the enemies it can counter charge it has to.  [tp.move.counter.forced]"""
    return [enemy for enemy in targets if urges(fight, number, specials.must_counter, enemy)]


def _wild(fight: Fight, member: Number) -> bool:
    return specials.must_charge.heeds(nature(fight, member))


def _followed(fight: Fight, member: Number) -> bool:
    """Whether a wild member takes its piece along: only a calm character can keep a calm group from it."""
    host = outermost(fight, member)
    if member == host or _wild(fight, host):
        return True
    return all(_wild(fight, leader) for leader in fight.state.pieces[host].leaders)


def who_charges(fight: Fight, number: Number) -> Number:
    """Who makes the charge that temper forces on a piece: itself, or a wild character who leaves it behind.

    A calm group with a calm character in it may hold back if it passes a check.
    [tp.trait.frenzy.character] [tp.trait.hatred.character]
    """
    piece = fight.state.pieces[number]
    wild = [leader for leader in piece.leaders if _wild(fight, leader)]
    if not wild or _followed(fight, wild[0]) or _tormentors(fight, number):
        return number
    one = wild[0]
    temper = "frenzy" if "frenzy" in nature(fight, one) else "hatred"
    rule = f"tp.trait.{temper}.character"
    options = ["follow", "hold back"]
    text = "A character of {who} cannot be held and charges. {Does} {who} follow? To hold back takes a check."
    answer = fight.ask(Choose(piece.side, "follow", options, rule, about=piece.name, usual="follow", text=text))
    if answer == "follow" or not deviancy(fight, number, rule):
        return number
    leave_group(fight, one)
    return one


# --- torment -------------------------------------------------------------------------------------------------


@specials.start_of_turn("tormentive")
def torment(fight: Fight, member: Number) -> None:
    """Enemies within 8 inches that sense it check with deviancy dice alone; who fails charges it at once. When one
    has come to blows with it the others are left alone.

    [tp.trait.tormentive] [tp.item.command.cursing_horn] [tp.item.command.banner_of_true_combat]
    """
    number = outermost(fight, member)
    if member != number and "tormentive" in nature(fight, number):
        return  # his group does it for him
    by_magic = "tormentive" not in figure(fight, member).traits
    for enemy in list(enemies(fight, number)):
        if not _at_leisure(fight, number):
            return
        if by_magic and untouched(fight, enemy):
            continue
        near = in_range(fight, number, enemy, NEAR) and senses(fight, enemy, number)
        if not near or not _free_to_come(fight, enemy):
            continue
        entry = fight.setting.entries[fight.state.pieces[enemy].entry]
        against = Tally(entry.deviancy, "tp.check.bs.deviancy", "deviancy")
        own = soldiering(fight, enemy, "deviancy")
        if not passed(fight, enemy, "deviancy", "tp.trait.tormentive", own.steps, against.steps):
            _charge_at_once(fight, enemy, number)


def _at_leisure(fight: Fight, tormentor: Number) -> bool:
    """Who flees or fights has other cares.  [tp.trait.tormentive]"""
    piece = fight.state.pieces[tormentor]
    return piece.standing and not piece.fleeing and not engaged(fight, tormentor)


def _free_to_come(fight: Fight, victim: Number) -> bool:
    """Whether it could charge at all: nobody checks who fights, flees or cannot move.  [tp.move.charge]"""
    tied = engaged(fight, victim) or stays_on_the_spot(fight, victim)
    return not tied and why_no_charge(fight, victim) is None


def _charge_at_once(fight: Fight, victim: Number, tormentor: Number) -> None:
    """The tormentor meets it like any other charge.  [tp.trait.tormentive] [tp.check.bravery]"""
    piece, target = fight.state.pieces[victim], fight.state.pieces[tormentor]
    piece.tormentor = tormentor
    piece.charges(tormentor)
    fight.tell(Tormented("tp.trait.tormentive", victim, tormentor))
    if not dares(fight, victim, tormentor):
        halt(fight, victim, "tp.check.bravery.result", "it does not dare")
        return
    frighten(fight, victim, tormentor)
    if target.standing:
        escape(fight, tormentor, victim)
    if target.standing:
        charge_and_overrun(fight, victim, tormentor)
    turn_those_who_fell_back(fight, target.side)


def _tormentors(fight: Fight, number: Number) -> list[Number]:
    """The one that torments it, until he is gone or out of its senses.  [tp.trait.tormentive]"""
    piece = fight.state.pieces[number]
    if piece.tormentor == NOBODY:
        return []
    one = piece.tormentor
    return [one] if fight.state.pieces[one].standing and senses(fight, number, one) else []
