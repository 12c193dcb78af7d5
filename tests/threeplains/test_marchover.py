"""March overs: who makes them, who suffers them, and what is left if they stop half way."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.marchover import (
    can_march_over,
    march_over,
    may_march_out,
    not_big_enough,
    sheltered,
)
from warhost.rulebooks.threeplains.fighting.contact import engaged, foes
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.setting import Fight

from .marching import FAR_ENEMY, at, cost, go, play, refused
from .scene import champion, contact, foot, hero, horse, number, piece, scene, unit

WIZARD = champion(attacks=1, title="Wizard")


def refusal(fight: Fight, mover: str, victim: str, *, on_purpose: bool = False) -> str:
    found = can_march_over(fight, number(fight, mover), number(fight, victim), on_purpose=on_purpose)
    return found.rule if found else ""


@pytest.mark.rule("tp.move.marchover")
def test_only_enemies_of_two_attacks_or_fewer_are_marched_over() -> None:
    fight = scene(
        unit("guard", at=(36, 20)),
        hero("wizard", at=(36, 25), side=1, figure=WIZARD),
        hero("duellist", at=(30, 25), side=1, figure=champion(attacks=2)),
        hero("hero", at=(42, 25), side=1),
    )
    assert refusal(fight, "guard", "wizard") == refusal(fight, "guard", "duellist") == ""
    assert refusal(fight, "guard", "hero") == "tp.move.marchover"


@pytest.mark.rule("tp.move.marchover")
@pytest.mark.parametrize("whom", ["page", "bearer", "guest"])
def test_nobody_marches_over_friends_or_who_is_no_piece_of_his_own(whom: str) -> None:
    """A page in the way, a friend on the flank, and an enemy within his group."""
    fight = scene(
        unit("guard", at=(36, 20)), hero("page", at=(36, 25), figure=WIZARD),
        hero("bearer", at=(30, 25), figure=WIZARD),
        unit("orcs", at=(36, 40), side=1), hero("guest", within="orcs", side=1, figure=WIZARD),
    )  # fmt: skip
    assert refused(fight, "guard", ["over", whom], go(36, 26.5)) == "tp.move.marchover"


@pytest.mark.rule("tp.move.marchover.who")
@pytest.mark.parametrize(
    ("figure", "models", "able"),
    [
        (foot(), 9, False),
        (foot(), 10, True),
        (foot(loose=True), 20, False),
        (horse(), 4, False),
        (horse(), 5, True),
        (foot(category="beast", attacks=1), 5, False),
        (foot(category="beast", attacks=2), 3, True),
        (foot(category="machine", attacks=6), 1, True),
        (foot(category="machine", attacks=6, movement=0), 1, False),
        (champion(attacks=8), 1, False),
    ],
)
def test_who_is_big_enough(figure: object, models: int, able: bool) -> None:
    fight = scene(unit("mover", at=(36, 20), models=models, files=1, figure=figure))  # type: ignore[arg-type]
    assert (not_big_enough(fight, 0) is None) is able


@pytest.mark.rule("tp.move.marchover.who")
def test_the_masters_of_a_beast_pack_do_not_count_but_a_rider_does() -> None:
    dogs = unit("pack", at=(36, 20), models=5, files=5, figure=foot(category="beast"))
    pack = scene(dogs, hero("master", within="pack"))
    assert not_big_enough(pack, 0) is not None
    bear = unit("bear", at=(36, 20), models=1, files=1, figure=foot(category="beast", attacks=4))
    ridden = scene(bear, hero("rider", within="bear"))
    assert not_big_enough(ridden, 0) is None


@pytest.mark.rule("tp.move.marchover.who", "tp.beast.masters.combat")
def test_masters_alone_march_over_nobody() -> None:
    herders = foot(category="beast", kind="master", loose=True)
    fight = scene(unit("herders", at=(36, 20), models=8, files=4, figure=herders))
    assert not_big_enough(fight, 0) is not None


@pytest.mark.rule("tp.move.marchover.protect")
def test_friends_within_three_inches_protect_from_a_normal_move_only() -> None:
    fight = scene(
        unit("guard", at=(36, 20)),
        hero("wizard", at=(36, 25), facing=180, side=1, figure=WIZARD),
        unit("orcs", at=(36, 28), facing=180, side=1),
    )
    assert refusal(fight, "guard", "wizard", on_purpose=True) == "tp.move.marchover.protect"
    assert refusal(fight, "guard", "wizard") == ""
    piece(fight, "orcs").y = inches(30)
    assert refusal(fight, "guard", "wizard", on_purpose=True) == ""


@pytest.mark.rule("tp.move.marchover.protect")
@pytest.mark.parametrize(("away", "protected"), [(3, True), (3.01, False)])
def test_a_unit_protects_within_three_inches(away: float, protected: bool) -> None:
    fight = scene(
        hero("wizard", at=(36, 25), side=1, figure=WIZARD), unit("orcs", at=(36, 25 + away), facing=180, side=1)
    )
    assert sheltered(fight, number(fight, "wizard")) == protected


@pytest.mark.rule("tp.move.marchover.protect")
@pytest.mark.parametrize(("models", "protected"), [(1, False), (2, True)])
def test_two_friends_are_a_group_that_protects_and_one_is_none(models: int, protected: bool) -> None:
    fight = scene(
        unit("guard", at=(36, 20)),
        hero("wizard", at=(36, 25), facing=180, side=1, figure=WIZARD),
        unit("riders", at=(36, 28), facing=180, side=1, models=models, files=1, figure=horse()),
    )
    assert sheltered(fight, number(fight, "wizard")) == protected


@pytest.mark.rule("tp.move.marchover.fly")
def test_flying_over_somebody_harms_nobody() -> None:
    griffin = foot(category="beast", attacks=6, flight=inches(16))
    fight = scene(
        unit("griffin", at=(36, 20), models=1, files=1, figure=griffin, airborne=True),
        hero("wizard", at=(36, 25), side=1, figure=WIZARD),
    )
    assert refusal(fight, "griffin", "wizard") == "tp.move.marchover.fly"


@pytest.mark.rule("tp.move.marchover", "tp.move.marchover.fly")
def test_a_combat_is_left_only_if_every_enemy_in_it_is_weak() -> None:
    fight = scene(
        unit("guard", at=(36, 20)),
        hero("wizard", at=(36, 20), facing=180, side=1, figure=WIZARD),
        hero("hero", at=(38.1, 19), facing=270, side=1),
    )
    contact(fight, "wizard", "guard")
    assert may_march_out(fight, 0) is None
    contact(fight, "hero", "guard", b_side="right")
    assert may_march_out(fight, 0) is not None


@pytest.mark.rule("tp.move.marchover")
def test_whoever_is_passed_completely_is_dead() -> None:
    fight = scene(unit("guard", at=(36, 30)), hero("wizard", at=(36, 25), side=1, figure=WIZARD))
    march_over(fight, 0, [1], body(fight, 0))
    assert piece(fight, "wizard").fate == "slain"


@pytest.mark.rule("tp.move.marchover.partial")
def test_whoever_is_still_under_the_mover_is_set_beside_it_and_fights() -> None:
    fight = scene(unit("guard", at=(36, 30)), hero("wizard", at=(36, 27.5), side=1, figure=WIZARD))
    march_over(fight, 0, [1], body(fight, 0))
    wizard = piece(fight, "wizard")
    assert wizard.standing and foes(fight, 1) == [0] and engaged(fight, 0)
    assert wizard.facing == 0 and wizard.y == pytest.approx(body(fight, 0).back[1], abs=2)
    assert fight.state.contacts[0].charge == -1 and fight.state.contacts[0].a_side == "rear"


# --- on the way ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.marchover")
def test_twenty_infantry_walk_over_a_lone_wizard() -> None:
    weak = foot(category="character", attacks=1)
    fight = scene(unit("a", at=(36, 20)), hero("wizard", at=(36, 22), side=1, figure=weak))
    assert refused(fight, "a", go(36, 27)) == "tp.move.p2p.path"
    play(fight, "a", [["over", "wizard"], go(36, 27)])
    assert piece(fight, "wizard").fate == "slain" and at(fight, "a") == (36, 27, 0)


@pytest.mark.rule("tp.move.marchover")
def test_naming_a_victim_harms_nobody_who_is_not_crossed() -> None:
    weak = foot(category="character", attacks=1)
    fight = scene(unit("a", at=(36, 20)), hero("wizard", at=(42, 22), side=1, figure=weak))
    play(fight, "a", [["over", "wizard"], go(36, 26)])
    assert piece(fight, "wizard").fate == "standing"


@pytest.mark.rule("tp.move.marchover", "tp.move.fallback.order", "tp.move.fallback.after")
def test_somebody_who_is_to_be_walked_over_may_fall_back() -> None:
    weak = foot(category="character", attacks=1)
    fight = scene(unit("a", at=(36, 20)), hero("wizard", at=(36, 24.5), facing=180, side=1, figure=weak))
    away = [6, 6, 6, 6, 1, 1, 1, 6, 6]  # a deviancy check, then 2D6 inches
    play(fight, "a", [["over", "wizard"], go(36, 27)], answers=["fall back", 9000], dice=away)
    assert piece(fight, "wizard").fate == "standing" and not engaged(fight, number(fight, "a"))
    assert piece(fight, "wizard").facing == 9000


@pytest.mark.rule("tp.move.marchover")
def test_a_hero_with_three_attacks_is_not_walked_over() -> None:
    fight = scene(unit("a", at=(36, 20)), hero("hero", at=(36, 22), side=1))
    assert refused(fight, "a", ["over", "hero"], go(36, 27)) == "tp.move.marchover"


@pytest.mark.rule("tp.move.marchover", "tp.move.p2p.engaged")
def test_a_unit_marches_out_of_a_combat_with_weak_enemies() -> None:
    weak = foot(category="character", attacks=1)
    fight = scene(unit("a", at=(36, 20)), hero("wizard", at=(36, 20), facing=180, side=1, figure=weak))
    contact(fight, "wizard", "a")
    play(fight, "a", [["over", "wizard"], go(36, 26)])
    assert piece(fight, "wizard").fate == "slain" and not engaged(fight, number(fight, "a"))


@pytest.mark.rule("tp.move.marchover", "tp.move.p2p.engaged")
def test_a_unit_may_also_walk_away_from_weak_enemies() -> None:
    weak = foot(category="character", attacks=1)
    fight = scene(unit("a", at=(36, 20)), hero("wizard", at=(36, 20), facing=180, side=1, figure=weak))
    contact(fight, "wizard", "a")
    play(fight, "a", [["flip"], go(36, 14)])
    assert piece(fight, "wizard").fate == "standing" and not engaged(fight, number(fight, "a"))


@pytest.mark.rule("tp.move.pursue.move")
def test_a_piece_that_pursued_may_turn_but_not_move() -> None:
    fight = scene(unit("a", at=(20, 10), held_until=2), FAR_ENEMY)
    assert refused(fight, "a", go(20, 12)) == "tp.move.pursue.move"
    assert refused(fight, "a", ["reorganise", inches(20), inches(9)]) == "tp.move.pursue.move"
    assert refused(fight, "a", ["dash"]) == "tp.move.pursue.move"
    assert cost(fight, "a", ["pivot", 4500]) > 0
