"""Who may carry which magic items: places, wizards and warriors, one of a kind, once for a side.

[tp.magic.items] [tp.magic.items.unique]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from warhost.roster.bill import Breach
from warhost.roster.roster import Character, Roster

from ..items.item import FREE, HEAD, Item
from ..scenario.mission import Terms
from .choices import Choice, choices
from .equip import gear, standard_gear
from .lists import Armies
from .terms import FREE as FREE_TERMS

SCRAP_BOOK = "magical_scrap_book"
SCROLLS_IN_BOOK = 3
PAIR = 2
SUIT, PAINT = "body", "body paint"
LONER = "loner"  # the state in which nobody joins a group
SLOT_RULES = {
    "weapon": "tp.magic.items.weapon",
    "body": "tp.magic.items.armour",
    "shield": "tp.magic.items.armour",
    "body paint": "tp.magic.items.warpaint",
    "staff or wand": "tp.magic.items.wands",
    "scrap book": "tp.item.arcane.magical_scrap_book",
}


def carrying(
    roster: Roster, chosen: Sequence[Choice], armies: Armies, terms: Terms = FREE_TERMS
) -> Iterator[Breach]:
    """All that is unlawful about the items of an army."""
    race = armies.lists[roster.army].race
    taken: dict[str, str] = {}
    for choice in chosen:
        if not choice.items:
            continue
        yield from _character(choice) if isinstance(choice.entry, Character) else _group(choice, terms)
        yield from _barred(choice, chosen)
        for item in choice.items:
            if item.id in taken and not item.repeatable(race):
                why = f"{item.title} is there only once, and {taken[item.id]} has it"
                yield Breach("tp.magic.items.unique", choice.id, why, f"leave out {item.id}")
            taken.setdefault(item.id, choice.id)
    yield from _pairs(chosen)
    yield from _steeds(chosen)


def _steeds(chosen: Sequence[Choice]) -> Iterator[Breach]:
    """There is one pegasus for a side.  [tp.item.enchanted.leftdinnear]"""
    riders: dict[str, str] = {}
    for choice in chosen:
        if (steed := choice.steed) and steed.once:
            if steed.id in riders:
                why = f"{steed.title} is there only once, and {riders[steed.id]} rides him"
                yield Breach(steed.once, choice.id, why, "leave out the mount")
            riders.setdefault(steed.id, choice.id)


def _pairs(chosen: Sequence[Choice]) -> Iterator[Breach]:
    """What comes in pairs is taken by two different characters, neither more nor less.

    [tp.item.weapon.hammer_fists_of_kinship]
    """
    bearers: dict[str, list[str]] = {}
    paired = {item.id: item for choice in chosen for item in choice.items if item.often == "pair"}
    for choice in chosen:
        for item in choice.items:
            if item.id in paired:
                bearers.setdefault(item.id, []).append(choice.id)
    for name, owners in bearers.items():
        if len(owners) != PAIR or owners[0] == owners[1]:
            why = f"{paired[name].title} are carried by two different characters, one each"
            yield Breach(paired[name].rule, owners[0], why, f"give {name} to two characters, or to none")


def taken_by_both(rosters: Sequence[Roster], armies: Armies) -> Iterator[Breach]:
    """What is there only once for a side is shared by allies as well.  [tp.magic.items.unique] [tp.army.players]"""
    owners: Counter[str] = Counter()
    for roster in rosters:
        race = armies.lists[roster.army].race
        chosen = choices(roster, armies)
        once = [item.id for choice in chosen for item in choice.items if not item.repeatable(race)]
        once += [choice.steed.id for choice in chosen if choice.steed and choice.steed.once]
        owners.update(list(dict.fromkeys(once)))
    for item, armies_with_it in owners.items():
        if armies_with_it > 1:
            why = f"{armies_with_it} allies have {item}, of which there is one for a side"
            yield Breach("tp.magic.items.unique", "the side", why, "leave it to one of them")


def _barred(choice: Choice, army: Sequence[Choice]) -> Iterator[Breach]:
    """Some races may not have some items, and some beasts do not suffer one in their own army.

    [tp.item.armour.armour_of_energy] [tp.item.command.noteus_scarred_banner] [tp.item.weapon.fang_of_fallax]
    """
    race = choice.profile.race or choice.army.race
    for item in choice.items:
        if race in item.not_for:
            yield Breach(item.rule, choice.id, f"{item.title} is not for this race: {race}", f"leave out {item.id}")
        for other in army:
            if item.not_beside and _breath(other) == item.not_beside:
                why = f"{other.id} would not suffer {item.title} in its army"
                yield Breach(item.rule, choice.id, why, f"leave out {item.id} or {other.id}")


def _breath(choice: Choice) -> str:
    """What it or its mount breathes."""
    return choice.profile.breath or (choice.ridden.breath if choice.ridden else "")


# --- commands of groups -------------------------------------------------------------------------------------


def _group(group: Choice, terms: Terms) -> Iterator[Breach]:
    """Only a command model of a unit that may, and only one magical command; in a last stand any may.

    [tp.unit.command.magical] [tp.magic.items.commands] [tp.scenario.last_stand.magic_commands]
    """
    rule, command = "tp.unit.command.magical", group.profile.command
    for item in group.items:
        if item.kind != "command":
            why = f"groups carry magical commands, and {item.title} is none"
            yield Breach("tp.magic.items", group.id, why, f"give {item.id} to a character")
    if command is None or not (command.magical or terms.any_command):
        yield Breach(rule, group.id, f"{group.profile.title} may not have a magical command", "leave it out")
    elif not group.command:
        yield Breach(rule, group.id, "nobody is there to bear it", "add a command model")
    if len(group.items) > 1:
        yield Breach(rule, group.id, f"{len(group.items)} magical commands, of at most 1", "keep one")


# --- characters ---------------------------------------------------------------------------------------------


def _character(choice: Choice) -> Iterator[Breach]:
    """A standard bearer has one magical command at most, be it a banner or a horn.

    [tp.character.battle_standard.item] [tp.magic.items.commands]
    """
    yield from _places(choice)
    yield from _slots(choice)
    for item in choice.items:
        yield from _who(choice, item)
        yield from _how(choice, item)
    yield from _beside_armour(choice)
    commands = {item.slot: item.title for item in choice.items if item.kind == "command"}
    if len(commands) > 1:  # two for the same place are told of already
        why = f"{' and '.join(commands.values())}, of magical commands at most 1"
        yield Breach("tp.character.battle_standard.item", choice.id, why, "keep one")


def _places(choice: Choice) -> Iterator[Breach]:
    """[tp.magic.items]"""
    used, most = places(choice.items), choice.profile.items
    if used > most:
        why = f"{used} magic items, of at most {most}"
        yield Breach("tp.magic.items", choice.id, why, f"leave {used - most} of them out")


def places(items: Sequence[Item]) -> int:
    """How many places the items take up: three scrolls in a scrap book none.

    [tp.item.arcane.magical_scrap_book]
    """
    bound = SCROLLS_IN_BOOK * any(item.id == SCRAP_BOOK for item in items)
    scrolls = sum(item.slot == "scroll" for item in items)
    return len(items) - min(scrolls, bound)


def _slots(choice: Choice) -> Iterator[Breach]:
    """One crown, hat or helmet, one suit, one weapon for close combat, a wand or a staff, one scrap book; as many
    rings, potions and other books as one likes. Some are not worn together though their places differ.

    [tp.magic.items.unique] [tp.magic.items.weapon] [tp.magic.items.armour] [tp.magic.items.wands]
    [tp.magic.items.potions] [tp.magic.items.scrolls] [tp.item.arcane.magical_scrap_book]
    """
    for rule, why in crowded(choice.items):
        yield Breach(rule, choice.id, why, "keep one of them")


def crowded(items: Sequence[Item]) -> Iterator[tuple[str, str]]:
    """By which rule nobody can wear or hold all of these together, and why.  [tp.magic.items.unique]"""
    for slot, number in Counter(_place(item) for item in items).items():
        if number > 1 and slot not in FREE:
            yield SLOT_RULES.get(slot, "tp.magic.items.unique"), f"{number} items for the same place: {slot}"
    slots = {item.slot: item.title for item in items}
    if "coating" in slots and "weapon" in slots:
        why = f"{slots['coating']} goes on a plain weapon, not beside {slots['weapon']}"
        yield "tp.magic.items.weapon", why
    for item in items:
        for other in items:
            if other.id in item.not_with:
                yield item.rule, f"{item.title} is not worn together with {other.title}"


def _place(item: Item) -> str:
    """Where it is worn or held."""
    if item.id == SCRAP_BOOK:
        return "scrap book"
    return "head" if item.slot in HEAD else item.slot


def _who(choice: Choice, item: Item) -> Iterator[Breach]:
    """[tp.magic.items.armour] [tp.magic.items.warpaint] [tp.magic.items.arcane] [tp.magic.items.commands]
    [tp.character.battle_standard.item]
    """
    mend = f"leave out {item.id}"
    for rule, why in not_his(item, choice.items, bool(choice.profile.disciplines)):
        yield Breach(rule, choice.id, why, mend)
    if item.kind == "command" and choice.role != "standard":
        why = f"only the battle standard bearer carries {item.title}"
        yield Breach("tp.character.battle_standard.item", choice.id, why, mend)


def not_his(item: Item, items: Sequence[Item], wizard: bool) -> Iterator[tuple[str, str]]:
    """What only wizards use, and what they do not wear; whom a kit among his items teaches is one without arcana.

    [tp.magic.items.armour] [tp.magic.items.warpaint] [tp.magic.items.arcane]
    """
    taught = any(one.teaches for one in items)
    if item.teaches and wizard:
        yield item.rule, f"who is a wizard needs no {item.title}"
    if item.kind == "armour" and (wizard or taught):
        rule = "tp.magic.items.warpaint" if item.slot == PAINT else "tp.magic.items.armour"
        yield rule, f"wizards do not wear {item.title}"
    if item.kind == "arcane" and not wizard:
        yield "tp.magic.items.arcane", f"only wizards use {item.title}"


def _how(choice: Choice, item: Item) -> Iterator[Breach]:
    """What is used on foot or from the saddle alone, or by one who joins nobody.

    [tp.item.weapon.widow_maker]
    """
    mounted = bool(choice.steed or choice.ridden)
    if item.carried == "foot" and mounted:
        yield Breach(item.rule, choice.id, f"{item.title} is used on foot only", "leave out the mount or the item")
    if item.carried == "mounted" and not mounted:
        yield Breach(item.rule, choice.id, f"{item.title} is used from the saddle only", "add a mount")
    if item.shot_with and not any(weapon in item.shot_with for weapon in gear(choice).weapons):
        why = f"{item.title} is shot with one of these: {', '.join(item.shot_with)}"
        yield Breach(item.rule, choice.id, why, f"leave out {item.id}")
    if item.gives and LONER in item.gives.traits and choice.entry.with_:
        yield Breach(item.rule, choice.id, f"whoever has {item.title} joins no group", "let it stand alone")


def _beside_armour(choice: Choice) -> Iterator[Breach]:
    """What was bought besides must not be of the same kind; paint goes on bare skin.

    [tp.magic.items.weapon] [tp.magic.items.armour] [tp.magic.items.warpaint]
    """
    slots = {item.slot: item for item in choice.items}
    for option in choice.options:
        arms = [weapon for weapon in option.gives if weapon in choice.lays_down]
        for slot, bought in (("weapon", bool(arms)), (SUIT, bool(option.armour)), ("shield", option.shield)):
            if bought and slot in slots:
                why = f"{option.id} besides {slots[slot].title}"
                yield Breach(SLOT_RULES[slot], choice.id, why, f"leave out the option {option.id}")
    worn = next((o.armour for o in reversed(choice.options) if o.armour), standard_gear(choice.profile).armour)
    if PAINT in slots and (worn != "none" or SUIT in slots):
        why = f"{slots[PAINT].title} is not worn with body armour"
        yield Breach("tp.magic.items.warpaint", choice.id, why, f"leave out {slots[PAINT].id}")
