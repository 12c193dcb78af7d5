"""When a battle is over, and who has won.  [war.scen.end] [war.multi.rout]"""

from __future__ import annotations

from fractions import Fraction

from ..events import Ended, Scored
from ..lookout import of_side
from ..nerve.heart import losses, rout
from ..setting import Fight
from ..state import NOBODY, Outcome
from .zones import OPPOSITE, near_edge

POINTS_TO_WIN, SCORING_FROM = 5, 3
TO_BREAK_THROUGH = 2
TOP = 9_000
BELFRY = (21_000, 21_000, 27_000, 27_000)


def still_in(fight: Fight) -> list[int]:
    return [side for side in range(len(fight.setting.companies)) if side not in fight.state.beaten]


def on_the_field(fight: Fight) -> list[int]:
    """Those of them who have somebody on the table: the others have left it with prizes."""
    return [side for side in still_in(fight) if of_side(fight, side)]


def look_for_end(fight: Fight) -> None:
    """Looked at when a phase ends, and at once after a rout."""
    if fight.state.outcome is not None:
        return
    for side in still_in(fight):
        if not of_side(fight, side) and not _left_with_prizes(fight, side):
            rout(fight, side, "has nobody left on the table", "war.scen.end")
    left = still_in(fight)
    if len(left) <= 1:
        conclude(
            fight,
            left[0] if left else NOBODY,
            "nobody else is left on the field" if left else "nobody is left",
            "war.rout.test",
        )
        return
    if fight.setting.scenario.id == "hunt":
        _hunt_over(fight)
    elif fight.setting.scenario.id == "box":
        _box_over(fight)
    settled: Outcome | None = fight.state.outcome
    field = on_the_field(fight)
    if settled is None and len(field) <= 1:
        why = "nobody else is left on the table" if field else "nobody is left on the table"
        conclude(fight, field[0] if field else NOBODY, why, "war.scen.end")


def _left_with_prizes(fight: Fight, side: int) -> bool:
    """A side whose last warriors left with prizes has not routed."""
    return any(one.side == side and one.fate == "left" for one in fight.state.warriors)


def conclude(fight: Fight, winner: int, why: str, rule: str) -> None:
    if fight.setting.scenario.id == "hunt" and still_in(fight):
        winner, why = _most_shards(fight, why)
    _settle(fight, winner, why, rule)


def _settle(fight: Fight, winner: int, why: str, rule: str) -> None:
    """Who has won is the first, whatever he lost.  [war.multi.after]"""
    ranking = tuple(sorted(ranked(fight), key=lambda side: side != winner))
    fight.state.outcome = Outcome(winner, why, rule, ranking)
    fight.tell(Ended(rule, why, winner))


def ranked(fight: Fight) -> tuple[int, ...]:
    """Those left on the field by the share they lost; then the others, who went out later before who went out
    sooner.

    [war.multi.rout]
    """
    state = fight.state
    left = sorted(still_in(fight), key=lambda side: (share_lost(fight, side), side))
    gone = sorted(zip(state.beaten, state.late, strict=True), key=lambda one: -one[1])
    return (*left, *(side for side, _ in gone))


def share_lost(fight: Fight, side: int) -> Fraction:
    lost, started = losses(fight, side)
    return Fraction(lost, max(1, started))


# --- at the end of a turn -------------------------------------------------------------------------------------


def end_of_turn(fight: Fight) -> None:
    """What a scenario counts when a turn ends."""
    scenario, state = fight.setting.scenario.id, fight.state
    if state.outcome is None and scenario == "tower":
        _score(fight)
    if (
        state.outcome is None
        and scenario == "breakthrough"
        and state.active == state.attacker
        and len(broken_through(fight)) >= TO_BREAK_THROUGH
    ):
        conclude(fight, state.attacker, "two of the attackers have broken through", "war.scen.breakthrough")


def round_over(fight: Fight) -> None:
    """Everybody still in the battle has had his turn.  [war.turn.round]"""
    if fight.state.outcome is None and fight.state.round >= fight.setting.scenario.rounds:
        _out_of_time(fight)


def _score(fight: Fight) -> None:
    """[war.scen.tower]"""
    state = fight.state
    if state.round < SCORING_FROM:
        return
    on_top = {
        warrior.side
        for warrior in state.warriors
        if warrior.standing
        and warrior.z == TOP
        and BELFRY[0] <= warrior.x <= BELFRY[2]
        and BELFRY[1] <= warrior.y <= BELFRY[3]
    }
    if on_top == {state.active}:
        scores = list(state.scores)
        scores[state.active] += 1
        state.scores = tuple(scores)
        fight.tell(Scored("war.scen.tower", state.active, scores[state.active]))
        if scores[state.active] >= POINTS_TO_WIN:
            conclude(fight, state.active, "the belfry is held", "war.scen.tower")


def broken_through(fight: Fight) -> list[int]:
    """The attackers who stand at the far edge.  [war.scen.breakthrough]"""
    state = fight.state
    edge = OPPOSITE[state.edges[state.attacker]]
    return [
        number
        for number in of_side(fight, state.attacker)
        if state.warriors[number].standing
        and not fight.setting.fighters[number].has("animal")
        and near_edge(fight, number, edge, 2_000)
    ]


def _out_of_time(fight: Fight) -> None:
    """[war.scen.end]"""
    state, scenario, left = fight.state, fight.setting.scenario.id, still_in(fight)
    if scenario == "breakthrough":
        conclude(fight, 1 - state.attacker, "the attackers were held up too long", "war.scen.breakthrough")
        return
    if scenario == "tower":
        best = max(state.scores[side] for side in left)
        ahead = [side for side in left if state.scores[side] == best]
        winner = ahead[0] if len(ahead) == 1 else NOBODY
        conclude(fight, winner, "the rounds are over: points of the belfry decide", "war.scen.tower")
        return
    if scenario == "hunt":
        conclude(fight, NOBODY, "the rounds are over", "war.scen.hunt")
        return
    least = min(share_lost(fight, side) for side in left)
    best_off = [side for side in left if share_lost(fight, side) == least]
    winner = best_off[0] if len(best_off) == 1 else NOBODY
    why = (
        "the rounds are over: the smaller share of losses decides"
        if winner != NOBODY
        else "the rounds are over, with equal losses"
    )
    conclude(fight, winner, why, "war.scen.end")


# --- prizes ---------------------------------------------------------------------------------------------------


def shards_of(fight: Fight, side: int) -> int:
    """Carried or taken off; loose ones go to the last side on the field.  [war.scen.hunt]"""
    state, left = fight.state, on_the_field(fight)
    if side in state.beaten:
        return 0
    count = 0
    for prize in state.prizes:
        if prize.kind != "shard":
            continue
        holder = state.warriors[prize.holder].side if prize.holder != NOBODY else prize.taken
        count += holder == side or (holder == NOBODY and left == [side])
    return count


def _hunt_over(fight: Fight) -> None:
    state = fight.state
    if state.prizes and all(prize.taken != NOBODY for prize in state.prizes):
        winner, why = _most_shards(fight, "no shard is left on the table")
        _settle(fight, winner, why, "war.scen.hunt")


def _most_shards(fight: Fight, why: str) -> tuple[int, str]:
    """The side with more wins; equal is shared.  [war.scen.hunt] [war.multi.scenarios]"""
    left = still_in(fight)
    if len(left) == 1:
        return left[0], why
    most = max(shards_of(fight, side) for side in left)
    best = [side for side in left if shards_of(fight, side) == most]
    return (best[0], f"{why}: {most} shards") if len(best) == 1 else (NOBODY, f"{why}: equal shards")


def _box_over(fight: Fight) -> None:
    """[war.scen.box]"""
    for prize in fight.state.prizes:
        if prize.taken != NOBODY:
            conclude(fight, prize.taken, "the chest is carried off", "war.scen.box")
