"""The special rules of a siege, at the points of the scenarios.

That all Defenders are braver stands in the data of the scenario. The source calls these rules a draft: whatever it
leaves open is settled by the ruling that stands with each rule, and by nothing else, so that nobody is asked to
agree on a case while a siege is played.  [tp.siege.roles] [tp.siege.bravery] [tp.siege.draft]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from warhost.engine.book import Unknown
from warhost.engine.data import one_of
from warhost.engine.field.compass import Point
from warhost.engine.field.shapes import contains, crosses

from ..bodies import body
from ..figure import INCH
from ..land.ground import on_works
from ..land.looking import figure_of, unmissable
from ..land.terrain import FeatureEntry
from ..magic.bearing import nature
from ..magic.targets import Casting
from ..moving.groups import outermost
from ..scenario.customs import CUSTOMS, Customs
from ..scenario.mission import Mission, Stretch, Stronghold
from ..scenario.points import Force, fights_on, laid_out
from ..setting import Fight, Ground
from ..state import BOTH, Number
from .account import left_over
from .drawing import KINDS
from .engines import FORTRESS, emplacements
from .fixtures import fixed
from .fleeing import way_home
from .fortress import Fortress, fortress_against, sizes_ready
from .layout import Layout, lay
from .plan import FortressEntry, models_of
from .works import BESIEGERS, DEFENDERS

LET_THROUGH = "with rosters=unchecked that is let through"

# --- the table ------------------------------------------------------------------------------------------------


@laid_out(FORTRESS)
def set_out(mission: Mission, forces: Sequence[Force], options: Mapping[str, str]) -> Mission:
    """The works stand before anything else; the zones follow from them.

    [tp.siege.setup.fortress] [tp.siege.plan.zones] [tp.siege.ready]
    """
    points, garrison = forces[BESIEGERS].points, forces[DEFENDERS].list
    unchecked = options.get("rosters") == "unchecked"
    if mission.fortress:
        if not unchecked:
            _as_agreed(mission.fortress, points, garrison)
        return mission
    entry = fortress_against(points, garrison)
    if points != entry.besiegers and not unchecked:
        why = f"no fortress is ready against {points} points, but against {one_of(sizes_ready())}"
        why = f"{why} [tp.siege.plan.wall]; the option fortress names one of yours"
        raise Unknown(f"option armies: {why}; {LET_THROUGH}")
    return fortified(mission, entry)


def _as_agreed(fortress: Stronghold, points: int, garrison: str) -> None:
    """Whether those have come for whom it is drawn.  [tp.siege.lists] [tp.siege.plan.wall]"""
    if points != fortress.besiegers:
        why = f"{fortress.title} is drawn against {fortress.besiegers} points, not {points} [tp.siege.plan.wall]"
        raise Unknown(f"option armies: {why}; {LET_THROUGH}")
    if garrison != fortress.army:
        why = f"{fortress.title} is built for {fortress.army}, not for {garrison} [tp.siege.lists]"
        raise Unknown(f"option armies: {why}; {LET_THROUGH}")


def agreed_on(mission: Mission, fortress: Fortress, unchecked: bool = False) -> Mission:
    """The siege of a fortress that the players name.  [tp.siege.plan] [tp.siege.excess_points]"""
    entry, broken = fortress.entry, fortress.breaches
    if broken and not unchecked:
        why = f"{broken[0].where}: {broken[0].why} [{broken[0].rule}]: see warhost fortress"
        raise Unknown(f"option fortress: {entry.title}: {why}; {LET_THROUGH}")
    spare = left_over(fortress.bill)
    stands = Stronghold(title=entry.title, army=entry.army, besiegers=entry.besiegers, spare=spare)
    return replace(fortified(mission, entry), fortress=stands)


def fortified(mission: Mission, entry: FortressEntry) -> Mission:
    """The siege of this fortress."""
    layout = lay(models_of(entry, entry.id))
    works = tuple(_works(layout))
    behind = min(shape.bottom for shape in layout.shapes) / INCH
    front = max(y for _, y in layout.line_of_no_mans_land) / INCH
    width, depth = layout.width / INCH, layout.depth / INCH
    zones = {
        BESIEGERS: Stretch(x=(0, width), y=(front, depth), facing=180),
        DEFENDERS: Stretch(x=(0, width), y=(0, behind), facing=0),
    }
    parts = tuple(replace(part, zone=(zones[side],)) for side, part in zip(BOTH, mission.part, strict=True))
    engines = tuple(emplacements(entry, layout))
    return replace(mission, width=width, depth=depth, feature=works, part=parts, plan=entry.plan,
                   throwers=entry.projectiles, loops=entry.loops, engines=engines)  # fmt: skip


def _works(layout: Layout) -> Iterator[FeatureEntry]:
    """Every model as terrain, its first edge towards the enemy; a bend has two legs."""
    for one, water in layout.moats():
        yield _feature("moat", f"moat before {one.title}", water.points)
    for one in layout.works:
        for leg, shape in enumerate(one.shapes, 1):
            name = one.title if len(one.shapes) == 1 else f"{one.title}/{leg}"
            yield _feature(KINDS[one.work.id], name, shape.points)
    for thing in fixed(layout):
        yield _feature(thing.kind, thing.name, thing.shape.points)


def _feature(kind: str, name: str, points: Sequence[Point]) -> FeatureEntry:
    return FeatureEntry(kind, name, tuple((x / INCH, y / INCH) for x, y in points))


# --- shooting -------------------------------------------------------------------------------------------------


def behind_turrets(fight: Fight, shooter: Number, target: Number) -> bool:
    """Whether shots at half of the Defenders or more have to cross turrets to reach them: those along the outer
    edge of a wall or gate, those all round a tower.  [tp.siege.hard_cover]
    """
    works = fight.setting.land(fight.state.terrain).works
    holder = outermost(fight, target)
    if fight.state.pieces[holder].side != DEFENDERS or not on_works(fight, holder):
        return False
    if unmissable(figure_of(fight, target)):
        return False
    eye, bases = body(fight, outermost(fight, shooter)).front, body(fight, holder).bases
    hidden = sum(_across_turrets(works, eye, base.centre) for base in bases)
    return 2 * hidden >= len(bases)


def _across_turrets(works: Sequence[Ground], eye: Point, model: Point) -> bool:
    """Only who stands on the works has their turrets before him."""
    if not any(contains(work.shape, model) for work in works):
        return False
    return any(crosses(eye, model, a, b) for work in works for a, b in turrets(work))


def turrets(work: Ground) -> Iterator[tuple[Point, Point]]:
    """The edges of a top along which turrets run."""
    corners = work.feature.points
    edges = zip(corners, (*corners[1:], corners[0]), strict=True)
    if work.kind.turrets == "round":
        yield from edges
    else:
        yield next(edges)


# --- spells and tempers ---------------------------------------------------------------------------------------


@CUSTOMS("tp.siege.flee")
class ToTheirOwnEdge(Customs):
    """Whoever frightens them.  [tp.siege.flee]"""

    runs_home = staticmethod(way_home)


@CUSTOMS("tp.siege.magic")
class ThickAir(Customs):
    """A die more against every spell of the Besiegers.  [tp.siege.magic]"""

    def thickened(self, fight: Fight, casting: Casting) -> int:
        return 1


@fights_on("tp.siege.no_it")
def to_the_last_man(fight: Fight, number: Number) -> bool:
    """[tp.siege.no_it]"""
    return True


@CUSTOMS("tp.siege.frenzy")
class AlwaysInFrenzy(Customs):
    """Whoever has the temper at all.  [tp.siege.frenzy]"""

    def rages(self, fight: Fight, member: Number) -> bool:
        return "frenzy" in nature(fight, member)
