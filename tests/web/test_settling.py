"""Every choice after a battle, put by the page and answered there: captives, finds, advances, trade."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from time import time
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, ViewportSize, expect
from tests.warband.aftermath import ledger

from warhost.engine.question import Choose
from warhost.engine.rulebook import campaign_of, rulebook
from warhost.rulebooks.warband.campaign.happened import Happened, Side
from warhost.rulebooks.warband.campaign.ledger import company_of
from warhost.rulebooks.warband.campaign.paying import DONE
from warhost.rulebooks.warband.campaign.season import Season, mark
from warhost.rulebooks.warband.library import Library
from warhost.serve.folder import DATABASE
from warhost.serve.guests import token_hash
from warhost.serve.play import Play
from warhost.serve.storage import GameEntry, SeatEntry, Storage

from .conftest import Serve
from .test_campaign import ASIDE
from .test_everybody import serious_faults
from .visitor import ASKED, SIZE, Visitor

pytestmark = pytest.mark.slow

PHONE: ViewportSize = {"width": 390, "height": 844}
TOKENS = ("owner-of-the-lanterns", "captor-of-the-captain")
MOST_SEEDS = 2_000


class Moment:
    """A campaign just when something is asked: its state, and dice that lead there."""

    def __init__(self, asked: str, stage: str, change: Callable[[Season], None] = lambda _: None, id: str = ""):
        self.asked, self.stage, self.change, self.id = asked, stage, change, id or asked.replace(" ", "-")

    def season(self) -> Season:
        """The first side has lost its captain to the second, and it is the first whose sequence it is."""
        own, foe = ledger(), ledger("unquiet")
        took = [tuple(one.id for one in company_of(each, library()).recruits) for each in (own, foe)]
        sides = Side(took[0], ((own.heroes[0].id, 1, foe.heroes[0].id),)), Side(took[1])
        fought = Happened((0, 1), sides, (own.rating, foe.rating), 1, (1, 0), "skirmish", "they ran")
        found = Season([own, foe], (fought,), self.stage, place=1)
        found.marks = (mark(found), mark(found))
        self.change(found)
        return found

    def entry(self) -> GameEntry:
        """With the first seed by which this is what is asked."""
        kind, start = campaign(), msgspec.to_builtins(self.season())
        setup = kind.found(["lantern_500", "unquiet_500"], {}, "Afterwards")
        seats = tuple(SeatEntry(token_hash(token)) for token in TOKENS)
        for seed in range(MOST_SEEDS):
            entry = GameEntry(self.id, self.asked, kind.id, setup, str(seed), seats, time(), start=start)
            if any(question.what == self.asked for question in Play(entry, kind, []).open):
                return entry
        raise AssertionError(f"no dice lead to: {self.asked}")


@cache
def library() -> Library:
    found: Library = campaign().warband.library
    return found


@cache
def campaign() -> Any:
    return campaign_of(rulebook("warband"))


def rich(season: Season, crowns: int = 200) -> None:
    for one in season.ledgers:
        one.treasury = crowns


def learned(season: Season) -> None:
    season.ledgers[0].heroes[0].experience += 10


def risen(season: Season) -> None:
    season.ledgers[0].heroes = season.ledgers[0].heroes[:3]
    for group in season.ledgers[0].groups:
        group.experience = 1


def poisoned(season: Season) -> None:
    season.ledgers[0].heroes[0].gear = "sword", "poison"


def ended(season: Season) -> None:
    season.ledgers[0].heroes, season.ledgers[0].ended = [], True


def few(season: Season) -> None:
    season.ledgers[0].heroes, season.ledgers[0].groups = season.ledgers[0].heroes[:2], []


def with_room(season: Season) -> None:
    """For one more Risen among the second side."""
    season.ledgers[1].groups.pop()


def exchanged(season: Season) -> None:
    """The second side's hero is held by the first, and the first side's is taken now."""
    season.ledgers[1].heroes[1].captor = 0


MOMENTS = [
    Moment("ransom", "injuries", rich),
    Moment("find", "search"),
    Moment("bargain", "search", rich),
    Moment("vault", "search"),
    Moment("characteristic", "experience", learned),
    Moment("skill", "experience", learned),
    Moment("skill list", "experience", risen),
    Moment("sell", "sell"),
    Moment("look", "look", rich),
    Moment("buy", "buy", rich),
    Moment("new warband", "anew", ended),
    Moment("use", "fixture", poisoned),
    Moment("few", "fixture", few),
    Moment("scenario", "fixture"),
]
TAKEN, SOLD = (Moment("ransom", "injuries", rich, f"ransom-{end}") for end in ("taken", "sold"))
RAISED = Moment("ransom", "injuries", with_room, "ransom-raised")
BUYING = Moment("buy", "buy", rich, "buying")
SWAPPED = Moment("ransom", "injuries", exchanged, "exchange")


async def kept_in(url: str) -> None:
    storage = Storage(url)
    for moment in (*MOMENTS, TAKEN, SOLD, RAISED, SWAPPED, BUYING):
        await storage.add_game(moment.entry())
    storage.close()


@pytest.fixture(scope="module")
def table(serve: Serve, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose database has all these campaigns."""
    folder = tmp_path_factory.mktemp("settling")
    with ThreadPoolExecutor(1) as apart:  # the browser's driver has the loop of this thread
        apart.submit(asyncio.run, kept_in(f"sqlite:///{folder / DATABASE}")).result()
    with serve(folder, 0) as running:
        yield running.address


Seat = Callable[..., Visitor]


@pytest.fixture
def seat(browser: Browser, table: str) -> Iterator[Seat]:
    """Sits down at one side of a campaign; at the end nobody may have seen an error."""
    visitors: list[Visitor] = []

    def sit(moment: Moment, side: int, **settings: Any) -> Visitor:
        visitor = Visitor(browser.new_context(**{"viewport": SIZE, **settings}), table)
        visitors.append(visitor)
        visitor.go("/")
        kept = json.dumps({moment.id: {"seats": [{"side": side, "token": TOKENS[side]}], "at": 1}})
        visitor.page.evaluate("kept => localStorage.setItem('warhost.seats', kept)", kept)
        visitor.go(f"/#/campaign/{moment.id}")
        visitor.page.reload()  # so that it finds the seat
        return visitor

    yield sit
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.context.close()
    assert not faults


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.id)
def test_every_choice_after_a_battle_is_put_and_answered_on_a_phone(seat: Seat, moment: Moment) -> None:
    (question,) = Play(moment.entry(), campaign(), []).open
    assert isinstance(question, Choose)
    visitor = seat(moment, question.side, viewport=PHONE, has_touch=True)
    page = visitor.page
    page.wait_for_selector(ASKED)
    assert question.text in visitor.asked
    page.evaluate("document.querySelectorAll('.lot').forEach(one => { one.open = true; })")
    assert serious_faults(page) == [] and page.evaluate(ASIDE) == []
    visitor.shot(f"settling-{moment.id}")
    if (more := page.locator(".question .option.more")).count():
        more.click()
    offered = {one.get_attribute("data-answer") for one in page.locator(".question [data-answer]").all()}
    assert offered == set(question.options) - {DONE} and page.evaluate(ASIDE) == []
    before = visitor.number
    page.locator(f".question [data-answer='{question.options[-1]}']").click()
    visitor.question_passes(before)


def test_what_can_be_bought_stands_below_the_heading_of_whom_it_is_for(seat: Seat) -> None:
    visitor = seat(BUYING, 0, viewport=PHONE, has_touch=True)
    lot = visitor.page.locator(".lot").first
    lot.locator("summary").click()
    heading, option = lot.locator("summary").bounding_box(), lot.locator(".option").first.bounding_box()
    assert heading is not None and option is not None
    assert option["y"] >= heading["y"] + heading["height"] and option["width"] > heading["width"] - 20


def answer(visitor: Visitor, words: str, chosen: str) -> None:
    expect(visitor.page.locator(ASKED)).to_contain_text(words)
    visitor.page.locator(f".question [data-answer='{chosen}']").click()


def crowns(visitor: Visitor, name: str) -> Any:
    """The cell of the standings with the crowns of a warband."""
    heads = visitor.page.locator(".standings thead th").all_inner_texts()
    row = visitor.page.locator(".standings tbody tr", has_text=name)
    return row.locator("td").nth(heads.index("Crowns") - 1)


def test_a_captive_is_bought_back(seat: Seat) -> None:
    owner, captor = seat(TAKEN, 0), seat(TAKEN, 1, viewport=PHONE, has_touch=True)
    answer(owner, "What is offered for him?", "20")
    answer(captor, "20 crowns for Company Captain: is that taken?", "take it")
    for visitor in (owner, captor):
        expect(crowns(visitor, "The Unquiet")).to_have_text("220")
        expect(visitor.page.locator(".happened")).to_contain_text("is bought back for 20 crowns")
    expect(owner.page.locator("#ledger-0 .member", has_text="Company Captain")).to_contain_text("leader")


def test_a_captive_who_is_not_bought_back_is_sold_where_nothing_else_can_be_done(seat: Seat) -> None:
    owner, captor = seat(SOLD, 0), seat(SOLD, 1)
    answer(owner, "What is offered for him?", "5")
    answer(captor, "5 crowns for Company Captain: is that taken?", "refuse")
    lost(owner, captor, "is sold for")
    expect(captor.page.locator("#ledger-1")).to_contain_text("In the store: Sword, Helmet")


def test_who_has_room_makes_a_captive_rise_again(seat: Seat) -> None:
    owner, captor = seat(RAISED, 0), seat(RAISED, 1)
    answer(owner, "What is offered for him?", "0")
    answer(captor, "What becomes of Company Captain?", "raise")
    lost(owner, captor, "rises again among the dead")
    risen = RAISED.season().ledgers[1].groups[0].count + 1
    expect(captor.page.locator("#ledger-1 .member", has_text="Risen")).to_contain_text(f"{risen} henchmen")


def lost(owner: Visitor, captor: Visitor, told: str) -> None:
    for visitor in (owner, captor):
        expect(visitor.page.locator(".happened")).to_contain_text(told)
    expect(owner.page.locator("#ledger-0 details", has_text="Fallen and gone")).to_contain_text("Company Captain")


def test_captives_are_exchanged(seat: Seat) -> None:
    owner, captor = seat(SWAPPED, 0), seat(SWAPPED, 1)
    other = SWAPPED.season().ledgers[1].heroes[1]
    expect(captor.page.locator("#ledger-1 .member", has_text=other.title).first).to_contain_text("held by an enemy")
    answer(owner, "What is offered for him?", f"exchange:{other.id}")
    answer(captor, f"{other.title} in exchange for Company Captain: is that taken?", "take it")
    expect(owner.page.locator(".happened")).to_contain_text(f"is exchanged for {other.title}")
    expect(captor.page.locator("#ledger-1 .member", has_text="held by an enemy")).to_have_count(0)
