"""Encounters: two forces, a board, where they start and what wins.

Everything that has an effect on play is typed; `story` and `special` are for the players to read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from warhost.engine.bounds import Few, Number, Positive
from warhost.engine.data import Definition

from .layout import PlainBoard, Side, Square, Terrain, Zone
from .plan import BoardData, EdgeRun, build_board
from .sheets import Alignment, Armour, Cost, Training

__all__ = ["BoardData", "EdgeRun", "PlainBoard", "Zone", "build_board", "strip"]

Turn = Annotated[int, Meta(ge=1, le=100)]
MOST_IN_A_UNIT, MOST_PIECES = 100, 300
"""Of one unit, and of both forces together: everybody may see everybody, which is worked out pair by pair."""
Pieces = Annotated[int, Meta(ge=1, le=MOST_IN_A_UNIT)]
STRIP_DEPTH = 4
STRIP_MARGIN = 4


# Forces


class UnitEntry(Definition, frozen=True, kw_only=True):
    """A unit of rank and file. Without a zone and without squares it has its side's head-on strip."""

    id: str
    title: str
    count: Pieces
    sheet: str
    training: Training
    armour: Armour
    shield: bool = False
    weapons: tuple[str, ...]
    deploy: Zone | None = None
    facing: Side
    may_hide: bool = False
    at: Few[Square] = ()  # the front square of each piece, where the encounter fixes them


class CharacterEntry(Definition, frozen=True, kw_only=True):
    """A hero, by his card, or a monster, by its sheet and what it wears and carries."""

    id: str
    title: str
    sheet: str
    card: str = ""
    armour: Armour | None = None
    shield: bool = False
    weapons: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()  # besides those of the card
    choose_skills: Cost | None = None  # None: as many as the card says
    deploy: Zone | None = None
    facing: Side
    may_hide: bool = False
    at: Square | None = None


class Force(Definition, frozen=True, kw_only=True):
    """One side. `leader` is a character, or a unit of which one piece is named before play, or left open."""

    id: str
    title: str
    alignment: Alignment
    home_edge: Side
    leader: str = ""
    units: Few[UnitEntry] = ()
    characters: Few[CharacterEntry] = ()

    def entries(self) -> Iterator[UnitEntry | CharacterEntry]:
        yield from self.units
        yield from self.characters


class Exit(Definition, frozen=True):
    """These units and characters may leave over this edge by a straight step, if no enemy touches them."""

    who: tuple[str, ...]
    edge: Side
    cost: Cost = 1


class Objective(Definition, frozen=True):
    """A named area. A piece is in it when all of its squares are."""

    id: str
    title: str
    area: Zone


# Conditions: facts that hold or do not. `who` names forces, units or characters.


class Eliminated(Definition, frozen=True, tag="eliminated", tag_field="is"):
    """The force has no piece left on the board."""

    who: str


class Dead(Definition, frozen=True, tag="dead", tag_field="is"):
    """The character was killed; one that left the board alive was not."""

    who: str


class Left(Definition, frozen=True, tag="left", tag_field="is"):
    """The character went off the board by the encounter's exit over this edge."""

    who: str
    edge: Side


class Fewer(Definition, frozen=True, tag="fewer", tag_field="is"):
    """Of these together fewer pieces than this are on the board."""

    who: tuple[str, ...]
    than: Positive


class Inside(Definition, frozen=True, tag="inside", tag_field="is"):
    """At least so many pieces of these together stand wholly in the area."""

    who: tuple[str, ...]
    area: str
    at_least: Positive = 1


Condition = Eliminated | Dead | Left | Fewer | Inside


# Scores: each side earns them against the other.


class ScoreArea(Definition, frozen=True, tag="area", tag_field="for"):
    """To the side with more pieces in the area."""

    area: str
    points: Number


class ScoreLeader(Definition, frozen=True, tag="leader", tag_field="for"):
    """To the enemy of a side whose leader is dead."""

    points: Number


class ScoreDeath(Definition, frozen=True, tag="death", tag_field="for"):
    """To the enemy of this character when he is dead."""

    who: str
    points: Number


class ScoreUnits(Definition, frozen=True, tag="units", tag_field="for"):
    """For each enemy unit of which no piece is left on the board."""

    points: Number


Score = ScoreArea | ScoreLeader | ScoreDeath | ScoreUnits


# Verdicts: each names a winner or leaves it to the next.


class ByCondition(Definition, frozen=True, tag="condition", tag_field="by"):
    """This side wins if all of these hold."""

    winner: str
    when: Annotated[tuple[Condition, ...], Meta(min_length=1)]


class ByElimination(Definition, frozen=True, tag="elimination", tag_field="by"):
    """A side with no piece left on the board loses; if both have none it is a draw."""

    units_only: bool = False  # characters alone do not keep a side in the game


class ByMajority(Definition, frozen=True, tag="majority", tag_field="by"):
    """The side with more pieces in the area wins."""

    area: str


class ByShareRemoved(Definition, frozen=True, tag="share_removed", tag_field="by"):
    """The side wins that has removed the larger share of the pieces the enemy started with."""


class ByPoints(Definition, frozen=True, tag="points", tag_field="by"):
    """The higher score wins."""

    scores: Annotated[tuple[Score, ...], Meta(min_length=1)]


class Victory(Definition, frozen=True):
    """What wins.  [mag.setup.victory]

    `at_once` is looked at whenever a piece has been removed, `at_end` after the last turn; in both the first
    verdict that names a winner stands. `otherwise` is a force, or empty for a draw.
    """

    at_once: tuple[ByCondition | ByElimination, ...] = ()
    at_end: tuple[ByCondition | ByMajority | ByShareRemoved | ByPoints, ...] = ()
    otherwise: str = ""


DEFAULT_VICTORY = Victory((ByElimination(),), (ByShareRemoved(),))


class Options(Definition, frozen=True):
    """Rules that players may agree on."""

    open_order: bool = False  # mag.unit.alt_coherency
    rolled_disciplines: bool = False  # mag.kai.random_number


class Encounter(Definition, frozen=True, kw_only=True):
    id: str
    title: str
    rule: str = "mag.setup.choose_encounter"
    story: str
    turn_limit: Turn = 10
    board: BoardData
    forces: tuple[Force, Force]
    objectives: Few[Objective] = ()
    exits: Few[Exit] = ()
    hide_on: tuple[Terrain, ...] = ()  # the only terrain to hide on; empty: wherever no enemy sees
    contact_across: tuple[Terrain, ...] = ()  # a piece standing here touches neighbours on any level
    victory: Victory = DEFAULT_VICTORY
    special: tuple[str, ...] = ()
    options: Options = Options()
    origin: Literal["source", "authored"] = "authored"

    def zone(self, force: Force, entry: UnitEntry | CharacterEntry, board: PlainBoard) -> Zone:
        """Where the entry starts."""
        return entry.deploy or strip(board.width, board.height, force.home_edge)


def strip(width: int, height: int, edge: Side) -> Zone:
    """The strip along a board edge for a head-on clash.  [mag.setup.deploy_strips]"""
    if edge in ("N", "S"):
        first = 1 if edge == "S" else height - STRIP_DEPTH + 1
        return Zone((STRIP_MARGIN + 1, width - STRIP_MARGIN), (first, first + STRIP_DEPTH - 1))
    first = 1 if edge == "W" else width - STRIP_DEPTH + 1
    return Zone((first, first + STRIP_DEPTH - 1), (STRIP_MARGIN + 1, height - STRIP_MARGIN))
