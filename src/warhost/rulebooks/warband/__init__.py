"""Warband: a skirmish in the ruined city, in three dimensions, for two to four warbands, and campaigns of linked
games.

Where what is:

- `rulebook` the game as the engine finds it; `turn` the turn and its phases; `setting`, `state`, `company` what
  does not change in a battle, what does, and a warband as it comes to the table; `library`, `towns` the data as
  typed records, pieces and tables; `specials`, `traits` where special rules hook in, and those that do;
  `lookout` distances, sight and contact; `trials` tests; `events` what can happen, each with its sentence;
  `flaws` what must always be true.
- `moving/` orders as planned and priced (`course`), the phase, legs with their tests, falls, hiding, keeping
  off.
- `charging/` declaring, the way, carrying it out, interception, room round an enemy.
- `shooting/`, `magic/` the shooting phase: who may, what he needs, the shots, spells and what lasts of them.
- `fighting/` the order of blows, weapons, strikes, and from a hit to an injury.
- `nerve/` fear, panic, flight, rallying, stupidity, routs.
- `scenarios/` setting up, zones, prizes, the end.
- `mustering/` warbands as they are written down: prices, limits, sheets, warbands of chance.
- `campaign/` battles linked to campaigns (`book`): pairings (`fixtures`), what each warband goes through after one
  (`sequence`: `healing`, `captives`, `growing`, `searching`, `market`, `hiring`), warbands as a campaign keeps them
  (`ledger`), and how it stands (`account`).
- `telling/`, `judging/`, `tactics/` for people, for the referee, for the computer.

Nothing is secret in this game but what lies ahead: who hides has a marker beside him (war.hide.basic).
Distances are kept back until charges are declared, unless players agree to measure openly.
"""
