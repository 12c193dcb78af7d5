"""What some do instead of striking, or besides: giants, spewing trolls, breath in close combat.

[reg.army.orc.giant] [reg.army.orc.trolls] [reg.sr.breath]
"""

from __future__ import annotations

from warhost.engine.dice import Throw
from warhost.engine.phrase import Phrase
from warhost.engine.question import Choose
from warhost.engine.strikes import Wound

from ..bodies import front_files
from ..events import Noted
from ..fighting.blows import automatic
from ..nature import company, kind, named
from ..nerve.leadership import char_test
from ..opening.rolloff import at_random
from ..setting import Fight
from ..shooting.breath import BREATH, breathe_in_combat
from ..wounds.casualties import suffer, wound_directly
from ..wounds.hits import FILE_GROUP, Harm
from ..wounds.spreading import strike_unit
from .points import instead

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
    if face > 3 and (marks := _grabbable(fight, touched)):
        return _grabs(fight, number, marks)
    foe = _one_of(fight, number, touched)
    hits = fight.die(6, "sweep", GIANT, fight.state.units[number].side)
    return _done(fight, automatic(fight, number, foe, hits, 6, GIANT))


def _one_of(fight: Fight, number: int, touched: list[int]) -> int:
    if len(touched) == 1:
        return touched[0]
    names = [named(fight, foe) for foe in touched]
    question = Choose(fight.state.units[number].side, "giant", names, GIANT, named(fight, number), text="At whom?")
    return fight.setting.number[fight.ask(question)]


def _falls(fight: Fight, number: int, touched: list[int]) -> bool:
    """Each unit that touches it takes D6 hits."""
    unit = fight.state.units[number]
    unit.fallen = True
    fight.tell(Noted(GIANT, unit.name, "falls over"))
    dealt = 0
    for foe in touched:
        hits = fight.die(6, "under the giant", GIANT, unit.side)
        dealt += automatic(fight, number, foe, hits, 5, GIANT)
    return _done(fight, dealt)


def _jumps(fight: Fight, number: int, touched: list[int]) -> bool:
    unit = fight.state.units[number]
    foe = _one_of(fight, number, touched)
    hits = sum(fight.throw(Throw(2, 6, "jumps", GIANT, unit.side)))
    dealt = automatic(fight, number, foe, hits, 6, GIANT)
    lost = Phrase.read("D3").roll(fight.throw, "hurts itself", GIANT, unit.side)
    return _done(fight, dealt, wound_directly(fight, number, lost, GIANT))


def _grabbable(fight: Fight, touched: list[int]) -> list[int]:
    everybody = [one for foe in touched for one in company(fight, foe)]
    return [
        one for one in everybody if kind(fight, one).profile.w <= LARGEST_GRABBED and fight.state.units[one].alive
    ]


def _grabs(fight: Fight, number: int, marks: list[int]) -> bool:
    """One model at random, slain unless it passes an Initiative test."""
    weights = [one for one in marks for _ in range(min(4, fight.state.units[one].models))]
    victim = at_random(fight, weights, "whom it grabs", GIANT, fight.state.units[number].side)
    if char_test(fight, victim, kind(fight, victim).profile.i, "Initiative", GIANT):
        return _done(fight, 0)
    return _done(fight, suffer(fight, victim, FILE_GROUP, [Wound(0, True)], by=number, combat=True))


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
    hits = min(front_files(fight, number), unit.models)

    def made(target: int, dice: int) -> Harm:
        harm = Harm(fight, target, dice, 5, by=number, rule=TROLLS)
        harm.armour = False
        return harm

    return _done(fight, strike_unit(fight, foe, hits, made))


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
