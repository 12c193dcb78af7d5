"""Trade: sell, then look for rare things, then buy and swap.  [war.camp.trade] [war.weapon.limit]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from warhost.engine.dice import Throw
from warhost.engine.question import Choose
from warhost.engine.tidings import Befell

from ..library import Armour, Library, Weapon
from ..mustering import lawful
from .hiring import HIRES, hire_offers
from .ledger import Group, Hero, Ledger, owner
from .naming import name_offers, rename
from .paying import DONE, pay, purse
from .searching import searchers
from .season import After, Season
from .stories import note, things

TRADE = "war.camp.trade"
MOST_DEALS = 60
Offers = Iterator[tuple[str, str]]


def sell_one(after: After) -> bool:
    return _deal(after, "sell", "What does {} sell ({} crowns)?", dict(_sales(after, after.state.ledger)))


def look_one(after: After) -> bool:
    text = "Which rare thing does a hero of {} look for ({} crowns)?"
    return _deal(after, "look", text, dict(_rare_offers(after, after.state.ledger)))


def buy_one(after: After) -> bool:
    text = "What does {} buy, swap or hire ({} crowns)?"
    return _deal(after, "buy", text, dict(buying(after, after.state.ledger)))


def _deal(after: After, what: str, text: str, offers: Mapping[str, str]) -> bool:
    """One deal; False when the player has had enough, or there is nothing to deal in."""
    season, ledger = after.state, after.state.ledger
    if ledger.ended or not offers or season.deals >= MOST_DEALS:
        return False
    question = Choose(
        season.player,
        what,
        [DONE, *offers],
        TRADE,
        text=text.format(ledger.name, ledger.treasury),
        meanings={DONE: "nothing more", **offers},
        usual=DONE,
    )
    chosen = after.ask(question.under({offer: _heading(ledger, offer) for offer in offers}))
    if chosen == DONE:
        return False
    season.deals += 1
    verb, *rest = chosen.split(":")
    DEALS[verb](after, season.ledgers[season.player], *rest)
    return True


def _heading(ledger: Ledger, offer: str) -> str:
    """By whom it is about, or by what is done."""
    verb, *rest = offer.split(":")
    return owner(ledger, rest[1]).title if len(rest) > 1 else HEADINGS[verb]


HEADINGS = {
    "sell": "From the store",
    "hire": "Hire",
    "more": "Hire",
    "dismiss": "Dismiss",
    "disband": "Dismiss",
    "name": "Names",
}


def number_of(one: Hero | Group) -> int:
    return one.count if isinstance(one, Group) else 1


def without(gear: tuple[str, ...], name: str, times: int = 1) -> tuple[str, ...]:
    left = list(gear)
    for _ in range(times):
        left.remove(name)
    return tuple(left)


# --- selling --------------------------------------------------------------------------------------------------


def _sales(after: After, ledger: Ledger) -> Offers:
    """From the store, or off somebody's back; a group sells what all of it has. Free daggers are not for sale."""
    gear = after.setting.library.gear
    for name in dict.fromkeys(ledger.store):
        if name != "dagger":
            yield f"sell:{name}", f"{gear[name].title} from the store, {gear[name].price // 2} crowns"
    for one in ledger.everybody:
        for name in dict.fromkeys(things(one.gear)):
            if name != "dagger" and one not in ledger.captives:
                crowns = number_of(one) * (gear[name].price // 2)
                yield f"sell:{name}:{one.id}", f"{gear[name].title} of {one.title}, {crowns} crowns"


def _sell(after: After, ledger: Ledger, name: str, who: str = "") -> None:
    """For half its price, fractions dropped."""
    number = 1
    if who:
        one = owner(ledger, who)
        one.gear, number = without(one.gear, name), number_of(one)
    else:
        ledger.store = without(ledger.store, name)
    thing = after.setting.library.gear[name]
    crowns = number * (thing.price // 2)
    ledger.treasury += crowns
    after.tell(Befell(TRADE, ledger.name, "", f"sells {thing.title.lower()}: {crowns} crowns"))


# --- rare things ----------------------------------------------------------------------------------------------


def _rare_offers(after: After, ledger: Ledger) -> Offers:
    """One try for each hero who was not out of action, the thing named before he rolls."""
    library, most = after.setting.library, purse(after, ledger)
    for hero in searchers(after):
        if hero.id in after.state.looked or hero.misses:
            continue
        for name, thing in library.gear.items():
            if thing.rare and thing.for_sale and thing.price <= most:
                words = f"{hero.title} looks for {thing.title.lower()} ({thing.rare}+, {thing.price} crowns)"
                yield f"look:{name}:{hero.id}", words


def _look(after: After, ledger: Ledger, name: str, who: str) -> None:
    """2D6 of at least its availability finds it; it is bought now or left.  [war.armour.plate]"""
    hero = next(one for one in ledger.heroes if one.id == who)
    thing = after.setting.library.gear[name]
    after.state.looked = (*after.state.looked, who)
    total = sum(after.throw(Throw(2, 6, f"looking for {thing.title.lower()}", TRADE, after.state.player)))
    total += 2 if "streetwise" in hero.traits else 0
    if total < thing.rare:
        after.tell(Befell(TRADE, ledger.name, hero.title, f"finds no {thing.title.lower()}"))
        return
    question = Choose(
        after.state.player,
        "rare find",
        ["buy", "leave"],
        TRADE,
        text=f"{thing.title} is found, for {thing.price} crowns. Is it bought?",
        meanings={"buy": "buy it", "leave": "leave it"},
        usual="leave",
    )
    if after.ask(question) == "buy" and pay(after, ledger, thing.price, thing.title):
        ledger.store = (*ledger.store, name)
        after.tell(Befell(TRADE, ledger.name, "", f"buys {thing.title.lower()}"))


# --- buying and swapping --------------------------------------------------------------------------------------


def buying(after: After, ledger: Ledger) -> Offers:
    for hero in ledger.at_home:
        yield from _hero_offers(after, ledger, hero)
    for group in ledger.groups:
        yield from _group_offers(after, ledger, group)
    yield from hire_offers(after, ledger)
    yield from name_offers(ledger)


def may_carry(library: Library, ledger: Ledger, one: Hero | Group, name: str) -> bool:
    """As the lists allow it, and no more than a warrior carries; trained ones use any close combat weapon.

    [war.camp.trade] [war.weapon.limit] [war.camp.skills] [war.camp.injury.hero]
    """
    band, thing = library.bands[ledger.army], library.gear[name]
    kind = band.kind(one.fighter)
    if kind is None or kind.unarmed or any(lawful.too_much(library, (*one.gear, name))):
        return False
    if "lost arm" in one.traits and isinstance(thing, Weapon) and thing.hands == 2:
        return False
    blade = isinstance(thing, Weapon) and thing.kind == "close" and thing.for_sale
    if blade and "weapon training" in one.traits:
        return True
    return lawful.not_allowed(library, band, kind, name, raised=isinstance(one, Hero)) is None


def _hero_offers(after: After, ledger: Ledger, hero: Hero) -> Offers:
    library, most = after.setting.library, purse(after, ledger)
    for name in dict.fromkeys(ledger.store):
        if may_carry(library, ledger, hero, name):
            yield f"take:{name}:{hero.id}", f"{hero.title} takes {library.gear[name].title.lower()} from the store"
    for name in dict.fromkeys(things(hero.gear)):
        yield f"stow:{name}:{hero.id}", f"{hero.title} lays {library.gear[name].title.lower()} into the store"
    for name, thing in library.gear.items():
        common = not thing.rare and thing.for_sale and _listed(library, ledger, name)
        if common and thing.price <= most and may_carry(library, ledger, hero, name):
            yield f"buy:{name}:{hero.id}", f"{thing.title} for {hero.title}, {thing.price} crowns"


def _listed(library: Library, ledger: Ledger, name: str) -> bool:
    """Common goods of the warband's list, and the items."""
    return not isinstance(library.gear[name], Weapon | Armour) or name in library.bands[ledger.army].goods


def _group_offers(after: After, ledger: Ledger, group: Group) -> Offers:
    """A group is armed alike: for all of them or for none."""
    library, everyone = after.setting.library, f"all of {group.title}"

    def new(name: str) -> bool:
        return name not in group.gear and may_carry(library, ledger, group, name)

    for name in dict.fromkeys(ledger.store):
        if ledger.store.count(name) >= group.count and new(name):
            yield f"take:{name}:{group.id}", f"{everyone} take {library.gear[name].title.lower()} from the store"
    for name in dict.fromkeys(things(group.gear)):
        yield f"stow:{name}:{group.id}", f"{everyone} lay {library.gear[name].title.lower()} into the store"
    for name, thing in library.gear.items():
        cost = thing.price * group.count
        common = isinstance(thing, Weapon | Armour) and not thing.rare and thing.for_sale
        if common and cost <= ledger.treasury and _listed(library, ledger, name) and new(name):
            yield f"buy:{name}:{group.id}", f"{thing.title} for {everyone}, {cost} crowns"


def _buy(after: After, ledger: Ledger, name: str, who: str) -> None:
    """For a group one of each; one of them may be haggled over."""
    one, thing = owner(ledger, who), after.setting.library.gear[name]
    if pay(after, ledger, thing.price, thing.title):
        ledger.treasury -= thing.price * (number_of(one) - 1)
        one.gear = (*one.gear, name)
        after.tell(Befell(TRADE, ledger.name, one.title, f"gets {thing.title.lower()}"))


def _take(after: After, ledger: Ledger, name: str, who: str) -> None:
    one, thing = owner(ledger, who), after.setting.library.gear[name]
    ledger.store, one.gear = without(ledger.store, name, number_of(one)), (*one.gear, name)
    after.tell(Befell(TRADE, ledger.name, f"{one.title}:", f"{thing.title.lower()} taken from the store"))


def _stow(after: After, ledger: Ledger, name: str, who: str) -> None:
    one = owner(ledger, who)
    one.gear = without(one.gear, name)
    ledger.store = (*ledger.store, *[name] * number_of(one))
    thing = after.setting.library.gear[name]
    after.tell(Befell(TRADE, ledger.name, f"{one.title}:", f"{thing.title.lower()} laid into the store"))


DEALS: Mapping[str, Callable[..., None]] = {
    "sell": _sell,
    "look": _look,
    "buy": _buy,
    "take": _take,
    "stow": _stow,
    "name": rename,
    **HIRES,
}


def _use_up(season: Season, hero: Hero) -> None:
    for use in season.happened.used:
        if use.player == season.player and use.hero == hero.id and use.item in hero.gear:
            hero.gear = without(hero.gear, use.item)


def update(after: After) -> bool:
    """What was used up is struck off, those who missed this battle have missed it.

    [war.camp.few] [war.item.poison] [war.item.brew]
    """
    season, ledger = after.state, after.state.ledger
    if season.begun or not ledger.battles:  # a warband that was founded just now has fought no battle
        return False
    season.begun = True
    took_part = season.happened.sides[season.side].took_part
    for hero in ledger.heroes:
        if hero.id in took_part and not season.happened.forfeit:
            _use_up(season, hero)
        elif hero.misses:
            hero.misses -= 1
            if not hero.misses:
                note(after, ledger, hero, "is fit again", "war.camp.few")
    if season.won:
        ledger.won += 1
    return True
