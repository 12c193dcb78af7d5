"""Scenarios: battles other than the pitched one, as data and special rules on the same phases.

How one is added:

1. `data/scenarios/NAME.toml` is a `Mission` (mission.py): the table (`width`, `depth`, `[[feature]]`), and two
   `[[part]]`, the first that of the stronger side: what it is called and wants, its `zone` (patches of the table,
   with a `hole` for a ring), the `rules`, `traits`, `ratings` and `stamina` of all its pieces, the `terms` of its
   muster, and a `ready` force. `places_first` and `takes_first_turn` name a part by its number. A part without
   zones is set up as in a pitched battle.
2. What data cannot say is a function at one of the typed points of points.py, found by the id of its rule. The ids
   stand in the `rules` of the scenario (what holds for the whole battle: how it is laid out, arranged, opened,
   decided, judged) or of a part (what holds for its pieces). A file of such functions stands beside this one, and
   rules.py reads it in. What such a rule must remember is in `state.progress`. Questions that belong together are
   the methods of a class, of which a rule overrides those that it answers: ramparts.py, fabric.py,
   load.py and sights.py for the whole battle, customs.py for a side of it.
3. Who has won is said by `judged` when the turns are over or one side is gone, and by `decided` after every step
   for what ends a battle at once; `standing` says in words how things stand.
4. Rules of the muster are functions in mustering.py, at the points of armies/terms.py, named by `terms.rules`.
5. tests/threeplains/test_scenario_NAME.py has a test for each of its rules.

No phase asks which scenario is played.
"""
