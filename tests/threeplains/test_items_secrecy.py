"""Magic items are secret: what the enemy and watchers are shown before they are used, and after."""

from __future__ import annotations

import msgspec
import pytest

from warhost.rulebooks.threeplains.items.secrecy import notice
from warhost.rulebooks.threeplains.magic.bearing import carried
from warhost.rulebooks.threeplains.magic.carriers import may_carry
from warhost.rulebooks.threeplains.magic.casting import act, castable
from warhost.rulebooks.threeplains.missiles.shooting import shoot_one
from warhost.rulebooks.threeplains.rulebook import ThreePlains
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NOBODY, Score
from warhost.rulebooks.threeplains.telling.field_sheet import sheet
from warhost.rulebooks.threeplains.telling.view import view
from warhost.rulebooks.threeplains.victory import victory_points
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike, weigh

from .armoury import duel, laden, one_hit, rules, settled
from .scene import asked, champion, foot, hero, narrate, number, piece, scene, script, unit
from .wizardry import WINS, casts, wizard

COIN, RING = "The Lucky Coin", "The Ring of Vitality"


def with_charms() -> Fight:
    return settled(
        scene(
            unit("guard", (36, 10), models=10, command=True),
            hero("hero", within="guard", figure=laden("lucky_coin", "ring_of_vitality")),
            unit("orcs", (36, 20), facing=180, side=1, models=10),
        )
    )


def shown(fight: Fight, side: int | None) -> str:
    """Everything that a side, or a watcher, is shown of the first army."""
    known = fight.state
    for each in (0, 1) if side is None else (side,):
        known = ThreePlains().known(fight.setting, known, each)
    told = (view(fight.setting, fight.state, side), sheet(fight.setting, known, 0, side))
    return msgspec.json.encode(told).decode()


@pytest.mark.rule("tp.magic.items")
def test_the_enemy_and_watchers_see_nothing_of_an_item_before_it_is_used() -> None:
    fight = with_charms()
    assert COIN in shown(fight, 0) and RING in shown(fight, 0)
    for other in (1, None):
        assert COIN not in shown(fight, other) and RING not in shown(fight, other)


@pytest.mark.rule("tp.magic.items")
def test_the_price_of_a_secret_item_is_not_on_the_enemys_sheet() -> None:
    fight = with_charms()
    cards = [sheet(fight.setting, fight.state, 0, viewer).cards for viewer in (0, 1)]
    own, enemys = (next(card.points or 0 for card in found if card.id == "hero") for found in cards)
    assert own - enemys == sum(laden("lucky_coin", "ring_of_vitality").prices)


@pytest.mark.rule("tp.magic.items")
def test_an_item_that_has_counted_for_something_is_known() -> None:
    fight = with_charms()
    with script(fight, dice=[1]):
        strike(fight, Attack(number(fight, "hero"), 1, "magic", "tp.spell.base.zap", toughness=9))
    notice(fight)
    assert piece(fight, "hero").shown == rules("lucky_coin")
    for other in (1, None):
        assert COIN in shown(fight, other) and RING not in shown(fight, other)


@pytest.mark.rule("tp.magic.items")
def test_what_only_its_owner_was_told_of_stays_secret() -> None:
    fight = duel("sword_of_strength")
    one_hit(fight, 6)
    fight.told = [msgspec.structs.replace(told, audience=0) for told in fight.told]
    notice(fight)
    assert not piece(fight, "hero").shown


@pytest.mark.rule("tp.magic.items")
def test_of_two_who_carry_the_like_only_the_one_who_used_it_is_known() -> None:
    fight = settled(
        scene(
            hero("hero", (36, 10), figure=laden("potion_of_vitality"), tired=1),
            hero("foe", (36, 20), side=1, facing=180, figure=laden("potion_of_vitality")),
        )
    )
    with script(fight):
        act(fight, castable(fight), "use: hero/potion_of_vitality")
    notice(fight)
    assert piece(fight, "hero").shown == rules("potion_of_vitality") and not piece(fight, "foe").shown


@pytest.mark.rule("tp.magic.items")
def test_whoever_lives_on_the_strength_of_a_ring_shows_it() -> None:
    fight = with_charms()
    piece(fight, "hero").hurt = 1
    notice(fight)
    assert not piece(fight, "hero").shown
    assert "1 of 2 life points" in shown(fight, 1) and "1 of 9 life points" in shown(fight, 0)
    piece(fight, "hero").hurt = 2
    notice(fight)
    assert piece(fight, "hero").shown == rules("ring_of_vitality")


@pytest.mark.rule("tp.magic.items")
@pytest.mark.parametrize("side", [0, 1])
def test_nobody_lives_by_a_ring_that_another_wears(side: int) -> None:
    """Without the life points of the ring the one who does not wear it would be dead, if they were his."""
    wearer = hero("wearer", (36, 30), side=side, figure=champion(items=rules("ring_of_vitality"), prices=(10,)))
    fight = settled(scene(hero("hero", (36, 10), figure=champion(life=3)), wearer, hero("foe", (50, 40), side=1)))
    piece(fight, "hero").hurt = 2
    notice(fight)
    assert not piece(fight, "wearer").shown


def boxes(fight: Fight, viewer: int) -> tuple[int, ...]:
    """The life points that the hero has left, as one side's sheet shows them."""
    known = ThreePlains().known(fight.setting, fight.state, viewer)
    return next(card.boxes for card in sheet(fight.setting, known, 0, viewer).cards if card.id == "hero")


@pytest.mark.rule("tp.magic.items", "tp.item.command.banner_of_zereener")
def test_the_life_points_of_a_secret_banner_show_in_nobody_of_its_group() -> None:
    banner = foot(items=rules("banner_of_zereener"), prices=(0,))
    fight = settled(
        scene(
            unit("guard", (36, 10), models=10, command=True, figure=banner),
            hero("hero", within="guard", figure=champion(life=3)),
            unit("orcs", (36, 20), facing=180, side=1, models=10),
        )
    )
    plain = settled(
        scene(
            unit("guard", (36, 10), models=10, command=True),
            hero("hero", within="guard", figure=champion(life=3)),
            unit("orcs", (36, 20), facing=180, side=1, models=10),
        )
    )
    for table in (fight, plain):
        piece(table, "hero").hurt = 2
    notice(fight)
    assert "2 of 4 life points" in shown(fight, 0) and boxes(fight, 0) == (2,)
    for other in (1, None):
        assert shown(fight, other) == shown(plain, other)
    piece(fight, "hero").hurt = 3
    notice(fight)
    assert piece(fight, "guard").shown == rules("banner_of_zereener")
    assert "3 of 4 life points" in shown(fight, 1) and boxes(fight, 1) == (1,)


@pytest.mark.rule("tp.magic.items")
def test_a_bot_reckons_with_its_own_items_and_not_with_secret_ones() -> None:
    fight, book = with_charms(), ThreePlains()
    bearer, hit = number(fight, "hero"), Attack(number(fight, "hero"), 1, "missile", "r", toughness=9)
    saves = []
    for side in (0, 1):
        known = with_charms()
        known.state = book.known(fight.setting, fight.state, side)
        saves.append((len(carried(known, bearer)), weigh(known, hit).save))
    assert saves == [(2, 3), (0, 0)]


@pytest.mark.rule("tp.magic.items", "tp.setup.commands")
def test_odds_of_a_shot_that_players_are_shown_reckon_without_secret_items() -> None:
    found = []
    for known in ((), rules("ring_of_vitality")):
        fight = settled(
            scene(
                unit("archers", (36, 10), models=10, figure=foot(weapons=("longbow",))),
                hero("hero", (36, 18), side=1, facing=180, figure=laden("ring_of_vitality"), shown=known),
                unit("orcs", (44, 18), side=1, facing=180),
                phase="shooting",
            )
        )
        fight.setting.options = {"measuring": "open"}
        question = asked(fight, shoot_one, answers=["archers"])
        found.append(question.describe()["odds"]["hero"])
    assert found == ["0.2 models on average", "0.0 models on average"]


@pytest.mark.rule("tp.magic.items")
def test_when_the_battle_is_over_everything_may_be_known() -> None:
    fight = with_charms()
    fight.state.score = Score(NOBODY, (0, 0), "a draw")
    assert COIN in shown(fight, 1) and RING in shown(fight, None)


@pytest.mark.rule("tp.spell.white.seek_and_desist")
def test_seek_and_desist_shows_every_item_of_a_piece() -> None:
    fight = settled(
        scene(
            unit("guard", (36, 10), models=10),
            hero("hero", within="guard", figure=laden("lucky_coin", "ring_of_vitality")),
            wizard("merlin", (36, 20), "white.seek_and_desist", side=1, facing=180),
            active=1,
        )
    )
    casts(fight, "merlin", "white.seek_and_desist", dice=[*WINS, 3], answers=["hero/lucky_coin"])
    assert piece(fight, "hero").shown == rules("lucky_coin", "ring_of_vitality")
    said = [narrate(fight.setting, told.event) for told in fight.told]
    assert "Hero shows the Lucky Coin and the Ring of Vitality." in said


@pytest.mark.rule("tp.spell.white.seek_and_desist")
def test_seek_and_desist_tells_of_a_piece_that_has_nothing_to_show() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "white.seek_and_desist"), unit("orcs", (36, 17), facing=180, side=1, models=10)
    )
    casts(fight, "merlin", "white.seek_and_desist", dice=WINS)
    said = [narrate(fight.setting, told.event) for told in fight.told]
    assert "Orcs have no magic items to show." in said


@pytest.mark.rule("tp.magic.items", "tp.setup.victory.points")
def test_the_score_of_a_battle_that_goes_on_does_not_tell_what_the_dead_had_in_their_pockets() -> None:
    fight = with_charms()
    price = sum(laden("lucky_coin", "ring_of_vitality").prices)
    piece(fight, "hero").fate = "slain"
    earned = victory_points(fight, 1).total
    for side in (0, 1, None):
        assert view(fight.setting, fight.state, side).score == f"Victory points: 0 to {earned - price}"
    fight.state.score = Score(1, (0, earned), "")
    assert view(fight.setting, fight.state, 1).score == f"Victory points: 0 to {earned}"


@pytest.mark.rule("tp.magic.items", "tp.magic.items.commands")
@pytest.mark.parametrize(
    ("command", "fate", "may"),
    [(True, "slain", True), (False, "within", True), (False, "standing", True), (False, "slain", False)],
)
def test_a_side_without_characters_and_command_groups_has_nobody_who_could_carry_magic(
    command: bool, fate: str, may: bool
) -> None:
    fight = scene(
        unit("guard", (36, 10), models=10, command=command),
        hero("hero", (30, 10), fate=fate),
        hero("enemy", (36, 30), side=1),
    )
    assert may_carry(fight, 0) is may
