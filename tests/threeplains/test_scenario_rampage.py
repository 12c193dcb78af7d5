"""Rampage: the smaller army knows its enemy, is braver and tires later, and wins a draw."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from warhost.engine.book import Unknown
from warhost.roster.roster import Character, Group, roster_text
from warhost.rulebooks.threeplains.morale.checks import soldiering
from warhost.rulebooks.threeplains.morale.exhaustion import exhausted
from warhost.rulebooks.threeplains.opening.setup import zone_of_side
from warhost.rulebooks.threeplains.tactics.mind import Mind
from warhost.rulebooks.threeplains.victory import close

from .scenarios import book, breaches, played, ready, roster, scenario
from .scene import foot, number, piece, unit

NO_TRIANGLES = "tp.scenario.rampage.no_triangles"
DRAWS = [((750, 1000), 0), ((1000, 750), 1), ((800, 1000), 1), ((799, 1000), 0)]


@pytest.mark.rule("tp.scenario.precedence")
@pytest.mark.rule("tp.scenario.rampage.roles")
def test_the_first_seat_is_the_invaders_and_what_the_scenario_leaves_alone_stays_as_it_is() -> None:
    setting = book().setting(book().setup("rampage", {}))
    assert book().sides(setting) == ("invaders", "defenders")
    assert [army.list for army in setting.armies] == ["orcs", "herlanceia"]
    assert not setting.mission.fixed and not setting.mission.whole_forces


@pytest.mark.rule("tp.scenario.rampage.ready")
def test_the_ready_match_is_lawful() -> None:
    rosters = [ready("rampage", 0), ready("rampage", 1)]
    assert [book().lists.breaches(one) for one in rosters] == [[], []]
    bills = [book().lists.bill(one) for one in rosters]
    shapes = [{measure.name: measure.spent for measure in one.measures} for one in bills]
    assert [one.points for one in bills] == [1494, 985]
    assert [(one["triangles"], one["diamonds"]) for one in shapes] == [(4, 3), (0.5, 3)]


@pytest.mark.rule("tp.scenario.rampage.forces")
@pytest.mark.rule("tp.scenario.summary")
@pytest.mark.parametrize(("points", "wanted"), [(1500, 1000), (1501, 1000), (3000, 2000)])
def test_the_defenders_have_two_thirds_without_the_fraction(points: int, wanted: int, tmp_path: Path) -> None:
    def setup(second: int) -> None:
        for name, part, size in (("a", 0, points), ("b", 1, second)):
            (tmp_path / f"{name}.toml").write_text(roster_text(replace(ready("rampage", part), points=size)))
        book().setup("rampage", {"armies": f"{tmp_path}/a.toml, {tmp_path}/b.toml"})

    for more in (-1, 1):
        with pytest.raises(Unknown, match=f"have {wanted} points against {points}"):
            setup(wanted + more)
    if points < 3000:  # so few blocks are enough for these sizes only
        setup(wanted)


@pytest.mark.rule("tp.scenario.rampage.forces")
def test_each_side_has_the_shapes_of_its_own_size() -> None:
    defenders = book().lists.bill(replace(ready("rampage", 1), points=2000, against=3000))
    invaders = book().lists.bill(replace(ready("rampage", 0), points=3000))
    limits = {measure.name: (measure.least, measure.most) for measure in defenders.measures}
    assert limits["blocks"] == (2.5, None) and limits["diamonds"] == (None, 4.5)
    assert {m.name: m.least for m in invaders.measures}["blocks"] == 3.5


@pytest.mark.rule("tp.scenario.rampage.no_triangles")
def test_no_defender_costs_a_triangle() -> None:
    horde = Group(profile="goblin_horde", models=30, command=True)
    boss = Character(profile="goblin_boss", role="general", with_="goblin_horde")
    bull = Character(profile="bull", role="general")
    trolls = Group(profile="saws", models=10)
    assert not breaches(roster("rampage", "defenders", 1000, horde, boss, trolls), NO_TRIANGLES)
    found = breaches(roster("rampage", "defenders", 1000, horde, bull), NO_TRIANGLES)
    assert [breach.where for breach in found] == ["bull"] and "triangle" in found[0].why
    assert not breaches(roster("rampage", "invaders", 1000, horde, bull), NO_TRIANGLES)


@pytest.mark.rule("tp.scenario.rampage.play")
@pytest.mark.parametrize(("points", "width"), [(1500, 72), (4500, 96)])
def test_the_table_and_its_zones_are_those_of_a_pitched_battle(points: int, width: int) -> None:
    setup = book().setup("rampage", {"rosters": "unchecked", "armies": f"orcs:{points}:1, ready"})
    setting = book().setting(setup)
    assert setting.table.width == width * 1000 and setting.table.depth == 48000
    zone = zone_of_side(setting, setting.begin(), 0).outline
    assert (zone.left, zone.right, zone.bottom, zone.top) == (12000, (width - 12) * 1000, 0, 15000)


@pytest.mark.rule("tp.scenario.rampage.bravery")
@pytest.mark.parametrize(("own", "dice"), [({}, 4), ({"bravery": 1}, 5)])
def test_a_defender_has_a_die_more_where_bravery_counts(own: dict[str, int], dice: int) -> None:
    stout = unit("guard", (36, 10), side=1, models=10, figure=foot(soldiering=3, ratings=own))
    fight = scenario("rampage", stout, unit("orcs", (36, 30), models=10, figure=foot(soldiering=3)))
    assert soldiering(fight, number(fight, "guard"), "break").total == dice
    assert soldiering(fight, number(fight, "guard"), "deviancy").total == 3
    assert soldiering(fight, number(fight, "orcs"), "break").total == 3


@pytest.mark.rule("tp.scenario.rampage.stamina")
def test_defenders_are_exhausted_by_five_counters_and_go_on_so_after_a_rest() -> None:
    fight = scenario("rampage", unit("guard", (36, 10), side=1), unit("orcs", (36, 30)))
    for name, tired, spent in (("guard", 4, False), ("guard", 5, True), ("orcs", 3, False), ("orcs", 4, True)):
        piece(fight, name).tired = tired
        assert exhausted(fight, number(fight, name)) is spent
    assert not fight.setting.parts[1].tires_for_good


@pytest.mark.rule("tp.scenario.rampage.victory")
@pytest.mark.parametrize(("lost", "winner"), DRAWS)
def test_a_draw_goes_to_the_defenders(lost: tuple[int, int], winner: int) -> None:
    """A game of 4500 points has a margin of 200."""
    pieces = [
        unit(f"{side} {what}", (20 + 30 * side, 20), side=side, models=1, files=1, figure=foot(points=points))
        for side in (0, 1)
        for what, points in (("gone", lost[side]), ("there", 500))
    ]
    fight = scenario("rampage", *pieces, points=2250)
    for side in (0, 1):
        piece(fight, f"{side} gone").fate = "slain"
    close(fight)
    assert fight.state.score is not None
    assert (fight.state.score.winner, fight.state.score.rule) == (winner, "tp.scenario.rampage.victory")


@pytest.mark.rule("tp.scenario.rampage.known_enemy")
def test_the_defenders_know_every_item_of_the_invaders_and_not_the_other_way_round() -> None:
    ring = foot(items=("tp.item.enchanted.ring_of_life",))
    orcs, guard = (unit(name, (36, y), side=side, figure=ring) for name, y, side in (("a", 10, 0), ("b", 30, 1)))
    fight = scenario("rampage", orcs, guard)
    shown = [book().known(fight.setting, fight.state, 1 - side).pieces[side].shown for side in (0, 1)]
    assert shown[0] and not shown[1]


def test_it_is_played_to_its_end_by_chance() -> None:
    game = played("rampage")
    assert game.result is not None and game.result.rule == "tp.scenario.rampage.victory"


@pytest.mark.parametrize(("lost", "presses"), [(100, True), (101, False)])
def test_a_computer_invader_presses_on_until_it_leads_by_more_than_the_margin(lost: int, presses: bool) -> None:
    gone = unit("gone", (36, 40), side=1, models=1, files=1, figure=foot(points=lost), fate="slain")
    fight = scenario("rampage", unit("a", (36, 10)), unit("b", (36, 30), side=1), gone)
    assert Mind(fight.setting, fight.state, 0).presses is presses
    assert Mind(fight.setting, fight.state, 1).presses is None


@pytest.mark.rule("tp.scenario.rampage.no_triangles")
@pytest.mark.parametrize("army", ["herlanceia", "elves", "mercenaries", "orcs"])
def test_defenders_of_chance_are_led_by_whoever_is_left(army: str) -> None:
    setting = book().setting(book().setup("rampage", {"armies": f"orcs:1500:1, {army}:1000:1"}))
    assert sum(leader.general for leader in setting.armies[1].leaders) == 1
