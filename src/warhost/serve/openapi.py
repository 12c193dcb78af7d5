"""The HTTP interface as OpenAPI, made from the structs that are read and written.

The messages of the socket stand among the schemas too, as FromClient and FromServer.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any, NamedTuple

import msgspec

from warhost.engine.record import Record
from warhost.roster.palette import Palette

from .errors import ErrorBody
from .keys import HEADER, KEY
from .messages import (
    MOST_RULES,
    MOST_SIDES,
    MOST_STEPS,
    MOST_WORDS,
    Calls,
    DiceOdds,
    Draft,
    Fork,
    FromClient,
    GoOn,
    HandedIn,
    LessonWish,
    MailKey,
    MyGames,
    NewCampaign,
    NewGame,
    NextBattle,
    RecordFile,
    RosterText,
    SituationText,
)
from .replies import (
    BattleBegun,
    BookOffer,
    Built,
    CampaignInFull,
    DiceChances,
    ExchangeInFull,
    GameBegun,
    GameInFull,
    GameLine,
    Health,
    HeldGames,
    LessonStep,
    Moment,
    Mustered,
    Report,
    RuleInFull,
    RuleName,
)  # fmt: skip
from .seats import MailDone, SeatSettings
from .voice import FromServer

SOCKET = (
    "Games are played over web sockets at /api/games/{id}/socket?token=TOKEN; whoever connects again adds "
    "&mark=MARK, that of his last state. docs/api.md describes their messages."
)
SCHEMAS = "#/components/schemas/"
KEYED = "drawn by chance: the same wish under the same key is the same game"
PAGE, PICTURE = "text/html", "image/svg+xml"
TOKEN = ("token", "the secret of a seat; without it one sees what a watcher sees", False)


class Way(NamedTuple):
    """One way to ask the server something."""

    path: str
    does: str
    reply: Any
    body: Any = None
    query: tuple[tuple[str, str, bool], ...] = ()  # name, what it is, whether it must be there
    media: str = "application/json"
    keyed: bool = False  # it can be asked again under the same key

    @property
    def method(self) -> str:
        return "get" if self.body is None else "post"


WAYS = (
    Way("/api/rulebooks", "The rulebooks, with their scenarios, options and rosters.", list[BookOffer]),
    Way("/api/rules/{book}", "Rules by words, or all of them.", list[RuleName],
        query=(("q", "words that occur in the rule", False), ("limit", "how many at most", False))),
    Way("/api/rules/{book}/{id}", "A rule in full.", RuleInFull),
    Way("/api/muster/{book}", "What a roster costs and what is wrong with it.", Mustered, RosterText),
    Way("/api/palette/{book}/{army}", "What may be chosen from an army list, with prices and limits.", Palette),
    Way("/api/build/{book}", "An army in the making: its cost, its faults, its text.", Built, Draft),
    Way("/api/rosters/{book}/{roster}", "The text of a ready roster.", RosterText),
    Way("/api/sheet/{book}/{roster}", "The army sheet of a ready roster or an army list.", str, media=PAGE),
    Way("/api/sheet/{book}", "The army sheet of a roster given as text.", str, RosterText, media=PAGE),
    Way("/api/fields/{book}/{scenario}", "The field of a scenario, before anybody has come.", str, media=PICTURE),
    Way("/api/lessons/{book}", "The steps of a rulebook's lesson.", list[LessonStep]),
    Way("/api/lessons/{book}/{step}", "Begin a step of a lesson: a small game against the computer.", GameBegun,
        LessonWish, keyed=True),
    Way("/api/odds", "Exact odds of dice that go through one test after the other.", DiceChances, DiceOdds),
    Way("/api/odds/{book}", "A situation judged: who may do what, and the exact chances.", dict[str, Any],
        SituationText),
    Way("/api/games", "The games that may be watched, the newest first.", list[GameLine]),
    Way("/api/games", "Begin a game.", GameBegun, NewGame, keyed=True),
    Way("/api/exchanges/{id}", "A game whose armies are written one after the other, as a seat may know it.",
        ExchangeInFull, query=(("token", "the secret of the seat", True),)),
    Way("/api/exchanges/{id}", "Hand in the army list of a seat, for good.", ExchangeInFull, HandedIn),
    Way("/api/records", "Open a record from a file: a game to be looked at, and forked.", GameBegun, RecordFile),
    Way("/api/mine", "The games one holds tokens of, and whose turn it is in them.", HeldGames, MyGames),
    Way("/api/games/{id}", "A game, and which seat the token stands for.", GameInFull, query=(TOKEN,)),
    Way("/api/games/{id}/record", "The record of a game that is over, with its seed.", Record, query=(TOKEN,)),
    Way("/api/games/{id}/at/{step}", "The game after so many steps, as the seat could see it.", Moment,
        query=(TOKEN,)),
    Way("/api/games/{id}/fork", "A new game from a moment of this one.", GameBegun, Fork, keyed=True),
    Way("/api/games/{id}/go_on", "Play a damaged game on from where its record is sound.", GameBegun, GoOn),
    Way("/api/games/{id}/seat", "How the player of a seat is told that it is his move.", SeatSettings,
        query=(("token", "the secret of the seat", True),)),
    Way("/api/games/{id}/seat", "Set how.", SeatSettings, Calls),
    Way("/api/mail/confirm", "The address of a mail agrees to more of them.", MailDone, MailKey),
    Way("/api/mail/stop", "No more mails for this seat, or to this address.", MailDone, MailKey),
    Way("/api/games/{id}/report", "The report of a game that is over.", Report),
    Way("/api/games/{id}/sheet/{side}", "The army sheet of a side as it stands now, as the seat may know it.", str,
        query=(TOKEN,), media=PAGE),
    Way("/api/campaigns", "Found a campaign: a game whose battles are games.", GameBegun, NewCampaign, keyed=True),
    Way("/api/campaigns/{id}", "How a campaign stands, and the games of its battles.", CampaignInFull,
        query=(TOKEN,)),
    Way("/api/campaigns/{id}/battle", "Fight the battle that is due: the game in which it is fought.", BattleBegun,
        NextBattle),
    Way("/api/campaigns/{id}/report", "The report of a campaign, with plots.", str, query=(TOKEN,), media=PAGE),
    Way("/health", "Whether the server answers at all.", Health),
    Way("/ready", "Whether it can read its games and has opened its rulebooks.", Health),
)  # fmt: skip


@cache
def openapi() -> dict[str, Any]:
    kinds = (
        [way.reply for way in WAYS] + [way.body for way in WAYS if way.body] + [ErrorBody, FromClient, FromServer]
    )
    schemas, parts = msgspec.json.schema_components(kinds, ref_template=f"{SCHEMAS}{{name}}")
    found = dict(zip(map(repr, kinds), schemas, strict=True))
    parts |= {"FromClient": found[repr(FromClient)], "FromServer": found[repr(FromServer)]}
    paths: dict[str, dict[str, Any]] = {}
    for way in WAYS:
        paths.setdefault(way.path, {})[way.method] = _operation(way, found)
    about = {"title": "Warhost", "version": version("warhost"), "description": SOCKET}
    return {"openapi": "3.1.0", "info": about, "paths": paths, "components": {"schemas": parts}}


def _operation(way: Way, schemas: dict[str, Any]) -> dict[str, Any]:
    in_path = [part[1:-1] for part in way.path.split("/") if part.startswith("{")]
    parameters = [_parameter(name, "path", "", True) for name in in_path]
    parameters += [_parameter(name, "query", what, must) for name, what, must in way.query]
    parameters += [_parameter(HEADER, "header", KEYED, False)] if way.keyed else []
    told: dict[str, Any] = {
        "summary": way.does,
        "parameters": parameters,
        "responses": {
            "200": {"description": "as asked", **_content(schemas[repr(way.reply)], way.media)},
            "default": {"description": "why not", **_json(schemas[repr(ErrorBody)])},
        },
    }
    if way.body is not None:
        told["requestBody"] = {"required": True, **_json(schemas[repr(way.body)])}
    return told


NUMBERS = {"step": MOST_STEPS, "side": MOST_SIDES, "limit": MOST_RULES}
"""The largest number that each of these may be."""
TEXTS = {"q": MOST_WORDS}
LONGEST_NAME = 120


def _parameter(name: str, place: str, what: str, must: bool) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", "maxLength": TEXTS.get(name, LONGEST_NAME)}
    if name in NUMBERS:
        schema = {"type": "integer", "minimum": 0, "maximum": NUMBERS[name]}
    if name == HEADER:
        schema = {"type": "string", "pattern": f"^{KEY}$"}
    return {"name": name, "in": place, "required": must, "description": what, "schema": schema}


def _json(schema: Any) -> dict[str, Any]:
    return _content(schema)


def _content(schema: Any, media: str = "application/json") -> dict[str, Any]:
    return {"content": {media: {"schema": schema}}}
