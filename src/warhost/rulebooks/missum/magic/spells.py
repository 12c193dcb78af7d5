"""What the ten spells do.  [mis.magic.types] [mis.magic.gaze-individual] [mis.magic.engine-separate]"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from warhost.engine.distribution import Distribution

from ..bodies import bases_of, troop
from ..events import Enchanted, Favoured, Noted, Saves
from ..library import Situations
from ..morale.disorder import disorganize, relieve
from ..morale.panic import panic, panic_for_losses
from ..morale.support import check_levels
from ..setting import Fight
from ..state import Cast, Effect
from ..wounds import remove
from .saving import save_need, saves_against


class Hit(NamedTuple):
    """A body under a spell: the figures that are touched, and how many saving throws it makes."""

    fight: Fight
    cast: Cast
    number: int
    figures: tuple[int, ...]
    dice: int
    title: str
    rule: str

    @property
    def sheet(self) -> Situations:
        return self.fight.setting.charts.situations

    @property
    def friendly(self) -> bool:
        return not self.cast.attack


def whole_legion(hit: Hit) -> tuple[int, int] | None:
    """Saves and failures of a legion, if at least half of it is touched.  [mis.magic.half-legion]"""
    fight, number = hit.fight, hit.number
    piece, kind = fight.state.pieces[number], troop(fight, number)
    if 2 * len(hit.figures) < bases_of(fight.setting, number, piece):
        fight.tell(Noted("mis.magic.half-legion", f"too few of {{who}} stand under the {hit.title}", (number,)))
        return None
    saved = 0
    if kind.has("dreadful") or kind.kind == "battery":
        for _ in range(hit.dice):  # each figure or crew saves by itself, and half of them decide
            one = saves_against(fight, number, len(hit.figures), hit.rule, hit.friendly)
            saved += 2 * one > len(hit.figures)
    else:
        saved = saves_against(fight, number, hit.dice, hit.rule, hit.friendly)
    told = Favoured if hit.friendly else Saves
    fight.tell(told("mis.magic.saving-throw", number, hit.title, saved, hit.dice - saved))
    return saved, hit.dice - saved


def _lay(hit: Hit, spell: str, turns: int, what: str) -> None:
    """A spell that lasts from this turn on; more of the same lengthens it."""
    piece, turn = hit.fight.state.pieces[hit.number], hit.fight.state.turn
    old = [effect for effect in piece.effects if effect.spell == spell and effect.last >= turn]
    first = old[0].first if old else turn
    last = (old[0].last if old else turn - 1) + turns
    others = tuple(effect for effect in piece.effects if effect.spell != spell)
    piece.effects = (*others, Effect(spell, first, last))
    hit.fight.tell(Enchanted(hit.rule, hit.number, hit.title, what))


def _hurt(hit: Hit) -> None:
    """Magic users belong to no huitsán: nobody is paid for whom they rout.  [mis.morale.points-routed-enemy]"""
    hit.fight.state.pieces[hit.number].last_hurt = ()


def gaze(hit: Hit) -> None:
    """Each touched figure saves alone, or dies.  [mis.spell.gaze]"""
    fight, number = hit.fight, hit.number
    kind, piece = troop(fight, number), fight.state.pieces[number]
    mortal = [f for f in hit.figures if not kind.guards or f < piece.figures - 2]  # magic users always save
    figures = min(len(mortal) * kind.crew_each, piece.figures)
    fallen = _consumed(hit, figures)
    fight.tell(Saves("mis.magic.gaze-individual", number, hit.title, figures - fallen, fallen))
    if fallen:
        _hurt(hit)
        lost = remove(fight, number, fallen, "mis.spell.gaze")
        check_levels(fight, [number])
        panic_for_losses(fight, {number: lost})


def _consumed(hit: Hit, figures: int) -> int:
    """How many of those it touches do not save each time they must."""

    def thrown() -> int:
        return sum(saves_against(hit.fight, hit.number, hit.dice, hit.rule) < hit.dice for _ in range(figures))

    safe = Fraction(save_need(hit.fight, hit.number), 20) ** hit.dice
    alone = Distribution.of({0: safe.numerator, 1: safe.denominator - safe.numerator})
    return hit.fight.settle(thrown, Distribution.of({figures: 1}).compose(alone).items)


def pleasures(hit: Hit) -> None:
    """[mis.spell.pleasures]"""
    found = whole_legion(hit)
    if found and found[1]:
        _hurt(hit)
        _lay(hit, "pleasures", found[1] * hit.sheet.pleasures_turns.value, "no moving")


def grace(hit: Hit) -> None:
    """[mis.spell.grace]"""
    found = whole_legion(hit)
    if found and found[0]:
        _lay(hit, "grace", found[0] * hit.sheet.grace_turns.value, "twice the movement")


def knowledge(hit: Hit) -> None:
    """[mis.spell.knowledge]"""
    piece = hit.fight.state.pieces[hit.number]
    piece.effects = tuple(effect for effect in piece.effects if effect.spell != "cloak")
    found = whole_legion(hit)
    if not found or not found[1]:
        return
    _hurt(hit)
    for _ in range(found[1]):
        if not panic(hit.fight, hit.number, "mis.spell.knowledge", "the Knowledge of Ksárul"):
            return


def cloak(hit: Hit) -> None:
    """[mis.spell.cloak]"""
    found = whole_legion(hit)
    if found and found[0]:
        _lay(hit, "cloak", found[0], "seen by nobody")


def gift(hit: Hit) -> None:
    """[mis.spell.gift]"""
    found = whole_legion(hit)
    if found and found[1]:
        _hurt(hit)
        _lay(hit, "gift", found[1] * hit.sheet.gift_turns.value, "weaker attacks, and stronger ones by the enemy")


def peace(hit: Hit) -> None:
    """[mis.spell.peace]"""
    found = whole_legion(hit)
    if found and found[0]:
        _lay(hit, "peace", found[0] * hit.sheet.peace_turns.value, "stronger attacks, and weaker ones by the enemy")


def abode(hit: Hit) -> None:
    """[mis.spell.abode]"""
    found = whole_legion(hit)
    if found and found[1]:
        _hurt(hit)
        disorganize(hit.fight, hit.number, "mis.spell.abode", found[1])


def illumination(hit: Hit) -> None:
    """[mis.spell.illumination]"""
    found = whole_legion(hit)
    if found and found[0]:
        relieve(hit.fight, hit.number, found[0], "mis.spell.illumination")


EFFECTS: dict[str, Callable[[Hit], None]] = {
    "gaze": gaze, "pleasures": pleasures, "grace": grace, "knowledge": knowledge, "cloak": cloak, "gift": gift,
    "peace": peace, "abode": abode, "illumination": illumination,
}  # fmt: skip
