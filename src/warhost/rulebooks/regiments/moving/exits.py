"""Off the table by one's own will.  [reg.scenario.rearguard]"""

from __future__ import annotations

from warhost.engine.question import Choose

from ..setting import Fight
from ..victory import may_slip_away, slip_away


def leave_by_edge(fight: Fight, number: int) -> None:
    """The rearguard may slip away over the attacker's edge.  [reg.scenario.rearguard]"""
    if may_slip_away(fight, number):
        unit = fight.state.units[number]
        question = Choose(
            unit.side, "slip away", ["stay", "leave"], "reg.scenario.rearguard", unit.name,
            text="{who} {has} come to the enemy's edge: {does} {who} leave the table?",
            meanings={"stay": "Stay", "leave": "Leave the table"}, usual="stay",
        )  # fmt: skip
        if fight.ask(question) == "leave":
            slip_away(fight, number)
