"""Setting up: one gaming piece at a time, in turn, in the own zone; halfwits slip into their groups at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Point, bearing, from_frame, to_frame
from warhost.engine.field.formation import square_fronts
from warhost.engine.field.shapes import overlap
from warhost.engine.field.stance import Stance
from warhost.engine.question import Answer, Chance, Choose, Order, Refusal

from ..bodies import (
    body,
    figure,
    friends,
    loose,
    more_than_one,
    on_table,
    pose,
    same_height,
    set_aloft,
    set_places,
    single,
    strength,
)
from ..events.course import Deployed, FirstToPlace, HeldBack, Hidden, LeftAtHome
from ..figure import inches
from ..kinds import mob
from ..land.ground import standing_room
from ..machines.spacing import ranked
from ..moving.flying import imagined
from ..moving.groups import EXPOSED, expose, may_join
from ..moving.manoeuvres import in_ranks, least_front
from ..moving.wedges import may_wedge, most_points, why_not_wedged
from ..scenario.mission import Patch, Zone
from ..scenario.points import drawn_up, placed_next, set_up
from ..setting import Fight
from ..special import qualities
from ..state import NOBODY, Number, Piece, Player, opponent
from .setup import generals_roll, spare_ground, usual_facing, zone_of_side

FRONT_EVERY = 5  # of so many pieces one must stand on the line
LAST_FOUR = 0b1111
ON_LINE = 20  # a front edge this near the line touches it: rounding decides nothing
TRIES = 12
SENT_UP = 0.7  # of those who could be set up above the ground
SCOUTS = "tp.trait.scouting.deploy"
NOW, LATER = "deploy now", "hold back"


# --- in turn -------------------------------------------------------------------------------------------------


def waiting(fight: Fight, side: Player) -> list[Number]:
    """The pieces this side has still to place; characters who start in a group are placed with it.

    Scouts who are held back come later.  [tp.trait.scouting.deploy]
    """
    return [
        number
        for number, piece in fight.state.numbered()
        if piece.side == side and piece.fate == "waiting" and not piece.scouts
    ]


def choose_first_to_place(fight: Fight) -> bool:
    """The winner of a generals' roll says who places first, unless the scenario does.  [tp.setup.deploy]"""
    state, mission = fight.state, fight.setting.mission
    begun = (piece.standing for number, piece in state.numbered() if number not in fight.setting.emplaced)
    if state.todo or any(begun):
        return False
    if mission.places_first != NOBODY:
        return _whole_force_of(fight, Player(mission.places_first))
    if mission.begins_placing != NOBODY:
        return _first_to_place(fight, Player(mission.begins_placing), "tp.siege.deploy")
    winner = generals_roll(fight, "deployment")
    text = "Your general won the roll. Who places the first piece?"
    choice = fight.ask(Choose(winner, "first to place", ("mine", "theirs"), "tp.setup.deploy", text=text))
    return _first_to_place(fight, winner if choice == "mine" else opponent(winner), "tp.setup.deploy")


def _first_to_place(fight: Fight, side: Player, rule: str) -> bool:
    fight.state.active, fight.state.todo = side, (Number(side),)  # it has been settled
    fight.tell(FirstToPlace(rule, side))
    return True


def _whole_force_of(fight: Fight, side: Player) -> bool:
    """One side sets up all it has, then the other.  [tp.scenario.common.deploy]"""
    state = fight.state
    if not waiting(fight, side):
        return False
    state.active, state.todo = side, (Number(side),)
    fight.tell(FirstToPlace("tp.scenario.common.deploy", side))
    return True


def deploy_one(fight: Fight) -> bool:
    """The next piece of the player whose turn it is to place; one who has placed all is passed over.

    [tp.setup.deploy] [tp.setup.deploy.front] [tp.setup.deploy.flying]
    """
    state, whole = fight.state, fight.setting.mission.whole_forces
    side = state.active if whole or waiting(fight, state.active) else opponent(state.active)
    rules = fight.setting.parts[side].rules
    prices = placed_next.fold(rules, dict.fromkeys(waiting(fight, side), ""), fight, side)
    left = {state.pieces[number].name: number for number in prices}
    if not left:
        return False
    priced = {state.pieces[number].name: price for number, price in prices.items()}
    name = _next_to_place(fight, side, priced) if len(left) > 1 else next(iter(left))
    if _held_back(fight, left[name]):
        return True
    question = Deploy(fight, left[name])
    if question.possible:
        set_down(fight, left[name], fight.ask(question), question)
        set_up.each(rules, fight, left[name])
    else:
        leave_at_home(fight, left[name])
    state.active = side if whole else opponent(side)
    return True


def _next_to_place(fight: Fight, side: Player, prices: Mapping[str, str]) -> str:
    odds = prices.__getitem__ if any(prices.values()) else None
    text = "Which piece do you place next?"
    choice: str = fight.ask(Choose(side, "deploy", list(prices), "tp.setup.deploy", odds=odds, text=text))
    return choice


def _held_back(fight: Fight, number: Number) -> bool:
    """Whether the owner keeps a scouting piece for the end of the deployment.

    [tp.trait.scouting.deploy] [tp.scenario.forest.scouting] [tp.siege.scouting]
    """
    piece = fight.state.pieces[number]
    if not fight.setting.parts[piece.side].scouts:
        return False
    by_nature = qualities.scouting.name in figure(fight, number).traits
    if not by_nature and not qualities.scouting(fight, number):
        return False
    text = "{Does} {who} go out scouting, to be placed when all the others stand?"
    question = Choose(piece.side, "scouts", (NOW, LATER), SCOUTS, piece.name, text=text)
    if fight.ask(question.in_secret(not by_nature)) == NOW:
        return False
    piece.scouts = "held back"
    fight.tell(HeldBack(SCOUTS, number))
    return True


def set_down(fight: Fight, number: Number, order: dict[str, Any], question: Deploy) -> None:
    piece, state = fight.state.pieces[number], fight.state
    place = question.body(order)
    piece.fate, piece.airborne = "standing", False
    set_aloft(fight, number, question.up(place))
    piece.x, piece.y, piece.facing = *place.front, place.facing
    piece.wedge = order.get("wedge", 0)
    piece.files = place.files if piece.wedge else question.files(order)
    if loose(fight, number) and not single(fight, number):
        set_places(fight, number, in_ranks(fight, number, place.front, place.facing, piece.files), place.facing)
    on_line = (state.on_line[piece.side] << 1 | question.on_line(place)) & LAST_FOUR
    count = state.deployed[piece.side] + 1
    state.on_line = (on_line, state.on_line[1]) if piece.side == 0 else (state.on_line[0], on_line)
    state.deployed = (count, state.deployed[1]) if piece.side == 0 else (state.deployed[0], count)
    hidden = piece.scouts == "concealed"
    fight.tell(Deployed("tp.setup.deploy", number, place.front, place.facing, piece.wedge, hidden, piece.aloft))


def leave_at_home(fight: Fight, number: Number) -> None:
    """No room anywhere in its half: it misses the battle, with whoever is in it, and counts as lost."""
    for other in fight.state.pieces:
        if other.host == number:
            other.fate = "slain"
    fight.state.pieces[number].fate = "slain"
    fight.tell(LeftAtHome("tp.setup.deploy", number))


def _on_line(fight: Fight, place: Body, side: Player) -> bool:
    """Whether the front edge touches the line of the zone that faces the enemy, from inside."""
    patch = zone_of_side(fight.setting, fight.state, side).patches[0]
    return all(abs(to_frame(corner, patch.line, patch.facing)[1]) <= ON_LINE for corner in place.block.points[:2])


# --- where a piece may be set up -----------------------------------------------------------------------------


def fronts(fight: Fight, number: Number, *, loosely: bool = False) -> range:
    """How many files a group may be set up in; a mob as square as it can be, and on works anybody as he likes.

    [tp.piece.unit.shape] [tp.unit.min_front] [tp.unit.mob.formation] [tp.siege.move.passage]
    """
    models = strength(fight, number)
    if loosely:
        return range(1, models + 1)
    if mob(fight, number):
        return square_fronts(models)
    return range(least_front(fight, number), models + 1)


class Spot(NamedTuple):
    """An oblong as the player sees it who is placing: from left to right, and how far behind the front line."""

    left: int
    right: int
    near: int
    far: int


class Deploy(Order):
    """Where a piece is set up: {"at": [x, y], "facing": angle, "files": number}; `at` is its middle front. With
    "wedge": points it stands in a wedge.

    The whole block lies in the zone, faces any way, and is clear of other pieces and of ground it could not end a
    move on. Of every five pieces one stands on the front line, as long as there is room for it.
    [tp.setup.deploy] [tp.setup.deploy.front] [tp.setup.zones] [tp.unit.infantry_wedge.reform]
    [tp.unit.cavalry_wedge.reform]
    """

    __slots__ = ("_line", "_room", "fight", "number")

    def __init__(self, fight: Fight, number: Number):
        piece = fight.state.pieces[number]
        super().__init__(piece.side, "place", "tp.setup.deploy", piece.name, "Where shall {who} stand?")
        self.fight, self.number = fight, number
        self._room: bool | None = None  # in the zone, once it has been looked for
        self._line: bool | None = None  # and on its front line

    # --- judging an order ------------------------------------------------------------------------------------

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if wrong := self._malformed(order):
            return Refusal(self.rule, wrong)
        if refusal := self._wrong_front(order) or self._no_place(self.body(order)):
            return refusal
        if self._line_is_owed and not self.on_line(self.body(order)) and self._room_on_line():
            why = "one of every five pieces must touch the front line of the zone, and this is the last chance"
            return Refusal("tp.setup.deploy.front", why)
        return {"cost": 0}

    def _malformed(self, order: Answer) -> str:
        if not isinstance(order, dict) or not {"at"} <= set(order) <= {"at", "facing", "files", "wedge"}:
            return "expected at, and if wanted facing, and files or wedge"
        at = order["at"]
        if not isinstance(at, list | tuple) or len(at) != 2 or not all(type(part) is int for part in at):
            return f"`at` is a point [x, y] in thousandths of an inch, not {at!r}"
        for key in ("facing", "files", "wedge"):
            if type(order.get(key, 0)) is not int:
                return f"`{key}` is a whole number, not {order[key]!r}"
        return ""

    def _wrong_front(self, order: dict[str, Any]) -> Refusal | None:
        points = order.get("wedge", 0)
        if points > strength(self.fight, self.number):  # its shape would take long to work out
            return why_not_wedged(self.fight, self.number, points)
        up = self.up(self.body(order))
        if points:
            loosely = Refusal("tp.siege.move.passage", "on the works everybody moves loosely: no wedge")
            return loosely if up else why_not_wedged(self.fight, self.number, points)
        allowed, files = fronts(self.fight, self.number, loosely=up), order.get("files", self._usual_front)
        if files in allowed:
            return None
        rule = "tp.unit.mob.formation" if mob(self.fight, self.number) else "tp.piece.unit.shape"
        return Refusal(rule, f"its front must be {allowed[0]} to {allowed[-1]} models wide, not {files}")

    def _no_place(self, place: Body, *, anywhere: bool = False) -> Refusal | None:
        """Why a body may not stand there; `anywhere` in one's half is enough for one without room in the zone."""
        up = self.up(place)
        if not (up or self._zone.holds(place.block) or self._in_a_corner(place)) and not (
            self._spare.holds(place.block) and (anywhere or not self._room_in_zone())
        ):
            return Refusal("tp.setup.zones", f"{self.about} must stand wholly inside its own deployment zone")
        with imagined(self.fight, self.number, airborne=False, aloft=up):
            return (
                (self._special(place) if up else None)  # who is never there hears that first
                or standing_room(self.fight, self.number, place)
                or self._on_friends(place)
                or self._special(place)
            )

    def _in_a_corner(self, place: Body) -> bool:
        """Whether it would stand in its zone where that is no oblong.  [tp.siege.plan.zones]"""
        return self.fight.setting.ramparts.own_ground(self.fight, self.number, place)

    def _special(self, place: Body) -> Refusal | None:
        return drawn_up.first(self._rules, self.fight, self.number, place)

    def up(self, place: Body) -> bool:
        """Whether it would stand above the ground there."""
        return self.fight.setting.ramparts.raised(self.fight, self.number, place)

    def on_line(self, place: Body) -> bool:
        """Whether it stands on the front line of its zone, of which works are the front."""
        return self.up(place) or _on_line(self.fight, place, Player(self.side))

    @property
    def _rules(self) -> Sequence[str]:
        return self.fight.setting.parts[self.side].rules

    def _on_friends(self, place: Body) -> Refusal | None:
        for friend in friends(self.fight, self.number):
            if not same_height(self.fight, self.number, friend):
                continue
            if any(overlap(place.block, taken) for taken in body(self.fight, friend).room):
                return Refusal(self.rule, f"{self.fight.state.pieces[friend].name} stands there")
        return None

    @property
    def _line_is_owed(self) -> bool:
        """This is the fifth, tenth … piece, and none of the four before it stands on the line; zones of another
        shape have none.  [tp.scenario.common.deploy]"""
        if self.fight.setting.mission.whole_forces:
            return False
        count = self.fight.state.deployed[self.side]
        return count % FRONT_EVERY == FRONT_EVERY - 1 and not self.fight.state.on_line[self.side]

    # --- what an order means ---------------------------------------------------------------------------------

    @property
    def _piece(self) -> Piece:
        return self.fight.state.pieces[self.number]

    @property
    def _zone(self) -> Zone:
        return zone_of_side(self.fight.setting, self.fight.state, Player(self.side))

    @property
    def _spare(self) -> Zone:
        return spare_ground(self.fight.setting, self.fight.state, Player(self.side))

    @property
    def _usual_front(self) -> int:
        """That of the roster, or the nearest that it may have with everybody who is with it."""
        allowed = fronts(self.fight, self.number)
        return min(max(self._piece.files, allowed[0]), allowed[-1])

    def body(self, order: dict[str, Any]) -> Body:
        x, y = order["at"]
        usual = usual_facing(self.fight.setting, self.fight.state, Player(self.side))
        facing = bearing(order.get("facing", usual))
        files, models = self.files(order), strength(self.fight, self.number)
        wedge = max(0, order.get("wedge", 0))
        spread = models > 1 and figure(self.fight, self.number).chariot
        places = ranked(self.fight, self.number, models, (x, y), facing, files) if spread else ()
        return pose(self.fight, self._piece, models, Stance((x, y), facing, files, places), wedge=wedge)

    def files(self, order: dict[str, Any]) -> int:
        files: int = order.get("files", self._usual_front)
        return files

    def _order(self, patch: Patch, across: int, back: int, files: int) -> dict[str, Any]:
        """With its middle so far to the right of the middle of a patch, and so far behind its front line."""
        at = from_frame((across, -back), patch.line, patch.facing)
        return {"at": list(at), "facing": patch.facing, "files": files}

    # --- finding a place -------------------------------------------------------------------------------------

    @property
    def possible(self) -> bool:
        """Whether there is any place for it, be it beside the zone or above the ground."""
        places = chain(self._places(self._spare), self._perches())
        return self._room_in_zone() or next(places, None) is not None

    def _room_in_zone(self) -> bool:
        if self._room is None:
            self._room = next(self._places(self._zone), None) is not None
        return self._room

    def _room_on_line(self) -> bool:
        if self._line is None:
            self._line = next(self._places(self._zone, on_line=True), None) is not None
        return self._line

    def _places(self, ground: Zone, *, on_line: bool = False) -> Iterator[dict[str, Any]]:
        """Free places of the ground in which it faces the enemy: its own front first, then the others.

        Each lies flush behind something and flush beside something, be it the border: if there is room at all
        among things that stand straight, one such place is free.
        """
        usual = self._usual_front
        taken = {patch: list(self._taken(patch)) for patch in ground.patches}
        for files in sorted(fronts(self.fight, self.number), key=lambda files: abs(files - usual)):
            for patch in ground.patches:
                shape = self.body(self._order(patch, 0, 0, files))
                for left, back in self._flush(patch, (shape.width, shape.depth), taken[patch], on_line):
                    order = self._order(patch, left + shape.width // 2, back, files)
                    if self._no_place(self.body(order), anywhere=True) is None:
                        yield order

    def _taken(self, patch: Patch) -> Iterator[Spot]:
        """All that stands in the way of whoever is set up."""
        fight = self.fight
        land = fight.setting.land(fight.state.terrain)
        obstacles = land.bars + (land.small if not more_than_one(fight, self.number) else [])
        boxes = [(g.shape.left, g.shape.right, g.shape.bottom, g.shape.top) for g in obstacles]
        boxes += [body(fight, other).box for other in on_table(fight, self.side)]
        for left, right, bottom, top in boxes:
            corners: tuple[Point, Point] = ((left, bottom), (right, top))
            (ax, ay), (bx, by) = (to_frame(corner, patch.line, patch.facing) for corner in corners)
            yield Spot(min(ax, bx), max(ax, bx), -max(ay, by), -min(ay, by))

    def _flush(
        self, patch: Patch, size: tuple[int, int], taken: Sequence[Spot], on_line: bool
    ) -> Iterator[tuple[int, int]]:
        """Left ends and distances behind the line of free oblongs, from the front and the middle on."""
        (wide, deep), start = size, -(patch.width // 2)
        depth, last = patch.depth - deep, start + patch.width - wide
        rows = [0] if on_line else sorted({0, depth, *(spot.far for spot in taken)})
        columns = sorted(
            {start, last, -(wide // 2), *(s.right for s in taken), *(s.left - wide for s in taken)},
            key=lambda left: (abs(2 * left + wide), left),
        )
        for back in rows:
            if not 0 <= back <= depth:
                continue
            beside = [spot for spot in taken if spot.near < back + deep and spot.far > back]
            for left in columns:
                if start <= left <= last and not any(
                    spot.left < left + wide and spot.right > left for spot in beside
                ):
                    yield left, back

    def spread(self, most: int) -> list[dict[str, Any]]:
        """Some places in each part of the zone."""
        parts = [Zone((patch,)) for patch in self._zone.patches]
        return [order for part in parts for order in islice(self._places(part), most)]

    # --- offering places -------------------------------------------------------------------------------------

    def suggest(self, most: int = 12) -> list[Answer]:
        """On the front line first, then further back, from the middle outwards."""
        ground = self._zone if self._room_in_zone() else self._spare
        on_line = self._line_is_owed and self._room_on_line()
        found: list[Answer] = list(islice(self._perches(), most // 2))
        for order in self._places(ground, on_line=on_line):
            found.append(order)
            if len(found) == most:
                break
        wedges = list(islice((wedge for order in found for wedge in self._as_wedge(order)), most // 2))
        return [*found[: most - len(wedges)], *wedges]

    def perches(self) -> list[dict[str, Any]]:
        """Every free place above the ground."""
        return list(self._perches())

    def _perches(self) -> Iterator[dict[str, Any]]:
        """Free places above the ground."""
        for front, facing, files in self.fight.setting.ramparts.perches(self.fight, self.number):
            order = {"at": list(front), "facing": facing, "files": files}
            if self.refuse(order) is None:
                yield order

    def _as_wedge(self, order: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The same place, in every wedge that it may form."""
        if may_wedge(self.fight, self.number) is None:
            for points in range(1, most_points(self.fight, self.number) + 1):
                wedge = {"at": order["at"], "facing": order["facing"], "wedge": points}
                if self.refuse(wedge) is None:
                    yield wedge

    def sample(self, chance: Chance) -> Answer:
        """Somewhere in the zone, often on the line; where that fails, among the places that fit closely."""
        perches = self.perches()
        if perches and chance.random() < SENT_UP:
            return perches[chance.randrange(len(perches))]
        patches = self._zone.patches
        for _ in range(TRIES):
            patch = patches[chance.randrange(len(patches))] if len(patches) > 1 else patches[0]
            wide = self.body(self._order(patch, 0, 0, self._usual_front)).width
            back = 0 if self._line_is_owed or chance.random() < 0.4 else chance.randrange(inches(10))
            across = (wide - patch.width) // 2 + chance.randrange(max(1, patch.width - wide))
            order = self._order(patch, across, back, self._usual_front)
            if not self.refuse(order):
                shapes = [order, *self._as_wedge(order)]
                return shapes[chance.randrange(len(shapes))]
        return super().sample(chance)

    def outline(self) -> dict[str, list[Point]]:
        return {self.about: list(self._zone.outline.points)}


# --- halfwits ------------------------------------------------------------------------------------------------


def hide_one(fight: Fight) -> bool:
    """A halfwit that starts in a group is assigned when everybody else stands; the enemy does not learn where.

    What is written down here is what counts when it shows itself.
    [tp.character.halfwit] [tp.character.halfwit.deploy] [tp.character.halfwit.hidden]
    [tp.character.halfwit.proof]
    """
    state = fight.state
    for number, piece in state.numbered():
        if piece.fate == "hidden" and number not in state.todo and places_now(fight, piece.side):
            groups = {state.pieces[group].name: group for group in hiding_places(fight, number)}
            text = "In which group {does} {who} hide? The enemy will not know."
            question = Choose(
                piece.side, "hide in", list(groups), "tp.character.halfwit.deploy", piece.name, text=text
            )
            piece.host = groups[fight.ask(question) if len(groups) > 1 else next(iter(groups))]
            state.todo = (*state.todo, number)
            fight.tell(Hidden("tp.character.halfwit.hidden", number, piece.host), only=piece.side)
            expose(fight, piece.host)
            return True
    return False


def places_now(fight: Fight, side: Player) -> bool:
    """Whether a side is being set up: both are, or one after the other.  [tp.scenario.common.deploy]"""
    return not fight.setting.mission.whole_forces or side == fight.state.active


def hiding_places(fight: Fight, number: Number) -> list[Number]:
    """The groups that it could join and that are large enough, the one on the roster first."""
    state, wanted = fight.state, fight.state.pieces[number].host
    groups = [
        group
        for group in on_table(fight, state.pieces[number].side)
        if state.pieces[group].models > EXPOSED and may_join(fight, number, group) is None
    ]
    return sorted(groups, key=lambda group: group != wanted) or [wanted]
