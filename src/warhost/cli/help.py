"""What `?` shows at the table: the commands, and how orders and aims are written."""

from __future__ import annotations

HELP = """\
Answer with the number of a choice, or with the answer itself.
  ?, help            this page
  ask                the question and its choices again
  why                the rule behind the question
  why 3              where the numbers of choice 3 come from
  why mag.move.turn  any rule, by its id or by a word in it
  goal               the story, and what wins the battle
  board, units       the board with your draft on it; all units in words
  board numbers      the board with the numbers of all pieces
  log, log 50        what has happened, with rule ids
  reach spearmen-3   the squares a piece could come to, friend or foe
  hint, take         what the computer would do in your place; do so
  undo               take your last answer back
  save FILE          save there from now on
  quit               save and stop; Ctrl-D does the same
"""
GIVING = """\
  go, drop           give the draft, or forget it
  hold               stay where you are
"""
AIMING = """\
Aims of your own:
  3,4 > archers-5    those of yours who take a target, by their numbers or names
  all > archers-5    everybody who can
"""
