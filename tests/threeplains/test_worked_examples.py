"""The rulebook's own example: a giant against a goblin hero with the Mace of Oblivion."""

from __future__ import annotations

import msgspec
import pytest

from warhost.rulebooks.threeplains.fighting.combat import exchange_blows
from warhost.rulebooks.threeplains.fighting.prowess import to_hit
from warhost.rulebooks.threeplains.figure import Blows, Figure, from_mm
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.wounds.hits import Attack, weigh

from .melee import attack, blows
from .scene import champion, contact, foot, hero, piece, scene, script, unit

GIANT = foot(
    category="beast", loose=True, blows=(Blows(7, 2, 4, toughness=4),), rating=2, toughness=5, life=15,
    soldiering=3, weapons=("natural weapons",), base=(from_mm(50), from_mm(50)),
)  # fmt: skip
GOBLIN = champion(attacks=1, rating=3, toughness=1, agility=1, life=1, soldiering=2)


@specials.damage("test mace of oblivion")
def oblivion(attack: Attack, fight: Fight) -> Attack:
    """-10 toughness, damage range +6, life points tripled, no magic save."""
    changes = {"toughness": attack.toughness + 10, "top": attack.top + 6, "multiplier": 3, "past_magic": True}
    return msgspec.structs.replace(attack, **changes)


MACE = msgspec.structs.replace(GOBLIN, traits=("test mace of oblivion",))


def meeting(goblin: Figure = GOBLIN) -> Fight:
    fight = scene(
        unit("giant", at=(36, 20), figure=GIANT, models=1, files=1),
        hero("goblin", (36, 20), facing=180, side=1, figure=goblin), phase="combat",
    )  # fmt: skip
    contact(fight, "giant", "goblin")
    return fight


@pytest.mark.rule("tp.appendix1.example.giant_attacks")
def test_the_giant_needs_a_four_and_its_dice_count_up_to_four() -> None:
    fight = meeting()
    assert to_hit(fight, blows(fight, "giant")[0]).total == 4
    assert weigh(fight, attack(fight, "giant")).gains == (1, 2, 3, 4, 4, 0)  # a 5 is capped, a 6 is dodged
    assert blows(fight, "giant")[0].attacks == 7


@pytest.mark.rule("tp.appendix1.example.goblin_attacks")
def test_a_plain_goblin_needs_a_three_and_a_six() -> None:
    fight = meeting()
    assert to_hit(fight, blows(fight, "goblin")[0]).total == 3
    assert weigh(fight, attack(fight, "goblin")).gains == (0, 0, 0, 0, 0, 1)


@pytest.mark.rule(
    "tp.appendix1.example.giant_attacks", "tp.appendix1.example.goblin_attacks", "tp.appendix1.damage_multiplier",
    "tp.combat.simultaneous",
)  # fmt: skip
def test_both_strike_and_both_die() -> None:
    fight = meeting(MACE)
    with script(fight, dice=[4, 5, 6, 1, 2, 3, 3, 1, 3, 6, 3, 6]):  # three hits: 1, 3, 6; the goblin 3, then 6
        exchange_blows(fight, [0, 1])
    assert piece(fight, "goblin").fate == "slain"
    assert piece(fight, "giant").fate == "slain"  # 6 points, tripled to 18, against 15
