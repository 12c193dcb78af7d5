"""New men, dismissals, and a new warband.  [war.camp.recruit] [war.camp.disband] [war.band.found]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from warhost.engine.dice import Throw
from warhost.engine.question import Choose
from warhost.engine.tidings import Befell

from ..library import FighterKind, Library
from ..mustering import lawful
from .growing import MOST_HEROES, first_spells
from .ledger import Group, Ledger, fresh_id, new_group, new_hero, told_apart, unlike
from .season import After
from .stories import note_group, retire, things

RECRUIT, DISBAND = "war.camp.recruit", "war.camp.disband"
FOR_EACH_POINT = 2  # crowns


def hire_offers(after: After, ledger: Ledger) -> Iterator[tuple[str, str]]:
    """Up to the limits of the list, the dead making room; the leader is never hired anew."""
    band = after.setting.library.bands[ledger.army]
    for kind in band.fighter:
        if ledger.size < band.most and _place_for(ledger, kind):
            yield from _of_kind(after, ledger, kind)
    for hero in ledger.at_home:
        yield f"dismiss:{hero.id}", f"dismiss {hero.title}"
    for group in ledger.groups:
        yield f"dismiss:{group.id}", f"dismiss one of {group.title}"
    yield "disband", f"disband {ledger.name} and found another warband …"


def _place_for(ledger: Ledger, kind: FighterKind) -> bool:
    """A captive keeps his place until he is lost; a leader has left his, and a henchman who was raised to hero.

    [war.camp.captured] [war.camp.leader] [war.camp.advance.hench]
    """
    if kind.role in ("leader", "follower") or kind.price > ledger.treasury:
        return False
    heroes = sum(hero.fighter == kind.id and hero.role != "leader" for hero in ledger.heroes)
    henchmen = sum(group.count for group in ledger.groups if group.fighter == kind.id)
    there = heroes if kind.hero else henchmen
    return not (kind.most and there >= kind.most) and not (kind.hero and len(ledger.heroes) >= MOST_HEROES)


def _of_kind(after: After, ledger: Ledger, kind: FighterKind) -> Iterator[tuple[str, str]]:
    yield f"hire:{kind.id}", f"hire a {kind.title}, {kind.price} crowns"
    for group in ledger.groups:
        if group.fighter == kind.id and group.count < lawful.LARGEST_GROUP and "large" not in kind.traits:
            cost = cost_of_one_more(after.setting.library, ledger, group)
            to_be_had = after.state.pool < 0 or group.experience <= after.state.pool
            if cost <= ledger.treasury and to_be_had:
                yield f"more:{group.id}", f"one more for {group.title}, {cost} crowns"


def cost_of_one_more(library: Library, ledger: Ledger, group: Group) -> int:
    """List price, arms like the others', and 2 crowns for each point of experience."""
    kind = library.bands[ledger.army].kind(group.fighter)
    assert kind is not None
    return kind.price + lawful.price_of_gear(library, things(group.gear)) + FOR_EACH_POINT * group.experience


def _hire(after: After, ledger: Ledger, fighter: str) -> None:
    kind = after.setting.library.bands[ledger.army].kind(fighter)
    assert kind is not None
    ledger.treasury -= kind.price
    id, title = fresh_id(ledger, fighter), told_apart(ledger, kind.title)
    if kind.hero:
        ledger.heroes.append(new_hero(kind, id, title, ()))
    else:
        ledger.groups.append(new_group(kind, id, title, (), 1))
    after.tell(Befell(RECRUIT, ledger.name, title, "joins"))
    first_spells(after, after.state.player)


def _more(after: After, ledger: Ledger, who: str) -> None:
    """Of new men's experience 2D6 points are to be had after each battle, rolled when somebody wants such men."""
    season = after.state
    group = next(one for one in ledger.groups if one.id == who)
    if group.experience and season.pool < 0:
        season.pool = sum(after.throw(Throw(2, 6, "new men's experience", RECRUIT, season.player)))
    if group.experience > max(0, season.pool):
        note_group(after, ledger, group, "nobody with their experience is to be had", RECRUIT)
        return
    season.pool -= group.experience
    ledger.treasury -= cost_of_one_more(after.setting.library, ledger, group)
    group.count += 1
    note_group(after, ledger, group, "they are one more", RECRUIT)


def _dismiss(after: After, ledger: Ledger, who: str) -> None:
    """His equipment stays."""
    hero = next((one for one in ledger.heroes if one.id == who), None)
    if hero is not None:
        retire(after, ledger, hero, "is dismissed", DISBAND)
        return
    group = next(one for one in ledger.groups if one.id == who)
    group.count -= 1
    ledger.store = (*ledger.store, *things(group.gear))
    note_group(after, ledger, group, "one of them is dismissed", DISBAND)
    if not group.count:
        ledger.groups.remove(group)


# --- a new warband ------------------------------------------------------------------------------------------------


def _found(after: After, ledger: Ledger, name: str) -> None:
    """With a rating of its own; what the old one has done does not pass on."""
    season = after.state
    fresh = after.setting.rosters[name].copy()
    fresh.name = unlike(fresh.name, [one.name for one in season.ledgers])
    season.ledgers[season.player] = fresh
    after.tell(Befell(DISBAND, ledger.name, "", f"is disbanded; its player founds {fresh.name}"))
    first_spells(after, season.player)
    season.go_to("update")


def anew(after: After) -> bool:
    """A warband that is at an end: its player may found another."""
    season, ledger = after.state, after.state.ledger
    if season.begun or not ledger.ended:
        return False
    season.begun = True
    _in_its_place(after, ledger, f"{ledger.name} is at an end.", "no other")
    return True


def _disband(after: After, ledger: Ledger) -> None:
    _in_its_place(after, ledger, f"{ledger.name} goes home for good.", f"none: {ledger.name} stays together")


def _in_its_place(after: After, ledger: Ledger, text: str, none: str) -> None:
    """Founded with 500 crowns, as one of the ready warbands."""
    meanings = {name: fresh.name for name, fresh in after.setting.rosters.items()} | {"none": none}
    chosen = after.ask(
        Choose(
            after.state.player,
            "new warband",
            [*meanings],
            DISBAND,
            text=f"{text} Which warband is founded in its place?",
            meanings=meanings,
            usual="none",
        )
    )
    if chosen != "none":
        _found(after, ledger, chosen)


HIRES: Mapping[str, Callable[..., None]] = {"hire": _hire, "more": _more, "dismiss": _dismiss, "disband": _disband}
