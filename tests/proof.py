"""Tests that need more than Python: what becomes of them where that is missing."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def left_out(why: str, whole_file: bool = False) -> NoReturn:
    """At home such tests may be left out; where they are the proof, what is missing is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why, allow_module_level=whole_file)
