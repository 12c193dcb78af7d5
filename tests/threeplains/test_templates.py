"""Templates and circles."""

from __future__ import annotations

import pytest

from warhost.engine.dice import Faces, Throw
from warhost.engine.oracle import Scripted
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.events.blows import TemplateLaid
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.missiles.templates import (
    EXPLOSION,
    explode,
    models_within,
    pieces_within,
    share_out,
    spit_flames,
    why_no_flame,
)
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.hits import Attack

from .scene import Placed, champion, foot, hero, number, piece, scene, script, told, unit

DRAGON = unit("dragon", (36, 8), models=1, files=1, figure=foot(category="beast", base=(2000, 2000)))


def burst(fight: Fight, x: float, y: float) -> dict[str, int]:
    """The hits of an explosion on each piece."""
    explode(fight, EXPLOSION, (inches(x), inches(y)), Attack(0, 0, "magic", "tp.shoot.template", 0))
    (laid,) = told(fight, TemplateLaid)
    return {fight.state.pieces[struck].name: hits for struck, hits in laid.hits}


def table(*pieces: Placed) -> Fight:
    return scene(DRAGON, *pieces, points=400)


@pytest.mark.rule("tp.shoot.template", "tp.shoot.template.turn")
def test_a_piece_takes_the_hits_of_every_sector_over_it() -> None:
    """A front edge that runs just over the middle: the disc and two quarters, however it is turned."""
    fight = table(unit("goblins", (36, 20.2), side=1, models=20))
    with script(fight, dice=[1, 4] + [1] * 4):
        assert burst(fight, 36, 20.3) == {"goblins": 4}


@pytest.mark.rule("tp.shoot.template.turn")
def test_the_template_is_turned_to_touch_as_few_sectors_as_it_can() -> None:
    small = unit("goblins", (37, 20.394), side=1, models=1, files=1, figure=foot(category="beast"))
    fight = table(small)
    with script(fight, dice=[1, 1]):  # one quarter alone: D2 and a damage die
        assert burst(fight, 36, 20) == {"goblins": 1}
    assert told(fight, TemplateLaid)[0].turn > 0


@pytest.mark.rule("tp.shoot.template", "tp.unit.whole_piece_effects")
def test_no_more_die_than_lie_under_the_template() -> None:
    fight = table(unit("goblins", (36, 21.3), side=1, models=3, files=3))
    with script(fight, dice=[6, 6] + [6] * 5):
        assert burst(fight, 34.82, 20.9) == {"goblins": 5}
    assert piece(fight, "goblins").models == 1


@pytest.mark.rule("tp.shoot.template", "tp.unit.engulf.move")
def test_of_a_ring_the_models_under_the_template_count_one_by_one() -> None:
    """Eight goblins round an elf: a corner and its two neighbours lie under it, or the corner alone."""
    goblins = unit("goblins", (36, 20), side=1, models=8, files=4, figure=foot(base=(1000, 1000)))
    elf = hero("elf", (36, 20), figure=champion(base=(1000, 1000)))
    for at, dice, hits, left in (((37.7, 21.2), [6] * 4, 3, 5), ((38, 21.5), [6] * 3, 2, 7)):
        fight = table(goblins, elf)
        piece(fight, "goblins").ring = number(fight, "elf")
        with script(fight, dice=dice):
            assert burst(fight, *at) == {"goblins": hits}
        assert piece(fight, "goblins").models == left


@pytest.mark.rule("tp.shoot.template.character")
def test_a_lone_character_takes_one_sector_only() -> None:
    fight = table(hero("wizard", (36, 20.394), side=1))
    with script(fight, dice=[1]):
        assert burst(fight, 36, 20) == {"wizard": 1}


@pytest.mark.rule("tp.shoot.disperse.template")
def test_pieces_under_one_sector_share_its_hits() -> None:
    fight = table(unit("goblins", (36, 19.6), side=1, models=20), hero("wizard", (36, 20.4), side=1))
    with script(fight, dice=[3, 1, 1, 1, 1, 1]):  # the disc touches both; the quarters are under the goblins alone
        assert burst(fight, 36, 19.7) == {"wizard": 1, "goblins": 2}


@pytest.mark.rule("tp.shoot.disperse.template")
@pytest.mark.parametrize(
    ("ground", "dice", "hits"),
    [
        ({1: 10, 2: 90}, [1, 3, 6], {1: 1, 2: 2}),
        ({1: 90, 2: 10}, [2, 2, 3], {2: 2, 1: 1}),
        ({1: 50, 2: 50}, [3, 4, 5], {1: 1, 2: 2}),
        ({1: 10, 2: 20, 3: 30}, [1, 2, 3, 4], {1: 1, 2: 2, 3: 1}),
        ({1: 5, 2: 10, 3: 20, 4: 30}, [1, 3, 6], {2: 1, 3: 1, 4: 1}),
    ],
)
def test_most_ground_takes_most_faces(ground: dict[int, int], dice: list[int], hits: dict[int, int]) -> None:
    fight = table()
    with script(fight, dice=dice):
        assert share_out(fight, ground, len(dice), 0) == hits


class Cut(Scripted):
    """Notes where the faces of the last throw are parted."""

    cuts: tuple[int, ...] = ()

    def throw(self, throw: Throw) -> Faces:
        self.cuts = throw.cuts
        return super().throw(throw)


@pytest.mark.rule("tp.shoot.disperse.template")
@pytest.mark.parametrize("ground", [{1: 10, 2: 90}, {1: 50, 2: 50}, {1: 10, 2: 20, 3: 30}])
def test_the_faces_of_a_share_are_parted_where_another_piece_is_struck(ground: dict[int, int]) -> None:
    fight = table()
    oracle = fight.oracle = Cut([1, 2, 3, 4, 5, 6])
    struck = [share_out(fight, ground, 1, 0) for _ in range(6)]
    assert oracle.cuts == tuple(face for face in range(1, 6) if struck[face - 1] != struck[face])


@pytest.mark.rule("tp.shoot.template.flame")
def test_a_dragons_flame_covers_goblins_with_all_its_sectors() -> None:
    fight = table(unit("goblins", (36, 8.5), facing=180, side=1, models=50, files=5))
    attack = Attack(1, 0, "magic", "tp.shoot.template.flame", 0)
    with script(fight, dice=[3, 5] + [1] * 6):
        spit_flames(fight, 0, 1, attack)
    assert told(fight, TemplateLaid)[0].hits == ((1, 6),)


@pytest.mark.rule("tp.shoot.template.flame")
def test_flames_are_not_spat_backwards() -> None:
    fight = table(unit("goblins", (36, 3), side=1), unit("orcs", (36, 14), side=1))
    assert why_no_flame(fight, 0, number(fight, "goblins")) is not None
    assert why_no_flame(fight, 0, number(fight, "orcs")) is None


@pytest.mark.rule("tp.shoot.radius")
def test_a_circle_touches_pieces_and_models_partly_inside() -> None:
    fight = table(
        unit("near", (36, 13.9), facing=180, side=1, models=10),
        unit("far", (46, 14.1), facing=180, side=1, models=10),
    )
    assert pieces_within(fight, 0, inches(6)) == [number(fight, "near")]
    inside = models_within(fight, 0, number(fight, "near"), inches(6))
    assert inside and max(inside) < 5 and len(body(fight, 1).bases) == 10
