"""Situations for tests: the examples, and documents with some keys changed."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from warhost.engine.situation import Case, Judgement, judge
from warhost.engine.verdict import Verdict
from warhost.rulebooks.threeplains.rulebook import ThreePlains

EXAMPLES = Path(__file__).parents[2] / "examples" / "situations" / "threeplains"


@cache
def book() -> ThreePlains:
    return ThreePlains()


def document(name: str, **changed: Any) -> dict[str, Any]:
    """An example as parsed, with some keys changed; None takes a key away."""
    whole = {**tomllib.loads((EXAMPLES / f"{name}.toml").read_text("utf8")), **changed}
    return {key: value for key, value in whole.items() if value is not None}


def case(name: str, **changed: Any) -> Case:
    return Case(f"{name}.toml", document(name, **changed), lambda _: book())


def judged(name: str, **changed: Any) -> Judgement:
    return judge(case(name, **changed))


def said(found: Judgement, who: str, aim: str) -> Verdict:
    """What was said of one piece: of its acting against another, or of a deed."""
    (verdict,) = [v for v in found.verdicts if v.who == who and aim in (v.target, v.deed)]
    return verdict


def with_entry(name: str, kind: str, index: int, **changed: Any) -> dict[str, Any]:
    """The groups, characters or contacts of an example, one of them changed; None takes a key away."""
    entries = [dict(entry) for entry in document(name)[kind]]
    entries[index] = {key: value for key, value in {**entries[index], **changed}.items() if value is not None}
    return {kind: entries}
