"""What the Besiegers buy: prices, whose list offers it, and who can carry it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from warhost.engine.data import DataError
from warhost.roster.roster import roster_of
from warhost.rulebooks.threeplains.armies.choices import choices, groups_and_characters
from warhost.rulebooks.threeplains.armies.muster import ThreePlainsLists
from warhost.rulebooks.threeplains.siege.command import fortress as command
from warhost.rulebooks.threeplains.siege.train import (
    Purchase,
    Train,
    TrainEntry,
    find_train,
    train_bill,
    train_breaches,
    train_faults,
    trains_at_fault,
)
from warhost.rulebooks.threeplains.siege.works import equipment

from .strongholds import ARMIES

LISTS = ThreePlainsLists()


def train(*buy: Purchase, army: str = "orcs", points: int = 1000, groups: str = "") -> Train:
    profile = ARMIES.lists[army].profile
    foot = next(one for one in profile if one.kind == "infantry")
    text = groups or f'[[group]]\nprofile = "{foot.id}"\nid = "foot"\nmodels = 22\n'
    header = f'name = "A"\nrulebook = "threeplains"\narmy = "{army}"\npoints = {points}\n'
    roster = roster_of(header + text)
    found, _ = groups_and_characters(choices(roster, ARMIES))
    return Train(TrainEntry(id="t", title="T", roster="r", buy=buy), roster, ARMIES.lists[army], found)


def group(profile: str, models: int) -> str:
    return f'[[group]]\nprofile = "{profile}"\nid = "foot"\nmodels = {models}\n'


def rules(found: Train) -> list[str]:
    return [breach.rule for breach in train_breaches(found)]


def one(item: str, number: int = 1, by: str = "foot") -> Purchase:
    return Purchase(item=item, number=number, by=by)


@pytest.mark.rule("tp.siege.ready")
def test_the_ready_train_costs_918_siege_points_and_is_lawful() -> None:
    found = find_train("black_tide", LISTS)
    assert train_bill(found).points == 918
    assert train_breaches(found) == []


@pytest.mark.rule("tp.siege.list")
def test_every_price_and_operation_number() -> None:
    rows = [(e.id, e.price, e.operation, e.toughness, e.life, e.assault, e.bites) for e in equipment().values()]
    assert rows == [
        ("projectiles", 10, 0, 0, 0, 0, 0), ("door_ram", 25, 1, 0, 0, 2, 3),
        ("portable_bridge", 50, 10, 7, 6, 0, 0),
        ("battering_ram", 200, 7, 8, 8, 4, 8), ("siege_ladder", 50, 5, 4, 3, 0, 0),
        ("grappling_hooks", 25, 0, 0, 0, 0, 0), ("siege_tower", 250, 10, 10, 12, 0, 0),
        ("siege_ram", 300, 8, 9, 10, 3, 8), ("wall_stones", 50, 0, 0, 0, 0, 20),
    ]  # fmt: skip
    assert rules(train(one("projectiles"))) == ["tp.siege.list"]  # for the Defenders


@pytest.mark.rule("tp.siege.race_equipment")
def test_only_some_lists_offer_siege_towers_and_siege_rams() -> None:
    def offered(item: str) -> list[str]:
        rule = "tp.siege.race_equipment"
        return [army for army in ARMIES.lists if rule not in rules(train(one(item), army=army))]

    assert sorted(offered("siege_tower")) == ["elves", "mercenaries", "orcs"]
    assert sorted(offered("siege_ram")) == ["herlanceia", "mercenaries"]
    assert sorted(offered("wall_stones")) == ["herlanceia", "mercenaries", "orcs"]


@pytest.mark.rule("tp.siege.points")
def test_a_train_that_costs_too_much_is_refused() -> None:
    machines = (one("siege_tower"), one("battering_ram"))
    assert rules(train(*machines, one("siege_ladder", 1))) == []
    dear = train(one("siege_tower"), one("battering_ram"), Purchase(machine="stone_hurler", number=3), points=1000)
    assert train_bill(dear).points == 250 + 200 + 3 * 168
    assert rules(train(*machines, Purchase(machine="stone_hurler", number=4))) == [
        "tp.siege.points", "tp.siege.war_machines",
    ]  # fmt: skip
    assert rules(train(points=999)) == ["tp.siege.army_size"]


@pytest.mark.rule("tp.siege.points")
def test_all_siege_points_may_be_spent_and_not_one_more() -> None:
    dear = one("siege_tower"), one("battering_ram"), Purchase(machine="stone_hurler", number=4)
    price = train_bill(train(*dear)).points
    assert "tp.siege.points" not in rules(train(*dear, points=price))
    assert "tp.siege.points" in rules(train(*dear, points=price - 1))


@pytest.mark.rule("tp.siege.equip.drop")
def test_hands_for_everything_together() -> None:
    both = (one("battering_ram"), one("portable_bridge"))
    assert rules(train(*both, groups=group("warriors", 17))) == []
    assert rules(train(*both, groups=group("warriors", 16))) == ["tp.siege.equip.drop"]
    assert rules(train(one("siege_ladder", 3), groups=group("warriors", 15))) == []
    assert rules(train(one("siege_ladder", 3), groups=group("warriors", 14))) == ["tp.siege.equip.drop"]


@pytest.mark.rule("tp.siege.siege_ladder")
def test_at_most_four_siege_ladders_a_unit_and_one_of_the_rest() -> None:
    assert rules(train(one("siege_ladder", 4))) == []
    five = rules(train(one("siege_ladder", 5), groups=group("goblin_horde", 30)))
    assert five == ["tp.siege.siege_ladder"]
    assert rules(train(one("door_ram", 2))) == ["tp.siege.door_ram"]


@pytest.mark.rule("tp.siege.grappling_hooks")
def test_hooks_are_for_skirmishers_and_rams_for_units_on_foot() -> None:
    assert rules(train(one("grappling_hooks"))) == ["tp.siege.grappling_hooks"]
    sneaks = next(p for p in ARMIES.lists["orcs"].profile if p.kind == "skirmishers")
    riders = next(p for p in ARMIES.lists["orcs"].profile if p.kind == "cavalry")
    assert rules(train(one("grappling_hooks"), groups=group(sneaks.id, 8))) == []
    assert "tp.siege.siege_ladder" in rules(train(one("siege_ladder"), groups=group(sneaks.id, 8)))
    assert "tp.siege.battering_ram" in rules(train(one("battering_ram"), groups=group(riders.id, 8)))


@pytest.mark.rule("tp.siege.race.wall_stones")
def test_stones_against_walls_are_for_machines_that_throw_stones() -> None:
    hurler = Purchase(machine="stone_hurler")
    assert rules(train(hurler, one("wall_stones", by="stone_hurler"))) == []
    assert rules(train(hurler, one("wall_stones", 2, by="stone_hurler"))) == ["tp.siege.race.wall_stones"]
    assert rules(train(one("wall_stones"))) == ["tp.siege.race.wall_stones"]
    bolts = (Purchase(machine="bolt_thrower"), one("wall_stones", by="bolt_thrower"))
    assert rules(train(*bolts, army="herlanceia")) == ["tp.siege.race.wall_stones"]


def test_names_that_stand_for_nothing_are_told_with_their_place() -> None:
    wrong = train(one("siege_lader"), one("siege_ladder", by="nobody"), Purchase(), Purchase(machine="cannon"))
    assert [key for key, _ in train_faults(wrong)] == ["buy[0].item", "buy[1].by", "buy[2]", "buy[3].machine"]
    with pytest.raises(DataError):
        find_train("missing.toml", LISTS)


def test_the_command_prices_a_train() -> None:
    shown = CliRunner().invoke(command, ["--train", "black_tide"])
    assert shown.exit_code == 0 and "918" in shown.output and "Lawful." in shown.output
    assert '"siege_points":918' in CliRunner().invoke(command, ["--train", "black_tide", "--json"]).output


def test_own_trains_are_checked_with_their_place(tmp_path: Path) -> None:
    folder = tmp_path / "trains"
    folder.mkdir()
    head = 'id = "own"\ntitle = "Own"\n'
    (folder / "a.toml").write_text(head + 'roster = "orcs_1000"\nbuy = [{ item = "siege_ram", by = "warriors" }]\n')
    (folder / "b.toml").write_text(head + 'roster = "nobody"\n')
    (folder / "c.toml").write_text(head + 'roster = "orcs_1000"\nbuy = [{ item = "ram", by = "warriors" }]\n')
    faults = [str(fault) for fault in trains_at_fault(LISTS, tmp_path)]
    assert len(faults) == 3
    assert "a.toml: siege_ram" in faults[0] and "[tp.siege.race_equipment]" in faults[0]
    assert "b.toml: roster" in faults[1] and "buy[0].item" in faults[2]
