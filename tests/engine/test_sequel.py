"""What one chapter sets off and a later one tells."""

from __future__ import annotations

import pytest

from warhost.engine.sequel import Sequel


def test_what_is_told_later_follows() -> None:
    falls: Sequel[[int, str], str] = Sequel("what falls strikes")

    @falls.told
    def strikes(number: int, rule: str) -> str:
        return f"{number} by {rule}"

    assert falls(3, rule="fall") == "3 by fall" == strikes(3, "fall")


def test_nobody_may_tell_it_twice() -> None:
    falls: Sequel[[], None] = Sequel("what falls strikes")
    falls.told(lambda: None)
    with pytest.raises(ValueError, match="'what falls strikes' is told already"):
        falls.told(lambda: None)


def test_what_nobody_tells_is_a_fault_with_its_name() -> None:
    falls: Sequel[[], None] = Sequel("what falls strikes")
    with pytest.raises(LookupError, match="no chapter tells 'what falls strikes'"):
        falls()
