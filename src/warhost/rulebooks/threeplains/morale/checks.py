"""The three checks: soldiering dice against battle stress dice, and what goes into each pool.

[tp.check.types] [tp.check.sol.chart] [tp.check.bs.chart]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import structs

from warhost.engine.contest import Contest, Retry
from warhost.engine.dice import Throw
from warhost.engine.tally import Step, Tally

from ..bodies import enemies, figure, in_range, strength
from ..events.items import ItemUsed
from ..events.nerves import Checked
from ..fighting.across import strain
from ..fighting.contact import combat_of, engaged
from ..fighting.fronts import buckles, flank_and_rear, overlapped, points_against
from ..figure import inches
from ..kinds import infantry_wedge
from ..land.sense import senses
from ..magic.bearing import loans, nature, rated, soldierly, valued, whence
from ..magic.fortune import again
from ..magic.hands import rolling
from ..moving.groups import leader_with, near_character
from ..scenario.customs import customs_of
from ..setting import Fight
from ..special import qualities, specials
from ..special.hearing import heard
from ..special.living import alive
from ..state import NEVER, NOBODY, Number, Player, Pools, opponent
from ..titles import called
from .charmed import mustered, once_more, settled

Kind = Literal["deviancy", "bravery", "break"]
Reasons = tuple[Step, ...]
"""A pool of dice with its reasons: how many there are stands in the last."""

PASS = 4  # a die of so much or more is a pass
POOLS = ("soldiering", "battle stress")
AURA = inches(8)  # of the general and the battle standard, and the reach of panic
NEAR = inches(6)  # fear and cowardice
NEAR_FLYER = inches(7)
HORDE = 20
FLANK_STRESS = 5
WEDGE_FLANK_STRESS = 6
FLEEING_STRESS = 6
BUCKLING_STRESS = 5
LIVING_FEAR = "fear of the living"  # a rating that the undead, demons and machines do not mind


# --- rolling -------------------------------------------------------------------------------------------------


def passed(fight: Fight, number: Number, kind: Kind, rule: str, own: Reasons, against: Reasons) -> bool:
    """The owner rolls the soldiering dice, the opponent the stress dice; a draw goes to the soldiers.

    One check is taken for the whole piece, its characters included.
    [tp.check.roll] [tp.check.perpiece]
    """
    charmed, names = fight.setting.enchanted, natures(fight, number)
    if charmed and (decided := settled(fight, members(fight, number), kind)) is not None:
        return decided
    if charmed:
        pools = mustered(fight, members(fight, number), kind, Pools(number, own, against))
        if fight.state.pieces[number].fate == "slain":  # by what was to steel it: nobody is left to run
            return True
        own, against = pools.soldiering, pools.stress
    side, retries = fight.state.pieces[number].side, _retries(fight, number, names, kind)
    check = dice_of(own[-1].total_after, against[-1].total_after, rule, retries)
    with rolling(fight, number):
        ended = fight.contest(check, side, opponent(side), lambda retry: _tell_retry(fight, number, retry))
    if not ended.won and ended.retried is None and again(fight, side, f"{kind} check"):
        ended = check.again(fight.throw, side, ended)
    heard(fight, Checked(rule, number, kind, ended.own, ended.against, ended.won, own, against))
    return ended.won


def steeled(fight: Fight, pools: Pools, more: int, rule: str, title: str) -> Pools:
    """Dice that are found at the last moment count before what doubles the whole pool; and who has become fewer by
    it may be a horde no longer.  [tp.check.sol.horde] [tp.scenario.time.double_soldiering]"""
    first, *others = pools.soldiering
    tally = Tally(first.amount, first.rule, first.note)
    for step in others:
        if step.op == "add":
            tally.add(step.amount, step.rule, step.note)
    tally.add(more, rule, title)
    for step in others:
        if step.op == "multiply" and (step.rule != "tp.check.sol.horde" or strength(fight, pools.piece) >= HORDE):
            tally.multiply(step.amount, step.rule, step.note)
    return structs.replace(pools, soldiering=tally.steps)


def _retries(fight: Fight, number: Number, names: tuple[str, ...], kind: Kind) -> tuple[Retry, ...]:
    """What has dice of a check thrown once more, whatever its player wants."""
    item = once_more(fight, number, names, kind) if fight.setting.enchanted else ""
    lost = (Retry(item, both=True),) if item else ()
    return (*lost, Retry(qualities.fumbles.name, when="won")) if qualities.fumbles.name in names else lost


def dice_of(
    soldiering_dice: int, stress_dice: int, rule: str = "tp.check.roll", retries: tuple[Retry, ...] = ()
) -> Contest:
    """Each die of 4 or more is a pass; a draw goes to the soldiers.  [tp.check.roll]"""
    return Contest(soldiering_dice, stress_dice, rule, PASS, purposes=POOLS, retries=retries)


def _tell_retry(fight: Fight, number: Number, retry: Retry) -> None:
    if retry.by != qualities.fumbles.name:
        fight.tell(ItemUsed(retry.by, number, retry.by))


def passes(fight: Fight, dice: int, purpose: str, rule: str, side: Player) -> int:
    """How many of these dice show 4 or more.  [tp.check.roll]"""
    if dice <= 0:
        return 0
    throw = Throw(dice, 6, purpose, rule, side, (PASS - 1,), need=PASS, over=True, alike=True)
    return sum(face >= PASS for face in fight.throw(throw))


def deviancy(fight: Fight, number: Number, rule: str) -> bool:
    """A deviancy check, for the rule that calls for it.

    In the battle stress phase whoever may pursue, or be run into, checks with the dice of its beginning.
    [tp.check.deviancy] [tp.stress.newdice] [tp.appendix3.deviancy_checks]
    """
    return passed(fight, number, "deviancy", rule, *_deviancy_dice(fight, number))


def _deviancy_dice(fight: Fight, number: Number) -> tuple[Reasons, Reasons]:
    for pools in fight.state.poised:
        if pools.piece == number:
            return pools.soldiering, pools.stress
    return soldiering(fight, number, "deviancy").steps, stress(fight, number, "deviancy").steps


def bravery_due(fight: Fight, number: Number, foe: Number) -> bool:
    """Whether a charge between these two frightens this one: fear it has not withstood yet, or cowardice.

    [tp.check.bravery] [tp.check.bravery.once] [tp.trait.fear.bravery_check] [tp.trait.cowardly.bravery_check]
    """
    piece = fight.state.pieces[number]
    if never_flees(fight, number):
        return False
    if fear_between(fight, number, foe) > max(0, piece.braved):
        return True
    return highest(fight, number, "cowardly") > 0 and piece.braved == NEVER


def bravery(fight: Fight, number: Number, foe: Number, rule: str = "tp.check.bravery") -> bool:
    """A bravery check because of this foe; a pass is remembered for the rest of the battle.

    [tp.check.bravery.dice] [tp.check.bravery.once]
    """
    own, against = soldiering(fight, number, "bravery"), stress(fight, number, "bravery", against=foe)
    holds = passed(fight, number, "bravery", rule, own.steps, against.steps)
    if holds:
        piece = fight.state.pieces[number]
        piece.braved = max(piece.braved, fear_between(fight, number, foe))
    return holds


def breaks(fight: Fight, number: Number, own: Tally, against: Tally, rule: str = "tp.check.break") -> bool:
    """A break check with these dice; True if it is failed.  [tp.check.break]"""
    return not passed(fight, number, "break", rule, own.steps, against.steps)


def never_flees(fight: Fight, number: Number) -> bool:
    """Ringed and steadfast, or unbreakable by nature. A character of that kind does not protect his group.

    [tp.trait.unbreakable] [tp.check.sol.engulfed]
    """
    piece = fight.state.pieces[number]
    if piece.unbreakable:
        return True
    return all(
        specials.unbreakable.any(nature(fight, unit), fight, unit)
        for unit in (number, *piece.backing)
    )


# --- who is in a piece ---------------------------------------------------------------------------------------


def members(fight: Fight, number: Number) -> tuple[Number, ...]:
    """The piece itself, its characters, its masters if it is a pack, and whoever backs it."""
    piece = fight.state.pieces[number]
    whole = (number, *piece.leaders)
    if piece.masters != NOBODY:
        whole += (piece.masters,)
    for back in piece.backing:
        whole += members(fight, back)
    return whole


def natures(fight: Fight, number: Number) -> tuple[str, ...]:
    """What anybody in a piece is: the dice of all come from it once, however many share it."""
    piece = fight.state.pieces[number]
    if not piece.leaders and not piece.backing and piece.masters == NOBODY:
        return nature(fight, number)
    return tuple(dict.fromkeys(name for model in members(fight, number) for name in nature(fight, model)))


def highest(fight: Fight, number: Number, trait: str, foe: Number = NOBODY) -> int:
    """The highest rating of a trait in a piece, as that foe meets it; ratings are never added.

    [tp.trait.fear.shared] [tp.trait.fear.highest_only] [tp.trait.cowardly]
    """
    return max([rated(fight, model, trait, foe) for model in members(fight, number)])


# --- soldiering dice -----------------------------------------------------------------------------------------


def soldiering(fight: Fight, number: Number, kind: Kind) -> Tally:
    """The dice of a piece in such a check, with all that adds to them.

    A horde doubles the whole pool.
    [tp.check.sol.value] [tp.character.lead] [tp.unit.command] [tp.check.sol.command] [tp.check.sol.horde]
    [tp.check.sol.bravery] [tp.check.deviancy.fear] [tp.trait.bravery] [tp.trait.bravery.leader_only]
    """
    best, leader = _best_soldier(fight, number)
    general = _general_above(fight, number, best)
    if general is not None:
        leader, tally = general, valued(fight, general, "tp.check.sol.general", "the general's soldiering")
    else:
        tally = valued(fight, leader, "tp.check.sol.value", "soldiering")
        tally.add(best[0] - tally.total, "tp.move.reinforce.stack", "reinforced")
    bravest = rated(fight, leader, "bravery")
    if bravest and (kind != "deviancy" or fear_upon(fight, number)[0] > 0):
        tally.add(bravest, *whence(fight, leader, "bravery", "tp.check.sol.bravery"))
    if any(fight.state.pieces[model].command for model in members(fight, number)):
        tally.add(1, "tp.check.sol.command", "command")
    if _standard_near(fight, number):
        tally.add(1, "tp.check.sol.standard", "battle standard")
    if kind == "break":
        tally.add(_superiority(fight, number), "tp.check.sol.superiority", "superiority")
    specials.soldiering.each(natures(fight, number), fight, number, kind, tally)
    if strength(fight, number) >= HORDE and not engaged(fight, number):
        tally.multiply(2, "tp.check.sol.horde", "horde")
    customs_of(fight, number).steel(fight, number, kind, tally)
    return tally


def _best_soldier(fight: Fight, number: Number) -> tuple[tuple[int, int], Number]:
    """The highest soldiering in the piece, the bravery of whoever has it, and who that is; each reinforcement costs
    a point.

    [tp.move.reinforce.stack]
    """
    piece = fight.state.pieces[number]
    found = []
    for model in members(fight, number):
        sheet = figure(fight, model)
        troops = sheet.category != "character"
        value = soldierly(fight, model) - (len(piece.backing) if troops else 0)
        found.append(((max(0, value), rated(fight, model, "bravery")), model))
    return max(found)


def _general_above(fight: Fight, number: Number, best: tuple[int, int]) -> Number | None:
    """The general, if he is near and a better soldier than the best, or as good a one and braver.

    [tp.check.sol.general] [tp.character.general.leadership] [tp.list.source.soldiering_examples]
    """
    general = leader_with(fight, fight.state.pieces[number].side, "general")
    if general is None or (value := soldierly(fight, general)) < best[0]:
        return None
    better = (value, rated(fight, general, "bravery")) > best
    return general if better and near_character(fight, number, general, AURA) else None


def _standard_near(fight: Fight, number: Number) -> bool:
    """[tp.check.sol.standard] [tp.character.battle_standard.aura]"""
    bearer = leader_with(fight, fight.state.pieces[number].side, "standard")
    return bearer is not None and near_character(fight, number, bearer, AURA)


def _superiority(fight: Fight, number: Number) -> int:
    """A point for each by which its fear still works on the strongest fear causer it fights.

    Only the dominant fear causer of the whole combat has it, on either side, and only over enemies who know fear.
    [tp.check.sol.superiority] [tp.check.sol.superiority.dominant] [tp.trait.fear.versus_fear]
    """
    if not highest(fight, number, "fear") and not highest(fight, number, LIVING_FEAR):
        return 0
    side, combat = fight.state.pieces[number].side, combat_of(fight, number)
    hostile = [other for other in combat if fight.state.pieces[other].side != side]
    if all(qualities.fearless.name in natures(fight, other) for other in hostile):
        return 0
    strongest = max(hostile, key=lambda other: dread(fight, other, number))
    own = dread(fight, number, strongest)
    friendly = [dread(fight, other, strongest) for other in combat if other not in hostile]
    return max(0, own - dread(fight, strongest, number)) if own and own >= max(friendly) else 0


# --- battle stress dice --------------------------------------------------------------------------------------


def stress(fight: Fight, number: Number, kind: Kind, *, against: Number = NOBODY) -> Tally:
    """All dice that stand against a piece. `against` is the enemy whose charge brings a bravery check.

    His fear counts at any distance, and so does cowardice then.
    [tp.check.bs.deviancy] [tp.check.bs.fleeing] [tp.check.bravery.dice]
    """
    piece = fight.state.pieces[number]
    deviance = fight.setting.entries[piece.entry].deviancy if kind == "deviancy" else 0
    tally = Tally(deviance, "tp.check.bs.deviancy", "deviancy")
    add_own_stress(fight, number, kind, tally)
    tally.add(len(panicking(fight, number)), "tp.check.bs.panic", "friends in flight")
    for foe in flank_and_rear(fight, number):
        tally.add(flank_stress(fight, number), "tp.check.bs.flankrear", f"{called(fight, foe)} in flank or rear")
    tally.add(_cowardice(fight, number, kind), "tp.check.bs.cowardly", "cowardly")
    if piece.fleeing:
        tally.add(FLEEING_STRESS, "tp.check.bs.fleeing", "fleeing")
    fear, dreaded = fear_upon(fight, number)
    if against != NOBODY:
        fear, dreaded = max((fear, dreaded), (fear_between(fight, number, against), against))
    if fear:
        add_fear(fight, tally, number, dreaded, dread(fight, number, dreaded))
    if fight.setting.enchanted:
        specials.in_all.each(natures(fight, number), fight, number, kind, tally)
    return tally


def add_own_stress(fight: Fight, number: Number, kind: Kind, tally: Tally, whose: str = "") -> None:
    """What is a piece's alone and counts for each of a side: casualties, overlaps, buckling, its special rules.

    [tp.check.bs.overlapped] [tp.check.bs.buckling] [tp.stress.combat.winner]
    """
    tally.add(kills(fight, number), "tp.check.bs.kills", f"{whose}life points lost this turn")
    if engaged(fight, number):
        if qualities.never_overlapped.name not in natures(fight, number):
            tally.add(overlapped(fight, number).total, "tp.check.bs.overlapped", f"{whose}overlapped")
        if buckles(fight, number):
            tally.add(BUCKLING_STRESS, "tp.check.bs.buckling", f"{whose}flimsy ranks buckle")
        if points := points_against(fight, number):
            tally.add(points, "tp.unit.infantry_wedge.point_stress", f"{whose}points of a wedge")
        tally.add(*strain(fight, number), f"{whose}on the way up")
    specials.stress.each(natures(fight, number), fight, number, kind, tally)


def kills(fight: Fight, number: Number) -> int:
    """A die for every two life points lost this turn.  [tp.check.bs.kills]"""
    pieces = fight.state.pieces
    return dice_for_losses(fight, {model: pieces[model].lost for model in ever_in(fight, number)})


def ever_in(fight: Fight, number: Number) -> tuple[Number, ...]:
    """Who is in a piece, and who has fallen in it this turn."""
    return (*members(fight, number), *fight.state.pieces[number].fallen)


def dice_for_losses(fight: Fight, points: Mapping[Number, int]) -> int:
    """A die for every two of these life points; models of different kinds are rounded down apart.

    [tp.check.bs.kills]
    """
    lost = dict[tuple[str, str], int]()
    for model, gone in points.items():
        if gone:
            sheet = figure(fight, model)
            kind = sheet.profile, sheet.category  # made up troops and their leaders share a profile
            lost[kind] = lost.get(kind, 0) + gone
    return sum([gone // 2 for gone in lost.values()])


def panicking(fight: Fight, number: Number) -> list[int]:
    """The fleeing friends that a piece senses within 8 inches.  [tp.check.bs.panic] [tp.trait.expendable]"""
    side, pieces = fight.state.pieces[number].side, fight.state.numbered()
    running = [other for other, piece in pieces if piece.fleeing and piece.standing and piece.side == side]
    return [
        friend for friend in running
        if friend != number
        and not qualities.expendable(fight, friend)
        and in_range(fight, number, friend, AURA) and senses(fight, number, friend)
    ]  # fmt: skip


def flank_stress(fight: Fight, number: Number) -> int:
    """Five dice for an enemy in flank or rear, six for a wedge on foot; unwieldy pikes make it worse.

    [tp.check.bs.flankrear] [tp.weapon.pike.flank] [tp.unit.infantry_wedge.rear_attack]
    """
    if infantry_wedge(fight, number):
        return WEDGE_FLANK_STRESS
    more = 0
    if not fight.state.pieces[number].pikes_dropped:
        for weapon in figure(fight, number).weapons:
            ranks = fight.setting.weapons[weapon].ranks
            more = max(more, ranks.flank_stress if ranks else 0)
    return FLANK_STRESS + more


def _cowardice(fight: Fight, number: Number, kind: Kind) -> int:
    """[tp.check.bs.cowardly] [tp.trait.cowardly]"""
    rating = highest(fight, number, "cowardly")
    if not rating or kind == "bravery" or engaged(fight, number):
        return rating
    near = any(
        in_range(fight, number, enemy, NEAR) and senses(fight, number, enemy) for enemy in enemies(fight, number)
    )
    return rating if near else 0


def fear_between(fight: Fight, number: Number, foe: Number) -> int:
    """How much this piece fears that one: what is left of its rating after one's own.

    [tp.check.fear.relative] [tp.trait.fear] [tp.trait.fear.versus_fear]
    """
    rating = dread(fight, foe, number)
    if not rating or qualities.fearless.name in natures(fight, number):
        return 0
    return max(0, rating - dread(fight, number, foe))


def dread(fight: Fight, number: Number, of: Number) -> int:
    """The fear that a piece spreads to that one: some only the living know, and what a magic weapon spreads is
    nothing to the bearer of the signet.

    [tp.item.weapon.skull_flail] [tp.item.enchanted.gladiators_signet]
    """
    rating = highest(fight, number, "fear", of)
    if fight.setting.enchanted and alive(fight, of):
        return max(rating, highest(fight, number, LIVING_FEAR, of))
    return rating


def frightening(fight: Fight, number: Number) -> list[Number]:
    """The enemies whose fear reaches a piece: those of its own combat, and those it senses near by.

    What can fly reaches further, also while it is on the ground.
    [tp.check.bs.fear] [tp.trait.fear.range] [tp.trait.fear.shared]
    """
    if not fight.setting.frightful and not any(effect.source in loans.ratings for effect in fight.state.effects):
        return []
    frightful = [enemy for enemy in enemies(fight, number) if dread(fight, enemy, number)]
    if not frightful:
        return []
    fighting = combat_of(fight, number)
    return [enemy for enemy in frightful if enemy in fighting or _looms(fight, number, enemy)]


def _looms(fight: Fight, number: Number, enemy: Number) -> bool:
    reach = NEAR_FLYER if figure(fight, enemy).flight else NEAR
    return in_range(fight, number, enemy, reach) and senses(fight, number, enemy)


def fear_upon(fight: Fight, number: Number) -> tuple[int, Number]:
    """The highest fear that reaches a piece now, and whose it is; ratings are never added.

    [tp.trait.fear.highest_only]
    """
    feared = [(fear_between(fight, number, enemy), enemy) for enemy in frightening(fight, number)]
    return max(feared, default=(0, NOBODY))


def add_fear(fight: Fight, tally: Tally, number: Number, dreaded: Number, courage: int) -> None:
    """The fear that an enemy spreads, less one's own.  [tp.check.fear.relative] [tp.trait.fear.versus_fear]"""
    kinds = ("fear", LIVING_FEAR) if alive(fight, number) else ("fear",)
    causers = members(fight, dreaded)
    found = [(rated(fight, model, kind, number), model, kind) for model in causers for kind in kinds]
    fear, model, kind = max(found, key=lambda one: one[:2])
    tally.add(fear, *whence(fight, model, kind, "tp.check.bs.fear", number))
    tally.add(-min(fear, courage), "tp.trait.fear.versus_fear", "less its own")
