"""What is missing is a failure where the tests are the proof, and no more than left out at home."""

from __future__ import annotations

import pytest
from tests.proof import left_out


@pytest.mark.parametrize(("where", "ends"), [("true", pytest.fail.Exception), ("", pytest.skip.Exception)])
def test_what_is_missing_counts_where_the_tests_are_the_proof(
    where: str, ends: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", where)
    with pytest.raises(ends, match="no browser"):
        left_out("no browser")
