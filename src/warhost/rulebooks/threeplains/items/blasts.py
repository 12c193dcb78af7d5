"""Weapons and armour that burst: over everybody near by, in a fight or under the feet of who marches over them.

[tp.magic.items.weapon] [tp.magic.items.armour] [tp.shoot.radius]
"""

from __future__ import annotations

from msgspec import structs

from warhost.engine.field.length import Length
from warhost.engine.field.shapes import disc

from ..bodies import body, pose, stood
from ..events.blows import TemplateLaid
from ..events.items import ItemUsed
from ..fighting.arms import SIDEARM_LEFT
from ..fighting.blows import Blow
from ..figure import inches
from ..magic.bearing import carried, lay
from ..magic.book import book, title
from ..magic.lending import lent
from ..magic.verbs import Gift
from ..moving.stride import stance, take
from ..setting import Fight
from ..special import specials
from ..state import NEVER, Effect, Number, Point
from ..wounds.hits import Attack, strike
from .losing import lose_item
from .oblivion import middle_of, models_round
from .shelf import ITEMS
from .weapons import in_contact

FOOLS = "tp.item.weapon.sword_of_fools"
BRILLIANTS = "tp.item.armour.golden_armour_of_brilliants"
SHATTERED = f"{FOOLS}/shattered"
BLAST = inches(1.5)
ALL_AGILITY = 6

lent(SHATTERED, ITEMS["sword_of_fools"].title, Gift(traits=(SIDEARM_LEFT,)), FOOLS)
book.titles[SHATTERED] = ITEMS["sword_of_fools"].title


def blast(fight: Fight, centre: Point, radius: Length, attack: Attack) -> None:
    """Every model so near to a place has a hit, friend or foe.  [tp.shoot.radius]"""
    found = models_round(fight, centre, radius)
    outline = (disc(centre, radius).points,)
    fight.tell(TemplateLaid(attack.rule, title(attack.rule), centre, 0, tuple(found.items()), outline))
    for member, models in found.items():
        if fight.state.pieces[member].fate != "slain":
            strike(fight, structs.replace(attack, target=member, hits=models, most=models, aimed=True))
    fight.setting.fabric.burst_round(fight, centre, radius, attack)


def _bursts(fight: Fight, bearer: Number, item: str, centre: Point) -> None:
    """It does so once in a battle; the sword leaves a survivor with his sidearm.

    [tp.item.weapon.sword_of_fools] [tp.item.armour.golden_armour_of_brilliants]
    """
    lose_item(fight, bearer, item, item)
    if item == FOOLS:
        lay(fight, Effect(SHATTERED, bearer, bearer, fight.state.pieces[bearer].side, NEVER))
    burst = Attack(bearer, 0, "magic", item, bearer, top=5, toughness=8, agility=ALL_AGILITY, multiplier=3)
    blast(fight, centre, BLAST, burst)


@specials.hits_home(FOOLS)
def sword_of_fools(attack: Attack, fight: Fight, blow: Blow) -> Attack:
    """Its first hit sets it off; what it hit is struck all the same.  [tp.item.weapon.sword_of_fools]"""
    _bursts(fight, blow.member, FOOLS, _where_he_struck(fight, blow))
    return attack


def _where_he_struck(fight: Fight, blow: Blow) -> Point:
    """The middle of its bearer's base. He may have fallen to blows that fall together with his: then of the base on
    which he stood, or of what is left nearest to it.

    [tp.combat.simultaneous]
    """
    if fight.state.pieces[blow.member].fate != "slain":
        return middle_of(fight, blow.member)
    group, base = fight.state.pieces[blow.group], blow.each[0][0]
    bases = body(fight, blow.group).bases or pose(fight, group, 1, stood(group)._replace(places=())).bases
    return bases[min(base, len(bases) - 1)].centre


@specials.start_of_combat(BRILLIANTS)
def seen_by_all(fight: Fight, wearer: Number) -> None:
    """Enemies who touch its wearer have to strike at him, so they are told why.

    [tp.item.armour.golden_armour_of_brilliants]
    """
    if in_contact(fight, wearer):
        fight.tell(ItemUsed(BRILLIANTS, wearer, BRILLIANTS))


@specials.absorbs(BRILLIANTS)
def golden_armour(attack: Attack, fight: Fight) -> Attack:
    """The first hit on its wearer in combat sets it off; if he lives the hits are worked out on him then.

    [tp.item.armour.golden_armour_of_brilliants]
    """
    wearer = attack.target
    if attack.kind != "melee" or not attack.hits:
        return attack
    _bursts(fight, wearer, BRILLIANTS, middle_of(fight, wearer))
    return attack if fight.state.pieces[wearer].fate != "slain" else structs.replace(attack, hits=0)


@specials.trodden_down(FOOLS, BRILLIANTS)
def burst_underfoot(fight: Fight, bearer: Number, mover: Number, spot: Point) -> None:
    """Whoever marches over its bearer halts on top of him, takes the blast there, and goes on if he can.

    [tp.item.weapon.sword_of_fools] [tp.item.armour.golden_armour_of_brilliants] [tp.move.marchover]
    """
    for item in [one for one in carried(fight, bearer) if one in (FOOLS, BRILLIANTS)]:
        here = body(fight, mover).middle
        _shift(fight, mover, spot[0] - here[0], spot[1] - here[1])
        _bursts(fight, bearer, item, spot)
        if fight.state.pieces[mover].standing:
            _shift(fight, mover, here[0] - spot[0], here[1] - spot[1])
        else:
            return


def _shift(fight: Fight, number: Number, right: int, up: int) -> None:
    """The piece as it stands, so far to the right and up the table."""
    stand = stance(fight, number)
    front, places = stand.front, tuple((x + right, y + up) for x, y in stand.places)
    take(fight, number, stand._replace(front=(front[0] + right, front[1] + up), places=places))
