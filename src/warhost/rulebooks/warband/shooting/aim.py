"""Who may shoot with what at whom, and what he needs.  [war.shoot.who] [war.shoot.target]"""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.charts import out_of_reach, shooting_need
from warhost.engine.question import Refusal
from warhost.engine.tally import Tally

from ..burdens import RULES, carried, laden
from ..fighting.powder import empty
from ..library import Weapon
from ..lookout import apart, enemies, engaged, foes, glance, raised, within
from ..plights import UNSTEADY, plight
from ..setting import Fight
from ..specials import aiming, one_handed, picks_freely


class Aim(NamedTuple):
    """A shot that could be made."""

    shooter: int
    target: int
    weapon: Weapon
    distance: float
    covered: bool
    long: bool
    need: Tally


def may_shoot(fight: Fight, number: int) -> Refusal | None:
    """[war.shoot.who] [war.turn.states] [war.charge.failed.shoot] [war.run.basic] [war.item.brew]"""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    who = (fighter.id,)
    if not fighter.missiles:
        return Refusal("war.shoot.who", "{who} has no missile weapon", who)
    if warrior.shot:
        return Refusal("war.turn.shoot", "{who} has shot this turn", who)
    if refusal := plight(fight, number, *UNSTEADY, "stupid", "squabbling", "rallied", "fell", "ran"):
        return refusal
    if warrior.failed:
        return Refusal("war.charge.failed.shoot", "the charge of {who} failed this turn", who)
    if warrior.charged:
        return Refusal("war.turn.states", "{who} charged this turn", who)
    if fighter.has("brew"):
        return Refusal("war.item.brew", "{who} has drunk hedge brew", who)
    if laden(fight, number):
        prize = fight.state.prizes[carried(fight, number)].kind
        return Refusal(RULES[prize], f"{{who}} carries the {prize}", who)
    if engaged(fight, number):
        return Refusal("war.combat.engaged", "{who} is engaged", who)
    return None


def ready(fight: Fight, number: int) -> list[Weapon]:
    """The missile weapons he may fire now, each kind once.

    [war.weapon.crossbow] [war.weapon.handgun] [war.weapon.pistol]
    """
    missiles = {weapon.id: weapon for weapon in fight.setting.fighters[number].missiles}
    return [weapon for weapon in missiles.values() if why_not_ready(fight, number, weapon) is None]


def why_not_ready(fight: Fight, number: int, weapon: Weapon) -> Refusal | None:
    """Why he cannot fire this missile weapon now."""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    who, title = (fighter.id,), weapon.title.lower()
    if weapon.steady and (warrior.moved or warrior.stood):
        return Refusal(weapon.rule, f"{{who}} has moved: no shot with the {title} after that", who)
    if one_handed.any(fighter.traits) and weapon.hands > 1:
        return Refusal("war.camp.injury.hero", f"{{who}} has one arm only, and the {title} takes two", who)
    if not loaded(fight, number, weapon):
        return Refusal(weapon.rule, f"{{who}} is still loading the {title}", who)
    return None


def loaded(fight: Fight, number: int, weapon: Weapon) -> bool:
    """What fires every other turn needs one between; each barrel of a brace keeps its own count."""
    if not weapon.reload:
        return True
    owned = sum(one.id == weapon.id for one in fight.setting.fighters[number].missiles)
    return owned > empty(fight, number)


# --- targets --------------------------------------------------------------------------------------------------


def offered(fight: Fight, number: int, weapon: Weapon) -> list[Aim]:
    """Those whom he may name; nobody learns from that how far they are, where that is not measured beforehand.

    [war.shoot.target] [war.terrain.measure]
    """
    return aims(fight, number, weapon, measured=fight.setting.open_measuring)


def aims(fight: Fight, number: int, weapon: Weapon, *, measured: bool = True) -> list[Aim]:
    """The lawful targets: the nearest, or who is easier to hit; lying and fleeing ones may be passed over.

    [war.shoot.target] [war.shoot.mod.large] [war.psych.large]
    """
    seen = visible(fight, number, weapon, measured)
    if not seen or raised(fight, number) or picks_freely.any(fight.setting.fighters[number].traits):
        return [aim for aim in seen if not out_of_reach(aim.need.total)]
    binding = [aim for aim in seen if fight.state.warriors[aim.target].steady]
    nearest = min(binding, key=lambda aim: aim.distance, default=None)
    return [aim for aim in seen if _lawful(fight, aim, nearest) and not out_of_reach(aim.need.total)]


def _lawful(fight: Fight, aim: Aim, nearest: Aim | None) -> bool:
    if nearest is None or aim.distance <= nearest.distance + 1:
        return True
    return aim.need.total < nearest.need.total or fight.setting.fighters[aim.target].has("large")


def visible(fight: Fight, number: int, weapon: Weapon, measured: bool) -> list[Aim]:
    """Enemies in sight and, where that is measured, in range who are not engaged.

    [war.shoot.melee] [war.hide.basic]
    """
    found = []
    for foe in enemies(fight, fight.state.warriors[number].side):
        far = apart(fight, number, foe)
        if fight.state.warriors[foe].hidden or foes(fight, foe) or (measured and not in_range(weapon, far)):
            continue
        seen = glance(fight, number, foe)
        if seen.seen:
            found.append(aim_at(fight, number, foe, weapon, far, seen.covered))
    return found


def why_no_target(fight: Fight, number: int, weapon: Weapon, foe: int | None) -> Refusal | None:
    """Why somebody is no target of this weapon.  [war.shoot.melee] [war.shoot.target] [war.hide.basic]"""
    if foe is None:
        return None
    pair = fight.setting.fighters[number].id, fight.setting.fighters[foe].id
    one = fight.state.warriors[foe]
    if one.fate != "there" or one.side == fight.state.warriors[number].side:
        return Refusal("war.shoot.target", "{1} is no enemy on the table", pair)
    if one.hidden:
        return Refusal("war.hide.basic", "{1} is hidden", pair)
    if foes(fight, foe):
        return Refusal("war.shoot.melee", "{1} is engaged, and nobody shoots into a combat", pair)
    if fight.setting.open_measuring and not in_range(weapon, apart(fight, number, foe)):
        return Refusal("war.shoot.target", f"{{1}} is farther than {weapon.range} inches", pair)
    if not glance(fight, number, foe).seen:
        return Refusal("war.terrain.los", "{who} does not see {1}", pair)
    return Refusal("war.shoot.target", "another enemy is nearer to {who} than {1}, and no harder to hit", pair)


def in_range(weapon: Weapon, far: float) -> bool:
    return within(far, 1_000 * weapon.range)


def aim_at(fight: Fight, number: int, target: int, weapon: Weapon, far: float, covered: bool) -> Aim:
    """[war.shoot.tohit] [war.shoot.mods] [war.shoot.mod.cover] [war.terrain.cover] [war.char.bs]"""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    long = not weapon.handy and far > 500 * weapon.range + 1.001
    need = Tally(shooting_need(fighter.profile.bs), "war.shoot.tohit", "Ballistic Skill")
    need.add(1 if covered else 0, "war.shoot.mod.cover", "cover")
    need.add(1 if long else 0, "war.shoot.mods", "long range")
    need.add(1 if (warrior.moved or warrior.stood) and not weapon.handy else 0, "war.shoot.mods", "moved")
    need.add(-1 if fight.setting.fighters[target].has("large") else 0, "war.shoot.mod.large", "large target")
    aim = Aim(number, target, weapon, far, covered, long, need)
    aiming.each(fighter.traits, aim, need)
    return aim
