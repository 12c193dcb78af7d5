"""Advice in sentences: {it} is what is advised, {who} the unit that is asked about."""

from __future__ import annotations

from collections.abc import Mapping

COUNSELS: Mapping[str, str] = {
    # setting up
    "signature spell: keep": "keep them all: none of them is worth less than the plain one",
    "next to learn": "let {it} roll next",
    "spell": "let {who} learn {it}",
    "edge": "take {it}",
    "ambush": "hold back {it}",
    "deploy": "place {it} next",
    "place": "set {who} up {it}",
    "join": "let {who} join {it}: he has their ranks round him, and they have his Leadership",
    "join: alone": "let {who} stand alone",
    "post": "let {who} stand in place {it}",
    "post: usual": "let {who} stand in the usual place",
    "front ranks: keep": "change nothing: all stand as they should",
    "front rank: keep": "let nobody change places",
    "first turn: me": "begin: your charges and shots come first",
    "first turn: enemy": "let the enemy begin: he comes to you, and yours is the last move",
    # charging
    "charge": "let {it} declare a charge",
    "charge: done": "declare no more charges: whoever is left stands better where he is",
    "charge target": "let {who} charge {it}",
    "reaction: hold": "let {who} hold: who flees may be caught",
    "reaction: stand and shoot": "let {who} shoot at those who come, and stand",
    "reaction: flee": "let {who} flee: they would not stand the charge",
    "redirect": "let {who} turn on {it}",
    "next charger": "let {it} charge next",
    "charge end": "let {who} come in {it}",
    "charge in vain": "let {who} {it}",
    # moving
    "start of turn": "let {it} come first",
    "rush": "let {who} {it}",
    "move": "let {it} move next",
    "move: done": "let nobody else move: they stand well",
    "move order": "let {who} {it}",
    # magic
    "cast: done": "cast no more: what is left is not worth the dice",
    "spell target": "cast it at {it}",
    "power dice": "take {it}",
    "dispel": "throw {it} against it",
    "dispel: 0": "let it be: keep the dice for something worse",
    "dispelling wizard": "leave it to {it}",
    # shooting
    "shooter": "let {it} shoot next",
    "shooter: done": "let nobody else shoot",
    "target": "let {who} shoot at {it}",
    "aim point": "let {who} aim {it}",
    # close combat
    "combat": "fight where {it} are first",
    "challenge": "let {it} issue a challenge",
    "challenge: none": "issue no challenge: nobody here would gain by it",
    "accept": "let {it} take it up",
    "accept: nobody": "let nobody take it up",
    "blows": "strike {it}",
    "spew": "let them {it}",
    "make way": "let {who} {it}",
    "pursue: pursue": "pursue: whoever is caught is destroyed",
    "pursue: restrain": "hold them back: they would run too far",
    "overrun: overrun": "overrun: they may come upon the next enemy",
    "overrun: reform": "reform where they are",
    "combat reform: stay": "let {who} stay as they are",
    "first to reform: enemy": "let the enemy reform first: then you see how he stands",
    "next to reform": "let {it} reform next",
    "next pursuer": "let {it} pursue next",
    "next to rally": "let {it} test next",
    "next to panic": "let {it} test next",
    "reform": "let {who} {it}",
}
