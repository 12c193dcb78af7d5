"""Commanders: whom a dritlán or the kérdu is with, how far he reaches, what he gives, and what his loss means.

[mis.army.huitsan] [mis.command.dritlan-own-only] [mis.command.dritlan-one-per] [mis.command.legion-officers]
"""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.question import Choose

from .bodies import (
    TOUCH,
    body,
    body_of,
    distance_between,
    gap_of,
    legions,
    officer_gap,
    own,
    same_height,
    touching,
    troop,
)
from .captures import fall_of_bearer
from .events import LeaderLost, Noted
from .forms import LegionBody
from .library import MM
from .parting import part
from .setting import Fight
from .state import NOBODY, Entry, Piece, State

Stood = tuple[int, LegionBody]  # a legion and the ground it covers
RADIUS = 300 * MM
DRITLAN, KERDU = 1, 3
"""What each adds to the attacks of the legion he is with, and takes off those against it.

[mis.command.dritlan-attack] [mis.command.dritlan-defense] [mis.command.kerdu-attack] [mis.command.kerdu-defense]
"""


def kerdu_of(fight: Fight, side: int) -> int:
    """The general of a side; nobody if he is lost."""
    for number in own(fight, side):
        if leads(fight, number):
            return number
    return NOBODY


def leads(fight: Fight, number: int) -> bool:
    """Whether this is the general: a warrior, or where there is none the highest magic user.

    [mis.magic.livyani] [mis.magic.gifted-races]
    """
    kind = troop(fight, number)
    if kind.kind == "kerdu" or not kind.kerdu:
        return kind.kind == "kerdu"
    side, pieces = kind.side, fight.state.pieces
    warriors = [n for n, other in enumerate(fight.setting.troops) if other.kind == "kerdu" and other.side == side]
    return all(pieces[n].fate == "left" for n in warriors)


def dritlan_of(fight: Fight, side: int, huitsan: int) -> int:
    for number in own(fight, side):
        if troop(fight, number).kind == "dritlan" and fight.state.pieces[number].huitsan == huitsan:
            return number
    return NOBODY


def vacant_since(fight: Fight, side: int, huitsan: int) -> int:
    """The turn in which the dritlán of a huitsán was lost; 0 if he was not."""
    return next((turn for who, which, turn in fight.state.vacant if (who, which) == (side, huitsan)), 0)


def replaces(fight: Fight, side: int, huitsan: int) -> bool:
    """Whether the kérdu commands this huitsán: after one whole turn without anybody.

    [mis.command.kerdu-replace] [mis.command.dritlan-lost]
    """
    lost = vacant_since(fight, side, huitsan)
    return bool(lost) and fight.state.turn >= lost + 2


def commander_of(fight: Fight, number: int) -> int:
    """Who commands a legion now; nobody if there is nobody."""
    piece = fight.state.pieces[number]
    if piece.huitsan == 0:
        return kerdu_of(fight, piece.side)
    found = dritlan_of(fight, piece.side, piece.huitsan)
    if found == NOBODY and replaces(fight, piece.side, piece.huitsan):
        return kerdu_of(fight, piece.side)
    return found


def in_radius(fight: Fight, number: int) -> bool:
    """[mis.command.radius]"""
    commander = commander_of(fight, number)
    return commander != NOBODY and officer_gap(fight, commander, number) <= RADIUS


def may_be_with(fight: Fight, commander: int, legion: int) -> bool:
    """A dritlán only with his own; the kérdu with the reserve or whom he has taken over.

    [mis.command.dritlan-attached] [mis.command.kerdu-post]
    """
    piece, kind = fight.state.pieces[legion], troop(fight, commander)
    if kind.kind == "dritlan":
        return piece.huitsan == fight.state.pieces[commander].huitsan
    return piece.huitsan == 0 or replaces(fight, piece.side, piece.huitsan)


def with_legion(fight: Fight, commander: int) -> int:
    """The legion a commander or a team is with: bases touch. Of several the one counts that the enemy has named.

    [mis.command.dritlan-attached]
    """
    touched = hosts_of(fight, commander)
    if len(touched) > 1 and fight.state.pieces[commander].host in touched:
        return fight.state.pieces[commander].host
    return touched[0] if touched else NOBODY


def commands(fight: Fight, number: int) -> bool:
    return troop(fight, number).kind == "dritlan" or leads(fight, number)


def hosts_of(fight: Fight, commander: int, among: Sequence[Stood] | None = None) -> tuple[int, ...]:
    """All legions that a commander or a team touches and may be with, of those of his side as they stand."""
    here = body(fight, commander)
    left, right, bottom, top = here.box
    found = []
    for number, there in _standing(fight, fight.state.pieces[commander].side) if among is None else among:
        if not same_height(fight.state.pieces[commander], fight.state.pieces[number]):
            continue
        west, east, south, north = there.box
        if west > right + TOUCH or east < left - TOUCH or south > top + TOUCH or north < bottom - TOUCH:
            continue
        if gap_of(fight.setting, here, there) < TOUCH:
            found.append(number)
    if found and commands(fight, commander):
        return tuple(n for n in found if may_be_with(fight, commander, n))
    return tuple(found)


def _standing(fight: Fight, side: int) -> list[Stood]:
    pieces, setting = fight.state.pieces, fight.setting
    return [(n, body_of(setting, n, pieces[n])) for n in setting.legions[side] if pieces[n].present]


def settle_hosts(fight: Fight) -> bool:
    """Where somebody touches several legions, his enemy says with which of them he is.

    [mis.command.dritlan-attached]
    """
    standing = _standing(fight, 0), _standing(fight, 1)
    for number in fight.setting.special:
        piece = fight.state.pieces[number]
        if not piece.present:
            continue
        touched = hosts_of(fight, number, standing[piece.side])
        if touched == piece.hosts:
            continue
        piece.hosts = touched
        if len(touched) < 2:
            piece.host = NOBODY
        if len(touched) < 2 or piece.host in touched:
            continue
        names = [troop(fight, n).id for n in touched]
        question = Choose(
            1 - piece.side, "host", names, "mis.command.dritlan-attached", troop(fight, number).id,
            text="{who} {touches} several legions. With which of them is he?",
        )  # fmt: skip
        piece.host = fight.setting.number[fight.ask(question)]
        fight.tell(Noted("mis.command.dritlan-attached", "{who} {is} with {1}", (number, piece.host)))
        return True
    return False


def commanders_with(fight: Fight, legion: int) -> list[int]:
    """Dritlányal and kérdu who are with a legion."""
    side = fight.state.pieces[legion].side
    found = []
    for number in own(fight, side):
        if commands(fight, number) and touching(fight, number, legion) and with_legion(fight, number) == legion:
            found.append(number)
    return found


def companions(fight: Fight, legion: int) -> list[int]:
    """All special figures who are with a legion."""
    side = fight.state.pieces[legion].side
    near = [n for n in own(fight, side) if troop(fight, n).special and touching(fight, n, legion)]
    return [n for n in near if with_legion(fight, n) == legion]


def presence(fight: Fight, legion: int) -> tuple[int, str]:
    """What a commander with a legion is worth, and by which rule: his own is the higher."""
    best, who = 0, ""
    for number in commanders_with(fight, legion):
        dritlan = troop(fight, number).kind == "dritlan"
        worth = DRITLAN if dritlan else KERDU
        if worth > best:
            best, who = worth, "dritlan" if dritlan else "kerdu"
    return best, who


# --- losing them ---------------------------------------------------------------------------------------------


def lose(fight: Fight, number: int, how: str, by: int = NOBODY) -> None:
    """Killed, captured or swept away.  [mis.command.dritlan-lost] [mis.command.kerdu-lost-morale]"""
    state, kind = fight.state, troop(fight, number)
    piece = state.pieces[number]
    fall_of_bearer(fight, number, by)
    piece.fate = "lost"
    part(fight, number)
    state.arms = tuple(arm for arm in state.arms if arm.team != number)
    general = leads(fight, number)
    rules = {"dritlan": "mis.command.dritlan-lost", "team": "mis.add.command-combat"}
    fight.tell(LeaderLost("mis.command.kerdu-lost-morale" if general else rules[kind.kind], number, how))
    leave_post(state, piece, kind.kind == "dritlan", general, state.turn)


def leave_post(state: State, piece: Piece, dritlan: bool, general: bool, turn: int) -> None:
    """His huitsán or the army is without him from this turn on, and hears of it in its record phase."""
    entries = []
    if dritlan:
        state.vacant = (*state.vacant, (piece.side, piece.huitsan, turn))
        entries.append(Entry("dritlan", piece.side, piece.huitsan, -2))
    elif general:
        first, second = state.kerdu_lost
        state.kerdu_lost = (turn, second) if piece.side == 0 else (first, turn)
        entries.append(Entry("kerdu", piece.side, 0, -6))
    if turn == state.turn:
        state.entries = (*state.entries, *entries)


def swept_along(fight: Fight, legion: int, how: str, by: int = NOBODY) -> None:
    """Whoever is with a legion shares its fate.  [mis.command.dritlan-lost] [mis.add.command-combat]"""
    for number in companions(fight, legion):
        lose(fight, number, how, by)


# --- the kérdu and who chooses -------------------------------------------------------------------------------


def distracted(fight: Fight, side: int) -> bool:
    """Whether a kérdu fights, is with those who fight, or is lost.  [mis.turn.kerdu-exception]"""
    number = kerdu_of(fight, side)
    if number == NOBODY:
        return True
    fighting = {member for melee in fight.state.melees for member in (melee.a, melee.b)}
    return number in fighting or with_legion(fight, number) in fighting


def took_command(fight: Fight) -> None:
    """The kérdu takes over whoever has been without a commander for a turn.  [mis.command.kerdu-replace]"""
    for side, huitsan, lost in fight.state.vacant:
        general = kerdu_of(fight, side)
        if fight.state.turn == lost + 2 and general != NOBODY:
            words = f"{{who}} {{takes}} command of huitsán {huitsan}."
            fight.tell(Noted("mis.command.kerdu-replace", words, (general,)))


def nearest_of_huitsan(fight: Fight, commander: int) -> int:
    """The nearest legion a commander could be with."""
    side = fight.state.pieces[commander].side
    able = [n for n in legions(fight, side) if may_be_with(fight, commander, n)]
    return min(able, key=lambda n: distance_between(fight, commander, n), default=NOBODY)
