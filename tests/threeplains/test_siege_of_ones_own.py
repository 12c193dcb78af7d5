"""Sieges of a fortress that the players name: a ready one, one of a player's own folder, or a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from warhost.cli.main import cli
from warhost.engine.book import Unknown
from warhost.engine.game import Game
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.rulebooks.threeplains.rulebook import ThreePlains
from warhost.rulebooks.threeplains.siege.account import left_over

from .strongholds import BENT, STRAIGHT, changed, fortress

SIEGE = "siege"


def written(plan: Sequence[str], folder: Path, army: str = "herlanceia") -> Path:
    lines = "\n".join(plan)
    path = folder / "hold.toml"
    path.write_text(
        f'id = "hold"\ntitle = "The Hold"\narmy = "{army}"\nbesiegers = 1000\nplan = """\n{lines}\n"""\n'
    )
    return path


def refused(path: Path, **options: str) -> str:
    with pytest.raises(Unknown) as why:
        ThreePlains().setup(SIEGE, {"fortress": str(path), **options})
    return str(why.value)


@pytest.mark.rule("tp.siege.plan")
@pytest.mark.parametrize("plan", [STRAIGHT, BENT], ids=["straight", "bent"])
def test_a_fortress_of_ones_own_is_fought_over_to_the_end(plan: tuple[str, ...], tmp_path: Path) -> None:
    book = ThreePlains()
    game = Game(book, book.setup(SIEGE, {"fortress": str(written(plan, tmp_path))}), "7")
    assert game.setting.mission.plan.split("\n")[:-1] == [*plan]
    game.play([RandomPlayer("a"), RandomPlayer("b")])
    assert game.result is not None


@pytest.mark.rule("tp.siege.plan")
def test_a_folder_of_ones_own_is_looked_into_and_a_ready_fortress_may_be_named(tmp_path: Path) -> None:
    (tmp_path / "fortresses").mkdir()
    written(BENT, tmp_path / "fortresses")
    book = ThreePlains(tmp_path)
    assert "bend outwards" in book.setup(SIEGE, {"fortress": "hold"})["mission"]["plan"]
    named, usual = (book.setup(SIEGE, options)["mission"]["plan"] for options in ({"fortress": "twin_towers"}, {}))
    assert named == usual


@pytest.mark.rule("tp.siege.plan.wall", "tp.siege.lists")
def test_it_stands_against_those_for_whom_it_is_drawn(tmp_path: Path) -> None:
    larger = refused(written(STRAIGHT, tmp_path), armies="orcs_2000, herlanceia:500:1")
    assert "drawn against 1000 points, not 2000 [tp.siege.plan.wall]" in larger
    why = refused(written(STRAIGHT, tmp_path, army="orcs"))
    assert "built for orcs, not for herlanceia [tp.siege.lists]" in why and "rosters=unchecked" in why
    broken = written(changed(STRAIGHT, 4, "gap"), tmp_path)
    assert "The Hold: line 4" in refused(broken) and "see warhost fortress" in refused(broken)
    assert ThreePlains().setup(SIEGE, {"fortress": str(broken), "rosters": "unchecked"})["mission"]["plan"]


@pytest.mark.rule("tp.siege.excess_points")
def test_what_it_leaves_over_is_for_its_own_garrison(tmp_path: Path) -> None:
    """The least that is a fortress leaves more than the Twin Towers do."""
    spare, path = left_over(fortress(STRAIGHT).bill), written(STRAIGHT, tmp_path)
    assert spare > 5

    def armies(points: int) -> str:
        return f"orcs_1000, herlanceia:{points}:1"

    assert ThreePlains().setup(SIEGE, {"fortress": str(path), "armies": armies(250 + spare)})
    assert f"not {251 + spare}" in refused(path, armies=armies(251 + spare))


def test_only_a_siege_has_one_and_strangers_name_no_files(tmp_path: Path) -> None:
    with pytest.raises(Unknown, match="only a siege has one"):
        ThreePlains().setup("raid", {"fortress": "twin_towers"})
    with pytest.raises(Unknown, match="no fortress is called 'hold'"):
        ThreePlains().setup(SIEGE, {"fortress": "hold"})
    known = rulebook("threeplains").ready("fortress")
    assert known is not None and "twin_towers" in known and str(written(STRAIGHT, tmp_path)) not in known


def test_the_command_fights_over_it(tmp_path: Path) -> None:
    words = ["battle", "threeplains", "--scenario", SIEGE, "--players", "random", "--seed", "3"]
    told = CliRunner().invoke(cli, [*words, "--option", f"fortress={written(BENT, tmp_path)}"])
    assert told.exit_code == 0 and "Clear routes into the fortress" in told.output
