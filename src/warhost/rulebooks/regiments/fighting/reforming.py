"""Reforms in the midst of a combat.  [reg.reform.won] [reg.reform.lost] [reg.reform.chart]"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from warhost.engine.field.body import Body
from warhost.engine.field.compass import ahead, aside
from warhost.engine.field.shapes import overlap, overlaps_any
from warhost.engine.field.stance import Stance
from warhost.engine.question import Choose

from ..bodies import body, front_files, pose, ranked_models, stance
from ..choosing import in_turn
from ..moving.reforms import carry_out, near_enough
from ..moving.speed import movement
from ..moving.ways import blocks, edge_gap, others
from ..nature import foes, kind
from ..nerve.leadership import ld_test, leadership
from ..setting import Fight
from ..state import NOBODY, Side
from .breaking import prepared
from .places import touching
from .round import Melee

WON, LOST = "reg.reform.won", "reg.reform.lost"
STAY, OWN, ENEMY = "stay", "own", "enemy"


def combat_reforms(melee: Melee, winner: int, margin: int, broken: Collection[int] = ()) -> None:
    """Units all of whose enemies hold may reform in place: winners and those of a draw freely, losers after another
    test."""
    fight, active = melee.fight, melee.fight.state.active
    able = {side: _able(melee, side, broken) for side in (active, 1 - active)}
    for side in _sides(fight, [side for side, units in able.items() if units]):
        text = "Which unit may reform next?"
        for number in in_turn(fight, side, able[side], "next to reform", WON, text):
            options = ways_to_stand(fight, number)
            if options:
                _offer(melee, number, options, winner, margin)


def _able(melee: Melee, side: int, broken: Collection[int]) -> list[int]:
    """Units of a side that have held, and their enemies too, and that could stand otherwise."""
    fight, found = melee.fight, list[int]()
    for number in melee.units:
        unit, enemies = fight.state.units[number], foes(fight, number)
        if unit.side != side or not unit.present or number in broken or not enemies:
            continue
        if not any(foe in broken for foe in enemies) and next(standing_otherwise(fight, number), None):
            found.append(number)
    return found


def _sides(fight: Fight, sides: list[int]) -> list[int]:
    """If both may reform, the active player says whose come first."""
    if len(sides) < 2:
        return sides
    question = Choose(
        fight.state.active, "first to reform", [OWN, ENEMY], WON, text="Both sides may reform: who is first?",
        meanings={OWN: "My own units", ENEMY: "The enemy's"}, usual=ENEMY,
    )  # fmt: skip
    return sides if fight.ask(question) == OWN else sides[::-1]


def _offer(melee: Melee, number: int, options: dict[str, Stance], winner: int, margin: int) -> None:
    fight, unit = melee.fight, melee.fight.state.units[number]
    lost = winner not in (NOBODY, unit.side)
    rule = LOST if lost else WON
    question = Choose(
        unit.side, "combat reform", [STAY, *options], rule, unit.name, text="{Does} {who} reform in the fight?",
        meanings={STAY: "Stay as it is", **{one: f"Stand {one}" for one in options}}, usual=STAY,
    )  # fmt: skip
    answer = fight.ask(question)
    if answer == STAY:
        return
    if not lost or _passes(melee, number, margin):
        carry_out(fight, number, options[answer], rule)


def _passes(melee: Melee, number: int, margin: int) -> bool:
    """A test with the modifier that its break test had."""
    change = 0 if prepared(melee, number, margin).unmodified else -margin
    return ld_test(melee.fight, number, "reform", LOST, change, leadership(melee.fight, number))


def ways_to_stand(fight: Fight, number: int) -> dict[str, Stance]:
    return dict(standing_otherwise(fight, number))


def standing_otherwise(fight: Fight, number: int) -> Iterator[tuple[str, Stance]]:
    """Fronts in which every contact stays as it is: the same sides, and nobody left without an enemy."""
    contacts = [one for one in fight.state.contacts if number in (one.a, one.b)]
    sides = {one.side_of(number) for one in contacts}
    machine = kind(fight, number).machine or any(kind(fight, foe).machine for foe in foes(fight, number))
    if len(sides) != 1 or machine or kind(fight, number).single or any(one.assault for one in contacts):
        return
    if fight.state.units[number].models < 2:
        return
    files, most = front_files(fight, number), ranked_models(fight, number)
    (engaged_on,) = sides
    least = _in_touch(fight, number)[0] if engaged_on in ("front", "rear") else 1  # a narrower front has no room
    for wide in (*range(files + 1, most + 1), *range(files - 1, least - 1, -1)):
        if stand := _kept(fight, number, wide, engaged_on):
            yield f"{wide} wide", stand


def _stances(fight: Fight, number: int, wide: int, engaged_on: Side) -> Iterator[Stance]:
    """Stances of this width whose engaged side lies where it did, as near to the old middle as can be."""
    now, start = body(fight, number), stance(fight.state.units[number])._replace(files=wide)
    there, step = pose(fight, number, start), now.base[0] // 2
    wider, deeper = (there.width - now.width) // 2, there.depth - now.depth
    if engaged_on in ("left", "right"):
        yield start._replace(front=aside(now.front, now.facing, wider if engaged_on == "left" else -wider))
        return
    front = now.front if engaged_on == "front" else ahead(now.front, now.facing, deeper)
    for shift in (0, step, -step, 2 * step, -2 * step):
        yield start._replace(front=aside(front, now.facing, shift))


def _kept(fight: Fight, number: int, wide: int, engaged_on: Side) -> Stance | None:
    """A stance of this width that keeps all contacts."""
    now, unit = body(fight, number), fight.state.units[number]
    before, reach = _in_touch(fight, number), 2 * movement(fight, number, False)
    for stand in _stances(fight, number, wide, engaged_on):
        there = pose(fight, number, stand)
        if not near_enough(fight, now, there, reach) or not _has_room(fight, number, there):
            continue
        old = stance(unit)
        unit.x, unit.y, unit.files = *stand.front, wide
        after = _in_touch(fight, number)
        (unit.x, unit.y), unit.files = old.front, old.files
        if after[0] >= before[0] and before[1] <= after[1]:
            return stand
    return None


def _has_room(fight: Fight, number: int, there: Body) -> bool:
    """On the table, and on no ground that is not its own already."""
    now = body(fight, number).block
    taken = [block for _, block in others(fight, number) if not overlap(block, now)]
    if edge_gap(fight, there.block) < min(0, edge_gap(fight, now)):
        return False
    return not overlaps_any(there.block, [*taken, *blocks(fight)])


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
