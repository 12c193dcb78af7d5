"""Where there is room for few to fight, their owners say who they are, before the combats of a phase are fought.

[tp.siege.combat_within] [tp.siege.combat_doorway]
"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.question import ChooseSome

from ..bodies import strength, those_inside
from ..choosing import one_of
from ..events.siege import PutForward
from ..scenario.points import combat_opens
from ..setting import Fight
from ..state import Number, Player, opponent
from .doorways import DOORWAY, IN_IT, OUTSIDE_OF_IT, door_of, outer_and_inner
from .places import places_of
from .within import AT_ONCE, LEVELS, WITHIN, heroic

Named = list[Number]


@combat_opens(LEVELS)
def say_who_fights(fight: Fight) -> bool:
    """Once in a combat phase; the player whose turn it is speaks first."""
    state = fight.state
    if state.progress.foremost[:1] == (state.clock,):
        return False
    if not any(met.across in (WITHIN, DOORWAY) for met in state.contacts):
        return False
    told = len(fight.told)
    named = [one for side in (state.active, opponent(state.active)) for one in _named_by(fight, side)]
    state.advance(foremost=(state.clock, *named))
    return len(fight.told) > told


def _named_by(fight: Fight, side: Player) -> Iterator[int]:
    works = dict.fromkeys(fight.state.pieces[met.a].inside for met in fight.state.contacts if met.across == WITHIN)
    for work in works:
        yield from _of_several(fight, work, side)
    for met in fight.state.contacts:
        if met.across == DOORWAY and door_of(fight, met) is not None:
            outer, inner = outer_and_inner(fight, met)
            if fight.state.pieces[inner].side == side:
                yield from _in_the_doorway(fight, inner)
            else:
                yield from _before_the_doorway(fight, outer)


# --- inside -------------------------------------------------------------------------------------------------------


def _of_several(fight: Fight, work: int, side: Player) -> Named:
    """The groups that give the ten, one after the other until they are ten; characters fight in any case.

    [tp.siege.combat_within]
    """
    title = places_of(fight.setting.mission.plan).layout.laid[work - 1].title
    plain = {number: _plain(fight, number) for number in those_inside(fight, work, side)}
    room = AT_ONCE - sum(strength(fight, number) - models for number, models in plain.items())
    waiting, named = [number for number, models in plain.items() if models], Named()
    while room > 0 and len(waiting) > 1 and sum(plain[one] for one in waiting) > room:
        text = "No more than ten of yours have room to fight inside {who}. Which group gives them first?"
        said = one_of(fight, side, "fight inside", waiting, WITHIN, text, title, usual=True)
        named.append(said)
        waiting.remove(said)
        room -= plain[said]
    if named:
        fight.tell(PutForward(WITHIN, tuple(named), title))
    return named


def _plain(fight: Fight, number: Number) -> int:
    """The models of a group that are no characters."""
    return sum(not heroic(fight, number, base) for base in range(strength(fight, number)))


# --- in a doorway -------------------------------------------------------------------------------------------------


def _in_the_doorway(fight: Fight, number: Number) -> Named:
    """An ordinary model, or one of the characters.  [tp.siege.combat_doorway]"""
    piece = fight.state.pieces[number]
    options = [number, *piece.leaders] if _plain(fight, number) else list(piece.leaders)
    if len(options) <= IN_IT:
        return []
    text = "Of {who} one model fights in the doorway. Which?"
    said = one_of(fight, piece.side, "in the doorway", options, DOORWAY, text, piece.name, usual=True)
    fight.tell(PutForward(DOORWAY, (said,), "the doorway"))
    return [said]


def _before_the_doorway(fight: Fight, number: Number) -> Named:
    """Which of the characters are among the three; the others are ordinary models, as far as there are some.

    [tp.siege.combat_doorway]
    """
    pieces, leaders = fight.state.pieces, fight.state.pieces[number].leaders
    if not leaders or strength(fight, number) <= OUTSIDE_OF_IT:
        return []
    names = {pieces[one].name: one for one in leaders}
    most, least = min(OUTSIDE_OF_IT, len(names)), max(0, OUTSIDE_OF_IT - _plain(fight, number))
    about = pieces[number].name
    text = "Three of {who} fight before the doorway. Which characters are among them?"
    said = [
        names[one]
        for one in fight.ask(
            ChooseSome(
                pieces[number].side, "before the doorway", list(names), DOORWAY, least, most, about, text=text
            )
        )
    ]
    if said:
        fight.tell(PutForward(DOORWAY, tuple(said), "the doorway"))
    return said
