"""The magic step: spells and secret strengths, places, then all is shown and resolved.

[mis.magic.procedure] [mis.magic.one-per-turn] [mis.magic.strength] [mis.magic.transfer] [mis.magic.prohibitions]
"""

from __future__ import annotations

from warhost.engine.question import Answer, Assign, Choose, Refusal
from warhost.engine.words import Names

from ..bodies import troop
from ..events import Noted, SpellTold
from ..setting import Fight
from ..state import Cast
from .places import SpellPlace
from .resolving import end_of_magic, fade_arms, resolve_next
from .shields import teams_of

TRANSFERS, ATTACKS, DEFENSES, PLACES, SHOWN, OVER = range(6)
NUMERALS = ("", "I", "II", "III")


def why_not_cast(fight: Fight, team: int, attack: bool) -> Refusal | None:
    """[mis.magic.prohibitions]"""
    piece, turn = fight.state.pieces[team], fight.state.turn
    which = "attack" if attack else "defense"
    if piece.attack_lost if attack else piece.defense_lost:
        return Refusal("mis.magic.prohibitions", f"the {which} figure of {{who}} is lost", (team,))
    if not any(piece.attack_spells if attack else piece.defense_spells):
        return Refusal("mis.magic.prohibitions", f"the {which} figure of {{who}} has no spell left", (team,))
    if turn > 1 and max(piece.barred[0 if attack else 1], piece.moved, piece.fought) >= turn - 1:
        return Refusal("mis.magic.prohibitions", "{who} {was} moved or disturbed in the last turn", (team,))
    if team in fight.state.resting and _rests(fight, team, attack):
        return Refusal(
            "mis.magic.transfer", f"the {which} figure of {{who}} gave a spell away in this turn", (team,)
        )
    return None


def _rests(fight: Fight, team: int, attack: bool) -> bool:
    return (fight.state.pieces[team].transferred > 0) == attack


def magic_one(fight: Fight) -> bool:
    """The next thing of the magic step; False when all is done."""
    state = fight.state
    if state.passed == TRANSFERS:
        if _transfer(fight):
            return True
        state.passed = ATTACKS
    if state.passed == ATTACKS:
        state.passed = DEFENSES
        if _choose(fight, attack=True):
            return True
    if state.passed == DEFENSES:
        state.passed = PLACES
        if _choose(fight, attack=False):
            return True
    if state.passed == PLACES:
        if _place(fight):
            return True
        state.passed = SHOWN
        if _show(fight):
            return True
    if state.passed == SHOWN:
        if resolve_next(fight):
            return True
        state.passed = OVER
        end_of_magic(fight)
    return False


# --- shifting spells -----------------------------------------------------------------------------------------


def _transfer(fight: Fight) -> bool:
    """Once in a battle a team may shift a spell from one figure to the other; its strength stays secret."""
    if not fight.state.done:
        fade_arms(fight)
    for side in (fight.state.mover, 1 - fight.state.mover):
        if side in fight.state.done:
            continue
        fight.state.done = (*fight.state.done, side)
        options = _transfers(fight, side)
        if not options:
            continue
        question = Choose(
            side, "transfer", ["none", *options], "mis.magic.transfer", text="Shift a spell within a team?",
            meanings={"none": "no", **options}, usual="none",
        )  # fmt: skip
        choice = fight.ask(question)
        if choice != "none":
            _shift(fight, choice)
        return True
    return False


def _transfers(fight: Fight, side: int) -> dict[str, str]:
    found = {}
    for team in teams_of(fight, side):
        piece = fight.state.pieces[team]
        if piece.transferred or piece.attack_lost or piece.defense_lost:
            continue
        title = troop(fight, team).title
        for word, spells, to in (
            ("defense", piece.attack_spells, "attack"),
            ("attack", piece.defense_spells, "defense"),
        ):
            for strength in (1, 2, 3):
                if spells[strength - 1]:
                    said = f"{title}: one of strength {NUMERALS[strength]} from {to} to {word}"
                    found[f"{troop(fight, team).id} {word} {strength}"] = said
    return found


def _shift(fight: Fight, choice: str) -> None:
    name, to, number = choice.rsplit(" ", 2)
    team, strength = fight.setting.number[name], int(number)
    piece = fight.state.pieces[team]
    sign = 1 if to == "defense" else -1
    piece.attack_spells = _with(piece.attack_spells, strength, -sign)
    piece.defense_spells = _with(piece.defense_spells, strength, sign)
    piece.transferred = sign * strength
    fight.state.resting = (*fight.state.resting, team)
    words = f"{{who}} {{shifts}} a spell to the {to} figure"
    fight.tell(Noted("mis.magic.transfer", words, (team,)))


def _with(spells: tuple[int, int, int], strength: int, change: int) -> tuple[int, int, int]:
    found = list(spells)
    found[strength - 1] += change
    return found[0], found[1], found[2]


# --- spells and strengths ------------------------------------------------------------------------------------


def spell_options(fight: Fight, team: int, attack: bool) -> list[str]:
    """What a figure may cast: a spell and a strength of which it has one left."""
    piece = fight.state.pieces[team]
    spells = piece.attack_spells if attack else piece.defense_spells
    names = [kind.attack if attack else kind.defense for kind in fight.setting.charts.magic.type]
    return [f"{name} {NUMERALS[n]}" for name in names for n in (1, 2, 3) if spells[n - 1]]


class Spells(Assign):
    """Which figure casts what, with a strength that nobody else knows yet."""

    __slots__ = ("_titles",)

    def __init__(self, fight: Fight, side: int, attack: bool):
        able = {
            troop(fight, team).id: spell_options(fight, team, attack)
            for team in teams_of(fight, side) if why_not_cast(fight, team, attack) is None
        }  # fmt: skip
        word = "attack" if attack else "defense"
        numbers = fight.setting.number

        def why_not(name: str, spell: str) -> Refusal | None:
            team = numbers.get(name)
            if team is None or troop(fight, team).kind != "team" or troop(fight, team).side != side:
                return None
            return why_not_cast(fight, team, attack) or Refusal(
                "mis.chart.spells", f"the {word} figure of {{who}} has no {spell!r:.30}", (team,)
            )

        super().__init__(
            side, f"{word} spells", able, "mis.magic.procedure", why_not=why_not, none_allowed=True,
            text=f"Which {word} spells do you cast, and how strong?",
        )  # fmt: skip
        self.usual = {}
        several = len(able) > 1
        self._titles = {
            f"{kind.attack if attack else kind.defense} {numeral}": (
                f"{kind.attack_title if attack else kind.defense_title}, strength {numeral}"
                f"{'' if several else ': ' + (kind.attack_does if attack else kind.defense_does)}"
            )
            for kind in fight.setting.charts.magic.type for numeral in NUMERALS[1:]
        }  # fmt: skip

    def label(self, answer: Answer, names: Names) -> str:
        """The spells by their names, and what each does."""
        many = len(self.options) > 1
        told = [f"{names.piece(team)}: {self._titles[spell]}" if many else self._titles[spell]
                for team, spell in answer.items()]  # fmt: skip
        return "; ".join(told) if told else "no spell"


def _choose(fight: Fight, attack: bool) -> bool:
    """Both sides choose before anything is shown; then the types are told."""
    questions = [Spells(fight, side, attack) for side in (fight.state.mover, 1 - fight.state.mover)]
    questions = [question for question in questions if question.options]
    if not questions:
        return False
    answers = fight.ask_all(questions)
    for answer in answers:
        for name, spell in answer.items():
            _take(fight, fight.setting.number[name], spell, attack)
    return True


def _take(fight: Fight, team: int, spell: str, attack: bool) -> None:
    word, _, numeral = spell.partition(" ")
    kind = next(one for one in fight.setting.charts.magic.type if word in (one.attack, one.defense))
    strength = NUMERALS.index(numeral)
    piece = fight.state.pieces[team]
    if attack:
        piece.attack_spells = _with(piece.attack_spells, strength, -1)
    else:
        piece.defense_spells = _with(piece.defense_spells, strength, -1)
    fight.state.casts = (*fight.state.casts, Cast(team, attack, kind.number, strength))
    title, rule = (kind.attack_title, kind.attack_rule) if attack else (kind.defense_title, kind.defense_rule)
    fight.tell(SpellTold(rule, team, title))


# --- places, and strengths shown -----------------------------------------------------------------------------


def _place(fight: Fight) -> bool:
    """Attack spells first, the mover's before the others'; then defense spells likewise.  [mis.magic.placement]"""
    state = fight.state
    for attack in (True, False):
        for side in (state.mover, 1 - state.mover):
            for index, cast in enumerate(state.casts):
                mine = state.pieces[cast.team].side == side
                if cast.at is None and cast.attack == attack and mine:
                    _ask_place(fight, index)
                    return True
    return False


def _ask_place(fight: Fight, index: int) -> None:
    question = SpellPlace(fight, index)
    cast = question.placed(fight.ask(question))
    fight.state.casts = tuple(cast if n == index else one for n, one in enumerate(fight.state.casts))
    kind = fight.setting.charts.spell_type(cast.type)
    title, rule = (kind.attack_title, kind.attack_rule) if cast.attack else (kind.defense_title, kind.defense_rule)
    fight.tell(SpellTold(rule, cast.team, title, cast.at, outlines=question.outlines(cast)))


def _show(fight: Fight) -> bool:
    """All strengths are shown at once."""
    casts = fight.state.casts
    for cast in casts:
        kind = fight.setting.charts.spell_type(cast.type)
        title = kind.attack_title if cast.attack else kind.defense_title
        fight.tell(SpellTold("mis.magic.procedure", cast.team, title, cast.at, cast.strength))
    fight.state.done = ()
    return bool(casts)
