"""Magical commands: what numbers cannot say of banners and standards.  [tp.magic.items.commands]"""

from __future__ import annotations

from msgspec import structs

from warhost.engine.field.length import Length
from warhost.engine.question import Choose
from warhost.engine.tally import Tally

from ..bodies import figure
from ..charging.flight import rally
from ..dice import most, roll
from ..events.items import ItemStirred, ItemUsed
from ..fighting.contact import fighting
from ..figure import Blows, inches
from ..magic.bearing import carried, lay, loans, unseen
from ..magic.book import book, title
from ..magic.casting import cast
from ..magic.targets import Casting, reach_of_bearer
from ..magic.working import does
from ..morale.checks import Kind
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..special.poison import poison
from ..special.specials import Failed
from ..state import NOBODY, Clock, Effect, Number, Pools, opponent
from ..wounds.hits import Attack
from .losing import lose_item

TORCH = "tp.item.command.undying_torch_of_hope"
EXCELLENCE = "tp.item.command.standard_of_excellence"
DEMON_SKULL = "tp.item.command.demon_skull_banner"
ETERNAL_WAR = "tp.item.command.banner_of_eternal_war"
LION = "tp.item.command.lion_standard"
OVERLORD = "tp.item.command.overlord_banner"
PESTILENCE = "tp.item.command.banner_of_pestilence"
TRUMPET = "tp.item.command.trumpet_of_determination"
DRUM_STICK = "tp.item.command.drum_stick_of_scrine"
SCARRED = "tp.item.command.noteus_scarred_banner"
SEA_BOLT = "tp.item.command.sea_bolt_banner"
DARK_SKIES = "tp.item.command.banner_of_dark_skies"
ASKED, KEEP, DARKEN = f"{DARK_SKIES}/asked", "keep it", "darken the sky"
SCARS = 2
SKULL_TURNS = 3
HEARD = inches(6)


@specials.in_all(TORCH)
def undying_torch_of_hope(fight: Fight, number: Number, what: str, tally: Tally) -> None:
    """Half the dice in a break check; who lost a combat is seen from all of them.

    [tp.item.command.undying_torch_of_hope]
    """
    if what == "break":
        tally.divide(2, TORCH, title(TORCH))


@specials.passes(EXCELLENCE)
def standard_of_excellence(fight: Fight, bearer: Number, kind: str) -> bool | None:
    """Deviancy and bravery need no roll, break checks do.  [tp.item.command.standard_of_excellence]"""
    if kind == "break":
        return None
    fight.tell(ItemUsed(EXCELLENCE, outermost(fight, bearer), EXCELLENCE))
    return True


@specials.start_of_turn(DEMON_SKULL)
def demon_skull_banner(fight: Fight, number: Number) -> None:
    """Its power is gone when the fourth turn begins.  [tp.item.command.demon_skull_banner]"""
    if fight.state.turn > SKULL_TURNS and DEMON_SKULL in figure(fight, number).items:
        lose_item(fight, number, DEMON_SKULL, DEMON_SKULL)


def worn_out(fight: Fight) -> None:
    """In a battle that somebody else began: banners whose power is gone by now.

    [tp.item.command.demon_skull_banner]
    """
    state = fight.state
    for number, piece in state.numbered():
        turns = (state.clock + (piece.side == state.first)) // 2
        if turns > SKULL_TURNS and DEMON_SKULL in carried(fight, number):
            piece.used += (DEMON_SKULL,)


@specials.to_hit(ETERNAL_WAR)
def banner_of_eternal_war(fight: Fight, attack: Attack, tally: Tally) -> None:
    """One better in the first round of every combat.  [tp.item.command.banner_of_eternal_war]"""
    if attack.kind == "melee" and _in_a_new_combat(fight, attack.by):
        tally.add(-1, ETERNAL_WAR, title(ETERNAL_WAR))


def _in_a_new_combat(fight: Fight, member: Number) -> bool:
    """Whether its piece has fought no round of it yet, with anybody."""
    contacts = fighting(fight, outermost(fight, member))
    return bool(contacts) and not any(contact.rounds for contact in contacts)


@specials.attacks(LION)
def lion_standard(fight: Fight, member: Number, line: Blows, tally: Tally) -> None:
    """One attack more in the first round of a new combat; steeds and beasts do not care for it.

    [tp.item.command.lion_standard]
    """
    if line.part != "self" or figure(fight, member).category == "beast":
        return
    if _in_a_new_combat(fight, member):
        tally.add(1, LION, title(LION))


@specials.again(OVERLORD)
def overlord_banner(fight: Fight, number: Number, failed: Failed, about: str) -> str:
    """A failed deviancy or break check is rolled once more.  [tp.item.command.overlord_banner]"""
    return OVERLORD if failed in ("deviancy", "break") else ""


@specials.damaged(PESTILENCE)
def banner_of_pestilence(fight: Fight, attack: Attack, fallen: int) -> None:
    """Magic of the group is poisoned too; blows and missiles are so by the trait that it lends.

    [tp.item.command.banner_of_pestilence] [tp.trait.poison]
    """
    if attack.kind == "magic" and not attack.venom:
        poison(fight, attack, fallen, loans.ratings[PESTILENCE]["poison"])


@specials.before_check(SCARRED)
def noteus_scarred_banner(pools: Pools, fight: Fight, number: Number, kind: Kind) -> Pools:
    """D6+2 dice in a break check, whatever has been counted.  [tp.item.command.noteus_scarred_banner]"""
    if kind != "break" or SCARRED not in carried(fight, number):
        return pools
    dice = roll(fight, "D6", "scarred banner", SCARRED, opponent(fight.state.pieces[number].side))
    return structs.replace(pools, stress=Tally(dice + SCARS, SCARRED, title(SCARRED)).steps)


@does(DARK_SKIES)
def banner_of_dark_skies(fight: Fight, casting: Casting) -> None:
    """The sky grows dark for D3 turns, this one included; before the battle, from its first one on.

    [tp.item.command.banner_of_dark_skies]
    """
    turns = roll(fight, "D3", "dark skies", DARK_SKIES, casting.side)
    first = max(1, fight.state.clock)
    lay(fight, Effect(DARK_SKIES, casting.caster, NOBODY, casting.side, Clock(first + turns), turns))
    fight.tell(ItemStirred(DARK_SKIES, casting.caster, DARK_SKIES, turns))


@specials.before_the_first_turn(DARK_SKIES)
def darkness_before_the_battle(fight: Fight, number: Number) -> bool:
    """Its owner is asked once; the characters beside it have nothing to say.

    [tp.item.command.banner_of_dark_skies]
    """
    piece = fight.state.pieces[number]
    if DARK_SKIES not in carried(fight, number) or ASKED in piece.drawn:
        return False
    piece.drawn += (ASKED,)
    text = "{Does} {who} darken the sky before the battle, for a D3 of turns?"
    question = Choose(piece.side, "dark skies", [KEEP, DARKEN], DARK_SKIES, piece.name, usual=KEEP, text=text)
    if fight.ask(question.in_secret(unseen(fight, number, DARK_SKIES))) == DARKEN:
        cast(fight, number, book[DARK_SKIES])
    return True


@specials.weather(DARK_SKIES)
def in_the_dark(fight: Fight, attack: Attack, tally: Tally) -> None:
    """[tp.item.command.banner_of_dark_skies]"""
    tally.add(1, DARK_SKIES, title(DARK_SKIES))


@specials.spares(TRUMPET)
def trumpet_of_determination(fight: Fight, bearer: Number, friend: Number) -> str | None:
    """Friends within 6 inches of whoever blows it do not tire.  [tp.item.command.trumpet_of_determination]"""
    return TRUMPET if reach_of_bearer(fight, bearer, friend) <= HEARD else None


@specials.start_of_turn(DRUM_STICK)
def drum_stick_of_scrine(fight: Fight, number: Number) -> None:
    """A group in flight rallies without a check as its player's turn begins.

    [tp.item.command.drum_stick_of_scrine]
    """
    group = outermost(fight, number)
    if fight.state.pieces[group].fleeing:
        fight.tell(ItemUsed(DRUM_STICK, group, DRUM_STICK))
        rally(fight, group)


# --- going farther -------------------------------------------------------------------------------------------


@specials.sets_off(SEA_BOLT)
def sea_bolt_banner(fight: Fight, number: Number) -> None:
    """D3 inches more for a move or a charge, on top of a dash.  [tp.item.command.sea_bolt_banner]"""
    piece = fight.state.pieces[number]
    more = roll(fight, "D3", "sea bolt", SEA_BOLT, piece.side)
    piece.turn.dash += inches(more)
    fight.tell(ItemStirred(SEA_BOLT, number, SEA_BOLT, more))


@specials.may_gain(SEA_BOLT)
def up_to_three_inches(fight: Fight, number: Number) -> Length:
    """[tp.item.command.sea_bolt_banner]"""
    return inches(most("D3"))


@specials.runs(SEA_BOLT)
def runs_like_the_tide(fight: Fight, kind: str) -> tuple[str, str] | None:
    """The same in flights and pursuits.  [tp.item.command.sea_bolt_banner]"""
    return (SEA_BOLT, "D3") if kind in ("flee move", "pursuit") else None
