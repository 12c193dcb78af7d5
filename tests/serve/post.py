"""Where notices arrive: a mail server and a receiver of webhooks, both of our own."""

from __future__ import annotations

import email
import email.policy
import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Mailbox:
    """Speaks as much SMTP as is needed, and keeps what it is handed."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.port = 0

    def texts(self) -> list[str]:
        return [mail.get_content() for mail in self.mails]


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()

    class Talk(socketserver.StreamRequestHandler):
        def say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

        def handle(self) -> None:
            self.say("220 here")
            while line := self.rfile.readline():
                word = line.split()[0].upper() if line.split() else b""
                if word == b"DATA":
                    self.say("354 go on")
                    self.take()
                self.say("221 bye" if word == b"QUIT" else "250 good")
                if word == b"QUIT":
                    return

        def take(self) -> None:
            lines: list[bytes] = []
            while (line := self.rfile.readline()) not in (b".\r\n", b""):
                lines.append(line)
            found = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
            assert isinstance(found, EmailMessage)
            box.mails.append(found)

    with running(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talk)) as port:
        box.port = port
        yield box


class Hook:
    """Keeps what is posted to it; answers with these statuses one after the other, then with 204."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.statuses: list[int] = []
        self.paths: list[str] = []
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"


@contextmanager
def webhook() -> Iterator[Hook]:
    hook = Hook()

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            hook.paths.append(self.path)
            hook.heard.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(hook.statuses.pop(0) if hook.statuses else 204)
            self.send_header("Location", f"http://127.0.0.1:{hook.port}/elsewhere")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Nobody reads it."""

    with running(ThreadingHTTPServer(("127.0.0.1", 0), Answer)) as port:
        hook.port = port
        yield hook


@contextmanager
def running(server: socketserver.TCPServer) -> Iterator[int]:
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()
