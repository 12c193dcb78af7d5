"""The server as a program whose dice fall alike in every game, so that no test of the page hangs on its luck. Its
visitors may begin as many games as they like, though all of a run come from one address."""

from __future__ import annotations

from warhost.cli import serve
from warhost.cli.main import main
from warhost.serve import lobby
from warhost.serve.limits import Limits

SEED = "level"

if __name__ == "__main__":
    lobby.fresh_seed = lambda: SEED
    generous = {"games": 10_000, "asks": 1_000.0, "asks_at_once": 10_000}
    serve.Limits = lambda **more: Limits(**{**generous, **more})  # type: ignore[misc, assignment]
    main()
