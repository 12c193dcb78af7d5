"""The duel of a hero who was sold to the pits.  [war.camp.pits]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from warhost.engine.battle import Battle
from warhost.engine.dice import Throw
from warhost.engine.oracle import Ahead
from warhost.engine.question import Answer, Question
from warhost.engine.tidings import Seen

from ..company import Company, Recruit
from ..fighting.combat import _round
from ..magic.casting import rise
from ..nerve.heart import withstands
from ..setting import Fight, Setting
from ..state import Warrior
from ..telling.spokesman import WarbandNames
from ..towns import TownPlan, Towns
from .ledger import Hero
from .preparing import is_used_up
from .season import After

PITS = "war.camp.pits"
MOST_ROUNDS = 60
PLACE = 24_000


def duel(after: After, hero: Hero) -> bool:
    """Whether the hero is the one left. They begin in contact; a roll-off says who counts as having charged, and
    whoever is charged by what he fears tests as anywhere else.

    [war.charge.resolve] [war.psych.fear]
    """
    fight = _met(after, hero)
    first = _charges(after)
    warriors = fight.state.warriors
    warriors[first].charged, warriors[first].reached = True, (1 - first,)
    withstands(fight, 1 - first, first)
    for _ in range(MOST_ROUNDS):
        _round(fight, (0, 1))
        _report(after, fight)
        if not all(warrior.there for warrior in warriors):
            break
        for number, warrior in enumerate(warriors):
            _recover(fight, number, warrior)
    return warriors[0].there


def _met(after: After, hero: Hero) -> Fight:
    """The two of them on open ground, nobody else near."""
    library, pit = after.setting.library, after.setting.library.charts.pit_fighter
    own = Recruit(
        id="hero",
        title=hero.title,
        fighter=hero.fighter,
        role="hero",
        profile=hero.profile,
        traits=tuple(trait for trait in hero.traits if trait != "stupidity"),
        gear=tuple(name for name in hero.gear if not is_used_up(library, name)),  # that is for battles
    )
    foe = Recruit(id="pit", title="the pit fighter", fighter="pit", role="hero", profile=pit.profile, gear=pit.gear)
    companies = tuple(
        Company(name=name, army=after.state.ledger.army, recruits=(one,))
        for name, one in (("the hero", own), ("the pits", foe))
    )
    plan = TownPlan("the pits", (2 * PLACE, 2 * PLACE), ())
    setting = Setting(companies, library.scenarios["skirmish"], {}, library, Towns(), plan)
    state = setting.begin()
    state.order, state.round, state.phase = (0, 1), 1, "combat"
    for number, warrior in enumerate(state.warriors):
        warrior.fate, warrior.x, warrior.y = "there", PLACE + 1_000 * number, PLACE
    return Battle(setting, state, _OneSided(after))


def _charges(after: After) -> int:
    """0 for the hero, 1 for the pit fighter; equal dice are thrown again."""
    while True:
        own, foe = (
            after.die(6, f"who charges in the pits: {who}", PITS, after.state.player)
            for who in ("the hero", "the pit fighter")
        )
        if own != foe:
            return 0 if own > foe else 1


def _report(after: After, fight: Fight) -> None:
    """The blows in words: nobody in the campaign knows the two by their numbers."""
    names = WarbandNames(fight.setting)
    for told in fight.told:
        if said := told.event.say(names):
            after.tell(Seen(told.event.rule, said))
    fight.told.clear()


def _recover(fight: Fight, number: int, warrior: Warrior) -> None:
    """Before each round, in the usual steps.  [war.turn.recovery.stand]"""
    warrior.charged, warrior.reached, warrior.stood, warrior.laid = False, (), False, ()
    warrior.parried, warrior.critical = False, False
    if warrior.posture == "down":
        rise(fight, number, warrior, "war.turn.recovery.stand")
    elif warrior.posture == "stunned":
        warrior.posture = "down"


class _OneSided:
    """The pits ask nobody but the hero's player, who throws all dice."""

    ahead: Ahead | None = None

    def __init__(self, after: After):
        self.oracle, self.player = after.oracle, after.state.player

    def ask(self, question: Question) -> Answer:
        question.side = self.player
        return self.oracle.ask(question)

    def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        return [self.ask(question) for question in questions]

    def throw(self, throw: Throw) -> tuple[int, ...]:
        return self.oracle.throw(replace(throw, side=self.player))
