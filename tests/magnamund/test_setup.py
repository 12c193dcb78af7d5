"""Before the first turn: sides, placing, hiding, leaders."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from warhost.engine.book import Unknown
from warhost.rulebooks.magnamund.encounter import DEFAULT_VICTORY, CharacterEntry, Encounter, Force, UnitEntry, Zone
from warhost.rulebooks.magnamund.events import LeaderNamed, Placed, Revealed, SidesChosen
from warhost.rulebooks.magnamund.placing import Place
from warhost.rulebooks.magnamund.setting import Fight

from .opening import in_rows, opening
from .scene import asks, at, board, book, happened, piece, play, refusal


def force(id: str, edge: str, *entries: UnitEntry | CharacterEntry, **more: Any) -> Force:
    units = tuple(entry for entry in entries if isinstance(entry, UnitEntry))
    characters = tuple(entry for entry in entries if isinstance(entry, CharacterEntry))
    alignment = "good" if id == "ours" else "evil"
    plain = Force(id=id, title=id, alignment=alignment, home_edge=edge, units=units, characters=characters)  # type: ignore[arg-type]
    return msgspec.structs.replace(plain, **more)


def company(id: str, **changes: Any) -> UnitEntry:
    entry = UnitEntry(
        id=id, title=id, count=3, sheet="human", training="regular", armour="mail", weapons=("sword",), facing="N"
    )
    return msgspec.structs.replace(entry, **changes)


def clash(ours: Force | None = None, theirs: Force | None = None, **changes: Any) -> Encounter:
    """A home-made battle on 30 by 20 squares, head-on."""
    encounter = Encounter(
        id="clash",
        title="Clash",
        story="",
        board=board(30, 20),
        forces=(
            ours or force("ours", "S", company("men")),
            theirs or force("theirs", "N", company("giaks", sheet="giak", facing="S")),
        ),
    )
    return msgspec.structs.replace(encounter, **changes)


def at_placing(encounter: str | Encounter, **options: str) -> Fight:
    fight = opening(encounter, **options)
    fight.state.phase = "placing"
    return fight


# Choosing


@pytest.mark.rule("mag.setup.choose_encounter")
def test_the_players_choose_among_four_encounters_the_simplest_first() -> None:
    names = [scenario.id for scenario in book().scenarios()]
    assert names[0] == "mill_farm"
    assert sorted(names) == ["forest_road", "gourgaz_bridge", "mill_farm", "princes_stand"]
    with pytest.raises(Unknown, match="no scenario of Battle for Magnamund is called 'mil_farm'"):
        book().setup("mil_farm", {})


@pytest.mark.rule("mag.setup.choose_encounter", "mag.setup.training_noted")
def test_an_encounter_names_training_leaders_board_zones_and_victory() -> None:
    for scenario in book().scenarios():
        setting = opening(scenario.id).setting
        encounter = setting.encounter
        assert all(side.leader in setting.group for side in setting.sides)
        assert all(entry.deploy is not None for side in setting.sides for entry in side.entries())
        assert encounter.victory.at_once or encounter.victory.at_end
        assert {unit.entry.training for unit in setting.units} <= {"veteran", "regular", "poor"}  # type: ignore[union-attr]
        for figure in setting.figures:
            if isinstance(figure.entry, UnitEntry):
                assert figure.training == figure.entry.training


@pytest.mark.rule("mag.setup.training_noted")
def test_training_is_part_of_what_a_piece_is_and_not_of_what_changes() -> None:
    fight = opening("forest_road")
    assert fight.setting.figures[fight.setting.number["rangers-1"]].training == "veteran"
    assert fight.setting.figures[fight.setting.number["spearmen_north-1"]].training == "poor"
    assert not hasattr(fight.state.pieces[0], "training")
    assert not hasattr(fight.state.units[0], "training")


@pytest.mark.rule("mag.setup.sides")
def test_there_are_two_armies_good_humans_against_evil_giaks() -> None:
    for scenario in book().scenarios():
        sides = opening(scenario.id).setting.sides
        assert [(side.id, side.alignment) for side in sides] == [("sommerlund", "good"), ("darklords", "evil")]


@pytest.mark.rule("mag.setup.scope")
def test_there_is_no_magic_in_the_basic_game_and_nobody_tests_for_it() -> None:
    library = book().library
    assert not [rule.id for rule in library.rules if ".magic." in rule.id and "trigger" not in rule.id]
    spells = {skill.id for skills in library.tables.skills.values() for skill in skills.skills}
    assert {"mind_blast", "sixth_sense", "rally", "brutality"} <= spells  # psychic powers and tricks are in play
    assert sorted(library.sheets) == ["cavalry", "giak", "gourgaz", "human", "wolfrider"]


@pytest.mark.rule("mag.setup.choose_side")
def test_the_higher_die_picks_a_side_and_ties_are_thrown_again() -> None:
    fight = opening("mill_farm", sides="rolled")
    events = play(fight, answers=["darklords"], dice=[4, 4, 9, 2])
    assert happened(events, SidesChosen) == [SidesChosen("mag.setup.choose_side", 0, 1)]
    assert fight.state.commanders == (1, 0)
    other = opening("mill_farm", sides="rolled")
    assert asks(other, dice=[2, 9]).side == 1
    play(other, answers=["darklords"], dice=[2, 9])
    assert other.state.commanders == (0, 1)


@pytest.mark.rule("mag.setup.choose_side")
def test_by_agreement_no_die_is_thrown() -> None:
    fight = opening("mill_farm")
    play(fight)
    assert (fight.state.commanders, fight.state.phase) == ((0, 1), "skills")


# Placing


@pytest.mark.rule("mag.setup.place_pieces")
def test_the_lower_die_places_his_whole_side_first() -> None:
    for dice, first in (([3, 7], "spearmen"), ([7, 3], "swordsmen"), ([5, 5, 7, 3], "swordsmen")):
        assert asks(at_placing("mill_farm"), dice=dice).about == first
    fight = at_placing("mill_farm")
    play(fight, answers=[in_rows(fight, "spearmen", x=5, y=1, width=4)], dice=[1, 2])
    assert asks(fight).about == "longbowmen"
    play(fight, answers=[in_rows(fight, "longbowmen", x=9, y=1, width=3)])
    assert asks(fight).about == "swordsmen"


@pytest.mark.rule("mag.setup.place_pieces")
def test_with_sides_exchanged_the_lower_die_still_means_the_player_who_threw_it() -> None:
    fight = at_placing("mill_farm")
    fight.state.commanders = (1, 0)
    question = asks(fight, dice=[3, 7])
    assert (question.about, question.side) == ("swordsmen", 0)


@pytest.mark.rule("mag.setup.place_pieces")
def test_a_unit_is_placed_coherent_in_its_zone_and_with_the_facing_given() -> None:
    fight = at_placing("mill_farm")
    good = in_rows(fight, "spearmen", x=5, y=1, width=4)

    def with_one_at(x: int, y: int) -> dict[str, Any]:
        return {"at": {**good["at"], "spearmen-8": [x, y]}, "hidden": []}

    assert refusal(fight, good, dice=[1, 2]) == ""
    assert refusal(fight, with_one_at(8, 3), dice=[1, 2]) == ""  # by a corner
    assert refusal(fight, with_one_at(9, 3), dice=[1, 2]) == "mag.unit.coherency"
    assert refusal(fight, with_one_at(5, 4), dice=[1, 2]) == "mag.setup.place_pieces"  # out of the zone
    assert refusal(fight, with_one_at(5, 1), dice=[1, 2]) == "mag.setup.place_pieces"  # taken
    assert refusal(fight, {"at": {"spearmen-1": [5, 1]}}, dice=[1, 2]) == "mag.setup.place_pieces"
    events = play(fight, answers=[good], dice=[1, 2])
    assert happened(events, Placed)[0].facing == "N"
    assert at(fight, "spearmen-8") == (8, 2)


@pytest.mark.rule("mag.setup.place_pieces", "mag.piece.footprint")
def test_a_rider_is_placed_with_both_squares_in_the_zone() -> None:
    fight = at_placing("gourgaz_bridge")
    fight.state.placing = (0, 1)
    for name, x, y in (("halberdiers", 9, 9), ("crossbowmen", 9, 11)):
        play(fight, answers=[in_rows(fight, name, x=x, y=y, width=5)])
    assert asks(fight).about == "lancers"
    assert refusal(fight, in_rows(fight, "lancers", x=9, y=6, width=4)) == ""
    assert refusal(fight, in_rows(fight, "lancers", x=9, y=5, width=4)) == "mag.setup.place_pieces"
    assert refusal(fight, in_rows(fight, "lancers", x=9, y=6, width=2)) == "mag.setup.place_pieces"


@pytest.mark.rule("mag.setup.place_pieces")
def test_nobody_is_placed_where_he_cannot_stand() -> None:
    wet = clash(board=board(30, 20, water=[(10, 2)]))
    fight = at_placing(wet)
    fight.state.placing = (0, 1)
    order = in_rows(fight, "men", x=9, y=2, width=3)
    assert refusal(fight, order) == "mag.setup.place_pieces"


@pytest.mark.rule("mag.setup.place_pieces")
def test_a_placing_that_leaves_no_room_for_the_rest_is_refused() -> None:
    zone = Zone((1, 4), (1, 2))
    ours = force("ours", "S", company("men", count=2, deploy=zone), company("others", count=5, deploy=zone))
    fight = at_placing(clash(ours))
    fight.state.placing = (0, 1)
    middle = {"at": {"men-1": [2, 1], "men-2": [2, 2]}}
    corner = {"at": {"men-1": [1, 1], "men-2": [1, 2]}}
    assert refusal(fight, middle) == "mag.setup.place_pieces"
    assert refusal(fight, corner) == ""


@pytest.mark.rule("mag.setup.place_pieces")
def test_squares_that_the_encounter_fixes_are_not_asked_for() -> None:
    fight = at_placing(clash(force("ours", "S", company("men", at=((7, 3), (8, 3), (9, 3))))))
    fight.state.placing = (0, 1)
    play(fight)
    assert [at(fight, f"men-{n}") for n in (1, 2, 3)] == [(7, 3), (8, 3), (9, 3)]


@pytest.mark.rule("mag.setup.deploy_strips")
def test_without_zones_each_side_has_the_strip_along_its_long_edge() -> None:
    fight = at_placing(clash())
    question = asks(fight, dice=[1, 2])
    assert isinstance(question, Place)
    squares = question.outline()["men-1"]
    assert (min(squares), max(squares), len(squares)) == ((5, 1), (26, 4), 88)
    assert refusal(fight, in_rows(fight, "men", x=24, y=4, width=3), dice=[1, 2]) == ""
    assert refusal(fight, in_rows(fight, "men", x=25, y=4, width=3), dice=[1, 2]) == "mag.setup.place_pieces"
    north = asks(fight, dice=[2, 1]).outline()["giaks-1"]  # type: ignore[attr-defined]
    assert (min(north), max(north)) == ((5, 17), (26, 20))


@pytest.mark.rule("mag.setup.board_layout")
def test_the_board_is_laid_out_as_the_encounter_shows_it() -> None:
    setting = opening("gourgaz_bridge").setting
    assert (setting.board.width, setting.board.height) == (24, 28)
    assert setting.board.terrain[setting.board.square(3, 19)] == "trees"
    own = opening(clash(board=board(30, 20, rocks=[(15, 10)]))).setting
    assert own.board.terrain[own.board.square(15, 10)] == "rocks"


# Hiding


def on_the_road() -> Fight:
    """The Forest Road with Sommerlund in place, the spearmen of the north wood next."""
    fight = at_placing("forest_road")
    lone_wolf = {"at": {"lone_wolf": [3, 11]}}
    play(fight, answers=[in_rows(fight, "rangers", x=1, y=10, width=2)])
    play(fight, answers=[lone_wolf])
    return fight


@pytest.mark.rule("mag.setup.place_pieces", "mag.setup.hidden")
def test_the_side_that_cannot_hide_is_placed_first_without_a_die() -> None:
    assert asks(at_placing("forest_road")).about == "rangers"
    assert asks(on_the_road()).about == "spearmen_north"


@pytest.mark.rule("mag.setup.hidden")
def test_hidden_pieces_are_noted_secretly_and_stay_off_the_board() -> None:
    fight = on_the_road()
    order = {**in_rows(fight, "spearmen_north", x=14, y=14, width=2), "hidden": True}
    inside = {name: [x, y] for name, (x, y) in order["at"].items()}
    inside |= {"spearmen_north-7": [16, 15], "spearmen_north-8": [16, 14]}
    order["at"] = inside
    assert refusal(fight, order) == ""
    events = play(fight, answers=[order])
    assert [event.hidden for event in happened(events, Placed)] == [True]
    assert [told.audience for told in fight.told if isinstance(told.event, Placed) and told.event.hidden] == [1]
    assert piece(fight, "spearmen_north-1").fate == "hidden"
    assert fight.setting.number["spearmen_north-1"] not in fight.state.occupied


@pytest.mark.rule("mag.setup.hidden")
def test_nobody_hides_where_an_enemy_sees_him_or_off_the_trees_or_without_leave() -> None:
    fight = on_the_road()
    row = in_rows(fight, "spearmen_north", x=13, y=13, width=4)
    assert refusal(fight, {**row, "hidden": ["spearmen_north-1"]}) == "mag.setup.hidden"  # the edge of the wood
    assert refusal(fight, {**row, "hidden": ["spearmen_north-7"]}) == ""
    assert refusal(fight, {**row, "hidden": ["wolfriders-1"]}) == "mag.setup.hidden"
    assert refusal(fight, {**row, "hidden": [["spearmen_north-1"]]}) == "mag.setup.hidden"
    assert refusal(fight, {**row, "hidden": 7}) == "mag.setup.hidden"
    play(fight, answers=[row])
    play(fight, answers=[in_rows(fight, "archers_south", x=15, y=7, width=3)])
    riders = {"at": {f"wolfriders-{n}": [25, 8 + n] for n in (1, 2, 3, 4)}}
    assert refusal(fight, riders) == ""
    assert refusal(fight, {**riders, "hidden": True}) == "mag.setup.hidden"


@pytest.mark.rule("mag.setup.hidden")
def test_the_referee_offers_placings_that_hide_whoever_can() -> None:
    fight = on_the_road()
    question = asks(fight)
    offers = question.suggest()
    assert max(len(offer["hidden"]) for offer in offers) >= 6
    assert [question.refuse(offer) for offer in offers] == [None] * len(offers)


@pytest.mark.rule("mag.setup.hidden")
def test_only_trees_hide_on_the_forest_road() -> None:
    open_wood = msgspec.structs.replace(
        book().library.encounters["forest_road"], board=board(30, 22, trees=[(13, y) for y in range(1, 23)])
    )
    fight = at_placing(open_wood)
    play(fight, answers=[in_rows(fight, "rangers", x=1, y=10, width=2)])
    play(fight, answers=[{"at": {"lone_wolf": [3, 11]}}])
    row = in_rows(fight, "spearmen_north", x=13, y=13, width=4)
    assert refusal(fight, {**row, "hidden": ["spearmen_north-2"]}) == "mag.setup.hidden"  # open, though unseen
    anywhere = msgspec.structs.replace(open_wood, hide_on=())
    free = at_placing(anywhere)
    free.state = fight.state.copy()
    assert refusal(free, {**row, "hidden": ["spearmen_north-2"]}) == ""


@pytest.mark.rule("mag.setup.hidden")
def test_if_both_sides_may_hide_the_first_to_do_so_is_shown_where_the_second_sees_him() -> None:
    trees = board(30, 20, trees=[(x, 4) for x in range(5, 27) if x != 10])
    both = clash(
        force("ours", "S", company("men", may_hide=True)),
        force("theirs", "N", company("giaks", sheet="giak", facing="S", may_hide=True)),
        board=trees,
    )
    fight = at_placing(both)
    play(fight, answers=[{**in_rows(fight, "men", x=9, y=3, width=3), "hidden": True}], dice=[1, 2])
    play(fight, answers=[in_rows(fight, "giaks", x=9, y=17, width=3)])
    events = play(fight)
    assert [event.piece for event in happened(events, Revealed)] == ["men-2"]  # through the gap in the trees
    assert (piece(fight, "men-1").fate, fight.state.phase) == ("hidden", "leaders")


# Leaders


@pytest.mark.rule("mag.setup.leader")
def test_where_the_encounter_names_a_unit_its_player_marks_one_piece() -> None:
    fight = opening("mill_farm")
    fight.state.phase = "leaders"
    question = asks(fight)
    assert question.options == [f"spearmen-{n}" for n in range(1, 9)]  # type: ignore[attr-defined]
    assert refusal(fight, "longbowmen-1") == "mag.setup.leader"
    events = play(fight, answers=["spearmen-3", "swordsmen-12"])
    assert happened(events, LeaderNamed) == [
        LeaderNamed("mag.setup.leader", 0, "spearmen-3"),
        LeaderNamed("mag.setup.leader", 1, "swordsmen-12"),
    ]


@pytest.mark.rule("mag.setup.leader")
def test_where_the_encounter_names_a_hero_nobody_is_asked() -> None:
    fight = opening("princes_stand")
    fight.state.phase = "leaders"
    play(fight)
    assert [fight.setting.name(n) for n in fight.state.leaders] == ["prince_pelathar", "kootak"]


@pytest.mark.rule("mag.setup.leader")
def test_in_a_home_made_battle_any_piece_will_do() -> None:
    fight = opening(clash())
    fight.state.phase = "leaders"
    play(fight, answers=["men-2", "giaks-3"])
    assert [fight.setting.name(n) for n in fight.state.leaders] == ["men-2", "giaks-3"]
    assert clash().victory == DEFAULT_VICTORY
