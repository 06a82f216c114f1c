"""Draw the main pages anew into docs/screenshots: `make screenshots`, then seat_view at them."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests import machine
from tests.server.fixtures import Running, settings_for, start
from tests.web.fixtures import ARGUMENTS, DESKTOP, PATIENCE, PHONE
from tests.web.scenes import stage, to_end

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screenshots"


@dataclass(frozen=True)
class Shot:
    """One picture: a page on a screen."""

    name: str
    path: str
    size: dict[str, int]
    language: str = "en"
    scheme: str = "light"
    press: str = ""  # what is pressed before


def shots_of(server: Running) -> list[Shot]:
    """The pictures that are kept."""
    market: dict[str, Any] = {"players": 5, "edition": "2014", "expansions": ["market"]}
    table = stage(server, "petersburg", 60, players=3)
    full = stage(server, "petersburg", 120, **market)
    over = to_end(server, "petersburg", players=4)
    suburbia, spyrium = stage(server, "suburbia", 36, players=3), stage(server, "spyrium", 60, players=3)
    card = ".row.upper .card >> nth=0"
    return [
        Shot("lobby", "/", DESKTOP),
        Shot("lobby-phone", "/", PHONE, "ru"),
        Shot("setup", "/?game=petersburg", DESKTOP),
        Shot("petersburg", table, DESKTOP, press=card),
        Shot("petersburg-dark", table, DESKTOP, "ru", "dark", card),
        Shot("petersburg-phone", table, PHONE, press=card),
        Shot("petersburg-market", full, DESKTOP),
        Shot("petersburg-market-phone", full, PHONE, "ru"),
        Shot("petersburg-result", over, DESKTOP, press=".result summary >> nth=0"),
        Shot("suburbia", suburbia, DESKTOP),
        Shot("suburbia-phone", suburbia, PHONE, "ru"),
        Shot("spyrium", spyrium, DESKTOP),
        Shot("spyrium-phone", spyrium, PHONE, "ru"),
        Shot("rules-phone", "/rules/spyrium", PHONE, "ru"),
        Shot("cards", "/cards/suburbia", DESKTOP),
        Shot("petersburg-replay", over.partition("?")[0] + "/replay?ply=60", PHONE),
    ]


def take(browser: Browser, server: Running, shot: Shot) -> None:
    """Open a page and keep what it looks like."""
    locale = {"en": "en-GB", "ru": "ru-RU"}[shot.language]
    context = browser.new_context(
        locale=locale, viewport=shot.size, color_scheme=shot.scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server.url + shot.path)
    if shot.press and page.locator(shot.press).count():
        page.locator(shot.press).click()
    if "result" in shot.name:
        page.locator(".result").first.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    page.screenshot(path=FOLDER / f"{shot.name}.png")
    context.close()


def main() -> None:
    """All of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = start(settings_for(f"sqlite:///{folder}/tables.db"))
        browser = playwright.chromium.launch(executable_path=machine.find_browser(), args=ARGUMENTS)
        for shot in shots_of(server):
            take(browser, server, shot)
            print(FOLDER / f"{shot.name}.png")
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
