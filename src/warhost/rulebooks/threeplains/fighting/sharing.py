"""Several charges into one side of an enemy: they share the room along it.  [tp.move.charge.mass]

Places along a side are measured from its middle, to the right of one who stands against it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from warhost.engine.field.compass import to_frame
from warhost.engine.field.shapes import SLACK
from warhost.engine.field.stance import Stance
from warhost.engine.field.zones import Edge

from ..bodies import body, figure
from ..moving.stride import stance, take
from ..setting import Fight
from ..state import Number
from .contact import contacts_of
from .edges import irregular, line_of
from .lapping import Room, keep_to
from .places import BOARD, closing_in, fits, free_stretches, own_files, shared_by


class Sharer(NamedTuple):
    """A piece that has a share of the side, and where it comes to it."""

    piece: Number
    middle: int
    files: int
    pitch: int

    @property
    def width(self) -> int:
        return self.files * self.pitch


class Share(NamedTuple):
    """A piece's part of the side. Its front keeps to one end of it: -1 the left, 1 the right, 0 its middle."""

    low: int
    high: int
    end: int

    @property
    def middle(self) -> int:
        return (self.low + self.high) // 2

    def place(self, width: int) -> int:
        """The middle of a front so wide."""
        if self.end == 0:
            return self.middle
        return self.low + width // 2 if self.end < 0 else self.high - width // 2

    @property
    def room(self) -> Room:
        """What it has to itself: the outermost may stick out beyond the ends of the side, and lap round them."""
        return (self.low if self.end <= 0 else -BOARD), (self.high if self.end >= 0 else BOARD)


def share_side(fight: Fight, mover: Number, target: Number, line: Edge, wanted: int) -> dict[Number, Share]:
    """Set the mover and those who reached the side with it along it, and give what each has of it; empty, with
    nothing changed, if nobody came with it or if one of them would be left without room.

    They share the free stretch to which the mover comes. Each takes its own front there, or as much of it as there
    is room for.  [tp.move.charge.mass] [tp.move.charge.fit]
    """
    stretch, row = _row(fight, mover, target, line, wanted)
    row.sort(key=lambda one: (one.middle, one.piece))
    if len(row) < 2:
        return {}
    stood = {one.piece: stance(fight, one.piece) for one in row}
    shares = {one.piece: share for one, share in zip(row, _dealt_out(row, *stretch), strict=True)}
    with fight.borrowed():
        room = _formed_stand(fight, row, target, line, shares) and _loose_stand(fight, row, target, line, shares)
    if room:
        return shares
    for number, stand in stood.items():
        fight.state.pieces[number].fate = "standing"
        take(fight, number, stand)
    return {}


def _formed_stand(
    fight: Fight, row: Sequence[Sharer], target: Number, line: Edge, shares: Mapping[Number, Share]
) -> bool:  # fmt: skip
    """Formed pieces first; the others are off the table for so long."""
    everybody = [one.piece for one in row]
    for one in row:
        if irregular(fight, one.piece):
            fight.state.pieces[one.piece].fate = "away"
        elif stand := _widest(fight, one, target, line, shares[one.piece], everybody):
            take(fight, one.piece, stand)
        else:
            return False
    return True


def _loose_stand(
    fight: Fight, row: Sequence[Sharer], target: Number, line: Edge, shares: Mapping[Number, Share]
) -> bool:  # fmt: skip
    """Then the loose groups, one after the other."""
    for one in row:
        if fight.state.pieces[one.piece].fate == "away":
            fight.state.pieces[one.piece].fate = "standing"
            share = shares[one.piece]
            if not keep_to(fight, one.piece, target, line, share.middle, share.room):
                return False
    return True


def crowded(fight: Fight, mover: Number, target: Number, line: Edge, wanted: int) -> bool:
    """Whether those who reached the side together want more of it than there is."""
    (low, high), row = _row(fight, mover, target, line, wanted)
    return len(row) > 1 and sum(one.width for one in row) > high - low


def _row(
    fight: Fight, mover: Number, target: Number, line: Edge, wanted: int
) -> tuple[tuple[int, int], list[Sharer]]:  # fmt: skip
    """The free stretch nearest to where the mover comes, and who shares it."""
    mates = _arrived_with(fight, mover, target, line)
    deep = min(figure(fight, one).base[1] for one in (mover, *mates))
    stretches = free_stretches(fight, line, deep, ignoring=(mover, target, *mates))
    if not stretches:
        return (0, 0), []
    low, high = min(stretches, key=lambda ends: max(ends[0] - wanted, wanted - ends[1], 0))
    row = [_sharer(fight, mover, wanted)]
    for mate, came in mates.items():
        middle, half = to_frame(body(fight, mate).front, line.middle, line.inward)[0], body(fight, mate).width // 2
        left, right = max(low, middle - half), min(high, middle + half)
        if right - left > SLACK:
            # Earlier shares may have pushed it out. Of one that came to another enemy it tells what it covers here.
            row.append(_sharer(fight, mate, (left + right) // 2 if came is None else came))
    return (low, high), row


def _sharer(fight: Fight, number: Number, middle: int) -> Sharer:
    """A loose group would like to have all its models on the side."""
    files = len(fight.state.pieces[number].places) if irregular(fight, number) else own_files(fight, number)
    return Sharer(number, middle, files, figure(fight, number).base[0])


def _arrived_with(fight: Fight, mover: Number, target: Number, line: Edge) -> dict[Number, int | None]:
    """The friends that charged the same side in this phase, and whom nobody else has come to; where they came."""
    found, clock = dict[Number, int | None](), fight.state.clock
    for met in contacts_of(fight, target):
        if met.b != target or met.clock != clock or met.a == mover or met.lapped:
            continue
        own = contacts_of(fight, met.a)
        came = all(other.a == met.a and other.clock == clock for other in own)
        if came and line_of(fight, target, met).outward == line.outward:
            found[met.a] = met.came
    return found


def _dealt_out(row: Sequence[Sharer], low: int, high: int) -> Iterator[Share]:
    """Those between others have the files that fit an equal share, at least one; the two outermost have the rest,
    and may stick out beyond it."""
    shares = fair_shares(high - low, [one.width for one in row])
    between = [
        max(1, min(one.files, share // one.pitch)) * one.pitch
        for one, share in zip(row[1:-1], shares[1:-1], strict=True)
    ]
    left, right = fair_shares(high - low - sum(between), [row[0].width, row[-1].width])
    spare = high - low - sum(between) - left - right
    middle = sum(one.middle for one in row) // len(row)
    start = max(low, min(low + spare, middle - (high - low - spare) // 2))
    yield Share(start, start + left, 1)
    start += left
    for width in between:
        yield Share(start, start + width, 0)
        start += width
    yield Share(start, start + right, -1)


def _widest(
    fight: Fight, one: Sharer, target: Number, line: Edge, share: Share, everybody: Collection[int]
) -> Stance | None:  # fmt: skip
    """It stands in its share with as many of its files as there is room for."""
    most = one.files if share.end else max(1, (share.high - share.low) // one.pitch)
    for files in range(most, 0, -1):
        stand = closing_in(fight, one.piece, target, line, share.place(files * one.pitch), files)
        if stand is None or shared_by(fight, one.piece, stand, line) <= SLACK:
            continue
        if fits(fight, one.piece, target, stand, everybody):
            return stand
    return None


def fair_shares(length: int, needs: Sequence[int]) -> list[int]:
    """Equal shares of a length; what one does not need goes to the others in equal parts.

    >>> fair_shares(9, [8, 1, 8])
    [4, 1, 4]
    """
    shares = [0] * len(needs)
    for taken, index in enumerate(sorted(range(len(needs)), key=lambda index: (needs[index], index))):
        shares[index] = min(needs[index], max(0, length) // (len(needs) - taken))
        length -= shares[index]
    return shares
