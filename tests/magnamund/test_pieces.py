"""Pieces and armies: what they fill, what they carry, whose sheet counts, who fights beside whom."""

from __future__ import annotations

import msgspec
import pytest

from warhost.rulebooks.magnamund.aiming import missile_weapons
from warhost.rulebooks.magnamund.encounter import Force
from warhost.rulebooks.magnamund.encounter_checks import encounter_faults
from warhost.rulebooks.magnamund.events import Attacked, Fired, Slain
from warhost.rulebooks.magnamund.library import Library
from warhost.rulebooks.magnamund.pieces import squares_of

from .gunnery import reasons, shot
from .marching import field, walk
from .opening import opening
from .scene import alive, asks, board, book, happened, hero, number, piece, play, refusal, scene, unit

BOW = ["longbow", "sword"]


# On the board


@pytest.mark.rule("mag.piece.footprint")
@pytest.mark.parametrize(("facing", "rear"), [("N", (5, 4)), ("E", (4, 5)), ("S", (5, 6)), ("W", (6, 5))])
def test_a_rider_fills_his_front_square_and_the_one_behind_it(facing: str, rear: tuple[int, int]) -> None:
    fight = scene(
        unit("riders", [(5, 5)], sheet="cavalry", weapons=["lance"], facing=facing), unit("men", [(9, 9)])
    )
    assert [fight.setting.board.xy(s) for s in squares_of(fight, number(fight, "riders-1"))] == [(5, 5), rear]
    assert [fight.setting.board.xy(s) for s in squares_of(fight, number(fight, "men-1"))] == [(9, 9)]
    assert fight.state.occupied.count(number(fight, "riders-1")) == 2


@pytest.mark.rule("mag.piece.footprint")
def test_a_gourgaz_and_a_mounted_prince_fill_two_squares_too() -> None:
    fight = scene(
        hero("prince_pelathar", (5, 5)), hero("beast", (9, 9), side="theirs", sheet="gourgaz", weapons=["axe"])
    )
    assert len(squares_of(fight, number(fight, "prince_pelathar"))) == 2
    assert len(squares_of(fight, number(fight, "beast"))) == 2


@pytest.mark.rule("mag.piece.facing")
def test_every_piece_looks_over_one_edge_and_is_struck_from_there_at_the_front() -> None:
    def bonus(facing: str) -> list[int]:
        fight = scene(unit("men", [(5, 5)]), unit("giaks", [(5, 6)], side="theirs", facing=facing), phase="combat")
        (blow,) = happened(play(fight, answers=["men", {"men-1": "giaks-1"}], dice=[100]), Attacked)
        return [step.amount for step in blow.because if step.rule == "mag.combat.mod.flank_rear"]

    assert {facing: bonus(facing) for facing in "NESW"} == {"S": [], "E": [10], "W": [10], "N": [15]}


# What they carry


@pytest.mark.rule("mag.piece.weapons_carried")
def test_an_archer_who_shot_and_was_run_into_fights_with_his_sword_at_no_penalty() -> None:
    fight = scene(
        unit("archers", [(5, 5)], weapons=BOW),
        unit("giaks", [(5, 10)], side="theirs", armour="leather"),
        unit("far", [(20, 20)], side="theirs"),
    )
    events = play(fight, answers=["archers", {"archers-1": "giaks-1"}], dice=[100])
    assert happened(events, Fired)[0].weapon == "longbow"
    fight.state.phase, fight.state.half = "movement", 1
    play(fight, answers=["giaks", {"giaks-1": "FFFF"}])
    fight.state.phase, fight.state.half = "combat", 0
    events = play(fight, answers=["archers", {"archers-1": "giaks-1"}], dice=[100])
    (blow,) = happened(events, Attacked)
    human = book().library.sheets["human"]
    assert blow.chance == human.combat["sword"]["leather"]
    assert [step.rule for step in blow.because] == ["mag.combat.basic"]


@pytest.mark.rule("mag.piece.weapons_carried")
def test_the_bow_is_for_shooting_and_the_sword_for_combat() -> None:
    fight = scene(
        unit("archers", [(5, 5)], weapons=BOW), unit("men", [(9, 5)]), unit("giaks", [(7, 12)], side="theirs")
    )
    assert missile_weapons(fight, number(fight, "archers-1")) == ["longbow"]
    assert missile_weapons(fight, number(fight, "men-1")) == []
    assert refusal(fight, "men") == "mag.turn.phase1"


@pytest.mark.rule("mag.piece.weapons_carried")
def test_a_soldier_carries_a_hand_weapon_and_at_most_one_missile_weapon() -> None:
    weapons = book().library.weapons
    for scenario in book().scenarios():
        for group in opening(scenario.id).setting.units:
            kinds = sorted(weapons[weapon].kind for weapon in group.entry.weapons)
            assert kinds in (["combat"], ["combat", "missile"])


@pytest.mark.rule("mag.piece.as_shown")
def test_weapons_and_armour_are_those_of_the_type_and_cannot_be_claimed_otherwise() -> None:
    fight = scene(unit("men", [(5, 5)], armour="plate", shield=True), unit("giaks", [(5, 12)], side="theirs"))
    figure = fight.setting.figures[number(fight, "men-1")]
    assert (figure.armour, figure.shield, piece(fight, "men-1").weapons) == ("plate", True, ("sword",))
    fight = scene(unit("archers", [(5, 5)], weapons=BOW), unit("giaks", [(5, 12)], side="theirs", armour="mail"))
    assert shot(fight, "archers-1", "giaks-1").tally.steps[0].amount == 17  # longbow against mail, on the sheet
    with pytest.raises(AttributeError):
        piece(fight, "archers-1").armour = "none"  # type: ignore[attr-defined]


@pytest.mark.rule("mag.piece.as_shown")
def test_only_a_kai_lords_weapon_discipline_changes_what_he_carries() -> None:
    fight = opening("forest_road")
    fight.state.phase = "skills"
    assert "weapon_skill_longbow" in asks(fight).options  # type: ignore[attr-defined]
    play(fight, answers=[["weapon_skill_longbow"]])
    assert piece(fight, "lone_wolf").weapons == ("longbow", "sword")
    assert piece(fight, "rangers-1").weapons == ("longbow", "sword")
    plain = opening("forest_road")
    plain.state.phase = "skills"
    play(plain, answers=[["tracking"]])
    assert piece(plain, "lone_wolf").weapons == ("sword",)


# Whose sheet counts


@pytest.mark.rule("mag.army.play_sheet")
def test_the_movers_own_sheet_says_what_a_step_costs() -> None:
    rocks = board(rocks=[(5, 6), (9, 6)])
    men = field(unit("men", [(5, 5)]), on=rocks)
    giaks = field(unit("giaks", [(9, 5)], side="theirs", facing="N"), on=rocks, active="theirs")
    assert (walk(men, "men-1", "F")[2], walk(giaks, "giaks-1", "F")[2]) == (3, 2)


@pytest.mark.rule("mag.army.play_sheet")
def test_the_firers_own_sheet_gives_the_percentage_and_the_targets_own_sheet_its_cover() -> None:
    wall = board(edges=[("low_wall", "S", [(5, 12)])])
    archers = unit("archers", [(5, 6)], weapons=BOW)
    giak = scene(archers, unit("target", [(5, 12)], side="theirs"), on=wall)
    beast = scene(
        archers, hero("target-1", (5, 12), side="theirs", sheet="gourgaz", weapons=["axe"], armour="mail"), on=wall
    )
    assert shot(giak, "archers-1", "target-1").tally.steps[0].amount == 17
    # Medium cover for a Giak behind a low wall, light for a Gourgaz.
    assert [reasons(fight, "archers-1", "target-1")["mag.fire.mod.cover"] for fight in (giak, beast)] == [-4, -2]


@pytest.mark.rule("mag.army.play_sheet")
def test_a_giak_and_a_human_shoot_by_different_charts() -> None:
    pair = scene(
        unit("archers", [(5, 5)], weapons=["short_bow", "sword"]),
        unit("giaks", [(5, 10)], side="theirs", weapons=["short_bow", "dagger"]),
    )
    assert shot(pair, "archers-1", "giaks-1").tally.steps[0].amount == 13
    assert shot(pair, "giaks-1", "archers-1").tally.steps[0].amount == 12


@pytest.mark.rule("mag.army.play_sheet")
def test_the_targets_sheet_says_what_a_hit_does() -> None:
    fight = scene(
        unit("archers", [(5, 5)], weapons=BOW), unit("giaks", [(5, 10)], side="theirs"),
        unit("far", [(20, 20)], side="theirs"),
    )  # fmt: skip
    assert happened(play(fight, answers=["archers", {"archers-1": "giaks-1"}], dice=[1]), Slain)
    assert not alive(fight, "giaks-1")
    monster = scene(
        unit("archers", [(5, 5)], weapons=BOW),
        hero("beast", (5, 10), side="theirs", sheet="gourgaz", weapons=["axe"], armour="mail"),
    )
    play(monster, answers=["archers", {"archers-1": "beast"}], dice=[1, 1, 1])  # a place and a severity
    assert alive(monster, "beast")


# Alignment


def faults(*alignments: str) -> list[str]:
    """What is wrong with a good army of units of these alignments."""
    library = book().library
    sheets = dict(library.sheets)
    plain = sheets["human"]
    units = list(library.encounters["mill_farm"].forces[0].units)
    entries = []
    for index, alignment in enumerate(alignments):
        name = f"folk{index}"
        sheets[name] = msgspec.structs.replace(plain, id=name, alignment=alignment)
        entries.append(msgspec.structs.replace(units[0], id=name, count=2, sheet=name))
    first, second = library.encounters["mill_farm"].forces
    army: Force = msgspec.structs.replace(first, units=tuple(entries), leader=entries[0].id)
    own = msgspec.structs.replace(library.encounters["mill_farm"], forces=(army, second))
    changed: Library = msgspec.structs.replace(library, sheets=sheets)
    return [expected for _, expected in encounter_faults(own, changed) if "in this army" in expected]


@pytest.mark.rule("mag.army.alignment")
def test_neutrals_fight_on_either_side_but_good_and_evil_never_together() -> None:
    assert faults("good", "neutral") == []
    assert faults("good", "good") == []
    assert faults("good", "neutral", "evil") == ["expected good or neutral in this army, got evil"]
    assert faults("neutral", "neutral") == []


@pytest.mark.rule("mag.army.alignment")
def test_each_race_and_hero_has_its_alignment() -> None:
    library = book().library
    assert {name: sheet.alignment for name, sheet in library.sheets.items()} == {
        "human": "good", "cavalry": "good", "giak": "evil", "wolfrider": "evil", "gourgaz": "evil",
    }  # fmt: skip
    assert {name: card.alignment for name, card in library.heroes.items()} == {
        "lone_wolf": "good", "prince_pelathar": "good", "kootak": "evil",
    }  # fmt: skip
