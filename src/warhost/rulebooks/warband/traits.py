"""Traits, skills, old injuries and items: each hooks in where it has a say, and the phases never ask its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from warhost.engine.field.levels.site import Gait
from warhost.engine.tally import Tally

from . import specials

if TYPE_CHECKING:
    from .fighting.blow import Blow
    from .setting import Fight, Fighter
    from .shooting.aim import Aim


# --- bodies and legs ------------------------------------------------------------------------------------------


@specials.gait_of("leap")
def leaping(gait: Gait) -> Gait:
    """[war.camp.skills]"""
    return replace(gait, widest=5_000, deepest=9_000)


@specials.run_factor("sprint")
def sprinting(factor: int) -> int:
    return 3


@specials.run_factor("sluggish", "crushed leg")
def never_runs(factor: int) -> int:
    """[war.band.unquiet.risen] [war.camp.injury.hero]"""
    return 0


@specials.charge_factor("bounding")
def bounding(factor: int) -> int:
    """[war.band.unquiet.bonehound]"""
    return 3


@specials.spotting("lantern")
def lantern_light(reach: int) -> int:
    """[war.item.lantern]"""
    return reach + 4_000


@specials.bars_hiding("lantern")
def lantern_shows() -> bool:
    return True


@specials.sure_footed("cat climber")
def climbs_like_a_cat() -> bool:
    return True


@specials.second_grip("rope")
def rope_holds() -> bool:
    """[war.item.rope]"""
    return True


@specials.softer_fall("rope")
def rope_breaks_the_fall(drop: int) -> int:
    return max(0, drop - 2_000)


@specials.one_handed("lost arm")
def one_arm_left() -> bool:
    """[war.camp.injury.hero]"""
    return True


# --- blows ----------------------------------------------------------------------------------------------------


@specials.closing("sure strike")
def sure_strike(blow: Blow, need: Tally) -> None:
    if blow.charged:
        need.add(-1, "war.camp.skills", "sure strike")


@specials.striking("mighty blow")
def mighty_blow(blow: Blow, strength: Tally) -> None:
    if not blow.weapon.powder:
        strength.add(1, "war.camp.skills", "mighty blow")


@specials.rerolls("swaggering")
def swaggering(blow: Blow) -> int:
    """[war.band.lantern.bravo]"""
    return 1 if blow.charged else 0


@specials.free_hands("free hand")
def free_hand() -> bool:
    return True


@specials.sharper("web of steel")
def web_of_steel() -> int:
    return 1


@specials.quick_reflexes("lightning reflexes")
def lightning_reflexes() -> bool:
    return True


@specials.unstoppable("unstoppable")
def cannot_be_stopped() -> bool:
    return True


# --- wounds ---------------------------------------------------------------------------------------------------


@specials.sidestep("step aside")
def step_aside(against: str) -> int:
    return 5 if against == "blow" else 0


@specials.sidestep("dodge")
def dodge(against: str) -> int:
    """Spells are saved like missiles.  [war.magic.damage]"""
    return 5 if against in ("missile", "spell") else 0


@specials.ignoring("regeneration")
def regeneration(blow: Blow | None, source: str) -> int:
    """[war.band.gutter.troll]"""
    return 0 if source == "war.spell.dart" else 4


@specials.injured("hardy")
def hardy(face: int) -> int:
    return 2 if face == 3 else face


@specials.never_stunned("never stunned")
def only_knocked_down() -> bool:
    """[war.band.unquiet.risen]"""
    return True


# --- missiles -------------------------------------------------------------------------------------------------


@specials.aiming("steady aim")
def steady_aim(aim: Aim, need: Tally) -> None:
    if aim.long:
        need.add(-1, "war.camp.skills", "steady aim")


@specials.aiming("trick shot")
def trick_shot(aim: Aim, need: Tally) -> None:
    if aim.covered:
        need.add(-1, "war.camp.skills", "trick shot")


@specials.picks_freely("hunter")
def hunter() -> bool:
    return True


@specials.quick_hands("quick loader")
def quick_loader() -> bool:
    return True


# --- minds ----------------------------------------------------------------------------------------------------


@specials.causes_fear("fear", "scarred")
def frightful() -> bool:
    """[war.psych.fear]"""
    return True


@specials.ignores_fear("fear", "scarred", "immune", "hardened", "brew")
def fearless() -> bool:
    """[war.psych.immune] [war.item.brew]"""
    return True


@specials.ignores_panic("immune")
def unshaken() -> bool:
    """[war.psych.immune]"""
    return True


@specials.leading("battle tongue")
def battle_tongue(reach: int) -> int:
    return 12_000


@specials.casting("wizard's eye")
def wizards_eye(total: Tally) -> None:
    total.add(1, "war.camp.skills", "wizard's eye")


@specials.mindless("animal", "no experience")
def mindless() -> bool:
    """[war.psych.animal]"""
    return True


@specials.carrying("strong back")
def strong_back() -> bool:
    return True


@specials.hatred("hates wizards")
def hates_wizards(fight: Fight, own: Fighter, foe: Fighter) -> bool:
    """[war.psych.hatred]"""
    return foe.has("wizard")


@specials.hatred("hates undead")
def hates_undead(fight: Fight, own: Fighter, foe: Fighter) -> bool:
    return foe.has("undead")


@specials.hatred("enmity")
def sworn_enmity(fight: Fight, own: Fighter, foe: Fighter) -> bool:
    """[war.camp.injury.hero]"""
    company = fight.setting.companies[foe.side].name
    return company in own.recruit.hates or f"{company}: {foe.recruit.id}" in own.recruit.hates
