"""What a sensible player answers between battles: he heals, hires and arms before he hoards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from warhost.engine.question import Answer, Choose, Question

from .ledger import Ledger
from .paying import DONE
from .season import Season, Terms

SKILLS = (
    "mighty blow", "step aside", "dodge", "sprint", "steady aim", "hardy", "lightning reflexes", "unstoppable",
    "iron hide", "battle tongue",
)  # fmt: skip
STATS = ("ws", "a", "s", "t", "w", "i", "bs", "ld")
WANTED: Mapping[str, Sequence[str]] = {
    "skill": SKILLS,
    "characteristic": STATS,
    "skill list": ("combat", "speed", "strength"),
    "find": ("sword", "light", "axe", "club"),
    "rare find": ("buy",),
    "captive": ("raise", "keep", "sell"),
    "take ransom": ("take it",),
    "scenario": ("skirmish",),
    "haggle": ("now",),
    "use": ("use", "on:sword", "on:axe", "on:club"),
    "new warband": ("lantern_500",),
}
WEAPONS = ("sword", "axe", "spear", "halberd", "great", "flail", "morningstar", "club", "natural")
KEEP = 15  # crowns that are kept for a rainy day
RANSOM = 30


def sensible(terms: Terms, known: Season, question: Question) -> Answer:
    if not isinstance(question, Choose):
        return question.suggest(1)[0]
    ledger = known.ledgers[question.side]
    if question.what in DEALING:
        return DEALING[question.what](terms, ledger, question)
    for name in WANTED.get(question.what, ()):
        if name in question.options:
            return name
    return question.usual if question.usual is not None else question.options[0]


def _ransom(terms: Terms, ledger: Ledger, question: Choose) -> str:
    """One of theirs for one of ours; else half of the purse, thirty crowns at most."""
    swap = next((one for one in question.options if one.startswith("exchange:")), "")
    return swap or str(min(RANSOM, ledger.treasury // 2))


def _sale(terms: Terms, ledger: Ledger, question: Choose) -> str:
    """What lies in the store twice is too much of it."""
    for option in question.options[1:]:
        name, _, who = option.removeprefix("sell:").partition(":")
        if not who and ledger.store.count(name) > 1:
            return option
    return DONE


def _look(terms: Terms, ledger: Ledger, question: Choose) -> str:
    """Star-steel plate, for those who can afford it."""
    if ledger.treasury < terms.library.gear["plate"].price + 2 * KEEP:
        return DONE
    return next((one for one in question.options if one.startswith("look:plate:")), DONE)


def _purchase(terms: Terms, ledger: Ledger, question: Choose) -> str:
    """What lies in the store is put to use; then new men, then arms for who has none."""
    for option in question.options:
        if option.startswith(("take:", "more:")) and not _spare(ledger, option):
            return option
    prices = {}
    for option in question.options:
        kind = terms.library.bands[ledger.army].kind(option.removeprefix("hire:"))
        if option.startswith("hire:") and kind is not None and kind.price + KEEP <= ledger.treasury:
            prices[option] = kind.price
    if prices:
        return max(prices, key=lambda option: prices[option])
    everybody = {one.id: one.gear for one in ledger.everybody}
    for option in question.options:
        verb, _, rest = option.partition(":")
        name, _, who = rest.partition(":")
        if verb == "buy" and name in ("sword", "club") and not set(WEAPONS) & set(everybody[who]):
            return option
    return DONE


def _spare(ledger: Ledger, option: str) -> bool:
    """A second of the same thing is of no use."""
    verb, _, rest = option.partition(":")
    name, _, who = rest.partition(":")
    return verb == "take" and any(one.id == who and name in one.gear for one in ledger.everybody)


DEALING: Mapping[str, Callable[[Terms, Ledger, Choose], str]] = {
    "ransom": _ransom,
    "sell": _sale,
    "look": _look,
    "buy": _purchase,
}
