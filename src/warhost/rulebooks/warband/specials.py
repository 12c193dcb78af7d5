"""The points of the game at which traits, skills, injuries and items have their say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warhost.engine.field.levels.site import Gait
from warhost.engine.point import Point
from warhost.engine.tally import Tally

if TYPE_CHECKING:
    from .fighting.blow import Blow
    from .setting import Fight, Fighter
    from .shooting.aim import Aim

gait_of: Point[[Gait], Gait] = Point("which ways are open to a body")
run_factor: Point[[int], int] = Point("how many times his Movement he runs; 0 if he cannot")
charge_factor: Point[[int], int] = Point("how many times his Movement he charges")
spotting: Point[[int], int] = Point("how far he spots hidden enemies, in thousandths")
bars_hiding: Point[[], bool] = Point("whether he cannot hide")
sure_footed: Point[[], bool] = Point("whether he passes climbing tests")
second_grip: Point[[], bool] = Point("whether he may roll a failed climbing test again")
softer_fall: Point[[int], int] = Point("how deep a failed descent counts")
closing: Point[[Blow, Tally], None] = Point("what a striker's nature adds to his rolls")
striking: Point[[Blow, Tally], None] = Point("what a striker's nature adds to his blows")
rerolls: Point[[Blow], int] = Point("how many missed blows he may roll again")
free_hands: Point[[], bool] = Point("whether he fights unarmed without penalty")
sidestep: Point[[str], int] = Point("a save besides armour, against blows or missiles")
ignoring: Point[[Blow | None, str], int] = Point("a roll for each wound that takes it away")
injured: Point[[int], int] = Point("how an injury die against him counts")
never_stunned: Point[[], bool] = Point("whether a stun only knocks him down")
sharper: Point[[], int] = Point("added to his rolls on the critical chart in close combat")
aiming: Point[[Aim, Tally], None] = Point("what a shooter's nature does to his needs")
picks_freely: Point[[], bool] = Point("whether he need not shoot at the nearest")
quick_hands: Point[[], bool] = Point("whether he reloads in no time")
causes_fear: Point[[], bool] = Point("causes fear")
ignores_fear: Point[[], bool] = Point("ignores fear")
ignores_panic: Point[[], bool] = Point("takes no test for being alone, and does not flee")
leading: Point[[int], int] = Point("how far a leader's word carries, in thousandths")
casting: Point[[Tally], None] = Point("what is added to his casting rolls")
hatred: Point[[Fight, Fighter, Fighter], bool] = Point("whether he hates this enemy")
quick_reflexes: Point[[], bool] = Point("strikes at who charged him as if he had charged")
carrying: Point[[], bool] = Point("whether he carries prizes at full rate")
unstoppable: Point[[], bool] = Point("whether his charges are not intercepted")
one_handed: Point[[], bool] = Point("whether he has only one hand to hold things with")
mindless: Point[[], bool] = Point("leads only if nobody else stands")

POINTS = (
    gait_of,
    run_factor,
    charge_factor,
    spotting,
    bars_hiding,
    sure_footed,
    second_grip,
    softer_fall,
    closing,
    striking,
    rerolls,
    free_hands,
    sidestep,
    ignoring,
    injured,
    never_stunned,
    sharper,
    aiming,
    picks_freely,
    quick_hands,
    causes_fear,
    ignores_fear,
    ignores_panic,
    leading,
    casting,
    hatred,
    quick_reflexes,
    carrying,
    unstoppable,
    one_handed,
    mindless,
)
