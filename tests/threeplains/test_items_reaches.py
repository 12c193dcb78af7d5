"""How far items reach, to the hundredth of an inch."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from warhost.rulebooks.threeplains.events.nerves import Checked
from warhost.rulebooks.threeplains.items.charms import somebody_hears, something_to_absorb
from warhost.rulebooks.threeplains.items.commands import trumpet_of_determination
from warhost.rulebooks.threeplains.items.growing import black_flaming_armour
from warhost.rulebooks.threeplains.items.hushing import mastered
from warhost.rulebooks.threeplains.items.portents import ring_of_sacrifice
from warhost.rulebooks.threeplains.items.spying import shrouded
from warhost.rulebooks.threeplains.items.wands import dispel_range_booster, master_magical_defence_staff
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.pools import magic_sources
from warhost.rulebooks.threeplains.magic.targets import Casting
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import Number

from .armoury import laden, rules, settled
from .scene import asked, foot, hero, number, piece, scene, unit
from .wizardry import wizard

Probe = Callable[[Fight], bool]
BEARER, OTHER = 0, 1
ZAP = book["tp.spell.base.zap"]
RING = "deas_ring_of_life"


def frightful(fight: Fight) -> bool:
    black_flaming_armour(fight, BEARER, Checked("tp.check.bravery", Number(OTHER), "bravery", 0, 1, False, (), ()))
    return bool(fight.state.effects)


def sacrificed(fight: Fight) -> bool:
    own = Casting(BEARER, ZAP, 0, 1)
    return "other" in asked(fight, lambda trial: ring_of_sacrifice(trial, BEARER, own)).suggest()


def at_the_other() -> Casting:
    """An enemy's spell at the other, who is a friend."""
    return Casting(BEARER, ZAP, 1, 1, OTHER)


def where_the_other_stands(fight: Fight) -> bool:
    spot = piece(fight, "other").point
    return bool(dispel_range_booster(fight, BEARER, Casting(BEARER, ZAP, 1, 1, place=spot)))


def absorbed(fight: Fight) -> bool:
    piece(fight, "other").shown = rules(RING)
    return something_to_absorb(fight, BEARER)


@pytest.mark.rule("tp.aware.ranges")
@pytest.mark.parametrize(
    ("item", "far", "side", "reached"),
    [
        pytest.param(item, far, side, reached, id=f"{item} {at}", marks=pytest.mark.rule(*rules(item)))
        for at, (item, far, side, reached) in enumerate(
            (
                ("trumpet_of_determination", 6, 0, lambda f: bool(trumpet_of_determination(f, BEARER, OTHER))),
                ("black_flaming_armour", 10, 1, frightful),
                ("master_ring", 6, 1, lambda f: mastered(f, OTHER, *rules(RING))),
                ("ring_of_sacrifice", 8, 0, sacrificed),
                ("ring_of_dark_shrouds", 8, 0, lambda f: shrouded(f, OTHER)),
                (
                    "master_magical_defence_staff", 8, 0,
                    lambda f: bool(master_magical_defence_staff(f, BEARER, at_the_other())),
                ),
                (
                    "dispel_range_booster_scroll", 6, 0,
                    lambda f: bool(dispel_range_booster(f, BEARER, at_the_other())),
                ),
                ("dispel_range_booster_scroll", 6, 1, where_the_other_stands),
                ("horn_of_the_barguest", 8, 1, lambda f: somebody_hears(f, BEARER)),
                ("stone_of_absorption", 8, 1, absorbed),
            )
        )
    ],
)  # fmt: skip
def test_an_item_reaches_so_far_and_no_farther(item: str, far: int, side: int, reached: Probe) -> None:
    for away, there in ((far - 0.01, True), (far, True), (far + 0.01, False)):
        fight = settled(scene(
            hero("bearer", (36, 20), figure=laden(item)),
            hero("other", (36, 20 + away), facing=180, side=side, figure=laden(RING)),
        ))  # fmt: skip
        assert reached(fight) == there, away


@pytest.mark.rule("tp.item.command.standard_of_magic", "tp.aware.ranges")
@pytest.mark.parametrize(("away", "lent"), [(6, True), (6.01, False)])
def test_the_standard_of_magic_lends_its_die_so_far_and_no_farther(away: float, lent: bool) -> None:
    bearers = foot(items=rules("standard_of_magic"), prices=(120,))
    guard = unit("guard", (36, 20), models=1, files=1, command=True, figure=bearers)
    fight = settled(scene(guard, wizard("merlin", (36, 20 + away), "base.zap", facing=180)))
    sources = magic_sources(fight, number(fight, "merlin"), ZAP)
    assert ("lent" in [source.kind for source in sources]) is lent
