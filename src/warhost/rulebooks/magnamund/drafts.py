"""Orders that a player puts together in words, piece by piece, before he gives them.

A draft is never more than a proposal: the question it belongs to judges it whenever a word is added. `take` adds
what words say and tells how the draft stands, or returns None if they say nothing that belongs there; `state` is
the battle as it would stand, for drawing.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from warhost.engine.battle import Battle
from warhost.engine.drafting import SaidDraft
from warhost.engine.field.board import FACINGS
from warhost.engine.oracle import Scripted
from warhost.engine.question import Answer, Refusal
from warhost.engine.saying import ABOUT, TURNS, WAY_WORDS, Unclear, goes_on, parts_of, spoken

from .everyday import COMPASS, beyond, everyday, facing_after, straight_on, turns
from .orders import Lead, March, cannot_march
from .pieces import put
from .placing import Place
from .setting import Fight, Setting
from .state import State
from .steps import TOKEN, Mover, Walk, path_to

STEPS = re.compile(rf"({TOKEN.pattern})+")
TURNS_AND_STEPS = re.compile(r"[FLRnesw]+")
LEAP = re.compile(r"\^\d+,\d+,[NESWnesw]")
LETTERS = "F forward, L and R diagonally forward, n e s w a turn"
RARE_LETTERS = "X off the board by an exit, ^x,y,N a leap for those who have learned it"
SQUARE = re.compile(r"\(?(\d+),(\d+)(?:,([NESWnesw]))?\)?")
SIDES_OF_ZONE = ("front", "back", "left", "right", "middle")


class MarchDraft:
    """Paths for the pieces of a unit, in the order in which they move."""

    sayings = (
        ("4 forward", "squares; the others of the unit go the same way as far as they can"),
        ("forward left 2", "two squares aslant"),
        ("left 3, back 2", "squares to that side; the shortest way is found"),
        ("turn left, turn about", "a quarter, or half a turn"),
        ("face north", "north is up the board"),
        ("to 9,12", "the leading piece to that column and row"),
        ("spearmen-3 2 forward", "one piece alone"),
        ("all FFF", f"everybody by a path in letters: {LETTERS}, {RARE_LETTERS}"),
        ("spearmen-3 FFRe", "one piece goes its own way; its number alone (3 FFRe) will do"),
        ("FFRe", "for one who goes alone the path is enough"),
        ("1-4 FF 5,6 L", "several pieces, one group after the other"),
        ("to 3 9,12,N", "piece 3 goes to square (9,12), facing north; the way is found for you"),
    )
    words = (*WAY_WORDS, *TURNS, *ABOUT, *COMPASS, "to", "all")

    def __init__(self, question: March):
        self.question = question
        self.order: dict[str, str] = {}
        self.wanted: Answer = None

    @property
    def answer(self) -> Answer:
        return dict(self.order)

    def resume(self, answer: Answer) -> None:
        self.order = {name: path for name, path in answer.items() if name in self._names()}

    def take(self, words: list[str]) -> str | Refusal | None:
        self.wanted = None
        if (told := self._in_everyday_words(words)) is not None:
            return told
        if words[0] == "all" and len(words) == 2:
            return self._everybody(straightened(words[1]))
        if words[0] == "to" and len(words) == 3:
            return self._go_to(words[1], words[2])
        if len(words) == len(self._names()) == 1:
            words = [*self._names(), *words] if STEPS.fullmatch(straightened(words[0])) else words
        if len(words) % 2:
            return None
        paths = _paths(self._names(), words)
        if paths is None or isinstance(paths, Refusal):
            return paths
        return self._add(paths)

    # --- everyday words ------------------------------------------------------------------------------------

    def _in_everyday_words(self, words: list[str]) -> str | Refusal | None:
        """Ways and turns, for the unit or for one of it; nothing if they speak of none."""
        alone, parts = addressed(self._names(), words)
        if not parts or not all((part[:1] == ["to"] and len(part) == 2) or everyday(part) for part in parts):
            return None
        if alone and not goes_on(words):
            self.order.pop(alone, None)
        told: str | Refusal | None = None
        for part in parts:
            told = self._told(alone, part)
            if isinstance(told, Refusal):
                return told
        return told

    def _told(self, alone: str | None, words: list[str]) -> str | Refusal:
        lead = alone or self._setting.name((self.question.free or self.question.everyone)[0])
        if turns(words):
            return self._add(self._turned([alone] if alone else self._free(), words))
        path = self._path(lead, words, with_others=alone is not None)
        if isinstance(path, Refusal):
            return path
        if alone:
            return self._add({alone: path})
        before, self.order = self.order, {}
        told = self._add(self._following(lead, path))
        if isinstance(told, Refusal):
            self.order = before
        return told

    def _free(self) -> list[str]:
        return [self._setting.name(number) for number in self.question.free]

    def _turned(self, names: list[str], words: list[str]) -> dict[str, str]:
        """Their paths, each with another turn at its end."""
        found: dict[str, str] = {}
        for name in names:
            path, (_, facing) = self.order.get(name, ""), self._stands(name)
            wanted = facing_after(words, facing)
            found[name] = path if wanted == facing else f"{path.rstrip('nesw')}{FACINGS[wanted].lower()}"
        return {name: path for name, path in found.items() if path}

    def _path(self, lead: str, words: list[str], with_others: bool) -> str | Refusal:
        """Straight on, be it possible or not, for the referee has the better reason; or the way to a square."""
        said, board = spoken(words), self._setting.board
        if far := straight_on(said):
            return f"{self.order.get(lead, '')}{'F' * far}"
        square, facing = self._stands(lead)
        numbers = [round(number) for number in said.numbers]
        x, y = numbers if words[0] == "to" and len(numbers) == 2 else beyond(said, board.xy(square), facing)
        if not (1 <= x <= board.width and 1 <= y <= board.height):
            return Refusal("mag.morale.off_board", f"({x},{y}) is not on the board")
        return self._way(lead, board.square(x, y), None, with_others)

    def _stands(self, name: str) -> tuple[int, int]:
        """Where a piece would stand after the draft, and how it would look."""
        number, plan = self._setting.number[name], self.question.plan()
        piece = self.question.fight.state.pieces[number]
        stands = piece.square, piece.facing
        for other, path in self.order.items():
            walk = plan.move(self._setting.number[other], path)
            if other == name and isinstance(walk, Walk):
                stands = walk.square, walk.facing
        return stands

    def _following(self, lead: str, path: str) -> dict[str, str]:
        """The leading piece all the way, the others the same way as far as they can."""
        together = self.question.together(path) if TURNS_AND_STEPS.fullmatch(path) else {}
        return {**(together or self._each_far(path)), lead: path}

    # --- letters -------------------------------------------------------------------------------------------

    @property
    def _setting(self) -> Setting:
        return self.question.fight.setting

    def _names(self) -> list[str]:
        return [self._setting.name(number) for number in self.question.everyone]

    def _everybody(self, path: str) -> str | Refusal:
        if not TURNS_AND_STEPS.fullmatch(path):
            return Refusal(self.question.rule, f"{path!r} is no path for a whole unit; use F, L, R, n, e, s, w")
        order = self.question.together(path) or self._each_far(path)
        if not order:
            verdict = self.question.check(dict.fromkeys(self._names(), path))
            return verdict if isinstance(verdict, Refusal) else Refusal(self.question.rule, "nobody could do that")
        self.order = self.wanted = order
        return self._standing()

    def _each_far(self, path: str) -> dict[str, str]:
        """Everybody as far along a path as he can, even if it tears the unit apart; a draft may still be mended."""
        plan, order, waiting = self.question.plan(), dict[str, str](), list(self.question.free)
        moved = True
        while moved:  # those who have gone all the way make room for others
            gone = [number for number in waiting if isinstance(plan.move(number, path), Walk)]
            order |= {self._setting.name(number): path for number in gone}
            waiting, moved = [number for number in waiting if number not in gone], bool(gone)
        for number in waiting:
            if part := plan.far(number, path):
                order[self._setting.name(number)] = part
        return order

    def _add(self, paths: dict[str, str]) -> str | Refusal:
        """A piece that gets a new path moves after those that already have one."""
        order = {name: path for name, path in self.order.items() if name not in paths} | paths
        self.wanted = order
        plan = self.question.plan()
        for name, path in order.items():
            number = self._setting.number[name]
            verdict = cannot_march(self.question.fight, number) or plan.move(number, path)
            if isinstance(verdict, Refusal):
                return Refusal(verdict.rule, f"{{who}}: {verdict.why}", (name,))
        self.order = order
        return self._standing()

    def _go_to(self, piece: str, where: str) -> str | Refusal:
        names, place = pieces_named(self._names(), piece), SQUARE.fullmatch(where)
        if len(names) != 1 or place is None:
            return Refusal(self.question.rule, "expected: to PIECE X,Y or to PIECE X,Y,N")
        name, board = names[0], self._setting.board
        x, y = int(place[1]), int(place[2])
        if not (1 <= x <= board.width and 1 <= y <= board.height):
            return Refusal("mag.morale.off_board", f"({x},{y}) is not on the board")
        path = self._way(name, board.square(x, y), place[3])
        return self._add({name: path}) if isinstance(path, str) else path

    def _way(self, name: str, square: int, facing: str | None, with_others: bool = True) -> str | Refusal:
        """The cheapest path there, round those that have moved before."""
        plan, number = self.question.plan(), self._setting.number[name]
        for other, path in self.order.items():
            if other != name and with_others:
                plan.move(self._setting.number[other], path)
        reached = Mover(self.question.fight, number, plan.occupied, plan.threat).reach()
        wanted = range(4) if facing is None else (FACINGS.index(facing.upper()),)
        places = [square * 4 + way for way in wanted if square * 4 + way in reached]
        if not places:
            points = self.question.mover(number).points
            return Refusal("mag.move.points", f"{{who}} cannot come there with {points} Movement Points", (name,))
        return path_to(reached, min(places, key=lambda place: reached[place][0]))

    def _standing(self) -> str:
        """The draft with its costs, and what is still wrong with the whole."""
        verdict, plan = self.question.check(self.order), self.question.plan()
        for name, path in self.order.items():
            plan.move(self._setting.number[name], path)
        alike: dict[tuple[str, int], list[str]] = {}
        for name, path in self.order.items():
            alike.setdefault((path, plan.costs[name]), []).append(name)
        said = [f"{', '.join(names)} {path} ({cost})" for (path, cost), names in alike.items()]
        lines = [f"Draft, with what it costs in points: {'; '.join(said)}."]
        if isinstance(verdict, Refusal):
            lines.append(f"Not lawful yet: {verdict}")
        else:
            lines.append("Lawful. `go` gives the order, `board` shows it, `drop` forgets it.")
        return "\n".join(lines)

    def state(self, known: State | None = None) -> State:
        """The battle, or what a player knows of it; those who leave the board stay in the picture."""
        state = (known or self.question.fight.state).copy()
        fight: Fight = Battle(self._setting, state, Scripted())
        plan = self.question.plan()
        for name, path in self.order.items():
            number = self._setting.number[name]
            walk = plan.move(number, path)
            if isinstance(walk, Walk) and not walk.left:
                put(fight, number, walk.square, walk.facing)
        return state


class LeadDraft(SaidDraft[Lead]):
    """The paths of a blinded piece and its guide, which are judged together only."""

    sayings = (("both FF, or HERO FF GUIDE FR", f"a path is written in letters: {LETTERS}"),)
    words = ("both",)

    def __init__(self, question: Lead):
        super().__init__(question, {})

    def told(self, words: list[str]) -> Answer:
        setting = self.question.fight.setting
        names = [setting.name(number) for number in (self.question.blind, self.question.guide)]
        if words[0] == "both":
            words = [word for name in names for word in (name, *words[1:])]
        if len(words) % 2:
            return None
        paths = _paths(names, words)
        if isinstance(paths, Refusal):
            raise Unclear(paths.why)
        return None if paths is None else self.answer | paths

    def worded(self, order: Answer, costs: dict[str, int]) -> str:
        paid = ", ".join(f"{name} {path} ({costs[name]})" for name, path in order.items())
        return f"with what it costs in points, {paid}"

    def state(self) -> State:
        return self.question.fight.state.copy()


class PlaceDraft:
    """Squares for every piece; it begins with the first offer and is changed from there."""

    sayings = (
        ("left 3, forward 2", "everybody so many squares, as they look; to 9,4 the first of them there"),
        ("spearmen-3 2 forward", "one piece alone, changing places with whoever stands there"),
        ("front, back, left, right, middle", "take such an offer as your draft"),
        ("put spearmen-3 9,4", "one piece elsewhere"),
        ("shift 2,0", "everybody two squares to the east (west and south are negative)"),
        ("hide all, hide 3, show 3", "where the encounter lets a unit start hidden"),
    )
    words = (*WAY_WORDS, *TURNS, "to", "put", "shift", "hide", "show")

    def __init__(self, question: Place):
        self.question = question
        offers = question.suggest(1)
        self.at: dict[str, list[int]] = dict(offers[0]["at"]) if offers else {}
        self.hidden: list[str] = list(offers[0]["hidden"]) if offers else []
        self.wanted: Answer = None

    def resume(self, answer: Answer) -> None:
        self.at, self.hidden = dict(answer["at"]), list(answer["hidden"])

    @property
    def answer(self) -> Answer:
        return {"at": {name: list(square) for name, square in self.at.items()}, "hidden": list(self.hidden)}

    def take(self, words: list[str]) -> str | Refusal | None:
        self.wanted = None
        if len(words) == 1 and words[0] in SIDES_OF_ZONE:
            return self._offered(words[0])
        alone, parts = addressed(list(self.at), words)
        if self.at and parts and all((part[0] == "to" and len(part) == 2) or everyday(part) for part in parts):
            return self._told(alone, parts)
        if words[0] == "put" and len(words) == 3:
            return self._put(words[1], words[2])
        if words[0] == "shift" and len(words) == 2:
            return self._shift(words[1])
        if words[0] in ("hide", "show") and len(words) == 2:
            return self._hide(words[1], words[0] == "hide")
        return None

    def _told(self, alone: str | None, parts: list[list[str]]) -> str | Refusal:
        """Everybody, or one of them, elsewhere; whoever has no facing of his own cannot turn."""
        lead, at, facing = alone or next(iter(self.at)), self.at, self.question.group.facing
        for words in parts:
            if turns(words):
                return Refusal("", "they face as the encounter has it")
            said, (x, y) = spoken(words), at[lead]
            u, v = map(round, said.numbers) if words[0] == "to" else beyond(said, (x, y), facing)
            there = {name: [a + u - x, b + v - y] for name, (a, b) in at.items()}
            at = _changed(at, alone, [u, v]) if alone else there
        return self._become(at, self.hidden)

    def _offered(self, where: str) -> str | Refusal:
        for offer in self.question.suggest():
            if where in placement_words(self.question, offer).partition(":")[0]:
                return self._become(offer["at"], offer["hidden"])
        return Refusal(self.question.rule, f"there is no offer at the {where} of the zone")

    def _put(self, piece: str, where: str) -> str | Refusal:
        names, place = pieces_named(list(self.at), piece), SQUARE.fullmatch(where)
        if len(names) != 1 or place is None:
            return Refusal(self.question.rule, "expected: put PIECE X,Y")
        return self._become(_changed(self.at, names[0], [int(place[1]), int(place[2])]), self.hidden)

    def _shift(self, by: str) -> str | Refusal:
        moved = re.fullmatch(r"(-?\d+),(-?\d+)", by)
        if moved is None:
            return Refusal(self.question.rule, "expected: shift EAST,NORTH, such as shift -2,0")
        east, north = int(moved[1]), int(moved[2])
        return self._become({name: [x + east, y + north] for name, (x, y) in self.at.items()}, self.hidden)

    def _hide(self, piece: str, hide: bool) -> str | Refusal:
        names = list(self.at) if piece == "all" else pieces_named(list(self.at), piece)
        if not names:
            return Refusal("mag.setup.hidden", f"{piece!r} is no piece of {self.question.about}")
        rest = [name for name in self.hidden if name not in names]
        return self._become(self.at, rest + names if hide else rest)

    def _become(self, at: dict[str, list[int]], hidden: list[str]) -> str | Refusal:
        """Take the new draft if it is lawful; a unit that does not hang together yet may still be mended."""
        before = self.at, self.hidden
        self.at, self.hidden = dict(at), list(hidden)
        self.wanted = self.answer
        verdict = self.question.check(self.wanted)
        if isinstance(verdict, Refusal) and verdict.rule != "mag.unit.coherency":
            self.at, self.hidden = before
            return verdict
        said = ", ".join(f"{name} ({x},{y})" for name, (x, y) in self.at.items())
        secret = f" Hidden: {', '.join(self.hidden)}." if self.hidden else ""
        if isinstance(verdict, Refusal):
            return f"Draft: {said}.{secret}\nNot lawful yet: {verdict}"
        return f"Draft: {said}.{secret}\nLawful. `go` places them so, `board` shows it, `drop` begins again."

    def state(self, known: State | None = None) -> State:
        """The battle with the group in its place, or what a player knows of it."""
        question, setting = self.question, self.question.fight.setting
        state = (known or question.fight.state).copy()
        fight: Fight = Battle(setting, state, Scripted())
        for name, (x, y) in self.at.items():
            number, square = setting.number[name], setting.board.square(x, y)
            if name in self.hidden:
                piece = state.pieces[number]
                piece.fate, piece.square, piece.facing = "hidden", square, question.group.facing
            else:
                state.pieces[number].fate = "fighting"
                put(fight, number, square, question.group.facing)
        return state


def _changed(at: dict[str, list[int]], name: str, square: list[int]) -> dict[str, list[int]]:
    """One of them elsewhere; whoever stands there takes his place."""
    there = {other: at[name] for other, taken in at.items() if list(taken) == square}
    return at | there | {name: square}


def addressed(names: list[str], words: list[str]) -> tuple[str | None, list[list[str]]]:
    """Whom a line is about if it names one of several, and its parts without the name."""
    parts = parts_of(words)
    if not parts or len(names) < 2 or parts[0][0] not in names:
        return None, parts
    return parts[0][0], [part for part in (parts[0][1:], *parts[1:]) if part]


def placement_words(question: Place, answer: Answer) -> str:
    """'front and left: ranks of 10 and 2, (5,22) to (14,23)', as seen by those who stand there."""
    zone, facing = question.group.zone, question.group.facing
    board = question.fight.setting.board
    corner = board.square(zone.x[0], zone.y[0])
    spots = [board.relative(corner, board.square(x, y), facing) for x, y in answer["at"].values()]
    whole = [board.relative(corner, board.square(x, y), facing) for x, y in zone.squares()]
    where = [_lean([a for _, a in spots], [a for _, a in whole], "front", "back")]
    where.append(_lean([a for a, _ in spots], [a for a, _ in whole], "right", "left"))
    ranks = Counter(ahead for _, ahead in spots)
    rows = [str(ranks[ahead]) for ahead in sorted(ranks, reverse=True)]
    shape = f"ranks of {', '.join(rows[:-1])} and {rows[-1]}" if len(rows) > 1 else f"one rank of {rows[0]}"
    xs, ys = [x for x, _ in answer["at"].values()], [y for _, y in answer["at"].values()]
    area = f", ({min(xs)},{min(ys)}) to ({max(xs)},{max(ys)})"
    if len(xs) == 1:
        shape, area = "at ", f"({xs[0]},{ys[0]})"
    secret = "hidden, " if question.hidden_of(answer) else ""
    return f"{secret}{' '.join(dict.fromkeys(filter(None, where))) or 'all over'}: {shape}{area}"


def _lean(mine: list[int], zone: list[int], high: str, low: str) -> str:
    """Which edge of their zone the pieces keep to; nothing if they fill it from edge to edge."""
    above, below = max(zone) - max(mine), min(mine) - min(zone)
    if above and below:
        return "middle"
    return high if below else low if above else ""


def pieces_named(names: list[str], said: str) -> list[str]:
    """The pieces meant by a name, a number, a range (1-4) or several of these with commas; [] if any is unknown."""
    found: list[str] = []
    for part in said.split(","):
        span = re.fullmatch(r"(\d+)-(\d+)", part)
        numbers = range(int(span[1]), int(span[2]) + 1) if span else [int(part)] if part.isdigit() else []
        meant = [name for name in names if name == part or any(name.endswith(f"-{n}") for n in numbers)]
        if 1 in numbers and len(names) == 1 and not re.search(r"-\d+$", names[0]):
            meant = names  # one who has no number is the first and only
        if not meant:
            return []
        found += meant
    return found


def straightened(path: str) -> str:
    """A path in the letters of the rules, however it was typed: steps are capitals, turns are small."""
    ends = [0, *(edge for leap in LEAP.finditer(path) for edge in leap.span()), len(path)]
    pieces = [path[start:end] for start, end in pairwise(ends)]
    return "".join(
        piece.upper() if number % 2 else "".join(c.upper() if c in "flrxFLRX" else c.lower() for c in piece)
        for number, piece in enumerate(pieces)
    )


def _paths(names: list[str], words: list[str]) -> dict[str, str] | Refusal | None:
    """'1-4 FF 5 L' as paths; None if it looks like nothing of the kind."""
    found: dict[str, str] = {}
    for said, path in zip(words[::2], words[1::2], strict=True):
        pieces, letters = pieces_named(names, said), straightened(path)
        is_path = STEPS.fullmatch(letters) is not None
        if not pieces and not is_path:
            return None
        if not pieces:
            return Refusal("mag.turn.phase2", f"{said} names nobody here; there are {', '.join(names)}")
        if not is_path:
            return Refusal("mag.turn.phase2", f"{path!r} is no path; write {LETTERS}, {RARE_LETTERS}")
        found |= dict.fromkeys(pieces, letters)
    return found
