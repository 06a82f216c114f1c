"""What an operator asks a server: whether it lives, whether it is ready, and its figures."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import time
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy.exc import SQLAlchemyError

from burgomaster.server.auth import bearer_token
from burgomaster.server.settings import Settings

router = APIRouter(include_in_schema=False)
STORE_SECONDS = 3.0  # within which the store has to answer
KEPT_SECONDS = 1.0  # for which one look at the store is enough
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")  # what a proxy adds


@router.get("/healthz")
async def health() -> JSONResponse:
    """Tell that the process answers; nothing else is looked at."""
    return JSONResponse({"ok": True})


@router.get("/readyz")
async def readiness(request: Request) -> JSONResponse:
    """Tell whether games can be played here now; 503 with what is missing otherwise."""
    state = request.app.state
    kernels = [f"kernels:{game}" for game in state.preparation.unprepared()]
    reason = await store_trouble(state)
    missing = [*(["stopping"] if state.streams.stopping else []), *(["store"] if reason else []), *kernels]
    told = {"ready": not missing, "missing": missing, **({"reason": reason} if reason else {})}
    return JSONResponse(told, 503 if missing else 200)


async def store_trouble(state: Any) -> str:
    """Name what is wrong with the store, "" if nothing is; it is asked at most once a second."""
    asked, reason = getattr(state, "store_asked", (float("-inf"), ""))
    if time.monotonic() - asked < KEPT_SECONDS:
        return str(reason)
    try:
        async with asyncio.timeout(STORE_SECONDS):
            await asyncio.to_thread(state.store.ping)
        reason = ""
    except (SQLAlchemyError, TimeoutError, OSError) as error:
        fault = getattr(error, "orig", None) or error
        reason = getattr(fault, "sqlite_errorname", "") or type(fault).__name__
    state.store_asked = (time.monotonic(), reason)
    return str(reason)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Write the figures for whoever may read them; for all others there is no such page."""
    settings: Settings = request.app.state.settings
    if not may_read_metrics(request, settings):
        raise HTTPException(404)
    return Response(request.app.state.figures.text(), media_type=CONTENT_TYPE_LATEST)


def may_read_metrics(request: Request, settings: Settings) -> bool:
    """Tell whether somebody may read the figures."""
    if settings.metrics == "token":
        return hmac.compare_digest(bearer_token(request).encode(), settings.metrics_token.encode())
    return settings.metrics == "local" and is_from_here(request)


def is_from_here(request: Request) -> bool:
    """Tell whether a request comes from this computer, and not through a proxy on it."""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
