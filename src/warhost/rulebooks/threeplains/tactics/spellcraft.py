"""Magic: what is worth casting now, at whom, with which dice, and what is worth dispelling.

A spell costs nothing but the die it could be swapped for: whatever helps is cast as soon as somebody is in reach.
"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.question import Answer, Choose, Question

from ..bodies import figure, range_between
from ..fighting.contact import engaged
from ..figure import inches
from ..items.weapons import ROLL, USE_IT
from ..magic.book import book
from ..magic.casting import CAST, PASS, USE, WARD
from ..magic.ether import known_ether
from ..magic.learning import EXCHANGE
from ..magic.mana import chance_to_cast
from ..magic.moments import NOTHING_MORE
from ..magic.naming import Target, fitting
from ..magic.places import Place
from ..magic.pools import Pool, own_dice
from ..magic.targets import PLACES, UNNAMED, Casting, reach, spell_reaches, struck, why_not
from ..magic.verbs import Hits, Spell
from ..magic.working import blast
from ..scenario.torches import HANDLING
from ..special.riding import on_what
from ..state import NOBODY, Number
from ..wounds.hits import weigh
from .mind import Mind
from .strokes import HORDE

MEAN = {"D3": 2.0, "D6": 3.5, "3D3": 6.0, "4D3": 8.0}
HELP = 0.06  # of its worth: what a spell that lasts does for a piece, or against one
NEAR = inches(14)  # enemies so near make help for a friend worth while
BLAST = inches(3)
SURE, GOOD, SLIGHT = 0.7, 0.4, 0.15  # chances


def tempting(mind: Mind, question: Question) -> Iterator[Answer]:
    """The best spell among the answers, if there are any and one is worth it."""
    if not isinstance(question, Choose) or question.what == "answer spell":
        return
    found = {name: promise(mind, *_spell(mind, name)) for name in question.options if name.startswith((CAST, USE))}
    best = max(found, key=lambda name: found[name], default="")
    if best and found[best] > 0:
        yield best


def without_spells(question: Question) -> Question:
    """The same question for those who only think of pieces; torches have been seen to before."""
    if question.what not in ("move", "shooter") or not isinstance(question, Choose):
        return question
    pieces = [option for option in question.options if not option.startswith((CAST, USE, WARD, *HANDLING))]
    return Choose(question.side, question.what, pieces, question.rule, question.about)


def _spell(mind: Mind, name: str) -> tuple[Number, Spell]:
    """Who casts what by this answer."""
    who, _, short = name.removeprefix(CAST).removeprefix(USE).rpartition("/")
    number = mind.number[who]
    carried = (*mind.state.pieces[number].spells, *figure(mind.fight, number).items)
    return number, book[next(rule for rule in carried if rule.rpartition(".")[2] == short)]


def promise(mind: Mind, number: Number, spell: Spell) -> float:
    """What a spell is worth on average with the caster's own dice, at the best target."""
    dice = own_dice(mind.fight, number, spell)
    casting = Casting(number, spell, mind.side, min(spell.ether))
    ether = known_ether(mind.fight, casting, casting.ether)
    chance = 1.0 if spell.plain else float(chance_to_cast(dice, ether))
    if spell.target in PLACES:
        return chance * _at_a_place(mind, casting)
    if spell.target == "explosion":
        return chance * _around(mind, casting)
    if spell.target in ("player", "enemy items"):
        return chance
    if spell.target in UNNAMED:
        found = [target for target in struck(mind.fight, casting) if target != NOBODY]
        return chance * sum(_use(mind, casting, target) for target in found)
    return chance * max([_use(mind, casting, one) for one in fitting(mind.fight, number, spell)], default=0.0)


def _use(mind: Mind, casting: Casting, target: Number) -> float:
    """What the spell does to one piece, or for it; nothing out of reach."""
    fight, spell = mind.fight, casting.spell
    aimed = Casting(casting.caster, spell, casting.side, casting.ether, target)
    if spell.target not in UNNAMED and why_not(fight, aimed):
        return 0.0
    if spell.hits is not None:
        return _damage(mind, aimed, spell.hits)
    if mind.state.pieces[target].side == mind.side:
        return 0.0 if spell.target == "any" else _help(mind, aimed)  # what may strike anybody hurts
    if spell.target == "touched enemy":  # its caster is as far from the battle as its target then
        return HELP * (mind.worth(target) - mind.worth(on_what(fight, casting.caster)))
    return HELP * mind.worth(target) if not _lies_on(mind, spell, target) else 0.0


def _damage(mind: Mind, casting: Casting, hits: Hits) -> float:
    target = casting.target
    number = MEAN.get(hits.number) or (float(hits.number) if hits.number.isdecimal() else 1.0)
    gains = weigh(mind.fight, blast(casting, target, hits, 1)).gains
    most = mind.state.pieces[target].models * figure(mind.fight, target).life
    worth = min(number * (sum(gains) / 6 or HORDE), most) * mind.price(target)
    return worth if mind.state.pieces[target].side != mind.side else -worth


def _help(mind: Mind, casting: Casting) -> float:
    """Friends who are fighting or soon will be."""
    fight, target = mind.fight, casting.target
    if _lies_on(mind, casting.spell, target):
        return 0.0
    host = target if mind.state.pieces[target].standing else mind.state.pieces[target].host
    near = engaged(fight, host) or any(range_between(fight, host, enemy) <= NEAR for enemy in mind.enemies)
    return HELP * mind.worth(target) if near else 0.0


def _lies_on(mind: Mind, spell: Spell, target: Number) -> bool:
    return any(effect.source == spell.rule and effect.target == target for effect in mind.state.effects)


def _at_a_place(mind: Mind, casting: Casting) -> float:
    """Enemies in reach, with no friends of ours beside them."""
    near = [enemy for enemy in mind.enemies if spell_reaches(mind.fight, casting, enemy)]
    return sum(HELP * mind.worth(enemy) for enemy in near if mind.free(enemy))


def _around(mind: Mind, casting: Casting) -> float:
    """A blast round the caster: more enemies than friends must be under it."""
    fight = mind.fight
    foes, friends = (
        sum(mind.worth(n) for n in side if reach(fight, casting.caster, n) <= BLAST)
        for side in (mind.enemies, mind.friends)
    )
    return HELP * (foes - friends)


# --- naming and dice -----------------------------------------------------------------------------------------


def _magic(mind: Mind, question: Question) -> Iterator[Answer]:
    """Nothing tempts: the turn goes on."""
    yield NOTHING_MORE


def _target(mind: Mind, question: Question) -> Iterator[Answer]:
    assert isinstance(question, Target)
    yield max(question.options, key=lambda name: _use(mind, question.casting, mind.number[name]))


def _more_dice(mind: Mind, question: Question) -> Iterator[Answer]:
    """Swaps only where the own dice alone would hardly do and more of them would."""
    assert isinstance(question, Pool)
    if question.chance(0) < GOOD:
        enough = [answer for answer in question.suggest() if question.chance(question.dice(answer)) >= GOOD]
        yield min(enough, key=question.dice, default=[])


def _dispel(mind: Mind, question: Question) -> Iterator[Answer]:
    """As few dice as make it likely; all of them where even they make it no more than possible."""
    assert isinstance(question, Pool)
    offers = question.suggest()
    likely = [answer for answer in offers if question.chance(question.dice(answer)) >= SURE]
    best = max(offers, key=question.dice)
    if likely:
        yield min(likely, key=question.dice)
    elif question.chance(question.dice(best)) >= SLIGHT:
        yield best


def _answer(mind: Mind, question: Question) -> Iterator[Answer]:
    assert isinstance(question, Choose)
    yield next((option for option in question.options if option != PASS), PASS)


def _exchange(mind: Mind, question: Question) -> Iterator[Answer]:
    yield EXCHANGE


def _place(mind: Mind, question: Question) -> Iterator[Answer]:
    assert isinstance(question, Place)
    yield question.suggest(1)[0]


def _turn(mind: Mind, question: Question) -> Iterator[Answer]:
    """A die that just fails in a check is turned into a pass; the highest magic die is made higher."""
    assert isinstance(question, Choose)
    purpose = question.about.partition(":")[0]
    wanted = ("5 up", "4 up") if purpose == "magic dice" else ("3 up",) if purpose == "soldiering" else ()
    yield from (option for option in wanted[:1] if option in question.options)


def _spear(mind: Mind, question: Question) -> Iterator[Answer]:
    """It is kept for when the piece would run."""
    yield USE_IT if question.what == "spear for a break check" else ROLL


THOUGHTS = {
    "magic": _magic,
    "item out of turn": _magic,
    **{f"spear for a {kind} check": _spear for kind in ("break", "bravery", "deviancy")},
    "spell target": _target,
    "magic dice": _more_dice,
    "dispel": _dispel,
    "answer spell": _answer,
    "useless spell": _exchange,
    "spell place": _place,
    "turn a die": _turn,
}
