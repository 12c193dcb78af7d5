"""Advice in sentences: {it} is what is advised, {who} the warrior who is asked about."""

from __future__ import annotations

from collections.abc import Mapping

COUNSELS: Mapping[str, str] = {
    "edge": "take {it}",
    "corner": "take {it}",
    "deploy": "set {who} up {it}",
    "deploy: rest": "let all who are left stand as it comes: in front who fights, behind who shoots",
    # charging and moving
    "charge": "let {it} charge",
    "charge: done": "let nobody else charge: whoever is left would gain less than he risks",
    "charge at": "let {who} charge {it}",
    "charger": "let {it} charge next",
    "way": "let {who} come by {it}",
    "intercept": "let {it} step into the way",
    "intercept: let him pass": "let {who} come: whoever steps into the way fights in his place",
    "engage too: no": "let {who} fight the one he charges alone",
    "engage too: yes": "let {who} engage both",
    "move": "let {it} move next",
    "move: done": "let nobody else move: they stand well",
    "order": "let {who} {it}",
    "hide": "hide {it}: nobody can shoot at them or charge them there",
    # shooting and fighting
    "shoot": "let {it} shoot or cast next",
    "shoot: done": "let nobody else shoot",
    "shoot at": "let {who} shoot at {it}",
    "cast at": "let {who} cast it at {it}",
    "strikes first": "let {it} strike first",
    "strike at": "strike at {it}",
    "parry: parry": "parry it: that costs nothing",
    "weapons": "let {who} fight with {it}",
    "concede: fight on": "fight on: the day is not lost yet",
    "concede: concede": "leave the field, and keep those who are left",
}
