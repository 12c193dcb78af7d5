"""Items that strike in combat besides their bearers' blows, and those that answer when both sides have struck.

[tp.magic.items.weapon] [tp.magic.items.armour]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import structs

from warhost.engine.question import Choose
from warhost.engine.tally import Tally

from ..bodies import figure
from ..dice import roll
from ..events.items import ItemStirred, ItemUsed
from ..fighting.arms import charge_of, wielded
from ..fighting.besides import ALIVE, Delivered, land, touched_by
from ..fighting.blows import Striker, Target, stands_on
from ..fighting.combat import deliver
from ..fighting.prowess import chart, strengthened
from ..figure import from_mm
from ..magic.bearing import unseen
from ..magic.book import title
from ..magic.chances import chance
from ..missiles.dispersal import spread
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..state import NO_CHARGE, Number
from ..weapons import Weapon
from ..wounds.hits import Attack

TORNADO = "tp.item.weapon.tornado_flail"
LIGHTNING = "tp.item.weapon.lightning_lance"
WICKED = "tp.item.weapon.wicked_blade"
HORNETS = "tp.item.armour.hornet_armour"
GATE_KEEPER = "tp.item.armour.gate_keepers_shield"
SPIKES = "tp.item.armour.spiked_armour_of_zorerdi"
BRACERS = "tp.item.armour.duelist_bracers"
LIGHTNING_PIERCES = 2
GATE_OPENS_ON = 4
LARGEST_BASE = from_mm(30)
MOST_RETURNED = 4


# --- hits besides the blows ----------------------------------------------------------------------------------


@specials.strikes_besides(TORNADO)
def tornado_flail(fight: Fight, group: Number, striker: Striker) -> Iterator[Attack]:
    """The flail hits every enemy model that touches its bearer once, where there is room for it in both hands.

    [tp.item.weapon.tornado_flail] [tp.siege.siege_ladder_combat]
    """
    bearer, flail = striker.member, fight.setting.weapons["flail"]
    if all(_in_hand(fight, group, striker, target) != flail for target in striker.targets):
        return
    fight.tell(ItemUsed(TORNADO, bearer, TORNADO))
    for target, models in touched_by(fight, group, striker).items():
        whirl = Attack(
            target, models, "melee", TORNADO, bearer, top=figure(fight, bearer).blows[0].damage,
            toughness=flail.toughness, agility=flail.agility,
        )  # fmt: skip
        yield strengthened(fight, whirl)


def _in_hand(fight: Fight, group: Number, striker: Striker, target: Target) -> Weapon | None:
    return wielded(fight, {}, striker.member, group, target.contact, stands_on(fight, group, striker, target))


@specials.struck_at(TORNADO)
def whirling(fight: Fight, attack: Attack, tally: Tally) -> None:
    """Who is alone in its whirl is hard to hit.  [tp.item.weapon.tornado_flail]"""
    if attack.kind in ("melee", "missile") and outermost(fight, attack.target) == attack.target:
        tally.add(1, TORNADO, title(TORNADO))


@specials.strikes_besides(HORNETS)
def hornet_armour(fight: Fight, group: Number, striker: Striker) -> Iterator[Attack]:
    """D3 of the enemy models that touch its wearer are stung.  [tp.item.armour.hornet_armour]"""
    wearer = striker.member
    side, touched = fight.state.pieces[wearer].side, touched_by(fight, group, striker)
    stings = min(sum(touched.values()), roll(fight, "D3", "hornets", HORNETS, side))
    fight.tell(ItemStirred(HORNETS, wearer, HORNETS, stings))
    for target, hits in _stung(fight, wearer, touched, stings).items():
        yield Attack(target, hits, "melee", HORNETS, wearer, agility=1)


def _stung(fight: Fight, wearer: Number, touched: Mapping[Number, int], stings: int) -> dict[Number, int]:
    """Where more are touched than can be stung, the wearer says which."""
    pieces, left, found = fight.state.pieces, dict(touched), dict.fromkeys(touched, 0)
    for _ in range(stings):
        names = {pieces[one].name: one for one, models in left.items() if models}
        name = next(iter(names))
        if len(names) > 1 and stings < sum(touched.values()):
            text = "{who} stings some of those whom its wearer touches. Whom?"
            question = Choose(pieces[wearer].side, "whom to sting", list(names), HORNETS, title(HORNETS), text=text)
            name = fight.ask(question.in_secret(unseen(fight, wearer, HORNETS)))
        left[names[name]] -= 1
        found[names[name]] += 1
    return {target: hits for target, hits in found.items() if hits}


@specials.strikes_besides(LIGHTNING)
def lightning_lance(fight: Fight, group: Number, striker: Striker) -> Iterator[Attack]:
    """D6 hits when its bearer has charged, however short, on the piece that he met; not on a character in it.

    [tp.item.weapon.lightning_lance]
    """
    fresh = [one for one in striker.targets if not one.contact.rounds]
    charged = [one for one in fresh if charge_of(one.contact, group) != NO_CHARGE]
    if charged:
        bearer = striker.member
        hits = roll(fight, "D6", "lightning", LIGHTNING, fight.state.pieces[bearer].side)
        fight.tell(ItemStirred(LIGHTNING, bearer, LIGHTNING, hits))
        yield Attack(charged[0].foe, hits, "melee", LIGHTNING, bearer, toughness=LIGHTNING_PIERCES)


@specials.strikes_besides(GATE_KEEPER)
def gate_keepers_shield(fight: Fight, group: Number, striker: Striker) -> Iterator[Attack]:
    """On 4 or more it hits D6 times, like missiles; what it wounds is dead, unless it stands on a large base.

    [tp.item.armour.gate_keepers_shield]
    """
    bearer = striker.member
    pieces, side = fight.state.pieces, fight.state.pieces[bearer].side
    if chance(fight, bearer, "gate", GATE_KEEPER, GATE_OPENS_ON) < GATE_OPENS_ON:
        return
    foes = {pieces[target.foe].name: target.foe for target in striker.targets}
    name = next(iter(foes))
    if len(foes) > 1:
        text = "Whom does {who} strike?"
        question = Choose(side, "whom the gate takes", list(foes), GATE_KEEPER, title(GATE_KEEPER), text=text)
        name = fight.ask(question.in_secret(unseen(fight, bearer, GATE_KEEPER)))
    hits = roll(fight, "D6", "hits of the gate", GATE_KEEPER, side)
    fight.tell(ItemStirred(GATE_KEEPER, bearer, GATE_KEEPER, hits))
    for target, share in spread(fight, foes[name], hits, side):
        if max(figure(fight, target).base) <= LARGEST_BASE:
            yield Attack(target, share, "melee", GATE_KEEPER, bearer, fatal=True)


# --- when both sides have struck -----------------------------------------------------------------------------


@specials.blows_exchanged(SPIKES)
def spiked_armour(fight: Fight, wearer: Number, delivered: Sequence[Delivered]) -> None:
    """Every model that struck at its wearer has a hit, even if he is dead.

    [tp.item.armour.spiked_armour_of_zorerdi]
    """
    struck = [one.readied.blow for one in delivered if one.readied.blow.target == wearer]
    models = dict.fromkeys((blow.member, base) for blow in struck for base, attacks in blow.each if attacks)
    hits: dict[Number, int] = {}
    for member, _ in models:
        hits[member] = hits.get(member, 0) + 1
    land(fight, [Attack(member, number, "melee", SPIKES, wearer) for member, number in hits.items()])


@specials.blows_exchanged(BRACERS)
def duelist_bracers(fight: Fight, wearer: Number, delivered: Sequence[Delivered]) -> None:
    """A blow more for each that missed its wearer, up to four, struck as his others were.

    [tp.item.armour.duelist_bracers]
    """
    aimed = [one for one in delivered if one.readied.blow.target == wearer]
    missed = min(MOST_RETURNED, sum(one.readied.blow.attacks - one.hits for one in aimed))
    pieces = fight.state.pieces
    own = [one.readied for one in _own(delivered, wearer) if pieces[one.readied.blow.target].fate in ALIVE]
    if missed and own and pieces[wearer].fate in ALIVE:
        fight.tell(ItemStirred(BRACERS, wearer, BRACERS, missed))
        blow = own[0].blow
        deliver(fight, own[0]._replace(blow=blow._replace(each=((blow.each[0][0], missed),))))


@specials.blows_exchanged(WICKED)
def wicked_blade(fight: Fight, bearer: Number, delivered: Sequence[Delivered]) -> None:
    """Whoever misses with all his blows strikes as often at himself, once.  [tp.item.weapon.wicked_blade]"""
    own = [one for one in _own(delivered, bearer) if one.readied.attack.rule == WICKED]
    if not own or any(one.hits for one in own) or fight.state.pieces[bearer].fate not in ALIVE:
        return
    fight.tell(ItemUsed(WICKED, bearer, WICKED))
    readied, attacks = own[0].readied, sum(one.readied.blow.attacks for one in own)
    blow = readied.blow._replace(target=bearer, each=((readied.blow.each[0][0], attacks),))
    need = Tally(chart(1, 1), "tp.combat.hit.chart", "against himself")
    turned = structs.replace(readied.attack, target=bearer)
    deliver(fight, readied._replace(blow=blow, need=need, attack=turned, outright="", watched=False, guided=""))


def _own(delivered: Sequence[Delivered], member: Number) -> list[Delivered]:
    """What he struck himself, not his steed."""
    blows = ((one, one.readied.blow) for one in delivered)
    return [one for one, blow in blows if blow.member == member and blow.line.part == "self" and blow.attacks]
