"""Magic weapons that strike unlike others: sixes, thrusts, pairs, choices when a hit is home, and a companion.

[tp.magic.items.weapon] [tp.magic.items.enchanted]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import structs

from warhost.engine.dice import Throw
from warhost.engine.question import Choose

from ..bodies import figure, ranks_of
from ..choosing import one_of
from ..dice import roll
from ..events.blows import Struck
from ..events.items import ItemStirred, ItemUsed
from ..events.spells import Enchanted
from ..fighting.arms import charging
from ..fighting.besides import ALIVE, Delivered
from ..fighting.blows import Blow, Striker
from ..fighting.combat import throw_to_hit
from ..fighting.prowess import Readied, ready, strengthened
from ..figure import Blows
from ..magic.bearing import carried, effects_on, lay, lift, powerless, unseen
from ..magic.book import book, title
from ..magic.lending import lent
from ..magic.verbs import Gift
from ..setting import Fight
from ..special import specials
from ..special.living import alive
from ..special.riding import mounted
from ..special.specials import Moment
from ..special.traits import ethereal
from ..state import NOBODY, Effect, Number
from ..wounds.hits import Attack, Due, strike
from .growing import grow, grown
from .losing import lose_item
from .secrecy import show_items
from .shelf import ITEMS
from .weapons import in_contact

WEAPON = "tp.item.weapon."
SKULL = f"{WEAPON}skull_flail"
MANGLER = f"{WEAPON}item_mangler"
JACK = f"{WEAPON}jacks_lance"
CLEAVER = f"{WEAPON}black_lands_cleaver"
FURY = f"{WEAPON}hammer_of_fury"
RAGE = f"{FURY}/rage"
FELLOWSHIP = f"{WEAPON}spear_of_fellowship"
FISTS = f"{WEAPON}hammer_fists_of_kinship"
VOODOO = "tp.item.enchanted.miss_voodoo"
CLEFT = f"{CLEAVER}/cleft"
SIX = 6
PARTS = ("toughness", "resistance", "agility", "magic")
VOODOO_RATING, VOODOO_AGILITY = 6, 2
TOGETHER_PIERCES, TOGETHER_DAMAGE, TOGETHER_TIMES = 4, 5, 3
AS_USUAL, THRUST = "strike as usual", "thrust at "

for _source, _item in ((CLEFT, "black_lands_cleaver"), (RAGE, "hammer_of_fury")):
    lent(_source, ITEMS[_item].title, Gift(), ITEMS[_item].rule)
    book.titles[_source] = ITEMS[_item].title


def _one_of(fight: Fight, bearer: Number, what: str, item: str, among: Iterable[Number], text: str) -> Number:
    """Of several the bearer names one; nobody learns of the item before it has done something."""
    side, secret = fight.state.pieces[bearer].side, unseen(fight, bearer, item)
    return one_of(fight, side, what, among, item, text, title(item), secret=secret)


@specials.struck_with(SKULL)
def skull_flail(attack: Attack, fight: Fight) -> Attack:
    """Ethereal to the living alone.  [tp.item.weapon.skull_flail] [tp.trait.ethereal_attacks]"""
    return ethereal(attack, fight) if alive(fight, attack.target) else attack


# --- sixes ---------------------------------------------------------------------------------------------------


@specials.sixes(MANGLER)
def item_mangler(fight: Fight, blow: Blow, sixes: int) -> None:
    """Another 6 for each: its bearer sees what the struck model carries and destroys one of it.

    [tp.item.weapon.item_mangler]
    """
    bearer = blow.member
    faces = fight.throw(Throw(sixes, 6, "mangling", MANGLER, fight.state.pieces[bearer].side, (SIX - 1,)))
    for _ in range(faces.count(SIX)):
        fight.tell(ItemUsed(MANGLER, bearer, MANGLER))
        shown = show_items(fight, [blow.target], MANGLER).get(blow.target, ())
        found = {item.rpartition(".")[2]: item for item in shown}
        if found:
            name = next(iter(found))
            if len(found) > 1:
                side = fight.state.pieces[bearer].side
                text = "Which item does {who} destroy?"
                name = fight.ask(Choose(side, "item to mangle", list(found), MANGLER, title(MANGLER), text=text))
            if found[name] in carried(fight, blow.target):  # it may have been a lie
                lose_item(fight, blow.target, found[name], MANGLER)


@specials.struck_with(FURY)
def watched(attack: Attack, fight: Fight) -> Attack:
    """[tp.item.weapon.hammer_of_fury]"""
    return structs.replace(attack, watched=True)


@specials.sixes(FURY)
def sixes_to_hit(fight: Fight, blow: Blow, sixes: int) -> None:
    """[tp.item.weapon.hammer_of_fury]"""
    grow(fight, blow.member, RAGE, sixes, fight.state.clock_in(1))


@specials.wounded_with(FURY)
def sixes_to_damage(fight: Fight, attack: Attack, fallen: int) -> None:
    """A die that was dodged counts too.  [tp.item.weapon.hammer_of_fury]"""
    if attack.sixes:
        grow(fight, attack.by, RAGE, attack.sixes, fight.state.clock_in(1))


@specials.strikes_on(FURY)
def hammer_of_fury(fight: Fight, blow: Blow) -> int:
    """A blow more for every 6, at once.  [tp.item.weapon.hammer_of_fury]"""
    earned = grown(fight, blow.member, RAGE)
    if earned:
        grow(fight, blow.member, RAGE, -earned)
        fight.tell(ItemStirred(FURY, blow.member, FURY, earned))
    return earned


# --- a lance that chooses ------------------------------------------------------------------------------------


@specials.hits_home(JACK)
def jacks_lance(attack: Attack, fight: Fight, blow: Blow) -> Attack:
    """What the charge takes off toughness may be taken off another part of the save.

    [tp.item.weapon.jacks_lance] [tp.weapon.lance]
    """
    weapon = blow.weapon
    if weapon is None or not charging(fight, weapon, blow.member, blow.group, blow.contact):
        return attack
    assert weapon.charging is not None
    text = "What of the save does {who} lower with the charge?"
    side = fight.state.pieces[blow.member].side
    question = Choose(side, "what the lance lowers", PARTS, JACK, title(JACK), usual=PARTS[0], text=text)
    part = fight.ask(question.in_secret(unseen(fight, blow.member, JACK)))
    if part == PARTS[0]:
        return attack
    fight.tell(ItemUsed(JACK, blow.member, JACK))
    less = weapon.charging.toughness
    attack = structs.replace(attack, toughness=attack.toughness - less)
    return structs.replace(attack, **{part: getattr(attack, part) + less})


# --- a cleaver -----------------------------------------------------------------------------------------------


@specials.start_of_combat(CLEAVER)
def black_lands_cleaver(fight: Fight, bearer: Number) -> None:
    """A model in contact is weaker by D6 for this phase; of a group it is the one that his first hit strikes.

    [tp.item.weapon.black_lands_cleaver]
    """
    touched = [one for one in in_contact(fight, bearer) if not powerless(fight, bearer, CLEAVER, one)]
    if touched:
        side = fight.state.pieces[bearer].side
        text = "Whom does {who} weaken for this fight?"
        target = _one_of(fight, bearer, "whom to cleave", CLEAVER, touched, text)
        weaker = roll(fight, "D6", "cleaving", CLEAVER, side)
        one_of_many = fight.state.pieces[target].models > 1
        ends = fight.state.clock_in(1)
        lay(fight, Effect(CLEFT, bearer, target, side, ends, weaker, single=one_of_many))
        fight.tell(Enchanted(CLEAVER, target, CLEFT, weaker))


@specials.wounds(CLEFT)
def cleft(attack: Attack, fight: Fight) -> Attack:
    """Every blow at that model.  [tp.item.weapon.black_lands_cleaver] [tp.shoot.save.resistance]"""
    return _weaker(attack, fight) if attack.kind == "melee" else attack


@specials.hit_by_hit(CLEAVER)
def cleft_in_the_ranks(attacks: list[Attack], fight: Fight, blow: Blow) -> list[Attack]:
    """[tp.item.weapon.black_lands_cleaver]"""
    single = any(one.source == CLEFT and one.single for one in effects_on(fight, blow.target))
    return but_for_the_first(attacks, CLEAVER, lambda first: _weaker(first, fight)) if single else attacks


def but_for_the_first(attacks: list[Attack], item: str, change: Callable[[Attack], Attack]) -> list[Attack]:
    """The hits of a magic weapon, of which the first is unlike the others."""
    first, *others = attacks
    if first.rule != item:
        return attacks
    rest = [structs.replace(first, hits=first.hits - 1)] if first.hits > 1 else []
    return [structs.replace(change(first), hits=1), *rest, *others]


def _weaker(attack: Attack, fight: Fight) -> Attack:
    weaker = next(effect.number for effect in effects_on(fight, attack.target) if effect.source == CLEFT)
    due = (*attack.due, Due(CLEAVER, title(CLEAVER), toughness=weaker))
    return structs.replace(attack, toughness=attack.toughness + weaker, due=due)


@specials.moments(CLEAVER)
def heals(fight: Fight, bearer: Number, moment: Moment) -> None:
    """[tp.item.weapon.black_lands_cleaver]"""
    cleaved = [one for one in fight.state.effects if one.source == CLEFT and one.caster == bearer]
    for effect in cleaved if moment == "combat over" else ():
        lift(fight, effect)


# --- a thrust ------------------------------------------------------------------------------------------------


@specials.instead_of_blows(FELLOWSHIP)
def spear_of_fellowship(fight: Fight, group: Number, striker: Striker) -> Iterator[Attack]:
    """One hit in each of D10 ranks of the enemy, as many as there are.  [tp.item.weapon.spear_of_fellowship]"""
    bearer, pieces = striker.member, fight.state.pieces
    side, foes = pieces[bearer].side, list(dict.fromkeys(target.foe for target in striker.targets))
    options = {f"{THRUST}{pieces[foe].name}": foe for foe in foes}
    text = "{Does} {who} thrust through the ranks of the enemy, in place of all his blows?"
    question = Choose(
        side, "thrust", [AS_USUAL, *options], FELLOWSHIP, pieces[bearer].name, usual=AS_USUAL, text=text
    )
    answer = fight.ask(question.in_secret(unseen(fight, bearer, FELLOWSHIP)))
    if answer == AS_USUAL:
        return
    foe = options[answer]
    rolled = fight.die(10, "ranks", FELLOWSHIP, side)
    hits = min(rolled, _ranks(fight, foe))
    fight.tell(ItemStirred(FELLOWSHIP, bearer, FELLOWSHIP, hits))
    ridden_at = mounted(fight, bearer) or figure(fight, foe).category == "cavalry"
    top = figure(fight, bearer).blows[0].damage
    thrust = Attack(foe, hits, "melee", FELLOWSHIP, bearer, top=top, toughness=int(ridden_at), most=hits)
    yield strengthened(fight, thrust)


def _ranks(fight: Fight, foe: Number) -> int:
    """Whoever is not drawn up in ranks is one."""
    return max(1, len(ranks_of(fight, foe)))


# --- two hammers ---------------------------------------------------------------------------------------------


@specials.together(FISTS)
def hammer_fists(readied: list[Readied], fight: Fight, member: Number) -> list[Readied]:
    """Where both strike at one model theirs are other blows; a group is not one model.

    [tp.item.weapon.hammer_fists_of_kinship]
    """
    swung = [one.blow for one in readied if one.attack.rule == FISTS]
    shared = {
        blow.target
        for blow in swung
        if fight.state.pieces[blow.target].lone
        and any(other.target == blow.target and other.member != blow.member for other in swung)
    }
    return [_joined(one) if _his(one, member) and one.blow.target in shared else one for one in readied]


def _his(one: Readied, member: Number) -> bool:
    return one.blow.member == member and one.attack.rule == FISTS


def _joined(one: Readied) -> Readied:
    due = one.attack.due
    attack = structs.replace(
        one.attack, toughness=TOGETHER_PIERCES + sum(other.toughness for other in due), past_resistance=True,
        top=one.blow.line.damage + TOGETHER_DAMAGE, multiplier=one.attack.multiplier * TOGETHER_TIMES,
    )  # fmt: skip
    return one._replace(attack=attack)


# --- a companion ---------------------------------------------------------------------------------------------


@specials.strikes_besides(VOODOO)
def miss_voodoo(fight: Fight, group: Number, striker: Striker) -> Iterator[Attack | Delivered]:
    """D3 attacks of her own, with nothing of her carrier's arms; those that miss are blows that missed.

    [tp.item.enchanted.miss_voodoo] [tp.list.source.miss_voodoo]
    """
    carrier = striker.member
    touched = {target.member: target for target in reversed(striker.targets)}
    target = _one_of(fight, carrier, "whom voodoo strikes", VOODOO, reversed(touched), "Whom does {who} strike?")
    attacks = roll(fight, "D3", "Miss Voodoo", VOODOO, fight.state.pieces[carrier].side)
    line, at = Blows(attacks, VOODOO_RATING, agility=VOODOO_AGILITY, part="companion"), touched[target]
    blow = Blow(group, carrier, at.foe, target, at.contact, line, None, ((striker.base, attacks),))
    readied = ready(fight, blow)
    hits = throw_to_hit(fight, readied)
    fight.tell(Struck(VOODOO, carrier, target, attacks, hits, "companion"))
    yield Delivered(readied, hits)
    if hits:
        yield Attack(target, hits, "melee", VOODOO, carrier, agility=VOODOO_AGILITY, steed=True, rolled=True)


@specials.was_hit(VOODOO)
def same_to_you(fight: Fight, attack: Attack) -> None:
    """Who kills her carrier in combat takes as many such hits.  [tp.item.enchanted.miss_voodoo]"""
    killer, pieces = attack.by, fight.state.pieces
    slain = pieces[attack.target].fate == "slain" and attack.kind == "melee" and attack.hits
    if slain and killer != NOBODY and pieces[killer].fate in ALIVE:
        fight.tell(ItemUsed(VOODOO, attack.target, VOODOO))
        fatal = structs.replace(attack, target=killer, by=attack.target, rule=VOODOO, due=(), taken=0, steed=True)
        strike(fight, structs.replace(fatal, rolled=False))
