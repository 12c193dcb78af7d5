"""One or two letters for each name, so that narrow drawings can tell pieces apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

LINKS = ("in", "of", "from", "at", "on", "with", "by")  # what stands after them is not the name itself


def symbols(titles: Sequence[tuple[str, bool, int]]) -> list[str]:
    """For each title, whether it is a person's name, and its side: letters that no other of its side has.

    >>> symbols([("First Guard", False, 0), ("Old Guard", False, 0), ("Ghark the Bull", True, 0)])
    ['Gu', 'Ga', 'GB']
    """
    taken: set[tuple[int, str]] = set()
    found = []
    for title, person, side in titles:
        free = (letters for letters in candidates(title, person) if (side, letters.upper()) not in taken)
        found.append(next(free, title[:1] or "?"))
        taken.add((side, found[-1].upper()))
    return found


def candidates(title: str, person: bool) -> Iterator[str]:
    """Initials for a person, for others the beginning of their name; then what else it has to offer."""
    words = [word for word in title.split() if word[:1].isalnum()] or [title or "?"]
    if person:
        names = [word for word in words if word[0].isupper()] or words
        yield (names[0][0] + names[-1][0] if len(names) > 1 else names[0][:2]).upper()
    ends = [place for place, word in enumerate(words) if word in LINKS and place]
    name = words[: min(ends, default=len(words))][-1]
    for letter in (*name[1:], *"23456789"):
        yield f"{name[0].upper()}{letter.lower()}"
