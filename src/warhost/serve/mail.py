"""Mail by the operator's own server. Without one there is none."""

from __future__ import annotations

import re
import smtplib
import ssl
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Literal

import msgspec

from .webhook import NotSent

SECONDS = 10.0
ADDRESS = re.compile(r"[^@\s<>\"(),:;\\\x00-\x1f]{1,64}@[A-Za-z0-9.-]{1,120}\.[A-Za-z0-9-]{2,40}")


class Smtp(msgspec.Struct, frozen=True):
    """The server that mail is handed to, and whom it comes from."""

    host: str
    port: int = 25
    sender: str = "warhost@localhost"
    user: str = ""
    password: str = ""
    tls: Literal["none", "starttls", "tls"] = "none"


class Mail(msgspec.Struct, frozen=True):
    to: str
    subject: str
    text: str
    stop: str = ""  # the address at which one click ends them


def written(mail: Mail, sender: str) -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"] = sender, Address(addr_spec=mail.to)
    made["Subject"] = " ".join(mail.subject.split())
    made["Date"], made["Message-ID"] = formatdate(), make_msgid(domain=sender.rpartition("@")[2].strip(">"))
    made["Auto-Submitted"] = "auto-generated"
    if mail.stop:
        made["List-Unsubscribe"], made["List-Unsubscribe-Post"] = f"<{mail.stop}>", "List-Unsubscribe=One-Click"
    made.set_content(mail.text)
    return made


def send(mail: Mail, smtp: Smtp) -> None:
    kind = smtplib.SMTP_SSL if smtp.tls == "tls" else smtplib.SMTP
    try:
        with kind(smtp.host, smtp.port, timeout=SECONDS) as server:
            if smtp.tls == "starttls":
                server.starttls(context=ssl.create_default_context())
            if smtp.user:
                server.login(smtp.user, smtp.password)
            server.send_message(written(mail, smtp.sender))
    except (OSError, smtplib.SMTPException, ValueError) as error:
        raise NotSent(f"the mail was not taken ({type(error).__name__})") from None
