"""Every window: the board and whose turn it is are in the first screen, nothing is cut, nothing overlaps.

`make test` looks at one page of each game in some sizes, so that every size is seen; `make thorough` at all
pages in every size and in both languages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.cases import sweep
from tests.profiles import is_thorough
from tests.server.fixtures import Running, until
from tests.web.fixtures import Visit, Visitor
from tests.web.scenes import stage, to_end

SIZES = {360: 740, 390: 844, 768: 1024, 1280: 720, 1536: 864, 1920: 1080, 2560: 1440, 3840: 2160}
MEASURE = (Path(__file__).parent / "sizes.js").read_text(encoding="utf-8")
MARKET: dict[str, Any] = {"players": 5, "edition": "2014", "expansions": ["market"]}

SCENES: dict[str, Callable[[Running], str]] = {
    "petersburg": lambda server: stage(server, "petersburg", 60, players=3),
    "suburbia": lambda server: stage(server, "suburbia", 36, players=3),
    "spyrium": lambda server: stage(server, "spyrium", 60, players=3),
    "petersburg, beginning": lambda server: stage(server, "petersburg", 0, players=2),
    "petersburg, market": lambda server: stage(server, "petersburg", 120, **MARKET),
    "petersburg, full": lambda server: stage(server, "petersburg", 200, **MARKET),
    "suburbia, four": lambda server: stage(server, "suburbia", 60, players=4),
    "suburbia, alone": lambda server: stage(server, "suburbia", 8, players=1, solo="dale"),
    "spyrium, five": lambda server: stage(server, "spyrium", 90, players=5),
    "petersburg, over": lambda server: to_end(server, "petersburg", **MARKET),
    "suburbia, over": lambda server: to_end(server, "suburbia", players=4),
    "spyrium, over": lambda server: to_end(server, "spyrium", players=5),
}
# What `make test` and `make slow` look at: each size once, the smallest and the usual one for every game.
FEW = {
    ("petersburg", "ru"): (360, 768, 1280, 2560),
    ("suburbia", "en"): (360, 1280, 1920),
    ("spyrium", "en"): (360, 390, 1280, 1536, 3840),
}
QUICK = ("suburbia", "en")  # the one of `make test`
WAYS = [(name, language) for name in SCENES for language in ("en", "ru")]


def measure(page: Page, width: int) -> list[str]:
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    page.evaluate("() => scrollTo(0, 0)")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return [f"{width}: {wrong}" for wrong in page.evaluate(MEASURE)]


def complaints(visitor: Visitor, sizes: Iterable[int]) -> list[str]:
    return [wrong for width in sizes for wrong in measure(visitor.page, width)]


def test_every_size_is_looked_at() -> None:
    assert {width for sizes in FEW.values() for width in sizes} == set(SIZES)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("name", "language"),
    sweep(WAYS, lambda *way: way == QUICK, lambda *way: way in FEW),
)
def test_a_table_fits_every_window(visit: Visit, server: Running, name: str, language: str) -> None:
    visitor = visit(language=language, reduced_motion="reduce")
    visitor.go(SCENES[name](server))
    assert complaints(visitor, SIZES if is_thorough() else FEW[name, language]) == []


@pytest.mark.slow
def test_the_result_of_five_shows_every_column(visit: Visit, server: Running) -> None:
    visitor = visit(reduced_motion="reduce")
    page = visitor.go(SCENES["petersburg, over"](server))
    assert [wrong for width in (360, 1280, 1920) for wrong in measure(page, width)] == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#result .sources").scroll_into_view_if_needed()
    for place in range(5):
        expect(page.locator("#result .sources .column").nth(place)).to_be_in_viewport()


@pytest.mark.slow
def test_the_measure_finds_what_is_wrong(visit: Visit, server: Running) -> None:
    """The same page, spoilt in each of the ways that are looked for."""
    visitor = visit(reduced_motion="reduce")
    page = visitor.go(SCENES["petersburg, beginning"](server))

    def finds(complaint: str, selector: str, **styles: str) -> bool:
        """Whether a spoilt part is complained about; an update of the page may mend it meanwhile."""
        one = page.locator(selector).first
        one.evaluate("(one, styles) => Object.assign(one.style, styles)", styles)
        wrong = "; ".join(measure(page, 1280))
        one.evaluate("(one) => one.removeAttribute('style')")
        return complaint in wrong

    until(lambda: finds("the board begins", "#board", marginTop="400px"))
    until(lambda: finds("whose turn it is", "#actions", top="900px"))
    until(lambda: finds("wider than the window", ".rows", width="3000px"))
    until(lambda: finds("cut: ", ".card > .name", width="2em", overflow="hidden", whiteSpace="nowrap"))
    until(lambda: finds("overlap: ", ".place:nth-child(2) .card", translate="-60px 0"))
