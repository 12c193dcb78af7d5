"""Magic items in sentences."""

from __future__ import annotations

from .. import events as e
from ..magic.book import title
from ..titles import mention
from .names import count, listed, place
from .sentences import Names, sentence


@sentence.register
def item_used(event: e.ItemUsed, names: Names) -> str:
    return f"{names.does(event.piece, 'uses')} {mention(title(event.item))}."


@sentence.register
def item_lost(event: e.ItemLost, names: Names) -> str:
    return f"{title(event.item)} of {names.piece(event.piece)} has lost its magic."


@sentence.register
def items_shown(event: e.ItemsShown, names: Names) -> str:
    if not event.items:
        return f"{names.does(event.piece, 'has')} no magic items to show."
    return f"{names.does(event.piece, 'shows')} {listed([mention(title(item)) for item in event.items])}."


@sentence.register
def item_resisted(event: e.ItemResisted, names: Names) -> str:
    return f"{title(event.item)} of {names.piece(event.piece)} keeps its magic."


@sentence.register
def unwearied(event: e.Unwearied, names: Names) -> str:
    whose = "" if event.by == event.piece else f" of {names.piece(event.by)}"
    return f"{names.does(event.piece, 'does')} not tire, thanks to {mention(title(event.item))}{whose}."


@sentence.register
def item_stirred(event: e.ItemStirred, names: Names) -> str:
    return f"{title(event.item)} of {names.piece(event.piece)}: {event.number}."


@sentence.register
def cleansed(event: e.Cleansed, names: Names) -> str:
    return f"{names.does(event.piece, 'is')} rid of {count(event.markers, 'poison marker')}."


@sentence.register
def stood_up(event: e.StoodUp, names: Names) -> str:
    return f"{names.does(event.piece, 'lives')} on, at {place(event.at)}."


@sentence.register
def traded_places(event: e.TradedPlaces, names: Names) -> str:
    return f"{names.does(event.piece, 'has')} changed places with {names.piece(event.other)}."


@sentence.register
def out_of_time(event: e.OutOfTime, names: Names) -> str:
    return f"{names.does(event.piece, 'is')} out of time until turn {event.turn}."


@sentence.register
def back_in_time(event: e.BackInTime, names: Names) -> str:
    where = "" if event.group == event.piece else f", with {names.piece(event.group)}"
    return f"{names.does(event.piece, 'is')} back, as if no time had passed{where}."


@sentence.register
def turned_coat(event: e.TurnedCoat, names: Names) -> str:
    return f"{names.does(event.piece, 'belongs')} to the other side from now on."


@sentence.register
def oblivion_checked(event: e.OblivionChecked, names: Names) -> str:
    faces = " and ".join(str(face) for face in event.faces)
    outcome = "the world gives way" if event.fails else "the world holds"
    return f"{names.does(event.piece, 'carries')} {event.points} points of magic and rolls {faces}: {outcome}."


@sentence.register
def hole_torn(event: e.HoleTorn, names: Names) -> str:
    wide = count(event.inches, "inch", "inches")
    return f"A hole opens under {names.piece(event.piece)} at {place(event.at)} and swallows all within {wide}."
