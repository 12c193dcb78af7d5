"""What position in a fight does: overlaps, flank and rear attacks, flimsy ranks, buckling, defended positions."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.fighting.fronts import (
    buckles,
    count_flank_attacks,
    defended,
    flank_and_rear,
    flimsy,
    overlapped,
    uphill,
)  # fmt: skip
from warhost.rulebooks.threeplains.fighting.positions import wall_before
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.setting import Fight

from .scene import (
    champion,
    contact,
    feature,
    foot,
    hero,
    horse,
    number,
    piece,
    scene,
    unit,
)  # fmt: skip

SQUARE = (inches(1), inches(1))
ROUND = foot(base=SQUARE)
TROLL = foot(base=(inches(2), inches(2)), category="beast", attacks=5, loose=True, title="Troll")
HERO = champion(base=SQUARE)


def fine(value: float) -> tuple[int, int]:
    return (inches(value), inches(value))


# --- overlap -------------------------------------------------------------------------------------------------


def line_up(
    wide: float, offset: float, *, width: int = 3, depth: int = 2, figure: object = None, enemy: object = None
) -> Fight:
    """Goblins 3 wide and 2 deep; before them elves of tenths of an inch, so wide and so far to the right."""
    files = round(wide * 10)
    return scene(
        unit("elves", (36 + offset, 20), models=files * 20, files=files, figure=enemy or foot(base=fine(0.1))),  # type: ignore[arg-type]
        unit("goblins", (36, 20), facing=180, models=width * depth, files=width, figure=figure or ROUND, side=1),  # type: ignore[arg-type]
    )


@pytest.mark.rule("tp.combat.overlap", "tp.check.bs.overlapped")
@pytest.mark.parametrize(
    ("wide", "offset", "dice"),
    [(6, 0, 4), (3.8, 0.4, 0), (7, -2, 4), (11, 0, 6)],
    ids=["1.5 at each end", "0.8 at one end", "4 at the right end", "4 at both ends"],
)
def test_vulnerable_points_of_a_piece_three_wide_and_two_deep(wide: float, offset: float, dice: int) -> None:
    fight = line_up(wide, offset)
    contact(fight, "elves", "goblins")
    assert overlapped(fight, number(fight, "goblins")).total == dice


@pytest.mark.rule("tp.combat.overlap")
def test_the_right_end_of_the_goblins_is_the_elves_left() -> None:
    fight = line_up(7, -2)
    contact(fight, "elves", "goblins")
    assert [step.note for step in overlapped(fight, number(fight, "goblins")).steps[1:]] == ["right", "rear"]


@pytest.mark.rule("tp.combat.overlap.backrank")
def test_an_incomplete_last_rank_counts_in_the_depth() -> None:
    """Ranks of 5, 5 and 2 are 3 deep: 1.4 does not pass a flank's middle, 1.6 does."""
    for stick, dice in ((1.4, 0), (1.6, 4)):
        fight = scene(
            unit("elves", (36, 20), models=2000, files=round((5 + 2 * stick) * 10), figure=foot(base=fine(0.1))),
            unit("goblins", (36, 20), facing=180, models=12, files=5, figure=ROUND, side=1),
        )
        contact(fight, "elves", "goblins")
        assert overlapped(fight, number(fight, "goblins")).total == dice


@pytest.mark.rule("tp.combat.overlap.misaligned")
def test_two_units_out_of_line_overlap_each_other() -> None:
    fight = scene(
        unit("elves", (36, 20), models=8, files=4, figure=ROUND),
        unit("goblins", (37.5, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
    )
    contact(fight, "elves", "goblins")
    assert (overlapped(fight, 0).total, overlapped(fight, 1).total) == (2, 2)


@pytest.mark.rule("tp.combat.overlap.outer")
def test_only_the_outer_pieces_of_a_line_are_overlapped() -> None:
    fight = scene(
        unit("elves", (36, 20), models=60, files=20, figure=ROUND),
        unit("goblins", (33, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
        unit("troll", (36, 20), facing=180, models=1, files=1, figure=TROLL, side=1),
        hero("lord", (37.5, 20), facing=180, side=1, figure=HERO),
    )
    for name in ("goblins", "troll", "lord"):
        contact(fight, "elves", name)
    found = {name: overlapped(fight, number(fight, name)).total for name in ("goblins", "troll", "lord")}
    assert found["troll"] == 0
    # 5 past the goblins' open end passes flank (1) and rear (4); 8 past the lord's would pass all three points, but
    # the troll stands at one of them.
    assert found == {"goblins": 4, "troll": 0, "lord": 4}


@pytest.mark.rule("tp.combat.overlap.gaps", "tp.combat.overlap.outer")
@pytest.mark.parametrize(("gap", "dice"), [(1.0, 0), (1.1, 4)])
def test_a_gap_of_more_than_an_inch_breaks_the_row(gap: float, dice: int) -> None:
    """Three trolls side by side; the middle one is open where the gap is too wide."""
    fight = scene(
        unit("elves", (36, 20), models=90, files=30, figure=ROUND),
        unit("left", (34, 20), facing=180, models=1, files=1, figure=TROLL, side=1),
        unit("middle", (36, 20), facing=180, models=1, files=1, figure=TROLL, side=1),
        unit("right", (38 + gap, 20), facing=180, models=1, files=1, figure=TROLL, side=1),
    )
    for name in ("left", "middle", "right"):
        contact(fight, "elves", name)
    assert overlapped(fight, number(fight, "middle")).total == dice


@pytest.mark.rule("tp.combat.overlap.gaps", "tp.combat.overlap.outer")
@pytest.mark.parametrize(("back", "dice"), [(1.0, 0), (1.01, 4), (-1.0, 0), (-1.01, 4)])
def test_a_step_of_more_than_an_inch_breaks_the_row(back: float, dice: int) -> None:
    """The right one of three trolls has its front so far behind that of the middle one, or before it."""
    fight = scene(
        unit("elves", (36, 20), models=90, files=30, figure=ROUND),
        unit("left", (34, 20), facing=180, models=1, files=1, figure=TROLL, side=1),
        unit("middle", (36, 20), facing=180, models=1, files=1, figure=TROLL, side=1),
        unit("right", (38, 20 + back), facing=180, models=1, files=1, figure=TROLL, side=1),
    )
    for name in ("left", "middle", "right"):
        contact(fight, "elves", name)
    assert overlapped(fight, number(fight, "middle")).total == dice


@pytest.mark.rule("tp.combat.overlap.gaps")
@pytest.mark.parametrize(("gap", "dice"), [(0.9, 4), (1.1, 0)])
def test_a_gap_in_the_enemys_row_stops_its_reach(gap: float, dice: int) -> None:
    """The guard fights only the orcs; past the goblins' end it belongs to the elves' row if it is near enough."""
    fight = scene(
        unit("elves", (36, 20), models=8, files=4, figure=ROUND),
        unit("guard", (40 + gap, 20), models=8, files=4, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
        unit("orcs", (45, 20), facing=180, models=16, files=6, figure=ROUND, side=1),
    )
    contact(fight, "elves", "goblins")
    contact(fight, "guard", "orcs")
    contact(fight, "elves", "orcs", lapped=True)  # somebody links the two fights
    assert overlapped(fight, number(fight, "goblins")).total == dice


@pytest.mark.rule("tp.combat.overlap.never", "tp.combat.overlap.flimsy")
def test_who_cannot_overlap() -> None:
    fight = line_up(6, 0)
    contact(fight, "elves", "goblins")
    goblins = number(fight, "goblins")
    assert overlapped(fight, goblins).total == 4
    piece(fight, "elves").flimsy_until = 9
    assert overlapped(fight, goblins).total == 0
    piece(fight, "goblins").flimsy_until = 9
    assert overlapped(fight, goblins).total == 4
    machine = line_up(6, 0, enemy=foot(base=fine(0.1), category="machine"))
    contact(machine, "elves", "goblins")
    assert overlapped(machine, number(machine, "goblins")).total == 0
    chariot = line_up(6, 0, enemy=foot(base=fine(0.1), category="machine", mounted=True))
    contact(chariot, "elves", "goblins")
    assert overlapped(chariot, number(chariot, "goblins")).total == 4


@pytest.mark.rule("tp.combat.overlap.never")
def test_a_piece_attacked_in_the_flank_overlaps_nobody() -> None:
    fight = scene(
        unit("elves", (36, 20), models=24, files=8, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=6, files=3, figure=ROUND, side=1),
        unit("orcs", (40, 18.5), facing=270, models=12, files=3, figure=foot(base=SQUARE, attacks=2), side=1),
    )
    contact(fight, "elves", "goblins")
    assert overlapped(fight, number(fight, "goblins")).total == 4
    contact(fight, "orcs", "elves", "front", "right")
    assert overlapped(fight, number(fight, "goblins")).total == 0


@pytest.mark.rule("tp.combat.overlap")
@pytest.mark.parametrize(
    ("wide", "offset", "points"),
    [(6, 2, ["rear"]), (3, 0, []), (10.2, 0, ["left", "rear"]), (10, 0, ["rear"]), (11, -4.5, ["left"])],
)
def test_folding_from_a_flank(wide: float, offset: float, points: list[str]) -> None:
    """Goblins 3 wide and 2 deep fought on their right; offsets run to their rear."""
    fight = scene(
        unit("goblins", (36, 20), models=6, files=3, figure=ROUND, side=1),
        unit(
            "elves", (37.5, 19 - offset), facing=270, models=round(wide * 10) * 20, files=round(wide * 10),
            figure=foot(base=fine(0.1)),
        ),
    )  # fmt: skip
    contact(fight, "elves", "goblins", "front", "right")
    assert sorted(step.note for step in overlapped(fight, number(fight, "goblins")).steps[1:]) == points


@pytest.mark.rule("tp.combat.overlap")
@pytest.mark.parametrize(("stick", "dice"), [(0.9, 0), (1.1, 4), (9, 4)])
def test_from_the_rear_only_the_flanks_are_passed(stick: float, dice: int) -> None:
    files = round((3 + 2 * stick) * 10)
    fight = scene(
        unit("goblins", (36, 20), models=6, files=3, figure=ROUND, side=1),
        unit("elves", (36, 18), models=files * 20, files=files, figure=foot(base=fine(0.1))),
    )
    contact(fight, "elves", "goblins", "front", "rear")
    assert overlapped(fight, number(fight, "goblins")).total == dice


@pytest.mark.rule("tp.combat.overlap")
def test_the_point_of_a_side_where_an_enemy_fights_is_not_counted() -> None:
    fight = line_up(6, 0)
    elves, goblins = number(fight, "elves"), number(fight, "goblins")
    contact(fight, "elves", "goblins")
    assert overlapped(fight, goblins).total == 4
    fight.state.contacts.append(fight.state.contacts[0].__class__(elves, goblins, "front", "left"))
    assert [step.note for step in overlapped(fight, goblins).steps[1:]] == ["right"]


# --- flank and rear ------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.combat.flankrear", "tp.check.bs.flankrear")
def test_enemies_with_four_attacks_in_flank_and_rear_count() -> None:
    fight = scene(
        unit("goblins", (36, 20), models=20, files=5, figure=ROUND),
        unit("dragon", (36, 16), models=1, files=1, figure=TROLL, side=1),
        unit("chariots", (33.5, 18), facing=90, models=4, files=4, figure=horse(base=SQUARE), side=1),
    )
    contact(fight, "dragon", "goblins", "front", "rear")
    contact(fight, "chariots", "goblins", "front", "left")
    assert flank_and_rear(fight, 0) == [number(fight, "dragon"), number(fight, "chariots")]


@pytest.mark.rule("tp.combat.flankrear", "tp.check.bs.flankrear")
def test_a_hero_with_three_attacks_in_the_rear_is_not_felt() -> None:
    fight = scene(
        unit("goblins", (36, 20), models=20, files=5, figure=ROUND),
        hero("elf", (36, 16), side=1, figure=champion(base=SQUARE, attacks=3)),
    )
    contact(fight, "elf", "goblins", "front", "rear")
    assert flank_and_rear(fight, 0) == []


@pytest.mark.rule("tp.combat.flankrear")
def test_attacks_are_counted_as_the_round_begins() -> None:
    fight = scene(
        unit("goblins", (36, 20), models=20, files=5, figure=ROUND),
        unit("elves", (36, 16), models=5, files=5, figure=ROUND, side=1),
    )
    contact(fight, "elves", "goblins", "front", "rear")
    count_flank_attacks(fight, [0, 1])
    piece(fight, "elves").models = 2
    assert flank_and_rear(fight, 0) == [1]
    count_flank_attacks(fight, [0, 1])
    assert flank_and_rear(fight, 0) == []


@pytest.mark.rule("tp.move.squareup.lapstress")
def test_models_that_lapped_round_are_no_flank_attack() -> None:
    fight = scene(
        unit("goblins", (36, 20), models=20, files=5, figure=ROUND),
        unit("elves", (36, 16), models=5, files=5, figure=ROUND, side=1),
    )
    contact(fight, "elves", "goblins", "front", "rear", lapped=True)
    assert flank_and_rear(fight, 0) == []


# --- flimsy ranks and buckling -------------------------------------------------------------------------------


@pytest.mark.rule("tp.combat.flimsy")
@pytest.mark.parametrize(("models", "rule"), [(6, ""), (5, "tp.combat.flimsy"), (4, "tp.combat.flimsy")])
def test_a_unit_needs_half_of_a_second_rank(models: int, rule: str) -> None:
    fight = scene(unit("goblins", (36, 20), models=models, files=4))
    assert flimsy(fight, 0) == rule


@pytest.mark.rule("tp.combat.flimsy", "tp.unit.mob.ranks")
@pytest.mark.parametrize(("models", "rule"), [(15, ""), (14, "tp.unit.mob.ranks")])
def test_a_mob_needs_three_full_ranks(models: int, rule: str) -> None:
    fight = scene(unit("mob", (36, 20), models=models, files=5, figure=foot(traits=("mob",))))
    assert flimsy(fight, 0) == rule


@pytest.mark.rule("tp.combat.flimsy", "tp.unit.skirmish.flimsy")
def test_loose_pieces_are_flimsy_with_four_attacks_or_fewer() -> None:
    fight = scene(
        hero("hero", (20, 20), figure=champion(attacks=4)),
        unit("troll", (30, 20), models=1, files=1, figure=TROLL),
        unit("skirmishers", (40, 20), models=12, figure=foot(loose=True, traits=("skirmishers",))),
        unit("riders", (50, 20), models=6, figure=horse(loose=True, traits=("flimsy ranks",))),
        unit("wolves", (60, 20), models=6, figure=foot(loose=True, category="beast")),
    )
    names = ("hero", "troll", "skirmishers", "riders", "wolves")
    assert [flimsy(fight, number(fight, name)) for name in names] == [
        "tp.combat.flimsy", "", "tp.unit.skirmish.flimsy", "tp.combat.flimsy", "",
    ]  # fmt: skip


@pytest.mark.rule("tp.combat.flimsy", "tp.move.charge.fit.flimsy")
def test_disorder_and_narrow_fronts_make_ranks_flimsy() -> None:
    fight = scene(unit("goblins", (36, 20), models=20, files=5), clock=3)
    goblins = piece(fight, "goblins")
    for field, value, rule in (
        ("flimsy_until", 4, "tp.combat.flimsy"), ("flimsy_until", 3, ""), ("flip_due", 5, "tp.move.flip.partial"),
        ("reform_due", 4, "tp.move.reform"), ("narrow", 2, "tp.move.charge.fit.flimsy"), ("narrow", 3, ""),
    ):  # fmt: skip
        setattr(goblins, field, value)
        assert flimsy(fight, 0) == rule
        setattr(goblins, field, 0)


@pytest.mark.rule("tp.move.charge.fit.flimsy")
def test_cavalry_two_wide_by_choice_is_not_narrowed() -> None:
    fight = scene(unit("riders", (36, 20), models=6, files=2, figure=horse()))
    assert flimsy(fight, 0) == ""


SKIRMISHERS = foot(base=SQUARE, loose=True, traits=("skirmishers",))


def against_skirmishers(figure: object, models: int, **more: object) -> Fight:
    fight = scene(
        unit("skirmishers", (36, 20), models=8, files=4, figure=SKIRMISHERS),
        unit("foe", (36, 20), facing=180, models=models, files=min(models, 4), figure=figure, side=1, **more),  # type: ignore[arg-type]
    )
    contact(fight, "foe", "skirmishers")
    return fight


@pytest.mark.rule("tp.combat.buckle", "tp.check.bs.buckling")
@pytest.mark.parametrize(
    ("figure", "models", "rule"),
    [
        (foot(base=SQUARE, category="beast", attacks=4, loose=True), 2, ""),
        (foot(base=SQUARE, category="beast", attacks=4, loose=True), 3, "tp.combat.buckle"),
        (ROUND, 8, "tp.combat.buckle"),
        (foot(base=SQUARE, category="machine", mounted=True, attacks=3, loose=True), 3, "tp.combat.buckle"),
        (foot(base=SQUARE, category="machine", attacks=3, loose=True), 3, ""),
        (champion(base=SQUARE, attacks=6), 1, ""),
        (SKIRMISHERS, 8, ""),
    ],
    ids=["2 beasts", "3 beasts", "unit", "3 chariots", "3 machines", "hero", "skirmishers"],
)
def test_who_makes_skirmishers_buckle(figure: object, models: int, rule: str) -> None:
    fight = against_skirmishers(figure, models)
    assert buckles(fight, number(fight, "skirmishers")) == rule


@pytest.mark.rule("tp.combat.buckle")
@pytest.mark.parametrize(("attacks", "rule"), [(2, "tp.combat.buckle"), (1, "")])
def test_a_beast_makes_skirmishers_buckle_with_5_attacks_its_riders_counted(attacks: int, rule: str) -> None:
    dragon = foot(base=SQUARE, category="beast", kind="mount", attacks=3)
    fight = scene(
        unit("skirmishers", (36, 20), models=8, files=4, figure=SKIRMISHERS),
        unit("dragon", (36, 20), facing=180, models=1, files=1, figure=dragon, side=1),
        hero("knight", side=1, within="dragon", figure=champion(attacks=attacks)),
    )
    contact(fight, "dragon", "skirmishers")
    assert buckles(fight, number(fight, "skirmishers")) == rule


@pytest.mark.rule("tp.combat.buckle")
def test_firm_ranks_do_not_buckle() -> None:
    fight = scene(
        unit("guard", (36, 20), models=8, files=4, figure=ROUND),
        unit("foe", (36, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
    )
    contact(fight, "foe", "guard")
    assert buckles(fight, 0) == ""


@pytest.mark.rule("tp.combat.buckle.except")
@pytest.mark.parametrize(("attacks", "rule"), [(3, "tp.combat.buckle"), (4, "")])
def test_a_friend_in_the_enemys_flank_keeps_them_from_buckling(attacks: int, rule: str) -> None:
    fight = scene(
        unit("skirmishers", (36, 20), models=8, files=4, figure=SKIRMISHERS),
        hero("friend", (38, 21), facing=270, figure=champion(base=SQUARE, attacks=attacks)),
        unit("foe", (36, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
    )
    contact(fight, "foe", "skirmishers")
    contact(fight, "friend", "foe", "front", "left")
    assert buckles(fight, number(fight, "skirmishers")) == rule


@pytest.mark.rule("tp.combat.buckle.except")
def test_who_fights_a_flank_does_not_buckle_until_the_enemy_turns() -> None:
    fight = scene(
        unit("skirmishers", (36, 20), models=8, files=4, figure=SKIRMISHERS),
        unit("foe", (36, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
    )
    contact(fight, "skirmishers", "foe", "front", "left")
    assert buckles(fight, 0) == ""
    fight.state.contacts.clear()
    contact(fight, "skirmishers", "foe", "front", "front")
    assert buckles(fight, 0) == "tp.combat.buckle"


@pytest.mark.rule("tp.combat.buckle.except")
def test_beasts_do_not_buckle_before_beasts() -> None:
    wolf = foot(base=SQUARE, category="beast", loose=True, traits=("flimsy ranks",))
    fight = scene(
        unit("wolves", (36, 20), models=4, files=4, figure=wolf),
        unit(
            "ogres",
            (36, 20),
            facing=180,
            models=3,
            files=3,
            figure=foot(base=SQUARE, category="beast", attacks=4, loose=True),
            side=1,
        ),
    )
    contact(fight, "ogres", "wolves")
    assert flimsy(fight, 0)
    assert buckles(fight, 0) == ""


# --- defended positions --------------------------------------------------------------------------------------


def two_lines(*terrain: object, **more: object) -> Fight:
    fight = scene(
        unit("elves", (36, 20), models=10, files=5, figure=ROUND, **more),  # type: ignore[arg-type]
        unit("goblins", (36, 20), facing=180, models=10, files=5, figure=ROUND, side=1),
        terrain=terrain,  # type: ignore[arg-type]
    )
    contact(fight, "elves", "goblins")
    return fight


@pytest.mark.rule("tp.combat.defended")
def test_who_stands_higher_on_a_hill_is_defended() -> None:
    fight = two_lines(feature("hill", (36, 24), (12, 10)))
    assert defended(fight, 1, 0) == "tp.combat.defended"
    assert defended(fight, 0, 1) == ""
    assert uphill(fight, 0, 1)
    assert not uphill(fight, 1, 0)


@pytest.mark.rule("tp.combat.defended")
def test_on_the_top_of_a_hill_nobody_is() -> None:
    fight = two_lines(feature("hill", (36, 20), (12, 10)))
    assert defended(fight, 1, 0) == defended(fight, 0, 1) == ""


@pytest.mark.rule("tp.combat.defended")
@pytest.mark.parametrize(
    ("bank", "rule"),
    [
        (20, "tp.combat.defended"),
        (19.51, "tp.combat.defended"),
        (19.49, ""),
        (20.49, "tp.combat.defended"),
        (20.51, ""),
    ],
)
def test_who_fights_out_of_a_stream_has_bad_footing(bank: float, rule: str) -> None:
    """Both fronts lie on one line; it is their first ranks, an inch deep, that stand in the water or do not."""
    fight = two_lines(feature("shallow water", (36, bank - 2), (12, 4)))
    assert defended(fight, 1, 0) == rule
    assert defended(fight, 0, 1) == ""


@pytest.mark.rule("tp.combat.defended")
@pytest.mark.parametrize(("wide", "rule"), [(2.5, "tp.combat.defended"), (2.49, "")])
def test_half_of_the_first_rank_must_stand_in_the_water(wide: float, rule: str) -> None:
    fight = two_lines(feature("shallow water", (36, 18), (wide, 4)))
    assert defended(fight, 1, 0) == rule


@pytest.mark.rule("tp.combat.defended")
def test_in_a_stream_neither_has_a_position() -> None:
    fight = two_lines(feature("shallow water", (36, 20), (12, 4)))
    assert defended(fight, 1, 0) == defended(fight, 0, 1) == ""


@pytest.mark.rule("tp.combat.defended")
def test_a_wall_belongs_to_who_was_there_first() -> None:
    fight = scene(
        unit("elves", (36, 20), models=10, files=5, figure=ROUND),
        unit("goblins", (36, 20.5), facing=180, models=10, files=5, figure=ROUND, side=1),
        terrain=[feature("stone wall", (36, 20.25), (5, 0.5))],
    )
    contact(fight, "elves", "goblins")
    assert defended(fight, 1, 0) == "tp.combat.defended"
    assert defended(fight, 0, 1) == ""


@pytest.mark.rule("tp.combat.defended")
@pytest.mark.parametrize(("long", "rule"), [(2.5, "tp.combat.defended"), (2.49, "")])
def test_half_of_the_front_must_be_behind_the_wall(long: float, rule: str) -> None:
    fight = scene(
        unit("elves", (36, 20), models=10, files=5, figure=ROUND),
        unit("goblins", (36, 20.5), facing=180, models=10, files=5, figure=ROUND, side=1),
        terrain=[feature("stone wall", (36, 20.25), (long, 0.5))],
    )
    contact(fight, "elves", "goblins")
    assert defended(fight, 1, 0) == rule


@pytest.mark.rule("tp.combat.defended")
@pytest.mark.parametrize(
    ("away", "thick", "held"),
    [(0.5, 1, 1.5), (0.51, 0.5, 0), (0, 1, 1), (0.4, 1.1, 1.5), (0.4, 1.11, 0), (-0.1, 0.5, 0.4)],
)
def test_a_wall_is_held_from_half_an_inch_and_is_no_rampart(away: float, thick: float, held: float) -> None:
    """How far ahead of the goblins its far face is."""
    goblins = unit("goblins", (36, 20), models=10, files=5, figure=ROUND)
    fight = scene(goblins, terrain=[feature("stone wall", (36, 20 + away + thick / 2), (5, thick))])
    assert wall_before(fight, body(fight, 0)) == pytest.approx(inches(held), abs=1)


@pytest.mark.rule("tp.combat.defended.front")
def test_with_an_enemy_in_the_flank_there_is_no_position() -> None:
    fight = scene(
        unit("elves", (36, 20), models=10, files=5, figure=ROUND),
        hero("elf", (38.5, 21), facing=270, figure=HERO),
        unit("goblins", (36, 20), facing=180, models=10, files=5, figure=ROUND, side=1),
        terrain=[feature("hill", (36, 24), (12, 10))],
    )
    contact(fight, "elves", "goblins")
    goblins = number(fight, "goblins")
    assert defended(fight, goblins, 0) == "tp.combat.defended"
    contact(fight, "elf", "goblins", "front", "left")
    assert defended(fight, goblins, 0) == ""


@pytest.mark.rule("tp.combat.defended.mounted")
def test_the_mounted_hold_no_position() -> None:
    fight = scene(
        unit("elves", (36, 20), models=10, files=5, figure=ROUND),
        unit("riders", (36, 20), facing=180, models=6, files=3, figure=horse(), side=1),
        terrain=[feature("hill", (36, 24), (12, 10))],
    )
    contact(fight, "elves", "riders")
    assert defended(fight, 1, 0) == ""
