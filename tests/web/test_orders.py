"""Orders of Three Plains put together with hands: falling into place, parting, meeting, model by model."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .visitor import ASKED, MOST_ANSWERS, MOVE, Come, Visitor, friends, whoever_is_asked

pytestmark = pytest.mark.slow

LINE, FAR_LINE = 15_000, 33_000  # where the zones of the three hills end, thousandths of an inch
GHOST = "[data-ghost='{}'] .rim"


def _placing(come: Come, piece: str, title: str) -> Visitor:
    visitor = come()
    visitor.play_now("threeplains")
    visitor.answer_until("Which piece do you place next?")
    visitor.page.click(f"[data-answer={piece}]")
    expect(visitor.page.locator(ASKED)).to_contain_text(f"Where shall {title} stand?")
    visitor.page.wait_for_selector(".judgement.yes")
    return visitor


def _moving(come: Come, piece: str) -> Visitor:
    visitor = come()
    visitor.play_now("threeplains")
    visitor.answer_until(MOVE, charging=False)
    before = visitor.number
    visitor.page.click(f"[data-answer={piece}]")
    visitor.question_passes(before)
    visitor.wait_for_question()
    return visitor


def _tool(visitor: Visitor, name: str) -> None:
    visitor.page.locator(".tools").get_by_role("button", name=name).click()
    visitor.page.wait_for_selector(".judgement.yes, .judgement.no")


# --- falling into place --------------------------------------------------------------------------------------


def test_a_ghost_near_the_line_falls_onto_it_unless_alt_is_held(come: Come) -> None:
    visitor = _placing(come, "guard", "Bridge Guard")
    page = visitor.page
    visitor.drag(GHOST.format("guard"), 0, 40)
    assert visitor.order["at"][1] not in (LINE, FAR_LINE)
    visitor.drag(GHOST.format("guard"), 0, -37)  # a quarter of an inch short of it
    assert visitor.order["at"][1] in (LINE, FAR_LINE)
    page.keyboard.down("Alt")
    visitor.drag(GHOST.format("guard"), 0, 4)
    page.keyboard.up("Alt")
    assert visitor.order["at"][1] not in (LINE, FAR_LINE)


def test_a_ghost_comes_to_lie_flush_beside_its_neighbour(come: Come) -> None:
    visitor = _placing(come, "guard", "Bridge Guard")
    page = visitor.page
    page.click(".commit")
    page.wait_for_selector(".piece[data-piece='guard']")
    visitor.answer_until("Which piece do you place next?")
    page.click("[data-answer=longbowmen]")
    expect(page.locator(ASKED)).to_contain_text("Where shall Bank Archers stand?")
    page.wait_for_selector(".judgement.yes")
    guard, ghost = (page.locator(one).bounding_box() for one in (
        ".piece[data-piece='guard'] .rim", GHOST.format("longbowmen"),
    ))  # fmt: skip
    assert guard is not None
    assert ghost is not None
    beside = guard["x"] + guard["width"] - ghost["x"]
    visitor.drag(GHOST.format("longbowmen"), beside + 4, guard["y"] - ghost["y"] + 3)
    there = page.locator(GHOST.format("longbowmen")).bounding_box()
    assert there is not None
    assert there["x"] == pytest.approx(guard["x"] + guard["width"], abs=1.5)  # half a line is drawn outside
    assert there["y"] == pytest.approx(guard["y"], abs=1.5)


def test_a_march_straight_ahead_needs_no_steady_hand(come: Come) -> None:
    visitor = _moving(come, "guard")
    visitor.drag(".piece[data-piece='guard'] .rim", 3, -70)
    ((_, x, _),) = visitor.order
    assert x == 36_000  # exactly as far from the left as before: it was set up in the middle of its edge


def test_a_hand_that_goes_too_far_keeps_what_the_movement_allows(come: Come) -> None:
    visitor = _moving(come, "guard")
    visitor.drag(".piece[data-piece='guard'] .rim", 0, -200)
    expect(visitor.page.locator(".judgement.yes")).to_contain_text("7.0″ used, 0.0″ left")
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.down("Alt")
    visitor.drag(".piece[data-piece='guard'] .rim", 0, -200)
    visitor.page.keyboard.up("Alt")
    expect(visitor.page.locator(".judgement.yes")).to_contain_text("short of that point: it stops there")


def test_a_ghost_follows_the_hand_on_a_table_turned_round(come: Come) -> None:
    visitor = _placing(come, "guard", "Bridge Guard")
    page, ghost = visitor.page, GHOST.format("guard")
    visitor.drag(ghost, 0, 40)
    _, below = visitor.middle_of(ghost)
    page.keyboard.press("r")
    page.wait_for_function(
        f'low => document.querySelector("{ghost}").getBoundingClientRect().y < low - 100', arg=below
    )
    x, y = visitor.middle_of(ghost)
    visitor.drag(ghost, 50, -40)
    there = visitor.middle_of(ghost)
    assert there == pytest.approx((x + 50, y - 40), abs=8)  # it may fall into place


# --- parting and meeting -------------------------------------------------------------------------------------


def _friends_moving(come: Come) -> tuple[Visitor, Visitor]:
    """Two people of whom neither goes for the other, and the first of them, with riders, may move."""
    pair = friends(come)
    for _ in range(MOST_ANSWERS):
        asked = whoever_is_asked(pair)
        if asked is pair[0] and MOVE in asked.asked:
            return pair[0], pair[1]
        asked.answer_somehow() if "stand?" in asked.asked or "place" in asked.asked else asked.finish_phase()
    raise AssertionError("the first is never asked to move")


def test_a_group_is_split_with_handles_and_merged_again(come: Come) -> None:
    visitor, other = _friends_moving(come)
    page = visitor.page
    page.click("[data-answer=outriders]")
    _tool(visitor, "Split")
    assert page.locator(".ghost[data-ghost]").count() == 2
    page.get_by_label("Models that go").fill("1")
    ((_, told),) = visitor.order
    assert told["models"] == 1
    visitor.drag(GHOST.format("outriders part"), 150, 0)
    expect(page.locator(".judgement.no")).to_contain_text("touch")
    ((_, apart),) = visitor.order
    assert apart["stay"] == told["stay"]
    assert apart["go"] != told["go"]
    visitor.shot("split")
    page.keyboard.press("Escape")
    _tool(visitor, "Split")
    page.wait_for_selector(".judgement.yes")
    page.click(".commit")
    page.wait_for_selector(".piece[data-piece='outriders/2']")
    turn = page.locator(".turn").inner_text()
    for _ in range(MOST_ANSWERS):
        asked = whoever_is_asked([visitor, other])
        if asked is visitor and MOVE in asked.asked and page.locator(".turn").inner_text() != turn:
            break
        asked.finish_phase()
    page.click("[data-answer=outriders]")
    _tool(visitor, "Merge with")
    assert visitor.order[0][0] == "remerge"
    page.wait_for_selector(".judgement.yes")
    page.click(".commit")
    expect(page.locator(".piece[data-piece='outriders/2']")).to_have_count(0)


def test_models_of_a_loose_group_are_placed_one_by_one(come: Come) -> None:
    visitor = _moving(come, "outriders")
    page = visitor.page
    _tool(visitor, "Place each model")
    assert page.locator(".spot").count() == 4
    visitor.drag("[data-spot='3'] circle", 0, 90)
    expect(page.locator(".judgement.no")).to_be_visible()  # it has lost touch with the others
    before = visitor.order
    page.get_by_label("Model (arrow keys").fill("1")
    page.locator(".field").focus()
    page.keyboard.press("ArrowUp")
    page.wait_for_selector(".judgement.no")
    assert visitor.order[-1][1][0] != before[-1][1][0]
    visitor.shot("places")


def test_a_character_leaves_his_group(come: Come) -> None:
    visitor = _moving(come, "champion")
    page = visitor.page
    visitor.drag(GHOST.format("champion"), 0, -60)
    page.wait_for_selector(".judgement.yes")
    visitor.shot("leaving")
    page.click(".commit")
    page.wait_for_selector(".piece[data-piece='champion']")


def test_a_character_in_a_group_can_be_told_to_step_into_the_fight(come: Come) -> None:
    visitor = _moving(come, "champion")
    _tool(visitor, "Step into the fight")
    expect(visitor.page.locator(".judgement.no")).to_contain_text("does not fight")
    visitor.page.locator("[data-spot='5']").click()
    assert visitor.order == [["fight", 5]]
