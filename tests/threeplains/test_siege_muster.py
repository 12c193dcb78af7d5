"""Both armies of a siege: their sizes, what Defenders pay, and the shapes they have."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from warhost.roster.roster import Character, Group, Roster
from warhost.rulebooks.threeplains.items.oblivion import failing, worth
from warhost.rulebooks.threeplains.items.shelf import ITEMS
from warhost.rulebooks.threeplains.magic.bearing import carried
from warhost.rulebooks.threeplains.siege.command import fortress as command
from warhost.rulebooks.threeplains.siege.fortress import Fortress
from warhost.rulebooks.threeplains.siege.garrison import find_garrison, garrison_breaches

from .scenarios import book, breaches, ready, roster
from .scene import champion, foot, hero, number, unit
from .strongholds import STRAIGHT, fortress, siege, twin_towers


def cost(written: Roster) -> int:
    return book().lists.bill(written).points


@dataclass
class Bought:
    """A line of a garrison, and what the same line costs besiegers."""

    entry: Group | Character
    army: str = "herlanceia"

    def price(self, part: str) -> int:
        return cost(roster("siege", part, 1000, self.entry, army=self.army))


@pytest.mark.rule("tp.siege.ready")
def test_the_ready_forces_are_lawful_and_cost_what_the_rulebook_says() -> None:
    besiegers, defenders = ready("siege", 0), ready("siege", 1)
    assert [book().lists.breaches(one) for one in (besiegers, defenders)] == [[], []]
    bill = book().lists.bill(defenders)
    assert bill.points == 255  # 44.8 + 90 + 120, rounded up
    spent = {measure.name: measure.spent for measure in bill.measures}
    assert (spent["blocks"], spent["triangles"], spent["diamonds"]) == (2, 3, 0)


@pytest.mark.rule("tp.siege.discount")
def test_defenders_pay_a_fifth_for_characters_and_magic_and_all_of_what_these_ride() -> None:
    hero_on_foot = Character(profile="champion", role="general")
    full = Bought(hero_on_foot).price("besiegers")
    assert full == 72 and Bought(hero_on_foot).price("defenders") == 15  # 14.4
    mounts = book().library.armies.lists["herlanceia"].find("champion").mounts
    rider = replace(hero_on_foot, mount=mounts[0].steed)
    steed = Bought(rider).price("besiegers") - full
    assert steed > 0 and Bought(rider).price("defenders") == -(-(72 + 5 * steed) // 5)
    armed = replace(hero_on_foot, items=("sword_of_the_gods",))
    magic = Bought(armed).price("besiegers") - full
    assert Bought(armed).price("defenders") == -(-(72 + magic) // 5)


@pytest.mark.rule("tp.siege.free_command")
def test_command_models_of_defenders_are_free_and_their_magic_costs_a_fifth() -> None:
    guard = Group(profile="guard", models=10)
    led = replace(guard, command=True)
    assert Bought(led).price("besiegers") == 100
    assert Bought(led).price("defenders") == Bought(guard).price("defenders") == 90
    magical = next(item for item in ITEMS.values() if item.kind == "command")
    banner = replace(led, items=(magical.id,))
    magic = Bought(banner).price("besiegers") - 100
    assert magic > 0 and Bought(banner).price("defenders") == 90 + -(-magic // 5)


@pytest.mark.rule("tp.siege.shapes")
@pytest.mark.parametrize(
    ("against", "points", "blocks", "triangles", "diamonds"), [(4000, 1000, 4.5, 7, 7.5), (1000, 250, 1.5, 4, 3)]
)
def test_defenders_have_the_shapes_of_the_besiegers_blocks_too(
    against: int, points: int, blocks: float, triangles: float, diamonds: float
) -> None:
    written = replace(ready("siege", 1), points=points, against=against)
    limits = {measure.name: measure for measure in book().lists.bill(written).measures}
    assert limits["blocks"].least == blocks
    assert (limits["triangles"].most, limits["diamonds"].most) == (triangles, diamonds)
    if against == 4000:
        assert "tp.army.block" in [breach.rule for breach in book().lists.breaches(written)]


@pytest.mark.rule("tp.siege.army_size")
@pytest.mark.parametrize(("points", "lawful"), [(900, False), (999, False), (1000, True)])
def test_besiegers_have_a_thousand_points_or_more(points: int, lawful: bool) -> None:
    found = breaches(replace(ready("siege", 0), points=points), "tp.siege.army_size")
    assert (not found) == lawful


@pytest.mark.rule("tp.siege.oblivion")
def test_cheaper_items_do_not_ease_oblivion_checks() -> None:
    """Items with a full cost of 200 fail on double 4, 5 or 6, whatever was paid for them."""
    laden = champion(items=("tp.item.weapon.sword_of_the_gods",), prices=(200,))
    fight = siege(hero("lord", (25, 5), side=1, figure=laden), unit("orcs", (25, 40), figure=foot()))
    lord = number(fight, "lord")
    assert carried(fight, lord) and worth(fight, lord) == 200
    assert failing(worth(fight, lord)) == 4


@pytest.mark.rule("tp.siege.excess_points")
def test_the_ready_garrison_has_its_quarter_and_what_the_fortress_left_over() -> None:
    assert ready("siege", 1).points == 250 + 5
    assert twin_towers().bill.limit - twin_towers().bill.points == 20


# --- the fortress and its army together -----------------------------------------------------------------------


def together(written: Roster, found: Fortress | None = None) -> list[str]:
    found = found or twin_towers()
    return [breach.rule for breach in garrison_breaches(found, written, book().lists)]


@pytest.mark.rule("tp.siege.excess_points")
def test_a_garrison_may_not_cost_more_than_the_fortress_has_left_for_it() -> None:
    written = find_garrison("ready", twin_towers(), book().lists)
    assert together(written) == []
    assert together(replace(written, points=256)) == ["tp.siege.excess_points"]


@pytest.mark.rule("tp.siege.lists")
def test_fortress_and_garrison_are_written_for_one_army() -> None:
    written = find_garrison("ready", twin_towers(), book().lists)
    mine = fortress(STRAIGHT, army="orcs")
    assert "tp.siege.lists" in together(written, mine)


@pytest.mark.rule("tp.siege.throwing_projectiles")
def test_projectiles_are_for_units_on_foot_of_the_garrison() -> None:
    written = find_garrison("ready", twin_towers(), book().lists)
    rule = "tp.siege.throwing_projectiles"
    assert together(written, fortress(STRAIGHT, projectiles=("guard",))) == []
    assert together(written, fortress(STRAIGHT, projectiles=("champion",))) == [rule]
    assert together(written, fortress(STRAIGHT, projectiles=("guard", "guard"))) == [rule]


@pytest.mark.rule("tp.siege.discount", "tp.siege.free_command")
def test_the_command_sells_to_a_garrison_for_a_fifth_though_no_battle_was_opened() -> None:
    words = [sys.executable, "-m", "warhost.cli", "fortress", "twin_towers", "--garrison", "ready"]
    alone = subprocess.run(words, capture_output=True, text=True, check=False)
    assert alone.returncode == 0 and "points: 255, at most 255" in alone.stdout


def test_the_command_checks_a_garrison() -> None:
    shown = CliRunner().invoke(command, ["twin_towers", "--garrison", "ready"])
    assert shown.exit_code == 0 and "255" in shown.output
    assert CliRunner().invoke(command, ["--garrison", "ready"]).exit_code == 2
    dear = CliRunner().invoke(command, ["twin_towers", "--garrison", "herlanceia_1000"])
    assert dear.exit_code == 1 and "tp.siege.excess_points" in dear.output.replace("\n", "")
