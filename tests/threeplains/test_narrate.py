"""A sentence for everything that happens."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module

import pytest
from msgspec import structs

from warhost.engine.event import Decided, Event, Rolled
from warhost.engine.explain import explain_steps, tallies
from warhost.engine.tally import Step, Tally
from warhost.rulebooks.threeplains import events
from warhost.rulebooks.threeplains.events.blows import Damaged, Fell, LeftBehind, Shot, Slain, Struck, TemplateLaid
from warhost.rulebooks.threeplains.events.charges import Charged, Fled, Pursued
from warhost.rulebooks.threeplains.events.contacts import ClosedUp
from warhost.rulebooks.threeplains.events.course import Ended, TurnBegan
from warhost.rulebooks.threeplains.events.items import ItemStirred
from warhost.rulebooks.threeplains.events.moves import Manoeuvred, Moved, Split, Stretched
from warhost.rulebooks.threeplains.events.nerves import Checked, CombatReckoned
from warhost.rulebooks.threeplains.events.spells import Returned
from warhost.rulebooks.threeplains.figure import INCH
from warhost.rulebooks.threeplains.setting import Setting
from warhost.rulebooks.threeplains.state import Piece
from warhost.rulebooks.threeplains.telling.names import Names, faces

from .armoury import alone
from .scene import hero, narrate, scene, unit

CHAPTERS = [import_module(f"{events.__name__}.{name}") for _, name, _ in pkgutil.iter_modules(events.__path__)]
KINDS = [
    kind
    for chapter in CHAPTERS
    for kind in vars(chapter).values()
    if isinstance(kind, type)
    and issubclass(kind, Event)
    and kind.__module__ == chapter.__name__
    and not kind.__subclasses__()  # others are made of it
]


def setting() -> Setting:
    guard, orcs = unit("Guard", at=(36, 20)), unit("The Orcs", at=(36, 30), side=1, facing=180)
    return scene(guard, hero("Havel", within="Guard", role="general"), orcs).setting


def pieces() -> list[Piece]:
    """Those of the roster, and two that have split off, one from the other."""
    recruits = setting().recruits
    return [*recruits, *(structs.replace(recruits[GUARD], name=f"Guard/{part}") for part in ("2", "2/2"))]


GUARD, HAVEL, ORCS, DETACHMENT, PART_OF_IT = range(5)
DICE = Tally(4, "tp.check.sol.value", "soldiering").steps


def _plain(annotation: str) -> str:
    """A type as it is written where nobody tells pieces, players and clocks apart."""
    return re.sub(r"\b(Number|Player|Clock)\b", "int", annotation)


def made(kind: type[Event]) -> Event:
    """An event of this kind with something plausible in every field."""
    by_type = {
        "int": 1, "str": "front", "bool": True, "tuple[int, int]": (1000, 2000), "tuple[int, ...]": (0, 2),
        "tuple[tuple[int, int], ...]": ((0, 2000), (1, 3000)), "tuple[Step, ...]": DICE,
        "tuple[str, ...]": ("tp.spell.base.zap",), "Point": (1000, 2000), "Point | None": (1000, 2000),
    }  # fmt: skip
    named = {"weapon": "longbow", "becomes": "rough", "kind": "hill", "zones": (0, 1), "shares": ((0, 2), (2, 1))}
    named |= {"deed": "light torches", "below": ((0, 2),), "hits": ((0, 2),) if kind is TemplateLaid else 1}
    types = {name: kind for base in kind.__mro__ for name, kind in vars(base).get("__annotations__", {}).items()}
    fields = {
        name: named.get(name, by_type.get(_plain(types.get(name, "str")), 1))
        for name in kind.__struct_fields__
        if name != "rule"
    }
    return kind("tp.test", **fields)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_event_has_one_sentence(kind: type[Event]) -> None:
    assert kind.says or kind.say is not Event.say, f"nobody tells of {kind.__name__}"
    said = narrate(setting(), made(kind))
    assert said is not None and not said[0].islower() and said[-1] in ".!" and "  " not in said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            Checked("r", GUARD, "deviancy", 3, 2, True, DICE, DICE),
            "Guard pass a deviancy check, 3 passes to 2.",
        ),
        (Checked("r", ORCS, "break", 1, 2, False, DICE, DICE), "The Orcs fail a break check, 1 pass to 2."),
        (Checked("r", HAVEL, "bravery", 1, 2, False, DICE, DICE), "Havel fails a bravery check, 1 pass to 2."),
        (
            Moved("r", GUARD, ((36000, 20000), (36000, 25500)), 0, 5500),
            "Guard move 5.5 inches to (36.0, 25.5), facing 0 degrees.",
        ),
        (Moved("r", GUARD, ((36000, 20000), (36000, 20000)), 9000, 0), "Guard turn to face 90 degrees."),
        (
            Charged("r", GUARD, ORCS, "rear", 6250, True, (0, 0)),
            "Guard charge 6.2 inches at the rear of the Orcs!",
        ),
        (Charged("r", GUARD, ORCS, "front", 20, True, (0, 0)), "Guard are upon the front of the Orcs!"),
        (Charged("r", GUARD, ORCS, "front", 0, False, (0, 0)), "Guard charge the Orcs, but come no nearer."),
        (
            Pursued("r", GUARD, ORCS, 7000, False, (0, 0), gone=True),
            "Guard pursue the Orcs for 7.0 inches but the Orcs are gone already.",
        ),
        (
            Shot("r", GUARD, ORCS, "longbow", 10, 5, 3, DICE),
            "Guard shoot at the Orcs with longbows: 10 shots, 5 or more needed, 3 hits.",
        ),
        (Fell("r", ORCS, 1, 19), "The Orcs: 1 model falls, 19 left."),
        (Struck("r", GUARD, ORCS, 4, 1), "Guard strike 4 blows at the Orcs: 1 hit."),
        (Struck("r", GUARD, ORCS, 4, 1, "steed"), "Guard strike 4 blows with their steeds at the Orcs: 1 hit."),
        (Struck("r", HAVEL, ORCS, 1, 1, "steed"), "Havel strikes 1 blow with its steed at the Orcs: 1 hit."),
        (
            Damaged("r", ORCS, GUARD, 2, 3, 1, 1, False, ()),
            "2 hits on the Orcs, save 3, a 6 is dodged: 1 life point lost.",
        ),
        (
            Damaged("r", ORCS, GUARD, 2, 3, 2, 1, False, ()),
            "2 hits on the Orcs, save 3, 5 and 6 are dodged: 1 life point lost.",
        ),
        (
            Damaged("r", ORCS, GUARD, 2, 3, 3, 1, False, ()),
            "2 hits on the Orcs, save 3, 4 and more are dodged: 1 life point lost.",
        ),
        (Split("r", GUARD, DETACHMENT, 8), "Guard split: 8 models go their own way as detachment 1 of Guard."),
        (Fled("r", DETACHMENT, 8000, (0, 0)), "Detachment 1 of Guard flees 8.0 inches to (0.0, 0.0)."),
        (Slain("r", PART_OF_IT), "Detachment 1.1 of Guard is destroyed."),
        (TurnBegan("r", 3, 1), "Turn 3: army 1."),
        (Ended("r", -1, (100, 90), 100), "A draw: 100 victory points to 90, within the margin of 100."),
        (Ended("r", 0, (300, 90), 100), "Victory for army 0: 300 victory points to 90."),
        (Rolled("r", 0, "to hit", 6, (4, 1, 6), 4, over=True), "Army 0, to hit, 4 or more needed: 4, 1 and 6."),
        (Decided("r", 0, "what", "this"), "Army 0: what: this."),
    ],
)
def test_sentences(event: Event, said: str) -> None:
    assert narrate(setting(), event, pieces()) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Pursued("r", HAVEL, ORCS, 7000, True, (0, 0)), "Havel pursues the Orcs for 7.0 inches and catches up."),
        (Moved("r", HAVEL, ((0, 0), (3, 0)), 9000, 3, True), "Havel turns to face 90 degrees."),
        (Moved("r", HAVEL, ((0, 0), (2000, 0), (3, 0)), 9000, 4000), "Havel moves 4.0 inches to (0.0, 0.0)"),
        (Pursued("r", HAVEL, ORCS, 3, False, (0, 0)), "Havel has no way free to pursue the Orcs."),
        (ClosedUp("tp.move.charge.mass", ORCS, (0, 0)), "The Orcs make room for others in the fight."),
        (Shot("r", HAVEL, ORCS, "longbow", 1, 5, 0, DICE), "Havel shoots at the Orcs with a longbow: 1 shot"),
        (Slain("r", HAVEL), "Havel is slain."),
        (Slain("r", ORCS), "The Orcs are destroyed."),
        (Stretched("r", GUARD, 7000, 5000), "Guard have flimsy ranks until their next turn: 7.0 inches moved"),
        (Manoeuvred("r", GUARD, "flip", False), "Guard are still busy turning about."),
        (LeftBehind("r", HAVEL, GUARD, (0, 0)), "Havel stands alone where Guard were, at (0.0, 0.0)."),
    ],
)
def test_verbs_agree_with_heroes_and_with_groups(event: Event, said: str) -> None:
    assert (narrate(setting(), event) or "").startswith(said)


@pytest.mark.parametrize(
    ("number", "why", "said"),
    [
        (GUARD, "it never falls back", "they never fall back"),
        (HAVEL, "it never falls back", "Havel never falls back"),
        (GUARD, "it changes its shape as it moves", "they change their shape as they move"),
        (GUARD, "it changes as it moves, without reforming", "they change as they move, without reforming"),
        (HAVEL, "it changes its shape as it moves", "Havel changes its shape as it moves"),
        (GUARD, "its target is gone", "their target is gone"),
        (GUARD, "there is no room behind it", "there is no room behind them"),
        (GUARD, "the attacker is within half its movement", "the attacker is within half its movement"),
        (GUARD, "Havel is in the way", "Havel is in the way"),
        (HAVEL, "Guard is in the way", "Guard are in the way"),
        (HAVEL, "Guard/2 is in the way", "detachment 1 of Guard is in the way"),
        (HAVEL, "Guard/2/2 is in the way", "detachment 1.1 of Guard is in the way"),
        (DETACHMENT, "it never falls back", "detachment 1 of Guard never falls back"),
        (HAVEL, "Guard is neither ahead of Havel nor near", "Guard are neither ahead of Havel nor near"),
        (HAVEL, "Guard cannot be made out among its friends", "Guard cannot be made out among their friends"),
    ],
)
def test_reasons_speak_of_the_piece_and_agree_with_it(number: int, why: str, said: str) -> None:
    assert Names(setting(), pieces()).reason(why, number) == said


def test_a_piece_that_is_called_like_an_article_is_told_from_it() -> None:
    two = scene(unit("a", at=(36, 20)), unit("b", at=(36, 30), side=1, facing=180)).setting
    army = two.armies[0]
    (group,) = army.groups
    called = structs.replace(army, groups=(structs.replace(group, title="Archers"),))
    names = Names(Setting((called, two.armies[1]), two.table, two.kinds, two.weapons))
    assert names.reason("b is not a piece on the table") == "b are not a piece on the table"
    assert names.reason("b is hidden from a") == "b are hidden from Archers"
    assert names.reason("a is in the way") == "Archers are in the way"


def test_dice_whose_outcome_is_told_anyway_are_not_told_twice() -> None:
    assert narrate(setting(), Rolled("r", 0, "soldiering", 6, (4, 5))) is None
    assert narrate(setting(), Rolled("r", 0, "general's soldiering: deployment", 6, (4, 5))) is None


def test_many_dice_are_counted_by_their_faces() -> None:
    assert faces((1,) * 8 + (6,) * 4) == "1 ×8, 6 ×4"


def test_a_check_explains_both_of_its_pools() -> None:
    stress = Tally(3, "tp.check.bs.deviancy", "deviancy").steps
    numbers = tallies(Checked("r", GUARD, "deviancy", 3, 2, True, DICE, stress))
    assert [(number.name, number.steps) for number in numbers] == [("soldiering", DICE), ("stress", stress)]


def test_stress_of_both_sides_is_explained_by_the_names_of_the_sides() -> None:
    reckoned = CombatReckoned("r", (GUARD,), (5, 3), 0, DICE, DICE)
    assert [number.name for number in tallies(reckoned, ("Besiegers", "Defenders"))] == ["Besiegers", "Defenders"]


def test_lengths_are_explained_in_inches() -> None:
    dice = Tally(7000, "tp.move.flee.move", "the dice")
    dice.add(-1500, "tp.x", "tired")
    dice.multiply(2, "tp.y", "twice")
    (number,) = tallies(Fled("r", GUARD, 11000, (0, 0), dice.steps))
    assert number.scale == INCH
    lines = explain_steps(number.steps, number.scale)
    assert [line.split()[0] for line in lines] == ["7", "-1.5", "×2", "="]
    assert lines[-1].strip() == "= 11"
    assert explain_steps((Step("base", 4, "r", "n", 4),))[0].startswith("4  n")


@pytest.mark.rule("tp.item.weapon.lightning_mace", "tp.item.armour.titan_armour", "tp.item.weapon.jesters_mace")
@pytest.mark.parametrize(("item", "number", "said"), [
    ("weapon.lightning_mace", 1, "The Lightening Mace of hero: 1 charge."),
    ("armour.titan_armour", 2, "Titan Armour of hero: 2 gremlins."),
    ("weapon.jesters_mace", 5, "The Jester's Mace of hero: 5."),
])  # fmt: skip
def test_what_an_item_comes_to_is_told_with_what_it_counts(item: str, number: int, said: str) -> None:
    fight, rule = alone(), f"tp.item.{item}"
    assert ItemStirred(rule, 0, rule, number).say(Names(fight.setting, fight.state.pieces)) == said


@pytest.mark.rule("tp.item.enchanted.ring_of_reanimation")
@pytest.mark.parametrize(
    ("models", "healed", "said"),
    [(1, 0, "hero: 1 model stands up again."), (0, 2, "hero: 2 wounds close."),
     (2, 1, "hero: 2 models stand up again, and 1 wound closes.")],
)  # fmt: skip
def test_of_those_who_come_back_it_is_told_what_rises_and_what_heals(models: int, healed: int, said: str) -> None:
    fight = scene(hero("hero", (36, 20)))
    assert Returned("tp.test", 0, models, healed).say(Names(fight.setting, fight.state.pieces)) == said
