"""Chaos: spells that may turn on whoever casts them."""

from __future__ import annotations

from msgspec import structs

from warhost.engine.chain import reroll
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.question import ChooseSome
from warhost.engine.tally import Tally

from ...bodies import figure, on_table
from ...dice import most, roll
from ...events.nerves import Enraged
from ...events.spells import Backfired, Enchanted, Warped
from ...figure import inches
from ...land.ground import movement
from ...land.sense import sees
from ...morale.checks import members
from ...moving.groups import outermost
from ...setting import Fight
from ...special import specials
from ...special.specials import Moment
from ...state import NEVER, Clock, Number, Player, opponent
from ...wounds.hits import Attack, strike
from ..bearing import effects_on, lay, lift, loans, nature, power
from ..book import book
from ..learning import useless
from ..lending import lent
from ..naming import choose_piece, naming
from ..targets import Casting, lies_hidden, spell_reaches, struck
from ..verbs import Gift
from ..working import blast, does, enchant, hit, lasting, strength_of

CRACK = "tp.spell.chaos.crack_in_reality"
WARP = "tp.spell.chaos.carnal_warp"
DISORDER = "tp.spell.chaos.disorder"
SENSELESS = "tp.spell.chaos.senselessness"
CONFUSION = "tp.spell.chaos.confusion"
MADNESS = "tp.spell.chaos.raging_madness"
MAYHEM = "tp.spell.chaos.mayhem"
TURMOIL = "tp.spell.chaos.turmoil"
FIRM, SHAKEN = f"{SENSELESS}/firm", f"{SENSELESS}/shaken"
JAMMED, HURRIED = f"{DISORDER}/jammed", f"{DISORDER}/hurried"
FAST = inches(12)
MACHINES = 3
ASTRAY, WHOM_THEN = "whom chaos strikes", "{who} goes astray. Whom shall it strike?"

for _source, _gift in (
    (FIRM, Gift(traits=("unbreakable",))), (SHAKEN, Gift(stress=2)),
    (JAMMED, Gift(traits=("jammed",))), (HURRIED, Gift(traits=("shoots twice",))),
):  # fmt: skip
    _rule = _source.partition("/")[0]
    lent(_source, book[_rule].title, _gift, _rule)
    book.titles[_source] = book[_rule].title


def backfires(fight: Fight, casting: Casting, last_good: int = 5) -> bool:
    """A die above the last good face turns the spell against its caster's side. A second throw stands."""
    face = fight.die(6, casting.spell.title, casting.spell.rule, casting.home, (last_good,))
    names = nature(fight, casting.author) if face > last_good else ()
    if any(specials.again.replies(names, fight, casting.author, "chaos", casting.spell.title)):
        face = fight.die(6, casting.spell.title, casting.spell.rule, casting.home, (last_good,))
    if face > last_good:
        fight.tell(Backfired(casting.spell.rule, casting.author, casting.spell.rule))
    return face > last_good


def victim(fight: Fight, casting: Casting) -> Number:
    """The target; or, on a 6, a piece of the caster's side that the enemy picks."""
    if not backfires(fight, casting):
        return casting.target
    enemy = opponent(casting.home)
    friends = [number for number in on_table(fight, casting.home) if not lies_hidden(fight, enemy, number)]
    return choose_piece(fight, casting, friends, ASTRAY, WHOM_THEN, side=enemy)


@does(CRACK)
def crack_in_reality(fight: Fight, casting: Casting) -> None:
    """On a 6 the caster's own model is hit instead.

    [tp.spell.chaos.crack_in_reality] [tp.item.arcane.crack_in_reality_scroll]
    """
    spell = casting.spell
    assert spell.hits is not None
    if backfires(fight, casting):
        hits = roll(fight, spell.hits.number, f"hits of {spell.title}", spell.rule, casting.side)
        strike(fight, structs.replace(blast(casting, casting.author, spell.hits, hits), aimed=True))
    else:
        hit(fight, casting, casting.target, spell.hits)


@does(CONFUSION)
def confusion(fight: Fight, casting: Casting) -> None:
    """[tp.spell.chaos.confusion]"""
    enchant(fight, casting, victim(fight, casting), strength_of(fight, casting))


@does(MAYHEM)
def mayhem(fight: Fight, casting: Casting) -> None:
    """[tp.spell.chaos.mayhem]"""
    enchant(fight, casting, victim(fight, casting))


@specials.damage("fumbles")
def fumbled_damage(attack: Attack, fight: Fight) -> Attack:
    """Dice that wound are rolled again; those to hit, to check and to cast where they are thrown.

    [tp.spell.chaos.mayhem]
    """
    return structs.replace(attack, reroll=reroll(successes=True, failures=attack.reroll in ("failures", "all")))


@does(TURMOIL)
def turmoil(fight: Fight, casting: Casting) -> None:
    """[tp.spell.chaos.turmoil]"""
    enchant(fight, casting, victim(fight, casting))


@specials.wounds(TURMOIL)
def without_saves(attack: Attack, fight: Fight) -> Attack:
    """No save of any kind, but Life over Death is stronger.  [tp.spell.chaos.turmoil]"""
    return structs.replace(attack, past_saves=True)


@does(SENSELESS)
def senselessness(fight: Fight, casting: Casting) -> None:
    """On 1 to 4 it does not break any more, on 5 and 6 its stress grows.  [tp.spell.chaos.senselessness]"""
    source = SHAKEN if backfires(fight, casting, 4) else FIRM
    for member in members(fight, casting.target):
        lay(fight, structs.replace(lasting(fight, casting, member), source=source))
    fight.tell(Enchanted(SENSELESS, casting.target, SENSELESS))


# --- raging madness ------------------------------------------------------------------------------------------


@does(MADNESS)
def raging_madness(fight: Fight, casting: Casting) -> None:
    """They are in a frenzy without having charged; on a 6 an enemy piece is.  [tp.spell.chaos.raging_madness]"""
    targets = struck(fight, casting)
    if backfires(fight, casting):
        enemies = list(on_table(fight, opponent(casting.side)))
        targets = []
        if enemies:  # the last of them may have died in this very turn
            targets = [choose_piece(fight, casting, enemies, ASTRAY, WHOM_THEN, side=opponent(casting.side))]
    for number in targets:
        for member in members(fight, number):
            piece = fight.state.pieces[member]
            lay(fight, lasting(fight, casting, member, int(piece.frenzy == "raging")))
            if not piece.frenzy:
                piece.frenzy = "raging"
                fight.tell(Enraged(MADNESS, member))


@specials.moments(MADNESS)
def rages_of_itself(fight: Fight, member: Number, moment: Moment) -> None:
    """Whoever has a frenzy of his own and charges is in it by himself then, and does not calm down with the spell.

    [tp.spell.chaos.raging_madness] [tp.trait.frenzy]
    """
    lent = [loans.lent.get(name, ()) for name in nature(fight, member) if name != MADNESS]
    if moment != "charged" or not any("frenzy" in names for names in (figure(fight, member).traits, *lent)):
        return
    for effect in [one for one in effects_on(fight, member) if one.source == MADNESS and not one.number]:
        lift(fight, effect)
        lay(fight, structs.replace(effect, number=1))


@specials.spell_over(MADNESS)
def come_to_senses(fight: Fight, number: Number, was_raging: int) -> None:
    """Whoever was calm before is calm again."""
    piece = fight.state.pieces[number]
    if not was_raging and piece.frenzy == "raging":
        piece.frenzy = ""


# --- carnal warp ---------------------------------------------------------------------------------------------


@does(WARP)
def carnal_warp(fight: Fight, casting: Casting) -> None:
    """How far it goes is not known before it sets off.  [tp.spell.chaos.carnal_warp]"""
    enchant(fight, casting, casting.target, 0)


@specials.sets_off(WARP)
def roll_for_pace(fight: Fight, number: Number) -> None:
    """The dice are rolled once, when it starts its move; everybody in the piece goes as far."""
    whole = list(members(fight, number))
    if power(fight, number, WARP):
        return
    rolled = roll(fight, _warped(fight, number), "warped movement", WARP, fight.state.pieces[number].side)
    for effect in [e for member in whole for e in effects_on(fight, member) if e.source == WARP]:
        lift(fight, effect)
        lay(fight, structs.replace(effect, number=rolled))
    fight.tell(Warped(WARP, number, rolled))


@specials.may_gain(WARP)
def warped_at_most(fight: Fight, number: Number) -> Length:
    """So much more than its own movement, as long as it has not been rolled.  [tp.spell.chaos.carnal_warp]"""
    if power(fight, number, WARP):
        return NOTHING
    return inches(most(_warped(fight, number))) - movement(fight, number).total


def _warped(fight: Fight, number: Number) -> str:
    return "5D6" if figure(fight, number).movement >= FAST else "3D6"


@specials.movement(WARP)
def warped_pace(fight: Fight, number: Number, tally: Tally) -> None:
    """In place of its own movement, once it has been rolled; what changes that, whenever it began, changes this.

    [tp.spell.chaos.carnal_warp]
    """
    if rolled := power(fight, number, WARP):
        tally.add(inches(rolled) - tally.steps[0].amount, WARP, "Carnal Warp")


@specials.moments(WARP)
def torn_by_moving(fight: Fight, number: Number, moment: Moment) -> None:
    """D6 hits without saves for every move.  [tp.spell.chaos.carnal_warp]"""
    if moment != "moved":
        return
    hits = roll(fight, "D6", "hits of Carnal Warp", WARP, opponent(fight.state.pieces[number].side))
    strike(fight, Attack(number, hits, "magic", WARP, past_saves=True))


# --- disorder ------------------------------------------------------------------------------------------------


def _machines(fight: Fight, side: Player) -> list[Number]:
    return [number for number in on_table(fight, opponent(side)) if figure(fight, number).kind == "machine"]


@naming.fits(DISORDER, "the enemy has no war machine on the table")
def there_are_machines(fight: Fight, number: Number) -> bool:
    return bool(_machines(fight, fight.state.pieces[number].side))


@useless(DISORDER)
def no_machines(fight: Fight, number: Number) -> bool:
    side = fight.state.pieces[number].side
    enemies = [n for n, piece in fight.state.numbered() if piece.side != side]
    return not any(figure(fight, n).kind == "machine" for n in enemies)


@does(DISORDER)
def disorder(fight: Fight, casting: Casting) -> None:
    """The caster picks among those he sees in range; on a 6 the enemy picks among all in range.

    [tp.spell.chaos.disorder]
    """
    wrong = backfires(fight, casting)
    own = outermost(fight, casting.caster)
    near = [n for n in _machines(fight, casting.side) if spell_reaches(fight, casting, n)]
    options = {fight.state.pieces[n].name: n for n in near if wrong or sees(fight, own, n)}
    picker = opponent(casting.side) if wrong else casting.side
    chosen = list(options)
    if len(options) > MACHINES:
        text = "Which war machines does {who} strike?"
        question = ChooseSome(
            picker, "machines", chosen, DISORDER, MACHINES, MACHINES, casting.spell.title, text=text
        )
        chosen = fight.ask(question)
    for name in chosen:
        source = HURRIED if wrong else JAMMED
        lay(fight, structs.replace(lasting(fight, casting, options[name]), source=source))
        fight.tell(Enchanted(DISORDER, options[name], source))


@specials.shoots("jammed")
def jammed(fight: Fight, number: Number) -> str:
    return DISORDER


@specials.moments("shoots twice")
def once_more(fight: Fight, number: Number, moment: Moment) -> None:
    """The first shot does not count as its own: it is ready for that, wound up as it was.

    [tp.spell.chaos.disorder]
    """
    if moment != "has shot":
        return
    piece = fight.state.pieces[number]
    for effect in [effect for effect in effects_on(fight, number) if effect.source == HURRIED and effect.number]:
        lift(fight, effect)
        lay(fight, structs.replace(effect, number=0))
        piece.aimed, piece.silent_until = NEVER, Clock(0)
