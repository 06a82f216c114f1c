"""A real browser at a live server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests import machine
from tests.profiles import is_thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

    from tests.server.fixtures import Running

SETUP = "/?game=petersburg"  # the lobby with the set-up of a game
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
NOT_NEEDED = "SpareRendererForSitePerProcess,PaintHolding,HttpsUpgrades,MediaRouter,OptimizationHints"
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    f"--disable-features={NOT_NEEDED}",  # above all no process in reserve for the next page
]
PATIENCE = 60_000  # milliseconds
# A page that is wholly transparent is laid out, can be pressed and counts as visible, but nobody paints it.
UNPAINTED = """{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { opacity: 0 }");
    document.adoptedStyleSheets.push(sheet);
}"""
# Whoever presses before the scripts of a page are there gets what browsers without scripts get. Tests mean
# the page with its scripts: as long as these are missing nothing takes a press, and a press waits for that.
PRESSED_WHEN_READY = """{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { pointer-events: none !important }");
    document.adoptedStyleSheets.push(sheet);
    document.addEventListener("DOMContentLoaded", () => sheet.replaceSync(""));
}"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium of the system; a machine without one fails the tests, and says what is missing."""
    path = machine.find_browser()
    if path is None:
        pytest.fail(machine.explain("browser"))
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield made
        made.close()


class Visitor:
    """Somebody with a browser, whose complaints are collected."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context, self.url = context, url
        self.complaints: list[str] = []
        self.page = self.open_page()

    def open_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} {message.location.get('url', '')}")

    def go(self, path: str = "/") -> Page:
        self.page.goto(self.url + path)
        return self.page

    def is_turn(self) -> bool:
        return self.page.locator("#table").get_attribute("data-turn") == "1"


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, server: Running) -> Iterator[Visit]:
    """Visitors with cookies of their own; at the end none of them may have had anything to complain about.

    In `make test` their pages are painted on request only: that is a third of the work of the browser, and
    hardly a test looks at colours. `make thorough` paints all of them.
    """
    visitors: list[Visitor] = []

    def make(
        url: str = "",
        language: str = "en",
        size: dict[str, int] = DESKTOP,
        speed: str = "instant",
        painted: bool = False,
        **other: Any,
    ) -> Visitor:
        locale = {"en": "en-GB", "ru": "ru-RU"}[language]
        worker = {"service_workers": "block"}  # costs every visitor a page; whoever is about it allows it
        context = browser.new_context(locale=locale, viewport=size, **{**worker, **other})
        context.add_init_script(f"try {{ localStorage.setItem('bm.speed', '{speed}') }} catch {{}}")
        if other.get("java_script_enabled", True):
            context.add_init_script(PRESSED_WHEN_READY)
        if not painted and not is_thorough():
            context.add_init_script(UNPAINTED)
        visitors.append(Visitor(context, url or server.url))
        return visitors[-1]

    yield make
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for visitor in visitors:
        visitor.context.close()
    assert complaints == []
