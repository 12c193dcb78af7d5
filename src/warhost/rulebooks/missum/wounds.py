"""Casualties: from which places figures are taken, and what is left.

[mis.melee.casualties] [mis.missile.casualties]
"""

from __future__ import annotations

from warhost.engine.field.compass import aside

from .bodies import body, edge_line, melees_of, troop
from .command import companions, lose
from .events import Lost
from .morale.rout import gone
from .setting import Fight
from .state import NOBODY


def remove(fight: Fight, number: int, figures: int, rule: str, by: int = NOBODY) -> int:
    """Take so many figures off; how many really fell. Losses beyond the last figure are ignored."""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    fallen = min(figures, piece.figures)
    if fallen <= 0 or not piece.present:
        return 0
    beside = companions(fight, number) if fallen == piece.figures and kind.legion else []
    for _ in range(fallen):
        _one_falls(fight, number)
    if kind.kind == "battery":
        piece.engines = -(-piece.figures // kind.crew_each)
        piece.files = max(1, min(piece.files, piece.engines))
    if by != NOBODY:
        piece.last_hurt = (fight.state.pieces[by].huitsan,)
    fight.tell(Lost(rule, number, fallen, piece.figures))
    if piece.figures == 0:
        _wiped_out(fight, number, by)
        for companion in beside:
            lose(fight, companion, "killed with his legion")
    elif melees_of(fight, number):
        slide_back(fight, number)
    return fallen


def _one_falls(fight: Fight, number: int) -> None:
    """From the rear rank, or from the ends of a single one, left and right in turn through the whole battle.

    Ranks do not close up: the rear one is in the middle again when the legion next moves.
    """
    piece, kind = fight.state.pieces[number], troop(fight, number)
    left, piece.from_right = not piece.from_right, not piece.from_right
    ranked = kind.kind in ("line", "skirmish")
    single = piece.figures <= piece.files and ranked
    if ranked:
        emptied = piece.figures % piece.files == 1
        piece.askew = 0 if emptied or single else piece.askew + (1 if left else -1)
    piece.figures -= 1
    if single and piece.figures:
        piece.files = piece.figures
        step = (kind.base[0] + piece.gap) // 2
        piece.x, piece.y = aside((piece.x, piece.y), piece.facing, step if left else -step)
    if kind.kind == "team":
        _member_falls(fight, number)


def _member_falls(fight: Fight, number: int) -> None:
    """Guards first; then an open die says which of the two magic users it is.  [mis.add.rounding]"""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    if piece.figures == 2 and kind.guards:
        _without_guards(fight, number)
    if piece.figures >= 2:
        return
    if not piece.attack_lost and not piece.defense_lost:
        first = fight.die(6, "who of the team falls", "mis.add.rounding", piece.side, (3,)) <= 3
        piece.attack_lost, piece.defense_lost = first, not first
    else:
        piece.attack_lost = piece.defense_lost = True


def _without_guards(fight: Fight, number: int) -> None:
    """The spells that guards make possible are lost with the last of them.  [mis.magic.livyani-spells]"""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    plain = [cell.value for cell in fight.setting.charts.band(kind.level).spells]
    more = [most - usual for most, usual in zip(kind.spells, plain, strict=True)]
    for name in ("attack_spells", "defense_spells"):
        left = [max(0, have - lost) for have, lost in zip(getattr(piece, name), more, strict=True)]
        setattr(piece, name, (left[0], left[1], left[2]))


def _wiped_out(fight: Fight, number: int, by: int) -> None:
    if troop(fight, number).special:
        lose(fight, number, "killed")
    else:
        gone(fight, number, "is destroyed", by)


def slide_back(fight: Fight, number: int) -> None:
    """A shrunken rank is slid along the enemy until its end figure touches fully: contact ends only by rout.

    [mis.melee.casualties] [mis.move.contact-broken]
    """
    piece = fight.state.pieces[number]
    for melee in melees_of(fight, number):
        own_side, other = (melee.a_side, melee.b) if melee.a == number else (melee.b_side, melee.a)
        other_side = melee.b_side if melee.a == number else melee.a_side
        if own_side != "front":
            continue
        mine, theirs = body(fight, number), body(fight, other)
        middle, way, length = edge_line(theirs, other_side)
        from warhost.engine.field.compass import to_frame

        across = to_frame(mine.front, middle, way)[0]
        beyond = abs(across) - (length + mine.width) // 2 + mine.base[0]
        if beyond > 0:
            step = -beyond if across > 0 else beyond
            piece.x, piece.y = aside((piece.x, piece.y), way, step)
