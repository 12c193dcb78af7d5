"""The chart of all deviancy checks: each one of the chapters that are built is taken in a moment of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from warhost.engine.catalogue import Catalogue
from warhost.engine.dice import Throw
from warhost.engine.field.body import Body
from warhost.engine.field.stance import Stance
from warhost.engine.question import Answer, Question
from warhost.rulebooks.threeplains.bodies import body, pose
from warhost.rulebooks.threeplains.charging.charges import run_charge
from warhost.rulebooks.threeplains.charging.countercharges import counter_charge_one
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.pursuit import after_flight
from warhost.rulebooks.threeplains.events.nerves import Checked
from warhost.rulebooks.threeplains.fighting.squaring import meet
from warhost.rulebooks.threeplains.figure import Figure, from_mm, inches
from warhost.rulebooks.threeplains.missiles.defensive import defensive_strikes, hold_and_shoot
from warhost.rulebooks.threeplains.missiles.shooting import volley
from warhost.rulebooks.threeplains.morale.generals import mourn_one
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.wedges import TRY, renew_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.tempers import torment, who_charges
from warhost.rulebooks.threeplains.wounds.casualties import slay

from .charging import GUARD, charging, orcs
from .marching import go
from .scene import DATA, Placed, champion, contact, foot, hero, horse, number, piece, scene, told, unit

CHART = "tp.appendix3.deviancy_checks"
NO_CHECKS = {"tp.check.deviancy"}  # what the chart rests on
FAR_ENEMY = unit("orcs", at=(36, 47), facing=180, side=1, models=15)
MEN = unit("men", at=(36, 20), models=15)
ARCHERS = unit("archers", (36, 28), facing=180, side=1, models=4, files=4, figure=foot(weapons=("longbow",)))
BEASTS = foot(base=(inches(1), inches(1)), loose=True, attacks=2, category="beast")
BASE = from_mm(20)
WATCH = foot(traits=("infantry wedge",), shield=True)
LANCER = horse(traits=("cavalry wedge",))


class Given:
    """The answers of a moment; checks are passed, other dice show ones, and what is not answered is suggested."""

    ahead = None

    def __init__(self, answers: Sequence[Answer]):
        self.answers = list(answers)

    def ask(self, question: Question) -> Answer:
        answer = self.answers.pop(0) if self.answers else question.suggest()[0]
        assert question.refuse(answer) is None, (question.what, answer, question.refuse(answer))
        return answer

    def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        return [self.ask(question) for question in questions]

    def throw(self, throw: Throw) -> tuple[int, ...]:
        return (6 if throw.purpose == "soldiering" else 1,) * throw.count


def checks_taken(fight: Fight, act: Callable[[Fight], object], answers: Sequence[Answer]) -> list[str]:
    """The rules for which deviancy checks were taken while this happened."""
    fight.oracle = Given(answers)
    fight.told.clear()
    act(fight)
    return [event.rule for event in told(fight, Checked) if event.kind == "deviancy"]


# --- the moments ---------------------------------------------------------------------------------------------

Moment = tuple[Fight, Callable[[Fight], object], list[Any]]


def charge(*others: Placed, answers: list[str], reply: str = "stand", gap: float = 9, **more: Any) -> Moment:
    fight = charging(GUARD, orcs(gap, **more), *others, answer=reply)
    return fight, lambda fight: run_charge(fight, 0), answers


def spilling() -> Moment:
    goblins = unit("goblins", (36, 20), facing=180, models=4, files=2, figure=foot(base=BEASTS.base), side=1)
    guard = unit("guard", (39.5, 21.5), facing=180, models=6, files=3, figure=foot(base=BEASTS.base), side=1)
    fight = scene(unit("wolves", (36, 20), models=8, files=4, figure=BEASTS), goblins, guard)
    return fight, lambda fight: meet(fight, 0, 1, "front", charge=inches(6)), ["hold back"]


def countering() -> Moment:
    charger = unit("orcs", at=(36, 26), facing=180, side=1)
    guard = unit("guard", at=(29, 25), facing=45, models=15)
    fight = scene(guard, unit("struck", at=(36, 26)), charger, active=1, clock=2, phase="counter charges")
    contact(fight, "orcs", "struck", charge=inches(5), clock=2)
    return fight, counter_charge_one, ["guard"]


def ordered(*acts: list[Any]) -> Moment:
    return scene(MEN, FAR_ENEMY), move_one, ["men", list(acts)]


def splitting() -> Moment:
    half = BASE * 3 // 2
    stay, leave = [36000 - half, 20000, 0, 3], [36000 + half, 20000, 0, 3]
    return ordered(["split", {"models": 5, "stay": stay, "go": leave}])


def reinforcing() -> Moment:
    rear = 20 - 3 * BASE / 1000
    back = unit("back", at=(36, rear - 2), models=15)
    fight = scene(MEN, back, unit("orcs", at=(36, 20), facing=180, side=1, models=15))
    contact(fight, "orcs", "men")
    return fight, move_one, ["back", [go(36, round(rear, 3)), ["reinforce", "men"]]]


def dividing() -> Moment:
    fight = scene(MEN, unit("back", at=(36, 10), models=15), FAR_ENEMY)
    piece(fight, "men").backing, piece(fight, "back").fate, piece(fight, "back").host = (1,), "within", 0
    return fight, move_one, ["men", [["divide"]]]


def holding() -> Moment:
    fight = scene(MEN, unit("orcs", at=(36, 20), facing=180, side=1, models=15), phase="stress")
    contact(fight, "men", "orcs")
    return fight, lambda fight: after_flight(fight, [1], flee(fight, 1, "tp.check.break")), ["hold"]


def standing_and_shooting() -> Moment:
    charger = unit("orcs", (36, 27.98), models=10, charge_turn=inches(5))
    return scene(charger, ARCHERS, phase="charges"), lambda fight: hold_and_shoot(fight, 1, 0), ["shoot"]


def shooting_into_combat() -> Moment:
    friends = unit("friends", (36, 20), facing=180, side=1)
    fight = scene(MEN, ARCHERS, friends, active=1, phase="shooting")
    contact(fight, "men", "friends")
    return fight, lambda fight: volley(fight, 1, 0), []


def striking_defensively() -> Moment:
    def there(fight: Fight) -> Body:
        men = piece(fight, "men")
        return pose(fight, men, men.models, Stance((men.x, men.y + inches(5)), men.facing, men.files))

    fight = scene(unit("men", (36, 14), models=10), ARCHERS)
    return fight, lambda fight: defensive_strikes(fight, 0, body(fight, 0), there(fight)), ["archers"]


def mourning() -> Moment:
    fight = scene(MEN, hero("general", (5, 5), role="general"), phase="combat")
    slay(fight, number(fight, "general"), "tp.combat.attacks")
    return fight, mourn_one, []


def tormented() -> Moment:
    fiend = hero("fiend", (36, 24), facing=180, side=1, figure=champion(traits=("tormentive",)))
    return scene(MEN, fiend), lambda fight: torment(fight, 1), []


def following(temper: str) -> Moment:
    """A wild character and a calm one are with the men, and an enemy is near."""
    wild = champion(traits=(temper,), hates=("test",))
    enemy = unit("orcs", at=(36, 25), facing=180, side=1, models=15)
    fight = scene(MEN, hero("bull", within="men", figure=wild), hero("captain", within="men"), enemy)
    return fight, lambda fight: who_charges(fight, 0), ["hold back"]


def into_a_wedge(figure: Figure) -> Moment:
    men = unit("men", at=(36, 20), models=20, figure=figure)
    return scene(men, FAR_ENEMY), move_one, ["men", [["wedge", 1]]]


def out_of_a_wedge_in_combat() -> Moment:
    lancers = unit("lancers", (36, 20), models=10, files=4, wedge=1, figure=LANCER)
    fight = scene(lancers, unit("orcs", at=(36, 20), facing=180, side=1, models=15))
    contact(fight, "orcs", "lancers")
    return fight, renew_one, [TRY]


RIGHT = unit("right", at=(40, 26.5), facing=180, side=1)
CHECKS: dict[str, tuple[str, Callable[[], Moment]]] = {
    "redirecting a charge":
        ("tp.move.charge.redirect", lambda: charge(RIGHT, answers=["redirect to right", "stand", "charge"])),
    "reorganising": ("tp.move.reorganise", lambda: ordered(["reorganise", inches(38), inches(20)])),
    "not lapping on": ("tp.move.squareup.spill", spilling),
    "counter charges": ("tp.move.counter", countering),
    "falling back": ("tp.move.fallback.move", lambda: charge(answers=["charge"], reply="fall back", gap=8)),
    "splitting up": ("tp.move.split", splitting),
    "reinforcing": ("tp.move.reinforce", reinforcing),
    "dividing": ("tp.move.reinforce.divide", dividing),
    "holding instead of pursuing": ("tp.move.pursue", holding),
    "hold and shoot": ("tp.shoot.hold", standing_and_shooting),
    "shooting at friends": ("tp.shoot.disperse.friends", shooting_into_combat),
    "defensive strikes": ("tp.shoot.defensive", striking_defensively),
    "the general's death": ("tp.character.general.death", mourning),
    "torment": ("tp.trait.tormentive", tormented),
    "an infantry wedge": ("tp.unit.infantry_wedge.reform", lambda: into_a_wedge(WATCH)),
    "a cavalry wedge": ("tp.unit.cavalry_wedge.reform", lambda: into_a_wedge(LANCER)),
    "a cavalry wedge in combat": ("tp.unit.cavalry_wedge.charged", out_of_a_wedge_in_combat),
    # The printed chart leaves these out.
    "reforming": ("tp.move.reform", lambda: ordered(["reform", 3])),
    "halting a charge": ("tp.move.charge.halt", lambda: charge(answers=["halt"])),
    "another target after a fall back": ("tp.move.fallback.missed", lambda: charge(
        unit("right", at=(39, 28), facing=180, side=1), reply="fall back", gap=8, at=(34, 28),
        answers=["half way, then redirect", "right", "stand", "charge"])),
    "not following the frenzied": ("tp.trait.frenzy.character", lambda: following("frenzy")),
    "not following the hateful": ("tp.trait.hatred.character", lambda: following("hatred")),
}  # fmt: skip


@pytest.mark.rule("tp.appendix3.deviancy_checks")
@pytest.mark.parametrize("check", list(CHECKS))
def test_a_check_of_the_chart_is_taken(check: str) -> None:
    rule, moment = CHECKS[check]
    assert rule in checks_taken(*moment())


@pytest.mark.rule("tp.appendix3.deviancy_checks")
def test_the_whole_chart_is_played() -> None:
    """The entry of the chart names its rules; the spells that call for checks have tests of their own."""
    listed = {*Catalogue.read(DATA / "rules.json").get(CHART).needs} - NO_CHECKS
    taken = {rule.removesuffix(".move") if rule == "tp.move.fallback.move" else rule for rule, _ in CHECKS.values()}
    assert listed <= taken
