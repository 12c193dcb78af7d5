"""A family of questions has its usual answers, and rules that answer some of them otherwise."""

from __future__ import annotations

import pytest

from warhost.engine.usage import Usage


class Weather:
    def wet(self) -> bool:
        return False

    def seen_at(self, far: int) -> bool:
        return True


def dim(far: int) -> bool:
    return far <= 6


@pytest.fixture
def weather() -> Usage[Weather]:
    usage = Usage(Weather)

    @usage("x.rain")
    class Rain(Weather):
        def wet(self) -> bool:
            return True

    @usage("x.night", "x.fog")
    class Night(Weather):
        seen_at = staticmethod(dim)

    return usage


def test_without_rules_everything_is_as_usual(weather: Usage[Weather]) -> None:
    today = weather.under(("x.unheard_of",))
    assert (today.wet(), today.seen_at(7)) == (False, True)


def test_a_rule_answers_what_it_has_otherwise(weather: Usage[Weather]) -> None:
    tonight = weather.under(("x.night",))
    assert (tonight.wet(), tonight.seen_at(6), tonight.seen_at(7)) == (False, True, False)


@pytest.mark.parametrize("rules", [("x.rain", "x.fog"), ("x.night", "x.fog", "x.rain")])
def test_several_rules_hold_together(weather: Usage[Weather], rules: tuple[str, ...]) -> None:
    stormy = weather.under(rules)
    assert (stormy.wet(), stormy.seen_at(7)) == (True, False)


def test_of_two_that_answer_the_same_the_first_is_heard(weather: Usage[Weather]) -> None:
    @weather("x.desert")
    class Desert(Weather):
        def wet(self) -> bool:
            return False

    assert weather.under(("x.rain", "x.desert")).wet()
    assert not weather.under(("x.desert", "x.rain")).wet()


def test_two_rules_of_one_name_are_a_mistake(weather: Usage[Weather]) -> None:
    with pytest.raises(ValueError, match=r"'x\.rain' has its own Weather already"):
        weather("x.rain")(Weather)


def test_all_that_is_otherwise_can_be_looked_over(weather: Usage[Weather]) -> None:
    assert {other.__name__ for other in weather.others} == {"Rain", "Night"}
