"""Searching, selling shards, trading, hiring.

[war.camp.income] [war.camp.sale] [war.camp.trade] [war.camp.recruit]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from warhost.engine.dice import Throw
from warhost.engine.question import Choose

from ..library import Armour, Library, Weapon
from ..mustering import lawful
from .aftermath import After
from .growing import MOST_HEROES, advance_hero
from .healing import strike_off
from .ledger import Group, Hero, Ledger, new_group, new_hero
from .tale import Befell

MOST_DICE = 6
DONE = "done"
MOST_DEALS = 40


def searchers(after: After) -> list[Hero]:
    """Heroes who took part and were not put out of action."""
    state = after.state
    side = state.happened.sides[state.side]
    out = [id for id, _, _ in side.out]
    return [
        hero for hero in state.ledger.heroes if hero.id in side.took_part and hero.id not in out and hero.captor < 0
    ]


def search(after: After) -> bool:
    """A die each, one more for the winner, six at most; finds set after set from the lowest face.

    [war.camp.income]
    """
    state, ledger = after.state, after.state.ledger
    if state.begun:
        return False
    state.begun = True
    heroes = searchers(after)
    dice = len(heroes) + (state.happened.winner == state.side) + any("signs" in hero.traits for hero in heroes)
    dice = min(MOST_DICE, dice)
    side = state.happened.sides[state.side]
    if dice:
        faces = after.throw(Throw(dice, 6, "searching", "war.camp.income", state.side))
        state.shards = next(line.shards for line in after.setting.library.charts.shards if sum(faces) <= line.to)
        for face, number in sorted(Counter(faces).items()):
            if number > 1:
                _find(after, ledger, face, number, heroes)
    state.shards += side.shards
    if side.chest:
        _crowns(after, ledger, 4, "the strongbox", "war.scen.box")
    return True


def _crowns(after: After, ledger: Ledger, dice: int, where: str, rule: str = "war.camp.income") -> None:
    crowns = 5 * sum(after.throw(Throw(dice, 6, f"crowns in {where}", rule, after.state.side)))
    ledger.treasury += crowns
    after.tell(Befell(rule, ledger.name, "", f"finds {crowns} crowns in {where}"))


def _find(after: After, ledger: Ledger, face: int, number: int, heroes: list[Hero]) -> None:
    if number == 2 and face <= 3:
        _crowns(after, ledger, 1, "a cellar")
    elif number == 2:
        _goods(after, ledger)
    elif number == 3:
        _crowns(after, ledger, 2, "a strong room")
        _half_price(after, ledger)
    else:
        _vault(after, ledger, heroes)


def _goods(after: After, ledger: Ledger) -> None:
    """A common weapon of the list worth 15 crowns at most, or light armour."""
    library = after.setting.library
    band = library.bands[ledger.army]
    goods = [name for name in (*band.close, *band.missile) if library.gear[name].price <= 15] + ["light"]
    chosen = after.ask(
        Choose(
            after.state.side,
            "find",
            goods,
            "war.camp.income",
            text=f"What does {ledger.name} find?",
            meanings={name: library.gear[name].title for name in goods},
        )
    )
    ledger.store = (*ledger.store, chosen)


def _half_price(after: After, ledger: Ledger) -> None:
    library = after.setting.library
    rare = [name for name, thing in library.gear.items() if thing.rare and thing.price // 2 <= ledger.treasury]
    chosen = after.ask(
        Choose(
            after.state.side,
            "bargain",
            [DONE, *rare],
            "war.camp.income",
            text="Which rare thing is bought at half price?",
            meanings={
                DONE: "nothing",
                **{name: f"{library.gear[name].title}, {library.gear[name].price // 2} crowns" for name in rare},
            },
            usual=DONE,
        )
    )
    if chosen != DONE:
        ledger.treasury -= library.gear[chosen].price // 2
        ledger.store = (*ledger.store, chosen)


def _vault(after: After, ledger: Ledger, heroes: list[Hero]) -> None:
    names = {hero.id: hero for hero in heroes}
    chosen = after.ask(
        Choose(
            after.state.side,
            "vault",
            ["crowns", *names],
            "war.camp.income",
            text="A hidden vault: crowns, or an advance for one who searched?",
            meanings={
                "crowns": "4D6 x 5 crowns",
                **{id: f"an advance for {hero.title}" for id, hero in names.items()},
            },
        )
    )
    if chosen == "crowns":
        _crowns(after, ledger, 4, "a vault")
    else:
        advance_hero(after, ledger, names[chosen])


def price_of_shards(library: Library, shards: int, warriors: int) -> int:
    """The more mouths to feed, the less is left.  [war.camp.sale]"""
    if shards <= 0:
        return 0
    sale = library.charts.sale
    column = sum(warriors > most for most in sale.warriors)
    return sale.crowns[min(shards, len(sale.crowns)) - 1][column]


def sell_shards(after: After) -> bool:
    state, ledger = after.state, after.state.ledger
    if state.begun:
        return False
    state.begun = True
    crowns = price_of_shards(after.setting.library, state.shards, ledger.size)
    ledger.treasury += crowns
    after.tell(Befell("war.camp.sale", ledger.name, "", f"sells {state.shards} shards for {crowns} crowns"))
    return True


# --- trade and hire -------------------------------------------------------------------------------------------


def trade_one(after: After) -> bool:
    """One deal: sell, look for something rare, buy, arm, hire, dismiss; False when the player has had enough."""
    state, ledger = after.state, after.state.ledger
    deals = dict(offers(after, ledger))
    if len(state.looked) > MOST_DEALS or len(deals) < 1:
        return False
    chosen = after.ask(
        Choose(
            state.side,
            "trade",
            [DONE, *deals],
            "war.camp.trade",
            text=f"What does {ledger.name} buy, sell or hire ({ledger.treasury} crowns)?",
            meanings={DONE: "nothing more", **deals},
            usual=DONE,
        )
    )
    if chosen == DONE:
        return False
    state.looked = (*state.looked, chosen)
    verb, *rest = chosen.split(":")
    DEALS[verb](after, ledger, *rest)
    return True


def offers(after: After, ledger: Ledger) -> Iterator[tuple[str, str]]:
    library = after.setting.library
    for name in dict.fromkeys(ledger.store):
        yield f"sell:{name}", f"sell {library.gear[name].title.lower()} for {library.gear[name].price // 2}"
    yield from _rare_offers(after, ledger)
    yield from _gear_offers(library, ledger)
    yield from _hire_offers(after, ledger)
    for hero in ledger.heroes:
        if hero.role != "leader":
            yield f"dismiss:{hero.id}", f"dismiss {hero.title}"
    for group in ledger.groups:
        yield f"dismiss:{group.id}", f"dismiss one of {group.title}"


def _rare_offers(after: After, ledger: Ledger) -> Iterator[tuple[str, str]]:
    library = after.setting.library
    for hero in searchers(after):
        if not hero.misses and not any(
            one.startswith("look:") and one.endswith(f":{hero.id}") for one in after.state.looked
        ):
            for name, thing in library.gear.items():
                if thing.rare and thing.price <= ledger.treasury:
                    yield f"look:{name}:{hero.id}", f"{hero.title} looks for {thing.title.lower()} ({thing.rare}+)"


def _allowed(library: Library, ledger: Ledger, fighter: str, name: str, skilled: bool = False) -> bool:
    band = library.bands[ledger.army]
    kind = band.kind(fighter)
    if kind is None or kind.unarmed:
        return False
    thing = library.gear[name]
    if skilled and isinstance(thing, Weapon) and thing.kind == "close":
        return True
    return lawful.not_allowed(library, band, kind, name) is None


def _gear_offers(library: Library, ledger: Ledger) -> Iterator[tuple[str, str]]:
    """[war.camp.trade] [war.weapon.limit]"""
    for hero in ledger.at_home:
        for name in dict.fromkeys(ledger.store):
            if _allowed(library, ledger, hero.fighter, name, "weapon training" in hero.traits) and not list(
                lawful.too_much(library, (*hero.gear, name))
            ):
                yield (
                    f"take:{name}:{hero.id}",
                    f"{hero.title} takes {library.gear[name].title.lower()} from the store",
                )
        for name, thing in library.gear.items():
            fits = not thing.rare and thing.for_sale and thing.price <= ledger.treasury and name not in hero.gear
            if (
                fits
                and _allowed(library, ledger, hero.fighter, name)
                and not list(lawful.too_much(library, (*hero.gear, name)))
            ):
                yield f"buy:{name}:{hero.id}", f"{thing.title} for {hero.title}, {thing.price} crowns"
    for group in ledger.groups:
        for name, thing in library.gear.items():
            cost = thing.price * group.count
            common = isinstance(thing, Weapon | Armour) and not thing.rare and thing.for_sale
            if (
                common
                and cost <= ledger.treasury
                and name not in group.gear
                and _allowed(library, ledger, group.fighter, name)
            ) and not list(lawful.too_much(library, (*group.gear, name))):
                yield (
                    f"arm:{name}:{group.id}",
                    f"{thing.title} for all {group.count} of {group.title}, {cost} crowns",
                )


def _hire_offers(after: After, ledger: Ledger) -> Iterator[tuple[str, str]]:
    """Up to the limits of the list, the dead making room; the leader is never hired anew.  [war.camp.recruit]"""
    library = after.setting.library
    band = library.bands[ledger.army]
    if ledger.size >= band.most:
        return
    for kind in band.fighter:
        if kind.role in ("leader", "follower") or kind.price > ledger.treasury:
            continue
        there = sum(hero.fighter == kind.id and hero.role != "leader" for hero in ledger.heroes) + sum(
            group.count for group in ledger.groups if group.fighter == kind.id
        )
        if (kind.most and there >= kind.most) or (kind.hero and len(ledger.heroes) >= MOST_HEROES):
            continue
        yield f"hire:{kind.id}", f"hire a {kind.title}, {kind.price} crowns"
        for group in ledger.groups:
            if group.fighter == kind.id and group.count < 5 and "large" not in kind.traits:
                cost = cost_of_one_more(library, ledger, group)
                pooled = after.state.pool < 0 or group.experience <= after.state.pool
                if cost <= ledger.treasury and pooled:
                    yield f"more:{group.id}", f"one more for {group.title}, {cost} crowns"


def cost_of_one_more(library: Library, ledger: Ledger, group: Group) -> int:
    """List price, arms like the others', and 2 crowns for each point of experience."""
    kind = library.bands[ledger.army].kind(group.fighter)
    assert kind is not None
    gear = [name for name in group.gear if name != "natural"]
    return kind.price + lawful.price_of_gear(library, gear) + 2 * group.experience


def _sell(after: After, ledger: Ledger, name: str) -> None:
    """For half its price, fractions dropped."""
    store = list(ledger.store)
    store.remove(name)
    ledger.store = tuple(store)
    ledger.treasury += after.setting.library.gear[name].price // 2


def _look(after: After, ledger: Ledger, name: str, who: str) -> None:
    """2D6 of at least its availability finds it; it is bought now or left.  [war.camp.trade] [war.armour.plate]"""
    hero = next(one for one in ledger.heroes if one.id == who)
    thing = after.setting.library.gear[name]
    total = sum(
        after.throw(Throw(2, 6, f"looking for {thing.title.lower()}", "war.camp.trade", after.state.side))
    ) + (2 if "streetwise" in hero.traits else 0)
    if total < thing.rare:
        after.tell(Befell("war.camp.trade", ledger.name, hero.title, f"finds no {thing.title.lower()}"))
        return
    question = Choose(
        after.state.side,
        "rare find",
        ["buy", "leave"],
        "war.camp.trade",
        text=f"{thing.title} is found, for {thing.price} crowns.",
        meanings={"buy": "buy it", "leave": "leave it"},
        usual="leave",
    )
    if after.ask(question) == "buy":
        _pay(after, ledger, thing.price)
        ledger.store = (*ledger.store, name)


def _pay(after: After, ledger: Ledger, price: int) -> None:
    """Who can haggle saves 2D6 crowns once after each battle, but pays at least one.  [war.camp.skills]"""
    state = after.state
    if not state.haggled and any("haggle" in hero.traits for hero in ledger.at_home) and price > 1:
        state.haggled = True
        price = max(1, price - sum(after.throw(Throw(2, 6, "haggling", "war.camp.skills", state.side))))
    ledger.treasury -= price


def _buy(after: After, ledger: Ledger, name: str, who: str) -> None:
    hero = next(one for one in ledger.heroes if one.id == who)
    _pay(after, ledger, after.setting.library.gear[name].price)
    hero.gear = (*hero.gear, name)


def _take(after: After, ledger: Ledger, name: str, who: str) -> None:
    hero = next(one for one in ledger.heroes if one.id == who)
    store = list(ledger.store)
    store.remove(name)
    ledger.store, hero.gear = tuple(store), (*hero.gear, name)


def _arm(after: After, ledger: Ledger, name: str, who: str) -> None:
    """A group is armed alike: for all of them or for none."""
    group = next(one for one in ledger.groups if one.id == who)
    ledger.treasury -= after.setting.library.gear[name].price * group.count
    group.gear = (*group.gear, name)


def _hire(after: After, ledger: Ledger, fighter: str) -> None:
    band = after.setting.library.bands[ledger.army]
    kind = band.kind(fighter)
    assert kind is not None
    ledger.treasury -= kind.price
    id = f"{fighter}-{ledger.battles}{'abcdefghij'[len(after.state.looked) % 10]}"
    taken = [hero.id for hero in ledger.heroes] + [group.id for group in ledger.groups]
    while id in taken:
        id += "x"
    if kind.hero:
        ledger.heroes.append(new_hero(band, kind, id, kind.title, ()))
    else:
        ledger.groups.append(new_group(kind, id, kind.title, (), 1))
    after.tell(Befell("war.camp.recruit", ledger.name, kind.title, "joins"))


def _more(after: After, ledger: Ledger, who: str) -> None:
    """Of new men's experience 2D6 points are to be had after each battle."""
    state = after.state
    group = next(one for one in ledger.groups if one.id == who)
    if group.experience and state.pool < 0:
        state.pool = sum(after.throw(Throw(2, 6, "new men's experience", "war.camp.recruit", state.side)))
    if group.experience > max(0, state.pool) and group.experience:
        after.tell(Befell("war.camp.recruit", ledger.name, group.title, "find nobody with their experience"))
        return
    state.pool -= group.experience
    ledger.treasury -= cost_of_one_more(after.setting.library, ledger, group)
    group.count += 1
    after.tell(Befell("war.camp.recruit", ledger.name, group.title, "are one more"))


def _dismiss(after: After, ledger: Ledger, who: str) -> None:
    """His equipment stays.  [war.camp.disband]"""
    hero = next((one for one in ledger.heroes if one.id == who), None)
    if hero is not None:
        ledger.store = (*ledger.store, *(name for name in hero.gear if name != "natural"))
        strike_off(ledger, hero)
        return
    group = next(one for one in ledger.groups if one.id == who)
    group.count -= 1
    ledger.store = (*ledger.store, *(name for name in group.gear if name != "natural"))
    if not group.count:
        ledger.groups.remove(group)


DEALS: Mapping[str, Callable[..., None]] = {
    "sell": _sell,
    "look": _look,
    "buy": _buy,
    "arm": _arm,
    "take": _take,
    "hire": _hire,
    "more": _more,
    "dismiss": _dismiss,
}


def update(after: After) -> bool:
    """What was used up is struck off, those who missed this battle have missed it.

    [war.camp.few] [war.item.poison]
    """
    state, ledger = after.state, after.state.ledger
    if state.begun:
        return False
    state.begun = True
    side = state.happened.sides[state.side]
    library = after.setting.library
    for hero in ledger.heroes:
        if hero.id in side.took_part:
            hero.gear = tuple(name for name in hero.gear if not getattr(library.gear[name], "used_up", False))
        elif hero.misses:
            hero.misses -= 1
    if state.happened.winner == state.side:
        ledger.won += 1
    return True
