"""Templates and circles laid over the table, and the hits they score on whoever is under them.

The sheets of the old game are lost; their sizes are our own.  [tp.shoot.template] [tp.shoot.radius]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from warhost.engine.dice import Throw
from warhost.engine.field.compass import Angle, Point, heading
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape, disc, gap, point_gap
from warhost.engine.field.template import (
    Sector,
    area_under,
    covers,
    explosion,
    fewest_sectors,
    flame,
    main_sector,
    outlines,
)
from warhost.engine.question import Refusal

from ..bodies import body, figure, in_range, measured, meets, on_table
from ..dice import roll
from ..events.blows import TemplateLaid
from ..figure import inches
from ..land.sense import aims_at
from ..setting import Fight
from ..special.concealment import concealed
from ..state import Number, Player
from ..wounds.hits import Attack, strike


class Round(msgspec.Struct, frozen=True):
    """A disc in the middle and a ring in quarters, with the hits of either."""

    title: str
    radius: Length
    inner: Length
    hits: tuple[str, str]


class Wedge(msgspec.Struct, frozen=True):
    """Cut across into parts of equal length, from the small end outwards."""

    title: str
    length: Length
    narrow: Length
    wide: Length
    hits: tuple[str, ...]


EXPLOSION = Round("explosion template", inches(1.5), inches(0.5), ("1", "D2"))
LARGE_EXPLOSION = Round("large explosion template", inches(2.5), inches(0.75), ("1", "D3"))
FLAME = Wedge("flaming template", inches(8), inches(0.5), inches(2.5), ("1", "D3", "D3"))

BANDS: dict[int, tuple[int, ...]] = {1: (6,), 2: (2, 6), 3: (1, 3, 6)}
"""The last faces of a D6 for so many pieces in one sector, from the least ground under it to the most."""


# --- laying --------------------------------------------------------------------------------------------------


def explode(fight: Fight, sheet: Round, centre: Point, attack: Attack, spared: Shape | None = None) -> None:
    """A round template, turned so that those under it lie in as few sectors as possible.

    `attack` says what each hit does; its target and number of hits are found here. The base of one model may be
    `spared`.
    [tp.shoot.template] [tp.shoot.template.turn]
    """
    circle = disc(centre, sheet.radius)
    reached = [number for number in _on_the_ground(fight) if meets(body(fight, number), circle)]
    bases = [base for number in reached for base in body(fight, number).bases]
    turn = fewest_sectors(centre, sheet.radius, sheet.inner, bases)
    sectors = explosion(centre, sheet.radius, sheet.inner, turn, sheet.hits)
    _lay(fight, sheet.title, centre, turn, sectors, reached, attack, spared)


def why_no_flame(fight: Fight, user: Number, target: Number) -> Refusal | None:
    """Flames are only spat at what is seen.  [tp.shoot.template.flame] [tp.trait.scouting.concealed]"""
    if refusal := concealed(fight, target):
        return refusal
    if aims_at(fight, user, target):
        return None
    return Refusal("tp.shoot.template.flame", f"{fight.state.pieces[target].name} is not seen")


def spit_flames(fight: Fight, user: Number, target: Number, attack: Attack, mouth: Point | None = None) -> None:
    """A flaming template from the middle front of the user, or of one model in it, through the target.

    [tp.shoot.template.flame]
    """
    front = mouth or body(fight, user).front
    way, _ = way_of_flames(fight, front, target)
    sectors = flame(front, way, FLAME.length, FLAME.narrow, FLAME.wide, FLAME.hits)
    height = fight.state.pieces[target].airborne
    reached = [n for n in on_table(fight) if n != user and fight.state.pieces[n].airborne == height]
    _lay(fight, FLAME.title, front, way, sectors, reached, attack)


def way_of_flames(fight: Fight, mouth: Point, target: Number) -> tuple[Angle, bool]:
    """Where a flaming template points, and whether it covers some of the target then: through its middle, or if
    that is too far through the model nearest to the mouth.

    [tp.shoot.template.flame]
    """
    ground = body(fight, target)
    nearest = min(ground.bases, key=lambda base: point_gap(mouth, base))
    through = heading(mouth, ground.middle)
    for way in (through, heading(mouth, nearest.centre)):
        sectors = flame(mouth, way, FLAME.length, FLAME.narrow, FLAME.wide, FLAME.hits)
        if any(covers(sector, base) for base in ground.bases for sector in sectors):
            return way, True
    return through, False


def _on_the_ground(fight: Fight) -> Iterator[Number]:
    return (number for number in on_table(fight) if not fight.state.pieces[number].airborne)


def _lay(
    fight: Fight, title: str, at: Point, turn: int, sectors: Sequence[Sector], pieces: Sequence[Number],
    attack: Attack, spared: Shape | None = None,
) -> None:  # fmt: skip
    """Every sector with a base under it scores its hits; then each piece is struck.

    A group loses no more models than lie under the template.  [tp.shoot.template] [tp.unit.whole_piece_effects]
    """
    hits: dict[Number, int] = {}
    side = fight.state.pieces[attack.by].side
    for sector in sectors:
        under = {n: ground for n in pieces if (ground := _ground_under(fight, n, sector, sectors, spared))}
        if under:
            scored = roll(fight, sector.hits, "hits of the template", "tp.shoot.template", side)
            for number, share in share_out(fight, under, scored, side).items():
                hits[number] = hits.get(number, 0) + share
    fight.tell(TemplateLaid("tp.shoot.template", title, at, turn, tuple(hits.items()), outlines(sectors)))
    most = {number: len(_models_under(fight, number, sectors, spared)) for number in hits}
    for number, scored in hits.items():
        strike(fight, msgspec.structs.replace(attack, target=number, hits=scored, most=most[number]))
    fight.setting.fabric.laid_over(fight, sectors, attack)


def _ground_under(
    fight: Fight, number: Number, sector: Sector, sectors: Sequence[Sector], spared: Shape | None
) -> int:
    """How much of a piece lies under a sector; of a lone character only the sector over most of its base counts.

    [tp.shoot.template.character]
    """
    bases = [base for base in body(fight, number).bases if base != spared and covers(sector, base)]
    if bases and figure(fight, number).category == "character" and main_sector(sectors, bases[0]) != sector:
        return 0
    return sum(round(area_under(sector, base)) for base in bases)


def _models_under(
    fight: Fight, number: Number, sectors: Sequence[Sector], spared: Shape | None = None
) -> list[Shape]:
    bases = [base for base in body(fight, number).bases if base != spared]
    return [base for base in bases if any(covers(sector, base) for sector in sectors)]


def share_out(fight: Fight, under: dict[Number, int], hits: int, side: Player) -> dict[Number, int]:
    """Several pieces under one sector share its hits by a D6 for each, those with more ground under it the more.

    [tp.shoot.disperse.template]
    """
    ranked = sorted(under, key=lambda number: (under[number], number))[-3:]
    bands = BANDS[len(ranked)]
    if len(ranked) == 2 and under[ranked[0]] == under[ranked[1]]:
        bands = (3, 6)
    if len(ranked) == 1:
        return {ranked[0]: hits}
    shares = dict.fromkeys(ranked, 0)
    for face in fight.throw(Throw(hits, 6, "dispersal", "tp.shoot.disperse.template", side, bands[:-1])):
        shares[next(number for number, last in zip(ranked, bands, strict=True) if face <= last)] += 1
    return {number: share for number, share in shares.items() if share}


# --- circles -------------------------------------------------------------------------------------------------


def pieces_within(fight: Fight, number: Number, reach: Length) -> list[Number]:
    """The other pieces partly or wholly inside a circle round the edge of a piece.  [tp.shoot.radius]"""
    return [other for other in on_table(fight) if other != number and in_range(fight, number, other, reach)]


def models_within(fight: Fight, number: Number, other: Number, reach: Length) -> list[int]:
    """The bases of another piece inside that circle.  [tp.shoot.radius]"""
    own, bases = body(fight, number).parts, body(fight, other).bases
    return [at for at, base in enumerate(bases) if any(measured(gap(part, base)) <= reach for part in own)]
