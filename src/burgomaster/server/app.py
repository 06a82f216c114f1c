"""The application: store, hub, pages and JSON interface put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from burgomaster import __version__
from burgomaster.core.errors import BurgomasterError
from burgomaster.server import api, pages
from burgomaster.server.broadcast import listen
from burgomaster.server.desk import Desk
from burgomaster.server.hub import Hub
from burgomaster.server.identity import Doorman
from burgomaster.server.render import STATIC
from burgomaster.server.security import HEADERS, RateLimiter, Signer
from burgomaster.server.settings import Settings, read_settings
from burgomaster.server.store import Store

MAX_BODY = 8_500_000


def create_app(settings: Settings | None = None) -> FastAPI:
    """The whole server for some settings, those of the environment if none are given."""
    chosen = settings or read_settings()
    app = FastAPI(
        title="Burgomaster",
        version=__version__,
        description="Tables for economic board games: everything a page can do, as JSON.",
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.settings = chosen
    app.state.signer = Signer(chosen.secret)
    app.state.limiter = RateLimiter(chosen.rate_limits)
    app.include_router(api.router)
    app.include_router(pages.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.middleware("http")(_guard)
    app.exception_handler(BurgomasterError)(pages.explain_error)
    app.exception_handler(HTTPException)(pages.explain_status)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the store, let running matches go on, and close everything at the end."""
    settings: Settings = app.state.settings
    store = await asyncio.to_thread(Store, settings.database)
    hub = Hub(store, settings)
    doorman = Doorman(store, app.state.signer, settings.https_only)
    app.state.store, app.state.hub = store, hub
    app.state.doorman, app.state.desk = doorman, Desk(hub, doorman)
    await hub.wake()
    listening = None
    if not store.is_sqlite:
        listening = asyncio.create_task(listen(settings.database, hub.heard))
    yield
    if listening is not None:
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
    await hub.close()
    store.close()


async def _guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    """Refuse bodies that are too large, and put the headers of safety on every answer."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MAX_BODY:
        response: Response = Response("too large", status_code=413)
    else:
        response = await call_next(request)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.url.path.startswith("/static/"):
        response.headers["Cache-Control"] = "public, max-age=3600"
    else:
        response.headers.setdefault("Cache-Control", "no-store")
    return response
