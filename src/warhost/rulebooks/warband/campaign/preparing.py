"""What is drunk or smeared on before a battle: used up in it, or kept.  [war.item.brew] [war.item.poison]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from warhost.engine.question import Choose

from ..company import Company
from ..library import Item, Library, Weapon
from .happened import Use
from .ledger import Hero, Ledger, company_of
from .season import After

KEEP = "keep"


def used_by(after: After, players: Sequence[int]) -> Iterator[Use]:
    """Everybody who comes says of each such thing whether it is used in this battle, and on which weapon."""
    for player in players:
        for hero in after.state.ledgers[player].at_home:
            for name in hero.gear if not hero.misses else ():
                if is_used_up(after.setting.library, name) and (use := _use(after, player, hero, name)):
                    yield use


def is_used_up(library: Library, name: str) -> bool:
    thing = library.gear[name]
    return isinstance(thing, Item) and thing.used_up


def _use(after: After, player: int, hero: Hero, name: str) -> Use | None:
    library, thing = after.setting.library, after.setting.library.gear[name]
    carried = dict.fromkeys((*hero.gear, "dagger")) if name == "poison" else ()  # a dagger everybody has
    weapons = [one for one in carried if _takes_poison(library, one)]
    meanings = {f"on:{one}": f"on the {library.gear[one].title.lower()}" for one in weapons} or {"use": "he does"}
    meanings[KEEP] = "it is kept for another battle"
    text = f"Does {hero.title} use {thing.title.lower()} in this battle?"
    chosen = after.ask(Choose(player, "use", [*meanings], thing.rule, text=text, meanings=meanings, usual=KEEP))
    return None if chosen == KEEP else Use(player, hero.id, name, chosen.removeprefix("on:").removeprefix("use"))


def _takes_poison(library: Library, name: str) -> bool:
    """Not black powder."""
    thing = library.gear[name]
    return isinstance(thing, Weapon) and thing.for_sale and not thing.powder


def prepared(library: Library, ledger: Ledger, player: int, used: Sequence[Use]) -> Company:
    """The warband without what it keeps for later, and on which weapons its poison is."""
    company = company_of(ledger, library)
    recruits = []
    for one in company.recruits:
        mine = [use for use in used if use.player == player and use.hero == one.id]
        left = [use.item for use in mine]
        gear = tuple(name for name in one.gear if not is_used_up(library, name) or name in left)
        smeared = next((use.on for use in mine if use.on), "")
        recruits.append(replace(one, gear=gear, smeared=smeared))
    return replace(company, recruits=tuple(recruits))
