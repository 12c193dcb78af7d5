"""What it is worth to one unit or character to stand on a square with a facing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from ..aiming import in_arc, missile_weapons
from ..combat import Blow, hand_weapons
from ..land import Gait
from ..pieces import engaged, squares_of, touching
from ..state import NOBODY
from ..steps import gait_of, movement_points
from .mind import Mind

FAR = 10_000

PULL = 0.5  # for every turn of marching nearer to the goal
STAY = 1.0  # for standing where the victory conditions want us
LAST_TURN_STAY = 6.0
DETOURS, SPARE_TURNS, DESPERATE = 1.3, 1, 4.0  # when the way out takes nearly all the turns that are left
SHOTS = 2.0  # volleys until the next move
MOVED_AIM = 0.88  # what shooting is worth after a move
UNDER_FIRE = 0.25
ROUNDS = 1.6  # how many rounds of blows a contact counts for
CAUTION, BOLD = 0.7, 0.4  # what a blow against us weighs besides one of ours; less if waiting loses the battle
PRESSING = 2.0
IN_THE_WAY = 4
SILENCED = 0.25  # for locking an enemy who would shoot
OPEN_TO_CHARGE = 0.15
SHOOTER_OPEN = 0.5  # those who shoot keep out of reach, and so does
RIDER_OPEN = 0.4  # whoever is at his best when he charges himself, and
RUNNER_OPEN, RUNNING_OPEN = 0.6, 0.3  # whoever only wants to get away, less so once he runs for it
LOCKED = 2.0  # against his being held fast by an enemy
LONELY = 0.25  # for every square between one who waits for his chance and his friends
AT_CALL = 3  # squares within which they are with him
WRONG_FACE, ASKEW = 0.4, 0.06
TURNED_BACK = 0.5  # for meeting enemies with flank or rear: worse than the blow is what it does to morale
OUTMATCHED = 0.8  # against shooters coming to blows with better fighters
NEAR = 12


def travel(
    gait: Gait, steps: tuple[tuple[int, ...], ...], goals: dict[int, int], crowd: Mapping[int, int]
) -> list[int]:
    """The cost of the way from every square to the cheapest goal, each goal with what is added to it.

    Where somebody stands it costs more to pass, so that a long queue is gone round.
    """
    costs = [FAR] * len(steps)
    waiting: list[list[int]] = [[] for _ in range(1 + max(goals.values(), default=0))]
    for square, start in goals.items():
        costs[square] = start
        waiting[start].append(square)
    step = gait.step
    for cost, squares in enumerate(waiting):
        for square in squares:
            if costs[square] != cost:
                continue
            onward = cost + crowd.get(square, 0)
            for way, before in enumerate(steps[square]):
                price = step[before * 8 + (way + 4) % 8] if before >= 0 else 0
                if price and onward + price < costs[before]:
                    costs[before] = onward + price
                    while len(waiting) <= onward + price:
                        waiting.append([])
                    waiting[onward + price].append(before)
    return costs


class Goal(NamedTuple):
    squares: dict[int, int]  # where to, each with what is added to the way
    held: frozenset[int]  # where we want to be at the end
    stop_at: int = 0  # how near is near enough
    ward: int = NOBODY  # whom not to leave alone


class Ground:
    """The board as one unit sees it; all its pieces are alike, so what it finds out for one holds for all."""

    def __init__(self, mind: Mind, pieces: list[int], goal: Goal):
        self.mind, goals, held, stop_at = mind, goal.squares, goal.held, goal.stop_at
        self.ward = goal.ward
        self.one = next((number for number in pieces if number not in mind.state.leaders), pieces[0])
        self.held = held  # squares on which we want to be when the battle ends
        self.stop_at = stop_at  # nearer to the goal than this is no better
        setting, fight = mind.setting, mind.fight
        self.board = setting.board
        self.points = max(1, movement_points(fight, self.one).total)
        self.runs = self.one in mind.aims.exits
        self.cost = travel(gait_of(fight, self.one), self.board.steps, goals, self._crowd(pieces))
        self.shooter = bool(missile_weapons(fight, self.one))
        self.worth = mind.hit_worth(self.one)
        last = mind.state.turn >= setting.encounter.turn_limit
        self.stay = LAST_TURN_STAY if last else STAY
        self._values: dict[int, float] = {}
        self._danger: dict[int, float] = {}
        self._contacts: dict[tuple[int, int, bool], float] = {}
        self._nearest: dict[int, int] = {}
        self.caution = BOLD if mind.must_act else CAUTION
        self.pull, self.shyness, self.waits = self._urgency(), OPEN_TO_CHARGE, False
        if self.runs:
            self.waits = self._has_time() and not self._way_is_open()
            self.pull, self.shyness = (PULL, RUNNER_OPEN) if self.waits else (DESPERATE, RUNNING_OPEN)
        elif self.shooter or setting.figures[self.one].mounted:
            self.shyness = SHOOTER_OPEN if self.shooter else RIDER_OPEN

    def _crowd(self, pieces: list[int]) -> dict[int, int]:
        """The squares of everybody else; for one who runs also those where an enemy would hold him fast."""
        fight, state = self.mind.fight, self.mind.state
        others = [n for n, piece in enumerate(state.pieces) if piece.fighting and n not in pieces]
        crowd = {square: IN_THE_WAY for number in others for square in squares_of(fight, number)}
        return crowd | dict.fromkeys(self.touching, IN_THE_WAY) if self.runs else crowd

    def _urgency(self) -> float:
        """Whoever loses by waiting presses on the more the later it is."""
        if not self.mind.must_act:
            return PULL
        return PULL * (1 + PRESSING * self.mind.state.turn / self.mind.setting.encounter.turn_limit)

    def _has_time(self) -> bool:
        """Whoever must leave the board waits for a gap while there is time, and runs when there is not."""
        left = self.mind.setting.encounter.turn_limit - self.mind.state.turn
        needed = self.cost[self.mind.state.pieces[self.one].square] / self.points
        return left > needed * DETOURS + SPARE_TURNS

    def _way_is_open(self) -> bool:
        """At most one enemy who is free to charge stands, or is thought to stand, on the way out."""
        facing, here = self.mind.aims.exits[self.one], self.mind.state.pieces[self.one].square
        return sum(self.board.relative(here, there, facing)[1] >= 0 for there, _, _ in self.chargers) <= 1

    # --- the enemy -----------------------------------------------------------------------------------------

    @cached_property
    def foes(self) -> list[tuple[int, int]]:
        """Every enemy with the square it stands on."""
        pieces = self.mind.state.pieces
        return [(pieces[enemy].square, enemy) for enemy in self.mind.enemies]

    @cached_property
    def company(self) -> list[int]:
        """Where our others stand."""
        pieces = self.mind.state.pieces
        return [pieces[n].square for n in self.mind.friends if n != self.one] or [pieces[self.one].square]

    @cached_property
    def touching(self) -> dict[int, list[int]]:
        """For each square next to enemies, who they are."""
        found: dict[int, list[int]] = {}
        for enemy in self.mind.enemies:
            for square in squares_of(self.mind.fight, enemy):
                for near in self.mind.setting.land.contact[square]:
                    if enemy not in found.setdefault(near, []):
                        found[near].append(enemy)
        return found

    @cached_property
    def archers(self) -> list[tuple[int, int]]:
        feared = (*self.foes, *self.mind.suspects)
        return [(square, enemy) for square, enemy in feared if self.mind.is_missile(enemy)]

    @cached_property
    def chargers(self) -> list[tuple[int, int, float]]:
        """Enemies free to charge: where they stand, how far they go, and what their blow would cost us."""
        mind = self.mind
        return [
            (square, movement_points(mind.fight, enemy).total, mind.blow_chance(enemy, self.one) * self.worth)
            for square, enemy in (*self.foes, *mind.suspects)
            if not mind.is_missile(enemy) and not engaged(mind.fight, enemy)
        ]

    @cached_property
    def overrun(self) -> frozenset[int]:
        """Where the enemies who are free to charge could be after their next move, going round our men."""
        if not self.chargers:
            return frozenset()
        farthest = max(points for _, points, _ in self.chargers)
        starts = {square: farthest - points for square, points, _ in self.chargers}
        gait, ours = gait_of(self.mind.fight, self.one), dict.fromkeys(self.company, farthest)
        costs = travel(gait, self.board.steps, starts, ours)
        return frozenset(square for square, cost in enumerate(costs) if cost <= farthest)

    @cached_property
    def prey(self) -> list[tuple[int, int, float]]:
        """Whom we could shoot at, dearest first."""
        mind = self.mind
        found = [(square, enemy, mind.hit_worth(enemy)) for square, enemy in self.foes]
        return sorted(found, key=lambda entry: -entry[2])

    # --- a place -------------------------------------------------------------------------------------------

    def value(self, place: int) -> float:
        """Everything but contact, which depends on how one comes there."""
        found = self._values.get(place)
        if found is None:
            found = self._values[place] = self._judge(*divmod(place, 4))
        return found

    def _judge(self, square: int, facing: int) -> float:
        away = max(0, self.cost[square] - self.stop_at)
        value = -self.pull * min(away, 300) / self.points - self._exposed(square) + self._face(square, facing, away)
        if square in self.held:
            value += self.stay
        if self.ward != NOBODY:
            away = self.board.distance(square, self.mind.state.pieces[self.ward].square)
            value -= LONELY * max(0, away - AT_CALL)
        if self.waits:
            value -= LONELY * min(self.board.distance(square, there) for there in self.company)
        if self.shooter and square not in self.touching:
            value += self._aim(square, facing)
        return value

    def _exposed(self, square: int) -> float:
        """What the enemy's missiles and charges may do to us there."""
        found = self._danger.get(square)
        if found is None:
            mind, board = self.mind, self.board
            shared = 1 if self.runs else max(1, len(mind.friends) / 4)
            found = UNDER_FIRE * self.arrows(square) * self.worth / shared
            charges = [cost for there, points, cost in self.chargers if board.distance(there, square) <= points]
            charges.sort(reverse=True)
            meets = square in self.touching and not self.shooter
            found += (OPEN_TO_CHARGE if meets else self.shyness) * sum(charges[:3])
            self._danger[square] = found
        return found

    def arrows(self, square: int) -> float:
        """How many hits to expect there if all who may see it shoot that way."""
        shot = self.mind.shot_chance
        return sum(shot(archer, self.one, there, square) for there, archer in self.archers)

    def _face(self, square: int, facing: int, away: int) -> float:
        """Towards the enemy if one is near, else the way we are going."""
        where = self.nearest_foe(square)
        if where < 0:
            ahead = self.board.steps[square][2 * facing]
            return 0.0 if ahead >= 0 and (not away or self.cost[ahead] < self.cost[square]) else -ASKEW
        aside, ahead = self.board.relative(square, where, facing)
        if ahead <= 0:
            return -WRONG_FACE
        return -ASKEW if abs(aside) > ahead else 0.0

    def nearest_foe(self, square: int) -> int:
        """Where the nearest enemy stands, or -1 if none is near."""
        found = self._nearest.get(square, FAR)
        if found == FAR:
            found = self._nearest[square] = self._look_round(square)
        return found

    def _look_round(self, square: int) -> int:
        near, where, xs, ys = NEAR + 1, -1, self.board.xs, self.board.ys
        x, y = xs[square], ys[square]
        for there, _ in self.foes:
            distance = max(abs(xs[there] - x), abs(ys[there] - y))
            if distance < near:
                near, where = distance, there
        return where

    def _aim(self, square: int, facing: int) -> float:
        """The best shot from there."""
        mind, best = self.mind, 0.0
        for there, enemy, worth in self.prey:
            if worth * 0.5 > best and in_arc(mind.fight, square, facing, there):
                best = max(best, worth * mind.shot_chance(self.one, enemy, square, there))
        here = mind.state.pieces[self.one]
        return SHOTS * best * (1.0 if square == here.square else MOVED_AIM)

    # --- contact -------------------------------------------------------------------------------------------

    def foes_at(self, squares: Iterable[int]) -> list[int]:
        return list(dict.fromkeys(enemy for square in squares for enemy in self.touching.get(square, ())))

    def contact(self, number: int, place: int, charges: bool) -> float:
        """The exact blows both ways if this piece came to stand there."""
        key = number if self.mind.setting.figures[number].individual else -1, place, charges
        found = self._contacts.get(key)
        if found is None:
            found = self._contacts[key] = self._exchange(number, *divmod(place, 4), charges)
        return found

    def _exchange(self, number: int, square: int, facing: int, charges: bool) -> float:
        mind = self.mind
        piece, fight = mind.state.pieces[number], mind.fight
        before = piece.square, piece.facing, piece.charged
        foes = self.foes_at(mind.setting.squares(number, square, facing))
        piece.square, piece.facing, piece.charged = square, facing, tuple(foes) if charges else ()
        weapon = hand_weapons(fight, number)[0]
        gain = max(Blow(fight, number, foe, number, weapon).chance / 100 * mind.hit_worth(foe) for foe in foes)
        if any(mind.is_missile(foe) and not engaged(fight, foe) for foe in foes):
            gain += SILENCED
        weapons = {foe: hand_weapons(fight, foe)[0] for foe in foes}
        blows = {foe: Blow(fight, foe, number, foe, weapons[foe]).chance / 100 for foe in foes}
        piece.square, piece.facing, piece.charged = before
        # an enemy strikes only one of those who stand round him
        loss = sum(blow / max(1, len(touching(fight, foe))) for foe, blow in blows.items()) * self.worth
        return ROUNDS * (gain - self.caution * loss) - self._trouble(square, facing, foes, gain < loss)

    def _trouble(self, square: int, facing: int, foes: list[int], outmatched: bool) -> float:
        """What is bad about a contact besides the blows."""
        pieces, relative = self.mind.state.pieces, self.board.relative
        behind = sum(relative(square, pieces[foe].square, facing)[1] <= 0 for foe in foes)
        trouble = TURNED_BACK * behind / len(foes)
        if self.runs:
            trouble += LOCKED
        return trouble + OUTMATCHED if self.shooter and outmatched else trouble
