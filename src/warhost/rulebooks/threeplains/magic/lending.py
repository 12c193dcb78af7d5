"""Gifts of spells and items at work: every number of a Gift hooks in at a point of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from msgspec import structs

from warhost.engine.point import Point
from warhost.engine.tally import Tally

from ..figure import Blows, inches
from ..setting import Fight
from ..special import specials
from ..special.riding import mounted
from ..state import Number
from ..wounds.hits import Attack, Due
from .bearing import loans, power
from .mana import Faces, raised
from .verbs import Gift

if TYPE_CHECKING:
    from .targets import Casting

ALL_AGILITY = 6

P = ParamSpec("P")
R = TypeVar("R")


def lent(source: str, title: str, gift: Gift, rule: str = "", weapon: str = "") -> None:
    """Hook a gift in for whoever has it laid on him as an effect; by its `rule` where that is not its source."""
    loan = Loan(source, title, gift, rule or source, weapon)
    loan.hook_in()
    loans.note(source, rule or source, title, gift.traits, gift.without)
    if gift.marks:
        loans.marks[source] = gift.marks
    if gift.ratings:
        loans.ratings[source] = gift.ratings
    if gift.valour:
        loans.valour[source] = gift.valour
    if gift.life:
        loans.life[source] = gift.life
    if gift.undoes:
        loans.undoes[source] = gift.undoes
    if gift.raises:
        loans.raises[source] = gift.raises


def worn(source: str, title: str, gift: Gift, weapon: str = "") -> None:
    """Hook a gift in for whoever carries the item. What a magic weapon does to blows it does only to those that are
    struck with it; `weapon` is the rule of the plain one that it counts as."""
    loans.worn[source] = title
    lent(source, title, gift, weapon=weapon)


class Loan:
    """One gift; each method is its hook at the point of the same name."""

    def __init__(self, source: str, title: str, gift: Gift, rule: str, weapon: str = ""):
        self.source, self.title, self.gift, self.rule, self.weapon = source, title, gift, rule, weapon

    def hook_in(self) -> None:
        """At every point where one of its numbers works."""
        gift = self.gift
        self._at(specials.movement, self.movement, gift.movement, gift.walks)
        self._at(specials.every_move, self.every_move, gift.moves)
        self._at(specials.soldiering, self.soldiering, gift.soldiering, gift.steadies, gift.nerves)
        self._at(specials.stress, self.stress, gift.stress)
        self._at(specials.rating, self.rating, gift.rating)
        self._at(specials.attacks, self.attacks, gift.attacks)
        self._at(specials.to_hit, self.to_hit, gift.strikes, gift.shoots)
        self._at(specials.struck_at, self.struck_at, gift.wards, gift.eludes)
        self._at(specials.toughness, self.toughness, gift.toughness, gift.shelters)
        self._at(specials.resistance, self.resistance, gift.resistance)
        self._at(specials.agility, self.agility, gift.agility)
        self._at(specials.magic_save, self.magic_save, gift.magic)
        self._at(specials.mends_magic, self.mends_magic, gift.raises)
        self._at(
            specials.own_blows, self.own_blows, self.weapon, gift.pierces, gift.unbalances, gift.damage,
            gift.multiplies, gift.fire, gift.erodes, gift.thins, gift.lowers, gift.no_agility, gift.no_magic,
            gift.bare, gift.forces,
        )  # fmt: skip

    def _at(self, point: Point[P, R], hook: Callable[P, R], *numbers: object) -> None:
        if any(numbers):
            point(self.source)(hook)

    def _add(self, fight: Fight, number: Number, tally: Tally, amount: int) -> None:
        if amount:
            tally.add(amount * power(fight, number, self.source), self.rule, self.title)

    def movement(self, fight: Fight, number: Number, tally: Tally) -> None:
        self._add(fight, number, tally, inches(self.gift.movement))
        if self.gift.walks and not mounted(fight, number):
            self._add(fight, number, tally, inches(self.gift.walks))

    def every_move(self, fight: Fight, number: Number, tally: Tally) -> None:
        self._add(fight, number, tally, inches(self.gift.moves))

    def soldiering(self, fight: Fight, number: Number, kind: str, tally: Tally) -> None:
        self._add(fight, number, tally, self.gift.soldiering)
        if kind == "break":
            self._add(fight, number, tally, self.gift.steadies)
        if kind in ("break", "bravery"):
            self._add(fight, number, tally, self.gift.nerves)

    def stress(self, fight: Fight, number: Number, kind: str, tally: Tally) -> None:
        self._add(fight, number, tally, self.gift.stress)

    def rating(self, fight: Fight, member: Number, tally: Tally) -> None:
        self._add(fight, member, tally, self.gift.rating)

    def attacks(self, fight: Fight, member: Number, line: Blows, tally: Tally) -> None:
        """A rider's gift is not his steed's."""
        if line.part == "self":
            self._add(fight, member, tally, self.gift.attacks)

    def to_hit(self, fight: Fight, attack: Attack, tally: Tally) -> None:
        self._add(fight, attack.by, tally, -(self.gift.strikes if attack.kind == "melee" else self.gift.shoots))

    def struck_at(self, fight: Fight, attack: Attack, tally: Tally) -> None:
        if attack.kind == "melee":
            self._add(fight, attack.target, tally, self.gift.wards)
        elif attack.kind == "missile":
            self._add(fight, attack.target, tally, self.gift.eludes)

    def toughness(self, fight: Fight, attack: Attack, tally: Tally) -> None:
        self._add(fight, attack.target, tally, self.gift.toughness)
        if attack.kind in ("missile", "magic"):
            self._add(fight, attack.target, tally, self.gift.shelters)

    def resistance(self, fight: Fight, attack: Attack, tally: Tally) -> None:
        self._add(fight, attack.target, tally, self.gift.resistance)

    def agility(self, fight: Fight, attack: Attack, tally: Tally) -> None:
        self._add(fight, attack.target, tally, self.gift.agility)

    def magic_save(self, fight: Fight, attack: Attack, tally: Tally) -> None:
        """Magic of different sources is not added up.  [tp.shoot.save.magic]"""
        tally.floor(self.gift.magic * power(fight, attack.target, self.source), self.rule, self.title)

    def mends_magic(self, magic: Faces, fight: Fight, casting: Casting, ether: Faces) -> Faces:
        return raised(magic, self.gift.raises)

    def own_blows(self, attack: Attack, fight: Fight) -> Attack:
        """[tp.magic.items.weapon]"""
        if self.weapon and attack.rule != self.weapon:
            return attack
        gift, strong = self.gift, power(fight, attack.by, self.source)
        unbalances = gift.unbalances * strong + gift.no_agility * ALL_AGILITY
        due = Due(self.rule, self.title, gift.pierces * strong, unbalances, gift.erodes, gift.thins, gift.lowers)
        return structs.replace(
            attack,
            rule=self.rule if self.weapon else attack.rule,
            toughness=attack.toughness + due.toughness,
            agility=attack.agility + due.agility,
            resistance=attack.resistance + due.resistance,
            magic=attack.magic + due.magic,
            lowers=attack.lowers + due.lowers,
            due=attack.due if self.weapon else (*attack.due, due),
            past_magic=attack.past_magic or gift.no_magic,
            bare=attack.bare or gift.bare,
            forces=gift.forces or attack.forces,
            top=attack.top + gift.damage * strong,
            multiplier=attack.multiplier * (gift.multiplies * strong or 1),
            fire=attack.fire or gift.fire,
        )
