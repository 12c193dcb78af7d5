"""Heroic Abilities: what good heroes can do.  [mag.hero.skill_lists]"""

from __future__ import annotations

from warhost.engine.field.board import FACINGS
from warhost.engine.question import Choose
from warhost.engine.tally import Tally

from . import combat
from .events import Moved, PowerTried
from .morale import within
from .orders import occupied_for
from .pieces import (
    bump,
    commander,
    distance,
    fighters,
    forbidden_friend,
    hidden_in_sight,
    names,
    put,
    reveal,
    squares_of,
)
from .setting import Fight
from .specials import (
    Aura,
    LeapLimits,
    after_kill,
    aura,
    before_blow,
    hypnotised,
    leap,
    morale_of_friends,
    poisoned,
    wounded,
)
from .state import Wound
from .steps import Mover, may_not_move

YES, NO = "yes", "no"
NOBODY_ELSE = "nobody"


@leap("salmon_leap")
def leaps(fight: Fight) -> LeapLimits:
    table = fight.setting.library.tables.salmon_leap
    return LeapLimits("mag.skill.salmon_leap", table.squares, table.uses)


@wounded("strength")
def strong(fight: Fight, number: int, wound: Wound) -> str | None:
    """Slight wounds are nothing to him.  [mag.skill.strength]"""
    return "mag.skill.strength" if wound.severity == "slight" else None


@poisoned("poison_immunity")
def immune() -> str:
    return "mag.skill.poison_immunity"


@hypnotised("mental_strength")
def strong_minded() -> str:
    return "mag.skill.mental_strength"


@before_blow("secret_parry")
def parries(fight: Fight, hero: int) -> bool:
    """Chosen before the first blow falls; it holds for the phase and costs his own attack.

    [mag.skill.secret_parry]
    """
    piece, name = fight.state.pieces[hero], fight.setting.name(hero)
    if piece.parrying:
        return True
    if piece.struck or piece.wary:
        return False
    piece.wary = True  # he is asked once: the parry comes before the first attack on him or not at all
    text = "Does {who} parry? Nobody hurts him in this combat phase, and he makes no attack of his own."
    player, rule = commander(fight, piece.side), "mag.skill.secret_parry"
    question = Choose(player, "secret parry", (YES, NO), rule, name, text=text, usual=NO)
    piece.parrying = fight.ask(question) == YES
    if piece.parrying:
        fight.tell(PowerTried("mag.skill.secret_parry", name, "secret parry", None, True))
    return piece.parrying


@after_kill("lightning_attack")
def strikes_again(fight: Fight, hero: int) -> None:
    """A second opponent within two squares, after a step if need be; never a third.

    [mag.skill.lightning_attack]
    """
    piece, name = fight.state.pieces[hero], fight.setting.name(hero)
    if piece.lightning or not piece.fighting or fight.state.outcome is not None:
        return
    ways = _second_foes(fight, hero)
    if not ways:
        return
    options = [*names(fight, ways), NOBODY_ELSE]
    player, rule = commander(fight, piece.side), "mag.skill.lightning_attack"
    text = "{who} has killed his foe and may strike at once at another. At whom?"
    choice = fight.ask(Choose(player, "lightning attack", options, rule, name, text=text))
    if choice == NOBODY_ELSE:
        return
    foe = fight.setting.number[choice]
    places = {"{},{},{}".format(*fight.setting.board.xy(s), FACINGS[f]): (s, f) for s, f in ways[foe]}
    place = next(iter(places))
    if len(places) > 1:
        text = "From which square, and facing which way, does {who} strike?"
        place = fight.ask(Choose(player, "step to", list(places), rule, name, text=text))
    if bump(fight, hero, *places[place]):
        strikes_again(fight, hero)  # the step was not made, and there is somebody more to strike at
        return
    piece.lightning = True
    _step_to(fight, hero, *places[place])
    fight.tell(PowerTried(rule, name, "lightning attack", choice, True))
    combat.strike_again(fight, hero, foe)


def _second_foes(fight: Fight, hero: int) -> dict[int, list[tuple[int, int]]]:
    """Enemies within reach, each with the places from which he would strike: his own, or else one step away."""
    piece, setting = fight.state.pieces[hero], fight.setting
    found: dict[int, list[tuple[int, int]]] = {}
    for foe in fighters(fight, 1 - piece.side):
        far = distance(fight, hero, squares_of(fight, foe)) > setting.library.tables.lightning_reach
        if far or forbidden_friend(fight, hero, foe):
            continue
        theirs = {near for square in squares_of(fight, foe) for near in setting.land.contact[square]}
        places = [at for at in _places(fight, hero) if not theirs.isdisjoint(setting.squares(hero, *at))]
        here = [at for at in places if at[0] == piece.square]
        if places:
            found[foe] = here or places
    return found


def _places(fight: Fight, hero: int) -> list[tuple[int, int]]:
    """Where he stands, or one step in any direction to a free square; he turns freely, if he can move at all."""
    piece = fight.state.pieces[hero]
    here = piece.square, piece.facing
    if may_not_move(fight, hero) is not None:
        return [here]
    mover = Mover(fight, hero, occupied_for(fight, piece.side), set())
    reached = [
        to
        for way, to in enumerate(fight.setting.board.steps[piece.square])
        if to >= 0 and mover.gait.step[piece.square * 8 + way]
    ]
    turned = [(at, facing) for at in (piece.square, *reached) for facing in range(4) if mover.fits(at, facing)]
    return [here, *(place for place in turned if place != here)]


def _step_to(fight: Fight, hero: int, square: int, facing: int) -> None:
    piece, board = fight.state.pieces[hero], fight.setting.board
    if (square, facing) == (piece.square, piece.facing):
        return
    path = (board.xy(piece.square), board.xy(square)) if square != piece.square else (board.xy(square),)
    put(fight, hero, square, facing)
    fight.tell(Moved("mag.skill.lightning_attack", fight.setting.name(hero), path, FACINGS[facing], 0))
    for enemy in hidden_in_sight(fight, hero):
        reveal(fight, enemy)


@morale_of_friends("rally")
def rallies(tally: Tally, fight: Fight, hero: int, unit: int) -> None:
    """Whoever stands next to him takes heart.  [mag.skill.rally]"""
    if within(fight, unit, hero, 1):
        sheet = fight.setting.figures[fight.setting.units[unit].members[0]].sheet.morale
        assert sheet is not None
        tally.add(sheet.modifiers["rally_hero_adjacent"], "mag.skill.rally", "rally")


@aura("aura_of_goodness")
def shines(fight: Fight, hero: int, unit: int) -> Aura | None:
    """Evil units near him lose heart.  [mag.skill.aura_of_goodness]"""
    if _alignment(fight, unit) == "evil":
        return Aura("mag.skill.aura_of_goodness", "in_aura_of_goodness_evil_unit")
    return None


def _alignment(fight: Fight, unit: int) -> str:
    return fight.setting.figures[fight.setting.units[unit].members[0]].alignment
