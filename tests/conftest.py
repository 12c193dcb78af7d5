"""What holds for all tests."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# The same examples in every run: a clean checkout passes today if it passed yesterday. To look for new ones:
# pytest --hypothesis-profile=default
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Some fast tests wait for servers: a worker more for every two processors keeps these busy meanwhile. The slow
    ones have browsers and processes of their own beside them."""
    if config.option.markexpr == "not slow":
        return (os.cpu_count() or 1) * 3 // 2
    return None
