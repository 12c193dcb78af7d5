"""Hits and what they do: the damage die against the four parts of a save.

An Attack is all that an attacker brings to its damage dice. What the target sets against it is worked out once,
with its reasons; from the same links the dice are thrown and the exact odds are read.
[tp.shoot.damage] [tp.piece.save] [tp.appendix1.saves] [tp.appendix1.save_parts]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from warhost.engine.chain import Cap, Chain, Link, Outcome, Pool, Reroll, Save, Table, Test, Wounds
from warhost.engine.tally import Step, Tally

from ..bodies import figure, life_of
from ..events.blows import Damaged
from ..fighting.contact import engaged
from ..land.sense import senses
from ..magic.bearing import ITEM, nature, powerless, untouched
from ..magic.hands import rolling
from ..missiles.dispersal import Shares, fair_shares, spread
from ..morale.checks import members
from ..morale.exhaustion import exhausted
from ..moving.flying import struck_in_the_fall
from ..moving.groups import hidden_in, outermost
from ..setting import Fight
from ..special import qualities, specials
from ..special.riding import agility, ridden
from ..special.specials import Kills
from ..state import NOBODY, Number, Player, opponent
from ..torchlight import all_bear
from .casualties import becomes_it, destroy, last_stand, lose, slay

__all__ = [
    "Attack", "Due", "Wounding", "becomes_it", "damage_chain", "damage_links", "destroy", "hit_links", "killed",
    "lose", "not_absorbed", "slay", "strike", "weigh",
]  # fmt: skip

FACES = range(1, 7)
ALL = -1
VENOM = "tp.trait.poison"  # the name at "damaged" of poison on what nobody has sent
FALL = 3  # of each hit in a fall: the top of its range, and what it takes off toughness
Part = Literal["toughness", "agility", "resistance", "magic", "lowers"]
MOST_MAGIC = 6  # that a magic save doubled against ethereal attacks comes to
BULWARK = 2  # the toughness that a war machine gives its crew against missiles and magic


class Due(NamedTuple):
    """Of what an attack takes off a save, as much as is due to another rule than its own: a spell's, a wall's."""

    rule: str
    title: str
    toughness: int = 0
    agility: int = 0
    resistance: int = 0
    magic: int = 0
    lowers: int = 0


class Attack(msgspec.Struct, frozen=True):
    """Hits on one target, and all that the attacker brings to their damage dice.

    Hooks at "damage" (traits of the attacker) and at "wounds" (traits of the target) give back a changed one.
    """

    target: Number
    hits: int
    kind: Literal["missile", "melee", "magic", "fall"]
    rule: str
    by: Number = NOBODY  # the piece that struck
    top: int = 1  # the top of the damage range
    toughness: int = 0  # what comes off the target's toughness, unless it resists
    agility: int = 0  # what comes off its agility
    resistance: int = 0  # ... off its resistance
    magic: int = 0  # ... off its magic
    lowers: int = 0  # ... off every part of its save, whatever resists
    due: tuple[Due, ...] = ()  # what of these five comes by other rules than its own
    bare: bool = False  # no armour, no cover and no spell adds to its toughness
    forces: int = 0  # the face from which a damage die gets through any save
    taken: int = 0  # for hooks at "damaged": the life points that were lost
    multiplier: int = 1
    fatal: bool = False  # whoever loses a life point to it, and does not save that, is dead
    past_resistance: bool = False
    past_magic: bool = False
    past_saves: bool = False  # the whole save is cancelled [tp.appendix1.cancel_save]
    ethereal: bool = False  # through flesh and armour alike; magic stands against it twice over
    sluggish: bool = False  # the target's agility counts double
    reroll: Reroll = "none"  # of damage dice, those of horde hits too
    most: int = ALL  # how many models can fall: those that are seen, those under a template
    spared_on: int = 0  # the face of a D6 from which a point lost comes back at once
    fire: bool = False  # based on fire, by its own description
    sting: bool = False  # of a beast of which not all attacks are poisoned: this one is
    venom: int = 0  # the level of poison on the weapon itself
    steed: bool = False  # struck by what the attacker rides or drives, or by a companion of his
    aimed: bool = False  # at one model: nobody shares its hits
    sparing: int = NOBODY  # who is never struck by it, wherever its hits go
    watched: bool = False  # its sixes to damage bring something about besides
    sixes: int = 0  # for hooks at "damaged": how many were rolled to damage, if they are watched
    sensed: bool = False  # whoever is hit sees it coming, though no piece has sent it
    falls: bool = False  # straight down on whoever is hit
    ward: int = 0  # the target's save, whatever it has of its own and whatever is brought against it
    rolled: bool = False  # its hits came of dice, none of themselves


class Wounding(msgspec.Struct, frozen=True):
    """An attack held against its target: the save, the faces dodged, the life points of each face, and why."""

    save: int
    dodged: int
    gains: tuple[int, ...]
    because: tuple[Step, ...]

    @property
    def horde(self) -> bool:
        """No single die can harm the target.  [tp.shoot.horde]"""
        return not any(self.gains)


# --- the save ------------------------------------------------------------------------------------------------


def save_against(fight: Fight, attack: Attack) -> Tally:
    """Toughness as far as it is not lowered, or magic where that is higher; never below 0.

    [tp.shoot.save.toughness] [tp.shoot.save.magic] [tp.appendix1.cancel_save] [tp.trait.ethereal_attacks]
    """
    if attack.ward:
        return Tally(attack.ward, "tp.shoot.save.magic", "magic that nothing changes")
    if attack.past_saves:
        return Tally(0, "tp.appendix1.cancel_save", "no save")
    tally = _toughness_against(fight, attack)
    if not attack.past_magic and not (fight.setting.spoilers and _spoiled(fight, attack)):
        _add_magic(fight, attack, tally)
    return tally


def _toughness_against(fight: Fight, attack: Attack) -> Tally:
    """With all that adds to it, less what the attack takes off and resistance does not give back.

    [tp.shoot.save.toughness] [tp.shoot.save.resistance] [tp.machine.shot_at] [tp.trait.ethereal_attacks]
    """
    save, own = figure(fight, attack.target).save, nature(fight, attack.target)
    tally = Tally(save.toughness, "tp.shoot.save.toughness", "toughness")
    if attack.ethereal:
        tally.add(-save.toughness, "tp.trait.ethereal_attacks", "ethereal attacks")
        return tally
    if shielded(fight, attack):
        tally.add(1, "tp.armour.shield", "shield")
    if attack.kind in ("missile", "magic") and figure(fight, attack.target).engine:
        tally.add(BULWARK, "tp.machine.shot_at", "behind the machine")
    specials.toughness.each(own, fight, attack, tally)
    if attack.bare:
        tally.add(min(0, _flesh(fight, attack) - tally.total), attack.rule, "nothing protects the flesh")
    if attack.toughness:
        _take_off(tally, attack, "toughness", "against toughness")
        _resist(fight, attack, tally)
    if attack.lowers:
        _take_off(tally, attack, "lowers", "against the whole save")
    tally.floor(0, "tp.shoot.damage")
    return tally


def _spoiled(fight: Fight, attack: Attack) -> bool:
    """Whether what somebody in contact carries takes the magic save away."""
    bearers = (number for number, piece in fight.state.numbered() if piece.fate in ("standing", "within"))
    return any(specials.spoils_magic.any(nature(fight, one), fight, one, attack) for one in bearers)


def _flesh(fight: Fight, attack: Attack) -> int:
    """The toughness of the profile, with what takes from it."""
    sheet = figure(fight, attack.target)
    worst = 0
    for name in nature(fight, attack.target):
        alone = Tally(0, attack.rule)
        specials.toughness.each((name,), fight, attack, alone)
        worst += min(0, alone.total)
    return sheet.save.toughness - sheet.padding + worst


def _take_off(tally: Tally, attack: Attack, part: Part, note: str) -> None:
    """What the attack takes off by its own rule, and then whatever else takes off, each by its own."""
    tally.add(sum(getattr(one, part) for one in attack.due) - getattr(attack, part), attack.rule, note)
    for one in attack.due:
        tally.add(-getattr(one, part), one.rule, one.title)


def _resist(fight: Fight, attack: Attack, tally: Tally) -> None:
    """As much of what came off the toughness as is softened, and by what.  [tp.shoot.save.resistance]"""
    if attack.past_resistance:
        return
    softens = Tally(figure(fight, attack.target).save.resistance, "tp.shoot.save.resistance", "resistance")
    specials.resistance.each(nature(fight, attack.target), fight, attack, softens)
    if attack.resistance:
        _take_off(softens, attack, "resistance", "against resistance")
    if softens.total <= 0:
        return
    back = 0
    for step in softens.steps:
        so_far = min(attack.toughness, max(0, step.total_after))
        tally.add(so_far - back, step.rule, step.note)
        back = so_far


def _add_magic(fight: Fight, attack: Attack, tally: Tally) -> None:
    """Magic saves in place of toughness where it is higher; against ethereal attacks it is doubled first.

    [tp.shoot.save.magic] [tp.trait.ethereal_attacks]
    """
    own = figure(fight, attack.target).save.magic
    less = attack.magic + attack.lowers
    magic = Tally(own, "tp.shoot.save.magic") if less else tally
    magic.floor(own, "tp.shoot.save.magic", "magic")
    specials.magic_save.each(nature(fight, attack.target), fight, attack, magic)
    if attack.ethereal:
        magic.add(min(magic.total, MOST_MAGIC - magic.total), "tp.trait.ethereal_attacks", "ethereal attacks")
    if less and magic.total - less > tally.total:
        *_, best = magic.steps
        tally.floor(magic.total, best.rule, best.title)
        _take_off(tally, attack, "magic", "against magic")
        _take_off(tally, attack, "lowers", "against the whole save")


def shielded(fight: Fight, attack: Attack) -> bool:
    """A shield helps against missiles and magic that its bearer senses coming, unless both hands hold a bow.

    Two-handed fighters sling it in combat. Models without torches fall first; when only bearers are left, no hand
    is free for a shield.
    [tp.scenario.raid.torch_hands]
    [tp.armour.shield] [tp.armour.shield.missile_users] [tp.armour.shield.two_handed] [tp.weapon.bows]
    [tp.weapon.hands] [tp.armour.general]
    """
    bearer = figure(fight, attack.target)
    sent = attack.by != NOBODY or attack.sensed
    if not bearer.shield or attack.kind not in ("missile", "magic") or not sent:
        return False
    if all_bear(fight, attack.target):
        return False
    both_hands = [weapon for weapon in map(fight.setting.weapons.__getitem__, bearer.weapons) if weapon.hands == 2]
    piece = outermost(fight, attack.target)
    if any(weapon.range for weapon in both_hands) or (both_hands and engaged(fight, piece)):
        return False
    if attack.sensed:
        return True
    source = outermost(fight, attack.by)  # gone, if it was a machine that burst
    return fight.state.pieces[source].standing and senses(fight, piece, source)


def dodge_against(fight: Fight, attack: Attack) -> Tally:
    """How many faces of the damage die agility throws out, from the top.

    [tp.shoot.save.agility] [tp.armour.heavy.agility] [tp.trait.exhaustion.effects]
    """
    target = figure(fight, attack.target)
    own = agility(fight, attack.target)
    if attack.past_saves or attack.ward:
        return Tally(0, "tp.shoot.save.agility", "agility")
    tally = Tally(own, "tp.shoot.save.agility", "agility")
    specials.agility.each(nature(fight, attack.target), fight, attack, tally)
    if tally.total:
        burden = max((fight.setting.weapons[weapon].own_agility for weapon in target.weapons), default=0)
        tally.add(-burden, "tp.weapon.great_hammer", "heavy weapon")
        if exhausted(fight, attack.target):
            tally.add(-1, "tp.trait.exhaustion.effects", "exhausted")
        _take_off(tally, attack, "agility", "against agility")
        _take_off(tally, attack, "lowers", "against the whole save")
        tally.floor(0, "tp.shoot.save.agility")
        if attack.sluggish:
            tally.multiply(2, "tp.trait.sluggish", "sluggish attacker")
    return tally


def gains(attack: Attack, save: int, dodged: int = 0) -> tuple[int, ...]:
    """What each face of the damage die takes: the points above the save, not above the range, then multiplied.

    Nothing is forced through a ward.

    [tp.shoot.damage] [tp.shoot.damage.range] [tp.appendix1.damage_multiplier]
    """
    over = [max(0, face - save) if face <= FACES[-1] - dodged else 0 for face in FACES]
    if attack.forces and not attack.ward:
        over = [max(points, face - attack.forces + 1) for points, face in zip(over, FACES, strict=True)]
    return tuple(min(points, attack.top) * attack.multiplier for points in over)


def weigh(fight: Fight, attack: Attack) -> Wounding:
    """The attack held against its target as it stands now."""
    save, dodged = save_against(fight, attack), dodge_against(fight, attack)
    found = gains(attack, save.total, dodged.total)
    because = save.steps + (dodged.steps if dodged.total else ())
    return Wounding(save.total, dodged.total, found, because)


# --- the dice ------------------------------------------------------------------------------------------------


def hit_links(fight: Fight, attack: Attack) -> tuple[Link, ...]:
    """What becomes of the hits before damage is rolled: those of missiles and magic on skirmishers are halved,
    rounding up.

    [tp.shoot.mod.skirmish] [tp.unit.skirmish.halved_hits]
    """
    if attack.kind not in ("missile", "magic") or not qualities.skirmishers(fight, attack.target):
        return ()
    return (Table(tuple((hits + 1) // 2 for hits in range(attack.hits + 1)), "halved", "tp.shoot.mod.skirmish"),)


def damage_links(fight: Fight, attack: Attack, wounding: Wounding) -> tuple[Link, ...]:
    """From hits to life points lost: a die for each on one model after the other, or all in one horde hit.

    [tp.shoot.damage.one] [tp.appendix1.horde_reroll] [tp.appendix1.multiply_then_save]
    """
    piece, life = fight.state.pieces[attack.target], life_of(fight, attack.target)
    bodies = piece.models - last_stand(fight, attack.target)
    if attack.most != ALL:
        bodies = min(bodies, attack.most)
    if wounding.horde:
        return horde_links(attack, wounding.save, life - piece.hurt if bodies else 0)
    return (
        Wounds(
            wounding.gains, life, bodies, "damage", "tp.shoot.damage", piece.hurt, attack.reroll, attack.spared_on,
            apart=(FACES[-1] - 1,) if attack.watched else (), fells=attack.fatal,
        ),
    )


def horde_links(attack: Attack, save: int, room: int) -> tuple[Link, ...]:
    """The first 6 counts as 6, each further one adds 1; every point above the save is a life point of one model.

    [tp.shoot.horde] [tp.appendix1.horde_hits]
    """
    rule, six = "tp.shoot.horde", FACES[-1]
    points = [0] + [max(0, six - 1 + sixes - save) * attack.multiplier for sixes in range(1, attack.hits + 1)]
    links: list[Link] = [
        Test(six, six, "damage", rule, reroll=attack.reroll),
        Table(tuple(points), "horde hit", rule),
    ]
    if attack.spared_on:
        links.append(Save(six, attack.spared_on, "spared", attack.rule))
    if attack.fatal:
        links.append(Table((0, room), "fatal blow", "tp.trait.fatal_blows"))
    return (*links, Cap(room, "one model", "tp.shoot.damage.one"))


def damage_chain(fight: Fight, attack: Attack) -> Chain:
    """The life points that these hits take from the target itself, as they would be thrown now."""
    attack = _changed(attack, fight)
    return Chain(
        Pool(attack.hits, "hits", attack.rule),
        (*hit_links(fight, attack), *damage_links(fight, attack, weigh(fight, attack))),
    )


def _changed(attack: Attack, fight: Fight) -> Attack:
    """The attack after what traits on both sides make of it."""
    if attack.by != NOBODY:
        names = nature(fight, attack.by)
        attack = specials.damage.fold(names, attack, fight)
        attack = specials.struck_with.fold(wielding(attack, names), attack, fight)
    return specials.wounds.fold(nature(fight, attack.target), attack, fight)


def wielding(attack: Attack, names: tuple[str, ...]) -> tuple[str, ...]:
    """Of all that the attacker has, what these hits are struck with.  [tp.magic.items.weapon]"""
    return (attack.rule,) if attack.rule in names else ()


# --- striking ------------------------------------------------------------------------------------------------


def strike(fight: Fight, attack: Attack) -> int:
    """Throw the damage dice and take the losses; the life points that were lost.

    Missile and magic hits on a mixed piece are divided first.  [tp.shoot.damage] [tp.shoot.disperse]
    """
    if not attack.hits:
        return 0
    attack = fight.setting.fabric.kept_off(fight, attack)
    points = 0
    for part, hits in _shares(fight, attack) if attack.hits else ():
        if fight.state.pieces[part].fate != "slain":  # in the fall of what it rode
            points += _strike(fight, not_absorbed(msgspec.structs.replace(attack, target=part, hits=hits), fight))
    return points


@struck_in_the_fall.told
def strike_in_the_fall(fight: Fight, target: Number, hits: int, rule: str, agility: int) -> None:
    """[tp.move.fly.crash] [tp.move.fly.crash.rider]"""
    strike(fight, Attack(target, hits, "fall", rule, top=FALL, toughness=FALL, agility=agility))


def _shares(fight: Fight, attack: Attack) -> Shares:
    if attack.kind in ("missile", "magic") and not attack.aimed:
        shares = spread(fight, attack.target, attack.hits, thrower(fight, attack))
        return [share for share in shares if share[0] != attack.sparing]
    return [(attack.target, attack.hits)]


def thrower(fight: Fight, attack: Attack) -> Player:
    """The attacker rolls; for what nobody did, the opponent of those who suffer it; at things whose turn it is."""
    if attack.by != NOBODY:
        return fight.state.pieces[attack.by].side
    return fight.state.active if attack.target == NOBODY else opponent(fight.state.pieces[attack.target].side)


def not_absorbed(attack: Attack, fight: Fight) -> Attack:
    """The hits that what the target wears lets through; none of magic on those whom none touches, and of magic
    weapons no more than their blows on those to whom they are plain.

    [tp.item.command.banner_of_true_combat] [tp.item.enchanted.gladiators_signet]
    """
    magical = attack.kind == "magic" or (attack.kind == "missile" and attack.rule.startswith(ITEM))
    if (magical and untouched(fight, attack.target)) or powerless(fight, attack.by, attack.rule, attack.target):
        return msgspec.structs.replace(attack, hits=0)
    if not attack.hits:
        return attack
    target = attack.target
    together = members(fight, outermost(fight, target)) if attack.kind == "magic" and fight.state.effects else ()
    everybody = (*(one for one in together if one != target), target)
    names = dict.fromkeys(name for one in everybody for name in nature(fight, one))
    return specials.absorbs.fold(names, attack, fight)


def _strike(fight: Fight, attack: Attack) -> int:
    """One kind of models is struck; what missiles have left over goes on to their characters.

    [tp.shoot.disperse.characters] [tp.character.in_group.hits]
    """
    if not attack.hits:
        return 0
    brought, attack = attack, _changed(attack, fight)
    piece = fight.state.pieces[attack.target]
    followers = _followers(fight, attack)
    wounding = weigh(fight, attack)
    taken = hit_links(fight, attack)
    chain = Chain(Pool(attack.hits, "hits", attack.rule), (*taken, *damage_links(fight, attack, wounding)))
    closely = bool(taken or followers) or _looked_at(fight, attack)
    with rolling(fight, attack.by, attack.target):
        outcome = fight.outcome(chain, thrower(fight, attack), piece.side, closely)
    counted = outcome.stages[len(taken)].count if taken else attack.hits
    fight.tell(
        Damaged(
            attack.rule, attack.target, attack.by, attack.hits, wounding.save, wounding.dodged, outcome.count,
            wounding.horde, wounding.because, attack.hits - counted,
        )
    )  # fmt: skip
    names = nature(fight, attack.target) if fight.setting.enchanted else ()  # the dead have still what they had
    gone = lose(fight, attack.target, outcome.count, attack.rule)
    if attack.by != NOBODY:
        _has_struck(fight, attack, outcome, counted, gone)
        killed(fight, attack.by, attack.target, gone, by_magic=attack.kind == "magic", himself=not attack.steed)
    elif attack.venom:
        done = msgspec.structs.replace(attack, hits=counted, taken=outcome.count)
        specials.damaged.each((VENOM,), fight, done, gone)
    spare = outcome.stages[-1].left if closely else 0
    if specials.was_hit.heeds(names):
        told = _that_told(wounding, outcome.stages[-1].faces[: counted - spare])
        specials.was_hit.each(names, fight, msgspec.structs.replace(attack, hits=told, taken=outcome.count))
    points = outcome.count
    if spare and followers and piece.fate == "slain":
        rest = msgspec.structs.replace(brought, most=attack.most if attack.most == ALL else attack.most - gone)
        left_over = _passed_on(fight, rest, followers, spare)
        points += sum(_strike(fight, not_absorbed(one, fight)) for one in left_over)
    return points


def _followers(fight: Fight, attack: Attack) -> tuple[Number, ...]:
    """The characters whom what missiles and magic have left over strikes, him among them who hides in the group.

    [tp.shoot.disperse.characters] [tp.character.halfwit.exposed]
    """
    if attack.kind not in ("missile", "magic") or attack.aimed or ridden(fight, attack.target):
        return ()
    return (*fight.state.pieces[attack.target].leaders, *hidden_in(fight, attack.target))


def _looked_at(fight: Fight, attack: Attack) -> bool:
    """Whether somebody makes more of the dice for damage than the life points they take."""
    return attack.watched or specials.was_hit.heeds(nature(fight, attack.target))


def _has_struck(fight: Fight, attack: Attack, outcome: Outcome, counted: int, gone: int) -> None:
    """What the attacker has, and what he struck with, make of the losses."""
    names = nature(fight, attack.by)
    weapon = wielding(attack, names)
    if specials.damaged.heeds(names) or specials.wounded_with.heeds(weapon):
        sixes = _sixes(outcome) if attack.watched else 0
        done = msgspec.structs.replace(attack, hits=counted, taken=outcome.count, sixes=sixes)
        specials.damaged.each(names, fight, done, gone)
        specials.wounded_with.each(weapon, fight, done, gone)


def _sixes(outcome: Outcome) -> int:
    """How many dice for damage showed a 6, dodged or not."""
    thrown = (stage for stage in outcome.stages if stage.purpose == "damage")
    return sum((*stage.faces, *stage.rerolled).count(FACES[-1]) for stage in thrown)


def _that_told(wounding: Wounding, faces: Sequence[int]) -> int:
    """How many of these damage dice took life points; a horde hit is one."""
    return 1 if wounding.horde else sum(wounding.gains[face - 1] > 0 for face in faces)


def killed(
    fight: Fight, by: Number, target: Number, fallen: int, *, by_magic: bool = False, himself: bool = True
) -> None:
    """So many models have fallen to somebody's own hand, with whatever means; his steed's are not his."""
    if by == NOBODY or not fallen or not fight.setting.enchanted:
        return
    pieces = fight.state.pieces
    kills = Kills(fallen, himself and pieces[by].side != pieces[target].side, by_magic)
    specials.kills.each(nature(fight, by), fight, by, kills)


def _passed_on(fight: Fight, attack: Attack, characters: tuple[int, ...], hits: int) -> Iterator[Attack]:
    """Hits that were left over, fairly among the characters of a group that is gone; one who has come to stand in
    the unit behind it is safe among its models.  [tp.move.reinforce.one]"""
    alive = [number for number in characters if fight.state.pieces[number].standing and number != attack.sparing]
    shares = fair_shares([1] * len(alive), hits) if alive else []
    for number, share in zip(alive, shares, strict=True):
        if share:
            yield msgspec.structs.replace(attack, target=number, hits=share)
