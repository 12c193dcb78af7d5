"""Small battles for rule tests: pieces on a table, dice and answers given. Lengths in inches, angles in degrees.

fight = scene(unit("guard", at=(36, 20), models=20, files=5), unit("orcs", at=(36, 26), facing=180, side=1))
with script(fight, dice=[4, 5], answers=["guard"]):
    charge_one(fight)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from tests.dice_box import DiceBox

import warhost.rulebooks.threeplains.turn  # noqa: F401  (all chapters, so that each knows what follows in another)
from warhost.engine.battle import Battle
from warhost.engine.data import read_toml
from warhost.engine.dice import Faces, Throw
from warhost.engine.event import Event
from warhost.engine.field.compass import ahead, aside
from warhost.engine.oracle import Scripted, ScriptError
from warhost.engine.question import Answer, Question
from warhost.engine.words import sentence, stopped
from warhost.rulebooks.threeplains.armies.army import Army, Leader, Recruits
from warhost.rulebooks.threeplains.figure import Blows, Figure, Save, from_mm, inches
from warhost.rulebooks.threeplains.land.terrain import TerrainFile, TerrainKind
from warhost.rulebooks.threeplains.scenario.mission import PITCHED, Mission
from warhost.rulebooks.threeplains.setting import Fight, Setting, Table
from warhost.rulebooks.threeplains.state import NOBODY, Contact, Feature, Piece
from warhost.rulebooks.threeplains.telling.names import Names
from warhost.rulebooks.threeplains.weapons import Weapon, WeaponsFile

DATA = Path(__file__).parents[2] / "src/warhost/rulebooks/threeplains/data"
SMALL_BASE, HORSE_BASE = (from_mm(20), from_mm(20)), (from_mm(30), from_mm(30))


@cache
def kinds() -> dict[str, TerrainKind]:
    return {kind.id: kind for kind in read_toml(DATA / "terrain.toml", TerrainFile).kind}


@cache
def weapons() -> dict[str, Weapon]:
    return {weapon.id: weapon for weapon in read_toml(DATA / "weapons.toml", WeaponsFile).weapon}


def foot(**more: Any) -> Figure:
    """A guardsman: M 7, A 1, CR 4, D 1, toughness 3, one life point, soldiering 4; a hand weapon.

    `attacks`, `rating` and `damage` change his own blows; `toughness`, `resistance`, `agility`, `magic` his save.
    """
    blow = Blows(more.pop("attacks", 1), more.get("rating", 4), more.pop("damage", 1))
    save = Save(*(more.pop(part, 3 if part == "toughness" else 0) for part in Save.__struct_fields__))
    plain: dict[str, Any] = {
        "profile": "test.foot",
        "title": "Guard",
        "category": "infantry",
        "base": SMALL_BASE,
        "movement": inches(7),
        "blows": (blow,),
        "save": save,
        "life": 1,
        "soldiering": 4,
        "points": 9,
        "rating": 4,
        "weapons": ("hand weapon",),
    }
    return Figure(**{**plain, **more})


def horse(**more: Any) -> Figure:
    """A rider on a war horse: M 12, one attack of each, two life points, a lance and a sidearm."""
    rider = Blows(more.pop("attacks", 1), more.get("rating", 4), more.pop("damage", 1))
    plain = {"category": "cavalry", "base": HORSE_BASE, "movement": inches(12), "life": 2, "mounted": True}
    plain |= {"blows": (rider, Blows(1, 3, part="steed")), "weapons": ("lance", "sidearm"), "title": "Rider"}
    return foot(**{**plain, **more})


def champion(**more: Any) -> Figure:
    """A hero on foot: three attacks at CR 5, two life points, soldiering 4."""
    plain = {"category": "character", "attacks": 3, "rating": 5, "life": 2, "title": "Champion", "points": 60}
    return foot(**{**plain, **more})


class Placed(msgspec.Struct):
    """A piece of a scene; `more` are fields of Piece."""

    name: str
    figure: Figure
    at: tuple[float, float]
    facing: float
    side: int
    models: int
    files: int
    command: bool
    host: str
    role: str
    more: dict[str, Any]
    places: list[tuple[float, float]]


def unit(
    name: str, at: tuple[float, float], *, facing: float = 0, side: int = 0, models: int = 20, files: int = 5,
    command: bool = False, figure: Figure | None = None, places: Sequence[tuple[float, float]] = (), **more: Any,
) -> Placed:  # fmt: skip
    """A formed unit with the middle of its front edge at `at`; a loose group if its figure is loose.

    A loose group without `places` stands in ranks of `files`.
    """
    return Placed(
        name, figure or foot(), at, facing, side, models, files, command, "", "", more, list(places)
    )  # fmt: skip


def hero(
    name: str, at: tuple[float, float] = (0, 0), *, facing: float = 0, side: int = 0, figure: Figure | None = None,
    within: str = "", role: str = "hero", **more: Any,
) -> Placed:  # fmt: skip
    """A character alone at `at` (the middle of its front edge), or `within` a group. Roles: hero, general,
    standard, halfwit, wizard."""
    return Placed(name, figure or champion(), at, facing, side, 1, 1, False, within, role, more, [])


def feature(kind: str, middle: tuple[float, float], size: tuple[float, float], name: str = "") -> Feature:
    (x, y), (w, d) = middle, size
    corners = ((x - w / 2, y - d / 2), (x + w / 2, y - d / 2), (x + w / 2, y + d / 2), (x - w / 2, y + d / 2))
    return Feature(name or kind, kind, tuple((inches(a), inches(b)) for a, b in corners))


def scene(
    *pieces: Placed, terrain: Sequence[Feature] = (), deviancy: tuple[int, int] = (3, 3), points: int = 1000,
    clock: int = 1, active: int = 0, phase: str = "moves", options: dict[str, str] | None = None,
    mission: Mission = PITCHED,
) -> Fight:  # fmt: skip
    """A battle at a given moment; pieces keep the order in which they are given within their side."""
    armies = tuple(_army(side, pieces, deviancy[side], points) for side in (0, 1))
    table = Table("test", inches(mission.width), inches(mission.depth), tuple(terrain))
    setting = Setting(armies, table, kinds(), weapons(), options, mission)  # type: ignore[arg-type]
    state = setting.begin()
    state.clock, state.active, state.phase = clock, active, phase  # type: ignore[assignment]
    fight: Fight = Battle(setting, state, Scripted())
    for placed in pieces:
        _stand(fight, placed)
    return fight


def _army(side: int, pieces: Sequence[Placed], deviancy: int, points: int) -> Army:
    own = [p for p in pieces if p.side == side]
    groups = [
        Recruits(p.name, p.name, p.figure, p.models, p.command, p.files, p.figure.points * p.models, deviancy)
        for p in own
        if not p.role
    ]
    leaders = [
        Leader(
            p.name, p.name, p.figure, "hero" if p.role == "general" else p.role, p.figure.points, p.host,  # type: ignore[arg-type]
            p.more.get("fate") == "hidden", p.role == "general",
        )
        for p in own
        if p.role
    ]  # fmt: skip
    return Army(f"army {side}", "test", deviancy, points, tuple(groups), tuple(leaders))


def _stand(fight: Fight, placed: Placed) -> None:
    piece = fight.state.pieces[number(fight, placed.name)]
    if not placed.host:
        piece.fate = "standing"
        piece.x, piece.y = inches(placed.at[0]), inches(placed.at[1])
        piece.facing = round(placed.facing * 100) % 36000
        if (placed.figure.loose or placed.places) and not placed.role:
            piece.places = _places(piece, placed)
    for name, value in placed.more.items():
        setattr(piece.turn if hasattr(piece.turn, name) else piece, name, value)


def _places(piece: Piece, placed: Placed) -> tuple[tuple[int, int], ...]:
    if placed.places:
        return tuple((inches(x), inches(y)) for x, y in placed.places)
    wide, deep = placed.figure.base
    found = []
    for index in range(placed.models):
        row, column = divmod(index, placed.files)
        across = round((column - (placed.files - 1) / 2) * wide)
        point = aside((piece.x, piece.y), piece.facing, across)
        found.append(ahead(point, piece.facing, -(row * deep + deep // 2)))
    return tuple(found)


def number(fight: Fight, name: str) -> int:
    return next(index for index, piece in enumerate(fight.state.pieces) if piece.name == name)


def piece(fight: Fight, name: str) -> Piece:
    return fight.state.pieces[number(fight, name)]


def contact(fight: Fight, a: str, b: str, a_side: str = "front", b_side: str = "front", **more: Any) -> None:
    """Put two pieces into combat as they stand: `a` came to `b`."""
    made = Contact(number(fight, a), number(fight, b), a_side, b_side, **more)  # type: ignore[arg-type]
    fight.state.contacts.append(made)


class PlainsDice(DiceBox):
    SIDES = (4, 6, 8, 10, 12, 20, 360)  # the last for a heading of chance
    DRAWN = ("spell card", "terrain tile")

    def throw(self, throw: Throw) -> Faces:
        """What is said to be needed is where the faces part."""
        if throw.need is not None and throw.cuts and throw.need - throw.over not in throw.cuts:
            raise ScriptError(f"{throw.purpose} {throw.needed()} and tells other faces apart: {throw.cuts}")
        return super().throw(throw)


@contextmanager
def script(fight: Fight, *, dice: Sequence[int] = (), answers: Sequence[Answer] = ()) -> Iterator[PlainsDice]:
    """Dice and answers for what happens inside; all of them must be used."""
    given = PlainsDice(dice, answers)
    fight.oracle = given
    yield given
    given.check_empty()


def told(fight: Fight, kind: type[Event]) -> list[Any]:
    """The events of one kind told so far."""
    return [one.event for one in fight.told if isinstance(one.event, kind)]


def narrate(setting: Setting, event: Event, pieces: Sequence[Piece] = ()) -> str | None:
    """What an event says in the log; parts that split off are called by the `pieces` of the battle."""
    said = event.say(Names(setting, pieces))
    return stopped(sentence(said)) if said else None


def asked(
    fight: Fight, act: Callable[[Fight], Any], *, dice: Sequence[int] = (), answers: Sequence[Answer] = ()
) -> Question:
    """The question that is open after these answers and dice; nothing happens to the battle."""
    given = Scripted(dice, answers)
    trial: Fight = Battle(fight.setting, fight.state.copy(), given)
    try:
        act(trial)
    except ScriptError:
        return given.asked[-1]
    raise AssertionError("nothing more was asked")


__all__ = [
    "NOBODY", "asked", "champion", "contact", "feature", "foot", "hero", "horse", "narrate", "number", "piece",
    "scene", "script", "told", "unit",
]  # fmt: skip
