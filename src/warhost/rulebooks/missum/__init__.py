"""Missúm!: the legions of Tékumel, hundreds of figures a side, in millimetres.

Where what is: `library.py` and `data/` hold the charts, each value with its origin; `armies/` makes troops of
rosters;
`setting.py` is what never changes in a battle, `state.py` what does; `forms.py`, `bodies.py` and `land/` say
where bodies
stand and what the ground does; `opening/` is all before the first turn, `turn.py` the ten steps of every turn;
`moving/`,
`shooting/`, `fighting/`, `magic/` and `morale/` are the chapters of the rules, `command.py`, `devices.py`,
`platforms.py`
and `wounds.py` what several of them share; `secrecy.py` is what a side may not know; `telling/`, `judging/` and
`tactics/`
are the view and the words, situations and verdicts, and what a sensible player would answer.

A figure is a hundred warriors [mis.scale.figure]; legions are of the line, or regular or irregular skirmishers
[mis.army.types] [mis.army.skirmish-regular] [mis.army.skirmish-irregular]. Armour and shields are lines of the
charts
[mis.armour.heavy] [mis.armour.medium] [mis.armour.light] [mis.armour.shield]. All dice are thrown where their
rule stands,
and succeed at the number they need or less [mis.scale.dice]. What a charge gives stands in `moving/acts.py` and
`fighting/strikes.py` [mis.situation.charge]. The worked examples of the rules are tests: [mis.example.volley]
[mis.example.spears] [mis.example.melee] [mis.example.three-rounds] [mis.example.magic].
"""
