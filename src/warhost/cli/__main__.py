"""`python -m warhost.cli` is the command `warhost`."""

from __future__ import annotations

from .main import main

main()
