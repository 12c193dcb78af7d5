"""Magic weapons: what numbers cannot say of them.

[tp.magic.items.weapon]
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from warhost.engine.dice import Throw
from warhost.engine.event import Event
from warhost.engine.question import Choose
from warhost.engine.tally import Tally

from ..bodies import figure, life_of, ranks_of, width_of
from ..choosing import one_of
from ..dice import roll
from ..events.items import ItemUsed
from ..events.machines import GremlinsCame
from ..events.nerves import Regenerated
from ..events.spells import Enchanted
from ..fighting.blows import Blow, front_line
from ..fighting.prowess import rating
from ..figure import Blows
from ..magic.bearing import effects_on, lay, nature_against, unseen
from ..magic.book import book, title
from ..magic.lending import lent
from ..magic.naming import naming
from ..magic.targets import Casting
from ..magic.verbs import Gift
from ..magic.working import does, end_of
from ..morale.checks import members
from ..morale.exhaustion import tire_all
from ..moving.groups import fell_in, outermost
from ..setting import Fight
from ..special import qualities, specials
from ..special.living import NOT_ALIVE, alive
from ..special.poison import envenom_with
from ..special.specials import Kills
from ..special.traits import ethereal
from ..state import NEVER, NOBODY, Effect, Number
from ..wounds.casualties import lose
from ..wounds.hits import Attack
from ..wounds.outright import lose_outright
from .oblivion import kill_outright

WEAPON = "tp.item.weapon."
IVORY_LANCE = f"{WEAPON}black_ivory_lance"
BUTCHER = f"{WEAPON}beast_butcherer_blades"
UNFORGIVERS = f"{WEAPON}great_unforgivers"
SPEAR_OF_LIGHT = f"{WEAPON}spear_of_light"
GREMLIN_BLADE = f"{WEAPON}gremlin_blade"
ETHEREAL_HAMMER = f"{WEAPON}ethereal_war_hammer"
BERKERS_HAMMER = f"{WEAPON}berkers_hammer"
PHALANX = f"{WEAPON}phalanx_sword"
SPIKED_CLUB = f"{WEAPON}bludgeoner_bill_club"
DRAGON_GOUGER = f"{WEAPON}dragon_gouger"
GALLANTRY = f"{WEAPON}lance_of_gallantry"
ARCANS_SPEAR = f"{WEAPON}arcans_spear"
BLOOD = f"{WEAPON}wyverns_blood"
DUELIST = f"{WEAPON}duelists_blade"
LIFE_AND_DEATH = f"{WEAPON}life_and_death"
SPENT_BLADES = f"{LIFE_AND_DEATH}/spent"
DEVOURER = f"{WEAPON}devourer"
FAMINE = f"{WEAPON}flail_of_famine"

VENOM: Mapping[str, int] = {f"{WEAPON}venom_blade": 2, f"{WEAPON}blood_snake_whip": 4}
"""Their levels of poison."""
MANY_BLOWS: Mapping[str, tuple[str, int]] = {
    f"{WEAPON}widow_maker": ("D6", 0),
    f"{WEAPON}sword_of_forever_striking": ("D6", 1),
    f"{WEAPON}serpent_sword": ("D3", 0),
}
"""Weapons whose attacks are rolled: the dice, and what is added to them."""

WARRIORS = ("character", "infantry", "cavalry")
BEAST_BLOW = 5
DRAGON_PIERCES, DRAGON_BLOW = 5, 4
UNHOLY_MAGIC = 3
MOST_RANKS = 5
WRECKING = 3  # the damage range against machines, and its factor
GREAT_BLADE = 1  # what a great blade adds to the damage range
BLOOD_LEVEL = 5
SIX = 6
USE_IT, ROLL = "use it", "roll"


# --- what a hit does -----------------------------------------------------------------------------------------


@specials.struck_with(IVORY_LANCE)
def black_ivory_lance(attack: Attack, fight: Fight) -> Attack:
    """Its wounds kill living warriors and characters.  [tp.item.weapon.black_ivory_lance]"""
    warrior = figure(fight, attack.target).category in WARRIORS and alive(fight, attack.target)
    return structs.replace(attack, fatal=True) if warrior else attack


@specials.struck_with(UNFORGIVERS)
def great_unforgivers(attack: Attack, fight: Fight) -> Attack:
    """Their wounds kill characters.  [tp.item.weapon.great_unforgivers]"""
    character = figure(fight, attack.target).category == "character"
    return structs.replace(attack, fatal=True) if character else attack


@specials.struck_with(BUTCHER)
def beast_butcherer_blades(attack: Attack, fight: Fight) -> Attack:
    """Much against beasts, nothing against anybody else.  [tp.item.weapon.beast_butcherer_blades]"""
    if figure(fight, attack.target).category != "beast":
        return attack
    return structs.replace(attack, toughness=attack.toughness + BEAST_BLOW, top=attack.top + BEAST_BLOW)


@specials.struck_with(DRAGON_GOUGER)
def dragon_gouger(attack: Attack, fight: Fight) -> Attack:
    """Much against dragons, nothing against anybody else.  [tp.item.weapon.dragon_gouger]"""
    if figure(fight, attack.target).breath != "dragon":
        return attack
    return structs.replace(attack, toughness=attack.toughness + DRAGON_PIERCES, top=attack.top + DRAGON_BLOW)


@specials.struck_with(SPEAR_OF_LIGHT)
def spear_of_light(attack: Attack, fight: Fight) -> Attack:
    """Undead and demons lose of their magic.  [tp.item.weapon.spear_of_light]"""
    unholy = any(trait in NOT_ALIVE for trait in figure(fight, attack.target).traits)
    return structs.replace(attack, magic=attack.magic + UNHOLY_MAGIC) if unholy else attack


@specials.struck_with(GREMLIN_BLADE)
def gremlin_blade(attack: Attack, fight: Fight) -> Attack:
    """Three times 1 to 3 points, past all resistance, on machines alone, in place of his own and the great blade's;
    what else adds to his range adds to that.  [tp.item.weapon.gremlin_blade]"""
    if figure(fight, attack.target).category != "machine":
        return attack
    replaced = figure(fight, attack.by).blows[0].damage + GREAT_BLADE
    top = WRECKING + max(0, attack.top - replaced)
    return structs.replace(attack, top=top, multiplier=attack.multiplier * WRECKING, past_resistance=True)


@specials.hears(GREMLIN_BLADE)
def gremlins_at_home(fight: Fight, bearer: Number, event: Event) -> None:
    """A machine of either side that rolls on its chart loses a life point.  [tp.item.weapon.gremlin_blade]"""
    if isinstance(event, GremlinsCame) and event.row and fight.state.pieces[event.piece].fate != "slain":
        lose(fight, event.piece, 1, GREMLIN_BLADE)


@specials.struck_with(ETHEREAL_HAMMER)
def ethereal_war_hammer(attack: Attack, fight: Fight) -> Attack:
    """[tp.item.weapon.ethereal_war_hammer] [tp.trait.ethereal_attacks]"""
    return ethereal(attack, fight)


@specials.struck_with(*VENOM)
def venomous(attack: Attack, fight: Fight) -> Attack:
    """[tp.item.weapon.venom_blade] [tp.item.weapon.blood_snake_whip]"""
    return structs.replace(attack, venom=VENOM[attack.rule])


@specials.wounded_with(*VENOM)
def envenom_with_magic(fight: Fight, attack: Attack, fallen: int) -> None:
    """[tp.item.weapon.venom_blade] [tp.item.weapon.blood_snake_whip] [tp.trait.poison]"""
    envenom_with(fight, attack, fallen)


@specials.wounded_with(f"{WEAPON}zereeners_reclaimer", f"{WEAPON}sword_of_the_countess")
def drink_life(fight: Fight, attack: Attack, fallen: int) -> None:
    """Its bearer regains every life point that it takes.

    [tp.item.weapon.zereeners_reclaimer] [tp.item.weapon.sword_of_the_countess]
    """
    bearer = fight.state.pieces[attack.by]
    healed = min(attack.taken, bearer.hurt)
    if healed:
        bearer.hurt -= healed
        fight.tell(Regenerated(attack.rule, attack.by, healed))


@specials.damage(BLOOD)
def coated_with_blood(attack: Attack, fight: Fight) -> Attack:
    """[tp.item.weapon.wyverns_blood]"""
    return structs.replace(attack, venom=BLOOD_LEVEL) if coated(fight, attack) else attack


@specials.damaged(BLOOD)
def wyverns_blood(fight: Fight, attack: Attack, fallen: int) -> None:
    """A plain weapon that is coated with it poisons.  [tp.item.weapon.wyverns_blood] [tp.trait.poison]"""
    if coated(fight, attack):
        envenom_with(fight, attack, fallen)


def coated(fight: Fight, attack: Attack) -> bool:
    """Whether it is struck with a weapon that the blood on it makes a magic one.  [tp.item.weapon.wyverns_blood]"""
    if attack.by == NOBODY or attack.steed:
        return False
    names = nature_against(fight, attack.by, attack.target)
    return BLOOD in names and attack.rule == _coated(fight, attack.by)


def _coated(fight: Fight, bearer: Number) -> str:
    """The rule of the one weapon that is coated: the first of his main ones, a sidearm only if he has no other."""
    arms = [fight.setting.weapons[name] for name in figure(fight, bearer).weapons]
    in_hand = [weapon for weapon in arms if weapon.melee and weapon.hands and not weapon.needs_another]
    return next((weapon.rule for weapon in sorted(in_hand, key=lambda weapon: weapon.spare)), "")


@specials.wounded_with(DEVOURER)
def devourer(fight: Fight, attack: Attack, fallen: int) -> None:
    """On a 6 for a life point that it took, whoever has survived that is devoured.  [tp.item.weapon.devourer]"""
    piece, machine = fight.state.pieces[attack.target], figure(fight, attack.target).category == "machine"
    points = min(attack.taken, piece.hurt) if not machine else 0
    if points:
        faces = fight.throw(Throw(points, 6, "devoured", DEVOURER, fight.state.pieces[attack.by].side, (5,)))
        if SIX in faces:
            kill_outright(fight, attack.target, DEVOURER)


@specials.wounded_with(FAMINE)
def flail_of_famine(fight: Fight, attack: Attack, fallen: int) -> None:
    """On 5 or 6 for a model that it killed, the whole piece gets a counter.  [tp.item.weapon.flail_of_famine]"""
    group = fell_in(fight, attack.target)
    if fallen and fight.state.pieces[group].standing:
        thrown = Throw(fallen, 6, "famine", FAMINE, fight.state.pieces[attack.by].side, (4,))
        tire_all(fight, group, sum(face > 4 for face in fight.throw(thrown)), FAMINE)


lent(SPENT_BLADES, "Life & Death", Gift(), LIFE_AND_DEATH)
book.titles[SPENT_BLADES] = "Life & Death"
lent(f"{GALLANTRY}/steadfast", "The Lance of Gallantry", Gift(traits=("unbreakable",)), GALLANTRY)


@specials.kills(GALLANTRY)
def lance_of_gallantry(fight: Fight, bearer: Number, kills: Kills) -> None:
    """A kill in the round after a charge, with whatever weapon, makes its bearer and his unit steadfast until their
    next turn.

    [tp.item.weapon.lance_of_gallantry]
    """
    side, host = fight.state.pieces[bearer].side, outermost(fight, bearer)
    charged = fight.state.phase == "combat" and fight.state.pieces[host].charge_fights == fight.state.clock
    steadfast = any(effect.source.startswith(GALLANTRY) for effect in effects_on(fight, bearer))
    if not kills.foes or not charged or steadfast:
        return
    for member in members(fight, host):
        ends = end_of(fight, side, "own turn")
        lay(fight, Effect(f"{GALLANTRY}/steadfast", bearer, member, side, ends))
    fight.tell(Enchanted(GALLANTRY, host, GALLANTRY))


# --- how often -----------------------------------------------------------------------------------------------


@specials.attacks(BERKERS_HAMMER)
def berkers_hammer(fight: Fight, member: Number, line: Blows, tally: Tally) -> None:
    """The attacks of the profile twice.  [tp.item.weapon.berkers_hammer]"""
    if line.part == "self":
        tally.add(line.attacks, BERKERS_HAMMER, title(BERKERS_HAMMER))


@specials.attacks_in_all(SPIKED_CLUB)
def bludgeoner_bill_club(fight: Fight, member: Number, line: Blows, tally: Tally) -> None:
    """All his attacks twice, whatever they come from.  [tp.item.weapon.bludgeoner_bill_club]"""
    if line.part == "self":
        tally.add(line.attacks + tally.total, SPIKED_CLUB, title(SPIKED_CLUB))


@specials.attacks(PHALANX)
def phalanx_sword(fight: Fight, member: Number, line: Blows, tally: Tally) -> None:
    """One more for every full rank of the unit that its bearer is with; who stands in no ranks has none.

    [tp.item.weapon.phalanx_sword]
    """
    host = outermost(fight, member)
    if line.part == "self" and figure(fight, host).category in ("infantry", "cavalry"):
        full = ranks_of(fight, host).count(width_of(fight.state.pieces[host]))
        tally.add(min(MOST_RANKS, full), PHALANX, title(PHALANX))


@specials.attacks(*MANY_BLOWS)
def many_blows(fight: Fight, member: Number, line: Blows, tally: Tally) -> None:
    """As many as were rolled when the turn began.

    [tp.item.weapon.sword_of_forever_striking] [tp.item.weapon.serpent_sword] [tp.item.weapon.widow_maker]
    """
    for effect in effects_on(fight, member) if line.part == "self" else ():
        if effect.source in MANY_BLOWS:
            tally.add(effect.number, effect.source, title(effect.source))


@specials.own_blows(qualities.light_in_hand.name)
def swung_lightly(attack: Attack, fight: Fight) -> Attack:
    """A heavy weapon that does not make its bearer sluggish; that it does not tire him is seen to where he would.

    [tp.item.weapon.magical_heavy_war_hammer]
    """
    return structs.replace(attack, sluggish=False)


# --- how surely ----------------------------------------------------------------------------------------------


@specials.never_misses(DUELIST)
def duelists_blade(fight: Fight, blow: Blow) -> str:
    """Whoever is no better a fighter is hit without a roll.  [tp.item.weapon.duelists_blade]"""
    with_it = blow.weapon is not None and blow.weapon.id == "hand weapon"
    own = rating(fight, blow.member, blow.line.rating, blow.target)
    theirs = rating(fight, blow.target, figure(fight, blow.target).rating, blow.member)
    return DUELIST if with_it and theirs <= own else ""


# --- two blades, one use -------------------------------------------------------------------------------------


@naming.names(LIFE_AND_DEATH)
def heal_or_drain(fight: Fight, casting: Casting) -> Casting:
    """He says which; of several models in contact, which one."""
    wounded = [casting.caster] if fight.state.pieces[casting.caster].hurt else []
    either, about = [*wounded, *in_contact(fight, casting.caster)], title(LIFE_AND_DEATH)
    text = "{who}: who is healed by it, or who loses life points?"
    target = one_of(fight, casting.side, "life or death", either, LIFE_AND_DEATH, text, about)
    return structs.replace(casting, target=target)


@naming.fits(LIFE_AND_DEATH, "is not wounded and fights nobody, or has used it already")
def wounded_or_fighting(fight: Fight, number: Number) -> bool:
    if any(effect.source == SPENT_BLADES for effect in effects_on(fight, number)):
        return False
    return fight.state.pieces[number].hurt > 0 or bool(in_contact(fight, number))


@does(LIFE_AND_DEATH)
def life_and_death(fight: Fight, casting: Casting) -> None:
    """Up to D6 lost life points come back to him, or somebody in contact loses D3 that nothing saves. The blades
    stay magic ones.

    [tp.item.weapon.life_and_death]
    """
    piece, rule = fight.state.pieces[casting.caster], LIFE_AND_DEATH
    lay(fight, Effect(SPENT_BLADES, casting.caster, casting.caster, casting.side, NEVER))
    if casting.target == casting.caster:
        healed = min(piece.hurt, roll(fight, "D6", "life", rule, casting.side))
        piece.hurt -= healed
        fight.tell(Regenerated(rule, casting.caster, healed))
    else:
        points = min(roll(fight, "D3", "death", rule, casting.side), _one_models(fight, casting.target))
        lose_outright(fight, casting.target, points, rule, casting.caster)


def _one_models(fight: Fight, number: Number) -> int:
    """What one model of it has left."""
    return life_of(fight, number) - fight.state.pieces[number].hurt


def in_contact(fight: Fight, bearer: Number) -> list[Number]:
    """Whose models he can reach: those at whom his blows may go."""
    struck = [one for one in front_line(fight, outermost(fight, bearer)) if one.member == bearer]
    return list(dict.fromkeys(target.member for one in struck for target in one.targets))


# --- charges -------------------------------------------------------------------------------------------------


# --- checks --------------------------------------------------------------------------------------------------


@specials.passes(ARCANS_SPEAR)
def arcans_spear(fight: Fight, bearer: Number, kind: str) -> bool | None:
    """One check of the battle is passed without a roll.  [tp.item.weapon.arcans_spear]"""
    piece = fight.state.pieces[bearer]
    what, text = f"spear for a {kind} check", f"{{who}} must take a {kind} check. Is it passed by Arcan's Spear?"
    question = Choose(piece.side, what, [USE_IT, ROLL], ARCANS_SPEAR, piece.name, text=text, usual=ROLL)
    if fight.ask(question.in_secret(unseen(fight, bearer, ARCANS_SPEAR))) == ROLL:
        return None
    piece.used += (ARCANS_SPEAR,)
    fight.tell(ItemUsed(ARCANS_SPEAR, bearer, ARCANS_SPEAR))
    return True
