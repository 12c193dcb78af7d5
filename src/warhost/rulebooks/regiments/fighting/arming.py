"""What units and those in them fight with, from their first round of a combat to its end.

[reg.weapon.choice] [reg.combat.rounds]
"""

from __future__ import annotations

from warhost.engine.question import Choose

from ..nature import company, kind
from ..setting import Fight


def begin_anew(fight: Fight, number: int) -> None:
    """The next round of a unit is the first of a combat: it and all in it choose their weapons again."""
    fight.state.units[number].rounds = 0
    for one in company(fight, number):
        fight.state.units[one].weapon = ""


def choose_weapons(fight: Fight, number: int) -> None:
    """With more than one it says in the first round which it uses, and keeps to it."""
    for one in company(fight, number):
        unit, able = fight.state.units[one], kind(fight, one).melee
        if unit.weapon or len(able) < 2:
            continue
        options = [weapon.id for weapon in able]
        question = Choose(
            unit.side, "weapon", options, "reg.weapon.choice", unit.name, text="What {does} {who} fight with?",
            meanings={weapon.id: weapon.title for weapon in able}, usual=options[0],
        )  # fmt: skip
        unit.weapon = fight.ask(question)
