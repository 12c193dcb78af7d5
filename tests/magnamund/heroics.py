"""Heroes in a scene: invented cards, what they can do now, and with what chance they strike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.engine.question import Order, Refusal
from warhost.rulebooks.magnamund.combat import Blow
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.sheets import HeroCard
from warhost.rulebooks.magnamund.specials import firing_power

from .scene import asks, book, number, piece, play


def card(id: str = "rorn", **more: Any) -> HeroCard:
    """An invented hero: a good human on foot, in mail, with a sword, and whatever is different about him."""
    plain = {"id": id, "title": id.title(), "race": "human", "sheet": "human", "alignment": "good"}
    return msgspec.convert({**plain, "armour": "mail", "weapons": ["sword"], **more}, HeroCard)


def blow(fight: Fight, attacker: str, target: str, weapon: str = "sword") -> Blow:
    return Blow(fight, number(fight, attacker), number(fight, target), number(fight, attacker), weapon)


def why(strike: Blow) -> dict[str, int]:
    """What is added to the percentage of a blow, by rule."""
    return {step.rule: step.amount for step in strike.tally.steps if step.op == "add"}


def targets(fight: Fight, name: str) -> dict[str, list[str]]:
    """The powers that a character could use in this firing phase, each with its targets."""
    found = list(firing_power.replies(piece(fight, name).skills, fight, number(fight, name)))
    return {power.name: power.targets for power in found if power is not None}


def price(fight: Fight, name: str, path: str) -> int | str:
    """What a character's way costs on his march, or the rule that forbids it."""
    question = asks(fight, answers=[name])
    assert isinstance(question, Order)
    verdict = question.check({name: path})
    return verdict.rule if isinstance(verdict, Refusal) else verdict[name]


def opening(scenario: str, options: Mapping[str, str] | None = None) -> Fight:
    """A battle before anybody has chosen skills."""
    setting = book().setting(book().setup(scenario, options or {}))
    fight = Battle(setting, setting.begin(), Scripted())
    play(fight)
    return fight
