"""What is asked: described, worded and drawn, with answers that are lawful and refusals that name their rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import msgspec

from warhost.draw.svg import svg
from warhost.draw.text import units_text
from warhost.engine.campaign import Campaign
from warhost.engine.question import Answer, Question
from warhost.engine.spokesman import LOOKS, SEEN, Place

from .trial import Moment, Trial

NONSENSE: tuple[Answer, ...] = (
    None, "", "nonsense", 0, -1, 10**12, 0.5, True, [], {}, [[]], [None], [["nonsense"]], [0, 0],
    {"nonsense": "nonsense"}, {"nonsense": [0]}, "x" * 1000,
)  # fmt: skip
UNFILLED = re.compile(r"\{\w[\w ]*\}")  # a name or a verb that was left out
DRAWN = 7  # every so manieth question is drawn too


def described(trial: Trial) -> Iterator[str]:
    """As any client gets it, and what the question is about has a name."""
    for moment in trial.moments():
        told = moment.question.describe()
        missing = [key for key in ("kind", "side", "what", "rule") if key not in told]
        if missing:
            yield f"{moment.where}: describe() lacks {', '.join(missing)}"
        msgspec.json.encode(told)
        if not 0 <= moment.question.side < len(trial.book.sides(moment.game.setting)):
            yield f"{moment.where}: side {moment.question.side} does not play"


def worded(trial: Trial) -> Iterator[str]:
    for moment in trial.moments():
        text = trial.book.put(moment.game.setting, moment.question)
        if moment.question.rule not in text:
            yield f"{moment.where}: the question does not name its rule: {text}"
        if UNFILLED.search(text):
            yield f"{moment.where}: something was not filled in: {text}"
        if f": {moment.question.what} " in text.casefold() or f": {moment.question.what}?" in text.casefold():
            yield f"{moment.where}: it is asked without words: {text}"


def labelled(trial: Trial) -> Iterator[str]:
    """Every answer that is offered has words, for whoever chooses and for whoever is advised."""
    says = trial.book.spokesman
    for moment in trial.moments():
        known = trial.book.known(moment.game.setting, moment.game.state, moment.question.side)
        for answer in moment.question.suggest():
            label = says.label(moment.game.setting, known, moment.question, answer)
            advice = says.advised(moment.game.setting, known, moment.question, answer)
            if not label or UNFILLED.search(label):
                yield f"{moment.where}: {answer!r} is called {label!r}"
            if not advice.endswith((".", "!")):
                yield f"{moment.where}: advice is not a sentence: {advice}"


def lawful(trial: Trial) -> Iterator[str]:
    """What is suggested, and what chance draws, is not refused."""
    chance = Random(f"lawful {trial.seed}")
    for moment in trial.moments():
        offered = [*moment.question.suggest(), moment.question.sample(chance)]
        for answer in offered:
            if refusal := moment.question.refuse(answer):
                yield f"{moment.where}: {answer!r} is offered and refused: {refusal}"


def refused(trial: Trial) -> Iterator[str]:
    """Nonsense is refused by a rule, and nothing breaks."""
    for moment in trial.moments():
        for answer in NONSENSE:
            yield from _judged(trial, moment, moment.question, answer)


def _judged(trial: Trial, moment: Moment, question: Question, answer: Answer) -> Iterator[str]:
    try:
        refusal = question.refuse(answer)
    except Exception as fault:
        yield f"{moment.where}: {answer!r:.40} breaks it: {type(fault).__name__}: {fault}"
        return
    if refusal is None:
        return
    if refusal.rule not in trial.book.catalogue and len(trial.book.catalogue):
        yield f"{moment.where}: a refusal names {refusal.rule!r}, which is no rule"
    words = trial.book.spokesman.worded(moment.game.setting, refusal).why
    if not words or UNFILLED.search(words):
        yield f"{moment.where}: a refusal has no words: {words!r}"


def drawn(trial: Trial) -> Iterator[str]:
    """The table can be seen by every side and by those who watch, as data, as a picture and in words; of a campaign
    there is an account instead."""
    if isinstance(trial.book, Campaign):
        yield from _accounted(trial.book, trial)
        return
    for number, moment in enumerate(trial.moments()):
        for side in (None, *range(len(trial.book.sides(moment.game.setting)))):
            view = trial.book.view(moment.game.setting, moment.game.state, side)
            msgspec.json.encode(view)
            if number % DRAWN == 0:
                svg(view)
                units_text(view)
            if not view.blocks and not view.pieces and not view.units:
                yield f"{moment.where}: nobody is to be seen"


def _accounted(book: Campaign[Any, Any], trial: Trial) -> Iterator[str]:
    for moment in trial.moments():
        setting, state = moment.game.setting, moment.game.state
        account = book.account(setting, state)
        views = [book.view(setting, state, side) for side in range(len(book.sides(setting)))]
        msgspec.json.encode([account, views])
        if len(account.parties) < book.fewest or not account.stage:
            yield f"{moment.where}: nobody is to be seen"


def looked(trial: Trial) -> Iterator[str]:
    """Whatever is looked for is answered in the words that every client knows, or not at all."""
    for moment in trial.moments():
        game, side = moment.game, moment.question.side
        view, known = game.book.view(game.setting, game.state, side), game.seat(side).known()
        pieces: list[Place] = [*(block.id for block in view.blocks), *(piece.id for piece in view.pieces)]
        for what, here, there in product(LOOKS, pieces[:2], (*pieces[-2:], None)):
            found = game.book.spokesman.look(game.setting, known, what, here, there)
            if isinstance(found, dict) and (strange := found.keys() - SEEN):
                yield f"{moment.where}: {what} from {here} says {min(strange)!r}, which nobody knows"
            elif isinstance(found, dict):
                msgspec.json.encode(found)
