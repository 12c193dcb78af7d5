"""What the server says over the socket: its messages, and what they are made of."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.engine.book import Result
from warhost.engine.forecast import Expectation
from warhost.engine.manner import Phase
from warhost.engine.view import View

from .clock import Clock, Ticking
from .messages import Expect, Until
from .replies import Line, Reply
from .seats import StandingOrder


class Said(msgspec.Struct, frozen=True, tag_field="type"):
    """A message from the server."""


class TableCard(Reply, frozen=True):
    """What does not change in a game. The commitment proves afterwards that no die was chosen.

    `page` is the address of the rulebook's own module for the page, if it has one; `colours` has one a side;
    `verbs` are words that may introduce answers to any of its questions, `sayings` its usual orders in words.
    """

    id: str
    title: str
    rulebook: str
    sides: tuple[str, ...]
    commitment: str
    seats: list[str]
    briefing: list[str]
    phases: tuple[Phase, ...]
    colours: tuple[str, ...]
    page: str
    verbs: list[str]
    sayings: list[tuple[str, str]]
    campaign: str = ""  # the id of the campaign whose battle it is
    clock: Clock | None = None  # if one was agreed on


class Welcome(Said, frozen=True, tag="welcome"):
    """`since`: so many steps were over when this seat answered last; `now`: what the server's clock shows, by which
    the clock of a game runs; `kept`: so many steps of the log stand as they were heard before, and of them nothing
    is told again."""

    seat: int | None
    game: TableCard
    number: int
    since: int = 0
    now: float = 0.0
    kept: int = 0


class Waiting(Reply, frozen=True):
    """Somebody must answer; what he is asked is told only to himself."""

    side: int
    what: str


class State(Said, frozen=True, tag="state"):
    """How things stand for this seat; the question is there if this seat must answer it.

    `undo_why` says why it cannot take back anything or, if it can, why the others have to agree first. `broken`
    says where the record of the game is damaged; then nothing more is asked. `faults` counts how often chance has
    answered for a computer that failed. `clock` is for whom it runs, and since when; `orders` are this seat's own.
    `setting_up` is whether the first turn has not begun; what a seat then has to answer the computer may do for it.
    `mark` is how far the log has been heard with this state, for who has to connect again.
    """

    number: int
    view: View
    question: dict[str, Any] | None
    waiting: list[Waiting]
    can_undo: bool
    undo_why: str
    undo_asked_by: int | None
    result: Result | None
    steps: int
    broken: str = ""
    faults: int = 0
    clock: Ticking | None = None
    orders: list[StandingOrder] = []
    setting_up: bool = False
    mark: str = ""


class Taken(Said, frozen=True, tag="taken"):
    """An answer of this seat is on disk; `again`: it was already, and has not been taken twice."""

    number: int
    again: bool


class Events(Said, frozen=True, tag="events"):
    lines: list[Line]


class Chance(Reply, frozen=True):
    """Something about an answer that dice will decide, for which piece, and how likely it comes off, up to 1."""

    what: str
    chance: float
    rule: str
    about: str
    forfeit: str = ""  # what it costs if it does not come off
    supposed: str = ""  # on what it hangs that nobody can know yet


class Checked(Said, frozen=True, tag="checked"):
    """What an answer would lead to. `chance` is that of everything that dice decide about it; null: nothing."""

    id: int
    ok: bool
    why: str
    rule: str
    cost: dict[str, int]
    preview: Any
    chances: list[Chance] = []
    chance: float | None = None


class Loss(Reply, frozen=True):
    """How many `models` a piece loses, or wounds: each number with its chance."""

    about: str
    models: bool
    mean: float
    spread: list[tuple[int, float]]


class Expected(Said, frozen=True, tag="expected"):
    """What an answer may cost both sides in the step under way, or by the end of the turn, and how likely who
    flees. With `tries` it was not worked out exactly but tried so often; a turn without could not be foreseen.
    `given` is on what it hangs that nobody can know yet; `gone` is how likely who is lost as a whole."""

    id: int
    losses: list[Loss]
    flights: dict[str, float]
    tries: int = 0
    until: Until = "step"
    given: str = ""
    gone: dict[str, float] = {}


def expected(wish: Expect, seen: Expectation) -> Expected:
    losses = [
        Loss(one.about, one.models, float(one.mean), [(count, float(chance)) for count, chance in one.spread])
        for one in seen.losses
    ]
    flights = {about: float(chance) for about, chance in seen.flights.items()}
    gone = {about: float(chance) for about, chance in seen.gone.items()}
    return Expected(wish.id, losses, flights, seen.tries, wish.until, seen.given, gone)


class Heard(Said, frozen=True, tag="heard"):
    """What words made of an order. Without an answer they were not `understood`, or not clear: then `why` says what
    would be. `verdict` is what a check of the answer would say."""

    id: int
    understood: bool
    why: str = ""
    answer: Any = None
    label: str = ""
    verdict: Checked | None = None


class Refused(Said, frozen=True, tag="refused"):
    """Something was not done; nothing has changed. `answer` is the number of the answer that was not taken, if it
    was one: other refusals may come between."""

    number: int
    why: str
    rule: str
    answer: int | None = None


class Advice(Said, frozen=True, tag="hint"):
    number: int
    answer: Any
    label: str


class Looked(Said, frozen=True, tag="looked", omit_defaults=True):
    """What was seen. Which fields there are depends on what was looked for, and on board or table."""

    id: int
    what: str
    ok: bool
    why: str = ""
    rule: str = ""
    text: str = ""
    distance: int | None = None
    line: Any = None
    seen: bool | None = None
    models: Any = None  # how many models of the target are seen, of how many
    cover: bool | None = None
    blocks: list[str] | None = None  # pieces and features across the line
    shots: Any = None
    outline: Any = None
    squares: Any = None
    arcs: Any = None  # of an outlook: {kind, title, outline or squares}
    others: Any = None  # of an outlook: for each piece what a line of sight to it would say


class UndoAsked(Said, frozen=True, tag="undo"):
    """Another side would like to take back its last answer: allow it or not."""

    asked_by: int


class Error(Said, frozen=True, tag="error", omit_defaults=True):
    """Something could not be done. `id` is that of the message it answers, if that had one; `answer` the number of
    the answer that was not taken, if it was one."""

    why: str
    id: int | None = None
    answer: int | None = None


class Pong(Said, frozen=True, tag="pong"):
    """The server is there."""


FromServer = (
    Welcome
    | State
    | Taken
    | Events
    | Checked
    | Expected
    | Heard
    | Refused
    | Advice
    | Looked
    | UndoAsked
    | Error
    | Pong
)
