"""Who may do what at a moment, and how everybody stands."""

from __future__ import annotations

from warhost.engine.verdict import Fact, Verdict

from ..charging.declaring import may_charge, targets
from ..flaws import looking
from ..lookout import of_side
from ..moving.course import may_not_run
from ..moving.fitness import may_move
from ..moving.hiding import may_not_hide
from ..setting import Setting
from ..shooting.aim import aims, may_shoot, ready
from ..state import State

FATES = {
    "there": "standing",
    "out": "out of action",
    "fled": "fled",
    "left": "left",
    "gone": "gone",
    "away": "missing",
    "waiting": "waiting",
}


def facts(setting: Setting, state: State) -> dict[str, Fact]:
    found = {}
    for fighter, warrior in zip(setting.fighters, state.warriors, strict=True):
        fate = FATES[warrior.fate]
        if warrior.there:
            fate = {"up": "standing", "down": "knocked down", "stunned": "stunned"}[warrior.posture]
            fate = "fleeing" if warrior.fleeing else "hidden" if warrior.hidden else fate
        at = (warrior.x / 1000, warrior.y / 1000) if warrior.there else None
        found[fighter.id] = Fact(fate, at, f"{warrior.z / 1000:g} inches up", (), None, warrior.wounds)
    return found


def verdicts(setting: Setting, state: State) -> list[Verdict]:
    if state.plan is None or state.outcome is not None or not state.order:
        return []
    fight, found = looking(setting, state), list[Verdict]()
    for number in of_side(fight, state.active):
        id = setting.fighters[number].id
        found.append(Verdict(id, "move", refusal=may_move(fight, number)))
        found.append(Verdict(id, "run", refusal=may_not_run(fight, number)))
        found.append(Verdict(id, "hide", refusal=may_not_hide(fight, number)))
        refusal = may_charge(fight, number)
        if refusal is not None:
            found.append(Verdict(id, "charge", refusal=refusal))
        else:
            found += [Verdict(id, "charge", setting.fighters[foe].id) for foe in targets(fight, number)]
        if setting.fighters[number].missiles:
            refusal = may_shoot(fight, number)
            if refusal is not None:
                found.append(Verdict(id, "shoot", refusal=refusal))
            for weapon in ready(fight, number) if refusal is None else []:
                for aim in aims(fight, number, weapon):
                    target = setting.fighters[aim.target].id
                    found.append(
                        Verdict(
                            id, "shoot", target, because=aim.need.steps, note=f"{weapon.title}, {aim.need.total}+"
                        )
                    )
    return found
