"""All that is tried, in its order."""

from __future__ import annotations

from . import contract, events, keeping, odds, questions, secrets
from .trial import Check

CHECKS = (
    Check("named", "it has a name, a version, a blurb and scenarios", contract.named),
    Check("names refused", "wrong names are refused with those there are", contract.refuses_unknown_names),
    Check("written down", "setups and states can be written and read", contract.written_down),
    Check("copied", "copies do not change", contract.copied),
    Check("sound", "no state is as it cannot be", contract.sound),
    Check("described", "every question is described", questions.described),
    Check("worded", "every question has words and its rule", questions.worded),
    Check("labelled", "every offered answer has words", questions.labelled),
    Check("lawful", "what is offered is lawful", questions.lawful),
    Check("refused", "nonsense is refused by a rule", questions.refused),
    Check("drawn", "every seat sees the table", questions.drawn),
    Check("looked", "whoever looks or measures gets an answer that can be shown", questions.looked),
    Check("promised", "chances that are offered are those of the dice", odds.promised),
    Check("told", "every event is told", events.told),
    Check("playable", "every event can be shown", events.playable),
    Check("kept secret", "what one side alone decided shows to nobody else until it is told", secrets.kept),
    Check("saved", "a save opens where it was made", keeping.saved),
    Check("forked", "forks go the same way", keeping.forked),
    Check("replayed", "battles replay, also in a fresh process", keeping.replayed),
)
