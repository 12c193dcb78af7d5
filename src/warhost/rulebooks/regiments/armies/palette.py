"""What may be chosen for an army of Regiments, for those who build one by clicking.  [reg.army.options]"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.roster.palette import Kind, Offer, Palette, Pick, Start, limits
from warhost.roster.roster import MOST_MODELS

from ..records import Entry, Option
from .army import COMMAND
from .lawful import PLURAL
from .muster import COLUMNS, RegimentsLists

LARGEST = min(100, MOST_MODELS)
RANKED = ("infantry", "cavalry", "war beasts", "monstrous infantry", "monstrous cavalry", "monstrous beasts")


def palette(lists: RegimentsLists, id: str) -> Palette:
    army = lists.library.armies[id]
    sheet = lists.army_sheet(id)
    cards = {card.id: card for card in sheet.cards}
    sold = [entry for entry in army.entry if entry.slot != "mount"]
    hosts = tuple(entry.id for entry in sold if not entry.character and entry.troop in RANKED)
    kinds = [_kind(entry, hosts, cards[entry.id].rows[0][1:], cards[entry.id].remarks[0]) for entry in sold]
    return Palette(
        army=id,
        title=army.title,
        text=army.story,
        kinds=tuple(kinds),
        limits=limits(lists, id),
        columns=COLUMNS[1:],
    )


def _kind(entry: Entry, hosts: tuple[str, ...], row: tuple[str, ...], carries: str) -> Kind:
    least, most = entry.size
    return Kind(
        profile=entry.id,
        title=entry.title,
        section=PLURAL[entry.slot].capitalize(),
        character=entry.character,
        points=entry.points * least,
        each=None if entry.character else entry.points,
        size=(least, most or LARGEST),
        files=entry.troop in RANKED and not entry.character,
        joins=hosts if entry.character else (),
        command=tuple(name for name in COMMAND if name in entry.command),
        start=Start(models=least),
        offers=tuple(_offers(entry)),
        row=row,
        notes=(f"{entry.troop}, {entry.race}", carries),
        rule=entry.rule,
    )


def _offers(entry: Entry) -> Iterator[Offer]:
    mounts = tuple(option for option in entry.option if option.mount)
    if command := tuple(Pick(name, name, entry.command[name]) for name in COMMAND if name in entry.command):
        yield Offer("options", "Command", command)
    others = tuple(_pick(option, mounts) for option in entry.option if not option.mount)
    if others:
        yield Offer("options", "Options", others)
    if mounts:
        yield Offer("mount", "Mount", tuple(_pick(one, ()) for one in mounts), most=1, usual="on foot")


def _pick(option: Option, mounts: tuple[Option, ...]) -> Pick:
    needs = tuple(mount.id for mount in mounts) if option.mounted else ("champion",) if option.champion else ()
    title = option.id.replace(" per model", "") if option.each else option.id
    return Pick(option.id, title, option.points, option.each, needs=needs)
