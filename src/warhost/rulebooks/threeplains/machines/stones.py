"""Stone throwers: they lob a stone at a place, and it scatters.  [tp.list.machine.stone]"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.compass import ahead
from warhost.engine.field.shapes import ahead_of, contains, point_gap
from warhost.engine.question import Choose, Refusal

from ..bodies import body, enemies, measured, on_table, range_between
from ..dice import direction, roll
from ..events.blows import StoneHurled
from ..events.machines import StoneThrown
from ..figure import INCH, inches
from ..land.ground import on_works
from ..land.sense import all_round, sees, sees_spot
from ..land.spot import Spot
from ..missiles.aiming import HEIGHT, why_hindered
from ..scenario.fabric import Hurl
from ..setting import Fight
from ..special import qualities
from ..special.concealment import concealed_there
from ..stands import marker
from ..state import Number, Player, Point
from .engines import engine_of, fall_silent
from .gremlins import gremlins, land
from .sheets import Engine

SCATTER = "2D6"
A_PLACE = "a place"


class StonePlace(Spot):
    """Where a stone is to come down.

    [tp.list.machine.stone] [tp.list.machine.stone_crude]
    """

    __slots__ = ("engine", "number")

    def __init__(self, fight: Fight, number: Number, engine: Engine):
        piece = fight.state.pieces[number]
        text = "Where {does} {who} hurl the stone?"
        super().__init__(fight, piece.side, "stone place", engine.rule, text, piece.name)
        self.number, self.engine = number, engine

    def why_not(self, spot: Point) -> Refusal | None:
        """Too near or too far, not ahead of the machine, or neither in sight nor under somebody who is.

        [tp.list.machine.stone] [tp.aware.primary] [tp.trait.scouting.concealed]
        """
        fight, number = self.fight, self.number
        own, (near, far) = body(fight, number), self.engine.range
        far += HEIGHT / INCH if on_works(fight, number) else 0  # [tp.siege.high_ground]
        if not inches(near) <= measured(min(point_gap(spot, part) for part in own.parts)) <= inches(far):
            return Refusal(self.rule, f"the place must lie between {near:g} and {far:g} inches away")
        if not all_round(fight, number) and not ahead_of((spot,), own.front, own.facing):
            return Refusal("tp.aware.primary", f"the place is not ahead of {self.about}")
        if refusal := concealed_there(fight, Player(self.side), spot):
            return refusal
        if self._shown(spot) or sees_spot(fight, number, spot):
            return None
        return Refusal("tp.aware.primary", f"{self.about} does not see the place")

    def _shown(self, spot: Point) -> bool:
        """Whoever stands there and is seen shows the place."""
        fight, number = self.fight, self.number
        others = (other for other in on_table(fight) if contains(body(fight, other).block, spot))
        return any(other != number and sees(fight, number, other) for other in others)

    def ideas(self) -> Iterator[Point]:
        """The enemies in reach, their front ranks and their middles, the nearest first."""
        fight, number = self.fight, self.number
        for enemy in sorted(enemies(fight, number), key=lambda enemy: range_between(fight, number, enemy)):
            there = body(fight, enemy)
            for spot in dict.fromkeys((ahead(there.front, there.facing, -there.base[1] // 2), there.middle)):
                if self.why_not(spot) is None:
                    yield spot

    @property
    def possible(self) -> bool:
        """Whether there is anything worth a stone."""
        return next(self.ideas(), None) is not None


def why_no_stone(fight: Fight, number: Number) -> Refusal | None:
    """What keeps a stone thrower from shooting now."""
    engine = engine_of(fight, number)
    assert engine is not None
    if refusal := why_hindered(fight, number, "phase"):
        return refusal
    if not StonePlace(fight, number, engine).possible and not hurls_of(fight, number):
        return Refusal(engine.rule, f"{fight.state.pieces[number].name} sees no enemy in range")
    return None


def hurls_of(fight: Fight, number: Number) -> dict[str, Hurl]:
    """What it may aim at besides a place, by name."""
    return {hurl.mark.name: hurl for hurl in fight.setting.fabric.hurls(fight, number)}


def _rolled(fight: Fight, number: Number, engine: Engine, need: int) -> int:
    """Where the stone goes; a crew that fumbles rolls again what would be on target.  [tp.spell.chaos.mayhem]"""
    side, faces = fight.state.pieces[number].side, (1, need - 1)
    face = fight.die(6, "stone", engine.rule, side, faces)
    if face >= need and qualities.fumbles(fight, number):
        face = fight.die(6, "stone", engine.rule, side, faces)
    return face


def _choose_mark(fight: Fight, number: Number, engine: Engine) -> Hurl | None:
    """What is built, or None for a place.  [tp.siege.race.wall_stones]"""
    hurls, piece = hurls_of(fight, number), fight.state.pieces[number]
    if not hurls:
        return None
    places = [A_PLACE] if StonePlace(fight, number, engine).possible else []
    options = [*places, *hurls]
    text = "{who} {has} stones for walls. What is aimed at?"
    choice = fight.ask(
        Choose(piece.side, "stone target", options, "tp.siege.race.wall_stones", piece.name, text=text)
    )
    return hurls.get(choice)


def _hurl(fight: Fight, number: Number, engine: Engine, hurl: Hurl) -> None:
    """It hits or not; nobody is hurt but by what falls. Then the crew winds up.  [tp.siege.race.wall_stones]"""
    piece = fight.state.pieces[number]
    piece.aimed = fight.state.clock
    face = _rolled(fight, number, engine, hurl.need)
    if face == 1:
        gremlins(fight, number)
        return
    piece.turn.shot = True
    fight.tell(StoneHurled(hurl.attack.rule, number, hurl.mark.name, face >= hurl.need))
    fall_silent(fight, number, engine.winding)
    if face >= hurl.need:
        hurl.mark.strike(hurl.attack)


def throw_stone(fight: Fight, number: Number) -> None:
    """A place is named; the stone lands there, scatters, or the gremlins come. Then the crew winds up again.

    [tp.list.machine.stone] [tp.list.machine.stone_crude]
    """
    engine, piece = engine_of(fight, number), fight.state.pieces[number]
    assert engine is not None
    if (hurl := _choose_mark(fight, number, engine)) is not None:
        _hurl(fight, number, engine, hurl)
        return
    x, y = fight.ask(StonePlace(fight, number, engine))["at"]
    piece.aimed = fight.state.clock
    face = _rolled(fight, number, engine, engine.on_target)
    if face == 1:
        gremlins(fight, number)
        return
    piece.turn.shot = True
    at, run = (x, y), 0
    if face < engine.on_target:
        way = direction(fight, "direction of the stone", engine.rule, piece.side)
        run = inches(roll(fight, SCATTER, "scatter", engine.rule, piece.side))
        at = ahead(at, way, run)
    fight.tell(
        StoneThrown(engine.rule, number, (x, y), at, run, (marker(at).points,), (body(fight, number).front, at))
    )
    fall_silent(fight, number, engine.winding)
    land(fight, number, engine, at)
