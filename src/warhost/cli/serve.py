"""`warhost serve`: the table in the browser."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import IO, Any, Literal

import click
import sqlalchemy as sql
import uvicorn

from warhost.cli.cores import Cores, Place
from warhost.serve.app import make_app
from warhost.serve.door import door, wire
from warhost.serve.folder import DATABASE, NotHeld, hold
from warhost.serve.gate import ANYWHERE
from warhost.serve.limits import Limits
from warhost.serve.logs import write_down
from warhost.serve.mail import Smtp
from warhost.serve.notices import Post
from warhost.serve.storage import NotStored, Storage

EVERYWHERE = ("0.0.0.0", "::")
SWITCH = 0.001  # seconds: a thinking computer hands over to whoever waits after so long
SWEEPS = (5_000, 20, 100)
"""When garbage is collected: the young often, the whole heap seldom, for with fifty games that holds everybody up
for half a second."""
EXAMPLES = """\b
Examples:
  warhost serve                                  play in the browser on this machine
  warhost serve --host 0.0.0.0 --port 9000       let others on the network join
  warhost serve --data-dir ~/battles --no-open
  warhost serve --cores 0 --no-open              use every core of this machine

With --smtp the mail server's name and password are read from WARHOST_SMTP_USER and WARHOST_SMTP_PASSWORD.
Games are kept in warhost.db in the data folder; nothing that was accepted is lost when the server is stopped.
Where a computer player fails, a record of that moment is kept beside it in the folder faults.
"""


@click.command(epilog=EXAMPLES, short_help="Play in the browser, alone or with others.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True)
@click.option("--data-dir", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Where games are kept.  [default: your data folder]")  # fmt: skip
@click.option(
    "--database",
    metavar="URL",
    help="Another database than a file: postgresql://user@host/name, with psycopg installed.",
)
@click.option(
    "--name", "names", multiple=True, metavar="HOST", help="A name this server is called by, behind a proxy."
)
@click.option("--proxy", "proxies", multiple=True, metavar="ADDRESS",
              help="A proxy before this server, believed when it says whom a request comes from.")  # fmt: skip
@click.option(
    "--reach", metavar="URL", help="Where other servers on the same PostgreSQL reach this one; else HOST and PORT."
)
@click.option("--prefix", metavar="PATH", default="", help="The path under which a proxy has this server: /warhost")
@click.option("--cores", type=click.IntRange(0, 64), default=1, show_default=True, metavar="NUMBER",
              help="Processes that share the games among them; 0: one for each core.")  # fmt: skip
@click.option("--metrics", is_flag=True, help="Tell at /metrics how much there is to do.")
@click.option("--url", "address", metavar="URL", default="",
              help="How players call this server, for links in mails.")  # fmt: skip
@click.option("--smtp", metavar="HOST:PORT", help="A mail server, so that players are told when it is their move.")
@click.option("--smtp-tls", type=click.Choice(["none", "starttls", "tls"]), default="starttls", show_default=True)
@click.option("--mail-from", default="warhost@localhost", show_default=True, help="Whom mails come from.")
@click.option(
    "--private-webhooks", is_flag=True, help="Let players' webhooks lead to this machine and to those beside it."
)
@click.option("--open/--no-open", "open_page", default=True, help="Open the page in the browser, if there is one.")
def serve(
    host: str, port: int, data_dir: Path | None, database: str | None, names: tuple[str, ...], address: str,
    smtp: str | None, smtp_tls: Literal["none", "starttls", "tls"], mail_from: str, private_webhooks: bool,
    open_page: bool, proxies: tuple[str, ...], metrics: bool, reach: str | None, prefix: str, cores: int,
) -> None:  # fmt: skip
    """Serve the table: people play in the browser, computers and programs over web sockets."""
    folder = data_dir or data_folder()
    url = database or f"sqlite:///{folder / DATABASE}"
    processes = _processes(cores, url)
    limits = Limits(apart=True, thinkers=max(1, (os.cpu_count() or 1) // processes))
    lock = _held(folder)
    _try_out(url)
    hosts = (*names, *([ANYWHERE] if host in EVERYWHERE else [host]))
    post = Post(_mail_server(smtp, smtp_tls, mail_from), address.rstrip("/"), private_webhooks)
    listener = _listening(host, port)
    reached, path = _reached(reach, url, host, listener.getsockname()[1]), _prefix(prefix)

    def live(place: Place | None = None) -> None:
        """One of the processes, or the only one."""
        among, relay, inner = (place.among, place.relay, [place.inner]) if place else (None, None, [])
        app = make_app(url, limits, hosts, folder / "faults", post, metrics, reached, among)
        config = uvicorn.Config(
            app, host, port, log_config=None, http=door(limits, proxies, relay, *(_port(one) for one in inner)),
            access_log=False, ws_max_size=limits.message, ws=wire(limits),
            timeout_graceful_shutdown=2, server_header=False, forwarded_allow_ips=list(proxies), root_path=path,
        )  # fmt: skip
        _Server(config, open_page, place).run([listener, *inner])

    write_down()
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*SWEEPS)
    with lock:
        Cores(processes, folder, path, live).run() if processes > 1 else live()


def _processes(cores: int, url: str) -> int:
    wanted = cores or os.cpu_count() or 1
    if wanted > 1 and not url.startswith("sqlite"):
        raise click.UsageError("--cores: on PostgreSQL start a server for each; they share the games by themselves")
    if wanted > 1 and sys.platform == "win32":
        raise click.UsageError("--cores: this machine knows no processes that share a socket; leave it at 1")
    return wanted


def _port(listener: socket.socket) -> int:
    port: int = listener.getsockname()[1]
    return port


def _prefix(said: str) -> str:
    if said.strip("/") and not re.fullmatch(r"/?[A-Za-z0-9._~/-]+", said):
        raise click.UsageError(f"--prefix: expected a path such as /warhost, got {said!r}")
    return f"/{said.strip('/')}" if said.strip("/") else ""


def _reached(reach: str | None, url: str, host: str, port: int) -> str:
    """Where others reach this server; nobody asks that of one which has its games in a file."""
    shared = url.startswith("postgresql")
    if reach and not shared:
        raise click.UsageError("--reach: several servers need one PostgreSQL; name it with --database")
    if reach and not re.fullmatch(r"http://[^/:]+:[0-9]+/?", reach):
        raise click.UsageError(f"--reach: expected an address such as http://10.0.0.5:8765, got {reach!r}")
    return (reach or f"http://{'127.0.0.1' if host in EVERYWHERE else host}:{port}").rstrip("/") if shared else ""


def _held(folder: Path) -> IO[str]:
    """One server for a folder: what each has in memory would soon be ahead of the other's."""
    try:
        return hold(folder)
    except NotHeld as error:
        raise click.ClickException(str(error)) from None


def _try_out(url: str) -> None:
    """A database that cannot be used is said in a line, before anybody comes."""
    try:
        Storage(url).close()
    except (sql.exc.SQLAlchemyError, ImportError, NotStored) as error:
        why = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise click.ClickException(f"the games cannot be kept: {why}") from None


def _mail_server(named: str | None, tls: Literal["none", "starttls", "tls"], sender: str) -> Smtp | None:
    """Name and password come from the environment, where no list of processes shows them."""
    if not named:
        return None
    host, _, port = named.rpartition(":") if ":" in named else (named, "", "587")
    if not port.isdecimal():
        raise click.BadParameter(f"expected HOST:PORT, got {named!r}", param_hint="--smtp")
    user, password = os.environ.get("WARHOST_SMTP_USER", ""), os.environ.get("WARHOST_SMTP_PASSWORD", "")
    return Smtp(host, int(port), sender, user, password, tls)


def _listening(host: str, port: int) -> socket.socket:
    # Only sockets that say they are TCP are told by asyncio not to hold small messages back.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        why = f"{host}:{port} cannot be listened at ({error.strerror}); is it running there already?"
        raise click.ClickException(f"{why} Another port: --port {port + 1}") from None
    return listener


class _Server(uvicorn.Server):
    """Says where it is once it can be reached there."""

    def __init__(self, config: uvicorn.Config, open_page: bool, place: Place | None):
        super().__init__(config)
        self._open_page, self._place = open_page, place
        self._guests: set[asyncio.Task[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        assert sockets is not None
        if self._place is not None:
            self._place.hold_on()
            self._place.relay.open(self._handed)
        if self._place is None or self._place.first:
            self._announce(sockets[0])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._place is not None:
            self._place.relay.close()
        await super().shutdown(sockets)

    def _announce(self, listener: socket.socket) -> None:
        host, port = self.config.host, _port(listener)
        host = "localhost" if host in EVERYWHERE else host
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        click.echo(f"The table is laid at {address}  (Ctrl-C ends it; games are kept)")
        if self._open_page and _has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    def _handed(self, connection: socket.socket, said: bytes) -> None:
        """Somebody whom another process has handed on to this one, with what was read of his request."""

        def greeted() -> asyncio.Protocol:
            protocol: Any = self.config.http_protocol_class(
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )  # type: ignore[call-arg]
            protocol.handed = said
            return protocol  # type: ignore[no-any-return]

        connection.setblocking(False)
        loop = asyncio.get_running_loop()
        task = loop.create_task(loop.connect_accepted_socket(greeted, connection))
        self._guests.add(task)
        task.add_done_callback(self._guests.discard)


def data_folder() -> Path:
    """The user's data folder, or one right here where there is no home."""
    if kept := os.environ.get("XDG_DATA_HOME"):
        return Path(kept) / "warhost"
    if appdata := os.environ.get("APPDATA"):
        return Path(appdata) / "warhost"
    home = Path("~").expanduser()
    return home / ".local" / "share" / "warhost" if os.access(home, os.W_OK) else Path("warhost-data")


def _has_screen() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
