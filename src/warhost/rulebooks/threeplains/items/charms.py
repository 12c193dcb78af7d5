"""Rings, cloaks, potions, horns: what numbers cannot say of enchanted items.

[tp.magic.items.enchanted] [tp.magic.items.potions]
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from warhost.engine.question import Choose

from ..bodies import on_table
from ..charging.flight import flee
from ..charging.pursuit import after_flight
from ..choosing import one_of
from ..events.items import ItemResisted, ItemUsed
from ..events.spells import Refreshed
from ..fighting.contact import foes
from ..figure import inches
from ..machines.vermin import caged, let_out
from ..magic.bearing import carried, effects_on, unseen
from ..magic.book import title
from ..magic.chances import chance, danger
from ..magic.naming import naming
from ..magic.spells.black import fallen_of, give_back
from ..magic.targets import Casting, reach, struck
from ..magic.working import does
from ..missiles.aiming import missiles
from ..morale.checks import (
    fear_between,
    frightening,
    highest,
    members,
    natures,
    never_flees,
    passed,
    soldiering,
    stress,
)
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..state import NOBODY, Number, opponent
from ..wounds.hits import Attack, Due
from .losing import lose_item
from .oblivion import drop_dead, take_life, tear
from .shelf import ITEMS

CHARM = "tp.item.enchanted."
DEATH_CLOAK = f"{CHARM}death_cloak"
BOX = f"{CHARM}box_of_oblivion"
BARGUEST = f"{CHARM}horn_of_the_barguest"
STRENGTH, VITALITY = f"{CHARM}potion_of_strength", f"{CHARM}potion_of_vitality"
STONE = f"{CHARM}stone_of_absorption"
CAGE = f"{CHARM}caged_gremlin"
CALL_OF_THE_WIND = f"{CHARM}call_of_the_wind"
SOULS = f"{CHARM}box_of_souls"
REANIMATION = f"{CHARM}ring_of_reanimation"
FAIRY = f"{CHARM}fairy_prison_pendent"
BEAST_HORN = f"{CHARM}horn_of_the_beasts"

DEATH = 12  # on a D12
OPENS_ON, BOX_RADIUS = 6, 2
DREAD = 2  # the fear of the horn
EASY, GRADE, HARDEST, DENSEST = 50, 20, 6, 150  # how items of so many points resist the stone
POTENT, MIGHTY = 5, 4  # what the potion of strength takes off a save, and adds to the damage range

Finds = dict[str, tuple[Number, str]]
"""Items of the enemy as answers call them: whose, and which."""


# --- at the start of the bearer's turns ----------------------------------------------------------------------


@specials.start_of_turn(DEATH_CLOAK)
def death_cloak(fight: Fight, number: Number) -> None:
    """On a 12 it takes its wearer.  [tp.item.enchanted.death_cloak]"""
    if danger(fight, number, "death cloak", DEATH_CLOAK, DEATH) == DEATH:
        drop_dead(fight, number, DEATH_CLOAK)


@specials.start_of_turn(BOX)
def box_of_oblivion(fight: Fight, number: Number) -> None:
    """On a 6 it opens; a hole round its bearer, or round the middle of the group that hides him.

    [tp.item.enchanted.box_of_oblivion]
    """
    if fight.die(6, "box of oblivion", BOX, fight.state.pieces[number].side, (OPENS_ON - 1,)) == OPENS_ON:
        lose_item(fight, number, BOX, BOX)
        tear(fight, number, BOX_RADIUS, BOX)


@specials.start_of_turn(SOULS)
def box_of_souls(fight: Fight, number: Number) -> None:
    """It takes a life point: of an enemy in combat, of those its bearer is with, or else his own.

    [tp.item.enchanted.box_of_souls]
    """
    pieces, host = fight.state.pieces, outermost(fight, number)
    victims = [*foes(fight, host), *([host] if host != number else [])] or [number]
    text, secret = "{who} takes a life point. Whose?", unseen(fight, number, SOULS)
    side = pieces[number].side
    victim = one_of(fight, side, "whose soul", victims, SOULS, text, title(SOULS), secret=secret)
    fight.tell(ItemUsed(SOULS, number, SOULS))
    take_life(fight, {victim: 1}, SOULS, number)


@specials.start_of_turn(REANIMATION)
def ring_of_reanimation(fight: Fight, number: Number) -> None:
    """The bearer, or the group that he is with, gets a life point back.

    [tp.item.enchanted.ring_of_reanimation]
    """
    pieces, host = fight.state.pieces, outermost(fight, number)
    lacking = [number] if pieces[number].hurt else []
    if host != number and (pieces[host].hurt or fallen_of(fight, host)):
        lacking.append(host)
    if not lacking:
        return
    text, secret = "Who gets a life point back by {who}?", unseen(fight, number, REANIMATION)
    side, about = pieces[number].side, title(REANIMATION)
    restored = one_of(fight, side, "whom to restore", lacking, REANIMATION, text, about, secret=secret)
    give_back(fight, restored, 1, REANIMATION)


@specials.runs(FAIRY)
def fairy_prison_pendent(fight: Fight, kind: str) -> tuple[str, str] | None:
    """[tp.item.enchanted.fairy_prison_pendent]"""
    return (FAIRY, "D6") if kind == "flee move" else None


# --- potions -------------------------------------------------------------------------------------------------


@naming.fits(STRENGTH, "has another potion at work already")
def one_at_a_time(fight: Fight, number: Number) -> bool:
    """Nobody drinks while another potion works in him.  [tp.magic.items.potions]"""
    return not any(effect.source.startswith(f"{CHARM}potion") for effect in effects_on(fight, number))


@specials.damage(STRENGTH)
def strong_shots(attack: Attack, fight: Fight) -> Attack:
    """The potion strengthens missiles as it does blows.  [tp.item.enchanted.potion_of_strength]"""
    if attack.kind != "missile":
        return attack
    due = Due(STRENGTH, title(STRENGTH), lowers=POTENT)
    return structs.replace(attack, lowers=attack.lowers + POTENT, due=(*attack.due, due), top=attack.top + MIGHTY)


@naming.fits(VITALITY, "is not weary, or has another potion at work")
def weary(fight: Fight, number: Number) -> bool:
    return fight.state.pieces[number].tired > 0 and one_at_a_time(fight, number)


@does(VITALITY)
def potion_of_vitality(fight: Fight, casting: Casting) -> None:
    """The drinker alone is rid of all his exhaustion.  [tp.item.enchanted.potion_of_vitality]"""
    piece = fight.state.pieces[casting.caster]
    fight.tell(Refreshed(VITALITY, casting.caster, piece.tired, 0))
    piece.tired = piece.rested = 0


# --- the wind ------------------------------------------------------------------------------------------------


@naming.fits(CALL_OF_THE_WIND, "has no missiles")
def has_missiles(fight: Fight, number: Number) -> bool:
    """[tp.item.enchanted.call_of_the_wind]"""
    return bool(missiles(fight, number))


# --- the cage ------------------------------------------------------------------------------------------------


@naming.fits(CAGE, "can open the cage only as an own movement phase begins")
def can_open_the_cage(fight: Fight, number: Number) -> bool:
    """As his own movement phase begins.  [tp.item.enchanted.caged_gremlin]"""
    state = fight.state
    begins = state.phase == "declaring" and state.active == state.pieces[number].side
    return begins and caged(fight, number) != NOBODY


@does(CAGE)
def caged_gremlin(fight: Fight, casting: Casting) -> None:
    """[tp.item.enchanted.caged_gremlin]"""
    let_out(fight, casting.caster, CAGE)


# --- the horn ------------------------------------------------------------------------------------------------


@does(BARGUEST)
def horn_of_the_barguest(fight: Fight, casting: Casting) -> None:
    """Enemies within 8 inches check their bravery against a fear of 2; who fails flees at once.

    [tp.item.enchanted.horn_of_the_barguest]
    """
    for number in struck(fight, casting):
        piece = fight.state.pieces[number]
        if piece.standing and _hears(fight, number) and not _stands_the_horn(fight, number):
            after_flight(fight, [number], flee(fight, number, BARGUEST))


@naming.fits(BARGUEST, "there is nobody within 8 inches whom the horn could frighten")
def somebody_hears(fight: Fight, number: Number) -> bool:
    side, far = fight.state.pieces[number].side, inches(8)
    return any(reach(fight, number, n) <= far and _hears(fight, n) for n in on_table(fight, opponent(side)))


def _hears(fight: Fight, number: Number) -> bool:
    """Whether the horn can frighten it: nothing else has taught it better.  [tp.check.bravery.once]"""
    piece = fight.state.pieces[number]
    if piece.fleeing or never_flees(fight, number) or "fearless" in natures(fight, number):
        return False
    return _dread(fight, number) > max(0, piece.braved)


def _dread(fight: Fight, number: Number) -> int:
    return max(0, DREAD - highest(fight, number, "fear"))


def _stands_the_horn(fight: Fight, number: Number) -> bool:
    own, against = soldiering(fight, number, "bravery"), stress(fight, number, "bravery")
    dread = _dread(fight, number)
    other = max([fear_between(fight, number, enemy) for enemy in frightening(fight, number)], default=0)
    against.add(max(0, dread - other), BARGUEST, "the horn")
    holds = passed(fight, number, "bravery", BARGUEST, own.steps, against.steps)
    if holds:
        piece = fight.state.pieces[number]
        piece.braved = max(piece.braved, dread)
    return holds


# --- the stone -----------------------------------------------------------------------------------------------


@naming.fits(STONE, "there is no item of the enemy known within 8 inches")
def something_to_absorb(fight: Fight, number: Number) -> bool:
    return bool(_in_reach(fight, number))


@does(STONE)
def stone_of_absorption(fight: Fight, casting: Casting) -> None:
    """An enemy item within 8 inches loses its magic for the rest of the battle, unless it is strong enough.

    [tp.item.enchanted.stone_of_absorption]
    """
    found = _in_reach(fight, casting.caster)
    chosen = next(iter(found))
    if len(found) > 1:
        text = "Which item does {who} seek out?"
        chosen = fight.ask(Choose(casting.side, "item", list(found), STONE, casting.spell.title, text=text))
    bearer, item = found[chosen]
    need = resists(item)
    if need > 1 and chance(fight, casting.caster, "whether it is absorbed", STONE, need) < need:
        fight.tell(ItemResisted(STONE, bearer, item))
    else:
        lose_item(fight, bearer, item, STONE)


def resists(item: str) -> int:
    """What has to be rolled against an item, by its printed points."""
    points = _points(item)
    return 1 if points < EASY else min(HARDEST, (points - EASY) // GRADE + 2)


def _points(item: str) -> int:
    return ITEMS[item.rpartition(".")[2]].points


def _in_reach(fight: Fight, number: Number) -> Finds:
    return dict(_finds(fight, number))


def _finds(fight: Fight, number: Number) -> Iterator[tuple[str, tuple[Number, str]]]:
    """Of the enemy's items those that are known; nothing absorbs what is worth more than 150 points."""
    for host in on_table(fight, opponent(fight.state.pieces[number].side)):
        for bearer in members(fight, host):
            shown = fight.state.pieces[bearer].shown
            items = [item for item in carried(fight, bearer) if item in shown and _points(item) <= DENSEST]
            if items and reach(fight, number, bearer) <= inches(8):
                name = fight.state.pieces[bearer].name
                yield from ((f"{name}/{item.rpartition('.')[2]}", (bearer, item)) for item in items)
