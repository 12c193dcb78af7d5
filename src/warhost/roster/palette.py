"""What may be chosen for an army: kinds of troops, sizes, options with prices, in one shape for all rulebooks.

A palette only offers. Whether an army is lawful is judged by the rulebook's lists alone (`Lists.breaches`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from .lists import Lists, all_faults, find_roster, ready_rosters
from .roster import Character, Entry, Group, Roster

Key = Literal["options", "items", "mount", "role", "command"]
"""Where in an entry of the roster a pick is written down."""

MOST_MODELS = 100
SEEN: tuple[Key, ...] = ("role", "options", "mount", "items")
"""What a palette is made of where the rulebook says nothing; a command model is not seen in a roster's price."""


class Pick(Struct, frozen=True):
    """Something that can be taken. Without `points` its price hangs on the rest of the entry."""

    id: str
    title: str
    points: int | None = 0
    each: bool = False  # paid for every model
    text: str = ""
    rule: str = ""
    needs: tuple[str, ...] = ()  # picks of which one must be taken for this one to be there
    many: str = ""  # how several of it are written where that is one word, such as '{} torches'


class Offer(Struct, frozen=True):
    """Picks that belong together, written out or lying on a shelf of the palette."""

    key: Key
    title: str
    picks: tuple[Pick, ...] = ()
    shelf: str = ""
    most: int = 0  # how many different ones; 0: any number
    repeat: int = 1  # how often the same one may be taken
    usual: str = ""  # what holds while none is taken, where that has a name
    must: bool = False  # whether one has to be taken
    purposes: tuple[str, ...] = ()  # the ids of those for which alone it is sold


class Start(Struct, frozen=True):
    """How an entry is written down when it is added."""

    models: int = 1
    files: int = 0
    options: tuple[str, ...] = ()
    mount: str = ""
    role: str = ""


class Kind(Struct, frozen=True, kw_only=True):
    """Troops of one kind, or a character."""

    profile: str
    title: str
    section: str
    character: bool
    points: int  # of an entry as it starts
    each: int | None = None  # of one model more, where that is always the same
    size: tuple[int, int] = (1, 1)
    most: int = 0  # in one army; 0: any number
    files: bool = False  # whether it is asked how wide it stands
    joins: tuple[str, ...] = ()  # the kinds it may stand with
    command: tuple[str, ...] = ()  # the options that `command = true` stands for, where it does
    needless: tuple[str, ...] = ()  # options that only say what holds anyway
    start: Start = Start()
    offers: tuple[Offer, ...] = ()
    row: tuple[str, ...] = ()  # its values, under the columns of the palette
    notes: tuple[str, ...] = ()  # what it is and carries, in words
    rule: str = ""


class Purpose(Struct, frozen=True, kw_only=True):
    """What an army can be written for besides any battle: a side of a scenario that musters by rules of its own."""

    scenario: str
    part: str
    title: str
    side: int  # in that scenario
    first: bool = True  # whether it is there from the start, and does not come to the help of others
    points: int = 0  # exactly so many; 0 for what the players agree on
    share: tuple[int, int] = (1, 1)  # of the first side's points, as counter and denominator
    rule: str = ""

    @property
    def id(self) -> str:
        """As offers name it."""
        return f"{self.scenario}/{self.part}"


class Palette(Struct, frozen=True, kw_only=True):
    """All that may be chosen from one army list."""

    army: str
    title: str
    kinds: tuple[Kind, ...]
    text: str = ""
    money: str = "points"  # what things are paid with
    limits: tuple[int, ...] = ()  # what armies usually may spend
    columns: tuple[str, ...] = ()
    shelves: dict[str, tuple[Pick, ...]] = {}
    purposes: tuple[Purpose, ...] = ()

    def picks(self, offer: Offer) -> tuple[Pick, ...]:
        return self.shelves[offer.shelf] if offer.shelf else offer.picks


def limits(lists: Lists, army: str) -> tuple[int, ...]:
    """The points for which there are ready rosters of a list."""
    found = (find_roster(lists, name)[1] for name in ready_rosters(lists))
    return tuple(sorted({roster.points for roster in found if roster.army == army}))


# --- without a word from the rulebook ------------------------------------------------------------------------


def seen(lists: Lists, army: str) -> Palette:
    """What the ready rosters of a list hold, at the prices of its bills: better than nothing for a young game."""
    rosters = [find_roster(lists, name)[1] for name in ready_rosters(lists)]
    own = [roster for roster in rosters if roster.army == army]
    entries: dict[str, list[tuple[Roster, Group | Character]]] = {}
    for roster in own:
        written: list[Group | Character] = [*roster.group, *roster.character]
        for entry in written:
            entries.setdefault(entry.profile, []).append((roster, entry))
    kinds = tuple(_seen_kind(lists, found) for found in entries.values())
    return Palette(army=army, title=lists.armies()[army], kinds=kinds, limits=limits(lists, army))


def _seen_kind(lists: Lists, found: list[tuple[Roster, Group | Character]]) -> Kind:
    roster, first = found[0]
    plain = _plain(lists, roster, first)
    offers = (_seen_offer(lists, roster, plain, key, [entry for _, entry in found]) for key in SEEN)
    return Kind(
        profile=plain.profile,
        title=_words(plain.profile),
        section="Troops" if isinstance(plain, Group) else "Characters",
        character=isinstance(plain, Character),
        points=_price(lists, roster, plain) or 0,
        size=(1, MOST_MODELS) if isinstance(plain, Group) else (1, 1),
        start=Start(models=plain.models if isinstance(plain, Group) else 1, options=plain.options),
        offers=tuple(offer for offer in offers if offer.picks),
    )


def _plain(lists: Lists, roster: Roster, entry: Group | Character) -> Group | Character:
    """The entry with nothing bought, or with its options where it cannot do without."""
    bare = replace(entry, options=(), items=(), with_="", id="", name="")
    bare = (
        replace(bare, mount="", role="") if isinstance(bare, Character) else replace(bare, command=False, files=0)
    )
    return bare if _price(lists, roster, bare) is not None else replace(bare, options=entry.options)


def _seen_offer(
    lists: Lists, roster: Roster, plain: Group | Character, key: Key, found: list[Group | Character]
) -> Offer:
    words = dict.fromkeys(word for entry in found for word in _taken(entry, key))
    picks = tuple(Pick(word, word, _difference(lists, roster, plain, key, word)) for word in words)
    return Offer(key, key.capitalize(), picks, most=0 if key in ("options", "items") else 1)


def _taken(entry: Group | Character, key: Key) -> tuple[str, ...]:
    taken = getattr(entry, key, ())
    return taken if isinstance(taken, tuple) else (str(taken),) if taken else ()


def _words(id: str) -> str:
    return id.replace("_", " ").capitalize()


def _difference(lists: Lists, roster: Roster, plain: Group | Character, key: Key, word: str) -> int | None:
    before, now = _price(lists, roster, plain), getattr(plain, key)
    dearer = replace(plain, **{key: (*now, word) if isinstance(now, tuple) else word})
    after = _price(lists, roster, dearer)
    return None if before is None or after is None else after - before


def _price(lists: Lists, roster: Roster, entry: Group | Character) -> int | None:
    groups, characters = ((entry,), ()) if isinstance(entry, Group) else ((), (entry,))
    alone = replace(roster, group=groups, character=characters)
    return None if all_faults(lists, alone) else lists.bill(alone).points


def spelled(palette: Palette, roster: Roster) -> Roster:
    """The roster as the palette writes it: `command = true` as the options it stands for, nothing needless."""
    kinds = {kind.profile: kind for kind in palette.kinds}
    return replace(roster, group=tuple(_spelled(group, kinds.get(group.profile)) for group in roster.group))


def _spelled(group: Group, kind: Kind | None) -> Group:
    if kind is None:
        return group
    options = tuple(option for option in group.options if option not in kind.needless)
    if group.command and kind.command:
        missing = (option for option in kind.command if option not in options)
        return replace(group, command=False, options=(*options, *missing))
    return replace(group, options=options)


# --- what things cost beside the rest ------------------------------------------------------------------------


def prices(lists: Lists, palette: Palette, roster: Roster, key: str) -> dict[str, int]:
    """For each pick without a price of its own what taking or leaving it would change, by 'options:shield'."""
    found = entry_at(roster, key)
    kind = found and next((one for one in palette.kinds if one.profile == found.profile), None)
    if found is None or not kind or all_faults(lists, roster):
        return {}
    now, costs = lists.bill(roster).points, {}
    for offer in kind.offers:
        for pick in palette.picks(offer):
            if pick.points is None:
                other = with_entry(roster, key, _other(found, palette, offer, pick))
                if not all_faults(lists, other):
                    costs[f"{offer.key}:{pick.id}"] = lists.bill(other).points - now
    return costs


def _other(entry: Group | Character, palette: Palette, offer: Offer, pick: Pick) -> Group | Character:
    """The entry with the pick if it was without, and without if it was with."""
    taken: tuple[str, ...] = getattr(entry, offer.key)
    if pick.id in taken:
        return replace(entry, **{offer.key: tuple(one for one in taken if one != pick.id)})
    rivals = [one.id for one in palette.picks(offer)] if offer.most == 1 else []
    return replace(entry, **{offer.key: (*(one for one in taken if one not in rivals), pick.id)})


def keys(roster: Roster) -> Iterator[tuple[str, Entry]]:
    """Every entry by its place in the roster, such as 'group[2]'."""
    yield from ((f"group[{number}]", entry) for number, entry in enumerate(roster.group))
    yield from ((f"character[{number}]", entry) for number, entry in enumerate(roster.character))


def entry_at(roster: Roster, key: str) -> Group | Character | None:
    found = dict(keys(roster)).get(key)
    return found if isinstance(found, Group | Character) else None


def with_entry(roster: Roster, key: str, entry: Group | Character) -> Roster:
    kind = "group" if isinstance(entry, Group) else "character"
    others = enumerate(getattr(roster, kind))
    return replace(roster, **{kind: tuple(entry if f"{kind}[{n}]" == key else other for n, other in others)})
