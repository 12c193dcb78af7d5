"""The page: files of the folder `web`, one of which answers for every address that a person may follow."""

from __future__ import annotations

import gzip
import mimetypes
import os
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from warhost.engine.book import Book
from warhost.engine.rulebook import installed

from .parcels import OWN, Parcel, own_parcel, parcels

COVER = "cover.jpg"  # a picture of the game, for whoever chooses one
WEB = Path(__file__).parents[1] / "web"
PAGES = (
    "/", "/new", "/rules", "/rules/{rest:path}", "/game/{id}", "/campaign/{id}", "/exchange/{id}", "/join/{id}",
    "/watch/{id}", "/replay/{id}", "/games", "/mail/{what}/{key}",
)  # fmt: skip
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".jpg": "image/jpeg",
    ".json": "application/json",
    ".map": "application/json",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}


PACKED = (".js", ".mjs", ".css", ".svg")


class Files(StaticFiles):
    """Packed for those who take it so; asked for anew each time, answered with 'not modified' if nothing is new."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "no-cache"
        if Path(full_path).suffix in PACKED:
            response.headers["Vary"] = "Accept-Encoding"
            if isinstance(response, FileResponse) and _takes_packed(scope):
                content = _packed(os.fspath(full_path), stat_result.st_mtime_ns, stat_result.st_size)
                return _packed_response(response, content)
        return response


class Parcels(Files):
    """The files of the page, most of them in parcels."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        parcel = parcels(WEB).get(path) if scope["method"] in ("GET", "HEAD") else None
        return _parcel_response(parcel, path, scope) if parcel else await super().get_response(path, scope)


def _parcel_response(parcel: Parcel, path: str, scope: Scope) -> Response:
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding", "ETag": parcel.tag}
    if Headers(scope=scope).get("if-none-match") == parcel.tag:
        return Response(status_code=304, headers=headers)
    kind = TYPES[Path(path).suffix]
    if not _takes_packed(scope):
        return Response(parcel.text, media_type=kind, headers=headers)
    return Response(parcel.packed, media_type=kind, headers={**headers, "Content-Encoding": "gzip"})


def _takes_packed(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    return scope["method"] == "GET" and "range" not in headers and "gzip" in headers.get("accept-encoding", "")


@lru_cache(maxsize=400)
def _packed(path: str, changed: int, size: int) -> bytes:
    """A file of the page as it goes over the line; packed once for each time it is changed."""
    return gzip.compress(Path(path).read_bytes(), mtime=0)


def _packed_response(plain: FileResponse, content: bytes) -> Response:
    """Its tag is weak: packed or not, it is the same file."""
    changed = ("content-length", "etag", "accept-ranges")
    kept = {name: value for name, value in plain.headers.items() if name not in changed}
    tag = {"ETag": f"W/{plain.headers['etag']}", "Content-Encoding": "gzip"}
    return Response(content, plain.status_code, {**kept, **tag})


def own_page(book: Book[Any, Any]) -> str:
    """The address of a rulebook's own module for the page; nothing if it needs none."""
    return _own(book, OWN)


def cover(book: Book[Any, Any]) -> str:
    """The address of its picture, if it has one."""
    return _own(book, COVER)


def _own(book: Book[Any, Any], file: str) -> str:
    return f"/books/{book.id}/{file}" if book.page and (book.page / file).is_file() else ""


async def book_file(request: Request) -> Response:
    """A file of a rulebook's own page. A browser that waits in vain asks again by another name: `ID~2`."""
    name, lobby = request.path_params["book"].partition("~")[0], request.app.state.lobby
    folder = (await lobby.workers.study(lobby.book, name)).page if name in installed() else None
    if folder is None:
        raise HTTPException(404)
    file: str = request.path_params["file"]
    if file == OWN and (parcel := own_parcel(folder)):
        return _parcel_response(parcel, file, request.scope)
    return await Files(directory=folder).get_response(file, request.scope)


async def page(request: Request) -> Response:
    """Its addresses begin with the path under which a proxy has this server, if it has one."""
    root = request.scope.get("root_path", "")
    text = (WEB / "index.html").read_text(encoding="utf8").replace('="/', f'="{root}/')
    headers = {"Cache-Control": "no-cache", "ETag": f'"{blake2b(text.encode(), digest_size=12).hexdigest()}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return HTMLResponse(text, headers=headers)


def page_routes() -> list[BaseRoute]:
    for ending, kind in TYPES.items():  # whatever the machine's own table says
        mimetypes.add_type(kind, ending)
    pages: list[BaseRoute] = [Route(path, page) for path in PAGES]
    return [*pages, Route("/books/{book}/{file}", book_file), Mount("/", Parcels(directory=WEB, check_dir=False))]
