"""Leadership and characteristic tests.

[reg.core.test.ld] [reg.core.test.char] [reg.char.general] [reg.char.bsb] [reg.sr.largetarget]
"""

from __future__ import annotations

from fractions import Fraction

from warhost.engine.dice import Throw
from warhost.engine.tally import Tally

from ..bodies import near_him
from ..events import Tested
from ..measures import inches
from ..nature import company, everybody, has, kind, nature, rules, top
from ..setting import Fight
from ..special import points
from ..state import NOBODY

PRESENCE, LARGE_PRESENCE = inches(12), inches(18)
LARGE = "reg.sr.largetarget"
HIGHEST = 10
DIE = range(1, 7)
BREAK = "reg.break.test"
LOST = (BREAK, "reg.reform.lost")  # tests made harder by the defeat
LENDING = "reg.army.und.bonecaller"
UNDEAD = "reg.army.und.rule.undead"


class Trial:
    """A Leadership test about to be taken: special rules may have their say."""

    __slots__ = ("again", "fight", "modifier", "unit", "what")

    def __init__(self, fight: Fight, unit: int, what: str, modifier: int = 0):
        self.fight, self.unit, self.what, self.modifier = fight, unit, what, modifier
        self.again = ""  # the rule by which a failed test is taken once more


def own_leadership(fight: Fight, number: int) -> Tally:
    """The highest among its models, those who have joined it included; not of one who was sent to the rear."""
    best = Tally(kind(fight, number).profile.ld, "reg.core.test.ld", "Leadership")
    units = fight.state.units
    for leader in units[number].leaders:
        value = kind(fight, leader).profile.ld
        if not units[leader].back and value > best.total:
            best = Tally(value, "reg.char.join", "a character's Leadership")
    return best


def leadership(fight: Fight, number: int) -> Tally:
    """Its own, or the General's where his presence reaches it."""
    best = own_leadership(fight, number)
    if fight.state.units[number].orphan:
        return best
    general = general_of(fight, fight.state.units[number].side)
    if general != NOBODY and reaches(fight, general, number):
        value = kind(fight, general).profile.ld
        if value > best.total:
            best = Tally(value, "reg.char.general", "the General's Leadership")
    return _lent(fight, number, best)


def _lent(fight: Fight, number: int, best: Tally) -> Tally:
    """Undead units may use that of a Bone Caller near by.  [reg.army.und.bonecaller]"""
    if not has(fight, number, UNDEAD):
        return best
    for one in everybody(fight, fight.state.units[number].side):
        value = kind(fight, one).profile.ld
        if has(fight, one, LENDING) and value > best.total and reaches(fight, one, number):
            best = Tally(value, LENDING, "a Bone Caller's Leadership")
    return best


def general_of(fight: Fight, side: int) -> int:
    """The General, as long as he is on the table."""
    for number, unit in enumerate(fight.state.units):
        if unit.side == side and unit.alive and fight.setting.entries[unit.entry].general:
            return number
    return NOBODY


def standard_of(fight: Fight, side: int) -> int:
    """The bearer of the battle standard, as long as he is on the table."""
    for number, unit in enumerate(fight.state.units):
        if unit.side == side and unit.alive and fight.setting.entries[unit.entry].battle_standard:
            return number
    return NOBODY


def reaches(fight: Fight, leader: int, number: int) -> bool:
    """Whether the presence of somebody reaches a unit: not while he flees or was sent to the rear."""
    host = top(fight, leader)
    if fight.state.units[host].fleeing or fight.state.units[leader].back:
        return False
    if host == number:
        return True
    large = LARGE in rules(fight, host)
    return near_him(fight, leader, number, LARGE_PRESENCE if large else PRESENCE)


# --- tests ---------------------------------------------------------------------------------------------------


def ld_test(
    fight: Fight, number: int, what: str, rule: str, modifier: int = 0, value: Tally | None = None
) -> bool:  # fmt: skip
    """2D6 up to the Leadership pass, and so does a natural double 1. A battle standard near by lets a failed
    test be
    taken again, once."""
    return ld_margin(fight, number, what, rule, modifier, value, counts=False) <= 0


def ld_margin(
    fight: Fight, number: int, what: str, rule: str, modifier: int = 0, value: Tally | None = None,
    counts: bool = True,
) -> int:  # fmt: skip
    """By how much a test is failed, where that `counts`; 0 or less if it is passed."""
    needed, trial = _tried(fight, number, what, rule, modifier, value)
    target = min(HIGHEST, needed.total)
    margin = _margin(fight, number, what, rule, target, needed, counts)
    if margin > 0 and (by := _again(fight, trial)):
        margin = _margin(fight, number, what, rule, target, needed, counts, by)
    return margin


def ld_chance(
    fight: Fight, number: int, what: str, rule: str, value: Tally | None = None
) -> tuple[Fraction, Tally]:  # fmt: skip
    """How likely it passes such a test, taken once more where it may be; and the number with its reasons."""
    needed, trial = _tried(fight, number, what, rule, 0, value)
    once = Fraction(sum(a + b <= max(2, min(HIGHEST, needed.total)) for a in DIE for b in DIE), len(DIE) ** 2)
    return (1 - (1 - once) ** 2 if _again(fight, trial) else once), needed


def _tried(
    fight: Fight, number: int, what: str, rule: str, modifier: int, value: Tally | None
) -> tuple[Tally, Trial]:  # fmt: skip
    """What must be thrown at most, and what special rules say of it."""
    trial = Trial(fight, number, what, modifier)
    for one in company(fight, number):
        points.tried.each(nature(fight, one), trial)
    needed = (value or leadership(fight, number)).copy()
    lost = modifier < 0 and rule in LOST
    needed.add(trial.modifier, rule, f"lost by {-modifier}" if lost else "")
    return needed, trial


def _again(fight: Fight, trial: Trial) -> str:
    bearer = standard_of(fight, fight.state.units[trial.unit].side)
    if bearer != NOBODY and reaches(fight, bearer, trial.unit):
        return "reg.char.bsb"
    return trial.again


def _margin(
    fight: Fight, number: int, what: str, rule: str, target: int, needed: Tally, counts: bool, again: str = ""
) -> int:  # fmt: skip
    """Thrown once, or again by the rule that allows it."""
    side, shown = fight.state.units[number].side, again or rule
    purpose = f"{what} test{' again' if again else ''}"
    throw = Throw(2, 6, purpose, shown, side, again=(0, 1) if again else ())
    always = rule != BREAK or fight.setting.options.get("double_one_holds", "on") == "on"  # [reg.break.insane]
    score = fight.total(throw, None if counts else (max(target, 2) if always else target,))
    passed = score <= target or (always and score == 2)
    event = Tested(shown, fight.state.units[number].name, what, target, score, passed, needed.steps)
    fight.tell(event)
    return 0 if passed else score - target


def char_test(fight: Fight, number: int, value: int, what: str, rule: str) -> bool:
    """A D6 up to the value passes; a 6 fails and a 1 passes, but a value of 0 always fails.

    [reg.core.test.char]
    """
    face = fight.die(6, f"{what} test", rule, fight.state.units[number].side)
    return characteristic_passes(face, value)


def characteristic_passes(face: int, value: int) -> bool:
    return value > 0 and face != 6 and (face == 1 or face <= value)
