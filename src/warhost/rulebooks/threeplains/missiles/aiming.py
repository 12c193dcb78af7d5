"""Who may shoot at whom, with how many shots, and what each needs to hit.

[tp.shoot.checks] [tp.shoot.modifiers] [tp.appendix1.shooting_chart]
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Literal

from msgspec.structs import replace

from warhost.engine.field.body import Body, close_by, wholly_within
from warhost.engine.field.compass import ahead, bearing
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import Shape, clip, near, overlap
from warhost.engine.question import Choose, Refusal
from warhost.engine.tally import Tally

from ..bodies import (
    FLYING_HEIGHT,
    MARK,
    body,
    figure,
    friends,
    in_range,
    loose,
    range_between,
    single,
    true_friends,
    width_of,
)
from ..fighting.contact import engaged
from ..figure import inches
from ..kinds import insignificant, skirmishing
from ..land.ground import level_of, movement, on_works
from ..land.sense import in_cover, seen_bases, why_no_aim, why_not_sensed
from ..machines.engines import why_silent
from ..machines.sheets import MISSILES
from ..magic.bearing import effects_on, marked, nature
from ..morale.checks import members
from ..moving.flying import flight
from ..moving.groups import parts, special_places
from ..scenario.points import busy
from ..setting import Fight
from ..special import qualities, specials
from ..special.concealment import concealed
from ..special.riding import mount_of, on_base
from ..state import NEVER, NOBODY, Number, Player
from ..torchlight import TORCH_HANDS, all_bear, bearers
from ..weapons import Weapon
from ..wounds.hits import Attack

Occasion = Literal["phase", "hold", "defensive"]

SURELY = 6  # a shot that needs more has no chance worth the name
BASIC = 5
CLOSE = inches(10)
TOO_NEAR = inches(6)  # for a mass volley; and near enough to pick out a lone man
COMPANY = inches(3)  # a lone man this near his friends is lost among them
HEIGHT = inches(4)  # what high ground adds to the range
HARD_COVER = 2
PLAIN, BURNING = "plain arrows", "flaming arrows"
FLAMING = 6  # inches that arrows lose when they are set alight


# --- weapons -------------------------------------------------------------------------------------------------


def missiles(fight: Fight, number: Number) -> list[Weapon]:
    """The weapons with which its models can shoot at all.

    [tp.weapon.ballistic] [tp.weapon.sling] [tp.weapon.short_bow] [tp.weapon.bow] [tp.weapon.longbow]
    [tp.weapon.throwing] [tp.weapon.crossbow] [tp.weapon.javelin]
    """
    kind, kept = fight.state.pieces[number].figure, fight.setting.missiles
    if kind not in kept:
        found, known = fight.setting.figures[kind], fight.setting.weapons
        on_foot = not found.mounted and (skirmishing(fight, number) or found.category == "character")
        owned = [known[weapon] for weapon in found.weapons]
        owned += [MISSILES[found.shoots]] if found.shoots in MISSILES else []
        kept[kind] = [weapon for weapon in owned if weapon.range and (on_foot or not weapon.loose_foot_only)]
    if mount_of(fight, number) == NOBODY:
        return kept[kind]
    return [weapon for weapon in kept[kind] if not weapon.loose_foot_only]


def reach(fight: Fight, shooter: Number, weapon: Weapon, target: Number = NOBODY) -> Length:
    """The range of a weapon from where its user stands; from a fortress it is longer downwards only.

    [tp.shoot.checks.range] [tp.shoot.highground] [tp.aware.highground] [tp.siege.high_ground]
    """
    level = level_of(fight, shooter)
    high = level > 0
    if high and target != NOBODY and on_works(fight, shooter):
        high = level_of(fight, target) < level
    return inches(weapon.range) + (HEIGHT if high else NOTHING)


def weapon_for(fight: Fight, shooter: Number, user: Number, target: Number) -> Weapon | None:
    """What a user inside the shooting piece would shoot with: the first of its weapons that gets there, else the
    one that reaches farthest.  [tp.weapon.fixed]"""
    owned = missiles(fight, user)
    reaching = (one for one in owned if in_range(fight, shooter, target, reach(fight, shooter, one, target)))
    return next(reaching, max(owned, key=lambda weapon: weapon.range, default=None))


def users(fight: Fight, shooter: Number) -> Iterator[Number]:
    """The kinds of models in a piece that have missiles: its own, all armed alike, and each character with it who
    has not thrown something else instead; nobody with a torch in hand.

    [tp.weapon.uniform] [tp.item.weapon.scolex_keg] [tp.scenario.raid.torch_hands]
    """
    pieces, clock = fight.state.pieces, fight.state.clock
    return (
        user
        for user in members(fight, shooter)
        if missiles(fight, user) and (user == shooter or pieces[user].aimed != clock) and not all_bear(fight, user)
    )


def armed(fight: Fight, shooter: Number) -> bool:
    """Whether anybody in a piece has missiles."""
    return next(users(fight, shooter), None) is not None


# --- missile checks ------------------------------------------------------------------------------------------


def why_no_missiles(fight: Fight, shooter: Number, occasion: Occasion = "phase") -> Refusal | None:
    """What keeps a piece from shooting at anybody.  [tp.shoot.checks]"""
    piece = fight.state.pieces[shooter]
    if piece.standing and all_bear(fight, shooter) and not armed(fight, shooter):
        return Refusal(TORCH_HANDS, f"{piece.name} has torches in hand")
    if piece.inside:
        return Refusal("tp.siege.levels", f"{piece.name} sees nothing from inside")
    if not piece.standing or not armed(fight, shooter):
        return Refusal("tp.shoot.shots", f"{piece.name} has nothing to shoot with")
    return why_hindered(fight, shooter, occasion)


def why_hindered(fight: Fight, shooter: Number, occasion: Occasion) -> Refusal | None:
    """What keeps a piece from shooting that has something to shoot with.  [tp.shoot.checks]"""
    piece = fight.state.pieces[shooter]
    if refusal := why_silent(fight, shooter, in_its_phase=occasion == "phase"):
        return refusal
    if piece.lawless:
        return Refusal("tp.beast.wild", f"{piece.name} is wild")
    if piece.fleeing:
        return Refusal("tp.shoot.checks", f"{piece.name} is fleeing")
    if engaged(fight, shooter) and not fight.setting.sights.shoots_in_combat(fight, shooter):
        return Refusal("tp.shoot.checks", f"{piece.name} is in combat")
    if piece.last_dashed if occasion == "defensive" else piece.turn.dashed:
        return Refusal("tp.shoot.mod.move", f"{piece.name} has dashed")
    if shares_space(fight, shooter):
        return Refusal("tp.unit.skirmish.shared_no_shoot", f"{piece.name} stands among friends")
    if rule := specials.shoots.first(nature(fight, shooter), fight, shooter):
        return Refusal(rule, f"{piece.name} cannot shoot")
    return _why_not_these(fight, shooter, occasion)


def _part_rules(fight: Fight, number: Number) -> tuple[str, ...]:
    return fight.setting.parts[fight.state.pieces[number].side].rules


def _why_not_these(fight: Fight, shooter: Number, occasion: Occasion) -> Refusal | None:
    """Crossbows are not shot after a step or in a hurry, and war machines not in a hurry.

    [tp.weapon.crossbow] [tp.shoot.hold]
    """
    piece, owned = fight.state.pieces[shooter], (w for user in users(fight, shooter) for w in missiles(fight, user))
    if occasion == "hold":
        if figure(fight, shooter).category == "machine" or not any(weapon.hold_and_shoot for weapon in owned):
            return Refusal("tp.shoot.hold", f"{piece.name} is too slow for that")
    elif occasion == "phase" and _stirred(fight, shooter) and not any(weapon.move_and_shoot for weapon in owned):
        return Refusal("tp.weapon.crossbow", f"{piece.name} has moved")
    return None


def usable(fight: Fight, shooter: Number, weapon: Weapon, occasion: Occasion) -> bool:
    """Whether this weapon serves on this occasion.  [tp.weapon.crossbow] [tp.shoot.hold]"""
    if occasion == "hold":
        return weapon.hold_and_shoot
    return occasion == "defensive" or weapon.move_and_shoot or not _stirred(fight, shooter)


def _stirred(fight: Fight, shooter: Number) -> bool:
    """Whether it has moved or turned at all this turn."""
    piece = fight.state.pieces[shooter]
    return piece.turn.spent > 0 or piece.stirred == fight.state.clock


def shares_space(fight: Fight, shooter: Number) -> bool:
    """Skirmishers and lone men who stand among friends cannot shoot.

    [tp.unit.skirmish.shared_no_shoot] [tp.move.individual.through]
    """
    if fight.state.pieces[shooter].airborne or not (skirmishing(fight, shooter) or single(fight, shooter)):
        return False
    pieces, here = fight.state.pieces, body(fight, shooter)
    return any(not pieces[other].airborne and _upon(here, body(fight, other)) for other in friends(fight, shooter))


def _upon(here: Body, there: Body) -> bool:
    return close_by(here, there, 0) and any(overlap(a, b) for a in here.parts for b in there.parts)


def why_no_shot(fight: Fight, shooter: Number, target: Number, occasion: Occasion = "phase") -> Refusal | None:
    """The missile checks: by which rule this piece cannot shoot at that one.

    [tp.shoot.checks] [tp.shoot.checks.view] [tp.shoot.checks.range]
    """
    return why_no_missiles(fight, shooter, occasion) or why_no_shot_at(fight, shooter, target, occasion)


def why_no_shot_at(fight: Fight, shooter: Number, target: Number, occasion: Occasion) -> Refusal | None:
    """The checks for this target, of a piece that can shoot at somebody."""
    if refusal := why_no_mark(fight, shooter, target):
        return refusal
    if next(salvos(fight, shooter, target, occasion), None) is not None:
        return None
    return Refusal("tp.shoot.checks.range", f"{fight.state.pieces[target].name} is out of range")


def why_no_mark(fight: Fight, shooter: Number, target: Number) -> Refusal | None:
    """The same before each of the shooters is measured."""
    pieces = fight.state.pieces
    if pieces[target].inside:
        return Refusal("tp.siege.levels", f"{pieces[target].name} is inside, where nobody is shot at")
    if not pieces[target].standing or pieces[target].side == pieces[shooter].side:
        return Refusal("tp.shoot.phase", f"{pieces[target].name} is no enemy on the table")
    if refusal := concealed(fight, target):
        return refusal
    owned = [weapon for user in users(fight, shooter) for weapon in missiles(fight, user)]
    if not in_range(fight, shooter, target, max(reach(fight, shooter, weapon, target) for weapon in owned)):
        return Refusal("tp.shoot.checks.range", f"{pieces[target].name} is out of range")
    if refusal := unseen(fight, shooter, target):
        return refusal
    if hidden_in_company(fight, target) and not in_range(fight, shooter, target, TOO_NEAR):
        return Refusal("tp.shoot.mod.insignificant", f"{pieces[target].name} cannot be made out among its friends")
    return None


def unseen(fight: Fight, shooter: Number, target: Number) -> Refusal | None:
    """Only what is seen can be shot.  [tp.shoot.checks.view] [tp.aware.primary]"""
    if seen_bases(fight, shooter, target):
        return why_no_aim(fight, shooter, target)
    why = why_not_sensed(fight, shooter, target)
    return why or Refusal("tp.shoot.checks.view", f"{fight.state.pieces[target].name} is only noticed, not seen")


def hard_to_make_out(fight: Fight, target: Number) -> bool:
    """A small single model, unless what it wears draws all eyes.

    [tp.shoot.mod.insignificant] [tp.item.armour.armour_of_attraction]
    """
    return insignificant(fight, target) and not attracts(fight, target)


def attracts(fight: Fight, target: Number) -> bool:
    """Whether somebody in it has what takes all cover and all tricks from him.

    [tp.item.armour.armour_of_attraction]
    """
    return fight.setting.enchanted and any(qualities.draws_all_eyes(fight, one) for one in members(fight, target))


def drawn_to(fight: Fight, shooter: Number) -> Number:
    """At whom a piece has to shoot, if it has a chance to hit him; NOBODY otherwise.

    [tp.item.armour.armour_of_attraction]
    """
    names = [name for name in nature(fight, shooter) if marked((name,), "shoots at that one")]
    for enemy in [effect.foe for effect in effects_on(fight, shooter) if effect.source in names]:
        if why_no_shot(fight, shooter, enemy) is None and to_hit(fight, shooter, enemy).total <= SURELY:
            return enemy
    return NOBODY


def hidden_in_company(fight: Fight, target: Number) -> bool:
    """A small single model beside friends who are no such models themselves.  [tp.shoot.mod.insignificant]"""
    return hard_to_make_out(fight, target) and any(
        not insignificant(fight, friend) and in_range(fight, target, friend, COMPANY)
        for friend in true_friends(fight, target)
    )


# --- shots ---------------------------------------------------------------------------------------------------


def salvos(
    fight: Fight, shooter: Number, target: Number, occasion: Occasion, *, flaming: bool = False
) -> Iterator[tuple[Number, Weapon, int]]:
    """Who shoots with what, and how many of them are in range: the ordinary models, then each character.

    [tp.shoot.shots] [tp.shoot.checks.range] [tp.scenario.raid.torch_hands]
    """
    owners, firing = standing_on(fight, shooter), _firing(fight, shooter, target, occasion)
    taken = hands_full(fight, shooter)
    for user in users(fight, shooter):
        weapon = weapon_for(fight, shooter, user, target)
        if weapon is None or not usable(fight, shooter, weapon, occasion):
            continue
        weapon = alight(fight, user, weapon) if flaming else weapon
        full = {*bearers(fight, user, owners), *taken}
        own = [at for at in firing if user in on_base(fight, owners[at]) and at not in full]
        if shots := _in_range(fight, shooter, target, own, reach(fight, shooter, weapon, target)):
            yield user, weapon, shots * weapon.shots


def hands_full(fight: Fight, number: Number) -> set[int]:
    """The models of a piece that cannot shoot just now.  [tp.siege.idle_hands] [tp.siege.cauldron]"""
    return {base for bases in busy.replies(_part_rules(fight, number), fight, number) for base in bases}


def alight(fight: Fight, user: Number, weapon: Weapon) -> Weapon:
    """The same with flaming arrows, if it shoots arrows and its user is on foot.  [tp.siege.flaming_arrows]"""
    if not weapon.arrows or figure(fight, user).mounted:
        return weapon
    return replace(weapon, range=weapon.range - FLAMING, flaming=True)


def say_which_arrows(fight: Fight, side: Player, who: str) -> bool:
    """Before each shooting archers say whether their arrows burn; they are asked where fire would do more than
    other arrows. True if they do.  [tp.siege.flaming_arrows]
    """
    text = "{Does} {who} set the arrows alight? They fly 6 inches less far."
    question = Choose(side, "arrows", [PLAIN, BURNING], "tp.siege.flaming_arrows", who, usual=PLAIN, text=text)
    said: str = fight.ask(question)
    return said == BURNING


def _firing(fight: Fight, shooter: Number, target: Number, occasion: Occasion) -> range:
    """The bases that may shoot: the first row, or all of a loose piece, in a mass volley or at a flyer.

    [tp.shoot.shots] [tp.shoot.airborne] [tp.shoot.volley] [tp.machine.chariot.shooting]
    """
    piece, ground = fight.state.pieces[shooter], body(fight, shooter)
    everybody = len(ground.bases)
    if loose(fight, shooter) or fight.state.pieces[target].airborne or _volleys(fight, shooter, target, occasion):
        return range(everybody)
    return range(min(width_of(piece), everybody))


def _volleys(fight: Fight, shooter: Number, target: Number, occasion: Occasion) -> bool:
    """A mass volley: trained to it, with bow or longbow, unmoved, and the target not too near.

    [tp.shoot.volley] [tp.weapon.short_bow]
    """
    return may_volley(fight, shooter, occasion) and not in_range(fight, shooter, target, TOO_NEAR)


def may_volley(fight: Fight, shooter: Number, occasion: Occasion) -> bool:
    """All of that but the range.  [tp.shoot.volley]"""
    piece = fight.state.pieces[shooter]
    if occasion == "hold" or not figure(fight, shooter).volleys:
        return False
    if not any(weapon.volley for weapon in missiles(fight, shooter)):
        return False
    return not (piece.last_moved if occasion == "defensive" else _stirred(fight, shooter))


def standing_on(fight: Fight, shooter: Number) -> list[Number]:
    """Who stands on each base: a character, or the unit to which the model belongs."""
    owners = [unit for unit, models in parts(fight, shooter) for _ in range(models)]
    for at, who in special_places(fight, shooter).items():
        owners[at] = who
    return owners


def _in_range(fight: Fight, shooter: Number, target: Number, bases: list[int], far: Length) -> int:
    """How many of these bases reach the nearest base of the target that is seen.

    [tp.shoot.checks.range] [tp.shoot.highground.air] [tp.shoot.checks.stacked]
    """
    own, goal = body(fight, shooter), body(fight, target)
    seen = seen_bases(fight, shooter, target)
    marks: tuple[Shape, ...] = goal.parts if len(seen) == len(goal.bases) else tuple(goal.bases[at] for at in seen)
    pieces = fight.state.pieces
    if pieces[shooter].airborne != pieces[target].airborne:
        if far < FLYING_HEIGHT:
            return 0
        far = Length(isqrt(far * far - FLYING_HEIGHT * FLYING_HEIGHT))
    if marks and wholly_within(own, goal, far):
        return len(bases)
    far += MARK // 2  # as `measured` reads it
    return sum(any(near(own.bases[at], mark, far) for mark in marks) for at in bases)


# --- to hit --------------------------------------------------------------------------------------------------


def to_hit(
    fight: Fight, shooter: Number, target: Number, occasion: Occasion = "phase", weapon: Weapon | None = None
) -> Tally:
    """The score a shot needs; a modifier of +1 to hit makes it one lower, and a 1 always misses.

    [tp.shoot.hit] [tp.shoot.modifiers] [tp.shoot.mod.move] [tp.shoot.mod.cover] [tp.shoot.mod.insignificant]
    """
    piece = fight.state.pieces[shooter]
    tally = Tally(BASIC, "tp.shoot.hit", "basic")
    if _close(fight, shooter, target, occasion):
        tally.add(-1, "tp.shoot.mod.close", "close range")
    if fight.setting.sights.sheltered(fight, shooter, target):
        tally.add(HARD_COVER, "tp.siege.hard_cover", "hard cover")
    elif in_cover(fight, shooter, target):
        tally.add(1, "tp.shoot.mod.cover", "cover")
    thrown = weapon is not None and _thrown_advancing(fight, shooter, target, weapon)
    if occasion == "phase" and hasty(fight, shooter) and not thrown:
        tally.add(1, "tp.shoot.mod.move", "moved more than half")
    if hard_to_make_out(fight, target):
        tally.add(1, "tp.shoot.mod.insignificant", "insignificant piece")
    if occasion == "hold":
        tally.add(1, "tp.shoot.hold", "hold and shoot")
    if piece.crooked:
        tally.add(piece.crooked, "tp.list.gremlin.bolt_thrower", "bent sights")
    swayed(fight, Attack(target, 0, "missile", "tp.shoot.hit", shooter), tally)
    fight.setting.sights.hamper(fight, shooter, tally)
    tally.floor(2, "tp.shoot.hit", "a 1 always misses")
    return tally


def hasty(fight: Fight, shooter: Number) -> bool:
    """Whether it has used more than half of the movement that it had: on foot, or in the air if it has flown.

    [tp.shoot.mod.move]
    """
    turn = fight.state.pieces[shooter].turn
    pace = flight(fight, shooter) if turn.landed else movement(fight, shooter).total
    return turn.spent * 2 > pace


def swayed(fight: Fight, aimed: Attack, tally: Tally) -> None:
    """What the sky, the shooter's own ways and those of the target make of a shot; works have none."""
    if fight.state.effects:
        overhead = (effect.source for effect in fight.state.effects if effect.target == NOBODY)
        specials.weather.each(overhead, fight, aimed, tally)
    if aimed.by != NOBODY:
        specials.to_hit.each(nature(fight, aimed.by), fight, aimed, tally)
    if aimed.target != NOBODY and not attracts(fight, aimed.target):
        specials.struck_at.each(nature(fight, aimed.target), fight, aimed, tally)


def _close(fight: Fight, shooter: Number, target: Number, occasion: Occasion) -> bool:
    """[tp.shoot.mod.close] [tp.shoot.defensive]"""
    if occasion == "hold" or not in_range(fight, shooter, target, CLOSE):
        return False
    half_spent = fight.state.pieces[shooter].last_moved * 2 > movement(fight, shooter).total
    return occasion == "phase" or not half_spent


def _thrown_advancing(fight: Fight, shooter: Number, target: Number, weapon: Weapon) -> bool:
    """A javelin is thrown without hindrance after a move straight at the target.  [tp.weapon.javelin]"""
    piece = fight.state.pieces[shooter]
    if not weapon.throws_advancing or piece.turn.straight == NEVER:
        return False
    far = ahead(piece.point, bearing(piece.turn.straight), range_between(fight, shooter, target) * 2 + inches(1))
    return clip(piece.point, far, body(fight, target).block) is not None
