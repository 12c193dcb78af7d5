"""What the page is told so that it needs to know no rulebook: forms of orders, manners, phases, own modules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from warhost.engine.question import Order
from warhost.engine.rulebook import installed, rulebook
from warhost.serve import files
from warhost.serve.play import Play

from .conftest import PERSON, RANDOM, Server
from .test_previews import playing

MAKERS = files.WEB / "makers" / "makers.js"
UNMADE = {"paths together", "written"}  # given by one of its offers, or in words


def forms_of(text: str) -> set[str]:
    """The forms that a module says it makes."""
    (listed,) = re.findall(r"(?:FORMS|makers) = \{([^}]*)\}", text)
    return {first or second for first, second in re.findall(r'(?:"([^"]+)"|(\w+)):', listed)}


def lines_of(bases: dict[str, str]) -> list[list[str]]:
    """Each kind of order among classes, given with their bases, after those that it is a kind of."""
    lines = [["Order"]]
    for line in lines:
        lines += [[*line, kind] for kind, base in bases.items() if base == line[-1]]
    return [line[1:] for line in lines if line[-1] not in bases.values()]


def ask_through(play: Play, steps: int) -> list[dict[str, object]]:
    found = []
    for _ in range(steps):
        if play.game.result is not None:
            break
        question = play.game.pending()[0]
        if isinstance(question, Order):
            found.append(play.asking.described(play.game, question, 0))
        play.answer(question.side, play.number(question.side), question.suggest()[-1])
    return found


@pytest.mark.parametrize("name", sorted(installed()))
def test_every_order_has_a_form_that_the_page_can_make(name: str) -> None:
    book, known = rulebook(name), forms_of(MAKERS.read_text("utf8"))
    known |= forms_of((book.page / files.OWN).read_text("utf8")) if book.page and files.own_page(book) else set()
    asked = ask_through(playing(name), 60)
    forms = {str(question["order"]["form"]) for question in asked}  # type: ignore[index]
    assert forms and forms <= known | UNMADE


@pytest.mark.parametrize("name", sorted(installed()))
def test_every_kind_of_order_has_a_form(name: str) -> None:
    """However rarely it is asked for; whatever has no words of its own can be written."""
    texts = [path.read_text("utf8") for path in rulebook(name).code.rglob("*.py")]
    bases = dict(re.findall(r"^class (\w+)\((\w+)\)", "".join(texts), re.MULTILINE))
    told = "".join(text for text in texts if "def order_data(" in text)
    for line in lines_of(bases):
        assert re.search(rf"isinstance\(question, [^)]*\b({'|'.join(line)})\b", told), line


@pytest.mark.parametrize("name", sorted(installed()))
def test_every_order_says_how_it_is_typed(name: str) -> None:
    for question in ask_through(playing(name), 40):
        assert question["sayings"] and question["words"]


def test_a_rulebooks_own_modules_are_served_and_nothing_else_of_it(server: Server) -> None:
    page = server.http.get("/books/threeplains/page.js")
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/javascript")
    for module in re.findall(r'from "\./(\w+\.js)"', page.text):
        for name in ("threeplains", "threeplains~2"):  # another name for a browser that waits in vain
            assert server.http.get(f"/books/{name}/{module}").status_code == 200
    for path in ("threeplains/rulebook.py", "threeplains~2/rulebook.py", "threeplains/..%2Frulebook.py",
                 "nobody/page.js", "magnamund/page.js"):  # fmt: skip
        assert server.http.get(f"/books/{path}").status_code == 404


def test_modules_of_a_rulebook_are_part_of_the_package() -> None:
    """They lie inside it, where all files are packed."""
    package = Path(files.__file__).parents[1]
    for name in installed():
        page = rulebook(name).page
        assert page is None or page.is_relative_to(package)


def test_the_table_card_says_which_phases_there_are_and_where_the_page_finds_more(server: Server) -> None:
    cards = {name: server.sit(server.begin(name), 0).hear("welcome")["game"] for name in installed()}
    assert cards["threeplains"]["page"] == "/books/threeplains/page.js" and cards["magnamund"]["page"] == ""
    assert [phase["title"] for phase in cards["magnamund"]["phases"]][:2] == ["First firing", "Movement"]
    assert "counter charges" in cards["threeplains"]["phases"][1]["also"]
    assert all(len(card["colours"]) >= len(card["sides"]) and card["verbs"] for card in cards.values())


def test_a_question_says_how_it_is_put(server: Server) -> None:
    question = server.sit(server.begin("magnamund", (PERSON, RANDOM)), 0).asked()
    assert set(question["manner"]) == {"tip", "instant", "reaction", "enough", "last", "verbs"}
    assert question["manner"]["enough"] == {"done": "Finish this phase"}


def test_the_lobby_learns_what_a_game_is_and_how_it_is_begun_at_once(server: Server) -> None:
    offers = {offer["id"]: offer for offer in server.get("/api/rulebooks")}
    assert all(offer["blurb"] for offer in offers.values())
    assert offers["threeplains"]["casual"] == {"measuring": "open"}
