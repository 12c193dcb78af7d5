"""The server as a program whose dice fall alike in every game, so that no test of the page hangs on its luck."""

from __future__ import annotations

from warhost.cli.main import main
from warhost.serve import lobby

SEED = "level"

if __name__ == "__main__":
    lobby.fresh_seed = lambda: SEED
    main()
