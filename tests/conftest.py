"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# The same examples in every run: a clean checkout passes today if it passed yesterday. To look for new ones:
# pytest --hypothesis-profile=default
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")
