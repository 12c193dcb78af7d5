"""What some do instead of striking, or besides: giants, spewing trolls, breath in close combat.

[reg.army.orc.giant] [reg.army.orc.trolls] [reg.sr.breath]
"""

from __future__ import annotations

from msgspec.structs import replace

from warhost.engine.dice import Throw
from warhost.engine.phrase import Phrase
from warhost.engine.question import Choose
from warhost.engine.strikes import ALWAYS, NEVER, Wound

from ..bodies import in_range
from ..events import Noted
from ..fighting.blow import initiative
from ..fighting.blows import automatic
from ..fighting.round import Mark, Melee
from ..measures import TOUCH
from ..nature import kind, named, present
from ..nerve.leadership import char_test
from ..opening.rolloff import at_random
from ..setting import Fight
from ..shooting.breath import BREATH, impact_of
from ..wounds.casualties import suffer, wound_directly
from ..wounds.hits import CHAMPION_GROUP, Harm, rolled
from .points import instead, no_blows

GIANT, TROLLS = "reg.army.orc.giant", "reg.army.orc.trolls"
LARGEST_GRABBED = 3


def _done(fight: Fight, dealt: int, own: int = 0) -> bool:
    fight.state.done = (fight.state.done[0] + dealt, fight.state.done[1] + own)
    return True


# --- the giant -----------------------------------------------------------------------------------------------


@instead(GIANT)
def giant(fight: Fight, number: int, touched: list[int]) -> bool:
    """A D6: falls over, sweeps, grabs or jumps."""
    face = fight.throw(Throw(1, 6, "what the giant does", GIANT, fight.state.units[number].side, (1, 3, 5)))[0]
    if face == 1:
        return _falls(fight, number, touched)
    if face == 6:
        return _jumps(fight, number, touched)
    if face > 3 and (marks := _grabbable(fight, number, touched)):
        return _grabs(fight, number, marks)
    foe = _one_of(fight, number, touched)
    hits = fight.die(6, "sweep", GIANT, fight.state.units[number].side)
    return _done(fight, automatic(fight, number, foe, hits, 6, GIANT))


@no_blows(GIANT)
def by_chart() -> str:
    return "no blows: a D6 says whether it falls over, sweeps, grabs or jumps"


def _one_of(fight: Fight, number: int, touched: list[int]) -> int:
    if len(touched) == 1:
        return touched[0]
    names = [named(fight, foe) for foe in touched]
    question = Choose(fight.state.units[number].side, "giant", names, GIANT, named(fight, number), text="At whom?")
    return fight.setting.number[fight.ask(question)]


def _falls(fight: Fight, number: int, touched: list[int]) -> bool:
    """Each unit that touches it, friend or enemy, takes D6 hits."""
    unit = fight.state.units[number]
    unit.fallen = True
    fight.tell(Noted(GIANT, unit.name, "falls over"))
    friends = [one for one in present(fight, unit.side) if one != number and in_range(fight, number, one, TOUCH)]
    lost = {}
    for one in (*touched, *friends):
        hits = fight.die(6, "under the giant", GIANT, unit.side)
        lost[one] = automatic(fight, number, one, hits, 5, GIANT)
    return _done(fight, sum(lost[foe] for foe in touched), sum(lost[friend] for friend in friends))


def _jumps(fight: Fight, number: int, touched: list[int]) -> bool:
    unit = fight.state.units[number]
    foe = _one_of(fight, number, touched)
    hits = sum(fight.throw(Throw(2, 6, "jumps", GIANT, unit.side)))
    dealt = automatic(fight, number, foe, hits, 6, GIANT)
    lost = Phrase.read("D3").roll(fight.throw, "hurts itself", GIANT, unit.side)
    return _done(fight, dealt, wound_directly(fight, number, lost))


def _grabbable(fight: Fight, number: int, touched: list[int]) -> list[Mark]:
    """Every model that touches it and is not too large, each by itself."""
    melee = Melee(fight, [number, *touched])
    models = dict.fromkeys((foe, theirs) for _, foe, theirs, _ in melee.touch[number])
    marks = [mark for foe, theirs in models for mark in melee.marks(foe, theirs) if melee.there(mark)]
    return [mark for mark in marks if kind(fight, mark[0]).life <= LARGEST_GRABBED]


def _grabs(fight: Fight, number: int, marks: list[Mark]) -> bool:
    """One model at random, slain without armour save unless it passes an Initiative test; not the ethereal.

    [reg.sr.ethereal]
    """
    side = fight.state.units[number].side
    victim, group = at_random(fight, marks, "whom it grabs", GIANT, side)
    found = kind(fight, victim)
    quick = initiative(fight, victim, found.profile_of(group == CHAMPION_GROUP))
    if char_test(fight, victim, 0 if found.machine else quick, "Initiative", GIANT):
        return _done(fight, 0)
    harm = Harm(fight, victim, 1, 1, by=number, group=group, rule=GIANT)
    harm.armour = False
    strikes = harm.strikes()
    wound = NEVER if strikes.wound == NEVER else ALWAYS
    saved = rolled(fight, replace(strikes, hit=ALWAYS, wound=wound), side)
    slain = [Wound(0, True) for _ in saved.unsaved]
    return _done(fight, suffer(fight, victim, group, slain, by=number, combat=True))


# --- trolls --------------------------------------------------------------------------------------------------


@instead(TROLLS)
def spew(fight: Fight, number: int, touched: list[int]) -> bool:
    """Instead of their attacks those in the front rank may spew: one hit each at Strength 5 without armour save."""
    unit = fight.state.units[number]
    question = Choose(
        unit.side, "spew", ["strike", "spew"], TROLLS, unit.name, text="Do the trolls of {who} strike or spew?",
        meanings={"strike": "Strike", "spew": "Spew"}, usual="strike",
    )  # fmt: skip
    if fight.ask(question) == "strike":
        return False
    foe = _one_of(fight, number, touched)
    melee = Melee(fight, [number, foe])
    trolls = [model for model in melee.fronting(number) if model in melee.own_in_contact(number)]
    hits = min(len(trolls), unit.models)
    return _done(fight, automatic(fight, number, foe, hits, 5, TROLLS, armour=False))


# --- breath --------------------------------------------------------------------------------------------------


@instead(BREATH)
def breathe_at(fight: Fight, number: int, touched: list[int]) -> bool:
    """Once a game, on top of its other attacks: so it strikes all the same."""
    unit = fight.state.units[number]
    if unit.breathed:
        return False
    names = [named(fight, foe) for foe in touched]
    question = Choose(
        unit.side, "breathe at", [*names, "hold"], BREATH, unit.name, text="{Does} {who} breathe?",
        meanings={"hold": "Not now"}, usual="hold",
    )  # fmt: skip
    answer = fight.ask(question)
    if answer != "hold":
        _done(fight, breathe_in_combat(fight, number, fight.setting.number[answer]))
    return False


def breathe_in_combat(fight: Fight, number: int, foe: int) -> int:
    """2D6 automatic hits on one unit in contact, once a game.  [reg.sr.breath]"""
    unit = fight.state.units[number]
    unit.breathed = True
    breath = impact_of(kind(fight, number).ratings)
    hits = sum(fight.throw(Throw(2, 6, "hits of the breath", BREATH, unit.side)))
    fight.tell(Noted(BREATH, unit.name, "breathes"))
    return automatic(fight, number, foe, hits, breath.strength, BREATH, breath.armour, breath.names)
