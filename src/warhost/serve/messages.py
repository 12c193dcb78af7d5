"""What clients send: the bodies of requests and the messages of the socket."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from warhost.engine.chain import Reroll

Level = Literal["tactician", "random"]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=60)]
Title = Annotated[str, msgspec.Meta(max_length=120)]


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit at a side. A friend gets an invitation link; that is all that tells him from a person."""

    kind: Literal["person", "computer", "friend"]
    level: Level = "tactician"
    seconds: Seconds = 1.0


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be begun. `rosters` are the texts of two rosters, for rulebooks with army lists."""

    rulebook: str
    seats: list[SeatWish]
    scenario: str | None = None
    options: dict[str, str] = {}
    title: Title = ""
    rosters: list[str] = []
    listed: bool = True


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new game from a moment of an old one. Without `seats` the visitor plays both sides."""

    step: int
    token: str = ""
    tokens: list[str] = []
    seats: list[SeatWish] = []
    title: Title = ""


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game and the token of a seat in it, as a browser keeps them."""

    id: str
    token: str


class MyGames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    games: Annotated[list[Held], msgspec.Meta(max_length=200)]


class RosterText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    roster: str


class DiceTest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A die for each that comes in needs `need` or more (`over`), or so much or less; a `save` lets failures on."""

    need: Annotated[int, msgspec.Meta(ge=1, le=101)]
    sides: Annotated[int, msgspec.Meta(ge=2, le=100)] = 6
    over: bool = True
    reroll: Reroll = "none"
    save: bool = False


class DiceOdds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many dice, and what they have to pass one after the other: to hit, to wound, a save."""

    dice: Annotated[int, msgspec.Meta(ge=0, le=100)]
    tests: Annotated[list[DiceTest], msgspec.Meta(min_length=1, max_length=5)]


class SituationText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation as `warhost referee` reads it (docs/situations.md)."""

    situation: str


class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """One message of the socket."""


class Answer(Message, frozen=True, tag="answer"):
    """The answer to the open question of this number."""

    number: int
    answer: Any


class Check(Message, frozen=True, tag="check"):
    """Would this be a lawful answer, what would it cost, and how would it look?"""

    id: int
    number: int
    answer: Any


class Hint(Message, frozen=True, tag="hint"):
    """What would the tactician do?"""


class Undo(Message, frozen=True, tag="undo"):
    """Take back this seat's last answer."""


class AllowUndo(Message, frozen=True, tag="allow_undo"):
    """Whether the other seat may take back its last answer."""

    yes: bool


class Look(Message, frozen=True, tag="look", rename={"origin": "from"}):
    """Measure a distance, a line of sight, a reach, an arc or all that is in sight.

    Places are names of pieces or [x, y]. With an `order` to the open question the table is looked at as that order
    would leave it.
    """

    id: int
    what: Literal["distance", "sight", "reach", "arc", "outlook"]
    origin: str | list[int]
    to: str | list[int] | None = None
    order: Any = None


class Ping(Message, frozen=True, tag="ping"):
    """Are you there? The reply is a pong."""


FromClient: TypeAlias = Answer | Check | Hint | Undo | AllowUndo | Look | Ping
decoder = msgspec.json.Decoder(FromClient)
