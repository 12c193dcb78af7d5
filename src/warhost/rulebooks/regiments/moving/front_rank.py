"""Who stands where in a front rank: as the owner likes, whenever the unit reforms.  [reg.core.formation]"""

from __future__ import annotations

from warhost.engine.question import Choose

from ..bodies import CHAMPION, MUSICIAN, STANDARD, front_files, posts
from ..events import Noted
from ..nature import named
from ..setting import Fight
from ..state import NOBODY

RULE = "reg.core.formation"
KEEP = "keep"
COMMAND = {CHAMPION: "champion", STANDARD: "standard bearer", MUSICIAN: "musician"}


def rearrange(fight: Fight, number: int) -> None:
    """One after the other those of note may change their places; whoever stood there takes the other's."""
    moved: list[int] = []
    while (who := _next(fight, number, moved)) != NOBODY:
        _change(fight, number, who)
        moved.append(who)


def of_note(fight: Fight, number: int) -> dict[int, int]:
    """Those who have a place among the files, and which."""
    files = front_files(fight, number)
    return {who: place for place, who in sorted(posts(fight, number).items()) if place < files}


def _next(fight: Fight, number: int, moved: list[int]) -> int:
    able = {_called(fight, who): who for who in of_note(fight, number) if who not in moved}
    if not able or front_files(fight, number) < 2:
        return NOBODY
    question = Choose(
        fight.state.units[number].side, "front rank", [KEEP, *able], RULE, named(fight, number),
        text="Who changes his place in the front rank of {who}?", meanings=_meanings(able), usual=KEEP,
    )  # fmt: skip
    answer = fight.ask(question)
    return NOBODY if answer == KEEP else able[answer]


def _called(fight: Fight, who: int) -> str:
    return COMMAND[who] if who in COMMAND else named(fight, who)


def _meanings(able: dict[str, int]) -> dict[str, str]:
    return {KEEP: "Nobody", **{name: f"The {name}" for name, who in able.items() if who in COMMAND}}


def _change(fight: Fight, number: int, who: int) -> None:
    standing, unit = of_note(fight, number), fight.state.units[number]
    old = standing[who]
    others = [str(place + 1) for place in range(front_files(fight, number)) if place != old]
    question = Choose(
        unit.side, "post", others, RULE, named(fight, number),
        text=f"At which place of the front rank, counted from the left? Now it is {old + 1}.", usual=others[0],
    )  # fmt: skip
    new = int(fight.ask(question)) - 1
    for other, place in standing.items():
        if place == new:
            standing[other] = old
    standing[who] = new
    settle(fight, number, standing)
    fight.tell(Noted(RULE, unit.name, "changes places in its front rank"))


def settle(fight: Fight, number: int, standing: dict[int, int]) -> None:
    """These are the places they have asked for from now on."""
    for who, place in standing.items():
        if who not in COMMAND:
            fight.state.units[who].post = place
    fight.state.units[number].posts = tuple((who, place) for who, place in standing.items() if who in COMMAND)
