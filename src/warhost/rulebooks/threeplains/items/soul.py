"""An indebted soul: one task out of six, once in a battle.  [tp.magic.items.enchanted]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import structs

from warhost.engine.question import Choose

from ..bodies import figure, on_table
from ..dice import roll
from ..events.items import ItemStirred
from ..events.spells import Enchanted, SpellStopped
from ..fighting.contact import engaged
from ..magic.bearing import effects_on, lay, lift
from ..magic.book import book, title, wizard
from ..magic.lending import lent
from ..magic.naming import naming
from ..magic.targets import Casting, lies_hidden
from ..magic.verbs import Gift
from ..magic.working import does
from ..missiles.aiming import armed
from ..morale.checks import members
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..special.specials import Moment
from ..state import NEVER, NOBODY, Clock, Effect, Number, Player, opponent
from ..weapons import Weapon
from ..wounds.hits import Attack, strike
from .oblivion import setting_free
from .shelf import ITEMS

SOUL = "tp.item.enchanted.indebted_soul"
GUIDES, DRAGS, BLURS, BINDS, WARDS = (f"{SOUL}/{task}" for task in ("guides", "drags", "blurs", "binds", "wards"))
TASKS = (
    "guide a wizard", "drag at their feet", "blur their aim", "bind a character", "strike a group",
    "ward off spells",
)  # fmt: skip
MORE_HITS = 2
WARDED_ON = 6

for _source, _gift in (
    (GUIDES, Gift(raises=1)), (DRAGS, Gift(moves=-3)), (BLURS, Gift(shoots=-1)), (BINDS, Gift()), (WARDS, Gift()),
):  # fmt: skip
    lent(_source, ITEMS["indebted_soul"].title, _gift, SOUL)
    book.titles[_source] = ITEMS["indebted_soul"].title


# --- whom it can serve or haunt ------------------------------------------------------------------------------


def _wizards(fight: Fight, side: Player) -> list[Number]:
    return [one for host in on_table(fight, side) for one in members(fight, host) if wizard(fight, one)]


def _foes(fight: Fight, side: Player) -> list[Number]:
    return [number for number in on_table(fight, opponent(side)) if not lies_hidden(fight, side, number)]


def _shooters(fight: Fight, side: Player) -> list[Number]:
    return [number for number in _foes(fight, side) if armed(fight, number)]


def _characters(fight: Fight, side: Player) -> list[Number]:
    everybody = (one for number in _foes(fight, side) for one in members(fight, number))
    return [one for one in everybody if figure(fight, one).category == "character"]


def _groups(fight: Fight, side: Player) -> list[Number]:
    return [number for number in _foes(fight, side) if fight.state.pieces[number].models > 1]


WHOM: Mapping[str, Callable[[Fight, Player], list[Number]]] = dict(
    zip(TASKS[:5], (_wizards, _foes, _shooters, _characters, _groups), strict=True)
)
"""On whom each task may be done; the last is done on nobody."""


@naming.fits(SOUL, "is in combat")
def at_leisure(fight: Fight, bearer: Number) -> bool:
    """[tp.item.enchanted.indebted_soul]"""
    return not engaged(fight, outermost(fight, bearer))


@naming.names(SOUL)
def which_task(fight: Fight, casting: Casting) -> Casting:
    """He names the task, and on whom; the turn of the casting is the number of the task."""
    able = [task for task in TASKS if task not in WHOM or WHOM[task](fight, casting.side)]
    text = "Which task do you set {who}?"
    task = fight.ask(Choose(casting.side, "task of the soul", able, SOUL, title(SOUL), text=text))
    target = NOBODY
    if task in WHOM:
        names = {fight.state.pieces[one].name: one for one in WHOM[task](fight, casting.side)}
        text = "Whom does the Indebted Soul seek? {who}"
        target = names[fight.ask(Choose(casting.side, "whom the soul seeks", list(names), SOUL, task, text=text))]
    return structs.replace(casting, target=target, turn=TASKS.index(task))


# --- what it does --------------------------------------------------------------------------------------------


@does(SOUL)
def indebted_soul(fight: Fight, casting: Casting) -> None:
    """[tp.item.enchanted.indebted_soul]"""
    side, clock, own = casting.side, fight.state.clock, fight.state.active == casting.side
    task, target = TASKS[casting.turn], casting.target
    if task == "strike a group":
        _strike(fight, casting)
    elif task == "ward off spells":
        lay(fight, Effect(WARDS, casting.caster, NOBODY, side, Clock(clock + (2 if own else 1))))
        fight.tell(Enchanted(SOUL, casting.caster, SOUL))
    else:
        source = {TASKS[0]: GUIDES, TASKS[1]: DRAGS, TASKS[2]: BLURS, TASKS[3]: BINDS}[task]
        ends = Clock(clock + (1 if own else 2)) if source == GUIDES else NEVER
        whole = members(fight, target) if source in (DRAGS, BLURS) else (target,)
        for one in whole:
            lay(fight, Effect(source, casting.caster, one, side, ends))
        fight.tell(Enchanted(SOUL, target, SOUL))


def _strike(fight: Fight, casting: Casting) -> None:
    """D6+2 hits of damage 1, dispersed like missiles.  [tp.item.enchanted.indebted_soul]"""
    hits = roll(fight, "D6", "hits of the soul", SOUL, casting.side) + MORE_HITS
    fight.tell(ItemStirred(SOUL, casting.caster, SOUL, hits))
    with setting_free(fight, [casting.target]):
        strike(fight, Attack(casting.target, hits, "missile", SOUL, casting.caster))


def _lift(fight: Fight, number: Number, source: str) -> None:
    for one in members(fight, number):
        for effect in [each for each in effects_on(fight, one) if each.source == source]:
            lift(fight, effect)


@specials.moments(DRAGS)
def free_again(fight: Fight, number: Number, moment: Moment) -> None:
    """Its next move alone.  [tp.item.enchanted.indebted_soul]"""
    if moment == "moved":
        _lift(fight, number, DRAGS)


@specials.moments(BLURS)
def sees_clearly(fight: Fight, number: Number, moment: Moment) -> None:
    """Its next shooting phase alone.  [tp.item.enchanted.indebted_soul]"""
    if moment == "shooting over" and fight.state.active == fight.state.pieces[number].side:
        _lift(fight, number, BLURS)


@specials.reach(BINDS)
def cannot_strike(fight: Fight, member: Number, weapon: Weapon | None) -> bool:
    """[tp.item.enchanted.indebted_soul]"""
    return all(effect.source != BINDS for effect in effects_on(fight, member))


@specials.moments(BINDS)
def strikes_again(fight: Fight, member: Number, moment: Moment) -> None:
    """The next round alone.  [tp.item.enchanted.indebted_soul]"""
    if moment == "fought":
        _lift(fight, member, BINDS)


@specials.wards_off(WARDS)
def warded_off(fight: Fight, note: Effect, casting: Casting) -> bool:
    """During one enemy turn every spell is stopped on a 6.  [tp.item.enchanted.indebted_soul]"""
    if casting.side == note.side or fight.state.active == note.side or casting.spell.plain:
        return False
    face = fight.die(6, "warding soul", SOUL, note.side, (WARDED_ON - 1,))
    if face == WARDED_ON:
        fight.tell(SpellStopped(SOUL, casting.caster, casting.spell.rule, SOUL))
    return face == WARDED_ON
