"""What `?` shows at the table: the commands, and how orders and aims are written."""

from __future__ import annotations

from warhost.engine.question import Assign, ChooseSome, Question, TypeDice

HELP = """\
Answer with the number of a choice, or with the answer itself.
  ?, help            this page
  ask                the question and its choices again
  why                the rule behind the question
  why 3              where the numbers of choice 3 come from
  why {rule}
                     any rule, by its id or by a word in it
  goal               the story, and what wins the battle
  board              the board with your draft on it
  units, ground      all units in words; what lies on the table, in words
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
  hold               give no order: stay where you are, lay nothing
"""
AIMING = """\
Aims of your own, such as:
  {who} > {target}
  all > {target}
  {who} > {target}; OTHERS > OTHER
Those of yours who take a target are named with commas between, by their names or the numbers in them; `at` will do
for the arrow; all are those who can.
"""


def how_to_answer(question: Question, *, ordering: bool) -> str:
    """The line below the choices; `ordering` where orders may be given in words."""
    if isinstance(question, TypeDice):
        two = ", or the tens and the units of two dice; 00 is 100" if question.throw.sides == 100 else ""
        return "Type what fell" + (", with spaces between" if question.throw.count > 1 else "") + f"{two}."
    if ordering:
        return "A number, or an order of your own (? shows how); hint, auto, why, reach, board, undo, quit."
    if isinstance(question, ChooseSome):
        return f"{_how_many(question)}; ? for help, hint, why, undo, quit."
    if isinstance(question, Assign):
        who, target = example(question)
        return f"A number, or who at whom, such as {who} > {target}; ? for help, hint, why, board, undo, quit."
    return "A number; ? for help, hint, auto, why, board, units, undo, quit."


def _how_many(question: ChooseSome) -> str:
    least, most = question.least, question.most
    if most == 1:
        how = "A number"
    else:
        how = f"{most} numbers with spaces between" if least == most else "Numbers with spaces between"
    return how if least else f"{how}, or none"


def example(question: Assign) -> tuple[str, str]:
    """Somebody, and one of his targets."""
    return next((who, targets[0]) for who, targets in question.options.items() if targets)
