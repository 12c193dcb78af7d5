"""What the server sends: the bodies of its replies, and the messages of the socket."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.engine.book import Result, Scenario
from warhost.engine.campaign import Account
from warhost.engine.forecast import Expectation
from warhost.engine.manner import Phase
from warhost.engine.playing import Deed, Play
from warhost.engine.view import Outline, View
from warhost.roster.roster import Roster

from .clock import Clock, Ticking
from .messages import Expect, Until
from .seats import StandingOrder


class Reply(msgspec.Struct, frozen=True):
    """A body, written with all its fields."""


class RosterOffer(Reply, frozen=True):
    id: str
    title: str
    army: str
    points: int


class CampaignOffer(Reply, frozen=True):
    """Campaigns of a rulebook: for how many, what may be agreed on, and rosters for those who choose none."""

    id: str
    title: str
    blurb: str
    fewest: int
    most: int
    options: dict[str, tuple[str, ...]]
    starting: list[str]


class BookOffer(Reply, frozen=True):
    """A rulebook. An option without values is free text; `armies` are its army lists. Whoever just wants to play
    takes its first scenario and the options of `casual`."""

    id: str
    title: str
    options: dict[str, tuple[str, ...]]
    scenarios: list[Scenario]
    rosters: list[RosterOffer]
    armies: dict[str, str]
    blurb: str
    casual: dict[str, str]
    lessons: int = 0  # how many steps its lesson has
    campaign: CampaignOffer | None = None
    cover: str = ""  # the address of a picture


class LessonStep(Reply, frozen=True):
    """A step of a lesson: what it is about, what to do, which deeds of one's own end it, what is said then."""

    title: str
    text: str
    task: str
    until: tuple[Deed, ...]
    after: str


class RuleName(Reply, frozen=True):
    id: str
    title: str
    chapter: str


class RuleExample(Reply, frozen=True):
    given: str
    expect: str


class RuleInFull(Reply, frozen=True):
    """A rule in our words, with those it leans on and those that lean on it."""

    id: str
    title: str
    chapter: str
    kind: str
    text: str
    ruling: str
    examples: list[RuleExample]
    needs: list[RuleName]
    needed_by: list[RuleName]


class Mustered(Reply, frozen=True):
    """What a roster costs and what is wrong with it; with faults it could not be understood, and has no bill."""

    bill: dict[str, Any] | None
    breaches: list[dict[str, Any]]
    faults: list[str]


class BuiltEntry(Reply, frozen=True):
    """An entry of a roster: its place, such as `group[2]`, the id it goes by, and what it costs."""

    key: str
    id: str
    points: int | None


class BuiltBreach(Reply, frozen=True):
    """A rule that an army does not keep; `key` is the entry that breaks it, empty where it is the whole army."""

    rule: str
    where: str
    why: str
    mend: str
    key: str


class Built(Reply, frozen=True):
    """An army in the making, as its parts and as text. With faults it has no bill, and unread not even a roster."""

    roster: Roster | None
    text: str
    entries: list[BuiltEntry]
    bill: dict[str, Any] | None
    breaches: list[BuiltBreach]
    faults: list[str]
    prices: dict[str, int]


class DiceChance(Reply, frozen=True):
    """How likely so many come through, as a fraction and in per cent, and how likely at least so many."""

    count: int
    chance: str
    percent: float
    at_least: float


class DiceChances(Reply, frozen=True):
    mean: float
    deviation: float  # the standard deviation
    chances: list[DiceChance]


# --- games ---------------------------------------------------------------------------------------------------


class SeatGiven(Reply, frozen=True, omit_defaults=True):
    """A seat of a new game: a computer's, or a person's with the secret that stands for it and a link with both."""

    side: int
    token: str = ""
    link: str = ""
    computer: bool = False


class GameBegun(Reply, frozen=True):
    id: str
    seats: list[SeatGiven]
    watch: str


class GameLine(Reply, frozen=True):
    """A game in the list; `seats` says `person` or the level of a computer."""

    id: str
    title: str
    rulebook: str
    turn: int
    seats: list[str]
    over: bool
    made: float


class GameInFull(GameLine, frozen=True):
    seat: int | None
    sides: tuple[str, ...]
    steps: int
    undone: int  # how often answers were taken back
    source: str  # the game and step it was forked from, if it was
    broken: str  # where its record is damaged, if it is: then it can only be looked at
    faults: int  # how often chance answered for a computer that failed


class CampaignBattle(Reply, frozen=True):
    """A battle of a campaign: its number there, and the game in which it is fought."""

    number: int
    id: str
    turn: int
    over: bool


class CampaignInFull(Reply, frozen=True):
    """A campaign as everybody may know it; `seat` is the asker's own. `rulebook` is that of its battles."""

    id: str
    rulebook: str
    seat: int | None
    who: list[str]
    account: Account
    battles: list[CampaignBattle]


class BattleBegun(Reply, frozen=True):
    """The game in which the next battle of a campaign is fought; tokens of the campaign are good for it."""

    id: str


class HeldGame(GameLine, frozen=True):
    """A game one has a seat in. `yours` is whether one is to answer, `waiting` all who are."""

    seat: int
    yours: bool
    waiting: list[int]
    at: float  # since when it is so, in seconds since 1970
    phase: str = ""
    sides: tuple[str, ...] = ()
    result: Result | None = None
    left: float | None = None  # seconds that whoever is awaited has left, if there is a clock


class Health(Reply, frozen=True):
    state: str


class HeldGames(Reply, frozen=True):
    """Those whose answer is awaited come first, then the newest; `lost` are ids for which nothing was found."""

    games: list[HeldGame]
    lost: list[str]


class Line(Reply, frozen=True):
    """One thing that happened. `step` is the step in which it did, counted from 1."""

    step: int
    text: str
    rule: str
    kind: str
    pieces: list[str] = []
    numbers: list[dict[str, Any]] = []
    dice: list[dict[str, Any]] = []
    outlines: list[Outline] = []
    play: Play | None = None  # what a table needs to play it


class Moment(Reply, frozen=True):
    """The game as a seat could see it after so many steps, and what happened in the last of them."""

    step: int
    steps: int
    view: View
    lines: list[Line]


class Strength(Reply, frozen=True):
    """How many models each side had left when a turn ended."""

    turn: int
    step: int
    strength: list[int]
    lost: list[int]


class Luck(Reply, frozen=True):
    """All dice of one kind that a side threw: their sum against what such dice give on average.

    `deviation` is the difference in standard deviations. Whether high or low is good, the rules of each throw say.
    """

    side: int
    die: int
    count: int
    sum: int
    mean: float
    difference: float
    deviation: float


class Swing(Reply, frozen=True):
    """A step in which the balance of strength changed much, in hundredths, and for the better of which side."""

    step: int
    turn: int
    swing: float
    side: int
    lines: list[Line]


class Report(Reply, frozen=True):
    result: Result
    sides: tuple[str, ...]
    notes: list[str]
    turns: list[Strength]
    luck: list[Luck]
    turning_points: list[Swing]
    undone: int
    seed: str
    commitment: str


# --- the socket ----------------------------------------------------------------------------------------------


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
    """`since`: so many steps were over when this seat answered last."""

    seat: int | None
    game: TableCard
    number: int
    since: int = 0


class Waiting(Reply, frozen=True):
    """Somebody must answer; what he is asked is told only to himself."""

    side: int
    what: str


class State(Said, frozen=True, tag="state"):
    """How things stand for this seat; the question is there if this seat must answer it.

    `undo_why` says why it cannot take back anything or, if it can, why the others have to agree first. `broken`
    says where the record of the game is damaged; then nothing more is asked. `faults` counts how often chance has
    answered for a computer that failed. `clock` is for whom it runs, and since when; `orders` are this seat's own.
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
    flees. With `tries` it was not worked out exactly but tried so often; a turn without could not be foreseen."""

    id: int
    losses: list[Loss]
    flights: dict[str, float]
    tries: int = 0
    until: Until = "step"


def expected(wish: Expect, seen: Expectation) -> Expected:
    losses = [
        Loss(one.about, one.models, float(one.mean), [(count, float(chance)) for count, chance in one.spread])
        for one in seen.losses
    ]
    flights = {about: float(chance) for about, chance in seen.flights.items()}
    return Expected(wish.id, losses, flights, seen.tries, wish.until)


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
    """Something could not be done. `id` is that of the message it answers, if that had one."""

    why: str
    id: int | None = None


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
