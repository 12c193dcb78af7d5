"""The army lists as printed: profiles, costs, saves, ready rosters, and what is not lawful."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from warhost.engine.book import Unknown
from warhost.engine.data import DataError
from warhost.roster.lists import all_faults, find_roster, ready_rosters
from warhost.roster.roster import Character, Group, Roster
from warhost.rulebooks.regiments.armies.army import choices, enlist
from warhost.rulebooks.regiments.armies.figure import figure_of
from warhost.rulebooks.regiments.armies.lawful import faults, spent_by_slot
from warhost.rulebooks.regiments.kinds import Kind
from warhost.rulebooks.regiments.library import load_library
from warhost.rulebooks.regiments.records import Profile

from .field import BOOK

LISTS, LIBRARY = BOOK.lists, load_library()
STATS = ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld")


def line(profile: Profile | None) -> str:
    return "" if profile is None else " ".join(str(getattr(profile, name)) for name in STATS)


def roster(army: str, points: int, groups: list[Group], characters: list[Character]) -> Roster:
    return Roster(
        name="test",
        rulebook="regiments",
        army=army,
        points=points,
        group=tuple(groups),
        character=tuple(characters),
    )


def broken(made: Roster) -> list[str]:
    return [breach.rule for breach in LISTS.breaches(made)]


MEN: dict[str, tuple[str, int, str, str, str]] = {
    "lord": ("lord", 90, "1", "4 6 5 4 4 3 6 4 9", "5+ 5+"),
    "magister": ("lord", 165, "1", "4 3 3 3 4 3 3 1 8", "none none"),
    "captain": ("hero", 60, "1", "4 5 5 4 4 2 5 3 8", "5+ 5+"),
    "adept": ("hero", 65, "1", "4 3 3 3 3 2 3 1 7", "none none"),
    "spears": ("core", 5, "10+", "4 3 3 3 3 1 3 1 7", "6+ 6+"),
    "halberds": ("core", 6, "10+", "4 3 3 3 3 1 3 1 7", "6+ 6+"),
    "swords": ("core", 7, "10+", "4 4 3 3 3 1 4 1 7", "5+ 5+"),
    "crossbows": ("core", 9, "10+", "4 3 3 3 3 1 3 1 7", "none none"),
    "handguns": ("core", 9, "10+", "4 3 3 3 3 1 3 1 7", "none none"),
    "foresters": ("core", 7, "5-15", "4 3 3 3 3 1 3 1 6", "none none"),
    "knights": ("special", 22, "5+", "4 4 3 4 3 1 3 1 8", "1+ 1+"),
    "outriders": ("special", 17, "5+", "4 3 4 3 3 1 3 1 7", "5+ 5+"),
    "oathblades": ("special", 11, "10+", "4 4 3 3 3 1 3 1 8", "4+ 4+"),
    "grenadiers": ("special", 10, "8-16", "4 3 3 3 3 1 3 1 7", "6+ 6+"),
    "cannon": ("special", 110, "1", "4 3 3 3 3 3 3 1 7", "6+ 6+"),
    "trebuchet": ("rare", 90, "1", "4 3 3 3 3 3 3 1 7", "none none"),
    "wain": ("rare", 110, "1", "0 3 4 3 5 5 3 1 7", "4+ 4+"),
    "griffon": ("mount", 150, "1", "6 5 0 5 5 4 5 4 7", "none none"),
}


@pytest.mark.rule(
    "reg.army.men", "reg.army.saves",
    "reg.army.men.lord",
    "reg.army.men.magister",
    "reg.army.men.captain",
    "reg.army.men.adept",
    "reg.army.men.spears",
    "reg.army.men.halberds",
    "reg.army.men.swords",
    "reg.army.men.crossbows",
    "reg.army.men.handguns",
    "reg.army.men.foresters",
    "reg.army.men.knights",
    "reg.army.men.outriders",
    "reg.army.men.oathblades",
    "reg.army.men.grenadiers",
    "reg.army.men.cannon",
    "reg.army.men.trebuchet",
    "reg.army.men.wain",
    "reg.army.men.griffon",
)  # fmt: skip
@pytest.mark.parametrize("id", MEN)
def test_entries_of_men(id: str) -> None:
    assert as_printed("men", id) == MEN[id]


ELF: dict[str, tuple[str, int, str, str, str]] = {
    "prince": ("lord", 140, "1", "5 7 6 4 3 3 8 4 10", "5+ 5+"),
    "seer": ("lord", 240, "1", "5 4 4 3 3 3 5 1 9", "none none"),
    "captain": ("hero", 80, "1", "5 6 6 4 3 2 7 3 9", "6+ 6+"),
    "adept": ("hero", 100, "1", "5 4 4 3 3 2 5 1 8", "none none"),
    "spears": ("core", 8, "10+", "5 4 4 3 3 1 5 1 8", "5+ 5+"),
    "archers": ("core", 10, "10+", "5 4 4 3 3 1 5 1 8", "none none"),
    "swiftmane": ("core", 17, "5-12", "5 4 4 3 3 1 5 1 8", "5+ 5+"),
    "moonblades": ("special", 13, "8+", "5 5 4 3 3 1 6 1 8", "5+ 5+"),
    "lancers": ("special", 27, "5+", "5 5 4 3 3 1 6 1 9", "2+ 2+"),
    "wayfinders": ("special", 13, "5-15", "5 4 4 3 3 1 5 1 8", "none none"),
    "dancers": ("special", 14, "5-15", "5 5 4 3 3 1 6 1 8", "none none"),
    "stagknights": ("rare", 70, "3-6", "5 5 4 4 3 1 6 1 9", "3+ 3+"),
    "chariot": ("special", 85, "1", "0 5 4 4 4 4 5 1 8", "5+ 5+"),
    "ballista": ("rare", 80, "1", "5 4 4 3 3 2 5 1 8", "6+ 6+"),
    "eagle": ("rare", 50, "1", "2 5 0 4 4 3 4 2 8", "none none"),
    "oakwarden": ("rare", 225, "1", "5 6 0 6 6 6 2 5 8", "3+ 3+"),
    "drake": ("mount", 230, "1", "6 5 0 6 6 5 4 5 8", "3+ 3+"),
}


@pytest.mark.rule(
    "reg.army.elf", "reg.army.saves",
    "reg.army.elf.prince",
    "reg.army.elf.seer",
    "reg.army.elf.captain",
    "reg.army.elf.adept",
    "reg.army.elf.spears",
    "reg.army.elf.archers",
    "reg.army.elf.swiftmane",
    "reg.army.elf.moonblades",
    "reg.army.elf.lancers",
    "reg.army.elf.wayfinders",
    "reg.army.elf.dancers",
    "reg.army.elf.stagknights",
    "reg.army.elf.chariot",
    "reg.army.elf.ballista",
    "reg.army.elf.eagle",
    "reg.army.elf.oakwarden",
    "reg.army.elf.drake",
)  # fmt: skip
@pytest.mark.parametrize("id", ELF)
def test_entries_of_elf(id: str) -> None:
    assert as_printed("elf", id) == ELF[id]


ORC: dict[str, tuple[str, int, str, str, str]] = {
    "warlord": ("lord", 115, "1", "4 6 3 5 5 3 4 4 9", "6+ 6+"),
    "wyvern": ("mount", 180, "1", "4 5 0 6 5 4 3 3 5", "5+ 5+"),
    "greatshaman": ("lord", 175, "1", "4 3 3 4 5 3 2 1 8", "none none"),
    "chief": ("hero", 70, "1", "4 5 3 4 5 2 3 3 8", "6+ 6+"),
    "shaman": ("hero", 65, "1", "4 3 3 3 4 2 2 1 7", "none none"),
    "goblinboss": ("hero", 35, "1", "4 4 3 4 4 2 3 3 7", "6+ 6+"),
    "warriors": ("core", 6, "10+", "4 3 3 3 4 1 2 1 7", "6+ 6+"),
    "bowmen": ("core", 7, "10+", "4 3 3 3 4 1 2 1 7", "6+ 6+"),
    "goblins": ("core", 3, "20+", "4 2 3 3 3 1 2 1 6", "6+ 6+"),
    "skulkers": ("core", 5, "10-20", "4 2 3 3 3 1 2 1 6", "none none"),
    "wolfriders": ("core", 10, "5+", "4 2 3 3 3 1 2 1 6", "5+ 5+"),
    "ironhides": ("special", 13, "8+", "4 4 3 4 4 1 3 1 8", "4+ 5+"),
    "berserkers": ("special", 10, "8-20", "4 4 3 3 4 1 3 1 7", "none none"),
    "boarchariot": ("special", 80, "1", "0 3 3 3 5 4 2 1 7", "4+ 4+"),
    "skewer": ("special", 45, "1", "4 2 3 3 3 3 2 1 6", "none none"),
    "boarriders": ("special", 15, "5+", "4 3 3 3 4 1 2 1 7", "5+ 5+"),
    "trolls": ("special", 45, "2-8", "6 3 1 5 4 3 1 3 4", "none none"),
    "whirlers": ("special", 25, "1", "0 1 0 5 3 1 3 0 10", "none none"),
    "giant": ("rare", 175, "1", "6 3 0 6 5 6 3 1 8", "none none"),
    "hurler": ("rare", 80, "1", "4 3 3 3 4 3 2 1 7", "none none"),
    "wyrm": ("rare", 165, "1", "6 4 0 5 5 5 2 5 6", "4+ 4+"),
}


@pytest.mark.rule(
    "reg.army.orc", "reg.army.saves",
    "reg.army.orc.warlord",
    "reg.army.orc.wyvern",
    "reg.army.orc.greatshaman",
    "reg.army.orc.chief",
    "reg.army.orc.shaman",
    "reg.army.orc.goblinboss",
    "reg.army.orc.warriors",
    "reg.army.orc.bowmen",
    "reg.army.orc.goblins",
    "reg.army.orc.skulkers",
    "reg.army.orc.wolfriders",
    "reg.army.orc.ironhides",
    "reg.army.orc.berserkers",
    "reg.army.orc.boarchariot",
    "reg.army.orc.skewer",
    "reg.army.orc.boarriders",
    "reg.army.orc.trolls",
    "reg.army.orc.whirlers",
    "reg.army.orc.giant",
    "reg.army.orc.hurler",
    "reg.army.orc.wyrm",
)  # fmt: skip
@pytest.mark.parametrize("id", ORC)
def test_entries_of_orc(id: str) -> None:
    assert as_printed("orc", id) == ORC[id]


UND: dict[str, tuple[str, int, str, str, str]] = {
    "king": ("lord", 150, "1", "5 6 0 5 5 3 5 4 9", "4+ 4+"),
    "bonecaller": ("lord", 165, "1", "4 3 3 3 4 3 3 1 8", "none none"),
    "champion": ("hero", 70, "1", "4 4 0 4 5 2 4 3 8", "5+ 5+"),
    "acolyte": ("hero", 65, "1", "4 3 3 3 3 2 3 1 7", "none none"),
    "skeletons": ("core", 5, "10+", "4 2 2 3 3 1 2 1 5", "5+ 5+"),
    "bones": ("core", 6, "10-20", "4 2 2 3 3 1 2 1 5", "none none"),
    "shamblers": ("core", 3, "20+", "4 1 0 3 3 1 1 1 2", "none none"),
    "hounds": ("core", 8, "5+", "9 3 0 3 3 1 3 1 3", "none none"),
    "bats": ("core", 35, "2-10", "1 3 0 2 2 5 4 5 3", "none none"),
    "wardens": ("special", 11, "10+", "4 3 3 4 4 1 3 1 8", "4+ 4+"),
    "riders": ("special", 22, "5+", "4 3 3 4 4 1 3 1 8", "3+ 3+"),
    "spectres": ("special", 45, "3-10", "6 3 0 3 3 4 1 4 4", "none none"),
    "bonechariot": ("special", 75, "1", "0 3 2 3 4 3 2 1 5", "5+ 5+"),
    "hurler": ("rare", 95, "1", "4 2 2 3 3 3 2 1 5", "none none"),
    "wraith": ("rare", 65, "1", "6 3 0 3 3 3 3 3 6", "none none"),
    "drake": ("rare", 200, "1", "6 3 0 5 6 5 1 4 4", "none none"),
}


@pytest.mark.rule(
    "reg.army.und", "reg.army.saves",
    "reg.army.und.king",
    "reg.army.und.bonecaller",
    "reg.army.und.champion",
    "reg.army.und.acolyte",
    "reg.army.und.skeletons",
    "reg.army.und.bones",
    "reg.army.und.shamblers",
    "reg.army.und.hounds",
    "reg.army.und.bats",
    "reg.army.und.wardens",
    "reg.army.und.riders",
    "reg.army.und.spectres",
    "reg.army.und.bonechariot",
    "reg.army.und.hurler",
    "reg.army.und.wraith",
    "reg.army.und.drake",
)  # fmt: skip
@pytest.mark.parametrize("id", UND)
def test_entries_of_und(id: str) -> None:
    assert as_printed("und", id) == UND[id]


def as_printed(army: str, id: str) -> tuple[str, int, str, str, str]:
    entry = LIBRARY.armies[army].entries[id]
    found = Kind(figure_of(entry, army), LIBRARY)
    least, most = entry.size
    size = f"{least}+" if not most else str(least) if least == most else f"{least}-{most}"

    def said(number: int) -> str:
        return "none" if number > 6 else f"{number}+"

    saves = f"{said(found.armour())} {said(found.armour(found.melee[0]))}"
    return entry.slot, entry.points, size, line(entry.profile), saves


SAMPLES: dict[str, tuple[int, dict[str, int]]] = {
    "men_1000": (993, {"hero": 166, "core": 555, "special": 272}),
    "men_2000": (1992, {"lord": 325, "hero": 156, "core": 811, "special": 610, "rare": 90}),
    "men_500": (492, {"hero": 62, "core": 300, "special": 130}),
    "elf_1000": (982, {"hero": 185, "core": 376, "special": 341, "rare": 80}),
    "elf_2000": (1996, {"lord": 426, "hero": 210, "core": 535, "special": 695, "rare": 130}),
    "elf_500": (490, {"hero": 85, "core": 260, "special": 145}),
    "orc_1000": (997, {"hero": 176, "core": 394, "special": 347, "rare": 80}),
    "orc_2000": (1986, {"lord": 313, "hero": 134, "core": 665, "special": 619, "rare": 255}),
    "orc_500": (496, {"hero": 76, "core": 340, "special": 80}),
    "und_1000": (960, {"lord": 165, "hero": 72, "core": 303, "special": 325, "rare": 95}),
    "und_2000": (1986, {"lord": 360, "hero": 162, "core": 599, "special": 705, "rare": 160}),
    "und_500": (498, {"hero": 72, "core": 264, "special": 162}),
}


@pytest.mark.rule(
    "reg.army.men.sample",
    "reg.army.men.sample.2000",
    "reg.army.men.sample.500",
    "reg.army.elf.sample",
    "reg.army.elf.sample.2000",
    "reg.army.elf.sample.500",
    "reg.army.orc.sample",
    "reg.army.orc.sample.2000",
    "reg.army.orc.sample.500",
    "reg.army.und.sample",
    "reg.army.und.sample.2000",
    "reg.army.und.sample.500",
)  # fmt: skip
@pytest.mark.parametrize("name", SAMPLES)
def test_ready_rosters(name: str) -> None:
    _, made = find_roster(LISTS, name)
    assert list(all_faults(LISTS, made)) == []
    assert LISTS.breaches(made) == []
    lines = choices(LIBRARY.armies[made.army], made)
    assert (LISTS.bill(made).points, dict(spent_by_slot(lines))) == SAMPLES[name]
    assert enlist(made, LIBRARY).points == made.points
    assert LISTS.sheet(made).cards


def test_every_ready_roster_is_looked_at() -> None:
    assert sorted(ready_rosters(LISTS)) == sorted(SAMPLES)


# --- what is lawful


@pytest.mark.rule("reg.army.selection")
@pytest.mark.parametrize(("points", "most"), [(500, (125, 125, 125, 250, 125)), (2000, (500, 500, 500, 1000, 500))])
def test_shares_of_the_points(points: int, most: tuple[int, ...]) -> None:
    made = roster("men", points, [], [])
    limits = {one.name: one.least if one.least is not None else one.most for one in LISTS.bill(made).measures}
    assert tuple(limits[part] for part in ("core", "lords", "heroes", "special", "rare")) == most


@pytest.mark.rule("reg.army.selection")
def test_an_army_that_is_too_dear_is_told_by_how_much() -> None:
    spears = [Group(profile="spears", models=20)] * 3
    made = roster("men", 500, spears, [Character(profile="captain")])
    spent = int(LISTS.bill(made).points)
    assert broken(roster("men", spent, spears, [Character(profile="captain")])) == []
    (breach,) = LISTS.breaches(roster("men", spent - 1, spears, [Character(profile="captain")]))
    assert breach.why == f"the army costs {spent} points, at most {spent - 1} are allowed"
    assert breach.mend == "leave out what costs 1 or more"


@pytest.mark.rule("reg.char.join", "reg.sr.ethereal", "reg.troop.monster.ridden")
@pytest.mark.parametrize(
    ("army", "host", "leader", "rules"),
    [
        ("men", Group(profile="spears", models=20, id="host"), Character(profile="captain"), []),
        ("men", Group(profile="cannon", id="host"), Character(profile="captain"), ["reg.char.join"]),
        ("men", Group(profile="spears", models=20, id="host"), Character(profile="lord", mount="griffon"),
         ["reg.troop.monster.ridden"]),
        ("orc", Group(profile="whirlers", id="host"), Character(profile="chief"), ["reg.char.join"]),
        ("und", Group(profile="spectres", models=3, id="host"), Character(profile="king"), ["reg.sr.ethereal"]),
        ("und", Group(profile="skeletons", models=20, id="host"), Character(profile="acolyte"), []),
    ],
)  # fmt: skip
def test_whom_a_character_may_stand_with(army: str, host: Group, leader: Character, rules: list[str]) -> None:
    core = {"men": "spears", "orc": "warriors", "und": "skeletons"}[army]
    troops = [Group(profile=core, models=30)] * 3
    assert broken(roster(army, 1000, [*troops, host], [msgspec.structs.replace(leader, with_="host")])) == rules


@pytest.mark.rule("reg.char.general")
def test_only_one_with_the_highest_leadership_can_be_the_general() -> None:
    spears = [Group(profile="spears", models=25)] * 3
    captain, lord = Character(profile="captain", role="general"), Character(profile="lord")
    assert broken(roster("men", 1000, spears, [captain, lord])) == ["reg.char.general"]
    assert broken(roster("men", 1000, spears, [Character(profile="captain"), captain])) == []
    assert broken(roster("men", 1000, spears, [captain, captain])) == ["reg.char.general"]


@pytest.mark.rule("reg.army.selection")
def test_what_an_army_must_have() -> None:
    spears = Group(profile="spears", models=20)
    lawful = roster("men", 500, [spears, spears, spears], [Character(profile="captain")])
    assert broken(lawful) == []
    assert broken(roster("men", 500, [spears, spears], [Character(profile="captain")])) == ["reg.army.selection"]
    assert broken(roster("men", 500, [spears, spears, spears], [])) == ["reg.army.selection"]
    bearer = Character(profile="captain", role="battle standard")
    assert broken(roster("men", 500, [spears, spears, spears], [bearer])) == ["reg.army.selection"]
    assert broken(roster("men", 1000, [Group(profile="spears", models=10)] * 3, [Character(profile="captain")]))
    trebuchets = [Group(profile="trebuchet")] * 3
    assert broken(
        roster(
            "men", 2000, [*[Group(profile="spears", models=40)] * 3, *trebuchets], [Character(profile="captain")]
        )
    )


@pytest.mark.rule("reg.army.men.foresters", "reg.army.elf.swiftmane", "reg.army.orc.skulkers")
def test_some_need_other_core_units() -> None:
    spears, captain = Group(profile="spears", models=20), Character(profile="captain")
    foresters = Group(profile="foresters", models=5)
    assert broken(roster("men", 500, [spears, spears, foresters], [captain])) == []
    assert "reg.army.men.foresters" in broken(roster("men", 500, [spears, foresters, foresters], [captain]))


@pytest.mark.rule("reg.army.orc.whirlers", "reg.army.und.bonechariot")
def test_three_may_be_one_choice() -> None:
    warriors, chief = Group(profile="warriors", models=40), Character(profile="chief")
    nine = [Group(profile="whirlers")] * 9
    assert broken(roster("orc", 2000, [warriors] * 4 + nine, [chief])) == []
    assert broken(roster("orc", 2000, [warriors] * 4 + nine + nine[:1], [chief])) == ["reg.army.selection"]


@pytest.mark.rule("reg.army.options", "reg.army.mounts")
def test_a_mount_is_no_unit_and_an_option_is_bought_once() -> None:
    mount = roster("men", 1000, [Group(id="a", profile="griffon", models=1)], [])
    assert [why for _, why in faults(LIBRARY, mount)] == ["griffon is a mount: a character buys it as an option"]
    twice = Group(id="a", profile="spears", models=20, options=("champion", "champion"))
    assert [why for _, why in faults(LIBRARY, roster("men", 500, [twice], []))] == [
        "champion is named twice: each option is bought once"
    ]


@pytest.mark.rule("reg.army.options", "reg.army.mounts")
def test_options_and_mounts() -> None:
    captain = Character(profile="captain", options=("full plate", "shield"), mount="warhorse with barding")
    spears = Group(profile="spears", models=20)
    made = roster("men", 1000, [spears] * 3, [captain])
    assert LISTS.bill(made).lines[-1].points == 80
    leader = enlist(made, LIBRARY).leaders[0]
    found = Kind(leader.figure, LIBRARY)
    assert (found.armour(), found.base, found.move) == (1, (984, 1969), 7)
    adept = Character(profile="adept", options=("wizard level 2",))
    other = roster("men", 1000, [spears] * 3, [adept])
    assert LISTS.bill(other).lines[-1].points == 100
    assert enlist(other, LIBRARY).leaders[0].figure.level == 2
    lancers = roster("elf", 2000, [Group(profile="lancers", models=10, command=True)], [])
    assert LISTS.bill(lancers).lines[0].points == 300


@pytest.mark.rule("reg.army.options", "reg.armour.table")
@pytest.mark.parametrize(
    ("character", "rule"),
    [
        (Character(profile="captain", options=("lance if mounted",)), "reg.army.options"),
        (Character(profile="captain", options=("lance if mounted",), mount="warhorse"), ""),
        (Character(profile="lord", options=("warhorse",), mount="griffon"), "reg.army.options"),
    ],
)
def test_unlawful_options(character: Character, rule: str) -> None:
    found = broken(roster("men", 2000, [Group(profile="spears", models=40)] * 3, [character]))
    assert (rule in found) if rule else not found


def test_names_that_stand_for_nothing() -> None:
    wrong = roster(
        "men", 500, [Group(profile="speers", models=20), Group(profile="spears", models=20, options=("wings",))], []
    )
    assert len(list(all_faults(LISTS, wrong))) == 2
    assert "spears" in str(next(iter(all_faults(LISTS, wrong))))


@pytest.mark.rule("reg.army.und.king", "reg.army.und.bonecaller")
def test_the_general_and_the_bone_caller() -> None:
    made = roster(
        "und",
        2000,
        [Group(profile="skeletons", models=40)] * 3,
        [Character(profile="king"), Character(profile="bonecaller")],
    )
    assert [leader.role for leader in enlist(made, LIBRARY).leaders] == ["general", ""]


@pytest.mark.parametrize("army", ["men", "elf", "orc", "und"])
@pytest.mark.parametrize("points", [500, 1000, 2000])
def test_armies_of_chance_are_lawful(army: str, points: int) -> None:
    for seed in range(6):
        made = LISTS.raise_army(army, points, str(seed))
        assert list(all_faults(LISTS, made)) == []
        assert LISTS.breaches(made) == []
        assert LISTS.raise_army(army, points, str(seed)) == made


@pytest.mark.rule("reg.army.options", "reg.army.mounts", "reg.char.bsb")
@pytest.mark.parametrize("army", ["men", "elf", "orc", "und"])
def test_armies_of_chance_take_whatever_a_list_offers(army: str) -> None:
    entries = LIBRARY.armies[army].entry
    offered = {
        (entry.id, name) for entry in entries if entry.slot != "mount" for name in (*entry.options, *entry.command)
    }
    taken: set[tuple[str, str]] = set()
    for seed in range(400):
        made = LISTS.raise_army(army, 2000, str(seed))
        for one in (*made.group, *made.character):
            ridden = (one.mount,) if isinstance(one, Character) and one.mount else ()
            taken |= {(one.profile, name) for name in (*one.options, *ridden)}
    assert offered - taken == set()


def test_setups_are_refused_with_reasons() -> None:

    for wrong in ("men_500", "men_500, orc_1000", "men_500, nobody"):
        with pytest.raises((Unknown, DataError)):
            BOOK.setup("pitched", {"armies": wrong})
    setup: dict[str, Any] = BOOK.setup("rearguard", {})
    assert msgspec.json.encode(setup)


# --- rules that the charts only name


@pytest.mark.rule("reg.sr.chart", "reg.armour.table", "reg.combat.result", "reg.reform.chart", "reg.turn.status")
def test_charts_are_as_printed() -> None:
    catalogue, tables = LIBRARY.rules, LIBRARY.tables
    listed = [rule for rule in catalogue.ids if rule.startswith("reg.sr.") and rule != "reg.sr.chart"]
    assert len(listed) == 50
    assert {piece.id: piece.better for piece in tables.armour} == {
        "shield": 1,
        "mounted": 1,
        "barding": 1,
        "light_armour": 1,
        "heavy_armour": 2,
        "dragon_armour": 2,
        "full_plate": 3,
    }
    given = tables.result
    assert (given.charging, given.high, given.ranks, given.standard, given.battle_standard) == (1, 1, 3, 1, 1)
    assert (given.flank, given.rear, given.overkill) == (1, 2, 5)
    silent = [one.id for one in tables.status if not one.shoots]
    assert silent == ["charged", "failed charge", "march", "reform", "rallied", "flees", "stumbled"]
    assert [one.upto for one in tables.chart["miscast"]] == [4, 6, 7, 9, 12]
