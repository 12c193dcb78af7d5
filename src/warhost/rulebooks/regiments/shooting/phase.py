"""The shooting phase: one unit after the other.  [reg.shoot.sequence]"""

from __future__ import annotations

from warhost.engine.question import Choose, Refusal

from ..nature import named, present
from ..nerve import panic
from ..setting import Fight
from ..state import NOBODY
from . import breath, machines, sniping
from .volley import any_target, cannot_shoot, shoot, targets, why_not_target

RULE = "reg.shoot.sequence"
DONE = "done"
TITLES = {
    "shoot": "Shoot",
    "aim": "Aim at one man",
    "breathe": "Breathe",
    "wail": "Wail",
    "stone": "Throw a stone",
    "ball": "Fire a ball",
    "grapeshot": "Fire grapeshot",
    "bolt": "Shoot a bolt",
    "volley": "Shoot a volley of bolts",
}


def shoot_one(fight: Fight) -> bool:
    """One unit shoots; False when no more do."""
    side = fight.state.active
    able = {
        named(fight, number): number
        for number in present(fight, side)
        if number not in fight.state.passed and deeds(fight, number)
    }
    if not able:
        return False
    question = Choose(
        side, "shooter", [*able, DONE], RULE, why_not=lambda name: why_not(fight, name),
        text="Which unit shoots next?", meanings={DONE: "No more shooting"}, usual=DONE,
    )  # fmt: skip
    choice = fight.ask(question)
    if choice == DONE:
        fight.state.passed = tuple(range(len(fight.state.units)))
        return True
    _act(fight, able[choice])
    panic.settle(fight)
    return True


def why_not(fight: Fight, name: str) -> Refusal | None:
    number = fight.setting.number.get(name, NOBODY)
    if number == NOBODY or fight.state.units[number].side != fight.state.active:
        return None
    if refusal := cannot_shoot(fight, number):
        return refusal
    reasons = [why_not_target(fight, number, foe) for foe in present(fight, 1 - fight.state.active)]
    return next((reason for reason in reasons if reason), None)


def deeds(fight: Fight, number: int) -> list[str]:
    """What a unit can do in this phase."""
    found: list[str] = []
    if machines.ready(fight, number):
        return machines.ways_to_shoot(fight, number)
    if cannot_shoot(fight, number) is None and any_target(fight, number):
        found.append("shoot")
        if sniping.victims(fight, number):
            found.append("aim")
    if breath.may_breathe(fight, number) and breath.breaths(fight, number):
        found.append("breathe")
    if breath.wail_targets(fight, number):
        found.append("wail")
    return found


def _act(fight: Fight, number: int) -> None:
    options = deeds(fight, number)
    deed = options[0]
    if len(options) > 1:
        question = Choose(
            fight.state.units[number].side, "way to shoot", options, RULE, named(fight, number),
            text="What {does} {who} do?", meanings=TITLES, usual=deed,
        )  # fmt: skip
        deed = fight.ask(question)
    if deed == "shoot":
        shoot(fight, number, _target(fight, number))
    elif deed == "aim":
        sniping.aim(fight, number)
    elif deed == "breathe":
        breath.breathe(fight, number)
    elif deed == "wail":
        breath.wail(fight, number)
    else:
        machines.fire(fight, number, deed)


def _target(fight: Fight, number: int) -> int:
    options = targets(fight, number)
    if len(options) == 1:
        return options[0]
    question = Choose(
        fight.state.units[number].side, "target", [named(fight, foe) for foe in options], "reg.shoot.target",
        named(fight, number), why_not=lambda name: _why_not_target(fight, number, name),
        text="At whom {does} {who} shoot?",
    )  # fmt: skip
    return fight.setting.number[fight.ask(question)]


def _why_not_target(fight: Fight, number: int, name: str) -> Refusal | None:
    foe = fight.setting.number.get(name, NOBODY)
    return None if foe == NOBODY else why_not_target(fight, number, foe)
