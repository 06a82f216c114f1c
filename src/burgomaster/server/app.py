"""The application: store, matches, pages and JSON interface put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import State
from starlette.middleware.gzip import GZipMiddleware

from burgomaster import __version__
from burgomaster.core.registry import game_folder, game_names
from burgomaster.server import (
    account_routes,
    advice_routes,
    api,
    call_routes,
    errors,
    install_routes,
    lesson_routes,
    lobby_routes,
    metrics,
    mistakes_routes,
    news,
    people_routes,
    recovery,
    rules_routes,
    strategy_routes,
    table_pages,
    table_routes,
)
from burgomaster.server.accounts import PasswordHashing
from burgomaster.server.advice import AdviceService
from burgomaster.server.analysis_keeping import analyse_games, keep_found, read_kept
from burgomaster.server.auth import SESSION_SECONDS, Auth
from burgomaster.server.background import Caretaker, Work, collect_when_idle, supervise, trim_caches
from burgomaster.server.calls.caller import Caller
from burgomaster.server.calls.channels import Channels
from burgomaster.server.calls.notices import notices_of
from burgomaster.server.calls.service import CallService
from burgomaster.server.daily import routes as daily_routes
from burgomaster.server.drawers import Drawers
from burgomaster.server.incoming import IncomingMiddleware
from burgomaster.server.logs import NoteRouteMiddleware, WatchRequestsMiddleware
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.metrics import Figures, counted_troubles
from burgomaster.server.middleware import (
    HeadMiddleware,
    PaddingMiddleware,
    PrefixMiddleware,
    SecurityHeadersMiddleware,
)
from burgomaster.server.people.counting import count_old_games, list_old_points, tally_old_games
from burgomaster.server.people.own_data import Forgetter
from burgomaster.server.people.pages import People
from burgomaster.server.people.profiles import Avatars
from burgomaster.server.people.takeover import Takeovers
from burgomaster.server.preparing import Preparation
from burgomaster.server.proxies import ProxyMiddleware
from burgomaster.server.puzzles import api as puzzles_api
from burgomaster.server.puzzles import routes as puzzle_routes
from burgomaster.server.recovery import Recovery
from burgomaster.server.render import STATIC
from burgomaster.server.request_bodies import Uploads
from burgomaster.server.security import RateLimiter, Signer
from burgomaster.server.sessions import Sessions
from burgomaster.server.settings import Settings, read_settings
from burgomaster.server.share import embed
from burgomaster.server.share import routes as share_routes
from burgomaster.server.share.pictures import Painter
from burgomaster.server.steady_time import now
from burgomaster.server.stopping import told_to_stop
from burgomaster.server.store import Store
from burgomaster.server.store_opening import OpenedStore, set_time
from burgomaster.server.streams import Streams
from burgomaster.server.study import api as study_api
from burgomaster.server.study import routes as study_routes
from burgomaster.server.study.service import StudyService
from burgomaster.server.table_service import TableService
from burgomaster.server.tournaments import api as tournament_api
from burgomaster.server.tournaments import routes as tournament_routes
from burgomaster.server.tournaments.service import TournamentService
from burgomaster.server.troubles import TROUBLES
from burgomaster.server.watch import commentary
from burgomaster.server.watch import routes as watch_routes
from burgomaster.server.watch.spectators import Spectators

LEAST_COMPRESSED = 800  # bytes of an answer that is worth compressing
GZIP_LEVEL = 6
DESCRIPTION = (
    "Tables for economic board games: everything a page can do, as JSON. After the very first start the "
    "rules of a game are compiled, which takes some seconds: until then everything that needs them is "
    "answered with 503, the key `preparing` and a Retry-After header. Nothing has been changed then; send "
    "the request again."
)
ROUTERS = (
    table_routes.busy,
    api.router,
    advice_routes.api,
    study_api.router,
    tournament_api.router,
    tournament_routes.router,
    watch_routes.api,
    watch_routes.pages,
    commentary.router,
    share_routes.router,
    embed.router,
    daily_routes.api,
    daily_routes.pages,
    puzzles_api.router,
    puzzle_routes.router,
    advice_routes.pages,
    lobby_routes.router,
    people_routes.router,
    recovery.router,
    recovery.api,
    study_routes.router,
    mistakes_routes.router,
    table_routes.router,
    table_pages.router,
    account_routes.router,
    call_routes.router,
    install_routes.router,
    lesson_routes.router,
    rules_routes.router,
    strategy_routes.pages,
    strategy_routes.api,
    errors.router,
    metrics.router,
)


def create_app(settings: Settings | None = None, opened: OpenedStore | None = None) -> FastAPI:
    """Make the whole server for some settings, those of the environment if none are given.

    A store that somebody has opened already is closed with the server.
    """
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
    app.state.opened = opened
    app.state.signer = Signer(chosen.secret)
    app.state.streams = Streams()
    app.state.figures = Figures(chosen.metrics_seconds)
    app.state.limiter = RateLimiter(chosen.rate_limits)
    app.state.uploads = Uploads()
    for router in ROUTERS:  # not included: that would build all routes anew, at the first request
        app.router.routes.extend(router.routes)
    for name in game_names():
        folder = game_folder(name) / "web" / "static"
        if folder.is_dir():
            app.mount(f"/static/{name}", StaticFiles(directory=folder))
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    add_middleware(app, chosen)
    errors.install(app)
    return app


def add_middleware(app: FastAPI, settings: Settings) -> None:
    """Put around the routes what concerns every request, from the innermost to the outermost."""
    app.add_middleware(NoteRouteMiddleware)
    if settings.prefix:
        app.add_middleware(PrefixMiddleware, prefix=settings.prefix)
    app.add_middleware(GZipMiddleware, minimum_size=LEAST_COMPRESSED, compresslevel=GZIP_LEVEL)
    app.add_middleware(PaddingMiddleware)
    app.add_middleware(HeadMiddleware)
    app.add_middleware(IncomingMiddleware, limiter=app.state.limiter)
    app.add_middleware(SecurityHeadersMiddleware)
    app.add_middleware(ProxyMiddleware, proxies=settings.proxies, prefix=settings.prefix)
    streams, figures = app.state.streams, app.state.figures
    app.add_middleware(WatchRequestsMiddleware, figures=figures, is_stopping=lambda: streams.stopping)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the store, let running matches go on, and close everything at the end."""
    settings: Settings = app.state.settings
    opened: OpenedStore = app.state.opened or await asyncio.to_thread(OpenedStore, settings.database)
    await asyncio.to_thread(set_time, opened.store)
    await asyncio.to_thread(opened.store.accounts.forget_sessions, now() - SESSION_SECONDS)
    app.state.preparation = Preparation(game_names() if settings.prepare else ())
    await asyncio.to_thread(app.state.preparation.begin)
    open_services(app.state, opened.store)
    work = background_work(app.state)
    tasks = [asyncio.create_task(supervise(name, begin)) for name, begin in work.items()]
    with told_to_stop(app.state.streams.stop), counted_troubles(app.state.figures):
        yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await close_services(app.state)
    await asyncio.get_running_loop().shutdown_default_executor()  # a task that is cancelled leaves its thread
    opened.close()
    app.state.opened = None


def open_services(state: State, store: Store) -> None:
    settings: Settings = state.settings
    state.store = store
    state.match_manager = matches = MatchManager(store, settings, state.preparation)
    state.auth = Auth(store, state.signer, settings.https_only)
    state.hashing = PasswordHashing()
    state.sessions = Sessions(store, settings.keep_alive_seconds / 2)
    matches.on_logout, matches.notices_of = state.sessions.end, notices_of
    state.table_service = TableService(matches)
    state.tournaments = TournamentService(matches, state.table_service)
    state.spectators = Spectators(matches)
    state.advice = AdviceService(state.preparation, matches.bots.turns, settings.rate_limits)
    state.advice.on_done = partial(keep_found, store.engine)
    state.advice.read_kept = partial(read_kept, store.engine)
    state.studies = StudyService(store, state.advice, state.preparation)
    state.people, state.avatars, state.painter = People(store.engine), Avatars(store.engine), Painter()
    state.recovery = Recovery(store, settings, state.signer, state.limiter)
    state.forgetter, state.takeovers = Forgetter(store, matches.reload), Takeovers(store, matches.reload)
    state.drawers = Drawers(settings, store, game_names())
    state.channels = Channels(settings, state.signer)
    state.calls = CallService(store, settings, state.signer, state.channels, state.limiter)
    state.caller = Caller(matches, state.channels)
    state.figures.watch(matches, state.streams)


async def close_services(state: State) -> None:
    await asyncio.to_thread(state.preparation.close)
    await asyncio.to_thread(state.drawers.close)
    state.streams.close()
    state.painter.close()
    state.hashing.close()
    state.advice.close()
    await state.match_manager.close()


def background_work(state: State) -> dict[str, Work]:
    """List what a server does beside answering requests; all of it is supervised."""
    matches, store, settings = state.match_manager, state.store, state.settings
    work: dict[str, Work] = {
        "waking tables": matches.wake,
        "dropping idle bots": matches.bots.drop_idle_bots,
        "dropping games that are over": matches.live.drop_ended,
        "collecting garbage": lambda: collect_when_idle(lambda: matches.last_change),
        "trimming caches": lambda: trim_caches(settings.cache_mb),
        "watching troubles": TROUBLES.watch,
        "looking after waiting tables": Caretaker(matches).look_after,
        "counting old games": lambda: count_old_games(store, state.preparation),
        "tallying old games": lambda: tally_old_games(store, state.preparation),
        "listing points of old games": lambda: list_old_points(store, state.preparation),
        "calling people": state.caller.run,
        "conducting tournaments": state.tournaments.conductor.run,
        "forgetting who has gone": state.forgetter.work,
        "taking over games of guests": state.takeovers.work,
    }
    if settings.analyse:
        work["analysing games"] = lambda: analyse_games(store, state.advice, now)
    if settings.drawers:
        work["drawing processes"] = lambda: state.drawers.look_after(
            state.preparation, lambda: float(state.streams.drawn_seconds)
        )
    if not store.is_sqlite:
        hear = (settings.database, matches.on_notification, matches.on_reconnect)
        work["listening to other processes"] = lambda: news.listen(*hear)
        work["counting spectators"] = state.spectators.work
    return work
