"""What is told of a charge before it is declared, held against a count of its dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from warhost.engine.forecast import expected
from warhost.engine.foresight import Foresight, foreseen, proved
from warhost.engine.game import Game
from warhost.engine.promise import Promise

from .scene import RISEN, book, man, scene

OPEN = {"options": {"measuring": "open"}, "phase": "charge"}
HOME = "the charge comes home"
DARES = "passes the test (charging what he fears)"
LEFT_STANDING = "stays where he is or stops half way"


def charging(*warriors: dict[str, Any], **more: Any) -> Game[Any, Any]:
    fight = scene(*warriors, **{**OPEN, **more})
    return Game(book(), {}, "1", start=fight.state, setting=fight.setting)


def id_of(game: Game[Any, Any], number: int) -> str:
    name: str = game.setting.fighters[number].id
    return name


def told(game: Game[Any, Any], target: int) -> dict[str, Promise]:
    seen = Foresight(game, 0).of(id_of(game, target))
    return {one.what: one for one in (*seen.promises, *seen.certain)}


def dares(leadership: int) -> Fraction:
    """Two dice of at most his Leadership."""
    return Fraction(sum(sum(faces) <= leadership for faces in product(range(1, 7), repeat=2)), 36)


@pytest.mark.rule("war.charge.declare", "war.psych.fear")
def test_every_charge_of_several_has_its_chance() -> None:
    """Whose is carried out first is asked when all are declared."""
    game = charging(
        man(0, 10, 10), man(0, 20, 10), man(1, 10, 14, **RISEN), man(1, 20, 14, **RISEN), man(1, 15, 30)
    )
    value = game.setting.fighters[0].profile.ld
    for number, target in ((0, 2), (1, 3)):
        game.answer(id_of(game, number))
        assert told(game, target)[HOME].chance == dares(value)
        assert told(game, 4)[HOME].chance == 0
        game.answer(id_of(game, target))


@pytest.mark.rule("war.charge.climb")
def test_a_charge_up_a_wall_has_its_chance_before_the_way_is_chosen_and_with_each_way() -> None:
    game = charging(man(0, 6, 8.5), man(1, 6, 11.5, 3), table="candle")
    game.answer(id_of(game, 0))
    home = Fraction(1, 2) * Fraction(1, 2)  # Initiative 3, to find him up there and up the wall
    assert told(game, 1)[HOME].chance == home
    game.answer(id_of(game, 1))
    (question,) = game.pending()
    assert (question.what, question.usual) == ("way", "climb")
    climbing = foreseen(game, 0, "climb")
    assert climbing[-1].chance == home and climbing[-1].forfeit == LEFT_STANDING
    assert proved(game, 0, "climb", climbing, 2000) == climbing
    assert foreseen(game, 0, "foot")[-1].chance == 0


BY_THE_BOOK = {"measuring": "by the book"}


@pytest.mark.rule("war.terrain.measure", "war.charge.declare", "war.charge.resolve")
@pytest.mark.parametrize(("far", "afraid"), [(14, False), (30, False), (14, True)])
def test_where_nothing_is_measured_no_chance_tells_how_far_it_is(far: int, afraid: bool) -> None:
    """Neither of saying that no more are declared nor when it is chosen whose comes first; but that he dares is not
    a question of how far it is."""
    foe = RISEN if afraid else {}
    near, other = man(0, 10, 10), man(0, 20, 10)
    game = charging(near, other, man(1, 10, far, **foe), man(1, 20, 12, **foe), options=BY_THE_BOOK)
    for number, target in ((0, 2), (1, 3)):
        game.answer(id_of(game, number))
        game.answer(id_of(game, target))
        (question,) = game.pending()
        if question.what == "charge":
            alone = Foresight(game, 0).of("done")
            assert {one.what for one in (*alone.promises, *alone.certain)} <= {DARES}
    (question,) = game.pending()
    assert question.what == "charger"
    told_of = Foresight(game, 0).of(id_of(game, 0))
    assert {one.what for one in (*told_of.promises, *told_of.certain)} == ({DARES} if afraid else set())


@pytest.mark.rule("war.terrain.measure", "war.charge.jump")
@pytest.mark.parametrize(("measuring", "says"), [("open", True), ("by the book", False)])
def test_a_fall_in_a_charge_tells_no_more_than_its_way(measuring: str, says: bool) -> None:
    jumper, friend, foe = man(0, 11.5, 13, 3), man(0, 13, 30), man(1, 13, 15.5)
    game = charging(jumper, friend, foe, table="candle", options={"measuring": measuring})
    for answer in (id_of(game, 0), id_of(game, 2), {"by": "jump", "at": [12000, 13000]}):
        game.answer(answer)
    (question,) = game.pending()
    assert question.what == "charge"
    assert bool(foreseen(game, 0, "done")) is says


@pytest.mark.rule("war.spell.whisper")
def test_whoever_makes_somebody_flee_hears_how_likely_he_does() -> None:
    wizard = man(1, 10, 10, band="unquiet", fighter="binder", spells={"whisper": 7})
    game = charging(man(0, 10, 20), man(0, 14, 20), wizard, phase="shooting", active=1)
    while game.pending() and game.pending()[0].what != "cast at":
        (question,) = game.pending()
        game.answer(question.suggest()[0], question.side)
    found = expected(game, 1, id_of(game, 0))
    works = 1 - dares(6)
    assert found.flights == {id_of(game, 0): works * (1 - dares(game.setting.fighters[0].profile.ld))}
