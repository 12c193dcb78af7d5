"""What players call pieces, armies and things, and dice in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from warhost.engine import words
from warhost.engine.event import Rolled
from warhost.engine.words import Name, Ref, listed, mention, they_do

from ..dice import CIRCLE, pointed_at
from ..magic.book import title as spell_title
from ..setting import Setting
from ..state import NOBODY, Number, Piece, Player
from ..titles import length_of, part_of, title
from ..wording import degrees

TOLD_BY_OTHERS = ("soldiering", "battle stress", "dispersal", "general's soldiering")
"""What dice are thrown for whose outcome has an event of its own."""
MANY = 10  # dice beyond which faces are counted rather than listed
OF_ITSELF = ("it ", "its ", "there is no room")
"""How reasons begin that speak of the piece itself."""
ADVERBS = ("never", "still", "only")
CLAUSES = ("as", "before", "if", "when")  # 'it' after these does something
PRONOUNS = {"it": "them", "its": "their"}
ARTICLE = "a"
AFTER_NAMES = (
    "and", "are", "cannot", "could", "does", "fights", "goes", "has", "in", "is", "may", "must", "or", "sees",
    "stands", "takes", "to", "with", "would",
)  # fmt: skip
"""What follows the name of a piece in a reason, but not an article."""
STOPS = ",;:"


class Names(words.Names):
    """What players call the things that events name by their numbers, questions by their ids. `pieces` are those of
    the battle; without them only what stands on the rosters has a name."""

    def __init__(self, setting: Setting, pieces: Sequence[Piece] = ()):
        self.setting, self._pieces = setting, pieces or setting.recruits

    def piece(self, ref: Ref) -> Name:
        number = self._number(ref)
        if number == NOBODY:
            return Name(mention(self._part(str(ref))))
        return Name(mention(title(self.setting, self._pieces[number])), several(self.setting, number))

    def _part(self, name: str) -> str:
        """Somebody who is not among the pieces, by the group that he split off from if that is on the roster."""
        whole = name.partition("/")[0]
        return next((part_of(one.title, name) for one in self.setting.entries if one.name == whole), name)

    def side(self, side: int) -> Name:
        return Name(army(self.setting, Player(side)))

    def id(self, ref: Ref) -> str:
        number = self._number(ref)
        return self._pieces[number].name if 0 <= number < len(self._pieces) else ""

    def _number(self, ref: Ref) -> Number:
        if isinstance(ref, int):
            return Number(ref)
        return next((Number(at) for at, piece in enumerate(self._pieces) if piece.name == ref), NOBODY)

    def person(self, ref: Ref) -> bool:
        """Whether it is a character."""
        number, recruits = self._number(ref), self.setting.recruits
        return number < len(recruits) and self.setting.entries[recruits[number].entry].role is not None

    def thing(self, id: str) -> str:
        """A weapon, a kind of ground, a spell or an item."""
        known = self.setting.weapons.get(id) or self.setting.kinds.get(id)
        return known.title if known else spell_title(id)

    def title(self, name: str) -> str:
        return length_of(name)

    def thrown(self, dice: Rolled) -> str | None:
        """Dice whose outcome has an event of its own are told by that."""
        if dice.purpose.partition(":")[0] in TOLD_BY_OTHERS:
            return None
        needs = f", {dice.need} or {'more' if dice.over else 'less'} needed" if dice.need is not None else ""
        fell = headings(dice.faces) if dice.sides == CIRCLE else faces(dice.faces)
        return f"{self.side(dice.side)}, {dice.purpose}{needs}: {fell}."

    def reason(self, why: str, about: Ref = NOBODY) -> str:
        """A reason in which pieces are called by their names on the roster, and verbs agree with them; 'it' is the
        piece that the sentence is about, if that is known."""
        numbers = {piece.name: Number(at) for at, piece in enumerate(self.setting.recruits)}
        number = self._number(about)
        known = number != NOBODY
        said, subject = list[str](), False
        many = known and why.startswith(OF_ITSELF) and several(self.setting, number)
        before, whole = "", why.split(" ")
        for at, word in enumerate(whole):
            bare = word.rstrip(STOPS)
            name, _, part = bare.partition("/")
            named = name in numbers and not _article(whole, at)
            if named and (not part or part.replace("/", "").isdigit()):
                many = several(self.setting, numbers[name]) and not part
                said.append(part_of(self.piece(numbers[name]), bare) + word[len(bare) :])
            elif word == "it" and (not said or before in CLAUSES):
                said.append("they" if many else self.piece(about) if known and not said else word)
            elif many:
                others = they_do(bare) if subject and bare.endswith("s") else PRONOUNS.get(bare, bare)
                said.append(others + word[len(bare) :])
            else:
                said.append(word)
            subject = named or word == "it" or (subject and word in ADVERBS)
            before = word
        return " ".join(said)


def _article(words: Sequence[str], at: int) -> bool:
    """Whether this word is no name though a piece is called so: a noun follows it."""
    return words[at] == ARTICLE and at + 1 < len(words) and words[at + 1] not in AFTER_NAMES


def several(setting: Setting, number: Number) -> bool:
    """Whether a piece is spoken of as 'they': groups are; characters, lone models and detachments are not."""
    if number >= len(setting.recruits):
        return False
    entry = setting.entries[setting.recruits[number].entry]
    return entry.role is None and entry.models > 1


def army(setting: Setting, side: Player) -> str:
    """An army by its name; those of chance without their points, as long as that tells them apart."""
    short = [re.sub(r", \d+ points$", "", one.name) for one in setting.armies]
    return mention(short[side] if short[0] != short[1] else setting.armies[side].name)


def faces(thrown: Sequence[int]) -> str:
    """'2, 4 and 6', or of many dice how often each face came up: '1 ×3, 4 ×7'."""
    if len(thrown) <= MANY:
        return listed([str(face) for face in thrown]) or "no dice"
    return ", ".join(f"{face} ×{often}" for face, often in sorted(Counter(thrown).items()))


def headings(thrown: Sequence[int]) -> str:
    """'44 degrees (45 on a die of 360)': the first face is straight ahead to the far edge.  [tp.dice.direction]"""
    return listed([f"{degrees(pointed_at(face))} ({face} on a die of {CIRCLE})" for face in thrown])
