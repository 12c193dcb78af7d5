"""Rolling for spells.  [reg.setup.spells] [reg.setup.spells.duplicate] [reg.sr.loremaster] [reg.char.wizard]"""

from __future__ import annotations

from warhost.engine.dice import Throw
from warhost.engine.question import Choose

from ..choosing import next_of
from ..events import SpellsLearned
from ..nature import has, kind, named
from ..records import Spell
from ..setting import Fight

RULE, DUPLICATE, LOREMASTER = "reg.setup.spells", "reg.setup.spells.duplicate", "reg.sr.loremaster"
KEEP = "keep"


def learn_one(fight: Fight) -> bool:
    """One wizard after the other, the first player's first, in the order their owner likes; False when all know
    their spells."""
    waiting = [
        number
        for number, unit in enumerate(fight.state.units)
        if unit.level and not unit.spells and kind(fight, number).lore and number not in fight.state.passed
    ]
    if not waiting:
        return False
    side = fight.state.units[waiting[0]].side
    own = [number for number in waiting if fight.state.units[number].side == side]
    number = next_of(fight, side, own, "next to learn", RULE, "Which wizard rolls for his spells next?")
    fight.state.passed = (*fight.state.passed, number)
    learn(fight, number)
    return True


def learn(fight: Fight, number: int) -> None:
    unit, lore = fight.state.units[number], fight.setting.library.lore(kind(fight, number).lore)
    if has(fight, number, LOREMASTER):
        unit.spells = tuple(spell.rule for spell in lore)
    else:
        _roll(fight, number, lore)
        _swap(fight, number, lore)
    titles = tuple(fight.setting.library.spells[spell].title for spell in unit.spells)
    fight.tell(SpellsLearned(RULE, unit.name, titles))


def _roll(fight: Fight, number: int, lore: list[Spell]) -> None:
    unit = fight.state.units[number]
    for face in fight.throw(Throw(unit.level, 6, "spells", RULE, unit.side)):
        taken = _taken(fight, number)
        free = [spell for spell in lore if spell.number and spell.rule not in taken]
        rolled = next(spell for spell in lore if spell.number == face)
        if rolled in free:
            chosen = rolled
        elif not free:
            chosen = lore[0]
        else:
            chosen = _picked(fight, number, free)
        if chosen.rule not in unit.spells:
            unit.spells = (*unit.spells, chosen.rule)


def _taken(fight: Fight, number: int) -> list[str]:
    """Numbered spells that he, or another wizard of the same army and lore, has already."""
    own = fight.state.units[number]
    return [
        spell
        for other, unit in enumerate(fight.state.units)
        if unit.side == own.side and kind(fight, other).lore == kind(fight, number).lore
        and not has(fight, other, LOREMASTER)
        for spell in unit.spells
    ]  # fmt: skip


def _picked(fight: Fight, number: int, free: list[Spell]) -> Spell:
    if len(free) == 1:
        return free[0]
    names = {spell.rule: spell for spell in free}
    question = Choose(
        fight.state.units[number].side, "spell", list(names), DUPLICATE, named(fight, number),
        text="A spell that is taken: which {does} {who} learn instead?",
        meanings={rule: spell.title for rule, spell in names.items()}, usual=free[0].rule,
    )  # fmt: skip
    return names[fight.ask(question)]


def _swap(fight: Fight, number: int, lore: list[Spell]) -> None:
    """One of his spells may be given up for the signature spell."""
    unit, signature = fight.state.units[number], lore[0]
    if signature.rule in unit.spells or not unit.spells:
        return
    titles = {spell: fight.setting.library.spells[spell].title for spell in unit.spells}
    question = Choose(
        unit.side,
        "signature spell",
        [KEEP, *titles],
        DUPLICATE,
        unit.name,
        text=f"Does {{who}} give up a spell for {signature.title}?",
        meanings={KEEP: "Keep them all", **{spell: f"Give up {title}" for spell, title in titles.items()}},
        usual=KEEP,
    )
    answer = fight.ask(question)
    if answer != KEEP:
        unit.spells = (signature.rule, *(spell for spell in unit.spells if spell != answer))
