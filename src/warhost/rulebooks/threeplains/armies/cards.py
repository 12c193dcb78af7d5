"""Army sheets: every piece of a roster, or of a whole list, with its numbers and what the words on it mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import astuple, replace

from warhost.engine.sheet import Card, Sheet, Term
from warhost.roster.roster import Group, Roster

from ..figure import INCH, Blows, Figure
from ..items.shelf import ITEMS
from .allowance import bill, choice_points, choice_shapes, detail, deviancy, hired, model_points
from .choices import Choice, choices, mounts
from .equip import Gear, figure, gear, standard_gear
from .lists import Armies
from .profiles import ArmyList, Profile, Shapes

COLUMNS = ("", "M", "A", "CR", "D", "T", "R", "Ag", "Mg", "LP", "S")
KINDS = {
    "missile": "missile unit",
    "infantry": "infantry unit",
    "cavalry": "cavalry unit",
    "pack": "beasts of a beast unit",
    "master": "beast masters",
    "mount": "beast with a rider",
    "machine": "war machine",
}


def roster_sheet(roster: Roster, armies: Armies) -> Sheet:
    """What a player wants beside him at the table.  [tp.army.roster]"""
    chosen = choices(roster, armies)
    total = bill(roster, armies)
    army = armies.lists[roster.army]
    subtitle = f"{army.title}, {total.points} of {roster.points} points, deviancy {army.deviancy}"
    cards = [card for choice in chosen for card in _choice_cards(choice, chosen, roster, armies)]
    return Sheet(roster.name, subtitle, COLUMNS, tuple(cards), _terms(cards, armies), roster.story)


def list_sheet(army: ArmyList, armies: Armies) -> Sheet:
    """All profiles of a list with what may be bought for them."""
    cards = [_profile_card(profile, army, armies) for profile in army.profile]
    hire = "; other armies may hire from it" if army.for_hire else ""
    subtitle = f"army list {army.id}, deviancy {army.deviancy}{hire}"
    return Sheet(army.title, subtitle, COLUMNS, tuple(cards), _terms(cards, armies), army.text)


def shapes_text(shapes: Shapes) -> str:
    """'1 triangle, 2 diamonds'."""
    return ", ".join(f"{amount:g} {shape}{'' if amount <= 1 else 's'}" for shape, amount in shapes.items())


# --- a roster -----------------------------------------------------------------------------------------------


def _choice_cards(choice: Choice, chosen: list[Choice], roster: Roster, armies: Armies) -> Iterator[Card]:
    plain = figure(choice)
    lent = sum(item.gives.life for item in choice.items if item.gives and item.kind != "command")
    model = replace(plain, life=plain.life + lent)
    yield Card(
        id=choice.id,
        title=choice.title,
        detail=detail(choice, roster) or KINDS.get(choice.profile.kind, choice.profile.kind),
        points=choice_points(choice),
        shares=shapes_text(choice_shapes(choice)),
        rows=stat_rows(model, choice.profile.title, choice.steed.title if choice.steed else "team"),
        gear=(
            *_gear_names(choice.profile, gear(choice), choice.role if choice.profile.roles else ""),
            *(item.title for item in choice.items),
        ),
        remarks=tuple(_remarks(choice, chosen, roster, armies)),
        boxes=(model.life,) * choice.models,
    )
    if choice.ridden:
        mount = Choice(f"{choice.id}-{choice.ridden.id}", choice.key, choice.entry, choice.army, choice.ridden)
        beast = figure(mount)
        yield Card(
            id=mount.id,
            title=choice.ridden.title,
            detail=f"ridden by {choice.title}",
            points=choice.ridden.points,
            rows=stat_rows(beast, choice.ridden.title, "team"),
            gear=_gear_names(choice.ridden, standard_gear(choice.ridden)),
            boxes=(beast.life,),
        )


def _remarks(choice: Choice, chosen: list[Choice], roster: Roster, armies: Armies) -> Iterator[str]:
    if isinstance(choice.entry, Group):
        files = f", {choice.entry.files} wide" if choice.entry.files else ""
        command = ", one of them the command model" if choice.command else ""
        yield f"{choice.models} models at {model_points(choice)} points{files}{command}"
        if hired(choice, roster):
            yield f"deviancy {deviancy(choice, roster, armies)}"
        leaders = [other for other in chosen if other.entry.with_ == choice.id and other.role != "halfwit"]
        if leaders:
            yield "with " + ", ".join(leader.title for leader in leaders)
    elif choice.entry.with_:
        verb = "hides in" if choice.role == "halfwit" else "leads"
        yield f"{verb} {next(other.title for other in chosen if other.id == choice.entry.with_)}"


# --- a list -------------------------------------------------------------------------------------------------


def _profile_card(profile: Profile, army: ArmyList, armies: Armies) -> Card:
    steed = armies.steeds[profile.steed] if profile.steed else None
    model = figure(Choice(profile.id, "", Group(profile=profile.id), army, profile, steed=steed))
    least, most = profile.size
    size = f", {least} to {most} models" if most > 1 else ""
    return Card(
        id=profile.id,
        title=profile.title,
        detail=f"{KINDS.get(profile.kind, profile.kind)}{size}",
        points=profile.points,
        shares=shapes_text(profile.shapes),
        rows=stat_rows(model, profile.title, steed.title if steed else "team"),
        gear=(*_gear_names(profile, standard_gear(profile)), *profile.roles),
        remarks=(profile.text, *_sold(profile, army, armies)),
    )


def _sold(profile: Profile, army: ArmyList, armies: Armies) -> Iterator[str]:
    """What may be bought, with its price."""
    if profile.command:
        magical = ", which may carry a magical command" if profile.command.magical else ""
        yield f"command model {profile.command.points:+}{magical}"
    if profile.options:
        yield "options: " + ", ".join(f"{option.id} {option.points:+}" for option in profile.options)
    if profile.mounts:
        steeds = [f"{mount.steed} {mount.points:+}" for mount in mounts(profile, armies)]
        beasts = [f"{id} {army.find(id).points:+}" for id in profile.rides]
        yield "mounts: " + ", ".join([*steeds, *beasts])
    for mount in profile.mounts:
        if mount.lance is not None and mount.spear is not None:
            yield f"{mount.steed}: lance {mount.lance:+}, spear {mount.spear:+}"
    if profile.items:
        yield f"up to {profile.items} magic items"
    if profile.disciplines:
        master = f"; master {profile.master.points:+} and 1 triangle" if profile.master else ""
        yield f"magic: {', '.join(profile.disciplines)}{master}"
    if profile.masters:
        yield f"herded by {army.find(profile.masters).title}s"


# --- numbers and words --------------------------------------------------------------------------------------


def stat_rows(model: Figure, title: str, beside: str) -> tuple[tuple[str, ...], ...]:
    own, *others = model.blows
    movement = f"{model.movement // INCH}" if model.movement else "-"
    if model.flight:
        movement += f"/{model.flight // INCH}"
    save = [str(part) for part in astuple(model.save)]
    first = (title, movement, *_blow_cells(own), *save, str(model.life), str(model.soldiering))
    named = [("sting" if line.part == "sting" else beside, line) for line in others]
    return (first, *((name, "", *_blow_cells(line), "", "", "", "", "", "") for name, line in named))


def _blow_cells(line: Blows) -> tuple[str, str, str]:
    damage = "1" if line.damage == 1 else f"1-{line.damage}"
    damage += f" (T-{line.toughness})" if line.toughness else ""
    damage += f" (Ag-{line.agility})" if line.agility else ""
    return str(line.attacks), str(line.rating), damage


def _gear_names(profile: Profile, worn: Gear, role: str = "") -> tuple[str, ...]:
    armour = [f"{worn.armour} armour"] if worn.armour != "none" else []
    shield = ["shield"] if worn.shield else []
    traits = [_trait(trait, profile) for trait in worn.traits]
    return (*worn.weapons, *armour, *shield, *traits, *([role] if role else []))


def _trait(trait: str, profile: Profile) -> str:
    if trait in profile.ratings:
        return f"{trait} {profile.ratings[trait]}"
    return f"{trait} of {', '.join(profile.hates)}" if trait == "hatred" else trait


def _terms(cards: Iterable[Card], armies: Armies) -> tuple[Term, ...]:
    """What the words on the cards mean, each once."""
    texts = {weapon.id: weapon.text for weapon in armies.weapons.values()}
    texts |= {f"{name.id} armour" if name.id != "shield" else name.id: name.text for name in armies.armour.values()}
    texts |= {name.id: name.text for name in (*armies.traits.values(), *armies.roles.values())}
    texts |= {item.title: item.text for item in ITEMS.values()}
    used = dict.fromkeys(word for card in cards for word in card.gear)
    found = dict.fromkeys(name for word in used for name in texts if word == name or word.startswith(f"{name} "))
    return tuple(Term(name, texts[name]) for name in found if texts[name])
