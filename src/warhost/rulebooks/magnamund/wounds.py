"""Hits: soldiers die of one, heroes, Kai Lords and monsters are wounded.  [mag.wound.procedure]"""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.tally import Tally

from .events import Healed, Wounded, WoundIgnored
from .pieces import slay
from .setting import Fight
from .sheets import LocationBand, SeverityBand, WoundEffect
from .specials import wounded
from .state import Wound

LAST = 100


class Burden(NamedTuple):
    """What all wounds of a piece together do to it.  [mag.wound.stacking]"""

    movement: int = 0
    combat: int = 0
    half_chances: bool = False
    blinded: bool = False
    may_not_charge: bool = False
    may_not_move: bool = False
    may_not_fight: bool = False


UNHURT = Burden()


def hit(fight: Fight, victim: int, by: int | None, rule: str, *, severity: int = 0, location: int = 0) -> None:
    """One hit: a soldier dies, anybody else is wounded; the numbers are added to the two wound rolls."""
    if not fight.setting.figures[victim].individual:
        slay(fight, victim, by, rule)
    else:
        wound(fight, victim, by, severity=severity, location=location)


def wound(fight: Fight, victim: int, by: int | None, *, severity: int = 0, location: int = 0) -> None:
    """Roll severity, then location, and cross them on the piece's own chart.  [mag.wound.chart]"""
    figure, piece = fight.setting.figures[victim], fight.state.pieces[victim]
    chart = figure.hit_chart(fight.setting.library)
    side = piece.side if by is None else fight.state.pieces[by].side
    how_bad = _read(fight, "severity of the wound", "mag.wound.severity", side, chart.severity, severity)
    where = _read(fight, "location of the wound", "mag.wound.location", side, chart.location, location)
    assert isinstance(how_bad, SeverityBand) and isinstance(where, LocationBand)
    suffered = Wound(where.location, how_bad.severity)
    if rule := wounded.first(piece.skills, fight, victim, suffered):
        fight.tell(WoundIgnored(rule, figure.id, suffered.location, suffered.severity))
        return
    _suffer(fight, victim, by, suffered, chart.effects[where.location][how_bad.severity])


def _read(
    fight: Fight, purpose: str, rule: str, side: int,
    bands: tuple[SeverityBand, ...] | tuple[LocationBand, ...], modifier: int,
) -> SeverityBand | LocationBand:  # fmt: skip
    """Roll 1D100 on a table; a modified roll below 1 counts as 1 and above 100 as 100."""
    cuts = tuple(cut for cut in (band.upto - modifier for band in bands) if 0 < cut < LAST)
    commander = fight.state.commanders[side]
    rolled = fight.die(LAST, purpose, rule, commander, cuts)
    value = Tally(rolled, rule)
    value.add(modifier, rule)
    result = min(max(value.total, 1), LAST)
    return next(band for band in bands if result <= band.upto)


def _suffer(fight: Fight, victim: int, by: int | None, suffered: Wound, effect: WoundEffect) -> None:
    piece, figure = fight.state.pieces[victim], fight.setting.figures[victim]
    by_name = fight.setting.figures[by].id if by is not None else None
    rule = "mag.wound.monster" if figure.monster else f"mag.wound.{suffered.location}_{suffered.severity}"
    fight.tell(Wounded(rule, figure.id, suffered.location, suffered.severity, by_name))
    second = effect.second_kills and suffered in piece.wounds
    piece.wounds = (*piece.wounds, suffered)
    if effect.stunned:
        piece.stunned = (*piece.stunned, fight.state.turn + 1)
    if effect.dead or second:
        slay(fight, victim, by, rule)


def burden(fight: Fight, number: int) -> Burden:
    """Losses add up, halving does not; only a deadly wound kills.  [mag.wound.stacking]"""
    piece = fight.state.pieces[number]
    if not piece.wounds:
        return UNHURT
    chart = fight.setting.figures[number].hit_chart(fight.setting.library)
    effects = [chart.effects[w.location][w.severity] for w in piece.wounds]  # type: ignore[index]
    return Burden(
        movement=sum(effect.movement for effect in effects),
        combat=sum(effect.combat for effect in effects),
        half_chances=any(effect.half_chances for effect in effects),
        blinded=any(effect.blinded for effect in effects),
        may_not_charge=any(effect.may_not_charge for effect in effects),
        may_not_move=any(effect.may_not_move for effect in effects),
        may_not_fight=any(effect.may_not_fight for effect in effects),
    )


def stunned_now(fight: Fight, number: int) -> bool:
    """In the turn after the wound the piece neither moves, shoots nor strikes; its powers it keeps.

    [mag.wound.head_slight]
    """
    return fight.state.turn in fight.state.pieces[number].stunned


def dazed(fight: Fight, number: int) -> bool:
    """From the wound to the end of the next turn its attackers have double chances."""
    turn = fight.state.turn
    return any(turn in (out - 1, out) for out in fight.state.pieces[number].stunned)


def heal(fight: Fight, number: int, healed: Wound, rule: str) -> None:
    """A wound gets better by what the healing table says, at the same place."""
    piece = fight.state.pieces[number]
    becomes = fight.setting.library.tables.healing.becomes[healed.severity]  # type: ignore[index]
    left = list(piece.wounds)
    at = left.index(healed)
    left[at : at + 1] = [Wound(healed.location, becomes)] if becomes else []
    piece.wounds = tuple(left)
    chart = fight.setting.figures[number].hit_chart(fight.setting.library)
    if chart.effects[healed.location][healed.severity].stunned:  # type: ignore[index]
        # The wound is gone, and its daze with it; of two alike the one is tended that still tells.
        piece.stunned = tuple(sorted(piece.stunned)[:-1])
    fight.tell(Healed(rule, fight.setting.figures[number].id, healed.location, healed.severity, becomes))
