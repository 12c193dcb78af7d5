"""Which spell to cast, with how many dice, and when to stop one."""

from __future__ import annotations

from warhost.engine.question import Answer, Choose, Question

from ..bodies import range_between
from ..magic import pools
from ..magic.casting import DISPEL, castings
from ..magic.effort import HowMany
from ..magic.targets import lawful_targets
from ..nature import enemies, engaged, has
from ..nerve.leadership import LENDING
from ..records import Spell
from ..setting import Fight
from .clash import worth

AVERAGE = 3.5
MOST, FEW = 3, 1  # more dice bring more miscasts than spells; of those on whom an army depends, fewer
TASTE = {"magic missile": 3.0, "direct damage": 3.0, "hex": 1.5, "augment": 1.5, "magical vortex": 1.0}


def cast(fight: Fight, question: Question) -> Answer:
    """The most useful spell that the dice are likely to bring off."""
    assert isinstance(question, Choose)
    left = pools.left(fight, question.side)
    best, answer = 0.0, "done"
    for name, (number, spell, boosted) in castings(fight, question.side).items():
        value = spell.boosted if boosted else spell.value
        needed = dice_for(value - fight.state.units[number].level)
        if needed > min(FEW if has(fight, number, LENDING) else MOST, left):
            continue
        found = use(fight, number, spell) / needed * (1.2 if boosted else 1.0)
        if found > best:
            best, answer = found, name
    return answer


def use(fight: Fight, number: int, spell: Spell) -> float:
    if spell.radius:
        return TASTE[spell.type]
    targets = lawful_targets(fight, number, spell)
    if spell.rule == "reg.lore.dusk.call":
        weak = [one for one in targets if has(fight, one, "reg.sr.unstable") and _missing(fight, one) > 2]
        return 2.5 if weak else 0.0
    if spell.type in ("augment", "hex"):
        fighting = [one for one in targets if engaged(fight, one)]
        return 3.0 if fighting else 0.6
    return TASTE[spell.type]


def _missing(fight: Fight, number: int) -> int:
    unit = fight.state.units[number]
    return fight.setting.entries[unit.entry].models - unit.models


def dice_for(needed: int) -> int:
    """Dice that reach a number more often than not."""
    return max(1, -(-round((needed + 0.5) * 10) // round(AVERAGE * 10)))


def target(fight: Fight, question: Question) -> Answer:
    assert isinstance(question, Choose)
    numbers = {name: fight.setting.number[name] for name in question.options}

    def wish(name: str) -> tuple[float, str]:
        number = numbers[name]
        return worth(fight, number) * (2 if engaged(fight, number) else 1) + _near(fight, number), name

    return max(numbers, key=wish)


def _near(fight: Fight, number: int) -> float:
    foes = enemies(fight, number)
    return -min((range_between(fight, number, foe) for foe in foes), default=0) / 1000


def dice(fight: Fight, question: Question) -> Answer:
    assert isinstance(question, HowMany)
    wanted = str(min(len(question.options), dice_for(question.needed)))
    return wanted if wanted in question.options else question.options[-1]


def dispel(fight: Fight, question: Question) -> Answer:
    """With as many dice as reach it more often than not, if there are so many; what is in play is left alone."""
    assert isinstance(question, HowMany)
    wanted = str(dice_for(question.needed))
    return wanted if wanted in question.options and question.rule == DISPEL else "no"
