"""Units hang together, and close up again when they were broken apart."""

from __future__ import annotations

import pytest

from warhost.rulebooks.magnamund.events import Moved
from warhost.rulebooks.magnamund.orders import March, bodies, coherent
from warhost.rulebooks.magnamund.pieces import squares_of
from warhost.rulebooks.magnamund.setting import Fight

from .marching import field, forbidden, march
from .scene import Square, asks, at, board, happened, hero, number, play, refusal, standing, unit

OPEN_ORDER = {"open_order": True}
DIAGRAM = {
    "A": (1, 3), "B": (2, 3), "C": (3, 3), "D": (4, 3), "E": (4, 2), "F": (3, 2), "G": (2, 2), "H": (1, 2),
    "I": (5, 1), "J": (7, 1),
}  # fmt: skip
OPEN_DIAGRAM = {"A": (1, 3), "B": (3, 3), "C": (5, 3), "D": (7, 1), "E": (10, 1)}


def men(*squares: Square, **more: object) -> Fight:
    return field(unit("men", list(squares)), **more)


def hangs_together(fight: Fight) -> bool:
    return coherent(fight, [squares_of(fight, n) for n in fight.setting.units[0].members])


def groups(fight: Fight, letters: str) -> list[str]:
    found = bodies(fight, [squares_of(fight, n) for n in fight.setting.units[0].members])
    return ["".join(letters[i] for i in body) for body in found]


# One connected group


@pytest.mark.rule("mag.unit.coherency")
def test_a_gap_of_one_square_is_a_gap() -> None:
    assert not hangs_together(men((1, 1), (2, 1), (4, 1)))
    assert hangs_together(men((1, 1), (2, 1), (3, 2)))


@pytest.mark.rule("mag.unit.coherency")
def test_a_unit_may_not_leave_one_of_its_own_behind() -> None:
    fight = men((5, 5), (6, 5), (7, 5))
    assert forbidden(fight, "men", {"men-3": "FF"}) == "mag.unit.coherency"
    assert forbidden(fight, "men", {"men-2": "FF"}) == "mag.unit.coherency"
    assert forbidden(fight, "men", {"men-3": "FF", "men-2": "F"}) == ""
    march(fight, "men", {"men-3": "FF", "men-2": "F"})
    assert [at(fight, f"men-{n}") for n in (1, 2, 3)] == [(5, 5), (6, 6), (7, 7)]


@pytest.mark.rule("mag.unit.coherency")
def test_only_the_end_of_the_whole_move_is_looked_at() -> None:
    fight = men((5, 5), (6, 5))
    assert forbidden(fight, "men", {"men-1": "FFF", "men-2": "FFF"}) == ""
    assert forbidden(fight, "men", {"men-1": "FFF", "men-2": "F"}) == "mag.unit.coherency"


@pytest.mark.rule("mag.unit.coherency")
def test_walls_do_not_break_a_unit_apart() -> None:
    assert hangs_together(men((5, 5), (5, 6), on=board(edges=[("high_wall", "N", [(5, 5)])])))


@pytest.mark.rule("mag.unit.coherency")
def test_riders_hang_together_by_any_of_their_squares() -> None:
    riders = field(unit("riders", [(5, 5), (6, 3)], sheet="cavalry", weapons=["lance"]))
    assert hangs_together(riders)  # rear (5, 4) beside front (6, 3)
    assert not hangs_together(field(unit("riders", [(5, 5), (6, 2)], sheet="cavalry", weapons=["lance"])))


@pytest.mark.rule("mag.example.coherency", "mag.unit.coherency")
def test_the_diagram_i_belongs_to_the_unit_by_a_corner_and_j_must_rejoin() -> None:
    fight = men(*DIAGRAM.values())
    assert groups(fight, "".join(DIAGRAM)) == ["ABCDEFGHI", "J"]
    assert list(asks(fight).options) == ["men"]  # type: ignore[attr-defined]
    assert forbidden(fight, "men", {}) == "mag.unit.coherency_gap"
    assert forbidden(fight, "men", {"men-10": "w"}) == "mag.unit.coherency_gap"
    march(fight, "men", {"men-10": "wF"})
    assert at(fight, "men-10") == (6, 1)
    assert hangs_together(fight)


@pytest.mark.rule("mag.unit.free_individuals")
def test_heroes_and_monsters_go_their_own_ways() -> None:
    fight = field(
        hero("lone_wolf", (5, 5)),
        hero("prince_pelathar", (6, 6)),
        hero("beast", (9, 6), sheet="gourgaz", weapons=["axe"]),
        unit("men", [(7, 5), (8, 5)]),
        alignments=["neutral", "evil"],
    )
    assert list(asks(fight).options) == ["men", "lone_wolf", "prince_pelathar", "beast", "done"]  # type: ignore[attr-defined]
    march(fight, "lone_wolf", {"lone_wolf": "F" * 10})
    march(fight, "beast", {"beast": "F" * 9})
    assert (at(fight, "lone_wolf"), at(fight, "beast")) == ((5, 15), (9, 15))
    assert forbidden(fight, "men", {"men-1": "FF"}) == "mag.unit.coherency"


# Open order


@pytest.mark.rule("mag.unit.alt_coherency")
def test_in_open_order_one_square_may_lie_between() -> None:
    places = ((1, 1), (3, 1), (5, 3), (7, 3))
    assert hangs_together(men(*places, options=OPEN_ORDER))
    assert not hangs_together(men(*places))
    assert not hangs_together(men((1, 1), (4, 1), options=OPEN_ORDER))


@pytest.mark.rule("mag.unit.alt_coherency")
def test_the_square_between_may_hold_anybody_even_an_enemy() -> None:
    fight = field(
        unit("men", [(5, 5), (7, 5)]),
        unit("giaks", [(6, 5)], side="theirs"),
        options=OPEN_ORDER,
    )
    assert hangs_together(fight)


@pytest.mark.rule("mag.unit.alt_coherency")
def test_open_order_is_judged_by_its_own_rule_and_only_if_agreed() -> None:
    fight = men((5, 5), (6, 5), options=OPEN_ORDER)
    assert forbidden(fight, "men", {"men-2": "FF"}) == ""
    assert forbidden(fight, "men", {"men-2": "FFF"}) == "mag.unit.alt_coherency"
    assert forbidden(men((5, 5), (6, 5)), "men", {"men-2": "FF"}) == "mag.unit.coherency"


@pytest.mark.rule("mag.example.alt_coherency", "mag.unit.alt_coherency")
def test_the_open_diagram_e_must_close_up() -> None:
    fight = men(*OPEN_DIAGRAM.values(), options=OPEN_ORDER)
    assert groups(fight, "ABCDE") == ["ABCD", "E"]
    assert forbidden(fight, "men", {}) == "mag.unit.coherency_gap"
    assert forbidden(fight, "men", {"men-5": "wF"}) == ""
    # D may go to meet E instead, if the rest stays linked and follows him.
    assert forbidden(fight, "men", {"men-4": "eF"}) == "mag.unit.coherency_gap"
    assert forbidden(fight, "men", dict.fromkeys(["men-4", "men-3", "men-2", "men-1"], "eF")) == ""


# Closing a gap


@pytest.mark.rule("mag.unit.coherency_gap")
def test_a_unit_broken_by_a_casualty_must_be_moved_before_its_player_is_done() -> None:
    fight = field(unit("men", [(5, 5), (6, 5), (9, 5)], lost=2), unit("others", [(20, 5)]))
    assert refusal(fight, "done") == refusal(fight, "nobody") == "mag.unit.coherency_gap"
    assert "must close up before you can end" in asks(fight).text
    assert list(asks(fight).options) == ["men", "others"]  # type: ignore[attr-defined]
    events = march(fight, "men", {"men-3": "wFF"})
    assert [event.path[-1] for event in happened(events, Moved)] == [(7, 5)]
    assert refusal(fight, "done") == ""


@pytest.mark.rule("mag.unit.coherency_gap")
def test_a_piece_too_far_off_comes_as_near_as_its_points_allow() -> None:
    fight = men((5, 5), (6, 5), (20, 5))
    assert forbidden(fight, "men", {"men-3": "wFFFFFF"}) == "mag.unit.coherency_gap"  # a point is left
    assert forbidden(fight, "men", {"men-3": "wFFFFFFF"}) == ""
    assert forbidden(fight, "men", {"men-3": "FFFFFFFF"}) == "mag.unit.coherency_gap"
    # The main body may not run away from its straggler, but it may come to meet him.
    away = {"men-1": "wFFFF", "men-2": "wFFFF", "men-3": "wFFFFFFF"}
    meet = {"men-2": "eFFFFFFF", "men-1": "eFFFFFFF", "men-3": "wFFFFF"}
    assert forbidden(fight, "men", away) == "mag.unit.coherency_gap"
    assert forbidden(fight, "men", meet) == ""


@pytest.mark.rule("mag.unit.coherency_gap")
def test_the_free_pieces_move_towards_those_locked_in_combat() -> None:
    fight = field(
        unit("men", [(5, 5), (9, 5), (10, 5), (11, 5)]),
        unit("giaks", [(5, 6)], side="theirs"),
    )
    assert forbidden(fight, "men", {}) == "mag.unit.coherency_gap"
    # The largest group is that of three, but the main body is the one man in combat.
    joined = {"men-2": "wFFF", "men-3": "wFFF", "men-4": "wFFF"}
    assert forbidden(fight, "men", joined) == ""
    assert forbidden(fight, "men", {"men-2": "wFFF", "men-3": "wFFF"}) == "mag.unit.coherency_gap"
    march(fight, "men", joined)
    assert hangs_together(fight)


@pytest.mark.rule("mag.unit.coherency_gap")
def test_locked_pieces_need_not_close_up() -> None:
    fight = field(
        unit("men", [(5, 5), (15, 5)]),
        unit("giaks", [(5, 6), (15, 6)], side="theirs"),
        unit("others", [(10, 2)]),
    )
    assert list(asks(fight).options) == ["others", "done"]  # type: ignore[attr-defined]
    assert "close up" not in asks(fight).text


@pytest.mark.rule("mag.unit.coherency_gap")
def test_of_two_equal_halves_the_owner_chooses_which_closes_up() -> None:
    marsh = board(marsh=[(x, y) for x in range(1, 10) for y in range(1, 12)])
    fight = men((5, 5), (6, 5), (18, 5), (19, 5), on=marsh)
    quick = {"men-3": "wFFFFFFF", "men-4": "wFFFFFFF"}
    slow = {"men-2": "eFF", "men-1": "eFF"}  # through the marsh, as far as they can come
    assert forbidden(fight, "men", quick) == ""
    assert forbidden(fight, "men", slow) == ""
    assert forbidden(fight, "men", {"men-2": "eF", "men-1": "eF"}) == "mag.unit.coherency_gap"


@pytest.mark.rule("mag.unit.coherency_gap")
def test_a_piece_that_cannot_come_nearer_may_stand() -> None:
    walled = board(edges=[("high_wall", "W", [(20, y) for y in range(1, 25)])])
    fight = men((5, 5), (20, 5), (6, 5), on=walled)
    assert list(asks(fight).options) == ["men", "done"]  # type: ignore[attr-defined]
    assert forbidden(fight, "men", {}) == ""


@pytest.mark.rule("mag.unit.coherency_gap")
def test_stunned_or_not_the_referees_own_offer_is_always_lawful() -> None:
    fight = field(
        unit("men", [(5, 5), (9, 8), (14, 3), (15, 3), (20, 9)], pieces={"2": standing(acted=True)}),
        unit("giaks", [(12, 6)], side="theirs"),
    )
    question = asks(fight, answers=["men"])
    assert isinstance(question, March)
    offers = question.suggest(40)
    assert offers[0] != {}
    assert [question.refuse(offer) for offer in offers] == [None] * len(offers)
    play(fight, answers=["men", offers[0]])
    assert fight.state.units[fight.setting.figures[number(fight, "men-1")].unit].acted
