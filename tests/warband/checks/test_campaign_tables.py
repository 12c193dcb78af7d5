"""The checks of mustering and of what follows a battle; tables cell by cell."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from warhost.roster.lists import find_roster
from warhost.rulebooks.warband.campaign.growing import advance_hero, crossed, underdog
from warhost.rulebooks.warband.campaign.happened import happened
from warhost.rulebooks.warband.campaign.healing import injure_hero
from warhost.rulebooks.warband.campaign.ledger import Ledger, new_group
from warhost.rulebooks.warband.campaign.market import buying
from warhost.rulebooks.warband.campaign.searching import price_of_shards, search
from warhost.rulebooks.warband.campaign.sequence import step
from warhost.rulebooks.warband.fighting.blow import Hit, Source
from warhost.rulebooks.warband.fighting.wounds import suffer
from warhost.rulebooks.warband.scenarios.ending import look_for_end

from ..aftermath import after, ledger
from ..scene import book, man, scene, thrown

SALE = """40 35 30 25
60 50 45 40
75 65 60 55
90 80 70 65
110 95 85 75
125 110 100 85
145 130 115 100"""
LISTS = {
    ("lantern", "captain"): "combat shooting strength speed lore",
    ("lantern", "veteran"): "combat shooting strength",
    ("lantern", "greenhand"): "combat shooting speed",
    ("ash", "prior"): "combat shooting strength speed lore",
    ("ash", "confessor"): "combat strength lore",
    ("ash", "hunter"): "combat shooting speed",
    ("gutter", "chief"): "combat shooting strength speed lore",
    ("gutter", "hexer"): "speed lore",
    ("gutter", "nob"): "combat strength speed",
    ("unquiet", "master"): "combat shooting strength speed lore",
    ("unquiet", "binder"): "speed lore",
    ("unquiet", "drudge"): "combat strength speed",
}
MAXIMA = {
    ("lantern", "captain"): (4, 6, 6, 4, 4, 3, 6, 4, 9),
    ("ash", "pilgrim"): (4, 6, 6, 4, 4, 3, 6, 4, 9),
    ("unquiet", "binder"): (4, 6, 6, 4, 4, 3, 6, 4, 9),
    ("unquiet", "drudge"): (4, 6, 6, 4, 4, 3, 6, 4, 9),
    ("gutter", "chief"): (4, 5, 6, 4, 4, 3, 6, 4, 8),
    ("gutter", "goblin"): (4, 5, 6, 4, 4, 3, 6, 4, 8),
    ("unquiet", "master"): (6, 8, 6, 7, 6, 4, 9, 4, 10),
    ("unquiet", "eater"): (5, 5, 2, 5, 5, 3, 5, 5, 7),
}
SKILLS = {
    "combat": "sure strike, step aside, free hand, weapon training, web of steel",
    "shooting": "steady aim, quick loader, deadly eye, hunter, trick shot",
    "strength": "mighty blow, iron hide, hardy, strong back, unstoppable",
    "speed": "leap, cat climber, sprint, lightning reflexes, dodge",
    "lore": "battle tongue, wizard's eye, haggle, streetwise, signs",
}


@pytest.mark.rule("war.camp.sale")
@pytest.mark.parametrize("column, warriors", [(0, (1, 5)), (1, (6, 9)), (2, (10, 14)), (3, (15, 20))])
def test_every_cell_of_the_sale(column: int, warriors: tuple[int, int]) -> None:
    for mouths in warriors:
        prices = [price_of_shards(book().library, shards, mouths) for shards in (*range(8), 9, 20)]
        wanted = [int(row.split()[column]) for row in SALE.splitlines()]
        assert prices == [0, *wanted, wanted[-1], wanted[-1]]


@pytest.mark.rule("war.camp.skilllists", "war.camp.skills")
def test_every_line_of_the_skill_lists() -> None:
    bands, charts = book().library.bands, book().library.charts
    for (band, id), lists in LISTS.items():
        kind = bands[band].kind(id)
        assert kind is not None and " ".join(kind.skills) == lists
    assert {name: ", ".join(skills) for name, skills in charts.skills.items()} == SKILLS
    heroes = {(band.id, kind.id) for band in bands.values() for kind in band.fighter if kind.hero}
    assert heroes == set(LISTS)


@pytest.mark.rule("war.camp.maxima")
@pytest.mark.parametrize("band, id", MAXIMA)
def test_every_line_of_the_maxima(band: str, id: str) -> None:
    kind = book().library.bands[band].kind(id)
    assert kind is not None
    most = book().library.charts.maxima[kind.maxima]
    assert tuple(getattr(most, name) for name in most.__struct_fields__) == MAXIMA[band, id]


@pytest.mark.rule("war.camp.maxima", "war.psych.animal")
def test_beasts_risen_and_trolls_have_no_maxima() -> None:
    kinds = [kind for band in book().library.bands.values() for kind in band.fighter]
    assert {kind.id for kind in kinds if not kind.maxima} == {"hound", "rat", "troll", "risen", "bonehound"}


@pytest.mark.rule("war.camp.advance.hero")
def test_every_threshold_of_a_hero() -> None:
    lines = book().library.charts.hero_advance.thresholds
    wanted = [2, 4, 6, 8, 11, 14, 17, 20, 24, 28, 32, 36, 41, 46, 51, 57, 63, 69, 76, 83, 90]
    assert [score for score in range(120) if crossed(lines, score - 1, score)] == wanted


@pytest.mark.rule("war.camp.advance.hench")
def test_every_threshold_of_a_group() -> None:
    lines = book().library.charts.henchman_advance.thresholds
    assert [score for score in range(60) if crossed(lines, score - 1, score)] == [2, 5, 9, 14]


@pytest.mark.rule("war.camp.underdog")
@pytest.mark.parametrize(
    "gap, more", [(0, 0), (50, 0), (51, 1), (75, 1), (76, 2), (100, 2), (101, 3), (150, 3), (151, 4), (900, 4)]
)
def test_every_line_of_the_underdogs(gap: int, more: int) -> None:
    assert (
        underdog(book().library, (100, 100 + gap), 0) == more and underdog(book().library, (100 + gap, 100), 0) == 0
    )


@pytest.mark.rule("war.camp.income")
@pytest.mark.parametrize(
    "dice, shards",
    [([5], 1), ([6], 2), ([5, 6], 2), ([6, 5, 1], 3), ([6, 5, 4, 2], 3), ([6, 5, 4, 3], 4), ([6, 5, 4, 3, 2], 4)],
)
def test_lines_of_the_search(dice: list[int], shards: int) -> None:
    own = ledger()
    out = [(hero.id, 1, "") for hero in own.heroes[len(dice) :]]
    one = after(own=own, winner=1, out=out, dice=dice)
    assert search(one) and one.state.shards == shards
    thrown(one)  # type: ignore[arg-type]


@pytest.mark.rule("war.camp.income")
def test_every_line_of_the_shards_found() -> None:
    lines = book().library.charts.shards
    found = [next(line.shards for line in lines if total <= line.to) for total in range(1, 37)]
    assert found == [1] * 5 + [2] * 6 + [3] * 6 + [4] * 7 + [5] * 6 + [6] * 6


@pytest.mark.rule("war.camp.rating", "war.band.gutter.rats")
def test_the_rating_of_sixteen_warriors_and_a_troll() -> None:
    own = ledger("gutter")
    troll = book().library.bands["gutter"].kind("troll")
    assert troll is not None
    own.heroes, own.groups = own.heroes[:2], own.groups[:3]
    own.heroes[0].experience, own.heroes[1].experience = 20, 8
    for group, count, experience in zip(own.groups, (5, 5, 4), (3, 3, 0), strict=True):
        group.count, group.experience = count, experience
    own.groups.append(new_group(troll, "troll", "Troll", (), 1))
    assert own.size == 17 and own.rating == 80 + 20 + 28 + 6
    keepers = Ledger("", "gutter", 0, [], [group for group in ledger("gutter").groups if group.fighter == "rats"])
    assert keepers.rating == 10


MORE: dict[int, dict[int, tuple[str, ...]]] = {
    499: {3: ("helmet", "club")},
    500: {1: ("club",), 2: ("club",), 3: ("club",), 4: ("axe",)},
    501: {3: ("helmet", "shield")},
}


@pytest.mark.rule("war.band.found")
@pytest.mark.parametrize("crowns", MORE)
def test_five_hundred_crowns_and_not_one_more(crowns: int) -> None:
    """The sample company costs 486; its heroes get something more."""
    _, roster = find_roster(book().lists, "lantern_500")
    heroes = enumerate(roster.character)
    armed = [replace(one, options=(*one.options, *MORE[crowns].get(at, ()))) for at, one in heroes]
    written = replace(roster, character=tuple(armed))
    assert book().lists.bill(written).points == crowns
    assert bool(book().lists.breaches(written)) is (crowns > 500)


@pytest.mark.rule("war.camp.xp", "war.fall.edge")
def test_whom_a_hero_knocked_off_a_roof_counts_for_him() -> None:
    """Knocked down near the edge, over it, and out of action by the fall: one for the captain."""
    block = [{"name": "block", "rect": [10, 10, 14, 14], "height": 6}]
    foe = man(1, 13.3, 12, 6)
    fight = scene(man(0, 12.3, 12, 6, fighter="captain", id="captain"), foe, phase="combat", obstacles=block)
    fight.oracle.dice = [4, 1, 6, 2, 6]  # type: ignore[attr-defined]
    suffer(fight, 1, [Hit(3)], Source(0))
    thrown(fight)
    look_for_end(fight)
    end = happened(fight.setting, fight.state, (0, 1))
    assert end.sides[0].kills == (("captain", 1),) and end.sides[1].out[0][1:] == (0, "captain")


@pytest.mark.rule("war.camp.xp")
@pytest.mark.parametrize(
    "who, kills, out, winner, gained",
    [
        ("captain", 2, False, 0, 4),
        ("veteran", 1, True, 1, 2),
        ("veteran", 0, False, 0, 1),
        ("captain", 0, False, 1, 1),
    ],
)
def test_what_a_hero_gains(who: str, kills: int, out: bool, winner: int, gained: int) -> None:
    own = ledger()
    hero = next(one for one in own.heroes if one.id == who)
    before = hero.experience
    one: Any = after(
        own=own, winner=winner, kills=[(who, kills)] if kills else [], out=[(who, 1, "")] if out else [],
        dice=[*([4, 2] if out else []), *[2, 2] * 9], answers=["dodge"] * 9,
    )  # fmt: skip
    if out:
        injure_hero(one, own, hero)
    one.state.stage = "experience"
    step(one)
    assert hero.experience == before + gained


@pytest.mark.rule("war.camp.advance.hero", "war.camp.maxima")
def test_a_chief_at_both_maxima_rolls_again() -> None:
    own = ledger("gutter")
    chief = own.heroes[0]
    chief.profile = replace(chief.profile, a=4)
    one = after(own=own, dice=[3, 3, 2, 4, 4, 1])
    advance_hero(one, own, chief)
    thrown(one)  # type: ignore[arg-type]
    assert chief.profile.a == 4 and chief.profile.s == 4 and chief.profile.i == 4


@pytest.mark.rule("war.camp.trade", "war.band.found")
def test_no_second_suit_for_one_of_a_group() -> None:
    own = ledger()
    own.treasury, own.groups[0].count = 59, 3
    assert "buy:light:sword" not in dict(buying(after(own=own), own))  # three are bought or none: 60 crowns
    own.treasury = 60
    assert "buy:light:sword" in dict(buying(after(own=own), own))
