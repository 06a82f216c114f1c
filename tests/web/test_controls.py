"""The bar of controls, keys, focus and the end of a game, in a browser, with and without a script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.cases import never, sweep
from tests.server.fixtures import Running, until
from tests.server.matches import Sitting, sitting
from tests.server.test_rematch import finished, kept
from tests.web.fixtures import PHONE, Visit, Visitor
from tests.web.scenes import stage
from tests.web.test_accessibility import WAYS, complaints, visit_in
from tests.web.test_browser import SIZES, audit, play_now

FOCUSED = (
    "document.activeElement.closest('#board, #controls, #help, #preferences, #say, #ending')?.id ?? 'body'"
)


def focused(page: Page) -> str:
    return str(page.evaluate(FOCUSED))


def position(page: Page) -> str:
    return page.locator("#board").get_attribute("data-number") or ""


def move_by_keys(visitor: Visitor) -> None:
    page = visitor.page
    before = position(page)
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.locator(".pick[open] button:focus")).to_be_visible()
    page.keyboard.press("Enter")
    until(lambda: position(page) != before)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["petersburg", "suburbia", "spyrium"])
def test_a_menu_lies_over_the_panel_of_moves(visit: Visit, server: Running, game: str) -> None:
    page = visit(size={"width": 360, "height": 640}).go(stage(server, game, 0, players=2))
    page.locator("#control-menu > summary").click()
    covered = page.evaluate(
        """() => [...document.querySelectorAll("#control-menu .menu-list .tool")].filter((one) => {
            const box = one.getBoundingClientRect();
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            return y < innerHeight && !one.contains(document.elementFromPoint(x, y));
        }).map((one) => one.innerText)"""
    )
    assert covered == []


def test_a_game_by_keys_alone(visit: Visit) -> None:
    visitor = visit(reduced_motion="reduce")
    play_now(visitor)
    page = visitor.page
    until(visitor.is_turn)
    first = position(page)
    expect(page.locator("#control-undo button")).to_be_disabled()
    move_by_keys(visitor)
    until(visitor.is_turn)
    until(lambda: focused(page) == "board")  # where the game goes on, not at the top of the page
    expect(page.locator("#stage-voice")).to_have_text(re.compile("Your turn$"))
    page.keyboard.press("u")  # with what the bots answered
    until(lambda: position(page) == first)
    assert visitor.is_turn()
    page.keyboard.press("p")
    until(lambda: position(page) != first)
    page.keyboard.press("c")
    assert focused(page) == "say"
    page.keyboard.type("jump?")
    assert page.locator("#say-text").input_value() == "jump?"
    expect(page.locator("#help")).to_be_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("way", sweep(WAYS, lambda way: way == "dark phone"))
def test_menus_and_sheets(visit: Visit, way: str) -> None:
    visitor = visit_in(visit, way)
    play_now(visitor)
    page = visitor.page
    until(visitor.is_turn)
    page.keyboard.press("m")
    expect(page.locator("#control-leave button")).to_be_visible()
    assert complaints(page) == []
    audit(page)
    page.keyboard.press("Escape")
    expect(page.locator("#control-leave button")).to_be_hidden()
    assert focused(page) == "controls"
    page.locator("#control-auto > summary").click()
    off = page.locator("#control-passing button[value=off]")
    off.click()
    expect(off).to_have_attribute("aria-pressed", "true")
    expect(off).to_be_hidden()  # a choice closes its menu
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    assert focused(page) == "help" and complaints(page) == []
    page.keyboard.press("Escape")
    page.locator("#control-menu > summary").click()
    page.locator("#control-preferences").click()
    expect(page.locator("#preferences [data-preference=sound]")).to_be_visible()
    assert complaints(page) == []
    page.locator("[data-keys]").uncheck()
    page.locator("#preferences button.primary").click()
    page.reload()
    page.keyboard.press("?")
    page.keyboard.press("m")
    assert page.locator("#help").is_hidden() and page.locator("#control-leave button").is_hidden()
    expect(page.locator("[data-keys]")).not_to_be_checked()


@pytest.mark.slow
def test_controls_without_a_script(visit: Visit, server: Running) -> None:
    anna, boris = kept(server, sitting("Anna", "Boris"))
    page = visit(size=PHONE, java_script_enabled=False).go(f"/t/{anna.table}?key={anna.key}")
    page.locator("#control-menu > summary").click()
    page.locator("#control-pause button").click()
    expect(page.get_by_text("You asked for a pause")).to_be_visible()  # it is Anna's turn
    assert boris.post("pause").json()["paused"]
    page.reload()
    page.locator("#control-resume button").click()
    page.locator("#control-menu > summary").click()
    page.locator("#control-help").click()
    expect(page.locator("#help")).to_be_visible()


def opened(server: Running, visitor: Visitor, made: Sitting) -> str:
    seat = kept(server, made)[0]
    visitor.go(f"/t/{seat.table}?key={seat.key}")
    return seat.table


@pytest.mark.parametrize("size", sweep(SIZES, quick=never, slow=lambda size: size == "phone"))
def test_the_end_is_on_the_first_screen_and_leads_on(visit: Visit, server: Running, size: str) -> None:
    anna = visit(size=SIZES[size], permissions=["clipboard-read", "clipboard-write"])
    made = finished("Anna", "Boris")
    old = opened(server, anna, made)
    boris, watcher = visit(language="ru"), visit()
    page = anna.page
    audit(page)
    for part in (".places", "#end-again button", "#end-share"):
        box = page.locator(part).bounding_box()
        assert box is not None and box["y"] + box["height"] <= SIZES[size]["height"], part
    expect(page.locator(".places > .place")).to_have_count(2)
    page.locator("#end-share").click()
    expect(page.locator("#end-share")).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{server.url}/t/{old}/replay"
    key = server.app.state.auth.seat_key(made.match, 1)
    boris.go(f"/t/{old}?key={key}")
    watcher.go(f"/t/{old}")
    page.locator("#end-again button").click()
    page.wait_for_url(re.compile(rf"/t/(?!{old})"))
    new = page.url.split("?")[0].rpartition("/")[2]
    expect(boris.page.locator(".rematch-note")).to_contain_text("Anna")  # at once, without a reload
    boris.page.locator("#end-again button").click()
    boris.page.wait_for_url(re.compile(new))
    until(lambda: anna.is_turn() != boris.is_turn())
    watcher.page.locator("a#end-again").click()
    watcher.page.wait_for_url(re.compile(new))
