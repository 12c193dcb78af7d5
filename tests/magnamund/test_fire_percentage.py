"""The percentage of a shot: weapon against armour, modifiers, range, the roll and what it does."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from warhost.rulebooks.magnamund.aiming import targets_of
from warhost.rulebooks.magnamund.events import Fired, Missed, Slain, Wounded
from warhost.rulebooks.magnamund.setting import Fight

from .gunnery import chance, reasons, shot
from .scene import alive, at, board, happened, hero, number, piece, play, scene, standing, unit

BOW = ["longbow", "sword"]
FIRE = ["archers", {"archers-1": "giaks-1"}]


def duel(squares: int = 5, *, firer: dict[str, Any] | None = None, on: Any = None, **target: Any) -> Fight:
    """A human with a longbow at (3,1) facing north, and a Giak so many squares away."""
    return scene(
        unit("archers", [(3, 1)], **{"weapons": BOW, **(firer or {})}),
        unit("giaks", [(3, 1 + squares)], side="theirs", **target),
        on=on,
        phase="second firing",
    )


@pytest.mark.rule("mag.fire.procedure", "mag.sheet.human", "mag.fire.roll")
def test_the_example_of_the_rulebook() -> None:
    fight = duel(13, shield=True, all=standing(moved=True))
    events = play(fight, answers=FIRE, dice=[56])
    (fired,) = happened(events, Fired)
    assert [(step.figure, step.rule) for step in fired.because] == [
        ("17", "mag.fire.basic"),
        ("-2", "mag.fire.mod.target_moved"),
        ("-1", "mag.fire.mod.shield"),
        ("÷2", "mag.fire.range_divisor"),
    ]
    assert fired.chance == 7
    assert happened(events, Missed) and alive(fight, "giaks-1")


@pytest.mark.rule("mag.fire.procedure", "mag.fire.roll", "mag.fire.kill")
@pytest.mark.parametrize(("die", "hit"), [(7, True), (8, False), (1, True), (100, False)])
def test_a_roll_not_above_the_final_percentage_hits(die: int, hit: bool) -> None:
    fight = duel(13, shield=True, all=standing(moved=True))
    play(fight, answers=FIRE, dice=[die])
    assert alive(fight, "giaks-1") is not hit


@pytest.mark.rule("mag.fire.procedure", "mag.fire.range_divisor")
def test_at_long_range_a_third_rounded_down() -> None:
    assert chance(duel(15, shield=True, all=standing(moved=True)), "archers-1", "giaks-1") == 4  # 14 / 3


@pytest.mark.rule("mag.fire.range_divisor")
@pytest.mark.parametrize(("squares", "percent"), [(7, 17), (8, 8), (14, 8), (15, 5), (20, 5)])
def test_17_is_8_at_medium_and_5_at_long_range(squares: int, percent: int) -> None:
    assert chance(duel(squares), "archers-1", "giaks-1") == percent


@pytest.mark.rule("mag.fire.range_divisor")
def test_a_head_wound_halves_what_is_left_after_range() -> None:
    fight = scene(
        hero("lone_wolf", (3, 1), weapons=["longbow", "sword"], now=standing(wounds=[("head", "wound")])),
        unit("giaks", [(3, 14)], side="theirs"),
    )
    assert chance(fight, "lone_wolf", "giaks-1") == 5  # (17 + 3) / 2, halved again


HUMAN = {
    "longbow": (30, 23, 17, 10),
    "short_bow": (25, 19, 13, 7),
    "crossbow": (44, 38, 32, 24),
    "sling": (18, 13, 9, 5),
    "javelin": (28, 21, 15, 9),
    "arquebus": (46, 42, 38, 32),  # of the dwarves, on no sheet yet
}
GIAK = {
    "short_bow": (22, 17, 12, 6),
    "crossbow": (40, 34, 28, 20),
    "sling": (17, 12, 8, 4),
    "javelin": (26, 19, 13, 8),
}
ARMOURS = ("none", "leather", "mail", "plate")


@pytest.mark.rule(
    "mag.fire.basic", "mag.sheet.human", "mag.armour.none", "mag.armour.leather", "mag.armour.mail",
    "mag.armour.plate", "mag.weapon.longbow", "mag.weapon.short_bow", "mag.weapon.crossbow", "mag.weapon.sling",
    "mag.weapon.javelin", "mag.weapon.arquebus",
)  # fmt: skip
@pytest.mark.parametrize(("weapon", "row"), HUMAN.items())
def test_human_missiles_against_each_armour(weapon: str, row: tuple[int, ...]) -> None:
    for armour, percent in zip(ARMOURS, row, strict=True):
        fight = duel(3, firer={"weapons": [weapon, "sword"]}, armour=armour)
        assert chance(fight, "archers-1", "giaks-1") == percent, armour
        events = play(fight, answers=FIRE, dice=[percent])
        assert happened(events, Slain)


@pytest.mark.rule("mag.fire.basic", "mag.sheet.giak")
@pytest.mark.parametrize(("weapon", "row"), GIAK.items())
def test_giak_missiles_against_each_armour(weapon: str, row: tuple[int, ...]) -> None:
    for armour, percent in zip(ARMOURS, row, strict=True):
        fight = scene(
            unit("humans", [(3, 1)], armour=armour),
            unit("giaks", [(3, 4)], side="theirs", weapons=[weapon, "sword"]),
        )
        assert chance(fight, "giaks-1", "humans-1") == percent, armour


@pytest.mark.rule("mag.sheet.giak", "mag.weapon.longbow")
def test_giaks_have_no_longbow() -> None:
    fight = scene(unit("humans", [(3, 1)]), unit("giaks", [(3, 4)], side="theirs", weapons=BOW))
    with pytest.raises(LookupError, match="longbow stands on no chart of giak"):
        targets_of(fight, number(fight, "giaks-1"), "longbow")


@pytest.mark.rule("mag.armour.none", "mag.armour.plate")
def test_heroes_wear_what_their_cards_show() -> None:
    """Lone Wolf wears nothing, Pelathar and Kootak wear plate."""
    giaks = unit("giaks", [(3, 5), (9, 5)], side="theirs", weapons=["short_bow", "sword"])
    fight = scene(hero("lone_wolf", (3, 1)), hero("prince_pelathar", (9, 2)), giaks, phase="first firing")
    assert chance(fight, "giaks-1", "lone_wolf") == 22
    assert chance(fight, "giaks-2", "prince_pelathar") == 6 - 1 + 2  # plate, shield, mounted
    fight = scene(unit("archers", [(3, 1)], weapons=BOW), hero("kootak", (3, 5), side="theirs"))
    assert chance(fight, "archers-1", "kootak") == 10 - 1


@pytest.mark.rule("mag.fire.roll", "mag.fire.kill")
def test_a_hit_kills_a_soldier_at_once_but_sends_a_hero_to_the_hit_chart() -> None:
    fight = duel()
    events = play(fight, answers=FIRE, dice=[17])
    assert [(slain.piece, slain.by, slain.rule) for slain in happened(events, Slain)] == [
        ("giaks-1", "archers-1", "mag.fire.kill")
    ]
    assert fight.state.occupied[fight.setting.board.square(3, 6)] == -1
    fight = scene(unit("archers", [(3, 1)], weapons=BOW), hero("kootak", (3, 5), side="theirs", skills=[]))
    fight.state.pieces[number(fight, "kootak")].skills = ()
    events = play(fight, answers=["archers", {"archers-1": "kootak"}], dice=[9, 50, 30])
    assert [(wound.location, wound.severity) for wound in happened(events, Wounded)] == [("legs", "wound")]
    assert alive(fight, "kootak")


@pytest.mark.rule("mag.fire.modifiers")
def test_nothing_is_added_where_nothing_applies() -> None:
    assert reasons(duel(), "archers-1", "giaks-1") == {}


@pytest.mark.rule("mag.fire.modifiers")
def test_all_modifiers_that_apply_are_added_before_dividing() -> None:
    hill = board(scrub=[(3, 14)], hilltop=[(3, 1)])
    fight = scene(
        unit("archers", [(3, 1)], weapons=BOW, training="veteran", all=standing(moved=True)),
        unit("wolves", [(3, 14)], side="theirs", sheet="wolfrider", shield=True, all=standing(moved=True)),
        on=hill,
        phase="second firing",
    )
    assert reasons(fight, "archers-1", "wolves-1") == {
        "mag.fire.mod.target_moved": -2,
        "mag.fire.mod.shield": -1,
        "mag.fire.mod.cover": -2,
        "mag.fire.mod.training": 3,
        "mag.fire.mod.firer_moved": -2,
        "mag.fire.mod.size": 2,
        "mag.fire.mod.height": 1,
    }
    assert chance(fight, "archers-1", "wolves-1") == (17 - 1) // 2


@pytest.mark.rule("mag.fire.modifiers")
def test_weapon_skill_and_camouflage() -> None:
    """+10 for the firer who knows this weapon, -2 against a Kai Lord who melts into the scrub."""
    archers = unit("giaks", [(3, 6)], side="theirs", weapons=["short_bow", "sword"])
    skilled = hero("lone_wolf", (3, 1), weapons=BOW, skills=["weapon_skill_longbow", "camouflage"])
    fight = scene(skilled, archers, on=board(scrub=[(3, 1)]))
    assert chance(fight, "lone_wolf", "giaks-1") == 17 + 3 + 10
    assert chance(fight, "giaks-1", "lone_wolf") == 22 - 2 - 2


@pytest.mark.rule("mag.fire.mod.target_moved")
def test_a_target_that_moved_this_turn_is_harder_to_hit() -> None:
    """In phase 1 nobody has moved yet, and turning on the spot is not moving."""
    archers = unit("archers", [(3, 1)], weapons=BOW)
    giaks = unit("giaks", [(3, 8)], side="theirs")
    fight = scene(archers, giaks, phase="movement", red="theirs", active="theirs")
    play(fight, answers=["giaks", {"giaks-1": "F"}])
    assert at(fight, "giaks-1") == (3, 7)
    play(fight, answers=["done"])
    events = play(fight, answers=FIRE, dice=[16])
    assert happened(events, Fired)[0].chance == 15
    assert alive(fight, "giaks-1")
    play(fight)  # the turn ends
    play(fight, dice=[9, 2])
    assert reasons(fight, "archers-1", "giaks-1") == {}  # he moved last turn

    fight = scene(archers, giaks, phase="movement", red="theirs", active="theirs")
    play(fight, answers=["giaks", {"giaks-1": "w"}])
    assert piece(fight, "giaks-1").facing == 3
    assert reasons(fight, "archers-1", "giaks-1") == {}


@pytest.mark.rule("mag.fire.mod.firer_moved")
def test_a_firer_who_left_his_square_shoots_worse() -> None:
    archers, giaks = unit("archers", [(3, 1)], weapons=BOW), unit("giaks", [(3, 9)], side="theirs")
    for path, percent in (("F", 15), ("wn", 17)):
        fight = scene(archers, giaks, phase="movement")
        play(fight, answers=["archers", {"archers-1": path}])
        assert shot(fight, "archers-1", "giaks-1").band == ("short" if path == "F" else "medium")
        assert chance(fight, "archers-1", "giaks-1") == (percent if path == "F" else percent // 2)


@pytest.mark.rule("mag.fire.mod.shield", "mag.armour.shield")
@pytest.mark.parametrize("facing", ["N", "E", "S", "W"])
def test_a_shield_helps_against_shots_from_every_direction(facing: str) -> None:
    fight = duel(shield=True, facing=facing, armour="none")
    assert reasons(fight, "archers-1", "giaks-1") == {"mag.fire.mod.shield": -1}
    assert chance(fight, "archers-1", "giaks-1") == 29  # with any armour or none


@pytest.mark.rule("mag.fire.mod.shield")
def test_poison_on_an_arrow_makes_nothing_of_a_soldiers_shield_and_armour() -> None:
    kootak = hero("kootak", (3, 6), side="theirs", weapons=["short_bow", "sword"])
    fight = scene(unit("swords", [(3, 1)], shield=True), hero("prince_pelathar", (5, 2)), kootak)
    assert chance(fight, "kootak", "swords-1") == 12 - 1 + 3  # only his sword is poisoned
    figure = fight.setting.figures[number(fight, "kootak")]
    assert figure.card is not None
    figure.card = msgspec.structs.replace(figure.card, poisoned=("short_bow",))
    assert chance(fight, "kootak", "swords-1") == 22 + 3
    assert chance(fight, "kootak", "prince_pelathar") == 6 - 1 + 3 + 2  # heroes keep their plate and shield


@pytest.mark.rule("mag.fire.mod.training")
@pytest.mark.parametrize(("training", "percent"), [("veteran", 20), ("regular", 17), ("poor", 14)])
def test_the_training_of_the_firer(training: str, percent: int) -> None:
    assert chance(duel(firer={"training": training}), "archers-1", "giaks-1") == percent


@pytest.mark.rule("mag.fire.mod.training")
def test_a_hero_shoots_like_a_veteran() -> None:
    fight = scene(hero("lone_wolf", (3, 1), weapons=BOW), unit("giaks", [(3, 6)], side="theirs"))
    assert reasons(fight, "lone_wolf", "giaks-1") == {"mag.fire.mod.training": 3}


@pytest.mark.rule("mag.fire.mod.cover")
def test_cover_counts_by_its_degree_and_only_the_best_of_two() -> None:
    wall = ("low_wall", "S", [(3, 6)])
    assert chance(duel(on=board(scrub=[(3, 6)])), "archers-1", "giaks-1") == 15
    assert chance(duel(on=board(rocks=[(3, 6)])), "archers-1", "giaks-1") == 13
    assert chance(duel(on=board(edges=[("arrow_slit", "S", [(3, 6)])])), "archers-1", "giaks-1") == 11
    assert chance(duel(on=board(scrub=[(3, 6)], edges=[wall])), "archers-1", "giaks-1") == 13


@pytest.mark.rule("mag.fire.mod.size")
def test_mounted_pieces_and_monsters_are_easy_targets() -> None:
    archers = unit("archers", [(3, 1)], weapons=BOW)
    fight = scene(archers, unit("wolves", [(3, 6)], side="theirs", sheet="wolfrider"))
    assert chance(fight, "archers-1", "wolves-1") == 19
    fight = scene(archers, hero("gourgaz", (3, 6), side="theirs", sheet="gourgaz", weapons=["claws"]))
    assert reasons(fight, "archers-1", "gourgaz") == {"mag.fire.mod.size": 4}


@pytest.mark.rule("mag.fire.mod.height")
def test_a_firer_above_his_target_shoots_better() -> None:
    assert chance(duel(on=board(hilltop=[(3, 1)])), "archers-1", "giaks-1") == 18
    assert chance(duel(on=board(slope=[(3, 1)])), "archers-1", "giaks-1") == 18
    assert chance(duel(on=board(hilltop=[(3, 1)], slope=[(3, 6)])), "archers-1", "giaks-1") == 18
    assert chance(duel(on=board(hilltop=[(3, 1), (3, 6)])), "archers-1", "giaks-1") == 17
    assert chance(duel(on=board(hilltop=[(3, 6)])), "archers-1", "giaks-1") == 17
