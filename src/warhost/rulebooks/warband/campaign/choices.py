"""What a sensible player answers between battles: he heals, hires and arms before he hoards."""

from __future__ import annotations

from warhost.engine.question import Answer, Choose, Question

from .aftermath import Aftermath, Records
from .ledger import Group, Hero

SKILLS = (
    "mighty blow",
    "step aside",
    "dodge",
    "sprint",
    "steady aim",
    "hardy",
    "lightning reflexes",
    "unstoppable",
    "iron hide",
    "battle tongue",
)
STATS = ("ws", "a", "s", "t", "w", "i", "bs", "ld")
KEEP = 15  # crowns that are kept for a rainy day


def sensible(setting: Records, known: Aftermath, question: Question) -> Answer:
    if not isinstance(question, Choose):
        return question.suggest(1)[0]
    wanted = {
        "skill": SKILLS,
        "characteristic": STATS,
        "skill list": ("combat", "speed", "strength"),
        "find": ("sword", "light", "axe", "club"),
    }
    for name in wanted.get(question.what, ()):
        if name in question.options:
            return name
    if question.what == "trade":
        return _deal(setting, known, question)
    if question.what == "ransom":
        return question.options[min(2, len(question.options) - 1)]
    if question.what == "rare find":
        return "buy"
    return question.usual if question.usual is not None else question.options[0]


def _deal(setting: Records, known: Aftermath, question: Choose) -> str:
    """New men first, then arms; what is in the store is put to use or sold."""
    ledger = known.ledger
    for verb in ("take:", "more:"):
        found = [option for option in question.options if option.startswith(verb)]
        if found:
            return found[0]
    hires = [option for option in question.options if option.startswith("hire:")]
    if hires and ledger.treasury >= 20 + KEEP:
        prices = {option: setting.library.bands[ledger.army].kind(option[5:]) for option in hires}
        affordable = [
            option for option, kind in prices.items() if kind is not None and kind.price + KEEP <= ledger.treasury
        ]
        if affordable:
            return max(affordable, key=lambda option: prices[option].price)  # type: ignore[union-attr]
    bare = [option for option in question.options if option.startswith(("buy:club:", "buy:sword:", "arm:club:"))]
    for option in bare:
        owner = option.rpartition(":")[2]
        everybody: list[Hero | Group] = [*ledger.heroes, *ledger.groups]
        gear = next((one.gear for one in everybody if one.id == owner), ())
        if not any(
            name in gear for name in ("club", "sword", "axe", "spear", "halberd", "great", "flail", "morningstar")
        ):
            return option
    sells = [option for option in question.options if option.startswith("sell:")]
    return sells[0] if sells else "done"
