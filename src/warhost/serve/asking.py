"""What a rulebook's spokesman says of a game under way, with the state as each side knows it."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from warhost.engine.advice import advice
from warhost.engine.book import Book
from warhost.engine.event import Event
from warhost.engine.foresight import Foreseen, Foresight
from warhost.engine.game import Game
from warhost.engine.manner import Manner, lead
from warhost.engine.playing import Play, played
from warhost.engine.promise import percent
from warhost.engine.question import Answer, Assign, Choose, ChooseSome, Order, Question, Refusal
from warhost.engine.sheet import Sheet
from warhost.engine.spokesman import Draft

from .messages import Look
from .voice import Chance

AnyGame = Game[Any, Any]
MOST_RUNS = 60  # for all chances that are told with a question; who asks for one of them may wait longer
MOST_SAID = 1000  # characters of a refusal
NOTHING_TO_SAY: dict[str, Any] = {"sayings": [], "words": []}


class Told(NamedTuple):
    """The order that words ask for, if they are clear, and what is wrong with it or with them."""

    wanted: Answer = None
    refusal: Refusal | None = None


class Asking:
    """The words of a rulebook for the questions of a game."""

    def __init__(self, book: Book[Any, Any]):
        self._book, self._says = book, book.spokesman

    @property
    def verbs(self) -> list[str]:
        """Words that may introduce an answer to some question of the rulebook."""
        return sorted({verb for manner in self._says.manners.values() for verb in manner.verbs})

    def _known(self, game: AnyGame, side: int | None) -> Any:
        """The state as a side knows it; a watcher knows what everybody does."""
        if side is not None:
            return self._book.known(game.setting, game.state, side)
        known = game.state
        for each in range(len(self._book.sides(game.setting))):
            known = self._book.known(game.setting, known, each)
        return known

    # --- words ---------------------------------------------------------------------------------------------

    def briefing(self, game: AnyGame) -> list[str]:
        return self._says.briefing(game.setting)

    def closing(self, game: AnyGame) -> list[str]:
        return self._says.closing(game.setting, game.state)

    def label(self, game: AnyGame, question: Question, answer: Answer) -> str:
        return self._says.label(game.setting, self._known(game, question.side), question, answer)

    def advised(self, game: AnyGame, question: Question, answer: Answer) -> str:
        """What is advised, as a sentence, and what it brings."""
        return advice(game, question, answer)

    def foreseen(self, game: AnyGame, question: Question, answer: Answer) -> Foreseen:
        """What dice will decide about an answer."""
        return _deferred(question, Foresight(game, question.side).of(answer))

    def played(self, game: AnyGame, event: Event) -> Play:
        """What a table needs to play an event."""
        return played(event, self._says.names(game.setting, game.state))

    def worded(self, game: AnyGame, refusal: Refusal) -> Refusal:
        """A refusal in which everything is called as players call it; what they sent is not sent back in full."""
        said = self._says.worded(game.setting, refusal)
        return said if len(said.why) <= MOST_SAID else Refusal(said.rule, f"{said.why[:MOST_SAID]}…")

    # --- orders in words -----------------------------------------------------------------------------------

    def told(self, game: AnyGame, question: Question, text: str, order: Answer) -> Told:
        """What words make of an order to a question."""
        draft, words = self._draft(game, question), text.lower().split()
        if draft is None or not words:
            return Told()
        if order is not None:
            draft.resume(order)
        said = draft.take(words)
        return Told() if said is None else Told(draft.wanted, said if isinstance(said, Refusal) else None)

    def _draft(self, game: AnyGame, question: Question) -> Draft | None:
        return self._says.draft(game.setting, self._known(game, question.side), question)

    # --- pictures ------------------------------------------------------------------------------------------

    def preview(self, game: AnyGame, question: Question, answer: Answer) -> Any:
        return self._says.preview(game.setting, self._known(game, question.side), question, answer)

    def sheet(self, game: AnyGame, viewer: int | None, side: int) -> Sheet | None:
        """The army sheet of a side as the viewer may know it."""
        return self._says.sheet(game.setting, self._known(game, viewer), side, viewer)

    def look(self, game: AnyGame, side: int | None, wish: Look) -> dict[str, Any] | Refusal:
        """What is seen of the table as a side knows it: as it is, or as an order of its own would leave it."""
        known = self._known(game, side)
        if wish.order is not None:
            known = self._imagined(game, side, known, wish.order)
        if known is None:
            return Refusal("", "nothing is asked of you now that would move a piece so")
        found = self._says.look(game.setting, known, wish.what, wish.origin, wish.to)
        return Refusal("", "this game has no answer to that") if found is None else found

    def _imagined(self, game: AnyGame, side: int | None, known: Any, order: Answer) -> Any:
        """What a side knows, after an order to its open question; nothing if that cannot be."""
        question = next((question for question in game.pending() if question.side == side), None)
        return self._says.imagined(game.setting, known, question, order) if question else None

    # --- questions -----------------------------------------------------------------------------------------

    def manner(self, question: Question) -> Manner:
        """How it is put; whoever meets it for the first time is told what it is about, by its rule if need be."""
        manner, catalogue = self._says.manner(question), self._book.catalogue
        if manner.tip:
            return manner
        rule = lead(catalogue.get(question.rule).text) if question.rule in catalogue else ""
        return msgspec.structs.replace(manner, tip=self._says.tips.get(question.what, rule))

    def described(self, game: AnyGame, question: Question, number: int) -> dict[str, Any]:
        """A question as the page gets it."""
        told = {"suggestions": [], "order": None, "outline": None, **question.describe()}
        setting, known = game.setting, self._known(game, question.side)
        told |= _sayings(self._says.draft(setting, known, question))
        told |= {"number": number, "text": self._book.put(setting, question)}
        told |= {"manner": self.manner(question)}
        told |= {"deferred": question.deferred and self._says.may_measure(setting)}
        ahead = Foresight(game, question.side, in_all=MOST_RUNS)
        if isinstance(question, ChooseSome):
            told["options"] = [
                {"answer": one, "label": self._says.label(setting, known, question, [one])}
                for one in question.options
            ]
        if isinstance(question, Choose):
            seen = [ahead.of(option) for option in question.options]
            at_stake = {one.what for each in seen for one in each.promises}
            told["options"] = [
                self._option(setting, known, question, option, _odds(each, _own_odds(question, option), at_stake))
                for option, each in zip(question.options, seen, strict=True)
            ]
        if isinstance(question, Choose) and question.lots:
            told["lots"] = dict(question.lots)
        if isinstance(question, Assign):
            told["pairs"] = self._pairs(question, ahead)
        if isinstance(question, Assign | Order):
            told["suggestions"] = self._suggested(setting, known, question, told["suggestions"], ahead)
        if isinstance(question, Order):
            data = self._says.order_data(setting, known, question)
            told |= {"kind": Order.kind, "outline": question.outline(), "order": data}
        return told

    def _option(
        self, setting: Any, known: Any, question: Choose, option: str, odds: dict[str, Any]
    ) -> dict[str, Any]:
        why = self._says.reasons(setting, known, question, option)
        preview = self._says.preview(setting, known, question, option)
        label = self._says.label(setting, known, question, option)
        meant = self._says.meant(setting, question, option)
        rule = meant if meant in self._book.catalogue else ""
        return {"answer": option, "label": label, "why": why, "rule": rule, "preview": preview, **odds}

    def _suggested(
        self, setting: Any, known: Any, question: Question, answers: list[Answer], ahead: Foresight
    ) -> list[dict[str, Any]]:
        """Two orders that read alike differ only in which piece stands where: the first is enough. What is carried
        out later and cannot come to pass is nobody's advice."""
        labels: dict[str, Answer] = {}
        for answer in answers:
            labels.setdefault(self._says.label(setting, known, question, answer), answer)
        seen = {label: _deferred(question, ahead.of(one)) for label, one in labels.items()}
        return [
            {"answer": one, "label": label, **_odds(seen[label])}
            for label, one in labels.items()
            if not (question.deferred and seen[label].chance == 0)
        ]

    def _pairs(self, question: Assign, ahead: Foresight) -> list[dict[str, Any]]:
        """What dice decide about each who takes one target alone."""
        alone = [{actor: target} for actor, targets in question.options.items() for target in targets]
        told = [{"answer": answer, **_odds(_deferred(question, ahead.of(answer)))} for answer in alone]
        return [one for one in told if one["chances"] or not one["foreseen"]]


def _sayings(draft: Draft | None) -> dict[str, Any]:
    """What may be typed as an order, with examples and what they mean."""
    return {"sayings": list(draft.sayings), "words": list(draft.words)} if draft else NOTHING_TO_SAY


def judged(question: Question, answer: Answer) -> Refusal | dict[str, int]:
    """What an answer costs whom, or why it may not be."""
    return question.check(answer) if isinstance(question, Order) else question.refuse(answer) or {}


def chances(seen: Foreseen) -> list[Chance]:
    return [
        Chance(one.worded, float(one.chance), one.rule, one.about, one.forfeit, one.supposed)
        for one in seen.promises
    ]


def _deferred(question: Question, seen: Foreseen) -> Foreseen:
    """Who orders what is carried out later wants to know whether it comes to pass, also where that is certain."""
    if not question.deferred or not seen.certain:
        return seen
    whole = Fraction(1) if seen.chance is None else seen.chance
    return seen._replace(promises=(*seen.promises, *seen.certain), chance=whole, certain=())


def _own_odds(question: Choose, option: str) -> str:
    """What the rulebook itself says of it."""
    return question.odds(option) if question.odds else ""


def _odds(seen: Foreseen, own: str = "", at_stake: Collection[str] = ()) -> dict[str, Any]:
    """What an answer promises, in words and in figures; what is certain is said where other answers put it at
    stake."""
    certain = [f"{one.what}: {percent(one.chance)}" for one in seen.certain if one.what in at_stake]
    words = "; ".join([*([own] if own else []), *map(str, seen.promises), *dict.fromkeys(certain)])
    whole = None if seen.chance is None else float(seen.chance)
    return {"odds": words, "chances": chances(seen), "chance": whole, "foreseen": seen.complete}
