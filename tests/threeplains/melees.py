"""Melees at random: pieces thrown against each other, to see that nothing overlaps and everything ends."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import structs

from warhost.engine.battle import Battle
from warhost.engine.dice import Throw
from warhost.engine.field.formation import joined
from warhost.engine.field.shapes import overlap
from warhost.engine.oracle import Ahead
from warhost.engine.question import Answer, Question
from warhost.rulebooks.threeplains.bodies import TOUCH, body, on_table, set_places, strength
from warhost.rulebooks.threeplains.fighting.clipping import clips
from warhost.rulebooks.threeplains.fighting.contact import combats, contacts_of, engaged
from warhost.rulebooks.threeplains.fighting.edges import pairs_of
from warhost.rulebooks.threeplains.fighting.squaring import begin_round, close_up, meet, zone_of
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.kinds import skirmishing
from warhost.rulebooks.threeplains.land.ground import standing_room
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.casualties import lose

from .scene import Placed, champion, feature, foot, hero, horse, scene, unit

KINDS = (
    foot(), foot(), horse(), foot(loose=True, traits=("skirmishers",)), horse(loose=True),
    foot(loose=True, category="beast", attacks=3, base=(inches(1.5), inches(1.5)), life=3),
)  # fmt: skip


class Whim:
    """Answers and dice at random."""

    ahead: Ahead | None = None

    def __init__(self, chance: Random):
        self.chance = chance

    def ask(self, question: Question) -> Answer:
        answer = question.sample(self.chance)  # type: ignore[arg-type]
        return answer if question.refuse(answer) is None else question.suggest()[0]

    def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        return [self.ask(question) for question in questions]

    def throw(self, throw: Throw) -> tuple[int, ...]:
        return tuple(self.chance.randint(1, throw.sides) for _ in range(throw.count))


def melee(seed: int, crowd: int = 9) -> Fight:
    """Some pieces of both sides on a small stretch of the table, none in the space of another."""
    chance = Random(seed)
    wanted: list[Placed] = []
    for index in range(chance.randint(4, crowd)):
        at = (chance.uniform(22, 50), chance.uniform(12, 36))
        facing, side = chance.choice((0, 90, 180, 270, chance.uniform(0, 360))), index % 2
        if chance.random() < 0.2:
            strong = champion(attacks=chance.randint(1, 6), life=chance.randint(1, 4))
            wanted.append(hero(f"hero {index}", at, facing=facing, side=side, figure=strong))
            continue
        kind = chance.choice(KINDS)
        models = chance.randint(3, 6 if kind.category == "beast" else 24)
        wanted.append(
            unit(
                f"unit {index}",
                at,
                facing=facing,
                side=side,
                models=models,
                files=chance.randint(3, 7),
                figure=kind,
            )
        )
    terrain = [
        feature(
            kind,
            (chance.uniform(22, 50), chance.uniform(12, 36)),
            (chance.uniform(2, 6), chance.uniform(0.5, 4)),
            kind,
        )
        for kind in chance.sample(("impassable", "stone wall", "hill", "shallow water", "wood"), 3)
    ]
    fight = scene(*wanted, terrain=terrain, points=5000)
    for number in list(on_table(fight)):
        piece = fight.state.pieces[number]
        piece.files = min(piece.files, piece.models)
        if piece.places:
            set_places(fight, number, piece.places, piece.facing)
        if standing_room(fight, number, body(fight, number)) is not None:
            piece.fate = "away"
    return Battle(fight.setting, fight.state, Whim(chance))


def brawl(fight: Fight, chance: Random, steps: int = 12) -> None:
    """Charges, blows and rounds of combat without any rule that moves pieces about."""
    for _ in range(steps):
        standing = list(on_table(fight))
        if len({fight.state.pieces[number].side for number in standing}) < 2:
            return
        step = chance.random()
        if step < 0.5:
            _charge(fight, chance, standing)
        elif step < 0.75:
            victim = chance.choice(standing)
            lose(fight, victim, chance.randint(1, 8), "tp.shoot.damage")
            close_up(fight)
        else:
            _round(fight)
        sound(fight)


def _charge(fight: Fight, chance: Random, standing: list[int]) -> None:
    free = [number for number in standing if not engaged(fight, number)]
    if not free:
        return
    mover = chance.choice(free)
    enemies = [number for number in standing if fight.state.pieces[number].side != fight.state.pieces[mover].side]
    target = chance.choice(enemies)
    struck = zone_of(fight, target, body(fight, mover).front)
    fight.state.active = fight.state.pieces[mover].side
    meet(fight, mover, target, struck, charge=inches(5), clip=clips(fight, mover, target) and chance.random() < 0.5)


def _round(fight: Fight) -> None:
    for combat in combats(fight):
        present = [number for number in combat if fight.state.pieces[number].standing]
        begin_round(fight, present)
        fight.state.contacts = [
            structs.replace(met, rounds=met.rounds + 1) if met.a in present else met for met in fight.state.contacts
        ]
        close_up(fight)
    fight.state.clock += 1


def sound(fight: Fight) -> None:
    """Nothing overlaps, groups hang together, contacts are between pieces that stand."""
    pieces = fight.state.pieces
    rooms = [(number, room) for number in on_table(fight) for room in body(fight, number).room]
    for index, (one, room) in enumerate(rooms):
        for other, taken in rooms[:index]:
            ring = pieces[one].ring == other or pieces[other].ring == one
            friends = pieces[one].side == pieces[other].side
            shared = friends and any(strength(fight, n) == 1 or skirmishing(fight, n) for n in (one, other))
            if one != other and not ring and not shared:
                assert not overlap(room, taken), (pieces[one].name, pieces[other].name)
    for number in on_table(fight):
        if pieces[number].places:
            assert joined(body(fight, number).bases, TOUCH), pieces[number].name
            assert (pieces[number].x, pieces[number].y) == body(fight, number).front
    for met in fight.state.contacts:
        assert pieces[met.a].standing
        assert pieces[met.b].standing
        assert pieces[met.a].side != pieces[met.b].side
    for number in on_table(fight):
        assert len({met.foe(number) for met in contacts_of(fight, number)}) == len(contacts_of(fight, number))
    close_up(fight)
    for met in fight.state.contacts:
        assert pairs_of(fight, met), (pieces[met.a].name, pieces[met.b].name)
