"""The page in Firefox: the lobby, a game of each rulebook, an answer, a unit dragged, and not one complaint."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from tests.proof import left_out

from .bidi import Tab, firefox
from .visitor import ASKED, MARCH, MOST_ANSWERS, SHOTS, SIZE

pytestmark = pytest.mark.slow

JUDGED = ".judgement.yes, .judgement.no"


@pytest.fixture
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    program = shutil.which("firefox-esr") or shutil.which("firefox") or ""
    if not program:
        left_out("no browser: Firefox is not there (apt install firefox-esr)")
    with firefox(program, tmp_path_factory.mktemp("firefox"), (SIZE["width"], SIZE["height"])) as found:
        yield found
        assert not found.faults


def play_now(tab: Tab, server: str, rulebook: str) -> None:
    tab.open(f"{server}/")
    tab.read("localStorage.setItem('warhost.speed', JSON.stringify('off'))")
    tab.open(f"{server}/")
    button = f"[data-play={rulebook}]"
    tab.wait(button)
    tab.wait_for("[...document.images].every(one => one.complete)")  # the button is where it stays
    tab.click(button)
    tab.wait_for("location.hash.startsWith('#/game/')")
    tab.wait(ASKED)


def number(tab: Tab) -> str:
    return str(tab.read("document.querySelector('.question')?.dataset.number ?? ''"))


def pass_on(tab: Tab, before: str) -> None:
    """Until this question is no longer open and the next one is."""
    tab.wait_for(f"document.querySelector('.question[data-number=\"{before}\"]') === null")
    tab.wait(f"{ASKED}, .question.over")


def answer_somehow(tab: Tab) -> None:
    """The ghost as it lies, or the first choice there is."""
    before = number(tab)
    if tab.there(".judgement.idle") and tab.there(".asked-body .option"):
        if tab.there(".folded .option"):
            tab.click(".folded summary")
        tab.click(".asked-body .option")
        tab.wait(".judgement:not(.idle)")
    if tab.there(".judgement:not(.idle)"):
        tab.wait(".judgement.yes")
        tab.click(".commit")
    else:
        tab.click(".question .option")
    pass_on(tab, before)


def answer_until(tab: Tab, words: str) -> None:
    for _ in range(MOST_ANSWERS):
        if words in tab.text(ASKED):
            return
        answer_somehow(tab)
    raise AssertionError(f"never asked: {words}")


def test_the_lobby_is_there(tab: Tab, server: str) -> None:
    tab.open(f"{server}/")
    for rulebook in ("magnamund", "threeplains"):
        tab.wait(f"[data-play={rulebook}]")
    tab.shot(SHOTS / "firefox-lobby.png")


def test_a_unit_of_magnamund_is_dragged_and_marches(tab: Tab, server: str) -> None:
    play_now(tab, server, "magnamund")
    answer_until(tab, MARCH)
    words = "document.querySelector(\"[data-piece='spearmen-3']\").getAttribute('aria-label')"
    stood = tab.read(words)
    tab.drag("[data-piece='spearmen-3']", 0, -420, lambda: tab.wait(".judgement.no"))
    assert "Why?" in tab.text(".judgement.no")
    tab.shot(SHOTS / "firefox-magnamund-unlawful.png")
    tab.press("\ue00c")  # Escape
    tab.drag("[data-piece='spearmen-3']", 0, -85, lambda: tab.wait(".judgement.yes"))
    tab.shot(SHOTS / "firefox-magnamund-lawful.png")
    assert tab.read(words) == stood
    tab.press("\ue007")  # Enter
    tab.wait_for(f"{words} !== {stood!r}")


def test_a_regiment_of_three_plains_is_dragged_and_set_down(tab: Tab, server: str) -> None:
    play_now(tab, server, "threeplains")
    answer_until(tab, "Where shall Bridge Guard stand?")
    tab.wait(".judgement.yes")
    ghost = "[data-ghost='guard'] .rim"
    tab.drag(ghost, 0, -260, lambda: tab.wait(".judgement.no"))
    assert "deployment zone" in tab.text(".judgement.no")
    tab.press("\ue00c")
    tab.wait(".judgement.yes")
    tab.drag(ghost, 60, 60, lambda: tab.wait(JUDGED))
    tab.wait(".judgement.yes")
    tab.shot(SHOTS / "firefox-threeplains.png")
    tab.click(".commit")
    tab.wait(".piece[data-piece='guard']")
