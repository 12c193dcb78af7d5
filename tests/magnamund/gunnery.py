"""Who may shoot at whom in a scene, why not, and with what chance."""

from __future__ import annotations

from warhost.rulebooks.magnamund.aiming import may_not_shoot, missile_weapons, targets_of, why_no_shot
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.shooting import Shot

from .scene import Square, number


def targets(fight: Fight, firer: str) -> list[str]:
    """The pieces that this one may shoot at now."""
    shooter = number(fight, firer)
    if may_not_shoot(fight, shooter):
        return []
    found = {target for weapon in missile_weapons(fight, shooter) for target in targets_of(fight, shooter, weapon)}
    return [fight.setting.name(target) for target in sorted(found)]


def barred(fight: Fight, firer: str, target: str) -> str:
    """The rule that keeps one piece from shooting at another; "" if it may."""
    if target in targets(fight, firer):
        return ""
    shooter = number(fight, firer)
    weapon = (missile_weapons(fight, shooter) or [""])[0]
    refused = may_not_shoot(fight, shooter) or why_no_shot(fight, shooter, number(fight, target), weapon)
    return refused.rule


def shot(fight: Fight, firer: str, target: str) -> Shot:
    """The shot of one piece at another, which must be lawful."""
    shooter, victim = number(fight, firer), number(fight, target)
    weapon = missile_weapons(fight, shooter)[0]
    assert not barred(fight, firer, target)
    return Shot(fight, shooter, victim, targets_of(fight, shooter, weapon)[victim], weapon)


def chance(fight: Fight, firer: str, target: str) -> int:
    return shot(fight, firer, target).chance


def reasons(fight: Fight, firer: str, target: str) -> dict[str, int]:
    """What is added to the percentage of a shot, by rule."""
    return {step.rule: step.amount for step in shot(fight, firer, target).tally.steps if step.op == "add"}


def in_sight(fight: Fight, one: Square, other: Square) -> bool:
    """Whether the ground lets two squares see each other; asked from both ends."""
    land, board = fight.setting.land, fight.setting.board
    a, b = board.square(*one), board.square(*other)
    assert land.sees(a, b) == land.sees(b, a)
    return land.sees(a, b)
