"""From a hit to a wound: toughness, armour, wards, and what special rules make of them.

[reg.towound.chart] [reg.save.sequence] [reg.save.strength] [reg.save.one] [reg.save.ward] [reg.core.diceorder]
"""

from __future__ import annotations

from warhost.engine.charts import armour_modifier, wound_chart
from warhost.engine.phrase import Phrase
from warhost.engine.strikes import NEVER, Reroll, Rules, Strikes, Struck

from ..kinds import Kind
from ..nature import company, kind, nature, rules, strength_of, top
from ..records import Weapon
from ..setting import Fight
from ..special import points
from ..state import NOBODY

WOUND = wound_chart("reg.towound.chart")
WITHER = "reg.lore.dusk.wither"
REGENERATION = "reg.sr.regeneration"
CHAMPION_GROUP, FILE_GROUP = "champion", "file"
USUAL_REGENERATION = 4
DRAGON, AGAINST_FIRE = 6, 2
RULES = Rules("", "reg.towound.chart", "reg.save.strength", "reg.save.ward", "reg.sr.multiwounds", REGENERATION)


class Harm:
    """Hits of one kind on one group of models, as special rules make them up before any die is thrown."""

    def __init__(
        self, fight: Fight, target: int, dice: int, strength: int, *, by: int = NOBODY, group: str = FILE_GROUP,
        hit: int = 0, names: tuple[str, ...] = (), spell: bool = False, blow: bool = False, rule: str = "",
    ):  # fmt: skip
        self.fight, self.target, self.group, self.by = fight, target, group, by
        self.dice, self.hit, self.strength, self.rule = dice, hit, strength, rule
        self.names = names  # the rules of whatever strikes
        self.spell, self.blow = spell, blow
        self.magical = spell
        self.again: Reroll = "none"
        self.wound_again: Reroll = "none"
        self.sixes = blow
        self.piercing = 0
        self.flaming = self.poison = self.lethal = False
        self.parry = False  # whether the blow can be parried at all
        self.armour = True
        self.wounds_on = 0  # whatever the Toughness
        self.worth: Phrase | None = None
        self.times = 1
        self.worth_later: Phrase | None = None  # where handlers may step in between
        self.ward = NEVER
        self.regeneration = NEVER
        self.defence: Weapon | None = None  # the weapon the target fights with, against blows

    @property
    def struck(self) -> Kind:
        return kind(self.fight, self.target)

    def toughness(self) -> int:
        """A machine's against shots and spells, its crew's against blows.  [reg.troop.warmachine]"""
        found = self.struck
        if found.figure.machine and not self.blow:
            return found.figure.machine
        return max(1, found.tough - strength_of(self.fight, self.target, WITHER))

    def need_to_wound(self) -> int:
        return self.wounds_on or WOUND.need(self.strength, self.toughness())

    def armour_save(self) -> int:
        """[reg.save.base]"""
        if not self.armour:
            return NEVER
        number = self.struck.armour(self.defence if self.blow else None)
        if number > 6:
            return NEVER
        return min(NEVER, number - armour_modifier(self.strength) + self.piercing)

    def better_ward(self, number: int) -> None:
        """A model with several uses the best."""
        self.ward = min(self.ward, number)

    def strikes(self) -> Strikes:
        """All of it as one roll of dice, once special rules have had their say."""
        points.harm.each(self.names, self)
        points.harmed.each(nature(self.fight, self.target), self)
        self._warded()
        self._regenerate()
        self._handled_first()
        rolled = RULES if not self.rule else Rules(self.rule, *_REST)
        return Strikes(
            self.dice, self.hit, self.need_to_wound(), self.armour_save(), self.ward, self.regeneration,
            self.again, self.wound_again, self.poison, self.lethal, self.sixes, self.worth, self.times, rolled,
        )  # fmt: skip

    def _handled_first(self) -> None:
        """Of a monster with handlers wounds are multiplied once it is known who takes them.  [reg.sr.handlers]"""
        if self.worth is not None and self.fight.state.units[self.target].handlers:
            self.worth_later, self.worth = self.worth, None

    def _warded(self) -> None:
        """Dragon armour, and against spells the resistance of the whole unit.

        [reg.armour.dragon] [reg.sr.magicresist]
        """
        if self.struck.dragon_armoured:
            self.better_ward(AGAINST_FIRE if self.flaming else DRAGON)
        if self.spell and (resisted := resistance(self.fight, self.target)):
            self.ward = max(2, min(self.ward, NEVER) - resisted)

    def _regenerate(self) -> None:
        """[reg.sr.regeneration]"""
        unit = self.fight.state.units[top(self.fight, self.target)]
        if REGENERATION in rules(self.fight, self.target) and not self.flaming and not unit.scorched:
            self.regeneration = USUAL_REGENERATION


def withered(fight: Fight, number: int, strength: int) -> int:
    """What a withering leaves of a model's own Strength, to no less than 1.  [reg.lore.dusk.wither]"""
    return max(1, strength - strength_of(fight, number, WITHER))


def resistance(fight: Fight, number: int) -> int:
    """[reg.sr.magicresist]"""
    everybody = company(fight, top(fight, number))
    return max(int(kind(fight, one).ratings.get("magic_resistance", "0")) for one in everybody)


_REST = (RULES.wound, RULES.save, RULES.ward, RULES.worth, RULES.regeneration)


def rolled(fight: Fight, strikes: Strikes, side: int) -> Struck:
    """Thrown for a side."""
    return fight.strike(strikes, side, 1 - side)
