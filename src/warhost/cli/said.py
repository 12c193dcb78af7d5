"""What a person types, understood as an answer; and answers, written so that they can be typed."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from warhost.engine.dice import read_off
from warhost.engine.question import Answer, Assign, ChooseSome, Question, TypeDice

NONE = "none"  # of several, if that is lawful
AIM = re.compile(r"\s+at\s+")


class NotUnderstood(ValueError):
    """The line is no answer to this question; the message says what would be one."""


def answer(question: Question, line: str, offers: list[Answer]) -> Answer:
    """An answer that may still be unlawful: the question judges that."""
    if line.startswith(("{", "[")):
        return _json(line)
    if isinstance(question, TypeDice):
        return _dice(line, question)
    if isinstance(question, ChooseSome):
        return _several(question, line)
    if line.isdigit():
        return _offered(int(line), offers)
    if isinstance(question, Assign):
        return _assignment(question, line)
    matching = [offer for offer in offers if isinstance(offer, str) and offer.startswith(line)]
    if line in offers or not matching:
        return _own_words(line, offers)
    if len(matching) > 1:
        raise NotUnderstood(f"{line!r} could be {', '.join(matching)}.")
    return matching[0]


def _json(line: str) -> Any:
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError as error:
        raise NotUnderstood(f"That is not an answer in JSON: {error}.") from None


def _offered(number: int, offers: list[Answer]) -> Answer:
    if not 1 <= number <= len(offers):
        raise NotUnderstood(f"There is no choice {number}; there are 1 to {len(offers)}.")
    return offers[number - 1]


def _own_words(line: str, offers: list[Answer]) -> str:
    """A name stands for itself, so that the question can say why it is not allowed."""
    if offers and not isinstance(offers[0], str):
        raise NotUnderstood(f"{line!r} is not understood here.")
    return line


def _dice(line: str, question: TypeDice) -> list[int]:
    faces = re.split(r"[\s,]+", line)
    if not all(face.isdecimal() for face in faces):
        raise NotUnderstood(f"{line!r} are no dice: type their faces with spaces between.")
    return read_off(faces, question.throw)


def _several(question: ChooseSome, line: str) -> list[str]:
    """Numbers count through the options; names may be written with spaces when commas part them; `none` is none."""
    if line == NONE:
        return []
    parts = [part.strip() for part in line.split(",")] if "," in line else line.split()
    chosen = []
    for part in parts:
        if part.isdigit():
            chosen.append(str(_offered(int(part), list(question.options))))
        else:
            chosen.append(part.replace(" ", "_"))
    return chosen


def _assignment(question: Assign, line: str) -> dict[str, str]:
    """`A,B > TARGET` or `A at TARGET`, and several of these with semicolons between."""
    given: dict[str, str] = {}
    for part in line.split(";"):
        who, arrow, target = (said.strip() for said in AIM.sub(">", part, count=1).partition(">"))
        if not arrow or not who or not target:
            raise NotUnderstood("Write who takes which target: A,B > TARGET, or all > TARGET.")
        if who == "all":
            actors = [actor for actor, targets in question.options.items() if target in targets]
        else:
            actors = _actors(question, who)
        given |= dict.fromkeys(actors or list(question.options), target)
    return given


def _actors(question: Assign, who: str) -> list[str]:
    """Names, or the numbers at the end of names; a name with spaces in it stands between commas."""
    found = []
    whole = [part.strip() for part in who.split(",")]
    for part in whole if all(part in question.options for part in whole) else re.split(r"[\s,]+", who):
        ending = [actor for actor in question.options if part.isdigit() and actor.endswith(f"-{part}")]
        found.append(ending[0] if ending else part)
    return found
