"""The Last Stand: a handful of heroes, surrounded, who sell their lives as dearly as they can.

[tp.scenario.last_stand.roles] [tp.scenario.last_stand.board] [tp.scenario.last_stand.deploy]
[tp.scenario.last_stand.turns] [tp.scenario.last_stand.oblivion]
"""

from __future__ import annotations

from warhost.engine.field.shapes import gap, polygon
from warhost.engine.question import Answer, Refusal

from ..figure import inches
from ..opening.setup import Limits, PlaceFeature
from ..setting import Fight, Setting
from ..state import BOTH, NEITHER, Feature, Number, Player, Score, State
from ..victory import losses
from .customs import CUSTOMS, Customs
from .points import arranged, fights_on, heeded, judged, presses, standing

STAND = "tp.scenario.last_stand."
TERRAIN, VICTORY = f"{STAND}terrain", f"{STAND}victory"
ATTACKERS, DEFENDERS = BOTH
CHEAP, DEAR = 30, 75  # percent of the attackers' army: up to which they win, and from which they lose
MOST = 24  # features that the defenders may lay out: more than their zone has room for
GATEWAY = inches(6)  # between two buildings: enough for a column to charge through


# --- where they stand ----------------------------------------------------------------------------------------

DEFENCES: Limits = {
    "hill": (28_000, 12_000),
    "wood": (12_000, 12_000),
    "stone wall": (12_000, 500),
    "hedge": (12_000, 500),
    "fence": (12_000, 500),
    "small building": (5_000, 5_000),
}
"""What may be laid out, and how large at most: neither high walls nor water nor rough ground."""


class PlaceDefence(PlaceFeature):
    """A feature of the defenders' choice in their zone; walls may stand on a hill."""

    limits = DEFENCES
    may_lie_on = ("hill",)

    def __init__(self, setting: Setting, state: State):
        super().__init__(setting, state, DEFENDERS, TERRAIN)

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        """No ring of buildings keeps the enemy out: none closes a gap between two others.

        [tp.scenario.last_stand.terrain]
        """
        verdict = super().check(order)
        if isinstance(verdict, Refusal) or not order or not self._bars(self._laid(order)):
            return verdict
        own = polygon(self._laid(order).points)
        barring = [self.setting.ground(one).shape for one in self.state.terrain if self._bars(one)]
        if sum(gap(own, other) < GATEWAY for other in barring) > 1:
            return Refusal(TERRAIN, "it would close the way in between two other buildings")
        return verdict

    def _laid(self, order: Answer) -> Feature:
        made = self.feature(order)
        assert isinstance(made, Feature)
        return made

    def _bars(self, feature: Feature) -> bool:
        return self.setting.ground(feature).bars


@arranged(TERRAIN)
def lay_out_the_stand(fight: Fight) -> bool:
    """Feature after feature, until the defender wants no more; if he wants none, a hill with a wall round it.

    [tp.scenario.last_stand.terrain]
    """
    state = fight.state
    if TERRAIN in state.progress.done:
        return False
    laid: tuple[Feature, ...] = ()
    usual, state.terrain = state.terrain, ()
    while len(laid) < MOST:
        question = PlaceDefence(fight.setting, state)
        order = fight.ask(question)
        if not order:
            break
        made = question.feature(order)
        assert isinstance(made, Feature)
        laid = (*laid, made)
        state.terrain = laid
    state.terrain = laid or usual
    state.advance(done=(*state.progress.done, TERRAIN))
    return True


# --- fight or die --------------------------------------------------------------------------------------------


@fights_on(f"{STAND}no_it")
def fights_to_the_last(fight: Fight, number: Number) -> bool:
    """Units fight on until their last model is dead.  [tp.scenario.last_stand.no_it]"""
    return True


@CUSTOMS(f"{STAND}no_march_over")
class LikeARock(Customs):
    """Nobody marches over them.  [tp.scenario.last_stand.no_march_over]"""

    def not_trodden(self, fight: Fight, number: Number) -> str:
        return f"{STAND}no_march_over"


# --- the end -------------------------------------------------------------------------------------------------


@judged(VICTORY)
def dearly_sold(fight: Fight) -> Score:
    """What it has cost the attackers, their general included, as a share of their army size.

    [tp.scenario.last_stand.victory]
    """
    lost, size = losses(fight, ATTACKERS, commanded=True).total, fight.setting.armies[ATTACKERS].points
    said = f"the attackers have lost {lost} of {size} points"
    points = (losses(fight, DEFENDERS, commanded=True).total, lost)
    if 100 * lost <= CHEAP * size:
        return Score(ATTACKERS, points, f"{said}, no more than {CHEAP} percent", VICTORY)
    if 100 * lost >= DEAR * size:
        return Score(DEFENDERS, points, f"{said}, {DEAR} percent or more", VICTORY)
    return Score(NEITHER, points, f"{said}, between {CHEAP} and {DEAR} percent", VICTORY)


@standing(VICTORY)
def cost_so_far(fight: Fight) -> list[str]:
    lost = losses(fight, ATTACKERS, over=fight.state.score is not None, commanded=True, told=True).total
    size = fight.setting.armies[ATTACKERS].points
    return [
        f"Attackers lost: {lost} of {size} points",
        f"Up to {size * CHEAP // 100} points lost the attackers win, from {-(-size * DEAR // 100)} on "
        "the defenders do, between them it is a draw.",
    ]


# --- for whoever plays for it --------------------------------------------------------------------------------

RECKLESS, TURNS = 0.1, 8  # what the defenders' own lives are worth to them at the end, and when that is


@presses(VICTORY)
def sells_dearly(fight: Fight, side: Player) -> bool:
    """The attackers win by losing little; the defenders only by killing many."""
    return side == DEFENDERS


@heeded(VICTORY)
def whatever_becomes_of_them(fight: Fight, side: Player) -> float | None:
    """The defenders' lives count for nothing but the blows that they still have to strike: ever less."""
    left = (TURNS - fight.state.turn) / TURNS
    return max(RECKLESS, left) if side == DEFENDERS else None
