"""After a flight or a slaughter: holding, pursuing, wipe out moves.  [tp.move.pursue] [tp.move.wipeout]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warhost.engine.field.compass import Angle, heading, turn
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import cast, oblong, overlap
from warhost.engine.field.stance import Stance, shifted, turned
from warhost.engine.question import Choose

from ..beasts.herds import give_chase
from ..beasts.woods import why_no_landing
from ..bodies import body, enemies, figure
from ..choosing import one_of
from ..events.charges import Held, Pursued, Rallied, RanInto, WipedOut
from ..fighting import contact
from ..fighting.ringing import gain_wipe_out_moves
from ..fighting.squaring import close_up, meet, zone_of
from ..figure import inches
from ..kinds import infantry_wedge
from ..land.ground import Allowance, on_another_floor, reach, standing_room
from ..land.sense import senses
from ..machines.driving import bend, gone_over
from ..magic.effects import has_moved
from ..morale.checks import bravery, bravery_due, deviancy, natures
from ..moving.flying import can_fly
from ..moving.groups import back_to_their_places
from ..moving.manoeuvres import drop_pikes, uses_pikes
from ..moving.movement import free_move
from ..moving.stride import (
    INCH,
    Footing,
    body_in,
    burden,
    dice_run,
    fast,
    footing,
    greatest_run,
    in_ranks,
    late,
    leading_shapes,
    leg_of,
    off_board,
    stance,
    take,
)
from ..moving.sweep import cross
from ..moving.wedges import dissolve
from ..setting import Fight
from ..special import specials
from ..special.rooted import why_rooted
from ..special.specials import Doom
from ..stands import known_at_last
from ..state import NO_CHARGE, NOBODY, Number, Point, opponent
from ..wounds.casualties import destroy
from .facing import choose_facing
from .fallback import escape, turn_those_who_fell_back, urges
from .flight import flee, leave_board, lost_without_general
from .headlong import Way, rush
from .leg import Leg, out_of_reach, plan
from .marchover import harmed_by, tread_down
from .mark import choose_mark
from .onset import charge_move, come_to_blows, stop

GONE = ("slain", "caged", "offered")  # or never there
SHORT = inches(0.5)  # a pursuer who does not catch his quarry stops so far from it
FREE, FREE_FAST = inches(6), inches(12)


def after_flight(fight: Fight, fled: Sequence[Number], freed: Sequence[Number]) -> None:
    """Those who fought the pieces that fled, and are free of all combat now, pursue or hold; then whoever fled
    under a dead general is lost.  [tp.move.pursue] [tp.character.general.no_rally]"""
    waiting = [number for number in freed if _quarries(fight, number, fled)]
    while waiting := [number for number in waiting if _at_leisure(fight, number)]:
        side, text = fight.state.pieces[waiting[0]].side, "Which piece decides next whether it pursues?"
        chaser = one_of(fight, side, "next to pursue", waiting, "tp.move.pursue", text)
        waiting.remove(chaser)
        quarry = _choose_quarry(fight, chaser, _quarries(fight, chaser, fled))
        if _holds(fight, chaser, quarry):
            _hold(fight, chaser)
        else:
            pursue(fight, chaser, quarry)
    lost_without_general(fight, fled)
    close_up(fight)


def _quarries(fight: Fight, number: Number, fled: Sequence[Number]) -> list[Number]:
    """Those who fled from it, unless they have come over to its side."""
    pieces = fight.state.pieces
    hostile = [quarry for quarry in fled if pieces[quarry].side != pieces[number].side]
    chased = [quarry for quarry in hostile if number in pieces[quarry].fled_from]
    return [quarry for quarry in chased if on_another_floor(fight, number, quarry) is None]


def _at_leisure(fight: Fight, number: Number) -> bool:
    """Standing, free of all combat, in good heart and able to move; a wild beast follows nobody.

    [tp.beast.reaction.4] [tp.beast.reaction.5]
    """
    piece = fight.state.pieces[number]
    able = piece.standing and not piece.fleeing and not piece.lawless and figure(fight, number).moves
    climbing = piece.stacked or (piece.climbing > 0 and not piece.inside)
    able = able and not climbing  # who climbs a wall follows nobody [tp.siege.breach]
    return able and not contact.engaged(fight, number)


def _choose_quarry(fight: Fight, number: Number, quarries: Sequence[Number]) -> Number:
    """Of several pieces that fled from it the owner names one."""
    piece, text = fight.state.pieces[number], "Whom {does} {who} pursue?"
    return one_of(fight, piece.side, "quarry", quarries, "tp.move.pursue", text, piece.name)


# --- holding -------------------------------------------------------------------------------------------------


def _holds(fight: Fight, number: Number, quarry: Number) -> bool:
    """It pursues by itself; holding takes a deviancy check, which pikemen pass without rolling.

    [tp.move.pursue] [tp.weapon.pike.movement]
    """
    piece = fight.state.pieces[number]
    for urge in urges(fight, number, specials.pursues, quarry):
        return bool(urge == "never")
    options = ["pursue", "hold"]
    text = "The enemy of {who} flees. Pursue, or hold?"
    wanted = fight.ask(
        Choose(piece.side, "pursuit", options, "tp.move.pursue", about=piece.name, usual="pursue", text=text)
    )
    if wanted == "pursue":
        return False
    return uses_pikes(fight, number) or deviancy(fight, number, "tp.move.pursue")


def _hold(fight: Fight, number: Number) -> None:
    """It may turn to any facing, and a loose group draws itself up again; it does not move before its next movement
    phase.  [tp.move.pursue]"""
    fight.tell(Held("tp.move.pursue", number))
    piece, state = fight.state.pieces[number], fight.state
    piece.held_until = state.clock_in(2 if state.active == piece.side else 1)
    _draw_up(fight, number)
    if not infantry_wedge(fight, number):
        choose_facing(fight, number, "tp.move.pursue")


def _draw_up(fight: Fight, number: Number) -> None:
    """A loose group that lapped round its enemy forms up again behind its foremost models, if there is room."""
    piece = fight.state.pieces[number]
    if piece.places:
        ranks = in_ranks(fight, number, (piece.x, piece.y), piece.facing, piece.files)
        if standing_room(fight, number, body_in(fight, number, ranks)) is None:
            take(fight, number, ranks)


# --- the pursuit ---------------------------------------------------------------------------------------------


def pursue(fight: Fight, pursuer: Number, quarry: Number) -> None:
    """After the quarry as far as the dice carry: reaching it destroys it. A chariot that cannot turn so far drives
    past it; a loose group forms up as it sets off.

    [tp.move.pursue.move] [tp.move.pursue.other] [tp.move.flee.caught] [tp.weapon.pike.drop]
    [tp.unit.infantry_wedge.pursue]
    """
    piece, hunted = fight.state.pieces[pursuer], fight.state.pieces[quarry]
    if uses_pikes(fight, pursuer):
        drop_pikes(fight, pursuer)
    if infantry_wedge(fight, pursuer):
        dissolve(fight, pursuer, "pursue")
    if not figure(fight, pursuer).chariot:
        _draw_up(fight, pursuer)
    give_chase(fight, pursuer)
    back, before = footing(fight, pursuer), body(fight, pursuer)
    front = back.stand.front
    wanted = _course(fight, front, quarry)
    course = bend(fight, pursuer, wanted)
    stand = turned(back.stand, course, front)
    _let_bystanders_escape(fight, pursuer, quarry, stand)
    dice = dice_run(fight, pursuer, "pursuit", "tp.move.pursue.move")
    piece.airborne = can_fly(fight, pursuer)
    far = reach(fight, pursuer, stand.front, course, dice.total, body_in(fight, pursuer, stand).width)
    gone, chase = not hunted.standing, _over_the_ground(fight, pursuer, quarry, stand, far, wanted)
    if chase is None:
        return
    way, caught = chase.way, chase.caught
    for other in chase.ridden_down:
        destroy(fight, other, "tp.move.flee.caught")
    if caught and _turns_at_bay(fight, pursuer, quarry, stand, far):
        has_moved(fight, pursuer)
        return
    at = shifted(stand, course, way.distance).front
    pursuit = Pursued(
        "tp.move.pursue.move", pursuer, quarry, way.distance, caught, at, dice.steps, gone, (front, at), course
    )
    fight.tell(pursuit)
    if caught:
        destroy(fight, quarry, "tp.move.flee.caught")
    _end_pursuit(fight, pursuer, quarry, Leg("front", stand, way.distance, way.hit, way.trampled), back)
    if piece.standing and way.hit == NOBODY:
        known_at_last(fight, pursuit, way=(front, piece.point), facing=piece.facing)
    gone_over(fight, pursuer, before)
    turn_those_who_fell_back(fight, hunted.side)
    if not caught and fight.state.active != piece.side:
        piece.held_until = fight.state.clock_in(2)
    piece.stirred = fight.state.clock
    has_moved(fight, pursuer)


def _turns_at_bay(fight: Fight, pursuer: Number, quarry: Number, stand: Stance, far: Length) -> bool:
    """Whether the quarry, caught, rallies, faces its pursuer and fights it again in the next combat phase, as one
    that has not charged.

    [tp.item.command.ur_rocks_spiked_head] [tp.move.rerally]
    """
    doom = Doom("caught in flight", "tp.move.pursue")
    if not fight.setting.enchanted or not specials.averts.any(natures(fight, quarry), fight, quarry, doom):
        return False
    hunted, middle = fight.state.pieces[quarry], body(fight, quarry).middle
    hunted.fleeing, hunted.flights, hunted.rallied = False, 0, fight.state.clock
    fight.tell(Rallied("tp.move.rerally", quarry))
    back = turned(stance(fight, quarry), heading(middle, stand.front), middle)
    if standing_room(fight, quarry, body_in(fight, quarry, back), may_touch=(pursuer,)) is None:
        take(fight, quarry, back)
    way = rush(fight, pursuer, stand, far)
    take(fight, pursuer, shifted(stand, stand.facing, way.distance))
    fight.state.pieces[pursuer].airborne = hunted.airborne
    struck = zone_of(fight, quarry, stand.front)
    if not meet(fight, pursuer, quarry, struck, charge=NO_CHARGE, late=late(fight)):
        fight.tell(Held("tp.move.pursue", pursuer))
    return True


def _course(fight: Fight, front: Point, quarry: Number) -> Angle:
    """Towards the middle of the piece that fled, or where it was last seen; after a chariot the way it flees.

    [tp.machine.chariot.flee]
    """
    hunted = fight.state.pieces[quarry]
    if figure(fight, quarry).chariot:
        return hunted.flight_heading
    goal = body(fight, quarry).middle if hunted.standing else (hunted.x, hunted.y)
    return heading(front, goal) if goal != front else hunted.flight_heading


def _let_bystanders_escape(fight: Fight, pursuer: Number, quarry: Number, stand: Stance) -> None:
    """Enemies in the strip that the dice could carry the pursuer over may be ordered back before they fall.

    [tp.move.fallback.order]
    """
    longest = greatest_run(fight, pursuer)
    ahead_of_it = shifted(stand, stand.facing, longest).front
    strip = oblong(ahead_of_it, stand.facing, body_in(fight, pursuer, stand).width, longest)
    for enemy in list(enemies(fight, pursuer)):
        if enemy != quarry and any(overlap(strip, part) for part in body(fight, enemy).parts):
            escape(fight, enemy, pursuer)


class _Chase(NamedTuple):
    """How a pursuit would run: its way, who else in flight is ridden down on it, whether the quarry is caught."""

    way: Way
    ridden_down: tuple[Number, ...]
    caught: bool


def _over_the_ground(
    fight: Fight, pursuer: Number, quarry: Number, stand: Stance, far: Length, wanted: Angle
) -> _Chase | None:  # fmt: skip
    """What lies on the way has its effect there, and a thinner pursuer may have another way; None if nobody is left
    of it."""
    chase, models = _chase(fight, pursuer, quarry, stand, far, wanted), body(fight, pursuer).models
    if not cross(fight, pursuer, [leg_of(fight, pursuer, stand, stand.facing, chase.way.distance)]):
        return None
    if body(fight, pursuer).models == models:
        return chase
    return _chase(fight, pursuer, quarry, stand, far, wanted)


def _chase(fight: Fight, pursuer: Number, quarry: Number, stand: Stance, far: Length, wanted: Angle) -> _Chase:
    way, ridden_down = _overtaking(fight, pursuer, quarry, stand, far)
    caught = turn(stand.facing, wanted) == 0 and _catches(fight, pursuer, quarry, way)
    if fight.state.pieces[quarry].standing and not caught:
        way = _behind(fight, pursuer, quarry, stand, way)
    return _Chase(way, ridden_down, caught)


def _overtaking(
    fight: Fight, pursuer: Number, quarry: Number, stand: Stance, far: Length
) -> tuple[Way, tuple[Number, ...]]:
    """The way of the pursuit; others in flight whom it meets are ridden down.  [tp.move.flee.caught]"""
    ridden: tuple[Number, ...] = ()
    while True:
        way = rush(fight, pursuer, stand, far, ignoring=(quarry, *ridden))
        if way.hit == NOBODY or not fight.state.pieces[way.hit].fleeing:
            return (way if way.bar is None else way._replace(distance=max(NOTHING, way.distance - INCH))), ridden
        ridden += (way.hit,)


def _catches(fight: Fight, pursuer: Number, quarry: Number, way: Way) -> bool:
    """Equal ways catch; nobody on the ground catches what flies.  [tp.move.pursue.move] [tp.move.fly.uncaught]"""
    hunted = fight.state.pieces[quarry]
    if not hunted.standing or (hunted.airborne and not can_fly(fight, pursuer)):
        return False
    return way.distance >= hunted.flight_run


def _behind(fight: Fight, pursuer: Number, quarry: Number, stand: Stance, way: Way) -> Way:
    """One that does not catch its quarry never touches it.  [tp.move.pursue.move]"""
    if fight.state.pieces[quarry].airborne:
        return way
    ways = [
        touch
        for shape in leading_shapes(fight, pursuer, stand)
        for part in body(fight, quarry).parts
        if (touch := cast(shape, stand.facing, way.distance, part)) is not None
    ]
    return Way(max(NOTHING, min(ways) - SHORT), trampled=way.trampled) if ways else way


def _end_pursuit(fight: Fight, pursuer: Number, quarry: Number, leg: Leg, back: Footing) -> None:
    """Against another enemy, off the board, or somewhere on the way. A flyer comes down behind a quarry on the
    ground, but not among trees that it dreads.

    [tp.move.pursue.other] [tp.move.offboard] [tp.combat.offboard] [tp.beast.dread_of_woods.flyers]
    """
    piece = fight.state.pieces[pursuer]
    if leg.hit != NOBODY:
        unintentional(fight, pursuer, leg, back)
        return
    stand = shifted(leg.stand, leg.stand.facing, leg.distance)
    stays_up = fight.state.pieces[quarry].airborne or why_no_landing(fight, pursuer, body_in(fight, pursuer, stand))
    piece.airborne, end = piece.airborne and bool(stays_up), stand.front
    if off_board(fight, end):
        for victim in leg.trampled:
            if harmed_by(fight, pursuer, victim):
                tread_down(fight, pursuer, victim)
        if piece.standing:
            leave_board(fight, pursuer, end)
        return
    stop(fight, pursuer, leg, back)


def unintentional(fight: Fight, mover: Number, leg: Leg, back: Footing) -> bool:
    """A pursuit hits the wrong enemy: it counts as a charge.

    [tp.move.unintentional] [tp.move.unintentional.late]
    """
    struck = zone_of(fight, leg.hit, leg.stand.front)
    fight.state.pieces[mover].turn.charge_turn = leg.distance
    fight.tell(RanInto("tp.move.unintentional", mover, leg.hit, struck))
    return come_to_blows(fight, mover, leg._replace(struck=struck), back, stray=True)


# --- charges, and what they may set off ----------------------------------------------------------------------


def dares(fight: Fight, number: Number, target: Number) -> bool:
    """Whether a charger is not afraid of its target.  [tp.check.bravery]"""
    return not bravery_due(fight, number, target) or bravery(fight, number, target)


def must_be_brave(fight: Fight, target: Number, charger: Number) -> bool:
    """Whether a target sees the charge come and has to check for it.  [tp.check.bravery]"""
    fleeing = fight.state.pieces[target].fleeing
    return not fleeing and bravery_due(fight, target, charger) and senses(fight, target, charger)


def frighten(fight: Fight, number: Number, target: Number) -> None:
    """A target that fears the charge may flee at once.  [tp.check.bravery.result]"""
    if must_be_brave(fight, target, number) and not bravery(fight, target, number):
        freed = flee(fight, target, "tp.check.bravery.result", away_from=[number])
        after_flight(fight, [target], freed)


def charge_and_overrun(
    fight: Fight, number: Number, target: Number, free: Length | None = None, aim: int | None = None
) -> None:  # fmt: skip
    """A charge; running down a piece in flight gives a wipe out move.  [tp.move.charge.fleeing]"""
    _let_the_weak_escape(fight, number, target, aim)
    outcome = charge_move(fight, number, target, free, aim)
    has_moved(fight, number)
    if outcome == "ran down" and fight.state.pieces[number].standing:
        wipe_out_moves(fight, [number])


def _let_the_weak_escape(fight: Fight, number: Number, target: Number, aim: int | None) -> None:
    """Whom a charge would tread down on its way may fall back before it moves, unless he has answered another.

    [tp.move.marchover] [tp.move.marchover.protect] [tp.move.fallback.order]
    """
    if out_of_reach(fight, number, target) or fight.state.pieces[target].airborne:
        return
    for victim in plan(fight, number, target, aim).trampled:
        if not fight.state.pieces[victim].turn.answer:
            escape(fight, victim, number)


# --- wipe out moves ------------------------------------------------------------------------------------------


def reward_the_freed(fight: Fight) -> None:
    """However somebody's last enemy in a combat was killed, by missiles, magic or a fall, he moves at once.

    [tp.move.wipeout]
    """
    while freed := fight.state.freed:
        for number in freed:
            if _at_leisure(fight, number):
                back_to_their_places(fight, number)
        wipe_out_moves(fight, list(dict.fromkeys(freed)))
        close_up(fight)


@gain_wipe_out_moves.told
def wipe_out_moves(fight: Fight, freed: Sequence[Number]) -> None:
    """Pieces freed of all combat by their last enemy's death move at once, in the order their owners like.

    [tp.move.wipeout] [tp.move.engulf.wipeout]
    """
    fight.state.freed = tuple([number for number in fight.state.freed if number not in freed])
    for side in (fight.state.active, opponent(fight.state.active)):
        waiting = [number for number in freed if fight.state.pieces[number].side == side]
        while waiting := [number for number in waiting if _at_leisure(fight, number)]:
            text = "Which piece that is free now moves first?"
            mover = one_of(fight, side, "next wipe out move", waiting, "tp.move.wipeout", text)
            waiting.remove(mover)
            _wipe_out_move(fight, mover)


def _wipe_out_move(fight: Fight, number: Number) -> None:
    """Any kind of movement, or a charge. Nobody asks whoever has won the battle with it."""
    piece, free = fight.state.pieces[number], wipe_out_movement(fight, number)
    if why_rooted(fight, number):
        return
    fight.tell(WipedOut("tp.move.wipeout", number, free.total, free.steps))
    if not any(other.side != piece.side and other.fate not in GONE for other in fight.state.pieces):
        return
    names = {fight.state.pieces[enemy].name: enemy for enemy in enemies(fight, number)}
    charges = {f"charge {name}": enemy for name, enemy in names.items() if _may_charge(fight, number, enemy)}
    text = "{who} {has} nobody left to fight. Stay, move or charge?"
    question = Choose(
        piece.side, "wipe out move", ["stay", "move", *charges], "tp.move.wipeout", about=piece.name, usual="stay",
        text=text,
    )  # fmt: skip
    answer = fight.ask(question)
    if answer in charges:
        _wipe_out_charge(fight, number, charges[answer], free.total)
    elif answer == "move":
        free_move(fight, number, free.total, "tp.move.wipeout")


def wipe_out_movement(fight: Fight, number: Number) -> Allowance:
    """6 inches, or 12 for whoever has a movement of 12 or more.  [tp.move.wipeout]"""
    free = Allowance(FREE_FAST if fast(fight, number) else FREE, "tp.move.wipeout", "free move")
    burden(fight, number, free)
    return free


def _may_charge(fight: Fight, number: Number, target: Number) -> bool:
    """Inside works nobody charges: whoever is in there together fights.  [tp.siege.combat_within]"""
    if fight.state.pieces[number].inside:
        return False
    return out_of_reach(fight, number, target) is None and senses(fight, number, target)


def _wipe_out_charge(fight: Fight, number: Number, target: Number, free: Length) -> None:
    """One straight leg without a dash. It continues a charge whose first round has just been fought.

    [tp.move.wipeout] [tp.move.wipeout.continuous] [tp.check.bravery]
    """
    piece = fight.state.pieces[number]
    piece.turn.charge_turn = piece.charge_struck if piece.charge_fights == fight.state.clock else NOTHING
    if not dares(fight, number, target):
        return
    frighten(fight, number, target)
    if fight.state.pieces[target].standing:
        escape(fight, target, number)
    if fight.state.pieces[target].standing:
        charge_and_overrun(fight, number, target, free, choose_mark(fight, number, target, free))
    turn_those_who_fell_back(fight, opponent(piece.side))
