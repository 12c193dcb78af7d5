"""The shooting phase: shots and spells, one warrior after the other.  [war.turn.shoot]"""

from __future__ import annotations

from warhost.engine.question import Choose, Refusal

from ..events import Missed, OutOfRange, Shot
from ..fighting.blow import Hit, Source
from ..fighting.powder import reload_until
from ..fighting.wounds import suffer
from ..library import Weapon
from ..lookout import of_side, within
from ..magic.casting import cast, castable, why_not_cast
from ..moving.hiding import spot
from ..setting import Fight
from .aim import Aim, aims, in_range, may_shoot, offered, ready, why_no_target, why_not_ready
from .throws import again, first_die, hits, on_the_mark

DONE = "done"
MISS, AGAIN = "keep it", "again"
ONCE, TWICE = "one shot", "two shots"


def act_one(fight: Fight) -> bool:
    """A warrior shoots or casts; False when nobody can or wants to any more."""
    able: dict[str, int] = {}
    for number in of_side(fight, fight.state.active):
        if not fight.state.warriors[number].held and options(fight, number):
            able[fight.setting.fighters[number].id] = number
    if not able:
        return False
    chosen = fight.ask(
        Choose(
            fight.state.active,
            "shoot",
            [*able, DONE],
            "war.turn.shoot",
            text="Who shoots or casts?",
            meanings={DONE: "nobody else shoots or casts"},
            usual=DONE,
            why_not=lambda id: _why_not(fight, id),
        )
    )
    if chosen == DONE:
        for number in able.values():
            fight.state.warriors[number].held = True
        return True
    _act(fight, able[chosen])
    return True


def _why_not(fight: Fight, id: str) -> Refusal | None:
    """Why he neither shoots nor casts now: of an archer why he does not shoot, of a wizard why he does not cast."""
    number = fight.setting.number.get(id)
    if number is None:
        return None
    if fight.state.warriors[number].spells and not fight.setting.fighters[number].missiles:
        no_spell = Refusal("war.magic.cast", "{who} has nobody to cast a spell at", (id,))
        return why_not_cast(fight, number) or no_spell
    return may_shoot(fight, number) or _no_shot(fight, number)


def _no_shot(fight: Fight, number: int) -> Refusal:
    """Who may shoot and has nothing ready for it, or nobody to shoot at."""
    fighter = fight.setting.fighters[number]
    reasons = [why_not_ready(fight, number, weapon) for weapon in fighter.missiles]
    not_ready = next((reason for reason in reasons if reason is not None), None)
    if not_ready is not None and all(reasons):
        return not_ready
    return Refusal("war.shoot.target", "{who} has no target", (fighter.id,))


def options(fight: Fight, number: int) -> dict[str, str]:
    """What he could do: a weapon that has a target, or a spell."""
    found: dict[str, str] = {}
    if fight.setting.fighters[number].missiles and may_shoot(fight, number) is None:
        found |= {weapon.id: "shoot" for weapon in ready(fight, number) if offered(fight, number, weapon)}
    if fight.state.warriors[number].spells:
        found |= dict.fromkeys(castable(fight, number), "cast")
    return found


def _act(fight: Fight, number: int) -> None:
    """Weapon or spell first, then at whom."""
    found, fighter = options(fight, number), fight.setting.fighters[number]
    chosen = next(iter(found))
    if len(found) > 1:
        library = fight.setting.library
        meanings = {
            name: library.spells[name].title if what == "cast" else library.gear[name].title
            for name, what in found.items()
        }
        text = "What does {who} use?"
        chosen = fight.ask(
            Choose(fighter.side, "with", list(found), "war.turn.shoot", fighter.id, text=text, meanings=meanings)
        )
    if found[chosen] == "cast":
        cast(fight, number, chosen)
    else:
        _shoot(fight, number, fight.setting.library.weapon(chosen))


def _shoot(fight: Fight, number: int, weapon: Weapon) -> None:
    fighter, warrior = fight.setting.fighters[number], fight.state.warriors[number]
    found = {fight.setting.fighters[aim.target].id: aim for aim in offered(fight, number, weapon)}
    text = f"At whom does {{who}} shoot ({weapon.title.lower()})?"
    odds = (lambda id: f"{found[id].need.total}+") if fight.setting.open_measuring else None
    question = Choose(fighter.side, "shoot at", list(found), "war.shoot.target", fighter.id, text=text, odds=odds)
    question.why_not = lambda id: why_no_target(fight, number, weapon, fight.setting.number.get(id))
    aim = found[fight.ask(question)]
    near = in_range(weapon, aim.distance)
    shots = 2 if near and _twice(fight, aim) else 1
    warrior.shot = True
    spot(fight, number, "war.hide.spot.act")
    if weapon.reload:
        warrior.reload = (*warrior.reload, reload_until(fight, number))
    if not near:
        fight.tell(OutOfRange("war.shoot.target", fighter.id, fight.setting.fighters[aim.target].id, weapon.range))
        return
    if shots == 1:
        loose(fight, aim)
        return
    loose(fight, _hasty(aim))
    second = _again_at(fight, aim)
    if second is not None:
        loose(fight, _hasty(second))


def _hasty(aim: Aim) -> Aim:
    aim.need.add(1, aim.weapon.rule, "two shots")
    return aim


def _again_at(fight: Fight, first: Aim) -> Aim | None:
    """The second shot is declared when the first has come to its end, at whoever is a near target then.

    [war.shoot.who] [war.weapon.sling]
    """
    fighters, weapon = fight.setting.fighters, first.weapon
    now = [aim for aim in aims(fight, first.shooter, weapon) if within(aim.distance, 1_000 * weapon.volley)]
    found = {fighters[aim.target].id: aim for aim in now}
    if len(found) < 2:
        return next(iter(found.values()), None)
    fighter, same = fighters[first.shooter], fighters[first.target].id
    question = Choose(
        fighter.side,
        "second shot",
        list(found),
        "war.shoot.target",
        fighter.id,
        text=f"At whom does {{who}} shoot the second time ({weapon.title.lower()})?",
        usual=same if same in found else next(iter(found)),
    )
    question.why_not = lambda id: why_no_target(fight, first.shooter, weapon, fight.setting.number.get(id))
    return found[fight.ask(question)]


def _twice(fight: Fight, aim: Aim) -> bool:
    """A slinger who has not moved may shoot twice at a near target, at -1 each.  [war.weapon.sling]"""
    warrior, fighter = fight.state.warriors[aim.shooter], fight.setting.fighters[aim.shooter]
    if (
        not aim.weapon.volley
        or warrior.moved
        or warrior.stood
        or not within(aim.distance, 1_000 * aim.weapon.volley)
    ):
        return False
    question = Choose(
        fighter.side,
        "volley",
        [ONCE, TWICE],
        aim.weapon.rule,
        fighter.id,
        text="How often does {who} shoot?",
        meanings={ONCE: "once", TWICE: "twice, at -1 each"},
        usual=ONCE,
    )
    return bool(fight.ask(question) == TWICE)


def loose(fight: Fight, aim: Aim) -> bool:
    """One shot to its end: to hit, a second die for a 7 or more, to wound and so on.

    [war.shoot.seven] [war.dice.order]
    """
    fighter = fight.setting.fighters[aim.shooter]
    names, need = (fighter.id, fight.setting.fighters[aim.target].id), aim.need.total
    fight.tell(Shot("war.shoot.tohit", *names, aim.weapon.title.lower(), need, aim.need.steps))
    face = first_die(fight, fighter.side, need, "war.shoot.tohit")
    if not on_the_mark(face, need) and _second_try(fight, aim.shooter):
        face = again(fight, fighter.side, need, "war.shoot.tohit")
    if not hits(fight, fighter.side, face, need, "war.shoot.tohit"):
        fight.tell(Missed("war.shoot.tohit", *names))
        return False
    strength = fighter.profile.s if aim.weapon.users_strength else aim.weapon.strength
    poisoned = face == 6 and aim.weapon.id == fighter.smeared  # [war.item.poison]
    hit = Hit(strength, aim.weapon.save, False, poisoned)
    suffer(fight, aim.target, [hit], Source(aim.shooter, "missile", "war.shoot.wound", thrower=fighter.side))
    return True


def _second_try(fight: Fight, number: int) -> bool:
    """Once a battle a deadly eye looks twice.  [war.camp.skills]"""
    warrior = fight.state.warriors[number]
    if not fight.setting.fighters[number].has("deadly eye") or "deadly eye" in warrior.used:
        return False
    question = Choose(
        warrior.side,
        "second look",
        [MISS, AGAIN],
        "war.camp.skills",
        fight.setting.fighters[number].id,
        text="{who} has missed. Is this the shot of the battle to be thrown again?",
        meanings={MISS: "keep it for later", AGAIN: "throw again"},
        usual=MISS,
    )
    if fight.ask(question) == MISS:
        return False
    warrior.used = (*warrior.used, "deadly eye")
    return True
