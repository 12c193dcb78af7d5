"""Before the battle: what was agreed, who sits where, the extra feature of terrain, and who takes the first turn.

Scenario, points and terrain are agreed on when a game is made: they are its setup, which nobody can change alone.
A mistake found later is mended by taking the game back to it, which any game can do.
[tp.setup.mistakes] [tp.setup.steps] [tp.setup.issue] [tp.setup.terrain] [tp.setup.terrain.centre]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from warhost.engine.field.compass import NORTH, SOUTH, Angle, bearing
from warhost.engine.field.shapes import oblong, overlap, polygon
from warhost.engine.question import Answer, Chance, Choose, Order, Refusal
from warhost.engine.tally import Tally

from ..events.course import BonusTerrain, Ended, FirstTurn, GeneralsRolled, RolledOff, SidesChosen
from ..figure import inches
from ..land.terrain import outline
from ..magic.bearing import nature, valued
from ..morale.checks import passes
from ..scenario.mission import Patch, Zone
from ..scenario.points import arranged, opened
from ..setting import COMMANDS, ENDS, Fight, Setting
from ..special import specials
from ..state import BOTH, NEVER, NOBODY, Feature, Number, Player, Point, Score, State, opponent
from .tiles import deal

ROUND = ("hill", "shallow water")
BIG_GAME = 8000
LAYOUTS = ("as drawn", "mirrored", "turned round")
ZONES = ("near", "far")
Limits = Mapping[str, tuple[int, int]]
LIMITS: Limits = {
    "hill": (inches(12), inches(9)),
    "shallow water": (inches(9), inches(6)),
    "wood": (inches(12), inches(12)),
}
"""What a bonus feature may be, and how large at most; a wood has exactly this size.  [tp.setup.terrain.bonus]"""


# --- rolls against each other --------------------------------------------------------------------------------


def roll_off(fight: Fight, about: str) -> Player:
    """Each rolls a die, the higher decides; ties are rolled again.  [tp.dice.rolloff]"""
    while True:
        faces = tuple(fight.die(6, f"roll-off: {about}", "tp.dice.rolloff", side) for side in BOTH)
        if faces[0] != faces[1]:
            winner = max(BOTH, key=faces.__getitem__)
            fight.tell(RolledOff("tp.dice.rolloff", winner, about))
            return winner


def general_of(fight: Fight, side: Player) -> Number | None:
    """The piece that commands this army, dead or alive.  [tp.character.general]"""
    entries = fight.setting.entries
    for number, piece in fight.state.numbered():
        if piece.side == side and entries[piece.entry].general:
            return number
    return None


def generals_roll(fight: Fight, about: str) -> Player:
    """Both generals roll their soldiering dice; more passes win, ties are rolled again.  [tp.setup.generalroll]"""
    pools = [_generals_dice(fight, side) for side in BOTH]
    while True:
        good = [
            passes(fight, pool.total, f"general's soldiering: {about}", "tp.setup.generalroll", side)
            for side, pool in zip(BOTH, pools, strict=True)
        ]
        if good[0] != good[1]:
            winner = max(BOTH, key=good.__getitem__)
            fight.tell(GeneralsRolled("tp.setup.generalroll", winner, about, (good[0], good[1])))
            return winner


def _generals_dice(fight: Fight, side: Player) -> Tally:
    """The general's own value, special rules and items, without banners; a leaderless army still has one die.

    [tp.setup.generalroll] [tp.character.battle_standard.aura]
    """
    general = general_of(fight, side)
    if general is None:
        return Tally(1, "tp.setup.generalroll", "nobody in command")
    tally = valued(fight, general, "tp.check.sol.value", "the general's soldiering")
    own = tuple([name for name in nature(fight, general) if not name.startswith(COMMANDS)])
    specials.soldiering.each(own, fight, general, "generals' roll", tally)
    tally.floor(1, "tp.setup.generalroll")
    return tally


# --- what was agreed -----------------------------------------------------------------------------------------


def claim_default(fight: Fight) -> bool:
    """Whoever agreed on races and meets another may win by default, or play on; True if the game is called off.

    Option "races" names the army lists agreed on, with a comma between; without it nothing was agreed. Where both
    have broken the agreement neither can complain of it.
    [tp.setup.races] [tp.setup.houserules]
    """
    agreed = [race.strip() for race in fight.setting.options.get("races", "").split(",")]
    if len(agreed) != len(fight.setting.armies):
        return False
    false = [side for side in BOTH if fight.setting.armies[side].list != agreed[side]]
    if len(false) != 1:
        return False
    wronged = opponent(false[0])
    text = "The enemy has not brought the army you agreed on. Do you play all the same?"
    if (
        fight.ask(Choose(wronged, "agreement broken", ("play on", "win by default"), "tp.setup.races", text=text))
        == "play on"
    ):
        return False
    fight.state.score = Score(wronged, (0, 0), f"{agreed[false[0]]} were agreed on and did not come")
    fight.tell(Ended("tp.setup.races", wronged, (0, 0), 0))
    return True


# --- the table -----------------------------------------------------------------------------------------------


def choose_sides(fight: Fight) -> bool:
    """Who wins the roll-off takes one of two tasks: to lay the terrain out, or to pick the sides.

    The features of a board lie in place to each other; the whole may be mirrored or turned round. Terrain tiles
    are dealt when the sides are known.
    [tp.terraingen.deal] [tp.setup.terrain.place] [tp.setup.zones]
    """
    state, mission = fight.state, fight.setting.mission
    if claim_default(fight):
        return True
    if mission.fixed:
        if not arranged.any(mission.rules, fight):
            state.phase = "magic"
        return True
    tiles = bool(fight.setting.table.tiles)
    picker = roll_off(fight, "the sides") if tiles else _lay_out(fight)
    text = "Which side of the table do you take?"
    zone = ZONES.index(fight.ask(Choose(picker, "zone", ZONES, "tp.setup.terrain.place", text=text)))
    state.zones = (zone, 1 - zone) if picker == 0 else (1 - zone, zone)
    fight.tell(SidesChosen("tp.setup.terrain.place", picker, state.zones))
    if tiles:
        deal(fight)
    state.phase = "bonus terrain"
    return True


def _lay_out(fight: Fight) -> Player:
    """Terrain is laid out by one player, and the other, who is returned, picks the sides."""
    state = fight.state
    winner = roll_off(fight, "terrain or sides")
    tasks = ("pick sides", "lay out terrain")
    text = "You won the roll-off. Will you pick the sides, or lay out the terrain?"
    task = fight.ask(Choose(winner, "task", tasks, "tp.setup.terrain.place", text=text))
    picker = winner if task == tasks[0] else opponent(winner)
    if state.terrain:
        text = "How shall the terrain lie?"
        layout = fight.ask(Choose(opponent(picker), "layout", LAYOUTS, "tp.setup.terrain.place", text=text))
        state.terrain = tuple(laid_out(fight.setting, feature, layout) for feature in state.terrain)
    return picker


def laid_out(setting: Setting, feature: Feature, layout: str) -> Feature:
    """The same feature on a table that is mirrored left to right, or turned half round."""
    if layout == "as drawn":
        return feature
    wide, deep = setting.table.width, setting.table.depth
    flip = layout == "turned round"
    points = tuple((wide - x, deep - y if flip else y) for x, y in feature.points)
    return Feature(feature.name, feature.kind, points, feature.damage)


def zone_of_side(setting: Setting, state: State, side: Player) -> Zone:
    """The ground on which this side is deployed.  [tp.setup.zones] [tp.scenario.common.deploy]"""
    if setting.zones and setting.parts[side].marches and state.progress.march != NEVER:
        return setting.zones[side].facing(bearing(state.progress.march))
    return setting.zones[side] if setting.zones else Zone((_strip(setting, state, side, ENDS),))


def spare_ground(setting: Setting, state: State, side: Player) -> Zone:
    """Where a piece goes for which its zone has no room left: in a pitched battle the free ends beside it."""
    if setting.zones and setting.parts[side].marches and state.progress.march != NEVER:
        return setting.spares[side].facing(bearing(state.progress.march))
    return setting.spares[side] if setting.zones else Zone((_strip(setting, state, side, 0),))


def usual_facing(setting: Setting, state: State, side: Player) -> Angle:
    """Which way a piece is set up whose player says nothing of it."""
    return zone_of_side(setting, state, side).patches[0].facing


def _strip(setting: Setting, state: State, side: Player, ends: int) -> Patch:
    """The own part of the table but for so much at either end."""
    table, facing = setting.table, facing_of_side(state, side)
    front = (table.width // 2, table.zone_depth if facing == NORTH else table.depth - table.zone_depth)
    return Patch(oblong(front, facing, table.width - 2 * ends, table.zone_depth), facing)


def facing_of_side(state: State, side: Player) -> Angle:
    """Straight ahead, towards the enemy's half."""
    return NORTH if state.zones[side] == 0 else SOUTH


# --- the bonus feature ---------------------------------------------------------------------------------------


class PlaceFeature(Order):
    """A hill, a pond or a wood laid into one's own zone: {"kind", "middle", "size", "turn"}, or nothing at all."""

    __slots__ = ("setting", "state")
    limits: ClassVar[Limits] = LIMITS
    may_lie_on: ClassVar[tuple[str, ...]] = ()  # kinds on which others may stand

    def __init__(self, setting: Setting, state: State, side: Player, rule: str = "tp.setup.terrain.bonus"):
        super().__init__(side, "bonus terrain", rule, text="What do you lay into your zone, and where?")
        self.setting, self.state = setting, state

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if order == {}:
            return {"cost": 0}
        made = self.feature(order)
        if isinstance(made, Refusal):
            return made
        shape = polygon(made.points)
        if not zone_of_side(self.setting, self.state, Player(self.side)).holds(shape):
            return Refusal(self.rule, "the feature must lie wholly inside your own deployment zone")
        for other in self.state.terrain:
            if other.kind not in self.may_lie_on and overlap(shape, self.setting.ground(other).shape):
                return Refusal(self.rule, f"it would lie on the {other.kind} called {other.name}")
        return {"cost": 0}

    def feature(self, order: Answer) -> Feature | Refusal:
        if not isinstance(order, dict) or not set(order) <= {"kind", "middle", "size", "turn"}:
            return Refusal(self.rule, "expected kind, middle, size and turn of a feature, or {} for none")
        kind, size = order.get("kind"), order.get("size")
        if not isinstance(kind, str) or kind not in self.limits:
            return Refusal(self.rule, f"a bonus feature is one of {', '.join(self.limits)}, not {kind!r}")
        most = self.limits[kind]
        size = list(most) if size is None else size
        if not _pair(size) or not _pair(order.get("middle")) or type(order.get("turn", 0)) is not int:
            return Refusal(self.rule, "middle and size are two whole numbers each, turn is one")
        if kind == "wood" and tuple(size) != most:
            return Refusal(self.rule, "a wood measures 12 by 12 inches")
        if not (0 < size[0] <= most[0] and 0 < size[1] <= most[1]):
            return Refusal(self.rule, f"a {kind} measures at most {most[0] / 1000:g} by {most[1] / 1000:g} inches")
        name = f"bonus {kind}"
        if taken := sum(other.name.startswith(name) for other in self.state.terrain):
            name = f"{name} {taken + 1}"
        points = outline(tuple(order["middle"]), tuple(size), order.get("turn", 0), rounded=kind in ROUND)
        return Feature(name, kind, points)

    def suggest(self, most: int = 12) -> list[Answer]:
        zone = zone_of_side(self.setting, self.state, Player(self.side)).outline
        tried = [
            {"kind": kind, "middle": [zone.left + (zone.right - zone.left) * part // 8, zone.centre[1]]}
            for part in (4, 2, 6, 1, 7)
            for kind in self.limits
        ]
        return [*[order for order in tried if not self.refuse(order)][: most - 1], {}]

    def sample(self, chance: Chance) -> Answer:
        zone = zone_of_side(self.setting, self.state, Player(self.side)).outline
        kind = tuple(self.limits)[chance.randrange(len(self.limits))]
        middle = [zone.left + chance.randrange(zone.right - zone.left), zone.centre[1]]
        order = {"kind": kind, "middle": middle, "turn": 0}
        return {} if self.refuse(order) else order

    def outline(self) -> dict[str, list[Point]]:
        return {"zone": list(zone_of_side(self.setting, self.state, Player(self.side)).outline.points)}


def _pair(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(type(part) is int for part in value)


def bonus_terrain(fight: Fight) -> bool:
    """If anybody wants it the generals roll, and the winner may lay one feature into the own zone.

    At a game size of 8000 or more there is a second roll.
    [tp.setup.terrain.bonus] [tp.setup.terrain.bonus.large] [tp.terraingen.tactical_edge]
    """
    text = "Do you want the generals to roll for an extra feature of terrain?"
    wanted = fight.ask_all(
        [Choose(side, "bonus terrain?", ("no", "yes"), "tp.setup.terrain.bonus", text=text) for side in BOTH]
    )
    if "yes" in wanted:
        for _ in range(2 if fight.setting.size >= BIG_GAME else 1):
            winner = generals_roll(fight, "bonus terrain")
            question = PlaceFeature(fight.setting, fight.state, winner)
            order = fight.ask(question)
            if order:
                made = question.feature(order)
                assert isinstance(made, Feature)
                fight.state.terrain = (*fight.state.terrain, made)
                fight.tell(BonusTerrain("tp.setup.terrain.bonus", winner, made.kind))
    fight.state.phase = "magic"
    return True


# --- the first turn ------------------------------------------------------------------------------------------


def choose_first_turn(fight: Fight) -> bool:
    """The winner of the generals' roll decides who takes the first turn, unless the scenario says it.

    [tp.setup.firstturn]
    """
    mission = fight.setting.mission
    if opened.any(mission.rules, fight):
        return True
    if mission.takes_first_turn != NOBODY:
        return _begin(fight, Player(mission.takes_first_turn), mission.order_rule)
    winner = generals_roll(fight, "first turn")
    text = "Your general won the roll. Who takes the first turn?"
    choice = fight.ask(Choose(winner, "first turn", ("mine", "theirs"), "tp.setup.firstturn", text=text))
    return _begin(fight, winner if choice == "mine" else opponent(winner), "tp.setup.firstturn")


def _begin(fight: Fight, first: Player, rule: str) -> bool:
    fight.state.first = first
    fight.tell(FirstTurn(rule, first))
    fight.state.phase = "start"
    return True
