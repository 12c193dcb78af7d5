"""The sentence that an event carries: a template in which its fields stand in braces.

    says = "{by} {throws} {spell:thing} back at {piece}: {points:life point} lost."
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .words import Name, Names, count

if TYPE_CHECKING:
    from .event import Event

BRACES = re.compile(r"\{(\w+)(?: (\w+))?(?::([^}]+))?\}")
"""A field or a verb; a field and the verb that agrees with it; a field and the kind of thing that it is."""
KINDS = ("side", "thing", "title", "reason")
"""What all rulebooks have; one has others (`Event.kinds`), and whatever else stands there is counted."""


def worded(event: Event, names: Names) -> str:
    """The sentence of an event, with everything called as players call it.

    A field that names pieces, as `shows` says, is written as they are called, and so are {winner:side},
    {spell:thing} and {feature:title}. {why:reason} speaks of whom the event is about as 'it'. {points:life point}
    and {far:inch/inches} are counted, {hit:hits|misses} says whether or not; other kinds are written as the
    rulebook writes them. A word that is no field is a verb, given as it follows 'it', that agrees with who was
    named first; {foe has} agrees with the foe.
    """
    subject: list[Name] = []

    def put_in(found: re.Match[str]) -> str:
        field, verb, kind = found.groups()
        if field not in event.__struct_fields__:
            return subject[0].does(field)
        word = _word(event, field, kind, names)
        if not isinstance(word, Name):
            return word
        if verb:
            return word.does(verb)
        subject.append(word)
        return word

    return BRACES.sub(put_in, event.says)


def _word(event: Event, field: str, kind: str | None, names: Names) -> str:
    value = getattr(event, field)
    if field in event.shows.everybody:
        return names.pieces(value) if isinstance(value, tuple) else names.piece(value)
    if kind is None:
        return str(value)
    if kind in event.kinds:
        return event.kinds[kind](value)
    if "|" in kind:
        yes, no = kind.split("|")
        return yes if value else no
    if kind not in KINDS:
        return count(value, *kind.split("/"))
    if kind == "side":
        return names.side(value)
    if kind == "reason":
        return names.reason(value, getattr(event, event.shows.who))
    return names.thing(value) if kind == "thing" else names.title(value)
