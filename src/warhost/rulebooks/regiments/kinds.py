"""What a kind of model comes to, once its profile, gear and special rules are put together.

[reg.core.profile] [reg.save.base] [reg.armour.table] [reg.armour.best] [reg.army.saves]
"""

from __future__ import annotations

from collections.abc import Sequence

from .armies.figure import Figure
from .library import Library
from .records import Profile, Weapon

BASE_SAVE, BEST_SAVE = 7, 1
SKIRMISHERS, FLY, HOVER, SWIFT = "reg.sr.skirmishers", "reg.sr.fly", "reg.sr.hover", "reg.sr.swiftstride"
TWO_HANDS = "reg.sr.twohands"
IMPLIED: dict[str, tuple[str, ...]] = {
    "reg.army.und.rule.undead": ("reg.sr.fear", "reg.sr.unbreakable", "reg.sr.unstable"),
    "reg.sr.terror": ("reg.sr.fear",),
    "reg.sr.fastcav": ("reg.sr.vanguard",),
    "reg.sr.fly": ("reg.sr.swiftstride",),
    "reg.sr.hover": ("reg.sr.fly", "reg.sr.swiftstride"),
    "reg.sr.unbreakable": ("reg.sr.immunepsych",),
    "reg.sr.stupidity": ("reg.sr.immunepsych",),
    "reg.sr.frenzy": ("reg.sr.immunepsych",),
}
"""What a special rule brings along.

[reg.sr.terror] [reg.sr.fastcav] [reg.sr.fly] [reg.sr.hover] [reg.sr.unbreakable] [reg.sr.stupidity] [reg.sr.frenzy]
"""


def with_implied(rules: Sequence[str]) -> tuple[str, ...]:
    found = list(rules)
    for rule in found:
        found += [more for more in IMPLIED.get(rule, ()) if more not in found]
    return tuple(dict.fromkeys(found))


class Kind:
    """One kind of model, ready for use. Nothing of it changes in a battle."""

    def __init__(self, figure: Figure, library: Library):
        self.figure, self.base = figure, figure.base
        self.troop = library.troops[figure.troop]
        self.title, self.race, self.army, self.rule = figure.title, figure.race, figure.army, figure.rule
        self.profile, self.mount, self.champion = figure.profile, figure.mount, figure.champion
        self.rules = with_implied([*figure.rules, *self.troop.gives])
        self.mount_rules = with_implied(figure.mount_rules)
        self.ratings = figure.ratings
        self.weapons = [library.weapons[name] for name in figure.gear if name in library.weapons]
        self.melee = _melee(self.weapons)
        self.missile = next((weapon for weapon in self.weapons if weapon.range), None)
        special = [library.weapons[name] for name in figure.champion_gear if name in library.weapons]
        self.champion_missile = next((weapon for weapon in special if weapon.range), self.missile)
        self.machine = next(
            (name for name in figure.gear if name in ("cannon", "stone_thrower", "bolt_thrower")), ""
        )
        self.suit = [library.armour[name] for name in figure.gear if name in library.armour]
        self.shield = any(piece.id == "shield" for piece in self.suit)
        self.life, self.tough = self._body()
        self.move = self._movement()
        self.character, self.level, self.lore = figure.character, figure.level, figure.lore
        self.on_foot = self.mount is None and figure.troop in ("infantry", "monstrous infantry")

    def _body(self) -> tuple[int, int]:
        """Monstrous cavalry has the better Wounds and Toughness of the two.  [reg.troop.moncavalry]"""
        own, mount = self.profile, self.mount
        if self.troop.id == "monstrous cavalry" and mount is not None:
            return max(own.w, mount.w), max(own.t, mount.t)
        return own.w, own.t

    def _movement(self) -> int:
        """A mounted model moves with its mount, a barded one by 1 less.  [reg.armour.barding]"""
        own = self.mount.m if self.mount is not None else self.profile.m
        return own - (self.mount is not None and any(piece.id == "barding" for piece in self.suit))

    # --- saves ---------------------------------------------------------------------------------------------

    def armour(self, weapon: Weapon | None = None) -> int:
        """The number its armour saves on; against blows a weapon that takes two hands leaves the shield out.

        [reg.armour.shield] [reg.armour.mounted] [reg.armour.light] [reg.armour.heavy] [reg.armour.dragon]
        [reg.armour.plate] [reg.sr.twohands] [reg.sr.scaly]
        """
        if self.figure.save:
            return self.figure.save
        number = int(self.ratings.get("scaly", BASE_SAVE))
        suits = [piece.better for piece in self.suit if piece.suit]
        number -= max(suits, default=0)
        two_handed = weapon is not None and TWO_HANDS in weapon.rules
        number -= sum(
            piece.better for piece in self.suit if not piece.suit and not (piece.id == "shield" and two_handed)
        )
        if self.mount is not None and self.troop.id in ("cavalry", "monstrous cavalry"):
            number -= 1
        return max(BEST_SAVE, number)

    @property
    def dragon_armoured(self) -> bool:
        return any(piece.id == "dragon_armour" for piece in self.suit)

    # --- shape ---------------------------------------------------------------------------------------------

    def skirmishes(self, models: int) -> bool:
        """Units of more than one flyer are skirmishers.  [reg.sr.skirmishers] [reg.sr.fly]"""
        return SKIRMISHERS in self.rules or (FLY in self.rules and models > 1)

    @property
    def single(self) -> bool:
        """A model that always stands alone."""
        return self.troop.id in ("monsters", "chariot", "war machine")

    def has(self, rule: str) -> bool:
        return rule in self.rules

    def profile_of(self, champion: bool) -> Profile:
        return self.champion if champion and self.champion is not None else self.profile


def _melee(weapons: Sequence[Weapon]) -> list[Weapon]:
    """Those it may fight with: anything but the hand weapon, if it has anything else. A pistol is a hand weapon.

    [reg.weapon.choice] [reg.weapon.pistol]
    """
    close = [weapon for weapon in weapons if weapon.melee and weapon.rule != "reg.weapon.pistol"]
    return [weapon for weapon in close if weapon.rule != "reg.weapon.hand"] or close
