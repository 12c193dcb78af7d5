"""What a warrior may be in that keeps him from a deed, and by which rule.  [war.turn.states]"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from warhost.engine.question import Refusal

from .setting import Fight
from .state import Warrior


class Plight(NamedTuple):
    holds: Callable[[Warrior], bool]
    rule: str
    words: str


PLIGHTS: Mapping[str, Plight] = {
    "gone": Plight(lambda one: not one.there, "war.injury.out", "{who} is not on the table"),
    "down": Plight(lambda one: one.posture == "down", "war.injury.down", "{who} is knocked down"),
    "stunned": Plight(lambda one: one.posture == "stunned", "war.injury.stunned", "{who} is stunned"),
    "fleeing": Plight(lambda one: one.fleeing, "war.flee.move", "{who} is fleeing"),
    "stupid": Plight(lambda one: one.stupid, "war.psych.stupidity", "{who} has failed the test for stupidity"),
    "squabbling": Plight(lambda one: one.squabbling, "war.band.gutter.goblin", "{who} squabbles this turn"),
    "rallied": Plight(lambda one: one.rallied, "war.flee.rally", "{who} has rallied this turn"),
    "stood": Plight(lambda one: one.stood, "war.turn.recovery.stand", "{who} has only just stood up"),
    "fell": Plight(lambda one: one.fell, "war.fall.rest", "{who} fell this turn"),
    "ran": Plight(lambda one: one.ran, "war.run.basic", "{who} ran this turn"),
}
UNSTEADY = ("gone", "down", "stunned", "fleeing")


def plight(fight: Fight, number: int, *names: str) -> Refusal | None:
    """The first of these that he is in."""
    warrior, who = fight.state.warriors[number], (fight.setting.fighters[number].id,)
    found = next((PLIGHTS[name] for name in names if PLIGHTS[name].holds(warrior)), None)
    return Refusal(found.rule, found.words, who) if found is not None else None
