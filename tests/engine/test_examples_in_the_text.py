"""What the engine's modules show as examples is what they do."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

from warhost.engine import field

MODULES = [f"warhost.engine.field.{found.name}" for found in pkgutil.iter_modules(field.__path__)]


@pytest.mark.parametrize("name", [*MODULES, "warhost.engine.kept"])
def test_the_examples_in_the_text_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
