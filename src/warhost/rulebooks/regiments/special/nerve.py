"""Special rules of courage, pace and custom.

[reg.sr.stubborn] [reg.sr.unbreakable] [reg.sr.unstable] [reg.army.und.rule.undead] [reg.army.men.rule.drill]
[reg.army.orc.rule.nobody] [reg.army.orc.goblins] [reg.lore.dusk.chill]
"""

from __future__ import annotations

from warhost.engine.question import Refusal
from warhost.engine.tally import Tally

from ..fighting.breaking import BreakTest
from ..moving.reactions import HOLD
from ..nature import kind, named, strength_of
from ..nerve.leadership import Trial, general_of, reaches
from ..setting import Fight
from ..shooting.shot import Shot
from ..state import NOBODY
from .points import breaking, dread, march_freely, may_march, pace, reactions, shooting, tried, unminded

UNDEAD, CHILL = "reg.army.und.rule.undead", "reg.lore.dusk.chill"


@breaking("reg.sr.stubborn")
def stubborn(test: BreakTest) -> None:
    test.unmodified = True


@breaking("reg.sr.unbreakable")
def unbreakable(test: BreakTest) -> None:
    test.holds = True


@breaking("reg.sr.unstable")
def unstable(test: BreakTest) -> None:
    test.crumbles = True


@tried("reg.army.men.rule.drill")
def drilled(trial: Trial) -> None:
    """A musician lets well drilled foot try again to reform swiftly or to march near the enemy."""
    if trial.what in ("swift reform", "march") and trial.fight.state.units[trial.unit].musician:
        trial.again = "reg.army.men.rule.drill"


# --- the dead


@reactions(UNDEAD)
def only_hold(fight: Fight, number: int) -> tuple[str, ...]:
    return (HOLD,)


@reactions("reg.army.orc.whirlers")
def heedless(fight: Fight, number: int) -> tuple[str, ...]:
    return (HOLD,)


@may_march(UNDEAD)
def led(fight: Fight, number: int) -> Refusal | None:
    general = general_of(fight, fight.state.units[number].side)
    if general != NOBODY and reaches(fight, general, number):
        return None
    return Refusal(UNDEAD, "{who} may march only near the General", (named(fight, number),))


@march_freely(UNDEAD)
def unwatched(fight: Fight, number: int) -> bool:
    return True


# --- grave chill


@may_march(CHILL)
def frozen(fight: Fight, number: int) -> Refusal | None:
    return Refusal(CHILL, "{who} {is} chilled and may not march", (named(fight, number),))


@pace(CHILL)
def slow(fight: Fight, number: int, tally: Tally) -> None:
    tally.add(-strength_of(fight, number, CHILL), CHILL, "Grave Chill")
    tally.floor(1, CHILL)


# --- others


@shooting("reg.lore.ember.glare")
def dazzled(shot: Shot, tally: Tally) -> None:
    tally.add(1, "reg.lore.ember.glare", "Noonday Glare")


@dread("reg.army.orc.goblins")
def afraid_of_elves(fight: Fight, number: int, foe: int) -> bool:
    return kind(fight, foe).race == "elf"


@unminded("reg.army.orc.rule.nobody")
def nobody_minds_goblins(fight: Fight, number: int, other: int) -> bool:
    """Of the horde, only goblins mind what befalls goblins."""
    mine, theirs = kind(fight, number), kind(fight, other)
    return mine.army == theirs.army == "orc" and theirs.race == "goblin" and mine.race != "goblin"
