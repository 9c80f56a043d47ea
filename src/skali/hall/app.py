"""The hall as an ASGI application: REST, WebSocket, the web client, and what guards them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import mimetypes
import multiprocessing
import os
import re
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import skali
from skali.hall import guests, logs, metrics, models, rest
from skali.hall.address import is_plain_host, public_address
from skali.hall.catalogue import Catalogue, game_schemas
from skali.hall.door import make_door
from skali.hall.errors import HallError
from skali.hall.hall import Hall
from skali.hall.keys import COOKIE
from skali.hall.limits import Buckets, address_of
from skali.hall.settings import Settings
from skali.hall.socket import ViewerSocket
from skali.hall.storage import unavailable
from skali.hall.wire import EXTENSION
from skali.teaching.prepared import PreparedError

log = logging.getLogger("skali.hall.app")
WEB = Path(__file__).parent / "web_dist"

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; media-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
PAGE = re.compile(r"(preferences|t/[\w-]+|guide/[\w-]+)?")
"""The pages of the client: the lobby, the preferences, tables, guides."""
COMPRESSED = (("br", ".br"), ("gzip", ".gz"))
"""What a file may be compressed with, the smallest first, and how its name ends then."""
WRITING = ("POST", "PUT", "PATCH", "DELETE")

NO_CLIENT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Skáli</title>
<body><h1>Skáli</h1><p>The hall is open, but its web client is not built.</p>
<p>In a checkout, run <code>make web</code> (it needs nothing but what <code>make</code> installs), then start the hall again.
The API is at <a href="/api/openapi.json">/api/openapi.json</a>.</p></body></html>"""


def create_app(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings.from_environment()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        logs.set_up(settings.log_format)
        hall = app.state.hall = Hall(settings)
        app.state.registry = metrics.registry_of(hall)
        await hall.open()
        bus = None
        if hall.storage.is_postgres:
            from skali.hall.bus import Bus

            bus = Bus(settings.database_url(), hall.worker, hall.heard, hall.missed)
        door = make_door(settings)
        app.state.door = door
        house = [asyncio.create_task(work) for work in (hall.keep_house(), door.watch())]
        end_with_the_command()
        gc.collect()
        gc.freeze()  # what is here now stays, and a move leaves no cycles: the collector need not look so often
        gc.set_threshold(10_000, 5, 50)
        log.info("the hall is open", extra={"facts": {"worker": hall.worker, "games": list(hall.catalogue.games)}})
        yield {"door": door}
        for task in house:
            task.cancel()
        if bus is not None:
            await asyncio.to_thread(bus.close)
        await hall.close()
        log.info("the hall is closed", extra={"facts": {"worker": hall.worker}})

    app = FastAPI(
        title="Skáli: the hall",
        version=skali.__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.sockets_of = Counter()
    app.include_router(rest.router)
    add_errors(app)
    add_socket(app, settings)
    add_operations(app)
    add_client(app)
    add_shapes(app, settings)
    app.add_middleware(Guard, settings=settings)
    return app


def end_with_the_command() -> None:
    """A worker closes when the command that started it is gone, or it would keep the port for ever."""
    command = multiprocessing.parent_process()
    if command is not None and os.name == "posix":
        loop = asyncio.get_running_loop()
        sentinel = command.sentinel

        def close() -> None:
            loop.remove_reader(sentinel)
            signal.raise_signal(signal.SIGTERM)

        loop.add_reader(sentinel, close)


def server_options(settings: Settings) -> dict[str, Any]:
    """How uvicorn serves the hall: with our own wire, small messages uncompressed, and no word about itself."""
    return {
        "host": settings.host,
        "port": settings.port,
        "http": "skali.hall.door:Entrance",
        "ws": "skali.hall.wire:Wire",
        "ws_max_size": settings.message_bytes,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 20,
        "access_log": False,
        "server_header": False,
        "log_config": None,
        "proxy_headers": bool(settings.trusted_proxies()),
        "forwarded_allow_ips": settings.trusted_proxies(),
        "timeout_graceful_shutdown": 5,
    }


def refusal_of(error: HallError) -> JSONResponse:
    headers = {"Retry-After": "1"} if error.error in ("too_many", "unavailable") else {}
    return JSONResponse(error.to_dict(), error.status, headers=headers)


def add_errors(app: FastAPI) -> None:
    @app.exception_handler(HallError)
    async def refused(request: Request, error: HallError) -> JSONResponse:
        return refusal_of(error)

    @app.exception_handler(PreparedError)
    async def unprepared(request: Request, error: PreparedError) -> JSONResponse:
        """A guide or a lesson does not fit the components or the rules of this hall."""
        return refusal_of(HallError("unavailable", f"This cannot be shown here: {error}"))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        what = "; ".join(f"{'.'.join(str(part) for part in each['loc'])}: {each['msg']}" for each in error.errors()[:5])
        plain = what[:500].encode("utf-8", "replace").decode()
        return JSONResponse({"error": "bad_request", "message": plain}, 422)

    @app.exception_handler(HTTPException)
    async def failed(request: Request, error: HTTPException) -> JSONResponse:
        names = {404: "not_found", 403: "forbidden", 405: "bad_request", 413: "too_large"}
        return JSONResponse(
            {"error": names.get(error.status_code, "bad_request"), "message": str(error.detail)},
            error.status_code,
            headers=error.headers,
        )

    @app.exception_handler(Exception)
    async def crashed(request: Request, error: Exception) -> JSONResponse:
        log.error("a request failed", exc_info=error, extra={"facts": {"path": request.url.path}})
        return JSONResponse({"error": "unavailable", "message": "Something went wrong in the hall."}, 500)


def add_socket(app: FastAPI, settings: Settings) -> None:
    @app.websocket("/api/tables/{id}/ws")
    async def table_socket(websocket: WebSocket, id: str) -> None:
        hall: Hall = app.state.hall
        host = websocket.headers.get("host", "")
        if not is_plain_host(host) or not same_origin(websocket.headers.get("origin"), host):
            await websocket.close(1008)
            return
        try:
            if not hall.is_open:
                raise unavailable()
            guest = await guests.find_guest(hall, hall.keys.guest(websocket.cookies.get(COOKIE)))
            room = await hall.room(id)
        except HallError as error:
            if error.error == "unavailable":
                await websocket.send_denial_response(refusal_of(error))
            else:
                await websocket.close(1008)
            return
        address = address_of(websocket.scope)
        counted = guest.id if guest else f"address {address}"
        if app.state.sockets_of[counted] >= settings.sockets_per_guest:
            await websocket.close(1013)
            return
        app.state.sockets_of[counted] += 1
        reached, ended = public_address(websocket.url, settings), partial(uncount, app.state.sockets_of, counted)
        viewer = ViewerSocket(hall, room, guest, reached, address, ended)
        line = None
        try:
            await websocket.accept()
            line = websocket.scope["extensions"][EXTENSION].take(viewer)
        finally:
            viewer.begin(line)


def uncount(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


def add_operations(app: FastAPI) -> None:
    @app.get("/healthz", response_model=models.HealthAnswer, responses={503: {"model": models.ErrorBody}})
    async def health() -> Any:
        hall: Hall = app.state.hall
        try:
            await asyncio.wait_for(hall.storage.check(), 5)
        except (TimeoutError, HallError):
            return refusal_of(unavailable())
        return {
            "status": "ok",
            "database": "postgresql" if hall.storage.is_postgres else "sqlite",
            "tables": len(hall.rooms),
            "connections": sum(len(room.sockets) for room in hall.rooms.values()),
            "version": skali.__version__,
        }

    @app.get("/metrics", include_in_schema=False)
    async def prometheus(request: Request) -> Response:
        if not metrics.may_read(request, app.state.settings.metrics_token):
            raise HallError("forbidden", "The metrics are for who runs the hall: from its machine, or with its token.")
        return Response(metrics.page(app.state.registry), media_type="text/plain; version=0.0.4; charset=utf-8")


def add_client(app: FastAPI) -> None:
    """The web client's files and pages. A page that there is not says so, and is the client's page all the same."""

    @app.get("/{path:path}", include_in_schema=False)
    async def client(request: Request, path: str) -> Response:
        root = WEB.resolve()
        file = file_of(root, path)
        if file is not None:
            return static_file(file, request, forever=path.startswith("assets/"))
        page = PAGE.fullmatch(path) is not None
        if not page and (path.startswith("api/") or "text/html" not in request.headers.get("accept", "")):
            raise HallError("not_found", "There is nothing here.")
        index = root / "index.html"
        status = 200 if page else 404
        if index.is_file():
            return FileResponse(index, status, headers={"Cache-Control": "no-cache"})
        return HTMLResponse(NO_CLIENT, status)


def static_file(file: Path, request: Request, forever: bool) -> Response:
    """A file of the client, compressed where the build has done so and the browser can read it."""
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable" if forever else "no-cache",
        "Vary": "Accept-Encoding",
    }
    media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    accepted = accepted_encodings(request.headers.get("accept-encoding", ""))
    for encoding, ending in COMPRESSED:
        packed = file.with_name(file.name + ending)
        if encoding in accepted and packed.is_file():
            return FileResponse(packed, media_type=media_type, headers={**headers, "Content-Encoding": encoding})
    return FileResponse(file, media_type=media_type, headers=headers)


def accepted_encodings(header: str) -> set[str]:
    """The encodings that a browser takes: those it names, but for the ones of weight 0."""
    named = (part.partition(";") for part in header.lower().split(","))
    return {name.strip() for name, _, weight in named if not re.fullmatch(r"\s*q=0(\.0*)?\s*", weight)}


def add_shapes(app: FastAPI, settings: Settings) -> None:
    """The description of the API also says what the views and prompts of each game look like: ``KEY.View``, ``KEY.Prompts``."""
    describe = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schemas = describe()["components"]["schemas"]
            for game in Catalogue(settings.games).games.values():
                schemas |= game_schemas(game)
        return describe()

    app.openapi = openapi  # type: ignore[method-assign]


def file_of(root: Path, path: str) -> Path | None:
    """The file of a path under the root; None for what is none, whatever the path may be."""
    try:
        file = (root / path).resolve()
        found = bool(path) and file.is_relative_to(root) and file.is_file() and not file.name.startswith(".")
    except (OSError, ValueError):  # too long for a name, or no name at all
        return None
    return file if found else None


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a request comes from our own pages, or from a program (which names no origin)."""
    try:
        return origin is None or (origin != "null" and urlsplit(origin).netloc == host)
    except ValueError:
        return False


class Guard:
    """Before everything: cross-site requests, sizes, rates and kinds of bodies. After everything: security headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        rate = settings.requests_per_second
        self.writes = Buckets(rate, 3 * rate)
        self.reads = Buckets(10 * rate, 30 * rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [pair for pair in message["headers"] if pair[0].lower() != b"server"]
                headers += [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
                if scope["path"].startswith("/api"):
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        refusal = self.refusal(scope)
        if refusal is not None:
            await refusal_of(refusal)(scope, receive, send_guarded)
        else:
            await self.app(scope, self.limited(scope, receive), send_guarded)
        if self.settings.log_format == "json" or status >= 500:
            took = round((time.perf_counter() - began) * 1000, 1)
            facts = {"method": scope["method"], "path": scope["path"], "status": status, "ms": took}
            log.info("request", extra={"facts": facts})

    def refusal(self, scope: Scope) -> HallError | None:
        if not scope["app"].state.hall.is_open and scope["path"].startswith(("/api", "/healthz")):
            return unavailable()
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        writing = scope["method"] in WRITING
        if not (self.writes if writing else self.reads).take(address_of(scope)):
            return HallError("too_many", "Too many requests. Wait a moment.")
        if not is_plain_host(headers.get("host", "")):
            return HallError("bad_request", "This is no host.")
        if not writing:
            return None
        if not same_origin(headers.get("origin"), headers.get("host")):
            return HallError("forbidden", "This request comes from another site.")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return HallError("forbidden", "This request comes from another site.")
        length = headers.get("content-length", "")
        if length and (not length.isdecimal() or len(length) > 15 or int(length) > self.most(scope)):
            return HallError("too_large", "This is too large.")
        has_body = length not in ("", "0") or "transfer-encoding" in headers
        if has_body and headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
            return HallError("bad_request", "Bodies are application/json.")
        return None

    def most(self, scope: Scope) -> int:
        return self.settings.saga_bytes if scope["path"] == "/api/sagas" else self.settings.body_bytes

    def limited(self, scope: Scope, receive: Receive) -> Callable[[], Awaitable[Message]]:
        most = self.most(scope)
        got = 0

        async def receive_limited() -> Message:
            nonlocal got
            message = await receive()
            if message["type"] == "http.request":
                got += len(message.get("body", b""))
                if got > most:
                    raise HTTPException(413, "This is too large.")
            return message

        return receive_limited
