"""Heroes with magic items for tests, and what one of their blows does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from warhost.rulebooks.threeplains.fighting.blows import Blow, blows_of
from warhost.rulebooks.threeplains.fighting.prowess import ready
from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.items import hooks
from warhost.rulebooks.threeplains.items.losing import settle_life
from warhost.rulebooks.threeplains.items.shelf import ITEMS
from warhost.rulebooks.threeplains.magic import spells
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import traits
from warhost.rulebooks.threeplains.wounds.hits import strike

from .scene import Placed, champion, contact, hero, number, scene, script, unit

HOOKED_IN = (hooks, spells, traits)


def rules(*items: str) -> tuple[str, ...]:
    return tuple(ITEMS[item].rule for item in items)


def laden(*items: str, **more: Any) -> Figure:
    """A champion who carries these items and fights with the weapon among them."""
    arms = [ITEMS[item].weapon for item in items if ITEMS[item].weapon] or ["hand weapon"]
    prices = tuple(ITEMS[item].points for item in items)
    plain = {"items": rules(*items), "prices": prices, "weapons": (*arms, "sidearm")}
    return champion(**{**plain, **more})


def settled(fight: Fight) -> Fight:
    settle_life(fight)
    return fight


def duel(*items: str, own: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **met: Any) -> Fight:
    """The hero with these items against a foe of 30 life points; `met` is how they came to blows."""
    fight = scene(
        hero("hero", (36, 20), figure=laden(*items, **(own or {}))),
        hero("foe", (36, 20), facing=180, side=1, figure=champion(**{"life": 30, **(foe or {})})),
    )
    contact(fight, "hero", "foe", **met)
    return settled(fight)


def charging_into(item: str, **own: Any) -> Fight:
    """The hero with the weapon against ten soldiers with a captain."""
    fight = scene(
        hero("hero", (36, 20), figure=laden(item, **own)),
        unit("orcs", (36, 20), facing=180, side=1, models=10, tired=2),
        hero("captain", within="orcs", side=1, tired=2),
    )
    contact(fight, "hero", "orcs", charge=inches(9), run=inches(9))
    return settled(fight)


def blow(fight: Fight, who: str = "hero", part: str = "self", member: str = "") -> Blow:
    """The blows of a piece, or of a member of it."""
    striker = number(fight, member or who)
    made = blows_of(fight, number(fight, who), {}, {})
    return next(b for b in made if b.line.part == part and b.member == striker)


def one_hit(fight: Fight, *dice: int, who: str = "hero", part: str = "self", member: str = "") -> int:
    """The life points that one hit of his takes, with these damage dice and whatever they bring about."""
    attack = ready(fight, blow(fight, who, part, member)).attack
    with script(fight, dice=dice):
        return strike(fight, structs.replace(attack, hits=1))


def alone(*items: str, at: tuple[float, float] = (36, 20), more: Sequence[Placed] = (), **own: Any) -> Fight:
    """The hero with these items and nobody to fight."""
    return settled(scene(hero("hero", at, figure=laden(*items, **own)), *more))
