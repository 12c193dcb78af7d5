"""Regiments: the ranked fantasy battle in inches.

Where what is:

    rulebook.py turn.py        the game as the engine finds it; the opening, then turns
    setting.py kinds.py        what never changes; records.py library.py read data/
    state.py nature.py         what changes; which special rules and spells a unit has at this moment
    bodies.py measures.py      the ground units cover, their front ranks; inches, millimetres, degrees
    special/                   points.py: where rules hook in; blows, nerve, turns, instead: the rules themselves
    armies/                    figures with their options, rosters, what is lawful, armies of chance
    opening/                   terrain, edges, spells, deployment, scouts, vanguard, roll-offs
    land/                      sight and cover, dangerous ground, barriers
    moving/                    charges, reactions, onset (where a charge may end), approach with wheeling and
                               pivoting (how it gets there), chargers, course and moves (orders), reforms, flight,
                               compulsory moves, joining, buildings and leaving them
    magic/                     pools, casting, targets, workings (what spells do), vortices, miscasts
    shooting/                  shots, volleys, machines, templates, breath; the phase
    fighting/                  places (who touches whom), round, strikers, blows, result, breaking, aftermath
    wounds/                    hits (from a hit to a wound), spreading, casualties, gone
    nerve/                     Leadership and panic
    victory.py flaws.py        the end; what must always be true
    telling/ page/             names, view, orders in the making, drafts in words; the page's own modules
    judging/                   situations from files, verdicts
    tactics/                   what a sensible player would answer

A character is a unit of his own even inside another (`host`); a rider is "within" his monster. Lengths are
thousandths of an inch. The dice of a group of blows or shots are one `engine.strikes.Strikes`, thrown and
worked out alike; the way of a charge is worked out from where it may end. Who comes first of several units of
one owner is asked by `choosing.py`.

Read so where the rules leave it open: of ward and regeneration the better number is always taken, as nothing
speaks for the other. Break tests of one side change nothing for each other, so nobody is asked for their order.
A rearguard may be played at even points by agreement. Who leaves a building does no more that turn, shooting
included. Assailants of a building who win and do not drive the garrison out fight on. A lone character who is
spared a hit is simply missed.
"""
