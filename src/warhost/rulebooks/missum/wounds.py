"""Casualties: from which places figures are taken, and what is left.

[mis.melee.casualties] [mis.missile.casualties]
"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.body import apart
from warhost.engine.field.compass import HALF_TURN, RIGHT_ANGLE, Angle, ahead, aside, opposite, to_frame, veered
from warhost.engine.field.rush import until_touch
from warhost.engine.field.shapes import SLACK, overlap

from .bodies import TOUCH, body, edge_line, melees_of, present, troop
from .captures import taker
from .command import companions, lose
from .events import Lost
from .morale.rout import gone
from .moving.aside import close_up, make_room, posts
from .setting import Fight
from .state import NOBODY, Melee


def remove(fight: Fight, number: int, figures: int, rule: str, by: int = NOBODY) -> int:
    """Take so many figures off; how many really fell. Losses beyond the last figure are ignored."""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    fallen = min(figures, piece.figures)
    if fallen <= 0 or not piece.present:
        return 0
    beside = companions(fight, number) if fallen == piece.figures and kind.legion else []
    captor, led = taker(fight, number, by), posts(fight)
    for _ in range(fallen):
        _one_falls(fight, number)
    if kind.kind == "battery":
        piece.engines = -(-piece.figures // kind.crew_each)
        piece.files = max(1, min(piece.files, piece.engines))
    if by != NOBODY:
        piece.last_hurt = (fight.state.pieces[by].huitsan,)
    fight.tell(Lost(rule, number, fallen, piece.figures))
    if piece.figures == 0:
        if kind.special:
            lose(fight, number, "killed", captor)
        else:
            gone(fight, number, "is destroyed", by)
        for companion in (one for one in beside if fight.state.pieces[one].present):
            lose(fight, companion, "killed with the legion", captor)
    else:
        for melee in melees_of(fight, number):
            keep_touch(fight, melee, number)
        close_up(fight, led)
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
    if piece.acid:  # what was left to this one is gone with it  [mis.device.serudla-acid]
        fallen = (piece.figures - 1) // piece.files * piece.files if left else piece.figures - 1
        piece.acid = piece.acid[:fallen] + piece.acid[fallen + 1 :]
        piece.spat = piece.spat[:fallen] + piece.spat[fallen + 1 :]
    piece.figures -= 1
    if single and piece.figures:
        piece.files = piece.figures
        piece.wing = max(1 - piece.files, min(piece.wing, piece.files - 1))  # one file at least stays in front
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


# --- contact ends only by rout or destruction ----------------------------------------------------------------


def keep_touch(fight: Fight, melee: Melee, shrunken: int) -> None:
    """Whoever lost figures on the side that is touched: the fronts are set against each other again.

    [mis.melee.casualties] [mis.move.contact-broken]
    """
    own_front = (melee.a_side if melee.a == shrunken else melee.b_side) == "front"
    piece = fight.state.pieces[shrunken]
    if own_front and piece.figures <= piece.files and len(melees_of(fight, shrunken)) == 1:
        slide_along(fight, melee, shrunken)
    elif not own_front and melee.a_side == "front" and len(melees_of(fight, melee.a)) == 1:
        slide_along(fight, melee, melee.a)
    if melee.a_side == "front" and not _in_touch(fight, melee):
        _step_up(fight, melee)
    for who, other, side in ((melee.a, melee.b, melee.a_side), (melee.b, melee.a, melee.b_side)):
        if _parted(fight, melee) and len(melees_of(fight, who)) == 1:
            _go_after(fight, melee, who, other, side == "front")
    if _parted(fight, melee):
        _bring_along(fight, melee)
    make_room(fight, melee.a)
    make_room(fight, melee.b)


def _in_touch(fight: Fight, melee: Melee) -> bool:
    """Whether they touch, or could not be lined up at all."""
    return not _flat(fight, melee) or not _parted(fight, melee)


def _flat(fight: Fight, melee: Melee) -> bool:
    """Whether the front of the one lies along the side of the other."""
    one, other = body(fight, melee.a), body(fight, melee.b)
    return one.facing == opposite(edge_line(other, melee.b_side)[1])


def _parted(fight: Fight, melee: Melee) -> bool:
    """Whether they touch no more; who stands on a platform is fought from below."""
    on_platform = max(fight.state.pieces[melee.a].platform, fight.state.pieces[melee.b].platform) != NOBODY
    return not on_platform and apart(body(fight, melee.a), body(fight, melee.b)) >= TOUCH


def _step_up(fight: Fight, melee: Melee) -> None:
    """A rank or a file that faced the enemy is gone: who fights nobody else closes the gap."""
    one, other = body(fight, melee.a), body(fight, melee.b)
    far = until_touch((one.block,), one.facing, one.depth + other.depth + other.width, other.parts)
    free = [who for who in (melee.a, melee.b) if len(melees_of(fight, who)) == 1]
    if far is None or not free:
        return
    for who in free:
        piece, way = fight.state.pieces[who], one.facing if who == melee.a else opposite(one.facing)
        start = piece.x, piece.y
        piece.x, piece.y = ahead(start, way, far)
        if _stands_clear(fight, who, melee):
            return
        piece.x, piece.y = start


def _stands_clear(fight: Fight, number: int, melee: Melee) -> bool:
    return _clear_of_others(fight, number, {melee.a, melee.b})


def _clear_of_others(fight: Fight, number: int, but: set[int]) -> bool:
    here = body(fight, number)
    others = [n for n in present(fight) if n not in but and not troop(fight, n).special]
    return not any(overlap(a, b, 3 * SLACK) for n in others for a in here.parts for b in body(fight, n).parts)


def slide_along(fight: Fight, melee: Melee, number: int) -> None:
    """A front is slid along the enemy's side by the least distance that makes its end figure touch fully."""
    piece, other = fight.state.pieces[number], _other(melee, number)
    way, far = _slide(fight, melee, number)
    if far > 0:
        start = piece.x, piece.y
        piece.x, piece.y = ahead(start, way, far)
        into = any(overlap(a, b, TOUCH) for a in body(fight, number).parts for b in body(fight, other).parts)
        if into or not _stands_clear(fight, number, melee):  # who could not be lined up may stand beside that side
            piece.x, piece.y = start
            _come_up(fight, melee, number, other, (RIGHT_ANGLE, -RIGHT_ANGLE))


def _other(melee: Melee, number: int) -> int:
    return melee.b if melee.a == number else melee.a


def _slide(fight: Fight, melee: Melee, number: int) -> tuple[Angle, int]:
    """Which way along the enemy's side, and how far until the end figure touches fully."""
    mine, side = body(fight, number), melee.b_side if melee.a == number else melee.a_side
    middle, way, length = edge_line(body(fight, _other(melee, number)), side)
    across = to_frame(mine.front, middle, way)[0]
    beyond = abs(across) - (length + mine.width) // 2 + mine.base[0]
    return veered(way, -RIGHT_ANGLE if across > 0 else RIGHT_ANGLE), beyond


def _go_after(fight: Fight, melee: Melee, number: int, other: int, with_front: bool) -> None:
    """Whoever fights nobody else goes after an enemy who shrank away from him, as others hold that one fast."""
    if with_front and _flat(fight, melee):
        slide_along(fight, melee, number)
    if _parted(fight, melee):
        _come_up(fight, melee, number, other, (0, RIGHT_ANGLE, -RIGHT_ANGLE))


def _come_up(fight: Fight, melee: Melee, number: int, other: int, turns: tuple[int, ...]) -> None:
    """Straight ahead or along his own front, if that brings him to his enemy again.  [mis.move.contact-broken]"""
    piece, mine, theirs = fight.state.pieces[number], body(fight, number), body(fight, other)
    ways = [veered(piece.facing, turned) for turned in turns]
    found = [(until_touch(mine.parts, way, mine.width + theirs.width, theirs.parts), way) for way in ways]
    far, way = min(((far, way) for far, way in found if far is not None), default=(0, piece.facing))
    start = piece.x, piece.y
    piece.x, piece.y = ahead(start, way, far)
    if not _stands_clear(fight, number, melee):
        piece.x, piece.y = start


def _bring_along(fight: Fight, melee: Melee) -> None:
    """Where others hold both of them fast, one comes up with all who fight him; the smaller knot first."""
    knots = [(_knot(fight, melee, who), who) for who in (melee.a, melee.b)]
    for knot, who in sorted(knots, key=lambda each: len(each[0])):
        ways = [] if _other(melee, who) in knot else _ways_up(fight, melee, who)
        if any(_shifted(fight, knot, way, far) for way, far in ways):
            return


def _ways_up(fight: Fight, melee: Melee, who: int) -> Iterator[tuple[Angle, int]]:
    """Along the side that he fights; else straight on, back or aside until they touch."""
    mine, theirs = body(fight, who), body(fight, _other(melee, who))
    if _flat(fight, melee):
        yield _slide(fight, melee, who)
    for turned in (0, HALF_TURN, RIGHT_ANGLE, -RIGHT_ANGLE):
        way = veered(mine.facing, turned)
        far = until_touch(mine.parts, way, mine.width + theirs.width, theirs.parts)
        if far is not None:
            yield way, far


def _knot(fight: Fight, melee: Melee, who: int) -> set[int]:
    """Everybody who hangs together with him by other melees than this one."""
    knot: set[int] = set()
    reached = {who}
    while reached:
        knot |= reached
        pairs = [{one.a, one.b} for one in fight.state.melees if one is not melee]
        reached = {number for pair in pairs if pair & reached for number in pair} - knot
    return knot


def _shifted(fight: Fight, knot: set[int], way: Angle, far: int) -> bool:
    """Whether all of them have gone so far: none of them may come into somebody else's place."""
    pieces = [fight.state.pieces[number] for number in sorted(knot)]
    starts = [(piece.x, piece.y) for piece in pieces]
    for piece in pieces:
        piece.x, piece.y = ahead((piece.x, piece.y), way, far)
    if all(_clear_of_others(fight, number, knot) for number in knot):
        return True
    for piece, start in zip(pieces, starts, strict=True):
        piece.x, piece.y = start
    return False
