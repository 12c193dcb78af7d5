"""Heroes from battle to battle: made, saved, taken along, and what becomes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from warhost.engine.battle import Battle
from warhost.engine.game import Game
from warhost.engine.oracle import Scripted
from warhost.engine.record import load as load_record
from warhost.engine.record import record, reopen
from warhost.engine.record import save as save_record
from warhost.players.random import RandomPlayer
from warhost.rulebooks.magnamund.career import (
    Career,
    CareerError,
    Fought,
    career_faults,
    create,
    enlist,
    homecoming,
    load,
    save,
)
from warhost.rulebooks.magnamund.hero_command import hero
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.state import Outcome

from .heroics import card
from .scene import book, piece, play, refusal

FORD = Fought(encounter="The Ford", learned=("rally",), won=True)
MILL = Fought(encounter="The Mill Farm", learned=("strength",), won=False)
FALLEN = Fought(encounter="The Bridge", won=False, survived=False)


def rorn(battles: int = 0, *skills: str, **more: Any) -> Career:
    return Career(card=card(), battles=battles, skills=skills, **more)


def wolf(battles: int = 0, *skills: str) -> Career:
    return Career(card=book().library.heroes["lone_wolf"], battles=battles, skills=skills)


def setup(career: Career, scenario: str = "mill_farm", side: str = "") -> dict[str, Any]:
    return enlist(book().setup(scenario, {}), career, book().library, side)


def ready(career: Career, scenario: str = "mill_farm") -> Fight:
    """A battle with the hero, before he has chosen his new skill."""
    setting = book().setting(setup(career, scenario))
    fight = Battle(setting, setting.begin(), Scripted())
    play(fight)
    return fight


def over(fight: Fight, name: str, fate: Any, winner: int = 0) -> Fight:
    piece(fight, name).fate = fate
    fight.state.outcome = Outcome(winner, "it was decided", "mag.setup.victory")
    return fight


# --- skills -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.hero.progression")
def test_one_skill_in_the_first_battle_and_three_in_the_third() -> None:
    career = create(card(), book().library)
    for battle, skill in enumerate(("rally", "strength", "weapon_skill_sword"), 1):
        fight = ready(career)
        assert refusal(fight, [skill, "salmon_leap"]) == "mag.hero.progression"
        play(fight, answers=[[skill]])
        assert len(piece(fight, "rorn").skills) == battle
        career = homecoming(career, fight.setting, over(fight, "rorn", "fighting").state)
    assert (career.battles, career.skills) == (3, ("rally", "strength", "weapon_skill_sword"))
    assert [fought.learned for fought in career.history] == [("rally",), ("strength",), ("weapon_skill_sword",)]


@pytest.mark.rule("mag.kai.progression")
def test_in_his_third_battle_lone_wolf_has_three_disciplines() -> None:
    fight = ready(wolf(2, "tracking", "weapon_skill_longbow"), "princes_stand")
    assert refusal(fight, ["healing", "hunting"]) == "mag.kai.progression"
    assert refusal(fight, ["tracking"]) == "mag.kai.progression"
    play(fight, answers=[["weapon_skill_mace"]])
    assert piece(fight, "lone_wolf").skills == ("tracking", "weapon_skill_longbow", "weapon_skill_mace")
    assert piece(fight, "lone_wolf").weapons == ("longbow", "mace")


@pytest.mark.rule("mag.kai.progression")
def test_disciplines_are_not_rolled_for_besides() -> None:
    rolled = book().setup("forest_road", {"disciplines": "rolled"})
    with pytest.raises(CareerError, match=r"none are rolled \[mag.kai.random_number\]"):
        enlist(rolled, wolf(1, "healing"), book().library)


@pytest.mark.rule("mag.hero.progression", "mag.kai.progression")
def test_the_dead_do_not_return() -> None:
    fight = ready(rorn(1, "rally"))
    play(fight, answers=[["strength"]])
    dead = homecoming(rorn(1, "rally"), fight.setting, over(fight, "rorn", "slain", winner=1).state)
    assert (dead.alive, dead.battles) == (False, 1)
    assert dead.history == (Fought(encounter="The Mill Farm", learned=("strength",), won=False, survived=False),)
    with pytest.raises(CareerError, match="fell in The Mill Farm, and the dead do not return"):
        setup(dead)


@pytest.mark.rule("mag.hero.progression")
@pytest.mark.parametrize("fate", ["fighting", "left", "fled", "hidden"])
def test_who_left_the_board_alive_has_survived(fate: str) -> None:
    fight = ready(rorn())
    play(fight, answers=[["strength"]])
    career = homecoming(rorn(), fight.setting, over(fight, "rorn", fate).state)
    assert career.alive and career.battles == 1 and career.history[0].won


def test_a_battle_counts_once_and_only_when_it_is_over() -> None:
    fight = ready(rorn())
    with pytest.raises(CareerError, match="not over yet"):
        homecoming(rorn(), fight.setting, fight.state)
    play(fight, answers=[["strength"]])
    career = homecoming(rorn(), fight.setting, over(fight, "rorn", "fighting").state)
    with pytest.raises(CareerError, match="at another time of his life"):
        homecoming(career, fight.setting, fight.state)
    with pytest.raises(CareerError, match="Lone Wolf does not take part in The Mill Farm"):
        homecoming(wolf(), fight.setting, fight.state)


# --- into an encounter --------------------------------------------------------------------------------------


@pytest.mark.rule("mag.army.alignment")
def test_he_joins_an_army_that_has_room_in_its_heart_for_him() -> None:
    def armies(career: Career, **more: str) -> list[str]:
        sides = setup(career, **more)["encounter"]["forces"]
        return [side["id"] for side in sides if any(one["id"] == "rorn" for one in side["characters"])]

    assert armies(rorn()) == ["sommerlund"]
    evil = Career(card=card(alignment="evil"))
    assert armies(evil) == ["darklords"]
    neutral = Career(card=card(alignment="neutral"))
    assert armies(neutral) == ["sommerlund"]
    assert armies(neutral, side="darklords") == ["darklords"]
    with pytest.raises(CareerError, match=r"Rorn is good and does not fight for The Darklords \(evil\)"):
        setup(rorn(), side="darklords")
    with pytest.raises(CareerError, match="no side of The Mill Farm is called 'elves'"):
        setup(rorn(), side="elves")


def test_lone_wolf_takes_his_own_place_in_an_encounter_that_has_one() -> None:
    forces = setup(wolf(1, "hunting"), "forest_road")["encounter"]["forces"]
    characters = forces[0]["characters"]
    assert [(one["id"], one["skills"], one["choose_skills"]) for one in characters] == [
        ("lone_wolf", ("hunting",), 1)
    ]
    was = book().setup("forest_road", {})["encounter"]["forces"][0]["characters"]
    assert characters[0]["deploy"] == was[0]["deploy"]


@pytest.mark.parametrize("scenario", ["mill_farm", "forest_road", "gourgaz_bridge", "princes_stand"])
@pytest.mark.parametrize("mounted", [False, True])
def test_a_hero_fights_in_every_encounter_of_the_game_to_the_end(scenario: str, mounted: bool) -> None:
    career = Career(card=card(sheet="cavalry" if mounted else "human"))
    game: Game[Any, Any] = Game(book(), setup(career, scenario), "3")
    game.play([RandomPlayer("a"), RandomPlayer("b")])
    assert book().flaws(game.setting, game.checkpoint) == []
    after = homecoming(career, game.setting, game.checkpoint)
    assert after.battles == int(after.alive) and len(after.history[0].learned) == 1


def test_a_save_needs_neither_his_file_nor_his_card(tmp_path: Path) -> None:
    game: Game[Any, Any] = Game(book(), setup(rorn(1, "rally")), "5")
    game.play([RandomPlayer("a"), RandomPlayer("b")])
    save_record(record(game), tmp_path / "game.json")
    assert reopen(load_record(tmp_path / "game.json")).hash == game.hash


def test_an_id_that_the_encounter_uses_is_refused() -> None:
    namesake = Career(card=card("spearmen"))
    with pytest.raises(CareerError, match="spearmen is already used in this encounter"):
        setup(namesake)


# --- files --------------------------------------------------------------------------------------------------


def test_a_career_is_read_as_it_was_written(tmp_path: Path) -> None:
    career = rorn(1, "rally", history=(Fought(encounter="The Ford", learned=("rally",), won=True),))
    save(career, tmp_path / "heroes" / "rorn.json")
    assert load(tmp_path / "heroes" / "rorn.json", book().library) == career
    assert [path.name for path in (tmp_path / "heroes").iterdir()] == ["rorn.json"]


@pytest.mark.rule("mag.hero.card", "mag.hero.skill_lists")
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"weapons": ["speer"]}, r"card\.weapons\[0\]: expected a weapon, got speer, did you mean spear\?"),
        ({"weapons": ["halberd"], "shield": True}, r"card\.shield: expected no shield, halberd takes both hands"),
        ({"skills": ["rally"]}, r"card\.skills: expected none, Rorn has the skills of his card"),
        ({"kai_lord": True, "weapons": ["axe"]}, r"card\.weapons: expected a sword; other weapons come"),
        ({"kai_lord": True, "alignment": "neutral"}, r"card\.kai_lord: expected a good human"),
        ({"id": "kootak"}, r"card\.id: expected another id, kootak is a hero of the game"),
    ],
)
def test_a_hero_who_may_not_be_is_not_made(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(CareerError, match=said):
        create(msgspec.convert({**msgspec.to_builtins(card()), **changes}, type(card())), book().library)


@pytest.mark.rule("mag.hero.progression")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"battles": 1', b'"battles": 0', "skills: expected at most 0, one for each battle survived, got 1"),
        (b'"battles": 1', b'"battles": -1', "battles: expected int >= 0"),
        (b'"rally"', b'"raly"', "skills[0]: expected one of the Heroic Abilities, got raly, did you mean rally?"),
        (b'"mail"', b'"chain"', "card.armour: expected leather, mail, none or plate, got 'chain'"),
        (b'"alive"', b'"alife"', "alife: unknown key, did you mean alive?"),
        (b"}\n", b"", "expected a whole JSON file"),
    ],
)
def test_a_wrong_file_is_explained_and_left_as_it_was(tmp_path: Path, old: bytes, new: bytes, said: str) -> None:
    file = tmp_path / "rorn.json"
    save(rorn(1, "rally"), file)
    wrong = file.read_bytes().replace(old, new)
    file.write_bytes(wrong)
    with pytest.raises(CareerError) as caught:
        load(file, book().library)
    assert str(caught.value).startswith(str(file)) and said in str(caught.value)
    assert run("fight", str(file)).exit_code == 1
    assert file.read_bytes() == wrong


# --- the command --------------------------------------------------------------------------------------------


def run(*words: str) -> Result:
    return CliRunner().invoke(hero, list(words))


def test_created_shown_and_fought(tmp_path: Path) -> None:
    file = str(tmp_path / "rorn.json")
    made = run("create", file, "--name", "Rorn", "--armour", "mail", "--shield", "--weapon", "axe")
    assert made.exit_code == 0 and "Rorn, good human hero" in made.output
    shown = run("show", file).output.splitlines()
    assert shown[1:4] == ["Armour       mail and shield", "Weapons      Axe", "Abilities    none"]
    fought = run("fight", file, "--skill", "rally", "--seed", "3", "--players", "random,random")
    assert fought.exit_code == 0 and "The Mill Farm, seed 3:" in fought.output
    career = load(Path(file), book().library)
    assert career.history[0].learned == ("rally",)
    assert career.skills == (("rally",) if career.alive else ())
    assert msgspec.json.decode(run("show", file, "--json").output, type=Career) == career


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["create", "{}", "--name", "Rorn", "--sheet", "elf"],
            "no sheet is called 'elf'; there are: cavalry, giak",
        ),
        (["create", "{}", "--card", "conan"], "no hero is called 'conan'; there are: kootak, lone_wolf"),
        (["create", "{}", "--name", "!"], "needs a name with letters in it"),
        (["create", "{}", "--card", "kootak"], "Kootak has the skills of his card and learns no others"),
        (
            ["create", "{}", "--name", "Rorn", "--weapon", "lance"],
            "expected a weapon for fighting on foot, got lance",
        ),
        (["show", "{}"], "cannot be read (No such file or directory)"),
    ],
)
def test_what_cannot_be_is_said_in_one_line_and_nothing_is_written(
    tmp_path: Path, words: list[str], said: str
) -> None:
    file = tmp_path / "hero.json"
    result = run(*(word.format(file) for word in words))
    assert result.exit_code == 1 and said in result.output
    assert not file.exists()


def test_a_file_is_never_overwritten_and_a_wrong_skill_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "rorn.json"
    save(rorn(1, "rally"), file)
    before = file.read_bytes()
    assert "is there already" in run("create", str(file), "--name", "Bran").output
    refused = run("fight", str(file), "--skill", "brutality", "--players", "random,random")
    assert "'brutality' is not one of salmon_leap" in refused.output and "[mag.hero.progression]" in refused.output
    assert file.read_bytes() == before


@pytest.mark.parametrize("command", ["create", "show", "fight"])
def test_every_command_shows_examples(command: str) -> None:
    assert f"warhost hero {command} rorn.json" in run(command, "--help").output
    assert f"warhost hero {command}" in run("--help").output


@pytest.mark.rule("mag.hero.progression")
@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({}, ""),
        ({"alive": False}, "alive: expected true, as The Mill Farm ended for him"),
        ({"battles": 1}, "battles: expected at least the 2 that he survived, got 1"),
        ({"battles": 3}, ""),
        ({"skills": ("rally",)}, "skills: expected strength among them"),
        ({"history": (FORD, MILL, FALLEN)}, "alive: expected false, as The Bridge ended for him"),
        ({"history": (FORD, MILL, FALLEN), "alive": False}, ""),
        ({"history": (FALLEN, FORD, MILL)}, "history[0].survived: expected nothing after it"),
    ],
)
def test_a_career_is_what_its_battles_made_of_him(more: dict[str, Any], why: str) -> None:
    told = Career(card=card(), battles=2, skills=("rally", "strength"), history=(FORD, MILL))
    found = "; ".join(career_faults(msgspec.structs.replace(told, **more), book().library))
    assert why in found and bool(found) is bool(why)
