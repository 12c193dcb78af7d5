"""Army sheets as pages to print: of a roster, of a whole army list, of a side in the middle of a battle."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Any

from starlette.responses import HTMLResponse

from warhost.draw import annals
from warhost.engine.book import Book
from warhost.engine.campaign import Account
from warhost.engine.sheet import Sheet
from warhost.roster.lists import all_faults, find_roster, ready_rosters
from warhost.roster.page import STYLE, sheet_page
from warhost.roster.roster import roster_of

from .books import army_lists
from .errors import Wrong
from .play import Play


def _policy(style: str) -> dict[str, str]:
    """A page with a style of its own, and nothing else that could run."""
    hashed = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{hashed}'; base-uri 'none'; form-action 'none'"
    return {"Content-Security-Policy": policy}


def page(sheet: Sheet) -> HTMLResponse:
    return HTMLResponse(sheet_page(sheet), headers=_policy(STYLE))


def as_wished(sheet: Sheet, accepted: str) -> Sheet | HTMLResponse:
    """To be printed, or as data for whoever asks for that."""
    return sheet if accepted.startswith("application/json") else page(sheet)


def report_page(account: Account) -> HTMLResponse:
    return HTMLResponse(annals.page(account), headers=_policy(annals.STYLE))


def roster_sheet(book: Book[Any, Any], name: str) -> Sheet:
    """Of a ready roster, or of an army list."""
    lists = army_lists(book)
    if name in ready_rosters(lists):
        return lists.sheet(find_roster(lists, name)[1])
    if name in lists.armies():
        return lists.army_sheet(name)
    raise Wrong(404, f"no ready roster and no army list is called {name!r:.80}; see the rosters of the rulebook")


def written_sheet(book: Book[Any, Any], text: str) -> Sheet:
    """Of a roster given as text."""
    lists, roster = army_lists(book), roster_of(text)
    if faults := [f"{key}: {expected}" for key, expected in all_faults(lists, roster)]:
        raise Wrong(400, faults[0], faults=faults)
    return lists.sheet(roster)


def side_sheet(play: Play, seat: int | None, side: int) -> Sheet:
    """Of one side as somebody at the table may know it now."""
    sides = play.view(None).sides
    if side >= len(sides):
        raise Wrong(404, f"the game has sides 0 to {len(sides) - 1}, no side {side}")
    found = play.asking.sheet(play.seen_by(seat), seat, side)
    if found is None:
        raise Wrong(404, f"{play.book.title} has no sheets for a side")
    return found
