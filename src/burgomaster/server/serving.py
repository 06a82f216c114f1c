"""How the application is served: by uvicorn, with connections that are counted and timed."""

from __future__ import annotations

import logging
import time
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from burgomaster.server.connections import (
    LOG_SECONDS,
    ConnectionLimits,
    Doors,
    fitting,
    guarded,
    raise_descriptor_limit,
)
from burgomaster.server.settings import Settings

FAREWELL_SECONDS = 2  # for pages that are being read when the server is stopped
EVERYBODYS_FAULT = ("Invalid HTTP request", "Unsupported upgrade", "No supported WebSocket")


def server_config(app: FastAPI, limits: ConnectionLimits | None = None, **other: Any) -> uvicorn.Config:
    """Describe to uvicorn how the application is served."""
    doors = Doors(limits or connection_limits(app.state.settings))
    app.state.doors = doors
    logging.getLogger("uvicorn.error").addFilter(_seldom)
    usual: dict[str, Any] = {
        "http": guarded(AutoHTTPProtocol, doors),
        "ws": "none",
        "lifespan": "on",
        "log_level": "warning",
        "proxy_headers": False,  # ours are read by our own middleware
        "server_header": False,
        "timeout_graceful_shutdown": FAREWELL_SECONDS,
    }
    return uvicorn.Config(app, **{**usual, **other})


def connection_limits(settings: Settings) -> ConnectionLimits:
    """Choose how many connections there may be, by the settings and by what the system allows."""
    most = fitting(settings.connections, raise_descriptor_limit())
    of_address = settings.connections_per_address if settings.rate_limits else most
    return ConnectionLimits(most, min(of_address, most), proxies=settings.proxies)


class Seldom(logging.Filter):
    """Lets a line that anybody can cause through once in a while, not each time."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a line is to be written."""
        text = str(record.msg)
        if not text.startswith(EVERYBODYS_FAULT):
            return True
        now = time.monotonic()
        if now - self._said.get(text, -LOG_SECONDS) < LOG_SECONDS:
            return False
        self._said[text] = now
        return True


_seldom = Seldom()
