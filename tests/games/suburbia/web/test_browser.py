"""Suburbia in a real browser: whole games by touching tiles and places, updates, keys, no scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.campaigns.clients import Seat, new_client, open_table
from tests.profiles import is_thorough
from tests.server.fixtures import Running, until
from tests.web.fixtures import DESKTOP, PHONE, Visit, Visitor
from tests.web.scenes import to_end
from tests.web.test_browser import audit

SMALL = {"width": 360, "height": 740}
LONE = {"players": 1, "solo": "lone_architect"}

QUICK_MOVES = 4  # so many by touching in `make test`, which then looks at the end of another game


def sit_down(visitor: Visitor, server: Running, options: dict[str, Any]) -> Seat:
    """Open a table against bots that do not think long, and its page."""
    with new_client(server.url) as client:
        bots = ["random"] * (options["players"] - 1)
        made = open_table(client, game="suburbia", options=options, name="Anna", bots=bots)
    visitor.go(f"/t/{made['table']}?key={made['key']}")
    return Seat(server.url, made["table"], made["key"], 0)


def is_over(page: Page) -> bool:
    return page.locator("#table").get_attribute("data-over") == "1"


def press(page: Page, button: Locator) -> None:
    """Press a button that makes a move, and wait until the page shows what follows."""
    before = page.locator("#board").get_attribute("data-number")
    button.click()
    until(lambda: page.locator("#board").get_attribute("data-number") != before)


def answer(page: Page) -> bool:
    """Answer a question that has its buttons in the panel itself."""
    buttons = page.locator("#actions .choices button[name=move]")
    if not buttons.count():
        return False
    press(page, buttons.last)
    return True


def build(page: Page, number: int) -> None:
    """Choose a tile, then a place, read what follows, and build."""
    offers = page.locator("#market a.offer.can, #market a.offer.part")
    offers.nth(number % offers.count()).click()
    if page.locator(".topic.open[data-topic=invest]").count():
        page.locator(".map.mine .tile.can").first.click()
    else:
        cells = page.locator(".map.mine .cell.can")
        assert cells.count() == page.locator(".topic.open button[name=move]").count()
        cells.nth(number % cells.count()).click()
    button = page.locator("#actions button[name=move]:visible")
    expect(button).to_have_count(1)
    expect(page.locator(".outcome.shown .values")).to_be_visible()
    press(page, button)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("language", "size", "options"),
    [
        pytest.param("ru", PHONE, LONE, marks=pytest.mark.thorough),
        pytest.param("en", DESKTOP, {"players": 2}, marks=pytest.mark.slow),
    ],
    ids=["phone", "desktop"],
)
def test_a_whole_game_by_touching_tiles_and_places(
    visit: Visit, server: Running, language: str, size: dict[str, int], options: dict[str, Any]
) -> None:
    visitor = visit(language=language, size=size, has_touch=size is PHONE, reduced_motion="reduce")
    page = visitor.page
    sit_down(visitor, server, options)
    for number in range(200):
        until(lambda: visitor.is_turn() or is_over(page))
        if is_over(page):
            break
        if number == QUICK_MOVES:
            audit(page)
            if not is_thorough():
                visitor.go(to_end(server, "suburbia", players=2))
                continue
        if not answer(page):
            build(page, number)
    assert is_over(page)
    expect(page.locator("#result .by-source")).to_be_visible()
    audit(page)


@pytest.mark.slow
def test_nothing_is_too_wide_or_too_small_to_touch(visit: Visit, server: Running) -> None:
    visitor = visit(language="ru", size=SMALL, has_touch=True, reduced_motion="reduce")
    page = visitor.page
    seat = sit_down(visitor, server, {"players": 4})
    while seat.get()["view"]["round"] < 4:
        if seat.get()["can_act"]:
            seat.play(seat.get()["view"]["moves"][0])
    until(visitor.is_turn)
    answer(page)
    audit(page)
    page.locator("#market a.offer").first.click()
    audit(page)
    small = page.evaluate(
        """() => [...document.querySelectorAll("#board :is(button, a, label)")]
            .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height < 40)
            .map((node) => node.outerHTML.slice(0, 90))"""
    )
    assert small == []


def test_a_choice_and_the_zoom_outlive_an_update(visit: Visit, server: Running) -> None:
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    seat = sit_down(visitor, server, LONE)
    page.locator("#market .offers:not(.supply) a.can").last.click()
    page.locator(".map.mine .cell.can").nth(2).click()
    page.locator("#player-0 [data-zoom=in]").click()
    box = page.locator("#map-0").get_attribute("viewBox")
    chosen = page.locator("#map-0 .cell.chosen").get_attribute("data-cell")
    assert box != page.locator("#map-0").get_attribute("data-box")
    assert seat.post("chat", text="hello").status_code == 200
    expect(page.locator(".said")).to_contain_text("hello")
    assert page.locator("#map-0").get_attribute("viewBox") == box
    assert page.locator("#map-0 .cell.chosen").get_attribute("data-cell") == chosen
    expect(page.locator("#map-0 .cell.chosen .ghost")).to_have_count(1)
    said = page.locator("#map-0 .cell.can").first.get_attribute("aria-label") or ""
    assert said.startswith("Build here, ") and " Suburbs" in said
    assert not re.search(r"-?\d,-?\d", said + page.locator("#map-0").text_content())  # type: ignore[operator]
    expect(page.locator("#actions button[name=move]:visible")).to_have_count(1)
    press(page, page.locator("#actions button[name=move]:visible"))
    expect(page.locator("#actions .pick[open]")).to_have_count(0)


@pytest.mark.slow
def test_the_market_comes_back_on_a_phone(visit: Visit, server: Running) -> None:
    visitor = visit(size=SMALL, has_touch=True, reduced_motion="reduce")
    page = visitor.page
    sit_down(visitor, server, LONE)
    page.locator("#market a.offer.can").first.click()
    expect(page.locator("#market")).not_to_be_in_viewport()  # the map lies above the panel now
    page.locator(".map.mine .cell.can").first.click()
    press(page, page.locator("#actions button[name=move]:visible"))
    while answer(page):
        pass
    expect(page.locator("#market a.offer").first).to_be_in_viewport()
    page.locator("#market a.offer.can, #market a.offer.part").first.click()
    page.evaluate("() => scrollBy(0, 400)")  # who has scrolled stays
    page.locator("#actions [data-close]").click()
    page.wait_for_timeout(2000)
    expect(page.locator("#market")).not_to_be_in_viewport()


@pytest.mark.slow
def test_the_keyboard_is_enough_to_build(visit: Visit, server: Running) -> None:
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    sit_down(visitor, server, LONE)
    page.locator("#market a.offer.can").first.focus()
    page.keyboard.press("Enter")
    page.locator("#map-0").focus()
    page.keyboard.press("+")
    assert page.locator("#map-0").get_attribute("viewBox") != page.locator("#map-0").get_attribute("data-box")
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    first = page.evaluate("document.activeElement.dataset.cell")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.cell") != first
    page.keyboard.press("Enter")
    button = page.locator("#actions button[name=move]:visible")
    expect(button).to_have_count(1)
    before = page.locator("#board").get_attribute("data-number")
    button.focus()
    page.keyboard.press("Enter")
    until(lambda: page.locator("#board").get_attribute("data-number") != before)


@pytest.mark.slow
def test_the_page_works_without_scripts(visit: Visit, server: Running) -> None:
    visitor = visit(java_script_enabled=False)
    page = visitor.page
    seat = sit_down(visitor, server, LONE)
    panel = page.locator("details.pick.live").first
    panel.locator("summary").click()
    button = panel.locator("button[name=move]").first
    button.click()
    assert seat.get()["ply"] == 1
