"""Before the first turn: sides, skills, placing and leaders.  [mag.setup.place_pieces]"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from warhost.engine.field.board import FACINGS
from warhost.engine.question import Answer, Chance, Choose, ChooseSome, Order, Refusal
from warhost.engine.words import Names

from .checks import open_skills
from .encounter import UnitEntry
from .events import COMPASS, LeaderNamed, Placed, SidesChosen, SkillsChosen
from .library import Library
from .orders import coherent
from .pieces import commander, put, reveal, seen_by_enemy, squares_of
from .setting import Fight, Group
from .state import NOBODY

Priority = Callable[[int], float]
UNSEEN = 1_000_000  # a better reason than any other to rank one square before another


WHO_LEADS = "Which of your pieces leads the army? If he falls, every unit of yours tests morale."


# --- sides and skills ---------------------------------------------------------------------------------------


def choose_sides(fight: Fight) -> None:
    """By agreement the first player has the first force; or the higher die picks.  [mag.setup.choose_side]"""
    if fight.setting.option("sides") == "rolled":
        picker = roll_off(fight, "choosing sides", "mag.setup.choose_side")
        options = [side.id for side in fight.setting.sides]
        question = Choose(
            picker, "side", options, "mag.setup.choose_side",
            text="You rolled higher. Which side will you command?",
            meanings={side.id: side.title for side in fight.setting.sides},
        )  # fmt: skip
        chosen = options.index(fight.ask(question))
        fight.state.commanders = (picker, 1 - picker) if chosen == 0 else (1 - picker, picker)
        fight.tell(SidesChosen("mag.setup.choose_side", picker, chosen))
    fight.state.phase = "skills"


def roll_off(fight: Fight, purpose: str, rule: str) -> int:
    """Each player rolls 1D10 until one is higher: the player who won.  [mag.dice.d10_d6]"""
    while True:
        first = fight.die(10, purpose, rule, 0)
        second = fight.die(10, purpose, rule, 1)
        if first != second:
            return 0 if first > second else 1


def choose_skills(fight: Fight) -> None:
    """Heroes whose skills are not fixed pick them now, one hero a step.  [mag.kai.progression]"""
    for figure in fight.setting.figures:
        wanted, chosen = _skills_wanted(fight, figure.number), fight.state.pieces[figure.number]
        if wanted and figure.card is not None and not chosen.ready:
            offered = _skills_offered(fight, figure.number)
            player = commander(fight, figure.force)
            if fight.setting.rolled_disciplines and figure.kai_lord:
                wanted = fight.die(10, "number of disciplines", "mag.kai.random_number", player)
            wanted = min(wanted, len(offered))
            rule = "mag.kai.progression" if figure.kai_lord else "mag.hero.progression"
            text = f"Which {'skill' if wanted == 1 else f'{wanted} skills'} has {{who}} learned?"
            question = ChooseSome(player, "skills", offered, rule, wanted, wanted, figure.id, text)
            picked = fight.ask(question)
            chosen.skills, chosen.ready = (*chosen.skills, *picked), True
            if figure.kai_lord:
                chosen.weapons = equipped(fight.setting.library, chosen.skills)
            fight.tell(SkillsChosen(rule, figure.id, tuple(picked)))
            return
    fight.state.phase = "placing"


def _skills_wanted(fight: Fight, number: int) -> int:
    return fight.setting.figures[number].chooses


def _skills_offered(fight: Fight, number: int) -> list[str]:
    figure, library = fight.setting.figures[number], fight.setting.library
    assert figure.card is not None
    lances = {f"weapon_skill_{w.id}" for w in library.weapons.values() if w.mounted_only and not figure.mounted}
    known = fight.state.pieces[number].skills
    return [s for s in open_skills(figure.card, library) if s not in known and s not in lances]


def equipped(library: Library, skills: tuple[str, ...]) -> tuple[str, ...]:
    """A Kai Lord carries what he has learned to use.  [mag.kai.equip_missile] [mag.kai.equip_combat]"""
    weapons = library.weapons
    learned = [s.removeprefix("weapon_skill_") for s in skills if s.startswith("weapon_skill_")]
    missiles = [weapon for weapon in learned if weapons[weapon].kind == "missile"]
    blades = [weapon for weapon in learned if weapons[weapon].kind == "combat"]
    return (*missiles, *(blades or ["sword"]))


# --- placing ------------------------------------------------------------------------------------------------


def place_one(fight: Fight) -> None:
    """One unit or character is set down; before the first, the order of the sides is found out."""
    state = fight.state
    if not state.placing:
        state.placing = _who_first(fight)
    for force in state.placing:
        waiting = [group for group in fight.setting.groups if group.force == force and _waits(fight, group)]
        if waiting:
            _place(fight, waiting[0], waiting[1:])
            return
    _show_the_seen(fight)
    state.phase = "leaders"


def _show_the_seen(fight: Fight) -> None:
    """Those who hid before the enemy was placed come to light if he sees them.  [mag.setup.hidden]"""
    for number, piece in enumerate(fight.state.pieces):
        if piece.fate == "hidden" and seen_by_enemy(fight, piece.side, squares_of(fight, number)):
            reveal(fight, number)


def _waits(fight: Fight, group: Group) -> bool:
    return any(fight.state.pieces[number].fate == "waiting" for number in group.members)


def _who_first(fight: Fight) -> tuple[int, ...]:
    """The side that cannot hide goes before the one that can; otherwise the lower of two dice."""
    hides = [any(e.may_hide for e in side.entries()) for side in fight.setting.sides]
    if hides[0] != hides[1]:
        return (1, 0) if hides[0] else (0, 1)
    winner = roll_off(fight, "who places first", "mag.setup.place_pieces")
    second = fight.state.commanders.index(winner)
    return (1 - second, second)


def _place(fight: Fight, group: Group, later: list[Group]) -> None:
    question = Place(fight, commander(fight, group.force), group, later)
    answer = question.fixed() or fight.ask(question)
    hidden = question.hidden_of(answer)
    board = fight.setting.board
    for name, (x, y) in answer["at"].items():
        number = fight.setting.number[name]
        piece = fight.state.pieces[number]
        if name in hidden:
            piece.square, piece.facing, piece.fate = board.square(x, y), group.facing, "hidden"
        else:
            piece.fate = "fighting"
            put(fight, number, board.square(x, y), group.facing)
    _tell_placed(fight, group, answer["at"], hidden)


def _tell_placed(fight: Fight, group: Group, at: dict[str, list[int]], hidden: list[str]) -> None:
    """Everybody sees what stands there; what is hidden is noted secretly."""
    for secret in (False, True):
        squares = {name: (x, y) for name, (x, y) in at.items() if (name in hidden) == secret}
        if squares:
            whole = len(squares) == len(group.members)
            event = Placed("mag.setup.place_pieces", group.id, squares, FACINGS[group.facing], secret, whole)
            fight.tell(event, only=commander(fight, group.force) if secret else None)


class Place(Order):
    """Where shall this unit stand? {"at": {"spearmen-1": [5, 3], …}, "hidden": []}"""

    __slots__ = ("_occupied", "fight", "group", "later")
    kind = "place"
    form = '{ at = { "name-1" = [x, y], ... }, hidden = ["name-1"] }, a square for each piece'

    def __init__(self, fight: Fight, player: int, group: Group, later: list[Group]):
        super().__init__(player, "place", "mag.setup.place_pieces", group.id)
        self.fight, self.group, self.later = fight, group, later
        self._occupied = fight.state.occupied[:]
        for number, piece in enumerate(fight.state.pieces):
            if piece.fate == "hidden" and piece.side == group.force:
                for square in squares_of(fight, number):
                    self._occupied[square] = number

    def asked(self, names: Names) -> str:
        hide = " May start hidden." if self.group.entry.may_hide else ""
        facing = COMPASS[FACINGS[self.group.facing]]
        return (
            f"Where shall {names.piece(self.about)} stand, facing {facing}? The zone: {self._zone_words()}.{hide}"
        )

    def fixed(self) -> Answer | None:
        """The squares that the encounter prescribes, if it does."""
        entry = self.group.entry
        squares = entry.at if isinstance(entry, UnitEntry) else (entry.at,) if entry.at else ()
        if not squares:
            return None
        names = [self.fight.setting.name(number) for number in self.group.members]
        return {"at": {name: list(xy) for name, xy in zip(names, squares, strict=True)}, "hidden": []}

    def hidden_of(self, answer: Answer) -> list[str]:
        hidden: list[str] | bool = answer.get("hidden", [])
        return list(answer["at"]) if hidden is True else list(hidden or [])

    # --- judging -------------------------------------------------------------------------------------------

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        names = [self.fight.setting.name(number) for number in self.group.members]
        wanted = f"squares for {names[0]}" + (f" to {names[-1]}" if len(names) > 1 else "")
        if not isinstance(order, dict) or not isinstance(order.get("at"), dict) or set(order["at"]) != set(names):
            return Refusal(self.rule, f"expected {wanted}, got {order!r}")
        places: dict[str, int] = {}
        for name, xy in order["at"].items():
            square = self._square(xy)
            if square is None:
                return Refusal(self.rule, f"{name}: {xy!r} is not in its zone {self._zone_words()}")
            places[name] = square
        return self._crowded(places) or self._secret(order, places) or dict.fromkeys(names, 0)

    def _square(self, xy: object) -> int | None:
        if not (isinstance(xy, list | tuple) and len(xy) == 2 and all(type(n) is int for n in xy)):
            return None
        return self.fight.setting.board.square(*xy) if (xy[0], xy[1]) in self.group.zone else None

    def _zone_words(self) -> str:
        x, y = self.group.zone.x, self.group.zone.y
        return f"x {x[0]} to {x[1]}, y {y[0]} to {y[1]}"

    def _crowded(self, places: dict[str, int]) -> Refusal | None:
        occupied, filled = self._occupied[:], list[tuple[int, ...]]()
        for name, square in places.items():
            number = self.fight.setting.number[name]
            squares = self._footprint(square, occupied)
            if squares is None:
                place = self.fight.setting.board.xy(square)
                return Refusal(self.rule, f"{{who}}: there is no room for it at {place}", (name,))
            for one in squares:
                occupied[one] = number
            filled.append(squares)
        if self.group.unit != NOBODY and not coherent(self.fight, filled):
            return Refusal("mag.unit.coherency", "a unit is placed in one connected group")
        for group in self.later:
            if not self._fill(group, occupied):
                return Refusal(self.rule, "that would leave no room for {who}", (group.id,))
        return None

    def _secret(self, order: Answer, places: dict[str, int]) -> Refusal | None:
        """Only where the encounter lets them, and no enemy sees.  [mag.setup.hidden]"""
        hidden = order.get("hidden", [])
        if not isinstance(hidden, list | tuple | bool):
            return Refusal("mag.setup.hidden", f"expected the names of hidden pieces, got {hidden!r}")
        for name in self.hidden_of(order):
            if name not in list(places):  # anything may stand in an answer, even what has no hash
                return Refusal("mag.setup.hidden", f"{name!r} is no piece of {self.group.id}")
            if refusal := self._exposed(name, places[name]):
                return refusal
        return None

    def _exposed(self, name: str, square: int) -> Refusal | None:
        """Why a piece cannot lie hidden there."""
        setting, terrains = self.fight.setting, self.fight.setting.encounter.hide_on
        if not self.group.entry.may_hide:
            return Refusal("mag.setup.hidden", "{who} may not start hidden", (self.group.id,))
        squares = setting.squares(setting.number[name], square, self.group.facing)
        if terrains and any(setting.board.terrain[one] not in terrains for one in squares):
            return Refusal("mag.setup.hidden", f"{{who}} can hide only on {', '.join(terrains)}", (name,))
        if seen_by_enemy(self.fight, self.group.force, squares):
            return Refusal("mag.setup.hidden", f"an enemy can see {{who}} at {setting.board.xy(square)}", (name,))
        return None

    # --- offering ------------------------------------------------------------------------------------------

    def _footprint(self, square: int, occupied: list[int]) -> tuple[int, ...] | None:
        """The squares a piece of this group would fill, if it can stand there; () is never returned."""
        squares = self.fight.setting.standing_room(self.group).get(square)
        return None if squares is None or any(occupied[one] != NOBODY for one in squares) else squares

    def _fill(self, group: Group, occupied: list[int], priority: Priority | None = None) -> dict[int, int] | None:
        """Set a whole group down in one connected body, the best squares first; None if it does not fit.

        `occupied` is filled in, so that group after group can be tried.
        """
        room = self.fight.setting.standing_room(group)
        # A piece fills its front square and its rear square, which may be the same.
        open_ = {at: both for at, both in room.items() if occupied[both[0]] < 0 and occupied[both[-1]] < 0}
        ranked = sorted(open_, key=priority) if priority is not None else list(open_)
        for start in ranked:
            taken = self._grow(start, ranked, open_, len(group.members))
            if taken is not None:
                for number, square in zip(group.members, taken, strict=True):
                    for filled in open_[square]:
                        occupied[filled] = number
                return dict(zip(group.members, taken, strict=True))
        return None

    def _grow(
        self, start: int, ranked: list[int], open_: dict[int, tuple[int, ...]], count: int
    ) -> list[int] | None:
        board, taken = self.fight.setting.board, [start]
        filled = set(open_[start])
        near = {n for square in filled for n in board.neighbours[square]}
        while len(taken) < count:
            for square in ranked:
                squares = open_[square]
                if not near.isdisjoint(squares) and filled.isdisjoint(squares):
                    taken.append(square)
                    filled.update(squares)
                    near.update(n for one in squares for n in board.neighbours[one])
                    break
            else:
                return None
        return taken

    def _offer(self, priority: Priority | None, hide: bool) -> Answer | None:
        """A whole placing; to hide means to take the squares that nobody sees first, and to hide who can."""
        wish = self._out_of_sight(priority) if hide else priority
        placed = self._fill(self.group, self._occupied[:], wish)
        if placed is None:
            return None
        setting = self.fight.setting
        at = {setting.name(number): list(setting.board.xy(square)) for number, square in placed.items()}
        hidden = [
            setting.name(n) for n, square in placed.items() if hide and not self._exposed(setting.name(n), square)
        ]
        if hide and not hidden:
            return None
        answer: Answer = {"at": at, "hidden": hidden}
        return answer if not isinstance(self.check(answer), Refusal) else None

    def _out_of_sight(self, priority: Priority | None) -> Priority:
        name = self.fight.setting.name(self.group.members[0])
        usual = {square: place for place, square in enumerate(self.fight.setting.standing_room(self.group))}
        rank = priority or usual.__getitem__
        unseen = {
            square
            for x, y in self.group.zone.squares()
            if not self._exposed(name, square := self.fight.setting.board.square(x, y))
        }
        return lambda square: rank(square) - (UNSEEN if square in unseen else 0)

    def suggest(self, most: int = 12) -> list[Answer]:
        board, facing = self.fight.setting.board, self.group.facing
        corner = board.square(self.group.zone.x[0], self.group.zone.y[0])

        def towards(right: int, ahead: int) -> Priority:
            def rank(square: int) -> float:
                aside, forward = board.relative(corner, square, facing)
                return -right * aside - ahead * forward

            return rank

        wishes: list[Priority | None] = [None, towards(-1, 100), towards(1, 100), towards(0, -100)]
        wishes += [towards(-100, 1), towards(100, 1)]
        found: list[Answer] = []
        for hide in (True, False) if self.group.entry.may_hide else (False,):
            for wish in wishes:
                offer = self._offer(wish, hide)
                if offer is not None and offer not in found:
                    found.append(offer)
                if len(found) >= most:
                    return found
        return found

    def sample(self, chance: Chance) -> Answer:
        weights = [chance.random() for _ in range(self.fight.setting.board.size)]
        hide = self.group.entry.may_hide and chance.random() < 0.5
        offer = self._offer(lambda square: weights[square], hide) or self._offer(lambda s: weights[s], False)
        return offer or self.suggest(1)[0]

    def outline(self) -> dict[str, list[tuple[int, int]]]:
        squares = list(self.group.zone.squares())
        return {self.fight.setting.name(number): squares for number in self.group.members}


# --- leaders ------------------------------------------------------------------------------------------------


def name_leaders(fight: Fight) -> None:
    """The encounter's leader; where it names a unit, one of its pieces is marked before play.

    Both sides choose before either choice is shown.  [mag.setup.leader]
    """
    leaders = [NOBODY, NOBODY]
    questions: dict[int, Choose] = {}
    for force in (0, 1):
        candidates = _candidates(fight, force)
        if len(candidates) == 1:
            leaders[force] = candidates[0]
        else:
            options = [fight.setting.name(number) for number in candidates]
            player = commander(fight, force)
            questions[force] = Choose(player, "leader", options, "mag.setup.leader", text=WHO_LEADS)
    for force, answer in zip(questions, fight.ask_all(list(questions.values())), strict=True):
        leaders[force] = fight.setting.number[answer]
    fight.state.leaders = (leaders[0], leaders[1])
    for force, leader in enumerate(leaders):
        hidden = fight.state.pieces[leader].fate == "hidden"
        only = commander(fight, force) if hidden else None
        fight.tell(LeaderNamed("mag.setup.leader", force, fight.setting.name(leader)), only)
    fight.state.phase = "initiative"


def _candidates(fight: Fight, force: int) -> list[int]:
    named = fight.setting.sides[force].leader
    if named:
        return list(fight.setting.group[named].members)
    return list(_everybody(fight, force))


def _everybody(fight: Fight, force: int) -> Iterator[int]:
    return (figure.number for figure in fight.setting.figures if figure.force == force)
