"""Ten duels before the battle, and who chooses to move or countermove.

[mis.champion.procedure] [mis.champion.effect-choice] [mis.turn.first-choice] [mis.champion.player]
"""

from __future__ import annotations

from warhost.engine.dice import Throw
from warhost.engine.question import Choose

from ..events import Duel, Noted
from ..morale.record import champions_count
from ..setting import Fight

DUELS = 10


def duels(fight: Fight) -> None:
    """Both roll, the higher wins, and on a tie both win; none against races that give no quarter."""
    state = fight.state
    state.stage = "choice"
    if any(fight.setting.hostile) or fight.setting.options["champions"] == "none":
        fight.tell(Noted("mis.champion.procedure", "no champions meet before this battle"))
        return
    won = [0, 0]
    for number in range(1, DUELS + 1):
        rolls = _roll(fight, 0, f"duel {number}"), _roll(fight, 1, f"duel {number}")
        fight.tell(Duel("mis.champion.procedure", number, rolls))
        won[0] += rolls[0] >= rolls[1]
        won[1] += rolls[1] >= rolls[0]
    state.victories = won[0], won[1]
    champions_count(fight)


def _roll(fight: Fight, side: int, purpose: str) -> int:
    return fight.throw(Throw(1, 100, purpose, "mis.champion.procedure", side))[0]


def first_choice(fight: Fight) -> None:
    """The side with more victories chooses; with equal ones the higher roll."""
    first, second = fight.state.victories
    while first == second:
        first, second = _roll(fight, 0, "first choice"), _roll(fight, 1, "first choice")
    chooser = 0 if first > second else 1
    fight.state.mover = ask_role(fight, chooser, "mis.turn.first-choice")
    fight.state.stage = "battle"


def ask_role(fight: Fight, chooser: int, rule: str) -> int:
    """Who is mover, if this side chooses."""
    question = Choose(
        chooser, "role", ("move", "countermove"), rule, text="Move or countermove in this turn?",
        meanings={"move": "move first, in two halves", "countermove": "move second, all at once"},
    )  # fmt: skip
    return chooser if fight.ask(question) == "move" else 1 - chooser
