"""What is written down, paid for or rolled before spells and turns: notes, sacrifices, and hands on castings.

[tp.magic.items.arcane] [tp.magic.items.enchanted]
"""

from __future__ import annotations

from msgspec import structs

from warhost.engine.question import Choose
from warhost.engine.tally import Tally

from ..bodies import figure, on_table
from ..dice import roll
from ..events.items import ItemStirred, ItemUsed
from ..events.spells import Enchanted
from ..figure import Blows, inches
from ..magic.bearing import carried, effects_on, lay, lift, unseen, untouched
from ..magic.book import book, title
from ..magic.learning import all_cards
from ..magic.lending import lent
from ..magic.pools import fresh
from ..magic.targets import Casting, reach
from ..magic.verbs import Gift, Spell
from ..magic.working import end_of
from ..missiles.templates import LARGE_EXPLOSION, explode
from ..morale.exhaustion import tire
from ..setting import Fight
from ..special import qualities, specials
from ..special.living import alive
from ..special.specials import Moment
from ..state import NEVER, NOBODY, Clock, Effect, Number, Player, opponent
from ..wounds.casualties import lose
from ..wounds.hits import Attack
from .growing import grow
from .losing import lose_item
from .oblivion import middle_of, models_round, setting_free
from .shelf import ITEMS

ARCANE = "tp.item.arcane."
HOURGLASS, SPITE, NAGGER = f"{ARCANE}mysterious_hourglass", f"{ARCANE}wand_of_spite", f"{ARCANE}naggers_staff"
HAT, SACRIFICE, BALL = f"{ARCANE}rambling_hat", f"{ARCANE}ring_of_sacrifice", f"{ARCANE}sears_crystal_ball"
EYE = "tp.item.enchanted.eye_of_death"
SWORD = "tp.item.weapon.sword_of_sacrifice"
CAST_ONE, SPITEFUL = f"{SPITE}/cast one", f"{SPITE}/spiteful"
NAGS = f"{NAGGER}/nags"
RAMBLING, ONE_MORE, ALL_MORE = f"{HAT}/rambling", f"{HAT}/one spell", f"{HAT}/every spell"
RIGHT = f"{BALL}/right"
STRIDE, STRONG = f"{SWORD}/stride", f"{SWORD}/strong"
BLEEDS = 5  # times as much
TURNS = tuple(f"turn {turn}" for turn in range(1, 9))
ACCEPT, DECLINE, NOBODY_DIES, NO_DICE = "accept", "decline", "nobody", "take none"
ON_TABLE = ("standing", "within")
FED = inches(8)
RAMBLES_ON, FORGETS_ON, ONE_ON, ALL_ON = 1, 2, 4, 6

for _source, _item, _gift in (
    (RAMBLING, "rambling_hat", Gift(traits=(qualities.rambles.name,))), (ONE_MORE, "rambling_hat", Gift()),
    (ALL_MORE, "rambling_hat", Gift()), (RIGHT, "sears_crystal_ball", Gift()),
    (NAGS, "naggers_staff", Gift()), (STRIDE, "sword_of_sacrifice", Gift(walks=1)),
    (STRONG, "sword_of_sacrifice", Gift()),
):  # fmt: skip
    lent(_source, ITEMS[_item].title, _gift, ITEMS[_item].rule)
    book.titles[_source] = ITEMS[_item].title


def _notes(fight: Fight, bearer: Number, source: str) -> list[Effect]:
    """What somebody keeps to himself by an item of his."""
    return [one for one in fight.state.effects if one.source == source and one.caster == bearer]


def _note(fight: Fight, bearer: Number, source: str, ends: Clock, number: int = 1, foe: Number = NOBODY) -> None:
    lay(fight, Effect(source, bearer, NOBODY, fight.state.pieces[bearer].side, ends, number, foe))


# --- written down --------------------------------------------------------------------------------------------


@specials.before_the_first_turn(EYE)
def eye_of_death(fight: Fight, bearer: Number) -> bool:
    """An enemy character and a turn of his are written down.  [tp.item.enchanted.eye_of_death]"""
    pieces = fight.state.pieces
    side = pieces[bearer].side
    names = {
        piece.name: number
        for number, piece in fight.state.numbered()
        if piece.side != side and piece.fate in ON_TABLE and figure(fight, number).category == "character"
    }
    if _notes(fight, bearer, EYE) or not names:
        return False
    secret = unseen(fight, bearer, EYE)
    text = "For which enemy character do you write a turn down? The enemy will not know."
    name = fight.ask(Choose(side, "whom the eye sees", list(names), EYE, text=text).in_secret(secret))
    text = "In which of his turns shall {who} bleed five times as much? The enemy will not know."
    turn = fight.ask(Choose(side, "turn of the eye", TURNS, EYE, name, text=text).in_secret(secret))
    _note(fight, bearer, EYE, NEVER, TURNS.index(turn) + 1, names[name])
    return True


@specials.loses(EYE)
def bleed_to_death(points: int, fight: Fight, number: Number, rule: str) -> int:
    """In that turn of his own he loses five times as many, whatever has become of the eye's bearer, unless the eye
    is silenced or no magic touches him.

    [tp.item.enchanted.eye_of_death] [tp.spell.white.seek_and_desist] [tp.item.command.banner_of_true_combat]
    """
    state = fight.state
    turn = state.turn if state.active == state.pieces[number].side else NEVER
    for note in [one for one in state.effects if one.source == EYE and (one.foe, one.number) == (number, turn)]:
        if EYE in carried(fight, note.caster) and not untouched(fight, number):
            fight.tell(ItemUsed(EYE, note.caster, EYE))
            points *= BLEEDS
    return points


def _spells_of(fight: Fight, side: Player) -> list[str]:
    """All spells that the wizards of a side know: they lie open."""
    known = (spell for piece in fight.state.pieces if piece.side == side for spell in piece.spells)
    return list(dict.fromkeys(known))


@specials.before_the_first_turn(BALL)
def sears_crystal_ball(fight: Fight, bearer: Number) -> bool:
    """The first spell that the enemy will try.  [tp.item.arcane.sears_crystal_ball]"""
    side = fight.state.pieces[bearer].side
    titles = {book[spell].title: spell for spell in _spells_of(fight, opponent(side))}
    if _notes(fight, bearer, BALL) or not titles:
        return False
    text = "Which spell will the enemy try first? He will not know what you wrote down."
    question = Choose(side, "first spell of the enemy", list(titles), BALL, text=text)
    chosen = fight.ask(question.in_secret(unseen(fight, bearer, BALL)))
    _note(fight, bearer, BALL, NEVER, all_cards().index(titles[chosen]))
    return True


@specials.named(BALL)
def it_comes_true(fight: Fight, bearer: Number, casting: Casting) -> bool:
    """What was written down is shown as the enemy tries his first spell.  [tp.item.arcane.sears_crystal_ball]"""
    side = fight.state.pieces[bearer].side
    for note in _notes(fight, bearer, BALL) if casting.side != side else ():
        lift(fight, note)
        if all_cards()[note.number] == casting.spell.rule:
            lay(fight, Effect(RIGHT, bearer, bearer, side, NEVER))
            fight.tell(Enchanted(BALL, bearer, BALL))
        else:
            lose_item(fight, bearer, BALL, BALL)
    return False


@specials.gives_a_die(RIGHT)
def foreseen(fight: Fight, wizard: Number, spell: Spell) -> str:
    """[tp.item.arcane.sears_crystal_ball]"""
    return BALL


# --- paid for ------------------------------------------------------------------------------------------------


@specials.before_the_first_turn(SWORD)
def sword_of_sacrifice(fight: Fight, bearer: Number) -> bool:
    """D4 exhaustion counters for D6 inches, an attack and keener hits.  [tp.item.weapon.sword_of_sacrifice]"""
    piece = fight.state.pieces[bearer]
    if SWORD in piece.drawn:
        return False
    piece.drawn += (SWORD,)
    text = "{Does} {who} give up some of his strength before the battle, for speed and blows?"
    question = Choose(piece.side, "sacrifice", [DECLINE, ACCEPT], SWORD, piece.name, usual=DECLINE, text=text)
    if fight.ask(question.in_secret(unseen(fight, bearer, SWORD))) == ACCEPT:
        counters = roll(fight, "D4", "sacrifice", SWORD, piece.side)
        farther = roll(fight, "D6", "stride", SWORD, piece.side)
        fight.tell(ItemStirred(SWORD, bearer, SWORD, farther))
        tire(fight, bearer, counters, SWORD)
        lay(fight, Effect(STRIDE, bearer, bearer, piece.side, NEVER, farther))
        lay(fight, Effect(STRONG, bearer, bearer, piece.side, NEVER))
    return True


@specials.attacks(STRONG)
def another_blow(fight: Fight, member: Number, line: Blows, tally: Tally) -> None:
    """[tp.item.weapon.sword_of_sacrifice]"""
    if line.part == "self" and SWORD in carried(fight, member):
        tally.add(1, SWORD, title(SWORD))


@specials.struck_with(SWORD)
def keener_hits(attack: Attack, fight: Fight) -> Attack:
    """[tp.item.weapon.sword_of_sacrifice]"""
    strong = any(effect.source == STRONG for effect in effects_on(fight, attack.by))
    return structs.replace(attack, toughness=attack.toughness + 1) if strong else attack


@specials.casting_dice(SACRIFICE)
def ring_of_sacrifice(fight: Fight, wizard: Number, casting: Casting) -> int | None:
    """A living friendly piece within 8 inches loses D3 life points; every model dead of it is a die.

    [tp.item.arcane.ring_of_sacrifice]
    """
    if casting.caster != wizard:
        return None
    pieces = fight.state.pieces
    friends = [n for n in on_table(fight, casting.side) if n != wizard and alive(fight, n)]
    near = [n for n in friends if reach(fight, wizard, n) <= FED and not untouched(fight, n)]
    names = {pieces[n].name: n for n in near}
    text = "Whose life points does the ring take, for more magic dice? {who}"
    options, about = [NOBODY_DIES, *names], casting.spell.title
    question = Choose(casting.side, "whom to sacrifice", options, SACRIFICE, about, usual=NOBODY_DIES, text=text)
    answer = fight.ask(question.in_secret(unseen(fight, wizard, SACRIFICE)))
    if answer == NOBODY_DIES:
        return None
    victim = names[answer]
    points = roll(fight, "D3", "sacrifice", SACRIFICE, casting.side)
    fight.tell(ItemUsed(SACRIFICE, wizard, SACRIFICE))
    before = pieces[victim].models
    with setting_free(fight, [victim]):
        dice = min(before, lose(fight, victim, points, SACRIFICE))
    fight.tell(ItemStirred(SACRIFICE, wizard, SACRIFICE, dice))
    return dice


# --- stopped without a roll ----------------------------------------------------------------------------------


@specials.stops_castings(HOURGLASS)
def mysterious_hourglass(fight: Fight, wizard: Number) -> str:
    """[tp.item.arcane.mysterious_hourglass]"""
    return HOURGLASS


@specials.stopped_casting(HOURGLASS)
def fill_the_hourglass(fight: Fight, bearer: Number, casting: Casting) -> None:
    """Too much of the ether in it, and it bursts.  [tp.item.arcane.mysterious_hourglass]"""
    side, levels = fight.state.pieces[bearer].side, casting.spell.ether
    held = grow(fight, bearer, HOURGLASS, levels[0] if len(levels) == 1 else casting.ether)
    fight.tell(ItemStirred(HOURGLASS, bearer, HOURGLASS, held))
    if fight.die(20, "hourglass", HOURGLASS, side, (held,)) > held:
        return
    lose_item(fight, bearer, HOURGLASS, HOURGLASS)
    centre = middle_of(fight, bearer)
    burst = Attack(bearer, 0, "magic", HOURGLASS, bearer, top=3, toughness=1, agility=1)
    with setting_free(fight, models_round(fight, centre, LARGE_EXPLOSION.radius)):
        explode(fight, LARGE_EXPLOSION, centre, burst)


@specials.moments(SPITE)
def wand_of_spite(fight: Fight, wizard: Number, moment: Moment) -> None:
    """If his first spell of a turn is stopped he bears a grudge for the next enemy turn.

    [tp.item.arcane.wand_of_spite]
    """
    side = fight.state.pieces[wizard].side
    tried = moment in ("spell cast", "spell stopped") and fight.state.active == side
    if tried and not _notes(fight, wizard, CAST_ONE):
        _note(fight, wizard, CAST_ONE, fight.state.clock_in(1))
        if moment == "spell stopped":
            _note(fight, wizard, SPITEFUL, end_of(fight, side, "own turn"))


@specials.stops_castings(SPITE)
def bears_a_grudge(fight: Fight, wizard: Number) -> str:
    """[tp.item.arcane.wand_of_spite]"""
    theirs = fight.state.active != fight.state.pieces[wizard].side
    return SPITE if theirs and _notes(fight, wizard, SPITEFUL) else ""


@specials.stopped_casting(SPITE)
def has_his_revenge(fight: Fight, wizard: Number, casting: Casting) -> None:
    """[tp.item.arcane.wand_of_spite]"""
    for note in _notes(fight, wizard, SPITEFUL):
        lift(fight, note)


# --- dice taken and given ------------------------------------------------------------------------------------


@specials.any_turn(NAGGER)
def naggers_staff(fight: Fight, bearer: Number) -> None:
    """D3 dice for each enemy turn; what is not used is lost.  [tp.item.arcane.naggers_staff]"""
    side = fight.state.pieces[bearer].side
    if fight.state.active != side:
        dice = roll(fight, "D3", "nagging", NAGGER, side)
        lay(fight, Effect(NAGS, bearer, bearer, side, fight.state.clock_in(1), dice))
        fight.tell(ItemStirred(NAGGER, bearer, NAGGER, dice))


@specials.casting_dice(NAGGER)
def nags(fight: Fight, bearer: Number, casting: Casting) -> int | None:
    """From one casting or from several, before they are rolled.  [tp.item.arcane.naggers_staff]"""
    left = next((one for one in effects_on(fight, bearer) if one.source == NAGS), None)
    side = fight.state.pieces[bearer].side
    if left is None or casting.side == side:
        return None
    options = [NO_DICE, *(f"take {dice}" for dice in range(1, left.number + 1))]
    text = "How many magic dice do you take from {who}?"
    answer = fight.ask(Choose(side, "dice to take", options, NAGGER, casting.spell.title, usual=NO_DICE, text=text))
    taken = options.index(answer)
    if taken:
        lift(fight, left)
        fight.tell(ItemStirred(NAGGER, bearer, NAGGER, taken))
        if left.number > taken:
            lay(fight, structs.replace(left, number=left.number - taken))
    return taken


@specials.start_of_turn(HAT)
def rambling_hat(fight: Fight, wearer: Number) -> None:
    """What it mumbles this turn.  [tp.item.arcane.rambling_hat]"""
    piece = fight.state.pieces[wearer]
    face = fight.die(6, "rambling hat", HAT, piece.side)
    fight.tell(ItemStirred(HAT, wearer, HAT, face))
    ends = end_of(fight, piece.side, "own turn")
    if face == RAMBLES_ON:
        lay(fight, Effect(RAMBLING, wearer, wearer, piece.side, ends))
    elif face == ALL_ON:
        lay(fight, Effect(ALL_MORE, wearer, wearer, piece.side, ends))
    elif face in (FORGETS_ON, ONE_ON, ONE_ON + 1) and fresh(piece):
        titles = {book[spell].title: spell for spell in fresh(piece)}
        text = "Which spell does the hat mean? {who}"
        chosen = fight.ask(
            Choose(piece.side, "spell of the hat", list(titles), HAT, f"{title(HAT)}: {face}", text=text)
        )
        if face == FORGETS_ON:
            piece.tried += (titles[chosen],)
        else:
            number = piece.spells.index(titles[chosen])
            lay(fight, Effect(ONE_MORE, wearer, wearer, piece.side, ends, number))


@specials.gives_a_die(ALL_MORE)
def for_every_spell(fight: Fight, wizard: Number, spell: Spell) -> str:
    """[tp.item.arcane.rambling_hat]"""
    return HAT


@specials.gives_a_die(ONE_MORE)
def for_one_spell(fight: Fight, wizard: Number, spell: Spell) -> str:
    """[tp.item.arcane.rambling_hat]"""
    known = fight.state.pieces[wizard].spells
    meant = [known[one.number] for one in effects_on(fight, wizard) if one.source == ONE_MORE]
    return HAT if spell.rule in meant else ""
