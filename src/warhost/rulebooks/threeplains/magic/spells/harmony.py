"""Harmony: calm, confidence, second chances, and beasts that listen."""

from __future__ import annotations

from msgspec import structs

from warhost.engine.question import Choose
from warhost.engine.words import count

from ...bodies import figure, on_table
from ...charging.flight import general_dead, rally
from ...events.spells import Enchanted, GiftGained
from ...fighting.arms import usable, wielded
from ...fighting.blows import Blow, Target, extra_attacks
from ...fighting.combat import deliver
from ...fighting.prowess import ready
from ...morale.checks import members
from ...setting import Fight
from ...special import specials
from ...special.riding import rider_of
from ...special.specials import Moment
from ...state import NOBODY, Contact, Effect, Number, Player, opponent
from ...weapons import Weapon
from ..bearing import effects_on, lay, lift, nature
from ..book import book
from ..effects import end
from ..fortune import COHESION
from ..learning import useless
from ..lending import lent
from ..naming import naming
from ..pools import PREPARATION
from ..targets import Casting, struck
from ..verbs import Gift
from ..working import does, enchant, lasting, strength_of

TRANQUILLITY = "tp.spell.harmony.tranquillity"
PERFECTION = "tp.spell.harmony.perfection"
AIM, BLADES = f"{PERFECTION}/aim", f"{PERFECTION}/blades"
DOMINATION = "tp.spell.harmony.domination"
SERENITY = "tp.spell.harmony.serenity"
TEMPERS = ("frenzy", "hatred")
NEW, FOUGHT = 1, 0  # beasts that have not turned on their keepers yet, and those that have
CHANCES = 3
KEEP = "keep it"

for _source, _gift, _where in ((AIM, Gift(shoots=2), "shooting"), (BLADES, Gift(strikes=2), "combat")):
    lent(_source, book[PERFECTION].title, _gift, PERFECTION)
    book.titles[_source] = f"{book[PERFECTION].title} in {_where}"  # each is over in its own time


@does(COHESION)
def flow_of_cohesion(fight: Fight, casting: Casting) -> None:
    """So many rolls the player may repeat.  [tp.spell.harmony.flow_of_cohesion]"""
    number = strength_of(fight, casting)
    lay(fight, lasting(fight, casting, NOBODY, number))
    fight.tell(GiftGained(COHESION, casting.side, COHESION, number, count(number, "re-roll")))


@does(PREPARATION)
def preparation(fight: Fight, casting: Casting) -> None:
    """Three chances more in this turn.  [tp.spell.harmony.preparation]"""
    lay(fight, lasting(fight, casting, casting.caster, CHANCES))
    fight.tell(GiftGained(PREPARATION, casting.side, PREPARATION, CHANCES, f"{CHANCES} chances to cast"))


# --- tranquillity --------------------------------------------------------------------------------------------


@does(TRANQUILLITY)
def tranquillity(fight: Fight, casting: Casting) -> None:
    """It may be used at once, or kept.  [tp.spell.harmony.tranquillity]"""
    lay(fight, lasting(fight, casting, NOBODY))
    fight.tell(GiftGained(TRANQUILLITY, casting.side, TRANQUILLITY, 1, "a rally"))
    calm_one(fight, casting.side)


def calm_one(fight: Fight, side: Player) -> None:
    """A player who has kept it may let one of his pieces in flight rally, once pursuers have had their chance.

    It does not help those whose general is dead.
    [tp.spell.harmony.tranquillity] [tp.character.general.no_rally]
    """
    kept = next((e for e in fight.state.effects if e.source == TRANQUILLITY and e.side == side), None)
    running = {
        fight.state.pieces[number].name: number
        for number in on_table(fight, side)
        if fight.state.pieces[number].fleeing and not general_dead(fight, side)
    }
    if kept is None or not running:
        return
    text = "Tranquillity is kept. Which of your pieces in flight shall rally?"
    answer = fight.ask(Choose(side, "calm", [*running, KEEP], TRANQUILLITY, usual=KEEP, text=text))
    if answer != KEEP:
        lift(fight, kept)
        rally(fight, running[answer])
        calm_one(fight, side)  # another of his wizards may have kept one too


@specials.moments(TRANQUILLITY)
def calm_after_stress(fight: Fight, number: Number, moment: Moment) -> None:
    """Both players who have kept one, first whose turn it is."""
    for side in (fight.state.active, opponent(fight.state.active)) if moment == "stress over" else ():
        calm_one(fight, side)


# --- perfection ----------------------------------------------------------------------------------------------


@does(PERFECTION)
def perfection(fight: Fight, casting: Casting) -> None:
    """Two gifts, each over with its own next phase.  [tp.spell.harmony.perfection]"""
    for member in members(fight, casting.target):
        for source in (AIM, BLADES):
            lay(fight, structs.replace(lasting(fight, casting, member), source=source))
    fight.tell(Enchanted(PERFECTION, casting.target, PERFECTION))


@specials.moments(AIM)
def aim_is_spent(fight: Fight, number: Number, moment: Moment) -> None:
    """With a shooting phase of its own side."""
    if moment == "shooting over" and fight.state.pieces[number].side == fight.state.active:
        end(fight, lambda effect: effect.source == AIM and effect.target == number)


@specials.moments(BLADES)
def blades_are_spent(fight: Fight, number: Number, moment: Moment) -> None:
    if moment == "combat over":
        end(fight, lambda effect: effect.source == BLADES and effect.target == number)


# --- serenity ------------------------------------------------------------------------------------------------


def _hot(fight: Fight, number: Number) -> bool:
    return any(temper in nature(fight, number) for temper in TEMPERS)


@naming.fits(SERENITY, "no enemy is in a frenzy or hates")
def somebody_is_hot(fight: Fight, number: Number) -> bool:
    side = fight.state.pieces[number].side
    return any(_hot(fight, member) for n in on_table(fight, opponent(side)) for member in members(fight, n))


@useless(SERENITY)
def nobody_is_hot(fight: Fight, number: Number) -> bool:
    side = fight.state.pieces[number].side
    enemies = [n for n, piece in fight.state.numbered() if piece.side != side]
    return not any(temper in figure(fight, n).traits for n in enemies for temper in TEMPERS)


@does(SERENITY)
def serenity(fight: Fight, casting: Casting) -> None:
    """Whoever was in a frenzy must charge again to come into one.  [tp.spell.harmony.serenity]"""
    for number in struck(fight, casting):
        if any(_hot(fight, member) for member in members(fight, number)):
            for member in members(fight, number):
                if fight.state.pieces[member].frenzy == "raging":
                    fight.state.pieces[member].frenzy = ""
            enchant(fight, casting, number)


# --- domination ----------------------------------------------------------------------------------------------


@naming.fits(DOMINATION, "has no rider and no masters with it")
def has_somebody_on_it(fight: Fight, number: Number) -> bool:
    return _keepers(fight, number) != []


@useless(DOMINATION)
def no_beasts(fight: Fight, number: Number) -> bool:
    side = fight.state.pieces[number].side
    enemies = [n for n, piece in fight.state.numbered() if piece.side != side]
    return not any(figure(fight, n).kind in ("mount", "pack") for n in enemies)


def _keepers(fight: Fight, number: Number) -> list[Number]:
    """The rider of a beast, or the masters of a pack that are with it."""
    piece, rider = fight.state.pieces[number], rider_of(fight, number)
    return [n for n in (rider, piece.masters) if n != NOBODY and fight.state.pieces[n].fate == "within"]


@does(DOMINATION)
def domination(fight: Fight, casting: Casting) -> None:
    """[tp.spell.harmony.domination]"""
    for member in (casting.target, *_keepers(fight, casting.target)):
        lay(fight, lasting(fight, casting, member))
    fight.tell(Enchanted(DOMINATION, casting.target, DOMINATION))


def turn_on_masters(fight: Fight) -> bool:
    """The next beasts under the spell fight whoever holds them, and are fought by them, both at once. They strike
    nobody else for the rest of the phase; who has fought already waits for the next one.

    Those who die leave the beasts to themselves, which the rules for such beasts then see to.
    [tp.spell.harmony.domination] [tp.beast.wild]
    """
    for number in on_table(fight):
        if number in fight.state.fought or not _spellbound(fight, number, NEW):
            continue
        keepers = _keepers(fight, number)
        pairs = [(number, keeper) for keeper in keepers] + [(keeper, number) for keeper in keepers]
        struck = [ready(fight, blow) for by, at in pairs for blow in _blows(fight, number, by, at)]
        for effect in [e for n in (number, *keepers) for e in _spellbound(fight, n, NEW)]:
            lift(fight, effect)
            lay(fight, structs.replace(effect, number=FOUGHT))
        for readied in struck:
            deliver(fight, readied)
        if not _keepers(fight, number):
            _set_free(fight, (number, *keepers))
        return True
    return False


def _set_free(fight: Fight, bound: tuple[int, ...]) -> None:
    end(fight, lambda effect: effect.source == DOMINATION and effect.target in bound)


def _spellbound(fight: Fight, number: Number, stage: int) -> list[Effect]:
    return [e for e in effects_on(fight, number) if e.source == DOMINATION and e.number == stage]


@specials.moments(DOMINATION)
def beasts_are_free(fight: Fight, number: Number, moment: Moment) -> None:
    """[tp.spell.harmony.domination]"""
    spent = _spellbound(fight, number, FOUGHT) if moment == "combat over" else []
    end(fight, lambda effect: effect in spent)


def _blows(fight: Fight, piece: Number, by: Number, at: Number) -> list[Blow]:
    """All that one has against the other as it would against an enemy, its weapon and whatever adds to its attacks.

    They meet nobody new: there is no charge in it.  [tp.spell.harmony.domination]
    """
    contact = Contact(piece, piece, "front", "front", rounds=1)
    weapon = _weapon_in_hand(fight, piece, by, contact)
    made = []
    for line in figure(fight, by).blows:
        more = extra_attacks(fight, piece, by, Target(contact, piece, at), line, weapon).total
        each = tuple((model, max(0, line.attacks + more)) for model in range(fight.state.pieces[by].models))
        made.append(Blow(piece, by, piece, at, contact, line, weapon, each))
    return made


def _weapon_in_hand(fight: Fight, piece: Number, by: Number, contact: Contact) -> Weapon | None:
    """Its owner says which, where he has a choice.  [tp.weapon.fixed]"""
    fit = [weapon.id for weapon in usable(fight, by, piece, contact) if not weapon.spare]
    chosen = {}
    if len(fit) > 1:
        owner = fight.state.pieces[by]
        text = "With which weapon {does} {who} fight?"
        chosen[by] = fight.ask(Choose(owner.side, "weapon", fit, "tp.weapon.fixed", owner.name, text=text))
    return wielded(fight, chosen, by, piece, contact)
