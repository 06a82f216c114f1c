"""Draw every main page in every size into screenshots/, a few into docs/screenshots: `make screenshots`."""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests import machine
from tests.server.fixtures import Running, settings_for, start
from tests.web.fixtures import ARGUMENTS, PATIENCE
from tests.web.scenes import stage, to_end
from tests.web.test_sizes import SIZES

ROOT = Path(__file__).resolve().parents[2]
EVERYTHING = ROOT / "screenshots"  # git ignores it
CHOSEN = ROOT / "docs" / "screenshots"
QUALITY = 80  # of the pictures of the book
BOOK = "docs"
CARD = ".row.upper .card >> nth=0"
MARKET: dict[str, Any] = {"players": 5, "edition": "2014", "expansions": ["market"]}


@dataclass(frozen=True)
class Shot:
    name: str
    path: str
    width: int = 1280
    language: str = "en"
    scheme: str = "light"
    press: str = ""  # what is pressed before

    @property
    def file_name(self) -> str:
        ways = [self.language * (self.language != "en"), self.scheme * (self.scheme != "light")]
        return "-".join([self.name, str(self.width), *filter(None, ways)])


def pages_of(server: Running) -> dict[str, Shot]:
    over = to_end(server, "petersburg", **MARKET)
    shots = [
        Shot("lobby", "/"),
        Shot("setup", "/?game=petersburg"),
        Shot("learn", "/learn/petersburg"),
        Shot("rules", "/rules/spyrium"),
        Shot("cards", "/cards/suburbia"),
        Shot("petersburg", stage(server, "petersburg", 60, players=3), press=CARD),
        Shot("petersburg-market", stage(server, "petersburg", 120, **MARKET)),
        Shot("suburbia", stage(server, "suburbia", 36, players=3)),
        Shot("suburbia-alone", stage(server, "suburbia", 8, players=1, solo="dale")),
        Shot("spyrium", stage(server, "spyrium", 60, players=3)),
        Shot("spyrium-five", stage(server, "spyrium", 90, players=5)),
        Shot("petersburg-result", over),
        Shot("suburbia-result", to_end(server, "suburbia", players=4)),
        Shot("spyrium-result", to_end(server, "spyrium", players=5)),
        Shot("petersburg-replay", over.partition("?")[0] + "/replay?ply=60"),
    ]
    return {shot.name: shot for shot in shots}


def chosen_of(pages: dict[str, Shot]) -> dict[str, Shot]:
    """The few pictures that are committed, by their names there."""
    return {
        "lobby": pages["lobby"],
        "lobby-phone": replace(pages["lobby"], width=390, language="ru"),
        "petersburg": pages["petersburg"],
        "petersburg-dark": replace(pages["petersburg"], language="ru", scheme="dark"),
        "petersburg-wide": replace(pages["petersburg"], width=1920),
        "petersburg-phone": replace(pages["petersburg"], width=390),
        "petersburg-result": pages["petersburg-result"],
        "suburbia": replace(pages["suburbia"], width=1920),
        "suburbia-phone": replace(pages["suburbia"], width=390, language="ru"),
        "spyrium": replace(pages["spyrium"], width=1920),
        "spyrium-phone": replace(pages["spyrium"], width=390, language="ru"),
    }


def every_size(pages: dict[str, Shot], languages: Sequence[str]) -> Iterator[Shot]:
    """Every page in every size; beyond that, the dark of two of them."""
    for shot in pages.values():
        for language in languages:
            for width in SIZES:
                yield replace(shot, width=width, language=language)
                if width in (390, 1920):
                    yield replace(shot, width=width, language=language, scheme="dark")


def take(browser: Browser, server: Running, shot: Shot, path: Path) -> None:
    locale = {"en": "en-GB", "ru": "ru-RU"}[shot.language]
    context = browser.new_context(
        locale=locale,
        viewport={"width": shot.width, "height": SIZES[shot.width]},
        color_scheme=shot.scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server.url + shot.path)
    if shot.press and page.locator(shot.press).count():
        page.locator(shot.press).click()
    page.wait_for_timeout(300)
    if path.suffix == ".webp":
        path.write_bytes(small_picture(page))
    else:
        page.screenshot(path=path)
    context.close()
    print(path.relative_to(ROOT))


def small_picture(page: Page) -> bytes:
    """Take a picture as WebP, a tenth of what it would weigh as PNG."""
    asked = {"format": "webp", "quality": QUALITY}
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", asked)
    return base64.b64decode(taken["data"])


def main(languages: Sequence[str]) -> None:
    for folder in (EVERYTHING, CHOSEN):
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder_name, sync_playwright() as playwright:
        server = start(settings_for(f"sqlite:///{folder_name}/tables.db"))
        browser = playwright.chromium.launch(executable_path=machine.find_browser(), args=ARGUMENTS)
        pages = pages_of(server)
        for name, shot in chosen_of(pages).items():
            take(browser, server, shot, CHOSEN / f"{name}.webp")
        for shot in () if list(languages) == [BOOK] else every_size(pages, languages):
            take(browser, server, shot, EVERYTHING / f"{shot.file_name}.png")
        browser.close()
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1:] or ("en", "ru"))
