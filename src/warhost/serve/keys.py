"""What a visitor calls his wish for a game, so that he can utter it again if he did not hear the reply.

The id of the game and the tokens of its seats follow from the key and the wish: the same wish under the same key is
the same game, also after the server was stopped in between.
"""

from __future__ import annotations

import re
import secrets

from starlette.requests import Request

from .errors import Wrong

HEADER = "Idempotency-Key"
KEY = r"[A-Za-z0-9_-]{22,80}"


def key_of(request: Request) -> str:
    """Nobody else may guess it. Whoever names none does not mean to ask again."""
    said = request.headers.get(HEADER)
    if said is None:
        return secrets.token_urlsafe(24)
    if not re.fullmatch(KEY, said):
        raise Wrong(400, f"{HEADER}: expected 22 to 80 letters, digits, - or _, drawn by chance")
    return said
