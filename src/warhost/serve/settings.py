"""What a player sets for his seat, asked for and told over HTTP; and the links in mails."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from .errors import Wrong
from .limits import HOUR, Visitors
from .lobby import Lobby
from .mail import ADDRESS
from .match import Match
from .messages import Calls
from .notices import Notices, confirming
from .seats import MailDone, SeatSettings, SeatWishes
from .webhook import NotSent, why_not

MOST_ASKED = 3  # mails an hour that ask one address whether it would like more
NO_SUCH_LINK = "this link is no longer good"


class Settings:
    def __init__(self, lobby: Lobby, notices: Notices):
        self._lobby, self._notices = lobby, notices
        self._asked, self.address = Visitors(MOST_ASKED / HOUR, MOST_ASKED), notices.post.address

    async def told(self, match: Match, seat: int) -> SeatSettings:
        wishes = match.orders.of(seat)
        trouble = await self._lobby.workers.study(self._lobby.storage.seats.trouble, match.entry.id, seat)
        return SeatSettings(
            wishes.webhook, wishes.mail, wishes.confirmed, wishes.wait, wishes.remind,
            self._notices.post.smtp is not None, trouble, list(wishes.orders),
        )  # fmt: skip

    async def change(self, match: Match, seat: int, wish: Calls, address: str) -> SeatSettings:
        """A new address for mails is asked first whether it wants any."""
        if wish.webhook and (wrong := why_not(wish.webhook)):
            raise Wrong(400, f"webhook: {wrong}")
        before = match.orders.of(seat)
        asks = bool(wish.mail) and (wish.mail != before.mail or not before.confirmed)
        key = secrets.token_urlsafe(18) if asks else before.key
        if asks and wish.mail:
            await self._ask(wish.mail, key, address)
            match = await self._lobby.match(match.entry.id)  # it may have been put away, and opened anew, meanwhile
        given: dict[str, Any] = {
            name: value
            for name in ("webhook", "mail", "wait", "remind")
            if (value := getattr(wish, name)) is not None
        }
        same_mail = wish.mail is None or (wish.mail == before.mail and before.confirmed)
        given |= {"key": key, "address": address, "confirmed": before.confirmed and same_mail}
        await match.orders.wish(seat, lambda: msgspec.structs.replace(match.orders.of(seat), **given))
        return await self.told(match, seat)

    async def _ask(self, mail: str, key: str, address: str) -> None:
        if self._notices.post.smtp is None:
            raise Wrong(409, "mail: this server sends none")
        if not ADDRESS.fullmatch(mail):
            raise Wrong(400, "mail: expected an address such as ann@example.org")
        if await self._lobby.workers.study(self._lobby.storage.seats.unwanted, mail):
            raise Wrong(409, "mail: whoever has this address wants no mail from here")
        if not self._asked.may(mail.lower()):
            raise Wrong(429, "mail: this address has been asked several times in the last hour")
        try:
            await self._notices.mail(confirming(mail, key, address))
        except NotSent as error:
            raise Wrong(502, f"mail: {error}; nothing has changed") from None

    # --- links in mails ------------------------------------------------------------------------------------

    async def confirm(self, key: str) -> MailDone:
        return await self._by_key(key, confirmed=True)

    async def stop(self, key: str, never: bool) -> MailDone:
        """No more mails; the link stays good, for whoever follows it twice."""
        done = await self._by_key(key, confirmed=False)
        if never:
            await self._lobby.storage.seats.never_again(done.mail)
        return done

    async def _by_key(self, key: str, confirmed: bool) -> MailDone:
        found = await self._lobby.workers.study(self._lobby.storage.seats.by_key, key)
        if found is None:
            raise Wrong(404, NO_SUCH_LINK)
        game, seat, _ = found
        match = await self._lobby.match(game)

        def agreed() -> SeatWishes:
            return msgspec.structs.replace(match.orders.of(seat), confirmed=confirmed)

        wishes = await match.orders.wish(seat, agreed)
        return MailDone(wishes.mail, match.entry.title)
