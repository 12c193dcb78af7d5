"""What a good player would answer, as a sentence in which everybody has his name."""

from __future__ import annotations

from warhost.engine.question import Answer, Assign, Choose, Question
from warhost.engine.words import listed, mention, they_do

from ..charging.facing import Facing
from ..machines.stones import StonePlace
from ..magic.places import Place
from ..magic.pools import Pool
from ..moving.orders import Move
from ..opening.deployment import Deploy
from ..opening.setup import PlaceFeature
from ..scenario.artifact import ArtifactPlace
from ..setting import Fight
from ..state import Number
from ..titles import called
from .names import Names
from .order_words import deploy_words, facing_words, feature_words, move_words, place_words, pool_words
from .spell_words import magic_words

# What is advised where the answer is a piece, {it}; {who} is what the question is about.
PIECES = {
    "deploy": "place {it} next",
    "next scouts": "place {it} next",
    "hide in": "let {who} hide in {it}",
    "next charge": "carry out the charge of {it} next",
    "target": "let {who} shoot at {it}",
    "new target": "let {who} charge {it} instead",
    "move": "move {it} next",
    "counter charge": "let {it} counter-charge",
    "next counter charge": "carry out the counter-charge of {it} next",
    "breathe at": "let {who} breathe fire at {it}",
    "shooter": "let {it} shoot next",
    "defensive strike": "let {it} shoot",
    "check": "let {it} take the check next",
    "next to flee": "let {it} flee next",
    "next to pursue": "let {it} decide next about the pursuit",
    "quarry": "let {who} pursue {it}",
    "spell target": "cast {who} at {it}",
    "whom chaos strikes": "let {who} strike {it}",
    "nearest enemy": "let {who} strike {it}",
    "whom to hate": "let them hate {it}",
    "calm": "let {it} rally",
    "next wipe out move": "move {it} first",
}
# What is advised where the answer is a word, whatever the question.
WORDS = {
    "done": "leave it at that: nobody else acts in this phase",
    "nothing more": "leave it at that: no more magic in this phase",
    "stand": "let {who} stand",
    "fall back": "let {who} fall back",
    "pursue": "let {who} pursue",
    "halt": "let {who} halt, if the deviancy check allows it",
    "charge": "let {who} charge the nearest point of the enemy",
    "charge on the left": "let {who} charge the end on the left",
    "charge in the middle": "let {who} charge the middle of that side",
    "charge on the right": "let {who} charge the end on the right",
    "charge through the gap": "let {who} charge through the gap",
    "near": "take the near side of the table",
    "far": "take the far side of the table",
}
# The same word means another thing with each of these.
BOTH = {
    ("first to place", "mine"): "place the first piece yourself",
    ("first to place", "theirs"): "let the enemy place the first piece",
    ("first turn", "mine"): "take the first turn yourself",
    ("first turn", "theirs"): "let the enemy take the first turn",
    ("hold and shoot", "shoot"): "let {who} shoot first",
    ("pursuit", "hold"): "let {who} hold, if the deviancy check allows it",
}
MAGIC = ("magic", "shooter", "item out of turn", "answer spell")  # what is cast or used says all
MODEL = " model "  # 'guard model 3': one of a group
NO_TARGETS = {
    "charges": "declare no charges: none within reach promises more than it risks",
    "strike at": "let all strike as they stand",
}


def advice(fight: Fight, question: Question, answer: Answer, who: str) -> str:
    """A sentence without its full stop, or nothing: then the question with its answer has to do."""
    if said := _order(fight, question, answer, who):
        return said
    if isinstance(question, Assign):
        return _targets(fight, question, answer)
    if isinstance(question, Choose):
        number = _number(fight, str(answer))
        if number is not None:
            return PIECES.get(question.what, "").format(who=who, it=mention(called(fight, number)))
        known = BOTH.get((question.what, str(answer))) or WORDS.get(str(answer), "")
        return known.format(who=who) or magic_words(fight, question, str(answer)) * (question.what in MAGIC)
    return ""


def _order(fight: Fight, question: Question, answer: Answer, who: str) -> str:
    names = Names(fight.setting)
    match question:
        case Move():
            return f"let {who} {names.reason(move_words(question, answer)) if answer else 'stand still'}"
        case Deploy():
            return f"place {who} with the {deploy_words(question, answer)}"
        case Facing():
            said = names.reason(facing_words(question, answer))
            return f"let {who} {said if said.startswith('face') else f'face {said}'}"
        case PlaceFeature():
            return f"lay out {feature_words(answer, question.limits)}"
        case ArtifactPlace():
            return f"lay it {place_words(answer)}"
        case StonePlace():
            return f"let {who} hurl the stone {place_words(answer)}"
        case Place():
            return f"cast {who} {place_words(answer)}"
        case Pool():
            return f"add {pool_words(fight, question, answer)}"
    return ""


def _targets(fight: Fight, question: Assign, answer: dict[str, str]) -> str:
    """'Ford Watch charge Knives in the Grass and Captain Ostrel charges Howlers'."""
    if not answer:
        return NO_TARGETS.get(question.what, "nobody does")
    deed = "charges" if question.what == "charges" else "strikes at"
    lots: dict[tuple[str, str], list[str]] = {}
    for actor, target in answer.items():
        whole, _, model = actor.partition(MODEL)
        lots.setdefault((whole, target), []).extend([model] if model else [])
    return listed([_pair(fight, whole, models, deed, target) for (whole, target), models in lots.items()])


def _pair(fight: Fight, actor: str, models: list[str], deed: str, target: str) -> str:
    """'models 5 and 7 of Bank Archers strike at Howlers', 'Ford Riders charge Howlers'."""
    names, number = Names(fight.setting, fight.state.pieces), _number(fight, actor)
    whom = names.reason(target)
    if models:
        who, verb = f"model{'s' * (len(models) > 1)} {listed(models)} of {names.reason(actor)}", deed.partition(" ")
        return f"{who} {they_do(verb[0]) if len(models) > 1 else verb[0]}{verb[1]}{verb[2]} {whom}"
    return names.does(number, f"{deed} {whom}") if number is not None else f"{names.reason(actor)} {deed} {whom}"


def chosen_words(fight: Fight, answer: Answer) -> str:
    names = Names(fight.setting)
    return listed([names.reason(str(part)) for part in answer]) or "none"


def _number(fight: Fight, name: str) -> Number | None:
    return next((number for number, piece in fight.state.numbered() if piece.name == name), None)
