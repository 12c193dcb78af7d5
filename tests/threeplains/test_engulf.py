"""Engulfing: closed rings, the check of whoever is inside, and units that choose to ring an enemy."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.events.contacts import Engulfed, FormedAgain
from warhost.rulebooks.threeplains.fighting import ringing
from warhost.rulebooks.threeplains.fighting.edges import fighters
from warhost.rulebooks.threeplains.fighting.engulf import engulfed, may_engulf, ring_needs, ringed_by
from warhost.rulebooks.threeplains.fighting.fronts import flank_and_rear, flimsy, overlapped
from warhost.rulebooks.threeplains.fighting.parting import leave
from warhost.rulebooks.threeplains.fighting.ringing import check, engulf, offer  # fmt: skip
from warhost.rulebooks.threeplains.fighting.squaring import close_up, meet, zone_of
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.missiles.shooting import volley
from warhost.rulebooks.threeplains.morale.checks import stress
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.telling.names import Names

from .scene import asked, champion, contact, feature, foot, hero, number, piece, scene, script, told, unit

SQUARE = (inches(1), inches(1))
ROUND = foot(base=SQUARE)
ELF = champion(base=SQUARE, attacks=4, soldiering=4)  # with flimsy ranks
LORD = champion(base=SQUARE, attacks=5, soldiering=4)
SKIRMISHERS = foot(base=SQUARE, loose=True, traits=("skirmishers",))
BEASTS = foot(base=SQUARE, loose=True, category="beast", attacks=3)
ALL_ROUND = [(35, 18.5), (36, 18.5), (37, 18.5), (37, 19.5), (37, 20.5), (36, 20.5), (35, 20.5), (35, 19.5)]


def ringed(figure: object, victim: object, places: list[tuple[float, float]] = ALL_ROUND) -> Fight:
    """A loose group round a piece of one base whose front is at (36, 20)."""
    fight = scene(
        unit("ring", (36, 18), models=len(places), figure=figure, places=places),  # type: ignore[arg-type]
        hero("victim", (36, 20), facing=0, side=1, figure=victim),  # type: ignore[arg-type]
    )
    contact(fight, "ring", "victim")
    return fight


@pytest.mark.rule("tp.move.engulf")
def test_bases_on_all_four_sides_close_the_ring() -> None:
    assert engulfed(ringed(SKIRMISHERS, ELF), 1)
    four = [(36, 18.5), (37, 19.5), (36, 20.5), (35, 19.5)]
    assert engulfed(ringed(SKIRMISHERS, ELF, four), 1)


@pytest.mark.rule("tp.move.engulf")
@pytest.mark.parametrize(
    "places",
    [
        [(36, 18.5), (36, 20.5)],
        [(35, 18.5), (36, 18.5), (37, 18.5), (37, 19.5), (37, 20.5), (35, 20.5), (35, 19.5)],
    ],
    ids=["both flanks open", "only corners in front"],
)
def test_an_open_ring_engulfs_nobody(places: list[tuple[float, float]]) -> None:
    assert not engulfed(ringed(SKIRMISHERS, ELF, places), 1)


@pytest.mark.rule("tp.move.engulf")
@pytest.mark.parametrize(("gap", "closed"), [(0.9, True), (1.1, False)])
def test_no_gap_of_the_ring_may_be_wider_than_an_inch(gap: float, closed: bool) -> None:
    """A victim 4 inches deep with three bases on each flank, two of them so far apart."""
    flank = [16.5, 17.5 + gap, 19.5]
    places = [(36, 15.5), (36, 20.5)] + [(x, y) for x in (35, 37) for y in flank]
    fight = scene(
        unit("ring", (36, 18), models=len(places), figure=SKIRMISHERS, places=places),
        hero("victim", (36, 20), side=1, figure=champion(base=(inches(1), inches(4)), attacks=4)),
    )
    contact(fight, "ring", "victim")
    assert engulfed(fight, 1) is closed


@pytest.mark.rule("tp.move.engulf")
def test_four_units_may_make_the_ring() -> None:
    fight = scene(
        unit("south", (36, 19), models=4, files=2, figure=ROUND),
        unit("north", (36, 20), facing=180, models=4, files=2, figure=ROUND),
        unit("west", (35.5, 19.5), facing=90, models=1, files=1, figure=ROUND),
        unit("east", (36.5, 19.5), facing=270, models=1, files=1, figure=ROUND),
        hero("victim", (36, 20), side=1, figure=ELF),
    )
    for name, side in (("south", "rear"), ("north", "front"), ("west", "left")):
        contact(fight, name, "victim", "front", side)
    assert not engulfed(fight, number(fight, "victim"))
    contact(fight, "east", "victim", "front", "right")
    assert engulfed(fight, number(fight, "victim"))


@pytest.mark.rule("tp.move.engulf", "tp.combat.overlap.flimsy", "tp.check.bs.overlapped")
def test_a_flimsy_hero_ringed_by_skirmishers_suffers_six_dice() -> None:
    fight = ringed(SKIRMISHERS, ELF)
    assert flimsy(fight, 1)
    assert stress(fight, 1, "break").total == 6
    firm = ringed(SKIRMISHERS, champion(base=SQUARE, attacks=5))
    assert overlapped(firm, 1).total == 0


@pytest.mark.rule("tp.move.engulf", "tp.check.bs.kills")
def test_a_troll_ringed_by_beasts_counts_its_wounds_too() -> None:
    fight = ringed(BEASTS, champion(base=SQUARE, category="beast", attacks=5))
    piece(fight, "victim").lost = 2
    assert stress(fight, 1, "break").total == 7


@pytest.mark.rule("tp.move.engulf", "tp.unit.engulf.effects")
def test_whoever_passes_the_check_is_unbreakable_while_ringed() -> None:
    fight = ringed(SKIRMISHERS, ELF)
    with script(fight, dice=[4, 5, 6, 6, 1, 2, 3, 4, 5, 6]):
        assert check(fight, 1)
    assert piece(fight, "victim").unbreakable
    assert told(fight, Engulfed)[0].by == (0,)
    with script(fight):
        assert check(fight, 1)  # no second test
    fight.state.contacts.clear()
    close_up(fight)
    assert not piece(fight, "victim").unbreakable


@pytest.fixture
def freed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Who was given a wipe out move."""
    found: list[int] = []
    monkeypatch.setattr(ringing, "gain_wipe_out_moves", lambda fight, pieces: found.extend(pieces))
    return found


@pytest.mark.rule("tp.move.engulf", "tp.move.engulf.wipeout", "tp.unit.engulf.effects")
def test_whoever_fails_is_destroyed(freed: list[int]) -> None:
    fight = ringed(SKIRMISHERS, ELF)
    with script(fight, dice=[1, 2, 3, 4, 1, 2, 3, 4, 5, 6]):
        assert not check(fight, 1)
    assert piece(fight, "victim").fate == "slain"
    assert fight.state.contacts == []
    assert freed == [0]


@pytest.mark.rule("tp.move.engulf.marchover", "tp.unit.engulf.march_over")
def test_a_weak_piece_is_killed_outright(freed: list[int]) -> None:
    fight = scene(
        unit("goblins", (36, 20), models=20, files=5, figure=ROUND),
        hero("wizard", (36, 20), facing=180, side=1, figure=champion(base=SQUARE, attacks=1)),
    )
    contact(fight, "goblins", "wizard", rounds=1)
    with script(fight, answers=["as before"]):
        engulf(fight, 0, 1)
    assert piece(fight, "wizard").fate == "slain"
    assert freed == [0]


@pytest.mark.rule("tp.move.engulf.marchover", "tp.unit.engulf.march_over")
@pytest.mark.parametrize(("attacks", "dies"), [(1, True), (2, True), (3, False)])
def test_a_weak_piece_needs_nobody_big_enough_to_march_over_it(attacks: int, dies: bool) -> None:
    """Eight skirmishers march over nobody; of whom they ring only the attacks count."""
    fight = ringed(SKIRMISHERS, champion(base=SQUARE, attacks=attacks))
    with script(fight, dice=[] if dies else [4, 4, 4, 4] + [1] * 6):
        assert check(fight, 1) is not dies
    assert piece(fight, "victim").fate == ("slain" if dies else "standing")


# --- units that engulf ---------------------------------------------------------------------------------------


def goblins_and_hero(
    models: int = 20, *, rounds: int = 1, figure: object = ROUND, terrain: tuple[object, ...] = ()
) -> Fight:
    fight = scene(
        unit("goblins", (36, 20), models=models, files=min(5, models), figure=figure),  # type: ignore[arg-type]
        hero("elf", (36, 20), facing=180, side=1, figure=LORD),
        unit("elves", (50, 20), facing=180, side=1, models=8, files=4, figure=ROUND),
        terrain=terrain,  # type: ignore[arg-type]
    )
    contact(fight, "goblins", "elf", rounds=rounds)
    return fight


@pytest.mark.rule("tp.unit.engulf.conditions")
def test_when_a_unit_may_engulf() -> None:
    fight = goblins_and_hero()
    assert may_engulf(fight, 0, number(fight, "elf")) is None
    assert ring_needs(fight, 0, number(fight, "elf")) == 8


@pytest.mark.rule("tp.unit.engulf.conditions")
@pytest.mark.parametrize(
    ("fight", "why"),
    [
        (goblins_and_hero(rounds=0), "no full round"),
        (goblins_and_hero(6), "the ring needs 8 models"),
        (goblins_and_hero(figure=foot(base=SQUARE, loose=True)), "only a unit"),
    ],
    ids=["first round", "too few", "loose"],
)
def test_when_it_may_not(fight: Fight, why: str) -> None:
    refusal = may_engulf(fight, 0, number(fight, "elf"))
    assert refusal is not None
    assert why in refusal.why


@pytest.mark.rule("tp.unit.engulf.conditions")
@pytest.mark.parametrize(("models", "three_times"), [(20, False), (23, False), (24, True)])
def test_an_enemy_is_engulfed_by_three_times_as_many_of_his_size(models: int, three_times: bool) -> None:
    fight = scene(
        unit("goblins", (36, 20), models=models, files=5, figure=ROUND),
        unit("elves", (36, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
    )
    contact(fight, "goblins", "elves", rounds=1)
    refusal = may_engulf(fight, 0, 1)
    assert refusal is None if three_times else refusal is not None and "three times" in refusal.why


@pytest.mark.rule("tp.unit.engulf.conditions", "tp.move.unintentional.late")
def test_who_has_run_into_another_enemy_engulfs_nobody_though_that_fight_has_not_begun() -> None:
    fight = goblins_and_hero()
    contact(fight, "elves", "goblins", "front", "left", waiting=True)
    refusal = may_engulf(fight, 0, number(fight, "elf"))
    assert refusal is not None and refusal.why == "it fights another enemy as well"


@pytest.mark.rule("tp.unit.engulf.conditions")
def test_an_enemy_with_friends_in_the_combat_is_not_isolated() -> None:
    fight = goblins_and_hero(30)
    fight.state.contacts.clear()
    contact(fight, "goblins", "elf", rounds=1)
    contact(fight, "goblins", "elves", rounds=1)
    assert may_engulf(fight, 0, number(fight, "elf")) is not None


@pytest.mark.rule("tp.unit.engulf.move")
def test_the_ring_needs_room() -> None:
    fight = goblins_and_hero(terrain=(feature("impassable", (36, 21.6), (2, 1)),))
    refusal = may_engulf(fight, 0, number(fight, "elf"))
    assert refusal is not None
    assert refusal.rule == "tp.unit.engulf.move"


@pytest.mark.rule("tp.unit.engulf.conditions")
def test_whom_to_engulf_is_said_in_the_question() -> None:
    fight = goblins_and_hero()
    question = asked(fight, lambda trial: offer(trial, [0, number(trial, "elf")]))
    assert question.asked(Names(fight.setting)) == "Do goblins close round elf?"


@pytest.mark.rule(
    "tp.unit.engulf.move", "tp.unit.engulf.effects", "tp.unit.engulf.stress", "tp.unit.engulf.display"
)
def test_goblins_engulf_a_hero() -> None:
    fight = goblins_and_hero()
    elf = number(fight, "elf")
    with script(fight, answers=["engulf"], dice=[4, 5, 6, 6, 1, 2, 3, 4, 5, 6]):
        offer(fight, [0, elf])
    assert ringed_by(fight, elf) == 0
    assert piece(fight, "elf").unbreakable
    assert overlapped(fight, elf).total == 6
    ring = body(fight, 0)
    assert (ring.width, ring.depth) == (inches(5), inches(5))  # 8 and 16 places
    assert len(fighters(fight, 0, fight.state.contacts[0])) == 8
    assert fighters(fight, elf, fight.state.contacts[0]) == [0]
    assert flimsy(fight, 0) == ""


@pytest.mark.rule("tp.unit.engulf.casualties", "tp.unit.engulf.ring_broken")
def test_the_ring_breaks_when_too_few_are_left() -> None:
    fight = goblins_and_hero()
    elf = number(fight, "elf")
    piece(fight, "goblins").ring = elf
    piece(fight, "elf").unbreakable = True
    piece(fight, "goblins").models = 8
    assert body(fight, 0).width == inches(3)  # the outer ring is gone
    close_up(fight)
    assert piece(fight, "elf").unbreakable
    piece(fight, "goblins").models = 7
    close_up(fight)
    assert not piece(fight, "elf").unbreakable
    assert ringed_by(fight, elf) == -1
    assert flimsy(fight, 0) == "tp.unit.engulf.ring_broken"


@pytest.mark.rule("tp.unit.engulf.rear")
def test_whoever_charges_the_ring_from_outside_is_in_its_rear() -> None:
    fight = goblins_and_hero()
    elf, elves = number(fight, "elf"), number(fight, "elves")
    piece(fight, "goblins").ring = elf
    piece(fight, "elf").unbreakable = True
    piece(fight, "elves").x, piece(fight, "elves").y = inches(36), inches(30)
    struck = zone_of(fight, 0, piece(fight, "elves").point)
    assert struck == "rear"
    assert meet(fight, elves, 0, struck, charge=inches(5))
    assert flank_and_rear(fight, 0) == [elves]
    assert piece(fight, "elves").y == body(fight, 0).front[1] or body(fight, 0).box[3] == piece(fight, "elves").y


@pytest.mark.rule("tp.unit.engulf.reform")
def test_the_unit_forms_up_again_with_any_facing() -> None:
    fight = goblins_and_hero()
    elf = number(fight, "elf")
    piece(fight, "elves").fate = "slain"
    piece(fight, "goblins").ring = elf
    piece(fight, "elf").fate = "slain"
    with script(fight, answers=["90"]):
        assert leave(fight, elf) == [0]
    goblins = piece(fight, "goblins")
    assert (goblins.ring, goblins.facing) == (-1, 9000)
    assert body(fight, 0).width == inches(5)
    assert told(fight, FormedAgain)[0].facing == 9000


@pytest.mark.rule("tp.unit.engulf.shooting", "tp.shoot.disperse.friends")
@pytest.mark.parametrize(("check", "shot"), [([4, 4, 4, 4, 1, 1, 1], True), ([1, 1, 1, 1, 4, 4, 4], False)])
def test_arrows_at_a_ring_are_shared_with_the_friend_inside_it(check: list[int], shot: bool) -> None:
    fight = scene(
        unit("goblins", (36, 20), models=20, files=5, figure=ROUND),
        hero("elf", (36, 20), facing=180, side=1, figure=LORD),
        unit("archers", (36, 34), facing=180, side=1, models=4, files=4, figure=foot(weapons=("bow",))),
        active=1, phase="shooting", points=5000,
    )  # fmt: skip
    contact(fight, "goblins", "elf", rounds=1)
    piece(fight, "goblins").ring = number(fight, "elf")
    # 4 hits of which a six strikes the elf, then the damage dice of goblins and elf
    with script(fight, dice=[*check, *([6, 6, 6, 6, 1, 5, 5, 6, 6, 6, 6, 6] if shot else [])]):
        volley(fight, number(fight, "archers"), number(fight, "goblins"))
    assert (piece(fight, "goblins").models, piece(fight, "elf").hurt) == ((17, 1) if shot else (20, 0))
