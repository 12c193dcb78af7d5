"""Advice in sentences: {it} is what is advised, {who} the body of troops that is asked about."""

from __future__ import annotations

from collections.abc import Mapping

COUNSELS: Mapping[str, str] = {
    "draw up": "draw up {it}",
    "role: move": "move first: half of your way is gone before the enemy stirs",
    "role: countermove": "move second: then you see where the enemy goes",
    "transfer: none": "leave the spells where they are",
    "attack spells": "cast the {it}",
    "defense spells": "cast the {it}",
    "place spell": "lay it {it}",
    "option": "choose {it}",
    "move": "let {it} move next",
    "move: done": "let nobody else move: they stand well",
    "march": "let {who} {it}",
    "shoot": "let {it} shoot next",
    "shoot: done": "let nobody else shoot",
    "aim": "shoot with {it}",
    "weapon": "let {who} fight with the {it}",
    "host": "count {who} with {it}",
    "device": "strike {it}",
    "use device": "use {it}",
    "use device: done": "{it}",
    "strike at": "strike at {it}",
    "flee": "let {it} flee first",
}
