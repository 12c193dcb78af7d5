"""All that stays the same in a battle: the encounter, its land, and what every piece is.  [mag.army.play_sheet]"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import TypeAlias

from warhost.engine.battle import Battle
from warhost.engine.field.board import FACINGS
from warhost.engine.kept import Kept
from warhost.engine.lettering import symbols
from warhost.engine.view import BoardView, PieceView

from .encounter import CharacterEntry, Encounter, Force, UnitEntry, Zone, build_board
from .land import Gait, Land
from .layout import PlainBoard
from .library import Library
from .sheets import Alignment, Armour, HeroCard, HitChart, PlaySheet, Training
from .state import NOBODY, Piece, State, Unit


class Figure:
    """What a piece is, whatever happens to it: its race, its class, what it wears.

    A soldier has the training of its unit, noted before play; heroes count as veterans. Heroes and monsters are
    individuals and belong to no unit.
    [mag.piece.as_shown] [mag.piece.classes] [mag.unit.training] [mag.setup.training_noted] [mag.hero.veteran]
    [mag.hero.individual]
    """

    __slots__ = (
        "alignment", "animal", "armour", "card", "chooses", "deep", "entry", "force", "hero", "id", "individual",
        "kai_lord", "monster", "mounted", "movement_points", "number", "sheet", "shield", "title", "training",
        "unit",
    )  # fmt: skip

    def __init__(
        self, number: int, force: int, unit: int, entry: UnitEntry | CharacterEntry, library: Library,
        place: int = 0,
    ):  # fmt: skip
        self.number, self.force, self.unit, self.entry = number, force, unit, entry
        self.card: HeroCard | None = None
        self.sheet: PlaySheet = library.sheets[entry.sheet]
        self.training: Training = "regular"
        self.chooses = 0  # how many skills its player picks before play
        if isinstance(entry, UnitEntry):
            self.id, self.title = f"{entry.id}-{place}", f"{entry.title} {place}"
            self.training = entry.training
        else:
            self.id, self.title = entry.id, entry.title
            self.card = library.heroes[entry.card] if entry.card else None
            self.training = "veteran" if self.card else self.sheet.training or "regular"
        card = self.card
        self.hero = card is not None
        self.kai_lord = card is not None and card.kai_lord
        self.monster = card is None and self.sheet.monster
        self.individual = self.hero or self.monster
        self.armour: Armour = card.armour if card else entry.armour or self.sheet.natural_armour or "none"
        self.shield: bool = card.shield if card else entry.shield
        self.alignment: Alignment = card.alignment if card else self.sheet.alignment
        # The card's figure where it has one, else the sheet's for the armour.  [mag.hero.card_precedence]
        points = card.movement_points if card else None
        self.movement_points: int = self.sheet.movement_points.get(self.armour, 0) if points is None else points
        self.mounted, self.animal, self.deep = self.sheet.mounted, self.sheet.mount_is_animal, self.sheet.deep
        if isinstance(entry, CharacterEntry) and card is not None:
            self.chooses = card.choose_skills if entry.choose_skills is None else entry.choose_skills

    def hit_chart(self, library: Library) -> HitChart:
        own = self.sheet.hit_chart if self.monster else None
        return own or library.tables.hero_hits

    def starting_weapons(self) -> tuple[str, ...]:
        return self.card.weapons if self.card is not None else self.entry.weapons

    def starting_skills(self) -> tuple[str, ...]:
        extra = self.entry.skills if isinstance(self.entry, CharacterEntry) else ()
        return (*(self.card.skills if self.card is not None else ()), *extra)


class Group:
    """What the encounter lists as one entry: a unit of pieces all alike, or a single character.

    [mag.unit.composition]
    """

    __slots__ = ("entry", "facing", "force", "id", "members", "shoots", "title", "unit", "zone")

    def __init__(
        self,
        force: int,
        unit: int,
        entry: UnitEntry | CharacterEntry,
        members: tuple[int, ...],
        zone: Zone,
        shoots: bool,
    ):
        self.shoots = shoots  # it has missile weapons
        self.force, self.unit, self.entry, self.members, self.zone = force, unit, entry, members, zone
        self.id, self.title, self.facing = entry.id, entry.title, FACINGS.index(entry.facing)


class Setting:
    """An encounter made ready to be fought. `sides` are its two forces.

    [mag.setup.sides] [mag.setup.board_layout]
    """

    def __init__(
        self,
        encounter: Encounter,
        library: Library,
        options: dict[str, str] | None = None,
        land: Land | None = None,
    ):
        self.encounter, self.library, self.options = encounter, library, options or {}
        self.land = land or Land(build_board(encounter.board), library.grounds, encounter.contact_across)
        self.plain: PlainBoard = self.land.plain
        self.board = self.land.board
        # The missile weapons, and how many shots a turn each of them allows.
        self.missiles = {name: w.shots_per_turn for name, w in library.weapons.items() if w.kind == "missile"}
        self.sides: tuple[Force, Force] = encounter.forces
        self.figures: list[Figure] = []
        self.groups: list[Group] = []
        self.units: list[Group] = []  # the groups that are units of rank and file
        for force, side in enumerate(self.sides):
            for entry in side.entries():
                self._muster(force, side, entry)
        # By piece and `square * 4 + facing`: the squares it fills, as `squares` says.
        self.footprints = [self.land.footprints[figure.deep] for figure in self.figures]
        self.individuals = frozenset(figure.number for figure in self.figures if figure.individual)
        self.drawn: BoardView | None = None
        self.shown = Kept[Hashable, PieceView]()  # pieces as they were shown before
        self._rooms: dict[str, dict[int, tuple[int, ...]]] = {}
        self.number = {figure.id: figure.number for figure in self.figures}
        self.group = {group.id: group for group in self.groups}

    @cached_property
    def symbols(self) -> dict[str, str]:
        """One or two letters for every unit and character, no two of a side alike."""
        titles = [(group.title, self.figures[group.members[0]].hero, group.force) for group in self.groups]
        return dict(zip((group.id for group in self.groups), symbols(titles), strict=True))

    def _muster(self, force: int, side: Force, entry: UnitEntry | CharacterEntry) -> None:
        is_unit = isinstance(entry, UnitEntry)
        unit = len(self.units) if is_unit else NOBODY
        first, count = len(self.figures), entry.count if isinstance(entry, UnitEntry) else 1
        for place in range(count):
            self.figures.append(Figure(first + place, force, unit, entry, self.library, place + 1))
        members = tuple(range(first, first + count))
        zone = self.encounter.zone(side, entry, self.plain)
        shoots = any(weapon in self.missiles for weapon in entry.weapons)
        group = Group(force, unit, entry, members, zone, shoots)
        self.groups.append(group)
        if is_unit:
            self.units.append(group)

    @property
    def open_order(self) -> bool:
        """Whether the players agreed on the looser coherency.  [mag.unit.alt_coherency]"""
        return self.option("coherency") == "open order" or self.encounter.options.open_order

    @property
    def coherency(self) -> int:
        """How far apart neighbours of one unit may stand.  [mag.unit.coherency] [mag.unit.alt_coherency]"""
        return 2 if self.open_order else 1

    @cached_property
    def close(self) -> tuple[tuple[int, ...], ...]:
        """The squares near enough to each square for one unit to hang together."""
        return tuple(self.board.within(square, self.coherency) for square in range(self.board.size))

    @property
    def rolled_disciplines(self) -> bool:
        """Whether a die says how many disciplines a Kai Lord picks.  [mag.kai.random_number]"""
        return self.option("disciplines") == "rolled" or self.encounter.options.rolled_disciplines

    def option(self, name: str, default: str = "") -> str:
        return self.options.get(name, default)

    @cached_property
    def gaits(self) -> list[Gait]:
        """How each piece moves that has no skill in it."""
        return [self.land.gait(figure.sheet) for figure in self.figures]

    @cached_property
    def areas(self) -> dict[str, frozenset[int]]:
        return {
            objective.id: frozenset(self.board.square(x, y) for x, y in objective.area.squares())
            for objective in self.encounter.objectives
        }

    def begin(self) -> State:
        """Before the first die: nobody has been placed."""
        pieces = [Piece(f.force, weapons=f.starting_weapons(), skills=f.starting_skills()) for f in self.figures]
        return State(
            turn=0,
            phase="sides",
            half=0,
            red=0,
            commanders=(0, 1),
            placing=(),
            leaders=(NOBODY, NOBODY),
            leaders_slain=(False, False),
            animals=(),
            sensed=False,
            pieces=pieces,
            units=[Unit(strength=len(unit.members)) for unit in self.units],
            occupied=[NOBODY] * self.board.size,
        )

    def squares(self, number: int, square: int, facing: int) -> tuple[int, ...]:
        """The squares a piece fills with its front square there; () if its rear hangs over the edge.

        [mag.piece.footprint]
        """
        return self.footprints[number][square * 4 + facing]

    def standing_room(self, group: Group) -> dict[int, tuple[int, ...]]:
        """Where a piece of a group may be placed: front squares, and the squares it would fill.

        The front rank comes first, from the middle outwards.
        """
        if group.id not in self._rooms:
            board, zone, stand = self.board, group.zone, self.land.gait(self.figures[group.members[0]].sheet).stand
            middle = board.square((zone.x[0] + zone.x[1]) // 2, (zone.y[0] + zone.y[1]) // 2)

            def forwardness(square: int) -> tuple[int, int]:
                aside, ahead = board.relative(middle, square, group.facing)
                return -ahead, abs(aside)

            room = {}
            for square in sorted((board.square(x, y) for x, y in zone.squares()), key=forwardness):
                squares = self.squares(group.members[0], square, group.facing)
                if squares and all(stand[one] and board.xy(one) in zone for one in squares):
                    room[square] = squares
            self._rooms[group.id] = room
        return self._rooms[group.id]

    def name(self, number: int) -> str:
        return self.figures[number].id


Fight: TypeAlias = Battle[State, Setting]
