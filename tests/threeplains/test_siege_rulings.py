"""The rules of sieges are a draft: what they leave open is settled in rulings, and nobody rolls off for it."""

from __future__ import annotations

import pytest

from warhost.engine.game import Game
from warhost.players.random import RandomPlayer
from warhost.rulebooks.threeplains.events.course import RolledOff

from .scenarios import book

PLAIN = {
    "tp.siege.roles", "tp.siege.free_command", "tp.siege.shapes", "tp.siege.plan", "tp.siege.plan.gate",
    "tp.siege.scouting", "tp.siege.turns", "tp.siege.high_ground", "tp.siege.no_it",
}  # fmt: skip
"""Of which the source says all that is needed."""


@pytest.mark.rule("tp.siege.draft")
def test_every_rule_that_the_draft_leaves_open_has_its_ruling() -> None:
    rules = [rule for rule in book().catalogue if rule.id.startswith("tp.siege.")]
    assert len(rules) == 80 and {rule.id for rule in rules if not rule.ruling} == PLAIN


@pytest.mark.rule("tp.siege.draft", "tp.dice.rolloff")
def test_nobody_agrees_or_rolls_off_while_a_siege_is_played() -> None:
    """The sides are given, and so is who places and who moves first; no question and no die is about a ruling."""
    game = Game(book(), book().setup("siege", {}), "rulings")
    players, asked = [RandomPlayer("one"), RandomPlayer("other")], set()
    for _ in range(60):
        question = game.pending()[0]
        asked.add(question.rule)
        game.answer(players[question.side].answer(question, game.seat(question.side)))
    assert not {"tp.siege.draft", "tp.setup.houserules", "tp.dice.rolloff"} & asked
    assert not any(isinstance(told.event, RolledOff) for told in game.events(None))
