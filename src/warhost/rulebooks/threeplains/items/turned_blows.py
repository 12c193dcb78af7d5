"""Blows at friends and at oneself: those of a tyrant, and those that a jester brings about.

[tp.magic.items.weapon]
"""

from __future__ import annotations

from msgspec import structs

from warhost.engine.chain import Chain, Pool, Test
from warhost.engine.question import Choose
from warhost.engine.tally import Tally

from ..bodies import figure, on_table
from ..choosing import one_of
from ..dice import roll
from ..events.blows import LostOutright, Struck
from ..events.items import ItemStirred, ItemUsed
from ..fighting.arms import wielded
from ..fighting.besides import ALIVE
from ..fighting.blows import Blow
from ..fighting.edges import more_attacks
from ..fighting.prowess import ALWAYS, NEVER_HITS, attack_of, charted, skill, strengthened
from ..magic.bearing import effects_on, lay, lift, nature, unseen
from ..magic.book import book, title
from ..magic.lending import lent
from ..magic.verbs import Gift
from ..morale.checks import Kind, members, steeled
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..special.specials import Moment
from ..state import Effect, Number, Player, Pools
from ..wounds.casualties import lose
from ..wounds.hits import Attack, strike
from .hushing import touch
from .shelf import ITEMS

CULL = "tp.item.weapon.tyrants_cull"
MACE = "tp.item.weapon.jesters_mace"
BARE = f"{MACE}/bare"
DICE_A_KILL = 2
STRIKE_OWN, SPARE = "strike them", "spare them"
BARES_ON, TURNS_ON, SELF_ON, HURTS_ON = 1, 2, (3, 4), 6

lent(BARE, ITEMS["jesters_mace"].title, Gift(), MACE)
book.titles[BARE] = ITEMS["jesters_mace"].title


def strike_own(fight: Fight, attack: Attack, attacks: int, rule: str) -> int:
    """So many attacks at a friend or at oneself: rolled to hit by the chart, then damage; how many models fell."""
    striker, target, pieces = attack.by, attack.target, fight.state.pieces
    own = skill(fight, striker, figure(fight, striker).blows[0].rating, target)
    against = figure(fight, target).rating
    need = Tally(NEVER_HITS, "tp.combat.hit.none")
    if against >= 0:
        need = charted(own, skill(fight, target, against, striker))
    need.add(min(0, ALWAYS - need.total), "tp.combat.hit.modifiers", "a 6 always hits")
    test = (Test(6, need.total, "to hit", "tp.combat.hit.chart"),) if need.total > NEVER_HITS else ()
    hits = fight.roll(Chain(Pool(attacks, "blows", rule), test), pieces[striker].side, need)
    fight.tell(Struck(rule, striker, target, attacks, hits, "self"))
    before = pieces[target].models
    strike(fight, structs.replace(attack, hits=hits))
    return before - pieces[target].models


def own_strokes(fight: Fight, striker: Number, weapon: int = 0) -> int:
    """His own attacks with all that he has for them; his steed's are not his."""
    line = figure(fight, striker).blows[0]
    tally = Tally(line.attacks + weapon, "tp.combat.attacks", "attacks")
    more_attacks(fight, nature(fight, striker), striker, line, tally)
    return max(0, tally.total)


# --- a tyrant ------------------------------------------------------------------------------------------------


@specials.before_check(CULL)
def tyrants_cull(pools: Pools, fight: Fight, bearer: Number, kind: Kind) -> Pools:
    """Before a check of his group its bearer may strike at it: two soldiering dice for each whom he kills.

    [tp.item.weapon.tyrants_cull]
    """
    piece, host = fight.state.pieces[bearer], outermost(fight, bearer)
    if host == bearer or figure(fight, host).category not in ("infantry", "cavalry"):
        return pools
    text = "{who} may strike at his own group before its check: each whom he kills steels the others. Does he?"
    question = Choose(piece.side, "cull", [SPARE, STRIKE_OWN], CULL, piece.name, usual=SPARE, text=text)
    if fight.ask(question.in_secret(unseen(fight, bearer, CULL))) == SPARE:
        return pools
    fight.tell(ItemUsed(CULL, bearer, CULL))
    blow = Attack(host, 0, "melee", CULL, bearer, top=figure(fight, bearer).blows[0].damage, toughness=1)
    fallen = strike_own(fight, strengthened(fight, blow), own_strokes(fight, bearer), CULL)
    return steeled(fight, pools, DICE_A_KILL * fallen, CULL, title(CULL)) if fallen else pools


# --- a jester ------------------------------------------------------------------------------------------------


@specials.hit_by_hit(MACE)
def jesters_mace(attacks: list[Attack], fight: Fight, blow: Blow) -> list[Attack]:
    """A die for every hit before its damage.  [tp.item.weapon.jesters_mace]"""
    return [_jest(fight, blow, structs.replace(one, hits=1)) for one in attacks for _ in range(one.hits)]


def _jest(fight: Fight, blow: Blow, attack: Attack) -> Attack:
    """No save in this round; it strikes at a friend, or at itself; nothing; or the jester bleeds."""
    bearer, target, pieces = blow.member, blow.target, fight.state.pieces
    side, beside = pieces[bearer].side, _beside(fight, target)
    if pieces[target].fate not in ALIVE:
        return attack
    while (face := fight.die(6, "jest", MACE, side)) == TURNS_ON and not beside:
        pass
    fight.tell(ItemStirred(MACE, bearer, MACE, face))
    if face == BARES_ON:
        if pieces[target].lone:
            lay(fight, Effect(BARE, bearer, target, side, fight.state.clock_in(1)))
        return structs.replace(attack, past_saves=True)
    if face == TURNS_ON:
        _turned_on(fight, blow, _chosen(fight, side, beside))
    elif face in SELF_ON:
        _turned_on(fight, blow, target)
    elif face == HURTS_ON:
        points = roll(fight, "D6", "the jester bleeds", MACE, side)
        fight.tell(LostOutright(MACE, bearer, bearer, points))
        lose(fight, bearer, points, MACE)
    return attack


def _beside(fight: Fight, target: Number) -> list[Number]:
    """Those of its own side whose bases touch the struck model, or who share its base; of a group another model."""
    pieces, host = fight.state.pieces, outermost(fight, target)
    own = [target] if pieces[target].models > 1 else []
    together = [one for one in members(fight, host) if one != target and touch(fight, one, target)]
    friends = [one for one in on_table(fight, pieces[target].side) if one != host]
    touching = [one for friend in friends for one in members(fight, friend) if touch(fight, one, target)]
    return [*own, *together, *touching]


def _chosen(fight: Fight, side: Player, beside: list[Number]) -> Number:
    text = "Whom does the enemy struck by {who} strike in his confusion?"
    return one_of(fight, side, "whom the jest turns on", beside, MACE, text, title(MACE))


def _turned_on(fight: Fight, blow: Blow, victim: Number) -> None:
    """The struck model strikes with all that it has; its blows of this round it has still.

    [tp.item.weapon.jesters_mace]
    """
    fool, contact = blow.target, blow.contact
    weapon = wielded(fight, {}, fool, blow.foe, contact)
    line = figure(fight, fool).blows[0]
    folly = Blow(blow.foe, fool, outermost(fight, victim), victim, contact, line, weapon, ((0, 1),))
    attack = structs.replace(attack_of(fight, folly), most=1)
    strike_own(fight, attack, own_strokes(fight, fool, weapon.attacks if weapon else 0), MACE)


@specials.wounds(BARE)
def has_no_save(attack: Attack, fight: Fight) -> Attack:
    """[tp.item.weapon.jesters_mace] [tp.appendix1.cancel_save]"""
    return structs.replace(attack, past_saves=True)


@specials.moments(MACE)
def recovers(fight: Fight, bearer: Number, moment: Moment) -> None:
    """[tp.item.weapon.jesters_mace]"""
    for number in fight.state.numbers() if moment == "combat over" else ():
        for effect in [one for one in effects_on(fight, number) if one.source == BARE and one.caster == bearer]:
            lift(fight, effect)
