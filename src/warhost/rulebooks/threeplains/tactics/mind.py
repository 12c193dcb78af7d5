"""What a side thinks with: the battle as it knows it, and what every piece on the table is worth."""

from __future__ import annotations

from functools import cached_property, lru_cache

from warhost.engine.battle import Battle
from warhost.engine.field.detour import Obstacle
from warhost.engine.oracle import Scripted

from ..bodies import body, figure, on_table, strength
from ..fighting.contact import engaged
from ..land.ground import movement, stands_in
from ..missiles.aiming import Occasion, users, why_no_missiles
from ..morale.checks import HORDE, dice_of, fear_between, highest, never_flees, soldiering
from ..moving.mobs import unrolled
from ..scenario.points import heeded, presses, prized
from ..setting import Fight, Ground, Setting
from ..state import NOBODY, Number, Player, State, opponent
from ..victory import GENERAL, victory_points
from ..weapons import Weapon

CAUTION, LEAST_CAUTION, MOST_CAUTION = 1.2, 0.8, 2.0
DESPERATE = 0.5  # caution of one who will lose unless something happens
LATE, LAST = 5, 7  # the turns from which the end is in sight, and near
ENOUGH, CLOSING = 0.1, 6  # a lead with which nobody has to press on any more from this turn on
TURNS = 8
VOLLEYS = 0.5  # of the price of archers: what they may still shoot down in a whole battle


@lru_cache(maxsize=4096)
def failed(dice: int, stress: int) -> float:
    """How likely so many soldiering dice fail against so many stress dice."""
    return 1.0 - float(dice_of(dice, stress).chance())


class Mind:
    """One side at one moment. It may move pieces about on `fight`, which is its own copy."""

    def __init__(self, setting: Setting, known: State, side: Player):
        self.setting, self.state, self.side = setting, known, side
        self.fight: Fight = Battle(setting, known, Scripted())
        self._price: dict[Number, float] = {}
        self._worth: dict[Number, float] = {}
        self._dice: dict[Number, int] = {}
        self._steadfast: dict[Number, bool] = {}
        self._pace: dict[Number, int] = {}
        self._shooters: dict[Number, bool] = {}
        self._dread: dict[tuple[int, int], int] = {}
        self._hindered: dict[tuple[int, Occasion], bool] = {}
        self.marks: dict[
            Number, tuple[Number, float]
        ] = {}  # whom each shooter would shoot at, and what that promises
        self.musters: dict[tuple[int, ...], tuple[object, ...]] = {}  # of each piece by its shape: see clash.py
        self.avoided: dict[tuple[int, int], list[Obstacle]] = {}  # by fronts of this half width, by that mover
        self.walls: dict[int, list[Obstacle]] = {}  # what stops a front of this half width

    @cached_property
    def number(self) -> dict[str, Number]:
        return {piece.name: number for number, piece in self.state.numbered()}

    @cached_property
    def friends(self) -> list[Number]:
        return list(on_table(self.fight, self.side))

    @cached_property
    def enemies(self) -> list[Number]:
        return list(on_table(self.fight, opponent(self.side)))

    def free(self, number: Number) -> bool:
        """Neither fighting nor running."""
        return not self.state.pieces[number].fleeing and not engaged(self.fight, number)

    @cached_property
    def deep(self) -> list[Ground]:
        """Water in which those in heavy armour drown."""
        return [ground for ground in self.setting.land(self.state.terrain).grounds if ground.kind.drowns]

    def drowning(self, number: Number) -> float:
        """How much of its worth would sink where it stands: nobody in mail comes out of deep water."""
        if not self.deep or not figure(self.fight, number).heavy:
            return 0.0
        bases = body(self.fight, number).bases
        under = sum(any(stands_in(self.fight, pool, base.centre) for pool in self.deep) for base in bases)
        return self.worth(number) * under / len(bases)

    # --- what pieces are worth, in victory points ------------------------------------------------------------

    @cached_property
    def lead(self) -> float:
        """By how much it is ahead, as a part of an army."""
        ours, theirs = (victory_points(self.fight, side).total for side in (self.side, opponent(self.side)))
        return (ours - theirs) / self.setting.armies[self.side].points

    @cached_property
    def presses(self) -> bool | None:
        """Whether the scenario makes its side look for fights, or wait; None where victory points decide."""
        return presses.first(self.setting.mission.rules, self.fight, self.side)

    @cached_property
    def caution(self) -> float:
        """How much dearer a loss is than a gain: whoever is ahead has something to lose, unless the goal of the
        scenario is another."""
        if (wanted := heeded.first(self.setting.mission.rules, self.fight, self.side)) is not None:
            return wanted
        if self.presses:
            return DESPERATE if self.state.turn >= LATE else LEAST_CAUTION
        if self.content:
            return MOST_CAUTION
        if self.pressed:
            return DESPERATE if self.state.turn >= LAST else LEAST_CAUTION
        return min(MOST_CAUTION, max(LEAST_CAUTION, CAUTION + self.lead))

    @cached_property
    def rounds_left(self) -> int:
        """The combat phases still to come, this turn's included."""
        fought = self.state.phase == "stress"
        return max(1, 2 * TURNS - self.state.clock + 1 - fought)

    @cached_property
    def last_turn(self) -> bool:
        """Whether this is the last turn of all: the enemy will not move again either."""
        return self.state.clock >= 2 * TURNS

    @cached_property
    def last_move(self) -> bool:
        """Whether its side will not move again after this turn: no place is good for a charge any more."""
        return self.state.clock + 2 > 2 * TURNS

    @cached_property
    def settled(self) -> bool:
        """Late, and far enough ahead: whoever goes on looking for fights can only lose by it."""
        if self.presses is not None:
            return self.last_move or not self.presses
        return self.last_move or (self.state.turn >= CLOSING and self.lead > ENOUGH)

    @cached_property
    def content(self) -> bool:
        """It has won unless something happens: only what is as good as certain is dared."""
        return self.settled and (self.lead > 0 if self.presses is None else not self.presses)

    @property
    def pressed(self) -> bool:
        """Late in the day, and not ahead: waiting will not win any more."""
        if self.presses is not None:
            return self.presses
        return self.state.turn >= LATE and self.lead <= 0

    def price(self, number: Number) -> float:
        """What a life point of its ordinary models is worth; with a general go those who run at the news."""
        if number not in self._price:
            self._price[number] = self._priced(number)
        return self._price[number]

    def _priced(self, number: Number) -> float:
        entry = self.setting.entries[self.state.pieces[number].entry]
        points = float(entry.points)
        if entry.general:
            points += GENERAL + self._lost_without(number)
        if self.shoots(number):
            points *= 1 + VOLLEYS * (TURNS - self.state.turn) / TURNS
        points = prized.fold(self.setting.mission.rules, points, self.fight, number)
        if entry.side == self.side:
            points *= self.caution
        return points / (entry.models * figure(self.fight, number).life)

    def _lost_without(self, general: int) -> float:
        """What an army may lose when its general falls: every piece takes a check, and whoever runs is gone."""
        own = self.friends if self.state.pieces[general].side == self.side else self.enemies
        return sum(self._runs_without(general, n) for n in own if not self.state.pieces[n].fleeing)

    def _runs_without(self, general: int, number: Number) -> float:
        piece, pieces = self.state.pieces[number], self.state.pieces
        members = [one for one in (number, *piece.leaders) if one != general]
        if number == general:
            return 0.0
        dice = max(figure(self.fight, one).soldiering for one in members)
        dice += any(pieces[one].command for one in members)
        dice *= 2 if strength(self.fight, number) >= HORDE else 1
        entry = self.setting.entries[piece.entry]
        return failed(dice, entry.deviancy) * entry.points * piece.models / entry.models

    def commands(self, number: Number) -> bool:
        return self.setting.entries[self.state.pieces[number].entry].general

    def worth(self, number: Number) -> float:
        """What is lost with the whole piece and everybody in it."""
        if number not in self._worth:
            piece = self.state.pieces[number]
            own = self.price(number) * (piece.models * figure(self.fight, number).life - piece.hurt)
            herders = () if piece.masters == NOBODY else (piece.masters,)
            company = (*piece.leaders, *piece.backing, *herders)
            self._worth[number] = own + sum(self.worth(member) for member in company)
        return self._worth[number]

    # --- what they can do ------------------------------------------------------------------------------------

    def dice(self, number: Number) -> int:
        """Its soldiering dice when it might break as it stands now."""
        if number not in self._dice:
            self._dice[number] = soldiering(self.fight, number, "break").total
        return self._dice[number]

    def steadfast(self, number: Number) -> bool:
        """Whether no check can make it run."""
        if number not in self._steadfast:
            self._steadfast[number] = never_flees(self.fight, number)
        return self._steadfast[number]

    def nerve(self, number: Number) -> int:
        """... and in a fight, where numbers alone give no comfort."""
        horde = strength(self.fight, number) >= HORDE and not engaged(self.fight, number)
        return self.dice(number) // 2 if horde else self.dice(number)

    def dread(self, number: Number, foe: Number) -> int:
        """The stress that it feels at the sight of that foe."""
        if (number, foe) not in self._dread:
            fear = fear_between(self.fight, number, foe)
            self._dread[number, foe] = fear + highest(self.fight, number, "cowardly")
        return self._dread[number, foe]

    def pace(self, number: Number) -> int:
        if number not in self._pace:
            self._pace[number] = movement(self.fight, number).total + unrolled(self.fight, number) // 2
        return self._pace[number]

    def shoots(self, number: Number) -> bool:
        if number not in self._shooters:
            self._shooters[number] = next(users(self.fight, number), None) is not None
        return self._shooters[number]

    def hindered(self, number: Number, occasion: Occasion) -> bool:
        """Whether something keeps it from shooting at anybody."""
        if (number, occasion) not in self._hindered:
            self._hindered[number, occasion] = why_no_missiles(self.fight, number, occasion) is not None
        return self._hindered[number, occasion]

    def weapons(self, number: Number) -> list[Weapon]:
        """With which its models can strike."""
        known = self.setting.weapons
        return [w for w in map(known.__getitem__, figure(self.fight, number).weapons) if w.melee]
