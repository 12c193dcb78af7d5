"""What rules ask of players, and what a lawful answer is.

Answers are plain JSON values, so that a save file, a web page and a test write them alike. Every question can
say why an answer is not lawful, offer sensible ones, and draw a lawful one at random.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, Self, TypeAlias

import msgspec

from .dice import Throw
from .distribution import Distribution
from .words import Names, Ref, listed, phrased, sentence

Answer: TypeAlias = Any  # a JSON value: str, int, list or dict of these


class Refusal(msgspec.Struct, frozen=True):
    """Why something is not allowed, and by which rule.

    Where `who` names pieces, `why` is a template for them, and players' own names are put in at the edge.
    """

    rule: str
    why: str
    who: tuple[Ref, ...] = ()

    def worded(self, names: Names) -> Refusal:
        """With everything called as players call it."""
        return Refusal(self.rule, phrased(self.why, self.who, names)) if self.who else self

    @property
    def plain(self) -> str:
        """Why, with everything called by its id."""
        return phrased(self.why, self.who, Names())

    def __str__(self) -> str:
        return f"{self.plain} [{self.rule}]" if self.rule else self.plain


class Refused(ValueError):
    """An answer was not lawful; nothing has changed."""

    def __init__(self, refusal: Refusal):
        super().__init__(str(refusal))
        self.refusal = refusal


class Chance(Protocol):
    """The little of a random generator that a question needs to draw an answer."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...


class Question(ABC):
    """Something a rule leaves to a player. `what` names it, `rule` says where it comes from.

    `text` is what is asked, in words: a template in which {who} is the piece it is `about`. `usual` is the answer
    of who does nothing or goes on as before, where there is one: stand, hold fire, pass, run on. What is `deferred`
    is carried out in a step that follows. On what is `slight` nothing hangs that is promised to others.

    One that is `empty` is asked only so that others cannot tell whether there was something to decide: its one
    lawful answer is the usual one, and nobody is bothered with it. One that is `secret` is asked because of
    something that its owner alone knows: nobody else is told anything before it is answered.
    """

    __slots__ = ("about", "deferred", "empty", "rule", "secret", "side", "slight", "text", "usual", "what")
    kind = "question"

    def __init__(self, side: int, what: str, rule: str, about: str = "", text: str = "", usual: Answer = None):
        self.side, self.what, self.rule, self.about, self.text = side, what, rule, about, text
        self.usual, self.deferred, self.slight = usual, False, False
        self.empty = self.secret = False

    def window(self, usual: Answer, *, empty: bool) -> Self:
        """Asked whenever others cannot exclude that there is something to decide, be there or not."""
        self.usual, self.empty = usual, empty
        return self

    def in_secret(self, secret: bool = True) -> Self:
        """Asked, unless others know of it, so that they do not notice."""
        self.secret = secret
        return self

    def asked(self, names: Names) -> str:
        """What is asked, with everything called as players call it."""
        text = self.text or (f"{self.what} {{who}}?" if self.about else f"{self.what}?")
        return sentence(phrased(text, (self.about,) if self.about else (), names))

    def label(self, answer: Answer, names: Names) -> str:
        """An answer in a few words."""
        return answer if isinstance(answer, str) else msgspec.json.encode(answer).decode()

    @abstractmethod
    def refuse(self, answer: Answer) -> Refusal | None:
        """None if the answer is lawful, otherwise why it is not."""

    @abstractmethod
    def suggest(self, most: int = 12) -> list[Answer]:
        """Lawful answers that make sense, at most so many."""

    def foretold(self, answer: Answer) -> Mapping[str, Distribution]:
        """By piece how many of it may fall, where the dice of a lawful answer are thrown in a later step."""
        return {}

    def sample(self, chance: Chance) -> Answer:
        """Any lawful answer, by chance."""
        suggestions = self.suggest()
        return suggestions[chance.randrange(len(suggestions))]

    def shape(self) -> str:
        """How an answer is written, in a few words."""
        return "as suggested"

    def describe(self) -> dict[str, Any]:
        """The question as the page and the terminal get it."""
        return {
            "kind": self.kind,
            "side": self.side,
            "what": self.what,
            "rule": self.rule,
            "about": self.about,
            "empty": self.empty,
            "usual": self.usual,
        }


class Choose(Question):
    """One of a list. `why_not` explains what is missing from it; `odds` says what an option promises.

    `meanings` says in words what options mean; one that is not in it is a piece, or means what it says. `lots` says
    under which heading an option stands, where there are many.
    """

    __slots__ = ("lots", "meanings", "odds", "options", "why_not")
    kind = "choose"

    def __init__(
        self,
        side: int,
        what: str,
        options: Sequence[str],
        rule: str,
        about: str = "",
        why_not: Callable[[str], Refusal | None] | None = None,
        odds: Callable[[str], str] | None = None,
        text: str = "",
        meanings: Mapping[str, str] | None = None,
        usual: str | None = None,
    ):
        super().__init__(side, what, rule, about, text, usual)
        self.options, self.why_not, self.odds, self.meanings = options, why_not, odds, meanings or {}
        self.lots: Mapping[str, str] = {}

    def under(self, lots: Mapping[str, str]) -> Self:
        """With options under headings."""
        self.lots = lots
        return self

    def label(self, answer: Answer, names: Names) -> str:
        meaning = self.meanings.get(answer)
        return str(names.piece(answer)) if meaning is None else phrased(meaning, (self.about,), names)

    def refuse(self, answer: Answer) -> Refusal | None:
        if answer in self.options:
            return None
        if self.why_not is not None and isinstance(answer, str) and (refusal := self.why_not(answer)):
            return refusal
        return Refusal(self.rule, f"{answer!r} is not one of {', '.join(self.options)}")

    def suggest(self, most: int = 12) -> list[Answer]:
        return list(self.options[:most])

    def sample(self, chance: Chance) -> Answer:
        return self.options[chance.randrange(len(self.options))]

    def shape(self) -> str:
        return "one of these"

    def describe(self) -> dict[str, Any]:
        odds = {option: self.odds(option) for option in self.options} if self.odds else {}
        return {**super().describe(), "options": list(self.options), "odds": odds}


class ChooseSome(Question):
    """Several of a list, between `least` and `most` of them."""

    __slots__ = ("least", "most", "options")
    kind = "choose_some"

    def __init__(
        self, side: int, what: str, options: Sequence[str], rule: str, least: int, most: int, about: str = "",
        text: str = "",
    ):  # fmt: skip
        super().__init__(side, what, rule, about, text)
        self.options, self.least, self.most = options, least, most

    def label(self, answer: Answer, names: Names) -> str:
        return listed([names.piece(one) for one in answer]) if answer else "nothing"

    def refuse(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, list | tuple):
            return Refusal(self.rule, f"expected a list of choices, got {answer!r}")
        for choice in answer:
            if choice not in self.options:
                return Refusal(self.rule, f"{choice!r} is not one of {', '.join(self.options)}")
        if len(set(answer)) != len(answer):
            return Refusal(self.rule, "the same choice stands there twice")
        if not self.least <= len(answer) <= self.most:
            wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            return Refusal(self.rule, f"choose {wanted}, not {len(answer)}")
        return None

    def suggest(self, most: int = 12) -> list[Answer]:
        wanted = min(self.most, len(self.options))
        return [list(self.options[:wanted])]

    def sample(self, chance: Chance) -> Answer:
        wanted = self.least + chance.randrange(min(self.most, len(self.options)) - self.least + 1)
        left = list(self.options)
        return [left.pop(chance.randrange(len(left))) for _ in range(wanted)]

    def shape(self) -> str:
        wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
        return f"a list of {wanted} of: {', '.join(self.options)}"

    def describe(self) -> dict[str, Any]:
        return {**super().describe(), "options": list(self.options), "least": self.least, "most": self.most}


class Assign(Question):
    """Who does what to whom: each actor takes one of its own targets or stays out of it.

    `judge` looks at the whole assignment; what one actor may do alone stands in `options`. With `none_allowed` all
    of them may stay out of it.
    """

    __slots__ = ("judge", "none_allowed", "offers", "options", "why_not")
    kind = "assign"

    def __init__(
        self,
        side: int,
        what: str,
        options: Mapping[str, Sequence[str]],
        rule: str,
        about: str = "",
        judge: Callable[[Mapping[str, str]], Refusal | None] | None = None,
        offers: Callable[[], list[dict[str, str]]] | None = None,
        why_not: Callable[[str, str], Refusal | None] | None = None,
        none_allowed: bool = False,
        text: str = "",
    ):
        super().__init__(side, what, rule, about, text)
        self.options, self.judge, self.offers, self.why_not = options, judge, offers, why_not
        self.none_allowed = none_allowed

    def label(self, answer: Answer, names: Names) -> str:
        pairs = [f"{names.piece(actor)} at {names.piece(target)}" for actor, target in answer.items()]
        return ", ".join(pairs) if pairs else "nobody"

    def refuse(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, dict) or not (answer or self.none_allowed):
            return Refusal(self.rule, f"expected who takes which target, got {answer!r}")
        for actor, target in answer.items():
            if target in self.options.get(actor, ()):
                continue
            if self.why_not is not None and (refusal := self.why_not(str(actor), str(target))):
                return refusal
            return Refusal(self.rule, f"{actor} may not take {target!r}")
        return self.judge(answer) if self.judge else None

    def suggest(self, most: int = 12) -> list[Answer]:
        if self.offers is not None:
            return list(self.offers()[:most])
        singles = [{actor: target} for actor, targets in self.options.items() for target in targets]
        return [{}, *singles][:most] if self.none_allowed else list(singles[:most])

    def sample(self, chance: Chance) -> Answer:
        if self.offers is not None and chance.random() < 0.5:
            offers = self.offers()
            return offers[chance.randrange(len(offers))]
        actors = list(self.options)
        if self.none_allowed and chance.random() < 1 / (1 + len(actors)):
            return {}
        actor = actors[chance.randrange(len(actors))]
        targets = self.options[actor]
        return {actor: targets[chance.randrange(len(targets))]}

    def shape(self) -> str:
        whom = "; ".join(f"{actor}: {', '.join(targets)}" for actor, targets in self.options.items())
        return f"a table of who takes whom{', which may be empty' if self.none_allowed else ''}: {whom}"

    def describe(self) -> dict[str, Any]:
        options = {actor: list(targets) for actor, targets in self.options.items()}
        lawful = {"options": options, "none_allowed": self.none_allowed, "suggestions": self.suggest()}
        return {**super().describe(), **lawful}


class Order(Question):
    """An answer that is not from a list: a move, a placement. Rulebooks give the subclass.

    `check` prices an order or refuses it (called while a unit is dragged), `outline` is for drawing.
    """

    __slots__ = ()
    kind = "order"
    form = "as suggested"  # how an order is written, in a few words

    @abstractmethod
    def check(self, order: Answer) -> Refusal | dict[str, int]:
        """What the order costs each piece, or why it may not be."""

    def outline(self) -> dict[str, list[tuple[int, int]]]:
        """For each piece the squares it could come to, on a board."""
        return {}

    def refuse(self, answer: Answer) -> Refusal | None:
        verdict = self.check(answer)
        return verdict if isinstance(verdict, Refusal) else None

    def shape(self) -> str:
        return self.form

    def describe(self) -> dict[str, Any]:
        return {**super().describe(), "suggestions": self.suggest()}


class TypeDice(Question):
    """Real dice at a real table: somebody throws them and types them in."""

    __slots__ = ("throw",)
    kind = "dice"

    def __init__(self, throw: Throw):
        super().__init__(throw.side, "dice", throw.rule, throw.purpose)
        self.throw = throw

    def asked(self, names: Names) -> str:
        return f"Throw {self.throw.count}D{self.throw.sides}: {self.throw.purpose}."

    def label(self, answer: Answer, names: Names) -> str:
        return " ".join(map(str, answer))

    def refuse(self, answer: Answer) -> Refusal | None:
        wanted = f"{self.throw.count} dice from 1 to {self.throw.sides}"
        if not isinstance(answer, list | tuple) or len(answer) != self.throw.count:
            return Refusal(self.rule, f"expected {wanted}, got {answer!r}")
        if not all(type(face) is int and 1 <= face <= self.throw.sides for face in answer):
            return Refusal(self.rule, f"expected {wanted}, got {answer!r}")
        return None

    def suggest(self, most: int = 12) -> list[Answer]:
        return [[(self.throw.sides + 1) // 2] * self.throw.count]

    def sample(self, chance: Chance) -> Answer:
        return [1 + chance.randrange(self.throw.sides) for _ in range(self.throw.count)]

    def describe(self) -> dict[str, Any]:
        return {**super().describe(), "count": self.throw.count, "sides": self.throw.sides}
