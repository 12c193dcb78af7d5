"""The shooting phase: one missile piece after the other names its target, is checked, and shoots.

[tp.shoot.phase]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

import msgspec

from warhost.engine.chain import Chain, Link, Pool, Table
from warhost.engine.distribution import Distribution
from warhost.engine.oracle import Apart
from warhost.engine.question import Choose, Refusal

from ..bodies import enemies, life_of, on_table, strength
from ..choosing import number_of, of_him
from ..events.blows import NoShot, Shot
from ..fighting.contact import engaged
from ..items.secrecy import as_known_to
from ..land.lie import at_rest
from ..land.sense import aims_at
from ..machines import shots as bolts
from ..machines.engines import engine_of, throws_stones
from ..machines.stones import throw_stone, why_no_stone
from ..magic.bearing import nature, powerless
from ..magic.casting import act, castable, promises, why_not_cast
from ..magic.hands import rolling
from ..morale.checks import deviancy
from ..scenario.fabric import Mark
from ..scenario.points import Deed, shots_besides
from ..scenario.torches import deeds_at_will
from ..setting import Fight
from ..special import specials
from ..special.concealment import come_to_light
from ..state import NOBODY, Number, opponent
from ..weapons import Weapon
from ..wounds.casualties import last_stand
from ..wounds.hits import damage_chain, strike
from .aiming import Occasion, drawn_to, salvos, say_which_arrows, to_hit, why_no_missiles, why_no_shot
from .dispersal import Melee, chart_of
from .hitting import attack, divided, harmless, hit_test, in_sight
from .structures import expected, shoot_at, structures_in_reach
from .turning import returned, tell_turned, thrown_back

__all__ = ["Occasion", "odds", "shoot_one", "to_hit", "volley", "why_no_shot"]

DONE = "done"
FRIENDS = "tp.shoot.disperse.friends"


# --- the phase -----------------------------------------------------------------------------------------------


def shoot_one(fight: Fight) -> bool:
    """One piece shoots, or nobody wants to any more.  [tp.shoot.phase]"""
    state = fight.state
    ready, besides = _all_ready(fight), _besides(fight)
    if not ready and not besides:
        return False
    if fight.state.effects and (forced := [number for number in ready if drawn_to(fight, number) != NOBODY]):
        _shoot(fight, forced[0])
        return True
    names, spells = [state.pieces[number].name for number in ready], castable(fight)
    deeds = deeds_at_will(fight) | besides
    text = "Who shoots next?"
    question = Choose(
        state.active, "shooter", [*names, *spells, *deeds, DONE], "tp.shoot.phase",
        why_not=lambda answer: why_not_cast(fight, answer) or _why_not_named(fight, answer),
        odds=promises(fight, spells), text=text,
    )  # fmt: skip
    choice = fight.ask(question)
    if choice in spells:
        act(fight, spells, choice)
        return True
    if choice in deeds:
        deeds[choice]()
        return True
    if choice == DONE:
        state.quiet = True
        if besides:
            state.advance(idle=state.clock)
        for number in ready:
            state.pieces[number].aimed = state.clock
        return True
    shooter = ready[names.index(choice)]
    if throws_stones(fight, shooter):
        throw_stone(fight, shooter)
    else:
        _shoot(fight, shooter)
    _has_shot(fight, shooter)
    return True


def _besides(fight: Fight) -> dict[str, Deed]:
    """What the scenario adds to the shots of pieces, until its player has said that nothing more is wanted."""
    if fight.state.progress.idle == fight.state.clock:
        return {}
    found = shots_besides.replies(fight.setting.mission.rules, fight)
    return {name: deed for deeds in found for name, deed in deeds.items()}


def _has_shot(fight: Fight, shooter: Number) -> None:
    """What comes of its shot, unless gremlins have silenced it.  [tp.list.gremlin.bolt_thrower]"""
    piece = fight.state.pieces[shooter]
    if piece.silent_until > fight.state.clock and not throws_stones(fight, shooter):
        return
    if piece.turn.shot:
        specials.moments.each(nature(fight, shooter), fight, shooter, "has shot")


def _shoot(fight: Fight, shooter: Number) -> None:
    marks = structures_in_reach(fight, shooter)
    target = choose_target(fight, shooter, marks)
    fight.state.pieces[shooter].aimed = fight.state.clock
    if isinstance(target, str):
        shoot_at(fight, shooter, marks[target])
    elif refusal := why_no_shot(fight, shooter, target):
        fight.tell(NoShot(refusal.rule, shooter, target, refusal.why))
    else:
        volley(fight, shooter, target)


@at_rest
def _all_ready(fight: Fight) -> list[Number]:
    return [number for number in on_table(fight, fight.state.active) if _ready(fight, number)]


def _ready(fight: Fight, number: Number) -> bool:
    """A piece that has not had its chance, can shoot, and sees an enemy."""
    return why_not_ready(fight, number) is None


def why_not_ready(fight: Fight, number: Number) -> Refusal | None:
    """Why a piece has no say in this phase.  [tp.shoot.phase] [tp.shoot.checks]"""
    if fight.state.pieces[number].aimed == fight.state.clock:
        return Refusal("tp.shoot.phase", "it has had its shot")
    if throws_stones(fight, number):
        return why_no_stone(fight, number)
    if refusal := why_no_missiles(fight, number):
        return refusal
    if next(_marks(fight, number), None) is None and not structures_in_reach(fight, number):
        return Refusal("tp.shoot.checks", "it sees nobody at whom it could shoot")
    return None


def _why_not_named(fight: Fight, name: str) -> Refusal | None:
    number = number_of(fight, name, fight.state.active)
    return None if number == NOBODY else of_him(fight, number, why_not_ready(fight, number))


def _open_measure(fight: Fight) -> bool:
    return fight.setting.options.get("measuring") == "open"


def choose_target(fight: Fight, shooter: Number, marks: Mapping[str, Mark]) -> Number | str:
    """The target is named before anything is measured; a shot that turns out impossible is lost.

    Where both sides have agreed to measure openly, only real shots are offered, with their odds. What is built is
    called by its name.  [tp.setup.commands] [tp.shoot.checks] [tp.siege.attack_structures]
    """
    pieces, openly = fight.state.pieces, _open_measure(fight)
    if fight.state.effects and (drawn := drawn_to(fight, shooter)) != NOBODY:
        return drawn
    options: list[Number | str] = [*_targets(fight, shooter), *marks]
    if len(options) == 1:
        return options[0]
    names: dict[str, Number | str] = {pieces[one].name if isinstance(one, int) else one: one for one in options}
    text = "At whom {does} {who} aim?"
    question = Choose(
        pieces[shooter].side, "target", list(names), "tp.shoot.phase", pieces[shooter].name,
        odds=(lambda name: _odds_in_words(fight, shooter, names[name], marks)) if openly else None,
        why_not=lambda name: _why_no_target(fight, shooter, name), text=text,
    )  # fmt: skip
    return names[fight.ask(question)]


def _why_no_target(fight: Fight, shooter: Number, name: str) -> Refusal | None:
    """[tp.shoot.checks]"""
    enemy = number_of(fight, name, opponent(fight.state.pieces[shooter].side))
    return None if enemy == NOBODY else why_no_shot(fight, shooter, enemy)


@at_rest
def _targets(fight: Fight, shooter: Number) -> list[Number]:
    return list(_marks(fight, shooter))


def _marks(fight: Fight, shooter: Number) -> Iterator[Number]:
    """Whom it may name: where everything may be measured only whom it can shoot, otherwise whomever it sees."""
    openly = _open_measure(fight)
    for enemy in enemies(fight, shooter):
        if why_no_shot(fight, shooter, enemy) is None if openly else aims_at(fight, shooter, enemy):
            yield enemy


# --- a volley ------------------------------------------------------------------------------------------------


def volley(fight: Fight, shooter: Number, target: Number, occasion: Occasion = "phase") -> None:
    """All who can shoot: to hit, then damage. Into a combat with friends only after a check.

    [tp.shoot.hit] [tp.shoot.damage] [tp.shoot.disperse.friends]
    """
    pieces = fight.state.pieces
    if not harmless(fight, shooter, target) and spares_friends(fight, shooter, target):
        return
    come_to_light(fight, shooter)
    if occasion == "phase":
        pieces[shooter].turn.shot = True
    specials.moments.each(nature(fight, target), fight, target, "shot at")
    flaming = _set_alight(fight, shooter, target, occasion)
    loosed = list(salvos(fight, shooter, target, occasion, flaming=flaming))
    shoot = partial(_while_they_stand, fight, shooter, target, occasion)
    fight.apart([Apart(target, partial(shoot, *one)) for one in loosed])


def _while_they_stand(
    fight: Fight, shooter: Number, target: Number, occasion: Occasion, user: Number, weapon: Weapon, shots: int
) -> None:
    pieces = fight.state.pieces
    if pieces[target].standing and pieces[shooter].standing and pieces[user].fate != "slain":
        salvo(fight, shooter, target, user, weapon, shots, occasion)


def spares_friends(fight: Fight, shooter: Number, target: Number) -> bool:
    """Whether it rather leaves the enemy alone who fights friends: it must pass a check to dare it.

    [tp.shoot.disperse.friends]
    """
    if not engaged(fight, target) or deviancy(fight, shooter, FRIENDS):
        return False
    fight.tell(NoShot(FRIENDS, shooter, target, "the risk for friends is too great"))
    return True


def _set_alight(fight: Fight, shooter: Number, target: Number, occasion: Occasion) -> bool:
    """Archers on foot say before they shoot whether their arrows burn, where fire would do more than others.

    [tp.siege.flaming_arrows]
    """
    if not fight.setting.sights.burns_well(fight, target):
        return False
    if not any(weapon.flaming for _, weapon, _ in salvos(fight, shooter, target, occasion, flaming=True)):
        return False
    piece = fight.state.pieces[shooter]
    return say_which_arrows(fight, piece.side, piece.name)


def salvo(
    fight: Fight, shooter: Number, target: Number, user: Number, weapon: Weapon, shots: int, occasion: Occasion
) -> None:
    """The shots of one kind of models."""
    if engine := engine_of(fight, user):
        bolts.shoot_bolts(fight, engine, user, target, weapon, shots)
        return
    names = nature(fight, user) if fight.setting.enchanted and shots else ()
    for arrow in specials.looses.replies(names, fight, user, weapon, target):
        if arrow is not None:
            _fly(fight, shooter, target, user, weapon, arrow, occasion)
            shots -= 1
    if shots and fight.state.pieces[target].standing:
        _fly(fight, shooter, target, user, weapon, Flight(shots), occasion)


class Flight(NamedTuple):
    """So many missiles together, and what they are if they are no plain ones."""

    shots: int
    item: str = ""
    sure: bool = False  # they hit without a roll
    toughness: int | None = None  # what they take off
    top: int = 0  # the top of their damage range


def _fly(
    fight: Fight, shooter: Number, target: Number, user: Number, weapon: Weapon, flight: Flight, occasion: Occasion
) -> None:
    """To hit, then damage.  [tp.shoot.hit] [tp.shoot.damage]"""
    side, shots = fight.state.pieces[user].side, flight.shots
    need = to_hit(fight, shooter, target, occasion, weapon)
    chain = Chain(Pool(shots, "shots", "tp.shoot.shots"), (hit_test(fight, user, need.total, target),))
    thrown = len(fight.told)
    with rolling(fight, user, target):
        hits = shots if flight.sure else fight.roll(chain, side, need)
    if len(fight.told) > thrown + 1:
        tell_turned(fight, target)
    rule = flight.item or weapon.rule
    fight.tell(Shot(rule, shooter, target, weapon.id, shots, need.total, hits, need.steps))
    seen = in_sight(fight, shooter, target)
    for struck, share in divided(fight, shooter, target, hits, side):
        before, made = strength(fight, struck), attack(fight, shooter, struck, user, weapon, share)
        if flight.item and not powerless(fight, user, flight.item, struck):
            pierces = made.toughness if flight.toughness is None else flight.toughness
            made = msgspec.structs.replace(made, rule=rule, toughness=pierces, top=flight.top or made.top)
        elif share and thrown_back(fight, struck):
            strike(fight, returned(fight, made, shooter))
            continue
        strike(fight, msgspec.structs.replace(made, most=seen))
        seen = max(0, seen - before + strength(fight, struck))


# --- odds ----------------------------------------------------------------------------------------------------


def odds(fight: Fight, shooter: Number, target: Number, occasion: Occasion = "phase") -> Distribution | None:
    """The models of the target that a volley would kill, exactly; of a group its ordinary models.

    None where hits are spread over pieces or parts that fall differently, a bolt goes through ranks, or shooters of
    several kinds shoot together. A check before a shot into combat is taken as passed.
    """
    if why_no_shot(fight, shooter, target, occasion):
        return Distribution.of({0: 1})
    firing = list(salvos(fight, shooter, target, occasion))
    if len(firing) != 1 or chart_of(fight, target) or fight.state.pieces[target].backing:
        return None
    ((user, weapon, shots),) = firing
    if bolts.goes_through(fight, user, target):
        return None
    need = to_hit(fight, shooter, target, occasion, weapon).total
    links: list[Link] = [hit_test(fight, user, need, target)]
    brought = attack(fight, shooter, target, user, weapon, shots)
    if engaged(fight, target) and not harmless(fight, shooter, target):
        melee = Melee(fight, target)
        if brought.most < shots and melee.enemies[0] != target:  # how many may still fall depends on the others
            return None
        links += melee.links(target, shots)
    links += damage_chain(fight, brought).links
    links.append(_fallen(fight, target))
    return Chain(Pool(shots, "shots", "tp.shoot.shots"), tuple(links)).distribution()


def _fallen(fight: Fight, target: Number) -> Table:
    """From life points lost to models gone; a unit of which too few are left is gone altogether."""
    piece, life = fight.state.pieces[target], life_of(fight, target)
    enough = piece.models - last_stand(fight, target)
    dead = [(piece.hurt + points) // life for points in range(piece.models * life - piece.hurt + 1)]
    return Table(tuple(piece.models if n >= enough else n for n in dead), "models", "tp.piece.slain")


def _odds_in_words(fight: Fight, shooter: Number, target: Number | str, marks: Mapping[str, Mark]) -> str:
    """Without what the shooter's side knows nothing of.  [tp.magic.items]"""
    if isinstance(target, str):
        return f"{expected(fight, shooter, marks[target]):.1f} life points on average"
    found = odds(as_known_to(fight, fight.state.pieces[shooter].side), shooter, target)
    return "" if found is None else f"{float(found.mean()):.1f} models on average"
