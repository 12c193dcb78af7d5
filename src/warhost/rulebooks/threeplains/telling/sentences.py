"""One sentence for each kind of event: where they are kept, and what they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from warhost.engine import words
from warhost.engine.event import Event
from warhost.engine.words import Name, Ref, they_do

from ..setting import Setting
from ..state import NOBODY, Number, Piece, Player
from ..titles import mention, part_of, title
from .names import army, several

OF_ITSELF = ("it ", "its ", "there is no room")
"""How reasons begin that speak of the piece itself."""
ADVERBS = ("never", "still", "only")
CLAUSES = ("as", "before", "if", "when")  # 'it' after these does something
PRONOUNS = {"it": "them", "its": "their"}
STOPS = ",;:"


class Names(words.Names):
    """What players call the things that events name by their numbers, questions by their ids. `pieces` are those of
    the battle; without them only what stands on the rosters has a name."""

    def __init__(self, setting: Setting, pieces: Sequence[Piece] = ()):
        self.setting, self._pieces = setting, pieces or setting.recruits

    def piece(self, ref: Ref) -> Name:
        number = Number(ref) if isinstance(ref, int) else self._number(ref)
        if number == NOBODY:
            return super().piece(ref)
        return Name(mention(title(self.setting, self._pieces[number])), self.many(number))

    def side(self, side: int) -> Name:
        return Name(self.army(Player(side)))

    def id(self, ref: Ref) -> str:
        number = Number(ref) if isinstance(ref, int) else self._number(ref)
        return self._pieces[number].name if 0 <= number < len(self._pieces) else ""

    def _number(self, id: str) -> Number:
        return next((Number(at) for at, piece in enumerate(self._pieces) if piece.name == id), NOBODY)

    def does(self, number: Number, deed: str) -> str:
        """'Captain Ostrel flees', 'Howlers flee': the deed begins with its verb, given as for one."""
        verb, space, rest = deed.partition(" ")
        return f"{self.piece(number)} {self.verb(number, verb)}{space}{rest}"

    def verb(self, number: Number, verb: str) -> str:
        """A verb, given as for one, that speaks of a piece mentioned before."""
        return they_do(verb) if self.many(number) else verb

    def its(self, number: Number) -> str:
        return "their" if self.many(number) else "its"

    def many(self, number: Number) -> bool:
        return several(self.setting, number)

    def hero(self, number: Number) -> bool:
        """Whether it is a character."""
        recruits = self.setting.recruits
        return number < len(recruits) and self.setting.entries[recruits[number].entry].role is not None

    def words(self, why: str, about: Number = NOBODY) -> str:
        """A reason in which pieces are called by their names on the roster, and verbs agree with them; 'it' is the
        piece that the sentence is about, if that is known."""
        numbers = {piece.name: Number(at) for at, piece in enumerate(self.setting.recruits)}
        known = about != NOBODY
        said, subject, many = list[str](), False, known and why.startswith(OF_ITSELF) and self.many(about)
        before = ""
        for word in why.split(" "):
            bare = word.rstrip(STOPS)
            name, _, part = bare.partition("/")
            if name in numbers and (not part or part.replace("/", "").isdigit()):
                many = self.many(numbers[name]) and not part
                said.append(part_of(self.piece(numbers[name]), bare) + word[len(bare) :])
            elif word == "it" and (not said or before in CLAUSES):
                said.append("they" if many else self.piece(about) if known and not said else word)
            elif many:
                said.append(they_do(word) if subject and word.endswith("s") else PRONOUNS.get(word, word))
            else:
                said.append(word)
            subject = name in numbers or word == "it" or (subject and word in ADVERBS)
            before = word
        return " ".join(said)

    def army(self, side: Player) -> str:
        return army(self.setting, side)


@singledispatch
def sentence(event: Event, names: Names) -> str | None:
    """What one kind of event says; kinds that are not registered speak for themselves."""
    return event.say(names)
