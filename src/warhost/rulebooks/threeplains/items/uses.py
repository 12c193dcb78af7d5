"""Items that are used in a shooting phase, drunk before a fight, or read once.

[tp.magic.items.enchanted] [tp.magic.items.weapon] [tp.magic.items.commands]
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from warhost.engine.dice import Throw
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import point_gap
from warhost.engine.question import Choose

from ..bodies import body, figure, life_of
from ..dice import roll
from ..events.blows import LostOutright
from ..events.items import ItemStirred
from ..events.spells import Enchanted
from ..fighting.contact import engaged
from ..figure import inches
from ..magic.bearing import lay, unseen
from ..magic.book import book
from ..magic.lending import lent
from ..magic.naming import naming
from ..magic.targets import Casting, base_of_bearer, models_within
from ..magic.verbs import Gift
from ..magic.working import does, end_of, lasting
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..special.living import NOT_ALIVE
from ..state import Effect, Number, Player, Point
from ..wounds.hits import Attack
from .blasts import blast
from .growing import grow, grown
from .losing import lose_item
from .oblivion import drop_dead, middle_of, models_round, setting_free, take_life
from .shelf import ITEMS

DOOM = "tp.item.command.doom_stick"
KEG = "tp.item.weapon.scolex_keg"
BREW = "tp.item.enchanted.wonder_brew"
DRAGON_SLAYER = "tp.item.arcane.dragon_slaying_scroll"
DOOMED_ON, DOOM_REACH = 6, inches(3)
BURSTS_ON, BURSTS_IN_HAND, BURST = 5, 1, inches(3)
SIPS, SWALLOWS = 8, ("1 sip", "2 sips", "3 sips")
DRUNK, STRONGER, KEENER, SURER = (f"{BREW}/{what}" for what in ("sips", "stronger", "keener", "surer"))
DRINKING = f"{BREW}/drinking"  # the turn in which he did so last
KEENER_FROM, SURER_FROM, TOO_MUCH = 7, 10, 12

for _source, _gift in (
    (DRUNK, Gift()), (DRINKING, Gift()), (STRONGER, Gift(attacks=1)), (KEENER, Gift(rating=2)),
    (SURER, Gift(marks=("guides himself",))),
):  # fmt: skip
    lent(_source, ITEMS["wonder_brew"].title, _gift, BREW)
    book.titles[_source] = ITEMS["wonder_brew"].title


# --- bursting ------------------------------------------------------------------------------------------------


def burst(fight: Fight, centre: Point, radius: Length, attack: Attack) -> None:
    """Every model so near to a place has a hit, friend or foe; those who fought them may be free then.

    [tp.shoot.radius]
    """
    with setting_free(fight, models_round(fight, centre, radius)):
        blast(fight, centre, radius, attack)


@does(KEG)
def scolex_keg(fight: Fight, casting: Casting) -> None:
    """On 5 or 6 it bursts at the nearest model of its target, on a 1 in the hand of who threw it.

    [tp.item.weapon.scolex_keg]
    """
    thrower = casting.caster
    face = fight.die(6, "keg", KEG, casting.side, (BURSTS_IN_HAND, BURSTS_ON - 1))
    fight.tell(ItemStirred(KEG, thrower, KEG, face))
    if BURSTS_IN_HAND < face < BURSTS_ON:
        return
    here = middle_of(fight, thrower)
    bases = body(fight, outermost(fight, casting.target)).bases
    centre = here if face == BURSTS_IN_HAND else min(bases, key=lambda base: point_gap(here, base)).centre
    burst(fight, centre, BURST, Attack(thrower, 0, "missile", KEG, thrower, top=3, toughness=4, agility=2))


# --- beating the stick ---------------------------------------------------------------------------------------


@does(DOOM)
def doom_stick(fight: Fight, casting: Casting) -> None:
    """A die for every model within 3 inches, its carrier's too: on a 6 it loses D6 life points that nothing saves.

    If the carrier falls to it nobody takes the stick up.  [tp.item.command.doom_stick]
    """
    carrier = casting.caster
    found = models_within(fight, (base_of_bearer(fight, carrier),), DOOM_REACH)
    lost: dict[Number, int] = {}
    for member, models in found.items():
        if not any(trait in NOT_ALIVE for trait in figure(fight, member).traits):
            points = list(_doomed(fight, member, models, casting.side))
            if member == carrier and points[0] >= life_of(fight, member):
                lose_item(fight, carrier, DOOM, DOOM)
            if any(points):
                lost[member] = sum(points)
    take_life(fight, lost, DOOM, carrier)


def _doomed(fight: Fight, member: Number, models: int, side: Player) -> Iterator[int]:
    """What each of these models loses, never more than one has."""
    faces = fight.throw(Throw(models, 6, "doom", DOOM, side, (DOOMED_ON - 1,)))
    for face in faces:
        points = roll(fight, "D6", "life points", DOOM, side) if face == DOOMED_ON else 0
        yield min(points, life_of(fight, member))


# --- drinking ------------------------------------------------------------------------------------------------


@naming.fits(BREW, "has none left, has drunk already, or is not about to fight")
def may_drink(fight: Fight, number: Number) -> bool:
    """Before a combat of his begins, and once before each.  [tp.item.enchanted.wonder_brew]"""
    fresh = fight.state.phase == "combat" and engaged(fight, outermost(fight, number))
    if not fresh or number in fight.state.fought or grown(fight, number, DRUNK) >= SIPS:
        return False
    return grown(fight, number, DRINKING) != fight.state.clock


@naming.names(BREW)
def how_many_sips(fight: Fight, casting: Casting) -> Casting:
    left = SIPS - grown(fight, casting.caster, DRUNK)
    sips = 1
    if left > 1:
        text = "How many sips {does} {who} take?"
        question = Choose(
            casting.side, "sips", SWALLOWS[:left], BREW, fight.state.pieces[casting.caster].name, text=text
        )
        answer = fight.ask(question.in_secret(unseen(fight, casting.caster, BREW)))
        sips = SWALLOWS.index(answer) + 1
    return structs.replace(casting, turn=sips)


@does(BREW)
def wonder_brew(fight: Fight, casting: Casting) -> None:
    """A D12 and all sips so far: an attack, combat rating, misses thrown again, or the end of the drinker.

    [tp.item.enchanted.wonder_brew]
    """
    drinker, side = casting.caster, casting.side
    drunk = grow(fight, drinker, DRUNK, casting.turn)
    total = fight.die(12, "brew", BREW, side) + drunk
    fight.tell(ItemStirred(BREW, drinker, BREW, total))
    if total >= TOO_MUCH:
        drop_dead(fight, drinker, BREW)
        return
    source = SURER if total >= SURER_FROM else KEENER if total >= KEENER_FROM else STRONGER
    ends = end_of(fight, side, "own turn")
    lay(fight, Effect(source, drinker, drinker, side, ends))
    grow(fight, drinker, DRINKING, fight.state.clock - grown(fight, drinker, DRINKING))
    fight.tell(Enchanted(BREW, drinker, source))


# --- slaying dragons -----------------------------------------------------------------------------------------


@naming.fits(DRAGON_SLAYER, "is no dragon, or all but dead")
def is_a_dragon(fight: Fight, number: Number) -> bool:
    return figure(fight, number).breath == "dragon" and _to_lose(fight, number) > 0


def _to_lose(fight: Fight, number: Number) -> int:
    """One life point always stays."""
    return life_of(fight, number) - fight.state.pieces[number].hurt - 1


@does(DRAGON_SLAYER)
def dragon_slayer(fight: Fight, casting: Casting) -> None:
    """D20 life points are gone until the caster's next turn.  [tp.item.arcane.dragon_slaying_scroll]"""
    dragon = casting.target
    points = roll(fight, "D20", "dragon slaying", DRAGON_SLAYER, casting.side)
    gone = min(points, _to_lose(fight, dragon))
    fight.state.pieces[dragon].hurt += gone
    lay(fight, lasting(fight, casting, dragon, gone))
    fight.tell(LostOutright(DRAGON_SLAYER, dragon, casting.caster, gone))


@specials.spell_over(DRAGON_SLAYER)
def strength_returns(fight: Fight, dragon: Number, gone: int) -> None:
    """What it has lost besides stays lost.  [tp.item.arcane.dragon_slaying_scroll]"""
    piece = fight.state.pieces[dragon]
    if piece.fate != "slain":
        piece.hurt = max(0, piece.hurt - gone)
