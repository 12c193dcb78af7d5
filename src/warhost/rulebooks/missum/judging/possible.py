"""Moments that cannot come to pass are refused, with the key that says so."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.battle import Battle
from warhost.engine.data import nearest
from warhost.engine.field.compass import opposite, to_frame
from warhost.engine.field.shapes import overlap
from warhost.engine.oracle import Scripted
from warhost.roster.roster import Fault

from ..bodies import body, distance_between, edge_line
from ..land.ground import aside_of, ground_of
from ..library import MM, Feature, Library
from ..setting import Fight, Setting
from ..soundness import off_table
from ..state import Edge, State
from .situation import SPECIAL, Situation, SituationTroop

LASTING = ("pleasures", "grace", "cloak", "gift", "peace")
TURNS, STRONGEST, LEVEL, WIDEST_GAP, CHARGES = 12, 3, 25, 30, 4
LINED = ("gaze", "arm")
WATERS, WAYS_OVER = ("ditch", "stream", "wide stream"), ("ford", "bridge")
STRIPS = (*WATERS, "road")
LINES = (*STRIPS, "wall", "barricade")
PARTS = {
    "gentle": "a hill with its tiers", "steep": "a hill with its tiers", "cliff": "a hill with its tiers",
    "platform": "troops who stand on one (platform)",
}  # fmt: skip
"""Ground that never lies there by itself, and what it comes with."""
TOGETHER = 2 * MM
DUELS, MAGIC = 10, 2  # of the champions; the step of the magic
FIRST_MISSILES = 4  # the first step of a turn in which missiles fly


def faults_of(found: Situation, charts: Library) -> Iterator[Fault]:
    """What is wrong with the words alone."""
    if found.turn > TURNS:
        yield "turn", f"expected a turn from 1 to {TURNS}, got {found.turn}"
    for place, won in enumerate(found.victories):
        if won > DUELS:
            yield f"victories[{place}]", f"expected at most {DUELS}, as many as there are duels, got {won}"
    for side in ("south", "north"):
        if sum(one.profile == "kerdu" and one.side == side for one in found.troop) > 1:
            yield "troop", f"expected one kérdu in the {side}"
    for place, troop in enumerate(found.troop):
        yield from ((f"troop[{place}].{key}", why) for key, why in _troop(found, troop, charts))
    for place, feature in enumerate(found.terrain):
        yield from ((f"terrain[{place}].{key}", why) for key, why in _feature(found, feature))
    yield from _casts(found, charts)
    if found.cast and found.step != MAGIC:
        yield "step", f"expected {MAGIC}, in which spells are cast, got {found.step}"


def _troop(found: Situation, troop: SituationTroop, charts: Library) -> Iterator[Fault]:
    if troop.files > max(1, troop.figures):
        yield "files", f"expected at most {troop.figures}, got {troop.files}"
    for key in ("disorganized", "charged", "moved", "shot", "fought", "lost"):
        if getattr(troop, key) > found.turn:
            yield key, f"expected a turn up to {found.turn}, got {getattr(troop, key)}"
    if troop.shot == found.turn and found.step < FIRST_MISSILES:
        yield "shot", f"expected a turn before this one: nobody shoots before step {FIRST_MISSILES}"
    for spell in troop.effects:
        if spell not in LASTING:
            known = ", ".join(LASTING)
            yield "effects", f"expected spells that last ({known}), got {spell}{nearest(spell, LASTING)}"
        elif troop.effects[spell] < found.turn:
            yield "effects", f"expected a last turn from {found.turn} on, got {troop.effects[spell]}"
    race = charts.races.get(troop.profile)
    weapons = [word for word in troop.options if word in charts.melee]
    if troop.weapon and (troop.weapon not in weapons or (race is not None and race.kind == "animal")):
        yield "weapon", f"expected a melee weapon it has, got {troop.weapon}{nearest(troop.weapon, weapons)}"
    yield from _of_its_kind(troop)
    ceiling = charts.situations.ceiling.value
    if troop.height and (race is None or race.fly is None or troop.height > ceiling or troop.height % LEVEL):
        yield "height", f"expected fliers up to {ceiling} mm in steps of {LEVEL}, got {troop.height}"
    if troop.gap and ("skirmishers" not in troop.options or troop.gap > WIDEST_GAP):
        yield "gap", f"expected skirmishers up to {WIDEST_GAP} mm apart, got {troop.gap}"
    if troop.eye and race is not None and race.kind == "animal":
        yield "eye", "expected a bearer with wits"
    missile = next((charts.missiles[word] for word in troop.options if word in charts.missiles), None)
    if troop.shot and missile is None and troop.profile not in charts.missiles:
        yield "shot", "expected somebody with a missile weapon"
    if troop.supply is not None and (missile is None or troop.supply > missile.supply.value):
        yield "supply", f"expected at most {missile.supply.value if missile else 0}, got {troop.supply}"


def _of_its_kind(troop: SituationTroop) -> Iterator[Fault]:
    """What only legions, only commanders and teams, or only bearers of 'eyes' can be or have."""
    special = troop.profile in SPECIAL
    for key in ("disorganized", "charged", "square", "stands", "fresh"):
        if special and getattr(troop, key):
            yield key, f"expected a legion: commanders and magic users are never so, got {troop.profile}"
    if special and troop.fate == "routing":
        yield "fate", f"expected a legion: a {troop.profile} does not rout, he is lost"
    if troop.platform and not special:
        yield "platform", f"expected a commander or a team, got {troop.profile}"
    if troop.lost and not special:
        yield "lost", f"expected a commander or a team, got {troop.profile}"
    if troop.square and "skirmishers" in troop.options:
        yield "square", "expected line troops: skirmishers form no square"
    if troop.charges is not None and (not troop.eye or troop.charges > CHARGES):
        yield "charges", f"expected an 'eye' with at most {CHARGES}, got {troop.charges}"
    for key in ("attack_spells", "defense_spells"):
        if getattr(troop, key) is not None and troop.profile != "team":
            yield key, f"expected a team, got {troop.profile}"


def _feature(found: Situation, feature: Feature) -> Iterator[Fault]:
    for key, at in (("from", feature.start), ("to", feature.to), ("at", feature.at)):
        if at is not None and not (0 <= at[0] <= found.table[0] and 0 <= at[1] <= found.table[1]):
            yield key, f"expected a place on the table, got {at[0]:g}, {at[1]:g}"
    if feature.kind in PARTS:
        yield "kind", f"expected {PARTS[feature.kind]}, got {feature.kind} by itself"
    elif feature.kind in LINES:
        yield from _strip(feature)
    elif feature.at is None:
        yield "at", f"expected the middle of the {feature.kind}"
    elif feature.kind in WAYS_OVER:
        yield from _way_over(found, feature)
    elif feature.kind == "hill":
        tiers = list(feature.tiers)
        if not tiers or tiers != sorted(set(tiers), reverse=True) or min(tiers) <= 0:
            yield "tiers", "expected the diameters of its tiers, each smaller than the one before"
    elif feature.size <= 0:
        yield "size", f"expected the size of the {feature.kind}"


def _strip(feature: Feature) -> Iterator[Fault]:
    if feature.start is None or feature.to is None:
        yield "from", f"expected where the {feature.kind} begins and ends (from, to)"
    elif feature.start == feature.to:
        yield "to", f"expected another place than that where the {feature.kind} begins"
    if feature.kind in STRIPS and feature.width <= 0:
        yield "width", f"expected the width of the {feature.kind}"


def _way_over(found: Situation, feature: Feature) -> Iterator[Fault]:
    """[mis.add.terrain-pieces]"""
    waters = [other for other in found.terrain if other.kind in WATERS]
    courses = [ground_of(water) for water in waters if not any(_strip(water))]
    if feature.width <= 0:
        yield "width", f"expected the width of the {feature.kind}"
    if not waters:
        yield "kind", f"expected a stream under the {feature.kind}"
    elif courses and all(aside_of(ground_of(feature).at, course) > TOGETHER for course in courses):
        yield "at", f"expected a place on the stream that the {feature.kind} lies across"


def _casts(found: Situation, charts: Library) -> Iterator[Fault]:
    teams = [one.id for one in found.troop if one.profile == "team"]
    spells = [name for kind in charts.magic.type for name in (kind.attack, kind.defense)]
    for place, cast in enumerate(found.cast):
        if cast.team not in teams:
            yield f"cast[{place}].team", f"expected a team, got {cast.team}{nearest(cast.team, teams)}"
        if cast.spell not in spells:
            yield f"cast[{place}].spell", f"expected a spell, got {cast.spell}{nearest(cast.spell, spells)}"
        if cast.strength > STRONGEST:
            yield f"cast[{place}].strength", f"expected 1 to {STRONGEST}, got {cast.strength}"
        if not (0 <= cast.at[0] <= found.table[0] and 0 <= cast.at[1] <= found.table[1]):
            yield f"cast[{place}].at", f"expected a place on the table, got {cast.at[0]:g}, {cast.at[1]:g}"
        if cast.line and cast.spell not in LINED:
            yield f"cast[{place}].line", f"expected a Gaze or an Arm, got {cast.spell}"


# --- on the table --------------------------------------------------------------------------------------------


def misplaced(found: Situation, setting: Setting, state: State) -> Iterator[Fault]:
    """Who stands in another's place or where nobody can, and melees of those who do not touch."""
    fight: Fight = Battle(setting, state, Scripted())
    numbers = [setting.number[one.id] for one in found.troop]
    for place, number in enumerate(numbers):
        piece, here = state.pieces[number], body(fight, number)
        most = setting.troops[number].figures
        if not 1 <= piece.figures <= most:
            yield f"troop[{place}].left", f"expected 1 to {most} figures, got {piece.figures}"
            continue
        if not piece.present:
            continue
        if off_table(fight, number):
            yield f"troop[{place}].at", "expected a place where all of it stands on the table"
        for other in (one for one in numbers[:place] if state.pieces[one].present):
            level = abs(state.pieces[other].height - piece.height) <= LEVEL * MM
            lifted = piece.platform >= 0 or state.pieces[other].platform >= 0
            shared = any(overlap(a, b, TOGETHER) for a in here.parts for b in body(fight, other).parts)
            if level and shared and not lifted:
                yield f"troop[{place}].at", f"expected a place that {setting.troops[other].id} leaves free"
        bars = [ground for ground in setting.lie(state.grounds).grounds if ground.kind.barred == "all"]
        if not piece.height and any(overlap(bar.shape, part, TOGETHER) for bar in bars for part in here.parts):
            yield f"troop[{place}].at", "expected ground on which somebody can stand"
    for place, melee in enumerate(found.melee):
        if distance_between(fight, setting.number[melee.a], setting.number[melee.b]) > TOGETHER:
            yield f"melee[{place}]", f"expected two who touch: {melee.a} and {melee.b} do not"
        elif lies := _lies_along(fight, setting.number[melee.a], setting.number[melee.b], melee.side):
            yield f"melee[{place}].side", f"expected {lies}, on which {melee.a} stands, got {melee.side}"
        if melee.round > found.turn:
            yield f"melee[{place}].round", f"expected at most {found.turn}, one for each turn, got {melee.round}"


def _lies_along(fight: Fight, a: int, b: int, said: Edge) -> str:
    """The side of b on which the front of a lies, if that is not the one that is said."""
    front, there = body(fight, a), body(fight, b)
    sides: tuple[Edge, ...] = ("front", "right", "rear", "left")
    flat = []
    for side in sides:
        middle, outward, _ = edge_line(there, side)
        faces_it = front.facing == opposite(outward)
        if faces_it and abs(to_frame(front.front, middle, outward)[1]) <= TOGETHER:
            flat.append(side)
    return flat[0] if flat and said not in flat else ""
