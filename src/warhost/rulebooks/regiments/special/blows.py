"""Special rules of those who strike and are struck.

[reg.sr.devcharge] [reg.sr.extraattack] [reg.sr.frenzy] [reg.sr.asf] [reg.sr.asl] [reg.sr.hatred]
[reg.army.elf.rule.hands] [reg.sr.poison] [reg.sr.killingblow] [reg.sr.armourpiercing] [reg.sr.flaming]
[reg.sr.flammable] [reg.sr.ethereal] [reg.lore.ember.ward] [reg.lore.ember.steel]
"""

from __future__ import annotations

from warhost.engine.strikes import NEVER
from warhost.engine.tally import Tally

from ..fighting.blow import Blow, initiative
from ..fighting.strikers import strike_first
from ..nature import kind, ridden
from ..setting import Fight
from ..wounds.hits import CHAMPION_GROUP, Harm
from .points import attacks, harm, harmed, strength, strike_order, striking

SLAIN_OUTRIGHT = ("infantry", "cavalry", "war beasts")
QUICK_HANDS = 5
DAWN = 5

# --- how often and how hard


@attacks("reg.sr.devcharge")
def devastating(blow: Blow, tally: Tally) -> None:
    if blow.charged:
        tally.add(1, "reg.sr.devcharge", "devastating charge")


@attacks("reg.sr.extraattack")
def extra(blow: Blow, tally: Tally) -> None:
    tally.add(1, "reg.sr.extraattack", "extra attack")


@attacks("reg.sr.frenzy")
def frenzied(blow: Blow, tally: Tally) -> None:
    if not blow.supporting:
        tally.add(1, "reg.sr.frenzy", "frenzy")


@strength("reg.lore.ember.steel")
def kindled(blow: Blow, tally: Tally) -> None:
    tally.add(1, "reg.lore.ember.steel", "Kindled Steel")


# --- when


@strike_order("reg.sr.asf")
def first(fight: Fight, number: int) -> int:
    return 1


@strike_order("reg.sr.asl")
def last(fight: Fight, number: int) -> int:
    return -1


# --- dice thrown again


@striking("reg.sr.asf")
def first_again(blow: Blow) -> None:
    """Whoever strikes first and is as quick as his target, who does not, throws misses again."""
    fight = blow.fight
    if blow.mount or not strike_first(fight, blow.striker) or strike_first(fight, blow.target):
        return
    other = kind(fight, blow.target).profile_of(blow.group == CHAMPION_GROUP)
    if initiative(fight, blow.striker, blow.profile) >= initiative(fight, blow.target, other):
        blow.again = "failures"


@striking("reg.sr.hatred")
def hating(blow: Blow) -> None:
    """In the first round, against those it hates, or against all."""
    hated = kind(blow.fight, blow.striker).ratings.get("hatred", "")
    if blow.first and (not hated or hated == kind(blow.fight, blow.target).race):
        blow.again = "failures"


@striking("reg.army.elf.rule.hands")
def swift_hands(blow: Blow) -> None:
    """Elves of Initiative 5 or more throw a 1 again in the first round."""
    if blow.first and not blow.mount and blow.profile.i >= QUICK_HANDS and blow.again == "none":
        blow.again = "ones"


# --- what it does


@harm("reg.sr.poison")
def poisoned(made: Harm) -> None:
    made.poison = True


@harm("reg.sr.killingblow")
def slaying(made: Harm) -> None:
    """Only in close combat, and only men, horsemen and beasts of their size; not a rider of a monster."""
    if made.blow and made.hit and made.struck.troop.id in SLAIN_OUTRIGHT and not ridden(made.fight, made.target):
        made.lethal = True


@harm("reg.sr.armourpiercing")
def piercing(made: Harm) -> None:
    made.piercing += 1


@harm("reg.sr.flaming")
def flaming(made: Harm) -> None:
    made.flaming = True


@harm("reg.lore.ember.steel")
def burning_blades(made: Harm) -> None:
    made.flaming = made.flaming or bool(made.blow and made.hit)


@harm("reg.sr.ethereal")
def cold_hands(made: Harm) -> None:
    """The blows of the ethereal are magical."""
    made.magical = made.magical or made.blow


# --- whom it strikes


@harmed("reg.sr.ethereal")
def unharmed(made: Harm) -> None:
    """Poison does not bite either."""
    if not made.magical:
        made.wounds_on, made.poison = NEVER, False


@harmed("reg.sr.flammable")
def doubled(made: Harm) -> None:
    if made.flaming:
        made.times *= 2


@harmed("reg.lore.ember.ward")
def dawns_ward(made: Harm) -> None:
    made.better_ward(DAWN)
