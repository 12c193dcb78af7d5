"""Both armies are drawn up in secret, and shown together.

[mis.setup.draw-up] [mis.setup.map] [mis.army.huitsan-assign]
"""

from __future__ import annotations

from typing import Any

from warhost.engine.field.body import apart
from warhost.engine.field.shapes import gap, overlap
from warhost.engine.question import Answer, Chance, Order, Refusal
from warhost.engine.words import Names

from ..bodies import body_at, form_of, troop
from ..command import RADIUS
from ..events import Laid, Noted, Placed
from ..forms import LegionBody
from ..land.ground import LEVEL, platform_shape
from ..library import MM
from ..setting import Fight, Setting
from ..state import Eye, Piece, Platform, State
from .room import barred_to, platform_at
from .standard import standard
from .zones import LINE_DEPTH, MARGIN, RESERVE_DEPTH, SCREEN_DEPTH, Map, from_edge, placed

MOST_RESERVE = 2
RULE = "mis.setup.map"
KEYS = ("at", "facing", "files", "huitsan", "height", "gap", "weapon", "platform")


class DrawUp(Order):
    """One side's secret map: what differs from the standard drawing up, by piece; {} for the standard itself."""

    __slots__ = ("_standard", "setting", "state")
    form = (
        'places that differ, such as {"heavy-spears": {"at": [400000, 250000], "files": 12}}; {} for the standard'
    )

    def __init__(self, fight: Fight, side: int):
        super().__init__(side, "draw up", RULE, "", "How do you draw up your army?", {})
        self.setting, self.state = fight.setting, fight.state
        self._standard: Map | None = None

    @property
    def standard(self) -> Map:
        if self._standard is None:
            waiting = tuple(piece.fate == "waiting" for piece in self.state.pieces)
            key = ("standard", self.side, self.state.grounds, waiting)
            found: Map | None = self.setting.memory.get(key)
            if found is None:
                found = self.setting.memory.keep(key, standard(self.setting, self.state, self.side))
            self._standard = found
        return self._standard

    def whole(self, order: Answer) -> Map | Refusal:
        """The whole map, or why it cannot be understood."""
        if not isinstance(order, dict):
            return Refusal(RULE, f"expected places by piece, got {order!r:.60}")
        found = {name: dict(spot) for name, spot in self.standard.items()}
        for name, change in order.items():
            if name == "eyes":
                continue
            if name not in found or not isinstance(change, dict):
                return Refusal(RULE, f"no piece of yours is called {name!r:.40}")
            if wrong := _malformed(change):
                return Refusal(RULE, f"{name}: {wrong}")
            found[name].update(change)
        return found

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        found = self.whole(order)
        if isinstance(found, Refusal):
            return found
        eyes = order.get("eyes", [])
        if refusal := _refuse_eyes(self.setting, self.side, eyes):
            return refusal
        if not order:  # the standard drawing up is always lawful, whatever ground the dice have brought
            return {"pieces": len(found)}
        return refuse_map(self.setting, self.state, self.side, found) or {"pieces": len(found)}

    def label(self, answer: Answer, names: Names) -> str:
        return "as the standard has it" if not answer else f"a map of your own, {len(answer)} changed"

    def suggest(self, most: int = 12) -> list[Answer]:
        found: list[Answer] = [{}]
        for way in (-50 * MM, 50 * MM):
            moved = {
                name: {"at": [spot["at"][0] + way, spot["at"][1]]}  # type: ignore[index]
                for name, spot in self.standard.items() if "platform" not in spot
            }  # fmt: skip
            if self.refuse(moved) is None:
                found.append(moved)
        return found[:most]

    def sample(self, chance: Chance) -> Answer:
        names = list(self.standard)
        for _ in range(3):
            name = names[chance.randrange(len(names))]
            at = self.standard[name]["at"]
            assert isinstance(at, list)
            spot = [at[0] + (chance.randrange(81) - 40) * MM, at[1] + (chance.randrange(41) - 20) * MM]
            if chance.random() < 0.7 and self.refuse({name: {"at": spot}}) is None:
                return {name: {"at": spot}}
        return {}


def _malformed(change: dict[str, Any]) -> str:
    for key, value in change.items():
        if key not in KEYS:
            return f"{key!r:.30} is not on a map"
        if key == "at":
            pair = isinstance(value, list | tuple) and len(value) == 2
            if not pair or not all(type(v) is int and abs(v) < 10_000_000 for v in value):
                return "at is a point [x, y]"
        elif type(value) is not int or abs(value) > 1_000_000:
            return f"{key} is a whole number"
    return ""


# --- what a map must keep ------------------------------------------------------------------------------------


def refuse_map(setting: Setting, state: State, side: int, found: Map) -> Refusal | None:
    """[mis.setup.map] [mis.add.deployment] [mis.army.reserve-limit]"""
    pieces = {
        setting.number[name]: placed(state.pieces[setting.number[name]], spot) for name, spot in found.items()
    }
    bodies = {n: body_at(setting, n, piece, piece.stance, form_of(piece)) for n, piece in pieces.items()}
    for number, piece in pieces.items():
        if refusal := _refuse_piece(setting, state, number, piece, bodies[number]):
            return refusal
    return _overlapping(setting, state, pieces, bodies) or _huitsanyal(setting, pieces, bodies)


def _refuse_piece(setting: Setting, state: State, number: int, piece: Piece, one: LegionBody) -> Refusal | None:
    kind = setting.troops[number]
    models = piece.engines if kind.kind == "battery" else piece.figures
    if not 1 <= piece.files <= models or (kind.special and piece.files != kind.files):
        return Refusal("mis.add.formation", "{who} cannot stand in so many files", (number,))
    if piece.gap and not (kind.skirmishes and 0 <= piece.gap <= 30 * MM):
        return Refusal("mis.add.formation", "{who} cannot stand so far apart", (number,))
    ceiling = setting.charts.situations.ceiling.value * MM
    if piece.height and not (kind.fly and 0 <= piece.height <= ceiling and piece.height % LEVEL == 0):
        return Refusal("mis.add.flight", "{who} cannot begin so high", (number,))
    if not 0 <= piece.weapon < len(kind.melee):
        return Refusal(RULE, "{who} {has} no such weapon", (number,))
    deep = SCREEN_DEPTH if kind.skirmishes else RESERVE_DEPTH if kind.legion and piece.huitsan == 0 else LINE_DEPTH
    low, high = sorted((from_edge(setting, piece.side, 0), from_edge(setting, piece.side, deep)))
    left, right, bottom, top = one.box
    if left < MARGIN - 10 or right > setting.width - MARGIN + 10 or bottom < low - 10 or top > high + 10:
        return Refusal("mis.add.deployment", "{who} {stands} outside the deployment zone", (number,))
    bars = [ground for ground in setting.lie(state.grounds).grounds if barred_to(kind, ground.kind)]
    if not piece.height and any(overlap(bar.shape, part) for bar in bars for part in one.parts):
        return Refusal(RULE, "{who} {stands} on ground that they cannot enter", (number,))
    return _refuse_platform(setting, number, piece)


def _refuse_platform(setting: Setting, number: int, piece: Piece) -> Refusal | None:
    kind = setting.troops[number]
    if piece.platform >= 0 and (
        not kind.special or kind.figures * kind.base[0] * kind.base[1] > 4 * 15 * 20 * MM * MM
    ):
        return Refusal("mis.setup.platform", "{who} {finds} no room on a platform", (number,))
    return None


def _overlapping(
    setting: Setting, state: State, pieces: dict[int, Piece], bodies: dict[int, LegionBody]
) -> Refusal | None:
    numbers = list(bodies)
    lifted = [n for n in numbers if pieces[n].platform >= 0]
    if len(lifted) > 1 and sum(setting.troops[n].figures for n in lifted) > 4:
        return Refusal("mis.setup.platform", "a platform holds four figures")
    for at, one in enumerate(numbers):
        for other in numbers[at + 1 :]:
            apart_in_height = abs(pieces[one].height - pieces[other].height) > LEVEL
            if apart_in_height or (one in lifted and other in lifted):
                continue
            if any(overlap(a, b) for a in bodies[one].parts for b in bodies[other].parts):
                return Refusal(RULE, "{who} and {1} stand in each other's place", (one, other))
    for number in numbers:
        if number not in lifted and setting.troops[number].legion and not pieces[number].height:
            shape = platform_shape(platform_at(setting, state, pieces[number].side))
            if any(overlap(shape, part) for part in bodies[number].parts):
                return Refusal("mis.setup.platform", "{who} {stands} where the platform is", (number,))
    return None


def _huitsanyal(setting: Setting, pieces: dict[int, Piece], bodies: dict[int, LegionBody]) -> Refusal | None:
    """Each with a line legion and all of it near its dritlán; two legions in the reserve at most."""
    legions = [n for n in pieces if setting.troops[n].legion]
    leaders = {setting.troops[n].huitsan: n for n in pieces if setting.troops[n].kind == "dritlan"}
    reserve = [n for n in legions if pieces[n].huitsan == 0]
    if len(reserve) > MOST_RESERVE:
        return Refusal(
            "mis.army.reserve-limit", f"the reserve holds {MOST_RESERVE} legions at most, not {len(reserve)}"
        )
    for number in legions:
        if pieces[number].huitsan and pieces[number].huitsan not in leaders:
            return Refusal("mis.army.huitsan", "no dritlán leads the huitsán of {who}", (number,))
    for general in (n for n in pieces if setting.troops[n].kind == "kerdu" or setting.troops[n].kerdu):
        if any(pieces[n].huitsan and apart(bodies[general], bodies[n]) < MM for n in legions):
            return Refusal("mis.command.kerdu-post", "{who} {joins} no legion of a dritlán", (general,))
    for huitsan, leader in leaders.items():
        his = [n for n in legions if pieces[n].huitsan == huitsan]
        if not any(setting.troops[n].kind == "line" for n in his):
            return Refusal(RULE, "the huitsán of {who} {has} no line legion", (leader,))
        if not any(not pieces[n].height and apart(bodies[leader], bodies[n]) < MM for n in his):
            return Refusal("mis.command.dritlan-attached", "{who} {touches} none of his legions", (leader,))
        officer = bodies[leader].bases[0]  # a dritlán is the left-hand one of his three
        for number in his:
            if min(gap(officer, part) for part in bodies[number].parts) > RADIUS:
                return Refusal(RULE, "{who} {is} more than 300 mm from the dritlán", (number,))
    return None


def _refuse_eyes(setting: Setting, side: int, eyes: Any) -> Refusal | None:
    """[mis.device.eye-bearers]"""
    rule = "mis.device.eye-bearers"
    if not isinstance(eyes, list | tuple) or len(eyes) > len(setting.eyes[side]):
        return Refusal(rule, "expected the bearers of your 'eyes' in their order")
    for name in eyes:
        number = setting.number.get(name) if isinstance(name, str) else None
        if number is None or setting.troops[number].side != side:
            return Refusal(rule, f"no piece of yours is called {name!r:.40}")
        if setting.troops[number].race.kind == "animal":
            return Refusal(rule, "{who} cannot carry an 'eye'", (number,))
    return None


# --- the maps are shown --------------------------------------------------------------------------------------


def draw_up(fight: Fight) -> None:
    """Both draw; only when both have finished are the figures set out."""
    questions = [DrawUp(fight, side) for side in (0, 1)]
    if fight.setting.options["drawing up"] == "standard":
        answers: list[Answer] = [{}, {}]
    else:
        answers = fight.ask_all(questions)
    for question, answer in zip(questions, answers, strict=True):
        found = question.whole(answer)
        assert not isinstance(found, Refusal)
        _set_out(fight, question.side, found, answer.get("eyes", []))
    fight.state.lines = _west_to_east(fight, 0), _west_to_east(fight, 1)
    fight.tell(Noted("mis.setup.draw-up", "both maps are shown"))
    fight.state.stage = "champions"


def _west_to_east(fight: Fight, side: int) -> tuple[int, ...]:
    """The huitsányal of a side as they stand beside each other.  [mis.morale.points-huitsan-routed]"""
    places: dict[int, list[int]] = {}
    for number, piece in enumerate(fight.state.pieces):
        if piece.side == side and piece.huitsan and troop(fight, number).kind == "line":
            places.setdefault(piece.huitsan, []).append(piece.x)
    return tuple(sorted(places, key=lambda huitsan: sum(places[huitsan]) / len(places[huitsan])))


def _set_out(fight: Fight, side: int, found: Map, eyes: list[str]) -> None:
    at = platform_at(fight.setting, fight.state, side)
    fight.state.platforms = (*fight.state.platforms, Platform(side, at))
    fight.tell(Laid("mis.setup.platform", "a command platform stands ready", (platform_shape(at).points,)))
    for name, spot in found.items():
        number = fight.setting.number[name]
        piece = placed(fight.state.pieces[number], spot)
        piece.fate = "standing"
        if piece.platform >= 0:
            piece.platform = len(fight.state.platforms) - 1
        fight.state.pieces[number] = piece
        fight.tell(Placed("mis.setup.map", number, (piece.x, piece.y), piece.facing))
    _give_eyes(fight, side, eyes)


def _give_eyes(fight: Fight, side: int, eyes: list[str]) -> None:
    bearers = [
        n for n in range(len(fight.state.pieces))
        if troop(fight, n).side == side and troop(fight, n).kind == "line" and troop(fight, n).race.kind != "animal"
    ]  # fmt: skip
    for place, word in enumerate(fight.setting.eyes[side]):
        bearer = fight.setting.number[eyes[place]] if place < len(eyes) else bearers[place % len(bearers)]
        fight.state.eyes = (*fight.state.eyes, Eye(side, word == "strong eye", bearer))
        fight.tell(
            Noted("mis.device.eye-bearers", f"{{who}} {{carries}} a {word.replace(' eye', '')} 'eye'", (bearer,))
        )
