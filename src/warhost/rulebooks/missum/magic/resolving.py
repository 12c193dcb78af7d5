"""Strengths are shown: spell against spell, options, shields, saving throws.

[mis.magic.counter] [mis.magic.combat] [mis.magic.options] [mis.magic.anti-magic] [mis.magic.half-legion]
"""

from __future__ import annotations

import msgspec

from warhost.engine.dice import Throw
from warhost.engine.field.compass import (
    FULL_TURN,
    NORTH,
    ahead,
    bearing,
    distance,
    heading,
    rays,
    to_frame,
)
from warhost.engine.field.shapes import Shape, crosses, near, point_gap
from warhost.engine.question import Choose

from ..bodies import body, foes, levels_at, present, troop
from ..events import Noted, SpellMet, SpellTold
from ..land.sight import clear_line
from ..library import MM, SpellType
from ..setting import Fight
from ..state import NOBODY, Arm, Cast
from .places import REACH, area, caster, touched
from .shields import arm_line, arm_shape, covered, defense_figure, teams_of
from .spells import EFFECTS, Hit

STEP = 300 * MM
HALF = 10
SCATTER = 25 * MM


def resolve_next(fight: Fight) -> bool:
    """The next spell that has not been resolved: attacks first, then what is left of the defense."""
    state = fight.state
    for attack in (True, False):
        for index, cast in enumerate(state.casts):
            if cast.attack == attack and cast.at is not None and index not in state.asked:
                state.asked = (*state.asked, index)
                if attack:
                    _attack(fight, index)
                else:
                    _defense(fight, index)
                return True
    return False


def end_of_magic(fight: Fight) -> None:
    fight.state.casts, fight.state.asked, fight.state.resting = (), (), ()


def kind_of(fight: Fight, cast: Cast) -> SpellType:
    return fight.setting.charts.spell_type(cast.type)


def title_of(fight: Fight, cast: Cast) -> str:
    kind = kind_of(fight, cast)
    return kind.attack_title if cast.attack else kind.defense_title


# --- spell against spell -------------------------------------------------------------------------------------


def _attack(fight: Fight, index: int) -> None:
    cast = fight.state.casts[index]
    if not _past_counters(fight, index):
        return
    if cast.type == 1:
        aimed = _accurate(fight, cast)
        if aimed is None or not _past_arms(fight, aimed):
            return
        cast = aimed
    _take_effect(fight, cast)


def _past_counters(fight: Fight, index: int) -> bool:
    """Each defense spell set against it must be beaten, one after the other."""
    cast = fight.state.casts[index]
    for other, counter in enumerate(fight.state.casts):
        if counter.attack or counter.against != index or other in fight.state.asked:
            continue
        fight.state.asked = (*fight.state.asked, other)
        through = combat(fight, cast, counter.strength, "mis.magic.combat")
        against = f"the {title_of(fight, counter)}"
        fight.tell(SpellMet("mis.magic.combat", cast.team, title_of(fight, cast), against, through))
        if not through:
            return False
    return True


def combat(fight: Fight, cast: Cast, against: int, rule: str) -> bool:
    """The attacker's d20 on the magic combat table; a dash cannot be beaten."""
    need = fight.setting.charts.breaks_through(max(1, cast.strength), max(1, against))
    if not need:
        return False
    side = fight.state.pieces[cast.team].side
    cuts = (need,) if need < 20 else ()
    return fight.throw(Throw(1, 20, "magic combat", rule, side, cuts, need=need))[0] <= need


def _past_arms(fight: Fight, cast: Cast) -> bool:
    """A Gaze that hits an Arm ends it, whether or not it gets through.  [mis.spell.arm]"""
    shape = area(fight, cast)
    for arm in fight.state.arms:
        if fight.state.pieces[arm.team].side == fight.state.pieces[cast.team].side or not _hits_arm(
            fight, cast, shape, arm
        ):
            continue
        fight.state.arms = tuple(one for one in fight.state.arms if one != arm)
        through = combat(fight, cast, arm.strength, "mis.spell.arm")
        fight.tell(SpellMet("mis.spell.arm", cast.team, title_of(fight, cast), "the Arm of Karakán", through))
        if not through:
            return False
    return True


def _hits_arm(fight: Fight, cast: Cast, shape: Shape, arm: Arm) -> bool:
    ground = arm_shape(fight, arm)
    if ground is not None:
        return near(ground, shape, 0)
    assert cast.at is not None
    return crosses(caster(fight, cast), cast.at, *arm_line(fight, arm))


# --- the Gaze may miss ---------------------------------------------------------------------------------------


def _accurate(fight: Fight, cast: Cast) -> Cast | None:
    """Beyond its sure range a Gaze may fall elsewhere.  [mis.spell.gaze-accuracy]"""
    assert cast.at is not None
    spot, side = caster(fight, cast), fight.state.pieces[cast.team].side
    sure = fight.setting.charts.band(troop(fight, cast.team).level).accurate.value * MM
    farther = fight.setting.charts.situations.flying_gaze.value * MM
    far = distance(spot, cast.at) + (farther if _at_fliers(fight, cast) else 0)
    rule = "mis.spell.gaze-accuracy"
    for _ in range(-(-max(0, far - sure) // STEP)):
        if fight.throw(Throw(1, 20, "accuracy of the Gaze", rule, side, (HALF,), need=HALF))[0] > HALF:
            return _scattered(fight, cast)
    return cast


def _at_fliers(fight: Fight, cast: Cast) -> bool:
    assert cast.at is not None
    shape = area(fight, cast)
    return any(
        fight.state.pieces[n].height and any(near(shape, part, 0) for part in body(fight, n).parts)
        for n in foes(fight, fight.state.pieces[cast.team].side)
    )


def _scattered(fight: Fight, cast: Cast) -> Cast:
    """One is back toward the caster, then clockwise by sixths of a circle."""
    assert cast.at is not None
    side, rule = fight.state.pieces[cast.team].side, "mis.spell.gaze-accuracy"
    way, far = (
        fight.throw(Throw(1, 6, "direction", rule, side))[0],
        fight.throw(Throw(1, 6, "distance", rule, side))[0],
    )
    back = heading(cast.at, caster(fight, cast))
    at = ahead(cast.at, rays(6, back)[way - 1], far * SCATTER)
    missed = msgspec.structs.replace(cast, at=at)
    fight.tell(
        SpellTold(rule, cast.team, f"{title_of(fight, cast)}, which misses", at, 0, (area(fight, missed).points,))
    )
    return missed


# --- taking effect -------------------------------------------------------------------------------------------


def _defense(fight: Fight, index: int) -> None:
    """A defense spell that met no counterpart works for friends."""
    _take_effect(fight, fight.state.casts[index])


def _take_effect(fight: Fight, cast: Cast) -> None:
    spread, across = _option(fight, cast)
    shape = area(fight, cast, cast.strength, spread, across)
    kind = kind_of(fight, cast)
    rule = kind.attack_rule if cast.attack else kind.defense_rule
    fight.tell(SpellTold(rule, cast.team, title_of(fight, cast), cast.at, cast.strength, (shape.points,)))
    hit = touched(fight, cast, shape, friends_only=not cast.attack)
    if cast.attack:
        hit = _past_shields(fight, cast, hit)
    dice = 1 if spread else max(1, cast.strength)
    if cast.type == 1 and not cast.attack:
        _raise_arm(fight, cast, hit, spread, across)
        return
    name = kind.attack if cast.attack else kind.defense
    for number, figures in hit.items():
        if troop(fight, number).special and not troop(fight, number).guards:
            continue
        if fight.state.pieces[number].fate == "routing" and name != "gaze":
            continue
        EFFECTS[name](Hit(fight, cast, number, tuple(figures), dice, title_of(fight, cast), rule))


def _option(fight: Fight, cast: Cast) -> tuple[bool, bool]:
    """Concentrated or spread; the longer side along the way from the caster, or across it."""
    if cast.strength < 2:
        return False, False
    side = fight.state.pieces[cast.team].side
    meanings = {
        "concentrated": f"the small area, {cast.strength} saving throws",
        "along": "the larger area, its longer side away from the caster, one saving throw",
        "across": "the larger area, its longer side across, one saving throw",
    }
    if cast.line != NOBODY:
        meanings = {"concentrated": meanings["concentrated"], "along": "the longer line, one saving throw"}
    question = Choose(
        side, "option", list(meanings), "mis.magic.options", troop(fight, cast.team).id,
        text=f"How {{does}} {{who}} cast the {title_of(fight, cast)}?", meanings=meanings, usual="concentrated",
    )  # fmt: skip
    choice = fight.ask(question)
    return choice != "concentrated", choice == "across"


def _past_shields(fight: Fight, cast: Cast, hit: dict[int, list[int]]) -> dict[int, list[int]]:
    """Anti-magic shields save whoever stands under them, friend or foe of the caster.  [mis.magic.anti-magic]"""
    for team in [*teams_of(fight, 0), *teams_of(fight, 1)]:
        under = {n: covered(fight, team, n) & set(figures) for n, figures in hit.items()}
        if not any(under.values()):
            continue
        most = fight.setting.charts.band(troop(fight, team).level).anti_magic.value
        through = combat(fight, cast, min(max(1, cast.strength), most), "mis.magic.anti-magic")
        against = f"the shield of {troop(fight, team).title}"
        fight.tell(SpellMet("mis.magic.anti-magic", cast.team, title_of(fight, cast), against, through))
        if not through:
            hit = {n: [f for f in figures if f not in under[n]] for n, figures in hit.items()}
    return {n: figures for n, figures in hit.items() if figures}


def _raise_arm(fight: Fight, cast: Cast, hit: dict[int, list[int]], spread: bool, across: bool) -> None:
    """It goes along with the legion it covers most of.  [mis.spell.arm]"""
    number = _protected(fight, cast, hit)
    if number == NOBODY or cast.at is None:
        return
    piece, kind, grown = fight.state.pieces[number], kind_of(fight, cast), cast.strength - 1 if spread else 0
    aside, along = to_frame(cast.at, (piece.x, piece.y), piece.facing)
    spot = caster(fight, cast)
    straight = heading(spot, cast.at) if spot != cast.at else NORTH
    way = bearing(cast.line) if cast.line != NOBODY else straight
    length = kind.lines[grown].value * MM if cast.line != NOBODY else 0
    wide, deep = kind.width.value * MM, kind.depths[grown].value * MM
    wide, deep = (deep, wide) if across else (wide, deep)
    angle = (way - piece.facing) % FULL_TURN
    arm = Arm(cast.team, number, cast.strength, fight.state.turn, length, angle, along, aside, wide, deep)
    fight.state.arms = (*fight.state.arms, arm)
    fight.tell(Noted("mis.spell.arm", "an Arm of Karakán protects {who}", (number,)))


def _protected(fight: Fight, cast: Cast, hit: dict[int, list[int]]) -> int:
    """The friends most of whom it covers; where it covers none the nearest."""
    side = fight.state.pieces[cast.team].side
    friends = {n: f for n, f in hit.items() if fight.state.pieces[n].side == side}
    if friends:
        return max(friends, key=lambda n: len(friends[n]))
    near_ones = [n for n in present(fight) if fight.state.pieces[n].side == side]
    return min(near_ones, key=lambda n: distance(cast.at or (0, 0), body(fight, n).middle), default=NOBODY)


ARM_TURNS = 6


def fade_arms(fight: Fight) -> None:
    """At the start of the magic step Arms end that are six turns old or whose caster could not cast.

    [mis.spell.arm]
    """
    turn = fight.state.turn
    for arm in fight.state.arms:
        piece = fight.state.pieces[arm.team]
        disturbed = turn > 1 and max(piece.barred[1], piece.moved, piece.fought) == turn - 1 and turn > arm.first
        if turn - arm.first >= ARM_TURNS or disturbed:
            _fade(fight, arm)
    watch_arms(fight)


def watch_arms(fight: Fight) -> None:
    """An Arm ends as soon as its caster is lost, or its troops are out of his sight or farther than 900 mm.

    [mis.spell.arm]
    """
    for arm in fight.state.arms:
        team = fight.state.pieces[arm.team]
        if not team.present or team.defense_lost or not _in_view(fight, arm):
            _fade(fight, arm)


def _in_view(fight: Fight, arm: Arm) -> bool:
    spot, low = defense_figure(fight, arm.team).centre, levels_at(fight, arm.team, body(fight, arm.team).middle)
    return any(
        point_gap(spot, base) <= REACH and clear_line(fight, spot, at, low, levels_at(fight, arm.piece, at), both)
        for base in body(fight, arm.piece).bases
        for at, both in ((base.centre, (arm.team, arm.piece)),)
    )


def _fade(fight: Fight, arm: Arm) -> None:
    fight.state.arms = tuple(one for one in fight.state.arms if one is not arm)
    fight.tell(Noted("mis.spell.arm", "the Arm of Karakán over {who} fades", (arm.piece,)))
