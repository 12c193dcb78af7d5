"""What a battle is about and how it is won, in words; and how it ended.  [tp.setup.victory.points]"""

from __future__ import annotations

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted

from ..scenario.points import standing
from ..setting import Setting
from ..state import BOTH, Player, State
from ..victory import GENERAL, margin, victory_points
from .names import army


def briefing(setting: Setting) -> list[str]:
    """Told before the first die: who fights whom, with what, for how long, and what wins."""
    lines = [f"{setting.table.title}: {army(setting, BOTH[0])} against {army(setting, BOTH[1])}."]
    lines += [_muster(setting, side) for side in BOTH]
    if setting.mission.part:
        return [*lines, *(_task(setting, side) for side in BOTH), "Eight turns each."]
    lead = margin(Battle(setting, setting.begin(), Scripted()))
    draw = f"A lead of {lead} or less is a draw." if lead else "Level scores are a draw."
    return [
        *lines,
        "Eight turns each. What the enemy loses counts for you: the whole price of a piece that is destroyed or in "
        "flight at the end, half the price of one that has lost more than half, and "
        f"{GENERAL} more for the death of its general. {draw}",
    ]


def _task(setting: Setting, side: Player) -> str:
    """Which side of the scenario an army is, and what that wants."""
    part = setting.parts[side]
    return f"{army(setting, side)} are the {part.title}. {part.goal}"


def _muster(setting: Setting, side: Player) -> str:
    """The pieces of an army; who may be hiding among them is not told, nor what is in their cages."""
    pieces = [
        f"{entry.title} ({entry.models})" if entry.models > 1 else entry.title
        for entry in setting.entries
        if entry.side == side and not entry.lies_low
    ]
    return f"{setting.armies[side].name}: {', '.join(pieces)}."


def closing(setting: Setting, state: State) -> list[str]:
    """Told after the last die: what each side is credited with."""
    fight = Battle(setting, state, Scripted())
    if setting.mission.part:
        return [line for said in standing.replies(setting.mission.rules, fight) for line in said]
    lines = []
    for side in BOTH:
        steps = [step for step in victory_points(fight, side).steps if step.op == "add"]
        earned = ", ".join(f"{step.amount} ({step.note})" for step in steps) or "nothing"
        lines.append(f"Victory points of {army(setting, side)}: {earned}.")
    return lines
