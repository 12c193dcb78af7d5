"""The moment after a battle, with the dice and answers that follow."""

from __future__ import annotations

from typing import Any

import msgspec
from tests.dice_box import DiceBox

from warhost.engine.battle import Battle
from warhost.engine.campaign import Fixture
from warhost.roster.lists import find_roster
from warhost.rulebooks.warband.campaign.book import WarbandCampaign
from warhost.rulebooks.warband.campaign.happened import Happened, Side
from warhost.rulebooks.warband.campaign.ledger import Hero, Ledger, company_of, founded
from warhost.rulebooks.warband.campaign.season import After, Season, Terms

from .scene import book


def ledger(name: str = "lantern") -> Ledger:
    _, roster = find_roster(book().lists, f"{name}_500")
    return founded(roster, book().library, book().library.bands[name].title)


def after(
    dice: Any = (),
    answers: Any = (),
    out: Any = (),
    kills: Any = (),
    winner: int = 0,
    own: Ledger | None = None,
    stage: str = "injuries",
    foe: Ledger | None = None,
    foe_out: Any = (),
    first: int = 0,
    **more: Any,
) -> After:
    ledgers = [own or ledger(), foe or ledger("unquiet")]
    took = tuple(one.id for one in company_of(ledgers[0], book().library).recruits if one.role != "follower")
    sides = (Side(took, tuple(out), tuple(kills), **more), Side(("master", "binder"), tuple(foe_out)))
    ratings = ledgers[0].rating, ledgers[1].rating
    ranking = (0, 1) if first == 0 else (1, 0)
    state = Season(ledgers, (Happened((0, 1), sides, ratings, winner, ranking, "skirmish"),), stage)
    return Battle(terms(ledgers), state, DiceBox(dice, answers))


def terms(ledgers: list[Ledger], battles: int = 4, together: bool = False) -> Terms:
    ready = WarbandCampaign(book())._ready
    return Terms(book().library, "A campaign", battles, together, tuple(ledgers), ready)


def captain(one: After) -> Hero:
    return one.state.ledgers[0].heroes[0]


def end_of(fixture: Fixture) -> Any:
    """A battle without fighting: the second side loses every third of its warriors to the other's first hero."""
    companies = fixture.setup["companies"]
    ids = [[one["id"] for one in company["recruits"] if one["role"] != "follower"] for company in companies]
    out = tuple((id, 0, ids[0][0]) for id in ids[1][::3])
    sides = [Side(tuple(each), out if side == 1 else ()) for side, each in enumerate(ids)]
    sides[0] = Side(tuple(ids[0]), (), ((ids[0][0], len(out)),), 1)
    ratings = tuple(company["rating"] for company in companies)
    ranking = tuple(range(len(ids)))
    scenario = fixture.setup["scenario"]
    return msgspec.to_builtins(Happened(fixture.players, tuple(sides), ratings, 0, ranking, scenario, "they ran"))
