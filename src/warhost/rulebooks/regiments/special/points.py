"""Where special rules, weapons, spells and the customs of armies hook into the game.

A hook is found by the id of its rule. The phases run a point for those rules that a unit has at that moment, and
never ask what they are called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from warhost.engine.point import Point
from warhost.engine.question import Refusal
from warhost.engine.tally import Tally

from ..setting import Fight

if TYPE_CHECKING:
    from ..fighting.blow import Blow
    from ..fighting.breaking import BreakTest
    from ..nerve.leadership import Trial
    from ..shooting.shot import Shot
    from ..wounds.hits import Harm

Order = int
"""When a blow is struck: 1 first of all, 0 at its Initiative, -1 last."""

# --- close combat
attacks: Point[[Blow, Tally], None] = Point("attacks", "the striker's rule changes how often he strikes")
strength: Point[[Blow, Tally], None] = Point("strength", "the striker's rule changes how hard he strikes")
strike_order: Point[[Fight, int], Order] = Point("strike order", "whether he strikes first or last")
striking: Point[[Blow], None] = Point("striking", "the striker's rule changes what his blow does")
struck_at: Point[[Blow], None] = Point("struck at", "the target's rule changes what a blow does")
instead: Point[[Fight, int, list[int]], bool] = Point(
    "instead", "what a unit does instead of striking; True if it did"
)

blows_fell: Point[[Fight], None] = Point("blows fell", "what follows at once when blows of one step have fallen")

# --- shooting
shooting: Point[[Shot, Tally], None] = Point("shooting", "the weapon or the shooter changes the number to hit")
shot_at: Point[[Shot, Tally], None] = Point("shot at", "the target changes the number to hit")
may_shoot: Point[[Fight, int], Refusal | None] = Point("may shoot", "why a weapon cannot be used now")

# --- harm of any kind
harm: Point[[Harm], None] = Point("harm", "the rule of what strikes changes what it does")
harmed: Point[[Harm], None] = Point("harmed", "the rule of whoever is struck changes what it does")

# --- nerve
tried: Point[[Trial], None] = Point("tried", "a rule changes a Leadership test, or lets it be taken again")
breaking: Point[[BreakTest], None] = Point("breaking", "a rule changes a break test, or takes its place")
dread: Point[[Fight, int, int], bool] = Point(
    "dread", "whether the first is afraid of the second for a reason of its own"
)

# --- the turn
turn_begins: Point[[Fight, int], None] = Point("turn begins", "what a unit must do at the start of its turn")
pace: Point[[Fight, int, Tally], None] = Point("pace", "what changes its Movement")
may_march: Point[[Fight, int], Refusal | None] = Point("may march", "why it may not march")
march_freely: Point[[Fight, int], bool] = Point("march freely", "whether it need not test for enemies near by")
reactions: Point[[Fight, int], tuple[str, ...]] = Point("reactions", "to which reactions a unit is limited")
compulsory: Point[[Fight, int], bool] = Point("compulsory", "what a unit does in the compulsory moves step")
moved: Point[[Fight, int], None] = Point("moved", "what befalls a unit that has moved")
unminded: Point[[Fight, int, int], bool] = Point(
    "unminded", "whether the first cares nothing for what befalls the second"
)
met: Point[[Fight, int, int], bool] = Point(
    "met", "the second is run into by the first; True if that is the end of it"
)
