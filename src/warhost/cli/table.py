"""A battle at one keyboard: lines come in, text goes out. Nothing here reads a terminal or writes to one.

The rulebook's spokesman says what answers mean and how orders are put together.
A form feed in the text means that what stood on the screen before is nobody else's business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from pathlib import Path
from textwrap import indent
from typing import Any

from warhost.draw.text import ground_text, units_text
from warhost.draw.wording import runs_words
from warhost.engine.advice import advice as advised
from warhost.engine.event import Event
from warhost.engine.foresight import Foresight
from warhost.engine.game import Game
from warhost.engine.player import Player
from warhost.engine.question import Answer, Assign, Choose, ChooseSome, Question, Refusal, Refused, TypeDice
from warhost.engine.record import record, save
from warhost.engine.saying import listed_sayings
from warhost.engine.spokesman import Draft
from warhost.engine.view import View

from . import said
from .common import program
from .help import AIMING, GIVING, HELP, example, how_to_answer
from .screen import board_picture, wrapped

PERSON = "person"
NEWS, LOG = 30, 20  # lines at most: of what happened before a question, of the log
RUN = 3  # events of one kind in a row
NEW_PAGE = "\f"


class Table:
    """People at one keyboard, and computer players for the sides that nobody sits at."""

    def __init__(
        self,
        game: Game[Any, Any],
        computers: Mapping[int, Player],
        *,
        file: Path | None = None,
        adviser: Player | None = None,
        colour: bool = False,
        thinking: Callable[[], None] = lambda: None,
    ):
        self.game, self.computers, self.file, self.adviser, self.colour = game, computers, file, adviser, colour
        self.thinking = thinking  # called before a computer answers, which may take a while
        self.says = game.book.spokesman
        self.done = False
        self.question: Question | None = None  # what the person at the keyboard is asked
        self._offers: list[Answer] = []
        self._draft: Draft | None = None
        self._advice: list[Answer] = []  # the last hint, if there was one
        self._warned = False  # whether the player knows that his draft is empty
        self._sitting: int | None = None  # whose turn at the keyboard it was last
        self._handing_over = False
        self._unseen = False  # whether the last answer was to a question asked of both sides at once
        self._told: dict[int, int] = {}  # how many events each side has been shown
        self._drawn: dict[int, View] = {}  # the last board each side has seen

    # --- coming and going ----------------------------------------------------------------------------------

    def open(self) -> str:
        """Sit down: what battle this is, and the first question."""
        view = self.game.book.view(self.game.setting, self.game.state, None)
        lines = [f"{self.game.book.title}: {view.title}"]
        lines += ["", self._goal([]), "", "Type ? for help, units for who is who, quit to stop."]
        for side in range(len(view.sides)):
            self._told[side] = max(0, len(self.game.events(side)) - NEWS)
        return "\n".join([*lines, "", self._go_on()])

    def leave(self) -> str:
        """Save and say how to go on. Also what happens at the end of input."""
        self.done = True
        trouble = self._save()
        if self.file is None:
            return "The battle was not saved."
        if trouble:
            return trouble
        return f"Saved in {self.file}. Go on with: {program()} play {self.game.book.id} --resume {self.file}"

    @property
    def prompt(self) -> str:
        if self._handing_over or self.question is None:
            return "> "
        return f"{self._title(self.question.side)}> "

    def read(self, line: str) -> str:
        """One line from the keyboard, and all there is to say about it."""
        words = line.split()
        command = words[0].lower() if words else ""
        if command in ("quit", "exit", "q"):
            return self.leave()
        if self._handing_over:
            self._handing_over = False
            return NEW_PAGE + self._ask()
        if self.question is None or not words:
            return "Type the number of a choice, or ? for help."
        if line.strip() not in self._plain_answers() and command in COMMANDS:
            return COMMANDS[command](self, words[1:])
        return self._answered(line.strip(), words)

    # --- the battle goes on --------------------------------------------------------------------------------

    def _go_on(self) -> str:
        """Computers answer until a person must; then that person is asked, if there is anything to decide."""
        while waiting := self.game.pending():
            if idle := next((q for q in waiting if q.empty), None):
                self.game.answer(idle.usual, idle.side)
                continue
            bot = next((q for q in waiting if q.side in self.computers and not isinstance(q, TypeDice)), None)
            if bot is None:
                break
            self.thinking()
            self.game.answer(self.computers[bot.side].answer(bot, self.game.seat(bot.side)), bot.side)
        trouble = self._save()
        self.question = waiting[0] if waiting else None
        text = self._farewell() if self.question is None else self._turn_to(self.question)
        return f"{text}\n{trouble}" if trouble else text

    def _turn_to(self, question: Question) -> str:
        """Ask, or first have the keyboard handed over if the next person must not see this screen."""
        before, self._sitting = self._sitting, self._at_keyboard(question)
        secret = before not in (None, self._sitting) and self._secrets_between()
        if not secret:
            return self._ask()
        self._handing_over = True
        return f"{NEW_PAGE}Hand the keyboard to {self._title(self._sitting)}, who then presses Enter."

    def _at_keyboard(self, question: Question) -> int:
        """Dice are typed in by whoever sits there, for whichever side they fall."""
        if isinstance(question, TypeDice) and self._sitting is not None:
            return self._sitting
        if question.side in self.computers:
            return next((s for s in range(len(self._view(0).sides)) if s not in self.computers), question.side)
        return question.side

    def _secrets_between(self) -> bool:
        """Whether two people see different boards, or one has just chosen what the other may not know yet."""
        people = [side for side in range(len(self._view(0).sides)) if side not in self.computers]
        views = [self._view(side) for side in people]
        seen = [(view.pieces, view.blocks) for view in views]
        return len(people) > 1 and (self._unseen or any(pieces != seen[0] for pieces in seen))

    def _farewell(self) -> str:
        self.done = True
        result, view = self.game.result, self.game.book.view(self.game.setting, self.game.state, None)
        assert result is not None
        outcome = "A draw" if result.winner is None else f"{view.sides[result.winner]} won"
        news = self._news(self._sitting if self._sitting is not None else 0)
        lines = [board_picture(view, self.colour), *news, ""]
        lines += self.says.closing(self.game.setting, self.game.state)
        lines += [f"The battle is over. {outcome}: {result.why} [{result.rule}]", f"The seed was {self.game.seed}."]
        return "\n".join(lines + ([f"The whole battle is in {self.file}."] if self.file else []))

    # --- asking --------------------------------------------------------------------------------------------

    def _ask(self) -> str:
        """The board if it has changed, what happened, the question and the choices."""
        question = self.question
        assert question is not None
        side = self._at_keyboard(question)
        parts, view = [], self._view(side)
        if _worth_drawing(self._drawn.get(side), view):
            self._drawn[side] = view
            parts.append(board_picture(view, self.colour))
        if news := self._news(side):
            parts.append("\n".join(news) + "\n")
        self._draft, self._offers, self._advice = self._begun(question), self._choices(question), []
        self._warned = False
        return "\n".join([*parts, self._question_text(question)])

    def _begun(self, question: Question) -> Draft | None:
        """An order that is still to be put together."""
        return self.says.draft(self.game.setting, self._known(question.side), question)

    def _question_text(self, question: Question) -> str:
        lines = [wrapped(self.game.book.put(self.game.setting, question))]
        ahead = Foresight(self.game, question.side)
        for number, offer in enumerate(self._offers, 1):
            promised = "; ".join(map(str, ahead.of(offer).promises))
            lines.append(f"{number:>3}  {self._label(question, offer)}{f' [{promised}]' if promised else ''}")
        lines.append(f"  {how_to_answer(question, ordering=self._draft is not None)}")
        return "\n".join(lines)

    def _choices(self, question: Question) -> list[Answer]:
        if isinstance(question, TypeDice):
            return []
        if isinstance(question, Choose | ChooseSome):
            return list(question.options)
        # Two orders that read alike differ only in which piece stands where.
        return list({self._label(question, offer): offer for offer in reversed(question.suggest())}.values())[::-1]

    def _label(self, question: Question, answer: Answer) -> str:
        return self.says.label(self.game.setting, self._known(question.side), question, answer)

    def _news(self, side: int) -> list[str]:
        """What this side heard since it was last asked."""
        events = [told.event for told in self.game.events(side)]
        fresh = events[min(self._told.get(side, 0), len(events)) :]
        self._told[side] = len(events)
        lines = _gist([(type(event).__name__, line) for event in fresh if (line := self._narrated(event))])
        if len(lines) > NEWS:
            lines = [f"({len(lines) - NEWS} earlier lines are in the log)", *lines[-NEWS:]]
        return lines

    def _narrated(self, event: Event) -> str | None:
        return self.game.book.narrate(self.game.setting, self.game.state, event)

    # --- answering -----------------------------------------------------------------------------------------

    def _answered(self, line: str, words: list[str]) -> str:
        question = self.question
        assert question is not None
        self._warned = False
        if self._draft is not None and not line.isdigit() and (reply := self._draft.take(words)):
            return self._refused(reply) if isinstance(reply, Refusal) else wrapped(reply)
        meant = self._as_shown(question, line)
        try:
            answer = said.answer(question, meant, self._offers) if isinstance(meant, str) else meant
        except said.NotUnderstood as error:
            return f"{error} Type ? for help."
        return self._submit(answer)

    def _submit(self, answer: Answer) -> str:
        question = self.question
        assert question is not None
        self._unseen = len(self.game.pending()) > 1
        try:
            self.game.answer(answer, question.side)
        except Refused as error:
            return self._refused(error.refusal)
        return self._go_on()

    def _refused(self, refusal: Refusal) -> str:
        return refused(self.says.worded(self.game.setting, refusal))

    def _as_shown(self, question: Question, line: str) -> Answer:
        """An answer may be typed as it is shown: `nobody` where the list says `nobody: no more shots`."""
        shown = {self._label(question, offer).partition(":")[0]: offer for offer in self._offers}
        return shown.get(line, line)

    def _plain_answers(self) -> list[str]:
        return [offer for offer in self._offers if isinstance(offer, str)]

    # --- commands ------------------------------------------------------------------------------------------

    def _help(self, words: list[str]) -> str:
        assert self.question is not None
        page = HELP.format(rule=self.question.rule, piece=self._some_piece())
        if isinstance(self.question, Assign):
            who, target = example(self.question)
            return f"{page}\n{AIMING.format(who=who, target=target)}"
        if self._draft is None:
            return page
        return f"{page}\nOrders of your own:\n{listed_sayings(self._draft.sayings)}\n{GIVING}"

    def _some_piece(self) -> str:
        """A piece of the one who asks, for examples; before the first is placed, any name will do."""
        view = self._view(self._side)
        own = [piece.id for piece in view.pieces if piece.side == self._side]
        own += [block.id for block in view.blocks if block.side == self._side]
        return own[0] if own else "PIECE"

    def _board(self, words: list[str]) -> str:
        """With the draft on it; whoever gets an order shows his numbers, and everybody if that is asked for."""
        assert self.question is not None
        state = self.game.state if self._draft is None else self._draft.state()
        view = self.game.book.view(self.game.setting, state, self._side)
        all_numbers = words[:1] == ["numbers"]
        ordered = [self.question.about] if self._draft is not None else []
        return board_picture(view, self.colour, [p.id for p in view.pieces] if all_numbers else ordered)

    def _goal(self, words: list[str]) -> str:
        return "\n".join(wrapped(line) for line in self.says.briefing(self.game.setting))

    def _units(self, words: list[str]) -> str:
        return units_text(self._view(self._side))

    def _ground(self, words: list[str]) -> str:
        return ground_text(self._view(self._side))

    def _log(self, words: list[str]) -> str:
        most = int(words[0]) if words and words[0].isdigit() else LOG
        told = [told.event for told in self.game.events(self._side)]
        lines = [f"{line} [{event.rule}]" for event in told if (line := self._narrated(event))]
        return "\n".join(lines[-most:] if most else []) or "Nothing has happened yet."

    def _why(self, words: list[str]) -> str:
        """A rule in our words; for a choice also where its numbers come from."""
        question = self.question
        assert question is not None
        if not words:
            return self._rule_text(question.rule)
        if words[0].isdigit():
            if not 1 <= (number := int(words[0])) <= len(self._offers):
                return f"There is no choice {number}."
            offer, known = self._offers[number - 1], self._known(question.side)
            lines = [self._label(question, offer)]
            lines += self.says.reasons(self.game.setting, known, question, offer)
            return "\n".join([*lines, "", self._rule_text(question.rule)])
        return self._rule_text(words[0].strip("[]"))

    def _rule_text(self, rule: str) -> str:
        catalogue = self.game.book.catalogue
        if rule in catalogue:
            found = catalogue.get(rule)
            parts = [f"{found.title} [{found.id}]", indent(wrapped(found.text), "  ")]
            return "\n".join(parts + ([indent(wrapped(f"Ruling: {found.ruling}"), "  ")] if found.ruling else []))
        near = catalogue.search(rule)[:8]
        listed = "".join(f"\n  {entry.id}: {entry.title}" for entry in near)
        return f"No rule is called {rule}." + (f" These speak of it:{listed}" if near else "")

    def _reach(self, words: list[str]) -> str:
        if not words:
            return f"Of which piece? Such as: reach {self._some_piece()}"
        name = " ".join(words)
        for called in (name, *self._by_number(name)):
            found = self.says.reach(self.game.setting, self._known(self._side), called)
            if found is not None:
                there = found if isinstance(found, str) else f"{len(found)} squares: {runs_words(found)}"
                return wrapped(f"{called} can come to {there}")
        return f"No piece called {name} is in sight; `units` lists them."

    def _by_number(self, name: str) -> list[str]:
        """Whom a number may mean: a piece of the unit that is asked about, or the one who stands alone."""
        assert self.question is not None
        about = self.question.about
        return [f"{about}-{name}", *([about] if name == "1" else [])] if name.isdigit() else []

    def _hint(self, words: list[str]) -> str:
        question = self.question
        assert question is not None
        if isinstance(question, TypeDice):
            return "Throw the dice and type them in; nobody can advise you there."
        advice = self._advised(question)
        self._advice = [advice]
        number = f"I would take choice {self._offers.index(advice) + 1}: " if advice in self._offers else ""
        return wrapped(f"{number}{advised(self.game, question, advice)}\nType take to do so.")

    def _advised(self, question: Question) -> Answer:
        return (
            self.adviser.answer(question, self.game.seat(question.side)) if self.adviser else question.suggest(1)[0]
        )

    def _take(self, words: list[str]) -> str:
        """What the hint said, or would have said."""
        assert self.question is not None
        if isinstance(self.question, TypeDice):
            return self._hint([])
        return self._submit(self._advice[0] if self._advice else self._advised(self.question))

    def _auto(self, words: list[str]) -> str:
        """The computer in this person's place until the phase is another, dice are wanted, or another is asked."""
        assert self.question is not None
        side, moment = self.question.side, self._moment()
        self.thinking()
        while (waiting := self.game.pending()) and self._moment() == moment:
            question = waiting[0]
            if isinstance(question, TypeDice) or question.side not in (side, *self.computers):
                break
            bot = self.computers.get(question.side)
            answer = bot.answer(question, self.game.seat(question.side)) if bot else self._advised(question)
            self.game.answer(answer, question.side)
        return self._go_on()

    def _undo(self, words: list[str]) -> str:
        try:
            self.game = self.game.undone(self._side)
        except Refused:
            return "There is nothing to take back."
        for side, count in self._told.items():
            self._told[side] = min(count, len(self.game.events(side)))
        return f"Taken back. The dice will fall as they fell before.\n\n{self._go_on()}"

    def _save_as(self, words: list[str]) -> str:
        if words:
            self.file = Path(words[0])
        if self.file is None:
            return "Where to? Such as: save battle.json"
        return self._save() or f"Saved in {self.file}; every answer from now on is saved there too."

    def _go(self, words: list[str]) -> str:
        if self._draft is None:
            return "There is no draft to give: choose a number."
        if not self._draft.answer and not self._warned:
            self._warned = True
            return "The draft is empty, so nobody would move. If that is what you want, type hold, or go again."
        return self._submit(self._draft.answer)

    def _hold(self, words: list[str]) -> str:
        """Nothing at all, in the form that the answer has: {} or []."""
        return "Nobody has been told to move." if self._draft is None else self._submit(type(self._draft.answer)())

    def _drop(self, words: list[str]) -> str:
        assert self.question is not None
        self._draft = self._begun(self.question)
        return "The draft is forgotten."

    def _again(self, words: list[str]) -> str:
        assert self.question is not None
        return self._question_text(self.question)

    # --- small things --------------------------------------------------------------------------------------

    @property
    def _side(self) -> int:
        assert self.question is not None
        return self._at_keyboard(self.question)

    def _view(self, side: int) -> View:
        return self.game.seat(side).view()

    def _known(self, side: int) -> Any:
        return self.game.seat(side).known()

    def _moment(self) -> tuple[int, str]:
        view = self._view(0)
        return view.turn, view.phase

    def _title(self, side: int | None) -> str:
        view = self._view(side or 0)
        return view.sides[view.you or 0]

    def _save(self) -> str:
        """Keep the battle; a disk that is full must not end it."""
        if self.file is None:
            return ""
        sides = range(len(self._view(0).sides))
        players = tuple(self.computers[side].name if side in self.computers else PERSON for side in sides)
        try:
            save(record(self.game, players), self.file)
        except OSError as error:
            return f"The battle could not be saved in {self.file}: {error.strerror}. Try: save OTHER-FILE"
        return ""


def _gist(lines: list[tuple[str, str]]) -> list[str]:
    """Long runs of the same kind of event, such as a whole unit on the march, are cut short."""
    told: list[str] = []
    for _, group in groupby(lines, key=lambda line: line[0]):
        run = [line for _, line in group]
        cut = len(run) > RUN + 1
        told += [*run[:RUN], f"… and {len(run) - RUN} more like this (log has them all)"] if cut else run
    return told


def _worth_drawing(before: View | None, now: View) -> bool:
    """Somebody has moved or come, or the phase is another and some are gone; until then the news tell of them."""
    if before is None:
        return True
    stood, stand = _places(before), _places(now)
    same_phase = (before.turn, before.phase) == (now.turn, now.phase)
    return any(stood.get(id) != place for id, place in stand.items()) or (not same_phase and stood != stand)


def _places(view: View) -> dict[str, tuple[object, ...]]:
    """Where everybody stands, on squares or on free ground."""
    pieces = {piece.id: (piece.squares, piece.facing, piece.side) for piece in view.pieces}
    return pieces | {block.id: (block.outline, block.facing, block.side) for block in view.blocks}


def refused(refusal: Refusal) -> str:
    why = f" Type `why {refusal.rule}` for the rule." if refusal.rule else ""
    return f"{wrapped(f'Not allowed: {refusal}')}\n  Nothing has changed.{why}"


COMMANDS: dict[str, Callable[[Table, list[str]], str]] = {
    "?": Table._help, "help": Table._help, "board": Table._board, "units": Table._units,
    "ground": Table._ground, "log": Table._log,
    "why": Table._why, "reach": Table._reach, "zone": Table._reach, "hint": Table._hint, "undo": Table._undo,
    "save": Table._save_as, "go": Table._go, "drop": Table._drop, "ask": Table._again,
    "take": Table._take, "goal": Table._goal, "hold": Table._hold,
    "auto": Table._auto,
}  # fmt: skip
