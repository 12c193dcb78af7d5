"""A turn: somebody walks, shoots or charges; whoever is charged may stand, shoot or run."""

from __future__ import annotations

from warhost.engine.battle import Battle
from warhost.engine.contest import Contest
from warhost.engine.dice import Throw
from warhost.engine.field.compass import ahead, distance, heading
from warhost.engine.field.way import first_bar
from warhost.engine.point import Point
from warhost.engine.question import Choose, Refusal
from warhost.engine.tabletop.figure import between
from warhost.engine.tabletop.march import March
from warhost.engine.tabletop.table import Table

from . import events as e
from .state import Fellow, State

Skirmish = Battle[State, int]

PACE, RANGE, LONGEST = 6000, 14000, 10000  # a walk, a bow shot, the longest charge
AIM, SNAP = 4, 5  # to hit with time, and in a hurry
COVER = 1

pace: Point[[int], int] = Point("how far somebody goes")
aim: Point[[int], int] = Point("what he needs to hit")


@pace("fleet")
def fleet(allowance: int) -> int:
    """[poach.fleet]"""
    return allowance + 2000


@aim("keen eye")
def keen_eye(need: int) -> int:
    """[poach.keen_eye]"""
    return need - 1


def step(battle: Skirmish, table: Table) -> None:
    state = battle.state
    if not all(state.bearers):
        hide_purses(battle)
    elif ready := [one for one in state.standing(state.side) if not one.acted]:
        act(battle, table, ready)
    else:
        next_side(battle)


def act(battle: Skirmish, table: Table, ready: list[Fellow]) -> None:
    """[poach.deed]"""
    side, names = ready[0].side, [one.id for one in ready]
    mover = battle.state.figures[battle.ask(Choose(side, "next", names, "poach.turn", text="Who acts next?"))]
    mover.acted = True
    deeds = {"charge": charge, "shoot": shoot, "walk": walk}
    open_to = [deed for deed in deeds if deed == "walk" or _targets(table, battle.state, mover, deed)]
    deed = battle.ask(Choose(side, "deed", open_to, "poach.deed", mover.id, text="What does {who} do?"))
    deeds[deed](battle, table, mover)


def hide_purses(battle: Skirmish) -> None:
    """All sides choose at the same time, and nobody sees what the others choose. [poach.purse]"""
    state = battle.state
    bands = [[one.id for one in state.standing(side)] for side in range(len(state.bearers))]
    state.bearers = battle.ask_all([
        Choose(side, "purse", band, "poach.purse", text="Who carries the purse?") for side, band in enumerate(bands)
    ])  # fmt: skip
    for side, bearer in enumerate(state.bearers):
        battle.tell(e.Hid("poach.purse", bearer), only=side)
    battle.tell(e.TurnBegan("poach.turn", 1, 0))


def next_side(battle: Skirmish) -> None:
    """[poach.turn]"""
    state = battle.state
    for one in state.standing(state.side):
        one.acted = False
    state.side = (state.side + 1) % len(state.taken)
    state.turn += state.side == 0
    battle.tell(e.TurnBegan("poach.turn", state.turn, state.side))


# --- walking -------------------------------------------------------------------------------------------------


def walk(battle: Skirmish, table: Table, mover: Fellow) -> None:
    """[poach.walk]"""
    others = list(battle.state.figures.values())
    near = sorted(battle.state.enemies(mover.side), key=lambda one: between(mover, one))
    march = March(
        table, mover, others, pace.fold(mover.traits, PACE), "poach.walk", goals=[one.at for one in near[:3]]
    )
    plan = march.plan(battle.ask(march))
    assert not isinstance(plan, Refusal)  # the answer was lawful
    legs = [stop.stance.front for stop in plan.stops if stop.leg]
    battle.tell(e.Walked("poach.walk", mover.id, (mover.at, *legs), plan.stance.facing))
    mover.at, mover.facing = plan.stance.front, plan.stance.facing


# --- shooting ------------------------------------------------------------------------------------------------


def _targets(table: Table, state: State, mover: Fellow, deed: str) -> list[str]:
    """[poach.sight]"""
    reach = RANGE if deed == "shoot" else LONGEST
    near = [one for one in state.enemies(mover.side) if between(mover, one) <= reach]
    return [one.id for one in near if table.sees(mover.at, one.at)]


def _target(battle: Skirmish, table: Table, mover: Fellow, deed: str) -> Fellow:
    options = _targets(table, battle.state, mover, deed)

    def why_not(name: str) -> Refusal | None:
        if name not in battle.state.figures:
            return None
        return Refusal("poach.sight", "{1} {1 is} out of reach or out of sight", (mover.id, name))

    text = "At whom does {who} shoot?" if deed == "shoot" else "Whom does {who} charge?"
    asked = Choose(mover.side, deed, options, "poach.sight", mover.id, why_not, text=text)
    return battle.state.figures[battle.ask(asked)]


def shoot(battle: Skirmish, table: Table, mover: Fellow) -> None:
    _shot(battle, table, mover, _target(battle, table, mover, "shoot"), AIM)


def _shot(battle: Skirmish, table: Table, shooter: Fellow, target: Fellow, need: int) -> bool:
    """[poach.shoot]"""
    need = aim.fold(shooter.traits, need + COVER * bool(table.kinds_at(target.at)))
    (face,) = battle.throw(Throw(1, 6, "to hit", "poach.shoot", shooter.side, (need - 1,), need=need, over=True))
    battle.tell(e.Shot("poach.shoot", shooter.id, target.id, face >= need))
    if face >= need:
        falls(battle, target, shooter)
    return face >= need


# --- charging ------------------------------------------------------------------------------------------------


def charge(battle: Skirmish, table: Table, mover: Fellow) -> None:
    """[poach.charge]"""
    target = _target(battle, table, mover, "charge")
    reaction = battle.ask(Choose(
        target.side, "reaction", ["stand", "shoot", "flee"], "poach.reaction", target.id,
        text="{who} {is} charged. Does {who} stand, shoot or flee?",
        meanings={"stand": "stand", "shoot": "shoot in a hurry", "flee": "flee"}, usual="stand",
    ))  # fmt: skip
    if reaction == "shoot" and _shot(battle, table, target, mover, SNAP):
        return
    if reaction == "flee":
        _flee(battle, table, target, mover)
    if _ran(battle, mover, target):
        brawl(battle, mover, target)


def _flee(battle: Skirmish, table: Table, runner: Fellow, foe: Fellow) -> None:
    """Straight away, as far as there is room. [poach.reaction]"""
    far = battle.die(6, "how far he flees", "poach.reaction", runner.side) * 1000
    way = heading(foe.at, runner.at)
    others = [(one, [one.base]) for one in battle.state.figures.values() if one.standing and one is not runner]
    if met := first_bar(runner.base, way, far, others):
        far = met.distance
    start = runner.at
    while far > 0 and not table.holds(_there(runner, way, far).base):
        far -= 250
    runner.at, runner.facing = ahead(start, way, max(0, far)), way
    battle.tell(e.Fled("poach.reaction", runner.id, (start, runner.at), way))


def _there(figure: Fellow, way: int, far: int) -> Fellow:
    return Fellow(id="", title="", side=0, at=ahead(figure.at, way, far), radius=figure.radius)


def _ran(battle: Skirmish, mover: Fellow, target: Fellow) -> bool:
    """[poach.charge]"""
    reach = 4000 + battle.die(6, "how far he runs", "poach.charge", mover.side) * 1000
    way, start = heading(mover.at, target.at), mover.at
    others = [(one, [one.base]) for one in battle.state.figures.values() if one.standing and one is not mover]
    met = first_bar(mover.base, way, min(reach, distance(mover.at, target.at)), others)
    mover.at, mover.facing = ahead(start, way, met.distance if met else reach), way
    there = met is not None and met.what is target
    battle.tell(e.Ran("poach.charge", mover.id, target.id, (start, mover.at), way, there))
    return there


def brawl(battle: Skirmish, mover: Fellow, target: Fellow) -> None:
    """The charger has a die more; a draw is the other's. [poach.brawl]"""
    contest = Contest(mover.fight + 1, target.fight, "poach.brawl", draw_wins=False)
    won = battle.contest(contest, mover.side, target.side).won
    battle.tell(e.Brawled("poach.brawl", mover.id, target.id, won))
    falls(battle, *((target, mover) if won else (mover, target)))


def falls(battle: Skirmish, victim: Fellow, by: Fellow) -> None:
    """[poach.purse]"""
    victim.standing = False
    battle.tell(e.Fell("poach.fall", victim.id))
    if victim.id in battle.state.bearers:
        battle.state.taken[by.side] += 1
        battle.tell(e.Robbed("poach.purse", by.id, victim.id))
