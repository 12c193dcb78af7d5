"""Armies: races, types, huitsányal, dritlányal, points, and what a roster may not have."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from warhost.engine.book import Unknown
from warhost.engine.data import DataError
from warhost.roster.roster import Group, Roster, read_roster, roster_text
from warhost.rulebooks.missum.armies.lists import MissumLists, dritlanyal_for, points_of
from warhost.rulebooks.missum.armies.muster import troops_of
from warhost.rulebooks.missum.armies.troops import Troop
from warhost.rulebooks.missum.library import DATA, library
from warhost.rulebooks.missum.setting import Setting

from .scene import book, scene, south

LISTS = MissumLists()
READY = sorted(path.stem for path in (DATA / "rosters").glob("*.toml"))


def roster(name: str) -> Roster:
    return read_roster(DATA / "rosters" / f"{name}.toml")


def army(name: str) -> list[Troop]:
    return troops_of(library(), roster(name), 0)


def rules_broken(changed: Roster) -> list[str]:
    return [breach.rule for breach in LISTS.breaches(changed)]


FIGURES = {
    "b1-tsolyanu-a": (122, 1, 1),
    "b1-tsolyanu-b": (94, 1, 1),
    "b1-yankor-a": (130, 1, 1),
    "b1-yankor-b": (124, 1, 1),
    "b2-tsolyanu-a": (202, 2, 2),
    "b2-tsolyanu-b": (180, 2, 2),
    "b2-muugalavya-a": (204, 2, 2),
    "b2-muugalavya-b": (212, 2, 2),
    "b3-livyanu-a": (330, 3, 3),
    "b3-tsolyanu-b": (350, 3, 3),
    "b3-ssu-a": (305, 3, 2),
    "b3-yankor-b": (348, 3, 3),
}


@pytest.mark.rule(
    "mis.army.b1-tsolyanu-a",
    "mis.army.b1-tsolyanu-b",
    "mis.army.b1-yankor-a",
    "mis.army.b1-yankor-b",
    "mis.army.b2-tsolyanu-a",
    "mis.army.b2-tsolyanu-b",
    "mis.army.b2-muugalavya-a",
    "mis.army.b2-muugalavya-b",
    "mis.army.b3-livyanu-a",
    "mis.army.b3-tsolyanu-b",
    "mis.army.b3-ssu-a",
    "mis.army.b3-yankor-b",
    "mis.army.composition",
    "mis.add.magic-allotment",
)
@pytest.mark.parametrize("name", READY)
def test_the_ready_armies_are_as_listed(name: str) -> None:
    troops = army(name)
    figures = sum(troop.figures for troop in troops if troop.legion)
    leaders = sum(1 for troop in troops if troop.kind == "dritlan")
    teams = sum(1 for troop in troops if troop.kind == "team")
    assert (figures, leaders, teams) == FIGURES[name]
    assert LISTS.faults(roster(name)) == [] and rules_broken(roster(name)) == []


@pytest.mark.rule("mis.command.dritlan-number")
@pytest.mark.parametrize("figures, leaders", [(1, 1), (150, 1), (151, 2), (300, 2), (301, 3), (450, 3), (451, 4)])
def test_how_many_dritlanyal(figures: int, leaders: int) -> None:
    assert dritlanyal_for(figures) == leaders


@pytest.mark.rule("mis.command.dritlan-number")
def test_more_dritlanyal_than_figures_allow_are_refused() -> None:
    plain = roster("b1-tsolyanu-a")
    more = msgspec.structs.replace(plain, character=(*plain.character, plain.character[1]))
    assert "mis.command.dritlan-number" in rules_broken(more)


@pytest.mark.rule("mis.army.reserve-limit")
@pytest.mark.parametrize("reserve, refused", [(2, False), (3, True)])
def test_three_legions_in_the_reserve_are_refused(reserve: int, refused: bool) -> None:
    plain = roster("b2-tsolyanu-b")
    groups = tuple(
        msgspec.structs.replace(group, options=(*group.options, "reserve")) if at in (0, 2, 6)[:reserve] else group
        for at, group in enumerate(plain.group)
    )
    assert ("mis.army.reserve-limit" in rules_broken(msgspec.structs.replace(plain, group=groups))) is refused


@pytest.mark.rule("mis.army.races", "mis.army.legion")
def test_hostile_races_share_no_army_with_men_and_a_legion_is_of_one_race() -> None:
    plain = roster("b1-tsolyanu-a")
    ssu = Group(profile="gray-ssu", models=10, files=5, options=("light", "sword", "huitsan 1"))
    assert "mis.army.races" in rules_broken(msgspec.structs.replace(plain, group=(*plain.group, ssu)))
    mixed = msgspec.structs.replace(plain.group[0], options=(*plain.group[0].options, "shen"))
    assert "mis.army.legion" in rules_broken(msgspec.structs.replace(plain, group=(mixed, *plain.group[1:])))


@pytest.mark.rule("mis.army.races")
def test_whom_the_races_stand_with() -> None:
    kinds: dict[str, list[str]] = {}
    for race in library().races.values():
        kinds.setdefault(race.kind, []).append(race.title)
    assert len(kinds["allied"]) == 8 and len(kinds["animal"]) == 2
    assert sorted(kinds["hostile"]) == ["Black Ssú", "Chyrstálli", "Gray Ssú", "Hlutrgú", "Hlýss", "Shunned Ones"]


@pytest.mark.parametrize(
    "options, why",
    [
        (("light", "long pikes"), "did you mean long pike?"),
        (("light", "sword-ax"), "do not fight with the sword-ax"),
        (("light", "sword", "shén crossbow"), "only the Shén"),
        (("light",), "expected a melee weapon"),
    ],
)
def test_what_the_charts_have_no_line_for_is_a_fault(options: tuple[str, ...], why: str) -> None:
    plain = roster("b1-tsolyanu-a")
    wrong = msgspec.structs.replace(plain.group[0], options=options)
    faults = LISTS.faults(msgspec.structs.replace(plain, group=(wrong,)))
    assert any(why in said for _, said in faults)


@pytest.mark.rule(
    "mis.army.types", "mis.army.skirmish-regular", "mis.army.skirmish-irregular", "mis.army.skirmish-line-status"
)
def test_types_of_troops_and_who_has_the_status_of_line() -> None:
    def kind(*options: str) -> Troop:
        fight = scene(south("it", options=["light", "dagger", *options]))
        return fight.setting.troops[0]

    assert kind("regular").kind == "line" and kind("regular").line_status
    assert kind("regular", "skirmishers").kind == "skirmish" and not kind("regular", "skirmishers").line_status
    assert kind("irregular", "skirmishers").rating == 4
    for status in ("fanatic", "elite", "imperial bodyguard"):
        assert kind(status, "skirmishers").kind == "skirmish" and kind(status, "skirmishers").line_status


@pytest.mark.rule("mis.add.command-combat")
def test_commanders_are_described_without_their_people() -> None:
    bill = LISTS.bill(roster("b3-ssu-a"))
    said = {line.id: line.detail for line in bill.lines}
    assert said["dritlan-1"] == "heavy with shield, long sword"
    assert said["team-1"] == "level 9, light, dagger"


@pytest.mark.rule(
    "mis.command.dritlan-figures", "mis.command.kerdu-figures", "mis.magic.team", "mis.add.command-combat"
)
def test_commanders_and_magic_users() -> None:
    found = {troop.id: troop for troop in army("b1-tsolyanu-a")}
    assert [found[name].figures for name in ("dritlan-1", "kerdu", "team-1")] == [3, 4, 2]
    assert [found[name].move for name in ("dritlan-1", "kerdu", "team-1")] == [200_000] * 3
    dritlan, team = found["dritlan-1"], found["team-1"]
    assert (dritlan.attack(0), dritlan.defense(0, False), dritlan.missile_defense(False)) == (7, 11, 13)
    assert (team.attack(0), team.defense(0, False), team.missile_defense(False)) == (3, 2, 4)
    assert not dritlan.rating and not team.rating


@pytest.mark.rule("mis.magic.livyani", "mis.magic.livyani-spells")
def test_livyani_teams_have_guards_and_the_highest_leads() -> None:
    troops = troops_of(library(), roster("b3-livyanu-a"), 0, sorcerer=True)
    teams = [troop for troop in troops if troop.kind == "team"]
    assert [team.guards for team in teams] == [8, 4, 2] and [team.kerdu for team in teams] == [True, False, False]
    assert (teams[0].tests, teams[0].further, teams[0].spells) == (6, 3, (3, 5, 3))
    assert not any(troop.kind == "kerdu" for troop in troops)


@pytest.mark.rule("mis.add.engine-crew")
def test_batteries_and_their_crews() -> None:
    battery = next(troop for troop in army("b2-tsolyanu-a") if troop.kind == "battery")
    assert (battery.figures, battery.files, battery.tests, battery.further) == (4, 2, 3, 1)
    crews = {name: one.crew.value for name, one in library().missiles.items() if one.crew}
    assert sorted(crews.values()) == [2, 4, 4, 6]


@pytest.mark.rule(
    "mis.army.huitsan", "mis.army.legion-integrity", "mis.command.legion-officers", "mis.army.huitsan-fixed"
)
def test_every_legion_belongs_to_one_huitsan_and_has_nobody_else_in_it() -> None:
    for name in READY:
        troops = army(name)
        leaders = {troop.huitsan for troop in troops if troop.kind == "dritlan"}
        assert {troop.huitsan for troop in troops if troop.legion} == leaders


POINTS = {
    "b1-tsolyanu-a": (175, {"Heavy Spears": 56, "Long Bows": 32, "Medium Swords": 43, "Sling Screen": 19}),
    "b1-tsolyanu-b": (160, {"Long Pikes": 42, "Halberd Guard": 36, "Pé Chói Swords": 43, "Crossbow Screen": 19}),
    "b1-yankor-a": (191, {"Ax Warriors": 48, "Javelin Screen": 24, "Town Spears": 37, "Tribal Swords": 57}),
    "b2-tsolyanu-a": (333, {"Palace Swords": 58, "Composite Bows": 34}),
    "b2-tsolyanu-b": (363, {"Ahoggyá Maces": 48, "Páchi Léi Screen": 26}),
    "b2-muugalavya-a": (362, {"Heavy Crossbows": 53, "Iron Halberds": 53}),
    "b2-muugalavya-b": (353, {"Hláka Fliers": 13, "Swamp Folk Spears": 41}),
    "b3-tsolyanu-b": (642, {"Imperial Bodyguard": 71, "Long Pikes": 72, "Tinalíya Halberds": 20}),
}


@pytest.mark.rule("mis.add.points")
@pytest.mark.parametrize("name", sorted(POINTS))
def test_the_points_index(name: str) -> None:
    total, some = POINTS[name]
    bill = LISTS.bill(roster(name))
    assert bill.points == total
    assert {line.title: line.points for line in bill.lines if line.title in some} == some


@pytest.mark.rule("mis.add.points")
def test_points_of_single_legions() -> None:
    swords = scene(south("swords")).setting.troops[0]
    spears = scene(
        south("spears", figures=50, options=["heavy", "shield", "long spear", "regular"])
    ).setting.troops[0]
    assert (points_of(library(), swords), points_of(library(), spears)) == (43, 56)
    cheap = msgspec.structs.replace(roster("b1-tsolyanu-a"), points=174)
    assert rules_broken(cheap) == ["mis.add.points"]


@pytest.mark.parametrize("army", ["men", "hostile"])
def test_armies_of_chance_are_lawful_and_the_same_for_the_same_seed(army: str) -> None:
    for seed in "12345":
        raised = LISTS.raise_army(army, 200, seed)
        assert raised == LISTS.raise_army(army, 200, seed)
        assert LISTS.faults(raised) == [] and rules_broken(raised) == []


def test_sheets() -> None:
    sheet = LISTS.sheet(roster("b1-tsolyanu-a"))
    assert sheet.cards[0].title == "Heavy Spears" and "18/3" in sheet.cards[0].rows[0][-1]
    assert len(LISTS.army_sheet("hostile").cards) == 6


@pytest.mark.rule("mis.battle.b1", "mis.battle.b2", "mis.battle.b3", "mis.add.table")
@pytest.mark.parametrize("name, width", [("b1", 1200), ("b2", 2400), ("b3", 3600)])
def test_the_three_battles(name: str, width: int) -> None:
    plan = library().battles[name]
    assert (plan.width, plan.depth, plan.turns, len(plan.south), len(plan.north)) == (width, 1200, 12, 2, 2)
    for south_army in plan.south:
        for north_army in plan.north:
            setting = Setting(plan, (roster(south_army), roster(north_army)), {}, library())
            assert len({troop.id for troop in setting.troops}) == len(setting.troops)
    assert book().scenario(name).id == name


@pytest.mark.rule("mis.army.composition", "mis.army.races", "mis.add.table")
def test_armies_of_the_players_own_go_to_battle_or_are_refused_with_their_rule(tmp_path: Path) -> None:
    setup = book().setup("b1", {"armies": "men:600:3, hostile:600:4"})
    assert setup["battle"]["width"] > 1200
    assert book().begin(book().setting(setup)).stage in ("forces", "drawing up")
    plain = roster("b1-tsolyanu-a")
    wrong, extra = tmp_path / "wrong.toml", msgspec.structs.replace(plain.character[1], id="extra")
    wrong.write_text(roster_text(msgspec.structs.replace(plain, character=(*plain.character, extra))), "utf8")
    with pytest.raises(DataError, match=r"mis\.command\.dritlan-number"):
        book().setup("b1", {"armies": f"{wrong}, b1-yankor-a"})
    for nonsense in ("one", "men:x:1, men:1:1", "nobody, nobody"):
        with pytest.raises(Unknown):
            book().setup("b1", {"armies": nonsense})


# --- what a sly player tries ---------------------------------------------------------------------------------


@pytest.mark.rule("mis.command.kerdu-figures", "mis.magic.team")
def test_an_army_has_one_general_and_a_team() -> None:
    plain = roster("b1-tsolyanu-a")
    general = next(one for one in plain.character if one.profile == "kerdu")
    second = msgspec.structs.replace(general, id="another")
    assert rules_broken(msgspec.structs.replace(plain, character=(*plain.character, second))) == [
        "mis.command.kerdu-figures"
    ]
    nobody = tuple(one for one in plain.character if one.profile != "team")
    assert rules_broken(msgspec.structs.replace(plain, character=nobody)) == ["mis.magic.team"]


@pytest.mark.rule("mis.army.qualities", "mis.army.legion", "mis.device.eye-bearers")
@pytest.mark.parametrize(
    "words, items, fault",
    [
        (("irregular",), (), "one status, not regular and irregular"),
        (("medium",), (), "one armour, not heavy and medium"),
        (("long bow", "medium javelin"), (), "one missile weapon, not long bow and medium javelin"),
        (("huitsan 2",), (), "one huitsan, not huitsan 1 and huitsan 2"),
        ((), ("weak eye",), "'eyes' are listed with a commander or a team"),
    ],
)
def test_contradictions_are_faults(words: tuple[str, ...], items: tuple[str, ...], fault: str) -> None:
    plain = roster("b1-tsolyanu-a")
    first = plain.group[0]
    changed = msgspec.structs.replace(first, options=(*first.options, *words), items=items)
    found = LISTS.faults(msgspec.structs.replace(plain, group=(changed, *plain.group[1:])))
    assert [why for _, why in found if why.startswith(fault)]


@pytest.mark.rule("mis.add.points")
def test_single_file_is_no_bargain() -> None:
    def price(files: int, figures: int = 40) -> int:
        return points_of(library(), scene(south("a", files=files, figures=figures)).setting.troops[0])

    assert (price(10), price(8), price(1)) == (43, 38, 38)
    assert price(10, 5) == price(5, 5)


TABLE = {
    "b1-yankor-b": ("N'lýss Swords", 36),
    "b3-yankor-b": ("N'lýss Swords", 67),
    "b3-livyanu-a": ("Bow Screen", 28),
}


@pytest.mark.rule("mis.add.points")
@pytest.mark.parametrize("name", sorted(TABLE))
def test_the_formula_counts_where_the_table_differs(name: str) -> None:
    title, points = TABLE[name]
    assert [line.points for line in LISTS.bill(roster(name)).lines if line.title == title] == [points]


@pytest.mark.rule("mis.add.points")
def test_halves_of_points_of_two_teams_are_one_point() -> None:
    assert LISTS.bill(roster("b3-ssu-a")).points == 662


@pytest.mark.rule("mis.army.composition", "mis.command.dritlan-number", "mis.add.engine-crew")
def test_armies_of_chance_are_lawful_and_bring_almost_everything_some_day() -> None:
    """Chyrstálli, sró and what only they or a rare race bear are in no ready army: they must be listed."""
    lists, charts, met = book().lists, book().charts, set[str]()
    for number in range(60):
        roster = lists.raise_army(("men", "hostile")[number % 2], 600, str(number))
        assert not lists.faults(roster) and not lists.breaches(roster)
        met |= {word for group in roster.group for word in (group.profile, *group.options)}
    missing = {*charts.races, *charts.melee, *charts.missiles} - met
    assert {"chyrstalli", "sro"} <= missing and len(missing) <= 12
