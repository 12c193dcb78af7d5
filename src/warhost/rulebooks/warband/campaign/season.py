"""A campaign of linked games in one chronicle: founded, battle after battle, settled step by step.
[war.camp.linked]

Every battle and every step after it is an entry of its own. What is open follows from the entries alone, and all
dice
follow from the seed and the number of the entry: a campaign that was stopped anywhere and taken up again ends
alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.chronicle import Chronicle
from warhost.engine.data import DataError
from warhost.engine.dice import DiceStream
from warhost.engine.event import Told
from warhost.engine.game import Game
from warhost.engine.oracle import Direct, Recorded
from warhost.engine.player import Player, Seat
from warhost.engine.question import Answer, Question
from warhost.roster.lists import all_faults, find_roster

from .aftermath import Aftermath, AftermathBook, Records
from .happened import Happened, Side, happened
from .ledger import Ledger, company_of, founded, may_fight

if TYPE_CHECKING:
    from ..rulebook import Warband

BATTLES = 4
ALL = -1
FIXTURES: Mapping[int, Sequence[Sequence[Sequence[int]]]] = {
    2: (((0, 1),),),
    3: (((0, 1),), ((1, 2),), ((2, 0),), ((0, 1, 2),)),
    4: (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)), ((0, 1, 2, 3),)),
}
"""Who plays whom, battle after battle, by the number of players.  [war.camp.fixtures]"""


class Founding(msgspec.Struct, frozen=True):
    rulebook: str
    title: str
    seed: str
    battles: int
    players: tuple[str, ...]  # who answers for each: tactician, random, or a person's name
    ledgers: tuple[Ledger, ...]


def found(
    book: Warband,
    path: Path,
    rosters: Sequence[str],
    battles: int,
    seed: str,
    players: Sequence[str],
    title: str = "A campaign",
) -> Season:
    """A new campaign; unlawful warbands are refused.  [war.band.found]"""
    if not 2 <= len(rosters) <= 4:
        raise DataError(str(path), "warbands", f"expected two to four warbands, got {len(rosters)}")
    ledgers: list[Ledger] = []
    for name in rosters:
        file, roster = find_roster(book.lists, name)
        for key, expected in all_faults(book.lists, roster):
            raise DataError(file.name, key, expected)
        for breach in book.lists.breaches(roster):
            raise DataError(file.name, breach.where, f"{breach.why} [{breach.rule}]")
        same = sum(ledger.name.startswith(roster.name) for ledger in ledgers)
        ledgers.append(founded(roster, book.library, f"{roster.name} {same + 1}" if same else roster.name))
    founding = Founding(book.id, title, seed, battles, tuple(players), tuple(ledgers))
    return Season(book, Chronicle.begun(path, "founded", founding))


class Season:
    """A campaign under way, made of its chronicle."""

    def __init__(self, book: Warband, chronicle: Chronicle):
        self.book, self.chronicle = book, chronicle
        first = chronicle.entries[0]
        if first.kind != "founded":
            raise DataError(str(chronicle.path), "line 1", "expected the founding of a campaign")
        self.founding = msgspec.convert(first.data, Founding)
        self.ledgers = [ledger.copy() for ledger in self.founding.ledgers]
        self.battles: list[Happened] = []
        self.ratings: list[tuple[int, ...]] = [tuple(ledger.rating for ledger in self.ledgers)]
        self.tale: list[list[Told]] = []
        self.open: Aftermath | None = None
        for entry in chronicle.entries[1:]:
            self._follow(entry.number, entry.kind, entry.data)

    @classmethod
    def opened(cls, book: Warband, path: Path) -> Season:
        return cls(book, Chronicle.opened(path))

    # --- following the chronicle ---------------------------------------------------------------------------

    def _follow(self, number: int, kind: str, data: Any) -> None:
        if kind == "battle":
            self._after(msgspec.convert(data, Happened))
        elif kind == "step":
            self._run(number, Recorded(self._dice(number), data))
        else:
            raise DataError(
                str(self.chronicle.path), f"line {number + 1}", f"expected a battle or a step, got {kind}"
            )

    def _dice(self, number: int) -> DiceStream:
        return DiceStream(self.founding.seed, number)

    def _after(self, one: Happened) -> None:
        self.battles.append(one)
        self.open = Aftermath(self.ledgers, one)

    def _run(self, number: int, oracle: Any) -> None:
        """One step of the sequence after a battle."""
        assert self.open is not None
        after: Battle[Aftermath, Records] = Battle(Records(self.book.library), self.open, oracle)
        AftermathBook(self.book.library).step(after)
        self.tale.append(after.told)
        if self.open.done:
            self._sit_out(self.battles[-1])
            self.open = None
            self.ratings.append(tuple(ledger.rating for ledger in self.ledgers))

    def _sit_out(self, last: Happened) -> None:
        """Who sits out does nothing but heal, once in a round of the fixtures.  [war.camp.fixtures]"""
        if len(self.founding.ledgers) == 3:
            for number, ledger in enumerate(self.ledgers):
                if number not in last.players:
                    for hero in ledger.heroes:
                        hero.misses = max(0, hero.misses - 1)

    # --- what is next --------------------------------------------------------------------------------------

    @property
    def schedule(self) -> Iterator[tuple[int, ...]]:
        """All pairings in their order."""
        rounds = FIXTURES[len(self.ledgers)]
        for number in range(self.founding.battles):
            yield from (tuple(pair) for pair in rounds[number % len(rounds)])

    def next_pairing(self) -> tuple[int, ...] | None:
        return next((pair for at, pair in enumerate(self.schedule) if at == len(self.battles)), None)

    @property
    def over(self) -> bool:
        return self.open is None and self.next_pairing() is None

    def standings(self) -> list[int]:
        """By rating, then crowns, then battles won.  [war.camp.linked]"""
        return sorted(
            range(len(self.ledgers)),
            key=lambda at: (-self.ledgers[at].rating, -self.ledgers[at].treasury, -self.ledgers[at].won, at),
        )

    # --- going on ------------------------------------------------------------------------------------------

    def advance(self, players: Callable[[str, str], Player]) -> str:
        """One entry more: the next battle, or the next step after one. What happened, in a few words."""
        number = len(self.chronicle.entries)
        if self.open is not None:
            oracle = Direct(self._dice(number), lambda question: self._answer(question, players, number))
            self._run(number, oracle)
            self.chronicle.add("step", oracle.given)
            return "settling"
        pair = self.next_pairing()
        if pair is None:
            return "over"
        one = self._battle(pair, players, number)
        self.chronicle.add("battle", one)
        self._after(msgspec.convert(msgspec.to_builtins(one), Happened))
        return f"battle {len(self.battles)}: {one.scenario}"

    def _answer(self, question: Question, players: Callable[[str, str], Player], number: int) -> Answer:
        assert self.open is not None
        who = self.founding.players[self.open.happened.players[question.side]]
        player = players(who, f"{self.founding.seed}/{number}/{question.side}")
        book = AftermathBook(self.book.library)
        return player.answer(question, Seat(book, Records(self.book.library), self.open, question.side))

    def _battle(self, pair: tuple[int, ...], players: Callable[[str, str], Player], number: int) -> Happened:
        ledgers = [self.ledgers[at] for at in pair]
        able = [side for side, ledger in enumerate(ledgers) if may_fight(ledger)]
        if len(able) < len(pair):
            return self._forfeited(pair, able)
        scenario = self.scenario(pair, number)
        names = {3: "_three", 4: "_four"}
        setup = self.book.setup_of(
            scenario + names.get(len(pair), ""), [company_of(ledger, self.book.library) for ledger in ledgers], {}
        )
        game = Game(self.book, setup, f"{self.founding.seed}/{number}")
        seats = [
            players(self.founding.players[at], f"{self.founding.seed}/{number}/{side}")
            for side, at in enumerate(pair)
        ]
        game.play(seats, keep=False)
        return happened(game.setting, game.checkpoint, pair)

    def _forfeited(self, pair: tuple[int, ...], able: list[int]) -> Happened:
        """[war.camp.few]"""
        winner = able[0] if len(able) == 1 else -1
        sides = tuple(
            Side(
                tuple(
                    one.id
                    for one in company_of(self.ledgers[at], self.book.library).recruits
                    if one.role != "follower"
                )
                if side in able
                else ()
            )
            for side, at in enumerate(pair)
        )
        ranking = (*able, *(side for side in range(len(pair)) if side not in able))
        return Happened(
            pair,
            sides,
            tuple(self.ledgers[at].rating for at in pair),
            winner,
            ranking,
            "forfeit",
            "nobody came",
            0,
            True,
        )

    def scenario(self, pair: Sequence[int], number: int) -> str:
        """A D6 says which; on a 6 the lower rating chooses, which is taken to be a street fight.

        [war.camp.linked] [war.multi.scenarios]
        """
        dice = self._dice(number)
        while True:
            face = dice.throw(1, 6)[0]
            if face == 6:
                return "skirmish"
            found = next(one for one in self.book.library.scenarios.values() if one.die == face)
            if len(pair) <= found.most_sides:
                return found.id
