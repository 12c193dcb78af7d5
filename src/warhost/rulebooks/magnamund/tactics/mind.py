"""What a side thinks with: the battle as it knows it, what every piece is worth, and quick odds."""

from __future__ import annotations

from functools import cached_property

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted

from ..aiming import band_of, bands, missile_weapons
from ..combat import hand_weapons
from ..land import COVER_WORDS
from ..pieces import fighters, touching
from ..setting import Fight, Setting
from ..state import State
from ..victory import standing
from .aims import Aims

SOLDIER, HERO, MONSTER = 1.0, 4.0, 5.0
ARMOUR_WORTH = {"none": 0.0, "leather": 0.05, "mail": 0.15, "plate": 0.3}
HIT_SHARE = 0.25  # what one hit takes off somebody who is wounded before he dies


class Mind:
    """One side at one moment. It may move pieces about on `fight`, which is its own copy."""

    def __init__(self, setting: Setting, known: State, player: int):
        self.setting, self.state = setting, known
        self.fight: Fight = Battle(setting, known, Scripted())
        self.force = known.commanders.index(player)
        self.aims = Aims(setting, self.force)

    @cached_property
    def enemies(self) -> list[int]:
        return fighters(self.fight, 1 - self.force)

    @cached_property
    def friends(self) -> list[int]:
        return [n for n, piece in enumerate(self.state.pieces) if piece.side == self.force and piece.present]

    @cached_property
    def suspects(self) -> list[tuple[int, int]]:
        """Enemies that lie hidden somewhere: for all we know, in the middle of where they were placed."""
        found = []
        for group in self.setting.groups:
            if group.force != self.force and group.entry.may_hide:
                (west, east), (south, north) = group.zone.x, group.zone.y
                middle = self.setting.board.square((west + east) // 2, (south + north) // 2)
                missing = [n for n in group.members if self.state.pieces[n].fate == "waiting"]
                found += [(middle, number) for number in missing]
        return found

    @cached_property
    def must_act(self) -> bool:
        """Waiting loses the battle, or half of it is over and as things stand it would not be won."""
        late = 2 * self.state.turn >= self.setting.encounter.turn_limit
        return self.aims.must_act or (late and standing(self.setting, self.state)[0] != self.force)

    @cached_property
    def wards(self) -> list[int]:
        """Those of ours on whom the battle hangs: the leader, and whoever decides it by living or escaping."""
        return [n for n in self.friends if n in self.state.leaders or n in self.aims.prizes]

    @cached_property
    def menace(self) -> dict[int, float]:
        """The enemies who stand next to our wards, each with what its next blow would cost us."""
        found: dict[int, float] = {}
        for ward in self.wards:
            for foe in touching(self.fight, ward):
                cost = self.blow_chance(foe, ward) * self._share(ward) * self._own_worth(ward)
                found[foe] = found.get(foe, 0.0) + cost
        return found

    def worth(self, number: int) -> float:
        """The loss of a piece, in soldiers; an enemy who lays hands on our leader is the better dead for it."""
        return self._own_worth(number) + self.menace.get(number, 0.0)

    def _own_worth(self, number: int) -> float:
        figure = self.setting.figures[number]
        worth = HERO if figure.hero else MONSTER if figure.monster else SOLDIER
        worth += ARMOUR_WORTH[figure.armour] + 0.1 * len(self.state.pieces[number].weapons)
        if figure.mounted:
            worth += 0.8
        if number in self.state.leaders:
            worth += self.aims.leader_prize
        return worth + self.aims.prizes.get(number, 0.0)

    def hit_worth(self, number: int) -> float:
        """What one hit on a piece is worth."""
        return self.worth(number) * self._share(number)

    def _share(self, number: int) -> float:
        return HIT_SHARE if self.setting.figures[number].individual else 1.0

    def is_missile(self, number: int) -> bool:
        return bool(missile_weapons(self.fight, number))

    def shot_chance(self, firer: int, target: int, here: int, there: int) -> float:
        """About how likely a shot from one square to another hits, if it can be made at all."""
        setting = self.setting
        figure, victim = setting.figures[firer], setting.figures[target]
        weapon = missile_weapons(self.fight, firer)[0]
        chart, away = bands(self.fight, firer, weapon), setting.board.distance(here, there)
        if not setting.library.tables.minimum_range <= away <= chart.long[1] or not setting.land.sees(here, there):
            return 0.0
        basic = figure.sheet.firing.get(weapon, setting.library.weapons[weapon].firing)[victim.armour]
        cover = setting.land.cover(victim.sheet, there, here)
        if cover != "none":
            basic += figure.sheet.firing_modifiers[f"cover_{COVER_WORDS[cover]}"]
        return max(0.0, basic / setting.library.tables.range_divisor[band_of(chart, away)] / 100)

    def blow_chance(self, attacker: int, target: int) -> float:
        """How likely a plain blow from the front hits."""
        figure, victim = self.setting.figures[attacker], self.setting.figures[target]
        weapon = hand_weapons(self.fight, attacker)[0]
        table = figure.card.combat.get(weapon, {}) if figure.card is not None else {}
        return table.get(victim.armour, figure.sheet.combat[weapon][victim.armour]) / 100
