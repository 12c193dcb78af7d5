"""Words for what happens and what is asked: names that know whether they are one or many, and verbs that agree.

Rules speak of pieces by their ids. What players call them is put in at the edge, by the `Names` of a rulebook, so
that a sentence can stand beside the rule it belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .event import Rolled

Ref = str | int
"""How a rulebook's events and questions speak of a piece: by its id or its number."""

IRREGULAR = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go", "its": "their", "it": "they"}
HISSING = ("sses", "shes", "ches", "xes")
_BRACES = re.compile(r"\{(\w+(?: \w+)?)\}")


class Name(str):
    """What players call something; `many` if they say 'they' of it."""

    many: bool

    def __new__(cls, title: str, many: bool = False) -> Name:
        name = super().__new__(cls, title)
        name.many = many
        return name

    def does(self, verb: str) -> str:
        """The verb, given as it follows 'it', as it follows this name.

        >>> Name("Night Howlers", many=True).does("flees"), Name("the captain").does("flees")
        ('flee', 'flees')
        """
        return they_do(verb) if self.many else verb


def they_do(verb: str) -> str:
    """The verb as it follows 'they', made of the one that follows 'it'.

    >>> [they_do(verb) for verb in ("is", "flies", "passes", "closes", "strikes")]
    ['are', 'fly', 'pass', 'close', 'strike']
    """
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(HISSING) else verb.removesuffix("s")


def mention(title: str) -> str:
    """A title in the middle of a sentence.

    >>> mention("The Ford Watch"), mention("Lone Wolf")
    ('the Ford Watch', 'Lone Wolf')
    """
    article, _, rest = title.partition(" ")
    return f"{article.lower()} {rest}" if rest and article in ("The", "A", "An") else title


def listed(words: Sequence[str]) -> str:
    """
    >>> listed(["spears", "bows", "axes"])
    'spears, bows and axes'
    """
    *most, last = words or [""]
    return f"{', '.join(most)} and {last}" if most else str(last)  # a plain one: names cannot be sent


def count(amount: int, one: str, many: str = "") -> str:
    """
    >>> count(1, "model"), count(2, "model"), count(0, "man", "men")
    ('1 model', '2 models', '0 men')
    """
    return f"{amount} {one if amount == 1 else many or f'{one}s'}"


def spans(numbers: Iterable[int]) -> str:
    """
    >>> spans([1, 2, 3, 4, 6, 7])
    '1 to 4, 6 and 7'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    written = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run] for run in runs]
    return listed([word for words in written for word in words])


def sentence(words: str) -> str:
    """With a capital letter."""
    return words[:1].upper() + words[1:]


def stopped(words: str) -> str:
    """With a full stop, if nothing else ends it."""
    return words if words.endswith((".", "!", "?", ":", ".”", ".)")) else f"{words}."


class Names:
    """What players of a rulebook call things. Without one of its own, everything is called as it is written."""

    def piece(self, ref: Ref) -> Name:
        return Name(mention(str(ref)))

    def pieces(self, refs: Iterable[Ref]) -> Name:
        named = [self.piece(ref) for ref in refs]
        return Name(listed(named), len(named) > 1 or any(name.many for name in named))

    def does(self, ref: Ref, deed: str) -> str:
        """'The captain flees', 'Howlers flee': the deed begins with its verb, given as it follows 'it'."""
        verb, space, rest = deed.partition(" ")
        return f"{self.piece(ref)} {self.verb(ref, verb)}{space}{rest}"

    def verb(self, ref: Ref, verb: str) -> str:
        """A verb, given as it follows 'it', that speaks of a piece mentioned before."""
        return self.piece(ref).does(verb)

    def its(self, ref: Ref) -> str:
        return "their" if self.piece(ref).many else "its"

    def person(self, ref: Ref) -> bool:
        """Whether it is somebody with a name of his own, who is slain where others are destroyed."""
        return False

    def thing(self, id: str) -> str:
        """What players call something that is no piece: a weapon, a kind of ground, a spell."""
        return id.replace("_", " ")

    def title(self, name: str) -> str:
        """What bears a name of its own, as a wood or a wall does, in the middle of a sentence."""
        return mention(name)

    def reason(self, why: str, about: Ref = "") -> str:
        """A reason that names pieces by their ids, and speaks of whom it is `about` as 'it'."""
        return why

    def side(self, side: int) -> Name:
        return Name(f"side {side + 1}")

    def player(self, player: int) -> Name:
        """Who commands a side, by its name unless players and sides are not the same."""
        return self.side(player)

    def thrown(self, dice: Rolled) -> str | None:
        """Dice that fell; None where another event says it better."""
        needs = "" if dice.need is None else f", needs {dice.need} or {'more' if dice.over else 'less'}"
        faces = listed([str(face) for face in dice.faces])
        return f"{self.player(dice.side)}, {dice.purpose}: throws {faces}{needs}."

    def id(self, ref: Ref) -> str:
        """The id by which everything outside the rules knows a piece."""
        return str(ref)


def phrased(template: str, refs: Sequence[Ref], names: Names) -> str:
    """A template with names put in: {who} is the first, {1} the second. Any other word in braces is a verb, given
    as it follows 'it', that agrees with the first; {1 has} agrees with the second.

    >>> phrased("{who} {is} in the way of {1}, and {1} {1 has} to wait", ["guard", "wolves"], Names())
    'guard is in the way of wolves, and wolves has to wait'
    """
    if not refs:
        return template
    named = [names.piece(ref) for ref in refs]
    return _BRACES.sub(lambda found: _put_in(found[1], named), template)


def _put_in(said: str, named: Sequence[Name]) -> str:
    number, _, verb = said.rpartition(" ")
    if said == "who":
        return named[0]
    if said.isdecimal():
        return named[int(said)]
    agreed = named[int(number or 0)].does(verb.lower())
    return sentence(agreed) if verb[0].isupper() else agreed
