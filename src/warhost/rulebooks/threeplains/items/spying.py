"""Items that bring secrets to light, and that keep them.  [tp.magic.items.enchanted]"""

from __future__ import annotations

from warhost.engine.field.shapes import point_gap

from ..bodies import body, measured, on_table
from ..figure import inches
from ..magic.bearing import carried, untouched
from ..magic.targets import Casting, reach
from ..magic.working import does
from ..morale.checks import members
from ..moving.groups import hidden_in, outermost, uncover
from ..setting import Fight
from ..special.concealment import come_to_light
from ..state import Number, opponent
from .oblivion import middle_of
from .secrecy import show_items

EYE = "tp.item.enchanted.severed_eye_of_the_beholder"
SHROUDS = "tp.item.enchanted.ring_of_dark_shrouds"
SHROUDED = inches(8)


@does(EYE)
def severed_eye(fight: Fight, casting: Casting) -> None:
    """All items of the enemy's pieces, and whoever hides among them.

    [tp.item.enchanted.severed_eye_of_the_beholder]
    """
    for number in list(on_table(fight, opponent(casting.side))):
        lay_open(fight, number, EYE)


def lay_open(fight: Fight, number: Number, rule: str) -> dict[Number, tuple[str, ...]]:
    """A piece has to show what it hides, unless a ring of its own side keeps it dark or no magic touches it; what
    each bearer has shown.

    [tp.item.enchanted.ring_of_dark_shrouds] [tp.spell.white.seek_and_desist]
    """
    if shrouded(fight, number) or untouched(fight, number):
        return {}
    come_to_light(fight, number)
    for halfwit in hidden_in(fight, number):
        uncover(fight, halfwit, rule)
    return show_items(fight, [*members(fight, number), *hidden_in(fight, number)], rule)


def shrouded(fight: Fight, number: Number) -> bool:
    """Whether somebody of its side with the ring is within 8 inches.  [tp.item.enchanted.ring_of_dark_shrouds]"""
    if not fight.setting.enchanted:
        return False
    friends = on_table(fight, fight.state.pieces[number].side)
    everybody = (one for friend in friends for one in (*members(fight, friend), *hidden_in(fight, friend)))
    bearers = (one for one in everybody if SHROUDS in carried(fight, one))
    return any(_how_far(fight, bearer, number) <= SHROUDED for bearer in bearers)


def _how_far(fight: Fight, bearer: Number, number: Number) -> int:
    """Of a hidden halfwit, from the middle of the group that hides him.  [tp.character.halfwit.hidden]"""
    if fight.state.pieces[bearer].fate != "hidden" or outermost(fight, bearer) == outermost(fight, number):
        return reach(fight, bearer, number)
    centre, ground = middle_of(fight, bearer), body(fight, outermost(fight, number))
    return measured(min(point_gap(centre, part) for part in ground.parts))
