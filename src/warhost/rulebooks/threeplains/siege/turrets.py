"""Those who hold the turrets: they change places before a storm, and close the gaps that it tears.

[tp.siege.switch_places] [tp.siege.plug_gap]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from warhost.engine.field.compass import Point, ahead, aside, distance
from warhost.engine.field.shapes import gap, oblong, overlap
from warhost.engine.field.stance import Stance
from warhost.engine.question import Choose

from ..bodies import body, enemies, figure, friends, more_than_one, set_places, strength
from ..choosing import one_of
from ..events.siege import PluggedGap, SwitchedPlaces
from ..fighting.contact import between, contacts_of, engage, engaged
from ..fighting.edges import fighters
from ..figure import inches
from ..land.ground import standing_room, terrace
from ..machines.spacing import ranked
from ..morale.exhaustion import resting
from ..moving.stride import body_in, stance, take
from ..setting import Fight
from ..stands import stands
from ..state import Contact, Number
from .scaling import CONTACT, HELD, REACH, Post, at_turrets, away, guards, posts

GAP, SWITCH = "tp.siege.plug_gap", "tp.siege.switch_places"
STAY = "stay"
BEHIND = inches(1)  # so near to the front models stand those who are behind them
ASIDE = (0, inches(0.3), -inches(0.3), inches(0.6), -inches(0.6))


# --- gaps ---------------------------------------------------------------------------------------------------------


def plugged(fight: Fight, contact: Contact) -> bool:
    """Whether somebody steps to a climber whom no guard can strike any more: free, compulsory, counted as a charge.

    [tp.siege.plug_gap]
    """
    for post in posts(fight, contact.a):
        if not guards(fight, contact.a, post.spot.at, REACH) and _steps_in(fight, contact.a, post):
            return True
    return False


def _steps_in(fight: Fight, climbers: Number, post: Post) -> bool:
    ready = dict(_ready(fight, climbers, post))
    if not ready:
        return False
    side, text = (
        fight.state.pieces[next(iter(ready))].side,
        "Nobody holds the turrets there any more. Who steps in?",
    )
    number = one_of(fight, side, "close the gap", ready, GAP, text, usual=True)
    base, place = ready[number]
    run = distance(body(fight, number).bases[base].centre, place)
    _move_model(fight, number, base, place)
    if between(fight, climbers, number) is None:
        engage(fight, climbers, number, ("front", "front"), across=CONTACT)
        met = between(fight, climbers, number)
        assert met is not None
        fight.state.contacts[fight.state.contacts.index(met)] = structs.replace(met, counter=run)
    fight.tell(PluggedGap(GAP, number, climbers, stands(fight, number)))
    return True


def _ready(fight: Fight, climbers: Number, post: Post) -> Iterator[tuple[Number, tuple[int, Point]]]:
    """The defenders with a free model within 2 inches, the nearest such model, and where it would stand."""
    at = post.spot.at
    for number in enemies(fight, climbers):
        piece = fight.state.pieces[number]
        if not piece.aloft or piece.airborne or figure(fight, number).category == "machine":
            continue
        if piece.fleeing or resting(fight, number):
            continue
        met, bases = contacts_of(fight, number), body(fight, number).bases
        if any(not contact.across for contact in met):
            continue
        busy = {model for contact in met for model in fighters(fight, number, contact)}
        near = [(away(at, shape), base) for base, shape in enumerate(bases) if base not in busy]
        near = [one for one in near if one[0] <= HELD]
        place = _place_at(fight, number, min(near)[1], post) if near else None
        if place is not None:
            yield number, (min(near)[1], place)


def _place_at(fight: Fight, number: Number, base: int, post: Post) -> Point | None:
    """Room for one model up against the turrets, within reach of the climber."""
    wide, deep = figure(fight, number).base
    others = [shape for one in (*enemies(fight, number), *friends(fight, number)) if fight.state.pieces[one].aloft
              for shape in body(fight, one).bases]  # fmt: skip
    others += [shape for at, shape in enumerate(body(fight, number).bases) if at != base]
    floor = terrace(fight, body(fight, number))
    for step in ASIDE:
        front = aside(post.spot.at, post.spot.outwards, step)
        shape = oblong(front, post.spot.outwards, wide, deep)
        held = floor is not None and floor.holds(shape.centre)
        if held and not any(overlap(shape, other) for other in others):
            return shape.centre
    return None


def _move_model(fight: Fight, number: Number, base: int, place: Point) -> None:
    piece = fight.state.pieces[number]
    if more_than_one(fight, number):
        places = (*piece.places[:base], place, *piece.places[base + 1 :])
        set_places(fight, number, places, piece.facing)
    else:
        front = ahead(place, piece.facing, figure(fight, number).base[1] // 2)
        take(fight, number, Stance(front, piece.facing, 1, (place,) if piece.places else ()))


# --- switching places ---------------------------------------------------------------------------------------------


def switch_places(fight: Fight, holders: Sequence[Number]) -> None:
    """Before a storm reaches them, pieces at the turrets may change places with friends behind them.

    [tp.siege.switch_places]
    """
    for holder in holders:
        piece = fight.state.pieces[holder]
        names = {fight.state.pieces[one].name: one for one in _behind(fight, holder)}
        if not names:
            continue
        text = "{who} {is} stormed. With whom behind {who} are places changed, before they come up?"
        said = fight.ask(
            Choose(piece.side, "switch places", [*names, STAY], SWITCH, piece.name, usual=STAY, text=text)
        )
        if said != STAY:
            friend = names[said]
            for number, stand in zip((holder, friend), _swapped(fight, holder, friend), strict=True):
                take(fight, number, stand)
                fight.state.pieces[number].switched = fight.state.clock
            fight.tell(SwitchedPlaces(SWITCH, holder, friend, stands(fight, holder, friend)))


def _behind(fight: Fight, holder: Number) -> list[Number]:
    """Friends on the same top who stand behind it and could change places with it."""
    if not _free(fight, holder):
        return []
    own = body(fight, holder)
    found = []
    for friend in friends(fight, holder):
        piece, other = fight.state.pieces[friend], body(fight, friend)
        if not (piece.aloft and _free(fight, friend)) or at_turrets(fight, friend):
            continue
        near = min(gap(a, b) for a in own.bases for b in other.bases) <= BEHIND
        if near and terrace(fight, own) is terrace(fight, other) and _fits(fight, holder, friend):
            found.append(friend)
    return found


def _free(fight: Fight, number: Number) -> bool:
    piece = fight.state.pieces[number]
    movable = figure(fight, number).category != "machine" and not piece.fleeing
    return movable and not engaged(fight, number) and piece.switched != fight.state.clock


def _swapped(fight: Fight, holder: Number, friend: Number) -> tuple[Stance, Stance]:
    """Each drawn up where the other's front is."""
    return _in_place_of(fight, holder, friend), _in_place_of(fight, friend, holder)


def _in_place_of(fight: Fight, number: Number, other: Number) -> Stance:
    there, files = stance(fight, other), body(fight, number).files
    facing, models = fight.state.pieces[other].facing, strength(fight, number)
    places = ranked(fight, number, models, there.front, facing, files) if models > 1 else ()
    return Stance(there.front, facing, files, places)


def _fits(fight: Fight, holder: Number, friend: Number) -> bool:
    ours, theirs = _swapped(fight, holder, friend)
    mine, his = body_in(fight, holder, ours), body_in(fight, friend, theirs)
    if any(overlap(a, b) for a in mine.bases for b in his.bases):
        return False
    there = standing_room(fight, holder, mine, ignoring=(friend,)) or standing_room(
        fight, friend, his, ignoring=(holder,)
    )
    return there is None
