"""Items that grow with what happens round them: kills, and the fright of enemies.  [tp.magic.items.weapon]"""

from __future__ import annotations

from msgspec import structs

from warhost.engine.dice import Throw
from warhost.engine.event import Event
from warhost.engine.tally import Tally

from ..bodies import enemies
from ..events.items import ItemStirred
from ..events.nerves import Checked, Regenerated
from ..figure import Blows, inches
from ..magic.bearing import carried, effects_on, lay, lift
from ..magic.book import book, title
from ..magic.lending import lent
from ..magic.targets import reach
from ..magic.verbs import Gift
from ..morale.checks import members
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..special.specials import Kills
from ..state import NEVER, Clock, Effect, Number
from ..wounds.hits import Attack
from .shelf import ITEMS

DEATH_STRENGTH = "tp.item.weapon.blade_of_death_strength"
KEENER, SWIFTER = f"{DEATH_STRENGTH}/keener", f"{DEATH_STRENGTH}/swifter"
SWORDFISH = "tp.item.weapon.swordfish_lance"
AXE_OF_HEART = "tp.item.weapon.axe_of_heart"
HELBURN = "tp.item.weapon.helburn"
FLAMES = "tp.item.armour.black_flaming_armour"
HEALS_ON, KEENER_ON, SWIFTER_ON = 4, 5, 6
MOST_FEAR = 4
MOST_ATTACKS = 8  # that kills add
TERROR = inches(10)

for _source in (KEENER, SWIFTER):
    book.titles[_source] = ITEMS["blade_of_death_strength"].title
for _item in ("helburn", "black_flaming_armour"):
    for _rating in range(1, MOST_FEAR + 1):
        _rule, _title = ITEMS[_item].rule, ITEMS[_item].title
        lent(f"{_rule}/fear {_rating}", _title, Gift(ratings={"fear": _rating}), _rule)
        book.titles[f"{_rule}/fear {_rating}"] = _title


def grown(fight: Fight, bearer: Number, source: str) -> int:
    """How far it has come with him."""
    return sum(effect.number for effect in effects_on(fight, bearer) if effect.source == source)


def grow(fight: Fight, bearer: Number, source: str, more: int, ends: Clock = NEVER) -> int:
    """It comes so much further, for the rest of the battle or until a turn; how far it is then."""
    number = grown(fight, bearer, source) + more
    for effect in effects_on(fight, bearer):
        if effect.source == source:
            lift(fight, effect)
    if number:
        lay(fight, Effect(source, bearer, bearer, fight.state.pieces[bearer].side, ends, number))
    return number


# --- a blade that learns -------------------------------------------------------------------------------------


@specials.kills(DEATH_STRENGTH)
def blade_of_death_strength(fight: Fight, bearer: Number, kills: Kills) -> None:
    """A die for every kill of its bearer, with whatever: a life point back, a keener edge, or another attack from
    the next round on.

    [tp.item.weapon.blade_of_death_strength]
    """
    if not kills.foes:
        return
    piece = fight.state.pieces[bearer]
    faces = fight.throw(Throw(kills.models, 6, "death-strength", DEATH_STRENGTH, piece.side))
    healed = min(piece.hurt, sum(face == HEALS_ON for face in faces))
    if healed:
        piece.hurt -= healed
        fight.tell(Regenerated(DEATH_STRENGTH, bearer, healed))
    for source, on in ((KEENER, KEENER_ON), (SWIFTER, SWIFTER_ON)):
        if more := sum(face == on for face in faces):
            fight.tell(ItemStirred(DEATH_STRENGTH, bearer, source, grow(fight, bearer, source, more)))


@specials.struck_with(DEATH_STRENGTH)
def keener_edge(attack: Attack, fight: Fight) -> Attack:
    """[tp.item.weapon.blade_of_death_strength]"""
    return structs.replace(attack, toughness=attack.toughness + grown(fight, attack.by, KEENER))


@specials.attacks(DEATH_STRENGTH)
def swifter_blows(fight: Fight, member: Number, line: Blows, tally: Tally) -> None:
    """[tp.item.weapon.blade_of_death_strength]"""
    if line.part == "self":
        tally.add(grown(fight, member, SWIFTER), DEATH_STRENGTH, title(DEATH_STRENGTH))


# --- kills that are counted ----------------------------------------------------------------------------------


@specials.wounded_with(SWORDFISH)
def count_kills_of_the_lance(fight: Fight, attack: Attack, fallen: int) -> None:
    """For the rest of the battle.  [tp.item.weapon.swordfish_lance]"""
    if fallen:
        kills = grow(fight, attack.by, SWORDFISH, fallen)
        fight.tell(ItemStirred(SWORDFISH, attack.by, SWORDFISH, kills))


@specials.attacks(SWORDFISH)
def swordfish_lance(fight: Fight, member: Number, line: Blows, tally: Tally) -> None:
    """One more for every kill with it, up to eight more.  [tp.item.weapon.swordfish_lance]"""
    if line.part == "self" and SWORDFISH in carried(fight, member):
        tally.add(min(MOST_ATTACKS, grown(fight, member, SWORDFISH)), SWORDFISH, title(SWORDFISH))


@specials.kills(AXE_OF_HEART)
def take_heart(fight: Fight, bearer: Number, kills: Kills) -> None:
    """For this turn.  [tp.item.weapon.axe_of_heart]"""
    if kills.foes:
        so_far = grow(fight, bearer, AXE_OF_HEART, kills.models, fight.state.clock_in(1))
        fight.tell(ItemStirred(AXE_OF_HEART, bearer, AXE_OF_HEART, so_far))


@specials.soldiering(AXE_OF_HEART)
def axe_of_heart(fight: Fight, number: Number, kind: str, tally: Tally) -> None:
    """A die for every kill of its bearer in the battle stress phase.  [tp.item.weapon.axe_of_heart]"""
    if fight.state.phase == "stress":
        kills = sum(grown(fight, one, AXE_OF_HEART) for one in members(fight, number))
        tally.add(kills, AXE_OF_HEART, title(AXE_OF_HEART))


# --- fear that grows -----------------------------------------------------------------------------------------


def _fear_of(fight: Fight, bearer: Number, item: str, least: int) -> int:
    """How much fear it has come to spread."""
    ratings = range(1, MOST_FEAR + 1)
    return max([least, *(rating for rating in ratings if grown(fight, bearer, f"{item}/fear {rating}"))])


def _frighten_more(fight: Fight, bearer: Number, item: str, before: int, more: int, ends: Clock = NEVER) -> None:
    """Its fear rises, never above 4.  [tp.trait.fear]"""
    fear = min(MOST_FEAR, before + more)
    if fear > before:
        grow(fight, bearer, f"{item}/fear {fear}", 1, ends)
        fight.tell(ItemStirred(item, bearer, item, fear))


@specials.kills(HELBURN)
def helburn(fight: Fight, bearer: Number, kills: Kills) -> None:
    """Every kill of its bearer makes him more frightful until the battle stress of this turn is over.

    [tp.item.weapon.helburn]
    """
    if kills.foes:
        before = _fear_of(fight, bearer, HELBURN, 0)
        _frighten_more(fight, bearer, HELBURN, before, kills.models, fight.state.clock_in(1))


@specials.hears(FLAMES)
def black_flaming_armour(fight: Fight, wearer: Number, event: Event) -> None:
    """An enemy within 10 inches who fails a bravery check makes its wearer more frightful.

    [tp.item.armour.black_flaming_armour]
    """
    if not isinstance(event, Checked) or event.kind != "bravery" or event.passed:
        return
    met = outermost(fight, wearer) in enemies(fight, event.piece)
    if met and reach(fight, wearer, event.piece) <= TERROR:
        _frighten_more(fight, wearer, FLAMES, _fear_of(fight, wearer, FLAMES, 1), 1)
