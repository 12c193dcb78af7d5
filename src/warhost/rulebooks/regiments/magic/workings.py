"""What spells do.

[reg.magic.duration] [reg.lore.ember] [reg.lore.dusk] [reg.lore.ember.attribute] [reg.lore.dusk.attribute]
[reg.lore.ember.cinder] [reg.lore.ember.glare] [reg.lore.ember.sunlance] [reg.lore.dusk.call]
[reg.lore.dusk.wither] [reg.lore.dusk.splinters] [reg.lore.dusk.drain]
"""

from __future__ import annotations

from warhost.engine.effects import laid
from warhost.engine.field.shapes import overlaps_any
from warhost.engine.phrase import Phrase

from ..bodies import body
from ..choosing import next_of
from ..events import Healed, Noted, SpellEnded
from ..fighting.result import ranks_of_unit
from ..measures import TIE, inches
from ..moving.ways import blocks, edge_gap, others
from ..nature import company, has, kind, present
from ..nerve import panic
from ..records import Spell
from ..setting import Fight
from ..state import Effect
from ..wounds.hits import Harm
from ..wounds.spreading import strike_unit
from . import pools
from .targets import range_to

CALL, UNSTABLE, SHAMBLERS = "reg.lore.dusk.call", "reg.sr.unstable", "reg.army.und.shamblers"
RAISED = ("infantry", "cavalry", "war beasts")
LUCKY = 5
COMMAND = ("champion", "standard", "musician")


def work(fight: Fight, caster: int, spell: Spell, target: int, boosted: bool) -> None:
    if spell.rule == CALL:
        call_the_fallen(fight, caster, target)
        return
    if spell.hits is not None:
        strike(fight, caster, spell, target, boosted)
    if spell.lasts and fight.state.units[target].present:
        phrase = spell.strong_boosted if boosted and spell.strong_boosted else spell.strong
        side = fight.state.units[caster].side
        strength = Phrase.read(phrase).roll(fight.throw, "how strong it is", spell.rule, side) if phrase else 1
        lay_on(fight, spell.rule, caster, target, strength)


def lay_on(fight: Fight, rule: str, caster: int, target: int, strength: int) -> None:
    """Until the caster's next magic phase; the same spell never stacks with itself."""
    others = tuple(one for one in fight.state.effects if not (one.source == rule and one.bearer == target))
    fight.state.effects = laid(others, Effect(rule, target, fight.state.clock + 2, caster, strength))


def all_within(fight: Fight, caster: int, spell: Spell) -> list[int]:
    """Every enemy unit so near to the caster.  [reg.magic.boost]"""
    side = fight.state.units[caster].side
    reach = inches(spell.all_within) + TIE
    return [foe for foe in present(fight, 1 - side) if range_to(fight, caster, foe) <= reach]


def expire(fight: Fight) -> None:
    """When a magic phase of the caster begins, what he cast in his last is over."""
    state = fight.state
    over = [
        one for one in state.effects if one.ends <= state.clock and state.units[one.caster].side == state.active
    ]
    for one in over:
        title = fight.setting.library.spells[one.source].title
        fight.tell(SpellEnded("reg.magic.duration", state.units[one.bearer].name, title))
    state.effects = tuple(one for one in state.effects if one not in over)


# --- hits --------------------------------------------------------------------------------------------------------


def strike(fight: Fight, caster: int, spell: Spell, target: int, boosted: bool) -> None:
    found = spell.hits
    assert found is not None
    side = fight.state.units[caster].side
    dice = found.boosted if boosted and found.boosted else found.dice
    hits = Phrase.read(dice).roll(fight.throw, "hits of the spell", spell.rule, side)
    if found.per_rank:
        hits += min(found.per_rank, max(0, ranks_of_unit(fight, target) - 1))
    before = _models(fight, target)

    def made(victim: int, count: int) -> Harm:
        harm = Harm(
            fight, victim, count, found.strength, by=caster, names=found.rules, spell=True, rule=spell.rule
        )  # fmt: skip
        harm.wounds_on, harm.armour = found.wounds_on, found.armour
        return harm

    strike_unit(fight, target, hits, made)
    if _models(fight, target) < before:
        attribute(fight, caster, spell.lore)
    panic.mark_losses(fight, target, caster)


def _models(fight: Fight, target: int) -> int:
    unit = fight.state.units[target]
    return unit.models + sum(fight.state.units[one].alive for one in unit.leaders) if unit.alive else 0


def attribute(fight: Fight, caster: int, lore: str) -> None:
    """A die or a wound for a spell that killed.  [reg.lore.ember.attribute] [reg.lore.dusk.attribute]"""
    unit = fight.state.units[caster]
    rule = f"reg.lore.{lore}.attribute"
    if fight.die(6, "lore attribute", rule, unit.side, (LUCKY - 1,)) < LUCKY:
        return
    if lore == "dusk" and unit.hurt:
        unit.hurt -= 1
        fight.tell(Healed(rule, unit.name, 1))
    elif unit.side == fight.state.active:
        before = pools.left(fight, unit.side)
        pools.add(fight, unit.side, 1)
        if pools.left(fight, unit.side) > before:
            fight.tell(Noted(rule, unit.name, "gains a power die"))


# --- raising the dead --------------------------------------------------------------------------------------------


def call_the_fallen(fight: Fight, caster: int, target: int) -> None:
    """[reg.lore.dusk.call]"""
    unit, found = fight.state.units[target], kind(fight, target)
    side = fight.state.units[caster].side
    unstable = has(fight, target, UNSTABLE)
    if unstable and found.troop.id in RAISED and not found.character:
        power = fight.die(6, "how many return", CALL, side) + fight.state.units[caster].level
        _raise(fight, target, power)
        return
    amount = Phrase.read("D3").roll(fight.throw, "wounds regained", CALL, side) if unstable else 1
    hurt = [one for one in company(fight, target) if fight.state.units[one].hurt]
    if hurt:
        healed = unit if unstable and unit.hurt else fight.state.units[
            next_of(fight, side, hurt, "whom to heal", CALL, "Who regains a wound?")
        ]  # fmt: skip
        amount = min(amount, healed.hurt)
        healed.hurt -= amount
        fight.tell(Healed(CALL, healed.name, amount))


def most_models(fight: Fight, target: int) -> int:
    """So many models a unit may have: as many as it began with, the Shambling Dead half as many again."""
    began = fight.setting.entries[fight.state.units[target].entry].models
    return began + (-(-began // 2) if kind(fight, target).rule == SHAMBLERS else 0)


def _raise(fight: Fight, target: int, wounds: int) -> None:
    """Wounds first, then models, first the command, up to the most it may have and as far as there is room."""
    unit = fight.state.units[target]
    life = kind(fight, target).life
    healed = min(unit.hurt, wounds)
    unit.hurt -= healed
    back = min((wounds - healed) // life, most_models(fight, target) - unit.models)
    back = _room_for(fight, target, back)
    recruit = fight.setting.recruits[target]
    gone = [post for post in COMMAND if getattr(recruit, post) and not getattr(unit, post)]
    for post in gone[: max(0, back)]:
        setattr(unit, post, True)
    if back > 0:
        fight.tell(Healed(CALL, unit.name, back, models=True))


def _room_for(fight: Fight, target: int, back: int) -> int:
    """So many models more at the rear, as far as nobody stands there; returns how many came."""
    unit = fight.state.units[target]
    before = [
        one.foe(target)
        for one in fight.state.contacts
        if target in (one.a, one.b) and one.side_of(target) == "front"
    ]
    bars = [block for _, block in others(fight, target, before)] + list(blocks(fight))
    for count in range(max(0, back), 0, -1):
        unit.models += count
        block = body(fight, target).block
        if unit.fate == "garrison" or (edge_gap(fight, block) >= -TIE and not overlaps_any(block, bars)):
            return count
        unit.models -= count
    return 0
