"""Shooting, hits and combat."""

from __future__ import annotations

from warhost.engine.event import Event
from warhost.engine.field.compass import Angle
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.view import Outline
from warhost.engine.words import Names, count, listed, mention

from ..state import NOBODY, Number, Stood
from ..wording import place
from .deeds import Aimed, Deed

FACES = 6  # of the damage die


class NoShot(Aimed, frozen=True):
    """A target was named that cannot be shot at; the shot of this turn is lost."""

    says = "{piece} cannot shoot at {target}: {why:reason}."

    why: str


class Shot(Aimed, frozen=True):
    """A volley: so many shots that need so much, and the hits they scored."""

    shows = Shows("shot", who="piece", at="target", number="hits")

    weapon: str
    shots: int
    need: int
    hits: int
    because: tuple[Step, ...]

    def say(self, names: Names) -> str:
        return _volley(self, names.piece(self.target), names)


class ShotAtWorks(Deed, frozen=True):
    """A volley at something that is built."""

    shows = Shows("shot", who="piece", number="hits")

    feature: str
    weapon: str
    shots: int
    need: int
    hits: int
    because: tuple[Step, ...]

    def say(self, names: Names) -> str:
        if not self.shots:
            return f"{names.piece(self.piece)} cannot shoot at {mention(self.feature)}: it is out of range."
        return _volley(self, mention(self.feature), names)


class StoneHurled(Deed, frozen=True):
    """A stone thrown at something that is built, and whether it hit."""

    shows = Shows("shot", who="piece")
    says = "{piece} {hurls} a stone at {feature:title}{hit: and hits|, and it misses}."

    feature: str
    hit: bool


class LoopShot(Event, frozen=True):
    """A shot out of an arrow-loop; it needs nothing if the target turned out to be out of range."""

    shows = Shows("shot", at="target")

    feature: str
    target: Number
    need: int
    hit: bool
    because: tuple[Step, ...] = ()
    flaming: bool = False

    def say(self, names: Names) -> str:
        return _from_a_loop(self, names.piece(self.target))


class LoopShotAtWorks(Event, frozen=True):
    """A shot out of an arrow-loop at something that is built; it needs nothing if it turned out to be too far."""

    shows = Shows("shot")

    feature: str
    mark: str
    need: int
    hit: bool
    because: tuple[Step, ...] = ()
    flaming: bool = False

    def say(self, names: Names) -> str:
        return _from_a_loop(self, mention(self.mark))


class Spiked(Deed, frozen=True):
    """A large flyer is too near to a dragon spike."""

    shows = Shows("hurt", who="piece", number="hits")
    says = "{piece} {is} too near to {feature:title}: {hits:hit}."

    feature: str
    hits: int


class OilPoured(Deed, frozen=True):
    """Boiling oil comes down: poured by a piece, or spilt."""

    shows = Shows("lay", by="piece", number="hits")

    feature: str
    hits: int

    def say(self, names: Names) -> str:
        oil = f"the oil of {mention(self.feature)}"
        start = f"{oil} is spilt" if self.piece == NOBODY else f"{names.does(self.piece, 'pours')} {oil}"
        return f"{start}: {count(self.hits, 'hit')}."


class Caught(Deed, frozen=True):
    """So many missile hits on a piece strike what it carries."""

    says = "{hits:hit strikes/hits strike} the {thing} of {piece} instead."

    thing: str
    hits: int


class FendedOff(Deed, frozen=True):
    """Of so many hits on a piece that needed no roll so many strike it behind what it holds."""

    shows = Shows(who="piece", by="by")

    by: Number
    hits: int
    left: int

    def say(self, names: Names) -> str:
        strike = "strikes" if self.left == 1 else "strike"
        return (
            f"of {count(self.hits, 'hit')} by {names.piece(self.by)} that would need no roll {self.left or 'none'} "
            f"{strike} {names.piece(self.piece)} behind the turrets."
        )


class Dispersed(Event, frozen=True):
    """Hits are divided among several pieces or parts of one."""

    shares: tuple[tuple[int, int], ...]

    def say(self, names: Names) -> str:
        shares = [f"{hits} on {names.piece(number)}" for number, hits in self.shares]
        return f"the hits are shared out: {listed(shares)}."


class Damaged(Deed, frozen=True):
    """Damage dice have been thrown: against which save, how many faces from the top were dodged, what was lost.

    `horde` tells that no single die could harm the target.
    """

    shows = Shows("hurt", who="piece", by="by", number="points")

    by: Number
    hits: int
    save: int
    dodged: int
    points: int
    horde: bool
    because: tuple[Step, ...]
    void: int = 0  # hits that do not count, for what the target is

    def say(self, names: Names) -> str:
        hits = f"{count(self.hits, 'hit')} on {names.piece(self.piece)}"
        if self.void:
            hits += f", of which {count(self.hits - self.void, 'counts', 'count')}"
        hits += f", save {self.save}"
        dodge = f", {_dodged(self.dodged)} dodged" if self.dodged else ""
        horde = ", by sheer numbers" if self.horde else ""
        return f"{hits}{dodge}{horde}: {count(self.points, 'life point')} lost."


class LostOutright(Deed, frozen=True):
    """Life points were taken that no save could keep, by somebody's hand."""

    shows = Shows("hurt", who="piece", by="by", number="points")
    says = "{piece} {loses} {points:life point} outright."

    by: Number
    points: int


class Fell(Deed, frozen=True):
    """Models of a group are gone; so many are left."""

    shows = Shows("fall", who="piece", number="models", stands="stands")
    says = "{piece}: {models:model falls/models fall}, {left} left."

    models: int
    left: int
    stands: tuple[Stood, ...] = ()


class Slain(Deed, frozen=True):
    """A piece is gone with so many models, which it still had; those it stood with stand so now."""

    shows = Shows("fall", who="piece", number="models", stands="stands")

    models: int = 1
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'is')} {'slain' if names.person(self.piece) else 'destroyed'}."


class LeftBehind(Deed, frozen=True):
    """A character whose group is gone stands alone."""

    shows = Shows("appear", who="piece", by="group", way="at", facing="facing")
    says = "{piece} {stands} alone where {group} {group was}, at {at:place}."

    group: Number
    at: tuple[int, int]
    facing: Angle | None = None


class ShotOutOfTurn(Aimed, frozen=True):
    """A piece holds and shoots, or strikes defensively, or fails the check for it."""

    shows = Shows("check", who="piece", at="target", success="passed")

    passed: bool

    def say(self, names: Names) -> str:
        deed = "is steady enough to shoot at" if self.passed else "does not get a shot off at"
        return f"{names.does(self.piece, deed)} {names.piece(self.target)}."


class TemplateLaid(Event, frozen=True):
    shows = Shows("lay", laid="outlines")

    title: str
    at: tuple[int, int]
    turn: int
    hits: tuple[tuple[int, int], ...]
    outlines: tuple[Outline, ...] = ()

    def say(self, names: Names) -> str:
        hits = [f"{amount} on {names.piece(number)}" for number, amount in self.hits]
        return f"{self.title} at {place(self.at)}: {listed(hits) if hits else 'nobody is hit'}."


class CombatBegan(Event, frozen=True):
    """A round of a combat of these pieces begins."""

    shows = Shows(who="pieces")
    says = "{pieces} fight."

    pieces: tuple[Number, ...]


class Struck(Aimed, frozen=True):
    """Blows were dealt; how many of them hit. `part` is what struck: the model itself, its steed, team or sting."""

    shows = Shows("blow", who="piece", at="target", number="hits")

    blows: int
    hits: int
    part: str = "self"

    def say(self, names: Names) -> str:
        blows = f"{names.does(self.piece, 'strikes')} {count(self.blows, 'blow')}{self._by_what(names)}"
        return f"{blows} at {names.piece(self.target)}: {count(self.hits, 'hit')}."

    def _by_what(self, names: Names) -> str:
        """'Stray Horse strike 4 blows with their steeds'."""
        several = "s" if names.piece(self.piece).many else ""
        return "" if self.part == "self" else f" with {names.its(self.piece)} {self.part}{several}"


def _volley(event: Shot | ShotAtWorks, target: str, names: Names) -> str:
    arm = _arm(names.thing(event.weapon), names.piece(event.piece).many)
    needs = f"{count(event.shots, 'shot')}, {event.need} or more needed"
    return f"{names.does(event.piece, 'shoots')} at {target} with {arm}: {needs}, {count(event.hits, 'hit')}."


def _arm(weapon: str, many: bool) -> str:
    """'longbows', 'a longbow'."""
    if many and not weapon.endswith("s"):
        return f"{weapon}s"
    return weapon if weapon.endswith("s") else f"{'an' if weapon[:1] in 'aeiou' else 'a'} {weapon}"


def _from_a_loop(event: LoopShot | LoopShotAtWorks, target: str) -> str:
    shot = "a flaming arrow" if event.flaming else "a shot"
    start = f"{shot} from {mention(event.feature)} at {target}"
    if not event.need:
        return f"{start}: out of range."
    return f"{start}: {event.need} or more needed, {'a hit' if event.hit else 'no hit'}."


def _dodged(faces: int) -> str:
    """Agility throws out the highest faces of the damage die: 'a 6 is', '5 and 6 are', '4 and more are'."""
    lowest = FACES - faces + 1
    return {1: f"a {FACES} is", 2: f"{lowest} and {FACES} are"}.get(faces, f"{lowest} and more are")
