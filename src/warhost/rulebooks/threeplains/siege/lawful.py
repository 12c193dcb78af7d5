"""What a fortress must keep to: each breach with its rule, its place and what would mend it.  [tp.siege.plan]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from warhost.engine.field.compass import distance
from warhost.engine.field.shapes import nearest_gap, overlaps_any
from warhost.engine.view import INCHES
from warhost.roster.bill import Bill, Breach, Measure

from ..armies.profiles import ArmyList, Profile
from ..figure import inches
from .account import machines_allowed, machines_of
from .layout import ALONG, BEHIND, NARROWEST, Laid, Layout, length_of
from .places import Places, door_leads, family, mother_of
from .plan import FortressEntry
from .works import FIRST_SIZE, Attachment, fittings

WALL = "the wall"
DEEPEST = inches(96)
TOWER_DOORS = 1  # leading to the same place
BOWS = ("short bow", "bow", "longbow", "crossbow")


def fortress_breaches(entry: FortressEntry, layout: Layout, bill: Bill, army: ArmyList) -> list[Breach]:
    """Everything that is not lawful, the line as a whole first.  [tp.siege.plan]"""
    places = Places(layout)
    return [
        *_size(entry),
        *_solid(layout),
        *_edges(layout),
        *_crossing(layout),
        *_limits(bill.measures),
        *_gate(layout),
        *_zones(layout),
        *(breach for one in layout.works for breach in _fixtures(layout, one)),
        *_apart(layout),
        *_doors(layout),
        *_moats(layout),
        *_access(places),
        *_loops(entry, layout, army),
        *_machines(entry, layout, army),
    ]


# --- the line as a whole ------------------------------------------------------------------------------------


def _size(entry: FortressEntry) -> Iterator[Breach]:
    """[tp.siege.army_size]"""
    if entry.besiegers < FIRST_SIZE:
        why = f"nobody lays siege with {entry.besiegers} points, of at least {FIRST_SIZE}"
        yield Breach("tp.siege.army_size", "the game", why, "play for more")


def _solid(layout: Layout) -> Iterator[Breach]:
    """One line without a gap.  [tp.siege.plan.wall]"""
    for one in layout.laid:
        if one.model.work is None:
            why = f"the wall is broken between {INCHES.length(one.start[0])} and {INCHES.length(one.end[0])}"
            yield Breach("tp.siege.plan.wall", f"line {one.model.line}", why, "close it with a wall")


def _edges(layout: Layout) -> Iterator[Breach]:
    """From one board end to the other, and never beyond.  [tp.siege.plan.chain] [tp.siege.plan.wall]"""
    last = layout.laid[-1]
    if last.leaving != ALONG or last.end[0] < NARROWEST:
        reach = INCHES.length(last.end[0])
        why = f"the wall does not close: it ends {reach} from the left board edge and not squarely on the right one"
        mend = "turn it back towards the right edge, at least 36 inches from the left one"
        yield Breach("tp.siege.plan.wall", last.title, why, mend)
        return
    for one in layout.works:
        if any(shape.left < 0 or shape.right > layout.width for shape in one.shapes):
            why = "it would lie beyond the end of the board"
            yield Breach("tp.siege.plan.chain", one.title, why, "turn the line elsewhere")


def _crossing(layout: Layout) -> Iterator[Breach]:
    """It may not cross or touch itself.  [tp.siege.plan.chain]"""
    for one, other in combinations(layout.works, 2):
        if other.number - one.number > 1 and nearest_gap(one.shapes, other.shapes) <= 0:
            why = f"it touches {one.title}"
            yield Breach("tp.siege.plan.chain", other.title, why, "lead the line round it")


def _limits(measures: Sequence[Measure]) -> Iterator[Breach]:
    """Siege points, length, ladders.  [tp.siege.points] [tp.siege.plan.wall] [tp.siege.plan.ladders]"""
    for measure in measures:
        if measure.kept:
            continue
        if measure.most is not None:
            over = measure.spent - measure.most
            why = f"{measure.name}: {measure.spent:g}, of at most {measure.most:g}"
            yield Breach(measure.rule, "the fortress", why, f"take {over:g} off")
        else:
            why = f"{measure.name}: {measure.spent:g}, of at least {measure.least:g}"
            yield Breach(measure.rule, WALL, why, f"add {(measure.least or 0) - measure.spent:g} or more")


def _gate(layout: Layout) -> Iterator[Breach]:
    """[tp.siege.plan.gate]"""
    if not any(one.work.gate for one in layout.works):
        yield Breach("tp.siege.plan.gate", WALL, "it has no gate", "put one in place of a wall; the first is free")


def _zones(layout: Layout) -> Iterator[Breach]:
    """Room behind the works, and borders that do not grow shorter towards the Besiegers.  [tp.siege.plan.zones]"""
    rule = "tp.siege.plan.zones"
    if not layout.works:
        return
    behind = min(shape.bottom for shape in layout.shapes)
    if behind < BEHIND:
        why = f"{INCHES.length(round(behind))} clear behind the works, of at least {INCHES.length(BEHIND)}"
        yield Breach(rule, "the courtyard", why, "let the line come less far inwards")
    if layout.depth > DEEPEST:
        why = f"the table would have to be {INCHES.length(layout.depth)} deep, of at most {INCHES.length(DEEPEST)}"
        yield Breach(rule, "the table", why, "let the line come less far outwards")
    works, between, far = layout.face, layout.border_of_no_mans_land, layout.border_of_besiegers
    if between < works:
        why = f"its border is {INCHES.length(between)} long, the outer face of the works {INCHES.length(works)}"
        yield Breach(rule, "No Man's Land", why, "build a straighter line")
    if far < between:
        why = f"its border is {INCHES.length(far)} long, that of No Man's Land {INCHES.length(between)}"
        yield Breach(rule, "the Besiegers' zone", why, "build a straighter line")


# --- what is fixed to the models ----------------------------------------------------------------------------


def _fixtures(layout: Layout, one: Laid) -> Iterator[Breach]:
    """As many as a model takes, on a face that is there.

    [tp.siege.fortress_ladder] [tp.siege.bolted_door] [tp.siege.arrow_loop] [tp.siege.wall] [tp.siege.wall_45]
    [tp.siege.tower] [tp.siege.gate] [tp.siege.cauldron]
    """
    if one.work.part and not mother_of(layout, one.number):
        why = "no wall beside it that has no such bend yet"
        yield Breach("tp.siege.wall_45", one.title, why, "put a straight wall or a right-angled bend beside it")
    for fitting in fittings().values():
        here = one.model.count(fitting.id)
        most = one.work.most(fitting.id)
        number = _with_parts(layout, one, fitting.id)
        if here and most is not None and number > most:
            lacks = f"a {one.work.title} takes no {fitting.title}"
            why = f"{fitting.title}: {number}, of at most {most}" if most else lacks
            yield Breach(fitting.rule if not most else one.work.rule, one.title, why, f"take {number - most} off")
    for fixture in one.model.fixtures:
        inner = fixture.kind == "ladder" or fixture.to == "courtyard"
        face, side = (one.inner, "inner") if inner else (one.outer, "outer")
        bare = len(face) < 2 and fixture.kind != "door"  # of a door that is said elsewhere
        if bare or (fixture.at or 0) * 1000 > length_of(face):
            why = f"the {fixture.kind} hangs in the air: the {side} face is {INCHES.length(length_of(face))} long"
            yield Breach(fittings()[fixture.kind].rule, one.title, why, "fix it elsewhere")
    room = length_of(one.outer) // inches(fittings()["cauldron"].width)
    if one.model.count("cauldron") > room:
        why = f"its turrets have room for {room} cauldrons"
        yield Breach("tp.siege.cauldron", one.title, why, "put them on another model")


def _apart(layout: Layout) -> Iterator[Breach]:
    """Where a plan says where things are, no two of a kind are in one place; moats are looked at elsewhere.

    [tp.siege.plan.chain]
    """
    for one in layout.works:
        doors = [*one.doors("courtyard"), *one.doors("outside")]
        for fitting in fittings().values():
            spots = doors if fitting.id == "door" else one.spots(fitting.id)
            pairs = [pair for pair in combinations(spots, 2) if any(fixture.at is not None for fixture, *_ in pair)]
            room = max(1, inches(fitting.width))
            if fitting.id != "moat" and any(distance(a, b) < room for (_, a, _), (_, b, _) in pairs):
                why = f"{fitting.title}: two in one place"
                yield Breach(fitting.rule, one.title, why, "say of each at how many inches it is, or of none")


def _with_parts(layout: Layout, one: Laid, kind: Attachment) -> int:
    """What sits on a 45 degree bend counts for its wall.  [tp.siege.wall_45]"""
    return sum(other.model.count(kind) for other in family(layout, one.number))


def _doors(layout: Layout) -> Iterator[Breach]:
    """Every door leads somewhere, no two of a tower to the same place.  [tp.siege.bolted_door] [tp.siege.tower]"""
    for one in layout.works:
        targets = [fixture for fixture in one.model.fixtures if fixture.kind == "door"]
        if not one.work.entered:
            continue  # a gate takes none, which has been said
        for fixture in targets:
            if door_leads(layout, one.number, fixture) is None:
                why = f"the {fixture} hangs in the air"
                yield Breach("tp.siege.bolted_door", one.title, why, "let it lead to a place that is there")
        twice = {fixture.to for fixture in targets if targets.count(fixture) > TOWER_DOORS}
        if one.work.corner and twice:
            why = f"two doors to {min(str(to) for to in twice)}: a side has one on the ground and one on the walk"
            yield Breach("tp.siege.tower", one.title, why, "leave one out")


def _moats(layout: Layout) -> Iterator[Breach]:
    """An inch before the works, and not under them.  [tp.siege.moat]"""
    moats = layout.moats()
    for number, (one, water) in enumerate(moats):
        others = [shape for _, shape in moats[:number]]
        beyond = water.left < 0 or water.right > layout.width
        if beyond or overlaps_any(water, layout.shapes) or overlaps_any(water, others):
            why = "its moat would lie under the works, over another moat or off the board"
            yield Breach("tp.siege.moat", one.title, why, "dig it before another model")


def _access(places: Places) -> Iterator[Breach]:
    """With all doors open everything is reached from the courtyard.  [tp.siege.plan.access]"""
    reached = places.reached()
    for place in places.all():
        if place not in reached and place.split()[0] in ("top", "inside"):
            what, number = place.split()
            one = places.layout.laid[int(number) - 1]
            said = "the top" if what == "top" else "the inside"
            why = f"nobody could come to {said} of it from the courtyard"
            yield Breach("tp.siege.plan.access", one.title, why, "add a door or a ladder")


# --- who shoots ---------------------------------------------------------------------------------------------


def offered_bows(army: ArmyList) -> list[str]:
    """The bows and crossbows of an army list.  [tp.siege.arrow_loop]"""
    given = {
        weapon
        for profile in army.profile
        for weapon in (*profile.weapons, *(name for option in profile.options for name in option.gives))
    }
    return [bow for bow in BOWS if bow in given]


def _loops(entry: FortressEntry, layout: Layout, army: ArmyList) -> Iterator[Breach]:
    """One weapon for all arrow-loops, chosen once.  [tp.siege.arrow_loop]"""
    if not entry.loops and not any(one.model.count("loop") for one in layout.works):
        return
    offered = offered_bows(army)
    if entry.loops not in offered:
        why = f"{army.title} have no {entry.loops}" if entry.loops else "nothing is said of their weapon"
        yield Breach("tp.siege.arrow_loop", "arrow-loops", why, f"take {' or '.join(offered)}")


def _machines(entry: FortressEntry, layout: Layout, army: ArmyList) -> Iterator[Breach]:
    """Machines that cannot move, one on a model, one for each started 1000 points.  [tp.siege.war_machines]"""
    rule = "tp.siege.war_machines"
    for name in dict.fromkeys(machines_of(entry, layout)):
        if name not in army.ids or not immobile(army.find(name)):
            have = ", ".join(profile.id for profile in army.profile if immobile(profile))
            yield Breach(rule, name, f"{army.title} have no such war machine", f"take one of: {have}")
    for one in layout.works:
        if len(one.model.machines) > 1:
            yield Breach(rule, one.title, "more than one war machine on it", "put the others elsewhere")
        if one.model.machines and not length_of(one.outer):
            yield Breach(rule, one.title, "no room for a war machine: it has no outer face", "put it elsewhere")
    number, most = len(machines_of(entry, layout)), machines_allowed(entry.besiegers)
    if number > most:
        why = f"{number} war machines for siege points, of at most {most}"
        yield Breach(rule, "the fortress", why, f"take {number - most} off, or pay them with the army")


def immobile(profile: Profile) -> bool:
    """[tp.machine.movement]"""
    return profile.kind == "machine" and not profile.line.movement
