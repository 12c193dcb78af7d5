"""What the Defenders of a fortress pay for their army.  [tp.siege.discount] [tp.siege.free_command]"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from ..armies.choices import Choice
from ..armies.lists import load_armies
from ..armies.terms import priced, spare
from .account import left_over
from .fortress import fortress_against, raise_fortress
from .works import DISCOUNT

LEFT_OVER = "tp.siege.excess_points"
CHEAPER, FREE_COMMAND = "tp.siege.discount", "tp.siege.free_command"


@spare(LEFT_OVER)
@cache
def not_spent_on_the_fortress(besiegers: int, army: str) -> int:
    """What its ready fortress has left of its siege points, in standard ones.  [tp.siege.excess_points]"""
    entry = fortress_against(besiegers, army)
    return left_over(raise_fortress(entry, load_armies(), entry.id).bill)


@priced(CHEAPER)
def a_fifth(cost: Fraction, choice: Choice) -> Fraction:
    """Characters, their gear and all magic for a fifth; what a character rides is paid in full.

    [tp.siege.discount] [tp.siege.free_command]
    """
    cheap = sum(choice.prices)
    if choice.profile.kind == "character":
        cheap += choice.profile.points + sum(option.points for option in choice.options)
    return cost - cheap + Fraction(cheap, DISCOUNT)


@priced(FREE_COMMAND)
def for_nothing(cost: Fraction, choice: Choice) -> Fraction:
    """The rank of a command model.  [tp.siege.free_command]"""
    rank = choice.profile.command if choice.command else None
    return cost - (rank.points if rank else 0)
