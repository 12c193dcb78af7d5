"""Casting and dispelling.

[reg.magic.cast] [reg.magic.castfail] [reg.magic.irresistible] [reg.magic.castlimits] [reg.magic.boost]
[reg.magic.dispel] [reg.magic.dispelfail] [reg.magic.dispelforce] [reg.magic.remains] [reg.magic.resolve]
"""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.dice import Throw
from warhost.engine.field.compass import NORTH, Angle
from warhost.engine.promise import percent
from warhost.engine.question import Choose, Refusal

from ..events import Cast, Dispelled
from ..nature import engaged, named, top
from ..nerve import panic
from ..records import Spell
from ..setting import Fight
from ..state import NOBODY, Vortex
from . import miscasts, pools, workings
from .effort import HowMany, chance_of_force, dice_worded, enough, forced, thrown
from .targets import lawful_targets, why_not
from .vortices import aim, conjure, end

RULE, DISPEL, REMAINS = "reg.magic.cast", "reg.magic.dispel", "reg.magic.remains"
DONE, NO, NOT_HE = "done", "no", "nobody"
MOST_DICE, TOO_LITTLE, TOO_WEAK = 6, 2, 3
BOOSTED = "boosted"


class Attempt(NamedTuple):
    """A spell that is being cast."""

    caster: int
    spell: Spell
    boosted: bool
    targets: tuple[int, ...]
    facing: Angle = NORTH  # of a vortex

    @property
    def value(self) -> int:
        return self.spell.boosted if self.boosted else self.spell.value


# --- what can be cast --------------------------------------------------------------------------------------------


def cast_one(fight: Fight) -> bool:
    """One spell is tried, or a spell in play; False when the active player is done."""
    side = fight.state.active
    if not pools.left(fight, side):
        return False
    offers = castings(fight, side)
    options = [*offers, *_in_play(fight, side)]
    if not options:
        return False
    question = Choose(
        side, "cast", [*options, DONE], RULE, why_not=lambda one: _why_not(fight, one),
        text=f"Which spell is cast? {pools.left(fight, side)} power dice are left.",
        meanings={DONE: "No more spells", **{one: _words(fight, one) for one in options}}, usual=DONE,
    )  # fmt: skip
    answer = fight.ask(question)
    if answer == DONE:
        return False
    if answer in offers:
        cast(fight, *offers[answer])
    else:
        vortex = _in_play(fight, side)[answer]
        dispel_vortex(fight, side, vortex)
    panic.settle(fight)
    return True


def castings(fight: Fight, side: int) -> dict[str, tuple[int, Spell, bool]]:
    """Every spell that somebody could try now at somebody."""
    found: dict[str, tuple[int, Spell, bool]] = {}
    for number in pools.wizards(fight, side):
        if cannot_cast(fight, number) is not None:
            continue
        for rule in fight.state.units[number].spells:
            spell = fight.setting.library.spells[rule]
            if why_not_spell(fight, number, spell) is None:
                found[f"{named(fight, number)}/{spell.title}"] = number, spell, False
                if spell.boosted:
                    found[f"{named(fight, number)}/{spell.title}/{BOOSTED}"] = number, spell, True
    return found


def cannot_cast(fight: Fight, number: int) -> Refusal | None:
    unit, host = fight.state.units[number], fight.state.units[top(fight, number)]
    who = (unit.name,)
    if host.fleeing:
        return Refusal("reg.flee.limits", "{who} {is} fleeing", who)
    if unit.spent:
        return Refusal("reg.magic.castlimits", "{who} {has} lost concentration", who)
    if not fight.setting.statuses[host.did].casts or host.squabbles:
        return Refusal("reg.turn.status", "{who} {does} not cast this turn", who)
    return None


def why_not_spell(fight: Fight, number: int, spell: Spell) -> Refusal | None:
    """Why a wizard cannot try this spell now, at anybody."""
    unit, host = fight.state.units[number], top(fight, number)
    if spell.rule not in unit.spells:
        return Refusal("reg.setup.spells", "{who} {does} not know it", (unit.name,))
    if spell.rule in unit.tried:
        return Refusal("reg.magic.castlimits", "{who} {has} tried it already in this phase", (unit.name,))
    status = fight.setting.statuses[fight.state.units[host].did]
    if spell.type == "magic missile" and (engaged(fight, host) or not status.missiles):
        return Refusal("reg.magic.type.missile", "{who} {is} engaged: no magic missile", (unit.name,))
    if spell.radius:
        return None
    if not lawful_targets(fight, number, spell):
        return Refusal("reg.magic.types", f"{spell.title} finds no lawful target")
    return None


def _why_not(fight: Fight, answer: str) -> Refusal | None:
    name, _, title = answer.partition("/")
    number = fight.setting.number.get(name, NOBODY)
    if number == NOBODY or fight.state.units[number].side != fight.state.active:
        return None
    if refusal := cannot_cast(fight, number):
        return refusal
    spell = next(
        (one for one in fight.setting.library.spells.values() if one.title == title.partition("/")[0]), None
    )
    return None if spell is None else why_not_spell(fight, number, spell)


def _words(fight: Fight, option: str) -> str:
    name, _, rest = option.partition("/")
    title, _, boosted = rest.partition("/")
    if name == "dispel":
        return f"Dispel {title}"
    spell = next(one for one in fight.setting.library.spells.values() if one.title == title)
    value = spell.boosted if boosted else spell.value
    who = fight.setting.entries[fight.state.units[fight.setting.number[name]].entry].title
    return f"{who}: {title}{' (boosted)' if boosted else ''}, casting value {value}"


# --- casting -----------------------------------------------------------------------------------------------------


def cast(fight: Fight, number: int, spell: Spell, boosted: bool) -> None:
    attempt = _aimed(fight, number, spell, boosted)
    unit = fight.state.units[number]
    faces = _power_dice(fight, attempt)
    unit.tried = (*unit.tried, spell.rule)
    force, total = forced(faces), sum(faces) + unit.level
    success = enough(faces, attempt.value - unit.level, TOO_LITTLE)
    names = tuple(named(fight, target) for target in attempt.targets)
    rule = "reg.magic.irresistible" if force else RULE
    weak = not success and sum(faces) <= TOO_LITTLE
    rule = "reg.magic.castfail" if weak else rule
    fight.tell(Cast(rule, unit.name, spell.title, names, total, attempt.value, success, force, weak))
    if not success:
        unit.spent = True
        return
    if not force and _dispelled(fight, attempt, total):
        return
    _resolve(fight, attempt)
    if force:
        miscasts.miscast(fight, number, spell)


def _aimed(fight: Fight, number: int, spell: Spell, boosted: bool) -> Attempt:
    if spell.radius:
        return Attempt(number, spell, boosted, (), aim(fight, number, spell))
    if boosted and spell.all_within:
        return Attempt(number, spell, boosted, tuple(workings.all_within(fight, number, spell)))
    options = lawful_targets(fight, number, spell)
    target = options[0]
    if len(options) > 1:
        question = Choose(
            fight.state.units[number].side,
            "spell target",
            [named(fight, one) for one in options],
            "reg.magic.types",
            named(fight, number),
            why_not=lambda name: _why_not_target(fight, number, spell, name),
            text=f"At whom {{does}} {{who}} cast {spell.title}?",
        )
        target = fight.setting.number[fight.ask(question)]
    return Attempt(number, spell, boosted, (target,))


def _why_not_target(fight: Fight, number: int, spell: Spell, name: str) -> Refusal | None:
    target = fight.setting.number.get(name, NOBODY)
    return None if target == NOBODY else why_not(fight, number, spell, target)


def _power_dice(fight: Fight, attempt: Attempt) -> tuple[int, ...]:
    """One to six, as many as are left."""
    unit = fight.state.units[attempt.caster]
    most = min(MOST_DICE, pools.left(fight, unit.side))
    needed = attempt.value - unit.level
    question = HowMany(
        unit.side, "power dice", [str(count) for count in range(1, most + 1)], "reg.magic.castlimits", unit.name,
        text=f"With how many power dice is {attempt.spell.title} cast? It needs {attempt.value}"
        f"{f', and the wizard adds {unit.level}' if unit.level else ''}.",
        meanings={str(count): _power_worded(count, needed) for count in range(1, most + 1)},
    )  # fmt: skip
    count = int(fight.ask(question.needing(needed)))
    pools.add(fight, unit.side, -count)
    return thrown(fight, Throw(count, 6, "casting", RULE, unit.side), needed, TOO_LITTLE)


def _power_worded(count: int, needed: int) -> str:
    force = chance_of_force(count)
    return dice_worded(count, needed, TOO_LITTLE, f"{percent(force)} irresistible, with a miscast" if force else "")


def _resolve(fight: Fight, attempt: Attempt) -> None:
    if attempt.spell.radius:
        conjure(fight, attempt.caster, attempt.spell, attempt.facing)
        return
    for target in attempt.targets:
        workings.work(fight, attempt.caster, attempt.spell, target, attempt.boosted)


# --- dispelling --------------------------------------------------------------------------------------------------


def _dispelled(fight: Fight, attempt: Attempt, total: int) -> bool:
    """The opponent may answer once, with any number of dispel dice."""
    side = 1 - fight.state.units[attempt.caster].side
    count = _dispel_dice(fight, side, f"{attempt.spell.title} was cast with {total}", total)
    return bool(count) and try_dispel(fight, side, attempt.spell.title, total, count)


def _dispel_dice(fight: Fight, side: int, what: str, needed: int, rule: str = DISPEL) -> int:
    most = pools.left(fight, side)
    if not most:
        return 0
    able = _helpers(fight, side)
    level = fight.state.units[able[0]].level if able else 0
    words = {str(count): dice_worded(count, needed - level, TOO_WEAK) for count in range(1, most + 1)}
    question = HowMany(
        side, "dispel", [NO, *words], rule,
        text=f"{what}{f'; your best wizard adds {level}' if level else ''}. How many dice are thrown against it?",
        meanings={NO: "None: let it be", **words}, usual=NO,
    )  # fmt: skip
    answer = fight.ask(question.needing(needed - level))
    return 0 if answer == NO else int(answer)


def try_dispel(fight: Fight, side: int, title: str, needed: int, count: int) -> bool:
    """The sum and the level of a wizard against the cast value; 3 or less fails, two 6s always do."""
    helper = _helper(fight, side, title)
    pools.add(fight, side, -count)
    level = fight.state.units[helper].level if helper != NOBODY else 0
    dice = Throw(count, 6, "dispelling", "reg.magic.dispel", side)
    faces = thrown(fight, dice, needed - level, TOO_WEAK)
    total, success = sum(faces) + level, enough(faces, needed - level, TOO_WEAK)
    weak = not success and sum(faces) <= TOO_WEAK
    rule = "reg.magic.dispelfail" if weak else "reg.magic.dispel"
    fight.tell(Dispelled(rule, side, title, total, needed, success, weak))
    if not success and helper != NOBODY:
        fight.state.units[helper].faltered = True
    return success


def _helper(fight: Fight, side: int, title: str) -> int:
    """A wizard who has not failed at it in this phase, or nobody, as their owner likes."""
    units, able = fight.state.units, _helpers(fight, side)
    if not able:
        return NOBODY
    levels = {named(fight, one): f"level {units[one].level}" for one in able}
    question = Choose(
        side, "dispelling wizard", [*levels, NOT_HE], "reg.magic.dispel", text=f"Which wizard dispels {title}?",
        meanings={NOT_HE: "None: without a bonus"}, usual=named(fight, able[0]),
    )  # fmt: skip
    answer = fight.ask(question)
    return NOBODY if answer == NOT_HE else fight.setting.number[answer]


def _helpers(fight: Fight, side: int) -> list[int]:
    """Wizards who may lend their level, the highest first."""
    units = fight.state.units
    able = [one for one in pools.wizards(fight, side) if not units[one].faltered and units[one].level]
    return sorted(able, key=lambda one: (-units[one].level, one))


# --- spells in play ----------------------------------------------------------------------------------------------


def _in_play(fight: Fight, side: int) -> dict[str, Vortex]:
    """Vortices that a side has not yet tried to dispel in this phase."""
    found = {}
    for at, vortex in enumerate(fight.state.vortices):
        if (side, vortex.spell, vortex.caster) not in fight.state.undone and vortex.age < fight.state.clock:
            title = fight.setting.library.spells[vortex.spell].title
            found[f"dispel/{title}/{at + 1}"] = vortex
    return found


def dispel_vortex(fight: Fight, side: int, vortex: Vortex) -> None:
    spell = fight.setting.library.spells[vortex.spell]
    count = _dispel_dice(
        fight, side, f"{spell.title} is in play, and {spell.value} would undo it", spell.value, REMAINS
    )
    fight.state.undone = (*fight.state.undone, (side, vortex.spell, vortex.caster))
    if count and try_dispel(fight, side, spell.title, spell.value, count):
        end(fight, vortex)


def last_dispels(fight: Fight) -> None:
    """After the last spell the other player tries with the dice he has left.  [reg.magic.remains]"""
    side = 1 - fight.state.active
    for vortex in list(_in_play(fight, side).values()):
        if pools.left(fight, side) and vortex in fight.state.vortices:
            dispel_vortex(fight, side, vortex)
