"""Questions and answers in words: what a player is asked, what each answer means, and what it promises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warhost.engine.battle import Battle
from warhost.engine.field.board import FACINGS
from warhost.engine.oracle import Scripted
from warhost.engine.question import Answer, Assign, Choose, Question, Refusal
from warhost.engine.tally import Tally
from warhost.engine.words import listed

from .aiming import Enemies, has_shot, targets_of
from .combat import FRONT, Blow, can_strike, reachable
from .drafts import LeadDraft, MarchDraft, PlaceDraft, placement_words
from .names import Names
from .orders import Lead, March, coherent
from .pieces import members, squares_of
from .placing import Place
from .setting import Fight, Setting
from .shooting import Shot, unlike
from .state import NOBODY, State
from .steps import TOKEN, TURNS, movement_points

COMPASS = ("north", "east", "south", "west")
FEW_WAYS = 3  # that are told one by one; where more go apart, the table shows it better
AHEAD_WORDS = {"F": "advance", "L": "go diagonally left", "R": "go diagonally right"}

# What is advised where the answer is a piece or unit, {it}; all else is the question with its answer.
ADVICE = {
    "leader": "let {it} lead the army",
    "fire": "let {it} shoot next",
    "stray hit": "let the hit strike {it}",
    "move": "move {it} next",
    "attack with": "let {it} attack next",
    "casualty": "let the blow strike {it}",
    "test": "let {it} test morale next",
    "runs first": "let {it} run first",
    "threat": "let the unit flee from {it}",
    "guide": "let {it} lead {who}",
    "mind blast": "let {who} send a mind blast against {it}",
    "hypnotise": "let {who} try to hypnotise {it}",
    "animal kinship": "let {who} call the mount of {it}",
    "missile": "let {who} turn aside the missile of {it}",
    "lightning attack": "let {who} strike at once at {it}",
    "victim": "let {it} die as an example",
}


def _plain(name: str) -> str:
    return name.replace("_", " ")


# --- an answer ----------------------------------------------------------------------------------------------


def label(setting: Setting, known: State, question: Question, answer: Answer) -> str:
    """An answer in a few words, with what it promises as far as this player can know."""
    fight: Fight = Battle(setting, known, Scripted())
    if isinstance(question, March | Lead):
        return march_words(question, answer)
    if isinstance(question, Place):
        return placement_words(question, answer)
    if isinstance(question, Assign):
        return _assigned(fight, question, answer)
    if isinstance(answer, list | tuple):
        return ", ".join(_plain(str(part)) for part in answer)
    return _option(fight, question, str(answer))


def _option(fight: Fight, question: Question, option: str) -> str:
    setting = fight.setting
    if isinstance(question, Choose) and option in question.meanings:
        return question.meanings[option]
    if option in setting.group and setting.group[option].unit != NOBODY:
        return f"{setting.group[option].title}, {_ready(fight, question, setting.group[option].unit)}"
    if option in setting.number:
        number = setting.number[option]
        piece = fight.state.pieces[number]
        place = " at ({},{})".format(*setting.board.xy(piece.square)) if piece.present else ""
        return f"{setting.figures[number].title if setting.figures[number].unit == NOBODY else option}{place}"
    return _spot(option)


def _ready(fight: Fight, question: Question, unit: int) -> str:
    """How many of a unit can do what is asked."""
    there = members(fight, unit)
    if question.what == "fire":
        return f"{sum(has_shot(fight, number) for number in there)} of {len(there)} can shoot"
    if question.what == "attack with":
        return f"{sum(can_strike(fight, number) for number in there)} of {len(there)} can strike"
    apart = not fight.state.units[unit].whole and not coherent(fight, [squares_of(fight, n) for n in there])
    return f"{len(there)} strong" + (", broken apart" if apart else "")


def _spot(option: str) -> str:
    """Squares and facings as the rules write them, '5,3,N', in words; all else as it is."""
    parts = option.split(",")
    if option in FACINGS:
        return COMPASS[FACINGS.index(option)]
    if len(parts) in (2, 3) and parts[0].isdigit() and parts[1].isdigit():
        facing = f", facing {COMPASS[FACINGS.index(parts[2])]}" if len(parts) == 3 else ""
        return f"({parts[0]},{parts[1]}){facing}"
    return _plain(option)


# --- advice -------------------------------------------------------------------------------------------------


def advised(setting: Setting, known: State, question: Question, answer: Answer) -> str:
    """What a good player would answer, as a sentence in which everybody has his name."""
    who, fight = Names(setting).piece(question.about), Battle(setting, known, Scripted())
    if isinstance(question, March | Lead):
        deed = march_words(question, answer) if any(answer.values()) else "stay where they are"
        said = f"let {who} {deed}"
    elif isinstance(question, Place):
        said = f"place {who} in the zone, {placement_words(question, answer)}"
    elif isinstance(question, Assign):
        said = _volley(fight, question, answer)
    elif isinstance(answer, list | tuple):
        said = f"{question.asked(Names(setting))} {listed([_plain(str(part)) for part in answer]) or 'none'}"
    else:
        said = _chosen(fight, question, str(answer))
    return f"{said[:1].upper()}{said[1:]}."


def _volley(fight: Fight, question: Assign, answer: Mapping[str, str]) -> str:
    """'Longbowmen 1 to 6 shoot at Swordsmen 4 (short range): 42 % together, 7 % each'."""
    if not answer:
        return "nobody does"
    names, attacks = Names(fight.setting), _attacks(fight, question, answer)
    who, whom = tuple(answer), tuple(dict.fromkeys(answer.values()))
    verb = names.pieces(who).does("shoots" if question.what == "shots" else "strikes")
    return f"{names.pieces(who)} {verb} at {names.pieces(whom)}{_circumstance(attacks)}: {_odds(fight, attacks)}"


def _chosen(fight: Fight, question: Question, option: str) -> str:
    setting = fight.setting
    if option == "done" and isinstance(question, Choose) and option in question.meanings:
        return f"leave it at that: {question.meanings[option].removeprefix('nobody: ')}"
    it = Names(setting).piece(option) if option in setting.group or option in setting.number else ""
    if it and question.what in ADVICE:
        return ADVICE[question.what].format(it=it, who=Names(setting).piece(question.about))
    said = it or _option(fight, question, option)
    return f"{question.asked(Names(setting))} {said[:1].upper()}{said[1:]}"


# --- marches ------------------------------------------------------------------------------------------------


def march_words(question: March | Lead, order: Mapping[str, str]) -> str:
    """'advance 7 squares, 7 points', with how many come to blows by it."""
    paths = {name: path for name, path in order.items() if path}
    if not paths:
        return "hold: stay where you are"
    longest = max(paths.values(), key=len)
    short = sum(path != longest for path in paths.values())
    if not all(longest.startswith(path) for path in paths.values()):
        what = f"go each its own way, {_ways(Names(question.fight.setting), paths)}"
    else:
        what = path_words(longest) + (f", {short} of {len(paths)} not so far" if short else "")
    touch, costs = _tried_out(question, order)
    if isinstance(costs, Refusal):
        return what
    dearest = max(costs.values(), default=0)
    blows = f"; {touch} would be next to the enemy" if touch else ""
    return f"{what} ({dearest} point{'s' * (dearest != 1)}{blows})"


def _ways(names: Names, paths: Mapping[str, str]) -> str:
    """'Spearmen 1 and 2 advance 3 squares, Spearmen 4 turns east': those who go alike are named together."""
    alike: dict[str, list[str]] = {}
    for name, path in paths.items():
        alike.setdefault(path, []).append(name)
    if len(alike) > FEW_WAYS:
        return f"{len(paths)} of them up to {max(map(_steps, paths.values()))} squares far"
    return "; ".join(f"{names.pieces(tuple(who))}: {path_words(path)}" for path, who in alike.items())


def _steps(path: str) -> int:
    return sum(found[0] in AHEAD_WORDS for found in TOKEN.finditer(path))


def path_words(path: str) -> str:
    """The letters of a path as one would say them."""
    said: list[str] = []
    tokens = [found[0] for found in TOKEN.finditer(path)]
    while tokens:
        token, count = tokens[0], 1
        while count < len(tokens) and tokens[count] == token and token in AHEAD_WORDS:
            count += 1
        del tokens[:count]
        if token in AHEAD_WORDS:
            said.append(f"{AHEAD_WORDS[token]} {count} square{'s' * (count > 1)}")
        elif token in TURNS:
            said.append(f"turn {COMPASS[TURNS[token]]}")
        elif token == "X":
            said.append("leave the board")
        else:
            said.append(f"leap to {_spot(token[1:])}")
    return ", ".join(said)


def _tried_out(question: March | Lead, order: Mapping[str, str]) -> tuple[int, Refusal | dict[str, int]]:
    """How many of those who go come to stand next to an enemy, and what each pays, or why the order may not be."""
    if isinstance(question, Lead):
        return 0, question.check(order)
    plan = question.planned(order)
    if isinstance(plan, Refusal):
        return 0, plan
    gone = [plan.places[question.fight.setting.number[name]] for name, path in order.items() if path]
    return sum(not plan.threat.isdisjoint(squares) for squares in gone), plan.costs


# --- shots and blows ----------------------------------------------------------------------------------------


def _assigned(fight: Fight, question: Assign, answer: Mapping[str, str]) -> str:
    """'6 longbowmen at swordsmen-4: 42 % together, 7 % each'."""
    attacks = _attacks(fight, question, answer)
    targets = list(dict.fromkeys(answer.values()))
    who = _gathered(fight.setting, list(answer))
    return f"{who} at {_gathered(fight.setting, targets)}{_circumstance(attacks)}: {_odds(fight, attacks)}"


def _odds(fight: Fight, attacks: list[Shot] | list[Blow]) -> str:
    """A group's blows are added up; a volley's shots only where that is lawful, and then the player is asked."""
    chances = sorted({attack.chance for attack in attacks})
    each = f"{chances[0]} %" if len(chances) == 1 else f"{chances[0]} to {chances[-1]} %"
    if len(attacks) == 1:
        return each
    together = f"{_total_words(sum(attack.chance for attack in attacks))} together"
    shots = [attack for attack in attacks if isinstance(attack, Shot)]
    if not shots:
        return f"{together}, {each} each"
    if refused := unlike(fight, shots, Enemies(fight, fight.state.pieces[shots[0].firer].side)):
        return f"one by one, {each} each ({refused.why})"
    return f"{together} or one by one, {each} each"


def _attacks(fight: Fight, question: Assign, answer: Mapping[str, str]) -> list[Shot] | list[Blow]:
    number, weapon = fight.setting.number, question.about
    pairs = [(number[actor], number[target]) for actor, target in answer.items()]
    if question.what == "shots":
        return [Shot(fight, a, t, targets_of(fight, a, weapon)[t], weapon) for a, t in pairs]
    return [Blow(fight, a, t, reachable(fight, a)[t], weapon) for a, t in pairs]


def _circumstance(attacks: list[Shot] | list[Blow]) -> str:
    """How far a shot goes, or from which side the blows come if not from the front."""
    said: list[str] = []
    for attack in attacks:
        if isinstance(attack, Shot):
            said.append(f"{attack.band} range")
        elif attack.zone != FRONT:
            said.append(f"in the {attack.zone}")
    return f" ({', '.join(dict.fromkeys(said))})" if said else ""


def _total_words(total: int) -> str:
    sure, rest = divmod(total, 100)
    if not sure:
        return f"{rest} %"
    hits = f"{sure} sure hit{'s' * (sure > 1)}"
    return f"{hits} and {rest} % of another" if rest else hits


def _gathered(setting: Setting, names: Sequence[str]) -> str:
    """'6 longbowmen' if they are of one unit; one piece or a mixed lot by their names."""
    entries = {setting.figures[setting.number[name]].entry.id for name in names}
    if len(names) == 1 or len(entries) > 1:
        return ", ".join(names)
    return f"{len(names)} {setting.group[entries.pop()].title.lower()}"


def reasons(setting: Setting, known: State, question: Question, answer: Answer) -> list[str]:
    """Where the numbers of an offered answer come from: for each attack or move its tally, alike ones once."""
    fight: Fight = Battle(setting, known, Scripted())
    tallies: list[tuple[str, Tally]] = []
    if isinstance(question, Assign):
        tallies = list(zip(answer, (attack.tally for attack in _attacks(fight, question, answer)), strict=True))
    elif isinstance(question, March):
        tallies = [(name, movement_points(fight, setting.number[name])) for name in answer]
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, tally in tallies:
        alike.setdefault(tuple(tally.explain()), []).append(name)
    return [f"{', '.join(names)}\n    " + "\n    ".join(lines) for lines, names in alike.items()]


# --- looking ahead ------------------------------------------------------------------------------------------


def draft(question: Question) -> MarchDraft | LeadDraft | PlaceDraft | None:
    """What a player can put together by himself instead of taking an offer; None where the list says it all."""
    if isinstance(question, March):
        return MarchDraft(question)
    if isinstance(question, Lead):
        return LeadDraft(question)
    return PlaceDraft(question) if isinstance(question, Place) else None
