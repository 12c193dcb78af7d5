"""What lies on the table for a moment, and what an answer would lay there."""

from __future__ import annotations

from warhost.engine.playing import played
from warhost.rulebooks.threeplains import asking
from warhost.rulebooks.threeplains.events.blows import TemplateLaid
from warhost.rulebooks.threeplains.events.spells import SpellNamed
from warhost.rulebooks.threeplains.magic.casting import cast
from warhost.rulebooks.threeplains.magic.places import Place
from warhost.rulebooks.threeplains.missiles.templates import EXPLOSION, LARGE_EXPLOSION, explode
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.telling.spokesman import ThreePlainsSpokesman
from warhost.rulebooks.threeplains.turn import step
from warhost.rulebooks.threeplains.wounds.hits import Attack

from .scene import asked, scene, unit
from .wizardry import book, wizard

SAYS = ThreePlainsSpokesman()


def _duel(*known: str) -> Fight:
    return scene(wizard("merlin", (36, 10), *known), unit("orcs", (36, 22), facing=180, side=1))


def test_a_template_is_drawn_sector_by_sector() -> None:
    fight = scene(unit("orcs", (36, 22)), unit("elves", (36, 40), side=1))
    explode(fight, EXPLOSION, (20_000, 20_000), Attack(1, 0, "missile", "tp.shoot.template", 0))
    (laid,) = [told.event for told in fight.told if isinstance(told.event, TemplateLaid)]
    outlines = played(laid, SAYS.names(fight.setting, fight.state)).laid
    assert len(outlines) == 5
    assert max(x for outline in outlines for x, _ in outline) == 20_000 + EXPLOSION.radius


def test_a_spell_at_a_piece_lays_nothing_down() -> None:
    fight = _duel("base.zap")
    named = SpellNamed("tp.spell.base.zap", 0, "tp.spell.base.zap", 1, 1)
    shown = played(named, SAYS.names(fight.setting, fight.state))
    assert (shown.who, shown.at, shown.laid) == (("merlin",), ("orcs",), ())


def test_a_spell_at_a_place_shows_the_ground_it_would_cover() -> None:
    fight = _duel("destruction.tumbling_skies")
    spell = book["tp.spell.destruction.tumbling_skies"]
    question = asked(fight, lambda battle: cast(battle, 0, spell))
    assert isinstance(question, Place)
    shown = SAYS.preview(fight.setting, fight.state, question, {"at": [36_000, 22_000]})
    (outline,) = shown["outlines"]
    assert max(y for _, y in outline) == 22_000 + LARGE_EXPLOSION.radius
    assert SAYS.order_data(fight.setting, fight.state, question) == {"form": "point", "turns": False}


def test_a_spell_says_what_it_does_and_what_it_asks_for() -> None:
    fight = _duel("base.slow", "base.zap")
    said = asking.reasons(fight.setting, fight.state, asked(fight, step), "cast: merlin/slow")
    assert said == [
        "Slow: An enemy piece loses 3 inches of every move.",
        "1 ether die, 14 inches, until the caster's next turn",
    ]
