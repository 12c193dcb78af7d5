"""Who stands where in a front rank: as the owner likes, when it is set up and whenever it reforms.

[reg.core.formation]
"""

from __future__ import annotations

from warhost.engine.question import Choose

from ..bodies import CHAMPION, MUSICIAN, STANDARD, front_files, posts
from ..events import Noted
from ..nature import named, present
from ..setting import Fight
from ..state import NOBODY

RULE = "reg.core.formation"
KEEP = "keep"
COMMAND = {CHAMPION: "champion", STANDARD: "standard bearer", MUSICIAN: "musician"}


def arrange_all(fight: Fight, side: int) -> None:
    """When his army is set up a player may change the places in the front rank of any unit."""
    done: list[int] = []
    while able := {named(fight, n): n for n in present(fight, side) if n not in done and _has_choice(fight, n)}:
        question = Choose(
            side, "front ranks", [KEEP, *able], RULE, text="In which unit do any change places in the front rank?",
            meanings={KEEP: "In none: all stand as they should"}, usual=KEEP,
        )  # fmt: skip
        answer = fight.ask(question)
        if answer == KEEP:
            return
        done.append(able[answer])
        rearrange(fight, able[answer])


def _has_choice(fight: Fight, number: int) -> bool:
    return front_files(fight, number) > 1 and bool(of_note(fight, number))


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
    if not able or not _has_choice(fight, number):
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
