"""Everything the house expects of a rulebook, tried out: `warhost conform RULEBOOK`, or from any test suite:

    from warhost.conform import CHECKS, conform

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.title)
    def test_my_game_keeps_the_contract(check: Check) -> None:
        assert conform(MyBook(), [check]).faults == []
"""

from __future__ import annotations

from .report import Conformance, conform
from .suite import CHECKS
from .trial import Check, Trial

__all__ = ["CHECKS", "Check", "Conformance", "Trial", "conform"]
