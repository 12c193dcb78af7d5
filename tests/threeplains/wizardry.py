"""Wizards and their spells for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warhost.engine.question import Answer
from warhost.rulebooks.threeplains.figure import Figure
from warhost.rulebooks.threeplains.magic import spells
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import cast
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import traits

from .scene import Placed, champion, hero, number, script

HOOKED_IN = (spells, traits)


def mage(**more: Any) -> Figure:
    """A basic wizard: one attack, toughness 2, two life points."""
    plain = {"attacks": 1, "rating": 3, "toughness": 2, "title": "Wizard", "disciplines": ("base",)}
    return champion(**{**plain, **more})


def wizard(name: str, at: tuple[float, float] = (0, 0), *known: str, master: bool = False, **more: Any) -> Placed:
    """A wizard who knows these spells, each written as base.zap."""
    figure = more.pop("figure", None) or mage(master=master)
    return hero(
        name, at, figure=figure, role="wizard", spells=tuple(f"tp.spell.{spell}" for spell in known), **more
    )


def casts(fight: Fight, who: str, spell: str, *, dice: Sequence[int] = (), answers: Sequence[Answer] = ()) -> None:
    """He casts it, with all dice and answers that it brings, from the ether's dice on."""
    with script(fight, dice=dice, answers=answers):
        cast(fight, number(fight, who), book[f"tp.spell.{spell}"])


WINS = (1, 6, 6)  # one ether die, then two magic dice that beat it
