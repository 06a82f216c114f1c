"""What makes the pages an app to install: the manifest, the service worker, the page without network.

All addresses in them are relative to where they lie, so they work below any path prefix.
"""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from burgomaster.server.render import STATIC, page
from burgomaster.server.requests import CurrentVisitor
from burgomaster.server.texts import TEXTS
from burgomaster.web.static_files import MARK, static_version

router = APIRouter(include_in_schema=False)
FRESH = {"Cache-Control": "no-cache"}  # asked for again every time, so that a new version is noticed
SIZES = (192, 512)
PAPER, BLUE = "#ece2cd", "#2f5d8a"


@router.get("/manifest.webmanifest")
async def manifest(visitor: CurrentVisitor) -> JSONResponse:
    say, folder = visitor.language, f"static/{MARK}{static_version()}"
    # with round corners of their own, and one that systems may cut to any shape
    icons = [
        {"src": f"{folder}/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any"}
        for size in SIZES
    ]
    masked = {"src": f"{folder}/icon-mask-512.png", "sizes": "512x512", "purpose": "maskable"}
    icons.append({**masked, "type": "image/png"})
    icons.append({"src": f"{folder}/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"})
    described = {
        "id": "./",
        "name": "Burgomaster",
        "short_name": "Burgomaster",
        "description": TEXTS.text(say, "lobby.title"),
        "lang": say,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": BLUE,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [{"name": TEXTS.text(say, "lobby.mine"), "url": "./#mine"}],
    }
    return JSONResponse(described, headers=FRESH, media_type="application/manifest+json")


@cache
def worker_text() -> str:
    """Read the service worker, with the version of all static files in it."""
    return (STATIC / "worker.js").read_text(encoding="utf-8").replace("@version@", static_version())


@router.get("/service-worker.js")
async def worker() -> Response:
    """Send the service worker; where it lies says what it may look after."""
    return Response(worker_text(), headers=FRESH, media_type="text/javascript")


@router.get("/offline")
async def offline(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    return page(request, visitor, "offline.html", texts=TEXTS)
