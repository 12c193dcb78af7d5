"""White Magic: blessings, secrets laid bare, and what the undead fear."""

from __future__ import annotations

from msgspec import structs

from warhost.engine.question import Choose

from ...bodies import figure, on_table
from ...events.spells import Enchanted, ItemSilenced, Strengthened
from ...items.spying import lay_open
from ...morale.checks import members
from ...setting import Fight
from ...special import specials
from ...special.living import NOT_ALIVE
from ...state import Number, Player, opponent
from ...wounds.hits import Attack, strike
from ..bearing import SILENCE, carried, effects_on, lay, lift, untouched
from ..book import book
from ..chances import chance
from ..learning import useless
from ..lending import lent
from ..naming import naming
from ..targets import Casting, models_in_reach, spell_reaches, spellproof
from ..verbs import Gift
from ..working import blast, does, lasting

BLESSING = "tp.spell.white.blessing_of_the_gods"
SKILL, WARD = f"{BLESSING}/skill", f"{BLESSING}/ward"
HOLY_CALL = "tp.spell.white.holy_call"
WIND = "tp.spell.white.the_white_wind"
LIFE = "tp.spell.white.life_over_death"
FAILS_ON = 5  # an item
MAGIC_SIX = 6

for _source, _gift in ((SKILL, Gift(rating=1)), (WARD, Gift(magic=1))):
    lent(_source, book[BLESSING].title, _gift, BLESSING)
    book.titles[_source] = book[BLESSING].title


@does(BLESSING)
def blessing_of_the_gods(fight: Fight, casting: Casting) -> None:
    """A gift for the rest of the battle: on 1 to 4 a life point, on 5 combat rating, on 6 a magic save that grows.

    [tp.spell.white.blessing_of_the_gods]
    """
    target = casting.target
    face = fight.die(6, "blessing", BLESSING, casting.side, (4, 5))
    if face <= 4:
        fight.state.pieces[target].vigour += 1
        fight.tell(Strengthened(BLESSING, target, 1))
        return
    source = SKILL if face == 5 else WARD
    old = next((effect for effect in effects_on(fight, target) if effect.source == source), None)
    if old is not None:
        lift(fight, old)
    number = 1 if old is None else old.number + 1
    lay(fight, structs.replace(lasting(fight, casting, target, number), source=source))
    fight.tell(Enchanted(BLESSING, target, source, number))


# --- items ---------------------------------------------------------------------------------------------------


@does(SILENCE)
def seek_and_desist(fight: Fight, casting: Casting) -> None:
    """Whoever hides in the piece is shown, and so are all its items, of which one may fail for a turn.

    [tp.spell.white.seek_and_desist]
    """
    shown, pieces = lay_open(fight, casting.target, SILENCE), fight.state.pieces
    found = {
        f"{pieces[bearer].name}/{item.rpartition('.')[2]}": (bearer, item)
        for bearer in members(fight, casting.target)
        for item in shown.get(bearer, [one for one in carried(fight, bearer) if one in pieces[bearer].shown])
    }
    if not found:
        return
    chosen = next(iter(found))
    if len(found) > 1:
        text = "Which item does {who} seek out?"
        chosen = fight.ask(Choose(casting.side, "item", list(found), SILENCE, casting.spell.title, text=text))
    bearer, item = found[chosen]
    fails = chance(fight, casting.caster, "whether the item fails", SILENCE, FAILS_ON) >= FAILS_ON
    if fails and item in figure(fight, bearer).items:  # some lie about what they carry
        lay(fight, lasting(fight, casting, bearer, figure(fight, bearer).items.index(item)))
    fight.tell(ItemSilenced(SILENCE, bearer, item, fails))


@does(WIND)
def the_white_wind(fight: Fight, casting: Casting) -> None:
    """Over all whom magic can touch.  [tp.spell.white.the_white_wind] [tp.item.command.banner_of_true_combat]"""
    for number in _bearers(fight, casting.side):
        proof = spellproof(fight, number, casting.side) or untouched(fight, number)
        if spell_reaches(fight, casting, number) and not proof:
            lay(fight, lasting(fight, casting, number))
            fight.tell(Enchanted(WIND, number, WIND))


def _bearers(fight: Fight, side: Player) -> list[Number]:
    """All who could carry items: the wind does not tell who does."""
    enemies = (member for number in on_table(fight, opponent(side)) for member in members(fight, number))
    return [n for n in enemies if figure(fight, n).category == "character" or fight.state.pieces[n].command]


@useless(WIND)
def no_enemy_items(fight: Fight, number: Number) -> bool:
    side = fight.state.pieces[number].side
    return not any(figure(fight, n).items for n, piece in fight.state.numbered() if piece.side != side)


# --- the unholy ----------------------------------------------------------------------------------------------


def _unholy(fight: Fight, number: Number) -> bool:
    return any(trait in NOT_ALIVE for trait in figure(fight, number).traits)


@useless(HOLY_CALL)
def nobody_unholy(fight: Fight, number: Number) -> bool:
    """[tp.magic.choose.exchange] [tp.spell.white.holy_call]"""
    return not any(_unholy(fight, n) for n in fight.state.numbers())


@naming.fits(HOLY_CALL, "there is no undead model and no demon")
def somebody_unholy(fight: Fight, number: Number) -> bool:
    return any(_unholy(fight, member) for n in on_table(fight) for member in members(fight, n))


@does(HOLY_CALL)
def holy_call(fight: Fight, casting: Casting) -> None:
    """A hit for every such model in reach, friend or foe.  [tp.spell.white.holy_call]"""
    assert casting.spell.hits is not None
    for member, models in models_in_reach(fight, casting).items():
        if _unholy(fight, member):
            attack = blast(casting, member, casting.spell.hits, models)
            strike(fight, structs.replace(attack, aimed=True, most=models))


# --- life over death -----------------------------------------------------------------------------------------


@specials.wounds(LIFE)
def life_over_death(attack: Attack, fight: Fight) -> Attack:
    """A magic save of 6 in place of its own, whatever is brought against it.  [tp.spell.white.life_over_death]"""
    return structs.replace(attack, ward=MAGIC_SIX)
