"""What lies on somebody until some moment."""

from __future__ import annotations

from warhost.engine.effects import NEVER, Lasting, due, laid, lifted, parted


class Spell(Lasting, frozen=True, array_like=True):
    strength: int = 1


FEAR, ROOTS, CURSE = Spell("x.fear", 0, 3), Spell("x.roots", 1, 4, 2), Spell("x.curse", 1, NEVER)
ALL = (FEAR, ROOTS, CURSE)


def test_what_is_due_at_a_clock_ends_then_and_not_before() -> None:
    assert parted(ALL, due(2)) == (ALL, ())
    assert parted(ALL, due(3)) == ((ROOTS, CURSE), (FEAR,))
    assert parted(ALL, due(99)) == ((CURSE,), (FEAR, ROOTS))


def test_where_nothing_ends_the_tuple_stays_the_same() -> None:
    kept, _ = parted(ALL, due(0))
    assert kept is ALL


def test_one_of_two_equal_effects_is_lifted() -> None:
    twice = laid((FEAR,), Spell("x.fear", 0, 3))
    assert lifted(twice, twice[0]) == (FEAR,)
