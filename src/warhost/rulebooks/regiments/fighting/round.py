"""A round of close combat: who is in it, who touches whom, and what each side has done.

[reg.combat.round] [reg.combat.contactcount] [reg.combat.stepup] [reg.combat.multi]
"""

from __future__ import annotations

from collections.abc import Collection

from ..bodies import CHAMPION, FILE, MUSICIAN, STANDARD, front_files, posts, rank_sizes, ranked_models
from ..nature import company, kind, ridden, rides, top
from ..setting import Fight
from ..state import NOBODY, Contact, Duel, Fighter
from ..wounds.hits import CHAMPION_GROUP, FILE_GROUP
from .places import Touching, touching

ASSAULT_MOST, MONSTROUS_MOST = 10, 3

Mark = tuple[int, str]
"""Somebody who can be struck at: a unit or character, and which group of its models."""


def _in_the_walls(fight: Fight, contact: Contact, number: int) -> list[Touching]:
    """Of each side so many fight for a building, each against any of the others.  [reg.terrain.building]"""
    foe = contact.foe(number)
    return [Touching(own, other) for own in _assailants(fight, number) for other in _assailants(fight, foe)]


def _assailants(fight: Fight, number: int) -> list[int]:
    """Those of note first, then the others from the front rank on."""
    files, total = front_files(fight, number), ranked_models(fight, number)
    noted = [place if place < files else total + place - files for place in posts(fight, number)]
    rest = [model for model in range(total) if model not in noted]
    return [*noted, *rest][: assault_most(fight, number)]


def assault_most(fight: Fight, number: int) -> int:
    """How many of a unit fight for a building: ten, three if monstrous, one monster."""
    found = kind(fight, number)
    return 1 if found.single else MONSTROUS_MOST if found.troop.rank == MONSTROUS_MOST else ASSAULT_MOST


class Melee:
    """One combat while its round is fought. Places in contact are found when it begins and kept."""

    def __init__(self, fight: Fight, units: list[int]):
        self.fight, self.units = fight, units
        self.contacts = [one for one in fight.state.contacts if one.a in units and one.b in units]
        self.wounds = [0, 0]  # inflicted by each side
        self.overkill = [0, 0]
        self.ranked = {number: posts(fight, number) for number in units}
        self.drawn_up = {number: (front_files(fight, number), ranked_models(fight, number)) for number in units}
        self.touch: dict[int, list[tuple[int, int, int, Contact]]] = {number: [] for number in units}
        for contact in self.contacts:
            for number in (contact.a, contact.b):
                foe = contact.foe(number)
                meet = _in_the_walls if contact.assault else touching
                pairs = meet(fight, contact, number)
                self.touch[number] += [(own, foe, theirs, contact) for own, theirs in pairs]
        self.began = {number: fight.state.units[number].models for number in units}
        self._leaders = [leader for number in units for leader in fight.state.units[number].leaders]

    def admit_heirs(self) -> None:
        """Characters whose unit has been slain around them fight on by themselves, in this same combat."""
        state = self.fight.state
        heirs = [one for one in self._leaders if state.units[one].present and one not in self.units]
        for heir in heirs:
            self.units.append(heir)
            self.touch[heir], self.ranked[heir], self.began[heir] = [], posts(self.fight, heir), 1
            self.drawn_up[heir] = 1, 1
        self.contacts += [one for one in state.contacts if one.a in heirs or one.b in heirs]

    # --- who is who --------------------------------------------------------------------------------------------

    def side(self, number: int) -> int:
        return self.fight.state.units[number].side

    def who(self, number: int, model: int) -> int:
        """Who stands on a base of a unit: a character by his number, CHAMPION, or one of the rank and file, who
        take the place of a leader who is slain or goes to the rear.  [reg.combat.stepup] [reg.char.challenge]"""
        files, total = self.drawn_up[number]
        place = model if model < files else files + model - total if model >= total else NOBODY
        found = self.ranked[number].get(place, FILE)
        return found if found not in (STANDARD, MUSICIAN) and self._holds_his_place(number, found) else FILE

    def _holds_his_place(self, number: int, who: int) -> bool:
        units = self.fight.state.units
        if who == CHAMPION:
            return units[number].champion
        return who == FILE or (units[who].alive and not units[who].back)

    def marks(self, foe: int, model: int) -> list[Mark]:
        """Whom one can strike who touches this model of a foe; of a ridden monster rider and mount apart."""
        if rides(self.fight, foe):
            riders = [(one, FILE_GROUP) for one in self.fight.state.units[foe].leaders]
            return [(foe, FILE_GROUP), *riders]
        who = self.who(foe, model)
        if who == CHAMPION:
            return [(foe, CHAMPION_GROUP)]
        return [(foe, FILE_GROUP) if who == FILE else (who, FILE_GROUP)]

    def there(self, mark: Mark) -> bool:
        """Whether such a group is still there to be struck, and not in a challenge."""
        number, group = mark
        unit = self.fight.state.units[number]
        hidden = unit.back and unit.host != NOBODY  # who stands alone has no rear to go to
        if not unit.alive or hidden or self.opponents(number, group == CHAMPION_GROUP):
            return False
        if group == CHAMPION_GROUP:
            return unit.champion
        if kind(self.fight, number).character or rides(self.fight, number):
            return True
        return unit.models - unit.champion > 0

    # --- places ------------------------------------------------------------------------------------------------

    def fronting(self, number: int) -> list[int]:
        """Models of the front rank that touch an enemy before them."""
        found = [own for own, _, _, contact in self.touch[number] if contact.side_of(number) == "front"]
        return list(dict.fromkeys(found))

    def in_contact(self, number: int) -> list[int]:
        return list(dict.fromkeys(own for own, _, _, _ in self.touch[number]))

    def touched_by(self, number: int, model: int) -> list[int]:
        """Enemy units that one model of a unit touches."""
        return list(dict.fromkeys(foe for own, foe, _, _ in self.touch[number] if own == model))

    def own_in_contact(self, number: int) -> list[int]:
        """The same without characters who have joined it: they are of another kind."""
        return [model for model in self.in_contact(number) if self.who(number, model) < 0]

    def marks_of(self, number: int, model: int, among: Collection[int] | None = None) -> list[Mark]:
        """Whom one model of a unit touches, or of them those of some enemy units."""
        found = [
            mark
            for own, foe, theirs, _ in self.touch[number]
            if own == model and (among is None or foe in among)
            for mark in self.marks(foe, theirs)
            if self.there(mark)
        ]
        return list(dict.fromkeys(found))

    def supporters(self, number: int, ranks: int) -> dict[int, int]:
        """How many stand directly behind each model of the front rank that fights before it, as ranks are now.
        Who touches an enemy himself, at the flank, strikes for himself and supports nobody."""
        sizes, files = rank_sizes(self.fight, number), front_files(self.fight, number)
        front = [model for model in self.fronting(number) if model < files]
        behind = dict.fromkeys(front, 0)
        striking = self.in_contact(number)
        for rank, size in enumerate(sizes[1 : 1 + ranks], 1):
            taken = [model - rank * files for model in striking]
            for model in front:
                doubled = 2 * model - (files - size)  # where he stands among those behind, in half files
                for other in (doubled // 2, -(-doubled // 2)):
                    if 0 <= other < size and other not in taken:
                        taken.append(other)
                        behind[model] += 1
                        break
        return behind

    def duel_of(self, one: Fighter) -> Duel | None:
        for duel in self.fight.state.duels:
            if one in (duel.a, duel.b):
                return duel
        return None

    def opponents(self, number: int, champion: bool = False) -> list[Mark]:
        """Whom he may strike who fights a challenge; a monster fights it with its rider, and of such a pair either
        may be struck.  [reg.char.challenge] [reg.troop.monster.ridden]"""
        for one in company(self.fight, number) if rides(self.fight, number) else (number,):
            own = Fighter(one, champion)
            duel = self.duel_of(own)
            if duel is None:
                continue
            foe = duel.foe(own)
            if ridden(self.fight, foe.unit):
                return [(foe.unit, FILE_GROUP), (top(self.fight, foe.unit), FILE_GROUP)]
            return [(foe.unit, CHAMPION_GROUP if foe.champion else FILE_GROUP)]
        return []

    def contact_with(self, number: int, foe: int) -> Contact | None:
        return next((one for one in self.contacts if {one.a, one.b} == {number, foe}), None)

    def score(self, side: int, wounds: int) -> None:
        self.wounds[side] += wounds
