"""One kind of shot: with what, at whom, and the number it needs.

[reg.shoot.tohit] [reg.shoot.bs] [reg.shoot.mods] [reg.shoot.mod.moving] [reg.shoot.mod.long]
[reg.shoot.mod.multiple] [reg.shoot.mod.standshoot] [reg.shoot.mod.skirmish] [reg.shoot.cover] [reg.shoot.sevenplus]
"""

from __future__ import annotations

from warhost.engine.charts import shooting_need
from warhost.engine.tally import Tally

from ..measures import INCH, TIE
from ..nature import all_have, has, kind, nature
from ..records import Cover, Weapon
from ..setting import Fight
from ..special import points
from ..wounds.hits import Harm, withered

SKIRMISH, LARGE, GLARE = "reg.sr.skirmishers", "reg.sr.largetarget", "reg.lore.ember.glare"
QUICK, IGNORES = "reg.sr.quickfire", "reg.sr.ignorescover"


class Shot:
    """Shots that all need the same number."""

    def __init__(
        self, fight: Fight, shooter: int, target: int, weapon: Weapon, skill: int, *, far: int = 0,
        cover: Cover = "", moved: bool = False, several: bool = False, standing: bool = False, aimed: bool = False,
        use_long: bool = True,
    ):  # fmt: skip
        self.fight, self.shooter, self.target, self.weapon, self.skill = fight, shooter, target, weapon, skill
        self.far, self.cover, self.moved, self.several, self.standing = far, cover, moved, several, standing
        self.aimed, self.use_long = aimed, use_long

    @property
    def names(self) -> tuple[str, ...]:
        """The rules of weapon and shooter that go with the missile."""
        return (*self.weapon.rules, *kind(self.fight, self.shooter).figure.shot_rules)

    def need(self) -> Tally:
        """7 less the Ballistic Skill, worsened by whatever applies."""
        found = Tally(shooting_need(self.skill), "reg.shoot.bs", f"Ballistic Skill {self.skill}")
        if self.moved and not self.standing and QUICK not in self.names:
            found.add(1, "reg.shoot.mod.moving", "moved")
        if self.use_long and 2 * self.far > self.weapon.range * INCH + 2 * TIE:
            found.add(1, "reg.shoot.mod.long", "long range")
        if self.several:
            found.add(1, "reg.shoot.mod.multiple", "several shots")
        if self.standing:
            found.add(1, "reg.shoot.mod.standshoot", "stand and shoot")
        if all_have(self.fight, self.target, SKIRMISH):
            found.add(1, "reg.shoot.mod.skirmish", "skirmishers")
        if self.aimed:
            found.add(1, "reg.sr.sniper", "aimed at one man")
        self._add_cover(found)
        points.shooting.each((*nature(self.fight, self.shooter), *self.names), self, found)
        points.shot_at.each(nature(self.fight, self.target), self, found)
        return found

    def _add_cover(self, found: Tally) -> None:
        """[reg.sr.ignorescover] [reg.sr.largetarget]"""
        if not self.cover or IGNORES in self.names or has(self.fight, self.target, LARGE):
            return
        found.add(2 if self.cover == "hard" else 1, "reg.shoot.cover", f"{self.cover} cover")

    def strength(self) -> int:
        """The weapon's own; of what is thrown the bearer's.  [reg.weapon.javelin] [reg.weapon.throwingaxe]"""
        if self.weapon.user is not None:
            return withered(self.fight, self.shooter, kind(self.fight, self.shooter).profile.s) + self.weapon.user
        return self.weapon.strength

    def harm(self, target: int, dice: int) -> Harm:
        need = self.need().total
        made = Harm(
            self.fight, target, dice, self.strength(), by=self.shooter, hit=max(2, need), names=self.names,
            rule="reg.shoot.tohit",
        )  # fmt: skip
        made.sixes = False
        return made
