"""What `?` shows at the table: the commands, and how orders and aims are written."""

from __future__ import annotations

HELP = """\
Answer with the number of a choice, or with the answer itself.
  ?, help            this page
  ask                the question and its choices again
  why                the rule behind the question
  why 3              where the numbers of choice 3 come from
  why {rule:<14} any rule, by its id or by a word in it
  goal               the story, and what wins the battle
  board, units       the board with your draft on it; all units in words
  board numbers      the board with the numbers of all pieces
  log, log 50        what has happened, with rule ids
  reach {piece:<12} how far a piece could come, friend or foe
  hint, take         what the computer would do in your place; do so
  auto               let it do so until this phase is over
  undo               take your last answer back
  save FILE          save there from now on
  quit               save and stop; Ctrl-D does the same
"""
GIVING = """\
  go, drop           give the draft, or forget it
  hold               stay where you are
"""
AIMING = """\
Aims of your own, such as:
  {who} > {target}
  all > {target}
  {who} > {target}; OTHERS > OTHER
Those of yours who take a target are named with commas between, by their names or the numbers in them; `at` will do
for the arrow; all are those who can.
"""
