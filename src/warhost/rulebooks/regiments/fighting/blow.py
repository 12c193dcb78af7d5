"""One kind of blow: who strikes whom with what, how often and how hard.

[reg.tohit.chart] [reg.combat.allocate] [reg.weapon.choice] [reg.combat.rounds] [reg.armour.shield]
"""

from __future__ import annotations

from warhost.engine.charts import skill_chart
from warhost.engine.strikes import ALWAYS
from warhost.engine.tally import Tally

from ..nature import has, kind, nature, strength_of, top
from ..records import Profile, Weapon
from ..setting import Fight
from ..special import points
from ..wounds.hits import FILE_GROUP, WITHER, Harm

SKILL = skill_chart("reg.tohit.chart")
CHILL, SLOWED = "reg.lore.dusk.chill", 2
PARRY = 6
FEARLESS = ("reg.sr.fear", "reg.sr.immunepsych")
GLARE = "reg.lore.ember.glare"


class Blow:
    """Blows of one kind by one group of models, before any die is thrown; special rules have their say."""

    def __init__(
        self, fight: Fight, striker: int, target: int, profile: Profile, *, group: str = FILE_GROUP,
        weapon: Weapon | None = None, charged: bool = False, mount: bool = False, supporting: bool = False,
        from_front: bool = True, duel: bool = False,
    ):  # fmt: skip
        self.fight, self.striker, self.target, self.profile, self.group = fight, striker, target, profile, group
        self.weapon, self.charged, self.mount, self.supporting = weapon, charged, mount, supporting
        self.from_front = from_front  # whether it falls on the target's front
        self.duel = duel
        self.host = top(fight, striker)
        self.first = fight.state.units[self.host].rounds == 0
        self.again = "none"
        self.worse = 0  # on the number to hit
        own = kind(fight, striker)
        self.rules = own.mount_rules if mount else nature(fight, striker)
        if not mount and weapon is not None:
            self.rules = (*self.rules, *weapon.blow_rules)

    # --- numbers -----------------------------------------------------------------------------------------------

    def attacks(self) -> Tally:
        """Of one model in contact."""
        found = Tally(self.profile.a, "reg.core.profile", "Attacks")
        if self.weapon is not None and self.weapon.attacks and not self.mount:
            found.add(self.weapon.attacks, self.weapon.rule, self.weapon.title)
        points.attacks.each(self.rules, self, found)
        return found

    def strength(self) -> Tally:
        """[reg.weapon.great] [reg.weapon.halberd] [reg.weapon.flail] [reg.weapon.morningstar] [reg.weapon.lance]
        [reg.weapon.spear] [reg.weapon.twohand] [reg.weapon.hand] [reg.weapon.natural]"""
        found = Tally(self.profile.s, "reg.core.profile", "Strength")
        weapon = self.weapon
        if weapon is not None and not self.mount:
            found.add(weapon.add, weapon.rule, weapon.title)
            mounted = kind(self.fight, self.striker).mount is not None
            found.add(weapon.mounted_charge if self.charged and mounted else 0, weapon.rule, weapon.title)
            found.add(weapon.first_round if self.first else 0, weapon.rule, weapon.title)
        found.add(-strength_of(self.fight, self.striker, WITHER), WITHER)
        points.strength.each(self.magic(), self, found)
        found.floor(1, "reg.core.profile")
        return found

    def magic(self) -> tuple[str, ...]:
        """What lies on the whole model, mounts included."""
        return nature(self.fight, self.striker)

    def skill(self, unit: int, own: int) -> int:
        """Whoever has failed a fear test fights with Weapon Skill 1.  [reg.sr.fear]"""
        afraid = self.fight.state.units[top(self.fight, unit)].afraid
        return min(own, 1) if afraid and not any(has(self.fight, unit, rule) for rule in FEARLESS) else own

    def need(self) -> int:
        """[reg.tohit.chart]"""
        foe = self.skill(self.target, target_skill(self.fight, self.target, self.group))
        if foe <= 0:
            return ALWAYS
        number = SKILL.need(self.skill(self.striker, self.profile.ws), foe)
        if GLARE in self.magic():
            number += 1
        return number

    # --- what it does ------------------------------------------------------------------------------------------

    def harm(self, dice: int) -> Harm:
        points.striking.each(self.rules, self)
        made = Harm(
            self.fight, self.target, dice if self.profile.ws else 0, self.strength().total, by=self.striker,
            group=self.group, hit=self.need(), names=self._names(), blow=True, rule="reg.tohit.chart",
        )  # fmt: skip
        made.again = self.again  # type: ignore[assignment]
        made.defence = weapon_of(self.fight, self.target)
        made.magical = self.weapon is not None and self.weapon.magical and not self.mount
        if self.from_front and parries(self.fight, self.target):
            made.better_ward(PARRY)
        return made

    def _names(self) -> tuple[str, ...]:
        return (*self.rules, *(one for one in self.magic() if one.startswith("reg.lore")))


def target_skill(fight: Fight, target: int, group: str) -> int:
    found = kind(fight, target)
    return found.profile_of(group == "champion").ws


def initiative(fight: Fight, number: int, profile: Profile) -> int:
    """What a chill leaves of it, to no less than 1.  [reg.lore.dusk.chill]"""
    slow = SLOWED if strength_of(fight, number, CHILL) else 0
    return max(1, profile.i - slow) if profile.i else 0


def weapon_of(fight: Fight, number: int) -> Weapon | None:
    """The weapon somebody fights with in this combat; a character has his own."""
    found, chosen = kind(fight, number), fight.state.units[number].weapon
    if chosen:
        return fight.setting.library.weapons[chosen]
    return found.melee[0] if found.melee else None


def parries(fight: Fight, number: int) -> bool:
    """Hand weapon and shield on foot; not while frenzied.  [reg.armour.shield]"""
    found, weapon = kind(fight, number), weapon_of(fight, number)
    if weapon is None or not weapon.parries or not found.shield or not found.on_foot:
        return False
    return not has(fight, number, "reg.sr.frenzy")
