"""The texts of a rulebook: every rule by its id, in the words of this house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from .data import DataError, Definition, nearest
from .unreadable import explained, not_json


class Example(Definition, frozen=True):
    """A case and what follows from the rule."""

    given: str
    expect: str


class RuleText(Definition, frozen=True):
    """One rule. A ruling says what was decided where the old rulebook is silent or unclear."""

    id: str
    title: str
    chapter: str
    kind: str
    text: str
    ruling: str = ""
    needs: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()


class Catalogue:
    """All rules of a rulebook, in its order."""

    def __init__(self, rules: Iterable[RuleText]) -> None:
        self._rules = {rule.id: rule for rule in rules}
        self.ids = tuple(self._rules)

    @classmethod
    def read(cls, path: Path) -> Catalogue:
        """From a JSON list of rules, which is read thirty times as fast as TOML."""
        try:
            rules = msgspec.json.decode(path.read_bytes(), type=list[RuleText])
        except msgspec.ValidationError as error:
            raise DataError(path.name, "", explained(error)) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise DataError(path.name, "", not_json(error)) from None
        return cls(rules)

    def get(self, id: str) -> RuleText:
        """The rule; a LookupError names the nearest id there is."""
        try:
            return self._rules[id]
        except KeyError:
            raise LookupError(f"no rule is called {id}{nearest(id, self.ids)}") from None

    def search(self, words: str) -> list[RuleText]:
        """The rules in which all these words occur, those that have them in id or title first."""
        wanted = words.casefold().split()
        found = [rule for rule in self if all(word in _all_text(rule) for word in wanted)]
        return sorted(found, key=lambda rule: not all(word in _heading(rule) for word in wanted))

    def __contains__(self, id: object) -> bool:
        return id in self._rules

    def __iter__(self) -> Iterator[RuleText]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)


def _heading(rule: RuleText) -> str:
    return f"{rule.id} {rule.title}".casefold()


def _all_text(rule: RuleText) -> str:
    return f"{rule.id} {rule.title} {rule.text} {rule.ruling}".casefold()
