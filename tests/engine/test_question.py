"""Questions: what they refuse and why, what they offer, what they draw."""

from __future__ import annotations

from random import Random

import pytest

from warhost.engine.question import Assign, Choose, ChooseSome, Question, Refusal


def some() -> ChooseSome:
    return ChooseSome(0, "skills", ("a", "b", "c"), "x.skills", 1, 2)


def aim() -> Assign:
    def judge(answer: object) -> Refusal | None:
        assert isinstance(answer, dict)
        return Refusal("x.one", "one target only") if len(set(answer.values())) > 1 else None

    def why_not(actor: str, target: str) -> Refusal | None:
        return Refusal("x.arc", f"{target} is behind {actor}") if target == "w" else None

    return Assign(0, "shots", {"p": ["u", "v"], "q": ["v"]}, "x.shots", judge=judge, why_not=why_not)


@pytest.mark.parametrize("answer", [["a"], ["c", "a"]])
def test_some_of_a_list(answer: list[str]) -> None:
    assert some().refuse(answer) is None


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("a", "expected a list of choices"),
        ([], "choose 1 to 2, not 0"),
        (["a", "b", "c"], "choose 1 to 2, not 3"),
        (["a", "a"], "twice"),
        (["z"], "'z' is not one of a, b, c"),
    ],
)
def test_too_few_too_many_or_strange_choices_are_refused(answer: object, why: str) -> None:
    refusal = some().refuse(answer)
    assert refusal is not None and why in refusal.why
    assert refusal.rule == "x.skills"


def test_an_option_that_is_not_there_is_explained() -> None:
    reason = Refusal("x.range", "too far")
    question = Choose(0, "target", ("near",), "x.target", why_not=lambda name: reason if name == "far" else None)
    assert question.refuse("far") == reason
    assert "is not one of near" in str(question.refuse("nowhere"))
    assert question.refuse(["near"]) is not None


def test_odds_stand_beside_the_options() -> None:
    question = Choose(0, "target", ("a", "b"), "x.target", odds={"a": "10 %", "b": "20 %"}.__getitem__)
    assert question.describe()["odds"] == {"a": "10 %", "b": "20 %"}


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        ({"p": "u"}, None),
        ({"p": "v", "q": "v"}, None),
        ({"p": "u", "q": "v"}, "x.one"),
        ({"q": "w"}, "x.arc"),
        ({"q": "u"}, "x.shots"),
        ({"z": "u"}, "x.shots"),
        ({}, "x.shots"),
        ("p", "x.shots"),
    ],
)
def test_who_takes_which_target(answer: object, rule: str | None) -> None:
    refusal = aim().refuse(answer)
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.parametrize("question", [some(), aim(), Choose(1, "order", ("charge", "hold"), "x.order")])
def test_what_is_offered_and_drawn_is_lawful(question: Question) -> None:
    chance = Random(3)
    answers = question.suggest() + [question.sample(chance) for _ in range(50)]
    assert all(question.refuse(answer) is None for answer in answers)
    assert question.describe()["what"] == question.what


def test_where_it_is_allowed_everybody_may_stay_out_of_it() -> None:
    question = Assign(0, "charges", {"p": ["u"]}, "x.charges", none_allowed=True)
    chance = Random(3)
    assert question.refuse({}) is None and {} in question.suggest()
    drawn = [question.sample(chance) for _ in range(50)]
    assert {} in drawn and {"p": "u"} in drawn
    assert question.describe()["none_allowed"] is True
