"""Spells for those who choose among them: what they do, how hard they are to cast, how far they reach."""

from __future__ import annotations

from warhost.engine.question import Choose
from warhost.engine.words import count, mention

from ..items.shelf import ITEMS
from ..magic.book import book
from ..magic.book import title as magic_title
from ..magic.casting import CAST, USE, WARD
from ..magic.pools import Source
from ..magic.verbs import Lasts, Spell
from ..setting import Fight
from ..state import Number
from ..titles import called

LASTS: dict[Lasts, str] = {
    "instant": "", "own turn": "until the caster's next turn", "enemy turn": "until the enemy's next turn",
    "this turn": "until the end of this turn", "next combat": "until the next round of combat is fought",
    "next phases": "until the next shooting and combat phases are over", "battle": "for the rest of the battle",
}  # fmt: skip


def spell_named(fight: Fight, option: str) -> Spell | None:
    """The spell or item that an option is about: one to be cast, one to be used."""
    if not option.startswith((CAST, USE)):
        return None
    who, _, short = option.removeprefix(CAST).removeprefix(USE).rpartition("/")
    piece = fight.state.pieces[_number(fight, who)]
    items = fight.setting.figures[piece.figure].items
    held = (book.spells.get(rule) for rule in (*piece.spells, *items))
    return next((spell for spell in held if spell is not None and spell.name == short), None)


def magic_words(fight: Fight, question: Choose, option: str) -> str:
    """'cast Zap! of Merlin: 75% with 2 dice against 1', 'the Lucky Coin of Merlin'; 'Zap!: a hit …' where it is
    learnt; '' for anything else."""
    if question.what == "discipline":
        return f"{option}: {', '.join(spell.title for spell in book.of(option))}"
    if learnt := next((spell for spell in book.spells.values() if spell.title == option), None):
        return spell_words(learnt)[0]
    if option.startswith(WARD):
        who, _, card = option.removeprefix(WARD).partition("/")
        given = next((spell for spell in book.spells.values() if spell.name == card), None)
        what = mention(given.title) if given else "a die"
        return f"keep {what}{_of(fight, who)} for dispelling"
    who, _, short = option.removeprefix(CAST).removeprefix(USE).rpartition("/")
    if not any(piece.name == who for piece in fight.state.pieces):
        return ""
    if spell := spell_named(fight, option):
        promise = question.odds(option).removeprefix(spell.title).removeprefix(", ") if question.odds else ""
        deed, chance = "use" if option.startswith(USE) else "cast", f": {promise}" if promise else ""
        return f"{deed} {mention(spell.title)}{_of(fight, who)}{chance}"
    items = fight.setting.figures[fight.state.pieces[_number(fight, who)].figure].items
    item = next((item for item in items if item.rpartition(".")[2] == short), "")
    return f"{mention(magic_title(item))}{_of(fight, who)}" if item else ""


def source_words(fight: Fight, source: Source) -> str:
    """'Zap! of Merlin'; of several dice of the same kind each has its number, 'stored 2 of Merlin'."""
    short = source.name.rpartition("/")[2]
    kind, _, number = short.rpartition(" ")
    several = f" {number}" if number.isdigit() else ""
    which = mention(magic_title(source.what)) if source.what else kind
    return f"{which}{several} of {mention(called(fight, source.piece))}"


def _number(fight: Fight, name: str) -> Number:
    return next(number for number, piece in fight.state.numbered() if piece.name == name)


def _of(fight: Fight, name: str) -> str:
    return f" of {mention(called(fight, _number(fight, name)))}"


def spell_words(spell: Spell) -> list[str]:
    """'Slow: an enemy piece …', '1 ether die, 14 inches, until the caster's next turn'."""
    ether = " or ".join(str(dice) for dice in spell.ether)
    asks = "" if spell.plain else f"{ether} ether {'die' if ether == '1' else 'dice'}"
    reach = "" if spell.range is None else count(spell.range, "inch", "inches")
    facts = ", ".join(fact for fact in (asks, reach, LASTS[spell.lasts]) if fact)
    item = ITEMS.get(spell.name)
    text = spell.text or (item.text if item else "")
    return [line for line in (f"{spell.title}: {text}", facts) if line]
