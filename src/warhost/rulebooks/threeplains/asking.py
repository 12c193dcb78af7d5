"""Questions and answers in words: what a player is asked, what each answer means, and what it promises."""

from __future__ import annotations

from warhost.engine.battle import Battle
from warhost.engine.explain import explain_steps
from warhost.engine.field.compass import distance, heading
from warhost.engine.oracle import Scripted
from warhost.engine.question import Answer, Assign, Choose, ChooseSome, Question
from warhost.engine.words import count

from .bodies import body, range_between, strength, width_of
from .charging.facing import Facing
from .charging.pursuit import wipe_out_movement
from .fighting.battering import NOBODY_DOES
from .figure import INCH
from .land.ground import movement
from .land.spot import Spot
from .magic.places import Place
from .magic.pools import Pool
from .missiles.aiming import to_hit, why_no_shot
from .moving.orders import Move
from .opening.deployment import Deploy, fronts
from .opening.scouting import Scout
from .opening.setup import PlaceFeature, zone_of_side
from .setting import Fight, Setting
from .siege.indoors import lodging
from .state import NOBODY, Number, Player, State
from .telling.advice import advice, chosen_words
from .telling.drafts import DeployDraft, FacingDraft, FeatureDraft, MoveDraft, PlaceDraft
from .telling.names import Names
from .telling.order_words import (
    bearing_words,
    deploy_words,
    facing_words,
    feature_words,
    move_words,
    place_words,
    pool_words,
    targets_words,
)
from .telling.spell_words import magic_words, spell_named, spell_words
from .titles import called, length_of
from .wording import degrees, length, place

Draft = MoveDraft | DeployDraft | FacingDraft | FeatureDraft | PlaceDraft

MEANT = {
    "done": "nobody: enough of this phase",
    "nobody": "nobody",
    "mine": "mine: I do",
    "theirs": "theirs: the enemy does",
    "near": "near: the lower edge, looking up",
    "far": "far: the upper edge, looking down",
    "halt": "halt: it needs a deviancy check",
    "charge": "charge: at the nearest point",
    "charge on the left": "charge on the left: the end on the chargers' left",
    "charge in the middle": "charge in the middle of that side",
    "charge on the right": "charge on the right: the end on the chargers' right",
    "charge through the gap": "charge through the gap: where nothing is in the way",
    "hold": "hold: it needs a deviancy check",
    "pursue": "pursue: after them",
    "nothing more": "no more magic in this phase",
    "later": "not now, but ask again",
}


# --- the question --------------------------------------------------------------------------------------------


def put(setting: Setting, question: Question) -> str:
    """What is asked, of whom, and by which rule."""
    return f"{setting.armies[question.side].name}: {_asked(setting, question)} [{question.rule}]"


def _asked(setting: Setting, question: Question) -> str:
    said = question.asked(Names(setting))
    if isinstance(question, Move):
        return f"{said} {_allowance(question)}"
    if isinstance(question, Deploy):
        return f"{said} {_room(question)}"
    if isinstance(question, PlaceFeature):
        sizes = question.limits.items()
        kinds = ", ".join(f"{kind} of up to {a / 1000:g} by {b / 1000:g}" for kind, (a, b) in sizes)
        return f"{said} One of these, in inches: {kinds}; `hold` for nothing."
    return said


def _allowance(question: Move) -> str:
    piece, left = question.fight.state.pieces[question.number], question.start.left
    wide = f"{width_of(piece)} wide, " if piece.models > 1 and not piece.places else ""
    if lodged := lodging(question.fight, question.number):
        here = f"Inside {lodged.title}"
    elif piece.standing:
        here = f"The front is at {place(piece.point)}, {wide}facing {degrees(piece.facing)}"
    else:
        here = "In a group now"
    return f"{here}, with {length(left)} to go."


def _room(question: Deploy) -> str:
    zone = zone_of_side(question.fight.setting, question.fight.state, Player(question.side)).outline
    corners = f"{place((zone.left, zone.bottom))} to {place((zone.right, zone.top))}"
    models, allowed = strength(question.fight, question.number), fronts(question.fight, question.number)
    front = f" {count(models, 'model')}, a front of {allowed[0]} to {allowed[-1]}." if models > 1 else ""
    scouts = isinstance(question, Scout)
    anywhere = " Or anywhere else, out of the enemy's sight and 9 inches from him." if scouts else ""
    return f"The zone: {corners}.{anywhere}{front}"


# --- an answer -----------------------------------------------------------------------------------------------


def label(setting: Setting, known: State, question: Question, answer: Answer) -> str:
    """An answer in a few words, with what it promises as far as this player can know."""
    if isinstance(question, Move):
        return move_words(question, answer)
    if isinstance(question, Deploy):
        return deploy_words(question, answer)
    if isinstance(question, Facing):
        return facing_words(question, answer)
    if isinstance(question, PlaceFeature):
        return feature_words(answer, question.limits)
    if isinstance(question, Place | Spot):
        return place_words(answer)
    if isinstance(question, Pool):
        return pool_words(Battle(setting, known, Scripted()), question, answer)
    if isinstance(question, Assign):
        return targets_words(answer, "all as they stand" if question.what == "strike at" else "nobody")
    if isinstance(question, Choose):
        return _option(Battle(setting, known, Scripted()), question, str(answer))
    return ", ".join(str(part) for part in answer)


def _option(fight: Fight, question: Choose, option: str) -> str:
    if magic := magic_words(fight, question, option):
        return magic
    if question.what == "reveal" and option.isdecimal():
        return f"out, where now is model {int(option) + 1}"
    if question.what == "batter down" and option != NOBODY_DOES:
        who, _, wall = option.rpartition(": ")
        return f"{called(fight, _number(fight.state, who))}: {length_of(wall)}"
    number, promise = _number(fight.state, option), question.odds(option) if question.odds else ""
    if number == NOBODY:
        return f"{option}: {promise}" if promise else MEANT.get(option) or _phrase(fight.setting, option)
    return f"{option}: {_known_as(fight, number)}{f', {promise}' if promise else ''}"


def advised(setting: Setting, known: State, question: Question, answer: Answer) -> str:
    """What a good player would answer, as a sentence; if need be it is the question with its answer."""
    fight: Fight = Battle(setting, known, Scripted())
    said = advice(fight, question, answer, Names(setting).piece(question.about))
    if not said:
        said = f"{_asked(setting, question)} {_answered(fight, question, answer)}"
    return f"{said[:1].upper()}{said[1:]}."


def _answered(fight: Fight, question: Question, answer: Answer) -> str:
    if isinstance(question, ChooseSome):
        return chosen_words(fight, answer)
    number = _number(fight.state, str(answer))
    said = called(fight, number) if number != NOBODY else label(fight.setting, fight.state, question, answer)
    return f"{said[:1].upper()}{said[1:]}".rstrip(".")


def _phrase(setting: Setting, option: str) -> str:
    """'redirect to Night Howlers'."""
    return Names(setting).reason(option)


def worded(setting: Setting, why: str) -> str:
    """Why something is refused, with pieces called as players call them."""
    return Names(setting).reason(why)


def _number(state: State, name: str) -> Number:
    return next((n for n, piece in state.numbered() if piece.name == name), NOBODY)


def _known_as(fight: Fight, number: Number) -> str:
    """'First Guard, 24 models at (30.0, 22.0)', 'Captain Ostrel with Bridge Guard'."""
    piece = fight.state.pieces[number]
    models = f", {strength(fight, number)} models" if strength(fight, number) > 1 else ""
    where = f" at {place(piece.point)}" if piece.standing else ""
    if lodged := lodging(fight, number):
        where = f" inside {lodged.title}"
    if piece.fate == "within":
        where = f" with {called(fight, piece.host)}"
    return f"{called(fight, number)}{models}{where}"


def reasons(setting: Setting, known: State, question: Question, answer: Answer) -> list[str]:
    """Where the numbers of an offered answer come from."""
    fight: Fight = Battle(setting, known, Scripted())
    if isinstance(question, Move):
        free, number = known.pieces[question.number].turn.free, question.number
        return explain_steps((wipe_out_movement if free else movement)(fight, number).steps, INCH)
    if isinstance(question, Choose) and (spell := spell_named(fight, str(answer))):
        return spell_words(spell)
    shooter, target = _number(known, question.about), _number(known, str(answer))
    if question.what == "target" and NOBODY not in (shooter, target):
        return _shot_reasons(fight, shooter, target)
    return []


def _shot_reasons(fight: Fight, shooter: Number, target: Number) -> list[str]:
    """Nothing is measured before a target is named, unless the players have agreed to.  [tp.setup.commands]"""
    if fight.setting.options.get("measuring") != "open":
        return ["How far it is, and what a shot would need, is measured when the target is named."]
    if refusal := why_no_shot(fight, shooter, target):
        return [f"{worded(fight.setting, refusal.why)} [{refusal.rule}]"]
    away = f"{length(range_between(fight, shooter, target))} away; a shot needs"
    return [away, *to_hit(fight, shooter, target).explain()]


# --- looking ahead -------------------------------------------------------------------------------------------


def reach(setting: Setting, known: State, name: str) -> str | None:
    """How far a piece could go straight this way and that, friend or foe; None if no such piece is in sight."""
    number = _number(known, name)
    if number == NOBODY or not known.pieces[number].standing:
        return None
    fight: Fight = Battle(setting, known, Scripted())
    start, facing = body(fight, number).front, known.pieces[number].facing
    rays = [point for point in Move(fight, number).outline()[name] if point != start]
    ways = [(distance(start, point), bearing_words(facing, heading(start, point))) for point in rays[::3]]
    shown = [f"{length(far)} {way}" for far, way in ways]
    return f"{place(start)} and from there straight: {'; '.join(shown) or 'nowhere'}."


def draft(question: Question) -> Draft | None:
    """The order in the making for questions that are not answered from a list."""
    if isinstance(question, Move):
        return MoveDraft(question)
    if isinstance(question, Deploy):
        return DeployDraft(question)
    if isinstance(question, Facing):
        return FacingDraft(question)
    if isinstance(question, PlaceFeature):
        return FeatureDraft(question)
    if isinstance(question, Place | Spot):
        return PlaceDraft(question)
    return None
