"""Small reckonings at their boundaries: exactly, one less, one more."""

from __future__ import annotations

from fractions import Fraction

import pytest

from warhost.engine.chain import Table
from warhost.rulebooks.threeplains.bodies import measured
from warhost.rulebooks.threeplains.items.oblivion import failing
from warhost.rulebooks.threeplains.land.paces import Wall, _tolls
from warhost.rulebooks.threeplains.machines.spacing import keep_distance
from warhost.rulebooks.threeplains.magic.mana import chance_against, chance_to_cast, chance_to_dispel
from warhost.rulebooks.threeplains.missiles.dispersal import CHARTS, by_chart
from warhost.rulebooks.threeplains.missiles.hitting import plain_test
from warhost.rulebooks.threeplains.moving.manoeuvres import bend_of, least_front
from warhost.rulebooks.threeplains.moving.wedges import most_points, why_not_wedged
from warhost.rulebooks.threeplains.special.riding import agility
from warhost.rulebooks.threeplains.state import Player
from warhost.rulebooks.threeplains.victory import margin, verdict
from warhost.rulebooks.threeplains.wedge import funnel, wedge_of
from warhost.rulebooks.threeplains.wounds.hits import Attack, hit_links, horde_links

from .scene import foot, hero, horse, number, scene, script, unit

# --- lengths -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.dice.inches")
@pytest.mark.parametrize(("length", "read"), [(7994, 7990), (7995, 8000), (8004, 8000), (8005, 8010)])
def test_a_tape_reads_hundredths_of_an_inch(length: int, read: int) -> None:
    assert measured(length) == read


OBLONG = (1000, 2000)
"""A base that is deeper than wide."""


@pytest.mark.rule("tp.move.unit.splitturn")
@pytest.mark.parametrize(("files", "models", "run", "leading"), [
    (6, 9, 500, 0), (4, 8, 500, 0),  # no deeper than wide
    (3, 6, 500, 1),
    (1, 4, 0, 1), (1, 4, 2999, 1), (1, 4, 3000, 2), (1, 4, 4999, 2), (1, 4, 5000, 3), (1, 4, 6999, 3),
    (1, 4, 7000, 0), (1, 4, 8000, 0),
])  # fmt: skip
def test_how_many_ranks_of_a_column_have_come_round(files: int, models: int, run: int, leading: int) -> None:
    assert bend_of(files, models, OBLONG, run, 9000) == ((leading, 9000) if leading else ())


@pytest.mark.rule("tp.terrain.low_wall")
@pytest.mark.parametrize(("walls", "paid"), [
    ([Wall(100, 200, 2000, False)], [(100, 2000)]),
    ([Wall(-5, 200, 2000, False)], [(0, 2000)]),
    ([Wall(-50, 200, 2000, True)], []),
    ([Wall(100, 200, 2000, False), Wall(200, 300, 2000, False)], [(100, 2000)]),  # segments of one wall
    ([Wall(100, 200, 2000, False), Wall(201, 300, 2000, False)], [(100, 2000), (201, 2000)]),
    ([Wall(-50, 200, 2000, True), Wall(200, 300, 1000, False)], []),
    ([Wall(-50, 200, 2000, True), Wall(201, 300, 1000, False)], [(201, 1000)]),
    ([Wall(100, 400, 2000, False), Wall(150, 200, 1000, False), Wall(400, 500, 1000, False)], [(100, 2000)]),
    ([Wall(100, 200, 2000, False), Wall(150, 300, 9, False), Wall(301, 400, 9, False)], [(100, 2000), (301, 9)]),
])  # fmt: skip
def test_a_wall_is_paid_for_once_and_not_by_whom_it_finds_on_top(
    walls: list[Wall], paid: list[tuple[int, int]]
) -> None:
    assert list(_tolls(walls)) == paid


@pytest.mark.rule("tp.machine.chariot.spacing")
@pytest.mark.parametrize(("at", "kept"), [
    ((1990, 0), False), ((2000, 0), True), ((4000, 0), True), ((4010, 0), False),
    ((0, 2990), False), ((0, 3000), True), ((0, 5000), True), ((0, 5010), False),
])  # fmt: skip
def test_chariots_stand_an_inch_apart_or_up_to_three(at: tuple[int, int], kept: bool) -> None:
    for x, y in ((0, 0), (30000, 20000)):
        places = [(x, y), (x + at[0], y + at[1])]
        assert (keep_distance(places, 0, OBLONG) is None) == kept
        turned = [(x, y), (x + at[1], y + at[0])]
        assert (keep_distance(turned, 9000, OBLONG) is None) == kept


# --- dice ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.magic.oblivion.chart")
def test_the_chart_of_oblivion_goes_down_to_one() -> None:
    faces = [failing(points) for points in range(3000)]
    assert faces[0] == 7 and sorted(set(faces), reverse=True) == [7, 6, 5, 4, 3, 2, 1] == list(dict.fromkeys(faces))


@pytest.mark.rule("tp.magic.cast", "tp.magic.dispel")
def test_chances_without_any_dice_on_the_other_side() -> None:
    assert chance_to_cast(2, 0) == chance_to_cast(2, 0, fumbles=True) == chance_to_cast(2, 0, plus=1) == 1
    assert chance_to_cast(1, 1) == Fraction(15, 36) and chance_to_cast(1, 1, fumbles=True) < Fraction(15, 36)
    assert chance_to_dispel((3,), (4,), 0) == 1 and chance_to_dispel((3,), (2,), 0) == 0
    assert chance_to_dispel((6,), (2,), 1) == Fraction(1, 6)
    assert chance_against(1, (4,)) == Fraction(1, 3) and chance_against(1, (4,), 1) == Fraction(1, 2)


@pytest.mark.rule("tp.shoot.mod.skirmish", "tp.unit.skirmish.halved_hits")
@pytest.mark.parametrize(("hits", "left"), [(1, (0, 1)), (2, (0, 1, 1)), (5, (0, 1, 1, 2, 2, 3))])
def test_hits_on_skirmishers_are_halved_and_rounded_up(hits: int, left: tuple[int, ...]) -> None:
    fight = scene(unit("a", at=(20, 10), figure=foot(traits=("skirmishers",))))
    (table,) = hit_links(fight, Attack(0, hits, "missile", "tp.shoot.hit"))
    assert isinstance(table, Table) and table.values == left
    assert hit_links(fight, Attack(0, hits, "melee", "tp.shoot.hit")) == ()


@pytest.mark.rule("tp.shoot.horde")
@pytest.mark.parametrize(("save", "points"), [(6, (0, 0, 1, 2)), (7, (0, 0, 0, 1)), (5, (0, 1, 2, 3))])
def test_every_six_of_a_horde_after_the_first_adds_one(save: int, points: tuple[int, ...]) -> None:
    tables = [one for one in horde_links(Attack(0, 3, "melee", "x"), save, 9) if isinstance(one, Table)]
    assert tables[0].values == points


@pytest.mark.rule("tp.shoot.hit.beyond")
@pytest.mark.parametrize(("need", "sides", "void"), [(5, 6, 0), (6, 6, 0), (7, 8, 1), (8, 8, 0), (9, 10, 1)])
def test_shots_beyond_six_take_a_larger_die_of_which_the_odd_face_is_void(need: int, sides: int, void: int) -> None:
    test = plain_test(need)
    assert (test.sides, test.need, test.void) == (sides, need, void)


@pytest.mark.rule("tp.shoot.disperse.chart")
@pytest.mark.parametrize("name", sorted(CHARTS))
def test_every_face_of_a_band_strikes_the_same_part(name: str) -> None:
    fight, chart = scene(unit("a", at=(20, 10))), CHARTS[name]
    parts = []
    for face in range(1, 7):
        with script(fight, dice=[face]) as given:
            (part,) = (part for part, hits in by_chart(fight, 1, chart, Player(0)).items() if hits)
        parts.append(part)
        assert given.thrown[-1].cuts == tuple(last for last, _ in chart if last < 6)
    assert [at for at in range(1, 6) if parts[at - 1] != parts[at]] == [last for last, _ in chart if last < 6]


# --- numbers of models ---------------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.cavalry_wedge.shape")
@pytest.mark.parametrize(("models", "points"), [(2, 0), (3, 1), (4, 1), (12, 1)])
def test_three_riders_are_enough_for_a_wedge(models: int, points: int) -> None:
    riders = scene(unit("a", at=(20, 10), models=models, files=2, figure=horse(traits=("cavalry wedge",))))
    assert most_points(riders, 0) == points
    assert [why_not_wedged(riders, 0, wanted) is None for wanted in (0, 1, 2)] == [False, points == 1, False]


@pytest.mark.rule("tp.unit.infantry_wedge.killing_zone")
def test_the_funnel_between_two_points_has_models_of_both() -> None:
    two = wedge_of(40, 2, False)
    ends, middle = (funnel(two, -1), funnel(two, 1)), funnel(two, 0)
    assert len(middle) == 2 * len(ends[0]) == 2 * len(ends[1]) > 0
    assert not set(middle) & {*ends[0], *ends[1]}


@pytest.mark.rule("tp.unit.min_front")
def test_a_lone_machine_or_character_may_stand_one_wide() -> None:
    fight = scene(hero("h", at=(20, 10)), unit("few", at=(40, 10), models=2, files=2), unit("a", at=(60, 10)))
    assert [least_front(fight, number(fight, name)) for name in ("h", "few")] == [1, 2]
    assert least_front(fight, number(fight, "a")) > 2


@pytest.mark.rule("tp.trait.mount_agility")
@pytest.mark.parametrize(("own", "mount", "traits", "left"), [
    (3, 1, (), 2), (3, 1, ("sluggish",), 1), (1, 0, ("sluggish",), 0), (1, 0, (), 0), (2, 2, (), 2), (1, 3, (), 3),
])  # fmt: skip
def test_a_rider_more_agile_than_his_mount_loses_by_it(
    own: int, mount: int, traits: tuple[str, ...], left: int
) -> None:
    beast = foot(category="beast", kind="mount", agility=mount, traits=traits)
    fight = scene(
        hero("rider", within="beast", figure=foot(category="character", agility=own)),
        unit("beast", at=(20, 10), models=1, files=1, figure=beast),
    )
    assert agility(fight, number(fight, "rider")) == left


# --- points --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.setup.victory.winner")
@pytest.mark.parametrize(("size", "margins"), [(1998, 0), (2000, 100), (3998, 100), (4000, 200)])
def test_the_margin_grows_with_every_full_two_thousand_points(size: int, margins: int) -> None:
    fight = scene(unit("a", at=(20, 10)), unit("b", at=(20, 40), side=1), points=size // 2)
    assert margin(fight) == margins
    winners = [verdict(fight, points)[0] for points in ((margins, 0), (margins + 1, 0), (0, margins + 1))]
    assert winners[0] not in (0, 1) and winners[1:] == [0, 1]
