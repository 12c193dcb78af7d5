"""How a blow is struck: who comes first, what it needs to hit, and what it does to the target's save."""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.chain import Chain, Pool, Reroll, Test, reroll
from warhost.engine.tally import Tally

from ..bodies import figure
from ..magic.bearing import loans, marked, nature, nature_against
from ..morale.exhaustion import exhausted
from ..setting import Fight
from ..special import qualities, specials
from ..special.riding import on_base
from ..state import NO_CHARGE, NOBODY, Contact, Number
from ..weapons import Weapon
from ..wounds.hits import Attack, Due, wielding
from .across import between_them
from .arms import Chosen, charging, net_of, on_foot, riding, soft, wielded
from .blows import Blow
from .engulf import ringed_by
from .fronts import defended

LEAST_RATING = 1
MOST_RATING = 10
ALWAYS, NEVER_HITS = 6, 1
SIX = 6
STEEDS = ("steed", "team", "companion")


class Reduction(NamedTuple):
    """What a weapon takes off the target's save, and what it adds to the damage range."""

    toughness: int = 0
    agility: int = 0
    damage: int = 0


class Readied(NamedTuple):
    """A blow with all that was known about it when the round began.

    It is worked out before anybody falls, since the dead take their contacts, walls and rings with them.
    """

    blow: Blow
    need: Tally
    reroll: Reroll
    attack: Attack  # without its hits
    outright: str  # the rule by which a 6 takes a life point at once
    watched: bool  # a 6 brings something about besides
    guided: str  # the item by which misses are thrown again

    @property
    def sure(self) -> bool:
        return self.need.total <= NEVER_HITS


def ready(fight: Fight, blow: Blow) -> Readied:
    """What a rider can do with a 6 his steed cannot.  [tp.piece.combine.independent]"""
    names = nature_against(fight, blow.member, blow.target) if blow.line.part == "self" else ()
    outright = specials.outright.replies(names, fight, blow)
    guided = "" if blow.funnel else _guided(fight, blow)
    practised = blow.line.part == "self" and qualities.guided_blows.name in names
    again, rule = _again(fight, blow, bool(guided) or practised), next(filter(None, outright), "")
    attack = attack_of(fight, blow)
    watched = fight.setting.enchanted and specials.sixes.heeds(wielding(attack, names))
    return Readied(blow, to_hit(fight, blow), again, attack, rule, watched, guided)


# --- to hit --------------------------------------------------------------------------------------------------


def chart(attacker: int, target: int) -> int:
    """[tp.combat.hit.chart] [tp.appendix1.hit_chart]"""
    if attacker >= 2 * target:
        return 2
    if attacker > target:
        return 3
    if target >= attacker + 6:
        return 6
    return 5 if target >= attacker + 3 else 4


def to_hit(fight: Fight, blow: Blow) -> Tally:
    """The face a blow needs; what has no combat rating is always hit, whatever speaks against it.

    [tp.combat.hit.modifiers] [tp.combat.hit.mounted] [tp.combat.cr.max] [tp.combat.hit.none]
    [tp.combat.hit.automatic]
    """
    against = figure(fight, blow.target).rating
    if against < 0:
        return Tally(NEVER_HITS, "tp.combat.hit.none", "no combat rating")
    own = skill(fight, blow.member, blow.line.rating, blow.target, blow.line.part)
    tally = charted(own, skill(fight, blow.target, against, blow.member))
    by_rating = len(tally.steps)
    if defended(fight, blow.foe, blow.group):
        tally.add(1, "tp.combat.defended.effect", "defended position")
    if soft(fight, blow.group, blow.foe, blow.contact):
        tally.add(1, "tp.combat.soft", "ridden down")
    if ringed_by(fight, blow.foe) != NOBODY:
        tally.add(-1, "tp.unit.engulf.effects", "engulfed")
    _by_nature(fight, blow, tally)
    fight.setting.sights.hamper(fight, blow.group, tally)
    divide = between_them(blow.contact)
    if alone := divide.unaided(fight, blow):
        tally.add(-sum(min(0, step.amount) for step in tally.steps[by_rating:]), alone)
    divide.to_hit(fight, blow, tally)
    tally.floor(NEVER_HITS + 1, "tp.combat.hit.modifiers", "a 1 always misses")
    tally.add(min(0, ALWAYS - tally.total), "tp.combat.hit.modifiers", "a 6 always hits")
    if fight.setting.enchanted and not alone and (rule := _never_misses(fight, blow)):
        tally.add(NEVER_HITS - tally.total, rule, "no roll is needed")
    return tally


def _never_misses(fight: Fight, blow: Blow) -> str:
    """The rule by which no die is thrown.  [tp.combat.hit.automatic]"""
    names = nature_against(fight, blow.member, blow.target) if blow.line.part == "self" else ()
    return next(filter(None, specials.never_misses.replies(names, fight, blow)), "")


def rating(fight: Fight, member: Number, printed: int, foe: Number = NOBODY) -> int:
    return skill(fight, member, printed, foe).total


def skill(fight: Fight, member: Number, printed: int, foe: Number = NOBODY, part: str = "self") -> Tally:
    """A combat rating with what works on it against that foe: all that raises it first, to 10 at most, then what
    lowers it, to 1 at least. What a rider has for himself is not his steed's.

    [tp.combat.cr.max] [tp.piece.combine.independent] [tp.item.enchanted.gladiators_signet]
    """
    tally = Tally(min(printed, MOST_RATING), "tp.combat.hit.chart", "combat rating")
    names = nature_against(fight, member, foe)
    if part != "self":
        names = tuple(name for name in names if name not in loans.personal)
    changes = Tally(0, "tp.combat.hit.chart")
    specials.rating.each(names, fight, member, changes)
    _, *steps = changes.steps
    for step in steps:
        room, more = MOST_RATING - tally.total, max(0, step.amount)
        capped = f", at most {MOST_RATING}" if more > room else ""
        tally.add(min(room, more), step.rule, f"{step.title}{capped}")
    for step in steps:
        room = max(0, tally.total - LEAST_RATING)
        tally.add(-min(room, max(0, -step.amount)), step.rule, step.title)
    return tally


def charted(own: Tally, against: Tally) -> Tally:
    """What the chart asks for by the printed ratings; then how each thing that works on a rating changes that."""
    (mine, *raises), (theirs, *wards) = own.steps, against.steps
    strong, wary = mine.total_after, theirs.total_after
    tally = Tally(chart(strong, wary), "tp.combat.hit.chart", f"CR {strong} against CR {wary}")
    for step in raises:
        strong = step.total_after
        tally.add(chart(strong, wary) - tally.total, step.rule, f"{step.title}: CR {strong} against CR {wary}")
    for step in wards:
        wary = step.total_after
        tally.add(chart(strong, wary) - tally.total, step.rule, f"{step.title}: CR {strong} against CR {wary}")
    return tally


def _by_nature(fight: Fight, blow: Blow, tally: Tally) -> None:
    """What spells and banners do for a whole piece they do for its steeds too."""
    struck = Attack(blow.target, 0, "melee", "tp.combat.attacks", blow.member, steed=blow.line.part in STEEDS)
    specials.to_hit.each(nature_against(fight, blow.member, blow.target), fight, struck, tally)
    specials.struck_at.each(nature_against(fight, blow.target, blow.member), fight, struck, tally)


def _again(fight: Fight, blow: Blow, guided: bool) -> Reroll:
    """The weary throw their hits again; at the weary, and from a killing zone, misses are thrown again. Where both
    is done every die is thrown twice.

    [tp.trait.exhaustion.effects] [tp.trait.exhaustion.groups] [tp.unit.infantry_wedge.killing_zone]
    [tp.siege.no_hit_bonuses]
    """
    worse = exhausted(fight, blow.member) or qualities.fumbles(fight, blow.member)
    better = blow.funnel or guided or exhausted(fight, blow.target)
    if better and between_them(blow.contact).unaided(fight, blow):
        better = False
    return reroll(successes=worse or bool(shadowed(fight, blow.target)), failures=better)


def shadowed(fight: Fight, target: Number) -> str:
    """What the target has by which blows that hit it are thrown again."""
    names = nature(fight, target) if fight.setting.enchanted else ()
    return marked(names, "hard to strike")


def _guided(fight: Fight, blow: Blow) -> str:
    """What somebody in the group has that makes all its misses be thrown again, those of its steeds too."""
    if not fight.setting.enchanted:
        return ""
    names = nature_against(fight, blow.member, blow.target) if blow.line.part == "self" else ()
    if item := marked(names, "guides himself"):
        return item
    everybody = (blow.group, *fight.state.pieces[blow.group].leaders)
    items = (marked(nature_against(fight, one, blow.target), "guides blows") for one in everybody)
    return next(filter(None, items), "")


def hit_chain(readied: Readied) -> Chain:
    """The dice to hit. Where a 6 does something of its own it counts as many more as there could be hits.

    [tp.combat.attacks] [tp.combat.hit.modifiers] [tp.combat.hit.automatic]
    """
    attacks = readied.blow.attacks
    pool = Pool(attacks, "blows", "tp.combat.attacks")
    if readied.sure:
        return Chain(pool)
    test = Test(
        SIX, readied.need.total, "to hit", "tp.combat.hit.chart", reroll=readied.reroll,
        bonus_on=SIX if readied.outright or readied.watched else None, bonus=attacks + 1,
    )  # fmt: skip
    return Chain(pool, (test,))


def hits_and_sixes(readied: Readied, count: int) -> tuple[int, int]:
    """What came out of the chain to hit: hits to be rolled for damage, and sixes with an effect of their own."""
    if not (readied.outright or readied.watched) or readied.sure:
        return count, 0
    sixes, hits = divmod(count, readied.blow.attacks + 1)
    return hits - sixes, sixes


# --- striking first ------------------------------------------------------------------------------------------


def strikes_first(fight: Fight, blow: Blow, chosen: Chosen) -> bool:
    """It works against an enemy that lacks it, and is lost against one that has it.

    [tp.combat.round] [tp.combat.strikesfirst]
    """
    own = first_reason(fight, blow.group, blow.contact, chosen)
    return bool(own) and not first_reason(fight, blow.foe, blow.contact, chosen)


def first_reason(fight: Fight, group: Number, contact: Contact, chosen: Chosen) -> str:
    """The rule by which a piece strikes first in this contact, or nothing.

    [tp.combat.flankrear] [tp.combat.strikesfirst] [tp.weapon.lance] [tp.weapon.spear.mounted]
    [tp.weapon.spear.strikes_first] [tp.weapon.pike.strikes_first]
    """
    if qualities.strikes_first(fight, group):
        return "tp.combat.strikesfirst"
    if contact.rounds:
        return ""
    charged = contact.charge != NO_CHARGE
    if charged and group == contact.a and contact.b_side != "front":
        return "tp.combat.flankrear"
    first = (_first_by_weapon(fight, member, group, contact, chosen) for member in on_base(fight, group))
    return next(filter(None, first), "")


def _first_by_weapon(fight: Fight, member: Number, group: Number, contact: Contact, chosen: Chosen) -> str:
    """The rule of a weapon by which the whole piece strikes first: its models', or that of the rider of a beast."""
    weapon = wielded(fight, chosen, member, group, contact)
    if weapon is None:
        return ""
    if weapon.charging and weapon.charging.strikes_first and charging(fight, weapon, member, group, contact):
        return weapon.rule
    met = contact.charge != NO_CHARGE if group == contact.b else contact.counter != NO_CHARGE
    braced = weapon.first_when_charged and met and contact.side_of(group) == "front"
    return weapon.rule if braced and on_foot(fight, member) else ""


# --- what a hit does -----------------------------------------------------------------------------------------


def attack_of(fight: Fight, blow: Blow) -> Attack:
    """All that line, weapon and ground bring to the damage dice. The weapon serves its bearer alone.

    Whoever attacks a defended position is less nimble there.
    [tp.combat.defended.effect] [tp.piece.combine.independent] [tp.weapon.inbuilt] [tp.weapon.hand_weapon]
    [tp.weapon.sidearm]
    """
    own = blow.line.part == "self"
    weapon = blow.weapon if own else None
    worked, due = reductions(fight, blow) if own else [], _due(fight, blow, weapon)
    attack = Attack(
        blow.target, 0, "melee", weapon.rule if weapon else "tp.combat.attacks", blow.member,
        top=blow.line.damage + sum(one.damage for one in worked),
        toughness=sum(one.toughness for one in worked) + sum(one.toughness for one in due),
        agility=sum(one.agility for one in worked) + sum(one.agility for one in due),
        due=due,
        past_resistance=weapon is not None and weapon.ignores_resistance,
        sluggish=weapon is not None and weapon.sluggish,
        sting=blow.line.part == "sting",
        steed=blow.line.part in STEEDS,
        reroll=reroll(successes=own and _bare_handed(fight, blow), failures=blow.funnel),
        rolled=True,
    )  # fmt: skip
    names = nature_against(fight, blow.member, blow.target, blow.blessed) if own else ()
    return specials.own_blows.fold(names, attack, fight)


def strengthened(fight: Fight, attack: Attack) -> Attack:
    """Hits of a magic weapon that are no blows of a round: what makes its bearer's blows harder does so to them.

    [tp.item.weapon.tornado_flail] [tp.item.weapon.spear_of_fellowship] [tp.item.weapon.tyrants_cull]
    """
    return specials.own_blows.fold(nature_against(fight, attack.by, attack.target), attack, fight)


def _due(fight: Fight, blow: Blow, weapon: Weapon | None) -> tuple[Due, ...]:
    """What does not come of the weapon: the strength of the profile, the net beside it, the wall before it."""
    found, line = [], blow.line
    if line.toughness or line.agility:
        found.append(Due("tp.combat.attacks", "its own strength", line.toughness, line.agility))
    if weapon and (net := net_of(fight, blow.member, weapon)):
        found.append(Due(net.rule, net.title, net.toughness, net.agility))
    if defended(fight, blow.group, blow.foe):
        found.append(Due("tp.combat.defended.effect", "defended position", agility=1))
    toughness, rule = between_them(blow.contact).exposes(fight, blow)
    if toughness:
        found.append(Due(rule, "on the way up", toughness))
    return tuple(found)


def _bare_handed(fight: Fight, blow: Blow) -> bool:
    """Men without any weapon; beasts and machines are never unarmed.  [tp.weapon.unarmed]"""
    return blow.weapon is None and figure(fight, blow.member).category not in ("beast", "machine")


def reductions(fight: Fight, blow: Blow) -> list[Reduction]:
    """What the weapon does, at the charge and against riders too, and the net beside it.

    [tp.weapon.halberd] [tp.weapon.flail] [tp.weapon.great_blade] [tp.weapon.great_hammer] [tp.weapon.lance]
    [tp.weapon.spear.mounted] [tp.weapon.spear.anti_cavalry] [tp.weapon.pike.anti_cavalry] [tp.weapon.war_net]
    """
    weapon = blow.weapon
    if weapon is None:
        return []
    found = [Reduction(weapon.toughness, weapon.agility, weapon.damage)]
    if weapon.charging and charging(fight, weapon, blow.member, blow.group, blow.contact):
        found.append(Reduction(weapon.charging.toughness, damage=weapon.charging.damage))
    if weapon.against_mounted and on_foot(fight, blow.member) and riding(fight, blow.foe):
        found.append(Reduction(weapon.against_mounted.toughness, weapon.against_mounted.agility))
    if net := net_of(fight, blow.member, weapon):
        found.append(Reduction(damage=net.damage))
    return found
