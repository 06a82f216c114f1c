"""Whole games clicked through in real browsers, against each other and against bots, when things go wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Error, Page, expect

from tests.server.fixtures import Process, until
from tests.web.fixtures import DESKTOP, PHONE, SETUP, Visit, Visitor
from tests.web.test_browser import audit
from tests.web.wire import Wire

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
    """The newest lines of the log, and whose turn it is."""
    return [*page.locator("#table .log li").all_inner_texts()[:4], page.locator(".seats .turn").inner_text()]


def is_over(visitor: Visitor) -> bool:
    """Whether the page says that the game is over."""
    return visitor.page.locator("#table").get_attribute("data-over") == "1"


def open_for_friends(host: Visitor, guest: Visitor) -> None:
    """One opens a table for two, the other follows the link."""
    page = host.go(SETUP)
    page.locator("input[name=how][value=friends]").check()
    page.locator("input[name=players][value='2']").check()
    page.locator("input[name=name]").fill("Anna")
    page.locator("button.primary.big").click()
    guest.go(page.locator(".invite input").input_value().removeprefix(host.url))
    guest.page.locator("form[action$=sit] input[name=name]").fill("Борис")
    guest.page.locator("form[action$=sit] button").click()
    until(lambda: host.is_turn() != guest.is_turn())


def play_to_end(
    people: Sequence[Visitor], draw: random.Random, troubles: dict[int, Callable[[], None]]
) -> int:
    """Play until everybody's page says that it is over; things go wrong before some of the moves."""
    for n_moves in range(1000):
        if n_moves in troubles:
            troubles[n_moves]()
        until(lambda: any(one.is_turn() or is_over(one) for one in people))
        mover = next((one for one in people if one.is_turn()), None)
        if mover is None:
            break
        press_something(mover, draw)
    until(lambda: all(is_over(one) for one in people))
    return n_moves


def cut_network(wire: Wire, near: Visitor, far: Visitor, draw: random.Random) -> None:
    """One loses the network while the other moves, and catches up by himself when it is back."""
    wire.cut()
    expect(far.page.locator("body.offline")).to_be_attached()
    if near.is_turn():
        press_something(near, draw)
    wire.restore()
    until(lambda: near.is_turn() != far.is_turn())
    expect(far.page.locator("body.offline")).not_to_be_attached()


@pytest.mark.thorough  # each of its faults alone: tests/web/test_browser.py, and below
def test_two_browsers_play_to_the_end(visit: Visit, make_process: Callable[..., Process]) -> None:
    process = make_process()
    process.start()
    anna = visit(url=process.url, language="en", size=DESKTOP, reduced_motion="reduce")
    wire = Wire(process.port)
    boris = visit(url=wire.url, language="ru", size=PHONE, has_touch=True, reduced_motion="reduce")
    people, draw = (anna, boris), random.Random(1)
    open_for_friends(anna, boris)

    def restart() -> None:
        process.kill()
        process.start()

    n_moves = play_to_end(
        people, draw, {12: restart, 24: lambda: cut_network(wire, anna, boris, draw), 60: restart}
    )
    assert n_moves > 60
    scores = [person.page.locator(".standings td.points-now").all_inner_texts() for person in people]
    assert sorted(scores[0]) == sorted(scores[1])
    for person in people:
        audit(person.page)
        expect(person.page.locator("#result, .result").first).to_be_visible()
        person.complaints.clear()  # a server that is away, a network that is cut: both were meant


@pytest.mark.thorough
def test_five_at_the_market_against_bots_on_a_phone(visit: Visit) -> None:
    person = visit(language="ru", size=PHONE, reduced_motion="reduce")
    page = person.go(SETUP)
    preset = page.locator("input[name=preset][data-players~='5']").last
    preset.check(force=True)
    page.locator("input[name=players][value='5']").check(force=True)
    page.locator("button.primary.big").click()
    page.wait_for_url("**/t/*")
    play_to_end([person], random.Random(3), {})
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
