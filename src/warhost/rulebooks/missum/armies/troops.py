"""What every body of troops is and carries: the charts looked up once, before the battle.

[mis.army.qualities] [mis.army.legion]
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ..library import MM, Armour, Library, MeleeWeapon, MissileWeapon, Race

TroopKind = Literal["line", "skirmish", "battery", "dritlan", "kerdu", "team"]
SPECIAL: tuple[TroopKind, ...] = ("dritlan", "kerdu", "team")
"""Who moves as skirmishers, has no morale and starts no melee."""
IMPROVISED = MeleeWeapon("improvised", "improvised daggers", "mis.melee.weapon-start", 4, "authored", ())
STAFF = {"dritlan": 3, "kerdu": 4, "team": 2}
"""[mis.command.dritlan-figures] [mis.command.kerdu-figures] [mis.magic.team]"""
LINE_STATUS = ("fanatic", "elite", "imperial bodyguard")
"""Guards and bodyguards are what the chart calls elite.  [mis.chart.morale-rating]"""
SIZES = {"15x20": 1, "20x30": 2, "30x30": 3}
LARGE = 10


class Troop(msgspec.Struct, frozen=True, kw_only=True):
    """A legion, a battery, a commander with his staff or a team of magic users: what never changes of it."""

    id: str
    title: str
    side: int
    kind: TroopKind
    race: Race
    figures: int
    files: int
    base: tuple[int, int]
    armour: Armour
    shield: bool
    melee: tuple[MeleeWeapon, ...]
    missile: MissileWeapon | None
    status: str  # regular, irregular, elite, fanatic …
    huitsan: int  # 0 is the reserve
    rating: int  # of morale; 0 where it never tests
    tests: int
    further: int
    move: int  # in thousandths of a millimetre
    fly: int = 0
    swim: int = 0
    level: int = 0
    guards: int = 0
    spells: tuple[int, int, int] = (0, 0, 0)
    livyani: bool = False
    kerdu: bool = False  # a team whose leader is the general
    attacks: tuple[int, ...] = ()  # of each melee weapon
    hedges: tuple[int, ...] = ()  # the defense behind each of them while its points hold; 0 where they do not count

    @property
    def skirmishes(self) -> bool:
        """Whether it is a skirmish legion."""
        return self.kind == "skirmish"

    @property
    def special(self) -> bool:
        return self.kind in SPECIAL

    @property
    def legion(self) -> bool:
        return self.kind in ("line", "skirmish", "battery")

    @property
    def fanatic(self) -> bool:
        return self.status == "fanatic"

    @property
    def line_status(self) -> bool:
        """Line troops, and skirmishers who are fanatics or bodyguards.  [mis.army.skirmish-line-status]"""
        return self.kind == "line" or (self.kind == "skirmish" and self.status in LINE_STATUS)

    @property
    def hostile(self) -> bool:
        return self.race.kind == "hostile"

    def has(self, trait: str) -> bool:
        return trait in self.race.traits

    @property
    def crew_each(self) -> int:
        """Figures on each base: crews on their engines."""
        return self.missile.crew.value if self.kind == "battery" and self.missile and self.missile.crew else 1

    @property
    def strength_each(self) -> int:
        """What a figure counts for the possession of the field.  [mis.victory.possession]"""
        front, depth = self.base
        return SIZES.get(f"{front // MM}x{depth // MM}", LARGE)

    # --- fighting ----------------------------------------------------------------------------------------------

    def weapon(self, index: int) -> MeleeWeapon:
        return self.melee[index] if index < len(self.melee) else IMPROVISED

    def attack(self, index: int) -> int:
        if index < len(self.attacks):
            return self.attacks[index]
        if self.race.id == "human":
            return 3
        return min(cell.value for cell in self.race.attack.values()) - 2

    def defense(self, index: int, shieldless: bool) -> int:
        """In melee, with this weapon in hand.  [mis.chart.melee] [mis.situation.shieldless]"""
        weapon = self.weapon(index)
        if not shieldless and index < len(self.hedges) and self.hedges[index]:
            return self.hedges[index]
        shielded = self.shield and not shieldless and not weapon.two_handed
        return self._line(shielded)

    def _line(self, shielded: bool) -> int:
        lines = self.race.shield if shielded and self.race.shield else self.race.bare
        return lines[self.armour].value

    def missile_defense(self, shieldless: bool) -> int:
        """Against missiles; whoever bears a two-handed weapon first of all counts as without a shield.

        [mis.chart.missile-factors]
        """
        shielded = self.shield and not shieldless and not self.melee[0].two_handed
        if self.race.missile_bare:
            lines = self.race.missile_shield if shielded else self.race.missile_bare
            return lines[self.armour].value
        return self._line(shielded)

    @property
    def pikes(self) -> bool:
        return any(weapon.pike for weapon in self.melee)

    def describe(self) -> str:
        """Commanders and magic users of every race fight alike; theirs is not told.  [mis.add.command-combat]"""
        people = () if self.special else (self.race.title,)
        level = (f"level {self.level}",) if self.level else ()
        worn = f"{self.armour}{' with shield' if self.shield else ''}"
        shot = (self.missile.title,) if self.missile and self.kind != "battery" else ()
        return ", ".join((*people, *level, worn, *(weapon.title for weapon in self.melee), *shot))


def attack_of(race: Race, weapon: MeleeWeapon) -> int | None:
    """What the charts give this race with this weapon; nothing where they have no such line."""
    found = next((race.attack[name] for name in weapon.families if name in race.attack), None)
    return None if found is None else found.value


def rating_of(charts: Library, race: Race, status: str, armour: Armour, kind: TroopKind) -> int:
    """[mis.chart.morale-rating] [mis.army.line]"""
    ratings = charts.morale.ratings
    if status in ("fanatic", "imperial bodyguard"):
        return ratings[status].value
    if kind == "battery":
        return ratings["crew"].value
    if race.morale is not None:
        return race.morale.value
    if status in ratings:
        return ratings[status].value
    return ratings[f"{status} {armour}"].value


def allowance_of(
    race: Race, armour: Armour, melee: tuple[MeleeWeapon, ...], missile: MissileWeapon | None
) -> int | None:
    """Millimetres a turn; nothing where the race never wears such armour.  [mis.chart.movement]"""
    burdened = any(weapon.burdens for weapon in melee) or bool(missile and missile.burdens)
    plain, slow = (
        (race.move_light, race.slow_light) if armour == "light" else (race.move_armoured, race.slow_armoured)
    )
    cell = slow if burdened and slow else plain
    return cell.value if cell else None


def spells_of(
    charts: Library, level: int, race: Race, livyani: bool, guarded: bool = False
) -> tuple[int, int, int]:
    """How many spells of each strength each figure of a team has.

    [mis.chart.spells] [mis.magic.livyani-spells] [mis.magic.gifted-races] [mis.magic.poor-races]
    """
    plain = [cell.value for cell in charts.band(level).spells]
    if livyani or "gifted" in race.traits:
        plain = [0 if not n else n + (2 if n >= 3 else 1) for n in plain]
    if guarded and "gifted" in race.traits:
        plain = [n + 1 if n else 0 for n in plain]
    if "poor" in race.traits:
        plain = [max(0, n - 1) for n in plain]
    return plain[0], plain[1], plain[2]
