"""Somebody at a phone whose line is cut, stalls and dies, at a server that is killed while he answers: whatever he
has given is in the record once and in its order, and he is asked on without loading the page again."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from threading import Timer

import pytest
from playwright.sync_api import Browser, TimeoutError, expect
from tests.serve.storm import CALM, Weather, stormy

from .test_storm import PHONE, TROUBLE, WEATHER, given, written
from .visitor import PATIENCE, Visitor, whoever_is_asked

pytestmark = pytest.mark.slow
GALE = Weather(cut=70, kilobytes=12, slow=0.05, stall=8, stalled=2, dead=4)
ANSWERS = 7
KILLED_AFTER = (1, 4)  # answers
LATEST = 0.6  # seconds after an answer was begun
FULL = 3 * PATIENCE  # lines that die in a row are each noticed after 19 seconds


def answers_on(visitor: Visitor) -> None:
    """One answer, and patience until there is something else to answer."""
    with suppress(AssertionError, TimeoutError):  # the patience of calm days; the page does not give up either
        visitor.answer_somehow()
    whoever_is_asked([visitor], FULL)


@pytest.mark.parametrize("rulebook", ["magnamund", "threeplains", "regiments", "warband", "missum"])
def test_who_answers_a_server_that_is_killed_meanwhile_loses_nothing(
    browser: Browser, tmp_path: Path, rulebook: str
) -> None:
    chance = Random(rulebook)
    with stormy(tmp_path, f"kills {rulebook}", CALM) as house, browser.new_context(**PHONE) as context:
        context.add_init_script(path=WEATHER)  # in fair weather it only notes what is said
        visitor = Visitor(context, house.storm.address)
        game = visitor.play_now(rulebook)
        visitor.wait_for_question()
        house.storm.turns(GALE)
        for at in count():
            if len(given(visitor)) >= ANSWERS:
                break
            death = Timer(chance.random() * LATEST, house.killed)
            if at in KILLED_AFTER:
                death.start()
            answers_on(visitor)
            if at in KILLED_AFTER:
                death.join()
        house.storm.turns(CALM)
        whoever_is_asked([visitor], FULL)
        expect(visitor.page.locator(TROUBLE)).to_have_count(0, timeout=PATIENCE)
        answers = given(visitor)
        assert sorted(answers) == list(range(len(answers))) and len(answers) >= ANSWERS
        assert written(tmp_path, game) == [answers[number] for number in sorted(answers)]
        assert not [fault for fault in visitor.faults if "WebSocket" not in fault and "ERR_" not in fault]
