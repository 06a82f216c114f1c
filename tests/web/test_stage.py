"""The stage: moves of the others are shown one by one, marked, and nobody is kept waiting by them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.fixtures import Running, until
from tests.server.seats import open_for_two
from tests.web.fixtures import PHONE, Visit
from tests.web.scenes import stage

PLAYERS = 4
TOLD = "#happened .happened-move:not(.own)"
SEND = """(names) => names.forEach((name) => {
    const now = document.getElementById("table").outerHTML;
    const data = now.replace(/data-number="[^"]*"/, `data-number="${name}"`);
    const detail = { bubbles: true, cancelable: true, detail: { data } };
    document.querySelector(".listener").dispatchEvent(new CustomEvent("htmx:sseBeforeMessage", detail));
})"""
TOPS = """() => [...document.querySelectorAll(".rows, .me, .phases, .actions header")]
    .map((one) => one.getBoundingClientRect().top)"""


def others_of(server: Running, name: str) -> Callable[[], None]:
    """What lets all other seats pass at once."""
    live = server.app.state.match_manager
    client = server.client()

    def act() -> None:
        for seat in range(1, PLAYERS):
            key = server.app.state.auth.seat_key(live._live[name].match, seat)
            headers = {"Authorization": f"Bearer {key}"}
            answer = client.post(f"/api/tables/{name}/moves", json={"move": "pass"}, headers=headers)
            assert answer.status_code == 200, answer.text
            until(lambda seat=seat: live._live[name].match.table.to_move != seat)

    return act


def open_table(visit: Visit, server: Running, speed: str, **other: object) -> tuple[Page, Callable[[], None]]:
    """A table of four at the beginning, seen by the first of them."""
    path = stage(server, "petersburg", 0, players=PLAYERS)
    page = visit(speed=speed, **other).go(path)
    page.wait_for_timeout(300)  # the stream opens
    return page, others_of(server, path.split("?")[0].rpartition("/")[2])


def send(page: Page, *names: str) -> None:
    """Let updates come in at once, each with another position."""
    page.evaluate(SEND, names)


def shown(page: Page, name: str, seconds: float) -> None:
    """The page comes to a position in time."""
    expect(page.locator("#board")).to_have_attribute("data-number", name, timeout=1000 * seconds)


def test_moves_of_the_others_are_shown_one_by_one(visit: Visit, server: Running) -> None:
    page, _ = open_table(visit, server, "slow")
    send(page, "a", "b", "c")
    shown(page, "a", 1)  # nothing was shown for a while: the first does not wait
    page.wait_for_timeout(500)
    shown(page, "a", 0.1)
    shown(page, "b", 5)
    page.keyboard.press("Shift")  # whoever touches a key sees the present
    shown(page, "c", 1)


def test_a_page_that_falls_behind_catches_up(visit: Visit, server: Running) -> None:
    page, _ = open_table(visit, server, "normal")
    send(page, *(f"m{n}" for n in range(60)))
    shown(page, "m0", 1)
    shown(page, "m59", 8)  # at the usual pause this would take almost a minute
    send(page, "x", "y")
    page.evaluate("() => document.dispatchEvent(new Event('bm:catch-up'))")
    page.wait_for_timeout(1200)  # what waited is forgotten: the page asks for the present itself
    assert page.locator("#board").get_attribute("data-number") in ("m59", "x")


def test_a_page_in_a_hurry_waits_for_nothing(visit: Visit, server: Running) -> None:
    page, others = open_table(visit, server, "instant")
    page.locator("#actions .pass button").click()
    expect(page.locator("#table")).to_have_attribute("data-turn", "")
    others()
    expect(page.locator(TOLD)).to_have_count(PLAYERS - 1, timeout=1500)


def test_the_list_folds_and_lights_up_what_it_speaks_of(visit: Visit, server: Running) -> None:
    page = visit().go(stage(server, "petersburg", 60, players=3))
    line = page.locator('#happened .happened-move[data-places]:not([data-places=""])').first
    place = page.locator("#" + (line.get_attribute("data-places") or "").split()[0])
    expect(place).to_have_attribute("data-changed", line.get_attribute("data-seat") or "")
    line.hover()
    expect(place).to_have_class("place lit")
    page.locator("#happened > summary").click()
    expect(line).to_be_hidden()
    page.reload()
    expect(page.locator("#happened .happened-move").first).to_be_hidden()  # it stays as it was left


def test_choosing_a_card_moves_nothing_at_a_desk(visit: Visit, server: Running) -> None:
    page = visit(size={"width": 1280, "height": 720}).go(stage(server, "petersburg", 20, players=2))
    before = page.evaluate(TOPS)
    page.locator("#board [data-pick]:visible").first.click()
    expect(page.locator(".pick[open]")).to_be_visible()
    assert page.evaluate(TOPS) == pytest.approx(before, abs=1)


def test_a_phone_keeps_the_list_folded(visit: Visit, server: Running) -> None:
    page = visit(size=PHONE).go(stage(server, "spyrium", 60, players=3))
    expect(page.locator("#happened > summary")).to_be_in_viewport()
    expect(page.locator("#happened .happened-move").first).to_be_hidden()
    page.locator("#happened > summary").click()
    expect(page.locator("#happened .happened-move").first).to_be_in_viewport()


def test_a_wrong_clock_of_the_device_spoils_neither_the_clocks_nor_the_moves(
    visit: Visit, server: Running
) -> None:
    seat, _other = open_for_two(server.url, clock={"kind": "move", "seconds": 3000})
    visitor = visit(speed="normal")
    visitor.page.add_init_script(
        "const real = Date.now; Date.now = () => real() + (window.wrong ??= 7200e3);"
    )
    page = visitor.go(f"/t/{seat.table}?key={seat.key}")
    expect(page.locator("[data-deadline]")).to_have_text(re.compile("^4[89]:|^50:00"))
    send(page, "one")
    shown(page, "one", 3)
    page.evaluate("window.wrong = -7200e3")  # it is set back while somebody plays
    send(page, "two")
    shown(page, "two", 3)
