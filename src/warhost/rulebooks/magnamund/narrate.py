"""A sentence for everything that can happen in a battle of Magnamund, for the log that players read.

Every sentence can stand alone; those of one deed (a shot, its die, its victim) also read well in a row.
"""

from __future__ import annotations

from functools import singledispatch

from warhost.engine.event import Decided, Event, Rolled
from warhost.engine.explain import explain

from . import events as e
from .setting import Setting

__all__ = ["explain", "narrate"]

COMPASS = {"N": "north", "E": "east", "S": "south", "W": "west"}
ROLLED_OFF = ("initiative", "choosing sides", "who places first")  # both players throw, the higher die wins
NEVER_FAILS = ("secret parry", "lightning attack")
HUNDRED = 100


def narrate(setting: Setting, event: Event) -> str | None:
    """What happened, in one sentence; None where another event of the same deed says it better."""
    said = sentence(event, Names(setting))
    return said[:1].upper() + said[1:] if said else None


class Names:
    """What players call the things that events name by their ids."""

    def __init__(self, setting: Setting):
        self.setting = setting

    def piece(self, id: str) -> str:
        return mention(self.setting.figures[self.setting.number[id]].title)

    def pieces(self, ids: tuple[str, ...]) -> str:
        """'Longbowmen 1 to 4 and 6, and Lone Wolf': soldiers of one unit share its name."""
        places: dict[str, list[int]] = {}
        for id in ids:
            figure = self.setting.figures[self.setting.number[id]]
            numbers = places.setdefault(mention(figure.entry.title), [])
            if figure.title != figure.entry.title:
                numbers.append(int(figure.title.rpartition(" ")[2]))
        return listed([f"{title} {spans(numbers)}".strip() for title, numbers in places.items()])

    def unit(self, id: str) -> str:
        return f"the {self.setting.group[id].title}"

    def force(self, side: int) -> str:
        return mention(self.setting.sides[side].title)

    def player(self, player: int) -> str:
        """By the force he commands, unless the players rolled for sides and it may be either."""
        if self.setting.option("sides") == "rolled":
            return f"player {player + 1}"
        return self.force(player)


def mention(title: str) -> str:
    """A title in the middle of a sentence."""
    return f"the {title[4:]}" if title.startswith("The ") else title


def listed(words: list[str]) -> str:
    *most, last = words or [""]
    return f"{', '.join(most)} and {last}" if most else last


def spans(numbers: list[int]) -> str:
    """'1 to 4, 6 and 7'."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    written = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run] for run in runs]
    return listed([word for words in written for word in words])


def at(square: e.Square) -> str:
    return f"({square[0]},{square[1]})"


def one_or_many(ids: tuple[str, ...], verb: str) -> str:
    return verb if len(ids) > 1 else f"{verb}s"


def chance_words(chance: int) -> str:
    """What the die must show; every full hundred hits without one."""
    sure, rest = divmod(max(chance, 0), HUNDRED)
    certain = "a sure hit" if sure == 1 else f"{sure} sure hits"
    if not rest:
        return certain if sure else "no chance to hit"
    needs = f"needs {rest} or less"
    return f"{certain}, and {needs} for one more" if sure else needs


@singledispatch
def sentence(event: Event, names: Names) -> str | None:
    """What one kind of event says; kinds that are not registered below say nothing."""
    return None


# --- dice and choices ---------------------------------------------------------------------------------------


@sentence.register
def rolled(event: Rolled, names: Names) -> str | None:
    faces = listed([str(face) for face in event.faces])
    if event.purpose == "morale":  # MoraleTested tells it with all that was added
        return None
    if event.purpose in ROLLED_OFF:
        return f"{event.purpose}: {faces} for {names.player(event.side)}."
    if event.purpose == "to hit" and event.need is not None:
        sure = event.because[-1].total_after // HUNDRED if event.because else 0
        hits = sure + sum(face <= event.need for face in event.faces)
        return f"throws {faces}: {('a miss', 'a hit')[hits] if hits < 2 else f'{hits} hits'}."
    needs = f", needs {event.need} or less" if event.need is not None else ""
    return f"{event.purpose}: throws {faces}{needs}."


@sentence.register
def decided(event: Decided, names: Names) -> str:
    return f"{names.player(event.side)}: {event.what}: {event.choice}."


# --- before the battle --------------------------------------------------------------------------------------


@sentence.register
def sides_chosen(event: e.SidesChosen, names: Names) -> str:
    return f"player {event.player + 1} takes {names.force(event.side)}, player {2 - event.player} the other side."


@sentence.register
def skills_chosen(event: e.SkillsChosen, names: Names) -> str:
    skills = listed([skill.replace("_", " ") for skill in event.skills]) if event.skills else "nothing"
    return f"{names.piece(event.piece)} has learnt {skills}."


@sentence.register
def placed(event: e.Placed, names: Names) -> str:
    squares, group = list(event.squares.values()), names.setting.group[event.group]
    facing = f"facing {COMPASS[event.facing]}" + (", out of sight" if event.hidden else "")
    if len(group.members) == 1:
        return f"{mention(group.title)} takes up position on {at(squares[0])}, {facing}."
    (west, east), (south, north) = [(min(line), max(line)) for line in zip(*squares, strict=True)]
    who = names.unit(event.group) if len(squares) == len(group.members) else names.pieces(tuple(event.squares))
    return f"{who} form up between {at((west, south))} and {at((east, north))}, {facing}."


@sentence.register
def leader_named(event: e.LeaderNamed, names: Names) -> str:
    return f"{names.piece(event.piece)} leads {names.force(event.side)}."


# --- the turn -----------------------------------------------------------------------------------------------


@sentence.register
def turn_began(event: e.TurnBegan, names: Names) -> str:
    return f"turn {event.turn}: red for {names.force(event.red)}."


@sentence.register
def phase_began(event: e.PhaseBegan, names: Names) -> str:
    return f"{event.phase}: {names.force(event.side)}."


@sentence.register
def ended(event: e.Ended, names: Names) -> str:
    outcome = "a draw" if event.winner is None else f"victory for {names.force(event.winner)}"
    return f"{outcome}: {event.why}."


# --- moving -------------------------------------------------------------------------------------------------


@sentence.register
def moved(event: e.Moved, names: Names) -> str:
    who, facing = names.piece(event.piece), COMPASS[event.facing]
    if len(event.path) == 1:
        return f"{who} turns {facing} on {at(event.path[0])}."
    return f"{who} moves to {at(event.path[-1])}, facing {facing}."


@sentence.register
def charged(event: e.Charged, names: Names) -> str:
    return f"{names.piece(event.piece)} charges {names.pieces(event.enemies)}!"


@sentence.register
def halted(event: e.Halted, names: Names) -> str:
    return f"{names.piece(event.piece)} meets {names.pieces(event.enemies)} and stops."


@sentence.register
def revealed(event: e.Revealed, names: Names) -> str:
    return f"{names.piece(event.piece)} comes out of hiding on {at(event.square)}."


@sentence.register
def left_board(event: e.LeftBoard, names: Names) -> str:
    how = "leaves the board safely" if event.safe else "runs over the edge of the board and is lost"
    return f"{names.piece(event.piece)} {how} at {at(event.square)}."


@sentence.register
def drowned(event: e.Drowned, names: Names) -> str:
    return f"{names.piece(event.piece)} drowns at {at(event.square)}."


# --- firing and combat --------------------------------------------------------------------------------------


@sentence.register
def fired(event: e.Fired, names: Names) -> str:
    who, target = names.pieces(event.shooters), names.piece(event.target)
    shoot, away = one_or_many(event.shooters, "shoot"), "square" if event.distance == 1 else "squares"
    return f"{who} {shoot} at {target}, {event.distance} {away}: {chance_words(event.chance)}."


@sentence.register
def attacked(event: e.Attacked, names: Names) -> str:
    who, targets = names.pieces(event.attackers), names.pieces(event.targets)
    return f"{who} {one_or_many(event.attackers, 'attack')} {targets}: {chance_words(event.chance)}."


@sentence.register
def missed(event: e.Missed, names: Names) -> str | None:
    """The die has said it already, unless no die was thrown because the blow was parried."""
    return f"{names.piece(event.target)} parries." if event.rule == "mag.skill.secret_parry" else None


@sentence.register
def slain(event: e.Slain, names: Names) -> str:
    victim = names.piece(event.piece)
    return f"{names.piece(event.by)} slays {victim}." if event.by is not None else f"{victim} dies."


@sentence.register
def wounded(event: e.Wounded, names: Names) -> str:
    by = f" by {names.piece(event.by)}" if event.by is not None else ""
    return f"{names.piece(event.piece)} is given {wound(event.severity, event.location)}{by}."


@sentence.register
def wound_ignored(event: e.WoundIgnored, names: Names) -> str:
    return f"{names.piece(event.piece)} shrugs off {wound(event.severity, event.location)}."


@sentence.register
def healed(event: e.Healed, names: Names) -> str:
    kind = "plain" if event.becomes == "wound" else event.becomes
    better = f"becomes a {kind} one" if event.becomes else "is gone"
    old = wound(event.severity, event.location).partition(" ")[2]
    return f"{names.piece(event.piece)} is healed: the {old} {better}."


def wound(severity: str, location: str) -> str:
    kind = "wound" if severity == "wound" else f"{severity} wound"
    return f"a {kind} to the {location}"


# --- powers and morale --------------------------------------------------------------------------------------


@sentence.register
def power_tried(event: e.PowerTried, names: Names) -> str:
    on = f" on {names.piece(event.target)}" if event.target in names.setting.number else ""
    outcome = "" if event.power in NEVER_FAILS else ", and it works" if event.success else ", in vain"
    return f"{names.piece(event.piece)} uses {event.power}{on}{outcome}."


@sentence.register
def hypnotised(event: e.Hypnotised, names: Names) -> str:
    who, master = names.piece(event.piece), names.force(event.side)
    if event.last == 0:
        return f"{who} awakes, and fights for {master} again."
    until = "in this turn" if event.first == event.last else f"from turn {event.first} to turn {event.last}"
    return f"{who} is hypnotised, and obeys {master} {until}."


@sentence.register
def morale_tested(event: e.MoraleTested, names: Names) -> str:
    thrown = " + ".join(str(face) for face in event.faces)
    makes = f", which makes {event.value}" if event.value is not None else ""
    return f"{names.unit(event.unit)} test morale: throw {thrown}{makes}: they {event.result}."


@sentence.register
def morale_reckoned(event: e.MoraleReckoned, names: Names) -> str:
    return f"with all that counts, {names.unit(event.unit)} come to {event.value}, which the enemy is not told."


@sentence.register
def spared(event: e.Spared, names: Names) -> str:
    hero, victim = names.piece(event.hero), names.piece(event.victim)
    return f"{hero} cuts down {victim} as a warning, and {names.unit(event.unit)} carry on."


@sentence.register
def flees_from(event: e.FleesFrom, names: Names) -> str:
    how = "are routed and flee" if event.rule == "mag.morale.rout" else "retreat"
    away = f", away from {names.pieces(event.threat)}" if event.threat else ""
    return f"{names.unit(event.unit)} {how} to the {COMPASS[event.direction]}{away}."
