"""What a side thinks with: the battle as it knows it, and what every piece on the table is worth."""

from __future__ import annotations

from functools import cached_property

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted

from ..bodies import body, figure, on_table, strength
from ..fighting.contact import engaged
from ..land.ground import movement, stands_in
from ..missiles.aiming import users
from ..morale.checks import HORDE, soldiering
from ..setting import Fight, Ground, Setting
from ..state import State
from ..victory import GENERAL, victory_points
from ..weapons import Weapon

CAUTION, LEAST_CAUTION, MOST_CAUTION = 1.2, 0.8, 2.0
LATE = 5  # the turn from which the end is in sight
FOLLOW = 0.25  # of an army's points: what is likely to be lost with its general


class Mind:
    """One side at one moment. It may move pieces about on `fight`, which is its own copy."""

    def __init__(self, setting: Setting, known: State, side: int):
        self.setting, self.state, self.side = setting, known, side
        self.fight: Fight = Battle(setting, known, Scripted())
        self._worth: dict[int, float] = {}
        self._dice: dict[int, int] = {}
        self._pace: dict[int, int] = {}
        self._shooters: dict[int, bool] = {}

    @cached_property
    def number(self) -> dict[str, int]:
        return {piece.name: number for number, piece in enumerate(self.state.pieces)}

    @cached_property
    def friends(self) -> list[int]:
        return list(on_table(self.fight, self.side))

    @cached_property
    def enemies(self) -> list[int]:
        return list(on_table(self.fight, 1 - self.side))

    def free(self, number: int) -> bool:
        """Neither fighting nor running."""
        return not self.state.pieces[number].fleeing and not engaged(self.fight, number)

    @cached_property
    def deep(self) -> list[Ground]:
        """Water in which those in heavy armour drown."""
        return [ground for ground in self.setting.land(self.state.terrain).grounds if ground.kind.drowns]

    def drowning(self, number: int) -> bool:
        """Whether some of it would sink where it stands."""
        if not self.deep or not figure(self.fight, number).heavy:
            return False
        return any(
            stands_in(self.fight, pool, base.centre)
            for base in body(self.fight, number).bases
            for pool in self.deep
        )

    # --- what pieces are worth, in victory points ------------------------------------------------------------

    @cached_property
    def lead(self) -> float:
        """By how much it is ahead, as a part of an army."""
        ours, theirs = (victory_points(self.fight, side).total for side in (self.side, 1 - self.side))
        return (ours - theirs) / self.setting.armies[self.side].points

    @cached_property
    def caution(self) -> float:
        """How much dearer a loss is than a gain: whoever is ahead has something to lose."""
        if self.pressed:
            return LEAST_CAUTION
        return min(MOST_CAUTION, max(LEAST_CAUTION, CAUTION + self.lead))

    @property
    def pressed(self) -> bool:
        """Late in the day, and not ahead: waiting will not win any more."""
        return self.state.turn >= LATE and self.lead <= 0

    def price(self, number: int) -> float:
        """What a life point of its ordinary models is worth; with a general half an army may run."""
        entry = self.setting.entries[self.state.pieces[number].entry]
        points = float(entry.points)
        if entry.general:
            points += GENERAL + FOLLOW * self.setting.armies[entry.side].points
        if entry.side == self.side:
            points *= self.caution
        return points / (entry.models * figure(self.fight, number).life)

    def worth(self, number: int) -> float:
        """What is lost with the whole piece and everybody in it."""
        if number not in self._worth:
            piece = self.state.pieces[number]
            own = self.price(number) * (piece.models * figure(self.fight, number).life - piece.hurt)
            self._worth[number] = own + sum(self.worth(member) for member in (*piece.leaders, *piece.backing))
        return self._worth[number]

    # --- what they can do ------------------------------------------------------------------------------------

    def dice(self, number: int) -> int:
        """Its soldiering dice when it might break as it stands now."""
        if number not in self._dice:
            self._dice[number] = soldiering(self.fight, number, "break").total
        return self._dice[number]

    def nerve(self, number: int) -> int:
        """... and in a fight, where numbers alone give no comfort."""
        horde = strength(self.fight, number) >= HORDE and not engaged(self.fight, number)
        return self.dice(number) // 2 if horde else self.dice(number)

    def pace(self, number: int) -> int:
        if number not in self._pace:
            self._pace[number] = movement(self.fight, number).total
        return self._pace[number]

    def shoots(self, number: int) -> bool:
        if number not in self._shooters:
            self._shooters[number] = next(users(self.fight, number), None) is not None
        return self._shooters[number]

    def weapons(self, number: int) -> list[Weapon]:
        """With which its models can strike."""
        known = self.setting.weapons
        return [w for w in map(known.__getitem__, figure(self.fight, number).weapons) if w.melee]
