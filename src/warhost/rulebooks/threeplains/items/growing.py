"""Items that grow with what happens round them: kills, and the fright of enemies.  [tp.magic.items.weapon]"""

from __future__ import annotations

from msgspec import structs

from warhost.engine.dice import Throw
from warhost.engine.tally import Tally

from ..events import ItemStirred, Regenerated
from ..figure import Blows, inches
from ..magic.bearing import effects_on, lay, lift
from ..magic.book import book, title
from ..magic.lending import lent
from ..magic.targets import reach
from ..magic.verbs import Gift
from ..setting import Fight
from ..special.specials import special
from ..state import NEVER, Effect
from ..wounds.hits import Attack
from .shelf import ITEMS

DEATH_STRENGTH = "tp.item.weapon.blade_of_death_strength"
KEENER, SWIFTER = f"{DEATH_STRENGTH}/keener", f"{DEATH_STRENGTH}/swifter"
HELBURN = "tp.item.weapon.helburn"
FLAMES = "tp.item.armour.black_flaming_armour"
HEALS_ON, KEENER_ON, SWIFTER_ON = 4, 5, 6
MOST_FEAR = 4
TERROR = inches(10)

for _source in (KEENER, SWIFTER):
    book.titles[_source] = ITEMS["blade_of_death_strength"].title
for _item in ("helburn", "black_flaming_armour"):
    for _rating in range(1, MOST_FEAR + 1):
        _rule, _title = ITEMS[_item].rule, ITEMS[_item].title
        lent(f"{_rule}/fear {_rating}", _title, Gift(ratings={"fear": _rating}), _rule)
        book.titles[f"{_rule}/fear {_rating}"] = _title


def grown(fight: Fight, bearer: int, source: str) -> int:
    """How far it has come with him."""
    return sum(effect.number for effect in effects_on(fight, bearer) if effect.source == source)


def grow(fight: Fight, bearer: int, source: str, more: int, ends: int = NEVER) -> int:
    """It comes so much further, for the rest of the battle or until a turn; how far it is then."""
    number = grown(fight, bearer, source) + more
    for effect in effects_on(fight, bearer):
        if effect.source == source:
            lift(fight, effect)
    if number:
        lay(fight, Effect(source, bearer, bearer, fight.state.pieces[bearer].side, ends, number))
    return number


# --- a blade that learns -------------------------------------------------------------------------------------


@special(DEATH_STRENGTH, on="damaged")
def blade_of_death_strength(fight: Fight, attack: Attack, fallen: int) -> None:
    """A die for every kill: a life point back, a keener edge, or another attack from the next round on.

    [tp.item.weapon.blade_of_death_strength]
    """
    if attack.rule != DEATH_STRENGTH or not fallen:
        return
    piece = fight.state.pieces[attack.by]
    faces = fight.throw(Throw(fallen, 6, "death-strength", DEATH_STRENGTH, piece.side))
    healed = min(piece.hurt, sum(face == HEALS_ON for face in faces))
    if healed:
        piece.hurt -= healed
        fight.tell(Regenerated(DEATH_STRENGTH, attack.by, healed))
    for source, on in ((KEENER, KEENER_ON), (SWIFTER, SWIFTER_ON)):
        if more := sum(face == on for face in faces):
            fight.tell(ItemStirred(DEATH_STRENGTH, attack.by, source, grow(fight, attack.by, source, more)))


@special(DEATH_STRENGTH, on="damage")
def keener_edge(fight: Fight, attack: Attack) -> Attack:
    """[tp.item.weapon.blade_of_death_strength]"""
    more = grown(fight, attack.by, KEENER) if attack.rule == DEATH_STRENGTH else 0
    return structs.replace(attack, toughness=attack.toughness + more)


@special(DEATH_STRENGTH, on="attacks")
def swifter_blows(fight: Fight, member: int, line: Blows, tally: Tally) -> None:
    """[tp.item.weapon.blade_of_death_strength]"""
    if line.part == "self":
        tally.add(grown(fight, member, SWIFTER), DEATH_STRENGTH, title(DEATH_STRENGTH))


# --- fear that grows -----------------------------------------------------------------------------------------


def _fear_of(fight: Fight, bearer: int, item: str, least: int) -> int:
    """How much fear it has come to spread."""
    ratings = range(1, MOST_FEAR + 1)
    return max([least, *(rating for rating in ratings if grown(fight, bearer, f"{item}/fear {rating}"))])


def _frighten_more(fight: Fight, bearer: int, item: str, before: int, more: int, ends: int = NEVER) -> None:
    """Its fear rises, never above 4.  [tp.trait.fear]"""
    fear = min(MOST_FEAR, before + more)
    if fear > before:
        grow(fight, bearer, f"{item}/fear {fear}", 1, ends)
        fight.tell(ItemStirred(item, bearer, item, fear))


@special(HELBURN, on="damaged")
def helburn(fight: Fight, attack: Attack, fallen: int) -> None:
    """Every kill makes its bearer more frightful until the battle stress of this turn is over.

    [tp.item.weapon.helburn]
    """
    if attack.rule == HELBURN and fallen:
        before = _fear_of(fight, attack.by, HELBURN, 0)
        _frighten_more(fight, attack.by, HELBURN, before, fallen, fight.state.clock + 1)


@special(FLAMES, on="enemy quails")
def black_flaming_armour(fight: Fight, wearer: int, enemy: int) -> None:
    """An enemy within 10 inches who fails a bravery check makes its wearer more frightful.

    [tp.item.armour.black_flaming_armour]
    """
    if reach(fight, wearer, enemy) <= TERROR:
        _frighten_more(fight, wearer, FLAMES, _fear_of(fight, wearer, FLAMES, 1), 1)
