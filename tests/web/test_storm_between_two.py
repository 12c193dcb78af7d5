"""Two people in two browsers play one game over a network that delays and cuts lines at any byte. Each answer is in
the record once and in its order, both see the same table and read the same log, and nobody has to load his page
again."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.serve.conftest import PERSON
from tests.serve.storm import CALM, House, Weather, post, stormy

from .test_storm import LAPTOP, PHONE, TROUBLE, WEATHER, given, written
from .visitor import PATIENCE, Visitor, whoever_is_asked

pytestmark = pytest.mark.slow
GALE = Weather(cut=85, kilobytes=10, slow=0.05, stall=6, stalled=1.5, dead=10)
ANSWERS = 12
CUTS = 4
GLANCE = 250  # milliseconds
LOG = """() => [...document.querySelectorAll(".log .lines > ol > li")].map(one => one.textContent)"""
PIECES = """() => [...document.querySelectorAll(".piece")].map(one => one.getAttribute("aria-label")).sort()"""


@contextmanager
def at_the_table(browser: Browser, house: House, links: list[str]) -> Iterator[list[Visitor]]:
    with ExitStack() as there:
        visitors = []
        for link, size in zip(links, (LAPTOP, PHONE), strict=True):
            context = there.enter_context(browser.new_context(**size))
            context.add_init_script(path=WEATHER)  # in fair weather it only notes what is said
            visitors.append(Visitor(context, house.storm.address))
            visitors[-1].go(link)
        yield visitors
        faults = [fault for visitor in visitors for fault in visitor.faults]
        assert not [fault for fault in faults if "WebSocket" not in fault and "ERR_" not in fault]


def shown(visitor: Visitor) -> tuple[list[str], list[str]]:
    return visitor.page.evaluate(LOG), visitor.page.evaluate(PIECES)


def shown_to_both(pair: list[Visitor]) -> list[tuple[list[str], list[str]]]:
    """What either has before him when both have been told all: one may still be watching how it came about."""
    for _ in range(PATIENCE // GLANCE):
        seen = [shown(visitor) for visitor in pair]
        if seen[0] == seen[1]:
            break
        pair[0].page.wait_for_timeout(GLANCE)
    return seen


@pytest.mark.parametrize("rulebook", ["magnamund", "threeplains", "regiments", "warband", "missum"])
def test_two_browsers_in_a_storm_play_one_game(browser: Browser, tmp_path: Path, rulebook: str) -> None:
    with stormy(tmp_path, f"gale over {rulebook}", CALM) as house:
        wish = {"rulebook": rulebook, "seats": [PERSON, PERSON]}
        game = post(house.storm, "/api/games", wish, secrets.token_urlsafe(24))
        with at_the_table(browser, house, [seat["link"] for seat in game["seats"]]) as pair:
            whoever_is_asked(pair)
            house.storm.turns(GALE)
            for at in itertools.count():
                whoever_is_asked(pair, 2 * PATIENCE).answer_somehow()  # a dead line is noticed after 19 seconds
                if at >= ANSWERS and house.storm.cuts >= CUTS:
                    break
            house.storm.turns(CALM)
            whoever_is_asked(pair)
            for side, visitor in enumerate(pair):
                expect(visitor.page.locator(TROUBLE)).to_have_count(0, timeout=PATIENCE)
                answers = given(visitor)
                assert written(tmp_path, game["id"], side) == [answers[number] for number in sorted(answers)]
            seen = shown_to_both(pair)
            assert seen[0] == seen[1] and all(seen[0])  # nobody hides in these battles
            for visitor in pair:
                visitor.page.reload()  # a page that has missed nothing
                visitor.page.wait_for_selector(".piece", state="attached")
            assert shown_to_both(pair) == seen
