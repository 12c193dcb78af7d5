"""What an answer would lay on the table for a moment: templates and markers."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.battle import Battle
from warhost.engine.field.compass import NORTH
from warhost.engine.field.template import explosion, flame, outlines
from warhost.engine.oracle import Scripted
from warhost.engine.question import Answer, Choose, Question
from warhost.engine.view import Outline

from ..bodies import body
from ..charging.mark import Heading
from ..land.spot import Spot
from ..machines.stones import StonePlace
from ..magic.naming import Target
from ..magic.places import Place
from ..magic.spells.destruction import mouth_of
from ..missiles.templates import EXPLOSION, FLAME, Round, way_of_flames
from ..setting import Fight, Setting
from ..state import NOBODY, Number, Point, State

Outlines = Sequence[Outline]


def _round(sheet: Round, at: Point) -> Outlines:
    return outlines(explosion(at, sheet.radius, sheet.inner, NORTH, sheet.hits))


def would_lie(setting: Setting, known: State, question: Question, answer: Answer) -> Outlines:
    """The ground that a stone, a spell or a breath would cover, or a charge run over."""
    if isinstance(question, Spot | Place):
        return _placed(question, answer)
    if isinstance(question, Heading):
        return [question.points[answer].strip.points] if answer in question.points else []
    fight: Fight = Battle(setting, known, Scripted())
    target = next((n for n, piece in known.numbered() if piece.name == answer), NOBODY)
    if target == NOBODY:
        return []
    if isinstance(question, Target) and question.casting.spell.target == "breath":
        return _flames(fight, mouth_of(fight, question.casting.caster), target)
    if isinstance(question, Choose) and question.what == "breathe at":
        beast = next(n for n, piece in known.numbered() if piece.name == question.about)
        return _flames(fight, body(fight, beast).front, target)
    return []


def _flames(fight: Fight, front: Point, target: Number) -> Outlines:
    way, _ = way_of_flames(fight, front, target)
    return outlines(flame(front, way, FLAME.length, FLAME.narrow, FLAME.wide, FLAME.hits))


def _placed(question: Spot | Place, answer: Answer) -> Outlines:
    x, y = answer["at"]
    if isinstance(question, StonePlace):
        return _round(EXPLOSION, (x, y))
    return [question.covers((x, y), answer.get("turn", 0)).points]
