"""Magic: what a spell may do where, and where to lay it."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.compass import Point, distance
from warhost.engine.question import Answer, Question

from ..bodies import body, centre, engaged, legions, troop
from ..magic.places import REACH, SpellPlace, area, caster, touched
from ..setting import Fight
from ..state import Cast
from .worth import value

LEAST = 0.06


def _promise(fight: Fight, spell: str, number: int) -> float:
    """How much a spell of this kind is worth on a legion."""
    kind, piece = troop(fight, number), fight.state.pieces[number]
    fails = max(0.0, 1 - kind.race.magic_defense.value / 20)
    helped = min(1.0, (kind.race.magic_defense.value + 10) / 20)
    busy = 1.0 if engaged(fight, number) else 0.35
    worth = {
        "knowledge": fails * (20 - kind.rating) / 20 * 1.6,
        "gift": fails * busy * 0.6,
        "abode": fails * busy * 0.55 * (not piece.disorganized),
        "pleasures": fails * 0.1 * (not engaged(fight, number)),
        "peace": helped * busy * 0.6,
        "illumination": helped * 0.7 * bool(piece.disorganized),
        "grace": helped * 0.08,
    }.get(spell, 0.0)
    return worth * (0.3 + value(fight, number))


def _spots(fight: Fight, cast: Cast, spell: str) -> tuple[float, Point] | None:
    """The best legion for a spell, and its middle."""
    side = fight.state.pieces[cast.team].side
    found: list[tuple[float, Point]] = []
    for number in legions(fight, 1 - side if cast.attack else side):
        worth = _promise(fight, spell, number)
        spot = centre(body(fight, number))
        if worth < LEAST or distance(caster(fight, cast), spot) > REACH:
            continue
        there = Cast(cast.team, cast.attack, cast.type, 1, spot)
        under = touched(fight, there, area(fight, there), friends_only=not cast.attack).get(number, [])
        if 2 * len(under) >= fight.state.pieces[number].figures:
            found.append((worth, spot))
    return max(found, default=None)


def choose(fight: Fight, question: Question) -> Iterator[Answer]:
    """For each team the spell that promises most, as strong as it can be."""
    answer = {}
    attack = question.what == "attack spells"
    options: dict[str, list[str]] = getattr(question, "options", {})
    for name, spells in options.items():
        team, best, most = fight.setting.number[name], None, 0.0
        for kind in fight.setting.charts.magic.type:
            word = kind.attack if attack else kind.defense
            strengths = [spell for spell in spells if spell.startswith(f"{word} ")]
            spot = _spots(fight, Cast(team, attack, kind.number, 1), word) if strengths else None
            if spot is not None and spot[0] > most:
                best, most = strengths[-1], spot[0]
        if best is not None:
            answer[name] = best
    yield answer


def place(fight: Fight, question: Question) -> Iterator[Answer]:
    assert isinstance(question, SpellPlace)
    cast = question.cast
    kind = fight.setting.charts.spell_type(cast.type)
    spot = _spots(fight, cast, kind.attack if cast.attack else kind.defense)
    if spot is not None:
        yield {"at": list(spot[1])}


THOUGHTS = {"attack spells": choose, "defense spells": choose, "place spell": place}
