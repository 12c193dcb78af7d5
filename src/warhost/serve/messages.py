"""What clients send: the bodies of requests and the messages of the socket."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from warhost.engine.bounds import Name, plain
from warhost.engine.chain import Reroll
from warhost.roster.roster import Roster

from .clock import DAY, Clock
from .seats import OnlyIf

Level = Literal["tactician", "random"]
Seconds = Annotated[float, Meta(ge=0, le=60)]
Title = Annotated[str, Meta(max_length=120)]
GAME_ID = r"^[A-Za-z0-9_-]{1,40}$"
GameId = Annotated[str, Meta(pattern=GAME_ID)]
Token = Annotated[str, Meta(max_length=80)]
Document = Annotated[str, Meta(max_length=60_000)]
"""A roster or a situation, in TOML."""
Said = Annotated[str, Meta(max_length=400)]
MOST_STEPS, MOST_SIDES, MOST_RULES, MOST_WORDS = 1_000_000, 7, 5_000, 200
MOST_SEATS = MOST_SIDES + 1  # sides are counted from 0
Step = Annotated[int, Meta(ge=0, le=MOST_STEPS)]
Numbered = Annotated[int, Meta(ge=0, le=MOST_STEPS)]
"""Which question."""
Tag = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""What a client calls its own message; the reply has it too."""
Across = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Place = Annotated[list[Across], Meta(min_length=2, max_length=2)]


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit at a side. A friend gets an invitation link; that is all that tells him from a person."""

    kind: Literal["person", "computer", "friend"]
    level: Level = "tactician"
    seconds: Seconds = 1.0


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be begun. `rosters` are the texts of rosters, one a side, for rulebooks with army lists; with
    `exchange` they are handed in one after the other, and the game begins with the last."""

    rulebook: Name
    seats: Annotated[list[SeatWish], Meta(max_length=MOST_SEATS)]
    scenario: Name | None = None
    options: Annotated[dict[Name, Said], Meta(max_length=20)] = {}
    title: Title = ""
    rosters: Annotated[list[Document], Meta(max_length=MOST_SEATS)] = []
    listed: bool = True
    clock: Clock | None = None
    exchange: bool = False


class NewCampaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign to be founded: a seat and a roster for each player. Rosters are names of ready ones, or texts."""

    rulebook: Name
    seats: Annotated[list[SeatWish], Meta(max_length=MOST_SEATS)]
    rosters: Annotated[list[Document], Meta(max_length=MOST_SEATS)] = []
    options: Annotated[dict[Name, Said], Meta(max_length=20)] = {}
    title: Title = ""
    listed: bool = True


class HandedIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The army list of a side, handed in by whoever has its seat."""

    token: Token
    roster: Document


class NextBattle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The battle that is due in a campaign is to be fought, says whoever has this seat in it."""

    token: Token = ""


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new game from a moment of an old one. Without `seats` the visitor plays all sides."""

    step: Step
    token: Token = ""
    tokens: Annotated[list[Token], Meta(max_length=8)] = []
    seats: Annotated[list[SeatWish], Meta(max_length=MOST_SEATS)] = []
    title: Title = ""


class GoOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A damaged game is to go on from where its record is sound, says whoever has this seat in it."""

    token: Token


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game and the token of a seat in it, as a browser keeps them."""

    id: GameId
    token: Token


class MyGames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    games: Annotated[list[Held], Meta(max_length=200)]


class Calls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the player of a seat would be told that it is his move; what is left out stays as it is.

    `wait` and `remind` are seconds: how long a question is open before a notice goes out, and after how long
    reminders follow (0: none).
    """

    token: Token
    webhook: Annotated[str, Meta(max_length=500)] | None = None
    mail: Annotated[str, Meta(max_length=200)] | None = None
    wait: Annotated[float, Meta(ge=0, le=DAY)] | None = None
    remind: Annotated[float, Meta(ge=0, le=30 * DAY)] | None = None


class MailKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The key in the links of a mail. `never`: nothing is to be sent to that address any more, in no game."""

    key: Annotated[str, Meta(max_length=80)]
    never: bool = False


class LessonWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing needs to be said to begin a step of a lesson; `seconds` is how long the computer may think."""

    seconds: Seconds = 0.3


RecordFile = Annotated[dict[Name, Any], Meta(max_length=40)]
"""A record as it was saved; what is in it the rules look over (engine/record.py)."""


class RosterText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    roster: Document


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An army in the making, as its parts, as the text of a roster, or to be raised by chance, such as orcs:500:7.

    `priced` is an entry such as `group[2]` whose picks without a price of their own shall be priced.
    """

    roster: Roster | None = None
    text: Document = ""
    chance: Name = ""
    priced: Name = ""


class DiceTest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A die for each that comes in needs `need` or more (`over`), or so much or less; a `save` lets failures on."""

    need: Annotated[int, Meta(ge=1, le=101)]
    sides: Annotated[int, Meta(ge=2, le=100)] = 6
    over: bool = True
    reroll: Reroll = "none"
    save: bool = False


class DiceOdds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many dice, and what they have to pass one after the other: to hit, to wound, a save."""

    dice: Annotated[int, Meta(ge=0, le=100)]
    tests: Annotated[list[DiceTest], Meta(min_length=1, max_length=5)]


class SituationText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation as `warhost referee` reads it (docs/situations.md)."""

    situation: Document


class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """One message of the socket."""


class Answer(Message, frozen=True, tag="answer"):
    """The answer to the open question of this number."""

    number: Numbered
    answer: Any

    def __post_init__(self) -> None:
        plain(self.answer)


class Check(Message, frozen=True, tag="check"):
    """Would this be a lawful answer, what would it cost, and how would it look?"""

    id: Tag
    number: Numbered
    answer: Any

    def __post_init__(self) -> None:
        plain(self.answer)


Until = Literal["step", "turn"]


class Expect(Message, frozen=True, tag="expect"):
    """What would this answer cost both sides: in the step under way, or by the end of the turn?"""

    id: Tag
    number: Numbered
    answer: Any
    until: Until = "step"

    def __post_init__(self) -> None:
        plain(self.answer)


class Say(Message, frozen=True, tag="say"):
    """An order to the open question in words, as the rulebook's own grammar has them.

    With an `order` they go on with that one; without, they begin.
    """

    id: Tag
    number: Numbered
    text: Said
    order: Any = None

    def __post_init__(self) -> None:
        plain(self.order)


class Hint(Message, frozen=True, tag="hint"):
    """What would the tactician do?"""


class Undo(Message, frozen=True, tag="undo"):
    """Take back this seat's last answer; with the `number` of the last `state`, once, however often it is sent."""

    number: Numbered | None = None


class AllowUndo(Message, frozen=True, tag="allow_undo"):
    """Whether the other seat may take back its last answer."""

    yes: bool


class Look(Message, frozen=True, tag="look", rename={"origin": "from"}):
    """Measure a distance, a line of sight, a reach, an arc or all that is in sight.

    Places are names of pieces or [x, y]. With an `order` to the open question the table is looked at as that order
    would leave it.
    """

    id: Tag
    what: Literal["distance", "sight", "reach", "arc", "outlook"]
    origin: Name | Place
    to: Name | Place | None = None
    order: Any = None

    def __post_init__(self) -> None:
        plain(self.order)


class Standing(Message, frozen=True, tag="standing"):
    """A standing order: from now on this is the answer to what question `number` asks, whenever it comes up; with
    `about`, only where it is about the same piece; with `only`, only if a chance is such. Without a number, the
    orders of that name (`what`) end, or of them that which gives this answer."""

    number: Numbered | None = None
    answer: Any = None
    what: Name = ""
    about: Name = ""
    only: OnlyIf | None = None

    def __post_init__(self) -> None:
        plain(self.answer)


class SetUp(Message, frozen=True, tag="set_up"):
    """The computer shall set up for this seat: it answers all that is asked of it before the first turn."""


class Claim(Message, frozen=True, tag="claim"):
    """The win is claimed, since the time of the other side is up."""


class Ping(Message, frozen=True, tag="ping"):
    """Are you there? The reply is a pong."""


FromClient: TypeAlias = (
    Answer | Check | Expect | Say | Hint | Undo | AllowUndo | Look | Standing | SetUp | Claim | Ping
)
decoder = msgspec.json.Decoder(FromClient)
