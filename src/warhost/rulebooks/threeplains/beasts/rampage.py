"""What a beast does that nobody commands: it hunts, runs, guards a place, or tears at its own flesh."""

from __future__ import annotations

from warhost.engine.chain import Chain, Pool, Test
from warhost.engine.field.compass import Angle, bearing, distance, heading
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.stance import Stance, shifted, turned
from warhost.engine.tally import Tally

from ..bodies import body, figure, on_table, range_between, towards
from ..charging.fallback import escape, turn_those_who_fell_back
from ..charging.headlong import Way, rush
from ..charging.leg import Leg, out_of_reach
from ..charging.onset import stop
from ..charging.pursuit import after_flight, charge_and_overrun, frighten, unintentional
from ..events.beasts import RanWild
from ..events.blows import Struck
from ..events.charges import LeftBoard
from ..fighting import contact, parting
from ..fighting.prowess import chart
from ..land.ground import movement, reach
from ..land.sense import senses
from ..moving.flying import can_fly
from ..moving.landing import come_down
from ..moving.stride import INCH, Footing, body_in, brink, footing, leg_of, off_board
from ..moving.sweep import cross
from ..setting import Fight
from ..stands import known_at_last
from ..state import NOBODY, Number, opponent
from ..wounds.casualties import destroy
from ..wounds.hits import ALL, Attack, strike

SIX = 6


# --- hunting its own side ------------------------------------------------------------------------------------


def hunt(fight: Fight, number: Number) -> None:
    """It charges the nearest piece of its former side that it senses; if there is none it comes nearer to one.

    [tp.beast.reaction.1]
    """
    piece = fight.state.pieces[number]
    owner = fight.setting.entries[piece.entry].side
    piece.side = opponent(owner)
    prey = sorted(on_table(fight, owner), key=lambda other: range_between(fight, number, other))
    within = [
        other for other in prey if out_of_reach(fight, number, other) is None and senses(fight, number, other)
    ]
    if within:
        _charge(fight, number, within[0])
    elif prey:
        run(fight, number, towards(fight, number, prey[0]), "tp.beast.reaction.1", touching=False)


def _charge(fight: Fight, number: Number, target: Number) -> None:
    """With all its movement, even if it has moved this turn; if it has not, it dashes where that falls short.

    [tp.beast.reaction.1] [tp.move.dash]
    """
    piece = fight.state.pieces[number]
    free = movement(fight, number).total if piece.turn.spent else None
    piece.charges(target)
    frighten(fight, number, target)
    if fight.state.pieces[target].standing:
        escape(fight, target, number)
    if fight.state.pieces[target].standing and piece.standing:
        charge_and_overrun(fight, number, target, free)
    turn_those_who_fell_back(fight, opponent(piece.side))
    piece.charges_no_more()


# --- going home ----------------------------------------------------------------------------------------------


def break_out(fight: Fight, number: Number) -> None:
    """Out of its combat, if it is in one; whoever is free of all combat then may pursue it.

    [tp.beast.reaction.4]
    """
    piece = fight.state.pieces[number]
    piece.fled_from = tuple(contact.foes(fight, number))
    freed = parting.leave(fight, number)
    before = piece.point
    run_home(fight, number)
    if freed:
        (course,) = piece.goal
        piece.flight_heading, piece.flight_run = bearing(course), distance(before, piece.point)
        after_flight(fight, [number], freed)


def run_home(fight: Fight, number: Number) -> None:
    """At full pace in its one direction, through the air if it can, until it is off the table.

    [tp.beast.reaction.4]
    """
    (course,) = fight.state.pieces[number].goal
    run(fight, number, bearing(course), "tp.beast.reaction.4")


# --- guarding its master -------------------------------------------------------------------------------------


def guard(fight: Fight, number: Number) -> None:
    """Straight to where its master died, and there it stays.  [tp.beast.reaction.5]"""
    piece, own = fight.state.pieces[number], body(fight, number)
    if len(piece.goal) != 2:
        return
    grave = (piece.goal[0], piece.goal[1])
    if distance(own.middle, grave) > INCH:
        run(fight, number, heading(own.middle, grave), "tp.beast.reaction.5", most=distance(own.middle, grave))
    if piece.airborne and piece.standing and distance(body(fight, number).middle, grave) <= INCH:
        come_down(fight, number, "tp.beast.reaction.5")


# --- a run that nobody commands ------------------------------------------------------------------------------


def run(
    fight: Fight, number: Number, course: Angle, rule: str, *, most: Length | None = None, touching: bool = True
) -> None:
    """Straight on at full pace, flying if it can. On the ground it fights whomever it runs into, friend or foe,
    unless it is not to touch anybody; over the edge it is gone.

    [tp.beast.reaction.1] [tp.beast.reaction.4] [tp.beast.reaction.5]
    """
    piece, back = fight.state.pieces[number], footing(fight, number)
    piece.airborne = piece.airborne or can_fly(fight, number)
    stand = turned(back.stand, course, body(fight, number).middle)
    far = reach(
        fight, number, stand.front, course, movement(fight, number).total, body_in(fight, number, stand).width
    )
    way = _way(fight, number, stand, far if most is None else min(far, most))
    if not cross(fight, number, [leg_of(fight, number, stand, course, way.distance)]):
        return
    end = shifted(stand, course, way.distance).front
    told = RanWild(rule, number, way.distance, end, (back.stand.front, end))
    fight.tell(told)
    leg = Leg("front", stand, way.distance, way.hit, way.trampled)
    if way.hit != NOBODY and touching:
        unintentional(fight, number, leg, back)
    elif off_board(fight, end):
        fight.tell(LeftBoard("tp.beast.reaction.4", number, brink(fight, end)))
        destroy(fight, number, "tp.beast.reaction.4")
    else:
        _come_to_rest(fight, number, leg, back)
        known_at_last(fight, told, way=(back.stand.front, piece.point))


def _way(fight: Fight, number: Number, stand: Stance, far: Length) -> Way:
    """Its way; those in flight are ridden down, and a friend in the way is an enemy from now on."""
    piece = fight.state.pieces[number]
    while True:
        way = rush(fight, number, stand, far)
        if way.hit != NOBODY and fight.state.pieces[way.hit].fleeing:
            destroy(fight, way.hit, "tp.move.flee.caught")
        elif way.bar is not None and way.bar.what != NOBODY:
            piece.side = opponent(fight.state.pieces[way.bar.what].side)
        else:
            return way if way.bar is None else way._replace(distance=max(NOTHING, way.distance - INCH))


def _come_to_rest(fight: Fight, number: Number, leg: Leg, back: Footing) -> None:
    short = leg if leg.hit == NOBODY else leg._replace(distance=max(NOTHING, leg.distance - INCH), hit=NOBODY)
    stop(fight, number, short, back)


# --- tearing at its own flesh --------------------------------------------------------------------------------


def rave(fight: Fight, number: Number, rule: str, *, one_only: bool) -> None:
    """All attacks of the beasts on themselves, each line against their own rating and save.

    [tp.beast.reaction.2] [tp.beast.reaction.3]
    """
    piece, sheet = fight.state.pieces[number], figure(fight, number)
    for line in sheet.blows:
        if not piece.standing:
            return
        attacks, need = piece.models * line.attacks, chart(line.rating, sheet.rating)
        tally = Tally(need, "tp.combat.hit.chart", f"CR {line.rating} against CR {sheet.rating}")
        test = Test(SIX, need, "to hit", "tp.combat.hit.chart")
        hits = fight.roll(Chain(Pool(attacks, "blows", rule), (test,)), piece.side, tally)
        fight.tell(Struck(rule, number, number, attacks, hits, line.part))
        strike(
            fight,
            Attack(
                number, hits, "melee", rule, number, line.damage, line.toughness, line.agility,
                most=1 if one_only else ALL,
            ),
        )  # fmt: skip
