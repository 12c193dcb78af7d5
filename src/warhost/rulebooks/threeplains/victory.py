"""Who has won: victory points for what the enemy lost, and the margin within which it is a draw."""

from __future__ import annotations

from warhost.engine.tally import Tally

from .bodies import life_of
from .events.course import Ended, ScenarioEnded
from .items.secrecy import unknown_points
from .scenario.points import judged
from .setting import Entry, Fight
from .state import BOTH, NEITHER, NOBODY, Number, Piece, Player, Score, opponent

GENERAL = 100
MARGIN, MARGIN_EVERY = 100, 2000


def close(fight: Fight) -> None:
    """Count and compare, unless the scenario is won in another way.  [tp.setup.victory.winner]"""
    if (score := judged.first(fight.setting.mission.rules, fight)) is not None:
        settle(fight, score)
        return
    first, second = (victory_points(fight, side) for side in BOTH)
    points = (first.total, second.total)
    winner, why = verdict(fight, points)
    fight.state.score = Score(winner, points, why)
    fight.tell(Ended("tp.setup.victory.winner", winner, points, margin(fight), first.steps, second.steps))


def settle(fight: Fight, score: Score) -> None:
    """A scenario is decided; a roster that broke its limits loses it all the same.  [tp.setup.cheating]"""
    if (false := false_roster(fight)) is not None:
        score = Score(opponent(false), score.points, _false(fight, false), "tp.setup.cheating")
    fight.state.score = score
    fight.tell(ScenarioEnded(score.rule, score.winner, score.why))


def false_roster(fight: Fight) -> Player | None:
    """The side whose roster breaks its limits, if it is one alone.  [tp.setup.cheating]"""
    false = [side for side in BOTH if fight.setting.armies[side].breach]
    return false[0] if len(false) == 1 else None


def _false(fight: Fight, side: Player) -> str:
    return f"the roster of {fight.setting.armies[side].name} breaks its limits"


def margin(fight: Fight) -> int:
    """100 points for every full 2000 of game size; below that only level scores are a draw.

    [tp.setup.victory.winner] [tp.army.size]
    """
    return fight.setting.size // MARGIN_EVERY * MARGIN


def verdict(fight: Fight, points: tuple[int, int]) -> tuple[Player, str]:
    """The winner and why; a roster that broke its limits loses whatever happened on the table.

    Rosters are checked when a game is made. One that was let through all the same (option "rosters": "unchecked")
    is found out when they are compared at the end; if both are false, neither gains by it.
    [tp.setup.cheating] [tp.setup.victory.winner]
    """
    if (false := false_roster(fight)) is not None:
        return opponent(false), _false(fight, false)
    lead = abs(points[0] - points[1])
    said = f"{points[0]} victory points to {points[1]}"
    if lead <= margin(fight):
        return NEITHER, f"{said}: within the margin of {margin(fight)}" if lead else f"{said}: level"
    return max(BOTH, key=points.__getitem__), f"{max(points)} victory points to {min(points)}"


def victory_points(fight: Fight, side: Player, *, told: bool = False) -> Tally:
    """What this side has earned by the enemy's losses, and by the death of his general."""
    return losses(fight, opponent(side), commanded=True, told=told)


def losses(
    fight: Fight, side: Player, *, over: bool = True, commanded: bool = False, told: bool = False
) -> Tally:
    """What a side has lost; pieces in flight are lost when it is `over`.

    Where it is `told` to both while they fight, magic that nobody has seen is not counted: its price would show.

    A group is scored by what its roster line bought, also when it was split or reinforced; characters are scored
    on their own, also when they stood in a group.
    [tp.setup.victory.points] [tp.setup.victory.mounted] [tp.move.reinforce.victory]
    [tp.item.enchanted.hourglass_of_time]
    """
    tally = Tally(0, "tp.setup.victory.points", "victory points")
    pieces = fight.state.pieces
    for number, entry in enumerate(fight.setting.entries):
        if entry.side != side:
            continue
        parts = [part for part, piece in fight.state.numbered() if piece.entry == number]
        if any(pieces[part].fate == "stopped" for part in parts):  # it sits the rest of the battle out
            continue
        if _banked(fight, parts):
            continue
        left = sum(_remaining(fight, part, over) for part in parts)
        worth = _with_masters(fight, number) - (_unseen(fight, number) if told else 0)
        _score(fight, entry, parts, left, worth, tally)
        if commanded and left == 0 and entry.general and pieces[parts[0]].fate == "slain":
            tally.add(GENERAL, "tp.setup.victory.general", f"{entry.title} commanded")
    return tally


def _unseen(fight: Fight, number: int) -> int:
    """What was paid in a line of the roster for magic that has not come to light.  [tp.magic.items]"""
    first = next(place for place, piece in fight.state.numbered() if piece.entry == number)
    return unknown_points(fight.setting, fight.state, first, None)


def _banked(fight: Fight, parts: list[Number]) -> bool:
    """Whether all that is left of it has left the table and is safe: the enemy gets nothing for it, whatever it had
    lost before.

    [tp.scenario.forest.escape] [tp.scenario.cavern.escape]
    """
    pieces = fight.state.pieces
    left = [part for part in parts if pieces[part].fate != "slain"]
    return bool(left) and all(pieces[part].fate == "escaped" and not _forfeit(fight, part) for part in left)


def _forfeit(fight: Fight, number: Number) -> bool:
    return number in fight.state.progress.forfeit


def _with_masters(fight: Fight, number: int) -> int:
    """What a line of the roster is worth. That of a pack holds its masters, whose own is worth nothing then; only
    masters who are apart from their beasts at the end are scored by themselves.

    [tp.setup.victory.beastunit] [tp.beast.unit.divided]
    """
    points = fight.setting.entries[number].points
    for recruit in fight.setting.recruits:
        if recruit.masters == NOBODY or fight.state.pieces[recruit.masters].herd != NOBODY:
            continue
        masters = fight.setting.recruits[recruit.masters].entry
        if number == recruit.entry:
            return points + fight.setting.entries[masters].points
        if number == masters:
            return 0
    return points


def _score(fight: Fight, entry: Entry, parts: list[Number], left: int, points: int, tally: Tally) -> None:
    """All of it for what is destroyed, half (rounded down) for what has lost more than half.

    A general in flight at the end is lost like others, but he was not killed.
    [tp.setup.victory.points] [tp.setup.victory.general]
    """
    started = entry.models * _life_counted(fight, parts[0])
    if left == 0:
        tally.add(points, *_how_lost(fight, entry, parts))
    elif 2 * left < started:
        tally.add(points // 2, "tp.setup.victory.points", f"{entry.title} lost more than half")


def _how_lost(fight: Fight, entry: Entry, parts: list[Number]) -> tuple[str, str]:
    """Why nothing of it is left, in the end: whoever still lives runs, or obeys nobody."""
    alive = [part for part in parts if fight.state.pieces[part].fate != "slain"]
    found = [fight.state.pieces[part] for part in alive]
    if not alive:
        return "tp.setup.victory.points", f"{entry.title} destroyed"
    if all(_forfeit(fight, part) for part in alive):
        return fight.setting.parts[entry.side].exit_rule, f"{entry.title} left without its general"
    if all(piece.lawless for piece in found):
        return "tp.setup.victory.wild", f"{entry.title} gone wild"
    if all(piece.side != entry.side for piece in found):
        return "tp.item.enchanted.book_of_mass_manipulation", f"{entry.title} gone over to the enemy"
    return "tp.setup.victory.fleeing", f"{entry.title} in flight"


def _life_counted(fight: Fight, number: Number) -> int:
    """Single models are counted in life points, with those that items and blessings give them; groups in models."""
    single = fight.setting.entries[fight.state.pieces[number].entry].models == 1
    return life_of(fight, number) if single else 1


def _remaining(fight: Fight, number: Number, over: bool) -> int:
    """What is left of a piece; one that flees at the end counts as destroyed, and so do a wild beast, one that has
    changed sides, and one that left the table to no avail.

    [tp.setup.victory.fleeing] [tp.setup.victory.wild] [tp.beast.wild.victory_points]
    [tp.item.enchanted.book_of_mass_manipulation] [tp.scenario.forest.escape]
    """
    piece = fight.state.pieces[number]
    turned = piece.side != fight.setting.entries[piece.entry].side
    gone = piece.fate == "slain" or piece.lawless or turned or _forfeit(fight, number)
    if gone or (over and _runs(fight, piece)):
        return 0
    each = _life_counted(fight, number)
    return piece.models * each - (piece.hurt if each > 1 else 0)  # a wounded man of a group counts in full


def _runs(fight: Fight, piece: Piece) -> bool:
    """It flees, or the group it is with does."""
    while piece.host != NOBODY:
        piece = fight.state.pieces[piece.host]
    return piece.fleeing
