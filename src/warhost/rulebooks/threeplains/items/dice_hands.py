"""Items that have a hand on single dice: held ready in secret for a turn, used once.

Their owners would be asked at every die of the battle. So they say, when they are asked for items anyway, that they
hold one ready for this turn; nobody else learns of that before a die has been touched.
[tp.magic.items.enchanted] [tp.magic.items.weapon]
"""

from __future__ import annotations

from warhost.engine.dice import Throw
from warhost.engine.question import Choose

from ..events.items import ItemStirred, ItemUsed
from ..events.spells import DieTurned
from ..magic.bearing import carried, effects_on, lay, lift, unseen
from ..magic.book import book, spend
from ..magic.hands import Roll
from ..magic.lending import lent
from ..magic.naming import naming
from ..magic.targets import Casting
from ..magic.verbs import Gift
from ..magic.working import does
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..state import NEVER, NOBODY, Effect, Number, Player
from ..wounds.hits import Attack
from .growing import grown
from .oblivion import ON_BOARD
from .shelf import ITEMS

CHARM = "tp.item.enchanted."
DIAMOND, CLOVER = f"{CHARM}diamond_die_of_fortune", f"{CHARM}four_leafed_clover"
CAT, MAGIC_DICE = f"{CHARM}black_cats_foot", f"{CHARM}magic_dice"
BLIGHT = "tp.item.weapon.blights_marker"
LUCK, SPENT = f"{BLIGHT}/bad luck", f"{BLIGHT}/spent"
LEAVE, PUT_AWAY, FORBID, HIGHEST = "leave them", "put it away", "forbid it", "the highest face"
THROW_AGAIN = "throw again: "


def _kept_ready(item: str) -> str:
    return f"{item}/ready"


for _item in (DIAMOND, CLOVER, CAT, MAGIC_DICE):
    _name = _item.rpartition(".")[2]
    lent(_kept_ready(_item), ITEMS[_name].title, Gift(), _item)
    book.titles[_kept_ready(_item)] = ITEMS[_name].title
for _source in (LUCK, SPENT):
    lent(_source, ITEMS["blights_marker"].title, Gift(), BLIGHT)
    book.titles[_source] = ITEMS["blights_marker"].title


# --- holding it ready ----------------------------------------------------------------------------------------


def _hold_ready(fight: Fight, casting: Casting) -> None:
    """For the rest of this turn, and for the dice that fall as the next one begins: before those nobody is asked
    for items.  [tp.magic.items.enchanted]"""
    source, turn = _kept_ready(casting.spell.rule), fight.state.clock
    lay(fight, Effect(source, casting.caster, NOBODY, casting.side, NEVER, turn))


def put_away(fight: Fight) -> None:
    """A turn has begun: what was held ready in the one before is put away."""
    ready = [_kept_ready(item) for item in (DIAMOND, CLOVER, CAT, MAGIC_DICE)]
    for note in [one for one in fight.state.effects if one.source in ready and one.number < fight.state.clock]:
        lift(fight, note)


for _item in (DIAMOND, CLOVER, CAT, MAGIC_DICE):
    does(_item)(_hold_ready)

    @naming.fits(_item, "holds it ready already")
    def _not_ready(fight: Fight, bearer: Number, item: str = _item) -> bool:
        return all(one.source != _kept_ready(item) or one.caster != bearer for one in fight.state.effects)


def _decide(fight: Fight, note: Effect, what: str, options: list[str], about: str, text: str) -> str:
    """What its owner does with the dice before him; he may put it away until he holds it ready anew."""
    item, bearer = note.source.partition("/")[0], note.caster
    if item not in carried(fight, bearer) or fight.state.pieces[bearer].fate not in ON_BOARD:
        return LEAVE
    question = Choose(note.side, what, [LEAVE, *options, PUT_AWAY], item, about, text=text, usual=LEAVE)
    answer = str(fight.ask(question.in_secret(unseen(fight, bearer, item))))
    if answer == PUT_AWAY:
        lift(fight, note)
    elif answer != LEAVE:
        lift(fight, note)
        spend(fight, bearer, item, "battle")
        fight.tell(ItemUsed(item, bearer, item))
    return LEAVE if answer == PUT_AWAY else answer


# --- once in a battle ----------------------------------------------------------------------------------------


@specials.hands_before(_kept_ready(DIAMOND))
def diamond_die_of_fortune(fight: Fight, note: Effect, throw: Throw, when: str) -> bool:
    """One die of his own side counts as its highest face; he says so before it is thrown.

    [tp.item.enchanted.diamond_die_of_fortune]
    """
    if when != "thrown" or throw.side != note.side or throw.count < 1:
        return False
    text = "Dice are thrown for you ({who}). Does one count as its highest face, once in the battle?"
    return _decide(fight, note, "diamond die", [HIGHEST], throw.purpose, text) == HIGHEST


@specials.hands_after(_kept_ready(CLOVER))
def four_leafed_clover(fight: Fight, note: Effect, roll: Roll) -> None:
    """One die of either player is turned by 1.  [tp.item.enchanted.four_leafed_clover]"""
    options = []
    for face in sorted(dict.fromkeys(roll.loose)):
        options += [f"{face} up"] if face < roll.throw.sides else []
        options += [f"{face} down"] if face > 1 else []
    text = "Does the Four Leafed Clover turn a die, once in the battle? {who}"
    answer = _decide(fight, note, "clover", options, roll.shown, text) if options else LEAVE
    if answer != LEAVE:
        lay_so, _, way = answer.partition(" ")
        before, becomes = int(lay_so), int(lay_so) + (1 if way == "up" else -1)
        roll.turn(before, becomes)
        fight.tell(DieTurned(CLOVER, Player(roll.throw.side), roll.throw.purpose, before, becomes, 0))


@specials.hands_after(_kept_ready(MAGIC_DICE))
def magic_dice(fight: Fight, note: Effect, roll: Roll) -> None:
    """One failed die of the carrier or of those he is with.  [tp.item.enchanted.magic_dice]"""
    own = roll.who != NOBODY and outermost(fight, roll.who) == outermost(fight, note.caster)
    if not own or roll.throw.side != note.side or not roll.failed():
        return
    options = [f"{THROW_AGAIN}{face}" for face in roll.failed()]
    text = "Do the Magic Dice throw a failed die once more, once in the battle? {who}"
    answer = _decide(fight, note, "magic dice again", options, roll.shown, text)
    if answer != LEAVE:
        roll.again(int(answer.removeprefix(THROW_AGAIN)), MAGIC_DICE)


@specials.hands_before(_kept_ready(CAT))
def black_cats_foot(fight: Fight, note: Effect, throw: Throw, when: str) -> bool:
    """What the enemy was to throw again stays as it lies.  [tp.item.enchanted.black_cats_foot]"""
    if when != "thrown again" or throw.side == note.side:
        return False
    text = "The enemy is about to throw dice again ({who}). Does the Black Cat's Foot forbid it?"
    return _decide(fight, note, "black cat", [FORBID], throw.purpose, text) == FORBID


# --- bad luck ------------------------------------------------------------------------------------------------


@specials.damaged(BLIGHT)
def blights_marker(fight: Fight, attack: Attack, fallen: int) -> None:
    """A point of bad luck for every life point that it takes from a model.  [tp.item.weapon.blights_marker]"""
    victim = fight.state.pieces[attack.target]
    if attack.rule != BLIGHT or not attack.taken or not victim.lone or victim.fate not in ON_BOARD:
        return
    luck = grown(fight, attack.target, LUCK) + attack.taken
    for effect in [one for one in effects_on(fight, attack.target) if one.source == LUCK]:
        lift(fight, effect)
    lay(fight, Effect(LUCK, attack.by, attack.target, fight.state.pieces[attack.by].side, NEVER, luck))
    fight.tell(ItemStirred(BLIGHT, attack.by, BLIGHT, luck))


@specials.hands_after(LUCK)
def out_of_luck(fight: Fight, note: Effect, roll: Roll) -> None:
    """Once a turn for each point a success of the victim, or a failure against it, is thrown once more.

    [tp.item.weapon.blights_marker]
    """
    left, bearer = note.number - grown(fight, note.target, SPENT), note.caster
    if BLIGHT not in carried(fight, bearer) or fight.state.pieces[bearer].fate not in ON_BOARD:
        return
    while left > 0 and (faces := _unlucky(fight, note, roll)):
        options = [LEAVE, *(f"{THROW_AGAIN}{face}" for face in faces)]
        text = "Which die does bad luck throw once more? {who}"
        answer = fight.ask(Choose(note.side, "bad luck", options, BLIGHT, roll.shown, usual=LEAVE, text=text))
        if answer == LEAVE:
            return
        roll.again(int(answer.removeprefix(THROW_AGAIN)), BLIGHT)
        lay(fight, Effect(SPENT, bearer, note.target, note.side, fight.state.clock_in(1)))
        left -= 1


def _unlucky(fight: Fight, note: Effect, roll: Roll) -> list[int]:
    """The dice that may be thrown once more to the harm of the victim."""
    own = fight.state.pieces[note.target].side
    if roll.who == note.target and roll.throw.side == own:
        return roll.passed()
    return roll.failed() if roll.whom == note.target and roll.throw.side != own else []
