"""The application: store, hub, pages and JSON interface put together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from burgomaster import __version__
from burgomaster.core.errors import BurgomasterError
from burgomaster.core.registry import game_folder, game_names
from burgomaster.server import (
    account_pages,
    api,
    counsel_pages,
    errors,
    lesson_pages,
    pages,
    rules_pages,
    table_pages,
)
from burgomaster.server.counsel import Counsel
from burgomaster.server.desk import Desk
from burgomaster.server.guard import Guard
from burgomaster.server.hub import Hub
from burgomaster.server.identity import SESSION_SECONDS, Doorman
from burgomaster.server.memory import search_when_quiet
from burgomaster.server.render import STATIC
from burgomaster.server.security import RateLimiter, Signer
from burgomaster.server.settings import Settings, read_settings
from burgomaster.server.store import Store
from burgomaster.server.streams import Streams

LEAST_PACKED = 800  # bytes of an answer that is worth compressing
PACK_LEVEL = 6


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
    app.state.streams = Streams()
    app.state.limiter = RateLimiter(chosen.rate_limits)
    app.include_router(api.router)
    app.include_router(counsel_pages.api)
    app.include_router(counsel_pages.pages)
    for module in (pages, table_pages, account_pages, lesson_pages, rules_pages):
        app.include_router(module.router)
    for name in game_names():
        if (game_folder(name) / "web" / "static").is_dir():
            app.mount(f"/static/{name}", StaticFiles(directory=game_folder(name) / "web" / "static"))
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(GZipMiddleware, minimum_size=LEAST_PACKED, compresslevel=PACK_LEVEL)
    app.add_middleware(Guard)
    app.exception_handler(BurgomasterError)(errors.explain_error)
    app.exception_handler(HTTPException)(errors.explain_status)
    app.exception_handler(RequestValidationError)(errors.explain_shape)
    app.exception_handler(Exception)(errors.explain_failure)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the store, let running matches go on, and close everything at the end."""
    settings: Settings = app.state.settings
    store = await asyncio.to_thread(Store, settings.database)
    hub = Hub(store, settings)
    doorman = Doorman(store, app.state.signer, settings.https_only)
    app.state.store, app.state.hub = store, hub
    app.state.doorman, app.state.desk, app.state.counsel = doorman, Desk(hub, doorman), Counsel()
    await asyncio.to_thread(store.forget_sessions, time.time() - SESSION_SECONDS)
    working = [asyncio.create_task(work) for work in (hub.wake(), search_when_quiet(lambda: hub.changed))]
    if not store.is_sqlite:
        from burgomaster.server.broadcast import listen  # late: only PostgreSQL needs its driver

        working.append(asyncio.create_task(listen(settings.database, hub.heard, hub.heard_all)))
    yield
    for task in working:
        task.cancel()
    await asyncio.gather(*working, return_exceptions=True)
    app.state.streams.close()
    app.state.counsel.close()
    await hub.close()
    store.close()
