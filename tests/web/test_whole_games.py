"""A whole game clicked through in a real browser, and a page without network."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Error, Page, expect

from tests.server.fixtures import until
from tests.web.fixtures import PHONE, SETUP, Visit, Visitor
from tests.web.test_browser import audit

FREE_SHARE = 0.85  # how often somebody looks for a card first


def press_something(visitor: Visitor, draw: random.Random) -> None:
    """Make some move as a person does: open a card and press a button, or press one that is simply there."""
    page = visitor.page
    before = lines_of(page)
    cards = page.locator(".card.can")
    if cards.count() and draw.random() < FREE_SHARE:
        card = cards.nth(draw.randrange(cards.count()))
        if card.get_attribute("aria-expanded") != "true":
            card.click()
        page.locator(".pick[open] button[name=move]").first.click()
    else:
        page.locator("#table button[name=move]:visible").last.click()
    until(lambda: lines_of(page) != before or is_over(visitor))


def lines_of(page: Page) -> list[str]:
    return [*page.locator("#table .log li").all_inner_texts()[:4], page.locator(".seats .turn").inner_text()]


def is_over(visitor: Visitor) -> bool:
    return visitor.page.locator("#table").get_attribute("data-over") == "1"


@pytest.mark.thorough
def test_five_at_the_market_against_bots_on_a_phone(visit: Visit) -> None:
    person = visit(language="ru", size=PHONE, reduced_motion="reduce")
    page = person.go(SETUP)
    preset = page.locator("input[name=preset][data-players~='5']").last
    preset.check(force=True)
    page.locator("input[name=players][value='5']").check(force=True)
    page.locator("button.primary.big").click()
    page.wait_for_url("**/t/*")
    draw = random.Random(3)
    while until(lambda: person.is_turn() or is_over(person)) and not is_over(person):
        press_something(person, draw)
    audit(page)
    assert len(page.locator(".standings td.points-now").all_inner_texts()) == 5


@pytest.mark.slow
def test_a_page_without_network_says_so(visit: Visit) -> None:
    person = visit()
    page = person.go(SETUP)
    page.locator("button.primary.big").click()
    page.wait_for_url("**/t/*")
    until(person.is_turn)
    person.context.set_offline(True)
    page.locator("#table button[name=move]:visible").last.click()
    expect(page.locator("#notice")).not_to_be_empty()
    page.evaluate("() => document.body.classList.add('offline')")  # as when the stream ends
    until(lambda: page.evaluate("() => getComputedStyle(document.body, '::after').visibility") == "visible")
    assert page.evaluate("() => getComputedStyle(document.body, '::after').position") == "fixed"
    with pytest.raises(Error):
        page.goto(page.url)
    person.complaints.clear()  # the network was cut on purpose
