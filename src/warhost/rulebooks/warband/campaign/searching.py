"""Searching the ruins, and selling the shards.  [war.camp.income] [war.camp.sale]"""

from __future__ import annotations

from collections import Counter

from warhost.engine.dice import Throw
from warhost.engine.question import Choose
from warhost.engine.tidings import Befell

from ..library import Library
from .growing import advance_hero
from .ledger import Hero, Ledger
from .paying import DONE, pay
from .season import After

INCOME = "war.camp.income"
MOST_DICE = 6
PIP = 5  # crowns for each pip of a find
CHEAP = 15  # crowns at most of a weapon that is found


def searchers(after: After) -> list[Hero]:
    """Heroes who took part, were not put out of action, and are not held by an enemy."""
    season = after.state
    side = season.happened.sides[season.side]
    out = [id for id, _, _ in side.out]
    return [hero for hero in season.ledger.at_home if hero.id in side.took_part and hero.id not in out]


def search(after: After) -> bool:
    """A die each, one more for the winner, six at most; finds set after set from the lowest face."""
    season, ledger = after.state, after.state.ledger
    if season.begun:
        return False
    season.begun = True
    heroes = searchers(after)
    dice = min(MOST_DICE, len(heroes) + season.won + sum("signs" in hero.traits for hero in heroes))
    if dice:
        faces = after.throw(Throw(dice, 6, "searching", INCOME, season.player))
        season.shards = next(line.shards for line in after.setting.library.charts.shards if sum(faces) <= line.to)
        for face, number in sorted(Counter(faces).items()):
            if number > 1:
                _find(after, ledger, face, number, heroes)
    side = season.happened.sides[season.side]
    season.shards += side.shards
    if side.chest:
        _crowns(after, ledger, 4, "the strongbox", "war.scen.box")
    return True


def _crowns(after: After, ledger: Ledger, dice: int, where: str, rule: str = INCOME) -> None:
    crowns = PIP * sum(after.throw(Throw(dice, 6, f"crowns in {where}", rule, after.state.player)))
    ledger.treasury += crowns
    after.tell(Befell(rule, ledger.name, "", f"finds {crowns} crowns in {where}"))


def _find(after: After, ledger: Ledger, face: int, number: int, heroes: list[Hero]) -> None:
    """A set counts once, as the largest it makes."""
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
    gear, band = after.setting.library.gear, after.setting.library.bands[ledger.army]
    weapons = [name for name in (*band.close, *band.missile) if gear[name].price <= CHEAP and not gear[name].rare]
    goods = [*dict.fromkeys(weapons), "light"]
    text, meanings = f"What does {ledger.name} find?", {name: gear[name].title for name in goods}
    chosen = after.ask(Choose(after.state.player, "find", goods, INCOME, text=text, meanings=meanings))
    ledger.store = (*ledger.store, chosen)
    after.tell(Befell(INCOME, ledger.name, "", f"finds: {gear[chosen].title.lower()}"))


def _half_price(after: After, ledger: Ledger) -> None:
    """One rare thing at half its price, without looking for it."""
    gear = after.setting.library.gear
    prices = {name: thing.price // 2 for name, thing in gear.items() if thing.rare and thing.for_sale}
    meanings = {DONE: "nothing"} | {
        name: f"{gear[name].title}, {price} crowns" for name, price in prices.items() if price <= ledger.treasury
    }
    if len(meanings) == 1:
        return
    text = "Which rare thing is bought at half price?"
    question = Choose(after.state.player, "bargain", [*meanings], INCOME, text=text, meanings=meanings, usual=DONE)
    chosen = after.ask(question)
    if chosen != DONE:
        pay(after, ledger, prices[chosen], gear[chosen].title)
        ledger.store = (*ledger.store, chosen)


def _vault(after: After, ledger: Ledger, heroes: list[Hero]) -> None:
    """Crowns, or an advance for one who searched."""
    names = {hero.id: hero for hero in heroes}
    meanings = {"crowns": "4D6 x 5 crowns"} | {id: f"an advance for {hero.title}" for id, hero in names.items()}
    text = "A hidden vault: crowns, or an advance for one who searched?"
    chosen = after.ask(Choose(after.state.player, "vault", [*meanings], INCOME, text=text, meanings=meanings))
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
    """All at once, those of the scenario with those found."""
    season, ledger = after.state, after.state.ledger
    if season.begun:
        return False
    season.begun = True
    crowns = price_of_shards(after.setting.library, season.shards, ledger.size)
    ledger.treasury += crowns
    shards = f"{season.shards} shard{'' if season.shards == 1 else 's'}"
    after.tell(Befell("war.camp.sale", ledger.name, "", f"sells {shards} for {crowns} crowns"))
    return True
