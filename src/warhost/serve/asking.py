"""What a rulebook's own module `asking` can say about answers, and what is said where it has none."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.engine.event import Event
from warhost.engine.game import Game
from warhost.engine.promise import Promise
from warhost.engine.question import Answer, Assign, Choose, ChooseSome, Order, Question, Refusal
from warhost.engine.rulebook import Rulebook, asking
from warhost.roster.sheet import Sheet

from .messages import Look

AnyGame = Game[Any, Any]


class Asking:
    """The words of a rulebook for its questions; every function of its module may be missing."""

    def __init__(self, book: Rulebook[Any, Any]):
        self._book = book
        self._module = asking(book)

    def _offered(self, name: str) -> Any:
        return getattr(self._module, name, None)

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
        briefing = self._offered("briefing")
        return list(briefing(game.setting)) if briefing else []

    def closing(self, game: AnyGame) -> list[str]:
        closing = self._offered("closing")
        return list(closing(game.setting, game.state)) if closing else []

    def label(self, game: AnyGame, question: Question, answer: Answer) -> str:
        label = self._offered("label")
        if label is None:
            return answer if isinstance(answer, str) else msgspec.json.encode(answer).decode()
        return str(label(game.setting, self._known(game, question.side), question, answer))

    def advised(self, game: AnyGame, question: Question, answer: Answer) -> str:
        """What is advised, as a sentence."""
        advised = self._offered("advised")
        if advised is None:
            return self.label(game, question, answer)
        return str(advised(game.setting, self._known(game, question.side), question, answer))

    def _reasons(self, game: AnyGame, question: Question, answer: Answer) -> list[str]:
        reasons = self._offered("reasons")
        return list(reasons(game.setting, self._known(game, question.side), question, answer)) if reasons else []

    def promises(self, game: AnyGame, question: Question, answer: Answer) -> list[Promise]:
        """What dice will decide about an answer."""
        promises = self._offered("promises")
        if promises is None:
            return []
        return list(promises(game.setting, self._known(game, question.side), question, answer))

    def mentioned(self, game: AnyGame, event: Event) -> list[str]:
        """The pieces an event speaks of: where the rulebook does not say, whatever bears the name of one."""
        if mentioned := self._offered("mentioned"):
            return list(mentioned(game.setting, game.state, event))
        names = self._book.facts(game.setting, game.state)
        values = [getattr(event, field) for field in event.__struct_fields__]
        parts = [part for value in values for part in (value if isinstance(value, tuple) else (value,))]
        return list(dict.fromkeys(part for part in parts if isinstance(part, str) and part in names))

    def laid(self, game: AnyGame, event: Event) -> list[Any]:
        """The outlines of what was laid on the table for a moment."""
        laid = self._offered("laid")
        return list(laid(game.setting, game.state, event)) if laid else []

    def worded(self, game: AnyGame, refusal: Refusal) -> Refusal:
        """A refusal in which everything is called as players call it."""
        worded = self._offered("worded")
        return Refusal(refusal.rule, worded(game.setting, refusal.why)) if worded else refusal

    # --- pictures ------------------------------------------------------------------------------------------

    def preview(self, game: AnyGame, question: Question, answer: Answer) -> Any:
        preview = self._offered("preview")
        return preview(game.setting, self._known(game, question.side), question, answer) if preview else None

    def sheet(self, game: AnyGame, viewer: int | None, side: int) -> Sheet | None:
        """The army sheet of a side as the viewer may know it."""
        sheet = self._offered("sheet")
        found: Sheet | None = sheet(game.setting, self._known(game, viewer), side, viewer) if sheet else None
        return found

    def look(self, game: AnyGame, side: int | None, wish: Look) -> dict[str, Any] | Refusal:
        """What is seen of the table as a side knows it: as it is, or as an order of its own would leave it."""
        look, known = self._offered("look"), self._known(game, side)
        if wish.order is not None:
            known = self._imagined(game, side, known, wish.order)
        if known is None:
            return Refusal("", "nothing is asked of you now that would move a piece so")
        found = look(game.setting, known, wish.what, wish.origin, wish.to) if look else None
        nothing = Refusal("", "this game has no answer to that")
        told: dict[str, Any] | Refusal = nothing if found is None else found
        return told

    def _imagined(self, game: AnyGame, side: int | None, known: Any, order: Answer) -> Any:
        """What a side knows, after an order to its open question; nothing if that cannot be."""
        imagined = self._offered("imagined")
        question = next((question for question in game.pending() if question.side == side), None)
        return imagined(game.setting, known, question, order) if imagined and question else None

    # --- questions -----------------------------------------------------------------------------------------

    def described(self, game: AnyGame, question: Question, number: int) -> dict[str, Any]:
        """A question as the page gets it."""
        told = {"suggestions": [], "order": None, "outline": None, **question.describe()}
        told |= {"number": number, "text": self._book.put(game.setting, question)}
        if isinstance(question, Choose | ChooseSome):
            told["options"] = [self._option(game, question, option) for option in question.options]
        if isinstance(question, Assign | Order):
            told["suggestions"] = self._suggested(game, question, told["suggestions"])
        if isinstance(question, Order):
            data = self._offered("order_data")
            told |= {"kind": Order.kind, "outline": question.outline()}
            told["order"] = data(game.setting, self._known(game, question.side), question) if data else None
        return told

    def _option(self, game: AnyGame, question: Choose | ChooseSome, option: str) -> dict[str, Any]:
        if isinstance(question, ChooseSome):
            return {"answer": option, "label": self.label(game, question, [option])}
        label, why = self.label(game, question, option), self._reasons(game, question, option)
        return {"answer": option, "label": label, "odds": self._odds(game, question, option), "why": why}

    def _odds(self, game: AnyGame, question: Question, answer: Answer) -> str:
        """What an answer promises, in words."""
        own = [question.odds(answer)] if isinstance(question, Choose) and question.odds else []
        return "; ".join([*own, *map(str, self.promises(game, question, answer))])

    def _suggested(self, game: AnyGame, question: Question, answers: list[Answer]) -> list[dict[str, Any]]:
        """Two orders that read alike differ only in which piece stands where: the first is enough."""
        labels: dict[str, Answer] = {}
        for answer in answers:
            labels.setdefault(self.label(game, question, answer), answer)
        return [
            {"answer": answer, "label": label, "odds": self._odds(game, question, answer)}
            for label, answer in labels.items()
        ]
