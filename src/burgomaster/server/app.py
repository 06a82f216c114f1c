"""The application: store, matches, pages and JSON interface put together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware

from burgomaster import __version__
from burgomaster.core.registry import game_folder, game_names
from burgomaster.server import (
    account_routes,
    advice_routes,
    api,
    errors,
    lesson_routes,
    lobby_routes,
    operations_routes,
    preparing_routes,
    replay_routes,
    rules_routes,
    table_routes,
)
from burgomaster.server.advice import AdviceService
from burgomaster.server.auth import SESSION_SECONDS, Auth
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.memory import collect_when_idle
from burgomaster.server.metrics import Figures, counted_troubles
from burgomaster.server.middleware import SecurityHeadersMiddleware
from burgomaster.server.prefix import PrefixLinksMiddleware, PrefixMiddleware
from burgomaster.server.preparing import Preparation
from burgomaster.server.render import STATIC
from burgomaster.server.security import RateLimiter, Signer
from burgomaster.server.settings import Settings, read_settings
from burgomaster.server.stopping import told_to_stop
from burgomaster.server.store import Store
from burgomaster.server.streams import Streams
from burgomaster.server.table_service import TableService
from burgomaster.server.watching import WatchRequestsMiddleware

LEAST_COMPRESSED = 800  # bytes of an answer that is worth compressing
GZIP_LEVEL = 6
DESCRIPTION = (
    "Tables for economic board games: everything a page can do, as JSON. After the very first start the "
    "rules of a game are compiled, which takes some seconds: until then everything that needs them is "
    "answered with 503, the key `preparing` and a Retry-After header. Nothing has been changed then; send "
    "the request again."
)
ROUTERS = (
    api.router,
    advice_routes.api,
    advice_routes.pages,
    lobby_routes.router,
    table_routes.router,
    replay_routes.router,
    account_routes.router,
    lesson_routes.router,
    rules_routes.router,
    preparing_routes.router,
    operations_routes.router,
)


def create_app(settings: Settings | None = None) -> FastAPI:
    """Make the whole server for some settings, those of the environment if none are given."""
    chosen = settings or read_settings()
    app = FastAPI(
        title="Burgomaster",
        version=__version__,
        description=DESCRIPTION,
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        servers=[{"url": chosen.prefix}] if chosen.prefix else None,
    )
    app.state.settings = chosen
    app.state.signer = Signer(chosen.secret)
    app.state.streams = Streams()
    app.state.figures = Figures(chosen.metrics_seconds)
    app.state.limiter = RateLimiter(chosen.rate_limits)
    for router in ROUTERS:
        app.include_router(router)
    mount_static(app)
    add_middleware(app, chosen)
    errors.install(app)
    return app


def add_middleware(app: FastAPI, settings: Settings) -> None:
    """Put around the routes what concerns every request, from the innermost to the outermost."""
    if settings.prefix:
        app.add_middleware(PrefixLinksMiddleware, prefix=settings.prefix)
    app.add_middleware(GZipMiddleware, minimum_size=LEAST_COMPRESSED, compresslevel=GZIP_LEVEL)
    app.add_middleware(SecurityHeadersMiddleware)
    if settings.prefix:
        app.add_middleware(PrefixMiddleware, prefix=settings.prefix)
    app.add_middleware(WatchRequestsMiddleware, figures=app.state.figures)


def mount_static(app: FastAPI) -> None:
    """Serve the static files of every game, and those that all share."""
    for name in game_names():
        folder = game_folder(name) / "web" / "static"
        if folder.is_dir():
            app.mount(f"/static/{name}", StaticFiles(directory=folder))
    app.mount("/static", StaticFiles(directory=STATIC), name="static")


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the store, let running matches go on, and close everything at the end."""
    settings: Settings = app.state.settings
    store = await asyncio.to_thread(Store, settings.database)
    preparation = Preparation(game_names() if settings.prepare else ())
    await asyncio.to_thread(preparation.begin)
    matches = MatchManager(store, settings, preparation)
    app.state.preparation = preparation
    app.state.store = store
    app.state.match_manager = matches
    app.state.auth = Auth(store, app.state.signer, settings.https_only)
    app.state.table_service = TableService(matches)
    app.state.advice = AdviceService(preparation)
    await asyncio.to_thread(store.forget_sessions, time.time() - SESSION_SECONDS)
    tasks = [asyncio.create_task(work) for work in background_work(matches, settings)]
    app.state.figures.watch(matches, app.state.streams)
    with told_to_stop(app.state.streams.stop), counted_troubles(app.state.figures):
        yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.to_thread(preparation.close)
    app.state.streams.close()
    app.state.advice.close()
    await matches.close()
    store.close()


def background_work(matches: MatchManager, settings: Settings) -> list[Coroutine[Any, Any, None]]:
    """List what a server does beside answering requests."""
    work = [matches.wake(), matches.bots.drop_idle_bots(), collect_when_idle(lambda: matches.last_change)]
    if not matches.store.is_sqlite:
        from burgomaster.server.broadcast import listen  # late: only PostgreSQL needs its driver

        work.append(listen(settings.database, matches.on_notification, matches.on_reconnect))
    return work
