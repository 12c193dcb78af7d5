"""Reforms in the midst of a combat.  [reg.reform.won] [reg.reform.lost] [reg.reform.chart]"""

from __future__ import annotations

from warhost.engine.field.compass import aside
from warhost.engine.field.shapes import overlaps_any
from warhost.engine.field.stance import Stance
from warhost.engine.question import Choose

from ..bodies import body, front_files, pose, ranked_models, stance
from ..measures import TIE
from ..moving.reforms import carry_out, travel
from ..moving.speed import movement
from ..moving.ways import blocks, others
from ..nature import foes, kind
from ..nerve.leadership import ld_test, leadership
from ..setting import Fight
from ..state import NOBODY
from .places import touching
from .round import Melee

WON, LOST = "reg.reform.won", "reg.reform.lost"
STAY = "stay"
SPAN = 3  # how many models wider or narrower are offered


def combat_reforms(melee: Melee, winner: int, margin: int) -> None:
    """Units still engaged may reform in place: winners and those of a draw freely, losers after another test."""
    fight = melee.fight
    for side in (fight.state.active, 1 - fight.state.active):
        for number in melee.units:
            unit = fight.state.units[number]
            if unit.side != side or not unit.present or unit.fleeing or not foes(fight, number):
                continue
            lost = winner not in (NOBODY, side)
            options = ways_to_stand(fight, number)
            if options:
                _offer(fight, number, options, margin if lost else 0, lost)


def _offer(fight: Fight, number: int, options: dict[str, Stance], margin: int, lost: bool) -> None:
    rule = LOST if lost else WON
    unit = fight.state.units[number]
    question = Choose(
        unit.side, "combat reform", [STAY, *options], rule, unit.name, text="Does {who} reform where it fights?",
        meanings={STAY: "Stay as it is", **{one: f"Stand {one}" for one in options}}, usual=STAY,
    )  # fmt: skip
    answer = fight.ask(question)
    if answer == STAY:
        return
    if not lost or ld_test(fight, number, "reform", rule, -margin, leadership(fight, number)):
        carry_out(fight, number, options[answer], rule)


def ways_to_stand(fight: Fight, number: int) -> dict[str, Stance]:
    """Fronts in which every contact stays as it is: the same sides, and nobody left without an enemy."""
    contacts = [one for one in fight.state.contacts if number in (one.a, one.b)]
    sides = {one.side_of(number) for one in contacts}
    machine = kind(fight, number).machine or any(kind(fight, foe).machine for foe in foes(fight, number))
    if sides != {"front"} or machine or kind(fight, number).single or any(one.assault for one in contacts):
        return {}
    if fight.state.units[number].models < 2:
        return {}
    files, most = front_files(fight, number), ranked_models(fight, number)
    found: dict[str, Stance] = {}
    for wide in (*range(files + 1, files + SPAN + 1), *range(files - 1, files - SPAN - 1, -1)):
        if 1 <= wide <= most and (stand := _kept(fight, number, wide)):
            found[f"{wide} wide"] = stand
    return found


def _kept(fight: Fight, number: int, wide: int) -> Stance | None:
    """A stance of this width that keeps all contacts, as near to the old middle as can be."""
    now, unit = body(fight, number), fight.state.units[number]
    before = _in_touch(fight, number)
    step = now.base[0] // 2
    for shift in (0, step, -step, 2 * step, -2 * step):
        stand = stance(unit)._replace(front=aside(now.front, now.facing, shift), files=wide)
        there = pose(fight, number, stand)
        bars = [block for _, block in others(fight, number, foes(fight, number))] + list(blocks(fight))
        if (
            overlaps_any(there.block, bars)
            or travel(fight, number, stand) > 2 * movement(fight, number, False) + TIE
        ):
            continue
        old = stance(unit)
        unit.x, unit.y, unit.files = *stand.front, wide
        after = _in_touch(fight, number)
        (unit.x, unit.y), unit.files = old.front, old.files
        if after[0] >= before[0] and before[1] <= after[1]:
            return stand
    return None


def _in_touch(fight: Fight, number: int) -> tuple[int, frozenset[tuple[int, int]]]:
    """How many of its own models touch an enemy, and which of theirs."""
    own: list[int] = []
    theirs: list[tuple[int, int]] = []
    for contact in fight.state.contacts:
        if number in (contact.a, contact.b):
            for mine, other in touching(fight, contact, number):
                own.append(mine)
                theirs.append((contact.foe(number), other))
    return len(dict.fromkeys(own)), frozenset(theirs)
