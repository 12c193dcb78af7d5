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
attacks: Point[[Blow, Tally], None] = Point("the striker's rule changes how often he strikes")
strength: Point[[Blow, Tally], None] = Point("the striker's rule changes how hard he strikes")
strike_order: Point[[Fight, int], Order] = Point("whether he strikes first or last")
striking: Point[[Blow], None] = Point("the striker's rule changes what his blow does")
instead: Point[[Fight, int, list[int]], bool] = Point("what a unit does instead of striking; True if it did")
no_blows: Point[[], str] = Point("who never strikes blows, and what he does instead, in words")

blows_fell: Point[[Fight], None] = Point("what follows at once when blows of one step have fallen")

# --- shooting
shooting: Point[[Shot, Tally], None] = Point("the weapon or the shooter changes the number to hit")
shot_at: Point[[Shot, Tally], None] = Point("the target changes the number to hit")

# --- harm of any kind
harm: Point[[Harm], None] = Point("the rule of what strikes changes what it does")
harmed: Point[[Harm], None] = Point("the rule of whoever is struck changes what it does")

# --- nerve
tried: Point[[Trial], None] = Point("a rule changes a Leadership test, or lets it be taken again")
breaking: Point[[BreakTest], None] = Point("a rule changes a break test, or takes its place")
dread: Point[[Fight, int, int], bool] = Point("whether the first is afraid of the second for a reason of its own")

# --- the turn
turn_begins: Point[[Fight, int], None] = Point("what a unit must do at the start of its turn")
due: Point[[Fight, int], bool] = Point("whether it has anything to do then")
pace: Point[[Fight, int, Tally], None] = Point("what changes its Movement")
may_march: Point[[Fight, int], Refusal | None] = Point("why it may not march")
march_freely: Point[[Fight, int], bool] = Point("whether it need not test for enemies near by")
reactions: Point[[Fight, int], tuple[str, ...]] = Point("to which reactions a unit is limited")
compulsory: Point[[Fight, int], bool] = Point("what a unit does in the compulsory moves step")
moved: Point[[Fight, int], None] = Point("what befalls a unit that has moved")
unminded: Point[[Fight, int, int], bool] = Point("whether the first cares nothing for what befalls the second")
met: Point[[Fight, int, int], bool] = Point("the second is run into by the first; True if that is the end of it")
