"""What lies on the table for a moment: templates and markers that were laid, and those an answer would lay."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.battle import Battle
from warhost.engine.event import Event
from warhost.engine.field.template import Sector, explosion, flame
from warhost.engine.oracle import Scripted
from warhost.engine.question import Answer, Choose, Question

from ..bodies import body
from ..charging.mark import Heading
from ..events import MarkerMoved, SpellNamed, StoneThrown, TemplateLaid
from ..machines.stones import StonePlace
from ..magic.naming import Target
from ..magic.places import Place, marker
from ..magic.spells.destruction import mouth_of
from ..missiles.templates import EXPLOSION, FLAME, LARGE_EXPLOSION, Round, way_of_flames
from ..setting import Fight, Setting
from ..state import NOBODY, Point, State

Outlines = list[tuple[Point, ...]]
ROUND = {sheet.title: sheet for sheet in (EXPLOSION, LARGE_EXPLOSION)}


# --- what was laid -------------------------------------------------------------------------------------------


def laid(setting: Setting, state: State, event: Event) -> Outlines:
    """The outlines of a template sector by sector, or of a marker that shows a place."""
    if isinstance(event, TemplateLaid):
        return _template(event.title, event.at, event.turn)
    if isinstance(event, StoneThrown | MarkerMoved) or (isinstance(event, SpellNamed) and event.at is not None):
        return [marker(event.at).points] if event.at is not None else []
    return []


def _template(title: str, at: Point, turn: int) -> Outlines:
    if title in ROUND:
        return _round(ROUND[title], at, turn)
    return _cut(flame(at, turn, FLAME.length, FLAME.narrow, FLAME.wide, FLAME.hits))


def _round(sheet: Round, at: Point, turn: int = 0) -> Outlines:
    return _cut(explosion(at, sheet.radius, sheet.inner, turn, sheet.hits))


def _cut(sectors: Sequence[Sector]) -> Outlines:
    return [sector.shape.points for sector in sectors]


# --- what an answer would lay --------------------------------------------------------------------------------


def would_lie(setting: Setting, known: State, question: Question, answer: Answer) -> Outlines:
    """The ground that a stone, a spell or a breath would cover, or a charge run over."""
    if isinstance(question, StonePlace | Place):
        return _placed(question, answer)
    if isinstance(question, Heading):
        return [question.points[answer].strip.points] if answer in question.points else []
    fight: Fight = Battle(setting, known, Scripted())
    target = next((n for n, piece in enumerate(known.pieces) if piece.name == answer), NOBODY)
    if target == NOBODY:
        return []
    if isinstance(question, Target) and question.casting.spell.target == "breath":
        return _flames(fight, mouth_of(fight, question.casting.caster), target)
    if isinstance(question, Choose) and question.what == "breathe at":
        beast = next(n for n, piece in enumerate(known.pieces) if piece.name == question.about)
        return _flames(fight, body(fight, beast).front, target)
    return []


def _flames(fight: Fight, front: Point, target: int) -> Outlines:
    way, _ = way_of_flames(fight, front, target)
    return _cut(flame(front, way, FLAME.length, FLAME.narrow, FLAME.wide, FLAME.hits))


def _placed(question: StonePlace | Place, answer: Answer) -> Outlines:
    x, y = answer["at"]
    if isinstance(question, StonePlace):
        return _round(EXPLOSION, (x, y))
    return [question.covers((x, y), answer.get("turn", 0)).points]
