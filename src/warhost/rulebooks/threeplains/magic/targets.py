"""At whom a spell may be cast, who lies in its reach, and what it asks for when it has been rolled.

[tp.magic.requirements] [tp.spell.conventions]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isqrt

import msgspec

from warhost.engine.field.compass import NORTH, Angle
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import Shape, gap
from warhost.engine.question import Refusal

from ..bodies import FLYING_HEIGHT, TOUCH, body, figure, measured, on_table
from ..fighting.contact import foes
from ..figure import inches
from ..land.sense import aims_at, sees, senses, why_no_aim, why_not_sensed
from ..missiles.aiming import TOO_NEAR, hidden_in_company
from ..morale.checks import members
from ..moving.groups import base_of, outermost, parts, special_places
from ..setting import Fight
from ..special.concealment import concealed
from ..special.living import alive
from ..special.riding import on_base, on_what, ridden
from ..state import NOBODY, Number, Player, Point, opponent
from .bearing import carried, nature, untouched
from .verbs import ONE_MODEL, Spell

UNNAMED = (
    "player", "self", "own group", "all friends", "all enemies", "enemy contact", "enemy items", "unholy",
    "explosion", "enemy spell", "enemy machines",
)  # fmt: skip
"""Targets of which nobody has to name one."""
PLACES = ("point", "ground")
INSIDE = (
    "player", "self", "own group", "one of own group", "friend", "any", "enemy or self", "friendly character",
    "friendly member", "friendly model", "friendly group",
)  # fmt: skip
"""Targets among which whoever is inside works may find himself and his own piece."""
UNITS = ("infantry", "cavalry")  # mobs and skirmishers among them
HERDS = ("pack", "master")
SPELLPROOF, BLUE_RING = "spellproof", "tp.item.enchanted.ergos_blue_ring"


class Casting(msgspec.Struct, frozen=True):
    """A spell and all that its caster has named with it.  [tp.magic.cast]"""

    caster: Number
    spell: Spell
    side: Player
    ether: int
    target: Number = NOBODY  # a piece; for a spell at one model, whose model it is
    place: Point | None = None
    turn: Angle = NORTH  # how what is laid there lies
    foe: Number = NOBODY  # an enemy named besides
    thrown_by: Number = NOBODY  # its caster, where an enemy has thrown it back at him and works it now

    @property
    def author(self) -> Number:
        """Who has cast it: by his turns it ends, his side chaos turns against, his are the dice that it gives.

        [tp.item.armour.second_spell_shield] [tp.item.armour.third_spell_shield]
        """
        return self.caster if self.thrown_by == NOBODY else self.thrown_by

    @property
    def home(self) -> Player:
        """His side."""
        return self.side if self.thrown_by == NOBODY else opponent(self.side)


# --- how far, and whether it is sensed -----------------------------------------------------------------------


def reach(fight: Fight, caster: Number, target: Number) -> Length:
    """From the caster's own base to the nearest part of the target; height of the ground adds nothing.

    [tp.magic.requirements] [tp.shoot.highground.spells]
    """
    own, goal = outermost(fight, caster), outermost(fight, target)
    if own == goal:
        return NOTHING
    plan = min(gap(a, b) for a in shapes_of(fight, caster) for b in shapes_of(fight, target))
    return _slant(fight, own, goal, plan)


def reach_of_bearer(fight: Fight, bearer: Number, target: Number) -> Length:
    """From the base of a character, or of a unit's command model, to the nearest part of a piece.

    [tp.unit.command.placement]
    """
    own, goal = outermost(fight, bearer), outermost(fight, target)
    if own == goal:
        return NOTHING
    ground = body(fight, own)
    ringing = fight.state.pieces[own].ring != NOBODY
    bases = ground.parts if ringing else (ground.bases[base_of(fight, bearer)],)
    return _slant(fight, own, goal, min(gap(base, part) for base in bases for part in body(fight, goal).parts))


def base_of_bearer(fight: Fight, bearer: Number) -> Shape:
    """The base of a character, or of a unit's command model.  [tp.unit.command.placement]"""
    return body(fight, outermost(fight, bearer)).bases[base_of(fight, bearer)]


def _slant(fight: Fight, own: int, goal: int, plan: Length) -> Length:
    """[tp.move.fly.height]"""
    pieces = fight.state.pieces
    if pieces[own].airborne == pieces[goal].airborne:
        return measured(plan)
    return measured(isqrt(plan * plan + FLYING_HEIGHT * FLYING_HEIGHT))


def shapes_of(fight: Fight, number: Number) -> tuple[Shape, ...]:
    """The ground under a piece, or of a character in a group the base he stands on."""
    host = outermost(fight, number)
    ground = body(fight, host)
    if host == number or fight.state.pieces[host].ring != NOBODY:
        return ground.parts
    return (ground.bases[base_of(fight, number)],)


def spell_reaches(fight: Fight, casting: Casting, target: Number) -> bool:
    """Whether a piece is in range of the spell; some reach everywhere.  [tp.magic.requirements]"""
    limit = casting.spell.range
    return limit is None or reach(fight, casting.caster, target) <= inches(limit)


def why_out_of_range(fight: Fight, casting: Casting) -> Refusal | None:
    if casting.target == NOBODY or spell_reaches(fight, casting, casting.target):
        return None
    return Refusal("tp.magic.requirements", f"{fight.state.pieces[casting.target].name} is out of range")


def why_unsensed(fight: Fight, casting: Casting) -> Refusal | None:
    """An enemy must be in the primary sense, a friend in either; one's own piece always is.

    [tp.magic.requirements] [tp.aware.secondary]
    """
    if sensed(fight, casting):
        return None
    spell, pieces = casting.spell, fight.state.pieces
    own, goal = outermost(fight, casting.caster), outermost(fight, casting.target)
    if refusal := why_not_sensed(fight, own, goal):
        return refusal
    name = pieces[goal].name
    if not sees(fight, own, goal):
        return Refusal("tp.aware.secondary", f"{name} is only noticed, not seen")
    if refusal := why_no_aim(fight, own, goal):
        return refusal
    if spell.sight == "mutual" and not sees(fight, goal, own):
        return Refusal(spell.rule, f"{name} does not look at the caster")
    return Refusal("tp.shoot.mod.insignificant", f"{name} cannot be made out among its friends")


def sensed(fight: Fight, casting: Casting) -> bool:
    """Whether the caster knows of the target what the spell asks for."""
    spell = casting.spell
    if spell.sight == "any" or casting.target == NOBODY:
        return True
    own, goal = outermost(fight, casting.caster), outermost(fight, casting.target)
    if own == goal:
        return True
    if fight.state.pieces[goal].side == casting.side:
        return senses(fight, own, goal)
    return (
        aims_at(fight, own, goal)
        and (spell.sight != "mutual" or sees(fight, goal, own))
        and not (hidden_in_company(fight, goal) and reach(fight, casting.caster, goal) > TOO_NEAR)
    )


def why_not(fight: Fight, casting: Casting) -> Refusal | None:
    """What a spell that has been cast asks for and does not find.  [tp.magic.requirements]"""
    if casting.target != NOBODY and fight.state.pieces[casting.target].fate not in ("standing", "within"):
        return Refusal("tp.magic.requirements", "its target is gone")
    return why_out_of_range(fight, casting) or why_unsensed(fight, casting)


# --- who may be named ----------------------------------------------------------------------------------------


def candidates(fight: Fight, caster: Number, spell: Spell) -> Iterator[Number]:
    """Whom the caster may name: those of the right kind that are sensed as the spell asks. Range is not measured
    before the spell is rolled, unless the players measure openly.

    [tp.setup.commands] [tp.magic.requirements] [tp.trait.scouting.concealed]
    """
    side = fight.state.pieces[caster].side
    openly = fight.setting.options.get("measuring") == "open"
    for number in KINDS[spell.target](fight, caster):
        casting = Casting(caster, spell, side, spell.ether[0], number)
        unknown = lies_hidden(fight, side, number)
        if not unknown and sensed(fight, casting) and not (openly and why_out_of_range(fight, casting)):
            yield number


def lies_hidden(fight: Fight, side: Player, number: Number) -> bool:
    """Whether this side knows nothing of it: of enemy scouts who lie hidden, and of a halfwit among others.

    [tp.trait.scouting.concealed] [tp.character.halfwit]
    """
    piece = fight.state.pieces[number]
    if piece.side == side:
        return False
    return piece.fate == "hidden" or concealed(fight, outermost(fight, number)) is not None


def worked_on(spell: Spell) -> str:
    """Spells are cast at somebody, an item that holds none is used on him."""
    return "is used on" if spell.plain else "is cast at"


def why_no_candidate(
    fight: Fight, caster: Number, spell: Spell, target: Number, *, anywhere: bool = False
) -> Refusal | None:
    """What keeps the caster from naming somebody of whom he knows; wherever that is, if it is the right kind of
    piece that matters alone.  [tp.magic.requirements]"""
    piece, side = fight.state.pieces[target], fight.state.pieces[caster].side
    if piece.fate not in ("standing", "within"):
        return Refusal("tp.magic.requirements", f"{piece.name} is not on the table")
    if piece.inside and outermost(fight, target) != outermost(fight, caster):
        return Refusal("tp.siege.levels", f"{piece.name} is inside, where no spell reaches it")
    if fight.state.pieces[caster].inside and outermost(fight, target) != outermost(fight, caster):
        return Refusal("tp.siege.levels", f"{fight.state.pieces[caster].name} sees nothing from inside")
    lawful, host = list(KINDS[spell.target](fight, caster)), outermost(fight, target)
    if target not in lawful and host in lawful:
        with_it = f"{piece.name} is with {fight.state.pieces[host].name}"
        return Refusal(spell.rule, f"{with_it}, and {spell.title} {worked_on(spell)} whole pieces")
    if target not in lawful:
        return Refusal(spell.rule, f"{spell.title} {worked_on(spell)} {ASKED_FOR[spell.target]}")
    if anywhere:
        return None
    casting = Casting(caster, spell, side, spell.ether[0], target)
    openly = fight.setting.options.get("measuring") == "open"
    return why_unsensed(fight, casting) or (why_out_of_range(fight, casting) if openly else None)


def works_inside(spell: Spell) -> bool:
    """Whether whoever is inside works could use it on himself or on those with whom he is.  [tp.siege.levels]"""
    return spell.target in INSIDE and not spell.open_air


def _all(fight: Fight, caster: Number) -> list[Number]:
    """Everybody on the table; to whoever is inside works his own piece is all there is.  [tp.siege.levels]"""
    if fight.state.pieces[caster].inside:
        return [outermost(fight, caster)]
    return on_table(fight)


def _friends(fight: Fight, caster: Number) -> list[Number]:
    return [n for n in _all(fight, caster) if fight.state.pieces[n].side == fight.state.pieces[caster].side]


def _enemies(fight: Fight, caster: Number) -> list[Number]:
    return [n for n in _all(fight, caster) if fight.state.pieces[n].side != fight.state.pieces[caster].side]


def _characters(fight: Fight, caster: Number) -> list[Number]:
    """All on the table, in groups and on beasts too."""
    return [n for n in _everybody(fight, _friends(fight, caster)) if figure(fight, n).category == "character"]


def touched(fight: Fight, caster: Number) -> list[Number]:
    """The enemy characters, ridden beasts and war machines whose bases touch his own; riders go by their mounts.

    [tp.item.enchanted.hourglass_of_time]
    """
    own, near = foes(fight, outermost(fight, caster)), models_within(fight, shapes_of(fight, caster), TOUCH)
    models = dict.fromkeys(on_what(fight, member) for member in near if outermost(fight, member) in own)
    return [n for n in models if figure(fight, n).category in ("character", "machine") or ridden(fight, n)]


def _everybody(fight: Fight, pieces: Iterable[Number]) -> Iterator[Number]:
    return (member for number in pieces for member in members(fight, number))


KINDS: Mapping[str, Callable[[Fight, Number], Iterable[Number]]] = {
    "friend": _friends,
    "enemy": _enemies,
    "any": _all,
    "enemy or self": lambda fight, caster: [caster, *_enemies(fight, caster)],
    "enemy model": lambda fight, caster: _everybody(fight, _enemies(fight, caster)),
    "friendly character": _characters,
    "friendly member": lambda fight, caster: _everybody(fight, _friends(fight, caster)),
    "friendly model": lambda fight, caster: _everybody(fight, _friends(fight, caster)),
    "one of own group": lambda fight, caster: list(members(fight, outermost(fight, caster))),
    "friendly group": lambda fight, caster: [
        n
        for n in _everybody(fight, _friends(fight, caster))
        if figure(fight, n).category in UNITS or figure(fight, n).kind in HERDS
    ],
    "enemy beast": lambda fight, caster: [
        n for n in _enemies(fight, caster) if figure(fight, n).kind in ("pack", "mount")
    ],
    "breath": _enemies,
    "touched enemy": touched,
}


ASKED_FOR: Mapping[str, str] = {
    "friend": "a friendly piece",
    "enemy": "an enemy piece",
    "any": "a piece",
    "enemy or self": "an enemy piece or the caster himself",
    "enemy model": "an enemy model",
    "friendly character": "a friendly character",
    "friendly member": "a friendly piece or a character in one",
    "friendly model": "a friendly model",
    "one of own group": "a model of the caster's own piece",
    "friendly group": "a friendly group of models",
    "enemy beast": "an enemy beast that is ridden or a beast unit; steeds are none",
    "breath": "an enemy piece",
    "touched enemy": "an enemy character, ridden beast or war machine whose base he touches",
}
"""Whom a spell is cast at, in words."""


# --- on whom it works ----------------------------------------------------------------------------------------


def struck(fight: Fight, casting: Casting) -> list[Number]:
    """The pieces, or the one model, on which a spell works: who is in its reach is settled now.

    [tp.shoot.radius] [tp.magic.combat]
    """
    spell, caster = casting.spell, casting.caster
    own, side = outermost(fight, caster), casting.side
    if spell.target == "self":
        return [caster]
    if spell.target == "own group":
        return [own]
    if spell.target == "enemy contact":
        found = [foe for foe in foes(fight, own) if not fight.state.pieces[foe].inside]
    elif spell.target in ("all friends", "all enemies"):
        sought = side if spell.target == "all friends" else opponent(side)
        found = [n for n in on_table(fight, sought) if spell_reaches(fight, casting, n)]
        if not spell.plain:
            found = [n for n in found if not spellproof(fight, n, side)]
        found = [n for n in found if not untouched(fight, n)]
    else:
        found = [casting.target]
    if spell.units:
        found = [n for n in found if figure(fight, n).category in UNITS]
    return [n for n in found if alive(fight, n)] if spell.living else found


def spellproof(fight: Fight, number: Number, side: Player) -> bool:
    """Whether spells of that side do nothing to it, as an enemy of theirs.  [tp.item.enchanted.ergos_blue_ring]"""
    if fight.state.pieces[number].side == side or not fight.state.effects:
        return False
    return any(keeps_spells_off(fight, one) for one in members(fight, outermost(fight, number)))


def keeps_spells_off(fight: Fight, bearer: Number) -> bool:
    """Whether his ring is at work, and nothing silences it.  [tp.item.enchanted.ergos_blue_ring]"""
    return SPELLPROOF in nature(fight, bearer) and BLUE_RING in carried(fight, bearer)


def models_in_reach(fight: Fight, casting: Casting) -> dict[Number, int]:
    """How many models of every piece, and of the characters in it, are in a circle round the caster's base.

    [tp.shoot.radius] [tp.character.in_group.hits]
    """
    assert casting.spell.range is not None
    return models_within(fight, shapes_of(fight, casting.caster), inches(casting.spell.range))


def models_within(fight: Fight, own: Sequence[Shape], far: Length) -> dict[Number, int]:
    """The same, round some ground.  [tp.shoot.radius]"""
    return models_where(fight, lambda base: any(measured(gap(shape, base)) <= far for shape in own))


def models_where(fight: Fight, lies_there: Callable[[Shape], bool]) -> dict[Number, int]:
    """How many models of every piece, and which characters, have a base that lies there."""
    found: dict[Number, int] = {}
    for number in on_table(fight):
        owners = [part for part, models in parts(fight, number) for _ in range(models)]
        special = special_places(fight, number)
        for at, base in enumerate(body(fight, number).bases):
            if lies_there(base):
                for member in on_base(fight, special.get(at, owners[at])):
                    found[member] = found.get(member, 0) + 1
    return found


def one_model(spell: Spell) -> bool:
    """Whether it works on one model, not on all who stand with it."""
    return spell.target in ONE_MODEL


__all__ = [
    "PLACES", "UNITS", "UNNAMED", "Casting", "candidates", "one_model", "reach", "senses", "shapes_of", "struck",
    "why_not",
]  # fmt: skip
