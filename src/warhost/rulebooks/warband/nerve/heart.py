"""Fear, panic, rallying and routs."""

from __future__ import annotations

from warhost.engine.question import Refusal

from ..burdens import let_go
from ..events import Changed, LeftTable, Routed, Squabbled
from ..lookout import apart, engaged, of_side, those_there
from ..magic.lasting import end_of_side
from ..setting import Fight
from ..specials import causes_fear, ignores_fear
from ..state import NOBODY
from ..trials import acting_leader, leadership_test
from .flight import break_and_flee

WITHOUT_FRIENDS = 12_000


# --- fear -----------------------------------------------------------------------------------------------------


def frightens(fight: Fight, number: int, foe: int) -> bool:
    """Whether an enemy causes fear to somebody who is not proof against it.  [war.psych.fear]"""
    fighters, warrior = fight.setting.fighters, fight.state.warriors[number]
    if not causes_fear.any(fighters[foe].traits_and_items) or warrior.frenzied:
        return False
    return not ignores_fear.any(fighters[number].traits_and_items)


def dares(fight: Fight, number: int, foe: int, why: str) -> bool:
    """A Leadership test for who wants to charge or intercept what he fears, once a turn for each enemy."""
    warrior = fight.state.warriors[number]
    if not frightens(fight, number, foe) or foe in warrior.braved:
        return True
    warrior.braved = (*warrior.braved, foe)
    return leadership_test(fight, number, "war.psych.fear", why)


def withstands(fight: Fight, number: int, charger: int) -> None:
    """Who is charged by what he fears tests when it reaches him; failing, he needs sixes to hit it this round."""
    warrior = fight.state.warriors[number]
    if frightens(fight, number, charger) and charger not in warrior.braved:
        warrior.braved = (*warrior.braved, charger)
        if not leadership_test(fight, number, "war.psych.fear", "charged by what he fears"):
            warrior.feared = (*warrior.feared, charger)


# --- alone, rallying ------------------------------------------------------------------------------------------


def panic(fight: Fight, number: int) -> None:
    """[war.panic.test] [war.turn.combat.alone]"""
    if not leadership_test(fight, number, "war.panic.test", "alone in combat"):
        break_and_flee(fight, number, "war.flee.move")


def rally(fight: Fight, number: int) -> None:
    """[war.turn.recovery.rally] [war.flee.rally]"""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    safe = why_no_rally(fight, number) is None
    why = "rallying" if safe else "rallying, with an enemy too near to pass it"
    if not leadership_test(fight, number, "war.flee.rally", why, barred=not safe):
        return
    warrior.fleeing, warrior.rallied = False, True
    fight.tell(Changed("war.flee.rally", fighter.id, "rallied"))


def why_no_rally(fight: Fight, number: int) -> Refusal | None:
    """A standing enemy is nearer than his nearest steady friend; or, without friends, within 12 inches."""
    warrior = fight.state.warriors[number]
    friends, foes = list[float](), list[float]()
    for other in those_there(fight):
        one = fight.state.warriors[other]
        if other == number or one.posture != "up":
            continue
        if one.side != warrior.side:
            foes.append(apart(fight, number, other))
        elif not one.fleeing:
            friends.append(apart(fight, number, other))
    limit = min(friends) if friends else WITHOUT_FRIENDS + 1.001
    if not foes or min(foes) >= limit:
        return None
    near = "nearer than any friend" if friends else "within 12 inches, and no friend is there"
    return Refusal("war.flee.rally", f"a standing enemy is {near}")


def test_wits(fight: Fight, number: int) -> None:
    """[war.turn.recovery.stupid] [war.psych.stupidity]"""
    warrior = fight.state.warriors[number]
    if not leadership_test(fight, number, "war.psych.stupidity", "stupidity"):
        warrior.stupid = True


def squabble(fight: Fight, side: int) -> None:
    """A die for each group of goblins not in combat; on a 1 it does nothing until its next turn.

    [war.band.gutter.goblin]
    """
    groups: dict[str, list[int]] = {}
    for number in of_side(fight, side):
        fighter = fight.setting.fighters[number]
        if fighter.has("squabble") and not fighter.hero:  # who was raised to hero belongs to no group any more
            groups.setdefault(fighter.recruit.group, []).append(number)
    for members in groups.values():
        if any(engaged(fight, number) for number in members):
            continue
        able = [number for number in members if fight.state.warriors[number].steady]
        if able and fight.die(6, "squabble", "war.band.gutter.goblin", side, (1,)) == 1:
            for number in able:
                fight.state.warriors[number].squabbling = True
            fight.tell(
                Squabbled("war.band.gutter.goblin", tuple(fight.setting.fighters[number].id for number in able))
            )


# --- routs ----------------------------------------------------------------------------------------------------


def losses(fight: Fight, side: int) -> tuple[int, int]:
    """How many of the warriors who started are out of action or have fled off, and how many started.

    [war.turn.recovery.rout]
    """
    own = [
        warrior
        for warrior, fighter in zip(fight.state.warriors, fight.setting.fighters, strict=True)
        if warrior.side == side and fighter.role != "follower" and warrior.fate != "away"
    ]
    return sum(warrior.fate in ("out", "fled") for warrior in own), len(own)


def quarter_lost(fight: Fight, side: int) -> bool:
    lost, started = losses(fight, side)
    return lost > 0 and 4 * lost >= started


def rout_test(fight: Fight, side: int) -> bool:
    """On the Leadership of the acting leader; if nobody stands it fails.  [war.rout.test] [war.rout.leader]"""
    leader = acting_leader(fight, side)
    return leader != NOBODY and leadership_test(fight, leader, "war.rout.test", "rout", alone=True)


def rout(fight: Fight, side: int, why: str, rule: str = "war.rout.test") -> None:
    """The whole warband leaves the field, those who lie are carried off.  [war.multi.rout] [war.psych.immune]"""
    fight.tell(Routed(rule, side, why))
    for number in of_side(fight, side):
        let_go(fight, number, "routs")
        warrior = fight.state.warriors[number]
        warrior.fate, warrior.hidden, warrior.cloaked, warrior.fleeing = "gone", False, False, False
        fight.tell(LeftTable(rule, fight.setting.fighters[number].id, "leaves with the warband"))
    end_of_side(fight, side)
    state = fight.state
    state.beaten, state.late = (*state.beaten, side), (*state.late, state.turn)
